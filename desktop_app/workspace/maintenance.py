"""Maintenance: backups, restoring, salvage, keys, and the installed plugins."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_app.core.errors import (
    AppError,
    DamagedError,
    InputError,
    NewerVersionError,
    UsageError,
)
from desktop_app.core.messages import msg
from desktop_app.core.records import parse_record
from desktop_app.plugin_loader import (
    all_available,
    available,
    is_own,
    load_protocol,
    plugin_hash,
)
from desktop_app.settings import load_settings, save_settings
from desktop_app.storage.archive import KEYS_FILE, export_backup, import_backup
from desktop_app.storage.store import Store
from desktop_app.workspace.folder import require_free_output
from desktop_app.workspace.workspace import Workspace

_NOT_RESTORED = msg("Nothing was restored. Ask for the file again, or choose another one.")


def write_backup(folder: Path, file: Path, *, passphrase: str | None = None) -> dict[str, Any]:
    """Write a whole workspace into one file, with drafts and pinned keys.

    `passphrase`: include the person's private keys, encrypted with it; None: do not

    Raises as `export_backup` does, UsageError if `file` belongs to a workspace, and RefusedError if
    the private keys are not on this computer.
    """
    require_free_output(file)
    keys: bytes | None = None
    if passphrase is not None:
        from desktop_app.bundles.keys import key_file_bytes
        from desktop_app.bundles.sealing import seal
        from desktop_app.workspace.trust import signing_identity

        with Workspace.open(folder) as workspace:
            identity = signing_identity(workspace)
        keys = seal(key_file_bytes(identity), recipients=(), passphrase=passphrase)
    else:
        _note_own_key(folder)
    export_backup(folder, file, keys)
    return {"file": str(file), "bytes": file.stat().st_size, "keys": keys is not None}


def _note_own_key(folder: Path) -> None:
    """Store the person's public key in a workspace of an earlier version, if it is writable."""
    from desktop_app.workspace.trust import own_identity, remember_own_key

    with suppress(AppError), Workspace.open(folder, write=True) as workspace:
        own = own_identity(workspace)
        if own is not None:
            remember_own_key(workspace, own)


def restore_file(file: Path, folder: Path, *, passphrase: str | None = None) -> dict[str, Any]:
    """Create a workspace in a new folder from a backup file.

    `passphrase`: decrypts the private keys in the file; None: they stay encrypted in the folder
        (see `restore_keys`)

    The workspace becomes a new device, because the original may still be in use. Raises as
    `import_backup` does, DamagedError (including for content that Proofdesk never wrote),
    InputError for a wrong passphrase, RefusedError if other keys are on this computer. After an
    error, the folder is unchanged.
    """
    data: dict[str, Any] = {"folder": str(folder)}

    # Called before the import is final, so that a file that fails here leaves no folder.
    def accept() -> None:
        try:
            with Workspace.open(folder, write=True) as workspace:
                _require_true_records(workspace)
                data["digest"] = workspace.records.digest()
        except NewerVersionError:
            # A subclass of InputError with its own message.
            raise
        except InputError as error:
            raise DamagedError(error.reason, file=file.name, hint=_NOT_RESTORED) from error
        if passphrase is not None and (folder / KEYS_FILE).exists():
            with Workspace.open(folder, write=True) as workspace:
                restore_keys(workspace, passphrase)

    import_backup(file, folder, accept=accept)
    with Workspace.open(folder) as workspace:
        data["keys"] = keys_state(workspace)
    return data


def keys_state(workspace: Workspace) -> str:
    """Return where the person's keys are: “here”, “encrypted” (in the folder) or “missing”."""
    from desktop_app.workspace.trust import readable_identity

    if readable_identity(workspace.project, workspace.person) is not None:
        return "here"
    return "encrypted" if (workspace.folder / KEYS_FILE).exists() else "missing"


