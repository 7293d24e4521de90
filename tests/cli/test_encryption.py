"""Tests of encrypted bundles on the command line: who can decrypt them, and which message others
get.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.bundles.keys import create_identity, key_file_bytes
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import Project, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path)
    made.assign()
    return made


@pytest.fixture
def passphrase(tmp_path: Path) -> Path:
    path = tmp_path / "passphrase"
    path.write_text("correct horse battery staple\nthis line does not count\n")
    return path


def test_a_passphrase_opens_what_it_closed_and_no_other_does(
    project: Project, passphrase: Path, tmp_path: Path
) -> None:
    bundle = project.pack("ana", "--passphrase-file", passphrase)
    assert b"Document number" not in bundle.read_bytes()
    said = proofdesk("join", bundle, tmp_path / "ana", "--json")
    assert said.status == 3
    assert "--passphrase-file" in said.error["hint"]
    wrong = tmp_path / "wrong"
    wrong.write_text("correct horse battery stapler\n")
    said = proofdesk("join", bundle, tmp_path / "ana", "--passphrase-file", wrong, "--json")
    assert said.status == 3
    assert "horse" not in said.out + said.err
    assert not (tmp_path / "ana").exists()
    assert done("check", bundle, status=1)["ok"] is False
    assert done("check", bundle, "--passphrase-file", passphrase)["ok"] is True
    assert (
        done("join", bundle, tmp_path / "ana", "--passphrase-file", passphrase)["person"] == "ana"
    )


def test_results_come_back_encrypted_to_the_lead_who_needs_no_option(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    results = project.folder / "r.proofdesk"
    packed = done("pack", ana, "--results", "-o", results, "--encrypt-to", "lead")
    assert packed["encrypted"] is True
    assert b"manifest.json" not in results.read_bytes()
    (found,) = done("merge", project.lead, results)["bundles"]
    assert (found["new"], found["signed"], found["sender"]) == (6, True, "ana")


def test_work_can_be_encrypted_to_a_person_whose_bundle_came_before(
    project: Project, tmp_path: Path
) -> None:
    out = tmp_path / "x.proofdesk"
    said = proofdesk(
        "pack", project.lead, "--for", "ana", "-o", out, "--encrypt-to", "ana", "--json"
    )
    assert said.status == 2
    assert "no encryption key is known for “ana”" in said.error["message"]
    assert not out.exists()

    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    done("people", project.lead, "add", "dora")
    second = project.pack("ana", "--encrypt-to", "ana", name="second")
    before = digest(ana)
    assert proofdesk("merge", ana, second).status == 0
    assert digest(ana) == before


def test_a_bundle_for_one_person_stays_closed_to_another(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    keys = create_identity()
    public, secret = tmp_path / "public", tmp_path / "secret"
    public.write_text(f"# ana's\n{keys.recipient}\n")
    secret.write_bytes(key_file_bytes(keys))
    for number, to in enumerate((public, keys.recipient)):
        bundle = project.pack("ana", "--encrypt-to", to)
        with monkeypatch.context() as patch:
            patch.setenv("PROOFDESK_HOME", str(tmp_path / f"ana-at-home-{number}"))
            own = tmp_path / f"own-{number}"
            said = proofdesk("join", bundle, own, "--json")
            assert said.status == 3
            assert not own.exists()
            stranger = tmp_path / "stranger"
            stranger.write_bytes(key_file_bytes(create_identity()))
            assert proofdesk("join", bundle, own, "--identity", stranger).status == 3
            assert proofdesk("join", bundle, own, "--identity", tmp_path / "none").status == 3
            assert proofdesk("check", bundle, "--identity", secret).status == 0
            joined = done("join", bundle, own, "--identity", secret)
            assert joined["fingerprint"] == keys.fingerprint


def test_a_secret_key_is_never_taken_for_a_public_one(project: Project, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(key_file_bytes(create_identity()))
    said = proofdesk(
        "pack", project.lead, "--for", "ana", "-o", tmp_path / "x", "--encrypt-to", secret, "--json"
    )
    assert said.status == 3
    assert "secret key" in said.error["message"]
    assert "AGE-SECRET" not in said.out + said.err


def test_a_merge_with_a_key_file_opens_what_was_encrypted_to_it(
    project: Project, tmp_path: Path
) -> None:
    keys = create_identity()
    secret = tmp_path / "secret"
    secret.write_bytes(key_file_bytes(keys))
    ana = project.join("ana")
    project.annotate(ana)
    results = project.results(ana, "--encrypt-to", keys.recipient)
    assert proofdesk("merge", project.lead, results).status == 3
    assert done("merge", project.lead, results, "--identity", secret)["new"] == 6


def test_a_check_tries_the_keys_this_person_has(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, person_folder: Path
) -> None:
    results = project.folder / "r.proofdesk"
    ana = project.join("ana")
    project.annotate(ana)
    done("pack", ana, "--results", "-o", results, "--encrypt-to", "lead")
    (person_folder / "keys" / "broken.key").write_text("nonsense")
    assert done("check", results)["ok"] is True
    monkeypatch.setenv("PROOFDESK_HOME", str(tmp_path / "elsewhere"))
    assert done("check", results, status=1)["ok"] is False


def test_an_open_bundle_in_place_of_an_encrypted_one_is_warned_about(
    project: Project, passphrase: Path
) -> None:
    file = project.pack("ana", "--passphrase-file", passphrase)
    said = proofdesk("pack", project.lead, "--for", "ana", "-o", file)
    assert said.status == 0
    assert "warning: the last bundle for “ana” was encrypted, this one is not" in said.err
    # Said once: now the last one is open, too.
    assert "encrypted" not in proofdesk("pack", project.lead, "--for", "ana", "-o", file).err
    done("pack", project.lead, "--for", "ana", "-o", file, "--passphrase-file", passphrase)
    assert done("pack", project.lead, "--for", "ana", "-o", file)["earlier_was_encrypted"] is True
