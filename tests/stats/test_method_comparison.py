"""Tests of comparisons of automatic raters, computed again with numpy, scipy and scikit-learn."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import roc_auc_score

from desktop_app.core.errors import UsageError
from desktop_app.stats import metrics
from desktop_app.stats.intervals import Resamples
from desktop_app.stats.meta_evaluation import (
    agreement_with,
    comparisons_table,
    metrics_tables,
)
from desktop_app.stats.method_comparison import (
    AUC,
    FEW_GROUPS,
    PEARSON,
    TAU,
    Comparer,
    People,
    number_of_resamples,
    read_resamples,
    smallest_p,
)

RNG = np.random.default_rng(11)


def people(n_groups: int, size: int = 3) -> People:
    groups = np.repeat(np.arange(n_groups), size)
    return People(groups, means=RNG.normal(size=groups.size))


def weights(resamples: Resamples, units: int) -> np.ndarray:
    """Return how often each group is drawn in each resample."""
    return np.concatenate(list(resamples.blocks(units, beside=1)))


# The number of resamples


@pytest.mark.parametrize("methods", [2, 3, 9, 12, 14])
def test_the_default_allows_a_corrected_p_of_one_per_cent(methods: int) -> None:
    pairs, resamples = methods * (methods - 1) // 2, number_of_resamples(methods)
    assert pairs * 2 / (resamples + 1) <= 0.01
    assert resamples >= max(1000, 200 * pairs - 1)


def test_the_default_has_a_limit_and_the_lead_may_choose() -> None:
    assert number_of_resamples(60) == 20_000
    assert number_of_resamples(60, 123) == 123
    assert read_resamples({}) is read_resamples({"resamples": None}) is None
    assert read_resamples({"resamples": "5000"}) == 5000
    for wrong in (99, 200_001, "many"):
        with pytest.raises(UsageError, match="resamples"):
            read_resamples({"resamples": wrong})


def compared(resamples: int) -> tuple[list[dict[str, Any]], str]:
    """Return the comparisons of nine methods, of which one is much better, and the table's note."""
    judged = people(30)
    assert judged.means is not None
    values = {f"m{n}": [RNG.normal(size=judged.means.size)] for n in range(8)}
    values["best"] = [judged.means + RNG.normal(0, 0.01, judged.means.size)]
    runs = {method: {PEARSON: each} for method, each in values.items()}
    pairs = Comparer({PEARSON: judged}, runs, Resamples(0, resamples)).pairs()
    return pairs, str(comparisons_table("pairs", pairs, resamples).note)


def test_nine_methods_can_differ_significantly() -> None:
    pairs, note = compared(number_of_resamples(9))
    assert len(pairs) == 36
    best = [one["p_holm"] for one in pairs if "best" in one["methods"]]
    assert max(best) <= 0.01
    assert "cannot be below" not in note
    # With a fixed number of 1,000 resamples, none could.
    fixed, note = compared(1000)
    assert min(one["p_holm"] for one in fixed) == pytest.approx(36 * 2 / 1001)
    assert smallest_p(fixed, 1000) == pytest.approx(36 * 2 / 1001)
    assert "cannot be below 0.0719" in note


def test_many_resamples_of_many_groups_equal_weighted_figures() -> None:
    groups = np.repeat(np.arange(25), 4)
    yes = RNG.random(100) < 0.5
    scores = RNG.integers(0, 6, 100).astype(float)
    resamples = Resamples(2, 150)
    labels = [(float(one),) for one in yes]
    found = metrics.drawn_areas(scores, labels, groups, resamples)
    for area, drawn in zip(found, weights(resamples, 25), strict=True):
        expected = roc_auc_score(yes, scores, sample_weight=drawn[groups])
        assert area == pytest.approx(expected, abs=1e-12)


# Few groups


