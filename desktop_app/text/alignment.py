"""Alignment of two sequences: maximal blocks of equal elements, in order.

Short stretches are aligned by a longest common subsequence. Long stretches are first divided at
runs of pieces that occur exactly once in each sequence. The time therefore grows with the lengths
of the texts and their differences, not with the square of the lengths.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import LCSseq

from desktop_app.text.diff_tokens import SENTENCE, Pieces, Stretch
from desktop_app.text.words import IntArray

# Up to this product of lengths, computing a common subsequence takes about a millisecond.
_WHOLE = 1_000_000
# Above this product of lengths, no alignment is computed, because the texts have too little in
# common.
_MOST = 30_000_000
# Lengths of the unique runs that divide a long stretch, which are tried in this order.
_RUNS = (8, 3, 1)
# Multiplier of the rolling hash (2³² divided by the golden ratio), which mixes the bits well.
_FACTOR = 0x9E3779B1


class Block(NamedTuple):
    """`length` > 0 equal pieces, from index `one` in one sequence and `other` in the other one."""

    one: int
    other: int
    length: int


class Edit(NamedTuple):
    """A replacement of the pieces `i` … `i_end` − 1 of the original by `j` … `j_end` − 1.

    The second range counts pieces of the revision. Both ranges are empty if only white space
    differs.
    """

    i: int
    i_end: int
    j: int
    j_end: int

    @property
    def is_space(self) -> bool:
        """Whether only white space differs."""
        return self.i == self.i_end and self.j == self.j_end


def align(one: IntArray, other: IntArray) -> list[Block]:
    """Return the blocks that two sequences of numbers have in common, in ascending order in both.

    Blocks that touch in both sequences are joined into one.
    """
    return joined(_aligned(one, other, 0))


def joined(blocks: list[Block]) -> list[Block]:
    """Return the blocks, after joining those that touch in both sequences."""
    made: list[Block] = []
    for block in blocks:
        if made:
            last = made[-1]
            if last.one + last.length == block.one and last.other + last.length == block.other:
                made[-1] = Block(last.one, last.other, last.length + block.length)
                continue
        made.append(block)
    return made


def _aligned(one: IntArray, other: IntArray, step: int) -> list[Block]:
    """Return the common blocks; the common beginning and end are split off first."""
    # Common beginnings and ends need no search, and most edits leave long ones.
    start = _common(one, other)
    one_rest, other_rest = one[start:], other[start:]
    end = _common(one_rest[::-1], other_rest[::-1])
    inner = one_rest[: len(one_rest) - end]
    inner_other = other_rest[: len(other_rest) - end]
    blocks = [Block(0, 0, start)] if start else []
    blocks += [
        Block(block.one + start, block.other + start, block.length)
        for block in _inside(inner, inner_other, step)
    ]
    if end:
        blocks.append(Block(len(one) - end, len(other) - end, end))
    return blocks


def _inside(one: IntArray, other: IntArray, step: int) -> list[Block]:
    """Return the common blocks of the stretch between a common beginning and end.

    `step`: index in `_RUNS` of the run length that divides the stretch
    """
    product = len(one) * len(other)
    if not product:
        return []
    if product <= _WHOLE or (step == len(_RUNS) and product <= _MOST):
        return [
            Block(code.src_start, code.dest_start, code.src_end - code.src_start)
            for code in LCSseq.opcodes(one.tolist(), other.tolist())
            if code.tag == "equal"
        ]
    # After the last step, a stretch that is still too long is left unaligned.
    if step == len(_RUNS):
        return []
    blocks: list[Block] = []
    at = at_other = 0
    for anchor in [*_anchors(one, other, _RUNS[step]), Block(len(one), len(other), 0)]:
        between = _aligned(one[at : anchor.one], other[at_other : anchor.other], step + 1)
        blocks += [Block(b.one + at, b.other + at_other, b.length) for b in between]
        if anchor.length:
            blocks.append(anchor)
        at, at_other = anchor.one + anchor.length, anchor.other + anchor.length
    return blocks


def _common(one: IntArray, other: IntArray) -> int:
    """Return the length of the common beginning of two sequences."""
    most = min(len(one), len(other))
    differs = one[:most] != other[:most]
    return int(differs.argmax()) if differs.any() else most


def _anchors(one: IntArray, other: IntArray, size: int) -> list[Block]:
    """Return the runs of at least `size` pieces that occur exactly once in each sequence.

    The runs are in the same order in both sequences.
    """
    if min(len(one), len(other)) < size:
        return []
    values, places = _once(one, size)
    other_values, other_places = _once(other, size)
    _, result, other_found = np.intersect1d(
        values, other_values, assume_unique=True, return_indices=True
    )
    here, there = places[result], other_places[other_found]
    order = np.argsort(here)
    here, there = here[order], there[order]
    if not len(here):
        return []
    # Consecutive hashes with the same distance between their places in the two sequences form one
    # longer run.
    breaks = np.flatnonzero((np.diff(here) != 1) | (np.diff(there) != 1)) + 1
    firsts = np.concatenate([[0], breaks])
    lasts = np.concatenate([breaks, [len(here)]])
    runs = [
        Block(a, b, length + size - 1)
        for a, b, length in zip(
            here[firsts].tolist(), there[firsts].tolist(), (lasts - firsts).tolist(), strict=True
        )
    ]
    kept = []
    at = at_other = 0
    for run in _heaviest(runs):
        # Neighbouring runs with different distances may overlap by up to `size` − 1 pieces.
        cut = max(0, at - run.one, at_other - run.other)
        if cut < run.length and _equal(one, other, run):
            kept.append(Block(run.one + cut, run.other + cut, run.length - cut))
            at, at_other = run.one + run.length, run.other + run.length
    return kept


def _equal(one: IntArray, other: IntArray, run: Block) -> bool:
    """Return whether the pieces of a run are really equal, because hashes may collide."""
    return np.array_equal(
        one[run.one : run.one + run.length], other[run.other : run.other + run.length]
    )


def _once(numbers: IntArray, size: int) -> tuple[IntArray, IntArray]:
    """Return the hashes of all runs of `size` numbers that occur exactly once, and their places.

    The hashes are in ascending order; the place at each index belongs to the hash at that index.
    """
    count = len(numbers) - size + 1
    hashes = np.zeros(count, dtype=np.int64)
    for offset in range(size):
        hashes = hashes * _FACTOR + numbers[offset : offset + count] + 1
    values, places, counts = np.unique(hashes, return_index=True, return_counts=True)
    return values[counts == 1], places[counts == 1]


def _heaviest(runs: list[Block]) -> list[Block]:
    """Return the runs of largest total length whose order is the same in both sequences."""
    # Both lists are in ascending order: `best` contains the weight of the heaviest chain up to each
    # end.
    ends: list[int] = []
    best: list[int] = []
    chains: list[int] = []
    before: list[int] = []
    for number, run in enumerate(runs):
        place = bisect_left(ends, run.other)
        before.append(chains[place - 1] if place else -1)
        weight = run.length + (best[place - 1] if place else 0)
        last = place
        while last < len(ends) and best[last] <= weight:
            last += 1
        ends[place:last], best[place:last] = [run.other], [weight]
        chains[place:last] = [number]
    chain = chains[-1] if chains else -1
    result = []
    while chain >= 0:
        result.append(runs[chain])
        chain = before[chain]
    return result[::-1]


# Sentences and paragraphs that were moved unchanged to another place.


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
    """Return the sentences within ranges by their content; None for content that is repeated."""
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
