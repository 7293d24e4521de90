"""The model jobs that write responses and drafts, critique responses, and label critiques.

Source: the CnR paper, sections 3 (creating items), 4 (the setting p → r) and 7.1 (labels).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import Asking, Judging, rater_name, request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Reply, Request, Unit, Work
from desktop_app.core.prompts import Message, Prompt
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.replies import reply_text
from plugins.cnr.critiques import check_critique, critique_in_words
from plugins.cnr.jobs.replies import (
    OF,
    SaidCategories,
    SaidCritique,
    diagnostics_of,
    items_of,
    needed,
    one_a_prompt,
    texts_of,
)
from plugins.cnr.other_rows import (
    CritiqueRow,
    LabelRow,
    ResponseRow,
    build_critique,
    build_label,
    build_response,
)
from plugins.cnr.reviews import Final, finals_of
from plugins.cnr.rows import (
    DIAGNOSTIC,
    MOST_DRAFTS,
    DemonstrationRow,
    build_demonstration,
    demonstration_draft,
)

# Labels (CnR paper, 7.1).


class ClassifyJob:
    """Label each critique with the categories it mentions.

    Categories that people assigned stay unchanged.
    """

    key: ClassVar[str] = "classify"
    title: ClassVar[str] = msg("Label critiques with categories")
    prompts: ClassVar[Sequence[str]] = ("classify",)
    options: ClassVar[type[BaseModel]] = Judging

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        matches = [one for one in finals_of(dataset).all if critique_in_words(one.answers)]
        if not matches:
            raise UsageError(
                msg("there are no critiques by people"), hint=msg("Merge or import answers first.")
            )
        for one in matches:
            name = f"{one.item.key}:{one.annotation.annotator}"
            label = f"{one.item.name}:{one.annotation.annotator}"
            yield Unit(name, label, one, groups=(one.item.name, one.item.key))

    def work(self, unit: Unit, brief: Brief) -> Work:
        one: Final = unit.data
        row: dict[str, Any] = {"answer": unit.key, "labeller": rater_name(brief, "classify")}
        # A critique that finds nothing to improve mentions no error, so no request is needed.
        if one.answers.get("negative"):
            texts = {**texts_of(one.item), "critique": critique_in_words(one.answers)}
            about = {"item": one.item.key}
            reply = yield request(brief, "classify", about, texts, answer=SaidCategories)
            data = reply.data
            assert isinstance(data, SaidCategories)
            row |= {"categories": data.codes(), "call": reply.call}
        return list(build_label(LabelRow.model_validate(row), brief.context))


# Critiques.

# The prompt that annotators' programs may use as well.
LIVE = "critique"


class CritiqueOptions(Asking):
    """Options of `critique`."""

    of: Literal["items", "diagnostics"] = Field(
        default="items",
        title=msg("Responses to critique"),
        json_schema_extra={"labels": OF},
        description=msg("“items”, or “diagnostics”: the diagnostic samples"),
    )


class CritiqueJob:
    """Critique each response.

    Critiques of items are sent to annotators, who may accept their points.
    """

    key: ClassVar[str] = "critique"
    title: ClassVar[str] = msg("Critique responses")
    prompts: ClassVar[Sequence[str]] = (LIVE,)
    options: ClassVar[type[BaseModel]] = CritiqueOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, CritiqueOptions)
        result = diagnostics_of(dataset) if options.of == "diagnostics" else items_of(dataset)
        for item in needed(result, options.of):
            yield Unit(item.key, item.name, item)

    def work(self, unit: Unit, brief: Brief) -> Work:
        item: ItemData = unit.data
        reply = yield critique_request(brief, item.key, texts_of(item))
        fields = critique_of(reply, texts_of(item)["response"])
        row = {**fields, "item": item.key, "model": brief.model, "call": reply.call}
        drafts = build_critique(CritiqueRow.model_validate(row), brief.context)
        # A diagnostic sample is never assigned to anybody, so it needs no prepared critique.
        return [one for one in drafts if one.kind != "prepared" or item.stage != DIAGNOSTIC]


def critique_request(brief: Brief, item: str, texts: Mapping[str, str]) -> Request:
    """Return the request for a critique of a response.

    `texts`: “prompt” and “response”
    """
    return request(brief, LIVE, {"item": item}, texts, answer=SaidCritique)


def live_critique_request(prompt: Prompt, item: str, content: Mapping[str, Any]) -> Request:
    """Return the critique request as an annotator's program sends it.

    `prompt`: the project's prompt “critique”
    `item`: key of the item
    `content`: the item's content
    """
    texts = {name: str(content.get(name, "")) for name in ("prompt", "response")}
    messages: Sequence[Message] = prompt.fill(**texts)
    return Request(LIVE, LIVE, prompt.version, messages, answer=SaidCritique, about={"item": item})


def critique_of(reply: Reply, response: str) -> dict[str, Any]:
    """Return the critique in a reply, in the normal form of `check_critique`.

    The anchor of a point is the position of its quote in the response.
    """
    data = reply.data
    assert isinstance(data, SaidCritique)
    return check_critique(data.fields(response))


class DraftOptions(Asking):
    """Options of `draft`."""

    of: Literal["items", "demonstrations"] = Field(
        default="items",
        title=msg("Write drafts for"),
        json_schema_extra={
            "labels": {
                "items": msg("Prompts of the items"),
                "demonstrations": msg("Demonstrations without an item"),
            }
        },
        description=msg(
            "“items”: a response to each prompt; “demonstrations”: one more draft for each "
            "demonstration that is not an item yet"
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

    A demonstration becomes an item when its last draft has been written. The project's secret seed
    selects one of its texts as the response.
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
