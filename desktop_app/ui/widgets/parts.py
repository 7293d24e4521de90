"""Common parts of pages: labels, buttons, lists of check boxes, results, two columns.

The module is longer than most because it collects small parts that all pages use.
"""

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
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from desktop_app.ui.colours import Role
from desktop_app.ui.messages import translate_message
from desktop_app.ui.plain_text import PlainLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import is_enter

# Lists of check boxes

Index = QModelIndex | QPersistentModelIndex
_SIDE = 16  # side of a check box, in pixels at 100 % text


def draw_check(painter: QPainter, box: QRect, theme: Theme, *, on: bool, enabled: bool) -> None:
    """Draw a check box.

    `box`: the square to fill, in pixels
    """
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
    """Draws a row with a check box, and checks or unchecks it by mouse or Space."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # No preferred width, so that a long text is elided instead of scrolled sideways.
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
        # Qt checks a row only by a click on its check box. Here the whole row can be clicked.
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

    `name`: its name for screen readers
    `marked`: a person has checked or unchecked a row
    `entered`: Enter was pressed
    """

    marked = Signal()
    entered = Signal()

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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Not `activated`, which a double click emits as well on most systems.
        if is_enter(event):
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def chosen(self) -> list[str]:
        """Return the keys of the checked rows, from top to bottom."""
        return [
            str(item.data(Qt.ItemDataRole.UserRole))
            for row in range(self.count())
            if (item := self.item(row)).checkState() == Qt.CheckState.Checked
        ]

    def show_rows(self, rows: Sequence[tuple[str, str, bool]]) -> None:
        """Show rows, each as (key, text, whether it is checked by default).

        Rows that were shown before keep the state that the person has set.
        """
        if list(rows) == self._shown:
            return
        chosen = set(self.chosen())
        # Checked by default, but unchecked by the person.
        left_out = {key for key, _, on in self._shown if on and key not in chosen}
        # `marked` must not be emitted for rows that the program checks.
        self.blockSignals(True)
        self.clear()
        for key, text, on in rows:
            item = QListWidgetItem(text)
            item.setData(Qt.ItemDataRole.UserRole, key)
            item.setToolTip(plain_tip(text))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, text)
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


# Maximum height of the list in an outcome, in lines; longer lists scroll.
_MOST_LINES = 6
# Maximum number of lines in the list of an outcome; “…” replaces the rest.
_MOST_LISTED = 2000
# Pixels at 100 % text: width of the left column, and minimum width of both columns together.
_CHOICES, _BOTH_FIT = 400, 720
_EDGE = 3  # pixels around a text, as in the style sheet
_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere)
_ANY_WIDTH = 16_777_215  # QWIDGETSIZE_MAX, which PySide6 does not export


def label(text: str = "", kind: str = "", *, wrap: bool = False) -> QLabel:
    """Return a label for plain text.

    `kind`: its role in the style sheet; "" for an ordinary label
    `wrap`: whether the text can take several lines
    """
    made = PlainLabel(text)
    if kind:
        made.setProperty("kind", kind)
    made.setWordWrap(wrap)
    return made


def set_kind(widget: QWidget, kind: str) -> None:
    """Set the role of a widget in the style sheet."""
    _set_style(widget, "kind", kind)


def set_level(widget: QWidget, level: str) -> None:
    """Set how serious a widget's message is in the style sheet: “warn” or “bad”."""
    _set_style(widget, "level", level)


def _set_style(widget: QWidget, name: str, value: str) -> None:
    if widget.property(name) != value:
        widget.setProperty(name, value)
        # Qt applies style rules that depend on properties only when a widget is polished.
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def button(text: str, tip: str = "") -> QPushButton:
    """Return a button that is not the default button of a dialog.

    `tip`: its tooltip, as plain text
    """
    made = QPushButton(text)
    # Screen readers would read the ellipsis aloud.
    made.setAccessibleName(text.rstrip("…"))
    if tip:
        made.setToolTip(plain_tip(tip))
    made.setAutoDefault(False)
    return made


class EmptyState(QWidget):
    """A page without content yet: it says what will appear on it, and has a button to start."""

    def __init__(self, heading: str, words: str, action: QPushButton | None) -> None:
        super().__init__()
        self.heading = label(heading, "title")
        self.words = label(words, "secondary", wrap=True)
        self.words.setMaximumWidth(440)
        for one in (self.heading, self.words):
            one.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addStretch(2)
        layout.addWidget(self.heading)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.words, 10)
        row.addStretch(1)
        layout.addLayout(row)
        if action is not None:
            layout.addSpacing(4)
            layout.addWidget(action, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)


