"""An annotator's work: drafts, submitting, answers from a file, and marks.

The module is longer than most because the window and files of answers are checked by the same
rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from desktop_app.core.errors import (
    InputError,
    NotSavedError,
    RefusedError,
    UsageError,
    field_and_reason,
)
from desktop_app.core.keys import work_key
from desktop_app.core.kinds import documents_of
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.protocol.stage import Stage
from desktop_app.core.records import Record
from desktop_app.workspace.consent import require_consent
from desktop_app.workspace.import_context import content_of, text_of
from desktop_app.workspace.rows import RawFile, summary_of, typed_rows
from desktop_app.workspace.table_reading import read_rows
from desktop_app.workspace.work_states import same_again, sent_back
from desktop_app.workspace.workspace import Workspace

# The field of a row with all its answers, as for decisions; they may also be fields of the row.
ANSWERS = "answers"
_SAME_AGAIN = msg("this was returned to you, but you have not changed it yet")


@dataclass
class WorkReport:
    """The numbers of submitted, revised and unchanged answers, and messages about refused ones."""

    submitted: int = 0
    revised: int = 0
    unchanged: int = 0
    refused: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def protocol_of(workspace: Workspace, file: RawFile) -> str:
    """Return the key of the protocol of the first known item in a file.

    By default, it is the project's first protocol.
    """
    for raw in file.rows:
        reference = str(raw.fields.get("item"))
        for key in workspace.protocols:
            item = workspace.find_item(key, reference)
            heads = workspace.records.heads("item", item) if item else []
            if heads and heads[0].body and heads[0].body["protocol"] == key:
                return key
    return next(iter(workspace.protocols), "")


def is_assigned(workspace: Workspace, item: str, stage: str) -> bool:
    """Return whether an item is assigned to the workspace's person at a stage."""
    key = work_key(item, workspace.person, stage)
    return workspace.records.is_there("assignment", key)


def _not_assigned(
    workspace: Workspace, protocol: Protocol, item: str, reference: str, line: int
) -> str:
    """Return why a row is refused, with the stages at which its item is assigned."""
    others = [one.key for one in protocol.stages if is_assigned(workspace, item, one.key)]
    if not others:
        return msg(
            "line {line}: item “{reference}” is not assigned to “{person}”",
            line=line,
            reference=reference,
            person=workspace.person,
        )
    return msg(
        "line {line}: item “{reference}” is assigned to “{person}” at another stage: {stages}",
        line=line,
        reference=reference,
        person=workspace.person,
        stages=", ".join(others),
    )


