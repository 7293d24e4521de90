"""Tests of removing a person who was added by mistake, which never removes anybody's work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.catalogue import look_up
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import UserMessage
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.decisions import adjudicate_file
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.workspace.projects import Project, make_project


def roster(project: Project) -> list[str]:
    return [one["id"] for one in done("people", project.lead, "list")["people"]]


def test_a_mistyped_person_goes_and_comes_back(tmp_path: Path) -> None:
    project = make_project(tmp_path / "p")
    done("people", project.lead, "add", "anna", "--name", "Anna")
    before = roster(project)
    said = done("people", project.lead, "remove", "anna")
    assert said == {"id": "anna", "removed": True, "assignments": 0}
    assert roster(project) == [one for one in before if one != "anna"]
    again = proofdesk("people", project.lead, "remove", "anna", "--json")
    assert (again.status, "unknown person “anna”" in again.error["message"]) == (2, True)
    assert done("people", project.lead, "add", "anna", "--name", "Anne")["added"]
    assert roster(project) == before
    assert done("people", project.lead, "remove", "anna")["removed"]
    assert done("people", project.lead, "add", "anna", "--name", "Anna")["added"]
    assert roster(project) == before


def test_what_is_assigned_goes_with_them_only_when_that_is_said(tmp_path: Path) -> None:
    project = make_project(tmp_path / "p")
    project.assign(3)
    refused = proofdesk("people", project.lead, "remove", "ben", "--json")
    assert (refused.status, "items are assigned" in refused.error["message"]) == (1, True)
    assert "--with-assignments" in refused.error["hint"]
    assert "ben" in roster(project)
    said = done("people", project.lead, "remove", "ben", "--with-assignments")
    assert said["assignments"] == 6
    status = done("status", project.lead)
    assert "ben" not in roster(project)
    assert status["assignments"] == 12
    assert proofdesk("pack", project.lead, "--person", "ben", "-o", tmp_path / "ben").status == 2
    # Their items can be given to another person.
    done("people", project.lead, "add", "dora")
    project.assign(3)
    assert done("status", project.lead)["assignments"] == 18


def test_nobodys_work_goes_with_them(tmp_path: Path) -> None:
    project = make_project(tmp_path / "p")
    project.assign(3)
    own = project.join("ana")
    project.annotate(own)
    done("merge", project.lead, project.results(own))
    before = done("check", project.lead)["digest"]
    for words in (("ana",), ("ana", "--with-assignments")):
        refused = proofdesk("people", project.lead, "remove", *words, "--json")
        assert (refused.status, "already submitted work" in refused.error["message"]) == (1, True)
    refused = proofdesk("people", project.lead, "remove", "lead", "--json")
    assert refused.status == 2
    refused = proofdesk("people", own, "remove", "ben", "--json")
    assert (refused.status, "lead" in refused.error["message"]) == (2, True)
    assert done("check", project.lead)["digest"] == before


def test_results_of_somebody_who_was_removed_count_once_they_are_back(tmp_path: Path) -> None:
    project = make_project(tmp_path / "p")
    project.assign(3)
    own = project.join("ana")
    project.annotate(own)
    done("people", project.lead, "remove", "ana", "--with-assignments")
    results = project.results(own)
    said = proofdesk("merge", project.lead, results, "--json").data
    assert "their records do not count until you add them" in str(said)
    assert done("analyse", project.lead)["annotations"] == 0
    done("people", project.lead, "add", "ana")
    done("merge", project.lead, results)
    assert done("analyse", project.lead)["annotations"] == 6


@pytest.mark.parametrize(
    ("act", "named"),
    [
        (lambda workspace: import_file(workspace, "rows.jsonl"), "Importieren"),
        (lambda workspace: assign(workspace, overlap=1, seed=1), "Zuweisen"),
        (lambda workspace: adjudicate_file(workspace, "rows.jsonl"), "Entscheiden"),
    ],
)
def test_what_only_leads_can_do_is_named_in_the_language_of_the_window(
    act: Callable[[Workspace], object], named: str, tmp_path: Path
) -> None:
    project = make_project(tmp_path / "p")
    project.assign(3)
    own = project.join("ana")
    with Workspace.open(own, write=True) as workspace, pytest.raises(UsageError) as refused:
        act(workspace)
    message = refused.value.args[0]
    assert isinstance(message, UserMessage)
    assert message.in_language(look_up("de")).startswith(f"{named}: Das kann nur")
