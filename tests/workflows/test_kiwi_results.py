"""Tests of kiwi without a window, from questions to second ratings and figures.

Data that no program would write are refused with the reason.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.keys import work_key
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.workspace import Workspace
from plugins.kiwi.labels import second_ratings_of
from plugins.kiwi.protocol import KIWI
from plugins.kiwi.session import Session
from tests.cli.command import digest, done, proofdesk
from tests.plugins.kiwi_rows import question, session, turn
from tests.workspace.projects import jsonl

PEOPLE = ("ana", "ben", "cy")
MODELS = ("large model", "small model")


class Project:
    """A lead's workspace with two questions, two models and three people."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.lead = folder, folder / "lead"
        done("new", self.lead, "--title", "Answers", "--protocol", "kiwi")
        self.take("models", [{"model": name} for name in MODELS])
        self.take("items", [question("q1"), question("q2")])
        self.take("people", [{"id": name} for name in PEOPLE])

    def take(self, what: str, rows: list[dict[str, Any]], *more: object) -> Any:
        file = jsonl(self.folder / f"{what}.jsonl", rows)
        return done("import", self.lead, file, "--what", what, *more)

    def assign(self, stage: str) -> Any:
        words = ("--stage", stage, "--overlap", 1, "--seed", 1)
        return done("assign", self.lead, *words)

    def pack(self, person: str) -> Path:
        """Pack a person's assigned items; return the person's folder."""
        bundle, own = self.folder / f"{person}.proofdesk", self.folder / person
        done("pack", self.lead, "--for", person, "-o", bundle)
        if own.exists():
            done("merge", own, bundle)
        else:
            done("join", bundle, own)
        return own

    def given(self, person: str, stage: str) -> dict[str, dict[str, Any]]:
        """Return {key: content} of a person's items at a stage, from that person's workspace."""
        with Workspace.open(self.folder / person) as workspace:
            found = {}
            for one in workspace.records.all_current("assignment"):
                body = one.body or {}
                if (body["person"], body["stage"]) == (person, stage):
                    item = workspace.records.current("item", body["item"])
                    assert item is not None
                    assert item.body is not None
                    found[body["item"]] = dict(item.body["content"])
            return found

    def annotate(self, person: str, stage: str, rows: list[dict[str, Any]], status: int = 0) -> Any:
        file = jsonl(self.folder / f"{person}-{stage}.jsonl", rows)
        return done(
            "annotate", self.folder / person, "--from", file, "--stage", stage, status=status
        )

    def results(self, person: str, name: str = "") -> Path:
        bundle = self.folder / f"{name or person}-results.proofdesk"
        done("pack", self.folder / person, "--results", "-o", bundle)
        return bundle

    def work(self) -> list[Path]:
        """Let everybody complete their sessions; return their bundles."""
        self.assign("session")
        bundles = []
        for person in PEOPLE:
            self.pack(person)
            rows = [
                {**session(key, person, model=None), "id": f"{person}-{n}"}
                for n, key in enumerate(sorted(self.given(person, "session")))
            ]
            if rows:
                assert self.annotate(person, "session", rows)["submitted"] == len(rows)
            bundles.append(self.results(person))
        return bundles

    def dataset(self) -> Any:
        with Workspace.open(self.lead) as workspace:
            return dataset_of(workspace)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_from_questions_to_second_ratings_and_figures(project: Project) -> None:
    bundles = project.work()
    for bundle in bundles:
        done("merge", project.lead, bundle)
    found = project.dataset()
    assert len(found.annotations) == 4
    # An annotator's bundle holds the model under its alias alone, and no name of anything else.
    for person in PEOPLE:
        with Workspace.open(project.folder / person) as workspace:
            bodies = str([one.body for one in workspace.records])
        assert "large model" not in bodies
        assert "A survey of q1" not in bodies

    assert project.assign("again")["short"] == {}
    again, labelled = {}, 0
    for person in PEOPLE:
        project.pack(person)
        rows = []
        for key, content in project.given(person, "again").items():
            asked = [one["turn"] for one in content["turns"] if one["ask"]]
            rows.append({"item": key, "ratings": {str(n): {"rating": "good"} for n in asked}})
        assert project.annotate(person, "again", rows)["submitted"] == len(rows)
        again[person] = len(rows)
        done("merge", project.lead, project.results(person, f"{person}-again"))
    assert sum(again.values()) == 4

    project.assign("label")
    for person in PEOPLE:
        project.pack(person)
        codes = {"instruction_type": "remove", "error_type": "ignored", "retrieval": "some"}
        rows = [
            {"item": key, **{ask: codes[ask] for ask in content["ask"]}}
            for key, content in project.given(person, "label").items()
        ]
        labelled += project.annotate(person, "label", rows)["submitted"]
        done("merge", project.lead, project.results(person, f"{person}-label"))
    assert labelled == 16  # 4 sessions of 4 turns

    figures = done("analyse", project.lead, "--option", "aliases=false")
    assert {name: one["turns"] for name, one in figures["models"].items()} == dict.fromkeys(
        MODELS, 8
    )
    assert figures["agreement"]["n"] == 16
    done("export", project.lead, "-o", project.folder / "out")
    lines = (project.folder / "out" / "second_ratings.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == 16
    assert done("check", project.lead)["ok"]


def test_results_in_any_order_give_the_same_project(project: Project, tmp_path: Path) -> None:
    bundles = project.work()
    whole = project.folder / "empty.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    digests = set()
    for place, order in enumerate(itertools.permutations(bundles)):
        other = tmp_path / f"other-{place}"
        done("join", whole, other)
        for bundle in (*order, order[0]):
            done("merge", other, bundle)
        digests.add(digest(other))
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("stage", "answers", "words"),
    [
        ("session", {"turns": [turn(1)], "end": "ready"}, "initial: is missing"),
        ("session", {"initial": {"answer": "A"}, "turns": [turn(1)]}, "end: state how"),
        (
            "session",
            {"initial": {"answer": "A"}, "turns": [turn(1)] * 11, "end": "limit"},
            "turns",
        ),
        (
            "session",
            {"initial": {"answer": "A"}, "turns": [turn(1, comment=None)], "end": "ready"},
            "turn 1 has no comment",
        ),
        ("session", {"initial": {"answer": ["A"]}, "turns": [], "end": "ready"}, "initial"),
        (
            "session",
            {"initial": {"answer": "x" * 300_000}, "end": "given_up"},
            "initial.answer: is too long",
        ),
        ("session", {"initial": {"answer": " "}, "turns": [], "end": "ready"}, "answer is empty"),
        ("session", {"current": {"phase": "waiting"}, "end": "given_up"}, "current"),
        ("session", {"ratings": {"1": {"rating": "good"}}}, "ratings"),
        ("again", {"ratings": {"99": {"rating": "good"}}}, "ratings"),
        ("label", {"instruction_type": "<b>"}, "instruction_type"),
    ],
)
def test_results_that_no_program_would_have_written_are_refused_by_name(
    project: Project, stage: str, answers: dict[str, Any], words: str
) -> None:
    project.assign("session")
    own = project.pack("ana")
    item = min(project.given("ana", "session"))
    with Workspace.open(own, write=True) as workspace:
        body = {"protocol": "kiwi", "item": item, "annotator": "ana", "stage": stage}
        key = work_key(item, "ana", stage)
        workspace.add([Draft("annotation", key, body | {"answers": answers}, "ana", "x")])
    merged = proofdesk("merge", project.lead, project.results("ana", "forged"), "--json")
    assert merged.status == 1
    assert words in merged.out
    assert project.dataset().annotations == []


