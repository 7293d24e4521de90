"""The passages that examples of a task are made from.

Source: the DOLOMITES paper, section 3.3.1: documents are cut into passages of 4,000 characters
with an overlap of 100, these are ranked, and the best five go into the prompt, from one document
or from several. Pure: it reads what was gathered, and asks nobody.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from desktop_app.core.exported_rows import Names
from desktop_app.core.messages import msg
from desktop_app.core.protocol import Dataset, FoundPassage
from desktop_app.text.passages import OVERLAP, SIZE, passages
from plugins.dolomites.shapes import EDIT, Passage, example_text, present
from plugins.dolomites.sources import EVIDENCE, SOURCES

if TYPE_CHECKING:
    from desktop_app.text.retrieval import Bm25Index

BEST = 5  # passages for one example
FUSION = 60  # of reciprocal ranks (Cormack et al. 2009)


@dataclass(frozen=True)
class Source:
    """A document that was gathered; `document` is its key."""

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
        return self.source.document, self.start, self.end


def sources_of(dataset: Dataset, task: str) -> list[Source]:
    """Return the documents for a task: those gathered for it, then those for all tasks.

    Each text once; in an order that does not depend on when they were gathered.
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
    """Return the passages for a task as others rank them; see `core.protocol.FromDocuments`."""
    return [FoundPassage(*one.place, one.text) for one in candidates(dataset, task)]


def made_texts(dataset: Dataset) -> dict[str, str]:
    """Return examples and post-edits by names for messages; see `core.protocol.FromDocuments`."""
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
    text = example_text(sides)
    if text.strip():
        found[name if name not in found else f"{name} ({len(found)})"] = text


class TaskEvidence:
    """What was gathered for one task, ready to be searched; may be used from several threads.

    documents  keys of the documents that hold a passage, in a stable order
    """

    def __init__(self, dataset: Dataset, task: str) -> None:
        self.candidates = candidates(dataset, task)
        self.documents = list(dict.fromkeys(one.source.document for one in self.candidates))
        self._index: Bm25Index | None = None
        if self.candidates:
            from desktop_app.text.retrieval import Bm25Index  # numpy: only where one searches

            self._index = Bm25Index([one.text for one in self.candidates])
        self._stored = self._rankings(dataset, task)

    def _rankings(self, dataset: Dataset, task: str) -> dict[str, list[int]]:
        """Return the rankings a lead had made, by query: places among the candidates."""
        known = {one.place: place for place, one in enumerate(self.candidates)}
        found = {}
        for row in dataset.rows.get(EVIDENCE, ()):
            if row.get("task") == task:
                stored = row.get("passages", ())
                places = ((one["document"], one["start"], one["end"]) for one in stored)
                found[str(row["query"])] = [known[place] for place in places if place in known]
        return found

    def order(self, query: str) -> list[int]:
        """Return the places of the candidates that answer a query, the best first.

        A ranking that was stored for this very query comes first, then BM25. A passage that shares
        no word with the query is in neither.
        """
        if self._index is None:
            return []
        by_words = [hit.place for hit in self._index.search(query, len(self.candidates))]
        return list(dict.fromkeys([*self._stored.get(query, ()), *by_words]))

    def ranked(
        self, query: str, k: int = BEST, documents: Collection[str] | None = None
    ) -> list[Passage]:
        """Return the k passages that answer a query best, of these documents alone (default: all).

        Their `rank` counts from 1. Fewer than k, where fewer share a word with the query.
        """
        return self.ranked_for([query], k, documents)

    def ranked_for(
        self, queries: Sequence[str], k: int = BEST, documents: Collection[str] | None = None
    ) -> list[Passage]:
        """Return the k passages that answer several queries best: reciprocal ranks are added up.

        Each names the query it answers best.
        """
        allowed = None if documents is None else frozenset(documents)
        scores: dict[int, float] = {}
        best: dict[int, tuple[int, str]] = {}
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
        chosen = sorted(scores, key=lambda place: (-scores[place], place))[:k]
        return [
            self._passage(self.candidates[place], best[place][1], rank)
            for rank, place in enumerate(chosen, start=1)
        ]

    def best_document(
        self, queries: Sequence[str], documents: Collection[str] | None = None
    ) -> str | None:
        """Return the document whose passages answer the queries best, for examples that are made
        from a single one; None where none shares a word with them."""
        scores: dict[str, float] = {}
        counts: dict[str, int] = {}
        for found in self.ranked_for(queries, len(self.candidates), documents):
            key = str(found.document)
            counts[key] = counts.get(key, 0) + 1
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
    """What was gathered in a project, task by task; may be used from several threads."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._lock = threading.Lock()
        self._tasks: dict[str, TaskEvidence] = {}

    def of(self, task: str) -> TaskEvidence:
        """Return what was gathered for a task; made ready once."""
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
    """Return the passages that an example of a task is made from, as its `evidence` has them.

    mode       “single”: all from the document that answers the queries best; “multi”: from any
    documents  only of these
    Empty where nothing was gathered, or nothing shares a word with the queries. Repeated calls for
    one dataset are cheap.
    """
    found = _of(dataset).of(task)
    if mode == "single":
        one = found.best_document(queries, documents)
        documents = () if one is None else (one,)
    return [present(passage.model_dump()) for passage in found.ranked_for(queries, k, documents)]


_lock = threading.Lock()
_known: tuple[weakref.ref[Dataset], Evidence] | None = None


def _of(dataset: Dataset) -> Evidence:
    """Return the evidence of a dataset; the last one is kept as long as its dataset is."""
    global _known
    with _lock:
        if _known is None or _known[0]() is not dataset:
            _known = weakref.ref(dataset), Evidence(dataset)
        return _known[1]
