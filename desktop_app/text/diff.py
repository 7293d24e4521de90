"""Word-level diff of two texts, with differences as a reader would describe them.

    original:  The cat sat on the mat.
    revision:  The old cat slept on the mat.
    hunks:     added "old ", changed "sat" to "slept"

A hunk is what a reader sees as one change: short unchanged words between two changes become part of
them, an inserted repeated phrase is aligned with sentence boundaries, and sentences whose place
alone changed are moves. Offsets count characters (code points) of the two Python strings. After
`Differ.settle`, the same two texts always give the same hunks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from desktop_app.text.alignment import Block, Edit, Moves, align, find_moves, joined
from desktop_app.text.diff_tokens import (
    PARAGRAPH,
    Hunk,
    HunkKind,
    Pieces,
    Stretch,
    Vocabulary,
    apply,
    change_count,
    to_original,
    to_revision,
)
from desktop_app.text.tokens import sentences

__all__ = [
    "Differ",
    "Hunk",
    "HunkKind",
    "Stretch",
    "apply",
    "change_count",
    "changed_sentences",
    "changed_share",
    "diff",
    "sentence_spans",
    "to_original",
    "to_revision",
]

# Number of unchanged pieces beside an edit after which the incremental comparison may stop.
_SOLID = 8
# Number of pieces of both texts up to which every edit compares the whole texts.
_SETTLED = 6_000
# Maximum number of pieces by which a repeated phrase is moved.
_SLIDE = 200


def diff(original: str, revision: str) -> tuple[Hunk, ...]:
    """Return the differences in order, without overlap in either text; none for equal texts."""
    differ = Differ(original)
    differ.edited(revision)
    return differ.hunks


def sentence_spans(text: str) -> list[Stretch]:
    """Return the range of each sentence that `tokens.sentences` finds in a text."""
    spans, at = [], 0
    for sentence in sentences(text):
        start = text.index(sentence, at)
        at = start + len(sentence)
        spans.append(Stretch(start, at))
    return spans


def changed_sentences(original: str, hunks: Iterable[Hunk]) -> list[Stretch]:
    """Return the sentences of the original that contain a change, removal, move or insertion.

    Hunks that change only white space do not count.
    """
    places = [hunk.before for hunk in hunks if not hunk.quiet]
    return [sentence for sentence in sentence_spans(original) if _touches(places, sentence)]


def changed_share(original: str, revision: str) -> float:
    """Return the share (0 to 1) of the original's sentences that changed; 0 without sentences."""
    spans = sentence_spans(original)
    return len(changed_sentences(original, diff(original, revision))) / len(spans) if spans else 0.0


class Differ:
    """An incremental diff of one original and a text that is being edited.

    In short texts, every edit compares the whole texts. In long texts, an edit compares only its
    surroundings, at a cost that does not grow with the text. `settle`, which is called when the
    program is idle, compares the whole texts again.
    """

    def __init__(self, original: str) -> None:
        self._vocabulary = Vocabulary()
        self._original = Pieces.of(original, self._vocabulary)
        self._revision = self._original
        self._blocks = _all_of(self._original)
        self._hunks: tuple[Hunk, ...] = ()
        self._settled = True

    @property
    def original(self) -> str:
        """The original text."""
        return self._original.text

    @property
    def revision(self) -> str:
        """The current text."""
        return self._revision.text

    @property
    def hunks(self) -> tuple[Hunk, ...]:
        """The current differences."""
        return self._hunks

    @property
    def is_settled(self) -> bool:
        """Whether the hunks are known to be those that `diff` returns."""
        return self._settled

    def edited(self, revision: str) -> tuple[Hunk, ...]:
        """Set the current text and return the differences."""
        if revision == self._revision.text:
            return self._hunks
        if revision == self._original.text:
            self._revision, self._blocks = self._original, _all_of(self._original)
            self._hunks, self._settled = (), True
            return self._hunks
        pieces, first, last, count = self._revision.edited(revision)
        replaced = len(self._revision)
        self._revision = pieces
        if len(self._original) + len(pieces) <= _SETTLED or last - first + count > replaced // 2:
            self._settled = False
            self.settle()
        else:
            self._blocks = self._around(first, last, count)
            self._hunks, self._settled = tuple(self._hunks_now()), False
        return self._hunks

    def settle(self) -> bool:
        """Compare the whole texts; return whether the hunks have changed."""
        if self._settled:
            return False
        before = self._hunks
        self._blocks = align(self._original.ids, self._revision.ids)
        self._hunks, self._settled = tuple(self._hunks_now()), True
        return self._hunks != before

    # Internals
    def _around(self, first: int, last: int, count: int) -> list[Block]:
        """Return the blocks after `count` pieces replaced those from `first` to `last` − 1."""
        shift = count - (last - first)
        # The blocks are divided into those before the edit and those after it.
        left: list[Block] = []
        right: list[Block] = []
        for block in self._blocks:
            if block.other + block.length <= first:
                left.append(block)
            elif block.other >= last:
                right.append(block)
            else:
                if block.other < first:
                    left.append(block._replace(length=first - block.other))
                if block.other + block.length > last:
                    cut = last - block.other
                    right.append(Block(block.one + cut, last, block.length - cut))
        # A few pieces on both sides of the edit are compared again, because they may match other
        # pieces now.
        while left:
            block = left.pop()
            if block.length > _SOLID:
                left.append(block._replace(length=block.length - _SOLID))
                break
        start = left[-1].one + left[-1].length if left else 0
        start_other = left[-1].other + left[-1].length if left else 0
        end, end_other = len(self._original), len(self._revision)
        for place, block in enumerate(right):
            if block.length > _SOLID:
                end, end_other = block.one + _SOLID, block.other + _SOLID + shift
                right[place] = Block(end, end_other - shift, block.length - _SOLID)
                del right[:place]
                break
        else:
            right = []
        # Only the gap between the remaining blocks is aligned.
        between = align(self._original.ids[start:end], self._revision.ids[start_other:end_other])
        return joined(
            [
                *left,
                *(Block(b.one + start, b.other + start_other, b.length) for b in between),
                *(Block(b.one, b.other + shift, b.length) for b in right),
            ]
        )

    def _hunks_now(self) -> Iterator[Hunk]:
        """Yield the hunks that follow from the current blocks."""
        original, revision = self._original, self._revision
        # The order matters: edits are moved to sentence boundaries before small gaps between them
        # are closed, and moves are found among the final edits.
        edits = _edits(self._blocks, original, revision)
        edits = _joined(_slid(edits, original, revision), original, revision)
        moves = find_moves(edits, original, revision)
        for hunk in _hunks(edits, original, revision):
            if moves and not hunk.quiet:
                yield from _split(hunk, moves, original.text, revision.text)
            else:
                yield hunk


