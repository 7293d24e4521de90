"""The analysis of a cnr project: critiques, revisions, reviews, comparisons, diagnostic sets.

Definitions follow the CnR paper, sections 5 to 7. The keys of the JSON document are those of the
interchange formats, with additional keys. The module is long because that document has many parts,
each with its own function.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from desktop_app.core.aliases import pseudonym
from desktop_app.core.analysis import (
    NO_TIMES,
    Analysis,
    by_times,
    check_names,
    left_out_notes,
    truth,
)
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.stats import agreement
from desktop_app.stats.coefficients import other_coefficients
from desktop_app.stats.comparing import Needed
from desktop_app.stats.estimates import mean, mean_and_se, mean_median, share
from desktop_app.stats.meta_evaluation import compare_with_people
from desktop_app.stats.method_comparison import read_resamples
from desktop_app.stats.questions import agreement_json, counts_by_name
from desktop_app.stats.ratings import Ratings
from desktop_app.text.tokens import word_edit_distance, words
from plugins.cnr import comparisons, diagnostics, paper_tables, rated, tables
from plugins.cnr.comparisons import Ballot, Comparisons
from plugins.cnr.critiques import CATEGORIES, SIDES, outside, revised
from plugins.cnr.options import read_agreeing, read_merged_categories
from plugins.cnr.reviews import DECISIONS, Final, Finals, finals_of
from plugins.cnr.rows import CRITIQUE, DIAGNOSTIC, KEY, UNKNOWN, author_of
from plugins.cnr.trained import trained_json

# Maximum number of voters whose pairwise κ is listed. The most active ones are chosen.
MOST_VOTERS = 25
# Possible values of `ModelPoint.happened`, the outcome of a point of a model's critique.
HAPPENED = ("taken", "edited", "rejected", "left")
NO_REVISION = msg("no text was revised")
NO_POINTS = msg("no point states whether the revision addresses it")
NO_REVIEW = msg("nothing was reviewed")
NO_MODEL_CRITIQUE = msg("no model’s critique was offered")


@dataclass(frozen=True)
class CnrOptions:
    """Options of the analysis.

    `agreeing`: how many voters must agree for a majority, or (3, 5): at least 3 if at least 5
        voted; None: more than half of those who voted on the pair, and at least two
    `annotator_ids`: whether the table of annotators shows their ids next to the pseudonyms
    `resamples`: number of resamples for comparing automatic ratings with people, 100 … 200,000;
        None: depends on the number of methods
    `merge_categories`: categories of prompts that count as one in figures by category
    """

    agreeing: Needed = None
    annotator_ids: bool = False
    resamples: int | None = None
    merge_categories: tuple[str, ...] = ()


def analyse(dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
    """Return the analysis of a cnr dataset.

    Raises UsageError for an unknown option or an invalid value.
    """
    chosen = read_options(options)
    result = finals_of(dataset)
    compared = comparisons.read(dataset)
    if chosen.merge_categories:
        compared = comparisons.merge_categories(compared, chosen.merge_categories)
    # Sorted by number of critiques. The position is the pseudonym, in tables and figures alike.
    people = list(by_times(one.annotation.annotator for one in result.all))
    scores = Counter(one.answers.get("score") for one in result.all)
    standing = Counter[str](one.standing for one in result.all)
    points = _points(result)
    # The share of points that the revision takes account of, among those that state it.
    addressed = share(
        sum(points[side]["addressed"] for side in SIDES),
        sum(points[side]["stated"] for side in SIDES),
    )
    data: dict[str, Any] = {
        "protocol": KEY,
        # Items to critique are stored without a stage (`rows.build_item`).
        "items": sum(item.stage in ("", CRITIQUE) for item in dataset.items),
        "annotations": len(result.all),
        "annotators": len(people),
        "conflicts": dataset.conflicts,
        "left_out": dict(dataset.left_out),
        "settings": {
            "agreeing": "{} of {}".format(*chosen.agreeing)
            if isinstance(chosen.agreeing, tuple)
            else chosen.agreeing,
            **({"merge_categories": list(merged)} if (merged := chosen.merge_categories) else {}),
        },
        "scores": {str(score): scores[score] for score in range(1, 6)},
        "agreement": {"score": _score_agreement(result, people)},
        "categories": _categories(one.answers for one in result.all),
        "categories_labelled": _labelled(dataset),
        "edit_distance": _edit_distance(result),
        "length": _lengths(result),
        "points": points,
        "points_addressed": addressed,
        **({"why": NO_POINTS} if addressed is None else {}),
        "model_points": _model_points(result),
        "review": _review(result),
        "standing": {
            name: standing[name]
            for name in ("accepted", "changed", "sent_back", "disputed", "unreviewed")
        },
        "models": _models(result, compared, chosen),
        "pairwise": (pairwise := comparisons.pairwise_json(compared, chosen.agreeing)),
        "trained_models": trained_json(dataset, compared, pairwise),
        "voters": voters_json(compared.ballots, chosen.agreeing),
        "pairs": {"pairs": len(compared.ballots), "repeated": compared.repeated},
        "replaced": compared.replaced,
        "diagnostics": diagnostics.diagnostics_json(dataset),
        **compare_with_people(
            rated.questions_of(dataset, result),
            dataset.metric_ratings,
            key="automatic_ratings",
            seed=0,
            resamples=chosen.resamples,
        ),
        "by_annotator": _by_annotator(result, people),
        "annotator_counts": {
            person: sum(one.annotation.annotator == person for one in result.all)
            for person in people
        },
    }
    return Analysis(
        protocol=KEY,
        title=dataset.title,
        data=data,
        tables=tables.tables(data, people if chosen.annotator_ids else None),
        figures=tables.figures(data),
        notes=_notes(data, dataset, result, compared),
        paper_tables=paper_tables.paper_tables(data),
    )


def read_options(options: Mapping[str, Any]) -> CnrOptions:
    """Return the options with their types.

    “seed” and “runs” are accepted and ignored, because they are options of other protocols, and
    “unanimous” is accepted with its default. Raises UsageError for unknown names and values outside
    their range.
    """
    check_names(options, list(CnrOptions.__dataclass_fields__), KEY, idle=("seed", "runs"))
    try:
        agreeing = read_agreeing(options.get("agreeing"))
    except ValueError as error:
        raise UsageError(
            msg("the option “agreeing” must be a number of voters, or a rule such as “3 of 5”")
        ) from error
    try:
        merged = read_merged_categories(options.get("merge_categories"))
    except ValueError as error:
        raise UsageError(
            msg(
                "the option “merge_categories” must name two or more categories, such as "
                "“coding, math”"
            )
        ) from error
    return CnrOptions(agreeing, truth(options, "annotator_ids"), read_resamples(options), merged)


def _score_agreement(finals: Finals, people: Sequence[str]) -> dict[str, Any]:
    """Return α of the authors' own scores at the interval level, ignoring reviewers' changes."""
    items = sorted({one.item.key for one in finals.all})
    triples = [
        (one.annotation.annotator, one.item.key, float(one.annotation.answers["score"]))
        for one in finals.all
        if one.annotation.answers.get("score") is not None
    ]
    ratings = Ratings.from_triples(triples, raters=list(people), units=items)
    data = agreement_json(ratings, "interval", msg("nobody has given a score"))
    # The reason already says whether an undefined α is 0/0.
    data.pop("unanimous", None)
    if data["alpha"] is None:
        return data
    # The paper uses the interval level; the ordinal α is an addition.
    return {**data, "alpha_ordinal": agreement.alpha(ratings, "ordinal").value}


def _categories(answers: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    times = Counter(code for one in answers for code in one.get("categories", ()))
    return {code: times[code] for code in CATEGORIES}


def _labelled(dataset: Dataset) -> dict[str, dict[str, int]]:
    """Return how many critiques mention each category, per labeller.

    Labels of excluded critiques are not counted.
    """
    # Labels identify their critique by item and annotator.
    here = {(one.item, one.annotator) for one in dataset.annotations if one.stage == CRITIQUE}
    by_labeller: dict[str, list[Mapping[str, Any]]] = {}
    for row in dataset.rows.get("labels", ()):
        if (row["item"], row["annotator"]) not in here:
            continue
        by_labeller.setdefault(str(row["labeller"]), []).append(row)
    return {
        name: {**_categories(rows), "critiques": len(rows)}
        for name, rows in sorted(by_labeller.items())
    }


def _texts(finals: Finals) -> list[tuple[str, str]]:
    """Return the responses with their revisions. Responses without a revision are left out.

    The revision is the text that counts, or the author's own text while none counts. A response
    that needs no improvement counts as its own revision.
    """
    pairs = [
        (
            str(one.item.content.get("response", "")),
            one.revision if one.counts else _own_text(one, one.answers),
        )
        for one in finals.all
    ]
    return [(response, revision) for response, revision in pairs if revision is not None]


def _own_text(one: Final, answers: Mapping[str, Any]) -> str | None:
    """Return the text after a critique: its revision, or the response if it needs no improvement.

    None if there is neither.
    """
    return revised(answers, str(one.item.content.get("response", "")))


def _edit_distance(finals: Finals) -> dict[str, Any]:
    """Return the word-level edit distance from responses to their revisions."""
    texts = _texts(finals)
    return mean_median([word_edit_distance(*pair) for pair in texts], NO_REVISION) | {
        "unchanged": sum(before == after for before, after in texts)
    }


def _lengths(finals: Finals) -> dict[str, Any]:
    texts = _texts(finals)
    return {
        "before": mean_median([words(before) for before, _ in texts], NO_REVISION),
        "after": mean_median([words(after) for _, after in texts], NO_REVISION),
    }


def _points(finals: Finals) -> dict[str, Any]:
    """Return the numbers of points, and how many refer to a part of the response."""
    data: dict[str, Any] = {}
    for side in SIDES:
        points = [point for one in finals.all for point in one.answers.get(side, ())]
        # Only some annotators state whether the revision takes account of a point. The number of
        # these points is reported as “stated”.
        statuses = [bool(point["addressed"]) for point in points if "addressed" in point]
        data[side] = {
            "n": len(points),
            "per_critique": len(points) / len(finals.all) if finals.all else None,
            "anchored": sum("start" in point for point in points),
            "addressed": sum(statuses),
            "stated": len(statuses),
            "from_model": sum("from_model" in point for point in points),
            **({} if finals.all else {"why": msg("there are no critiques")}),
        }
    data["nothing_to_improve"] = sum(
        bool(one.answers.get("nothing_to_improve")) for one in finals.all
    )
    return data


def _model_points(finals: Finals) -> dict[str, Any]:
    """Return how annotators used the points of models' critiques."""
    times = Counter(
        str(point.get("happened"))
        for one in finals.all
        for point in one.annotation.answers.get("model_points", ())
    )
    data: dict[str, Any] = {name: times[name] for name in HAPPENED}
    n = sum(times.values())
    # Annotators accepted both kinds of points; `used` is their share of all points offered.
    used = times["taken"] + times["edited"]
    return {**data, "n": n, "used": used / n if n else None} | (
        {} if n else {"why": NO_MODEL_CRITIQUE}
    )


