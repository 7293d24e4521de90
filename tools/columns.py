"""Run two columns of steps side by side, and keep what they say apart.

What the first column says is seen at once. A step of the second says everything when the step of
the first that runs meanwhile is done: never one in the middle of the other. The first step that
fails ends all.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent

_LOOK = 0.2  # seconds between two looks at what runs
_PATIENCE = 10.0  # seconds for what is told to end


@dataclass(frozen=True)
class Step:
    """A command with a title. One `in_memory` writes its temporary files where that is fast; the
    program itself is tried where a person would have it."""

    title: str
    command: list[str]
    in_memory: bool = True


class Running:
    """A step that has been started. `words`: where what it says is kept, if not seen at once."""

    def __init__(self, step: Step, folder: str | None, words: Path | None = None) -> None:
        self.step = step
        self.words = words
        self.since = time.monotonic()
        self.took = 0.0  # seconds, once it is done
        with contextlib.ExitStack() as stack:
            kept = stack.enter_context(words.open("wb")) if words is not None else None
            self.process = subprocess.Popen(
                [_program(step.command[0]), *step.command[1:]],
                cwd=ROOT,
                env=_environment(folder) if step.in_memory else None,
                stdin=subprocess.DEVNULL,
                stdout=kept,
                stderr=subprocess.STDOUT if kept is not None else None,
                start_new_session=True,  # so that all its processes can be told to end
            )

    def tell_to_end(self) -> None:
        """Let the step tidy up and end."""
        if self.process.poll() is None:
            _announce(self.process, "SIGINT")

    def wait(self) -> None:
        """Give the step time to end."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_PATIENCE)

    def end(self) -> None:
        """End all that is left of the step."""
        _announce(self.process, "SIGKILL")
        self.process.wait()

    def show(self) -> None:
        """Say all that the step has said."""
        if self.words is not None:
            print(f"\n== {self.step.title} (beside the others, {self.took:.0f} s)", flush=True)
            sys.stdout.write(self.words.read_text("utf-8", "replace"))
            sys.stdout.flush()


def run_columns(first: Sequence[Step], second: Sequence[Step], folder: str | None) -> int | None:
    """Run all steps; returns the exit status of the first that fails, None where none does.

    `folder` is where tests are to write their temporary files.
    """
    start = time.monotonic()
    left = [deque(first), deque(second)]
    running: list[Running | None] = [None, None]
    done: list[Running] = []  # of the second column, not yet shown
    with tempfile.TemporaryDirectory(prefix="proofdesk-said-") as kept:
        try:
            while any(left) or any(running):
                for column in (0, 1):
                    if running[column] is not None or not left[column]:
                        continue
                    step = left[column].popleft()
                    if column == 0:
                        print(f"\n== {step.title} ({time.monotonic() - start:.0f} s)", flush=True)
                    words = Path(kept) / str(len(left[1])) if column == 1 else None
                    running[column] = Running(step, folder, words)
                time.sleep(_LOOK)
                for column, one in enumerate(running):
                    status = one.process.poll() if one is not None else None
                    if one is None or status is None:
                        continue
                    running[column] = None
                    if column == 1:
                        one.took = time.monotonic() - one.since
                        done.append(one)
                    if status:
                        _end(running)
                        _show(done)
                        print(f"\nFailed: {one.step.title}", flush=True)
                        return status
                if running[0] is None:
                    _show(done)
        finally:
            _end(running)
    return None


def _end(running: Sequence[Running | None]) -> None:
    left = [one for one in running if one is not None and one.process.poll() is None]
    for one in left:
        one.tell_to_end()
    try:
        for one in left:
            one.wait()
    finally:  # also where someone does not wait so long, and presses Ctrl+C again
        for one in left:
            one.end()


def _show(waiting: list[Running]) -> None:
    for one in waiting:
        one.show()
    waiting.clear()


def _program(name: str) -> str:
    """Return where a program is: beside this Python, unless it has a path."""
    return name if Path(name).is_absolute() else str(Path(sys.executable).with_name(name))


def _announce(process: subprocess.Popen[bytes], name: str) -> None:
    if sys.platform == "win32":
        process.terminate()
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.Signals[name])


def _environment(folder: str | None) -> dict[str, str]:
    # Each of the many processes of the tests would compile all modules for itself.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "TMPDIR": folder} if folder else kept
