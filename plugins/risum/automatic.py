"""Agreement of automatic ratings with human ratings (riSum, sections 4 and 5, tables 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from desktop_app.core.messages import msg
from desktop_app.stats import metrics
from desktop_app.stats.aggregation import generator, majority
from desktop_app.stats.estimates import Estimate, Floats
from desktop_app.stats.intervals import Resamples
from desktop_app.stats.meta_evaluation import NO_WINNERS, low_mass_counts, rated_values
from desktop_app.stats.method_comparison import (
    AUC,
    PEARSON,
    TAU,
    Comparer,
    People,
    kendall_counts,
    mean_over_runs,
    number_of_resamples,
    of_complete_items,
    rated_by_some,
    winners_over_runs,
    without_interrupted,
)
from plugins.risum.corpus import QUESTIONS, Judgements
from plugins.risum.options import is_related

NO_FAMILY = msg("no model family is named for this method (option “families”)")
NO_DISAGREEMENT = msg("there is no disagreement")
# Standard errors of the Pearson distance that are reported in addition to the paper's.
_ERRORS = ("se_textbook", "se_bootstrap")
# Fields of Kendall's distance that differ between runs.
_CONSTANT = ("metric_constant", "metric_constant_by_run")
# The figures, and the question to which each belongs.
FIGURES = {AUC: "follows", TAU: "rating", PEARSON: "rating"}

Values = Mapping[str, Mapping[int, Floats]]


def metrics_json(
    ratings: Sequence[Mapping[str, Any]],
    judged: Judgements,
    *,
    seed: int,
    runs: int,
    families: Mapping[str, Sequence[str]],
    yes_from: int | None = None,
    n_resamples: int | None = None,
) -> tuple[dict[str, Any], list[dict[str, Any]], int]:
    """Return the agreement of methods with people, comparisons of pairs, and number of resamples.

    `ratings`: bodies of the automatic ratings that count
    `yes_from`: rating from which on a person's rating counts as a Yes, in place of the answers to
        the Yes/No question; None: these answers
    `n_resamples`: number of resamples of groups; None: see `number_of_resamples`

    If a method rated only one of the two questions, its ratings are compared with people's answers
    to both questions. Each figure names the question whose values it used.

    For a method with several runs, each figure is the mean over the runs of the run's own figure,
    which shows the quality of a single run (riSum, caption of table 4). "of_mean_ratings" contains
    the figures of the items' mean ratings over all runs; this is an ensemble of the runs and
    usually better. Winners are computed for each run as well.

    Items that some run of a method did not rate are left out of all its figures and counted in
    "rated_by_some_runs": the mean over the runs and its interval must be about the same items.
    """
    result: dict[str, Any] = {}
    used: dict[str, Mapping[str, str]] = {}
    if yes_from is not None:
        human = judged.values["rating"]
        votes = replace(human, values=(human.values >= yes_from).astype(np.float64))
        judged = replace(judged, values={**judged.values, "follows": votes})
    places = ((item.key, "", "") for item in judged.items)
    rated = rated_values(ratings, places)
    doubtful = low_mass_counts(of_rated_items(ratings, judged))
    # One object for all methods, because methods with the same items share bootstrap resamples.
    resamples = Resamples(seed, number_of_resamples(len(rated), n_resamples))
    complete: dict[str, Values] = {}
    for method, every in sorted(rated.items()):
        given = {question: without_interrupted(of_runs) for question, of_runs in every.items()}
        interrupted = max(len(every[question]) - len(given[question]) for question in every)
        # Questions are independent: a run may answer only one of them.
        values = {question: of_complete_items(of_runs) for question, of_runs in given.items()}
        some = np.any([rated_by_some(of_runs) for of_runs in given.values()], axis=0)
        complete[method] = values
        by_question = used[method] = {
            question: question if question in values else next(iter(values))
            for question in QUESTIONS
        }
        per_item = {question: mean_over_runs(runs_of) for question, runs_of in values.items()}
        entry = _figures(judged, per_item, by_question, seed, runs, resamples)
        rated_by_run = values[by_question["rating"]]
        entry["winners"] = _winners(
            judged, rated_by_run, by_question["rating"], families.get(method)
        )
        entry["rated"] = {
            question: int((~np.isnan(array)).sum()) for question, array in per_item.items()
        }
        if interrupted:
            entry["interrupted_runs"] = interrupted
        if some.any():
            entry["rated_by_some_runs"] = int(some.sum())
        if low := sum(doubtful[method, question] for question in values):
            entry["low_mass"] = low
        by_run = entry["by_run"] = _by_run(judged, values, by_question, seed, runs, resamples)
        # With several runs, the reported figure is the mean over single runs; see the docstring.
        if by_run["runs"] > 1:
            entry["of_mean_ratings"] = {figure: entry[figure] for figure in FIGURES}
            for figure in FIGURES:
                # "n" and the counts of excluded items are those of a single run. A reason belongs
                # to the mean ratings.
                own = {name: value for name, value in entry[figure].items() if name != "why"}
                of_runs = {**by_run[figure], "runs": by_run[figure]["n"], "n": own["n"]}
                entry[figure] = {**own, **of_runs}
            counts = kendall_counts(_people(judged), rated_by_run)
            entry[TAU] |= {name: counts[name] for name in counts if name in _CONSTANT}
        result[method] = entry
    people = {
        "follows": People(judged.group_of, majority(judged.values["follows"])),
        "rating": _people(judged),
    }
    comparer = Comparer(
        {figure: people[question] for figure, question in FIGURES.items()},
        {
            method: {
                figure: list(values[used[method][question]].values())
                for figure, question in FIGURES.items()
            }
            for method, values in complete.items()
        },
        resamples,
    )
    for method, entry in result.items():
        for figure in FIGURES:
            interval = comparer.figure(method, figure).interval_json()
            entry[figure] = {**interval, **entry[figure]}
    for figure in FIGURES:
        for method in _with_other_items(comparer, list(result), figure):
            result[method][figure]["other_items"] = True
    pairs = comparer.pairs()
    for pair in pairs:
        _note_worse(result, pair)
    return result, pairs, resamples.runs


def of_rated_items(
    ratings: Iterable[Mapping[str, Any]], judged: Judgements
) -> list[Mapping[str, Any]]:
    """Return the automatic ratings of items that people rated too."""
    is_rated = np.any([~np.isnan(one.means()) for one in judged.values.values()], axis=0)
    keys = {item.key for item, rated in zip(judged.items, is_rated, strict=True) if rated}
    return [body for body in ratings if body["item"] in keys]


def by_question(
    methods: Mapping[str, Mapping[str, Any]],
    ratings: Sequence[Mapping[str, Any]],
    comparisons: Sequence[Mapping[str, Any]],
    resamples: int,
    outdated: int,
) -> dict[str, Any]:
    """Return what `metrics_json` returned under the keys that all protocols have.

    The key “metrics” of this protocol has the figures of both questions side by side, as the tables
    of the paper do.
    """
    doubtful = low_mass_counts(ratings)

    def figures(method: str, entry: Mapping[str, Any], question: str) -> dict[str, Any]:
        result = {name: entry[name] for name, own in FIGURES.items() if own == question}
        if question == "rating":
            result["winners"] = entry["winners"]
        used = next(iter(result.values()))["question"]
        return {**result, **({"low_mass": low} if (low := doubtful[method, used]) else {})}

    return {
        "automatic_ratings": {
            method: {question: figures(method, entry, question) for question in QUESTIONS}
            for method, entry in methods.items()
        },
        "automatic_ratings_comparisons": [
            {"question": FIGURES[pair["figure"]], **pair} for pair in comparisons
        ],
        "automatic_ratings_resamples": resamples,
        "automatic_ratings_outdated": outdated,
    }


def _with_other_items(comparer: Comparer, methods: Sequence[str], figure: str) -> list[str]:
    """Return the methods whose figure is about other items than the largest set."""
    items = {method: comparer.items(method, figure).tobytes() for method in methods}
    # Not the most frequent set: variants of one method would outvote the others. Of equally large
    # sets, the one that most methods have.
    rated = list(items.values())
    largest = max(rated, key=lambda one: (one.count(1), rated.count(one)), default=b"")
    return [method for method in methods if items[method] != largest]


def _note_worse(methods: Mapping[str, Mapping[str, Any]], pair: Mapping[str, Any]) -> None:
    """Set "worse_on_common" of a method that one with other items beats on the common ones.

    Fewer than half of the items say too little about a method.
    """
    figure, difference = pair["figure"], pair["difference"]
    one, other = (methods[name][figure] for name in pair["methods"])
    if not difference or bool(one.get("other_items")) == bool(other.get("other_items")):
        return
    worse, better = (one, other) if (difference < 0) == (figure == AUC) else (other, one)
    if better.get("other_items") and 2 * pair["items"] >= worse["n"]:
        worse["worse_on_common"] = True


def _people(judged: Judgements) -> People:
    """Return people's mean ratings."""
    return People(judged.group_of, means=judged.values["rating"].means())


