"""Documents that a lead gathers for tasks, and their passages, the basis of examples.

Only leads have documents, searches and rankings of passages. The text of a document is a separate
record, identified by its hash, so a text for several tasks is stored once. No bundle for annotators
contains it; annotators receive only the passages that an example is based on.

Documents are split into passages of 4,000 characters with an overlap of 100. The passages are
ranked, and the best five go into the prompt, from one document or from several. This module does
not call models. Source: the DOLOMITES paper, section 3.4.1.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field

from desktop_app.core import keys
from desktop_app.core.fields import Identifier, OptionalId, OptionalText, RequiredText, Row, Whole
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, FoundPassage
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names, row_by_form
from desktop_app.text.passages import OVERLAP, SIZE, passages
from plugins.dolomites.project_tasks import known_task
from plugins.dolomites.shapes import EDIT, Passage, example_text, kept_row, present

if TYPE_CHECKING:
    from desktop_app.text.retrieval import Bm25Index

SOURCES, SEARCHES, EVIDENCE = "sources", "searches", "evidence"
# Maximum number of passages that are stored of one ranking.
MOST_RANKED = 100
# Maximum length of a document in characters, about 400 printed pages.
MOST_SOURCE_TEXT = 2_000_000


class SourceRow(Row):
    """A gathered document.

    `task`: the task for which it was gathered; None if it is for all tasks
    `document`: id of the document in its file of origin; stored as `id`
    `source`: an address, or the name of a file
    `query`: the query of the search that found it
    """

    task: OptionalId = None
    document: OptionalId = None
    title: OptionalText = None
    source: OptionalText = None
    text: Annotated[RequiredText, Field(max_length=MOST_SOURCE_TEXT)]
    query: OptionalText = None


class Place(Row):
    """The position of a passage.

    `document`: the key of the document
    `start`, `end`: offsets in its text, in characters; `end` is exclusive
    """

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

    `document`: the key of its text; None if it was not downloaded
    `problem`: why it was not downloaded; None if it was
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
    """Yield two records of a document: its text, and its metadata.

    Raises RefusedError for an unknown task.
    """
    task = known_task(row.task, context) if row.task is not None else None
    document = keys.document_key(row.text)
    yield Draft(
        "document", document, {"text": row.text}, context.lead, document, only_if_absent=True
    )
    # Exported rows name the document by its key, which is not an id in its file of origin.
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
    label = f"{SOURCES} of {row.source or document}"
    yield kept_row(SOURCES, body, (task or "", document), context, label=label)


def build_evidence(row: EvidenceRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a ranking. A later ranking for the same query replaces it.

    Raises RefusedError for an unknown task.
    """
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
    label = f"{EVIDENCE} of {row.task}"
    yield kept_row(EVIDENCE, body, (task, row.query), context, label=label)


