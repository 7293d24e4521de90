"""Derived items: items that follow from rows and are kept in step with them.

Only leads' commands make them, never a merge (docs/decisions/0018).
"""

from __future__ import annotations

from desktop_app.core.merging import body_of
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.import_context import settled_context
from desktop_app.workspace.workspace import Workspace


def follow(workspace: Workspace, protocol: Protocol) -> list[Record]:
    """Bring the derived items of a protocol in step with its rows; return the new records.

    Calling this again adds nothing. As with imports, the same content gives the same records on
    every lead's computer. Raises NotSavedError.
    """
    drafts = drafts_of(workspace, protocol)
    return list(workspace.add(drafts, imported=True).added)


def drafts_of(workspace: Workspace, protocol: Protocol) -> list[Draft]:
    """Return the derived items that should exist, whether they exist already or not."""
    if not protocol.has_derived_items or not workspace.is_lead:
        return []
    dataset = dataset_of(workspace, protocol.key)
    context = settled_context(workspace, dataset)
    return list(protocol.derived_items(dataset, context, _given(workspace)))


def _given(workspace: Workspace) -> frozenset[str]:
    """Return the keys of items that were assigned or answered: their texts must not change."""
    records = workspace.records
    given = {str(body_of(one)["item"]) for one in records.all_current("assignment")}
    given |= {key.partition(":")[0] for key in records.keys("annotation")}
    return frozenset(given)
