"""Tests of keeping a workspace: detection of damage, salvage, backups, and a lead's materials."""

from __future__ import annotations

import copy
import hashlib
import json
import shutil
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop_app.bundles.keys import create_identity, words_of
from desktop_app.core.errors import DamagedError, NewerVersionError
from desktop_app.core.merging import RecordSet
from desktop_app.core.records import Record, make_record
from desktop_app.storage.snapshot import Position, snapshot_blocks
from desktop_app.storage.store import Store
from desktop_app.workspace.checking import record_problems
from desktop_app.workspace.maintenance import restore_file, restore_named
from desktop_app.workspace.status import folder_bytes
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.forging import Forger, records_in
from tests.workspace.projects import Project, item, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path)
    made.assign()
    return made


def flip(folder: Path) -> Path:
    """Change one letter of an item's text in the files of a workspace."""
    for path in sorted(folder.glob("records*")):
        data = path.read_bytes()
        at = data.find(b"Document number 1")
        if at >= 0:
            path.write_bytes(data[:at] + b"d" + data[at + 1 :])
            return path
    raise AssertionError("the text is in no file")


def test_a_changed_letter_is_seen_named_and_written_over_by_nobody(project: Project) -> None:
    path = flip(project.lead)
    damaged = path.read_bytes()
    found = done("check", project.lead, status=1)
    assert found["ok"] is False
    assert any(path.name in problem for problem in found["problems"])
    assert "problems were found" in proofdesk("check", project.lead).out
    status = proofdesk("status", project.lead)
    assert (status.status, "DAMAGED in" in status.out) == (1, True)
    for words in (
        ("analyse", project.lead),
        ("export", project.lead, "-o", project.folder / "out"),
        ("conflicts", project.lead),
        ("pack", project.lead, "--results", "-o", project.folder / "out.proofdesk"),
        ("people", project.lead, "add", "dora"),
        ("import", project.lead, project.folder / "items.jsonl"),
        ("unmerge", project.lead),
    ):
        said = proofdesk(*words, "--json")
        assert said.status == 3
        assert "damaged, opens read-only" in said.error["message"]
        assert "salvage" in said.error["hint"]
    assert path.read_bytes() == damaged


def test_what_is_intact_can_be_moved_into_a_new_workspace(project: Project, tmp_path: Path) -> None:
    with Workspace.open(project.lead) as workspace:
        everything = {record.rev for record in workspace.records}
    flip(project.lead)
    said = proofdesk("salvage", project.lead, tmp_path / "saved", "--json")
    assert said.status == 1
    assert said.data["problems"]
    with Workspace.open(tmp_path / "saved") as workspace:
        saved = {record.rev for record in workspace.records}
    assert len(saved) == said.data["records"]
    assert set() < saved < everything
    done("people", tmp_path / "saved", "add", "dora")
    done("merge", tmp_path / "saved", _whole(project, everything), "--accept-unsigned")


def _whole(project: Project, revs: set[str]) -> Path:
    """Pack what a copy of the project contained before the damage."""
    bundle = project.folder / "whole.proofdesk"
    with Workspace.open(project.lead, damaged=True) as workspace:
        records = [record for record in workspace.records if record.rev in revs]
        forger = Forger(project.folder, workspace.project, sender="lead")
    path = forger.bundle(records, purpose="project", signed=False)
    shutil.copy(path, bundle)
    return bundle


def test_a_newer_workspace_is_refused_and_left_alone(project: Project) -> None:
    path = project.lead / "records.json"
    mark = b'"3": {"format":1,"digest":"'
    head, _, tail = path.read_bytes().partition(mark)
    head += mark.replace(b"1", b"2")
    newer = head + hashlib.sha256(head).hexdigest().encode() + tail[64:]
    path.write_bytes(newer)
    found = done("check", project.lead, status=1)
    assert (found["ok"], found["digest"]) == (False, None)
    assert any("reads formats up to" in problem for problem in found["problems"])
    for words in (("status", project.lead), ("people", project.lead, "add", "x")):
        said = proofdesk(*words, "--json")
        assert said.status == 3
        assert "reads formats up to" in said.error["message"]
    assert path.read_bytes() == newer