def _review(finals: Finals) -> dict[str, Any]:
    """Return reviewers' decisions and the share of decisions that changed the critique.

    Reviews of earlier revisions also count. `change_rate` refers to all decisions.
    """
    times = Counter(review.decision for review in finals.reviews)
    n = sum(times[decision] for decision in DECISIONS)
    # The amount of change by reviewers: from the author's own text to the reviewer's text.
    edits = [
        word_edit_distance(own, one.revision)
        for one in finals.all
        if one.standing == "changed"
        and one.revision is not None
        and (own := _own_text(one, one.annotation.answers)) is not None
    ]
    reviewers: dict[str, Counter[str]] = {}
    for review in finals.reviews:
        reviewers.setdefault(review.reviewer, Counter())[review.decision] += 1
    # Reviewers have separate pseudonyms, in the order of their ids.
    by_reviewer = [
        {"pseudonym": pseudonym(place), **{name: reviewers[person][name] for name in DECISIONS}}
        for place, person in enumerate(sorted(reviewers))
    ]
    return {
        **{decision: times[decision] for decision in DECISIONS},
        "n": n,
        "change_rate": times["change"] / n if n else None,
        **({} if n else {"why": NO_REVIEW}),
        "edit_distance": mean_median(edits, msg("no reviewer changed a revision")),
        "by_reviewer": by_reviewer,
        "stray": finals.stray,
    }


