"""The rows that a study imports and exports, and the records created from them.

The formats of the rows are described in `docs/rows.md`. The questions come from the project's own
form.
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
from desktop_app.core.messages import join, msg
from desktop_app.core.metric_rows import MetricRow, metric_ratings_of
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.core.row_conversion import (
    Names,
    external_annotation,
    item_drafts,
    known_item,
    present,
    row_of,
)

KEY = "study"
STAGE = "judge"
FORM_PATH = "forms/study.yaml"
MOST_TEXTS = 6
# Each item has one rating by a method, whatever the number of its texts.
METRIC_RATINGS = metric_ratings_of(KEY, MetricRow)


class JudgedText(Row):
    """One of the texts to judge. `title`: the heading above it, such as “Summary”."""

    text: Text
    title: OptionalText = None


class ItemRow(Row):
    """The texts to judge, one or several in order, and the data that belong to them.

    Either `text` or `texts` is required. A text may be empty, but not the list. `prompt` is another
    name for `instruction`.
    """

    text_fields: ClassVar[frozenset[str]] = frozenset(("text",))
    json_fields: ClassVar[frozenset[str]] = frozenset(("texts",))
    needs_one_of: ClassVar[tuple[str, ...]] = ("text", "texts")

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
        # Both names may be columns of one table, in which an empty cell is not a value.
        if fields.get("prompt") not in (None, ""):
            if fields.get("instruction") not in (None, ""):
                raise ValueError(
                    msg("specify either “instruction” or “prompt”: they are the same field")
                )
            named = {k: v for k, v in fields.items() if k != "prompt"}
            return {**named, "instruction": fields["prompt"]}
        return fields

    @model_validator(mode="after")
    def _something_to_judge(self) -> ItemRow:
        # In a table with both columns, one of the two cells is empty.
        if self.text and self.texts:
            raise ValueError(msg("has one text and a list of texts: use only one of the two"))
        if self.text is None and self.texts is None:
            raise ValueError(msg("needs either “text” or “texts” (a list of texts)"))
        return self

    def judged(self) -> list[dict[str, str]]:
        """Return the texts to judge, as an item's content contains them."""
        if self.texts is None:
            return [{"text": self.text or ""}]
        return [{"text": t.text} | ({"title": t.title} if t.title else {}) for t in self.texts]


class AnswerRow(Row):
    """A person's answers about an item. Other fields are questions of the form, or kept as extra.

    `form`: the answered version, as named in exports; by default the current version
    """

    json_fields: ClassVar[frozenset[str]] = frozenset((HIDDEN,))

    item: Identifier
    annotator: OptionalId = None
    form: OptionalId = None
    seconds: Seconds = None
    hidden: Annotated[dict[str, Any] | None, Blank] = None


