"""Papers in the layouts of S2ORC, the corpus from which the KIWI paper took its papers.

Three layouts are supported, which are recognised by their fields:

- A list of paragraphs: `body_text` [{text, section …}], at the top level or in `pdf_parse`,
  `grobid_parse` or `latex_parse`; title and authors at the top level or in `metadata` (S2ORC of
  2020, its converters, CORD-19).
- One text with positions: `content` {text, annotations {paragraph, title, abstract …}}. Each
  annotation is a list of {start, end}, or that list as a JSON string (the releases since 2022).
- The same with `body` instead of `content`, and `title` and `authors` at the top level.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.messages import msg
from plugins.kiwi.paragraphs import cut_paragraphs
from plugins.kiwi.shapes import present

FORMAT: Final = "s2orc"
_PARSES: Final = ("pdf_parse", "grobid_parse", "latex_parse", "")
_IDS: Final = ("paper_id", "corpusid", "corpus_id", "id")
_LONGEST_ID, _LONGEST_TITLE = 300, 1_000  # Characters.
_MOST_AUTHORS = 1_000


def read(row: Mapping[str, Any]) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """Return a record as the row of a paper.

    Raises FieldError for a row in another layout, and RefusedError for a record without a paragraph
    of full text.
    """
    about = _mapping(row, "metadata")
    result, titles, authors = _annotated(row) if _has_annotations(row) else _listed(row)
    name = next((str(one[key]) for one in (row, about) for key in _IDS if _is_id(one.get(key))), "")
    title = next((one for one in (_line(row), _line(about), *titles) if one), "")
    if not title and not name:
        raise FieldError("title", msg("is missing, and so are paper_id and corpusid"))
    called = title or f"Paper {name}"
    if not any(one.strip() for one in result):
        raise RefusedError(
            msg("the paper “{called}” has no paragraphs", called=called[:100]),
            hint=msg("Count it as missing in the questions linked to it, or add its text."),
        )
    paper = {
        "id": name[:_LONGEST_ID],
        "title": called[:_LONGEST_TITLE],
        "authors": (_authors(row) or _authors(about) or authors)[:_MOST_AUTHORS],
        "paragraphs": result,
        "source": _source(row, about, name),
    }
    return [("papers", present(paper))]


def _listed(row: Mapping[str, Any]) -> tuple[list[str], list[str], list[str]]:
    """Return the paragraphs of a record that lists them.

    The lists of titles and authors are empty, because such a record has them elsewhere.
    """
    about = _mapping(row, "metadata")
    abstract: list[str] = []
    body: list[str] = []
    known = False
    for name in _PARSES:
        parse = _mapping(row, name) if name else row
        known = known or "body_text" in parse
        body = body or _texts(parse.get("body_text"), "body_text")
        abstract = abstract or _texts(parse.get("abstract"), "abstract")
    if not known:
        raise FieldError("body_text", msg("is missing, and so is a content with a text"))
    abstract = abstract or _texts(about.get("abstract"), "abstract")
    own = set(body)
    # An abstract alone does not count as full text.
    return [*(one for one in abstract if one not in own), *body] if body else [], [], []


def _texts(value: Any, field: str) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str):
        return cut_paragraphs(value)
    if not isinstance(value, list):
        raise FieldError(field, msg("must be a list of paragraphs"))
    result = []
    for one in value:
        text = one.get("text") if isinstance(one, Mapping) else one
        if not isinstance(text, str | None):
            raise FieldError(field, msg("a paragraph must be a text, or have one"))
        if text and text.strip():
            result += cut_paragraphs(text)
    return result


def _has_annotations(row: Mapping[str, Any]) -> bool:
    return any(isinstance(row.get(name), Mapping) and "text" in row[name] for name in _WHOLE)


_WHOLE: Final = ("content", "body")


def _annotated(row: Mapping[str, Any]) -> tuple[list[str], list[str], list[str]]:
    """Return the paragraphs, titles and authors of a text with positions."""
    holder = next(name for name in _WHOLE if isinstance(row.get(name), Mapping))
    whole = row[holder]
    text = whole.get("text")
    if text is None:
        return [], [], []
    if not isinstance(text, str):
        raise FieldError(holder, msg("its “text” must be text"))
    marks = _mapping(whole, "annotations")

    def marked(name: str) -> list[str]:
        places = _apart(_spans(marks, name, len(text)))
        return [" ".join(text[start:end].split()) for start, end in places]

    titles, authors = marked("title"), _marked_authors(marked)
    body = _spans(marks, "paragraph", len(text))
    if not body:
        # Without marked paragraphs, empty lines separate them.
        return cut_paragraphs(text), titles, authors
    places = _apart([*_spans(marks, "abstract", len(text)), *body])
    result = [part for start, end in places for part in cut_paragraphs(text[start:end])]
    return result, titles, authors


def _marked_authors(marked: Any) -> list[str]:
    first, last = marked("authorfirstname"), marked("authorlastname")
    if last and len(first) == len(last):
        return [f"{one} {other}" for one, other in zip(first, last, strict=True)]
    return [one for one in marked("author") if any(letter.isalpha() for letter in one)]


def _spans(marks: Mapping[str, Any], name: str, length: int) -> list[tuple[int, int]]:
    """Return the spans of an annotation in a text of a given length. Raises ValueError."""
    value = marks.get(name)
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise FieldError(
                "content", msg("its positions of {name} are not JSON", name=name)
            ) from None
    if value is None:
        return []
    if not isinstance(value, list):
        raise FieldError("content", msg("its positions of {name} must be a list", name=name))
    return [result for one in value if (result := _span(one, length)) is not None]


def _apart(places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield spans in order.

    Spans that overlap an earlier one are left out, so no text is repeated.
    """
    reached = 0
    for start, end in sorted(places):
        if start >= reached:
            reached = end
            yield start, end


def _span(one: Any, length: int) -> tuple[int, int] | None:
    if not isinstance(one, Mapping):
        return None
    try:
        start, end = int(one["start"]), int(one["end"])
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return (start, min(end, length)) if 0 <= start < min(end, length) else None


def _authors(about: Mapping[str, Any]) -> list[str]:
    value = about.get("authors")
    if isinstance(value, str):
        return [one.strip() for one in value.split(";") if one.strip()]
    return [name for one in value if (name := _author(one))] if isinstance(value, list) else []


def _author(one: Any) -> str:
    if isinstance(one, str):
        return " ".join(one.split())
    if not isinstance(one, Mapping):
        return ""
    if isinstance(one.get("name"), str):
        return " ".join(one["name"].split())
    middle = one.get("middle")
    middles = middle if isinstance(middle, list) else [middle]
    parts = [one.get("first"), *middles, one.get("last"), one.get("suffix")]
    return " ".join(part.strip() for part in parts if isinstance(part, str) and part.strip())


def _source(row: Mapping[str, Any], about: Mapping[str, Any], name: str) -> str:
    for one in (_mapping(row, "externalids"), row, about):
        for key in ("doi", "arxiv", "arxiv_id"):
            value = one.get(key)
            if isinstance(value, str) and value.strip():
                return f"{key.partition('_')[0]}:{value.strip()}"[:_LONGEST_ID]
    return f"S2ORC {name}"[:_LONGEST_ID] if name else ""


def _mapping(row: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = row.get(name)
    return value if isinstance(value, Mapping) else {}


def _line(about: Mapping[str, Any]) -> str:
    value = about.get("title")
    return " ".join(value.split()) if isinstance(value, str) else ""


def _is_id(value: Any) -> bool:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return is_number or (isinstance(value, str) and bool(value.strip()))
