"""Tests of damaged workspaces, and of workspaces of other or newer programs."""

from __future__ import annotations

import errno
import hashlib
from pathlib import Path

import orjson
import pytest

from desktop_app.core.errors import (
    DamagedError,
    InputError,
    LockedError,
    NewerVersionError,
    NotSavedError,
    RefusedError,
)
from desktop_app.storage.journal import JournalStorage
from desktop_app.storage.segments import encode_line
from desktop_app.storage.store import Store
from tests.storage.damage import FOLDER, content_of, make_sample


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_damage_opens_read_only_and_salvages(fs):
    sample = make_sample()
    fs = sample.disk()
    data = bytearray(sample.files["records.json"])
    data[data.index(b'"n":3')] ^= 1
    fs.poke(FOLDER / "records.json", bytes(data))
    fs.mkdir(FOLDER / "project")
    fs.mkdir(FOLDER / "project" / "forms")
    fs.poke(FOLDER / "project" / "forms" / "a.yaml", b"questions: []")
    with Store.open(FOLDER, fs=fs) as store:
        assert store.read_only
        assert store.report.fell_back_reason
        assert len(store.report.problems) == 1
        assert store.report.problems[0].startswith("records.json, line ")
        for database in (store.records, store.drafts):
            with pytest.raises(RefusedError, match="damaged"):
                database.table("t").insert({})
        with Store.open(FOLDER, fs=fs):  # the lock was given back
            pass
        store.salvage_to(Path("/sim/healthy"))
        with pytest.raises(RefusedError, match="not empty"):
            store.salvage_to(Path("/sim/healthy"))
    with pytest.raises(DamagedError, match="line"):
        JournalStorage(FOLDER / "records.json", fs=fs)
    with Store.open(Path("/sim/healthy"), fs=fs) as store:
        assert store.report.problems == []
        found = content_of(store)
        assert len(found["records"]) == len(sample.content["records"]) - 1
        assert found["notes"] == sample.content["notes"]
        assert store.drafts.table("drafts").all() == [{"open": 1}]
    assert fs.peek(Path("/sim/healthy/project/forms/a.yaml")) == b"questions: []"
    assert fs.peek(FOLDER / "records.json") == bytes(data)


@pytest.mark.parametrize(
    ("name", "data", "lost"),
    [
        ("records.json", None, True),
        ("records.json", b"", True),
        ("records.json", b"{}", True),
        ("records.json", b'{"records": {"1": {"n": 1}}}', True),
        ("records.json", b"\0" * 5000, True),
        ("records.journal.000003", None, True),
        ("records.journal.000003", b"", True),
        ("drafts.json", b"", False),
    ],
)
def test_files_lost_or_emptied(name, data, lost):
    sample = make_sample()
    fs = sample.disk()
    if data is None:
        fs.remove(FOLDER / name)
    else:
        fs.poke(FOLDER / name, data)
    with Store.open(FOLDER, fs=fs) as store:
        assert store.read_only
        assert any(name in problem for problem in store.report.problems) or data is None
        found = content_of(store)
        assert (found != sample.content) == lost
        assert len(found["records"]) >= 10  # those of the segments that remain
        for table, documents in found.items():
            for key, document in documents.items():
                assert document in sample.versions[table, key]


def test_missing_drafts_are_made_anew(fs):
    with Store.create(FOLDER, fs=fs) as store:
        store.records.table("t").insert({"n": 1})
    for name in fs.listdir(FOLDER):
        if name.startswith("drafts"):
            fs.remove(FOLDER / name)
    with Store.open(FOLDER, mode="read", fs=fs) as store:
        assert store.drafts.tables() == set()
    with Store.open(FOLDER, fs=fs) as store:
        assert not store.read_only
        store.drafts.table("d").insert({})


