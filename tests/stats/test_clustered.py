"""Tests of Wilson intervals and clustered standard errors against published values and other
formulas.
"""

from __future__ import annotations

import numpy as np
import pytest

from desktop_app.stats.estimates import clustered_mean, mean_and_se
from desktop_app.stats.intervals import wilson_interval


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_are_the_published_ones(
    successes: int, n: int, low: float, high: float
) -> None:
    assert wilson_interval(successes, n) == pytest.approx((low, high), abs=5e-5)


def test_wilson_ends_solve_the_score_equation_and_mirror_each_other() -> None:
    z = 1.959964
    for n in (1, 5, 80):
        for twice in range(2 * n + 1):
            found = wilson_interval(twice / 2, n)
            mirrored = wilson_interval(n - twice / 2, n)
            assert found is not None
            assert mirrored is not None
            # |p̂ − p| = z √(p (1 − p) / n): roots of (n + z²) p² − (2 n p̂ + z²) p + n p̂²
            roots = np.roots([n + z * z, -(twice + z * z), twice * twice / 4 / n])
            assert found == pytest.approx(sorted(roots.real), abs=1e-7)
            assert mirrored == pytest.approx((1 - found[1], 1 - found[0]))


def test_wilson_has_no_interval_of_nothing_and_refuses_impossible_counts() -> None:
    assert wilson_interval(0, 0) is None
    with pytest.raises(ValueError, match="between 0 and n"):
        wilson_interval(3, 2)


def test_clustered_errors_are_the_sandwich_of_a_regression_on_a_constant() -> None:
    rng = np.random.default_rng(3)
    clusters = rng.integers(0, 12, 50)
    values = rng.normal(size=50) + clusters
    groups = sorted(set(clusters.tolist()))
    # (X'X)⁻¹ (Σ X_g' u_g u_g' X_g) (X'X)⁻¹ with X a column of ones
    design, residuals = np.ones((50, 1)), values - values.mean()
    bread = np.linalg.inv(design.T @ design)
    meat = sum(
        design[clusters == g].T
        @ np.outer(residuals[clusters == g], residuals[clusters == g])
        @ design[clusters == g]
        for g in groups
    )
    variance = (bread @ meat @ bread)[0, 0] * len(groups) / (len(groups) - 1)
    found = clustered_mean(values, clusters.tolist())
    assert (found.value, found.se) == pytest.approx((values.mean(), np.sqrt(variance)))


def test_clusters_of_one_give_the_plain_error_and_doubled_values_no_more_precision() -> None:
    values = [1.0, 0.0, 0.5, 1.0, 0.0]
    plain = mean_and_se(values)
    assert clustered_mean(values, range(5)).se == pytest.approx(plain.se)
    doubled = clustered_mean(values * 2, [*range(5)] * 2)
    assert doubled.se == pytest.approx(plain.se)
    assert clustered_mean(values, ["a"] * 5).why == "a standard error needs at least two clusters"
    assert clustered_mean([], []).value is None
    with pytest.raises(ValueError, match="needs a cluster"):
        clustered_mean([1.0], [])
