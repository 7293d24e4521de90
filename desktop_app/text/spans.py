"""The result of matching as data: spans of two texts and the links between them.

Offsets count characters of the matched Python strings, from 0; `end` is exclusive. `Utf16Offsets`
converts them for Qt, which counts UTF-16 units.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import overload

import numpy as np

from desktop_app.text.words import IntArray

# Offsets as Qt counts them: a character beyond U+FFFF, such as most emoji, has two units.


_WIDE = re.compile("[\U00010000-\U0010ffff]")


class Utf16Offsets:
    """Converts offsets in one text between Python's characters and UTF-16 code units.

    `added`: ascending offsets of the characters before which the UTF-16 text has a line end more
    """

    __slots__ = ("_added", "_ends", "_units", "_wide")

    def __init__(self, text: str, added: Sequence[int] = ()) -> None:
        # Only the characters of two units are stored. Most texts have few or none.
        self._wide = [] if text.isascii() else [match.start() for match in _WIDE.finditer(text)]
        self._units = [place + number for number, place in enumerate(self._wide)]
        self._added = added
        # The UTF-16 offsets of the added line ends.
        self._ends = [
            place + bisect_left(self._wide, place) + number for number, place in enumerate(added)
        ]

    def to_utf16(self, offset: int) -> int:
        """Return the offset in UTF-16 units that corresponds to a character offset ≥ 0."""
        return offset + bisect_left(self._wide, offset) + bisect_right(self._added, offset)

    def from_utf16(self, offset: int) -> int:
        """Return the character offset for a UTF-16 offset; inside a pair, that of the character."""
        offset -= bisect_left(self._ends, offset)
        before = bisect_left(self._units, offset)
        if before and self._units[before - 1] + 1 == offset:
            return self._wide[before - 1]
        return offset - before


class Kind(IntEnum):
    """How a span of the answer occurs in the document; the strongest kind comes first."""

    EXACT = 0
    INFLECTED = 1
    NEAR = 2
    UNSUPPORTED = 3


ALL_KINDS = frozenset(Kind)


@dataclass(frozen=True, slots=True)
class Span:
    """A range of text: 0 ≤ start < end ≤ length of the text."""

    start: int
    end: int


class Places(Sequence[Span]):
    """All places of one match in the document, in ascending order, stored compactly and shared.

    Places overlap if a run overlaps itself (“a a” in “a a a”).
    """

    __slots__ = ("ends", "starts")

    def __init__(self, starts: IntArray, ends: IntArray) -> None:
        self.starts, self.ends = starts, ends

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> Span: ...
    @overload
    def __getitem__(self, index: slice) -> Places: ...
    def __getitem__(self, index: int | slice) -> Span | Places:
        if isinstance(index, slice):
            return Places(self.starts[index], self.ends[index])
        return Span(int(self.starts[index]), int(self.ends[index]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places) and (
            np.array_equal(self.starts, other.starts) and np.array_equal(self.ends, other.ends)
        )

    def __hash__(self) -> int:
        return hash((self.starts.tobytes(), self.ends.tobytes()))

    def __repr__(self) -> str:
        return f"Places({list(self)!r})"

    def touch(self, start: int, end: int) -> bool:
        """Return whether any place contains a character between two offsets."""
        # Places are sorted both by start and by end, so binary search finds the first candidate.
        first = int(np.searchsorted(self.ends, start, "right"))
        return first < len(self.starts) and bool(self.starts[first] < end)


NOWHERE = Places(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class AnswerSpan:
    """A marked span of the answer.

    `kind`: how the span occurs in the document
    `places`: its places there; empty if and only if the kind is UNSUPPORTED
    `primary`: index of the place that best fits the neighbouring matches; −1 if there is none
    `similarity`: 100 for exact and inflected, at least the threshold for near, 0 for unsupported
    `number`: whether it is unsupported and contains a digit, which annotators check first
    """

    start: int
    end: int
    kind: Kind
    places: Places
    primary: int
    similarity: float
    number: bool = False

    @property
    def partner(self) -> Span | None:
        """The primary place; None if there is none."""
        return self.places[self.primary] if self.primary >= 0 else None


@dataclass(frozen=True, slots=True)
class DocumentSpan:
    """A marked span of the document. `group` is the match to which the place belongs."""

    start: int
    end: int
    kind: Kind
    group: int


class DocumentSpans(Sequence[DocumentSpan]):
    """The marked spans of the document, in order, without overlap, stored compactly.

    Where matches overlap, exact ones win over inflected ones and these over near ones, then longer
    ones over shorter ones, then those earlier in the answer.
    """

    __slots__ = ("ends", "groups", "kinds", "starts")

    def __init__(self, starts: IntArray, ends: IntArray, kinds: IntArray, groups: IntArray) -> None:
        self.starts, self.ends, self.kinds, self.groups = starts, ends, kinds, groups

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> DocumentSpan: ...
    @overload
    def __getitem__(self, index: slice) -> DocumentSpans: ...
    def __getitem__(self, index: int | slice) -> DocumentSpan | DocumentSpans:
        if isinstance(index, slice):
            arrays = (self.starts, self.ends, self.kinds, self.groups)
            return DocumentSpans(*(array[index] for array in arrays))
        return DocumentSpan(
            int(self.starts[index]),
            int(self.ends[index]),
            Kind(int(self.kinds[index])),
            int(self.groups[index]),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DocumentSpans) and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in self.__slots__
        )

    def __hash__(self) -> int:
        return hash((self.starts.tobytes(), self.groups.tobytes()))

    def __repr__(self) -> str:
        return f"DocumentSpans({list(self)!r})"

    def between(self, start: int, end: int) -> range:
        """Return the indices of the spans that contain a character between two offsets."""
        first = int(np.searchsorted(self.ends, start, "right"))
        return range(first, max(first, int(np.searchsorted(self.starts, end, "left"))))


@dataclass(frozen=True, slots=True)
class Mark:
    """A range of an overview strip. `top` and `bottom` are positions in the text, from 0 to 1."""

    top: float
    bottom: float
    kind: Kind


@dataclass(frozen=True, slots=True)
class Matching:
    """How an answer matches a document.

    `spans`: the marked spans of the answer, in order, without overlap
    `members`: for each group, the indices of its `spans`, in ascending order
    `document`: the marked spans of the document
    `content`: number of content words of the answer outside its headings, ≥ 0
    `found`: how many of them are in spans that match, ≤ content
    `answer_length`, `document_length`: in characters
    """

    spans: tuple[AnswerSpan, ...]
    members: tuple[tuple[int, ...], ...]
    document: DocumentSpans
    content: int
    found: int
    answer_length: int
    document_length: int

    @property
    def coverage(self) -> float | None:
        """The share of the answer's content words found in the document; None if it has none."""
        return self.found / self.content if self.content else None

    def of_kind(self, kind: Kind) -> tuple[AnswerSpan, ...]:
        """Return the answer's spans of one kind, in order."""
        return tuple(span for span in self.spans if span.kind is kind)

    def shown(self, wanted: Collection[Kind] = ALL_KINDS) -> Iterator[int]:
        """Yield the indices of the answer's spans of the kinds `wanted`, in order."""
        return (place for place, span in enumerate(self.spans) if span.kind in wanted)

    def answer_at(self, offset: int, wanted: Collection[Kind] = ALL_KINDS) -> int | None:
        """Return the index of the visible answer span at an offset; None if there is none."""
        # Spans are sorted and do not overlap, so only the last one that starts before the offset
        # can contain it.
        place = bisect_right(self.spans, offset, key=_start) - 1
        if place < 0 or offset >= self.spans[place].end:
            return None
        return place if self.spans[place].kind in wanted else None

    def document_at(self, offset: int, wanted: Collection[Kind] = ALL_KINDS) -> int | None:
        """Return the index of the visible document span at an offset; None if there is none."""
        # Document spans never overlap, so there is at most one.
        for place in self.document.between(offset, offset + 1):
            return place if self.document[place].kind in wanted else None
        return None

    def answers_of(self, index: int) -> tuple[int, ...]:
        """Return the indices of the answer spans to which a document span belongs, ascending.

        There is at least one. This includes spans whose place there is covered by a stronger match.
        `spans[i].places` is the other direction, so each of the two spans is a partner of the
        other.
        """
        span = self.document[index]
        return tuple(
            sorted(
                place
                for members in self.members
                # All members of a group have the same places, so checking the first one is
                # sufficient.
                if self.spans[members[0]].places.touch(span.start, span.end)
                for place in members
            )
        )

    def next_answer(self, offset: int, wanted: Collection[Kind] = ALL_KINDS) -> int | None:
        """Return the first visible answer span that starts after an offset.

        The offset −1 is before all spans.
        """
        for place in range(bisect_right(self.spans, offset, key=_start), len(self.spans)):
            if self.spans[place].kind in wanted:
                return place
        return None

    def previous_answer(self, offset: int, wanted: Collection[Kind] = ALL_KINDS) -> int | None:
        """Return the last visible answer span that starts before an offset."""
        for place in range(bisect_left(self.spans, offset, key=_start) - 1, -1, -1):
            if self.spans[place].kind in wanted:
                return place
        return None

    def answer_overview(self, rows: int, wanted: Collection[Kind] = ALL_KINDS) -> list[Mark]:
        """Return the marks of a strip of `rows` > 0 pixels beside the answer.

        Neighbouring rows of the same kind form one mark. If a row has several kinds, unsupported
        wins, because it must not be missed, and then the strongest kind.
        """
        starts = np.array([span.start for span in self.spans], dtype=np.int64)
        ends = np.array([span.end for span in self.spans], dtype=np.int64)
        kinds = np.array([span.kind for span in self.spans], dtype=np.int64)
        return _overview(starts, ends, kinds, self.answer_length, rows, wanted)

    def document_overview(self, rows: int, wanted: Collection[Kind] = ALL_KINDS) -> list[Mark]:
        """Return the marks of a strip of `rows` > 0 pixels beside the document."""
        spans = self.document
        return _overview(spans.starts, spans.ends, spans.kinds, self.document_length, rows, wanted)


