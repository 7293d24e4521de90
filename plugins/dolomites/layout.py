"""Conversion of sections to one text and back, in the layout of the published DOLOMITES files.

    plans   * Title: length, description
    texts   **Title:** text

Every text that is written here can be read again. If a title or a text contains something that
looks like the start of a section, writing adds a backslash before it, and reading removes exactly
one backslash there. All functions take time linear in the length of the text.

`read_plans` and `read_texts` reverse `write_plans` and `write_texts`. `understand_plans` and
`understand_texts` also parse texts that people and models wrote in other ways. For texts written
here, they return the same sections, but `understand_plans` numbers repeated titles.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.text.sections import parse_sections, plain_title
from desktop_app.text.tokens import spaced

# The title of text before the first title.
UNTITLED = "Text"
_LONGEST_TITLE = 300

# A star surrounded by white space begins a section, unless backslashes precede it.
_STAR = re.compile(r"(?:^|(?<=\s))(\\*)\*(?=\s|$)")
# The lookbehind makes each match begin at the first backslash of a run, so that long runs take
# linear time.
_COLON = re.compile(r"(?<!\\)(\\*):")
_BOLD_TITLE = r"\*\*((?:[^*\n]|\*(?!\*))+):\*\*"
_HEADING = re.compile(f"^{_BOLD_TITLE}", re.MULTILINE)
_LIKE_HEADING = re.compile(rf"^(\\*)(?={_BOLD_TITLE})", re.MULTILINE)
# The patterns `_KEPT_…` match what writing escaped. Reading drops the backslash outside the group.
_KEPT_HEADING = re.compile(rf"^(\\*)\\(?={_BOLD_TITLE})", re.MULTILINE)
_BOLD = re.compile(r"\*(\\*)(?=\*)")
_KEPT_BOLD = re.compile(r"\*(\\*)\\(?=\*)")
_KEPT_STAR = re.compile(r"((?:^|(?<=\s))\\*)\\\*(?=\s|$)")
_KEPT_COLON = re.compile(r"(?<!\\)\\(\\*):")
# An explicit mark for lengths that could otherwise not be distinguished from descriptions.
_MARKED = re.compile(r"\[(?:length: ([^\[\]]+)|no length)\]\s*")
_BRACKETED = re.compile(r"\(([^()\n]{1,80})\)[.,;:]?(?=\s|$)")
_AFTER_LENGTH = re.compile(r"\s*([,;]\s*|[.:](?=\s|$)\s*|[-–—]\s+|$)")
# Other ways to write sections.
_LABEL = re.compile(
    r"(?:[*_]{2}|#{1,6}[ \t]*)?"
    r"(?:(?:example )?(?:input|output)s?(?: sections?)?|sections?)[ \t]*:?"
    r"(?:[*_]{2})?[ \t]*:?[ \t]*(?:\n|(?=\*[ \t])|\Z)",
    re.IGNORECASE,
)
# Markdown headings, and bold text at the start of a line, also in lists.
_OTHER_HEADING = re.compile(
    r"[ \t>]{0,4}(?:#{1,6}[ \t]*\S|(?:(?:[-*+•]|\d+[.)])[ \t]+)?(?:\*\*|__)\S)"
)
_BOLD_START = re.compile(r"\s*(\*\*|__)((?:(?!\1)[^\n]){1,300})\1[ \t]*[:：]?")
# A star directly before a capital letter that does not start emphasis.
_TIGHT_STAR = re.compile(r"(?:^|(?<=\s))\*(?=[A-Z*])(?!\*[^*\n]+\*\s)")
_DOT = re.compile(r"(?:^|(?<=\s))[•·▪◦](?=\s)")
_LINE_BULLET = re.compile(r"^[ \t]*(?:[-–—+]|\(?(?:\d{1,2}|[a-z])[.)])[ \t]+", re.MULTILINE)
# A line that begins with text up to a colon.
_LINE_TITLE = re.compile(r"^(?=[^\s:.][^:\n.]{0,80}:(?:\s|$))", re.MULTILINE)
# Words before a colon that are not a title by themselves: in “Optional: Allergies: …”, both parts
# are the title.
_QUALIFIER = re.compile(
    r"(?:optional|required|mandatory|additional|bonus|if (?:applicable|available|needed|relevant)|"
    r"(?:input|output|part|section|step|phase|stage|option|item) ?(?:\d{1,2}|[a-z])?|\d{1,2})",
    re.IGNORECASE,
)
_SECOND_TITLE = re.compile(r"(?=[^a-z])[^.?!;:\n]{1,80}")
_NUMBER = r"(?:[0-9]+|an?|one|two|three|four|five|six|seven|eight|nine|ten|half a|several|a few)"
# A length as people write it: “2-3 paragraphs”, “about 100 words each”.
_LENGTH = re.compile(
    r"(?:(?:about|around|approximately|roughly|only|at least|at most|up to|max\.?|min\.?|~|<|>)"
    r"\s*)*"
    rf"{_NUMBER}(?:\s*(?:-|–|to|or)\s*{_NUMBER})?\s+(?:short |long |brief )?"
    r"(?:words?|characters?|lines?|sentences?|paragraphs?|pages?|items?|points?|bullet points?|"
    r"bullets|numbers?|names?)(?:\s+(?:long|each|max|maximum|at most))?",
    re.IGNORECASE,
)


def read_plans(text: str) -> list[dict[str, str]]:
    """Return the sections in a text of the form “* Title: length, description”.

    A star that is not followed by a title is part of the description before it. A title is at most
    300 characters on one line. Text before the first star is a separate section. A length comes
    first and has a usual form (“2-3 paragraphs”), or is marked: “[length: …]”.
    """
    found: list[tuple[str, str]] = []
    for star, piece in _pieces(text):
        # Without a title, the piece continues the section before it, including the star.
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
    """Return sections as a text that `read_plans` can read, one section per line."""
    lines = []
    for plan in plans:
        title = _COLON.sub(r"\1\\:", _escaped(spaced(str(plan.get("title", "")))))
        # The space prevents the backslash from escaping the colon that follows.
        title += " " if title.endswith("\\") else ""
        length, description = str(plan.get("length") or ""), str(plan.get("description") or "")
        rest = ", ".join(part for part in (length, description) if part)
        # Reading would split the text at another position, so the length is marked.
        if _split_length(rest) != (length, description.strip()):
            plain = length.replace("[", "(").replace("]", ")")
            rest = f"[length: {plain}] {description}" if length else f"[no length] {description}"
        lines.append(f"* {title}: {_escaped(rest)}".rstrip())
    return "\n".join(lines)


def read_texts(text: str) -> list[dict[str, str]]:
    """Return the sections of a text of the form “**Title:** text”. A title begins a line.

    Text before the first title is a section named “Text”, and so is a text without any title.
    """
    found: list[dict[str, str]] = []
    start, title = 0, ""
    for heading in _HEADING.finditer(text):
        _add(found, title, text[start : heading.start()])
        start, title = heading.end(), heading[1]
    _add(found, title, text[start:])
    return found


def write_texts(sections: Iterable[Mapping[str, Any]]) -> str:
    """Return sections as a text that `read_texts` can read, with blank lines between them."""
    parts = []
    for section in sections:
        title = _BOLD.sub(r"*\1\\", spaced(str(section.get("title", ""))))
        text = _LIKE_HEADING.sub(r"\1\\", str(section.get("text", "")).strip())
        parts.append(f"**{title}:** {text}".rstrip())
    return "\n\n".join(parts)


@dataclass(frozen=True)
class FoundSections:
    """Sections found in a text, each with "title" and "text".

    `before`: the text before the first section
    """

    sections: list[dict[str, str]]
    before: str = ""


def understand_texts(
    text: str, titles: Sequence[str], *, layout_first: bool = True
) -> FoundSections:
    """Return the sections of a text that was written for a task with these section titles.

    Sections are found by these titles, in any formatting, or by the published layout, with any
    titles. If no section is found, `before` is the whole text. A first line that only announces
    sections (“Input Sections”) is left out.

    `layout_first`: whether the layout may be used although sections are found by their titles, as
        for examples, which may have additional sections; not for a model's output, in which
        “**Note:**” is part of a section
    """
    text = _without_label(text)
    parsed = parse_sections(text, titles)
    by_title = [{"title": one.title, "text": one.text} for one in parsed.sections]
    first = _HEADING.search(text)
    if first is None or (by_title and not layout_first):
        return FoundSections(by_title, parsed.before)
    wanted = {plain_title(title) for title in titles}
    by_layout = read_texts(text[first.start() :])
    named, found = _wanted(by_layout, wanted), _wanted(by_title, wanted)
    # The layout is used if it finds as many of the wanted titles, or if the whole text is in it.
    if named >= found or (not text[: first.start()].strip() and not _is_mixed(text)):
        return FoundSections(by_layout, text[: first.start()].strip())
    return FoundSections(by_title, parsed.before)


def _wanted(sections: Iterable[Mapping[str, str]], wanted: set[str]) -> int:
    """Return how many of the wanted titles occur in sections, compared without formatting.

    `wanted`: titles as returned by `plain_title`
    """
    return len({plain_title(one["title"]) for one in sections} & wanted)


def _is_mixed(text: str) -> bool:
    """Return whether a text has headings other than those of the published layout."""
    return any(
        _OTHER_HEADING.match(line) and not _HEADING.match(line) for line in text.splitlines()
    )


def in_layout(text: str) -> bool:
    """Return whether the whole text is in the published layout, without other headings."""
    return _HEADING.match(text.lstrip()) is not None and not _is_mixed(text)


def _without_label(text: str) -> str:
    """Return a text without a first line such as “Input Sections”."""
    text = text.strip()
    label = _LABEL.match(text)
    return text[label.end() :].strip() if label else text


def understand_plans(text: str) -> list[dict[str, str]]:
    """Return the sections that a person's text describes.

    In addition to the form that `read_plans` accepts, a text may have bold titles, titles in two
    parts (“Optional: Allergies: …”), other bullets and numbers, lines without bullets, and a first
    line that only announces sections. Repeated titles are numbered. Text before the first section
    is put at the beginning of its description. The list is empty if no section is found.
    """
    text = _without_label(text)
    pieces = _listed(text)
    before = "" if not pieces or pieces[0][0] else pieces.pop(0)[1].strip()
    if not pieces:
        return [_plan(before, "")] if _is_title(before) else []
    parts = [_parts_of(piece) for _, piece in pieces]
    if not any(parts) and all(_is_title(piece) for _, piece in pieces):
        # The text is a list of titles without descriptions.
        return _numbered([_plan(piece.strip(), "") for _, piece in pieces])
    # A title that several pieces share, such as “Input”, is only the start of their titles.
    repeated = _repeated(titles[0][0] for titles in parts if titles)
    found: list[tuple[str, str]] = []
    for (star, piece), titles in zip(pieces, parts, strict=True):
        # A piece without a title continues the piece before it, or the text before all sections.
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
    """Return the text after each bullet, as (bullet, text).

    Text before the first bullet comes first.
    """
    pieces = list(_pieces(text))
    # Kinds of bullets, from the clearest to the least clear. The first kind that occurs is used.
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
    """Return the possible splits of a piece into (title, rest); none if it has no title.

    The first one is at the first colon, or after a bold title. The second one, if any, is at the
    second colon, so that “Optional: Allergies” is the title in “Optional: Allergies: …”.
    """
    bold = _BOLD_START.match(piece)
    if bold:
        title = bold[2].strip().rstrip(":").strip()
        return [(title, piece[bold.end() :])] if _is_title(title) else []
    found: list[tuple[str, str]] = []
    first_end = 0
    # Limited to the maximum length of a title. The factor allows for white space and escapes.
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
    """Return the titles that occur more than once, compared without formatting."""
    counts = Counter(map(plain_title, titles))
    return {title for title, count in counts.items() if count > 1}


def _numbered(plans: list[dict[str, str]]) -> list[dict[str, str]]:
    """Number repeated titles in place: “Total”, “Total (2)”. Return the same list."""
    seen: set[str] = set()
    for plan in plans:
        title, number = plan["title"], 1
        while plan["title"].casefold() in seen:
            number += 1
            plan["title"] = f"{title} ({number})"
        seen.add(plan["title"].casefold())
    return plans


def _add(found: list[dict[str, str]], title: str, text: str) -> None:
    """Append a section, without the backslashes that writing added to its title and text.

    An empty title is replaced by “Text”. A section without title and text is not appended.
    """
    text = _KEPT_HEADING.sub(r"\1", text.strip())
    if title:
        name = _KEPT_BOLD.sub(r"*\1", title).strip()
        found.append({"title": name or UNTITLED, "text": text})
    elif text:
        found.append({"title": UNTITLED, "text": text})


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield (star, text) for each part of a text that begins with a star which is not escaped.

    The first part is the text before all stars. Its star is an empty string.
    """
    start, star = 0, ""
    for one in _STAR.finditer(text):
        # A star after backslashes was escaped.
        if not one[1]:
            yield star, text[start : one.start()]
            start, star = one.end(), "*"
    yield star, text[start:]


