"""Tests of intervals and of tests of paired differences, against scipy and by hand."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from scipy import stats

from desktop_app.stats.intervals import Resamples, SignFlips, holm


def test_an_interval_is_that_of_another_bootstrap() -> None:
    values = np.random.default_rng(3).gamma(2.0, size=120)
    found = Resamples(seed=1, runs=20_000).mean({place: [v] for place, v in enumerate(values)})
    other = stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(9)
    ).confidence_interval
    assert found.value == pytest.approx(values.mean())
    assert found.low == pytest.approx(other.low, rel=0.01)
    assert found.high == pytest.approx(other.high, rel=0.01)


def test_what_hangs_together_is_drawn_together() -> None:
    rng = np.random.default_rng(4)
    units = {place: [float(rng.integers(2))] * 2 for place in range(80)}
    twice = Resamples(runs=4_000).mean(units)
    once = Resamples(runs=4_000).mean({place: values[:1] for place, values in units.items()})
    # saying everything twice makes nothing more certain
    assert (twice.low, twice.high) == (once.low, once.high)
    assert (twice.n, twice.units) == (160, 80)


def test_equal_seeds_give_equal_intervals_and_others_do_not() -> None:
    units = {place: [float(place % 7)] for place in range(50)}
    first, again, other = (Resamples(seed, 300).mean(units) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_many_units_are_drawn_in_blocks_of_the_same_spread() -> None:
    values = np.random.default_rng(5).normal(size=20_000)
    found = Resamples(runs=1_000).ratio(list(values), [1.0] * values.size)
    assert found.low is not None
    assert found.high is not None
    spread = (found.high - found.low) / 2
    assert spread == pytest.approx(1.96 / math.sqrt(values.size), rel=0.1)


@pytest.mark.parametrize(
    ("units", "value"), [({}, None), ({"a": []}, None), ({"a": [1.0, 0.0]}, 0.5)]
)
def test_an_interval_that_cannot_be_had_has_a_reason(
    units: dict[str, list[float]], value: float | None
) -> None:
    found = Resamples().mean(units).to_json()
    assert found["value"] == value
    assert found["ci"] is None
    assert found["why"]


def test_flipping_signs_gives_the_exact_chance_of_few_differences() -> None:
    differences = [0.5, 1.0, -0.25, 2.0, 0.75, 0.0, 1.5]
    all_means = [
        abs(np.mean([s * d for s, d in zip(signs, differences, strict=True)]))
        for signs in product((1, -1), repeat=len(differences))
    ]
    exact = np.mean([mean >= abs(np.mean(differences)) - 1e-12 for mean in all_means])
    found = SignFlips(runs=40_000).test(differences)
    assert found.value == pytest.approx(np.mean(differences))
    assert found.p == pytest.approx(exact, abs=0.01)
    other = stats.permutation_test(
        (np.array(differences), np.zeros(len(differences))),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=10_000,
        rng=np.random.default_rng(1),
    )
    assert found.p == pytest.approx(other.pvalue, abs=0.01)


def test_no_difference_is_no_evidence() -> None:
    assert SignFlips().test([0.0, 0.0]).p == 1.0
    assert SignFlips().test([]).to_json() == {
        "difference": None, "p": None, "n": 0, "why": "no unit has values from both",
    }  # fmt: skip


def test_holms_method_by_hand() -> None:
    # sorted: .01·4, .02·3, .03·2, .2·1; never below the one before
    assert holm([0.02, 0.2, None, 0.01, 0.03]) == pytest.approx([0.06, 0.2, None, 0.04, 0.06])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []
