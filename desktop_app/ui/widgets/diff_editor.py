"""The post-edit editor: a revision is written against an original, with changes marked at once.

The revision is plain text. Beside it is the original with removed text marked, or both as one text,
or nothing. The editor neither saves nor undoes: it emits each edit, with the whole text before and
after, and shows the text it is given. So the window has one undo history for everything.

    editor.show_texts(original, revision)
    editor.edited.connect(lambda before, after: panel.edited.emit("revision", before, after))
    editor.set_revision(text)              # after undo, redo, a restart
    for command in editor.commands():      # for menus and the list of shortcuts
        panel.add_action(*command)

The first edit has the original as the text before, whether or not the panel had an answer. Undoing
it therefore leads to the text of the original, which a panel may treat as no answer.

All offsets count code points of `original` and `revision` as they are shown (`normalised`: line
ends are "\\n"). Most of this module is the interface for panels; bar, search, marks, scrolling and
comparison have their own modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from desktop_app.text.diff import (
    Hunk,
    HunkKind,
    change_count,
    to_original,
    to_revision,
)
from desktop_app.text.inline_diff import Inline
from desktop_app.text.tokens import word_count
from desktop_app.ui.colours import Role
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_bar import DiffBar, Look
from desktop_app.ui.widgets.diff_finding import Finding
from desktop_app.ui.widgets.diff_marks import Side, marks_in, marks_in_both, restored, shifted
from desktop_app.ui.widgets.diff_view import DiffView, Note
from desktop_app.ui.widgets.find_bar import FindBar
from desktop_app.ui.widgets.linked_scrolling import LinkedScrolling
from desktop_app.ui.widgets.live_diff import LiveDiff
from desktop_app.ui.widgets.question_view import caption_label
from desktop_app.ui.widgets.reading_view import normalised
from desktop_app.ui.widgets.revision_edit import RevisionEdit

__all__ = ["DiffEditor", "Look", "Side"]

# Milliseconds without a key after which the figures and the joint text are updated.
_CALM = 120
# Pixels at 100 % text; a narrower editor has one text above the other.
_NARROW = 560

Command = tuple[str, str, str, Callable[[], object]]


class DiffEditor(QWidget):
    """An original, a revision of it, and the differences between them.

    `edited`: the person changed the revision; the whole text before and after
    `hunks_changed`: the differences were updated, soon after the last of several edits
    `needed`: the editor has to be made visible, because a place in it is shown or gets the focus
    `hunk_clicked`: a hunk was clicked or stepped to; its index in `hunks`
    `selection_changed`: the selection has settled; the side, its start and its end, both the caret
        if nothing is selected
    """

    edited = Signal(str, str)
    hunks_changed = Signal()
    hunk_clicked = Signal(int)
    needed = Signal()
    selection_changed = Signal(str, int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._read_only = False
        self._takes_turns = False
        # The view to return to when there is space for two texts again.
        self._apart = Look.SIDE_BY_SIDE
        self._original_words = 0
        self._inline = Inline("", "", ())
        self._tagger: Callable[[Hunk], str] | None = None
        self._notes: dict[Side, list[Note]] = {side: [] for side in Side}
        self.diff = LiveDiff(self)
        self.bar = DiffBar(theme)
        self.beside = DiffView(theme, self.tr("Original"))
        self.revision_edit = RevisionEdit(theme, self.tr("Revision"))
        self.find_bar = FindBar(theme, self.tr("Revision"))
        self.find_bar.hide()
        self.finding = Finding(self.find_bar, self.revision_edit)
        self._left_caption = caption_label(self.tr("Original"))
        self._right_caption = caption_label(self.tr("Revision"))
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(10)
        self._left = self._half(self._left_caption, self.beside)
        self._right = self._half(self._right_caption, self.revision_edit)
        for half in (self._left, self._right):
            self.splitter.addWidget(half)
            half.setMinimumWidth(120)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.bar)
        column.addWidget(self.find_bar)
        column.addWidget(self.splitter, 1)
        self._scrolling = LinkedScrolling(
            self.beside, self.revision_edit, self._place_in_revision, self._place_beside
        )
        self._calm = QTimer(self, singleShot=True, interval=_CALM)
        self._calm.timeout.connect(self.settle)
        self._connect()
        self.set_look(Look.SIDE_BY_SIDE)

    # Texts
    @property
    def original(self) -> str:
        """The original, normalised."""
        return self.diff.original

    @property
    def revision(self) -> str:
        """The revision: the text in the field."""
        return self.revision_edit.text

    @property
    def hunks(self) -> tuple[Hunk, ...]:
        """The current differences."""
        return self.diff.hunks

    def show_texts(self, original: str, revision: str | None = None) -> None:
        """Show another pair of texts from its beginning.

        `revision`: None if there is none yet; the original is shown then
        """
        original = normalised(original)
        revision = original if revision is None else normalised(revision)
        self._calm.stop()
        # Marks and notes have offsets of the texts shown so far.
        self._notes = {side: [] for side in Side}
        for view in (self.beside, self.revision_edit):
            view.set_marks(())
            view.set_notes(())
            view.set_current(-1)
        self.revision_edit.show_text(revision)
        self.revision_edit.setPlaceholderText(
            "" if original else self.tr("The original is empty. Write the text here.")
        )
        self.diff.show(original, revision)
        self._original_words = word_count(original)
        self._show_beside(afresh=True)
        self.settle()

    def set_revision(self, text: str | None) -> None:
        """Show another revision of the same original, as after undo; None means the original.

        The caret goes to the end of the change. `edited` is not emitted.
        """
        wanted = self.original if text is None else normalised(text)
        if wanted == self.revision:
            return
        _, end = self.revision_edit.change_text(wanted)
        self.revision_edit.set_caret(end)
        self.revision_edit.scroll_to(end)
        self.diff.edit(wanted)
        self.settle()

    def set_read_only(self, on: bool) -> None:
        """Make the revision read-only or editable."""
        self._read_only = on
        self.revision_edit.set_editable(not on)
        self._announce()

    def settle(self) -> None:
        """Update figures, joint text and differences now instead of after a pause in typing."""
        self._calm.stop()
        self.diff.settle()
        self._on_differs()
        self._show_beside()
        self._announce()
        self.hunks_changed.emit()

    # Commands
    def commands(self) -> list[Command]:
        """Return the commands of the editor: name, label, shortcut and function of each."""
        return [
            ("next_change", self.tr("Next change"), "F7", self.next_change),
            ("previous_change", self.tr("Previous change"), "Shift+F7", self.previous_change),
            ("restore_change", self.tr("Restore this change"), "Ctrl+F7", self.restore_here),
            ("restore_all", self.tr("Restore the original"), "Ctrl+Shift+F7", self.restore_all),
            ("compare", self.tr("Change the comparison view"), "F6", self.next_look),
            ("find_in_revision", self.tr("Find in the revision"), "Ctrl+F", self.open_find),
        ]

    def next_change(self) -> None:
        """Go to the next change; after the last one, to the first."""
        self._step(1)

    def previous_change(self) -> None:
        """Go to the previous change; before the first one, to the last."""
        self._step(-1)

    def restore_here(self) -> None:
        """Restore the original text of the current change."""
        # While someone types in a long text, only the surroundings of edits are compared.
        self.settle()
        number = self._hunk_here()
        if number >= 0:
            self.restore(number)

    def restore(self, number: int) -> None:
        """Restore the original text of a change, at both places if text was moved.

        It is emitted as an edit, so it can be undone.
        """
        if self._read_only:
            return
        start, end, words = restored(self.original, self.revision, self.hunks, number)
        self.revision_edit.replace(start, end, words)
        self.settle()

    def restore_all(self) -> None:
        """Restore the whole original; emitted as one edit, so it can be undone."""
        if not self._read_only and self.revision != self.original:
            before = self.revision
            self.set_revision(None)
            self.edited.emit(before, self.revision)

    def set_look(self, look: Look) -> None:
        """Set what is displayed beside the revision."""
        self.bar.set_look(look)
        if not self._takes_turns:
            self._apart = look
        alone = look is Look.ALONE
        # Asked before hiding: a hidden widget loses the focus.
        reads = self.beside.hasFocus() or self.revision_edit.hasFocus()
        self._left.setVisible(not alone)
        self._right.setVisible(alone or not self._takes_turns)
        if self._takes_turns and reads:
            (self.revision_edit if alone else self.beside).setFocus()
        inline = look is Look.INLINE
        name = self.tr("All changes in one text") if inline else self.tr("Original")
        self._left_caption.setText(name)
        self.beside.setAccessibleName(name)
        self._show_beside(afresh=True)
        self._scrolling.follow(self.revision_edit)

    @property
    def look(self) -> Look:
        """What is displayed beside the revision."""
        return self.bar.look

    def take_turns(self, on: bool) -> None:
        """Show one text at a time, for lack of space, or two texts again.

        The bar then switches between the original, the joint text and the revision. When there is
        space for two texts again, the earlier view is restored.
        """
        if on == self._takes_turns:
            return
        self._takes_turns = on
        self.bar.set_taking_turns(on)
        for caption in (self._left_caption, self._right_caption):
            # With one text, the chosen button in the bar already names it.
            caption.setVisible(not on)
        if not on:
            self.set_look(self._apart)
        else:
            self.set_look(Look.ALONE if self.revision_edit.hasFocus() else self.look)

    def show_original(self) -> None:
        """Switch to the original if one text is shown at a time."""
        if self._takes_turns and self.look is not Look.SIDE_BY_SIDE:
            self.set_look(Look.SIDE_BY_SIDE)

    def _show_revision(self) -> None:
        """Switch to the revision if one text is shown at a time."""
        if self._takes_turns and self.look is not Look.ALONE:
            self.set_look(Look.ALONE)

    def next_look(self) -> None:
        """Switch to the next view."""
        self.needed.emit()
        looks = list(Look)
        self.set_look(looks[(looks.index(self.look) + 1) % len(looks)])

    def open_find(self) -> None:
        """Open the find bar, with the selection as its text if that is short."""
        self.needed.emit()
        self._show_revision()
        self.finding.open()

    # Marks and navigation for panels
    def set_marks(
        self, spans: Iterable[tuple[int, int]], role: Role, side: Side = Side.REVISION
    ) -> None:
        """Underline ranges with dots in the colour of a role; earlier ranges of it are replaced."""
        kept = [note for note in self._notes[side] if note.role is not role]
        length = len(self.original if side is Side.ORIGINAL else self.revision)
        kept += [Note(start, end, role) for start, end in spans if 0 <= start < end <= length]
        self._notes[side] = kept
        self._show_notes()

    def set_tagger(self, tagger: Callable[[Hunk], str] | None) -> None:
        """Set the function that returns the tag beside a hunk: a few characters, as a number."""
        self._tagger = tagger
        self._show_tags()

    def refresh_tags(self) -> None:
        """Update the tags beside the hunks."""
        self._show_tags()

    def show_hunk(self, number: int) -> None:
        """Scroll both texts to a hunk and put the caret there."""
        hunk = self.hunks[number]
        self.needed.emit()
        # Added text is not in the original; the joint text has it.
        if self.look is Look.SIDE_BY_SIDE:
            self._show_revision()
        self._set_current(number)
        # Each text scrolls to its own side of the hunk; linked scrolling would align their tops.
        self.revision_edit.set_caret(hunk.after.start)
        with self._scrolling.held():
            self.revision_edit.scroll_to(hunk.after.start)
        self._show_beside_hunk(number)

    def show_place(self, side: Side, start: int) -> None:
        """Scroll to an offset of one text, and to the corresponding place in the other."""
        self.needed.emit()
        (self.show_original if side is Side.ORIGINAL else self._show_revision)()
        if side is Side.ORIGINAL:
            start = to_revision(self.hunks, start)
        self.revision_edit.set_caret(start)
        self.revision_edit.scroll_to(start)
        self._scrolling.follow(self.revision_edit)

    def current_hunk(self) -> int:
        """Return the index of the current hunk, -1 if there is none."""
        return self.revision_edit.current

    # Not a focus proxy: with one, Tab would skip everything before the revision.
    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Put the focus into the revision."""
        self.needed.emit()
        self._show_revision()
        self.revision_edit.setFocus(reason)

    def take_focus(self) -> None:
        """Put the focus into the revision."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.find_bar.isVisible():
            self.finding.close()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        wanted = Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal
        if self.splitter.orientation() is not wanted:
            self.splitter.setOrientation(wanted)

    # Internals
    def _half(self, caption: QWidget, view: QWidget) -> QWidget:
        """Return a text with its caption, as one half of the splitter."""
        half = QWidget()
        inside = QVBoxLayout(half)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(2)
        caption.setContentsMargins(8, 0, 0, 0)
        inside.addWidget(caption)
        inside.addWidget(view, 1)
        return half

    def _connect(self) -> None:
        """Connect the signals of the parts."""
        self.revision_edit.typed.connect(self._on_typed)
        self.revision_edit.mark_clicked.connect(self._on_own_clicked)
        self.beside.mark_clicked.connect(self._on_clicked)
        self.revision_edit.cursorPositionChanged.connect(self._on_caret)
        self.revision_edit.selection_moved.connect(
            lambda start, end: self.selection_changed.emit(Side.REVISION.value, start, end)
        )
        self.beside.selection_moved.connect(self._on_beside_selected)
        self.revision_edit.set_teller(self._change_text)
        self.beside.set_teller(self._change_text)
        self.diff.changed.connect(self._on_differs_late)
        for signal, slot in (
            (self.bar.next_wanted, self.next_change),
            (self.bar.previous_wanted, self.previous_change),
            (self.bar.restore_wanted, self.restore_here),
            (self.bar.restore_all_wanted, self.restore_all),
        ):
            signal.connect(slot)
        self.bar.look_wanted.connect(lambda look: self.set_look(Look(look)))

    def _on_typed(self, before: str, after: str) -> None:
        """Update the differences after an edit by the person, and emit it."""
        # Marks follow with every key; figures and the joint text wait for a pause.
        self.diff.edit(after)
        self._on_differs()
        self._calm.start()
        self._notes[Side.REVISION] = shifted(self._notes[Side.REVISION], before, after)
        self.revision_edit.set_notes(self._notes[Side.REVISION])
        self.edited.emit(before, after)

    def _on_differs(self) -> None:
        """Mark the current differences in both texts."""
        hunks = self.hunks
        self.revision_edit.set_marks(marks_in(Side.REVISION, hunks))
        if self.look is Look.SIDE_BY_SIDE:
            self.beside.set_marks(marks_in(Side.ORIGINAL, hunks))
        self._on_caret()

    def _on_differs_late(self) -> None:
        """Mark differences that were found on another thread."""
        self._on_differs()
        self._calm.start()

    def _show_beside(self, *, afresh: bool = False) -> None:
        """Update the text beside the revision.

        `afresh`: whether it is another text, shown from its beginning
        """
        if self._left.isHidden():
            return
        if self.look is Look.SIDE_BY_SIDE:
            if afresh:
                self.beside.show_text(self.original)
                self._on_differs()
        else:
            self._inline = Inline(self.original, self.diff.revision, self.hunks)
            # Marks of the previous joint text would be at wrong places in the new one.
            self.beside.set_marks(())
            if afresh:
                self.beside.show_text(self._inline.text)
            else:
                self.beside.change_text(self._inline.text)
            self.beside.set_marks(marks_in_both(self._inline, self.hunks))
        if afresh:
            self._show_notes()
            self._show_tags()

    def _show_notes(self) -> None:
        """Show the dotted ranges of both texts."""
        self.revision_edit.set_notes(self._notes[Side.REVISION])
        # Their offsets are those of the original, not of the joint text.
        beside = self._notes[Side.ORIGINAL] if self.look is Look.SIDE_BY_SIDE else []
        self.beside.set_notes(beside)

    def _show_tags(self) -> None:
        """Show the tags beside the hunks of the revision."""
        tagger = self._tagger
        if tagger is None:
            self.revision_edit.set_tagger(None)
        else:
            # The gutter may paint marks of hunks that are gone already.
            self.revision_edit.set_tagger(
                lambda number: tagger(self.hunks[number]) if number < len(self.hunks) else ""
            )

    def _announce(self) -> None:
        """Update the figures and buttons of the bar."""
        changes = change_count(self.hunks)
        self.bar.show_figures(self._original_words, word_count(self.revision), changes)
        self.bar.allow_restoring(bool(self.hunks) and not self._read_only)

    def _change_text(self, number: int) -> str:
        """Return a description of a hunk, by its index in `hunks`."""
        if number >= len(self.hunks):
            return ""
        hunk = self.hunks[number]
        before = self.original[slice(*hunk.before)].strip()
        after = self.revision[slice(*hunk.after)].strip()
        if hunk.quiet:
            return self.tr("Only spaces or line ends were changed here.")
        if hunk.kind is HunkKind.MOVED:
            return self.tr("Moved: {words}").format(words=before or after)
        if hunk.kind is HunkKind.ADDED:
            return self.tr("Added: {words}").format(words=after)
        if hunk.kind is HunkKind.REMOVED:
            return self.tr("Removed: {words}").format(words=before)
        return self.tr("Changed: {before} → {after}").format(before=before, after=after)

    def _hunk_here(self) -> int:
        """Return the index of the current hunk, else of the one at the caret, else -1."""
        if 0 <= self.revision_edit.current < len(self.hunks):
            return self.revision_edit.current
        caret = self.revision_edit.caret()
        for number, hunk in enumerate(self.hunks):
            if hunk.after.start <= caret <= hunk.after.end:
                return number
        return -1

    def _step(self, by: int) -> None:
        """Go to the next (1) or previous (−1) change; wrap at the ends."""
        self.settle()
        loud = [number for number, hunk in enumerate(self.hunks) if not hunk.quiet]
        if not loud:
            return
        here = self.revision_edit.current
        if here in loud:
            number = loud[(loud.index(here) + by) % len(loud)]
        else:
            # No hunk is current: start from the caret.
            caret = self.revision_edit.caret()
            starts = [self.hunks[number].after.start for number in loud]
            behind = next((place for place, s in enumerate(starts) if s >= caret), len(loud))
            number = loud[(behind if by > 0 else behind - 1) % len(loud)]
        self.show_hunk(number)
        self.hunk_clicked.emit(number)

    def _on_clicked(self, number: int) -> None:
        """Show a hunk that was clicked in the text beside the revision."""
        if number >= len(self.hunks):
            return  # the joint text is not updated yet, so its marks may be outdated
        self.show_hunk(number)
        self.hunk_clicked.emit(number)

    def _on_own_clicked(self, number: int) -> None:
        """Scroll the other text to a clicked hunk; the caret stays where the person put it."""
        if number < len(self.hunks):
            self._set_current(number)
            self._show_beside_hunk(number)
            self.hunk_clicked.emit(number)

    def _on_caret(self) -> None:
        """Make no hunk current when the caret has left it."""
        caret, now = self.revision_edit.caret(), self.revision_edit.current
        if now >= 0:
            hunk = self.hunks[now] if now < len(self.hunks) else None
            if hunk is None or not hunk.after.start <= caret <= hunk.after.end:
                self._set_current(-1)

    def _show_beside_hunk(self, number: int) -> None:
        """Scroll the text beside the revision to a hunk."""
        if self._left.isHidden():
            return
        inline = self.look is Look.INLINE
        place = self._inline.stretch(number).start if inline else self.hunks[number].before.start
        with self._scrolling.held():
            self.beside.scroll_to(place)

    def _set_current(self, number: int) -> None:
        """Make a hunk current in both texts, -1 for none, and describe it to screen readers."""
        self.revision_edit.set_current(number)
        self.beside.set_current(number)
        self.revision_edit.setAccessibleDescription(
            self._change_text(number) if number >= 0 else ""
        )

    def _on_beside_selected(self, start: int, end: int) -> None:
        # Selections in the joint text belong to neither of the two texts.
        if self.look is Look.SIDE_BY_SIDE:
            self.selection_changed.emit(Side.ORIGINAL.value, start, end)

    def _place_in_revision(self, beside: int) -> int:
        """Return the offset in the revision of an offset in the text beside it."""
        if self.look is Look.INLINE:
            return self._inline.revision_place(beside)
        return to_revision(self.hunks, beside)

    def _place_beside(self, revision: int) -> int:
        """Return the offset in the text beside the revision of an offset in the revision."""
        if self.look is Look.INLINE:
            return self._inline.place(revision)
        return to_original(self.hunks, revision)
