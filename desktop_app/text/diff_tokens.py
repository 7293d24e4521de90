"""Tokens of a text for a diff: words, other characters, and the white space before each.

A piece is a word, one Chinese or Japanese character, or one other character with everything
attached to it (combining marks, joined emoji, flags), so that no difference begins inside a
character as people see it. Pieces and white space are compared exactly, including case and accents.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import NamedTuple

import numpy as np

from desktop_app.text.words import IntArray, NumberStyle, combining, split_words

_STYLE = NumberStyle()
_ENDS_SENTENCE = re.compile(r"[.!?…。！？]+")
_PAUSE = re.compile(r"[,;:)\]»”’、，；：）」』]")

# How suitable a place between two pieces is as the beginning or end of a difference.
PARAGRAPH, SENTENCE, PAUSE, SPACE, NOTHING = 4, 3, 2, 1, 0


class Stretch(NamedTuple):
    """A half-open range of a text, possibly empty: 0 ≤ start ≤ end ≤ length of the text."""

    start: int
    end: int


class Vocabulary:
    """Numbers ≥ 0 for the pieces and the white space of the compared texts.

    `weights`: the weight of a place after each piece or at each white space, in the order of the
        numbers
    `has_letters`: whether each contains a letter or digit, in the same order
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self.weights: list[int] = []
        self.has_letters: list[bool] = []
        self._folded: dict[str, str] = {}

    def number(self, piece: str) -> int:
        """Return the number of a piece, or of white space, which may be empty."""
        result = self._numbers.get(piece)
        if result is None:
            result = self._numbers[piece] = len(self.weights)
            self.weights.append(_weight(piece))
            self.has_letters.append(any(map(str.isalnum, piece)))
        return result

    def cut(self, text: str) -> list[tuple[int, int]]:
        """Return (start, end) of each piece of a text."""
        words = split_words(text, _STYLE, self._folded)
        signs = _signs(not text.isascii())
        pieces = []
        at = 0
        for start, end in zip(words.starts.tolist(), words.ends.tolist(), strict=True):
            # Most gaps between words are a single space, which contains no pieces.
            if start - at > 1 or (start > at and not text[at].isspace()):
                pieces += [sign.span() for sign in signs.finditer(text, at, start)]
            pieces.append((start, end))
            at = end
        pieces += [sign.span() for sign in signs.finditer(text, at)]
        return pieces


class Pieces:
    """The pieces of one text.

    `starts`, `ends`: range of each piece
    `ids`: number of each piece in the vocabulary
    `gaps`: numbers of the white space before each piece, and after the last one
    """

    __slots__ = ("ends", "gaps", "ids", "starts", "text", "vocabulary")

    def __init__(
        self,
        text: str,
        vocabulary: Vocabulary,
        starts: IntArray,
        ends: IntArray,
        ids: IntArray,
        gaps: IntArray,
    ) -> None:
        self.text, self.vocabulary = text, vocabulary
        self.starts, self.ends, self.ids, self.gaps = starts, ends, ids, gaps

    @classmethod
    def of(cls, text: str, vocabulary: Vocabulary) -> Pieces:
        """Return the pieces of a whole text."""
        return cls(text, vocabulary, *_arrays(text, vocabulary, 0, len(text), 0, len(text)))

    def __len__(self) -> int:
        return len(self.ids)

    def reach(self, first: int, last: int) -> tuple[int, int]:
        """Return the range of text from the end of piece `first` − 1 to the start of `last`."""
        start = int(self.ends[first - 1]) if first else 0
        end = int(self.starts[last]) if last < len(self.ids) else len(self.text)
        return start, end

    def worth(self, place: int) -> int:
        """Return how suitable the place before a piece is as the border of a difference, 0 to 4."""
        if place in (0, len(self)):
            return PARAGRAPH
        weights = self.vocabulary.weights
        space: int = weights[self.gaps[place]]
        if space in (PARAGRAPH, NOTHING):
            return space
        behind: int = weights[self.ids[place - 1]]
        return max(behind, SPACE)

    def edited(self, text: str) -> tuple[Pieces, int, int, int]:
        """Return the pieces of an edited text, and which pieces changed.

        The result is (pieces, first, last, count): the pieces `first` … `last` − 1 were replaced by
        `count` pieces. Only the surroundings of the change are divided into pieces again.
        """
        old = self.text
        # The change is the text between the common beginning and end, extended to characters that
        # no piece crosses.
        same = common_start(old, text)
        rest = common_end(old, text, same)
        left = _border_before(old, same)
        right = _border_behind(old, len(old) - rest)
        moved = len(text) - len(old)
        first = int(np.searchsorted(self.starts, left))
        last = int(np.searchsorted(self.starts, right))
        before = int(self.ends[first - 1]) if first else 0
        after = int(self.starts[last]) + moved if last < len(self) else len(text)
        starts, ends, ids, gaps = _arrays(text, self.vocabulary, left, right + moved, before, after)
        made = Pieces(
            text,
            self.vocabulary,
            np.concatenate([self.starts[:first], starts, self.starts[last:] + moved]),
            np.concatenate([self.ends[:first], ends, self.ends[last:] + moved]),
            np.concatenate([self.ids[:first], ids, self.ids[last:]]),
            np.concatenate([self.gaps[:first], gaps, self.gaps[last + 1 :]]),
        )
        return made, first, last, len(ids)


def common_start(one: str, other: str) -> int:
    """Return the length of the common beginning of two texts."""
    low, high = 0, min(len(one), len(other))
    if one[:high] == other[:high]:
        return high
    # Binary search with slices, which are compared in C, is faster than a Python loop.
    while high - low > 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low


