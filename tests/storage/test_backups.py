from __future__ import annotations

import errno
from datetime import timedelta
from pathlib import Path

import pytest

from desktop_app.core.errors import InputError, NotSavedError
from desktop_app.storage import backups
from desktop_app.storage.backups import Backup, superfluous
from desktop_app.storage.filesystem import REAL_FILES
from desktop_app.storage.store import Store
from tests.storage.damage import FOLDER, content_of
from tests.storage.driver import Stepper


def test_every_backup_opens_with_what_the_store_held(fs, clock):
    stepper = Stepper()
    states = {}
    with Store.create(FOLDER, fs=fs, clock=clock, background=stepper) as store:
        for number in range(6):
            store.records.table("t").insert({"n": number})
            if number == 3:
                store.records.journal.compact()
            states[store.make_backup("manual").name] = content_of(store)
            again = store.make_backup("merge")  # nothing saved in between
            states[again.name] = content_of(store)
        store.records.table("t").truncate()
        store.compact()
        listed = store.list_backups()
    assert len(states) == 12
    assert {backup.name for backup in listed if backup.reason != "auto"} == states.keys()
    for backup in listed:
        if backup.name in states:
            with Store.open(backup.path, mode="read", fs=fs) as old:
                assert content_of(old) == states[backup.name]
                assert (old.report.problems, old.report.torn) == ([], [])


def test_a_backup_is_links_not_copies(tmp_path):
    with Store.create(tmp_path / "w") as store:
        store.records.table("t").insert({"n": 1})
        made = store.make_backup("manual")
        same = (made.path / "records.json").stat().st_ino
        assert same == (tmp_path / "w" / "records.json").stat().st_ino


def test_without_hard_links_files_are_copied(fs, clock):
    fs.links = False
    with Store.create(FOLDER, fs=fs, clock=clock) as store:
        store.records.table("t").insert({"n": 1})
        made = store.make_backup("manual")
        store.records.table("t").insert({"n": 2})
        store.compact()
        with Store.open(made.path, mode="read", fs=fs) as old:
            assert old.records.table("t").all() == [{"n": 1}]


def test_automatic_backups_follow_the_work(fs, clock):
    with Store.create(FOLDER, fs=fs, clock=clock) as store:
        table = store.records.table("t")

        def count() -> int:
            return len([b for b in store.list_backups() if b.reason == "auto"])

        table.insert({})
        assert count() == 1
        clock.advance(minutes=29)
        table.insert({})
        assert count() == 1
        clock.advance(minutes=1)
        assert count() == 1  # no work, no backup
        store.drafts.table("d").insert({})
        assert count() == 2
        clock.advance(minutes=45)
        with store.drafts.transaction():
            table.insert({})  # never in the middle of something
            assert count() == 2
            store.drafts.table("d").insert({})
        assert count() == 3
        clock.advance(days=-2)  # the clock was set back
        table.insert({})
        assert count() == 4
    clock.advance(minutes=10)
    with Store.open(FOLDER, fs=fs, clock=clock) as store:
        newest = store.list_backups()[0].time
        assert newest > clock.now  # from before the clock was set back
        store.records.table("t").insert({})
        assert count() == 4  # the last was made ten minutes ago
        clock.advance(minutes=20)
        store.records.table("t").insert({})
        assert count() == 5


def test_a_failed_automatic_backup_fails_no_save(fs, clock):
    with Store.create(FOLDER, fs=fs, clock=clock) as store:
        fs.needs_space = frozenset(("mkdir",))
        fs.fail_from, fs.fail_count, fs.fail_errno = fs.ops, 10**9, errno.ENOSPC
        assert store.records.table("t").insert({}) == 1
        assert store.list_backups() == []
        assert any("no backup" in warning for warning in store.report.warnings)
        with pytest.raises(NotSavedError, match="no backup"):
            store.make_backup("manual")


def test_reasons_are_one_word(fs):
    with Store.create(FOLDER, fs=fs) as store:
        for reason in ("", "Two", "two words", "../up", "x" * 21):
            with pytest.raises(ValueError, match="reason"):
                store.make_backup(reason)


