"""Chart of the answers per day; a click or a key opens the items of a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from PySide6.QtCore import QEvent, QLocale, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QToolTip

from desktop_app.ui.colours import Role
from desktop_app.ui.messages import long_day
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Theme

# Pixels at 100 % text: a day with its gap, the widest bar, the least height, the labels below.
_DAY, _BAR, _HEIGHT, _BELOW = 23, 15, 140, 24
_ABOVE = 8
_FEWEST = 5


class DayChart(QFrame):
    """Shows one bar for each day, the latest on the right. Tab reaches the chart as a whole.

    The left and right arrow keys move between days, also to those left of the first bar. Enter and
    Space open the current day, as a click opens the clicked one.

    Signal `opened(day)`: a day (date) with answers
    """

    opened = Signal(object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._days: Mapping[date, int] = {}
        self._received: Mapping[date, int] = {}
        self._today = date.min
        # The last day that is visible, and the day that the keys open; None: none yet.
        self._last: date | None = None
        self._current: date | None = None
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_days(
        self, days: Mapping[date, int], received: Mapping[date, int], today: date
    ) -> None:
        """Show the numbers of merged and of received answers by day."""
        self._days, self._received, self._today = days, received, today
        self._last = None
        if self._current is not None and not self._count(self._current):
            self._current = None
        self._announce()
        self.update()

    @property
    def visible_days(self) -> list[date]:
        """The days whose bars are visible, oldest first."""
        if not self._days and not self._received:
            return []
        last = self._last or self._newest()
        room = self.width() - self._left()
        count = max(_FEWEST, room // self._theme.px(_DAY))
        return [last - timedelta(days=ago) for ago in reversed(range(count))]

    @property
    def months(self) -> str:
        """The names of the visible months."""
        days = self.visible_days
        if not days:
            return ""
        first, last = days[0], days[-1]
        form = QLocale.FormatType.LongFormat
        names = [QLocale().standaloneMonthName(day.month, form) for day in (first, last)]
        return "–".join(dict.fromkeys(names))

    def bar_of(self, day: date) -> QRect:
        """Return the place of a day's column, over the whole height; empty if it is not visible."""
        days = self.visible_days
        if day not in days:
            return QRect()
        left, room = self._left(), self.width() - self._left()
        start = left + room * days.index(day) // len(days)
        end = left + room * (days.index(day) + 1) // len(days)
        return QRect(start, 0, end - start, self.height())

    # Internals
    def _count(self, day: date) -> int:
        return self._days.get(day, 0) + self._received.get(day, 0)

    def _newest(self) -> date:
        last = max([*self._days, *self._received], default=self._today)
        # Today is on the right, unless the last answer is so old that nothing would be visible.
        far = (self._today - last).days > _FEWEST
        return last if far or last > self._today else self._today

    def _left(self) -> int:
        metrics = QFontMetrics(self._theme.ui_font(11))
        return metrics.horizontalAdvance(QLocale().toString(self._top())) + self._theme.px(10)

    def _step(self) -> int:
        """Return the distance of the lines: a round number, about half of the highest bar."""
        most = max((self._count(day) for day in {**self._days, **self._received}), default=0)
        step, scale = 1, 1
        while True:
            for part in (1, 2, 3, 5):
                if part * scale > max(1, most / 2):
                    return step
                step = part * scale
            scale *= 10

    def _top(self) -> int:
        most = max((self._count(day) for day in {**self._days, **self._received}), default=0)
        return max(most, 2 * self._step())

    def _day_at(self, x: int) -> date | None:
        for day in self.visible_days:
            box = self.bar_of(day)
            if box.left() <= x <= box.right():
                return day
        return None

    def _words(self, day: date) -> str:
        merged, received = self._days.get(day, 0), self._received.get(day, 0)
        words = self.tr("{day}: {answers}").format(
            day=long_day(day), answers=self.tr("%n answer(s)", "", merged)
        )
        if received:
            words += ", " + self.tr("%n not merged yet", "", received)
        return words

    def _announce(self) -> None:
        """Describe the current day, or the whole chart, to screen readers."""
        if self._current is not None:
            words = self._words(self._current)
        else:
            total = sum(self._days.values())
            words = self.tr("%n answer(s)", "", total) + ". "
            words += self.tr("← → choose a day, Enter lists its items")
        self.setAccessibleDescription(words)

    def _go(self, day: date) -> None:
        first = min([*self._days, *self._received])
        day = max(first, min(day, self._newest()))
        visible = self.visible_days
        if day < visible[0]:
            self._last = visible[-1] - (visible[0] - day)
        elif day > visible[-1]:
            self._last = day
        self._current = day
        self._announce()
        self.update()

    def _open(self, day: date | None) -> None:
        if day is not None and self._days.get(day):
            self.opened.emit(day)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        days = self.visible_days
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not days:
            event.ignore()
            return
        key = event.key()
        now = self._current or days[-1]
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            forward = (key == Qt.Key.Key_Right) != self.isRightToLeft()
            step = timedelta(days=1 if forward else -1)
            self._go(now if self._current is None else now + step)
        elif key == Qt.Key.Key_Home:
            self._go(date.min)
        elif key == Qt.Key.Key_End:
            self._go(date.max)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open(self._current)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._current is None and self.visible_days:
            self._go(max([*self._days, *self._received]))
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        day = self._day_at(round(event.position().x()))
        if event.button() == Qt.MouseButton.LeftButton and day is not None:
            self._go(day)
            self._open(day)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        day = self._day_at(round(event.position().x()))
        opens = day is not None and bool(self._days.get(day))
        self.setCursor(Qt.CursorShape.PointingHandCursor if opens else Qt.CursorShape.ArrowCursor)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            day = self._day_at(event.pos().x())
            QToolTip.showText(event.globalPos(), plain_tip(self._words(day) if day else ""), self)
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(_DAY * 15), self._theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(_DAY * _FEWEST), self._theme.px(_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        days = self.visible_days
        if days:
            self._paint_lines(painter)
            for place, day in enumerate(reversed(days)):
                self._paint_day(painter, day, names=place % self._named_every() == 0)
        if self.hasFocus():
            box = self.bar_of(self._current) if self._current else QRect()
            draw_focus(painter, box if not box.isEmpty() else self.rect(), theme)
        painter.end()

    def _named_every(self) -> int:
        """Return 1 if there is room for each day's number, else 2, 3 …"""
        metrics = QFontMetrics(self._theme.ui_font(11))
        needed = metrics.horizontalAdvance("30") + self._theme.px(8)
        return max(1, -(-needed // max(1, self.bar_of(self.visible_days[-1]).width())))

    def _height_of(self, count: int) -> int:
        room = self.height() - self._theme.px(_BELOW + _ABOVE)
        return round(room * count / self._top())

    def _paint_lines(self, painter: QPainter) -> None:
        theme = self._theme
        base = self.height() - theme.px(_BELOW)
        painter.setFont(theme.ui_font(11))
        value = 0
        while value <= self._top():
            y = base - self._height_of(value)
            painter.setPen(QPen(theme.color(Role.BORDER), 1))
            painter.drawLine(self._left(), y, self.width(), y)
            painter.setPen(theme.color(Role.SECONDARY))
            box = QRect(0, y - theme.px(10), self._left() - theme.px(8), theme.px(20))
            painter.drawText(
                box,
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                QLocale().toString(value),
            )
            value += self._step()

    def _paint_day(self, painter: QPainter, day: date, *, names: bool) -> None:
        theme, box = self._theme, self.bar_of(day)
        base = self.height() - theme.px(_BELOW)
        width = min(theme.px(_BAR), box.width() - theme.px(4))
        merged = self._height_of(self._days.get(day, 0))
        received = self._height_of(self._received.get(day, 0))
        x = box.center().x() - width / 2
        if merged:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(Role.ACCENT))
            # A bar that is too low to see would look like a day without answers.
            merged = max(merged, 2)
            painter.drawRoundedRect(QRectF(x, base - merged, width, merged), 2, 2)
        if received:
            painter.setBrush(theme.color(Role.ACCENT_SOFT))
            painter.setPen(QPen(theme.color(Role.ACCENT), 1, Qt.PenStyle.DashLine))
            top = base - merged - received
            painter.drawRoundedRect(QRectF(x + 0.5, top + 0.5, width - 1, received - 1), 2, 2)
        if names:
            painter.setFont(theme.ui_font(11))
            painter.setPen(theme.color(Role.SECONDARY))
            below = QRect(box.left() - 10, base + theme.px(4), box.width() + 20, theme.px(18))
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, str(day.day))

    def _apply_theme(self) -> None:
        self.updateGeometry()
        self.update()
