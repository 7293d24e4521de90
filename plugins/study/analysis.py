"""The analysis of a study: every question by its level of measurement.

The definitions are in docs/study.md, “What do the figures mean?”.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median_low
from typing import Any

import numpy as np

from desktop_app.core.analysis import Analysis, check_names, code_name, left_out_notes, truth, whole
from desktop_app.core.analysis_options import DEFAULT_RUNS, MOST_RUNS
from desktop_app.core.form_versions import FormVersions
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.stats import agreement
from desktop_app.stats.aggregation import generator
from desktop_app.stats.agreement import Level
from desktop_app.stats.coefficients import KAPPA_WEIGHTS
from desktop_app.stats.estimates import Estimate, mean
from desktop_app.stats.intervals import RELIABLE_UNITS, bootstrap_alpha
from desktop_app.stats.meta_evaluation import compare_with_people
from desktop_app.stats.method_comparison import read_resamples
from desktop_app.stats.questions import (
    Place,
    agreement_json,
    counts_by_name,
    means_by_label,
    median,
)
from desktop_app.stats.ratings import Ratings
from plugins.study import automatic, tables
from plugins.study.measures import Judged, Measure, read
from plugins.study.rows import KEY

# Maximum number of items listed per question.
MOST_APART = 10
# Maximum number of pairs of annotators listed per question.
MOST_PAIRS = 300
NOT_ANSWERED = msg("nobody has answered this question")
NOT_ORDERED = msg("its options have no order")
NO_NUMBERS = msg("its codes are not numbers")


@dataclass(frozen=True)
class StudyOptions:
    """The options of the analysis.

    `seed`: seed of the resamples, ≥ 0
    `runs`: number of resamples for the standard error of α, 2 … 100,000
    `annotator_ids`: whether tables show annotators' ids next to their pseudonyms
    `resamples`: number of resamples for comparing automatic ratings with people, 100 … 200,000;
        None: depends on the number of methods
    """

    seed: int = 0
    runs: int = DEFAULT_RUNS
    annotator_ids: bool = False
    resamples: int | None = None


def analyse(dataset: Dataset, versions: FormVersions, options: Mapping[str, Any]) -> Analysis:
    """Return the complete analysis of a study.

    Raises UsageError for an unknown option or an invalid value.
    """
    chosen = read_options(options)
    judged = read(dataset, versions)
    annotators = judged.by_annotator()
    current = versions.current
    # The keys are a file format (docs/command-output.md), which tables and figures read as well.
    data: dict[str, Any] = {
        "protocol": KEY,
        "items": len(dataset.items),
        "annotations": len(dataset.annotations),
        "annotators": len(judged.annotators),
        "conflicts": dataset.conflicts,
        "left_out": dict(dataset.left_out),
        "settings": {"seed": chosen.seed, "runs": chosen.runs},
        "form": None
        if current is None
        else {
            "key": current.form.key,
            "version": current.form.version,
            "name": current.name,
            "title": current.form.text(current.form.title, current.form.head.language),
        },
        "forms": dict(judged.by_version),
        "form_not_here": judged.unread,
        "questions": {one.name: _question(judged, one, chosen) for one in judged.measures},
        "models": counts_by_name(judged.models),
        "sources": counts_by_name(judged.sources),
        "annotator_counts": {
            person: entry["annotations"]
            for person, entry in zip(judged.annotators, annotators, strict=True)
        },
        "by_annotator": annotators,
        **compare_with_people(
            automatic.answered_questions(dataset, judged),
            dataset.metric_ratings,
            key="automatic_ratings",
            seed=chosen.seed,
            resamples=chosen.resamples,
        ),
    }
    return Analysis(
        protocol=KEY,
        title=dataset.title,
        data=data,
        tables=tables.tables(data, judged, ids=chosen.annotator_ids),
        figures=tables.figures(data, judged),
        notes=_notes(data, versions),
    )


def read_options(options: Mapping[str, Any]) -> StudyOptions:
    """Return the options with their types. Whole numbers may be given as text.

    “unanimous” is accepted only with its default, because nothing here is computed per group.
    Raises UsageError for unknown names and for values outside their range.
    """
    check_names(options, list(StudyOptions.__dataclass_fields__), KEY)
    return StudyOptions(
        seed=whole(options, "seed", StudyOptions.seed, low=0, high=2**63 - 1),
        runs=whole(options, "runs", StudyOptions.runs, low=2, high=MOST_RUNS),
        annotator_ids=truth(options, "annotator_ids"),
        resamples=read_resamples(options),
    )


def _question(judged: Judged, measure: Measure, chosen: StudyOptions) -> dict[str, Any]:
    """Return all figures of one measure."""
    question, form = measure.question, measure.form
    answered = len(measure.answers)
    data: dict[str, Any] = {
        "text": form.text(question.text, form.head.language),
        "type": question.type,
        "level": question.level,
        "versions": list(measure.versions),
        "asked": measure.asked,
        "answered": answered,
        "unanswered": measure.unanswered,
        "not_shown": measure.hidden,
        "invalid": measure.invalid,
        # “missing” options were chosen, so they count as answers, but they are not values.
        "missing": answered - len(measure.values()),
        "completeness": answered / measure.asked if measure.asked else None,
    }
    if not measure.asked:
        data["why"] = msg("nobody was asked this question")
    # Text answers are only counted. Their content is never part of the analysis.
    if measure.kind == "text":
        if question.type == "text_list":
            data["entries"] = sum(len(answer) for answer in measure.answers.values())
        return data
    # Each option of a multiple choice is analysed as a separate Yes/No question.
    if measure.kind == "several":
        data["options"] = {
            str(option.code): _option(judged, measure, str(option.code), chosen)
            for option in measure.options
        }
        return data
    # All other kinds have one value per answer, which is a number or has a position on the scale.
    numbers = {place: measure.number(value) for place, value in measure.values().items()}
    ratings = judged.ratings(numbers)
    # Counts include “missing” options, and the statistics below do not.
    if measure.kind == "one":
        times = Counter(measure.answers.values())
        data["counts"] = {code_name(option.code): times[option.code] for option in measure.options}
    # Only questions for texts have no level.
    level = question.level
    assert level is not None
    data |= _summary(measure)
    data["agreement"] = _agreement(level, ratings, measure.name, chosen)
    data["kappa"] = _kappas(judged, ratings, level)
    data["models"] = _by(judged, judged.models, measure)
    data["sources"] = _by(judged, judged.sources, measure)
    data["disagreement"] = _apart(judged, measure, ratings, level)
    return data


def _option(judged: Judged, measure: Measure, code: str, chosen: StudyOptions) -> dict[str, Any]:
    """Return one option of a multiple choice, analysed as a Yes/No question.

    Only annotators who answered the question and to whom the option was offered count.
    """
    # An annotator to whom a version of the form did not offer the option has not rejected it.
    picks = {
        place: float(code in [str(one) for one in answer])
        for place, answer in measure.answers.items()
        if code in measure.offered[place]
    }
    ratings = judged.ratings(picks)
    n = len(picks)
    times = int(sum(picks.values()))
    return {
        "chosen": times,
        "n": n,
        "share": times / n if n else None,
        **({} if n else {"why": NOT_ANSWERED}),
        "agreement": _agreement("nominal", ratings, f"{measure.name}={code}", chosen),
        "models": _means_by(judged, judged.models, picks),
        "sources": _means_by(judged, judged.sources, picks),
    }


def _summary(measure: Measure) -> dict[str, Any]:
    """Return the statistics that the level of measurement allows.

    Choices of one option have their most frequent values (mode). Values that are not nominal have
    the median. Values that are numbers have the mean and the standard deviation (n − 1).
    """
    values = measure.values()
    empty: dict[str, Any] = {"n": len(values), "mean": None, "sd": None, "median": None}
    if not values:
        return {**empty, "why": NOT_ANSWERED}
    result: dict[str, Any] = dict(empty)
    if measure.kind == "one":
        times = Counter(values.values())
        most = max(times.values())
        # All values with the highest frequency, in the order of the scale.
        result["mode"] = [one.code for one in measure.scale if times[one.code] == most]
    if measure.question.level != "nominal":
        if measure.has_numbers:
            result["median"] = median([float(value) for value in values.values()])
        # For an even number of values, the lower one of the two in the middle, because options that
        # are not numbers have no mean.
        else:
            place = median_low([measure.number(value) for value in values.values()])
            result["median"] = measure.scale[int(place)].code
    if measure.has_numbers:
        numbers = [float(value) for value in values.values()]
        result["mean"] = mean(numbers)
        result["sd"] = float(np.std(numbers, ddof=1)) if len(numbers) > 1 else None
        if measure.kind == "number":
            result |= {"lowest": min(numbers), "highest": max(numbers)}
    else:
        result["why"] = NOT_ORDERED if measure.question.level == "nominal" else NO_NUMBERS
    return result


def _agreement(level: Level, ratings: Ratings, name: str, chosen: StudyOptions) -> dict[str, Any]:
    """Return the observed agreement and α, with its standard error and interval."""
    equal, _ = agreement.equal_pairs(ratings)
    order = ("level", "ratings", "items_with_two_ratings", "equal", "alpha", "se", "interval")
    data: dict[str, Any] = {
        **dict.fromkeys(order),
        **agreement_json(ratings, level, NOT_ANSWERED),
        "equal": equal.to_json(),
    }
    if data["alpha"] is None:
        return data
    # The seed depends on the name of the question, so that an added question changes no other
    # interval.
    rng = generator(chosen.seed, "bootstrap", name)
    spread = bootstrap_alpha(ratings, level, rng, chosen.runs)
    data |= {"se": spread.se, "resamples": spread.draws}
    if spread.se is None:
        return {**data, "why": spread.why}
    data["interval"] = [spread.low, spread.high]
    return {**data, "warning": spread.warning} if spread.warning else data


def _kappas(judged: Judged, ratings: Ratings, level: Level) -> dict[str, Any]:
    """Return κ of each pair of annotators with shared items, sorted by number of shared items."""
    weights = KAPPA_WEIGHTS[level]
    rows: dict[int, dict[int, float]] = {}
    for rater, unit, value in zip(
        ratings.raters.tolist(), ratings.units.tolist(), ratings.values.tolist(), strict=True
    ):
        rows.setdefault(rater, {})[unit] = value
    shared = []
    for one, other in combinations(sorted(rows), 2):
        units = sorted(rows[one].keys() & rows[other].keys())
        if units:
            # The negative count sorts larger numbers first; ties are sorted by annotator.
            shared.append((-len(units), one, other, units))
    pairs: dict[str, dict[str, Any]] = {}
    for _, one, other, units in sorted(shared)[:MOST_PAIRS]:
        first, second = ([rows[rater][unit] for unit in units] for rater in (one, other))
        result = agreement.weighted_kappa(first, second, weights)
        named = f"{judged.pseudonyms[one]}-{judged.pseudonyms[other]}"
        pairs[named] = {"value": result.value, "n": result.n}
        if result.why:
            pairs[named]["why"] = result.why
    return {"weights": weights, "pairs": pairs, "left_out": max(0, len(shared) - MOST_PAIRS)}


def _by(judged: Judged, labels: Sequence[str], measure: Measure) -> dict[str, Any]:
    """Return the figures of a measure for each model or each source."""
    if measure.has_numbers:
        numbers = {place: float(value) for place, value in measure.values().items()}
        result = _means_by(judged, labels, numbers)
    # Values that are not numbers have no mean, but their counts below are still useful.
    else:
        result = {
            name: {"items": n, "mean": Estimate(None, None, 0, NO_NUMBERS).to_json()}
            for name, n in counts_by_name(labels).items()
        }
    for name, entry in result.items():
        own = [value for (_, item), value in measure.values().items() if labels[item] == name]
        entry["n"] = len(own)
        if measure.kind == "one":
            times = Counter(own)
            entry["counts"] = {code_name(one.code): times[one.code] for one in measure.scale}
        if measure.question.level != "nominal" and measure.has_numbers and own:
            entry["median"] = median([float(value) for value in own])
    return result


def _means_by(
    judged: Judged, labels: Sequence[str], numbers: Mapping[Place, float]
) -> dict[str, Any]:
    """Return, per label, the mean of its items' means, with a standard error."""
    means = means_by_label(judged.ratings(numbers).means(), labels)
    return {
        name: {"items": n, "mean": means[name].to_json()}
        for name, n in counts_by_name(labels).items()
    }


