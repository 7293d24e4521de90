"""The list of the project's pages: groups of pages, each page with an icon and a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.colours import Role
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_KEY_ROLE = Qt.ItemDataRole.UserRole
_ICON_ROLE, _PILL_ROLE = _KEY_ROLE + 1, _KEY_ROLE + 2
# Heights of a page's row, and of a group's title with the space above it, at 100 % text.
_ROW, _GROUP = 32, 34
# Width of the list if it shows icons alone, at 100 % text.
_NARROW = 36
# Above this text scale, names leave too little room for the page itself.
_NAMES_FIT = 1.45
_SPACE = 10


@dataclass(frozen=True)
class Pill:
    """A number next to a page's name.

    `kind`: “total” is a plain number; “task” and “warning” count tasks for the lead and are
        coloured
    """

    text: str
    kind: Literal["total", "task", "warning"] = "total"


@dataclass(frozen=True)
class Entry:
    """A page in the list. `group`: the title above its group; empty: no group."""

    key: str
    title: str
    icon: str
    group: str = ""


class Navigation(QListWidget):
    """Shows the pages by group, or only their icons if there is little room.

    Signal `page_chosen(key)`: the user has selected another page.
    Signal `page_clicked`: the user has clicked on a page, also on the one that is shown.
    """

    page_chosen = Signal(str)
    page_clicked = Signal()

    def __init__(self, entries: Sequence[Entry], theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._is_compact = False
        self.setAccessibleName(name)
        self.setProperty("kind", "rows")
        self.setItemDelegate(_Delegate(theme, self))
        # By pixels: whole rows of different heights would leave the last one partly out of sight.
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._items: dict[str, QListWidgetItem] = {}
        self._groups: dict[str, QListWidgetItem] = {}
        for entry in entries:
            if entry.group and entry.group not in self._groups:
                title = QListWidgetItem(entry.group)
                # A title can be neither selected nor reached with the arrow keys.
                title.setFlags(Qt.ItemFlag.NoItemFlags)
                self._groups[entry.group] = title
                self.addItem(title)
            item = QListWidgetItem(entry.title)
            item.setData(_KEY_ROLE, entry.key)
            item.setData(_ICON_ROLE, entry.icon)
            self._items[entry.key] = item
            self.addItem(item)
        self._entries = list(entries)
        self.currentItemChanged.connect(self._on_current)
        # Titles of groups emit no signal.
        self.itemClicked.connect(lambda _: self.page_clicked.emit())
        # Higher rows or a lower window may move the selected page partly out of sight.
        # Later, because the rows do not have their new places yet.
        self.verticalScrollBar().rangeChanged.connect(
            lambda: QTimer.singleShot(0, self, self._show_current)
        )

    @property
    def is_compact(self) -> bool:
        """Whether only icons are shown."""
        return self._is_compact

    @property
    def key(self) -> str:
        """The key of the selected page; empty if there is none."""
        item = self.currentItem()
        return str(item.data(_KEY_ROLE) or "") if item is not None else ""

    def show_page(self, key: str) -> None:
        """Select a page."""
        self.setCurrentItem(self._items[key])

    def show_state(self, key: str, pill: Pill | None, summary: str) -> None:
        """Show a page's number.

        `summary`: for the tooltip and screen readers
        """
        item = self._items[key]
        item.setData(_PILL_ROLE, pill)
        words = ", ".join(filter(None, (item.text(), summary)))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        # The icon alone does not say which page it is.
        tip = " · ".join(
            part for part in (item.text() if self._is_compact else "", summary) if part
        )
        item.setToolTip(plain_tip(tip))

    def title_of(self, key: str) -> str:
        return self._items[key].text()

    def place_of(self, key: str) -> tuple[QWidget, QRect] | None:
        """Return the row of a page in this list, and None if the page is hidden."""
        item = self._items[key]
        shown = not item.isHidden() and self.isVisible()
        return (self.viewport(), self.visualItemRect(item)) if shown else None

    def set_page_visible(self, key: str, on: bool) -> None:
        """Show or hide a page, and the title of its group if no other page is left in it."""
        self._items[key].setHidden(not on)
        for group, title in self._groups.items():
            own = [one.key for one in self._entries if one.group == group]
            title.setHidden(all(self._items[one].isHidden() for one in own))

    def set_room(self, width: int) -> None:
        """Adapt to the width of the window, in pixels: names, or icons alone."""
        theme = self._theme
        self._is_compact = theme.text_scale > _NAMES_FIT or width < theme.px(900)
        if self._is_compact:
            needed = theme.px(_NARROW)
        else:
            # The name of the selected page is drawn in bold, which is wider.
            metrics = QFontMetrics(theme.ui_font(13, bold=True))
            longest = max(metrics.horizontalAdvance(one.title) for one in self._entries)
            needed = max(theme.px(160), longest + theme.px(16 + 3 * _SPACE + 34))
        self.setFixedWidth(needed)
        # The height of rows depends on the text size and on whether groups have titles.
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def keyboardSearch(self, search: str) -> None:
        """Do nothing: letters would open other pages while the user means the page that is open."""

    def _show_current(self) -> None:
        item = self.currentItem()
        if item is not None:
            self.scrollToItem(item)

    def _on_current(self, item: QListWidgetItem | None) -> None:
        if item is not None and (key := item.data(_KEY_ROLE)):
            self.page_chosen.emit(str(key))


class _Delegate(QStyledItemDelegate):
    """Draws a row: the icon, the name and the number of a page, or the title of a group."""

    def __init__(self, theme: Theme, parent: Navigation) -> None:
        super().__init__(parent)
        self._theme = theme
        self._list = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        is_title = not index.data(_KEY_ROLE)
        if is_title and self._list.is_compact:
            # A small gap still separates the groups.
            return QSize(0, self._theme.px(8))
        # A width of 0, so that long texts never widen the list: `paint` shortens them.
        return QSize(0, self._theme.px(_GROUP if is_title else _ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view: Any = option
        if not index.data(_KEY_ROLE):
            self._paint_title(painter, view.rect, str(index.data()))
            return
        theme = self._theme
        view.widget.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, view.widget
        )
        if view.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, view.rect, theme)
        is_selected = bool(view.state & QStyle.StateFlag.State_Selected)
        space, size = theme.px(_SPACE), theme.px(16)
        box: QRect = view.rect.adjusted(space, 0, -space, 0)
        icon = theme.icon(
            str(index.data(_ICON_ROLE)), Role.ACCENT if is_selected else Role.SECONDARY
        )
        left = view.rect.center().x() - size // 2 if self._list.is_compact else box.left()
        at = QRect(left, box.center().y() - size // 2, size, size)
        icon.paint(painter, at)
        if self._list.is_compact:
            self._paint_dot(painter, at, index.data(_PILL_ROLE))
            return
        right = self._paint_pill(painter, box, index.data(_PILL_ROLE))
        font = theme.ui_font(13, bold=is_selected)
        words = QRect(at.right() + space, box.top(), right - at.right() - space, box.height())
        _draw(painter, font, theme.color(Role.TEXT), words, str(index.data()))

    def _paint_title(self, painter: QPainter, box: QRect, title: str) -> None:
        if self._list.is_compact:
            return
        theme = self._theme
        space = theme.px(_SPACE)
        # At the bottom of its row, close to its group.
        words = box.adjusted(space, theme.px(10), -space, 0)
        _draw(painter, theme.ui_font(11, bold=True), theme.color(Role.SECONDARY), words, title)

    def _paint_pill(self, painter: QPainter, box: QRect, pill: Pill | None) -> int:
        """Draw a number on the right; return the left edge of the area it covers."""
        if pill is None or not pill.text:
            return box.right()
        theme = self._theme
        font = theme.ui_font(12)
        # Two more pixels, because the text would otherwise be shortened by rounding.
        width = QFontMetrics(font).horizontalAdvance(pill.text) + 2
        if pill.kind != "total":
            height = theme.px(18)
            width = max(width + theme.px(12), theme.px(24))
            at = QRect(box.right() - width, box.center().y() - height // 2, width, height)
            fill = Role.MATCH_NEAR if pill.kind == "warning" else Role.ACCENT_SOFT
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(fill))
            painter.drawRoundedRect(at, height / 2, height / 2)
            painter.restore()
            _draw(
                painter, font, theme.color(Role.TEXT), at, pill.text, Qt.AlignmentFlag.AlignHCenter
            )
        else:
            at = QRect(box.right() - width, box.top(), width, box.height())
            _draw(painter, font, theme.color(Role.SECONDARY), at, pill.text)
        return at.left() - theme.px(4)

    def _paint_dot(self, painter: QPainter, icon: QRect, pill: Pill | None) -> None:
        """Mark the icon of a page with tasks for the lead if there is no room for the number."""
        if pill is None or pill.kind == "total" or not pill.text:
            return
        radius = self._theme.px(3)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(Role.WARN if pill.kind == "warning" else Role.ACCENT))
        painter.drawEllipse(icon.topRight(), radius, radius)
        painter.restore()


def _draw(
    painter: QPainter,
    font: Any,
    colour: Any,
    box: QRect,
    text: str,
    across: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """Draw a text on one line in a box, shortened if necessary."""
    painter.save()
    painter.setFont(font)
    painter.setPen(colour)
    words = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | across), words)
    painter.restore()


def side_of(navigation: Navigation) -> QWidget:
    """Return the pane that holds the list."""
    side = QFrame()
    side.setProperty("kind", "pane")
    inside = QVBoxLayout(side)
    inside.setContentsMargins(8, 8, 8, 8)
    inside.addWidget(navigation)
    return side
