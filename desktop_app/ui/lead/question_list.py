"""The list of a form's questions, which can be reordered, and the buttons that add questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QDropEvent, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_properties import SECTION
from desktop_app.core.question_types import QUESTION_TYPES
from desktop_app.ui.colours import Role
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import button, label

Index = QModelIndex | QPersistentModelIndex
ALT = Qt.KeyboardModifier.AltModifier
CTRL = Qt.KeyboardModifier.ControlModifier
_LINE = Qt.ItemDataRole.UserRole
_ROW, _SPACE, _ICON = 54, 10, 16
_ICONS = {
    "yes_no": "choice",
    "single_choice": "choice",
    "likert": "scale",
    "multiple_choice": "checks",
    "number": "number",
    "text_list": "list",
    SECTION: "heading",
}


def type_title(type_: str) -> str:
    """Return the name of a type of question in the window's language; else the type itself."""
    titles = {
        "yes_no": QCoreApplication.translate("QuestionTypes", "Yes/No"),
        "single_choice": QCoreApplication.translate("QuestionTypes", "Choice"),
        "likert": QCoreApplication.translate("QuestionTypes", "Scale"),
        "multiple_choice": QCoreApplication.translate("QuestionTypes", "Multiple choice"),
        "number": QCoreApplication.translate("QuestionTypes", "Number"),
        "short_text": QCoreApplication.translate("QuestionTypes", "Short text"),
        "long_text": QCoreApplication.translate("QuestionTypes", "Text"),
        "text_list": QCoreApplication.translate("QuestionTypes", "List of texts"),
        SECTION: QCoreApplication.translate("QuestionTypes", "Section"),
    }
    return titles.get(type_, type_)


def type_icon(type_: str) -> str:
    """Return the name of the icon of a type of question."""
    return _ICONS.get(type_, "text")


@dataclass(frozen=True)
class QuestionLine:
    """A question or section in the list.

    `number`: its number as annotators see it; 0 for a section
    `facts`: type, whether it is required, its condition
    `problems`: number of its problems
    `is_blocked`: whether one of them prevents publishing
    """

    type: str
    number: int
    text: str
    facts: str
    problems: int
    is_blocked: bool = True


class QuestionList(QListWidget):
    """Shows the questions in their order. They move by drag, or by Alt and an arrow key.

    `moved`: a question should move; with its row and the new row
    `duplicate`, `remove`: the current question should be duplicated or removed
    """

    moved = Signal(int, int)
    duplicate = Signal()
    remove = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.can_edit = True
        self.setAccessibleName(self.tr("Questions"))
        self.setProperty("kind", "rows")
        self.setItemDelegate(_Delegate(theme, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def show_lines(self, lines: Sequence[QuestionLine], current: int) -> None:
        """Show the questions; `current` is the selected one, -1 if there is none."""
        self.blockSignals(True)
        while self.count() > len(lines):
            self.takeItem(self.count() - 1)
        while self.count() < len(lines):
            self.addItem(QListWidgetItem())
        for row, line in enumerate(lines):
            item = self.item(row)
            item.setData(_LINE, line)
            words = [line.text, line.facts]
            if line.number:
                words.insert(0, self.tr("Question {number}").format(number=line.number))
            if line.problems:
                words.append(self.tr("%n problem(s)", "", line.problems))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(words))
            item.setToolTip(plain_tip(f"{line.text}\n{line.facts}"))
        self.setCurrentRow(current)
        self.blockSignals(False)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key, modifiers = self.currentRow(), event.key(), event.modifiers()
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(key), 0)
        if step and modifiers & ALT and self.can_edit:
            if 0 <= row + step < self.count():
                self.moved.emit(row, row + step)
        elif key == Qt.Key.Key_Delete and row >= 0 and self.can_edit:
            self.remove.emit()
        elif key == Qt.Key.Key_D and modifiers == CTRL and row >= 0 and self.can_edit:
            self.duplicate.emit()
        else:
            super().keyPressEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        to = index.row() if index.isValid() else self.count()
        if self.dropIndicatorPosition() == QAbstractItemView.DropIndicatorPosition.BelowItem:
            to += 1
        row = self.currentRow()
        # A row that moves down leaves its old place first.
        to -= to > row
        # The form determines the order; Qt must neither move nor remove rows.
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if to != row and self.can_edit and event.source() is self:
            self.moved.emit(row, to)


