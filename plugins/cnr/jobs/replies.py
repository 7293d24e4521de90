"""Helpers of cnr's model jobs: selection of items, and schemas of models' structured answers.

A model's answer is untrusted text. Numbers out of range, empty or overlong texts and contradictions
are not repaired here: the model receives the error message and is asked once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, model_validator
from pydantic.config import JsonDict

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.replies import within
from plugins.cnr.critiques import CATEGORIES
from plugins.cnr.jobs import wording
from plugins.cnr.rows import CRITIQUE, DIAGNOSTIC

# Selection of items.

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
    """Return the items unchanged. Raises UsageError if there are none.

    `of`: “diagnostics” for diagnostic samples, anything else for items; determines the message
    """
    if items:
        return items
    if of == "diagnostics":
        raise UsageError(
            msg("there are no diagnostic samples"),
            hint=msg("Create some with a model (run DIR faults), or import --what diagnostics."),
        )
    raise UsageError(msg("there are no items"), hint=msg("Import them first."))


# Limits of an answer: points of one side, and characters of a point and of a text.
MOST_POINTS = 20
LONGEST_POINT = 2_000
LONGEST_TEXT = 100_000

# Characters that models put around a quote or leave out of it.
_QUOTES = "\"'“”„‘’«»… "


def _few(points: list[SaidPoint]) -> list[SaidPoint]:
    if len(points) > MOST_POINTS:
        raise ValueError(wording.TOO_MANY.format(most=MOST_POINTS))
    return points


Words = Annotated[str, within(LONGEST_TEXT)]
Statement = Annotated[str, within(LONGEST_POINT)]


# The docstrings of these classes are part of the schemas that models receive. Changing one changes
# the requests, and cached replies would no longer be found.
class SaidPoint(BaseModel):
    text: Statement
    quote: Annotated[str, within(LONGEST_TEXT, may_be_empty=True)]


class SaidCritique(BaseModel):
    """A critique as a model gives it."""

    score: int = Field(ge=1, le=5, strict=True)
    positive: Annotated[list[SaidPoint], AfterValidator(_few)]
    negative: Annotated[list[SaidPoint], AfterValidator(_few)]
    nothing_to_improve: bool

    @model_validator(mode="after")
    def _one_of_them(self) -> SaidCritique:
        if self.nothing_to_improve and self.negative:
            raise ValueError(wording.BOTH)
        if not self.nothing_to_improve and not self.negative:
            raise ValueError(wording.NEITHER)
        return self

    def fields(self, response: str) -> dict[str, Any]:
        """Return the fields of a critique of this response, as `check_critique` accepts them."""
        result: dict[str, Any] = {
            "score": self.score,
            "positive": _points(self.positive, response),
            "negative": _points(self.negative, response),
        }
        # False is a missing value in a critique.
        return {**result, "nothing_to_improve": True} if self.nothing_to_improve else result


def _points(points: Sequence[SaidPoint], response: str) -> list[dict[str, Any]]:
    return [{"text": one.text, **anchor_of(one.quote, response)} for one in points]


def anchor_of(quote: str, response: str) -> dict[str, int]:
    """Return {"start", "end"} of a quote that occurs once in a response, in code points.

    Empty if the quote does not occur or occurs several times, because a position is never guessed.
    """
    # Exactly as quoted first; then without quotation marks and dots around it.
    for words in (quote, quote.strip(_QUOTES)):
        start = response.find(words) if words else -1
        if start >= 0:
            only = response.find(words, start + 1) < 0
            return {"start": start, "end": start + len(words)} if only else {}
    return {}


class SaidCategories(BaseModel):
    """Which kinds of faults a critique names."""

    instruction_following: bool
    correctness: bool
    relevance: bool
    completeness: bool
    clarity: bool
    safety: bool

    def codes(self) -> list[str]:
        return [code for code in CATEGORIES if getattr(self, code)]


class SaidPattern(BaseModel):
    reason: Statement
    pattern: Literal["less detailed", "less structured", "other"]


class SaidFault(BaseModel):
    """A diagnostic sample."""

    prompt: Words
    response: Words
    feedback: Words


class SaidCritiques(BaseModel):
    """What is wrong with a diagnostic sample, as a detailed and as a coarse critique."""

    detailed: Words
    coarse: Words
