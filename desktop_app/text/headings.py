"""Headings in the text of an answer: titles of its parts, which make no statement.

Models write titles in many ways (`## T`, `**T**`, `* **T:** …`, `T:`). This module finds all of
them. `sections.py` finds only titles of expected sections, and therefore accepts more forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

# Maximum characters of a heading. A longer line is a sentence.
_LONGEST = 120
# Maximum words of a line that counts as a heading only because it ends with a colon.
_MOST_WORDS = 10

# Maximum words of a label at the start of a list item.
_MOST_LABEL = 4

_HASHES = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+\S")
_RULE = re.compile(r"[ \t]{0,3}(?:={3,}|-{3,})[ \t]*")
_ITEM = r"[ \t]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?"
# A bold title on its own line, or bold text up to a colon that is followed by text.
_BOLD = re.compile(
    _ITEM + r"(?P<mark>\*\*|__)(?=[^\s*_])(?P<title>[^*_\n]{1,120}?)"
    r"(?:(?P=mark)[ \t]*(?:(?P<colon>:)|$)|(?P<inside>:)[ \t]*(?P=mark))"
)
# The beginning of a list item up to a colon. Outside lists, such a beginning is as often part of a
# sentence.
_LABEL = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?P<label>[^\s:][^:\n]{0,59}):(?=[ \t]+\S)")
_COLON = re.compile(_ITEM + r"(?=\S)[^:\n]{1,120}:[ \t]*")


def heading_spans(text: str) -> list[tuple[int, int]]:
    """Return (start, end) of each heading in a text, in order."""
    return list(_headings(text))


def _headings(text: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each heading."""
    lines, at = text.split("\n"), 0
    for line, below in zip_longest(lines, lines[1:], fillvalue=""):
        end = _heading_end(line, below)
        if end:
            yield at, at + end
        at += len(line) + 1


def _heading_end(line: str, below: str) -> int:
    """Return the length of the heading at the beginning of a line; 0 if there is none."""
    stripped = line.strip()
    if not stripped:
        return 0
    if len(stripped) <= _LONGEST and (_HASHES.match(line) or _RULE.fullmatch(below)):
        return len(line)
    bold = _BOLD.match(line)
    if bold:
        return bold.end()
    label = _LABEL.match(line)
    if label and len(label["label"].split()) <= _MOST_LABEL:
        return label.end()
    is_title = len(stripped.split()) <= _MOST_WORDS and _COLON.fullmatch(line)
    return len(line) if is_title else 0
