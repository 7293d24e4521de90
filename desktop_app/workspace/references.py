"""References between records, and detection of missing records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.kinds import KINDS, documents_of
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.records import Record
from desktop_app.workspace.workspace import LEAD, Workspace


def texts_of(workspace: Workspace, item: Record) -> dict[str, str]:
    """Return the texts of an item's documents by key, as far as they have arrived."""
    result = {}
    for key in documents_of(item):
        heads = workspace.records.heads("document", key)
        if heads and heads[0].body is not None:
            result[key] = str(heads[0].body["text"])
    return result


def prepared_by_item(
    workspace: Workspace, *, earlier: bool = False
) -> dict[str, list[Mapping[str, Any]]]:
    """Return the bodies of everything prepared for items, by the items' keys.

    The current ones come first; with `earlier`, former versions follow.
    """
    result: dict[str, list[Mapping[str, Any]]] = {}
    records = list(workspace.records.all_current("prepared"))
    # Work that began with a former version is checked against that version.
    if earlier:
        current = {record.rev for record in records}
        records += [
            record
            for key in workspace.records.keys("prepared")
            for record in workspace.records.history("prepared", key)
            if record.rev not in current and record.body is not None
        ]
    for record in records:
        body = body_of(record)
        result.setdefault(str(body["item"]), []).append(body)
    return result


def missing_sequences(workspace: Workspace) -> list[str]:
    """Return notes on annotators' records that were made but have not arrived."""
    notes = []
    by_device: dict[str, str] = {}
    for record in workspace.records:
        # Imported records have number 0; a lead's records need not all be sent.
        if record.seq and KINDS[record.kind].annotator and record.author != LEAD:
            by_device[record.device] = record.author
    for device, author in sorted(by_device.items(), key=lambda pair: pair[::-1]):
        gaps = workspace.records.gaps(device)
        if gaps:
            notes.append(
                msg(
                    "records by “{author}” from device {device} that have not arrived: "
                    "{count} (sequence numbers {first}–{last})",
                    author=author,
                    device=device[:8],
                    count=gaps.count,
                    first=gaps.first,
                    last=gaps.last,
                )
            )
    return notes
