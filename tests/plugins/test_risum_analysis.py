"""Tests of the analysis of risum, in which each figure is computed in a second way."""

from __future__ import annotations

import dataclasses
import itertools
import json
import math
from collections import defaultdict
from typing import Any

import krippendorff
import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import roc_auc_score

from desktop_app.core.aliases import pseudonym
from desktop_app.core.analysis import Analysis
from desktop_app.core.errors import UsageError
from desktop_app.core.protocol.data import AnnotationData, Dataset
from desktop_app.table_files import best_cells
from plugins.risum.analysis import analyse
from plugins.risum.protocol import RISUM
from plugins.risum.rows import rated_texts
from tests.plugins.risum_data import (
    MODELS,
    dataset,
    item,
    metric,
    note,
    nulls_without_reason,
    study,
)
from tests.stats.data import read_rows

RUNS = {"runs": 300}


@pytest.fixture(scope="module")
def studied() -> tuple[Dataset, dict[str, Any]]:
    data = study()
    return data, dict(analyse(data, {"runs": 3000}).data)


def values_by_item(data: Dataset, question: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for annotation in data.annotations:
        if question in annotation.answers:
            found[annotation.item].append(float(annotation.answers[question]))
    return found


def matrix(data: Dataset, question: str) -> np.ndarray:
    people = sorted({annotation.annotator for annotation in data.annotations})
    keys = [one.key for one in data.items]
    table = np.full((len(people), len(keys)), np.nan)
    for annotation in data.annotations:
        place = (people.index(annotation.annotator), keys.index(annotation.item))
        table[place] = float(annotation.answers[question])
    return table


def table_of(analysis: Analysis, key: str) -> list[dict[str, Any]]:
    table = next(table for table in analysis.tables if table.key == key)
    return [
        {column.key: value for column, value in zip(table.columns, row, strict=True)}
        for row in table.rows
    ]


def test_the_head_of_the_document(studied: tuple[Dataset, dict[str, Any]]) -> None:
    data, found = studied
    assert found["protocol"] == "risum"
    assert (found["items"], found["annotations"], found["annotators"]) == (36, 108, 5)
    assert found["groups"] == 12
    assert found["settings"] == {
        "seed": 0, "runs": 3000, "unanimous": "one", "no_overlap": "drop", "resamples": 1000
    }  # fmt: skip
    counts = {p: sum(a.annotator == p for a in data.annotations) for p in found["annotator_counts"]}
    assert found["annotator_counts"] == counts
    assert sum(counts.values()) == 108


def test_every_null_says_why_and_nothing_is_nan() -> None:
    for data in (study(), study(groups=1), dataset([]), dataset([item("a", "g")])):
        found = analyse(data, RUNS).data
        assert nulls_without_reason(found) == []
        json.dumps(found, allow_nan=False)


def test_the_protocol_hands_out_the_same_document(
    studied: tuple[Dataset, dict[str, Any]],
) -> None:
    data, found = studied
    assert RISUM.analyse(data, {"runs": 3000}).data == found


@pytest.mark.parametrize(("question", "level"), [("follows", "nominal"), ("rating", "interval")])
def test_agreement(studied: tuple[Dataset, dict[str, Any]], question: str, level: str) -> None:
    data, found = studied
    entry, table = found["agreement"][question], matrix(data, question)
    assert entry["level"] == level
    assert entry["alpha"] == pytest.approx(krippendorff.alpha(table, level_of_measurement=level))
    locals_, unanimous = [], 0
    for start in range(0, 36, 3):
        part = table[:, start : start + 3]
        if np.unique(part[~np.isnan(part)]).size == 1:
            unanimous += 1
            locals_.append(1.0)
        else:
            locals_.append(krippendorff.alpha(part, level_of_measurement=level))
    local = entry["local"]
    assert local["mean"] == pytest.approx(np.mean(locals_))
    assert local["se"] == pytest.approx(stats.sem(locals_))
    assert local["share_at_least_half"] == pytest.approx(np.mean(np.array(locals_) >= 0.5))
    assert (local["groups"], local["unanimous"], local["no_overlap"]) == (12, unanimous, 0)
    edges = local["histogram"]["edges"]
    assert edges[-1] == 1
    counts, _ = np.histogram(np.round(locals_, 9), edges)
    assert local["histogram"]["counts"] == counts.tolist()
    assert sum(local["histogram"]["unanimous"]) == unanimous
    if question == "rating":
        for other in ("ordinal", "nominal"):
            expected = krippendorff.alpha(table, level_of_measurement=other)
            assert entry[f"alpha_{other}"] == pytest.approx(expected)


def test_groups_that_agree_or_do_not_overlap() -> None:
    items = [item(f"{g}{i}", g, f"m{i}") for g in "abcd" for i in range(2)]
    answers = [
        *(note(key, person, True) for key in ("a0", "a1") for person in "pq"),
        *(note("b0", person, person == "p") for person in "pq"),
        *(note("b1", person, person == "q") for person in "pq"),
        note("c0", "p", True),
        note("c1", "q", False),
    ]
    local = analyse(dataset(items, answers), RUNS).data["agreement"]["follows"]["local"]
    # b: every pair differs, 1 − 1 / (2·2·2 / (4·3)) = −0.5
    assert (local["groups"], local["unanimous"], local["no_overlap"]) == (2, 1, 1)
    assert local["unrated"] == 1
    assert local["mean"] == pytest.approx(0.25)
    assert local["se"] == pytest.approx(0.75)
    assert local["share_at_least_half"] == 0.5
    dropped = analyse(dataset(items, answers), {"unanimous": "drop"}).data["agreement"]["follows"]
    assert (dropped["local"]["groups"], dropped["local"]["unanimous"]) == (1, 1)
    assert (dropped["local"]["mean"], dropped["local"]["se"]) == (pytest.approx(-0.5), None)


def test_groups_in_which_nobody_rated_two_answers() -> None:
    items = [item(f"{g}{i}", g, f"m{i}") for g in "ab" for i in range(2)]
    answers = [
        *(note(key, person, key == "a0") for key in ("a0", "a1") for person in "pq"),
        *(note("b0", person, person == "p") for person in "pq"),
        *(note("b1", person, person == "r") for person in "rs"),
    ]
    found = analyse(dataset(items, answers), RUNS)
    local = found.data["agreement"]["follows"]["local"]
    assert found.data["settings"]["no_overlap"] == "drop"
    assert (local["groups"], local["no_overlap"], local["no_pairs"]) == (1, 1, 0)
    assert local["mean"] == 1
    assert sum(local["histogram"]["counts"]) == 1
    assert table_of(found, "agreement")[0]["no_overlap"] == 1
    included = analyse(dataset(items, answers), {**RUNS, "no_overlap": "include"})
    local = included.data["agreement"]["follows"]["local"]
    # b as before: every pair differs, α = −0.5
    assert (local["groups"], local["no_overlap"]) == (2, 1)
    assert local["mean"] == pytest.approx(0.25)
    notes = [table.note for one in (found, included) for table in one.tables[:1]]
    assert "left out, as in the riSum paper" in notes[0]
    assert "nobody rated two answers are included" in notes[1]
    with pytest.raises(UsageError, match="no_overlap"):
        analyse(dataset(items, answers), {"no_overlap": "keep"})


@pytest.mark.parametrize("question", ["follows", "rating"])
def test_models(studied: tuple[Dataset, dict[str, Any]], question: str) -> None:
    data, found = studied
    values = values_by_item(data, question)
    scale = (lambda x: (x - 1) / 4) if question == "rating" else (lambda x: x)
    assert list(found["models"]) == list(MODELS)
    rng = np.random.default_rng(0)
    for place, name in enumerate(MODELS):
        own = [scale(np.array(values[f"i{g}-{place}"])) for g in range(12)]
        entry = found["models"][name][question]
        means = [x.mean() for x in own]
        assert entry["mean"]["value"] == pytest.approx(np.mean(means))
        assert entry["mean"]["se"] == pytest.approx(stats.sem(means))
        single = np.concatenate(own)
        assert entry["pooled"]["value"] == pytest.approx(single.mean())
        assert entry["pooled"]["se"] == pytest.approx(stats.sem(single))
        modes = []
        for x in own:
            kinds, counts = np.unique(x, return_counts=True)
            modes.append(kinds[counts == counts.max()])
        runs = np.array([[rng.choice(m) for m in modes] for _ in range(1500)])
        assert entry["majority"]["value"] == pytest.approx(np.mean([m.mean() for m in modes]))
        assert entry["majority"]["value"] == pytest.approx(runs.mean(), abs=0.01)
        assert entry["majority"]["se"] == pytest.approx(stats.sem(runs, axis=1).mean(), abs=0.003)
        assert [entry[a]["n"] for a in ("mean", "majority", "pooled")] == [12, 12, 36]


@pytest.mark.parametrize("question", ["follows", "rating"])
def test_ranks(studied: tuple[Dataset, dict[str, Any]], question: str) -> None:
    data, found = studied
    values = values_by_item(data, question)
    by_mean = np.array(
        [
            stats.rankdata([-np.mean(values[f"i{g}-{place}"]) for place in range(3)])
            for g in range(12)
        ]
    )
    rng = np.random.default_rng(1)
    simulated = []
    for _ in range(1500):
        one_run = []
        for g in range(12):
            votes = []
            for place in range(3):
                kinds, counts = np.unique(values[f"i{g}-{place}"], return_counts=True)
                votes.append(rng.choice(kinds[counts == counts.max()]))
            order = sorted(range(3), key=lambda i: (-votes[i], rng.random()))
            one_run.append([order.index(place) + 1 for place in range(3)])
        simulated.append(one_run)
    by_majority = np.array(simulated)
    for place, name in enumerate(MODELS):
        rank = found["models"][name]["rank"][question]
        assert rank["mean"]["value"] == pytest.approx(by_mean[:, place].mean())
        assert rank["pooled"] == rank["mean"]
        expected = by_majority[:, :, place]
        assert rank["majority"]["value"] == pytest.approx(expected.mean(), abs=0.03)
        assert rank["majority"]["se"] == pytest.approx(
            stats.sem(expected, axis=1).mean(), abs=0.006
        )
        assert rank["majority"]["n"] == 12


def test_each_raters_own_ranks_need_a_whole_group() -> None:
    items = [item(f"g{i}", "g", f"m{i}") for i in range(3)]
    answers = [
        *(note(f"g{i}", "whole", rating=rating) for i, rating in enumerate((5, 3, 3))),
        *(note(f"g{i}", "part", rating=rating) for i, rating in ((0, 1), (1, 5))),
    ]
    found = analyse(dataset(items, answers), RUNS).data["models"]
    ranks = [found[f"m{i}"]["rank"]["rating"]["per_rater"] for i in range(3)]
    assert [rank["value"] for rank in ranks] == [1, 2.5, 2.5]
    assert [rank["n"] for rank in ranks] == [1, 1, 1]


def test_a_model_with_two_answers_in_a_group() -> None:
    items = [item("x", "g", "one"), item("y", "g", "one"), item("z", "g", "two")]
    answers = [note("x", "p", rating=5), note("y", "p", rating=1), note("z", "p", rating=4)]
    found = analyse(dataset(items, answers), RUNS).data["models"]
    assert found["one"]["rank"]["rating"]["mean"]["value"] == 2  # places 1 and 3
    assert found["one"]["rank"]["rating"]["pooled"]["value"] == 2  # mean 3 against 4
    assert found["two"]["rank"]["rating"]["pooled"]["value"] == 1


def test_annotators(studied: tuple[Dataset, dict[str, Any]]) -> None:
    data, found = studied
    counts = found["annotator_counts"]
    assert list(counts) == sorted(counts, key=lambda person: (-counts[person], person))
    table = {q: matrix(data, q) for q in ("follows", "rating")}
    people = sorted(counts)
    for place, (person, entry) in enumerate(zip(counts, found["by_annotator"], strict=True)):
        assert entry["pseudonym"] == "ABCDE"[place]
        own = [a for a in data.annotations if a.annotator == person]
        assert entry["annotations"] == len(own)
        times = [a.seconds for a in own if a.seconds is not None]
        assert entry["seconds"]["median"] == pytest.approx(np.median(times))
        assert entry["seconds"]["mean"] == pytest.approx(np.mean(times))
        row = people.index(person)
        for question in ("follows", "rating"):
            mine = table[question][row]
            rest = np.delete(table[question], row, axis=0)
            shared = ~np.isnan(mine)
            assert entry[question]["mean"] == pytest.approx(np.nanmean(mine))
            apart = np.abs(rest - mine)[:, shared]
            expected = np.nanmean(np.where(np.isnan(apart), np.nan, apart == 0), axis=0).mean()
            assert entry[question]["equal"] == pytest.approx(expected)
            expected = np.nanmean(apart, axis=0).mean()
            assert entry[question]["difference"] == pytest.approx(expected)


def test_ids_stay_out_of_tables_and_figures_unless_asked_for() -> None:
    data = study()
    told = analyse(data, {**RUNS, "annotator_ids": True})
    secret = analyse(data, RUNS)
    assert "person-" not in repr((secret.tables, secret.figures, secret.notes))
    assert [row["id"] for row in table_of(told, "annotators")] == list(
        told.data["annotator_counts"]
    )


def test_pseudonyms() -> None:
    names = [pseudonym(place) for place in range(800)]
    assert names[:3] == ["A", "B", "C"]
    assert (names[25], names[26], names[27], names[51], names[52]) == ("Z", "AA", "AB", "AZ", "BA")
    assert names[702] == "AAA"
    assert len(set(names)) == 800


def test_automatic_ratings_have_the_key_of_all_protocols(
    studied: tuple[Dataset, dict[str, Any]],
) -> None:
    _, found = studied
    assert list(found["automatic_ratings"]) == ["judge", "words"]
    for method, by_question in found["automatic_ratings"].items():
        entry = found["metrics"][method]
        assert by_question == {
            "follows": {"auc_roc": entry["auc_roc"]},
            "rating": {
                name: entry[name] for name in ("tau_distance", "pearson_distance", "winners")
            },
        }
    assert [
        {name: one[name] for name in one if name != "question"}
        for one in found["automatic_ratings_comparisons"]
    ] == found["metric_comparisons"]
    assert found["automatic_ratings_resamples"] == found["settings"]["resamples"]
    assert found["automatic_ratings_outdated"] == found["outdated_ratings"]


def test_metrics(studied: tuple[Dataset, dict[str, Any]]) -> None:
    data, found = studied
    ratings, follows = values_by_item(data, "rating"), values_by_item(data, "follows")
    human = {key: np.mean(values) for key, values in ratings.items()}
    label = {key: np.mean(values) > 0.5 for key, values in follows.items()}  # three each: no ties
    runs: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for body in data.metric_ratings:
        runs[body["method"]][body["item"]].append(body["value"])
    assert list(found["metrics"]) == ["judge", "words"]
    for method, entry in found["metrics"].items():
        value = {key: np.mean(values) for key, values in runs[method].items()}
        figures = entry.get("of_mean_ratings", entry)
        keys = [one.key for one in data.items]
        auc = roc_auc_score([label[k] for k in keys], [value[k] for k in keys], average="macro")
        assert figures["auc_roc"]["value"] == pytest.approx(auc)
        assert figures["auc_roc"]["n"] == 36
        assert figures["auc_roc"]["question"] == "rating"
        r = stats.pearsonr([human[k] for k in keys], [value[k] for k in keys]).statistic
        distance = 1 - abs(r)
        assert figures["pearson_distance"]["value"] == pytest.approx(distance)
        assert figures["pearson_distance"]["se"] == pytest.approx(math.sqrt((1 - distance**2) / 34))
        ensemble = figures["pearson_distance"]
        assert ensemble["se_textbook"] == pytest.approx(math.sqrt((1 - r**2) / 34))
        assert ensemble["se_bootstrap"] == pytest.approx(0.12, abs=0.08)
        assert ensemble["groups"] == 12
        distances, excluded = [], 0
        for g in range(12):
            group = [f"i{g}-{place}" for place in range(3)]
            h, m = [human[k] for k in group], [value[k] for k in group]
            if len(set(h)) == 1:
                excluded += 1
                continue
            tau = 0.0 if len(set(m)) == 1 else stats.kendalltau(h, m).statistic
            distances.append((1 - tau) / 2)
        tau_entry = figures["tau_distance"]
        assert tau_entry["value"] == pytest.approx(np.mean(distances))
        assert tau_entry["se"] == pytest.approx(stats.sem(distances))
        assert (tau_entry["n"], tau_entry["excluded"]) == (len(distances), excluded)
        winners = entry["winners"]
        n_runs = len(next(iter(runs[method].values())))
        found_winners = [
            winners_of(human, {key: one[run] for key, one in runs[method].items()})
            for run in range(n_runs)
        ]
        perfect, apart, own = np.mean(found_winners, axis=0)
        assert winners["perfect"] == pytest.approx(perfect)
        assert winners["disagreement"] == pytest.approx(apart)
        assert winners["disagreements"] == pytest.approx(apart * 12)
        assert winners.get("runs", 1) == n_runs
        assert winners["own_family"] is None
        assert "families" in winners["why"]
        related = analyse(data, {**RUNS, "families": {method: ["alpha-1", "*a-2"]}}).data["metrics"]
        assert related[method]["winners"]["own_family"] == pytest.approx(own)
    assert "auc_roc" not in found["metrics"]["words"]["by_run"]
    by_run = found["metrics"]["judge"]["by_run"]
    each = []
    for run in (0, 1):
        h = [human[one.key] for one in data.items]
        m = [runs["judge"][one.key][run] for one in data.items]
        each.append(1 - abs(stats.pearsonr(h, m).statistic))
    assert by_run["runs"] == 2
    assert by_run["pearson_distance"]["value"] == pytest.approx(np.mean(each))
    textbook = np.mean([math.sqrt((1 - (1 - d) ** 2) / 34) for d in each])
    assert by_run["pearson_distance"]["se_textbook"] == pytest.approx(textbook)
    # The figure of a method is the mean of its runs' figures, never that of their ensemble.
    judge = found["metrics"]["judge"]
    assert judge["pearson_distance"]["value"] == pytest.approx(np.mean(each))
    assert judge["pearson_distance"]["se_textbook"] == pytest.approx(textbook)
    rows = {row["method"]: row for row in table_of(analyse(data, RUNS), "metrics")}
    for method, entry in found["metrics"].items():
        for name in ("se", "se_textbook", "se_bootstrap"):
            shown = rows[method][f"pearson_distance_{name}"]
            assert shown == entry["pearson_distance"][name]
    assert judge["of_mean_ratings"]["pearson_distance"]["value"] != pytest.approx(np.mean(each))


def test_metrics_with_a_value_per_question_and_missing_items() -> None:
    items = [item(f"{g}{i}", g, f"m{i}") for g in "ab" for i in range(3)]
    answers = [
        note(one.key, person, follows=i % 2 == 0, rating=1 + i % 5)
        for i, one in enumerate(items)
        for person in "pq"
    ]
    ratings = [
        *(metric(one.key, "choice", "follows", float(i % 2 == 0)) for i, one in enumerate(items)),
        *(metric(one.key, "choice", "rating", float(i)) for i, one in enumerate(items[:3])),
        metric("b0", "choice", "rating", None),
        metric("b1", "choice", "rating", math.nan),
        metric("gone", "choice", "rating", 4.0),
        metric("a0", "silent", "rating", None),
    ]
    found = analyse(dataset(items, answers, metric_ratings=ratings), RUNS).data["metrics"]
    assert list(found) == ["choice"]
    entry = found["choice"]
    assert (entry["auc_roc"]["value"], entry["auc_roc"]["n"]) == (1.0, 6)
    assert entry["auc_roc"]["question"] == "follows"
    assert (entry["auc_roc"]["yes"], entry["auc_roc"]["no"], entry["auc_roc"]["ties"]) == (3, 3, 0)
    assert (entry["tau_distance"]["n"], entry["tau_distance"]["incomplete"]) == (1, 1)
    assert entry["pearson_distance"]["n"] == 3
    assert entry["rated"] == {"follows": 6, "rating": 3}
    assert entry["winners"]["groups"] == 1


def test_runs_of_unequal_coverage_are_compared_on_the_items_that_all_of_them_rated() -> None:
    items = [item(f"{g}{i}", g, f"m{i}") for g in "abcdefghijklmn" for i in range(3)]
    random = np.random.default_rng(5)
    human = {one.key: int(random.integers(1, 6)) for one in items}
    answers = [note(key, "p", rating=rating) for key, rating in human.items()]
    runs = [{one.key: float(random.normal()) + human[one.key] for one in items} for _ in range(2)]
    # The second run rated only the last 39 items.
    for one in items[:3]:
        del runs[1][one.key]
    ratings = [
        metric(key, "judge", "rating", value, run)
        for run, values in enumerate(runs)
        for key, value in values.items()
    ]
    entry = analyse(dataset(items, answers, metric_ratings=ratings), RUNS).data["metrics"]["judge"]
    both = [one.key for one in items[3:]]
    each = [
        1 - abs(stats.pearsonr([human[key] for key in both], [run[key] for key in both]).statistic)
        for run in runs
    ]
    figure = entry["pearson_distance"]
    assert figure["value"] == pytest.approx(np.mean(each))
    assert (figure["n"], entry["rated_by_some_runs"]) == (39, 3)
    low, high = figure["ci"]
    assert low <= figure["value"] <= high


def test_runs_are_averaged_exactly_so_that_ties_stay_ties() -> None:
    items = [item(f"g{i}", "g", f"m{i}") for i in range(2)]
    answers = [note("g0", "p", rating=2), note("g1", "p", rating=4)]
    orders = ([0.1, 0.2, 0.3], [0.3, 0.2, 0.1])
    ratings = [
        metric(f"g{i}", "m", "rating", value, run)
        for i, values in enumerate(orders)
        for run, value in enumerate(values)
    ]
    entry = analyse(dataset(items, answers, metric_ratings=ratings), RUNS).data["metrics"]["m"]
    tau = entry["of_mean_ratings"]["tau_distance"]
    assert (tau["value"], tau["metric_constant"]) == (None, 1)
    assert entry["tau_distance"]["value"] == 0.5
    # Only the second run rated both equally.
    assert entry["tau_distance"]["metric_constant"] == pytest.approx(1 / 3)
    assert entry["tau_distance"]["metric_constant_by_run"] == [0, 1, 0]
    assert entry["tau_distance"]["undefined_runs"] == 1


def test_a_run_without_a_figure_is_counted_and_stated() -> None:
    items = [item(f"{g}{i}", g, f"m{i}") for g in "abcdefghijkl" for i in range(3)]
    random = np.random.default_rng(5)
    human = np.array([int(random.integers(1, 6)) for _ in items])
    answers = [
        note(one.key, "p", bool(rating > 2), int(rating))
        for one, rating in zip(items, human, strict=True)
    ]
    runs = [human + random.normal(size=36), np.full(36, 3.0)]
    ratings = [
        metric(one.key, "judge", "rating", float(value), run)
        for run, values in enumerate(runs)
        for one, value in zip(items, values, strict=True)
    ]
    found = analyse(dataset(items, answers, metric_ratings=ratings), RUNS)
    entry = found.data["metrics"]["judge"]
    assert entry["auc_roc"]["value"] == pytest.approx(
        np.mean([roc_auc_score(human > 2, run) for run in runs])
    )
    assert (entry["auc_roc"]["runs"], "undefined_runs" in entry["auc_roc"]) == (2, False)
    distance = 1 - abs(stats.pearsonr(human, runs[0]).statistic)
    assert entry["pearson_distance"]["value"] == pytest.approx(distance)
    for figure in ("tau_distance", "pearson_distance"):
        assert (entry[figure]["runs"], entry[figure]["undefined_runs"]) == (1, 1)
    groups = [human[start : start + 3] for start in range(0, 36, 3)]
    uneven = sum(len(set(group.tolist())) > 1 for group in groups)
    assert entry["tau_distance"]["metric_constant_by_run"] == [0, uneven]
    [row] = table_of(found, "metrics")
    assert row["runs"] == 2
    assert "Pearson distance: mean of 1 of 2 runs" in row["why"]
    assert "Kendall distance: mean of 1 of 2 runs" in row["why"]


def test_methods_that_rated_other_items_are_never_the_best() -> None:
    items = [item(f"{g}{i}", g, f"m{i}") for g in "abcdefghijkl" for i in range(3)]
    random = np.random.default_rng(8)
    human = {one.key: int(random.integers(1, 6)) for one in items}
    answers = [note(key, "p", rating > 2, rating) for key, rating in human.items()]
    # Two people disagree about one answer.
    answers.append(note("a0", "q", human["a0"] <= 2))
    ratings = [
        metric(key, method, "rating", human[key] + float(random.normal(0, sd)))
        for method, sd in (("good", 0.5), ("poor", 9))
        for key in human
    ]
    # The method with few answers would be the best in every column.
    ratings += [metric(key, "few", "rating", float(human[key])) for key in list(human)[:4]]
    found = analyse(dataset(items, answers, metric_ratings=ratings), RUNS)
    methods = found.data["metrics"]
    assert methods["few"]["auc_roc"]["value"] > methods["good"]["auc_roc"]["value"]
    figures = ("auc_roc", "tau_distance", "pearson_distance")
    assert {name for name in methods if methods[name]["auc_roc"].get("other_items")} == {"few"}
    paper = next(one for one in found.paper_tables if one.key == "paper-table-4")
    for table in (paper, next(one for one in found.tables if one.key == "metrics")):
        places = {column.key: index for index, column in enumerate(table.columns)}
        best = best_cells(table)
        names = [row[places["method"]] for row in table.rows]
        assert not [cell for cell in best if cell[0] == names.index("few")]
        for figure in figures:
            assert (names.index("good"), places[figure]) in best
        assert table.rows[names.index("few")][places["auc_roc_n"]] == 4
        assert "rated other answers than those with the most answers: few" in table.note
        assert "broken at random for AUC ROC: 1." in table.note


def test_many_methods_with_fewer_answers_do_not_become_the_best() -> None:
    items = [item(f"{g}{i}", g, f"m{i}") for g in "abcdefghijkl" for i in range(3)]
    random = np.random.default_rng(8)
    human = {one.key: int(random.integers(1, 6)) for one in items}
    answers = [note(key, "p", rating > 2, rating) for key, rating in human.items()]
    # As variants of ROUGE, which need a reference.
    spreads = {"good": 0.3, "fair": 1, "v1": 9, "v2": 9, "v3": 9, "v4": 9}
    ratings = [
        metric(key, method, "rating", human[key] + float(random.normal(0, sd)))
        for method, sd in spreads.items()
        for key in list(human)[method.startswith("v") :]
    ]
    found = analyse(dataset(items, answers, metric_ratings=ratings), RUNS)
    paper = next(one for one in found.paper_tables if one.key == "paper-table-4")
    names = [column.key for column in paper.columns]
    best = {(paper.rows[row][names.index("method")], names[at]) for row, at in best_cells(paper)}
    # Standard errors are large here, so that figures may overlap with the best.
    assert {("good", "auc_roc"), ("good", "tau_distance"), ("good", "pearson_distance")} <= best
    assert {method for method, _ in best} <= {"good", "fair"}


def test_a_method_that_is_worse_on_common_answers_is_not_the_best() -> None:
    items = [item(f"{g}{i}", g, f"m{i}") for g in "abcdefghijkl" for i in range(3)]
    random = np.random.default_rng(8)
    human = {one.key: int(random.integers(1, 6)) for one in items}
    answers = [note(key, "p", rating > 2, rating) for key, rating in human.items()]
    ratings = [
        metric(key, method, "rating", human[key] + float(random.normal(0, sd)))
        for method, sd, first in (("most", 9, 0), ("better", 0.3, 1))
        for key in list(human)[first:]
    ]
    found = analyse(dataset(items, answers, metric_ratings=ratings), RUNS)
    paper = next(one for one in found.paper_tables if one.key == "paper-table-4")
    assert best_cells(paper) == set()
    assert "better on the answers that both rated: most." in str(paper.note)


def test_reasons_are_those_of_empty_cells_and_intervals_name_both_ends() -> None:
    few = analyse(study(9), RUNS)
    paper = next(one for one in few.paper_tables if one.key == "paper-table-4")
    # Fewer than ten groups have no intervals, but this table has none in any case.
    assert "fewer than" not in str(paper.note)
    table = next(one for one in few.tables if one.key == "metric_intervals")
    assert [column.title for column in table.columns[1:7]] == ["from", "to"] * 3
    assert table.columns[1].group == table.columns[2].group == "AUC ROC"


@pytest.mark.parametrize("rated", [6, 32])
def test_a_run_that_is_not_finished_is_left_out_and_counted(rated: int) -> None:
    data = study()
    more = [
        metric(body["item"], "words", body["question"], body["value"] + 1, 1)
        for body in data.metric_ratings
        if body["method"] == "words"
    ]
    begun = dataclasses.replace(data, metric_ratings=[*data.metric_ratings, *more[:rated]])
    before, found = (analyse(one, RUNS).data["metrics"]["words"] for one in (data, begun))
    note = next(one.note for one in analyse(begun, RUNS).tables if one.key == "metrics")
    assert "At most, for one method: 1." in str(note)
    assert found.pop("interrupted_runs") == 1
    assert found == before


def test_values_that_differ_only_by_rounding_are_ties() -> None:
    items = [item(f"{g}{i}", g, f"m{i}") for g in "abcdefghijkl" for i in range(3)]
    answers = [note(one.key, "p", n % 3 > 0, n % 3 + 1) for n, one in enumerate(items)]
    noise = {0: 3.0, 1: 2.9999999999999996, 2: 3.0000000000000004}
    ratings = [
        metric(one.key, method, "rating", noise[n % 3] if method == "noise" else 3.0)
        for method in ("noise", "plain")
        for n, one in enumerate(items)
    ]
    # A tiny scale keeps its order.
    ratings += [metric(one.key, "tiny", "rating", n % 3 * 1e-200) for n, one in enumerate(items)]
    methods = analyse(dataset(items, answers, metric_ratings=ratings), RUNS).data["metrics"]
    for figure in ("auc_roc", "tau_distance", "pearson_distance"):
        assert methods["noise"][figure] == methods["plain"][figure]
    assert methods["noise"]["winners"] == methods["plain"]["winners"]
    assert methods["noise"]["auc_roc"]["value"] == 0.5
    assert methods["tiny"]["tau_distance"]["value"] == 0


def test_ratings_of_changed_texts_are_left_out_and_counted() -> None:
    data = study()
    texts = {one.item: one.digest for one in rated_texts(data)}
    changed = {one.key for one in data.items[:9]}
    bodies = [
        {**one, "texts": "0" * 16 if one["item"] in changed else texts[one["item"]]}
        for one in data.metric_ratings
        if one["method"] == "words"
    ]
    human = {key: np.mean(values) for key, values in values_by_item(data, "rating").items()}
    found = analyse(dataclasses.replace(data, metric_ratings=bodies), RUNS)
    kept = [(human[one["item"]], one["value"]) for one in bodies if one["item"] not in changed]
    figure = found.data["metrics"]["words"]["pearson_distance"]
    assert figure["n"] == 27
    expected = 1 - abs(stats.pearsonr(*np.transpose(kept)).statistic)
    assert figure["value"] == pytest.approx(expected)
    assert found.data["outdated_ratings"] == 9
    assert any("text or question was changed since: 9" in one for one in found.notes)
    # Ratings of earlier versions of the program have no digest.
    old = analyse(data, RUNS).data
    assert (old["metrics"]["words"]["pearson_distance"]["n"], old["outdated_ratings"]) == (36, 0)


def winners_of(human: dict[str, float], method: dict[str, float]) -> tuple[float, float, float]:
    """Return the shares of groups with equal and with disjoint winners in a run of `study()`.

    The last number is the share of the disjoint ones in which the run prefers the first two models.
    """
    perfect, apart, own = 0, 0, 0
    for group in range(12):
        keys = [f"i{group}-{place}" for place in range(3)]
        best_human, best = (
            {place for place, key in enumerate(keys) if values[key] == max(map(values.get, keys))}
            for values in (human, method)
        )
        perfect += best_human == best
        apart += not best_human & best
        own += not best_human & best and bool(best & {0, 1})
    return perfect / 12, apart / 12, own / apart


def test_tied_votes_count_as_labels_broken_at_random() -> None:
    items = [item(f"g{i}", "g", f"m{i}") for i in range(3)]
    votes = {"g0": (True, True), "g1": (False, False), "g2": (True, False)}
    answers = [note(k, p, v) for k, pair in votes.items() for p, v in zip("pq", pair, strict=True)]
    ratings = [metric(f"g{i}", "m", "follows", value) for i, value in enumerate((0.9, 0.1, 0.5))]
    data = dataset(items, answers, metric_ratings=ratings)
    entry = analyse(data, RUNS).data["metrics"]["m"]["auc_roc"]
    assert (entry["value"], entry["n"], entry["ties"]) == (1.0, 3, 1)


def test_the_corpus_counts_a_document_once_per_source() -> None:
    uses = ["news d1", "news d1", "news d2", "mail d3", "mail lost", " d1"]
    items = [
        dataclasses.replace(item(f"i{n}", f"g{n}", "m", source=source), content={"document": key})
        for n, (source, key) in enumerate(use.split(" ") for use in uses)
    ]
    documents = {"d1": "one two three", "d2": "one", "d3": "one two", "unused": "x " * 99}
    corpus = analyse(dataset(items, documents=documents), {}).data["corpus"]
    assert list(corpus["sources"]) == ["mail", "news", "unknown"]
    assert corpus["sources"]["news"] == {
        "items": 3, "groups": 3, "documents": 2, "words": {"min": 1, "median": 2, "max": 3},
    }  # fmt: skip
    assert corpus["sources"]["mail"]["documents"] == 2
    assert corpus["sources"]["mail"]["words"] == {"min": 2, "median": 2, "max": 2}
    assert corpus["total"]["documents"] == 4
    assert corpus["total"]["words"] == {"min": 1, "median": 2, "max": 3}


def test_background_is_told_as_counts() -> None:
    data = study()
    background = {
        "person-0": {"proficiency": "native", "languages": ["en", "de"], "left": True},
        "person-1": {"proficiency": "advanced", "languages": []},
        "person-2": {},
        "stranger": {"proficiency": "native"},
    }
    found = analyse(dataclasses.replace(data, background=background), RUNS)
    told = found.data["background"]
    counts = found.data["annotator_counts"]
    assert told["respondents"] == 3
    assert (told["annotators"], told["annotators_who_answered"]) == (5, 2)
    assert told["coverage"] == pytest.approx((counts["person-0"] + counts["person-1"]) / 108)
    assert told["questions"] == {
        "languages": {"de": 1, "en": 1},
        "left": {"yes": 1},
        "proficiency": {"native": 2, "advanced": 1},
    }
    assert [row["share"] for row in table_of(found, "background")][-2:] == pytest.approx(
        [2 / 3, 1 / 3]
    )


def test_votes_on_instructions() -> None:
    verdicts = {
        ("d1", "one"): "good good bad", ("d1", "two"): "neutral neutral neutral",
        ("d2", "one"): "good neutral bad", ("d2", "two"): "neutral neutral neutral",
        ("d3", "one"): "good good good",
    }  # fmt: skip
    votes = [
        {"document": d, "model": m, "evaluator": e, "verdict": v, "instructions": ["Do."]}
        for (d, m), given in verdicts.items()
        for e, v in zip("xyz", given.split(), strict=True)
    ]
    votes.append({**votes[0], "verdict": "superb"})
    found = analyse(dataset([], rows={"instruction_votes": votes}), {})
    told = found.data["instruction_votes"]
    assert (told["evaluators"], told["documents"], told["compared"]) == (3, 3, 2)
    assert told["models"]["one"] == {
        "good": 6, "neutral": 1, "bad": 2, "score": pytest.approx(4 / 9), "won": 1, "shared": 1,
    }  # fmt: skip
    assert told["models"]["two"]["won"] == 0
    assert told["models"]["two"]["shared"] == 1
    assert [row["model"] for row in table_of(found, "instruction_votes")] == ["one", "two"]


def test_a_project_without_ratings() -> None:
    found = analyse(dataset([item("a", "g", "m")]), {})
    assert found.data["agreement"]["rating"]["alpha"] is None
    assert found.data["models"]["m"]["rating"]["mean"]["value"] is None
    assert found.figures == []
    assert any("No ratings yet" in remark for remark in found.notes)
    assert [table.key for table in found.tables] == [
        "agreement", "models", "ranks", "annotators", "corpus",
    ]  # fmt: skip


def test_one_annotator_alone() -> None:
    found = analyse(dataset([item("a", "g", "m")], [note("a", "p", True, 4)]), {}).data
    entry = found["agreement"]["rating"]
    assert (entry["alpha"], entry["local"]["no_overlap"]) == (None, 1)
    assert entry["why"]
    assert (
        found["by_annotator"][0]["rating"]["why"] == "none of these items was rated by anyone else"
    )
    for rank in found["models"]["m"]["rank"]["rating"].values():
        assert rank == {"value": None, "se": None, "n": 0, "why": "no group has two rated answers"}


def test_everybody_says_yes() -> None:
    answers = [note("a", person, True, rating) for person, rating in (("p", 3), ("q", 4))]
    found = analyse(dataset([item("a", "g", "m")], answers), {"no_overlap": "include"}).data
    follows = found["agreement"]["follows"]
    assert (follows["alpha"], follows["unanimous"]) == (None, True)
    assert follows["local"]["mean"] == 1
    assert found["by_annotator"][0]["follows"]["equal"] == 1


def test_unknown_models_share_a_bucket_without_rank() -> None:
    items = [item("a", "g"), item("b", "g", "m")]
    answers = [note("a", "p", rating=5), note("b", "p", rating=1)]
    found = analyse(dataset(items, answers), {})
    assert list(found.data["models"]) == ["m", "unknown"]
    assert found.data["models"]["unknown"]["rating"]["mean"]["value"] == 1
    assert found.data["models"]["unknown"]["rank"]["rating"]["mean"]["value"] is None
    for rank in found.data["models"]["m"]["rank"]["rating"].values():
        assert rank["value"] == 2
    assert any("unknown model" in remark for remark in found.notes)


def test_what_is_left_out_is_told() -> None:
    answers = [
        note("a", "p", rating=2, stage="again"),
        note("a", "p", rating=4),
        note("gone", "p", rating=1),
    ]
    more: dict[str, Any] = {"conflicts": 3, "left_out": {"of nobody": 7}}
    found = analyse(dataset([item("a", "g", "m")], answers, **more), {})
    assert found.data["models"]["m"]["rating"]["mean"]["value"] == 0.75
    assert found.data["annotator_counts"] == {"p": 1}
    assert (found.data["conflicts"], found.data["left_out"]) == (3, {"of nobody": 7})
    assert any(remark.endswith("unresolved conflicts: 3.") for remark in found.notes)
    assert "Annotations left out: 7 (of nobody)." in found.notes
    assert any(remark.endswith("another stage: 2.") for remark in found.notes)


def test_the_same_seed_gives_the_same_document() -> None:
    data = study()
    first, second = analyse(data, {"seed": 4, **RUNS}), analyse(data, {"seed": 4, **RUNS})
    assert first == second
    other = analyse(data, {"seed": 5, **RUNS}).data["models"]
    name = MODELS[0]
    one, two = (
        found[name]["rank"]["rating"]["majority"] for found in (first.data["models"], other)
    )
    assert one["value"] == two["value"]
    assert one["se"] != two["se"]


@pytest.mark.parametrize(
    "options",
    [
        {"sead": 1},
        {"seed": -1},
        {"seed": "one"},
        {"seed": True},
        {"runs": 0},
        {"runs": 1.5},
        {"unanimous": "maybe"},
        {"annotator_ids": "perhaps"},
        {"families": ["m"]},
        {"families": {"m": [1]}},
        {"families": {"m": None}},
    ],
)
def test_doubtful_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        analyse(dataset([]), options)


def test_options_may_come_as_text() -> None:
    given = {"seed": "7", "runs": " 50", "families": {"m": "alpha-*"}, "annotator_ids": "true"}
    assert analyse(dataset([]), given).data["settings"]["seed"] == 7


def test_tables_and_figures_are_well_formed() -> None:
    rows = {
        "instruction_votes": [
            {"document": "d", "model": "m", "evaluator": "e", "verdict": "good", "instructions": []}
        ]
    }
    data = dataclasses.replace(study(), rows=rows, background={"person-0": {"age": "25-34"}})
    found = analyse(data, RUNS)
    for table in found.tables:
        assert table.rows
        assert all(len(row) == len(table.columns) for row in table.rows)
        names = [column.key for column in table.columns]
        assert len(set(names)) == len(names)
    keys = [thing.key for thing in itertools.chain(found.tables, found.figures)]
    assert len(set(keys)) == len(keys)
    assert len(found.tables) == 13
    for figure in found.figures:
        extra = 1 if figure.kind == "histogram" else 0
        for series in figure.series:
            assert len(figure.labels) == len(series.values) + extra
    assert {figure.key for figure in found.figures} == {
        "agreement-follows", "agreement-rating", "models-follows", "models-rating",
        "coincidences-distribution", "annotators-counts",
    }  # fmt: skip


def newsroom() -> Dataset:
    items = [
        dataclasses.replace(
            item(row["id"], row["document_id"], row["model"], source=row["source"]),
            content={
                "document": row["document_id"],
                "instruction": row["instruction"],
                "answer": row["answer"],
            },
        )
        for row in read_rows("newsroom_items.jsonl")
    ]
    annotations: list[AnnotationData] = [
        note(row["item"], row["annotator"], rating=row["rating"])
        for row in read_rows("newsroom_answers.jsonl")
    ]
    texts = {row["document_id"]: row["document"] for row in read_rows("newsroom_items.jsonl")}
    return dataset(items, annotations, documents=texts)


def test_real_data_without_a_yes_no_question() -> None:
    found = analyse(newsroom(), RUNS).data
    assert (found["items"], found["annotations"], found["annotators"]) == (420, 1260, 3)
    rating = found["agreement"]["rating"]
    assert rating["alpha"] == pytest.approx(0.291150, abs=5e-7)
    assert rating["alpha_ordinal"] == pytest.approx(0.284873, abs=5e-7)
    assert rating["alpha_nominal"] == pytest.approx(0.076502, abs=5e-7)
    assert rating["local"]["mean"] == pytest.approx(0.2839, abs=5e-5)
    assert rating["local"]["se"] == pytest.approx(0.0287, abs=5e-5)
    assert rating["local"]["share_at_least_half"] == pytest.approx(0.15)
    assert rating["local"]["groups"] == 60
    assert found["agreement"]["follows"]["alpha"] is None
    assert found["agreement"]["follows"]["why"] == "no annotation answers this question"
    assert found["corpus"]["total"]["documents"] == 60
    assert nulls_without_reason(found) == []
    ranks = [model["rank"]["rating"]["mean"]["value"] for model in found["models"].values()]
    assert sum(ranks) == pytest.approx(28)


def test_numbers_of_any_size_leave_a_document_that_json_can_carry() -> None:
    items = [item(f"i{n}", "g", f"m{n}") for n in range(4)]
    answers = [
        note(one.key, person, follows=n % 2 == 0, rating=n + 1, seconds=1.7e308)
        for n, one in enumerate(items)
        for person in ("p", "q")
    ]
    values = [1.7e308, 1.7e308, -1e308, 0.5]
    ratings = [
        metric(one.key, "huge", question, value, run)
        for one, value in zip(items, values, strict=True)
        for question in ("follows", "rating")
        for run in (1, 2, 3)
    ]
    found = analyse(dataset(items, answers, metric_ratings=ratings), {"runs": 100})
    json.dumps(found.data, allow_nan=False)
    assert nulls_without_reason(found.data) == []
    assert found.data["by_annotator"][0]["seconds"]["median"] == 1.7e308
    assert found.data["metrics"]["huge"]["pearson_distance"]["value"] is not None


def test_a_threshold_is_named_wherever_the_yes_is() -> None:
    found = analyse(study(), {**RUNS, "yes_from": 4})
    plain = analyse(study(), RUNS)
    for one, expected in ((found, "rating ≥ 4"), (plain, "Yes/No")):
        tables = {table.key: table for table in one.tables}
        about_metrics = [
            tables["metrics"].note,
            *(column.title for table in one.tables for column in table.columns),
            *(str(row) for row in tables["metric_comparisons"].rows),
        ]
        named = [text for text in about_metrics if "AUC" in str(text)]
        assert named
        assert all(("rating ≥ 4" in str(text)) is (one is found) for text in named)
        assert expected in str(tables["metrics"].note)
    [table] = [table for table in found.paper_tables if "4" in table.key]
    assert {column.group for column in table.columns} == {"", "Rating ≥ 4", "Rating, 1–5"}
    assert not any("Yes" in str(text) for text in (table.note, *map(str, table.rows)))


def test_few_groups_have_figures_but_neither_intervals_nor_p_values() -> None:
    for groups, is_enough in ((9, False), (14, True)):
        found = analyse(study(groups), RUNS)
        assert nulls_without_reason(found.data) == []
        for entry in found.data["metrics"].values():
            for figure in ("auc_roc", "tau_distance", "pearson_distance"):
                assert entry[figure]["value"] is not None
                assert (entry[figure]["ci"] is not None) is is_enough
        for pair in found.data["metric_comparisons"]:
            assert (pair["p"] is not None) is is_enough
        for key in ("metric_intervals", "metric_comparisons"):
            whys = {row["why"] for row in table_of(found, key)}
            assert all("fewer than 10 groups" in str(why) for why in whys) is not is_enough


def test_the_number_of_resamples_follows_the_methods_or_the_lead() -> None:
    data = study()
    more = [
        metric(body["item"], f"copy {n}", "rating", body["value"] * n)
        for body in data.metric_ratings
        if body["method"] == "words"
        for n in range(1, 8)
    ]
    many = dataclasses.replace(data, metric_ratings=[*data.metric_ratings, *more])
    assert analyse(many, RUNS).data["settings"]["resamples"] == 200 * 36 - 1
    fixed = analyse(many, {**RUNS, "resamples": 1000})
    assert fixed.data["settings"]["resamples"] == 1000
    [note] = [table.note for table in fixed.tables if table.key == "metric_comparisons"]
    assert "cannot be below 0.0719" in str(note)


def test_methods_are_compared_in_pairs_on_common_items() -> None:
    rng = np.random.default_rng(5)
    items = [item(f"i{n}", f"g{n // 3}", f"m{n % 3}") for n in range(60)]
    truth = rng.integers(1, 6, 60)
    answers = [
        note(one.key, person, follows=bool(value >= 3), rating=int(value))
        for one, value in zip(items, truth, strict=True)
        for person in ("p", "q")
    ]
    values = {
        "good": truth + rng.normal(0, 0.3, 60),
        "noise": rng.normal(0, 1, 60),
        "half": truth[:45] + rng.normal(0, 0.3, 45),
        "same": truth * 0.0,
    }
    ratings = [
        metric(one.key, method, "rating", float(value))
        for method, numbers in values.items()
        for one, value in zip(items, numbers, strict=False)
    ]
    data = analyse(dataset(items, answers, metric_ratings=ratings), RUNS).data
    json.dumps(data, allow_nan=False)
    assert nulls_without_reason(data) == []
    found = {(one["figure"], *one["methods"]): one for one in data["metric_comparisons"]}
    assert len(found) == 3 * 6
    for figure in ("auc_roc", "tau_distance", "pearson_distance"):
        entry = data["metrics"]["good"][figure]
        assert entry["ci"][0] <= entry["value"] <= entry["ci"][1]
        pair = found[figure, "good", "noise"]
        assert (pair["items"], pair["groups"]) == (60, 20)
        expected = entry["value"] - data["metrics"]["noise"][figure]["value"]
        assert pair["difference"] == pytest.approx(expected, abs=1e-12)
        assert (pair["difference"] > 0) is (figure == "auc_roc")
        assert pair["p"] <= pair["p_holm"] < 0.05
        assert (pair["ci"][0] > 0) is (figure == "auc_roc")
        # Only the items that both rated.
        assert found[figure, "good", "half"]["items"] == 45
        assert found[figure, "good", "half"]["groups"] == 15
        assert found[figure, "good", "half"]["p"] > 0.01
    undefined = found["pearson_distance", "good", "same"]
    assert undefined["difference"] is undefined["p"] is undefined["p_holm"] is None
    assert undefined["why"]
    rows = table_of(
        analyse(dataset(items, answers, metric_ratings=ratings), RUNS), "metric_comparisons"
    )
    assert len(rows) == 18
