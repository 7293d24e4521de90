"""Tests of drafts: found without a search, and counted only if answers are unfinished."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop_app.workspace import work
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.workspace.projects import Project, assigned, make_project


@pytest.fixture
def ana(tmp_path: Path) -> Path:
    project: Project = make_project(tmp_path / "project")
    project.assign(3)
    return project.join("ana")


def calls_during(doing: Callable[[], object]) -> int:
    """Return the number of calls, including resumed generators, during a function call."""
    count = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        doing()
    finally:
        sys.setprofile(before)
    return count


def test_a_draft_is_saved_found_and_dropped_at_the_same_cost_among_many(ana: Path) -> None:
    item = min(assigned(ana))
    costs = []
    with Workspace.open(ana, write=True) as workspace:
        table = workspace.store.drafts.table("drafts")
        for total in (100, 10_000):
            few = [
                {"item": f"{number:05}", "stage": "rate", "saved": "", "data": {"answers": {}}}
                for number in range(len(table), total)
            ]
            table.insert_multiple(few)
            work.save_draft(workspace, item, "rate", {"answers": {"rating": 1}})  # indexed now
            work.discard_draft(workspace, item, "rate")
            steps: list[Callable[[], object]] = [
                lambda: work.save_draft(workspace, item, "rate", {"answers": {"rating": 2}}),
                lambda: work.save_draft(workspace, item, "rate", {"answers": {"rating": 3}}),
                lambda: work.load_draft(workspace, item, "rate"),
                lambda: work.discard_draft(workspace, item, "rate"),
            ]
            costs += [calls_during(step) for step in steps]
    few_drafts, many_drafts = costs[:4], costs[4:]
    for one, other in zip(few_drafts, many_drafts, strict=True):
        assert other <= one + 50, (few_drafts, many_drafts)


def test_drafts_are_found_after_saving_discarding_and_reopening(ana: Path) -> None:
    first, second = sorted(assigned(ana))[:2]
    with Workspace.open(ana, write=True) as workspace:
        work.save_draft(workspace, first, "rate", {"answers": {"rating": 1}})
        work.save_draft(workspace, second, "rate", {"answers": {"rating": 2}})
        work.discard_draft(workspace, first, "rate")
        work.save_draft(workspace, second, "rate", {"answers": {"rating": 3}})
        work.save_draft(workspace, first, "rate", {"answers": {"rating": 4}})
    with Workspace.open(ana, write=True) as workspace:
        found = [work.load_draft(workspace, item, "rate") for item in (first, second)]
        assert found == [{"answers": {"rating": 4}}, {"answers": {"rating": 3}}]
        # Whoever changes the table itself, an undone save for instance, is noticed.
        workspace.store.drafts.table("drafts").truncate()
        assert work.load_draft(workspace, first, "rate") is None
        work.save_draft(workspace, first, "rate", {"answers": {"rating": 5}})
        assert work.load_draft(workspace, first, "rate") == {"answers": {"rating": 5}}


@pytest.mark.parametrize(
    ("data", "counts"),
    [
        ({"answers": {}, "seconds": 12.5}, 0),
        ({"seconds": 12.5}, 0),
        ({"answers": {"comment": "  ", "rating": None}}, 0),
        ({"answers": {"rating": 3}}, 1),
    ],
)
def test_what_holds_only_time_is_no_draft(ana: Path, data: dict[str, Any], counts: int) -> None:
    with Workspace.open(ana, write=True) as workspace:
        work.save_draft(workspace, min(assigned(ana)), "rate", data)
    assert done("status", ana)["drafts"] == counts


def test_submitted_answers_that_are_reopened_count_once_they_differ(ana: Path) -> None:
    item = min(assigned(ana))
    answers = {"rating": 3, "follows": True}
    with Workspace.open(ana, write=True) as workspace:
        work.submit(workspace, item, answers, stage="rate")
        work.save_draft(workspace, item, "rate", {"answers": answers, "seconds": 4})
    assert done("status", ana)["drafts"] == 0
    with Workspace.open(ana, write=True) as workspace:
        work.save_draft(workspace, item, "rate", {"answers": {}})
    assert done("status", ana)["drafts"] == 1


def test_whoever_packs_results_is_told_of_what_is_not_in_them(ana: Path, tmp_path: Path) -> None:
    packed = "pack", ana, "--results", "-o", tmp_path / "r.proofdesk"
    assert "Not included" not in proofdesk(*packed).out
    with Workspace.open(ana, write=True) as workspace:
        work.save_draft(workspace, min(assigned(ana)), "rate", {"answers": {"rating": 1}})
    assert "Not included: 1 draft not submitted yet" in proofdesk(*packed).out
    assert done(*packed)["annotations"] == 0