def test_an_unfinished_backup_is_none_and_goes_away(fs, clock):
    with Store.create(FOLDER, fs=fs, clock=clock) as store:
        store.records.table("t").insert({})
        made = store.make_backup("manual")
        fs.remove(made.path / "backup.json")
        fs.mkdir(FOLDER / "backups" / "my own folder")
        fs.mkdir(FOLDER / "backups" / "20269999T000000Z-auto")
        assert made not in store.list_backups()
        store.make_backup("manual")
        assert not fs.exists(made.path)
        assert fs.exists(FOLDER / "backups" / "my own folder")
        assert fs.exists(FOLDER / "backups" / "20269999T000000Z-auto")


def test_what_cannot_be_removed_stays(fs, clock):
    with Store.create(FOLDER, fs=fs, clock=clock) as store:
        made = store.make_backup("manual")
        fs.remove(made.path / "backup.json")
        fs.mkdir(made.path / "mine")
        store.make_backup("manual")
        assert fs.exists(made.path / "mine")


def links(path: Path, target: Path) -> None:
    try:
        path.symlink_to(target, target_is_directory=True)
    except OSError:
        pytest.skip("this system lets nobody make symbolic links")


def precious(folder: Path) -> dict[str, bytes]:
    """Create a folder with files, one of which is named like a backup; return its content."""
    folder.mkdir()
    for name in ("thesis.odt", "records.json", "backup.json"):
        (folder / name).write_bytes(name.encode())
    return contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_link_among_the_backups_is_none_and_what_it_leads_to_stays(tmp_path, clock):
    before = precious(tmp_path / "documents")
    with Store.create(tmp_path / "w", clock=clock) as store:
        made = store.make_backup("manual")
        for name in ("20200101T000000Z-auto", "20200101T000001Z-merge"):
            links(made.path.parent / name, tmp_path / "documents")
        (tmp_path / "documents" / "backup.json").unlink()
        for _ in range(2):  # once unfinished, once as if finished but superfluous
            again = store.make_backup("manual")
            clock.advance(days=100)
            assert not [one for one in store.list_backups() if one.time.year < 2026]
            (tmp_path / "documents" / "backup.json").write_bytes(b"backup.json")
        assert again.path.is_dir()
        assert contents(tmp_path / "documents") == before
        with pytest.raises(InputError, match="no backup"):
            store.restore("20200101T000000Z-auto")


def test_a_broken_link_takes_no_name_from_a_backup(tmp_path, clock):
    with Store.create(tmp_path / "w", clock=clock) as store:
        made = store.make_backup("manual")
        links(made.path.parent / "20260302T090000Z-2-manual", tmp_path / "nowhere")
        assert store.make_backup("manual").name == "20260302T090000Z-3-manual"


def test_a_linked_folder_of_backups_is_neither_read_nor_filled_nor_thinned(tmp_path, clock):
    old = tmp_path / "elsewhere" / "20200101T000000Z-auto"
    old.parent.mkdir()
    before = precious(old)
    with Store.create(tmp_path / "w", clock=clock) as store:
        links(tmp_path / "w" / "backups", old.parent)
        with pytest.raises(NotSavedError, match="link to somewhere else") as caught:
            store.make_backup("manual")
        assert caught.value.hint
        assert store.records.table("t").insert({}) == 1
        assert any("link to somewhere" in warning for warning in store.report.warnings)
        assert store.list_backups() == []
    backups.thin(REAL_FILES, tmp_path / "w", clock.now)
    assert [path.name for path in old.parent.iterdir()] == [old.name]
    assert contents(old) == before


def test_thinning_takes_only_what_backups_are_made_of(tmp_path, clock):
    with Store.create(tmp_path / "w", clock=clock) as store:
        store.records.table("t").insert({})
        made = store.make_backup("manual")
        (made.path / "backup.json").unlink()
        (made.path / "notes.txt").write_text("mine")
        (made.path / "records.json.bak").write_text("mine")
        store.make_backup("manual")
        assert contents(made.path) == {"notes.txt": b"mine", "records.json.bak": b"mine"}


def test_a_backup_that_still_looks_finished_keeps_its_files(tmp_path, clock):
    with Store.create(tmp_path / "w", clock=clock) as store:
        store.records.table("t").insert({})
        made = store.make_backup("manual")
        # A folder instead of the marker: like a file that is in use, it cannot be removed.
        (made.path / "backup.json").unlink()
        (made.path / "backup.json").mkdir()
        before = sorted(made.path.iterdir())
        for _ in range(backups.KEEP_EXPLICIT):
            store.make_backup("manual")
        assert made.name in [one.name for one in store.list_backups()]
        assert sorted(made.path.iterdir()) == before
        (made.path / "backup.json").rmdir()
        store.make_backup("manual")
        assert not made.path.exists()


