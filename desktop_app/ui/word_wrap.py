"""Wrapping of words that are longer than a line, which Qt would cut off."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel

from desktop_app.ui.plain_text import PlainLabel

WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)
_LEAST = 20  # pixels: no line is narrower
_TALL = 100_000  # pixels, more than any text needs
_WIDEST = 450  # upper limit in pixels of a label's minimum width; longer words are broken
# Layouts request the size of the same text many times, so sizes are cached.
_KEPT, _LONGEST_KEPT = 4096, 1000  # cached sizes; characters of a cached text
_measures: dict[tuple[str, QFont, int], QSize] = {}


def _measured(text: str, font: QFont, room: int) -> QSize:
    """Return the size of a text wrapped at words in this many pixels."""
    size = _measures.get((text, font, room))
    if size is None:
        size = QFontMetrics(font).boundingRect(QRect(0, 0, room, _TALL), WRAPPED, text).size()
        if len(text) <= _LONGEST_KEPT:
            if len(_measures) >= _KEPT:
                _measures.clear()
            _measures[text, QFont(font), room] = size  # a copy, because the owner may change it
    return size


def fitted(text: str, font: QFont, width: int) -> str:
    """Return a text with line breaks where words are too long for this many pixels.

    Such words are broken between any two characters. A text without them is returned unchanged.
    """
    room = max(_LEAST, width)
    if _measured(text, font, room).width() <= room:
        return text
    return "\n".join(lines_of(text, font, room))


def lines_of(text: str, font: QFont, width: int) -> list[str]:
    """Return the lines of a text wrapped in this many pixels; long words are broken."""
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return [
        line for part in text.split("\n") for line in _lines(part, font, max(_LEAST, width), option)
    ]


def _lines(text: str, font: QFont, room: int, option: QTextOption) -> list[str]:
    layout = QTextLayout(text, font)
    layout.setTextOption(option)
    layout.beginLayout()
    ends: list[int] = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(room)
        ends.append(line.textStart() + line.textLength())
    layout.endLayout()
    units = text.encode("utf-16-le", "surrogatepass")  # Qt's positions count UTF-16 units
    return [
        units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass").rstrip()
        for start, end in zip([0, *ends], ends, strict=False)
    ] or [""]


def width_of(text: str, font: QFont) -> int:
    """Return the smallest width at which a text has no wrapped line and no broken word.

    Qt needs a little more than the advance of the text.
    """
    return _measured(text, font, _TALL).width()


def height_of(text: str, font: QFont, width: int) -> int:
    """Return the height of a text wrapped in this many pixels."""
    return _measured(fitted(text, font, width), font, max(_LEAST, width)).height()


class WrappingLabel(PlainLabel):
    """A wrapped label whose minimum width is limited, even with long words."""

    def __init__(self, text: str = "", *, widest: int = _WIDEST) -> None:
        super().__init__(text)
        self._widest = widest
        self.setWordWrap(True)

    def minimumSizeHint(self) -> QSize:
        asked = super().minimumSizeHint()
        return QSize(min(asked.width(), self._widest), asked.height())

    def heightForWidth(self, width: int) -> int:
        edges = self.width() - self._room().width()
        if self._fitted(width - edges) == self.text():
            return super().heightForWidth(width)
        return (
            height_of(self.text(), self.font(), width - edges)
            + self.height()
            - (self._room().height())
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        room = self._room()
        shown = self._fitted(room.width())
        if shown == self.text():
            super().paintEvent(event)
            return
        with QPainter(self) as painter:
            self.drawFrame(painter)
            self.style().drawItemText(
                painter,
                room,
                int(self.alignment()) | int(Qt.TextFlag.TextWordWrap),
                self.palette(),
                self.isEnabled(),
                shown,
                self.foregroundRole(),
            )

    def _fitted(self, width: int) -> str:
        return fitted(self.text(), self.font(), width)

    def _room(self) -> QRect:
        """Return the rectangle of the text, computed as QLabel does."""
        inner = self.contentsRect()
        edge = self.margin()
        inner.adjust(edge, edge, -edge, -edge)
        indent = max(0, self.indent())
        side = QLabel.alignment(self)
        mirrored = self.isRightToLeft()
        far = bool(side & Qt.AlignmentFlag.AlignRight) != (
            mirrored and not side & Qt.AlignmentFlag.AlignAbsolute
        )
        if far:
            inner.adjust(0, 0, -indent, 0)
        else:
            inner.adjust(indent, 0, 0, 0)
        return inner
