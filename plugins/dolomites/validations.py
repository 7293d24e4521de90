"""Ratings of a task by other experts of its field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator

from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import Identifier, OptionalId, OptionalText, Row, Seconds
from desktop_app.core.forms import Form
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names, external_annotation, row_by_form
from plugins.dolomites.project_tasks import known_task, wording_of
from plugins.dolomites.shapes import AXES, SOCIETAL_AXES, VALIDATE, annotation_body, present
from plugins.dolomites.stage_forms import ISSUES, form_file

# The field of a validation that contains a digest of the rated wording.
WORDING = "wording"
# Only the societal questions have a text in addition to the options (figure 11).
TEXTS = tuple(f"{axis}_text" for axis in SOCIETAL_AXES)
QUESTIONS = tuple(
    name for axis in AXES for name in (axis, f"{axis}_text") if name in (*AXES, *TEXTS)
)


def _as_code(value: Any) -> Any:
    """Return the code “yes” or “no” for True, False or their names; other texts in lower case."""
    if isinstance(value, str):
        value = {"true": True, "false": False}.get(value.strip().casefold(), value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.strip().casefold() if isinstance(value, str) else value


_YesOrNo = Annotated[OptionalText, BeforeValidator(_as_code)]


class ValidationRow(Row):
    """One expert's ratings of a task: codes, and texts for the societal questions.

    Other fields are extra questions of the project's form, or are kept unchanged.
    """

    task: Identifier
    annotator: OptionalId = None
    representativeness: OptionalText = None
    complexity: OptionalText = None
    time_required: OptionalText = None
    usefulness: _YesOrNo = None
    anonymity: _YesOrNo = None
    anonymity_text: OptionalText = None
    biased_outcomes: _YesOrNo = None
    biased_outcomes_text: OptionalText = None
    ethical_considerations: _YesOrNo = None
    ethical_considerations_text: OptionalText = None
    workforce_impact: OptionalText = None
    workforce_impact_text: OptionalText = None
    accessibility: _YesOrNo = None
    accessibility_text: OptionalText = None
    seconds: Seconds = None

    # Submitting answers from a file uses this property of a row at every stage.
    @property
    def item(self) -> str:
        """The id of the item."""
        return self.task

    def answers(self) -> dict[str, Any]:
        """Return the answers of the row, with its other fields."""
        return present({name: getattr(self, name) for name in QUESTIONS}) | self.extra()


def with_wording(content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a validation with a digest of the task's wording, which may change later."""
    return {**answers, WORDING: wording_of(content)}


def check_validation(answers: Mapping[str, Any], form: Form | None = None) -> dict[str, Any]:
    """Return a validation in normal form. Raises FieldError if it is invalid or rates no axis.

    `form`: the project's form; by default, the program's own
    """
    found = (form or form_file(VALIDATE)).check(answers)
    # Imported ratings need not cover all axes, but at least one.
    if not any(axis in found for axis in AXES):
        raise FieldError(AXES[0], msg("is missing"))
    return found


def incomplete(answers: Mapping[str, Any]) -> FieldError | None:
    """Return the first error of an incomplete validation, without reading its item, or None.

    A lead may require texts only for options that state an issue, so no other text is required
    here.
    """
    for axis in AXES:
        if axis not in answers:
            return FieldError(axis, msg("is missing"))
        if axis in ISSUES and answers[axis] in ISSUES[axis] and not answers.get(f"{axis}_text"):
            return FieldError(f"{axis}_text", msg("is required because an issue is stated"))
    return None


def check_about(form: Form, answers: Mapping[str, Any]) -> None:
    """Validate a submitted validation with the form of the project.

    Raises FieldError for the first required question without an answer.
    """
    missing = form.missing(answers)
    if missing:
        raise FieldError(missing[0].question, missing[0].reason)
    problem = incomplete(answers)
    if problem is not None:
        raise problem


def build_validation(row: ValidationRow, context: ImportContext) -> Iterable[Draft]:
    """Yield an external person and an annotation for imported ratings.

    Raises FieldError for invalid ratings and without an annotator, and RefusedError for an unknown
    task and for a person's rating of their own task.
    """
    if row.annotator is None:
        raise FieldError("annotator", msg("missing"))
    task = known_task(row.task, context)
    # A person's rating of their own task would never count (decision 0017), so the row is refused.
    if (context.origin_of(task) or {}).get("author") == row.annotator:
        raise RefusedError(
            msg("“{annotator}” cannot validate a task of their own", annotator=row.annotator)
        )
    # Without the content, because an imported rating may refer to an earlier wording.
    body = validation_body(row, task, row.annotator)
    yield from external_annotation(body, context, f"{row.task} by {row.annotator}")


def validation_body(
    row: ValidationRow,
    item: str,
    annotator: str,
    content: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the body of the annotation for ratings.

    `content`: the content that the rater saw; None if unknown

    Raises FieldError if a rating is invalid or no axis is rated.
    """
    answers = row.answers() if content is None else with_wording(content, row.answers())
    return annotation_body(item, annotator, VALIDATE, check_validation(answers), row.seconds)


def validation_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield all validations as rows, in the order of the tasks."""
    found = [one for one in names.dataset.annotations if one.stage == VALIDATE]
    for one in sorted(found, key=lambda a: (natural_order(names.item(a.item)), a.annotator)):
        row = {
            **one.answers,
            "task": names.item(one.item),
            "annotator": one.annotator,
            "seconds": one.seconds,
        }
        yield row_by_form(ValidationRow, row, one.answers)


ROW_KINDS: Mapping[str, RowSpec] = {
    "validations": RowSpec(
        "validations",
        ValidationRow,
        build_validation,
        title=msg("Validations of tasks"),
        export=validation_rows,
    )
}