def test_percentile_intervals_of_few_groups_are_too_narrow() -> None:
    """The coverage that the limit is based on (see `FEWEST_GROUPS`)."""
    for n_groups, expected in ((3, 0.75), (5, 0.84), (10, 0.90), (20, 0.93)):
        drawn = weights(Resamples(1, 1000), n_groups) / n_groups
        studies = np.random.default_rng(4).normal(size=(4000, n_groups))
        low, high = np.percentile(studies @ drawn.T, [2.5, 97.5], axis=1)
        assert np.mean((low <= 0) & (high >= 0)) == pytest.approx(expected, abs=0.02), n_groups
    assert metrics.FEWEST_GROUPS == 10


@pytest.mark.parametrize(("n_groups", "is_enough"), [(9, False), (10, True)])
def test_few_groups_give_neither_interval_nor_p_value(n_groups: int, is_enough: bool) -> None:
    judged = people(n_groups)
    assert judged.means is not None
    labels = People(judged.groups, [(float(mean > 0),) for mean in judged.means])
    values = {name: RNG.normal(size=judged.groups.size) for name in ("a", "b")}
    by_figure = {AUC: labels, TAU: judged, PEARSON: judged}
    runs = {name: {key: [array] for key in by_figure} for name, array in values.items()}
    pairs = Comparer(by_figure, runs, Resamples(0, 200)).pairs()
    assert [one["figure"] for one in pairs] == [AUC, TAU, PEARSON]
    for pair in pairs:
        assert pair["difference"] is not None
        assert (pair["p"] is not None) is (pair["p_holm"] is not None) is is_enough
        assert (pair["ci"] is not None) is is_enough
        assert pair.get("why") == (None if is_enough else FEW_GROUPS)
    for figures in agreement_with(judged, {"a": {0: values["a"]}}, Resamples(0, 200)).values():
        assert figures[PEARSON]["value"] is not None
        assert (figures[PEARSON]["ci"] is not None) is is_enough
        assert figures[PEARSON].get("why") == (None if is_enough else FEW_GROUPS)
    rows = comparisons_table("pairs", pairs, 200).rows
    assert [row[-1] for row in rows] == [None if is_enough else FEW_GROUPS] * 3
    errors = metrics.pearson_errors(judged.means, values["a"], judged.groups, Resamples(0, 200))
    assert (errors.bootstrap is not None) is is_enough


# Several runs, ties, winners


def test_the_figure_of_several_runs_is_about_the_items_that_all_of_them_rated() -> None:
    judged = people(16)
    assert judged.means is not None
    runs = {run: judged.means + RNG.normal(size=48) for run in (0, 1)}
    # Without these items, the first run would look much worse.
    runs[0][:3] = -20 * judged.means[:3]
    runs[1][:3] = np.nan
    found = agreement_with(judged, {"m": runs}, Resamples(3, 400))["m"]
    each = [1 - abs(stats.pearsonr(judged.means[3:], run[3:]).statistic) for run in runs.values()]
    figure = found[PEARSON]
    assert figure["value"] == pytest.approx(np.mean(each))
    assert (figure["n"], figure["rated_by_some_runs"], figure["runs"]) == (45, 3, 2)
    drawn = []
    for weight in weights(Resamples(3, 400), 15):
        of_item = np.repeat(weight, 3)
        r = [
            np.cov(judged.means[3:], run[3:], aweights=of_item)[0, 1]
            / np.sqrt(np.prod(np.diag(np.cov(judged.means[3:], run[3:], aweights=of_item))))
            for run in runs.values()
        ]
        drawn.append(np.mean(1 - np.abs(r)))
    assert figure["ci"] == pytest.approx(np.percentile(drawn, [2.5, 97.5]).tolist())
    taus = [
        (1 - stats.kendalltau(judged.means[a : a + 3], run[a : a + 3]).statistic) / 2
        for run in runs.values()
        for a in range(3, 48, 3)
    ]
    assert found[TAU]["value"] == pytest.approx(np.mean(taus))


