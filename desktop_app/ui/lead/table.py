"""Lists on the lead's pages: tables that can be searched and sorted, and the list of steps.

Tables are fast with tens of thousands of rows. The module is longer than most because a table, its
headers and its model depend on each other.
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
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from desktop_app.core.numbers import number_text
from desktop_app.ui.colours import Role
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Theme

_SORT = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
# Rows that are measured to find the width of a column.
_MOST_SAMPLED = 40
# Minimum height of a table at 100 % text, in pixels: the headers and two rows.
_LOWEST = 130
# Pixels at 100 % text that a stretching column keeps, if its rows need them.
_LEAST_STRETCH = 200
# Pixels at 100 % text that a column takes at most, unless the user widens it.
_WIDEST = 320
# Pixels at 100 % text that a column with text keeps if there is not enough space for all columns.
_LEAST_TEXT = 72
# Role for the second line of a list entry. The display role has the first line, the name.
FIGURE_ROLE = Qt.ItemDataRole.UserRole
# The largest text scale at which both lines fit.
_FIGURES_FIT = 1.45
_MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_END = Qt.TextElideMode.ElideRight


class Heads(QHeaderView):
    """Column headers that the Tab key reaches as one control, before the rows.

    The left and right arrow keys move between headers. Space or Enter sorts by one: ascending, then
    descending, then not at all. The down arrow moves to the rows.
    """

    def __init__(self, table: QTableView, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table, self._theme = table, theme
        # Position of the header that has the focus.
        self._at = 0
        self.setHighlightSections(False)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setSectionsClickable(True)
        self.setSortIndicatorClearable(True)
        # At first, rows are in the order in which they were given.
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setToolTip(self.tr("Sort by a column: click, or ← → and Space"))
        self.sortIndicatorChanged.connect(self._announce)

    def offer(self) -> None:
        """Let the Tab key reach the headers if there are rows to sort."""
        rows = self._table.model().rowCount() if self._table.model() is not None else 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if rows else Qt.FocusPolicy.NoFocus)
        if rows and self.window() is self._table.window():
            # Qt ignores widgets without a focus policy, so this comes after setting it.
            QWidget.setTabOrder(self, self._table)
        self._at = max(0, min(self._at, self.count() - 1))
        self._announce()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Combinations with modifier keys belong to menus. Keys of the number pad count as plain.
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not self.count():
            event.ignore()
            return
        # In right-to-left languages, the next header is on the left.
        key, mirrored = event.key(), self.isRightToLeft()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._go(self._at + (1 if (key == Qt.Key.Key_Right) != mirrored else -1))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._go(0 if key == Qt.Key.Key_Home else self.count() - 1)
        elif key in _SORT:
            # A key that is held down must not change the order again and again.
            if not event.isAutoRepeat():
                self._sort()
        elif key == Qt.Key.Key_Down:
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._go(self._at)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def paintSection(self, painter: QPainter, box: QRect, section: int) -> None:
        painter.save()
        super().paintSection(painter, box, section)
        painter.restore()
        if self.hasFocus() and section == self._at:
            draw_focus(painter, box.adjusted(1, 1, -1, -1), self._theme)

    def _go(self, section: int) -> None:
        self._at = max(0, min(section, self.count() - 1))
        # Scrolls the header into view. The table scrolls by pixels, so the bar and sections have
        # the same unit.
        bar = self._table.horizontalScrollBar()
        left, width = self.sectionPosition(self._at), self.sectionSize(self._at)
        room = self._table.viewport().width()
        bar.setValue(min(max(bar.value(), left + width - room), left))
        self._announce()
        self.viewport().update()

    def _sort(self) -> None:
        up, down = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
        if self.sortIndicatorSection() != self._at:
            self.setSortIndicator(self._at, up)
        elif self.sortIndicatorOrder() == up:
            self.setSortIndicator(self._at, down)
        else:
            self.setSortIndicator(-1, up)

    def _announce(self) -> None:
        """Describe the focused header and the sort order to screen readers."""
        model = self._table.model()
        # While columns are replaced, the position may be beyond the last one.
        known = model is not None and self._at < model.columnCount()
        title = str(model.headerData(self._at, self.orientation())) if known else ""
        words = self.tr("Column {name}").format(name=title)
        if self.sortIndicatorSection() == self._at:
            upwards = self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
            words = (
                self.tr("Column {name}, sorted in ascending order").format(name=title)
                if upwards
                else self.tr("Column {name}, sorted in descending order").format(name=title)
            )
        self.setAccessibleName(words)
        self.setAccessibleDescription(self.tr("Space sorts the rows by this column"))


@dataclass(frozen=True)
class Col:
    """A column of a table.

    `show`: returns the text or the number of a cell; numbers are written in the system's format
    `number`: whether it contains numbers, which are right-aligned
    `order`: returns the value to sort by, if it differs from what is shown
    `stretch`: whether it takes the width that the others leave
    `digits`: decimal places of fractions; 3 if None
    `may_hide`: whether it is hidden without enough space if it has only zeros and empty cells
    `is_bold`: returns whether its text is bold in a row
    `is_name`: whether it names what a row is about, so that it is shortened after the others
    """

    title: str
    show: Callable[[Any], Any]
    number: bool = False
    order: Callable[[Any], Any] | None = None
    stretch: bool = False
    digits: int | None = None
    may_hide: bool = False
    is_bold: Callable[[Any], bool] | None = None
    is_name: bool = False

    def text(self, row: Any) -> str:
        """Return the text of this column's cell in a row."""
        return shown(self.show(row), self.digits)


