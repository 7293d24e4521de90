from __future__ import annotations

import errno
import hashlib
import stat
import zipfile
from pathlib import Path

import orjson
import pytest

from desktop_app.core.errors import (
    AppError,
    DamagedError,
    InputError,
    NewerVersionError,
    NotSavedError,
    RefusedError,
)
from desktop_app.storage import archive as archiving
from desktop_app.storage.archive import export_backup, import_backup
from desktop_app.storage.snapshot import _TAIL, Position, snapshot_blocks
from desktop_app.storage.store import Store
from tests.storage.damage import content_of, record


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    folder = tmp_path / "w"
    with Store.create(folder) as store:
        store.records.table("records").insert_multiple([record(1), record(2)])
        store.drafts.table("d").insert({"draft": "ä"})
    (folder / "project" / "forms").mkdir(parents=True)
    (folder / "project" / "forms" / "Größe (1).yaml").write_text("questions: []")
    export_backup(folder, tmp_path / "out.zip")
    return tmp_path / "out.zip"


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack(path: Path, contents: dict[str, bytes], change=None, **options) -> Path:
    with zipfile.ZipFile(path, "w", **options) as archive:
        for name, data in contents.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (stat.S_IFREG | 0o600) << 16
            info.compress_type = archive.compression
            if change:
                change(info)
            archive.writestr(info, data)
    return path


def test_there_and_back(exported, tmp_path):
    import_backup(exported, tmp_path / "new" / "place")
    with Store.open(tmp_path / "w") as old, Store.open(tmp_path / "new" / "place") as new:
        assert content_of(new) == content_of(old)
        assert new.drafts.table("d").all() == [{"draft": "ä"}]
        assert new.report.problems == []
        new.records.table("records").insert(record(3))
    text = tmp_path / "new" / "place" / "project" / "forms" / "Größe (1).yaml"
    assert text.read_text() == "questions: []"
    with zipfile.ZipFile(exported) as archive:
        assert archive.testzip() is None
    assert oct(exported.stat().st_mode)[-3:] == "600"


def test_a_backup_folder_can_be_exported(tmp_path):
    with Store.create(tmp_path / "w") as store:
        store.records.table("t").insert({"n": 1})
        made = store.make_backup("manual")
        store.records.table("t").insert({"n": 2})
        export_backup(made.path, tmp_path / "old.zip")
        export_backup(tmp_path / "w", tmp_path / "now.zip")  # while it is open
    for name, count in (("old", 1), ("now", 2)):
        import_backup(tmp_path / f"{name}.zip", tmp_path / name)
        with Store.open(tmp_path / name) as store:
            assert len(store.records.table("t")) == count


def test_what_cannot_be_exported(exported, tmp_path):
    before = exported.read_bytes()
    with pytest.raises(InputError):
        export_backup(tmp_path / "none", exported)
    with pytest.raises(NotSavedError):
        export_backup(tmp_path / "w", tmp_path / "none" / "out.zip")
    for name in ("a:b", "con.txt", ".hidden", "dot."):
        (tmp_path / "w" / "project" / name).write_text("x")
        with pytest.raises(RefusedError, match="cannot be exported"):
            export_backup(tmp_path / "w", exported)
        (tmp_path / "w" / "project" / name).unlink()
    (tmp_path / "w" / "project" / "link").symlink_to("/etc")
    with pytest.raises(RefusedError):
        export_backup(tmp_path / "w", exported)
    (tmp_path / "w" / "project" / "link").unlink()
    (tmp_path / "w" / "project").rename(tmp_path / "real")
    (tmp_path / "w" / "project").symlink_to(tmp_path / "real")
    with pytest.raises(RefusedError, match="cannot be exported"):
        export_backup(tmp_path / "w", exported)
    (tmp_path / "w" / "project").unlink()
    (tmp_path / "w" / "drafts.json").write_bytes(b"x")
    with pytest.raises(DamagedError):
        export_backup(tmp_path / "w", exported)
    assert exported.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ((f"{number}" for number in range(1997)), "at most 1996 project files"),
        (("guide.md", "Guide.md"), "differ only in case"),
        # Seven folders whose names have 80 characters of 3 bytes each.
        (("/".join(["語" * 80] * 7) + f"/{number}" for number in range(640)), "too long"),
    ],
)
def test_what_no_import_would_accept_is_not_written(exported, tmp_path, names, words):
    project = tmp_path / "w" / "project"
    for name in names:
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("x")
    before = exported.read_bytes()
    with pytest.raises(RefusedError, match=words):
        export_backup(tmp_path / "w", exported)
    assert exported.read_bytes() == before


