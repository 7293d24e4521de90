"""Items derived from records: tasks to validate, examples to post-edit (decision 0018).

An accepted task has an item with the same key. The item shows the wording that was accepted last,
even to people who have the item already, because their answers name the wording that they refer to.
An assigned example keeps its wording. The item is closed (`closed`) if the task was rejected, or
while a later wording by its author waits for a decision. A closed item is not assigned to more
people; existing assignments stay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from desktop_app.core import keys
from desktop_app.core.aliases import PREFIX
from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext
from plugins.dolomites.examples import EXAMPLE, example_key, is_whole, sets_of
from plugins.dolomites.project_tasks import KnownTask, all_tasks, shown_task
from plugins.dolomites.shapes import EDIT, KEY, MOST_VARIANTS, VALIDATE, Passage, present

_CLOSED = {
    "waiting": msg("it has not been accepted or rejected yet"),
    "changed": msg("its author changed it after it was accepted"),
    "rejected": msg("it was rejected"),
}
# Maximum size of an item in bytes, because a line of a bundle has at most 4 MB.
ITEM_BYTES = 3 << 20
_GONE = msg("its task was removed or is in conflict")
REASONS = (*_CLOSED.values(), _GONE)


def derive_items(
    dataset: Dataset, context: ImportContext, given: Collection[str]
) -> Sequence[Draft]:
    """Return the drafts of all items that follow from the records, with their origins.

    `given`: keys of items that were assigned or answered
    """
    tasks = all_tasks(dataset)
    accepted = {key: one for key, one in tasks.items() if one.state == "accepted"}
    drafts = [draft for one in accepted.values() for draft in _to_validate(one, context)]
    kept = _kept(dataset, _examples(dataset, context, accepted), given)
    return [*drafts, *_closed(dataset, tasks, context), *kept]


def _kept(dataset: Dataset, drafts: Iterable[Draft], given: Collection[str]) -> Iterator[Draft]:
    """Yield the drafts of examples, without changes to assigned or answered items.

    The task and the variants of an assigned item must not change, except the critique and evidence
    of variants. An answered item must not change at all. If the item of a changed example stays as
    it was, its origin stays as well.

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
        elif draft.kind == "item":
            yield replace(draft, body=_with_task_of(item.content, body))
        elif draft.key not in frozen:
            yield draft
        # The origin names the variants of the item, which stays unchanged, so only `closed` is
        # removed: the task is accepted again.
        elif item.origin.get("closed"):
            origin = {name: value for name, value in item.origin.items() if name != "closed"}
            yield replace(draft, body=origin)


