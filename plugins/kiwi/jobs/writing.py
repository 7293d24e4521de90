"""The jobs that write texts: first answers of sessions, and questions drafted from paragraphs.

A person decides on all of these texts. A first answer is written from passages of the item's
papers, by default five; the question is the query (KIWI paper, section 2.2).

By default, five questions are drafted per paragraph on earlier work. Questions that mention the
paper they were drafted from are marked and need no decision. For each of the others, a model
decides whether the paragraph answers it (appendix A.6).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, Field

from desktop_app.core.errors import RefusedError, UsageError
from desktop_app.core.job_options import Asking, Inventing, drop_empty, in_form, safe_request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Lookup, Unit, Work, looked_up
from desktop_app.core.protocol.data import CLOSED, Dataset, ItemData
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.raters import shortened
from desktop_app.core.replies import bounded, reply_text
from plugins.kiwi.jobs import wording
from plugins.kiwi.jobs.replies import SaidAnswerable, SaidQuestions, answerable_in, questions_in
from plugins.kiwi.passages import paragraphs, passages_of, passages_text
from plugins.kiwi.project_questions import EMPTY, by_name, few_papers
from plugins.kiwi.rows import DraftedRow, InitialRow, build_drafted, build_initial
from plugins.kiwi.settings import STANDARD, Settings
from plugins.kiwi.shapes import MOST_PASSAGES, SESSION


class DraftOptions(Inventing):
    """Options of `draft`."""

    number: int = Field(
        default=5,
        ge=1,
        le=len(wording.QUESTIONS),
        title=msg("Questions for each paragraph"),
        description=msg("maximum number of questions per paragraph"),
    )


@dataclass(frozen=True)
class Paragraph:
    """A paragraph from which questions are drafted.

    `row`: the stored row of the paragraph
    `papers`: ids of the cited papers that have a text
    `refused`: why no questions are drafted from the paragraph; empty if they can be
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
        # Papers that the row counts as missing, and papers that it names but nobody imported.
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
        for question in _distinct(drafted.questions)[: options.number]:
            row = {
                "question": question,
                "paragraph": unit.key,
                "papers": list(one.papers),
                "model": brief.model,
                "call": call,
            }
            # Questions that refer to their source are kept with the reason, so that a lead can
            # check the filter.
            if wording.ANCHORED.search(question):
                row["filtered"] = "anchored"
            else:
                asked = safe_request(
                    brief, "answerable", ids, {"paragraph": text, "question": question}
                )
                # Temperature 0 yields the most probable verdict.
                asked = replace(asked, parameters={**asked.parameters, "temperature": 0.0})
                reported, check = yield from in_form(asked, SaidAnswerable, answerable_in)
                row |= {"answerable": reported.verdict, "reason": shortened(reported.reason)}
                row["check_call"] = check
            result += build_drafted(DraftedRow.model_validate(drop_empty(row)), brief.context)
        return result


def _distinct(questions: Iterable[str]) -> list[str]:
    """Return the questions without repetitions, in their order. Case is ignored."""
    result: dict[str, str] = {}
    for one in questions:
        result.setdefault(one.casefold(), one)
    return list(result.values())


class InitialOptions(Asking):
    """Options of `initial`."""

    model: str = Field(
        default="",
        max_length=300,
        title=msg("Only items of the model"),
        description=msg(
            "by name or alias; empty: items of the answering model, and items without a model"
        ),
    )
    retriever: Literal["project", "bm25", "dense", "hybrid"] = Field(
        default="project",
        title=msg("Retriever"),
        json_schema_extra={
            "labels": {
                "project": msg("Project setting"),
                "bm25": msg("By words"),
                "dense": msg("By vectors"),
                "hybrid": msg("By words and vectors"),
            }
        },
        description=msg(
            "“project”, “bm25”, “dense”, or “hybrid”; vectors require a connection with an "
            "embedding model"
        ),
    )
    passages: int | None = Field(
        default=None,
        ge=1,
        le=MOST_PASSAGES,
        title=msg("Passages"),
        description=msg("how many are shown to the model; empty: project setting"),
    )
    again: bool = Field(
        default=False,
        title=msg("Include items that have an answer"),
        description=msg("write existing answers again; the earlier ones are replaced"),
    )


