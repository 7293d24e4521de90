"""Automatic raters answer the questions of each paper's protocol, and are compared with people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import roc_auc_score

from desktop_app.core.canonical import digest_of
from desktop_app.llm import connecting
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.llm import server as say
from tests.llm.conftest import connection_to
from tests.llm.server import ModelServer
from tests.workspace.projects import jsonl
from tests.workspace.test_rating import add_items, item, project, values
from tests.workspace.test_scorers import Scorer, scorer

__all__ = ["scorer"]

JUDGE = "judge-9b"
# The questions with numbers of each protocol.
QUESTIONS = {
    "cnr": {"score"},
    "kiwi": {"rating"},
    "dolomites": {
        "representativeness", "complexity", "time_required", "usefulness",
        "anonymity", "biased_outcomes", "ethical_considerations", "accessibility",
        "structure", "detail", "factual",
    },
}  # fmt: skip


@dataclass
class Lab:
    folder: Path
    lead: Path
    server: ModelServer
    protocol: str

    def run(self, job: str, *more: object) -> Any:
        return done("run", self.lead, job, "--connection", "judge", *more)

    def rows(self) -> list[dict[str, Any]]:
        out = self.folder / "out.jsonl"
        done("export", self.lead, "-o", out, "--what", "metric_ratings", "--reveal-models")
        rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
        out.unlink()
        return rows

    def give(self, rows: list[dict[str, Any]]) -> None:
        file = jsonl(self.folder / "given.jsonl", rows)
        assert not done("import", self.lead, "--what", "metric_ratings", file)["refused"]

    def figures(self) -> Mapping[str, Mapping[str, Any]]:
        found: Mapping[str, Mapping[str, Any]] = done("analyse", self.lead)["automatic_ratings"]
        return found


@pytest.fixture(params=list(QUESTIONS))
def lab(request: pytest.FixtureRequest, tmp_path: Path, model_server: ModelServer) -> Lab:
    lead = tmp_path / "lead"
    done("demo", lead, "--protocol", request.param)
    model_server.models.append(JUDGE)
    connecting.keep("judge", connection_to(model_server, model=JUDGE))
    return Lab(tmp_path, lead, model_server, request.param)


def by_options(asked: say.Asked) -> say.Answer:
    """Answer with the last allowed answer of the prompt, with probability 3/4."""
    listed = asked.text.split("Allowed answers:\n")[1].split("\n\n")[0]
    answers = [line.split(" – ")[0] for line in listed.splitlines()]
    if asked.body.get("logprobs"):
        return say.Answer(answers[-1], chances={answers[-1]: 0.75, answers[0]: 0.25})
    return say.data({"reason": "It is.", "value": answers[-1]})


def test_each_protocol_has_raters_for_its_questions_with_numbers(lab: Lab) -> None:
    lab.server.when(by_options)
    chosen = lab.run("choose")
    assert chosen["done"] == chosen["units"] == chosen["asked"] > 0
    repeated = lab.run("repeat", "--set", "samples=2")
    assert repeated["asked"] == 2 * chosen["units"]
    # The default is three samples.
    discussed = lab.run("discuss", "--set", "assessors=2", "--set", "runs=1")
    assert discussed["asked"] == 2 * chosen["units"]
    rows = lab.rows()
    by_method = {method: [one for one in rows if one["method"] == method]
                 for method in {one["method"] for one in rows}}  # fmt: skip
    names = (
        f"{JUDGE} choice",
        f"{JUDGE} self-agreement, samples 2",
        f"{JUDGE} discussion, assessors 2",
    )
    assert set(names) <= set(by_method)
    for name in names:
        assert {one["question"] for one in by_method[name]} == QUESTIONS[lab.protocol]
        assert len(by_method[name]) == chosen["units"]
    assert all(one["mass"] == pytest.approx(1) for one in by_method[f"{JUDGE} choice"])
    # Asking again costs nothing and changes nothing.
    before = digest(lab.lead)
    assert lab.run("choose")["asked"] == 0
    assert digest(lab.lead) == before
    found = lab.figures()
    assert set(found[f"{JUDGE} choice"]) == QUESTIONS[lab.protocol]
    # What was exported is the same when it is imported again.
    again = done(
        "import", lab.lead, "--what", "metric_ratings", jsonl(lab.folder / "r.jsonl", rows)
    )
    assert not again["refused"]
    assert digest(lab.lead) == before
    report = lab.folder / "report.html"
    done("analyse", lab.lead, "-o", report)
    assert "Do automatic ratings agree with people?" in report.read_text("utf-8")


def test_figures_state_how_many_ratings_are_doubtful(lab: Lab) -> None:
    # Only the more frequent answer has a probability.
    lab.server.when(
        lambda asked: say.Answer("Hm", chances={by_options(asked).text: 0.3, "Hm": 0.7})
    )
    flagged = lab.run("choose")["low_mass"]
    assert flagged > 0
    found = lab.figures()[f"{JUDGE} choice"]
    asked = {one: sum(row["question"] == one for row in lab.rows()) for one in found}
    # Texts that people have not rated do not count.
    for name, one in found.items():
        figure = next(iter(one[key] for key in ("auc_roc", "pearson_distance") if key in one))
        assert 0 < one["low_mass"] == figure["n"] <= asked[name]
    report = lab.folder / "report.html"
    done("analyse", lab.lead, "-o", report)
    assert "Low probability" in report.read_text("utf-8")


def test_metrics_rate_the_texts_of_each_protocol(lab: Lab) -> None:
    report = done("rate", lab.lead)
    assert report["rated"] == report["texts"] > 0
    before = digest(lab.lead)
    assert not any(done("rate", lab.lead)["added"].values())
    assert digest(lab.lead) == before
    found = lab.figures()["word_count"]
    assert set(found) == QUESTIONS[lab.protocol], "compared with all questions"


def test_the_figures_equal_those_of_other_implementations(lab: Lab) -> None:
    """Ratings by another program of everything that people rated."""
    with Workspace.open(lab.lead) as workspace:
        protocol = workspace.protocol(lab.protocol)
        questions = protocol.rated_questions(dataset_of(workspace, lab.protocol))
    rng = np.random.default_rng(4)
    rows = [
        {
            "item": part.item,
            "method": "other",
            "question": one.name,
            "value": float(rng.normal(np.mean(values or [0]))),
            **({"annotator": part.annotator} if part.annotator else {}),
            **({"part": part.part} if part.part else {}),
        }
        for one in questions
        for part, values in zip(one.parts, one.ratings, strict=True)
    ]
    given = done(
        "import", lab.lead, "--what", "metric_ratings", jsonl(lab.folder / "r.jsonl", rows)
    )
    assert not given["refused"]
    found = lab.figures()["other"]
    values = iter(row["value"] for row in rows)
    compared = 0
    for one in questions:
        pairs = [(own, next(values)) for own in one.ratings]
        pairs = [(own, value) for own, value in pairs if own]
        if len(pairs) < 3:
            continue
        people = [float(np.mean(own)) for own, _ in pairs]
        rated = [value for _, value in pairs]
        figures = found[one.name]
        if one.is_yes_no:
            labels = [mean > 0.5 for mean in people]
            if 0.5 in people or len(set(labels)) < 2:
                continue
            expected = roc_auc_score(labels, rated)
            assert figures["auc_roc"]["value"] == pytest.approx(expected, abs=1e-9)
        elif len(set(people)) > 1:
            expected = 1 - abs(stats.pearsonr(people, rated).statistic)
            assert figures["pearson_distance"]["value"] == pytest.approx(expected, abs=1e-9)
        else:
            assert figures["pearson_distance"]["why"]
            continue
        compared += 1
    assert compared


@pytest.mark.parametrize("lab", ["dolomites"], indirect=True)
def test_a_scorer_reads_a_variant_and_its_evidence(lab: Lab, scorer: Scorer) -> None:
    def share(one: dict[str, Any]) -> float | None:
        """Return the share of a text's words that are in its document."""
        known, words = set(one["document"].lower().split()), one["text"].lower().split()
        return sum(word in known for word in words) / len(words) if known else None

    scorer.score = share
    report = done("rate", lab.lead, "--scorer", scorer.url, "--name", "evidence")
    # Texts without evidence have no score.
    assert (report["rated"], report["texts"]) == (2, 8)
    rows = [row for row in lab.rows() if row["method"] == "evidence"]
    # Tasks have no document, so they have no score.
    assert {"part" in row for row in rows if row.get("value") is not None} == {True}
    assert set(lab.figures()["evidence"]) == {"structure", "detail", "factual"}