class AddQuestion(QWidget):
    """Buttons that add a question, one for each type, or one with a menu where there is no room.

    `chosen`: the lead wants another question; with its type
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.buttons: dict[str, QPushButton] = {}
        self.menu_button = button(self.tr("Add question…"))
        self.menu = QMenu(self.menu_button)
        self.menu_button.setMenu(self.menu)
        flow = FlowLayout(across=6, down=6)
        for type_ in (*QUESTION_TYPES, SECTION):
            title = type_title(type_)
            one = button(title)
            one.setAccessibleName(self.tr("Add: {type}").format(type=title))
            self.buttons[type_] = one
            flow.addWidget(one)
            for clicked in (one.clicked, self.menu.addAction(title).triggered):
                clicked.connect(lambda _=False, type_=type_: self.chosen.emit(type_))
        self._wide = QWidget()
        below = QVBoxLayout(self._wide)
        below.setContentsMargins(11, 6, 11, 4)
        below.setSpacing(6)
        below.addWidget(label(self.tr("ADD QUESTION"), "caption"))
        below.addLayout(flow)
        short = QHBoxLayout()
        short.setContentsMargins(11, 6, 11, 0)
        short.addWidget(self.menu_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._wide)
        layout.addLayout(short)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def set_narrow(self, narrow: bool) -> None:
        """Show the button with a menu instead of those for each type, or the reverse."""
        self._wide.setVisible(not narrow)
        self.menu_button.setVisible(narrow)

    def first_control(self) -> QPushButton:
        """Return the first button that is shown."""
        return self.menu_button if self._wide.isHidden() else next(iter(self.buttons.values()))

    def _apply_theme(self) -> None:
        for type_, one in self.buttons.items():
            one.setIcon(self._theme.icon(type_icon(type_), Role.SECONDARY))
            one.setIconSize(QSize(self._theme.px(16), self._theme.px(16)))


class _Delegate(QStyledItemDelegate):
    """Draws a question: grip, number, icon, its text and its facts."""

    def __init__(self, theme: Theme, parent: QuestionList) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # No width of its own: long texts are elided instead of scrolled sideways.
        return QSize(0, self._theme.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view: Any = option
        line: QuestionLine | None = index.data(_LINE)
        if line is None:
            return
        theme = self._theme
        view.widget.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, view.widget
        )
        box: QRect = view.rect
        is_selected = bool(view.state & QStyle.StateFlag.State_Selected)
        size, space = theme.px(_ICON), theme.px(_SPACE)
        middle = box.center().y() - size // 2
        left = box.left() + theme.px(8)
        theme.icon("grip", Role.SECONDARY).paint(painter, QRect(left, middle, size, size))
        left += size + theme.px(4)
        metrics = QFontMetrics(theme.ui_font(12))
        wide = metrics.horizontalAdvance("00") + 2
        number = str(line.number) if line.number else ""
        at = QRect(left, box.top(), wide, box.height())
        right = Qt.AlignmentFlag.AlignRight
        _draw(painter, theme.ui_font(12), theme.color(Role.SECONDARY), at, number, right)
        left += wide + space
        role = Role.ACCENT if is_selected else Role.SECONDARY
        icon = theme.icon(type_icon(line.type), role)
        icon.paint(painter, QRect(left, middle, size, size))
        left += size + space
        end = box.right() - theme.px(8)
        if line.problems:
            end -= size
            level = Role.BAD if line.is_blocked else Role.WARN
            theme.icon("warning", level).paint(painter, QRect(end, middle, size, size))
            end -= theme.px(6)
        words = QRect(left, box.top(), max(0, end - left), box.height())
        half = box.height() // 2
        upper = words.adjusted(0, theme.px(8), 0, theme.px(1) - half)
        lower = words.adjusted(0, half - theme.px(1), 0, -theme.px(7))
        _draw(painter, theme.ui_font(13, bold=True), theme.color(Role.TEXT), upper, line.text)
        _draw(painter, theme.ui_font(12), theme.color(Role.SECONDARY), lower, line.facts)
        painter.save()
        painter.setPen(theme.color(Role.BORDER))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.restore()
        if view.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, box, theme)


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
    shown = " ".join(text.split())
    words = QFontMetrics(font).elidedText(shown, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | across), words)
    painter.restore()
