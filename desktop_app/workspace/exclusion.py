"""Taking items out of a project and putting them back, and removing open assignments.

Nothing is deleted: the answers to an excluded item are kept and count again once it is put back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.workspace import Workspace


@dataclass(frozen=True)
class ExclusionReport:
    """The outcome of excluding items: numbers of items, and of removed assignments.

    `unchanged`: number of items that were excluded before, for the same reason
    """

    excluded: int
    unchanged: int
    released: int


def excluded_items(workspace: Workspace) -> dict[str, str]:
    """Return {item: reason} of all excluded items.

    If one lead excluded an item and another put it back, it is excluded until that is resolved.
    """
    records = workspace.records
    bodies = ((key, records.stated_body("exclusion", key)) for key in records.keys("exclusion"))
    return {key: str(body["reason"]) for key, body in bodies if body is not None}


def exclude(
    workspace: Workspace, items: Collection[str], reason: str, *, keep_assignments: bool = False
) -> ExclusionReport:
    """Exclude items: they are not assigned further, and left out of analyses and exports.

    `items`: keys of items
    `keep_assignments`: whether open assignments of these items are kept; otherwise they are removed

    All or nothing is saved. Raises UsageError without a reason and in an annotator's workspace, and
    NotSavedError if saving fails.
    """
    workspace.require_lead(msg("Excluding items"))
    reason = reason.strip()
    if not reason:
        raise UsageError(
            msg("a reason is needed to exclude items"), hint=msg("Specify one with --reason.")
        )
    drafts = [
        Draft("exclusion", item, {"item": item, "reason": reason}, workspace.person, item)
        for item in items
    ]
    open_work = [] if keep_assignments else list(_open_assignments(workspace, items, None))
    result = workspace.add([*drafts, *_withdrawals(workspace, open_work)])
    excluded = sum(record.kind == "exclusion" for record in result.added)
    return ExclusionReport(excluded, len(drafts) - excluded, len(open_work))


def put_back(workspace: Workspace, items: Iterable[str]) -> int:
    """Put excluded items back; return their number. Other items are ignored.

    Raises UsageError in an annotator's workspace, and NotSavedError if saving fails.
    """
    workspace.require_lead(msg("Putting items back"))
    excluded = excluded_items(workspace)
    drafts = [
        Draft("exclusion", item, None, workspace.person, item) for item in items if item in excluded
    ]
    workspace.add(drafts)
    return len(drafts)


def release(
    workspace: Workspace, items: Collection[str], *, people: Collection[str] | None = None
) -> int:
    """Remove the open assignments of items; return their number.

    `people`: only the assignments of these people; None: everybody's

    Answered items stay assigned, and answers that arrive later still count. Raises UsageError in an
    annotator's workspace, and NotSavedError if saving fails.
    """
    workspace.require_lead(msg("Releasing items"))
    found = list(_open_assignments(workspace, items, people))
    workspace.add(_withdrawals(workspace, found))
    return len(found)


def _open_assignments(
    workspace: Workspace, items: Collection[str], people: Collection[str] | None
) -> Iterator[str]:
    """Yield the keys of the assignments of these items that nobody has answered."""
    wanted = set(items)
    records = workspace.records
    for key in records.keys("assignment"):
        body = records.stated_body("assignment", key)
        if body is None or body["item"] not in wanted or records.is_there("annotation", key):
            continue
        if people is None or body["person"] in people:
            yield key


def _withdrawals(workspace: Workspace, keys: Iterable[str]) -> list[Draft]:
    return [Draft("assignment", key, None, workspace.person, key) for key in keys]
