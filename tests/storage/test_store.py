"""Tests of opening, locking and saving, also after failures."""

from __future__ import annotations

import errno
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from desktop_app.core.errors import (
    InputError,
    LockedError,
    NotSavedError,
    RefusedError,
)
from desktop_app.storage.filesystem import RealFileSystem
from desktop_app.storage.store import Store, is_workspace
from desktop_app.storage.table import JournalDB
from tests.storage.damage import FOLDER, content_of, record
from tests.storage.driver import Stepper
from tests.storage.simfs import PowerCut


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_create_open_close(tmp_path):
    folder = tmp_path / "deep" / "project"
    assert not is_workspace(folder)
    with Store.create(folder) as store:
        assert not store.read_only
        assert store.failure == ""
        store.records.table("records").insert(record(1))
        store.drafts.table("drafts").insert({"text": "open"})
    assert is_workspace(folder)
    with Store.open(folder) as store:
        assert store.records.table("records").all() == [record(1)]
        assert store.drafts.table("drafts").all() == [{"text": "open"}]
        assert (store.report.torn, store.report.problems) == ([], [])
        with store.transaction():
            store.records.table("records").insert(record(2))
            store.records.table("notes").insert({})
        assert store.records.journal.seq == 2
        assert store.compact()
    with pytest.raises(RefusedError, match="closed"):
        store.records.table("records").insert({})
    assert oct(folder.stat().st_mode)[-3:] == "700"
    assert {oct(path.stat().st_mode)[-3:] for path in folder.rglob("*") if path.is_file()} == {
        "600"
    }


def test_opening_and_closing_often_leaves_no_litter(tmp_path):
    Store.create(tmp_path / "w").close()
    for number in range(5):
        with Store.open(tmp_path / "w") as store:
            store.records.table("t").insert({"n": number})

    def count_files() -> int:
        return sum(1 for _ in (tmp_path / "w").iterdir())

    before = count_files()
    for _ in range(5):
        Store.open(tmp_path / "w").close()
    assert count_files() == before
    for number in range(70):
        with Store.open(tmp_path / "w") as store:
            store.records.table("t").insert({"n": number})
    assert count_files() < 80
    with Store.open(tmp_path / "w") as store:
        assert len(store.records.table("t")) == 75


def test_where_there_is_no_workspace(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        Store.open(tmp_path / "none")
    with pytest.raises(InputError, match="not a workspace") as caught:
        Store.open(tmp_path)
    assert caught.value.hint
    (tmp_path / "file").write_text("x")
    with pytest.raises(RefusedError, match="not empty"):
        Store.create(tmp_path)
    with pytest.raises(NotSavedError, match="could not be written"):
        Store.create(tmp_path / "file" / "below")


def test_second_opener(tmp_path):
    with Store.create(tmp_path / "w") as store:
        store.records.table("t").insert({"n": 1})
        with pytest.raises(LockedError) as caught:
            Store.open(tmp_path / "w")
        assert caught.value.hint
        with Store.open(tmp_path / "w", mode="read") as reader:
            assert reader.records.table("t").all() == [{"n": 1}]
            with pytest.raises(RefusedError, match="read-only"):
                reader.records.table("t").insert({})
            with pytest.raises(RefusedError):
                reader.make_backup("manual")
            assert not reader.retry()
        store.records.table("t").insert({"n": 2})
    with Store.open(tmp_path / "w") as store:
        assert len(store.records.table("t")) == 2


def test_second_process(tmp_path):
    code = (
        "import sys; from pathlib import Path; from desktop_app.storage.store import Store\n"
        "try: Store.open(Path(sys.argv[1]))\n"
        "except Exception as error: print(type(error).__name__)\n"
        "print(len(Store.open(Path(sys.argv[1]), mode='read').records.table('t')))"
    )
    with Store.create(tmp_path / "w") as store:
        store.records.table("t").insert({"n": 1})
        result = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "w")],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parents[2],
        )
    assert result.stdout.split() == ["LockedError", "1"]


