"""Tests of a lead's tasks and their order, days in local time, forecasts, and sent bundles."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from desktop_app.core.form_editing import dump
from desktop_app.core.keys import work_key
from desktop_app.core.records import make_record
from desktop_app.workspace.bundles_out import BundleOut
from desktop_app.workspace.lead_tasks import (
    LeadState,
    LeadTask,
    PersonBundle,
    Times,
    forecast,
    local_day,
    mark_read,
    sorted_tasks,
    times_of,
)
from desktop_app.workspace.overview import Overview, overview_of
from desktop_app.workspace.packing import pack
from desktop_app.workspace.work import mark, submit
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.workspace.projects import Project, answer, item, items, jsonl, make_project

TODAY = date(2026, 11, 23)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Nine items for three people, three each."""
    made = make_project(tmp_path / "small", items(3))
    made.assign(1)
    return made


@pytest.fixture
def in_tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set the time zone to nine hours ahead of UTC, without daylight saving time."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def seen(project: Project, *, days: int = 0) -> Overview:
    """Return the overview as it will be in some days."""
    later = datetime.now(UTC) + timedelta(days=days)
    with Workspace.open(project.lead, clock=lambda: later) as workspace:
        return overview_of(workspace)


def state(project: Project, *, days: int = 0) -> LeadState:
    return seen(project, days=days).state


def kinds(project: Project, *, days: int = 0) -> list[str]:
    return [task.kind for task in state(project, days=days).tasks]


def task(project: Project, kind: str, *, days: int = 0) -> LeadTask:
    return next(one for one in state(project, days=days).tasks if one.kind == kind)


def on(day: int, count: int) -> tuple[date, int]:
    return date(2026, 11, day), count


# The forecast, by hand


def test_the_end_is_the_open_answers_by_the_pace_so_far() -> None:
    # 20 + 30 answers on the 20th and the 23rd: 50 in 4 days are 12.5 a day; 26 take 3 days.
    days = dict([on(20, 20), on(23, 30)])
    found = forecast(days, 26, TODAY, TODAY)
    assert (found.pace, found.end, found.problem) == (12.5, date(2026, 11, 26), "")
    # 25 answers take exactly 2 days.
    assert forecast(days, 25, TODAY, TODAY).end == date(2026, 11, 25)


def test_days_before_the_last_two_weeks_do_not_count() -> None:
    # The 10th is the first of 14 days until the 23rd.
    days = dict([on(9, 1000), on(10, 7), on(23, 7)])
    assert forecast(days, 10, TODAY, TODAY).pace == 1.0


def test_days_after_the_last_merge_are_not_days_without_answers() -> None:
    # Until the 21st, there were 10 answers a day; what was given since has not arrived.
    days = dict([on(20, 10), on(21, 10)])
    found = forecast(days, 20, TODAY, date(2026, 11, 21))
    assert (found.pace, found.end) == (10.0, date(2026, 11, 25))


@pytest.mark.parametrize(
    ("days", "left", "known", "why"),
    [
        ({}, 5, TODAY, "no answers in 14 days"),
        (dict([on(23, 5)]), 5, TODAY, "only one day with answers so far"),
        (dict([on(1, 5), on(2, 5)]), 5, date(2026, 11, 3), "nothing was merged for 14 days"),
        (dict([on(10, 1), on(23, 1)]), 10**6, TODAY, "more than ten years at this pace"),
        (dict([on(22, 5), on(23, 5)]), 0, TODAY, "nothing is left to do"),
    ],
)
def test_no_end_has_a_reason(days: dict[date, int], left: int, known: date, why: str) -> None:
    found = forecast(days, left, TODAY, known)
    assert found.end is None
    assert found.problem == why


def test_items_without_people_are_not_called_finished() -> None:
    assert forecast({}, 0, TODAY, TODAY, unassigned=28).problem == "open items are not assigned"


