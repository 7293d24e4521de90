"""The two views of the post-edit editor: their marks, notes, search, and the current change.

All offsets count characters. The commands of the editor are in `diff_editor`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextOption
from PySide6.QtWidgets import QTextEdit, QWidget

from desktop_app.text.diff import HunkKind, to_original, to_revision
from desktop_app.text.inline_diff import Inline
from desktop_app.text.spans import Utf16Offsets
from desktop_app.ui.colours import Role
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_bar import Look
from desktop_app.ui.widgets.diff_marks import LiveDiff, Side, marks_in, marks_in_both, shifted
from desktop_app.ui.widgets.diff_view import DiffView, LinkedScrolling, Note
from desktop_app.ui.widgets.field import NoUndo
from desktop_app.ui.widgets.find_bar import FindBar
from desktop_app.ui.widgets.reading_view import finish_layout, normalised
from desktop_app.ui.widgets.text_layout import wrap_mode


class RevisionEdit(DiffView):
    """An editor for plain text, whose document contains exactly the text that will be saved.

    Marks insert nothing into it, so input methods, dead keys, screen readers and spell checkers
    work as in any text field. Undo is left to the window.

    `typed`: the person changed the text; the text before and after
    """

    typed = Signal(str, str)
    makes_space = False

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self.setProperty("kind", "editor")
        # Whether the program is changing the text, so that `typed` must not be emitted.
        self._silent = False
        self.setReadOnly(False)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextEditorInteraction)
        self._guard = NoUndo(self)
        self.installEventFilter(self._guard)
        self.textChanged.connect(self._on_text_changed)

    def set_editable(self, on: bool) -> None:
        """Make the text editable or read-only; selecting and searching work either way."""
        flags = Qt.TextInteractionFlag
        self.setReadOnly(not on)
        self.setTextInteractionFlags(
            flags.TextEditorInteraction
            if on
            else flags.TextSelectableByMouse | flags.TextSelectableByKeyboard
        )

    def show_text(self, text: str) -> None:
        self._silent = True
        super().show_text(text)
        self._silent = False

    def change_text(self, text: str) -> tuple[int, int]:
        self._silent = True
        span = super().change_text(text)
        self._silent = False
        return span

    def replace(self, start: int, end: int, words: str) -> None:
        """Replace a range, and put the caret after it. `typed` is emitted as for typing."""
        finish_layout(self)
        cursor = self._cursor(start, end)
        cursor.insertText(words)
        self.setTextCursor(cursor)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert pasted text without formatting."""
        words = normalised(source.text())
        finish_layout(self)
        # The wrap mode was chosen for the text before the paste.
        if wrap_mode(words) is QTextOption.WrapMode.WrapAnywhere:
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.textCursor().insertText(words)
        self.ensureCursorVisible()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.isReadOnly():
            super().keyPressEvent(event)
        else:
            finish_layout(self)
            # Not `ReadingView.keyPressEvent`, in which Enter counts as a click.
            QTextEdit.keyPressEvent(self, event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        finish_layout(self)
        super().inputMethodEvent(event)

    @staticmethod
    def _laid_out(text: str) -> tuple[str, Sequence[int]]:
        return text, ()  # unchanged, because the text of the document is saved

    def _on_text_changed(self) -> None:
        if self._silent:
            return
        # Not toPlainText, which replaces non-breaking spaces with ordinary ones.
        raw = self.document().toRawText().replace("\u2029", "\n").replace("\u2028", "\n")
        before = self._text
        # While an input method composes, textChanged is emitted although the text is unchanged.
        if raw != before:
            self._text, self._offsets = raw, Utf16Offsets(raw)
            self.typed.emit(before, raw)

    def _on_theme_changed(self) -> None:
        # The base class creates a new document, in which the caret is at the start.
        caret = self.caret() if self._text else 0
        super()._on_theme_changed()
        if caret:
            self.set_caret(caret)


# Search

# Maximum number of hits of a search; later ones are neither counted nor marked.
_MOST_HITS = 9_999
# Characters; a longer selection is not used as the search text.
_LONGEST_WORDS = 80


class Finding(QObject):
    """Searches a text for the words in a find bar, and shows the hits."""

    def __init__(self, bar: FindBar, view: RevisionEdit) -> None:
        super().__init__(view)
        self._bar, self._view = bar, view
        self._hits: list[tuple[int, int]] = []
        self._hit = -1
        bar.wanted.connect(lambda: self._search(jump=True))
        bar.next_wanted.connect(lambda: self._step(1))
        bar.previous_wanted.connect(lambda: self._step(-1))
        bar.closed.connect(self.close)
        view.textChanged.connect(self._on_text_changed)

    def open(self) -> None:
        """Open the bar, with the selection as the search text if it is short and in one line."""
        chosen = self._view.selection()
        self._bar.open(chosen if len(chosen) <= _LONGEST_WORDS and "\n" not in chosen else "")

    def close(self) -> None:
        """Close the bar, select the current hit, and put the focus back into the text."""
        if 0 <= self._hit < len(self._hits):
            self._view.select(*self._hits[self._hit])
        self._bar.hide()
        self._hits, self._hit = [], -1
        self._view.set_found([], -1)
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_text_changed(self) -> None:
        # The offsets of hits have changed. The view must not scroll away from where someone types.
        if self._bar.isVisible():
            self._search(jump=False)

    def _search(self, *, jump: bool) -> None:
        """Find all hits. The current one is the first that does not end before the caret.

        If all do, it is the first of all.

        `jump`: whether to scroll to the current hit
        """
        words, text = self._bar.field.text(), self._view.text
        self._hits, self._hit = [], -1
        if words:
            for hit in re.finditer(re.escape(words), text, re.IGNORECASE):
                self._hits.append(hit.span())
                if len(self._hits) == _MOST_HITS:
                    break
        if self._hits:
            caret = self._view.caret()
            later = (place for place, hit in enumerate(self._hits) if hit[1] >= caret)
            self._hit = next(later, 0)
            if jump:
                self._view.scroll_to(self._hits[self._hit][0])
        self._announce()

    def _step(self, by: int) -> None:
        """Go to the next (1) or previous (−1) hit; wrap at the ends."""
        if self._hits:
            self._hit = (self._hit + by) % len(self._hits)
            self._view.scroll_to(self._hits[self._hit][0])
            self._announce()

    def _announce(self) -> None:
        """Show the hits in the text and their number in the bar."""
        self._bar.show_count(self._hit + 1, len(self._hits))
        self._view.set_found(self._hits, self._hit)


class DiffPair(QObject):
    """The view of a revision, and a view beside it with the original or with all changes.

    `diff`: the current differences
    `look`: what `beside` displays
    `scrolling`: keeps corresponding places of both views at the same height
    """

    def __init__(self, beside: DiffView, revision_edit: RevisionEdit, parent: QObject) -> None:
        super().__init__(parent)
        self.beside, self.revision_edit = beside, revision_edit
        self.diff = LiveDiff(self)
        self.look = Look.SIDE_BY_SIDE
        self.scrolling = LinkedScrolling(
            beside, revision_edit, self._place_in_revision, self._place_beside
        )
        self._inline = Inline("", "", ())
        self._notes: dict[Side, list[Note]] = {side: [] for side in Side}
        revision_edit.cursorPositionChanged.connect(self._on_caret)
        revision_edit.set_description(self._change_text)
        beside.set_description(self._change_text)

    def set_look(self, look: Look) -> None:
        """Set what `beside` displays."""
        self.look = look
        self.show_beside(afresh=True)
        # Replaced words need a wedge only while the revision is alone.
        self.mark()

    def clear(self) -> None:
        """Remove marks, notes and the current change, before other texts are shown."""
        self._notes = {side: [] for side in Side}
        for view in (self.beside, self.revision_edit):
            view.set_marks(())
            view.set_notes(())
            view.set_current(-1)

    def edit(self, before: str, after: str) -> None:
        """Update differences, marks and notes after an edit of the revision."""
        self.diff.edit(after)
        self._notes[Side.REVISION] = shifted(self._notes[Side.REVISION], before, after)
        self.mark()

    def add_notes(
        self,
        spans: Sequence[tuple[int, int]],
        role: Role,
        side: Side,
        labels: Sequence[str] = (),
    ) -> None:
        """Give ranges of a text a dotted underline, replacing earlier ones with the same role.

        `labels`: what is painted after each range; those left out are empty

        Ranges that are empty or not within the text are ignored.
        """
        kept = [note for note in self._notes[side] if note.role is not role]
        length = len(self.diff.original if side is Side.ORIGINAL else self.revision_edit.text)
        kept += [
            Note(start, end, role, label)
            for (start, end), label in zip(spans, [*labels, *[""] * len(spans)], strict=False)
            if 0 <= start < end <= length
        ]
        self._notes[side] = kept
        self._show_notes()

    def mark(self) -> None:
        """Mark the current differences in both texts."""
        hunks = self.diff.hunks
        self.revision_edit.set_marks_and_notes(
            marks_in(Side.REVISION, hunks, alone=self.look is Look.ALONE),
            self._notes[Side.REVISION],
        )
        if self.look is Look.SIDE_BY_SIDE:
            marks = marks_in(Side.ORIGINAL, hunks)
            # Most keys change nothing in the original.
            if marks != self.beside.marks:
                self.beside.set_marks(marks)
        self._on_caret()

    def show_beside(self, *, afresh: bool = False) -> None:
        """Update the text beside the revision.

        `afresh`: whether to show it from its beginning, because it is another text
        """
        if self.look is Look.ALONE:
            return
        if self.look is Look.SIDE_BY_SIDE:
            if afresh:
                self.beside.show_text(self.diff.original)
                self.mark()
        else:
            self._inline = Inline(self.diff.original, self.diff.revision, self.diff.hunks)
            # The offsets of the previous marks would be wrong in the new text.
            self.beside.set_marks(())
            if afresh:
                self.beside.show_text(self._inline.text)
            else:
                self.beside.change_text(self._inline.text)
            self.beside.set_marks(marks_in_both(self._inline, self.diff.hunks))
        if afresh:
            self._show_notes()

    def hunk_here(self) -> int:
        """Return the index of the current hunk, else of the hunk at the caret, else -1."""
        if 0 <= self.revision_edit.current < len(self.diff.hunks):
            return self.revision_edit.current
        caret = self.revision_edit.caret()
        for number, hunk in enumerate(self.diff.hunks):
            if hunk.after.start <= caret <= hunk.after.end:
                return number
        return -1

    def next_hunk(self, by: int) -> int | None:
        """Return the index of the next (`by` is 1) or previous (−1) change; None if there is none.

        The search wraps around at the ends, and skips changes of white space.
        """
        hunks = self.diff.hunks
        loud = [number for number, hunk in enumerate(hunks) if not hunk.quiet]
        if not loud:
            return None
        here = self.revision_edit.current
        if here in loud:
            return loud[(loud.index(here) + by) % len(loud)]
        # No hunk is current: start from the caret.
        caret = self.revision_edit.caret()
        starts = [hunks[number].after.start for number in loud]
        behind = next((place for place, s in enumerate(starts) if s >= caret), len(loud))
        return loud[(behind if by > 0 else behind - 1) % len(loud)]

    def set_current(self, number: int) -> None:
        """Make a hunk the current one in both views, and describe it to screen readers.

        `number`: its index; -1 for no hunk
        """
        self.revision_edit.set_current(number)
        self.beside.set_current(number)
        self.revision_edit.setAccessibleDescription(
            self._change_text(number) if number >= 0 else ""
        )

    def show_beside_hunk(self, number: int) -> None:
        """Scroll the text beside the revision to a hunk."""
        if self.look is Look.ALONE:
            return
        inline = self.look is Look.INLINE
        place = (
            self._inline.stretch(number).start if inline else self.diff.hunks[number].before.start
        )
        with self.scrolling.held():
            self.beside.scroll_to(place)

    def _show_notes(self) -> None:
        """Show the dotted ranges of both texts."""
        self.revision_edit.set_notes(self._notes[Side.REVISION])
        # Notes on the original have its offsets, which do not fit the text with all changes.
        beside = self._notes[Side.ORIGINAL] if self.look is Look.SIDE_BY_SIDE else []
        self.beside.set_notes(beside)

    def _on_caret(self) -> None:
        """Clear the current hunk if the caret has left it."""
        caret, now = self.revision_edit.caret(), self.revision_edit.current
        if now >= 0:
            hunk = self.diff.hunks[now] if now < len(self.diff.hunks) else None
            if hunk is None or not hunk.after.start <= caret <= hunk.after.end:
                self.set_current(-1)

    def _change_text(self, number: int) -> str:
        """Return a description of a hunk, by its index in `hunks`."""
        if number >= len(self.diff.hunks):
            return ""
        hunk = self.diff.hunks[number]
        before = self.diff.original[slice(*hunk.before)].strip()
        after = self.revision_edit.text[slice(*hunk.after)].strip()
        if hunk.quiet:
            return self.tr("Only spaces or line ends were changed here.")
        if hunk.kind is HunkKind.MOVED:
            return self.tr("Moved: {words}").format(words=before or after)
        if hunk.kind is HunkKind.ADDED:
            return self.tr("Added: {words}").format(words=after)
        if hunk.kind is HunkKind.REMOVED:
            return self.tr("Removed: {words}").format(words=before)
        return self.tr("Changed: {before} → {after}").format(before=before, after=after)

    def _place_in_revision(self, beside: int) -> int:
        """Return the offset in the revision for an offset in the text beside it."""
        if self.look is Look.INLINE:
            return self._inline.revision_place(beside)
        return to_revision(self.diff.hunks, beside)

    def _place_beside(self, revision: int) -> int:
        """Return the offset in the text beside the revision for an offset in the revision."""
        if self.look is Look.INLINE:
            return self._inline.place(revision)
        return to_original(self.diff.hunks, revision)
