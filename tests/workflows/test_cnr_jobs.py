"""Tests of cnr's model jobs from `proofdesk run` to the figures."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from pyarrow import parquet

from desktop_app.core.merging import body_of
from desktop_app.llm import connecting
from desktop_app.workspace.workspace import Workspace
from plugins.cnr.critiques import CATEGORIES
from plugins.cnr.protocol import CNR
from tests.cli.command import CHECKOUT, digest, done, proofdesk
from tests.llm import server as say
from tests.llm.conftest import connection_to
from tests.llm.server import ModelServer
from tests.plugins import cnr_model
from tests.workspace.projects import jsonl
from tests.workspace.test_blinding import entries

CRITIC, JUDGE = "critic-9b-canary", "judge-70b-canary"
MODELS = ("gamma-large", "delta-small")
PROMPTS = (
    ("Add two numbers in Python.", "coding"),
    ("What is 7 times 6?", "Math"),
    ("Why is the sky blue?", "generic"),
    ("Name three rivers.", "generic"),
    ("Write a haiku about rain.", "writing"),
)
ITEMS: list[dict[str, Any]] = [
    {
        "id": f"item-{n}-{model[0]}",
        "prompt": prompt,
        "response": f"{model.split('-')[0]} says: {prompt.lower()} That is all there is to it.",
        "model": model,
        "category": category,
    }
    for n, (prompt, category) in enumerate(PROMPTS, 1)
    for model in MODELS
]


@dataclass
class Lab:
    """A lead's project with two models: a critic and a judge."""

    folder: Path
    lead: Path
    server: ModelServer
    in_other_words: bool = False  # whether the model revises otherwise than before

    def run(self, job: str, *more: object, by: str = "critic", status: int = 0) -> Any:
        return done("run", self.lead, job, "--connection", by, *more, status=status)

    def give(self, what: str, rows: Sequence[dict[str, Any]]) -> None:
        file = jsonl(self.folder / f"{what}.jsonl", rows)
        assert done("import", self.lead, file, "--what", what)["refused"] == []

    def rows(self, what: str) -> list[dict[str, Any]]:
        """Return the exported rows of a kind, with models' names."""
        out = self.folder / f"{what}-out.jsonl"
        done("export", self.lead, "-o", out, "--what", what, "--reveal-models")
        return [json.loads(line) for line in out.read_text("utf-8").splitlines()]

    def calls(self) -> list[dict[str, Any]]:
        with Workspace.open(self.lead) as workspace:
            return [dict(body_of(one)) for one in workspace.records.all_current("call")]

    def figures(self) -> Any:
        return done("analyse", self.lead)


def connect(server: ModelServer, name: str, model: str, **more: object) -> None:
    server.models.append(model)
    connecting.keep(name, connection_to(server, model=model, **more))


@pytest.fixture
def lab(tmp_path: Path, model_server: ModelServer) -> Lab:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Lab", "--protocol", "cnr")
    connect(model_server, "critic", CRITIC)
    connect(model_server, "judge", JUDGE)
    made = Lab(tmp_path, lead, model_server)
    model_server.when(lambda asked: in_other_words(asked) if made.in_other_words else None)
    model_server.when(cnr_model.by_form)
    made.give("items", ITEMS)
    return made


# Critiques for annotators


def test_a_models_critique_travels_with_its_item_and_says_not_whose_it_is(lab: Lab) -> None:
    report = lab.run("critique")
    assert (report["units"], report["done"], report["asked"]) == (10, 10, 10)
    assert report["added"] == {"call": 10, "prepared": 10, "data": 10}
    by_id = {row["id"]: row for row in ITEMS}
    for row in lab.rows("critiques"):
        response = by_id[row["item"]]["response"]
        said = cnr_model.critique_of(response)
        assert (row["model"], row["score"]) == (CRITIC, said["score"])
        assert row.get("nothing_to_improve", False) is said["nothing_to_improve"]
        assert [one["text"] for one in row.get("negative", ())] == [
            one["text"] for one in said["negative"]
        ]
        for point in row.get("negative", ()):  # the quoted word stands once in the response
            assert response[point["start"] : point["end"]] == response.split()[0]
    for person in ("ana", "ben"):
        done("people", lab.lead, "add", person)
    done("assign", lab.lead, "--people", "ana,ben", "--overlap", 2, "--seed", 1)
    bundle = lab.folder / "ana.proofdesk"
    done("pack", lab.lead, "--for", "ana", "-o", bundle)
    packed = entries(bundle)
    assert packed.count("is a weak beginning") == sum(
        bool(cnr_model.critique_of(row["response"])["negative"]) for row in ITEMS
    )
    hidden = (CRITIC, *MODELS, *by_id, "critic-9b", '"call"', lab.server.url)
    assert [word for word in hidden if word in packed] == []
    own = lab.folder / "ana"
    done("join", bundle, own)
    with Workspace.open(own) as workspace:
        prepared = [body_of(one) for one in workspace.records.all_current("prepared")]
        assert len(prepared) == 10
        assert {one["source"][:6] for one in prepared} == {"model-"}
    digest(lab.lead)


def test_what_models_made_comes_out_and_goes_in_again_unchanged(lab: Lab) -> None:
    for job, options in (
        ("critique", ()),
        ("chain", ()),
        ("iterate", ("--set", "rounds=2")),
        ("judge", ()),
        ("patterns", ()),
    ):
        assert lab.run(job, *options, by="critic")["failed"] == []
    before = digest(lab.lead)
    out = lab.folder / "out"
    done("export", lab.lead, "-o", out)
    text = "".join(path.read_text("utf-8") for path in sorted(out.glob("*.jsonl")))
    assert [name for name in MODELS if f'"{name}"' in text] == []
    for what in ("critiques", "responses", "judgements", "patterns"):
        again = done("import", lab.lead, out / f"{what}.jsonl", "--what", what)
        assert (again["added"], again["refused"]) == ({}, []), what
        assert again["rows"] > 0
    assert digest(lab.lead) == before


