"""Tests of figures of predictions against scikit-learn and against direct resampling."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import (
    accuracy_score,
    cohen_kappa_score,
    confusion_matrix,
    precision_recall_fscore_support,
)

from desktop_app.stats import classification
from desktop_app.stats.aggregation import generator
from desktop_app.stats.intervals import NO_DRAWS, spread

RATINGS = ("good", "neutral", "bad")


def labels(seed: int, n: int = 65, classes: tuple[str, ...] = RATINGS) -> tuple[list[str], ...]:
    """Return two lists of labels with some agreement."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(len(classes), size=n)
    said = np.where(rng.random(n) < 0.6, truth, rng.integers(len(classes), size=n))
    return [classes[i] for i in truth], [classes[i] for i in said]


@pytest.mark.parametrize("seed", range(8))
def test_figures_are_those_of_scikit_learn(seed: int) -> None:
    truth, said = labels(seed, 20 + 30 * seed)
    table = classification.confusion(truth, said, RATINGS)
    assert table.tolist() == confusion_matrix(truth, said, labels=list(RATINGS)).tolist()
    assert float(classification.accuracy(table)) == pytest.approx(accuracy_score(truth, said))
    assert float(classification.kappa(table)) == pytest.approx(cohen_kappa_score(truth, said))
    one = precision_recall_fscore_support(truth, said, labels=["good"], zero_division=0)
    own = classification.of_class(table, 0)
    assert [float(own[name]) for name in ("precision", "recall", "f1")] == pytest.approx(
        [float(part[0]) for part in one[:3]]
    )
    expected = precision_recall_fscore_support(
        truth, said, labels=list(RATINGS), average="macro", zero_division=0
    )
    means = classification.macro(table)
    assert [float(means[name]) for name in ("precision", "recall", "f1")] == pytest.approx(
        list(expected[:3])
    )


def test_a_rating_that_is_never_given_counts_as_in_the_papers_tables() -> None:
    # Table 7 of the KIWI paper, “Majority”: 38 % good → P 13, R 33, F1 18.
    truth = ["good"] * 38 + ["neutral"] * 32 + ["bad"] * 30
    means = classification.macro(classification.confusion(truth, ["good"] * 100, RATINGS))
    assert [round(100 * float(means[name])) for name in ("precision", "recall", "f1")] == [
        13,
        33,
        18,
    ]
    # Table 5, “Majority”: nothing is called good.
    table = classification.confusion(["good"] * 47 + ["bad"] * 53, ["bad"] * 100, ("good", "bad"))
    assert float(classification.accuracy(table)) == 0.53
    assert {float(one) for one in classification.of_class(table, 0).values()} == {0.0}


def test_many_tables_are_measured_at_once() -> None:
    tables = np.stack([classification.confusion(*labels(seed), RATINGS) for seed in range(4)])
    for measure in (classification.accuracy, classification.kappa):
        assert measure(tables).tolist() == [float(measure(one)) for one in tables]
    alone = [classification.macro(one)["f1"] for one in tables]
    assert classification.macro(tables)["f1"].tolist() == pytest.approx([float(x) for x in alone])


def test_kappa_of_one_and_the_same_rating_is_undefined() -> None:
    assert np.isnan(classification.kappa(np.array([[7, 0], [0, 0]])))
    assert np.isnan(classification.kappa(np.zeros((2, 2))))


def test_drawing_cells_is_drawing_pairs() -> None:
    truth, said = labels(3)
    table = classification.confusion(truth, said, RATINGS)
    drawn = classification.resampled(table, generator(0, "a"), 4_000)
    assert drawn.shape == (4_000, 3, 3)
    assert set(drawn.sum(axis=(1, 2)).tolist()) == {len(truth)}
    found = spread(classification.kappa(drawn))
    rng = np.random.default_rng(11)
    values = []
    for _ in range(1_500):
        places = rng.integers(len(truth), size=len(truth))
        values.append(cohen_kappa_score([truth[i] for i in places], [said[i] for i in places]))
    low, high = np.percentile(values, [2.5, 97.5])
    assert found.se == pytest.approx(np.std(values, ddof=1), rel=0.08)
    assert found.mean == pytest.approx(np.mean(values), abs=0.01)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.03)
    assert (found.draws, found.why) == (4_000, "")


def test_resamples_without_a_figure_are_told() -> None:
    always = np.array([[9, 0], [0, 0]])
    drawn = classification.resampled(always, generator(0, "b"), 50)
    found = spread(classification.kappa(drawn))
    assert (found.se, found.low, found.draws) == (None, None, 0)
    assert found.why == NO_DRAWS


def test_ratings_by_lot_are_right_as_often_as_chance_has_it() -> None:
    truth, shares = np.array([80, 60, 49]), np.array([0.4, 0.36, 0.24])
    tables = classification.by_chance(truth, shares, generator(0, "c"), 5_000)
    assert (tables.sum(axis=2) == truth).all()
    expected = float(truth / truth.sum() @ shares)
    assert float(classification.accuracy(tables).mean()) == pytest.approx(expected, abs=0.002)
    said = tables.sum(axis=(0, 1)) / tables.sum()
    assert said.tolist() == pytest.approx(shares.tolist(), abs=0.002)


def test_what_is_no_class_is_refused() -> None:
    with pytest.raises(KeyError):
        classification.confusion(["good"], ["great"], RATINGS)
    with pytest.raises(ValueError, match="zip"):
        classification.confusion(["good"], [], RATINGS)
