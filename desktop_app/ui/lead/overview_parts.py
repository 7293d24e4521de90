"""Parts of the overview page: the rows of tasks, the figures, and the cells of the people.

The module is longer than most because it contains all parts of one page, each a class of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

from PySide6.QtCore import QCoreApplication, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.colours import Role, mixed
from desktop_app.ui.lead.table import Index, Table
from desktop_app.ui.messages import clock_time, day_text, translate_message
from desktop_app.ui.plain_text import PlainLabel, draw_focus, empty
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import label, set_kind
from desktop_app.workspace.lead_tasks import LeadTask, local_day

# Icon of each kind of task, and whether it is drawn as a warning.
_ICONS = {
    "people": ("people", False),
    "assign": ("assign", False),
    "not_sent": ("bundle", False),
    "inbox": ("merge", False),
    "locked": ("warning", True),
    "refused": ("warning", True),
    "unreadable": ("warning", True),
    "required_keys": ("warning", True),
    "submissions": ("inbox", False),
    "not_assigned": ("warning", True),
    "conflicts": ("conflicts", True),
    "decisions": ("conflicts", True),
    "missing": ("waiting", True),
    "waiting": ("waiting", True),
    "left": ("people", True),
    "withdrawn": ("people", True),
    "quiet": ("clock", True),
    "outdated": ("bundle", True),
    "stale": ("form", False),
    "earlier_texts": ("text", False),
    "unassigned": ("assign", False),
    "next_job": ("models", False),
    "unread": ("comment", False),
    "agreement": ("agreement", False),
    "runs": ("models", True),
    "keys": ("consent", False),
    "done": ("done", False),
}
# Pixels at 100 % text.
_BUTTON, _ROW, _TRACK, _PILL = 138, 56, 150, 18
_SHORTEST_TRACK, _EDGES, _LEAST_PILL = 44, 8, 150
# The space on each side of a text in a cell, and the widest column.
_EDGE, _WIDEST_TEXT = 14, 320
# Rows of people above which the table scrolls.
_MOST_ROWS = 30
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class _TaskButton(QPushButton):
    """The button of a task: Enter presses it, and the arrow keys move to other tasks."""

    moved = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.key() in steps:
            self.moved.emit(steps[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class TaskRow(QWidget):
    """A task: its icon, two lines, and the button that resolves it."""

    def __init__(self, task: LeadTask, theme: Theme, *, is_first: bool) -> None:
        super().__init__()
        self.task = task
        self._theme = theme
        self.icon = PlainLabel()
        self.text = label(translate_message(task.text), "strong", wrap=True)
        self.detail = label(translate_message(task.detail), "secondary", wrap=True)
        self.button = _TaskButton(translate_message(task.action))
        self.button.setAutoDefault(False)
        # One filled button on the page: that of the most urgent task.
        if is_first:
            self.button.setProperty("kind", "primary")
        self.button.setAccessibleName(f"{self.button.text().rstrip('…')}: {self.text.text()}")
        self.button.setAccessibleDescription(self.detail.text())
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self.text)
        words.addWidget(self.detail)
        words.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 4, 14, 4)
        layout.setSpacing(12)
        layout.addWidget(self.icon)
        layout.addLayout(words, 1)
        layout.addWidget(self.button)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _apply_theme(self) -> None:
        theme = self._theme
        icon, warns = _ICONS.get(self.task.kind, ("info", False))
        role = Role.WARN if warns else Role.SECONDARY
        if self.button.property("kind") == "primary" and not warns:
            role = Role.ACCENT
        self.icon.setPixmap(theme.icon(icon, role).pixmap(theme.px(17)))
        self.button.setMinimumWidth(theme.px(_BUTTON))
        self.setMinimumHeight(theme.px(_ROW))


class TaskList(QWidget):
    """The rows of the tasks, the most urgent first. The arrow keys move between their buttons.

    Signal `pressed(task)`: the button of a task was pressed.
    """

    pressed = Signal(object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(name)
        self.rows: list[TaskRow] = []
        # Never visible. It keeps the place of the rows in the Tab order, which Qt otherwise derives
        # from the order of creation.
        self._place = QWidget(self)
        self._place.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._place.hide()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)

    def show_tasks(self, tasks: Sequence[LeadTask]) -> None:
        """Replace the rows; the button of the same kind of task keeps the focus.

        If the first one had it, the first one keeps it, for example at the start, when files in the
        inbox become a task above the others.
        """
        if [row.task for row in self.rows] == list(tasks):
            return
        focused = next((row.task.kind for row in self.rows if row.button.hasFocus()), "")
        was_first = bool(self.rows) and self.rows[0].button.hasFocus()
        for row in self.rows:
            # Otherwise Qt would move the focus to a control further down, and scroll to it.
            row.button.clearFocus()
        empty(self._layout)
        self.rows = []
        for task in tasks:
            line = QFrame()
            line.setProperty("kind", "rail")
            line.setFixedHeight(1)
            self._layout.addWidget(line)
            row = TaskRow(task, self._theme, is_first=not self.rows)
            row.button.clicked.connect(lambda _=False, task=task: self.pressed.emit(task))
            row.button.moved.connect(self._move)
            self.rows.append(row)
            self._layout.addWidget(row)
        self._layout.addStretch(1)
        for before, row in zip(
            [self._place, *(one.button for one in self.rows[:-1])], self.rows, strict=True
        ):
            QWidget.setTabOrder(before, row.button)
        if focused and self.rows:
            same = [row for row in self.rows if row.task.kind == focused and not was_first]
            (same or self.rows)[0].button.setFocus()

    @property
    def first(self) -> QWidget | None:
        """The button of the most urgent task."""
        return self.rows[0].button if self.rows else None

    def _move(self, step: int) -> None:
        places = [place for place, row in enumerate(self.rows) if row.button.hasFocus()]
        place = (places[0] if places else 0) + step
        if 0 <= place < len(self.rows):
            button = self.rows[place].button
            button.setFocus(Qt.FocusReason.TabFocusReason)


class Figure(QAbstractButton):
    """A key figure with its caption. If it stands for items, clicking it lists them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        # The policy of a button would keep it as wide as its caption on one line.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.value = label(kind="figure")
        self.unit = label(kind="secondary")
        self.caption = label(kind="secondary", wrap=True)
        upper = QHBoxLayout()
        upper.setSpacing(5)
        upper.addWidget(self.value, 0, Qt.AlignmentFlag.AlignBaseline)
        upper.addWidget(self.unit, 1, Qt.AlignmentFlag.AlignBaseline)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 3, 2, 3)
        layout.setSpacing(0)
        layout.addLayout(upper)
        layout.addWidget(self.caption)
        layout.addStretch(1)

    def show_figure(self, value: str, unit: str, caption: str, *, opens: bool) -> None:
        """Show a figure; `opens`: whether there are items to list."""
        self.value.setText(value)
        self.unit.setText(unit)
        self.caption.setText(caption)
        self.setAccessibleName(" ".join(part for part in (value, unit, caption) if part))
        self.setAccessibleDescription(self.tr("Enter lists the items") if opens else "")
        self.setEnabled(opens)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if opens else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if opens else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus():
            painter = QPainter(self)
            draw_focus(painter, self.rect(), self._theme)
            painter.end()


