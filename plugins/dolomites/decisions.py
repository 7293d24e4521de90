"""Calls of a lead for tasks, and decisions about the tasks that authors submit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from desktop_app.core import keys
from desktop_app.core.errors import RefusedError
from desktop_app.core.fields import Identifier, OptionalText, Row, Whole
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names, row_by_form
from plugins.dolomites import project_tasks
from plugins.dolomites.records import data
from plugins.dolomites.shapes import COLLECT, KEY, present

# The maximum number of tasks of one author and field.
MOST_TASKS = 100


class CallRow(Row):
    """The total number of tasks that an author is asked for; of one field if `field` is set."""

    author: Identifier
    field: OptionalText = None
    subfield: OptionalText = None
    tasks: Annotated[Whole, Field(ge=1, le=MOST_TASKS)]


class DecisionRow(Row):
    """A lead's decision about a task.

    `task`: the id or the key of the task, or the place at which it was submitted
    """

    task: Identifier
    decision: Literal["accept", "reject"]
    reason: OptionalText = None


def build_call(row: CallRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a call and the places for its tasks, numbered from 1.

    A later call never removes places: the larger number is valid.
    """
    named = (row.author, row.field or "")
    before = (
        int(one.get("tasks", 0))
        for one in context.rows_of("calls")
        if (one["author"], one.get("field", "")) == named
    )
    number = max(row.tasks, *before, 0)
    label = " ".join(part for part in named if part)
    kept = {"author": row.author, "field": row.field, "subfield": row.subfield, "tasks": number}
    yield data("calls", {**row.extra(), **present(kept)}, named, context, label=label)
    for place in range(1, number + 1):
        yield from _place(row, place, number, context)


def _place(row: CallRow, number: int, of: int, context: ImportContext) -> Iterable[Draft]:
    """Yield the item of one place and its origin. Raises RefusedError if its id is in use.

    `number`: the place's number, from 1
    `of`: the number of places of the call
    """
    name = project_tasks.place_name(row.author, row.field or "", number)
    if project_tasks.imported_key(name, context) is not None:
        raise RefusedError(msg("a task already has the id “{name}”", name=name))
    key = context.item_key(name)
    content = {"field": row.field, "subfield": row.subfield, "number": number, "of": of}
    body = {
        "protocol": KEY,
        "group": keys.group_key(context.project, KEY, "author", row.author),
        "stage": COLLECT,
        "content": present(content),
    }
    origin = {
        "item": key,
        "external_id": name,
        "author": row.author,
        "field": row.field,
        # The name contains the author's id, so a task shown to others is named by an id that
        # reveals nothing.
        "task_id": project_tasks.opaque_id(name, context),
    }
    yield Draft("item", key, body, context.lead, name)
    yield Draft("origin", key, present(origin), context.lead, name)


def decision_draft(
    key: str,
    fields: Mapping[str, Any],
    decision: str,
    reason: str | None,
    context: ImportContext,
    label: str,
    extra: Mapping[str, Any] | None = None,
) -> Draft:
    """Return the record of a decision, which is valid only for the current wording of the task.

    `key`: the key of the task
    `fields`: the fields of the task
    `label`: the task's name in messages
    `extra`: unknown fields of the imported row, which are kept
    """
    kept = {
        "task": key,
        # An edit by the author changes the digest, so that the task waits for a decision again.
        "of": project_tasks.digest_of(fields),
        "decision": decision,
        "reason": reason,
    }
    return data("decisions", {**(extra or {}), **kept}, (key,), context, label=label)


def build_decision(row: DecisionRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a decision. A second decision about a task is a revision of the first.

    Raises RefusedError for an unknown task.
    """
    # Submitted tasks are searched first, because imported ones count as accepted without a
    # decision.
    found = project_tasks.handed_in(row.task, context)
    if found is not None:
        key, fields = project_tasks.task_key(context.project, found[0]), found[1].answers
    else:
        row_of_task = project_tasks.imported_row(row.task, context)
        if row_of_task is None:
            raise RefusedError(
                msg("unknown task “{task}”", task=row.task),
                hint=msg("Nothing has been submitted yet, or the id is misspelled."),
            )
        key, fields = str(row_of_task["task"]), row_of_task
    yield decision_draft(key, fields, row.decision, row.reason, context, row.task, row.extra())


def call_rows(dataset: Dataset) -> Iterable[dict[str, Any]]:
    """Yield all calls as rows, sorted by author and field."""
    rows = dataset.rows.get("calls", ())
    for row in sorted(
        rows, key=lambda one: (project_tasks.in_order(one["author"]), str(one.get("field")))
    ):
        yield row_by_form(CallRow, row, row)


def decision_rows(dataset: Dataset) -> Iterable[dict[str, Any]]:
    """Yield the valid decisions as rows, in the order of the tasks."""
    decided = {str(row["task"]): row for row in dataset.rows.get("decisions", ())}
    for one in project_tasks.all_tasks(dataset).values():
        # A decision about an earlier wording is left out, because an import would apply it to the
        # new wording.
        if one.key in decided and one.state in ("accepted", "rejected"):
            # An import computes the digest again.
            row = {name: v for name, v in decided[one.key].items() if name != "of"}
            yield row_by_form(DecisionRow, {**row, "task": one.label}, row)


ROW_KINDS: Mapping[str, RowSpec] = {
    "calls": RowSpec("calls", CallRow, build_call, revises=True, title=msg("Requests for tasks")),
    "decisions": RowSpec(
        "decisions",
        DecisionRow,
        build_decision,
        revises=True,
        title=msg("Decisions about submissions"),
    ),
}

EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {
    "calls": lambda names: call_rows(names.dataset),
    "decisions": lambda names: decision_rows(names.dataset),
}
