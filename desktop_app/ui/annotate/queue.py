"""The queue widget: the list of items with their states, a filter and a search field.

The module is longer than most because the model of the list, its painting and its keys depend on
each other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QIcon, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)

from desktop_app.ui.accessible import announce
from desktop_app.ui.annotate.entries import NO_WORDS, Entry, EntryQueue, QueueFilter
from desktop_app.ui.layouts import in_column
from desktop_app.ui.messages import translate_message
from desktop_app.ui.plain_text import PlainCombo, draw_focus, elided, plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.parts import label
from desktop_app.workspace.work_states import State

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_WRAPPED = int(
    Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
)
# Width in pixels of the narrow queue at 100 % text, and the least and largest widths of the wide
# one; `WIDEST` is the limit of the least width at any text size, because texts need the space.
_NARROW, _LEAST, _LARGEST = 52, 140, 320
WIDEST = 220
# Roles for the delegate: the entry, its state as a text, and the icons of its state and its mark.
ENTRY_ROLE = Qt.ItemDataRole.UserRole
STATE_ROLE = Qt.ItemDataRole.UserRole + 1
_STATE_ICON_ROLE = Qt.ItemDataRole.UserRole + 2
_MARK_ICON_ROLE = Qt.ItemDataRole.UserRole + 3


class QueueModel(QAbstractListModel):
    """List model of the entries that pass the filter.

    `rows`: the index in the queue of each row's entry, ascending
    """

    def __init__(self, entries: Sequence[Entry], theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._entries = entries
        self._theme = theme
        self._icons: dict[str, QIcon] = {}
        self.rows = list(range(len(entries)))

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        entry = self._entries[self.rows[index.row()]]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{entry.number:03}  {entry.words}"
        if role == Qt.ItemDataRole.DecorationRole:
            # A mark says more than the state, except *skipped* on a done item.
            is_hidden = entry.mark == "skipped" and entry.state is State.DONE
            return (None if is_hidden else self._mark_icon(entry)) or self._state_icon(entry)
        if role == _STATE_ICON_ROLE:
            return self._state_icon(entry)
        if role == _MARK_ICON_ROLE:
            return self._mark_icon(entry)
        if role == Qt.ItemDataRole.ToolTipRole:
            state = self.state_words(entry)
            reason = f"\n{entry.reason}" if entry.reason else ""
            lines = "\n".join(self.lines(entry))
            return plain_tip(f"{entry.number:03} · {state}\n{lines}{reason}")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.words_of(entry)
        if role == ENTRY_ROLE:
            return entry
        if role == STATE_ROLE:
            return self.brief_state(entry)
        return None

    def words_of(self, entry: Entry) -> str:
        """Return the number, state and text lines of an entry, as screen readers read it."""
        return ", ".join((str(entry.number), self.state_words(entry), *self.lines(entry)))

    @staticmethod
    def lines(entry: Entry) -> list[str]:
        """Return the text lines of a row: the title of the stage, if it is named, and the label."""
        work = [translate_message(entry.work)] if entry.work else []
        return work if work and entry.words == NO_WORDS else [*work, entry.words]

    def show_rows(self, rows: list[int]) -> None:
        """Show other rows."""
        # A reset loses the selection and the scroll position, so equal rows are not set again.
        if rows != self.rows:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def changed(self, place: int) -> None:
        """Repaint the row of the entry with the index `place` in the queue, if it is shown."""
        row = self.row_of(place)
        if row is not None:
            index = self.index(row)
            self.dataChanged.emit(index, index)

    def row_of(self, place: int) -> int | None:
        """Return the row of the entry with the index `place`, or None if the filter hides it."""
        # `rows` is ascending. A linear search would make each step slower in long queues.
        row = bisect_left(self.rows, place)
        return row if row < len(self.rows) and self.rows[row] == place else None

    def forget_icons(self) -> None:
        """Drop the cached icons, so that they are drawn in the colours of the new theme."""
        self._icons.clear()
        if self.rows:
            self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))

    def brief_state(self, entry: Entry) -> str:
        """Return the state of an entry for its row, without its mark, which is an icon there.

        “waiting for the model” is shortened. Longer texts would make all rows taller.
        """
        if entry.waits:
            return self.tr("waiting")
        state = {
            State.TODO: self.tr("to do"),
            State.DRAFT: self.tr("draft"),
            State.DONE: self.tr("done"),
        }[entry.state]
        if entry.is_stale and entry.state is State.TODO:
            state = self.tr("answer again")
        elif entry.has_other_text:
            state = self.tr("text changed")
        elif entry.lead_change and entry.state is State.DONE:
            state = self.tr("changed by lead")
        return state

    def state_words(self, entry: Entry) -> str:
        """Return the state and the mark of an entry as a text."""
        state = self.tr("waiting for the model") if entry.waits else self.brief_state(entry)
        marks = {"flagged": self.tr("flagged"), "skipped": self.tr("skipped")}
        return f"{state}, {marks.get(entry.mark, entry.mark)}" if entry.mark else state

    def _state_icon(self, entry: Entry) -> QIcon:
        name, role = {
            State.TODO: ("todo", Role.SECONDARY),
            State.DRAFT: ("draft", Role.ACCENT),
            State.DONE: ("done", Role.GOOD),
        }[entry.state]
        if entry.is_stale and entry.state is State.TODO:
            name, role = "anew", Role.ACCENT
        elif entry.has_other_text or (entry.lead_change and entry.state is State.DONE):
            name, role = "anew", Role.WARN
        return self._icon(name, role)

    def _mark_icon(self, entry: Entry) -> QIcon | None:
        if not entry.mark:
            return None
        name, role = ("flag", Role.WARN) if entry.mark == "flagged" else ("skip", Role.SECONDARY)
        return self._icon(name, role)

    def _icon(self, name: str, role: Role) -> QIcon:
        if name not in self._icons:
            self._icons[name] = self._theme.icon(name, role)
        return self._icons[name]


class EntryDelegate(QStyledItemDelegate):
    """Draws an entry: number, state and mark, the title of the stage if it is named, and the label.

    All rows have the same height. The state is never shortened. If one of the states in the queue
    does not fit next to the number, because of large text or long words, all states are drawn below
    the numbers.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.is_narrow = False
        self._states: frozenset[str] = frozenset()
        self._work_lines = 0
        # Cache of `state_lines` by row width and text scale.
        self._lines: dict[tuple[int, float], int] = {}

    def set_states(self, states: frozenset[str]) -> bool:
        """Set all state texts of the queue. Return whether the height of rows may have changed."""
        changed = states != self._states
        if changed:
            self._states = states
            self._lines.clear()
        return changed

    def set_has_work_line(self, several: bool) -> None:
        """Set whether rows have a line for the title of the stage."""
        self._work_lines = int(several)

    def state_lines(self, width: int) -> int:
        """Return the number of lines for states below the number, in rows `width` pixels wide.

        0 means that all states fit next to the number.
        """
        key = width, self._theme.text_scale
        # Cached, because this is called for every row that is painted.
        if key not in self._lines:
            self._lines[key] = self._count_lines(width)
        return self._lines[key]

    def _count_lines(self, width: int) -> int:
        theme, gap = self._theme, self._theme.px(8)
        metrics = QFontMetrics(theme.ui_font(12))
        beside = width - 2 * gap - self._state_start()
        if all(metrics.horizontalAdvance(state) <= beside for state in self._states):
            return 0
        # A height that no text exceeds: only the number of wrapped lines matters.
        below = QRect(0, 0, width - 2 * gap, 10_000)
        return max(
            round(metrics.boundingRect(below, _WRAPPED, state).height() / metrics.height())
            for state in self._states
        )

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if self.is_narrow:
            return QSize(0, self._theme.px(32))
        view: Any = option
        lines = self.state_lines(view.widget.viewport().width()) if view.widget else 0
        return QSize(0, self._theme.px(46) + (lines + self._work_lines) * self._line())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._theme
        view: Any = option
        view.widget.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, view.widget
        )
        painter.save()
        if view.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, view.rect, theme)
        entry = index.data(ENTRY_ROLE)
        if self.is_narrow:
            icon = index.data(Qt.ItemDataRole.DecorationRole)
            self._paint_narrow(painter, view, icon, str(entry.number))
            painter.restore()
            return
        icon, mark = index.data(_STATE_ICON_ROLE), index.data(_MARK_ICON_ROLE)
        state = index.data(STATE_ROLE)
        side, gap = theme.px(14), theme.px(8)
        box: QRect = view.rect.adjusted(gap, theme.px(5), -gap, -theme.px(5))
        # From top to bottom: icon and number, wrapped state, title of the stage, label.
        lines = self.state_lines(view.rect.width())
        more = self._work_lines * self._line()
        tall = (box.height() - lines * self._line() - more) // 2
        upper = QRect(box.left(), box.top(), box.width(), tall)
        middle = QRect(box.left(), upper.bottom(), box.width(), lines * self._line())
        work = QRect(box.left(), middle.bottom(), box.width(), more)
        lower = QRect(box.left(), box.bottom() - tall, box.width(), tall)
        # Qt mirrors the alignment of texts, but not the places.
        placed = partial(QStyle.visualRect, view.direction, view.rect)
        icon.paint(painter, placed(QRect(box.left(), upper.center().y() - side // 2, side, side)))
        if mark is not None:
            # Behind the label, which is cut anyway; the state needs its whole line.
            end = box.right() + 1 - side
            mark.paint(painter, placed(QRect(end, lower.center().y() - side // 2, side, side)))
            lower = placed(lower.adjusted(0, 0, -side - theme.px(6), 0))
        number, small = theme.ui_font(12, bold=True), theme.ui_font(12)
        painter.setFont(number)
        painter.setPen(theme.color(Role.TEXT))
        beside = placed(upper.adjusted(side + theme.px(6), 0, 0, 0))
        painter.drawText(beside, _MIDDLE, f"{entry.number:03}")
        painter.setFont(small)
        painter.setPen(theme.color(Role.SECONDARY))
        if lines:
            painter.drawText(middle, _WRAPPED, state)
        else:
            painter.drawText(placed(upper.adjusted(self._state_start(), 0, 0, 0)), _MIDDLE, state)
        painter.setPen(theme.color(Role.TEXT))
        texts = QueueModel.lines(entry)
        # The first of the two texts has the text colour, the second one the secondary colour.
        places = (work, lower) if more and entry.work else (lower,)
        for place, text in zip(places, texts, strict=False):
            shown = elided(text, QFontMetrics(small), place.width())
            painter.drawText(place, _MIDDLE, shown)
            painter.setPen(theme.color(Role.SECONDARY))
        painter.restore()

    def _paint_narrow(self, painter: QPainter, view: Any, icon: QIcon, number: str) -> None:
        """Draw only the icon and the number."""
        theme = self._theme
        is_open = bool(view.state & QStyle.StateFlag.State_Selected)
        painter.setFont(theme.ui_font(12, bold=is_open))
        painter.setPen(theme.color(Role.TEXT if is_open else Role.SECONDARY))
        side, gap = theme.px(12), theme.px(4)
        width = side + gap + painter.fontMetrics().horizontalAdvance(number)
        left = view.rect.center().x() - width // 2
        placed = partial(QStyle.visualRect, view.direction, view.rect)
        icon.paint(painter, placed(QRect(left, view.rect.center().y() - side // 2, side, side)))
        painter.drawText(
            placed(view.rect.adjusted(left + side + gap - view.rect.x(), 0, 0, 0)), _MIDDLE, number
        )

    def _line(self) -> int:
        return QFontMetrics(self._theme.ui_font(12)).height()

    def _state_start(self) -> int:
        """Return the pixels between the inner left edge of a row and a state next to the number."""
        theme = self._theme
        number = QFontMetrics(theme.ui_font(12, bold=True)).horizontalAdvance("0000")
        return theme.px(14) + theme.px(6) + number + theme.px(4)


class Queue(QFrame):
    """The pane with the queue. It requests items; the controller opens them."""

    requested = Signal(int)  # the index of an entry, possibly of the open one
    left = Signal()  # the focus should go back to the panel

    def __init__(self, queue: EntryQueue, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._queue = queue
        self._entries = entries = queue.entries
        self._counts = counts = queue.counts
        # Items to answer or check again are rare: their filters are offered only if there are any.
        rare = (QueueFilter.STALE, QueueFilter.CHANGED, QueueFilter.LEAD)
        self._parts = [part for part in QueueFilter if part not in rare or counts[part]]
        self._theme = theme
        self._current = -1
        # Whether states have changed since the rows were filtered.
        self._outdated = False
        # Scrolls to the open item after the new heights of rows have been applied.
        self._returning = QTimer(self, singleShot=True, interval=0)
        self._returning.timeout.connect(self._show_current)
        # Reads the texts before somebody searches them: in a long queue, this takes a second.
        self._reading = QTimer(self, interval=0)
        self._reading.timeout.connect(self._read_some)
        self.setProperty("kind", "pane")
        # Whether only the states and numbers of items are shown.
        self.is_narrow = False
        self.width_button = IconButton("sidebar", theme, self.tr("Show the list of items"))
        self.width_button.hide()
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search items"))
        self.search.setToolTip(self.tr("Search by number or words of the texts (Ctrl+L)"))
        self.search.setClearButtonEnabled(True)
        for clear in self.search.findChildren(QToolButton):
            clear.setAccessibleName(self.tr("Clear the search"))
            clear.setIcon(theme.icon("close", Role.SECONDARY))
        self.part = PlainCombo(theme)
        self.part.setAccessibleName(self.tr("Items to show"))
        self.model = QueueModel(entries, theme, self)
        self.list = QListView()
        self.list.setAccessibleName(self.tr("Items"))
        self.list.setModel(self.model)
        self._delegate = EntryDelegate(theme, self)
        self._delegate.set_has_work_line(any(len(self.model.lines(one)) > 1 for one in entries))
        self.list.setItemDelegate(self._delegate)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setProperty("kind", "rows")
        # Otherwise Qt asks for the size of every row whenever rows change.
        self.list.setUniformItemSizes(True)
        # Qt's minimum is wider than the narrow list.
        self.list.setMinimumSize(1, 1)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.empty = label(self.tr("No matching items."), "secondary", wrap=True)
        self.empty.hide()
        layout = in_column(on=self, margins=10, gap=8)
        layout.addWidget(self.width_button, 0, Qt.AlignmentFlag.AlignHCenter)
        for widget in (self.search, self.part, self.empty):
            layout.addWidget(widget)
        layout.addWidget(self.list, 1)
        self._fill_parts()
        self._make_room()
        self.search.installEventFilter(self)
        self.search.textChanged.connect(self._on_searched)
        self.part.currentIndexChanged.connect(lambda _: self._filter())
        self.list.clicked.connect(self._on_clicked)
        self.list.activated.connect(self._on_chosen)
        theme.changed.connect(self._on_theme_changed)

    def set_narrow(self, on: bool) -> None:
        """Show only the states and numbers of items, or all about them."""
        if on == self.is_narrow:
            return
        self.is_narrow = self._delegate.is_narrow = on
        for widget in (self.search, self.part):
            widget.setHidden(on)
        self.width_button.setVisible(on)
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(*((5, 8, 5, 8) if on else (10, 10, 10, 10)))
        if on and self.search.text():
            # Otherwise nobody could see why items are missing.
            self.search.clear()
        self.fit_width()
        self.list.scheduleDelayedItemsLayout()
        self._returning.start()

    def fit_width(self) -> None:
        """Set the limits of the width for the text size."""
        px = self._theme.px
        if self.is_narrow:
            self.setFixedWidth(px(_NARROW))
            return
        self.setMinimumWidth(min(px(_LEAST), WIDEST))
        self.setMaximumWidth(px(_LARGEST))

    def set_current(self, place: int) -> None:
        """Select the open item; -1 for none."""
        self._current = place
        # Without a filter and a search, all rows stay. Filtering them again would take more time in
        # a longer queue.
        if self._outdated and (self.part.currentIndex() > 0 or self.search.text()):
            self._filter()
        else:
            self._show_current()

    def entry_changed(self, place: int) -> None:
        """Show the new state of an entry and the new counts.

        A row that no longer passes the filter stays until another item is opened: removing it would
        move the selection while someone works on the item.
        """
        self._outdated = True
        self.model.changed(place)
        self._fill_parts()
        self._make_room()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Prepare the search when its field gets the focus, and handle the keys in the field.

        Enter and Down go to the list, Esc ends the search.
        """
        if watched is self.search and event.type() == QEvent.Type.FocusIn:
            self._reading.start()
            return False
        # Keys of the number pad have a special modifier, which is ignored.
        if (
            watched is not self.search
            or event.type() != QEvent.Type.KeyPress
            or not isinstance(event, QKeyEvent)
            or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            if self.model.rows:
                # After a search, the first result becomes current; without one, the row stays.
                here = self.list.currentIndex()
                stays = not self.search.text() and here.isValid()
                self.list.setCurrentIndex(here if stays else self.model.index(0))
                self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return True
        # The first Esc clears the search, the second leaves it.
        if event.key() == Qt.Key.Key_Escape:
            if self.search.text():
                self.search.clear()
            else:
                self.left.emit()
            return True
        return False

    def _read_some(self) -> None:
        if not self._queue.prepare_search():
            self._reading.stop()

    def _make_room(self) -> None:
        """Make rows tall enough for the states that occur."""
        if self._delegate.set_states(frozenset(map(self.model.brief_state, self._entries))):
            self.list.scheduleDelayedItemsLayout()

    def _on_theme_changed(self) -> None:
        self.model.forget_icons()
        for clear in self.search.findChildren(QToolButton):
            clear.setIcon(self._theme.icon("close", Role.SECONDARY))
        self.list.scheduleDelayedItemsLayout()
        # Rows have another height now; keep the open item visible.
        self._returning.start()

    def _on_chosen(self, index: QModelIndex) -> None:
        # Also emitted for the open item: the done page may be visible instead of it.
        self.requested.emit(self.model.rows[index.row()])

    def _on_clicked(self, index: QModelIndex) -> None:
        """Request an item and move the focus to the panel, so that keys answer its questions.

        Enter only requests it: someone who uses keys may be looking through the list.
        """
        self._on_chosen(index)
        self.left.emit()

    def _on_searched(self, text: str) -> None:
        self._filter()
        count = len(self.model.rows)
        found = self.tr("%n matching item(s)", "", count) if count else self.empty.text()
        announce("search", found if text else "")

    def words_of(self, place: int) -> str:
        """Return the number, state and label of an entry, as screen readers read it."""
        return self.model.words_of(self._entries[place])

    def _filter(self) -> None:
        self._outdated = False
        part = QueueFilter(self.part.currentData() or QueueFilter.ALL.value)
        self.model.show_rows(self._queue.find(part, self.search.text()))
        self.empty.setVisible(not self.model.rows)
        # In an empty list the focus would be invisible, so Tab skips it.
        stops = Qt.FocusPolicy.StrongFocus if self.model.rows else Qt.FocusPolicy.NoFocus
        self.list.setFocusPolicy(stops)
        self._show_current()

    def _show_current(self) -> None:
        row = self.model.row_of(self._current)
        if row is not None:
            index = self.model.index(row)
            self.list.setCurrentIndex(index)
            self.list.scrollTo(index)
        else:
            self.list.clearSelection()

    def _fill_parts(self) -> None:
        texts = {
            QueueFilter.ALL: self.tr("All"),
            QueueFilter.TODO: self.tr("To do"),
            QueueFilter.STALE: self.tr("Answer again"),
            QueueFilter.CHANGED: self.tr("Text changed"),
            QueueFilter.LEAD: self.tr("Changed by lead"),
            QueueFilter.DRAFT: self.tr("Drafts"),
            QueueFilter.DONE: self.tr("Done"),
            QueueFilter.FLAGGED: self.tr("Flagged"),
            QueueFilter.SKIPPED: self.tr("Skipped"),
        }
        for place, part in enumerate(self._parts):
            text = f"{texts[part]}  {self._counts[part]}"
            # Texts are changed in place: clearing the box would reset the chosen filter.
            if place < self.part.count():
                self.part.setItemText(place, text)
            else:
                self.part.addItem(text, part.value)
