from __future__ import annotations

import shutil
from pathlib import Path

import orjson
import pytest

from desktop_app.core.errors import NewerVersionError
from desktop_app.core.records import MIGRATIONS, Migrations, current_body, migrate, parse_record
from desktop_app.storage.store import Store

GOLDEN = Path(__file__).parent / "golden"


def document(**changes):
    return {"kind": "item", "schema": 1, "body": {"text": "t", "unknown": [1]}, **changes}


def test_nothing_to_migrate_yet():
    old = document(extra="kept")
    new = migrate(old)
    assert new == old
    assert new is not old
    assert new["body"] is not old["body"]
    assert MIGRATIONS.current("item") == 1
    assert migrate(document(body=None))["body"] is None


def test_steps_are_pure_and_keep_unknown_fields():
    migrations = Migrations()
    migrations.register("item", 1, lambda body: {**body, "title": body["text"][:1]})
    migrations.register("item", 2, lambda body: {k: v for k, v in body.items() if k != "text"})
    old = document()
    new = migrations.migrate(old)
    assert new == {"kind": "item", "schema": 3, "body": {"unknown": [1], "title": "t"}}
    assert old == document()
    assert migrations.migrate(document(schema=2))["body"] == {"unknown": [1]}
    assert migrations.migrate(document(body=None)) == document(body=None, schema=3)
    assert migrations.migrate(document(kind="person"))["schema"] == 1


def test_a_body_alone_is_migrated_only_where_there_is_something_to_do(monkeypatch):
    body = {"text": "t", "unknown": [1]}
    assert current_body("item", 1, body) is body
    assert current_body("item", 1, None) is None
    with pytest.raises(NewerVersionError, match="schema 2"):
        current_body("item", 2, body)
    monkeypatch.setattr(MIGRATIONS, "_steps", {})
    monkeypatch.setattr(MIGRATIONS, "_current", {})

    def renamed(old):
        old["title"] = old.pop("text")  # may change what it is given: that is a copy
        return old

    MIGRATIONS.register("item", 1, renamed)
    assert current_body("item", 1, body) == {"title": "t", "unknown": [1]}
    assert body == {"text": "t", "unknown": [1]}
    assert current_body("item", 1, None) is None
    new = {"title": "t"}
    assert current_body("item", 2, new) is new
    assert current_body("person", 1, body) is body


def test_steps_are_registered_without_gaps():
    migrations = Migrations()
    with pytest.raises(ValueError, match="start from 1"):
        migrations.register("item", 2, dict)


def test_a_newer_schema_is_refused():
    with pytest.raises(NewerVersionError, match="schema 2") as caught:
        migrate(document(schema=2))
    assert caught.value.hint


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.iterdir() if path.is_dir()))
def test_workspaces_of_every_version_open(name, tmp_path):
    folder = tmp_path / "w"
    shutil.copytree(GOLDEN / name, folder)
    expected = orjson.loads((GOLDEN / f"{name}.expected.json").read_bytes())
    for mode in ("read", "write"):
        with Store.open(folder, mode=mode) as store:
            assert (store.report.problems, store.report.torn) == ([], [])
            assert store.records.storage.read() == expected["records"]
            assert store.drafts.storage.read() == expected["drafts"]
            for stored in store.records.table("records"):
                rest = {key: value for key, value in stored.items() if key != "rev"}
                parse_record(rest, rev=stored["rev"])
                assert migrate(rest)["body"] == rest["body"]
    with Store.open(folder) as store:
        assert store.compact()
        assert store.records.storage.read() == expected["records"]
