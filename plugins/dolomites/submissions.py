"""Calls of a lead for tasks, the tasks that authors submit, and decisions about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from desktop_app.core import keys
from desktop_app.core.errors import RefusedError
from desktop_app.core.fields import Identifier, OptionalText, Row, Whole
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.data import Dataset, Submission
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names, row_by_form
from desktop_app.text.tokens import one_line
from plugins.dolomites import project_tasks
from plugins.dolomites.experts import fold_field
from plugins.dolomites.project_tasks import KnownTask, State, all_tasks
from plugins.dolomites.shapes import COLLECT, CRITERIA, KEY, kept_row, present

# Calls and decisions: rows and records

# The maximum number of tasks of one author and field.
MOST_TASKS = 100


class CallRow(Row):
    """A call for tasks by an author.

    `field`: the field of the tasks; without it, the author chooses a field for each task
    `tasks`: the total number of tasks, including those of earlier calls
    """

    author: Identifier
    field: OptionalText = None
    subfield: OptionalText = None
    tasks: Annotated[Whole, Field(ge=1, le=MOST_TASKS)]


class DecisionRow(Row):
    """A lead's decision about a task.

    `task`: the id or the key of the task, or the empty item at which it was submitted
    """

    task: Identifier
    decision: Literal["accept", "reject"]
    reason: OptionalText = None


def build_call(row: CallRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a call and the empty items for its tasks, numbered from 1.

    A later call of the same author and field never removes empty items: the larger number is valid.
    Raises RefusedError if the id of an empty item is in use.
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
    yield kept_row("calls", {**row.extra(), **present(kept)}, named, context, label=label)
    for place in range(1, number + 1):
        yield from _place(row, place, number, context)


def _place(row: CallRow, number: int, of: int, context: ImportContext) -> Iterable[Draft]:
    """Yield one empty item of a call and its origin. Raises RefusedError if its id is in use.

    `number`: the number of the item, from 1
    `of`: the number of empty items of the call
    """
    name = project_tasks.place_name(row.author, row.field or "", number)
    if project_tasks.imported_key(name, context) is not None:
        raise RefusedError(msg("a task already has the ID “{name}”", name=name))
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
    return kept_row("decisions", {**(extra or {}), **kept}, (key,), context, label=label)


def build_decision(row: DecisionRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a decision. A second decision about a task is a revision of the first.

    Raises RefusedError for an unknown task.
    """
    found = project_tasks.submitted_task(row.task, context)
    if found is not None:
        key, fields = project_tasks.task_key(context.project, found[0]), found[1].answers
    else:
        row_of_task = project_tasks.imported_row(row.task, context)
        if row_of_task is None:
            raise RefusedError(
                msg("unknown task “{task}”", task=row.task),
                hint=msg("Nothing has been submitted yet, or the ID is misspelled."),
            )
        key, fields = str(row_of_task["task"]), row_of_task
    yield decision_draft(key, fields, row.decision, row.reason, context, row.task, row.extra())


def call_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield all calls as rows, sorted by author and field."""
    rows = names.dataset.rows.get("calls", ())
    for row in sorted(rows, key=lambda one: (natural_order(one["author"]), str(one.get("field")))):
        yield row_by_form(CallRow, row, row)


def decision_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield the valid decisions as rows, in the order of the tasks."""
    decided = {str(row["task"]): row for row in names.dataset.rows.get("decisions", ())}
    for one in project_tasks.all_tasks(names.dataset).values():
        # A decision about an earlier wording is left out, because an import would apply it to the
        # new wording.
        if one.key in decided and one.state in ("accepted", "rejected"):
            # An import computes the digest again.
            row = {name: v for name, v in decided[one.key].items() if name != "of"}
            yield row_by_form(DecisionRow, {**row, "task": one.label}, row)


ROW_KINDS: Mapping[str, RowSpec] = {
    "calls": RowSpec(
        "calls",
        CallRow,
        build_call,
        revises=True,
        title=msg("Requests for tasks"),
        export=call_rows,
    ),
    "decisions": RowSpec(
        "decisions",
        DecisionRow,
        build_decision,
        revises=True,
        title=msg("Decisions about submissions"),
        export=decision_rows,
    ),
}

# Tasks for the lead who decides on them, with remarks on each task

