"""A list of rows with check boxes that are drawn in the theme's colours."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.ui.colours import Role
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_SIDE = 16  # pixels at 100 % text


def draw_check(painter: QPainter, box: QRect, theme: Theme, *, on: bool, enabled: bool) -> None:
    """Draw a check box into the square `box`, in pixels."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    # Half a pixel inwards: Qt draws a line on both sides of its path.
    frame = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
    filled = on and enabled
    painter.setPen(QPen(theme.color(Role.ACCENT if filled else Role.SECONDARY), 1.2))
    painter.setBrush(theme.color(Role.ACCENT if filled else Role.SURFACE))
    radius = frame.width() / 5
    painter.drawRoundedRect(frame, radius, radius)
    if on:
        pen = QPen(theme.color(Role.ON_ACCENT if filled else Role.SECONDARY), frame.width() / 8)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        side = frame.width()
        # The check mark, as shares of the side.
        points = [
            QPointF(frame.left() + side * x, frame.top() + side * y)
            for x, y in ((0.24, 0.53), (0.43, 0.71), (0.76, 0.31))
        ]
        painter.drawPolyline(points)
    painter.restore()


class _CheckDelegate(QStyledItemDelegate):
    """Draws a row with its check box, and switches it by mouse or Space."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # No width of its own: a long text is elided instead of scrolled sideways.
        return QSize(0, self._theme.px(30))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._theme
        view = option
        widget: QWidget = view.widget
        whole: QRect = view.rect
        widget.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, widget
        )
        side = theme.px(_SIDE)
        left = whole.left() + theme.px(8)
        box = QRect(left, whole.center().y() - side // 2, side, side)
        draw_check(painter, box, theme, on=_is_on(index), enabled=widget.isEnabled())
        words = whole.adjusted(box.right() - whole.left() + theme.px(8), 0, -theme.px(6), 0)
        font = theme.ui_font()
        painter.save()
        painter.setFont(font)
        painter.setPen(theme.color(Role.TEXT))
        text = widget.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, words.width()
        )
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        # Qt switches a row only by a click on the check box. Here the whole row is the target.
        clicked = (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.LeftButton
        )
        pressed = (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Space
        )
        if not (clicked or pressed):
            return False
        state = Qt.CheckState.Unchecked if _is_on(index) else Qt.CheckState.Checked
        return model.setData(index, state, Qt.ItemDataRole.CheckStateRole)


class CheckList(QListWidget):
    """A list of rows that can be checked by mouse or Space.

    `marked`: emitted when a person has checked or unchecked a row
    """

    marked = Signal()

    def __init__(self, name: str, theme: Theme) -> None:
        super().__init__()
        self._shown: list[tuple[str, str, bool]] = []
        self.setAccessibleName(name)
        self.setProperty("kind", "plain")
        self.setItemDelegate(_CheckDelegate(theme, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemChanged.connect(lambda _: self.marked.emit())
        # The height of a row depends on the text size.
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def chosen(self) -> list[str]:
        """Return the keys of the checked rows, from top to bottom."""
        return [
            str(item.data(Qt.ItemDataRole.UserRole))
            for row in range(self.count())
            if (item := self.item(row)).checkState() == Qt.CheckState.Checked
        ]

    def show_rows(self, rows: Sequence[tuple[str, str, bool]]) -> None:
        """Show rows, each as (key, text, whether it is checked by default).

        What a person has checked or unchecked in the rows shown before is kept.
        """
        if list(rows) == self._shown:
            return
        chosen = set(self.chosen())
        # Checked by default, but unchecked by the person.
        left_out = {key for key, _, on in self._shown if on and key not in chosen}
        # `marked` reports what a person does, not that rows are built.
        self.blockSignals(True)
        self.clear()
        for key, text, on in rows:
            item = QListWidgetItem(text)
            item.setData(Qt.ItemDataRole.UserRole, key)
            item.setToolTip(plain_tip(text))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            marked = (on and key not in left_out) or key in chosen
            item.setCheckState(Qt.CheckState.Checked if marked else Qt.CheckState.Unchecked)
            self.addItem(item)
        self.setCurrentRow(0)
        self.blockSignals(False)
        self._shown = list(rows)


def _is_on(index: Index) -> bool:
    """Return whether a row is checked."""
    return Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
