"""The items and answers cnr exchanges with the world, and the records they become.

Forms as in `docs/file-formats.md`. An item is a prompt and one initial response, by a model or a
person: which of them is never told to annotators.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field, ModelWrapValidatorHandler, PrivateAttr, model_validator

from desktop_app.core import keys, raters
from desktop_app.core.errors import RefusedError
from desktop_app.core.fields import Blank, Identifier, Number, Row, Text
from desktop_app.core.protocol import Draft, ImportContext
from plugins.cnr.critiques import (
    CritiqueFields,
    OptionalText,
    check_anchors,
    check_critique,
    normal,
    present,
)

KEY = "cnr"
CRITIQUE, REVIEW, COMPARE, DIAGNOSTIC = "critique", "review", "compare", "diagnostic"
HUMAN, UNKNOWN = "human", "unknown"  # authors of responses who go by no model's name
OptionalId = Annotated[Identifier | None, Blank]
Seconds = Annotated[Annotated[Number, Field(ge=0)] | None, Blank]


class TextRow(Row):
    """A row that remembers which of its texts were none: real files hold `true` for a text."""

    _not_text: tuple[str, ...] = PrivateAttr(())

    @model_validator(mode="wrap")
    @classmethod
    def _remember(cls, value: Any, handler: ModelWrapValidatorHandler[TextRow]) -> TextRow:
        row = handler(value)
        if isinstance(value, Mapping):
            row._not_text = tuple(
                name
                for name in sorted(cls.text_fields)
                if isinstance(value.get(name), bool | int | float)
            )
        return row

    def remarks(self) -> list[str]:
        """Return what is odd about it."""
        return [
            f"“{name}” is not a text; it is read as “{getattr(self, name)}”"
            for name in self._not_text
        ]


class ItemRow(TextRow):
    """A prompt and one response. The response may be empty: that is data."""

    text_fields: ClassVar[frozenset[str]] = frozenset(("prompt", "response"))

    id: OptionalId = None
    prompt: Text
    response: Text
    model: OptionalId = None
    human: OptionalId = None
    task_type: OptionalText = None
    category: OptionalText = None

    @model_validator(mode="after")
    def _one_origin(self) -> ItemRow:
        if (self.model is None) == (self.human is None):
            raise ValueError("give “model” or “human”: who wrote the response")
        return self


class AnswerRow(CritiqueFields):
    id: OptionalId = None
    item: Identifier
    annotator: OptionalId = None
    seconds: Seconds = None


def author_of(origin: Mapping[str, Any]) -> str:
    """Return who wrote a response: a model's name, or that it was a person."""
    if origin.get("human") is not None:
        return HUMAN
    return str(origin.get("model") or UNKNOWN)


def prompt_group(project: str, prompt: str) -> str:
    """Return the group of everything about one prompt: the same people get all of it."""
    return keys.group_key(project, KEY, keys.document_key(prompt))


def build_item(row: ItemRow, context: ImportContext) -> Iterable[Draft]:
    """Turn an item row into its item and its lead-only origin."""
    model = context.model_of(row.model) if row.model is not None else None
    content = {"prompt": row.prompt, "response": row.response}
    if row.id is None:
        # The alias stands for the author: an annotator could try names, but not the secret seed.
        alias = context.alias_of(model if model is not None else f"human:{row.human}")
        key = keys.content_item_key(context.project, KEY, {**content, "model": alias})
    else:
        key = context.item_key(row.id)
    label = row.id or key
    body = {"protocol": KEY, "group": prompt_group(context.project, row.prompt), "content": content}
    yield Draft("item", key, body, context.lead, label)
    origin = {
        "item": key,
        # An id that is the item's own key came from an export of an item without an id.
        "external_id": row.id if row.id != key else None,
        "model": model,
        "human": row.human,
        "task_type": row.task_type,
        "category": row.category,
        "extra": row.extra(),
    }
    yield Draft("origin", key, present(origin), context.lead, label)


def answer_id(item: str, annotator: str) -> str:
    """Return what an answer without an id of its own goes by in files."""
    return f"{item}:{annotator}"


def known_item(reference: str, context: ImportContext) -> str:
    """Return the key of an item; raises RefusedError where there is none."""
    found = context.find_item(reference)
    if found is None:
        raise RefusedError(
            f"unknown item “{reference}”", hint="Import its items first, or correct the id."
        )
    return found


def external_person(person: str, context: ImportContext) -> Draft:
    """Return somebody who is known through imported rows alone."""
    body = {"role": "annotator", "external": True}
    return Draft("person", person, body, context.lead, person, only_if_absent=True)


def build_answer(row: AnswerRow, context: ImportContext) -> Iterable[Draft]:
    """Turn an answer collected elsewhere into an external person and an annotation."""
    if row.annotator is None:
        raise ValueError("annotator: missing")
    item = known_item(row.item, context)
    content = context.content_of(item) or {}
    if "response" not in content:
        raise RefusedError(f"“{row.item}” is no item to critique")
    body = answer_body(row, item, row.annotator, CRITIQUE)
    check_anchors(body["answers"], str(content["response"]))
    yield external_person(row.annotator, context)
    yield Draft(
        "annotation",
        keys.work_key(item, row.annotator, CRITIQUE),
        body,
        row.annotator,
        f"{row.item} by {row.annotator}",
    )


def answer_body(row: AnswerRow, item: str, annotator: str, stage: str) -> dict[str, Any]:
    """Return the body of the annotation that an answer row states.

    Raises ValueError("field: reason").
    """
    own_id = row.id if row.id != answer_id(row.item, annotator) else None
    return present(
        {
            "protocol": KEY,
            "item": item,
            "annotator": annotator,
            "stage": stage,
            "answers": check_critique(normal(row)),
            "seconds": row.seconds,
            "extra": present({**row.extra(), "id": own_id}),
        }
    )


def check_vote(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a vote in normal form. Raises ValueError("field: reason")."""
    if answers.get("vote") not in ("left", "right", "tie"):
        raise ValueError("vote: must be one of “left”, “right”, “tie”")
    return {name: value for name, value in answers.items() if value is not None}


def data(
    what: str, row: Mapping[str, Any], key: tuple[Any, ...], author: str, context: ImportContext
) -> Draft:
    """Return a lead-only record of a row of cnr's own."""
    named = keys.row_key(context.project, KEY, what, *key)
    label = f"{what} {named[:8]}"
    return Draft(
        "data",
        named,
        {"protocol": KEY, "what": what, "row": present(row)},
        author,
        label,
    )


def metric_author(name: str | None, context: ImportContext) -> str:
    """Return who states what a model judged: automatic raters are kept apart from people."""
    return raters.metric_author(name) if name else context.lead
