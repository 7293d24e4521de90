"""Lists of the agreement page whose rows draw α: of each question, and without each person."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.stats.question_agreement import GRADES, QuestionAgreement, digits_of
from desktop_app.ui.colours import Role, mixed
from desktop_app.ui.lead.table import local_number
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
# Role of a row's (value, facts).
VALUE = Qt.ItemDataRole.UserRole
Painter = Callable[[Theme, QPainter, QRect, Any, dict[str, str]], None]
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_MINUS = "−"
# The axis of α begins at a multiple of this value.
_TICK = 0.2


def shown_alpha(value: float | None) -> str:
    """Return an α with two decimals, or with more if it would otherwise seem to have another grade.

    None is a dash.
    """
    return two_digits(value) if value is None else local_number(value, digits_of(value))


def two_digits(value: float | None) -> str:
    """Return a coefficient with two decimals, or a dash for None."""
    return "–" if value is None else local_number(value, 2)


class AgreementRows(QListWidget):
    """A list whose rows are painted by a function: (theme, painter, box, value, facts)."""

    def __init__(self, theme: Theme, name: str, paint: Painter, height: int) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setProperty("kind", "rows")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_RowDelegate(theme, self, paint, height))
        self._theme, self._height = theme, height
        # Scrolling by pixels leaves no empty space below the rows when the list grows.
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        theme.changed.connect(self.scheduleDelayedItemsLayout)
        theme.changed.connect(self._fit)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def add(self, value: Any, words: str, facts: dict[str, str]) -> None:
        """Add a row; `words`: its text for screen readers."""
        item = QListWidgetItem(words)
        item.setData(VALUE, (value, facts))
        item.setToolTip(plain_tip(facts.get("tip", words)))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        self.addItem(item)
        self._fit()

    def _fit(self) -> None:
        # Not higher than its rows, so that the widgets below stay close to them.
        row = self._theme.px(self._height)
        self.setMinimumHeight(2 * row)
        self.setMaximumHeight(max(self.count(), 2) * row + 2 * self.frameWidth())


class _RowDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget, paint: Painter, height: int) -> None:
        super().__init__(parent)
        self._theme, self._paint, self._height = theme, paint, height

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._theme.px(self._height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view: Any = option
        view.widget.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, view.widget
        )
        if view.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, view.rect, self._theme)
        value, facts = index.data(VALUE)
        space = self._theme.px(8)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(self._theme, painter, view.rect.adjusted(space, 0, -space, 0), value, facts)
        painter.restore()


def draw_text(
    theme: Theme,
    painter: QPainter,
    box: QRect | QRectF,
    words: str,
    role: Role = Role.TEXT,
    size: int = 13,
    *,
    bold: bool = False,
    across: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """Draw a line of text in the middle of a box, shortened by “…” if it is too wide.

    `size`: in pixels at 100 % text
    """
    font = theme.ui_font(size, bold=bold)
    painter.setFont(font)
    painter.setPen(theme.color(role))
    short = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, int(box.width()))
    painter.drawText(QRectF(box), int(_MIDDLE | across), short)


class AlphaScale:
    """The axis of α, shared by all questions.

    `low`: where it begins: 0, or the multiple of `_TICK` below the lowest value; at least −1
    """

    def __init__(self) -> None:
        self.low = 0.0

    def show_values(self, values: Iterable[float | None]) -> None:
        """Begin the axis at or below all these values."""
        lowest = min((one for one in values if one is not None), default=0.0)
        # Rounded first, because 3 × 0.2 is more than 0.6 in binary.
        self.low = max(-1.0, min(0.0, math.floor(round(lowest / _TICK, 6)) * _TICK))

    def at(self, value: float, start: float, end: float) -> float:
        """Return the x coordinate of a value on an axis from `start` to `end`, in pixels."""
        share = (value - self.low) / (1 - self.low)
        return start + max(0.0, min(1.0, share)) * (end - start)


def _axis_ends(theme: Theme, box: QRect) -> tuple[float, float]:
    """Return where the axis of α begins and ends in a row."""
    left, right = int(box.width() * 0.42), theme.px(88 + 52)
    return box.left() + left + theme.px(12), box.right() - right - theme.px(12)


class AlphaAxis(QWidget):
    """The numbers below the axis of α, at the limits of the grades."""

    def __init__(self, theme: Theme, scale: AlphaScale) -> None:
        super().__init__()
        self._theme, self._scale = theme, scale
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def lowest(self) -> float:
        """The α at which the axis begins."""
        return self._scale.low

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, space = self._theme, self._theme.px(8)
        painter = QPainter(self)
        # The rows have the same space on both sides.
        start, end = _axis_ends(theme, self.rect().adjusted(space, 0, -space, 0))
        width = theme.px(40)
        # The ends come first, then 0, then the limits of the grades where there is room.
        taken: list[float] = []
        for value in (self._scale.low, 1.0, 0.0, 0.4, 0.667, 0.8):
            x = self._scale.at(value, start, end)
            if any(abs(x - other) < theme.px(26) for other in taken):
                continue
            taken.append(x)
            box = QRectF(x - width / 2, 0, width, self.height())
            words = local_number(round(value, 2))
            centre = Qt.AlignmentFlag.AlignHCenter
            draw_text(theme, painter, box, words, Role.SECONDARY, 11, across=centre)
        painter.end()

    def _apply_theme(self) -> None:
        self.setFixedHeight(self._theme.px(16))
        self.update()


def paint_question(
    scale: AlphaScale,
    theme: Theme,
    painter: QPainter,
    box: QRect,
    one: QuestionAgreement,
    facts: dict[str, str],
) -> None:
    """Draw a question: its title, the interval of α on the axis, the value, a grade."""
    pill, number = theme.px(88), theme.px(52)
    left = int(box.width() * 0.42)
    title = QRect(box.left(), box.top(), left, box.height())
    upper = QRect(title.left(), title.top() + 3, title.width(), title.height() // 2 - 3)
    lower = QRect(title.left(), title.center().y(), title.width(), title.height() // 2 - 3)
    draw_text(theme, painter, upper, one.title, bold=True)
    draw_text(theme, painter, lower, facts["level"], Role.SECONDARY, 12)
    start, end = _axis_ends(theme, box)
    middle = box.center().y() + 0.5

    def at(value: float) -> float:
        return scale.at(value, start, end)

    painter.setPen(QPen(theme.color(Role.BORDER), 1))
    for value in (0.0, 1.0):
        painter.drawLine(QPointF(at(value), box.top()), QPointF(at(value), box.bottom()))
    painter.setPen(QPen(theme.color(Role.BORDER), 1, Qt.PenStyle.DashLine))
    for least, _ in GRADES:
        painter.drawLine(QPointF(at(least), box.top()), QPointF(at(least), box.bottom()))
    if one.alpha is not None:
        painter.setPen(QPen(theme.color(Role.ACCENT), 2))
        if one.low is not None and one.high is not None:
            painter.drawLine(QPointF(at(one.low), middle), QPointF(at(one.high), middle))
            for value in (one.low, one.high):
                tick = theme.px(5)
                painter.drawLine(
                    QPointF(at(value), middle - tick), QPointF(at(value), middle + tick)
                )
        painter.setBrush(theme.color(Role.ACCENT))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(at(one.alpha), middle), theme.px(4), theme.px(4))
    figure = QRect(box.right() - pill - number, box.top(), number - theme.px(8), box.height())
    right = Qt.AlignmentFlag.AlignRight
    draw_text(theme, painter, figure, shown_alpha(one.alpha), size=15, bold=True, across=right)
    height = theme.px(20)
    at_pill = QRectF(box.right() - pill, box.center().y() - height / 2, pill, height)
    fill = {
        "good": Role.MATCH_INFLECTED,
        "poor": Role.DIFF_REMOVED,
        "moderate": Role.MATCH_NEAR,
    }.get(one.grade, Role.WINDOW)
    painter.setBrush(theme.color(fill))
    painter.setPen(QPen(theme.color(Role.BORDER), 1))
    painter.drawRoundedRect(at_pill, height / 2, height / 2)
    centre = Qt.AlignmentFlag.AlignHCenter
    draw_text(theme, painter, at_pill, facts["grade"], size=11, across=centre)


def paint_person(
    scale: AlphaScale,
    theme: Theme,
    painter: QPainter,
    box: QRect,
    value: tuple[QuestionAgreement, float | None],
    facts: dict[str, str],
) -> None:
    """Draw α without a person as a bar from 0, and α of everybody as a dashed line."""
    one, without = value
    name, number = int(box.width() * 0.36), theme.px(96)
    draw_text(theme, painter, QRect(box.left(), box.top(), name, box.height()), facts["words"])
    start, end = box.left() + name + theme.px(8), box.right() - number
    height = theme.px(16)

    def at(figure: float) -> float:
        return scale.at(figure, start, end)

    if without is not None and one.alpha is not None:
        left, right = sorted((at(0.0), at(without)))
        bar = QRectF(left, box.center().y() - height / 2, max(right - left, 1.0), height)
        differs = one.differs_most is not None and facts["person"] in one.differs_most[0]
        full = theme.color(Role.ACCENT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(full if differs else mixed(full, theme.color(Role.SURFACE), 0.4))
        painter.drawRoundedRect(bar, 2, 2)
        painter.setPen(QPen(theme.color(Role.TEXT), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(at(one.alpha), box.top()), QPointF(at(one.alpha), box.bottom()))
        # The difference of the two figures as shown; none is shown where they look the same.
        change = round(without, 2) - round(one.alpha, 2)
        sign = "+" if change > 0 else _MINUS
        side = Qt.AlignmentFlag.AlignRight
        half = number // 2
        figures = QRect(box.right() - number, box.top(), half, box.height())
        draw_text(theme, painter, figures, two_digits(without), bold=True, across=side)
        figures.translate(half, 0)
        draw_text(
            theme,
            painter,
            figures,
            f"{sign}{two_digits(abs(change))}" if change else "",
            Role.SECONDARY,
            12,
            across=side,
        )
    else:
        draw_text(theme, painter, QRect(start, box.top(), end - start, box.height()), "–")
