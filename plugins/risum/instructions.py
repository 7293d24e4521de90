"""The stage at which people compare models' sets of instructions for a document, side by side.

Its items follow from the instructions that models drafted, and its answers count as votes. People
see neither the models nor how many sets a model wrote. Source: riSum, section 2.1: three evaluators
rated each set “good”, “neutral” or “bad”.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from desktop_app.core import keys, row_conversion
from desktop_app.core.errors import FieldError
from desktop_app.core.fields import checked
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import CLOSED, Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.core.protocol.stage import Stage
from desktop_app.core.protocol.wording import AnswerContext, ItemWords, PartWords, item_title
from desktop_app.core.row_conversion import external_annotation, item_drafts, known_item, present
from plugins.risum.rows import (
    INSTRUCTIONS,
    KEY,
    SETS,
    InstructionAnswerRow,
    InstructionAnswers,
)

if TYPE_CHECKING:
    from desktop_app.core.forms import Form

# Why an item is closed. The texts are stored with items, so they must not change.
GONE = msg("its instructions were removed or are in conflict")
VOTED = msg("votes on its instructions were imported")
# Characters of a document from which a title is made if it has none.
_START = 200


class InstructionStage(Stage):
    """People say of each set of instructions for a document whether it is good, neutral or bad."""

    key = INSTRUCTIONS
    title = msg("Compare instructions")
    panel = "plugins.risum.panel.instructions:InstructionPanel"
    row_kind = "instruction_answers"
    usual = 3
    next_job = "answer"

    def form(self) -> Form:
        return self.anchored(_form())

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        result = present(checked(InstructionAnswers, answers).model_dump())
        if not any(name in result for name in SETS):
            raise FieldError(SETS[0], msg("is missing"))
        return result

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        asked = asked_sets(content)
        for name in SETS:
            if name in asked and name not in answers:
                raise FieldError(name, msg("is missing"))
            if name in answers and name not in asked:
                raise FieldError(name, msg("was not asked"))

    def body(
        self, row: InstructionAnswerRow, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        given = {name: getattr(row, name) for name in InstructionAnswers.model_fields}
        return row_conversion.annotation_body(
            KEY, item, annotator, self.key, self.check(given), row.seconds, row.extra()
        )

    def item_in_words(self, context: AnswerContext) -> ItemWords | None:
        if not asked_sets(context.content):
            return None
        # Lists of items have no form at hand, but the questions are the same in all projects.
        worded = replace(context, form=_form())
        sets = zip(asked_sets(context.content), context.content["sets"], strict=False)
        texts = [PartWords(worded.title(name), numbered(one)) for name, one in sets]
        return ItemWords(tuple(texts), (msg("Document"),))


def asked_sets(content: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the questions about the sets of an item."""
    # The content comes from another person's record, so its structure is not guaranteed.
    sets = content.get("sets")
    return SETS[: len(sets)] if isinstance(sets, list) else ()


def numbered(instructions: Any) -> str:
    """Return the instructions of a set as one text, each with its number."""
    listed = instructions if isinstance(instructions, list) else []
    return "\n\n".join(f"{number}. {one}" for number, one in enumerate(listed, start=1))


@cache
def _form() -> Form:
    # Imported here so that starting the program does not load the form parser.
    from desktop_app.core.forms import form_from_json, parse_form

    file = files(__package__).joinpath("forms", "instructions.yaml")
    data = parse_form(file.read_text("utf-8"), file=file.name, shipped=True).as_json()
    first, *others = data["questions"]
    sets = [
        {**first, "key": key, "text": {name: text[:-1] + key[-1].upper() for name, text in words}}
        for key in SETS
        for words in [first["text"].items()]
    ]
    form = form_from_json({**data, "questions": [*sets, *others]}, file=file.name)
    return replace(form, alike=SETS)


def build_instruction_answer(row: InstructionAnswerRow, context: ImportContext) -> Iterable[Draft]:
    """Yield an external person and an annotation for an answer from another source.

    Raises FieldError for an invalid answer and without an annotator, and RefusedError for an
    unknown item.
    """
    if row.annotator is None:
        raise FieldError("annotator", msg("missing"))
    item = known_item(row.item, context)
    stage, content = InstructionStage(), context.content_of(item) or {}
    body = stage.body(row, item, row.annotator, content)
    stage.check_about(content, body["answers"])
    yield from external_annotation(body, context, f"{row.item} by {row.annotator}")


