"""A small test job, added to the protocol risum: it grades answers with two requests each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

import pytest
from pydantic import BaseModel, Field

from desktop_app.core.keys import row_key
from desktop_app.core.model_jobs import Brief, Request, Unit, Work
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft
from plugins.risum.protocol import RISUM

PROMPTS = {
    "remark": "# What is there to say?\n[system]\nYou read closely.\n[user]\n{{answer}}\n\nRemark?",
    "grade": "[user]\nThe text:\n{{document}}\n\nThe answer: {{answer}}\nA remark: {{remark}}\n",
}


class Grade(BaseModel):
    value: int = Field(ge=1, le=5)
    why: str


class Options(BaseModel):
    above: int = Field(default=0, ge=0, description="Only items whose number is above this.")
    max_tokens: int = Field(default=100, ge=1)
    remarks: bool = True


class GradeJob:
    key: ClassVar[str] = "grade"
    title: ClassVar[str] = "Grade answers"
    prompts: ClassVar[tuple[str, ...]] = ("remark", "grade")
    options: ClassVar[type[BaseModel]] = Options

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, Options)
        done = {row["item"] for row in dataset.metric_ratings}
        for place, item in enumerate(dataset.items):
            if place >= options.above and item.key not in done:
                text = dataset.documents[item.content["document"]]
                label = str(item.origin.get("external_id") or item.key)
                yield Unit(item.key, label, (dataset.project, item, text))

    def work(self, unit: Unit, brief: Brief) -> Work:
        options = brief.options
        assert isinstance(options, Options)
        project, item, text = unit.data
        about = {"item": item.key}
        given = {"max_tokens": options.max_tokens}
        answer = item.content["answer"]
        remark = "none"
        if options.remarks:
            prompt = brief.prompts["remark"]
            said = yield Request(
                "remark", "remark", prompt.version, prompt.fill(answer=answer), given, about=about
            )
            remark = said.text
        prompt = brief.prompts["grade"]
        messages = prompt.fill(document=text, answer=answer, remark=remark)
        reply = yield Request("grade", "grade", prompt.version, messages, given, Grade, about=about)
        assert isinstance(reply.data, Grade)
        body = {
            "item": item.key,
            "method": f"judge {reply.model}",
            "question": "rating",
            "value": float(reply.data.value),
            "call": reply.call,
        }
        key = row_key(project, "risum", "metric_ratings", item.key, body["method"])
        return [Draft("metric_rating", key, body, brief.lead, unit.label)]


class BrokenJob(GradeJob):
    """A job that fails for the items of one model."""

    key = "broken"
    title = "Grade, badly"

    def work(self, unit: Unit, brief: Brief) -> Work:
        if unit.label.endswith("gamma-large"):
            raise KeyError("a defect of this job")
        return super().work(unit, brief)


@contextmanager
def lent(patch: pytest.MonkeyPatch, **more: Any) -> Iterator[None]:
    """Add the jobs and prompts of this module to risum until the test ends."""
    jobs: Mapping[str, Any] = {job.key: job for job in (GradeJob(), BrokenJob())}
    # A property, because a risum that was used keeps its own jobs.
    patch.setattr(type(RISUM), "jobs", property(lambda _: jobs), raising=False)
    patch.setattr(type(RISUM), "prompts", lambda self: PROMPTS, raising=False)
    for name, value in more.items():
        patch.setattr(type(RISUM), name, value, raising=False)
    yield
