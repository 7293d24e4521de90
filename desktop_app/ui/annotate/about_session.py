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
    """The background questionnaire of the workspace's person, from where they left off.

    answers  as they are in the form, saved or not
    dirty    whether the draft on disk is older than them
    """

    def __init__(self, workspace: Workspace, form: Form) -> None:
        self.workspace = workspace
        self.form = form
        kept = background.load_draft(workspace) or {}
        draft = kept.get("answers")
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
        """Whether something was saved before."""
        return self.workspace.records.is_there("background", self.workspace.person)

    @property
    def is_changed(self) -> bool:
        """Whether the answers differ from what was saved."""
        return given(self.answers) != given(self._base)

    def edited(self, question: str, before: Any, after: Any) -> None:
        """Take an answer the person gave."""
        self.steps.record(question, before, after)
        self._set(question, after)

    def undo(self) -> tuple[str, Any] | None:
        """Take the last step back; return the question and its value, or None."""
        return self._stepped(self.steps.undo(self.answers))

    def redo(self) -> tuple[str, Any] | None:
        return self._stepped(self.steps.redo(self.answers))

    def hint_shown(self, key: str) -> None:
        """Remember that a hint has asked: it asks once."""
        self.hints_shown.add(key)
        self.dirty = True

    def save_draft(self) -> None:
        """Put what is begun on disk. Raises NotSavedError; nothing is lost then."""
        if self.is_changed:
            background.save_draft(self.workspace, self._draft())
        else:
            background.discard_draft(self.workspace)
        self.dirty = False

    def unsaved(self) -> dict[str, Any] | None:
        """Return the draft that the disk did not take; None when all is saved."""
        return self._draft() if self.dirty else None

    def submit(self) -> None:
        """Save the answers for good; the draft is dropped. Raises InputError, NotSavedError.

        Who gives no answer at all has been asked anyway, and is not asked again.
        """
        background.answer(self.workspace, given(self.answers))
        background.put_off(self.workspace)
        self._base = background.answers_of(self.workspace)
        self.answers = dict(self._base)
        self.steps.clear()
        self.hints_shown.clear()
        self.dirty = False

    def put_off(self) -> None:
        """Ask no more of our own accord; what is begun stays a draft. Raises NotSavedError."""
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
