"""Percentile intervals of means, from resampled units, and tests of paired differences.

Ratings of one unit (both orders of a pair, the sections of an output) are not independent.
Therefore whole units are drawn, with all their ratings.

Sources: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapters 6 and 13; Fisher,
The Design of Experiments (1935), section 21; Holm, Scandinavian Journal of Statistics 6 (1979).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from desktop_app.core.messages import msg
from desktop_app.stats.aggregation import generator
from desktop_app.stats.estimates import NO_VALUES, Floats

DEFAULT_RUNS = 1_000
# The 97.5th percentile of the standard normal distribution.
Z_95 = 1.959964
ONE_UNIT = msg("one unit has no interval")
NO_DIFFERENCE = msg("no unit has a value of both")
# Maximum size of cached weights, as a number of floats (64 MB), and of one block of draws.
_KEPT = 8_000_000


def wilson_interval(successes: float, n: int, z: float = Z_95) -> tuple[float, float] | None:
    """Return the Wilson score interval of successes / n, both ends in [0, 1]; None if n is 0.

    `successes`: from 0 to n; half numbers are allowed (a tie is half a win)
    `z`: the normal quantile; the default gives a 95 % interval

    Unlike the interval ± z·se, it does not shrink to a point at 0/n and n/n. Source: Wilson, JASA
    22 (1927). Raises ValueError for successes outside 0 … n.
    """
    if not 0 <= successes <= n:
        raise ValueError(msg("successes must be between 0 and n"))
    if n == 0:
        return None
    share, square = successes / n, z * z
    center = (share + square / (2 * n)) / (1 + square / n)
    spread = math.sqrt(share * (1 - share) / n + square / (4 * n * n)) * z / (1 + square / n)
    # At 0/n and n/n the end is known exactly. The computed end would be a number such as 1e-17.
    low = 0.0 if successes == 0 else max(0.0, center - spread)
    return low, 1.0 if successes == n else min(1.0, center + spread)


@dataclass(frozen=True)
class Interval:
    """A mean and its 95 % percentile interval.

    `value`: None if undefined
    `low`, `high`: the 2.5th and 97.5th percentiles of the mean over the resamples; None if
        undefined
    `n`: number of values behind the mean
    `units`: number of units to which they belong, which were resampled
    `why`: the reason for a None, else empty
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    units: int
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return {"value", "ci": [low, high] | null, "n", "units"}; "why" if one is null."""
        ci = None if self.low is None else [self.low, self.high]
        result = {"value": self.value, "ci": ci, "n": self.n, "units": self.units}
        return {**result, "why": self.why} if self.why else result


class Resamples:
    """Draws of units with replacement, shared by all figures with the same number of units.

    `seed`: ≥ 0
    `runs`: number of resamples, ≥ 2

    Equal seeds and numbers of units give equal draws, whatever else is computed.
    """

    def __init__(self, seed: int = 0, runs: int = DEFAULT_RUNS) -> None:
        self.seed, self.runs = seed, runs
        self._weights: dict[int, Floats] = {}

    def mean(self, by_unit: Mapping[Any, Sequence[float]]) -> Interval:
        """Return the mean of all values; the values of a unit are always drawn together."""
        kept = [values for values in by_unit.values() if len(values)]
        return self.ratio([math.fsum(v) for v in kept], [float(len(v)) for v in kept])

    def ratio(self, sums: Sequence[float], counts: Sequence[float]) -> Interval:
        """Return Σ sums / Σ counts, resampled by unit. All counts must be > 0."""
        units = len(sums)
        if not units:
            return Interval(None, None, None, 0, 0, NO_VALUES)
        top, below = np.asarray(sums, np.float64), np.asarray(counts, np.float64)
        value, n = float(top.sum() / below.sum()), round(float(below.sum()))
        if units == 1:
            return Interval(value, None, None, n, 1, ONE_UNIT)
        low, high = self.percentiles(self.means(top, below))
        return Interval(value, low, high, n, units)

    def means(self, sums: Floats, counts: Floats) -> Floats:
        """Return Σ sums / Σ counts of every resample.

        `sums` of shape (units,) give shape (runs,); several columns (units, k) give (runs, k).
        """
        # With equal counts, the denominator is the same in every resample, which is faster.
        if counts.size and (counts == counts[0]).all():
            below = counts[0] * counts.size
            return np.concatenate([weights @ sums / below for weights in self._of(counts.size)])
        both = np.column_stack([sums, counts])
        drawn = np.concatenate([weights @ both for weights in self._of(counts.size)])
        means = drawn[:, :-1] / drawn[:, -1:]
        return np.asarray(means[:, 0] if sums.ndim == 1 else means)

    def percentiles(self, values: Floats) -> tuple[float, float]:
        """Return the 2.5th and 97.5th percentiles of the values."""
        low, high = np.percentile(values, [2.5, 97.5])
        return float(low), float(high)

    def _of(self, units: int) -> Iterator[Floats]:
        """Yield how often each unit is drawn, in blocks of shape (runs of the block, units)."""
        if units in self._weights:
            yield self._weights[units]
            return
        rows = max(1, min(self.runs, _KEPT // units))
        # The generator is named after the number of units, so that all figures with the same number
        # of units share their draws.
        rng = generator(self.seed, "units", str(units))
        for start in range(0, self.runs, rows):
            size = min(rows, self.runs - start)
            drawn = rng.integers(units, size=(size, units))
            # The draws of each run are offset, so that one `bincount` counts all runs of the block.
            places = (drawn + np.arange(size)[:, None] * units).ravel()
            counts = np.bincount(places, minlength=size * units)
            block = counts.reshape(size, units).astype(np.float64)
            if size == self.runs and sum(w.size for w in self._weights.values()) < _KEPT:
                self._weights[units] = block
            yield block


@dataclass(frozen=True)
class Difference:
    """The mean difference between two things, over the units that have values of both.

    `value`: mean difference; None without units
    `p`: two-sided p-value of the sign-flip permutation test, in (0, 1]; None without units
    `n`: number of units
    """

    value: float | None
    p: float | None
    n: int
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return {"difference", "p", "n"}, and "why" if one of them is null."""
        result: dict[str, Any] = {"difference": self.value, "p": self.p, "n": self.n}
        return {**result, "why": self.why} if self.why else result