def test_rubbish_that_was_meant_as_a_snapshot(tmp_path):
    with Store.create(tmp_path / "w") as store:
        store.records.table("t").insert({"n": 1})
        store.compact()
    path = tmp_path / "w" / "records.json"
    text = path.read_text()
    path.write_text(text.replace('"n":1', '"n":2'))
    with Store.open(tmp_path / "w") as store:
        assert store.read_only
        assert store.records.table("t").all() == []
    path.write_text(text.replace('"_integrity": {\n', '"_integrity": {"0": {},\n'))
    with Store.open(tmp_path / "w") as store:
        assert store.read_only
        assert store.records.table("t").all() == [{"n": 1}]


def newer_snapshot(data: bytes, layout: bytes | None = None) -> bytes:
    body = data if layout is None else layout
    start = body[: body.rindex(b'"3": {"format":')] + b'"3": {"format":2,"digest":"'
    return start + hashlib.sha256(start).hexdigest().encode() + b'"}\n}\n}\n'


def test_newer_formats_are_refused_untouched(tmp_path):
    with Store.create(tmp_path / "w") as store:
        store.records.table("t").insert({"n": 1})
    path = tmp_path / "w" / "drafts.json"
    good = path.read_bytes()
    layouts = [
        None,
        b'something {\n}\nelse\n"x": 1},\n"3": {"format":2',
        b'"_integrity": {\n"3": {"format":',
    ]
    for layout in layouts:
        path.write_bytes(newer_snapshot(good, layout))
        before = contents(tmp_path / "w")
        for mode in ("write", "read"):
            with pytest.raises(NewerVersionError) as caught:
                Store.open(tmp_path / "w", mode=mode)
            assert caught.value.hint
        assert contents(tmp_path / "w") == before
    path.write_bytes(good)
    segment = max((tmp_path / "w").glob("records.journal.*"))
    header = orjson.loads(segment.read_bytes())["r"]
    segment.write_bytes(encode_line(orjson.dumps({**header, "format": 2, "new": []}))[1])
    before = contents(tmp_path / "w")
    with pytest.raises(NewerVersionError):
        Store.open(tmp_path / "w")
    assert contents(tmp_path / "w") == before
    segment.unlink()
    Store.open(tmp_path / "w").close()


def test_a_well_signed_file_of_another_layout_is_damaged(tmp_path):
    with Store.create(tmp_path / "w"):
        pass
    path = tmp_path / "w" / "drafts.json"
    path.write_bytes(newer_snapshot(path.read_bytes()).replace(b'"format":2', b'"format":0'))
    data = path.read_bytes()
    start = data[:-71]
    path.write_bytes(start + hashlib.sha256(start).hexdigest().encode() + data[-7:])
    with Store.open(tmp_path / "w") as store:
        assert store.read_only


def test_what_verifies_but_makes_no_sense_is_damaged(tmp_path):
    with Store.create(tmp_path / "w") as store:
        store.records.table("t").insert({"n": 1})
        segment = max((tmp_path / "w").glob("records.journal.*"))
        header, *_ = segment.read_bytes().splitlines(keepends=True)
        position = orjson.loads(header)["r"]
        seq, chain = position["seq"] + 1, position["chain"]
    for body in ([], [seq, chain, 5], [seq, chain, [["p", "t"]]], [seq, chain, [5]]):
        segment.write_bytes(header + encode_line(orjson.dumps(body))[1])
        for other in (tmp_path / "w").glob("records.journal.*"):
            if other > segment:
                other.unlink()
        with pytest.raises(DamagedError):
            Store.open(tmp_path / "w")
    segment.write_bytes(encode_line(b"{}")[1])
    with pytest.raises(DamagedError):
        Store.open(tmp_path / "w")


