"""Comparisons of two answers: wins, ties, majority votes, and win rates at equal length.

Source of the win rates at equal length: Dubois et al., Length-Controlled AlpacaEval (2024), for one
pair of models at a time and without the term for the difficulty of an instruction, which requires
comparisons of many models.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from desktop_app.core.messages import msg
from desktop_app.stats.estimates import NO_VALUES, Estimate, Floats, clustered_mean, mean_and_se
from desktop_app.stats.intervals import ONE_UNIT, wilson_interval

NO_COMPARISON = msg("nothing was compared")


@dataclass(frozen=True)
class Outcomes:
    """The numbers of wins, ties and losses of the second of two answers."""

    win: int = 0
    tie: int = 0
    lose: int = 0

    @property
    def n(self) -> int:
        """The number of comparisons."""
        return self.win + self.tie + self.lose

    def win_rate(self) -> Estimate:
        """Return (W + T/2) / (W + T + L), from 0 to 1, with its standard error over instances.

        Source: the CnR paper, section 5.
        """
        if not self.n:
            return Estimate(None, None, 0, NO_COMPARISON)
        values = np.repeat([1.0, 0.5, 0.0], [self.win, self.tie, self.lose])
        return mean_and_se(values)

    def to_json(
        self, clusters: Sequence[Hashable] | None = None, values: Sequence[float] = ()
    ) -> dict[str, Any]:
        """Return {"win", "tie", "lose", "win_rate", "se", "ci", "n"}, and perhaps "why".

        `clusters`: the cluster of each instance, such as its pair; by default, each instance is a
            cluster
        `values`: with `clusters`, the value of each instance: 1, ½ or 0

        The standard error allows for dependence within clusters. `ci` is Wilson's 95 % interval for
        as many independent trials as there are clusters. “why” is the reason for a missing figure.
        """
        rate = self.win_rate() if clusters is None else clustered_mean(values, clusters)
        # Conservative, because the instances of one cluster count as a single trial.
        trials = self.n if clusters is None else len(set(clusters))
        ci = None if rate.value is None else wilson_interval(rate.value * trials, trials)
        result = {
            "win": self.win,
            "tie": self.tie,
            "lose": self.lose,
            "win_rate": rate.value,
            "se": rate.se,
            "ci": None if ci is None else list(ci),
            "n": self.n,
        }
        return result if rate.value is not None and rate.se is not None else {
            **result, "why": NO_COMPARISON if rate.value is None else rate.why
        }  # fmt: skip

    def of_first(self) -> Outcomes:
        """Return the same outcomes from the point of view of the first answer."""
        return Outcomes(self.lose, self.tie, self.win)

    def __add__(self, other: Outcomes) -> Outcomes:
        return Outcomes(self.win + other.win, self.tie + other.tie, self.lose + other.lose)


def of_scores(scores: Iterable[tuple[float, float]]) -> Outcomes:
    """Return the outcomes of comparisons by score: the higher score wins, equal scores tie."""
    signs = Counter((second > first) - (second < first) for first, second in scores)
    return Outcomes(signs[1], signs[0], signs[-1])


def of_each(scores: Iterable[tuple[float, float]]) -> list[float]:
    """Return each comparison's value for the second answer: 1 for a win, ½ for a tie, else 0."""
    return [((second > first) - (second < first) + 1) / 2 for first, second in scores]


def of_labels(labels: Iterable[int]) -> Outcomes:
    """Return the outcomes of votes: 2 for the second answer, 1 for the first, 0 for a tie."""
    times = Counter(labels)
    return Outcomes(times[2], times[0], times[1])


Needed = int | tuple[int, int] | None


def majority_label(votes: Sequence[int], needed: Needed = None) -> int | None:
    """Return the vote that enough voters gave, or None.

    `needed`: how many voters must agree, or (how many, of at least how many voters); by default,
        more than half of the voters (3 of 5, 2 of 3), and at least two, because one vote is not a
        majority
    """
    if not votes:
        return None
    label, times = Counter(votes).most_common(1)[0]
    if needed is None:
        enough = times > 1 and 2 * times > len(votes)
    else:
        least, voters = needed if isinstance(needed, tuple) else (needed, 0)
        enough = times >= least and len(votes) >= voters
    # With a low `needed`, two labels may both have enough votes. In this case there is no majority.
    rivals = sum(other == times for other in Counter(votes).values())
    return label if enough and rivals == 1 else None


