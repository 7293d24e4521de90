"""The annotator's background: a questionnaire about the person, kept apart from all ratings.

The form travels with the assignments, as a material; a lead may replace it or turn it off. Every
question is optional. The answers are one record per person, changed by revisions; unsaved answers
are a draft, in the drafts' own file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import InputError, UsageError, field_and_reason
from desktop_app.core.forms import Form
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace import materials
from desktop_app.workspace.folder import recorded_text
from desktop_app.workspace.rows import read_file
from desktop_app.workspace.workspace import Workspace

# Table in the drafts' database.
_TABLE = "background"
# Local state: digest of the form that the person put off.
_SKIPPED = "background_skipped"


def background_form(workspace: Workspace) -> Form | None:
    """Return the project's questionnaire about people, or None when there is none.

    In a lead's workspace, the one that will be sent; in an annotator's, the one that arrived.
    Raises FormError for a form that this version cannot read.
    """
    text = _text(workspace)
    return None if text is None else materials.read_background(text, file=materials.BACKGROUND)


def answers_of(workspace: Workspace) -> dict[str, Any]:
    """Return the answers of the workspace's person; empty if there are none."""
    body = workspace.records.stated_body("background", workspace.person)
    return {} if body is None else dict(body["answers"])


def is_due(workspace: Workspace) -> bool:
    """Return whether to ask unprompted: never answered, and this form not put off."""
    text = _text(workspace)
    return (
        text is not None
        and bool(text.strip())
        and not workspace.records.is_there("background", workspace.person)
        and workspace.local(_SKIPPED) != _digest(text)
    )


def put_off(workspace: Workspace) -> None:
    """Do not ask unprompted again until the form changes. Unsaved answers stay as a draft."""
    text = _text(workspace)
    if text is not None and workspace.local(_SKIPPED) != _digest(text):
        workspace.set_local(_SKIPPED, _digest(text))


def answer(workspace: Workspace, answers: Mapping[str, Any]) -> bool:
    """Save the answers of the workspace's person about themselves; a change is a revision.

    Returns whether they differ from the saved ones. Raises InputError for an answer the form does
    not accept, UsageError when there is no form, NotSavedError. The draft is dropped.
    """
    form = background_form(workspace)
    if form is None:
        raise UsageError(
            msg("this project has no questions about you"), hint=msg("There is nothing to answer.")
        )
    try:
        checked = form.check(answers)
    except ValueError as error:
        name, reason = field_and_reason(error)
        raise InputError(reason, field=name) from None
    person = workspace.person
    changed = False
    # An empty form that was never answered makes no record.
    if checked or workspace.records.is_there("background", person):
        result = workspace.add([Draft("background", person, {"answers": checked}, person, person)])
        changed = bool(result.added)
    discard_draft(workspace)
    return changed


def answer_file(workspace: Workspace, path: str) -> bool:
    """Import this person's answers from a file with one row, as `answer` does.

    The row may name the person; another name is refused. Also raises InputError for a file that
    cannot be read or holds several rows.
    """
    file = read_file(path)
    if len(file.rows) != 1:
        raise InputError(
            msg("contains {count} rows instead of one", count=len(file.rows)), file=file.name
        )
    (row,) = file.rows
    fields = {name: value for name, value in row.fields.items() if name != "person"}
    named = row.fields.get("person")
    if named not in (None, "", workspace.person):
        raise InputError(
            msg("is about another person, not about “{person}”", person=workspace.person),
            file=file.name,
            line=row.line,
            field="person",
        )
    form = background_form(workspace)
    known = {question.key for question in form.questions} if form else set()
    for name in fields:
        if form is not None and name not in known:
            raise InputError(
                msg("is not a question of this form"),
                file=file.name,
                line=row.line,
                field=name,
                hint=msg("Its questions: {known}.", known=", ".join(sorted(known))),
            )
    try:
        return answer(workspace, fields)
    except InputError as error:
        raise InputError(error.reason, file=file.name, line=row.line, field=error.field) from None


# The draft: overwritten while typing, on this computer only.
def save_draft(workspace: Workspace, data: Mapping[str, Any]) -> None:
    """Save unfinished answers; durable when this returns."""
    table = workspace.store.drafts.table(_TABLE)
    doc = {"saved": workspace.now(), "data": dict(data)}
    known = [one.doc_id for one in table]
    if known:
        table.update(doc, doc_ids=known[:1])
    else:
        table.insert(doc)


def load_draft(workspace: Workspace) -> dict[str, Any] | None:
    """Return the unfinished answers, or None."""
    for doc in workspace.store.drafts.table(_TABLE):
        return dict(doc["data"])
    return None


def discard_draft(workspace: Workspace) -> None:
    """Remove the unfinished answers, if there are any."""
    table = workspace.store.drafts.table(_TABLE)
    known = [one.doc_id for one in table]
    if known:
        table.remove(doc_ids=known)


def _text(workspace: Workspace) -> str | None:
    # Before the first packing, a lead has no record of the form that the protocols bring.
    known = recorded_text(workspace.records, materials.BACKGROUND)
    if known is None and workspace.is_lead:
        known = materials.standard_texts(workspace).get(materials.BACKGROUND)
    return known if known is not None and known.strip() else None


def _digest(text: str) -> str:
    return sha256_hex(text.encode("utf-8"))
