"""Paragraphs of papers that come as one text: out of files, or of a layout without any.

Passages are paragraphs (section 2 of the KIWI paper), so these should be neither a heading nor a
page of a PDF file without a single empty line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from desktop_app.text.passages import SIZE, paragraphs, passages

SHORTEST: Final = 60  # characters: what has fewer goes with the paragraph after it
_PAGE: Final = 1_500  # characters: lines without an empty one among them are a page, if this many
_LINE: Final = 200  # characters: a longer line was not broken to fit a page, it is a paragraph
_FULL: Final = 0.85  # of a page's width: a sentence that ends in a shorter line ends a paragraph
_CLOSING: Final = "\"'”’»)]"
_WORD: Final = re.compile(r"[^\W\d_]+")
_LONGEST: Final = 60  # letters of a word, perhaps, that a line's end parts
_PARTED: Final = re.compile(rf"([^\W\d_]{{1,{_LONGEST}}})-$")
_ENDS: Final = (".", "!", "?", "…")


def cut_paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text in order. Where lines continue without an empty one for 1,500
    characters or more, a sentence that ends in a line shorter than the others ends a paragraph, as
    on a printed page; lines that only the page's width ended are joined. A paragraph of more than
    4,000 characters is cut between words; a heading goes with what is below it."""
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
    """Return the paragraphs of lines among which no empty one stands."""
    lines = block.split("\n")
    if len(block) < _PAGE or len(lines) < 2:
        return [block]
    widths = sorted(len(line.rstrip()) for line in lines)
    width = widths[len(widths) * 3 // 4]
    if width > _LINE:
        return [line for line in lines if line.strip()]
    words = Counter(_WORD.findall(block.casefold()))
    result: list[str] = []
    now: list[str] = []
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        text = line.rstrip()
        full = len(text) >= _FULL * width
        if full:  # it continued below only because the page ends here
            now.append(_before(text, below.lstrip(), words))
            continue
        now.append(text)
        if text.rstrip(_CLOSING).endswith(_ENDS):
            result.append("".join(now))
            now = []
        else:  # a heading, or a line of a list or a table
            now.append("\n")
    rest = "".join(now).rstrip()
    return [*result, rest] if rest else result


def _before(line: str, below: str, words: Mapping[str, int]) -> str:
    """Return a line so that the next one follows it: with a space, unless a hyphen parts a word.
    The hyphen goes where the whole word stands elsewhere on the page, or neither half does."""
    first, second = _PARTED.search(line[-_LONGEST - 1 :]), _WORD.match(below)
    if first is None or second is None:
        return f"{line} "
    one, other = first[1].casefold(), second[0].casefold()
    halves = words.get(one, 0) > 1 or words.get(other, 0) > 1  # once they are here
    whole = one + other in words or not halves
    return line[:-1] if whole else line
