"""Workspace folders: file names, creation, copying, replacing content, and unsuitable places."""

from __future__ import annotations

import errno
import secrets
import sys
from contextlib import suppress
from pathlib import Path

from desktop_app.core.errors import InputError, NotSavedError, RefusedError, os_reason
from desktop_app.core.messages import msg
from desktop_app.files import FULL_DISK_HINT
from desktop_app.storage.filesystem import (
    REAL_FILES,
    FileSystem,
    read_chunks,
    remove_quietly,
    write_durably,
)
from desktop_app.storage.loading import Loaded
from desktop_app.storage.memory import Tables
from desktop_app.storage.segments import segment_name, segment_numbers
from desktop_app.storage.snapshot import Position, replace_snapshot, run_all

RECORDS_FILE = "records.json"
DRAFTS_FILE = "drafts.json"
LOCK_FILE = "lock"
PROJECT_FOLDER = "project"

# Beginnings or ends of folder names of synchronisation clients, with the name of the client.
_CLOUD = (
    ("dropbox", "Dropbox"),
    ("onedrive", "OneDrive"),
    ("google drive", "Google Drive"),
    ("googledrive", "Google Drive"),
    ("my drive", "Google Drive"),
    ("icloud", "iCloud"),
    ("com~apple~clouddocs", "iCloud"),
    ("mobile documents", "iCloud"),
    ("nextcloud", "Nextcloud"),
    ("owncloud", "ownCloud"),
)
# File system types in /proc/mounts on which locking and syncing are not reliable.
_NETWORK = frozenset(
    (
        *("9p", "afs", "ceph", "cifs", "davfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4"),
        *("smb3", "smbfs", "fuse.davfs", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs"),
        "fuse.sshfs",
    )
)
_MOUNTS = Path("/proc/mounts")
_ADVICE = msg("keep the workspace on a local disk and exchange bundles instead")


def is_workspace(folder: Path, fs: FileSystem = REAL_FILES) -> bool:
    """Return whether the folder contains a workspace, damaged or not."""
    try:
        names = fs.listdir(folder)
    except OSError:
        return False
    # Segments alone are sufficient, because a workspace without its snapshot can still be salvaged.
    return RECORDS_FILE in names or bool(segment_numbers("records", names))


def write_store(
    fs: FileSystem, folder: Path, records: Tables, drafts: Tables, *, project: Path | None = None
) -> list[str]:
    """Write a closed store with this content, and a project folder, to a new or empty folder.

    Returns a sentence for each link in the project folder: links are neither followed nor copied.
    Raises RefusedError if the folder is not empty, and NotSavedError if writing fails.
    """
    try:
        make_folders(fs, folder)
        # An earlier attempt may have left a lock file, which contains nothing.
        if set(fs.listdir(folder)) - {LOCK_FILE}:
            raise RefusedError(
                msg("{folder}: the folder is not empty", folder=folder),
                hint=msg("Choose a new or an empty folder."),
            )
        left_out = [] if project is None else copy_folder(fs, project, folder / PROJECT_FOLDER)
        # The records are written last: `records.json` makes the folder a workspace, so an
        # interrupted attempt leaves none.
        for name, tables in ((DRAFTS_FILE, drafts), (RECORDS_FILE, records)):
            position = Position(0, secrets.token_hex(16), 1)
            run_all(replace_snapshot(fs, folder / name, tables, position))
    except OSError as error:
        raise NotSavedError(
            msg(
                "{folder}: the workspace could not be written ({error})",
                folder=folder,
                error=os_reason(error),
            ),
            hint=FULL_DISK_HINT,
        ) from error
    return left_out


def supersede(fs: FileSystem, path: Path, loaded: Loaded) -> None:
    """Replace the content of the store at `path`; its old segments become obsolete."""
    numbers = segment_numbers(path.stem, fs.listdir(path.parent))
    # The number is higher than those of all existing segments, so that none of them continues the
    # new snapshot.
    first = max(numbers, default=0) + 1
    position = Position(loaded.position.seq, secrets.token_hex(16), first)
    run_all(replace_snapshot(fs, path, loaded.tables, position))
    for number in numbers:
        remove_quietly(fs, path.with_name(segment_name(path.stem, number)))


def without_place(tables: Tables) -> Tables:
    """Return the tables without the note of the workspace's place.

    This is done for every copy and every restored state. When such a store is opened for writing,
    the missing note makes it a new device, so that no sequence number is used twice.
    """
    local = {key: doc for key, doc in tables.get("local", {}).items() if doc.get("name") != "place"}
    return {**tables, "local": local} if "local" in tables else tables


def require_workspace(fs: FileSystem, folder: Path) -> None:
    """Raise InputError if the folder contains no workspace."""
    if not is_workspace(folder, fs):
        what = msg("is not a workspace") if fs.exists(folder) else msg("does not exist")
        raise InputError(
            what,
            file=str(folder),
            hint=msg("Choose a folder created by Proofdesk. It contains a file records.json."),
        )


def make_folders(fs: FileSystem, folder: Path) -> None:
    """Create a folder and its missing parents durably. Raises OSError."""
    missing = []
    current = folder
    while not fs.exists(current):
        missing.append(current)
        current = current.parent
    if not fs.is_dir(current):
        raise NotADirectoryError(errno.ENOTDIR, msg("a file with this name is in the way"))
    # The process that created the nearest existing folder may not have synced its name.
    with suppress(OSError):
        fs.sync_dir(current.parent)
    for path in reversed(missing):
        # Another program may create the same folder at the same time.
        with suppress(FileExistsError):
            fs.mkdir(path)
        fs.sync_dir(path.parent)


def copy_folder(fs: FileSystem, source: Path, target: Path, label: str = "") -> list[str]:
    """Copy a folder durably, if it exists; return a sentence for each link, which is not copied.

    `label`: the folder's name in the sentences, by default its own name

    Raises OSError.
    """
    label = label or source.name
    if fs.is_link(source):
        return [msg("{label} is a link; its target was not copied", label=label)]
    if not fs.exists(source):
        return []
    left_out: list[str] = []
    fs.mkdir(target)
    for name in sorted(fs.listdir(source)):
        inner = f"{label}/{name}"
        # For a link, the recursive call returns the sentence.
        if fs.is_link(source / name) or fs.is_dir(source / name):
            left_out += copy_folder(fs, source / name, target / name, inner)
            continue
        write_durably(fs, target / name, read_chunks(fs, source / name))
    fs.sync_dir(target)
    return left_out


def place_warnings(folder: Path, mounts: str | None = None) -> list[str]:
    """Return one sentence for each reason why this folder is a risky place for a workspace.

    `mounts`: replaces the content of /proc/mounts, for tests
    """
    path = folder.absolute()
    # A dict removes duplicates and preserves the order.
    clouds = dict.fromkeys(
        name
        for part in path.parts
        for mark, name in _CLOUD
        if part.lower().startswith(mark) or part.lower().endswith(mark)
    )
    warnings = [
        msg(
            "The folder seems to be synchronised by {name}, which may replace files while they are "
            "in use: {advice}.",
            name=name,
            advice=_ADVICE,
        )
        for name in clouds
    ]
    if mounts is None:
        mounts = _read_mounts()
    kind = _mount_type(path, mounts)
    # UNC paths never appear in a mount table, so they are recognised by their prefix.
    if kind in _NETWORK or str(path).startswith(("\\\\", "//")):
        warnings.append(
            msg(
                "The folder is on a network drive ({value}), where locks and synchronous writes "
                "cannot be relied on: {advice}.",
                value=kind or msg("UNC path"),
                advice=_ADVICE,
            )
        )
    return warnings


def _read_mounts() -> str:
    if not sys.platform.startswith("linux"):
        return ""
    try:
        return _MOUNTS.read_text("utf-8", "replace")
    except OSError:
        return ""


def _mount_type(path: Path, mounts: str) -> str:
    """Return the file system type of the longest mount point that contains `path`, or ""."""
    kinds: dict[str, str] = {}
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) > 2:
            # The mount table escapes spaces as an octal code. The first of several file systems on
            # one mount point counts.
            kinds.setdefault(fields[1].replace("\\040", " "), fields[2])
    # Opening a workspace must be fast, so only the parents of the path become paths.
    return next((kinds[str(one)] for one in (path, *path.parents) if str(one) in kinds), "")
