"""The question that a page asks on submission if answers seem to be wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget


class HintQuestion(QObject):
    """The logic of a box with hints: whether it is open, and where each hint leads.

    Connect the signals of the box to `answer` and `choose`. Connect the signals of edits to `drop`,
    because edits make hints outdated.

    `box`: the widget with the question, which the owner shows
    `go_to`: goes to the target of a hint, such as a question
    `answered`: the question was answered; its key, and whether the answers stay as they are
    """

    answered = Signal(str, bool)

    def __init__(self, box: QWidget, go_to: Callable[[Any], object]) -> None:
        super().__init__(box)
        self._box, self._go_to = box, go_to
        self._key = ""
        self._before: QWidget | None = None  # the widget that had the focus before the question
        # The target of each hint; empty while nothing is asked.
        self.targets: Sequence[Any] = ()

    def ask(self, key: str, targets: Sequence[Any]) -> None:
        """Set the key of the question and the targets of its hints, before the box opens."""
        self._key, self.targets = key, targets
        self._before = QApplication.focusWidget()

    def drop(self, *_edit: object) -> None:
        """Close the question without an answer."""
        self.targets, self._before = (), None
        if not self._box.isHidden():
            self._box.hide()

    def close(self) -> bool:
        """Close the question, with the focus where it was before; return whether it was open."""
        before, is_open = self._before, not self._box.isHidden()
        # Before the box is hidden, or Qt would choose another widget for the focus.
        if is_open and before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.drop()
        return is_open

    def answer(self, keep: bool) -> None:
        """Close the question with an answer. If it is not `keep`, go to the first target."""
        targets = self.targets
        self.drop()
        if targets:
            if not keep:
                self._go_to(targets[0])
            self.answered.emit(self._key, keep)

    def choose(self, place: int) -> None:
        """Go to the target of the hint with the index `place`."""
        if self.targets:
            self._go_to(self.targets[place])
