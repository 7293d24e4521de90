"""Tests of weighted κ, equal pairs, distances within single units, and the bootstrap of α."""

from __future__ import annotations

import math
from itertools import combinations

import krippendorff
import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from desktop_app.stats.agreement import (
    LEVELS,
    Level,
    alpha,
    equal_pairs,
    unit_distances,
    weighted_kappa,
)
from desktop_app.stats.intervals import (
    FEW_UNITS,
    NO_DRAWS,
    RELIABLE_UNITS,
    TOO_NARROW,
    _alphas,
    bootstrap_alpha,
)
from desktop_app.stats.ratings import Ratings

WEIGHTS = {"none": None, "linear": "linear", "quadratic": "quadratic"}


def matrix(seed: int, raters: int = 4, units: int = 30) -> np.ndarray:
    """Return ratings from 1 to 5 with some agreement, a fifth of them missing."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, 6, size=units)
    noise = rng.integers(-1, 2, size=(raters, units))
    made = np.clip(truth + noise, 1, 5).astype(np.float64)
    made[rng.random(made.shape) < 0.2] = np.nan
    return made


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
def test_weighted_kappa_is_that_of_scikit_learn(seed: int, weights: str) -> None:
    one, other = matrix(seed)[:2]
    both = ~np.isnan(one) & ~np.isnan(other)
    expected = cohen_kappa_score(
        one[both].astype(int), other[both].astype(int), labels=range(1, 6), weights=WEIGHTS[weights]
    )
    found = weighted_kappa(one, other, weights)  # type: ignore[arg-type]
    assert found.value == pytest.approx(expected, abs=1e-12)
    assert found.n == both.sum()


def test_weighted_kappa_says_why_there_is_none() -> None:
    assert weighted_kappa([1, np.nan], [np.nan, 2], "linear").why == "no unit was rated by both"
    same = weighted_kappa([3, 3], [3, 3], "quadratic")
    assert (same.value, same.n) == (None, 2)
    assert "the same value" in same.why
    assert weighted_kappa([1, 1], [2, 2], "none").value == 0
    with pytest.raises(ValueError, match="same length"):
        weighted_kappa([1], [1, 2], "none")


@pytest.mark.parametrize("seed", range(5))
def test_equal_pairs_are_counted_pair_by_pair(seed: int) -> None:
    ratings = matrix(seed)
    expected = []
    for unit in ratings.T:
        pairs = list(combinations(unit[~np.isnan(unit)], 2))
        expected.append(np.mean([a == b for a, b in pairs]) if pairs else np.nan)
    found, shares = equal_pairs(ratings)
    assert shares == pytest.approx(expected, nan_ok=True)
    known = np.array(expected)[~np.isnan(expected)]
    assert found.value == pytest.approx(known.mean())
    assert found.se == pytest.approx(known.std(ddof=1) / np.sqrt(known.size))
    assert equal_pairs([[1.0, np.nan], [np.nan, 2.0]])[0].value is None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(3))
def test_units_apart_average_to_one_minus_alpha(seed: int, level: Level) -> None:
    ratings = matrix(seed)
    apart = unit_distances(ratings, level)
    counts = np.sum(~np.isnan(ratings), axis=0)
    assert np.isnan(apart[counts < 2]).all()
    mean = np.average(apart[counts >= 2], weights=counts[counts >= 2])
    assert mean == pytest.approx(1 - alpha(ratings, level).value)  # type: ignore[operator]
    assert np.isnan(unit_distances([[1.0, 2.0], [np.nan, np.nan]], level)).all()
    assert np.isnan(unit_distances([[1.0, 1.0], [1.0, 1.0]], level)).all()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(3))
def test_a_resample_has_the_alpha_of_its_units(seed: int, level: Level) -> None:
    ratings = matrix(seed)
    table = Ratings.from_matrix(ratings)
    keep = table.counts()[table.units] >= 2
    places, units = np.unique(table.units[keep], return_inverse=True)
    values, codes = np.unique(table.values[keep], return_inverse=True)
    rng = np.random.default_rng(seed)
    draws = [np.arange(places.size), *(rng.integers(places.size, size=(4, places.size)))]
    weights = np.array([np.bincount(draw, minlength=places.size) for draw in draws], dtype=float)
    found = _alphas(weights, units, codes, values, level)
    expected = [
        krippendorff.alpha(ratings[:, places[draw]], level_of_measurement=level) for draw in draws
    ]
    assert found == pytest.approx(expected, abs=1e-12)


def test_the_bootstrap_is_the_spread_of_the_resamples() -> None:
    ratings = matrix(1, units=60)
    found = bootstrap_alpha(ratings, "ordinal", np.random.default_rng(0), 2000)
    again = bootstrap_alpha(ratings, "ordinal", np.random.default_rng(0), 2000)
    other = bootstrap_alpha(ratings, "ordinal", np.random.default_rng(1), 2000)
    assert found == again
    assert found.se is not None
    assert other.se == pytest.approx(found.se, rel=0.1)
    value = alpha(ratings, "ordinal").value
    assert value is not None
    assert found.low is not None
    assert found.high is not None
    assert found.low < value < found.high
    assert found.high - found.low == pytest.approx(3.92 * found.se, rel=0.15)
    wider = bootstrap_alpha(ratings[:, :15], "ordinal", np.random.default_rng(0), 2000)
    assert wider.se is not None
    assert wider.se > found.se


def coverage(units: int) -> float:
    """Return how often the interval contains α: three raters, three values, a true α of one half.

    Each rating is the unit's own value with probability √½, and otherwise drawn from the same
    marginal distribution. In half of the cases, two ratings of a unit are therefore equal not only
    by chance.
    """
    rng, shares = np.random.default_rng(0), [0.7, 0.2, 0.1]
    hits = 0
    for _ in range(200):
        unit = rng.choice(3, units, p=shares)
        chance = rng.choice(3, (3, units), p=shares)
        ratings = np.where(rng.random((3, units)) < math.sqrt(0.5), unit, chance)
        found = bootstrap_alpha(ratings.astype(float), "nominal", rng, 200)
        assert bool(found.warning) == (found.se is not None and units < RELIABLE_UNITS)
        hits += found.low is not None and found.high is not None and found.low <= 0.5 <= found.high
    return hits / 200


def test_the_bootstrap_warns_where_its_interval_is_too_narrow() -> None:
    assert coverage(12) < 0.85
    assert coverage(RELIABLE_UNITS) > 0.9
    ratings = np.nan_to_num(matrix(1, units=60), nan=3.0)
    rng = np.random.default_rng(0)
    assert bootstrap_alpha(ratings[:, :29], "ordinal", rng, 50).warning == TOO_NARROW
    assert bootstrap_alpha(ratings[:, :30], "ordinal", rng, 50).warning == ""
    # units without two ratings do not count
    ratings[:, 29] = np.nan
    assert bootstrap_alpha(ratings[:, :30], "ordinal", rng, 50).warning == TOO_NARROW


def test_the_bootstrap_says_why_there_is_none() -> None:
    rng = np.random.default_rng(0)
    assert bootstrap_alpha([[1.0, 2.0], [1.0, np.nan]], "nominal", rng).why == FEW_UNITS
    equal = bootstrap_alpha([[1.0, 1.0], [1.0, 1.0]], "interval", rng)
    assert (equal.se, equal.draws, equal.why) == (None, 0, NO_DRAWS)
    some = bootstrap_alpha([[1.0, 2.0], [1.0, 2.0]], "nominal", rng, 100)
    assert 0 < some.draws < 100  # those that drew one unit twice have no α
    assert some.se == 0