# Win rates at equal length: the preference of a judge if both outputs had the same length.

ALL_ALIKE = msg("all verdicts are the same: the regression gives no interval")
ONE_DIFFERENCE = msg(
    "all comparisons have the same difference in length: its effect cannot be "
    "separated from quality"
)
# Ridge penalty of the length term only. In simulations with a judge that considers only length, a
# penalty of 0.01 gives intervals that contain ½ less often (.87 at 50 examples, .90 with 0.1), and
# a penalty of 1 is biased (.54 at 1,000 examples, .51 with 0.1).
RIDGE = 0.1
# The 97.5th percentile of the standard normal distribution.
_Z = 1.959963984540054
# Newton's method takes only a few steps; the limit is a safeguard.
_MOST_STEPS = 100
_CLOSE = 1e-10


@dataclass(frozen=True)
class LengthControlled:
    """A win rate predicted for outputs of equal length.

    `value`: from 0 to 1; None if undefined
    `low`, `high`: ends of the 95 % interval; None if undefined
    `effect`: coefficient of the length term; > 0: the longer output is preferred
    `extrapolated`: whether the output of one side was longer in all comparisons, so that equal
        lengths lie outside the data
    `n`, `units`: number of comparisons, and of the units (examples) to which they belong
    `why`: the reason for a None, else empty
    """

    value: float | None
    low: float | None
    high: float | None
    effect: float | None
    extrapolated: bool
    n: int
    units: int
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON data, with "why" if a field is null.

        The keys are "value", "ci", "n", "units", "length_effect" and "extrapolated".
        """
        result: dict[str, Any] = {
            "value": self.value,
            "ci": None if self.low is None else [self.low, self.high],
            "n": self.n,
            "units": self.units,
            "length_effect": self.effect,
            "extrapolated": self.extrapolated,
        }
        return {**result, "why": self.why} if self.why else result


def length_controlled(
    by_unit: Mapping[Any, Sequence[tuple[float, float]]],
) -> LengthControlled:
    """Return the win rate that a logistic regression predicts for outputs of equal length.

    `by_unit`: (won, difference) of each comparison, by unit. `won` is 1 for a win, ½ for a tie, 0
        for a loss; `difference` is the own length minus that of the other output

    P(win) = σ(θ + φ · tanh(difference / s)), with s the standard deviation of the differences; the
    rate is σ(θ). A tie counts as half a win and half a loss. θ is not penalised: if the lengths do
    not differ, the rate is the plain win rate, and swapping the two models gives one minus the
    rate. φ has a ridge penalty (RIDGE / 2 · φ²), so that it stays finite if the longer output
    always wins.

    The interval is σ(θ ± 1.96 se). se² comes from the sandwich estimator with the units as
    clusters, times units / (units − 1), because both orders of a pair are not independent (Liang
    and Zeger, Biometrika 73, 1986). If the variance of independent comparisons is larger, it is
    used instead.
    """
    instances = [(won, gap, unit) for unit, own in enumerate(by_unit.values()) for won, gap in own]
    n, units = len(instances), len({unit for _, _, unit in instances})
    if not n:
        return LengthControlled(None, None, None, None, False, 0, 0, NO_VALUES)
    won = np.array([one[0] for one in instances], np.float64)
    gaps = np.array([one[1] for one in instances], np.float64)
    clusters = np.array([one[2] for one in instances], np.int64)
    extrapolated = bool((gaps > 0).all() or (gaps < 0).all())
    # If all differences are equal, θ and φ cannot be distinguished.
    if (gaps == gaps[0]).all() and gaps[0] != 0.0:
        return LengthControlled(None, None, None, None, extrapolated, n, units, ONE_DIFFERENCE)
    spread = float(gaps.std(ddof=1)) if gaps.any() else 1.0
    terms = np.tanh(gaps / spread)
    rate = float(won.mean())
    if rate in (0.0, 1.0):
        # θ has no finite estimate here, but the limit of σ(θ) is the rate itself.
        return LengthControlled(rate, None, None, None, extrapolated, n, units, ALL_ALIKE)
    theta, phi = _fit(won, terms)
    value = _logistic(theta)
    if units == 1:
        return LengthControlled(value, None, None, phi, extrapolated, n, units, ONE_UNIT)
    reach = _Z * _error(won, terms, clusters, (theta, phi))
    low, high = _logistic(theta - reach), _logistic(theta + reach)
    return LengthControlled(value, low, high, phi, extrapolated, n, units)


def _fit(won: Floats, terms: Floats) -> tuple[float, float]:
    """Return θ and φ of the penalised maximum likelihood, by Newton's method.

    The objective is strictly concave, and steps that overshoot are halved, so the method converges.
    """
    rate = float(won.mean())
    # Start at the plain win rate, without an effect of length.
    place = np.array([math.log(rate / (1 - rate)), 0.0])
    best = _likelihood(won, terms, place)
    for _ in range(_MOST_STEPS):
        expected = _probabilities(terms, place)
        # The penalty applies to φ only.
        slope = _slopes(won - expected, terms).sum(axis=0) - np.array([0.0, RIDGE * place[1]])
        step = np.linalg.solve(_information(expected, terms), slope)
        size = 1.0
        while size > _CLOSE and _likelihood(won, terms, place + size * step) < best:
            size /= 2
        if size <= _CLOSE:
            # No step improves the likelihood in floating point.
            break
        place = place + size * step
        best = _likelihood(won, terms, place)
        if float(np.abs(step).max()) < _CLOSE:
            break
    return float(place[0]), float(place[1])


def _error(won: Floats, terms: Floats, clusters: np.ndarray, fitted: tuple[float, float]) -> float:
    """Return the standard error of θ, clustered by unit."""
    expected = _probabilities(terms, np.array(fitted))
    slopes = _slopes(won - expected, terms)
    names, places = np.unique(clusters, return_inverse=True)
    # The scores of the comparisons of each unit are summed, which makes the variance clustered.
    sums = np.zeros((names.size, 2))
    np.add.at(sums, places, slopes)
    bread = np.linalg.inv(_information(expected, terms))
    variance = bread @ (sums.T @ sums) @ bread * names.size / (names.size - 1)
    # With few wins, the sandwich estimate is far too small, because the regression fits them
    # closely.
    return math.sqrt(max(float(variance[0, 0]), float(bread[0, 0])))


def _probabilities(terms: Floats, place: Floats) -> Floats:
    """Return the probability of a win for each comparison, given (θ, φ)."""
    # tanh does not overflow, however large θ and φ are.
    return np.asarray(0.5 * (1 + np.tanh((place[0] + place[1] * terms) / 2)))


def _likelihood(won: Floats, terms: Floats, place: Floats) -> float:
    """Return the penalised log-likelihood of (θ, φ)."""
    scores = place[0] + place[1] * terms
    fit = won * scores - np.logaddexp(0.0, scores)
    return float(fit.sum()) - RIDGE / 2 * float(place[1]) ** 2


def _slopes(residuals: Floats, terms: Floats) -> Floats:
    """Return the score (gradient) of each comparison, shape (n, 2)."""
    return np.column_stack([residuals, residuals * terms])


def _information(expected: Floats, terms: Floats) -> Floats:
    """Return the penalised Fisher information matrix, shape (2, 2)."""
    weights = expected * (1 - expected)
    cross = float((weights * terms).sum())
    return np.array(
        [[float(weights.sum()), cross], [cross, float((weights * terms**2).sum()) + RIDGE]]
    )


def _logistic(value: float) -> float:
    """Return σ(value), without overflow."""
    return 0.5 * (1 + math.tanh(value / 2))
