"""The queue: which items there are, how far each is, and a search among them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QIcon, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.annotate.entries import Entry, Part, State, chosen
from desktop_app.ui.plain import PlainCombo
from desktop_app.ui.theme import Role, Theme

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_END = Qt.TextElideMode.ElideRight
ENTRY_ROLE = Qt.ItemDataRole.UserRole
STATE_ROLE = Qt.ItemDataRole.UserRole + 1


class QueueModel(QAbstractListModel):
    """The entries that are shown, in their order."""

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
            return self._icon(entry)
        if role == Qt.ItemDataRole.ToolTipRole:
            state = self.state_words(entry)
            reason = f"\n{entry.reason}" if entry.reason else ""
            return f"{entry.number:03} · {state}\n{entry.words}{reason}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{entry.number}, {self.state_words(entry)}, {entry.words}"
        if role == ENTRY_ROLE:
            return entry
        if role == STATE_ROLE:
            return self.state_words(entry)
        return None

    def show_rows(self, rows: list[int]) -> None:
        if rows != self.rows:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def changed(self, place: int) -> None:
        """Say that the entry at this place of the queue looks different now."""
        row = self.row_of(place)
        if row is not None:
            index = self.index(row)
            self.dataChanged.emit(index, index)

    def row_of(self, place: int) -> int | None:
        """Return the row that shows an entry, if one does."""
        row = bisect_left(self.rows, place)
        return row if row < len(self.rows) and self.rows[row] == place else None

    def forget_icons(self) -> None:
        self._icons.clear()
        if self.rows:
            self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))

    def state_words(self, entry: Entry) -> str:
        state = {
            State.TODO: self.tr("to do"),
            State.DRAFT: self.tr("draft"),
            State.DONE: self.tr("done"),
        }[entry.state]
        marks = {"flagged": self.tr("flagged"), "skipped": self.tr("skipped")}
        return f"{state}, {marks.get(entry.mark, entry.mark)}" if entry.mark else state

    def _icon(self, entry: Entry) -> QIcon:
        name, role = {
            State.TODO: ("todo", Role.SECONDARY),
            State.DRAFT: ("draft", Role.ACCENT),
            State.DONE: ("done", Role.GOOD),
        }[entry.state]
        if entry.mark == "flagged":
            name, role = "flag", Role.WARN
        elif entry.mark == "skipped" and entry.state is not State.DONE:
            name, role = "skip", Role.SECONDARY
        if name not in self._icons:
            self._icons[name] = self._theme.icon(name, role)
        return self._icons[name]


class EntryDelegate(QStyledItemDelegate):
    """Draws an entry in two lines: its state with the number, then the first words."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._theme.px(46))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._theme
        view: Any = option
        view.widget.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, view.widget
        )
        icon = index.data(Qt.ItemDataRole.DecorationRole)
        entry = index.data(ENTRY_ROLE)
        side, gap = theme.px(14), theme.px(8)
        box: QRect = view.rect.adjusted(gap, theme.px(5), -gap, -theme.px(5))
        upper = QRect(box.left(), box.top(), box.width(), box.height() // 2)
        lower = QRect(box.left(), upper.bottom(), box.width(), box.height() // 2)
        icon.paint(painter, QRect(box.left(), upper.center().y() - side // 2, side, side))
        number, small = theme.ui_font(12, bold=True), theme.ui_font(12)
        painter.save()
        painter.setFont(number)
        painter.setPen(theme.color(Role.TEXT))
        start = box.left() + side + theme.px(6)
        text = f"{entry.number:03}"
        place = QRect(start, upper.top(), box.right() - start, upper.height())
        painter.drawText(place, _MIDDLE, text)
        used = QFontMetrics(number).horizontalAdvance(text) + theme.px(6)
        painter.setFont(small)
        painter.setPen(theme.color(Role.SECONDARY))
        place = place.adjusted(used, 0, 0, 0)
        metrics = QFontMetrics(small)
        state = metrics.elidedText(index.data(STATE_ROLE), _END, place.width())
        painter.drawText(place, _MIDDLE, state)
        painter.setPen(theme.color(Role.TEXT))
        painter.drawText(lower, _MIDDLE, metrics.elidedText(entry.words, _END, lower.width()))
        painter.restore()


class Queue(QFrame):
    """The list at the left. It asks for an item; it opens none."""

    requested = Signal(int)  # place in the queue

    def __init__(
        self,
        entries: Sequence[Entry],
        counts: Mapping[Part, int],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._entries = entries
        self._counts = counts
        self._theme = theme
        self._current = -1
        self.setProperty("kind", "pane")
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search items"))
        self.search.setAccessibleName(self.tr("Search items"))
        self.search.setToolTip(self.tr("Search by number or words (Ctrl+L)"))
        self.search.setClearButtonEnabled(True)
        self.part = PlainCombo(theme)
        self.part.setAccessibleName(self.tr("Which items to show"))
        self.model = QueueModel(entries, theme, self)
        self.list = QListView()
        self.list.setAccessibleName(self.tr("Items"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(EntryDelegate(theme, self))
        self.list.setProperty("kind", "rows")
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.empty = QLabel(self.tr("No item is like that."))
        self.empty.setProperty("kind", "secondary")
        self.empty.setWordWrap(True)
        self.empty.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.setSpacing(8)
        for widget in (self.search, self.part, self.empty):
            layout.addWidget(widget)
        layout.addWidget(self.list, 1)
        self._fill_parts()
        self.search.textChanged.connect(lambda _: self._filter())
        self.part.currentIndexChanged.connect(lambda _: self._filter())
        self.list.clicked.connect(self._on_chosen)
        self.list.activated.connect(self._on_chosen)
        theme.changed.connect(self._on_theme_changed)

    def set_current(self, place: int) -> None:
        self._current = place
        self._show_current()

    def entry_changed(self, place: int) -> None:
        """Show an entry's new state and the new counts; the entry stays in sight for now."""
        self.model.changed(place)
        self._fill_parts()

    def refresh(self) -> None:
        self._filter()

    def _on_theme_changed(self) -> None:
        self.model.forget_icons()
        self.list.scheduleDelayedItemsLayout()

    def _on_chosen(self, index: QModelIndex) -> None:
        place = self.model.rows[index.row()]
        if place != self._current:
            self.requested.emit(place)

    def _filter(self) -> None:
        part = Part(self.part.currentData() or Part.ALL.value)
        self.model.show_rows(chosen(self._entries, part, self.search.text()))
        self.empty.setVisible(not self.model.rows)
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
            Part.ALL: self.tr("All"),
            Part.TODO: self.tr("To do"),
            Part.DRAFT: self.tr("Drafts"),
            Part.DONE: self.tr("Done"),
            Part.FLAGGED: self.tr("Flagged"),
            Part.SKIPPED: self.tr("Skipped"),
        }
        for place, part in enumerate(Part):
            text = f"{texts[part]}  {self._counts[part]}"
            if place < self.part.count():
                self.part.setItemText(place, text)
            else:
                self.part.addItem(text, part.value)
