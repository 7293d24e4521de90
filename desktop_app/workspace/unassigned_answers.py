"""Answers to items that nobody assigned to their author: kept apart until a lead accepts them.

Whether an answer counts follows from the set of records alone: there is an assignment for that
person, item and stage, withdrawn or not, or there is none. The order of bundles cannot matter, and
accepting means writing the assignment afterwards (docs/decisions/0021).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from desktop_app.core.keys import KEY_DIGITS, person_of, work_key
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.workspace.workspace import IMPORT_DEVICE, Workspace

_NAMED = 5


def unassigned_answers(workspace: Workspace) -> frozenset[str]:
    """Return the keys of annotations that nobody assigned and no lead accepted.

    Empty in an annotator's workspace, which has only its own assignments. Answers imported from
    files need no assignment.
    """
    if not workspace.is_lead:
        return frozenset()
    return frozenset(
        key
        for key in workspace.records.keys("annotation")
        if is_unassigned(workspace, key, workspace.records.heads("annotation", key))
    )


def is_unassigned(workspace: Workspace, key: str, versions: Iterable[Record]) -> bool:
    """Return whether an annotation with these versions is about an item nobody assigned."""
    # `has`, not `is_there`: a withdrawn assignment counts, for late answers after items were moved.
    if workspace.records.has(("assignment", key)):
        return False
    stated = [version for version in versions if version.body is not None]
    return bool(stated) and all(version.device != IMPORT_DEVICE for version in stated)


def unassigned_notes(workspace: Workspace, among: Collection[Record] | None = None) -> list[str]:
    """Return a note for each person about their answers that are kept apart.

    among  only answers that these records are versions of
    """
    if not workspace.is_lead:
        return []
    keys = (
        sorted(unassigned_answers(workspace))
        if among is None
        else sorted(
            {
                record.key
                for record in among
                if record.kind == "annotation" and is_unassigned(workspace, record.key, [record])
            }
        )
    )
    result = []
    for person, count in sorted(Counter(map(person_of, keys)).items()):
        items = [workspace.item_name(k[:KEY_DIGITS]) for k in keys if person_of(k) == person]
        named = ", ".join(f"“{item}”" for item in items[:_NAMED]) + (
            ", …" if count > _NAMED else ""
        )
        result.append(
            msg(
                "answers by “{person}” to items not assigned to them: {count} ({named}). "
                "They are excluded from all figures until you accept them",
                person=person,
                count=count,
                named=named,
            )
        )
    return result


def accept_answers(workspace: Workspace, people: Collection[str] | None = None) -> int:
    """Accept answers that nobody assigned, by assigning them now; return how many.

    people  only the answers of these; None: of everybody

    Raises UsageError outside a lead's workspace, NotSavedError.
    """
    workspace.require_lead(msg("Accepting answers"))
    records = workspace.records
    # The next free place in each person's queue.
    last: Counter[str] = Counter()
    for record in records.all_current("assignment"):
        body = body_of(record)
        last[body["person"]] = max(last[body["person"]], int(body["order"]) + 1)
    drafts = []
    for key in sorted(unassigned_answers(workspace)):
        body = body_of(next(h for h in records.heads("annotation", key) if h.body is not None))
        person, item, stage = (str(body[name]) for name in ("annotator", "item", "stage"))
        if people is not None and person not in people:
            continue
        assignment = {"item": item, "person": person, "stage": stage, "order": last[person]}
        last[person] += 1
        key = work_key(item, person, stage)
        drafts.append(Draft("assignment", key, assignment, workspace.person, item))
    return len(workspace.add(drafts).added)