def test_ratings_of_turns_that_nobody_asked_about_count_nowhere(project: Project) -> None:
    for bundle in project.work():
        done("merge", project.lead, bundle)
    # As version 0.1 had it, and it still works.
    place = project.lead / "project" / "forms" / "kiwi.txt"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("second_ratings: 1", "utf-8")
    project.assign("again")
    (person,) = [p for p in PEOPLE if project.pack(p) and project.given(p, "again")]
    ((item, content),) = project.given(person, "again").items()
    (asked,) = [str(one["turn"]) for one in content["turns"] if one["ask"]]
    with Workspace.open(project.folder / person, write=True) as workspace:
        ratings = {str(n): {"rating": "bad"} for n in range(1, 5)}
        body = {"protocol": "kiwi", "item": item, "annotator": person, "stage": "again"}
        key = work_key(item, person, "again")
        answers = {"answers": {"ratings": ratings}}
        workspace.add([Draft("annotation", key, body | answers, person, "x")])
    done("merge", project.lead, project.results(person, "again"))
    found = second_ratings_of(project.dataset())
    assert [(one["turn"], one["rating"]) for one in found] == [(int(asked), "bad")]


def sessions_given(lead: Path, stage: str) -> set[tuple[str, str]]:
    """Return (person, group of items) for all sessions of which a person has items at a stage."""
    with Workspace.open(lead) as workspace:
        groups = {
            one.key: str((one.body or {})["group"]) for one in workspace.records.all_current("item")
        }
        bodies = [one.body or {} for one in workspace.records.all_current("assignment")]
    return {(one["person"], groups[one["item"]]) for one in bodies if one["stage"] == stage}


