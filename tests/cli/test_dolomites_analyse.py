"""Tests of dolomites from files to figures: the analysis contains exactly the imported data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import krippendorff
import pytest
from rouge_score.rouge_scorer import RougeScorer

from tests.cli.command import done

EXAMPLES = 6
MODELS = {"base": "it is so", "cand": "it is so because of the law", "third": "perhaps"}
COMPLEXITY = [
    ["high", "low", "medium"],
    ["low", "low", "low"],
    ["medium", "high", "medium"],
    ["high", "high", "medium"],
    ["low", "medium", "low"],
    ["high", "high", "high"],
]


def texts(**sections: str) -> list[dict[str, str]]:
    return [{"title": title, "text": text} for title, text in sections.items()]


def task(place: int) -> dict[str, Any]:
    about = ["bridges", "courts", "cells", "coins", "poems", "rocks"][place]
    return {
        "id": f"t{place}",
        "author": f"author{place}",
        "field": ["Law", "Physics"][place % 2],
        "objective": f"Report on {about}",
        "procedure": f"Look at the {about}, then write.",
        "input_sections": [{"title": "Facts", "description": "what is known"}],
        "output_sections": [
            {"title": "Verdict", "description": "what follows"},
            {"title": "Reasons", "description": "why"},
        ],
    }


def files() -> dict[str, list[dict[str, Any]]]:
    """Return rows by kind, in the order in which they are imported."""
    places = range(EXAMPLES)
    return {
        "tasks": [task(place) for place in places],
        "validations": [
            {"task": f"t{place}", "annotator": f"rater{n}", "complexity": code}
            for place in places
            for n, code in enumerate(COMPLEXITY[place])
        ],
        "examples": [
            {"task": f"t{place}", "variant_set": f"s{place}", "model": model, "mode": "single",
             "input": texts(Facts="some facts"), "output": texts(Verdict=f"so says {model}")}
            for place in places for model in ("gamma", "delta")
        ],
        "post_edits": [
            {"variant_set": f"s{place}", "chosen": "gamma", "annotator": f"author{place}",
             "structure": place > 2, "detail": "not_quite", "factual": "probably_correct",
             "edited": {"input": texts(Facts="some facts"),
                        "output": texts(Verdict="it is so", Reasons="because of the law")},
             "all_fixed": True, "phrases": ["it is so", "the law"]}
            for place in places
        ],
        "outputs": [
            {"id": f"o{place}{model}", "example": f"s{place}", "model": model, "split": "test",
             "seen": place < 2, "output": texts(Verdict=text)}
            for place in places for model, text in MODELS.items()
        ],
        "verdicts": [
            {"example": f"s{place}", "model_1": model, "model_2": "base", "judge": "jay",
             "order": order, "verdict": ["1", "same", "2"][(place + order) % 3]}
            for place in places for model in ("cand", "third") for order in (1, 2)
        ],
        "scores": [
            {"output": f"o{place}{model}", "judge": "jay", "depth": 2 + place % 3, "coherence": 4}
            for place in places for model in ("base", "cand")
        ],
    }  # fmt: skip


def test_figures_are_those_of_the_files(tmp_path: Path) -> None:
    study = tmp_path / "study"
    done("new", study, "--title", "Tasks", "--protocol", "dolomites")
    for what, rows in files().items():
        file = tmp_path / f"{what}.jsonl"
        file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
        done("import", study, file, "--what", what)
    out = tmp_path / "out"
    report = tmp_path / "report.html"
    to = ["-o", report, "--figures", out, "--tables", out]
    data = done("analyse", study, "--option", "base=base", *to)
    data = data.get("analysis", data)
    assert data["protocol"] == "dolomites"
    assert data["tasks"]["by_field"] == {"Law": 3, "Physics": 3}
    complexity = data["axes"]["complexity"]
    codes = ["high", "medium", "low"]
    matrix = [[codes.index(row[n]) for row in COMPLEXITY] for n in range(3)]
    assert complexity["alpha"] == pytest.approx(
        krippendorff.alpha(matrix, level_of_measurement="ordinal", value_domain=[0, 1, 2])
    )
    edits = data["edits"]
    # … so says gamma → … it is so Reasons because of the law: “so” stays, two words are put before
    # it, two after it replaced, three added
    assert edits["word_edit_distance"]["total"] == 7 * EXAMPLES
    assert edits["section_presence"]["before"] == pytest.approx(2 / 3)
    assert edits["section_presence"]["after"] == 1
    assert edits["chosen"]["models"]["gamma"]["rate"] == 1
    assert data["pre_edit"]["structure"] == {"true": 3, "false": 3}
    worth = [[1, 0.5, 0][(place + order) % 3] for place in range(EXAMPLES) for order in (1, 2)]
    one = data["win_rates"]["cand"]["jay"]
    assert (one["value"], one["n"]) == (pytest.approx(sum(worth) / 12), 12)
    assert one["by_seen"]["seen"]["n"] == 4
    assert data["scores"]["cand"]["average"]["value"] == pytest.approx(3.5)
    reference = "Verdict it is so Reasons because of the law"
    scorer = RougeScorer(["rougeL"])
    for model, text in MODELS.items():
        measured = data["outputs"][model]
        expected = scorer.score(reference, f"Verdict {text}")["rougeL"].fmeasure
        assert measured["rouge_l"]["value"] == pytest.approx(expected)
        assert measured["section_presence"]["value"] == 0.5
    assert report.read_text("utf-8").count("<svg") >= 10
    assert {"win-rates.csv", "axes-complexity.svg"} <= {file.name for file in out.iterdir()}
