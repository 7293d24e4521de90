"""Sentences and paragraphs that were taken out in one place and put in, unchanged, in another."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from desktop_app.text.alignment import Edit
from desktop_app.text.diff_tokens import SENTENCE, Pieces, Stretch

_FEWEST = 4  # words; less may well are in two places by chance


class Move(NamedTuple):
    """`before` in the original is the same text as `after` in the revision."""

    before: Stretch
    after: Stretch


class Moves:
    """Moves, found by what they lie in."""

    def __init__(self, moves: Iterable[Move]) -> None:
        self._by_before = sorted(moves)
        self._by_after = sorted(self._by_before, key=lambda move: move.after)

    def __len__(self) -> int:
        return len(self._by_before)

    def out_of(self, stretch: Stretch) -> list[Move]:
        """Return what was moved out of a stretch of the original, in order."""
        first = bisect_left(self._by_before, stretch.start, key=lambda move: move.before.start)
        last = bisect_left(self._by_before, stretch.end, key=lambda move: move.before.start)
        return self._by_before[first:last]

    def into(self, stretch: Stretch) -> list[Move]:
        """Return what was moved into a stretch of the revision, in order."""
        first = bisect_left(self._by_after, stretch.start, key=lambda move: move.after.start)
        last = bisect_left(self._by_after, stretch.end, key=lambda move: move.after.start)
        return self._by_after[first:last]


def find_moves(edits: Iterable[Edit], original: Pieces, revision: Pieces) -> Moves:
    """Return what was moved: a sentence or a part of one that was taken out whole, of four words
    or more, once in each text; several in a row are one move."""
    edits = [edit for edit in edits if not edit.is_space]
    if not any(edit.i_end - edit.i >= _FEWEST for edit in edits):
        return Moves([])
    if not any(edit.j_end - edit.j >= _FEWEST for edit in edits):
        return Moves([])
    gone = _units(original, ((edit.i, edit.i_end) for edit in edits))
    come = _units(revision, ((edit.j, edit.j_end) for edit in edits))
    found: list[tuple[int, int, int, int]] = []
    for key, unit in gone.items():
        other = come.get(key)
        if unit is None or other is None:
            continue
        (first, last), (other_first, other_last) = unit, other
        if found and found[-1][1] == first and found[-1][3] == other_first:
            found[-1] = (found[-1][0], last, found[-1][2], other_last)
        else:
            found.append((first, last, other_first, other_last))
    return Moves(
        Move(
            Stretch(int(original.starts[first]), int(original.ends[last - 1])),
            Stretch(int(revision.starts[other_first]), int(revision.ends[other_last - 1])),
        )
        for first, last, other_first, other_last in found
    )


def _units(
    pieces: Pieces, ranges: Iterable[tuple[int, int]]
) -> dict[bytes, tuple[int, int] | None]:
    """Return the sentences within ranges by what they say; None where two say the same."""
    units: dict[bytes, tuple[int, int] | None] = {}
    letters = pieces.vocabulary.has_letters
    for first, last in ranges:
        for start, end in _sentences(pieces, first, last):
            ids = pieces.ids[start:end]
            if sum(letters[one] for one in ids.tolist()) >= _FEWEST:
                key = ids.tobytes() + pieces.gaps[start + 1 : end].tobytes()
                units[key] = None if key in units else (start, end)
    return units


def _sentences(pieces: Pieces, first: int, last: int) -> Iterator[tuple[int, int]]:
    start = first
    for place in range(first + 1, last):
        if pieces.worth(place) >= SENTENCE:
            yield start, place
            start = place
    if last > start:
        yield start, last
