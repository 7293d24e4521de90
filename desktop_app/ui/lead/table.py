"""Table of plain rows: searchable and sortable, with numbers aligned right.

Only visible cells are computed, so a table may have many thousands of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from desktop_app.ui.lead.table_header import Heads
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
# Rows that are measured to find the width of a column.
_MOST_SAMPLED = 40
_LOWEST = 130  # pixels at 100 % text: the heads and two rows
_LEAST_STRETCH = 200  # pixels at 100 % text that a stretching column keeps, if it needs them
_WIDEST = 320  # pixels at 100 % text that a column takes by itself


@dataclass(frozen=True)
class Col:
    """Column of a table.

    `show`: returns the value of a row; numbers are formatted for the system's region
    `number`: aligned right
    `order`: returns the value to sort by; None: the shown one
    `stretch`: takes the width that the other columns leave
    `digits`: decimal places of fractions
    """

    title: str
    show: Callable[[Any], Any]
    number: bool = False
    order: Callable[[Any], Any] | None = None
    stretch: bool = False
    digits: int | None = None

    def text(self, row: Any) -> str:
        return shown(self.show(row), self.digits)


def shown(value: Any, digits: int | None = None) -> str:
    """Return a value as a cell shows it: numbers in the system's format, a dash for no value."""
    if value is None or value == "":
        return "–"
    # Before int: Python's bool is an int.
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        return QLocale().toString(value)
    if isinstance(value, float):
        return QLocale().toString(value, "f", 3 if digits is None else digits)
    return str(value)


