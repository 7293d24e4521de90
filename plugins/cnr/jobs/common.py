"""What cnr's jobs share: their options, how they ask, and which items they are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from desktop_app.core.asking import Brief, Request
from desktop_app.core.errors import UsageError
from desktop_app.core.protocol import Dataset, ItemData
from plugins.cnr.rows import CRITIQUE, DIAGNOSTIC

OF: JsonDict = {"items": "Items of the project", "diagnostics": "Diagnostic samples"}


class Asking(BaseModel):
    """Options of every job: what the server is told besides; None leaves it to the connection."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    temperature: float | None = Field(
        default=None,
        ge=0,
        le=2,
        title="Temperature",
        description="how freely the model words its answers, 0 to 2",
    )
    max_tokens: int | None = Field(
        default=None,
        ge=1,
        le=1_000_000,
        title="Longest answer",
        description="in tokens, as the server counts them",
    )
    seed: int | None = Field(
        default=None,
        ge=0,
        le=2**31 - 1,
        title="Random seed",
        description="a number for the server’s own chance",
    )

    def parameters(self) -> dict[str, Any]:
        given = {
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "seed": self.seed,
        }
        return {name: value for name, value in given.items() if value is not None}


class Judging(Asking):
    """Options of jobs that judge: the likeliest answer, unless something else is asked for."""

    temperature: float | None = Field(
        default=0.0,
        ge=0,
        le=2,
        title="Temperature",
        description="how freely the model words its answers, 0 to 2",
    )


def parted(value: Any) -> Any:
    """Read “pr/picr” as a list, as it is given on the command line."""
    return value.split("/") if isinstance(value, str) else value


def request(
    brief: Brief,
    prompt: str,
    about: Mapping[str, str],
    texts: Mapping[str, str],
    *,
    purpose: str = "",
    answer: type[BaseModel] | None = None,
    sample: int = 0,
) -> Request:
    """Return a question: a prompt with its places filled, and this job's parameters."""
    options = brief.options
    assert isinstance(options, Asking)
    template = brief.prompts[prompt]
    return Request(
        purpose or prompt,
        prompt,
        template.version,
        template.fill(**texts),
        options.parameters(),
        answer,
        sample,
        about,
    )


def texts_of(item: ItemData) -> dict[str, str]:
    """Return the texts of an item: its prompt and its response."""
    return {name: str(item.content.get(name, "")) for name in ("prompt", "response")}


def name_of(item: ItemData) -> str:
    """Return what an item is called in files."""
    return str(item.origin.get("external_id") or item.key)


def items_of(dataset: Dataset) -> list[ItemData]:
    """Return the items that are criticised and revised, in the dataset's order."""
    return [item for item in dataset.items if item.stage in ("", CRITIQUE)]


def diagnostics_of(dataset: Dataset) -> list[ItemData]:
    return [item for item in dataset.items if item.stage == DIAGNOSTIC]


def one_a_prompt(items: Sequence[ItemData]) -> Iterator[ItemData]:
    """Yield the first item of each prompt: what is made from a prompt alone is made once."""
    seen: set[str] = set()
    for item in items:
        if item.group not in seen:
            seen.add(item.group)
            yield item


def needed(items: Sequence[ItemData], of: str) -> Sequence[ItemData]:
    """Return items; raises UsageError where there are none."""
    if items:
        return items
    if of == "diagnostics":
        raise UsageError(
            "there are no diagnostic samples",
            hint="Have a model make some (run DIR faults), or import --what diagnostics.",
        )
    raise UsageError("there are no items", hint="Import them first.")