def test_no_export_names_a_model_in_any_place_unless_it_is_to(lab: Lab) -> None:
    done("people", lab.lead, "add", "ana")
    answer = {"item": "item-1-g", "annotator": "ana", "score": 2, "negative": ["Vague"]}
    lab.give("answers", [{**answer, "revision": "Better."}])
    lab.give("labels", [{"answer": "item-1-g:ana", "labeller": "ana", "categories": ["clarity"]}])
    few = ("--set", "each=1", "--set", "categories=clarity")
    of = ("--set", "of=diagnostics")
    for job, options, by in (
        ("critique", (), "critic"),
        ("revise", (), "critic"),
        ("judge", (), "judge"),
        ("patterns", (), "judge"),
        ("classify", (), "critic"),
        ("faults", few, "critic"),
        ("feedback", (), "critic"),
        ("critique", of, "critic"),
        ("revise", of, "critic"),
        ("rate", (), "judge"),
    ):
        assert lab.run(job, *options, by=by)["failed"] == [], job
    sample = lab.rows("diagnostics")[0]["id"]
    lab.give("metric_ratings", [{"item": sample, "method": f"{JUDGE}/weighted", "value": 4.5,
                                 "question": "coverage", "subject": CRITIC}])  # fmt: skip
    before = digest(lab.lead)
    out, hub = lab.folder / "out", lab.folder / "hub"
    done("export", lab.lead, "-o", out)
    done("export", lab.lead, "-o", hub, "--format", "hf")
    text = "".join(path.read_text("utf-8") for path in sorted(out.glob("*.jsonl")))
    for path in sorted((hub / "data").glob("*.parquet")):
        text += json.dumps(parquet.read_table(path).to_pylist())
    text += (hub / "README.md").read_text("utf-8")
    assert [name for name in (CRITIC, JUDGE, *MODELS) if f'"{name}' in text] == []
    assert '"labeller": "ana"' in text  # a person keeps the id that all their rows have
    for what in ("judgements", "patterns", "labels", "diagnostics", "metric_ratings"):
        again = done("import", lab.lead, out / f"{what}.jsonl", "--what", what)
        assert (again["added"], again["refused"]) == ({}, []), what
        assert again["rows"] > 0, what
    assert digest(lab.lead) == before
    assert {row["judge"] for row in lab.rows("judgements")} == {JUDGE}
    assert {row["method"] for row in lab.rows("metric_ratings")} == {JUDGE, f"{JUDGE}/weighted"}


def test_what_a_person_worded_of_a_sample_is_left_alone(lab: Lab) -> None:
    sample = {"prompt": "Ask.", "response": "Say.", "error_category": "clarity",
              "feedback": "It lacks a reason."}  # fmt: skip
    lab.give("diagnostics", [
        {"id": "half", **sample, "detailed": "By hand: say why."},
        {"id": "other", **sample, "prompt": "Ask else.", "coarse": "By hand: vague."},
        {"id": "none", **sample, "prompt": "Ask more."},
        {"id": "both", **sample, "prompt": "Ask all.", "detailed": "Mine.", "coarse": "Mine too."},
    ])  # fmt: skip
    for more in ((), ("--fresh",)):
        assert lab.run("feedback", *more)["units"] == 3
        rows = {row["id"]: row for row in lab.rows("diagnostics")}
        assert (rows["half"]["detailed"], rows["half"]["coarse"]) == ("By hand: say why.", "It la")
        assert rows["other"]["coarse"] == "By hand: vague."
        assert rows["other"]["detailed"] == "It lacks a reason., there."
        assert rows["none"]["detailed"] == "It lacks a reason., there."
        assert (rows["both"]["detailed"], rows["both"]["coarse"]) == ("Mine.", "Mine too.")
        assert [rows[name].get("worded") for name in ("half", "other", "none", "both")] == [
            ["coarse"], ["detailed"], ["detailed", "coarse"], None
        ]  # fmt: skip


# Rounds, judged


def initial_and_rounds(lab: Lab) -> dict[str, list[str]]:
    """Return each item's response, followed by the revisions of all rounds."""
    texts = {row["id"]: [row["response"]] for row in ITEMS}
    rows = [row for row in lab.rows("responses") if row.get("iteration")]
    for row in sorted(rows, key=lambda row: row["iteration"]):
        texts[row["item"]].append(row["response"])
    return texts


def outcome(first: float, second: float) -> str:
    return "win" if second > first else "lose" if second < first else "tie"


def rate(outcomes: Iterable[str]) -> float:
    times = Counter(outcomes)
    return (times["win"] + times["tie"] / 2) / times.total()


def scores_in(order: int, first: str, second: str) -> tuple[float, float]:
    return (
        cnr_model.score_of(first, is_first=order == 1),
        cnr_model.score_of(second, is_first=order == 2),
    )


def test_every_round_is_kept_and_compared_with_the_initial_response_in_both_orders(
    lab: Lab,
) -> None:
    report = lab.run("iterate", "--set", "rounds=3")
    assert (report["done"], report["failed"]) == (10, [])
    texts = initial_and_rounds(lab)
    for rounds in texts.values():
        assert len(rounds) == 4
        for before, after in pairwise(rounds):
            fine = cnr_model.critique_of(before)["nothing_to_improve"]
            assert after == (before if fine else cnr_model.revised(before, CRITIC))
    for row in lab.rows("responses"):
        said = cnr_model.critique_of(texts[row["item"]][row["iteration"] - 1])
        assert (row["setting"], row["critique"]["score"]) == ("picr", said["score"])

    judged = lab.run("judge", by="judge")
    assert (judged["units"], judged["done"]) == (60, 60)
    found = lab.figures()["pairwise"]
    assert set(found) == {f"{model} vs {CRITIC}" for model in MODELS}
    for model in MODELS:
        own = [row for row in ITEMS if row["model"] == model]
        figures = found[f"{model} vs {CRITIC}"]["judge"]
        expected: dict[int, list[str]] = {}
        averaged: dict[str, list[str]] = {}
        for row in own:
            initial, *rounds = texts[row["id"]]
            for number, text in enumerate(rounds, 1):
                both = [scores_in(order, initial, text) for order in (1, 2)]
                expected.setdefault(number, []).extend(outcome(*one) for one in both)
            sums = [mean(one[side] for one in both) for side in (0, 1)]
            averaged.setdefault(row["category"], []).append(outcome(*sums))
        # Rounds are no instances of each other: the whole is the last one's.
        assert figures["of"] == {"setting": "picr", "iteration": "3"}
        assert figures["n"] == 10  # each order is an instance of its own
        assert figures["orders"] == {"1": 5, "2": 5}
        assert figures["win_rate"] == pytest.approx(rate(expected[3]))
        assert figures["by_setting"]["picr"]["win_rate"] == figures["win_rate"]
        assert lab.figures()["models"][model]["judge"]["n"] == 10
        for number, outcomes in expected.items():
            part = figures["by_iteration"][str(number)]
            assert part["win_rate"] == pytest.approx(rate(outcomes))
            assert (part["win"], part["tie"], part["lose"]) == tuple(
                outcomes.count(name) for name in ("win", "tie", "lose")
            )
        for category, outcomes in averaged.items():
            part = figures["by_category"][category]
            assert (part["n"], part["win_rate"]) == (len(outcomes), pytest.approx(rate(outcomes)))


