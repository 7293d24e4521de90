"""Tests of reminders, and of detecting people who have sent nothing although something is
expected.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from desktop_app.core.errors import UsageError
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.overview import Overview, overview_of
from desktop_app.workspace.participation import State, set_state
from desktop_app.workspace.reminders import quiet_people, reminded_people, reminder
from desktop_app.workspace.status import status_of
from desktop_app.workspace.workspace import LANGUAGE, Workspace
from tests.cli.command import done, proofdesk
from tests.workspace.projects import Project, items, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Ana has sent her three answers; ben and cleo have bundles."""
    made = make_project(tmp_path / "small", items(3))
    made.assign(1)
    own = made.join("ana")
    for person in ("ben", "cleo"):
        made.pack(person)
    made.annotate(own)
    done("merge", made.lead, made.results(own))
    return made


def later(project: Project, days: int = 9) -> Workspace:
    now = datetime.now(UTC) + timedelta(days=days)
    return Workspace.open(project.lead, clock=lambda: now)


def seen(project: Project) -> Overview:
    with later(project) as workspace:
        return overview_of(workspace)


def ids(people: list[object]) -> list[str]:
    return [str(getattr(one, "id", "")) for one in people]


@pytest.mark.parametrize("state", ["paused", "left"])
def test_people_who_are_away_are_not_quiet(project: Project, state: State) -> None:
    assert ids([*quiet_people(seen(project))]) == ["ben", "cleo"]
    with Workspace.open(project.lead, write=True) as workspace:
        set_state(workspace, ["ben"], state)
    overview = seen(project)
    assert ids([*quiet_people(overview)]) == ["cleo"]
    assert ids([*reminded_people(overview)]) == ["cleo"]
    with later(project) as workspace:
        tasks = status_of(workspace)["tasks"]
    # The command line and the window report the same.
    assert tasks == [one.to_json() for one in overview.state.tasks]
    left = [one for one in tasks if one["kind"] == "left"]
    assert [one["people"] for one in left] == ([["ben"]] if state == "left" else [])
    with pytest.raises(UsageError, match="paused or has left"):
        reminder(overview, "ben")


def test_items_of_people_who_have_left_are_reassigned(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        set_state(workspace, ["ana", "ben"], "left")
    (task,) = [one for one in seen(project).state.tasks if one.kind == "left"]
    # Ana left without open items.
    assert (task.people, task.count, task.command) == (("ben",), 3, "reassign")


def test_people_who_are_away_need_no_bundle(tmp_path: Path) -> None:
    made = make_project(tmp_path / "small", items(3))
    made.assign(1)
    with Workspace.open(made.lead, write=True) as workspace:
        set_state(workspace, ["ben"], "paused")
        (task,) = [one for one in overview_of(workspace).state.tasks if one.kind == "not_sent"]
    assert task.people == ("ana", "cleo")


def test_a_reminder_names_project_and_open_items(project: Project) -> None:
    overview = seen(project)
    text = reminder(overview, "ben")
    assert text.startswith("Hello ben,")
    assert f"3 of your 3 items in “{overview.title}” are still open." in text
    assert "No results have arrived yet." in text


def test_a_reminder_is_in_the_language_of_the_project(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        body = dict(workspace.project_body())
        body["settings"] = {**(body.get("settings") or {}), LANGUAGE: "de"}
        workspace.add([Draft("project", workspace.project, body, workspace.person, "")])
    text = reminder(seen(project), "ben")
    assert text.startswith("Guten Tag ben,")
    assert "Aufgaben" in text


def test_the_command_prints_the_same_text(project: Project) -> None:
    one = done("people", project.lead, "remind", "ben")["reminders"]
    with Workspace.open(project.lead) as workspace:
        expected = reminder(overview_of(workspace), "ben")
    assert [entry["text"] for entry in one] == [expected]
    assert expected in proofdesk("people", project.lead, "remind", "ben").out
    # Nobody is quiet on the first day.
    assert done("people", project.lead, "remind")["reminders"] == []
    refused = proofdesk("people", project.lead, "remind", "ana")
    assert refused.status == 2
    assert "has no open items" in refused.err