def test_a_junction_of_windows_counts_as_a_link(tmp_path, monkeypatch):
    folder = tmp_path / "folder"
    folder.mkdir()
    assert not REAL_FILES.is_link(folder)
    assert not REAL_FILES.is_link(folder / "nothing")

    class Status:
        st_mode, st_reparse_tag = folder.stat().st_mode, 0xA0000003

    monkeypatch.setattr(Path, "lstat", lambda self: Status)
    assert REAL_FILES.is_link(folder)


def test_listing_a_folder_that_cannot_be_read(fs):
    with Store.create(FOLDER, fs=fs) as store:
        fs.poke(FOLDER / "backups", b"not a folder")
        assert store.list_backups() == []


def automatic(clock, **age) -> Backup:
    time = clock.now - timedelta(**age)
    return Backup(f"{time:%Y%m%dT%H%M%SZ}-auto", time, "auto", Path())


def test_thinning_policy(clock):
    half_hourly = [automatic(clock, minutes=30 * n) for n in range(24 * 2 * 70)]  # 70 days
    dropped = {backup.name for backup in superfluous(half_hourly, clock.now)}
    kept = [backup for backup in half_hourly if backup.name not in dropped]
    ages = [clock.now - backup.time for backup in kept]
    assert len([age for age in ages if age < timedelta(days=1)]) == backups.KEEP_RECENT
    assert len({b.time.date() for b in kept if clock.now - b.time < timedelta(days=14)}) == 15
    assert len({b.time.isocalendar()[:2] for b in kept}) == 9  # 8 weeks reach into 9
    assert len(kept) < 48 + 14 + 9
    assert max(ages) < timedelta(weeks=8)
    explicit = [Backup(f"{n}", clock.now - timedelta(days=n), "merge", Path()) for n in range(30)]
    assert superfluous(explicit, clock.now) == explicit[20:]
    future = [automatic(clock, days=-3)]
    assert superfluous(future, clock.now) == []


@pytest.mark.parametrize("jump", [{"weeks": 9}, {"days": 3650}])
def test_no_jump_of_the_clock_takes_the_last_automatic_backups(fs, clock, jump):
    with Store.create(FOLDER, fs=fs, clock=clock) as store:
        for number in range(11):
            store.records.table("t").insert({"n": number})
            clock.advance(minutes=31)
        before = {backup.name for backup in store.list_backups()}
        clock.advance(**jump)
        store.records.table("t").insert({"n": 11})
        after = {backup.name for backup in store.list_backups()}
    assert len(before) == 11
    assert len(after) == backups.KEEP_NEWEST
    assert len(after & before) == backups.KEEP_NEWEST - 1


def test_backups_dated_in_the_future_stay_and_take_no_others_place(clock):
    def dated(**age) -> list[Backup]:
        made = [automatic(clock, **age, minutes=30 * n) for n in range(60)]
        return [*made, *(Backup(f"{one.name}-m", one.time, "merge", Path()) for one in made)]

    future, past = dated(days=-300), dated(days=1)
    assert superfluous([*future, *past], clock.now) == superfluous(past, clock.now)
    assert superfluous(future, clock.now) == []
    back = clock.now - timedelta(days=400)  # a clock without its battery
    assert superfluous([*future, *past], back) == []
    assert len(superfluous([*future, *past], future[0].time)) > 100  # the time has come


def test_a_backup_made_when_others_are_dated_in_the_future_is_kept(fs, clock):
    with Store.create(FOLDER, fs=fs, clock=clock) as store:
        clock.advance(days=300)
        for _ in range(backups.KEEP_EXPLICIT):
            store.make_backup("merge")
        clock.advance(days=-300)
        made = store.make_backup("merge")
        assert made in store.list_backups()


def test_no_reason_pushes_out_the_backups_of_another(clock):
    def made(reason: str, count: int, **age) -> list[Backup]:
        time = clock.now - timedelta(**age)
        return [Backup(f"{reason}{n}", time, reason, Path()) for n in range(count)]

    rare = [*made("restore", 2, days=300), *made("migration", 1, days=400)]
    merges = made("merge", 25, hours=1)
    assert superfluous([*merges, *rare], clock.now) == merges[backups.KEEP_EXPLICIT :]
