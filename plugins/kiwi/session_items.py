"""Items derived from the project: sessions of questions and models, and turns to rate or label.

Every question has an item for each of the project's models, or one item without a model if the
project has none. Assigned items stay unchanged. Closed items are not assigned to more people.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from desktop_app.core import keys
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import CLOSED, Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext
from plugins.kiwi import derived_items
from plugins.kiwi.items import session_drafts
from plugins.kiwi.project_questions import (
    NO_TEXT,
    TEXT_GONE,
    TOO_FEW,
    item_key,
    models_of,
    questions_of,
)
from plugins.kiwi.rows import initial_digest
from plugins.kiwi.sessions import COLLECTED
from plugins.kiwi.settings import Settings
from plugins.kiwi.shapes import KEY, SESSION, present

UNCHECKED = msg("its first answer has not been checked")
CHANGED = msg("its first answer was changed after the check")
DROPPED = msg("its first answer was rejected")
OWN_MODELS = msg("the project has models now, and an item for each of them")
GONE = msg("its question was removed or is in conflict")
REASONS = (
    UNCHECKED, CHANGED, DROPPED, OWN_MODELS, GONE, COLLECTED, NO_TEXT, TEXT_GONE, TOO_FEW,
    derived_items.GONE, derived_items.NOT_DRAWN,
)  # fmt: skip


def followed(
    dataset: Dataset, context: ImportContext, given: Collection[str], settings: Settings
) -> Sequence[Draft]:
    """Return the items that the project should have, with their origins and prepared answers.

    given  keys of items that were assigned or answered
    """
    there = {item.key: item for item in dataset.items}
    initials = {str(row["item"]): row for row in dataset.rows.get("initials", ())}
    checks = {str(row["item"]): row for row in dataset.rows.get("checks", ())}
    models: list[str | None] = [*models_of(dataset)] or [None]
    drafts: list[Draft] = []
    wanted: set[str] = set()
    questions = questions_of(dataset, settings)
    for question in questions.values():
        for model in models:
            key = item_key(question.label, model, context)
            wanted.add(key)
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
        if item.stage in ("", SESSION) and key not in wanted:
            is_here = str(item.origin.get("question")) in questions
            why = _why_not_wanted(item.origin, is_here, models != [None])
            drafts += _closed(item.origin, key, why, context)
    return [*drafts, *derived_items.followed(dataset, context, given, settings)]


def _why_not_wanted(origin: Mapping[str, Any], is_here: bool, has_models: bool) -> str:
    if not is_here:
        return GONE
    if not origin.get("model"):
        return OWN_MODELS if has_models else GONE
    return COLLECTED


def _released(
    initial: Mapping[str, Any] | None, check: Mapping[str, Any] | None
) -> tuple[str, dict[str, Any]]:
    """Return why an item is closed because of its first answer, and the answer if it is not closed.

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
    """Yield the origin of an item with the reason why it is closed. `why`: empty if it is open."""
    others = {name: value for name, value in origin.items() if name != CLOSED}
    yield Draft("origin", key, {**others, **present({CLOSED: why})}, context.lead, key)
