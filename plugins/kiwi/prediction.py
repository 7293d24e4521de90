"""Figures about how well methods, baselines and second raters predict the ratings of turns.

In the binary scheme, neutral and bad are merged, and precision, recall and F1 refer to “good”. In
the three-way scheme, they are means over the three ratings. The figures of a method that was tested
on the three splits are means over the splits. Imported predictions that name no split are measured
over all turns that they rate. Source: the KIWI paper, section 5, appendix A.5, tables 5 and 7.

All rated turns are split three times at random: 70 % training, 15 % development, 15 % test. The
splits are exported as a file, so that other programs can be trained on them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, OwnExport
from desktop_app.stats import classification
from desktop_app.stats.aggregation import generator
from desktop_app.stats.estimates import mean
from desktop_app.stats.intervals import spread
from plugins.kiwi.labels import renamed
from plugins.kiwi.measures import KiwiOptions, kappa_json, of_two, second_table
from plugins.kiwi.records import Names
from plugins.kiwi.session_data import Collected, Place, Turn, place_of, read
from plugins.kiwi.shapes import RATINGS

SEEDS: Final = (0, 1, 2)
TRAIN, DEV, TEST = "train", "dev", "test"
SHARE = 0.15  # Share of the turns in the development set, and in the test set.

# For each seed, the set that each rated turn belongs to.
Splits = Mapping[int, Mapping[Place, str]]
Name = tuple[tuple[str, str, str], int]  # The name of a session, and the number of a turn.


def names_of(found: Collected) -> dict[Place, Name]:
    """Return the names of all rated turns.

    Splits are drawn by names instead of keys: keys differ between projects, and the same turns
    should have the same splits in every project.
    """
    sessions = {(one.item, one.author): one.name for one in found.sessions}
    return {
        place: (sessions[place.item, place.author], place.number)
        for place, turn in found.turns.items()
        if turn.rating
    }


def split(names: Iterable[Name], seed: int) -> dict[Name, str]:
    """Assign each turn to a set at random: “train”, “dev” or “test”.

    The result does not depend on the order of the names. The development set and the test set have
    15 % of the turns each, rounded; the training set has the others.
    """
    order = sorted(set(names))
    random.Random(f"kiwi splits:{seed}").shuffle(order)  # noqa: S311 - not for security
    held_out = round(SHARE * len(order))
    return {
        name: TEST if place < held_out else DEV if place < 2 * held_out else TRAIN
        for place, name in enumerate(order)
    }


def splits_of(found: Collected) -> dict[int, dict[Place, str]]:
    """Return the three splits of all rated turns, by their seeds."""
    names = names_of(found)
    # Drawn by names, for the reason in `names_of`, and then translated to places.
    drawn = {seed: split(names.values(), seed) for seed in SEEDS}
    return {
        seed: {place: parts[name] for place, name in names.items()} for seed, parts in drawn.items()
    }


def split_files(dataset: Dataset, *, reveal_models: bool) -> OwnExport:
    """Return “splits.jsonl”: every rated turn with its texts and, for each seed, its set.

    Another program can be trained on this file. Its predictions are imported with --what
    predictions; their rows contain `session`, `turn`, `method`, `rating` and the `seed` of the
    split. Models have aliases unless revealed. Raises UsageError if there are no rated turns.
    """
    result = read(dataset, aliases=not reveal_models)
    names, drawn = names_of(result), splits_of(result)
    if not names:
        raise UsageError(
            msg("there are no rated turns to split"),
            hint=msg("Turns come from sessions: have sessions annotated, or import some."),
        )
    called = Names(dataset, reveal_models)
    rows = []
    for place in sorted(names, key=lambda place: names[place]):
        turn = result.turns[place]
        rows.append(
            {
                "session": called.session(place.item, place.author),
                "turn": place.number,
                "model": turn.model,
                "type": turn.kind,
                "question": turn.question,
                "previous": turn.previous,
                "instruction": turn.instruction,
                "answer": turn.answer,
                "rating": turn.rating,
                "splits": {str(seed): parts[place] for seed, parts in drawn.items()},
            }
        )
    facts = {"turns": len(rows), "seeds": list(SEEDS), **counts(drawn)}
    note = msg("Import another program's predictions with --what predictions.")
    return OwnExport({"splits.jsonl": rows}, facts, [note])


def counts(drawn: Splits) -> dict[str, int]:
    """Return the number of turns in each set, which is the same for all splits."""
    parts = list(drawn[SEEDS[0]].values())
    return {part: parts.count(part) for part in (TRAIN, DEV, TEST)}


Scheme = Literal["binary", "three"]
CLASSES: Mapping[Scheme, tuple[str, ...]] = {"binary": ("good", "bad"), "three": RATINGS}
FIGURES = classification.NAMES
HUMAN, RANDOM, MAJORITY = "human", "random", "majority"
NO_TEST = msg("there are too few rated turns for a test")
NOT_TESTED = msg("a turn of a test set has no prediction")
NO_SECONDS = msg("no turn was rated by two people")

Table = NDArray[np.int64]


@dataclass(frozen=True)
class PredictionMethod:
    """The ratings that a method predicted.

    `ratings`: seed of the split (None: no split) → turn → predicted rating
    """

    method: str
    scheme: Scheme
    ratings: Mapping[int | None, Mapping[Place, str]]


def texts_of(turn: Turn) -> str:
    """Return a digest of the texts from which a rating is predicted.

    A prediction with another digest is outdated.
    """
    return digest_of(turn.previous, turn.instruction, turn.answer)


def read_predictions(dataset: Dataset, found: Collected) -> tuple[list[PredictionMethod], int]:
    """Return the predictions by method and scheme, and the number of predictions left out.

    A prediction is left out if its turn is missing, has changed since, or was not rated. If the
    rows of a method do not name a scheme, it is three-way if one of the predictions is neutral, and
    otherwise binary.
    """
    by: dict[tuple[str, str], dict[int | None, dict[Place, str]]] = {}
    gone = 0
    for row in dataset.rows.get("predictions", ()):
        place, rating = place_of(row), str(row.get("rating"))
        turn = found.turns.get(place)
        # Imported predictions have no digest, so they never become outdated.
        digests = row.get("texts")
        if turn is None or not turn.rating or (digests and digests != texts_of(turn)):
            gone += 1
            continue
        seed = row.get("seed")
        method, judge = str(row.get("method") or ""), str(row.get("judge") or "")
        if judge:
            # The model's name in the name of the method becomes its alias, if models have aliases.
            method = renamed(method, judge, found.named(judge))
        key = method, str(row.get("scheme") or "")
        by.setdefault(key, {}).setdefault(seed, {})[place] = rating
    methods = []
    for (method, scheme), ratings in sorted(by.items()):
        neutral = any("neutral" in of.values() for of in ratings.values())
        three = scheme == "three" or (not scheme and neutral)
        methods.append(PredictionMethod(method, "three" if three else "binary", ratings))
    return methods, gone


def prediction_json(
    found: Collected,
    drawn: Splits,
    methods: Sequence[PredictionMethod],
    scheme: Scheme,
    options: KiwiOptions,
) -> dict[str, Any]:
    """Return the figures of the baselines, of every method with this scheme, and of people.

    The form is {method: {"accuracy", "precision", "recall", "f1", "shares" of the predicted
    ratings, "n", "splits", …}}.
    """
    data = {
        MAJORITY: _over_splits(
            {s: _majority(found, parts, scheme) for s, parts in drawn.items()}, scheme
        ),
        RANDOM: _random(found, drawn, scheme, options),
    }
    for one in methods:
        if one.scheme == scheme:
            # A method may have the name of a baseline, which must not be overwritten.
            name = one.method if one.method not in (MAJORITY, RANDOM, HUMAN) else f"{one.method} *"
            data[name] = _method(found, one, drawn)
    data[HUMAN] = _human(found, scheme, options)
    return data


def agreement_json(found: Collected, options: KiwiOptions) -> dict[str, Any]:
    """Return κ of first and second ratings, on the binary and on the three-way scale.

    The binary figures are at the top level, because section 5 of the paper defines agreement on
    this scale. The others are in "three".
    """
    two, three = (second_table(found, CLASSES[one], one == "binary") for one in ("binary", "three"))
    equal = float(classification.accuracy(two)) if two.sum() else None
    data = {**kappa_json(two, options, "binary"), "equal": equal}
    raters = len({one.rater for one in found.seconds})
    return {**data, "three": kappa_json(three, options, "three"), "raters": raters}


def rating_of(turn: Turn, scheme: Scheme) -> str:
    """Return a turn's rating on the scale of a scheme."""
    return of_two(turn.rating) if scheme == "binary" else turn.rating


