"""The figures of kiwi, from the JSON document of the analysis.

Each figure's key begins with the key of its table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.analysis import Figure, FigureGroup, Series
from desktop_app.core.messages import msg
from desktop_app.drawing import shortened
from plugins.kiwi.prediction import HUMAN
from plugins.kiwi.shapes import KINDS, RATINGS
from plugins.kiwi.tables import (
    BASE_TITLES,
    ERROR_TITLES,
    KIND_TITLES,
    RATING_TITLES,
    TYPE_TITLES,
    by_models,
)

# Maximum number of bars in one figure; the table has all rows.
MOST_BARS = 60
_LONGEST_MODEL = 20
_RATINGS_OF = {
    "style": msg("Ratings of stylistic instructions"),
    "info": msg("Ratings of information-seeking instructions"),
    "all": msg("Ratings of all instructions"),
}


def session_figures(data: Mapping[str, Any]) -> list[Figure | None]:
    """Return the figures about sessions and ratings; None for a figure without data."""
    return [*(_ratings(data, kind) for kind in _RATINGS_OF), _by_turn(data), _lengths(data)]


def label_figures(data: Mapping[str, Any]) -> list[Figure | None]:
    """Return the figures about types of instructions and errors; None for one without data."""
    return [_good(data), _errors(data)]


def prediction_figures(data: Mapping[str, Any]) -> list[Figure | None]:
    """Return the figures about predicted ratings; None for a figure without data."""
    return [
        _predictions(data, "prediction", msg("Predicted ratings: good, or not")),
        _predictions(data, "prediction_three", msg("Predicted ratings: good, neutral or bad")),
    ]


def paper_figures(data: Mapping[str, Any]) -> list[FigureGroup]:
    """Return figure 2 of the paper: ratings by model and kind, above kinds by turn."""
    bars = {
        # A longer name would be cut, with the letter at its end.
        f"{shortened(model, _LONGEST_MODEL)} ({letter})": rated["counts"]
        for model, one in data["models"].items()
        for kind, letter in (("style", "s"), ("info", "i"), ("all", "o"))
        if (rated := one["ratings"][kind])["n"]
    }
    shown = dict(list(bars.items())[:MOST_BARS])
    ratings = Figure(
        "paper-figure-2a",
        msg("Ratings: stylistic (s), information-seeking (i), overall (o)"),
        "stacked",
        list(shown),
        [
            Series(title, [counts[rating] for counts in shown.values()])
            for rating, title in RATING_TITLES.items()
        ],
    )
    parts = [part for part in (ratings if shown else None, _by_turn(data)) if part is not None]
    title = msg("Ratings, and kinds of instructions by turn")
    return [FigureGroup("paper-figure-2", title, parts)] if parts else []


def _ratings(data: Mapping[str, Any], kind: str) -> Figure | None:
    bars = {
        model: one["ratings"][kind]["counts"]
        for model, one in by_models(data).items()
        if one["ratings"][kind]["n"]
    }
    if not bars:
        return None
    # Only the first models of the table are shown, because more bars would be illegible.
    shown = dict(list(bars.items())[:MOST_BARS])
    return Figure(
        f"ratings-{kind}",
        _RATINGS_OF[kind],
        "stacked",
        list(shown),
        [
            Series(title, [counts[rating] for counts in shown.values()])
            for rating, title in RATING_TITLES.items()
        ],
    )


def _by_turn(data: Mapping[str, Any]) -> Figure | None:
    turns = dict(list(data["types_by_turn"].items())[:MOST_BARS])
    if not turns:
        return None
    return Figure(
        "types-by-turn-shares",
        msg("Kinds of instructions by turn"),
        "stacked",
        list(turns),
        [Series(KIND_TITLES[kind], [counts[kind] for counts in turns.values()]) for kind in KINDS],
        y_title=msg("Turn"),
    )


def _lengths(data: Mapping[str, Any]) -> Figure | None:
    lengths = data["total"]["lengths"]
    models = data["models"]
    if not lengths:
        return None
    return Figure(
        "ends-lengths",
        msg("Session length in turns"),
        "bars",
        list(lengths),
        [
            Series(model, [one["lengths"].get(length, 0) for length in lengths])
            for model, one in models.items()
        ],
        x_title=msg("Turns"),
        y_title=msg("Sessions"),
    )


def _good(data: Mapping[str, Any]) -> Figure | None:
    types, models = data["instruction_types"]["types"], list(data["models"])
    if not types:
        return None
    return Figure(
        "good-by-type-map",
        msg("Share of good answers by type of instruction"),
        "heat",
        models,
        [
            Series(TYPE_TITLES[code], [of["good"].get(model) for model in models])
            for code, of in types.items()
        ],
    )


def _errors(data: Mapping[str, Any]) -> Figure | None:
    types = data["error_types"]["types"]
    if not types:
        return None
    return Figure(
        "error-types-shares",
        msg("Types of errors"),
        "bars",
        [ERROR_TITLES[code] for code in types],
        [
            Series(model, [of["by_model"][model] for of in types.values()])
            for model in data["models"]
        ],
        y_title=msg("Turns"),
    )


def _predictions(data: Mapping[str, Any], name: str, title: str) -> Figure | None:
    # The baselines exist for every project. Without predictions or second ratings, there is nothing
    # to compare with them.
    shown = {BASE_TITLES.get(method, method): one for method, one in data[name].items() if one["n"]}
    if all(method in (*BASE_TITLES.values(),) for method in shown) and not data[name][HUMAN]["n"]:
        return None
    return Figure(
        f"{name.replace('_', '-')}-accuracy",
        title,
        "bars",
        list(shown),
        [
            Series(msg("Accuracy"), [one["accuracy"] for one in shown.values()]),
            Series(msg("F1"), [one["f1"] for one in shown.values()]),
        ],
    )


# A rating without a title would be missing from the figures.
assert set(RATING_TITLES) == set(RATINGS)
