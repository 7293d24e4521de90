"""Division of a document into passages of limited length, for models and readers.

Source: the DOLOMITES paper, section 3.4.1: passages of 4,000 characters from a sliding window, each
overlapping the previous one by 100 characters. All offsets count characters (code points) of the
text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SIZE, OVERLAP = 4_000, 100  # characters
# Number of characters by which a passage may be shorter, so that it ends between words.
_LONGEST_WORD = 80

# Possessive quantifiers (`*+`) avoid backtracking, which would be slow on long blank stretches.
_GAP = re.compile(r"\n[^\S\n]*+(?:\n[^\S\n]*+)+|[\f\x1c-\x1e\u2029]+")
_VISIBLE = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a text: `text[start:end]`."""

    start: int
    end: int
    text: str


def paragraphs(text: str) -> list[Passage]:
    """Return the paragraphs of a text in order; empty lines or page breaks separate them.

    White space around a paragraph is not part of it, and no paragraph is empty.
    """
    result: list[Passage] = []
    start = 0
    for gap in _GAP.finditer(text):
        _add(result, text, start, gap.start())
        start = gap.end()
    _add(result, text, start, len(text))
    return result


def passages(text: str, size: int = SIZE, overlap: int = OVERLAP) -> list[Passage]:
    """Return overlapping passages of a text, in order.

    `size`: maximum number of characters of a passage
    `overlap`: number of characters shared with the previous passage; up to a word more, and fewer
        only if the passage would otherwise not advance

    A passage begins and ends between words, unless a word is longer than 80 characters (or than a
    tenth of the passage). Every visible character is in a passage; passages without visible
    characters are omitted. Raises ValueError unless 0 ≤ overlap < size.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"an overlap of {overlap} does not go with passages of {size} characters")
    result: list[Passage] = []
    start = 0
    while start < len(text):
        end = _end(text, start, size, overlap)
        if _VISIBLE.search(text, start, end):
            result.append(Passage(start, end, text[start:end]))
        if end == len(text):
            break
        # At least one character further, so that the loop always ends.
        start = max(start + 1, _word_start(text, end - overlap, size))
    return result


def _end(text: str, start: int, size: int, overlap: int) -> int:
    """Return the end of a passage: after the last white space near its maximum length."""
    end = start + size
    if end >= len(text):
        return len(text)
    if text[end].isspace():
        return end
    least = max(start + overlap + 1, end - min(_LONGEST_WORD, size // 10))
    for place in range(end - 1, least - 1, -1):
        if text[place].isspace():
            return place + 1
    return end


def _word_start(text: str, place: int, size: int) -> int:
    """Return the start of the word at a place, or the place itself if the word is too long."""
    for back in range(place, max(0, place - min(_LONGEST_WORD, size // 10)) - 1, -1):
        if back == 0 or text[back - 1].isspace():
            return back
    return place


def _add(result: list[Passage], text: str, start: int, end: int) -> None:
    """Append a paragraph, stripped of white space at both ends, unless it is empty."""
    part = text[start:end]
    bare = part.strip()
    if bare:
        start += len(part) - len(part.lstrip())
        result.append(Passage(start, start + len(bare), bare))
