"""How well automatic ratings of items agree with people's answers (riSum, section 4).

Groups of items are resampled, because ratings of answers to one instruction are similar.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from desktop_app.core.analysis import Column, Table, nested
from desktop_app.core.canonical import digest_of
from desktop_app.core.messages import msg
from desktop_app.core.metric_rows import ALL_QUESTIONS
from desktop_app.core.protocol.data import RatedQuestion
from desktop_app.stats import metrics
from desktop_app.stats.aggregation import Ties, generator, majority
from desktop_app.stats.estimates import Estimate, Floats, Ints
from desktop_app.stats.intervals import NO_DRAWS, Resamples, spread
from desktop_app.stats.ratings import Ratings

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
    ratings: Iterable[Mapping[str, Any]], places: Iterable[tuple[str, str, str]]
) -> dict[str, dict[str, dict[int, Floats]]]:
    """Return values by method, question and run, as arrays over texts; NaN: missing.

    `ratings`: bodies of metric ratings. Those of other texts, and values that are missing, NaN or
        infinite, are skipped
    `places`: the texts, each as item, annotator and part (see `RatedText`)
    """
    index = {place: number for number, place in enumerate(places)}
    result: dict[str, dict[str, dict[int, Floats]]] = {}
    for body in ratings:
        value, place = body.get("value"), index.get(_place(body))
        if value is None or place is None or not math.isfinite(value):
            continue
        of_runs = result.setdefault(str(body["method"]), {}).setdefault(str(body["question"]), {})
        run = int(body.get("run") or 0)
        if run not in of_runs:
            of_runs[run] = np.full(len(index), np.nan)
        of_runs[run][place] = value
    return result


def _place(body: Mapping[str, Any]) -> tuple[str, str, str]:
    return str(body["item"]), str(body.get("annotator") or ""), str(body.get("part") or "")


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


# All methods against people, question by question


def compare_with_people(
    questions: Sequence[RatedQuestion],
    ratings: Sequence[Mapping[str, Any]],
    *,
    seed: int,
    runs: int,
) -> dict[str, dict[str, dict[str, Any]]]:
    """Return {method: {question: figures}} of the questions that a method's values can answer.

    `ratings`: bodies of metric ratings; those about texts that were changed since do not count
    `runs`: number of resamples for the intervals

    Yes/No has the area under the ROC curve, with the most frequent answers as labels; questions
    with numbers have Kendall's and Pearson's distance from the mean answers (riSum, section 4).
    Questions without answers are left out.
    """
    # One object for all methods, because methods with the same texts share resamples.
    resamples = Resamples(seed, runs)
    result: dict[str, dict[str, dict[str, Any]]] = {}
    for one in questions:
        if not any(one.ratings):
            continue
        people = _people(one)
        digests = {part.place: digest_of(part.material) for part in one.parts}
        current = (
            body
            for body in ratings
            if not body.get("texts") or body["texts"] == digests.get(_place(body))
        )
        for method, by_question in rated_values(current, digests).items():
            of_runs = by_question.get(one.question.key) or by_question.get(ALL_QUESTIONS)
            if of_runs:
                result.setdefault(method, {})[one.name] = agreement_with(people, of_runs, resamples)
    return {method: result[method] for method in sorted(result)}


def _people(one: RatedQuestion) -> People:
    groups: dict[str, int] = {}
    group_of = np.array([groups.setdefault(part.group, len(groups)) for part in one.parts])
    values = [
        (who, at, value) for at, own in enumerate(one.ratings) for who, value in enumerate(own)
    ]
    raters = range(max(map(len, one.ratings)))
    ratings = Ratings.from_triples(values, raters=raters, units=range(len(one.parts)))
    if one.is_yes_no:
        return People(group_of, majority(ratings))
    return People(group_of, means=ratings.means())


def metrics_table(key: str, methods: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Table:
    """Return the table of what `compare_with_people` returns; `key`: the key of the table."""
    return Table.of(
        key,
        msg("Do automatic ratings agree with people?"),
        (
            Column("method", msg("Method")),
            Column("question", msg("Question")),
            *_figure_columns(AUC, msg("AUC ROC")),
            *_figure_columns(TAU, msg("Kendall distance")),
            *_figure_columns(PEARSON, msg("Pearson distance")),
            Column("items", msg("Items"), read=lambda entry: _first(entry, "n")),
            Column("why", msg("Note"), words=True, read=lambda entry: _first(entry, "why")),
        ),
        (
            {"method": method, "question": question, **figures}
            for method, by_question in methods.items()
            for question, figures in by_question.items()
        ),
        msg(
            "Yes/No questions have the area under the ROC curve (1: the method ranks every Yes "
            "above every No), other questions the distance of the values from people’s means (0: "
            "the same order, or on one line). With 95 % intervals from resamples of groups."
        ),
    )


def _figure_columns(figure: str, title: str) -> Iterator[Column]:
    """Yield the columns of a figure and of the ends of its interval."""
    yield Column(figure, title, 3, fraction=True, read=nested(figure, "value"))
    yield Column(f"{figure}_low", "2.5 %", 3, fraction=True, read=partial(_end, figure, 0))
    yield Column(f"{figure}_high", "97.5 %", 3, fraction=True, read=partial(_end, figure, 1))


def _end(figure: str, place: int, entry: Mapping[str, Any]) -> float | None:
    """Return an end of a figure's interval; None without an interval."""
    ends = nested(figure, "ci")(entry)
    return ends[place] if ends else None


def _first(entry: Mapping[str, Any], name: str) -> Any:
    """Return a field of the first figure of an entry that has it."""
    figures = (entry[key] for key in (AUC, TAU, PEARSON) if key in entry)
    return next((one[name] for one in figures if one.get(name) is not None), None)
