"""The layout of the text in a `ReadingView`: in pieces, and where its lines and characters are.

A text of millions of characters stays quick, because Qt lays out only what is needed.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QTextCursor, QTextLine, QTextOption
from PySide6.QtWidgets import QTextEdit

# Characters; longer paragraphs are divided, because Qt lays out each paragraph as a whole.
_LONGEST_PARAGRAPH = 10_000
# Characters; longer words are broken anywhere, because word wrap takes quadratic time in the length
# of a word.
_LONGEST_WORD = 10_000
# Characters that are laid out between two looks at the clock, and seconds of one turn.
_STEP, _TURN = 10_000, 0.02


def wrap_mode(text: str) -> QTextOption.WrapMode:
    """Return the wrap mode for a text: between words, or anywhere if a word is extremely long.

    Wrapping such a text between words would take Qt several seconds.
    """
    if len(text) > _LONGEST_WORD and max(map(len, text.split()), default=0) > _LONGEST_WORD:
        return QTextOption.WrapMode.WrapAnywhere
    return QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


def document_text(text: str) -> tuple[str, Sequence[int]]:
    """Return the text for a document that Qt can lay out in pieces, and the added line ends.

    In paragraphs longer than `_LONGEST_PARAGRAPH`, some spaces become line ends. If a word is as
    long, a line end is added within it; for each, the offset in `text` of the next character is
    returned. People only see a line break there; selections and copies are taken from `text`.
    """
    if len(text) <= _LONGEST_PARAGRAPH:
        return text, ()
    pieces, added, start = list[str](), list[int](), 0
    while start < len(text):
        most = start + _LONGEST_PARAGRAPH
        end = text.find("\n", start, most + 1)
        if end < 0 and most < len(text):
            end = text.rfind(" ", start, most)
        if end < 0:
            end = min(most, len(text))
            if end < len(text):
                added.append(end)
            pieces.append(text[start:end])
            start = end
        else:
            pieces.append(text[start:end])
            start = end + 1
            if start == len(text):
                # The text ends with a line end.
                pieces.append("")
    return "\n".join(pieces), added


def line_at(view: QTextEdit, point: QPoint) -> tuple[int, int]:
    """Return start and end of the line at a viewport point, in UTF-16 units."""
    # The cursor at the left edge is not always the start: in right-to-left text it is the end.
    place = view.cursorForPosition(point)
    block = place.block()
    layout = block.layout()
    if not layout.lineCount():
        return place.position(), place.position()
    y = point.y() + view.verticalScrollBar().value() - layout.position().y()
    # Every scrolling and resizing asks, and a paragraph may have hundreds of lines.
    number = bisect_right(
        range(layout.lineCount() - 1),
        y,
        key=lambda number: layout.lineAt(number).rect().bottom(),
    )
    line = layout.lineAt(number)
    start = block.position() + line.textStart()
    return start, start + line.textLength()


def position_at(view: QTextEdit, point: QPoint) -> int:
    """Return the position of the character at a viewport point, in UTF-16 units; -1: none."""
    scrolled = QPointF(
        point.x() + view.horizontalScrollBar().value(),
        point.y() + view.verticalScrollBar().value(),
    )
    # An exact hit test fails between lines. So the block is found first, then one of its lines.
    near = view.document().documentLayout().hitTest(scrolled, Qt.HitTestAccuracy.FuzzyHit)
    if near < 0:
        return -1
    block = view.document().findBlock(near)
    layout = block.layout()
    inside = scrolled - layout.position()
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        box = line.naturalTextRect()
        if box.top() <= inside.y() < box.bottom():
            if not box.left() <= inside.x() < box.right():
                return -1
            place = line.xToCursor(inside.x(), QTextLine.CursorPosition.CursorOnCharacter)
            return block.position() + int(place)
    return -1


class LayoutInTurns(QTimer):
    """Lays out a text up to its end, in turns of the event loop, and then calls a function.

    Qt lays out only the visible part of a text. To go to the end of several megabytes, it would
    lay out the rest at once, which takes seconds.
    """

    def __init__(self, view: QTextEdit) -> None:
        super().__init__(view, interval=0)
        self._view = view
        self._place = 0
        self._then: Callable[[], object] = lambda: None
        self.timeout.connect(self._work)

    def begin(self, then: Callable[[], object]) -> None:
        """Lay out the text, and call `then` at the end, unless `stop` is called before."""
        self._place, self._then = 0, then
        self.start()
        # A text that is short, or laid out already, needs a single turn.
        self._work()

    def go_to_end(self, mode: QTextCursor.MoveMode) -> None:
        """Move the caret to the end of the text, as Qt does for Ctrl+End, once it is laid out."""

        def move() -> None:
            self._view.moveCursor(QTextCursor.MoveOperation.End, mode)
            # Without a visible caret, Qt scrolls instead of moving it.
            bar = self._view.verticalScrollBar()
            bar.setValue(bar.maximum())

        self.begin(move)

    def _work(self) -> None:
        document = self._view.document()
        layout, length = document.documentLayout(), document.characterCount()
        end = time.perf_counter() + _TURN
        while self._place < length:
            if time.perf_counter() > end:
                return
            self._place += _STEP
            layout.blockBoundingRect(document.findBlock(min(self._place, length - 1)))
        self.stop()
        self._then()
