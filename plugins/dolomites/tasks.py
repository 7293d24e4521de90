"""Tasks: imported, or described by their authors at the first stage.

This module is long because the rules for submitted tasks and the checks while an author types must
agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, field_validator, model_validator

from desktop_app.core import keys
from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import (
    Blank,
    OptionalId,
    OptionalText,
    Seconds,
    YesNo,
    checked,
)
from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.core.json_values import entries
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Answered, Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names, external_person, row_by_form
from plugins.dolomites import project_tasks
from plugins.dolomites.experts import fold_field
from plugins.dolomites.layout import understand_plans
from plugins.dolomites.settings import Settings
from plugins.dolomites.shapes import (
    COLLECT,
    CRITERIA,
    KEY,
    MOST_SECTIONS,
    Plans,
    SectionPlan,
    Task,
    annotation_body,
    kept_row,
    present,
)
from plugins.dolomites.submissions import decision_draft

# Maximum length of a task in characters. Longer tasks could not be compared side by side.
MOST_CHARACTERS = 200_000
LONGEST_TITLE = 300
SIDES = ("input_sections", "output_sections")
# Number of characters of a key. Exported rows name a task without an id by its key.
_KEY = 32


def ticked(criteria: Any) -> list[str]:
    """Return the codes of the criteria that are met, in order, as in the answer to a form.

    `criteria`: a mapping of codes to booleans, or a list of codes; anything else has no codes
    """
    if isinstance(criteria, Mapping):
        return [code for code in CRITERIA if criteria.get(code) is True]
    return [code for code in CRITERIA if code in entries(criteria)]


def _criteria(value: Any) -> Any:
    """Return a list of the criteria that are met as a mapping of all criteria to booleans.

    Any other value is returned unchanged. Raises ValueError for an unknown code.
    """
    if isinstance(value, str):
        # The list written as “a; b”, as in the cell of a spreadsheet.
        value = [word.strip() for word in value.split(";") if word.strip()]
    if isinstance(value, list | tuple):
        for code in value:
            if code not in CRITERIA:
                raise ValueError(msg("may contain only {criteria}", criteria=", ".join(CRITERIA)))
        return {code: code in value for code in CRITERIA}
    return value


def _plans(value: Any) -> Any:
    """Return the sections in a text such as “* Title: description * Title: …”.

    Any other value is returned unchanged.
    """
    return understand_plans(value) if isinstance(value, str) else value


def _distinguished(plans: list[SectionPlan]) -> list[SectionPlan]:
    """Return the sections. Raises ValueError if a title is too long or occurs twice."""
    seen: set[str] = set()
    for plan in plans:
        title = plan.title.strip()
        if len(title) > LONGEST_TITLE:
            raise ValueError(
                msg("a title has more than {longest_title} characters", longest_title=LONGEST_TITLE)
            )
        # Sections are identified by their titles, so equal titles are not allowed.
        if title.casefold() in seen:
            raise ValueError(msg("the title “{title}” occurs twice", title=title[:60]))
        seen.add(title.casefold())
    return plans


Sections = Annotated[Plans, BeforeValidator(_plans)]
Criteria = Annotated[
    dict[Literal["textual", "expertise", "no_equipment", "routine", "duration"], YesNo] | None,
    BeforeValidator(_criteria),
    Blank,
]


class TaskFields(Task):
    """A task, with the criteria that it meets."""

    json_fields: ClassVar[frozenset[str]] = frozenset((*SIDES, "criteria"))

    input_sections: Sections
    output_sections: Sections
    criteria: Criteria = None

    @field_validator(*SIDES)
    @classmethod
    def _some(cls, plans: list[SectionPlan]) -> list[SectionPlan]:
        if not plans:
            raise ValueError(msg("has no sections"))
        return _distinguished(plans)

    def normal(self) -> dict[str, Any]:
        """Return the fields that are not empty, in normal form."""
        found = present(self.model_dump(exclude_none=True, include=set(TaskFields.model_fields)))
        if self.criteria is not None:
            found["criteria"] = {code: code in ticked(self.criteria) for code in CRITERIA}
        return found


class TaskRow(TaskFields):
    """A task in a file.

    `id`, `author`: may also be named `item` and `annotator`, as in other rows of answers
    `author`: the person who described it; a person who is not on the roster is added as an external
        person
    `decision`: the lead's decision; without one, the task is accepted
    """

    id: OptionalId = None
    author: OptionalId = None
    decision: Annotated[Literal["accept", "reject"] | None, Blank] = None
    reason: OptionalText = None
    seconds: Seconds = None

    @model_validator(mode="before")
    @classmethod
    def _as_answers(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        fields = dict(value)
        for name, other in (("id", "item"), ("author", "annotator")):
            if other in fields and fields.get(name) in (None, ""):
                fields[name] = fields.pop(other)
        return fields

    # Submitting answers from a file uses these properties of a row at every stage.
    @property
    def item(self) -> str:
        """The id of the empty item at which the task is submitted."""
        return self.id or ""

    @property
    def annotator(self) -> str | None:
        """The person who submits the task."""
        return self.author

    def answers(self) -> dict[str, Any]:
        """Return the task as the answers of its author."""
        return {**self.extra(), **self.normal()}


def check_task(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers of a submitted task in normal form.

    Raises FieldError for a missing or invalid field, and for a task that is too long.
    """
    fields = {name: value for name, value in answers.items() if value not in (None, "", [], {})}
    # Checked before validation, so that the message is simpler than that of the data model.
    needed = (name for name, about in TaskFields.model_fields.items() if about.is_required())
    for name in needed:
        if name not in fields:
            raise FieldError(name, msg("is missing"))
    row = checked(TaskFields, fields)
    found = {**present(row.extra()), **row.normal()}
    _check_size(found)
    return found


