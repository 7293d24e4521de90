"""Tests of the list of sent bundles: which one each person has, and whether it is outdated."""

from __future__ import annotations

import shutil
from pathlib import Path

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.workspace.bundles_out import BundleOut, bundles_out
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.workspace.projects import Project, item, jsonl, make_project


def out(folder: Path) -> dict[str, BundleOut]:
    with Workspace.open(folder) as workspace:
        return {one.person: one for one in bundles_out(workspace)}


def test_a_bundle_is_recorded_when_it_is_written(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    assert out(project.lead) == {}
    bundle = project.pack("ana")
    found = out(project.lead)
    assert list(found) == ["ana"]
    assert (found["ana"].file, found["ana"].state, found["ana"].items) == (bundle, "current", 6)
    assert found["ana"].reasons == ()
    # The later one replaces it.
    later = project.pack("ana", name="later")
    assert out(project.lead)["ana"].file == later


def test_new_items_and_texts_make_a_bundle_outdated(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    project.pack("ana")
    more = [item(7, "gamma-large")]
    done("import", project.lead, jsonl(tmp_path / "more.jsonl", more))
    assert out(project.lead)["ana"].state == "current"
    project.assign()
    assert out(project.lead)["ana"].reasons == ("items added: 1",)
    text = tmp_path / "consent.md"
    text.write_text("I agree.", "utf-8")
    done("import", project.lead, text, "--what", "consent")
    guidelines = project.lead / "project" / "guidelines" / "risum.md"
    guidelines.parent.mkdir(parents=True, exist_ok=True)
    guidelines.write_text("# Read this first\n", "utf-8")
    found = out(project.lead)["ana"]
    assert found.state == "outdated"
    assert found.reasons == (
        "items added: 1",
        "the guidelines have changed",
        "the consent text has changed",
    )
    project.pack("ana")
    assert out(project.lead)["ana"].state == "current"


def test_a_bundle_without_open_items_is_finished(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    own = project.join("ana")
    project.annotate(own)
    done("merge", project.lead, project.results(own))
    assert out(project.lead)["ana"].state == "finished"


def test_the_record_is_in_no_bundle(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    own = project.join("ana")
    whole = tmp_path / "whole.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    done("join", whole, tmp_path / "second")
    assert out(own) == {}
    assert out(tmp_path / "second") == {}


def edit(project: Project, answer: str, row: int = 0) -> None:
    rows = [{**project.rows[row], "answer": answer}]
    done("import", project.lead, jsonl(project.folder / "edit.jsonl", rows), "--update")


def test_an_edit_that_was_undone_makes_no_bundle_outdated(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    project.pack("ana")
    edit(project, "Another answer.")
    assert out(project.lead)["ana"].reasons == ("items were edited",)
    done("import", project.lead, "--undo")
    assert out(project.lead)["ana"].state == "current"
    # The same texts as in the bundle, by another edit.
    edit(project, "Another answer.")
    edit(project, str(project.rows[0]["answer"]))
    assert out(project.lead)["ana"].state == "current"
    edit(project, "Another answer.", 1)
    assert out(project.lead)["ana"].reasons == ("items were edited",)


def test_a_text_of_an_undone_merge_that_was_sent_is_outdated(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    copy = Project(tmp_path / "other", project.rows)
    shutil.copytree(project.lead, copy.lead)
    edit(copy, "Another answer.")
    whole = tmp_path / "whole.proofdesk"
    done("pack", copy.lead, "--results", "-o", whole)
    done("merge", project.lead, whole)
    project.pack("ana")
    assert out(project.lead)["ana"].state == "current"
    done("unmerge", project.lead)
    assert "items were edited" in out(project.lead)["ana"].reasons


def test_bundles_recorded_by_version_0_1_are_judged_by_their_revisions(tmp_path: Path) -> None:
    """That version recorded a digest of the revisions of the items."""
    project = make_project(tmp_path)
    project.assign()
    project.pack("ana")
    with Workspace.open(project.lead, write=True) as workspace:
        records = workspace.records
        keys = sorted(records.keys("item"))
        revs = [[head.rev for head in records.heads("item", key)] for key in keys]
        table = workspace.store.records.table("bundles_out")
        table.update({"items": sha256_hex(canonical_bytes(revs))})
    assert out(project.lead)["ana"].state == "current"
    edit(project, "Another answer.")
    assert out(project.lead)["ana"].reasons == ("items were edited",)
