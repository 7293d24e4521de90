"""Classification metrics (accuracy, precision, recall, F1) from confusion matrices.

A table counts, in row i and column j, the things that are of class i and were said to be of class
j; all functions take one table, shape (k, k), or many, shape (…, k, k), and return a number each.

What is undefined because nothing was said to be of a class (precision), or nothing is of it
(recall), counts as 0: a rule that never names a class is no use in finding it. So do the KIWI
paper's tables 5 and 7, and scikit-learn with `zero_division=0`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_app.core.messages import msg
from desktop_app.stats.estimates import Floats, Ints

NAMES = ("accuracy", "precision", "recall", "f1")
FEW_PAIRS = msg("fewer than two pairs")
UNDEFINED = msg("hardly any resample has two different values")


def confusion(
    truth: Sequence[Hashable], said: Sequence[Hashable], classes: Sequence[Hashable]
) -> Ints:
    """Return the table of two lists of the same length, over classes in this order.

    Raises ValueError for lists of different lengths and KeyError for a value that is no class.
    """
    place = {one: number for number, one in enumerate(classes)}
    found = np.zeros((len(classes), len(classes)), np.int64)
    for is_so, predicted_classes in zip(truth, said, strict=True):
        found[place[is_so], place[predicted_classes]] += 1
    return found


def accuracy(tables: NDArray[np.generic]) -> Floats:
    """Return the share of things whose class was said, 0 … 1; 0 for an empty table."""
    given = np.asarray(tables, np.float64)
    return _over(np.trace(given, axis1=-2, axis2=-1), given.sum(axis=(-2, -1)))


def of_class(tables: NDArray[np.generic], place: int) -> dict[str, Floats]:
    """Return precision, recall and F1 of one class, 0 … 1 each."""
    given = np.asarray(tables, np.float64)
    hits = given[..., place, place]
    predicted, so = given[..., :, place].sum(axis=-1), given[..., place, :].sum(axis=-1)
    return {
        "precision": _over(hits, predicted),
        "recall": _over(hits, so),
        "f1": _over(2 * hits, predicted + so),
    }


def macro(tables: NDArray[np.generic]) -> dict[str, Floats]:
    """Return the means over all classes of precision, recall and F1, 0 … 1 each."""
    each = [of_class(tables, place) for place in range(np.shape(tables)[-1])]
    return {
        name: np.asarray(np.mean([one[name] for one in each], axis=0))
        for name in NAMES
        if name in each[0]
    }


def kappa(tables: NDArray[np.generic]) -> Floats:
    """Return Cohen's κ of each table; NaN where it is 0/0 (one and the same class throughout)."""
    given = np.asarray(tables, np.float64)
    n = given.sum(axis=(-2, -1))
    observed = _over(np.trace(given, axis1=-2, axis2=-1), n)
    agreed = (given.sum(axis=-1) * given.sum(axis=-2)).sum(axis=-1)
    expected = _over(agreed, n * n)
    certain = (n == 0) | (agreed == n * n)
    return np.where(certain, np.nan, (observed - expected) / np.where(certain, 1.0, 1 - expected))


def resampled(table: NDArray[np.generic], rng: np.random.Generator, draws: int) -> Ints:
    """Return tables of pairs drawn with replacement, as many as there are: shape (draws, k, k).

    Drawing pairs is drawing how many fall into each cell. Source: Efron and Tibshirani, An
    Introduction to the Bootstrap (1993), chapter 6.
    """
    counts = np.asarray(table, np.int64)
    n = int(counts.sum())
    shares = counts.ravel() / max(n, 1)
    return rng.multinomial(n, shares, size=draws).reshape(draws, *counts.shape)


def by_chance(truth: Ints, shares: Floats, rng: np.random.Generator, draws: int) -> Ints:
    """Return tables of what is said at random: shape (draws, k, k).

    truth   how many things are of each class
    shares  how probable it is that each class is said of a thing; together 1
    """
    rows = [rng.multinomial(int(n), shares, size=draws) for n in np.asarray(truth)]
    return np.stack(rows, axis=1)


@dataclass(frozen=True)
class Spread:
    """How certain a figure is, from resamples.

    mean, se   of the resamples (n − 1); None if undefined
    low, high  the 2.5 % and 97.5 % points; None if undefined
    draws      resamples in which the figure is defined
    why        the reason for a None, else empty
    """

    mean: float | None
    se: float | None
    low: float | None
    high: float | None
    draws: int
    why: str = ""


def spread(values: Floats) -> Spread:
    """Return how the values of resamples are spread; those that are NaN are left out."""
    known = np.asarray(values, np.float64).ravel()
    known = known[~np.isnan(known)]
    if known.size < 2:
        return Spread(None, None, None, None, int(known.size), UNDEFINED)
    low, high = np.percentile(known, [2.5, 97.5])
    mean, se = float(known.mean()), float(known.std(ddof=1))
    return Spread(mean, se, float(low), float(high), int(known.size))


def _over(top: Floats, below: Floats) -> Floats:
    some = below > 0
    return np.asarray(np.where(some, top / np.where(some, below, 1.0), 0.0))
