"""The person's settings while the window is open, and the layout that the window remembers."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSettings, Signal

from desktop_app import files
from desktop_app.core.errors import AppError
from desktop_app.settings import RecentWorkspace, Settings, load_settings, save_settings
from desktop_app.version import __version__

# Maximum number of workspaces listed on the welcome page.
MOST_RECENT = 8
# The version whose settings do not name it.
_UNNAMED = "0.1.0"


class Preferences(QObject):
    """Settings that outlive the window. An unreadable settings file is never overwritten.

    `problem`: why the file could not be read, or None
    `failed`: emitted with an AppError
    """

    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.problem: AppError | None = None
        try:
            self.settings = load_settings()
        except AppError as error:
            self.problem = error
            self.settings = Settings()

    def change(self, **changes: Any) -> None:
        """Change and save settings.

        Other changes to the file since it was read, such as those by the command line, are
        preserved.
        """
        try:
            # With an unreadable file, changes apply to this window only.
            newest = self.settings if self.problem else load_settings()
            self.settings = Settings.model_validate(newest.model_dump() | changes)
            if self.problem is None:
                save_settings(self.settings)
        except AppError as error:
            self.failed.emit(error)

    def reload(self) -> None:
        """Read the settings again after another part of the program has saved them."""
        try:
            self.settings = load_settings()
        except AppError as error:
            self.failed.emit(error)

    @property
    def is_updated(self) -> bool:
        """Whether another version of the program was used before this one."""
        before = self.settings.version or (_UNNAMED if self.settings.recent else __version__)
        return before != __version__

    def recent(self) -> list[RecentWorkspace]:
        """Return recently opened workspaces that still exist, newest first."""
        # The entries stay in the settings: the folder may be on a drive that is not connected now.
        return [one for one in self.settings.recent if Path(one.folder).is_dir()]

    def place_of(self, project: str, person: str) -> Path | None:
        """Return the existing folder that a person has used most recently for a project."""
        own = (one for one in self.recent() if (one.project, one.person) == (project, person))
        return next((Path(one.folder) for one in own), None)

    def remember_progress(self, folder: Path, done: int, total: int) -> None:
        """Keep how much of a workspace is done, for the list of recent ones."""
        recent = [
            one.model_copy(update={"done": done, "total": total})
            if one.folder == str(folder)
            else one
            for one in self.settings.recent
        ]
        if recent != self.settings.recent:
            self.change(recent=[one.model_dump() for one in recent])

    def remember(
        self, folder: Path, title: str, person: str, project: str, protocols: str = ""
    ) -> None:
        """Put a workspace first in the list of recent ones.

        A path that is not valid Unicode is skipped, because the settings are UTF-8.
        """
        try:
            str(folder).encode("utf-8")
        except UnicodeEncodeError:
            return
        entry = RecentWorkspace(
            folder=str(folder),
            title=title,
            person=person,
            project=project,
            protocols=protocols,
            opened=datetime.now(UTC).isoformat(),
        )
        before = next((one for one in self.settings.recent if one.folder == entry.folder), entry)
        entry = entry.model_copy(update={"done": before.done, "total": before.total})
        others = [one for one in self.settings.recent if one.folder != entry.folder]
        recent = [one.model_dump() for one in [entry, *others][:MOST_RECENT]]
        self.change(recent=recent, version=__version__)

    def forget(self, folder: str) -> None:
        """Remove a workspace from the list of recent ones."""
        recent = [one.model_dump() for one in self.settings.recent if one.folder != folder]
        self.change(recent=recent)


def remembered() -> QSettings:
    """Return the file with the window's sizes and layouts, which can be deleted safely."""
    # A file of our own: by default, Qt would use the registry on Windows.
    return QSettings(str(files.user_data_dir() / "window.ini"), QSettings.Format.IniFormat)