@pytest.mark.parametrize("rated", [6, 18, 32])
def test_a_run_that_is_not_finished_leaves_the_others_as_they_are(rated: int) -> None:
    judged = people(12)
    assert judged.means is not None
    runs = {run: judged.means + RNG.normal(size=36) for run in (0, 1)}
    begun = np.full(36, np.nan)
    begun[:rated] = 1.0
    before = agreement_with(judged, {"m": runs}, Resamples(3, 200))["m"]
    found = agreement_with(judged, {"m": {**runs, 2: begun}}, Resamples(3, 200))["m"]
    assert found[TAU].pop("interrupted_runs") == found[PEARSON].pop("interrupted_runs") == 1
    assert found == before


def test_a_constant_rater_has_no_kendall_distance() -> None:
    judged = people(12)
    assert judged.means is not None
    judged.means[:3] = 2.0
    values = np.full(36, 4.0)
    found = agreement_with(judged, {"m": {0: values}}, Resamples(0, 200))["m"]
    assert found[TAU]["value"] is found[TAU]["ci"] is None
    assert found[TAU]["why"] == metrics.CONSTANT_IN_GROUPS
    assert (found[TAU]["excluded"], found[TAU]["metric_constant"]) == (1, 11)
    # If it is constant in some groups only, these count as 0.5, so that all methods are compared
    # in the same groups.
    values[18:] = RNG.normal(size=18)
    found = agreement_with(judged, {"m": {0: values}}, Resamples(0, 200))["m"]
    others = [
        (1 - stats.kendalltau(judged.means[a : a + 3], values[a : a + 3]).statistic) / 2
        for a in range(18, 36, 3)
    ]
    assert found[TAU]["value"] == pytest.approx(np.mean([0.5] * 5 + others))
    assert (found[TAU]["groups"], found[TAU]["metric_constant"]) == (11, 5)


def test_the_winners_of_any_question_with_numbers() -> None:
    judged = people(12)
    assert judged.means is not None
    means, values = np.round(judged.means), np.round(RNG.normal(size=36))
    found = agreement_with(
        People(judged.groups, means=means), {"m": {0: values}}, Resamples(0, 200)
    )["m"]["winners"]
    same, apart = 0, 0
    for start in range(0, 36, 3):
        human, method = (
            {i for i in range(3) if part[i] == part.max()}
            for part in (means[start : start + 3], values[start : start + 3])
        )
        same, apart = same + (human == method), apart + (not human & method)
    assert found == {
        "perfect": pytest.approx(same / 12),
        "disagreement": pytest.approx(apart / 12),
        "groups": 12,
        "disagreements": apart,
    }


def test_winners_and_ties_are_counted_in_each_run() -> None:
    judged = people(12)
    assert judged.means is not None
    means = np.round(judged.means)
    runs = {run: np.round(RNG.normal(size=36)) for run in range(3)}
    runs[1][:6] = 2.0
    found = agreement_with(People(judged.groups, means=means), {"m": runs}, Resamples(0, 200))["m"]

    def best(values: np.ndarray, start: int) -> set[int]:
        part = values[start : start + 3]
        return set(np.flatnonzero(part == part.max()).tolist())

    pairs = [
        [(best(means, start), best(run, start)) for start in range(0, 36, 3)]
        for run in runs.values()
    ]
    same = [np.mean([human == method for human, method in run]) for run in pairs]
    apart = [sum(not human & method for human, method in run) for run in pairs]
    assert found["winners"] == {
        "perfect": pytest.approx(np.mean(same)),
        "disagreement": pytest.approx(np.mean(apart) / 12),
        "groups": 12,
        "disagreements": pytest.approx(np.mean(apart)),
        "runs": 3,
    }
    constant = [
        sum(
            np.ptp(means[start : start + 3]) > 0 and np.ptp(run[start : start + 3]) == 0
            for start in range(0, 36, 3)
        )
        for run in runs.values()
    ]
    assert found[TAU]["metric_constant_by_run"] == constant
    assert found[TAU]["metric_constant"] == pytest.approx(np.mean(constant))
    assert constant[1] > 0


