"""The passages from which examples of a task are written.

Documents are split into passages of 4,000 characters with an overlap of 100. The passages are
ranked, and the best five go into the prompt, from one document or from several. This module only
reads documents that were gathered before, and asks no model. Source: the DOLOMITES paper, section
3.3.1.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, FoundPassage
from desktop_app.core.row_conversion import Names
from desktop_app.text.passages import OVERLAP, SIZE, passages
from plugins.dolomites.shapes import EDIT, Passage, example_text, present
from plugins.dolomites.sources import EVIDENCE, SOURCES

if TYPE_CHECKING:
    from desktop_app.text.retrieval import Bm25Index

# Number of passages for one example (section 3.3.1).
BEST = 5
# The constant of reciprocal rank fusion (Cormack et al. 2009).
FUSION = 60


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
        """The text of the passage."""
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
    """Return the passages for a task, for ranking by others (`Protocol.passages_for`)."""
    return [FoundPassage(*one.place, one.text) for one in candidates(dataset, task)]


def made_texts(dataset: Dataset) -> dict[str, str]:
    """Return examples and post-edits by their names in messages (`Protocol.made_texts`)."""
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
    """Add the text of an example under an unused name, unless the text is empty."""
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
        self._stored = self._rankings(dataset, task)

    def _rankings(self, dataset: Dataset, task: str) -> dict[str, list[int]]:
        """Return the stored rankings by query, as positions in `candidates`."""
        known = {one.place: place for place, one in enumerate(self.candidates)}
        found = {}
        for row in dataset.rows.get(EVIDENCE, ()):
            if row.get("task") == task:
                stored = row.get("passages", ())
                places = ((one["document"], one["start"], one["end"]) for one in stored)
                # A passage of a document that has been removed has no position.
                found[str(row["query"])] = [known[place] for place in places if place in known]
        return found

    def order(self, query: str) -> list[int]:
        """Return the positions of the candidates that answer a query, the best first.

        A ranking stored for exactly this query comes first, followed by BM25. A passage in neither
        of them is left out, for example because it shares no word with the query.
        """
        if self._index is None:
            return []
        by_words = [hit.place for hit in self._index.search(query, len(self.candidates))]
        return list(dict.fromkeys([*self._stored.get(query, ()), *by_words]))

    def ranked(
        self, query: str, k: int = BEST, documents: Collection[str] | None = None
    ) -> list[Passage]:
        """Return the k passages that answer a query best.

        The `rank` of a passage counts from 1. Fewer than k passages are returned if fewer share a
        word with the query.

        `documents`: keys of the documents to choose from; None for all
        """
        return self.ranked_for([query], k, documents)

    def ranked_for(
        self, queries: Sequence[str], k: int = BEST, documents: Collection[str] | None = None
    ) -> list[Passage]:
        """Return the k passages that answer several queries best, by the sum of reciprocal ranks.

        Each passage names the query that it answers best.
        """
        allowed = None if documents is None else frozenset(documents)
        scores: dict[int, float] = {}
        best: dict[int, tuple[int, str]] = {}
        # Each query counts once, because a repetition would double its weight.
        for query in dict.fromkeys(queries):
            places = (
                place
                for place in self.order(query)
                if allowed is None or self.candidates[place].source.document in allowed
            )
            for rank, place in enumerate(places, start=1):
                scores[place] = scores.get(place, 0.0) + 1 / (FUSION + rank)
                if place not in best or rank < best[place][0]:
                    best[place] = rank, query
        # Ties are broken by position, so that equal records give equal passages.
        chosen = sorted(scores, key=lambda place: (-scores[place], place))[:k]
        return [
            self._passage(self.candidates[place], best[place][1], rank)
            for rank, place in enumerate(chosen, start=1)
        ]

    def best_document(
        self, queries: Sequence[str], documents: Collection[str] | None = None
    ) -> str | None:
        """Return the document whose passages answer the queries best.

        It is the only document for an example in the mode “single”. None if no passage shares a
        word with the queries.
        """
        scores: dict[str, float] = {}
        counts: dict[str, int] = {}
        for found in self.ranked_for(queries, len(self.candidates), documents):
            key = str(found.document)
            counts[key] = counts.get(key, 0) + 1
            # Only as many passages as go into a prompt, because otherwise long documents would win
            # by length.
            if counts[key] <= BEST:
                scores[key] = scores.get(key, 0.0) + 1 / (FUSION + (found.rank or 1))
        return max(scores, key=lambda key: scores[key]) if scores else None

    @staticmethod
    def _passage(candidate: Candidate, query: str, rank: int) -> Passage:
        source = candidate.source
        return Passage(
            document=source.document,
            title=source.title,
            source=source.source,
            text=candidate.text,
            query=query,
            rank=rank,
        )


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


def chosen(
    dataset: Dataset,
    task: str,
    queries: Sequence[str],
    *,
    k: int = BEST,
    mode: Literal["single", "multi"] = "multi",
    documents: Collection[str] | None = None,
) -> list[dict[str, Any]]:
    """Return the passages for an example of a task, as the fields of its `evidence`.

    The list is empty if nothing was gathered, or if no passage shares a word with the queries.
    Repeated calls for one dataset are fast.

    `mode`: “single”: all from the document that answers the queries best; “multi”: from any
        document
    `documents`: keys of the documents to choose from; None for all
    """
    found = _of(dataset).of(task)
    if mode == "single":
        one = found.best_document(queries, documents)
        # An empty selection is passed on, because None would mean all documents.
        documents = () if one is None else (one,)
    return [present(passage.model_dump()) for passage in found.ranked_for(queries, k, documents)]


_lock = threading.Lock()
_known: tuple[weakref.ref[Dataset], Evidence] | None = None


def _of(dataset: Dataset) -> Evidence:
    """Return the evidence of a dataset. The last dataset's evidence is cached."""
    global _known
    with _lock:
        # A weak reference, so that the cache alone does not keep an old dataset in memory.
        if _known is None or _known[0]() is not dataset:
            _known = weakref.ref(dataset), Evidence(dataset)
        return _known[1]
