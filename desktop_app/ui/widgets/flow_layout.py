"""Layouts: one that wraps widgets into lines like text, and boxes without margins."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLayout, QLayoutItem, QWidget

Box = TypeVar("Box", bound=QBoxLayout)


def bare(layout: Box, spacing: int) -> Box:
    """Remove the margins of a layout, set its spacing in pixels, and return it."""
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    return layout


class FlowLayout(QLayout):
    """Places widgets side by side at their preferred sizes, and wraps them into lines.

    `across`, `down`: pixels between widgets and between lines
    `spread`: whether all widgets of a line except the first are moved to the end of the line
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        across: int = 8,
        down: int = 4,
        spread: bool = False,
    ) -> None:
        super().__init__(parent)
        self._across, self._down, self._spread = across, down, spread
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}  # By width; Qt asks for the same ones many times.
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self._heights.clear()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            edges = self.contentsMargins()
            inside = QRect(0, 0, width - edges.left() - edges.right(), 0)
            self._heights[width] = self._place(inside, really=False) + edges.top() + edges.bottom()
        return self._heights[width]

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        self._place(area.marginsRemoved(self.contentsMargins()), really=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            hidden = item.widget()
            if hidden is None or not hidden.isHidden():
                size = size.expandedTo(item.minimumSize())
        edges = self.contentsMargins()
        return size + QSize(edges.left() + edges.right(), edges.top() + edges.bottom())

    def _place(self, area: QRect, *, really: bool) -> int:
        """Return the height of the layout in an area, and move the widgets if `really` is set."""
        x, y, tallest = area.x(), area.y(), 0
        line: list[tuple[QLayoutItem, QRect]] = []
        widget = self.parentWidget()
        mirrored = widget is not None and widget.isRightToLeft()

        def finish() -> None:
            # The height of a line is known once it is complete; widgets are centred in it.
            rest = area.right() - line[-1][1].right() if line and self._spread else 0
            for number, (item, box) in enumerate(line):
                middle = box.translated(rest if number else 0, (tallest - box.height()) // 2)
                # Qt does not mirror custom layouts.
                if mirrored:
                    middle.moveLeft(area.right() - (middle.right() - area.x()))
                if really:
                    item.setGeometry(middle)

        for item in self._items:
            hidden = item.widget()
            if hidden is not None and hidden.isHidden():
                continue
            size = item.sizeHint()
            width = min(size.width(), max(area.width(), 1))
            # `right()` is the last pixel inside the area, hence + 1.
            if line and x + width > area.right() + 1:
                finish()
                line.clear()
                x, y, tallest = area.x(), y + tallest + self._down, 0
            height = item.heightForWidth(width) if item.hasHeightForWidth() else size.height()
            line.append((item, QRect(QPoint(x, y), QSize(width, height))))
            x += width + self._across
            tallest = max(tallest, height)
        finish()
        return y + tallest - area.y()


class FittedFrame(QFrame):
    """A frame that is at least as tall as its layout needs at its current width.

    For parts of a splitter, which ignores the height-for-width of layouts.
    """

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def _fit(self) -> None:
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            self.setMinimumHeight(layout.totalHeightForWidth(self.width()))
