"""Run every check that a change must pass: style, types, layers, texts, tests, fault injection.

`python -m tools.check` runs all of them. `--program PYTHON` also tests the wheel and the frozen
program, as the continuous integration does. `--quick [REVISION]` takes less than three minutes: it
checks style, types, layers and texts, and runs the tests that the changes since a revision can
affect (`tools/quick.py`).
"""

from __future__ import annotations

import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.columns import ROOT, Step, run_columns

# Tests next to each other share fixtures (a project, a screen), so each of the two workers gets a
# contiguous part of the tests. A worker that is done takes over tests from the other.
PYTEST = ["pytest", "--tb", "short", "-n", "2", "--dist", "worksteal"]

_ROOM = 4 * 2**30  # Free memory, in bytes, that the temporary files of the tests need.

PROTOCOLS = ("tests/plugins", "tests/llm", "tests/web", "tests/workflows")


def _files_of_slow_tests() -> list[str]:
    """Return the files with tests marked as slow.

    Collecting all tests with pytest, only to find these, would take half a minute.
    """
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(file.relative_to(ROOT)) for file in files if "mark.slow" in file.read_text("utf-8")]


# The steps of a column run one after another, and the two columns run in parallel: fault injection
# mostly waits for the programs that it kills, which leaves the processor to the other column.
STYLE: list[Step] = [
    Step("Style: format", ["ruff", "format", "--check", "."]),
    Step("Style: lint", ["ruff", "check", "."]),
]
STEPS: list[Step] = [
    *STYLE,
    # Branch coverage makes Python at least twice as slow, so it is measured only in the tests of
    # the basic packages, such as storage and merging.
    Step(
        "Tests of what must never break, with branch coverage",
        [
            *PYTEST,
            *("-m", "not slow"),
            *(f"--ignore={folder}" for folder in (*PROTOCOLS, "tests/ui")),
            *("--cov", "--cov-fail-under=95"),
        ],
    ),
    Step("Tests of protocols, models and whole workflows", [*PYTEST, "-m", "not slow", *PROTOCOLS]),
    Step("Tests of the window", [*PYTEST, "-m", "not slow", "tests/ui"]),
]
STATIC: list[Step] = [
    Step("Types", ["mypy", "desktop_app", "plugins", "tools", "benchmarks"]),
    Step("Layers", ["lint-imports"]),
    Step("Catalogues of the window's texts", ["python", "-m", "tools.translations", "check"]),
    Step("Plain words", ["python", "-m", "tools.plain_words"]),
]
BESIDE: list[Step] = [
    *STATIC,
    Step(
        "Fault injection and fuzzing, at CI counts",
        ["pytest", "--tb", "short", "-m", "slow", *_files_of_slow_tests()],
    ),
]


def of_the_program(python: str) -> list[Step]:
    """Return the steps that test the wheel and the frozen program.

    `python`: the interpreter for the new environment in which the wheel is tested
    """
    return [
        Step(
            "The README's other command, from a built wheel, outside the checkout, offline",
            [str(ROOT / ".ci" / "smoke"), python],
            in_memory=False,
        ),
        Step(
            "The frozen program: built, carried elsewhere, started",
            [str(ROOT / ".ci" / "frozen")],
            in_memory=False,
        ),
    ]


@contextmanager
def _fast_disk() -> Iterator[str | None]:
    """Yield a folder in memory for the files of the tests, or None if there is not enough memory.

    The program waits until everything that it stores is on disk (`fsync`), in tests as well. In
    memory, this takes no time.
    """
    memory = Path("/dev/shm")
    if not memory.is_dir() or shutil.disk_usage(memory).free < _ROOM:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="proofdesk-check-", dir=memory) as folder:
        Path(folder).chmod(0o755)  # Some tests run the program as another user.
        yield folder


def main(words: list[str]) -> int:
    """Run all steps and return 0. If a step fails, end the others and return its exit status.

    `words`: the arguments of the command line, as in the docstring of this module
    """
    match words:
        case []:
            steps, beside = STEPS, BESIDE
        case ["--program", python]:
            steps, beside = STEPS, [*BESIDE, *of_the_program(python)]
        case ["--quick", *revision] if len(revision) < 2:
            tests = Step(
                "Tests that the change can affect", ["python", "-m", "tools.quick", *revision]
            )
            steps, beside = [*STYLE, tests], STATIC
        case _:
            raise SystemExit("usage: python -m tools.check [--program PYTHON | --quick [REVISION]]")
    # The steps run in sessions of their own and do not receive these signals. The exception that
    # `sys.exit` raises makes `run_columns` end them.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda number, _: sys.exit(128 + number))
    start = time.monotonic()
    with _fast_disk() as folder:
        failed = run_columns(steps, beside, folder)
    if failed is None:
        print(f"\nAll checks passed in {time.monotonic() - start:.0f} s.", flush=True)
    return failed or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
