"""Sections as one text, the way the released DOLOMITES files have them.

    plans   * Title: length, description
    texts   **Title:** text

What is written can be read again: where a title or a text holds what would be taken for the start
of a section, a backslash stands before it. Reading takes one such backslash away, and nothing else.
Everything here takes time that grows with the length of the text alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

UNTITLED = "Text"  # what a text goes by that stands before the first title
_LONGEST_TITLE = 300

_STAR = re.compile(r"(?:^|(?<=\s))(\\*)\*(?=\s|$)")
_COLON = re.compile(r"(?<!\\)(\\*):")  # not begun anew at every backslash of a row
_BOLD_TITLE = r"\*\*((?:[^*\n]|\*(?!\*))+):\*\*"
_HEADING = re.compile(f"^{_BOLD_TITLE}", re.MULTILINE)
_LIKE_HEADING = re.compile(rf"^(\\*)(?={_BOLD_TITLE})", re.MULTILINE)
_KEPT_HEADING = re.compile(rf"^(\\*)\\(?={_BOLD_TITLE})", re.MULTILINE)
_BOLD = re.compile(r"\*(\\*)(?=\*)")
_KEPT_BOLD = re.compile(r"\*(\\*)\\(?=\*)")
_KEPT_STAR = re.compile(r"((?:^|(?<=\s))\\*)\\\*(?=\s|$)")
_KEPT_COLON = re.compile(r"(?<!\\)\\(\\*):")
_MARKED = re.compile(r"\[(?:length: ([^\[\]]+)|no length)\]\s*")
_AFTER_LENGTH = re.compile(r"\s*([,;]\s*|$)")
_NUMBER = r"(?:[0-9]+|an?|one|two|three|four|five|six|seven|eight|nine|ten|half a|several|a few)"
_LENGTH = re.compile(
    r"(?:(?:about|around|approximately|roughly|only|at least|at most|up to|max\.?|min\.?|~|<|>)"
    r"\s*)*"
    rf"{_NUMBER}(?:\s*(?:-|–|to|or)\s*{_NUMBER})?\s+(?:short |long |brief )?"
    r"(?:words?|characters?|lines?|sentences?|paragraphs?|pages?|items?|points?|bullet points?|"
    r"bullets|numbers?|names?)(?:\s+(?:long|each|max|maximum|at most))?",
    re.IGNORECASE,
)


def read_plans(text: str) -> list[dict[str, str]]:
    """Return the sections that a text of the form “* Title: length, description” asks for.

    A star that no title follows is part of the description before it, and so is one whose title
    would be longer than a line. Text before the first star is a section of its own. The length is
    what stands first and reads like one (“2-3 paragraphs”), or is marked: “[length: …]”.
    """
    found: list[tuple[str, str]] = []
    for star, piece in _pieces(text):
        parted = _title_of(piece)
        if parted is None and found:
            title, before = found[-1]
            found[-1] = title, before + star + piece
        elif parted is not None:
            found.append(parted)
        elif piece.strip():
            found.append((piece.strip(), "") if _is_title(piece) else (UNTITLED, piece))
    return [_plan(title, " " + rest) for title, rest in found]


def write_plans(plans: Iterable[Mapping[str, Any]]) -> str:
    """Return sections as `read_plans` reads them, each on a line of its own."""
    lines = []
    for plan in plans:
        title = _COLON.sub(r"\1\\:", _escaped(_one_line(str(plan.get("title", "")))))
        title += " " if title.endswith("\\") else ""
        length, description = str(plan.get("length") or ""), str(plan.get("description") or "")
        rest = ", ".join(part for part in (length, description) if part)
        if _split_length(rest) != (length, description.strip()):
            plain = length.replace("[", "(").replace("]", ")")
            rest = f"[length: {plain}] {description}" if length else f"[no length] {description}"
        lines.append(f"* {title}: {_escaped(rest)}".rstrip())
    return "\n".join(lines)


def read_texts(text: str) -> list[dict[str, str]]:
    """Return the sections of a text of the form “**Title:** text”; a title begins a line.

    Text before the first title is a section called “Text”, and so is a text without any.
    """
    found: list[dict[str, str]] = []
    start, title = 0, ""
    for heading in _HEADING.finditer(text):
        _add(found, title, text[start : heading.start()])
        start, title = heading.end(), heading[1]
    _add(found, title, text[start:])
    return found


def write_texts(sections: Iterable[Mapping[str, Any]]) -> str:
    """Return sections as `read_texts` reads them; a blank line between them."""
    parts = []
    for section in sections:
        title = _BOLD.sub(r"*\1\\", _one_line(str(section.get("title", ""))))
        text = _LIKE_HEADING.sub(r"\1\\", str(section.get("text", "")).strip())
        parts.append(f"**{title}:** {text}".rstrip())
    return "\n\n".join(parts)


def has_untitled(text: str) -> bool:
    """Whether something stands before the first title of a text of sections."""
    first = _HEADING.search(text)
    return bool(text[: first.start() if first else None].strip())


def _add(found: list[dict[str, str]], title: str, text: str) -> None:
    text = _KEPT_HEADING.sub(r"\1", text.strip())
    if title:
        name = _KEPT_BOLD.sub(r"*\1", title).strip()
        found.append({"title": name or UNTITLED, "text": text})
    elif text:
        found.append({"title": UNTITLED, "text": text})


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stands between the stars that may begin a section, with the star before it."""
    start, star = 0, ""
    for one in _STAR.finditer(text):
        if not one[1]:
            yield star, text[start : one.start()]
            start, star = one.end(), "*"
    yield star, text[start:]


def _title_of(piece: str) -> tuple[str, str] | None:
    """Return the title of a piece and what follows it, or None where it has no title."""
    for colon in _COLON.finditer(piece, 0, 2 * _LONGEST_TITLE):
        if not colon[1]:
            title = piece[: colon.start()]
            return (title.strip(), piece[colon.end() :]) if _is_title(title) else None
    return None


def _is_title(text: str) -> bool:
    return 0 < len(text.strip()) <= _LONGEST_TITLE and "\n" not in text.strip()


def _plan(title: str, rest: str) -> dict[str, str]:
    length, description = _split_length(_plain(rest).strip())
    title = _KEPT_COLON.sub(r"\1:", _plain(title))
    found = {"title": title, "length": length, "description": description}
    return {name: value for name, value in found.items() if value or name != "length"}


def _split_length(rest: str) -> tuple[str, str]:
    """Return the length that a text begins with, if it does, and what is to be written."""
    marked = _MARKED.match(rest)
    if marked:
        return marked[1] or "", rest[marked.end() :].strip()
    end = 0
    while found := _LENGTH.match(rest, end):
        after = _AFTER_LENGTH.match(rest, found.end())
        if after is None:
            break
        end = after.end()
    return rest[:end].rstrip(" ,;\n\t"), rest[end:].strip()


def _escaped(text: str) -> str:
    return _STAR.sub(r"\1\\*", text)


def _plain(text: str) -> str:
    return _KEPT_STAR.sub(r"\1*", text)


def _one_line(text: str) -> str:
    return " ".join(text.split())
