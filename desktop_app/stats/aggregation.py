"""Aggregation of several ratings per unit to one figure per model.

The figures are the mean, majority votes, and single ratings. Majority votes and ranks break ties at
random. The mean over all tie-breaks has a closed form and is exact here. The standard error has
none, so it is the average over a number of simulated runs.

Source: riSum, section 2.2 and tables 3a and 3b (where both are averages over 100,000 runs).
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from desktop_app.core.messages import msg
from desktop_app.stats.estimates import NO_VALUES, ONE_VALUE, Estimate, Floats
from desktop_app.stats.ratings import Ratings

DEFAULT_RUNS = 10_000

Ties = tuple[float, ...]


def generator(seed: int, *names: str) -> np.random.Generator:
    """Return a random generator for one figure: equal `seed` (≥ 0) and `names` give equal numbers.

    Each figure has its own name, so adding another figure does not change it.
    """
    return np.random.default_rng([seed, *(zlib.crc32(name.encode()) for name in names)])


def majority(ratings: Ratings) -> list[Ties]:
    """Return each unit's most frequent values in ascending order; () for a unit without ratings.

    Several values are a tie, to be broken at random with equal probabilities.
    """
    result: list[Ties] = [()] * ratings.n_units
    values, codes = np.unique(ratings.values, return_inverse=True)
    if not values.size:
        return result
    # One integer per (unit, value) pair, so that a single `unique` counts the values of all units.
    keys, counts = np.unique(ratings.units * values.size + codes, return_counts=True)
    units, kept = keys // values.size, values[keys % values.size]
    most = np.zeros(ratings.n_units, dtype=np.int64)
    np.maximum.at(most, units, counts)
    for index in np.flatnonzero(counts == most[units]):
        result[units[index]] += (float(kept[index]),)
    return result


def tie_broken_mean(
    ties: Sequence[Ties], *, runs: int = DEFAULT_RUNS, rng: np.random.Generator
) -> Estimate:
    """Return the mean over units, each of whose values is drawn from equally likely ones.

    `ties`: the possible values of each unit, at least one per unit
    `runs`: number of simulated tie-breaks for the standard error, ≥ 1

    Raises ValueError for a unit without a value.
    """
    support = sorted({value for options in ties for value in options})
    place = {value: index for index, value in enumerate(support)}
    chances = np.zeros((len(ties), len(support)))
    for row, options in enumerate(ties):
        if not options:
            raise ValueError(msg("a unit without a value"))
        for value in options:
            chances[row, place[value]] = 1 / len(options)
    return random_mean(chances, np.array(support), runs=runs, rng=rng)


def random_mean(
    chances: Floats,
    support: Floats,
    *,
    units: ArrayLike | None = None,
    runs: int = DEFAULT_RUNS,
    rng: np.random.Generator,
) -> Estimate:
    """Return the mean over units that draw their values independently.

    `chances`: probability of each value, shape (rows, values); rows sum to 1
    `support`: the values, shape (values,)
    `units`: number of units that each row represents, shape (rows,); 1 by default
    `runs`: number of simulated runs for the standard error, ≥ 1

    The value is the exact expectation. The standard error is s / √n with s² = Σ (x − x̄)² / (n − 1)
    within a run, averaged over the runs; it is exact if nothing is random. Units with equal
    probabilities are drawn together (multinomially), so the cost does not grow with their number.
    """
    weights = np.ones(chances.shape[0], np.int64) if units is None else np.asarray(units, np.int64)
    n = int(weights.sum())
    if n == 0:
        return Estimate(None, None, 0, NO_VALUES)
    value = float(weights @ (chances @ support) / n)
    if n == 1:
        return Estimate(value, None, 1, ONE_VALUE)
    # Centred, so that the sums of squares below do not lose digits to cancellation.
    centred = support - value
    rows, place = np.unique(np.round(chances, 12), axis=0, return_inverse=True)
    counts = np.bincount(place.ravel(), weights).astype(np.int64)
    # Rows with only one possible value need no simulation.
    certain = rows.max(axis=1) == 1.0
    fixed = centred[rows[certain].argmax(axis=1)]
    sums = np.array([counts[certain] @ fixed])
    squares = np.array([counts[certain] @ fixed**2])
    for row, count in zip(rows[~certain], counts[~certain], strict=True):
        drawn = rng.multinomial(count, row / row.sum(), size=runs)
        sums = sums + drawn @ centred
        squares = squares + drawn @ centred**2
    # Because of rounding, a variance may be slightly below 0.
    variances = np.maximum(squares - sums**2 / n, 0.0) / (n - 1)
    return Estimate(value, float(np.sqrt(variances / n).mean()), n)
