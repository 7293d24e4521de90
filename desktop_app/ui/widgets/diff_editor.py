"""The post-edit editor: a revision is written against an original, and what changes shows at once.

The revision is plain text in a plain field. Beside it stands the original with what was taken out,
or both in one text, or nothing. The editor saves and undoes nothing: it tells each edit, whole text
before and after, and is told the text to show. So the window's one history holds its steps too.

    editor.show_texts(original, revision)
    editor.edited.connect(lambda before, after: panel.edited.emit("revision", before, after))
    editor.set_revision(text)              # after undo, redo, a restart
    for command in editor.commands():      # for menus and the list of keys
        panel.add_action(*command)

The first edit tells the original as the text before, whether or not the panel had an answer: so
undoing it leads to the original as a text, which a panel may take for no answer.

All offsets count code points of `original` and `revision` as they are shown (`normalised`: line
ends are "\\n"). The module is long because most of it is what panels ask of the editor; bar,
finding, marks, scrolling and comparing have modules of their own.
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

_CALM = 120  # milliseconds without a key, after which figures and the joint text follow
_NARROW = 560  # design pixels; below, the texts are above one another

Command = tuple[str, str, str, Callable[[], object]]


class DiffEditor(QWidget):
    """An original, a revision of it, and the differences between them.

    edited             the person changed the revision: the whole text before and after
    hunks_changed      the differences are others; soon after the last of several edits
    needed             someone is led to a place here, by keys or from elsewhere: it must show
    hunk_clicked       the number of the hunk that was clicked or stepped to
    selection_changed  the side, and from where to where text is selected in it (twice the caret
                       where nothing is), once it has settled
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
        self._apart = Look.SIDE_BY_SIDE  # the look where there is room for two texts
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

    # The texts

    @property
    def original(self) -> str:
        """The original as it is shown."""
        return self.diff.original

    @property
    def revision(self) -> str:
        """The revision: what is in the field."""
        return self.revision_edit.text

    @property
    def hunks(self) -> tuple[Hunk, ...]:
        """The differences now."""
        return self.diff.hunks

    def show_texts(self, original: str, revision: str | None = None) -> None:
        """Show another pair of texts from its beginning; no revision yet is the original."""
        original = normalised(original)
        revision = original if revision is None else normalised(revision)
        self._calm.stop()
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
        """Show another revision of the same original, as after undo; None is the original. The
        caret goes where it changed; nothing is told."""
        wanted = self.original if text is None else normalised(text)
        if wanted == self.revision:
            return
        _, end = self.revision_edit.change_text(wanted)
        self.revision_edit.set_caret(end)
        self.revision_edit.scroll_to(end)
        self.diff.edit(wanted)
        self.settle()

    def set_read_only(self, on: bool) -> None:
        """Let the revision be changed, or only read."""
        self._read_only = on
        self.revision_edit.set_editable(not on)
        self._announce()

    def settle(self) -> None:
        """Bring figures, joint text and differences up to date now instead of in a moment."""
        self._calm.stop()
        self.diff.settle()
        self._on_differs()
        self._show_beside()
        self._announce()
        self.hunks_changed.emit()

    # What can be done

    def commands(self) -> list[Command]:
        """Return what can be done here by keys: a name, the words, the keys, and what does it."""
        return [
            ("next_change", self.tr("Next change"), "F7", self.next_change),
            ("previous_change", self.tr("Previous change"), "Shift+F7", self.previous_change),
            ("restore_change", self.tr("Restore this change"), "Ctrl+F7", self.restore_here),
            ("restore_all", self.tr("Restore the original"), "Ctrl+Shift+F7", self.restore_all),
            ("compare", self.tr("Change the comparison view"), "F6", self.next_look),
            ("find_in_revision", self.tr("Find in the revision"), "Ctrl+F", self.open_find),
        ]

    def next_change(self) -> None:
        """Go to the change behind the caret, after the last one to the first."""
        self._step(1)

    def previous_change(self) -> None:
        """Go to the change before the caret, before the first one to the last."""
        self._step(-1)

    def restore_here(self) -> None:
        """Take back the change one is at."""
        self.settle()
        number = self._hunk_here()
        if number >= 0:
            self.restore(number)

    def restore(self, number: int) -> None:
        """Take back a change, both of its places if text was moved; told as an edit."""
        if self._read_only:
            return
        start, end, words = restored(self.original, self.revision, self.hunks, number)
        self.revision_edit.replace(start, end, words)
        self.settle()

    def restore_all(self) -> None:
        """Take back all changes; told as one edit, so it can be undone."""
        if not self._read_only and self.revision != self.original:
            before = self.revision
            self.set_revision(None)
            self.edited.emit(before, self.revision)

    def set_look(self, look: Look) -> None:
        """Choose what is beside the revision."""
        self.bar.set_look(look)
        if not self._takes_turns:
            self._apart = look
        alone = look is Look.ALONE
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
        """What is beside the revision."""
        return self.bar.look

    def take_turns(self, on: bool) -> None:
        """Show one text at a time, where there is no room for two: the original, both in one, or
        the revision; with room again they are compared as before. The bar chooses."""
        if on == self._takes_turns:
            return
        self._takes_turns = on
        self.bar.set_taking_turns(on)
        for caption in (self._left_caption, self._right_caption):
            caption.setVisible(not on)  # the chosen button says it
        if not on:
            self.set_look(self._apart)
        else:
            self.set_look(Look.ALONE if self.revision_edit.hasFocus() else self.look)

    def show_original(self) -> None:
        """Let the original be shown, where another text has its turn."""
        if self._takes_turns and self.look is not Look.SIDE_BY_SIDE:
            self.set_look(Look.SIDE_BY_SIDE)

    def _show_revision(self) -> None:
        if self._takes_turns and self.look is not Look.ALONE:
            self.set_look(Look.ALONE)

    def next_look(self) -> None:
        """Go on to the next way of comparing."""
        self.needed.emit()
        looks = list(Look)
        self.set_look(looks[(looks.index(self.look) + 1) % len(looks)])

    def open_find(self) -> None:
        """Open the find bar, with what is selected if that is short."""
        self.needed.emit()
        self._show_revision()
        self.finding.open()

    # What others mark and show

    def set_marks(
        self, spans: Iterable[tuple[int, int]], role: Role, side: Side = Side.REVISION
    ) -> None:
        """Underline stretches with dots in the colour of a role, in place of all of that role."""
        kept = [note for note in self._notes[side] if note.role is not role]
        length = len(self.original if side is Side.ORIGINAL else self.revision)
        kept += [Note(start, end, role) for start, end in spans if 0 <= start < end <= length]
        self._notes[side] = kept
        self._show_notes()

    def set_tagger(self, tagger: Callable[[Hunk], str] | None) -> None:
        """Set who says which few signs (such as the number of a point) are beside a hunk."""
        self._tagger = tagger
        self._show_tags()

    def refresh_tags(self) -> None:
        """Ask for the tags again."""
        self._show_tags()

    def show_hunk(self, number: int) -> None:
        """Bring a hunk into view on both sides, with the caret at it."""
        hunk = self.hunks[number]
        self.needed.emit()
        if self.look is Look.SIDE_BY_SIDE:  # what was added does not show in the original
            self._show_revision()
        self._set_current(number)
        self.revision_edit.set_caret(hunk.after.start)
        with self._scrolling.held():
            self.revision_edit.scroll_to(hunk.after.start)
        self._show_beside_hunk(number)

    def show_place(self, side: Side, start: int) -> None:
        """Bring a place of one text into view, and what is there in the other."""
        self.needed.emit()
        (self.show_original if side is Side.ORIGINAL else self._show_revision)()
        if side is Side.ORIGINAL:
            start = to_revision(self.hunks, start)
        self.revision_edit.set_caret(start)
        self.revision_edit.scroll_to(start)
        self._scrolling.follow(self.revision_edit)

    def current_hunk(self) -> int:
        """Return the number of the hunk one is at, -1 where there is none."""
        return self.revision_edit.current

    # No focus proxy: the Tab key would jump over all that stands before the revision.
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

    # Inside

    def _half(self, caption: QWidget, view: QWidget) -> QWidget:
        half = QWidget()
        inside = QVBoxLayout(half)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(2)
        caption.setContentsMargins(8, 0, 0, 0)
        inside.addWidget(caption)
        inside.addWidget(view, 1)
        return half

    def _connect(self) -> None:
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
        self.diff.edit(after)
        self._on_differs()
        self._calm.start()
        self._notes[Side.REVISION] = shifted(self._notes[Side.REVISION], before, after)
        self.revision_edit.set_notes(self._notes[Side.REVISION])
        self.edited.emit(before, after)

    def _on_differs(self) -> None:
        """Mark what differs now, in both texts."""
        hunks = self.hunks
        self.revision_edit.set_marks(marks_in(Side.REVISION, hunks))
        if self.look is Look.SIDE_BY_SIDE:
            self.beside.set_marks(marks_in(Side.ORIGINAL, hunks))
        self._on_caret()

    def _on_differs_late(self) -> None:
        self._on_differs()
        self._calm.start()

    def _show_beside(self, *, afresh: bool = False) -> None:
        if self._left.isHidden():
            return
        if self.look is Look.SIDE_BY_SIDE:
            if afresh:
                self.beside.show_text(self.original)
                self._on_differs()
        else:
            self._inline = Inline(self.original, self.diff.revision, self.hunks)
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
        self.revision_edit.set_notes(self._notes[Side.REVISION])
        beside = self._notes[Side.ORIGINAL] if self.look is Look.SIDE_BY_SIDE else []
        self.beside.set_notes(beside)

    def _show_tags(self) -> None:
        tagger = self._tagger
        if tagger is None:
            self.revision_edit.set_tagger(None)
        else:
            self.revision_edit.set_tagger(
                lambda number: tagger(self.hunks[number]) if number < len(self.hunks) else ""
            )

    def _announce(self) -> None:
        """Show how many words and changes there are."""
        changes = change_count(self.hunks)
        self.bar.show_figures(self._original_words, word_count(self.revision), changes)
        self.bar.allow_restoring(bool(self.hunks) and not self._read_only)

    def _change_text(self, number: int) -> str:
        """Return a change in words."""
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
        """Return the number of the hunk one is at: the current one, or that at the caret."""
        if 0 <= self.revision_edit.current < len(self.hunks):
            return self.revision_edit.current
        caret = self.revision_edit.caret()
        for number, hunk in enumerate(self.hunks):
            if hunk.after.start <= caret <= hunk.after.end:
                return number
        return -1

    def _step(self, by: int) -> None:
        self.settle()
        loud = [number for number, hunk in enumerate(self.hunks) if not hunk.quiet]
        if not loud:
            return
        here = self.revision_edit.current
        if here in loud:
            number = loud[(loud.index(here) + by) % len(loud)]
        else:
            caret = self.revision_edit.caret()
            starts = [self.hunks[number].after.start for number in loud]
            behind = next((place for place, s in enumerate(starts) if s >= caret), len(loud))
            number = loud[(behind if by > 0 else behind - 1) % len(loud)]
        self.show_hunk(number)
        self.hunk_clicked.emit(number)

    def _on_clicked(self, number: int) -> None:
        if number >= len(self.hunks):
            return  # the joint text is a moment behind
        self.show_hunk(number)
        self.hunk_clicked.emit(number)

    def _on_own_clicked(self, number: int) -> None:
        """Show the other side of what was clicked; the caret stays where the person put it."""
        if number < len(self.hunks):
            self._set_current(number)
            self._show_beside_hunk(number)
            self.hunk_clicked.emit(number)

    def _on_caret(self) -> None:
        """Leave the hunk one was at when the caret goes elsewhere."""
        caret, now = self.revision_edit.caret(), self.revision_edit.current
        if now >= 0:
            hunk = self.hunks[now] if now < len(self.hunks) else None
            if hunk is None or not hunk.after.start <= caret <= hunk.after.end:
                self._set_current(-1)

    def _show_beside_hunk(self, number: int) -> None:
        if self._left.isHidden():
            return
        inline = self.look is Look.INLINE
        place = self._inline.stretch(number).start if inline else self.hunks[number].before.start
        with self._scrolling.held():
            self.beside.scroll_to(place)

    def _set_current(self, number: int) -> None:
        self.revision_edit.set_current(number)
        self.beside.set_current(number)
        self.revision_edit.setAccessibleDescription(
            self._change_text(number) if number >= 0 else ""
        )

    def _on_beside_selected(self, start: int, end: int) -> None:
        if self.look is Look.SIDE_BY_SIDE:
            self.selection_changed.emit(Side.ORIGINAL.value, start, end)

    def _place_in_revision(self, beside: int) -> int:
        if self.look is Look.INLINE:
            return self._inline.revision_place(beside)
        return to_revision(self.hunks, beside)

    def _place_beside(self, revision: int) -> int:
        if self.look is Look.INLINE:
            return self._inline.place(revision)
        return to_original(self.hunks, revision)
