"""What people's ratings say: agreement, models, ranks, annotators (riSum, section 2.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median
from typing import Any, Literal

import numpy as np

from desktop_app.stats import agreement
from desktop_app.stats.aggregation import Ties, generator, majority, random_mean, tie_broken_mean
from desktop_app.stats.estimates import Estimate, Floats, mean_and_se
from desktop_app.stats.ranking import rank_chances
from plugins.risum.judgements import QUESTIONS, UNKNOWN, Judgements, normalised

AGGREGATIONS = ("mean", "majority", "pooled")
RANKINGS = (*AGGREGATIONS, "per_rater")
LEVELS: dict[str, agreement.Level] = {"follows": "nominal", "rating": "interval"}
NOT_ASKED = "no annotation answers this question"
UNKNOWN_RANK = "the models of these answers are not known"
NO_RANKS = "no group has two rated answers"


def local(
    judged: Judgements, question: str, unanimous: Literal["one", "drop"]
) -> agreement.LocalAlpha:
    """Return α per document–instruction group at the question's level of measurement."""
    return agreement.local_alpha(
        judged.ratings[question], judged.group_of, LEVELS[question], unanimous=unanimous
    )


def agreement_json(
    judged: Judgements, question: str, found: agreement.LocalAlpha
) -> dict[str, Any]:
    """Return global and local α of one question."""
    ratings, level = judged.ratings[question], LEVELS[question]
    overall = agreement.alpha(ratings, level)
    data: dict[str, Any] = {
        "alpha": overall.value,
        "level": level,
        "ratings": int(ratings.values.size),
        "items_with_two_ratings": overall.units,
    }
    if overall.value is None:
        data["why"] = overall.why if ratings.values.size else NOT_ASKED
        data["unanimous"] = overall.unanimous
    if question == "rating":
        data["alpha_ordinal"] = agreement.alpha(ratings, "ordinal").value
        data["alpha_nominal"] = agreement.alpha(ratings, "nominal").value
    summary: dict[str, Any] = {
        "mean": found.mean.value,
        "se": found.mean.se,
        "share_at_least_half": found.share_at_least_half,
        "groups": found.groups,
        "unanimous": found.unanimous,
        "no_overlap": found.no_overlap,
        "unrated": found.unrated,
    }
    if found.mean.why:
        summary["why"] = found.mean.why
    edges, computed, counted_as_one = histogram(found)
    summary["histogram"] = {
        "edges": edges,
        "counts": [a + b for a, b in zip(computed, counted_as_one, strict=True)],
        "unanimous": counted_as_one,
    }
    return {**data, "local": summary}


def histogram(found: agreement.LocalAlpha) -> tuple[list[float], list[int], list[int]]:
    """Return bin edges 0.1 apart up to 1, and per bin the computed and the 0/0 groups.

    A bin holds its lower edge; the last one holds 1 as well.
    """
    counted = ~np.isnan(found.values)
    lowest = float(found.values[counted].min()) if counted.any() else 0.0
    first = min(0, int(np.floor(round(lowest * 10, 9))))
    bins = 10 - first
    places = np.floor(np.round(found.values[counted] * 10, 9)).astype(np.int64) - first
    places = np.minimum(places, bins - 1)
    equal = found.is_unanimous[counted]
    computed = np.bincount(places[~equal], minlength=bins)
    as_one = np.bincount(places[equal], minlength=bins)
    edges = [round((first + step) / 10, 1) for step in range(bins + 1)]
    return edges, computed.tolist(), as_one.tolist()


def models_json(judged: Judgements, seed: int, runs: int) -> dict[str, Any]:
    """Return per model its aggregates on 0–1 and its ranks, with standard errors."""
    found: dict[str, Any] = {
        name: {"answers": judged.models.count(name), "rank": {}} for name in judged.model_names
    }
    for question in QUESTIONS:
        asked = judged.ratings[question].values.size > 0
        ranks = _ranks(judged, question)
        for name, model in found.items():
            draw = generator(seed, question, name)
            values = _aggregates(judged, question, name, runs, draw)
            model[question] = {
                key: _json(value, None if asked else NOT_ASKED) for key, value in values.items()
            }
            model["rank"][question] = {
                key: _rank_json(rows[name], name, asked, runs, seed, question)
                for key, rows in ranks.items()
            }
    return found


def _aggregates(
    judged: Judgements, question: str, model: str, runs: int, rng: np.random.Generator
) -> dict[str, Estimate]:
    ratings = judged.ratings[question]
    own = np.array([name == model for name in judged.models], dtype=bool)
    means = normalised(question, ratings.means())[own]
    votes = [
        tuple(normalised(question, np.array(ties)).tolist())
        for ties, mine in zip(majority(ratings), own, strict=True)
        if mine and ties
    ]
    return {
        "mean": mean_and_se(means[~np.isnan(means)]),
        "majority": tie_broken_mean(votes, runs=runs, rng=rng),
        "pooled": mean_and_se(normalised(question, ratings.values[own[ratings.units]])),
    }


