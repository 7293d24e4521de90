"""Krippendorff's α (globally, within groups, for each rater against the others), and Cohen's κ.

    α = 1 − D_o / D_e

D_o is the mean distance δ² between two ratings of the same unit, and D_e the mean distance between
any two pairable ratings. A rating is pairable if its unit has another rating. Each unit with m
ratings contributes its ordered pairs with weight 1 / (m − 1).

Source: Krippendorff, Content Analysis, 4th ed. (2019), chapter 12; applied per group in riSum,
section 2.2. Two identities replace the coincidence matrix. For δ² = (x − y)², Σ_{i≠j} δ²(x_i, x_j)
= 2 m Σ_i (x_i − x̄)². The ordinal distance is the interval distance between mid-ranks. The cost is
therefore that of sorting, whatever the number of distinct values (docs/decisions/0013).

The module is long because all measures of agreement use the same two private classes, for pairable
ratings and for their distances.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from desktop_app.core.messages import msg
from desktop_app.stats.estimates import Estimate, Floats, Ints, mean_and_se
from desktop_app.stats.ratings import Ratings

Level = Literal["nominal", "ordinal", "interval"]
LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval")
Weights = Literal["none", "linear", "quadratic"]

NO_PAIRS = msg("no unit has two ratings")
ALL_EQUAL = msg("all pairable ratings are equal (0/0)")
NO_GROUPS = msg("no group can be counted")
NOT_SHARED = msg("no unit was rated by both")
SAME_VALUE = msg("both raters always gave the same value")


@dataclass(frozen=True)
class Alpha:
    """Krippendorff's α of one set of ratings.

    `value`: ≤ 1; 1 is perfect agreement, 0 agreement by chance, below 0 systematic disagreement;
        None if undefined
    `why`: the reason for a None, else empty
    `unanimous`: True for 0/0: pairable ratings exist and all of them are equal
    `units`: number of units with two or more ratings
    `ratings`: number of pairable ratings
    """

    value: float | None
    level: Level
    units: int
    ratings: int
    unanimous: bool = False
    why: str = ""


@dataclass(frozen=True)
class LocalAlpha:
    """One α per group, and their summary.

    `values`: α of each group, shape (n_groups,); NaN for groups that are left out of the summary
    `is_unanimous`: True for the groups that `unanimous` counts, shape (n_groups,)
    `mean`: mean α over the counted groups, standard error with n − 1
    `share_at_least_half`: share of the counted groups with α ≥ 0.5, from 0 to 1; None if there are
        none
    `groups`: number of counted groups
    `unanimous`: number of groups whose pairable ratings are all equal (0/0), whether counted (as 1)
        or dropped; groups that are left out because of `no_overlap` do not count here
    `no_overlap`: number of groups with ratings in which no rater rated two units, or no unit has
        two ratings; they are left out unless their inclusion is requested
    `no_pairs`: how many of the `no_overlap` groups have no unit with two ratings: always left out
    `unrated`: number of groups without any rating: always left out
    """

    values: Floats
    is_unanimous: np.ndarray
    mean: Estimate
    share_at_least_half: float | None
    groups: int
    unanimous: int
    no_overlap: int
    no_pairs: int
    unrated: int


@dataclass(frozen=True)
class RaterAgreement:
    """Agreement of one rater with the other raters, over the units that they share.

    `units`: number of shared units
    `alpha`: 1 − D_i / D_e, where D_i is the mean distance between this rater's ratings and the
        others' ratings of the same unit, and D_e is that of α. The mean of these values over
        raters, weighted by `units`, is α itself. None if undefined
    `equal`: mean share of the other raters who gave the same value, from 0 to 1; None without
        shared units
    `difference`: mean absolute difference from the other raters, ≥ 0; None without shared units
    """

    units: int
    alpha: float | None
    equal: float | None
    difference: float | None


def alpha(ratings: Ratings | ArrayLike, level: Level) -> Alpha:
    """Return Krippendorff's α of `ratings` (or a matrix raters × units, NaN for missing).

    `level`: “nominal”: δ² = 1 for different values; “interval”: δ² = (x − y)²; “ordinal”: δ² = the
        squared number of pairable ratings between x and y, counting half of those equal to either

    Raises ValueError for infinite values. Source: Krippendorff (2019), chapter 12.
    """
    pairs = _Pairable(as_ratings(ratings))
    # The global α is the local α of a single group.
    groups = np.zeros(pairs.n_units, dtype=np.int64)
    result = _Distances(pairs, groups, 1, level)
    units = int(np.count_nonzero(pairs.m))
    n = int(pairs.values.size)
    if n == 0:
        return Alpha(None, level, 0, 0, why=NO_PAIRS)
    if result.constant[0]:
        return Alpha(None, level, units, n, unanimous=True, why=ALL_EQUAL)
    return Alpha(float(result.alphas()[0]), level, units, n)


def local_alpha(
    ratings: Ratings | ArrayLike,
    groups: Sequence[int] | Ints,
    level: Level,
    *,
    unanimous: Literal["one", "drop"] = "one",
    no_overlap: Literal["drop", "include"] = "drop",
) -> LocalAlpha:
    """Return one α per group of units, each computed as if there were no other groups.

    `groups`: group of each unit, shape (n_units,), 0 … n_groups − 1
    `unanimous`: whether a group whose pairable ratings are all equal (0/0) counts as α = 1 (“one”),
        or is left out (“drop”)
    `no_overlap`: whether groups in which no rater rated two units are left out or included

    Source: riSum, section 2.2. The shares printed there imply that 0/0 counts as 1. The paper
    regards α as undefined if no rater rated several answers of a group, because then differences
    between answers cannot be distinguished from differences between people. In riSum every answer
    has three ratings, so the five groups that the paper omits cannot be groups in which no answer
    has two ratings (docs/decisions/0029). Raises ValueError unless there is one group per unit.
    """
    table = as_ratings(ratings)
    group_of = np.asarray(groups, dtype=np.int64)
    if group_of.shape != (table.n_units,):
        raise ValueError(msg("exactly one group per unit is needed"))
    n_groups = int(group_of.max()) + 1 if group_of.size else 0
    pairs = _Pairable(table)
    result = _Distances(pairs, group_of, n_groups, level)
    values = result.alphas()
    rated = np.bincount(group_of[table.units], minlength=n_groups) > 0
    no_pairs = rated & (result.n == 0)
    separate = rated & ~_has_overlap(table, group_of, n_groups)
    # A group that is left out is counted under one reason only, so that the numbers add up.
    constant = result.constant & ~separate if no_overlap == "drop" else result.constant
    if unanimous == "one":
        values[constant] = 1.0
    if no_overlap == "drop":
        values[separate] = np.nan
    # NaN also marks groups without pairs, and unanimous ones with `unanimous="drop"`.
    counted = values[~np.isnan(values)]
    mean = mean_and_se(counted)
    if not counted.size:
        mean = Estimate(None, None, 0, NO_GROUPS)
    return LocalAlpha(
        values=values,
        is_unanimous=constant,
        mean=mean,
        # Because of floating-point errors, an α of exactly one half may be slightly below 0.5.
        share_at_least_half=float((counted >= 0.5 - 1e-12).mean()) if counted.size else None,
        groups=int(counted.size),
        unanimous=int(constant.sum()),
        no_overlap=int((separate | no_pairs).sum()),
        no_pairs=int(no_pairs.sum()),
        unrated=int((~rated).sum()),
    )


def _has_overlap(table: Ratings, group_of: Ints, n_groups: int) -> np.ndarray:
    """Return whether some rater rated two units of the group, shape (n_groups,)."""
    # One integer per (group, rater) pair. A pair that occurs twice is an overlap.
    pairs = group_of[table.units] * max(table.n_raters, 1) + table.raters
    # Each pair occurs once per unit of the group that the rater rated.
    several, counts = np.unique(pairs, return_counts=True)
    result = np.zeros(n_groups, dtype=bool)
    result[several[counts > 1] // max(table.n_raters, 1)] = True
    return result


def rater_agreement(ratings: Ratings | ArrayLike, level: Level) -> list[RaterAgreement]:
    """Return each rater's agreement with the other raters, in the order of the raters.

    Takes O(N log N) time for N ratings. Source: D_o of Krippendorff (2019), chapter 12, split by
    the rater of the first rating of each pair.
    """
    pairs = _Pairable(as_ratings(ratings))
    result = _Distances(pairs, np.zeros(pairs.n_units, dtype=np.int64), 1, level)
    others = pairs.m[pairs.units] - 1
    n = np.bincount(pairs.raters, minlength=pairs.n_raters)
    distance = np.bincount(pairs.raters, result.to_others() / others, pairs.n_raters)
    # `same` includes the rating itself, hence − 1.
    equal = np.bincount(pairs.raters, (pairs.same() - 1) / others, pairs.n_raters)
    difference = np.bincount(pairs.raters, pairs.absolute() / others, pairs.n_raters)
    defined = pairs.values.size > 0 and not result.constant[0]
    return [
        RaterAgreement(
            units=int(n[i]),
            alpha=float(1 - distance[i] / n[i] / result.expected[0]) if defined else None,
            equal=float(equal[i] / n[i]),
            difference=float(difference[i] / n[i]),
        )
        if n[i]
        else RaterAgreement(0, None, None, None)
        for i in range(pairs.n_raters)
    ]


def coincidences(ratings: Ratings | ArrayLike) -> tuple[Floats, Floats]:
    """Return the distinct pairable values (V,) in ascending order and their coincidences (V, V).

    o_ck = Σ_u (number of ordered pairs c–k in unit u) / (m_u − 1). The matrix is symmetric, and its
    sum is the number of pairable ratings. Source: Krippendorff (2019), chapter 12.
    """
    pairs = _Pairable(as_ratings(ratings))
    values, codes = np.unique(pairs.values, return_inverse=True)
    counts = np.zeros((pairs.n_units, values.size))
    np.add.at(counts, (pairs.units, codes), 1.0)
    weighted = counts / np.maximum(pairs.m - 1, 1)[:, None]
    matrix = counts.T @ weighted
    # The product also counts each rating paired with itself. These pairs are removed from the
    # diagonal.
    matrix[np.diag_indices(values.size)] -= weighted.sum(axis=0)
    return values, matrix


def cohen_kappa(first: ArrayLike, second: ArrayLike) -> Estimate:
    """Return Cohen's κ of two raters' nominal values, shape (n,) each, NaN for missing.

    κ = (p_o − p_e) / (1 − p_e) over the units that both rated; se = √(p_o (1 − p_o) / n) / (1 −
    p_e), the large-sample form. The value is None, with a reason, if there are no such units, or if
    both raters gave one and the same value to all of them. Source: Cohen, Educational and
    Psychological Measurement 20 (1960).
    """
    a, b = _rated_by_both(first, second)
    n = int(a.size)
    if n == 0:
        return Estimate(None, None, 0, NOT_SHARED)
    # Both raters' values get codes from one list, so that equal codes mean equal values.
    values, codes = np.unique(np.concatenate([a, b]), return_inverse=True)
    share_a = np.bincount(codes[:n], minlength=values.size) / n
    share_b = np.bincount(codes[n:], minlength=values.size) / n
    observed = float((codes[:n] == codes[n:]).mean())
    expected = float(share_a @ share_b)
    if values.size == 1:
        return Estimate(None, None, n, SAME_VALUE)
    se = float(np.sqrt(observed * (1 - observed) / n) / (1 - expected))
    return Estimate((observed - expected) / (1 - expected), se, n)


def weighted_kappa(first: ArrayLike, second: ArrayLike, weights: Weights) -> Estimate:
    """Return Cohen's weighted κ of two raters' values, shape (n,) each, NaN for missing.

    κ_w = 1 − D_o / D_e over the units that both rated. D_o is the mean of the distance d, which is
    1 for different values (“none”, which gives Cohen's κ), |x − y| (“linear”) or (x − y)²
    (“quadratic”); D_e is the mean of d over all pairs of a value of one rater and a value of the
    other. No standard error is computed. The value is None, with a reason, if there are no such
    units, or if both raters gave one and the same value to all of them. Source: Cohen,
    Psychological Bulletin 70 (1968).
    """
    a, b = _rated_by_both(first, second)
    if not a.size:
        return Estimate(None, None, 0, NOT_SHARED)
    (left, share_a), (right, share_b) = (np.unique(x, return_counts=True) for x in (a, b))
    expected = float(share_a @ _apart(left[:, None], right[None, :], weights) @ share_b)
    if expected == 0:
        return Estimate(None, None, int(a.size), SAME_VALUE)
    # `expected` is a sum over n² pairs and `observed` a sum over n, so one factor n remains.
    observed = float(_apart(a, b, weights).sum())
    return Estimate(1 - observed * a.size / expected, None, int(a.size))


def _rated_by_both(first: ArrayLike, second: ArrayLike) -> tuple[Floats, Floats]:
    """Return both raters' values of the units that both rated. Raises ValueError for the shape."""
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if a.shape != b.shape or a.ndim != 1:
        raise ValueError(msg("two lists of the same length are needed"))
    both = ~(np.isnan(a) | np.isnan(b))
    return a[both], b[both]


def _apart(x: Floats, y: Floats, weights: Weights) -> Floats:
    """Return the distance of each pair of values."""
    if weights == "none":
        return np.asarray(x != y, dtype=np.float64)
    return np.asarray(np.abs(x - y) if weights == "linear" else (x - y) ** 2)


def equal_pairs(ratings: Ratings | ArrayLike) -> tuple[Estimate, Floats]:
    """Return observed agreement: the mean over units of the share of equal pairs of ratings.

    The mean is from 0 to 1, with its standard error over the units with two or more ratings. The
    second value is the share of each unit, shape (n_units,), NaN for the other units. Source: P̄ in
    Fleiss, Psychological Bulletin 76 (1971).
    """
    table = as_ratings(ratings)
    pairs = _Pairable(table)
    shares = np.full(pairs.n_units, np.nan)
    some = pairs.m > 0
    sums = np.bincount(pairs.units, pairs.same() - 1, pairs.n_units)
    shares[some] = sums[some] / (pairs.m[some] * (pairs.m[some] - 1))
    result = mean_and_se(shares[some])
    return (result if some.any() else Estimate(None, None, 0, NO_PAIRS)), shares


def unit_distances(ratings: Ratings | ArrayLike, level: Level) -> Floats:
    """Return how different the ratings of each unit are, relative to chance.

    This is the mean distance δ² over the unit's pairs, divided by D_e: at 1, the ratings differ as
    much as any two pairable ratings on average. The mean over units, weighted by their numbers of
    ratings, is 1 − α. Shape (n_units,), ≥ 0; NaN for units with fewer than two ratings, and for all
    units if α is 0/0. Source: Krippendorff (2019), chapter 12, unit by unit.
    """
    pairs = _Pairable(as_ratings(ratings))
    distances = np.full(pairs.n_units, np.nan)
    if pairs.values.size:
        result = _Distances(pairs, np.zeros(pairs.n_units, dtype=np.int64), 1, level)
        some = pairs.m > 0
        if result.constant[0]:
            return distances
        sums = np.bincount(pairs.units, result.to_others(), pairs.n_units)
        means = sums[some] / (pairs.m[some] * (pairs.m[some] - 1))
        distances[some] = means / result.expected[0]
    return distances


def as_ratings(ratings: Ratings | ArrayLike) -> Ratings:
    return ratings if isinstance(ratings, Ratings) else Ratings.from_matrix(ratings)


class _Pairable:
    """The pairable ratings.

    `m`: number of ratings per unit; 0 for units with fewer than two
    """

    def __init__(self, table: Ratings) -> None:
        counts = table.counts()
        keep = counts[table.units] >= 2
        self.raters, self.units = table.raters[keep], table.units[keep]
        self.values = table.values[keep]
        self.n_raters, self.n_units = table.n_raters, table.n_units
        self.m = np.where(counts >= 2, counts, 0)

    def same(self) -> Ints:
        """Return the number of ratings of the same unit with the same value, for each rating.

        The rating itself is included.
        """
        _, codes = np.unique(self.values, return_inverse=True)
        return _same_count(self.units, codes)

    def absolute(self) -> Floats:
        """Return Σ_j |x_i − x_j| over the ratings of the same unit, for each rating."""
        # Sorted within each unit, the sum follows from prefix sums: N log N instead of all pairs.
        mean = _unit_means(self, self.values)
        x = self.values - mean[self.units]
        order = np.lexsort((x, self.units))
        x, units = x[order], self.units[order]
        starts = np.cumsum(self.m) - self.m
        rank = np.arange(x.size) - starts[units]
        before = np.cumsum(x) - x
        before = before - before[starts[units]]
        # The centred values of a unit sum to 0, so the sum of those after x is −before − x.
        sums = x * rank - before + (-before - x) - x * (self.m[units] - 1 - rank)
        # Back to the order of the ratings.
        result = np.empty(x.size)
        result[order] = sums
        return result


class _Distances:
    """Observed and expected distances per group, as arrays of shape (n_groups,).

    `n`: number of pairable ratings
    `constant`: True if there are pairable ratings and all of them are equal
    """

    def __init__(self, pairs: _Pairable, group_of: Ints, n_groups: int, level: Level) -> None:
        self._pairs, self._level = pairs, level
        groups = group_of[pairs.units]
        self.n = np.bincount(groups, minlength=n_groups)
        # Minimum and maximum are compared because this is exact, unlike a computed variance of 0.
        low, high = np.full(n_groups, np.inf), np.full(n_groups, -np.inf)
        np.minimum.at(low, groups, pairs.values)
        np.maximum.at(high, groups, pairs.values)
        self.constant = (self.n > 0) & (low == high)
        if level == "nominal":
            _, self._codes = np.unique(pairs.values, return_inverse=True)
            total = self.n[groups] - _same_count(groups, self._codes)
            pair_sums = np.bincount(groups, total, n_groups)
        elif level in ("ordinal", "interval"):
            values = pairs.values
            self._positions = values if level == "interval" else _mid_ranks(values, groups)
            means = np.bincount(groups, self._positions, n_groups) / np.maximum(self.n, 1)
            squares = (self._positions - means[groups]) ** 2
            pair_sums = 2 * self.n * np.bincount(groups, squares, n_groups)
        else:
            raise ValueError(msg("unknown level {level}", level=f"{level!r}"))
        some = np.maximum(self.n, 2)
        self.expected = pair_sums / (some * (some - 1))
        others = np.maximum(pairs.m[pairs.units] - 1, 1)
        weighted = np.bincount(groups, self.to_others() / others, n_groups)
        self.observed = weighted / np.maximum(self.n, 1)

    def to_others(self) -> Floats:
        """Return Σ_j δ²(x_i, x_j) over the ratings of the same unit, for each rating."""
        pairs = self._pairs
        m = pairs.m[pairs.units]
        if self._level == "nominal":
            return (m - _same_count(pairs.units, self._codes)).astype(np.float64)
        # Σ_j (x_i − x_j)² = m (x_i − x̄)² + Σ_j (x_j − x̄)².
        squares = (self._positions - _unit_means(pairs, self._positions)[pairs.units]) ** 2
        within = np.bincount(pairs.units, squares, pairs.n_units)
        return np.asarray(m * squares + within[pairs.units])

    def alphas(self) -> Floats:
        """Return 1 − D_o / D_e per group; NaN without pairs, or if all values are equal."""
        values = np.full(self.n.size, np.nan)
        defined = (self.n > 0) & ~self.constant
        values[defined] = 1 - self.observed[defined] / self.expected[defined]
        return values


def _unit_means(pairs: _Pairable, values: Floats) -> Floats:
    """Return the mean value of each unit, 0 for units without pairable ratings."""
    return np.bincount(pairs.units, values, pairs.n_units) / np.maximum(pairs.m, 1)


def _same_count(places: Ints, codes: Ints) -> Ints:
    """Return, for each entry, the number of entries with the same place and the same code."""
    n_codes = int(codes.max()) + 1 if codes.size else 1
    keys = places * n_codes + codes
    # Counting is faster than sorting, but only while the table of counts is not mostly empty.
    if keys.size and int(keys.max()) <= 16 * keys.size:
        return np.asarray(np.bincount(keys)[keys])
    _, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return np.asarray(counts[inverse])


def _mid_ranks(values: Floats, groups: Ints) -> Floats:
    """Return positions whose squared differences within a group are ordinal distances."""
    order = np.lexsort((values, groups))
    v, g = values[order], groups[order]
    starts = np.ones(v.size, dtype=bool)
    starts[1:] = (v[1:] != v[:-1]) | (g[1:] != g[:-1])
    run = np.cumsum(starts) - 1
    positions = np.empty(v.size)
    positions[order] = (np.flatnonzero(starts) + np.bincount(run) / 2)[run] if v.size else 0
    return positions
