"""Tests of kiwi's model jobs from `proofdesk run` to rows and figures."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.merging import body_of
from desktop_app.llm import connecting
from desktop_app.llm.keys import SERVICE
from desktop_app.workspace.workspace import Workspace
from plugins.kiwi.jobs.wording import ANCHORED
from tests.cli.command import CHECKOUT, digest, done, proofdesk
from tests.llm import server as say
from tests.llm.conftest import connection_to
from tests.llm.keyrings import MemoryKeyring
from tests.llm.server import ModelServer
from tests.plugins import kiwi_data as made
from tests.plugins import kiwi_model as model
from tests.workspace.projects import jsonl

FIRST, SECOND, JUDGE = "writer-a-canary", "writer-b-canary", "judge-canary"


def paper(number: int, about: str) -> dict[str, Any]:
    paragraphs = [f"Part {n} of paper {number} is about {about}, case {n}." for n in range(4)]
    return {"title": f"Paper {number} on {about}", "paragraphs": paragraphs}


QUESTIONS = [
    {"id": f"q{n}", "question": f"How are {about} fired?",
     "documents": [paper(number, about if number % 2 else "other things") for number in range(5)]}
    for n, about in enumerate(("bowls", "tiles", "bricks"), 1)
]  # fmt: skip


def sessions(number: int = 20) -> list[dict[str, Any]]:
    """Return sessions of both models by many people, with three questions in turn."""
    found = []
    for place, row in enumerate(made.released(seed=4)[:: 234 // number][:number]):
        turns = [
            {
                "type": one["type"],
                "instruction": one["instruction"],
                "answer": one["answer_1"],
                "rating": one["rating"],
                "comment": one["comment"],
                **({"edited": one["answer_2"]} if one["answer_2"] else {}),
            }
            for one in row["interaction"]
        ]
        found.append(
            {
                "item": f"q{1 + place % 3}",
                "model": (FIRST, SECOND)[place % 2],
                "annotator": f"person-{place}",
                "initial_answer": row["initial_answer"],
                "turns": turns,
                "end": "ready",
            }
        )
    return found


@dataclass
class Lab:
    """A lead's project, and models to ask."""

    folder: Path
    lead: Path
    server: ModelServer

    def run(self, job: str, *more: object, by: str = JUDGE, status: int = 0) -> Any:
        return done("run", self.lead, job, "--connection", by, *more, status=status)

    def give(self, what: str, rows: Sequence[dict[str, Any]]) -> None:
        file = jsonl(self.folder / f"{what}.jsonl", rows)
        assert done("import", self.lead, file, "--what", what)["refused"] == []

    def rows(self, what: str, *more: object) -> list[dict[str, Any]]:
        """Return the exported rows of a kind, with models' names."""
        out = self.folder / f"{what}-out.jsonl"
        done("export", self.lead, "-o", out, "--what", what, "--reveal-models", *more)
        return [json.loads(line) for line in out.read_text("utf-8").splitlines()]

    def analysis(self, *more: object) -> Any:
        return done("analyse", self.lead, "--json", *more)

    def origins(self) -> list[dict[str, Any]]:
        with Workspace.open(self.lead) as workspace:
            return [dict(body_of(one)) for one in workspace.records.all_current("origin")]

    def bodies(self, kind: str) -> list[dict[str, Any]]:
        with Workspace.open(self.lead) as workspace:
            return [dict(body_of(one)) for one in workspace.records.all_current(kind)]


@pytest.fixture
def lab(tmp_path: Path, model_server: ModelServer) -> Lab:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Lab", "--protocol", "kiwi")
    for name in (FIRST, SECOND, JUDGE):
        model_server.models.append(name)
        connecting.keep(name, connection_to(model_server, model=name))
    model_server.when(model.by_prompt)
    return Lab(tmp_path, lead, model_server)


@pytest.fixture
def asked(lab: Lab) -> Lab:
    """A project with questions and two models."""
    lab.give("models", [{"model": FIRST}, {"model": SECOND}])
    lab.give("items", QUESTIONS)
    return lab


@pytest.fixture
def collected(asked: Lab) -> Lab:
    asked.give("sessions", sessions())
    return asked


# First answers


