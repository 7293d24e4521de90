"""Ranking of the passages of gathered documents by vectors, in advance.

Without it, passages are found by their words when examples are made. To find them by meaning too,
they are ranked here with an embeddings endpoint; the order is stored as rows of `evidence`, which
the making of examples follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import ModelError
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset, FoundPassage
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.document_files import Progress
from desktop_app.workspace.gathering import gathers, require_task
from desktop_app.workspace.import_context import import_context
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.llm.embedding import Embedder
    from desktop_app.llm.stopping import Stop
    from desktop_app.text.retrieval import Index

EVIDENCE = "evidence"
# Passages stored per ranking.
KEPT = 100

Ranking = Literal["bm25", "dense", "hybrid"]


@dataclass
class RankReport:
    """Result of ranking. `texts`: passages and queries that need vectors."""

    ranking: str
    tasks: int = 0
    queries: int = 0
    passages: int = 0
    texts: int = 0
    asked: int = 0
    cached: int = 0
    changed: int = 0
    left: int = 0
    dry_run: bool = False
    problems: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


@dataclass(frozen=True)
class _ToRank:
    task: str
    label: str
    queries: Sequence[str]
    passages: Sequence[FoundPassage]


def rank(
    workspace: Workspace,
    ranking: Ranking,
    embedder: Embedder | None,
    stop: Stop,
    *,
    task: str | None = None,
    protocol: str | None = None,
    dry_run: bool = False,
    progress: Progress = lambda done, total: None,
) -> RankReport:
    """Rank the passages for each query of one task, or of all, and store the order.

    bm25    by words, the default without a ranking: replaces an earlier ranking
    dense   by the cosine of vectors
    hybrid  by both: their reciprocal ranks are added up

    Each task is saved when it is done; vectors are requested once. Raises UsageError for an unknown
    task, where nothing can be ranked, and for vectors without an embedder.
    """
    workspace.require_lead(msg("Ranking passages"))
    chosen = gathers(workspace, protocol)
    if EVIDENCE not in chosen.row_kinds:
        raise UsageError(msg("{key} has no passages to rank", key=chosen.key))
    if embedder is None and ranking != "bm25" and not dry_run:
        raise UsageError(
            msg("ranking by vectors needs a connection"), hint=msg("Choose one: --connection C")
        )
    context = import_context(workspace, chosen.key)
    require_task(context, task)
    only = context.find_item(task) if task is not None else None
    dataset = dataset_of(workspace, chosen.key)
    report = RankReport(ranking, dry_run=dry_run)
    waiting = _to_rank(workspace, chosen, dataset, only, report)
    report.tasks = len(waiting)
    report.queries = sum(len(one.queries) for one in waiting)
    report.passages = sum(len(one.passages) for one in waiting)
    if ranking != "bm25":
        report.texts = len({text for one in waiting for text in _texts(one)})
    if dry_run:
        return report
    kind = chosen.row_kinds[EVIDENCE]
    for done, one in enumerate(waiting):
        progress(done, len(waiting))
        if stop.is_set():
            report.left = len(waiting) - done
            break
        try:
            rows = [
                {"task": one.task, "query": query, "ranking": ranking, "passages": passages}
                for query, passages in _ranked(one, ranking, embedder, stop).items()
            ]
        except ModelError as error:
            report.problems.append(
                msg(
                    "task {label}: {error}. {hint}", label=one.label, error=error, hint=error.hint
                ).removesuffix(". ")
            )
            # Such an error, a wrong key for example, would repeat for every other task.
            if error.for_all:
                report.left = len(waiting) - done - 1
                break
            continue
        drafts: list[Draft] = []
        for row in rows:
            drafts += kind.drafts(kind.model.model_validate(row), context)
        report.changed += len(workspace.add(drafts, imported=True).added)
    progress(len(waiting), len(waiting))
    if embedder is not None:
        report.asked, report.cached = embedder.asked, embedder.cached
    return report


def _to_rank(
    workspace: Workspace,
    protocol: Protocol,
    dataset: Dataset,
    only: str | None,
    report: RankReport,
) -> list[_ToRank]:
    queries: dict[str, list[str]] = {}
    for row in dataset.rows.get("queries", ()):
        if only in (None, row.get("task")):
            queries.setdefault(str(row["task"]), []).extend(map(str, row.get("queries", ())))
    if only is not None:
        queries.setdefault(only, [])
    result = []
    for task, words in queries.items():
        label = workspace.item_name(task)
        passages = protocol.passages_for(dataset, task)
        if not words:
            report.problems.append(msg("task {label}: has no search queries yet", label=label))
        elif not passages:
            report.problems.append(msg("task {label}: has no documents yet", label=label))
        else:
            result.append(_ToRank(task, label, list(dict.fromkeys(words)), passages))
    if not result and not report.problems:
        raise UsageError(
            msg("no task has search queries"),
            hint=msg("Run a model to draft them (proofdesk run DIR), or import rows of queries."),
        )
    return sorted(result, key=lambda one: (one.label, one.task))


def _texts(one: _ToRank) -> list[str]:
    return [*(passage.text for passage in one.passages), *one.queries]


def _ranked(
    one: _ToRank, ranking: Ranking, embedder: Embedder | None, stop: Stop
) -> dict[str, list[dict[str, Any]]]:
    """Return the passages in order for each query of a task. Raises ModelError."""
    from desktop_app.text.retrieval import Index

    texts = {str(place): passage.text for place, passage in enumerate(one.passages)}
    vectors: Mapping[str, Any] = {}
    index: Index
    if ranking == "bm25" or embedder is None:
        index = Index(texts)
    else:
        # One request for passages and queries; the queries come last.
        matrix = embedder.vectors(_texts(one), stop=stop)
        made = dict(zip(texts, matrix, strict=False))
        vectors = dict(zip(one.queries, matrix[len(texts) :], strict=True))
        index = Index(texts, made)
    result = {}
    for query in one.queries:
        hits = index.search(query, KEPT, method=ranking, vector=vectors.get(query))
        result[query] = [
            {"document": passage.document, "start": passage.start, "end": passage.end}
            for passage in (one.passages[hit.place] for hit in hits)
        ]
    return result