def test_reading_writes_nothing(tmp_path):
    with Store.create(tmp_path / "w") as store:
        store.records.table("t").insert({"n": 1})
        segment = max((tmp_path / "w").glob("records.journal.*"))
        with segment.open("ab") as file:
            file.write(b'{"h":"torn')  # as if a save were just being written
        before = contents(tmp_path / "w")
        with Store.open(tmp_path / "w", mode="read") as reader:
            assert reader.report.torn[0].kept_as == ""
            assert reader.records.table("t").all() == [{"n": 1}]
            assert reader.list_backups() != []
        assert contents(tmp_path / "w") == before


class MovingDisk(RealFileSystem):
    """A disk on which the workspace is compacted just before its first journal segment is read."""

    def __init__(self, store: Store, times: int) -> None:
        self.store = store
        self.times = times

    def open(self, path):
        if "records.journal" in path.name and self.times:
            self.times -= 1
            self.store.records.table("t").insert({"n": "meanwhile"})
            self.store.records.journal.compact()
        return super().open(path)


def test_reading_while_a_compaction_moves_the_files(tmp_path):
    with Store.create(tmp_path / "w") as store:
        for number in range(5):
            store.records.table("t").insert({"n": number})
        with Store.open(tmp_path / "w", mode="read", fs=MovingDisk(store, 3)) as reader:
            assert reader.report.problems == []
            assert len(reader.records.table("t")) == 8
        with pytest.raises(InputError, match="cannot be read"):
            Store.open(tmp_path / "w", mode="read", fs=MovingDisk(store, 1000))


def test_compaction_in_a_real_thread_while_saving(tmp_path):
    with Store.create(tmp_path / "w") as store:
        table = store.records.table("t")
        store.records.journal._compact_from = 20_000
        for number in range(300):
            table.insert({"n": number, "text": "x" * 500})
    with Store.open(tmp_path / "w") as store:
        assert [d["n"] for d in store.records.table("t")] == list(range(300))
        assert store.records.journal.compaction_problem == ""
    assert not [t for t in threading.enumerate() if "compaction" in t.name]


@pytest.mark.parametrize("kind", ["create", "write", "fsync", "sync_dir"])
def test_opening_when_the_disk_refuses(fs, kind):
    with Store.create(FOLDER, fs=fs) as store:
        store.records.table("t").insert({"n": 1})
    fs.fail_errno, fs.fail_count = errno.ENOSPC, 10**9
    fs.needs_space = frozenset((kind,))
    fs.fail_from = 0
    with Store.open(FOLDER, fs=fs) as store:
        assert store.read_only
        assert "space" in store.report.fell_back_reason
        assert store.records.table("t").all() == [{"n": 1}]
        with pytest.raises(RefusedError, match="space"):
            store.records.table("t").insert({"n": 2})
        with pytest.raises(NotSavedError):
            Store.open(FOLDER, fs=fs, fallback_read_only=False)
    fs.heal()
    with Store.open(FOLDER, fs=fs) as store:
        assert not store.read_only


def test_a_failed_save_and_the_way_back(fs):
    with Store.create(FOLDER, fs=fs) as store:
        table = store.records.table("t")
        table.insert({"n": 1})
        fs.fail_from, fs.fail_count, fs.fail_errno = fs.ops, 10**9, errno.ENOSPC
        with pytest.raises(NotSavedError, match="not saved") as caught:
            table.insert({"n": 2})
        assert caught.value.hint.startswith("Earlier work is safe. Check that the disk")
        with pytest.raises(NotSavedError), store.transaction():
            table.insert({"n": 3})
        assert table.all() == [{"n": 1}]
        assert "space" in store.failure
        assert not store.retry()
        with pytest.raises(NotSavedError):
            store.make_backup("manual")
        assert not store.records.journal.compact()
        assert store.records.journal.compaction_problem
        with pytest.raises(NotSavedError):
            store.save_copy(Path("/sim/elsewhere"))
        fs.heal()
        store.save_copy(Path("/sim/copy"))
        store.records.journal.save_copy(Path("/sim/copy.json"))
        with pytest.raises(NotSavedError):
            store.records.journal.save_copy(Path("/sim/copy.json"))
        assert store.retry()
        assert store.failure == ""
        assert table.insert({"n": 4}) > 1
    for copy in (Path("/sim/copy/records.json"), Path("/sim/copy.json")):
        with JournalDB(copy, mode="read", fs=fs) as db:
            assert db.table("t").all() == [{"n": 1}]
    with Store.open(FOLDER, fs=fs) as store:
        assert store.records.table("t").all() == [{"n": 1}, {"n": 4}]