def _apart(
    judged: Judged, measure: Measure, ratings: Ratings, level: Level
) -> list[dict[str, Any]]:
    """Return the items with the largest differences between answers, largest first."""
    distances = agreement.unit_distances(ratings, level)
    order = [
        item
        # Items with fewer than two answers are NaN. As −1, they are sorted last and dropped.
        for item in np.argsort(-np.nan_to_num(distances, nan=-1.0), kind="stable").tolist()
        if distances[item] > 0
    ][:MOST_APART]
    values = measure.values()
    return [
        {
            "item": judged.items[item].name,
            "distance": float(distances[item]),
            "answers": {
                name: values[place, item]
                for place, name in enumerate(judged.pseudonyms)
                if (place, item) in values
            },
        }
        for item in order
    ]


def _notes(data: Mapping[str, Any], versions: FormVersions) -> list[str]:
    notes = []
    if versions.current is None:
        notes.append(msg("No form has been imported yet, so there are no questions."))
    if not data["annotations"]:
        notes.append(msg("No answers yet: figures appear as soon as annotations are merged."))
    if versions.in_conflict:
        notes.append(
            msg(
                "Two leads created different versions of the form, and the conflict is not "
                "resolved. Each answer is read with its own version."
            )
        )
    # Versions without answers are not mentioned.
    several = {name: n for name, n in data["forms"].items() if n}
    if len(several) > 1:
        listed = ", ".join(f"{name.partition('#')[0]}: {n}" for name, n in several.items())
        notes.append(
            msg(
                "Answers were given to several versions of the form ({listed}). Each is read "
                "with its own version. If the meaning of a question changed, its versions are"
                " counted separately.",
                listed=listed,
            )
        )
    excluded = left_out_notes(data)
    if data["form_not_here"]:
        # After the note about conflicts, if there is one.
        excluded.insert(
            1 if data["conflicts"] else 0,
            msg(
                "Annotations excluded because their form or item has not arrived: {data}.",
                data=data["form_not_here"],
            ),
        )
    notes += excluded
    # Below RELIABLE_UNITS items, the bootstrap interval is too narrow, so tables mark it.
    few = [name for name, entry in tables.agreements(data) if "warning" in entry]
    if few:
        notes.append(
            msg(
                "Confidence intervals for α that are too narrow: {count}. They are based on fewer "
                "than {reliable_units} items and contain the true α in less than 95 % of studies. "
                "They are marked in the table of agreement.",
                count=len(few),
                reliable_units=RELIABLE_UNITS,
            )
        )
    invalid = {name: one["invalid"] for name, one in data["questions"].items() if one["invalid"]}
    for name, number in invalid.items():
        notes.append(
            msg(
                "Answers to “{name}” excluded because their form does not accept them: {number}.",
                name=name,
                number=number,
            )
        )
    return notes
