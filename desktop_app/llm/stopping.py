"""Stopping what is in progress, from any thread, without anybody looking again and again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stop:
    """A wish to stop. Anybody may `set` it; who works asks `is_set`, waits, or is called."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.RLock()  # a signal may come while this thread holds it
        self._calls: list[Callable[[], None]] = []

    def set(self) -> None:
        """Ask for the stop; the second time changes nothing."""
        with self._lock:
            calls, self._calls = self._calls, []
            self._event.set()
        for call in calls:
            call()

    def is_set(self) -> bool:
        return self._event.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait so long, or until the stop; returns whether it was asked for."""
        return self._event.wait(seconds)

    @contextmanager
    def calling(self, call: Callable[[], None]) -> Iterator[None]:
        """Have `call` called when the stop is asked for, at once if it was already."""
        with self._lock:
            is_set = self._event.is_set()
            if not is_set:
                self._calls.append(call)
        if is_set:
            call()
        try:
            yield
        finally:
            with self._lock:
                if call in self._calls:
                    self._calls.remove(call)
