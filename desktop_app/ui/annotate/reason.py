"""Asks for a reason in one line, over the work and without stopping it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.overlay import Overlay
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Theme

LONGEST = 500


class ReasonPage(Overlay):
    """Enter takes the reason, with Ctrl or without; Escape leaves everything as it was."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window, theme, 520)
        self._then: Callable[[str], None] = lambda reason: None
        self.title = PlainLabel()
        self.title.setProperty("kind", "title")
        self.note = PlainLabel()
        self.note.setProperty("kind", "secondary")
        self.note.setWordWrap(True)
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST)
        self.field.setAccessibleName(self.tr("Reason"))
        self.field.setPlaceholderText(self.tr("Reason (the project lead reads it)"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.take = QPushButton()
        self.take.setProperty("kind", "primary")
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.take)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(12)
        layout.addWidget(self.title)
        layout.addWidget(self.note)
        layout.addWidget(self.field)
        layout.addLayout(row)
        self.cancel.clicked.connect(self.dismiss)
        self.take.clicked.connect(self._on_taken)
        self.field.returnPressed.connect(self._on_taken)
        self.field.textChanged.connect(lambda text: self.take.setEnabled(bool(text.strip())))

    def ask(
        self, title: str, button: str, before: str, then: Callable[[str], None], note: str = ""
    ) -> None:
        """Ask for a reason.

        before  the reason that stands: typing replaces it, unless there is a note
        note    what the answer replaces: another mark, whose reason is kept or edited
        """
        self.title.setText(title)
        self.setAccessibleName(title)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.field.setAccessibleDescription(note)
        self.take.setText(button)
        self._then = then
        self.field.setText(before)
        if not note:
            self.field.selectAll()
        self.take.setEnabled(bool(before.strip()))
        self.open(self.field)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._on_taken()
        else:
            super().keyPressEvent(event)

    def _on_taken(self) -> None:
        reason = self.field.text().strip()
        if reason:
            self.dismiss()
            self._then(reason)
