"""Layout for a row of options that wraps into several lines, with labels for its ends."""

from __future__ import annotations

from itertools import accumulate

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLabel, QLayout, QLayoutItem, QWidget, QWidgetItem

from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import RadioChoice, TickChoice

# Largest minimum width of a row, in pixels at any text size: the texts beside it need the space.
_WIDEST = 450


class ChoiceRow(QLayout):
    """Places options side by side if all fit, else in several lines.

    `scale`: whether the options are steps of a scale. A scale that does not fit continues in the
        next lines, with steps of equal width. Other options, which are few and have words, are
        placed below each other at full width.

    The labels of the first and the last step are below the row, at its ends. If the row takes
    several lines, they are above the first and below the last line.
    """

    def __init__(self, theme: Theme, *, scale: bool) -> None:
        super().__init__()
        self._theme, self._scale = theme, scale
        self._items: list[QLayoutItem] = []
        self._ends: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def add_ends(self, low: QLabel, high: QLabel) -> None:
        """Set the labels of the first and the last step."""
        for label in (low, high):
            self.addChildWidget(label)
            self._ends.append(QWidgetItem(label))

    def lines(self, width: int) -> list[int]:
        """Return the number of options in each line at this width in pixels."""
        count = len(self._items)
        if self._in_one_line() <= width or count < 2:
            return [count]
        if not self._scale:
            return [1] * count
        cell, gap = self._cell(), self._gap()
        # As few lines as possible, then filled evenly: 4 + 3 steps instead of 6 + 1.
        fitting = min(count - 1, max(1, (width + gap) // (cell + gap)))
        needed = -(-count // fitting)
        each = -(-count // needed)
        return [min(each, count - start) for start in range(0, count, each)]

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items) + len(self._ends)

    def itemAt(self, index: int) -> QLayoutItem | None:
        every = [*self._items, *self._ends]
        return every[index] if 0 <= index < len(every) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < self.count():
            return None
        if index < len(self._items):
            return self._items.pop(index)
        return self._ends.pop(index - len(self._items))

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), really=False)

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        self._place(area, really=True)

    def sizeHint(self) -> QSize:
        width = self._in_one_line()
        return QSize(width, self.heightForWidth(width))

    def minimumSize(self) -> QSize:
        # A row that would need more than `_WIDEST` asks only for the width of its wrapped form.
        width = self._in_one_line()
        if width > _WIDEST:
            each, gap = max(self.lines(_WIDEST)), self._gap()
            widest = max(item.minimumSize().width() for item in self._items)
            width = each * self._cell() + (each - 1) * gap if self._scale else widest
        if self._ends:
            words = sum(end.minimumSize().width() for end in self._ends) + self._gap()
            width = max(width, min(words, _WIDEST))
        tallest = max((item.minimumSize().height() for item in self._items), default=0)
        return QSize(width, tallest)

    def _gap(self) -> int:
        """Return the space between options in pixels; less if the text is very large."""
        return 8 if self._theme.text_scale <= 1.5 else 4

    def _cell(self) -> int:
        """Return the width of the widest option."""
        return max(item.sizeHint().width() for item in self._items)

    def _in_one_line(self) -> int:
        """Return the width that all options need side by side."""
        widths = [item.sizeHint().width() for item in self._items]
        return sum(widths) + self._gap() * max(len(widths) - 1, 0)

    def _widths(self, room: int, lines: list[int]) -> list[int]:
        """Return the width of each option: equal, unless the longest needs more than its share."""
        each = max(lines, default=1) or 1
        # The pixels that remain go to the first options, one each.
        share, over = divmod(room - self._gap() * (each - 1), each)
        hints = [item.sizeHint().width() for item in self._items]
        if len(lines) > 1 or len(hints) == 1 or max(hints, default=0) <= share:
            return [share + (n % each < over) for n in range(len(hints))]
        extra, over = divmod(max(room - self._in_one_line(), 0), each)
        return [hint + extra + (n < over) for n, hint in enumerate(hints)]

    def _place(self, area: QRect, *, really: bool) -> int:
        """Return the height of the layout in an area.

        `really`: whether to move the widgets, or only to measure
        """
        lines = self.lines(area.width())
        gap, y, right = self._gap(), area.y(), area.right()
        folded = self._scale and len(lines) > 1
        if folded and self._ends:
            y += self._put(self._ends[0], QRect(area.x(), y, area.width(), 0), really) + gap
        options = iter(zip(self._items, self._widths(area.width(), lines), strict=True))
        for number, many in enumerate(lines):
            line = [next(options) for _ in range(many)]
            lefts = accumulate((width + gap for _, width in line), initial=area.x())
            heights = [
                item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
                for item, width in line
            ]
            tallest = max(heights, default=0)
            y += gap if number else 0
            # `lefts` has one element more: where another option would begin.
            for (item, width), left in zip(line, lefts, strict=False):
                box = QRect(left, y, width, tallest)
                right = box.right()
                self._put(item, box, really)
                button = item.widget()
                if really and isinstance(button, RadioChoice | TickChoice):
                    button.is_stacked = len(lines) > 1 and not self._scale
            y += tallest
        if self._ends and folded:
            y += gap
            y += self._put(self._ends[1], QRect(area.x(), y, right + 1 - area.x(), 0), really)
        elif self._ends:
            y += gap
            low, high = (end.minimumSize().width() for end in self._ends)
            # Both labels get half of the width, unless a long word in one of them needs more.
            room = area.width() - gap
            half = room // 2
            low = min(max(low, min(half, room - high)), max(half, room - high))
            boxes = (
                QRect(area.x(), y, low, 0),
                QRect(area.x() + low + gap, y, room - low, 0),
            )
            y += max(
                self._put(one, box, really) for one, box in zip(self._ends, boxes, strict=True)
            )
        return y - area.y()

    def _put(self, item: QLayoutItem, box: QRect, really: bool) -> int:
        """Place an item in a box and return its height.

        A box without a height gets the height that the item's text needs.
        """
        if not box.height():
            box.setHeight(max(item.heightForWidth(box.width()), item.minimumSize().height()))
        widget: QWidget | None = self.parentWidget()
        area = self.geometry()
        # Qt does not mirror custom layouts.
        if widget is not None and widget.isRightToLeft():
            box.moveLeft(area.right() - (box.right() - area.x()))
        if really:
            item.setGeometry(box)
        return box.height()
