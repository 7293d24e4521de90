"""Answers that are kept but not counted: neither towards the overlap nor in figures or exports.

*Judgements of people's own work*, at a stage where that is not allowed. The program neither assigns
people their own work nor accepts a judgement of it. But bundles can be made with other programs,
and a judgement may arrive before the judged work, so merging accepts it (docs/decisions/0017).

*Answers to items that nobody assigned to the annotator*, until a lead accepts them. An answer
counts if there is an assignment for its person, item and stage, even a withdrawn one; accepting
means adding that assignment afterwards (docs/decisions/0021).

Both follow from the set of records alone, so the order of bundles cannot matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from desktop_app.core.errors import AppError
from desktop_app.core.keys import KEY_DIGITS, person_of, work_key
from desktop_app.core.merging import body_of
from desktop_app.core.messages import join, msg, quoted
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.workspace.workspace import IMPORT_DEVICE, Workspace

OWN_WORK = msg("it judges the annotator's own work")


def own_work(workspace: Workspace) -> frozenset[str]:
    """Return the keys of the annotations that judge their annotator's own work."""
    return frozenset(key for key, _, _ in _found(workspace))


def own_work_notes(workspace: Workspace) -> list[str]:
    """Return the notes about judgements of people's own work, one per person."""
    return notes_on([record for _, record, _ in _found(workspace)])


def own_work_in(workspace: Workspace, parts: Sequence[Collection[str]]) -> list[list[str]]:
    """Return, for each of several sets of revs, notes about judgements of people's own work.

    A judgement belongs to a set that contains it or the judged work.
    """
    result = list(_found(workspace)) if any(parts) else []
    return [
        notes_on(
            record
            for _, record, about in result
            if record.rev in part or (about is not None and about.rev in part)
        )
        for part in parts
    ]


def notes_on(judgements: Iterable[Record]) -> list[str]:
    """Return a note for each person about judgements of their own work."""
    times = Counter(str(body_of(record)["annotator"]) for record in judgements)
    return [
        msg(
            "“{person}” judged their own work ({times}): it is kept but not counted",
            person=person,
            times=times[person],
        )
        for person in sorted(times)
    ]


def _found(workspace: Workspace) -> Iterator[tuple[str, Record, Record | None]]:
    """Yield (key, first head, judged record if it has arrived) of judgements of one's own work."""
    records = workspace.records
    protocols: dict[str, tuple[Protocol, frozenset[str]] | None] = {
        name: _with_stages(workspace, name) for name in workspace.protocols
    }
    # Most protocols have no such stage.
    if not any(protocols.values()):
        return
    for key in records.keys("annotation"):
        head = next((one for one in records.heads("annotation", key) if one.body is not None), None)
        if head is None:
            continue
        body = body_of(head)
        name, stage, person = (str(body[name]) for name in ("protocol", "stage", "annotator"))
        if name not in protocols:
            protocols[name] = _with_stages(workspace, name)
        known = protocols[name]
        if known is None or stage not in known[1]:
            continue
        chosen = known[0]
        # The author is named by the judged record, or by the origin of the item.
        rev = chosen.stage(stage).judged(body["answers"])
        about = records.get(rev)
        origin = records.current("origin", str(body["item"]))
        authors = {
            about.body.get("annotator") if about is not None and about.body is not None else None,
            body_of(origin).get("author") if origin is not None else None,
        }
        if person in authors:
            yield key, head, about


def _with_stages(workspace: Workspace, name: str) -> tuple[Protocol, frozenset[str]] | None:
    """Return a protocol and the keys of its stages that are never for one's own work.

    Returns None if it has no such stage or cannot be used here.
    """
    with suppress(AppError):
        protocol = workspace.protocol(name)
        stages = frozenset(stage.key for stage in protocol.stages if stage.own == "never")
        return (protocol, stages) if stages else None
    return None


# Answers to items that nobody assigned to their author
# Maximum number of items that a note names.
_NAMED = 5


def first_in_quotes(items: Sequence[str]) -> str:
    """Return the first few items in quotes, as a list in a sentence."""
    listed = list(map(quoted, items[:_NAMED]))
    return join(", ", [*listed, "…"] if len(items) > _NAMED else listed)


def unassigned_answers(workspace: Workspace) -> frozenset[str]:
    """Return the keys of the annotations without an assignment.

    Imported answers need none. The result is empty in an annotator's workspace, which does not have
    all assignments.
    """
    if not workspace.is_lead:
        return frozenset()
    return frozenset(
        key
        for key in workspace.records.keys("annotation")
        if is_unassigned(workspace, key, workspace.records.heads("annotation", key))
    )


def is_unassigned(workspace: Workspace, key: str, versions: Iterable[Record]) -> bool:
    """Return whether an annotation with this key and these versions has no assignment."""
    # `has`, not `is_there`: a withdrawn assignment counts too, because an answer may arrive after
    # the item was reassigned.
    if workspace.records.has(("assignment", key)):
        return False
    stated = [version for version in versions if version.body is not None]
    return bool(stated) and all(version.device != IMPORT_DEVICE for version in stated)


def unassigned_notes(workspace: Workspace, among: Collection[Record] | None = None) -> list[str]:
    """Return a note for each person about their answers without an assignment, and how to accept.

    `among`: only answers that have one of these records as a version; None: all
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
    for person, items in items_by_person(workspace, keys):
        result.append(
            msg(
                "answers by “{person}” to items not assigned to them: {count} ({named}). "
                "They are excluded from all figures until you accept them",
                person=person,
                count=len(items),
                named=first_in_quotes(items),
            )
        )
    # Once, and not in the note of every person.
    if result:
        result.append(
            msg(
                "To accept them, use the button for unassigned answers on the Merge page, or "
                "“proofdesk accept DIR”"
            )
        )
    return result


def items_by_person(workspace: Workspace, keys: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each annotator of these annotations, with their items: the names of those to show."""
    by_person: dict[str, list[str]] = {}
    for key in keys:
        items = by_person.setdefault(person_of(key), [])
        item = key[:KEY_DIGITS]
        # Looking up all names would take longer than everything else here.
        items.append(workspace.item_name(item) if len(items) < _NAMED else item)
    yield from sorted(by_person.items())


def late_notes(workspace: Workspace, among: Collection[Record]) -> list[str]:
    """Return a note for each person whose answers arrive after their items were reassigned.

    They count (docs/decisions/0021), so the items have more answers than planned.

    `among`: only new answers that are among these records
    """
    records = workspace.records
    keys = sorted(
        {
            record.key
            for record in among
            if record.kind == "annotation"
            and record.body is not None
            and records.has(("assignment", record.key))
            and not records.is_there("assignment", record.key)
        }
    )
    result = []
    for person, items in items_by_person(workspace, keys):
        result.append(
            msg(
                "answers by “{person}” to items that are no longer assigned to them: {count} "
                "({named}). They count, in addition to those of the people who have the items now",
                person=person,
                count=len(items),
                named=first_in_quotes(items),
            )
        )
    return result


def accept_answers(workspace: Workspace, people: Collection[str] | None = None) -> int:
    """Accept answers without an assignment by adding the assignments; return their number.

    `people`: only answers of these people; None: of everybody

    Raises UsageError in an annotator's workspace, and NotSavedError if saving fails.
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
