"""Small parts that Qt draws with edges of its own, or reads as HTML, made plain."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QPen, Qt, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLabel,
    QLayout,
    QScrollArea,
    QSlider,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from desktop_app.ui.theme import Role, Theme

_LEAST_CHARACTERS = 8  # of a shortened text, always shown
_BESIDE = 10  # pixels left of a combo box's text, of the style sheet
_CHEVRON, _EDGE = 14, 8  # pixels: its width at 100 % text, and what is right of it


def shown_keys(keys: QKeySequence) -> str:
    """Return a shortcut as it is on buttons and in lists."""
    text = keys.toString(QKeySequence.SequenceFormat.NativeText)
    return text.replace("Return", "⏎") if text.endswith("Return") else text


def plain_tip(text: str) -> str:
    """Return a tooltip that shows a text as it is; Qt renders what looks like HTML to it.

    Every tooltip, "what's this" and status tip that is not a sentence of the program's own goes
    through here: HTML would load pictures from this computer.
    """
    if not Qt.mightBeRichText(text):
        return text
    return Qt.convertFromPlainText(text, Qt.WhiteSpaceMode.WhiteSpaceNormal)


class PlainLabel(QLabel):
    """A label that shows a text as it is. All labels of the program are such labels."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)


def empty(layout: QLayout) -> None:
    """Take all widgets out of a layout and let go of them."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def draw_focus(painter: QPainter, box: QRect, theme: Theme) -> None:
    """Draw the ring of what has the focus inside the edge of a box.

    A gap parts it from a selection below it: ring and selection have the same colour.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color(Role.SURFACE), 2.0))
    painter.drawRoundedRect(QRectF(box).adjusted(3, 3, -3, -3), 4, 4)
    painter.setPen(QPen(theme.color(Role.ACCENT), 2.0))
    painter.drawRoundedRect(QRectF(box).adjusted(1, 1, -1, -1), 6, 6)
    painter.restore()


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


class ShorteningLabel(PlainLabel):
    """Shows data on one line, shortened where there is no room; pointing at it shows all."""

    def __init__(self, text: str = "", kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setProperty("kind", kind)
        self.setProperty("shortens", True)
        self.setText(text)

    def setText(self, text: str) -> None:
        super().setText(text.replace("\n", " "))
        self.setToolTip(plain_tip(self.text()))

    def minimumSizeHint(self) -> QSize:
        some = self.fontMetrics().averageCharWidth() * _LEAST_CHARACTERS
        whole = super().minimumSizeHint()
        return QSize(min(some, whole.width()), whole.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width()
        )
        self.style().drawItemText(
            painter,
            room,
            int(self.alignment()),
            self.palette(),
            self.isEnabled(),
            shown,
            self.foregroundRole(),
        )
        painter.end()


class PlainSlider(QSlider):
    """A slider that the wheel does not move: who scrolls a page changes no setting on the way."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class PlainCombo(QComboBox):
    """A combo box with one chevron of ours; where it is narrower than what is chosen, it says so by
    an ellipsis, and its list is as wide as it needs. The wheel scrolls the page instead."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def be_narrow(self) -> None:
        """Take what room there is, be it less than the longest choice needs."""
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_LEAST_CHARACTERS)

    def shown_text(self) -> str:
        """Return what is in the box: what is chosen, as far as it fits."""
        room = self.width() - _BESIDE - self._theme.px(_CHEVRON) - _EDGE
        right = Qt.TextElideMode.ElideRight
        return self.fontMetrics().elidedText(self.currentText(), right, room)

    def showPopup(self) -> None:
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + self._theme.px(24))
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text()
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        side = self._theme.px(_CHEVRON)
        box = QRect(self.width() - side - _EDGE, (self.height() - side) // 2, side, side)
        self._theme.icon("down", Role.SECONDARY).paint(painter, box)
        painter.end()
