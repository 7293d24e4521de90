"""Comparisons of two answers: who won, how often, and what a majority of voters says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from desktop_app.stats.estimates import Estimate, mean_and_se

NO_COMPARISON = "nothing was compared"


@dataclass(frozen=True)
class Outcomes:
    """How often the second of two won, tied and lost."""

    win: int = 0
    tie: int = 0
    lose: int = 0

    @property
    def n(self) -> int:
        return self.win + self.tie + self.lose

    def win_rate(self) -> Estimate:
        """Return (W + T/2) / (W + T + L) in 0–1, with the standard error of that mean over
        instances. Source: the CnR paper, section 5."""
        if not self.n:
            return Estimate(None, None, 0, NO_COMPARISON)
        values = np.repeat([1.0, 0.5, 0.0], [self.win, self.tie, self.lose])
        return mean_and_se(values)

    def to_json(self) -> dict[str, Any]:
        """Return {"win", "tie", "lose", "win_rate", "se", "n"}, and "why" for a missing figure."""
        rate = self.win_rate()
        found = {
            "win": self.win,
            "tie": self.tie,
            "lose": self.lose,
            "win_rate": rate.value,
            "se": rate.se,
            "n": self.n,
        }
        return {**found, "why": rate.why} if rate.value is None else found

    def of_first(self) -> Outcomes:
        """Return the same comparisons as the first one sees them."""
        return Outcomes(self.lose, self.tie, self.win)

    def __add__(self, other: Outcomes) -> Outcomes:
        return Outcomes(self.win + other.win, self.tie + other.tie, self.lose + other.lose)


def of_scores(scores: Iterable[tuple[float, float]]) -> Outcomes:
    """Return the outcomes of comparisons by score; the higher one wins, equal ones tie."""
    signs = Counter((second > first) - (second < first) for first, second in scores)
    return Outcomes(signs[1], signs[0], signs[-1])


def of_labels(labels: Iterable[int]) -> Outcomes:
    """Return the outcomes of votes: 2 for the second, 1 for the first, 0 for a tie."""
    times = Counter(labels)
    return Outcomes(times[2], times[0], times[1])


def majority_label(votes: Sequence[int], needed: int | None = None) -> int | None:
    """Return the vote that enough voters gave, or None.

    needed  how many must agree; by default more than half of those who voted (3 of 5, 2 of 3)
    """
    if not votes:
        return None
    label, times = Counter(votes).most_common(1)[0]
    enough = times >= needed if needed is not None else 2 * times > len(votes)
    # With a low `needed`, two labels may both have enough: then there is no majority.
    rivals = sum(other == times for other in Counter(votes).values())
    return label if enough and rivals == 1 else None
