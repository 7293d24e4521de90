"""Active time: counted while someone works, not while the coffee brews. Qt-free."""

from __future__ import annotations

import time
from collections.abc import Callable

PAUSE_AFTER = 60.0  # seconds without input


class ActiveTime:
    """Counts seconds between inputs; a gap counts for at most `pause_after`.

    now  a clock in seconds that only runs forward
    """

    def __init__(
        self, now: Callable[[], float] = time.monotonic, pause_after: float = PAUSE_AFTER
    ) -> None:
        self._now = now
        self._pause_after = pause_after
        self._counted = 0.0
        self._last: float | None = None

    def start(self, seconds: float = 0.0) -> None:
        """Begin to count, from an amount that was counted before."""
        self._counted = seconds
        self._last = self._now()

    def touch(self) -> None:
        """Note that the person did something."""
        self._counted = self.seconds
        self._last = self._now()

    def hold(self) -> None:
        """Stop counting until the next touch: nothing is being worked on."""
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
        return min(max(self._now() - self._last, 0.0), self._pause_after)
