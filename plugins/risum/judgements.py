"""The ratings of a dataset as arrays, with the model and group of each item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from desktop_app.core.aliases import pseudonym
from desktop_app.core.analysis import by_times
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.stats.estimates import Floats, Ints
from desktop_app.stats.ratings import Ratings
from plugins.risum.rows import STAGE

QUESTIONS = ("follows", "rating")
TITLES = {"follows": msg("Follows the instruction?"), "rating": msg("Quality (1–5)")}
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Judgements:
    """People's ratings of a dataset's items.

    items        in the order of the dataset; all arrays over items have this order
    models       model of each item; UNKNOWN if the item's origin is not available
    group_of     group of each item, shape (items,), 0 … n_groups − 1
    annotators   ids, sorted by number of ratings (highest first), then by id; raters have these
                 numbers
    pseudonyms   A, B, … Z, AA, … of these annotators
    annotations  one per item and annotator
    ratings      by question; the units are items; `follows` is 0 or 1, `rating` is 1 … 5
    ignored      number of annotations left out because their item is unknown or they are the
                 annotator's second one of the item, at another stage
    """

    items: Sequence[ItemData]
    models: Sequence[str]
    group_of: Ints
    n_groups: int
    annotators: Sequence[str]
    pseudonyms: Sequence[str]
    annotations: Sequence[AnnotationData]
    ratings: Mapping[str, Ratings]
    ignored: int

    @property
    def model_names(self) -> list[str]:
        """The distinct models, sorted by name, with UNKNOWN last."""
        return sorted(set(self.models), key=lambda name: (name == UNKNOWN, name))

    def groups(self) -> list[list[int]]:
        """The indices of the items in each group."""
        result: list[list[int]] = [[] for _ in range(self.n_groups)]
        for item, group in enumerate(self.group_of):
            result[group].append(item)
        return result


def read(dataset: Dataset) -> Judgements:
    """Return the ratings of a dataset as arrays."""
    index = {item.key: number for number, item in enumerate(dataset.items)}
    groups: dict[str, int] = {}
    group_of = [groups.setdefault(item.group, len(groups)) for item in dataset.items]
    # The rating stage sorts first, so `setdefault` keeps its annotation and ignores those of other
    # stages.
    kept: dict[tuple[str, str], AnnotationData] = {}
    for annotation in sorted(dataset.annotations, key=lambda a: (a.stage != STAGE, a.stage)):
        if annotation.item in index:
            kept.setdefault((annotation.item, annotation.annotator), annotation)
    annotations = list(kept.values())
    # The order of annotators determines their pseudonyms, so it must not depend on the dataset's
    # order.
    annotators = list(by_times(annotation.annotator for annotation in annotations))
    number = {person: place for place, person in enumerate(annotators)}
    places = [(number[a.annotator], index[a.item]) for a in annotations]
    ratings = {
        question: _ratings(
            [
                (*place, float(value))
                for place, annotation in zip(places, annotations, strict=True)
                # An unanswered question has no rating.
                if (value := annotation.answers.get(question)) is not None
            ],
            len(annotators),
            len(index),
        )
        for question in QUESTIONS
    }
    return Judgements(
        items=dataset.items,
        models=[str(item.origin.get("model") or UNKNOWN) for item in dataset.items],
        group_of=np.array(group_of, dtype=np.int64),
        n_groups=len(groups),
        annotators=annotators,
        pseudonyms=[pseudonym(place) for place in range(len(annotators))],
        annotations=annotations,
        ratings=ratings,
        ignored=len(dataset.annotations) - len(annotations),
    )


def normalised(question: str, values: Floats) -> Floats:
    """Return ratings on the scale 0–1: (r − 1) / 4 for 1–5, Yes/No unchanged."""
    return (values - 1) / 4 if question == "rating" else values


def _ratings(rows: Sequence[tuple[int, int, float]], n_raters: int, n_units: int) -> Ratings:
    return Ratings(
        raters=np.array([row[0] for row in rows], dtype=np.int64),
        units=np.array([row[1] for row in rows], dtype=np.int64),
        values=np.array([row[2] for row in rows], dtype=np.float64),
        n_raters=n_raters,
        n_units=n_units,
    )