@dataclass(frozen=True)
class MissingAnswer:
    """An item whose first answer is to be written.

    `texts`: the full texts of its papers
    `model`: the only model that may write the answer; empty: any model
    """

    item: ItemData
    texts: Sequence[str]
    model: str


class InitialJob:
    """Write the first answers of open items that nobody has worked on.

    Items that have a first answer are skipped unless the option `again` is set.
    """

    key: ClassVar[str] = "initial"
    title: ClassVar[str] = msg("Write first answers")
    prompts: ClassVar[Sequence[str]] = ("initial",)
    options: ClassVar[type[BaseModel]] = InitialOptions

    def __init__(self, settings: Settings = STANDARD) -> None:
        self._settings = settings

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, InitialOptions)
        items = [one for one in dataset.items if one.stage in ("", SESSION)]
        if not items:
            raise UsageError(
                msg("there are no questions"),
                hint=msg("Import some with their papers: --what items, or --what questions."),
            )
        # The value of the option may be the name of a model or its alias.
        chosen = dataset.model_named(options.model) if options.model else ""
        if chosen and all(one.origin.get("model") != chosen for one in items):
            raise UsageError(
                msg("no item belongs to the model “{model}”", model=options.model),
                hint=msg("Choose one of the project’s models, or leave it empty."),
            )
        # Turns of a session revise its first answer, so an answer that someone has worked on is not
        # replaced.
        answered = {str(row["item"]) for row in dataset.rows.get("initials", ())}
        worked_on = {one.item for one in dataset.annotations if one.stage == SESSION}
        for one in items:
            model = str(one.origin.get("model") or "")
            has_one = one.key in answered
            # An item with an answer may be closed only because that answer has not been checked, so
            # the answer may be written again.
            closed = bool(one.origin.get(CLOSED)) and not has_one
            if one.key in worked_on or closed or (has_one and not options.again):
                continue
            if chosen and model != chosen:
                continue
            texts = [dataset.documents.get(str(key), "") for key in one.content["documents"]]
            data = MissingAnswer(one, texts, "" if chosen else model)
            # The question's id chooses the items of all models.
            alias = dataset.aliases.get(model, "")
            yield Unit(one.key, one.name, data, groups=(one.name.removesuffix(f":{alias}"),))

    def work(self, unit: Unit, brief: Brief) -> Work:
        one, options = unit.data, brief.options
        assert isinstance(one, MissingAnswer)
        assert isinstance(options, InitialOptions)
        if one.model and one.model != brief.model:
            # The item belongs to another model, which has its own run.
            return []
        settings, question = self._settings, str(one.item.content["question"])
        places, texts = paragraphs(one.texts)
        retriever = settings.retriever if options.retriever == "project" else options.retriever
        most = options.passages or settings.passages
        # `yield from` lets the runner do the search, which may need a server for vectors.
        result = yield from looked_up(Lookup(texts, question, most, retriever))
        passages = passages_of(result, places, most)
        shown = passages_text(passages, one.item.content.get("papers") or (), one.texts)
        asked = safe_request(
            brief,
            "initial",
            {"item": one.item.key},
            {"question": question, "documents": shown or wording.NOTHING_FOUND},
        )
        temperature = {"temperature": settings.temperature}
        # A temperature set in the connection takes precedence over the project's temperature.
        reply = yield replace(asked, parameters={**temperature, **asked.parameters})
        row = {
            "item": one.item.key,
            "answer": bounded(reply_text(reply), reply.model),
            "passages": passages,
            "query": question,
            "retriever": result.retriever,
            "call": reply.call,
        }
        return list(build_initial(InitialRow.model_validate(drop_empty(row)), brief.context))
