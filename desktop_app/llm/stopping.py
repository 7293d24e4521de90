"""A stop signal with callbacks, so that no thread has to poll."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stop:
    """A stop signal. Any thread may `set` it; workers check it, wait for it, or get a callback."""

    def __init__(self) -> None:
        self._event = threading.Event()
        # Reentrant: a signal handler may call `set` while this thread holds the lock.
        self._lock = threading.RLock()
        self._calls: list[Callable[[], None]] = []

    def set(self) -> None:
        """Request the stop; further calls have no effect."""
        with self._lock:
            calls, self._calls = self._calls, []
            self._event.set()
        # Called outside the lock, so that a callback may use this object.
        for call in calls:
            call()

    def is_set(self) -> bool:
        """Return whether a stop was requested."""
        return self._event.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait up to `seconds` or until a stop is requested; return whether it was requested."""
        return self._event.wait(seconds)

    @contextmanager
    def calling(self, call: Callable[[], None]) -> Iterator[None]:
        """Call `call` when the stop is requested, or immediately if it already was.

        This applies only inside the `with` block.
        """
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