def _all_of(pieces: Pieces) -> list[Block]:
    """Return one block that covers the whole text."""
    return [Block(0, 0, len(pieces))] if len(pieces) else []


def _edits(blocks: list[Block], original: Pieces, revision: Pieces) -> list[Edit]:
    """Return the ranges between blocks, and the places inside blocks where white space differs."""
    edits: list[Edit] = []
    i = j = 0
    for block in [*blocks, Block(len(original), len(revision), 0)]:
        if i < block.one or j < block.other or original.gaps[i] != revision.gaps[j]:
            edits.append(Edit(i, block.one, j, block.other))
        i, j = block.one + block.length, block.other + block.length
        # The white space before the first piece of a block was compared with the edit before it.
        if block.length > 1:
            spaces = original.gaps[block.one + 1 : i]
            others = revision.gaps[block.other + 1 : j]
            edits += [
                Edit(
                    block.one + 1 + at,
                    block.one + 1 + at,
                    block.other + 1 + at,
                    block.other + 1 + at,
                )
                for at in np.flatnonzero(spaces != others).tolist()
            ]
    return edits


def _slid(edits: list[Edit], original: Pieces, revision: Pieces) -> list[Edit]:
    """Move insertions and removals to sentence boundaries if their place is ambiguous.

    For example, inserting “b ” into “a b c” after “a ” or after “b ” gives the same text.
    """
    made: list[Edit] = []
    spaces, other_spaces = original.gaps, revision.gaps
    for place, edit in enumerate(edits):
        i, i_end, j, j_end = edit
        if (i == i_end) == (j == j_end):
            made.append(edit)
            continue
        text, start, end = (revision, j, j_end) if i == i_end else (original, i, i_end)
        ids = text.ids
        room = min(i, j, _SLIDE)
        ahead = min(len(original) - i_end, len(revision) - j_end, _SLIDE)
        # At least one piece remains between two changes, because the space before it belongs to one
        # of them.
        if made:
            room = min(i - made[-1].i_end - 1, j - made[-1].j_end - 1, _SLIDE)
        if place + 1 < len(edits):
            following = edits[place + 1]
            ahead = min(following.i - i_end - 1, following.j - j_end - 1, _SLIDE)
        low = high = 0
        # The white space next to a piece that changes sides must also be the same.
        while (
            low > -room
            and ids[start + low - 1] == ids[end + low - 1]
            and spaces[i_end + low] == other_spaces[j_end + low]
        ):
            low -= 1
        while (
            high < ahead
            and ids[start + high] == ids[end + high]
            and spaces[i + high] == other_spaces[j + high]
        ):
            high += 1
        if low or high:
            by = max(
                range(low, high + 1),
                key=lambda by: (text.worth(start + by) + text.worth(end + by), by),
            )
            edit = Edit(i + by, i_end + by, j + by, j_end + by)
        made.append(edit)
    return made


def _joined(edits: list[Edit], original: Pieces, revision: Pieces) -> list[Edit]:
    """Merge neighbouring edits that have very little unchanged text between them."""
    made: list[Edit] = []
    for edit in edits:
        now = edit
        while made and _is_islet(made[-1], now, original, revision):
            last = made.pop()
            now = Edit(last.i, now.i_end, last.j, now.j_end)
        made.append(now)
    return made


