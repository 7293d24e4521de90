"""How well automatic ratings of items agree with people's answers (riSum, section 4).

Groups of items are resampled, because ratings of answers to one instruction are similar.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import ItemData
from desktop_app.stats import metrics
from desktop_app.stats.aggregation import Ties, generator
from desktop_app.stats.estimates import Estimate, Floats, Ints
from desktop_app.stats.intervals import NO_DRAWS, Resamples, spread

AUC, TAU, PEARSON = "auc_roc", "tau_distance", "pearson_distance"
ONE_GROUP = msg("an interval needs at least two groups")


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


def rated_values(
    ratings: Iterable[Mapping[str, Any]], items: Sequence[ItemData]
) -> dict[str, dict[str, dict[int, Floats]]]:
    """Return values by method, question and run, as arrays over items; NaN: missing.

    `ratings`: bodies of metric ratings. Those of other items, and values that are missing, NaN or
        infinite, are skipped
    """
    index = {item.key: place for place, item in enumerate(items)}
    result: dict[str, dict[str, dict[int, Floats]]] = {}
    for body in ratings:
        value, place = body.get("value"), index.get(body["item"])
        if value is None or place is None or not math.isfinite(value):
            continue
        of_runs = result.setdefault(str(body["method"]), {}).setdefault(str(body["question"]), {})
        run = int(body.get("run") or 0)
        if run not in of_runs:
            of_runs[run] = np.full(len(index), np.nan)
        of_runs[run][place] = value
    return result


def drawn_figure(
    figure: str, values: Floats, items: np.ndarray, people: People, resamples: Resamples
) -> tuple[Estimate, Floats]:
    """Return a figure of a method on some items, and its value in each resample of their groups.

    `values`: the method's values of these items, finite
    `items`: which items, shape (n,); all of them have people's answers

    The resamples are empty if the figure is undefined or if there is only one group.
    """
    groups = people.groups[items]
    drawn = np.zeros(0)
    several = np.unique(groups).size > 1
    if people.means is None:
        labels = [ties for ties, used in zip(people.labels, items, strict=True) if used]
        found = metrics.auc_roc(values, labels, rng=generator(resamples.seed, AUC))
        if several and found.value is not None:
            drawn = metrics.drawn_areas(values, labels, groups, resamples)
        return found, drawn
    human = people.means[items]
    if figure == TAU:
        found = metrics.tau_distance(human, values, groups).distance
        if several and found.value is not None:
            drawn = metrics.drawn_distances(human, values, groups, resamples)
        return found, drawn
    found = metrics.pearson_distance(human, values)
    if several and found.value is not None:
        drawn = 1 - np.abs(metrics.drawn_correlations(human, values, groups, resamples))
    return found, drawn


def interval_json(value: float | None, drawn: Floats) -> dict[str, Any]:
    """Return {"ci": [low, high] | null} of a figure; with "why" if only this is null."""
    if value is None:
        return {"ci": None}
    found = spread(drawn) if drawn.size else None
    if found is None or found.low is None:
        return {"ci": None, "why": ONE_GROUP if found is None else NO_DRAWS}
    return {"ci": [found.low, found.high]}


def agreement_with(
    people: People, runs: Mapping[int, Floats], resamples: Resamples
) -> dict[str, dict[str, Any]]:
    """Return the figures of a method against people, each with its 95 % interval.

    `runs`: the method's values by run, each an array over items; NaN is a missing value

    With several runs, a figure is the mean over those in which it is defined, which shows the
    quality of a single run (riSum, caption of table 4).
    """
    result = {}
    for figure in people.figures:
        rated = [people.answered & ~np.isnan(values) for values in runs.values()]
        each = [
            drawn_figure(figure, values[items], items, people, resamples)
            for values, items in zip(runs.values(), rated, strict=True)
        ]
        defined = [one.value for one, _ in each if one.value is not None]
        draws = [drawn for _, drawn in each if drawn.size]
        mean = float(np.mean(defined)) if defined else None
        result[figure] = {
            "value": mean,
            "n": int(np.any(rated, axis=0).sum()),
            "runs": len(defined),
            **interval_json(mean, np.mean(draws, axis=0) if draws else np.zeros(0)),
            **({"why": each[0][0].why} if mean is None else {}),
        }
    return result
