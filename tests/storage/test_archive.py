from __future__ import annotations

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
from desktop_app.storage.archive import export_backup, import_backup
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
    from desktop_app.storage.lines import Position
    from desktop_app.storage.snapshot import snapshot_blocks

    good = entries(exported)
    for tables in ({"t": {"x": {}}}, {"t": {"²": {}}}):
        data = b"".join(snapshot_blocks(tables, Position(0, "0" * 32, 1)))
        changed = {**good, "drafts.json": data}
        manifest = orjson.loads(good["manifest.json"])
        digest = hashlib.sha256(data).hexdigest()
        manifest["entries"]["drafts.json"] = {"size": len(data), "sha256": digest}
        changed["manifest.json"] = orjson.dumps(manifest)
        out = pack(tmp_path / "odd.zip", changed)
        assert "odd document ids" in str(refused(out, tmp_path))


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
    """A changed file is refused, or the flip was where it means nothing (a date in the ZIP)."""
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