def test_a_text_that_was_made_twice_is_one_text(lab: Lab) -> None:
    """The result of `revise` is the first round of `iterate`, and a cached critique is not
    requested again.
    """
    lab.run("critique")
    lab.run("revise")
    lab.run("revise", "--set", f"using={CRITIC}")
    assert len(lab.rows("responses")) == 20
    assert len({row["response"] for row in lab.rows("responses")}) == 10
    lab.run("judge", by="judge")
    for figures in lab.figures()["pairwise"].values():
        assert figures["judge"]["n"] == figures["judge"]["by_setting"]["picr"]["n"] == 10
    lab.run("iterate", "--set", "rounds=1")
    lab.run("judge", by="judge")
    for figures in lab.figures()["pairwise"].values():
        assert figures["judge"]["n"] == 10
        assert figures["judge"]["of"] == {"setting": "picr", "iteration": "1"}


def test_settings_stand_apart_and_the_fullest_is_the_headline(lab: Lab) -> None:
    lab.run("revise", "--set", "using=none")
    lab.run("iterate", "--set", "rounds=2")
    lab.run("judge", by="judge")
    for figures in lab.figures()["pairwise"].values():
        judge = figures["judge"]
        assert judge["of"] == {"setting": "picr", "iteration": "2"}
        assert {name: (one["n"], one.get("iteration")) for name, one in
                judge["by_setting"].items()} == {"pir": (10, None), "picr": (10, "2")}  # fmt: skip
        assert {name: one["n"] for name, one in judge["by_iteration"].items()} == {"1": 10, "2": 10}
        assert judge["win_rate"] == judge["by_setting"]["picr"]["win_rate"]


def in_other_words(asked: say.Asked) -> say.Answer | None:
    if asked.form is None and "<critique>" in asked.text:
        return say.text(f"In other words: {cnr_model.shown(asked, 'response')}")
    return None


def test_what_was_judged_and_is_there_no_more_counts_no_more_and_is_said(lab: Lab) -> None:
    lab.run("revise")
    lab.run("judge", by="judge")
    assert lab.figures()["replaced"] == 0
    lab.in_other_words = True
    lab.run("revise", "--fresh")
    fine = sum(cnr_model.critique_of(row["response"])["nothing_to_improve"] for row in ITEMS)
    data = lab.figures()
    assert data["replaced"] == 2 * (10 - fine) > 0
    assert sum(one["judge"]["n"] for one in data["pairwise"].values()) == 2 * fine
    shown = proofdesk("analyse", lab.lead).out
    assert "texts that were replaced" in " ".join(shown.split())
    lab.run("judge", by="judge")
    data = lab.figures()
    assert data["replaced"] == 0
    assert sum(one["judge"]["n"] for one in data["pairwise"].values()) == 20


def test_ratings_of_revisions_that_were_replaced_count_no_more_and_are_said(lab: Lab) -> None:
    lab.give("diagnostics", [{"id": "d", "prompt": "P", "response": "R", "feedback": "F, sadly",
                              "error_category": "clarity", "detailed": "Say why.",
                              "coarse": "Vague."}])  # fmt: skip
    of = ("--set", "of=diagnostics")
    for job in ("critique", "revise"):
        lab.run(job, *of)
    lab.run("rate", by="judge")
    first = lab.figures()["diagnostics"]
    assert (first["ratings"], first["replaced"]) == (4, 0)
    lab.in_other_words = True
    lab.run("revise", *of, "--fresh")
    data = lab.figures()["diagnostics"]
    assert (data["ratings"], data["replaced"]) == (1, 3)
    assert set(data["judges"][JUDGE][CRITIC]) == {"coverage"}
    shown = proofdesk("analyse", lab.lead).out
    assert "critiques and revisions that were replaced" in " ".join(shown.split())
    lab.run("rate", by="judge")
    data = lab.figures()["diagnostics"]
    assert (data["ratings"], data["replaced"]) == (4, 0)


def test_rounds_that_follow_from_no_round_that_is_there_are_taken_back(lab: Lab) -> None:
    lab.run("iterate", "--set", "rounds=4")
    lab.run("judge", by="judge")
    first = initial_and_rounds(lab)
    lab.run("iterate", "--set", "rounds=2")  # the same words again: nothing is another text
    assert initial_and_rounds(lab) == first
    lab.in_other_words = True
    lab.run("iterate", "--fresh", "--set", "rounds=2")
    again = initial_and_rounds(lab)
    for name, (initial, *rounds) in first.items():
        fine = [cnr_model.critique_of(text)["nothing_to_improve"] for text in (initial, rounds[0])]
        # Where nothing was to be improved twice, the chain is the one it was.
        assert len(again[name]) == (5 if all(fine) else 3)
        if not all(fine):
            assert any(text.startswith("In other words") for text in again[name][1:])
    data = lab.figures()
    assert data["replaced"] > 0
    lab.run("judge", by="judge")
    for figures in lab.figures()["pairwise"].values():
        assert figures["judge"]["by_iteration"]["2"]["n"] == 10


