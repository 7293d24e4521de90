"""Check boxes and radio buttons with a line of explanation, for the lead's pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QSizePolicy

from desktop_app.ui.colours import Role
from desktop_app.ui.plain_text import draw_focus
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import draw_check

# Pixels at 100 % text: the side of the box, the gap to its text, the space around both, and more of
# it at the sides, for the focus ring.
_SIDE, _GAP, _AROUND, _EDGE = 16, 10, 4, 6
_WRAPPED = int(Qt.TextFlag.TextWordWrap)
# Width in pixels at 100 % text up to which a text is not wrapped.
_LEAST = 120


if TYPE_CHECKING:
    _Button = QAbstractButton
else:
    # At run time each subclass names its own Qt class as a base. A second one here would create a
    # second button.
    _Button = object


class _Option(_Button):
    """The drawing that check boxes and radio buttons share."""

    _theme: Theme
    _note: str
    _bold: bool

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
        whole = width + self._indent() + 2 * self._theme.px(_EDGE) + 2
        return QSize(whole, self.heightForWidth(whole))

    def minimumSizeHint(self) -> QSize:
        least = self._theme.px(_LEAST)
        return QSize(least, self.heightForWidth(max(self.width(), least)))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        heights = sum(box.height() for *_, box in self._placed(width))
        return max(heights, self._theme.px(_SIDE)) + 2 * self._theme.px(_AROUND)

    def hitButton(self, position: QPoint) -> bool:
        # Qt accepts clicks only on its own indicator and label, which are not painted.
        return self.rect().contains(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        around, side = theme.px(_AROUND), theme.px(_SIDE)
        placed = self._placed(self.width())
        first = QFontMetrics(placed[0][0]).height()
        box = QRect(theme.px(_EDGE), around + max(0, (first - side) // 2), side, side)
        if isinstance(self, QRadioButton):
            _draw_radio(painter, box, theme, on=self.isChecked(), enabled=self.isEnabled())
        else:
            draw_check(painter, box, theme, on=self.isChecked(), enabled=self.isEnabled())
        for font, text, role, room in placed:
            painter.setFont(font)
            painter.setPen(theme.color(role if self.isEnabled() else Role.SECONDARY))
            painter.drawText(room, _WRAPPED, text)
        if self.hasFocus():
            draw_focus(painter, self.rect(), theme)
        painter.end()

    def _lines(self) -> list[tuple[QFont, str, Role]]:
        lines = [(self._theme.ui_font(13, bold=self._bold), self.text(), Role.TEXT)]
        if self._note:
            lines.append((self._theme.ui_font(12), self._note, Role.SECONDARY))
        return lines

    def _indent(self) -> int:
        return self._theme.px(_SIDE) + self._theme.px(_GAP)

    def _placed(self, width: int) -> list[tuple[QFont, str, Role, QRect]]:
        """Return each line with the room that it takes at this width."""
        around, edge = self._theme.px(_AROUND), self._theme.px(_EDGE)
        left = edge + self._indent()
        top, result = around, []
        for font, text, role in self._lines():
            room = QRect(0, 0, max(1, width - left - edge), 10_000)
            height = QFontMetrics(font).boundingRect(room, _WRAPPED, text).height()
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
