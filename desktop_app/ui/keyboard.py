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
# Shortcuts that text fields outside the form use for their own undo.
_FIELD_UNDO = {"Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y"}
_PLAIN_KEYS = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.KeypadModifier,
)
# Events that count as activity of the person.
_INPUT = (
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.TouchBegin,
)


def takes_text(widget: QWidget | None) -> bool:
    """Return whether typed letters are text in this widget, and so no shortcuts."""
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
    """Event filter of one window's focused widget.

    Enter presses the focused button, like Space.

    Fields have their own keys (Ctrl+K clears a line on some systems), but the window's shortcuts
    take precedence. Undo keys belong to the window within the form, which has one history for all
    controls, and to the field elsewhere.

    `used`: emitted for every input by the person
    """

    used = Signal()

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
        # A filter on the focused widget only: one on the application would run Python for every
        # event.
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def watch_window(self) -> None:
        """Also report mouse and wheel; call after the window was shown."""
        # The native window gets all input, and exists only after the first show.
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
                event.ignore()  # an ignored override leaves the key to the window's action
                return True
        if kind == QEvent.Type.KeyPress and self._is_idle_shortcut(event):
            return True
        if kind == QEvent.Type.KeyPress and isinstance(watched, QPushButton) and _is_enter(event):
            # A held Enter must not press a button many times.
            if not event.isAutoRepeat():
                watched.click()
            return True
        if kind == QEvent.Type.KeyPress and isinstance(watched, (QAbstractItemView, QComboBox)):
            return self.offer(event)  # before the list searches for an item with this letter
        return False

    def _is_idle_shortcut(self, event: QKeyEvent) -> bool:
        """Return whether a key with Alt is the shortcut of a disabled action.

        Controls must not use it: Alt+Left on the first item must not move a slider.
        """
        if not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            return False
        return QKeySequence(event.keyCombination()).toString(_PORTABLE) in self._shortcuts()

    def offer(self, event: QKeyEvent) -> bool:
        """Offer a letter, digit or `?` that is not text to the form; return whether it was used."""
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
        """Drop the reference to a deleted widget."""
        self._watched = None
