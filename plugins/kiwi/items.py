"""Items of the first stage: a question, its papers, and the model's alias."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.core import keys
from desktop_app.core.protocol.rows import Draft, ImportContext
from plugins.kiwi.project_questions import Question, item_name
from plugins.kiwi.shapes import KEY, SESSION, present


def session_drafts(
    question: Question, model: str | None, context: ImportContext, closed: str = ""
) -> Iterator[Draft]:
    """Yield the item of a question, and its origin. `model` may be None.

    closed  why the item is not assigned to more people; empty if it is open
    """
    # Only the alias is part of the item, because annotators must not know the model.
    alias = context.alias_of(model) if model else ""
    name = item_name(question.label, alias)
    key = keys.external_item_key(context.project, KEY, name)
    content = question.content() | present({"model": alias, "topic": question.track})
    body = {
        "protocol": KEY,
        "group": group_of(question.key, context),
        "stage": SESSION,
        "content": content,
    }
    origin = {
        "item": key,
        "external_id": name,
        "called": question.label if alias else None,
        "question": question.key,
        "model": model,
        "topic": question.track,
        "closed": closed,
    }
    yield Draft("item", key, body, context.lead, name)
    yield Draft("origin", key, present(origin), context.lead, name)


def group_of(question: str, context: ImportContext) -> str:
    """Return the group of a question's items, so that nobody works on one question twice."""
    return keys.group_key(context.project, KEY, "question", question)