@pytest.mark.parametrize("stages", [("again", "label"), ("label", "again")])
def test_nobody_sees_the_ratings_of_turns_that_they_are_to_rate_again(
    project: Project, stages: tuple[str, str]
) -> None:
    for bundle in project.work():
        done("merge", project.lead, bundle)
    for stage in stages:
        project.assign(stage)
    again, labelled = (sessions_given(project.lead, stage) for stage in ("again", "label"))
    assert again
    assert labelled
    assert not again & labelled
    # The reason why nobody else can get it is this one, and not another item of its group.
    words = ("--stage", stages[1], "--overlap", 3, "--seed", 11)
    more = done("assign", project.lead, *words, status=1)
    reasons = {reason for why in more["why"].values() for reason in why}
    assert any(reason.startswith("people who know it from another stage: ") for reason in reasons)
    assert not any("group" in reason for reason in reasons)


def test_who_has_rated_turns_again_may_label_them(project: Project) -> None:
    for bundle in project.work():
        done("merge", project.lead, bundle)
    project.assign("again")
    for person in PEOPLE:
        project.pack(person)
        rows = []
        for key, content in project.given(person, "again").items():
            asked = [one["turn"] for one in content["turns"] if one["ask"]]
            rows.append({"item": key, "ratings": {str(n): {"rating": "bad"} for n in asked}})
        project.annotate(person, "again", rows)
        done("merge", project.lead, project.results(person, f"{person}-again"))
    done("assign", project.lead, "--stage", "label", "--overlap", 3, "--seed", 1)
    again, labelled = (sessions_given(project.lead, stage) for stage in ("again", "label"))
    assert again < labelled


def test_people_without_topics_come_in_again_as_they_went_out(project: Project) -> None:
    project.take("preferences", [{"annotator": "ana", "topics": []}])
    done("export", project.lead, "-o", project.folder / "out", "--format", "jsonl")
    file = project.folder / "out" / "preferences.jsonl"
    known = done("import", project.lead, file, "--what", "preferences")
    assert (known["rows"], known["unchanged"]) == (1, 1)


def test_answers_collected_on_paper_come_in_by_the_keys_of_items(project: Project) -> None:
    for bundle in project.work():
        done("merge", project.lead, bundle)
    project.assign("again")
    items = {one.key: one for one in project.dataset().items}
    again = next(one for one in items.values() if one.stage == "again")
    label = next(one for one in items.values() if one.stage == "label")
    asked = [str(one["turn"]) for one in again.content["turns"] if one["ask"]]
    rating = {
        "item": again.key,
        "annotator": "eve",
        "ratings": {n: {"rating": "bad"} for n in asked},
    }
    codes = {"instruction_type": "other", "error_type": "other", "retrieval": "all"}
    labels = {"item": label.key, "annotator": "eve", **{a: codes[a] for a in label.content["ask"]}}
    assert project.take("answers", [rating, labels])["added"] == {"annotation": 2, "person": 1}
    assert len(second_ratings_of(project.dataset())) == len(asked)
    session_item = next(key for key, one in items.items() if one.stage == "session")
    for row, words in (
        ({**rating, "annotator": again.origin["author"]}, "of their own"),
        ({**labels, "item": session_item}, "is an item for sessions"),
        ({**labels, "item": "q9"}, "unknown item"),
    ):
        file = jsonl(project.folder / "odd.jsonl", [row])
        said = proofdesk("import", project.lead, file, "--what", "answers")
        assert said.status == 1
        assert words in said.out + said.err


