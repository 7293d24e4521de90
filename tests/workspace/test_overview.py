"""Tests of a lead's overview: the same numbers as in `status`, and the order of items and
people.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.workspace.overview import Overview, overview_of
from desktop_app.workspace.work import mark
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.plugins.kiwi_rows import question, session
from tests.workspace.projects import Project, answer, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path / "small")
    made.assign(2)
    return made


def seen(project: Project) -> Overview:
    with Workspace.open(project.lead) as workspace:
        return overview_of(workspace)


def test_an_empty_project(tmp_path: Path) -> None:
    overview = seen(make_project(tmp_path / "empty", rows=(), people=()))
    assert (overview.items, overview.givable, overview.troubles) == ((), [], ())
    assert (overview.assigned, overview.done, overview.annotations) == (0, 0, 0)
    assert overview.last_merge == ""
    assert [one.key for one in overview.protocols] == ["risum"]
    assert len(overview.own_fingerprint) == 32


def test_items_stand_by_name_with_group_and_people(project: Project) -> None:
    overview = seen(project)
    assert [one.place for one in overview.items] == list(range(6))
    assert [one.group for one in overview.items] == [1, 1, 1, 2, 2, 2]
    assert all(len(one.assigned) == 2 for one in overview.items)
    first = overview.items[0]
    assert (first.name, first.model, first.source) == ("ext-0-delta-mini", "delta-mini", "paper-0")
    assert first.stage_key == ""


def test_a_person_who_sent_two_files_is_named_once(project: Project) -> None:
    own = project.join("ana")
    project.annotate(own)
    files = [project.results(own, name=name) for name in ("first", "second")]
    done("merge", project.lead, *files)
    assert seen(project).last_senders == ("ana",)


def test_figures_are_those_of_status(project: Project) -> None:
    own = project.join("ana")
    project.annotate(own, seconds=90)
    done("merge", project.lead, project.results(own))
    overview, status = seen(project), done("status", project.lead)
    assert overview.assigned == status["assignments"] == 12
    assert overview.annotations == status["annotations"] == overview.done
    assert overview.last_merge == status["last_merge"]
    assert overview.last_senders == ("ana",)
    assert overview.shared == 0
    for one in overview.givable:
        told = status["progress"][one.id]
        assert (one.assigned, one.done, one.to_do) == (
            told["assigned"],
            told["done"],
            told["to_do"],
        )
    ana = next(one for one in overview.people if one.id == "ana")
    assert ana.median_seconds == 90
    assert ana.can_be_sealed
    assert ana.fingerprints == (done("keys", own)["own"]["fingerprint"],)


def test_marks_and_conflicts_are_to_be_looked_at(project: Project) -> None:
    own = project.join("ana")
    with Workspace.open(own, write=True) as workspace:
        item = next(workspace.records.all_current("assignment")).body or {}
        mark(workspace, item["item"], stage="rate", state="flagged", reason="Cut off.")
    done("merge", project.lead, project.results(own, name="marked"))
    flagged = seen(project).troubles
    assert [(one.what, one.person, one.reason) for one in flagged] == [
        ("flagged", "ana", "Cut off.")
    ]
    assert flagged[0].item.startswith("ext-")


def test_people_known_by_imported_answers_cannot_be_given_work(project: Project) -> None:
    rows = [answer(project.rows[0], who) for who in ("old-1", "old-2")]
    file = jsonl(project.folder / "old.jsonl", rows)
    done("import", project.lead, file, "--what", "answers")
    overview = seen(project)
    assert [one.id for one in overview.givable] == ["ana", "ben", "cleo"]
    assert {one.id for one in overview.people if one.external} == {"old-1", "old-2"}
    assert overview.shared == 1
    assert overview.annotations == 2
    assert overview.done == 0


def test_items_stand_by_stage_first_and_are_found_by_their_question(tmp_path: Path) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Bridges", "--protocol", "kiwi")
    for what, rows in (
        ("items", [question("z1", question="Why do\nbridges hum?" + " x" * 500), question("z2")]),
        ("sessions", [session("z1", "ana")]),
    ):
        done("import", lead, jsonl(tmp_path / f"{what}.jsonl", rows), "--what", what)
    with Workspace.open(lead) as workspace:
        overview = overview_of(workspace)
    ((_, first), (_, again), (_, label)) = overview.protocols[0].stages
    stages = [one.stage for one in overview.items]
    assert set(stages) == {first, again, label}
    assert stages == sorted(stages, key=[first, again, label].index)
    found = {one.name: one for one in overview.items}
    assert found["z1"].question.startswith("Why do bridges hum? x")
    assert len(found["z1"].question) <= 300
    assert found["z2"].question == "What is known about z2?"
