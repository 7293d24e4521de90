"""The tasks of a project: imported by a lead or submitted by authors, with their states.

A task's key is the key of the item at which it is validated. Lead-only rows contain it as “task”.
The key does not change if the task changes.
"""

from __future__ import annotations

import dataclasses
import weakref
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from desktop_app.core import keys
from desktop_app.core.aliases import PREFIX
from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import RefusedError
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.protocol.rows import Answered, ImportContext
from plugins.dolomites.shapes import COLLECT, KEY, Task

# Prefix of the ids of submitted tasks.
TASK = "task-"

# The fields that identify a task, because two people hardly ever write the same text here.
_TELLING = ("objective", "procedure")

State = Literal["waiting", "changed", "accepted", "rejected"]


@dataclass(frozen=True)
class KnownTask:
    """A task, imported or submitted.

    `label`: its name in files: the id of the task, or else its key
    `author`: the person who described it; None if unknown
    `place`: the key of the item at which it was submitted (an empty item of a call); empty for an
        imported task
    `state`: “waiting” for a decision, “changed” by its author since the decision, “accepted” or
        “rejected”; an imported task is accepted unless a decision says otherwise; a task about
        which two leads decided differently is waiting
    `reason`: the reason of the decision
    `criteria`: which of the five criteria it meets; None if nobody was asked
    `fields`: the fields of the row or the answers that contained it
    `seconds`: the active time of its author; None if unknown
    """

    key: str
    label: str
    task: Task
    author: str | None
    place: str
    state: State
    reason: str = ""
    criteria: Mapping[str, bool] | None = None
    fields: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    seconds: float | None = None

    @property
    def field(self) -> str:
        return self.task.field

    @property
    def is_collected(self) -> bool:
        """Whether an author of the project submitted the task."""
        return bool(self.place)


def task_key(project: str, task_id: str) -> str:
    """Return the key of the task with this id."""
    return keys.external_item_key(project, KEY, task_id)


def place_name(author: str, about: str, number: int) -> str:
    """Return the id of an empty item for a task, which is assigned only to its author.

    `about`: the field that the call names, or an empty string
    `number`: the number of the item in the author's calls for this field, from 1
    """
    return "-".join(part for part in (author, about, str(number)) if part)


def opaque_id(place: str, context: ImportContext) -> str:
    """Return the id of the task submitted at an empty item.

    The id reveals nothing about the author. It is an alias that depends on the project's secret
    seed, so validators cannot test guesses with it.

    `place`: the id of the empty item
    """
    return TASK + context.alias_of(f"{KEY}:{place}").removeprefix(PREFIX)


def digest_of(fields: Mapping[str, Any]) -> str:
    """Return a digest of the wording of a task, for decisions.

    `fields`: a row or answers that contain the task
    """
    return sha256_hex(canonical_bytes(task_of(fields).model_dump(exclude_none=True)))


def wording_of(content: Mapping[str, Any]) -> str:
    """Return a digest of the wording of the task in an item's content, for validations."""
    return sha256_hex(canonical_bytes(content.get("task") or {}))[:16]


def task_of(fields: Mapping[str, Any]) -> Task:
    """Return the task in a row or in answers, without other fields."""
    return Task.model_validate({name: fields.get(name) for name in Task.model_fields})


def shown_task(task: Task) -> dict[str, Any]:
    """Return the fields of a task that annotators see; unknown ones are left out."""
    plain = task.model_dump(exclude_none=True, include=set(Task.model_fields))
    for side in ("input_sections", "output_sections"):
        plain[side] = [
            # Sections contain the unknown fields of their row, so these are removed as well.
            {name: section[name] for name in ("title", "length", "description") if name in section}
            for section in plain[side]
        ]
    return plain