def test_the_judges_criteria_go_by_the_category_and_both_orders_are_asked(lab: Lab) -> None:
    lab.run("revise", "--set", "using=none")
    lab.run("judge", by="judge")
    asked = [one for one in lab.server.asked if one.model == JUDGE]
    assert len(asked) == 20
    seen = Counter()
    for one in asked:
        prompt = cnr_model.shown(one, "prompt")
        seen[dict(PROMPTS)[prompt], "program" in one.text, "step by step" in one.text] += 1
        assert one.body["temperature"] == 0.0
        order = list(one.form["properties"]) if one.form is not None else []
        # Whoever marks a calculation works it out before the scores.
        assert order.index("review") == (0 if dict(PROMPTS)[prompt] == "Math" else 2)
    assert seen == {
        ("coding", True, False): 4,
        ("Math", False, True): 4,
        ("generic", False, False): 8,
        ("writing", False, False): 4,
    }
    pairs = Counter(
        frozenset((cnr_model.shown(one, "first_response"), cnr_model.shown(one, "second_response")))
        for one in asked
    )
    assert set(pairs.values()) == {2}
    firsts = Counter(cnr_model.shown(one, "first_response") for one in asked)
    assert set(firsts.values()) == {1}
    rows = lab.rows("judgements")
    assert Counter(row["criteria"] for row in rows) == {"general": 12, "coding": 4, "math": 4}
    again = lab.run("judge", "--set", "criteria=general", by="judge")
    assert again["asked"] == 8  # those that were judged by others before
    assert {row["criteria"] for row in lab.rows("judgements")} == {"general"}


def test_models_that_answered_the_same_prompts_are_compared(lab: Lab) -> None:
    report = lab.run("judge", "--set", "compare=models", "--set", "against=delta-small", by="judge")
    assert report["done"] == 10
    judge = lab.figures()["pairwise"]
    [(name, figures)] = judge.items()
    by_id = {row["id"]: row["response"] for row in ITEMS}
    first, second = name.split(" vs ")
    outcomes = [
        outcome(*scores_in(order, by_id[f"item-{n}-{first[0]}"], by_id[f"item-{n}-{second[0]}"]))
        for n in range(1, 6)
        for order in (1, 2)
    ]
    assert figures["judge"]["win_rate"] == pytest.approx(rate(outcomes))
    assert first == "delta-small"
    both = [
        [scores_in(order, by_id[f"item-{n}-d"], by_id[f"item-{n}-g"]) for order in (1, 2)]
        for n in range(1, 6)
    ]
    lost = sum(sum(b for _, b in one) < sum(a for a, _ in one) for one in both)
    assert lab.run("patterns", by="judge")["done"] == lost > 0
    said = proofdesk("run", lab.lead, "judge", "--set", "compare=models", "--set", "against=nobody",
                     "--connection", "judge")  # fmt: skip
    assert said.status == 2
    assert "there are no responses of different models to the same prompt" in said.err


# Settings


def test_settings_are_compared_by_the_judge_and_by_people(lab: Lab) -> None:
    assert lab.run("chain")["done"] == 5  # one of each prompt
    rows = lab.rows("responses")
    by_place = {(row["item"], row["setting"]): row for row in rows}
    assert len(rows) == len(by_place) == 15
    for (_, setting), row in by_place.items():
        initial = by_place[row["item"], "pr"]["response"]
        assert row.get("initial") == (None if setting == "pr" else initial)
    assert lab.run("judge", "--set", "compare=settings", by="judge")["done"] == 30
    figures = lab.figures()["pairwise"][f"{CRITIC} vs {CRITIC}"]["judge"]
    for first, second in (("pr", "pir"), ("pr", "picr"), ("pir", "picr")):
        outcomes = [
            outcome(
                *scores_in(order, by_place[one, first]["response"],
                           by_place[one, second]["response"])
            )
            for one in {row["item"] for row in rows}
            for order in (1, 2)
        ]  # fmt: skip
        part = figures["by_setting"][f"{first} vs {second}"]
        assert (part["n"], part["win_rate"]) == (10, pytest.approx(rate(outcomes)))

    out = lab.folder / "pairs"
    done("export", lab.lead, "-o", out, "--format", "pairs", "--option", "compare=settings")
    pairs = [json.loads(line) for line in (out / "pairs.jsonl").read_text("utf-8").splitlines()]
    assert len(pairs) == 15
    assert CRITIC not in {pair[name] for pair in pairs for name in ("model_1", "model_2")}
    taken = done("import", lab.lead, out / "pairs.jsonl", "--what", "pairs")
    assert (taken["rows"], taken["refused"]) == (15, [])
    kept = lab.rows("pairs")
    assert {(row["setting"], row["model_1"], row["model_2"]) for row in kept} == {
        (f"{first} vs {second}", CRITIC, CRITIC)
        for first, second in (("pr", "pir"), ("pr", "picr"), ("pir", "picr"))
    }
    for person in ("a", "b", "c"):
        done("people", lab.lead, "add", person)
    given = done("assign", lab.lead, "--stage", "compare", "--overlap", 3, "--seed", 1)
    assert given["added"] == 45
    report = lab.run("judge", "--set", "compare=pairs", by="judge")
    # The same texts in the same orders: all of it was asked before.
    assert (report["done"], report["asked"], report["cached"]) == (30, 0, 30)


def test_drawing_pairs_for_people_depends_on_the_seed_alone(lab: Lab) -> None:
    lab.run("revise", "--set", "using=none")
    drawn = []
    for name, seed in (("one", 3), ("two", 3), ("three", 4)):
        options = ("--option", "n=4", "--option", f"seed={seed}")
        done("export", lab.lead, "-o", lab.folder / name, "--format", "pairs", *options)
        drawn.append((lab.folder / name / "pairs.jsonl").read_text("utf-8"))
    assert drawn[0] == drawn[1] != drawn[2]
    assert drawn[0].count("\n") == 4
    for wrong in ("compare=pairs", "n=0", "seed=x", "colour=red"):
        said = proofdesk("export", lab.lead, "-o", lab.folder / "x", "--format", "pairs",
                         "--option", wrong)  # fmt: skip
        assert (said.status, wrong.partition("=")[0] in said.err) == (2, True)


