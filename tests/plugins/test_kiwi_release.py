"""Tests of the published KIWI layout, read and written, and of the training formats.

The file is generated from the paper's description of its data (section 2, figure 3, table 1). The
expected values are computed from the file without the program's functions.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.workspace import Workspace
from plugins.kiwi.export import read
from plugins.kiwi.protocol import KIWI
from plugins.kiwi.turn_items import turns_of
from tests.cli.command import done, proofdesk
from tests.plugins.kiwi_rows import question, session, turn
from tests.workspace.projects import jsonl

MODELS = ("gpt-4", "gpt-3.5-turbo", "llama-2-70b")


def released(seed: int = 7) -> list[dict[str, Any]]:
    """Return sessions in the published layout: one for each question and model."""
    rng = random.Random(seed)
    rows = []
    for number in range(6):
        docs = [
            {"title": f"Paper {n}", "text": f"Passage {n} on topic {number}.", "id": n}
            for n in range(5)
        ]
        for place, model in enumerate(MODELS):
            turns = []
            for step in range(rng.randint(1, 10)):
                rating = rng.choice(["good", "neutral", "bad"])
                edits = rating != "good" and rng.random() < 0.4
                name = f"{number}-{place}-{step}"
                turns.append(
                    {
                        "instruction": f"Instruction {name}",
                        "answer_1": f"Answer {name} in some words",
                        "answer_2": f"Edited {name}" if edits else "",
                        "rating": rating.title() if rng.random() < 0.2 else rating,
                        "comment": f"Comment {name}",
                        "type": rng.choice(["info", "stylistic", "Information-seeking"]),
                        "latency": step,
                    }
                )
            rows.append(
                {
                    "original_question": f"Question {number}?",
                    "model_name": model,
                    "initial_answer": f"First {number}-{place} [0]",
                    "initial_docs": docs,
                    "annotator_id": place + number % 2,
                    "interaction": turns,
                    "batch": "b1",
                }
            )
    return rows


def revised(row: Mapping[str, Any]) -> list[str]:
    """Return the text that each turn of a published session revised, by the rule of figure 3."""
    previous, found = row["initial_answer"], []
    for one in row["interaction"]:
        found.append(previous)
        final = one["answer_2"] or one["answer_1"]
        if one["rating"].lower() != "bad" or final != one["answer_1"]:
            previous = final
    return found


@pytest.fixture
def lead(tmp_path: Path) -> Path:
    done("new", tmp_path / "lead", "--title", "Answers", "--protocol", "kiwi")
    return tmp_path / "lead"


def take(lead: Path, rows: list[dict[str, Any]], *more: object, status: int = 0) -> Any:
    file = jsonl(lead.parent / "released.jsonl", rows)
    return done("import", lead, file, "--format", "kiwi-release", *more, status=status)


def written(lead: Path, format_: str, *more: object) -> list[dict[str, Any]]:
    folder = lead.parent / f"{format_}-out"
    done("export", lead, "--output", folder, "--format", format_, *more)
    return [
        json.loads(line)
        for file in sorted(folder.glob("*.jsonl"))
        for line in file.read_text("utf-8").splitlines()
    ]


def test_a_released_file_gives_sessions_questions_and_models(lead: Path) -> None:
    rows = released()
    report = take(lead, rows)
    assert (report["refused"], report["notes"]) == ([], [])
    assert take(lead, rows)["added"] == {}
    with Workspace.open(lead) as workspace:
        found = dataset_of(workspace)
    names = {
        item.key: (item.content["question"], item.origin["model"])
        for item in found.items
        if item.stage == "session" and "model" in item.origin
    }
    sessions = [one for one in found.annotations if one.stage == "session"]
    assert len(sessions) == len(rows)
    told = {(*names[one.item], one.annotator): one.answers for one in sessions}
    got: dict[Any, list[str]] = {key: [] for key in told}
    for one in turns_of(found):
        got[*names[one.session.item], one.session.annotator].append(one.previous)
    for row in rows:
        key = row["original_question"], row["model_name"], str(row["annotator_id"])
        assert got[key] == revised(row)
        turns = told[key]["turns"]
        assert [one["answer"] for one in turns] == [t["answer_1"] for t in row["interaction"]]
        assert [one.get("edited", "") for one in turns] == [
            t["answer_2"] for t in row["interaction"]
        ]
        assert [one["latency"] for one in turns] == list(range(len(turns)))
        assert told[key].get("end") == ("limit" if len(turns) == 10 else None)


def test_the_figures_of_a_released_file(lead: Path) -> None:
    rows = released()
    take(lead, rows)
    done("analyse", lead, "--output", lead.parent / "report", "--option", "aliases=false")
    found = done("analyse", lead, "--option", "aliases=false")
    for model in MODELS:
        own = [row for row in rows if row["model_name"] == model]
        turns = [one for row in own for one in row["interaction"]]
        one = found["models"][model]
        assert one["sessions"] == len(own)
        assert one["turns"] == len(turns)
        assert one["edited"] == sum(bool(t["answer_2"]) for t in turns)
        assert one["turns_per_session"] == pytest.approx(len(turns) / len(own))
        seeks = sum(t["type"] != "stylistic" for t in turns)
        assert one["info"] == pytest.approx(seeks / len(turns))
        for rating in ("good", "neutral", "bad"):
            share = sum(t["rating"].lower() == rating for t in turns) / len(turns)
            assert one["ratings"]["all"][rating] == pytest.approx(share)


def test_what_is_written_in_the_layout_is_read_the_same_again(lead: Path, tmp_path: Path) -> None:
    take(lead, released())
    first = written(lead, "kiwi-release", "--reveal-models")
    assert {row["model_name"] for row in first} == set(MODELS)
    other = tmp_path / "two" / "lead"
    other.parent.mkdir()
    done("new", other, "--title", "Answers", "--protocol", "kiwi")
    assert take(other, first)["refused"] == []
    second = written(other, "kiwi-release", "--reveal-models")
    told = ("original_question", "model_name", "initial_answer", "annotator_id", "end")
    for one, again in zip(first, second, strict=True):
        assert [one.get(name) for name in told] == [again.get(name) for name in told]
        assert one["interaction"] == again["interaction"]
        assert [d["text"] for d in one["initial_docs"]] == [
            d["text"] for d in again["initial_docs"]
        ]
    hidden = written(lead, "kiwi-release")
    assert not [model for model in MODELS if model in json.dumps(hidden)]


def test_nothing_is_lost_on_the_way_out_and_in_again(lead: Path) -> None:
    rows = released()
    for row in rows:
        row["interaction"][0] |= {"type": "info", "docs": [{"text": "What was found.", "rank": 1}]}
    take(lead, rows)
    out = written(lead, "kiwi-release", "--reveal-models")
    known = {(row["original_question"], row["model_name"]): row for row in rows}
    for row in out:
        came = known[row["original_question"], row["model_name"]]
        assert row["batch"] == came["batch"]
        for one, turn_ in zip(came["interaction"], row["interaction"], strict=True):
            assert turn_["latency"] == one["latency"]
            assert turn_.get("docs", []) == one.get("docs", [])
    again = take(lead, [{**row, "question_id": None, "session_id": None} for row in out])
    assert (again["added"], again["refused"]) == ({}, [])


def test_sessions_written_here_keep_their_ids_and_the_numbers_of_their_papers(
    lead: Path, tmp_path: Path
) -> None:
    first = written(own(lead), "kiwi-release")
    docs = first[0]["initial_docs"]
    assert [one["paper"] for one in docs] != list(range(len(docs)))
    other = tmp_path / "two" / "lead"
    other.parent.mkdir()
    done("new", other, "--title", "Answers", "--protocol", "kiwi")
    take(other, first)
    again = written(other, "kiwi-release")
    assert [one["session_id"] for one in again] == ["q1:ana"]
    told = ("title", "text", "paper", "score", "retriever")
    for one, another in zip(docs, again[0]["initial_docs"], strict=True):
        assert [one.get(name) for name in told] == [another.get(name) for name in told]
    assert again[0]["interaction"] == first[0]["interaction"]
    label = {"session": "q1:ana", "turn": 2, "labeller": "eve", "instruction_type": "remove"}
    file = jsonl(tmp_path / "labels.jsonl", [label])
    assert done("import", other, file, "--what", "labels")["added"] == {"data": 1}


def test_many_passages_of_one_paper_are_read_in_no_time() -> None:
    (row, *_) = released()
    row["initial_docs"] = [{"text": f"{'A passage ' * 5}{n}", "paper": 0} for n in range(20_000)]
    before = time.perf_counter()
    item = dict(read(row))["items"]
    assert time.perf_counter() - before < 2
    ((paper,), many) = item["documents"], len(row["initial_docs"])
    assert len(paper["paragraphs"]) == many


def test_a_file_may_say_what_a_turn_revised(lead: Path) -> None:
    (row, *_) = released()
    row["interaction"] = [
        {"instruction": "a", "answer_1": "A", "answer_2": None, "rating": "bad", "comment": "nan"},
        {"instruction": "b", "answer_1": "B", "rating": "good", "previous": "A", "docs": []},
        {"instruction": "c", "answer_1": "C", "rating": "good", "docs": [{"text": "found"}]},
        {"instruction": "d", "answer_1": "D", "rating": "good", "instruction_type": "Stylistic"},
        {"instruction": "e", "answer_1": "E", "rating": "good", "instruction_type": "condense"},
    ]
    report = take(lead, [row])
    assert any("turns without a comment" in one for one in report["notes"])
    with Workspace.open(lead) as workspace:
        turns = turns_of(dataset_of(workspace))
    assert [one.previous for one in turns] == [row["initial_answer"], "A", "B", "C", "D"]
    kinds = [one.fields.get("type") for one in turns]
    assert kinds == [None, "style", "info", "style", None]


def test_without_passages_sessions_count_and_nobody_is_given_the_question(lead: Path) -> None:
    (row, *_) = released()
    row["initial_docs"] = []
    assert take(lead, [row])["refused"] == []
    with Workspace.open(lead) as workspace:
        found = dataset_of(workspace)
    (item,) = [one for one in found.items if one.stage == "session"]
    assert item.origin["closed"] == "the texts of all its papers are missing"
    assert len([one for one in found.annotations if one.stage == "session"]) == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"original_question": ""}, "original_question"),
        ({"initial_answer": 7}, "initial_answer"),
        ({"interaction": None}, "interaction"),
        ({"interaction": ["x"]}, "turn 1 is not an object"),
        ({"interaction": [{"instruction": "a", "answer_1": "b", "rating": "fine"}]}, "not rated"),
        ({"interaction": [{"instruction": "a", "rating": "bad", "answer_1": 7}]}, "answer_1"),
        ({"interaction": [{"answer_1": "b", "type": "other"}]}, "type of turn 1"),
        ({"initial_answer": None}, "initial_answer"),
        ({"annotator_id": "x" * 2_000}, "annotator"),
        ({"initial_docs": [{"title": "T"}]}, "initial_docs"),
        ({"initial_docs": "text"}, "initial_docs"),
    ],
)
def test_a_session_that_cannot_be_taken_is_named_and_the_rest_imported(
    lead: Path, changes: dict[str, Any], words: str
) -> None:
    rows = released()
    report = take(lead, [rows[0], {**rows[1], **changes}, rows[2]], status=1)
    (refused,) = report["refused"]
    assert refused.startswith("line 2: ")
    assert words in refused
    assert done("status", lead)["annotations"] == 2


def test_a_file_in_another_layout_is_refused_by_its_field(lead: Path) -> None:
    rows = released()
    file = jsonl(lead.parent / "bad.jsonl", [rows[0], {"question": "q", "answer": "a"}])
    said = proofdesk("import", lead, file, "--format", "kiwi-release")
    assert said.status == 3
    assert "original_question" in said.err
    assert done("status", lead)["annotations"] == 0


def test_turns_without_rating_or_answer_are_named_and_the_rest_of_a_session_is_kept(
    lead: Path,
) -> None:
    rows = released()[:3]
    row = rows[1]
    row["interaction"] = [
        {"instruction": "a", "answer_1": "A", "rating": "good", "type": "info", "comment": "c"},
        {"instruction": "b", "answer_1": "B", "rating": None, "type": "info", "comment": "c"},
        {"instruction": "c", "answer_1": None, "rating": "bad", "type": "style", "comment": "c"},
        {"instruction": "d", "answer_1": "D", "type": "style", "comment": "c"},
        {"instruction": "e", "answer_1": None, "answer_2": "By hand", "rating": "bad",
         "type": "style", "comment": "c"},
        {"instruction": "f", "answer_1": "F", "rating": "bad", "type": "style", "comment": "c"},
    ]  # fmt: skip
    report = take(lead, rows)
    assert report["refused"] == []
    notes = [one for one in report["notes"] if "line 2" in one]
    assert any("unrated turns" in one and "2, 3" in one for one in notes)
    assert any("without an answer" in one and "3, 5" in one for one in notes)
    with Workspace.open(lead) as workspace:
        dataset = dataset_of(workspace)
    model = next(i.key for i in dataset.items if i.origin.get("model") == row["model_name"])
    turns = [one for one in turns_of(dataset) if one.item.key == model]
    assert [one.fields["instruction"] for one in turns] == ["a", "b", "d", "f"]
    assert [one.previous for one in turns] == [row["initial_answer"], "A", "B", "By hand"]
    assert [one.fields.get("rating") for one in turns] == ["good", None, None, "bad"]
    assert [one.is_faulty for one in turns] == [False, False, False, True]
    # Figures count all turns; only the ratings leave out turns that nobody rated.
    found = done("analyse", lead, "--option", "aliases=false")
    one = found["models"][row["model_name"]]
    assert (one["turns"], one["ratings"]["all"]["n"], one["ratings"]["all"]["bad"]) == (4, 2, 0.5)
    for format_ in ("turns", "training_pairs", "reward_pairs", "sessions", "splits"):
        assert written(lead, format_)
    # Exported rows can be imported again without any difference.
    out = written(lead, "kiwi-release", "--reveal-models")
    again = next(one for one in out if one["model_name"] == row["model_name"])["interaction"]
    assert ["rating" in one for one in again] == [True, False, False, True]
    assert (
        take(lead, [{**one, "question_id": None, "session_id": None} for one in out])["added"] == {}
    )


# Formats of our own


def own(lead: Path) -> Path:
    file = jsonl(lead.parent / "items.jsonl", [question("q1")])
    done("import", lead, file)
    turns = [
        turn(1, rating="bad"),
        turn(2, rating="neutral", edited="By hand."),
        turn(3),
        turn(4, instruction=turn(1)["instruction"], rating="good"),
    ]
    turns[3]["previous"] = "First answer to q1 [2]."  # asked once more
    file = jsonl(lead.parent / "sessions.jsonl", [session(turns=turns)])
    done("import", lead, file, "--what", "sessions")
    return lead


def test_records_of_turns_and_of_sessions(lead: Path) -> None:
    turns = written(own(lead), "turns", "--reveal-models")
    assert [one["previous"] for one in turns] == [
        "First answer to q1 [2].",
        "First answer to q1 [2].",
        "By hand.",
        "First answer to q1 [2].",
    ]
    assert turns[0]["passages"] == [
        {
            "title": "On q1 1",
            "text": "Paragraph 0 of paper 1 speaks of q1 and rivers.",
            "paper": 1,
            "paragraph": 0,
            "score": 1.5,
            "retriever": "bm25",
        }
    ]
    assert turns[0]["session"] == "q1:ana"
    (one,) = written(lead, "sessions")
    assert one["final_answer"] == "Answer 4 about it [0]."
    assert [each["turn"] for each in one["turns"]] == [1, 2, 3, 4]
    assert one["model"].startswith("model-")
    assert one["initial_passages"][0]["text"].startswith("Paragraph 1 of paper 2")


def test_training_pairs_are_good_answers_alone(lead: Path) -> None:
    pairs = written(own(lead), "training_pairs")
    assert [(one["previous"], one["answer"], one["by"]) for one in pairs] == [
        ("First answer to q1 [2].", "By hand.", "person"),
        ("By hand.", "Answer 3 about it [0].", "model"),
        ("First answer to q1 [2].", "Answer 4 about it [0].", "model"),
    ]


def test_reward_pairs_are_of_one_instruction_about_one_text(lead: Path) -> None:
    pairs = written(own(lead), "reward_pairs")
    assert [(one["chosen"], one["rejected"], one["rejected_rating"]) for one in pairs] == [
        ("By hand.", "Answer 2 about it [0].", "neutral"),
        ("Answer 4 about it [0].", "Answer 1 about it [0].", "bad"),
    ]
    assert {one["previous"] for one in pairs} == {"First answer to q1 [2]."}


def test_every_format_is_named_and_none_has_options(lead: Path) -> None:
    assert set(KIWI.formats) >= {"kiwi-release", "turns", "sessions", "training_pairs"}
    with Workspace.open(own(lead)) as workspace:
        found = dataset_of(workspace)
    for format_ in ("turns", "kiwi-release"):
        with pytest.raises(Exception, match="has no options"):
            KIWI.export_format(found, format_, {"x": 1}, reveal_models=False)


def test_exported_ratings_of_turns_name_their_session(lead: Path) -> None:
    done("import", lead, jsonl(lead.parent / "q.jsonl", [question("q1")]))
    rows = [session("q1", "ana")]
    done("import", lead, jsonl(lead.parent / "s.jsonl", rows), "--what", "sessions")
    done("rate", lead, "--metric", "word_count")

    def exported(what: str) -> list[dict[str, Any]]:
        file = lead.parent / f"{what}.jsonl"
        done("export", lead, "-o", file, "--what", what, "--format", "jsonl")
        return [json.loads(line) for line in file.read_text("utf-8").splitlines()]

    ratings = exported("metric_ratings")
    assert sorted(one["part"] for one in ratings) == ["1", "2", "3", "4"]
    assert {one["session"] for one in ratings} == {"q1:ana"}
    file = lead.parent / "metric_ratings.jsonl"
    again = done("import", lead, file, "--what", "metric_ratings")
    assert (again["added"], again["refused"]) == ({}, [])