def test_answers_of_a_wrong_clock_in_the_future_do_not_count() -> None:
    days = {**dict([on(22, 4), on(23, 4)]), date(2027, 1, 1): 1000}
    assert forecast(days, 4, TODAY, TODAY).pace == 4.0


def test_median_and_quartiles_of_times() -> None:
    assert times_of([]) is None
    assert times_of([30]) == Times(30, 30, 30)
    assert times_of([10, 20, 30, 40, 50]) == Times(30, 20, 40)


# Days


def test_a_day_is_that_of_the_computer(in_tokyo: None) -> None:
    assert local_day("2026-11-22T14:59:59Z") == date(2026, 11, 22)
    assert local_day("2026-11-22T15:00:00Z") == TODAY
    assert local_day("2026-11-22T23:30:00+01:00") == TODAY
    assert local_day("yesterday") == date.min


def test_answers_are_counted_by_local_day(project: Project, in_tokyo: None) -> None:
    times = ["2026-11-21T14:59:00Z", "2026-11-21T15:00:00Z", "2026-11-21T15:14:59Z", "soon"]
    with Workspace.open(project.lead, write=True) as workspace:
        found = [(r.key, dict(r.body or {})) for r in workspace.records.all_current("assignment")]
        records = [
            make_record(
                project=workspace.project,
                kind="annotation",
                key=key,
                author=body["person"],
                device=f"of {body['person']}",
                seq=place + 1,
                time=when,
                body={
                    "protocol": "risum",
                    "item": body["item"],
                    "annotator": body["person"],
                    "stage": "rate",
                    "answers": {"follows": True, "rating": 3},
                    "seconds": 60.0,
                },
            )
            for place, (when, (key, body)) in enumerate(zip(times, found, strict=False))
        ]
        workspace.insert(records, parsed=True)
    assert state(project).days == {date(2026, 11, 21): 1, date(2026, 11, 22): 2}
    assert state(project).times == Times(60, 60, 60)


def test_an_edited_answer_counts_once_and_imported_ones_have_no_day(
    project: Project,
) -> None:
    own = project.join("ana")
    project.annotate(own)
    project.annotate(own, rating=2)
    done("merge", project.lead, project.results(own))
    old = jsonl(project.folder / "old.jsonl", [answer(project.rows[0], "old")])
    done("import", project.lead, old, "--what", "answers")
    overview = seen(project)
    assert overview.annotations == 4
    assert overview.state.days == {datetime.now(UTC).astimezone().date(): 3}


# Tasks


def test_tasks_are_sorted_by_what_blocks_others() -> None:
    mixed = ["keys", "unread", "conflicts", "new kind", "inbox", "outdated", "quiet"]
    tasks = [LeadTask(kind, kind, "", "", "") for kind in mixed]
    ordered = [one.kind for one in sorted_tasks(tasks)]
    assert ordered == ["inbox", "conflicts", "quiet", "outdated", "unread", "keys", "new kind"]


def test_a_project_is_led_from_people_to_bundles(tmp_path: Path) -> None:
    project = make_project(tmp_path / "new", people=())
    assert kinds(project) == ["people"]
    file = jsonl(tmp_path / "people.jsonl", [{"id": "ana"}, {"id": "ben"}])
    done("import", project.lead, file, "--what", "people")
    first = task(project, "assign")
    assert (first.count, first.page) == (6, "assign")
    assert first.items is not None
    assert first.items.status == "unassigned"
    project.assign(1)
    assert kinds(project) == ["not_sent"]
    assert task(project, "not_sent").people == ("ana", "ben")
    project.pack("ana")
    assert task(project, "not_sent").text == "ben has no bundle yet"
    project.pack("ben")
    assert kinds(project) == []


def test_people_with_answers_need_no_bundle_of_a_second_lead(
    project: Project, tmp_path: Path
) -> None:
    ana = project.join("ana")
    answers = project.answers(ana)[:1]
    done("annotate", ana, "--from", jsonl(tmp_path / "one.jsonl", answers))
    done("merge", project.lead, project.results(ana))
    everything, second = tmp_path / "all.proofdesk", tmp_path / "second"
    done("pack", project.lead, "--results", "-o", everything)
    done("join", everything, second)
    (waiting,) = [one for one in done("status", second)["tasks"] if one["kind"] == "not_sent"]
    assert waiting["people"] == ["ben", "cleo"]


