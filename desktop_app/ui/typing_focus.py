"""Whether a person types a text, so that letters and digits are text and no keys of buttons."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)


def takes_text(widget: QWidget | None) -> bool:
    """Return whether a widget takes typed letters as text, so that they are not shortcuts."""
    if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit):
        return not widget.isReadOnly()
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    return isinstance(widget, QAbstractSpinBox)


def is_typing() -> bool:
    """Return whether the focus is in an editable text or number field."""
    return takes_text(QApplication.focusWidget())


class TypingFocus(QObject):
    """Reports when the focus enters or leaves text fields.

    Buttons hide their keys of one character in between, because these would be typed.
    """

    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._was_typing = is_typing()
        application.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self) -> None:
        if is_typing() is not self._was_typing:
            self._was_typing = not self._was_typing
            self.changed.emit()


_watches: list[TypingFocus] = []


def typing_focus() -> TypingFocus:
    """Return the one object that reports these changes in this program."""
    if not _watches:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        _watches.append(TypingFocus(application))
    return _watches[0]
