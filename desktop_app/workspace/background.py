"""The annotator's background: answers to a questionnaire about the person.

The form is a material, which assignment bundles contain; a lead can replace it or turn it off. All
questions are optional. Each person has one record with the answers, separate from all ratings;
unsubmitted answers are a draft.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import AppError, InputError, UsageError, field_and_reason
from desktop_app.core.fields import OptionalId, Row
from desktop_app.core.form_versions import FormVersions
from desktop_app.core.forms import HIDDEN, Form
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Material
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace import materials
from desktop_app.workspace.drafts import discard_one, save_one
from desktop_app.workspace.folder import recorded_text
from desktop_app.workspace.rows import typed_rows
from desktop_app.workspace.table_reading import read_rows
from desktop_app.workspace.workspace import Workspace

# Table in the drafts' database.
_TABLE = "background"
# Name in the local state: digest of the form that the person skipped.
_SKIPPED = "background_skipped"


class _AnswersRow(Row):
    """A person's own answers, exported or written by hand; every other field is a question."""

    person: OptionalId = None


def background_form(workspace: Workspace) -> Form | None:
    """Return the project's questionnaire about people, or None.

    In a lead's workspace, it is the one that bundles will contain. Raises FormError if the form is
    invalid.
    """
    text = _text(workspace)
    return None if text is None else materials.read_background(text, file=materials.BACKGROUND)


def asked_questions(workspace: Workspace) -> list[str]:
    """Return the keys of the questions about people; an empty list if there is no valid form."""
    with suppress(AppError):
        form = background_form(workspace)
        return [one.key for one in form.questions] if form is not None else []
    return []


def question_files(workspace: Workspace) -> dict[str, str]:
    """Return all versions of the questions about people as they were written, by file name.

    Invalid versions are left out.
    """
    versions = [
        one
        for one in workspace.material_versions(materials.BACKGROUND)
        if one.text.strip() and _is_valid(one.text)
    ]
    text = _text(workspace)
    # Before anything is packed, a lead's workspace has no record of the protocols' form.
    if text is not None and not versions and _is_valid(text):
        versions = [Material(materials.BACKGROUND, text, "current")]
    return FormVersions(versions).files("background_form")


def _is_valid(text: str) -> bool:
    try:
        materials.read_background(text, file=materials.BACKGROUND)
    except AppError:
        return False
    return True


def answers_of(workspace: Workspace) -> dict[str, Any]:
    """Return the saved answers of the workspace's person; empty if there are none."""
    body = workspace.records.stated_body("background", workspace.person)
    return {} if body is None else dict(body["answers"])


def is_due(workspace: Workspace) -> bool:
    """Return whether the program should ask: nothing is answered, and this form was not skipped."""
    text = _text(workspace)
    return (
        text is not None
        and bool(text.strip())
        and not workspace.records.is_there("background", workspace.person)
        and workspace.local(_SKIPPED) != _digest(text)
    )


def put_off(workspace: Workspace) -> None:
    """Skip the questions until the form changes. A draft is kept."""
    text = _text(workspace)
    if text is not None and workspace.local(_SKIPPED) != _digest(text):
        workspace.set_local(_SKIPPED, _digest(text))


def answer(workspace: Workspace, answers: Mapping[str, Any]) -> bool:
    """Save the answers of the workspace's person, and remove the draft.

    Returns whether they differ from the saved ones. Raises InputError for an invalid answer,
    UsageError if there is no form, and NotSavedError if saving fails.
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
    # Without any answers, now or before, no record is made.
    if checked or workspace.records.is_there("background", person):
        result = workspace.add([Draft("background", person, {"answers": checked}, person, person)])
        changed = bool(result.added)
    discard_draft(workspace)
    return changed


def answer_file(workspace: Workspace, path: str) -> tuple[bool, list[str]]:
    """Save this person's answers from a file with one row; see `answer`.

    Returns whether they differ from the saved ones, and the keys of the answered questions that are
    hidden with these answers, so that they do not count. Raises InputError also for a file that
    cannot be read or has several rows, and for a row about another person.
    """
    file = read_rows(path)
    if len(file.rows) != 1:
        raise InputError(
            msg("contains {count} rows instead of one", count=len(file.rows)), file=file.name
        )
    ((line, row),) = typed_rows(file, _AnswersRow)
    fields = row.extra()
    if row.person not in (None, workspace.person):
        raise InputError(
            msg("is about another person, not about “{person}”", person=workspace.person),
            file=file.name,
            line=line,
            field="person",
        )
    form = background_form(workspace)
    known = {question.key for question in form.questions} if form else set()
    for name in fields:
        if form is not None and name not in known and name != HIDDEN:
            raise InputError(
                msg("is not a question of this form"),
                file=file.name,
                line=line,
                field=name,
                hint=msg("Its questions: {known}.", known=", ".join(sorted(known))),
            )
    try:
        changed = answer(workspace, fields)
    except InputError as error:
        raise InputError(error.reason, file=file.name, line=line, field=error.field) from None
    hidden = answers_of(workspace).get(HIDDEN, {})
    return changed, [name for name in fields if name in hidden]


# The draft, which belongs to this computer and is overwritten
def save_draft(workspace: Workspace, data: Mapping[str, Any]) -> None:
    """Save the draft; durable when this returns."""
    doc = {"saved": workspace.now(), "data": dict(data)}
    save_one(workspace.store.drafts.table(_TABLE), doc)


def load_draft(workspace: Workspace) -> dict[str, Any] | None:
    """Return the draft, or None."""
    for doc in workspace.store.drafts.table(_TABLE):
        return dict(doc["data"])
    return None


def discard_draft(workspace: Workspace) -> None:
    """Remove the draft, if there is one."""
    discard_one(workspace.store.drafts.table(_TABLE))


def _text(workspace: Workspace) -> str | None:
    # Before anything is packed, a lead's workspace has no record of the protocols' form.
    known = recorded_text(workspace.records, materials.BACKGROUND)
    if known is None and workspace.is_lead:
        known = materials.standard_texts(workspace).get(materials.BACKGROUND)
    return known if known is not None and known.strip() else None


def _digest(text: str) -> str:
    return sha256_hex(text.encode("utf-8"))
