"""Headings in the text of an answer: what names a part of it and states nothing.

Models write titles in many ways (`## T`, `**T**`, `* **T:** …`, `T:`). Here it is enough to know
where such a title is; which of the wanted sections it names is for `sections.py` to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

_LONGEST = 120  # characters of a heading: what is longer is a sentence
_MOST_WORDS = 10  # of a line that is a heading by its colon alone

_MOST_LABEL = 4  # words of what an item of a list begins with

_HASHES = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+\S")
_RULE = re.compile(r"[ \t]{0,3}(?:={3,}|-{3,})[ \t]*")
_ITEM = r"[ \t]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?"
# A bold title alone in its line, or bold up to a colon with text behind it.
_BOLD = re.compile(
    _ITEM + r"(?P<mark>\*\*|__)(?=[^\s*_])(?P<title>[^*_\n]{1,120}?)"
    r"(?:(?P=mark)[ \t]*(?:(?P<colon>:)|$)|(?P<inside>:)[ \t]*(?P=mark))"
)
# What an item of a list begins with, up to a colon. In running text that is as often a sentence.
_LABEL = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?P<label>[^\s:][^:\n]{0,59}):(?=[ \t]+\S)")
_COLON = re.compile(_ITEM + r"(?=\S)[^:\n]{1,120}:[ \t]*")


def heading_spans(text: str) -> list[tuple[int, int]]:
    """Return from where to where headings are in a text, in order."""
    return list(_headings(text))


def _headings(text: str) -> Iterator[tuple[int, int]]:
    lines, at = text.split("\n"), 0
    for line, below in zip_longest(lines, lines[1:], fillvalue=""):
        end = _heading_end(line, below)
        if end:
            yield at, at + end
        at += len(line) + 1


def _heading_end(line: str, below: str) -> int:
    """Return how much of a line, from its beginning on, is a heading; 0 for none of it."""
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
