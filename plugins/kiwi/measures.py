"""Figures about sessions, labels and edits, and the options of the analysis.

Sources in the KIWI paper: table 2 and figure 2 for sessions; sections 4.2 and 4.3, tables 3 and 4
and appendix A.3 for labels; appendix A.3 and table 6 for edits.

The source of an edit is the answer that a turn revises. Its target is the revised answer that does
what the instruction asks: the edited answer, or the model's answer if it was rated good. Turns
without a rating, and turns that were rated neutral or bad and not edited, have no target and are
left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from desktop_app.core.analysis import NO_TIMES, check_names, truth, whole
from desktop_app.core.analysis_options import DEFAULT_RUNS, MOST_RUNS
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.stats import classification
from desktop_app.stats.aggregation import generator
from desktop_app.stats.estimates import mean, mean_median, share
from desktop_app.stats.intervals import spread
from desktop_app.stats.method_comparison import read_resamples
from desktop_app.text.tokens import word_edit_distance, words
from plugins.kiwi.options import MERGED_BELOW
from plugins.kiwi.session_data import Collected, Place, Session, Turn
from plugins.kiwi.shapes import ASKS, ENDS, KEY, KINDS, RATINGS

# From the paper, appendix A.3.
ALL = "all"
NO_SESSIONS = msg("there are no sessions")
NO_TURNS = msg("no turn states its kind of instruction")
NO_RATINGS = msg("none of these turns was rated")
OTHER = "other"
NOBODY = msg("none of these turns was labelled")
NO_KINDS = msg("none of these turns states its kind of instruction")
# Maximum number of labellers whose pairwise agreement is listed.
MOST_LABELLERS = 25
TOTAL = "total"
FIGURES = (
    "instruction_words",
    "source_words",
    "target_words",
    "length_ratio",
    "edit_distance",
    "edit_ratio",
)
NO_TARGETS = msg("none of these turns is good or was edited")
NO_SOURCES = msg("the answers to be revised are empty")


@dataclass(frozen=True)
class KiwiOptions:
    """The options of the analysis.

    `labeller`: the labeller whose labels the tables of types use; empty: for each turn, the one of
        its labellers who labelled the most turns
    `merge`: types with a smaller share are merged into “other” in tables and figures, 0 … 1
    `runs`: number of resamples for intervals and of draws for the random baseline, 2 … 100,000
    `seed`: seed of the resamples and draws, ≥ 0
    `aliases`: whether models are shown under their aliases
    `annotator_ids`: whether people are shown under their ids instead of pseudonyms
    `resamples`: number of resamples for comparing automatic ratings with people, 100 … 200,000;
        None: depends on the number of methods
    """

    labeller: str = ""
    merge: float = MERGED_BELOW
    runs: int = DEFAULT_RUNS
    seed: int = 0
    aliases: bool = False
    annotator_ids: bool = False
    resamples: int | None = None


def read_options(options: Mapping[str, Any]) -> KiwiOptions:
    """Return the options with their types. Numbers and booleans may be given as text.

    Raises UsageError for unknown names, and for values of another type or outside their range.
    """
    check_names(options, list(KiwiOptions.__dataclass_fields__), KEY)
    labeller = options.get("labeller", "")
    if not isinstance(labeller, str):
        raise UsageError(msg("the option “labeller” must be the name of a model or a person"))
    return KiwiOptions(
        labeller=labeller.strip(),
        merge=_share(options, "merge", MERGED_BELOW),
        runs=whole(options, "runs", KiwiOptions.runs, 2, MOST_RUNS),
        seed=whole(options, "seed", KiwiOptions.seed, 0, 2**63 - 1),
        aliases=truth(options, "aliases"),
        annotator_ids=truth(options, "annotator_ids"),
        resamples=read_resamples(options),
    )


def _share(options: Mapping[str, Any], name: str, default: float) -> float:
    try:
        value = float(str(options.get(name, default))[:40])
    except ValueError:
        # A value outside the range, so that invalid text raises the same error as an invalid
        # number.
        value = -1.0
    if not 0 <= value <= 1:
        raise UsageError(msg("the option “{name}” must be a number from 0 to 1", name=name))
    return value


def sessions_json(sessions: Sequence[Session]) -> dict[str, Any]:
    """Return figures about sessions as JSON data.

    They are the numbers of sessions, turns and edited turns; the mean number of turns per session;
    the shares and `counts` of both kinds of instructions; the ratings by kind; the number of
    sessions by length (in turns) and by end; and the duration of sessions in seconds.
    """
    turns = [turn for one in sessions for turn in one.turns]
    kinds = Counter(turn.kind for turn in turns if turn.kind)
    # Turns from other sources may have no kind; they do not count in the shares.
    known = sum(kinds.values())
    lengths = [len(one.turns) for one in sessions]
    ends = Counter(one.end for one in sessions)
    result: dict[str, Any] = {
        "sessions": len(sessions),
        "turns": len(turns),
        "edited": sum(turn.edited is not None for turn in turns),
        "turns_per_session": len(turns) / len(sessions) if sessions else None,
        **{kind: share(kinds[kind], known) for kind in KINDS},
        "counts": {kind: kinds[kind] for kind in KINDS},
        "ratings": {
            **{kind: ratings_json(one for one in turns if one.kind == kind) for kind in KINDS},
            ALL: ratings_json(turns),
        },
        "lengths": {str(length): lengths.count(length) for length in sorted(set(lengths))},
        "ends": {end: ends[end] for end in ENDS},
        "seconds": mean_median([s for one in sessions if (s := one.seconds) is not None], NO_TIMES),
    }
    why = "" if known else NO_TURNS if sessions else NO_SESSIONS
    return {**result, "why": why} if why else result


def ratings_json(turns: Iterable[Turn]) -> dict[str, Any]:
    """Return the share and the count of each rating, and the number `n` of rated turns.

    Turns without a rating are ignored. Shares are None if no turn is rated.
    """
    counts = Counter(turn.rating for turn in turns if turn.rating)
    n = sum(counts.values())
    result: dict[str, Any] = {
        **{rating: share(counts[rating], n) for rating in RATINGS},
        "counts": {rating: counts[rating] for rating in RATINGS},
        "n": n,
    }
    return result if n else {**result, "why": NO_RATINGS}


def types_by_turn(found: Collected) -> dict[str, dict[str, int]]:
    """Return the number of instructions of each kind, by the number of the turn."""
    counts = Counter((place.number, turn.kind) for place, turn in found.turns.items() if turn.kind)
    return {
        str(number): {kind: counts[number, kind] for kind in KINDS}
        for number in sorted({number for number, _ in counts})
    }


def counted_labels(found: Collected, options: KiwiOptions) -> dict[str, dict[Place, str]]:
    """Return the labeller whose label counts in the tables, by question and turn.

    If several people labelled a turn, the one who labelled the most turns for that question counts.
    Ties are broken by id instead of pseudonym, so that equal rows give equal figures in every
    project. Each turn therefore has one label, even if several people divided the turns among them.

    If the options name a labeller, only this labeller's labels count for the questions that the
    labeller answered. Raises UsageError if that labeller has labelled nothing.
    """
    chosen = options.labeller and found.named(options.labeller)
    if chosen and not any(chosen in by for by in found.labels.values()):
        raise UsageError(
            msg("“{labeller}” has labelled no turn", labeller=options.labeller),
            hint=msg("Specify a model or person with labels in this project, or leave it empty."),
        )
    result: dict[str, dict[Place, str]] = {}
    for ask, by in found.labels.items():
        by_rank = sorted(by, key=lambda who: (-len(by[who]), found.ids.get(who, who)))
        # A labeller may have answered only one of the questions; the others keep the default.
        ranked = [chosen] if chosen in by else by_rank
        # In reverse order, so that the labeller who ranks first overwrites the others.
        result[ask] = {place: who for who in reversed(ranked) for place in by[who]}
    return result


def labels_by(found: Collected, ask: str, who: Mapping[Place, str]) -> dict[Place, str]:
    """Return the code that each turn got from the labeller whose label counts for the turn.

    `who`: the labeller who counts for each turn, from `counted_labels`
    """
    return {place: found.labels[ask][one][place] for place, one in who.items()}


def merged(
    labels: Mapping[Place, str], ask: str, below: float
) -> tuple[dict[Place, str], list[str]]:
    """Return labels with rare codes merged into “other”, and the codes that were merged.

    `below`: a code is rare if its share of all labels is less than this
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
    """Return the counts of each code, its turns by kind, rating and model, and the agreement.

    "counts" and "shares" are before merging, "types" are after it. The result is
    {"labelled_by": {labeller: turns for which this labeller counts}, "n", "counts", "shares",
     "merged": codes that count as “other” in "types",
     "types": {code: {"n", "share", "info", "style", "good": {model: share},
                      "ratings": {model: {good, neutral, bad, counts, n}},
                      "by_model": {model: turns}}},
     "labellers": {labeller: labelled turns}, "agreement": result of `agreements`}

    `who`: the labeller who counts for each turn
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

    Only the 25 labellers with the most labels are compared. Each entry is {"first", "second",
    "kappa", "se", "ci", "equal": share of equal labels, "n": shared turns}. Pairs with the most
    shared turns come first.
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
    """Return the confusion matrix of first and second ratings (stats/classification).

    Second ratings of turns without a first rating are left out.

    `classes`: the ratings, in the order of rows (first ratings) and columns (second ratings)
    `binary`: whether ratings are on the binary scale (see `of_two`)
    """
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
    """Return Cohen's κ of a confusion matrix, with its standard error and 95 % interval.

    Both are from a bootstrap over the turns. The form is {"kappa", "se", "ci": [low, high] | null,
    "n"}. If one of them is null, "why" explains it.

    `name`: the name of the figure, which determines its random numbers together with the seed
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


