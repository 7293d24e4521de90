"""Tests of ordinary TinyDB operations on the durable tables."""

from __future__ import annotations

import math
import threading
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from tinydb import TinyDB, where
from tinydb.storages import JSONStorage
from tinydb.table import Document

from desktop_app.core.errors import RefusedError
from desktop_app.storage.journal import JournalStorage
from desktop_app.storage.table import JournalDB, JournalTable


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.json"


@pytest.fixture
def db(path: Path):
    with JournalDB(path) as database:
        yield database


def reopened(path: Path) -> dict:
    with JournalDB(path, mode="read") as database:
        return database.storage.read() or {}


@contextmanager
def failing(db):
    """Run the block in a transaction, and raise an error at its end, which is suppressed."""
    with suppress(ZeroDivisionError), db.transaction():
        yield
        raise ZeroDivisionError


def test_everyday_calls(db, path):
    table = db.table("records")
    assert isinstance(table, JournalTable)
    assert table.insert({"a": 1}) == 1
    assert table.insert_multiple([{"a": 2}, {"a": 3, "list": [1, {"x": None}]}]) == [2, 3]
    assert table.get(doc_id=3) == {"a": 3, "list": [1, {"x": None}]}
    assert table.get(doc_id=3).doc_id == 3
    assert table.get(where("a") == 2).doc_id == 2
    assert table.get(doc_id=9) is None
    assert table.get(where("a") == 9) is None
    assert [d.doc_id for d in table.get(doc_ids=[3, 1, 9])] == [1, 3]
    assert table.contains(doc_id=1)
    assert not table.contains(where("a") == 9)
    assert table.update({"b": 0}, where("a") > 1) == [2, 3]
    assert table.update({"c": 0}, doc_ids=[1, 77]) == [1]
    assert table.update(lambda doc: doc.pop("b"), where("a") == 3) == [3]
    assert table.update_multiple([({"m": 1}, where("a") == 1)]) == [1]
    assert table.upsert({"a": 2, "u": 1}, where("a") == 2) == [2]
    assert table.upsert({"a": 50}, where("a") == 50) == [4]
    assert table.upsert(Document({"z": 1}, 1)) == [1]
    assert table.count(where("a") > 0) == len(table) == 4
    assert table.remove(where("a") == 50) == [4]
    assert table.remove(doc_ids=[2, 99]) == [2]
    assert [d.doc_id for d in table] == [1, 3]
    assert table.all() == [{"a": 1, "c": 0, "m": 1, "z": 1}, {"a": 3, "list": [1, {"x": None}]}]
    db.insert({"default": True})
    assert len(db) == 1
    assert db.tables() == {"records", "_default"}
    assert reopened(path) == db.storage.read()
    table.truncate()
    assert len(table) == 0
    assert table.insert({}) == 1
    db.drop_table("_default")
    db.drop_table("nothing")
    assert db.tables() == {"records"}
    db.drop_tables()
    assert db.tables() == set()
    assert reopened(path) == {}


def test_wrong_calls(db):
    table = db.table("t")
    with pytest.raises(RuntimeError):
        table.get()
    with pytest.raises(RuntimeError):
        table.remove()
    with pytest.raises(ValueError, match="not a Mapping"):
        table.insert_multiple([{"a": 1}, [1]])
    table.insert(Document({}, 4))
    with pytest.raises(ValueError, match="already exists"):
        table.insert(Document({}, 4))
    with pytest.raises(ValueError, match="already exists"):
        table.insert_multiple([Document({}, 5), Document({}, 5)])
    assert [d.doc_id for d in table] == [4]
    with pytest.raises(KeyError):
        table._update_table(lambda view: view.pop(99))
    with pytest.raises(KeyError):
        table._update_table(lambda view: view.__delitem__(99))


def test_ids_continue_after_the_highest(db):
    table = db.table("t")
    assert table.insert_multiple([Document({}, 10), {}, {}]) == [10, 11, 12]
    table.insert(Document({}, 20))
    assert table.insert({}) == 21
    table.remove(doc_ids=[21])
    assert table.insert({}) == 22
    assert db.table("other").insert({}) == 1
    db.storage.write({"words": {"abc": {"x": 1}}})
    with pytest.raises(ValueError, match="invalid literal"):
        db.table("words").insert({})


