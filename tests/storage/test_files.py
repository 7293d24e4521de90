from __future__ import annotations

import os
from pathlib import Path

import pytest

from desktop_app import files
from desktop_app.core.errors import NotSavedError


def test_atomic_write_replaces_all_or_nothing(tmp_path):
    path = tmp_path / "f"
    files.atomic_write(path, b"old")
    files.atomic_write(path, iter([b"ne", b"w"]))
    assert path.read_bytes() == b"new"
    assert oct(path.stat().st_mode)[-3:] == "600"

    def failing():
        yield b"half"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        files.atomic_write(path, failing())
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["f"]  # noqa: PTH208


def test_what_the_disk_refuses_is_not_saved(tmp_path):
    with pytest.raises(NotSavedError) as caught:
        files.atomic_write(tmp_path / "none" / "f", b"x")
    assert caught.value.hint
    (tmp_path / "folder").mkdir()
    with pytest.raises(NotSavedError):
        files.atomic_write(tmp_path / "folder", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    (tmp_path / "file").write_text("x")
    with pytest.raises(NotSavedError):
        files.private_file_write(tmp_path / "file" / "below", b"x")


def test_private_files(tmp_path):
    files.private_file_write(tmp_path / "new" / "key", b"secret")
    assert oct((tmp_path / "new").stat().st_mode)[-3:] == "700"
    assert oct((tmp_path / "new" / "key").stat().st_mode)[-3:] == "600"


def test_blocked_replacing_is_tried_again_on_windows(tmp_path, monkeypatch):
    calls = []

    class Blocked(type(tmp_path)):
        def replace(self, target):
            calls.append(target)
            if len(calls) < 4 or target.name == "never":
                raise PermissionError(13, "in use")
            return super().replace(target)

    (tmp_path / "a").write_text("x")
    monkeypatch.setattr(files, "_REPLACE_WAITS", (0, 0, 0, 0))
    with pytest.raises(PermissionError):
        files.replace_file(Blocked(tmp_path / "a"), tmp_path / "b")
    calls.clear()
    monkeypatch.setattr(files.sys, "platform", "win32")
    files.replace_file(Blocked(tmp_path / "a"), tmp_path / "b")
    assert (tmp_path / "b").read_text() == "x"
    with pytest.raises(PermissionError):
        files.replace_file(Blocked(tmp_path / "b"), tmp_path / "never")
    files.sync_folder(tmp_path / "not even there")


def test_own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("PROOFDESK_HOME", str(tmp_path / "home"))
    assert files.user_data_dir() == tmp_path / "home"
    monkeypatch.delenv("PROOFDESK_HOME")
    assert files.user_data_dir().name == "proofdesk"
    assert not (tmp_path / "home").exists()


def test_resources():
    assert files.resource("__init__.py").is_file() or Path("resources").is_dir()
    with pytest.raises(FileNotFoundError):
        files.resource("no/such/thing")


@pytest.mark.parametrize("name", ["n" * 250, "n" * 255, "ü" * 127])
def test_a_name_as_long_as_the_file_system_allows_is_written(tmp_path, name):
    files.atomic_write(tmp_path / name, b"old")
    files.atomic_write(tmp_path / name, b"new")
    assert (tmp_path / name).read_bytes() == b"new"
    assert os.listdir(tmp_path) == [name]  # noqa: PTH208


def test_a_name_that_is_too_long_says_so(tmp_path):
    with pytest.raises(NotSavedError, match="name is too long") as caught:
        files.atomic_write(tmp_path / ("n" * 256), b"x")
    assert "shorter" in caught.value.hint
