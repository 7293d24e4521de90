"""Rows that prepare sessions: models, first answers, drafted questions, decisions, preferences.

Questions are drafted by models from paragraphs about earlier work, and count only after a person
has accepted them. Source: the KIWI paper, sections 2.2 and 3.1, appendix A.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import RefusedError
from desktop_app.core.fields import (
    Blank,
    Identifier,
    ModelName,
    OptionalId,
    OptionalModel,
    OptionalText,
    RequiredText,
    Row,
)
from desktop_app.core.keys import metric_author
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import row_by_form
from plugins.kiwi.checks import Passages, passage_problem
from plugins.kiwi.project_questions import imported_question, imported_rows, session_item
from plugins.kiwi.questions import Words
from plugins.kiwi.records import Count, Names, data, kept_rows, stored, word_list
from plugins.kiwi.shapes import LONGEST_TEXT, MOST_PAPERS

# Maximum numbers of characters of a paragraph and of a drafted question.
LONGEST_PARAGRAPH = 20_000
LONGEST_DRAFT = 2_000
MOST_TOPICS = 100

Papers = Annotated[
    Annotated[list[Identifier], Field(max_length=MOST_PAPERS)], BeforeValidator(word_list)
]


class ParagraphRow(Row):
    """A paragraph on earlier work, from which questions can be drafted.

    `papers`: ids of the cited papers that are available
    `missing`: number of cited papers that are not available
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("papers",))

    id: OptionalId = None
    text: Annotated[RequiredText, Field(max_length=LONGEST_PARAGRAPH)]
    source_paper: OptionalText = None
    papers: Annotated[Papers, Field(default_factory=list)]
    missing: Count = None
    track: OptionalText = None


class DraftedRow(Row):
    """A question that was drafted from a paragraph.

    `answerable`: whether the paragraph answers the question; None if no model was asked
    `filtered`: why a filter removed the question: “anchored” means that it mentions the paper that
        it was drafted from
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("papers",))

    id: OptionalId = None
    question: Annotated[RequiredText, Field(max_length=LONGEST_DRAFT)]
    paragraph: Identifier
    papers: Annotated[Papers, Field(default_factory=list)]
    model: OptionalModel = None
    answerable: Annotated[Literal["yes", "no", "partially"] | None, Blank] = None
    filtered: Annotated[Literal["anchored"] | None, Blank] = None


def build_paragraph(row: ParagraphRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a paragraph."""
    # Without an id a paragraph is identified by its text.
    named = row.id or digest_of(row.text)
    # `dict.fromkeys` removes papers that are cited twice and keeps their order.
    fields = stored(row, id=named, papers=list(dict.fromkeys(row.papers)))
    yield data("paragraphs", fields, (named,), context, label=named)


def paragraph_remarks(row: ParagraphRow) -> Iterable[str]:
    """Yield warnings about a paragraph. They do not prevent its import."""
    if not row.papers:
        yield msg("it names no papers, so no question is drafted from it")


def build_drafted(row: DraftedRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a drafted question.

    Raises RefusedError if its paragraph is unknown, and if its id belongs to a question that no
    model drafted.
    """
    there = imported_rows("paragraphs", "id", context)
    if row.paragraph not in there:
        raise RefusedError(
            msg("unknown paragraph “{paragraph}”", paragraph=row.paragraph),
            hint=msg("Import it first (--what paragraphs), or correct the ID."),
        )
    # Without an id, the same question from the same paragraph is the same draft.
    named = row.id or f"d-{digest_of(row.paragraph, row.question)}"
    result = imported_question(named, context)
    # A draft must not overwrite a question that a person wrote.
    if result is not None and not result.drafted:
        raise RefusedError(
            msg("“{named}” is already the ID of another question", named=named),
            hint=msg("Give the drafted question its own ID."),
        )
    model, papers = row.model, row.papers or list(there[row.paragraph].get("papers") or ())
    fields = stored(row, id=named, papers=papers)
    # Rows that a job wrote name their call, and the model is the author of their records. Otherwise
    # the author is the lead, who imported the row.
    author = metric_author(model) if model and "call" in row.extra() else ""
    yield data("drafted", fields, (named,), context, label=named, author=author)


class ModelRow(Row):
    """A model by its name on the server. Every question gets an item for every model.

    `alias`: the name of the model in items; exported only if models are revealed, so that a gateway
        can be configured with it; ignored by imports
    """

    model: ModelName
    note: OptionalText = None
    alias: OptionalText = None


class InitialRow(Row):
    """A first answer that is assigned together with an item.

    `item`: the id of a question, with `model` if the project has models; or the id or key of an
        item
    `call`: the call that wrote the answer in this project; a person must check such an answer
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("passages",))

    item: Identifier
    model: OptionalModel = None
    answer: Annotated[RequiredText, Field(max_length=LONGEST_TEXT)]
    passages: Annotated[Passages, Field(default_factory=list)]
    query: OptionalText = None
    retriever: OptionalText = None
    call: OptionalText = None


class CheckRow(Row):
    """A person's decision to release the item with its first answer, or to drop the answer."""

    item: Identifier
    model: OptionalModel = None
    decision: Literal["release", "drop"]
    reason: OptionalText = None


class DecisionRow(Row):
    """A person's decision about a question that a model drafted."""

    drafted: Identifier
    decision: Literal["accept", "reject"]
    reason: OptionalText = None


