"""A list with the details of its current row next to it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget


def list_beside(listed: Sequence[QWidget], shown: Sequence[QWidget]) -> QSplitter:
    """Return a splitter with one column of widgets for the list and one for the details.

    The last widget of the second column takes the remaining height.
    """
    splitter = QSplitter(Qt.Orientation.Horizontal)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(10)
    for widgets in (listed, shown):
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for widget in widgets:
            column.addWidget(widget)
        splitter.addWidget(side)
    # After the loop, `column` is the second column.
    column.setStretchFactor(shown[-1], 1)
    splitter.setStretchFactor(1, 1)
    splitter.setSizes([220, 480])
    return splitter
