"""Bars of the answers of each person to a question; a bar opens its items."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QMoveEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from desktop_app.stats.question_agreement import QuestionAgreement
from desktop_app.ui.colours import Role, mixed
from desktop_app.ui.lead.agreement_rows import draw_text
from desktop_app.ui.lead.table import shown
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Theme

# Pixels at 100 % text.
_WIDEST_BAR = 44
_HEAD, _FOOT, _ROW, _GAP = 24, 20, 22, 14
_LEAST_HEIGHT = 150
# The share of the width that names take at most where each person has a row.
_NAMES = 0.35
_CENTRE, _RIGHT = Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight


class AnswerBars(QAbstractButton):
    """The answers of each person as bars, in per cent of the person's answers.

    People are next to each other; if their names or numbers would overlap, each has a row instead.
    Arrow keys move between bars; Enter, Space or a click opens the items of a bar. The widget is a
    button because screen readers then announce that it can be pressed.

    Signals
    `opened(person, code)`: the items of this person with this answer are to be listed
    `numbered`: `is_numbered` has changed
    `moved(x, y)`: keys moved to the bar around this point, which must be scrolled into view
    """

    opened = Signal(str, str)
    numbered = Signal()
    moved = Signal(int, int)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._one: QuestionAgreement | None = None
        self._at = 0
        # Whether numbers replace the labels, which then need a legend.
        self.is_numbered = False
        # Whether each person has a row, instead of a group of columns.
        self.is_in_rows = False
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def bars(self) -> list[tuple[str, int]]:
        """The bars in reading order: the person, and the position of the answer."""
        one = self._one
        if one is None:
            return []
        return [(who, place) for who in one.counts for place in range(len(one.labels))]

    def show_answers(self, one: QuestionAgreement) -> None:
        """Show the answers to a question."""
        self._one, self._at = one, 0
        self._arrange()
        self._describe()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key)
        if self.is_in_rows and self._one is not None:
            across = len(self._one.labels)
            step = {Qt.Key.Key_Up: -across, Qt.Key.Key_Down: across}.get(key, step)
        if step is not None and self.bars:
            self._move(step)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.bars:
            self._open(self._at)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._bar_at(event.position())
        if place is not None and event.button() is Qt.MouseButton.LeftButton:
            self._at = place
            self._open(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self._bar_at(event.position())
        self.setToolTip(plain_tip("" if place is None else self._words(place)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        # The titles stay at the top while the rows are scrolled.
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        one = self._one
        if one is None or not one.counts:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.is_in_rows:
            self._paint_rows(painter, one)
        else:
            self._paint_columns(painter, one)
        painter.end()

    # Internals
    def _paint_columns(self, painter: QPainter, one: QuestionAgreement) -> None:
        theme = self._theme
        head, foot = theme.px(_HEAD), theme.px(_FOOT)
        floor = self.height() - foot
        titles = self._titles(one)
        for place, (who, code) in enumerate(self.bars):
            column = self._cell(place)
            share = _share(one, who, code)
            height = share * (floor - head - theme.px(14))
            wide = min(column.width() - 2, theme.px(_WIDEST_BAR))
            bar = QRectF(column.center().x() - wide / 2, floor - height, wide, height)
            self._paint_bar(painter, bar, 0.45)
            # Wide enough for “100”, because few bars next to each other are as high.
            broad = max(column.width() + 8, theme.px(26))
            above = QRectF(
                column.center().x() - broad / 2, bar.top() - theme.px(15), broad, theme.px(14)
            )
            if share:
                self._write(painter, above, f"{100 * share:.0f}", across=_CENTRE)
            below = QRectF(column.left() - 1, floor + 2, column.width() + 2, foot - 2)
            self._write(painter, below, titles[code], across=_CENTRE)
            if code == 0:
                name = QRectF(column.left(), 0, column.width() * len(one.labels), head)
                draw_text(theme, painter, name, who, bold=True)
                self._paint_count(painter, name, one, who)
        if self.hasFocus():
            column = self._cell(self._at)
            _draw_focus(painter, column.adjusted(-2, head, 2, 0), theme)
            # The person as well, because the ring of a low bar is small.
            first = self._cell(self._at - self.bars[self._at][1])
            first.setWidth(first.width() * len(one.labels))
            _draw_focus(painter, first.adjusted(-2, 0, 2, 0), theme)
        painter.setPen(QPen(theme.color(Role.BORDER), 1))
        painter.drawLine(QPointF(0, floor), QPointF(self.width(), floor))

    def _paint_rows(self, painter: QPainter, one: QuestionAgreement) -> None:
        theme = self._theme
        inside, gap = theme.px(4), theme.px(8)
        for place, (who, code) in enumerate(self.bars):
            cell, share = self._cell(place), _share(one, who, code)
            bar = cell.adjusted(2, 2, -2, -2)
            bar.setWidth(share * bar.width())
            # A light background, because the number is nearer to the next bar than to its own.
            self._paint_bar(painter, cell.adjusted(2, 2, -2, -2), 0.9)
            self._paint_bar(painter, bar, 0.6)
            if share:
                number = cell.adjusted(0, 0, -inside, 0)
                draw_text(theme, painter, number, f"{100 * share:.0f}", size=11, across=_RIGHT)
            if code == 0:
                name = QRectF(0, cell.top(), self._names_width(one), cell.height())
                draw_text(theme, painter, name, who, bold=True)
                count = QRectF(0, cell.top(), cell.left() - gap, cell.height())
                self._paint_count(painter, count, one, who)
        if self.hasFocus():
            _draw_focus(painter, self._cell(self._at), theme)
        # Over the rows that are scrolled below it.
        top, head = max(0, -self.y()), theme.px(_HEAD)
        painter.fillRect(QRectF(0, top, self.width(), head), theme.color(Role.SURFACE))
        for code, title in enumerate(self._titles(one)):
            cell = self._cell(code)
            box = QRectF(cell.left(), top, cell.width() - inside, head)
            self._write(painter, box, title, across=_RIGHT)
        painter.setPen(QPen(theme.color(Role.BORDER), 1))
        painter.drawLine(QPointF(0, top + head), QPointF(self.width(), top + head))

    def _paint_bar(self, painter: QPainter, bar: QRectF, strength: float) -> None:
        theme = self._theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(theme.color(Role.ACCENT), theme.color(Role.SURFACE), strength))
        painter.drawRoundedRect(bar, 2, 2)

    def _paint_count(
        self, painter: QPainter, box: QRectF, one: QuestionAgreement, who: str
    ) -> None:
        count = shown(sum(one.counts[who]))
        draw_text(self._theme, painter, box, count, Role.SECONDARY, 12, across=_RIGHT)

    def _write(
        self, painter: QPainter, box: QRectF, words: str, *, across: Qt.AlignmentFlag
    ) -> None:
        draw_text(self._theme, painter, box, words, Role.SECONDARY, 11, across=across)

    def _move(self, step: int) -> None:
        place = self._at + step
        # Up in the first row and down in the last one stay in the column.
        if abs(step) == 1 or 0 <= place < len(self.bars):
            self._at = max(0, min(place, len(self.bars) - 1))
        self._describe()
        self.update()
        centre = self._cell(self._at).center().toPoint()
        self.moved.emit(centre.x(), centre.y())

    def _titles(self, one: QuestionAgreement) -> Sequence[str]:
        """Return what is below the bars of a person.

        If a label would be cut off, numeric codes replace the labels. Other codes would mean
        nothing to readers, so that numbers replace these.
        """
        if self.is_numbered:
            return [str(number) for number in range(1, len(one.labels) + 1)]
        if all(map(is_number, one.codes)) and not self._have_room(one.labels):
            return one.codes
        return one.labels

    def _have_room(self, labels: Sequence[str]) -> bool:
        metrics = QFontMetrics(self._theme.ui_font(11))
        # Columns have space between them and their neighbours' labels; titles of rows do not.
        room = self._cell(0).width() + (-self._theme.px(8) if self.is_in_rows else 2)
        return all(metrics.horizontalAdvance(name) <= room for name in labels)

    def _arrange(self) -> None:
        """Choose between rows and columns, and between labels and their numbers."""
        one, before = self._one, self.is_numbered
        people = 0 if one is None else len(one.counts)
        self.is_in_rows = one is not None and people > 0 and not self._columns_fit(one)
        rows = self._theme.px(_HEAD) + people * self._theme.px(_ROW)
        self.setMinimumHeight(rows if self.is_in_rows else self._theme.px(_LEAST_HEIGHT))
        self.is_numbered = bool(
            one is not None
            and one.counts
            and not all(map(is_number, one.codes))
            and not self._have_room(one.labels)
        )
        if self.is_numbered != before:
            self.numbered.emit()

    def _columns_fit(self, one: QuestionAgreement) -> bool:
        """Return whether names, counts and percentages have room next to each other."""
        group = self._group_width(one)
        bar = group / max(len(one.labels), 1)
        names, counts = self._widths(one)
        # Next to “100” are bars without a number.
        number = QFontMetrics(self._theme.ui_font(11)).horizontalAdvance("88")
        beside = zip(names, counts, strict=True)
        gap = self._theme.px(6)
        return bar >= number and all(name + gap + count <= group for name, count in beside)

    def _group_width(self, one: QuestionAgreement) -> float:
        """Return the width of the columns of a person."""
        people = len(one.counts)
        return (self.width() - self._theme.px(_GAP) * (people - 1)) / people

    def _widths(self, one: QuestionAgreement) -> tuple[list[int], list[int]]:
        """Return the widths of all names and of all counts."""
        names = QFontMetrics(self._theme.ui_font(13, bold=True))
        counts = QFontMetrics(self._theme.ui_font(12))
        return (
            [names.horizontalAdvance(who) for who in one.counts],
            [counts.horizontalAdvance(shown(sum(each))) for each in one.counts.values()],
        )

    def _names_width(self, one: QuestionAgreement) -> float:
        """Return the width of the names where each person has a row."""
        # One pixel more, because a text as wide as its box would be shortened.
        return min(max(self._widths(one)[0]) + 1, _NAMES * self.width())

    def _cell(self, place: int) -> QRectF:
        """Return the area of a bar with its number, which a click opens."""
        one = self._one
        assert one is not None
        codes, theme = len(one.labels), self._theme
        if self.is_in_rows:
            left = self._names_width(one) + max(self._widths(one)[1]) + theme.px(20)
            width = (self.width() - left) / codes
            top = theme.px(_HEAD) + place // codes * theme.px(_ROW)
            return QRectF(left + place % codes * width, top, width, theme.px(_ROW))
        group = self._group_width(one)
        width = group / codes
        left = (place // codes) * (group + theme.px(_GAP)) + (place % codes) * width
        return QRectF(left, 0, width, self.height())

    def _bar_at(self, point: QPointF) -> int | None:
        return next(
            (place for place in range(len(self.bars)) if self._cell(place).contains(point)), None
        )

    def _words(self, place: int) -> str:
        one = self._one
        assert one is not None
        who, code = self.bars[place]
        return self.tr("{person}, {answer}: {count}").format(
            person=who, answer=one.labels[code], count=shown(one.counts[who][code])
        )

    def _describe(self) -> None:
        # Screen readers read the description again when it changes.
        self.setAccessibleDescription(self._words(self._at) if self.bars else "")

    def _open(self, place: int) -> None:
        one = self._one
        if one is not None:
            who, code = self.bars[place]
            self.opened.emit(who, one.codes[code])

    def _apply_theme(self) -> None:
        self._arrange()
        self.update()


def _share(one: QuestionAgreement, who: str, code: int) -> float:
    """Return the share of a person's answers that have a code, from 0 to 1."""
    counts = one.counts[who]
    return counts[code] / max(sum(counts), 1)


def _draw_focus(painter: QPainter, box: QRectF, theme: Theme) -> None:
    left, right = int(box.left()), int(box.right())
    draw_focus(painter, QRect(left, int(box.top()), right - left, int(box.height())), theme)


def is_number(code: str) -> bool:
    """Return whether the code of an answer is a decimal number."""
    return code.removeprefix("-").replace(".", "", 1).isdigit()
