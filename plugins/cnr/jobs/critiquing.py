"""The model job that critiques responses, for annotators and for diagnostic samples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, Field

from desktop_app.core.job_options import Asking, request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Reply, Request, Unit, Work
from desktop_app.core.prompts import Message, Prompt
from desktop_app.core.protocol.data import Dataset, ItemData
from plugins.cnr.critiques import check_critique
from plugins.cnr.jobs.common import OF, diagnostics_of, items_of, needed, texts_of
from plugins.cnr.jobs.replies import SaidCritique
from plugins.cnr.other_rows import CritiqueRow, build_critique
from plugins.cnr.rows import DIAGNOSTIC

# The prompt that annotators' programs may use as well.
LIVE = "critique"


class CritiqueOptions(Asking):
    """Options of `critique`."""

    of: Literal["items", "diagnostics"] = Field(
        default="items",
        title=msg("What to criticise"),
        json_schema_extra={"labels": OF},
        description=msg("“items”, or “diagnostics”: the diagnostic samples"),
    )


class CritiqueJob:
    """Critique each response.

    Critiques of items are sent to annotators, who may accept their points.
    """

    key: ClassVar[str] = "critique"
    title: ClassVar[str] = msg("Criticise responses")
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
    """Return the request for a critique in the form that an annotator's program sends.

    `prompt`: the project's prompt “critique”
    `content`: the content of the item
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
