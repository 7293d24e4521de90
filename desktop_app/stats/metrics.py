"""Agreement of automatic ratings with human ratings.

Source: riSum, sections 4.1, 4.2 and 5.2, tables 4 and 5; Hanley and McNeil, Radiology 143 (1982).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from desktop_app.core.messages import msg
from desktop_app.stats.aggregation import DEFAULT_RUNS, Ties
from desktop_app.stats.estimates import Estimate, Floats, Ints, mean_and_se
from desktop_app.stats.intervals import Resamples

ONE_CLASS = msg("all labels are equal")
NO_GROUP = msg("no group with two answers, a varying human mean and metric values")
CONSTANT = msg("people's means or the metric's values do not vary")
CONSTANT_IN_GROUPS = msg("the method rated all answers of each group equally")
# Fewest groups for resamples of groups. A percentile interval of a mean over few groups is too
# narrow: in simulations with normally distributed values, the 95 % interval contains the true mean
# in 75 % of studies of 3 groups, 84 % of 5, 90 % of 10 and 93 % of 20, and p-values below 0.05 are
# as much too frequent. `test_method_comparison.py` repeats the simulation.
FEWEST_GROUPS = 10
FEW_GROUPS = msg("fewer than {groups} groups cannot be resampled by group", groups=FEWEST_GROUPS)
FEW_DRAWS = msg("hardly any resample has varying values")
# Maximum number of random numbers drawn at a time, to limit memory.
_CHUNK = 4_000_000


@dataclass(frozen=True)
class TauDistance:
    """Kendall's distance per group, averaged.

    `distance`: mean of (1 − τ_b) / 2 over groups, from 0 to 1, smaller is closer; se with n − 1
    `excluded`: number of groups left out because all their human means are equal
    `constant`: number of groups whose metric is constant: they count with τ_b = 0, distance 0.5
    `incomplete`: number of groups left out because fewer than two units have both values
    """

    distance: Estimate
    excluded: int
    constant: int
    incomplete: int


@dataclass(frozen=True)
class Winners:
    """Agreement between a metric and people on the best units of each group.

    `perfect`: share of groups whose sets of winners are equal, from 0 to 1
    `disagreement`: share of groups whose sets of winners are disjoint, from 0 to 1
    `own_family`: share of the groups with disjoint winners in which the metric's winners include
        a member of its own family; None without a family or without such groups
    `groups`: number of groups with at least two units that have a metric value and people's value
    `disagreements`: number of groups with disjoint winners
    """

    perfect: float | None
    disagreement: float | None
    own_family: float | None
    groups: int
    disagreements: int


@dataclass(frozen=True)
class PearsonErrors:
    """Valid standard errors of a Pearson distance, in addition to the one that riSum prints.

    `textbook`: √((1 − r²) / (n − 2)), for independent units; None if undefined
    `bootstrap`: standard deviation (n − 1) of r over resamples of groups; None if undefined
    `groups`: number of groups that were resampled
    `why`: the reason for a None, else empty
    """

    textbook: float | None
    bootstrap: float | None
    groups: int
    why: str = ""


def hanley_mcneil(area: float, positives: float, negatives: float) -> float:
    """Return the standard error of an area under the ROC curve.

    √([A(1−A) + (n₁−1)(Q₁−A²) + (n₀−1)(Q₂−A²)] / (n₁ n₀)), Q₁ = A/(2−A), Q₂ = 2A²/(1+A), with the
    area A from 0 to 1, and the numbers of positives n₁ and of negatives n₀, both > 0. Source:
    Hanley and McNeil (1982).
    """
    square = area * area
    variance = (
        area * (1 - area)
        + (positives - 1) * (area / (2 - area) - square)
        + (negatives - 1) * (2 * square / (1 + area) - square)
    ) / (positives * negatives)
    return float(np.sqrt(max(variance, 0.0)))


def auc_roc(
    scores: ArrayLike,
    labels: Sequence[Ties],
    *,
    runs: int = DEFAULT_RUNS,
    rng: np.random.Generator,
) -> Estimate:
    """Return the area under the ROC curve of `scores` for binary labels.

    `scores`: shape (n,), finite
    `labels`: per unit (1.0,) for Yes, (0.0,) for No, (0.0, 1.0) for a tied vote
    `runs`: number of simulated tie-breaks

    A = P(score of a Yes > score of a No) + ½ P(equal scores). For two classes, this equals the
    macro average over classes. Tied votes are broken at random, and the mean over the runs is
    returned; runs in which one class is empty do not count. The standard error is that of Hanley
    and McNeil, with the mean numbers of labels. Raises ValueError unless there is one score per
    label. Source: riSum, section 4.1.
    """
    values = np.asarray(scores, dtype=np.float64)
    n = len(labels)
    if values.shape != (n,):
        raise ValueError(msg("one score per label is needed"))
    if n == 0:
        return Estimate(None, None, 0, msg("no item has both a label and a value"))
    # The area follows from the rank sum of the positives (Mann–Whitney U), so each run needs only
    # the sum over the tied votes.
    ranks = mid_ranks(values)
    tied = np.array([len(options) == 2 for options in labels])
    yes = np.array([options == (1.0,) for options in labels])
    open_ranks = ranks[tied]
    fixed_sum, fixed_yes = float(ranks[yes].sum()), int(yes.sum())
    areas = []
    per_chunk = max(1, _CHUNK // max(1, open_ranks.size))
    # Without tied votes, all runs are equal, so one is enough.
    left = runs if open_ranks.size else 1
    while left > 0:
        size = min(left, per_chunk)
        coins = rng.random((size, open_ranks.size)) < 0.5
        positives = fixed_yes + coins.sum(axis=1)
        rank_sums = fixed_sum + coins @ open_ranks
        usable = (positives > 0) & (positives < n)
        n1 = positives[usable].astype(np.float64)
        areas.append((rank_sums[usable] - n1 * (n1 + 1) / 2) / (n1 * (n - n1)))
        left -= size
    result = np.concatenate(areas)
    if not result.size:
        return Estimate(None, None, n, ONE_CLASS)
    area = float(result.mean())
    expected_yes = fixed_yes + open_ranks.size / 2
    return Estimate(area, hanley_mcneil(area, expected_yes, n - expected_yes), n)


def pearson_distance(human: ArrayLike, metric: ArrayLike) -> Estimate:
    """Return 1 − |r| over all units, from 0 to 1; smaller is closer.

    se = √((1 − d²) / (n − 2)) reproduces the standard errors printed in riSum. It uses the distance
    d instead of r, so it is too small for weak correlations and too large for strong ones: see
    `pearson_errors`. The value is None, with a reason, if there are fewer than two units or if
    either side is constant. Source: riSum, section 4.2.
    """
    x, y = np.asarray(human, dtype=np.float64), np.asarray(metric, dtype=np.float64)
    n = int(x.size)
    if n < 2:
        return Estimate(None, None, n, msg("fewer than two items have both values"))
    if np.all(x == x[0]) or np.all(y == y[0]):
        return Estimate(None, None, n, CONSTANT)
    dx, dy = _centred(x), _centred(y)
    r = float((dx @ dy) / np.sqrt((dx @ dx) * (dy @ dy)))
    distance = 1 - min(abs(r), 1.0)
    if n == 2:
        return Estimate(distance, None, n, msg("a standard error needs at least three items"))
    return Estimate(distance, float(np.sqrt((1 - distance**2) / (n - 2))), n)


def correlation_sign(human: ArrayLike, metric: ArrayLike) -> float:
    """Return 1 or −1, the sign of Pearson's r of two sides of which neither is constant."""
    x, y = np.asarray(human, dtype=np.float64), np.asarray(metric, dtype=np.float64)
    return 1.0 if _centred(x) @ _centred(y) >= 0 else -1.0


