"""The analysis of a risum project: agreement, models, ranks, annotators, metrics.

The definitions follow the riSum paper, sections 2.2, 4 and 5. The JSON document has all keys of the
interchange formats, and some additional ones.

The module is longer than most because all parts of the document are computed from the same ratings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from desktop_app.core.analysis import (
    Analysis,
    check_names,
    left_out_notes,
    outdated_note,
    truth,
    whole,
)
from desktop_app.core.background_counts import background_json
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.stats import agreement
from desktop_app.stats.aggregation import (
    DEFAULT_RUNS,
    Pattern,
    Ties,
    chances_of_pattern,
    generator,
    majority,
    pattern,
    random_mean,
    tie_broken_mean,
)
from desktop_app.stats.agreement import LocalAlpha
from desktop_app.stats.estimates import Estimate, Floats, Ints, mean_and_se
from desktop_app.stats.meta_evaluation import current_ratings
from desktop_app.stats.method_comparison import read_resamples
from desktop_app.stats.questions import UNKNOWN, agreement_json, counts_by_name, means_by_label
from plugins.risum import automatic, corpus, paper_tables, tables
from plugins.risum.corpus import LEVELS, QUESTIONS, Judgements, normalised, read
from plugins.risum.options import Families, read_families
from plugins.risum.rows import KEY, rated_part, rated_texts

MAX_RUNS = 1_000_000
NOT_ASKED = msg("no annotation answers this question")
UNKNOWN_RANK = msg("the models of these answers are not known")
NO_RANKS = msg("no group has two rated answers")
# How often an answer had this rank in a group with this pattern of ties.
Places = Counter[tuple[Pattern, int]]


@dataclass(frozen=True)
class RisumOptions:
    """The options of the analysis.

    `seed`: seed of all random tie-breaks, ≥ 0
    `runs`: number of simulated tie-breaks for the standard errors, 1 … 1,000,000
    `unanimous`: how to count a group in which all raters agree (0/0): as α = 1, or dropped
    `no_overlap`: groups in which nobody rated two answers: dropped from local α, or included if
        they have an α
    `families`: per method, names or glob patterns of the models of its own family
    `yes_from`: rating (2 … 5) from which on a rating counts as a Yes when metrics are compared with
        people; None: the answers to the Yes/No question
    `annotator_ids`: whether the table of annotators shows their ids next to the pseudonyms
    `resamples`: number of resamples for comparing automatic ratings with people, 100 … 200,000;
        None: depends on the number of methods
    """

    seed: int = 0
    runs: int = DEFAULT_RUNS
    unanimous: Literal["one", "drop"] = "one"
    no_overlap: Literal["drop", "include"] = "drop"
    families: Mapping[str, Sequence[str]] | None = None
    annotator_ids: bool = False
    resamples: int | None = None
    yes_from: int | None = None


def analyse(
    dataset: Dataset,
    options: Mapping[str, Any],
    backgrounds: Mapping[str, Sequence[str]] | None = None,
) -> Analysis:
    """Return the complete analysis of a dataset.

    `backgrounds`: the answers to each question about annotators, in the order of the form

    Raises UsageError for an unknown option or an invalid value.
    """
    chosen = read_options(options)
    votes = corpus.votes_json(dataset)
    dataset = rated_part(dataset)
    judged = read(dataset)
    # Local α is computed once, so that the JSON document below and its histogram use the same
    # values.
    local = {
        question: agreement.local_alpha(
            judged.values[question],
            judged.group_of,
            LEVELS[question],
            unanimous=chosen.unanimous,
            no_overlap=chosen.no_overlap,
        )
        for question in QUESTIONS
    }
    annotators = _annotators(judged)
    ratings, outdated = current_ratings(dataset.metric_ratings, rated_texts(dataset))
    methods, comparisons, resamples = automatic.metrics_json(
        ratings,
        judged,
        seed=chosen.seed,
        runs=chosen.runs,
        families=chosen.families or {},
        yes_from=chosen.yes_from,
        n_resamples=chosen.resamples,
    )
    # The keys are a file format (docs/command-output.md), which tables and figures read as well.
    data: dict[str, Any] = {
        "protocol": KEY,
        "items": len(dataset.items),
        "annotations": len(dataset.annotations),
        "annotators": len(judged.annotators),
        "groups": judged.n_groups,
        "conflicts": dataset.conflicts,
        "left_out": dict(dataset.left_out),
        "settings": {
            "seed": chosen.seed,
            "runs": chosen.runs,
            "unanimous": chosen.unanimous,
            "no_overlap": chosen.no_overlap,
            "resamples": resamples,
            **({"yes_from": chosen.yes_from} if chosen.yes_from is not None else {}),
        },
        "agreement": {
            question: _agreement(judged, question, groups) for question, groups in local.items()
        },
        "models": _models(judged, chosen.seed, chosen.runs),
        "annotator_counts": {
            person: entry["annotations"]
            for person, entry in zip(judged.annotators, annotators, strict=True)
        },
        "by_annotator": annotators,
        "corpus": corpus.corpus_json(dataset),
        "background": background_json(dataset, judged.annotations),
        "metrics": methods,
        **automatic.by_question(
            methods,
            automatic.of_rated_items(ratings, judged),
            comparisons,
            resamples,
            outdated,
        ),
        "outdated_ratings": outdated,
        "metric_comparisons": comparisons,
        "instruction_votes": votes,
    }
    return Analysis(
        protocol=KEY,
        title=dataset.title,
        data=data,
        tables=tables.tables(data, judged, ids=chosen.annotator_ids, about=dataset.background_form),
        figures=tables.figures(data, judged),
        notes=_notes(data, judged),
        paper_tables=paper_tables.paper_tables(data, backgrounds or {}),
    )


def read_options(options: Mapping[str, Any]) -> RisumOptions:
    """Return the options with their types. Whole numbers may be given as text.

    Raises UsageError for unknown names and for values outside their range.
    """
    check_names(options, list(RisumOptions.__dataclass_fields__), KEY)
    unanimous = options.get("unanimous", "one")
    if unanimous not in ("one", "drop"):
        raise UsageError(msg("the option “unanimous” must be “one” or “drop”"))
    no_overlap = options.get("no_overlap", "drop")
    if no_overlap not in ("drop", "include"):
        raise UsageError(msg("the option “no_overlap” must be “drop” or “include”"))
    return RisumOptions(
        seed=whole(options, "seed", RisumOptions.seed, low=0, high=2**63 - 1),
        runs=whole(options, "runs", RisumOptions.runs, low=1, high=MAX_RUNS),
        unanimous=unanimous,
        no_overlap=no_overlap,
        families=_families(options),
        annotator_ids=truth(options, "annotator_ids"),
        resamples=read_resamples(options),
        yes_from=whole(options, "yes_from", 0, low=2, high=5) if "yes_from" in options else None,
    )


def _families(options: Mapping[str, Any]) -> Families | None:
    try:
        return read_families(options.get("families"))
    except ValueError as error:
        raise UsageError(
            msg("the option “families” must name models per method"),
            hint=msg("For example rouge_1=palm-*, judge=palm-*."),
        ) from error


def _agreement(judged: Judgements, question: str, local: LocalAlpha) -> dict[str, Any]:
    """Return the global and the local α of one question."""
    ratings = judged.values[question]
    data = agreement_json(ratings, LEVELS[question], NOT_ASKED)
    # The paper uses interval α for ratings. The other two levels are for comparison.
    if question == "rating":
        data["alpha_ordinal"] = agreement.alpha(ratings, "ordinal").value
        data["alpha_nominal"] = agreement.alpha(ratings, "nominal").value
    edges, computed, counted_as_one = _histogram(local)
    data["local"] = {
        "mean": local.mean.value,
        "se": local.mean.se,
        "share_at_least_half": local.share_at_least_half,
        "groups": local.groups,
        "unanimous": local.unanimous,
        "no_overlap": local.no_overlap,
        "no_pairs": local.no_pairs,
        "unrated": local.unrated,
        **({"why": local.mean.why} if local.mean.why else {}),
        "histogram": {
            "edges": edges,
            "counts": [a + b for a, b in zip(computed, counted_as_one, strict=True)],
            "unanimous": counted_as_one,
        },
    }
    return data


def _histogram(local: LocalAlpha) -> tuple[list[float], list[int], list[int]]:
    """Return bin edges 0.1 apart up to 1, and per bin the numbers of computed and of 0/0 groups.

    A bin includes its lower edge. The last bin also includes 1.
    """
    # Dropped groups are NaN.
    counted = ~np.isnan(local.values)
    lowest = float(local.values[counted].min()) if counted.any() else 0.0
    # α may be negative, so the bins start at or below the lowest value. Rounding to 9 digits keeps
    # an α of 0.3 that was computed as 0.2999… in its bin.
    first = min(0, int(np.floor(round(lowest * 10, 9))))
    bins = 10 - first
    places = np.floor(np.round(local.values[counted] * 10, 9)).astype(np.int64) - first
    # The last bin also includes the value 1.
    places = np.minimum(places, bins - 1)
    equal = local.is_unanimous[counted]
    computed = np.bincount(places[~equal], minlength=bins)
    as_one = np.bincount(places[equal], minlength=bins)
    edges = [round((first + step) / 10, 1) for step in range(bins + 1)]
    return edges, computed.tolist(), as_one.tolist()


def _models(judged: Judgements, seed: int, runs: int) -> dict[str, Any]:
    """Return the aggregates on the scale 0–1 and the ranks of each model, with standard errors."""
    result: dict[str, Any] = {
        name: {"answers": n, "rank": {}} for name, n in counts_by_name(judged.models).items()
    }
    for question in QUESTIONS:
        ratings = judged.values[question]
        votes = majority(ratings)
        # If nobody answered the question, that is the reason given for every figure.
        asked = ratings.values.size > 0
        ranks = _ranks(judged, question, votes)
        means = means_by_label(normalised(question, ratings.means()), judged.models)
        for name, model in result.items():
            rng = generator(seed, question, name)
            values = {
                "mean": means[name],
                **_votes_and_ratings(judged, question, name, votes, runs, rng),
            }
            model[question] = {
                key: _json(value, None if asked else NOT_ASKED) for key, value in values.items()
            }
            # All rankings use the same seed, so that rankings that are equal by definition get
            # equal standard errors.
            model["rank"][question] = {
                key: _rank_json(
                    places[name], name, asked, runs, generator(seed, question, "rank", name)
                )
                for key, places in ranks.items()
            }
    return result


def _votes_and_ratings(
    judged: Judgements,
    question: str,
    model: str,
    votes: Sequence[Ties],
    runs: int,
    rng: np.random.Generator,
) -> dict[str, Estimate]:
    """Return the means of a model's majority votes and of its single ratings."""
    ratings = judged.values[question]
    own = np.array([name == model for name in judged.models], dtype=bool)
    scale = {value: float(normalised(question, value)) for value in np.unique(ratings.values)}
    # The vote on an item may be a tie of several values, each of which is converted to the scale
    # 0–1.
    ties = [
        tuple([scale[value] for value in vote])
        for vote, mine in zip(votes, own.tolist(), strict=True)
        if mine and vote
    ]
    return {
        "majority": tie_broken_mean(ties, runs=runs, rng=rng),
        "pooled": mean_and_se(normalised(question, ratings.values[own[ratings.units]])),
    }


