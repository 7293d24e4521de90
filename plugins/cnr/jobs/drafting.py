"""The model job that writes responses to prompts and drafts for demonstrations.

Source: the CnR paper, sections 3 (creating items) and 4 (the setting p → r).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import Asking, request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Unit, Work
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.replies import reply_text
from plugins.cnr.item_making import (
    MOST_DRAFTS,
    DemonstrationRow,
    build_demonstration,
    demonstration_draft,
)
from plugins.cnr.jobs.common import items_of, needed, one_a_prompt
from plugins.cnr.other_rows import ResponseRow, build_response


class DraftOptions(Asking):
    """Options of `draft`."""

    of: Literal["items", "demonstrations"] = Field(
        default="items",
        title=msg("What to draft for"),
        json_schema_extra={
            "labels": {
                "items": msg("Prompts of the items"),
                "demonstrations": msg("Demonstrations without an item"),
            }
        },
        description=msg(
            "“items”: each prompt, from the prompt alone; “demonstrations”: one more draft"
            " for each that is no item yet"
        ),
    )
    drafts: int = Field(
        default=MOST_DRAFTS,
        ge=1,
        le=MOST_DRAFTS,
        title=msg("Drafts per item"),
        description=msg("number of drafts per demonstration item"),
    )


class DraftJob:
    """Write a response to each prompt.

    With its last draft, a demonstration becomes an item. The project's secret seed selects one of
    its texts as the response.
    """

    key: ClassVar[str] = "draft"
    title: ClassVar[str] = msg("Write responses to prompts")
    prompts: ClassVar[Sequence[str]] = ("draft",)
    options: ClassVar[type[BaseModel]] = DraftOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, DraftOptions)
        if options.of == "items":
            for item in one_a_prompt(needed(items_of(dataset), options.of)):
                yield Unit(item.key, item.name, item)
            return
        kept = dataset.rows.get("demonstrations", ())
        if not kept:
            raise UsageError(
                msg("there are no demonstrations"), hint=msg("Import them: --what demonstrations.")
            )
        # Demonstrations with a selected response are items already.
        for row in kept:
            if row.get("chosen") is None:
                # The key contains the texts, because several demonstrations may have the same
                # prompt or id.
                name = str(row.get("id") or keys.document_key(str(row["prompt"]))[:8])
                key = keys.document_key(f"{name}\0{row['prompt']}\0{row['response']}")
                yield Unit(key[: keys.KEY_DIGITS], name, row)

    def work(self, unit: Unit, brief: Brief) -> Work:
        if isinstance(unit.data, ItemData):
            return _answer(unit.data, brief)
        return _draft(unit.data, brief)


def _answer(item: ItemData, brief: Brief) -> Work:
    prompt = str(item.content.get("prompt", ""))
    reply = yield request(brief, "draft", {"item": item.key}, {"prompt": prompt})
    row = {
        "item": item.key,
        "model": brief.model,
        "setting": "pr",
        "response": reply_text(reply),
        "call": reply.call,
    }
    return list(build_response(ResponseRow.model_validate(row), brief.context))


def _draft(kept: Mapping[str, Any], brief: Brief) -> Work:
    options = brief.options
    assert isinstance(options, DraftOptions)
    drafts = list(kept.get("drafts", ()))
    # Each run adds one draft by its model, so further drafts need runs with other models.
    if all(one["model"] != brief.model for one in drafts) and len(drafts) < options.drafts:
        reply = yield request(brief, "draft", {}, {"prompt": str(kept["prompt"])})
        drafts.append({"response": reply_text(reply), "model": brief.model, "call": reply.call})
    row = DemonstrationRow.model_validate({**kept, "drafts": drafts})
    # The last draft creates the item.
    if len(drafts) >= options.drafts:
        return list(build_demonstration(row, brief.context))
    return [demonstration_draft(row, row.drafts or (), None, brief.context)]