def _table(found: Collected, predicted: Mapping[Place, str], scheme: Scheme) -> Table:
    """Return the confusion matrix of ratings (rows) and predicted ratings (columns)."""
    classes = CLASSES[scheme]
    # The prediction for a turn without a rating is neither right nor wrong.
    places = [
        place
        for place in predicted
        if of_scheme(predicted[place], scheme) in classes and found.turns[place].rating
    ]
    truth = [rating_of(found.turns[place], scheme) for place in places]
    return classification.confusion(
        truth, [of_scheme(predicted[p], scheme) for p in places], classes
    )


def of_scheme(rating: str, scheme: Scheme) -> str:
    """Return a predicted rating on the scale of a scheme. An unknown one is returned unchanged."""
    return of_two(rating) if scheme == "binary" and rating in RATINGS else rating


def _scores(table: Table, scheme: Scheme) -> dict[str, Any]:
    figures = (
        classification.of_class(table, 0) if scheme == "binary" else classification.macro(table)
    )
    return {"accuracy": classification.accuracy(table), **figures}


def _figures(table: Table, scheme: Scheme) -> dict[str, Any]:
    """Return the figures of one confusion matrix, the shares of the predicted ratings, and n."""
    n = int(table.sum())
    predicted = table.sum(axis=0)
    return {
        **{name: float(value) for name, value in _scores(table, scheme).items()},
        "shares": {one: float(predicted[i] / n) for i, one in enumerate(CLASSES[scheme])},
        "n": n,
    }


