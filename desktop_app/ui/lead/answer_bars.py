"""Bars of the answers of each person to a question; a bar opens its items."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
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


class AnswerBars(QAbstractButton):
    """The answers of each person as bars, in per cent of the person's answers.

    Arrow keys move between bars; Enter, Space or a click opens the items of a bar. The widget is a
    button because screen readers then announce that it can be pressed.

    Signals
    `opened(person, code)`: the items of this person with this answer are to be listed
    `numbered`: `is_numbered` has changed
    """

    opened = Signal(str, str)
    numbered = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._one: QuestionAgreement | None = None
        self._at = 0
        # Whether numbers replace the labels, which then need a legend.
        self.is_numbered = False
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def bars(self) -> list[tuple[str, int]]:
        """The bars from left to right: the person, and the position of the answer."""
        one = self._one
        if one is None:
            return []
        return [(who, place) for who in one.counts for place in range(len(one.labels))]

    def show_answers(self, one: QuestionAgreement) -> None:
        """Show the answers to a question."""
        self._one, self._at = one, 0
        self._number()
        self._describe()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None and self.bars:
            self._at = max(0, min(self._at + step, len(self.bars) - 1))
            self._describe()
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.bars:
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

    def paintEvent(self, event: QPaintEvent) -> None:
        one, theme = self._one, self._theme
        if one is None or not one.counts:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        head, foot = theme.px(24), theme.px(20)
        floor = self.height() - foot
        titles = self._titles(one)
        full = theme.color(Role.ACCENT)
        for place, (who, code) in enumerate(self.bars):
            column = self._column(place)
            counts = one.counts[who]
            share = counts[code] / max(sum(counts), 1)
            top = head + theme.px(14)
            height = share * (floor - top)
            wide = min(column.width() - 2, theme.px(_WIDEST_BAR))
            bar = QRectF(column.center().x() - wide / 2, floor - height, wide, height)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mixed(full, theme.color(Role.SURFACE), 0.45))
            painter.drawRoundedRect(bar, 2, 2)
            centre = Qt.AlignmentFlag.AlignHCenter
            # Wide enough for “100”, because few bars next to each other are as high.
            broad = max(column.width() + 8, theme.px(26))
            above = QRectF(
                column.center().x() - broad / 2, bar.top() - theme.px(15), broad, theme.px(14)
            )
            if counts[code]:
                draw_text(
                    theme, painter, above, f"{100 * share:.0f}", Role.SECONDARY, 11, across=centre
                )
            below = QRectF(column.left() - 1, floor + 2, column.width() + 2, foot - 2)
            draw_text(theme, painter, below, titles[code], Role.SECONDARY, 11, across=centre)
            if code == 0:
                name = QRectF(column.left(), 0, column.width() * len(one.labels), head)
                draw_text(theme, painter, name, who, bold=True)
                right = Qt.AlignmentFlag.AlignRight
                draw_text(
                    theme, painter, name, shown(sum(counts)), Role.SECONDARY, 12, across=right
                )
            if place == self._at and self.hasFocus():
                box = QRect(
                    int(column.left()) - 2, head, int(column.width()) + 4, self.height() - head
                )
                draw_focus(painter, box, theme)
                # The person as well, because the ring of a low bar is small.
                first = self._column(place - code)
                around = QRect(
                    int(first.left()) - 2,
                    0,
                    int(first.width() * len(one.labels)) + 4,
                    self.height(),
                )
                draw_focus(painter, around, theme)
        painter.setPen(QPen(theme.color(Role.BORDER), 1))
        painter.drawLine(QPointF(0, floor), QPointF(self.width(), floor))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._number()

    # Internals
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
        room = self._column(0).width() + 2
        return all(metrics.horizontalAdvance(name) <= room for name in labels)

    def _number(self) -> None:
        """Find out whether numbers must replace the labels."""
        one, before = self._one, self.is_numbered
        self.is_numbered = bool(
            one is not None
            and one.counts
            and not all(map(is_number, one.codes))
            and not self._have_room(one.labels)
        )
        if self.is_numbered != before:
            self.numbered.emit()

    def _column(self, place: int) -> QRectF:
        one = self._one
        assert one is not None
        codes, people = len(one.labels), len(one.counts)
        gap = self._theme.px(14)
        group = (self.width() - gap * (people - 1)) / people
        width = group / codes
        left = (place // codes) * (group + gap) + (place % codes) * width
        return QRectF(left, 0, width, self.height())

    def _bar_at(self, point: QPointF) -> int | None:
        return next(
            (place for place in range(len(self.bars)) if self._column(place).contains(point)), None
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
        self.setMinimumHeight(self._theme.px(150))
        self._number()
        self.update()


def is_number(code: str) -> bool:
    """Return whether the code of an answer is a decimal number."""
    return code.removeprefix("-").replace(".", "", 1).isdigit()