def shown(value: Any, digits: int | None = None) -> str:
    """Return the text of a cell: numbers in the system's format, a dash for no value."""
    if value is None or value == "":
        return "–"
    # Before int, because a bool is an int in Python.
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        return QLocale().toString(value)
    if isinstance(value, float):
        return local_number(value, 3 if digits is None else digits)
    return str(value)


def local_number(value: float, digits: int | None = None) -> str:
    """Return a number for display with the system's decimal point."""
    return number_text(value, digits).replace(".", QLocale().decimalPoint())


def _bold() -> QFont:
    # Only the weight is set, so that the view's family and size are kept.
    font = QFont()
    font.setBold(True)
    return font


class RowsModel(QAbstractTableModel):
    """Model of the rows that contain all search words, sorted by one column."""

    def __init__(self, columns: Sequence[Col], parent: QWidget) -> None:
        super().__init__(parent)
        self.columns = list(columns)
        self.rows: Sequence[Any] = ()
        # Positions in `rows` of what is shown, in this order.
        self.places: list[int] = []
        # Returns the case-folded text of a row that a search looks in. Without it, this is the text
        # of all cells.
        self.fold: Callable[[Any], str] | None = None
        # These texts, cached from the first search until the rows change: computing them for 50,000
        # rows at each key would be too slow.
        self._folded: list[str] | None = None
        self._search = ""
        self._sort: tuple[int, Qt.SortOrder] | None = None

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.places)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def row(self, index: Index) -> Any:
        """Return the row that is shown at an index."""
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
        if role == Qt.ItemDataRole.FontRole and column.is_bold is not None:
            return _bold() if column.is_bold(self.row(index)) else None
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
        # With other columns, the old sort order means nothing.
        self.rows, self._folded, self._sort = rows, None, None
        self.places = self._chosen()
        self.endResetModel()

    def search(self, text: str) -> None:
        """Show only rows that contain all words of a text, in any order and case."""
        if text != self._search:
            self._search = text
            self._arrange()

    def _arrange(self) -> None:
        # The whole model is reset, because any row may move. `Table.show_rows` restores the current
        # row.
        self.beginResetModel()
        self.places = self._chosen()
        self.endResetModel()

    def _chosen(self) -> list[int]:
        places = list(range(len(self.rows)))
        # A row must contain all words, in any order.
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
    """A table in which whole rows are selected. Tab moves to the next control."""

    # The row that was double-clicked, or on which Enter was pressed.
    opened = Signal(object)
    # Another row is current, or none is.
    chosen = Signal()

    def __init__(self, columns: Sequence[Col], name: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        # Number of rows that are visible without scrolling the table, if there are that many. For
        # pages that scroll themselves; with 0, the table has only its minimum height.
        self.rows_in_sight = 0
        # Largest minimum width of a stretching column, in pixels at 100 % text.
        self.least_stretch = _LEAST_STRETCH
        # Returns what stays the same about a row when the rows change or are sorted, such as an ID;
        # None: a row is known by its position only.
        self.identity: Callable[[Any], object] | None = None
        # That of the current row, which a reset of the model forgets.
        self._current: object = None
        # True while the focus comes without selecting a row.
        self._stays_empty = False
        # Minimum widths of stretching columns in pixels, by position.
        self._least: dict[int, int] = {}
        # Widths in pixels that the columns with text need, and those of their titles, by position.
        self._needed: dict[int, int] = {}
        self._titles: dict[int, int] = {}
        # Columns whose width the user has set.
        self._by_hand: set[int] = set()
        # True while the program sets widths, which must not count as set by the user.
        self._fitting = False
        self.rows = RowsModel(columns, self)
        self.setModel(self.rows)
        self.setAccessibleName(name)
        self.setProperty("kind", "table")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        # Otherwise Tab would move through the cells and never leave the table.
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
        self.selectionModel().currentRowChanged.connect(self._on_current)
        self.rows.modelReset.connect(self._select_again)
        self.heads.sectionResized.connect(self._on_resized)
        self.doubleClicked.connect(lambda index: self.opened.emit(self.rows.row(index)))
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_rows(self, rows: Sequence[Any]) -> None:
        """Replace the rows; keep the current row, the order and the widths if possible."""
        chosen = self.currentIndex().row()
        top = self.verticalScrollBar().value()
        if not self.rows.rows:
            # Widths that were set while the table was empty suit no content.
            self._by_hand.clear()
        # This resets the model, which loses the current row and the position.
        self.rows.show_rows(rows)
        if rows:
            self.fit()
        if self.identity is None and 0 <= chosen < self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(chosen, 0))
        self.verticalScrollBar().setValue(top)
        self.hug()

    def open_current(self) -> None:
        """Emit `opened` for the current row, or for the first one."""
        index = self.currentIndex()
        if not index.isValid():
            index = self.rows.index(0, 0)
        if index.isValid():
            self.opened.emit(self.rows.row(index))

    def focus_empty(self) -> None:
        """Take the focus without selecting a row, whose buttons could be pressed by mistake."""
        self._stays_empty = True
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._stays_empty = False
        self._current = None
        self.selectionModel().clear()

    def _on_current(self, index: QModelIndex) -> None:
        if self.identity is not None:
            self._current = self.identity(self.rows.row(index)) if index.isValid() else None
        self.chosen.emit()

    def _select_again(self) -> None:
        """Select the row that was current before the model was reset."""
        if self.identity is None or self._current is None:
            return
        for place in range(self.rows.rowCount()):
            if self.identity(self.rows.row(self.rows.index(place, 0))) == self._current:
                self.setCurrentIndex(self.rows.index(place, 0))
                return

    def show_columns(self, columns: Sequence[Col], rows: Sequence[Any]) -> None:
        """Replace columns and rows, without keeping the order and the widths."""
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._by_hand.clear()
        self.rows.show_columns(columns, rows)
        self.fit()
        self.hug()

    def set_column_shown(self, place: int, shown: bool) -> None:
        """Show or hide a column without treating this as a width that the user has set."""
        if self.isColumnHidden(place) == (not shown):
            return
        self._fitting = True
        self.setColumnHidden(place, not shown)
        self._by_hand.discard(place)
        self._stretch()

    def hug(self) -> None:
        """Limit the height to what the rows need; set the minimum height from `rows_in_sight`."""
        row = self.verticalHeader().defaultSectionSize()
        rows = self.rows.rowCount() * row
        bar = self.horizontalScrollBar()
        # Without room for the scroll bar, the last row would be behind it.
        below = bar.sizeHint().height() if bar.maximum() > 0 else 0
        needed = rows + self.horizontalHeader().height() + below + 4
        self.heads.offer()
        kept = needed - max(0, self.rows.rowCount() - self.rows_in_sight) * row
        lowest = self._theme.px(_LOWEST)
        self.setMinimumHeight(min(needed, max(lowest, kept) if self.rows_in_sight else lowest))
        self.setMaximumHeight(needed)

    def fit(self) -> None:
        """Set the column widths from the first rows. Stretching columns share the remaining width.

        Without enough space for all columns, a table with a stretching column shortens its texts.
        Widths that the user has set are kept.
        """
        self._fitting = True
        header = self.horizontalHeader()
        metrics = self.fontMetrics()
        gap = self._theme.px(28)
        for place, column in enumerate(self.rows.columns):
            # Qt's own mode for stretching would not let the user change the width.
            header.setSectionResizeMode(place, QHeaderView.ResizeMode.Interactive)
            if place in self._by_hand:
                continue
            self._titles[place] = width = header.sectionSizeFromContents(place).width()
            for row in self.rows.places[:_MOST_SAMPLED]:
                text = column.text(self.rows.rows[row])
                width = max(width, metrics.horizontalAdvance(text) + gap)
            self._needed[place] = width = min(width, self._theme.px(_WIDEST))
            header.resizeSection(place, width)
            if column.stretch:
                self._least = {**self._least, place: min(width, self._theme.px(self.least_stretch))}
        self._fitting = False
        self._stretch()

    def _on_resized(self, section: int) -> None:
        if not self._fitting:
            self._by_hand.add(section)

    def _stretch(self) -> None:
        """Give stretching columns the width that the others leave, but at least their minimum."""
        header = self.horizontalHeader()
        self._fitting = True
        self._hide_zeros()
        texts = [
            place
            for place, column in enumerate(self.rows.columns)
            if not (column.number or place in self._by_hand or header.isSectionHidden(place))
        ]
        is_fitted = any(self.rows.columns[place].stretch for place in texts)
        for place in texts if is_fitted else ():
            # An earlier, narrower table may have shortened it.
            header.resizeSection(place, self._needed.get(place, header.sectionSize(place)))
        for place, column in enumerate(self.rows.columns):
            if column.stretch and place not in self._by_hand:
                others = header.length() - header.sectionSize(place)
                left = self.viewport().width() - others
                header.resizeSection(place, max(left, self._least.get(place, 0)))
        if is_fitted:
            self._shorten(texts)
        self._fitting = False

    def _hide_zeros(self) -> None:
        """Hide columns that may be hidden if not all columns fit, or show them again."""
        header = self.horizontalHeader()
        columns = self.rows.columns
        if not any(column.may_hide for column in columns):
            return
        needed = sum(
            header.sectionSize(place) if place in self._by_hand else self._needed.get(place, 0)
            for place in range(len(columns))
        )
        fits = needed <= self.viewport().width()
        for place, column in enumerate(columns):
            if column.may_hide:
                is_zero = not any(column.show(row) for row in self.rows.rows)
                self.setColumnHidden(place, is_zero and not fits)

    def _shorten(self, texts: Sequence[int]) -> None:
        """Make columns narrower until all columns are visible, names last.

        `texts`: positions of the columns whose texts may be shortened; tooltips show them in full
        """
        names = [place for place in texts if self.rows.columns[place].is_name]
        self._narrow([place for place in texts if place not in names])
        self._narrow(names)

    def _narrow(self, texts: Sequence[int]) -> None:
        """Make some columns narrower, the widest first, until all columns are visible."""
        header = self.horizontalHeader()
        excess = header.length() - self.viewport().width()
        least = self._theme.px(_LEAST_TEXT)
        while excess > 0:
            widths = {place: header.sectionSize(place) for place in texts}
            wide = [
                place
                for place, width in widths.items()
                if width > max(least, self._titles.get(place, 0))
            ]
            if not wide:
                return
            widest = max(wide, key=lambda place: widths[place])
            step = min(excess, self._theme.px(4))
            header.resizeSection(widest, widths[widest] - step)
            excess -= step

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
        # Qt makes the first row current without selecting it, so the user would not see it.
        if self._stays_empty:
            return
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
    """Return a sort key: empty values first, then numbers, texts and tuples."""
    # Values of different types cannot be compared, so a rank of the type comes first.
    if value is None or value == "":
        return (0, 0)
    if isinstance(value, int | float):
        return (1, value)
    return (3, value) if isinstance(value, tuple) else (2, str(value).casefold())