def common_end(one: str, other: str, start: int = 0) -> int:
    """Return the length of the common end of two texts, ignoring their first `start` characters."""
    most = min(len(one), len(other)) - start
    if not most or one[-most:] == other[-most:]:
        return most
    low, high = 0, most
    ends, other_ends = len(one), len(other)
    while high - low > 1:
        middle = (low + high) // 2
        if one[ends - middle : ends - low] == other[other_ends - middle : other_ends - low]:
            low = middle
        else:
            high = middle
    return low


def _arrays(
    text: str, vocabulary: Vocabulary, start: int, end: int, before: int, after: int
) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Return the arrays of `Pieces` for `text[start:end]`.

    The neighbouring pieces end at `before` and start at `after`.
    """
    number = vocabulary.number
    starts, ends, ids, gaps = [], [], [], []
    at = before
    for first, last in vocabulary.cut(text[start:end]):
        first, last = first + start, last + start
        starts.append(first)
        ends.append(last)
        ids.append(number(text[first:last]))
        gaps.append(number(text[at:first]))
        at = last
    gaps.append(number(text[at:after]))
    return tuple(np.array(one, dtype=np.int64) for one in (starts, ends, ids, gaps))  # type: ignore[return-value]


# No piece crosses one of these characters, although a piece may begin with one. The last two ranges
# are for scripts without spaces. After a joiner, such a character belongs to the piece before it.
_BORDERS = (" ", "\n", "。", "、")
_JOINER = "\u200d"


def _border_before(text: str, at: int) -> int:
    """Return the last place before `at` that no piece crosses."""
    position = max(text.rfind(sign, 0, at) for sign in _BORDERS)
    while position > 0 and text[position - 1] == _JOINER:
        at = position
        position = max(text.rfind(sign, 0, at) for sign in _BORDERS)
    return max(position, 0)


def _border_behind(text: str, at: int) -> int:
    """Return the first place from `at` on that no piece crosses."""
    places = [place for sign in _BORDERS if (place := text.find(sign, at)) >= 0]
    result = min(places, default=len(text))
    if 0 < result < len(text) and text[result - 1] == _JOINER:
        return _border_behind(text, result + 1)
    return result


def _weight(piece: str) -> int:
    """Return how suitable a place after this piece, or at this white space, is as a border."""
    if not piece or piece.isspace():
        return PARAGRAPH if "\n" in piece else SPACE if piece else NOTHING
    if _ENDS_SENTENCE.fullmatch(piece):
        return SENTENCE
    return PAUSE if _PAUSE.fullmatch(piece) else NOTHING


@cache
def _signs(beyond_ascii: bool) -> re.Pattern[str]:
    """Return the pattern of a character that is not part of a word."""
    if not beyond_ascii:
        return re.compile(r"\S")
    # A flag consists of two regional indicators. A joiner attaches the next character (joined
    # emoji).
    marks = combining()
    sign = f"(?:[\U0001f1e6-\U0001f1ff]{{2}}|\\S|\\s(?=[{marks}]))[{marks}]*+"
    return re.compile(f"{sign}(?>(?:(?<=\u200d)\\S[{marks}]*+)*)")


# Differences between an original and a revision as data, and functions on them.


class HunkKind(Enum):
    """The kind of a difference."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Hunk:
    """One difference: `original[before]` became `revision[after]`. At most one of the two is empty.

    `quiet`: whether only white space differs
    `twin`: for moved text, its place in the other text (the one in which this hunk is empty)
    """

    kind: HunkKind
    before: Stretch
    after: Stretch
    quiet: bool = False
    twin: Stretch | None = None


def apply(original: str, revision: str, hunks: Iterable[Hunk]) -> str:
    """Return the original with some of its differences to a revision applied.

    `hunks`: these differences, in the order of the original
    """
    made, at = [], 0
    for hunk in hunks:
        made += [original[at : hunk.before.start], revision[hunk.after.start : hunk.after.end]]
        at = hunk.before.end
    return "".join([*made, original[at:]])


def change_count(hunks: Iterable[Hunk]) -> int:
    """Return the number of changes as people count them: white space is none, a move is one."""
    return sum(
        # A move has two hunks, but only the one with an empty `after` counts.
        not hunk.quiet and (hunk.kind is not HunkKind.MOVED or hunk.after.start == hunk.after.end)
        for hunk in hunks
    )


def to_revision(hunks: Sequence[Hunk], offset: int) -> int:
    """Return the offset in the revision that corresponds to an offset in the original.

    For removed text, this is the place from which it was removed.
    """
    return _across(hunks, offset, forth=True)


def to_original(hunks: Sequence[Hunk], offset: int) -> int:
    """Return the offset in the original that corresponds to an offset in the revision.

    For new text, this is the place at which it was inserted.
    """
    return _across(hunks, offset, forth=False)


def _across(hunks: Sequence[Hunk], offset: int, *, forth: bool) -> int:
    """Return the offset in the other text that corresponds to an offset.

    `forth`: True from the original to the revision, False from the revision to the original
    """

    def sides(hunk: Hunk) -> tuple[Stretch, Stretch]:
        return (hunk.before, hunk.after) if forth else (hunk.after, hunk.before)

    place = bisect_right(hunks, offset, key=lambda hunk: sides(hunk)[0].start)
    if not place:
        return offset
    own, other = sides(hunks[place - 1])
    # Inside a hunk: the same distance from its start, but not beyond its other side.
    if offset < own.end:
        return min(other.start + offset - own.start, other.end)
    return other.end + offset - own.end
