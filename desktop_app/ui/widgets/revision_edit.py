"""A text editor that marks the changes from an original, and the search in its text."""

from __future__ import annotations

import re

from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextOption
from PySide6.QtWidgets import QTextEdit, QWidget

from desktop_app.text.spans import Utf16Offsets
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_view import DiffView
from desktop_app.ui.widgets.field import NoUndo
from desktop_app.ui.widgets.find_bar import FindBar
from desktop_app.ui.widgets.reading_view import normalised, wrap_mode


class RevisionEdit(DiffView):
    """An editor for plain text, whose document contains exactly the text that will be saved.

    Marks insert nothing into it, so input methods, dead keys, screen readers and spell checkers
    work as in any text field. Undo is left to the window.

    `typed`: the person changed the text; the text before and after
    """

    typed = Signal(str, str)

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
        """Replace a range, and put the caret behind it. `typed` is emitted as for typing."""
        self._finish_layout()
        cursor = self._cursor(start, end)
        cursor.insertText(words)
        self.setTextCursor(cursor)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert pasted text without formatting."""
        words = normalised(source.text())
        self._finish_layout()
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
            self._finish_layout()
            # Not `ReadingView.keyPressEvent`, in which Enter counts as a click.
            QTextEdit.keyPressEvent(self, event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._finish_layout()
        super().inputMethodEvent(event)

    @staticmethod
    def _laid_out(text: str) -> str:
        return text  # unchanged, because the text of the document is saved

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

# Most hits of a search; later ones are neither counted nor marked.
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
