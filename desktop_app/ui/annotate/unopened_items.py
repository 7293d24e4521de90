"""Answers of any queue entry, open or not, and its turns with a model. Does not import Qt.

`place` is always the index of an entry in the session's queue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from desktop_app.core.errors import AppError
from desktop_app.core.hooks import AsksWhileWorking
from desktop_app.ui.annotate.steps import Steps
from desktop_app.workspace import work

if TYPE_CHECKING:
    from desktop_app.ui.annotate.session import Session

# Takes the answers of an entry and returns the changed ones.
Change = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def asking_at(session: Session, place: int) -> AsksWhileWorking | None:
    """Return the protocol of an entry if the entry is answered in turns with a model, or None."""
    entry = session.entries[place]
    # Raised for a protocol that is not installed on this computer.
    with suppress(AppError):
        protocol = session.workspace.protocol(entry.protocol)
        if isinstance(protocol, AsksWhileWorking) and entry.stage in protocol.asking_stages:
            return protocol
    return None


def model_of(session: Session, place: int) -> str:
    """Return the alias of the model that an entry's turns must use; empty if any may be used."""
    if asking_at(session, place) is None:
        return ""
    named = session.texts(place)[0].get("model")
    return named if isinstance(named, str) else ""


def answers_at(session: Session, place: int) -> dict[str, Any]:
    """Return the current answers of an entry: those of its draft, or else the submitted ones."""
    # Of the open item, memory is ahead of the draft on disk.
    if place == session.position:
        return dict(session.answers)
    entry = session.entries[place]
    kept = work.load_draft(session.workspace, entry.item, entry.stage) or {}
    answers = kept.get("answers")
    return dict(answers) if isinstance(answers, Mapping) else session.submitted_at(place)


def waits_at(session: Session, place: int) -> bool:
    """Return whether an entry's answers hold a turn that waits for a model."""
    protocol = asking_at(session, place)
    stage = session.entries[place].stage
    return protocol is not None and protocol.waiting(stage, answers_at(session, place))


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
