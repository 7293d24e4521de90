"""Aggregation of several ratings per unit to one figure per model, and ranks within a group.

The figures are the mean, majority votes, and single ratings. Majority votes and ranks break ties at
random. The mean over all tie-breaks has a closed form and is exact here. The standard error has no
closed form, so it is averaged over simulated runs.

Source: riSum, section 2.2 and tables 3a and 3b (where both are averages over 100,000 runs).
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache

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
    """Return the mean over units whose values are drawn at random from equally likely ones.

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


# Ranks within a group: 1 is the best, and ties are broken at random. A unit tied for ranks a … b
# gets each of them with the same probability, so its mean rank is (a + b) / 2. If the values
# themselves are random (a tied majority vote), both kinds of randomness are combined exactly.

Pattern = tuple[tuple[int, ...], ...]


def rank_chances(group: Sequence[Ties]) -> Floats:
    """Return the probability of each rank for each unit of a group, shape (k, k); rows sum to 1.

    `group`: the equally likely values of each unit, at least one; larger is better

    Column r is rank r + 1. The values of the units are drawn independently.
    """
    # A copy, because the cached array is shared and read-only.
    return chances_of_pattern(pattern(group)).copy()


def pattern(group: Sequence[Ties]) -> Pattern:
    """Return a group with its values replaced by 0, 1, … in ascending order.

    Groups with the same pattern have the same probabilities, so each pattern is computed only once.
    Raises ValueError for a unit without a value.
    """
    if not all(group):
        raise ValueError(msg("a unit without a value"))
    codes = {value: code for code, value in enumerate(sorted({v for unit in group for v in unit}))}
    return tuple([tuple([codes[value] for value in unit]) for unit in group])


@lru_cache(maxsize=4096)
def chances_of_pattern(group: Pattern) -> Floats:
    """Return `rank_chances` of the groups with this pattern.

    The array is cached, so it is read-only.
    """
    k = len(group)
    result = np.zeros((k, k))
    for me, options in enumerate(group):
        others = group[:me] + group[me + 1 :]
        for value in options:
            result[me] += _given_value(value, others) / len(options)
    result.flags.writeable = False
    return result


def _given_value(value: int, others: Sequence[tuple[int, ...]]) -> Floats:
    """Return the probabilities of ranks 1 … k for a unit with `value` among `others`."""
    k = len(others) + 1
    above, level = 0, 0
    # Joint distribution of (number of larger values, number of equal values), for those other units
    # whose values may or may not be larger or equal.
    drawn = np.ones((1, 1))
    for options in others:
        higher = sum(other > value for other in options) / len(options)
        equal = sum(other == value for other in options) / len(options)
        if higher == 1:
            above += 1
        elif equal == 1:
            level += 1
        elif higher or equal:
            grown = np.zeros((drawn.shape[0] + 1, drawn.shape[1] + 1))
            grown[:-1, :-1] = drawn * (1 - higher - equal)
            grown[1:, :-1] += drawn * higher
            grown[:-1, 1:] += drawn * equal
            drawn = grown
    chances = np.zeros(k)
    # Each of the `size` tied units gets the ranks from `first` on with equal probability.
    for (more, same), chance in np.ndenumerate(drawn):
        if chance > 0:
            first, size = above + more, level + same + 1
            chances[first : first + size] += chance / size
    return chances