def _title_of(piece: str) -> tuple[str, str] | None:
    """Return a piece, split at its first colon, as (title, rest); None without a title."""
    for colon in _COLON.finditer(piece, 0, 2 * _LONGEST_TITLE):
        if not colon[1]:
            title = piece[: colon.start()]
            return (title.strip(), piece[colon.end() :]) if _is_title(title) else None
    return None


def _is_title(text: str) -> bool:
    """Return whether a text may be a title: one line, not empty, and not too long."""
    return 0 < len(text.strip()) <= _LONGEST_TITLE and "\n" not in text.strip()


def _plan(title: str, rest: str) -> dict[str, str]:
    """Return a section with `title`, `length` and `description`. An empty length is left out."""
    length, description = _split_length(_plain(rest).strip())
    title = _KEPT_COLON.sub(r"\1:", _plain(title))
    found = {"title": title, "length": length, "description": description}
    return {name: value for name, value in found.items() if value or name != "length"}


def _split_length(rest: str) -> tuple[str, str]:
    """Return a text as (length, description).

    The length is empty if the text does not begin with one. A length may be marked (see `_MARKED`),
    in parentheses, or one or more lengths in a row. The first of these forms that matches is used.
    """
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
    """Return a text in which no star looks like the start of a section."""
    return _STAR.sub(r"\1\\*", text)


def _plain(text: str) -> str:
    """Return a text without the backslashes that `_escaped` added."""
    return _KEPT_STAR.sub(r"\1*", text)