@dataclass(frozen=True)
class OwnKey:
    """The state of the signing key of a workspace's person.

    `state`: see `keys_state`
    `fingerprint`: fingerprint of the key; empty: the key was never known to this workspace
    """

    person: str
    state: str
    fingerprint: str


def own_key_of(workspace: Workspace) -> OwnKey:
    """Return the state of the signing key of a workspace's person."""
    from desktop_app.bundles.keys import fingerprint
    from desktop_app.workspace.trust import OWN_KEY, readable_identity

    own, known = readable_identity(workspace.project, workspace.person), workspace.local(OWN_KEY)
    print_ = own.fingerprint if own else fingerprint(bytes.fromhex(known)) if known else ""
    return OwnKey(workspace.person, keys_state(workspace), print_)


def restore_keys(workspace: Workspace, passphrase: str) -> None:
    """Restore the keys that a backup contained, and remove the encrypted copy.

    Raises InputError if there are none or the passphrase is wrong, RefusedError if they are
    somebody else's, or if other keys are on this computer.
    """
    from desktop_app.bundles.format import Limits, RefusalError
    from desktop_app.bundles.keys import parse_identity
    from desktop_app.bundles.sealing import unseal
    from desktop_app.workspace.trust import take_identity

    file = workspace.folder / KEYS_FILE
    if not file.exists():
        raise InputError(msg("the backup contained no keys"), file=str(workspace.folder))
    try:
        content = unseal(file.read_bytes(), identities=(), passphrase=passphrase, limits=Limits())
    except RefusalError as error:
        hint = msg("Enter the passphrase of the backup.")
        raise InputError(str(error), file=KEYS_FILE, hint=hint) from None
    identity = parse_identity(content, file=KEYS_FILE)
    take_identity(workspace, identity)
    # Only after the keys are stored.
    file.unlink()


def _require_true_records(workspace: Workspace) -> None:
    """Raise DamagedError unless every stored record is valid and matches its rev."""
    # A backup file may come from anybody, and opening a workspace does not compute revs.
    for stored in workspace.store.records.table("records"):
        content = {name: value for name, value in stored.items() if name != "rev"}
        try:
            parse_record(content, rev=str(stored.get("rev")))
        except ValueError as error:
            raise DamagedError(
                msg("record {doc_id}: {error}", doc_id=stored.doc_id, error=error)
            ) from error


def list_backups(folder: Path) -> list[dict[str, Any]]:
    """Return the backups in a workspace, the newest first."""
    with Store.open(folder, mode="read") as store:
        return [
            {"name": one.name, "time": one.time.isoformat(), "reason": one.reason}
            for one in store.list_backups()
        ]


def restore_named(folder: Path, name: str) -> dict[str, Any]:
    """Restore one of a workspace's own backups, whether or not the workspace is damaged.

    Raises InputError if no backup has this name.
    """
    with Store.open(folder, mode="write") as store:
        if name not in {one.name for one in store.list_backups()}:
            raise InputError(
                msg("is neither an existing file nor the name of a backup in this workspace"),
                file=name,
                hint=msg("See the names with: proofdesk backups DIR"),
            )
        before = store.restore(name)
    # Opening for writing makes it a new device.
    with Workspace.open(folder, write=True) as workspace:
        return {
            "folder": str(folder),
            "restored": name,
            "before": before.name,
            "digest": workspace.records.digest(),
        }


def salvage(folder: Path, target: Path) -> dict[str, Any]:
    """Copy everything that is intact from a damaged workspace into a new one."""
    with Store.open(folder, mode="read") as store:
        problems = list(store.report.problems)
        problems += store.salvage_to(target)
    # Opening for writing makes it a new device.
    with Workspace.open(target, write=True) as workspace:
        return {
            "folder": str(target),
            "records": len(workspace.records),
            "drafts": len(workspace.store.drafts.table("drafts")),
            "problems": problems,
            "digest": workspace.records.digest(),
        }


