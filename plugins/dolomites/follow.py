"""Items that follow from what is there: tasks to validate, examples to post-edit.

A task that is accepted has an item from then on, whose key is the task's. What the item shows is
the task as it was when it was accepted last: while its author's later wording waits, or when it was
rejected after all, nobody new is given it (`closed`), and what was given out stays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from desktop_app.core.protocol import Dataset, Draft, ImportContext
from plugins.dolomites import examples
from plugins.dolomites.known import KnownTask, all_tasks, shown
from plugins.dolomites.shapes import EDIT, KEY, VALIDATE, present

_CLOSED = {
    "waiting": "nobody has decided about it yet",
    "changed": "its author has changed it since it was accepted",
    "rejected": "it was rejected",
}


def followed(dataset: Dataset, context: ImportContext, given: Collection[str]) -> Sequence[Draft]:
    """Return the items that there should be, with their origins.

    given  keys of items that were given out or answered: examples among them stay as they are
    """
    tasks = all_tasks(dataset)
    accepted = {key: one for key, one in tasks.items() if one.state == "accepted"}
    drafts = [draft for one in accepted.values() for draft in _to_validate(one, context)]
    drafts += _closed(dataset, tasks, context)
    there = {item.key for item in dataset.items if item.stage == EDIT} & set(given)
    edits = examples.followed_examples(dataset, context, accepted)
    return [*drafts, *(draft for draft in edits if draft.key not in there)]


def _to_validate(task: KnownTask, context: ImportContext) -> Iterator[Draft]:
    body = {
        "protocol": KEY,
        "group": task.key,
        "stage": VALIDATE,
        "content": {"task": shown(task.task)},
    }
    yield Draft("item", task.key, body, context.lead, task.label)
    yield Draft("origin", task.key, _origin(task), context.lead, task.label)


def _origin(task: KnownTask, closed: str = "") -> dict[str, object]:
    return present(
        {
            "item": task.key,
            "external_id": task.label if task.label != task.key else None,
            "author": task.author,
            "field": task.field,
            "place": task.place,
            "closed": closed,
        }
    )


def _closed(
    dataset: Dataset, tasks: dict[str, KnownTask], context: ImportContext
) -> Iterator[Draft]:
    """Yield origins that say why nobody new is given a task that was accepted once."""
    for item in dataset.items:
        if item.stage != VALIDATE:
            continue
        task = tasks.get(item.key)
        if task is None:
            reason = "its task is not here any more"
            origin = {**item.origin, "item": item.key, "closed": reason}
            yield Draft("origin", item.key, origin, context.lead, item.key)
        elif task.state != "accepted":
            origin = {**item.origin, "item": item.key, "closed": _CLOSED[task.state]}
            yield Draft("origin", item.key, origin, context.lead, task.label)
