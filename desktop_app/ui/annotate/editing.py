"""Actions on the open item other than submitting: edit, undo, restore, skip and flag."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from desktop_app.core.errors import AppError
from desktop_app.ui.annotate.item_records import Revision
from desktop_app.ui.annotate.panels import Panels
from desktop_app.ui.annotate.saving import Saving
from desktop_app.ui.annotate.session import MARK, Session
from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.notices import Notices
from desktop_app.ui.overlay import Overlay
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import label
from desktop_app.workspace.work import MarkState


class Editing(QObject):
    """Passes changes between the visible panel and the session, which holds the answers."""

    edited = Signal()  # an answer has changed and will be saved soon

    def __init__(
        self, session: Session, panels: Panels, saving: Saving, notices: Notices, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._panels = panels
        self._saving = saving
        self._notices = notices
        panels.edited.connect(self._on_edited)
        panels.edited_too.connect(self._on_edited_too)

    def undo(self) -> None:
        """Undo the last step of the open item, with all steps that were joined to it."""
        self._go(self._session.undo)

    def redo(self) -> None:
        """Redo the last undone step of the open item, with all steps that were joined to it."""
        self._go(self._session.redo)

    def discard(self) -> None:
        """Restore the submitted answers of the open item. Each change can be undone.

        Nothing happens if the item is answered in turns with a model.
        """
        # In turns with a model, this would also delete the model's replies.
        if not self._saving.may_write() or self._session.takes_turns:
            return
        before = self._session.submitted_answers()
        # The keys of both, so that questions answered only after the submission are cleared.
        for question in {**self._session.answers, **before}:
            self._change(question, before.get(question))
        self._panels.shown.set_answers(dict(self._session.answers))

    def restore(self, revision: Revision) -> None:
        """Make the answers of an earlier revision the draft. Each change can be undone.

        Answers that mean something else under the current form are left out; a notice says so. In
        turns with a model nothing is restored.
        """
        if not self._saving.may_write():
            return
        if self._session.takes_turns:
            self._notices.say(
                self.tr("Turns with a model cannot be undone."),
                self.tr("Reopen the last turn and change your rating instead."),
                "warn",
            )
            return
        answers, is_all = self._session.under_present_form(revision)
        for question in {**self._session.answers, **answers}:
            self._change(question, answers.get(question))
        if not is_all:
            self._notices.say(
                self.tr(
                    "Some of these answers have a different meaning now and were not restored."
                ),
                self.tr("They answer an earlier version of the questions."),
                "warn",
            )
        self._panels.shown.set_answers(dict(self._session.answers))

    def _on_edited(
        self, question: str, before: object, after: object, *, joined: bool = False
    ) -> None:
        if self._session.position < 0 or self._session.read_only:
            return
        self._session.edited(question, before, after, joined=joined)
        self._edited_later()

    def _on_edited_too(self, question: str, before: object, after: object) -> None:
        self._on_edited(question, before, after, joined=True)

    def _change(self, question: str, after: Any) -> None:
        """Set one answer, as an undo step, if the value is new."""
        before = self._session.answers.get(question)
        if before != after:
            self._session.edited(question, before, after)
            self._edited_later()

    def _go(self, step: Callable[[], tuple[str, Any] | None]) -> None:
        """Undo or redo a step, with all steps that were joined to it.

        `step`: undoes or redoes one step of the session
        """
        if not self._saving.may_write():
            return
        try:
            self._apply(step())
        except AppError as error:
            self._saving.refused(error)
            return
        # An edit that caused another one is undone and redone together with it.
        while self._session.steps.goes_on:
            self._apply(step())

    def _apply(self, change: tuple[str, Any] | None) -> None:
        """Show an answer that undo or redo has changed, with the focus on it."""
        if change is None:
            return
        # The list of items shows the mark.
        if change[0] != MARK:
            self._panels.shown.set_answer(*change)
            self._panels.shown.focus_question(change[0])
        self._edited_later()

    def _edited_later(self) -> None:
        self._saving.soon()
        self.edited.emit()


# Maximum length of a reason in characters.
LONGEST = 500


class ReasonPage(Overlay):
    """Overlay that asks for a reason. Enter or Ctrl+Enter accepts it; Escape cancels."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window, theme, 520)
        self._then: Callable[[str], None] = lambda reason: None
        # Typed reasons that were neither accepted nor cancelled, by title, which names the item:
        # other commands and windows close the overlay, too.
        self._unfinished: dict[str, str] = {}
        self.title = label(kind="title")
        self.note = label(kind="secondary", wrap=True)
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST)
        self.field.setAccessibleName(self.tr("Reason"))
        self.field.setPlaceholderText(self.tr("Reason (visible to the project lead)"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.take = QPushButton()
        self.take.setProperty("kind", "primary")
        row = in_row(STRETCH, self.cancel, self.take)
        in_column(self.title, self.note, self.field, row, on=self, margins=(16, 14, 16, 14), gap=12)
        self.cancel.clicked.connect(self._on_cancelled)
        self.closed.connect(self._keep)
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
        unfinished = self._unfinished.pop(title, "")
        self.field.setText(unfinished or before)
        self.field.setModified(bool(unfinished))
        # The reason for the replaced mark may still apply, so one key press must not delete it.
        if not note and not unfinished:
            self.field.selectAll()
        self.take.setEnabled(bool(self.field.text().strip()))
        self.open(self.field)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Ctrl+Enter is the key for submitting an item; here it accepts the reason instead.
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._on_taken()
        else:
            super().keyPressEvent(event)

    def _keep(self) -> None:
        """Keep what was typed, in case the overlay was closed by something else."""
        if self.field.isModified() and self.field.text().strip():
            self._unfinished[self.title.text()] = self.field.text()

    def _on_cancelled(self) -> None:
        self.field.setModified(False)
        self.dismiss()

    def _on_taken(self) -> None:
        reason = self.field.text().strip()
        if reason:
            self.field.setModified(False)
            # Close first: the callback may open another item, which must then get the focus.
            self.dismiss()
            # Once: for Ctrl+Enter, the field reports Enter, and the key then reaches this overlay.
            then, self._then = self._then, lambda reason: None
            then(reason)


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
                self.tr("Why skip item {number}?").format(number=entry.number),
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
                self.tr("Why flag item {number}?").format(number=entry.number),
                self.tr("Flag"),
                entry.reason,
                self.flag_because,
                instead if entry.mark == "skipped" else "",
            )

    def unmark(self) -> None:
        """Remove the mark of the open item."""
        if self._saving.may_write():
            self._mark(None)

    def skip_because(self, reason: str) -> None:
        """Skip the open item, with a reason."""
        if self._mark("skipped", reason):
            self.skipped.emit()

    def flag_because(self, reason: str) -> None:
        """Flag the open item, with a reason."""
        self._mark("flagged", reason)

    def _mark(self, state: MarkState | None, reason: str = "") -> bool:
        """Change the mark of the open item, or remove it (None). Return whether it was saved."""
        try:
            self._session.set_mark(state, reason)
        except AppError as error:
            self._saving.refused(error)
            return False
        self._saving.saved()
        self.changed.emit()
        return True
