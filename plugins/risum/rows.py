"""The rows that risum imports and exports, and the records created from them.

The formats of the rows are described in `docs/rows.md`. The questions are those of the riSum paper,
section 2.1 ("Human evaluation"): Q1 `follows` (Yes/No) and Q2 `rating` (1–5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from desktop_app.core import keys, metric_rows, row_conversion
from desktop_app.core.errors import FieldError
from desktop_app.core.fields import (
    Blank,
    Identifier,
    ModelName,
    OptionalId,
    OptionalText,
    Role,
    Row,
    Seconds,
    Text,
    Whole,
    YesNo,
    checked,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import (
    AnnotationData,
    Dataset,
    ItemData,
    RatedPart,
    ReferenceText,
)
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.core.row_conversion import (
    Names,
    external_annotation,
    in_order,
    item_drafts,
    kept_row,
    known_item,
    metric_draft,
    present,
    row_by_form,
    row_of,
)

KEY = "risum"
STAGE = "rate"
INSTRUCTIONS = "instructions"
# The questions about the sets of an item at this stage, in the order of the sets. Eight are as many
# as fit on a page, in two rows.
SETS = tuple(f"set_{letter}" for letter in "abcdefgh")
Verdict = Literal["good", "neutral", "bad"]


class Reference(Row):
    """A reference answer and its author: a person or a stronger model."""

    text: Text
    source: Annotated[OptionalText, Role.RATER] = None


class ItemRow(Row):
    """A document, an instruction about it and one model's answer. Texts may be empty.

    Documents and instructions without ids are identified by their text.
    """

    text_fields: ClassVar[frozenset[str]] = frozenset(("document", "instruction", "answer"))
    json_fields: ClassVar[frozenset[str]] = frozenset(("references",))

    id: OptionalId = None
    document: Text
    instruction: Text
    answer: Text
    model: ModelName
    source: OptionalText = None
    document_id: OptionalId = None
    instruction_id: OptionalId = None
    references: Annotated[list[Reference] | None, Blank] = None
    # Keys of the requests with which models wrote the answer and the instruction.
    call: OptionalId = None
    instruction_call: OptionalId = None


class AnswerFields(Row):
    """The answers to both questions and the comment.

    A question that was not answered has no value.
    """

    follows: Annotated[YesNo | None, Blank] = None
    rating: Annotated[Annotated[Whole, Field(ge=1, le=5)] | None, Blank] = None
    comment: OptionalText = None


class AnswerRow(AnswerFields):
    item: Identifier
    annotator: OptionalId = None
    seconds: Seconds = None


class MetricRow(metric_rows.MetricRow):
    """A rating by a metric or a model. `texts`: digest of document, instruction and answer."""

    question: Literal["follows", "rating"]


class DocumentRow(Row):
    """A document from which items are made. Only the lead has it until an item uses it."""

    text_fields: ClassVar[frozenset[str]] = frozenset(("document",))

    id: OptionalId = None
    document: Text
    title: OptionalText = None
    source: OptionalText = None


class InstructionSetRow(Row):
    """The instructions that a model drafted for a document."""

    text_fields: ClassVar[frozenset[str]] = frozenset(("document",))
    json_fields: ClassVar[frozenset[str]] = frozenset(("instructions",))

    document: Text
    source: OptionalText = None
    model: ModelName
    instructions: list[Text]
    call: OptionalId = None


class InstructionVoteRow(Row):
    text_fields: ClassVar[frozenset[str]] = frozenset(("document",))
    json_fields: ClassVar[frozenset[str]] = frozenset(("instructions",))

    document: Text
    model: ModelName
    instructions: list[Text]
    evaluator: Identifier
    verdict: Verdict


AskedVerdict = Annotated[Verdict | None, Blank]


class InstructionAnswers(Row):
    """The answers about one document: a verdict on each of its sets of instructions."""

    set_a: AskedVerdict = None
    set_b: AskedVerdict = None
    set_c: AskedVerdict = None
    set_d: AskedVerdict = None
    set_e: AskedVerdict = None
    set_f: AskedVerdict = None
    set_g: AskedVerdict = None
    set_h: AskedVerdict = None
    comment: OptionalText = None


class InstructionAnswerRow(InstructionAnswers):
    item: Identifier
    annotator: OptionalId = None
    seconds: Seconds = None


def check_answers(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return answers in normal form: known questions with their types, without missing values.

    Some studies have only one of the two questions, so one answer is enough. Fields that this
    version does not know are kept. Raises FieldError for an invalid field, and if neither question
    is answered.
    """
    row = checked(AnswerFields, answers)
    if row.follows is None and row.rating is None:
        raise FieldError("follows", msg("neither “follows” nor “rating” has an answer"))
    return present(row.model_dump())