@dataclass(frozen=True)
class Change:
    """The lengths of one turn's texts in words, and the size of its edit.

    `distance`: number of words inserted, deleted or replaced between source and target
    """

    turn: Turn
    instruction: int
    source: int
    target: int
    distance: int


def changes(found: Collected) -> list[Change]:
    """Return the change of every turn that has a target, in the order of the turns."""
    return [
        Change(
            turn,
            words(turn.instruction),
            words(turn.previous),
            words(turn.final),
            word_edit_distance(turn.previous, turn.final),
        )
        for turn in found.turns.values()
        if turn.rating == "good" or (turn.failed and turn.edited is not None)
    ]


def edit_table(
    given: Sequence[Change], types: Mapping[Place, str], codes: Iterable[str], models: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """Return the means of `FIGURES` and n for every type, kind and model, and for all turns.

    `types`: the type of each labelled turn, after rare types were merged
    `codes`: the types, in the order of their rows
    """
    rows: dict[str, Callable[[Turn], bool]] = {}
    # Default arguments bind the loop variable now; a plain closure would see only the last one.
    for code in codes:
        rows[code] = lambda turn, code=code: types.get(turn.place) == code  # type: ignore[misc]
    for kind in KINDS:
        rows[kind] = lambda turn, kind=kind: turn.kind == kind  # type: ignore[misc]
    for model in models:
        # A model may have the name of a type or of the total, which must not be overwritten.
        name = f"model {model}" if model in rows or model == TOTAL else model
        rows[name] = lambda turn, model=model: turn.model == model  # type: ignore[misc]
    rows[TOTAL] = lambda turn: True
    return {name: edit_row([one for one in given if has(one.turn)]) for name, has in rows.items()}


def edit_row(given: Sequence[Change]) -> dict[str, Any]:
    """Return the means of `FIGURES` over some changes, as one row of the edit table.

    Ratios are means over the turns whose source has words; `ratios_n` is the number of these turns.
    """
    if not given:
        return {**dict.fromkeys(FIGURES), "n": 0, "ratios_n": 0, "why": NO_TARGETS}
    with_source = [one for one in given if one.source]

    def ratio(of: Callable[[Change], int]) -> float | None:
        return mean([of(one) / one.source for one in with_source]) if with_source else None

    result: dict[str, Any] = {
        "instruction_words": mean([float(one.instruction) for one in given]),
        "source_words": mean([float(one.source) for one in given]),
        "target_words": mean([float(one.target) for one in given]),
        "length_ratio": ratio(lambda one: one.target),
        "edit_distance": mean([float(one.distance) for one in given]),
        "edit_ratio": ratio(lambda one: one.distance),
        "n": len(given),
        "ratios_n": len(with_source),
    }
    return result if with_source else {**result, "why": NO_SOURCES}
