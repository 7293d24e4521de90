"""The texts of an item's papers: full texts, titles, authors, places of paragraphs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop_app.core.json_values import entries, objects
from desktop_app.ui.widgets.reading_view import normalised
from plugins.kiwi.shapes import BREAK, paragraphs_of

# Maximum number of characters of a title or of authors in the list.
_LONGEST = 300
# Maximum number of authors of a paper in the list. A fifth one is shown if it is the last.
_MOST_NAMES = 4


def texts_of(content: Mapping[str, Any], documents: Mapping[str, str]) -> list[str]:
    """Return the full text of each paper of an item; empty for a missing text.

    `documents`: the texts by their document keys
    """
    named = [str(one) for one in entries(content.get("documents"))]
    result = [documents.get(key, "") for key in named]
    count = len(objects(content.get("papers")))
    # The content may have more or fewer documents than papers, so the lengths are made equal.
    return [*result[:count], *[""] * (count - len(result))]


def paper_words(paper: Mapping[str, Any]) -> tuple[str, str]:
    """Return a paper's title and authors, each on one line. The data need not be valid.

    If `drafted_from` is set, the paper is the paragraph from which a question was drafted, and gets
    a title that says so.
    """
    title = " ".join(str(paper.get("title") or "").split())
    # Occurs only while a lead decides on a drafted question.
    if paper.get("drafted_from") is True:
        title = QCoreApplication.translate("PapersPane", "Source paragraph")
    authors = ", ".join(_authors(paper))
    return _short(title), _short(authors)


def few_authors(paper: Mapping[str, Any]) -> str:
    """Return a paper's authors for the list: the first ones, and the number of the others."""
    names = _authors(paper)
    if len(names) <= _MOST_NAMES + 1:
        return _short(", ".join(names))
    return _short(", ".join(names[:_MOST_NAMES])) + f", … (+{len(names) - _MOST_NAMES})"


def _authors(paper: Mapping[str, Any]) -> list[str]:
    value = paper.get("authors")
    names = value if isinstance(value, list | tuple) else [value] if value else []
    return [" ".join(str(one).split()) for one in names]


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def span_of(text: str, paragraph: int) -> tuple[int, int] | None:
    """Return the start and the end of a paragraph in the visible text of a paper.

    None if the text has no such paragraph.
    """
    result = paragraphs_of(text)
    if not 0 <= paragraph < len(result):
        return None
    # The view normalises its text, so positions refer to the normalised text.
    before = "".join(f"{one}{BREAK}" for one in result[:paragraph])
    start = len(normalised(before))
    return start, start + len(normalised(result[paragraph]))