def test_revisions_follow_the_critiques_of_people_and_of_other_models(lab: Lab) -> None:
    answers = [
        {"item": "item-1-g", "annotator": "ana", "score": 2, "revision": "x",
         "negative": ["It is wrong."]},
        {"item": "item-2-g", "annotator": "ana", "score": 5, "nothing_to_improve": True},
    ]  # fmt: skip
    lab.give("answers", answers)
    assert lab.run("revise", "--set", "using=people")["done"] == 2
    [asked] = lab.server.asked
    assert "It is wrong." in cnr_model.shown(asked, "critique")
    by_item = {row["item"]: row for row in lab.rows("responses")}
    response = {row["id"]: row["response"] for row in ITEMS}
    assert by_item["item-1-g"]["response"] == cnr_model.revised(response["item-1-g"], CRITIC)
    assert by_item["item-2-g"]["response"] == response["item-2-g"]  # nothing to improve
    # No copy of what a person said is kept beside it: it would outlive their consent.
    assert all("ana" not in row["id"] and "critique" not in row for row in by_item.values())

    lab.run("critique", by="judge")
    assert lab.run("revise", "--set", f"using={JUDGE}")["done"] == 10
    out = lab.folder / "blind.jsonl"
    done("export", lab.lead, "-o", out, "--what", "responses")
    assert JUDGE not in out.read_text("utf-8")
    assert proofdesk("run", lab.lead, "revise", "--connection", "critic", "--set", "using=gamma-7",
                     ).status == 2  # fmt: skip


# Categories and patterns


def test_critiques_are_labelled_and_counted_beside_peoples_own_categories(lab: Lab) -> None:
    texts = ("Unclear, and wrong.", "Something is missing.", "Beside the point; unclear.")
    answers: list[dict[str, Any]] = [
        {"item": row["id"], "annotator": "ana", "score": 2, "revision": "x",
         "negative": [texts[n % 3]], "categories": ["safety"]}
        for n, row in enumerate(ITEMS)
    ]  # fmt: skip
    answers.append({"item": "item-1-g", "annotator": "ben", "score": 5, "positive": ["danger"],
                    "nothing_to_improve": True})  # fmt: skip
    lab.give("answers", answers)
    report = lab.run("classify", by="judge")
    assert (report["done"], report["asked"]) == (11, 10)
    data = lab.figures()
    expected = Counter(
        code for n in range(len(ITEMS)) for code in cnr_model.mentioned(texts[n % 3])
    )
    labelled = data["categories_labelled"][JUDGE]
    assert labelled == {**{code: expected[code] for code in CATEGORIES}, "critiques": 11}
    assert data["categories"]["safety"] == 10
    assert data["categories"]["clarity"] == 0


def test_lost_comparisons_get_their_pattern(lab: Lab) -> None:
    lab.run("revise", "--set", "using=none")
    lab.run("revise")
    lab.run("judge", by="judge")
    rows = lab.rows("judgements")
    by_place: dict[tuple[str, ...], list[list[float]]] = {}
    for row in rows:
        place = (row["question"], row["model_1"], row["setting"])
        by_place.setdefault(place, []).append(row["scores"])
    lost = {
        place for place, scores in by_place.items() if sum(b for _, b in scores) < sum(
            a for a, _ in scores)
    }  # fmt: skip
    assert 0 < len(lost) < len(by_place) == 20
    assert lab.run("patterns", by="judge")["done"] == len(lost)
    patterns = lab.rows("patterns")
    assert {(row["question"], row["model_1"], row["setting"]) for row in patterns} == lost
    texts = {(row["item"], row["setting"]): row["response"] for row in lab.rows("responses")}
    initial = {row["id"]: row["response"] for row in ITEMS}
    for row in patterns:
        name = row["question"]
        shorter = len(texts[name, row["setting"]]) < len(initial[name])
        assert row["pattern"] == ("less detailed" if shorter else "other")
        assert row["labeller"] == JUDGE
    counted = Counter[str]()
    for one in lab.figures()["pairwise"].values():
        counted.update(one["patterns"])
    of_critiques = Counter(row["pattern"] for row in patterns if row["setting"] == "picr")
    assert +counted == of_critiques  # as all figures of a comparison: of the fullest setting


# Diagnostic sets


def test_diagnostic_sets_are_made_used_and_rated(lab: Lab) -> None:
    own = {"id": "by-hand", "prompt": "P", "response": "R", "error_category": "clarity",
           "feedback": "F-by-hand", "detailed": "kept detailed", "coarse": "kept"}  # fmt: skip
    lab.give("diagnostics", [own])
    assert lab.run("faults", "--set", "each=2", by="judge")["done"] == 12
    asked = [one for one in lab.server.asked if "The kind of fault: clarity" in one.text]
    assert all("F-by-hand" in one.text for one in asked)  # examples of people's come first
    assert len(asked) == 2
    assert lab.run("feedback", by="judge")["done"] == 12  # not what a person worded
    samples = {row["id"]: row for row in lab.rows("diagnostics")}
    assert len(samples) == 13
    assert samples["by-hand"]["detailed"] == "kept detailed"
    for row in samples.values():
        if row["id"] != "by-hand":
            assert row["detailed"] == f"{row['feedback']}, there."
            assert row["model"] == JUDGE
    for model in ("critic", "judge"):
        assert lab.run("critique", "--set", "of=diagnostics", by=model)["added"]["data"] == 13
        assert lab.run("revise", "--set", "of=diagnostics", by=model)["done"] == 26
    report = lab.run("rate", "--set", "runs=2", "--set", "temperature=1", by="judge")
    assert report["done"] == 2 * 13 * 2 * 4
    rater = f"{JUDGE}, temperature 1"
    assert {body["kind"] for body in authors_of(lab, "metric_rating")} == {f"metric:{rater}"}

    texts = {(row["item"], row["model"], row["follows"]): row["response"]
             for row in lab.rows("responses")}  # fmt: skip
    judges = lab.figures()["diagnostics"]["judges"][rater]
    for model in (CRITIC, JUDGE):
        for question, follows, critique in (
            ("adherence_detailed", "detailed", "detailed"),
            ("adherence_coarse", "coarse", "coarse"),
            ("adherence_coarse_to_detailed", "coarse", "detailed"),
        ):
            values = {
                name: 1 + cnr_model.number_of(
                    json.dumps([texts[name, model, follows], row[critique]]), 5)
                for name, row in samples.items()
            }  # fmt: skip
            figures = judges[model][question]
            assert (figures["n"], figures["value"]) == (13, pytest.approx(mean(values.values())))
            for category, part in figures["by_category"].items():
                of_it = [
                    value for name, value in values.items()
                    if samples[name]["error_category"] == category
                ]  # fmt: skip
                assert part["value"] == pytest.approx(mean(of_it))
        assert judges[model]["coverage"]["n"] == 13


