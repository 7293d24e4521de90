"""Selection of items for cnr's jobs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic.config import JsonDict

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, ItemData
from plugins.cnr.rows import CRITIQUE, DIAGNOSTIC

OF: JsonDict = {"items": msg("Items of the project"), "diagnostics": msg("Diagnostic samples")}


def texts_of(item: ItemData) -> dict[str, str]:
    """Return the texts of an item: its prompt and its response."""
    return {name: str(item.content.get(name, "")) for name in ("prompt", "response")}


def items_of(dataset: Dataset) -> list[ItemData]:
    """Return the items to critique and revise, in the order of the dataset."""
    return [item for item in dataset.items if item.stage in ("", CRITIQUE)]


def diagnostics_of(dataset: Dataset) -> list[ItemData]:
    return [item for item in dataset.items if item.stage == DIAGNOSTIC]


def one_a_prompt(items: Sequence[ItemData]) -> Iterator[ItemData]:
    """Yield the first item of each prompt, for jobs that depend only on the prompt."""
    seen: set[str] = set()
    for item in items:
        # Items with the same prompt are in one group.
        if item.group not in seen:
            seen.add(item.group)
            yield item


def needed(items: Sequence[ItemData], of: str) -> Sequence[ItemData]:
    """Return the items. Raises UsageError if there are none."""
    if items:
        return items
    if of == "diagnostics":
        raise UsageError(
            msg("there are no diagnostic samples"),
            hint=msg("Create some with a model (run DIR faults), or import --what diagnostics."),
        )
    raise UsageError(msg("there are no items"), hint=msg("Import them first."))
