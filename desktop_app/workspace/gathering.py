"""Documents that a lead gathers as sources for tasks or as papers; ranking of their passages.

Each text is stored once, in records that only leads have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import ValidationError

from desktop_app.core.errors import FieldError, RefusedError, UsageError
from desktop_app.core.fields import first_problem
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import ModelError
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset, FoundPassage
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.document_files import Document, Progress, read_places
from desktop_app.workspace.import_context import import_context
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.llm.embedding import Embedder
    from desktop_app.llm.stopping import Stop
    from desktop_app.text.retrieval import Index

SOURCES = "sources"


@dataclass
class GatherReport:
    """The outcome of gathering.

    `read`: number of documents read
    `added`: number of these that are new to the project, or to the task
    `known`: number of these that existed already
    `problems`: messages about files that could not be read or stored
    """

    task: str | None
    read: int = 0
    added: int = 0
    known: int = 0
    dry_run: bool = False
    documents: list[dict[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def gathers(workspace: Workspace, protocol: str | None) -> Protocol:
    """Return the protocol whose examples are created from documents.

    `protocol`: None: the project's only protocol of this kind

    Raises UsageError if there is none, or several and `protocol` is None.
    """
    if protocol is not None:
        chosen = workspace.protocol(protocol)
        if SOURCES not in chosen.row_kinds:
            raise UsageError(msg("{key} does not use documents to create examples", key=chosen.key))
        return chosen
    result = [
        one for one in map(workspace.protocol, workspace.protocols) if SOURCES in one.row_kinds
    ]
    if len(result) != 1:
        raise UsageError(
            msg("no protocol of this project uses documents to create examples")
            if not result
            else msg("several protocols of this project use documents"),
            hint=msg("Use a project with the protocol dolomites.")
            if not result
            else msg("Choose one with --protocol."),
        )
    return result[0]


def gathering_protocol(workspace: Workspace, protocol: str | None) -> Protocol:
    """Return the protocol that uses a lead's files, as sources for examples or as its own rows.

    `protocol`: None: the project's only protocol of this kind

    Raises UsageError as `gathers` does.
    """
    if protocol is None:
        every = [workspace.protocol(one) for one in workspace.protocols]
        result = [one for one in every if one.gathered]
        if len(result) == 1 and not any(SOURCES in one.row_kinds for one in every):
            return result[0]
        return gathers(workspace, None)
    chosen = workspace.protocol(protocol)
    return chosen if chosen.gathered else gathers(workspace, protocol)


def gather(
    workspace: Workspace,
    places: Sequence[Path],
    *,
    task: str | None = None,
    protocol: str | None = None,
    dry_run: bool = False,
    progress: Progress = lambda done, total: None,
    stop: Callable[[], bool] = lambda: False,
) -> GatherReport:
    """Read files and folders, and store their texts.

    `task`: the task for which they are sources; None: all tasks
    `dry_run`: read and count, but save nothing

    For a protocol with `gathered` rows, each text becomes such a row. A text that is stored already
    is not added again. Raises UsageError in an annotator's workspace and for an unknown task,
    InputError for a missing file or folder.
    """
    workspace.require_lead(msg("Retrieving documents"))
    chosen = gathering_protocol(workspace, protocol)
    if task is not None and chosen.gathered:
        raise UsageError(msg("{key} has no tasks", key=chosen.key), hint=msg("Leave out --task."))
    context = import_context(workspace, chosen.key)
    require_task(context, task)
    # Everything is read before the first record is made.
    read = read_places(places, progress=progress, stop=stop)
    report = GatherReport(
        task, len(read.documents), dry_run=dry_run, problems=read.problems, notes=read.notes
    )
    keep(workspace, chosen, context, read.documents, report)
    if report.added and not dry_run:
        # Items may have waited for these papers.
        from desktop_app.workspace.import_context import follow

        follow(workspace, chosen)
    return report


def require_task(context: ImportContext, task: str | None) -> None:
    """Raise UsageError for an unknown task."""
    if task is not None and context.find_item(task) is None:
        raise UsageError(
            msg("there is no task “{task}”", task=task), hint=msg("Import its tasks first.")
        )


def keep(
    workspace: Workspace,
    protocol: Protocol,
    context: ImportContext,
    documents: Sequence[Document],
    report: GatherReport,
    query: str = "",
) -> None:
    """Save documents in one transaction, and count them in a report.

    Existing documents are not changed, even if the title differs.
    """
    rows: list[Sequence[Draft]] = []
    # Sources by the keys of their records.
    taken: dict[str, str] = {}
    kind = protocol.row_kinds[protocol.gathered or SOURCES]
    for document in documents:
        try:
            if not protocol.gathered:
                drafts = source_drafts(kind, context, document, report.task, query)
            else:
                row = protocol.gathered_row(document.title, document.source, document.text)
                drafts = _row_drafts(kind, context, row)
                _refuse_same_name(drafts, document, taken)
        except (RefusedError, ValueError) as error:
            report.problems.append(msg("{source}: {error}", source=document.source, error=error))
            continue
        # The row decides, because the text may be a source of another task already.
        is_new = any(
            draft.kind == "data" and not workspace.records.heads(draft.kind, draft.key)
            for draft in drafts
        )
        # Annotators may already work with the stored text, so a changed file must not replace it.
        if protocol.gathered and not is_new:
            report.notes += _changed(workspace, drafts, document)
            drafts = []
        report.added += is_new
        report.known += not is_new
        report.documents.append(
            {
                "source": document.source,
                "title": document.title,
                "characters": len(document.text),
                "new": is_new,
            }
        )
        rows.append(drafts)
    if not report.dry_run:
        report.problems += workspace.add_rows(rows, imported=True).refused


def source_drafts(
    kind: RowSpec, context: ImportContext, document: Document, task: str | None, query: str
) -> list[Draft]:
    """Return drafts for a source. Raises FieldError and RefusedError, as `RowSpec.build` does."""
    fields = {
        "task": task,
        "title": document.title,
        "source": document.source,
        "text": document.text,
        "query": query or None,
    }
    return _row_drafts(kind, context, fields)


def _row_drafts(kind: RowSpec, context: ImportContext, fields: Mapping[str, Any]) -> list[Draft]:
    try:
        row = kind.model.model_validate(fields)
    except ValidationError as error:
        field, reason = first_problem(error)
        raise FieldError(field, reason) from None
    return [replace(draft, only_if_absent=True) for draft in kind.drafts(row, context)]


def _refuse_same_name(drafts: Sequence[Draft], document: Document, taken: dict[str, str]) -> None:
    """Raise RefusedError if another file of this run has the same name."""
    for key in (draft.key for draft in drafts if draft.kind == "data"):
        first = taken.setdefault(key, document.source)
        if first != document.source:
            raise RefusedError(
                msg("has the same name as {first}", first=first),
                hint=msg("Rename one of them."),
            )


def _changed(workspace: Workspace, drafts: Sequence[Draft], document: Document) -> list[str]:
    """Return a note if the stored text of this name differs from the document's."""
    for draft in drafts:
        there = workspace.records.current(draft.kind, draft.key) if draft.kind == "data" else None
        if there is not None and dict(there.body or {}) != draft.body:
            return [
                msg(
                    "{source}: another text already has this name and was not changed",
                    source=document.source,
                )
            ]
    return []


