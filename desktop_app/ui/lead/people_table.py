"""A table of people: a bar for their answers, and a pill for the state of their bundle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.ui.colours import Role, mixed
from desktop_app.ui.lead.table import Index, Table
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import set_kind

# Pixels at 100 % text.
_TRACK, _PILL = 150, 18
_SHORTEST_TRACK = 60
# Rows of people from which the table scrolls.
_MOST_ROWS = 30
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class _CellDelegate(QStyledItemDelegate):
    """Draws the background of a cell, and then `draw`."""

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
        self._wide = {0: 4, bar: _TRACK + 10, pill - 1: 6, pill: 0}
        self._bar = bar
        self._share, self._state = share, state
        super().__init__(columns, name, theme)
        set_kind(self, "flush")
        # The page scrolls, not the table.
        self.rows_in_sight = _MOST_ROWS
        self.setItemDelegateForColumn(0, _CellDelegate(theme, self, self._draw_name))
        self.setItemDelegateForColumn(bar, _CellDelegate(theme, self, self._draw_bar))
        self.setItemDelegateForColumn(pill, _CellDelegate(theme, self, self._draw_state))

    def fit(self) -> None:
        """Set the column widths, with room for what is drawn in addition to the texts."""
        super().fit()
        self._fitting = True
        header = self.horizontalHeader()
        # A narrow table has shorter bars rather than hidden columns.
        spare = self.viewport().width() - header.length()
        for column, more in self._wide.items():
            added = self._theme.px(more)
            if column == self._bar:
                added = max(self._theme.px(_SHORTEST_TRACK), min(added, spare))
            if column not in self._by_hand:
                header.resizeSection(column, header.sectionSize(column) + added)
        self._fitting = False
        self._stretch()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

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
        width = box.width() - QFontMetrics(font).horizontalAdvance(text) - theme.px(12)
        width = min(width, theme.px(_TRACK))
        height = theme.px(6)
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
        shown = QFontMetrics(small).elidedText(rest, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, _LEFT, shown)

    def _apply_theme(self) -> None:
        super()._apply_theme()
        self.verticalHeader().setDefaultSectionSize(self._theme.px(38))
        self.hug()