def test_importing_needs_an_empty_folder(exported, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("x")
    with pytest.raises(RefusedError, match="not empty"):
        import_backup(exported, tmp_path / "full")
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine"]
    with pytest.raises(InputError):
        import_backup(tmp_path / "none.zip", tmp_path / "x")
    (tmp_path / "empty").mkdir()
    import_backup(exported, tmp_path / "empty")


def refused(path: Path, tmp_path: Path) -> AppError:
    target = tmp_path / "target"
    with pytest.raises(AppError) as caught:
        import_backup(path, target)
    assert not target.exists()
    target.mkdir()
    with pytest.raises(AppError):
        import_backup(path, target)
    assert list(target.iterdir()) == []
    target.rmdir()
    return caught.value


def test_foreign_and_altered_files_are_refused(exported, tmp_path):
    good = entries(exported)
    out = tmp_path / "bad.zip"
    manifest = orjson.loads(good["manifest.json"])

    def remade(**changes) -> bytes:
        return orjson.dumps({**manifest, **changes})

    def with_entry(name: str, data: bytes = b"x") -> dict[str, bytes]:
        listed = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        changed = {**manifest["entries"], name: listed}
        return {**good, "manifest.json": remade(entries=changed), name: data}

    pack(out, good)
    import_backup(out, tmp_path / "fine")
    bad_names = ["../evil", "/abs", "project/../x", "project/", "project/a\\b", "project/nul.txt"]
    for name in [*bad_names, "extra.json", "project/" + "/".join("abcdefghi"), "Records.json"]:
        refused(pack(out, with_entry(name)), tmp_path)
    for name in good:
        refused(pack(out, {key: data for key, data in good.items() if key != name}), tmp_path)
    swapped = {**good, "drafts.json": good["drafts.json"].replace(b"1", b"2", 1)}
    assert isinstance(refused(pack(out, swapped), tmp_path), DamagedError)
    broken = with_entry("drafts.json", b"{}")
    assert isinstance(refused(pack(out, broken), tmp_path), DamagedError)
    for text in (
        b"",
        b"[]",
        b"{}",
        b'{"format": 1, "entries": []}',
        b'{"format": 1, "entries": {"a": 1}}',
    ):
        refused(pack(out, {**good, "manifest.json": text}), tmp_path)
    newer = pack(out, {**good, "manifest.json": remade(format=2)})
    assert isinstance(refused(newer, tmp_path), NewerVersionError)
    refused(
        pack(out, {**good, "manifest.json": good["manifest.json"] + b" " * (1 << 20)}), tmp_path
    )
    refused(pack(out, {"records.json": b"", **good}), tmp_path)


def test_well_formed_stores_with_odd_content_are_refused(exported, tmp_path):
    good = entries(exported)
    for tables in ({"t": {"x": {}}}, {"t": {"²": {}}}):
        data = b"".join(snapshot_blocks(tables, Position(0, "0" * 32, 1)))
        changed = {**good, "drafts.json": data}
        manifest = orjson.loads(good["manifest.json"])
        digest = hashlib.sha256(data).hexdigest()
        manifest["entries"]["drafts.json"] = {"size": len(data), "sha256": digest}
        changed["manifest.json"] = orjson.dumps(manifest)
        out = pack(tmp_path / "odd.zip", changed)
        assert "contains invalid document IDs" in str(refused(out, tmp_path))


def rewritten(good: dict[str, bytes], out: Path, data: bytes) -> Path:
    """Write an archive with `data` as records.json and a matching manifest."""
    manifest = orjson.loads(good["manifest.json"])
    digest = hashlib.sha256(data).hexdigest()
    manifest["entries"]["records.json"] = {"size": len(data), "sha256": digest}
    return pack(out, {**good, "manifest.json": orjson.dumps(manifest), "records.json": data})


def test_control_data_of_another_is_not_taken_over(exported, tmp_path):
    data = b"".join(snapshot_blocks({"t": {"1": {"n": 1}}}, Position("x", None, 1)))
    import_backup(rewritten(entries(exported), tmp_path / "odd.zip", data), tmp_path / "new")
    with Store.open(tmp_path / "new") as store:
        store.records.table("t").insert({"n": 2})
    with Store.open(tmp_path / "new") as store:
        assert store.records.table("t").all() == [{"n": 1}, {"n": 2}]


def test_a_document_too_deep_to_be_saved_is_refused(exported, tmp_path):
    data = b"".join(snapshot_blocks({"t": {"1": {"n": "deep"}}}, Position(0, "0" * 32, 1)))
    data = data.replace(b'"deep"', b"[" * 400 + b"]" * 400)
    head, tail = data[:-_TAIL], data[64 - _TAIL :]
    data = head + hashlib.sha256(head).hexdigest().encode() + tail
    refused_as = refused(rewritten(entries(exported), tmp_path / "odd.zip", data), tmp_path)
    assert isinstance(refused_as, DamagedError)
    assert "Proofdesk cannot have written" in str(refused_as)


def test_a_disk_that_is_full_for_the_last_step_leaves_nothing(exported, tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(archiving, "supersede", full)
    assert isinstance(refused(exported, tmp_path), NotSavedError)


def test_what_is_not_accepted_leaves_nothing(exported, tmp_path):
    def refuse() -> None:
        with Store.open(tmp_path / "target") as store:
            store.records.table("t").insert({})  # makes a lock and a backup
        raise DamagedError("not to my taste")

    for existing in (False, True):
        if existing:
            (tmp_path / "target").mkdir()
        with pytest.raises(DamagedError, match="taste"):
            import_backup(exported, tmp_path / "target", accept=refuse)
        assert (tmp_path / "target").exists() == existing
    assert list((tmp_path / "target").iterdir()) == []


def test_no_copy_says_that_it_lies_where_the_original_does(tmp_path):
    device, place = {"name": "device", "value": "d"}, {"name": "place", "value": "p"}
    with Store.create(tmp_path / "w") as store:
        local = store.records.table("local")
        local.insert_multiple([device, place])
        store.records.table("t").insert({"name": "place"})
        made = store.make_backup("manual")
        export_backup(tmp_path / "w", tmp_path / "file")
        store.salvage_to(tmp_path / "salvaged")
        old = b"".join(snapshot_blocks(content_of(store), Position(0, "0" * 32, 1)))
        assert local.all() == [device, place]
        store.restore(made.name)
        assert store.records.table("local").all() == [device]
    good = entries(tmp_path / "file")
    assert b'"p"' not in good["records.json"]
    import_backup(tmp_path / "file", tmp_path / "imported")
    import_backup(rewritten(good, tmp_path / "old", old), tmp_path / "from an old file")
    for name in ("w", "salvaged", "imported", "from an old file"):
        with Store.open(tmp_path / name) as store:
            assert store.records.table("local").all() == [device]
            assert store.records.table("t").all() == [{"name": "place"}]


def test_unusual_archives_are_refused(exported, tmp_path):
    good = entries(exported)
    out = tmp_path / "bad.zip"
    refused(pack(out, good, compression=zipfile.ZIP_DEFLATED), tmp_path)

    def link(info: zipfile.ZipInfo) -> None:
        info.external_attr = (stat.S_IFLNK | 0o777) << 16

    def comment(info: zipfile.ZipInfo) -> None:
        info.comment = b"hello"

    for change in (link, comment):
        refused(pack(out, good, change), tmp_path)
    pack(out, good)
    with zipfile.ZipFile(out, "a") as archive:
        archive.comment = b"x"
    refused(out, tmp_path)
    pack(out, {**good, "drafts.jsoo": good["drafts.json"]})
    out.write_bytes(out.read_bytes().replace(b"drafts.jsoo", b"drafts.json"))
    refused(out, tmp_path)
    data = exported.read_bytes()
    for bad in (
        b"",
        b"PK",
        data[:-1],
        data + b"x",
        b"junk" + data,
        data[:100] + b"junk" + data[100:],
    ):
        out.write_bytes(bad)
        refused(out, tmp_path)
    many = {"manifest.json": b"{}", **{f"project/{n}": b"" for n in range(2001)}}
    refused(pack(out, many), tmp_path)


def test_no_flipped_bit_passes(exported, tmp_path):
    """A changed file is refused, unless the bit has no meaning (such as a date in the ZIP)."""
    data = exported.read_bytes()
    import_backup(exported, tmp_path / "good")
    with Store.open(tmp_path / "good", mode="read") as store:
        expected = content_of(store)
    changed = tmp_path / "changed.zip"
    for offset in range(0, len(data), 3):
        altered = bytearray(data)
        altered[offset] ^= 1 << offset % 8
        changed.write_bytes(altered)
        target = tmp_path / f"t{offset}"
        try:
            import_backup(changed, target)
        except AppError:
            assert not target.exists()
            continue
        with Store.open(target, mode="read") as store:
            assert content_of(store) == expected
            assert store.drafts.table("d").all() == [{"draft": "ä"}]
