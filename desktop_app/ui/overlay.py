"""Overlays: small pages over the window, among them the command palette."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from desktop_app.ui.accessible import announce
from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.plain_text import PlainLabel, shown_keys
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import label


class Overlay(QFrame):
    """A small page over the upper part of its window, which stays usable.

    Escape closes the overlay and returns the focus to the widget that had it before. The overlay
    also closes when a widget outside gets the focus, for example by a click.

    `opened`: emitted when the overlay has the focus
    `closed`: emitted when the overlay is hidden, before the focus is returned
    `focus_lost`: emitted if the focus cannot be returned, because the widget is hidden or disabled;
        a slot must set the focus
    """

    opened = Signal()
    closed = Signal()
    focus_lost = Signal()

    def __init__(self, window: QWidget, theme: Theme, width: int) -> None:
        super().__init__(window)
        self._theme = theme
        self._width = width
        self._before: QWidget | None = None
        self._watching = False
        self.setProperty("kind", "overlay")
        self.setAutoFillBackground(True)
        self.hide()
        window.installEventFilter(self)
        theme.changed.connect(self._on_theme_changed)

    def open(self, focus: QWidget) -> None:
        """Show the overlay and focus a widget in it."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self.place()
        self.show()
        self.raise_()
        focus.setFocus(Qt.FocusReason.PopupFocusReason)
        self._watch(True)
        self.opened.emit()

    def dismiss(self) -> None:
        """Hide the overlay and return the focus."""
        if not self.isVisible():
            return
        self._watch(False)
        focus = QApplication.focusWidget()
        inside = focus is None or focus is self or self.isAncestorOf(focus)
        before, self._before = self._before, None
        self.hide()
        self.closed.emit()
        if inside and before is not None and before.isVisible() and before.isEnabled():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        elif inside:
            self.focus_lost.emit()
            left, window = QApplication.focusWidget(), self.parentWidget()
            if left is not None and self.isAncestorOf(left) and window is not None:
                window.setFocus(
                    Qt.FocusReason.OtherFocusReason
                )  # otherwise keys would go to the hidden overlay

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus within the overlay, because widgets below it are covered."""
        # In reading order by position. With nextInFocusChain, PySide would treat each widget as the
        # owner of the next, and delete menus with a row of the palette.
        stops = sorted(
            (each for each in self.findChildren(QWidget) if _is_stop(each)),
            key=lambda each: (each.mapTo(self, QPoint()).y(), each.mapTo(self, QPoint()).x()),
        )
        if not stops:
            return True
        now = QApplication.focusWidget()
        place = stops.index(now) if now in stops else (-1 if forward else 0)
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        stops[(place + (1 if forward else -1)) % len(stops)].setFocus(reason)
        return True

    def _watch(self, on: bool) -> None:
        application = QApplication.instance()
        if on == self._watching or not isinstance(application, QApplication):
            return
        self._watching = on
        if on:
            application.focusChanged.connect(self._on_focus_changed)
        else:
            application.focusChanged.disconnect(self._on_focus_changed)

    def place(self) -> None:
        """Set size and position in the window."""
        window = self.parentWidget()
        if window is None:
            return
        room = window.rect()
        width = min(self._theme.px(self._width), room.width() - 32)
        self.setFixedWidth(width)
        self.setMaximumHeight(room.height() - 96)
        self.adjustSize()
        self.move((room.width() - width) // 2, 72)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            event.accept()  # keys typed here must not reach the form below

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent() and self.isVisible():
            self.place()
        return False

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self.place()  # the content needs more or less space
        return done

    def _on_theme_changed(self) -> None:
        if self.isVisible():
            self.place()

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is None or new is self or self.isAncestorOf(new):
            return
        if overlay_of(new) is None:  # the palette may be open above another overlay
            self.dismiss()


def overlay_of(widget: QWidget) -> Overlay | None:
    """Return the overlay that contains a widget, or None."""
    up: QObject | None = widget
    while up is not None and not isinstance(up, Overlay):
        up = up.parent()
    return up


def _is_stop(widget: QWidget) -> bool:
    tabbed = bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)
    return tabbed and widget.isVisible() and widget.isEnabled()


# The command palette

# Maximum number of visible rows; a longer list scrolls.
_ROWS = 9


def _distance(action: QAction, wanted: str) -> int:
    """Return 0 if an action has exactly this name, 1 if its name begins with it, else 2."""
    name = action.text().replace("&", "").rstrip("…").casefold()
    return 0 if name == wanted else 1 if wanted and name.startswith(wanted) else 2


class CommandPalette(Overlay):
    """Overlay with all actions: search by typing, select with the arrow keys, run with Enter."""

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
        self.nothing = label(self.tr("No command found. Try another word."), "secondary", wrap=True)
        self.nothing.setContentsMargins(10, 8, 10, 8)
        self.nothing.hide()
        self._actions: list[tuple[str, QAction]] = []
        in_column(self.field, self.list, self.nothing, on=self, margins=12)
        self.field.textChanged.connect(self._filter)
        self.field.returnPressed.connect(self.run_chosen)
        self.list.itemClicked.connect(lambda _: self.run_chosen())
        self.field.installEventFilter(self)
        self.closed.connect(self.field.clear)

    def show_actions(self, actions: Iterable[tuple[str, QAction]]) -> None:
        """Open with these actions, each with the title of its menu."""
        self._actions = [
            (menu, action)
            for menu, action in actions
            if action.isEnabled() and action.objectName() != "palette"
        ]
        # Not while it is empty: Qt would report that the caret moves before the focus comes. Orca
        # would take the field for read already, and say nothing.
        if self.field.text():
            self.field.clear()
        self._filter("")
        self.open(self.field)

    def _on_theme_changed(self) -> None:
        """Build the rows again: their heights depend on the text size."""
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
                self._announce()
                return True
        return super().eventFilter(watched, event)

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        self.list.clear()
        wanted = " ".join(words)
        # Names that are exactly what was typed, and then those that begin with it, come first.
        ranked = sorted(self._actions, key=lambda one: _distance(one[1], wanted))
        for menu, action in ranked:
            name = action.text().replace("&", "")
            # Every word must occur, in any order, in the title of the menu or in the name.
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
        if text:
            self._announce()
        self.place()

    def _announce(self) -> None:
        """Make screen readers read the selected command, because the focus stays in the field."""
        item = self.list.currentItem()
        if item is None:
            announce("command", self.nothing.text())
            return
        name = item.data(Qt.ItemDataRole.AccessibleTextRole)
        keys = _keys_of(item.data(Qt.ItemDataRole.UserRole))
        words = self.tr("{command}, {number} of {count}").format(
            command=", ".join(filter(None, (name, keys))),
            number=self.list.currentRow() + 1,
            count=self.list.count(),
        )
        announce("command", words)

    def place(self) -> None:
        """Make the list tall enough for its rows, or for as many of them as fit."""
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
        layout = in_row(PlainLabel(name), on=self, margins=(10, 0, 10, 0))
        where = label(menu, "secondary")
        layout.addWidget(where)
        layout.addStretch(1)
        if keys:
            chip = label(keys, "chip")
            layout.addWidget(chip, 0, Qt.AlignmentFlag.AlignVCenter)


def _keys_of(action: QAction) -> str:
    # “?” is handled by the window; the action has no shortcut.
    if action.objectName() == "keys":
        return "?"
    return shown_keys(action.shortcut())
