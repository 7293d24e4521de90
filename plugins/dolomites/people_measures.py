"""People's blind labels of pairs of outputs: agreement among people, and of judges with people.

Agreement with people is the share of labels for which a judge or a metric prefers the same output,
with ties and without. Source: the DOLOMITES paper, section 5 and figure 8.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from desktop_app.core.aliases import pseudonym
from desktop_app.core.messages import msg
from desktop_app.stats import agreement
from desktop_app.stats.coefficients import other_coefficients
from desktop_app.stats.estimates import mean
from plugins.dolomites.evaluation_measures import Evaluated, grouped
from plugins.dolomites.shapes import LABEL, LABEL_AXES
from plugins.dolomites.win_rates import Verdict

OVERALL = "overall"
NOBODY = msg("nobody has labelled a pair")
NO_TWO = msg("no pair was labelled by two people")
NOT_PREFERRED = msg("no label prefers one output")
# Maximum number of people whose κ with each other is listed.
MOST_PEOPLE = 25
LONGER = msg("always the longer one")


@dataclass(frozen=True)
class Label:
    """A person's label of a pair: by axis, 1 or 2 for that model's output, 0 for a tie.

    `patterns`: error patterns that the person found, as (model, codes); empty if this was not asked
    """

    pair: str
    example: str
    models: tuple[str, str]
    person: str
    axes: Mapping[str, int]
    patterns: Sequence[tuple[str, Sequence[str]]] = ()


def read(found: Evaluated) -> list[Label]:
    """Return the labels of all pairs, by item and person."""
    items = {item.key: item for item in found.dataset.items if item.stage == LABEL}
    labels = []
    for one in found.dataset.annotations:
        item = items.get(one.item)
        if one.stage != LABEL or item is None:
            continue
        # Sides are converted to the numbers of the row, so that labels and verdicts can be
        # compared.
        left = 2 if item.origin.get("left") in (2, "2") else 1
        numbers = {"tie": 0, "left": left, "right": 3 - left}
        axes = {
            axis: numbers[str(one.answers[axis])]
            for axis in (*LABEL_AXES, OVERALL)
            if str(one.answers.get(axis)) in numbers
        }
        # The overall preference may be unanswered. It then follows from the other axes.
        axes.setdefault(OVERALL, _overall(axes))
        models = (found.named(item.origin.get("model_1")), found.named(item.origin.get("model_2")))
        example = str(item.origin.get("example") or "")
        seen = one.answers.get("error_patterns")
        patterns = (
            [(models[numbers[side] - 1], seen.get(side) or ()) for side in ("left", "right")]
            if isinstance(seen, Mapping)
            else []
        )
        labels.append(Label(item.key, example, models, one.annotator, axes, patterns))
    return labels


def _overall(axes: Mapping[str, int]) -> int:
    """Return the output that more axes prefer; 0 if both are preferred equally often."""
    first = sum(value == 1 for value in axes.values())
    second = sum(value == 2 for value in axes.values())
    return 0 if first == second else 1 if first > second else 2


def people_json(labels: Sequence[Label], annotators: Iterable[str]) -> dict[str, Any]:
    """Return the counts of people's labels, and the agreement of people with each other.

    “percent” is the share of equal labels, ties included, over every two people's labels of one
    pair. “kappa” is Cohen's κ of each pair of people, “alpha” is Krippendorff's α (nominal) of all
    people.

    `annotators`: all annotators of the project, in the order of their pseudonyms
    """
    # Pseudonyms depend on the position among all annotators, so that they are the same in all
    # tables.
    here = {one.person for one in labels}
    people = {person: pseudonym(place) for place, person in enumerate(annotators) if person in here}
    axes = (*LABEL_AXES, OVERALL)
    data: dict[str, Any] = {
        "labels": len(labels),
        "pairs": len({one.pair for one in labels}),
        "people": len(people),
        "counts": {axis: _counts(labels, axis) for axis in axes},
        "agreement": {axis: _agreement(labels, people, axis) for axis in axes},
    }
    return data if labels else {**data, "why": NOBODY}


def _counts(labels: Sequence[Label], axis: str) -> dict[str, int]:
    """Return how many labels prefer the first model's output (“1”), the second's, or neither."""
    given = [one.axes[axis] for one in labels if axis in one.axes]
    return {"1": given.count(1), "2": given.count(2), "tie": given.count(0)}


def _agreement(labels: Sequence[Label], people: Mapping[str, str], axis: str) -> dict[str, Any]:
    """Return the agreement of people on one axis: of all people, and of each pair of people.

    `people`: pseudonyms by id
    """
    units = sorted({one.pair for one in labels})
    row = {person: place for place, person in enumerate(people)}
    column = {pair: place for place, pair in enumerate(units)}
    # People by pairs of outputs; NaN if a person did not label a pair.
    matrix = np.full((len(people), len(units)), np.nan)
    for one in labels:
        if axis in one.axes:
            matrix[row[one.person], column[one.pair]] = one.axes[axis]
    if not labels:
        return {"percent": None, "alpha": None, "n": 0, "kappa": {}, "why": NO_TWO}
    alpha = agreement.alpha(matrix, "nominal")
    equal, _ = agreement.equal_pairs(matrix)
    given = (~np.isnan(matrix)).sum(axis=1)
    # The people with the most labels, listed in the order of their pseudonyms.
    shown = sorted(sorted(range(len(people)), key=lambda who: -given[who])[:MOST_PEOPLE])
    names = list(people.values())
    kappa = {}
    for first, second in combinations(shown, 2):
        figure = agreement.cohen_kappa(matrix[first], matrix[second])
        # Two people without a shared pair have no κ and no entry.
        if figure.n:
            both = ~np.isnan(matrix[first]) & ~np.isnan(matrix[second])
            percent = float((matrix[first][both] == matrix[second][both]).mean())
            name = f"{names[first]}–{names[second]}"
            kappa[name] = {**figure.to_json(), "percent": percent}
    data: dict[str, Any] = {
        "percent": equal.value,
        "alpha": alpha.value,
        **other_coefficients(matrix, "nominal"),
        "n": alpha.units,
        "kappa": kappa,
    }
    why = (alpha.why or NO_TWO) if alpha.value is None or equal.value is None else ""
    return {**data, "why": why} if why else data


def metrics_json(
    found: Evaluated, labels: Sequence[Label], verdicts: Sequence[Verdict]
) -> dict[str, Any]:
    """Return how often each judge and metric prefers the output that people prefer.

    A metric prefers the output with the higher value; equal values are a tie. A judge that compared
    a pair several times (such as in both orders) prefers the output that won more often. Each
    person's label of a pair is an instance. Intervals resample pairs.

    “with_ties” is over all labels; a tie agrees only with a tie. “without_ties” is over the labels
    that prefer one output; a tie of the judge or metric agrees with none of them. Labels of pairs
    for which a judge or metric has no values do not count.
    """
    data = {}
    for name, prefers in _deciders(found, labels, verdicts).items():
        with_ties: dict[Hashable, list[float]] = {}
        without: dict[Hashable, list[float]] = {}
        ties = 0
        for one in labels:
            choice = prefers(one)
            # The values for this pair are missing. Counting them as wrong would punish missing
            # values.
            if choice is None:
                continue
            person = one.axes[OVERALL]
            ties += choice == 0
            with_ties.setdefault(one.pair, []).append(float(choice == person))
            if person:
                without.setdefault(one.pair, []).append(float(choice == person))
        # A method without a preference for any of the labelled pairs has no row.
        if not with_ties:
            continue
        bare = found.resamples.mean(without).to_json()
        if bare["value"] is None:
            # All labels were ties, which is a different reason than having no labels.
            bare["why"] = NOT_PREFERRED
        data[name] = {
            "with_ties": found.resamples.mean(with_ties).to_json(),
            "without_ties": bare,
            "metric_ties": ties,
        }
    return data


Decider = Callable[[Label], int | None]


def _deciders(
    found: Evaluated, labels: Sequence[Label], verdicts: Sequence[Verdict]
) -> dict[str, Decider]:
    """Return the deciders by name: judges, scores, metrics, and length.

    A decider returns 1 or 2 for the preferred output of a label's pair, 0 for a tie, and None if
    its data are missing.
    """
    deciders: dict[str, Decider] = {}
    wanted = {(one.example, frozenset(one.models)) for one in labels}
    # As a set, because a verdict may name the two models in the reverse order.
    by_judge = grouped(
        (one.judge, (place, one))
        for one in verdicts
        if (place := (one.example, frozenset(one.models))) in wanted
    )
    for judge in sorted(by_judge):
        deciders[msg("{judge} (pairs)", judge=judge)] = _by_verdicts(grouped(by_judge[judge]))
    for name, values in _metrics(found).items():
        deciders[name] = _by_values(values)
    lengths = {place: float(output.length) for place, output in found.outputs.items()}
    # The baseline, to see whether any method is better than counting words.
    deciders[LONGER] = _by_values(lengths)
    return deciders


def _by_verdicts(verdicts: Mapping[tuple[str, frozenset[str]], Sequence[Verdict]]) -> Decider:
    """Return a decider that uses the verdicts of a judge, by example and models."""

    def prefers(label: Label) -> int | None:
        own = verdicts.get((label.example, frozenset(label.models)))
        if not own:
            return None
        # For the label's first model, 1 is a win, ½ a tie, and 0 a loss.
        worth = mean([one.of(label.models[0]) for one in own])
        return 0 if worth == 0.5 else 1 if worth > 0.5 else 2

    return prefers


def _by_values(values: Mapping[tuple[str, str], float]) -> Decider:
    """Return a decider that prefers the output with the higher value."""

    def prefers(label: Label) -> int | None:
        first, second = (values.get((label.example, model)) for model in label.models)
        if first is None or second is None:
            return None
        return 0 if first == second else 1 if first > second else 2

    return prefers


def _metrics(found: Evaluated) -> dict[str, dict[tuple[str, str], float]]:
    """Return the values by which outputs are compared, by metric.

    The metrics are scores by judge, entailment, ROUGE-L, section presence, and imported metrics.
    """
    lists: dict[str, dict[tuple[str, str], list[float]]] = {}
    for score in found.scores:
        places = lists.setdefault(msg("{judge} (scores)", judge=score.judge), {})
        places.setdefault((score.example, score.model), []).append(score.average)
    sides: dict[str, dict[tuple[str, str], dict[str, list[float]]]] = {}
    for scorer, by_place in found.section_values.items():
        for (place, side), one in by_place.items():
            # A missing section counts as 0, as in the table of entailment.
            if own := [*one.scored, *[0.0] * one.missing]:
                name = (
                    msg("{scorer} (forward)", scorer=scorer)
                    if side == "forward"
                    else msg("{scorer} (reverse)", scorer=scorer)
                )
                lists.setdefault(name, {})[place] = own
                sides.setdefault(msg("{scorer} (h-mean)", scorer=scorer), {}).setdefault(place, {})[
                    side
                ] = own
    for name, by_output in found.imported_metrics.items():
        for place, own in by_output.items():
            lists.setdefault(name, {}).setdefault(place, []).extend(own)
    values = {
        name: {place: mean(own) for place, own in places.items()}
        for name, places in sorted(lists.items())
    }
    for name, by_side in sorted(sides.items()):
        values[name] = {
            place: 2 * f * r / (f + r) if f + r else 0.0
            # A harmonic mean requires both directions.
            for place, own in by_side.items()
            if len(own) == 2
            for f, r in [(mean(own["forward"]), mean(own["reverse"]))]
        }
    values["ROUGE-L"] = dict(found.rouge)
    values["section presence"] = dict(found.presence)
    return values
