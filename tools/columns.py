"""Run two columns of steps in parallel, without mixing their output.

The output of the first column is shown immediately. The output of a step of the second column is
shown once the current step of the first column is done, so it never interrupts another output. If
a step fails, all others are ended.
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

_POLL = 0.2  # Seconds between two checks of the running steps.
_GRACE = 10.0  # Seconds that a step has to end itself before it is killed.


@dataclass(frozen=True)
class Step:
    """A command with a title.

    `in_memory`: whether its temporary files are written to memory, which is fast; the wheel and the
        frozen program are tested on disk, where users have them
    """

    title: str
    command: list[str]
    in_memory: bool = True


class Running:
    """A step that has been started.

    `words`: the file for its output; None if the output is shown immediately
    """

    def __init__(self, step: Step, folder: str | None, words: Path | None = None) -> None:
        self.step = step
        self.words = words
        self.since = time.monotonic()
        self.took = 0.0  # Seconds, set when the step is done.
        with contextlib.ExitStack() as stack:
            kept = stack.enter_context(words.open("wb")) if words is not None else None
            self.process = subprocess.Popen(
                [_program(step.command[0]), *step.command[1:]],
                cwd=ROOT,
                env=_environment(folder) if step.in_memory else None,
                stdin=subprocess.DEVNULL,
                stdout=kept,
                stderr=subprocess.STDOUT if kept is not None else None,
                start_new_session=True,  # So that all its processes can be ended.
            )

    def tell_to_end(self) -> None:
        """Send the step an interrupt, so that it can clean up and end."""
        if self.process.poll() is None:
            _send_signal(self.process, "SIGINT")

    def wait(self) -> None:
        """Wait until the step has ended, up to `_GRACE` seconds."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_GRACE)

    def end(self) -> None:
        """Kill all processes of the step that are still running."""
        _send_signal(self.process, "SIGKILL")
        self.process.wait()

    def show(self) -> None:
        """Print the output of the step, unless it was shown immediately."""
        if self.words is not None:
            print(f"\n== {self.step.title} (beside the others, {self.took:.0f} s)", flush=True)
            sys.stdout.write(self.words.read_text("utf-8", "replace"))
            sys.stdout.flush()


def run_columns(first: Sequence[Step], second: Sequence[Step], folder: str | None) -> int | None:
    """Run all steps. Return the exit status of the first one that fails, or None if all succeed.

    `folder`: for the temporary files of steps that are `in_memory`; None for the default folder
    """
    start = time.monotonic()
    left = [deque(first), deque(second)]
    running: list[Running | None] = [None, None]
    done: list[Running] = []  # Steps of the second column whose output was not shown yet.
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
                time.sleep(_POLL)
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
    finally:  # Also if somebody presses Ctrl+C again instead of waiting.
        for one in left:
            one.end()


def _show(waiting: list[Running]) -> None:
    for one in waiting:
        one.show()
    waiting.clear()


def _program(name: str) -> str:
    """Return the path of a program: next to this Python, unless `name` is an absolute path."""
    return name if Path(name).is_absolute() else str(Path(sys.executable).with_name(name))


def _send_signal(process: subprocess.Popen[bytes], name: str) -> None:
    if sys.platform == "win32":
        process.terminate()
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.Signals[name])


def _environment(folder: str | None) -> dict[str, str]:
    # With this variable, each of the many processes of the tests would compile all modules again.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "TMPDIR": folder} if folder else kept
