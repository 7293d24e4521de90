"""Answers to the background form, with undo history and draft. Does not import Qt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.forms import Form
from desktop_app.ui.annotate.steps import Steps
from desktop_app.workspace import background
from desktop_app.workspace.drafts import given
from desktop_app.workspace.workspace import Workspace


class AboutSession:
    """Session of the person's background form, continuing from the draft.

    answers      current answers of the form, saved or not
    steps        undo history
    hints_shown  keys of the hints that were shown
    dirty        the draft on disk is older than the answers
    """

    def __init__(self, workspace: Workspace, form: Form) -> None:
        self.workspace = workspace
        self.form = form
        kept = background.load_draft(workspace) or {}
        draft = kept.get("answers")
        # The saved answers, to compare the current ones with.
        self._base = background.answers_of(workspace)
        self.answers: dict[str, Any] = dict(draft if isinstance(draft, Mapping) else self._base)
        self.steps = Steps.from_json(kept.get("steps"))
        self.hints_shown = {str(key) for key in kept.get("hints", ())}
        self.dirty = False

    @property
    def read_only(self) -> bool:
        return self.workspace.store.read_only

    @property
    def is_answered(self) -> bool:
        """Whether answers were saved before."""
        return self.workspace.records.is_there("background", self.workspace.person)

    @property
    def is_changed(self) -> bool:
        """Whether the answers differ from the saved ones."""
        return given(self.answers) != given(self._base)

    def edited(self, question: str, before: Any, after: Any) -> None:
        """Set an answer that the person changed, as an undo step."""
        self.steps.record(question, before, after)
        self._set(question, after)

    def undo(self) -> tuple[str, Any] | None:
        """Undo the last step. Return the question and its new value; None if there is no step."""
        return self._stepped(self.steps.undo(self.answers))

    def redo(self) -> tuple[str, Any] | None:
        """Redo a step. Return the question and its new value; None if there is no step."""
        return self._stepped(self.steps.redo(self.answers))

    def hint_shown(self, key: str) -> None:
        """Remember that a hint was shown, so that it is not shown again."""
        self.hints_shown.add(key)
        self.dirty = True

    def save_draft(self) -> None:
        """Save the draft. Raises NotSavedError; the answers stay in memory then."""
        # Answers that were changed and changed back are no draft.
        if self.is_changed:
            background.save_draft(self.workspace, self._draft())
        else:
            background.discard_draft(self.workspace)
        self.dirty = False

    def unsaved(self) -> dict[str, Any] | None:
        """Return the draft that is not saved yet; None if everything is saved."""
        return self._draft() if self.dirty else None

    def submit(self) -> None:
        """Submit the answers; the draft is removed. Raises InputError, NotSavedError."""
        background.answer(self.workspace, given(self.answers))
        # An empty form makes no record. Without this, the person would be asked again next time.
        background.put_off(self.workspace)
        self._base = background.answers_of(self.workspace)
        self.answers = dict(self._base)
        self.steps.clear()
        self.hints_shown.clear()
        self.dirty = False

    def put_off(self) -> None:
        """Do not show the form unprompted again; answers stay a draft. Raises NotSavedError."""
        if self.dirty:
            self.save_draft()
        background.put_off(self.workspace)

    def _draft(self) -> dict[str, Any]:
        return {
            "answers": dict(self.answers),
            "steps": self.steps.to_json(),
            "hints": sorted(self.hints_shown),
        }

    def _stepped(self, change: tuple[str, Any] | None) -> tuple[str, Any] | None:
        if change is not None:
            self._set(*change)
        return change

    def _set(self, question: str, value: Any) -> None:
        self.answers[question] = value
        self.dirty = True