class _Lines(QPlainTextEdit):
    """A read-only text box that is as tall as its lines, up to a maximum height."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        metrics = self.fontMetrics()
        margin = round(self.document().documentMargin())
        room = QRect(0, 0, max(1, self.viewport().width() - 2 * margin), 100_000)
        # Qt lays out a QPlainTextEdit lazily, so the height of its document is not reliable here.
        # Lines beyond the limit cannot change the height.
        lines = self.toPlainText().split("\n")[:_MOST_LINES]
        tall = sum(metrics.boundingRect(room, _WRAPPED, line or " ").height() for line in lines)
        tall = min(tall, _MOST_LINES * metrics.lineSpacing())
        self.setFixedHeight(tall + 2 * margin + 2 * _EDGE)


class Outcome(QFrame):
    """The result of the last action: a sentence, and a list of details.

    `name`: its name for screen readers
    """

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._level = "info"
        self.setProperty("kind", "notice")
        self.setAccessibleName(name)
        self.icon = PlainLabel()
        self.text = label(wrap=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.list = _Lines()
        self.list.setReadOnly(True)
        self.list.setTabChangesFocus(True)
        self.list.setAccessibleName(self.tr("Details"))
        self.list.setProperty("kind", "reading")
        self.list.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.again = button("")
        self.close_button = button(self.tr("Close"))
        self.close_button.setProperty("kind", "quiet")
        self.close_button.setAccessibleName(self.tr("Close this message"))
        self.close_button.clicked.connect(self._close)
        # What had the focus before a question, which gets it back with “Cancel”.
        self._focus_before: QWidget | None = None
        upper = QHBoxLayout()
        upper.setSpacing(10)
        upper.addWidget(self.icon)
        upper.addWidget(self.text, 1)
        upper.addWidget(self.again)
        upper.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 6)
        layout.setSpacing(4)
        layout.addLayout(upper)
        layout.addWidget(self.list)
        theme.changed.connect(self._apply_theme)
        self.hide()

    def say(self, text: str, lines: Sequence[str] = (), level: str = "info") -> None:
        """Show a result.

        `lines`: the details; a very long list is cut
        `level`: "info", "warn" or "bad"; sets colour and icon
        """
        self._level = level
        self.text.setText(translate_message(text))
        shown = [translate_message(line).replace("\n", " ") for line in lines[:_MOST_LISTED]]
        if len(lines) > _MOST_LISTED:
            shown.append("…")
        self.list.setPlainText("\n".join(shown))
        self.list.setVisible(bool(lines))
        self.again.hide()
        self._name_close_button(self.tr("Close"), self.tr("Close this message"))
        self.setProperty("level", level)
        self.setAccessibleDescription(self.text.text())
        # Qt applies style rules that depend on properties only when a widget is polished.
        self.style().unpolish(self)
        self.style().polish(self)
        self._apply_theme()
        self.show()

    def offer(self, text: str) -> None:
        """Show the button `again` with this text, such as “Continue”.

        The owner of the outcome connects the button.
        """
        self.again.setText(text)
        self.again.setAccessibleName(text)
        self.again.show()

    def ask(self, text: str) -> None:
        """Ask whether to go on: show and focus the button `again` with this text, and “Cancel”."""
        self.offer(text)
        self._name_close_button(self.tr("Cancel"), self.tr("Cancel"))
        before = QApplication.focusWidget()
        if before is not None and not self.isAncestorOf(before):
            self._focus_before = before
        self.again.setFocus(Qt.FocusReason.OtherFocusReason)

    def _close(self) -> None:
        before, self._focus_before = self._focus_before, None
        # The control may be deleted or hidden by now.
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    def _name_close_button(self, text: str, name: str) -> None:
        self.close_button.setText(text)
        self.close_button.setAccessibleName(name)

    def drop(self) -> None:
        """Hide the result if nothing is left to do: no button, and no list of problems."""
        is_list = self._level != "info" and not self.list.isHidden()
        if self.again.isHidden() and not is_list:
            self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.close_button.isVisible():
            self.close_button.click()
        else:
            super().keyPressEvent(event)

    def _apply_theme(self) -> None:
        role = {"info": Role.ACCENT, "warn": Role.WARN, "bad": Role.BAD}[self._level]
        icon = self._theme.icon("info" if self._level == "info" else "warning", role)
        self.icon.setPixmap(icon.pixmap(self._theme.px(16)))
        self.list.fit()


class SideBySide(QWidget):
    """Options on the left and their result on the right, or one above the other if narrow.

    `both_fit`: the narrowest width in pixels at 100 % text at which they are side by side
    `widest`: the greatest width in pixels at 100 % text of the options, if their texts need it
    """

    def __init__(
        self,
        left: QLayout,
        right: QLayout,
        theme: Theme,
        both_fit: int = _BOTH_FIT,
        widest: int = _CHOICES,
    ) -> None:
        super().__init__()
        self._widest = widest
        self._theme, self._both_fit = theme, both_fit
        self._left = QWidget()
        self._left.setProperty("kind", "group")
        self._left.setLayout(left)
        left.setContentsMargins(0, 0, 0, 0)
        self._across = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._across.setContentsMargins(0, 0, 0, 0)
        self._across.addWidget(self._left)
        self._across.addLayout(right, 1)
        theme.changed.connect(self._arrange)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        # The texts of the options have changed.
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    @property
    def is_wide(self) -> bool:
        """Whether they are side by side."""
        return self.width() >= self._theme.px(self._both_fit)

    def _arrange(self) -> None:
        wide = self.is_wide
        # The result keeps at least a third.
        most = min(self._theme.px(self._widest), self.width() * 2 // 3)
        width = max(self._theme.px(_CHOICES), min(self._left.sizeHint().width(), most))
        self._left.setMaximumWidth(width if wide else _ANY_WIDTH)
        self._left.setMinimumWidth(width if wide else 0)
        self._across.setSpacing(28 if wide else 16)
        self._across.setDirection(
            QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        )
