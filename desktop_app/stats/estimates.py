"""Figures with their standard errors, and a reason if one is undefined."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from desktop_app.core.messages import msg

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NO_VALUES = msg("no values")
ONE_VALUE = msg("a standard error needs at least two values")
ONE_CLUSTER = msg("a standard error needs at least two clusters")


@dataclass(frozen=True)
class Estimate:
    """A figure, its standard error and the number of values behind it.

    `value`: None if undefined
    `se`: None if undefined, such as for fewer than two values, or if it is not computed
    `n`: number of values, ≥ 0
    `why`: the reason why one of them is undefined, else empty
    """

    value: float | None
    se: float | None
    n: int
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return {"value", "se", "n"}, and "why" if one of them is undefined."""
        result: dict[str, Any] = {"value": self.value, "se": self.se, "n": self.n}
        if self.why:
            result["why"] = self.why
        return result


# Values that differ by less than this share are ties, far above what rounding causes.
_SAME = 1e-9


def merge_close(values: Floats) -> Floats:
    """Return values in which those that differ only by rounding are equal; NaN stays NaN.

    The limit is relative to the values themselves, so that very small values keep their order.
    """
    distinct = np.unique(values[~np.isnan(values)])
    # Halves, because differences of huge values overflow.
    halves = distinct / 2
    if not np.any(np.diff(halves) <= _SAME * np.abs(halves[1:])):
        return values
    merged = distinct.copy()
    for place in range(1, distinct.size):
        # Compared with the first of a series, so that a long one does not become a single value.
        first = merged[place - 1]
        if distinct[place] / 2 - first / 2 <= _SAME * abs(distinct[place] / 2):
            merged[place] = first
    result = values.copy()
    given = ~np.isnan(values)
    result[given] = merged[np.searchsorted(distinct, values[given])]
    return result


def mean(values: Sequence[float]) -> float:
    """Return the arithmetic mean of one or more finite values, however large they are.

    The exact sum is rounded once, so the mean does not depend on the order of the values, and it is
    never outside their range. The values are scaled by a power of two, which is exact, so that the
    sum cannot overflow.
    """
    # Scaled to at most 1, so that the sum of huge values cannot overflow.
    scale = math.frexp(max(map(abs, values)))[1]
    total = math.fsum(math.ldexp(value, -scale) for value in values)
    # Rounding must not move the mean outside the range of the values.
    return min(max(math.ldexp(total / len(values), scale), min(values)), max(values))


def mean_median(values: Sequence[float], why: str) -> dict[str, Any]:
    """Return {"mean", "median", "total", "n"}; undefined figures are null, with "why"."""
    if not values:
        return {"mean": None, "median": None, "total": 0, "n": 0, "why": why}
    return {
        "mean": mean([float(value) for value in values]),
        "median": float(median(values)),
        "total": sum(values),
        "n": len(values),
    }


def share(part: int, whole: int) -> float | None:
    """Return part / whole; None if `whole` is 0."""
    return part / whole if whole else None


def mean_and_se(values: Sequence[float] | Floats) -> Estimate:
    """Return the arithmetic mean of `values` with its standard error.

    se = s / √n, where s² = Σ (x − x̄)² / (n − 1). Raises ValueError for NaN.
    """
    array = np.asarray(values, dtype=np.float64)
    if np.isnan(array).any():
        raise ValueError(msg("values must not contain NaN"))
    n = int(array.size)
    if n == 0:
        return Estimate(None, None, 0, NO_VALUES)
    value = float(array.mean())
    if n == 1:
        return Estimate(value, None, 1, ONE_VALUE)
    return Estimate(value, float(array.std(ddof=1) / np.sqrt(n)), n)


def clustered_mean(values: Sequence[float] | Floats, clusters: Sequence[Hashable]) -> Estimate:
    """Return the mean of `values` with a standard error that allows for dependence in clusters.

    `clusters`: the cluster of each value

    se² = G / (G − 1) · Σ_g (Σ_{i ∈ g} (x_i − x̄))² / n², for G clusters: the cluster-robust
    variance of an intercept (Liang and Zeger, Biometrika 73, 1986) with the usual small-sample
    factor. If each value is its own cluster, this is the se of `mean_and_se`. Raises ValueError
    unless there are as many clusters as values.
    """
    array = np.asarray(values, dtype=np.float64)
    if len(clusters) != array.size:
        raise ValueError(msg("each value needs a cluster"))
    plain = mean_and_se(array)
    # With fewer than two values, clusters change nothing.
    if plain.value is None or plain.se is None:
        return plain
    sums: dict[Hashable, float] = {}
    for cluster, residual in zip(clusters, array - plain.value, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + float(residual)
    count = len(sums)
    if count == 1:
        return Estimate(plain.value, None, plain.n, ONE_CLUSTER)
    square = math.fsum(total * total for total in sums.values()) * count / (count - 1)
    return Estimate(plain.value, math.sqrt(square) / plain.n, plain.n)
