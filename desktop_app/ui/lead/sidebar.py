"""The list of a lead's steps: each with its name and a short summary."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.ui.colours import Role
from desktop_app.ui.lead.table import Index
from desktop_app.ui.plain_text import draw_focus
from desktop_app.ui.theme import Theme

# Holds the summary of an item; the display role holds the step's name.
FIGURE_ROLE = Qt.ItemDataRole.UserRole
# The largest text scale at which both lines fit.
_FIGURES_FIT = 1.45
_MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_END = Qt.TextElideMode.ElideRight


class StepDelegate(QStyledItemDelegate):
    """Draws a step in two lines: its name and its summary."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # A width of 0, so that long texts never widen the list: `paint` shortens them.
        return QSize(0, self._theme.px(36 if self._is_tight() else 50))

    def _is_tight(self) -> bool:
        """Return whether the text is so large that only the names are drawn."""
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