class _CellDelegate(QStyledItemDelegate):
    """Draws the background of a cell, then calls `draw`."""

    def __init__(
        self, theme: Theme, parent: QWidget, draw: Callable[[QPainter, QRect, Any, str], None]
    ) -> None:
        super().__init__(parent)
        self._theme, self._draw = theme, draw

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view: Any = option
        self.initStyleOption(option, index)
        text = view.text
        view.text = ""
        style = view.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, view.widget)
        table: Any = view.widget
        space = self._theme.px(14)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw(painter, view.rect.adjusted(space, 0, -space, -1), table.rows.row(index), text)
        painter.restore()


class PeopleTable(Table):
    """A table of people, with a bar in one column and a pill in another.

    `bar`: position of the column with the bar; its text is on the right of it
    `pill`: position of the last column, which starts with the state of the bundle
    `share`: returns the shares of a person's answers that are merged, and that are received
    `state`: returns the word in the pill of a person, its colour, and the text next to it
    """

    def __init__(
        self,
        columns: Sequence[Any],
        name: str,
        theme: Theme,
        *,
        bar: int,
        pill: int,
        share: Callable[[Any], tuple[float, float]],
        state: Callable[[Any], tuple[str, Role | None, str]],
    ) -> None:
        # Pixels that a column needs in addition to its text.
        # Cells have wider edges than those of other tables if there is room.
        plain = dict.fromkeys(range(pill), _EDGES)
        self._wide = {**plain, bar: _TRACK + 10, pill: 0}
        self._bar, self._pill = bar, pill
        self._share, self._state = share, state
        # Width of the longest text next to a bar, in pixels: all bars have the same length.
        self._bar_text = 0
        super().__init__(columns, name, theme)
        self.identity = lambda one: one.id
        set_kind(self, "flush")
        self.heads.sortIndicatorChanged.connect(lambda *_: self.fit())
        # The text next to the pill may be shortened.
        self.least_stretch = _LEAST_PILL
        # The page scrolls, not the table.
        self.rows_in_sight = _MOST_ROWS
        self.setItemDelegateForColumn(0, _CellDelegate(theme, self, self._draw_name))
        self.setItemDelegateForColumn(bar, _CellDelegate(theme, self, self._draw_bar))
        self.setItemDelegateForColumn(pill, _CellDelegate(theme, self, self._draw_state))

    def fit(self) -> None:
        """Set the column widths, with room for what is drawn in addition to the texts."""
        super().fit()
        self._fit_texts()
        texts = QFontMetrics(self._theme.ui_font(13))
        show = self.rows.columns[self._bar].text
        self._bar_text = max(
            (texts.horizontalAdvance(show(one)) for one in self.rows.rows), default=0
        )
        self._fitting = True
        header = self.horizontalHeader()
        # A narrow table has shorter bars and narrower edges rather than hidden columns.
        pill = header.sectionSize(self._pill) - self._least.get(self._pill, 0)
        shown = {at: more for at, more in self._wide.items() if not self.isColumnHidden(at)}
        others = sum(self._theme.px(more) for at, more in shown.items() if at != self._bar)
        spare = self.viewport().width() - header.length() + max(0, pill) - others
        # The bars leave their room to the texts next to the pills.
        spare -= max(0, self._widest_state() - self._least.get(self._pill, 0))
        shortest = self._theme.px(_SHORTEST_TRACK)
        edges = 1 - max(0, shortest - spare) / others if others else 1.0
        narrow = self._narrowest_state()
        texts_only = header.length() - header.sectionSize(self._pill) + narrow
        if texts_only + shortest > self.viewport().width():
            # The names need the room of the bars, which only repeat the numbers.
            shortest = 0
        for column, more in shown.items():
            added = int(self._theme.px(more) * max(0.0, edges))
            if column == self._bar:
                added = max(shortest, min(self._theme.px(more), spare))
            if column not in self._by_hand:
                header.resizeSection(column, header.sectionSize(column) + added)
                self._needed[column] = header.sectionSize(column)
        # A bar and a pill are not shortened like a text.
        self._titles[self._bar] = header.sectionSize(self._bar)
        self._titles[self._pill] = max(narrow, self._titles.get(self._pill, 0))
        self._fitting = False
        self._stretch()

    def set_column_shown(self, place: int, shown: bool) -> None:
        if self.isColumnHidden(place) == shown:
            super().set_column_shown(place, shown)
            self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def _fit_texts(self) -> None:
        """Make the columns as wide as their texts, so that names and states are not shortened.

        Only the column that sorts the rows keeps room for the arrow in its header.
        """
        header, theme = self.horizontalHeader(), self._theme
        cells, names = self.fontMetrics(), QFontMetrics(theme.ui_font(13, bold=True))
        sorting = header.sortIndicatorSection()
        self._fitting = True
        for place, column in enumerate(self.rows.columns):
            if place in (sorting, self._pill) or place in self._by_hand:
                continue
            metrics = names if place == 0 else cells
            texts = [metrics.horizontalAdvance(column.text(one)) for one in self.rows.rows]
            widest = max([header.fontMetrics().horizontalAdvance(column.title), *texts])
            if not self.isColumnHidden(place):
                room = widest + theme.px(2 * _EDGE) + 2
                header.resizeSection(place, min(room, theme.px(_WIDEST_TEXT)))
        self._fitting = False

    def _widest_state(self) -> int:
        """Return the width in pixels that the column of the pills needs, at most twice its least.

        As `_draw_state` draws it: the pill, the text, the arrow, the gaps and both edges.
        """
        theme = self._theme
        pill, rest = QFontMetrics(theme.ui_font(11)), QFontMetrics(theme.ui_font(12))
        widths = [0]
        for row in self.rows.rows:
            word, _, details = self._state(row)
            widths.append(
                (pill.horizontalAdvance(word) + theme.px(16) if word else 0)
                + (rest.horizontalAdvance(details) + theme.px(8) if details else 0)
                + theme.px(14 + 4)
                + theme.px(2 * 14)
            )
        return min(max(widths) + 4, 2 * theme.px(_LEAST_PILL))

    def _narrowest_state(self) -> int:
        """Return the width in pixels of the widest pill with the arrow, without the text."""
        pill, theme = QFontMetrics(self._theme.ui_font(11)), self._theme
        words = [pill.horizontalAdvance(self._state(row)[0]) for row in self.rows.rows]
        return max(words, default=0) + theme.px(16 + 14 + 4 + 2 * _EDGE) + 4

    def _draw_name(self, painter: QPainter, box: QRect, row: Any, text: str) -> None:
        font = self._theme.ui_font(13, bold=True)
        painter.setFont(font)
        painter.setPen(self._theme.color(Role.TEXT))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, _LEFT, shown)

    def _draw_bar(self, painter: QPainter, box: QRect, row: Any, text: str) -> None:
        theme = self._theme
        font = theme.ui_font(13)
        painter.setFont(font)
        painter.setPen(theme.color(Role.TEXT))
        painter.drawText(box, _RIGHT, text)
        width = min(box.width() - self._bar_text - theme.px(12), theme.px(_TRACK))
        height = theme.px(6)
        if width < theme.px(_SHORTEST_TRACK) / 2:
            return
        track = QRectF(box.left(), box.center().y() - height / 2 + 1, width, height)
        merged, received = self._share(row)
        surface, accent = theme.color(Role.SURFACE), theme.color(Role.ACCENT)
        painter.setPen(Qt.PenStyle.NoPen)
        for share, colour in (
            (1.0, mixed(surface, theme.color(Role.TEXT), 0.15)),
            (min(1.0, merged + received), mixed(surface, accent, 0.4)),
            (merged, accent),
        ):
            if share > 0:
                painter.setBrush(colour)
                part = QRectF(track)
                part.setWidth(max(height, width * share))
                painter.drawRoundedRect(part, height / 2, height / 2)

    def _draw_state(self, painter: QPainter, box: QRect, row: Any, text: str) -> None:
        theme = self._theme
        word, fill, rest = self._state(row)
        font = theme.ui_font(11)
        height = theme.px(_PILL)
        width = QFontMetrics(font).horizontalAdvance(word) + theme.px(16) if word else 0
        pill = QRect(box.left(), box.center().y() - height // 2 + 1, width, height)
        if word:
            plain = fill is None
            painter.setPen(theme.color(Role.BORDER) if plain else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(Role.WINDOW if fill is None else fill))
            radius = height / 2
            painter.drawRoundedRect(QRectF(pill).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
            painter.setFont(font)
            painter.setPen(theme.color(Role.SECONDARY if plain else Role.TEXT))
            painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, word)
        arrow = theme.px(14)
        at = QRect(box.right() - arrow, box.center().y() - arrow // 2 + 1, arrow, arrow)
        theme.icon("next", Role.SECONDARY).paint(painter, at)
        small = theme.ui_font(12)
        painter.setFont(small)
        painter.setPen(theme.color(Role.SECONDARY))
        left = pill.right() + theme.px(8)
        words = QRect(left, box.top(), at.left() - left - theme.px(4), box.height())
        texts = QFontMetrics(small)
        # A few letters say nothing; the tooltip has the whole text.
        if 2 * words.width() >= texts.horizontalAdvance(rest):
            shown = texts.elidedText(rest, Qt.TextElideMode.ElideRight, words.width())
            painter.drawText(words, _LEFT, shown)

    def _apply_theme(self) -> None:
        super()._apply_theme()
        self.verticalHeader().setDefaultSectionSize(self._theme.px(38))
        self.hug()


def short_day(day: date, today: date) -> str:
    """Return a date as “17 Nov”, with the year if it is 300 days or more from today."""
    return day_text(day, with_year=abs(day - today) >= timedelta(days=300))


def result_time(stamp: str, today: date) -> str:
    """Return when results were merged, as “Today, 14:05” or “17 Nov, 14:05”; “” for no time."""
    if not stamp:
        return ""
    day = short_day(local_day(stamp), today)
    if local_day(stamp) == today:
        day = QCoreApplication.translate("OverviewSection", "Today")
    words = QCoreApplication.translate("OverviewSection", "{day}, {hour}")
    return words.format(day=day, hour=clock_time(stamp))
