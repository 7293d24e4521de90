"""Undoing a lead's last actions: on items and people, and importing or adding them.

Nothing is removed. Undoing adds revisions that state what was stated before, as for submissions
(docs/decisions/0028), so that it can be merged like any other change. What an import added is
withdrawn by records that are equal on every computer, like the import itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeVar

from desktop_app.core.errors import RefusedError, UsageError
from desktop_app.core.keys import KEY_DIGITS, person_of
from desktop_app.core.kinds import is_proof
from desktop_app.core.merging import same_body
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.workspace.adjudicating import decisions_kept, undo_refusal
from desktop_app.workspace.materials import bundle_recipients
from desktop_app.workspace.people import work_of
from desktop_app.workspace.workspace import IMPORT_DEVICE, SENT, Workspace

_T = TypeVar("_T")
# Called with the number of changes made so far and their total.
Progress = Callable[[int, int], None]
Earlier = Literal["decision", "merge"]
# Kinds of imported records that can be withdrawn. Documents stay: other items may have the same
# text, and without an item nobody sees them. So do people who were imported with their answers.
_WITHDRAWN = ("item", "origin", "data", "prepared", "person")
_KEPT = ("document",)
# Changes that are saved between two calls of a Progress.
_BATCH = 500
# Kinds whose keys begin with that of an item.
_ABOUT_ITEMS = ("item", "assignment", "exclusion")
# Name of the local state with the last import of items: the revs of its records.
_LAST_IMPORT = "last_import"


@dataclass(frozen=True)
class Done:
    """The changes made by an action.

    `records`: the records that it made
    `new_items`: number of items that it imported and that were not there before
    `replaced_items`: number of items whose content it replaced by importing
    `has_resolved`: whether it replaced several versions of a thing at once
    `can_be_undone`: false if it changed nothing, replaced several versions at once, or imported
        something that is never withdrawn, such as answers
    """

    records: tuple[Record, ...] = ()
    new_items: int = 0
    replaced_items: int = 0
    has_resolved: bool = False

    # Computed once, because it is asked for each record.
    @cached_property
    def can_be_undone(self) -> bool:
        return (
            any(one.kind not in _KEPT for one in self.records)
            and not self.has_resolved
            and all(one.kind in (*_WITHDRAWN, *_KEPT) for one in self._imported)
        )

    @property
    def _imported(self) -> list[Record]:
        return [one for one in self.records if one.device == IMPORT_DEVICE]


@dataclass(frozen=True)
class UndoReport:
    """What undoing has changed.

    `changes`: number of records that it made
    `items`: number of items that they are about
    `assignments`: number of assignments among them
    """

    changes: int
    items: int
    assignments: int


def watched(workspace: Workspace, action: Callable[[], _T]) -> tuple[_T, Done]:
    """Run an action; return its result and the changes that this device made."""
    with workspace.recording() as made:
        result = action()
    done = _done(workspace, made)
    _remember_import(workspace, done)
    return result, done


@contextmanager
def remembered_import(workspace: Workspace) -> Iterator[None]:
    """Keep an import that happens meanwhile in the local state, for `undo_import`."""
    with workspace.recording() as made:
        yield
    _remember_import(workspace, _done(workspace, made))


def earlier_changes(workspace: Workspace) -> list[Earlier]:
    """Return the decisions and merges that can be undone, oldest first.

    Unlike other changes, they can be undone also after the project was closed, but only while no
    other change has come after them: undoing would pass over it, or be refused because of it.
    """
    found: list[tuple[str, Earlier, list[str]]] = [
        (str(one["time"]), "merge", list(one["added"]))
        for one in workspace.store.records.table("merges").all()
    ]
    if undo_refusal(workspace) is None:
        found += [(time, "decision", revs) for time, revs in decisions_kept(workspace)]
    if not found:
        return []
    # By time alone, so that what has the same time keeps its order.
    found.sort(key=lambda one: one[0])
    saved = reversed(workspace.records)
    listed: list[Earlier] = []
    for _, kind, revs in reversed(found):
        if not _are_next(revs, saved):
            break
        listed.append(kind)
    return listed[::-1]


def _are_next(revs: Collection[str], records: Iterator[Record]) -> bool:
    """Return whether the next of these records are those with the given revs, and consume them.

    Proofs of who made records do not count, because they do not depend on anything.
    """
    rest = set(revs)
    # A merge may have added nothing; undoing it removes its entry.
    while rest and (record := next(records, None)) is not None:
        if record.rev not in rest and not is_proof(record):
            return False
        rest.discard(record.rev)
    return True


def _silent(done: int, total: int) -> None:
    pass


def undo_import(workspace: Workspace, progress: Progress = _silent) -> Done:
    """Undo the last import of items, also one of the window; return what it had changed.

    Raises RefusedError if there is none, and what `undo` raises.
    """
    workspace.require_lead(msg("Importing"))
    revs = workspace.local(_LAST_IMPORT) or []
    made = [record for rev in revs if (record := workspace.records.get(rev)) is not None]
    if not made or len(made) < len(revs):
        raise RefusedError(msg("there is no import of items to undo"))
    done = _done(workspace, made)
    undo(workspace, done, progress)
    return done


def _done(workspace: Workspace, made: Sequence[Record]) -> Done:
    """Return the changes that consist of these records."""
    items = [one for one in made if one.kind == "item" and one.device == IMPORT_DEVICE]
    new_items = sum(_before(workspace, one) is None for one in items)
    has_resolved = any(
        len(one.parents) > 1 and len(workspace.records.heads_before(one)) > 1 for one in made
    )
    return Done(tuple(made), new_items, len(items) - new_items, has_resolved)


def _before(workspace: Workspace, made: Record) -> Mapping[str, Any] | None:
    """Return the body that a record replaced; None if it replaced nothing or a withdrawal."""
    before = workspace.records.heads_before(made)
    return before[0].body if before else None


def _remember_import(workspace: Workspace, done: Done) -> None:
    if done.new_items or done.replaced_items:
        # If it cannot be undone, nothing is remembered, so that no import before it is undone.
        revs = [one.rev for one in done.records] if done.can_be_undone else []
        workspace.set_local(_LAST_IMPORT, revs)


def undo(workspace: Workspace, done: Done, progress: Progress = _silent) -> UndoReport:
    """Undo an action by stating the earlier content again.

    New assignments that have been answered since then are kept. All or nothing is saved, also if
    `progress` raises an exception.

    Raises UsageError if something was changed again after the action, if a bundle with the new
    assignments has been written, or if imported items or new people have been used; RefusedError
    if imported items are only assigned; and NotSavedError if saving fails.
    """
    records = workspace.records
    _require_not_sent(workspace, done)
    drafts: list[Draft] = []
    imported: list[Draft] = []
    for one in done.records:
        if one.device == IMPORT_DEVICE and one.kind in _KEPT:
            continue
        heads = records.heads(one.kind, one.key)
        # By content, because a later action may have been undone, which states this again.
        is_unchanged = bool(heads) and all(same_body(head.body, one.body) for head in heads)
        if not done.can_be_undone or not is_unchanged:
            raise UsageError(
                msg("this has been changed again and can’t be undone"),
                hint=msg("Select the items and change them again instead."),
            )
        body = _before(workspace, one)
        is_answered = one.kind == "assignment" and records.is_there("annotation", one.key)
        if body is None and is_answered:
            continue
        draft = Draft(one.kind, one.key, body, one.author, one.key)
        (imported if one.device == IMPORT_DEVICE else drafts).append(draft)
    gone = [one.key for one in imported if one.kind == "item" and one.body is None]
    _require_unused(workspace, gone)
    for draft in imported:
        if draft.kind == "person" and draft.body is None:
            _require_no_work(workspace, draft.key)
    made: list[Record] = []
    total = len(drafts) + len(imported)
    with workspace.transaction():
        for some, is_imported in ((drafts, False), (imported, True)):
            for start in range(0, len(some), _BATCH):
                progress(len(made), total)
                batch = some[start : start + _BATCH]
                made += workspace.add(batch, imported=is_imported).added
        if imported:
            workspace.set_local(_LAST_IMPORT, [])
    progress(total, total)
    return UndoReport(
        len(made),
        len({one.key[:KEY_DIGITS] for one in made if one.kind in _ABOUT_ITEMS}),
        sum(one.kind == "assignment" for one in made),
    )


def _require_not_sent(workspace: Workspace, done: Done) -> None:
    """Raise UsageError if an action made assignments that are in a bundle for their person.

    The person may be working on them, so removing them is a decision of its own.
    """
    new = [
        one for one in done.records if one.kind == "assignment" and _before(workspace, one) is None
    ]
    if number := sum(map(_packed_records(workspace), new)):
        raise UsageError(
            msg("the new assignments are already in a bundle: {number}", number=number),
            hint=msg("To take them away, select the items, choose Release and update the bundles."),
        )


def _require_unused(workspace: Workspace, items: Collection[str]) -> None:
    """Raise UsageError if items are answered or in a bundle, RefusedError if they are assigned."""
    exclude = msg("To leave items out, select them and choose Exclude; answers are kept.")
    if number := _count(_answered(workspace), items):
        raise UsageError(
            msg("the import can’t be undone: items that have answers: {number}", number=number),
            hint=exclude,
        )
    if number := _count(_packed(workspace), items):
        raise UsageError(
            msg("the import can’t be undone: items that are in a bundle: {number}", number=number),
            hint=exclude,
        )
    if number := _count(_assigned(workspace), items):
        # Another error, because this one can be corrected.
        raise RefusedError(
            msg("the import can’t be undone: items that are assigned: {number}", number=number),
            hint=msg("Select them and choose Release, then undo the import again."),
        )


def _count(used: Iterable[str], items: Collection[str]) -> int:
    """Return the number of different items that are used."""
    return len(set(used).intersection(items))


def _answered(workspace: Workspace) -> Iterator[str]:
    """Yield the items about which annotators or leads have stated anything."""
    for kind in ("annotation", "mark", "adjudication", "exclusion"):
        for key in workspace.records.keys(kind):
            if workspace.records.is_there(kind, key):
                yield key[:KEY_DIGITS]


def _packed(workspace: Workspace) -> Iterator[str]:
    """Yield the items that may be in a bundle for a person, also in an earlier one."""
    is_packed = _packed_records(workspace)
    for key in workspace.records.keys("assignment"):
        if any(map(is_packed, workspace.records.history("assignment", key))):
            yield key[:KEY_DIGITS]


def _packed_records(workspace: Workspace) -> Callable[[Record], bool]:
    """Return a function that tells whether an assignment may be in a bundle for its person."""
    sent = workspace.local(SENT) or {}
    recipients = bundle_recipients(workspace)
    return lambda one: person_of(one.key) in recipients and one.seq <= int(sent.get(one.device, 0))


def _assigned(workspace: Workspace) -> Iterator[str]:
    """Yield the items that are assigned."""
    for record in workspace.records.all_current("assignment"):
        yield record.key[:KEY_DIGITS]


def _require_no_work(workspace: Workspace, person: str) -> None:
    """Raise UsageError if a person has assignments, or has done anything."""
    assignments, has_records = work_of(workspace, person)
    if has_records:
        raise UsageError(
            msg("“{person}” has submitted work, so adding them can’t be undone", person=person),
            hint=msg("If they do no more work, select them and choose Has left."),
        )
    if assignments:
        raise UsageError(
            msg("items are assigned to “{person}”, so adding them can’t be undone", person=person),
            hint=msg("Select them and choose Remove: it withdraws their assignments, too."),
        )