def _check_size(fields: Mapping[str, Any]) -> None:
    """Raise FieldError for a task that is too long. The error names the longest field."""
    sizes = {name: _characters(fields.get(name)) for name in (*Task.model_fields, "criteria")}
    total = sum(sizes.values())
    if total > MOST_CHARACTERS:
        longest = max(sizes, key=lambda name: sizes[name])
        reason = msg(
            "a task has at most {most_characters} characters", most_characters=MOST_CHARACTERS
        )
        raise FieldError(longest, reason)


def _characters(value: Any) -> int:
    """Return the number of characters in all texts of a value."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(_characters(part) for part in value.values())
    return sum(map(_characters, value)) if isinstance(value, list) else 0


def completed(content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
    """Complete a task for submission. Never raises an exception.

    The field and sub-field of the call are filled in unless the author entered them. Sections
    without any text are removed.

    `content`: the content of the empty item
    """
    found = dict(answers)
    for name in ("field", "subfield"):
        if not str(found.get(name) or "").strip() and content.get(name):
            found[name] = content[name]
    for side in SIDES:
        if isinstance(found.get(side), list):
            found[side] = [one for one in found[side] if not _is_blank(one)]
    # Every criterion gets a yes or no, so that an unticked one is an answer. A draft without
    # criteria and objective stays unchanged.
    if "criteria" in found or "objective" in found:
        criteria = found.get("criteria")
        found["criteria"] = {code: code in ticked(criteria) for code in CRITERIA}
    return found


def _is_blank(section: Any) -> bool:
    return isinstance(section, Mapping) and not any(str(v or "").strip() for v in section.values())


def incomplete(answers: Mapping[str, Any]) -> FieldError | None:
    """Return an error if the answers about the criteria are missing, or None.

    `check_task` has already reported all other missing fields.
    """
    return None if "criteria" in answers else FieldError("criteria", msg("is missing"))


def check_about(
    form: Form, content: Mapping[str, Any], answers: Mapping[str, Any], settings: Settings
) -> None:
    """Validate a task that is submitted at an empty item, with the project's form and the call.

    Its field must be the field of the call or, if the call has none, a field of the project. Raises
    FieldError for the first problem.

    `content`: the content of the empty item
    """
    problem = incomplete(answers)
    if problem is not None:
        raise problem
    # In the form, the criteria are a question with several options, whose answer is a list of
    # codes.
    missing = form.missing({**answers, "criteria": ticked(answers["criteria"])})
    for one in missing:
        # The form compares exactly, and the check below ignores case.
        if one.question != "field":
            raise FieldError(one.question, one.reason)
    fields = (content["field"],) if content.get("field") else settings.fields
    if fold_field(answers["field"]) not in {fold_field(one) for one in fields}:
        raise FieldError("field", msg("must be one of {fields}", fields=", ".join(fields)))


def task_body(
    row: TaskRow, item: str, annotator: str, content: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the body of the annotation for a task that its author submits from a file.

    `content`: the content of the empty item at which it is submitted

    Raises FieldError for a missing or invalid field, and for a task that is too long.
    """
    answers = check_task(completed(content, row.answers()))
    return annotation_body(item, annotator, COLLECT, answers, row.seconds)


