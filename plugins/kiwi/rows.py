"""Rows that prepare sessions: models, first answers and their checks, decisions, preferences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import RefusedError
from desktop_app.core.fields import (
    Identifier,
    ModelName,
    OptionalModel,
    OptionalText,
    Row,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.raters import metric_author
from desktop_app.core.row_conversion import row_by_form
from plugins.kiwi import project_questions
from plugins.kiwi.checks import Passages, passage_problem
from plugins.kiwi.names import Names, kept_rows
from plugins.kiwi.questions import Words
from plugins.kiwi.records import RequiredText, data
from plugins.kiwi.shapes import LONGEST_TEXT

MOST_TOPICS = 100


class ModelRow(Row):
    """A model by its name on the server. Every question gets a session with every model.

    alias  the model's name in items; exported only with revealed names, for use by a gateway, and
           ignored by imports
    """

    model: ModelName
    note: OptionalText = None
    alias: OptionalText = None


class InitialRow(Row):
    """A first answer that is assigned together with an item.

    item  the id of a question, with `model` if the project has several; or the id or key of an item
    call  the call that wrote the answer in this project; such an answer must be checked by a person
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
    """A person's decision about a first answer: to release its question with it, or to drop it."""

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
    """The topics that a person knows best."""

    json_fields: ClassVar[frozenset[str]] = frozenset(("topics",))

    annotator: Identifier
    topics: Annotated[Words, Field(default_factory=list, max_length=MOST_TOPICS)]


def build_model(row: ModelRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a model. From then on, each question has an item for the model."""
    model = row.model
    fields = {**row.extra(), "model": model, "note": row.note}
    yield data("models", fields, (model,), context, label=row.model)


def build_initial(row: InitialRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a first answer.

    Raises RefusedError for an unknown item, and for passages of papers that its question does not
    have.
    """
    item = project_questions.session_item(row.item, row.model, context)
    documents = (context.content_of(item) or {}).get("documents") or ()
    problem = passage_problem(row.passages, documents, context.text_of)
    if problem:
        raise RefusedError(problem, hint=msg("Papers and their paragraphs are numbered from 0 on."))
    fields = {
        **row.extra(),
        "item": item,
        "answer": row.answer,
        "passages": row.passages,
        "query": row.query,
        "retriever": row.retriever,
        "call": row.call,
    }
    model = (context.origin_of(item) or {}).get("model")
    author = metric_author(str(model)) if model and row.call else ""
    yield data("initials", fields, (item,), context, label=row.item, author=author)


def build_check(row: CheckRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a check, which is valid only for the current first answer.

    Raises RefusedError if there is no first answer.
    """
    item = project_questions.session_item(row.item, row.model, context)
    initial = project_questions.imported_rows("initials", "item", context).get(item)
    if initial is None:
        raise RefusedError(
            msg("“{item}” has no first answer yet", item=row.item), hint=msg("Create it first.")
        )
    fields = {
        **row.extra(),
        "item": item,
        "of": initial_digest(initial),
        "decision": row.decision,
        "reason": row.reason,
    }
    yield data("checks", fields, (item,), context, label=row.item)


def initial_digest(initial: Mapping[str, Any]) -> str:
    """Return a digest that distinguishes a first answer from others of the same item."""
    return digest_of(initial["answer"], initial.get("passages") or [])


def build_decision(row: DecisionRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a decision about a drafted question.

    An accepted question becomes a question of the project. Raises RefusedError if the draft is
    unknown.
    """
    if row.drafted not in project_questions.imported_rows("drafted", "id", context):
        raise RefusedError(
            msg("unknown drafted question “{drafted}”", drafted=row.drafted),
            hint=msg("Use its “id”."),
        )
    fields = {
        **row.extra(),
        "drafted": row.drafted,
        "decision": row.decision,
        "reason": row.reason,
    }
    yield data("decisions", fields, (row.drafted,), context, label=row.drafted)


def build_preference(row: PreferenceRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a person's topics, the preferred ones first."""
    fields = {**row.extra(), "annotator": row.annotator, "topics": row.topics}
    yield data("preferences", fields, (row.annotator,), context, label=row.annotator)


def model_rows(names: Names) -> Iterable[dict[str, Any]]:
    stored = names.dataset.rows.get("models", ())
    if names.reveal:
        aliases = names.dataset.aliases
        stored = [{**row, "alias": aliases.get(str(row["model"]))} for row in stored]
    rows = kept_rows(names, stored, ModelRow)
    return sorted(rows, key=lambda row: str(row["model"]))


def initial_rows(names: Names) -> Iterable[dict[str, Any]]:
    return _about_items(names, names.dataset.rows.get("initials", ()), InitialRow)


def _about_items(
    names: Names, rows: Iterable[Mapping[str, Any]], form: type[Row]
) -> Iterable[dict[str, Any]]:
    place = {item: number for number, item in enumerate(names.items)}
    there = [row for row in rows if row["item"] in place]
    return kept_rows(names, sorted(there, key=lambda row: place[row["item"]]), form)


def _by(what: str, field: str, form: type[Row]) -> Callable[[Names], Iterable[dict[str, Any]]]:
    def rows(names: Names) -> Iterable[dict[str, Any]]:
        there = names.dataset.rows.get(what, ())
        for row in sorted(there, key=lambda one: project_questions.in_order(str(one[field]))):
            yield row_by_form(form, row, row)

    return rows


def check_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield the checks that are valid for the current first answers."""
    rows = names.dataset.rows
    digests = {str(row["item"]): initial_digest(row) for row in rows.get("initials", ())}
    there = [row for row in rows.get("checks", ()) if row["of"] == digests.get(str(row["item"]))]
    return _about_items(names, there, CheckRow)


ROW_KINDS: Mapping[str, RowSpec] = {
    "models": RowSpec("models", ModelRow, build_model, title=msg("Models of the project")),
    "initials": RowSpec("initials", InitialRow, build_initial, title=msg("First answers")),
    "checks": RowSpec(
        "checks", CheckRow, build_check, revises=True, title=msg("Checks of first answers")
    ),
    "decisions": RowSpec(
        "decisions",
        DecisionRow,
        build_decision,
        revises=True,
        title=msg("Decisions about drafted questions"),
    ),
    "preferences": RowSpec(
        "preferences",
        PreferenceRow,
        build_preference,
        revises=True,
        title=msg("Topics that people prefer"),
    ),
}

EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {
    "models": model_rows,
    "initials": initial_rows,
    "checks": check_rows,
    "decisions": _by("decisions", "drafted", DecisionRow),
    "preferences": _by("preferences", "annotator", PreferenceRow),
}
