"""Tests of length-controlled win rates against scikit-learn and by their required properties."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LogisticRegression

from desktop_app.stats.comparing import RIDGE, length_controlled

Instances = dict[int, list[tuple[float, float]]]


def judged(
    rng: np.random.Generator, n: int, quality: float, effect: float, longer_by: float = 0.0
) -> Instances:
    """Return comparisons by a judge with a known preference, in two orders for each example."""
    gaps = rng.normal(longer_by, 100, n)
    p = 1 / (1 + np.exp(-(quality + effect * np.tanh(gaps / gaps.std(ddof=1)))))
    return {
        unit: [(float(rng.random() < p[unit]), float(gaps[unit])) for _ in range(2)]
        for unit in range(n)
    }


def swapped(data: Instances) -> Instances:
    return {unit: [(1 - won, -gap) for won, gap in own] for unit, own in data.items()}


def plain_rate(data: Instances) -> float:
    return float(np.mean([won for own in data.values() for won, _ in own]))


@pytest.mark.parametrize("seed", range(5))
def test_the_rate_is_that_of_another_implementation(seed: int) -> None:
    rng = np.random.default_rng(seed)
    data = judged(rng, 60, rng.normal(), rng.normal(0, 2), rng.normal(0, 80))
    for own in list(data.values())[::4]:
        own[0] = (0.5, own[0][1])
    won, gaps = np.array([one for own in data.values() for one in own]).T
    terms = np.tanh(gaps / gaps.std(ddof=1))
    # A tie is half a win and half a loss. scikit-learn penalises all coefficients but its
    # intercept, as we do, by 1 / C.
    other = LogisticRegression(C=1 / RIDGE, tol=1e-12, max_iter=10_000).fit(
        np.concatenate([terms, terms])[:, None],
        np.repeat([1, 0], won.size),
        sample_weight=np.concatenate([won, 1 - won]),
    )
    found = length_controlled(data)
    assert found.value == pytest.approx(other.predict_proba([[0.0]])[0, 1], abs=1e-6)
    assert found.effect == pytest.approx(other.coef_[0, 0], abs=1e-5)
    assert (found.n, found.units) == (120, 60)


@pytest.mark.parametrize("longer_by", [-60.0, 0.0, 90.0])
def test_a_judge_of_length_alone_leaves_one_half(longer_by: float) -> None:
    gaps = stats.norm(longer_by, 100).ppf((np.arange(1000) + 0.5) / 1000)
    data = {unit: [(float(gap > 0), float(gap))] * 2 for unit, gap in enumerate(gaps)}
    found = length_controlled(data)
    assert found.value is not None
    assert found.value == pytest.approx(0.5, abs=0.03)  # the plain one is .27 … .82
    assert found.low is not None
    assert found.high is not None
    assert found.low <= 0.5 <= found.high
    assert found.effect is not None
    assert 0 < found.effect < 200  # the longer one always wins, and yet it is finite


def test_a_judge_of_quality_alone_keeps_the_rates() -> None:
    # Rates and lengths like those of table 4: the weaker the model, the shorter its outputs.
    rng = np.random.default_rng(4)
    found, plain = [], []
    for rate, longer_by in ((0.272, -40), (0.216, -90), (0.122, -150), (0.042, 20)):
        data = judged(rng, 1037, float(np.log(rate / (1 - rate))), 0.0, longer_by)
        plain.append(plain_rate(data))
        value = length_controlled(data).value
        assert value is not None
        found.append(value)
    assert found == sorted(found, reverse=True)
    assert found == pytest.approx(plain, abs=0.03)


def test_equal_lengths_give_the_plain_rate() -> None:
    data = {
        unit: [(won, 0.0), (1.0, 0.0)] for unit, won in enumerate([1.0, 0.5, 0.0, 0.0, 0.0, 1.0])
    }
    found = length_controlled(data)
    assert found.value == pytest.approx(plain_rate(data), abs=1e-9)
    assert found.effect == 0.0
    assert not found.extrapolated


@pytest.mark.parametrize("seed", range(5))
def test_swapping_the_models_gives_one_minus_the_rate(seed: int) -> None:
    data = judged(np.random.default_rng(seed), 40, 0.5, 2.0, 30)
    one, other = length_controlled(data), length_controlled(swapped(data))
    assert one.value is not None
    assert one.low is not None
    assert one.high is not None
    assert other.value == pytest.approx(1 - one.value, abs=1e-9)
    assert (other.low, other.high) == pytest.approx((1 - one.high, 1 - one.low), abs=1e-9)
    assert other.effect == pytest.approx(one.effect)


def test_the_order_of_comparisons_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    data = judged(rng, 50, -1.0, 1.0)
    mixed = {int(unit): data[int(unit)][::-1] for unit in rng.permutation(50)}
    assert length_controlled(mixed).value == pytest.approx(length_controlled(data).value, abs=1e-9)


def test_one_more_win_never_lowers_the_rate() -> None:
    data = judged(np.random.default_rng(7), 30, 0.0, 1.5)
    before = length_controlled(data).value
    assert before is not None
    for unit, own in data.items():
        if own[0][0] == 0.0 and abs(own[0][1]) < 50:
            after = length_controlled({**data, unit: [(1.0, own[0][1]), own[1]]}).value
            assert after is not None
            assert after > before


@pytest.mark.parametrize("worth", [0.0, 1.0])
def test_nothing_but_wins_or_losses_is_the_plain_rate(worth: float) -> None:
    data = {unit: [(worth, gap)] for unit, gap in enumerate([-3.0, 5.0, 40.0])}
    found = length_controlled(data).to_json()
    assert (found["value"], found["ci"]) == (worth, None)
    assert "all verdicts are the same" in found["why"]


def test_quality_cannot_be_told_from_one_difference_in_length() -> None:
    found = length_controlled({0: [(1.0, 20.0), (0.0, 20.0)], 1: [(1.0, 20.0)]}).to_json()
    assert found["value"] is None
    assert "cannot be separated" in found["why"]


def test_a_rate_outside_the_data_says_so() -> None:
    assert length_controlled({0: [(1.0, 2.0)], 1: [(0.0, 9.0)]}).extrapolated
    assert not length_controlled({0: [(1.0, -2.0)], 1: [(0.0, 9.0)]}).extrapolated


def test_the_interval_covers_and_keeps_both_orders_together() -> None:
    # The same verdict in both orders: pairs alone count, however often each was judged.
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(300):
        gaps = rng.normal(50, 100, 80)
        p = 1 / (1 + np.exp(-(0.4 + 1.2 * np.tanh(gaps / 100))))
        won = (rng.random(80) < p).astype(float)
        data = {unit: [(float(won[unit]), float(gaps[unit]))] * 2 for unit in range(80)}
        found = length_controlled(data)
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 1 / (1 + np.exp(-0.4)) <= found.high
    assert hits / 300 >= 0.92
    once = length_controlled({unit: own[:1] for unit, own in data.items()})
    assert once.low is not None
    assert found.low == pytest.approx(once.low, abs=0.005)


def test_the_interval_covers_with_a_handful_of_wins() -> None:
    # The sandwich estimator alone covers 84 % here.
    hits = fitted = 0
    for seed in range(150):
        rng = np.random.default_rng(seed)
        data = {
            u: [(float(rng.random() < 0.04), gap)] for u, gap in enumerate(rng.normal(0, 1, 60))
        }
        found = length_controlled(data)
        if found.low is not None and found.high is not None:
            fitted += 1
            hits += found.low <= 0.04 <= found.high
    assert fitted > 100
    assert hits / fitted >= 0.93
