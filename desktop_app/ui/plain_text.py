"""Widgets that show plain text only, and variants of Qt widgets with the program's look."""

from __future__ import annotations

from unicodedata import bidirectional

from PySide6.QtCore import QMargins, QRect, QRectF, QSize
from PySide6.QtGui import (
    QFontMetrics,
    QGuiApplication,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    Qt,
    QWheelEvent,
)
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

_LEAST_CHARACTERS = 8  # minimum number of visible characters of an elided text
_BESIDE = 10  # pixels left of a combo box's text, as in the style sheet
# Pixels: the width of the chevron at 100 % text, and the space on its right.
_CHEVRON, _EDGE = 14, 8
# Invisible characters around a text that runs from left to right, whatever surrounds it.
_ISOLATED, _ISOLATED_END = "\u2066", "\u2069"
# The same, for a text that runs in the direction of its first letter.
_OWN_DIRECTION = "\u2068"


def shown_keys(keys: QKeySequence) -> str:
    """Return a shortcut as text for buttons and lists."""
    text = keys.toString(QKeySequence.SequenceFormat.NativeText)
    text = text.replace("Return", "⏎") if text.endswith("Return") else text
    if text and QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft:
        # In a line from right to left, “Ctrl+⏎” would be shown as “⏎+Ctrl”.
        return f"{_ISOLATED}{text}{_ISOLATED_END}"
    return text


def plain_tip(text: str) -> str:
    """Return a tooltip that shows a text literally; Qt would render a text that looks like HTML.

    Every tooltip, status tip and “What's this” with data has to be converted by this function,
    because HTML could load pictures from this computer.
    """
    if not Qt.mightBeRichText(text):
        return text
    return Qt.convertFromPlainText(text, Qt.WhiteSpaceMode.WhiteSpaceNormal)


class PlainLabel(QLabel):
    """A label that shows its text literally, never as HTML. All labels are of this class."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)


def empty(layout: QLayout) -> None:
    """Remove and delete all widgets of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def draw_focus(painter: QPainter, box: QRect, theme: Theme) -> None:
    """Draw the focus ring within a box.

    There is a gap between the ring and a selection below it, because they have the same colour.
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
    """A scroll area without a frame or a background."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)

    def set_page(self, page: QWidget) -> None:
        """Set the scrolled widget."""
        self.setWidget(page)
        # After setWidget, which turns this property on.
        page.setAutoFillBackground(False)


def elided(text: str, metrics: QFontMetrics, width: int) -> str:
    """Return a text, shortened at its end so that it fits into a width in pixels."""
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
    if not _runs_against_interface(text):
        return shown
    # Isolated, because "…" and "." have no direction: after right-to-left words in an interface
    # that is written from left to right, they would be beside the first word.
    return f"{_OWN_DIRECTION}{shown}{_ISOLATED_END}"


def _runs_right_to_left(text: str) -> bool | None:
    """Return whether a text runs from right to left, by its first letter; None without one."""
    directions = map(bidirectional, text)
    first = next((one for one in directions if one in ("L", "R", "AL")), None)
    return None if first is None else first != "L"


def _runs_against_interface(text: str) -> bool:
    """Return whether the first letter of a text has another direction than the interface."""
    mirrored = QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft
    return _runs_right_to_left(text) is (not mirrored)


def follow_text(widget: QWidget, text: str) -> None:
    """Give a widget and its children the direction of a text from right to left."""
    if _runs_right_to_left(text):
        widget.setLayoutDirection(Qt.LayoutDirection.RightToLeft)


class ShorteningLabel(PlainLabel):
    """A label for data on one line, elided if necessary; the tooltip shows it in full."""

    def __init__(self, text: str = "", kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setProperty("kind", kind)
        self.setProperty("shortens", True)
        self.setText(text)

    def setText(self, text: str) -> None:
        # Data may contain line breaks, but the label has one line.
        super().setText(text.replace("\n", " "))
        self.setToolTip(plain_tip(self.text()))

    def minimumSizeHint(self) -> QSize:
        some = self.fontMetrics().averageCharWidth() * _LEAST_CHARACTERS
        whole = super().minimumSizeHint()
        return QSize(min(some, whole.width()), whole.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        # Elided when painted: text() stays complete for screen readers and copying.
        painter = QPainter(self)
        room = self.contentsRect()
        shown = elided(self.text(), self.fontMetrics(), room.width())
        # At the side where the text begins, as Qt's own labels do.
        runs = _runs_right_to_left(self.text())
        mirrored = self.isRightToLeft() if runs is None else runs
        directions = Qt.LayoutDirection
        side = QStyle.visualAlignment(
            directions.RightToLeft if mirrored else directions.LeftToRight, self.alignment()
        )
        self.style().drawItemText(
            painter,
            room,
            int(side | Qt.AlignmentFlag.AlignAbsolute),
            self.palette(),
            self.isEnabled(),
            shown,
            self.foregroundRole(),
        )
        painter.end()


class FoldingLabel(PlainLabel):
    """A text on one line, elided if necessary, or with all its lines, by `setWordWrap`.

    The tooltip and screen readers have it in full.
    """

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self.setProperty("kind", kind)
        self.setProperty("shortens", True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(plain_tip(text))
        self.setAccessibleName(text)

    def line_count(self, width: int) -> int:
        """Return the number of lines that the whole text needs."""
        metrics, flags = self.fontMetrics(), Qt.TextFlag.TextWordWrap.value
        box = metrics.boundingRect(QRect(0, 0, max(width, 1), 1), flags, self.text())
        return round(box.height() / metrics.lineSpacing())

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        more = 0 if self.wordWrap() else self.text().count("\n")
        return hint.shrunkBy(QMargins(0, 0, 0, more * self.fontMetrics().lineSpacing()))

    def minimumSizeHint(self) -> QSize:
        # One line may be cut at any width.
        return super().minimumSizeHint() if self.wordWrap() else QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.wordWrap():
            super().paintEvent(event)
            return
        shown = elided(" ".join(self.text().split()), self.fontMetrics(), self.width())
        flags = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        painter = QPainter(self)
        self.style().drawItemText(
            painter, self.rect(), flags.value, self.palette(), True, shown, self.foregroundRole()
        )
        painter.end()


class PlainSlider(QSlider):
    """A slider that ignores the wheel, so that scrolling a page does not change settings."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class PlainCombo(QComboBox):
    """A combo box with the program's chevron, whose text is elided if the box is narrow.

    Its list is as wide as the longest entry.

    It ignores the wheel, so that scrolling a page does not change settings.
    """

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self) -> QSize:
        # Qt's own width has no space for the chevron, so the text would be elided.
        whole = super().sizeHint()
        return QSize(whole.width() + self._theme.px(_CHEVRON), whole.height())

    def be_narrow(self) -> None:
        """Allow the box to be narrower than its longest entry."""
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_LEAST_CHARACTERS)

    def shorten(self) -> None:
        """Allow the box to shorten its entries, which are data; tooltips show them in full."""
        self.be_narrow()
        self.setProperty("shortens", True)
        self.currentTextChanged.connect(lambda words: self.setToolTip(plain_tip(str(words))))

    def shown_text(self) -> str:
        """Return the current text, elided to the space in the box."""
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
        left = _EDGE if self.isRightToLeft() else self.width() - side - _EDGE
        box = QRect(left, (self.height() - side) // 2, side, side)
        self._theme.icon("down", Role.SECONDARY).paint(painter, box)
        painter.end()
