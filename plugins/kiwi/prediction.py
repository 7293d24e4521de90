"""Can a turn's rating be predicted? Methods, baselines, and people, measured alike.

Source: the KIWI paper, section 5, appendix A.5, tables 5 and 7. Binary: neutral and bad are one,
precision, recall and F1 are of “good”. Three-way: they are means over the three ratings. Of each
method that was tried on the three splits, figures are means over the splits; what another program
predicted without naming a split is measured over all turns it rated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from desktop_app.core.canonical import digest_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.stats import classification
from desktop_app.stats.aggregation import generator
from desktop_app.stats.estimates import mean
from plugins.kiwi.label_measures import kappa_json, of_two, second_table
from plugins.kiwi.labels import renamed
from plugins.kiwi.options import KiwiOptions
from plugins.kiwi.session_data import Collected, Place, Turn, place_of
from plugins.kiwi.shapes import RATINGS
from plugins.kiwi.splits import TEST, TRAIN, Splits, counts

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
    """What a method says of turns: by seed of the split (None: of no split), by place."""

    method: str
    scheme: Scheme
    ratings: Mapping[int | None, Mapping[Place, str]]


def texts_of(turn: Turn) -> str:
    """Return a digest of what a rating is predicted from: it holds for nothing else."""
    return digest_of(turn.previous, turn.instruction, turn.answer)


def read_predictions(dataset: Dataset, found: Collected) -> tuple[list[PredictionMethod], int]:
    """Return what was predicted, and how many predictions are left out because their turn is not
    here any more, has changed since, or was not rated.

    A method whose rows do not say whether there were two ratings or three to choose from had three
    if one of them is neutral.
    """
    by: dict[tuple[str, str], dict[int | None, dict[Place, str]]] = {}
    gone = 0
    for row in dataset.rows.get("predictions", ()):
        place, rating = place_of(row), str(row.get("rating"))
        turn = found.turns.get(place)
        digests = row.get("texts")
        if turn is None or not turn.rating or (digests and digests != texts_of(turn)):
            gone += 1
            continue
        seed = row.get("seed")
        key = method_name(row, found), str(row.get("scheme") or "")
        by.setdefault(key, {}).setdefault(seed, {})[place] = rating
    methods = []
    for (method, scheme), ratings in sorted(by.items()):
        neutral = any("neutral" in of.values() for of in ratings.values())
        three = scheme == "three" or (not scheme and neutral)
        methods.append(PredictionMethod(method, "three" if three else "binary", ratings))
    return methods, gone


def method_name(row: Mapping[str, Any], found: Collected) -> str:
    """Return what a method is called; where it is a model's, by the name the model goes by."""
    method, judge = str(row.get("method") or ""), str(row.get("judge") or "")
    return renamed(method, judge, found.named(judge)) if judge else method


def prediction_json(
    found: Collected,
    drawn: Splits,
    methods: Sequence[PredictionMethod],
    scheme: Scheme,
    options: KiwiOptions,
) -> dict[str, Any]:
    """Return {method: accuracy, precision, recall, f1, shares of the ratings it gave, n, …} of
    the baselines, of every method of a scheme, and of people."""
    data = {
        MAJORITY: _over_splits(
            {s: _majority(found, parts, scheme) for s, parts in drawn.items()}, scheme
        ),
        RANDOM: _random(found, drawn, scheme, options),
    }
    for one in methods:
        if one.scheme == scheme:
            name = one.method if one.method not in (MAJORITY, RANDOM, HUMAN) else f"{one.method} *"
            data[name] = _method(found, one, drawn)
    data[HUMAN] = _human(found, scheme, options)
    return data


def splits_json(drawn: Splits) -> dict[str, Any]:
    """Return the numbers of turns of the splits, and the seeds they were drawn by."""
    return {"turns": len(next(iter(drawn.values()))), "seeds": list(drawn), **counts(drawn)}


