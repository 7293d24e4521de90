"""Project data shown by the question form, and its messages while typing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from plugins.kiwi.project_questions import EMPTY, few_papers, in_order, questions_of
from plugins.kiwi.settings import STANDARD, Settings
from plugins.kiwi.shapes import paragraphs_of, present

ALIKE = 0.7  # Minimum similarity, 0 to 1, from which a question is shown as a possible duplicate.
_MOST_ALIKE = 3  # Maximum number of possible duplicates that are shown.

Level = Literal["ok", "warn", "bad"]


@dataclass(frozen=True)
class PaperLine:
    """A paper that questions can be linked to.

    name        the name of the paper in rows: its id, or else its key
    paragraphs  the number of its paragraphs; 0 if its text is missing
    folded      the text in which the search field searches
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

    row    the fields of its row, without the key
    items  the keys of the question's items
    """

    name: str
    text: str
    row: Mapping[str, Any]
    items: tuple[str, ...]


@dataclass(frozen=True)
class Preparing:
    """Papers and questions for the form, sorted by title or name.

    texts  the texts of all questions by their names, including those of imported items and drafts
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
        tuple(sorted(papers, key=lambda one: (in_order(one.title.casefold()), one.name))),
        tuple(sorted(lines, key=lambda one: (in_order(one.name), one.name))),
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
    """Return whether a question's papers comply with the project's rule, and why they do not.

    The second value is empty if they comply.
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
    """Return the names of the questions most similar to a text, with the similarities (0 to 1)."""
    # Loads numpy, so it is imported only when somebody writes.
    from desktop_app.text.duplicates import most_alike

    return most_alike(text, others, ALIKE)[:_MOST_ALIKE]


def free_name(taken: Collection[str]) -> str:
    """Return an id that no question has: “q-1”, “q-2” …"""
    number = len(taken) + 1
    while f"q-{number}" in taken:
        number += 1
    return f"q-{number}"
