"""Small parts that Qt draws with edges of its own, or reads as HTML, made plain."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, Qt
from PySide6.QtWidgets import QComboBox, QFrame, QLayout, QScrollArea, QWidget

from desktop_app.ui.theme import Role, Theme


def shown_keys(keys: QKeySequence) -> str:
    """Return a shortcut as it stands on buttons and in lists."""
    text = keys.toString(QKeySequence.SequenceFormat.NativeText)
    return text.replace("Return", "⏎") if text.endswith("Return") else text


def plain_tip(text: str) -> str:
    """Return a tooltip that shows a text as it is; Qt renders what looks like HTML to it."""
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text


def empty(layout: QLayout) -> None:
    """Take all widgets out of a layout and let go of them."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


class PlainScrollArea(QScrollArea):
    """Shows the surface below it, without a frame."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)

    def set_page(self, page: QWidget) -> None:
        self.setWidget(page)
        page.setAutoFillBackground(False)


class PlainCombo(QComboBox):
    """A combo box with one chevron of ours."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = self._theme.px(14)
        box = QRect(self.width() - side - 8, (self.height() - side) // 2, side, side)
        painter = QPainter(self)
        self._theme.icon("down", Role.SECONDARY).paint(painter, box)
        painter.end()
