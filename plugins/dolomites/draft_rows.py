"""Rows of model drafts and labels that only leads see.

Search queries and trusted domains of a task; what kinds of edits a post-edit makes, and what is
wrong with outputs that were rated lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from desktop_app.core import raters
from desktop_app.core.exported_rows import Names, row_by_form
from desktop_app.core.fields import Identifier, OptionalId, Row, Text
from desktop_app.core.messages import msg
from desktop_app.core.protocol import Dataset, Draft, ImportContext, RowKind
from plugins.dolomites.examples import find_example
from plugins.dolomites.project_tasks import known_task
from plugins.dolomites.records import data
from plugins.dolomites.shapes import require_text
from plugins.dolomites.sites import domain_name

MOST_QUERIES = 100  # of one row
MOST_DOMAINS = 100
LONGEST_QUERY = 300


def _query(text: str) -> str:
    query = " ".join(require_text(text).split())
    if len(query) > LONGEST_QUERY:
        raise ValueError(
            msg("must have at most {longest_query} characters", longest_query=LONGEST_QUERY)
        )
    return query


def once(texts: Iterable[str]) -> list[str]:
    """Return texts in their order without those that were there before, but for capitals."""
    found: dict[str, str] = {}
    for text in texts:
        found.setdefault(text.casefold(), text)
    return list(found.values())


class QueriesRow(Row):
    """Queries to search for documents of a task with; of a model, or by hand."""

    json_fields: ClassVar[frozenset[str]] = frozenset(("queries",))

    task: Identifier
    model: OptionalId = None
    queries: Annotated[
        list[Annotated[Text, AfterValidator(_query)]],
        Field(min_length=1, max_length=MOST_QUERIES),
        AfterValidator(once),
    ]


class DomainsRow(Row):
    """Domains whose pages can be trusted for a task; of a model, or by hand."""

    json_fields: ClassVar[frozenset[str]] = frozenset(("domains",))

    task: Identifier
    model: OptionalId = None
    domains: Annotated[
        list[Annotated[Text, AfterValidator(domain_name)]],
        Field(min_length=1, max_length=MOST_DOMAINS),
        AfterValidator(once),
    ]


EditType = Literal["fact_added", "fact_deleted", "fact_updated", "style", "reorganised"]
ErrorPattern = Literal["lacking_depth", "verbose", "missing_information"]


class EditLabelRow(Row):
    """What kinds of edits one person's post-edit of an example makes, in a labeller's eyes.

    None of them is an answer too.
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("edit_types",))

    variant_set: Identifier
    annotator: Identifier
    labeller: Identifier
    edit_types: Annotated[list[EditType], Field(default_factory=list)]


class ErrorLabelRow(Row):
    """What is wrong with a model's output, in a labeller's eyes; nothing is an answer too."""

    json_fields: ClassVar[frozenset[str]] = frozenset(("error_patterns",))

    example: Identifier
    model: Identifier
    labeller: Identifier
    error_patterns: Annotated[list[ErrorPattern], Field(default_factory=list)]


def build_queries(row: QueriesRow, context: ImportContext) -> Iterable[Draft]:
    """Keep the queries of a task; each model, and whoever works by hand, has one list."""
    return _of_task("queries", row, row.queries, context)


def build_domains(row: DomainsRow, context: ImportContext) -> Iterable[Draft]:
    """Keep the trusted domains of a task, likewise."""
    return _of_task("domains", row, row.domains, context)


def _of_task(
    what: str, row: QueriesRow | DomainsRow, found: Sequence[str], context: ImportContext
) -> Iterable[Draft]:
    task = known_task(row.task, context)
    model = context.model_of(row.model) if row.model else None
    fields = {**row.extra(), "task": task, "model": model, what: list(found)}
    yield data(what, fields, (task, model or ""), context, label=f"{what} of {row.task}")


def build_edit_label(row: EditLabelRow, context: ImportContext) -> Iterable[Draft]:
    """Keep what kinds of edits a post-edit makes."""
    item = find_example(row.variant_set, context)
    labeller = context.model_of(row.labeller)
    fields = {
        **row.extra(),
        "variant_set": item,
        "annotator": row.annotator,
        "labeller": labeller,
        "edit_types": once(row.edit_types),
    }
    key = (item, row.annotator, labeller)
    author = raters.metric_author(labeller)
    yield data("edit_labels", fields, key, context, author=author)


def build_error_label(row: ErrorLabelRow, context: ImportContext) -> Iterable[Draft]:
    """Keep what is wrong with an output."""
    item = find_example(row.example, context)
    model, labeller = context.model_of(row.model), context.model_of(row.labeller)
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
    """Return the queries of a task, those of all models, each once."""
    return _all_of(dataset, "queries", task)


def domains_of(dataset: Dataset, task: str) -> list[str]:
    """Return the trusted domains of a task, those of all models, each once."""
    return _all_of(dataset, "domains", task)


def _all_of(dataset: Dataset, what: str, task: str) -> list[str]:
    rows = (row for row in dataset.rows.get(what, ()) if row.get("task") == task)
    return once(str(one) for row in rows for one in row.get(what, ()))


def _exported(what: str, form: type[Row]) -> Callable[[Names], Iterable[dict[str, Any]]]:
    def export(names: Names) -> Iterable[dict[str, Any]]:
        for row in names.dataset.rows.get(what, ()):
            fields = dict(row)
            for name in ("task", "variant_set", "example"):
                if name in fields:
                    fields[name] = names.item(fields[name])
            for name in ("model", "labeller"):
                if name in fields:
                    fields[name] = names.model(fields[name])
            yield row_by_form(form, fields, row)

    return export


ROW_KINDS: Mapping[str, RowKind] = {
    "queries": RowKind("queries", QueriesRow, build_queries, title=msg("Search queries for tasks")),
    "domains": RowKind(
        "domains", DomainsRow, build_domains, title=msg("Trusted domains for tasks")
    ),
    "edit_labels": RowKind(
        "edit_labels", EditLabelRow, build_edit_label, title=msg("Kinds of edits")
    ),
    "error_labels": RowKind(
        "error_labels", ErrorLabelRow, build_error_label, title=msg("Errors of outputs")
    ),
}
EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {
    kind.key: _exported(kind.key, kind.model) for kind in ROW_KINDS.values()
}
