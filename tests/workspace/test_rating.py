"""Tests of the metrics that need no model, against the libraries that define them."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from rouge_score.rouge_scorer import RougeScorer
from scipy import stats
from sklearn.metrics import roc_auc_score

from plugins.dolomites.protocol import Dolomites
from tests.cli.command import digest, done, proofdesk
from tests.stats.data import read_rows

TEXT = "The dam broke at night. Nobody was hurt, the town said."
REFERENCES = [
    {"text": "A dam broke.\nNobody was hurt.", "source": "person"},
    {"text": "The town said that the dam breaks at night", "source": "large-model"},
]


def project(folder: Path, items: list[dict[str, Any]]) -> str:
    """Create a project with these items in a folder; return the folder."""
    place = str(folder / "project")
    done("new", place, "--title", "News", "--protocol", "risum")
    add_items(place, items)
    return place


def add_items(place: str, items: list[dict[str, Any]], *options: str) -> None:
    file = Path(place).with_name("items.jsonl")
    file.write_text("".join(json.dumps(one) + "\n" for one in items), "utf-8")
    done("import", place, str(file), *options)


def item(name: str, **fields: Any) -> dict[str, Any]:
    texts = {"document": f"{TEXT} More.", "instruction": "Summarise.", "answer": TEXT, "model": "m"}
    return {"id": name, **texts, **fields}


def values(place: str) -> dict[str, dict[str, float]]:
    """Return the project's ratings by method and item, from its own export."""
    file = Path(place).with_name("ratings.jsonl")
    done("export", place, "-o", str(file), "--what", "metric_ratings", "--format", "jsonl")
    result: dict[str, dict[str, float]] = defaultdict(dict)
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        assert row["question"] == "rating"
        result[row["method"]][row["item"]] = row["value"]
    file.unlink()
    return dict(result)


def rouge(reference: str, text: str) -> dict[str, float]:
    names = {"rouge_1": "rouge1", "rouge_2": "rouge2", "rouge_lsum": "rougeLsum"}
    scores = RougeScorer(list(names.values()), use_stemmer=True).score(reference, text)
    measures = {name: scores[theirs].fmeasure for name, theirs in names.items()}
    return {**measures, "rouge_avg": float(stats.gmean(list(measures.values())))}


def test_each_metric_is_what_its_library_says(tmp_path: Path) -> None:
    place = project(
        tmp_path,
        [
            item("both", references=REFERENCES),
            item("one", references=REFERENCES[:1]),
            item("none"),
            item("nothing in common", answer="Quite different!", references=REFERENCES[:1]),
            item("empty", answer="", references=REFERENCES[:1]),
        ],
    )
    report = done("rate", place)
    assert (report["texts"], report["rated"], report["no_reference"]) == (5, 5, 1)
    found = values(place)
    assert found["word_count"] == {
        "both": 11, "one": 11, "none": 11, "nothing in common": 2, "empty": 0
    }  # fmt: skip
    assert found["sentence_count"]["both"] == 2
    by_source = {one["source"]: rouge(one["text"], TEXT) for one in REFERENCES}
    for name in ("rouge_1", "rouge_2", "rouge_lsum", "rouge_avg"):
        best = max(scores[name] for scores in by_source.values())
        assert 0 < best == pytest.approx(found[name]["both"], abs=1e-12)
        assert found[name]["one"] == pytest.approx(by_source["person"][name], abs=1e-12)
        assert found[name]["nothing in common"] == found[name]["empty"] == 0
        # No reference means no value, which differs from 0.
        assert "none" not in found[name]
        for source, scores in by_source.items():
            rated = found[f"{name}:{source}"]
            assert rated == {"both": pytest.approx(scores[name], abs=1e-12)}


def test_rating_again_adds_nothing_and_follows_changes(tmp_path: Path) -> None:
    place = project(tmp_path, [item("a", references=REFERENCES[:1])])
    only = done("rate", place, "--metric", "rouge_1", "--metric", "word_count")
    assert only["added"] == {"rouge_1": 1, "word_count": 1}
    before = digest(place)
    assert done("rate", place, "--metric", "rouge_1", "--metric", "word_count")["added"] == {}
    assert digest(place) == before
    add_items(place, [item("a", references=REFERENCES[1:])], "--update")
    assert done("rate", place, "--metric", "rouge_1", "--metric", "word_count")["added"] == {
        "rouge_1": 1
    }
    expected = rouge(REFERENCES[1]["text"], TEXT)["rouge_1"]
    assert values(place)["rouge_1"] == {"a": pytest.approx(expected, abs=1e-12)}


def test_the_start_of_the_document_stands_in_under_a_name_that_says_so(tmp_path: Path) -> None:
    place = project(tmp_path, [item("a", references=REFERENCES), item("b", document="")])
    report = done("rate", place, "--metric", "rouge_avg", "--first-sentences", "1")
    assert report["no_reference"] == 1
    expected = rouge("The dam broke at night.", TEXT)["rouge_avg"]
    assert values(place) == {"rouge_avg@first-1": {"a": pytest.approx(expected, abs=1e-12)}}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--metric", "bleu"], "rouge_avg"),
        (["--first-sentences", "-1"], "from 0 to 100"),
        (["--protocol", "cnr"], "cnr"),
    ],
)
def test_wrong_options_are_refused(tmp_path: Path, options: list[str], told: str) -> None:
    place = project(tmp_path, [item("a")])
    before = digest(place)
    result = proofdesk("rate", place, *options)
    assert result.status == 2
    assert told in result.err
    assert digest(place) == before


