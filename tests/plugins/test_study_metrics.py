"""Tests of automatic ratings in a study, compared with independent implementations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import roc_auc_score

from desktop_app.core.form_editing import dump
from desktop_app.core.forms import parse_form
from desktop_app.core.protocol.data import RatedPart, RatedQuestion
from desktop_app.core.rated_questions import rated_question, texts_digest
from desktop_app.stats.meta_evaluation import compare_with_people
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import jsonl

PEOPLE, ITEMS = ("ana", "ben", "cleo"), 72
FORM = {
    "form": 1,
    "key": "letters",
    "version": 1,
    "title": "Letters",
    "questions": [
        {"key": "kind", "type": "yes_no", "text": "Is it kind?"},
        {
            "key": "clear",
            "type": "likert",
            "text": "How clear is it?",
            "options": [{"code": n, "label": str(n)} for n in range(1, 6)],
        },
        {
            "key": "tone",
            "type": "single_choice",
            "text": "Which tone?",
            "options": [{"code": "warm", "label": "Warm"}, {"code": "cool", "label": "Cool"}],
        },
    ],
}


def answer(person: int, n: int) -> dict[str, Any]:
    rng = np.random.default_rng([person, n])
    quality = n % 5 + 1
    clear = int(np.clip(quality + rng.integers(-1, 2), 1, 5))
    # Three people give no tied votes.
    return {"kind": bool(quality + rng.integers(-1, 2) > 3), "clear": clear, "tone": "warm"}


@pytest.fixture(scope="module")
def lead(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("letters")
    lead, form = folder / "lead", folder / "form.yaml"
    form.write_text(dump(FORM), "utf-8")
    done("new", lead, "--title", "Letters", "--protocol", "study", "--form", form)
    items = [
        {"id": f"i{n}", "text": "Dear friend. " + "word " * (n % 7), "group": f"g{n % 12}"}
        for n in range(ITEMS)
    ]
    done("import", lead, jsonl(folder / "items.jsonl", items))
    rows = [
        {"item": f"i{n}", "annotator": who, **answer(p, n)}
        for n in range(ITEMS)
        for p, who in enumerate(PEOPLE)
    ]
    done("import", lead, "--what", "answers", jsonl(folder / "answers.jsonl", rows))
    rated = [
        {
            "item": f"i{n}",
            "method": "judge",
            "question": question,
            "value": np.random.default_rng([run, n, place]).normal(n % 5 + 1),
            "run": run,
        }
        for n in range(ITEMS)
        for run in (0, 1)
        for place, question in enumerate(("kind", "clear"))
    ]
    done("import", lead, "--what", "metric_ratings", jsonl(folder / "rated.jsonl", rated))
    (folder / "rated.json").write_text(json.dumps(rated), "utf-8")
    return lead


def people(question: str) -> np.ndarray:
    given = [[float(answer(p, n)[question]) for p in range(3)] for n in range(ITEMS)]
    return np.mean(given, axis=1)


def of_judge(lead: Path, question: str, run: int) -> np.ndarray:
    rows = json.loads((lead.parent / "rated.json").read_text("utf-8"))
    own = [row for row in rows if (row["question"], row["run"]) == (question, run)]
    return np.array([row["value"] for row in own])


def test_figures_of_a_rater_equal_those_of_other_implementations(lead: Path) -> None:
    found = done("analyse", lead, "--reveal-models")["automatic_ratings"]["judge"]
    assert set(found) == {"kind", "clear"}, "a choice without numbers is not compared"
    majority = people("kind") > 0.5
    areas = [roc_auc_score(majority, of_judge(lead, "kind", run)) for run in (0, 1)]
    area = found["kind"]["auc_roc"]
    assert area["value"] == pytest.approx(np.mean(areas), abs=1e-9)
    assert (area["n"], area["runs"]) == (ITEMS, 2)
    low, high = area["ci"]
    assert low < area["value"] < high
    means = people("clear")
    pearson, tau = [], []
    groups = np.arange(ITEMS) % 12
    for run in (0, 1):
        values = of_judge(lead, "clear", run)
        pearson.append(1 - abs(stats.pearsonr(means, values).statistic))
        tau.append(
            np.mean(
                [
                    (1 - stats.kendalltau(means[groups == g], values[groups == g]).statistic) / 2
                    for g in range(12)
                ]
            )
        )
    assert found["clear"]["pearson_distance"]["value"] == pytest.approx(np.mean(pearson), abs=1e-9)
    assert found["clear"]["tau_distance"]["value"] == pytest.approx(np.mean(tau), abs=1e-9)


def test_tied_votes_are_counted(tmp_path: Path) -> None:
    lead, form = tmp_path / "lead", tmp_path / "form.yaml"
    form.write_text(dump(FORM), "utf-8")
    done("new", lead, "--title", "Ties", "--protocol", "study", "--form", form)
    items = [{"id": f"i{n}", "text": f"Text {n}."} for n in range(6)]
    done("import", lead, jsonl(tmp_path / "items.jsonl", items))
    rows = [
        {"item": f"i{n}", "annotator": who, "kind": n % 2 == 0 or (n < 3 and who == "ana")}
        for n in range(6)
        for who in ("ana", "ben")
    ]
    done("import", lead, "--what", "answers", jsonl(tmp_path / "answers.jsonl", rows))
    # One of the others is not rated.
    rated = [{"item": f"i{n}", "method": "m", "question": "kind", "value": n / 9} for n in range(5)]
    done("import", lead, "--what", "metric_ratings", jsonl(tmp_path / "rated.jsonl", rated))
    found = done("analyse", lead, "--reveal-models")["automatic_ratings"]["m"]["kind"]["auc_roc"]
    assert (found["ties"], found["n"]) == (1, 5)
    report = tmp_path / "report.html"
    done("analyse", lead, "--reveal-models", "-o", report)
    shown = report.read_text("utf-8")
    assert "broken at random for AUC ROC: 1." in shown


def test_ratings_under_another_wording_are_outdated() -> None:
    def asked(text: str) -> RatedQuestion:
        form = parse_form(dump(FORM).replace("How clear is it?", text), file="form.yaml")
        parts = [
            (RatedPart(f"i{n}", "", group=f"g{n // 2}", material=f"M{n}"), [n % 5 + 1])
            for n in range(8)
        ]
        found = rated_question(form.questions[1], form, parts)
        assert found is not None
        return found

    old, new = asked("How clear is it?"), asked("How easy is it to read?")
    ratings = [
        {"item": part.item, "method": "m", "question": "clear", "value": n, "texts": digest_of}
        for n, part in enumerate(new.parts)
        for digest_of in [texts_digest(old if n < 3 else new, part)]
    ]
    # Imported ones have no digest, and those of metrics have that of the text.
    ratings += [
        {"item": part.item, "method": other, "question": "clear", "value": n, "texts": texts}
        for n, part in enumerate(new.parts)
        for other, texts in (("imported", None), ("words", part.digest))
    ]
    found = compare_with_people([new], ratings, key="metrics", seed=0)
    counts = {name: one["clear"]["tau_distance"] for name, one in found["metrics"].items()}
    assert {name: one["n"] for name, one in counts.items()} == {
        "m": 5,
        "imported": 8,
        "words": 8,
    }
    assert found["metrics_outdated"] == 3


def test_raters_are_compared_in_pairs_and_by_winners(lead: Path) -> None:
    rng = np.random.default_rng(8)
    rows = [
        {"item": f"i{n}", "method": "noise", "question": "clear", "value": float(rng.normal())}
        for n in range(ITEMS)
    ]
    done("import", lead, "--what", "metric_ratings", jsonl(lead.parent / "noise.jsonl", rows))
    found = done("analyse", lead, "--reveal-models", "--option", "resamples=2000")
    assert found["automatic_ratings_resamples"] == 2000
    pairs = {
        (one["question"], one["figure"]): one for one in found["automatic_ratings_comparisons"]
    }
    assert set(pairs) == {("clear", "tau_distance"), ("clear", "pearson_distance")}
    means, noise = people("clear"), np.array([row["value"] for row in rows])
    distance = np.mean(
        [1 - abs(stats.pearsonr(means, of_judge(lead, "clear", run)).statistic) for run in (0, 1)]
    )
    expected = distance - (1 - abs(stats.pearsonr(means, noise).statistic))
    pair = pairs["clear", "pearson_distance"]
    assert pair["methods"] == ["judge", "noise"]
    assert pair["difference"] == pytest.approx(expected, abs=1e-9)
    assert (pair["items"], pair["groups"]) == (ITEMS, 12)
    assert 2 / 2001 <= pair["p"] == pair["p_holm"] < 0.05
    groups = np.arange(ITEMS) % 12
    same = [
        np.array_equal(
            means[groups == g] == means[groups == g].max(),
            noise[groups == g] == noise[groups == g].max(),
        )
        for g in range(12)
    ]
    of_noise = found["automatic_ratings"]["noise"]["clear"]
    assert of_noise["winners"]["perfect"] == pytest.approx(np.mean(same))
    assert "winners" not in found["automatic_ratings"]["judge"]["kind"]
    shown = proofdesk("analyse", lead, "--reveal-models").out
    assert "Which methods agree better with people?" in shown
    assert "Do metrics and people pick the same winners?" in shown
    refused = proofdesk("analyse", lead, "--option", "resamples=5")
    assert refused.status == 2
    assert "from 100 to 200000" in refused.err


def test_metrics_are_compared_with_all_questions_and_exported(lead: Path, tmp_path: Path) -> None:
    done("rate", lead)
    before = digest(lead)
    assert not any(done("rate", lead)["added"].values())
    assert digest(lead) == before
    found = done("analyse", lead)["automatic_ratings"]
    words = np.array([2 + n % 7 for n in range(ITEMS)], dtype=float)
    area = roc_auc_score(people("kind") > 0.5, words)
    assert found["word_count"]["kind"]["auc_roc"]["value"] == pytest.approx(area, abs=1e-9)
    assert "rouge_1" not in found, "the texts have no references"
    constant = found["sentence_count"]["clear"]["pearson_distance"]
    assert constant["value"] is not None or constant["why"]
    out = tmp_path / "rated.jsonl"
    done("export", lead, "--what", "metric_ratings", "-o", out)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    counted = [row for row in rows if row["method"] == "word_count"]
    assert len(counted) == ITEMS
    assert not any("question" in row for row in counted)
    # What was exported can be imported again.
    assert not done("import", lead, "--what", "metric_ratings", out, status=0)["refused"]
    done("analyse", lead, "-o", tmp_path / "report.html")
    report = (tmp_path / "report.html").read_text("utf-8")
    assert "Do automatic ratings agree with people?" in report
    assert "Number of words" in report
    assert "word_count" not in report
