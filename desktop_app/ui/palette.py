"""The command palette: all actions, searched by parts of their names."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.overlay import Overlay
from desktop_app.ui.plain_text import PlainLabel, shown_keys
from desktop_app.ui.theme import Theme

# Rows before the list scrolls.
_ROWS = 9


class CommandPalette(Overlay):
    """An overlay to type a search, choose with the arrow keys and run with Enter."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window, theme, 560)
        self.setAccessibleName(self.tr("Commands"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("What do you want to do?"))
        self.field.setAccessibleName(self.tr("Search the commands"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Matching commands"))
        self.list.setAccessibleDescription(self.tr("Select with the arrow keys, run with Enter"))
        self.list.setProperty("kind", "rows")
        # The field keeps the focus; it passes the arrow keys to the list.
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.nothing = PlainLabel(self.tr("No command found. Try another word."))
        self.nothing.setProperty("kind", "secondary")
        self.nothing.setWordWrap(True)
        self.nothing.setContentsMargins(10, 8, 10, 8)
        self.nothing.hide()
        self._actions: list[tuple[str, QAction]] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.addWidget(self.field)
        layout.addWidget(self.list)
        layout.addWidget(self.nothing)
        self.field.textChanged.connect(self._filter)
        self.field.returnPressed.connect(self.run_chosen)
        self.list.itemClicked.connect(lambda _: self.run_chosen())
        self.field.installEventFilter(self)
        theme.changed.connect(self._on_theme_changed)

    def show_actions(self, actions: Iterable[tuple[str, QAction]]) -> None:
        """Open with these actions, each with the title of its menu."""
        self._actions = [
            (menu, action)
            for menu, action in actions
            if action.isEnabled() and action.objectName() != "palette"
        ]
        self.field.clear()
        self._filter("")
        self.open(self.field)

    def _on_theme_changed(self) -> None:
        if self.isVisible():
            self._filter(self.field.text())

    def run_chosen(self) -> None:
        """Close the palette and trigger the chosen action."""
        item = self.list.currentItem()
        action = item.data(Qt.ItemDataRole.UserRole) if item else None
        # First, so that the action acts on the widget that had the focus before.
        self.dismiss()
        if action is not None:
            action.trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self.field
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
        ):
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None and self.list.count():
                row = (self.list.currentRow() + step) % self.list.count()
                self.list.setCurrentRow(row)
                return True
        return super().eventFilter(watched, event)

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        self.list.clear()
        for menu, action in self._actions:
            name = action.text().replace("&", "")
            # All words have to occur, in any order, in the menu's title or the name.
            if not all(word in f"{menu} {name}".casefold() for word in words):
                continue
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, action)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, name)
            self.list.addItem(item)
            row = _Row(menu, name, _keys_of(action))
            item.setSizeHint(QSize(0, self._theme.px(36)))
            self.list.setItemWidget(item, row)
        self.list.setCurrentRow(0)
        self.list.setVisible(self.list.count() > 0)
        self.nothing.setVisible(self.list.count() == 0)
        # Screen readers read the field, not the label below it.
        self.field.setAccessibleDescription("" if self.list.count() else self.nothing.text())
        self.place()

    def place(self) -> None:
        """Set the height of the list to its rows, or to the space in the window."""
        window, row = self.parentWidget(), self._theme.px(36)
        room = (window.height() if window is not None else 800) - 96 - 24 - 8
        most = max(1, (room - self.field.sizeHint().height()) // row)
        rows = min(max(self.list.count(), 1), _ROWS, most)
        self.list.setFixedHeight(rows * row + 4)
        super().place()


class _Row(QWidget):
    """A row: name, menu, shortcut. Clicks pass through to the list."""

    def __init__(self, menu: str, name: str, keys: str) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 0, 10, 0)
        layout.addWidget(PlainLabel(name))
        where = PlainLabel(menu)
        where.setProperty("kind", "secondary")
        layout.addWidget(where)
        layout.addStretch(1)
        if keys:
            chip = PlainLabel(keys)
            chip.setProperty("kind", "chip")
            layout.addWidget(chip, 0, Qt.AlignmentFlag.AlignVCenter)


def _keys_of(action: QAction) -> str:
    # “?” is handled by the window; the action has no shortcut.
    if action.objectName() == "keys":
        return "?"
    return shown_keys(action.shortcut())