def authors_of(lab: Lab, kind: str) -> list[dict[str, str]]:
    with Workspace.open(lab.lead) as workspace:
        return [{"kind": one.author} for one in workspace.records.all_current(kind)]


def test_a_rating_may_be_the_mean_by_the_probabilities_of_the_digit(lab: Lab) -> None:
    lab.give("diagnostics", [{"id": "d", "prompt": "P", "response": "R", "feedback": "F",
                              "error_category": "safety"}])  # fmt: skip
    lab.run("critique", "--set", "of=diagnostics")
    lab.server._rules.clear()
    lab.server.otherwise(say.digit("4", d4=0.6, d5=0.2, d2=0.1, no=0.1))
    options = ("--set", "weighted=true", "--set", "what=critiques")
    assert lab.run("rate", *options, by="judge")["done"] == 1
    [row] = lab.rows("metric_ratings")
    assert row["value"] == pytest.approx((4 * 0.6 + 5 * 0.2 + 2 * 0.1) / 0.9)
    assert (row["method"], row["subject"]) == (f"{JUDGE}/weighted", CRITIC)
    assert row["distribution"] == pytest.approx({"2": 1 / 9, "4": 6 / 9, "5": 2 / 9})
    assert row["mass"] == pytest.approx(0.9)
    assert "low_mass" not in row
    [call] = [one for one in lab.calls() if one["purpose"] == "rate"]
    assert len(row["calls"]) == 1
    assert call["parameters"]["top_logprobs"] == 20
    # With another limit, the same answer is doubtful, and the tables count it.
    assert lab.run("rate", *options, "--set", "least_mass=0.95", by="judge")["low_mass"] == 1
    [row] = lab.rows("metric_ratings")
    assert row["low_mass"] is True
    figures = lab.figures()["diagnostics"]["judges"][f"{JUDGE}/weighted"][CRITIC]["coverage"]
    assert (figures["n"], figures["low_mass"]) == (1, 1)
    report = lab.folder / "report.html"
    done("analyse", lab.lead, "-o", report)
    assert "They count: 1." in report.read_text("utf-8")
    # Not silently replaced where the server cannot.
    lab.server.logprobs = False
    lab.server.otherwise(say.text("4"))
    failed = lab.run("rate", *options, "--fresh", by="judge", status=1)["failed"]
    assert [one["trouble"] for one in failed] == ["server"]


# Making items


def test_demonstrations_become_items_with_their_last_draft(lab: Lab) -> None:
    rows = [
        {"id": f"demo-{n}", "prompt": f"Demonstrate {n}.", "response": f"By a person, {n}.",
         "human": "writer-canary", "task_type": "generation"}
        for n in range(40)
    ]  # fmt: skip
    lab.give("demonstrations", rows)
    models = ("draft-a-canary", "draft-b-canary", "draft-c-canary")
    before = done("status", lab.lead)["items"]
    for number, model in enumerate(models):
        connect(lab.server, model, model)
        report = lab.run("draft", "--set", "of=demonstrations", by=model)
        assert (report["done"], report["asked"]) == (40, 40)
        again = lab.run("draft", "--set", "of=demonstrations", by=model)
        assert again["added"] == {}
        made = done("status", lab.lead)["items"] - before
        assert made == (40 if number == 2 else 0)
    items = {row["id"]: row for row in lab.rows("items") if row["id"].startswith("demo-")}
    chosen = Counter()
    for row in lab.rows("demonstrations"):
        texts = [
            (row["response"], None),
            *((one["response"], one["model"]) for one in row["drafts"]),
        ]
        item = items[row["id"]]
        assert (item["response"], item.get("model")) == texts[row["chosen"]]
        chosen[row["chosen"]] += 1
    # Each item shows the request that wrote its response, if a model did.
    for one in done("items", lab.lead, "--answers")["items"]:
        if one["item"] in items:
            of = items[one["item"]]
            found = [(made["model"], made["answer"]) for made in one["made"]]
            assert found == ([(of["model"], of["response"])] if "model" in of else [])
    lab.run("critique", "--item", "demo-1")
    [one] = done("items", lab.lead, "--item", "demo-1", "--answers")["items"]
    assert [made["model"] for made in one["made"] if made["text"] == "Critique"] == [CRITIC]
    assert set(chosen) == {0, 1, 2, 3}  # by chance: one of 4 would be missing in 1 of 25,000 seeds
    done("people", lab.lead, "add", "ana")
    done("assign", lab.lead, "--people", "ana", "--overlap", 1, "--seed", 1)
    bundle = lab.folder / "ana.proofdesk"
    done("pack", lab.lead, "--for", "ana", "-o", bundle)
    packed = entries(bundle)
    assert "Demonstrate 7." in packed
    # A draft's text names its model in this test; the bundle itself must not.
    assert [name for name in ("writer-canary", "demo-", '"chosen"') if name in packed] == []
    assert [name for name in models if f'"{name}"' in packed] == []


# Going wrong, and continuing


def test_a_contradiction_is_pointed_out_and_mended(lab: Lab) -> None:
    wrong = {"score": 2, "positive": [], "nothing_to_improve": True,
             "negative": [{"text": "Short.", "quote": ""}]}  # fmt: skip
    lab.server.say(say.data(wrong))
    report = lab.run("critique", "--limit", 1)
    assert (report["done"], report["asked"]) == (1, 2)
    told = lab.server.asked[1].messages[-1]["content"]
    assert "nothing_to_improve is true, and there are negative points" in told


