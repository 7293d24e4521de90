"""A box with a reminder for a person with open items, to copy into a message."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.ui.lead.layout import combo, row_of
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import button, label
from desktop_app.workspace.overview import Overview
from desktop_app.workspace.reminders import reminded_people, reminder

# Pixels at 100 % text.
_HEIGHT, _WIDEST, _PERSON = 204, 760, 180


class ReminderBox(QWidget):
    """The text of a reminder, which can be edited and copied. The program sends nothing.

    Signal `closed()`: it was hidden
    Signal `copied(person)`: the text is on the clipboard
    """

    closed = Signal()
    copied = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._overview: Overview | None = None
        self.person = combo(theme, self.tr("Person to remind"))
        self.text = QPlainTextEdit()
        self.text.setProperty("kind", "field")
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("Text of the reminder"))
        self.copy_button = button(self.tr("Copy text"))
        self.close_button = button(self.tr("Close"))
        self.close_button.setAccessibleName(self.tr("Close the reminder"))
        words = label(self.tr("Person"), "secondary")
        words.setBuddy(self.person)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 0, 14, 14)
        layout.setSpacing(8)
        layout.addLayout(row_of(words, self.person))
        layout.addWidget(self.text)
        layout.addWidget(
            label(
                self.tr("Copy the text into a message. Proofdesk does not send it."),
                "secondary",
                wrap=True,
            )
        )
        layout.addLayout(row_of(self.copy_button, self.close_button))
        self.person.activated.connect(lambda _: self._show_text())
        self.copy_button.clicked.connect(self._copy)
        self.close_button.clicked.connect(self.close_box)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.hide()

    def show_reminder(self, overview: Overview) -> None:
        """Offer reminders for people with open items; those silent for a week come first."""
        self._overview = overview
        self.person.clear()
        for one in reminded_people(overview):
            self.person.addItem(overview.person_label(one.id), one.id)
        self._show_text()
        self.show()
        self.person.setFocus()

    def follow(self, overview: Overview) -> None:
        """Close the box if the person no longer needs a reminder; else keep the edited text."""
        if self.isHidden():
            return
        self._overview = overview
        if self.person.currentData() not in {one.id for one in reminded_people(overview)}:
            self.close_box()

    def close_box(self) -> None:
        """Hide the box."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Cancel):
            self.close_box()
        else:
            super().keyPressEvent(event)

    # Internals
    def _show_text(self) -> None:
        person = self.person.currentData()
        if self._overview is not None and person is not None:
            self.text.setPlainText(reminder(self._overview, person))

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.text.toPlainText())
        self.copied.emit(str(self.person.currentData()))

    def _apply_theme(self) -> None:
        self.text.setMaximumWidth(self._theme.px(_WIDEST))
        self.text.setFixedHeight(self._theme.px(_HEIGHT))
        self.person.setFixedWidth(self._theme.px(_PERSON))
