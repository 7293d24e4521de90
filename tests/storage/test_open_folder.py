"""Tests of a store whose folder is moved, deleted or replaced while it is open."""

from __future__ import annotations

import errno
import shutil
import sys
from pathlib import Path

import pytest

from desktop_app.core.errors import NotSavedError
from desktop_app.storage.filesystem import RealFileSystem
from desktop_app.storage.store import Store
from tests.storage.damage import record
from tests.storage.test_store import contents

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="a folder with open files cannot be moved there"
)


class Drive(RealFileSystem):
    """A disk whose device number can change, as when a drive is removed and put back."""

    device = 1

    def identity(self, path: Path) -> tuple[int, int]:
        return self.device, super().identity(path)[1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A closed workspace with one record."""
    with Store.create(tmp_path / "work") as store:
        store.records.table("records").insert(record(1))
    return tmp_path / "work"


def numbers(store: Store) -> list[int]:
    return [doc["body"]["n"] for doc in store.records.table("records")]


def refuse_all(store: Store, reason: str) -> None:
    """Check that nothing can be written, and that memory stays as it is."""
    known = numbers(store)
    for write in (
        lambda: store.records.table("records").insert(record(9)),
        lambda: store.drafts.table("drafts").insert({"text": "refused"}),
        lambda: store.make_backup("manual"),
        lambda: store.restore("none"),
        store.compact,
        store.require_folder,
    ):
        with pytest.raises(NotSavedError, match=reason) as refused:
            write()
        assert str(store.folder) in str(refused.value)
        assert "move it back" in refused.value.hint
    assert numbers(store) == known
    assert store.drafts.table("drafts").all() == []
    assert reason in store.failure
    assert not store.retry()


def test_a_folder_that_was_moved_gets_no_save_until_it_is_back(folder: Path) -> None:
    away = folder.with_name("away")
    store = Store.open(folder)
    store.records.table("records").insert(record(2))
    folder.rename(away)
    before = contents(away)
    refuse_all(store, "the folder no longer exists")
    assert not folder.exists()
    assert contents(away) == before
    away.rename(folder)
    assert store.failure == ""
    assert store.retry()
    store.records.table("records").insert(record(3))
    store.drafts.table("drafts").insert({"text": "kept"})
    store.close()
    with Store.open(folder) as again:
        assert again.report.problems == []
        assert numbers(again) == [1, 2, 3]
        assert again.drafts.table("drafts").all() == [{"text": "kept"}]


def test_a_moved_folder_opens_at_its_new_place_with_all_that_was_saved(folder: Path) -> None:
    store = Store.open(folder)
    store.records.table("records").insert(record(2))
    away = folder.rename(folder.with_name("away"))
    with pytest.raises(NotSavedError):
        store.records.table("records").insert(record(3))
    store.close()
    assert not folder.exists()
    with Store.open(away) as again:
        assert (again.report.problems, numbers(again)) == ([], [1, 2])


@pytest.mark.parametrize("other", ["another workspace", "a copy", "an empty folder"])
def test_a_folder_in_its_place_stays_as_it_is(folder: Path, other: str) -> None:
    store = Store.open(folder)
    store.records.table("records").insert(record(2))
    away = folder.rename(folder.with_name("away"))
    if other == "another workspace":
        Store.create(folder).close()
    elif other == "a copy":
        shutil.copytree(away, folder)
    else:
        folder.mkdir()
    (folder / "project").mkdir()
    (folder / "project" / "other.md").write_text("of another project", "utf-8")
    before = contents(folder), contents(away)
    refuse_all(store, "another folder is now in this place")
    assert store.salvage_to(folder.with_name("rescued")) == []
    store.close()
    assert (contents(folder), contents(away)) == before
    # The copy has what was saved, and no texts of the other folder.
    assert not (folder.with_name("rescued") / "project").exists()
    with Store.open(folder.with_name("rescued")) as rescued:
        assert numbers(rescued) == [1, 2]


def test_a_place_that_became_a_file_counts_as_a_missing_folder(folder: Path) -> None:
    inner = folder.with_name("outer") / "work"
    inner.parent.mkdir()
    folder.rename(inner)
    with Store.open(inner) as store:
        inner.parent.rename(folder.with_name("away"))
        inner.parent.write_text("a file", "utf-8")
        refuse_all(store, "the folder no longer exists")


def test_a_folder_that_cannot_be_asked_for_is_not_written(folder: Path) -> None:
    class Unplugged(RealFileSystem):
        gone = False

        def identity(self, path: Path) -> tuple[int, int]:
            if self.gone:
                raise OSError(errno.EIO, "Input/output error")
            return super().identity(path)

    fs = Unplugged()
    with Store.open(folder, fs=fs) as store:
        fs.gone = True
        before = contents(folder)
        refuse_all(store, "Input/output error")
        assert contents(folder) == before
        fs.gone = False
        store.records.table("records").insert(record(2))


def put_back(fs: Drive, folder: Path, away: Path) -> None:
    """Put a drive back: the same files, with other numbers."""
    shutil.copytree(away, folder)
    fs.device += 1


def test_a_drive_that_was_removed_and_put_back_is_saved_to_again(folder: Path) -> None:
    fs = Drive()
    store = Store.open(folder, fs=fs)
    store.records.table("records").insert(record(2))
    away = folder.rename(folder.with_name("away"))
    refuse_all(store, "the folder no longer exists")
    before = contents(away)
    put_back(fs, folder, away)
    store.records.table("records").insert(record(3))
    store.drafts.table("drafts").insert({"text": "kept"})
    assert contents(away) == before
    # Only one program may write: the lock on the drive is held again.
    with Store.open(folder, mode="read") as reader:
        assert numbers(reader) == [1, 2, 3]
    lock = RealFileSystem().lock(folder / "lock")
    assert lock is None
    store.close()
    with Store.open(folder) as again:
        assert (again.report.problems, numbers(again)) == ([], [1, 2, 3])
        assert again.drafts.table("drafts").all() == [{"text": "kept"}]


def test_a_drive_put_back_before_the_next_save_is_saved_to_again(folder: Path) -> None:
    fs = Drive()
    with Store.open(folder, fs=fs) as store:
        store.records.table("records").insert(record(2))
        away = folder.rename(folder.with_name("away"))
        put_back(fs, folder, away)
        # The open file is still the one on the drive before, so the first save is refused.
        with pytest.raises(NotSavedError):
            store.records.table("records").insert(record(3))
        assert store.retry()
        store.records.table("records").insert(record(3))
    with Store.open(folder) as again:
        assert (again.report.problems, numbers(again)) == ([], [1, 2, 3])


def test_a_drive_that_another_program_uses_is_not_saved_to(folder: Path) -> None:
    fs = Drive()
    store = Store.open(folder, fs=fs)
    away = folder.rename(folder.with_name("away"))
    put_back(fs, folder, away)
    with Store.open(folder) as other:
        refuse_all(store, "another folder is now in this place")
        other.records.table("records").insert(record(2))
    # What the other program saved would be lost.
    refuse_all(store, "another folder is now in this place")
    store.close()
    with Store.open(folder) as again:
        assert numbers(again) == [1, 2]


def test_a_drive_that_is_in_use_is_not_saved_to(folder: Path) -> None:
    fs = Drive()
    store = Store.open(folder, fs=fs)
    put_back(fs, folder, folder.rename(folder.with_name("away")))
    lock = RealFileSystem().lock(folder / "lock")
    assert lock is not None
    refuse_all(store, "another folder is now in this place")
    lock.release()
    store.records.table("records").insert(record(2))
    store.close()


def test_an_older_state_on_another_drive_is_not_saved_to(folder: Path) -> None:
    fs = Drive()
    old = folder.with_name("old")
    shutil.copytree(folder, old)
    store = Store.open(folder, fs=fs)
    store.records.table("records").insert(record(2))
    folder.rename(folder.with_name("away"))
    put_back(fs, folder, old)
    before = contents(folder)
    refuse_all(store, "another folder is now in this place")
    store.close()
    assert contents(folder) == before


def test_a_read_only_store_takes_no_other_folder(folder: Path) -> None:
    fs = Drive()
    with Store.open(folder, mode="read", fs=fs) as store:
        store.require_folder()
        put_back(fs, folder, folder.rename(folder.with_name("away")))
        with pytest.raises(NotSavedError, match="another folder"):
            store.require_folder()