class RowsModel(QAbstractTableModel):
    """Model of the rows that contain all words of the search, in the order of a column.

    `places`: indices in `rows` of the rows shown, in order
    `fold`: returns the text that a search looks at, in folded case; None: the cells' texts
    """

    def __init__(self, columns: Sequence[Col], parent: QWidget) -> None:
        super().__init__(parent)
        self.columns = list(columns)
        self.rows: Sequence[Any] = ()
        self.places: list[int] = []
        self.fold: Callable[[Any], str] | None = None
        # Texts to search, made at the first search.
        self._folded: list[str] | None = None
        self._search = ""
        self._sort: tuple[int, Qt.SortOrder] | None = None

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.places)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def row(self, index: Index) -> Any:
        return self.rows[self.places[index.row()]]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.places):
            return None
        column = self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(self.row(index))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(column.text(self.row(index)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{column.title}: {column.text(self.row(index))}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(self.columns[section])
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sort = (column, order) if 0 <= column < len(self.columns) else None
        self._arrange()

    def show_rows(self, rows: Sequence[Any]) -> None:
        self.rows = rows
        self._folded = None
        self._arrange()

    def show_columns(self, columns: Sequence[Col], rows: Sequence[Any]) -> None:
        self.beginResetModel()
        self.columns = list(columns)
        self.rows, self._folded, self._sort = rows, None, None
        self.places = self._chosen()
        self.endResetModel()

    def search(self, text: str) -> None:
        if text != self._search:
            self._search = text
            self._arrange()

    def _arrange(self) -> None:
        self.beginResetModel()
        self.places = self._chosen()
        self.endResetModel()

    def _chosen(self) -> list[int]:
        places = list(range(len(self.rows)))
        words = self._search.casefold().split()
        if words:
            if self._folded is None:
                fold = self.fold
                self._folded = [
                    fold(row)
                    if fold is not None
                    else "\n".join(str(column.show(row)) for column in self.columns).casefold()
                    for row in self.rows
                ]
            folded = self._folded
            places = [place for place in places if all(word in folded[place] for word in words)]
        if self._sort is not None:
            column = self.columns[self._sort[0]]
            value = column.order or column.show
            places.sort(
                key=lambda place: _ordered(value(self.rows[place])),
                reverse=self._sort[1] == Qt.SortOrder.DescendingOrder,
            )
        return places


class Table(QTableView):
    """Table whose rows are selected as a whole; Tab moves to the next control.

    `opened`: emitted with the row that was double-clicked, or on which Enter was pressed
    `chosen`: emitted when the current row changes
    `rows_in_sight`: rows that fit without scrolling inside the table; a page that scrolls itself
        has room for them
    """

    opened = Signal(object)
    chosen = Signal()

    def __init__(self, columns: Sequence[Col], name: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows_in_sight = 0
        # Least width of stretching columns, in pixels.
        self._least: dict[int, int] = {}
        # Columns whose width a person has set.
        self._by_hand: set[int] = set()
        # Whether widths are being set here, so that they do not count as set by a person.
        self._fitting = False
        self.rows = RowsModel(columns, self)
        self.setModel(self.rows)
        self.setAccessibleName(name)
        self.setProperty("kind", "table")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setCornerButtonEnabled(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.heads = Heads(self, theme)
        self.setHorizontalHeader(self.heads)
        self.setSortingEnabled(True)
        self.selectionModel().currentRowChanged.connect(lambda *_: self.chosen.emit())
        self.heads.sectionResized.connect(self._on_resized)
        self.doubleClicked.connect(lambda index: self.opened.emit(self.rows.row(index)))
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_rows(self, rows: Sequence[Any]) -> None:
        """Show other rows; selection, scroll position, order and widths stay if possible."""
        chosen = self.currentIndex().row()
        top = self.verticalScrollBar().value()
        if not self.rows.rows:
            self._by_hand.clear()
        self.rows.show_rows(rows)
        if rows:
            self.fit()
        if 0 <= chosen < self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(chosen, 0))
        self.verticalScrollBar().setValue(top)
        self.hug()

    def show_columns(self, columns: Sequence[Col], rows: Sequence[Any]) -> None:
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._by_hand.clear()
        self.rows.show_columns(columns, rows)
        self.fit()
        self.hug()

    def hug(self) -> None:
        """Set the height to what the rows need, at most."""
        row = self.verticalHeader().defaultSectionSize()
        rows = self.rows.rowCount() * row
        bar = self.horizontalScrollBar()
        below = bar.sizeHint().height() if bar.maximum() > 0 else 0
        needed = rows + self.horizontalHeader().height() + below + 4
        self.heads.offer()
        kept = needed - max(0, self.rows.rowCount() - self.rows_in_sight) * row
        lowest = self._theme.px(_LOWEST)
        self.setMinimumHeight(min(needed, max(lowest, kept) if self.rows_in_sight else lowest))
        self.setMaximumHeight(needed)

    def fit(self) -> None:
        """Set each column to the width of its first rows, and stretch one to the remaining width.

        Widths that a person has set stay.
        """
        self._fitting = True
        header = self.horizontalHeader()
        metrics = self.fontMetrics()
        gap = self._theme.px(28)
        for place, column in enumerate(self.rows.columns):
            header.setSectionResizeMode(place, QHeaderView.ResizeMode.Interactive)
            if place in self._by_hand:
                continue
            # The title of a column is always readable.
            width = header.sectionSizeFromContents(place).width()
            for row in self.rows.places[:_MOST_SAMPLED]:
                text = column.text(self.rows.rows[row])
                width = max(width, metrics.horizontalAdvance(text) + gap)
            header.resizeSection(place, min(width, self._theme.px(_WIDEST)))
            if column.stretch:
                self._least = {**self._least, place: min(width, self._theme.px(_LEAST_STRETCH))}
        self._fitting = False
        self._stretch()

    def _on_resized(self, section: int) -> None:
        if not self._fitting:
            self._by_hand.add(section)

    def _stretch(self) -> None:
        """Give the stretching column the remaining width, but never less than it needs."""
        header = self.horizontalHeader()
        self._fitting = True
        for place, column in enumerate(self.rows.columns):
            if column.stretch and place not in self._by_hand:
                others = header.length() - header.sectionSize(place)
                left = self.viewport().width() - others
                header.resizeSection(place, max(left, self._least.get(place, 0)))
        self._fitting = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stretch()
        self.hug()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.heads.offer()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.rows.row(self.currentIndex()))
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: Any) -> None:
        super().focusInEvent(event)
        # Qt made the first row the current one without selecting it.
        if self.rows.rowCount() and not self.selectionModel().hasSelection():
            self.setCurrentIndex(self.rows.index(max(0, self.currentIndex().row()), 0))
            self.selectRow(self.currentIndex().row())

    def _apply_theme(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._theme.px(32))
        self.horizontalHeader().setFixedHeight(self._theme.px(30))
        self.fit()
        self.hug()


def _side(column: Col) -> int:
    across = Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft
    return int(across | Qt.AlignmentFlag.AlignVCenter)


def _ordered(value: Any) -> tuple[int, Any]:
    """Return a key that sorts missing values first, then numbers, then texts."""
    if value is None or value == "":
        return (0, 0)
    if isinstance(value, int | float):
        return (1, value)
    return (3, value) if isinstance(value, tuple) else (2, str(value).casefold())
