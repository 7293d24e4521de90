"""Differences between an original and a revision as data, and functions on them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from desktop_app.text.diff_tokens import Stretch


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
    """Return the original after applying some of its differences to a revision, in order."""
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
