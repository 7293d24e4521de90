"""The questions with numbers that people answer about tasks and variants, for automatic raters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from desktop_app.core.forms import Form
from desktop_app.core.protocol.data import (
    AnnotationData,
    Dataset,
    ItemData,
    RatedPart,
    RatedQuestion,
)
from desktop_app.core.rated_questions import rated_question
from plugins.dolomites import edit_measures, task_measures
from plugins.dolomites.edit_measures import PRE_EDIT, Edit
from plugins.dolomites.jobs.common import task_text
from plugins.dolomites.project_tasks import task_of
from plugins.dolomites.shapes import EDIT, VALIDATE, example_text

# Scales whose first step is the highest one.
_DESCENDING = ("representativeness", "complexity", "usefulness", "detail", "factual")


def rated_questions(dataset: Dataset, forms: Mapping[str, Form]) -> list[RatedQuestion]:
    """Return the questions about tasks, and those about chosen variants before they were edited.

    `forms`: the form of each stage, by its key; a lead's extra questions about tasks are included
    """
    return [
        *_of_form(forms[VALIDATE], [one.key for one in forms[VALIDATE].questions], _tasks(dataset)),
        *_of_form(forms[EDIT], list(PRE_EDIT), _variants(dataset)),
    ]


def _of_form(
    form: Form,
    keys: Sequence[str],
    parts: Mapping[RatedPart, Sequence[Mapping[str, Any]]],
) -> Iterator[RatedQuestion]:
    """Yield the questions of a form with these keys that have numbers.

    `parts`: people's answers about each text
    """
    for question in form.questions:
        if question.key in keys:
            answered = [
                (part, [answers.get(question.key) for answers in given])
                for part, given in parts.items()
            ]
            is_descending = question.key in _DESCENDING
            one = rated_question(question, form, answered, is_descending=is_descending)
            if one is not None:
                yield one


def _tasks(dataset: Dataset) -> dict[RatedPart, list[Mapping[str, Any]]]:
    """Return people's ratings of each task. Tasks of one field are a group."""
    rated, _ = task_measures.read(dataset)
    by_item: dict[str, list[AnnotationData]] = {}
    for one in rated:
        by_item.setdefault(one.item.key, []).append(one.annotation)
    result = {}
    for item in dataset.items:
        if item.stage == VALIDATE and "task" in item.content:
            text = task_text(task_of(item.content["task"]))
            group = task_measures.field_of(item)
            part = RatedPart(item.key, text, name=item.name, group=group, material=text)
            result[part] = [one.answers for one in by_item.get(item.key, ())]
    return result


def _variants(dataset: Dataset) -> dict[RatedPart, list[Mapping[str, Any]]]:
    """Return people's ratings of each variant that was chosen. Examples of one task are a group."""
    items = {item.key: item for item in dataset.items if item.stage == EDIT}
    result: dict[RatedPart, list[Mapping[str, Any]]] = {}
    for edit in edit_measures.read(dataset):
        # Corrections are texts without a rating.
        if edit.chosen is not None:
            part = _variant(edit, edit.chosen, items[edit.item])
            result.setdefault(part, []).append(edit.answers or {})
    return result


def _variant(edit: Edit, chosen: Mapping[str, Any], item: ItemData) -> RatedPart:
    """Return a variant as a text that is rated, with its evidence as the document."""
    evidence, text = "\n\n".join(edit.evidence), example_text(chosen)
    parts = [task_text(task_of(item.content["task"]))]
    if evidence:
        parts.append(f"Passages:\n{evidence}")
    return RatedPart(
        edit.item,
        text,
        document=evidence,
        part=str(chosen.get("id")),
        name=item.name,
        group=str(item.origin.get("task")),
        material="\n\n".join([*parts, f"Example:\n{text}"]),
    )