def is_among(content: Mapping[str, Any], handed_in: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether an item shows a task that a person submitted.

    Two tasks are the same if objective and procedure are equal.

    `handed_in`: the answers that the person submitted
    """
    task = content.get("task")
    if not isinstance(task, Mapping):
        return False
    fields = {name: task.get(name) for name in _TELLING}
    return any({name: answers.get(name) for name in _TELLING} == fields for answers in handed_in)


def all_tasks(dataset: Dataset) -> dict[str, KnownTask]:
    """Return all tasks by key: imported ones sorted by id, then submitted ones by empty item."""
    decided = {str(row.get("task")): row for row in dataset.rows.get("decisions", ())}
    found = {one.key: one for one in _imported(dataset, decided)}
    for one in _collected(dataset, decided):
        # An imported task takes precedence over a submitted one with the same key.
        found.setdefault(one.key, one)
    return found


def tasks_of(dataset: Dataset) -> dict[str, KnownTask]:
    """Return the accepted tasks by key, in a stable order."""
    return {key: one for key, one in all_tasks(dataset).items() if one.state == "accepted"}


def _imported(dataset: Dataset, decided: Mapping[str, Mapping[str, Any]]) -> Iterator[KnownTask]:
    """Yield the imported tasks, sorted by id.

    `decided`: rows of decisions by key of the task
    """
    rows = dataset.rows.get("tasks", ())
    # The decisions of several leads disagree, so none is valid until a lead decides again.
    disputed = {str(row.get("task")) for row in dataset.disputed.get("decisions", ())}
    for row in sorted(rows, key=lambda one: natural_order(str(one.get("id") or one["task"]))):
        key = str(row["task"])
        decision = decided.get(key, {})
        state: State = "rejected" if decision.get("decision") == "reject" else "accepted"
        yield KnownTask(
            key,
            str(row.get("id") or key),
            task_of(row),
            row.get("author"),
            "",
            "waiting" if key in disputed else state,
            str(decision.get("reason") or ""),
            row.get("criteria"),
            row,
            row.get("seconds"),
        )


def _collected(dataset: Dataset, decided: Mapping[str, Mapping[str, Any]]) -> Iterator[KnownTask]:
    """Yield the tasks that authors submitted.

    `decided`: rows of decisions by key of the task
    """
    places = {item.key: item for item in dataset.items if is_place(item)}
    for annotation in dataset.annotations:
        place = places.get(annotation.item)
        # An empty item belongs to one person, so a task that someone else submits there does not
        # count.
        if annotation.stage != COLLECT or place is None:
            continue
        if annotation.annotator != place.origin.get("author"):
            continue
        label = collected_id(place.origin, place.key)
        key = task_key(dataset.project, label)
        decision = decided.get(key, {})
        task = task_of(annotation.answers)
        yield KnownTask(
            key,
            label,
            task,
            annotation.annotator,
            place.key,
            _state(decision, annotation.answers),
            str(decision.get("reason") or ""),
            annotation.answers.get("criteria"),
            annotation.answers,
            annotation.seconds,
        )


def _state(decision: Mapping[str, Any], answers: Mapping[str, Any]) -> State:
    if not decision:
        return "waiting"
    # A decision is valid for one wording only (decision 0018).
    if decision.get("of") != digest_of(answers):
        return "changed"
    return "accepted" if decision.get("decision") == "accept" else "rejected"


def is_place(item: ItemData) -> bool:
    """Return whether an item is an empty item for a task."""
    return item.stage in ("", COLLECT) and "number" in item.content


def collected_id(origin: Mapping[str, Any], place: str) -> str:
    """Return the id of the task submitted at an empty item.

    `origin`: the origin of the item, which names the id
    `place`: the key of the item, for an origin without an id
    """
    return str(origin.get("task_id") or f"{TASK}{place}")


def submitted_task(reference: str, context: ImportContext) -> tuple[str, Answered] | None:
    """Return the id of a task and its submitted answers, or None if nothing was submitted.

    `reference`: the id or key of the task or of its empty item
    """
    place = place_of(reference, context)
    if place is None:
        return None
    origin = context.origin_of(place) or {}
    # Only answers by the author count, because nobody else submits at this item.
    found = context.find_answer(f"{place}:{origin.get('author', '')}")
    return (collected_id(origin, place), found) if found is not None else None


def place_of(reference: str, context: ImportContext) -> str | None:
    """Return the key of an empty item for a task, or None.

    `reference`: the id or key of the empty item, or the id or key of its task
    """
    key = context.find_item(reference)
    if key is not None:
        content = context.content_of(key) or {}
        if "number" in content:
            return key
        # The origin of the item for validating an accepted task names its empty item.
        of = (context.origin_of(key) or {}).get("place")
        return str(of) if of is not None else None
    if not reference.startswith(TASK):
        return None
    # A task that is not accepted has no item yet, so it is found by its id.
    name = _found(context).places.get(reference)
    return context.find_item(name) if name is not None else None


def imported_key(reference: str, context: ImportContext) -> str | None:
    """Return the key of an imported task by its id or key, or None."""
    row = imported_row(reference, context)
    return str(row["task"]) if row is not None else None


def imported_row(reference: str, context: ImportContext) -> Mapping[str, Any] | None:
    """Return the row of an imported task by its id or key, or None."""
    tasks = _found(context).tasks
    return tasks.get(task_key(context.project, reference)) or tasks.get(reference)


@dataclass(frozen=True)
class _Found:
    """An index of the tasks of a project during one import.

    A file may contain thousands of references to tasks, and each search without an index would read
    all rows.

    `places`: ids of empty items by ids of their tasks
    `tasks`: rows of tasks by key
    """

    places: Mapping[str, str]
    tasks: Mapping[str, Mapping[str, Any]]


# One index per import. The weak reference lets it be deleted with the import's context.
_known: weakref.WeakKeyDictionary[ImportContext, _Found] = weakref.WeakKeyDictionary()


def _found(context: ImportContext) -> _Found:
    """Return the index of an import, which the first call builds."""
    found = _known.get(context)
    if found is None:
        names = (
            place_name(call["author"], call.get("field", ""), number)
            for call in context.rows_of("calls")
            for number in range(1, int(call.get("tasks", 0)) + 1)
        )
        found = _known[context] = _Found(
            {opaque_id(name, context): name for name in names},
            {str(row["task"]): row for row in context.rows_of("tasks")},
        )
    return found


def known_task(reference: str, context: ImportContext) -> str:
    """Return the key of an accepted task by its id, its key, or the empty item of its submission.

    Raises RefusedError if the task is unknown or has not been accepted.
    """
    key = context.find_item(reference)
    if key is not None and set(context.content_of(key) or ()) == {"task"}:
        return key
    found = submitted_task(reference, context)
    if found is not None:
        key = task_key(context.project, found[0])
        if context.content_of(key) is not None:
            return key
    # The task exists, so the message must not say that it is unknown.
    if found is not None or imported_key(reference, context) is not None:
        raise RefusedError(
            msg("the task “{reference}” has not been accepted", reference=reference),
            hint=msg("Accept it first: import a row of decisions."),
        )
    raise RefusedError(
        msg("unknown task “{reference}”", reference=reference),
        hint=msg("Import its task first, or correct the ID."),
    )
