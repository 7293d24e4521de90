"""The kinds of record: their current schema, who may see and who may write them.

Their bodies are defined in `bodies.py`. Keeping them apart makes this module cheap to import.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.core.messages import msg


@dataclass(frozen=True)
class Kind:
    """Properties of all records of one kind.

    `schema`: newest version of the body that this program understands
    `lead_only`: never part of an assignment bundle
    `annotator`: may be written by an annotator, about the annotator's own work
    `proof`: only states who made other records, so that no report counts it
    """

    schema: int = 1
    lead_only: bool = False
    annotator: bool = False
    proof: bool = False


KINDS: dict[str, Kind] = {
    "project": Kind(),
    "secret": Kind(lead_only=True),
    "document": Kind(),
    "item": Kind(),
    "origin": Kind(lead_only=True),
    "prepared": Kind(),
    "person": Kind(),
    "background": Kind(annotator=True),
    "consent": Kind(annotator=True),
    "assignment": Kind(),
    "annotation": Kind(annotator=True),
    "mark": Kind(annotator=True),
    "adjudication": Kind(lead_only=True),
    "material": Kind(),
    "metric_rating": Kind(lead_only=True),
    "data": Kind(lead_only=True),
    "call": Kind(annotator=True),
    "attestation": Kind(annotator=True, proof=True),
}

_NAMES = {
    "adjudication": msg("adjudication"),
    "annotation": msg("annotation"),
    "assignment": msg("assignment"),
    "background": msg("background"),
    "document": msg("document"),
    "item": msg("item"),
    "mark": msg("mark"),
    "material": msg("material"),
    "origin": msg("origin"),
    "person": msg("person"),
    "project": msg("project"),
}


def kind_name(kind: str) -> str:
    """Return what messages call a kind of record; that of a newer version by its key."""
    return _NAMES.get(kind, kind)
