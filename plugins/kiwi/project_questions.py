"""The questions of a project and their papers, from all kinds of rows.

A question has one item per model. The origin of each of these items contains the question's key as
“question”. Papers are numbered from 0 within a question; citations and passages use these numbers.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from desktop_app.core import keys
from desktop_app.core.errors import RefusedError
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.data import AnnotationData, Dataset
from desktop_app.core.protocol.rows import ImportContext
from plugins.kiwi.settings import STANDARD, Settings
from plugins.kiwi.shapes import KEY, SESSION

Rows = Callable[[str], Sequence[Mapping[str, Any]]]
KEY_LENGTH = keys.KEY_DIGITS
# Maximum number of papers without text for a question written by a person (section 3.1).
MOST_MISSING = 1
# Maximum share of papers without text for a question drafted by a model (appendix A.6).
MOST_MISSING_SHARE = 0.3


@dataclass(frozen=True)
class Paper:
    """A paper of a question.

    `document`: the key of its text; for a paper without text, the key of the empty document
    """

    title: str
    document: str
    authors: tuple[str, ...] = ()

    def shown(self) -> dict[str, Any]:
        """Return the paper as items contain it."""
        return {"title": self.title, **({"authors": list(self.authors)} if self.authors else {})}


@dataclass(frozen=True)
class Question:
    """A question and its papers.

    `label`: the question's name in files: its id, or else its key
    `missing`: number of its papers that are not in the project
    `track`: its topic
    `what`: the kind of its row: “items”, “questions”, or “drafted” by a model
    `closed`: why the question is not assigned to anybody; empty if it is open
    `fields`: the fields of its row; for a drafted question, also those of its paragraph
    """

    key: str
    label: str
    text: str
    papers: tuple[Paper, ...]
    missing: int = 0
    track: str = ""
    what: str = "items"
    closed: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def drafted(self) -> bool:
        """Whether a model wrote the question."""
        return self.what == "drafted"

    def content(self) -> dict[str, Any]:
        """Return the part of an item's content that is the same at every stage."""
        return {
            "question": self.text,
            "papers": [paper.shown() for paper in self.papers],
            "documents": [paper.document for paper in self.papers],
        }


def question_key(project: str, question_id: str) -> str:
    """Return the key of the question with this id."""
    return keys.row_key(project, KEY, "question", question_id)


def item_name(label: str, alias: str = "") -> str:
    """Return the id of the item for a question, or for a question and a model.

    The id contains the model's alias instead of its name, so that nobody who knows the id can test
    a guess at the model.
    """
    return f"{label}:{alias}" if alias else label


def item_key(label: str, model: str | None, context: ImportContext) -> str:
    """Return the key of the item of a question and a model, whether the item exists or not."""
    alias = context.alias_of(model) if model else ""
    return keys.external_item_key(context.project, KEY, item_name(label, alias))


def few_papers(
    papers: int, empty: int, missing: int, settings: Settings, *, drafted: bool = False
) -> str:
    """Return why a question does not comply with the rule of the KIWI paper; empty if it does.

    A question needs a minimum number of papers, including missing ones, and the text of at most one
    of them may be missing. For a question drafted by a model, only papers with text count, and at
    most 30 % of all papers may lack one. A minimum of 0 in the settings turns the rule off.

    `papers`: number of its papers in the project
    `empty`: number of these without text
    `missing`: number of its papers that are not in the project
    `drafted`: whether a model wrote the question
    """
    least = settings.least_papers
    # A paper without text is as useless for an answer as one that is not in the project.
    missing_texts, total = empty + missing, papers + missing
    there = papers - empty if drafted else total
    if there == 1 < least:
        return msg("it has 1 paper, but needs at least {least}", least=least)
    if there < least:
        return msg("it has {there} papers, but needs at least {least}", there=there, least=least)
    if drafted and least and missing_texts > MOST_MISSING_SHARE * total:
        return msg(
            "the text of {missing_texts} of {total} papers is missing: more than 30 %",
            missing_texts=missing_texts,
            total=total,
        )
    if not drafted and least and missing_texts > MOST_MISSING:
        return msg(
            "the text of {missing_texts} papers is missing: more than one",
            missing_texts=missing_texts,
        )
    return ""


