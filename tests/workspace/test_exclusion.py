"""Tests of excluding items and including them again, of releasing work, and of filters on the
command line.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from desktop_app.core.errors import UsageError
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.dataset import EXCLUDED, dataset_of
from desktop_app.workspace.exclusion import exclude, excluded_items, put_back, release
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.overview import items_of, overview_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import Project, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project of six items, all assigned to ana and ben and answered by ana."""
    made = make_project(tmp_path / "small", people=("ana", "ben"))
    made.assign(2)
    own = made.join("ana")
    made.annotate(own, seconds=30, comment="See the =SUM in line 2")
    done("merge", made.lead, made.results(own))
    return made


def test_excluded_items_leave_everything_but_their_answers(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        first, second, *_ = overview_of(workspace).items
        before = workspace.records.digest()
        report = exclude(workspace, [first.key], " cut off ")
        assert (report.excluded, report.unchanged, report.released) == (1, 0, 1)
        assert excluded_items(workspace) == {first.key: "cut off"}
        assert exclude(workspace, [first.key], "cut off").unchanged == 1
        dataset = dataset_of(workspace)
        assert first.key not in {one.key for one in dataset.items}
        assert dataset.left_out == {EXCLUDED: 1}
        assert len(dataset.annotations) == 5
        planned = assign(workspace, overlap=2, seed=1, dry_run=True)
        assert planned.closed == {EXCLUDED: 1}
        assert sum(planned.new.values()) == 0
        entry = items_of(workspace).entry(first.key)
        assert entry is not None
        assert (entry.status, entry.excluded, len(entry.answers)) == ("excluded", "cut off", 1)

        assert put_back(workspace, [first.key, second.key]) == 1
        assert not excluded_items(workspace)
        assert len(dataset_of(workspace).annotations) == 6
        assert workspace.records.digest() != before, "putting back is a record, too"


def test_a_decision_about_an_excluded_item_can_become_outdated(project: Project) -> None:
    name, ana = str(project.rows[0]["id"]), project.folder / "ana"
    done("exclude", project.lead, "--item", name, "--reason", "cut off")
    decision = {"item": name, "answers": {"follows": False, "rating": 1}}
    decided = jsonl(project.folder / "decided.jsonl", [decision])
    assert done("adjudicate", project.lead, "--from", decided)["adjudicated"] == 1
    done("put-back", project.lead, "--item", name)
    with Workspace.open(project.lead) as workspace:
        dataset = dataset_of(workspace)
        assert (len(dataset.decisions()), len(dataset.decisions(outdated=True))) == (1, 0)
    project.annotate(ana, rating=2)
    done("merge", project.lead, project.results(ana))
    with Workspace.open(project.lead) as workspace:
        dataset = dataset_of(workspace)
        assert (len(dataset.decisions()), len(dataset.decisions(outdated=True))) == (0, 1)


def test_open_work_can_be_kept_or_released(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        keys = [one.key for one in overview_of(workspace).items]
        assert exclude(workspace, keys[:1], "cut off", keep_assignments=True).released == 0
        assert release(workspace, keys[:3], people=["ana"]) == 0, "ana has answered"
        assert release(workspace, keys[:3]) == 3
        assert release(workspace, keys[:3]) == 0
        overview = overview_of(workspace)
        assert overview.to_do == 3
        assert all(one.assigned == ("ana",) for one in overview.items[:3])
        # Only the named items are assigned, and ben gets them back.
        new = assign(workspace, people=["ben"], overlap=2, seed=1, item_keys=keys[1:2]).new
        assert new == {"ben": 1}


def test_an_exclusion_needs_a_reason_and_a_lead(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        keys = [one.key for one in overview_of(workspace).items]
        with pytest.raises(UsageError, match="reason"):
            exclude(workspace, keys, "  ")
    with Workspace.open(project.folder / "ana", write=True) as workspace:
        for change in (
            lambda: exclude(workspace, keys, "cut off"),
            lambda: put_back(workspace, keys),
            lambda: release(workspace, keys),
        ):
            with pytest.raises(UsageError, match="leads"):
                change()
        assert not excluded_items(workspace)


def test_exclusions_of_two_leads_merge(project: Project, tmp_path: Path) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        key = overview_of(workspace).items[0].key
        exclude(workspace, [key], "cut off")
    bundle = project.results(project.lead)
    for folder in (tmp_path / "second", tmp_path / "third"):
        done("join", bundle, folder)
        with Workspace.open(folder, write=True) as workspace:
            assert excluded_items(workspace) == {key: "cut off"}
            if folder.name == "second":
                put_back(workspace, [key])
            else:
                exclude(workspace, [key], "asked twice")
            changed = project.folder / f"{folder.name}.proofdesk"
        done("pack", folder, "--results", "-o", changed)
        done("merge", project.lead, changed, "--accept-new-key")
    with Workspace.open(project.lead) as workspace:
        assert ("exclusion", key) in workspace.records.conflicts()
        assert key in excluded_items(workspace), "until it is resolved"
    assignment = project.pack("ben")
    done("join", assignment, tmp_path / "ben")
    with Workspace.open(tmp_path / "ben") as workspace:
        assert not list(workspace.records.keys("exclusion")), "annotators never see it"


def test_the_command_line_has_the_same_filters(project: Project) -> None:
    names = [str(row["id"]) for row in project.rows]
    listed = done("items", project.lead)
    assert (listed["count"], listed["of"]) == (6, 6)
    assert {one["status"] for one in listed["items"]} == {"partial"}
    found = done("items", project.lead, "--text", '"text 1" gamma OR nothing')
    assert [one["item"] for one in found["items"]] == ["ext-1-gamma-large"]
    assert done("items", project.lead, "--text", '"see the sum"')["count"] == 6
    assert done("items", project.lead, "--field", "model=delta-mini")["count"] == 2
    assert done("items", project.lead, "--question", "rating", "--answer", "4")["count"] == 6
    assert done("items", project.lead, "--question", "follows", "--answer", "false")["count"] == 0
    assert done("items", project.lead, "--disagreement", "0.1")["count"] == 0

    before = digest(project.lead)
    for words in (
        ("items", project.lead, "--status", "finished"),
        ("items", project.lead, "--sort", "colour"),
        ("items", project.lead, "--field", "model"),
        ("items", project.lead, "--answer", "4"),
        ("items", project.lead, "--item", "no such item"),
        ("exclude", project.lead, "--reason", "cut off"),
        ("release", project.lead),
        ("put-back", project.lead),
    ):
        assert proofdesk(*words).status == 2, words
    assert digest(project.lead) == before

    assert done("exclude", project.lead, "--item", names[0], "--reason", "cut off") == {
        "excluded": 1,
        "unchanged": 0,
        "released": 1,
    }
    assert done("items", project.lead, "--status", "excluded")["count"] == 1
    assert done("put-back", project.lead, "--item", names[0]) == {"put_back": 1}
    assert done("release", project.lead, "--person", "ben") == {"released": 5}


def test_the_list_is_written_with_texts_and_answers(project: Project, tmp_path: Path) -> None:
    table = tmp_path / "list.csv"
    done("items", project.lead, "--text", "delta", "-o", table)
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [row["item"] for row in rows] == ["ext-0-delta-mini", "ext-1-delta-mini"]
    assert rows[0]["document"] == "Document number 0."
    assert rows[0]["ana/rate/rating"] == "4"
    lines = tmp_path / "list.jsonl"
    done("items", project.lead, "--text", "delta", "-o", lines)
    first = json.loads(lines.read_text("utf-8").splitlines()[0])
    assert first["answers"][0]["annotator"] == "ana"
    assert first["answers"][0]["answers"]["rating"] == 4
    assert proofdesk("items", project.lead, "-o", tmp_path / "list.pdf").status == 2


def test_cells_that_a_spreadsheet_would_run_are_protected(tmp_path: Path) -> None:
    row = {
        "id": "=cmd", "document": "D", "instruction": "I", "answer": "=1+1", "model": "m",
        "source": "s", "document_id": "d",
    }  # fmt: skip
    made = make_project(tmp_path / "small", [row])
    table = tmp_path / "list.csv"
    done("items", made.lead, "-o", table)
    cells = next(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert not any(cell.startswith(("=", "+", "@")) for cell in cells.values())


def test_a_person_and_a_day_are_about_one_answer(project: Project) -> None:
    with Workspace.open(project.lead) as workspace:
        index = items_of(workspace)
    day = index.entries[0].answers[0].day
    assert len(index.find(ItemFilter(person="ana", day=day))) == 6
    assert not index.find(ItemFilter(person="ben", day=day)), "ben has not answered"
    assert len(index.find(ItemFilter(person="ben"))) == 6
