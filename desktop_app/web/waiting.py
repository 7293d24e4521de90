"""Waiting for what may never come: a call gets its time and no more, and a stop is obeyed."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")
_LOOK = 0.05  # seconds between looks whether someone wants to stop


class Stopping(Protocol):
    """A wish to stop, such as `threading.Event`."""

    def is_set(self) -> bool: ...

    def wait(self, seconds: float) -> bool: ...


class StoppedError(Exception):
    """Someone wanted to stop."""


class TooLateError(Exception):
    """The time was up."""


def bounded(call: Callable[[], Result], seconds: float, stop: Stopping) -> Result:
    """Return what a call returns, or raise what it raises, if that happens in time.

    The call has a thread of its own, which is left behind when the time is up, whatever it is
    waiting for. Raises TooLateError, StoppedError.
    """
    inbox: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()

    def work() -> None:
        try:
            inbox.put((call(), None))
        except BaseException as error:  # it is raised where someone waits
            inbox.put((None, error))

    ends = time.monotonic() + seconds
    threading.Thread(target=work, daemon=True).start()
    while True:
        try:
            found, error = inbox.get(timeout=_LOOK)
        except queue.Empty:
            if stop.is_set():
                raise StoppedError from None
            if time.monotonic() > ends:
                raise TooLateError from None
            continue
        if error is not None:
            raise error
        result: Result = found
        return result
