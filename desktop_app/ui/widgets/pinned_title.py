"""The title of the active question, over its options while it is scrolled out of sight."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.question_view import QuestionView, ShortLabel, paint_bar
from desktop_app.ui.word_wrap import lines_of

# Pixels at 100 % text above and below the title.
_AROUND = 4
# Maximum number of lines.
_LINES = 3
# Maximum share of the height of the form, where the options are taller than the form.
_SHARE = 0.35
# The same where the options fit, but not below one line of the title.
_LEAST_SHARE = 0.15


class PinnedTitle(QWidget):
    """Shows which question long options belong to.

    `active`: returns the question that keys answer; None if there is none
    """

    def __init__(
        self, area: QScrollArea, theme: Theme, active: Callable[[], QWidget | None]
    ) -> None:
        super().__init__(area.viewport())
        self._area, self._theme, self._active = area, theme, active
        self.label = ShortLabel()
        self.label.setParent(self)
        self.label.setProperty("kind", "strong")
        self.hide()
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit)
        area.verticalScrollBar().valueChanged.connect(self._fit)
        for watched in filter(None, (area.viewport(), area.widget())):
            watched.installEventFilter(self)

    def fit_soon(self) -> None:
        """Show, move or hide the title, after the pending layout."""
        self._fitting.start()

    def height_over(self, part: QWidget | None) -> int:
        """Return the height in pixels that the title of a question needs over its options.

        0 if it has no space, or if the part of the form is not a question with options.
        """
        if not isinstance(part, QuestionView) or not part.field.has_keys:
            return 0
        room, around = self._area.viewport().height(), 2 * self._theme.px(_AROUND)
        options = part.field.options_height()
        spare = room - options if options <= room else round(room * _SHARE)
        # The space that scrolling leaves below the options, and the one around the title.
        tall = self.label.fontMetrics().lineSpacing()
        most = min((spare - 2 * around) // tall, _LINES)
        # What is asked matters more than the end of the last option, unless the form is very low.
        if most < 1 and tall + around <= room * _LEAST_SHARE:
            most = 1
        needed = len(lines_of(part.text, self.label.font(), part.title.width()))
        return min(needed, most) * tall + around if most > 0 else 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fitting.start()
        return False

    def _fit(self) -> None:
        part = self._active()
        height = self.height_over(part)
        is_needed = False
        if height and isinstance(part, QuestionView) and part.title.isVisibleTo(part):
            room = self._area.viewport()
            title, end = part.title.mapTo(room, QPoint(0, 0)), part.mapTo(room, QPoint(0, 0))
            self.label.setText(part.text)
            self.label.setToolTip(plain_tip(part.text))
            self.label.setAccessibleName(part.text)
            self.label.set_most_lines(height // self.label.fontMetrics().lineSpacing())
            is_needed = title.y() < 0 and end.y() + part.height() > height
            self.setLayoutDirection(part.layoutDirection())
            self.setGeometry(end.x(), 0, part.width(), height)
            around = self._theme.px(_AROUND)
            inner = height - 2 * around
            self.label.setGeometry(title.x() - end.x(), around, part.title.width(), inner)
        self.setVisible(is_needed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_bar(painter, self, self.rect(), self._theme, Role.ACCENT)
            painter.setPen(self._theme.color(Role.BORDER))
            painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())
