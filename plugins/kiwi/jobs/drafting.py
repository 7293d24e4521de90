"""The job that drafts questions from paragraphs on earlier work.

Source: the KIWI paper, appendix A.6. A model drafts five questions per paragraph. Those that
mention the paper they come from are dropped. For the others a model says whether the paragraph
answers them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pydantic import BaseModel, Field

from desktop_app.core.errors import RefusedError, UsageError
from desktop_app.core.job_options import Inventing, drop_empty, in_form, safe_request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Request, Unit, Work
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.raters import shortened
from plugins.kiwi.draft_rows import DraftedRow, build_drafted
from plugins.kiwi.jobs import wording
from plugins.kiwi.jobs.replies import SaidAnswerable, SaidQuestions, answerable_in, questions_in
from plugins.kiwi.project_questions import EMPTY, by_name, few_papers
from plugins.kiwi.settings import STANDARD, Settings


class DraftOptions(Inventing):
    """Options of `draft`."""

    number: int = Field(
        default=5,
        ge=1,
        le=len(wording.QUESTIONS),
        title=msg("Questions for each paragraph"),
        description=msg("number of questions kept per paragraph"),
    )


@dataclass(frozen=True)
class Paragraph:
    """A paragraph to draft from.

    papers   ids of the papers with a text
    refused  why nothing is drafted; empty if it can be
    """

    row: Mapping[str, Any]
    papers: Sequence[str]
    refused: str


class DraftJob:
    """Draft questions from each paragraph, and sort out those that cannot be used."""

    key: ClassVar[str] = "draft"
    title: ClassVar[str] = msg("Draft questions")
    prompts: ClassVar[Sequence[str]] = ("draft_questions", "answerable")
    options: ClassVar[type[BaseModel]] = DraftOptions

    def __init__(self, settings: Settings = STANDARD) -> None:
        self._settings = settings

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        rows = dataset.rows.get("paragraphs", ())
        if not rows:
            raise UsageError(
                msg("there are no paragraphs to draft questions from"),
                hint=msg(
                    "Import some with the papers they cite: --what papers, --what paragraphs."
                ),
            )
        papers = by_name(dataset.rows.get("papers", ()))
        for row in rows:
            yield Unit(str(row["id"]), str(row["id"]), self._paragraph(row, papers))

    def _paragraph(
        self, row: Mapping[str, Any], papers: Mapping[str, Mapping[str, Any]]
    ) -> Paragraph:
        cited = [str(name) for name in row.get("papers") or ()]
        here = [name for name in cited if name in papers]
        # A paper may be known by its title only; a question needs papers with a text.
        whole = [name for name in here if papers[name].get("document") != EMPTY]
        # The paragraph's own count of missing papers, and the cited ones that were not imported.
        missing = int(row.get("missing") or 0) + len(cited) - len(here)
        empty = len(here) - len(whole)
        refused = few_papers(len(here), empty, missing, self._settings, drafted=True)
        return Paragraph(row, whole, refused)

    def work(self, unit: Unit, brief: Brief) -> Work:
        one, options = unit.data, brief.options
        assert isinstance(one, Paragraph)
        assert isinstance(options, DraftOptions)
        if one.refused:
            raise RefusedError(
                msg("no question is drafted from the paragraph: {refused}", refused=one.refused)
            )
        text, ids = str(one.row["text"]), {"paragraph": unit.key}
        # The number is a request; models may return more, which are cut off below.
        texts = {"paragraph": text, "number": str(options.number)}
        asked = safe_request(brief, "draft_questions", ids, texts)
        drafted, call = yield from in_form(asked, SaidQuestions, questions_in)
        result: list[Draft] = []
        for question in _once(drafted.questions)[: options.number]:
            row = {
                "question": question,
                "paragraph": unit.key,
                "papers": list(one.papers),
                "model": brief.model,
                "call": call,
            }
            # Anchored questions are kept with the reason, so that a lead can check the rule.
            if wording.ANCHORED.search(question):
                row["filtered"] = "anchored"
            else:
                asked = safe_request(
                    brief, "answerable", ids, {"paragraph": text, "question": question}
                )
                asked = _certain(asked)
                reported, check = yield from in_form(asked, SaidAnswerable, answerable_in)
                row |= {"answerable": reported.verdict, "reason": shortened(reported.reason)}
                row["check_call"] = check
            result += build_drafted(DraftedRow.model_validate(drop_empty(row)), brief.context)
        return result


def _certain(asked: Request) -> Request:
    """Return a request with temperature 0: the verdict should be the likeliest one."""
    return replace(asked, parameters={**asked.parameters, "temperature": 0.0})


def _once(questions: Iterable[str]) -> list[str]:
    """Return the distinct questions in their order, ignoring capitals."""
    result: dict[str, str] = {}
    for one in questions:
        result.setdefault(one.casefold(), one)
    return list(result.values())
