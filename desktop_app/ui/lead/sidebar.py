"""The steps of a lead's work as a list: each with its name and how it stands."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.ui.colours import Role
from desktop_app.ui.lead.table import Index
from desktop_app.ui.plain_text import draw_focus
from desktop_app.ui.theme import Theme

FIGURE_ROLE = Qt.ItemDataRole.UserRole
_FIGURES_FIT = 1.45  # the largest text at which the steps show their figures
_MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_END = Qt.TextElideMode.ElideRight


class StepDelegate(QStyledItemDelegate):
    """Draws a step in two lines: its name, and how it stands."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._theme.px(36 if self._is_tight() else 50))

    def _is_tight(self) -> bool:
        """Return whether large text leaves room for the names alone; the figures are in the
        tips."""
        return self._theme.text_scale > _FIGURES_FIT

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._theme
        view: Any = option
        view.widget.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, view.widget
        )
        if view.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, view.rect, theme)
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