def test_a_backup_file_restores_everything_into_a_new_folder_as_a_new_device(
    project: Project, tmp_path: Path
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    with Workspace.open(ana) as workspace:
        device = workspace.device
    done("backup", ana, "-o", tmp_path / "ana.backup")
    restored = done("restore", tmp_path / "ana.backup", tmp_path / "again")
    assert restored["digest"] == digest(ana) == digest(tmp_path / "again")
    with Workspace.open(tmp_path / "again") as workspace:
        assert workspace.device != device
        assert workspace.person == "ana"
    assert proofdesk("restore", tmp_path / "ana.backup", ana).status in (1, 2)
    assert digest(ana) == restored["digest"]


def test_the_backup_before_a_merge_takes_it_back(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    before = digest(project.lead)
    done("merge", project.lead, project.results(ana))
    after = digest(project.lead)
    names = [one["name"] for one in done("backups", project.lead)["backups"]]
    newest = next(name for name in names if "merge" in name)
    restored = done("restore", newest, project.lead)
    assert restored["digest"] == before == digest(project.lead)
    done("restore", restored["before"], project.lead)
    assert digest(project.lead) == after
    said = proofdesk("restore", "no-such-backup", project.lead, "--json")
    assert (said.status, "backups" in said.error["hint"]) == (3, True)


Tables = dict[str, dict[str, dict[str, Any]]]


def _tampered(project: Project, change: Callable[[Tables], object]) -> Path:
    """Write a backup file with changed records and matching checksums."""
    path = project.folder / "tampered.backup"
    done("backup", project.lead, "-o", path)
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    with Store.open(project.lead, mode="read") as store:
        tables = copy.deepcopy(store.records.journal.frozen())
    change(tables)
    data = b"".join(snapshot_blocks(tables, Position(0, "0" * 32, 1)))
    manifest = json.loads(entries["manifest.json"])
    manifest["entries"]["records.json"] = {
        "size": len(data), "sha256": hashlib.sha256(data).hexdigest(),
    }  # fmt: skip
    entries |= {"records.json": data, "manifest.json": json.dumps(manifest).encode()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in entries.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (stat.S_IFREG | 0o600) << 16
            archive.writestr(info, content)
    return path


def _first(tables: Tables) -> dict[str, Any]:
    return next(iter(tables["records"].values()))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda tables: _first(tables).pop("kind"), "not a record"),
        (lambda tables: _first(tables).pop("rev"), "not a record"),
        (lambda tables: _first(tables).update(rev=["x"]), "not a record"),
        (lambda tables: _first(tables).update(author="eve"), "rev: does not match"),
        (lambda tables: _first(tables).update(seq=-1), "rev: does not match"),
        (lambda tables: tables["local"]["1"].pop("value"), "not a record"),
        (lambda tables: tables["local"].clear(), "without a project"),
    ],
)
def test_a_backup_file_that_nobody_wrote_is_refused_and_leaves_nothing(
    change: Callable[[Tables], object], words: str, project: Project, tmp_path: Path
) -> None:
    file = _tampered(project, change)
    with pytest.raises(DamagedError, match=words) as caught:
        restore_file(file, tmp_path / "new")
    assert (caught.value.file, bool(caught.value.hint)) == ("tampered.backup", True)
    assert not (tmp_path / "new").exists()
    (tmp_path / "empty").mkdir()
    assert proofdesk("restore", file, tmp_path / "empty").status == 3
    assert list((tmp_path / "empty").iterdir()) == []
    done("restore", _tampered(project, lambda tables: None), tmp_path / "empty")