def test_a_rating_of_a_text_that_was_changed_does_not_count(lab: Lab) -> None:
    lab.server.when(by_options)
    lab.run("choose")
    stale = [{**row, "method": "stale", "texts": "other"} for row in lab.rows()]
    lab.give(stale)
    assert set(lab.figures()) == {f"{JUDGE} choice"}


def test_ratings_of_changed_texts_count_again_after_they_are_rated_again(
    tmp_path: Path, model_server: ModelServer
) -> None:
    """All methods of `risum`, and imported ratings, with items that are imported again."""
    model_server.models.append(JUDGE)
    model_server.when(rating_of_an_answer)
    connecting.keep("judge", connection_to(model_server, model=JUDGE))
    items = [item(f"a{n}", answer=f"Answer {n}.") for n in range(4)]
    place = project(tmp_path, items)
    people = [{"item": f"a{n}", "annotator": "A", "rating": n + 1} for n in range(4)]
    done("import", place, "--what", "answers", jsonl(tmp_path / "answers.jsonl", people))
    imported = [
        {"item": f"a{n}", "method": "other", "question": "rating", "value": n} for n in range(4)
    ]
    done("import", place, "--what", "metric_ratings", jsonl(tmp_path / "other.jsonl", imported))
    choose = ("run", place, "choose", "--connection", "judge", "--set", "questions=rating")
    repeat = ("run", place, "repeat", "--connection", "judge", "--set", "samples=1")

    def counted() -> dict[str, int]:
        found = done("analyse", place)
        left_out.append(found["outdated_ratings"])
        return {name: one["pearson_distance"]["n"] for name, one in found["metrics"].items()}

    left_out: list[int] = []
    for command in (("rate", place, "--metric", "word_count"), choose, repeat):
        done(*command)
    chosen = f"{JUDGE} choice"
    repeated = f"{JUDGE} self-agreement, samples 1"
    methods = ("word_count", "other", chosen, repeated)
    assert counted() == dict.fromkeys(methods, 4)
    add_items(place, [item("a0", answer="Quite another answer.")], "--update")
    # Nobody knows what the other program has rated.
    assert counted() == {**dict.fromkeys(methods, 3), "other": 4}
    assert done("rate", place, "--metric", "word_count")["added"] == {"word_count": 1}
    # Only the changed answer is asked about.
    assert [done(*job)["asked"] for job in (choose, repeat)] == [1, 1]
    assert counted() == dict.fromkeys(methods, 4)
    assert left_out == [0, 3, 0]


