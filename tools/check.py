"""Run every check a change must pass: style, types, layers, tests, fault injection.

`python -m tools.check` is what the README calls. The continuous integration lets it try the wheel
and the frozen program too: `python -m tools.check --program PYTHON`. For use while working,
`python -m tools.check --quick [REVISION]` checks style, types and layers, and runs the tests that
the changes since a revision can affect, for less than three minutes (`tools/quick.py`).
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

# Neighbours share what they are made of (a project, a screen): each worker gets one run of them,
# and takes over from the other at the end.
PYTEST = ["pytest", "--tb", "short", "-n", "2", "--dist", "worksteal"]

_ROOM = 4 * 2**30  # bytes

PROTOCOLS = ("tests/plugins", "tests/llm", "tests/web", "tests/workflows")


def _files_of_slow_tests() -> list[str]:
    """Return the files with such a test: only to look for them in all files takes half a minute."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(file.relative_to(ROOT)) for file in files if "mark.slow" in file.read_text("utf-8")]


# Steps of one column run one after the other, the two columns side by side: tests that kill
# programs wait for them most of their time, which leaves cores to others.
STYLE: list[Step] = [
    Step("Style: format", ["ruff", "format", "--check", "."]),
    Step("Style: lint", ["ruff", "check", "."]),
]
STEPS: list[Step] = [
    *STYLE,
    # Branch coverage makes Python run at half its speed or less. So it watches only the tests that
    # prove what must never break; all others, and fault injection, run without it.
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
    """Return the steps that try what is handed out; `python` is to make a fresh environment."""
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
    """Yield a folder in memory for what tests write, or None where there is none so large.

    Everything the program stores is made to reach the disk before it continues (`fsync`). It does
    in tests too, but here no disk must be waited for.
    """
    memory = Path("/dev/shm")
    if not memory.is_dir() or shutil.disk_usage(memory).free < _ROOM:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="proofdesk-check-", dir=memory) as folder:
        Path(folder).chmod(0o755)  # some tests run the program as another person
        yield folder


def main(words: list[str]) -> int:
    """Run all steps; at the first that fails end the others and return its exit status.

    `--program PYTHON` also tries the wheel and the frozen program; `--quick [REVISION]` runs only
    the tests that the changes since a revision can affect.
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
    # Who is told to end, or loses the terminal, tells the steps: they have processes of their own.
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
