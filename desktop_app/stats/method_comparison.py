"""Figures of automatic raters against people, their intervals, and comparisons of two raters.

The riSum paper states standard errors that assume independent items (table 4). Here, groups of
items are resampled, because ratings of answers to one instruction are similar. Two methods are
compared on the items that both rated, in the same resamples (paired bootstrap), and the p-values of
all pairs are corrected by Holm's method.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from desktop_app.core.analysis import whole
from desktop_app.core.analysis_options import DEFAULT_RUNS, FEWEST_RESAMPLES, MOST_RESAMPLES
from desktop_app.core.messages import msg
from desktop_app.stats import metrics
from desktop_app.stats.aggregation import Ties, generator
from desktop_app.stats.estimates import Estimate, Floats, Ints, mean, merge_close
from desktop_app.stats.intervals import (
    NO_DRAWS,
    Resamples,
    holm,
    paired_difference,
    spread,
)

AUC, TAU, PEARSON = "auc_roc", "tau_distance", "pearson_distance"
TITLES = {
    AUC: msg("AUC ROC"),
    TAU: msg("Kendall distance"),
    PEARSON: msg("Pearson distance"),
}
NO_COMMON = msg("undefined on the items that both methods rated")
FEW_GROUPS = msg(
    "fewer than {groups} groups: no interval and no p-value", groups=metrics.FEWEST_GROUPS
)
# The smallest p-value after Holm's correction that the default number of resamples allows.
WANTED_P = 0.01
# Limit of that default. 20,000 resamples of 300 groups with 900 answers take about 0.3 s for each
# method and figure. With 15 or more methods, the smallest p-value is above 0.01.
MOST_BY_DEFAULT = 20_000


@dataclass(frozen=True)
class People:
    """People's answers to one question, by item.

    `groups`: group of each item, shape (n,)
    `labels`: most frequent answers to a Yes/No question; () for an item without answers
    `means`: mean answers on a scale, shape (n,); NaN for an item without answers
    """

    groups: Ints
    labels: Sequence[Ties] = ()
    means: Floats | None = None

    @property
    def figures(self) -> tuple[str, ...]:
        """The figures that the answers allow."""
        return (AUC,) if self.means is None else (TAU, PEARSON)

    @property
    def answered(self) -> np.ndarray:
        """Whether each item has an answer, shape (n,)."""
        if self.means is None:
            return np.array([bool(ties) for ties in self.labels], dtype=bool)
        return ~np.isnan(self.means)


@dataclass(frozen=True)
class Drawn:
    """A figure of a method, as the mean over its runs, and its value in each resample.

    `value`: None if it is undefined in every run
    `runs`: number of runs in which it is defined; it is undefined in `undefined` others
    `draws`: shape (resamples,); empty if the figure is undefined or if there are too few groups;
        see `drawn_figure` for Pearson distances above 1
    `why`: the reason for an undefined figure, else empty
    """

    value: float | None
    runs: int
    draws: Floats
    why: str = ""
    undefined: int = 0

    def interval_json(self) -> dict[str, Any]:
        """Return {"ci": [low, high] | null}; with "why" if only this is null."""
        if self.value is None:
            return {"ci": None}
        if not self.draws.size:
            return {"ci": None, "why": FEW_GROUPS}
        found = spread(self.draws)
        if found.low is None:
            return {"ci": None, "why": NO_DRAWS}
        assert found.high is not None
        # Above 1, r has the other sign, which is as far from 1 as 2 − d below it.
        if found.high > 1:
            return {"ci": [min(found.low, 2 - found.high), 1.0]}
        return {"ci": [found.low, found.high]}


class Comparer:
    """Computes figures of methods and their resamples, each only once.

    `people`: people's answers by figure
    `runs`: {method: {figure: one array over items per run}}; NaN is a missing value
    """

    def __init__(
        self,
        people: Mapping[str, People],
        runs: Mapping[str, Mapping[str, Sequence[Floats]]],
        resamples: Resamples,
    ) -> None:
        self._people = people
        self._runs = runs
        self._resamples = resamples
        self._known: dict[tuple[str, str, bytes], Drawn] = {}

    def figure(self, method: str, figure: str) -> Drawn:
        """Return a figure on the items that people and all runs of a method rated."""
        return self._drawn(method, figure, self.items(method, figure))

    def pairs(self) -> list[dict[str, Any]]:
        """Return one entry per figure and pair of methods, ordered by name, with corrected p."""
        result = []
        for figure in self._people:
            names = sorted(method for method, runs in self._runs.items() if figure in runs)
            entries = [self._pair(figure, *pair) for pair in combinations(names, 2)]
            for entry, p in zip(entries, holm([one["p"] for one in entries]), strict=True):
                entry["p_holm"] = p
            result += entries
        return result

    def items(self, method: str, figure: str) -> np.ndarray:
        """Return which items people and all runs of a method rated, shape (n,)."""
        complete = ~np.isnan(np.stack(self._runs[method][figure])).any(axis=0)
        return np.asarray(complete & self._people[figure].answered)

    def _pair(self, figure: str, one: str, other: str) -> dict[str, Any]:
        common = self.items(one, figure) & self.items(other, figure)
        entry: dict[str, Any] = {"figure": figure, "methods": [one, other]}
        entry["items"] = int(common.sum())
        entry["groups"] = int(np.unique(self._people[figure].groups[common]).size)
        first, second = (self._drawn(method, figure, common) for method in (one, other))
        if first.value is None or second.value is None:
            return {**entry, "difference": None, "ci": None, "p": None, "why": NO_COMMON}
        if first.undefined or second.undefined:
            entry["undefined_runs"] = [first.undefined, second.undefined]
        difference = first.value - second.value
        # Both have the same groups, so neither has draws if there are too few.
        if not first.draws.size or not second.draws.size:
            return {**entry, "difference": difference, "ci": None, "p": None, "why": FEW_GROUPS}
        return {**entry, **paired_difference(difference, first.draws, second.draws).to_json()}

    def _drawn(self, method: str, figure: str, items: np.ndarray) -> Drawn:
        """Return the mean over runs of a figure on some items, and of each of its resamples."""
        key = method, figure, items.tobytes()
        if key not in self._known:
            people = self._people[figure]
            each = [
                drawn_figure(figure, run[items], items, people, self._resamples)
                for run in self._runs[method][figure]
            ]
            # Runs without a value are left out and counted.
            values = [one.value for one, _ in each if one.value is not None]
            draws = [drawn for one, drawn in each if one.value is not None]
            undefined = len(each) - len(values)
            self._known[key] = (
                Drawn(float(np.mean(values)), len(values), np.mean(draws, axis=0), "", undefined)
                if values
                else Drawn(None, 0, np.zeros(0), each[0][0].why, undefined)
            )
        return self._known[key]


def drawn_figure(
    figure: str, values: Floats, items: np.ndarray, people: People, resamples: Resamples
) -> tuple[Estimate, Floats]:
    """Return a figure of a method on some items, and its value in each resample of their groups.

    `values`: the method's values of these items, finite
    `items`: which items, shape (n,); all of them have people's answers

    The resamples are empty if the figure is undefined, or has fewer than `FEWEST_GROUPS` groups.
    Those of the Pearson distance are 1 − r in the direction of the figure's own r, from 0 to 2:
    1 − |r| of a resample is below 1 even if r is 0, so its interval would miss a useless method.
    """
    groups = people.groups[items]
    none = np.zeros(0)
    several = np.unique(groups).size >= metrics.FEWEST_GROUPS
    if people.means is None:
        labels = [ties for ties, used in zip(people.labels, items, strict=True) if used]
        found = metrics.auc_roc(values, labels, rng=generator(resamples.seed, AUC))
        if found.value is None or not several:
            return found, none
        return found, metrics.drawn_areas(values, labels, groups, resamples)
    human = people.means[items]
    if figure == TAU:
        found = metrics.tau_distance(human, values, groups).distance
        # Groups whose answers people rated equally do not count.
        if found.value is None or found.n < metrics.FEWEST_GROUPS:
            return found, none
        return found, metrics.drawn_distances(human, values, groups, resamples)
    found = metrics.pearson_distance(human, values)
    if found.value is None or not several:
        return found, none
    sign = metrics.correlation_sign(human, values)
    return found, 1 - sign * metrics.drawn_correlations(human, values, groups, resamples)


def undefined_runs_note(title: str, entry: Mapping[str, Any]) -> str:
    """Return a note if a figure is the mean of only some of a method's runs, else an empty text.

    `title`: title of the figure
    `entry`: the figure, with its numbers of “runs” and of “undefined_runs”
    """
    undefined = entry.get("undefined_runs", 0)
    # If it is undefined in all runs, its reason says so.
    if not undefined or entry["value"] is None:
        return ""
    return msg(
        "{title}: mean of {runs} of {all} runs, because it is undefined in the others",
        title=title,
        runs=entry["runs"],
        all=entry["runs"] + undefined,
    )


def kendall_counts(people: People, runs: Mapping[int, Floats]) -> dict[str, Any]:
    """Return the numbers of groups behind Kendall's distance of a method.

    "metric_constant", the number of groups whose items the method rated equally, is the mean over
    the runs; "metric_constant_by_run" has the number of each, if there are several.

    `people`: answers with means
    `runs`: the method's values by run, of items that all runs rated; NaN is a missing value
    """
    assert people.means is not None
    each = [metrics.tau_distance(people.means, run, people.groups) for run in runs.values()]
    data: dict[str, Any] = {
        "groups": each[0].distance.n,
        "excluded": each[0].excluded,
        "metric_constant": each[0].constant,
        "incomplete": each[0].incomplete,
    }
    if len(each) > 1:
        constant = [one.constant for one in each]
        data |= {"metric_constant": float(np.mean(constant)), "metric_constant_by_run": constant}
    return data


def winners_over_runs(
    people: People, runs: Mapping[int, Floats], family: np.ndarray | None = None
) -> dict[str, Any]:
    """Return the analysis of the winners of each run, as means over the runs.

    `people`: answers with means
    `runs`: as for `kendall_counts`
    `family`: whether each item is by a model related to the method, shape (n,)

    The share of the own family is the mean over the runs with a disagreement.
    """
    assert people.means is not None
    each = [metrics.winners(people.means, run, people.groups, family) for run in runs.values()]

    def over_runs(values: Iterable[float | None]) -> float | None:
        defined = [value for value in values if value is not None]
        return float(np.mean(defined)) if defined else None

    disagreements = [one.disagreements for one in each]
    data: dict[str, Any] = {
        "perfect": over_runs(one.perfect for one in each),
        "disagreement": over_runs(one.disagreement for one in each),
        "own_family": over_runs(one.own_family for one in each),
        # All runs rated the same items.
        "groups": each[0].groups,
        "disagreements": disagreements[0],
    }
    if len(each) > 1:
        data |= {"disagreements": float(np.mean(disagreements)), "runs": len(each)}
    return data


def number_of_resamples(methods: int, chosen: int | None = None) -> int:
    """Return how many resamples to draw for the comparison of all pairs of methods.

    `chosen`: the number that the lead chose; None: so many that the smallest p-value after Holm's
        correction is at most `WANTED_P`, at least 1,000 and at most `MOST_BY_DEFAULT`
    """
    if chosen is not None:
        return chosen
    needed = math.ceil(2 * math.comb(methods, 2) / WANTED_P) - 1
    return min(max(needed, DEFAULT_RUNS), MOST_BY_DEFAULT)


def read_resamples(options: Mapping[str, Any]) -> int | None:
    """Return the option `resamples` of an analysis; None: it is not set, or set to None.

    Raises UsageError unless it is a whole number within the limits.
    """
    if options.get("resamples") is None:
        return None
    return whole(options, "resamples", DEFAULT_RUNS, FEWEST_RESAMPLES, MOST_RESAMPLES)


def smallest_p(pairs: Iterable[Mapping[str, Any]], resamples: int) -> float:
    """Return the smallest p-value that Holm's correction of these pairs can give; 0 without pairs.

    `pairs`: pairs that are corrected together; those without a p-value are not counted
    """
    tests = sum(one["p"] is not None for one in pairs)
    return min(1.0, tests * 2 / (resamples + 1))


def without_interrupted(runs: Mapping[int, Floats]) -> dict[int, Floats]:
    """Return the runs that rated at least nine tenths of the items of the run that rated most.

    Only items that all runs rated count, so that a further run that is not finished would reduce a
    method to its items, and change the figures until it is. The papers average over finished runs.
    A finished run may lack a few items, because a model refused or failed.
    """
    counts = {run: int((~np.isnan(values)).sum()) for run, values in runs.items()}
    most = max(counts.values(), default=0)
    return {run: values for run, values in runs.items() if 10 * counts[run] >= 9 * most}


def rated_by_some(runs: Mapping[int, Floats]) -> np.ndarray:
    """Return which items some runs of a method rated and others did not, shape (n,)."""
    missing = np.isnan(np.stack(list(runs.values())))
    return np.asarray(missing.any(axis=0) & ~missing.all(axis=0))


def of_complete_items(runs: Mapping[int, Floats]) -> dict[int, Floats]:
    """Return the values of the items that all runs rated; others are NaN.

    The mean over the runs and its interval must be about the same items.
    """
    some = rated_by_some(runs)
    return {run: np.where(some, np.nan, values) for run, values in runs.items()}


def mean_over_runs(values: Mapping[int, Floats]) -> Floats:
    """Return each item's mean over the runs that rated it; NaN if none did.

    The sums are exactly rounded, so that items with the same values in another order remain tied.
    """
    if len(values) == 1:
        return next(iter(values.values()))
    stacked = np.array(list(values.values())).T.tolist()
    means = []
    for row in stacked:
        rated = [value for value in row if not math.isnan(value)]
        means.append(mean(rated) if rated else math.nan)
    return merge_close(np.array(means))