def annotate_file(
    workspace: Workspace,
    path: str,
    *,
    protocol: str | None = None,
    stage: str | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> WorkReport:
    """Submit this person's answers from a file, with the same validation as in the window.

    Rows about unknown or unassigned items, by another annotator, or with returned answers that were
    not changed are refused one by one; the others are submitted in one transaction. Submitting the
    same answers again changes nothing; other answers are a revision.

    Raises InputError for rows that are invalid or cannot be read, and ConsentMissingError. In both
    cases nothing is submitted.
    """
    require_consent(workspace)
    file = read_rows(path, frozenset(("item", "annotator", "answers")))
    chosen = workspace.protocol(protocol or protocol_of(workspace, file))
    place = chosen.stage(stage or "")
    file = _with_flat_answers(file, place)
    at, kind = place.key, chosen.row_kinds[place.row_kind]
    report = WorkReport()
    drafts: list[Draft] = []
    problems: list[InputError] = []
    rows = typed_rows(file, kind.model)
    person, back = workspace.person, sent_back(workspace)
    # With earlier versions, because the work may have started with one of these.
    made = prepared_by_item(workspace, earlier=True) if place.keeps_prepared else {}
    for done, (line, row) in enumerate(rows):
        if done % 500 == 0:
            progress(done, len(rows))
        reference, named = row.item, row.annotator  # type: ignore[attr-defined]
        item = _found(workspace, chosen.key, row)
        # The first check that fails determines the reason in the message.
        if item is None:
            report.refused.append(
                msg(
                    "line {line}: item “{reference}” is not in this workspace",
                    line=line,
                    reference=reference,
                )
            )
            continue
        if named is not None and named != person:
            report.refused.append(
                msg(
                    "line {line}: item “{reference}” was answered by “{named}”, not by “{person}”",
                    line=line,
                    reference=reference,
                    named=named,
                    person=person,
                )
            )
            continue
        if not is_assigned(workspace, item, at):
            report.refused.append(_not_assigned(workspace, chosen, item, reference, line))
            continue
        # The same steps as in `submit`; a row is one submission.
        try:
            content = content_of(workspace, item) or {}
            refuse_own(workspace, chosen, place, content)
            body = place.body(row, item, person, content)
            if (about := workspace.records.shown("item", item)) is not None:
                body["item_rev"] = about.rev
            prepared = made.get(item, ())
            body["answers"] = place.with_prepared(content, body["answers"], prepared)
            # A row may answer an earlier version of the form, which showed other questions.
            if body.get("form", "") in ("", chosen.form_name):
                body["answers"] = _with_empty(place, body["answers"])
            _check_about(workspace, place, content, body["answers"])
        except RefusedError as error:
            report.refused.append(
                msg(
                    "line {line}: item “{reference}”: {error}",
                    line=line,
                    reference=reference,
                    error=error,
                )
            )
            continue
        except ValueError as error:
            name, reason = field_and_reason(error)
            problems.append(InputError(reason, file=file.name, line=line, field=name))
            continue
        key = work_key(item, person, at)
        if same_again(workspace, key, body["answers"], back):
            report.refused.append(
                msg(
                    "line {line}: item “{reference}”: {same_again}",
                    line=line,
                    reference=reference,
                    same_again=_SAME_AGAIN,
                )
            )
            continue
        drafts.append(Draft("annotation", key, body, person, reference))
    if problems:
        raise summary_of(problems)
    _submit(workspace, drafts, report)
    progress(len(rows), len(rows))
    return report


def _with_flat_answers(file: RawFile, place: Stage) -> RawFile:
    """Return the rows with the fields of an object “answers”, as for decisions, as their own.

    Raises InputError if a row has one of these fields twice.
    """
    if not any(isinstance(raw.fields.get(ANSWERS), dict) for raw in file.rows):
        return file
    if any(question.key == ANSWERS for question in place.form().questions):
        return file
    rows = []
    for raw in file.rows:
        answers = raw.fields.get(ANSWERS)
        if not isinstance(answers, dict):
            rows.append(raw)
            continue
        others = {name: value for name, value in raw.fields.items() if name != ANSWERS}
        if twice := sorted(others.keys() & answers.keys()):
            reason = msg("is in the row and in its “answers”")
            raise InputError(reason, file=file.name, line=raw.line, field=twice[0])
        rows.append(replace(raw, fields={**others, **answers}))
    return replace(file, rows=rows)


def _found(workspace: Workspace, protocol: str, row: Any) -> str | None:
    """Return the key of the item that a row of answers is about, or None.

    A row may have several names for its item (`item_names`).
    """
    names: Sequence[str] = getattr(row, "item_names", (row.item,))
    result = (workspace.find_item(protocol, name) for name in names)
    return next((key for key in result if key is not None), None)


def submit(
    workspace: Workspace,
    item: str,
    answers: Mapping[str, Any],
    *,
    stage: str,
    seconds: float | None = None,
) -> WorkReport:
    """Submit answers to one assigned item, and remove its draft.

    `seconds`: the active time; None: not measured

    Raises RefusedError if the item is not assigned to this person or shows their own work at a
    stage that does not allow this, ConsentMissingError if they have to agree to the consent text
    first, InputError if the answers are invalid, or were returned and have not been changed, and
    NotSavedError if saving fails.
    """
    require_consent(workspace)
    # Two leads may have changed the text differently. What the person saw is answered.
    record = workspace.records.shown("item", item)
    if record is None or not is_assigned(workspace, item, stage):
        raise RefusedError(
            msg("item “{item}” is not assigned to “{person}”", item=item, person=workspace.person)
        )
    protocol = workspace.protocol(body_of(record)["protocol"])
    content = body_of(record)["content"]
    place = protocol.stage(stage)
    refuse_own(workspace, protocol, place, content)
    try:
        checked = as_submitted(place, content, answers)
        _check_about(workspace, place, content, checked)
    except ValueError as error:
        name, reason = field_and_reason(error)
        raise InputError(reason, field=name) from None
    body: dict[str, Any] = {
        "protocol": protocol.key,
        "item": item,
        "annotator": workspace.person,
        "stage": stage,
        "answers": checked,
    }
    body = protocol.with_form(body) | {"item_rev": record.rev}
    if seconds is not None:
        body["seconds"] = seconds
    report = WorkReport()
    key = work_key(item, workspace.person, stage)
    if same_again(workspace, key, checked, sent_back(workspace)):
        raise InputError(
            _SAME_AGAIN,
            hint=msg("Make the changes the note asks for, or skip the item with a reason."),
        )
    _submit(workspace, [Draft("annotation", key, body, workspace.person, item)], report)
    # The annotation is saved. If the draft cannot be removed, it equals the submitted answers.
    with suppress(NotSavedError):
        discard_draft(workspace, item, stage)
    return report


def as_submitted(
    stage: Stage, content: Mapping[str, Any], answers: Mapping[str, Any]
) -> dict[str, Any]:
    """Return answers in the form in which `submit` stores them.

    `content`: the item's content

    Raises ValueError if they are invalid.
    """
    return _with_empty(stage, stage.check(stage.complete(content, answers)))


def _with_empty(stage: Stage, answers: dict[str, Any]) -> dict[str, Any]:
    """Return answers in normal form with the empty list where nothing chosen is an answer.

    Raises FieldError, like `Stage.check`.
    """
    try:
        complete = stage.form().submitted(answers)
    except InputError:
        # The form has not arrived, so it is unknown what was shown.
        return answers
    return stage.check(complete) if complete != answers else answers


def take_back(
    workspace: Workspace, item: str, *, stage: str, earlier: Mapping[str, Any] | None
) -> None:
    """Undo the last submission for one item. Raises NotSavedError if saving fails.

    `earlier`: body of the annotation before that submission; None: there was none

    No record is removed: a new record states the earlier answers again, or withdraws the annotation
    (docs/decisions/0028).
    """
    key = work_key(item, workspace.person, stage)
    body = None if earlier is None else dict(earlier)
    workspace.add([Draft("annotation", key, body, workspace.person, item)])


def refuse_own(
    workspace: Workspace, protocol: Protocol, stage: Stage, content: Mapping[str, Any]
) -> None:
    """Raise RefusedError if an item shows the person's own work and the stage is not for this."""
    if stage.own != "never":
        return
    # The item of a review names the reviewed revision, which has an author.
    about = workspace.records.get(str(content.get("reviewed", "")))
    if (about is not None and about.author == workspace.person) or stage.is_own(
        content, _submitted_answers(workspace, protocol.key)
    ):
        raise RefusedError(
            msg("this is your own work and needs another reviewer"),
            hint=msg("Skip the item and inform the project lead."),
        )


def _submitted_answers(workspace: Workspace, protocol: str) -> Iterator[Mapping[str, Any]]:
    """Yield the answers of this workspace's person at all stages."""
    for record in workspace.records.all_current("annotation"):
        body = body_of(record)
        if body["protocol"] == protocol and body["annotator"] == workspace.person:
            yield body["answers"]


def _check_about(
    workspace: Workspace, stage: Stage, content: Mapping[str, Any], answers: Mapping[str, Any]
) -> None:
    stage.check_about(content, answers)
    stage.check_places(content, lambda key: text_of(workspace, key), answers)


def _submit(workspace: Workspace, drafts: list[Draft], report: WorkReport) -> None:
    # Before the records are added, because then all of these keys exist.
    known = {draft.key for draft in drafts if workspace.records.is_there("annotation", draft.key)}
    result = workspace.add(drafts)
    for record in result.added:
        if record.key in known:
            report.revised += 1
        else:
            report.submitted += 1
            known.add(record.key)
    report.unchanged = result.unchanged


def save_draft(workspace: Workspace, item: str, stage: str, data: Mapping[str, Any]) -> None:
    """Save the draft for an item; durable when this returns.

    Raises UsageError if there is no such item, and NotSavedError if saving fails.
    """
    if not workspace.records.heads("item", item):
        raise UsageError(msg("there is no item “{item}”", item=item))
    workspace.drafts.save(item, stage, data, workspace.now())


def load_draft(workspace: Workspace, item: str, stage: str) -> dict[str, Any] | None:
    """Return the draft for an item, or None."""
    return workspace.drafts.load(item, stage)


def discard_draft(workspace: Workspace, item: str, stage: str) -> None:
    """Remove the draft for an item, if there is one."""
    workspace.drafts.discard(item, stage)


# Data of an item that the window and the checks of answers need
def texts_of(workspace: Workspace, item: Record) -> dict[str, str]:
    """Return the texts of those documents of an item that have arrived, by key."""
    result = {}
    for key in documents_of(item):
        heads = workspace.records.heads("document", key)
        if heads and heads[0].body is not None:
            result[key] = str(heads[0].body["text"])
    return result


def prepared_by_item(
    workspace: Workspace, *, earlier: bool = False
) -> dict[str, list[Mapping[str, Any]]]:
    """Return the bodies of all records of the kind “prepared”, by item.

    `earlier`: add earlier versions after the current ones
    """
    result: dict[str, list[Mapping[str, Any]]] = {}
    records = list(workspace.records.all_current("prepared"))
    # Work that started with an earlier version is checked with it.
    if earlier:
        current = {record.rev for record in records}
        records += [
            record
            for key in workspace.records.keys("prepared")
            for record in workspace.records.history("prepared", key)
            if record.rev not in current and record.body is not None
        ]
    for record in records:
        body = body_of(record)
        result.setdefault(str(body["item"]), []).append(body)
    return result


# Marks: an item skipped or flagged, with a reason; withdrawn by a tombstone
MarkState = Literal["skipped", "flagged"]


def mark(
    workspace: Workspace, item: str, *, stage: str, state: MarkState, reason: str = ""
) -> None:
    """Record that this person skipped or flagged an item; replaces an earlier mark.

    Raises RefusedError if the item is not assigned to this person, ConsentMissingError if they have
    to agree to the consent text first, and NotSavedError if saving fails.
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
    """Withdraw the mark of an item, if there is one. Raises NotSavedError if saving fails."""
    key = work_key(item, workspace.person, stage)
    if workspace.records.current("mark", key) is not None:
        workspace.add([Draft("mark", key, None, workspace.person, item)])
