"""Tests that a backup keeps pinned keys, and one's own keys encrypted; no key is created
silently.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from desktop_app.bundles.keys import create_identity, identity_path
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.forging import Forger, records_in
from tests.workspace.projects import Project, make_project


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("PROOFDESK_HOME", str(folder))
    return folder


@pytest.fixture
def project(tmp_path: Path, home: Path) -> Project:
    made = make_project(tmp_path)
    made.assign()
    return made


@pytest.fixture
def passphrase(tmp_path: Path) -> Path:
    path = tmp_path / "passphrase"
    path.write_text("correct horse battery staple\n", "utf-8")
    return path


def other_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    folder = tmp_path / "other-home"
    monkeypatch.setenv("PROOFDESK_HOME", str(folder))
    return folder


def key_file(folder: Path) -> Path:
    with Workspace.open(folder) as workspace:
        return identity_path(workspace.project, workspace.person)


def test_a_backup_with_keys_signs_as_before_on_another_computer(
    project: Project, passphrase: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    before = done("keys", project.lead)
    backup = tmp_path / "backup.zip"
    options = ("--with-keys", "--passphrase-file", passphrase)
    assert done("backup", project.lead, "-o", backup, *options)["keys"] is True
    secret = key_file(project.lead).read_bytes().splitlines()
    raw = backup.read_bytes()
    assert not any(line.split()[-1] in raw for line in secret if not line.startswith(b"#"))
    other_home(monkeypatch, tmp_path)
    restored = tmp_path / "restored"
    assert done("restore", backup, restored, "--passphrase-file", passphrase)["keys"] == "here"
    assert not (restored / "keys.age").exists()
    assert done("keys", restored) == before
    packed = done("pack", restored, "--for", "ana", "-o", tmp_path / "again.proofdesk")
    assert packed["signed_by"] == before["own"]["fingerprint"]


def test_a_wrong_passphrase_restores_nothing(
    project: Project, passphrase: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.zip"
    done("backup", project.lead, "-o", backup, "--with-keys", "--passphrase-file", passphrase)
    other_home(monkeypatch, tmp_path)
    wrong = tmp_path / "wrong"
    wrong.write_text("something else\n", "utf-8")
    restored = tmp_path / "restored"
    said = proofdesk("restore", backup, restored, "--passphrase-file", wrong)
    assert said.status == 3
    assert not restored.exists()


def test_keys_can_be_put_back_after_restoring(
    project: Project, passphrase: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.zip"
    done("backup", project.lead, "-o", backup, "--with-keys", "--passphrase-file", passphrase)
    other_home(monkeypatch, tmp_path)
    restored = tmp_path / "restored"
    assert done("restore", backup, restored)["keys"] == "encrypted"
    assert proofdesk("pack", restored, "--results", "-o", tmp_path / "p.proofdesk").status == 1
    assert done("keys", restored, "--passphrase-file", passphrase)["own"] is not None
    assert done("pack", restored, "--results", "-o", tmp_path / "p.proofdesk")["signed_by"]


def test_restored_without_keys_nobody_is_accepted_as_lead(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.zip"
    assert done("backup", project.lead, "-o", backup)["keys"] is False
    whole = records_in(project.results(project.lead, name="whole"))
    lead_key = key_file(project.lead)
    home = other_home(monkeypatch, tmp_path)
    restored = tmp_path / "restored"
    assert done("restore", backup, restored)["keys"] == "missing"
    with Workspace.open(restored) as workspace:
        stranger = Forger(tmp_path, workspace.project, sender="lead")
        item = next(iter(workspace.records.keys("item")))
        records = workspace.records
        theft = stranger.record(
            "item", item, {**(records.heads("item", item)[0].body or {}), "stage": "x"},
            parents=[records.heads("item", item)[0].rev],
        )  # fmt: skip
    for signed in (True, False):
        bundle = stranger.bundle([*whole, theft], purpose="project", signed=signed)
        before = digest(restored)
        (report,) = done("merge", restored, bundle, status=1)["bundles"]
        assert report["refused_bundle"]
        assert digest(restored) == before
    said = proofdesk("pack", restored, "--for", "ana", "-o", tmp_path / "x.proofdesk")
    assert said.status == 1
    assert "the key of “lead” is not on this computer" in said.err
    assert "--new-key" in said.err
    assert not (home / "keys").exists()
    assert not (tmp_path / "x.proofdesk").exists()
    assert done("keys", restored, "--identity", lead_key)["own"] is not None
    done("pack", restored, "--for", "ana", "-o", tmp_path / "x.proofdesk")


def test_an_annotator_whose_key_is_gone_is_not_given_another_silently(
    project: Project, home: Path
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    shutil.rmtree(home / "keys")
    said = proofdesk("pack", ana, "--results", "-o", project.folder / "late.proofdesk")
    assert said.status == 1
    assert "the key of “ana” is not on this computer" in said.err
    assert not (home / "keys").exists()
    assert done("keys", ana)["own"] is None
    fresh = done("keys", ana, "--new-key")["own"]
    assert proofdesk("keys", ana, "--new-key").status == 1
    results = project.results(ana, name="fresh")
    (report,) = done("merge", project.lead, results, status=1)["bundles"]
    assert report["needs"] == "new key"
    assert done("merge", project.lead, results, "--confirm-key", fresh["fingerprint"])


def test_keys_of_somebody_else_are_not_taken(project: Project, home: Path, tmp_path: Path) -> None:
    shutil.rmtree(home / "keys")
    from desktop_app.bundles.keys import key_file_bytes

    other = tmp_path / "other.key"
    other.write_bytes(key_file_bytes(create_identity()))
    said = proofdesk("keys", project.lead, "--identity", other)
    assert said.status == 1
    assert "does not contain the keys of “lead”" in said.err


@pytest.mark.skipif(os.name != "posix", reason="folders are synchronised on POSIX systems alone")
def test_the_folders_of_the_first_key_are_on_the_medium(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bundle = project.pack("ana")
    fresh = tmp_path / "a" / "b" / "fresh-home"
    monkeypatch.setenv("PROOFDESK_HOME", str(fresh))
    synced: list[str] = []
    real = os.fsync

    def traced(descriptor: int) -> None:
        real(descriptor)
        synced.append(os.path.realpath(f"/proc/self/fd/{descriptor}"))

    monkeypatch.setattr(os, "fsync", traced)
    done("join", bundle, tmp_path / "own")
    keys = fresh / "keys"
    for made in (fresh.parent.parent, fresh.parent, fresh, keys):
        assert str(made.parent) in synced, made
    assert str(keys) in synced
