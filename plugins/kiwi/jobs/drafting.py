"""The job that drafts questions from paragraphs on earlier work.

A model drafts five questions per paragraph. Questions that mention the paper they were drafted from
are dropped. For each of the others, a model decides whether the paragraph answers it. Source: the
KIWI paper, appendix A.6.
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

    papers   ids of the papers that have a text
    refused  why no questions are drafted from the paragraph; empty if they can be
    """

    row: Mapping[str, Any]
    papers: Sequence[str]
    refused: str


class DraftJob:
    """Draft questions from each paragraph, and mark the questions that cannot be used."""

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
        # Some papers are known only by their titles, but a question needs papers with a text.
        whole = [name for name in here if papers[name].get("document") != EMPTY]
        # Adds the paragraph's own count of missing papers and the cited papers that were not
        # imported.
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
        # Models may return more questions than requested; the surplus is cut off below.
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
    """Return a request with temperature 0, which yields the most probable verdict."""
    return replace(asked, parameters={**asked.parameters, "temperature": 0.0})


def _once(questions: Iterable[str]) -> list[str]:
    """Return the distinct questions in their order. Case is ignored."""
    result: dict[str, str] = {}
    for one in questions:
        result.setdefault(one.casefold(), one)
    return list(result.values())