def rating_of_an_answer(asked: say.Asked) -> say.Answer:
    if asked.body.get("logprobs"):
        return say.Answer("4", chances={"4": 0.75, "2": 0.25})
    return say.data({"value": 4})


def test_two_servers_with_the_same_model_name_are_two_methods(
    tmp_path: Path, model_server: ModelServer
) -> None:
    with ModelServer() as other:
        for name, server, likely in (("one", model_server, "4"), ("two", other, "2")):
            server.models.append(JUDGE)
            server.when(
                lambda asked, likely=likely: say.Answer(likely, chances={likely: 0.75, "3": 0.25})
            )
            connecting.keep(name, connection_to(server, model=JUDGE))
        place = project(tmp_path, [item("a")])
        job = ("run", place, "choose", "--set", "questions=rating", "--connection")
        done(*job, "one")
        assert values(place) == {f"{JUDGE} choice": {"a": 3.75}}
        done(*job, "two")
        address = connection_to(other, model=JUDGE).base_url
        second = f"{JUDGE} choice, server {digest_of(address)[:8]}"
        both = {f"{JUDGE} choice": {"a": 3.75}, second: {"a": 2.25}}
        assert values(place) == both
        # Both keep their names.
        for name in ("two", "one"):
            assert done(*job, name, "--fresh")["failed"] == []
        assert values(place) == both


# For each protocol, a job that judges in other ways, its options, and where its model is named.
JUDGED = {
    "cnr": ("judge", ("--set", "compare=pairs"), "judgements", "judge"),
    "kiwi": ("instructions", (), "labels", "labeller"),
    "dolomites": ("edit_types", (), "edit_labels", "labeller"),
}
PAIR = {"id": "p", "prompt": "P", "response_1": "A", "response_2": "B",
        "model_1": "m1", "model_2": "m2"}  # fmt: skip


def judgement_of(asked: say.Asked) -> say.Answer:
    values: dict[str, Any] = {"number": 6.0, "string": "clarification", "boolean": True}
    wanted = (asked.form or {})["properties"]
    return say.data({name: values[one.get("type", "string")] for name, one in wanted.items()})