class StepDelegate(QStyledItemDelegate):
    """Draws a list entry in two lines: its name, and below it a summary (`FIGURE_ROLE`)."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # The width is 0, so that long texts never widen the list: `paint` shortens them.
        return QSize(0, self._theme.px(36 if self._is_tight() else 50))

    def _is_tight(self) -> bool:
        """Return whether only the names fit, because the text is large."""
        # Tooltips still show the summaries (`LeadPage._show_figures`).
        return self._theme.text_scale > _FIGURES_FIT

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._theme
        view: Any = option
        view.widget.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, view.widget
        )
        if view.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, view.rect, theme)
        # At most 12 pixels, so that large text gets the room instead.
        gap = min(theme.px(10), 12)
        box: QRect = view.rect.adjusted(gap, theme.px(6), -gap, -theme.px(6))
        upper = QRect(box.left(), box.top(), box.width(), box.height() // 2)
        lower = QRect(box.left(), upper.bottom() + 1, box.width(), box.height() // 2)
        chosen = bool(view.state & QStyle.StateFlag.State_Selected)
        name, small = theme.ui_font(13, bold=chosen), theme.ui_font(12)
        painter.save()
        lines = [
            (name, Role.TEXT, str(index.data()), upper),
            (small, Role.SECONDARY, str(index.data(FIGURE_ROLE) or ""), lower),
        ]
        if self._is_tight():
            lines = [(name, Role.TEXT, str(index.data()), box)]
        for font, role, text, place in lines:
            painter.setFont(font)
            painter.setPen(theme.color(role))
            words = QFontMetrics(font).elidedText(text, _END, place.width())
            painter.drawText(place, _MIDDLE, words)
        painter.restore()
