"""The model job that labels people's critiques with categories of errors (CnR paper, 7.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from pydantic import BaseModel

from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import Judging, request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Unit, Work
from desktop_app.core.protocol.data import Dataset
from plugins.cnr.chat import critique_in_words
from plugins.cnr.effective_texts import Final, finals_of
from plugins.cnr.jobs.common import texts_of
from plugins.cnr.jobs.replies import SaidCategories
from plugins.cnr.other_rows import LabelRow, build_label


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
            yield Unit(name, f"{one.item.name}:{one.annotation.annotator}", one)

    def work(self, unit: Unit, brief: Brief) -> Work:
        one: Final = unit.data
        row: dict[str, Any] = {"answer": unit.key, "labeller": brief.model}
        # A critique that finds nothing to improve mentions no error, so no request is needed.
        if one.answers.get("negative"):
            texts = {**texts_of(one.item), "critique": critique_in_words(one.answers)}
            about = {"item": one.item.key}
            reply = yield request(brief, "classify", about, texts, answer=SaidCategories)
            data = reply.data
            assert isinstance(data, SaidCategories)
            row |= {"categories": data.codes(), "call": reply.call}
        return list(build_label(LabelRow.model_validate(row), brief.context))
