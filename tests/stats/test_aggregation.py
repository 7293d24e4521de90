"""Tests of majority votes and ranks against simulations, scipy and the printed tables of riSum."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from desktop_app.stats.aggregation import (
    generator,
    majority,
    random_mean,
    rank_chances,
    tie_broken_mean,
)
from desktop_app.stats.ratings import Ratings

ties = st.lists(st.integers(1, 5), min_size=1, max_size=3, unique=True).map(
    lambda values: tuple(float(value) for value in sorted(values))
)


def test_the_majority_is_every_most_frequent_value() -> None:
    nan = math.nan
    ratings = Ratings.from_matrix(
        [[1, 3, 5, nan, 2], [1, 4, 4, nan, 2], [2, 3, 3, nan, nan], [2, 4, nan, nan, 5]]
    )
    assert majority(ratings) == [(1, 2), (3, 4), (3, 4, 5), (), (2,)]
    assert majority(Ratings.from_matrix(np.full((2, 2), nan))) == [(), ()]


@settings(max_examples=60, deadline=None)
@given(units=st.lists(ties, min_size=2, max_size=4))
def test_a_tie_broken_mean_by_enumeration(units: list[tuple[float, ...]]) -> None:
    outcomes = list(itertools.product(*units))
    # Equally likely per unit, hence every combination as likely as any other.
    value = np.mean([np.mean(outcome) for outcome in outcomes])
    se = np.mean([stats.sem(outcome) for outcome in outcomes])
    found = tie_broken_mean(units, runs=4000, rng=generator(1, "test"))
    assert found.value == pytest.approx(value)
    assert found.n == len(units)
    assert found.se == pytest.approx(se, abs=0.08)


def test_a_tie_broken_mean_by_simulation() -> None:
    rng = np.random.default_rng(3)
    options = [(0.0,), (1.0,), (0.0, 1.0), (0.0, 0.5), (0.25, 0.5, 1.0)]
    units = [options[i] for i in rng.integers(0, len(options), size=80)]
    simulated = np.array([[rng.choice(unit) for unit in units] for _ in range(2000)])
    found = tie_broken_mean(units, runs=2000, rng=generator(0, "test"))
    assert found.value == pytest.approx(simulated.mean(), abs=0.002)
    assert found.se == pytest.approx(stats.sem(simulated, axis=1).mean(), abs=0.0005)


def test_without_ties_nothing_is_left_to_chance() -> None:
    values = [1.0, 2.0, 2.0, 5.0]
    found = tie_broken_mean([(value,) for value in values], runs=1, rng=generator(0))
    assert found.value == pytest.approx(2.5)
    assert found.se == pytest.approx(stats.sem(values))


def test_the_seed_decides_the_standard_error_and_nothing_else() -> None:
    units = [(0.0, 1.0, 5.0)] * 9

    def draw(seed: int, *names: str) -> tuple[float | None, float | None]:
        found = tie_broken_mean(units, runs=10, rng=generator(seed, *names))
        return found.value, found.se

    assert draw(1, "a") == draw(1, "a")
    assert len({draw(1, "a")[1], draw(2, "a")[1], draw(1, "b")[1]}) == 3
    assert draw(1, "a")[0] == draw(2, "a")[0] == 2


def test_too_few_units_say_why() -> None:
    assert tie_broken_mean([], rng=generator(0)).why
    one = tie_broken_mean([(1.0, 2.0)], rng=generator(0))
    assert (one.value, one.se, one.n) == (1.5, None, 1)
    with pytest.raises(ValueError, match="without a value"):
        tie_broken_mean([(1.0,), ()], rng=generator(0))


@given(values=st.lists(st.integers(1, 4), min_size=1, max_size=6))
def test_mean_ranks_are_the_average_ranks(values: list[int]) -> None:
    chances = rank_chances([(float(value),) for value in values])
    ranks = np.arange(1, len(values) + 1)
    np.testing.assert_allclose(chances.sum(axis=0), 1)
    np.testing.assert_allclose(chances.sum(axis=1), 1)
    np.testing.assert_allclose(chances @ ranks, stats.rankdata([-value for value in values]))


@settings(max_examples=150, deadline=None)
@given(units=st.lists(ties, min_size=1, max_size=4))
def test_rank_chances_by_enumeration(units: list[tuple[float, ...]]) -> None:
    k = len(units)
    expected = np.zeros((k, k))
    outcomes = list(itertools.product(*units))
    for outcome in outcomes:
        orders = [
            order
            for order in itertools.permutations(range(k))
            if all(outcome[a] >= outcome[b] for a, b in itertools.pairwise(order))
        ]
        for order in orders:
            for rank, unit in enumerate(order):
                expected[unit, rank] += 1 / len(orders) / len(outcomes)
    np.testing.assert_allclose(rank_chances(units), expected, atol=1e-12)


def test_ranks_of_many_answers_are_found_quickly() -> None:
    units = [(1.0, 2.0), (3.0,), *[(float(value),) for value in range(200)]]
    np.testing.assert_allclose(rank_chances(units).sum(axis=1), 1)


def test_a_unit_without_a_value_has_no_rank() -> None:
    with pytest.raises(ValueError, match="without a value"):
        rank_chances([(1.0,), ()])


def test_the_standard_error_of_ranks_by_simulation() -> None:
    rng = np.random.default_rng(8)
    groups = rng.integers(0, 2, size=(60, 3))
    simulated = []
    for _ in range(1500):
        jitter = rng.random(groups.shape)
        simulated.append(np.argsort(np.lexsort((jitter, -groups), axis=1), axis=1)[:, 0] + 1)
    chances = np.array([rank_chances([(float(v),) for v in group])[0] for group in groups])
    found = random_mean(chances, np.array([1.0, 2.0, 3.0]), runs=1500, rng=generator(0))
    assert found.value == pytest.approx(np.mean(simulated), abs=0.01)
    assert found.se == pytest.approx(stats.sem(simulated, axis=1).mean(), abs=0.001)


def printed_yes_ranks(shares: list[float]) -> list[float]:
    """Return the mean ranks that shares of Yes imply if Yes/No values are ranked with random
    tie-breaks.

    rank = 1 + Σ over others of P(other is better) + ½ P(equal)
    """
    return [
        1 + sum(0.5 + (other - mine) / 2 for j, other in enumerate(shares) if j != i)
        for i, mine in enumerate(shares)
    ]


def test_the_printed_majority_ranks_follow_from_the_printed_majority_shares() -> None:
    # riSum, tables 3a and 3b, row FI/Maj.: so ties really are broken at random there.
    assert printed_yes_ranks([0.813, 0.868, 0.967]) == pytest.approx([2.10, 2.02, 1.87], abs=0.006)


def test_the_printed_ranks_without_aggregation_are_not_ranks_of_single_ratings() -> None:
    # riSum, tables 3a and 3b, row FI/None: single ratings would give 2.09, 2.02 and 1.89, not the
    # printed 2.12, 2.05 and 1.83, which are those of the row FI/Mean.
    single = printed_yes_ranks([0.809, 0.850, 0.940])
    assert single == pytest.approx([2.09, 2.02, 1.89], abs=0.006)
    assert max(abs(np.array(single) - [2.12, 2.05, 1.83])) > 0.025


def test_our_ranks_agree_with_what_shares_imply() -> None:
    rng = np.random.default_rng(5)
    votes = rng.random((400, 3)) < [0.8, 0.85, 0.95]
    chances = np.array([rank_chances([(float(v),) for v in group]) for group in votes])
    ranks = (chances @ [1, 2, 3]).mean(axis=0)
    assert ranks.tolist() == pytest.approx(printed_yes_ranks(votes.mean(axis=0).tolist()))
