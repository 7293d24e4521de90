"""Tests of what counts in a dataset: all current data; the rest is counted with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.core.keys import document_key
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.dataset import (
    NO_ITEM,
    NO_PERSON,
    NOT_ASSIGNED,
    dataset_of,
)
from desktop_app.workspace.forms import forms_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.workspace.forging import Forger
from tests.workspace.projects import Project, answer, item, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Six items, each answered by A and B."""
    project = make_project(tmp_path)
    rows = [answer(row, person) for row in project.rows for person in "AB"]
    done("import", project.lead, jsonl(tmp_path / "a.jsonl", rows), "--what", "answers")
    return project


def rewrite(project: Project, text: str, folder: Path) -> None:
    changed = jsonl(project.folder / "c.jsonl", [{**project.rows[0], "answer": text}])
    done("import", folder, changed, "--update")


def test_the_answers_about_an_item_in_conflict_are_left_out_and_counted(project: Project) -> None:
    second = project.folder / "second"
    done("join", project.results(project.lead, name="whole"), second)
    for folder, text in ((project.lead, "one"), (second, "two")):
        rewrite(project, text, folder)
    done("merge", project.lead, project.results(second, name="back"))
    analysis = done("analyse", project.lead)
    assert (analysis["annotations"], analysis["conflicts"]) == (10, 2)
    exported = done("export", project.lead, "-o", project.folder / "a.jsonl")
    assert (exported["files"], exported["conflicts_left_out"]) == ({"a.jsonl": 10}, 2)
    shown = proofdesk("analyse", project.lead)
    assert "unresolved conflicts: 2." in shown.out


def test_conflicts_of_other_protocols_do_not_count(project: Project) -> None:
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project, sender="A")
        for rating in (1, 2):
            body = {"protocol": "other", "answers": {"rating": rating}}
            workspace.records.add(forger.annotation("i", "A", body=body))
        assert len(workspace.records.conflicts()) == 1
        assert dataset_of(workspace).conflicts == 0


def test_answers_that_wait_for_their_person_or_item_are_left_out_and_counted(
    project: Project,
) -> None:
    item_key = project.key(project.rows[0])
    with Workspace.open(project.lead, write=True) as workspace:
        forger = Forger(project.folder, workspace.project, sender="nobody")
        workspace.insert(
            [
                forger.annotation(item_key),
                forger.annotation(item_key, "A", key=f"{item_key}:A:other", body={"stage": "x"}),
                forger.annotation("f" * 32, "A"),
            ]
        )
    analysis = done("analyse", project.lead)
    assert (analysis["annotations"], analysis["annotators"], analysis["conflicts"]) == (12, 2, 0)
    left_out = {NO_ITEM: 1, NO_PERSON: 1, NOT_ASSIGNED: 1}
    assert analysis["left_out"] == left_out
    assert f"Annotations left out: 1 ({NO_PERSON})." in proofdesk("analyse", project.lead).out
    path = project.folder / "a.jsonl"
    assert done("export", project.lead, "-o", path)["left_out"] == left_out
    assert "nobody" not in path.read_text("utf-8")
    assert f"Answers excluded: 1 ({NO_ITEM})." in proofdesk(
        "export", project.lead, "-o", path
    ).out  # fmt: skip
    done("export", project.lead, "-o", project.folder / "hf", "--format", "hf")
    assert f"left out: 1 ({NO_PERSON})" in (project.folder / "hf/README.md").read_text("utf-8")


def test_a_withdrawn_item_takes_its_answers_along(project: Project) -> None:
    key = project.key(project.rows[0])
    with Workspace.open(project.lead, write=True) as workspace:
        workspace.add([Draft("item", key, None, "lead", "i")])
        found = dataset_of(workspace)
    assert (len(found.annotations), found.left_out) == (10, {NO_ITEM: 2})
    assert document_key("Document number 0.") in found.documents


def test_ids_sort_as_people_count_whatever_digits_they_hold(tmp_path: Path) -> None:
    names = ["9", "10", "٣-a", "a2", "a10", "a" + "1" * 290]
    project = make_project(tmp_path, rows=[item(0, "m", id=name) for name in reversed(names)])
    with Workspace.open(project.lead) as workspace:
        found = [found.origin["external_id"] for found in dataset_of(workspace).items]
    assert found == ["9", "10", "a2", "a10", "a" + "1" * 290, "٣-a"]
    assert natural_order("9" * 9000) < natural_order("1" + "0" * 9000)


def test_a_dataset_without_what_takes_long_has_the_same_items_and_answers(
    project: Project,
) -> None:
    with Workspace.open(project.lead) as workspace:
        whole, part = dataset_of(workspace), dataset_of(workspace, whole=False)
    assert whole.aliases
    assert (part.aliases, part.background_form) == ({}, None)
    assert (part.items, part.annotations) == (whole.items, whole.annotations)


def test_forms_are_read_only_of_the_stages_that_are_asked_for(tmp_path: Path) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Two", "--protocol", "risum", "--protocol", "cnr")
    with Workspace.open(lead) as workspace:
        every = forms_of(workspace)
        place = next(one for one in every if one[0] == "cnr")
        assert forms_of(workspace, {place}).keys() == {place}
        assert {protocol for protocol, _ in every} == {"risum", "cnr"}
        assert [one.key for one in workspace.usable_protocols({"risum"})] == ["risum"]
