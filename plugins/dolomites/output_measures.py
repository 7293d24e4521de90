"""Measures of candidate models' outputs: of their texts, and ratings by judges, 1 to 5.

Intervals are 95 % percentile bootstraps over examples. Source: the DOLOMITES paper, section 4.2,
tables 3 and 5, figures 9 and 10.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.stats.estimates import mean, share
from desktop_app.stats.intervals import Interval, Resamples, SignFlips, holm
from desktop_app.text.tokens import words
from plugins.dolomites.evaluation_measures import (
    NO_REFERENCE,
    NOT_SCORED,
    Evaluated,
    Place,
    Score,
    grouped,
    means_by,
)
from plugins.dolomites.experts import one_spelling
from plugins.dolomites.shapes import SCORE_AXES, plain

# Number of lowest-rated outputs that are listed.
MOST_LOWEST = 20
NO_SCORES = msg("no output was scored")
PEOPLE = "people"


class Labelled(Protocol):
    """A person's label of a pair of outputs. `patterns`: error patterns, as (model, codes)."""

    @property
    def patterns(self) -> Sequence[tuple[str, Sequence[str]]]: ...


# Texts of outputs


def references_json(found: Evaluated) -> dict[str, Any]:
    """Return the number of reference outputs and their mean length in words."""
    lengths = [float(words(plain(one.output))) for one in found.references.values() if one.output]
    data = {"n": len(lengths), "length": mean(lengths) if lengths else None}
    return data if lengths else {**data, "why": NO_REFERENCE}


def outputs_json(found: Evaluated) -> dict[str, Any]:
    """Return the length, section presence, ROUGE-L and entailment of each model's outputs.

    All except the entailment are also returned by split and by whether tasks are seen.
    """
    data = {}
    for model in sorted({model for _, model in found.outputs}):
        places = [place for place in found.outputs if place[1] == model]
        data[model] = {
            "n": len(places),
            **_measured(found, places),
            "entailment": _entailment(found, model),
            "by_split": _parts(places, found.split_of, lambda own: _measured(found, own)),
            "by_seen": _parts(places, found.seen_of, lambda own: _measured(found, own)),
        }
    return data


def _measured(found: Evaluated, places: Sequence[Place]) -> dict[str, Any]:
    return {
        "unformatted": sum(1 for place in places if found.outputs[place].is_unformatted),
        "length": _mean(found, {p: found.outputs[p].length for p in places}).to_json(),
        "section_presence": _mean(
            found, {p: found.presence[p] for p in places if p in found.presence}
        ).to_json(),
        "rouge_l": _mean(found, {p: found.rouge[p] for p in places if p in found.rouge}).to_json(),
    }


def _mean(found: Evaluated, values: Mapping[Place, float]) -> Interval:
    return found.resamples.mean({place: [value] for place, value in values.items()})


def _parts(
    places: Sequence[Place],
    name: Callable[[Place], str],
    figures: Callable[[Sequence[Place]], dict[str, Any]],
) -> dict[str, Any]:
    """Return figures of the outputs by part of the test set. Outputs without a part are left out.

    `name`: returns the part of an output; empty if it is unknown
    `figures`: returns the figures of some outputs
    """
    by_name = grouped((name(place), place) for place in places)
    return {part: figures(by_name[part]) for part in sorted(by_name) if part}


def _entailment(found: Evaluated, model: str) -> dict[str, Any]:
    """Return forward and reverse entailment by scorer, and the harmonic mean of both.

    Means are over all sections of all examples. A section that the output lacks counts as 0,
    because otherwise a model that writes one good section of five would rank first. “missing” is
    the share of such sections. The interval of the harmonic mean uses the same resamples as the
    intervals of the directions.
    """
    if not found.entailments:
        return {"why": found.no_entailment}
    data: dict[str, Any] = {}
    for scorer, own in found.section_values.items():
        sides: dict[str, dict[str, list[float]]] = {"forward": {}, "reverse": {}}
        missing, values = 0, 0
        for (place, side), one in own.items():
            if place[1] == model:
                sides[side].setdefault(place[0], []).extend([*one.scored, *[0.0] * one.missing])
                missing += one.missing
                # An output's missing sections count in both directions.
                values += one.missing + len(one.scored)
        if any(sides.values()):
            data[scorer] = {
                "forward": found.resamples.mean(sides["forward"]).to_json(),
                "reverse": found.resamples.mean(sides["reverse"]).to_json(),
                "h_mean": _harmonic(found.resamples, sides).to_json(),
                "missing": {"value": share(missing, values), "n": values},
            }
    return data or {"why": NOT_SCORED}


