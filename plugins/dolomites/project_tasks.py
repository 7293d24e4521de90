"""The tasks of a project: those a lead imported, those that authors submitted, and which count.

A task's key is the key of the item under which it is validated, and what lead-only rows hold under
“task”. It is there from the moment a task is accepted, and stays the same when the task changes.
"""

from __future__ import annotations

import dataclasses
import re
import weakref
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from desktop_app.core import keys
from desktop_app.core.aliases import PREFIX
from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import RefusedError
from desktop_app.core.messages import msg
from desktop_app.core.protocol import Answered, Dataset, ImportContext, ItemData
from plugins.dolomites.shapes import COLLECT, KEY, Task

TASK = "task-"  # begins the ids of tasks that were submitted

_TELLING = ("objective", "procedure")  # what hardly two people write alike

State = Literal["waiting", "changed", "accepted", "rejected"]


@dataclass(frozen=True)
class KnownTask:
    """One task, whoever brought it.

    label     what it goes by in files: its external id, else its key
    author    who described it, if that is known
    place     the key of the item it was submitted under; empty for one that a lead imported
    criteria  which of the five criteria it fulfils, if someone said so
    state     “waiting” for a decision; “changed” by its author since the decision; “accepted” or
              “rejected”. One that a lead imported is accepted unless a decision says otherwise;
              where two leads decided differently, any task waits
    told      the fields of the row or the answers it was read from
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
        return bool(self.place)


def task_key(project: str, task_id: str) -> str:
    """Return the key of a task that goes by an id."""
    return keys.external_item_key(project, KEY, task_id)


def place_name(author: str, about: str, number: int) -> str:
    """Return the id of a place for a task; only its author is ever given it."""
    return "-".join(part for part in (author, about, str(number)) if part)


def opaque_id(place: str, context: ImportContext) -> str:
    """Return the id of the task submitted at a place: whoever validates it can test no guess at
    its author against it."""
    return TASK + context.alias_of(f"{KEY}:{place}").removeprefix(PREFIX)


def digest_of(fields: Mapping[str, Any]) -> str:
    """Return what tells a task from every other wording of it."""
    return sha256_hex(canonical_bytes(task_of(fields).model_dump(exclude_none=True)))


def wording_of(content: Mapping[str, Any]) -> str:
    """Return what tells the wording of a task that an item shows from every other one."""
    return sha256_hex(canonical_bytes(content.get("task") or {}))[:16]


def task_of(fields: Mapping[str, Any]) -> Task:
    """Return the task in a row or in answers, and nothing else of them."""
    return Task.model_validate({name: fields.get(name) for name in Task.model_fields})


def shown(task: Task) -> dict[str, Any]:
    """Return a task as annotators see it: nothing that its file or its author's bundle held
    in addition."""
    plain = task.model_dump(exclude_none=True, include=set(Task.model_fields))
    for side in ("input_sections", "output_sections"):
        plain[side] = [
            {name: section[name] for name in ("title", "length", "description") if name in section}
            for section in plain[side]
        ]
    return plain


def is_among(content: Mapping[str, Any], handed_in: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether the task an item shows is one of those in answers, word for word."""
    task = content.get("task")
    if not isinstance(task, Mapping):
        return False
    fields = {name: task.get(name) for name in _TELLING}
    return any({name: answers.get(name) for name in _TELLING} == fields for answers in handed_in)


def all_tasks(dataset: Dataset) -> dict[str, KnownTask]:
    """Return every task by its key: imported ones in the order of their ids, then those that were
    submitted, by the places they were asked for at."""
    decided = {str(row.get("task")): row for row in dataset.rows.get("decisions", ())}
    found = {one.key: one for one in _imported(dataset, decided)}
    for one in _collected(dataset, decided):
        found.setdefault(one.key, one)
    return found


def tasks_of(dataset: Dataset) -> dict[str, KnownTask]:
    """Return the tasks that are accepted, by key, in a stable order."""
    return {key: one for key, one in all_tasks(dataset).items() if one.state == "accepted"}


