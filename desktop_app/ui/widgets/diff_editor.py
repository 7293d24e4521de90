"""The post-edit editor: edits a revision of an original, and marks the changes at once.

The revision is plain text. Next to it is the original with removed text marked, or both as one
text, or nothing. The editor neither saves nor undoes: it emits each edit with the whole text before
and after, and shows the text that it is given. So the window has one undo history for everything.

    editor.show_texts(original, revision)
    editor.edited.connect(lambda before, after: panel.edited.emit("revision", before, after))
    editor.set_revision(text)              # after undo, redo, a restart
    for command in editor.commands():      # for menus and the list of shortcuts
        panel.add_action(*command)

If there is no revision yet, the original is the text before the first edit. Undoing that edit
therefore leads to the original as a revision, which a panel may treat as no answer.

All offsets count characters (code points) of `original` and `revision`, whose line ends are "\\n"
(`normalised`). Most of this module is the interface for panels; bar, search, marks, scrolling and
comparison have their own modules.

The module is longer than most because text, marks and positions must change together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from desktop_app.text.diff import (
    Hunk,
    change_count,
    to_revision,
)
from desktop_app.text.tokens import word_count
from desktop_app.ui.colours import Role
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_bar import DiffBar, Look
from desktop_app.ui.widgets.diff_head import DiffControls, TextHead
from desktop_app.ui.widgets.diff_marks import (
    Side,
    restored,
)
from desktop_app.ui.widgets.diff_pair import DiffPair, Finding, RevisionEdit
from desktop_app.ui.widgets.diff_view import DiffView
from desktop_app.ui.widgets.find_bar import FindBar
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.widgets.question_view import caption_label
from desktop_app.ui.widgets.reading_view import normalised

__all__ = ["DiffEditor", "Look", "Side"]

# Milliseconds after the last key until the figures and the text with all changes are updated.
_CALM = 120
# Pixels at 100 % text; in a narrower editor, one text is above the other.
_NARROW = 560

Command = tuple[str, str, str, Callable[[], object]]


class DiffEditor(QWidget):
    """An original, a revision of it, and the differences between them.

    `heads`: the names of both texts, in the headings above them. That of the revision has the
        controls for changes. None: the texts have captions, and the page places the controls

    `bar`: chooses the text while one is shown at a time
    `controls`: the number of changes, steps between them, and a menu to restore them

    `edited`: the person changed the revision; the whole text before and after
    `hunks_changed`: the differences were updated, a moment after the last edit
    `needed`: the editor must be made visible, because it scrolls to a place or takes the focus
    `hunk_clicked`: a hunk was clicked or stepped to; its index in `hunks`
    `selection_changed`: the selection has changed and is stable; the value of its `Side`, its start
        and its end (both are the caret if nothing is selected)
    """

    edited = Signal(str, str)
    hunks_changed = Signal()
    hunk_clicked = Signal(int)
    needed = Signal()
    selection_changed = Signal(str, int, int)

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        heads: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._names = heads or (self.tr("Original"), self.tr("Revision"))
        self._read_only = False
        self._takes_turns = False
        # The view to restore when there is space for two texts again.
        self._apart = Look.SIDE_BY_SIDE
        self._original_words = 0
        self.bar = DiffBar(theme)
        self.bar.hide()
        self.controls = DiffControls(theme)
        # Where the controls are while both texts are shown.
        self._head: TextHead | None = None
        self.beside = DiffView(theme, self.tr("Original"))
        self.revision_edit = RevisionEdit(theme, self.tr("Revision"))
        self.pair = DiffPair(self.beside, self.revision_edit, self)
        self.diff = self.pair.diff
        self.find_bar = FindBar(theme, self.tr("Revision"))
        self.find_bar.hide()
        self.finding = Finding(self.find_bar, self.revision_edit)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self._left_head: QWidget
        self._right_head: QWidget
        if heads is None:
            self._left_caption = self._left_head = caption_label(self._names[0])
            self._right_caption = self._right_head = caption_label(self._names[1])
            self.splitter.setHandleWidth(10)
        else:
            left, right = TextHead(heads[0], theme), TextHead(heads[1], theme)
            self._left_head, self._right_head = left, right
            self._left_caption, self._right_caption = left.caption, right.caption
            self._head = right
            right.row.addStretch(1)
            right.row.addWidget(self.controls)
            self.splitter.setProperty("kind", "joined")
            self.splitter.setHandleWidth(1)
        joined = heads is not None
        self._left = _half(self._left_head, self.beside, joined=joined)
        self._right = _half(self._right_head, self.revision_edit, joined=joined)
        for half in (self._left, self._right):
            self.splitter.addWidget(half)
            half.setMinimumWidth(120)
        column = bare(QVBoxLayout(self), 0 if joined else 4)
        above = bare(QVBoxLayout(), 4)
        if joined:
            above.setContentsMargins(8, 0, 8, 0)
        above.addWidget(self.bar)
        above.addWidget(self.find_bar)
        column.addLayout(above)
        column.addWidget(self.splitter, 1)
        # The controls are above both texts, not between them.
        above_texts = self.controls.stops() if joined else []
        stops = [*self.bar.stops(), *above_texts, self.beside, self.revision_edit]
        for before, after in pairwise(stops):
            self.setTabOrder(before, after)
        self._calm = QTimer(self, singleShot=True, interval=_CALM)
        self._calm.timeout.connect(self.settle)
        self._connect()
        self.set_look(Look.SIDE_BY_SIDE)

    # Texts
    @property
    def original(self) -> str:
        """The original text, normalised as for comparison."""
        return self.diff.original

    @property
    def revision(self) -> str:
        """The current text of the revision."""
        return self.revision_edit.text

    @property
    def hunks(self) -> tuple[Hunk, ...]:
        """The current differences."""
        return self.diff.hunks

    def show_texts(self, original: str, revision: str | None = None) -> None:
        """Show another pair of texts from the beginning. Emits `hunks_changed`.

        `revision`: None if there is none yet, in which case the original is shown
        """
        original = normalised(original)
        revision = original if revision is None else normalised(revision)
        self._calm.stop()
        self.pair.clear()
        self.revision_edit.show_text(revision)
        self.revision_edit.setPlaceholderText(
            "" if original else self.tr("The original is empty. Write the text here.")
        )
        self.diff.show(original, revision)
        self._original_words = word_count(original)
        self.pair.show_beside(afresh=True)
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

    def set_captions(self, original: str, revision: str) -> None:
        """Set the captions of both texts, where they are not an original and its revision."""
        self._names = original, revision
        self._right_caption.setText(revision)
        self.revision_edit.setAccessibleName(revision)
        self.set_look(self.look)

    def set_read_only(self, on: bool) -> None:
        """Make the revision read-only or editable."""
        self._read_only = on
        self.revision_edit.set_editable(not on)
        self._announce()

    def settle(self) -> None:
        """Update differences, marks and figures now instead of after a pause in typing."""
        self._calm.stop()
        self.diff.settle()
        self.pair.mark()
        self.pair.show_beside()
        self._announce()
        self.hunks_changed.emit()

    # Commands
    def commands(self) -> list[Command]:
        """Return name, label, shortcut and function of each command of the editor."""
        return [
            ("next_change", self.tr("Next change"), "F7", self.next_change),
            ("previous_change", self.tr("Previous change"), "Shift+F7", self.previous_change),
            ("restore_change", self.tr("Restore this change"), "Ctrl+F7", self.restore_here),
            ("restore_all", self.tr("Restore the original"), "Ctrl+Shift+F7", self.restore_all),
            ("compare", self.tr("Change the comparison view"), "F5", self.next_look),
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
        # During typing only the surroundings of edits are compared, but this needs the exact hunks.
        self.settle()
        number = self.pair.hunk_here()
        if number >= 0:
            self.restore(number)

    def restore(self, number: int) -> None:
        """Restore the original text of a change, at both places if text was moved.

        This is emitted as an edit, so it can be undone. Nothing happens if the editor is read-only.
        """
        if self._read_only:
            return
        start, end, words = restored(self.original, self.revision, self.hunks, number)
        self.revision_edit.replace(start, end, words)
        self.settle()

    def restore_all(self) -> None:
        """Restore the whole original. It is emitted as one edit, so it can be undone."""
        if not self._read_only and self.revision != self.original:
            before = self.revision
            self.set_revision(None)
            self.edited.emit(before, self.revision)

    def set_look(self, look: Look) -> None:
        """Set what is displayed beside the revision."""
        self.bar.set_look(look)
        self.controls.set_look(look)
        if not self._takes_turns:
            self._apart = look
        alone = look is Look.ALONE
        # Checked before hiding: a hidden widget loses the focus.
        reads = self.beside.hasFocus() or self.revision_edit.hasFocus()
        self._left.setVisible(not alone)
        self._right.setVisible(alone or not self._takes_turns)
        if self._head is None:
            # The title of the page names the only text.
            self._right_head.setVisible(not (alone or self._takes_turns))
        if self._takes_turns and reads:
            (self.revision_edit if alone else self.beside).setFocus()
        inline = look is Look.INLINE
        name = self.tr("All changes in one text") if inline else self._names[0]
        self._left_caption.setText(name)
        self.beside.setAccessibleName(name)
        self.pair.set_look(look)
        self.pair.scrolling.follow(self.revision_edit)

    @property
    def look(self) -> Look:
        """The view next to the revision."""
        return self.pair.look

    def take_turns(self, on: bool) -> None:
        """Show one text at a time because there is little space (`on`), or two texts again.

        With one text, the bar switches between the original, the text with all changes and the
        revision. With two texts, the earlier view is restored.
        """
        if on == self._takes_turns:
            return
        self._takes_turns = on
        self.controls.set_taking_turns(on)
        self.bar.setVisible(on)
        if self._head is not None:
            if on:
                self.bar.hold(self.controls)
            else:
                self._head.row.addWidget(self.controls)
            # At once: Qt hides a widget that gets another parent.
            self.controls.show()
        for head in (self._left_head, self._right_head):
            # With one text, the chosen button in the bar already names it.
            head.setVisible(not on)
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
        """Switch to the next view, after the last one to the first."""
        self.needed.emit()
        looks = list(Look)
        self.set_look(looks[(looks.index(self.look) + 1) % len(looks)])

    def open_find(self) -> None:
        """Open the find bar, with the selected text in it if that is short and in one line."""
        self.needed.emit()
        self._show_revision()
        self.finding.open()

    # Marks and navigation for panels
    def set_marks(
        self,
        spans: Sequence[tuple[int, int]],
        role: Role,
        side: Side = Side.REVISION,
        labels: Sequence[str] = (),
    ) -> None:
        """Give ranges a dotted underline in the colour of a role, replacing its earlier ranges.

        `labels`: what is painted raised after each range; those left out are empty
        """
        self.pair.add_notes(spans, role, side, labels)

    def show_hunk(self, number: int) -> None:
        """Scroll both texts to a hunk and put the caret there."""
        hunk = self.hunks[number]
        self.needed.emit()
        # The original does not contain added text, but the text with all changes does.
        if self.look is Look.SIDE_BY_SIDE:
            self._show_revision()
        self.pair.set_current(number)
        # Each text scrolls to its own side of the hunk; linked scrolling would interfere.
        self.revision_edit.set_caret(hunk.after.start)
        with self.pair.scrolling.held():
            self.revision_edit.scroll_to(hunk.after.start)
        self.pair.show_beside_hunk(number)

    def show_place(self, side: Side, start: int) -> None:
        """Scroll one text to an offset, and the other to the corresponding place."""
        self.needed.emit()
        (self.show_original if side is Side.ORIGINAL else self._show_revision)()
        if side is Side.ORIGINAL:
            start = to_revision(self.hunks, start)
        self.revision_edit.set_caret(start)
        self.revision_edit.scroll_to(start)
        self.pair.scrolling.follow(self.revision_edit)

    # Not a focus proxy, with which Tab would skip the bar and the other text.
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
    def _connect(self) -> None:
        """Connect the signals of the parts."""
        self.revision_edit.typed.connect(self._on_typed)
        self.revision_edit.mark_clicked.connect(self._on_own_clicked)
        self.beside.mark_clicked.connect(self._on_clicked)
        self.revision_edit.selection_moved.connect(
            lambda start, end: self.selection_changed.emit(Side.REVISION.value, start, end)
        )
        self.beside.selection_moved.connect(self._on_beside_selected)
        self.diff.changed.connect(self._on_differs_late)
        controls = self.controls
        for signal, slot in (
            (controls.next_wanted, self.next_change),
            (controls.previous_wanted, self.previous_change),
            (controls.restore_wanted, self.restore_here),
            (controls.restore_all_wanted, self.restore_all),
        ):
            signal.connect(slot)
        for bar in (self.bar, controls):
            bar.look_wanted.connect(lambda look: self.set_look(Look(look)))

    def _on_typed(self, before: str, after: str) -> None:
        """Update the differences after the person's edit, and emit `edited`."""
        # Marks are updated with every key, figures and the text with all changes after a pause.
        self.pair.edit(before, after)
        self._calm.start()
        self.edited.emit(before, after)

    def _on_differs_late(self) -> None:
        """Mark differences that were found on another thread."""
        self.pair.mark()
        self._calm.start()

    def _announce(self) -> None:
        """Update the figures and the buttons for changes."""
        changes, words = change_count(self.hunks), word_count(self.revision)
        self.controls.show_figures(self._original_words, words, changes)
        self.controls.allow_restoring(bool(self.hunks) and not self._read_only)

    def _step(self, by: int) -> None:
        """Go to the next (1) or previous (−1) change; wrap at the ends."""
        self.settle()
        number = self.pair.next_hunk(by)
        if number is not None:
            self.show_hunk(number)
            self.hunk_clicked.emit(number)

    def _on_clicked(self, number: int) -> None:
        """Show a hunk that was clicked in the text beside the revision."""
        if number >= len(self.hunks):
            return  # the text with all changes is not updated yet, so its marks may be outdated
        self.show_hunk(number)
        self.hunk_clicked.emit(number)

    def _on_own_clicked(self, number: int) -> None:
        """Scroll the other text to a hunk clicked in the revision; the caret stays at the click."""
        if number < len(self.hunks):
            self.pair.set_current(number)
            self.pair.show_beside_hunk(number)
            self.hunk_clicked.emit(number)

    def _on_beside_selected(self, start: int, end: int) -> None:
        # Offsets in the text with all changes are not valid in either text.
        if self.look is Look.SIDE_BY_SIDE:
            self.selection_changed.emit(Side.ORIGINAL.value, start, end)


def _half(head: QWidget, view: QWidget, *, joined: bool) -> QWidget:
    """Return a text with its heading, as one half of the splitter.

    `joined`: whether the halves touch each other
    """
    half = QWidget()
    inside = bare(QVBoxLayout(half), 0 if joined else 2)
    inside.addWidget(head)
    if not joined:
        head.setContentsMargins(8, 0, 0, 0)
        inside.addWidget(view, 1)
        return half
    around = bare(QVBoxLayout(), 0)
    around.setContentsMargins(6, 8, 6, 8)
    around.addWidget(view)
    inside.addLayout(around, 1)
    return half
