"""Showing a file in the system's file manager."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def show_in_folder(file: Path) -> bool:
    """Open the folder of a file in the file manager; return whether the system could.

    Qt has no way to select the file itself that works on every system.
    """
    folder = file.parent
    # Some file managers ask to create a folder that is gone, for instance on a removed drive.
    return folder.is_dir() and QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
