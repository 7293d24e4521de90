"""The layout of the published DOLOMITES files, for import and export.

    examples  {example_id, example_input, task: {task_objective, task_procedure, task_input,
              task_output, task_notes}}, and example_output if there is a reference
    tasks     the fields of a task, with task_id
    labels    of validation: task_id, annotator, and an answer by axis

Sections are one text (`layout.py`). Missing notes are “nan”. Exported rows have additional fields
that the published files lack, such as the field of a task.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import FieldError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, OwnExport
from plugins.dolomites.layout import understand_plans, write_plans, write_texts
from plugins.dolomites.project_tasks import KnownTask, tasks_of
from plugins.dolomites.references import Reference, references
from plugins.dolomites.shapes import AXES, VALIDATE, Task, present

FORMAT = "dolomites-release"
NO_NOTES = "nan"
UNKNOWN_FIELD = "unknown"
_NOTHING = ("", NO_NOTES)
# The fields of the published files, and the fields that exports add.
_TASK = ("task_objective", "task_procedure", "task_input", "task_output", "task_notes")
_EXAMPLE = ("example_id", "example_input", "example_output")
_ABOUT = ("task_id", "field", "subfield")


def written(dataset: Dataset) -> OwnExport:
    """Return the files of the published layout: accepted tasks, finished examples, labels."""
    tasks = tasks_of(dataset)
    files: dict[str, Sequence[Mapping[str, Any]]] = {
        "tasks.jsonl": [
            {**_task(one.task), **_about(one.task, one.label)} for one in tasks.values()
        ],
        "examples.jsonl": [_example(one, tasks) for one in references(dataset)],
        "validation_labels.jsonl": list(_labels(dataset, tasks)),
    }
    facts = {name.removesuffix(".jsonl"): len(rows) for name, rows in files.items()}
    return OwnExport(
        files, facts, [msg("To read it again: import with --format {format}.", format=FORMAT)]
    )


def _task(task: Task) -> dict[str, str]:
    """Return the fields of a task in the published layout."""
    return {
        "task_objective": task.objective,
        "task_procedure": task.procedure,
        "task_input": write_plans(one.model_dump() for one in task.input_sections),
        "task_output": write_plans(one.model_dump() for one in task.output_sections),
        "task_notes": task.notes or NO_NOTES,
    }


def _about(task: Task, label: str) -> dict[str, str]:
    return present({"task_id": label, "field": task.field, "subfield": task.subfield})


def _example(one: Reference, tasks: Mapping[str, KnownTask]) -> dict[str, Any]:
    """Return an example as a row of the published layout.

    `tasks`: accepted tasks by key
    """
    known = tasks.get(one.task_key)
    label = known.label if known is not None else one.task_key
    return {
        "example_id": one.label,
        "example_input": write_texts(one.input),
        "task": _task(one.task),
        # An example that is only an input has no output. An empty text would look like an empty
        # reference.
        **({"example_output": write_texts(one.output)} if one.output else {}),
        **_about(one.task, label),
        **present({"split": one.split}),
    }


def _labels(dataset: Dataset, tasks: Mapping[str, KnownTask]) -> Iterator[dict[str, Any]]:
    """Yield the ratings of accepted tasks."""
    for annotation in dataset.annotations:
        if annotation.stage == VALIDATE and annotation.item in tasks:
            # This layout has no fields for answers to a lead's extra questions.
            names = [name for axis in AXES for name in (axis, f"{axis}_text")]
            yield {
                "task_id": tasks[annotation.item].label,
                "annotator": annotation.annotator,
                **{name: annotation.answers[name] for name in names if name in annotation.answers},
            }


def read(row: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return the rows for a row of a published file, as (kind, fields), tasks before examples.

    Raises FieldError for a row of another layout.
    """
    # Examples contain a task, too, so they are recognised first.
    if "example_input" in row or "example_id" in row:
        return list(_read_example(row))
    if "task_objective" in row:
        more = {name: value for name, value in row.items() if name not in (*_TASK, *_ABOUT)}
        return [("tasks", {**_read_task(row, row), **more})]
    if "task_id" in row and any(axis in row for axis in AXES):
        fields = {name: value for name, value in row.items() if name != "task_id"}
        return [("validations", {"task": row["task_id"], **fields})]
    raise FieldError(
        "example_input",
        msg(
            "is missing; this is not a row of the released layout: neither an example, nor a "
            "task (task_objective), nor a label of validation (task_id)"
        ),
    )


