"""Diffs for display: of a text that is still being streamed, and of two texts as one joint text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from desktop_app.text.diff import Hunk, HunkKind, diff
from desktop_app.text.diff_tokens import Stretch

# Diff of a text and a second text that is still being streamed.
#
#     original:  The cat sat on the mat. It slept.
#     so far:    The old cat sat on
#     hunks:     added "old "
#
# Only the part of the original that the new text has reached is compared. The rest does not count
# as removed, because it may still arrive.


# Costs of omitting a word of the original and of inserting a new one. Omitting is cheaper, so that
# a missing sentence is detected soon. A sentence is wrongly taken as missing only if more than half
# as many words as it contains match later words by chance.
_OUT, _IN = 1, 2
# Maximum words of each text. Longer texts are not compared while they grow.
_MOST = 6_000
_WORD = re.compile(r"\S+")


class Growing:
    """A comparison of one original with a text that only grows.

    Each new word is processed once, at a cost proportional to the original: about 20 µs for an
    original of 1,500 words.
    """

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
        # The costs of aligning `_text` with each beginning of the original.
        self._costs = self._places.copy()
        # Whole words only.
        self._text = ""

    @property
    def text(self) -> str:
        """The text that was compared last, which consists of complete words only."""
        return self._text

    @property
    def reached(self) -> int:
        """The place in the original that the text has reached, in characters: the end of a word."""
        return self._ends[int(self._costs.argmin())]

    def grown(self, text: str) -> tuple[Hunk, ...]:
        """Set the current text; return how its complete words differ from the original so far.

        Returns no differences if the texts are too long to be compared while they grow. A text that
        does not continue the previous one is compared from its beginning.
        """
        if not self._is_bounded or self._count > _MOST:
            return ()
        if not text.startswith(self._text):
            self._text, self._count, self._costs = "", 0, self._places.copy()
        words = islice(_WORD.finditer(text, len(self._text)), _MOST + 1)
        # The last word may still grow, so it is not compared until something follows it.
        matches = [one for one in words if one.end() < len(text)]
        self._count += len(matches)
        if self._count > _MOST:
            return ()
        for word in matches:
            self._take(self._numbers.get(word[0], -1))
        if matches:
            self._text = text[: matches[-1].end()]
        return diff(self._original[: self.reached], self._text)

    def _take(self, word: int) -> None:
        """Update the alignment costs for one more word of the new text."""
        costs = self._costs + _IN
        same = self._ids == word
        costs[1:][same] = np.minimum(costs[1:][same], self._costs[:-1][same])
        # Omitting the words before a place costs as much as their number, hence a running minimum.
        self._costs = np.minimum.accumulate(costs - self._places) + self._places


_LINE_END = "¶"


class InlineChange(NamedTuple):
    """A range of the joint text that does not occur in both texts at this place.

    `hunk`: index of its hunk
    `removed`: whether it occurs only in the original
    `moved`: whether it occurs at another place of the other text
    """

    start: int
    end: int
    hunk: int
    removed: bool
    moved: bool


class Inline:
    """Original and revision as one joint text, with removed text before its replacement.

    `text`: the joint text. If only white space was removed, its line ends are shown as ¶
    `parts`: the ranges that differ, in order
    """

    def __init__(self, original: str, revision: str, hunks: Sequence[Hunk]) -> None:
        made: list[str] = []
        self.parts: list[InlineChange] = []
        # Corresponding offsets: (in the revision, in the joint text).
        self._places: list[tuple[int, int]] = [(0, 0)]
        at = length = 0
        for number, hunk in enumerate(hunks):
            # Text between hunks is equal in both, so the original's is used.
            made.append(original[at : hunk.before.start])
            length += len(made[-1])
            for stretch, text, removed in (
                (hunk.before, original, True),
                (hunk.after, revision, False),
            ):
                words = text[slice(*stretch)]
                if removed and not words.strip():
                    words = words.replace("\n", _LINE_END)
                if not removed:
                    self._places.append((stretch.start, length))
                if words:
                    moved = hunk.kind is HunkKind.MOVED
                    self.parts.append(
                        InlineChange(length, length + len(words), number, removed, moved)
                    )
                    made.append(words)
                    length += len(words)
            at = hunk.before.end
            self._places.append((hunk.after.end, length))
        made.append(original[at:])
        self.text = "".join(made)

    def place(self, offset: int) -> int:
        """Return the offset in the joint text that corresponds to an offset in the revision."""
        result = bisect_right(self._places, offset, key=lambda place: place[0]) - 1
        there, here = self._places[result]
        return min(here + offset - there, len(self.text))

    def revision_place(self, offset: int) -> int:
        """Return the offset in the revision that corresponds to an offset in the joint text.

        For removed text, this is the place where it would be.
        """
        result = bisect_right(self._places, offset, key=lambda place: place[1]) - 1
        there, here = self._places[result]
        # For an offset in removed text, this is the place where the text would be in the revision.
        following = self._places[result + 1][0] if result + 1 < len(self._places) else None
        place = there + offset - here
        return place if following is None else min(place, following)

    def stretch(self, hunk: int) -> Stretch:
        """Return the range of a hunk in the joint text."""
        first = bisect_right(self.parts, hunk - 1, key=lambda part: part.hunk)
        last = bisect_right(self.parts, hunk, key=lambda part: part.hunk)
        return Stretch(self.parts[first].start, self.parts[last - 1].end)