def test_what_was_not_given_is_refused_and_a_session_about_other_papers_too(
    project: Project,
) -> None:
    project.assign("session")
    project.pack("ana")
    items = sorted(project.given("ana", "session"))
    for paper, paragraph, words in ((6, 0, "paper [6]"), (5, 99, "paragraph 99 of paper [5]")):
        beyond = turn(1, passages=[{"paper": paper, "paragraph": paragraph}])
        row = {**session(items[0], "ana", model=None), "turns": [beyond]}
        file = jsonl(project.folder / "beyond.jsonl", [row])
        said = proofdesk("annotate", project.folder / "ana", "--from", file)
        assert said.status == 3
        assert words in said.err
    others = set(project.given("ana", "session"))
    foreign = next(
        one.key
        for one in project.dataset().items
        if one.stage == "session" and one.key not in others
    )
    report = project.annotate("ana", "session", [session(foreign, "ana", model=None)], status=1)
    assert len(report["refused"]) == 1


def test_a_first_answer_that_came_with_the_item_keeps_its_passages(project: Project) -> None:
    """As in the window, in which a session consists of the same actions."""
    passages = [{"paper": 1, "paragraph": 0, "score": 2.5}, {"paper": 0, "paragraph": 1}]
    told = {"answer": "Prepared [1].", "passages": passages, "query": "Why?", "retriever": "bm25"}
    rows = [{"item": name, "model": model, **told} for name in ("q1", "q2") for model in MODELS]
    project.take("initials", rows)
    project.assign("session")
    for person in PEOPLE:
        project.pack(person)
    items = {person: sorted(project.given(person, "session")) for person in PEOPLE}
    person = next(one for one in PEOPLE if items[one])
    row = {**session(items[person][0], person, model=None), "initial_answer": "Prepared [1]."}
    row.pop("initial_passages")

    def initial_of(*rows: dict[str, Any]) -> dict[str, Any]:
        project.annotate(person, "session", list(rows))
        done("merge", project.lead, project.results(person))
        one = next(one for one in project.dataset().annotations if one.item == items[person][0])
        assert KIWI.stage("session").check(one.answers) == one.answers
        return dict(one.answers["initial"])

    begun = Session.read({}, papers=6).take_initial(
        "Prepared [1].", passages, query="Why?", retriever="bm25", prepared=True
    )
    assert initial_of(row) == begun.answers()["initial"]
    # What the row says otherwise holds.
    own = [{"paper": 2, "paragraph": 1}]
    assert initial_of({**row, "initial_passages": own})["passages"] == own
    # Another first answer is none of this item: what was revised would not be what was assigned.
    other = jsonl(project.folder / "other.jsonl", [{**row, "initial_answer": "Another."}])
    before = digest(project.folder / person)
    said = proofdesk("annotate", project.folder / person, "--from", other)
    assert said.status == 3
    assert "is not the first answer that was assigned" in said.err
    assert digest(project.folder / person) == before
    # One that was assigned earlier still is one: a session may have begun with it.
    project.take("initials", [{**one, "answer": "Later [0]."} for one in rows], "--update")
    project.pack(person)
    assert initial_of({**row, "seconds": 7})["answer"] == "Prepared [1]."


def test_passages_on_a_stylistic_turn_are_refused(project: Project) -> None:
    project.assign("session")
    project.pack("ana")
    item = min(project.given("ana", "session"))
    row = session(item, "ana", model=None)
    row["turns"][1]["passages"] = [{"paper": 1, "paragraph": 0}]
    file = jsonl(project.folder / "style.jsonl", [row])
    said = proofdesk("annotate", project.folder / "ana", "--from", file)
    assert said.status == 3
    assert "turn 2 is stylistic but has passages" in said.err
    row["turns"][1].pop("passages")
    assert project.annotate("ana", "session", [row])["submitted"] == 1


def test_a_turn_without_rating_is_refused_from_its_annotator(project: Project) -> None:
    project.assign("session")
    project.pack("ana")
    row = session(min(project.given("ana", "session")), "ana", model=None)
    row["turns"][1].pop("rating")
    file = jsonl(project.folder / "unrated.jsonl", [row])
    said = proofdesk("annotate", project.folder / "ana", "--from", file)
    assert said.status == 3
    assert "turn 2 has no rating" in said.err
