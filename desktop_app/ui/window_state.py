"""Window state kept between sessions: sizes, splitters, state of panels."""

from __future__ import annotations

from PySide6.QtCore import QSettings

from desktop_app import files


def remembered() -> QSettings:
    """Return the person's file of looks; none of it is data, and losing it loses nothing."""
    return QSettings(str(files.user_data_dir() / "window.ini"), QSettings.Format.IniFormat)