@pytest.mark.parametrize(
    "answer",
    [
        say.text("Nice response!"),
        say.data({"score": 7, "positive": [], "negative": [], "nothing_to_improve": True}),
        say.data({"score": 2, "positive": [], "negative": [], "nothing_to_improve": False}),
        say.data({"score": 2, "positive": [], "nothing_to_improve": False,
                  "negative": [{"text": "x", "quote": ""}] * 21}),
        say.data({"score": 2, "positive": [], "nothing_to_improve": False,
                  "negative": [{"text": "x" * 2001, "quote": ""}]}),
        say.data({"score": 2, "positive": [], "nothing_to_improve": False,
                  "negative": [{"text": " \u0000 ", "quote": ""}]}),
    ],
)  # fmt: skip
def test_an_answer_that_stays_wrong_is_a_named_failure_and_only_that_is_asked_again(
    answer: say.Answer, lab: Lab
) -> None:
    bad = ITEMS[3]["response"]
    lab.server._rules.insert(0, lambda asked: answer if bad in asked.text else None)
    report = lab.run("critique", status=1)
    assert [(one["label"], one["trouble"]) for one in report["failed"]] == [
        (ITEMS[3]["id"], "malformed")
    ]
    assert report["done"] == 9
    assert len(lab.rows("critiques")) == 9
    del lab.server._rules[0]
    asked = len(lab.server.asked)
    again = lab.run("critique", "--only-failed")
    assert (again["units"], again["done"]) == (1, 1)
    assert len(lab.server.asked) == asked + 1


def test_what_a_model_says_is_bounded_cleaned_and_never_looked_at_again(lab: Lab) -> None:
    lab.server._rules.clear()
    lab.server.when("Criticise the response", say.data(
        {"score": 2, "positive": [], "nothing_to_improve": False,
         "negative": [{"text": "<b>{{prompt}}</b>\u0007\r\nsecond", "quote": "all"}]}
    ))  # fmt: skip
    lab.server.otherwise(say.text("<think>What shall I say?</think>\n\n {{critique}}\u0000 <i>ok"))
    lab.run("revise", "--limit", 1)
    [row] = lab.rows("responses")
    assert row["response"] == "{{critique}} <i>ok"
    [point] = row["critique"]["negative"]
    assert point["text"] == "<b>{{prompt}}</b>\nsecond"
    response = ITEMS[0]["response"]
    assert response[point["start"] : point["end"]] == "all"
    asked = lab.server.asked[-1]
    assert "- <b>{{prompt}}</b>\nsecond" in cnr_model.shown(asked, "critique")
    lab.server._rules.clear()
    lab.server.otherwise(say.text("<think>Nothing.</think>"))
    failed = lab.run("draft", "--limit", 1, status=1)["failed"]
    assert [one["trouble"] for one in failed] == ["empty"]


def test_an_empty_response_and_one_in_another_script_are_criticised_and_judged(lab: Lab) -> None:
    more = [
        {"id": "empty", "prompt": "Say nothing.", "response": "", "model": "gamma-large"},
        {
            "id": "rtl",
            "prompt": "מה השעה?",
            "response": "השעה עכשיו שלוש 👩‍👩‍👧 בצהריים",
            "human": "w",
        },
    ]
    lab.give("items", more)
    assert lab.run("revise")["failed"] == []
    assert lab.run("judge", by="judge")["failed"] == []
    rtl = next(row for row in lab.rows("responses") if row["item"] == "rtl")
    for side in ("positive", "negative"):
        for point in rtl["critique"].get(side, ()):
            words = more[1]["response"].split()
            assert more[1]["response"][point["start"] : point["end"]] in (words[0], words[-1])
    judged = [row for row in lab.rows("judgements") if row["question"] == "rtl"]
    assert {row["model_1"] for row in judged} == {"human"}


def test_a_flaky_server_costs_no_unit(lab: Lab) -> None:
    lab.server._rules.insert(0, say.flaky(7))
    report = lab.run("iterate", "--set", "rounds=4")
    assert (report["done"], report["failed"], report["left"]) == (10, [], 0)
    lab.server._rules.pop(0)
    before, asked = digest(lab.lead), len(lab.server.asked)
    again = lab.run("iterate", "--set", "rounds=4")
    assert (again["done"], again["unchanged"], again["asked"]) == (10, 10, 0)
    assert (digest(lab.lead), len(lab.server.asked)) == (before, asked)
    more = lab.run("iterate", "--set", "rounds=5")
    texts = [rounds[4] for rounds in initial_and_rounds(lab).values()]
    fine = [cnr_model.critique_of(text)["nothing_to_improve"] for text in texts]
    known = [rounds[3] == rounds[4] for rounds in initial_and_rounds(lab).values()]
    assert 0 < sum(known) < 10
    # Only the fifth round is new, and of a text that stayed as it was the critique is known.
    assert more["asked"] == fine.count(False) + known.count(False)


def test_rounds_before_a_failure_are_kept(lab: Lab) -> None:
    bad = next(
        row for row in ITEMS if not cnr_model.critique_of(row["response"])["nothing_to_improve"]
    )
    first = cnr_model.revised(bad["response"], CRITIC)
    lab.server._rules.insert(
        0, lambda asked: say.refusal() if f"\n{first}\n" in asked.text else None
    )
    report = lab.run("iterate", "--set", "rounds=3", status=1)
    assert [(one["label"], one["trouble"]) for one in report["failed"]] == [(bad["id"], "refused")]
    rounds = Counter(row["item"] for row in lab.rows("responses"))
    assert rounds == {row["id"]: 1 if row is bad else 3 for row in ITEMS}
    del lab.server._rules[0]
    assert lab.run("iterate", "--set", "rounds=3", "--only-failed")["done"] == 1
    assert {len(texts) for texts in initial_and_rounds(lab).values()} == {4}