def questions_of(dataset: Dataset, settings: Settings = STANDARD) -> dict[str, Question]:
    """Return all questions by their keys, sorted by id, with the reasons why some are closed."""
    value = _read(lambda what: dataset.rows.get(what, ()), dataset.project)
    judged = {key: _judged(one, settings, dataset) for key, one in value.items()}
    return dict(sorted(judged.items(), key=lambda pair: (natural_order(pair[1].label), pair[0])))


def _read(rows: Rows, project: str) -> dict[str, Question]:
    papers = by_name(rows("papers"))
    result: dict[str, Question] = {}
    # `setdefault` keeps the first question with a key. Drafted questions come last, so that a
    # question that a person wrote takes precedence.
    for one in (*_whole(rows), *_linked(rows, papers), *_drafted(rows, papers, project)):
        result.setdefault(one.key, one)
    return result


def by_name(rows: Iterable[Mapping[str, Any]], name: str = "id") -> dict[str, Mapping[str, Any]]:
    """Return rows by one of their fields, or by their keys if that field is missing or empty."""
    return {str(row.get(name) or row["key"]): row for row in rows}


def models_of(dataset: Dataset) -> list[str]:
    """Return the names of the project's models, sorted."""
    return sorted({str(row["model"]) for row in dataset.rows.get("models", ())})


def sessions_of(dataset: Dataset) -> list[AnnotationData]:
    """Return the submitted sessions, sorted by question, then by annotator and model."""
    items = {item.key: item for item in dataset.items}

    def place(session: AnnotationData) -> Any:
        item = items[session.item]
        called = str(item.origin.get("called") or item.name)
        return natural_order(called), called, session.annotator, str(item.origin.get("model"))

    result = (one for one in dataset.annotations if one.stage == SESSION and one.item in items)
    return sorted(result, key=place)


def _whole(rows: Rows) -> Iterator[Question]:
    for row in rows("items"):
        yield _question("items", row, map(_paper, row.get("papers") or ()))


def _linked(rows: Rows, papers: Mapping[str, Mapping[str, Any]]) -> Iterator[Question]:
    for row in rows("questions"):
        linked = [papers[name] for name in row.get("papers") or () if name in papers]
        gone = len(row.get("papers") or ()) - len(linked)
        yield _question("questions", row, map(_paper, linked), gone)


def _drafted(
    rows: Rows, papers: Mapping[str, Mapping[str, Any]], project: str
) -> Iterator[Question]:
    """Yield the drafted questions that a person has accepted."""
    decided = {str(row["drafted"]): row for row in rows("decisions")}
    about = {str(row.get("id")): row for row in rows("paragraphs")}
    for row in rows("drafted"):
        name = str(row.get("id"))
        if name not in decided or decided[name].get("decision") != "accept":
            continue
        paragraph = about.get(str(row.get("paragraph")), {})
        named = row.get("papers") or paragraph.get("papers") or ()
        linked = [papers[one] for one in named if one in papers]
        fields = {
            "key": question_key(project, name),
            "id": name,
            "question": row["question"],
            "track": row.get("track") or paragraph.get("track"),
            "missing": row.get("missing") or paragraph.get("missing"),
            "source_paper": paragraph.get("source_paper"),
            "related_work": paragraph.get("text"),
            "papers": list(named),
        }
        yield _question("drafted", fields, map(_paper, linked), len(named) - len(linked))


