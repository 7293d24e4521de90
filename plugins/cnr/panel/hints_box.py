"""Asks once, when somebody submits, about what the rules of a good critique still notice."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.plain import empty, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.question_view import plain_label

_MOST = 5


class HintsBox(QFrame):
    """A few links to what is noticed, and two ways on."""

    chosen = Signal(int)  # the place of what was clicked
    answered = Signal(bool)  # True: submit as it is

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "notice")
        self.setProperty("level", "warn")
        words = self.tr("Before you submit: is this as you want it?")
        self.setAccessibleName(words)
        self._links: list[LinkButton] = []
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self.keep_button = QPushButton(self.tr("Submit as it is"))
        self.change_button = QPushButton(self.tr("Look again"))
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        for button, keep in ((self.keep_button, True), (self.change_button, False)):
            button.setAutoDefault(True)
            button.setAccessibleDescription(words)
            button.clicked.connect(lambda _on=False, keep=keep: self.answered.emit(keep))
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(12))
        column.setSpacing(theme.px(6))
        column.addWidget(plain_label(words, ""))
        column.addLayout(self._rows)
        column.addLayout(row)
        self.hide()

    def stops(self) -> list[QWidget]:
        """Return what the Tab key stops at, in reading order."""
        return [*self._links, self.keep_button, self.change_button]

    def ask(self, found: Sequence[str]) -> None:
        """Show what is noticed, and take the focus."""
        empty(self._rows)
        self._links = []
        for place, words in enumerate(found[:_MOST]):
            link = LinkButton(words)
            link.setAccessibleName(words)
            link.setToolTip(plain_tip(words))
            link.setAutoDefault(True)
            link.clicked.connect(lambda _on=False, place=place: self.chosen.emit(place))
            self._rows.addWidget(link)
            self._links.append(link)
        if len(found) > _MOST:
            more = self.tr("and %n more", "", len(found) - _MOST)
            self._rows.addWidget(plain_label(more, "secondary"))
        self.show()
        self.keep_button.setFocus(Qt.FocusReason.OtherFocusReason)