@pytest.mark.parametrize("full", ["write", "fsync"])
def test_saves_that_a_full_disk_refuses_leave_no_files(fs, full):
    """A segment without saves says nothing that the next one does not say, so it is removed."""
    with Store.create(FOLDER, fs=fs) as store:
        table = store.records.table("t")
        table.insert({"n": 1})
        before = fs.listdir(FOLDER)
        fs.fail_from, fs.fail_count, fs.fail_errno = fs.ops, 10**9, errno.ENOSPC
        # File systems keep some space for names, so that files can still be created.
        fs.needs_space = frozenset((full,))
        for number in range(5):
            with pytest.raises(NotSavedError):
                table.insert({"n": number})
        assert fs.listdir(FOLDER) == before
        fs.heal()
        table.insert({"n": 2})
    with Store.open(FOLDER, fs=fs) as store:
        assert store.records.table("t").all() == [{"n": 1}, {"n": 2}]


@pytest.mark.parametrize("seed", range(40))
def test_a_removed_segment_may_come_back_after_a_power_cut(fs, seed):
    """The removal is not made durable, so the medium may still have the file, in any state."""
    fs.rng.seed(seed)
    with Store.create(FOLDER, fs=fs) as store:
        table = store.records.table("t")
        table.insert({"n": 1})
        fs.fail_from, fs.fail_count, fs.fail_errno = fs.ops, 10**9, errno.ENOSPC
        fs.needs_space = frozenset(("write", "fsync"))
        for number in range(3):
            with pytest.raises(NotSavedError):
                table.insert({"refused": number})
        fs.heal()
        if seed % 2:
            table.insert({"n": 2})
        after = fs.after_power_cut()
        with suppress(PowerCut):
            store.close()
    with Store.open(FOLDER, fs=after) as store:
        found = store.records.table("t").all()
        assert [one for one in found if "n" in one] == [{"n": 1}, {"n": 2}][: 1 + seed % 2]
        # A refused save may have reached the medium, but only the first one, and only at the end.
        assert [one for one in found if "refused" in one] in ([], [{"refused": 0}])
        assert "n" in found[-1] or not seed % 2
        store.records.table("t").insert({"n": 3})


def test_an_interrupted_save_is_undone_and_the_next_one_works(fs, monkeypatch):
    with Store.create(FOLDER, fs=fs) as store:
        table = store.records.table("t")
        table.insert({"n": 1})

        def interrupt(kind, partly):
            partly()
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(fs, "step", interrupt)
            with pytest.raises(KeyboardInterrupt):
                table.insert({"n": 2})
        assert table.all() == [{"n": 1}]
        table.insert({"n": 3})
    with Store.open(FOLDER, fs=fs) as store:
        assert store.records.table("t").all() == [{"n": 1}, {"n": 3}]


def test_a_failed_compaction_harms_nothing_and_is_tried_again_later(fs):
    stepper = Stepper()
    with Store.create(FOLDER, fs=fs, background=stepper) as store:
        journal, table = store.records.journal, store.records.table("t")
        journal._compact_from = 2000
        for number in range(30):
            table.insert({"n": number, "text": "x" * 50})
            if stepper.running:
                break
        fs.fail_from, fs.fail_count = fs.ops, 3
        stepper.advance(100)
        assert "error" in journal.compaction_problem
        fs.heal()
        table.insert({"n": "still"})
        assert not stepper.running  # not at every save
        for number in range(60):
            table.insert({"n": number, "text": "x" * 50})
            stepper.advance(100)
        assert journal.compaction_problem == ""
        expected = content_of(store)
    with Store.open(FOLDER, fs=fs) as store:
        assert content_of(store) == expected