def agreement_json(found: Collected, options: KiwiOptions) -> dict[str, Any]:
    """Return κ of first and second ratings: good against neutral or bad, as in section 5 of the
    paper, and in addition of all three ratings."""
    two, three = (second_table(found, CLASSES[one], one == "binary") for one in ("binary", "three"))
    equal = float(classification.accuracy(two)) if two.sum() else None
    data = {**kappa_json(two, options, "binary"), "equal": equal}
    return {**data, "three": kappa_json(three, options, "three"), "raters": _raters(found)}


def _raters(found: Collected) -> int:
    return len({one.rater for one in found.seconds})


def rating_of(turn: Turn, scheme: Scheme) -> str:
    return of_two(turn.rating) if scheme == "binary" else turn.rating


def _table(found: Collected, predicted: Mapping[Place, str], scheme: Scheme) -> Table:
    classes = CLASSES[scheme]
    # A turn that nobody rated cannot show whether a prediction was right.
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
    return of_two(rating) if scheme == "binary" and rating in RATINGS else rating


def _scores(table: Table, scheme: Scheme) -> dict[str, Any]:
    figures = (
        classification.of_class(table, 0) if scheme == "binary" else classification.macro(table)
    )
    return {"accuracy": classification.accuracy(table), **figures}


def _figures(table: Table, scheme: Scheme) -> dict[str, Any]:
    """Return the figures of one table, the shares of what was said, and n."""
    n = int(table.sum())
    predicted = table.sum(axis=0)
    return {
        **{name: float(value) for name, value in _scores(table, scheme).items()},
        "shares": {one: float(predicted[i] / n) for i, one in enumerate(CLASSES[scheme])},
        "n": n,
    }


def _over_splits(tables: Mapping[int, Table], scheme: Scheme, why: str = NO_TEST) -> dict[str, Any]:
    """Return the means of the figures over the splits that have some, and those of each."""
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
    """Say of every test turn what most training turns are; of equals, the better rating."""
    learnt = Counter(
        rating_of(found.turns[p], scheme) for p, part in parts.items() if part == TRAIN
    )
    most = max(CLASSES[scheme], key=lambda rating: learnt[rating])
    return _table(found, {p: most for p, part in parts.items() if part == TEST}, scheme)


def _random(
    found: Collected, drawn: Splits, scheme: Scheme, options: KiwiOptions
) -> dict[str, Any]:
    """Return the means over draws in which every test turn gets a rating at random, as often as it
    is given in training."""
    classes = CLASSES[scheme]
    each: dict[str, dict[str, Any]] = {}
    for seed, parts in drawn.items():
        learnt, truth = (_counts(found, parts, part, scheme) for part in (TRAIN, TEST))
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
    """Return how many turns of a part of a split are of each rating."""
    given = Counter(rating_of(found.turns[p], scheme) for p, one in parts.items() if one == part)
    return np.array([given[rating] for rating in CLASSES[scheme]], np.int64)


def _method(found: Collected, one: PredictionMethod, drawn: Splits) -> dict[str, Any]:
    tables = {}
    for seed, parts in drawn.items():
        if seed in one.ratings:
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
    """Return how well second ratings tell the first ones: point figures, and of the bootstrap
    over turns the mean, the standard deviation and the 95 % interval of each."""
    table = second_table(found, CLASSES[scheme], scheme == "binary")
    if not table.sum():
        return _means({}, scheme, NO_SECONDS)
    rng = generator(options.seed, msg("human ratings"), scheme)
    resampled = classification.resampled(table, rng, options.runs)
    spreads = {
        name: classification.spread(values) for name, values in _scores(resampled, scheme).items()
    }
    return {
        **_figures(table, scheme),
        "splits": {},
        "bootstrap": {
            name: {"mean": one.mean, "se": one.se, "ci": [one.low, one.high]}
            for name, one in spreads.items()
        },
    }