def test_a_backup_file_of_a_newer_version_says_so(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done("backup", project.lead, "-o", tmp_path / "b")

    def newer(*_: object, **__: object) -> None:
        raise NewerVersionError("written by a newer version")

    monkeypatch.setattr(Workspace, "open", newer)
    with pytest.raises(NewerVersionError):
        restore_file(tmp_path / "b", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def _device(folder: Path, *, write: bool = False) -> str:
    with Workspace.open(folder, write=write) as workspace:
        return workspace.device


def test_each_way_back_takes_exactly_one_new_device(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _device(project.lead)
    with Workspace.open(project.lead, write=True) as workspace:
        name = workspace.store.make_backup("manual").name
    taken: list[Path] = []
    take = Workspace.take_new_device

    def counted(workspace: Workspace) -> None:
        taken.append(workspace.folder)
        take(workspace)

    monkeypatch.setattr(Workspace, "take_new_device", counted)
    done("backup", project.lead, "-o", tmp_path / "b")
    done("restore", tmp_path / "b", tmp_path / "file")
    done("salvage", project.lead, tmp_path / "salvaged")
    done("restore", name, project.lead)
    folders = [tmp_path / "file", tmp_path / "salvaged", project.lead]
    assert taken == folders
    devices = [_device(folder, write=True) for folder in folders]
    assert len({before, *devices}) == 4
    assert taken == folders


def test_a_restore_that_dies_halfway_is_a_new_device_at_the_next_opening(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _device(project.lead)
    with Workspace.open(project.lead, write=True) as workspace:
        name = workspace.store.make_backup("manual").name
    with monkeypatch.context() as patch:
        patch.setattr(Workspace, "open", None)  # here the process dies
        with pytest.raises(TypeError):
            restore_named(project.lead, name)
    assert _device(project.lead) == before  # nothing was written yet
    after = _device(project.lead, write=True)
    assert after != before
    assert _device(project.lead, write=True) == after


def test_salvage_names_the_links_it_left_out(project: Project, tmp_path: Path) -> None:
    own = project.lead / "project" / "guidelines"
    own.mkdir(parents=True, exist_ok=True)
    try:
        (own / "risum.md").symlink_to(tmp_path / "nowhere")
    except OSError:
        pytest.skip("this system lets nobody make symbolic links")
    said = proofdesk("salvage", project.lead, tmp_path / "saved", "--json")
    assert said.status == 1
    (problem,) = said.data["problems"]
    assert problem.startswith("project/guidelines/risum.md is a link")


def a_record(**changes: object) -> Record:
    fields = {
        "project": "p", "kind": "mark", "key": "k", "author": "a", "device": "d", "seq": 1,
        "time": "t", "body": {"item": "i", "annotator": "a", "stage": "s", "state": "x"},
    }  # fmt: skip
    return make_record(**{**fields, **changes})  # type: ignore[arg-type]


def test_a_check_looks_at_every_record_itself() -> None:
    good = a_record()
    lying = Record(**{  # type: ignore[arg-type]
        **{name: getattr(good, name) for name in Record.__slots__}, "rev": "0" * 64
    })  # fmt: skip
    records = RecordSet([good, lying, a_record(project="q"), a_record(kind="dream"),
                         a_record(schema=7)])  # fmt: skip
    problems = list(record_problems(records, "p"))
    assert len(problems) == 4
    for words in ("rev: does not match", "another project", "unknown kind", "newer version"):
        assert any(words in problem for problem in problems)


def test_a_check_of_a_bundle_names_what_a_merge_would_refuse(project: Project) -> None:
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project)
    bundle = forger.bundle(
        [
            forger.annotation("a" * 32),
            forger.annotation("b" * 32, schema=9),
            forger.annotation("c" * 32, project="e" * 32),
            *(forger.record("dream", str(n), {}) for n in range(60)),
        ]
    )
    found = done("check", bundle, status=1)
    assert found["ok"] is False
    assert found["problems"][-1] == "… and 12 more"
    assert "signed by" in found["notes"][0]
    good = forger.bundle([forger.annotation("a" * 32)])
    assert done("check", good)["ok"] is True


def test_a_check_of_nothing_says_so(tmp_path: Path) -> None:
    said = proofdesk("check", tmp_path / "nothing", "--json")
    assert (said.status, said.error["reason"]) == (3, "there is no such file or folder")
    assert proofdesk("check", tmp_path).status == 3


def materials(bundle: Path) -> dict[str, str]:
    current = RecordSet(records_in(bundle)).all_current("material")
    bodies = [record.body or {} for record in current]
    return {str(body["path"]): str(body["text"]) for body in bodies}


def test_a_leads_own_guidelines_win_over_the_built_in_ones_and_travel(project: Project) -> None:
    built_in = materials(project.pack("ana"))
    assert "guidelines/risum.md" in built_in
    own = project.lead / "project" / "guidelines"
    own.mkdir(parents=True, exist_ok=True)
    (own / "risum.md").write_text("# Ours\n")
    (own / "more.txt").write_text("Ask us.\n")
    (own / "photo.jpg").write_bytes(b"\xff\xd8")
    found = materials(project.pack("ana", name="second"))
    assert found["guidelines/risum.md"] == "# Ours\n"
    assert found["guidelines/more.txt"] == "Ask us.\n"
    assert found.keys() - built_in.keys() == {"guidelines/more.txt"}
    before = digest(project.lead)
    project.pack("ben")
    assert digest(project.lead) == before


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"\xff\xfe", "not UTF-8"), (b"x" * (4 << 20), "larger"), (b"\x00" * (1 << 20), "larger")],
)
def test_a_guideline_that_cannot_travel_stops_packing_by_name(
    data: bytes, words: str, project: Project
) -> None:
    own = project.lead / "project" / "guidelines"
    own.mkdir(parents=True, exist_ok=True)
    (own / "odd.md").write_bytes(data)
    before = digest(project.lead)
    out = project.folder / "x.proofdesk"
    said = proofdesk("pack", project.lead, "--for", "ana", "-o", out, "--json")
    assert said.status == 3
    assert (said.error["file"], words in said.error["reason"]) == (str(own / "odd.md"), True)
    assert digest(project.lead) == before
    assert not out.exists()


