"""The ratings of a dataset as arrays, with the model and group of each item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset
from desktop_app.stats.agreement import Level
from desktop_app.stats.estimates import Floats, Ints
from desktop_app.stats.questions import UNKNOWN, Answered, answered
from desktop_app.stats.ratings import Ratings
from plugins.risum.rows import STAGE

# The level of measurement of each question, and its short title.
LEVELS: dict[str, Level] = {"follows": "nominal", "rating": "interval"}
QUESTIONS = tuple(LEVELS)
TITLES = {"follows": msg("Follows the instruction?"), "rating": msg("Quality (1–5)")}


@dataclass(frozen=True)
class Judgements(Answered):
    """People's ratings of a dataset's items.

    `models`: model of each item; UNKNOWN if the item's origin is not available
    `group_of`: group of each item, shape (items,), 0 … n_groups − 1
    `values`: the ratings by question; the units are items; `follows` is 0 or 1, `rating` is 1 … 5
    `ignored`: number of annotations left out because their item is unknown, or because the same
        annotator also judged the item at a stage that takes precedence
    """

    models: Sequence[str]
    group_of: Ints
    n_groups: int
    values: Mapping[str, Ratings]
    ignored: int

    def groups(self) -> list[list[int]]:
        """Return the indices of the items of each group."""
        result: list[list[int]] = [[] for _ in range(self.n_groups)]
        for item, group in enumerate(self.group_of):
            result[group].append(item)
        return result


def read(dataset: Dataset) -> Judgements:
    """Return the ratings of a dataset as arrays."""
    here = {item.key for item in dataset.items}
    groups: dict[str, int] = {}
    group_of = [groups.setdefault(item.group, len(groups)) for item in dataset.items]
    # The rating stage sorts first, so `setdefault` keeps its annotation and ignores those of other
    # stages.
    kept: dict[tuple[str, str], AnnotationData] = {}
    for annotation in sorted(dataset.annotations, key=lambda a: (a.stage != STAGE, a.stage)):
        if annotation.item in here:
            kept.setdefault((annotation.item, annotation.annotator), annotation)
    base = answered(dataset, kept.values())
    places = base.places()
    values = {
        question: base.ratings(
            {
                place: float(value)
                for place, annotation in zip(places, base.annotations, strict=True)
                # An unanswered question has no rating.
                if (value := annotation.answers.get(question)) is not None
            }
        )
        for question in QUESTIONS
    }
    return Judgements(
        **vars(base),
        models=[str(item.origin.get("model") or UNKNOWN) for item in dataset.items],
        group_of=np.array(group_of, dtype=np.int64),
        n_groups=len(groups),
        values=values,
        ignored=len(dataset.annotations) - len(base.annotations),
    )


def normalised(question: str, values: Floats) -> Floats:
    """Return ratings on the scale 0–1: (r − 1) / 4 for 1–5, Yes/No unchanged."""
    return (values - 1) / 4 if question == "rating" else values
