"""Sentences and paragraphs that were moved unchanged to another place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from desktop_app.text.alignment import Edit
from desktop_app.text.diff_tokens import SENTENCE, Pieces, Stretch

# Minimum number of words of a move. Fewer words may occur in two places by chance.
_FEWEST = 4


class Move(NamedTuple):
    """A range `before` in the original with the same text as the range `after` in the revision."""

    before: Stretch
    after: Stretch


class Moves:
    """All moves, indexed by their ranges."""

    def __init__(self, moves: Iterable[Move]) -> None:
        self._by_before = sorted(moves)
        self._by_after = sorted(self._by_before, key=lambda move: move.after)

    def __len__(self) -> int:
        return len(self._by_before)

    def out_of(self, stretch: Stretch) -> list[Move]:
        """Return the moves out of a range of the original, in order."""
        first = bisect_left(self._by_before, stretch.start, key=lambda move: move.before.start)
        last = bisect_left(self._by_before, stretch.end, key=lambda move: move.before.start)
        return self._by_before[first:last]

    def into(self, stretch: Stretch) -> list[Move]:
        """Return the moves into a range of the revision, in order."""
        first = bisect_left(self._by_after, stretch.start, key=lambda move: move.after.start)
        last = bisect_left(self._by_after, stretch.end, key=lambda move: move.after.start)
        return self._by_after[first:last]


def find_moves(edits: Iterable[Edit], original: Pieces, revision: Pieces) -> Moves:
    """Return the moves: sentences, or parts of them, removed at one place and added at another.

    A move has at least four words, and its text occurs exactly once among the removed texts and
    once among the added ones. Several consecutive moves are joined into one.
    """
    edits = [edit for edit in edits if not edit.is_space]
    # Most diffs have no edit that is long enough, and for them these checks save the search.
    if not any(edit.i_end - edit.i >= _FEWEST for edit in edits):
        return Moves([])
    if not any(edit.j_end - edit.j >= _FEWEST for edit in edits):
        return Moves([])
    gone = _units(original, ((edit.i, edit.i_end) for edit in edits))
    come = _units(revision, ((edit.j, edit.j_end) for edit in edits))
    result: list[tuple[int, int, int, int]] = []
    for key, unit in gone.items():
        other = come.get(key)
        if unit is None or other is None:
            continue
        (first, last), (other_first, other_last) = unit, other
        if result and result[-1][1] == first and result[-1][3] == other_first:
            result[-1] = (result[-1][0], last, result[-1][2], other_last)
        else:
            result.append((first, last, other_first, other_last))
    return Moves(
        Move(
            Stretch(int(original.starts[first]), int(original.ends[last - 1])),
            Stretch(int(revision.starts[other_first]), int(revision.ends[other_last - 1])),
        )
        for first, last, other_first, other_last in result
    )


def _units(
    pieces: Pieces, ranges: Iterable[tuple[int, int]]
) -> dict[bytes, tuple[int, int] | None]:
    """Return the sentences within ranges by their content; None for content that occurs twice."""
    units: dict[bytes, tuple[int, int] | None] = {}
    letters = pieces.vocabulary.has_letters
    for first, last in ranges:
        for start, end in _sentences(pieces, first, last):
            ids = pieces.ids[start:end]
            if sum(letters[one] for one in ids.tolist()) >= _FEWEST:
                # The white space between the words is part of the content.
                key = ids.tobytes() + pieces.gaps[start + 1 : end].tobytes()
                units[key] = None if key in units else (start, end)
    return units


def _sentences(pieces: Pieces, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield the sentences, or parts of them, in a range of pieces."""
    start = first
    for place in range(first + 1, last):
        if pieces.worth(place) >= SENTENCE:
            yield start, place
            start = place
    if last > start:
        yield start, last
