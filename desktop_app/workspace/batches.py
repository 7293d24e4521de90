"""Model jobs by batch files: write the requests that have no answer yet, read their results.

Both run the job as `job_runner.run` does, with a client that sends nothing. Units that have all
their answers are saved; the others are left for the next results, or for the next file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app import files
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.workspace import job_runner
from desktop_app.workspace.calls import AnswerCache, lookups_for
from desktop_app.workspace.folder import require_free_output
from desktop_app.workspace.job_runner import Plan, RunReport, asker_for, record_calls
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.core.connections import Connection
    from desktop_app.llm.batches import BatchClient, LineProblem, Results
    from desktop_app.llm.client import ModelClient
    from desktop_app.llm.probabilities import State
    from desktop_app.llm.stopping import Stop


@dataclass
class BatchReport:
    """The outcome of writing or reading a batch file.

    `run`: what the job made of the answers; `left` are units that need further answers
    `written`: number of requests in the written file
    `lines`: number of lines in the file of results; the answers of `used` of them were used,
        `earlier` were read before, and `others` belong to other options or items
    `unusable`: number of lines without a usable answer; `problems` are the first of them
    `errors`: number of these with an error in place of the answer to a request of the job
    `missing`: number of requests that were written but have no result yet
    `further`: number of requests that follow from the answers and must be written
    `probabilities`: whether the server is known to return the log-probabilities that the written
        requests need; None: none of them needs any
    `is_stopped`: whether it was stopped before its end; then no file was written
    """

    run: RunReport
    file: Path
    written: int = 0
    lines: int = 0
    used: int = 0
    earlier: int = 0
    others: int = 0
    unusable: int = 0
    errors: int = 0
    problems: list[LineProblem] = field(default_factory=list)
    missing: int = 0
    further: int = 0
    probabilities: State | None = None
    is_stopped: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            **self.run.to_json(),
            "batch": {
                "file": str(self.file),
                "written": self.written,
                "lines": self.lines,
                "used": self.used,
                "earlier": self.earlier,
                "others": self.others,
                "unusable": self.unusable,
                "errors": self.errors,
                "problems": [one.to_json() for one in self.problems],
                "missing": self.missing,
                "further": self.further,
                "probabilities": self.probabilities,
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
    batch = _Batch(workspace, plan, connection)
    with batch.client(name, NoResults()) as client:
        report = batch.run(client, file, embedder, progress, stop)
        pending = client.source.pending
        # The file of a stopped run would be incomplete.
        if pending and not report.is_stopped:
            files.atomic_write(file, pending.values())
            report.written = len(pending)
            if client.source.needs_probabilities:
                report.probabilities = asker_for(workspace, client).probabilities.state()
            batch.keep(client, written=pending)
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

    batch = _Batch(workspace, plan, connection)
    with ResultFile(file, batch.tag) as results, batch.client(name, results) as client:
        report = batch.run(client, file, embedder, progress, stop)
        pending, used = set(client.source.pending), client.source.used
        answered = results.answered
        missing, unused = pending & batch.written, answered - used
        batch.keep(client, read=used)
        report.lines, report.problems = results.lines, results.problems
        report.unusable = results.unusable
        # A request that failed uses its line too, although it has no answer.
        report.used, report.errors = len(used & answered), len(used - answered)
        report.earlier = len(unused & batch.read)
        report.others = len(unused) - report.earlier
        report.missing, report.further = len(missing), len(pending - missing)
    return report


class _Batch:
    """A job on one connection, and what is known from its earlier files.

    `tag`: the beginning of the ids of its requests
    `written`: the ids of the requests in its earlier files
    `read`: the ids of the results that were read before
    """

    def __init__(self, workspace: Workspace, plan: Plan, connection: Connection) -> None:
        from desktop_app.llm.batches import tag_of

        self._workspace, self._plan, self._connection = workspace, plan, connection
        self.tag = tag_of(connection, workspace.project, plan.protocol.key, plan.job.key)
        self._store = AnswerCache(workspace.folder, "batches")
        entry = self._store.get(self.tag) or {}
        self.written = set(map(str, entry.get("written", ())))
        self.read = set(map(str, entry.get("read", ())))
        self._learned = entry.get("learned", {})

    def client(self, name: str, results: Results) -> BatchClient:
        """Return a client that finds its answers in results."""
        from desktop_app.llm.batches import BatchClient

        client = BatchClient(name, self._connection, self.tag, self._store, results)
        client.learn(self._learned)
        return client

    def keep(
        self, client: BatchClient, *, written: Iterable[str] = (), read: Iterable[str] = ()
    ) -> None:
        """Save further ids, and what the client has learned about the server."""
        entry = {
            "written": sorted({*self.written, *written}),
            "read": sorted({*self.read, *read}),
            "learned": client.learned,
        }
        self._store.put(self.tag, entry)

    def run(
        self,
        client: BatchClient,
        file: Path,
        embedder: ModelClient | None,
        progress: Callable[[int, int], None],
        stop: Stop | None,
    ) -> BatchReport:
        """Run the job as far as its answers allow, and ask what it will need next."""
        from desktop_app.llm.batches import ask_ahead

        workspace, plan = self._workspace, self._plan
        asker = asker_for(workspace, client)
        report = BatchReport(
            job_runner.run(workspace, plan, asker, embedder=embedder, progress=progress, stop=stop),
            file,
        )
        brief, lookups = (
            plan.brief(asker.model, asker.client.connection.base_url),
            lookups_for(workspace, embedder),
        )
        keys, total = set(report.run.left_units), len(plan.units)
        left = [unit for unit in plan.units if unit.key in keys]
        for place, unit in enumerate(left, total - len(left)):
            progress(place, total)
            report.is_stopped = stop is not None and stop.is_set()
            if report.is_stopped:
                break
            ask_ahead(partial(plan.job.work, unit, brief), asker, lookups)
        record_calls(workspace, asker, protocol=plan.protocol.key, job=plan.job.key)
        return report