def _ranks(judged: Judgements, question: str) -> dict[str, dict[str, list[Floats]]]:
    """Return per ranking and model the chances of the ranks, one row per ranked answer.

    "pooled" ranks models by the mean of all their single ratings in the group. That equals "mean"
    unless a model has several answers in a group, and so do the two rows printed in riSum's table
    3b, with a standard error of n = 300; ranking single ratings instead would pull the printed
    Yes/No ranks (2.12, 2.05, 1.83) in to 2.09, 2.02 and 1.89, which follow from table 3a.
    "per_rater" ranks each rater's own ratings, in groups where that rater rated every answer: ranks
    within fewer answers would not compare.
    """
    ratings = judged.ratings[question]
    means, votes = ratings.means(), majority(ratings)
    rated: dict[int, list[tuple[int, float]]] = {}
    for unit, rater, value in zip(
        ratings.units.tolist(), ratings.raters.tolist(), ratings.values.tolist(), strict=True
    ):
        rated.setdefault(unit, []).append((rater, value))
    found: dict[str, dict[str, list[Floats]]] = {
        key: {name: [] for name in judged.model_names} for key in RANKINGS
    }
    for group in judged.groups():
        items = [item for item in group if item in rated]
        names = [judged.models[item] for item in items]
        _rank(found["mean"], names, [(float(means[item]),) for item in items])
        _rank(found["majority"], names, [votes[item] for item in items])
        pooled: dict[str, list[float]] = {}
        by_rater: dict[int, list[tuple[str, Ties]]] = {}
        for name, item in zip(names, items, strict=True):
            for rater, value in rated[item]:
                pooled.setdefault(name, []).append(value)
                by_rater.setdefault(rater, []).append((name, (value,)))
        _rank(found["pooled"], list(pooled), [(fmean(values),) for values in pooled.values()])
        for own in by_rater.values():
            if len(own) < len(group):
                continue
            _rank(found["per_rater"], [name for name, _ in own], [value for _, value in own])
    return found


def _rank(rows: dict[str, list[Floats]], names: Sequence[str], values: Sequence[Ties]) -> None:
    if len(values) >= 2:
        for name, chances in zip(names, rank_chances(values), strict=True):
            rows[name].append(chances)


def _rank_json(
    rows: list[Floats], model: str, asked: bool, runs: int, seed: int, question: str
) -> dict[str, Any]:
    if model == UNKNOWN or not rows:
        reason = UNKNOWN_RANK if model == UNKNOWN else NO_RANKS if asked else NOT_ASKED
        return _json(Estimate(None, None, 0, reason))
    widest = max(row.size for row in rows)
    chances = np.array([np.pad(row, (0, widest - row.size)) for row in rows])
    support = np.arange(1, widest + 1, dtype=np.float64)
    # One stream for all rankings: those that are the same by definition get the same figures.
    rng = generator(seed, question, "rank", model)
    return _json(random_mean(chances, support, runs=runs, rng=rng))


def _json(estimate: Estimate, why: str | None = None) -> dict[str, Any]:
    data = estimate.to_json()
    if why and estimate.value is None:
        data["why"] = why
    return data


def annotators_json(judged: Judgements) -> list[dict[str, Any]]:
    """Return one entry per annotator, under pseudonyms, most ratings first.

    seconds  {"mean", "median", "n"} over annotations whose time is known
    follows  share of Yes in 0–1, α against the others, share of others' equal answers
    rating   mean 1–5, α against the others, mean absolute difference to the others in points
    """
    times: dict[str, list[float]] = {person: [] for person in judged.annotators}
    for annotation in judged.annotations:
        if annotation.seconds is not None:
            times[annotation.annotator].append(annotation.seconds)
    counts = Counter(annotation.annotator for annotation in judged.annotations)
    found: list[dict[str, Any]] = []
    for person, name in zip(judged.annotators, judged.pseudonyms, strict=True):
        seconds = times[person]
        found.append(
            {
                "pseudonym": name,
                "annotations": counts[person],
                "seconds": {
                    "mean": fmean(seconds) if seconds else None,
                    "median": median(seconds) if seconds else None,
                    "n": len(seconds),
                    **({} if seconds else {"why": "no times were recorded"}),
                },
            }
        )
    for question in QUESTIONS:
        ratings = judged.ratings[question]
        with_others = agreement.rater_agreement(ratings, LEVELS[question])
        for rater, (entry, shared) in enumerate(zip(found, with_others, strict=True)):
            own = ratings.values[ratings.raters == rater]
            entry[question] = {
                "n": int(own.size),
                "mean": float(own.mean()) if own.size else None,
                "shared_items": shared.units,
                "alpha": shared.alpha,
                "equal": shared.equal,
                "difference": shared.difference,
                **({} if shared.alpha is not None else {"why": _why(own.size, shared)}),
            }
    return found


def _why(own: int, shared: agreement.RaterAgreement) -> str:
    if not own:
        return NOT_ASKED
    return agreement.ALL_EQUAL if shared.units else "no item was rated by anyone else as well"