def _models(finals: Finals, compared: Comparisons, chosen: CnrOptions) -> dict[str, Any]:
    """Return people's scores and edits, and the win rates, per author of responses."""
    won = comparisons.of_models(compared, chosen.agreeing)
    by_model: dict[str, list[Final]] = {}
    for one in finals.all:
        by_model.setdefault(author_of(one.item.origin), []).append(one)
    data: dict[str, Any] = {}
    for name in counts_by_name({*by_model, *won}):
        own = by_model.get(name, [])
        # An item with several critiques counts once, with the mean of its scores.
        scores: dict[str, list[float]] = {}
        for one in own:
            if one.answers.get("score") is not None:
                scores.setdefault(one.item.key, []).append(float(one.answers["score"]))
        means = np.array([mean(values) for values in scores.values()], dtype=np.float64)
        part = Finals(all=own)
        data[name] = {
            "items": len({one.item.key for one in own}),
            "annotations": len(own),
            "score": mean_and_se(means).to_json(),
            "edit_distance": _edit_distance(part),
            **won.get(name, {}),
        }
    return data


def voters_json(ballots: Sequence[Ballot], needed: Needed) -> dict[str, Any]:
    """Return the agreement of voters: κ of each pair, α of all, and majority labels.

    Voters are numbered in the natural order of their ids. Voters in a list of votes without names
    are numbered by position.
    """
    # Ids such as “voter-10” must come after “voter-2”, so the digits in an id are compared by
    # length, then as text. Ids without digits come last.
    times = Counter(who for one in ballots for who in one.votes)
    voters = sorted(
        times, key=lambda who: [(len(n), n) for n in re.findall("[0-9]+", who)] or [(9, who)]
    )
    number = {who: place for place, who in enumerate(voters)}
    # NaN is a missing vote: not everybody votes on every pair.
    votes = np.full((len(voters), len(ballots)), np.nan)
    for column, one in enumerate(ballots):
        for who, vote in one.votes.items():
            votes[number[who], column] = vote
    kappa: dict[str, float | None] = {}
    details: dict[str, Any] = {}
    # The number of pairs of voters grows quadratically, so only pairs of the most active voters are
    # listed, in the order of their numbers.
    shown = sorted(sorted(range(len(voters)), key=lambda v: -times[voters[v]])[:MOST_VOTERS])
    for first, second in combinations(shown, 2):
        figure = agreement.cohen_kappa(votes[first], votes[second])
        # Without a shared pair there is no κ to list.
        if figure.n:
            name = f"{first + 1}-{second + 1}"
            kappa[name] = figure.value
            details[name] = figure.to_json()
    alpha = agreement.alpha(votes, "nominal") if voters else None
    labels = comparisons.majorities(ballots, needed)
    voted = sum(bool(one.votes) for one in ballots)
    data: dict[str, Any] = {
        "n": len(voters),
        "votes": {str(place + 1): times[who] for place, who in enumerate(voters)},
        "kappa": kappa,
        "kappa_details": details,
        "alpha": alpha.value if alpha else None,
        **(other_coefficients(votes, "nominal") if voters else {}),
        "majority": {str(label): labels.count(label) for label in (0, 1, 2)},
        # The pairs with votes. Those without a majority are reported separately.
        "voted": voted,
        "no_majority": voted - len(labels),
    }
    if alpha is None or alpha.value is None:
        data["why"] = alpha.why if alpha else msg("nobody has voted")
    return data


