"""Answers that are kept but not counted: neither towards the overlap nor in figures or exports.

*Judgements of one's own work*, at a stage where that is not allowed. Assigning gives nobody their
own work, and the program refuses a judgement of it. But a bundle may be made in other ways, and the
judgement may arrive before the work, so merging accepts it (docs/decisions/0017).

*Answers to items that nobody assigned to their author*, until a lead accepts them. There is an
assignment for that person, item and stage, withdrawn or not, or there is none; accepting means
adding one afterwards (docs/decisions/0021).

Both follow from the set of records alone, so the order of bundles cannot matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from desktop_app.core.errors import AppError
from desktop_app.core.keys import KEY_DIGITS, person_of, work_key
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.workspace.workspace import IMPORT_DEVICE, Workspace

OWN_WORK = msg("it judges the annotator's own work")


def own_work(workspace: Workspace) -> frozenset[str]:
    """Return the keys of annotations that judge their annotator's own work where that is not
    allowed.
    """
    return frozenset(key for key, _, _ in _found(workspace))


def own_work_notes(workspace: Workspace) -> list[str]:
    """Return the notes about judgements of people's own work, one per person."""
    return notes_on([record for _, record, _ in _found(workspace)])


def own_work_in(workspace: Workspace, parts: Sequence[Collection[str]]) -> list[list[str]]:
    """Return, for each set of revs, notes on judgements of people's own work that it brought.

    A set may have brought the judgement, or the work that it is about.
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
    """Return one note per person on judgements of their own work."""
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
    """Yield key and first head of each such annotation, and the judged record if it has arrived."""
    records = workspace.records
    protocols: dict[str, tuple[Protocol, frozenset[str]] | None] = {}
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
        # The judged revision names its author; the origin of the item may name one too.
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
    """Return a protocol and its stages that are never for one's own work.

    None where it has no such stage, or is not installed here.
    """
    with suppress(AppError):
        protocol = workspace.protocol(name)
        stages = frozenset(stage.key for stage in protocol.stages if stage.own == "never")
        return (protocol, stages) if stages else None
    return None


# Answers to items that nobody assigned to their author
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
