"""Skipping and flagging items, with an overlay that asks for the reason."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from desktop_app.core.errors import AppError
from desktop_app.ui.annotate.saving import Saving
from desktop_app.ui.annotate.session import Session
from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.overlay import Overlay
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import label
from desktop_app.workspace.work import MarkState

# Maximum length of a reason in characters.
LONGEST = 500


class ReasonPage(Overlay):
    """Overlay that asks for a reason. Enter or Ctrl+Enter accepts it; Escape cancels."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window, theme, 520)
        self._then: Callable[[str], None] = lambda reason: None
        self.title = label(kind="title")
        self.note = label(kind="secondary", wrap=True)
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST)
        self.field.setAccessibleName(self.tr("Reason"))
        self.field.setPlaceholderText(self.tr("Reason (the project lead reads it)"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.take = QPushButton()
        self.take.setProperty("kind", "primary")
        row = in_row(STRETCH, self.cancel, self.take)
        in_column(self.title, self.note, self.field, row, on=self, margins=(16, 14, 16, 14), gap=12)
        self.cancel.clicked.connect(self.dismiss)
        self.take.clicked.connect(self._on_taken)
        self.field.returnPressed.connect(self._on_taken)
        self.field.textChanged.connect(lambda text: self.take.setEnabled(bool(text.strip())))

    def ask(
        self, title: str, button: str, before: str, then: Callable[[str], None], note: str = ""
    ) -> None:
        """Open the overlay.

        `button`: text of the button that accepts the reason
        `before`: the current reason; it is selected, so that typing replaces it, unless there is a
            note
        `then`: called with the reason when it is accepted
        `note`: a sentence about the other mark that will be replaced; "" if there is none
        """
        self.title.setText(title)
        self.setAccessibleName(title)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.field.setAccessibleDescription(note)
        self.take.setText(button)
        self._then = then
        self.field.setText(before)
        # The reason of the replaced mark may apply here too, so one key must not delete it.
        if not note:
            self.field.selectAll()
        self.take.setEnabled(bool(before.strip()))
        self.open(self.field)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Ctrl+Enter is the key for submitting an item; here it accepts the reason instead.
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._on_taken()
        else:
            super().keyPressEvent(event)

    def _on_taken(self) -> None:
        reason = self.field.text().strip()
        if reason:
            # Close first: the callback may open another item, which must then get the focus.
            self.dismiss()
            self._then(reason)


class Marking(QObject):
    """Skips or flags the open item with a reason, and removes its mark."""

    changed = Signal()  # the mark of the open item was changed and saved
    skipped = Signal()  # the open item was skipped, so another one should be opened

    def __init__(
        self, session: Session, saving: Saving, window: QWidget, theme: Theme, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._saving = saving
        self.reason_page = ReasonPage(window, theme)

    def end(self) -> None:
        """Delete the overlay, because the workspace is closed."""
        self.reason_page.dismiss()
        self.reason_page.deleteLater()

    def skip(self) -> None:
        """Ask for a reason, then skip the open item."""
        if self._saving.may_write():
            entry = self._session.entry
            instead = self.tr("Skipping replaces the flag. Keep or edit the reason.")
            self.reason_page.ask(
                self.tr("Skip item {number}: why?").format(number=entry.number),
                self.tr("Skip"),
                entry.reason,
                self.skip_because,
                instead if entry.mark == "flagged" else "",
            )

    def flag(self) -> None:
        """Ask for a reason, then flag the open item."""
        if self._saving.may_write():
            entry = self._session.entry
            instead = self.tr("Flagging replaces the skip. Keep or edit the reason.")
            self.reason_page.ask(
                self.tr("Flag item {number}: why?").format(number=entry.number),
                self.tr("Flag"),
                entry.reason,
                self.flag_because,
                instead if entry.mark == "skipped" else "",
            )

    def unmark(self) -> None:
        """Remove the mark of the open item."""
        if self._saving.may_write():
            self._change(lambda: self._session.queue.clear_mark(self._session.entry))

    def skip_because(self, reason: str) -> None:
        """Skip the open item, with a reason."""
        if self._mark("skipped", reason):
            self.skipped.emit()

    def flag_because(self, reason: str) -> None:
        """Flag the open item, with a reason."""
        self._mark("flagged", reason)

    def _mark(self, state: MarkState, reason: str) -> bool:
        session = self._session
        return self._change(lambda: session.queue.set_mark(session.entry, state, reason))

    def _change(self, change: Callable[[], None]) -> bool:
        """Change the mark of the open item. Return whether it was saved."""
        try:
            change()
        except AppError as error:
            self._saving.refused(error)
            return False
        self._saving.saved()
        self.changed.emit()
        return True
