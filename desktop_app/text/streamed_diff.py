"""Diff against a second text that is still being streamed.

    original:  The cat sat on the mat. It slept.
    so far:    The old cat sat on
    hunks:     added "old "

Only the beginning of the original that the new text has got to is compared: the rest is not
removed, it has not come yet.
"""

from __future__ import annotations

import re
from itertools import islice

import numpy as np

from desktop_app.text.diff import Hunk, diff

# A word that was left out counts less than one that was put in, so that it shows soon when a whole
# sentence is missing; words that happen to be in both must be most of those skipped to do so.
_OUT, _IN = 1, 2
_MOST = 6_000  # words of each text; beyond them nothing is compared while it grows
_WORD = re.compile(r"\S+")


class Growing:
    """Compares one original with a text that only grows. Each word is looked at once, at a cost
    that grows with the original: about 20 µs for one of 1,500 words."""

    def __init__(self, original: str) -> None:
        self._original = original
        words = list(_WORD.finditer(original)) if len(original) <= 40 * _MOST else []
        self._ends = [0, *(word.end() for word in words)]
        self._numbers: dict[str, int] = {}
        ids = [self._numbers.setdefault(word[0], len(self._numbers)) for word in words]
        self._ids = np.array(ids, dtype=np.int64)
        self._is_bounded = 0 < len(words) <= _MOST
        self._count = 0
        self._places = np.arange(len(words) + 1, dtype=np.int64) * _OUT
        self._costs = self._places.copy()  # of each beginning of the original, for `_text`
        self._text = ""  # whole words alone

    @property
    def text(self) -> str:
        """What was compared last: the words that had come wholly."""
        return self._text

    @property
    def reached(self) -> int:
        """Where in the original the text has got: the end of a word, in characters."""
        return self._ends[int(self._costs.argmin())]

    def grown(self, text: str) -> tuple[Hunk, ...]:
        """Take the text as it is now; return how its whole words differ from the original as far as
        they have got: nothing where the texts are too long to be compared as they grow. A text that
        is no continuation is compared from its beginning."""
        if not self._is_bounded or self._count > _MOST:
            return ()
        if not text.startswith(self._text):
            self._text, self._count, self._costs = "", 0, self._places.copy()
        words = islice(_WORD.finditer(text, len(self._text)), _MOST + 1)
        found = [one for one in words if one.end() < len(text)]
        self._count += len(found)
        if self._count > _MOST:
            return ()
        for word in found:
            self._take(self._numbers.get(word[0], -1))
        if found:
            self._text = text[: found[-1].end()]
        return diff(self._original[: self.reached], self._text)

    def _take(self, word: int) -> None:
        """Reckon with another word: the cheapest way to have put it in, or to have come to it."""
        costs = self._costs + _IN
        same = self._ids == word
        costs[1:][same] = np.minimum(costs[1:][same], self._costs[:-1][same])
        # Whatever was left out before a place costs by how much it is.
        self._costs = np.minimum.accumulate(costs - self._places) + self._places
