"""The rows a study exchanges with the world, and the records they become.

Forms as in `docs/file-formats.md`. What is asked about an item is not said here: the project's own
form says it.
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
from desktop_app.core.protocol import Draft, ImportContext

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
    model: OptionalId = None
    source: OptionalText = None

    @model_validator(mode="before")
    @classmethod
    def _one_name(cls, fields: Any) -> Any:
        if not isinstance(fields, dict):
            return fields
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
        # In a table with both columns, an empty cell is beside the other one.
        if (self.text and self.texts) or (self.text is None and self.texts is None):
            raise ValueError(msg("give “text”, or “texts”: a list of {“title”, “text”}"))
        return self

    def judged(self) -> list[dict[str, str]]:
        """Return the texts to judge as an item's content holds them."""
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
    """Turn an item row into its document, its item and its lead-only origin."""
    model = context.model_of(row.model) if row.model is not None else None
    content: dict[str, Any] = {"texts": row.judged()}
    if row.instruction is not None:
        content["instruction"] = row.instruction
    if row.document is not None:
        content["document"] = keys.document_key(row.document)
    if row.id is None:
        # The alias stands for the model: an annotator could try names, but not the secret seed.
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
        # An id that is the item's own key came from an export of an item without an id.
        "external_id": row.id if row.id != key else None,
        "model": model,
        "source": row.source,
        "group": row.group,
        "extra": row.extra(),
    }
    yield Draft("origin", key, present(origin), context.lead, label)


def _group(row: ItemRow, content: Mapping[str, Any], key: str, context: ImportContext) -> str:
    """Return the key of an item's group: the one named, else the same document and instruction."""
    if row.group is not None:
        return keys.group_key(context.project, KEY, "named", row.group)
    basis = [content.get("document", ""), content.get("instruction", "")]
    return keys.group_key(context.project, KEY, *(basis if any(basis) else ["alone", key]))


def build_answer(row: AnswerRow, context: ImportContext, versions: FormVersions) -> Iterable[Draft]:
    """Turn an answer collected elsewhere into an external person and an annotation."""
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
    """Return the body of the annotation that an answer row states.

    complete  everything the form requires must be answered, as in the window; and a field that is
              nearly a question's name is taken for a slip. Answers collected elsewhere may lack
              what was not asked there.

    Raises ValueError("question: reason").
    """
    version = _version(row.form, versions)
    form = version.form
    # An answer may still hold what an earlier version asked.
    asked = {question.key for one in versions.all for question in one.form.questions}
    fields = row.extra()
    answers = {name: value for name, value in fields.items() if name in asked}
    extra = {name: value for name, value in fields.items() if name not in asked}
    if row.hidden:
        answers[HIDDEN] = row.hidden
    if complete:
        for name in extra:
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
    found = versions.named(named)
    if found is None:
        known = ", ".join(one.name for one in versions.all) or "none"
        raise FieldError(
            "form", msg("this version of the form is not here; here is {known}", known=known)
        )
    return found


def check_shape(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return answers without what is none, whatever the form; the normal form of every form's
    normal form is itself. Raises FieldError."""
    hidden = answers.get(HIDDEN)
    if hidden is not None and not isinstance(hidden, Mapping):
        raise FieldError(HIDDEN, msg("must be an object"))
    return {
        name: value
        for name, value in answers.items()
        if value is not None and not (name == HIDDEN and not value)
    }