def build_item(row: ItemRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the document, the item and the lead-only origin of an item row."""
    model = row.model
    text_key = keys.document_key(row.document)
    content = {"document": text_key, "instruction": row.instruction, "answer": row.answer}
    if row.id is None:
        # The key contains the model's alias instead of its name, because annotators could try
        # names. They do not have the secret seed.
        alias = context.alias_of(model)
        key = keys.content_item_key(context.project, KEY, {**content, "model": alias})
    else:
        key = context.item_key(row.id)
    # Documents and instructions without ids are identified by their text.
    group = keys.group_key(
        context.project,
        KEY,
        row.document_id or text_key,
        row.instruction_id or keys.document_key(row.instruction),
    )
    yield Draft("document", text_key, {"text": row.document}, context.lead, row.id or key)
    body = {"protocol": KEY, "group": group, "content": content}
    origin = {
        "model": model,
        "source": row.source,
        "document_id": row.document_id,
        "instruction_id": row.instruction_id,
        "references": [present(reference.model_dump()) for reference in row.references or ()],
        "call": row.call,
        "instruction_call": row.instruction_call,
    }
    yield from item_drafts(key, row.id, body, origin, row.extra(), context)


def build_answer(row: AnswerRow, context: ImportContext) -> Iterable[Draft]:
    """Yield an external person and an annotation for an answer from another source.

    Raises FieldError for an invalid answer and without an annotator, and RefusedError for an
    unknown item.
    """
    if row.annotator is None:
        raise FieldError("annotator", msg("missing"))
    item = known_item(row.item, context)
    body = annotation_body(row, item, row.annotator, STAGE)
    yield from external_annotation(body, context, f"{row.item} by {row.annotator}")


def annotation_body(row: AnswerRow, item: str, annotator: str, stage: str) -> dict[str, Any]:
    """Return the body of the annotation for an answer row."""
    answers = check_answers({"follows": row.follows, "rating": row.rating, "comment": row.comment})
    return row_conversion.annotation_body(
        KEY, item, annotator, stage, answers, row.seconds, row.extra()
    )


def build_metric_rating(row: MetricRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of an automatic rating, whose author is the metric rater."""
    yield metric_draft(KEY, row, row.question, context)


def build_document(row: DocumentRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the lead-only record of a document."""
    yield kept_row(
        KEY,
        "documents",
        {**row.model_dump(exclude=set(row.extra())), "extra": row.extra()},
        (keys.document_key(row.document),),
        context,
        label=row.id or row.title or "",
    )


def build_instruction_set(row: InstructionSetRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the lead-only record of a model's instructions for a document."""
    yield kept_row(
        KEY,
        "instruction_sets",
        {**row.model_dump(exclude=set(row.extra())), "extra": row.extra()},
        (keys.document_key(row.document), row.model),
        context,
        label=f"instructions of {row.model}",
    )


def build_instruction_vote(row: InstructionVoteRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of an evaluator's verdict on one model's instructions for a document."""
    model = row.model
    document = keys.document_key(row.document)
    yield Draft(
        "data",
        keys.row_key(context.project, KEY, "instruction_vote", document, model, row.evaluator),
        {
            "protocol": KEY,
            "what": "instruction_votes",
            "row": {**row.model_dump(), "model": model},
        },
        context.lead,
        f"vote of {row.evaluator}",
    )


def rated_part(dataset: Dataset) -> Dataset:
    """Return a dataset without the items about sets of instructions, and without their answers."""
    items = [item for item in dataset.items if item.stage != INSTRUCTIONS]
    annotations = [one for one in dataset.annotations if one.stage != INSTRUCTIONS]
    return replace(dataset, items=items, annotations=annotations)


def votes_of(dataset: Dataset) -> list[dict[str, Any]]:
    """Return the votes on sets of instructions as rows: those from files and those in the window.

    An evaluator has one vote on each set. A vote in the window replaces one from a file.
    """
    votes: dict[tuple[str, ...], dict[str, Any]] = {}
    items = {item.key: item for item in dataset.items if item.stage == INSTRUCTIONS}
    for one in dataset.annotations:
        item = items.get(one.item)
        if item is None or one.stage != INSTRUCTIONS:
            continue
        parts = zip(SETS, item.origin.get("sets", ()), item.content["sets"], strict=False)
        for question, origin, instructions in parts:
            vote = {
                "document": dataset.documents.get(str(item.content["document"]), ""),
                "model": origin["model"],
                "instructions": instructions,
                "evaluator": one.annotator,
                "verdict": one.answers.get(question),
            }
            if vote["verdict"] is not None:
                votes[_vote_key(vote)] = vote
    imported = dataset.rows.get("instruction_votes", ())
    return [*(dict(one) for one in imported if _vote_key(one) not in votes), *votes.values()]


def _vote_key(vote: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(vote[name]) for name in ("document", "model", "evaluator"))


def item_fields(dataset: Dataset, item: ItemData) -> dict[str, Any]:
    """Return the fields of the row of an item, with the model's name as in the dataset."""
    fields = {
        **item.origin,
        **item.content,
        "id": item.name,
        "document": dataset.documents.get(item.content["document"], ""),
    }
    return {name: fields.get(name) for name in ItemRow.model_fields}


def rated_texts(dataset: Dataset) -> list[RatedPart]:
    """Return the rated answers of a dataset, each with its document and its references."""
    return [rated_text(dataset, item) for item in rated_part(dataset).items]


def rated_text(dataset: Dataset, item: ItemData) -> RatedPart:
    """Return the answer of an item, with its document and its references."""
    references = [
        ReferenceText(str(one["text"]), str(one.get("source") or ""))
        for one in item.origin.get("references") or ()
    ]
    document = dataset.documents.get(item.content["document"], "")
    return replace(_rated_part(item.key, item.content, document), references=references)


def _rated_part(key: str, content: Mapping[str, Any], document: str) -> RatedPart:
    answer, instruction = (str(content.get(name) or "") for name in ("answer", "instruction"))
    material = "\n\n".join((document, instruction, answer))
    return RatedPart(key, answer, document=document, material=material)


# risum's records as interchange rows. Exported rows can be imported again.


def export_rows(dataset: Dataset, what: str, *, reveal_models: bool) -> Iterable[dict[str, Any]]:
    """Yield the rows of one kind in a stable order, with aliases for models unless revealed.

    Raises KeyError for an unknown kind.
    """
    names, rated = Names(dataset, reveal_models), rated_part(dataset)

    def items() -> Iterable[dict[str, Any]]:
        for item in rated.items:
            # `extra` contains the columns that risum does not know, which are exported unchanged.
            yield row_by_form(ItemRow, item_fields(dataset, item), item.origin.get("extra"))

    def answers() -> Iterable[dict[str, Any]]:
        for annotation in rated.annotations:
            yield answer_row(AnswerRow, AnswerFields, annotation)

    def instruction_answers() -> Iterable[dict[str, Any]]:
        for annotation in dataset.annotations:
            if annotation.stage == INSTRUCTIONS:
                yield answer_row(InstructionAnswerRow, InstructionAnswers, annotation)

    def answer_row(form: type[Row], asked: type[Row], annotation: AnnotationData) -> dict[str, Any]:
        row = {
            "item": names.item(annotation.item),
            "annotator": annotation.annotator,
            **{question: annotation.answers.get(question) for question in asked.model_fields},
            "seconds": annotation.seconds,
        }
        # The record contains answers to unknown fields, so they are exported as extra columns.
        return row_of(form, row, {**annotation.answers, **annotation.extra})

    def metric_ratings() -> Iterable[dict[str, Any]]:
        for body in dataset.metric_ratings:
            row = {**in_order(MetricRow, body), "item": names.item(body["item"])}
            # An empty value is kept, because it means that the method was asked but returned no
            # number.
            yield row_of(MetricRow, row, row.pop("extra", None), keep=("value",))

    def documents() -> Iterable[dict[str, Any]]:
        for row in dataset.rows.get("documents", ()):
            yield row_by_form(DocumentRow, row, row.get("extra"))

    def instruction_sets() -> Iterable[dict[str, Any]]:
        for row in dataset.rows.get("instruction_sets", ()):
            yield row_by_form(InstructionSetRow, row, row.get("extra"))

    def instruction_votes() -> Iterable[dict[str, Any]]:
        for vote in votes_of(dataset):
            yield in_order(InstructionVoteRow, vote)

    # The functions are generators, so only the requested kind is computed.
    return {
        "items": items,
        "answers": answers,
        "instruction_answers": instruction_answers,
        "metric_ratings": metric_ratings,
        "instruction_votes": instruction_votes,
        "documents": documents,
        "instruction_sets": instruction_sets,
    }[what]()
