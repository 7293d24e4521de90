"""Commands of a running study: reassign, bundles, inbox."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from desktop_app.cli.app import (
    Folder,
    Json,
    PassphraseFile,
    ProtocolName,
    read_passphrase,
    split_words,
    verb,
)
from desktop_app.cli.output import REFUSED, Grid, Outcome, counted, progress_bar
from desktop_app.core.errors import UsageError
from desktop_app.workspace.workspace import Workspace


@verb("reassign")
def reassign(
    folder: Folder,
    people: Annotated[
        list[str], typer.Argument(metavar="ID…", help="People whose open items should move.")
    ],
    to: Annotated[
        list[str] | None,
        typer.Option("--to", metavar="A,B", help="Who gets them (default: all others, balanced)."),
    ] = None,
    release: Annotated[
        bool, typer.Option("--release", help="Withdraw the items and give them to nobody.")
    ] = False,
    protocol: ProtocolName = None,
    stage: Annotated[
        str | None, typer.Option("--stage", metavar="S", help="Only items of this stage.")
    ] = None,
    only: Annotated[
        str | None,
        typer.Option("--only", metavar="FILTER", help="Only items like source=email,id=a*"),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="S",
            help="The same seed gives the same plan (default: a random one, which is printed).",
        ),
    ] = None,
    split_groups: Annotated[
        bool,
        typer.Option("--split-groups", help="Allow items of one group to go to several people."),
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show the load.")] = False,
    json: Json = False,
) -> Outcome:
    """Move the open items of people who drop out to others, by the rules of assigning.

    Answers stay. Items that nobody else may get also stay, and are listed. Afterwards, update the
    bundles of the people concerned: proofdesk bundles DIR --update.
    """
    from desktop_app.workspace.assigning import random_seed
    from desktop_app.workspace.reassigning import reassign as move

    with Workspace.open(folder, write=not dry_run) as workspace:
        report = move(
            workspace,
            list(dict.fromkeys(split_words(people))),
            to=split_words(to) or None,
            release=release,
            protocol=protocol,
            stage=stage,
            only=only,
            seed=random_seed() if seed is None else seed,
            split_groups=split_groups,
            dry_run=dry_run,
        )
    rows = [[one, -number, report.load[one]] for one, number in report.moved.items()]
    rows += [[one, f"+{number}", report.load[one]] for one, number in report.received.items()]
    title = "released" if release else "reassigned"
    grid = Grid(
        f"Would be {title}" if dry_run else title.capitalize(),
        ["person", ">items", ">total"],
        rows,
        note="" if release else f"Seed: {report.seed}.",
    )
    lines: list[str | Grid] = [grid]
    if report.again:
        lines.append(f"To be answered again by their author, not moved: {report.again}.")
    if report.bundles:
        names = ", ".join(report.bundles)
        lines.append(f"Outdated bundles: {names}. Next: proofdesk bundles {folder} --update")
    # Items that stay are printed as refused, so that the exit status shows them.
    kept = [f"item {item} stays ({'; '.join(why)})" for item, why in report.kept.items()]
    return Outcome({**report.to_json(), "dry_run": dry_run}, lines, kept)


@verb("bundles")
def bundles(
    folder: Folder,
    update: Annotated[
        bool, typer.Option("--update", help="Write outdated bundles again, to the same files.")
    ] = False,
    people: Annotated[
        list[str] | None,
        typer.Option("--people", metavar="A,B", help="Only bundles of these people."),
    ] = None,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> Outcome:
    """List the last bundle sent to each person, and whether it is outdated.

    A bundle is outdated if a new one would contain something else: items, form, guidelines, consent
    text. Only bundles that were written from this folder are known.
    """
    from desktop_app.workspace.bundles_out import bundles_out
    from desktop_app.workspace.updating import update_bundles

    named = split_words(people) or None
    if update:
        with (
            Workspace.open(folder, write=True) as workspace,
            progress_bar("Writing") as progress,
        ):
            report = update_bundles(
                workspace, named, passphrase=read_passphrase(passphrase_file), progress=progress
            )
        lines = [
            f"Wrote {one['file']}: {counted(one['items'], 'item')} for “{one['recipient']}”."
            for one in report.written
        ]
        refused = [f"bundle of “{who}”: {error}" for who, error in report.problems]
        if not lines and not refused:
            lines = ["No bundle is outdated."]
        return Outcome(report.to_json(), lines, refused)
    with Workspace.open(folder) as workspace:
        found = [one for one in bundles_out(workspace) if named is None or one.person in named]
    rows = [
        [
            one.person,
            one.state,
            one.time[:16].replace("T", " "),
            one.items,
            one.form or None,
            one.file,
            "; ".join(one.reasons),
        ]
        for one in found
    ]
    columns = ["person", "state", "written (UTC)", ">items", ">form", "file", ""]
    return Outcome(
        {"bundles": [one.to_json() for one in found]},
        [Grid("Bundles", columns, rows)] if rows else ["No bundle was written here yet."],
    )


@verb("inbox")
def inbox(
    folder: Folder,
    from_: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            metavar="F",
            readable=False,
            help="Choose the folder where results arrive, for example a synced one.",
        ),
    ] = None,
    none: Annotated[bool, typer.Option("--none", help="Have no inbox any more.")] = False,
    merge: Annotated[bool, typer.Option("--merge", help="Merge all files that are ready.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --merge: preview only, save nothing.")
    ] = False,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> Outcome:
    """List the result files in the inbox that have not been merged; --merge merges them.

    The folder is remembered for this project on this computer. Files that are still being written
    are listed, but not merged.
    """
    from desktop_app.cli.exchange import merge_outcome
    from desktop_app.workspace.exchange import merge as merge_bundles
    from desktop_app.workspace.inbox import inbox_folder, scan_inbox, set_inbox

    if from_ is not None and none:
        raise UsageError("an inbox cannot be chosen and removed", hint="Leave out one of them.")
    if dry_run and not merge:
        raise UsageError("--dry-run is for --merge", hint="Without --merge, nothing is merged.")
    writes = from_ is not None or none or (merge and not dry_run)
    with Workspace.open(folder, write=writes) as workspace:
        if from_ is not None or none:
            set_inbox(workspace, from_)
        if none:
            return Outcome({"folder": None, "files": []}, ["No inbox is chosen any more."])
        files = scan_inbox(workspace)
        where = inbox_folder(workspace)
        passphrase = read_passphrase(passphrase_file)
        unreadable = [f"{one.path}: {one.problem}" for one in files if one.state == "unreadable"]
        if merge:
            ready = [
                one.path
                for one in files
                if one.state == "ready" or (one.state == "locked" and passphrase)
            ]
            if not ready:
                data = {"folder": where, "dry_run": dry_run, "new": 0, "bundles": []}
                return Outcome(data, ["Nothing to merge in the inbox."], unreadable)
            with progress_bar("Verifying") as progress:
                report = merge_bundles(
                    workspace, ready, dry_run=dry_run, passphrase=passphrase, progress=progress
                )
            outcome = merge_outcome(folder, report)
            return Outcome(
                {"folder": where, **outcome.data},
                outcome.shown,
                [*outcome.refused, *unreadable],
            )
    rows = [
        [one.path.name, one.state, one.sender or None, one.created or None, one.stamp[0]]
        for one in files
    ]
    lines: list[str | Grid] = [
        Grid(f"Inbox: {where}", ["file", "", "from", "made (UTC)", ">bytes"], rows)
        if rows
        else f"Nothing new in {where}."
    ]
    if any(one.is_ready for one in files):
        lines.append(f"To merge: proofdesk inbox {folder} --merge")
    return Outcome(
        {"folder": where, "files": [one.to_json() for one in files]},
        lines,
        status=REFUSED if unreadable else None,
    )