def pearson_errors(
    human: ArrayLike, metric: ArrayLike, groups: ArrayLike, resamples: Resamples
) -> PearsonErrors:
    """Return the textbook and the bootstrap standard error of `pearson_distance`.

    `human`, `metric`: value per unit, shape (n,), finite
    `groups`: group of each unit, shape (n,), integers ≥ 0

    The bootstrap draws groups with all their units, because ratings of answers to one instruction
    are similar. It gives the spread of r, not of |r|: if r is near 0, the absolute value would hide
    half of the spread. Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993),
    chapter 6.
    """
    x, y = np.asarray(human, dtype=np.float64), np.asarray(metric, dtype=np.float64)
    g = np.unique(np.asarray(groups, dtype=np.int64), return_inverse=True)[1]
    n_groups = int(g.max()) + 1 if g.size else 0
    distance = pearson_distance(x, y)
    if distance.value is None or distance.se is None:
        return PearsonErrors(None, None, n_groups, distance.why)
    r = 1 - distance.value
    textbook = float(np.sqrt((1 - r * r) / (x.size - 2)))
    if n_groups < FEWEST_GROUPS:
        return PearsonErrors(textbook, None, n_groups, FEW_GROUPS)
    drawn = drawn_correlations(x, y, g, resamples)
    drawn = drawn[~np.isnan(drawn)]
    if drawn.size < 2:
        return PearsonErrors(textbook, None, n_groups, FEW_DRAWS)
    return PearsonErrors(textbook, float(drawn.std(ddof=1)), n_groups)