def metric_means_json(found: Evaluated) -> dict[str, Any]:
    """Return the mean of every imported metric by model: {METRIC: {MODEL: interval}}."""
    return {
        metric: {
            model: found.resamples.mean(
                {place: own for place, own in values.items() if place[1] == model}
            ).to_json()
            for model in sorted({model for _, model in values})
        }
        for metric, values in found.imported_metrics.items()
    }


def _harmonic(resamples: Resamples, sides: Mapping[str, Mapping[str, Sequence[float]]]) -> Interval:
    """Return the harmonic mean of the two directions' means, with its interval over examples.

    `sides`: values by direction and example
    """
    # In the order of the rows, as for each direction alone, because keys differ between projects.
    examples = list(dict.fromkeys([*sides["forward"], *sides["reverse"]]))
    sums, counts = (
        {
            side: np.array([f(sides[side].get(one, ())) for one in examples], np.float64)
            for side in sides
        }
        for f in (sum, len)
    )
    if not all(counts[side].sum() for side in sides):
        return Interval(None, None, None, 0, len(examples), msg("one direction has no values"))
    forward, reverse = (float(sums[side].sum() / counts[side].sum()) for side in sides)
    n = int(sum(counts[side].sum() for side in sides))
    value = _of_two(np.array([forward]), np.array([reverse]))[0]
    if len(examples) == 1:
        return Interval(float(value), None, None, n, 1, msg("an interval needs at least two units"))
    # A resample may contain only examples without values in one direction. Its mean is 0/0, and it
    # is left out below.
    with np.errstate(invalid="ignore", divide="ignore"):
        drawn = [resamples.means(sums[side], counts[side]) for side in sides]
    found = _of_two(*drawn)
    low, high = resamples.percentiles(found[~np.isnan(found)])
    return Interval(float(value), low, high, n, len(examples))


