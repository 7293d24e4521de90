"""The heads of a table's columns: sorted by, with the mouse or by keys."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from desktop_app.ui.plain_text import draw_focus
from desktop_app.ui.theme import Theme

_SORT = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Heads(QHeaderView):
    """One stop of the Tab key, before the rows.

    The arrow keys go from head to head, Space or Enter sorts by one: upwards, downwards, not at
    all; the arrow down leads to the rows.
    """

    def __init__(self, table: QTableView, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table, self._theme = table, theme
        self._at = 0
        self.setHighlightSections(False)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setSectionsClickable(True)
        self.setSortIndicatorClearable(True)
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setToolTip(self.tr("Sort by a column: click, or ← → and Space"))
        self.sortIndicatorChanged.connect(self._announce)

    def offer(self) -> None:
        """Be a stop of the Tab key while there are rows to sort."""
        rows = self._table.model().rowCount() if self._table.model() is not None else 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if rows else Qt.FocusPolicy.NoFocus)
        if rows and self.window() is self._table.window():
            QWidget.setTabOrder(self, self._table)  # Qt orders only what takes the focus
        self._at = max(0, min(self._at, self.count() - 1))
        self._announce()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not self.count():
            event.ignore()
            return
        key, mirrored = event.key(), self.isRightToLeft()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._go(self._at + (1 if (key == Qt.Key.Key_Right) != mirrored else -1))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._go(0 if key == Qt.Key.Key_Home else self.count() - 1)
        elif key in _SORT:
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
        """Say to a screen reader where one is and what the rows are sorted by."""
        model = self._table.model()
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
