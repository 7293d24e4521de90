"""Active time of the current day over all items. Does not import Qt.

It survives a restart and is reset at midnight.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from datetime import date

from desktop_app.ui.annotate.active_time import ActiveTime
from desktop_app.workspace.workspace import Workspace

# Key of the local state: date and seconds.
_KEPT_AS = "active_day"


class DayClock:
    """Clock of today's active time. Creating it reads the time that was saved last.

    now    clock in seconds that never runs backward
    today  returns the current date
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
        """Count the time since the last input, and start the next gap."""
        self._turn()
        self._time.touch()

    def hold(self) -> None:
        """Stop counting until the next input."""
        self._time.hold()

    def state(self) -> list[object]:
        """Return the date and the seconds, as they are saved here or with a draft."""
        self._turn()
        return [self._date.isoformat(), round(self.seconds, 1)]

    def keep(self) -> None:
        """Save the time if it has changed. Raises NotSavedError."""
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
        """Return today's active time in seconds as it was last saved, by itself or with a draft."""
        kept = [self._workspace.local(_KEPT_AS)]
        kept += [doc["data"].get("day") for doc in self._workspace.drafts]
        today = self._date.isoformat()
        # Each draft holds the time at its own save; within a day time only grows, so the largest
        # amount is the latest.
        amounts = [0.0]
        for one in kept:
            # A damaged draft must not keep the workspace from opening: its time is ignored.
            with suppress(IndexError, KeyError, TypeError, ValueError, OverflowError):
                if one[0] == today and math.isfinite(one[1]):
                    amounts.append(float(one[1]))
        return max(amounts)
