"""The rows that a study imports and exports, and the records made from them.

The forms are those of `docs/rows.md`. The questions come from the project's own form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field, model_validator

from desktop_app.core import keys
from desktop_app.core.errors import FieldError
from desktop_app.core.fields import (
    Blank,
    Identifier,
    OptionalId,
    OptionalModel,
    OptionalText,
    Row,
    Seconds,
    Text,
)
from desktop_app.core.form_parts import HIDDEN
from desktop_app.core.form_problems import suggestion
from desktop_app.core.form_versions import FormVersion, FormVersions
from desktop_app.core.imported_rows import external_annotation, known_item, present
from desktop_app.core.messages import join, msg
from desktop_app.core.protocol.rows import Draft, ImportContext

KEY = "study"
STAGE = "judge"
FORM_PATH = "forms/study.yaml"
MOST_TEXTS = 6


class JudgedText(Row):
    """One of the texts to judge. `title`: what is above it, such as “Summary”."""

    text: Text
    title: OptionalText = None


class ItemRow(Row):
    """What is judged: one text, or several in an order, with what they go by.

    Either `text` or `texts` is given, and may be empty: that is data. `prompt` is another name for
    `instruction`.
    """

    text_fields: ClassVar[frozenset[str]] = frozenset(("text",))
    json_fields: ClassVar[frozenset[str]] = frozenset(("texts",))

    id: OptionalId = None
    document: OptionalText = None
    instruction: OptionalText = None
    text: Text | None = None
    texts: Annotated[
        Annotated[list[JudgedText], Field(min_length=1, max_length=MOST_TEXTS)] | None, Blank
    ] = None
    group: OptionalId = None
    model: OptionalModel = None
    source: OptionalText = None

    @model_validator(mode="before")
    @classmethod
    def _one_name(cls, fields: Any) -> Any:
        if not isinstance(fields, dict):
            return fields
        # Both spellings may be columns of one table, where an empty cell is no value.
        if fields.get("prompt") not in (None, ""):
            if fields.get("instruction") not in (None, ""):
                raise ValueError(
                    msg("give “instruction” or “prompt”: they are one and the same field")
                )
            named = {k: v for k, v in fields.items() if k != "prompt"}
            return {**named, "instruction": fields["prompt"]}
        return fields

    @model_validator(mode="after")
    def _something_to_judge(self) -> ItemRow:
        # In a table with both columns, an empty cell of one is next to a full cell of the other.
        if (self.text and self.texts) or (self.text is None and self.texts is None):
            raise ValueError(msg("specify either “text” or “texts” (a list of {“title”, “text”})"))
        return self

    def judged(self) -> list[dict[str, str]]:
        """Return the texts to judge in the form of an item's content."""
        if self.texts is None:
            return [{"text": self.text or ""}]
        return [{"text": t.text} | ({"title": t.title} if t.title else {}) for t in self.texts]


class AnswerRow(Row):
    """Whose answers about what; every other field is a question of the form, or kept as extra.

    form  the version that was answered, as exports name it; the present one if left out
    """

    json_fields: ClassVar[frozenset[str]] = frozenset((HIDDEN,))

    item: Identifier
    annotator: OptionalId = None
    form: OptionalId = None
    seconds: Seconds = None
    hidden: Annotated[dict[str, Any] | None, Blank] = None


def build_item(row: ItemRow, context: ImportContext) -> Iterable[Draft]:
    """Turn an item row into its document, its item and its origin, which only leads see."""
    model = row.model
    content: dict[str, Any] = {"texts": row.judged()}
    if row.instruction is not None:
        content["instruction"] = row.instruction
    if row.document is not None:
        content["document"] = keys.document_key(row.document)
    if row.id is None:
        # The key contains the model's alias, not its name: annotators could try names, but they do
        # not have the secret seed.
        alias = context.alias_of(model) if model is not None else ""
        key = keys.content_item_key(context.project, KEY, {**content, "model": alias})
    else:
        key = context.item_key(row.id)
    label = row.id or key
    if row.document is not None:
        yield Draft("document", content["document"], {"text": row.document}, context.lead, label)
    body = {"protocol": KEY, "group": _group(row, content, key, context), "content": content}
    yield Draft("item", key, body, context.lead, label)
    origin = {
        "item": key,
        # An id equal to the item's own key came from an export of an item without an id.
        "external_id": row.id if row.id != key else None,
        "model": model,
        "source": row.source,
        "group": row.group,
        "extra": row.extra(),
    }
    yield Draft("origin", key, present(origin), context.lead, label)


def _group(row: ItemRow, content: Mapping[str, Any], key: str, context: ImportContext) -> str:
    """Return the key of an item's group: by name, or by document and instruction."""
    if row.group is not None:
        return keys.group_key(context.project, KEY, "named", row.group)
    basis = [content.get("document", ""), content.get("instruction", "")]
    # Without either, an item is a group of its own.
    return keys.group_key(context.project, KEY, *(basis if any(basis) else ["alone", key]))


def build_answer(row: AnswerRow, context: ImportContext, versions: FormVersions) -> Iterable[Draft]:
    """Turn an answer from another source into an external person and an annotation."""
    if row.annotator is None:
        raise FieldError("annotator", msg("missing"))
    item = known_item(row.item, context)
    body = annotation_body(row, item, row.annotator, STAGE, versions)
    yield from external_annotation(body, context, f"{row.item} by {row.annotator}")


def annotation_body(
    row: AnswerRow,
    item: str,
    annotator: str,
    stage: str,
    versions: FormVersions,
    *,
    complete: bool = False,
) -> dict[str, Any]:
    """Return the annotation body for an answer row.

    complete  whether all required questions must be answered, as in the window, and a field whose
              name is close to a question's counts as a typing error. Answers from other sources
              may lack questions that were not asked there.

    Raises ValueError("question: reason").
    """
    version = _version(row.form, versions)
    form = version.form
    # An answer may still contain questions of an earlier version.
    asked = {question.key for one in versions.all for question in one.form.questions}
    fields = row.extra()
    answers = {name: value for name, value in fields.items() if name in asked}
    extra = {name: value for name, value in fields.items() if name not in asked}
    if row.hidden:
        answers[HIDDEN] = row.hidden
    if complete:
        for name in extra:
            # A field that is close to a question is probably misspelt, and its answer would be
            # lost.
            close = suggestion(name, asked)
            if close:
                raise FieldError(name, msg("is not a question of the form{close}", close=close))
        missing = form.missing(answers)
        if missing:
            raise ValueError(join("; ", map(str, missing)))
    return present(
        {
            "protocol": KEY,
            "item": item,
            "annotator": annotator,
            "stage": stage,
            "form": version.name,
            "seconds": row.seconds,
            "extra": extra,
        }
    ) | {"answers": form.check(answers)}


def _version(named: str | None, versions: FormVersions) -> FormVersion:
    if named is None:
        return versions.required(FORM_PATH)
    result = versions.named(named)
    if result is None:
        known = ", ".join(one.name for one in versions.all) or "none"
        raise FieldError(
            "form", msg("this version of the form is not here; here is {known}", known=known)
        )
    return result


def check_shape(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers without empty values, for any form.

    The normal form of every form stays unchanged. Raises FieldError.
    """
    hidden = answers.get(HIDDEN)
    if hidden is not None and not isinstance(hidden, Mapping):
        raise FieldError(HIDDEN, msg("must be an object"))
    return {
        name: value
        for name, value in answers.items()
        if value is not None and not (name == HIDDEN and not value)
    }
