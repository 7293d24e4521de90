"""A label with a fixed number of lines. Its tooltip contains the whole text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from desktop_app.ui.plain_text import PlainLabel, plain_tip


class FewLines(PlainLabel):
    """Shows a text on at most `lines` lines, shortened. Screen readers read the whole text."""

    def __init__(self, lines: int) -> None:
        super().__init__()
        self.setProperty("kind", "secondary")
        self.setProperty("shortens", True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._lines, self._full = lines, ""

    @property
    def full(self) -> str:
        """The whole text."""
        return self._full

    def say(self, words: str) -> None:
        """Set the text."""
        self._full = " ".join(words.split())
        self.setToolTip(plain_tip(self._full))
        self.setAccessibleName(self._full)
        self._fit()

    def set_lines(self, lines: int) -> None:
        """Set the height, in lines."""
        self._lines = lines
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QSize:
        edges = self.contentsMargins()
        tall = self._lines * self.fontMetrics().lineSpacing() + edges.top() + edges.bottom()
        return QSize(40, tall + 2)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self._fit()

    def _fit(self) -> None:
        room = self.contentsRect().width() - 2
        lines: list[str] = []
        line = ""
        for word in self._full.split(" ") if self._full else []:
            longer = f"{line} {word}" if line else word
            if line and self.fontMetrics().horizontalAdvance(longer) > room:
                lines.append(line)
                line = word
            else:
                line = longer
            if len(lines) > self._lines:
                break
        lines.append(line)
        if len(lines) > self._lines:
            last = self._full[len(" ".join(lines[: self._lines - 1])) :].strip()
            lines = [*lines[: self._lines - 1], last]
        right = Qt.TextElideMode.ElideRight
        super().setText("\n".join(self.fontMetrics().elidedText(x, right, room) for x in lines))
