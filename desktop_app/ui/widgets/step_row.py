"""A row of numbered circles for the steps of a page.

row = StepRow([("choose", "Choose"), ("rate", "Rate")], theme)
row.wanted.connect(panel.go_to)      # a step was clicked
row.show_step("rate", done={"choose"})
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from desktop_app.ui.layouts import in_row
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Role, Theme

# Pixels at 100 % text: circle, gap between circle and name, line between steps, height, and the
# space for the focus ring around a step.
_CIRCLE, _GAP, _LINE, _HEIGHT, _EDGE = 20, 7, 28, 32, 4


class StepButton(QPushButton):
    """A step: a circle with its number, or with a check if the step is done, and its name.

    `is_brief`: whether only the circle is shown
    """

    def __init__(self, number: int, name: str, theme: Theme) -> None:
        super().__init__(name.replace("&", "&&"))
        self._number, self._name, self._theme = number, name, theme
        self.is_current = self.is_done = self.is_brief = False
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_state(is_current=False, is_done=False)

    def show_state(self, *, is_current: bool, is_done: bool) -> None:
        """Show whether this is the current step, and whether it is done."""
        self.is_current, self.is_done = is_current, is_done
        name = self.tr("Step {number}: {words}").format(number=self._number, words=self._name)
        state = self.tr("done") if is_done else self.tr("open")
        if is_current:
            state = self.tr("current step")
        self.setAccessibleName(name)
        self.setAccessibleDescription(state)
        self.setToolTip(plain_tip(f"{name} ({state})"))
        self.updateGeometry()
        self.update()

    def full_width(self) -> int:
        """Return the width with the name, in pixels."""
        # The width of bold text for all steps, so that none moves when another one is current.
        return self._circle_width() + self._theme.px(_GAP) + self._words_width()

    def sizeHint(self) -> QSize:
        named = self.is_current or not self.is_brief
        width = self.full_width() if named else self._circle_width()
        return QSize(width, self._theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, edge = self._theme, self._theme.px(_EDGE)
        side = theme.px(_CIRCLE)
        left = self.width() - edge - side if self.isRightToLeft() else edge
        circle = QRect(left, (self.height() - side) // 2, side, side)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_circle(painter, circle)
            if self.is_current or not self.is_brief:
                quiet = not (self.is_current or self.is_done)
                painter.setFont(theme.ui_font(13, bold=self.is_current))
                painter.setPen(theme.color(Role.SECONDARY if quiet else Role.TEXT))
                gap = theme.px(_GAP)
                words = QRect(circle.right() + 1 + gap, 0, self._words_width(), self.height())
                if self.isRightToLeft():
                    words.moveRight(circle.left() - 1 - gap)
                across = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
                painter.drawText(words, int(across), self._name)
            if self.hasFocus():
                painter.setPen(QPen(theme.color(Role.ACCENT), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)

    def _paint_circle(self, painter: QPainter, box: QRect) -> None:
        theme = self._theme
        # Half the width of the line inwards, because Qt draws it on both sides of the edge.
        ring = QRectF(box).adjusted(1, 1, -1, -1)
        role = Role.ACCENT if self.is_current else Role.BORDER
        painter.setPen(QPen(theme.color(role), 2 if self.is_current else 1))
        painter.setBrush(theme.color(Role.ACCENT_SOFT if self.is_current else Role.SURFACE))
        painter.drawEllipse(ring)
        if self.is_done and not self.is_current:
            pen = QPen(theme.color(Role.GOOD), max(1.5, box.width() / 12))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            x, y, side = box.left(), box.top(), box.width()
            places = ((0.30, 0.53), (0.44, 0.67), (0.71, 0.36))
            painter.drawPolyline([QPointF(x + side * one, y + side * two) for one, two in places])
            return
        painter.setFont(theme.ui_font(11, bold=True))
        painter.setPen(theme.color(Role.ACCENT if self.is_current else Role.SECONDARY))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), str(self._number))

    def _circle_width(self) -> int:
        return self._theme.px(_CIRCLE) + 2 * self._theme.px(_EDGE)

    def _words_width(self) -> int:
        bold = self._theme.ui_font(13, bold=True)
        return QFontMetrics(bold).horizontalAdvance(self._name) + 2


class StepRow(QWidget):
    """The steps of a page in a row. In a narrow row only the current step has its name.

    `steps`: key and name of each step, in order
    `wanted`: a step was clicked; its key. The page goes to the step and calls `show_step`.
    """

    wanted = Signal(str)

    def __init__(self, steps: Sequence[tuple[str, str]], theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.step = steps[0][0]
        self.setAccessibleName(self.tr("Steps"))
        self.buttons: dict[str, StepButton] = {}
        self._lines: list[QFrame] = []
        row = in_row(on=self, margins=0, gap=6)
        for number, (key, name) in enumerate(steps, 1):
            if self.buttons:
                line = QFrame()
                line.setProperty("kind", "rail")
                line.setFixedHeight(1)
                self._lines.append(line)
                row.addWidget(line)
            button = StepButton(number, name, theme)
            button.clicked.connect(lambda _on=False, key=key: self.wanted.emit(key))
            row.addWidget(button)
            self.buttons[key] = button
        row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._fit)
        self.show_step(self.step)

    def show_step(self, step: str, done: Collection[str] = ()) -> None:
        """Show which step is current and which steps are done."""
        self.step = step
        for key, button in self.buttons.items():
            button.show_state(is_current=key == step, is_done=key in done)
        self._fit()

    def next_to(self, by: int) -> str | None:
        """Return the key of the step `by` steps after the current one; None beyond the ends."""
        keys = list(self.buttons)
        place = keys.index(self.step) + by
        return keys[place] if 0 <= place < len(keys) else None

    def sizeHint(self) -> QSize:
        names = sum(button.full_width() for button in self.buttons.values())
        return QSize(names + self._between(), self._theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        circles = (len(self.buttons) - 1) * self._theme.px(_CIRCLE + 2 * _EDGE)
        widest = max(button.full_width() for button in self.buttons.values())
        return QSize(circles + widest + self._between(brief=True), self._theme.px(_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _between(self, *, brief: bool = False) -> int:
        return 0 if brief else (len(self.buttons) - 1) * (self._theme.px(_LINE) + 12)

    def _fit(self) -> None:
        """Hide the names of the other steps if they do not fit."""
        brief = self.sizeHint().width() > self.width()
        layout = self.layout()
        if layout is not None:
            layout.setSpacing(0 if brief else 6)
        for line in self._lines:
            line.setVisible(not brief)
            line.setFixedWidth(self._theme.px(_LINE))
        for button in self.buttons.values():
            button.is_brief = brief
            button.updateGeometry()
            button.update()
