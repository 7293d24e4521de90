"""Sections as one text, the way the released DOLOMITES files have them.

    plans   * Title: length, description
    texts   **Title:** text

What is written can be read again: where a title or a text holds what would be taken for the start
of a section, a backslash stands before it. Reading takes one such backslash away, and nothing else.
Everything here takes time that grows with the length of the text alone.

`read_plans` and `read_texts` read what was written here, to the letter. What people and models
wrote in their own ways is read by `understand_plans` and `understand_texts`, which find the same
sections in what was written here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.text.sections import parse_sections, plain_title

UNTITLED = "Text"  # what a text goes by that stands before the first title
_LONGEST_TITLE = 300

_STAR = re.compile(r"(?:^|(?<=\s))(\\*)\*(?=\s|$)")
_COLON = re.compile(r"(?<!\\)(\\*):")  # not begun again at every backslash of a row
_BOLD_TITLE = r"\*\*((?:[^*\n]|\*(?!\*))+):\*\*"
_HEADING = re.compile(f"^{_BOLD_TITLE}", re.MULTILINE)
_LIKE_HEADING = re.compile(rf"^(\\*)(?={_BOLD_TITLE})", re.MULTILINE)
_KEPT_HEADING = re.compile(rf"^(\\*)\\(?={_BOLD_TITLE})", re.MULTILINE)
_BOLD = re.compile(r"\*(\\*)(?=\*)")
_KEPT_BOLD = re.compile(r"\*(\\*)\\(?=\*)")
_KEPT_STAR = re.compile(r"((?:^|(?<=\s))\\*)\\\*(?=\s|$)")
_KEPT_COLON = re.compile(r"(?<!\\)\\(\\*):")
_MARKED = re.compile(r"\[(?:length: ([^\[\]]+)|no length)\]\s*")
_BRACKETED = re.compile(r"\(([^()\n]{1,80})\)[.,;:]?(?=\s|$)")
_AFTER_LENGTH = re.compile(r"\s*([,;]\s*|[.:](?=\s|$)\s*|[-–—]\s+|$)")
# How people write what is not in the layout.
_LABEL = re.compile(
    r"(?:[*_]{2}|#{1,6}[ \t]*)?"
    r"(?:(?:example )?(?:input|output)s?(?: sections?)?|sections?)[ \t]*:?"
    r"(?:[*_]{2})?[ \t]*:?[ \t]*(?:\n|(?=\*[ \t])|\Z)",
    re.IGNORECASE,
)
_OTHER_HEADING = re.compile(
    r"[ \t>]{0,4}(?:#{1,6}[ \t]*\S|(?:(?:[-*+•]|\d+[.)])[ \t]+)?(?:\*\*|__)\S)"
)
_BOLD_START = re.compile(r"\s*(\*\*|__)((?:(?!\1)[^\n]){1,300})\1[ \t]*[:：]?")
_TIGHT_STAR = re.compile(r"(?:^|(?<=\s))\*(?=[A-Z*])(?!\*[^*\n]+\*\s)")
_DOT = re.compile(r"(?:^|(?<=\s))[•·▪◦](?=\s)")
_LINE_BULLET = re.compile(r"^[ \t]*(?:[-–—+]|\(?(?:\d{1,2}|[a-z])[.)])[ \t]+", re.MULTILINE)
_LINE_TITLE = re.compile(r"^(?=[^\s:.][^:\n.]{0,80}:(?:\s|$))", re.MULTILINE)
_QUALIFIER = re.compile(
    r"(?:optional|required|mandatory|additional|bonus|if (?:applicable|available|needed|relevant)|"
    r"(?:input|output|part|section|step|phase|stage|option|item) ?(?:\d{1,2}|[a-z])?|\d{1,2})",
    re.IGNORECASE,
)
_SECOND_TITLE = re.compile(r"(?=[^a-z])[^.?!;:\n]{1,80}")
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


@dataclass(frozen=True)
class Understood:
    """Sections that were found in a text, each with "title" and "text"; `before` is above."""

    sections: list[dict[str, str]]
    before: str = ""


def understand_texts(text: str, titles: Sequence[str], *, layout_first: bool = True) -> Understood:
    """Return the sections of a text that someone wrote for a task that asks for `titles`.

    They are found by the task's titles, however these were marked, or as the released layout marks
    them, under any title. Where both find something, `layout_first` decides: examples that were
    written in the layout may have sections of their own; a model's “**Note:**” is a part of its
    section. Where nothing is found, `before` is all of the text. A line that only says that
    sections follow (“Input Sections”) is left out.
    """
    text = _without_label(text)
    parsed = parse_sections(text, titles)
    by_title = [{"title": one.title, "text": one.text} for one in parsed.sections]
    first = _HEADING.search(text)
    if first is None or (by_title and not layout_first):
        return Understood(by_title, parsed.before)
    wanted = {plain_title(title) for title in titles}
    by_layout = read_texts(text[first.start() :])
    named, found = _wanted(by_layout, wanted), _wanted(by_title, wanted)
    if named >= found or (not text[: first.start()].strip() and not _is_mixed(text)):
        return Understood(by_layout, text[: first.start()].strip())
    return Understood(by_title, parsed.before)


def _wanted(sections: Iterable[Mapping[str, str]], wanted: set[str]) -> int:
    return len({plain_title(one["title"]) for one in sections} & wanted)


def _is_mixed(text: str) -> bool:
    """Return whether a text has other headings beside those of the released layout."""
    return any(
        _OTHER_HEADING.match(line) and not _HEADING.match(line) for line in text.splitlines()
    )


def in_layout(text: str) -> bool:
    """Return whether a text is in the released layout from its first line on, and in no other."""
    return _HEADING.match(text.lstrip()) is not None and not _is_mixed(text)


def _without_label(text: str) -> str:
    """Drop the line “Input Sections”, as people put it above them."""
    text = text.strip()
    label = _LABEL.match(text)
    return text[label.end() :].strip() if label else text


def understand_plans(text: str) -> list[dict[str, str]]:
    """Return the sections that a text by a person asks for.

    Beyond what `read_plans` reads: titles in bold, titles with a colon of their own (“Optional:
    Allergies: …”), other bullets and numbers, lines without any, a line above that only says that
    sections follow. A title that occurs twice is numbered. What else is above the first
    section belongs to its description. Empty where no section can be told.
    """
    text = _without_label(text)
    pieces = _listed(text)
    before = "" if not pieces or pieces[0][0] else pieces.pop(0)[1].strip()
    if not pieces:
        return [_plan(before, "")] if _is_title(before) else []
    parts = [_parts_of(piece) for _, piece in pieces]
    if not any(parts) and all(_is_title(piece) for _, piece in pieces):
        return _numbered([_plan(piece.strip(), "") for _, piece in pieces])  # nothing but titles
    repeated = _repeated(titles[0][0] for titles in parts if titles)
    found: list[tuple[str, str]] = []
    for (star, piece), titles in zip(pieces, parts, strict=True):
        if not titles:
            if found:
                found[-1] = found[-1][0], f"{found[-1][1]}{star}{piece}"
            elif _is_title(piece):
                found.append((piece.strip(), ""))
            else:
                before = f"{before}\n{piece}".strip()
            continue
        is_part = plain_title(titles[0][0]) in repeated or _QUALIFIER.fullmatch(titles[0][0])
        found.append(titles[1] if is_part and len(titles) > 1 else titles[0])
    if found and before:
        found[0] = found[0][0], f" {before}\n\n{found[0][1].strip()}"
    plans = [_plan(title, " " + rest) for title, rest in found]
    return _numbered(plans)


def _listed(text: str) -> list[tuple[str, str]]:
    """Return what is behind each bullet, with the bullet; first what is above them all."""
    pieces = list(_pieces(text))
    for bullet in (_TIGHT_STAR, _DOT, _LINE_BULLET, _LINE_TITLE):
        if len(pieces) > 1:
            break
        starts = [found.span() for found in bullet.finditer(text)]
        edges = [*(start for start, _ in starts), len(text)]
        behind = [
            (text[start:end] or " ", text[end:after])
            for (start, end), after in zip(starts, edges[1:], strict=True)
        ]
        pieces = [("", text[: edges[0]]), *behind]
    return pieces if pieces[0][1].strip() else pieces[1:]


def _parts_of(piece: str) -> list[tuple[str, str]]:
    """Return the ways to part a piece into a title and the rest: at its first colon, and behind a
    second title that follows it."""
    bold = _BOLD_START.match(piece)
    if bold:
        title = bold[2].strip().rstrip(":").strip()
        return [(title, piece[bold.end() :])] if _is_title(title) else []
    found: list[tuple[str, str]] = []
    first_end = 0
    for colon in _COLON.finditer(piece, 0, 2 * _LONGEST_TITLE):
        if colon[1]:
            continue
        title, rest = piece[: colon.start()], piece[colon.end() :]
        if not found:
            if not _is_title(title):
                return []
            found.append((title.strip(), rest))
            first_end = colon.end()
            continue
        second = piece[first_end : colon.start()].strip()
        if _is_title(title) and _SECOND_TITLE.fullmatch(second) and not _LENGTH.match(second):
            found.append((" ".join(title.split()), rest))
        break
    return found


def _repeated(titles: Iterable[str]) -> set[str]:
    counts = Counter(map(plain_title, titles))
    return {title for title, count in counts.items() if count > 1}


def _numbered(plans: list[dict[str, str]]) -> list[dict[str, str]]:
    """Number the titles that are there again: “Total”, “Total (2)”."""
    seen: set[str] = set()
    for plan in plans:
        title, number = plan["title"], 1
        while plan["title"].casefold() in seen:
            number += 1
            plan["title"] = f"{title} ({number})"
        seen.add(plan["title"].casefold())
    return plans


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
    """Return the length that a text begins with, if it does, and what should be written."""
    marked = _MARKED.match(rest)
    if marked:
        return marked[1] or "", rest[marked.end() :].strip()
    bracketed = _BRACKETED.match(rest)
    if bracketed and _LENGTH.fullmatch(bracketed[1].strip()):
        return bracketed[1].strip(), rest[bracketed.end() :].strip()
    end = 0
    while found := _LENGTH.match(rest, end):
        after = _AFTER_LENGTH.match(rest, found.end())
        if after is None:
            break
        end = after.end()
    return rest[:end].rstrip(" ,;.:-–—\n\t"), rest[end:].strip()


def _escaped(text: str) -> str:
    return _STAR.sub(r"\1\\*", text)


def _plain(text: str) -> str:
    return _KEPT_STAR.sub(r"\1*", text)


def _one_line(text: str) -> str:
    return " ".join(text.split())
