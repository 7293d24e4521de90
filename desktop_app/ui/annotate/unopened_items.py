"""Reads and changes answers of items, open or not, for turns with a model. Does not import Qt.

In all functions, `place` is the index of an entry in the queue of the session.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from desktop_app.ui.annotate.session import Session
from desktop_app.ui.annotate.steps import Steps
from desktop_app.workspace import work

# Takes the answers of an entry and returns the changed ones.
Change = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def model_of(session: Session, place: int) -> str:
    """Return the alias of the model for an entry's turns.

    It is empty if the item names none, or if its stage has no turns.
    """
    entry = session.entries[place]
    if session.items.turn_stage(entry) is None:
        return ""
    named = session.items.texts(entry)[0].get("model")
    return named if isinstance(named, str) else ""


def answers_at(session: Session, place: int) -> dict[str, Any]:
    """Return the current answers of an entry: those of its draft, otherwise the submitted ones."""
    # The draft of the open item may be older than its answers in memory.
    if place == session.position:
        return dict(session.answers)
    entry = session.entries[place]
    kept = work.load_draft(session.workspace, entry.item, entry.stage) or {}
    answers = kept.get("answers")
    if isinstance(answers, Mapping):
        return dict(answers)
    return dict(session.items.submitted(entry).get("answers", {}))


def waits_at(session: Session, place: int) -> bool:
    """Return whether an entry's answers contain a turn that waits for a model."""
    stage = session.items.turn_stage(session.entries[place])
    return stage is not None and stage.is_pending(answers_at(session, place))


def change_at(session: Session, place: int, change: Change) -> dict[str, Any]:
    """Apply a change by a model to the answers of an entry, and return the new answers.

    The change is not an undo step, and undo does not go back beyond it (docs/decisions/0019). If it
    leaves the answers of the open item equal, the undo history stays. For an item that is not open,
    the change is on disk when this returns.

    Raises the errors of `change`, and NotSavedError; in both cases, nothing has changed.
    """
    before = answers_at(session, place)
    answers = dict(change(before))
    if place == session.position:
        if answers != before:
            session.set_model_answers(answers)
        return answers
    entry = session.entries[place]
    kept = work.load_draft(session.workspace, entry.item, entry.stage) or {}
    # Steps from before the change would no longer fit the answers, so the history is emptied.
    kept = {**kept, "answers": answers, "steps": Steps().to_json()}
    work.save_draft(session.workspace, entry.item, entry.stage, kept)
    session.restate(place, answers)
    return answers