def test_what_json_cannot_carry_is_refused(db, path):
    table = db.table("t")
    table.insert({"ok": None})
    before = db.storage.read()
    refused = [
        {"x": math.nan},
        {"x": [None, -math.inf]},
        {"x": {1: 2}},
        {"x": 2**70},
        {"x": "\ud800"},
        {"x": {1, 2}},
        {"x": Document({}, 1)},
    ]
    for document in refused:
        with pytest.raises(ValueError, match=r"."):
            table.insert(document)
    with pytest.raises(ValueError, match="not finite"):
        table.update({"ok": math.nan})
    with pytest.raises(ValueError, match="document ID"):
        db.storage.write({"t": {'a"b': {}}})
    with pytest.raises(ValueError, match="reserved"):
        db.table("_integrity").insert({})
    with pytest.raises(ValueError, match="table name"):
        db.table("\ud800").insert({})
    assert db.storage.read() == before == reopened(path)


def test_nothing_mutable_leaks(db):
    table = db.table("t")
    mine = {"list": [1], "n": 1}
    table.insert(mine)
    mine["list"].append(2)
    mine["n"] = 2
    found = table.get(doc_id=1)
    assert found == {"list": [1], "n": 1}
    found["n"] = 3
    query = where("n") == 1
    first = table.search(query)
    first[0]["n"] = 4
    first.clear()
    assert table.search(query) == [{"list": [1], "n": 1}]
    copy = db.storage.read()
    copy["t"]["1"]["list"].append(5)
    assert table.all() == [{"list": [1], "n": 1}]


def test_query_cache_notices_every_change(db):
    one, two = db.table("t"), JournalTable(db.storage, "t")
    query = where("n") > 0
    assert one.search(query) == []
    two.insert({"n": 1})
    assert len(one.search(query)) == 1
    with failing(db):
        two.insert({"n": 2})
        assert len(one.search(query)) == 2
    assert len(one.search(query)) == 1
    db.storage.write({})
    assert one.search(query) == []


def test_a_failed_updater_changes_nothing(db, path):
    table = db.table("t")
    table.insert_multiple([{"n": 1}, {"n": 2}])

    def spoil(doc):
        doc["n"] += 100
        if doc["n"] == 102:
            raise ZeroDivisionError
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        table.update(spoil)
    assert table.all() == [{"n": 1}, {"n": 2}]
    assert reopened(path)["t"] == {"1": {"n": 1}, "2": {"n": 2}}


def test_values_equal_to_python_but_not_to_json_are_saved(db, path):
    table = db.table("t")
    table.insert({"n": 1})
    seq = db.journal.seq
    table.update({"n": 1})
    assert db.journal.seq == seq  # nothing changed, nothing saved
    table.update({"n": True})
    assert reopened(path)["t"]["1"]["n"] is True
    table.update({"n": 1.0})
    assert isinstance(reopened(path)["t"]["1"]["n"], float)


def test_transactions_are_all_or_nothing(db, path):
    a, b = db.table("a"), db.table("b")
    a.insert_multiple([{"n": n} for n in range(4)])
    b.insert({"keep": 1})
    before, seq = db.storage.read(), db.journal.seq
    with failing(db):
        a.insert({"n": 9})
        a.update({"x": 1}, doc_ids=[1])
        a.remove(doc_ids=[2])
        a.update({"x": 2}, doc_ids=[3])
        b.truncate()
        b.insert({"new": 1})
        db.drop_table("a")
        db.table("c").insert({})
    assert db.storage.read() == before == reopened(path)
    assert list(db.storage.read()["a"]) == ["1", "2", "3", "4"]
    assert db.journal.seq == seq
    with db.transaction():
        a.insert({"n": 9})
        with failing(db):
            a.remove(doc_ids=[1])
            a.insert({"inner": 1})
            b.insert({"inner": 1})
        with db.transaction():
            b.remove(doc_ids=[1])
        assert len(a) == 5
    assert db.journal.seq == seq + 1
    assert reopened(path) == db.storage.read()
    with db.transaction():
        pass
    assert db.journal.seq == seq + 1


def test_an_outer_rollback_undoes_what_inner_parts_did(db):
    a = db.table("a")
    a.insert_multiple([{"n": n} for n in range(4)])
    before = db.storage.read()
    with failing(db):
        a.remove(doc_ids=[1])
        with db.transaction():
            a.update({"n": 7}, doc_ids=[2])
            a.remove(doc_ids=[3])
        a.insert({"n": 8})
    assert db.storage.read() == before
    assert a.insert({}) == 6  # ids are not given twice by one table object