def test_judges_on_two_servers_are_two_judges(lab: Lab) -> None:
    job, options, what, field = JUDGED[lab.protocol]
    if lab.protocol == "cnr":
        done("import", lab.lead, jsonl(lab.folder / "p.jsonl", [PAIR]), "--what", "pairs")

    def names(*more: str) -> set[str]:
        out = lab.folder / "judged.jsonl"
        done("export", lab.lead, "-o", out, "--what", what, *more)
        rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
        out.unlink()
        return {row[field] for row in rows if "call" in row}

    lab.server.when(judgement_of)
    assert lab.run(job, *options)["done"]
    assert names("--reveal-models") == {JUDGE}
    with ModelServer() as other:
        other.models.append(JUDGE)
        other.when(judgement_of)
        connection = connection_to(other, model=JUDGE)
        connecting.keep("other", connection)
        report = done("run", lab.lead, job, *options, "--connection", "other")
        assert report["asked"] == report["done"] > 0
        assert report["unchanged"] == 0
        second = f"{JUDGE}, server {digest_of(connection.base_url)[:8]}"
        assert names("--reveal-models") == {JUDGE, second}
        # Again, both keep their names.
        for name in ("other", "judge"):
            again = done("run", lab.lead, job, *options, "--connection", name)
            assert (again["asked"], again["unchanged"]) == (0, again["done"])
    lab.run(job, *options, "--set", "temperature=0.5")
    found = names("--reveal-models")
    assert found == {JUDGE, second, f"{JUDGE}, temperature 0.5"}
    # Only the model's name has an alias.
    hidden = names()
    assert not any(JUDGE in name for name in hidden)
    assert {name.partition(",")[2] for name in hidden} == {name.partition(",")[2] for name in found}
    assert len({name.partition(",")[0] for name in hidden}) == 1
    told = json.dumps(done("analyse", lab.lead, "--aliases"))
    assert JUDGE not in told, told[max(0, told.index(JUDGE) - 200) : told.index(JUDGE) + 100]


# The rows of the demo from which a project without bundles is made, in which labels can change.
MADE_OF = {
    "cnr": (("items",), "Excellent", "Superb"),
    "kiwi": (("items", "sessions"), "Good, ", "Splendid, "),
    "dolomites": (("tasks",), "en: High,", "en: Immense,"),
}


def test_labels_of_the_lead_are_part_of_the_methods_name(lab: Lab) -> None:
    kinds, label, new = MADE_OF[lab.protocol]
    fresh = lab.folder / "fresh"
    done("new", fresh, "--title", "T", "--protocol", lab.protocol)
    for what in kinds:
        out = lab.folder / f"{what}.jsonl"
        done("export", lab.lead, "-o", out, "--what", what, "--reveal-models")
        assert done("import", fresh, out, "--what", what)["added"]
    lab.lead = fresh
    lab.server.when(by_options)
    lab.run("choose")
    assert {row["method"] for row in lab.rows()} == {f"{JUDGE} choice"}
    own = lab.folder / "anchors.yaml"
    text = done("anchors", lab.lead, "--show", "standard")["text"]
    assert label in text
    own.write_text(text.replace(label, new), "utf-8")
    done("anchors", lab.lead, own)
    lab.run("choose")
    # Questions whose labels did not change keep their name.
    by_name = {row["method"]: row["question"] for row in lab.rows()}
    [changed] = [name for name in by_name if name != f"{JUDGE} choice"]
    assert changed.startswith(f"{JUDGE} choice, anchors ")


@pytest.mark.parametrize("name", [f"{JUDGE} choice", "rouge_avg:person", "rouge_1@first-3"])
def test_a_scorer_cannot_have_the_name_of_another_kind_of_method(
    tmp_path: Path, model_server: ModelServer, scorer: Scorer, name: str
) -> None:
    model_server.models.append(JUDGE)
    model_server.when(rating_of_an_answer)
    connecting.keep("judge", connection_to(model_server, model=JUDGE))
    place = project(tmp_path, [item("a")])
    done("run", place, "choose", "--connection", "judge", "--set", "questions=rating")
    before = digest(Path(place))
    refused = proofdesk("rate", place, "--scorer", scorer.url, "--name", name)
    assert refused.status == 2
    assert "name" in refused.err
    assert not scorer.asked
    assert digest(Path(place)) == before
    # A scorer may rate again under its own name.
    for _ in range(2):
        done("rate", place, "--scorer", scorer.url, "--name", "mine")
    assert set(values(place)) == {f"{JUDGE} choice", "mine"}


def test_requests_without_an_answer_are_counted_because_texts_may_have_arrived(
    lab: Lab,
) -> None:
    lab.server.when(lambda asked: say.cut(""))
    words = ("run", lab.lead, "repeat", "--connection", "judge", "--limit", "1")
    report = done(*words, status=1)
    assert report["asked"] == 0
    assert report["unanswered"] == len(lab.server.asked) > 0
    assert "without an answer; texts may have arrived" in proofdesk(*words).out
