"""Changes to the open item's answers: edits, undo, redo, and restoring earlier answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.ui.annotate.item_records import Revision
from desktop_app.ui.annotate.panels import Panels
from desktop_app.ui.annotate.saving import Saving
from desktop_app.ui.annotate.session import Session
from desktop_app.ui.notices import Notices


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
        self._apply(step())
        # An edit that caused another one is undone and redone together with it.
        while self._session.steps.goes_on:
            self._apply(step())

    def _apply(self, change: tuple[str, Any] | None) -> None:
        """Show an answer that undo or redo has changed, with the focus on it."""
        if change is None:
            return
        self._panels.shown.set_answer(*change)
        self._panels.shown.focus_question(change[0])
        self._edited_later()

    def _edited_later(self) -> None:
        self._saving.soon()
        self.edited.emit()
