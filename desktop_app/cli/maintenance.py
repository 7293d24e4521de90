"""Commands for maintenance: backup, backups, restore, salvage, keys, plugins."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from desktop_app.cli.app import (
    Folder,
    IdentityFile,
    Json,
    PassphraseFile,
    read_passphrase,
    verb,
)
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
    with_keys: Annotated[
        bool,
        typer.Option(
            "--with-keys", help="Include your private keys, encrypted with --passphrase-file."
        ),
    ] = False,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> Outcome:
    """Write the whole workspace to one file: records, drafts and your own guidelines.

    A backup is only for you: in a lead's project, it names the models. It contains the public keys
    that the workspace trusts, and your private keys only with --with-keys.
    """
    from desktop_app.workspace.maintenance import write_backup

    passphrase = read_passphrase(passphrase_file)
    # A copy of a backup may end up where private keys must not be (docs/decisions/0024).
    if with_keys and passphrase is None:
        raise UsageError(
            "private keys are only written encrypted with a passphrase",
            hint="Add --passphrase-file F.",
        )
    data = write_backup(folder, output, passphrase=passphrase if with_keys else None)
    lines = [f"Wrote {output} ({data['bytes'] / 1e6:.1f} MB)."]
    if not data["keys"]:
        lines.append("It does not contain your private keys: add --with-keys to include them.")
    return Outcome(data, lines)


@verb("backups")
def backups(folder: Folder, json: Json = False) -> Outcome:
    """List the backups kept inside the workspace.

    Backups are made automatically, and before every merge, unmerge and restore. Old ones that are
    no longer needed are removed. Links in the backups folder are not followed.
    """
    from desktop_app.workspace.maintenance import list_backups

    result = list_backups(folder)
    rows = [[one["name"], one["time"], one["reason"]] for one in result]
    note = "Restore one with: proofdesk restore NAME DIR"
    return Outcome({"backups": result}, [Grid("Backups", ["name", "time", "why"], rows, note)])


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
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> Outcome:
    """Create a workspace from a backup file, or restore a workspace to one of its own backups.

    The previous state of the workspace is kept as another backup. Nothing is restored from a file
    that is damaged. Keys in a backup file are restored with its passphrase.
    """
    from desktop_app.workspace.maintenance import restore_file, restore_named

    # An existing file wins over a backup of the same name.
    if Path(source).is_file():
        passphrase = read_passphrase(passphrase_file)
        data = restore_file(Path(source), folder, passphrase=passphrase)
        lines = [f"Restored {source} into {folder}."]
        if data["keys"] == "encrypted":
            lines.append(
                "It contains your keys, encrypted. Restore them with: "
                f"proofdesk keys {folder} --passphrase-file F"
            )
        elif data["keys"] == "missing":
            lines.append(
                "Your keys are not on this computer, so nothing can be signed here. "
                f"Restore them with: proofdesk keys {folder} --identity FILE"
            )
    else:
        # A name needs no passphrase: backups inside the workspace contain no keys.
        data = restore_named(folder, source)
        lines = [
            f"{folder} was restored to {source}; its previous state was saved as {data['before']}."
        ]
    return Outcome(data, lines)


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
    """Copy everything that is intact from a damaged workspace to a new one.

    The damaged files stay exactly as they are. Your own guidelines are copied too; links among them
    are listed and not copied.
    """
    from desktop_app.workspace.maintenance import salvage as salvage_into

    data = salvage_into(folder, target)
    shown = [
        f"Wrote {counted(data['records'], 'record')} and {counted(data['drafts'], 'draft')} to "
        f"{target}.",
        *(f"excluded: {problem}" for problem in data["problems"]),
    ]
    # Lost data is reported by the exit status, although everything else was written.
    return Outcome(data, shown, status=REFUSED if data["problems"] else None)


@verb("keys")
def keys(
    folder: Folder,
    confirm: Annotated[
        list[str] | None,
        typer.Option(
            "--confirm",
            metavar="WHO",
            help="Confirm a key that you have compared: a fingerprint (digits or words) or an id.",
        ),
    ] = None,
    require_confirmed: Annotated[
        bool | None,
        typer.Option(
            "--require-confirmed/--no-require-confirmed",
            help="Accept only results with confirmed keys, or all results.",
        ),
    ] = None,
    identity: IdentityFile = None,
    passphrase_file: PassphraseFile = None,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Create new keys if yours are lost.")
    ] = False,
    json: Json = False,
) -> Outcome:
    """Show your public keys in this project, and the keys pinned for others.

    A lead confirms a key after comparing its fingerprint with its owner, for example by phone. If
    your own keys are missing, restore them: --identity FILE reads a copy of the key file,
    --passphrase-file F opens the keys in a restored backup.
    """
    from desktop_app.bundles.keys import grouped, load_identity, words_of
    from desktop_app.workspace.maintenance import known_keys, restore_keys
    from desktop_app.workspace.trust import (
        confirm_key,
        make_new_key,
        require_confirmation,
        take_identity,
    )

    passphrase = read_passphrase(passphrase_file)
    # Only a change needs the lock, so that keys can be shown while the window is open.
    changes = any((confirm, require_confirmed is not None, identity, new_key, passphrase))
    with Workspace.open(folder, write=changes) as workspace:
        # Restoring comes before --new-key, which is refused where keys exist.
        if passphrase is not None:
            restore_keys(workspace, passphrase)
        if identity is not None:
            take_identity(workspace, load_identity(identity))
        if new_key:
            make_new_key(workspace)
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
    # Words as well as digits, because words are easier to compare by phone.
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
        lines.append("Only results with confirmed keys are accepted.")
    return Outcome(data, lines)


@verb("plugins")
def plugins(
    action: Annotated[
        str, typer.Argument(metavar="list|allow|forbid", help="What to do.")
    ] = "list",
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Name of the plugin.")
    ] = None,
    json: Json = False,
) -> Outcome:
    """List the installed protocols, search providers and scorers, or allow a third-party plugin.

    A plugin runs with your rights. Allowing it remembers the hash of its installed files; when the
    files change, it must be allowed again.
    """
    from desktop_app.workspace.maintenance import allow_plugin, forbid_plugin, list_plugins

    if action == "list":
        result = list_plugins()
        rows = [[one["name"], one["package"], one["state"]] for one in result]
        return Outcome({"plugins": result}, [Grid("Plugins", ["name", "package", ""], rows)])
    if action not in ("allow", "forbid") or name is None:
        raise UsageError(
            f"unknown action “{action}”", hint="Use: plugins list, plugins allow NAME."
        )
    if action == "allow":
        digest = allow_plugin(name)
        return Outcome({"allowed": name, "hash": digest}, [f"“{name}” is now allowed to run."])
    forbid_plugin(name)
    return Outcome({"forbidden": name}, [f"“{name}” is no longer allowed to run."])
