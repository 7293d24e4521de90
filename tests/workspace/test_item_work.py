"""Tests of the cached work on items, which must always equal that of a newly opened workspace."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path

import pytest

from desktop_app.core.errors import NotSavedError
from desktop_app.core.keys import work_key
from desktop_app.core.merging import body_of
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import make_record
from desktop_app.workspace.exclusion import exclude, put_back, release
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.item_index import count_answers
from desktop_app.workspace.item_work import project_work
from desktop_app.workspace.overview import Overview, overview_of
from desktop_app.workspace.participation import set_state
from desktop_app.workspace.people import add_person
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.workspace.projects import Project, items, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Twelve items for three people; ana and ben have answered theirs."""
    made = make_project(tmp_path / "small", items(4))
    made.assign(2)
    for person in ("ana", "ben"):
        own = made.join(person)
        made.annotate(own, seconds=60, comment="Too long." if person == "ana" else "")
        done("merge", made.lead, made.results(own))
    return made


def fresh(workspace: Workspace) -> Overview:
    """Return the overview of the same records without any cache."""
    kept = dict(workspace.kept)
    workspace.kept.clear()
    try:
        return overview_of(workspace)
    finally:
        workspace.kept.clear()
        workspace.kept.update(kept)


def require_equal(workspace: Workspace) -> None:
    now, expected = overview_of(workspace), fresh(workspace)
    assert now == expected
    assert now.index == expected.index


def test_after_each_change_the_overview_is_that_of_a_new_start(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        require_equal(workspace)
        records = workspace.records
        keys = sorted(records.keys("item"))
        annotations = sorted(records.keys("annotation"))
        for step in (
            lambda: exclude(workspace, keys[:2], "cut off"),
            lambda: put_back(workspace, keys[:1]),
            lambda: release(workspace, keys[3:5]),
            lambda: set_state(workspace, ["cleo"], "paused"),
            lambda: add_person(workspace, "dora"),
            lambda: revise(workspace, annotations[0], {"follows": False, "rating": 1}),
            lambda: withdraw(workspace, "annotation", annotations[1]),
            lambda: withdraw(workspace, "item", keys[6]),
            lambda: mark(workspace, annotations[2]),
            lambda: withdraw(workspace, "mark", annotations[2]),
            lambda: disagree(workspace, "annotation", annotations[3]),
            lambda: disagree(workspace, "item", keys[7]),
            lambda: remove_one(workspace),
        ):
            step()
            require_equal(workspace)


def test_random_changes(project: Project) -> None:
    chance = random.Random(7)
    with Workspace.open(project.lead, write=True) as workspace:
        for _ in range(25):
            kinds = ["annotation", "assignment", "item", "origin", "person", "exclusion", "mark"]
            kind = chance.choice(kinds)
            keys = sorted(workspace.records.keys(kind))
            if not keys:
                exclude(workspace, [chance.choice(sorted(workspace.records.keys("item")))], "short")
                mark(workspace, chance.choice(sorted(workspace.records.keys("annotation"))))
            else:
                change = chance.choice([withdraw, disagree])
                change(workspace, kind, chance.choice(keys))
            require_equal(workspace)


def test_a_failed_save_is_forgotten(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        before = overview_of(workspace)

        def change() -> None:
            with workspace.transaction():
                exclude(workspace, sorted(workspace.records.keys("item"))[:1], "cut off")
                raise NotSavedError("the disk is full")

        with pytest.raises(NotSavedError):
            change()
        assert overview_of(workspace) == before
        require_equal(workspace)


def test_only_what_changed_is_computed_again(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        before = project_work(workspace)
        item = sorted(workspace.records.keys("item"))[0]
        exclude(workspace, [item], "cut off")
        after = project_work(workspace)
    changed = [key for key, part in after.parts.items() if part is not before.parts[key]]
    assert changed == [item]


def revise(workspace: Workspace, key: str, answers: dict[str, object]) -> None:
    body = {**(workspace.records.stated_body("annotation", key) or {}), "answers": answers}
    workspace.add([Draft("annotation", key, body, str(body["annotator"]), "")])


def withdraw(workspace: Workspace, kind: str, key: str) -> None:
    workspace.add([Draft(kind, key, None, "lead", "")])


def disagree(workspace: Workspace, kind: str, key: str) -> None:
    """Add another version that replaces none, as from a second computer."""
    body = workspace.records.stated_body(kind, key)
    if body is None:
        return
    other = dict(body)
    if kind == "annotation":
        other["answers"] = {"follows": True, "rating": 5}
    elif kind == "item":
        other["content"] = {**body["content"], "instruction": "Explain."}
    elif "reason" in other:
        other["reason"] = "another reason"
    workspace.insert(
        [
            make_record(
                project=workspace.project,
                kind=kind,
                key=key,
                author=str(body.get("annotator") or "lead"),
                device="another computer",
                seq=1 + workspace.records.last_seq("another computer"),
                time="2026-11-20T10:00:00Z",
                body=other,
            )
        ]
    )


def mark(workspace: Workspace, key: str) -> None:
    body = workspace.records.stated_body("annotation", key)
    if body is not None:
        about = {name: body[name] for name in ("item", "annotator", "stage")}
        made = {**about, "state": "flagged", "reason": "The text is cut off."}
        workspace.add([Draft("mark", key, made, str(body["annotator"]), "")])


def remove_one(workspace: Workspace) -> None:
    """Remove a record, as undoing a merge does."""
    record = next(workspace.records.all_current("annotation"))
    assert body_of(record)
    workspace.remove([record.rev])


def test_the_chart_and_the_list_count_the_same_answers(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        keys = sorted(workspace.records.keys("annotation"))
        # Submitted again on another day, an answer in conflict, one of an excluded item, one that
        # nobody assigned, and one to an item in conflict.
        for key, when in ((keys[0], "18"), (keys[1], "19"), (keys[2], "19")):
            submit_again(workspace, key, f"2026-11-{when}T11:00:00Z")
        disagree(workspace, "annotation", keys[3])
        exclude(workspace, [keys[4][:32]], "cut off", keep_assignments=True)
        stray = dict(workspace.records.stated_body("annotation", keys[5]) or {})
        stray["annotator"] = "cleo"
        work = work_key(str(stray["item"]), "cleo", str(stray["stage"]))
        workspace.add([Draft("annotation", work, stray, "cleo", "")])
        disagree(workspace, "item", keys[6][:32])
        overview = overview_of(workspace)
    days = overview.state.days
    assert days[date(2026, 11, 18)] == 1
    assert days[date(2026, 11, 19)] == 2
    for day, count in days.items():
        chosen = ItemFilter(day=day.isoformat())
        listed = overview.index.find(chosen)
        assert count_answers(listed, chosen) == count
        assert len(listed) <= count
    # Nothing is listed on a day without a bar.
    assert overview.index.find(ItemFilter(day="2026-11-17")) == []


def submit_again(workspace: Workspace, key: str, when: str) -> None:
    head = workspace.records.heads("annotation", key)[0]
    workspace.insert(
        [
            make_record(
                project=workspace.project,
                kind="annotation",
                key=key,
                author=head.author,
                device="laptop",
                seq=1 + workspace.records.last_seq("laptop"),
                time=when,
                body={**body_of(head), "answers": {"follows": True, "rating": 2}},
                parents=(head.rev,),
            )
        ]
    )
