"""Examples as evaluation takes them: a task, an input, and the output to compare others with.

An example is one that an expert has edited, or one that came as it is. How a test set is split
into development and test, with tasks that are seen and unseen: DOLOMITES paper, section 3.5.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.protocol import Dataset, ItemData
from plugins.dolomites.examples import EXAMPLE
from plugins.dolomites.project_tasks import task_of
from plugins.dolomites.shapes import EDIT, Task

DEV, TEST = "dev", "test"


@dataclass(frozen=True)
class Reference:
    """One example.

    example    its key, by which outputs, verdicts and scores name it; `label` is what files call it
    input, output  {"title", "text"} by section; `output` is the reference, empty: none is known
    annotator  who edited it; None: it came as it is
    original   the chosen variant before it was edited, both sides; None: it came as it is
    evidence   the passages it was made from
    model      who wrote the variant that was edited
    split, seen  where it belongs in a test set, if that was settled
    """

    example: str
    label: str
    task_key: str
    task: Task
    input: Sequence[Mapping[str, str]]
    output: Sequence[Mapping[str, str]]
    annotator: str | None = None
    original: Mapping[str, Any] | None = None
    evidence: Sequence[Mapping[str, Any]] = ()
    model: str | None = None
    split: str | None = None
    seen: bool | None = None


def references(dataset: Dataset) -> list[Reference]:
    """Return the examples of a dataset, in the order of its items.

    Of an example that several people edited, the text of the author of its task counts, failing
    that the one of the first by id. Variants that nobody has edited are no examples yet.
    """
    edits: dict[str, list[tuple[bool, str, Mapping[str, Any]]]] = {}
    items = {item.key: item for item in dataset.items}
    for one in dataset.annotations:
        item = items.get(one.item)
        if (
            one.stage == EDIT
            and item is not None
            and isinstance(one.answers.get("edited"), Mapping)
        ):
            is_other = one.annotator != item.origin.get("author")
            edits.setdefault(one.item, []).append((is_other, one.annotator, one.answers))
    places = _places(dataset)
    found = []
    for item in dataset.items:
        if item.stage == EXAMPLE:
            found.append(_as_it_is(item, places))
        elif item.stage == EDIT and item.key in edits:
            _, annotator, answers = min(edits[item.key], key=lambda one: one[:2])
            found.append(_edited(item, annotator, answers, places))
    return found


def _as_it_is(item: ItemData, places: Mapping[str, tuple[str, bool | None]]) -> Reference:
    split, seen = places.get(item.key, (None, None))
    return Reference(
        example=item.key,
        label=item.name,
        task_key=str(item.origin.get("task", "")),
        task=task_of(item.content["task"]),
        input=item.content.get("input") or (),
        output=item.content.get("output") or (),
        evidence=item.content.get("evidence") or (),
        split=split,
        seen=seen,
    )


def _edited(
    item: ItemData,
    annotator: str,
    answers: Mapping[str, Any],
    places: Mapping[str, tuple[str, bool | None]],
) -> Reference:
    split, seen = places.get(item.key, (None, None))
    edited, code = answers["edited"], str(answers.get("chosen"))
    variant: Mapping[str, Any] = next(
        (one for one in item.content.get("variants") or () if one["id"] == code), {}
    )
    origins: Mapping[str, Any] = item.origin.get("variants") or {}
    return Reference(
        example=item.key,
        label=item.name,
        task_key=str(item.origin.get("task", "")),
        task=task_of(item.content["task"]),
        input=edited.get("input") or (),
        output=edited.get("output") or (),
        annotator=annotator,
        original={"input": variant["input"], "output": variant["output"]} if variant else None,
        evidence=variant.get("evidence") or (),
        model=(origins.get(code) or {}).get("model"),
        split=split,
        seen=seen,
    )


def _places(dataset: Dataset) -> dict[str, tuple[str, bool | None]]:
    """Return split and “seen” by example: what was settled for it, else what its outputs say."""
    found: dict[str, tuple[str, bool | None]] = {}
    for what in ("splits", "outputs"):
        for row in dataset.rows.get(what, ()):
            if row.get("split") in (DEV, TEST):
                found.setdefault(str(row["example"]), (str(row["split"]), row.get("seen")))
    return found


def split(
    examples: Mapping[str, str], seed: int, test_share: float = 0.5, unseen_share: float = 0.3
) -> dict[str, tuple[str, bool]]:
    """Split examples into development and test; return (split, seen) by example.

    examples      their tasks, in any order: the same examples give the same split
    test_share    share (0–1) of a seen task's examples that is for test: one at least, and one at
                  least stays for development. A seen task with a single one has it in development
    unseen_share  share (0–1) of tasks all of whose examples are for test: these tasks are not seen
    """
    by_task: dict[str, list[str]] = {}
    for example, task in examples.items():
        by_task.setdefault(task, []).append(example)
    tasks = sorted(by_task, key=lambda task: _drawn(seed, "task", task))
    unseen = _rounded(unseen_share * len(tasks))
    found = dict.fromkeys(
        (example for task in tasks[:unseen] for example in by_task[task]), (TEST, False)
    )
    for task in tasks[unseen:]:
        own = sorted(by_task[task], key=lambda one: _drawn(seed, task, one))
        many = min(max(_rounded(test_share * len(own)), 1), len(own) - 1)
        found |= dict.fromkeys(own[:many], (TEST, True))
        found |= dict.fromkeys(own[many:], (DEV, True))
    return {example: found[example] for example in examples}


def _drawn(seed: int, *names: str) -> str:
    """Return where a name is in a row that depends on the seed and on nothing else."""
    return sha256_hex(canonical_bytes(["split", seed, *names]))


def _rounded(number: float) -> int:
    return math.floor(number + 0.5)