def _question(
    what: str, row: Mapping[str, Any], papers: Iterable[Paper], gone: int = 0
) -> Question:
    return Question(
        key=str(row["key"]),
        label=str(row.get("id") or row["key"]),
        text=str(row["question"]),
        papers=tuple(papers),
        missing=int(row.get("missing") or 0) + gone,
        track=str(row.get("track") or ""),
        what=what,
        fields=row,
    )


def _paper(row: Mapping[str, Any]) -> Paper:
    authors = tuple(str(one) for one in row.get("authors") or ())
    return Paper(str(row.get("title") or ""), str(row["document"]), authors)


EMPTY = keys.document_key("")
NO_TEXT = msg("the texts of all its papers are missing")
TEXT_GONE = msg("one of its papers is in conflict, or was withdrawn")
TOO_FEW = msg("it has too few papers, or their texts are missing")


def _judged(question: Question, settings: Settings, dataset: Dataset) -> Question:
    """Return a question with the reason why it is closed, if there is one.

    The project's rule closes only drafted questions if `papers_rule` is “warn”, because a lead has
    been warned about the others.
    """
    empty = sum(one.document == EMPTY for one in question.papers)
    if empty == len(question.papers):
        return replace(question, closed=NO_TEXT)
    if any(one.document not in dataset.documents for one in question.papers):
        return replace(question, closed=TEXT_GONE)
    if settings.papers_rule == "warn" and not question.drafted:
        return question
    few = few_papers(
        len(question.papers), empty, question.missing, settings, drafted=question.drafted
    )
    why = TOO_FEW if few else ""
    return replace(question, closed=why)


# Used while rows are imported.


# Cached for each import, because every row of a file looks questions up. The references are weak,
# so that the questions are freed together with the context of the import.
_found: weakref.WeakKeyDictionary[ImportContext, Mapping[str, Question]]
_found = weakref.WeakKeyDictionary()


def imported_question(reference: str, context: ImportContext) -> Question | None:
    """Return a question by its id or its key, as it was before the current import.

    None if there is no such question.
    """
    result = _found.get(context)
    if result is None:
        by_key = _read(context.rows_of, context.project)
        result = {**{one.label: one for one in by_key.values()}, **by_key}
        _found[context] = result
    return result.get(reference)


_by: weakref.WeakKeyDictionary[ImportContext, dict[tuple[str, str], Mapping[str, Any]]]
_by = weakref.WeakKeyDictionary()


def imported_rows(what: str, name: str, context: ImportContext) -> Mapping[str, Mapping[str, Any]]:
    """Return the rows of a kind, as they were before the current import, by one of their fields.

    A row without that field is returned by its key. If several rows have the same value, the last
    one is returned.

    `what`: the kind of rows
    `name`: the field
    """
    cache = _by.setdefault(context, {})
    if (what, name) not in cache:
        cache[what, name] = by_name(context.rows_of(what), name)
    return cache[what, name]


def session_item(reference: str, model: str | None, context: ImportContext) -> str:
    """Return the key of an item for sessions.

    `reference`: the id of a question, or the id or key of an item
    `model`: the name or alias of a model; None if it is not stated

    Raises RefusedError if there is no such item.
    """
    if model:
        # A question with models has an item for each of them, so its id alone names none of them.
        own = context.item_key(item_name(reference, context.alias_of(context.model_of(model))))
        if context.content_of(own) is not None:
            return own
    result = context.find_item(reference)
    content = context.content_of(result) if result is not None else None
    if result is not None and content is not None and _fits(content, model, context):
        return result
    raise RefusedError(
        msg("unknown item “{reference}”", reference=reference)
        if not model
        else msg("unknown item “{reference}” of this model", reference=reference),
        hint=msg("Import its question and its model first, or correct the ID."),
    )


def _fits(content: Mapping[str, Any], model: str | None, context: ImportContext) -> bool:
    """Return whether an item is for sessions with this model. `model`: None stands for any."""
    if "turns" in content or "turn" in content or "documents" not in content:
        return False
    return model is None or content.get("model") == context.alias_of(context.model_of(model))
