"""Items derived from the project: sessions of questions and models, and turns of these sessions.

Every question has an item for each of the project's models, or one item without a model if the
project has none. The content of assigned items stays unchanged. Closed items are not assigned to
more people.

Each later stage chooses turns of submitted sessions as its items. The project's id is the seed of
random samples, so the samples are the same on every lead's computer. A turn that is not assigned
yet can be displaced from its sample by turns that arrive later.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from desktop_app.core import keys
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import CLOSED, Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext
from plugins.kiwi.project_questions import (
    NO_TEXT,
    TEXT_GONE,
    TOO_FEW,
    item_key,
    models_of,
    questions_of,
)
from plugins.kiwi.rows import initial_digest
from plugins.kiwi.sessions import COLLECTED, session_drafts
from plugins.kiwi.settings import Settings
from plugins.kiwi.shapes import KEY, SESSION, present
from plugins.kiwi.stages.base import AnyStage
from plugins.kiwi.turn_items import TurnItem, turn_drafts, turns_of

# Why an item is closed. The texts are stored with items, so they must not change.
UNCHECKED = msg("its first answer has not been checked")
CHANGED = msg("its first answer was changed after the check")
DROPPED = msg("its first answer was rejected")
OWN_MODELS = msg("the project has models now, and an item for each of them")
GONE = msg("its question was removed or is in conflict")
SESSION_GONE = msg("its session was removed or is in conflict")
REASONS = (
    UNCHECKED, CHANGED, DROPPED, OWN_MODELS, GONE, COLLECTED, NO_TEXT, TEXT_GONE, TOO_FEW,
    SESSION_GONE,
)  # fmt: skip


def project_items(
    dataset: Dataset,
    context: ImportContext,
    given: Collection[str],
    settings: Settings,
    stages: Sequence[AnyStage],
) -> Sequence[Draft]:
    """Return the items that the project should have, with their origins and prepared answers.

    Existing items that are no longer needed are included only with an origin that closes them, and
    items in `given` only with an origin that closes or reopens them.

    `given`: keys of items that were assigned or answered; their content must not change
    `stages`: the protocol's stages
    """
    there = {item.key: item for item in dataset.items}
    initials = {str(row["item"]): row for row in dataset.rows.get("initials", ())}
    checks = {str(row["item"]): row for row in dataset.rows.get("checks", ())}
    models: list[str | None] = [*models_of(dataset)] or [None]
    drafts: list[Draft] = []
    needed: set[str] = set()
    questions = questions_of(dataset, settings)
    for question in questions.values():
        for model in models:
            key = item_key(question.label, model, context)
            needed.add(key)
            why, prepared = _released(initials.get(key), checks.get(key))
            closed = question.closed or why
            item = there.get(key)
            if item is not None and key in given:
                drafts += _closed(item.origin, key, closed, context)
                continue
            drafts += session_drafts(question, model, context, closed)
            if prepared:
                source = context.alias_of(model) if model else "project"
                drafts.append(_prepared(key, prepared, source, context))
    for key, item in there.items():
        if item.stage in ("", SESSION) and key not in needed:
            is_here = str(item.origin.get("question")) in questions
            why = _why_not_needed(item.origin, is_here, models != [None])
            drafts += _closed(item.origin, key, why, context)
    return [*drafts, *_turn_items(dataset, context, given, stages)]


def _why_not_needed(origin: Mapping[str, Any], is_here: bool, has_models: bool) -> str:
    """Return the reason why an existing item of sessions is closed.

    `is_here`: whether the project has the item's question
    `has_models`: whether the project has models
    """
    if not is_here:
        return GONE
    if not origin.get("model"):
        return OWN_MODELS if has_models else GONE
    return COLLECTED


def _released(
    initial: Mapping[str, Any] | None, check: Mapping[str, Any] | None
) -> tuple[str, dict[str, Any]]:
    """Return why the first answer closes an item, and the prepared answer.

    One of them is empty; both are empty if the item has no first answer.

    An answer that was imported from files counts as checked. An answer that a model wrote in the
    project does not.
    """
    if initial is None:
        return "", {}
    names = ("answer", "passages", "query", "retriever")
    content = present({name: initial.get(name) for name in names})
    if check is None:
        return (UNCHECKED, {}) if initial.get("call") else ("", content)
    if check.get("of") != initial_digest(initial):
        return (CHANGED, {})
    return (DROPPED, {}) if check.get("decision") == "drop" else ("", content)


def _prepared(item: str, content: Mapping[str, Any], source: str, context: ImportContext) -> Draft:
    key = keys.row_key(context.project, KEY, "prepared", item)
    body = {
        "protocol": KEY,
        "item": item,
        "what": "initial",
        "source": source,
        "content": dict(content),
    }
    return Draft("prepared", key, body, context.lead, item)


def _closed(
    origin: Mapping[str, Any], key: str, why: str, context: ImportContext
) -> Iterator[Draft]:
    """Yield the origin of an item with the reason why the item is closed.

    `why`: the reason; empty if the item is open
    """
    others = {name: value for name, value in origin.items() if name != CLOSED}
    yield Draft("origin", key, {**others, **present({CLOSED: why})}, context.lead, key)


def _turn_items(
    dataset: Dataset, context: ImportContext, given: Collection[str], stages: Sequence[AnyStage]
) -> Iterator[Draft]:
    """Yield the items about turns of submitted sessions, with their origins.

    For an assigned item, only the origin is yielded.

    `given`: keys of items that were assigned or answered
    """
    turns = turns_of(dataset)
    later = {stage.key: stage for stage in stages if stage.is_about_turns}
    # Each item with the key of its stage, by its own key.
    made: dict[str, tuple[str, TurnItem]] = {
        item.key: (key, item)
        for key, stage in later.items()
        for item in stage.items_of_turns(dataset, turns, context, given)
    }
    for stage_key, item in made.values():
        if item.key not in given:
            yield from turn_drafts(item, stage_key, context)
    # Existing items are closed if their session is gone or their turn is no longer drawn, and
    # opened again if it is back. They are never removed, because other people may have them.
    sessions = {(turn.session.item, turn.session.annotator) for turn in turns}
    for known in dataset.items:
        if known.stage not in later:
            continue
        here = (str(known.origin.get("of")), str(known.origin.get("author"))) in sessions
        # The loop above has already yielded the origins of the other items.
        if not here or known.key not in made or known.key in given:
            missing = later[known.stage].not_drawn if known.key not in made else ""
            why = missing if here else SESSION_GONE
            yield from _closed(known.origin, known.key, why, context)
