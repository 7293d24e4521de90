"""cnr's additional rows: models' texts, labels of critiques, diagnostic samples, their ratings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, model_validator

from desktop_app.core import keys, metric_rows
from desktop_app.core.errors import error_within
from desktop_app.core.fields import (
    Blank,
    Identifier,
    ModelName,
    OptionalId,
    OptionalModel,
    OptionalRater,
    OptionalText,
    RaterName,
    Role,
    Row,
    Text,
    Whole,
)
from desktop_app.core.messages import msg
from desktop_app.core.metric_rows import PartRow
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.core.row_conversion import item_drafts, known_item, present
from plugins.cnr.critiques import Categories, CritiqueFields, category_code, check_critique, normal
from plugins.cnr.pairs import OWN, PEOPLE, Iteration, source_named
from plugins.cnr.rows import DIAGNOSTIC, KEY, TextRow, data, metric_author, no_answer, prompt_group

# The settings, in ascending order of their number of steps.
SETTINGS = ("pr", "pir", "picr")
# The kind of rows about models that were trained on critiques.
TRAINED = "trained_models"
RATED = ("coverage", "adherence_detailed", "adherence_coarse", "adherence_coarse_to_detailed")


class CritiqueRow(CritiqueFields):
    """A model's critique of an item, prepared for its annotators."""

    id: OptionalId = None
    item: Identifier
    model: ModelName


class ResponseRow(TextRow):
    """A model's text for an item.

    `setting`: “pr” from the prompt alone, “pir” by revising an initial response, “picr” by
        critiquing it first
    `iteration`: the round of critique and revision, from 1
    `critique`: the critique that the text is based on
    `follows`: which of a diagnostic sample's two critiques the text is based on
    `initial`: the model's own initial response; if missing, the item's
    `using`: the source of the critique: “own”, “people”, or a model; if missing, it is derived from
        the id
    """

    text_fields: ClassVar[frozenset[str]] = frozenset(("response",))
    json_fields: ClassVar[frozenset[str]] = frozenset(("critique",))

    id: OptionalId = None
    item: Identifier
    model: ModelName
    setting: Literal["pr", "pir", "picr"]
    iteration: Iteration = None
    response: Text
    critique: Annotated[dict[str, Any] | None, Blank] = None
    follows: Annotated[Literal["detailed", "coarse"] | None, Blank] = None
    initial: OptionalText = None
    using: OptionalRater = None


class LabelRow(Row):
    """The categories that a person or a model assigned to a critique."""

    json_fields: ClassVar[frozenset[str]] = frozenset(("categories",))

    answer: Identifier
    labeller: RaterName
    categories: Categories = None


class DiagnosticRow(TextRow):
    """A response with a known error for testing models: its feedback, and two critiques of it."""

    text_fields: ClassVar[frozenset[str]] = frozenset(("prompt", "response"))
    extra_roles: ClassVar[Mapping[str, Role]] = {"critic": Role.RATER}

    id: OptionalId = None
    prompt: Text
    response: Text
    error_category: Annotated[
        Text, BeforeValidator(lambda v: category_code(v) if isinstance(v, str) else v)
    ]
    feedback: Text
    detailed: OptionalText = None
    coarse: OptionalText = None
    model: OptionalModel = None


class MetricRow(PartRow):
    """An automatic rating of a response, or of a model's work on a diagnostic item, from 1 to 5.

    `subject`: the model whose output was rated, for a diagnostic item
    """

    method: RaterName
    subject: OptionalModel = None

    @model_validator(mode="after")
    def _known_question(self) -> MetricRow:
        if self.question not in (*RATED, "score", None):
            names = ", ".join((*RATED, "score"))
            raise ValueError(msg("the question is none of: {names}", names=names))
        if self.question in RATED and self.value is not None and not 1 <= self.value <= 5:
            raise ValueError(msg("the value must be from 1 to 5"))
        return self


class TrainedModelRow(Row):
    """A model that was trained on critiques.

    `examples`: number of training examples; 0: the model without this training
    `base`: the model that was trained; if missing, each model with which it was compared
    """

    model: ModelName
    examples: Annotated[Whole, Field(ge=0)]
    base: OptionalModel = None


