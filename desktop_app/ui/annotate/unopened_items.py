"""Answers of items that are not open, and which of them take turns with a model. Qt-free."""

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

Change = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def asking_at(session: Session, place: int) -> AsksWhileWorking | None:
    """Return the protocol of an entry if answering it takes turns with a model."""
    entry = session.entries[place]
    with suppress(AppError):  # one that is not installed here
        protocol = session.workspace.protocol(entry.protocol)
        if isinstance(protocol, AsksWhileWorking) and entry.stage in protocol.asking_stages:
            return protocol
    return None


def model_of(session: Session, place: int) -> str:
    """Return the alias of the model that an entry's turns are for; empty: any."""
    if asking_at(session, place) is None:
        return ""
    named = session.texts(place)[0].get("model")
    return named if isinstance(named, str) else ""


def answers_at(session: Session, place: int) -> dict[str, Any]:
    """Return the answers of an entry as they stand now, open or not: unfinished or submitted."""
    if place == session.position:
        return dict(session.answers)
    entry = session.entries[place]
    kept = work.load_draft(session.workspace, entry.item, entry.stage) or {}
    answers = kept.get("answers")
    return dict(answers) if isinstance(answers, Mapping) else session.submitted_at(place)


def waits_at(session: Session, place: int) -> bool:
    """Whether an entry's answers hold a turn that a model is to take."""
    protocol = asking_at(session, place)
    stage = session.entries[place].stage
    return protocol is not None and protocol.waiting(stage, answers_at(session, place))


def change_at(session: Session, place: int, change: Change) -> dict[str, Any]:
    """Change the answers of an entry, open or not, by what a model brought, and return them.

    It is not a step of the person's, and none leads back behind it, unless it changes nothing, as
    where a turn is begun again. Of an item that is not open, it is on disk when this returns.
    Raises what `change` raises, and NotSavedError; nothing has changed then.
    """
    before = answers_at(session, place)
    answers = dict(change(before))
    if place == session.position:
        if answers != before:
            session.arrived(answers)
        return answers
    entry = session.entries[place]
    kept = work.load_draft(session.workspace, entry.item, entry.stage) or {}
    kept = {**kept, "answers": answers, "steps": Steps().to_json()}
    work.save_draft(session.workspace, entry.item, entry.stage, kept)
    session.restate(place, answers)
    return answers
