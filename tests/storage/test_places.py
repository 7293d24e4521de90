from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.storage import folders
from desktop_app.storage.folders import place_warnings

MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
server:/home /home/shared nfs4 rw 0 0
//nas/data /mnt/my\\040data cifs rw 0 0
/dev/sdb1 /home/shared/local ext4 rw 0 0
broken
"""


@pytest.mark.parametrize(
    ("folder", "word"),
    [
        ("/home/me/Dropbox/study", "Dropbox"),
        ("/home/me/OneDrive - University/study", "OneDrive"),
        ("/Users/me/Library/Mobile Documents/com~apple~CloudDocs/x", "iCloud"),
        ("/Users/me/Google Drive/x", "Google Drive"),
        ("/home/shared/study", "nfs4"),
        ("/mnt/my data/study", "cifs"),
    ],
)
def test_risky_places_are_named(folder, word):
    (warning,) = place_warnings(Path(folder), MOUNTS)
    assert word in warning
    assert "bundles" in warning


@pytest.mark.parametrize("folder", ["/home/me/study", "/home/shared/local/study", "/"])
def test_ordinary_places_are_fine(folder):
    assert place_warnings(Path(folder), MOUNTS) == []


def test_this_machine(tmp_path, monkeypatch):
    assert isinstance(place_warnings(tmp_path), list)
    monkeypatch.setattr(folders, "_MOUNTS", tmp_path / "none")
    assert place_warnings(Path("/plain")) == []
    monkeypatch.setattr(folders.sys, "platform", "win32")
    assert place_warnings(Path("/plain")) == []
