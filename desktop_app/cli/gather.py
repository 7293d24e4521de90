"""Commands for the sources of examples: gather, search, rank, contamination."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, cast

import typer

from desktop_app.cli.app import Folder, Json, ProtocolName, verb
from desktop_app.cli.models import Sets, interrupted, settings_in
from desktop_app.cli.output import DONE, REFUSED, Grid, Outcome, counted, progress_bar
from desktop_app.core.errors import UsageError
from desktop_app.workspace.workspace import Workspace

# Rows shown in a table; the JSON document has all of them.
_LISTED = 50

TaskName = Annotated[
    str | None, typer.Option("--task", metavar="ID", help="Only for this task (default: all).")
]


@verb("gather")
def gather(
    folder: Folder,
    places: Annotated[
        list[Path],
        typer.Argument(metavar="FOLDER…", help="Files or folders of documents.", readable=False),
    ],
    task: TaskName = None,
    protocol: ProtocolName = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only read and count.")] = False,
    json: Json = False,
) -> Outcome:
    """Import documents (text, Markdown, HTML, PDF) as sources of examples, or papers (kiwi).

    With --task, they are used for one task, otherwise for all tasks. Unreadable files are listed;
    the others are imported. Gathering the same files again adds nothing. Documents stay with the
    lead: annotators see only the passages that an example was written from.
    """
    from desktop_app.workspace.gathering import gather as gather_documents

    # Ctrl+C stops cleanly: what was read so far is saved.
    with (
        Workspace.open(folder, write=not dry_run) as workspace,
        progress_bar("Reading") as progress,
        interrupted() as stop,
    ):
        report = gather_documents(
            workspace,
            places,
            task=task,
            protocol=protocol,
            dry_run=dry_run,
            progress=progress,
            stop=stop.is_set,
        )
    # The table shows only the first documents; the JSON document has all of them.
    rows = [
        [one["title"], one["source"], one["characters"], "new" if one["new"] else "known"]
        for one in report.documents[:_LISTED]
    ]
    left = len(report.documents) - len(rows)
    grid = Grid(
        "Would import" if dry_run else "Documents",
        ["title", "from", ">characters", ""],
        rows,
        note=f"… and {left} more." if left else "",
    )
    line = (
        f"{counted(report.read, 'document')} read: {report.added} new, {report.known} known, "
        f"{len(report.problems)} unreadable."
    )
    return Outcome(report.to_json(), [grid, line, *report.notes], report.problems)


@verb("search")
def search(
    folder: Folder,
    task: TaskName = None,
    provider: Annotated[
        str | None,
        typer.Option("--provider", metavar="NAME", help="A search provider from a plugin."),
    ] = None,
    endpoint: Annotated[
        str | None,
        typer.Option(
            "--endpoint", metavar="URL", help="A search server that returns JSON, such as SearXNG."
        ),
    ] = None,
    connection: Annotated[
        str | None,
        typer.Option(
            "--connection", metavar="C", help="A search server added with “connections add”."
        ),
    ] = None,
    key_variable: Annotated[
        str,
        typer.Option(
            "--key-variable",
            metavar="VAR",
            help="With --endpoint: environment variable with its key.",
        ),
    ] = "",
    documents: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            metavar="F",
            help="Search the documents in a folder instead (offline).",
            readable=False,
        ),
    ] = None,
    set_: Sets = None,
    per_query: Annotated[
        int, typer.Option("--per-query", metavar="N", help="Pages to fetch per query.")
    ] = 10,
    any_domain: Annotated[
        bool, typer.Option("--any-domain", help="Also fetch pages from untrusted domains.")
    ] = False,
    allow_private: Annotated[
        bool,
        typer.Option("--allow-private", help="Allow pages on this computer or its network."),
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Repeat earlier searches.")] = False,
    protocol: ProtocolName = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would be searched.")
    ] = False,
    json: Json = False,
) -> Outcome:
    """Search for documents with the queries of tasks, on their trusted domains.

    Each query is saved when it is done: run the same command again to continue, or to retry what
    failed. Pages already saved are not fetched again. Queries and domains are drafted by models
    (proofdesk run) or imported (--what queries, --what domains).
    """
    from desktop_app.web.fetching import Fetcher
    from desktop_app.workspace.searching import provider_for
    from desktop_app.workspace.searching import search as search_documents

    with (
        Workspace.open(folder, write=not dry_run) as workspace,
        progress_bar("Searching") as progress,
        interrupted() as stop,
    ):
        chosen, name = provider_for(
            workspace,
            stop,
            named=provider,
            endpoint=endpoint,
            connection=connection,
            key_variable=key_variable,
            folder=documents,
            settings=settings_in(set_),
        )
        report = search_documents(
            workspace,
            chosen,
            name,
            Fetcher(allow_private=allow_private),
            stop,
            task=task,
            protocol=protocol,
            per_query=per_query,
            any_domain=any_domain,
            fresh=fresh,
            dry_run=dry_run,
            progress=progress,
        )
    rows = [[one["task"], one["queries"], one["domains"]] for one in report.tasks[:_LISTED]]
    shown: list[Grid | str] = [Grid("Searches", ["task", ">queries", ">domains"], rows)]
    if dry_run:
        asked = report.queries - report.known
        shown.append(f"Queries: {report.queries}; to search: {asked}.")
    else:
        shown += [
            f"{counted(report.searched, 'search', 'searches')} done, {report.known} done earlier; "
            f"{counted(report.hits, 'page')} found ({report.elsewhere} more on untrusted "
            f"domains): {counted(report.added, 'new document')}, {report.there} known, "
            f"{counted(len(report.problems), 'problem')}.",
        ]
    if report.left:
        remaining = counted(report.left, "query", "queries")
        shown.append(f"{remaining} remaining. Run the command again to continue.")
    # Remaining queries count as refused, so that the exit status shows them.
    left = [f"{counted(report.left, 'query', 'queries')} remaining"] if report.left else []
    return Outcome(report.to_json(), [*shown, *report.notes], [*report.problems, *left])


@verb("rank")
def rank(
    folder: Folder,
    ranking: Annotated[
        str,
        typer.Option(
            "--ranking", metavar="R", help="bm25 (words), dense (vectors) or hybrid (both)."
        ),
    ] = "hybrid",
    connection: Annotated[
        str | None,
        typer.Option("--connection", metavar="C", help="The connection for embeddings."),
    ] = None,
    model: Annotated[
        str,
        typer.Option(
            "--model", metavar="M", help="The embedding model (default: the connection's)."
        ),
    ] = "",
    task: TaskName = None,
    protocol: ProtocolName = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only count the needed embeddings.")
    ] = False,
    json: Json = False,
) -> Outcome:
    """Rank the passages of gathered documents by meaning, for examples that are written afterwards.

    Without this command, passages are found by their words. Vectors are cached, so ranking again
    requests only new ones. Rank again when documents or queries have changed.
    """
    from desktop_app.workspace.gathering import Ranking
    from desktop_app.workspace.gathering import rank as rank_passages

    if ranking not in ("bm25", "dense", "hybrid"):
        raise UsageError(f"there is no ranking “{ranking}”", hint="Use bm25, dense or hybrid.")
    with (
        Workspace.open(folder, write=not dry_run) as workspace,
        progress_bar("Ranking") as progress,
        interrupted() as stop,
        ExitStack() as stack,
    ):
        embedder = None
        # Neither ranking by words nor a dry run needs a server, so no connection is needed either.
        if ranking != "bm25" and not dry_run:
            from desktop_app.llm.connecting import open_client
            from desktop_app.llm.keys import KeyRing
            from desktop_app.workspace.vectors import embedder_for

            client = stack.enter_context(open_client(workspace.settings, connection, KeyRing()))
            embedder = embedder_for(workspace, client, model=model)
        report = rank_passages(
            workspace,
            cast(Ranking, ranking),
            embedder,
            stop,
            task=task,
            protocol=protocol,
            dry_run=dry_run,
            progress=progress,
        )
    line = (
        f"{counted(report.queries, 'query', 'queries')} of {counted(report.tasks, 'task')}, "
        f"{counted(report.passages, 'passage')}"
    )
    if dry_run:
        line += f"; embeddings needed for {counted(report.texts, 'text')}."
    else:
        line += (
            f"; {counted(report.asked, 'embedding')} requested, {report.cached} cached; "
            f"{counted(report.changed, 'ranking')} changed."
        )
    # Remaining tasks count as refused, so that the exit status shows them.
    left = [f"{counted(report.left, 'task')} remaining"] if report.left else []
    return Outcome(report.to_json(), [line], [*report.problems, *left])


@verb("contamination")
def contamination(
    folder: Folder,
    corpus: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A corpus: a folder of files.", readable=False)
    ],
    protocol: ProtocolName = None,
    json: Json = False,
) -> Outcome:
    """Show how much of each example is found in a corpus, and flag contaminated examples.

    An example is flagged if 70 % or more of its 8-grams are found. Files may be text, Markdown,
    HTML, PDF, or JSON Lines with a field “text” (also gzipped). The exit status is 1 if anything is
    flagged or cannot be read.
    """
    from desktop_app.workspace.contamination import contamination as look_for

    # Read-only, so an interruption leaves nothing half-done; the report covers what was compared.
    with (
        Workspace.open(folder) as workspace,
        progress_bar("Reading") as progress,
        interrupted() as stop,
    ):
        report = look_for(workspace, corpus, protocol=protocol, progress=progress, stop=stop.is_set)
    rows = [
        [
            one["text"],
            None if one["share"] is None else f"{100 * one['share']:.1f} %",
            one["source"],
            "contaminated" if one["contaminated"] else "",
        ]
        for one in report.found[:_LISTED]
    ]
    grid = Grid("Found in the corpus", ["text", ">of its 8-grams", "most of them in", ""], rows)
    line = (
        f"{counted(report.texts, 'text')} compared with {counted(report.corpus, 'text')} of the "
        "corpus."
    )
    # Flagged texts are results, not refusals: the table lists them, the exit status shows it.
    flagged = any(one["contaminated"] for one in report.found)
    return Outcome(
        report.to_json(),
        [grid, line, *report.notes],
        report.problems,
        REFUSED if flagged or report.problems else DONE,
    )
