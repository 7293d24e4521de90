"""The jobs that make items from documents: instructions, answers to them, and reference answers.

Source: riSum, section 2.1: documents are sampled by length and source; a model drafts three to five
instructions for each; the model whose instructions evaluators prefer writes them for all documents;
other models answer them. References: section 3.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import Asking, Inventing, safe_request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, ModelError, Trouble, Unit, Work, asked
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.raters import shortened
from desktop_app.core.replies import reply_text, within
from desktop_app.text.tokens import word_count
from plugins.risum.corpus import votes_json
from plugins.risum.jobs import wording
from plugins.risum.rows import (
    KEY,
    InstructionSetRow,
    ItemRow,
    build_instruction_set,
    build_item,
    item_fields,
    rated_part,
)

FEWEST, MOST = 3, 5
# Maximum length of an instruction, in characters.
_LONGEST = 1_000


def _different(instructions: list[str]) -> list[str]:
    if len({one.casefold() for one in instructions}) < len(instructions):
        raise ValueError(wording.EQUAL)
    return instructions


# The docstring and the fields are part of the schema that models receive.
class SaidInstructions(BaseModel):
    """Instructions about a document."""

    instructions: Annotated[list[Annotated[str, within(_LONGEST)]], AfterValidator(_different)] = (
        Field(min_length=FEWEST, max_length=MOST)
    )


class SampleOptions(Inventing):
    """Options of `instruct`: which documents it draws."""

    per_source: int = Field(
        default=0,
        ge=0,
        le=1_000_000,
        title=msg("Documents per source"),
        description=msg("number of documents drawn from each source; 0: all"),
    )
    least_words: int = Field(
        default=100,
        ge=0,
        title=msg("Shortest document"),
        description=msg("in words"),
    )
    most_words: int = Field(
        default=500,
        ge=1,
        title=msg("Longest document"),
        description=msg("in words"),
    )
    sample_seed: int = Field(
        default=0,
        ge=0,
        le=2**31 - 1,
        title=msg("Seed of the sample"),
        description=msg("the same documents are drawn for the same seed"),
    )


def sample(dataset: Dataset, options: SampleOptions) -> list[Mapping[str, Any]]:
    """Return the drawn documents, ordered by source.

    Each document has a random place that depends only on the seed and its text, so a document that
    is added later replaces at most one of its source. Raises UsageError if there are none.
    """
    rows = dataset.rows.get("documents", ())
    if not rows:
        raise UsageError(
            msg("there are no documents"),
            hint=msg("Import them first: --what documents, or a folder with gather."),
        )
    by_source: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        if options.least_words <= word_count(str(row["document"])) <= options.most_words:
            by_source.setdefault(str(row.get("source") or ""), []).append(row)
    if not by_source:
        raise UsageError(
            msg(
                "no document has {least} to {most} words",
                least=options.least_words,
                most=options.most_words,
            ),
            hint=msg("Change the limits of the length."),
        )
    drawn = []
    for source in sorted(by_source):
        ranked = sorted(
            by_source[source],
            key=lambda row: keys.row_key(str(options.sample_seed), KEY, "sample", row["document"]),
        )
        drawn += ranked[: options.per_source or None]
    return drawn


def _label(text: str) -> str:
    """Return the beginning of a text, which names a unit in lists of failures."""
    return shortened(" ".join(text[:400].split()), 60)


class InstructJob:
    """Draft instructions for a sample of documents."""

    key: ClassVar[str] = "instruct"
    title: ClassVar[str] = msg("Draft instructions for documents")
    prompts: ClassVar[Sequence[str]] = ("instruct",)
    options: ClassVar[type[BaseModel]] = SampleOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, SampleOptions)
        for row in sample(dataset, options):
            document = keys.document_key(str(row["document"]))
            label = str(row.get("id") or row.get("title") or _label(row["document"]))
            yield Unit(keys.row_key(dataset.project, KEY, self.key, document), label, row)

    def work(self, unit: Unit, brief: Brief) -> Work:
        row = unit.data
        texts = {"document": str(row["document"])}
        request = safe_request(brief, "instruct", {}, texts, answer=SaidInstructions)
        reply = yield from asked(request)
        assert isinstance(reply.data, SaidInstructions)
        made = InstructionSetRow(
            document=row["document"],
            source=row.get("source"),
            model=brief.model,
            instructions=reply.data.instructions,
            call=reply.call or None,
        )
        return list(build_instruction_set(made, brief.context))


class AnswerOptions(Asking):
    """Options of `answer`."""

    writer: str = Field(
        default="",
        max_length=300,
        title=msg("Writer of the instructions"),
        description=msg(
            "the model whose instructions are answered; empty: the one that won most documents, or "
            "the only one"
        ),
    )


def writer_of(dataset: Dataset, named: str) -> str:
    """Return the model whose instructions are used.

    Raises UsageError if the named model has written none, or if none is named and several models
    have won equally many documents.
    """
    writers = {str(row["model"]) for row in dataset.rows.get("instruction_sets", ())}
    if not writers:
        raise UsageError(
            msg("there are no instructions"),
            hint=msg("Draft some with a model (instruct), or import --what instruction_sets."),
        )
    names = {alias: name for name, alias in dataset.aliases.items()}
    if named:
        if names.get(named, named) in writers:
            return names.get(named, named)
        raise UsageError(
            msg("“{model}” has written no instructions", model=named),
            hint=msg("Those who have: {names}.", names=", ".join(sorted(writers))),
        )
    won = {name: votes["won"] for name, votes in votes_json(dataset)["models"].items()}
    most = max(won.get(name, 0) for name in writers)
    best = [name for name in writers if won.get(name, 0) == most]
    if len(best) > 1:
        raise UsageError(
            msg("several models’ instructions won equally many documents")
            if most
            else msg("nobody has compared the models’ instructions yet"),
            hint=msg(
                "Choose the writer of the instructions (option “writer”): {names}.",
                names=", ".join(sorted(best)),
            ),
        )
    return best[0]


class AnswerJob:
    """Answer each instruction of one writer. Each answer becomes an item."""

    key: ClassVar[str] = "answer"
    title: ClassVar[str] = msg("Answer instructions")
    prompts: ClassVar[Sequence[str]] = ("answer",)
    options: ClassVar[type[BaseModel]] = AnswerOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, AnswerOptions)
        writer = writer_of(dataset, options.writer)
        existing: dict[tuple[str, str], list[ItemData]] = {}
        for item in rated_part(dataset).items:
            content = item.content
            existing.setdefault((content["document"], content["instruction"]), []).append(item)
        for row in dataset.rows.get("instruction_sets", ()):
            if str(row["model"]) != writer:
                continue
            document = keys.document_key(str(row["document"]))
            # An imported set may contain an instruction twice.
            for instruction in map(str, dict.fromkeys(row["instructions"])):
                place = document, keys.document_key(instruction)
                key = keys.row_key(dataset.project, KEY, self.key, *place)
                items = [
                    _kept_fields(dataset, one) for one in existing.get((document, instruction), ())
                ]
                yield Unit(key, _label(instruction), (row, instruction, items))

    def work(self, unit: Unit, brief: Brief) -> Work:
        row, instruction, items = unit.data
        # A model must not be judged by its own instructions.
        if brief.model == row["model"]:
            error = ModelError(
                Trouble.UNKNOWN_MODEL,
                msg("“{model}” wrote the instructions", model=brief.model),
                hint=msg("Answer them with other models."),
            )
            error.for_all = True
            raise error
        texts = {"document": str(row["document"]), "instruction": instruction}
        reply = yield from asked(safe_request(brief, "answer", {}, texts))
        answer = reply_text(reply)
        # What is not made here stays: custom fields, and references, which people may have written.
        # References to the same document and instruction are references to a new answer, too.
        same = (one for one in items if (one["answer"], one["model"]) == (answer, brief.model))
        referred = (one["references"] for one in items if one.get("references"))
        item = ItemRow.model_validate(
            {
                "references": next(referred, None),
                "source": row.get("source"),
                **next(same, {}),
                **texts,
                "answer": answer,
                "model": brief.model,
                "call": reply.call or None,
                "instruction_call": row.get("call"),
            }
        )
        return list(build_item(item, brief.context))


def _kept_fields(dataset: Dataset, item: ItemData) -> dict[str, Any]:
    """Return the row of an item with its custom fields, so that a job can write it again."""
    return {**(item.origin.get("extra") or {}), **item_fields(dataset, item)}


class ReferJob:
    """Write a reference answer for each document and instruction."""

    key: ClassVar[str] = "refer"
    title: ClassVar[str] = msg("Write reference answers")
    prompts: ClassVar[Sequence[str]] = ("answer",)
    options: ClassVar[type[BaseModel]] = Asking

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        groups: dict[str, list[ItemData]] = {}
        for item in rated_part(dataset).items:
            groups.setdefault(item.group, []).append(item)
        if not groups:
            raise UsageError(msg("there are no items"), hint=msg("Import them first."))
        for group, items in groups.items():
            key = keys.row_key(dataset.project, KEY, self.key, group)
            names = tuple(name for item in items for name in (item.name, item.key))
            yield Unit(key, items[0].name, (dataset, items), groups=names)

    def work(self, unit: Unit, brief: Brief) -> Work:
        dataset, items = unit.data
        rows = [_kept_fields(dataset, item) for item in items]
        texts = {name: str(rows[0][name]) for name in ("document", "instruction")}
        about = {"item": items[0].key}
        reply = yield from asked(safe_request(brief, "answer", about, texts, purpose=self.key))
        written = {"text": reply_text(reply), "source": brief.model}
        drafts: list[Draft] = []
        for row in rows:
            # A reference that this model wrote before is replaced at its place.
            by_source = {one.get("source"): one for one in row["references"] or ()}
            references = [
                written if one is by_source.get(brief.model) else one
                for one in row["references"] or ()
            ]
            if brief.model not in by_source:
                references.append(written)
            made = ItemRow.model_validate({**row, "references": references})
            drafts += build_item(made, brief.context)
        return drafts
