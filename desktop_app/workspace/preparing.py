"""Project data needed by the item-preparation form, and its unsaved entries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.workspace import Workspace


def preparing_of(workspace: Workspace, protocol: str) -> Any:
    """Return the plain data that a protocol's form shows; raise UsageError without a form."""
    chosen = workspace.protocol(protocol)
    if not chosen.prepares:
        raise UsageError(msg("{key} has no form to prepare items", key=chosen.key))
    return chosen.preparing(dataset_of(workspace, protocol))


# Unsaved entries of a form: overwritten while typing, on this computer only. They are in the
# drafts' file, which no job of a lead writes to, so they can be saved while a job runs.
_TABLE = "forms"


def keep_form(workspace: Workspace, protocol: str, data: Mapping[str, Any]) -> None:
    """Save the entries of a protocol's form; durable when this returns."""
    table = workspace.store.drafts.table(_TABLE)
    doc = {"protocol": protocol, "saved": workspace.now(), "data": dict(data)}
    known = [one.doc_id for one in table if one["protocol"] == protocol]
    if known:
        table.update(doc, doc_ids=known[:1])
    else:
        table.insert(doc)


def kept_form(workspace: Workspace, protocol: str) -> dict[str, Any] | None:
    """Return the unsaved entries of a protocol's form, or None."""
    table = workspace.store.drafts.table(_TABLE)
    return next((dict(one["data"]) for one in table if one["protocol"] == protocol), None)


def forget_form(workspace: Workspace, protocol: str) -> None:
    """Remove the unsaved entries of a protocol's form, if there are any."""
    table = workspace.store.drafts.table(_TABLE)
    known = [one.doc_id for one in table if one["protocol"] == protocol]
    if known:
        table.remove(doc_ids=known)
