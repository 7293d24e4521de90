"""risum's figures as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from desktop_app.core.analysis import Figure, Series
from plugins.risum.judgements import QUESTIONS, TITLES, Judgements

_SERIES = (("mean", "Mean of ratings"), ("majority", "Majority vote"), ("pooled", "Single ratings"))


def figures(data: Mapping[str, Any], judged: Judgements) -> list[Figure]:
    """Return the figures that have something to show. Keys begin with their table's key."""
    found = [_local_alpha(data, question) for question in QUESTIONS]
    found += [_models(data, question) for question in QUESTIONS]
    found += [_ratings(judged), _annotators(data)]
    return [figure for figure in found if figure is not None]


def _local_alpha(data: Mapping[str, Any], question: str) -> Figure | None:
    local = data["agreement"][question]["local"]
    if not local["groups"]:
        return None
    counts, equal = local["histogram"]["counts"], local["histogram"]["unanimous"]
    series = [Series("Computed", [a - b for a, b in zip(counts, equal, strict=True)])]
    if any(equal):
        series.append(Series("All raters agree (0/0, counted as 1)", equal))
    return Figure(
        key=f"agreement-{question}",
        title=f"Local α: {TITLES[question]}",
        kind="histogram",
        labels=local["histogram"]["edges"],
        series=series,
        x_title="Krippendorff’s α within a group",
        y_title="Groups",
        note=f"Groups of one document and instruction: {local['groups']}.",
    )


def _models(data: Mapping[str, Any], question: str) -> Figure | None:
    models = {
        name: model[question]
        for name, model in data["models"].items()
        if model[question]["pooled"]["n"]
    }
    if not models:
        return None
    return Figure(
        key=f"models-{question}",
        title=f"Models: {TITLES[question]}",
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
        y_title="Share of Yes" if question == "follows" else "Rating, scaled to 0–1",
        note="Lines are ± one standard error.",
    )


def _ratings(judged: Judgements) -> Figure | None:
    values = judged.ratings["rating"].values
    if not values.size:
        return None
    return Figure(
        key="coincidences-distribution",
        title=f"Ratings: {TITLES['rating']}",
        kind="bars",
        labels=["1", "2", "3", "4", "5"],
        series=[Series("Ratings", [int(np.count_nonzero(values == step)) for step in range(1, 6)])],
        x_title="Rating",
        y_title="Single ratings",
    )


def _annotators(data: Mapping[str, Any]) -> Figure | None:
    entries = data["by_annotator"]
    if not entries:
        return None
    return Figure(
        key="annotators-counts",
        title="Annotations per annotator",
        kind="bars",
        labels=[entry["pseudonym"] for entry in entries],
        series=[Series("Annotations", [entry["annotations"] for entry in entries])],
        x_title="Annotator",
        y_title="Annotations",
    )
