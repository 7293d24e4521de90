"""The data of cnr's figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import Figure, Series
from desktop_app.core.messages import msg
from plugins.cnr.critiques import CATEGORIES
from plugins.cnr.tables import CATEGORY_TITLES, compared


def figures(data: Mapping[str, Any]) -> list[Figure]:
    """Return the figures that have data.

    The key of each figure begins with the key of its table.
    """
    result = [
        _scores(data),
        _categories(data),
        _win_rates(data, "judge", "judges", msg("Win rates by judges")),
        _win_rates(data, "people", "people", msg("Win rates by people")),
        *(_by_category(data, name) for name in data["pairwise"]),
        *(_by_iteration(data, name) for name in data["pairwise"]),
    ]
    return [figure for figure in result if figure is not None]


def _scores(data: Mapping[str, Any]) -> Figure | None:
    if not any(data["scores"].values()):
        return None
    return Figure(
        "scores",
        msg("Overall scores"),
        "bars",
        list(data["scores"]),
        [Series(msg("Critiques"), list(data["scores"].values()))],
        x_title=msg("Score"),
        y_title=msg("Critiques"),
    )


def _categories(data: Mapping[str, Any]) -> Figure | None:
    series = [Series(msg("Annotators"), [data["categories"][code] for code in CATEGORIES])]
    series += [
        Series(name, [one[code] for code in CATEGORIES])
        for name, one in data["categories_labelled"].items()
    ]
    kept = [one for one in series if any(one.values)]
    if not kept:
        return None
    return Figure(
        "categories",
        msg("Categories that critiques mention"),
        "bars",
        [CATEGORY_TITLES[code] for code in CATEGORIES],
        kept,
        y_title=msg("Critiques"),
    )


def _win_rates(data: Mapping[str, Any], who: str, key: str, title: str) -> Figure | None:
    known = {
        compared(name, one[who]): one[who]
        for name, one in data["pairwise"].items()
        if one[who]["win_rate"] is not None
    }
    if not known:
        return None
    return Figure(
        f"{key}-win-rates",
        title,
        "bars",
        list(known),
        [_rates(msg("Win rate of the second"), list(known.values()))],
        y_title=msg("Win rate"),
        note=msg("Lines are 95 % intervals. 0.5: wins and losses are equally frequent."),
        reference=0.5,
    )


def _rates(name: str, ones: Sequence[Mapping[str, Any]]) -> Series:
    """Return win rates with their 95 % intervals."""
    return Series(
        name,
        [one.get("win_rate") for one in ones],
        intervals=[tuple(one["ci"]) if one.get("ci") else None for one in ones],
    )


def _by_category(data: Mapping[str, Any], name: str) -> Figure | None:
    return _part(data, name, "by_category", "category", msg("Win rate by category of the prompt"))


def _by_iteration(data: Mapping[str, Any], name: str) -> Figure | None:
    return _part(data, name, "by_iteration", "iteration", msg("Win rate by round of revising"))


def _part(data: Mapping[str, Any], name: str, field: str, key: str, title: str) -> Figure | None:
    one = data["pairwise"][name]
    # A part may occur in the figures of judges only, or in those of people only.
    labels = list(dict.fromkeys([*(one["judge"][field] or {}), *(one["people"][field] or {})]))
    series = []
    for who, label in (("judge", "Judges"), ("people", "People")):
        parts = one[who][field] or {}
        rates = _rates(label, [parts.get(part, {}) for part in labels])
        if any(value is not None for value in rates.values):
            series.append(rates)
    if not series:
        return None
    # Keys contain the position, because models' names may contain characters that keys must not
    # have.
    number = list(data["pairwise"]).index(name) + 1
    return Figure(
        f"by-{key}-{number}",
        msg("{title}: {name}", title=title, name=name),
        "bars",
        labels,
        series,
        y_title=msg("Win rate of the second"),
        note=msg("Lines are 95 % intervals."),
        reference=0.5,
    )