def test_a_run_that_is_killed_in_the_middle_goes_on_where_it_was(lab: Lab) -> None:
    enough = threading.Event()

    def slowly(asked: say.Asked) -> say.Answer | None:
        if len(lab.server.asked) > 25:
            enough.set()
        answer = cnr_model.by_form(asked)
        return say.slow(answer, after=0.05) if answer is not None else None

    lab.server._rules[:] = [slowly]
    words = ["run", str(lab.lead), "iterate", "--set", "rounds=3", "--connection", "critic"]
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
    lab.server._rules[:] = [cnr_model.by_form]
    before = [str(one.messages) for one in lab.server.asked]
    report = lab.run("iterate", "--set", "rounds=3")
    assert (report["done"], report["failed"], report["left"]) == (10, [], 0)
    after = [str(one.messages) for one in lab.server.asked[len(before) :]]
    assert len([one for one in after if one in before]) <= 4  # whose answers were in progress
    assert report["cached"] > 0
    assert {len(rounds) for rounds in initial_and_rounds(lab).values()} == {4}
    digest(lab.lead)


# Before a run


def test_the_jobs_and_the_meaning_of_their_options_are_listed(lab: Lab) -> None:
    listed = {one["job"]: one for one in done("run", lab.lead)["jobs"]}
    assert set(listed) == set(CNR.jobs)
    assert listed["iterate"]["options"]["rounds"] == 5
    said = proofdesk("run", lab.lead).out
    for job in CNR.jobs.values():
        assert job.key in said
        for name, field in job.options.model_fields.items():
            assert name in said
            assert field.description


def test_every_job_can_be_estimated_without_asking(lab: Lab) -> None:
    found = lab.run("iterate", "--dry-run")
    assert (found["units"], found["requests"], found["at_least"]) == (10, 100, False)
    assert lab.run("chain", "--dry-run")["requests"] == 5 * 4
    assert lab.run("critique", "--dry-run")["requests"] == 10
    assert lab.run("faults", "--dry-run", "--set", "categories=clarity/safety")["units"] == 20
    assert lab.server.calls == []


@pytest.mark.parametrize(
    ("job", "said"),
    [
        ("judge", "there are no revisions to compare"),
        ("rate", "there are no diagnostic samples"),
        ("feedback", "there are no diagnostic samples"),
        ("classify", "there are no critiques by people"),
    ],
)
def test_a_job_without_material_says_what_to_do_first(job: str, said: str, lab: Lab) -> None:
    found = proofdesk("run", lab.lead, job, "--connection", "critic")
    assert (found.status, said in found.err) == (2, True)
    assert len(found.err.splitlines()) > 1  # and a hint


@pytest.mark.parametrize(
    ("job", "option"),
    [
        ("iterate", "rounds=0"),
        ("iterate", "rounds=21"),
        ("judge", "compare=apples"),
        ("chain", "settings=pr/xyz"),
        ("faults", "categories=clarity/beauty"),
        ("critique", "temperature=9"),
        ("draft", "drafts=4"),
    ],
)
def test_options_out_of_range_are_refused_by_name(job: str, option: str, lab: Lab) -> None:
    found = proofdesk("run", lab.lead, job, "--connection", "critic", "--set", option)
    assert found.status == 2
    assert f"“{option.partition('=')[0]}" in found.err
    assert lab.server.calls == []


def test_every_prompt_can_be_seen_as_a_model_would_get_it(lab: Lab) -> None:
    lab.give("answers", [{"item": "item-3-g", "annotator": "ana", "score": 2, "revision": "x",
                          "negative": ["Wrong."]}])  # fmt: skip
    lab.give("diagnostics", [{"id": "d", "prompt": "P", "response": "R", "feedback": "F",
                              "error_category": "safety"}])  # fmt: skip
    for job in ("critique", "feedback", "revise"):
        lab.run(job, *(() if job == "feedback" else ("--set", "of=diagnostics")))
    lab.run("classify")
    lab.run("revise")
    lab.run("judge", by="judge")
    lost = done("run", lab.lead, "patterns", "--connection", "judge")
    assert lost["done"] > 0
    name = next(row["question"] for row in lab.rows("patterns"))
    items = {"judge_coding": "item-1-g", "judge_math": "item-2-g", "pattern": name,
             "coverage": "d", "coverage_digit": "d", "adherence": "d", "adherence_digit": "d",
             "feedback": "d", "fault": "clarity 2", "classify": "item-3-g"}  # fmt: skip
    asked = len(lab.server.asked)
    for key in CNR.prompts():
        more = ("--set", "weighted=true") if key.endswith("_digit") else ()
        item = items.get(key, "item-3-d")
        found = done("prompts", lab.lead, "show", key, "--item", item, *more)
        assert found["messages"][-1]["role"] == "user"
        assert "{{" not in str(found["messages"])
        if key in ("critique", "feedback", "classify"):  # word for word what was asked
            assert found["messages"] in [one.messages for one in lab.server.asked]
    assert len(lab.server.asked) == asked


def test_a_wording_of_the_leads_own_is_another_question_and_on_record(lab: Lab) -> None:
    lab.run("critique", "--limit", 1)
    made = done("prompts", lab.lead, "export", "critique")
    file = Path(made["file"])
    file.write_text(file.read_text("utf-8").replace("Criticise the", "Be strict with the"), "utf-8")
    report = lab.run("critique", "--limit", 1)
    assert (report["asked"], report["cached"]) == (1, 0)
    assert "Be strict with the response" in lab.server.asked[-1].text
    assert len({call["version"] for call in lab.calls()}) == 2
    file.write_text("[user]\n{{prompt}} {{respones}}\n", "utf-8")
    said = proofdesk("run", lab.lead, "critique", "--connection", "critic")
    assert said.status != 0
    assert f"{file}" in said.err


def test_equal_texts_of_different_pairs_are_judged_each_for_itself(lab: Lab) -> None:
    pair = {"prompt": "Why?", "response_1": "So.", "response_2": "Because.", "model_1": "ma",
            "model_2": "mb"}  # fmt: skip
    lab.give("pairs", [{"id": f"p{n}", **pair} for n in range(2)])
    lab.run("judge", "--set", "compare=pairs", by="judge")
    (figures,) = (
        one
        for name, one in lab.figures()["pairwise"].items()
        if {"ma", "mb"} == set(name.split(" vs "))
    )
    assert figures["judge"]["n"] == 2 * 2  # two pairs in two orders