def test_a_constant_run_is_left_out_of_distances_and_counted() -> None:
    judged = people(12)
    assert judged.means is not None
    runs = {0: judged.means + RNG.normal(size=36), 1: np.full(36, 3.0)}
    other = {0: RNG.normal(size=36)}
    methods = {"m": runs, "other": other}
    found = agreement_with(judged, methods, Resamples(0, 200))["m"]
    r = stats.pearsonr(judged.means, runs[0]).statistic
    assert found[PEARSON]["value"] == pytest.approx(1 - abs(r))
    assert [found[one]["runs"] for one in (TAU, PEARSON)] == [1, 1]
    assert [found[one]["undefined_runs"] for one in (TAU, PEARSON)] == [1, 1]
    entries = {"m": {"score": found}}
    pairs = Comparer(
        {PEARSON: judged},
        {name: {PEARSON: list(of_runs.values())} for name, of_runs in methods.items()},
        Resamples(0, 200),
    ).pairs()
    assert pairs[0]["undefined_runs"] == [1, 0]
    data = {
        "metrics": entries,
        "metrics_comparisons": pairs,
        "metrics_resamples": 200,
        "metrics_outdated": 0,
    }
    figures, comparisons, _ = metrics_tables("metrics", data)
    row = dict(zip([one.key for one in figures.columns], figures.rows[0], strict=True))
    assert row["runs"] == 2
    assert "Pearson distance: mean of 1 of 2 runs" in row["why"]
    assert "runs without the figure are left out: 1" in comparisons.rows[0][-1]


@pytest.mark.parametrize(("rho", "least"), [(0, 0.9), (0.03, 0.9), (0.1, 0.9), (0.6, 0.88)])
def test_the_interval_of_the_pearson_distance_contains_the_truth(rho: float, least: float) -> None:
    rng, resamples = np.random.default_rng(1), Resamples(0)
    groups = np.repeat(np.arange(60), 3)
    hits = 0
    for _ in range(200):
        human = rng.standard_normal(180)
        values = -rho * human + math.sqrt(1 - rho**2) * rng.standard_normal(180)
        comparer = Comparer(
            {PEARSON: People(groups, means=human)}, {"m": {PEARSON: [values]}}, resamples
        )
        drawn = comparer.figure("m", PEARSON)
        low, high = drawn.interval_json()["ci"]
        assert 0 <= low <= drawn.value <= high <= 1
        hits += low <= 1 - rho <= high
    assert hits / 200 > least


def test_pairs_are_paired_resamples_corrected_by_holm() -> None:
    judged = people(15)
    assert judged.means is not None
    values = {
        name: judged.means + RNG.normal(0, sd, 45)
        for name, sd in zip("abc", (0.5, 1, 2), strict=True)
    }
    runs = {name: {PEARSON: [array]} for name, array in values.items()}
    pairs = Comparer({PEARSON: judged}, runs, Resamples(5, 500)).pairs()
    drawn = np.repeat(weights(Resamples(5, 500), 15), 3, axis=1)

    def distances(values: np.ndarray) -> np.ndarray:
        assert judged.means is not None
        return np.array(
            [
                1 - abs(np.corrcoef(np.repeat(judged.means, w), np.repeat(values, w))[0, 1])
                for w in drawn.astype(int)
            ]
        )

    ps = []
    for pair, (one, other) in zip(pairs, itertools.combinations("abc", 2), strict=True):
        difference = distances(values[one]) - distances(values[other])
        assert pair["ci"] == pytest.approx(np.percentile(difference, [2.5, 97.5]).tolist())
        ps.append(min(1.0, 2 * (1 + min((difference <= 0).sum(), (difference >= 0).sum())) / 501))
        assert pair["p"] == pytest.approx(ps[-1])
    order = np.argsort(ps)
    corrected = np.maximum.accumulate(np.minimum(1, np.array(ps)[order] * np.arange(3, 0, -1)))
    assert [pairs[place]["p_holm"] for place in order] == pytest.approx(corrected.tolist())
