"""Intervals of the agreement of automatic ratings with people, and comparisons of raters.

The riSum paper states standard errors that assume independent items (table 4). Here, groups of
answers to one instruction are resampled, because their ratings are similar. Two methods are
compared on the items that both rated, in the same resamples (paired bootstrap), and the p-values of
all pairs are corrected by Holm's method.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from desktop_app.core.messages import msg
from desktop_app.stats.aggregation import majority
from desktop_app.stats.estimates import Floats
from desktop_app.stats.intervals import Resamples, holm, paired_difference
from desktop_app.stats.meta_evaluation import (
    AUC,
    PEARSON,
    TAU,
    People,
    drawn_figure,
    interval_json,
)
from plugins.risum.corpus import Judgements

# The figures, and the question to which each belongs.
FIGURES = {AUC: "follows", TAU: "rating", PEARSON: "rating"}
NO_COMMON = msg("undefined on the items that both methods rated")


class Comparer:
    """Computes figures of methods and their resamples, each only once.

    `values`: {method: {question: one array over items per run}}; NaN is a missing value
    `used`: {method: {question of people: the method's question that is compared with it}}
    """

    def __init__(
        self,
        judged: Judgements,
        values: Mapping[str, Mapping[str, Sequence[Floats]]],
        used: Mapping[str, Mapping[str, str]],
        resamples: Resamples,
    ) -> None:
        self._judged = judged
        self._resamples = resamples
        self._runs = {
            (method, figure): values[method][used[method][question]]
            for method in values
            for figure, question in FIGURES.items()
        }
        self._people = {
            "follows": People(judged.group_of, majority(judged.values["follows"])),
            "rating": People(judged.group_of, means=judged.values["rating"].means()),
        }
        self._known: dict[tuple[str, str, bytes], tuple[float | None, Floats]] = {}

    def interval(self, method: str, figure: str) -> dict[str, Any]:
        """Return {"ci": [low, high] | null} of a figure; with "why" if only this is null."""
        return interval_json(*self._drawn(method, figure, self._items(method, figure)))

    def pairs(self) -> list[dict[str, Any]]:
        """Return one entry per figure and pair of methods, ordered by name, with corrected p."""
        result = []
        names = sorted({method for method, _ in self._runs})
        for figure in FIGURES:
            entries = [self._pair(figure, *pair) for pair in combinations(names, 2)]
            for entry, p in zip(entries, holm([one["p"] for one in entries]), strict=True):
                entry["p_holm"] = p
            result += entries
        return result

    def _pair(self, figure: str, one: str, other: str) -> dict[str, Any]:
        common = self._items(one, figure) & self._items(other, figure)
        entry: dict[str, Any] = {"figure": figure, "methods": [one, other]}
        entry["items"] = int(common.sum())
        entry["groups"] = int(np.unique(self._judged.group_of[common]).size)
        (first, drawn), (second, others) = (
            self._drawn(method, figure, common) for method in (one, other)
        )
        if first is None or second is None:
            return {**entry, "difference": None, "ci": None, "p": None, "why": NO_COMMON}
        return {**entry, **paired_difference(first - second, drawn, others).to_json()}

    def _items(self, method: str, figure: str) -> np.ndarray:
        """Return which items people and all runs of a method rated."""
        complete = ~np.isnan(np.stack(self._runs[method, figure])).any(axis=0)
        return np.asarray(complete & self._people[FIGURES[figure]].answered)

    def _drawn(self, method: str, figure: str, items: np.ndarray) -> tuple[float | None, Floats]:
        """Return the mean over runs of a figure on some items, and of each of its resamples."""
        key = method, figure, items.tobytes()
        if key not in self._known:
            people = self._people[FIGURES[figure]]
            each = [
                drawn_figure(figure, run[items], items, people, self._resamples)
                for run in self._runs[method, figure]
            ]
            # Runs without a value are left out, as in the figures themselves.
            values = [one.value for one, _ in each if one.value is not None]
            drawn = [draws for one, draws in each if one.value is not None]
            self._known[key] = (
                (float(np.mean(values)), np.mean(drawn, axis=0)) if values else (None, np.zeros(0))
            )
        return self._known[key]
