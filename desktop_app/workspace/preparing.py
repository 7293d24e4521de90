"""What a lead's form for an item is to know of the project."""

from __future__ import annotations

from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.hooks import PreparesItems
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.workspace import Workspace


def preparing_of(workspace: Workspace, protocol: str) -> Any:
    """Return the plain data that a protocol's form shows. Raises UsageError where it has none."""
    chosen = workspace.protocol(protocol)
    if not isinstance(chosen, PreparesItems):
        raise UsageError(f"{chosen.key} has no form to prepare items")
    return chosen.preparing(dataset_of(workspace, protocol))
