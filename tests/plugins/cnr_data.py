"""cnr datasets for tests, built without a workspace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from desktop_app.core import keys
from desktop_app.core.aliases import alias_of
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.core.protocol.rows import Answered, Draft, ImportContext

PROJECT = "p" * 32
SEED = "seed"


def context(*drafts: Draft, answers: dict[str, Answered] | None = None) -> ImportContext:
    """Return a context in which the items of these drafts exist."""
    contents = {d.key: d.body["content"] for d in drafts if d.kind == "item" and d.body}
    names = {
        str(d.body["external_id"]): d.key
        for d in drafts
        if d.kind == "origin" and d.body and "external_id" in d.body
    }
    aliases = {alias_of(name, SEED): name for name in ("gamma", "delta")}
    return ImportContext(
        project=PROJECT,
        protocol="cnr",
        lead="lead",
        find_item=lambda name: names.get(name, name if name in contents else None),
        model_of=lambda name: aliases.get(name, name),
        alias_of=lambda name: alias_of(name, SEED),
        content_of=contents.get,
        find_answer=(answers or {}).get,
    )


def dataset(
    items: Sequence[ItemData], annotations: Sequence[AnnotationData] = (), **more: Any
) -> Dataset:
    fields: dict[str, Any] = {"documents": {}, "people": {}, "background": {}, **more}
    return Dataset(PROJECT, "cnr", "A study", items, annotations, **fields)


def item(name: str, response: str = "one two three", prompt: str = "P", **origin: Any) -> ItemData:
    key = keys.external_item_key(PROJECT, "cnr", name)
    content = {"prompt": prompt, "response": response}
    return ItemData(key, "g", content, {"external_id": name, "model": "gamma", **origin})


def critique(of: ItemData, annotator: str = "ann", rev: str = "", **answers: Any) -> AnnotationData:
    found = {"score": 3, "negative": [{"text": "x"}], "revision": "one two four", **answers}
    kept = {name: value for name, value in found.items() if value is not None}
    return AnnotationData(of.key, annotator, "critique", kept, None, rev or f"{of.key}{annotator}")


def review(
    of: AnnotationData, decision: str = "accept", reviewer: str = "rev", **answers: Any
) -> AnnotationData:
    body = {"reviewed": of.rev, "decision": decision, **answers}
    key = keys.row_key(PROJECT, "cnr", "review", of.rev)
    return AnnotationData(key, reviewer, "review", body, None, f"r-{of.rev}-{reviewer}")


def review_item(of: AnnotationData) -> ItemData:
    key = keys.row_key(PROJECT, "cnr", "review", of.rev)
    content = {"prompt": "P", "response": "R", "reviewed": of.rev, "answers": dict(of.answers)}
    origin = {"derived_from": of.rev, "of": of.item, "author": of.annotator}
    return ItemData(key, "g", content, origin, "review")
