"""Opening a folder in the file manager."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

_PATH, _ORIGINAL = "LD_LIBRARY_PATH", "LD_LIBRARY_PATH_ORIG"


def open_folder(folder: Path) -> bool:
    """Open a folder in the file manager; return whether that worked."""
    # Some file managers ask to create a folder that is gone, for instance on a removed drive.
    if not folder.is_dir():
        return False
    with _own_libraries():
        return QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


@contextmanager
def _own_libraries() -> Iterator[None]:
    """Let programs that are started meanwhile use the system's libraries.

    PyInstaller makes the frozen program find its own libraries by `LD_LIBRARY_PATH`, which the file
    manager would inherit and fail with. It keeps the original value, if there was one.
    """
    if not (getattr(sys, "frozen", False) and sys.platform.startswith("linux")):
        yield
        return
    bundled, original = os.environ.get(_PATH), os.environ.get(_ORIGINAL)
    _set(original)
    try:
        yield
    finally:
        _set(bundled)


def _set(value: str | None) -> None:
    if value is None:
        os.environ.pop(_PATH, None)
    else:
        os.environ[_PATH] = value