def _with_task_of(content: Mapping[str, Any], body: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item's body with the task from `content`, the item's current content."""
    kept = {name: content[name] for name in ("task",) if name in content}
    return {**body, "content": {**body.get("content", {}), **kept}}


def _texts(content: Mapping[str, Any]) -> list[Any]:
    """Return the ids and texts of an item's variants, which must not change after assignment."""
    return [[one.get(n) for n in ("id", "input", "output")] for one in content.get("variants", ())]


def _to_validate(task: KnownTask, context: ImportContext) -> Iterator[Draft]:
    """Yield the item to validate an accepted task, and its lead-only origin."""
    body = {
        "protocol": KEY,
        "group": task.key,
        "stage": VALIDATE,
        "content": {"task": shown_task(task.task)},
    }
    yield Draft("item", task.key, body, context.lead, task.label)
    yield Draft("origin", task.key, _origin(task), context.lead, task.label)


def _origin(task: KnownTask) -> dict[str, Any]:
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


def offered(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the variants of a set that are shown: the first four whole ones, or all if fewer.

    `rows`: the rows of the set, in order
    """
    # Merged rows by another lead may belong to another task. Those are left out.
    whole = [row for row in rows if is_whole(row) and row["task"] == rows[0]["task"]]
    return whole[:MOST_VARIANTS]


def is_given(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a set is a finished example, in which no row names a model."""
    return all(row.get("model") is None for row in rows)


def _examples(
    dataset: Dataset, context: ImportContext, tasks: Mapping[str, KnownTask]
) -> Iterable[Draft]:
    """Yield the items of these tasks' examples, with their lead-only origins.

    `tasks`: accepted tasks by key
    """
    for name, rows in sets_of(dataset).items():
        task = tasks.get(str(rows[0]["task"]))
        if task is None:
            continue
        key = example_key(context.project, name)
        if is_given(rows):
            content, variants = _given(rows[0], task), None
        else:
            # A set may contain only insufficient variants so far.
            shown_here = offered(rows)
            if not shown_here:
                continue
            content, variants = _compared(key, shown_here, task, context)
        stage = EXAMPLE if variants is None else EDIT
        group = keys.group_key(context.project, KEY, "task", task.key)
        body = {"protocol": KEY, "group": group, "stage": stage, "content": content}
        yield Draft("item", key, body, context.lead, name)
        origin = {
            "item": key,
            "external_id": name,
            "task": task.key,
            "author": task.author,
            "field": task.field,
            "variants": variants,
        }
        yield Draft("origin", key, present(origin), context.lead, name)


def _given(row: Mapping[str, Any], task: KnownTask) -> dict[str, Any]:
    """Return the content of the item of a finished example."""
    return {
        "task": shown_task(task.task),
        "input": _plain(row.get("input"), ("title", "text")),
        "output": _plain(row.get("output"), ("title", "text")),
        "evidence": _plain(row.get("evidence"), tuple(Passage.model_fields)),
    }


def _compared(
    key: str, rows: Sequence[Mapping[str, Any]], task: KnownTask, context: ImportContext
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the content of an example's item and the lead-only origins of its variants.

    The ids of the variants reveal nothing, and the variants are sorted by them.
    """
    shown_here: list[dict[str, Any]] = []
    origins: dict[str, dict[str, Any]] = {}
    for row in rows:
        named = row.get("id") or [row.get("model"), row.get("mode"), row.get("variant")]
        # An alias depends on a secret seed, so that nobody can test a guess at the model (decision
        # 0005).
        code = context.alias_of(f"variant:{key}:{named}").removeprefix(PREFIX)
        shown_here.append(
            {
                "id": code,
                "input": _plain(row.get("input"), ("title", "text")),
                "output": _plain(row.get("output"), ("title", "text")),
                "critique": _plain(row.get("critique"), ("aspect", "text")),
                "evidence": _plain(row.get("evidence"), tuple(Passage.model_fields)),
            }
        )
        origins[code] = present(
            {name: row.get(name) for name in ("id", "variant", "model", "mode")}
        )
    shown_here.sort(key=lambda one: str(one["id"]))
    content = {"task": shown_task(task.task), "variants": shown_here}
    _lighten(content)
    return content, origins


def _plain(parts: Any, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the known fields of sections, passages or remarks.

    Annotators do not see other fields.
    """
    return [{name: part[name] for name in names if name in part} for part in parts or ()]


def _lighten(content: Mapping[str, Any]) -> None:
    """Remove the last passages of evidence from an item that would be too large for a bundle.

    The record of the variant keeps all of them.
    """
    # A character needs at most six bytes in JSON, so most items need no exact measurement.
    if 6 * sum(map(_characters, content["variants"])) < ITEM_BYTES:
        return
    size = len(canonical_bytes(dict(content)))
    while size > ITEM_BYTES:
        # Each time, the variant with the most passages loses one, so that variants stay balanced.
        longest = max(content["variants"], key=lambda one: len(one["evidence"]))
        if not longest["evidence"]:
            return
        # Plus one for the comma. Encoding the whole item each time would be slow.
        size -= len(canonical_bytes(longest["evidence"].pop())) + 1


def _characters(variant: Mapping[str, Any]) -> int:
    """Return an upper bound of the characters of a variant's sections and evidence in JSON.

    The critique is not counted.
    """
    parts = (part for name in ("input", "output", "evidence") for part in variant[name])
    return 200 + sum(100 + sum(len(str(text)) for text in part.values()) for part in parts)
