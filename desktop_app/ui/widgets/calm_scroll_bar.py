"""A scroll bar that keeps its room but shows nothing while there is nothing to scroll."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar


class CalmScrollBar(QScrollBar):
    """Always there, so that no text is laid out again when it becomes longer than its pane."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maximum() > self.minimum():
            super().paintEvent(event)


def keep_calm(area: QAbstractScrollArea) -> None:
    """Give an area a vertical scroll bar of this sort, and none below."""
    area.setVerticalScrollBar(CalmScrollBar(Qt.Orientation.Vertical))
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