def known_keys(workspace: Workspace) -> dict[str, Any]:
    """Return this person's public keys and the pinned keys of others."""
    from desktop_app.bundles.keys import words_of
    from desktop_app.workspace.trust import readable_identity, requires_confirmation

    own = readable_identity(workspace.project, workspace.person)
    pins = [
        {
            "person": pin["person"],
            "fingerprint": pin["fingerprint"],
            "words": words_of(pin["fingerprint"]),
            "recipient": pin.get("age"),
            "confirmed": bool(pin.get("confirmed")),
        }
        for pin in workspace.store.records.table("pins")
    ]
    return {
        "person": workspace.person,
        "own": {"fingerprint": own.fingerprint, "recipient": own.recipient} if own else None,
        "pinned": sorted(pins, key=lambda pin: str(pin["person"])),
        "require_confirmed": requires_confirmation(workspace),
    }


def list_plugins() -> list[dict[str, str]]:
    """Return the installed plugins of all groups, and whether they may run."""
    allowed = load_settings().allowed_plugins
    result = []
    for point in all_available():
        installed = plugin_hash(point.dist) if point.dist else ""
        if is_own(point):
            state = msg("built in")
        elif point.name not in allowed:
            state = msg("not allowed")
        else:
            is_same = allowed[point.name] == installed
            state = msg("allowed") if is_same else msg("changed since allowed")
        package = point.dist.name if point.dist else ""
        result.append({"name": point.name, "package": package, "state": state, "hash": installed})
    return result


def allow_plugin(name: str) -> str:
    """Allow the installed version of a third-party plugin to run; return its hash.

    Raises UsageError if there is no such plugin.
    """
    for point in all_available():
        if point.name == name and not is_own(point):
            digest = plugin_hash(point.dist) if point.dist else ""
            settings = load_settings()
            allowed = {**settings.allowed_plugins, name: digest}
            save_settings(settings.model_copy(update={"allowed_plugins": allowed}))
            return digest
    raise UsageError(
        msg("there is no third-party plugin “{name}”", name=name),
        hint=msg("See: proofdesk plugins list"),
    )


def forbid_plugin(name: str) -> None:
    """Remove a plugin's permission. Raises UsageError if it has none."""
    settings = load_settings()
    if name not in settings.allowed_plugins:
        raise UsageError(msg("“{name}” is not an allowed plugin", name=name))
    left = {key: value for key, value in settings.allowed_plugins.items() if key != name}
    save_settings(settings.model_copy(update={"allowed_plugins": left}))


@dataclass(frozen=True)
class ProtocolFace:
    """A protocol as shown to people who create a project.

    `words`: its description, a sentence or two
    `problem`: why it cannot be used; empty: it can
    `takes_form`: whether its questions come from a form file of the project
    """

    key: str
    title: str
    words: str
    problem: str = ""
    takes_form: bool = False


def describe_protocols() -> list[ProtocolFace]:
    """Return descriptions of the installed protocols, ordered by name.

    Protocols without a page in the window are left out. A plugin that is not allowed is not loaded;
    it is described by its problem, as is one that fails to load.
    """
    allowed = load_settings().allowed_plugins
    faces = []
    # Several packages may register the same name.
    for name in dict.fromkeys(point.name for point in available()):
        try:
            protocol = load_protocol(name, allowed)
        except UsageError as error:
            faces.append(
                ProtocolFace(name, name, "", msg("{error}. {hint}", error=error, hint=error.hint))
            )
            continue
        # Third-party code may raise anything.
        except Exception as error:
            faces.append(
                ProtocolFace(
                    name, name, "", msg("it cannot be loaded ({error})", error=f"{error!r}")
                )
            )
            continue
        if not any(stage.panel for stage in protocol.stages):
            # It can be used only on the command line.
            continue
        title, words = protocol.title, protocol.words
        faces.append(ProtocolFace(name, title, words, takes_form=bool(protocol.form_path)))
    return faces