@pytest.mark.parametrize("where", ["file", "dangling", "folder", "above"])
def test_a_link_among_the_guidelines_is_refused_and_nothing_it_leads_to_travels(
    where: str, project: Project
) -> None:
    secret = project.folder / "secret"
    secret.mkdir()
    (secret / "key.txt").write_text("AGE-SECRET-KEY")
    own = project.lead / "project" / "guidelines"
    if where in ("file", "dangling"):
        own.mkdir(parents=True, exist_ok=True)
        link = own / "notes.md"
        link.symlink_to(secret / ("key.txt" if where == "file" else "none"))
    else:
        link = own if where == "folder" else own.parent
        if where == "above":
            (secret / "guidelines").mkdir()
            (secret / "guidelines" / "key.txt").write_text("AGE-SECRET-KEY")
        shutil.rmtree(link, ignore_errors=True)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(secret)
    before = digest(project.lead)
    for words in (("--for", "ana"), ("--results",)):
        out = project.folder / "x.proofdesk"
        said = proofdesk("pack", project.lead, *words, "-o", out, "--json")
        assert (said.status, said.error["file"]) == (3, str(link))
        assert "is a link" in said.error["reason"]
        assert not out.exists()
    assert digest(project.lead) == before


def test_a_check_of_a_bundle_takes_the_limits_of_the_settings(
    project: Project, person_folder: Path
) -> None:
    rows = [item(n, "m", document=f"{n} " * 130_000) for n in range(20, 23)]
    done("import", project.lead, jsonl(project.folder / "l.jsonl", rows))
    bundle = project.results(project.lead)
    assert done("check", bundle)["ok"] is True
    limits = {"bundle_limits": {"unpacked_bytes": 1 << 20}}
    (person_folder / "settings.json").write_text(json.dumps(limits))
    found = done("check", bundle, status=1)
    assert "1,048,576" in found["problems"][0]


def test_the_size_of_a_folder_is_told_while_another_program_tidies_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("here", "gone"):
        (tmp_path / name).write_bytes(b"12345")
    is_file = Path.is_file

    def vanishing(path: Path) -> bool:
        found = is_file(path)
        if path.name == "gone":
            path.unlink()
        return found

    monkeypatch.setattr(Path, "is_file", vanishing)
    assert folder_bytes(tmp_path) == 5


def test_keys_show_whom_one_knows(project: Project) -> None:
    assert done("keys", project.lead)["pinned"] == []
    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    found = done("keys", project.lead)
    own = done("keys", ana)["own"]
    words = words_of(own["fingerprint"])
    assert found["pinned"] == [{"person": "ana", **own, "words": words, "confirmed": False}]
    assert own["recipient"].startswith("age1")


def test_work_for_somebody_with_two_computers_opens_on_both(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = project.pack("ana")
    for number in (1, 2):
        with monkeypatch.context() as patch:
            patch.setenv("PROOFDESK_HOME", str(tmp_path / f"home-{number}"))
            own = tmp_path / f"own-{number}"
            done("join", first, own)
            project.annotate(own)
            results = project.results(own)
        done("merge", project.lead, results, "--accept-new-key")
    second = project.pack("ana", "--encrypt-to", "ana", name="second")
    for number in (1, 2):
        with monkeypatch.context() as patch:
            patch.setenv("PROOFDESK_HOME", str(tmp_path / f"home-{number}"))
            assert done("merge", tmp_path / f"own-{number}", second)["bundles"][0]["refused"] == 0
    with monkeypatch.context() as patch:
        patch.setenv("PROOFDESK_HOME", str(tmp_path / "home-3"))
        assert proofdesk("join", second, tmp_path / "own-3").status == 3


def test_a_workspace_without_its_keys_still_merges_and_says_when_it_cannot_decrypt(
    project: Project, person_folder: Path
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    plain = project.results(ana)
    locked = project.results(ana, "--encrypt-to", create_identity().recipient, name="locked")
    shutil.rmtree(person_folder / "keys")
    assert done("merge", project.lead, plain)["new"] == 6
    assert done("keys", project.lead)["own"] is None
    assert proofdesk("merge", project.lead, locked).status == 3


def test_plugins_are_listed_and_only_strangers_need_allowing() -> None:
    (found,) = [one for one in done("plugins", "list")["plugins"] if one["name"] == "risum"]
    assert found["state"] == "built in"
    for words in (("allow", "risum"), ("allow", "seance"), ("forbid", "seance")):
        said = proofdesk("plugins", *words, "--json")
        assert (said.status, bool(said.error["message"])) == (2, True)


def test_a_second_copy_of_the_program_is_told_of_a_save_that_was_cut_short(
    project: Project,
) -> None:
    segment = max(project.lead.glob("records.journal.*"), key=lambda path: path.name)
    before = digest(project.lead)
    segment.write_bytes(segment.read_bytes() + b'{"h": "torn')
    found = done("check", project.lead)
    assert found["ok"] is True
    assert any("incomplete save: that last change" in note for note in found["notes"])
    assert any("everything saved before it is there" in note for note in found["notes"])
    assert done("people", project.lead, "add", "dora")["added"] is True
    assert done("status", project.lead)["people"] == 4
    assert digest(project.lead) != before
