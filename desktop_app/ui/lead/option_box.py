"""Check boxes and radio buttons with an explanation, and arrow keys for groups of buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QSizePolicy, QWidget

from desktop_app.ui.colours import Role
from desktop_app.ui.plain_text import draw_focus
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import draw_check

# Pixels at 100 % text: the side of the box, the gap to its text, the space around both, and more of
# it at the sides, for the focus ring.
_SIDE, _GAP, _AROUND, _EDGE = 16, 10, 4, 6
WRAPPED = int(Qt.TextFlag.TextWordWrap)
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
# Width in pixels at 100 % text up to which a text is not wrapped.
_LEAST = 120


if TYPE_CHECKING:
    _Button = QAbstractButton
else:
    # At run time each subclass names its own Qt class as a base. A second one here would create a
    # second button.
    _Button = object


class _Option(_Button):
    """Drawing code shared by check boxes and radio buttons."""

    _theme: Theme
    _note: str
    _bold: bool
    # Pixels around everything at 100 % text.
    _around = _AROUND
    _edge = _EDGE

    def put_on(self, theme: Theme, note: str, *, bold: bool) -> None:
        """Set the look; `note`: the explanation below the text."""
        self._theme, self._note, self._bold = theme, note, bold
        self.setAccessibleDescription(note)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.updateGeometry)

    def set_note(self, note: str) -> None:
        """Replace the explanation below the text."""
        if note != self._note:
            self._note = note
            self.setAccessibleDescription(note)
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        width = max(QFontMetrics(font).horizontalAdvance(text) for font, text, _ in self._lines())
        whole = width + self._indent() + 2 * self._theme.px(self._edge) + 2
        return QSize(whole, self.heightForWidth(whole))

    def minimumSizeHint(self) -> QSize:
        least = self._theme.px(_LEAST)
        return QSize(least, self.heightForWidth(max(self.width(), least)))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        heights = sum(box.height() for *_, box in self._placed(width))
        return max(heights, self._theme.px(_SIDE)) + 2 * self._theme.px(self._around)

    def hitButton(self, position: QPoint) -> bool:
        # Qt accepts clicks only on its own indicator and label, which are not painted.
        return self.rect().contains(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint(painter)
        if self.hasFocus():
            draw_focus(painter, self.rect(), self._theme)
        painter.end()

    def paint(self, painter: QPainter) -> None:
        """Paint the indicator and the texts."""
        theme = self._theme
        around, side = theme.px(self._around), theme.px(_SIDE)
        placed = self._placed(self.width())
        first = QFontMetrics(placed[0][0]).height()
        box = QRect(theme.px(self._edge), around + max(0, (first - side) // 2), side, side)
        if isinstance(self, QRadioButton):
            _draw_radio(painter, box, theme, on=self.isChecked(), enabled=self.isEnabled())
        else:
            draw_check(painter, box, theme, on=self.isChecked(), enabled=self.isEnabled())
        for font, text, role, room in placed:
            painter.setFont(font)
            painter.setPen(theme.color(role if self.isEnabled() else Role.SECONDARY))
            painter.drawText(room, WRAPPED, text)

    def _lines(self) -> list[tuple[QFont, str, Role]]:
        lines = [(self._theme.ui_font(13, bold=self._bold), self.text(), Role.TEXT)]
        if self._note:
            lines.append((self._theme.ui_font(12), self._note, Role.SECONDARY))
        return lines

    def _indent(self) -> int:
        return self._theme.px(_SIDE) + self._theme.px(_GAP)

    def _placed(self, width: int) -> list[tuple[QFont, str, Role, QRect]]:
        """Return each line with its rectangle at this width."""
        around, edge = self._theme.px(self._around), self._theme.px(self._edge)
        left = edge + self._indent()
        top, result = around, []
        for font, text, role in self._lines():
            room = QRect(0, 0, max(1, width - left - edge), 10_000)
            height = QFontMetrics(font).boundingRect(room, WRAPPED, text).height()
            result.append((font, text, role, QRect(left, top, room.width(), height)))
            top += height
        return result


def _draw_radio(painter: QPainter, box: QRect, theme: Theme, *, on: bool, enabled: bool) -> None:
    """Draw a radio button into the square `box`, in pixels."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
    filled = on and enabled
    painter.setPen(QPen(theme.color(Role.ACCENT if filled else Role.SECONDARY), 1.2))
    painter.setBrush(theme.color(Role.ACCENT if filled else Role.SURFACE))
    painter.drawEllipse(frame)
    if on:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(Role.ON_ACCENT if filled else Role.SECONDARY))
        inset = frame.width() * 0.32
        painter.drawEllipse(frame.adjusted(inset, inset, -inset, -inset))
    painter.restore()


class CheckOption(_Option, QCheckBox):
    """A check box with an explanation below its text."""

    def __init__(self, theme: Theme, text: str, note: str = "", *, on: bool = False) -> None:
        QCheckBox.__init__(self, text)
        self.setChecked(on)
        self.put_on(theme, note, bold=False)


class RadioOption(_Option, QRadioButton):
    """A radio button with an explanation below its text."""

    def __init__(self, theme: Theme, text: str, note: str = "", *, bold: bool = False) -> None:
        QRadioButton.__init__(self, text)
        self.put_on(theme, note, bold=bold)


class ArrowKeys(QObject):
    """Moves through an exclusive group of buttons with the arrow keys, in their order.

    Qt moves by the positions of the buttons, which fails if they are in several rows or frames.
    """

    def __init__(self, buttons: Sequence[QAbstractButton], parent: QWidget) -> None:
        super().__init__(parent)
        self._buttons = list(buttons)
        for one in self._buttons:
            one.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        step = _STEPS.get(Qt.Key(event.key()))
        place = next((n for n, one in enumerate(self._buttons) if one is watched), None)
        if step is None or place is None or event.modifiers() & ~_KEYPAD:
            return False
        mirrored = -1 if self._buttons[place].isRightToLeft() else 1
        target = self._buttons[(place + step * mirrored) % len(self._buttons)]
        target.setFocus(Qt.FocusReason.OtherFocusReason)
        target.click()
        return True
