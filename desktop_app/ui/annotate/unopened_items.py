"""Answers of queue entries that may not be open, for turns with a model. Does not import Qt.

`place` is the index of an entry in the queue of the session.
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
    """Return the alias of the model that an entry's turns must use; empty if any may be used."""
    entry = session.entries[place]
    if session.items.turn_stage(entry) is None:
        return ""
    named = session.items.texts(entry)[0].get("model")
    return named if isinstance(named, str) else ""


def answers_at(session: Session, place: int) -> dict[str, Any]:
    """Return the current answers of an entry: those of its draft, or else the submitted ones."""
    # Of the open item, memory is ahead of the draft on disk.
    if place == session.position:
        return dict(session.answers)
    entry = session.entries[place]
    kept = work.load_draft(session.workspace, entry.item, entry.stage) or {}
    answers = kept.get("answers")
    if isinstance(answers, Mapping):
        return dict(answers)
    return dict(session.items.submitted(entry).get("answers", {}))


def waits_at(session: Session, place: int) -> bool:
    """Return whether an entry's answers hold a turn that waits for a model."""
    stage = session.items.turn_stage(session.entries[place])
    return stage is not None and stage.is_pending(answers_at(session, place))


def change_at(session: Session, place: int, change: Change) -> dict[str, Any]:
    """Apply the result of a model to the answers of an entry, and return the new answers.

    The change is not an undo step, and undo does not go back behind it (docs/decisions/0019),
    except where it changes nothing, as when a turn is begun again. For an item that is not open, it
    is on disk when this returns. Raises whatever `change` raises, and NotSavedError; then nothing
    has changed.
    """
    before = answers_at(session, place)
    answers = dict(change(before))
    if place == session.position:
        if answers != before:
            session.arrived(answers)
        return answers
    entry = session.entries[place]
    kept = work.load_draft(session.workspace, entry.item, entry.stage) or {}
    # Steps made before the change would no longer fit the answers, so the history is emptied.
    kept = {**kept, "answers": answers, "steps": Steps().to_json()}
    work.save_draft(session.workspace, entry.item, entry.stage, kept)
    session.restate(place, answers)
    return answers