def _figures(
    judged: Judgements,
    values: Mapping[str, Floats],
    used: Mapping[str, str],
    seed: int,
    runs: int,
    resamples: Resamples,
) -> dict[str, Any]:
    metric = values[used["follows"]]
    # A majority vote may be tied, and then contains both labels. Items without votes are left out.
    votes = majority(judged.values["follows"])
    both = [item for item, ties in enumerate(votes) if ties and not np.isnan(metric[item])]
    labels = [votes[item] for item in both]
    auc = metrics.auc_roc(metric[both], labels, runs=runs, rng=generator(seed, "auc_roc"))
    ties = sum(len(label) == 2 for label in labels)

    # The rest compares the 1–5 rating instead of the Yes/No question.
    human, metric = judged.values["rating"].means(), values[used["rating"]]
    tau = metrics.tau_distance(human, metric, judged.group_of)
    complete = ~(np.isnan(human) | np.isnan(metric))
    # Pearson's correlation needs both values of an item.
    rated = human[complete], metric[complete]
    pearson = metrics.pearson_distance(*rated)
    errors = metrics.pearson_errors(*rated, judged.group_of[complete], resamples)
    return {
        "auc_roc": {
            **auc.to_json(),
            "question": used["follows"],
            "yes": sum(label == (1.0,) for label in labels),
            "no": sum(label == (0.0,) for label in labels),
            "ties": ties,
        },
        "tau_distance": {
            **tau.distance.to_json(),
            "question": used["rating"],
            "excluded": tau.excluded,
            "metric_constant": tau.constant,
            "incomplete": tau.incomplete,
        },
        "pearson_distance": {
            **pearson.to_json(),
            "se_textbook": errors.textbook,
            "se_bootstrap": errors.bootstrap,
            "groups": errors.groups,
            **({"why": errors.why} if errors.why else {}),
            "question": used["rating"],
        },
    }