def comparison_items(
    dataset: Dataset, context: ImportContext, given: Collection[str]
) -> Iterator[Draft]:
    """Yield an item for each document with sets by two or more models, and close the others.

    `given`: keys of items that were assigned or answered, which keep their sets

    Documents on whose instructions votes were imported get no item. Of more than eight sets, the
    project's secret seed draws eight; it also decides their order.
    """
    there = {item.key: item for item in dataset.items if item.stage == INSTRUCTIONS}
    voted = {str(vote["document"]) for vote in dataset.rows.get("instruction_votes", ())}
    known = {str(row["document"]): row for row in dataset.rows.get("documents", ())}
    by_document: dict[str, list[Mapping[str, Any]]] = {}
    for row in dataset.rows.get("instruction_sets", ()):
        if row["instructions"]:
            by_document.setdefault(str(row["document"]), []).append(row)
    made = set()
    for document, rows in by_document.items():
        text_key = keys.document_key(document)
        # No external id: only the project's own key is sure to name the sets in this order.
        key = keys.external_item_key(context.project, KEY, f"{INSTRUCTIONS}:{text_key}")
        if len(rows) < 2 or (document in voted and key not in given):
            continue
        made.add(key)
        item = there.get(key)
        if key not in given:
            yield Draft("document", text_key, {"text": document}, context.lead, key)
            yield from _item(key, text_key, _drawn(rows, text_key, context), known, context)
        elif item is not None and item.origin.get(CLOSED):
            yield _origin(item.origin, key, "", context)
    for key, item in there.items():
        if key not in made:
            is_voted = dataset.documents.get(str(item.content["document"])) in voted
            yield _origin(item.origin, key, VOTED if is_voted else GONE, context)


def _drawn(
    rows: Sequence[Mapping[str, Any]], document: str, context: ImportContext
) -> list[Mapping[str, Any]]:
    """Return the sets of a document in their random order."""
    # An alias depends on the project's secret seed, so the order reveals no model.
    ordered = sorted(rows, key=lambda row: context.alias_of(f"set:{document}:{row['model']}"))
    return ordered[: len(SETS)]


def _item(
    key: str,
    document: str,
    rows: Sequence[Mapping[str, Any]],
    known: Mapping[str, Mapping[str, Any]],
    context: ImportContext,
) -> Iterator[Draft]:
    """Yield an item and its origin.

    `document`: the key of the document
    `rows`: the sets in their order
    `known`: rows of documents, by text
    """
    text = str(rows[0]["document"])
    row = known.get(text, {})
    content = {
        # Names the item in people's lists.
        "title": row.get("title") or " ".join(text[:_START].split()),
        "document": document,
        "sets": [list(one["instructions"]) for one in rows],
    }
    body = {
        "protocol": KEY,
        "group": keys.group_key(context.project, KEY, INSTRUCTIONS, document),
        "stage": INSTRUCTIONS,
        "content": content,
    }
    origin = {
        # Only leads have the models of the sets, and the requests to them.
        "sets": [present({"model": one["model"], "call": one.get("call")}) for one in rows],
        "source": rows[0].get("source") or row.get("source"),
        "document_id": row.get("id"),
    }
    yield from item_drafts(key, None, body, origin, {}, context)


def _origin(origin: Mapping[str, Any], key: str, why: str, context: ImportContext) -> Draft:
    """Return the origin of an item that is closed for a reason, or open without one."""
    others = {name: value for name, value in origin.items() if name != CLOSED}
    return Draft("origin", key, {**others, **present({CLOSED: why or None})}, context.lead, key)


def title_of(content: Mapping[str, Any], origin: Mapping[str, Any]) -> str:
    """Return what leads read in lists instead of the key of an item; “” for other items."""
    if not asked_sets(content):
        # Items made by models have no id of their own.
        unnamed = not origin.get("external_id")
        return item_title(str(content["instruction"]), origin.get("model")) if unnamed else ""
    return item_title(
        str(content.get("title") or ""), origin.get("document_id"), msg("Instructions")
    )
