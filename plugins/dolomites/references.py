"""Examples for evaluation: a task, an input, and the reference that outputs are compared with.

They are examples that an expert has edited, and finished examples. Section 4.1 of the DOLOMITES
paper describes the split of a test set into development and test, with seen and unseen tasks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.protocol.data import Dataset, ItemData
from plugins.dolomites.examples import EXAMPLE
from plugins.dolomites.project_tasks import task_of
from plugins.dolomites.shapes import EDIT, Task

DEV, TEST = "dev", "test"


@dataclass(frozen=True)
class Reference:
    """One example for evaluation.

    `example`: its key, which outputs, verdicts and scores contain
    `label`: its name in files
    `input`, `output`: {"title", "text"} by section; `output` is the reference, empty if there is
        none
    `annotator`: the person who edited it; None for a finished example
    `original`: both sides of the chosen variant before editing; None for a finished example, and if
        the variant is unknown
    `evidence`: the passages from which it was written
    `model`: the model that wrote the edited variant; None if unknown
    `split`, `seen`: its split, and whether its task has examples for development; None if unknown
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

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which a lead may choose it for a job, alone or with its task."""
        return self.label, self.example, self.task_key


def references(dataset: Dataset) -> list[Reference]:
    """Return the examples of a dataset, in the order of its items.

    If several people edited an example, the version of its task's author counts, or else the
    version of the first person by id. Variants that nobody has edited are not included.
    """
    edits: dict[str, list[tuple[bool, str, Mapping[str, Any]]]] = {}
    items = {item.key: item for item in dataset.items}
    for one in dataset.annotations:
        item = items.get(one.item)
        if (
            # Answers in a bundle may be anything, so the edited text must at least be a mapping.
            one.stage == EDIT
            and item is not None
            and isinstance(one.answers.get("edited"), Mapping)
        ):
            is_other = one.annotator != item.origin.get("author")
            # False sorts before True, so that the minimum below is the author's version.
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
    """Return the reference of an edited example.

    `places`: (split, seen) by example
    """
    split, seen = places.get(item.key, (None, None))
    edited, code = answers["edited"], str(answers.get("chosen"))
    variant: Mapping[str, Any] = next(
        (one for one in item.content.get("variants") or () if one["id"] == code), {}
    )
    # The content names no models, but the lead-only origin does.
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
    """Return (split, seen) by example, for the examples that have a split."""
    found: dict[str, tuple[str, bool | None]] = {}
    # An imported split takes precedence over the split recorded with outputs.
    for what in ("splits", "outputs"):
        for row in dataset.rows.get(what, ()):
            if row.get("split") in (DEV, TEST):
                found.setdefault(str(row["example"]), (str(row["split"]), row.get("seen")))
    return found


def split(
    examples: Mapping[str, str], seed: int, test_share: float = 0.5, unseen_share: float = 0.3
) -> dict[str, tuple[str, bool]]:
    """Return (split, seen) by example, for development and test.

    `examples`: the task of each example; the order does not matter
    `test_share`: share (0–1) of a seen task's examples that are for the test; at least one example
        is for the test and one for development, and the only example of a seen task is for
        development
    `unseen_share`: share (0–1) of tasks that are not seen; all their examples are for the test
    """
    by_task: dict[str, list[str]] = {}
    for example, task in examples.items():
        by_task.setdefault(task, []).append(example)
    # Tasks are drawn first, because no example of an unseen task may be in development.
    tasks = sorted(by_task, key=lambda task: _drawn(seed, "task", task))
    unseen = _rounded(unseen_share * len(tasks))
    found = dict.fromkeys(
        (example for task in tasks[:unseen] for example in by_task[task]), (TEST, False)
    )
    for task in tasks[unseen:]:
        own = sorted(by_task[task], key=lambda one: _drawn(seed, task, one))
        # A task is seen only if development contains one of its examples.
        many = min(max(_rounded(test_share * len(own)), 1), len(own) - 1)
        found |= dict.fromkeys(own[:many], (TEST, True))
        found |= dict.fromkeys(own[many:], (DEV, True))
    # The result is in the order of the argument.
    return {example: found[example] for example in examples}


def _drawn(seed: int, *names: str) -> str:
    """Return a pseudo-random sort key that depends only on the seed and the names.

    Unlike a shuffle, the order does not change if other examples are added.
    """
    return sha256_hex(canonical_bytes(["split", seed, *names]))


def _rounded(number: float) -> int:
    """Return the nearest whole number. Unlike with `round`, a half is rounded up."""
    return math.floor(number + 0.5)
