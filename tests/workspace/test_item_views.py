"""Tests of saved views of the list of items, by functions and on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.core.errors import UsageError
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.item_views import (
    LONGEST_NAME,
    SavedView,
    delete_view,
    rename_view,
    save_view,
    saved_views,
)
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import Project, items, make_project

EVERYTHING = ItemFilter(
    title="Chosen",
    text='a OR "b c"',
    keys=frozenset(("k1", "k2")),
    status="done",
    person="ana",
    mark="flagged",
    day="2026-11-20",
    question="rating",
    answer="3",
    least_disagreement=0.0,
    fields={"topic": "<b>ports</b>"},
)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path / "small", items(2))


@pytest.mark.parametrize("item_filter", [EVERYTHING, ItemFilter(), ItemFilter(keys=frozenset())])
def test_a_view_is_kept_as_it_was(project: Project, item_filter: ItemFilter) -> None:
    view = SavedView("Ports & <b>ferries</b>", item_filter, "disagreement")
    before = digest(project.lead)
    with Workspace.open(project.lead, write=True) as workspace:
        assert not save_view(workspace, view)
    with Workspace.open(project.lead) as workspace:
        assert saved_views(workspace) == (view,)
    # It belongs to this computer and is no part of the shared records.
    assert digest(project.lead) == before


def test_views_are_replaced_renamed_and_deleted(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        save_view(workspace, SavedView("b", ItemFilter(status="open")))
        save_view(workspace, SavedView(" a  c ", ItemFilter(status="done")))
        assert save_view(workspace, SavedView("b", ItemFilter(status="partial")))
        assert [one.name for one in saved_views(workspace)] == ["a c", "b"]
        with pytest.raises(UsageError, match="already called"):
            rename_view(workspace, "b", "a c")
        rename_view(workspace, "b", "d")
        assert [one.filter.status for one in saved_views(workspace)] == ["done", "partial"]
        delete_view(workspace, "a c")
        assert [one.name for one in saved_views(workspace)] == ["d"]
        with pytest.raises(UsageError, match="no view is called"):
            delete_view(workspace, "a c")


@pytest.mark.parametrize("name", ["", "  ", "x" * (LONGEST_NAME + 1), "a\x00b", "\u202eab"])
def test_unsuitable_names(project: Project, name: str) -> None:
    with (
        Workspace.open(project.lead, write=True) as workspace,
        pytest.raises(UsageError, match="needs a name"),
    ):
        save_view(workspace, SavedView(name, ItemFilter()))


def test_the_command_line_has_the_same_views(project: Project) -> None:
    everything = done("items", project.lead)
    found = done("items", project.lead, "--text", "gamma", "--save-view", "Gamma")
    assert 0 < found["count"] < everything["count"]
    assert done("items", project.lead, "--view", "Gamma") == found
    assert done("views", project.lead)["views"] == [
        {"name": "Gamma", "sort": "name", "filter": {"text": "gamma"}}
    ]
    done("views", project.lead, "rename", "Gamma", "By gamma")
    assert proofdesk("items", project.lead, "--view", "Gamma").status == 2
    assert proofdesk("items", project.lead, "--view", "By gamma", "--text", "x").status == 2
    assert proofdesk("views", project.lead, "rename", "By gamma").status == 2
    done("views", project.lead, "delete", "By gamma")
    assert done("views", project.lead)["views"] == []
