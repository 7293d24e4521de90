"""Ratings as arrays: the rater, the unit and the value of each rating."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from desktop_app.core.messages import msg
from desktop_app.stats.estimates import Floats, Ints


@dataclass(frozen=True)
class Ratings:
    """N ratings in long form. A pair of rater and unit occurs at most once.

    `raters`: rater of each rating, shape (N,), 0 … n_raters − 1
    `units`: unit of each rating, shape (N,), 0 … n_units − 1
    `values`: the ratings, shape (N,), finite
    """

    raters: Ints
    units: Ints
    values: Floats
    n_raters: int
    n_units: int

    @classmethod
    def from_matrix(cls, matrix: ArrayLike) -> Ratings:
        """Return the ratings in a matrix raters × units, in which NaN is a missing rating.

        Raises ValueError for another shape and for infinite values.
        """
        array = np.asarray(matrix, dtype=np.float64)
        if array.ndim != 2:
            raise ValueError(msg("a matrix raters × units is needed"))
        # Transposed, so that the ratings are ordered by unit.
        units, raters = np.nonzero(~np.isnan(array.T))
        values = array[raters, units]
        _require_finite(values)
        return cls(raters, units, values, array.shape[0], array.shape[1])

    @classmethod
    def from_triples(
        cls,
        triples: Iterable[tuple[Hashable, Hashable, float]],
        *,
        raters: Sequence[Hashable],
        units: Sequence[Hashable],
    ) -> Ratings:
        """Return the ratings of (rater, unit, value) triples.

        `raters`, `units`: names in the order of their indices; names without a rating are allowed

        Raises KeyError for any other name, and ValueError for a value that is not finite or a
        second rating of one unit by one rater.
        """
        rater_index = {name: index for index, name in enumerate(raters)}
        unit_index = {name: index for index, name in enumerate(units)}
        rows = [(rater_index[r], unit_index[u], float(value)) for r, u, value in triples]
        who = np.array([row[0] for row in rows], dtype=np.int64)
        what = np.array([row[1] for row in rows], dtype=np.int64)
        values = np.array([row[2] for row in rows], dtype=np.float64)
        _require_finite(values)
        # Agreement counts pairs of ratings, so a repeated rating would form a pair with itself.
        if len({(row[0], row[1]) for row in rows}) < len(rows):
            raise ValueError(msg("a rater rated one unit twice"))
        return cls(who, what, values, len(raters), len(units))

    def counts(self) -> Ints:
        """Return the number of ratings of each unit, shape (n_units,)."""
        return np.bincount(self.units, minlength=self.n_units)

    def means(self) -> Floats:
        """Return the mean rating of each unit, shape (n_units,); NaN for a unit without a rating.

        Sums of whole numbers are exact, so means of ratings from 1 to 5 that are equal are equal
        floats.
        """
        counts = self.counts()
        sums = np.bincount(self.units, self.values, self.n_units)
        return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def _require_finite(values: Floats) -> None:
    """Raise ValueError if any value is NaN or infinite."""
    if not np.isfinite(values).all():
        raise ValueError(msg("ratings must be finite"))
