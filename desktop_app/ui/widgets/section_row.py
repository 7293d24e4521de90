"""One section of a `SectionEditor`: a grip, fields, and a button to remove the section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QGridLayout,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.plain_text import PlainLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.field import (
    LineBox,
    LongBox,
    NoUndo,
    as_text,
    end_of_change,
    mark_problem,
)

# Pixels at 100 % text; in a narrower row, fields of one line are below each other.
_SIDE_BY_SIDE = 400


@dataclass(frozen=True)
class SectionField:
    """The definition of a field that every section has.

    `key`: its key in the data
    `name`: its name for people, a few words
    `hint`: its placeholder and tooltip, by default `name`
    `lines`: 1 for a field of one line; otherwise the minimum height of a text box, in lines
    `most`: the maximum height of a text box, in lines
    `share`: its share of the width among the fields of one line
    """

    key: str
    name: str
    hint: str = ""
    lines: int = 1
    most: int = 8
    share: int = 1


class GrowingBox(LongBox):
    """A text box that grows with its text; undo is left to the window.

    `least`, `most`: limits of its height, in lines
    """

    def __init__(self, theme: Theme, least: int = 2, most: int = 8) -> None:
        super().__init__()
        self._theme, self._least, self._most = theme, least, most
        self.setProperty("kind", "field")
        self.setTabChangesFocus(True)
        # The window has one undo history for everything.
        self.setUndoRedoEnabled(False)
        self._guard = NoUndo(self)
        self.installEventFilter(self._guard)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self.fit())
        theme.changed.connect(self.fit)
        self.fit()

    def fit(self) -> None:
        """Set the height for the text or, if there is none, for the placeholder."""
        metrics = QFontMetrics(self._theme.ui_font(13))
        lines = round(self.document().size().height())
        margin = round(self.document().documentMargin())
        if self.document().isEmpty() and self.placeholderText():
            inside = max(40, self.viewport().width() - 2 * margin)
            words = metrics.boundingRect(
                0, 0, inside, 10_000, int(Qt.TextFlag.TextWordWrap), self.placeholderText()
            )
            lines = round(words.height() / metrics.lineSpacing())
        lines = min(max(lines, self._least), self._most)
        height = lines * metrics.lineSpacing() + 2 * (margin + 8)  # 8: frame and padding
        # Setting the height causes a resize event, which calls this again.
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class Grip(QPushButton):
    """A handle to drag with the mouse; its owner opens a menu if it is clicked.

    `dragged`: the mouse was moved during a drag; its global position
    `dropped`: the mouse button was released after a drag
    `cancelled`: Esc has cancelled the drag
    """

    dragged = Signal(QPoint)
    dropped = Signal()
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "icon")
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self._pressed_at: QPoint | None = None
        self.is_dragging = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed_at = event.globalPosition().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here, begin = event.globalPosition().toPoint(), self._pressed_at
        if begin is None or not self.isEnabled():
            super().mouseMoveEvent(event)
            return
        # A small movement during a click is not a drag.
        far = (here - begin).manhattanLength() >= QApplication.startDragDistance()
        if far and not self.is_dragging:
            self.is_dragging = True
            # Otherwise releasing the mouse button would count as a click and open the menu.
            self.setDown(False)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self.is_dragging:
            self.dragged.emit(here)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = None
        if self.is_dragging:
            self._end()
            self.dropped.emit()
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.is_dragging and event.key() == Qt.Key.Key_Escape:
            self._pressed_at = None
            self._end()
            self.cancelled.emit()
            return
        super().keyPressEvent(event)

    def _end(self) -> None:
        self.is_dragging = False
        self.setCursor(Qt.CursorShape.OpenHandCursor)


class SectionRow(QWidget):
    """The widgets of one section. They only emit signals; the editor changes the data.

    `typed`: a field was edited; its key
    `lines`: several lines were pasted into a field of one line; its key, the lines
    `too_long`: a pasted text was rejected; its number of characters
    `action_wanted`: an action was chosen: “up”, “down”, “add” or “remove”
    `finished`: Enter was pressed in a field of one line; its key
    """

    typed = Signal(str)
    lines = Signal(str, list)
    too_long = Signal(int)
    action_wanted = Signal(str)
    finished = Signal(str)

    def __init__(self, fields: Sequence[SectionField], theme: Theme) -> None:
        super().__init__()
        self._fields, self._theme = fields, theme
        self._silent = False
        self._editable = True
        self._guard = NoUndo(self)
        self.grip = Grip()
        self.number = PlainLabel()
        self.number.setProperty("kind", "caption")
        self.number.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.remove_button = QPushButton()
        self.remove_button.setProperty("kind", "icon")
        self.remove_button.setAutoDefault(False)
        self.remove_button.clicked.connect(lambda: self.action_wanted.emit("remove"))
        self.boxes: dict[str, LineBox | GrowingBox] = {}
        # Fields of one line share the first row of the grid; each text box has its own row.
        self._short = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._short.setSpacing(theme.px(6))
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.px(4))
        self._grid.setVerticalSpacing(theme.px(6))
        self._grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addLayout(self._short, 0, 1)
        row = 0
        for field in fields:
            box = self._make(field)
            self.boxes[field.key] = box
            if isinstance(box, LineBox):
                self._short.addWidget(box, field.share)
            else:
                row += 1
                self._grid.addWidget(box, row, 1)
        aside = QVBoxLayout()
        aside.setSpacing(theme.px(6))
        aside.addWidget(self.grip)
        aside.addWidget(self.number)
        aside.addStretch(1)
        self._grid.addLayout(aside, 0, 0, row + 1, 1)
        self._grid.addWidget(self.remove_button, row, 2, top)
        self._menu = QMenu(self)
        self._actions: dict[str, QAction] = {}
        for name, words in (
            ("up", self.tr("Move up  Ctrl+Shift+Up")),
            ("down", self.tr("Move down  Ctrl+Shift+Down")),
            ("add", self.tr("Add one below  Ctrl+Shift+N")),
            ("remove", self.tr("Remove  Ctrl+Shift+Del")),
        ):
            action = self._menu.addAction(words)
            action.triggered.connect(lambda _on=False, name=name: self.action_wanted.emit(name))
            self._actions[name] = action
        self.grip.clicked.connect(self.open_menu)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def menu(self) -> QMenu:
        """The menu of the grip."""
        return self._menu

    def open_menu(self) -> None:
        """Open the menu below the grip."""
        self._menu.popup(self.grip.mapToGlobal(QPoint(0, self.grip.height())))

    def texts(self) -> dict[str, str]:
        """Return the texts of the fields by key."""
        return {
            key: box.text() if isinstance(box, LineBox) else box.toPlainText()
            for key, box in self.boxes.items()
        }

    def is_blank(self) -> bool:
        """Return whether all fields are empty or contain only white space."""
        return not any(text.strip() for text in self.texts().values())

    def show_section(self, number: int, section: Mapping[str, Any]) -> None:
        """Show another section; no signal is emitted."""
        self.number.setText(str(number))
        for key, box in self.boxes.items():
            text = as_text(section.get(key))
            now = box.text() if isinstance(box, LineBox) else box.toPlainText()
            # Setting an equal text would move the caret.
            if now == text:
                continue
            place = end_of_change(now, text, self.caret(key))
            # Unlike QLineEdit.textEdited, textChanged is also emitted for changes by the program.
            self._silent = True
            if isinstance(box, LineBox):
                box.setText(text)
            else:
                box.setPlainText(text)
            self._silent = False
            self.set_caret(key, place)
        self._name(number)

    def caret(self, key: str) -> int:
        """Return the caret position of a field in UTF-16 units."""
        box = self.boxes[key]
        return box.cursorPosition() if isinstance(box, LineBox) else box.textCursor().position()

    def set_caret(self, key: str, place: int) -> None:
        """Set the caret position of a field, at most the end of its text."""
        box = self.boxes[key]
        if isinstance(box, LineBox):
            box.setCursorPosition(place)
            return
        cursor = box.textCursor()
        cursor.setPosition(min(place, box.document().characterCount() - 1))
        box.setTextCursor(cursor)

    def focused_field(self) -> str:
        """Return the key of the focused field; "" if there is none."""
        return next((key for key, box in self.boxes.items() if box.hasFocus()), "")

    def stops(self) -> list[QWidget]:
        """Return the tab stops in reading order."""
        return [self.grip, *self.boxes.values(), self.remove_button]

    def allow(self, *, up: bool, down: bool, add: bool, remove: bool) -> None:
        """Enable the actions that are possible now, and disable the others."""
        able = {"up": up, "down": down, "add": add, "remove": remove}
        for name, can in able.items():
            self._actions[name].setEnabled(can and self._editable)
        self.grip.setEnabled(self._editable and any(able.values()))
        self.remove_button.setEnabled(remove and self._editable)

    def set_editable(self, on: bool) -> None:
        """Make the fields editable or read-only. Call `allow` afterwards for the actions."""
        self._editable = on
        for box in self.boxes.values():
            box.setReadOnly(not on)

    def mark(self, key: str, wrong: bool) -> None:
        """Mark a field as invalid or valid."""
        mark_problem(self.boxes[key], wrong)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() != QEvent.Type.KeyPress
            or not isinstance(event, QKeyEvent)
            or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            or not self._editable
        ):
            return False
        key = next(key for key, box in self.boxes.items() if box is watched)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(watched, LineBox):
            self.finished.emit(key)
            return True
        # Backspace in an empty section removes it, as in list editors.
        if event.key() == Qt.Key.Key_Backspace and not any(self.texts().values()):
            self.action_wanted.emit("remove")
            return True
        return False

    def _make(self, field: SectionField) -> LineBox | GrowingBox:
        box: LineBox | GrowingBox
        hint = field.hint or field.name
        if field.lines == 1:
            box = LineBox()
            box.installEventFilter(self._guard)
            box.textEdited.connect(lambda _text: self.typed.emit(field.key))
            box.pasted.connect(lambda found: self.lines.emit(field.key, found))
            box.setPlaceholderText(hint)
        else:
            box = GrowingBox(self._theme, field.lines, field.most)
            box.setPlaceholderText(hint)
            # QPlainTextEdit has no signal that is emitted only for edits by a person.
            box.textChanged.connect(lambda: None if self._silent else self.typed.emit(field.key))
        box.too_long.connect(self.too_long)
        box.installEventFilter(self)
        box.setToolTip(plain_tip(hint))
        return box

    def _name(self, number: int) -> None:
        for field in self._fields:
            name = self.tr("Section {number}: {field}").format(number=number, field=field.name)
            self.boxes[field.key].setAccessibleName(name)
        self.grip.setAccessibleName(self.tr("Section {number}: move").format(number=number))
        self.grip.setToolTip(
            self.tr(
                "Drag to move this section, or click to open the menu (Ctrl+Shift+Up, "
                "Ctrl+Shift+Down)"
            )
        )
        self.remove_button.setAccessibleName(
            self.tr("Remove section {number}").format(number=number)
        )
        self.remove_button.setToolTip(
            plain_tip(self.tr("Remove section {number}  Ctrl+Shift+Del").format(number=number))
        )

    def _arrange(self) -> None:
        wide = self.width() >= self._theme.px(_SIDE_BY_SIDE)
        turned = QBoxLayout.Direction
        wanted = turned.LeftToRight if wide else turned.TopToBottom
        if self._short.direction() is not wanted:
            self._short.setDirection(wanted)

    def _apply_theme(self) -> None:
        for button, icon in ((self.grip, "grip"), (self.remove_button, "close")):
            button.setIcon(self._theme.icon(icon))
            button.setIconSize(QSize(self._theme.px(16), self._theme.px(16)))
            button.setFixedWidth(self._theme.px(28))
        self._arrange()