def _is_islet(edit: Edit, following: Edit, original: Pieces, revision: Pieces) -> bool:
    """Return whether the unchanged text between two edits is short enough to merge the edits.

    This is the case if it has at most half as many characters as the smaller edit. Edits are never
    merged across a line end, or if one of them changes only white space.
    """
    first, last = edit.i_end, following.i
    if edit.is_space or following.is_space or last - first > _SLIDE:
        return False
    vocabulary = original.vocabulary
    gaps = original.gaps[first : last + 1].tolist()
    if any(vocabulary.weights[gap] == PARAGRAPH for gap in gaps):
        return False
    kept_length = _length(original, first, last)
    changed = min(
        max(_length(original, one.i, one.i_end), _length(revision, one.j, one.j_end))
        for one in (edit, following)
    )
    return kept_length * 2 <= changed


def _length(pieces: Pieces, first: int, last: int) -> int:
    """Return the number of characters of a range of pieces."""
    return int(pieces.ends[last - 1] - pieces.starts[first]) if last > first else 0


def _hunks(edits: list[Edit], original: Pieces, revision: Pieces) -> Iterator[Hunk]:
    """Yield the hunks of edits, with changes of white space as separate hunks."""
    for edit in edits:
        start, end = original.reach(edit.i, edit.i_end)
        other_start, other_end = revision.reach(edit.j, edit.j_end)
        before, after = original.text[start:end], revision.text[other_start:other_end]
        if before == after:
            continue
        if edit.i < edit.i_end and edit.j < edit.j_end:
            # White space around changed words becomes a separate hunk.
            i, i_end = int(original.starts[edit.i]), int(original.ends[edit.i_end - 1])
            j, j_end = int(revision.starts[edit.j]), int(revision.ends[edit.j_end - 1])
            yield from _trimmed(original, revision, start, i, other_start, j, quiet=True)
            yield from _trimmed(original, revision, i, i_end, j, j_end, quiet=False)
            yield from _trimmed(original, revision, i_end, end, j_end, other_end, quiet=True)
        else:
            yield from _trimmed(
                original, revision, start, end, other_start, other_end, quiet=edit.is_space
            )


def _trimmed(
    original: Pieces, revision: Pieces, i: int, i_end: int, j: int, j_end: int, *, quiet: bool
) -> Iterator[Hunk]:
    """Yield two ranges as a hunk, without the white space that they have in common."""
    before, after = original.text, revision.text
    while i < i_end and j < j_end and before[i] == after[j] and before[i].isspace():
        i, j = i + 1, j + 1
    while (
        i < i_end
        and j < j_end
        and before[i_end - 1] == after[j_end - 1]
        and before[i_end - 1].isspace()
    ):
        i_end, j_end = i_end - 1, j_end - 1
    hunk = _hunk(Stretch(i, i_end), Stretch(j, j_end), quiet=quiet)
    if hunk is not None:
        yield hunk


def _hunk(before: Stretch, after: Stretch, *, quiet: bool) -> Hunk | None:
    """Return the hunk for two ranges; None if both are empty."""
    if before.start == before.end:
        return Hunk(HunkKind.ADDED, before, after, quiet) if after.start < after.end else None
    if after.start == after.end:
        return Hunk(HunkKind.REMOVED, before, after, quiet)
    return Hunk(HunkKind.CHANGED, before, after, quiet)


def _split(hunk: Hunk, moves: Moves, original: str, revision: str) -> Iterator[Hunk]:
    """Yield a hunk, with text that was moved out of it or into it as separate hunks."""
    gone, come = moves.out_of(hunk.before), moves.into(hunk.after)
    if not gone and not come:
        yield hunk
        return
    at, at_after = hunk.before.start, hunk.after.start
    # The n-th range moved out is paired with the n-th range moved in. The remaining text is between
    # them.
    rounds = max(len(gone), len(come))
    for number in range(rounds + 1):
        out = gone[number] if number < len(gone) else None
        into = come[number] if number < len(come) else None
        until = out.before.start if out else hunk.before.end if number == len(gone) else at
        until_after = (
            into.after.start if into else hunk.after.end if number == len(come) else at_after
        )
        before, after = Stretch(at, until), Stretch(at_after, until_after)
        quiet = not (original[at:until].strip() or revision[at_after:until_after].strip())
        rest = _hunk(before, after, quiet=quiet)
        # Equal white space around moved text is not a difference.
        if rest is not None and original[at:until] != revision[at_after:until_after]:
            yield rest
        at, at_after = until, until_after
        if out:
            yield Hunk(HunkKind.MOVED, out.before, Stretch(at_after, at_after), twin=out.after)
            at = out.before.end
        if into:
            yield Hunk(HunkKind.MOVED, Stretch(at, at), into.after, twin=into.before)
            at_after = into.after.end


def _touches(places: Sequence[Stretch], sentence: Stretch) -> bool:
    """Return whether a changed place is inside a sentence."""
    place = bisect_right(places, sentence.start, key=lambda one: one.end)
    # A range that ends where the sentence starts is before the sentence, even if the range is
    # empty.
    while place < len(places) and places[place].start < sentence.end:
        if places[place].end > sentence.start:
            return True
        place += 1
    return False
