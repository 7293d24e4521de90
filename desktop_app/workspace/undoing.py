"""Undoing a lead's last actions on items and people, such as excluding, assigning, and pausing.

Nothing is removed. Undoing adds revisions that state what was stated before, as for submissions
(docs/decisions/0028), so that it can be merged like any other change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.workspace.workspace import Workspace

_T = TypeVar("_T")


@dataclass(frozen=True)
class Done:
    """The changes made by an action.

    `records`: the records that it made, without those of imports and new people, which are equal
        on every computer
    `can_be_undone`: false if it changed nothing, or replaced several versions at once
    """

    records: tuple[Record, ...] = ()

    @property
    def can_be_undone(self) -> bool:
        return bool(self.records) and all(len(one.parents) < 2 for one in self.records)


def watched(workspace: Workspace, action: Callable[[], _T]) -> tuple[_T, Done]:
    """Run an action; return its result and its changes, which this device made."""
    device, records = workspace.device, workspace.records
    before = records.last_seq(device)
    result = action()
    made = [
        record
        for seq in range(before + 1, records.last_seq(device) + 1)
        for rev in records.revs_at(device, seq)
        if (record := records.get(rev)) is not None
    ]
    return result, Done(tuple(made))


def undo(workspace: Workspace, done: Done) -> int:
    """Undo an action by stating the earlier content again; return the number of changes.

    New assignments that have been answered since then are kept. All or nothing is saved. Raises
    UsageError if something was changed again after the action, and NotSavedError
    if saving fails.
    """
    records = workspace.records
    drafts = []
    for one in done.records:
        heads = records.heads(one.kind, one.key)
        if not done.can_be_undone or [head.rev for head in heads] != [one.rev]:
            raise UsageError(
                msg("this has been changed again and can’t be undone"),
                hint=msg("Select the items and change them again instead."),
            )
        before = records.get(one.parents[0]) if one.parents else None
        body = before.body if before is not None else None
        is_answered = one.kind == "assignment" and records.is_there("annotation", one.key)
        if body is None and is_answered:
            continue
        drafts.append(Draft(one.kind, one.key, body, one.author, one.key))
    return len(workspace.add(drafts).added)
