"""A text that is painted in wrapped lines with formatted ranges, such as an answer in a cell."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QTextCharFormat, QTextLayout, QTextOption

from desktop_app.text.spans import Utf16Offsets

# Start and end of a range in characters, and its format. Later ones are painted over earlier ones.
FormattedRange = tuple[int, int, QTextCharFormat]


def lay_out(
    text: str, font: QFont, width: int, formats: Iterable[FormattedRange], *, gap: int = 0
) -> QTextLayout:
    """Return a text laid out in lines, ready to be drawn.

    `width`: of the lines, in pixels; a longer word is broken
    `gap`: pixels between the lines
    """
    # QTextLayout holds one paragraph; this character breaks a line in it.
    layout = QTextLayout(text.replace("\n", "\u2028"), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    offsets = Utf16Offsets(text)
    ranges = []
    for start, end, look in formats:
        one = QTextLayout.FormatRange()
        one.start = offsets.to_utf16(start)
        one.length = offsets.to_utf16(end) - one.start
        one.format = look
        ranges.append(one)
    layout.setFormats(ranges)
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height() + gap
    layout.endLayout()
    return layout
