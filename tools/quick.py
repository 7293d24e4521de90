"""Find and run the tests that a change can affect: `python -m tools.quick [REVISION]`.

A change affects every module that imports a changed one, directly or through others. The distance
is the number of imports between them. Test files run in ascending order of their distance, for a
limited time: a change of the core affects nearly all of them, but an error most likely appears in
the nearest ones. The full check runs them all.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grimp
import pytest

from tools.columns import ROOT

PACKAGES = ("desktop_app", "plugins", "tools", "benchmarks", "tests")
# Seconds for tests. With the checks of style before them, a quick check takes less than three
# minutes.
TIME = 140.0


def changed_files(revision: str = "") -> list[str]:
    """Return the files that differ from a revision, and new files, as paths from the root.

    The default revision is the commit at which this branch left `main`. On `main` itself, it is
    HEAD if there are uncommitted changes, and otherwise the commit before.
    """
    if not revision:
        revision = _git("merge-base", "HEAD", "main")[0]
        if revision == _git("rev-parse", "HEAD")[0]:
            revision = "HEAD" if _git("status", "--porcelain") else "HEAD~1"
    new = _git("ls-files", "--others", "--exclude-standard")
    return sorted({*_git("diff", "--name-only", revision), *new})


def affected_tests(changed: Iterable[str], imports: Mapping[str, Set[str]]) -> list[str]:
    """Return the test files that a change can affect, the nearest first.

    `changed`: paths from the root; `imports`: for each module, the modules that it imports.

    Protocols are loaded by name, so a test that mentions a protocol's name counts as one that
    imports it. A changed form or prompt counts as a change of all modules of its protocol, and a
    changed resource as a change of `desktop_app.files`. Documents affect no test.
    """
    importers: dict[str, set[str]] = {}
    for module, others in imports.items():
        for other in others:
            importers.setdefault(other, set()).add(module)
    tests = {module for module in imports if module.rpartition(".")[2].startswith("test_")}
    texts = {module: _file(module).read_text("utf-8") for module in tests}
    distance = {module: 0 for path in changed for module in _modules_of(path, imports)}
    waiting = deque(distance)
    while waiting:
        module = waiting.popleft()
        near = importers.get(module, set())
        top, _, rest = module.partition(".")
        if top == "plugins":
            name = rest.partition(".")[0]
            near = near | {test for test in tests if name in texts[test]}
        for other in near:
            if other not in distance:
                distance[other] = distance[module] + 1
                waiting.append(other)
    found = sorted((distance[test], test) for test in tests & distance.keys())
    return [str(_file(test).relative_to(ROOT)) for _, test in found]


def import_graph() -> dict[str, set[str]]:
    """Return {module: modules that it imports} for the program, its tools, benchmarks and tests."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    return {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}


@dataclass
class Deadline:
    """A pytest plugin that ends a distributed run after a number of seconds, and counts its tests.

    `done`: number of tests that have run
    `failed`: number of failures
    `workers`: the session of pytest-xdist, which distributes the tests
    """

    seconds: float
    start: float = field(default_factory=time.monotonic)
    done: int = 0
    failed: int = 0
    workers: Any = None

    def pytest_sessionstart(self, session: Any) -> None:
        # pytest-xdist ignores pytest's `shouldstop`; its session has one of its own.
        self.workers = session.config.pluginmanager.get_plugin("dsession")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed += report.failed
        if report.when == "teardown":
            self.done += 1
        if time.monotonic() - self.start > self.seconds:
            self.workers.shouldstop = "the time for a quick check is over"


def run_tests(files: Collection[str], seconds: float = TIME) -> int:
    """Run test files in this order until the time is over, and return the exit status.

    The status is 0 if the time is over, some tests have run, and none has failed.
    """
    if not files:
        print("The change affects no test.", flush=True)
        return 0
    deadline = Deadline(seconds)
    options = ["-n", "2", "--dist", "load", "--tb", "short", "-m", "not slow"]
    status = pytest.main([*options, *files], plugins=[deadline])
    if status == pytest.ExitCode.INTERRUPTED and not deadline.failed and deadline.done:
        print(
            f"{deadline.done} tests passed, the nearest of {len(files)} files that the change can "
            "affect; there was no time for the others. The full check runs them.",
            flush=True,
        )
        return 0
    return int(status)


def _modules_of(path: str, imports: Mapping[str, Set[str]]) -> list[str]:
    """Return the modules that count as changed if this file changed; see `affected_tests`."""
    parts = path.split("/")
    if path.endswith(".py"):
        name = ".".join(parts)[: -len(".py")].removesuffix(".__init__")
        return [name] if name in imports else []
    if parts[0] == "plugins":
        return [name for name in imports if name.startswith(f"plugins.{parts[1]}.")]
    # This module reads catalogues, samples, icons and guidelines.
    return ["desktop_app.files"] if parts[0] == "resources" else []


def _file(module: str) -> Path:
    return ROOT / (module.replace(".", "/") + ".py")


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def main(words: Sequence[str]) -> int:
    """Run the tests that the changes since a revision can affect, and return the exit status."""
    changed = changed_files(*words)
    tests = affected_tests(changed, import_graph())
    print(f"{len(changed)} changed files can affect {len(tests)} files of tests.", flush=True)
    return run_tests(tests)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
