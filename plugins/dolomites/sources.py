"""Documents that a lead gathers for tasks, and rankings of their passages: rows and records.

Only leads have them. The text of a document is a separate record, identified by its hash, so a text
for several tasks is stored once. No bundle for annotators contains it; annotators get only the
passages from which an example was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from desktop_app.core import keys
from desktop_app.core.fields import Identifier, OptionalId, OptionalText, Row, Whole
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names, row_by_form
from plugins.dolomites.project_tasks import known_task
from plugins.dolomites.shapes import KEY, RequiredText, present

SOURCES, SEARCHES, EVIDENCE = "sources", "searches", "evidence"
RANKINGS = ("bm25", "dense", "hybrid")
# Maximum number of passages that are stored of one ranking.
MOST_RANKED = 100
# Maximum length of a document in characters, about 400 printed pages.
MOST_SOURCE_TEXT = 2_000_000


class SourceRow(Row):
    """A gathered document.

    `task`: the task for which it was gathered; None if it is for all tasks
    `document`: id of the document in its file of origin; stored as `id`
    `source`: an address, or the name of a file
    `query`: the search that found it
    """

    task: OptionalId = None
    document: OptionalId = None
    title: OptionalText = None
    source: OptionalText = None
    text: Annotated[RequiredText, Field(max_length=MOST_SOURCE_TEXT)]
    query: OptionalText = None


class Place(Row):
    """The position of a passage: the document's key, first character, and end (exclusive)."""

    document: Identifier
    start: Annotated[Whole, Field(ge=0)]
    end: Annotated[Whole, Field(ge=1)]


class EvidenceRow(Row):
    """A ranking: passages of a task's documents, ordered by how well they answer a query."""

    json_fields: ClassVar[frozenset[str]] = frozenset(("passages",))

    task: Identifier
    query: RequiredText
    ranking: Literal["bm25", "dense", "hybrid"]
    passages: Annotated[list[Place], Field(default_factory=list, max_length=MOST_RANKED)]


class HitRow(Row):
    """A page that a search found.

    `document`: the key of its text, if it was downloaded
    `problem`: why it was not downloaded
    """

    url: RequiredText
    title: OptionalText = None
    document: OptionalId = None
    problem: OptionalText = None


class SearchRow(Row):
    """A search for a task, which is stored so that it need not be repeated."""

    json_fields: ClassVar[frozenset[str]] = frozenset(("hits",))

    task: Identifier
    query: RequiredText
    provider: Identifier
    hits: Annotated[list[HitRow], Field(default_factory=list, max_length=MOST_RANKED)]


def build_source(row: SourceRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a document's text, and the record of its metadata."""
    task = known_task(row.task, context) if row.task is not None else None
    document = keys.document_key(row.text)
    yield Draft(
        "document", document, {"text": row.text}, context.lead, document, only_if_absent=True
    )
    # Exported rows name the document by its key, which is not an id of its file.
    own_id = row.document if row.document != document else None
    body = {
        "document": document,
        "task": task,
        "title": row.title,
        "source": row.source,
        "query": row.query,
        "id": own_id,
        "extra": row.extra(),
    }
    # One record per task and text. Another title or address is a revision of it.
    yield _data(SOURCES, body, (task or "", document), row.source or document, context)


def build_evidence(row: EvidenceRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a ranking. A later ranking for the same query replaces it."""
    task = known_task(row.task, context)
    body = {
        "task": task,
        "query": row.query,
        "ranking": row.ranking,
        "passages": [
            {"document": one.document, "start": one.start, "end": one.end} for one in row.passages
        ],
    }
    # The key does not contain the method of the ranking, so a task has one ranking per query.
    yield _data(EVIDENCE, body, (task, row.query), row.task, context)


def build_search(row: SearchRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a search. A later one with the same query and provider replaces it."""
    task = known_task(row.task, context)
    hits = [present(one.model_dump()) for one in row.hits]
    body = {"task": task, "query": row.query, "provider": row.provider, "hits": hits}
    yield _data(SEARCHES, body, (task, row.query, row.provider), row.task, context)


def _data(
    what: str, row: Mapping[str, Any], key: tuple[Any, ...], label: str, context: ImportContext
) -> Draft:
    """Return a lead-only record of a row. `key`: identifies the row among rows of its kind."""
    named = keys.row_key(context.project, KEY, what, *key)
    body = {"protocol": KEY, "what": what, "row": present(row)}
    return Draft("data", named, body, context.lead, f"{what} of {label}")


ROWS: Mapping[str, RowSpec] = {
    SOURCES: RowSpec(SOURCES, SourceRow, build_source, title=msg("Documents with their texts")),
    SEARCHES: RowSpec(SEARCHES, SearchRow, build_search, title=msg("Results of searches")),
    EVIDENCE: RowSpec(EVIDENCE, EvidenceRow, build_evidence, title=msg("Passages in their order")),
}


def export_sources(names: Names) -> Iterable[dict[str, Any]]:
    """Yield the gathered documents as rows, with their texts."""
    for row in names.dataset.rows.get(SOURCES, ()):
        text = names.dataset.documents.get(str(row["document"]))
        if text is not None:
            own = row.get("id", row["document"])
            task = names.item(row["task"]) if row.get("task") else None
            fields = {**row, "document": own, "task": task, "text": text}
            yield row_by_form(SourceRow, fields, row.get("extra"))


def export_searches(names: Names) -> Iterable[dict[str, Any]]:
    """Yield the searches as rows."""
    for row in names.dataset.rows.get(SEARCHES, ()):
        yield row_by_form(SearchRow, {**row, "task": names.item(row["task"])})


def export_evidence(names: Names) -> Iterable[dict[str, Any]]:
    """Yield the rankings as rows."""
    for row in names.dataset.rows.get(EVIDENCE, ()):
        yield row_by_form(EvidenceRow, {**row, "task": names.item(row["task"])})


EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {
    SOURCES: export_sources,
    SEARCHES: export_searches,
    EVIDENCE: export_evidence,
}
