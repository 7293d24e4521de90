"""Decisions of a lead: resolving conflicts, adjudicating items, accepting submissions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from desktop_app.core.errors import (
    FieldError,
    InputError,
    RefusedError,
    UsageError,
    field_and_reason,
)
from desktop_app.core.fields import Blank, Identifier, Row, Text
from desktop_app.core.keys import decision_key, work_key
from desktop_app.core.kinds import KINDS, kind_name
from desktop_app.core.merging import body_of
from desktop_app.core.messages import at_line, msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Brought
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.workspace.adjudicating import Note, decision_note, remember_decision
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.cases import CaseId
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.importing import import_rows
from desktop_app.workspace.rows import summary_of, typed_rows
from desktop_app.workspace.table_reading import read_rows
from desktop_app.workspace.work import protocol_of
from desktop_app.workspace.workspace import Workspace


class DecisionRow(Row):
    """A decision of a lead: it either resolves a conflict or adjudicates an item.

    A row with `annotator` resolves the conflict about this person's annotation of `item`. A row
    with `key` resolves the conflict about the thing with this kind (by default “annotation”) and
    key. A row with only `item` and `choose` resolves the conflict between decisions of leads. The
    decision is `choose`, the first digits of a head's rev, or for annotations new answers. Any
    other row adjudicates `item`. Questions with the answer null, or named in `unanswered`, are
    decided to have no answer.
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("answers", "unanswered"))

    item: Annotated[Identifier | None, Blank] = None
    annotator: Annotated[Identifier | None, Blank] = None
    stage: Annotated[Identifier | None, Blank] = None
    kind: Annotated[Identifier | None, Blank] = None
    key: Annotated[Identifier | None, Blank] = None
    choose: Annotated[Identifier | None, Blank] = None
    answers: Annotated[dict[str, Any] | None, Blank] = None
    unanswered: Annotated[list[Identifier] | None, Blank] = None
    reason: Annotated[Text | None, Blank] = None


@dataclass
class DecisionReport:
    """The numbers of resolved conflicts and adjudicated items, and messages about refused rows.

    `unchanged`: number of decisions that were recorded before
    """

    resolved: int = 0
    adjudicated: int = 0
    unchanged: int = 0
    refused: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


# Maximum number of heads that are listed for each conflict.
MOST_HEADS = 10


def list_conflicts(workspace: Workspace) -> list[dict[str, Any]]:
    """Return all conflicts, ordered by kind and key.

    `versions` is the number of heads, and `heads` has the first `MOST_HEADS` of them.
    """
    result = []
    for kind, key in workspace.records.conflicts():
        heads = workspace.records.heads(kind, key)
        body = workspace.records.stated_body(kind, key) or {}
        entry: dict[str, Any] = {"kind": kind, "key": key}
        if "item" in body:
            entry["item"] = workspace.item_name(body["item"])
        for name in ("annotator", "stage"):
            if name in body:
                entry[name] = body[name]
        entry["versions"] = len(heads)
        entry["heads"] = [_head_json(head) for head in heads[:MOST_HEADS]]
        result.append(entry)
    return result


def _head_json(head: Record) -> dict[str, Any]:
    shown = {"rev": head.rev, "author": head.author, "device": head.device, "time": head.time}
    if head.body is None:
        return {**shown, "deleted": True}
    if "answers" in head.body:
        return {**shown, "answers": head.body["answers"]}
    return {**shown, "body": head.body}


