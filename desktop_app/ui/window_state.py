"""Window state between sessions: sizes, splitters, state of panels."""

from __future__ import annotations

from PySide6.QtCore import QSettings

from desktop_app import files


def remembered() -> QSettings:
    """Return the file with window state. It contains no data and can be deleted."""
    return QSettings(str(files.user_data_dir() / "window.ini"), QSettings.Format.IniFormat)
