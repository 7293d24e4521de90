"""The registry of agreement coefficients.

A coefficient in `COEFFICIENTS` is computed for every question at one of its levels of measurement.
It then appears in the JSON document, the table of agreement, the report and the window.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from numpy.typing import ArrayLike

from desktop_app.core.analysis import Column
from desktop_app.core.messages import msg
from desktop_app.stats.agreement import LEVELS, Level, Weights, alpha, as_ratings
from desktop_app.stats.ratings import Ratings


@dataclass(frozen=True)
class Coefficient:
    """A coefficient of the agreement between two or more annotators.

    `key`: its field in JSON, and its column in CSV
    `title`: its column on screen
    `levels`: the levels of measurement at which it is computed
    `compute`: returns its value; None if it is undefined
    `source`: the publication that defines it
    """

    key: str
    title: str
    levels: tuple[Level, ...]
    compute: Callable[[Ratings, Level], float | None]
    source: str

    @property
    def column(self) -> Column:
        """The column of the coefficient in tables with a row of agreement per question."""
        return Column(self.key, self.title, 3, read=lambda entry: entry.get(self.key))


# The first one is the coefficient of reference: only it has a reason if it is undefined, a standard
# error, and a local variant per group of items.
ALPHA = Coefficient(
    "alpha",
    "α",
    LEVELS,
    lambda ratings, level: alpha(ratings, level).value,
    "Krippendorff, Content Analysis, 4th ed. (2019), chapter 12",
)
COEFFICIENTS: tuple[Coefficient, ...] = (ALPHA,)


# Cohen's κ of two annotators: its weights at each level of measurement, and their titles.
KAPPA_WEIGHTS: dict[Level, Weights] = {
    "nominal": "none",
    "ordinal": "linear",
    "interval": "quadratic",
}
KAPPA_TITLES: dict[Weights, str] = {
    "none": "κ",
    "linear": msg("κ, linear weights"),
    "quadratic": msg("κ, quadratic weights"),
}


def other_coefficients(ratings: Ratings | ArrayLike, level: Level) -> dict[str, float | None]:
    """Return the values of all coefficients for this level except α, by key.

    `ratings`: ratings, or a matrix raters × units with NaN for missing
    """
    rated = as_ratings(ratings)
    return {one.key: one.compute(rated, level) for one in COEFFICIENTS[1:] if level in one.levels}


def other_columns() -> list[Column]:
    """Return the columns of all coefficients except α."""
    return [one.column for one in COEFFICIENTS[1:]]