def drawn_correlations(
    human: ArrayLike, metric: ArrayLike, groups: ArrayLike, resamples: Resamples
) -> Floats:
    """Return Pearson's r of each resample of groups, shape (runs,); NaN where it is undefined.

    `human`, `metric`: value per unit, shape (n,), finite, neither all equal
    `groups`: group of each unit, shape (n,), integers ≥ 0, at least two different ones
    """
    dx = _centred(np.asarray(human, dtype=np.float64))
    dy = _centred(np.asarray(metric, dtype=np.float64))
    g = np.unique(np.asarray(groups, dtype=np.int64), return_inverse=True)[1]
    # r of a resample follows from five sums per group, so no unit is copied.
    products = (dx, dy, dx * dx, dy * dy, dx * dy)
    sums = [np.bincount(g, product).astype(np.float64) for product in products]
    sizes = np.bincount(g).astype(np.float64)
    mx, my, mxx, myy, mxy = resamples.means(np.column_stack(sums), sizes).T
    vx, vy = mxx - mx * mx, myy - my * my
    # Because of rounding, the result is about 1e-17 if all drawn values are equal.
    varies = (vx > 1e-12) & (vy > 1e-12)
    scale = np.sqrt(np.where(varies, vx * vy, 1.0))
    return np.asarray(np.where(varies, (mxy - mx * my) / scale, np.nan))


def drawn_areas(
    scores: ArrayLike, labels: Sequence[Ties], groups: ArrayLike, resamples: Resamples
) -> Floats:
    """Return the area under the ROC curve of each resample of groups, shape (runs,).

    `scores`, `labels`: as for `auc_roc`; a tied vote counts half as Yes and half as No
    `groups`: group of each unit, shape (n,), integers ≥ 0

    NaN where all drawn labels are equal.
    """
    won, yes, no = _won_pairs(np.asarray(scores, dtype=np.float64), labels, groups)
    areas = []
    for weights in resamples.blocks(yes.size, beside=3 * yes.size):
        pairs = (weights @ yes) * (weights @ no)
        drawn = ((weights @ won) * weights).sum(axis=1)
        areas.append(np.where(pairs > 0, drawn / np.where(pairs > 0, pairs, 1.0), np.nan))
    return np.concatenate(areas)


