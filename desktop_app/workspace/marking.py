"""An annotator's marks: an item skipped or flagged, with a reason; withdrawn by a tombstone."""

from __future__ import annotations

from typing import Literal

from desktop_app.core.errors import RefusedError
from desktop_app.core.keys import work_key
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.consent import require_consent
from desktop_app.workspace.work import is_assigned
from desktop_app.workspace.workspace import Workspace

MarkState = Literal["skipped", "flagged"]


def mark(
    workspace: Workspace, item: str, *, stage: str, state: MarkState, reason: str = ""
) -> None:
    """Record that this person skipped or flagged an item; replaces an earlier mark.

    Raises RefusedError when the item is not assigned to this person or their consent is missing,
    NotSavedError.
    """
    require_consent(workspace)
    if not is_assigned(workspace, item, stage):
        raise RefusedError(
            msg("item “{item}” is not assigned to “{person}”", item=item, person=workspace.person)
        )
    body = {
        "item": item,
        "annotator": workspace.person,
        "stage": stage,
        "state": state,
        "reason": reason,
    }
    key = work_key(item, workspace.person, stage)
    workspace.add([Draft("mark", key, body, workspace.person, item)])


def unmark(workspace: Workspace, item: str, *, stage: str) -> None:
    """Withdraw the mark of an item, if there is one. Raises NotSavedError."""
    key = work_key(item, workspace.person, stage)
    if workspace.records.current("mark", key) is not None:
        workspace.add([Draft("mark", key, None, workspace.person, item)])
