"""Active working time, per item and per day. Does not import Qt.

Active time is the time between inputs; only the first minute of a long pause counts. The day's
total survives a restart and starts at zero after midnight.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import date

from desktop_app.workspace.workspace import Workspace

# Seconds without input after which time is no longer counted.
PAUSE_AFTER = 60.0


class ActiveTime:
    """Counter of active seconds. The caller reports each input to it.

    `now`: returns the time in seconds, from a clock that never runs backward
    `pause_after`: maximum number of seconds that count between two inputs
    """

    def __init__(
        self, now: Callable[[], float] = time.monotonic, pause_after: float = PAUSE_AFTER
    ) -> None:
        self._now = now
        self._pause_after = pause_after
        # Seconds counted up to the last input, and the time of that input (None: stopped).
        self._counted = 0.0
        self._last: float | None = None

    def start(self, seconds: float = 0.0) -> None:
        """Start counting now, beginning at `seconds`."""
        self._counted = seconds
        self._last = self._now()

    def touch(self) -> None:
        """Record an input: count the time since the last one, up to `pause_after`."""
        self._counted = self.seconds
        self._last = self._now()

    def hold(self) -> None:
        """Stop counting until the next input."""
        self._counted = self.seconds
        self._last = None

    @property
    def seconds(self) -> float:
        """Active seconds until now."""
        return self._counted + self._open_gap()

    @property
    def is_paused(self) -> bool:
        """Whether the clock is stopped, or there was no input for `pause_after` seconds."""
        return self._last is None or self._now() - self._last >= self._pause_after

    def _open_gap(self) -> float:
        if self._last is None:
            return 0.0
        # The limit applies on each read, so the displayed time stops in a pause without a timer.
        return min(max(self._now() - self._last, 0.0), self._pause_after)


# Name in the local state; the value is a list of date and seconds.
_KEPT_AS = "active_day"


class DayClock:
    """Clock of today's active time. It continues from the last saved time.

    `now`: returns the time in seconds, from a clock that never runs backward
    `today`: returns the current date
    """

    def __init__(
        self, workspace: Workspace, now: Callable[[], float], today: Callable[[], date]
    ) -> None:
        self._workspace = workspace
        self._today = today
        self._date = today()
        self._time = ActiveTime(now)
        # Opening a workspace is not work yet: the clock starts with the first input.
        self._time.start(self._so_far())
        self._time.hold()

    @property
    def seconds(self) -> float:
        return self._time.seconds

    def touch(self) -> None:
        """Record an input: count the time since the last one, up to the pause limit."""
        self._turn()
        self._time.touch()

    def hold(self) -> None:
        """Stop counting until the next input."""
        self._time.hold()

    def state(self) -> list[object]:
        """Return the date (ISO 8601) and the seconds, in the form that `keep` and drafts save."""
        self._turn()
        return [self._date.isoformat(), round(self.seconds, 1)]

    def keep(self) -> None:
        """Save the time if it has changed. Raises NotSavedError if saving fails."""
        kept = [self._date.isoformat(), round(self.seconds, 1)]
        if self._workspace.local(_KEPT_AS) != kept:
            self._workspace.set_local(_KEPT_AS, kept)

    def _turn(self) -> None:
        """Start at zero if the date has changed."""
        today = self._today()
        if today != self._date:
            self._date = today
            self._time.start()

    def _so_far(self) -> float:
        """Return today's active time in seconds as it was last saved, alone or with a draft."""
        kept = [self._workspace.local(_KEPT_AS)]
        kept += [doc["data"].get("day") for doc in self._workspace.drafts]
        today = self._date.isoformat()
        # Each draft contains the day's active time when it was saved. Within a day this only grows,
        # so the largest amount is the latest.
        amounts = [0.0]
        for one in kept:
            # A damaged draft must not prevent the workspace from opening: its time is ignored.
            with suppress(IndexError, KeyError, TypeError, ValueError, OverflowError):
                if one[0] == today and math.isfinite(one[1]):
                    amounts.append(float(one[1]))
        return max(amounts)


class WorkClock:
    """The clocks of the open item and of the day, which run and stop together."""

    def __init__(
        self, workspace: Workspace, now: Callable[[], float], today: Callable[[], date]
    ) -> None:
        self.item = ActiveTime(now)
        self.day = DayClock(workspace, now, today)

    def touch(self) -> None:
        """Record an input in both clocks."""
        self.item.touch()
        self.day.touch()

    def hold(self) -> None:
        """Stop the clocks until the next input, for example when the work is hidden."""
        self.item.hold()
        self.day.hold()