def test_items_added_later_wait_for_an_assignment(project: Project) -> None:
    for person in ("ana", "ben", "cleo"):
        project.pack(person)
    more = jsonl(project.folder / "more.jsonl", [item(7, "delta-mini")])
    done("import", project.lead, more)
    assert task(project, "unassigned").text == "1 item is not assigned"


def test_a_person_who_sends_nothing_is_quiet_after_a_week(project: Project) -> None:
    for person in ("ana", "ben", "cleo"):
        project.pack(person)
    assert kinds(project, days=6) == []
    assert "3 people have sent nothing for 7 days" in task(project, "quiet", days=7).text
    own = project.folder / "own"
    done("join", project.folder / "for-ana.proofdesk", own / "ana")
    project.annotate(own / "ana")
    done("merge", project.lead, project.results(own / "ana"))
    done("pack", project.lead, "--for", "ben", "-o", project.folder / "again.proofdesk")
    # Ana has nothing left to do. The others have had their bundles for a week.
    quiet = task(project, "quiet", days=9)
    assert quiet.people == ("ben", "cleo")
    assert quiet.detail == "ben and cleo: 6 open items."


def test_open_items_of_people_who_have_left_are_to_be_moved(project: Project) -> None:
    for person in ("ana", "ben", "cleo"):
        project.pack(person)
    done("people", project.lead, "left", "ben")
    left = task(project, "left")
    assert (left.text, left.people) == ("ben no longer takes part", ("ben",))
    assert left.detail == "3 open items. The project can’t finish without them."
    assert [one["kind"] for one in done("status", project.lead)["tasks"]] == ["left"]
    # They are no longer expected to send anything.
    assert task(project, "quiet", days=9).people == ("ana", "cleo")
    moved = done("reassign", project.lead, "ben", "--seed", 1, "--dry-run")
    assert "ben" not in moved["bundles"], "somebody who has left gets no more bundles"
    done("reassign", project.lead, "ben", "--seed", 1)
    assert kinds(project) == ["outdated"]


def test_a_bundle_is_outdated_when_a_new_one_would_differ(project: Project) -> None:
    for person in ("ana", "ben", "cleo"):
        project.pack(person)
    bundles = state(project).bundles
    assert {one.state for one in bundles.values()} == {"current"}
    assert _out(bundles["ana"]).file.name == "for-ana.proofdesk"
    assert _out(bundles["ana"]).form == "", "the protocol has its own questions"
    changed = [
        {**row, "answer": "Corrected."}
        for row in project.rows
        if project.key(row) in _items_of(project, "ana")
    ]
    done("import", project.lead, jsonl(project.folder / "c.jsonl", changed), "--update")
    outdated = task(project, "outdated")
    assert outdated.people == ("ana",)
    assert outdated.detail == "ana: items were edited."
    project.pack("ana", name="update")
    assert kinds(project) == []
    folder = project.lead / "project" / "guidelines"
    folder.mkdir(parents=True)
    (folder / "risum.md").write_text("# Read twice\n", "utf-8")
    project.pack("ben", name="update-ben")
    assert task(project, "outdated").people == ("ana", "cleo")


def test_a_person_who_is_done_needs_no_new_bundle(project: Project) -> None:
    own = project.join("ana")
    project.annotate(own)
    done("merge", project.lead, project.results(own))
    folder = project.lead / "project" / "guidelines"
    folder.mkdir(parents=True)
    (folder / "risum.md").write_text("# Read twice\n", "utf-8")
    project.pack("ben")
    bundles = state(project).bundles
    assert (bundles["ana"].state, _out(bundles["ana"]).reasons) == ("finished", ())
    assert (bundles["ben"].state, bundles["cleo"].state) == ("current", "not_sent")


