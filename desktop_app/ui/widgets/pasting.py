"""Text boxes that insert pasted text completely or reject it with its length."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
)
from PySide6.QtGui import QKeySequence as Keys
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

# Characters of one answer. With many more, each key press would take seconds.
MOST = 100_000


def holds_files(source: QMimeData) -> bool:
    """Return whether the data are local files.

    Files belong to the window, which opens bundles. Web links are ordinary text.
    """
    return any(url.isLocalFile() for url in source.urls())


class LongBox(QPlainTextEdit):
    """A box of several lines.

    `too_long`: a pasted text was rejected; its number of characters
    """

    too_long = Signal(int)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not holds_files(source) and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text()
        chosen = self.textCursor()
        there = self.document().characterCount() - 1  # without the final block separator
        remaining = there - (chosen.selectionEnd() - chosen.selectionStart())
        if len(text) > max(0, MOST - remaining):
            self.too_long.emit(len(text))
        else:
            super().insertFromMimeData(source)


class LineBox(QLineEdit):
    """A box of one line.

    `pasted`: several lines were pasted or dropped; they are not inserted, because only the owner
        knows whether they become one answer or several
    `too_long`: a pasted text was rejected; its number of characters
    """

    pasted = Signal(list)
    too_long = Signal(int)

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setText(text)

    def setText(self, text: str | None, /) -> None:
        """Show a text of any length; existing texts are never truncated."""
        # Qt counts UTF-16 units, so characters beyond the BMP count twice; MOST counts them once.
        self.setMaxLength(2 * max(MOST, len(text or "")))
        super().setText(text)

    def take(self, text: str) -> None:
        """Insert pasted or dropped text at the cursor, replacing the selection."""
        lines = [line for line in text.splitlines() if line.strip()]
        if self.isReadOnly() or not text:
            return
        if len(text) > max(0, MOST - len(self.text()) + len(self.selectedText())):
            self.too_long.emit(len(text))
        elif len(lines) > 1:
            self.pasted.emit([line.strip() for line in lines])
        else:
            self.insert(lines[0] if lines else " ".join(text.splitlines()) or " ")
            # `insert` emits textChanged only; owners listen to edits.
            self.textEdited.emit(self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(Keys.StandardKey.Paste):
            self.take(QGuiApplication.clipboard().text())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu()
        paste = menu.findChild(QAction, "edit-paste")
        if paste is not None:
            # Qt's own action pastes at once and replaces line breaks by spaces.
            paste.triggered.disconnect()
            paste.triggered.connect(lambda: self.take(QGuiApplication.clipboard().text()))
        menu.exec(event.globalPos())
        menu.deleteLater()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if holds_files(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if holds_files(event.mimeData()):
            event.ignore()
        else:
            super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if holds_files(event.mimeData()):
            event.ignore()
            return
        if self.isReadOnly() or not event.mimeData().hasText():
            super().dropEvent(event)
            return
        # `take` would replace the selection, but dropped text is inserted where it is dropped.
        self.deselect()
        self.setCursorPosition(self.cursorPositionAt(event.position().toPoint()))
        self.take(event.mimeData().text())
        event.acceptProposedAction()