def adjudicate_file(
    workspace: Workspace, path: str, *, protocol: str | None = None, stage: str | None = None
) -> DecisionReport:
    """Adjudicate items and resolve conflicts by the rows of a file.

    An adjudication is a separate record and changes no annotation; it is a decision on the current
    answers, and names them. Resolving a conflict makes a revision of the thing. Rows about unknown
    items, or about things that are not in conflict, are refused one by one; the others are saved in
    one transaction. Raises InputError for rows that cannot be read; in this case nothing is
    changed.
    """
    workspace.require_lead(msg("Adjudicating"))
    file = read_rows(path, DecisionRow.model_fields.keys())
    chosen = workspace.protocol(protocol or protocol_of(workspace, file))
    at = chosen.stage(stage or "").key
    report = DecisionReport()
    problems: list[InputError] = []
    resolving: list[tuple[Draft, dict[str, Any]]] = []
    adjudicating: list[Draft] = []
    for line, row in typed_rows(file, DecisionRow):
        try:
            draft, stated = _decide(workspace, chosen, row, row.stage or at)
        except _RefusedRowError as error:
            report.refused.append(at_line(line, error))
        except ValueError as error:
            name, reason = field_and_reason(error)
            problems.append(InputError(reason, file=file.name, line=line, field=name))
        else:
            if _is_adjudication(row):
                adjudicating.append(draft)
            else:
                resolving.append((draft, stated))
    if problems:
        raise summary_of(problems)
    with workspace.transaction():
        resolved = workspace.add(draft for draft, _ in resolving)
        # Afterwards, because resolving a conflict changes which answers are the current ones.
        adjudicated = workspace.add(_with_compared(workspace, chosen, adjudicating))
        added = [*resolved.added, *adjudicated.added]
        # In a conflict of very many versions, the last record is the decision.
        made = {(one.kind, one.key): one for one in added}
        notes = [
            decision_note(made[draft.kind, draft.key], workspace.person, stated)
            for draft, stated in resolving
            if stated and (draft.kind, draft.key) in made
        ]
        notes_added = workspace.add(notes).added
        # A conflict between decisions of leads is resolved as well.
        conflicts = {(draft.kind, draft.key) for draft, _ in resolving}
        cases: list[CaseId] = [
            ("versions" if thing in conflicts else "annotators", *thing) for thing in made
        ]
        remember_decision(workspace, [*added, *notes_added], cases)
    # Counted by thing, because a conflict of very many versions needs several records.
    report.resolved = len(conflicts & made.keys())
    report.adjudicated = len(made.keys() - conflicts)
    report.unchanged = resolved.unchanged + adjudicated.unchanged
    return report


def _is_adjudication(row: DecisionRow) -> bool:
    """Return whether a row adjudicates an item; any other row resolves a conflict."""
    return row.key is None and row.annotator is None and row.choose is None


def _with_compared(
    workspace: Workspace, protocol: Protocol, drafts: Sequence[Draft]
) -> list[Draft]:
    """Return drafts of adjudications with the revs of the current answers.

    A decision on an item that nobody has answered names none, and never becomes outdated.
    """
    revs: dict[tuple[str, str], list[str]] = {}
    if drafts:
        # An excluded item may be put back.
        data = dataset_of(workspace, protocol.key, whole=False, with_excluded=True)
        for one in data.annotations:
            revs.setdefault((one.item, one.stage), []).append(one.rev)
    result = []
    for draft in drafts:
        body = dict(draft.body or {})
        compared = sorted(revs.get((body["item"], body["stage"]), ()))
        result.append(replace(draft, body={**body, "compared": compared}) if compared else draft)
    return result


class _RefusedRowError(Exception):
    pass


def _decide(
    workspace: Workspace, protocol: Protocol, row: DecisionRow, stage: str
) -> tuple[Draft, dict[str, Any]]:
    """Return the draft of a decision, and the note about it, which is stored separately.

    Raises _RefusedRowError, or ValueError for an invalid row.
    """
    lead = workspace.person
    stated = _note(row).fields()
    answers = row.answers if row.answers is not None else (row.extra() or None)
    if row.key is None and row.item is None:
        raise FieldError("item", msg("is missing"))
    item = workspace.find_item(protocol.key, row.item) if row.item else None
    if row.item is not None and item is None:
        raise _RefusedRowError(msg("unknown item “{item}”", item=row.item))
    if _is_adjudication(row):
        if answers is None:
            raise FieldError("answers", msg("is missing"))
        body: dict[str, Any] = {
            "item": item,
            "stage": stage,
            "answers": protocol.stage(stage).check(answers),
        }
        empty = [name for name, value in (row.answers or {}).items() if value is None]
        if unanswered := sorted({*(row.unanswered or ()), *empty}.difference(body["answers"])):
            body["unanswered"] = unanswered
        body = protocol.with_form({**body, **stated})
        return Draft("adjudication", decision_key(str(item), stage), body, lead, str(row.item)), {}

    # Everything else resolves a conflict.
    kind, key = row.kind or "annotation", row.key
    if key is None and row.annotator is None and item is not None:
        # Two leads have decided this item differently.
        decision = ("adjudication", decision_key(item, stage))
        if decision in workspace.records.conflicts():
            kind, key = decision
    if kind in KINDS and KINDS[kind].not_resolvable:
        raise _RefusedRowError(KINDS[kind].not_resolvable)
    if key is None and row.annotator is None:
        raise FieldError(
            "annotator", msg("is missing; enter the person whose answers are in conflict")
        )
    label = key or f"{row.item} by {row.annotator}"
    key = key or work_key(str(item), str(row.annotator), stage)
    if (kind, key) not in workspace.records.conflicts():
        raise _RefusedRowError(
            msg("{kind} {label} is not in conflict", kind=kind_name(kind), label=label)
        )
    heads = workspace.records.heads(kind, key)
    if row.choose is not None:
        # The first digits are sufficient if they are unambiguous.
        matching = [head for head in heads if head.rev.startswith(row.choose)]
        if len(matching) != 1:
            raise _RefusedRowError(
                msg(
                    "“{choose}” matches {count} heads of {label}",
                    choose=row.choose,
                    count=len(matching),
                    label=label,
                )
            )
        return Draft(kind, key, matching[0].body, lead, label), stated
    if kind != "annotation" or answers is None:
        raise FieldError(
            "choose",
            msg("is missing: give the `rev` of the version to keep (see `conflicts --json`)"),
        )
    # The other fields of the annotation, such as its stage, are kept.
    base = dict(body_of(next(head for head in heads if head.body is not None)))
    checked = protocol.stage(str(base["stage"])).check(answers)
    body = protocol.with_form({**base, "answers": checked})
    return Draft(kind, key, body, lead, label), stated


