"""The person's settings while the window is open: read once, written when something changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.core.errors import AppError
from desktop_app.settings import RecentWorkspace, Settings, load_settings, save_settings

MOST_RECENT = 8


class Preferences(QObject):
    """Settings that outlive the window. A settings file that cannot be read is left alone."""

    failed = Signal(object)  # AppError

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.problem: AppError | None = None
        try:
            self.settings = load_settings()
        except AppError as error:
            self.problem = error
            self.settings = Settings()

    def change(self, **changes: Any) -> None:
        """Change settings, keeping what another person wrote into the file meanwhile."""
        try:
            newest = self.settings if self.problem else load_settings()
            self.settings = Settings.model_validate(newest.model_dump() | changes)
            if self.problem is None:
                save_settings(self.settings)
        except AppError as error:
            self.failed.emit(error)

    def reload(self) -> None:
        """Read the settings again, since another person wrote them; a broken file is left alone."""
        try:
            self.settings = load_settings()
        except AppError as error:
            self.failed.emit(error)

    def recent(self) -> list[RecentWorkspace]:
        """Return the workspaces that were open last and still exist, newest first."""
        return [one for one in self.settings.recent if Path(one.folder).is_dir()]

    def place_of(self, project: str, person: str) -> Path | None:
        """Return where a person's workspace of a project was open last, if it is there still."""
        found = (one for one in self.recent() if (one.project, one.person) == (project, person))
        return next((Path(one.folder) for one in found), None)

    def remember(self, folder: Path, title: str, person: str, project: str) -> None:
        """Put a workspace first in the list. One whose path is no text (a name in another encoding)
        is left out: the settings are UTF-8."""
        try:
            str(folder).encode("utf-8")
        except UnicodeEncodeError:
            return
        entry = RecentWorkspace(folder=str(folder), title=title, person=person, project=project)
        others = [one for one in self.settings.recent if one.folder != entry.folder]
        kept = [one.model_dump() for one in [entry, *others][:MOST_RECENT]]
        self.change(recent=kept)

    def forget(self, folder: str) -> None:
        kept = [one.model_dump() for one in self.settings.recent if one.folder != folder]
        self.change(recent=kept)