def test_first_answers_wait_for_somebody_to_check_them(asked: Lab) -> None:
    report = asked.run("initial", by=FIRST)
    assert (report["failed"], report["asked"]) == ([], 3)
    rows = asked.rows("initials")
    assert [(row["item"], row["model"]) for row in rows] == [(f"q{n}", FIRST) for n in (1, 2, 3)]
    for row, question in zip(rows, QUESTIONS, strict=True):
        assert row["answer"].startswith(f"{FIRST} on “{question['question']}”")
        assert [one["paper"] % 2 for one in row["passages"]] == [1] * 5
        assert row["retriever"] == "bm25"
    closed = [one.get("closed") for one in asked.origins() if one.get("model") == FIRST]
    assert closed == ["its first answer has not been checked"] * 3
    assert asked.bodies("prepared") == []
    asked.give("checks", [{"item": "q1", "model": FIRST, "decision": "release"}])
    [prepared] = asked.bodies("prepared")
    assert prepared["content"]["answer"] == rows[0]["answer"]
    assert FIRST not in json.dumps({**prepared, "content": {}})


def test_nothing_is_asked_twice_and_each_model_writes_for_itself(asked: Lab) -> None:
    asked.run("initial", by=FIRST)
    before = digest(asked.lead)
    again = asked.run("initial", by=FIRST)
    assert (again["asked"], again["added"]) == (0, {})
    assert digest(asked.lead) == before
    assert asked.run("initial", by=SECOND)["asked"] == 3
    assert Counter(row["model"] for row in asked.rows("initials")) == {FIRST: 3, SECOND: 3}


def test_passages_are_found_by_vectors_where_a_connection_has_them(asked: Lab) -> None:
    report = asked.run("initial", "--set", "retriever=dense", by=SECOND, status=1)
    assert "needs a connection with an embedding model" in report["failed"][0]["message"]
    assert report["asked"] == 0
    assert report["left"] > 0, "there is no use in going on"
    asked.server.models.append("vectors-canary")
    connection = connection_to(asked.server, model=FIRST, embeddings="vectors-canary")
    connecting.keep(FIRST, connection)
    assert asked.run("initial", "--set", "retriever=hybrid", by=FIRST)["failed"] == []
    for row in asked.rows("initials"):
        assert row["retriever"] == "hybrid:vectors-canary"
        assert len(row["passages"]) == 5
    # The other connection has no model for that: the first one is asked for vectors alone.
    assert asked.run("initial", "--set", "retriever=dense", by=SECOND)["failed"] == []
    retrievers = Counter((row["model"], row["retriever"]) for row in asked.rows("initials"))
    assert retrievers == {
        (FIRST, "hybrid:vectors-canary"): 3,
        (SECOND, "dense:vectors-canary"): 3,
    }


def test_the_key_for_vectors_is_looked_for_by_what_wants_them_alone(
    asked: Lab, ring: MemoryKeyring
) -> None:
    asked.server.models.append("vectors-canary")
    for_vectors = connection_to(asked.server, embeddings="vectors-canary", needs_key=True)
    connecting.keep("finder", for_vectors)
    assert asked.run("initial", by=FIRST)["failed"] == []
    assert ring.asked == [], "nobody is asked for leave in vain"

    before = len(asked.server.asked)
    report = asked.run("initial", "--set", "retriever=dense", by=SECOND, status=1)
    first = report["failed"][0]
    assert first["message"] == "the API key for the embedding connection “finder” is missing"
    assert "proofdesk connections key finder" in first["hint"]
    assert report["asked"] == 0
    assert len(asked.server.asked) == before, "nothing is paid for that cannot be done"
    assert report["left"] > 0, "there is no use in going on"
    assert ring.asked == ["finder"]

    ring.kept[SERVICE, "finder"], ring.asked = "sk-right", []
    assert asked.run("initial", "--set", "retriever=dense", by=SECOND)["failed"] == []
    assert ring.asked == ["finder"]
    keys = {one.headers["authorization"] for one in asked.server.embedded}
    assert keys == {"Bearer sk-right"}


def test_a_run_that_broke_off_goes_on_where_it_was(asked: Lab) -> None:
    connecting.keep(FIRST, connection_to(asked.server, model=FIRST, at_once=1))
    asked.server.say(say.error(400), say.error(400))
    first = asked.run("initial", by=FIRST, status=1)
    assert len(first["failed"]) == 2
    assert len(asked.rows("initials")) == 1
    rest = asked.run("initial", "--only-failed", by=FIRST)
    assert (rest["units"], rest["asked"], rest["failed"]) == (2, 2, [])
    assert len(asked.rows("initials")) == 3


# Drafting questions