def build_search(row: SearchRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a search. A later one with the same query and provider replaces it.

    Raises RefusedError for an unknown task.
    """
    task = known_task(row.task, context)
    hits = [present(one.model_dump()) for one in row.hits]
    body = {"task": task, "query": row.query, "provider": row.provider, "hits": hits}
    label = f"{SEARCHES} of {row.task}"
    yield kept_row(SEARCHES, body, (task, row.query, row.provider), context, label=label)


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


ROW_KINDS: Mapping[str, RowSpec] = {
    SOURCES: RowSpec(
        SOURCES,
        SourceRow,
        build_source,
        title=msg("Documents with their texts"),
        export=export_sources,
    ),
    SEARCHES: RowSpec(
        SEARCHES, SearchRow, build_search, title=msg("Results of searches"), export=export_searches
    ),
    EVIDENCE: RowSpec(
        EVIDENCE, EvidenceRow, build_evidence, title=msg("Ranked passages"), export=export_evidence
    ),
}


# Default number of passages that `ranked` returns.
BEST = 5


@dataclass(frozen=True)
class Source:
    """A gathered document.

    `document`: its key
    `source`: the file or address from which it was retrieved
    `query`: the query that found it
    """

    document: str
    text: str
    title: str | None = None
    source: str | None = None
    query: str | None = None


@dataclass(frozen=True)
class Candidate:
    """A passage of a source: `source.text[start:end]`."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def place(self) -> tuple[str, int, int]:
        """The document's key, and the start and end of the passage."""
        return self.source.document, self.start, self.end


def sources_of(dataset: Dataset, task: str) -> list[Source]:
    """Return the documents for a task: those gathered for it, then those gathered for all tasks.

    Each text occurs once. The order does not depend on when the documents were gathered.
    """
    mine, everybodys = [], []
    for row in dataset.rows.get(SOURCES, ()):
        if row.get("task") == task:
            mine.append(row)
        elif not row.get("task"):
            everybodys.append(row)
    found: dict[str, Source] = {}
    for rows in (mine, everybodys):
        for row in sorted(rows, key=lambda one: (str(one.get("source")), str(one["document"]))):
            key = str(row["document"])
            text = dataset.documents.get(key)
            if text and key not in found:
                found[key] = Source(
                    key, text, row.get("title"), row.get("source"), row.get("query")
                )
    return list(found.values())


def candidates(dataset: Dataset, task: str) -> list[Candidate]:
    """Return the passages of all documents for a task, document by document."""
    return [
        Candidate(source, passage.start, passage.end)
        for source in sources_of(dataset, task)
        for passage in passages(source.text, SIZE, OVERLAP)
    ]


def passages_for(dataset: Dataset, task: str) -> list[FoundPassage]:
    """Return the passages of all documents for a task, to be ranked on the lead's computer."""
    return [FoundPassage(*one.place, one.text) for one in candidates(dataset, task)]


def made_texts(dataset: Dataset) -> dict[str, str]:
    """Return the texts of examples and post-edits, keyed by their names in messages."""
    names = Names(dataset, reveal_models=False)
    found: dict[str, str] = {}
    for row in dataset.rows.get("examples", ()):
        variant = " ".join(str(row[part]) for part in ("variant_set", "variant") if row.get(part))
        _add(found, f"example {variant}", row)
    for annotation in dataset.annotations:
        if annotation.stage == EDIT:
            name = msg(
                "post-edit {item} by {annotator}",
                item=names.item(annotation.item),
                annotator=annotation.annotator,
            )
            _add(found, name, annotation.answers.get("edited") or {})
    return found


def _add(found: dict[str, str], name: str, sides: Mapping[str, Any]) -> None:
    """Add the text of an example to `found` under an unused name, unless the text is blank."""
    text = example_text(sides)
    if text.strip():
        found[name if name not in found else f"{name} ({len(found)})"] = text


class TaskEvidence:
    """The passages for one task, ready for search. Safe for use from several threads.

    `documents`: keys of the documents with at least one passage, in a stable order
    """

    def __init__(self, dataset: Dataset, task: str) -> None:
        self.candidates = candidates(dataset, task)
        self.documents = list(dict.fromkeys(one.source.document for one in self.candidates))
        self._index: Bm25Index | None = None
        if self.candidates:
            # Imported here so that numpy is loaded only when someone searches.
            from desktop_app.text.retrieval import Bm25Index

            self._index = Bm25Index([one.text for one in self.candidates])
        # The stored rankings by query, as positions in `candidates`.
        self._stored: dict[str, list[int]] = {}
        known = {one.place: place for place, one in enumerate(self.candidates)}
        for row in dataset.rows.get(EVIDENCE, ()):
            if row.get("task") == task:
                stored = row.get("passages", ())
                places = ((one["document"], one["start"], one["end"]) for one in stored)
                # A passage of a document that has been removed has no position.
                self._stored[str(row["query"])] = [known[one] for one in places if one in known]

    def ranked(
        self, query: str, k: int = BEST, documents: Collection[str] | None = None
    ) -> list[Passage]:
        """Return the k passages that answer a query best, with their ranks from 1.

        A ranking stored for exactly this query comes first, followed by BM25. Fewer than k passages
        are returned if fewer are ranked or share a word with the query.

        `documents`: keys of the documents to choose from; None for all
        """
        if self._index is None:
            return []
        by_words = (hit.place for hit in self._index.search(query, len(self.candidates)))
        order = dict.fromkeys([*self._stored.get(query, ()), *by_words])
        found = (self.candidates[place] for place in order)
        chosen = (one for one in found if documents is None or one.source.document in documents)
        return [
            Passage(
                document=one.source.document,
                title=one.source.title,
                source=one.source.source,
                text=one.text,
                query=query,
                rank=rank,
            )
            for rank, one in enumerate(islice(chosen, k), start=1)
        ]


class Evidence:
    """The gathered passages of a project, by task. Safe for use from several threads."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._lock = threading.Lock()
        self._tasks: dict[str, TaskEvidence] = {}

    def of(self, task: str) -> TaskEvidence:
        """Return the evidence of a task, which is built only once."""
        # Without the lock, two threads could both build the index of a task.
        with self._lock:
            if task not in self._tasks:
                self._tasks[task] = TaskEvidence(self._dataset, task)
            return self._tasks[task]
