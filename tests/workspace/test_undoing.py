"""Tests of undoing actions on items, which restores the previous statements."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.core.errors import UsageError
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.exclusion import exclude, put_back, release
from desktop_app.workspace.overview import Overview, overview_of
from desktop_app.workspace.undoing import undo, watched
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.workspace.projects import Project, items, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path / "small", items(4))


def state(overview: Overview) -> list[object]:
    return [(one.line, one.status, one.excluded) for one in overview.index.entries]


def test_every_action_is_undone(project: Project) -> None:
    project.assign(1, "--people", "ana,ben")
    with Workspace.open(project.lead, write=True) as workspace:
        keys = sorted(workspace.records.keys("item"))
        exclude(workspace, keys[:2], "cut off", keep_assignments=True)
        for action in (
            lambda: exclude(workspace, keys[1:4], "too short"),
            lambda: put_back(workspace, keys[:1]),
            lambda: release(workspace, keys[4:7]),
            lambda: assign(workspace, people=["cleo"], overlap=2, seed=1, item_keys=set(keys[5:8])),
        ):
            before = state(overview_of(workspace))
            _, made = watched(workspace, action)
            assert state(overview_of(workspace)) != before
            assert undo(workspace, made)
            assert state(overview_of(workspace)) == before


def test_an_answered_assignment_stays(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        keys = set(workspace.records.keys("item"))
        _, made = watched(
            workspace, lambda: assign(workspace, people=["ana"], overlap=1, seed=1, item_keys=keys)
        )
    own = project.join("ana")
    project.annotate(own)
    done("merge", project.lead, project.results(own))
    with Workspace.open(project.lead, write=True) as workspace:
        before = overview_of(workspace)
        assert undo(workspace, made) == 0
        assert overview_of(workspace) == before


def test_nothing_can_be_undone_after_another_change(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        item = sorted(workspace.records.keys("item"))[0]
        _, made = watched(workspace, lambda: exclude(workspace, [item], "cut off"))
        put_back(workspace, [item])
        with pytest.raises(UsageError, match="changed again"):
            undo(workspace, made)
        _, nothing = watched(workspace, lambda: put_back(workspace, [item]))
        assert not nothing.can_be_undone
