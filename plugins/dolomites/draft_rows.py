"""Rows of model drafts and labels that only leads see.

They contain search queries and trusted domains of a task, the types of edits in a post-edit, and
the error patterns of the outputs with the lowest ratings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from desktop_app.core import raters
from desktop_app.core.fields import (
    Identifier,
    ModelName,
    OptionalModel,
    RaterName,
    Row,
    Text,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names, row_by_form
from plugins.dolomites.examples import find_example
from plugins.dolomites.project_tasks import known_task
from plugins.dolomites.records import data
from plugins.dolomites.shapes import require_text
from plugins.dolomites.sites import domain_name

# Limits of one row; the length is in characters.
MOST_QUERIES = 100
MOST_DOMAINS = 100
LONGEST_QUERY = 300


def _query(text: str) -> str:
    # Queries that differ only in white space become equal, so that `once` drops repetitions.
    query = " ".join(require_text(text).split())
    if len(query) > LONGEST_QUERY:
        raise ValueError(
            msg("must have at most {longest_query} characters", longest_query=LONGEST_QUERY)
        )
    return query


def once(texts: Iterable[str]) -> list[str]:
    """Return the distinct texts in their order, ignoring case."""
    found: dict[str, str] = {}
    for text in texts:
        found.setdefault(text.casefold(), text)
    return list(found.values())


class QueriesRow(Row):
    """Search queries for the documents of a task.

    `model`: the model that wrote them; None for a list written by hand
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("queries",))

    task: Identifier
    model: OptionalModel = None
    queries: Annotated[
        list[Annotated[Text, AfterValidator(_query)]],
        Field(min_length=1, max_length=MOST_QUERIES),
        AfterValidator(once),
    ]


class DomainsRow(Row):
    """Domains whose pages are trusted for a task.

    `model`: the model that named them; None for a list written by hand
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("domains",))

    task: Identifier
    model: OptionalModel = None
    domains: Annotated[
        list[Annotated[Text, AfterValidator(domain_name)]],
        Field(min_length=1, max_length=MOST_DOMAINS),
        AfterValidator(once),
    ]


EditType = Literal["fact_added", "fact_deleted", "fact_updated", "style", "reorganised"]
ErrorPattern = Literal["lacking_depth", "verbose", "missing_information"]


class EditLabelRow(Row):
    """The types of edits in one person's post-edit of an example, according to a labeller.

    An empty list is an answer, too: none of the types applies.
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("edit_types",))

    variant_set: Identifier
    annotator: Identifier
    labeller: RaterName
    edit_types: Annotated[list[EditType], Field(default_factory=list)]


class ErrorLabelRow(Row):
    """The error patterns of a model's output, as a labeller sees them.

    An empty list is an answer too: none of the patterns applies.
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("error_patterns",))

    example: Identifier
    model: ModelName
    labeller: RaterName
    error_patterns: Annotated[list[ErrorPattern], Field(default_factory=list)]


def build_queries(row: QueriesRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of the queries of a task.

    There is one list per model, and one written by hand.
    """
    return _of_task("queries", row, row.queries, context)


def build_domains(row: DomainsRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a task's trusted domains.

    There is one list per model, and one written by hand.
    """
    return _of_task("domains", row, row.domains, context)


def _of_task(
    what: str, row: QueriesRow | DomainsRow, found: Sequence[str], context: ImportContext
) -> Iterable[Draft]:
    """Yield the record of a list for a task.

    `what`: the kind of the row
    `found`: the entries
    """
    task = known_task(row.task, context)
    # A file may name a model by its alias, but records contain the name.
    model = row.model
    fields = {**row.extra(), "task": task, "model": model, what: list(found)}
    # The key does not contain the entries, so a second run revises the list instead of adding one.
    yield data(what, fields, (task, model or ""), context, label=f"{what} of {row.task}")


def build_edit_label(row: EditLabelRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of the edit types of a post-edit."""
    item = find_example(row.variant_set, context)
    labeller = row.labeller
    fields = {
        **row.extra(),
        "variant_set": item,
        "annotator": row.annotator,
        "labeller": labeller,
        "edit_types": once(row.edit_types),
    }
    key = (item, row.annotator, labeller)
    # The author of the record is the labeller, not the person who imports the row.
    author = raters.metric_author(labeller)
    yield data("edit_labels", fields, key, context, author=author)


def build_error_label(row: ErrorLabelRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of the error patterns of an output."""
    item = find_example(row.example, context)
    model, labeller = row.model, row.labeller
    fields = {
        **row.extra(),
        "example": item,
        "model": model,
        "labeller": labeller,
        "error_patterns": once(row.error_patterns),
    }
    key = (item, model, labeller)
    author = raters.metric_author(labeller)
    yield data("error_labels", fields, key, context, author=author)


def queries_of(dataset: Dataset, task: str) -> list[str]:
    """Return the distinct queries of a task, by all models and by hand."""
    return _all_of(dataset, "queries", task)


def domains_of(dataset: Dataset, task: str) -> list[str]:
    """Return the distinct trusted domains of a task, by all models and by hand."""
    return _all_of(dataset, "domains", task)


def _all_of(dataset: Dataset, what: str, task: str) -> list[str]:
    # Lists by several models and by hand are used together.
    rows = (row for row in dataset.rows.get(what, ()) if row.get("task") == task)
    return once(str(one) for row in rows for one in row.get(what, ()))


def _exported(what: str, form: type[Row]) -> Callable[[Names], Iterable[dict[str, Any]]]:
    """Return a function that yields the rows of a kind, with names instead of keys."""

    def export(names: Names) -> Iterable[dict[str, Any]]:
        for row in names.dataset.rows.get(what, ()):
            fields = dict(row)
            # The four kinds of rows share this function, so each of them lacks some of these
            # fields.
            for name in ("task", "variant_set", "example"):
                if name in fields:
                    fields[name] = names.item(fields[name])
            yield row_by_form(form, fields, row)

    return export


ROW_KINDS: Mapping[str, RowSpec] = {
    "queries": RowSpec("queries", QueriesRow, build_queries, title=msg("Search queries for tasks")),
    "domains": RowSpec(
        "domains", DomainsRow, build_domains, title=msg("Trusted domains for tasks")
    ),
    "edit_labels": RowSpec(
        "edit_labels", EditLabelRow, build_edit_label, title=msg("Kinds of edits")
    ),
    "error_labels": RowSpec(
        "error_labels", ErrorLabelRow, build_error_label, title=msg("Errors of outputs")
    ),
}
EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {
    kind.key: _exported(kind.key, kind.model) for kind in ROW_KINDS.values()
}
