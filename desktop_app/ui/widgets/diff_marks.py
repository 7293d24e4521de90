"""From hunks to what is marked in the texts of the post-edit editor, and to what taking one back
puts there. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from desktop_app.text.diff_tokens import common_end, common_start
from desktop_app.text.hunks import Hunk, HunkKind
from desktop_app.text.inline_diff import Inline, InlineChange
from desktop_app.ui.widgets.diff_view import Mark, Note
from desktop_app.ui.widgets.shades import Shade


class Side(StrEnum):
    """Which of the two texts."""

    ORIGINAL = "original"
    REVISION = "revision"


def marks_in(side: Side, hunks: Sequence[Hunk]) -> list[Mark]:
    """Return what is marked in one of the texts."""
    return [_mark(hunk, number, side) for number, hunk in enumerate(hunks)]


def marks_in_both(inline: Inline, hunks: Sequence[Hunk]) -> list[Mark]:
    """Return what is marked in the joint text."""
    return [_joint_mark(part, hunks[part.hunk]) for part in inline.parts]


def restored(
    original: str, revision: str, hunks: Sequence[Hunk], number: int
) -> tuple[int, int, str]:
    """Return which stretch of the revision is replaced by what when a hunk is taken back; of what
    was moved both places, and the line ends that came and went along."""
    hunk = hunks[number]
    parts = [hunk, *(other for other in hunks if _are_twins(hunk, other))]
    if len(parts) > 1:
        parts += [
            other for other in hunks if other.quiet and any(_touch(other, one) for one in parts)
        ]
    parts.sort(key=lambda one: (one.after, one.before))
    start, end = parts[0].after.start, parts[-1].after.end
    made, at = [], start
    for part in parts:
        made += [revision[at : part.after.start], original[slice(*part.before)]]
        at = part.after.end
    return start, end, "".join(made)


def shifted(notes: Sequence[Note], before: str, after: str) -> list[Note]:
    """Return where notes on a text are after it was edited; what was taken out loses its note."""
    if not notes:
        return []
    start = common_start(before, after)
    end = len(before) - common_end(before, after, start)
    by = len(after) - len(before)

    def place(offset: int, *, grows: bool) -> int:
        """What is typed at the very edge of a note is not in it."""
        if offset <= start and (grows or offset < end):
            return offset
        return offset + by if offset >= end else start

    moved = [
        Note(place(note.start, grows=False), place(note.end, grows=True), note.role)
        for note in notes
    ]
    return [note for note in moved if note.start < note.end]


def _mark(hunk: Hunk, number: int, side: Side) -> Mark:
    original = side is Side.ORIGINAL
    start, end = hunk.before if original else hunk.after
    if hunk.kind is HunkKind.MOVED:
        shade = Shade.MOVED
    elif start == end:
        shade = Shade.ADDED if original else Shade.REMOVED
    else:
        shade = Shade.REMOVED if original else Shade.ADDED
    return Mark(start, end, shade, number, hunk.quiet)


def _joint_mark(part: InlineChange, hunk: Hunk) -> Mark:
    if hunk.quiet and part.removed:
        shade = Shade.FAINT
    elif part.moved:
        shade = Shade.MOVED_AWAY if part.removed else Shade.MOVED
    else:
        shade = Shade.REMOVED if part.removed else Shade.ADDED
    return Mark(part.start, part.end, shade, part.hunk, hunk.quiet and not part.removed)


def _touch(one: Hunk, other: Hunk) -> bool:
    return any(
        first.before.end == second.before.start and first.after.end == second.after.start
        for first, second in ((one, other), (other, one))
    )


def _are_twins(hunk: Hunk, other: Hunk) -> bool:
    if hunk.twin is None or other.twin is None or hunk is other:
        return False
    return hunk.twin in (other.before, other.after) and other.twin in (hunk.before, hunk.after)
