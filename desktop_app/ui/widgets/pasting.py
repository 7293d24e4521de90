"""Text boxes that take what is pasted as a whole, or say that they do not."""

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

MOST = 100_000  # characters of one answer: with many more, each key would take seconds


def holds_files(source: QMimeData) -> bool:
    """Return whether files are dragged: they are for the window, which opens bundles. Links into
    the web are text as any other."""
    return any(url.isLocalFile() for url in source.urls())


class LongBox(QPlainTextEdit):
    """A box of several lines. `too_long` tells how many characters were not taken."""

    too_long = Signal(int)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not holds_files(source) and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text()
        chosen = self.textCursor()
        there = self.document().characterCount() - 1  # Qt counts an end of its own
        kept = there - (chosen.selectionEnd() - chosen.selectionStart())
        if len(text) > max(0, MOST - kept):
            self.too_long.emit(len(text))
        else:
            super().insertFromMimeData(source)


class LineBox(QLineEdit):
    """A box of one line.

    pasted    several lines were pasted or dropped: they are not inserted, whoever owns the box
              does with them what is expected there
    too_long  this many characters were not taken
    """

    pasted = Signal(list)
    too_long = Signal(int)

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setText(text)

    def setText(self, text: str | None, /) -> None:
        """Show a text, however long: what is there already is never cut."""
        # Qt counts what is beyond the first 65,536 characters of Unicode twice, we count it once.
        self.setMaxLength(2 * max(MOST, len(text or "")))
        super().setText(text)

    def take(self, text: str) -> None:
        """Insert what comes from elsewhere, at the cursor or for what is selected."""
        lines = [line for line in text.splitlines() if line.strip()]
        if self.isReadOnly() or not text:
            return
        if len(text) > max(0, MOST - len(self.text()) + len(self.selectedText())):
            self.too_long.emit(len(text))
        elif len(lines) > 1:
            self.pasted.emit([line.strip() for line in lines])
        else:
            self.insert(lines[0] if lines else " ".join(text.splitlines()) or " ")
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
        self.deselect()
        self.setCursorPosition(self.cursorPositionAt(event.position().toPoint()))
        self.take(event.mimeData().text())
        event.acceptProposedAction()