def _over_splits(tables: Mapping[int, Table], scheme: Scheme, why: str = NO_TEST) -> dict[str, Any]:
    """Return the means of the figures over the splits that have predictions, and each split's own.

    `why`: the reason to state if no split has predictions
    """
    each = {str(seed): _figures(table, scheme) for seed, table in tables.items() if table.sum()}
    return _means(each, scheme, why)


def _means(each: Mapping[str, Mapping[str, Any]], scheme: Scheme, why: str) -> dict[str, Any]:
    if not each:
        none = dict.fromkeys(CLASSES[scheme])
        return {**dict.fromkeys(FIGURES), "shares": none, "n": 0, "splits": {}, "why": why}
    ones = list(each.values())
    return {
        **{name: mean([one[name] for one in ones]) for name in FIGURES},
        "shares": {c: mean([one["shares"][c] for one in ones]) for c in CLASSES[scheme]},
        "n": sum(one["n"] for one in ones),
        "splits": dict(each),
    }


def _majority(found: Collected, parts: Mapping[Place, str], scheme: Scheme) -> Table:
    """Return the confusion matrix of a baseline: the most frequent rating of the training turns.

    It is predicted for every test turn. If two ratings are equally frequent, the better one is
    predicted.
    """
    learnt = Counter(
        rating_of(found.turns[p], scheme) for p, part in parts.items() if part == TRAIN
    )
    # `max` returns the first of equal values, and the classes begin with the best.
    most = max(CLASSES[scheme], key=lambda rating: learnt[rating])
    return _table(found, {p: most for p, part in parts.items() if part == TEST}, scheme)


def _random(
    found: Collected, drawn: Splits, scheme: Scheme, options: KiwiOptions
) -> dict[str, Any]:
    """Return the figures of random predictions, as means over many draws.

    In each draw, every test turn gets a random rating. Ratings have the same probabilities as in
    the training turns.
    """
    classes = CLASSES[scheme]
    each: dict[str, dict[str, Any]] = {}
    for seed, parts in drawn.items():
        learnt, truth = (_counts(found, parts, part, scheme) for part in (TRAIN, TEST))
        # A project with few turns has splits without a test set.
        if not sum(truth):
            continue
        rng = generator(options.seed, msg("random ratings"), scheme, str(seed))
        tables = classification.by_chance(truth, learnt / sum(learnt), rng, options.runs)
        shares = tables.sum(axis=(0, 1)) / tables.sum()
        each[str(seed)] = {
            **{name: float(values.mean()) for name, values in _scores(tables, scheme).items()},
            "shares": {c: float(shares[i]) for i, c in enumerate(classes)},
            "n": int(truth.sum()),
        }
    return _means(each, scheme, NO_TEST)


def _counts(found: Collected, parts: Mapping[Place, str], part: str, scheme: Scheme) -> Table:
    """Return the number of turns with each rating in one part of a split."""
    given = Counter(rating_of(found.turns[p], scheme) for p, one in parts.items() if one == part)
    return np.array([given[rating] for rating in CLASSES[scheme]], np.int64)


def _method(found: Collected, one: PredictionMethod, drawn: Splits) -> dict[str, Any]:
    tables = {}
    for seed, parts in drawn.items():
        if seed in one.ratings:
            # A method may rate all turns of a split; only those of the test set count.
            tested = {p: r for p, r in one.ratings[seed].items() if parts.get(p) == TEST}
            tables[seed] = _table(found, tested, one.scheme)
    if tables:
        return _over_splits(tables, one.scheme, NOT_TESTED)
    table = _table(
        found, {p: r for ratings in one.ratings.values() for p, r in ratings.items()}, one.scheme
    )
    if not table.sum():
        return _means({}, one.scheme, NOT_TESTED)
    return {**_figures(table, one.scheme), "splits": {}}


def _human(found: Collected, scheme: Scheme, options: KiwiOptions) -> dict[str, Any]:
    """Return how well second ratings predict the first ones.

    In addition to the figures, the result has the mean, standard error and 95 % interval of each
    figure, from a bootstrap over turns.
    """
    table = second_table(found, CLASSES[scheme], scheme == "binary")
    if not table.sum():
        return _means({}, scheme, NO_SECONDS)
    rng = generator(options.seed, msg("human ratings"), scheme)
    resampled = classification.resampled(table, rng, options.runs)
    spreads = {name: spread(values) for name, values in _scores(resampled, scheme).items()}
    return {
        **_figures(table, scheme),
        "splits": {},
        "bootstrap": {
            name: {"mean": one.mean, "se": one.se, "ci": [one.low, one.high]}
            for name, one in spreads.items()
        },
    }
