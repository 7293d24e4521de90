"""Routing of key presses: window shortcuts, the focused text field, or the form."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QWidget,
)

_PORTABLE = QKeySequence.SequenceFormat.PortableText
_FIELD_UNDO = {"Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y"}
_PLAIN_KEYS = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.KeypadModifier,
)
_INPUT = (
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.TouchBegin,
)


def takes_text(widget: QWidget | None) -> bool:
    """Return whether letters typed now are text: then they are no shortcuts."""
    if isinstance(widget, (QLineEdit, QPlainTextEdit, QTextEdit)):
        return not widget.isReadOnly()
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    return isinstance(widget, QAbstractSpinBox)


def _is_enter(event: QKeyEvent) -> bool:
    plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return enter and plain == Qt.KeyboardModifier.NoModifier


class Keyboard(QObject):
    """Follows the focus of one window, and only there looks at keys.

    Enter presses the button that has the focus, as Space does.

    Fields know keys of their own (Ctrl+K empties a line on some systems); the window's shortcuts
    win over them. Undo keys belong to the window inside the form, where there is one history for
    all controls, and to the field itself everywhere else.
    """

    used = Signal()  # the person did something

    def __init__(
        self,
        window: QWidget,
        shortcuts: Callable[[], set[str]],
        press: Callable[[str], bool],
        has_one_history: Callable[[QWidget], bool],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._shortcuts = shortcuts
        self._press = press
        self._has_one_history = has_one_history
        self._watched: QObject | None = None
        self._handle: QObject | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def watch_window(self) -> None:
        """Notice mouse and wheel too; call once the window is shown."""
        handle = self._window.windowHandle()
        if handle is not None and handle is not self._handle:
            self._handle = handle
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in _INPUT:
            self.used.emit()
        if not isinstance(event, QKeyEvent) or not isinstance(watched, QWidget):
            return False
        if kind == QEvent.Type.ShortcutOverride and takes_text(watched):
            keys = QKeySequence(event.keyCombination()).toString(_PORTABLE)
            mine = keys in self._shortcuts()
            if mine and (keys not in _FIELD_UNDO or self._has_one_history(watched)):
                event.ignore()  # the field does not claim it, so the window's action gets it
                return True
        if kind == QEvent.Type.KeyPress and self._is_idle_shortcut(event):
            return True
        if kind == QEvent.Type.KeyPress and isinstance(watched, QPushButton) and _is_enter(event):
            if not event.isAutoRepeat():
                watched.click()
            return True
        if kind == QEvent.Type.KeyPress and isinstance(watched, (QAbstractItemView, QComboBox)):
            return self.offer(event)  # before the list looks for an item of that letter
        return False

    def _is_idle_shortcut(self, event: QKeyEvent) -> bool:
        """Return whether keys with Alt are an action's that has nothing to do just now.

        A control must not take them for its own: Alt+Left on the first item moves no slider.
        """
        if not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            return False
        return QKeySequence(event.keyCombination()).toString(_PORTABLE) in self._shortcuts()

    def offer(self, event: QKeyEvent) -> bool:
        """Hand a letter, digit or `?` that is no text to the form; return whether it was used."""
        text = event.text()
        if event.modifiers() not in _PLAIN_KEYS or len(text) != 1 or not text.isprintable():
            return False
        if text.isspace() or takes_text(QApplication.focusWidget()):
            return False
        return self._press(text)

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if self._watched is not None:
            self._watched.removeEventFilter(self)
            self._watched = None
        if new is not None and new.window() is self._window:
            new.installEventFilter(self)
            self._watched = new
            new.destroyed.connect(self._forget)

    def _forget(self, gone: QObject) -> None:
        self._watched = None
