"""The verbs `reassign`, `bundles` and `inbox`, and the defaults of `assign`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import assigned, items, make_project


def test_a_person_drops_out_and_everybody_gets_an_update(tmp_path: Path) -> None:
    project = make_project(tmp_path, items(groups=6), ("ana", "ben", "cleo"))
    project.assign(1)
    own = {person: project.join(person) for person in ("ana", "ben", "cleo")}
    before = digest(project.lead)
    preview = done("reassign", project.lead, "ben", "--seed", 3, "--dry-run")
    assert digest(project.lead) == before
    assert preview["bundles"] == ["ana", "ben", "cleo"]
    moved = done("reassign", project.lead, "ben", "--seed", 3)
    assert moved["received"] == preview["received"]
    assert moved["moved"]["ben"] == sum(moved["received"].values()) > 0
    states = {one["person"]: one["state"] for one in done("bundles", project.lead)["bundles"]}
    assert states == dict.fromkeys(("ana", "ben", "cleo"), "outdated")
    written = done("bundles", project.lead, "--update")["written"]
    assert [one["recipient"] for one in written] == ["ana", "ben", "cleo"]
    for person, folder in own.items():
        done("merge", folder, project.folder / f"for-{person}.proofdesk")
    assert not assigned(own["ben"])
    assert len(assigned(own["ana"])) + len(assigned(own["cleo"])) == 18
    assert "No bundle is outdated" in proofdesk("bundles", project.lead, "--update").out


def test_a_bundle_with_a_passphrase_is_rewritten_only_with_one(tmp_path: Path) -> None:
    project = make_project(tmp_path, items(groups=3))
    project.assign(1)
    secret = tmp_path / "secret.txt"
    secret.write_text("correct horse\n", "utf-8")
    bundle = project.pack("ana", "--passphrase-file", secret)
    done("reassign", project.lead, "ana", "--to", "ben")
    before = bundle.read_bytes()
    refused = done("bundles", project.lead, "--update", "--people", "ana", status=1)
    assert refused["refused"][0]["person"] == "ana"
    assert bundle.read_bytes() == before
    done("bundles", project.lead, "--update", "--passphrase-file", secret)
    assert bundle.read_bytes() != before
    assert b"age-encryption" in bundle.read_bytes()[:30]


def test_items_that_must_stay_are_named(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign(3)
    kept = done("reassign", project.lead, "ana", status=1)["kept"]
    assert len(kept) == 6
    said = proofdesk("reassign", project.lead, "ana", "--seed", 1)
    assert "already have it: 2" in said.err
    assert proofdesk("reassign", project.lead, "ana", "--to", "ana").status == 2
    assert proofdesk("reassign", project.lead, "eva").status == 2
    assert proofdesk("reassign", project.lead, "ana", "--release", "--to", "ben").status == 2


def test_a_bundle_whose_folder_is_gone_is_not_written_elsewhere(tmp_path: Path) -> None:
    project = make_project(tmp_path, items(groups=3))
    project.assign(1)
    folder = tmp_path / "usb"
    folder.mkdir()
    done("pack", project.lead, "--for", "ana", "-o", folder / "ana.proofdesk")
    (folder / "ana.proofdesk").unlink()
    folder.rmdir()
    done("reassign", project.lead, "ana", "--release")
    assert "ana" in done("bundles", project.lead, "--update", status=1)["refused"][0]["person"]
    assert not folder.exists()
