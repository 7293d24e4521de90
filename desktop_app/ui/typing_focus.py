"""Whether a person types a text, so that letters and digits are text and no keys of buttons.

This includes people who believe that they are typing: without a text field, the digits in their
sentence would change answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
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


def reads_text() -> bool:
    """Return whether the focus is in a text for reading."""
    focus = QApplication.focusWidget()
    return isinstance(focus, QPlainTextEdit | QTextEdit) and focus.isReadOnly()


def is_untouched(field: QWidget | None) -> bool:
    """Return whether a text field is empty, with nothing to undo or redo."""
    if isinstance(field, QLineEdit):
        return not (field.text() or field.isUndoAvailable() or field.isRedoAvailable())
    if isinstance(field, QPlainTextEdit | QTextEdit):
        text = field.document()
        return text.isEmpty() and not (text.isUndoAvailable() or text.isRedoAvailable())
    return False


def is_enter(event: QKeyEvent) -> bool:
    """Return whether a key is Enter, also on the keypad, without a modifier."""
    plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return enter and plain == Qt.KeyboardModifier.NoModifier


def is_typing() -> bool:
    """Return whether the focus is in an editable text or number field."""
    return takes_text(QApplication.focusWidget())


def opens_by_enter() -> bool:
    """Return whether the focus is in a text for reading in which Enter acts like a click."""
    opens: Callable[[], bool] | None = getattr(QApplication.focusWidget(), "opens_by_enter", None)
    return opens is not None and opens()


class TypingFocus(QObject):
    """Reports when keys of one character begin or cease to act.

    They do not act in text fields, and nowhere if the person switched them off. Buttons hide them
    then.

    `has_single_keys`: whether the person has not switched them off
    `switched`: the person switched them on or off
    `changed`: the same, or the focus entered or left a text field, or a text with its own Enter
    """

    switched = Signal()
    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.has_single_keys = True
        self._was = is_typing(), opens_by_enter()
        application.focusChanged.connect(self._on_focus_changed)

    def switch(self, on: bool) -> None:
        """Switch keys of one character on or off."""
        if on is not self.has_single_keys:
            self.has_single_keys = on
            self.switched.emit()
            self.changed.emit()

    def _on_focus_changed(self) -> None:
        now = is_typing(), opens_by_enter()
        if now != self._was:
            self._was = now
            self.changed.emit()


# Letters without effect after which further keys belong to a sentence. The pause in seconds ends it
# only after an answer was refused: who thinks for a moment in the middle of a sentence goes on with
# a digit, which would change an answer.
_LETTERS, _PAUSE = 2, 1.5


class StrayKeys:
    """Recognises a sentence that is typed although no text field has the focus.

    `now`: returns the time in seconds

    `have_changed`: whether keys of the sentence have changed answers, before it was recognised
    `kept`: what the last key did not answer, because it has an answer; empty if there is none
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._count, self._last = 0, 0.0
        self._has_refused = False
        # When a person changed an answer last, and whether that was part of the sentence.
        self._changed_at = -_PAUSE
        self.have_changed = False
        self.kept = ""
        self._is_meant = False
        # When a key that would have answered came after the last answer.
        self._late_at = -_PAUSE
        # Ticks changed without a pause, and whether another answer was changed among them.
        self._ticks, self._has_others = 0, False

    @property
    def are_prose(self) -> bool:
        """Whether the next key belongs to a sentence, so that it must choose nothing."""
        return self._count >= _LETTERS and not (self._is_over and self._has_refused)

    def take_space(self, text: str) -> bool:
        """Return whether Space or Enter belongs to a sentence, so that it must press no button.

        One letter is enough, because few words are followed by these keys by mistake. So is, for
        Space, a digit after the last answer, as in “3 numbers”: Enter after it submits.
        """
        if text == " " and self._now() - self._late_at <= _PAUSE:
            return True
        return self.are_prose or (self._count > 0 and not self._is_over)

    @property
    def _is_over(self) -> bool:
        return self._now() - self._last > _PAUSE

    @contextmanager
    def meant(self) -> Generator[None]:
        """Let a key replace an answer, because nobody types it in a sentence."""
        self.forget()
        self._is_meant = True
        try:
            yield
        finally:
            self._is_meant = False

    def keeps(self, text: str) -> bool:
        """Return whether a key must not replace an answer, and note what has this answer.

        In a text for reading, a letter may be typed by mistake: such texts look like text fields.

        `text`: the text of the question
        """
        keeps = reads_text() and not self._is_meant
        if keeps:
            self.kept = text
        return keeps

    def note(self) -> None:
        """Note a letter that has no effect."""
        if self._is_over and not self.are_prose:
            self.forget()
        if self._now() - self._changed_at < _PAUSE:
            self.have_changed = True
        self._count, self._last = self._count + 1, self._now()

    def note_space(self) -> None:
        """Note Space or Enter that presses no button; after a pause, it was not part of a text."""
        if self._is_over:
            self.note_refused()
        else:
            self.note()

    def note_refused(self) -> None:
        """Note a key of the sentence that would have answered; a notice says that it did not."""
        self.note()
        self._has_refused = True

    def note_late(self) -> None:
        """Note a key that would have answered a question, while a button has the focus."""
        self._late_at = self._now()

    def note_change(self, *, is_tick: bool) -> None:
        """Note that an answer was changed; `is_tick`: by an option that the same key takes back.

        If letters without effect follow at once, the key belonged to a sentence, such as "1 line".
        """
        if self._now() - self._changed_at > _PAUSE:
            self._ticks, self._has_others = 0, False
        # Ticks before another answer cannot be undone without it.
        self._ticks = self._ticks + 1 if is_tick else 0
        self._has_others = self._has_others or not is_tick
        self._changed_at = self._now()

    def take_ticks(self) -> int:
        """Return how many ticks the sentence has changed, to be undone once."""
        count = self._ticks if self.have_changed else 0
        if count:
            self._ticks, self.have_changed = 0, self._has_others
        if count and not self._has_others:
            # The next letters of the sentence come at once, too.
            self._changed_at = -_PAUSE
        return count

    def end_run(self) -> None:
        """End the sentence, and take the answers changed so far as meant, as Tab shows."""
        self.forget()
        self._changed_at = self._late_at = -_PAUSE
        self._ticks, self._has_others = 0, False

    def forget(self) -> None:
        """End the sentence: the next key is meant."""
        self._count, self._has_refused, self.have_changed = 0, False, False


stray_keys = StrayKeys()
_watches: list[TypingFocus] = []


def typing_focus() -> TypingFocus:
    """Return the one object that reports these changes in this program."""
    if not _watches:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        _watches.append(TypingFocus(application))
    return _watches[0]


def single_keys_act() -> bool:
    """Return whether keys of one character act now, so that buttons show them."""
    return typing_focus().has_single_keys and not is_typing()


def is_no_shortcut(event: QKeyEvent) -> bool:
    """Return whether a key is typed as text, or is a single key that is switched off."""
    is_off = event.text().isprintable() and not typing_focus().has_single_keys
    return is_off or is_typing()