class SignFlips:
    """Paired permutation tests by random flips of signs.

    If two things did not differ, every difference could just as well have the opposite sign. p = (1
    + number of runs with |mean of the flipped differences| ≥ |mean|) / (1 + runs), so it is never
    0.
    """

    def __init__(self, seed: int = 0, runs: int = DEFAULT_RUNS) -> None:
        self.seed, self.runs = seed, runs

    def test(self, differences: Sequence[float]) -> Difference:
        """Return the mean difference of the units, and its p-value."""
        given = np.asarray(differences, np.float64)
        if not given.size:
            return Difference(None, None, 0, NO_DIFFERENCE)
        value = float(given.mean())
        # Differences of 0 do not change when flipped.
        moved = given[given != 0.0]
        if not moved.size:
            return Difference(value, 1.0, given.size)
        rng = generator(self.seed, "signs", str(moved.size))
        # A slightly lower limit, because sums of floats in another order may differ in the last
        # digit.
        bar = abs(float(moved.sum())) * (1 - 1e-12)
        rows = max(1, min(self.runs, _KEPT // moved.size))
        times = 0
        for start in range(0, self.runs, rows):
            size = (min(rows, self.runs - start), moved.size)
            signs = rng.integers(0, 2, size=size, dtype=np.int8) * np.int8(2) - np.int8(1)
            times += int(np.count_nonzero(np.abs(signs @ moved) >= bar))
        return Difference(value, (1 + times) / (1 + self.runs), given.size)


def holm(values: Sequence[float | None]) -> list[float | None]:
    """Return p-values corrected by Holm's step-down method. None stays None.

    The probability of any false rejection among all tests is at most the chosen level.
    """
    known = sorted((p, place) for place, p in enumerate(values) if p is not None)
    result: list[float | None] = [None] * len(values)
    highest = 0.0
    for rank, (p, place) in enumerate(known):
        highest = max(highest, min(1.0, p * (len(known) - rank)))
        result[place] = highest
    return result