def _imported(dataset: Dataset, decided: Mapping[str, Mapping[str, Any]]) -> Iterator[KnownTask]:
    rows = dataset.rows.get("tasks", ())
    disputed = {str(row.get("task")) for row in dataset.disputed.get("decisions", ())}
    for row in sorted(rows, key=lambda one: in_order(str(one.get("id") or one["task"]))):
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
    places = {item.key: item for item in dataset.items if is_place(item)}
    for annotation in dataset.annotations:
        place = places.get(annotation.item)
        # A place belongs to one person: what another person put there is nobody's task.
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
    if decision.get("of") != digest_of(answers):
        return "changed"
    return "accepted" if decision.get("decision") == "accept" else "rejected"


def in_order(name: str) -> list[tuple[int, int, str]]:
    """Sort “task-2” before “task-10”."""
    parts = re.split("([0-9]+)", name)
    return [(0, len(p.lstrip("0")), p) if n % 2 else (1, 0, p) for n, p in enumerate(parts)]


def is_place(item: ItemData) -> bool:
    """Return whether an item is a place for a task."""
    return item.stage in ("", COLLECT) and "number" in item.content


def collected_id(origin: Mapping[str, Any], place: str) -> str:
    """Return the id of the task that is submitted at a place."""
    return str(origin.get("task_id") or f"{TASK}{place}")


def handed_in(reference: str, context: ImportContext) -> tuple[str, Answered] | None:
    """Return (id of the task, what was submitted) by the task's id, or its place's id or key."""
    place = place_of(reference, context)
    if place is None:
        return None
    origin = context.origin_of(place) or {}
    found = context.find_answer(f"{place}:{origin.get('author', '')}")
    return (collected_id(origin, place), found) if found is not None else None


def place_of(reference: str, context: ImportContext) -> str | None:
    """Return the key of a place for a task by its id, its key, or the id of its task."""
    key = context.find_item(reference)
    if key is not None:
        content = context.content_of(key) or {}
        if "number" in content:
            return key
        of = (context.origin_of(key) or {}).get("place")
        return str(of) if of is not None else None
    if not reference.startswith(TASK):
        return None
    name = _found(context).places.get(reference)
    return context.find_item(name) if name is not None else None


def imported_key(reference: str, context: ImportContext) -> str | None:
    """Return the key of a task that was imported, by its id or its key."""
    row = imported_row(reference, context)
    return str(row["task"]) if row is not None else None


def imported_row(reference: str, context: ImportContext) -> Mapping[str, Any] | None:
    """Return the row of a task that was imported, by its id or its key."""
    tasks = _found(context).tasks
    return tasks.get(task_key(context.project, reference)) or tasks.get(reference)


@dataclass(frozen=True)
class _Found:
    """What references of one import are looked up in: a file may hold thousands of them.

    places  ids of places by the ids of their tasks; `tasks`: rows by the keys of tasks
    """

    places: Mapping[str, str]
    tasks: Mapping[str, Mapping[str, Any]]


_known: weakref.WeakKeyDictionary[ImportContext, _Found] = weakref.WeakKeyDictionary()


def _found(context: ImportContext) -> _Found:
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
    """Return the key of an accepted task by its id, its key or the place it was submitted at.

    Raises RefusedError where there is none.
    """
    key = context.find_item(reference)
    if key is not None and set(context.content_of(key) or ()) == {"task"}:
        return key
    found = handed_in(reference, context)
    if found is not None:
        key = task_key(context.project, found[0])
        if context.content_of(key) is not None:
            return key
    if found is not None or imported_key(reference, context) is not None:
        raise RefusedError(
            msg("the task “{reference}” is not accepted", reference=reference),
            hint=msg("Accept it first: import a row of decisions."),
        )
    raise RefusedError(
        msg("unknown task “{reference}”", reference=reference),
        hint=msg("Import its task first, or correct the id."),
    )
