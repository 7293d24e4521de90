"""Tests of opening folders: other programs must not get the libraries of the frozen program."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices

from desktop_app.ui.open_folder import open_folder


@pytest.mark.parametrize("original", [None, "/usr/lib/special"])
def test_the_file_manager_gets_the_original_libraries(
    original: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: list[str | None] = []

    def start(url: object) -> bool:
        seen.append(os.environ.get("LD_LIBRARY_PATH"))
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", start)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/tmp/bundled")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    if original is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", original)
    assert open_folder(tmp_path)
    assert seen == [original]
    assert os.environ["LD_LIBRARY_PATH"] == "/tmp/bundled"
    assert not open_folder(tmp_path / "gone")
