"""Figures about labels by people and models: types of instructions and errors, and retrieval.

In tables, types with less than 5 % of the labelled turns are merged into “other” by default.
Source: the KIWI paper, sections 4.2 and 4.3, tables 3 and 4, appendix A.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.stats import classification
from desktop_app.stats.aggregation import generator
from desktop_app.stats.estimates import share
from desktop_app.stats.intervals import spread
from plugins.kiwi.measures import ratings_json
from plugins.kiwi.options import KiwiOptions
from plugins.kiwi.session_data import Collected, Place, Turn
from plugins.kiwi.shapes import ASKS, KINDS

OTHER = "other"
NOBODY = msg("nobody has labelled such a turn")
NO_KINDS = msg("no such turn has a kind of instruction")
# Maximum number of labellers whose pairwise agreement is listed.
MOST_LABELLERS = 25


def counted_labels(found: Collected, options: KiwiOptions) -> dict[str, dict[Place, str]]:
    """Return the labeller whose label counts in the tables, by question and turn.

    If several people labelled a turn, the one who labelled the most turns for that question counts.
    Ties are broken by id instead of pseudonym, so that equal rows give equal figures in every
    project. Each turn therefore has one label, even if several people divided the turns among them.

    If the options name a labeller, only this labeller's labels count for the questions that the
    labeller answered. Raises UsageError if that labeller has labelled nothing.
    """
    wanted = options.labeller and found.named(options.labeller)
    if wanted and not any(wanted in by for by in found.labels.values()):
        raise UsageError(
            msg("“{labeller}” has labelled no turn", labeller=options.labeller),
            hint=msg("Give a model or person with labels in this project, or leave it empty."),
        )
    stand: dict[str, dict[Place, str]] = {}
    for ask, by in found.labels.items():
        by_rank = sorted(by, key=lambda who: (-len(by[who]), found.ids.get(who, who)))
        # A labeller may have answered only one of the questions; the others keep the default.
        ranked = [wanted] if wanted in by else by_rank
        # In reverse order, so that the labeller who ranks first overwrites the others.
        stand[ask] = {place: who for who in reversed(ranked) for place in by[who]}
    return stand


def labels_by(found: Collected, ask: str, who: Mapping[Place, str]) -> dict[Place, str]:
    """Return the label of each turn by the labeller who counts for it."""
    return {place: found.labels[ask][one][place] for place, one in who.items()}


def merged(
    labels: Mapping[Place, str], ask: str, below: float
) -> tuple[dict[Place, str], list[str]]:
    """Return labels with rare codes merged into “other”, and the codes that were merged.

    below  a code is rare if its share of all labels is less than this
    """
    counts = Counter(labels.values())
    codes = ASKS[ask]
    # Without “other” in the form there is nothing to merge into.
    if OTHER not in codes:
        return dict(labels), []
    rare = [one for one in codes if one != OTHER and 0 < counts[one] < below * len(labels)]
    return {place: OTHER if one in rare else one for place, one in labels.items()}, rare


def types_json(
    found: Collected, ask: str, who: Mapping[Place, str], options: KiwiOptions
) -> dict[str, Any]:
    """Return the counts of each code, and its turns by kind, rating and model.

    "counts" are before merging, "types" are after it. The result is
    {"labelled_by": {labeller: turns}, "n", "counts", "shares",
     "merged": codes that count as “other” in "types",
     "types": {code: {"n", "share", "info", "style", "good": {model: share},
                      "ratings": {model: {good, neutral, bad, counts, n}}}}}

    who  the labeller who counts for each turn
    """
    labels = labels_by(found, ask, who)
    codes, n = ASKS[ask], len(labels)
    counts = Counter(labels.values())
    tabled, rare = merged(labels, ask, options.merge)
    data: dict[str, Any] = {
        "labelled_by": dict(sorted(Counter(who.values()).items())),
        "n": n,
        "counts": {code: counts[code] for code in codes},
        "shares": {code: share(counts[code], n) for code in codes},
        "merged": rare,
        "types": {
            code: _of_code([found.turns[p] for p, one in tabled.items() if one == code], n, found)
            for code in codes
            if code in tabled.values()
        },
        "labellers": {who: len(by) for who, by in sorted(found.labels[ask].items())},
        "agreement": agreements(found, ask, options),
    }
    return data if n else {**data, "why": NOBODY}


def _of_code(turns: Sequence[Turn], n: int, found: Collected) -> dict[str, Any]:
    kinds = Counter(turn.kind for turn in turns if turn.kind)
    # Turns from other sources may have no kind; the shares refer to the turns that have one.
    known = sum(kinds.values())
    by_model = {
        model: ratings_json(turn for turn in turns if turn.model == model) for model in found.models
    }
    data: dict[str, Any] = {
        "n": len(turns),
        "share": share(len(turns), n),
        **{kind: share(kinds[kind], known) for kind in KINDS},
        "ratings": by_model,
        "by_model": {model: sum(turn.model == model for turn in turns) for model in found.models},
    }
    good = {model: one["good"] for model, one in by_model.items() if one["n"]}
    data["good"] = good
    return data if known else {**data, "why": NO_KINDS}


def agreements(found: Collected, ask: str, options: KiwiOptions) -> list[dict[str, Any]]:
    """Return Cohen's κ of every pair of labellers who labelled some of the same turns.

    Each entry is {"first", "second", "kappa", "se", "ci", "equal": share of equal labels, "n"}.
    Pairs with the most shared turns come first.
    """
    by, codes = found.labels[ask], ASKS[ask]
    # Limited to the labellers with the most labels, because the number of pairs grows
    # quadratically.
    labellers = sorted(by, key=lambda who: (-len(by[who]), who))[:MOST_LABELLERS]
    rows = []
    for first, second in combinations(labellers, 2):
        both = sorted(by[first].keys() & by[second].keys())
        if both:
            one, other = ([by[who][place] for place in both] for who in (first, second))
            table = classification.confusion(one, other, codes)
            equal = float(classification.accuracy(table))
            # The seed depends on the number of shared turns instead of the names, so pseudonyms do
            # not change the figures.
            kappa = kappa_json(table, options, f"{ask}:{len(both)}")
            rows.append({"first": first, "second": second, **kappa, "equal": equal})
    return sorted(rows, key=lambda one: (-one["n"], one["first"], one["second"]))


def second_table(found: Collected, classes: Sequence[str], binary: bool) -> Any:
    """Return the confusion matrix of first and second ratings (stats/classification)."""
    pairs = [
        (found.turns[one.place].rating, one.rating)
        for one in found.seconds
        if found.turns[one.place].rating
    ]
    if binary:
        pairs = [(of_two(first), of_two(second)) for first, second in pairs]
    return classification.confusion([a for a, _ in pairs], [b for _, b in pairs], classes)


def of_two(rating: str) -> str:
    """Return a rating on the binary scale, which merges neutral and bad (section 5)."""
    return rating if rating == "good" else "bad"


def kappa_json(table: Any, options: KiwiOptions, name: str) -> dict[str, Any]:
    """Return Cohen's κ of a table, with the bootstrap's standard deviation and 95 % interval.

    The form is {"kappa", "se", "ci": [low, high] | null, "n"}. If one of them is null, "why"
    explains it.
    """
    n = int(table.sum())
    value = float(classification.kappa(table))
    why = ""
    if not n:
        why = msg("no turn was rated by two people")
    # NaN is the only value that differs from itself.
    elif value != value:
        why = msg("both raters always gave the same value")
    result: dict[str, Any] = {"kappa": None if why else value, "se": None, "ci": None, "n": n}
    if why:
        return {**result, "why": why}
    rng = generator(options.seed, msg("second ratings"), name)
    over_draws = spread(classification.kappa(classification.resampled(table, rng, options.runs)))
    result["se"] = over_draws.se
    result["ci"] = None if over_draws.low is None else [over_draws.low, over_draws.high]
    return {**result, "why": over_draws.why} if over_draws.why else result
