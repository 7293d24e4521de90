"""Split papers that are one text into paragraphs, such as papers from files.

Passages are paragraphs (section 2 of the KIWI paper). A paragraph should therefore be neither a
heading nor a whole page of a PDF file without empty lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from desktop_app.text.passages import SIZE, paragraphs, passages

# Minimum length in characters; a shorter paragraph is joined with the one after it.
SHORTEST: Final = 60
# Minimum length in characters of a block without empty lines that is treated as a page.
_PAGE: Final = 1_500
_LINE: Final = 200  # Characters. If the lines of a page are longer, each line is a paragraph.
# Share of a page's width. A sentence that ends in a shorter line ends a paragraph.
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
    4,000 characters is split between words. A heading is joined with the paragraph below it.
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
    # More than once, because each half occurs here already.
    halves = words.get(one, 0) > 1 or words.get(other, 0) > 1
    whole = one + other in words or not halves
    return line[:-1] if whole else line
