"""Model jobs by batch files: write the requests that have no answer yet, read their results.

Both run the job as `job_runner.run` does, with a client that sends nothing. Units that have all
their answers are saved; the others are left for the next results, or for the next file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app import files
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.workspace import job_runner
from desktop_app.workspace.calls import AnswerCache
from desktop_app.workspace.folder import require_free_output
from desktop_app.workspace.job_runner import Plan, RunReport, asker_for
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.core.connections import Connection
    from desktop_app.llm.batches import BatchClient, LineProblem, Results
    from desktop_app.llm.client import ModelClient
    from desktop_app.llm.stopping import Stop


@dataclass
class BatchReport:
    """The outcome of writing or reading a batch file.

    `run`: what the job made of the answers; `left` are units that need further answers
    `written`: number of requests in the written file
    `lines`: number of lines in the file of results; `used` of them were used, and `earlier` were
        read before or belong to requests that the job no longer makes
    `problems`: lines without a usable answer
    `missing`: number of requests that were written but have no result yet
    `further`: number of requests that follow from the answers and must be written
    """

    run: RunReport
    file: Path
    written: int = 0
    lines: int = 0
    used: int = 0
    earlier: int = 0
    problems: list[LineProblem] = field(default_factory=list)
    missing: int = 0
    further: int = 0

    def to_json(self) -> dict[str, Any]:
        return {
            **self.run.to_json(),
            "batch": {
                "file": str(self.file),
                "written": self.written,
                "lines": self.lines,
                "used": self.used,
                "earlier": self.earlier,
                "problems": [one.to_json() for one in self.problems],
                "missing": self.missing,
                "further": self.further,
            },
        }


def write_batch(
    workspace: Workspace,
    plan: Plan,
    name: str,
    connection: Connection,
    file: Path,
    *,
    replace: bool = False,
    embedder: ModelClient | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    stop: Stop | None = None,
) -> BatchReport:
    """Write all requests that a job can make now and that have no answer.

    If there are none, no file is written.

    `name`: name of the connection
    `replace`: whether an existing file may be replaced
    `embedder`: client for vectors, which are not part of batch files

    Raises UsageError for an existing file, and NotSavedError.
    """
    from desktop_app.llm.batches import NoResults

    require_free_output(file)
    # Checked first, because reading the answers may take minutes.
    if file.exists() and not replace:
        raise UsageError(
            msg("{file} already exists", file=file),
            hint=msg("Choose another name, or delete the file."),
        )
    with _client(workspace, plan, name, connection, NoResults()) as client:
        report = BatchReport(
            job_runner.run(
                workspace,
                plan,
                asker_for(workspace, client),
                embedder=embedder,
                progress=progress,
                stop=stop,
            ),
            file,
        )
        pending = client.source.pending
    # The file of a stopped run would be incomplete.
    if pending and not (stop is not None and stop.is_set()):
        files.atomic_write(file, pending.values())
        report.written = len(pending)
        tag = _tag(workspace, plan, connection)
        ids = sorted({*pending, *_written_ids(workspace, tag)})
        _store(workspace).put(tag, {"ids": ids})
    return report


def read_batch(
    workspace: Workspace,
    plan: Plan,
    name: str,
    connection: Connection,
    file: Path,
    *,
    embedder: ModelClient | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    stop: Stop | None = None,
) -> BatchReport:
    """Read the results of a batch file, in any order, and process them as live answers.

    For parameters and errors, see `write_batch`. Raises InputError for an unreadable file.
    """
    from desktop_app.llm.batches import ResultFile

    tag = _tag(workspace, plan, connection)
    with (
        ResultFile(file, tag) as results,
        _client(workspace, plan, name, connection, results) as client,
    ):
        run = job_runner.run(
            workspace,
            plan,
            asker_for(workspace, client),
            embedder=embedder,
            progress=progress,
            stop=stop,
        )
        pending, used = set(client.source.pending), client.source.used
        missing = pending & _written_ids(workspace, tag)
        return BatchReport(
            run,
            file,
            lines=results.lines,
            used=len(used),
            earlier=len(results.ids - used),
            problems=results.problems,
            missing=len(missing),
            further=len(pending - missing),
        )


def _tag(workspace: Workspace, plan: Plan, connection: Connection) -> str:
    from desktop_app.llm.batches import tag_of

    return tag_of(connection, workspace.project, plan.protocol.key, plan.job.key)


def _client(
    workspace: Workspace, plan: Plan, name: str, connection: Connection, results: Results
) -> BatchClient:
    from desktop_app.llm.batches import BatchClient

    tag = _tag(workspace, plan, connection)
    return BatchClient(name, connection, tag, _store(workspace), results)


def _store(workspace: Workspace) -> AnswerCache:
    """Return the store of results that need another round, and of the ids of written requests."""
    return AnswerCache(workspace.folder, "batches")


def _written_ids(workspace: Workspace, tag: str) -> set[str]:
    """Return the ids of a job's requests in the files written so far."""
    ids = (_store(workspace).get(tag) or {}).get("ids")
    return {str(one) for one in ids} if isinstance(ids, list) else set()
