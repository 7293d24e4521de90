"""The differences between an original and its revision, and their marks in both texts.

Texts of up to a few hundred pages are compared with every key. Longer ones are compared on another
thread after a pause in typing; outdated results are dropped. Offsets count characters. This module
has no widgets.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.text.diff import Differ
from desktop_app.text.diff_tokens import Hunk, HunkKind, common_end, common_start
from desktop_app.text.inline_diff import Inline, InlineChange
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.widgets.diff_view import Mark, Note
from desktop_app.ui.widgets.shades import Shade

# Characters of both texts together (about 70,000 words each) up to which they are compared with
# every key.
_MOST = 1_000_000
# Milliseconds after the last key until longer texts are compared.
_REST = 400


class LiveDiff(QObject):
    """The current differences of a text that is being edited from its original.

    `hunks`: the differences; none while longer texts are being compared
    `changed`: a comparison on another thread has updated `hunks`
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.original = ""
        self.revision = ""
        self.hunks: tuple[Hunk, ...] = ()
        self._differ: Differ | None = None
        self._job: Job | None = None
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._start)

    @property
    def is_late(self) -> bool:
        """Whether a comparison of the current text on another thread is pending."""
        return self._rest.isActive() or self._job is not None

    def show(self, original: str, revision: str) -> None:
        """Set another pair of texts and compare it."""
        self.original = original
        self.hunks, self._differ = (), None
        self.edit(revision)

    def edit(self, revision: str) -> None:
        """Set the current revision and update the differences, or schedule that for long texts."""
        self.revision = revision
        self._drop()
        if len(self.original) + len(revision) > _MOST:
            # No hunks rather than outdated ones, whose offsets would be wrong.
            self._differ, self.hunks = None, ()
            self._rest.start()
            return
        if self._differ is None:
            self._differ = Differ(self.original)
        self.hunks = self._differ.edited(revision)

    def settle(self) -> None:
        """Compare the whole texts if only the surroundings of edits have been compared."""
        if self._differ is not None:
            self._differ.settle()
            self.hunks = self._differ.hunks

    def _start(self) -> None:
        """Compare long texts on another thread."""
        original, revision = self.original, self.revision

        # The job has its own `Differ`. Edits cancel the job, so its result is never outdated.
        def work(_progress: object, _cancelled: object) -> object:
            differ = Differ(original)
            differ.edited(revision)
            return differ.hunks

        self._job = Job(work, application())
        self._job.succeeded.connect(self._on_found)
        self._job.start()

    def _on_found(self, hunks: object) -> None:
        """Set the result of a comparison on another thread."""
        self._job = None
        if isinstance(hunks, tuple):
            self.hunks = hunks
            self.changed.emit()

    def _drop(self) -> None:
        """Cancel a scheduled or running comparison."""
        self._rest.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None


class Side(StrEnum):
    """One of the two texts of the editor."""

    ORIGINAL = "original"
    REVISION = "revision"


def marks_in(side: Side, hunks: Sequence[Hunk], *, alone: bool = False) -> list[Mark]:
    """Return the marks of hunks in one of the texts, one for each hunk.

    `alone`: whether only this text is visible, so that replaced words need a mark
    """
    return [_mark(hunk, number, side, alone=alone) for number, hunk in enumerate(hunks)]


def marks_in_both(inline: Inline, hunks: Sequence[Hunk]) -> list[Mark]:
    """Return the marks of hunks in the text with all changes, one for each of its parts."""
    return [_joint_mark(part, hunks[part.hunk]) for part in inline.parts]


def restored(
    original: str, revision: str, hunks: Sequence[Hunk], number: int
) -> tuple[int, int, str]:
    """Return the edit that reverts a hunk: start and end in the revision, and the replacement.

    For moved text it covers both places, with changes of white space beside them.
    """
    hunk = hunks[number]
    parts = [hunk, *(other for other in hunks if _are_twins(hunk, other))]
    if len(parts) > 1:
        parts += [
            other for other in hunks if other.quiet and any(_touch(other, one) for one in parts)
        ]
    # One edit from the first part to the last; the unchanged revision between them is kept.
    parts.sort(key=lambda one: (one.after, one.before))
    start, end = parts[0].after.start, parts[-1].after.end
    made, at = [], start
    for part in parts:
        made += [revision[at : part.after.start], original[slice(*part.before)]]
        at = part.after.end
    return start, end, "".join(made)


def shifted(notes: Sequence[Note], before: str, after: str) -> list[Note]:
    """Return notes with their offsets after an edit, without those whose text was removed."""
    if not notes:
        return []
    # An edit is one range of `before`, from `start` to `end`, that was replaced.
    start = common_start(before, after)
    end = len(before) - common_end(before, after, start)
    by = len(after) - len(before)

    def place(offset: int, *, grows: bool) -> int:
        """Return the new offset of the start or the end of a note.

        `grows`: whether it is the end of a note

        Text typed at the edge of a note does not become part of the note.
        """
        if offset <= start and (grows or offset < end):
            return offset
        return offset + by if offset >= end else start

    moved = [
        note._replace(start=place(note.start, grows=False), end=place(note.end, grows=True))
        for note in notes
    ]
    return [note for note in moved if note.start < note.end]


def _mark(hunk: Hunk, number: int, side: Side, *, alone: bool) -> Mark:
    """Return the mark of a hunk in one of the texts; empty if this text has nothing there."""
    original = side is Side.ORIGINAL
    (start, end), other = (hunk.before, hunk.after)[:: 1 if original else -1]
    if hunk.kind is HunkKind.MOVED:
        shade = Shade.MOVED
    elif start == end:
        # The empty mark has the colour of the change in the other text.
        shade = Shade.ADDED if original else Shade.REMOVED
    else:
        shade = Shade.REMOVED if original else Shade.ADDED
    replaces = alone and shade is Shade.ADDED and start < end and other.start < other.end
    return Mark(start, end, shade, number, hunk.quiet, replaces and not hunk.quiet)


def _joint_mark(part: InlineChange, hunk: Hunk) -> Mark:
    """Return the mark of a part of the text with all changes."""
    if hunk.quiet and part.removed:
        shade = Shade.FAINT
    elif part.moved:
        shade = Shade.MOVED_AWAY if part.removed else Shade.MOVED
    else:
        shade = Shade.REMOVED if part.removed else Shade.ADDED
    return Mark(part.start, part.end, shade, part.hunk, hunk.quiet and not part.removed)


def _touch(one: Hunk, other: Hunk) -> bool:
    """Return whether one hunk follows the other directly, in both texts."""
    return any(
        first.before.end == second.before.start and first.after.end == second.after.start
        for first, second in ((one, other), (other, one))
    )


def _are_twins(hunk: Hunk, other: Hunk) -> bool:
    """Return whether two hunks are the two places of one moved text."""
    if hunk.twin is None or other.twin is None or hunk is other:
        return False
    return hunk.twin in (other.before, other.after) and other.twin in (hunk.before, hunk.after)