def build_task(row: TaskRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the records of an imported task: its author, the task, and the decision about it.

    If the task was submitted in this project, only the decision is yielded. Raises FieldError for a
    task that is too long, and RefusedError for an id that belongs to something else, and for a
    submitted task with different content.
    """
    fields = row.normal()
    _check_size(fields)
    if row.id is not None:
        # The id belongs to a submitted task, so the row comes from an export of this project.
        found = project_tasks.submitted_task(row.id, context)
        if found is not None:
            yield from _again(row, fields, *found, context)
            return
    key, external = _key_of(row, fields, context)
    kept = {"task": key, "id": external, "author": row.author, "seconds": row.seconds, **fields}
    if row.author is not None:
        yield external_person(row.author, context)
    label = row.id or key
    yield kept_row("tasks", {**row.extra(), **present(kept)}, (key,), context, label=label)
    if row.decision is not None:
        yield decision_draft(key, fields, row.decision, row.reason, context, label)


def _again(
    row: TaskRow, fields: Mapping[str, Any], task_id: str, found: Answered, context: ImportContext
) -> Iterable[Draft]:
    """Yield the decision in a row whose task was submitted in this project.

    The row comes from an export of the task. Raises RefusedError if the task in the row was
    changed.
    """
    same = check_task(row.answers()) == found.answers and row.author in (None, found.annotator)
    if not same:
        raise RefusedError(
            msg(
                "“{id}” was submitted here by “{annotator}” with different content",
                id=row.id,
                annotator=found.annotator,
            ),
            hint=msg("Only its author can change it."),
        )
    if row.decision is not None:
        key = project_tasks.task_key(context.project, task_id)
        yield decision_draft(key, fields, row.decision, row.reason, context, task_id)


def _key_of(
    row: TaskRow, fields: Mapping[str, Any], context: ImportContext
) -> tuple[str, str | None]:
    """Return the key and the id of a task.

    The id is None if the row has none, or if it is the key itself, as in an export. Raises
    RefusedError if an item that is not a task has the id.
    """
    if row.id is None:
        # An alias instead of the author's name, because validators could test names with the key.
        # They do not have the secret seed (decision 0005).
        author = context.alias_of(f"author:{row.author}") if row.author else None
        named = {"task": fields, "author": author}
        return keys.content_item_key(context.project, KEY, named), None
    # Exports name a task without an id by its key.
    is_key = len(row.id) == _KEY and project_tasks.imported_key(row.id, context) == row.id
    if is_key:
        return row.id, None
    key = project_tasks.task_key(context.project, row.id)
    content = context.content_of(key)
    # The id may belong to an empty item or another item.
    if content is not None and set(content) != {"task"}:
        raise RefusedError(msg("“{id}” exists here but is not a task", id=row.id))
    return key, row.id


def remarks(row: TaskRow) -> Iterable[str]:
    """Yield remarks on an imported task. They do not prevent its import."""
    missed = [code for code in CRITERIA if code not in ticked(row.criteria)]
    if row.criteria is not None and missed:
        yield msg("does not meet all criteria ({missed})", missed=", ".join(missed))


def task_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield all tasks as rows, imported and submitted."""
    decided = {str(row["task"]): row for row in names.dataset.rows.get("decisions", ())}
    for one in project_tasks.all_tasks(names.dataset).values():
        # A decision about an earlier wording is not valid for the exported wording.
        decision = decided.get(one.key, {}) if one.state in ("accepted", "rejected") else {}
        fields = {name: value for name, value in one.fields.items() if name != "task"}
        row = {
            **fields,
            "author": one.author,
            "seconds": one.seconds,
            "decision": decision.get("decision"),
            "reason": decision.get("reason"),
        }
        # The label is exported instead: it is the id, or the key for a task without an id.
        row.pop("id", None)
        yield {"id": one.label, **row_by_form(TaskRow, row, fields)}


ROW_KINDS: Mapping[str, RowSpec] = {
    "tasks": RowSpec(
        "tasks",
        TaskRow,
        build_task,
        remarks,
        title=msg("Tasks that people described"),
        export=task_rows,
    )
}


# Completeness checks of a task description, in addition to those of its form

# Questions that the lead's call may already answer.
GIVEN = ("field", "subfield")


def untitled_sections(sections: Any) -> list[int]:
    """Return the indices of sections without a title, from 0."""
    return [
        place
        for place, one in enumerate(entries(sections))
        if not (isinstance(one, Mapping) and str(one.get("title") or "").strip())
    ]


def repeated_titles(sections: Any) -> list[str]:
    """Return the titles that occur more than once, ignoring case, each title once."""
    return list(dict.fromkeys(title for _, title in _repetitions(sections)))


def invalid_sections(sections: Any) -> list[int]:
    """Return the indices, from 0, of sections whose title is missing, repeated or too long."""
    again = (place for place, _ in _repetitions(sections))
    return sorted({*untitled_sections(sections), *again, *overlong(sections)})


def overlong(sections: Any) -> list[int]:
    """Return the indices, from 0, of sections whose title has too many characters."""
    return [
        place
        for place, one in enumerate(entries(sections))
        if isinstance(one, Mapping) and len(str(one.get("title") or "").strip()) > LONGEST_TITLE
    ]


def _repetitions(sections: Any) -> list[tuple[int, str]]:
    """Return the sections that repeat a title, as (index, first spelling of the title)."""
    first: dict[str, str] = {}
    found = []
    for place, one in enumerate(entries(sections)):
        # Drafts may contain anything, so the structure is checked before reading.
        title = str(one.get("title") or "").strip() if isinstance(one, Mapping) else ""
        if title and title.casefold() in first:
            found.append((place, first[title.casefold()]))
        elif title:
            first[title.casefold()] = title
    return found


def missing_in_task(
    form: Form, answers: Mapping[str, Any], call: Mapping[str, Any]
) -> list[Problem]:
    """Return all problems that prevent a description from being submitted, in reading order.

    `call`: the content of the empty item; a question that it answers (see `GIVEN`) is not required
    """
    # An answer by the author takes precedence over the call.
    given = {name: call[name] for name in GIVEN if call.get(name) and not answers.get(name)}
    # Criteria and sections have checks of their own below, with more precise messages.
    asked = {key: value for key, value in answers.items() if key != "criteria"}
    known = [
        one
        for one in form.missing({**asked, **given})
        if one.question != "criteria" and one.question not in given
    ]
    return [*known, *_of_sections(answers), *_of_criteria(answers)]


def _of_sections(answers: Mapping[str, Any]) -> list[Problem]:
    """Return at most one problem per side of the sections: the first that applies."""
    found = []
    for side in SIDES:
        sections = answers.get(side)
        count = len(entries(sections))
        if not count:
            found.append(Problem(side, "unanswered", msg("has no section")))
        # Only the first problem of each side is reported.
        elif untitled_sections(sections):
            found.append(Problem(side, "too_short", msg("has a section without a title")))
        elif repeated_titles(sections):
            found.append(Problem(side, "not_readable", msg("has two sections with the same title")))
        elif overlong(sections):
            found.append(
                Problem(side, "too_long", msg("has a title that is too long"), LONGEST_TITLE)
            )
        elif count > MOST_SECTIONS:
            found.append(Problem(side, "too_many", msg("has too many sections"), MOST_SECTIONS))
    return found


def _of_criteria(answers: Mapping[str, Any]) -> list[Problem]:
    if ticked(answers.get("criteria")):
        return []
    # If nothing is ticked, the author may not have read the criteria.
    return [Problem("criteria", "unanswered", msg("has no ticked criterion"))]
