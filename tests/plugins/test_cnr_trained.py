"""Tests of win rates by number of training examples (CnR paper, figure 5)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import done
from tests.workspace.projects import jsonl

# Wins of the trained model in ten comparisons with its base, by number of training examples.
WINS = {200: 4, 600: 7, 1000: 8}


@pytest.fixture(scope="module")
def lead(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    lead = folder / "lead"
    done("new", lead, "--title", "Trained", "--protocol", "cnr")
    rows = []
    for examples, wins in WINS.items():
        for n in range(10):
            models = ["falcon", f"falcon-{examples}"]
            scores = [3, 9] if n < wins else [9, 3]
            if examples == 600:
                # The trained model comes first.
                models, scores = models[::-1], scores[::-1]
            rows.append(
                {
                    "question": f"q{n}",
                    "model_1": models[0],
                    "model_2": models[1],
                    "judge": "judge",
                    "order": 1,
                    "scores": scores,
                }
            )
    done("import", lead, "--what", "judgements", jsonl(folder / "j.jsonl", rows))
    models = [{"model": f"falcon-{n}", "examples": n, "base": "falcon"} for n in WINS]
    models += [{"model": "other-200", "examples": 200}]
    done("import", lead, "--what", "trained_models", jsonl(folder / "m.jsonl", models))
    return lead


def test_win_rates_are_those_of_the_trained_model(lead: Path) -> None:
    found = done("analyse", lead, "--reveal-models")["trained_models"]
    assert [(one["base"], one["examples"]) for one in found] == [("falcon", n) for n in WINS]
    for one in found:
        assert one["judge"]["win_rate"] == pytest.approx(WINS[one["examples"]] / 10)
        assert one["judge"]["n"] == 10
        low, high = one["judge"]["ci"]
        assert low < one["judge"]["win_rate"] < high
        assert one["people"]["win_rate"] is None
        assert one["people"]["why"]


def test_models_are_aliased_and_rows_return(lead: Path, tmp_path: Path) -> None:
    out = tmp_path / "models.jsonl"
    done("export", lead, "--what", "trained_models", "-o", out)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert len(rows) == 4
    assert "falcon" not in out.read_text("utf-8")
    assert done("import", lead, "--what", "trained_models", out)["refused"] == []
    report = tmp_path / "report.html"
    done("analyse", lead, "-o", report, "--reveal-models")
    text = report.read_text("utf-8")
    assert "Win rate by number of training examples" in text
    assert "falcon-1000" in text


def test_a_negative_number_of_examples_is_refused(lead: Path, tmp_path: Path) -> None:
    bad = jsonl(tmp_path / "bad.jsonl", [{"model": "falcon-1", "examples": -1}])
    said = done("import", lead, "--what", "trained_models", bad, status=3)
    assert said["error"]["field"] == "examples"
