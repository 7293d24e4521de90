"""Verbs that gather what examples are made from: gather, search, rank; and contamination."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from desktop_app.cli.app import Folder, Json, ProtocolName, verb
from desktop_app.cli.output import Grid, Outcome, counted, progress_bar
from desktop_app.cli.run import _interrupted
from desktop_app.workspace.workspace import Workspace

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
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Read and count, save nothing.")
    ] = False,
    json: Json = False,
) -> Outcome:
    """Take documents from which models make examples: text, Markdown, HTML, PDF.

    With --task they serve one task, without it all of them. What cannot be read is named, the rest
    is taken; gathering the same again adds nothing. Documents stay with the lead: annotators see
    the passages that an example was made from.
    """
    from desktop_app.workspace.gathering import gather as gather_documents

    with (
        Workspace.open(folder, write=not dry_run) as workspace,
        progress_bar("Reading") as progress,
        _interrupted() as stop,
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
    rows = [
        [one["title"], one["source"], one["characters"], "new" if one["new"] else "known"]
        for one in report.documents[:_LISTED]
    ]
    left = len(report.documents) - len(rows)
    grid = Grid(
        "Would take" if dry_run else "Documents",
        ["title", "from", ">characters", ""],
        rows,
        note=f"… and {left} more." if left else "",
    )
    said = (
        f"{counted(report.read, 'document')} read: {report.added} new, {report.known} known, "
        f"{len(report.problems)} not readable."
    )
    return Outcome(report.to_json(), [grid, said, *report.notes], report.problems)
