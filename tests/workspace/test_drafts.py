"""Tests of drafts: found without a search, and counted only if answers are unfinished."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.keys import work_key
from desktop_app.core.merging import RecordSet
from desktop_app.core.records import Record, make_record
from desktop_app.workspace import work
from desktop_app.workspace.drafts import DraftContent
from desktop_app.workspace.work_states import State, assigned_work
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.workspace.projects import Project, assigned, item, jsonl, make_project


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


KEY = work_key("i", "ana", "rate")
NO_STEPS: dict[str, Any] = {"at": 0, "steps": []}
SOME_STEPS = {"at": 1, "steps": [{"q": "rating", "before": 2, "after": None}]}


def submission(
    rating: int, *parents: Record, author: str = "ana", device: str = "here", seconds: float = 30
) -> Record:
    body = {
        "protocol": "risum", "item": "i", "annotator": "ana", "stage": "rate",
        "answers": {"rating": rating}, "seconds": seconds,
    }  # fmt: skip
    return make_record(
        project="p" * 32, kind="annotation", key=KEY, author=author, device=device, seq=rating,
        time="2026-01-01T00:00:00Z", body=body, parents=[parent.rev for parent in parents],
    )  # fmt: skip


def content(data: dict[str, Any], *records: Record) -> DraftContent:
    return DraftContent.of(data, RecordSet(records), KEY, ["here"])


BLANK = st.dictionaries(st.sampled_from(["rating", "comment"]), st.sampled_from(["", " ", None]))
TIME_ONLY = st.fixed_dictionaries(
    {"answers": BLANK, "seconds": st.floats(0, 1e6), "hints": st.lists(st.text(max_size=3))}
)


@given(TIME_ONLY, st.sampled_from([{"base": ""}, {"steps": NO_STEPS}]), st.integers(1, 5))
def test_a_draft_without_content_never_hides_what_arrives(
    data: dict[str, Any], begun: dict[str, Any], rating: int
) -> None:
    """Neither one of this version, which names its base, nor one of an earlier version."""
    arrived = submission(rating, device="elsewhere")
    found = content({**data, **begun}, arrived)
    assert found.answers is None
    assert (found.base, found.has_unseen) == (arrived.rev, False)
    assert found.seconds == data["seconds"] + 30
    # All of it is saved with the next draft, which is based on the submission.
    assert found.unseen_seconds == 0


@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 5))
def test_a_draft_with_answers_names_each_version_that_its_author_has_not_seen(
    typed: int, seen: int, arrived: int
) -> None:
    before = submission(seen)
    after = submission(arrived, before, device="elsewhere")
    data = {"answers": {"rating": typed}, "base": before.rev, "seconds": 40.0}
    found = content(data, before, after)
    assert found.answers == {"rating": typed}
    assert found.has_unseen == (seen != arrived)
    assert (found.seconds, found.unseen_seconds) == (40, 0)
    assert not content(data, before).has_unseen


def test_the_time_of_a_submission_that_nobody_has_seen_is_added_once() -> None:
    arrived = submission(2, device="elsewhere")
    data = {"answers": {"rating": 1}, "base": "", "seconds": 4.0}
    found = content(data, arrived)
    assert (found.base, found.has_unseen, found.seconds) == ("", True, 34)
    # The part that is not saved with the draft, which is opened again as before.
    assert found.unseen_seconds == 30


def test_a_draft_of_an_earlier_version_is_based_on_what_was_submitted_here() -> None:
    data = {"answers": {"rating": 1}, "steps": NO_STEPS}
    assert not content(data, submission(2)).has_unseen
    assert content(data, submission(2, device="elsewhere")).has_unseen
    here = submission(2)
    assert content(data, here, submission(3, here, author="lead", device="lead")).has_unseen


def test_deleted_answers_are_content_if_they_had_been_submitted() -> None:
    before = submission(2)
    for more in ({"base": before.rev}, {"steps": SOME_STEPS}, {}):
        found = content({"answers": {"rating": None}, **more}, before)
        assert found.answers == {"rating": None}
        assert not found.has_unseen


def test_without_a_draft_only_a_conflict_leaves_a_version_unseen() -> None:
    one, other = submission(1), submission(2, device="elsewhere")
    assert content({}) == DraftContent(None, "", False, None)
    assert content({}, one) == DraftContent(None, one.rev, False, 30)
    assert content({}, one, other).has_unseen
    assert not content({}, one, submission(1, device="elsewhere", seconds=5)).has_unseen


def test_a_base_that_was_removed_is_unknown() -> None:
    data = {"answers": {"rating": 1}, "base": "0" * 64}
    assert content(data, submission(2)).has_unseen
    assert not content(data).has_unseen


def test_an_item_that_was_only_looked_at_is_done_when_its_answers_arrive(ana: Path) -> None:
    item = min(assigned(ana))
    with Workspace.open(ana, write=True) as workspace:
        work.submit(workspace, item, {"rating": 3, "follows": True}, stage="rate")
        for more in ({"base": ""}, {"steps": NO_STEPS}):
            work.save_draft(workspace, item, "rate", {"answers": {}, "seconds": 9, **more})
            assert not workspace.drafts.unfinished(workspace.records, "ana")
    assert done("status", ana)["drafts"] == 0


def test_answers_that_were_all_undone_are_no_work(ana: Path) -> None:
    item = min(assigned(ana))
    shown = {"answers": {"text": "As it was."}, "base": ""}
    with Workspace.open(ana, write=True) as workspace:
        work.save_draft(workspace, item, "rate", shown)
        assert workspace.drafts.unfinished(workspace.records, "ana")
        work.save_draft(workspace, item, "rate", {**shown, "untouched": True})
        assert not workspace.drafts.unfinished(workspace.records, "ana")
    # Redo continues from these answers, unless a submission has arrived since.
    assert content({**shown, "untouched": True}).answers == shown["answers"]
    assert content({**shown, "untouched": True}, submission(2)).answers is None
    assert content(shown, submission(2)).answers == shown["answers"]


def test_a_draft_about_an_earlier_text_is_marked_until_the_text_is_back(tmp_path: Path) -> None:
    project = make_project(tmp_path / "project")
    project.assign(3)
    own = project.join("ana")
    row = item(0, "gamma-large")
    key = project.key(row)

    def marked() -> list[str]:
        with Workspace.open(own) as workspace:
            found = [one for one in assigned_work(workspace) if one.has_other_text]
            assert {one.state for one in found} <= {State.DRAFT}
            return [str(one.body["item"]) for one in found]

    def send(text: dict[str, Any], name: str) -> None:
        rows = jsonl(tmp_path / f"{name}.jsonl", [text])
        done("import", project.lead, rows, "--update")
        done("merge", own, project.pack("ana", name=name))

    with Workspace.open(own, write=True) as workspace:
        (head,) = workspace.records.heads("item", key)
        seen = {"answers": {"rating": 1}, "item_rev": head.rev}
        work.save_draft(workspace, key, "rate", {"answers": {"rating": 1}})
        # Drafts of earlier versions do not name the revision: their text counts as seen.
        assert workspace.drafts.unfinished(workspace.records, "ana") == {(key, "rate"): ""}
    send({**row, "answer": "A quite different answer."}, "other")
    assert marked() == []
    with Workspace.open(own, write=True) as workspace:
        work.save_draft(workspace, key, "rate", {**seen, "answers": {}})
        # Nothing was answered, so nothing is about the earlier text.
        assert not workspace.drafts.unfinished(workspace.records, "ana")
    assert marked() == []
    with Workspace.open(own, write=True) as workspace:
        work.save_draft(workspace, key, "rate", seen)
        assert workspace.drafts.unfinished(workspace.records, "ana") == {(key, "rate"): head.rev}
    assert marked() == [key]
    send(row, "back")
    assert marked() == []
