"""Run every check a change must pass: style, types, layers, tests, fault injection.

`python -m tools.check` is what the README and the continuous integration call.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent

# Neighbours share what they are made of (a project, a screen): each worker gets one run of them,
# and takes over from the other at the end.
PYTEST = ["pytest", "-n", "2", "--dist", "worksteal"]

PROTOCOLS = ("tests/plugins", "tests/llm", "tests/web", "tests/workflows")

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
    ("Fault injection and fuzzing, at CI counts", [*PYTEST, "-m", "slow"]),
]


def main() -> int:
    """Run all steps; stop at the first that fails and return its exit status."""
    start = time.monotonic()
    for title, command in STEPS:
        print(f"\n== {title} ({time.monotonic() - start:.0f} s)", flush=True)
        program = str(Path(sys.executable).with_name(command[0]))
        done = subprocess.run([program, *command[1:]], cwd=ROOT, check=False)
        if done.returncode:
            print(f"\nFailed: {title}", flush=True)
            return done.returncode
    print(f"\nAll checks passed in {time.monotonic() - start:.0f} s.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
