"""The folder of an open store: is it still the one that was opened?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desktop_app.core.errors import NotSavedError, os_reason
from desktop_app.core.messages import msg
from desktop_app.storage.filesystem import FileSystem

_HINT = msg(
    "If the folder was moved or renamed, move it back, or close it and open it at its new place. "
    "If its drive was removed, put it back."
)


def folder_gone(folder: Path) -> NotSavedError:
    """Return the error for a workspace folder that no longer exists."""
    return NotSavedError(msg("{parent}: the folder no longer exists", parent=folder), hint=_HINT)


class OpenFolder:
    """The folder of an open store, which may be moved, deleted or replaced while it is open.

    Open files follow a folder that is moved, but paths do not. Without this check, a save could
    reach the moved folder, and another one a folder that took its place.

    `came_back`: called if a folder on another device is in its place; returns whether it is the
        same folder, on a drive that was removed and put back
    """

    def __init__(self, fs: FileSystem, path: Path) -> None:
        """Remember which folder is at this path. Raises OSError."""
        self.path = path
        self.came_back: Callable[[], bool] = lambda: False
        self._fs = fs
        self._identity = fs.identity(path)

    def problem(self) -> NotSavedError | None:
        """Return why nothing may be written at this path, or None."""
        try:
            current = self._fs.identity(self.path)
            if current == self._identity:
                return None
            # A drive may get another device number when it is put back. On the same device, a
            # folder with another number is another folder, perhaps a copy.
            if current[0] != self._identity[0] and self.came_back():
                self._identity = current
                return None
        except (FileNotFoundError, NotADirectoryError):
            return folder_gone(self.path)
        except OSError as error:
            message = msg("{parent}: not saved ({error})", parent=self.path, error=os_reason(error))
        else:
            message = msg("{parent}: another folder is now in this place", parent=self.path)
        return NotSavedError(message, hint=_HINT)

    def require(self) -> None:
        """Raise NotSavedError unless the folder that was opened is still at this path."""
        problem = self.problem()
        if problem is not None:
            raise problem
