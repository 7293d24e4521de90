"""A scroll bar that always takes its space, but is painted only if there is anything to scroll."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar


class CalmScrollBar(QScrollBar):
    """A scroll bar that is invisible while its range is empty.

    It keeps its width, so that text is not wrapped again when it becomes longer than its pane.
    """

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maximum() > self.minimum():
            super().paintEvent(event)


def keep_calm(area: QAbstractScrollArea) -> None:
    """Give a scroll area a `CalmScrollBar` at its side, and no horizontal scroll bar."""
    area.setVerticalScrollBar(CalmScrollBar(Qt.Orientation.Vertical))
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
