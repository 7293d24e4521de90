"""Rows that only leads see: search queries, trusted domains, and labels of edits and errors.

Models write most of them. Queries and domains belong to a task, labels to a post-edit (types of
edits) or to an output (error patterns).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from desktop_app.core.fields import (
    Identifier,
    ModelName,
    OptionalModel,
    RaterName,
    Row,
    Text,
    require_text,
)
from desktop_app.core.keys import metric_author
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names, row_by_form
from plugins.dolomites.examples import find_example
from plugins.dolomites.project_tasks import known_task
from plugins.dolomites.shapes import kept_row

# Host names, as models and people write them

# Maximum length of a host name in the DNS, in characters.
_LONGEST_HOST = 253
_SCHEME = re.compile(r"\A[a-z][a-z0-9+.-]{0,20}://", re.IGNORECASE)
_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")


def domain_name(text: str) -> str:
    """Return the host name that a text contains, in lower case and ASCII (IDNA).

    A scheme, a user, a port, a path, “www.”, a final dot, and a leading “*.” or “.” are removed.
    Raises ValueError if the rest is not a valid host name of at least two parts, and for an IP
    address.
    """
    host = text.strip().strip("<>`'\"“”")
    host = _SCHEME.sub("", host).removeprefix("//")
    # The path is removed before the user, because it may contain an “@”.
    for mark in "/?#\\":
        host = host.partition(mark)[0]
    host = host.rpartition("@")[2].partition(":")[0].strip().rstrip(".")
    host = host.removeprefix("*").removeprefix(".").casefold().removeprefix("www.")
    # Encoding takes quadratic time, so texts that are too long are rejected before.
    if len(host) <= _LONGEST_HOST and not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            host = ""
    labels = host.split(".")
    if (
        len(host) > _LONGEST_HOST
        or len(labels) < 2
        or not all(_LABEL.fullmatch(label) for label in labels)
        # No top-level domain is a number, so this is an IP address.
        or labels[-1].isdigit()
    ):
        raise ValueError(msg("is not the name of a site, such as “example.org”"))
    return host


# Fields that contain keys of items; each kind of row has one of them.
_ITEMS = ("task", "variant_set", "example")
# Limits of one row; the length is in characters.
MOST_QUERIES = 100
MOST_DOMAINS = 100
LONGEST_QUERY = 300


def _query(text: str) -> str:
    # Queries that differ only in white space become equal, so that `unique` drops repetitions.
    query = " ".join(require_text(text).split())
    if len(query) > LONGEST_QUERY:
        raise ValueError(
            msg("must have at most {longest_query} characters", longest_query=LONGEST_QUERY)
        )
    return query


def unique(texts: Iterable[str]) -> list[str]:
    """Return the distinct texts in their order. Of texts that differ in case, the first is kept."""
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
        AfterValidator(unique),
    ]


class DomainsRow(Row):
    """Trusted domains for a task.

    `model`: the model that named them; None for a list written by hand
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("domains",))

    task: Identifier
    model: OptionalModel = None
    domains: Annotated[
        list[Annotated[Text, AfterValidator(domain_name)]],
        Field(min_length=1, max_length=MOST_DOMAINS),
        AfterValidator(unique),
    ]


EditType = Literal["fact_added", "fact_deleted", "fact_updated", "style", "reorganised"]
ErrorPattern = Literal["lacking_depth", "verbose", "missing_information"]


class EditLabelRow(Row):
    """The types of edits in one person's post-edit of an example, according to a labeller.

    An empty list is also an answer: none of the types applies.
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("edit_types",))

    variant_set: Identifier
    annotator: Identifier
    labeller: RaterName
    edit_types: Annotated[list[EditType], Field(default_factory=list)]


class ErrorLabelRow(Row):
    """The error patterns of a model's output, according to a labeller.

    An empty list is also an answer: none of the patterns applies.
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("error_patterns",))

    example: Identifier
    model: ModelName
    labeller: RaterName
    error_patterns: Annotated[list[ErrorPattern], Field(default_factory=list)]


def build_list(row: QueriesRow | DomainsRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of the queries or the trusted domains of a task.

    There is one list per model, and one written by hand.
    """
    what = "queries" if isinstance(row, QueriesRow) else "domains"
    task = known_task(row.task, context)
    fields = {**row.extra(), "task": task, "model": row.model, what: list(getattr(row, what))}
    # The key does not contain the entries, so a second run revises the list instead of adding one.
    yield kept_row(what, fields, (task, row.model or ""), context, label=f"{what} of {row.task}")


def build_edit_label(row: EditLabelRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of the edit types of a post-edit.

    Raises RefusedError for an unknown example.
    """
    item = find_example(row.variant_set, context)
    named = {"variant_set": item, "annotator": row.annotator, "labeller": row.labeller}
    fields = {**row.extra(), **named, "edit_types": unique(row.edit_types)}
    return _label("edit_labels", fields, tuple(named.values()), context)


def build_error_label(row: ErrorLabelRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of the error patterns of an output.

    Raises RefusedError for an unknown example.
    """
    item = find_example(row.example, context)
    named = {"example": item, "model": row.model, "labeller": row.labeller}
    fields = {**row.extra(), **named, "error_patterns": unique(row.error_patterns)}
    return _label("error_labels", fields, tuple(named.values()), context)


def _label(
    what: str, fields: Mapping[str, Any], key: tuple[str, ...], context: ImportContext
) -> Iterable[Draft]:
    # The author of the record is the labeller, not the person who imports the row.
    yield kept_row(what, fields, key, context, author=metric_author(fields["labeller"]))


def queries_of(dataset: Dataset, task: str) -> list[str]:
    """Return the distinct queries of a task, by all models and by hand."""
    rows = (row for row in dataset.rows.get("queries", ()) if row.get("task") == task)
    return unique(str(one) for row in rows for one in row.get("queries", ()))


def _exported(what: str, form: type[Row]) -> Callable[[Names], Iterable[dict[str, Any]]]:
    """Return the export of a kind, with names instead of keys."""

    def rows(names: Names) -> Iterable[dict[str, Any]]:
        for row in names.dataset.rows.get(what, ()):
            named = {name: names.item(row[name]) for name in _ITEMS if name in row}
            yield row_by_form(form, {**row, **named}, row)

    return rows


ROW_KINDS: Mapping[str, RowSpec] = {
    "queries": RowSpec(
        "queries",
        QueriesRow,
        build_list,
        title=msg("Search queries for tasks"),
        export=_exported("queries", QueriesRow),
    ),
    "domains": RowSpec(
        "domains",
        DomainsRow,
        build_list,
        title=msg("Trusted domains for tasks"),
        export=_exported("domains", DomainsRow),
    ),
    "edit_labels": RowSpec(
        "edit_labels",
        EditLabelRow,
        build_edit_label,
        title=msg("Types of edits"),
        export=_exported("edit_labels", EditLabelRow),
    ),
    "error_labels": RowSpec(
        "error_labels",
        ErrorLabelRow,
        build_error_label,
        title=msg("Errors in outputs"),
        export=_exported("error_labels", ErrorLabelRow),
    ),
}