# Ranking of passages by vectors, in advance. Without it, passages are found by their words when
# examples are made. The order is stored as rows of `evidence`, from which examples are made.
EVIDENCE = "evidence"
# Passages stored per ranking.
KEPT = 100

Ranking = Literal["bm25", "dense", "hybrid"]


@dataclass
class RankReport:
    """The outcome of ranking.

    `texts`: number of passages and queries that need vectors
    `asked`, `cached`: numbers of vectors requested, and taken from the cache
    `changed`: number of new records
    `left`: number of tasks that were not ranked
    """

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
    """Rank the passages for each query of one task, or of all tasks, and store the order.

    `ranking`: “bm25”: by words, as without any ranking; “dense”: by the cosine of vectors;
        “hybrid”: by the sum of the reciprocal ranks of both
    `embedder`: requests the vectors; not needed for “bm25” and for a dry run
    `dry_run`: count the needed vectors, but request and save nothing

    Each task is saved when it is done. Raises UsageError for an unknown task, if there is nothing
    to rank, and if the embedder is missing.
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
            # For example a wrong key: the requests of all other tasks would fail too.
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
            hint=msg(
                "Run a model to draft them on the page Model runs (or: "
                "proofdesk run DIR), or import rows of queries."
            ),
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
        # Passages and queries are requested together; the queries come last.
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