def _note(row: DecisionRow) -> Note:
    """Return what a row states about its decision. Raises FieldError.

    In a row without `answers`, unknown fields are the answers, so it has a reason only.
    """
    more = row.extra() if row.answers is not None or row.choose is not None else {}
    gap = more.get("guideline_gap", False)
    if not isinstance(gap, bool):
        if str(gap).casefold() not in ("yes", "no", "true", "false"):
            raise FieldError("guideline_gap", msg("must be true or false"))
        gap = str(gap).casefold() in ("yes", "true")
    return Note(row.reason or "", str(more.get("confidence") or ""), gap)


# Submissions of people and drafts of models: listing, deciding, requesting more
# Any seed: each place belongs to one person, so nothing is chosen at random.
_SEED = 1


@dataclass
class Called:
    """The outcome of a call for submissions.

    `places`: number of new places by person
    """

    places: dict[str, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)


def decide(
    workspace: Workspace, protocol: str, items: Sequence[str], decision: str, reason: str = ""
) -> list[str]:
    """Accept or reject the submissions with these items, or change earlier decisions.

    `decision`: “accept” or “reject”

    Returns messages about refused decisions. Raises UsageError in an annotator's workspace and for
    a protocol without submissions, and NotSavedError if saving fails.
    """
    workspace.require_lead(msg("Deciding about submissions"))
    chosen = _taking(workspace, protocol)
    rows: dict[str, list[Mapping[str, Any]]] = {}
    for item in items:
        what, row = chosen.decision_row(item, decision, reason)
        # An import has rows of one kind.
        rows.setdefault(what, []).append(row)
    refused: list[str] = []
    for what, several in rows.items():
        refused += import_rows(workspace, protocol, what, several, update=True).refused
    return refused


def brought(workspace: Workspace, protocol: str, item: str) -> Brought | None:
    """Return the content of a submission that belongs to no item; None if it has an item.

    Raises RefusedError if the submission was withdrawn or is in conflict.
    """
    chosen = workspace.protocol(protocol)
    if not chosen.takes_submissions or chosen.submission_stage:
        return None
    result = chosen.brought(dataset_of(workspace, protocol), item)
    if result is None:
        raise RefusedError(
            msg("this submission cannot be shown: it was withdrawn or is in conflict"),
            hint=msg(
                "If it is on the page Conflicts (or: proofdesk conflicts DIR), resolve it there. "
                "Otherwise it was withdrawn, and there is nothing to decide."
            ),
        )
    return result


def ask_for(
    workspace: Workspace, protocol: str, people: Sequence[str], number: int, about: str = ""
) -> Called:
    """Create places for submissions, and assign them to their authors.

    `number`: the total number of places that each person has afterwards
    `about`: the requested field; empty: the author's choice

    People with that many places get no more. Raises UsageError for unknown people and for a
    protocol whose submissions are not made by people.
    """
    workspace.require_lead(msg("Requesting submissions"))
    chosen = _taking(workspace, protocol)
    if not chosen.submission_stage:
        raise UsageError(msg("{protocol} has no submissions", protocol=protocol))
    rows = [{"author": person, "tasks": number, "field": about or None} for person in people]
    report = import_rows(workspace, protocol, "calls", rows, update=True)
    # Each new place belongs to one person, so an overlap of 1 assigns it to that person.
    assigned = assign(
        workspace,
        protocol=protocol,
        people=people,
        stage=chosen.submission_stage,
        overlap=1,
        seed=_SEED,
    )
    return Called(dict(assigned.new), list(report.refused))


def _taking(workspace: Workspace, protocol: str) -> Protocol:
    """Return a protocol. Raises UsageError if it has no submissions."""
    chosen = workspace.protocol(protocol)
    if not chosen.takes_submissions:
        raise UsageError(msg("{protocol} has no submissions", protocol=protocol))
    return chosen
