"""Word and sentence counts.

Both follow simple rules instead of a language model, so that the same text has the same counts on
every computer, and no data have to be downloaded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

# Scripts that are written without spaces. Each character counts as a word, because finding words
# would require a dictionary.
_SPACELESS = (
    "\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff66-\uff6f\uff71-\uff9d\U00020000-\U0003ffff"
)
_JOINED_LETTER = re.compile("[\u0e01-\u0e30\u0e81-\u0eb0\u1000-\u102a\u1780-\u17b3]")
_SPACELESS_CHARACTER = re.compile(f"[{_SPACELESS}]")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")

_CLOSING = "\"'”’»)\\]"
_END = re.compile(rf"(?<![.!?…])[.!?…]++[{_CLOSING}]*+(?=\s|$)|[。！？]+[”’」』）]*")
_BREAK = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*•–]|\d+[.)])[ \t])")
_BULLET = re.compile(r"\s*(?:[-*•–]|\d+[.)])[ \t]+")
_VISIBLE = re.compile(r"\S")
_BEFORE_WORD = re.compile(r"[\s(\"'“‘\[]")
# Number of characters before a period that are searched for an abbreviation.

_LONGEST = 8
_ABBREVIATION = re.compile(
    "mrs?|ms|dr|prof|[sj]r|st|vs|etc|e\\.g|i\\.e|cf|al|figs?|eq|nos?|vol|pp?|approx|dept|est|inc|ltd"
    "|corp?|gov|sen|rep|gen|col|lt|capt|sgt|rev|hon|jan|feb|mar|apr|ju[nl]|aug|sept?|oct|nov|dec"
    "|[ap]\\.m",
    re.IGNORECASE,
)
# Abbreviations that may also end a sentence.
_MAY_END = re.compile("etc|inc|ltd|corp?|[sj]r|[ap]\\.m|al|no", re.IGNORECASE)


def word_count(text: str) -> int:
    """Return the number of words, ≥ 0.

    A word is a run of characters between white space that contains a letter or digit: “don't”,
    “well-known”, “3.14” and “a/b” are one word each, and a dash on its own is none. Each Chinese
    character and each Japanese kana counts as one word.
    """
    spaceless = len(_SPACELESS_CHARACTER.findall(text))
    if spaceless:
        text = _SPACELESS_CHARACTER.sub(" ", text)
    return spaceless + sum(1 for run in text.split() if _LETTER_OR_DIGIT.search(run))


def separates_words(text: str) -> bool:
    """Return whether the words of a text can be counted.

    They cannot be counted if most letters are Thai, Lao, Burmese or Khmer: these scripts have no
    spaces between words, so only a dictionary could find the words.
    """
    joined = len(_JOINED_LETTER.findall(text))
    return joined == 0 or 2 * joined <= sum(map(str.isalpha, text))


def character_count(text: str) -> int:
    """Return the number of characters, ≥ 0, as people see them.

    White space, and marks above and below letters, do not count.
    """
    return sum(not sign.isspace() and unicodedata.category(sign)[0] != "M" for sign in text)


def sentences(text: str) -> list[str]:
    """Return the sentences of a text in order, without surrounding white space.

    A sentence ends at . ! ? or … before white space, at the full-width forms of these marks, at an
    empty line, and before a list item. Common English abbreviations, initials (“J. Smith”), list
    numbers (“1. ”) and periods before a small letter do not end a sentence. Pieces without a letter
    or digit are dropped.
    """
    return [piece for piece in _pieces(text) if _LETTER_OR_DIGIT.search(piece)]


def sentence_count(text: str) -> int:
    """Return the number of sentences, ≥ 0, that `sentences` returns."""
    return len(sentences(text))


def _pieces(text: str) -> Iterator[str]:
    """Yield the parts of a text between sentence ends."""
    for block in _BREAK.split(text):
        bullet = _BULLET.match(block)
        start = bullet.end() if bullet else 0
        for match in _END.finditer(block, start):
            if _ends(block, start, match):
                yield block[start : match.end()].strip()
                start = match.end()
        yield block[start:].strip()


def _ends(block: str, start: int, mark: re.Match[str]) -> bool:
    """Return whether a sentence ends at a punctuation mark."""
    following = _VISIBLE.search(block, mark.end())
    signs = mark.group()
    # Only a single period is ambiguous.
    if following is None or "." not in signs or not set(signs).isdisjoint("!?…"):
        return True
    if following.group().islower():
        return False
    if signs.startswith(".."):
        return True
    name = _BEFORE_WORD.split(block[max(start, mark.start() - _LONGEST) : mark.start()])[-1]
    # A single capital letter is an initial, except “I”.
    if len(name) == 1 and name.isupper() and name != "I":
        return False
    if _ABBREVIATION.fullmatch(name):
        # “etc.” and “Inc.” may end a sentence, which is decided by whether a capital letter
        # follows.
        return bool(_MAY_END.fullmatch(name)) and following.group().isupper()
    return True
