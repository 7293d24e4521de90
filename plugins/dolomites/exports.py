"""Exports of this protocol: files for a later import, and the published layout.

The layout of the published DOLOMITES files, which can also be imported:

    examples  {example_id, example_input, task: {task_objective, task_procedure, task_input,
              task_output, task_notes}}, and example_output if there is a reference
    tasks     the fields of a task, with task_id
    labels    of validation: task_id, annotator, and an answer by axis

Sections are one text (`layout.py`). Missing notes are “nan”. Exported rows have additional fields
that the published files lack, such as the field of a task.

The module is longer than most because rows and published layout are two views of the same fields.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import FieldError, UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, OwnExport
from desktop_app.core.row_conversion import Names
from plugins.dolomites.layout import understand_plans, write_plans, write_texts
from plugins.dolomites.project_tasks import KnownTask, tasks_of
from plugins.dolomites.references import DEV, TEST, Reference, references, split
from plugins.dolomites.shapes import AXES, VALIDATE, Task, present

# Files for a later import: pairs of outputs for people to compare, and a split of examples


def label_pairs(dataset: Dataset, options: Mapping[str, Any], *, reveal_models: bool) -> OwnExport:
    """Return “label_pairs.jsonl”: pairs of two models' outputs for one example.

    Models have aliases unless revealed.

    `options`: n (number of pairs; by default one per example), seed, split (dev or test), reference
        (no: people do not see the reference output)

    The order of the examples and the two models of each pair are random. If n is larger than the
    number of examples, each example gets a second pair, and so on. Raises UsageError for invalid
    options, and if there is nothing to compare.
    """
    _known(options, ("n", "seed", "split", "reference"), "label_pairs")
    part = options.get("split")
    if part not in (None, DEV, TEST):
        raise UsageError(msg("the option “split” must be {dev} or {test}", dev=DEV, test=TEST))
    reference = str(options.get("reference", "yes"))
    if reference not in ("yes", "no"):
        raise UsageError(msg("the option “reference” must be yes or no"))
    # `or 0` is for the type checker. With the default 0, the result is never None.
    seed, many = _whole(options, "seed", 0, 0) or 0, _whole(options, "n", None, 1)
    outputs: dict[str, dict[str, Mapping[str, Any]]] = {}
    for row in dataset.rows.get("outputs", ()):
        outputs.setdefault(str(row["example"]), {})[str(row["model"])] = row
    known = {
        one.example: one
        for one in references(dataset)
        if len(outputs.get(one.example, ())) > 1 and part in (None, one.split)
    }
    if not known:
        raise UsageError(
            msg("no example has outputs of two or more models"),
            hint=msg("Import outputs of several models first, or have models write them."),
        )
    # Sorted by name, because keys differ between projects and one seed would draw different pairs.
    by_name = sorted(known, key=lambda key: (known[key].label, key))
    drawn = _drawn({key: sorted(outputs[key]) for key in by_name}, seed)
    most = len(known) if many is None else many
    names = Names(dataset, reveal_models)
    rows = [
        _pair(
            known[example], [outputs[example][model] for model in models], names, reference == "yes"
        )
        for example, models in drawn[:most]
    ]
    # The report contains the seed, so that the same pairs can be drawn again.
    facts = {"seed": seed, "pairs": len(rows), "of": len(drawn)}
    note = msg("To have people compare the pairs, import the file with --what label_pairs.")
    return OwnExport({"label_pairs.jsonl": rows}, facts, [note])


def _drawn(models: Mapping[str, Sequence[str]], seed: int) -> list[tuple[str, tuple[str, str]]]:
    """Return all pairs of models of every example, in rounds with at most one pair per example.

    `models`: models by example, both in an order that is the same in every project
    """
    rng = random.Random(f"label_pairs:{seed}")  # noqa: S311 - no secret
    left = {}
    for example in models:
        pairs = [
            # Which output has the number 1 is random, too.
            pair if rng.random() < 0.5 else pair[::-1]
            for pair in combinations(models[example], 2)
        ]
        rng.shuffle(pairs)
        left[example] = pairs
    order = list(models)
    rng.shuffle(order)
    # Examples may have different numbers of models, and therefore of pairs.
    rounds = max(map(len, left.values()))
    return [
        (example, left[example][number])
        for number in range(rounds)
        for example in order
        if number < len(left[example])
    ]


def _pair(
    one: Reference, outputs: Sequence[Mapping[str, Any]], names: Names, with_reference: bool
) -> dict[str, Any]:
    """Return a pair of outputs as a row of label_pairs.

    `with_reference`: whether people see the reference output
    """
    row = {
        "example": one.label,
        "model_1": names.model(outputs[0]["model"]),
        "model_2": names.model(outputs[1]["model"]),
        "input": list(one.input),
        "output_1": _sides(outputs[0]),
        "output_2": _sides(outputs[1]),
    }
    return {**row, "reference": list(one.output)} if with_reference and one.output else row


def _sides(output: Mapping[str, Any]) -> Any:
    """Return the sections of an output, or its text if it has none."""
    return list(output.get("output") or ()) or output.get("unformatted") or []


def splits(dataset: Dataset, options: Mapping[str, Any]) -> OwnExport:
    """Return “splits.jsonl”: which examples are for development and which for the test.

    `options`: seed, test_share (share of a seen task's examples that are for the test; default
        0.5), unseen_share (share of the tasks whose examples are all for the test; default 0.3);
        shares are 0 to 1

    Raises UsageError for invalid options.
    """
    _known(options, ("seed", "test_share", "unseen_share"), "splits")
    seed = _whole(options, "seed", 0, 0) or 0
    shares = [_share(options, "test_share", 0.5), _share(options, "unseen_share", 0.3)]
    known = references(dataset)
    # Sorted by name, because keys differ between projects and one seed would give different splits.
    # Revealing models changes nothing, because only names of items are used.
    names = Names(dataset, True)
    tasks = {one.label: names.item(one.task_key) for one in known}
    found = split(tasks, seed, *shares)
    rows = [
        {"example": label, "split": part, "seen": seen} for label, (part, seen) in found.items()
    ]
    facts = {
        "seed": seed,
        "test_share": shares[0],
        "unseen_share": shares[1],
        **_counts(found.values()),
    }
    note = msg("To apply the split, import the file with --what splits.")
    return OwnExport({"splits.jsonl": rows}, facts, [note])


def _counts(found: Iterable[tuple[str, bool]]) -> dict[str, int]:
    """Return the number of examples in each part of a split."""
    parts = list(found)
    return {
        "dev": sum(part == DEV for part, _ in parts),
        "test_seen": parts.count((TEST, True)),
        "test_unseen": parts.count((TEST, False)),
    }


def _known(options: Mapping[str, Any], known: Sequence[str], format_: str) -> None:
    """Raise UsageError for an option that the format does not have."""
    for name in options:
        if name not in known:
            raise UsageError(
                msg("unknown option “{name}” for {format}", name=name, format=format_),
                hint=msg("Options: {known}.", known=", ".join(known)),
            )


def _whole(options: Mapping[str, Any], name: str, default: int | None, least: int) -> int | None:
    """Return an option as a whole number. Raises UsageError if it is not one, or below `least`."""
    if name not in options:
        return default
    try:
        value = int(str(options[name]))
    except ValueError:
        value = least - 1
    if value < least:
        raise UsageError(
            msg(
                "the option “{name}” must be a whole number of at least {least}",
                name=name,
                least=least,
            )
        )
    return value


def _share(options: Mapping[str, Any], name: str, default: float) -> float:
    """Return an option as a number from 0 to 1. Raises UsageError if it is not one."""
    try:
        value = float(str(options.get(name, default)))
    except ValueError:
        value = -1
    # This form of the comparison rejects NaN as well.
    if not 0 <= value <= 1:
        raise UsageError(msg("the option “{name}” must be a number from 0 to 1", name=name))
    return value


FORMAT = "dolomites-release"
NO_NOTES = "nan"
UNKNOWN_FIELD = "unknown"
_NOTHING = ("", NO_NOTES)
# The fields of the published files, and the fields that exports add.
_TASK = ("task_objective", "task_procedure", "task_input", "task_output", "task_notes")
_EXAMPLE = ("example_id", "example_input", "example_output")
_ABOUT = ("task_id", "field", "subfield")


def published_files(dataset: Dataset) -> OwnExport:
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
        files, facts, [msg("To import these files again, use --format {format}.", format=FORMAT)]
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

    Raises FieldError for a row of another layout, and for a task that lacks its objective,
    procedure or sections.
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
            "is missing; this is not a row of the released layout: neither an example, "
            "nor a task (task_objective), nor a validation label (task_id)"
        ),
    )


def _read_example(row: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows of an example: its task, the example itself, and its split.

    Raises FieldError for a row in another layout.
    """
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
    `row`: the row that contains them, which may also have the id and the field of the task

    Raises FieldError if the task lacks its objective, procedure or sections.
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
    """Return the sections of an example unparsed; an empty list if there are none.

    They are parsed when the rows are imported, because this requires the titles in the task. Raises
    FieldError for a value that is neither a text nor a list.
    """
    value = row.get(name)
    if value is not None and not isinstance(value, str | list):
        raise FieldError(name, msg("must be text"))
    return [] if _is_nothing(value) else value


def _is_nothing(value: Any) -> bool:
    """Return whether a value is missing: None, blank or “nan”.

    Libraries for tables write “nan” for missing values.
    """
    return value is None or (isinstance(value, str) and value.strip().casefold() in _NOTHING)


def _digest(value: Any) -> str:
    return sha256_hex(canonical_bytes(value))[:16]


# Formats of this protocol

FORMATS: Mapping[str, str] = {
    FORMAT: msg("tasks, finished examples and validation labels in the released layout"),
    "label_pairs": msg("pairs of outputs of two models, to import for comparison by people"),
    "splits": msg("examples split by task into development and test, to import"),
}
READ_FORMATS: Mapping[str, str] = {FORMAT: msg("the layout in which DOLOMITES was released")}


def export_format(
    dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
) -> OwnExport:
    """Return the files of a format of this protocol. Models have aliases unless revealed.

    Raises UsageError for unknown options.
    """
    if format_ == "label_pairs":
        return label_pairs(dataset, options, reveal_models=reveal_models)
    if format_ == "splits":
        return splits(dataset, options)
    if options:
        raise UsageError(msg("the format {format} has no options", format=format_))
    return published_files(dataset)
