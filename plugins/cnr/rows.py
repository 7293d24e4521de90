"""The items and answers in cnr's files, and their records.

The formats are described in `docs/cnr-rows.md`. An item is a prompt and one initial response, by a
model or a person; annotators never learn by whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from pydantic import ModelWrapValidatorHandler, PrivateAttr, model_validator

from desktop_app.core import keys, raters
from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import (
    Identifier,
    OptionalId,
    OptionalModel,
    OptionalText,
    Row,
    Seconds,
    Text,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.core.row_conversion import (
    annotation_body,
    external_annotation,
    kept_row,
    known_item,
    present,
)
from plugins.cnr.critiques import CritiqueFields, check_anchors, check_critique, normal

KEY = "cnr"
CRITIQUE, REVIEW, COMPARE, DIAGNOSTIC = "critique", "review", "compare", "diagnostic"
# Names for authors of responses that are not models.
HUMAN, UNKNOWN = "human", "unknown"


def no_answer(answer: str, context: ImportContext) -> RefusedError:
    """Return the error for a reference that does not identify one answer."""
    if context.is_ambiguous(answer):
        return RefusedError(
            msg(
                "“{answer}” matches several answers: use “item:annotator”",
                answer=answer,
            )
        )
    return RefusedError(
        msg("unknown answer “{answer}”", answer=answer),
        hint=msg("Import the answers first, or name them as “item:annotator”."),
    )


class TextRow(Row):
    """A row that records which of its texts had other types, such as `true` in real files."""

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
        """Return warnings about values that were converted to text."""
        return [
            msg(
                "“{name}” is not a text; it is read as “{self}”",
                name=name,
                self=getattr(self, name),
            )
            for name in self._not_text
        ]


class ItemRow(TextRow):
    """A prompt and one response. The response may be empty."""

    text_fields: ClassVar[frozenset[str]] = frozenset(("prompt", "response"))

    id: OptionalId = None
    prompt: Text
    response: Text
    model: OptionalModel = None
    human: OptionalId = None
    task_type: OptionalText = None
    category: OptionalText = None

    @model_validator(mode="after")
    def _one_origin(self) -> ItemRow:
        if (self.model is None) == (self.human is None):
            raise ValueError(msg("give “model” or “human”: who wrote the response"))
        return self


class AnswerRow(CritiqueFields):
    id: OptionalId = None
    item: Identifier
    annotator: OptionalId = None
    seconds: Seconds = None


def author_of(origin: Mapping[str, Any]) -> str:
    """Return the author of a response: a model's name, or a name that stands for a person."""
    if origin.get("human") is not None:
        return HUMAN
    return str(origin.get("model") or UNKNOWN)


def prompt_group(project: str, prompt: str) -> str:
    """Return the group of all items of one prompt, so that they are assigned to the same people."""
    return keys.group_key(project, KEY, keys.document_key(prompt))


def build_item(row: ItemRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the item and the lead-only origin of an item row."""
    model = row.model
    content = {"prompt": row.prompt, "response": row.response}
    if row.id is None:
        # The alias instead of the author's name, because an annotator could try names. The alias
        # depends on the secret seed.
        alias = context.alias_of(model if model is not None else f"human:{row.human}")
        key = keys.content_item_key(context.project, KEY, {**content, "model": alias})
    else:
        key = context.item_key(row.id)
    label = row.id or key
    body = {"protocol": KEY, "group": prompt_group(context.project, row.prompt), "content": content}
    yield Draft("item", key, body, context.lead, label)
    origin = {
        "item": key,
        # An id that equals the item's own key was written by an export of an item without an id.
        "external_id": row.id if row.id != key else None,
        "model": model,
        "human": row.human,
        "task_type": row.task_type,
        "category": row.category,
        "extra": row.extra(),
    }
    yield Draft("origin", key, present(origin), context.lead, label)


def answer_id(item: str, annotator: str) -> str:
    """Return the id that stands in files for an answer without an id."""
    return f"{item}:{annotator}"


def build_answer(row: AnswerRow, context: ImportContext) -> Iterable[Draft]:
    """Yield an external person and an annotation for an answer collected elsewhere."""
    if row.annotator is None:
        raise FieldError("annotator", msg("missing"))
    item = known_item(row.item, context)
    content = context.content_of(item) or {}
    if "response" not in content:
        raise RefusedError(msg("“{item}” is not an item to critique", item=row.item))
    body = answer_body(row, item, row.annotator, CRITIQUE)
    # Anchors can be checked only here, because only here is the response known.
    check_anchors(body["answers"], str(content["response"]))
    yield from external_annotation(body, context, f"{row.item} by {row.annotator}")


def answer_body(row: AnswerRow, item: str, annotator: str, stage: str) -> dict[str, Any]:
    """Return the body of the annotation for an answer row.

    Raises FieldError.
    """
    # An id generated by an export is not stored, so that importing an export changes nothing.
    own_id = row.id if row.id != answer_id(row.item, annotator) else None
    extra = present({**row.extra(), "id": own_id})
    answers = check_critique(normal(row))
    return annotation_body(KEY, item, annotator, stage, answers, row.seconds, extra)


def check_vote(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a vote in normal form. Raises FieldError."""
    if answers.get("vote") not in ("left", "right", "tie"):
        raise FieldError("vote", msg("must be one of “left”, “right”, “tie”"))
    return {name: value for name, value in answers.items() if value is not None}


def data(
    what: str, row: Mapping[str, Any], key: tuple[Any, ...], author: str, context: ImportContext
) -> Draft:
    """Return a lead-only record of one of cnr's own rows."""
    return kept_row(KEY, what, row, key, context, author=author)


def metric_author(name: str | None, context: ImportContext) -> str:
    """Return the author of a model's judgement. Automatic raters are distinguished from people."""
    return raters.metric_author(name) if name else context.lead
