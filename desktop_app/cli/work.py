"""Commands for judgements: annotate, conflicts, adjudicate."""

from __future__ import annotations

from typing import Annotated

import typer

from desktop_app.cli.app import Folder, Json, ProtocolName, StageName, verb
from desktop_app.cli.differences import differing
from desktop_app.cli.output import Grid, Outcome, counted, progress_bar
from desktop_app.workspace.workspace import Workspace

FromFile = Annotated[
    str, typer.Option("--from", metavar="FILE", help="JSONL, JSON or CSV; - for stdin.")
]


@verb("annotate")
def annotate(
    folder: Folder,
    from_: FromFile,
    protocol: ProtocolName = None,
    stage: StageName = None,
    consent: Annotated[
        bool,
        typer.Option("--consent", help="Agree to the project's consent text, which you have read."),
    ] = False,
    json: Json = False,
) -> Outcome:
    """Submit your answers from a file, checked as the window checks them.

    Items may be named by the lead's ids: they are hashed and looked up. Answers to items that are
    not assigned to you are refused and listed; the others are submitted. If the project asks for
    your consent, nothing is submitted without it: see `proofdesk consent`.
    """
    from desktop_app.workspace.consent import agree, may_annotate
    from desktop_app.workspace.work import annotate_file

    with Workspace.open(folder, write=True) as workspace, progress_bar("Submitting") as progress:
        # An agreement that holds is not recorded again.
        if consent and not may_annotate(workspace):
            agree(workspace)
        report = annotate_file(workspace, from_, protocol=protocol, stage=stage, progress=progress)
    line = f"Submitted {report.submitted} answers, revised {report.revised}"
    return Outcome(
        report.to_json(), [f"{line}; {report.unchanged} were unchanged."], report.refused
    )


@verb("conflicts")
def conflicts(folder: Folder, json: Json = False) -> Outcome:
    """List things that have two current versions, with the values in which they differ."""
    from desktop_app.workspace.conflicts import list_conflicts

    with Workspace.open(folder) as workspace:
        result = list_conflicts(workspace)
    rows = []
    for one in result:
        about = [one["kind"], one.get("item", one["key"]), one.get("annotator")]
        heads = one["heads"]
        # Revisions of annotations differ in their answers; other records in their whole bodies.
        differences = differing([head.get("answers") or head.get("body") or {} for head in heads])
        rows += [
            [*about, head["rev"][:12], head["time"], "deleted" if head.get("deleted") else words]
            for head, words in zip(heads, differences, strict=True)
        ]
        # `list_conflicts` returns a limited number of versions.
        if one["versions"] > len(heads):
            rows.append([*about, "", "", f"and {one['versions'] - len(heads):,} more versions"])
    shown: list[str | Grid] = ["No conflicts."]
    if result:
        columns = ["kind", "about", "annotator", "rev", "time", "where they differ"]
        note = "Decide with: proofdesk adjudicate DIR --from FILE (rows: item, annotator, choose)"
        shown = [Grid(counted(len(result), "conflict"), columns, rows, note)]
    return Outcome({"conflicts": result}, shown)


@verb("adjudicate")
def adjudicate(
    folder: Folder,
    from_: FromFile,
    protocol: ProtocolName = None,
    stage: StageName = None,
    json: Json = False,
) -> Outcome:
    """Import the lead's decisions from a file; nobody's annotation is overwritten.

    {"item", "answers"} decides an item that people judged differently.
    {"item", "annotator", "choose": rev} resolves a conflict; new "answers" may replace "choose".
    """
    from desktop_app.workspace.conflicts import adjudicate_file

    with Workspace.open(folder, write=True) as workspace:
        report = adjudicate_file(workspace, from_, protocol=protocol, stage=stage)
    line = (
        f"{counted(report.adjudicated, 'item')} adjudicated, "
        f"{counted(report.resolved, 'conflict')} resolved."
    )
    return Outcome(report.to_json(), [line], report.refused)