def test_a_project_without_texts_to_rate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = str(tmp_path / "project")
    done("new", place, "--title", "Tasks", "--protocol", "dolomites")
    monkeypatch.setattr(Dolomites, "has_rated_texts", False)
    result = proofdesk("rate", place)
    assert result.status == 2
    assert "dolomites" in result.err


def test_newsroom_figures_equal_those_of_scipy_and_scikit_learn(tmp_path: Path) -> None:
    items, answers = read_rows("newsroom_items.jsonl"), read_rows("newsroom_answers.jsonl")
    place = project(tmp_path, items)
    file = tmp_path / "answers.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in answers), "utf-8")
    done("import", place, str(file), "--what", "answers")
    done("rate", place, "--metric", "word_count", "--metric", "sentence_count")
    done("rate", place, "--metric", "rouge_avg", "--first-sentences", "3")
    found = done("analyse", place, "--option", "yes_from=4")["metrics"]
    rated = values(place)
    assert sorted(found) == sorted(rated) == ["rouge_avg@first-3", "sentence_count", "word_count"]

    ratings: dict[str, list[int]] = defaultdict(list)
    for answer in answers:
        ratings[answer["item"]].append(answer["rating"])
    groups: dict[str, list[str]] = defaultdict(list)
    for one in items:
        groups[one["document"]].append(one["id"])
    names = [one["id"] for one in items]
    human = [mean(ratings[name]) for name in names]
    # The majority of three people; nobody is undecided.
    yes = [sum(rating >= 4 for rating in ratings[name]) >= 2 for name in names]
    for method, by_item in rated.items():
        values_ = [by_item[name] for name in names]
        entry = found[method]
        assert entry["auc_roc"]["value"] == pytest.approx(roc_auc_score(yes, values_), abs=1e-9)
        assert (entry["auc_roc"]["yes"], entry["auc_roc"]["no"]) == (sum(yes), 420 - sum(yes))
        r = stats.pearsonr(human, values_).statistic
        assert entry["pearson_distance"]["value"] == pytest.approx(1 - abs(r), abs=1e-9)
        distances = []
        for members in groups.values():
            tau = stats.kendalltau(
                [mean(ratings[name]) for name in members], [by_item[name] for name in members]
            ).statistic
            # A method with equal values in a group has no τ and counts as 0.
            distances.append(0.5 if math.isnan(tau) else (1 - tau) / 2)
        assert len(distances) == entry["tau_distance"]["n"] == 60
        assert entry["tau_distance"]["value"] == pytest.approx(mean(distances), abs=1e-9)


def test_without_a_threshold_ratings_are_no_yes(tmp_path: Path) -> None:
    place = project(tmp_path, [item("a"), item("b", answer="Short.")])
    file = tmp_path / "answers.jsonl"
    rows = [{"item": name, "annotator": "A", "rating": 4 + (name == "a")} for name in "ab"]
    file.write_text("".join(json.dumps(one) + "\n" for one in rows), "utf-8")
    done("import", place, str(file), "--what", "answers")
    done("rate", place, "--metric", "word_count")
    assert done("analyse", place)["metrics"]["word_count"]["auc_roc"]["value"] is None
    chosen = done("analyse", place, "--option", "yes_from=5")["metrics"]["word_count"]["auc_roc"]
    assert (chosen["value"], chosen["yes"], chosen["no"]) == (1.0, 1, 1)
    assert proofdesk("analyse", place, "--option", "yes_from=6").status == 2


def test_values_without_a_reference_do_not_count_and_are_withdrawn(tmp_path: Path) -> None:
    place = project(tmp_path, [item("a", references=REFERENCES), item("b", references=REFERENCES)])
    file = tmp_path / "answers.jsonl"
    rows = [{"item": name, "annotator": "A", "rating": 3 + (name == "a")} for name in "ab"]
    file.write_text("".join(json.dumps(one) + "\n" for one in rows), "utf-8")
    done("import", place, str(file), "--what", "answers")
    # A value from a file, for an item that never had a reference.
    add_items(place, [item("c")])
    file.write_text('{"item": "c", "method": "rouge_1", "question": "rating", "value": 0.5}\n')
    done("import", place, str(file), "--what", "metric_ratings")
    done("rate", place)
    assert values(place)["rouge_1:person"].keys() == {"a", "b"}

    # One of two sources is removed from “a”, and all of them from “b”.
    add_items(place, [item("a", references=REFERENCES[:1]), item("b")], "--update")
    # The remaining value of “a” is outdated until “rate” replaces it.
    for is_rated_again in (False, True):
        if is_rated_again:
            report = done("rate", place)
            assert report["withdrawn"] == 4 * (2 + 3)
            assert report["no_reference"] == 2
        found = values(place)
        assert {name for name in found if ":" in name} == set()
        for name in ("rouge_1", "rouge_2", "rouge_lsum", "rouge_avg"):
            assert found[name].keys() - {"c"} == {"a"}
        assert found["rouge_1"]["c"] == 0.5
        assert done("analyse", place)["metrics"]["rouge_2"]["rated"] == {"rating": 1}
    expected = rouge(REFERENCES[0]["text"], TEXT)["rouge_1"]
    assert values(place)["rouge_1"]["a"] == pytest.approx(expected, abs=1e-12)
    before = digest(place)
    assert done("rate", place)["withdrawn"] == 0
    assert digest(place) == before

    add_items(place, [item("b", references=REFERENCES[:1])], "--update")
    assert done("rate", place)["added"] == dict.fromkeys(
        ("rouge_1", "rouge_2", "rouge_lsum", "rouge_avg"), 1
    )
    assert values(place)["rouge_1"]["b"] == pytest.approx(expected, abs=1e-12)