def test_a_bundle_of_another_computer_is_unknown(project: Project) -> None:
    own = project.join("ana")
    results = project.results(own)
    with Workspace.open(project.lead, write=True) as workspace:
        workspace.store.records.table("bundles_out").truncate()
    done("merge", project.lead, results)
    assert state(project).bundles["ana"].state == "unknown"


def test_sending_is_not_part_of_the_digest_or_of_bundles(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        pack(workspace, project.folder / "a.proofdesk", recipient="ana")
        before = workspace.records.digest()
        pack(workspace, project.folder / "b.proofdesk", recipient="ana")
        assert workspace.records.digest() == before
        pack(workspace, project.folder / "whole.proofdesk")
    done("join", project.folder / "whole.proofdesk", project.folder / "second")
    with Workspace.open(project.folder / "second") as workspace:
        assert len(workspace.store.records.table("bundles_out")) == 0


def test_conflicts_name_the_person_and_keys_must_be_confirmed(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    other = project.folder / "other"
    shutil.copytree(ana, other)
    for folder, rating, name in ((ana, 1, "here"), (other, 2, "there")):
        project.annotate(folder, rating=rating)
        done("merge", project.lead, project.results(folder, name=name))
    conflicts = task(project, "conflicts")
    assert (conflicts.count, conflicts.people) == (3, ("ana",))
    assert conflicts.detail.startswith("ana sent two versions.")
    # Until the lead requires confirmed keys, an unconfirmed one blocks nobody.
    assert kinds(project)[-1] == "keys"
    done("keys", project.lead, "--require-confirmed")
    assert kinds(project).index("required_keys") < kinds(project).index("conflicts")


def test_flags_are_unread_until_they_were_read(project: Project) -> None:
    own = project.join("ana")
    with Workspace.open(own, write=True) as workspace:
        body = next(workspace.records.all_current("assignment")).body or {}
        mark(workspace, body["item"], stage="rate", state="flagged", reason="Cut off.")
    project.annotate(own, comment="The date is wrong.")
    done("merge", project.lead, project.results(own))
    unread = task(project, "unread")
    assert unread.people == ("ana",)
    assert unread.items is not None
    assert unread.items.keys is not None
    with Workspace.open(project.lead, write=True) as workspace:
        mark_read(workspace, overview_of(workspace).state.unread)
        mark_read(workspace, ["made up"])
    assert "unread" not in kinds(project)
    more = project.folder / "ben"
    done("join", project.pack("ben"), more)
    project.annotate(more, comment="Too short.")
    done("merge", project.lead, project.results(more))
    assert task(project, "unread").text == "3 comments not read"
    listed = done("status", project.lead, "--mark-read")["tasks"]
    assert "unread" not in [one["kind"] for one in listed]
    assert proofdesk("status", more, "--mark-read").status == 2


def test_status_lists_the_same_tasks(project: Project) -> None:
    project.pack("ana")
    listed = done("status", project.lead)["tasks"]
    assert listed == [one.to_json() for one in state(project).tasks]
    assert listed[0]["people"] == ["ben", "cleo"]
    shown = proofdesk("status", project.lead).out
    assert "Needs attention" in shown
    assert "2 people have no bundle yet" in shown
    assert "proofdesk pack" in shown
    own = project.folder / "own"
    done("join", project.folder / "for-ana.proofdesk", own)
    assert done("status", own)["tasks"] == [], "annotators have no such tasks"


def _out(bundle: PersonBundle) -> BundleOut:
    assert bundle.out is not None
    return bundle.out


def _items_of(project: Project, person: str) -> set[str]:
    with Workspace.open(project.lead) as workspace:
        bodies = [r.body or {} for r in workspace.records.all_current("assignment")]
        assert all(
            workspace.records.has(("assignment", work_key(b["item"], b["person"], "rate")))
            for b in bodies
        )
        return {str(body["item"]) for body in bodies if body["person"] == person}


NOTES = {"note": "Good", "reason_note": "The seal."}


def test_comments_are_known_by_the_type_of_their_question(tmp_path: Path) -> None:
    """The keys say nothing: one long text is optional, the other is what the project collects."""
    questions = [
        {"key": "summary", "type": "long_text", "text": "Summarise.", "required": True},
        {"key": "place", "type": "short_text", "text": "Place?"},
        {"key": "thoughts", "type": "long_text", "text": "Anything else?"},
        # Neither of these is a comment, although their keys end like one.
        {"key": "note", "type": "short_text", "text": "Grade?"},
        {
            "key": "reason_note",
            "type": "long_text",
            "text": "Why?",
            "required_if": {"question": "place", "answered": True},
        },
    ]
    head = {"form": 1, "key": "letters", "version": 1, "title": "Letters"}
    file, lead = tmp_path / "form.yaml", tmp_path / "lead"
    file.write_text(dump({**head, "questions": questions}), "utf-8")
    done("new", lead, "--title", "Letters", "--protocol", "study", "--form", file)
    items = [{"id": str(n), "text": f"Letter {n}"} for n in range(2)]
    done("import", lead, jsonl(tmp_path / "items.jsonl", items))
    rows = [
        {"item": "0", "annotator": "ana", "summary": "A letter.", "place": "Rome", **NOTES},
        {"item": "1", "annotator": "ana", "summary": "A letter.", "thoughts": "It is torn."},
    ]
    done("import", lead, "--what", "answers", jsonl(tmp_path / "answers.jsonl", rows))
    with Workspace.open(lead) as workspace:
        index = overview_of(workspace).index
    assert [one.line.name for one in index.entries if one.has_comment()] == ["1"]
    texts = [one["text"] for one in done("status", lead)["tasks"]]
    assert "1 comment not read" in texts


def test_the_next_job_is_suggested_when_all_votes_on_instructions_have_arrived(
    tmp_path: Path,
) -> None:
    lead, ana = tmp_path / "lead", tmp_path / "ana"
    sets = [
        {"document": f"Report {number}. {'The mill stood still. ' * 9}", "model": model}
        for number in range(2)
        for model in ("birch", "cedar")
    ]
    rows = [{**one, "instructions": ["Name the mill.", "Summarize it."]} for one in sets]
    done("new", lead, "--title", "Rivers", "--protocol", "risum")
    done("import", lead, jsonl(tmp_path / "sets.jsonl", rows), "--what", "instruction_sets")
    done("people", lead, "add", "ana")
    done("assign", lead, "--stage", "instructions", "--overlap", 1, "--seed", 1)
    done("pack", lead, "--for", "ana", "-o", tmp_path / "ana.proofdesk")
    done("join", tmp_path / "ana.proofdesk", ana)

    def suggested() -> list[str]:
        with Workspace.open(lead) as workspace:
            tasks = overview_of(workspace).state.tasks
        printed = [one["kind"] for one in done("status", lead)["tasks"]]
        assert ("next_job" in printed) == any(one.kind == "next_job" for one in tasks)
        return [one.text for one in tasks if one.kind == "next_job"]

    for number in range(2):
        assert suggested() == []
        with Workspace.open(ana, write=True) as workspace:
            item = sorted(workspace.records.keys("item"))[number]
            answers = {"set_a": "good", "set_b": "bad"}
            submit(workspace, item, answers, stage="instructions", seconds=1)
        done("pack", ana, "--results", "-o", tmp_path / f"{number}.proofdesk")
        done("merge", lead, tmp_path / f"{number}.proofdesk")
    assert suggested() == ["Next job: Answer instructions"]
    answered = {"document": rows[0]["document"], "instruction": "Name the mill."}
    more = {**answered, "answer": "The old one.", "model": "elm"}
    done("import", lead, jsonl(tmp_path / "items.jsonl", [more]))
    assert suggested() == [], "the job has made items"