def _of_two(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the harmonic means of pairs of values from 0 to 1."""
    # Two zeros have the mean 0. The inner `where` only prevents a division by zero.
    total = one + other
    return np.asarray(np.where(total > 0, 2 * one * other / np.where(total > 0, total, 1), total))


# Ratings by judges


def scores_json(found: Evaluated) -> dict[str, Any]:
    """Return the mean rating of each axis and of their average, by model, with intervals.

    “against_best” compares a model's average rating with that of the best model over the examples
    that both have, by a sign-flip permutation test of the paired differences. p is corrected for
    the number of models (Holm).
    """
    by_model = grouped((one.model, one) for one in found.scores)
    data: dict[str, dict[str, Any]] = {}
    for model in sorted(by_model):
        own = by_model[model]
        data[model] = {
            **_rated(found, own),
            "judges": {
                judge: _rated(found, [one for one in own if one.judge == judge])
                for judge in sorted({one.judge for one in own})
            },
            "by_split": _score_parts(found, own, found.split_of),
            "by_seen": _score_parts(found, own, found.seen_of),
        }
    # A model's mean average rating by example, over all judges.
    averages = {
        model: means_by((one.example, one.average) for one in own)
        for model, own in by_model.items()
    }
    for model, figures in against_best(
        found.flips, {model: data[model]["average"]["value"] for model in data}, averages
    ).items():
        data[model]["against_best"] = figures
    return data


def _rated(found: Evaluated, scores: Sequence[Score]) -> dict[str, Any]:
    """Return the mean of each axis and of the average, with intervals over examples."""
    rated = {
        axis: grouped((one.example, one.axes[axis]) for one in scores if axis in one.axes)
        for axis in SCORE_AXES
    }
    rated["average"] = grouped((one.example, one.average) for one in scores)
    means = {axis: found.resamples.mean(values).to_json() for axis, values in rated.items()}
    return {**means, "n": len(scores)}


def _score_parts(
    found: Evaluated, scores: Sequence[Score], name: Callable[[Place], str]
) -> dict[str, Any]:
    """Return the figures of ratings by part of the test set. Ratings without a part are left out.

    `name`: returns the part of an output; empty if it is unknown
    """
    by_name = grouped((name((one.example, one.model)), one) for one in scores)
    return {part: _rated(found, by_name[part]) for part in sorted(by_name) if part}


def against_best(
    flips: SignFlips,
    values: Mapping[str, float | None],
    by_example: Mapping[str, Mapping[str, float]],
) -> dict[str, dict[str, Any]]:
    """Return the difference of each model from the best one. Ties are broken by name.

    The figures are {"best", "difference", "p", "p_holm", "n"}; the best model itself has only
    {"best"}.

    `values`: the figure of each model
    `by_example`: its values by example
    """
    known = {model: value for model, value in values.items() if value is not None}
    if not known:
        return {}
    best = min(known, key=lambda model: (-known[model], model))
    # Every other model is tested against the best one, and p is corrected for the number of tests.
    others = [model for model in sorted(known) if model != best]
    tests = [
        flips.test(
            [
                # Paired by example, because examples of only one model give no information about
                # the difference.
                value - by_example[best][example]
                for example, value in by_example[model].items()
                if example in by_example[best]
            ]
        )
        for model in others
    ]
    corrected = holm([test.p for test in tests])
    return {best: {"best": best}} | {
        model: {"best": best, **test.to_json(), "p_holm": p}
        for model, test, p in zip(others, tests, corrected, strict=True)
    }


def by_field_json(found: Evaluated) -> dict[str, Any]:
    """Return the mean rating (average of the axes) by field and model."""
    spelled = one_spelling(found.field_of(one.example) for one in found.scores)
    return _grouped(found.scores, lambda one: spelled[found.field_of(one.example)])


def _grouped(scores: Iterable[Score], name: Callable[[Score], str]) -> dict[str, Any]:
    """Return mean ratings by group and model. `name`: returns the group of a rating."""
    groups = grouped((name(one), one) for one in scores)
    return {
        group: {
            model: {"value": mean(values), "n": len(values)}
            for model, values in sorted(
                grouped((one.model, one.average) for one in groups[group]).items()
            )
        }
        for group in sorted(groups)
    }


def by_length_json(found: Evaluated) -> dict[str, Any]:
    """Return the mean rating by model, in bins of the length of the reference output.

    Bins contain approximately equal numbers of examples. Their edges are quantiles of the lengths,
    so equal lengths share a bin.
    """
    # Quantiles refer to rated examples only, because others would shift the bins.
    scored = {one.example for one in found.scores}
    lengths = {
        key: words(plain(one.output))
        for key, one in found.references.items()
        if one.output and key in scored
    }
    if not lengths:
        return {"edges": [], "bins": [], "why": NO_SCORES if not scored else NO_REFERENCE}
    quantiles = np.quantile(list(lengths.values()), np.linspace(0, 1, found.options.bins + 1))
    # Equal quantiles would give empty bins.
    edges = sorted({float(edge) for edge in quantiles})
    # All lengths are equal, so there is one bin whose edges are equal.
    if len(edges) == 1:
        edges = [edges[0], edges[0]]
    inner = np.array(edges[1:-1])
    # An edge belongs to the lower bin.
    place = {key: int(np.searchsorted(inner, length)) for key, length in lengths.items()}
    groups = _grouped(
        (one for one in found.scores if one.example in place),
        lambda one: str(place[one.example]),
    )
    return {
        "edges": edges,
        "bins": [
            {
                "low": edges[number],
                "high": edges[number + 1],
                "examples": sum(at == number for at in place.values()),
                "models": groups.get(str(number), {}),
            }
            for number in range(len(edges) - 1)
        ],
    }


def errors_json(found: Evaluated, labels: Sequence[Labelled]) -> dict[str, Any]:
    """Return the lowest-rated outputs, and the numbers of error patterns by labeller and model.

    Labellers are models, and the people who compared pairs (combined as “people”).

    `labels`: people's labels of pairs
    """
    averages = means_by(((one.example, one.model), one.average) for one in found.scores)
    called = {
        place: found.references[place[0]].label if place[0] in found.references else place[0]
        for place in averages
    }
    # Ties are broken by name, so that the list is the same in every project.
    ranked = sorted(
        (value, natural_order(called[place]), place[1], place) for place, value in averages.items()
    )
    patterns: dict[str, dict[str, dict[str, int]]] = {}
    for row in found.error_labels:
        labeller, model = found.named(row.get("labeller")), found.named(row.get("model"))
        _count_patterns(patterns, labeller, model, row.get("error_patterns") or ())
    # People label error patterns while they compare pairs.
    for label in labels:
        for model, given in label.patterns:
            _count_patterns(patterns, PEOPLE, model, given)
    return {
        "lowest": [
            {"example": called[place], "model": place[1], "average": value}
            for value, _, _, place in ranked[:MOST_LOWEST]
        ],
        "patterns": {who: dict(sorted(own.items())) for who, own in sorted(patterns.items())},
    }


def _count_patterns(
    patterns: dict[str, dict[str, dict[str, int]]],
    labeller: str,
    model: str,
    codes: Iterable[Any],
) -> None:
    """Add the patterns of one output to the counts, in place. “n” counts the labelled outputs."""
    own = patterns.setdefault(labeller, {}).setdefault(model, {"n": 0})
    own["n"] += 1
    for name in dict.fromkeys(map(str, codes)):
        own[name] = own.get(name, 0) + 1
