"""What outputs are compared with: post-edited examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from desktop_app.core.protocol import Dataset
from plugins.dolomites.shapes import EDIT, Task


@dataclass(frozen=True)
class Reference:
    """An example with its reference output, empty where none is known."""

    example: str
    label: str
    task: Task
    output: list[Mapping[str, Any]]
    split: str | None = None
    seen: bool | None = None


def references(dataset: Dataset) -> list[Reference]:
    """Return the examples, each with the output of its first post-edit."""
    edited: dict[str, Any] = {}
    for one in dataset.annotations:
        if one.stage == EDIT:
            edited.setdefault(one.item, one.answers.get("edited") or {})
    return [
        Reference(
            item.key,
            str(item.origin.get("external_id") or item.key),
            Task.model_validate(item.content["task"]),
            list(edited.get(item.key, {}).get("output") or ()),
        )
        for item in dataset.items
        if item.stage == EDIT
    ]
