"""Papers from files: records of S2ORC, and texts to be split into paragraphs.

The KIWI paper took its papers from S2ORC. Three layouts are recognised by their fields:

- A list of paragraphs: `body_text` [{text, section …}], at the top level or in `pdf_parse`,
  `grobid_parse` or `latex_parse`; title and authors at the top level or in `metadata` (S2ORC of
  2020, its converters, CORD-19).
- One text with positions: `content` {text, annotations {paragraph, title, abstract …}}. Each
  annotation is a list of {start, end}, or that list as a JSON string (the releases since 2022).
- The same with `body` instead of `content`, and `title` and `authors` at the top level.

Passages are paragraphs (section 2 of the paper), so a paragraph should be neither a heading nor a
whole page of a PDF file without empty lines.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.messages import msg
from desktop_app.text.passages import SIZE, paragraphs, passages
from plugins.kiwi.shapes import present

# Minimum length in characters; a shorter paragraph is joined with the one after it.
SHORTEST: Final = 60
# Minimum length in characters of a block without empty lines that is treated as a page.
_PAGE: Final = 1_500
_LINE: Final = 200  # Characters. If the lines of a page are longer, each line is a paragraph.
# Share of a page's width. A sentence that ends in a line shorter than that ends a paragraph.
_FULL: Final = 0.85
_CLOSING: Final = "\"'”’»)]"
_WORD: Final = re.compile(r"[^\W\d_]+")
_LONGEST: Final = 60  # Maximum number of letters on one side of a hyphen at the end of a line.
_PARTED: Final = re.compile(rf"([^\W\d_]{{1,{_LONGEST}}})-$")
_ENDS: Final = (".", "!", "?", "…")


def cut_paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text in order.

    Empty lines separate paragraphs. A block of 1,500 characters or more without an empty line is
    treated as a printed page: a sentence that ends in a line shorter than the others ends a
    paragraph, and lines broken only by the width of the page are joined. A paragraph of more than
    4,000 characters is split between words. A single line of fewer than 60 characters counts as a
    heading and is joined with the paragraph below it.
    """
    result: list[str] = []
    heading = ""
    for one in (part for block in paragraphs(text) for part in _of_page(block.text)):
        whole = f"{heading}\n{one}" if heading else one
        if len(whole) < SHORTEST and "\n" not in one:
            heading = whole
            continue
        heading = ""
        if len(whole) <= SIZE:
            result.append(whole)
        else:
            result += [part.text.strip() for part in passages(whole, SIZE, 0)]
    if heading:
        result.append(heading)
    return result


def _of_page(block: str) -> list[str]:
    """Return the paragraphs of a block without empty lines."""
    lines = block.split("\n")
    # A short block is a paragraph already; only a long one may be a whole page.
    if len(block) < _PAGE or len(lines) < 2:
        return [block]
    widths = sorted(len(line.rstrip()) for line in lines)
    # The third quartile, not the maximum: a single overlong line must not decide.
    width = widths[len(widths) * 3 // 4]
    if width > _LINE:
        return [line for line in lines if line.strip()]
    words = Counter(_WORD.findall(block.casefold()))
    result: list[str] = []
    now: list[str] = []
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        text = line.rstrip()
        full = len(text) >= _FULL * width
        if full:  # The line was broken only because of the width of the page.
            now.append(_before(text, below.lstrip(), words))
            continue
        now.append(text)
        if text.rstrip(_CLOSING).endswith(_ENDS):
            result.append("".join(now))
            now = []
        else:  # A heading, or a line of a list or a table.
            now.append("\n")
    rest = "".join(now).rstrip()
    return [*result, rest] if rest else result


def _before(line: str, below: str, words: Mapping[str, int]) -> str:
    """Return a line, prepared for joining it with the line below.

    It ends with a space, unless it ends with a hyphen within a word. In that case, the hyphen is
    removed if the whole word or neither of its halves occurs elsewhere on the page; otherwise it is
    kept.
    """
    first, second = _PARTED.search(line[-_LONGEST - 1 :]), _WORD.match(below)
    if first is None or second is None:
        return f"{line} "
    one, other = first[1].casefold(), second[0].casefold()
    # “Elsewhere” means more than once, because each half also occurs at this line break.
    halves = words.get(one, 0) > 1 or words.get(other, 0) > 1
    whole = one + other in words or not halves
    return line[:-1] if whole else line


FORMAT: Final = "s2orc"
_PARSES: Final = ("pdf_parse", "grobid_parse", "latex_parse", "")
_IDS: Final = ("paper_id", "corpusid", "corpus_id", "id")
_WHOLE: Final = ("content", "body")  # Fields that contain a text with positions.
_LONGEST_ID, _LONGEST_TITLE = 300, 1_000  # Characters.
_MOST_AUTHORS = 1_000


def read(row: Mapping[str, Any]) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """Return an S2ORC record as the row of a paper: a list of one pair, (kind of row, fields).

    Raises FieldError for a row in another layout, and for a record with neither a title nor an id;
    raises RefusedError for a record without a paragraph of full text.
    """
    about = _mapping(row, "metadata")
    marked = any(isinstance(row.get(name), Mapping) and "text" in row[name] for name in _WHOLE)
    result, titles, authors = _annotated(row) if marked else _listed(row)
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

    The lists of titles and authors are empty, because such a record stores them in other fields.
    Raises FieldError for a record in another layout.
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
        raise FieldError("body_text", msg("is missing, and so is “content” with a text"))
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
            raise FieldError(
                field, msg("a paragraph must be a string, or an object with a “text” field")
            )
        if text and text.strip():
            result += cut_paragraphs(text)
    return result


def _annotated(row: Mapping[str, Any]) -> tuple[list[str], list[str], list[str]]:
    """Return the paragraphs, titles and authors of a text with positions.

    Raises FieldError for an invalid text or annotation.
    """
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
    """Return the spans of an annotation as (start, end), in their order in the record.

    Invalid spans are left out. Raises FieldError if the annotation is not a list.

    `length`: number of characters of the text
    """
    value = marks.get(name)
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise FieldError(
                "content", msg("the positions of {name} are not valid JSON", name=name)
            ) from None
    if value is None:
        return []
    if not isinstance(value, list):
        raise FieldError("content", msg("the positions of {name} must be a list", name=name))
    return [result for one in value if (result := _span(one, length)) is not None]


def _apart(places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the spans in the order of the text.

    A span that overlaps an earlier one is left out, so that no text is repeated.
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
