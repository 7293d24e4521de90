"""The lead's list of items: excerpts with the words of a search, progress and disagreement.

Rows are drawn when they are visible and excerpts are made when they are drawn, so the list is fast
with tens of thousands of items.

The module is longer than most because excerpts, sizes and painting of a row depend on each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.ui.colours import Role, mixed
from desktop_app.ui.lead.table import shown
from desktop_app.ui.messages import translate_message
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import draw_check
from desktop_app.workspace.item_filter import TextQuery
from desktop_app.workspace.item_index import ItemEntry, ItemIndex

Index = QModelIndex | QPersistentModelIndex
_ENTRY = Qt.ItemDataRole.UserRole
# Pixels at 100 % text: the two lines of a row, check box, space around it, disagreement bar.
_LINES, _CHECK, _EDGE, _BAR, _GAP = 35, 16, 14, 36, 10
# Share of the room beside the figures that a name takes before the progress does.
_NAME_SHARE = 0.65
# Pixels above and below the lines of a row together, at any text size.
_SPACE = 16
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class ItemRows(QStandardItemModel):
    """Model of the items that match the filter, and of which of them are checked.

    The base class stores the number of rows in C++, because a list view asks for it once for each
    row. It contains no QStandardItem: `data` returns what is drawn.

    Signal `checked_changed()`: other items are checked
    """

    checked_changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(0, 1, parent)
        self.index_of_items = ItemIndex()
        self.entries: Sequence[ItemEntry] = ()
        self.query = TextQuery(())
        self.checked: set[str] = set()
        self._excerpts: dict[str, tuple[str, list[tuple[int, int]]]] = {}

    def show_entries(
        self, index: ItemIndex, entries: Sequence[ItemEntry], query: TextQuery
    ) -> None:
        """Replace the items; those that were checked before stay checked, listed or not."""
        self.setRowCount(0)
        self.index_of_items, self.entries, self.query = index, entries, query
        self._excerpts.clear()
        before = len(self.checked)
        # Items that the filter hides stay checked; those that no longer exist cannot.
        self.checked = {key for key in self.checked if index.entry(key) is not None}
        self.setRowCount(len(entries))
        if len(self.checked) != before:
            self.checked_changed.emit()

    def check(self, keys: Iterable[str], on: bool) -> None:
        """Check or uncheck items."""
        self.checked = self.checked | set(keys) if on else self.checked - set(keys)
        if self.entries:
            last = self.index(len(self.entries) - 1, 0)
            self.dataChanged.emit(self.index(0, 0), last)
        self.checked_changed.emit()

    def excerpt(self, entry: ItemEntry) -> tuple[str, list[tuple[int, int]]]:
        """Return the excerpt of an item and the places of the search words in it."""
        if entry.key not in self._excerpts:
            self._excerpts[entry.key] = self.index_of_items.excerpt(entry, self.query)
        return self._excerpts[entry.key]

    def place_of(self, key: str) -> int:
        """Return the row of an item, or -1."""
        return next((row for row, one in enumerate(self.entries) if one.key == key), -1)

    def progress(self, entry: ItemEntry) -> str:
        """Return the progress of an item in words, such as “2/3 done” or “excluded”."""
        if entry.excluded:
            return self.tr("excluded")
        everybody = len(set(entry.line.assigned) | set(entry.line.done))
        if not everybody:
            return self.tr("unassigned")
        done = shown(len(set(entry.line.done)))
        return self.tr("{done}/{total} done").format(done=done, total=shown(everybody))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.entries):
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return translate_message(entry.line.label)
        if role == Qt.ItemDataRole.UserRole:
            return entry
        if role == Qt.ItemDataRole.CheckStateRole:
            on = entry.key in self.checked
            return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join([translate_message(entry.line.label), *self._words(entry)])
        if role == Qt.ItemDataRole.ToolTipRole:
            # The name identifies the item in files and commands.
            names = dict.fromkeys((translate_message(entry.line.label), entry.line.name))
            lines = [*names, *self._words(entry)]
            return plain_tip("\n".join([*lines, entry.excluded]).strip())
        return None

    def _words(self, entry: ItemEntry) -> list[str]:
        words = [self.tr("selected")] if entry.key in self.checked else []
        words.append(self.progress(entry))
        if entry.disagreement is not None:
            figure = shown(entry.disagreement, 2)
            words.append(self.tr("disagreement {figure}").format(figure=figure))
        if entry.is_in_conflict:
            words.append(self.tr("in conflict"))
        outdated = {one.is_outdated for one in entry.decisions}
        words += [self.tr("decided")] if False in outdated else []
        words += [self.tr("decision outdated")] if True in outdated else []
        states = {one.state for one in entry.marks}
        words += [self.tr("flagged")] if "flagged" in states else []
        words += [self.tr("skipped")] if "skipped" in states else []
        if entry.has_comment():
            words.append(self.tr("with a comment"))
        words.append(self.excerpt(entry)[0])
        return words


class ItemList(QListView):
    """The list of items. The current item is shown; checked items are selected for actions.

    Space checks the current item, Shift with an arrow key extends the selection, Ctrl+A selects
    all, Escape deselects.

    Signal `chosen(entry)`: another item is current; None if there is none
    Signal `opened(entry)`: Enter was pressed on an item, or it was double-clicked
    """

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.rows = ItemRows(self)
        self.setModel(self.rows)
        self.setItemDelegate(_Delegate(theme, self))
        self.setAccessibleName(name)
        self.setProperty("kind", "rows")
        # All rows have one height, so that Qt need not measure each.
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.doubleClicked.connect(lambda index: self.opened.emit(index.data(_ENTRY)))
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    @property
    def current(self) -> ItemEntry | None:
        """The current item."""
        index = self.currentIndex()
        return index.data(_ENTRY) if index.isValid() else None

    @property
    def selected(self) -> list[ItemEntry]:
        """The checked items, in the order of the list; those that the filter hides come last."""
        checked = self.rows.checked
        if not checked:
            return []
        return [one for one in self.rows.entries if one.key in checked] + self.hidden

    @property
    def hidden(self) -> list[ItemEntry]:
        """The checked items that are not in the list, in the order of all items."""
        checked = self.rows.checked
        if not checked:
            return []
        listed = {one.key for one in self.rows.entries}
        left = checked - listed
        return [one for one in self.rows.index_of_items.entries if one.key in left] if left else []

    @property
    def row_height(self) -> int:
        """The height of a row in pixels. The space around its two lines does not grow with them."""
        return self._theme.px(_LINES) + _SPACE

    def show_entries(
        self, index: ItemIndex, entries: Sequence[ItemEntry], query: TextQuery
    ) -> None:
        """Show items; the current one stays current if it is among them, else the first is."""
        before, row = self.current, self.currentIndex().row()
        # Reported once, at the end.
        blocked = self.blockSignals(True)
        self.rows.show_entries(index, entries, query)
        place = self.rows.place_of(before.key) if before is not None else 0
        # The row after one that is not in the list any more.
        self.go_to(place if place >= 0 else min(row, len(entries) - 1))
        self.blockSignals(blocked)
        self.chosen.emit(self.current)

    def go_to(self, row: int) -> None:
        """Make a row current and scroll to it; nothing happens if there is none."""
        if 0 <= row < len(self.rows.entries):
            self.setCurrentIndex(self.rows.index(row, 0))

    def step(self, by: int) -> None:
        """Go to a later or, with a negative number, to an earlier item."""
        self.go_to(self.currentIndex().row() + by)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current row in sight when the bar of selected items appears below the list."""
        row = self.visualRect(self.currentIndex())
        was_visible = row.isValid() and row.top() >= 0 and row.bottom() < event.oldSize().height()
        super().resizeEvent(event)
        if was_visible:
            self.scrollTo(self.currentIndex())

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.chosen.emit(current.data(_ENTRY) if current.isValid() else None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        shift, control = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
        entry = self.current
        if entry is None or modifiers not in (Qt.KeyboardModifier.NoModifier, shift, control):
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Space and not modifiers:
            self._toggle(entry)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and modifiers == shift:
            self.step(1 if key == Qt.Key.Key_Down else -1)
            after = self.current
            self.rows.check([entry.key, after.key if after is not None else entry.key], True)
        elif key == Qt.Key.Key_A and modifiers == control:
            self.rows.check([one.key for one in self.rows.entries], True)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not modifiers:
            self.opened.emit(entry)
        elif key == Qt.Key.Key_Escape and self.rows.checked:
            self.rows.check(list(self.rows.checked), False)
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Do nothing: texts are searched in the field above."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        entry: ItemEntry | None = index.data(_ENTRY) if index.isValid() else None
        is_left = event.button() == Qt.MouseButton.LeftButton
        before = self.currentIndex().row()
        super().mousePressEvent(event)
        if entry is None or not is_left:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and before >= 0:
            first, last = sorted((before, index.row()))
            self.rows.check([one.key for one in self.rows.entries[first : last + 1]], True)
        elif self._is_on_check(index, event.position().toPoint()):
            self._toggle(entry)

    def selectionCommand(
        self, index: Index, event: Any = None
    ) -> QItemSelectionModel.SelectionFlag:
        # The current row alone is highlighted; checks are kept by the model.
        if not index.isValid():
            return QItemSelectionModel.SelectionFlag.NoUpdate
        return QItemSelectionModel.SelectionFlag.ClearAndSelect

    def _toggle(self, entry: ItemEntry) -> None:
        self.rows.check([entry.key], entry.key not in self.rows.checked)

    def _is_on_check(self, index: QModelIndex, point: QPoint) -> bool:
        box = self.visualRect(index)
        return point.x() - box.left() < self._theme.px(_EDGE + _CHECK + _GAP)


class SelectAll(QCheckBox):
    """The check box above the list. Its text is drawn here, next to the box of the rows."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        theme = self._theme
        width = QFontMetrics(theme.ui_font(12)).horizontalAdvance(self.text())
        return QSize(width + theme.px(_CHECK + 3 * _GAP), theme.px(30))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = self._theme, self.rect()
        painter = QPainter(self)
        side = theme.px(_CHECK)
        check = QRect(theme.px(_GAP - 2), box.center().y() - side // 2, side, side)
        draw_check(painter, check, theme, on=self.isChecked(), enabled=self.isEnabled())
        painter.setFont(theme.ui_font(12))
        painter.setPen(theme.color(Role.SECONDARY))
        painter.drawText(box.adjusted(check.right() + theme.px(_GAP), 0, 0, 0), _LEFT, self.text())
        if self.hasFocus():
            draw_focus(painter, box, theme)
        painter.end()


class _Delegate(QStyledItemDelegate):
    """Draws a row: check box, name, progress, marks, disagreement, and an excerpt below."""

    def __init__(self, theme: Theme, parent: ItemList) -> None:
        super().__init__(parent)
        self._theme = theme
        self._list = parent
        # Icons by name and role: drawing one from its file takes longer than the rest of a row.
        self._icons: dict[tuple[str, Role], QPixmap] = {}
        self._fonts: dict[tuple[int, bool], tuple[QFont, QFontMetrics]] = {}
        theme.changed.connect(self._forget)

    def _forget(self) -> None:
        self._icons.clear()
        self._fonts.clear()

    def _font(self, pixels: int, *, bold: bool = False) -> tuple[QFont, QFontMetrics]:
        """Return a font and its metrics, which are cached because creating them is slow."""
        key = (pixels, bold)
        if key not in self._fonts:
            font = self._theme.ui_font(pixels, bold=bold)
            self._fonts[key] = font, QFontMetrics(font)
        return self._fonts[key]

    def _icon(self, name: str, role: Role) -> QPixmap:
        key = (name, role)
        if key not in self._icons:
            # At the resolution of the screen.
            ratio = self._list.devicePixelRatioF()
            size = self._theme.px(14)
            self._icons[key] = self._theme.icon(name, role).pixmap(QSize(size, size), ratio)
        return self._icons[key]

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._list.row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view: Any = option
        entry: ItemEntry | None = index.data(_ENTRY)
        if entry is None:
            return
        theme, model = self._theme, self._list.rows
        whole: QRect = view.rect
        painter.save()
        if view.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(whole, theme.color(Role.ACCENT_SOFT))
        painter.setPen(theme.color(Role.BORDER))
        painter.drawLine(whole.bottomLeft(), whole.bottomRight())
        if view.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, whole.adjusted(0, 0, 0, -1), theme)
        edge, side = theme.px(_EDGE), theme.px(_CHECK)
        half = whole.height() // 2
        upper = QRect(whole.left(), whole.top() + theme.px(3), whole.width(), half)
        lower = QRect(whole.left(), whole.top() + half, whole.width(), half - theme.px(3))
        check = QRect(whole.left() + edge, upper.center().y() - side // 2, side, side)
        on = entry.key in model.checked
        draw_check(painter, check, theme, on=on, enabled=view.widget.isEnabled())
        left = check.right() + theme.px(_GAP)
        right = self._paint_figures(painter, upper.adjusted(0, 0, -edge, 0), entry)
        bold, wide = self._font(13, bold=True)
        small, metrics = self._font(12)
        room = right - left - theme.px(_GAP)
        # A long name leaves room for the progress, which is in no other place of the row.
        beside = metrics.horizontalAdvance(model.progress(entry)) + theme.px(_GAP)
        name = wide.elidedText(
            str(index.data()).replace("\n", " "),
            Qt.TextElideMode.ElideRight,
            max(room - beside, round(room * _NAME_SHARE), 0),
        )
        painter.setFont(bold)
        painter.setPen(theme.color(Role.TEXT))
        painter.drawText(QRect(left, upper.top(), room, upper.height()), _LEFT, name)
        used = wide.horizontalAdvance(name) + theme.px(_GAP)
        painter.setFont(small)
        painter.setPen(theme.color(Role.SECONDARY))
        words = metrics.elidedText(
            model.progress(entry), Qt.TextElideMode.ElideRight, max(room - used, 0)
        )
        painter.drawText(QRect(left + used, upper.top(), room - used, upper.height()), _LEFT, words)
        self._paint_excerpt(
            painter, QRect(left, lower.top(), whole.right() - edge - left, lower.height()), entry
        )
        painter.restore()

    def _paint_figures(self, painter: QPainter, box: QRect, entry: ItemEntry) -> int:
        """Draw marks and disagreement on the right; return the left edge of the area they cover."""
        theme = self._theme
        right = box.right()
        if entry.disagreement is not None:
            font, metrics = self._font(13)
            painter.setFont(font)
            painter.setPen(theme.color(Role.TEXT))
            figure = shown(entry.disagreement, 2)
            width = metrics.horizontalAdvance("0.00") + 2
            painter.drawText(QRect(right - width, box.top(), width, box.height()), _RIGHT, figure)
            right -= width + theme.px(_GAP)
            length, thick = theme.px(_BAR), theme.px(5)
            bar = QRectF(right - length, box.center().y() - thick / 2 + 1, length, thick)
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            # Not the colour of borders, which is black in high contrast and would look full.
            track = mixed(theme.color(Role.SURFACE), theme.color(Role.TEXT), 0.15)
            for colour, share in ((track, 1.0), (theme.color(Role.ACCENT), entry.disagreement)):
                painter.setBrush(colour)
                filled = QRectF(bar.left(), bar.top(), bar.width() * share, bar.height())
                painter.drawRoundedRect(filled, thick / 2, thick / 2)
            painter.restore()
            right -= length + theme.px(_GAP)
        for icon, role in _icons(entry):
            size = theme.px(14)
            at = QRect(right - size, box.center().y() - size // 2, size, size)
            painter.drawPixmap(at, self._icon(icon, role))
            right -= size + theme.px(6)
        return right

    def _paint_excerpt(self, painter: QPainter, box: QRect, entry: ItemEntry) -> None:
        """Draw the excerpt on one line, with the words of the search in bold."""
        theme = self._theme
        text, spans = self._list.rows.excerpt(entry)
        plain, bold = self._font(12), self._font(12, bold=True)
        at, left = 0, box.left()
        for start, end in [*spans, (len(text), len(text))]:
            for font, role, part in (
                (plain, Role.SECONDARY, text[at:start]),
                (bold, Role.TEXT, text[start:end]),
            ):
                painter.setPen(theme.color(role))
                left = self._paint_part(painter, font, part, left, box)
            at = end

    def _paint_part(
        self, painter: QPainter, font: tuple[QFont, QFontMetrics], part: str, left: int, box: QRect
    ) -> int:
        room = box.right() - left
        if not part or room <= 0:
            return left
        metrics = font[1]
        width = metrics.horizontalAdvance(part)
        if width > room:
            part = metrics.elidedText(part, Qt.TextElideMode.ElideRight, room)
        painter.setFont(font[0])
        painter.drawText(QRect(left, box.top(), room, box.height()), _LEFT, part)
        # Beyond the box once a part was shortened, so that nothing follows its ellipsis.
        return left + width


def _icons(entry: ItemEntry) -> list[tuple[str, Role]]:
    """Return the icons of an item's marks, from right to left."""
    states = {one.state for one in entry.marks}
    icons = [("conflicts", Role.WARN)] if entry.is_in_conflict else []
    icons += [("flag", Role.WARN)] if "flagged" in states else []
    icons += [("skip", Role.SECONDARY)] if "skipped" in states else []
    icons += [("comment", Role.SECONDARY)] if entry.has_comment() else []
    return icons
