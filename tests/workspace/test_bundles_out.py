"""Tests of the list of sent bundles: which one each person has, and whether it is outdated."""

from __future__ import annotations

from pathlib import Path

from desktop_app.workspace.bundles_out import BundleOut, bundles_out
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.workspace.projects import item, jsonl, make_project


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