class PreferenceRow(Row):
    """The topics that a person knows best, in any order."""

    json_fields: ClassVar[frozenset[str]] = frozenset(("topics",))

    annotator: Identifier
    topics: Annotated[Words, Field(default_factory=list, max_length=MOST_TOPICS)]


def build_model(row: ModelRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a model. From then on, each question has an item for the model."""
    yield data("models", stored(row, alias=None), (row.model,), context, label=row.model)


def build_initial(row: InitialRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a first answer.

    Raises RefusedError for an unknown item, and for passages of papers that its question does not
    have.
    """
    item = session_item(row.item, row.model, context)
    documents = (context.content_of(item) or {}).get("documents") or ()
    problem = passage_problem(row.passages, documents, context.text_of)
    if problem:
        raise RefusedError(problem, hint=msg("Papers and their paragraphs are numbered from 0."))
    model = (context.origin_of(item) or {}).get("model")
    author = metric_author(str(model)) if model and row.call else ""
    fields = stored(row, item=item, model=None)
    yield data("initials", fields, (item,), context, label=row.item, author=author)


def build_check(row: CheckRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a check, which is valid only for the current first answer.

    Raises RefusedError for an unknown item, and if the item has no first answer.
    """
    item = session_item(row.item, row.model, context)
    initial = imported_rows("initials", "item", context).get(item)
    if initial is None:
        raise RefusedError(
            msg("“{item}” has no first answer yet", item=row.item), hint=msg("Create it first.")
        )
    fields = stored(row, item=item, model=None, of=initial_digest(initial))
    yield data("checks", fields, (item,), context, label=row.item)


def initial_digest(initial: Mapping[str, Any]) -> str:
    """Return a digest of a first answer and its passages, by which a check names the answer."""
    return digest_of(initial["answer"], initial.get("passages") or [])


def build_decision(row: DecisionRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a decision about a drafted question.

    An accepted question becomes a question of the project. Raises RefusedError if the draft is
    unknown.
    """
    # A decision without its question would become valid as soon as some draft has this id.
    if row.drafted not in imported_rows("drafted", "id", context):
        raise RefusedError(
            msg("unknown drafted question “{drafted}”", drafted=row.drafted),
            hint=msg("Specify the question by its “id”."),
        )
    yield data("decisions", stored(row), (row.drafted,), context, label=row.drafted)


def build_preference(row: PreferenceRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a person's topics."""
    yield data("preferences", stored(row), (row.annotator,), context, label=row.annotator)


def model_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Return the models of the project as rows, sorted by name."""
    models = names.dataset.rows.get("models", ())
    if names.reveal:
        aliases = names.dataset.aliases
        models = [{**row, "alias": aliases.get(str(row["model"]))} for row in models]
    rows = kept_rows(names, models, ModelRow)
    return sorted(rows, key=lambda row: str(row["model"]))


def _about_items(
    names: Names, rows: Iterable[Mapping[str, Any]], form: type[Row]
) -> Iterable[dict[str, Any]]:
    place = {item: number for number, item in enumerate(names.items)}
    there = [row for row in rows if row["item"] in place]
    return kept_rows(names, sorted(there, key=lambda row: place[row["item"]]), form)


def _by(what: str, field: str, form: type[Row]) -> Callable[[Names], Iterable[dict[str, Any]]]:
    def rows(names: Names) -> Iterable[dict[str, Any]]:
        there = names.dataset.rows.get(what, ())
        for row in sorted(there, key=lambda one: natural_order(str(one[field]))):
            yield row_by_form(form, row, row)

    return rows


def check_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield the checks that are valid for the current first answers."""
    rows = names.dataset.rows
    # A check of an earlier answer does not count for an answer that was written later.
    digests = {str(row["item"]): initial_digest(row) for row in rows.get("initials", ())}
    there = [row for row in rows.get("checks", ()) if row["of"] == digests.get(str(row["item"]))]
    return _about_items(names, there, CheckRow)


ROW_KINDS: Mapping[str, RowSpec] = {
    "models": RowSpec(
        "models", ModelRow, build_model, title=msg("Models of the project"), export=model_rows
    ),
    "initials": RowSpec(
        "initials",
        InitialRow,
        build_initial,
        title=msg("First answers"),
        export=lambda names: _about_items(
            names, names.dataset.rows.get("initials", ()), InitialRow
        ),
    ),
    "checks": RowSpec(
        "checks",
        CheckRow,
        build_check,
        revises=True,
        title=msg("Checks of first answers"),
        export=check_rows,
    ),
    "decisions": RowSpec(
        "decisions",
        DecisionRow,
        build_decision,
        revises=True,
        title=msg("Decisions about drafted questions"),
        export=_by("decisions", "drafted", DecisionRow),
    ),
    "preferences": RowSpec(
        "preferences",
        PreferenceRow,
        build_preference,
        revises=True,
        title=msg("Topics that people prefer"),
        export=_by("preferences", "annotator", PreferenceRow),
    ),
    "paragraphs": RowSpec(
        "paragraphs",
        ParagraphRow,
        build_paragraph,
        paragraph_remarks,
        title=msg("Related-work paragraphs"),
        export=_by("paragraphs", "id", ParagraphRow),
    ),
    "drafted": RowSpec(
        "drafted",
        DraftedRow,
        build_drafted,
        title=msg("Drafted questions"),
        export=_by("drafted", "id", DraftedRow),
    ),
}
