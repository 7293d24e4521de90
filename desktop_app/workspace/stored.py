"""Records as the store's documents, with repeated strings shared in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from sys import intern
from typing import Any

from desktop_app.core.records import FIELDS, NO_EXTRA, Record

STORED_FIELDS = FIELDS | {"rev"}


def record_of(doc: Mapping[str, Any]) -> Record:
    """Return a stored document as a record. Its bytes were verified when the store was opened."""
    # Interned, because thousands of records repeat these strings.
    return Record(
        intern(doc["project"]),
        intern(doc["kind"]),
        doc["key"],
        tuple(doc["parents"]),
        intern(doc["author"]),
        intern(doc["device"]),
        doc["seq"],
        doc["time"],
        doc["schema"],
        doc["body"],
        {name: doc[name] for name in doc.keys() - STORED_FIELDS}
        if len(doc) > len(STORED_FIELDS)
        else NO_EXTRA,
        doc["rev"],
    )


def share_texts(records: Iterable[Record]) -> None:
    """Share the strings that thousands of freshly parsed annotations repeat in their bodies."""
    for record in records:
        if record.kind == "annotation" and isinstance(record.body, dict):
            for name in ("protocol", "item", "annotator", "stage"):
                record.body[name] = intern(record.body[name])