def _won_pairs(
    values: Floats, labels: Sequence[Ties], groups: ArrayLike
) -> tuple[Floats, Floats, Floats]:
    """Return how many pairs of a Yes and a No each pair of groups has in the right order.

    The first array has shape (groups of the Yes, groups of the No); equal scores count half. The
    others have the numbers of Yes and of No of each group. A resample weights groups, so that no
    unit is copied.
    """
    g = np.unique(np.asarray(groups, dtype=np.int64), return_inverse=True)[1]
    n_groups = int(g.max()) + 1 if g.size else 0
    order = np.argsort(values, kind="stable")
    ordered, of_unit = values[order], g[order]
    yes = np.array([sum(label) / len(label) for label in labels])[order]
    # Units with equal scores are neighbours: from `first` to just before `last`.
    first = np.searchsorted(ordered, ordered, "left")
    last = np.searchsorted(ordered, ordered, "right")
    by_group = np.argsort(of_unit, kind="stable")
    starts = np.searchsorted(of_unit[by_group], np.arange(n_groups))
    won = np.zeros((n_groups, n_groups))
    columns = max(1, _CHUNK // max(1, values.size))
    for start in range(0, n_groups, columns):
        # Number of No of each group among the units before each place.
        block = np.arange(start, min(start + columns, n_groups))
        negative = np.where(of_unit[:, None] == block, (1 - yes)[:, None], 0.0)
        before = np.zeros((values.size + 1, block.size))
        np.cumsum(negative, axis=0, out=before[1:])
        below = yes[:, None] * (before[first] + before[last]) / 2
        won[:, block] = np.add.reduceat(below[by_group], starts, axis=0)
    yes_of = np.bincount(of_unit, yes, n_groups).astype(np.float64)
    no_of = np.bincount(of_unit, 1 - yes, n_groups).astype(np.float64)
    return won, yes_of, no_of


def _centred(values: Floats) -> Floats:
    """Return values (not all equal) minus their mean, scaled to at most 1.

    They are scaled (exactly, by a power of two) before the subtraction, so that sums of huge values
    do not overflow, and again after it, so that squares of tiny differences do not vanish.
    """
    scaled = np.ldexp(values, -np.frexp(np.abs(values).max())[1])
    left = scaled - scaled.mean()
    return np.asarray(left / np.abs(left).max(), dtype=np.float64)


def tau_distance(human: ArrayLike, metric: ArrayLike, groups: ArrayLike) -> TauDistance:
    """Return Kendall's τ_b distance between people's means and a metric, averaged over groups.

    `human`, `metric`: value per unit, shape (n,), NaN for missing
    `groups`: group of each unit, shape (n,), integers ≥ 0

    τ_b = (C − D) / √((N − T_h)(N − T_m)), with the numbers of concordant pairs C, discordant pairs
    D, all pairs N, and pairs tied in people's means T_h or in the metric T_m. Source: riSum,
    section 4.2; Kendall, Biometrika 33 (1945).
    """
    distances, counts = _distances(human, metric, groups)
    distance = mean_and_se(distances)
    if not distance.n:
        distance = Estimate(None, None, 0, NO_GROUP)
    # A distance of exactly 0.5 with an error of 0 would look like a measurement.
    elif counts[1] == distance.n:
        distance = Estimate(None, None, distance.n, CONSTANT_IN_GROUPS)
    return TauDistance(distance, *counts)


def drawn_distances(
    human: ArrayLike, metric: ArrayLike, groups: ArrayLike, resamples: Resamples
) -> Floats:
    """Return the mean of `tau_distance` of each resample of groups, shape (runs,); else empty."""
    distances, _ = _distances(human, metric, groups)
    return resamples.means(distances, np.ones(distances.size)) if distances.size else distances


def _distances(
    human: ArrayLike, metric: ArrayLike, groups: ArrayLike
) -> tuple[Floats, tuple[int, int, int]]:
    """Return (1 − τ_b)/2 of each group in which it is defined, and three numbers of groups.

    These are those with equal human means, with a constant metric, and with fewer than two units.
    """
    h, m, g, n_groups = _complete(human, metric, groups)
    first, second = _pairs_within(g)
    signs_h, signs_m = _signs(h[first], h[second]), _signs(m[first], m[second])
    of_pair = g[first]
    concordance = np.bincount(of_pair, signs_h * signs_m, n_groups)
    untied_h = np.bincount(of_pair, signs_h != 0, n_groups)
    untied_m = np.bincount(of_pair, signs_m != 0, n_groups)
    n_pairs = np.bincount(of_pair, minlength=n_groups)
    # If people's means do not differ, there is no order to agree with.
    used = untied_h > 0
    scale = np.sqrt(untied_h[used] * untied_m[used])
    # A constant metric gives 0/0, which counts as τ_b = 0: neither agreement nor disagreement.
    tau = np.divide(concordance[used], scale, out=np.zeros(scale.size), where=scale > 0)
    excluded = int(((n_pairs > 0) & ~used).sum())
    constant = int((used & (untied_m == 0)).sum())
    return (1 - tau) / 2, (excluded, constant, int((n_pairs == 0).sum()))


def winners(
    human: ArrayLike, metric: ArrayLike, groups: ArrayLike, family: ArrayLike | None = None
) -> Winners:
    """Return how often people and a metric choose the same best units of a group.

    `family`: whether a unit is by the metric's own family, shape (n,); None if unknown

    Groups of constant values are included, and all their units win. Source: riSum, section 5.2,
    table 5.
    """
    h, m, g, n_groups = _complete(human, metric, groups)
    both = ~(np.isnan(np.asarray(human, float)) | np.isnan(np.asarray(metric, float)))
    win_h, win_m = _is_best(h, g, n_groups), _is_best(m, g, n_groups)
    in_one = np.bincount(g, win_h != win_m, n_groups) > 0
    in_both = np.bincount(g, win_h & win_m, n_groups) > 0
    used = np.bincount(g, minlength=n_groups) >= 2
    n = int(used.sum())
    if n == 0:
        return Winners(None, None, None, 0, 0)
    apart = used & ~in_both
    own = None
    if family is not None and apart.any():
        kin = np.asarray(family, dtype=bool)[both]
        own = float((np.bincount(g, win_m & kin, n_groups) > 0)[apart].mean())
    return Winners(
        perfect=float((used & ~in_one).sum() / n),
        disagreement=float(apart.sum() / n),
        own_family=own,
        groups=n,
        disagreements=int(apart.sum()),
    )


def mid_ranks(values: Floats) -> Floats:
    """Return ascending ranks from 1, same shape; equal values share the mean of their ranks."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse], dtype=np.float64)


def _complete(
    human: ArrayLike, metric: ArrayLike, groups: ArrayLike
) -> tuple[Floats, Floats, Ints, int]:
    """Return the units that have both values, and the number of groups.

    Raises ValueError if the shapes differ.
    """
    h, m = np.asarray(human, dtype=np.float64), np.asarray(metric, dtype=np.float64)
    g = np.asarray(groups, dtype=np.int64)
    if not h.shape == m.shape == g.shape:
        raise ValueError(msg("one human value, one metric value and one group per unit are needed"))
    both = ~(np.isnan(h) | np.isnan(m))
    return h[both], m[both], g[both], int(g.max()) + 1 if g.size else 0


def _pairs_within(groups: Ints) -> tuple[Ints, Ints]:
    """Return all pairs of units of the same group, as two index arrays."""
    # After sorting by group, units of one group are neighbours. Each step pairs units at one
    # distance, up to the size of the largest group.
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    first, second, step = [], [], 1
    while step < ordered.size:
        start = np.flatnonzero(ordered[step:] == ordered[:-step])
        if not start.size:
            break
        first.append(order[start])
        second.append(order[start + step])
        step += 1
    if not first:
        empty = np.zeros(0, dtype=np.int64)
        return empty, empty
    return np.concatenate(first), np.concatenate(second)


def _signs(one: Floats, other: Floats) -> Ints:
    """Return 1, 0 or −1 for each pair.

    The values are compared, because differences of huge values overflow.
    """
    return (one > other).astype(np.int64) - (one < other).astype(np.int64)


def _is_best(values: Floats, groups: Ints, n_groups: int) -> np.ndarray:
    """Return whether each unit has the best value of its group; several units may have it."""
    best = np.full(n_groups, -np.inf)
    np.maximum.at(best, groups, values)
    return np.asarray(values == best[groups])