def _by_annotator(finals: Finals, people: Sequence[str]) -> list[dict[str, Any]]:
    """Return one entry per annotator, under pseudonyms, sorted by number of critiques."""
    data = []
    for place, person in enumerate(people):
        own = [one for one in finals.all if one.annotation.annotator == person]
        # A person's figures use the person's own answers, without reviewers' changes.
        scores = [float(one.annotation.answers["score"]) for one in own
                  if one.annotation.answers.get("score") is not None]  # fmt: skip
        edits = [
            word_edit_distance(str(one.item.content.get("response", "")), revision)
            for one in own
            if (revision := _own_text(one, one.annotation.answers)) is not None
        ]
        data.append(
            {
                "pseudonym": pseudonym(place),
                "annotations": len(own),
                "score": mean_and_se(scores).to_json(),
                "edit_distance": mean_median(edits, NO_REVISION),
                "points": mean_median(
                    [sum(len(one.annotation.answers.get(s, ())) for s in SIDES) for one in own],
                    msg("there are no critiques"),
                ),
                "changed": sum(one.standing == "changed" for one in own),
                "seconds": mean_median(
                    [one.annotation.seconds for one in own if one.annotation.seconds is not None],
                    NO_TIMES,
                ),
            }
        )
    return data


def _notes(
    data: Mapping[str, Any], dataset: Dataset, finals: Finals, compared: Comparisons
) -> list[str]:
    notes = []
    if not data["annotations"] and not data["pairwise"]:
        notes.append(msg("No critiques yet: figures appear as soon as annotations are merged."))
    notes += left_out_notes(data)
    standing = data["standing"]
    if data["review"]["n"] and standing["unreviewed"]:
        notes.append(
            msg(
                "Critiques without a review: {standing}.",
                standing=standing["unreviewed"],
            )
        )
    if standing["sent_back"] or standing["disputed"]:
        notes.append(
            msg(
                "Critiques sent back to their authors: {standing}; changed by reviewers in "
                "different ways: {standing2}. Their texts do not count yet; figures of "
                "lengths and edits use the authors’ own texts.",
                standing=standing["sent_back"],
                standing2=standing["disputed"],
            )
        )
    if finals.stray:
        notes.append(
            msg(
                "Reviews whose critique has not arrived or does not belong to their item: {stray}.",
                stray=finals.stray,
            )
        )
    odd = sum(
        outside(one.annotation.answers, str(one.item.content.get("response", "")))
        for one in finals.all
    )
    if odd:
        notes.append(
            msg(
                "Points about a passage outside their response: {odd}. They count as points "
                "about the whole response.",
                odd=odd,
            )
        )
    if data["pairs"]["repeated"]:
        notes.append(
            msg(
                "Pairs with the same prompt and responses as another pair, each counted "
                "separately: {data}.",
                data=data["pairs"]["repeated"],
            )
        )
    if data["replaced"]:
        notes.append(
            msg(
                "Excluded judgements and patterns of texts that were replaced or removed: "
                "{data}. To judge the new texts: run DIR judge.",
                data=data["replaced"],
            )
        )
    if data["diagnostics"]["replaced"]:
        notes.append(
            msg(
                "Excluded ratings of critiques and revisions that were replaced: {data}. To "
                "rate the new ones: run DIR rate.",
                data=data["diagnostics"]["replaced"],
            )
        )
    if any("of" in one[who] for one in data["pairwise"].values() for who in ("judge", "people")):
        notes.append(
            msg(
                "If comparisons name settings or rounds, the overall figures use the last round "
                "of the named setting. The others are listed by setting and round."
            )
        )
    if compared.lost_categories:
        notes.append(
            msg(
                "Judgements without a category: {lost_categories}. Figures by category do not"
                " include them. A question gets the category of an item with the same ID or "
                "the same “question” field.",
                lost_categories=compared.lost_categories,
            )
        )
    if UNKNOWN in data["models"]:
        notes.append(
            msg(
                "Responses without a known author are listed under “unknown”: {data}.",
                data=data["models"][UNKNOWN]["items"],
            )
        )
    if any(item.stage == DIAGNOSTIC for item in dataset.items):
        rated = data["diagnostics"]["ratings"]
        notes.append(
            msg(
                "Diagnostic samples: {data}; automatic ratings of them: {rated}.",
                data=data["diagnostics"]["items"],
                rated=rated,
            )
        )
    return notes
