"""Column headers of a table, for sorting with the mouse or the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from desktop_app.ui.plain_text import draw_focus
from desktop_app.ui.theme import Theme

_SORT = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Heads(QHeaderView):
    """The headers as one stop of the Tab key, before the rows.

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
        """Be a stop of the Tab key if there are rows to sort, else not."""
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
                self.tr("Column {name}, sorted upwards").format(name=title)
                if upwards
                else self.tr("Column {name}, sorted downwards").format(name=title)
            )
        self.setAccessibleName(words)
        self.setAccessibleDescription(self.tr("Space sorts the rows by this column"))
