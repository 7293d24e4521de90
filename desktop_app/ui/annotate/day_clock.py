"""Active time of today over all items: survives a restart, begins again at midnight. Qt-free."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from desktop_app.ui.annotate.active_time import ActiveTime
from desktop_app.workspace.workspace import Workspace

_KEPT_AS = "active_day"


class DayClock:
    """Runs while the person works; what it kept last is read when it is made."""

    def __init__(
        self, workspace: Workspace, now: Callable[[], float], today: Callable[[], date]
    ) -> None:
        self._workspace = workspace
        self._today = today
        self._date = today()
        self._time = ActiveTime(now)
        self._time.start(self._so_far())
        self._time.hold()

    @property
    def seconds(self) -> float:
        return self._time.seconds

    def touch(self) -> None:
        """Note that the person did something."""
        self._turn()
        self._time.touch()

    def hold(self) -> None:
        """Stop: the work is not shown."""
        self._time.hold()

    def state(self) -> list[object]:
        """Return what is kept of it, here or with a draft: the day and the seconds."""
        self._turn()
        return [self._date.isoformat(), round(self.seconds, 1)]

    def keep(self) -> None:
        """Put it on disk if it has changed. Raises NotSavedError."""
        kept = [self._date.isoformat(), round(self.seconds, 1)]
        if self._workspace.local(_KEPT_AS) != kept:
            self._workspace.set_local(_KEPT_AS, kept)

    def _turn(self) -> None:
        today = self._today()
        if today != self._date:
            self._date = today
            self._time.start()

    def _so_far(self) -> float:
        """Return today's active time as it was last kept, on its own or with a draft."""
        kept = [self._workspace.local(_KEPT_AS)]
        kept += [doc["data"].get("day") for doc in self._workspace.drafts]
        today = self._date.isoformat()
        amounts = [float(one[1]) for one in kept if isinstance(one, list) and one[:1] == [today]]
        return max(amounts, default=0.0)