def _ranks(
    judged: Judgements, question: str, votes: Sequence[Ties]
) -> dict[str, dict[str, Places]]:
    """Return, per ranking and model, how often its answers had each rank in each pattern of ties.

    "pooled" ranks models by the mean of all their single ratings in the group. This equals "mean"
    unless a model has several answers in a group. The two rows in riSum's table 3b are equal as
    well, and their standard error is computed with n = 300. Ranking single ratings instead would
    change the printed Yes/No ranks (2.12, 2.05, 1.83), which follow from table 3a, to 2.09, 2.02
    and 1.89.

    "per_rater" ranks each rater's own ratings, in groups in which that rater rated every answer.
    Ranks among fewer answers would not be comparable.
    """
    ratings, groups = judged.values[question], judged.group_of
    names, model_of = np.unique(np.array(judged.models, dtype=np.str_), return_inverse=True)
    labels = names.tolist()

    # "mean": `_places` requires that the entries of a group are consecutive.
    rated = np.flatnonzero(ratings.counts())
    rated = rated[np.argsort(groups[rated], kind="stable")]
    by_mean = _places(groups[rated], model_of[rated], ratings.means()[rated], labels)

    # "majority": a vote may be a tie, so it is ranked as a pattern instead of a number.
    by_majority: dict[str, Places] = {name: Counter() for name in labels}
    for group in judged.groups():
        items = [item for item in group if votes[item]]
        if len(items) >= 2:
            kind = pattern([votes[item] for item in items])
            for place, item in enumerate(items):
                by_majority[judged.models[item]][kind, place] += 1

    # "pooled": one entry per group and model. `max` avoids a division by zero without items.
    n_models = max(len(labels), 1)
    keys, pool = np.unique(
        groups[ratings.units] * n_models + model_of[ratings.units], return_inverse=True
    )
    means = np.bincount(pool, ratings.values, keys.size) / np.maximum(np.bincount(pool), 1)
    by_pool = _places(keys // n_models, keys % n_models, means, labels)

    # "per_rater": a run is one rater's ratings of one group.
    of_rating = groups[ratings.units]
    order = np.lexsort((ratings.units, ratings.raters, of_rating))
    runs = of_rating * max(ratings.n_raters, 1) + ratings.raters
    _, run, sizes = np.unique(runs, return_inverse=True, return_counts=True)
    # Keep the runs in which the rater rated every item of the group.
    whole = sizes[run] == np.bincount(groups, minlength=1)[of_rating]
    order = order[whole[order]]
    by_rater = _places(runs[order], model_of[ratings.units[order]], ratings.values[order], labels)
    return {"mean": by_mean, "majority": by_majority, "pooled": by_pool, "per_rater": by_rater}


def _places(runs: Ints, models: Ints, values: Floats, names: Sequence[str]) -> dict[str, Places]:
    """Count the ranks of models within runs of entries that are ranked against each other.

    `runs`: number of each entry's run, ascending, shape (n,); a run of one entry is not ranked
    `models`: index into `names`, shape (n,)
    `values`: larger is better, shape (n,)
    """
    result: dict[str, Places] = {name: Counter() for name in names}
    starts = np.flatnonzero(np.diff(runs, prepend=-1))
    sizes = np.diff(starts, append=runs.size)
    # Runs of equal size are stacked into a matrix, so that equal runs are found in one step.
    for size in np.unique(sizes[sizes >= 2]).tolist():
        entries = starts[sizes == size][:, None] + np.arange(size)
        # Equal rows are ranked only once and counted, because `pattern` is slow.
        rows, counts = np.unique(
            np.hstack([models[entries], values[entries]]), axis=0, return_counts=True
        )
        for row, count in zip(rows.tolist(), counts.tolist(), strict=True):
            group = pattern([(value,) for value in row[size:]])
            for place, model in enumerate(row[:size]):
                result[names[int(model)]][group, place] += count
    return result


def _rank_json(
    places: Places, model: str, asked: bool, runs: int, rng: np.random.Generator
) -> dict[str, Any]:
    # Answers of unknown models come from several models, so their rank would be meaningless.
    if model == UNKNOWN or not places:
        reason = UNKNOWN_RANK if model == UNKNOWN else NO_RANKS if asked else NOT_ASKED
        return _json(Estimate(None, None, 0, reason))
    # Groups differ in size. Ranks beyond the size of a group have probability 0.
    widest = max(len(group) for group, _ in places)
    chances = np.zeros((len(places), widest))
    for row, (group, place) in enumerate(places):
        chances[row, : len(group)] = chances_of_pattern(group)[place]
    support = np.arange(1, widest + 1, dtype=np.float64)
    return _json(random_mean(chances, support, units=list(places.values()), runs=runs, rng=rng))


def _json(estimate: Estimate, why: str | None = None) -> dict[str, Any]:
    data = estimate.to_json()
    if why and estimate.value is None:
        data["why"] = why
    return data


def _annotators(judged: Judgements) -> list[dict[str, Any]]:
    """Return one entry per annotator, under pseudonyms, sorted by number of annotations.

    `seconds`: {"mean", "median", "n"} over the annotations with a recorded time
    `follows`: share of Yes (0–1), α with the other raters, share of the other raters' answers that
        are equal
    `rating`: mean (1–5), α with the other raters, mean absolute difference from them in points
    """
    result = judged.by_annotator()
    for question in QUESTIONS:
        ratings = judged.values[question]
        with_others = agreement.rater_agreement(ratings, LEVELS[question])
        for rater, (entry, shared) in enumerate(zip(result, with_others, strict=True)):
            own = ratings.values[ratings.raters == rater]
            entry[question] = {
                "n": int(own.size),
                "mean": float(own.mean()) if own.size else None,
                "shared_items": shared.units,
                "alpha": shared.alpha,
                "equal": shared.equal,
                "difference": shared.difference,
            }
            if shared.alpha is None:
                entry[question]["why"] = (
                    NOT_ASKED
                    if not own.size
                    else agreement.ALL_EQUAL
                    if shared.units
                    else msg("none of these items was rated by anyone else")
                )
    return result


def _notes(data: Mapping[str, Any], judged: Judgements) -> list[str]:
    notes = []
    if not data["annotations"]:
        notes.append(msg("No ratings yet: figures appear as soon as annotations are merged."))
    notes += left_out_notes(data)
    if data["outdated_ratings"]:
        notes.append(outdated_note(data["outdated_ratings"]))
    if judged.ignored:
        notes.append(
            msg(
                "Annotations left out because their item is missing, or the same person rated the"
                " item at another stage: {ignored}.",
                ignored=judged.ignored,
            )
        )
    if UNKNOWN in judged.models:
        count = judged.models.count(UNKNOWN)
        notes.append(
            msg(
                "Answers by an unknown model: {count}. They are shown as “{unknown}” and "
                "have no rank.",
                count=count,
                unknown=UNKNOWN,
            )
        )
    return notes