def build_item(row: ItemRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the document, the item and the lead-only origin of an item row."""
    model = row.model
    content: dict[str, Any] = {"texts": row.judged()}
    if row.instruction is not None:
        content["instruction"] = row.instruction
    if row.document is not None:
        content["document"] = keys.document_key(row.document)
    if row.id is None:
        # The key contains the model's alias instead of its name, because annotators could try
        # names. They do not have the secret seed.
        alias = context.alias_of(model) if model is not None else ""
        key = keys.content_item_key(context.project, KEY, {**content, "model": alias})
    else:
        key = context.item_key(row.id)
    if row.document is not None:
        text = {"text": row.document}
        yield Draft("document", content["document"], text, context.lead, row.id or key)
    body = {"protocol": KEY, "group": _group(row, content, key, context), "content": content}
    origin = {"model": model, "source": row.source, "group": row.group}
    yield from item_drafts(key, row.id, body, origin, row.extra(), context)


def _group(row: ItemRow, content: Mapping[str, Any], key: str, context: ImportContext) -> str:
    """Return the key of an item's group, by its name or by document and instruction."""
    if row.group is not None:
        return keys.group_key(context.project, KEY, "named", row.group)
    by_texts = keys.group_key(
        context.project, KEY, content.get("document", ""), content.get("instruction", "")
    )
    # An equal instruction alone makes no group: it is often the same text in every row, and the
    # whole project would go to the same people. Items imported before this rule keep their group,
    # because importing them again must not change them.
    if row.document is not None or context.group_of(key) == by_texts:
        return by_texts
    return keys.group_key(context.project, KEY, "alone", key)


def build_answer(row: AnswerRow, context: ImportContext, versions: FormVersions) -> Iterable[Draft]:
    """Yield an external person and an annotation for an answer from another source.

    Raises ValueError as `annotation_body` does, FieldError without an annotator, and RefusedError
    for an unknown item.
    """
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
    """Return the body of the annotation for an answer row.

    `complete`: whether each required question must be answered, as in the window, and fields that
      look like misspelled questions are rejected; false for answers from other sources, which may
      not have asked all questions

    Raises ValueError with the text “question: reason” if answers are invalid, or incomplete
    although they must be `complete`. Its subclass FieldError is raised for an unknown version of
    the form, and for a field that looks like a misspelled question.
    """
    version = _version(row.form, versions)
    form = version.form
    # The row may contain answers to questions of an earlier version.
    asked = {question.key for one in versions.all for question in one.form.questions}
    fields = row.extra()
    answers = {name: value for name, value in fields.items() if name in asked}
    extra = {name: value for name, value in fields.items() if name not in asked}
    if row.hidden:
        answers[HIDDEN] = row.hidden
    if complete:
        for name in extra:
            # A field with a name similar to a question is probably misspelled, and its answer would
            # be lost.
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
            "form", msg("this version of the form is missing; available: {known}", known=known)
        )
    return result


def check_shape(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers without empty values, for any form.

    Answers in the normal form of a form stay unchanged. Raises FieldError if the answers to hidden
    questions are not an object.
    """
    hidden = answers.get(HIDDEN)
    if hidden is not None and not isinstance(hidden, Mapping):
        raise FieldError(HIDDEN, msg("must be an object"))
    return {
        name: value
        for name, value in answers.items()
        if value is not None and not (name == HIDDEN and not value)
    }


# Exports.


def export_rows(
    dataset: Dataset, versions: FormVersions, what: str, *, reveal_models: bool
) -> Iterable[dict[str, Any]]:
    """Yield the rows of one kind in a stable order, with aliases for models unless revealed.

    Raises KeyError for a kind that a study does not have.
    """
    names = Names(dataset, reveal_models)

    def items() -> Iterable[dict[str, Any]]:
        for item in dataset.items:
            origin, content = item.origin, item.content
            model = origin.get("model")
            alias = dataset.aliases.get(str(model), model)
            texts = content.get("texts", [])
            # A single text without a title has its own column. Several texts are a list.
            alone = len(texts) == 1 and "title" not in texts[0]
            row: dict[str, Any] = {
                "id": names.item(item.key),
                "document": dataset.documents.get(content.get("document", "")),
                "instruction": content.get("instruction"),
                "text": texts[0]["text"] if alone else None,
                "texts": None
                if alone
                else [{k: one[k] for k in ("title", "text") if k in one} for one in texts],
                "group": origin.get("group"),
                "model": model if reveal_models else alias,
                "source": origin.get("source"),
            }
            yield row_of(ItemRow, row, origin.get("extra"))

    def answers() -> Iterable[dict[str, Any]]:
        for annotation in dataset.annotations:
            # The columns are the questions of the answered version, in its order.
            version = versions.named(annotation.form)
            asked = [question.key for question in version.form.questions] if version else []
            given = annotation.answers
            row = {
                "item": names.item(annotation.item),
                "annotator": annotation.annotator,
                "form": annotation.form or None,
                **{key: given.get(key) for key in asked},
                HIDDEN: given.get(HIDDEN),
                "seconds": annotation.seconds,
            }
            # Answers to questions that this version does not have are exported as extra columns.
            yield row_of(AnswerRow, row, {**annotation.extra, **given})

    if what == METRIC_RATINGS.key:
        return METRIC_RATINGS.exported(names)
    return {"items": items, "answers": answers}[what]()
