"""Verbs that keep data safe: backup, backups, restore, salvage; keys and plugins."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from desktop_app.cli.app import Folder, Json, verb
from desktop_app.cli.output import REFUSED, Grid, Outcome, counted
from desktop_app.core.errors import UsageError
from desktop_app.workspace.workspace import Workspace


@verb("backup")
def backup(
    folder: Folder,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FILE", readable=False, help="The backup file to write."
        ),
    ],
    json: Json = False,
) -> Outcome:
    """Write the whole workspace into one file: records, drafts, your own guidelines.

    A backup is for you alone: in a lead's project it names the models.
    """
    from desktop_app.workspace.care import write_backup

    data = write_backup(folder, output)
    return Outcome(data, [f"Wrote {output} ({data['bytes'] / 1e6:.1f} MB)."])


@verb("backups")
def backups(folder: Folder, json: Json = False) -> Outcome:
    """List the backups kept inside the workspace.

    They are made by themselves, and before every merge, undoing of a merge, and restoring. Old
    ones are thinned out. Links in the folder backups are not followed.
    """
    from desktop_app.workspace.care import list_backups

    found = list_backups(folder)
    rows = [[one["name"], one["time"], one["reason"]] for one in found]
    note = "Go back to one with: proofdesk restore NAME DIR"
    return Outcome({"backups": found}, [Grid("Backups", ["name", "time", "why"], rows, note)])


@verb("restore")
def restore(
    source: Annotated[
        str, typer.Argument(metavar="FILE", help="A backup file, or a name from `backups`.")
    ],
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR", readable=False, help="A new folder; with a name, the workspace itself."
        ),
    ],
    json: Json = False,
) -> Outcome:
    """Make a workspace from a backup file, or take a workspace back to one of its own backups.

    What the workspace held before is kept as another backup. A file that does not verify
    leaves nothing behind.
    """
    from desktop_app.workspace.care import restore_file, restore_named

    if Path(source).is_file():
        data = restore_file(Path(source), folder)
        said = [f"Restored {source} into {folder}."]
    else:
        data = restore_named(folder, source)
        said = [f"{folder} is back at {source}; what it was before is kept as {data['before']}."]
    return Outcome(data, said)


@verb("salvage")
def salvage(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", readable=False, help="A damaged workspace.")
    ],
    target: Annotated[
        Path, typer.Argument(metavar="NEW", readable=False, help="A new or empty folder.")
    ],
    json: Json = False,
) -> Outcome:
    """Write everything of a damaged workspace that verifies into a new one.

    The damaged files stay exactly as they are. Your own guidelines are copied too; links among
    them are named and left out.
    """
    from desktop_app.workspace.care import salvage as salvage_into

    data = salvage_into(folder, target)
    shown = [
        f"Wrote {counted(data['records'], 'record')} and {counted(data['drafts'], 'draft')} into "
        f"{target}.",
        *(f"left out: {problem}" for problem in data["problems"]),
    ]
    return Outcome(data, shown, status=REFUSED if data["problems"] else None)


@verb("keys")
def keys(
    folder: Folder,
    confirm: Annotated[
        list[str] | None,
        typer.Option(
            "--confirm",
            metavar="WHO",
            help="You compared the fingerprint of this person (an id, digits or words).",
        ),
    ] = None,
    require_confirmed: Annotated[
        bool | None,
        typer.Option(
            "--require-confirmed/--no-require-confirmed",
            help="Whether results are taken only under confirmed keys.",
        ),
    ] = None,
    json: Json = False,
) -> Outcome:
    """Show your public keys in this project, and the keys pinned for others.

    A lead confirms a key after comparing its fingerprint with its owner, by phone for instance.
    """
    from desktop_app.bundles.keys import grouped, words_of
    from desktop_app.workspace.care import known_keys
    from desktop_app.workspace.trust import confirm_key, require_confirmation

    with Workspace.open(folder, write=bool(confirm) or require_confirmed is not None) as workspace:
        if require_confirmed is not None:
            require_confirmation(workspace, require_confirmed)
        for who in confirm or ():
            confirm_key(workspace, who)
        data = known_keys(workspace)
    own = data["own"]
    lines: list[str | Grid] = [f"No keys for “{data['person']}” on this computer."]
    if own:
        lines = [
            f"Your fingerprint: {grouped(own['fingerprint'])}",
            f"In words: {words_of(own['fingerprint'])}",
            f"Encrypt to you with: {own['recipient']}",
        ]
    rows = [
        [
            pin["person"],
            grouped(pin["fingerprint"]),
            "confirmed" if pin["confirmed"] else "not confirmed",
            pin["words"],
        ]
        for pin in data["pinned"]
    ]
    if rows:
        lines.append(Grid("Pinned keys", ["person", "fingerprint", "", "in words"], rows))
    if data["require_confirmed"]:
        lines.append("Results are taken only under confirmed keys.")
    return Outcome(data, lines)


@verb("plugins")
def plugins(
    action: Annotated[
        str, typer.Argument(metavar="list|allow|forbid", help="What to do.")
    ] = "list",
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A plugin.")] = None,
    json: Json = False,
) -> Outcome:
    """List the installed protocols and search providers, or allow one from elsewhere.

    A plugin runs with your rights. Allowing it remembers the hash of its installed files; when
    they change, it must be allowed again.
    """
    from desktop_app.workspace.care import allow_plugin, forbid_plugin, list_plugins

    if action == "list":
        found = list_plugins()
        rows = [[one["name"], one["package"], one["state"]] for one in found]
        return Outcome({"plugins": found}, [Grid("Plugins", ["name", "package", ""], rows)])
    if action not in ("allow", "forbid") or name is None:
        raise UsageError(
            f"plugins cannot “{action}”", hint="Use: plugins list, plugins allow NAME."
        )
    if action == "allow":
        digest = allow_plugin(name)
        return Outcome({"allowed": name, "hash": digest}, [f"“{name}” may run from now on."])
    forbid_plugin(name)
    return Outcome({"forbidden": name}, [f"“{name}” may not run any more."])
