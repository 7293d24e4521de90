"""Analysis of questions about items, by their level of measurement.

Shared by the protocols whose annotators answer questions about items: who answered, how far
annotators agree, and the means of models.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median_high, median_low
from typing import Any

import numpy as np

from desktop_app.core.aliases import pseudonym
from desktop_app.core.analysis import NO_TIMES, by_times
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.stats.agreement import Level, alpha
from desktop_app.stats.coefficients import other_coefficients
from desktop_app.stats.estimates import Estimate, Floats, mean, mean_and_se
from desktop_app.stats.ratings import Ratings

# The name of models and sources that are not available.
UNKNOWN = "unknown"

# The indices of the annotator and the item.
Place = tuple[int, int]


@dataclass(frozen=True)
class Answered:
    """Items with their annotations.

    `items`: in the order of the dataset
    `annotators`: ids, sorted by number of annotations (highest first), then by id
    `pseudonyms`: A, B, … Z, AA, … of these annotators
    `annotations`: at most one per item and annotator
    """

    items: Sequence[ItemData]
    annotators: Sequence[str]
    pseudonyms: Sequence[str]
    annotations: Sequence[AnnotationData]

    def places(self) -> list[Place]:
        """Return the place of each annotation."""
        number = {person: place for place, person in enumerate(self.annotators)}
        index = {item.key: place for place, item in enumerate(self.items)}
        return [(number[one.annotator], index[one.item]) for one in self.annotations]

    def ratings(self, numbers: Mapping[Place, float]) -> Ratings:
        """Return numbers by place as ratings of the items, in the order of the numbers."""
        return Ratings(
            raters=np.array([place[0] for place in numbers], dtype=np.int64),
            units=np.array([place[1] for place in numbers], dtype=np.int64),
            values=np.array(list(numbers.values()), dtype=np.float64),
            n_raters=len(self.annotators),
            n_units=len(self.items),
        )

    def by_annotator(self) -> list[dict[str, Any]]:
        """Return one entry per annotator, under pseudonyms: number of annotations, and times."""
        own: dict[str, list[AnnotationData]] = {person: [] for person in self.annotators}
        for annotation in self.annotations:
            own[annotation.annotator].append(annotation)
        return [
            {
                "pseudonym": name,
                "annotations": len(own[person]),
                "seconds": _seconds(own[person]),
            }
            for person, name in zip(self.annotators, self.pseudonyms, strict=True)
        ]


def answered(dataset: Dataset, annotations: Iterable[AnnotationData]) -> Answered:
    """Return the items of a dataset with these annotations."""
    kept = list(annotations)
    # Pseudonyms follow this order, so it must not depend on the order of the dataset.
    annotators = list(by_times(annotation.annotator for annotation in kept))
    names = [pseudonym(place) for place in range(len(annotators))]
    return Answered(dataset.items, annotators, names, kept)


def _seconds(annotations: Iterable[AnnotationData]) -> dict[str, Any]:
    """Return the mean and the median of the times that were recorded."""
    times = [one.seconds for one in annotations if one.seconds is not None]
    return {
        "mean": mean(times) if times else None,
        "median": median(times) if times else None,
        "n": len(times),
        **({} if times else {"why": NO_TIMES}),
    }


def median(values: Sequence[float]) -> float:
    """Return the median; for an even number of values, the exactly rounded mean of the two."""
    return mean([float(median_low(values)), float(median_high(values))])


def agreement_json(ratings: Ratings, level: Level, nobody: str) -> dict[str, Any]:
    """Return α and all other coefficients of agreement on a question.

    `nobody`: the reason for a missing α if there are no ratings
    """
    result = alpha(ratings, level)
    data: dict[str, Any] = {
        "alpha": result.value,
        "level": level,
        "ratings": int(ratings.values.size),
        "items_with_two_ratings": result.units,
    }
    if result.value is None:
        data["why"] = result.why if ratings.values.size else nobody
        data["unanimous"] = result.unanimous
    return data | other_coefficients(ratings, level)


def counts_by_name(labels: Iterable[str]) -> dict[str, int]:
    """Return how often each label occurs, sorted by name, with UNKNOWN last."""
    times = Counter(labels)
    return {name: times[name] for name in sorted(times, key=lambda name: (name == UNKNOWN, name))}


def means_by_label(means: Floats, labels: Sequence[str]) -> dict[str, Estimate]:
    """Return the mean over the items of each label, with its standard error.

    `means`: mean of each item, so that items with many annotators have no higher weight; NaN for
        items without a value
    """
    result = {}
    for name in counts_by_name(labels):
        own = means[np.array([label == name for label in labels], dtype=bool)]
        result[name] = mean_and_se(own[~np.isnan(own)])
    return result
