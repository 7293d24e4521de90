"""Waiting with a time limit and a stop signal, for calls that may never return."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")
# Seconds between checks of the stop signal.
_LOOK = 0.05


class Stopping(Protocol):
    """A stop signal, such as `threading.Event`."""

    def is_set(self) -> bool: ...

    def wait(self, seconds: float) -> bool: ...


class StoppedError(Exception):
    """The stop signal was set."""


class TooLateError(Exception):
    """The time limit was reached."""


def bounded(call: Callable[[], Result], seconds: float, stop: Stopping) -> Result:
    """Return what a call returns, or raise what it raises, within a time limit.

    The call runs in its own thread. The thread is abandoned at the time limit, whatever it is
    waiting for. Raises TooLateError or StoppedError.
    """
    inbox: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()

    def work() -> None:
        try:
            inbox.put((call(), None))
        # BaseException, so that the waiting thread always gets a result. It raises the exception
        # again.
        except BaseException as error:
            inbox.put((None, error))

    ends = time.monotonic() + seconds
    # A daemon thread, so that an abandoned call does not prevent the program from exiting.
    threading.Thread(target=work, daemon=True).start()
    while True:
        try:
            matches, error = inbox.get(timeout=_LOOK)
        except queue.Empty:
            if stop.is_set():
                raise StoppedError from None
            if time.monotonic() > ends:
                raise TooLateError from None
            continue
        if error is not None:
            raise error
        result: Result = matches
        return result
