"""Tests that what a lead changes several times between two bundles is never a conflict."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.records import make_record
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.undoing import undo, watched
from desktop_app.workspace.work import submit
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.workspace.projects import Project, item, items, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = make_project(tmp_path, items(groups=1, models=("gamma-large",)), ("ana",))
    project.assign(1)
    return project


def reworded(project: Project, answer: str) -> dict[str, Any]:
    """Replace the text of the project's item, and return its row."""
    row = item(0, "gamma-large", answer=answer)
    rows = jsonl(project.folder / "again.jsonl", [row])
    done("import", project.lead, rows, "--update")
    return row


def guided(project: Project, text: str) -> None:
    path = project.folder / "guidelines.md"
    path.write_text(text, "utf-8")
    done("import", project.lead, path, "--what", "guidelines")


def texts_of(folder: Path) -> tuple[list[str], list[str]]:
    """Return the answers and the guidelines that a workspace has, of all heads."""
    with Workspace.open(folder) as workspace:
        records = workspace.records
        assert not records.conflicts()
        answers = [
            (head.body or {})["content"]["answer"]
            for key in records.keys("item")
            for head in records.heads("item", key)
        ]
        guidelines = [
            (head.body or {})["text"]
            for head in records.heads("material", "guidelines/risum.md")
            if head.body is not None
        ]
        return answers, guidelines


def test_only_the_newest_of_several_texts_is_there_after_the_next_bundle(project: Project) -> None:
    ana = project.join("ana")
    for text in ("Second.", "Third.", "Fourth."):
        reworded(project, text)
        guided(project, f"Guidelines: {text}")
    done("merge", ana, project.pack("ana", name="again"))
    assert texts_of(ana) == (["Fourth."], ["Guidelines: Fourth."])


def test_the_next_bundle_contains_no_text_that_was_corrected(project: Project) -> None:
    for text in ("Written by gamma-large.", "Short."):
        reworded(project, text)
    with Workspace.open(project.join("ana")) as workspace:
        answers = [
            (one.body or {})["content"]["answer"]
            for one in workspace.records.history("item", project.key(project.rows[0]))
        ]
    assert answers == ["Short."]


def test_undoing_states_the_text_before_the_last_one(project: Project) -> None:
    key = project.key(project.rows[0])
    reworded(project, "Second.")
    row = item(0, "gamma-large", answer="Third.")
    rows = jsonl(project.folder / "again.jsonl", [row])
    with Workspace.open(project.lead, write=True) as workspace:
        _, made = watched(workspace, lambda: import_file(workspace, str(rows), update=True))
        assert made.can_be_undone
        undo(workspace, made)
        current = workspace.records.current("item", key)
        assert current is not None
        assert (current.body or {})["content"]["answer"] == "Second."


def test_two_leads_who_change_the_same_text_are_in_conflict(project: Project) -> None:
    ana, copy = project.join("ana"), project.folder / "copy"
    shutil.copytree(project.lead, copy)
    reworded(project, "Second.")
    done("merge", ana, project.pack("ana", name="one"))
    reworded(Project(project.folder, project.rows), "Third.")
    other = jsonl(project.folder / "other.jsonl", [item(0, "gamma-large", answer="Other.")])
    done("import", copy, other, "--update")
    done("pack", copy, "--for", "ana", "-o", project.folder / "two.proofdesk")
    done("merge", ana, project.folder / "two.proofdesk")
    with Workspace.open(ana) as workspace:
        assert [kind for kind, _ in workspace.records.conflicts()] == ["item"]


def test_the_next_bundle_repairs_what_version_0_1_wrote(project: Project) -> None:
    """That version named only the revision before, so that annotators got two versions."""
    ana, key = project.join("ana"), project.key(project.rows[0])
    with Workspace.open(project.lead, write=True) as workspace:
        [before] = workspace.records.heads("item", key)
        for number in (2, 3):
            body = {**(before.body or {}), "content": {**(before.body or {})["content"]}}
            body["content"]["answer"] = f"Text {number}."
            before = make_record(
                project=workspace.project,
                kind="item",
                key=key,
                author=before.author,
                device=before.device,
                seq=0,
                time=before.time,
                body=body,
                parents=[before.rev],
            )
            workspace.insert([before])
    done("merge", ana, project.pack("ana", name="again"))
    assert texts_of(ana)[0] == ["Text 3."]
    digest_before = digest(project.lead)
    project.pack("ana", name="once more")
    assert digest(project.lead) == digest_before


def test_answers_to_a_text_in_conflict_are_submitted(project: Project) -> None:
    """Two leads may disagree about a text; the person answers what the window shows."""
    ana, key = project.join("ana"), project.key(project.rows[0])
    copy = project.folder / "copy"
    shutil.copytree(project.lead, copy)
    reworded(project, "Second.")
    other = jsonl(project.folder / "other.jsonl", [item(0, "gamma-large", answer="Other.")])
    done("import", copy, other, "--update")
    done("pack", copy, "--for", "ana", "-o", project.folder / "two.proofdesk")
    done("merge", ana, project.pack("ana", name="one"))
    done("merge", ana, project.folder / "two.proofdesk")
    with Workspace.open(ana, write=True) as workspace:
        shown = workspace.records.shown("item", key)
        assert shown is not None
        answers = {"follows": True, "rating": 4}
        assert submit(workspace, key, answers, stage="rate").submitted == 1
        [made] = workspace.records.all_current("annotation")
        assert (made.body or {})["item_rev"] == shown.rev


def test_packing_states_no_earlier_answer_again(project: Project) -> None:
    """A person's own work is packed with its history."""
    ana = project.join("ana")
    for number, rating in enumerate((2, 3, 5)):
        project.annotate(ana, rating=rating)
        done("merge", project.lead, project.results(ana, name=f"results {number}"))
    before = digest(project.lead)
    done("merge", ana, project.pack("ana", name="again"))
    assert digest(project.lead) == before
    for folder in (project.lead, ana):
        with Workspace.open(folder) as workspace:
            [current] = workspace.records.all_current("annotation")
            assert (current.body or {})["answers"]["rating"] == 5
            assert workspace.records.conflicts() == []
