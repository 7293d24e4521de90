"""Run every check a change must pass: style, types, layers, tests, fault injection.

`python -m tools.check` is what the README and the continuous integration call.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent

# Neighbours share what they are made of (a project, a screen): each worker gets one run of them,
# and takes over from the other at the end.
PYTEST = ["pytest", "-n", "2", "--dist", "worksteal"]

_ROOM = 4 * 2**30  # bytes

PROTOCOLS = ("tests/plugins", "tests/llm", "tests/web", "tests/workflows")


def _files_of_slow_tests() -> list[str]:
    """Return the files with such a test: only to look for them in all files takes half a minute."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(file.relative_to(ROOT)) for file in files if "mark.slow" in file.read_text("utf-8")]


STEPS: list[tuple[str, list[str]]] = [
    ("Style: format", ["ruff", "format", "--check", "."]),
    ("Style: lint", ["ruff", "check", "."]),
    ("Types", ["mypy", "desktop_app", "plugins", "tools", "benchmarks"]),
    ("Layers", ["lint-imports"]),
    ("Catalogues of the window's texts", ["python", "-m", "tools.translations", "check"]),
    # Branch coverage makes Python run at half its speed or less. So it watches only the tests that
    # prove what must never break; all others, and fault injection, run without it.
    (
        "Tests of what must never break, with branch coverage",
        [
            *PYTEST,
            *("-m", "not slow"),
            *(f"--ignore={folder}" for folder in (*PROTOCOLS, "tests/ui")),
            *("--cov", "--cov-fail-under=95"),
        ],
    ),
    ("Tests of protocols, models and whole workflows", [*PYTEST, "-m", "not slow", *PROTOCOLS]),
    ("Tests of the window", [*PYTEST, "-m", "not slow", "tests/ui"]),
    ("Fault injection and fuzzing, at CI counts", [*PYTEST, "-m", "slow", *_files_of_slow_tests()]),
]


@contextmanager
def _fast_disk() -> Iterator[str | None]:
    """Yield a folder in memory for what tests write, or None where there is none so large.

    Everything the program stores is made to reach the disk before it goes on (`fsync`). It does in
    tests too, but here no disk must be waited for.
    """
    memory = Path("/dev/shm")
    if not memory.is_dir() or shutil.disk_usage(memory).free < _ROOM:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="proofdesk-check-", dir=memory) as folder:
        Path(folder).chmod(0o755)  # some tests run the program as somebody else
        yield folder


def _environment(folder: str | None) -> dict[str, str]:
    # Each of the many processes of the tests would compile all modules for itself.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "TMPDIR": folder} if folder else kept


def main() -> int:
    """Run all steps; stop at the first that fails and return its exit status."""
    start = time.monotonic()
    with _fast_disk() as folder:
        environment = _environment(folder)
        for title, command in STEPS:
            print(f"\n== {title} ({time.monotonic() - start:.0f} s)", flush=True)
            program = str(Path(sys.executable).with_name(command[0]))
            words = [program, *command[1:]]
            done = subprocess.run(words, cwd=ROOT, env=environment, check=False)
            if done.returncode:
                print(f"\nFailed: {title}", flush=True)
                return done.returncode
    print(f"\nAll checks passed in {time.monotonic() - start:.0f} s.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
