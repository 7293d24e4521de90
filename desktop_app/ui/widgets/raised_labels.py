"""Small labels, such as the numbers of critique points, raised behind passages of a text.

Inserted characters would shift all positions in the text. So labels are painted over it, and the
space for a label is letter spacing of a character, which only the layout of the text knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLayout,
)
from PySide6.QtWidgets import QTextEdit

from desktop_app.ui.theme import Role, Theme

# Characters with no ink at the height of a label, so that it can be above them.
_LOW = " .,;…\u00a0"
# Pixels between a label and its neighbours.
_GAP = 2


class RaisedLabel(NamedTuple):
    """A label behind a position of the document, in UTF-16 units."""

    end: int
    words: str
    role: Role


class RaisedLabels:
    """The labels of one view of a text.

    `has_space`: whether space is made for them; not in a text that is edited, where the layout
        would lose it with each key
    """

    def __init__(self, view: QTextEdit, theme: Theme, *, has_space: bool) -> None:
        self._view, self._theme, self._has_space = view, theme, has_space
        self._labels: Sequence[RaisedLabel] = ()
        # What the space in the text was made for: the document, the text size and the labels.
        self._made: tuple[QTextDocument | None, float, Sequence[RaisedLabel]] = (None, 0, ())
        self._blocks: set[int] = set()

    def show(self, labels: Sequence[RaisedLabel]) -> None:
        """Show these labels, and make space for them. Call it again if the document changes."""
        self._labels = labels
        document = self._view.document()
        before, self._made = self._made, (document, self._theme.text_scale, labels)
        if before == self._made:
            return
        self._view.viewport().update()
        if not self._has_space:
            return
        blocks = self._blocks if document is before[0] else set()
        ranges: dict[int, list[QTextLayout.FormatRange]] = {number: [] for number in blocks}
        for end, width in self._widths().items():
            block = document.findBlock(end)
            # At the end of a paragraph there is space anyway.
            if block.position() < end < block.position() + block.length() - 1:
                ranges.setdefault(block.blockNumber(), []).append(self._space(block, end, width))
        for number, found in ranges.items():
            block = document.findBlockByNumber(number)
            block.layout().setFormats(found)
            document.markContentsDirty(block.position(), block.length())
        self._blocks = {number for number, found in ranges.items() if found}

    def paint(self, painter: QPainter) -> None:
        """Paint the visible labels."""
        painter.setFont(self._theme.ui_font(10, bold=True))
        # “−2” is no text of the interface's language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        metrics = painter.fontMetrics()
        widths = self._widths()
        # Several passages may end at the same place.
        used = dict.fromkeys(widths, 0)
        cursor = QTextCursor(self._view.document())
        for end, words, role in self._labels:
            # A text may have become shorter since.
            if end >= self._view.document().characterCount():
                continue
            cursor.setPosition(end)
            box = self._view.cursorRect(cursor)
            if box.bottom() < 0 or box.top() > self._view.viewport().height():
                continue
            width = metrics.horizontalAdvance(words) + _GAP
            block = cursor.block()
            if _is_mirrored(block):
                left = box.left() - used[end] - width
            else:
                left = box.left() + used[end]
                # The space belongs to the character before the label.
                if self._has_space and not self._is_above_next(block, end):
                    left -= widths[end]
            used[end] += width
            # At the end of a full line, it is above the last letters.
            left = max(0, min(left, self._view.viewport().width() - width - 1))
            painter.setPen(self._theme.color(role))
            # Lines are higher than their letters. Above the first line there is no space.
            bottom = box.top() + metrics.ascent() - self._theme.px(5)
            painter.drawText(QPointF(left + 1, max(bottom, metrics.capHeight() + 1)), words)

    def _widths(self) -> dict[int, int]:
        """Return the width of all labels at each position."""
        metrics = QFontMetrics(self._theme.ui_font(10, bold=True))
        widths: dict[int, int] = {}
        for end, words, _ in self._labels:
            widths[end] = widths.get(end, 0) + metrics.horizontalAdvance(words) + _GAP
        return widths

    def _is_above_next(self, block: QTextBlock, end: int) -> bool:
        """Return whether a label is above the next character, or at the end of a paragraph."""
        is_last = end >= block.position() + block.length() - 1
        return is_last or self._view.document().characterAt(end) in _LOW

    def _space(self, block: QTextBlock, end: int, width: int) -> QTextLayout.FormatRange:
        """Return the letter spacing that makes space for the labels at a position."""
        found = QTextLayout.FormatRange()
        start, stop = end, end + 1
        # From right to left, Qt adds the spacing before a character, and Arabic letters of one word
        # must keep the same format, or they would not be joined.
        if not _is_mirrored(block) and not self._is_above_next(block, end):
            cursor = QTextCursor(block)
            cursor.setPosition(end)
            # An emoji takes two units.
            cursor.movePosition(QTextCursor.MoveOperation.PreviousCharacter)
            start, stop = cursor.position(), end
        found.start, found.length = start - block.position(), stop - start
        spaced = QTextCharFormat()
        spaced.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        spaced.setFontLetterSpacing(width)
        found.format = spaced
        return found


def _is_mirrored(block: QTextBlock) -> bool:
    """Return whether a paragraph runs from right to left, whatever the direction of the window."""
    return block.textDirection() == Qt.LayoutDirection.RightToLeft
