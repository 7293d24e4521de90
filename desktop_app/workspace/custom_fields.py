"""Custom fields: columns of imported files that the protocol does not know.

Annotators never get them; exports include them unless they are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset
from desktop_app.workspace.earlier_texts import EARLIER_TEXT
from desktop_app.workspace.people import PersonRow

# Further fields of answers, and of rows by models, that the program itself writes and reads again.
_OF_ANSWERS = frozenset(("id", "accepted_as", EARLIER_TEXT))
_OF_ROWS = frozenset(("call",))


def custom_fields_of(protocol: Protocol, dataset: Dataset) -> dict[str, frozenset[str]]:
    """Return the names of the custom fields by kind of row; kinds without any are left out."""
    found: dict[str, set[str]] = {}

    def add(what: str, names: Iterable[str]) -> None:
        kind = protocol.row_kinds.get(what)
        declared = (
            {*kind.model.model_fields, *kind.model.extra_roles} if kind is not None else set()
        )
        if own := set(names) - declared:
            found.setdefault(what, set()).update(own)

    stages = {stage.key: stage.row_kind for stage in protocol.stages}
    first = next(iter(stages), "")
    for item in dataset.items:
        add(protocol.item_rows, item.origin.get("extra", {}))
    answered = {name for one in dataset.annotations for name in one.answers}
    for one in dataset.annotations:
        kind = stages.get(one.stage or first, "answers")
        add(kind, one.extra.keys() - answered - _OF_ANSWERS)
    for rating in dataset.metric_ratings:
        add("metrics", rating.get("extra", {}).keys() - _OF_ROWS)
    # Other kinds keep unknown fields beside their own, so they are found in the exported rows.
    for what in sorted(dataset.rows.keys() & protocol.row_kinds.keys() - {*stages.values()}):
        for row in protocol.export_rows(dataset, what, reveal_models=False):
            add(what, row.keys() - _OF_ROWS)
    people = {name for body in dataset.people.values() for name in body}
    if more := people - PersonRow.model_fields.keys():
        found["people"] = more
    return {what: frozenset(names) for what, names in sorted(found.items())}


def without_custom_fields(protocol: Protocol, dataset: Dataset) -> Dataset:
    """Return a dataset without the custom fields of its items, answers, ratings and people."""
    names = custom_fields_of(protocol, dataset)
    if not names:
        return dataset
    every = frozenset[str]().union(*names.values())

    def kept(extra: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in extra.items() if name not in every}

    def shortened(body: Mapping[str, Any]) -> dict[str, Any]:
        return {**body, "extra": kept(body["extra"])} if "extra" in body else dict(body)

    own = names.get("people", frozenset())
    return replace(
        dataset,
        items=[replace(item, origin=shortened(item.origin)) for item in dataset.items],
        annotations=[replace(one, extra=kept(one.extra)) for one in dataset.annotations],
        metric_ratings=[shortened(body) for body in dataset.metric_ratings],
        rows={what: [shortened(row) for row in rows] for what, rows in dataset.rows.items()},
        people={
            person: {name: value for name, value in body.items() if name not in own}
            for person, body in dataset.people.items()
        },
    )
