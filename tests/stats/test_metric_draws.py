"""Resamples of the figures for automatic ratings, each computed again from copied items."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import roc_auc_score

from desktop_app.stats import metrics
from desktop_app.stats.intervals import Resamples, paired_difference

N_GROUPS = 9
RNG = np.random.default_rng(4)
group_of = np.repeat(np.arange(N_GROUPS) * 3, 3)
HUMAN = RNG.integers(1, 6, group_of.size).astype(float)
METRIC = np.round(HUMAN + RNG.normal(0, 2, group_of.size))
# The last group is tied for people, and one group has equal metric values.
HUMAN[-3:] = 2.0
METRIC[3:6] = 1.0


def copies(resamples: Resamples, groups: int) -> list[np.ndarray]:
    """Return the indices of the items of each resample, as often as they were drawn."""
    return [
        np.concatenate(
            [np.tile(np.flatnonzero(group_of == 3 * g), int(n)) for g, n in enumerate(row)]
        ).astype(int)
        for block in resamples.blocks(groups, beside=1)
        for row in block
    ]


def test_areas_are_those_of_the_copied_items() -> None:
    resamples = Resamples(seed=3, runs=40)
    yes = HUMAN >= 3
    labels = [(1.0,) if one else (0.0,) for one in yes]
    found = metrics.drawn_areas(METRIC, labels, group_of, resamples)
    drawn = copies(resamples, N_GROUPS)
    assert len(found) == len(drawn) == 40
    for area, items in zip(found, drawn, strict=True):
        if yes[items].all() or not yes[items].any():
            assert math.isnan(area)
        else:
            assert area == pytest.approx(roc_auc_score(yes[items], METRIC[items]), abs=1e-12)


def test_a_resample_with_one_label_has_no_area() -> None:
    labels = [(1.0,)] * 3 + [(0.0,)] * 3
    groups = [0, 0, 0, 1, 1, 1]
    found = metrics.drawn_areas([1, 2, 3, 0, 2, 4], labels, groups, Resamples(1, 50))
    assert np.isnan(found).any()
    assert set(np.round(found[~np.isnan(found)], 12)) == {0.5}


def test_tied_votes_count_half_for_each_label() -> None:
    labels = [(1.0,), (0.0,), (0.0, 1.0)]
    found = metrics.drawn_areas([3, 1, 2], labels, [0, 0, 0], Resamples(1, 2))
    # As if the third item were there twice, with half a weight: 1·1 + 1·½ + ½·1 + ½·½·½ of 2.25.
    assert found == pytest.approx([(1 + 0.5 + 0.5 + 0.125) / 2.25] * 2)


def test_correlations_are_those_of_the_copied_items() -> None:
    resamples = Resamples(seed=3, runs=40)
    found = metrics.drawn_correlations(HUMAN, METRIC, group_of, resamples)
    for r, items in zip(found, copies(resamples, N_GROUPS), strict=True):
        assert r == pytest.approx(stats.pearsonr(HUMAN[items], METRIC[items]).statistic, abs=1e-9)


def test_distances_are_means_over_the_drawn_groups() -> None:
    resamples = Resamples(seed=3, runs=40)
    found = metrics.drawn_distances(HUMAN, METRIC, group_of, resamples)
    by_group = []
    for group in np.unique(group_of)[:-1]:
        tau = stats.kendalltau(HUMAN[group_of == group], METRIC[group_of == group]).statistic
        by_group.append(0.5 if math.isnan(tau) else (1 - tau) / 2)
    # The group without an order by people is never drawn.
    (weights,) = resamples.blocks(N_GROUPS - 1, beside=1)
    expected = [float(row @ by_group) / row.sum() for row in weights]
    assert found == pytest.approx(expected, abs=1e-12)


def test_a_paired_difference_counts_the_resamples_on_the_other_side() -> None:
    one, other = np.array([1.0, 2, 3, 4, math.nan]), np.array([0.0, 3, 1, 1, 1])
    found = paired_difference(1.25, one, other)
    # The differences are 1, −1, 2 and 3: one of four is at most 0.
    assert found.p == pytest.approx(2 * (1 + 1) / (1 + 4))
    assert (found.low, found.high) == pytest.approx(
        tuple(np.percentile([1, -1, 2, 3], [2.5, 97.5]))
    )
    assert paired_difference(0.0, one, one).p == 1.0
    none = paired_difference(0.0, one[4:], other[4:])
    assert (none.p, none.low) == (None, None)
    assert none.to_json()["why"]