def _winners(
    judged: Judgements,
    of_runs: Mapping[int, Floats],
    question: str,
    patterns: Sequence[str] | None,
) -> dict[str, Any]:
    family = None
    # Without patterns, the family is unknown, which is not the same as a family without models.
    if patterns is not None:
        family = np.array([is_related(model, patterns) for model in judged.models])
    data = {**winners_over_runs(_people(judged), of_runs, family), "question": question}
    if not data["groups"]:
        data["why"] = NO_WINNERS
    elif data["own_family"] is None:
        data["why"] = NO_DISAGREEMENT if patterns is not None else NO_FAMILY
    return data


def _by_run(
    judged: Judgements,
    values: Values,
    used: Mapping[str, str],
    seed: int,
    runs: int,
    resamples: Resamples,
) -> dict[str, Any]:
    # With fewer than two runs, the figures of the single run are those of the method.
    numbers = sorted({run for of_runs in values.values() for run in of_runs})
    data: dict[str, Any] = {"runs": len(numbers)}
    if len(numbers) < 2:
        return data
    # A run may contain ratings of only one question.
    missing = np.full(len(judged.items), np.nan)
    each = [
        _figures(
            judged,
            {question: of_runs.get(run, missing) for question, of_runs in values.items()},
            used,
            seed,
            runs,
            resamples,
        )
        for run in numbers
    ]
    for key in FIGURES:
        # Runs with an undefined figure are left out of the mean; "n" is the number of the remaining
        # runs. A run without ratings of the question is not counted.
        defined = [run[key] for run in each if run[key]["value"] is not None]
        errors = [run["se"] for run in defined if run["se"] is not None]
        data[key] = Estimate(
            float(np.mean([run["value"] for run in defined])) if defined else None,
            float(np.mean(errors)) if errors else None,
            len(defined),
            ""
            if errors
            else msg("no run has a standard error")
            if defined
            else msg("undefined in every run"),
        ).to_json()
        undefined = sum(run in values[used[FIGURES[key]]] for run in numbers) - len(defined)
        if undefined:
            data[key]["undefined_runs"] = undefined
    # The two other standard errors exist only for the Pearson distance and are averaged in the same
    # way.
    for name in _ERRORS:
        matches = [run["pearson_distance"][name] for run in each]
        errors = [error for error in matches if error is not None]
        data["pearson_distance"][name] = float(np.mean(errors)) if errors else None
        if not errors:
            data["pearson_distance"].setdefault("why", msg("no run has a standard error"))
    return data
