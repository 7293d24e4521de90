"""Data for leads who write questions in a form, or decide on texts written by models.

First answers are checked before use (KIWI paper, section 3.1). A drafted question must be
understandable on its own, make sense, and not be too narrow (appendix A.6).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal

from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.data import Brought, Dataset, ItemData, State, Submission
from desktop_app.text.tokens import one_line
from plugins.kiwi.passages import citations
from plugins.kiwi.project_questions import (
    EMPTY,
    Question,
    by_name,
    few_papers,
    questions_of,
)
from plugins.kiwi.rows import initial_digest
from plugins.kiwi.settings import STANDARD, Settings
from plugins.kiwi.shapes import SESSION, paragraphs_of, present

INITIAL, DRAFTED = "initial", "drafted"  # Prefixes of `Submission.item`.
# Minimum similarity, 0 to 1, of two questions that are shown as possible duplicates.
ALIKE: Final = 0.8
_LONGEST_TITLE, _LONGEST_FIELD = 300, 100  # Maximum number of characters shown.
# Maximum number of possible duplicates that are named; the others are counted.
_MOST_ALIKE: Final = 2
# Minimum similarity to the question in the form, and maximum number of similar questions shown.
SIMILAR: Final = 0.7
_MOST_SIMILAR: Final = 3
_TO_CHECK: Final = msg(
    "check that it can stand alone (is understandable without its paragraph), makes "
    "sense (an expert could ask it) and is not too narrow (no single sentence of a "
    "paper answers it)"
)
_TO_READ: Final = msg("check that it answers the question and that the cited passages support it")

Level = Literal["ok", "warn", "bad"]


def submissions(dataset: Dataset, settings: Settings) -> list[Submission]:
    """Return first answers, then drafted questions, in a stable order.

    Imported first answers count as checked, so they are included only if a person has checked them.
    """
    return [*_initials(dataset, settings), *_drafted(dataset, settings)]


def pending(dataset: Dataset, settings: Settings) -> int:
    """Return the number of `submissions` without a decision."""
    decided = {str(row["drafted"]) for row in dataset.rows.get("decisions", ())}
    drafted = dataset.rows.get("drafted", ())
    return sum(not one.is_decided for one in _initials(dataset, settings)) + sum(
        str(row["id"]) not in decided and not _why_dropped(row) for row in drafted
    )


def decision_row(item: str, decision: str, reason: str) -> tuple[str, dict[str, Any]]:
    """Return the kind and the fields of the row that records a decision.

    `item`: `Submission.item`, which begins with “initial:” or “drafted:”
    `decision`: “accept” or “reject”
    """
    what, _, named = item.partition(":")
    fields = {"reason": reason or None}
    if what == INITIAL:
        return "checks", {
            "item": named,
            "decision": "release" if decision == "accept" else "drop",
            **fields,
        }
    return "decisions", {"drafted": named, "decision": decision, **fields}


def brought(dataset: Dataset, item: str) -> Brought | None:
    """Return a question, its papers and its first answer, as an annotator's page shows them.

    A drafted question has no first answer, and the paragraph that it was drafted from is appended
    to its papers. None if the question or the answer is not in the project.

    `item`: `Submission.item`, which begins with “initial:” or “drafted:”
    """
    what, _, named = item.partition(":")
    if what == INITIAL:
        there = next((one for one in dataset.items if one.key == named), None)
        row = next((one for one in dataset.rows.get("initials", ()) if one["item"] == named), None)
        if there is None or row is None:
            return None
        names = ("answer", "passages", "query", "retriever")
        initial = present({name: row.get(name) for name in names})
        keys = [str(key) for key in there.content.get("documents") or ()]
        texts = {key: dataset.documents.get(key, "") for key in keys}
        return Brought(SESSION, there.content, {"initial": initial}, texts)
    rows = dataset.rows.get("drafted", ())
    row = next((one for one in rows if str(one.get("id")) == named), None)
    return _paragraph(dataset, row) if row is not None else None


def _paragraph(dataset: Dataset, row: Mapping[str, Any]) -> Brought:
    paragraph = _paragraphs(dataset).get(str(row.get("paragraph")), {})
    papers = [
        one
        for one in _papers_of(row, paragraph, by_name(dataset.rows.get("papers", ())))
        if one is not None
    ]
    shown = [present({"title": one["title"], "authors": one.get("authors")}) for one in papers]
    keys = [str(one["document"]) for one in papers]
    texts = {key: dataset.documents.get(key, "") for key in keys}
    if paragraph.get("text"):
        # The entry has no title, because the page adds a translated one.
        source = paragraph.get("source_paper")
        shown.append({"drafted_from": True, "authors": [source] if source else []})
        keys.append("paragraph")  # Cannot be a document's key, which is a digest.
        texts["paragraph"] = str(paragraph["text"])
    content = {"question": row["question"], "papers": shown, "documents": keys}
    return Brought(SESSION, content, {}, texts)


def _initials(dataset: Dataset, settings: Settings) -> Iterator[Submission]:
    items = {item.key: item for item in dataset.items}
    checks = {str(row["item"]): row for row in dataset.rows.get("checks", ())}
    questions = questions_of(dataset, settings)
    matches = []
    for row in dataset.rows.get("initials", ()):
        item = items.get(str(row["item"]))
        check = checks.get(str(row["item"]))
        # An answer imported from files counts as checked, unless a person has decided otherwise.
        if item is None or (check is None and not row.get("call")):
            continue
        question = questions.get(str(item.origin.get("question")))
        matches.append((question, item, row, check))
    matches.sort(key=lambda one: (natural_order(one[1].name), one[1].key))
    for question, item, row, check in matches:
        yield Submission(
            item=f"{INITIAL}:{item.key}",
            author=str(item.origin.get("model") or ""),
            field=one_line(str(item.content.get("topic") or ""), _LONGEST_FIELD),
            title=one_line(str(item.content.get("question") or ""), _LONGEST_TITLE),
            state=_checked(row, check),
            reason=str((check or {}).get("reason") or ""),
            notes=tuple(_answer_notes(question, item, row, dataset)),
            answers=row,
            kind=msg("First answer"),
        )


def _checked(row: Mapping[str, Any], check: Mapping[str, Any] | None) -> State:
    if check is None:
        return "waiting"
    if check.get("of") != initial_digest(row):
        return "changed"
    return "accepted" if check.get("decision") == "release" else "rejected"


def _answer_notes(
    question: Question | None, item: ItemData, row: Mapping[str, Any], dataset: Dataset
) -> Iterator[str]:
    if _names_a_model(str(row["answer"]), dataset):
        yield msg("it names a model, but the annotator must not know which model it is")
    papers = len(item.content.get("papers") or ())
    cited = {one.paper for one in citations(str(row["answer"]))}
    beyond = sorted(one for one in cited if one >= papers)
    if beyond:
        yield msg("it cites [{beyond}], but there is no such paper", beyond=beyond[0])
    if not cited:
        yield msg("it cites no paper")
    if not row.get("passages"):
        yield msg("it was written without passages from the papers")
    if question is not None and question.closed:
        yield msg("its question is not assigned to anybody else: {closed}", closed=question.closed)
    yield _TO_READ


def _names_a_model(answer: str, dataset: Dataset) -> bool:
    """Return whether a text contains the name of one of the project's models.

    The name may be spelled as on a server, or as people write it (“Llama 3”).
    """
    text = " ".join(answer.casefold().replace("-", " ").split())
    names = (name.rpartition("/")[2].casefold().replace("-", " ") for name in dataset.aliases)
    return any(
        re.search(rf"(?<!\w){re.escape(name.strip())}(?!\w)", text)
        for name in names
        if name.strip()
    )


def _drafted(dataset: Dataset, settings: Settings) -> Iterator[Submission]:
    decided = {str(row["drafted"]): row for row in dataset.rows.get("decisions", ())}
    paragraphs, papers = _paragraphs(dataset), by_name(dataset.rows.get("papers", ()))
    rows = sorted(dataset.rows.get("drafted", ()), key=lambda row: natural_order(str(row["id"])))
    texts = {f"{DRAFTED}:{row['id']}": str(row["question"]) for row in rows}
    drafts = {str(row["id"]) for row in rows}
    for question in questions_of(dataset, settings).values():
        if question.label not in drafts:
            texts[question.key] = question.text
    alike = _alike(tuple(texts.items()))
    for row in rows:
        name = str(row["id"])
        paragraph = paragraphs.get(str(row.get("paragraph")), {})
        decision = decided.get(name)
        dropped = _why_dropped(row)
        state: State = "filtered" if dropped else "waiting"
        if decision is not None:
            state = "accepted" if decision.get("decision") == "accept" else "rejected"
        notes = [dropped] if dropped else []
        few = _few(_papers_of(row, paragraph, papers), row, paragraph, settings)
        if few:
            notes.append(msg("{few}: even if accepted, it is not assigned to anybody", few=few))
        if row.get("answerable") is None and not dropped:
            notes.append(msg("no model was asked whether its paragraph answers it"))
        if not dropped:
            notes.append(_TO_CHECK)
        others = [
            one_line(texts[one], _LONGEST_TITLE) for one in alike.get(f"{DRAFTED}:{name}", ())
        ]
        notes += [msg("it is similar to “{title}”", title=title) for title in others[:_MOST_ALIKE]]
        if len(others) > _MOST_ALIKE:
            notes.append(msg("other similar questions: {value}", value=len(others) - _MOST_ALIKE))
        yield Submission(
            item=f"{DRAFTED}:{name}",
            author=str(row.get("model") or ""),
            field=one_line(str(row.get("track") or paragraph.get("track") or ""), _LONGEST_FIELD),
            title=one_line(str(row["question"]), _LONGEST_TITLE),
            state=state,
            reason=str((decision or {}).get("reason") or ""),
            notes=tuple(notes),
            answers=row,
            kind=msg("Drafted question"),
        )


def _why_dropped(row: Mapping[str, Any]) -> str:
    """Return why no decision about a drafted question is needed; empty if one is needed."""
    if row.get("filtered"):
        return msg("a filter removed it: it mentions its source paper")
    answerable = row.get("answerable")
    if answerable == "no":
        return msg("according to a model, the paragraph does not answer it")
    if answerable == "partially":
        return msg("according to a model, the paragraph only partly answers it")
    return ""


def _few(
    papers: Sequence[Mapping[str, Any] | None],
    row: Mapping[str, Any],
    paragraph: Mapping[str, Any],
    settings: Settings,
) -> str:
    here = [one for one in papers if one is not None]
    missing = int(row.get("missing") or paragraph.get("missing") or 0) + len(papers) - len(here)
    empty = sum(str(one["document"]) == EMPTY for one in here)
    return few_papers(len(here), empty, missing, settings, drafted=True)


def _papers_of(
    row: Mapping[str, Any],
    paragraph: Mapping[str, Any],
    papers: Mapping[str, Mapping[str, Any]],
) -> list[Mapping[str, Any] | None]:
    """Return the papers of a drafted question; None for each paper that is not in the project."""
    named = row.get("papers") or paragraph.get("papers") or ()
    return [papers.get(str(name)) for name in named]


def _paragraphs(dataset: Dataset) -> Mapping[str, Mapping[str, Any]]:
    return {str(row.get("id")): row for row in dataset.rows.get("paragraphs", ())}


@lru_cache(maxsize=2)
def _alike(texts: tuple[tuple[str, str], ...]) -> Mapping[str, Sequence[str]]:
    """Return the names of the possible duplicates of each text, by its name.

    The result is cached, because a lead's pages call this after every change of the project, most
    of which leave the questions unchanged.
    """
    from desktop_app.text.duplicates import near_duplicates  # Loads numpy, which only leads need.

    result: dict[str, list[str]] = {}
    for one, other, _ in near_duplicates(dict(texts), ALIKE):
        result.setdefault(one, []).append(other)
        result.setdefault(other, []).append(one)
    return result


@dataclass(frozen=True)
class PaperLine:
    """A paper that questions can be linked to.

    `name`: the name of the paper in rows: its id, or else its key
    `paragraphs`: the number of its paragraphs; 0 if its text is missing
    `folded`: the case-folded text in which the search field searches
    """

    name: str
    title: str
    authors: str
    source: str
    paragraphs: int
    folded: str


@dataclass(frozen=True)
class QuestionLine:
    """A question that is linked to papers.

    `name`: its id, or else its key
    `row`: the fields of its row, without the key; the id is `name`
    `items`: the keys of the question's items
    """

    name: str
    text: str
    row: Mapping[str, Any]
    items: tuple[str, ...]


@dataclass(frozen=True)
class Preparing:
    """The project data for the form: papers sorted by title, and questions sorted by name.

    `texts`: the texts of all questions by their names, including questions that were imported with
        their papers, and accepted drafts
    """

    papers: tuple[PaperLine, ...] = ()
    questions: tuple[QuestionLine, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    settings: Settings = STANDARD


def preparing(dataset: Dataset, settings: Settings) -> Preparing:
    """Return the project data for the form in which a question is prepared."""
    papers = [_paper(dataset, row) for row in dataset.rows.get("papers", ())]
    items: dict[str, list[str]] = {}
    for item in dataset.items:
        items.setdefault(str(item.origin.get("question")), []).append(item.key)
    lines = []
    for row in dataset.rows.get("questions", ()):
        name = str(row.get("id") or row["key"])
        fields = {key: value for key, value in row.items() if key != "key"}
        whole = {**present(fields), "id": name}
        result = tuple(items.get(str(row["key"]), ()))
        lines.append(QuestionLine(name, str(row["question"]), whole, result))
    return Preparing(
        tuple(sorted(papers, key=lambda one: (natural_order(one.title.casefold()), one.name))),
        tuple(sorted(lines, key=lambda one: (natural_order(one.name), one.name))),
        {one.label: one.text for one in questions_of(dataset, settings).values()},
        settings,
    )


def _paper(dataset: Dataset, row: Mapping[str, Any]) -> PaperLine:
    name = str(row.get("id") or row["key"])
    title = " ".join(str(row.get("title") or "").split())
    authors = ", ".join(str(one) for one in row.get("authors") or ())
    source = str(row.get("source") or "")
    document = str(row["document"])
    text = "" if document == EMPTY else dataset.documents.get(document, "")
    folded = "\n".join((name, title, authors, source)).casefold()
    return PaperLine(name, title, authors, source, len(paragraphs_of(text)), folded)


def verdict(linked: Sequence[PaperLine], missing: int, settings: Settings) -> tuple[Level, str]:
    """Return whether a question can be saved with these papers, and an error or a warning.

    “ok”: the papers comply with the project's rule, and the reason is empty; “warn”: the question
    can be saved anyway; “bad”: it cannot be saved.

    `missing`: number of its papers that are not in the project
    """
    empty = sum(not one.paragraphs for one in linked)
    if not linked:
        return "bad", msg("it is linked to no paper")
    if empty == len(linked):
        return "bad", msg("none of its papers has a paragraph")
    few = few_papers(len(linked), empty, missing, settings)
    if not few:
        return "ok", ""
    return ("bad" if settings.papers_rule == "refuse" else "warn"), few


def alike(text: str, others: Mapping[str, str]) -> list[tuple[str, float]]:
    """Return the names of up to three questions similar to a text, with their similarities.

    Similarities are at least `SIMILAR` and at most 1, the highest first.

    `others`: the texts of the questions by their names
    """
    # Loads numpy, so it is imported only when somebody writes.
    from desktop_app.text.duplicates import most_alike

    return most_alike(text, others, SIMILAR)[:_MOST_SIMILAR]


def free_name(taken: Collection[str]) -> str:
    """Return an id that no question has: “q-1”, “q-2” …"""
    number = len(taken) + 1
    while f"q-{number}" in taken:
        number += 1
    return f"q-{number}"
