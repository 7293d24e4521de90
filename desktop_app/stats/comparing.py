"""Comparisons of two answers: wins, ties and majority votes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from desktop_app.core.messages import msg
from desktop_app.stats.estimates import Estimate, clustered_mean, mean_and_se
from desktop_app.stats.intervals import wilson_interval

NO_COMPARISON = msg("nothing was compared")


@dataclass(frozen=True)
class Outcomes:
    """How often the second of two answers won, tied and lost."""

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
