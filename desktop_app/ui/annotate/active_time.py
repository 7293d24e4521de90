"""Active working time: time between inputs, without long pauses. Does not import Qt."""

from __future__ import annotations

import time
from collections.abc import Callable

# Seconds without input after which time is no longer counted.
PAUSE_AFTER = 60.0


class ActiveTime:
    """Counter of the seconds between inputs.

    now          clock in seconds that never runs backward
    pause_after  seconds that a gap between two inputs counts at most
    """

    def __init__(
        self, now: Callable[[], float] = time.monotonic, pause_after: float = PAUSE_AFTER
    ) -> None:
        self._now = now
        self._pause_after = pause_after
        # Seconds up to the last input, and when that was; None while the clock is stopped.
        self._counted = 0.0
        self._last: float | None = None

    def start(self, seconds: float = 0.0) -> None:
        """Start counting, from seconds that were counted before."""
        self._counted = seconds
        self._last = self._now()

    def touch(self) -> None:
        """Count the time since the last input, and start the next gap."""
        self._counted = self.seconds
        self._last = self._now()

    def hold(self) -> None:
        """Stop counting until the next input."""
        self._counted = self.seconds
        self._last = None

    @property
    def seconds(self) -> float:
        return self._counted + self._open_gap()

    @property
    def is_paused(self) -> bool:
        return self._last is None or self._now() - self._last >= self._pause_after

    def _open_gap(self) -> float:
        if self._last is None:
            return 0.0
        # The gap is limited when it is read, so the displayed time stops without a timer.
        return min(max(self._now() - self._last, 0.0), self._pause_after)
