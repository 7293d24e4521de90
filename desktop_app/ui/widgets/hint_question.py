"""The question that a page asks on submission when answers are unusual."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget


class HintQuestion(QObject):
    """The hints that are asked about, and what each of them refers to.

    Connect the signals of the box to `answer` and `choose`. Edits make the hints outdated, so
    connect them to `drop`.

    `answered`: the key of the hints, and whether the person keeps the answers as they are
    """

    answered = Signal(str, bool)

    def __init__(self, box: QWidget, go_to: Callable[[Any], object]) -> None:
        super().__init__(box)
        self._box, self._go_to = box, go_to
        self._key = ""
        # What each hint refers to; empty while nothing is asked.
        self.targets: Sequence[Any] = ()

    def ask(self, key: str, targets: Sequence[Any]) -> None:
        """Set the hints that the box shows."""
        self._key, self.targets = key, targets

    def drop(self, *_edit: object) -> None:
        """Hide the question without an answer."""
        self.targets = ()
        if not self._box.isHidden():
            self._box.hide()

    def answer(self, keep: bool) -> None:
        """Hide the question. Without `keep`, go to what the first hint refers to."""
        targets = self.targets
        self.drop()
        if targets:
            if not keep:
                self._go_to(targets[0])
            self.answered.emit(self._key, keep)

    def choose(self, place: int) -> None:
        """Go to what a hint refers to."""
        if self.targets:
            self._go_to(self.targets[place])
