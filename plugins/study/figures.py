"""The data of a study's figures, which never contain text answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from desktop_app.core.analysis import Figure, Series
from desktop_app.core.messages import msg
from desktop_app.stats.intervals import RELIABLE_UNITS
from plugins.study.measures import UNKNOWN, Judged, Measure
from plugins.study.tables import labels_of

_MOST_BINS = 12


def figures(data: Mapping[str, Any], judged: Judged) -> list[Figure]:
    """Return the figures that have data.

    The key of each figure begins with the key of its table.
    """
    result = [_alphas(data)]
    result += [_distribution(data, one) for one in judged.measures]
    result += [_models(data, one) for one in judged.measures]
    return [figure for figure in result if figure is not None]


def _alphas(data: Mapping[str, Any]) -> Figure | None:
    # α is None if it is undefined, for example with one annotator.
    known = {
        name: one["agreement"]
        for name, one in data["questions"].items()
        if one.get("agreement", {}).get("alpha") is not None
    }
    if not known:
        return None
    note = msg("Lines are ± one standard error.")
    if any("warning" in one for one in known.values()):
        note = msg(
            "{note} They are too short where fewer than {reliable_units} items have two answers.",
            note=note,
            reliable_units=RELIABLE_UNITS,
        )
    return Figure(
        key="agreement-alpha",
        title=msg("Agreement by question"),
        kind="bars",
        labels=list(known),
        series=[
            Series(
                msg("Krippendorff’s α"),
                [one["alpha"] for one in known.values()],
                [one["se"] for one in known.values()],
            )
        ],
        y_title="α",
        note=note,
    )


def _distribution(data: Mapping[str, Any], measure: Measure) -> Figure | None:
    entry = data["questions"][measure.name]
    # Text answers have no distribution, and a figure must not show anybody's words.
    if not measure.answers or measure.kind == "text":
        return None
    key, title = f"distribution-{measure.slug}", entry["text"]
    if measure.kind == "number":
        values = np.array(list(measure.values().values()), dtype=np.float64)
        counts, edges = np.histogram(values, bins=_bins(values))
        return Figure(
            key=key,
            title=title,
            kind="histogram",
            labels=[float(edge) for edge in edges],
            series=[Series(msg("Answers"), counts.tolist())],
            x_title=measure.name,
            y_title=msg("Answers"),
        )
    counts_of = (
        {code: one["chosen"] for code, one in entry["options"].items()}
        if measure.kind == "several"
        else entry["counts"]
    )
    labels = labels_of(measure)
    return Figure(
        key=key,
        title=title,
        kind="bars",
        # Codes that are numbers are shown with their labels, because the labels give them a
        # meaning.
        labels=[code if code == word else f"{code}: {word}" for code, word in labels.items()]
        if any(code.lstrip("-").isdigit() for code in labels)
        else list(labels.values()),
        series=[Series(msg("Answers"), [counts_of[code] for code in labels])],
        y_title=msg("Answers"),
    )


def _bins(values: np.ndarray) -> Any:
    """Return the bins of a histogram.

    A few whole numbers have one bin each. Other values share at most `_MOST_BINS` wider bins.
    """
    low, high = values.min(), values.max()
    if np.all(values == np.round(values)) and high - low < _MOST_BINS:
        # With edges at half numbers, each whole number is in the middle of its bar.
        return np.arange(low - 0.5, high + 1.0)
    # The number of bins follows the square-root rule.
    return min(_MOST_BINS, max(1, int(np.ceil(np.sqrt(values.size)))))


def _models(data: Mapping[str, Any], measure: Measure) -> Figure | None:
    entry = data["questions"][measure.name]
    known = {
        name: one["mean"]
        for name, one in entry.get("models", {}).items()
        # Answers of unknown models come from several models, so their mean would be meaningless.
        if name != UNKNOWN and one["mean"]["value"] is not None
    }
    if not known:
        return None
    return Figure(
        key=f"models-{measure.slug}",
        title=entry["text"],
        kind="bars",
        labels=list(known),
        series=[
            Series(
                msg("Mean of items"),
                [one["value"] for one in known.values()],
                [one["se"] for one in known.values()],
            )
        ],
        y_title=msg("Share of Yes") if measure.question.type == "yes_no" else "Mean",
        note=msg("Models appear under their aliases. Lines show ± one standard error."),
    )