def test_restoring_a_backup(fs, clock):
    with Store.create(FOLDER, fs=fs, clock=clock) as store:
        store.records.table("t").insert({"n": 1})
        store.drafts.table("d").insert({"draft": 1})
        made = store.make_backup("manual")
        store.records.table("t").insert({"n": 2})
        store.drafts.table("d").truncate()
        clock.advance(minutes=1)
        before = store.restore(made.name)
        assert store.records.table("t").all() == [{"n": 1}]
        assert store.drafts.table("d").all() == [{"draft": 1}]
        store.records.table("t").insert({"n": 3})
        store.restore(before.name)
        assert store.records.table("t").all() == [{"n": 1}, {"n": 2}]
        assert not store.read_only
        with pytest.raises(InputError, match="no backup"):
            store.restore("20260101T000000Z-none")
        with pytest.raises(LockedError):
            Store.open(FOLDER, fs=fs)
    with Store.open(FOLDER, fs=fs) as store:
        assert store.records.table("t").all() == [{"n": 1}, {"n": 2}]


def test_restoring_over_damage_keeps_the_damaged_files(fs, clock):
    with Store.create(FOLDER, fs=fs, clock=clock) as store:
        store.records.table("t").insert({"n": 1})
        made = store.make_backup("manual")
        store.records.table("t").insert({"n": 2})
    fs.poke(FOLDER / "records.json", b"rubbish")
    with Store.open(FOLDER, fs=fs, clock=clock) as store:
        assert store.read_only
        with Store.open(FOLDER, fs=fs, mode="read"):
            kept = store.restore(made.name)
        assert not store.read_only
        assert store.report.problems == []
        store.records.table("t").insert({"n": 3})
        assert fs.peek(kept.path / "records.json") == b"rubbish"
    fs.poke(made.path / "records.json", b"rubbish")
    with Store.open(FOLDER, fs=fs, clock=clock) as store:
        with pytest.raises(RefusedError, match="itself damaged"):
            store.restore(made.name)
        assert store.records.table("t").all() == [{"n": 1}, {"n": 3}]


def test_restoring_on_a_full_disk_changes_nothing(fs, clock):
    with Store.create(FOLDER, fs=fs, clock=clock) as store:
        store.records.table("t").insert({"n": 1})
        made = store.make_backup("manual")
        store.records.table("t").insert({"n": 2})
        fs.fail_from, fs.fail_count, fs.fail_errno = fs.ops, 10**9, errno.ENOSPC
        with pytest.raises(NotSavedError):
            store.restore(made.name)
        assert store.read_only
        assert len(store.records.table("t")) == 2
    fs.heal()
    with Store.open(FOLDER, fs=fs) as store:
        assert len(store.records.table("t")) == 2


def test_taking_the_lock_for_a_restore_may_fail(fs, clock):
    with Store.create(FOLDER, fs=fs, clock=clock) as store:
        made = store.make_backup("manual")
        with Store.open(FOLDER, fs=fs, mode="read") as reader, pytest.raises(LockedError):
            reader.restore(made.name)
    fs.remove(FOLDER / "lock")
    with Store.open(FOLDER, fs=fs, mode="read") as reader:
        fs.fail_from, fs.fail_count = fs.ops, 10**9
        with pytest.raises(NotSavedError):
            reader.restore(made.name)


def test_torn_tails_are_kept_aside_and_reported_once(fs):
    with Store.create(FOLDER, fs=fs) as store:
        store.records.table("t").insert({"n": 1})
        name = next(n for n in fs.listdir(FOLDER) if n.startswith("records.journal"))
        data = fs.peek(FOLDER / name)
    for name_ in fs.listdir(FOLDER):
        if name_.startswith("records.journal"):
            fs.remove(FOLDER / name_)
    fs.poke(FOLDER / name, data + b'{"h":"half a line')
    fs.poke(FOLDER / f"{name}.torn-1", b"an older one")
    with Store.open(FOLDER, fs=fs) as store:
        (torn,) = store.report.torn
        assert (torn.file, torn.offset, torn.size) == (name, len(data), 17)
        assert fs.peek(FOLDER / torn.kept_as) == b'{"h":"half a line'
        assert torn.kept_as.endswith(".torn-2")
        assert store.records.table("t").all() == [{"n": 1}]
    with Store.open(FOLDER, fs=fs) as store:
        assert store.report.torn == []
        assert store.records.table("t").all() == [{"n": 1}]
