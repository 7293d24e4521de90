"""The data of the figures in a risum analysis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from desktop_app.core.analysis import Figure, Series
from desktop_app.core.messages import msg
from plugins.risum.judgements import QUESTIONS, TITLES, Judgements

_SERIES = (
    ("mean", msg("Mean of ratings")),
    ("majority", msg("Majority vote")),
    ("pooled", msg("Single ratings")),
)


def figures(data: Mapping[str, Any], judged: Judgements) -> list[Figure]:
    """Return the figures that have data.

    The key of each figure begins with the key of its table.
    """
    result = [_local_alpha(data, question) for question in QUESTIONS]
    result += [_models(data, question) for question in QUESTIONS]
    result += [_ratings(judged), _annotators(data)]
    return [figure for figure in result if figure is not None]


def _local_alpha(data: Mapping[str, Any], question: str) -> Figure | None:
    local = data["agreement"][question]["local"]
    if not local["groups"]:
        return None
    counts, equal = local["histogram"]["counts"], local["histogram"]["unanimous"]
    # The counts include the 0/0 groups, which are subtracted here because the bars are stacked.
    series = [Series(msg("Computed"), [a - b for a, b in zip(counts, equal, strict=True)])]
    if any(equal):
        series.append(Series(msg("All raters agree (0/0, counted as 1)"), equal))
    return Figure(
        key=f"agreement-{question}",
        title=msg("Local α: {titles}", titles=TITLES[question]),
        kind="histogram",
        labels=local["histogram"]["edges"],
        series=series,
        x_title=msg("Krippendorff’s α within a group"),
        y_title=msg("Groups"),
        note=msg("Groups of one document and instruction: {local}.", local=local["groups"]),
    )


def _models(data: Mapping[str, Any], question: str) -> Figure | None:
    models = {
        # Models without a rating of this question are left out, because their bars would be empty.
        name: model[question]
        for name, model in data["models"].items()
        if model[question]["pooled"]["n"]
    }
    if not models:
        return None
    return Figure(
        key=f"models-{question}",
        title=msg("Models: {title}", title=TITLES[question]),
        kind="bars",
        labels=list(models),
        series=[
            Series(
                title,
                [model[key]["value"] for model in models.values()],
                [model[key]["se"] for model in models.values()],
            )
            for key, title in _SERIES
        ],
        y_title=msg("Share of Yes") if question == "follows" else msg("Rating, scaled to 0–1"),
        note=msg("Lines are ± one standard error."),
    )


def _ratings(judged: Judgements) -> Figure | None:
    values = judged.ratings["rating"].values
    if not values.size:
        return None
    return Figure(
        key="coincidences-distribution",
        title=msg("Ratings: {title}", title=TITLES["rating"]),
        kind="bars",
        labels=["1", "2", "3", "4", "5"],
        series=[
            Series(msg("Ratings"), [int(np.count_nonzero(values == step)) for step in range(1, 6)])
        ],
        x_title=msg("Rating"),
        y_title=msg("Single ratings"),
    )


def _annotators(data: Mapping[str, Any]) -> Figure | None:
    entries = data["by_annotator"]
    if not entries:
        return None
    return Figure(
        key="annotators-counts",
        title=msg("Annotations per annotator"),
        kind="bars",
        labels=[entry["pseudonym"] for entry in entries],
        series=[Series(msg("Annotations"), [entry["annotations"] for entry in entries])],
        x_title=msg("Annotator"),
        y_title=msg("Annotations"),
    )