def build_trained_model(row: TrainedModelRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the lead-only record of a trained model."""
    body = {**row.extra(), **row.model_dump(exclude=set(row.extra()))}
    yield data(TRAINED, body, (row.model,), context.lead, context)


def build_critique(row: CritiqueRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the records of a model's critique: one sent with its item, and a lead-only one.

    Raises RefusedError for an unknown item, and FieldError for an empty critique.
    """
    item = known_item(row.item, context)
    model = row.model
    content = normal(row)
    # The alias instead of the name, because annotators receive this key and could try names.
    alias = context.alias_of(model)
    key = keys.row_key(context.project, KEY, "critiques", item, alias, row.id or "")
    yield Draft(
        "prepared",
        key,
        {
            "protocol": KEY,
            "item": item,
            "what": "critique",
            "source": alias,
            "content": content,
        },
        context.lead,
        f"critique of {row.item}",
    )
    fields = {**row.extra(), "id": row.id, "item": item, "model": model, **content}
    yield data(
        "critiques", fields, (item, model, row.id or ""), metric_author(model, context), context
    )


def implied_source(row: Mapping[str, Any], model_named: Callable[[str], str]) -> str:
    """Return the source of the critique that a response follows, derived from its id.

    It is “own”, “people” or a model; empty if there is none. The job `revise` leaves the id empty
    for the model's own critique. For a person's critique, the id is the beginning of its rev; for a
    critique by a model, the id begins with the alias of that model. If that is the model of the
    response, the source is “own”.

    `model_named`: returns the model with an alias; empty if there is none
    """
    if row["setting"] != "picr" or row.get("follows"):
        return ""
    name = str(row.get("id") or "")
    critic = model_named(name.split("/")[0]) if name else OWN
    if critic:
        return OWN if critic == row["model"] else critic
    # `revise` uses the first 16 digits of the rev as the id (`jobs/revising.py`).
    is_revision = not row.get("critique") and re.fullmatch("[0-9a-f]{16}", name)
    return PEOPLE if is_revision else ""


def build_response(row: ResponseRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a model's text for an item.

    Raises RefusedError for an unknown item, and FieldError for an invalid critique.
    """
    item = known_item(row.item, context)
    model = row.model
    critique = row.critique
    if critique is not None:
        try:
            critique = check_critique(critique)
        except ValueError as error:
            raise error_within("critique", error) from None
    fields = {
        **row.extra(),
        **{name: getattr(row, name) for name in type(row).model_fields},
        "item": item,
        "model": model,
        "critique": critique,
        "using": source_named(row.using, context.model_of),
    }

    def model_named(alias: str) -> str:
        # The function returns an unknown alias unchanged.
        model = context.model_of(alias)
        return model if model != alias else ""

    # Exports name the source even if the id implies it. It is not stored, so that importing an
    # export changes nothing.
    if fields["using"] == implied_source(fields, model_named):
        fields["using"] = None
    key: tuple[Any, ...] = (item, model, row.setting, row.iteration or 0, row.id or "")
    # Appended only if present, so that the keys of existing responses stay the same.
    if row.follows is not None:
        key = (*key, row.follows)
    if row.initial is not None:
        key = (*key, "own")
    yield data("responses", fields, key, metric_author(model, context), context)


def build_label(row: LabelRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of the categories that a labeller found in a critique.

    Raises RefusedError for an unknown answer.
    """
    answered = context.find_answer(row.answer)
    if answered is None:
        raise no_answer(row.answer, context)
    labeller = row.labeller
    fields = {
        **row.extra(),
        "item": answered.item,
        "annotator": answered.annotator,
        "labeller": labeller,
        "categories": row.categories,
    }
    key = (answered.item, answered.annotator, labeller)
    yield data("labels", fields, key, metric_author(labeller, context), context)


def build_diagnostic(row: DiagnosticRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the item of a diagnostic sample and its origin. Such an item is never assigned."""
    content = {"prompt": row.prompt, "response": row.response}
    if row.id is None:
        # The key contains an alias of the feedback, so that nobody can test a guess at its text.
        named = {**content, "feedback": context.alias_of(f"feedback:{row.feedback}")}
        key = keys.content_item_key(context.project, KEY, named)
    else:
        key = context.item_key(row.id)
    body = {
        "protocol": KEY,
        "group": prompt_group(context.project, row.prompt),
        "stage": DIAGNOSTIC,
        "content": content,
    }
    origin = {
        "model": row.model,
        "error_category": row.error_category,
        "feedback": row.feedback,
        "detailed": row.detailed,
        "coarse": row.coarse,
    }
    yield from item_drafts(key, row.id, body, origin, row.extra(), context)


def build_metric_rating(row: MetricRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of an automatic rating, whose author is the metric rater.

    Raises RefusedError for an unknown item.
    """
    if row.question not in RATED:
        yield from metric_rows.build_metric_rating(KEY, row, context)
        return
    item = known_item(row.item, context)
    fields = {name: getattr(row, name) for name in MetricRow.model_fields if name != "texts"}
    # Earlier versions of the program had the digest among the unknown fields.
    extra = row.extra() | present({"texts": row.texts})
    body = present({**fields, "item": item, "extra": extra})
    # `present` drops None, but a rating without a value must be stored as such.
    body["value"] = row.value
    yield Draft(
        "metric_rating",
        keys.row_key(
            context.project,
            KEY,
            "metric",
            item,
            row.method,
            row.question,
            row.subject,
            row.run or 0,
        ),
        body,
        f"metric:{row.method}",
        f"{row.item} by {row.method}",
    )
