"""risum datasets for tests, built without a workspace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData

MODELS = ("alpha-1", "alpha-2", "beta")


def dataset(
    items: Sequence[ItemData], annotations: Sequence[AnnotationData] = (), **more: Any
) -> Dataset:
    documents = dict.fromkeys((item.content["document"] for item in items), "Some words.")
    fields: dict[str, Any] = {"documents": documents, "people": {}, "background": {}, **more}
    return Dataset("p" * 32, "risum", "A study", items, annotations, **fields)


def item(key: str, group: str, model: str | None = None, **origin: Any) -> ItemData:
    content = {"document": f"doc-{group}", "instruction": "Summarise.", "answer": "An answer."}
    return ItemData(key, group, content, {"model": model, **origin} if model else origin)


def note(
    item: str,
    annotator: str,
    follows: bool | None = None,
    rating: int | None = None,
    seconds: float | None = None,
    stage: str = "rate",
) -> AnnotationData:
    answers = {"follows": follows, "rating": rating}
    known = {name: value for name, value in answers.items() if value is not None}
    return AnnotationData(item, annotator, stage, known, seconds, f"{item}-{annotator}-{stage}")


def study(groups: int = 12, annotators: int = 5, seed: int = 3) -> Dataset:
    """Return a study: three models, three annotators' ratings of each answer, two metrics."""
    rng = np.random.default_rng(seed)
    items, annotations, metrics = [], [], []
    for number in range(groups):
        for place, model in enumerate(MODELS):
            key = f"i{number}-{place}"
            items.append(item(key, f"g{number}", model, source=("mail", "news")[number % 2]))
            quality = rng.normal(2.6 + 0.5 * place, 1)
            for person in rng.choice(annotators, 3, replace=False):
                rating = int(np.clip(round(quality + rng.normal(0, 0.7)), 1, 5))
                seconds = float(rng.integers(20, 90))
                annotations.append(note(key, f"person-{person}", rating > 2, rating, seconds))
            for run in (1, 2):
                value = float(np.clip(round(quality + rng.normal()), 1, 5))
                metrics.append(metric(key, "judge", "rating", value, run))
            metrics.append(metric(key, "words", "rating", float(rng.integers(5, 60))))
    return dataset(items, annotations, metric_ratings=metrics)


def metric(
    item: str, method: str, question: str, value: float | None, run: int | None = None
) -> dict[str, Any]:
    body: dict[str, Any] = {"item": item, "method": method, "question": question, "value": value}
    return body if run is None else {**body, "run": run}


def nulls_without_reason(data: Any, path: str = "") -> list[str]:
    """Return the paths of all nulls in a JSON document that have no sibling "why"."""
    found = []
    if isinstance(data, Mapping):
        for name, value in data.items():
            here = f"{path}/{name}"
            if value is None and not data.get("why"):
                found.append(here)
            found += nulls_without_reason(value, here)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            found += nulls_without_reason(value, f"{path}/{index}")
    return found
