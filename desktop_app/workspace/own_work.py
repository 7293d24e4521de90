"""Judgements by the author of the judged work, at a stage that is not for one's own work.

Assigning gives nobody their own work, and the program refuses a judgement of it. But a bundle may
be made in other ways, and the judgement may arrive before the work. Merging therefore accepts it in
any order, and this module finds it, so that it is not counted: neither towards the overlap nor in
figures or exports. No record is dropped (docs/decisions/0017).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from desktop_app.core.errors import AppError
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.records import Record
from desktop_app.workspace.workspace import Workspace

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