def _read_example(row: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows of an example: its task, the example itself, and its split."""
    task = row.get("task")
    if not isinstance(task, Mapping):
        raise FieldError("task", msg("must be an object with task_objective, task_procedure …"))
    # Each example repeats its task. Equal tasks become one, because their ids are equal.
    fields = _read_task(task, row)
    yield "tasks", fields
    given, output = (_texts(row, name) for name in _EXAMPLE[1:])
    known = (*_EXAMPLE, *_ABOUT, "task", "split")
    example = {
        "task": fields["id"],
        "variant_set": row.get("example_id"),
        "input": given,
        "output": output,
        **{name: value for name, value in row.items() if name not in known},
    }
    # A name derived from the content, so that a second import finds the same example.
    if example["variant_set"] in (None, ""):
        example["variant_set"] = f"example-{_digest([fields['id'], given])}"
    yield "examples", example
    if row.get("split") is not None:
        yield "splits", {"example": example["variant_set"], "split": row["split"]}


def _read_task(task: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a task of the published layout as a row of this program.

    `task`: the fields of the layout
    `row`: the row that contains it, with fields that the layout lacks
    """
    about = {name: row.get(name) or task.get(name) for name in _ABOUT}
    notes = task.get("task_notes")
    fields = {
        "field": about["field"] or row.get("domain") or UNKNOWN_FIELD,
        "subfield": about["subfield"],
        "objective": task.get("task_objective"),
        "procedure": task.get("task_procedure"),
        "notes": None if _is_nothing(notes) else notes,
    }
    for side in ("input", "output"):
        fields[f"{side}_sections"] = _plans(task, f"task_{side}")
    for name in ("objective", "procedure"):
        if _is_nothing(fields[name]):
            raise FieldError(f"task_{name}", msg("is missing"))
    # Without an id, a digest of the content, so that equal tasks get the same id.
    name = about["task_id"] or f"task-{_digest(fields)}"
    return {"id": name, **{n: value for n, value in fields.items() if value is not None}}


def _plans(task: Mapping[str, Any], name: str) -> list[Any]:
    """Return the sections that a task requires. Raises FieldError if there are none."""
    value = task.get(name)
    # A list already has the interchange format of this program.
    if isinstance(value, list):
        return value
    if value is not None and not isinstance(value, str):
        raise FieldError(name, msg("must be text"))
    found: list[Any] = [] if _is_nothing(value) else list(understand_plans(str(value)))
    # Two whole messages, so that both can be translated.
    if not found and name == "task_input":
        raise FieldError(
            "task_input", msg("has no sections; one is written “* Title: description”")
        )
    if not found:
        raise FieldError(
            "task_output", msg("has no sections; one is written “* Title: description”")
        )
    return found


def _texts(row: Mapping[str, Any], name: str) -> Any:
    """Return the sections of an example unparsed.

    Only the import knows the titles of the example's task.
    """
    value = row.get(name)
    if value is not None and not isinstance(value, str | list):
        raise FieldError(name, msg("must be text"))
    return [] if _is_nothing(value) else value


def _is_nothing(value: Any) -> bool:
    """Return whether a field is missing. Spreadsheet libraries write “nan” for missing values."""
    return value is None or (isinstance(value, str) and value.strip().casefold() in _NOTHING)


def _digest(value: Any) -> str:
    return sha256_hex(canonical_bytes(value))[:16]
