"""Classification metrics (accuracy, precision, recall, F1) from confusion matrices.

A matrix contains, in row i and column j, the number of instances of class i that were predicted as
class j. All functions take one matrix, shape (k, k), or many, shape (…, k, k), and return one
number for each matrix.

Undefined values count as 0: precision if no instance was predicted as the class, recall if no
instance belongs to it. So a rule that never predicts a class gets 0 for that class. Tables 5 and 7
of the KIWI paper and scikit-learn with `zero_division=0` do the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from desktop_app.core.messages import msg
from desktop_app.stats.estimates import Floats, Ints

NAMES = ("accuracy", "precision", "recall", "f1")
FEW_PAIRS = msg("fewer than two pairs")


def confusion(
    truth: Sequence[Hashable], predictions: Sequence[Hashable], classes: Sequence[Hashable]
) -> Ints:
    """Return the confusion matrix of two lists of the same length, with the classes in this order.

    `truth`: true classes
    `predictions`: predicted classes

    Raises ValueError for lists of different lengths, and KeyError for a value that is not a class.
    """
    place = {one: number for number, one in enumerate(classes)}
    result = np.zeros((len(classes), len(classes)), np.int64)
    for actual, predicted in zip(truth, predictions, strict=True):
        result[place[actual], place[predicted]] += 1
    return result


def accuracy(tables: NDArray[np.generic]) -> Floats:
    """Return the share of correct predictions, from 0 to 1; 0 for an empty matrix."""
    counts = np.asarray(tables, np.float64)
    return _over(np.trace(counts, axis1=-2, axis2=-1), counts.sum(axis=(-2, -1)))


def of_class(tables: NDArray[np.generic], place: int) -> dict[str, Floats]:
    """Return precision, recall and F1 of the class at index `place`, each from 0 to 1."""
    counts = np.asarray(tables, np.float64)
    hits = counts[..., place, place]
    # Rows are true classes, columns predicted ones.
    predicted, actual = counts[..., :, place].sum(axis=-1), counts[..., place, :].sum(axis=-1)
    return {
        "precision": _over(hits, predicted),
        "recall": _over(hits, actual),
        "f1": _over(2 * hits, predicted + actual),
    }


def macro(tables: NDArray[np.generic]) -> dict[str, Floats]:
    """Return the means over all classes of precision, recall and F1, each from 0 to 1."""
    each = [of_class(tables, place) for place in range(np.shape(tables)[-1])]
    return {
        name: np.asarray(np.mean([one[name] for one in each], axis=0))
        for name in NAMES
        if name in each[0]
    }


def kappa(tables: NDArray[np.generic]) -> Floats:
    """Return Cohen's κ of each matrix; NaN if it is 0/0 (at most one class occurs)."""
    counts = np.asarray(tables, np.float64)
    n = counts.sum(axis=(-2, -1))
    observed = _over(np.trace(counts, axis1=-2, axis2=-1), n)
    agreed = (counts.sum(axis=-1) * counts.sum(axis=-2)).sum(axis=-1)
    expected = _over(agreed, n * n)
    # Compared as counts, which are exact. The shares might differ in the last digit.
    certain = (n == 0) | (agreed == n * n)
    return np.where(certain, np.nan, (observed - expected) / np.where(certain, 1.0, 1 - expected))


def resampled(table: NDArray[np.generic], rng: np.random.Generator, draws: int) -> Ints:
    """Return matrices of pairs (true class, predicted class) drawn with replacement.

    Shape (draws, k, k). As many pairs are drawn as the table contains. Drawing pairs is equivalent
    to drawing the number in each cell. Source: Efron and Tibshirani, An Introduction to the
    Bootstrap (1993), chapter 6.
    """
    counts = np.asarray(table, np.int64)
    n = int(counts.sum())
    shares = counts.ravel() / max(n, 1)
    return rng.multinomial(n, shares, size=draws).reshape(draws, *counts.shape)


def by_chance(truth: Ints, shares: Floats, rng: np.random.Generator, draws: int) -> Ints:
    """Return matrices of random predictions, shape (draws, k, k).

    `truth`: number of instances of each class
    `shares`: probability with which each class is predicted; they sum to 1
    """
    rows = [rng.multinomial(int(n), shares, size=draws) for n in np.asarray(truth)]
    return np.stack(rows, axis=1)


def _over(top: Floats, below: Floats) -> Floats:
    """Return top / below, and 0 where `below` is 0."""
    some = below > 0
    return np.asarray(np.where(some, top / np.where(some, below, 1.0), 0.0))
