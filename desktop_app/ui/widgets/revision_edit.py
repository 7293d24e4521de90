"""A text field in which what was changed is marked."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextOption
from PySide6.QtWidgets import QTextEdit, QWidget

from desktop_app.text.utf16 import Utf16Offsets
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_view import DiffView
from desktop_app.ui.widgets.field import NoUndo
from desktop_app.ui.widgets.reading_view import normalised, wrap_mode


class RevisionEdit(DiffView):
    """The text one writes, as plain text, exactly as it will be saved.

    Nothing is in its document but that text: input methods, dead keys, screen readers and spelling
    aids see what they see in any other text field. It undoes nothing by itself.
    """

    typed = Signal(str, str)  # the text before and after

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self.setProperty("kind", "editor")
        self._silent = False
        self.setReadOnly(False)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextEditorInteraction)
        self._guard = NoUndo(self)
        self.installEventFilter(self._guard)
        self.textChanged.connect(self._on_text_changed)

    def set_editable(self, on: bool) -> None:
        """Let the text be changed, or only read; it can be selected and searched either way."""
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
        found = super().change_text(text)
        self._silent = False
        return found

    def replace(self, start: int, end: int, words: str) -> None:
        """Replace a stretch as the person's own edit, and leave the caret behind it."""
        self._finish_layout()
        cursor = self._cursor(start, end)
        cursor.insertText(words)
        self.setTextCursor(cursor)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text, whatever else there is."""
        words = normalised(source.text())
        self._finish_layout()
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
            QTextEdit.keyPressEvent(self, event)  # Enter is a line end here

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._finish_layout()
        super().inputMethodEvent(event)

    @staticmethod
    def _laid_out(text: str) -> str:
        return text  # what is laid out is what will be saved

    def _on_text_changed(self) -> None:
        if self._silent:
            return
        # Not toPlainText: it makes plain spaces of those that do not break.
        raw = self.document().toRawText().replace("\u2029", "\n").replace("\u2028", "\n")
        before = self._text
        if raw != before:  # an input method composes beside the text, and tells of it anyway
            self._text, self._offsets = raw, Utf16Offsets(raw)
            self.typed.emit(before, raw)

    def _on_theme_changed(self) -> None:
        caret = self.caret() if self._text else 0
        super()._on_theme_changed()
        if caret:
            self.set_caret(caret)