def _start(span: AnswerSpan) -> int:
    return span.start


def _overview(
    starts: IntArray,
    ends: IntArray,
    kinds: IntArray,
    length: int,
    rows: int,
    wanted: Collection[Kind],
) -> list[Mark]:
    """Return the marks of a strip; see `Matching.answer_overview`."""
    if rows < 1:
        raise ValueError("a strip has at least one row")
    strip = np.full(rows, -1, dtype=np.int64)
    # Later kinds overwrite earlier ones in the same row.
    for kind in (Kind.NEAR, Kind.INFLECTED, Kind.EXACT, Kind.UNSUPPORTED):
        if kind not in wanted:
            continue
        chosen = kinds == kind
        # +1 where a span begins and −1 after its end: the running sum is the number of spans in
        # each row.
        border = np.zeros(rows + 1, dtype=np.int64)
        np.add.at(border, starts[chosen] * rows // max(length, 1), 1)
        np.add.at(border, (ends[chosen] - 1) * rows // max(length, 1) + 1, -1)
        strip[np.cumsum(border[:-1]) > 0] = kind
    # Neighbouring rows of one kind become one mark.
    edges = [0, *(np.flatnonzero(np.diff(strip)) + 1).tolist(), rows]
    return [
        Mark(top / rows, bottom / rows, Kind(int(strip[top])))
        for top, bottom in pairwise(edges)
        if strip[top] >= 0
    ]
