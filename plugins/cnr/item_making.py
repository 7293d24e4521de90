"""Items from demonstrations: a person's response and models' drafts, one of which is selected.

One of the person's response and three drafts is selected at random, and its annotators never learn
which one. Source: the CnR paper, section 3.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field, model_validator

from desktop_app.core import keys
from desktop_app.core.fields import (
    Blank,
    Identifier,
    ModelName,
    OptionalId,
    OptionalText,
    Row,
    Text,
    Whole,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.core.row_conversion import present
from plugins.cnr.rows import ItemRow, TextRow, build_item, data

MOST_DRAFTS = 3


class DraftText(Row):
    """A model's response to the prompt of a demonstration."""

    response: Text
    model: ModelName


class DemonstrationRow(TextRow):
    """A prompt and a response, both written by a person, and up to three models' drafts.

    A row with drafts creates an item. A row without drafts is kept until drafts have been written.

    `chosen`: the text that became the response: 0 for the person's response, 1 to 3 for that draft;
        if missing, it is selected at random
    """

    text_fields: ClassVar[frozenset[str]] = frozenset(("prompt", "response"))
    json_fields: ClassVar[frozenset[str]] = frozenset(("drafts",))

    id: OptionalId = None
    prompt: Text
    response: Text
    human: Identifier
    task_type: OptionalText = None
    category: OptionalText = None
    drafts: Annotated[Annotated[list[DraftText], Field(max_length=MOST_DRAFTS)] | None, Blank] = (
        None
    )
    chosen: Annotated[Annotated[Whole, Field(ge=0, le=MOST_DRAFTS)] | None, Blank] = None

    @model_validator(mode="after")
    def _one_of_them(self) -> DemonstrationRow:
        if self.chosen is not None and self.chosen > len(self.drafts or ()):
            raise ValueError(msg("“chosen” must be 0 or the number of a draft"))
        return self


def choose(row: DemonstrationRow, drafts: Sequence[DraftText], seed: str) -> int:
    """Select the text that becomes the response: 0 for the person's, or the number of a draft.

    All texts have the same probability. The result depends only on the seed, on the row's id (or
    its prompt if it has no id), and on the set of drafts.
    """
    rng = random.Random(f"choose:{seed}:{row.id or row.prompt}")  # noqa: S311 - no secret
    place = rng.randrange(1 + len(drafts))
    # The drafts are sorted, so that the selection does not depend on the order in which they were
    # written.
    in_order = sorted(range(len(drafts)), key=lambda n: (drafts[n].model, drafts[n].response))
    return in_order[place - 1] + 1 if place else 0


def item_of(row: DemonstrationRow, drafts: Sequence[DraftText], place: int) -> ItemRow:
    """Return the item of a demonstration with this selection."""
    fields = present(row.model_dump(include={"id", "task_type", "category"}))
    chosen: dict[str, Any] = (
        {"response": row.response, "human": row.human}
        if place == 0
        else {"response": drafts[place - 1].response, "model": drafts[place - 1].model}
    )
    return ItemRow.model_validate({**fields, "prompt": row.prompt, **chosen, **row.extra()})


def build_demonstration(row: DemonstrationRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a demonstration and, if it has drafts, its item.

    The project's secret seed determines the selection.
    """
    drafts = row.drafts or []
    place = row.chosen
    if drafts and place is None:
        # The seed is secret, so that somebody who knows the drafts cannot reproduce the selection.
        seed = context.alias_of(f"choose:{keys.document_key(row.prompt)}")
        place = choose(row, drafts, seed)
    yield demonstration_draft(row, drafts, place, context)
    if place is not None:
        yield from build_item(item_of(row, drafts, place), context)


def demonstration_draft(
    row: DemonstrationRow, drafts: Sequence[DraftText], chosen: int | None, context: ImportContext
) -> Draft:
    """Return the lead-only record of a demonstration, its drafts and the selection."""
    fields = {
        **row.extra(),
        **row.model_dump(include={"id", "prompt", "response", "human", "task_type", "category"}),
        "drafts": [draft.model_dump() for draft in drafts],
        "chosen": chosen,
    }
    key = (row.id or keys.document_key(row.prompt), keys.document_key(row.response))
    return data("demonstrations", fields, key, context.lead, context)
