"""The items and answers in cnr's files, and their records.

The formats are described in `docs/cnr-rows.md`. An item is a prompt and one initial response, by a
model or a person; annotators never learn who wrote it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field, ModelWrapValidatorHandler, PrivateAttr, model_validator

from desktop_app.core import keys
from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import (
    Blank,
    Identifier,
    ModelName,
    OptionalId,
    OptionalModel,
    OptionalText,
    Row,
    Seconds,
    Text,
    Whole,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.core.row_conversion import (
    annotation_body,
    external_annotation,
    item_drafts,
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
        hint=msg("Import the answers first, or specify them as “item:annotator”."),
    )


class TextRow(Row):
    """A row that remembers which text fields had another type in the file, such as `true`."""

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
            raise ValueError(msg("specify who wrote the response: “model” or “human”"))
        return self


class AnswerRow(CritiqueFields):
    id: OptionalId = None
    item: Identifier
    annotator: OptionalId = None
    seconds: Seconds = None


def author_of(origin: Mapping[str, Any]) -> str:
    """Return the author of a response: a model's name, HUMAN, or UNKNOWN."""
    if origin.get("human") is not None:
        return HUMAN
    return str(origin.get("model") or UNKNOWN)


def prompt_group(project: str, prompt: str) -> str:
    """Return the group key of all items of one prompt.

    By default, all items of a group are assigned to the same people.
    """
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
    body = {"protocol": KEY, "group": prompt_group(context.project, row.prompt), "content": content}
    origin = {
        "model": model,
        "human": row.human,
        "task_type": row.task_type,
        "category": row.category,
    }
    yield from item_drafts(key, row.id, body, origin, row.extra(), context)


def answer_id(item: str, annotator: str) -> str:
    """Return the id that files use for an answer without an id of its own."""
    return f"{item}:{annotator}"


def build_answer(row: AnswerRow, context: ImportContext) -> Iterable[Draft]:
    """Yield an external person and an annotation for an answer collected elsewhere.

    Raises FieldError for an invalid critique and without an annotator, and RefusedError if the item
    is unknown or belongs to another stage.
    """
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

    Raises FieldError if the critique in the row is invalid.
    """
    # An id generated by an export is not stored, so that importing an export changes nothing.
    own_id = row.id if row.id != answer_id(row.item, annotator) else None
    extra = present({**row.extra(), "id": own_id})
    answers = check_critique(normal(row))
    return annotation_body(KEY, item, annotator, stage, answers, row.seconds, extra)


def check_vote(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a vote in normal form. Raises FieldError if it names no side."""
    if answers.get("vote") not in ("left", "right", "tie"):
        raise FieldError("vote", msg("must be one of “left”, “right”, “tie”"))
    return {name: value for name, value in answers.items() if value is not None}


def data(
    what: str, row: Mapping[str, Any], key: tuple[Any, ...], author: str, context: ImportContext
) -> Draft:
    """Return a lead-only record of one of cnr's own rows."""
    return kept_row(KEY, what, row, key, context, author=author)


def metric_author(name: str | None, context: ImportContext) -> str:
    """Return the author of a record by a model, or the lead if no model is named.

    The name of an automatic rater differs from the ids of people.
    """
    return keys.metric_author(name) if name else context.lead


# Items from demonstrations: one of a person's response and three models' drafts is selected at
# random, and annotators never learn which one (CnR paper, section 3).

MOST_DRAFTS = 3


class DraftText(Row):
    """A model's response to the prompt of a demonstration."""

    response: Text
    model: ModelName


class DemonstrationRow(TextRow):
    """A prompt and a response, both written by a person, and up to three models' drafts.

    A row with drafts, or with `chosen`, creates an item. Any other row is kept until drafts have
    been written.

    `chosen`: the text that became the response: 0 for the person's response, 1 to 3 for that draft;
        if missing, one of the texts is selected at random
    """

    text_fields: ClassVar[frozenset[str]] = frozenset(("prompt", "response"))
    json_fields: ClassVar[frozenset[str]] = frozenset(("drafts",))

    id: OptionalId = None
    prompt: Text
    response: Text
    human: Identifier
    task_type: OptionalText = None
    category: OptionalText = None
    drafts: Annotated[Annotated[list[DraftText], Field(max_length=MOST_DRAFTS)] | None, Blank] = (
        None
    )
    chosen: Annotated[Annotated[Whole, Field(ge=0, le=MOST_DRAFTS)] | None, Blank] = None

    @model_validator(mode="after")
    def _one_of_them(self) -> DemonstrationRow:
        if self.chosen is not None and self.chosen > len(self.drafts or ()):
            raise ValueError(msg("“chosen” must be 0 or the number of a draft"))
        return self


def choose(row: DemonstrationRow, drafts: Sequence[DraftText], seed: str) -> int:
    """Select the text that becomes the response: 0 for the person's, or the number of a draft.

    All texts have the same probability. The selected text depends only on the seed, on the row's id
    (or its prompt if it has no id), and on the set of drafts, not on their order.
    """
    rng = random.Random(f"choose:{seed}:{row.id or row.prompt}")  # noqa: S311 - no secret
    place = rng.randrange(1 + len(drafts))
    # The drafts are sorted, so that the selection does not depend on the order in which they were
    # written.
    in_order = sorted(range(len(drafts)), key=lambda n: (drafts[n].model, drafts[n].response))
    return in_order[place - 1] + 1 if place else 0


def item_of(row: DemonstrationRow, drafts: Sequence[DraftText], place: int) -> ItemRow:
    """Return an item made from a demonstration.

    Its response is text number `place` (see `choose`).
    """
    fields = present(row.model_dump(include={"id", "task_type", "category"}))
    chosen: dict[str, Any] = (
        {"response": row.response, "human": row.human}
        if place == 0
        # With the request that wrote it, if a job did.
        else {**drafts[place - 1].extra(), **drafts[place - 1].model_dump()}
    )
    return ItemRow.model_validate({**fields, "prompt": row.prompt, **chosen, **row.extra()})


def build_demonstration(row: DemonstrationRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a demonstration and, if it has drafts or `chosen`, its item.

    If the row does not state `chosen`, the project's secret seed determines the selection.
    """
    drafts = row.drafts or []
    place = row.chosen
    if drafts and place is None:
        # The seed is secret, so that somebody who knows the drafts cannot reproduce the selection.
        seed = context.alias_of(f"choose:{keys.document_key(row.prompt)}")
        place = choose(row, drafts, seed)
    yield demonstration_draft(row, drafts, place, context)
    if place is not None:
        yield from build_item(item_of(row, drafts, place), context)


def demonstration_draft(
    row: DemonstrationRow, drafts: Sequence[DraftText], chosen: int | None, context: ImportContext
) -> Draft:
    """Return the lead-only record of a demonstration, its drafts and the selection."""
    fields = {
        **row.extra(),
        **row.model_dump(include={"id", "prompt", "response", "human", "task_type", "category"}),
        "drafts": [draft.model_dump() for draft in drafts],
        "chosen": chosen,
    }
    key = (row.id or keys.document_key(row.prompt), keys.document_key(row.response))
    return data("demonstrations", fields, key, context.lead, context)
