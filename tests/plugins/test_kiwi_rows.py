"""Tests of kiwi's rows: reading, errors, derived items, assignments, and complete exports.

Source: the KIWI paper, section 3.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import InputError
from desktop_app.core.forms import parse_form
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.protocol.rows import ImportContext
from desktop_app.core.question_types import MultipleChoice
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.import_context import settled_context
from desktop_app.workspace.workspace import Workspace
from plugins.kiwi.project_questions import questions_of
from plugins.kiwi.protocol import KIWI
from plugins.kiwi.settings import FILE, Settings
from plugins.kiwi.shapes import AGAIN, LABEL, SESSION, document_text, paragraphs_of
from plugins.kiwi.stages.label import LabelSettings, retrieval_sample
from plugins.kiwi.turn_items import turns_of
from tests.cli.command import done, proofdesk
from tests.conftest import DATA
from tests.plugins.kiwi_rows import papers, question, session, turn
from tests.stats.data import read_rows
from tests.workspace.projects import jsonl

PEOPLE: list[dict[str, Any]] = [{"id": name} for name in ("ana", "ben", "cleo", "dana")]


@pytest.fixture
def lead(tmp_path: Path) -> Path:
    done("new", tmp_path / "lead", "--title", "Answers", "--protocol", "kiwi")
    return tmp_path / "lead"


def take(lead: Path, rows: list[dict[str, Any]], what: str = "items", *more: object) -> Any:
    return done("import", lead, jsonl(lead.parent / f"{what}.jsonl", rows), "--what", what, *more)


def taken_in_part(lead: Path, rows: list[dict[str, Any]], what: str) -> str:
    """Return the messages about rows that are valid but refused."""
    said = proofdesk("import", lead, jsonl(lead.parent / "some.jsonl", rows), "--what", what)
    assert said.status == 1, said
    return said.out + said.err


def refusal(lead: Path, row: Mapping[str, Any], what: str = "items") -> str:
    """Return the error for a row that stops the import, after checking that nothing has changed."""
    before = done("status", lead)
    said = proofdesk("import", lead, jsonl(lead.parent / "bad.jsonl", [row]), "--what", what)
    assert said.status == 3, said
    after = done("status", lead)
    assert {**after, "bytes": 0} == {**before, "bytes": 0}
    return said.err


def dataset(lead: Path) -> Dataset:
    with Workspace.open(lead) as workspace:
        return dataset_of(workspace)


def items(lead: Path, stage: str = SESSION) -> list[ItemData]:
    return [item for item in dataset(lead).items if item.stage == stage]


def settings(lead: Path, text: str) -> None:
    place = lead / "project" / FILE.path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, "utf-8")


# Questions


def test_a_question_becomes_an_item_whose_papers_are_documents(lead: Path) -> None:
    assert take(lead, [question()])["added"]["item"] == 1
    (item,) = items(lead)
    assert item.content["question"] == "What is known about q1?"
    assert item.content["topic"] == "Bridges"
    assert [one["title"] for one in item.content["papers"]] == [f"On q1 {n}" for n in range(6)]
    texts = dataset(lead).documents
    found = [paragraphs_of(texts[key]) for key in item.content["documents"]]
    assert found == [one["paragraphs"] for one in papers("q1")]
    assert "source_paper" not in item.content  # what the question was made from answers it
    assert item.origin["external_id"] == "q1"


def test_importing_again_adds_nothing_and_a_changed_question_is_refused_unless_updated(
    lead: Path,
) -> None:
    take(lead, [question()])
    assert (take(lead, [question()])["added"]) == {}
    changed = [question(question="What else?")]
    assert "q1" in taken_in_part(lead, changed, "items")
    take(lead, changed, "items", "--update")
    assert [one.content["question"] for one in items(lead)] == ["What else?"]


def test_paragraphs_are_numbered_whatever_blank_lines_they_hold(lead: Path) -> None:
    odd = [
        {"title": "Odd", "paragraphs": ["One\n\n\ntwo ", " ", "", "Three\r\n\r\nfour"]},
        {"title": "As one text", "text": "First.\n\n \nSecond\nline.\n"},
        {"title": "As objects", "paragraphs": [{"text": "Here."}]},
        *papers("q1", 3),
    ]
    take(lead, [question(documents=odd)])
    (item,) = items(lead)
    texts = [dataset(lead).documents[key] for key in item.content["documents"]]
    assert paragraphs_of(texts[0]) == ["One\ntwo", "Three\nfour"]
    assert paragraphs_of(texts[1]) == ["First.", "Second\nline."]
    assert paragraphs_of(texts[2]) == ["Here."]
    assert all(document_text(paragraphs_of(text)) == text for text in texts)


@pytest.mark.parametrize("many", [1, 2, 3])
def test_too_few_papers_are_a_warning_or_refused_where_the_rule_is_kept(
    lead: Path, many: int
) -> None:
    told = "has 1 paper," if many == 1 else f"has {many} papers,"
    row = question(documents=papers("q1", many))
    (note,) = take(lead, [row])["notes"]
    assert told in note
    assert not items(lead)[0].origin.get("closed")
    settings(lead, "papers_rule: refuse")
    said = taken_in_part(lead, [question("q2", documents=papers("q2", many))], "items")
    assert told in said
    assert len(items(lead)) == 1
    # Earlier assignments stay, and nobody else gets the items.
    take(lead, [question("q3")])
    assert {one.name: bool(one.origin.get("closed")) for one in items(lead)} == {
        "q1": True,
        "q3": False,
    }
    settings(lead, f"least_papers: {many}\npapers_rule: refuse")
    assert take(lead, [question("q2", documents=papers("q2", many))])["notes"] == []


def test_papers_without_paragraphs(lead: Path) -> None:
    empty = {"title": "Lost"}
    notes = take(lead, [question(documents=[empty, *papers("q1", 5)])])["notes"]
    assert any("paper [0] has no paragraphs" in one for one in notes)
    (item,) = items(lead)
    assert [one["title"] for one in item.content["papers"]][:2] == ["Lost", "On q1 0"]
    notes = take(lead, [question("q2", documents=[empty, empty, *papers("q2", 5)])])["notes"]
    assert any("the text of 2 papers" in one for one in notes)
    said = taken_in_part(lead, [question("q3", documents=[empty] * 4)], "items")
    assert "none of its papers has a paragraph" in said


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"documents": []}, "documents"),
        ({"documents": None}, "documents"),
        ({"question": " "}, "question"),
        ({"documents": [{"paragraphs": ["x"]}]}, "title"),
        ({"documents": [{"title": "T", "paragraphs": 7}]}, "paragraphs"),
        ({"missing": -1}, "missing"),
    ],
)
def test_a_question_that_is_none_is_refused_by_its_field(
    lead: Path, changes: dict[str, Any], words: str
) -> None:
    assert words in refusal(lead, question(**changes))


def test_questions_can_be_linked_to_papers_that_were_imported(lead: Path) -> None:
    rows = [{"id": f"p{n}", **one} for n, one in enumerate(papers("q1"))]
    take(lead, rows, "papers")
    linked = {"id": "q1", "question": "Why?", "papers": ["p3", "p0", "p1", "p2"]}
    assert take(lead, [linked], "questions")["notes"] == []
    (item,) = items(lead)
    assert [one["title"] for one in item.content["papers"]][:2] == ["On q1 3", "On q1 0"]
    said = taken_in_part(lead, [{**linked, "id": "q2", "papers": ["p0", "p9"]}], "questions")
    assert "unknown paper “p9”" in said
    assert "listed twice" in refusal(lead, {**linked, "papers": ["p0", "p0"]}, "questions")


def test_an_item_of_three_hundred_papers_is_taken(lead: Path) -> None:
    take(lead, [question(documents=papers("q1", 300, 40))])
    (item,) = items(lead)
    assert len(item.content["documents"]) == 300


def test_real_stories_are_taken_with_a_warning_paragraph_by_paragraph(lead: Path) -> None:
    rows = read_rows("story_questions.jsonl")
    report = done("import", lead, DATA / "story_questions.jsonl")
    assert len(report["notes"]) == len(rows) == 52
    assert report["refused"] == []
    found = dataset(lead)
    texts = {
        one.name: [found.documents[k] for k in one.content["documents"]] for one in found.items
    }
    for row in rows:
        (paper,) = row["documents"]
        kept = [" ".join(one.split()) for one in paragraphs_of(texts[row["id"]][0])]
        assert kept == [" ".join(one.split()) for one in paper["paragraphs"] if one.strip()]


# Models


def test_every_question_has_an_item_for_each_model_under_its_alias(lead: Path) -> None:
    take(lead, [question("q1"), question("q2")])
    before = {one.key for one in items(lead)}
    take(lead, [{"model": "large model"}, {"model": "small model"}], "models")
    found = items(lead)
    opened = [one for one in found if not one.origin.get("closed")]
    assert Counter(one.group for one in opened) == dict.fromkeys({o.group for o in opened}, 2)
    assert len(opened) == 4
    assert {one.key for one in found} - {one.key for one in opened} == before
    aliases = dataset(lead).aliases
    assert {one.content["model"] for one in opened} == {
        aliases["large model"],
        aliases["small model"],
    }
    assert all("large model" not in str(one.content) + one.key for one in found)


def test_nobody_gets_a_question_twice_and_every_question_gets_each_model(lead: Path) -> None:
    take(lead, [question(f"q{n}") for n in range(8)])
    take(lead, [{"model": one} for one in ("m1", "m2", "m3")], "models")
    take(lead, PEOPLE, "people")
    report = done("assign", lead, "--overlap", 1, "--seed", 5)
    assert (report["added"], report["short"], report["notes"]) == (24, {}, [])
    assert set(report["load"].values()) == {6}
    with Workspace.open(lead) as workspace:
        bodies = [r.body for r in workspace.records.all_current("assignment") if r.body]
    group = {one.key: one.group for one in items(lead)}
    assert len({(group[one["item"]], one["person"]) for one in bodies}) == 24
    more = done("assign", lead, "--overlap", 2, "--seed", 5, status=1)
    assert any("usually goes to one person" in one for one in more["notes"])
    # There are four people and three models: each question can go to one person more.
    assert (more["added"], len(more["short"])) == (8, 16)
    assert any("have another item of its group" in str(why) for why in more["why"].values())


def test_models_given_out_one_by_one_go_to_different_people_too(lead: Path) -> None:
    take(lead, [question(f"q{n}") for n in range(6)])
    take(lead, [{"model": "m1"}, {"model": "m2"}], "models")
    take(lead, PEOPLE[:2], "people")
    for model in ("m1", "m2"):
        report = done("assign", lead, "--overlap", 1, "--seed", 1, "--only", f"model={model}")
        assert (report["added"], report["short"]) == (6, {})
    with Workspace.open(lead) as workspace:
        bodies = [r.body for r in workspace.records.all_current("assignment") if r.body]
    group = {one.key: one.group for one in items(lead)}
    assert len({(group[one["item"]], one["person"]) for one in bodies}) == 12


def test_questions_go_first_to_who_prefers_their_topic(lead: Path) -> None:
    topics = ["Bridges", "Rivers", "Stars", "Songs"]
    take(lead, [question(f"q{n}", track=topics[n % 4]) for n in range(16)])
    roster: list[dict[str, Any]] = [
        {"id": "ana", "topics": ["bridges"]},
        {"id": "ben"},
        {"id": "cleo"},
        {"id": "dana"},
    ]
    take(lead, roster, "people")
    take(lead, [{"annotator": "ben", "topics": [" RIVERS"]}], "preferences")
    take(lead, [{"person": "cleo", "topics": ["Stars"]}], "background")
    done("assign", lead, "--overlap", 1, "--seed", 2)
    with Workspace.open(lead) as workspace:
        bodies = [r.body for r in workspace.records.all_current("assignment") if r.body]
    topic = {one.key: one.content["topic"] for one in items(lead)}
    got = Counter((one["person"], topic[one["item"]]) for one in bodies)
    assert got == dict.fromkeys(
        [("ana", "Bridges"), ("ben", "Rivers"), ("cleo", "Stars"), ("dana", "Songs")], 4
    )


def test_the_topics_of_a_project_are_asked_about(lead: Path) -> None:
    kiwi = KIWI.with_texts({FILE.old_path: 'topics: Bridges & "co": x; Rivers\'s'})
    form = parse_form(kiwi.materials()["forms/background.yaml"], file="background.yaml")
    (asked,) = [one for one in form.questions if one.key == "topics"]
    assert isinstance(asked, MultipleChoice)
    assert [one.code for one in asked.options] == ['Bridges & "co": x', "Rivers's"]
    plain = parse_form(KIWI.materials()["forms/background.yaml"], file="background.yaml")
    assert [one.type for one in plain.questions if one.key == "topics"] == ["text_list"]


# First answers


def initial(item: str = "q1", **changes: Any) -> dict[str, Any]:
    return {
        "item": item,
        "answer": "Prepared answer [1].",
        "passages": [{"paper": 1, "paragraph": 2, "score": 3.5, "retriever": "bm25"}],
        "query": "Why?",
        "retriever": "bm25",
        **changes,
    }


def prepared(lead: Path) -> list[Mapping[str, Any]]:
    with Workspace.open(lead) as workspace:
        return [record.body for record in workspace.records.all_current("prepared") if record.body]


def closed(lead: Path) -> dict[str, str]:
    return {one.name: str(one.origin.get("closed", "")) for one in items(lead)}


def test_a_first_answer_travels_with_its_item(lead: Path) -> None:
    take(lead, [question()])
    take(lead, [initial()], "initials")
    (body,) = prepared(lead)
    assert (body["what"], body["content"]["answer"]) == ("initial", "Prepared answer [1].")
    assert body["content"]["passages"][0]["paragraph"] == 2
    take(lead, PEOPLE, "people")
    done("assign", lead, "--overlap", 1, "--seed", 1)
    again = [initial(answer="Another.")]
    take(lead, again, "initials", "--update")
    assert [one["content"]["answer"] for one in prepared(lead)] == ["Prepared answer [1]."]


def test_what_a_model_wrote_here_is_given_out_once_a_person_has_checked_it(lead: Path) -> None:
    take(lead, [question("q1"), question("q2")])
    take(lead, [initial("q1", call="c1"), initial("q2", call="c2")], "initials")
    assert closed(lead) == dict.fromkeys(["q1", "q2"], "its first answer has not been checked")
    assert prepared(lead) == []
    take(
        lead,
        [{"item": "q1", "decision": "release"}, {"item": "q2", "decision": "drop"}],
        "checks",
    )
    assert closed(lead) == {"q1": "", "q2": "its first answer was rejected"}
    assert len(prepared(lead)) == 1
    take(lead, [initial("q1", answer="Another.", call="c3")], "initials", "--update")
    assert "was changed" in closed(lead)["q1"]
    done("export", lead, "--output", lead.parent / "out")
    assert '"q1"' not in (lead.parent / "out" / "checks.jsonl").read_text("utf-8"), (
        "it was of another"
    )
    take(lead, [{"item": "q1", "decision": "release"}], "checks")
    assert [one["content"]["answer"] for one in prepared(lead)] == ["Another."]


def test_one_id_is_one_question_whatever_rows_it_came_in(lead: Path) -> None:
    take(lead, [question("q1")])
    take(
        lead, [{"id": f"p{n}", "title": f"P{n}", "paragraphs": ["A."]} for n in range(4)], "papers"
    )
    linked = {"id": "q1", "question": "Another?", "papers": [f"p{n}" for n in range(4)]}
    assert "“q1” is already the ID of another" in taken_in_part(lead, [linked], "questions")
    take(lead, [{**linked, "id": "q2"}], "questions")
    assert "“q2” is already the ID of another" in taken_in_part(lead, [question("q2")], "items")
    take(lead, [{"id": "r1", "text": "Earlier work.", "papers": ["p0"]}], "paragraphs")
    drafted = {"id": "q2", "question": "A third?", "paragraph": "r1"}
    assert "“q2” is already the ID of another" in taken_in_part(lead, [drafted], "drafted")
    assert take(lead, [question("q1")])["added"] == {}
    assert [one.content["question"] for one in dataset(lead).items] == [
        "What is known about q1?", "Another?"]  # fmt: skip


def test_a_paper_that_stands_twice_among_those_of_a_question_is_noted(lead: Path) -> None:
    row = question()
    row["documents"][4] = {**row["documents"][2], "title": "Elsewhere"}
    assert "line 1: papers [2] and [4] have the same text" in take(lead, [row])["notes"]


def test_a_question_with_too_much_text_for_a_row_is_told_another_way(lead: Path) -> None:
    row = question(documents=[{"title": "Long", "paragraphs": ["word " * 200_000] * 5}])
    said = refusal(lead, row)
    assert "must fit into 4 MB" in said
    assert "--what papers" in said
    assert "question”: is too long" in refusal(lead, question(question="Why? " * 5_000))


def test_a_row_costs_no_more_where_there_are_many(lead: Path) -> None:
    papers = [{"id": f"p{n}", "title": f"P{n}", "paragraphs": [f"A {n}."]} for n in range(4_000)]
    before = time.perf_counter()
    kinds, asked = KIWI.row_kinds, Counter[str]()
    rows = [{**one, "key": one["id"], "document": f"d{place}"} for place, one in enumerate(papers)]

    def rows_of(what: str) -> list[dict[str, Any]]:
        asked[what] += 1
        return rows if what == "papers" else []

    context = ImportContext("p" * 32, "kiwi", "lead", lambda _: None, str, str, rows_of=rows_of)
    for place, one in enumerate(papers):
        list(kinds["papers"].build(kinds["papers"].model.model_validate(one), context))
        linked = [f"p{(place + n) % len(papers)}" for n in range(4)]
        named = {"id": f"q{place}", "question": "Why?", "papers": linked}
        row = kinds["questions"].model.model_validate(named)
        list(kinds["questions"].build(row, context))
    assert max(asked.values()) <= 4, "all rows are gone through a few times, not once a row"
    assert time.perf_counter() - before < 20


def test_times_without_an_end_are_refused(lead: Path) -> None:
    take(lead, [question()])
    assert "seconds" in refusal(lead, session(seconds=1.7e308), "sessions")
    assert "seconds" in refusal(lead, session(turns=[turn(seconds=1.7e308)]), "sessions")


def test_turns_that_are_numbered_stand_in_their_order(lead: Path) -> None:
    take(lead, [question()])
    turns = [{**turn(), "turn": 2}, {**turn(), "turn": 1}]
    assert "turn 2 is in position 1" in refusal(lead, session(turns=turns), "sessions")
    take(lead, [session(turns=turns[::-1])], "sessions")


def test_first_answers_of_nothing_are_refused(lead: Path) -> None:
    take(lead, [question()])
    take(lead, [{"model": "m1"}], "models")
    assert "unknown item “q7”" in taken_in_part(lead, [initial("q7")], "initials")
    assert "m9" not in taken_in_part(lead, [initial(model="m9")], "initials")
    beyond = initial(model="m1", passages=[{"paper": 6, "paragraph": 0}])
    assert "paper [6]" in taken_in_part(lead, [beyond], "initials")
    beyond["passages"] = [{"paper": 1, "paragraph": 3}]
    assert "paragraph 3 of paper [1], which has 3" in taken_in_part(lead, [beyond], "initials")
    assert "passages" in refusal(lead, initial(passages=[{"paper": -1}]), "initials")
    check = {"item": "q1", "model": "m1", "decision": "release"}
    assert "no first answer yet" in taken_in_part(lead, [check], "checks")


def test_a_drafted_question_counts_once_a_person_accepted_it(lead: Path) -> None:
    take(lead, [{"id": f"p{n}", **one} for n, one in enumerate(papers("q1"))], "papers")
    paragraph = {"id": "r1", "text": "Much was written.", "papers": [f"p{n}" for n in range(6)]}
    take(lead, [{**paragraph, "track": "Rivers"}], "paragraphs")
    take(
        lead,
        [{"id": f"d{n}", "question": f"What of {n}?", "paragraph": "r1"} for n in range(2)],
        "drafted",
    )
    assert items(lead) == []
    said = taken_in_part(lead, [{"drafted": "d9", "decision": "accept"}], "decisions")
    assert "unknown drafted question “d9”" in said
    take(
        lead,
        [{"drafted": "d0", "decision": "accept"}, {"drafted": "d1", "decision": "reject"}],
        "decisions",
    )
    (item,) = items(lead)
    assert (item.content["question"], item.content["topic"]) == ("What of 0?", "Rivers")
    take(lead, [{"drafted": "d0", "decision": "reject"}], "decisions")
    assert items(lead)[0].origin["closed"]


# Sessions


def collected(lead: Path) -> Path:
    """A project with sessions by two annotators with two models, and other people's judgements of
    them.
    """
    take(lead, [question("q1"), question("q2")])
    rows = [
        session("q1", "ana"),
        session("q1", "ben", model="small model", end="limit", id="s2"),
        session("q2", "ana", model="small model", turns=[turn(1, rating="bad"), turn(2)]),
    ]
    take(lead, rows, "sessions")
    take(
        lead,
        [
            {"session": "s2", "turn": 3, "annotator": "ana", "rating": "neutral", "comment": "so"},
            {"session": "q1:large model:ana", "turn": 1, "annotator": "ben", "rating": "good"},
        ],
        "second_ratings",
    )
    take(
        lead,
        [
            {"session": "s2", "turn": 3, "labeller": "eve", "instruction_type": "condense"},
            {"session": "s2", "turn": 3, "labeller": "eve", "error_type": "ignored"},
            {"session": "q2:ana", "turn": 1, "labeller": "eve", "retrieval": "none"},
        ],
        "labels",
    )
    prediction = {"session": "s2", "turn": 3, "method": "judge model", "rating": "bad"}
    take(lead, [prediction, {**prediction, "scheme": "three", "seed": 1}], "predictions")
    return lead


def test_a_session_is_kept_with_what_every_turn_revised(lead: Path) -> None:
    take(lead, [question()])
    take(lead, [session()], "sessions")
    found = dataset(lead)
    (one,) = found.annotations
    assert (one.stage, one.annotator, one.seconds) == (SESSION, "ana", 100.5)
    assert found.people["ana"]["external"] is True
    assert [turn.previous for turn in turns_of(found)] == [
        "First answer to q1 [2].",
        "Answer 1 about it [0].",
        "Answer 2, edited by hand.",
        "Answer 2, edited by hand.",
    ]
    (item,) = [one for one in found.items if one.key == one.key and "model" in one.origin]
    assert item.origin["model"] == "large model"
    assert "not in the project" in item.origin["closed"]
    take(lead, [{"model": "large model"}], "models")
    opened = [one.origin.get("closed") for one in items(lead) if "model" in one.origin]
    assert opened == [None]


def test_what_a_file_says_was_revised_counts_more_than_the_rule(lead: Path) -> None:
    take(lead, [question()])
    turns = [turn(1, rating="bad"), turn(2, previous="Answer 1 about it [0].")]
    take(lead, [session(turns=turns)], "sessions")
    assert [one.previous for one in turns_of(dataset(lead))][1] == "Answer 1 about it [0]."
    (annotation,) = dataset(lead).annotations
    by_rule = [turn(1), turn(2, previous="Answer 1 about it [0].")]
    assert "previous" in annotation.answers["turns"][1]
    take(lead, [session(annotator="ben", turns=by_rule)], "sessions")
    other = dataset(lead).annotations[1]
    assert "previous" not in other.answers["turns"][1]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"turns": [turn()] * 11}, "turns"),
        ({"turns": [turn(rating="fine")]}, "rating"),
        ({"turns": [turn(type="other")]}, "type"),
        ({"turns": [turn(answer=None)]}, "answer"),
        ({"turns": [turn(passages=[{"paper": 0}])]}, "passages"),
        ({"end": "tired"}, "end"),
        ({"annotator": None}, "annotator"),
        ({"initial_answer": None}, "initial_answer"),
        ({"turns": [turn(answer="x" * 200_001)]}, "answer"),
    ],
)
def test_a_session_that_is_none_is_refused_by_its_field(
    lead: Path, changes: dict[str, Any], words: str
) -> None:
    take(lead, [question()])
    assert words in refusal(lead, session(**changes), "sessions")


def test_sessions_that_fit_no_question_are_named(lead: Path) -> None:
    take(lead, [question()])
    said = taken_in_part(
        lead,
        [
            session("q9"),
            session(turns=[turn(passages=[{"paper": 9, "paragraph": 0}])]),
            session(turns=[turn(passages=[{"paper": 5, "paragraph": 3}])]),
        ],
        "sessions",
    )
    assert "paragraph 3 of paper [5], which has 3" in said
    assert "unknown item “q9”" in said
    assert "paper [9]" in said


def test_what_is_odd_about_a_session_is_noted(lead: Path) -> None:
    take(lead, [question()])
    turns = [turn(1, comment=None), turn(2, edited="Better."), turn(3, type=None)]
    notes = take(lead, [session(turns=turns)], "sessions")["notes"]
    assert len(notes) == 3


def test_who_worked_on_a_question_elsewhere_is_not_given_it_again(lead: Path) -> None:
    take(lead, [question()])
    take(lead, PEOPLE[:2], "people")
    take(lead, [session()], "sessions")
    take(lead, [{"model": "large model"}, {"model": "small model"}], "models")
    report = done("assign", lead, "--overlap", 1, "--seed", 1)
    assert report["new"] == {"ana": 0, "ben": 1}


def test_sessions_that_question_and_annotator_do_not_tell_apart_are_named_by_their_models(
    lead: Path,
) -> None:
    take(lead, [question()])
    take(lead, [session(), session(model="small model", end="limit")], "sessions")
    rating = {"turn": 1, "annotator": "ben", "rating": "bad"}
    said = taken_in_part(lead, [{"session": "q1:ana", **rating}], "second_ratings")
    assert "“q1:ana” matches several sessions" in said
    take(lead, [{"session": "q1:small model:ana", **rating}], "second_ratings")
    done("export", lead, "--output", lead.parent / "out", "--reveal-models")
    text = (lead.parent / "out" / "sessions.jsonl").read_text("utf-8")
    assert [json.loads(line)["id"] for line in text.splitlines()] == [
        "q1:large model:ana",
        "q1:small model:ana",
    ]
    again = done("import", lead, lead.parent / "out" / "sessions.jsonl", "--what", "sessions")
    assert (again["added"], again["refused"]) == ({}, [])


def test_two_sessions_under_one_id_are_told_from_one_that_is_not_there(lead: Path) -> None:
    take(lead, [question("q1"), question("q2")])
    one, other = session(id="s1"), session("q2", annotator="ben", id="s1", model=None)
    take(lead, [one, other], "sessions")
    rating = {"turn": 1, "annotator": "cleo", "rating": "bad"}
    label = {"turn": 1, "labeller": "eve", "instruction_type": "condense"}
    for what, row in (("second_ratings", rating), ("labels", label)):
        said = taken_in_part(lead, [{"session": "s1", **row}], what)
        assert "“s1” matches several sessions" in said
        assert "question:model:annotator" in said
        assert "unknown session “s2”" in taken_in_part(lead, [{"session": "s2", **row}], what)
        for named in ("q1:large model:ana", "q2:ben"):
            take(lead, [{"session": named, **row}], what)


def test_items_about_sessions_that_are_gone_are_given_to_nobody(lead: Path) -> None:
    collected(lead)
    with Workspace.open(lead) as workspace:
        found = replace(dataset_of(workspace), annotations=())
        drafts = KIWI.derived_items(found, settled_context(workspace, found), ())
    about = {one.key for one in found.items if one.stage in (AGAIN, LABEL)}
    closed_now = {one.key: (one.body or {}).get("closed") for one in drafts if one.kind == "origin"}
    assert about
    assert all("session was removed" in str(closed_now[key]) for key in about)


# What others say about turns


def test_second_ratings_and_labels_of_nothing_are_refused(lead: Path) -> None:
    collected(lead)
    rating = {"session": "s2", "turn": 3, "annotator": "cleo", "rating": "bad"}
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"session": "s9"}, "unknown session “s9”"),
        ({"turn": 5}, "has 4 turns"),
        ({"annotator": "ben"}, "of their own"),
    ]
    for changes, words in wrong:
        assert words in taken_in_part(lead, [{**rating, **changes}], "second_ratings")
    label = {"session": "s2", "turn": 1, "labeller": "eve", "error_type": "ignored"}
    assert "rated good" in taken_in_part(lead, [label], "labels")
    assert "instruction_type" in refusal(lead, {**label, "error_type": None}, "labels")
    binary = {"session": "s2", "turn": 1, "method": "m", "rating": "neutral", "scheme": "binary"}
    assert "rating" in refusal(lead, binary, "predictions")


def test_turns_are_drawn_to_be_rated_again_by_others_than_their_authors(lead: Path) -> None:
    settings(lead, "second_ratings: 5")
    collected(lead)
    take(lead, [{"id": "ana"}, {"id": "ben"}, {"id": "cleo"}], "people", "--update")
    report = done("assign", lead, "--stage", AGAIN, "--overlap", 1, "--seed", 1)
    found = items(lead, AGAIN)
    asked = [one for item in found for one in item.content["turns"] if one["ask"]]
    assert len(asked) == 5
    for item in found:
        shown = item.content["turns"]
        assert shown[-1]["ask"]
        assert [one["turn"] for one in shown] == list(range(1, len(shown) + 1))
        told = str(item.content)
        hidden = ("rating", "comment", "model", "Comment", "ana", "ben", "neutral")
        assert not [word for word in hidden if f"'{word}" in told]
    assert report["short"] == {}
    with Workspace.open(lead) as workspace:
        bodies = [r.body for r in workspace.records.all_current("assignment") if r.body]
    author = {item.key: item.origin["author"] for item in found}
    assert bodies
    assert all(author[one["item"]] != one["person"] for one in bodies)
    # What was assigned stays, however many turns are drawn from now on.
    before = {item.key: item.content for item in found}
    settings(lead, "second_ratings: 100")
    take(lead, [session("q2", "cleo")], "sessions")
    after = {item.key: item.content for item in items(lead, AGAIN)}
    assert {key: after[key] for key in before} == before
    assert len(after) == 4


def test_which_turns_are_drawn_is_chance_and_the_same_on_every_computer(lead: Path) -> None:
    take(lead, [question(f"q{n}") for n in range(30)])
    take(lead, [session(f"q{n}") for n in range(30)], "sessions")
    settings(lead, "second_ratings: 40\nretrieval_labels: 10")
    take(lead, [question("q99")])
    asked = [
        (item.name, one["turn"])
        for item in items(lead, AGAIN)
        if not item.origin.get("closed")
        for one in item.content["turns"]
        if one["ask"]
    ]
    assert len(asked) == 40
    places = Counter(number for _, number in asked)
    assert set(places) == {1, 2, 3, 4}  # 10 of each are expected
    chosen = LabelSettings(retrieval_labels=10)
    sample = retrieval_sample(dataset(lead), chosen)
    assert len(sample) == 10
    assert {number for _, _, number in sample} == {3}  # the information-seeking, bad ones
    assert retrieval_sample(dataset(lead), chosen) == sample
    assert len(retrieval_sample(dataset(lead), LabelSettings())) == 30


def test_every_turn_can_be_labelled_and_only_faulty_ones_for_faults(lead: Path) -> None:
    collected(lead)
    found = {item.name: item.content for item in items(lead, LABEL)}
    assert len(found) == 4 + 4 + 2
    (bad,) = [c for name, c in found.items() if name.startswith("label:q2") and "turn 1" in name]
    assert bad["ask"] == ["instruction_type", "error_type", "retrieval"]
    assert bad["turn"]["previous"] == "First answer to q2 [2]."
    assert [c["ask"] for n, c in found.items() if "turn 4" in n] == [["instruction_type"]] * 2


def test_an_item_tells_its_author_that_it_is_theirs() -> None:
    answers = {"initial": {"answer": "First."}, "turns": [turn(1), turn(2), turn(3)]}
    shown = {"turns": [{**turn(1), "turn": 1, "previous": "First."}, {**turn(2), "turn": 2}]}
    assert KIWI.stage(AGAIN).is_own(shown, [{"turns": []}, answers])
    assert not KIWI.stage(AGAIN).is_own(shown, [{"turns": [turn(2), turn(1)]}])
    assert not KIWI.stage(AGAIN).is_own(shown, [{**answers, "initial": {"answer": "Other."}}])
    assert not KIWI.stage(LABEL).is_own(shown, [answers])
    assert not KIWI.stage(AGAIN).is_own({"turns": "x"}, [{"turns": 7}, {}])


# Answers that are submitted


def submitted(**changes: Any) -> dict[str, Any]:
    found = {
        "initial": {"answer": "First."},
        "turns": [turn(1), turn(2, rating="bad"), turn(3, rating="neutral", edited="By hand.")],
        "end": "ready",
        **changes,
    }
    return {name: value for name, value in found.items() if value is not None}


CONTENT = {"question": "Why?", "papers": [{"title": "T"}] * 3, "documents": ["a", "b", "c"]}


def judged(stage: str, answers: Mapping[str, Any], content: Mapping[str, Any] = CONTENT) -> None:
    found = KIWI.stage(stage).check(answers)
    assert KIWI.stage(stage).check(found) == found
    KIWI.stage(stage).check_alone("project", "item", found, submitted=True)
    KIWI.stage(stage).check_about(content, found)
    KIWI.stage(stage).check_places(
        content, lambda key: "One.\n\nTwo." if key != "c" else None, found
    )


def test_a_whole_session_is_taken() -> None:
    judged(SESSION, submitted())
    judged(SESSION, submitted(end="given_up", turns=[]))
    judged(SESSION, {"end": "given_up"})
    judged(SESSION, submitted(end="limit", turns=[turn(n) for n in range(1, 11)]))
    judged(SESSION, submitted(turns=[turn(1, passages=[{"paper": 2, "paragraph": 9}])]))  # unknown
    assert "current" not in KIWI.stage(SESSION).complete(CONTENT, submitted(current={}))


def test_a_papers_text_is_looked_at_once_however_many_passages_are_of_it() -> None:
    passages = [{"paper": place % 3, "paragraph": place} for place in range(100)]
    found = KIWI.stage(SESSION).check(submitted(turns=[turn(n, passages=passages) for n in (1, 2)]))
    looked: list[str] = []

    def text_of(key: str) -> str:
        looked.append(key)
        return "\n\n".join(["A paragraph."] * 100)

    KIWI.stage(SESSION).check_places(CONTENT, text_of, found)
    assert sorted(looked) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"end": None}, "end: state how"),
        ({"initial": None}, "initial: is missing"),
        ({"current": {"phase": "writing"}}, "current"),
        ({"turns": [turn(1)] * 11}, "turns"),
        ({"turns": [turn(1, comment=" ")]}, "turn 1 has no comment"),
        ({"turns": [turn(1, instruction=" ")]}, "turn 1 has no instruction"),
        ({"turns": [turn(1), turn(2, type=None)]}, "turn 2 has no kind of instruction"),
        ({"turns": [turn(1, edited="x")]}, "rated good and was edited"),
        ({"turns": [turn(1, answer=" ")]}, "no answer"),
        ({"turns": [turn(1, passages=[{"paper": 3, "paragraph": 0}])]}, "paper \\[3\\]"),
        ({"turns": [turn(1, passages=[{"paper": 1, "paragraph": 2}])]}, "paragraph 2 of paper"),
        ({"turns": [turn(1, rating="fine")]}, "rating"),
        ({"turns": "all"}, "turns"),
        ({"end": "limit"}, "3 of 10 turns"),
        ({"initial": {"answer": "x" * 200_001}}, "answer"),
        ({"ratings": {"1": {"rating": "good"}}}, "ratings"),
    ],
)
def test_what_an_annotator_cannot_hand_in(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        judged(SESSION, submitted(**changes))


def test_a_turn_may_say_that_it_revised_an_earlier_text() -> None:
    turns = [turn(1, rating="bad"), turn(2, previous="Answer 1 about it [0].")]
    judged(SESSION, submitted(turns=turns))


AGAIN_CONTENT = {**CONTENT, "turns": [{"turn": 1, "ask": False}, {"turn": 2, "ask": True}]}


@pytest.mark.parametrize(
    ("ratings", "words"),
    [
        ({}, "missing"),
        (7, "missing"),
        ({"11": {"rating": "bad"}}, "numbers of turns"),
        ({"2": {"rating": "fine"}}, "rating"),
        ({"2": "bad"}, "turn 2"),
        (
            {"1": {"rating": "bad"}, "2": {"rating": "bad"}},
            "turn 1 was not selected for a second rating",
        ),
        ({"1": {"rating": "bad"}}, "turn 2 is not rated"),
    ],
)
def test_second_ratings_are_of_the_turns_that_are_asked_about(ratings: Any, words: str) -> None:
    judged(AGAIN, {"ratings": {"2": {"rating": "bad", "comment": ""}}}, AGAIN_CONTENT)
    with pytest.raises(ValueError, match=words):
        judged(AGAIN, {"ratings": ratings}, AGAIN_CONTENT)


def test_labels_are_what_was_asked() -> None:
    content = {**CONTENT, "turn": {}, "ask": ["instruction_type", "error_type"]}
    whole = {"instruction_type": "remove", "error_type": "ignored"}
    judged(LABEL, whole, content)
    for answers, words in [
        ({"instruction_type": "remove"}, "error_type: is missing"),
        ({**whole, "retrieval": "all"}, "retrieval: was not asked"),
        ({**whole, "error_type": "typo"}, "error_type: must be one of"),
        ({}, "instruction_type"),
    ]:
        with pytest.raises(ValueError, match=words):
            judged(LABEL, answers, content)


# Settings


def test_settings_are_read_and_what_is_not_said_is_as_the_paper_has_it() -> None:
    paper = {
        "least_papers": 4, "papers_rule": "warn", "retriever": "bm25", "passages": 5,
        "most_turns": 10, "topics": (), "second_ratings": 65, "retrieval_labels": 60,
        "temperature": 0.7,
    }  # fmt: skip
    # Stages that the paper does not have may have settings of their own.
    assert paper.items() <= KIWI.settings_file.read({}).model_dump().items()
    text = "topics: A; B ;A # two\npapers-rule: refuse\nretriever: hybrid\ntemperature: 0\nbad: 1"
    found = KIWI.settings_file.read({FILE.old_path: text})
    assert (found.topics, found.papers_rule, found.retriever) == (("A", "B"), "refuse", "hybrid")
    assert found.temperature == 0.0
    KIWI.settings_file.check(FILE.old_path, text.replace("\nbad: 1", ""), file="kiwi.txt")


@pytest.mark.parametrize("path", [FILE.path, FILE.old_path])
@pytest.mark.parametrize(
    "line",
    [
        "most_turns: 11",
        "most_turns: 0",
        "passages: many",
        "retriever: google",
        "temperature: 2.5",
        "temperature: nan",
        "topics:",
        "colour: red",
        "passages: 5\npassages: 6",
    ],
)
def test_settings_that_say_nothing_are_named_with_their_line(line: str, path: str) -> None:
    with pytest.raises(InputError) as found:
        KIWI.settings_file.check(path, f"# what holds\n{line}", file="kiwi.txt")
    assert found.value.line == (3 if "\n" in line else 2)
    assert found.value.hint


# Round trips


KINDS = (
    *("models", "papers", "items", "questions", "initials", "checks", "preferences", "sessions"),
    *("second_ratings", "labels", "predictions"),
)


def exported(lead: Path, folder: Path, *more: object) -> dict[str, list[str]]:
    done("export", lead, "--output", folder, *more)
    found = {what: folder / f"{what}.jsonl" for what in KINDS}
    return {
        what: path.read_text("utf-8").splitlines() if path.exists() else []
        for what, path in found.items()
    }


@pytest.mark.parametrize("reveal", [True, False])
def test_what_goes_out_comes_in_again_and_gives_the_same(
    lead: Path, tmp_path: Path, reveal: bool
) -> None:
    collected(lead)
    nameless = question("q4", question="Nameless?", documents=papers("other"))
    nameless.pop("id")
    take(lead, [nameless])
    take(lead, [{"id": f"p{n}", **one} for n, one in enumerate(papers("q3"))], "papers")
    take(lead, [{"id": "q3", "question": "Why?", "papers": ["p0", "p1", "p2", "p3"]}], "questions")
    take(lead, [{"model": "large model", "note": "new"}, {"model": "small model"}], "models")
    take(lead, [initial("q2", model="large model", call="c", own="kept")], "initials")
    take(lead, [{"item": "q2", "model": "large model", "decision": "release"}], "checks")
    take(lead, [{"annotator": "ana", "topics": ["Bridges"]}], "preferences")
    options = ("--reveal-models",) if reveal else ()
    first = exported(lead, tmp_path / "one", *options)
    assert {what: len(rows) for what, rows in first.items()} == {
        "models": 2,
        "papers": 6,
        "items": 3,
        "questions": 1,
        "initials": 1,
        "checks": 1,
        "preferences": 1,
        "sessions": 3,
        "second_ratings": 2,
        "labels": 2,
        "predictions": 2,
    }
    if not reveal:
        assert "large model" not in str(first)
    other = tmp_path / "other"
    done("new", other, "--title", "Answers", "--protocol", "kiwi")
    for what in KINDS:
        done("import", other, tmp_path / "one" / f"{what}.jsonl", "--what", what)
        again = done("import", other, tmp_path / "one" / f"{what}.jsonl", "--what", what)
        assert again["added"] == {}, what
    # Aliases of the first project are names in the second.
    second = exported(other, tmp_path / "two", "--reveal-models")
    for one in (first, second):  # each project has aliases of its own
        one["models"] = [re.sub(r',"alias":"model-[a-z0-9]+"', "", line) for line in one["models"]]
    if not reveal:  # an alias is another name, which may stand elsewhere in the order
        first, second = ({k: sorted(v) for k, v in one.items()} for one in (first, second))
    assert second == first
    # In the project itself, all rows are known already.
    for what in KINDS:
        same = done("import", lead, tmp_path / "one" / f"{what}.jsonl", "--what", what)
        assert (same["added"], same["refused"]) == ({}, []), what


def test_questions_of_a_project_and_why_some_are_closed(lead: Path) -> None:
    take(lead, [question("q10"), question("q2", documents=papers("q2", 2))])
    found = questions_of(dataset(lead), Settings(papers_rule="refuse"))
    assert [(one.label, bool(one.closed)) for one in found.values()] == [
        ("q2", True),
        ("q10", False),
    ]


def test_labels_of_one_turn_go_out_in_the_order_of_the_questions(
    lead: Path, tmp_path: Path
) -> None:
    take(lead, [question()])
    turns = [turn(number, rating="bad") for number in range(1, 10)]
    take(lead, [session(turns=turns)], "sessions")
    labels = [
        {"session": "q1:ana", "turn": number, "labeller": "kim", "why": what, what: "other"}
        for what in ("error_type", "instruction_type")
        for number in range(1, 10)
    ]
    take(lead, labels, "labels")
    found = map(json.loads, exported(lead, tmp_path / "sorted")["labels"])
    assert [(one["turn"], one["why"]) for one in found] == [
        (number, what) for number in range(1, 10) for what in ("instruction_type", "error_type")
    ]