def test_drafted_questions_become_items_when_somebody_accepts_them(lab: Lab) -> None:
    papers = [{"id": f"p{n}", **paper(n, "glazes")} for n in range(5)]
    lab.give("papers", papers)
    cited = [one["id"] for one in papers]
    lab.give("paragraphs", [
        {"id": "par", "text": "Glazes have been studied in [1-5].", "papers": cited},
        {"id": "few", "text": "Kilns too, but who reads that?", "papers": cited[:3]},
    ])  # fmt: skip
    report = lab.run("draft", status=1)
    [failed] = report["failed"]
    assert (failed["label"], failed["trouble"]) == ("few", "job")
    assert "has 3 papers" in failed["message"]
    rows = lab.rows("drafted")
    asked = model.questions_of("Glazes")[:5]
    assert sorted(row["question"] for row in rows) == sorted(asked)
    for row in rows:
        about = row["question"]
        if ANCHORED.search(about):
            assert (row["filtered"], "answerable" in row) == ("anchored", False)
        else:
            assert row["answerable"] == model.answerable(about)
        assert (row["paragraph"], row["papers"], row["model"]) == ("par", cited, JUDGE)
    assert lab.run("draft", status=1)["asked"] == 0
    chosen = rows[0]["id"]
    lab.give("decisions", [{"drafted": chosen, "decision": "accept"}])
    assert [one["external_id"] for one in lab.origins()] == [chosen]
    # The item shows the request that drafted its question.
    [shown] = done("items", lab.lead, "--answers")["items"]
    [made] = shown["made"]
    assert (made["text"], made["model"], made["call"]) == ("Question", JUDGE, rows[0]["call"])
    file = lab.folder / "drafted-out.jsonl"
    done("export", lab.lead, "-o", file, "--what", "drafted")
    assert JUDGE not in file.read_text("utf-8")
    again = done("import", lab.lead, file, "--what", "drafted")
    assert (again["added"], again["refused"]) == ({}, [])


# Labels


def test_turns_are_labelled_and_counted(collected: Lab) -> None:
    turns = [(row, one) for row in sessions() for one in row["turns"]]
    faulty = [one for _, one in turns if one["rating"] != "good"]
    assert collected.run("instructions")["asked"] == len({
        (row["item"], one["instruction"]) for row, one in turns
    })  # fmt: skip
    assert collected.run("errors")["failed"] == []
    data = collected.analysis()
    types, errors = data["instruction_types"], data["error_types"]
    assert set(types["labelled_by"]) == set(errors["labelled_by"]) == {JUDGE}
    expected = Counter(model.type_of(one["instruction"]) for _, one in turns)
    assert {code: n for code, n in types["counts"].items() if n} == dict(expected)
    expected = Counter(model.error_of(one["comment"]) for one in faulty)
    assert {code: n for code, n in errors["counts"].items() if n} == dict(expected)
    for job in ("instructions", "errors"):
        again = collected.run(job)
        assert (again["asked"], again["added"]) == (0, {})
    rows = collected.rows("labels")
    assert len(rows) == len(turns) + len(faulty)


# Predictions


def test_ratings_are_foretold_and_measured(collected: Lab) -> None:
    for scheme, shots in (("binary", 0), ("binary", 10), ("three", 1)):
        report = collected.run("predict", "--set", f"shots={shots}", "--set", f"scheme={scheme}")
        assert report["failed"] == []
    rows = collected.rows("predictions")
    assert {row["method"] for row in rows} == {f"{JUDGE} {n}-shot" for n in (0, 1, 10)}
    data = collected.analysis()
    turns = sum(len(row["turns"]) for row in sessions())
    tested = data["splits"]["test"]
    assert tested == round(0.15 * turns)
    assert set(data["prediction"]) == {
        "majority", "random", f"{JUDGE} 0-shot", f"{JUDGE} 10-shot", "human"
    }  # fmt: skip
    for method in (f"{JUDGE} 0-shot", f"{JUDGE} 10-shot"):
        assert data["prediction"][method]["n"] == 3 * tested
    assert data["prediction_three"][f"{JUDGE} 1-shot"]["n"] == 3 * tested
    # What was shown made no difference to this model, so both methods are as good.
    same = [data["prediction"][f"{JUDGE} {n}-shot"]["accuracy"] for n in (0, 10)]
    assert same[0] == same[1]
    again = collected.run("predict", "--set", "shots=0")
    assert (again["asked"], again["added"]) == (0, {})


