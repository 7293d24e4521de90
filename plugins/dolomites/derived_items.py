"""Items derived from records: tasks to validate, examples to post-edit (decision 0018).

An accepted task has an item with the same key. The item shows the wording that was last accepted.
The item is closed (`closed`) if the task was rejected, or while a later wording by its author waits
for a decision. A closed item is not assigned to more people; existing assignments stay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext
from plugins.dolomites import examples
from plugins.dolomites.project_tasks import KnownTask, all_tasks, shown
from plugins.dolomites.shapes import EDIT, KEY, VALIDATE, present

_CLOSED = {
    "waiting": msg("it has not been accepted or rejected yet"),
    "changed": msg("its author changed it after it was accepted"),
    "rejected": msg("it was rejected"),
}
_GONE = msg("its task was removed or is in conflict")
REASONS = (*_CLOSED.values(), _GONE)


def followed(dataset: Dataset, context: ImportContext, given: Collection[str]) -> Sequence[Draft]:
    """Return all items that should be derived from the records, with their origins.

    `given`: keys of items that were assigned or answered
    """
    tasks = all_tasks(dataset)
    accepted = {key: one for key, one in tasks.items() if one.state == "accepted"}
    drafts = [draft for one in accepted.values() for draft in _to_validate(one, context)]
    kept = _kept(dataset, examples.followed_examples(dataset, context, accepted), given)
    return [*drafts, *_closed(dataset, tasks, context), *kept]


def _kept(dataset: Dataset, drafts: Iterable[Draft], given: Collection[str]) -> Iterator[Draft]:
    """Yield the drafts of examples, except those that would change what someone works on.

    Of an assigned item, only the critique and the evidence may change. An answered item may not
    change.

    `given`: keys of items that were assigned or answered
    """
    there = {item.key: item for item in dataset.items if item.key in given and item.stage == EDIT}
    answered = {one.item for one in dataset.annotations}
    frozen: set[str] = set()
    for draft in drafts:
        # The draft of an item precedes the draft of its origin, so `frozen` is complete when the
        # origin is processed.
        item, body = there.get(draft.key), draft.body or {}
        if item is None:
            yield draft
        elif draft.kind == "item" and (
            # Answers refer to points of the critique by number, so even the critique must not
            # change.
            item.key in answered or _texts(item.content) != _texts(body.get("content", {}))
        ):
            frozen.add(draft.key)
        elif draft.key not in frozen:
            yield draft
        # The origin names the variants of the item. The item is unchanged, so only `closed` is
        # removed.
        elif item.origin.get("closed"):
            origin = {name: value for name, value in item.origin.items() if name != "closed"}
            yield replace(draft, body=origin)


def _texts(content: Mapping[str, Any]) -> list[Any]:
    """Return the texts of an item's variants, which must not change after assignment."""
    return [[one.get(n) for n in ("id", "input", "output")] for one in content.get("variants", ())]


def _to_validate(task: KnownTask, context: ImportContext) -> Iterator[Draft]:
    """Yield the item to validate an accepted task, and its lead-only origin."""
    body = {
        "protocol": KEY,
        "group": task.key,
        "stage": VALIDATE,
        "content": {"task": shown(task.task)},
    }
    yield Draft("item", task.key, body, context.lead, task.label)
    yield Draft("origin", task.key, _origin(task), context.lead, task.label)


def _origin(task: KnownTask) -> dict[str, Any]:
    """Return the origin of a task's item."""
    return present(
        {
            "item": task.key,
            # If the label is the key itself, nobody chose a name for the task.
            "external_id": task.label if task.label != task.key else None,
            "author": task.author,
            "field": task.field,
            "place": task.place,
        }
    )


def _closed(
    dataset: Dataset, tasks: dict[str, KnownTask], context: ImportContext
) -> Iterator[Draft]:
    """Yield origins that close the items of tasks that are no longer accepted, with the reason."""
    for item in dataset.items:
        if item.stage not in (VALIDATE, EDIT):
            continue
        # An item to validate has the key of its task; an example names its task in its origin.
        task = tasks.get(item.key if item.stage == VALIDATE else str(item.origin.get("task")))
        if task is None or task.state != "accepted":
            why = _GONE if task is None else _CLOSED[task.state]
            origin = {**item.origin, "item": item.key, "closed": why}
            yield Draft("origin", item.key, origin, context.lead, item.key)