# Minimum similarity (0–1) of two tasks of one field that are reported as possible duplicates.
ALIKE = 0.8
# Maximum numbers of characters that are shown, because texts in a bundle may be longer.
_LONGEST_TITLE, _LONGEST_FIELD = 300, 100


@dataclass(frozen=True)
class TaskReport:
    """A task with remarks for the lead.

    `is_complete`: whether the author states that all five criteria are met; None if nobody was
        asked (imported tasks)
    `alike`: keys of nearly equal tasks of the same field, with their similarities (0–1)
    """

    task: KnownTask
    is_complete: bool | None
    alike: tuple[tuple[str, float], ...]

    @property
    def key(self) -> str:
        return self.task.key

    @property
    def state(self) -> State:
        return self.task.state


def submissions(dataset: Dataset) -> list[TaskReport]:
    """Return all tasks, imported or submitted, with remarks, in a stable order."""
    tasks = all_tasks(dataset)
    texts = {key: _compared(one) for key, one in tasks.items()}
    # Only tasks of one field are compared.
    fields = {key: fold_field(one.field) for key, one in tasks.items()}
    alike: dict[str, list[tuple[str, float]]] = {}
    for one, other, likeness in _alike(texts, fields):
        # Both tasks of a pair get the remark.
        alike.setdefault(one, []).append((other, likeness))
        alike.setdefault(other, []).append((one, likeness))
    return [
        TaskReport(
            one,
            None if one.criteria is None else all(one.criteria.get(code) for code in CRITERIA),
            tuple(alike.get(key, ())),
        )
        for key, one in tasks.items()
    ]


_Pairs = Sequence[tuple[str, str, float]]
_last: tuple[dict[str, str], dict[str, str], _Pairs] | None = None


def _alike(texts: dict[str, str], fields: dict[str, str]) -> _Pairs:
    """Return the pairs of nearly equal tasks of one field, as (key, key, similarity).

    The result for the latest arguments is cached, because the lead's pages call this after every
    change of the project, and most changes do not concern tasks.

    `texts`, `fields`: the text and the field of each task, by key
    """
    global _last
    kept = _last
    # The order of tasks determines the first task of a pair, so it is also compared.
    if kept is None or list(kept[0].items()) != list(texts.items()) or kept[1] != fields:
        pairs: _Pairs = []
        if len(set(fields.values())) < len(fields):  # otherwise no two tasks share a field
            # Imported here because it imports numpy, which is slow.
            from desktop_app.text.duplicates import near_duplicates

            pairs = near_duplicates(texts, ALIKE, fields)
        kept = _last = texts, fields, pairs
    return kept[2]


def lead_submissions(dataset: Dataset) -> list[Submission]:
    """Return all tasks for the lead's page.

    Submitted tasks are named by their empty items, imported ones by their keys.
    """
    reports = submissions(dataset)
    titles = {one.key: one_line(one.task.task.objective, _LONGEST_TITLE) for one in reports}
    return [
        Submission(
            one.task.place or one.key,
            str(one.task.author or ""),
            one_line(one.task.field, _LONGEST_FIELD),
            titles[one.key],
            one.state,
            one.task.reason,
            tuple(_notes(one, titles)),
            dict(one.task.fields),
        )
        for one in reports
    ]


_UNMET = {
    "textual": msg("not marked as purely textual"),
    "expertise": msg("not marked as needing knowledge of the field"),
    "no_equipment": msg("not marked as possible without equipment"),
    "routine": msg("not marked as routine"),
    "duration": msg("not marked as taking between half an hour and a few days"),
}


def _notes(report: TaskReport, titles: Mapping[str, str]) -> Sequence[str]:
    """Return the remarks on a task: unmet criteria, and similar tasks.

    `titles`: titles of all tasks by key
    """
    # None for most imported tasks, because nobody was asked about the criteria.
    criteria = report.task.criteria
    unmet = CRITERIA if criteria is not None else ()
    found = [_UNMET[code] for code in unmet if not (criteria or {}).get(code)]
    for key, likeness in report.alike:
        title, percent = titles[key], int(likeness * 100)
        found.append(msg("it is similar to “{title}” ({percent} %)", title=title, percent=percent))
    return found


def _compared(task: KnownTask) -> str:
    """Return the text for comparing tasks: objective, procedure and section titles."""
    sections = [*task.task.input_sections, *task.task.output_sections]
    return "\n".join(
        [task.task.objective, task.task.procedure, *(section.title for section in sections)]
    )