def test_models_that_foretell_go_out_under_their_aliases(collected: Lab) -> None:
    collected.run("predict", "--set", "shots=0")
    file = collected.folder / "out.jsonl"
    done("export", collected.lead, "-o", file, "--what", "predictions")
    text = file.read_text("utf-8")
    assert JUDGE not in text
    assert "0-shot" in text
    again = done("import", collected.lead, file, "--what", "predictions")
    assert (again["added"], again["refused"]) == ({}, [])
    hidden = collected.analysis("--option", "aliases=true")
    assert JUDGE not in json.dumps(hidden)


def test_splits_go_out_and_another_programs_ratings_come_in(collected: Lab) -> None:
    folder = collected.folder / "splits"
    done("export", collected.lead, "-o", folder, "--format", "splits")
    [file] = [one for one in folder.iterdir() if one.name == "splits.jsonl"]
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    truth = {(row["session"], row["turn"]): row["rating"] for row in lines}
    rows = [
        {"session": row["session"], "turn": row["turn"], "method": "t5", "seed": int(seed),
         "rating": "good" if row["rating"] == "good" else "bad", "scheme": "binary"}
        for row in lines
        for seed, part in row["splits"].items()
        if part == "test"
    ]  # fmt: skip
    wrong = next(row for row in rows if row["seed"] == 1)
    wrong["rating"] = "bad" if truth[wrong["session"], wrong["turn"]] == "good" else "good"
    collected.give("predictions", rows)
    found = collected.analysis()["prediction"]["t5"]
    tested = found["n"] // 3
    assert found["splits"]["0"]["accuracy"] == 1.0
    assert found["splits"]["1"]["accuracy"] == pytest.approx(1 - 1 / tested)
    assert found["accuracy"] == pytest.approx(1 - 1 / (3 * tested))


def test_what_a_run_would_cost_is_told_before(collected: Lab) -> None:
    for job in ("initial", "instructions", "errors", "predict"):
        said = proofdesk("run", collected.lead, job, "--connection", JUDGE, "--dry-run", "--json")
        assert said.status == 0, said.err
        if job != "initial":  # nobody's first answers are missing where sessions are there
            assert said.data["requests"] > 0
    assert collected.server.asked == []


def test_all_that_models_made_goes_out_without_their_names_and_comes_in_again(
    collected: Lab,
) -> None:
    collected.give("papers", [{"id": f"p{n}", **paper(n, "glazes")} for n in range(4)])
    cited = [f"p{n}" for n in range(4)]
    collected.give("paragraphs", [{"id": "par", "text": "Glazes [1-4].", "papers": cited}])
    collected.give("items", [{**QUESTIONS[0], "id": "q9", "question": "How are pots fired?"}])
    for job in ("draft", "instructions", "errors"):
        collected.run(job)
    collected.run("predict", "--set", "shots=1")
    collected.run("initial", by=FIRST)
    before, out = digest(collected.lead), collected.folder / "out"
    done("export", collected.lead, "-o", out)
    text = "".join(path.read_text("utf-8") for path in sorted(out.glob("*.jsonl")))
    # What a model wrote may name it, here: its answers begin with its name.
    assert [name for name in (FIRST, SECOND, JUDGE) if f'"{name}"' in text] == []
    assert f'"{JUDGE} 1-shot"' not in text
    for what in ("paragraphs", "drafted", "initials", "labels", "predictions"):
        again = done("import", collected.lead, out / f"{what}.jsonl", "--what", what)
        assert (again["added"], again["refused"]) == ({}, []), what
        assert again["rows"] > 0, what
    assert digest(collected.lead) == before


def test_a_run_that_is_killed_in_the_middle_goes_on_where_it_was(collected: Lab) -> None:
    turns = sum(len(row["turns"]) for row in sessions())
    enough = threading.Event()

    def slowly(asked: say.Asked) -> say.Answer | None:
        if len(collected.server.asked) > 12:
            enough.set()
        answer = model.by_prompt(asked)
        return say.slow(answer, after=0.05) if answer is not None else None

    collected.server._rules[:] = [slowly]
    words = ["run", str(collected.lead), "instructions", "--connection", JUDGE]
    child = subprocess.Popen(
        [sys.executable, "-m", "desktop_app", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=CHECKOUT,
        env=dict(os.environ),
    )
    assert enough.wait(60)
    child.send_signal(signal.SIGKILL)
    child.wait()
    collected.server._rules[:] = [model.by_prompt]
    report = collected.run("instructions")
    assert (report["done"], report["failed"], report["left"]) == (turns, [], 0)
    # Nothing was asked twice but those whose answers were in progress.
    assert turns <= len(collected.server.asked) <= turns + 4
    assert report["asked"] < turns
    assert collected.analysis()["instruction_types"]["n"] == turns