def test_no_closing_or_compacting_inside_a_transaction(db):
    with db.transaction():
        for call in (db.journal.compact, db.close, db.journal.frozen_files().__enter__):
            with pytest.raises(RefusedError):
                call()


def test_stock_tinydb_reads_the_snapshot_and_we_read_after_it_closes(path):
    with JournalDB(path) as db:
        db.table("records").insert_multiple([{"text": "ä\u2028\n", "n": n} for n in range(3)])
        db.table('odd": {').insert({})
        assert db.journal.compact()
        expected = db.storage.read()
    with TinyDB(path, access_mode="r", encoding="utf-8", storage=JSONStorage) as stock:
        assert stock.table("records").all() == [{"text": "ä\u2028\n", "n": n} for n in range(3)]
        assert stock.tables() == {*expected, "_integrity"}
    assert reopened(path) == expected


def test_stock_tables_work_on_our_storage(path):
    with TinyDB(path, storage=JournalStorage) as db:
        table = db.table("t")
        assert table.insert_multiple([{"n": 1, "l": [1]}, {"n": 2}]) == [1, 2]
        table.update({"m": True}, where("n") == 1)
        table.update(lambda doc: doc["l"].append(2), where("n") == 1)
        table.remove(where("n") == 2)
        assert db.tables() == {"t"}
        db.table("gone").insert({})
        db.drop_table("gone")
        assert table.all() == [{"n": 1, "l": [1, 2], "m": True}]
    assert reopened(path) == {"t": {"1": {"n": 1, "l": [1, 2], "m": True}}}


def test_touching_a_table_makes_it_as_stock_tinydb_does(db, path):
    db.table("t").update({"a": 1})
    db.table("p", persist_empty=True)
    assert db.tables() == {"t", "p"}
    assert reopened(path) == {"t": {}, "p": {}}
    assert len(db.table("nothing")) == 0


def test_views_behave_like_a_dict(db):
    table = db.table("t")
    table.insert_multiple([{"n": 1}, {"n": 2}, {"n": 3}])

    def work(view):
        assert len(view) == 3
        del view[1]
        view[9] = {"n": 9}
        assert 1 not in view
        assert 9 in view
        with pytest.raises(KeyError):
            view[1]
        view[1] = {"n": "again"}
        view[8] = {}
        del view[8]
        assert list(view) == [2, 3, 9, 1]
        assert len(view) == 4
        view.clear()
        assert len(view) == 0
        view[3] = {"n": 3}

    table._update_table(work)
    assert table.all() == [{"n": 3}]


def test_iterating_while_saving(db):
    table = db.table("t")
    table.insert_multiple([{"n": n} for n in range(3)])
    for document in table:
        table.insert({"copy": document["n"]})
    assert len(table) == 6


def test_another_thread_waits_for_a_transaction(db):
    table = db.table("t")
    done = []

    def other():
        table.insert({"from": "other"})
        done.append(1)

    with failing(db):
        table.insert({"from": "first"})
        thread = threading.Thread(target=other)
        thread.start()
        assert not done
    thread.join()
    assert [d["from"] for d in table] == ["other"]


def test_cost_does_not_grow_with_the_table(db):
    """A save and a look-up access no other document. Accesses are counted instead of timed."""
    table = db.table("t")
    table.insert_multiple([{"n": n} for n in range(500)])
    table.insert({})

    class Counting(dict):
        walked = 0

        def __iter__(self):
            Counting.walked += 1
            return super().__iter__()

        def items(self):
            Counting.walked += 1
            return super().items()

        def keys(self):
            Counting.walked += 1
            return super().keys()

        def values(self):
            Counting.walked += 1
            return super().values()

    db.journal._memory.tables["t"] = Counting(db.journal._memory.tables["t"])
    table.insert({"n": 1})
    table.update({"n": 2}, doc_ids=[5])
    table.remove(doc_ids=[7])
    assert table.get(doc_id=5) == {"n": 2}
    assert table.get(doc_ids=[5, 6]) == [{"n": 2}, {"n": 5}]
    assert Counting.walked == 0


def test_two_objects_for_one_table_never_collide(db):
    one, two = db.table("t"), JournalTable(db.storage, "t")
    assert [one.insert({}), two.insert({}), one.insert({}), two.insert({})] == [1, 2, 3, 4]
