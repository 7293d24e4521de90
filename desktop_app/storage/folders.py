"""Workspace folders: file names, creation, copying, replacing content."""

from __future__ import annotations

import errno
import secrets
from contextlib import suppress
from pathlib import Path

from desktop_app.core.errors import InputError, NotSavedError, RefusedError, os_reason
from desktop_app.core.messages import msg
from desktop_app.files import FULL_DISK_HINT
from desktop_app.storage.compaction import replace_snapshot, run_all
from desktop_app.storage.filesystem import REAL_FILES, FileSystem, remove_quietly
from desktop_app.storage.lines import Position, Tables, read_chunks
from desktop_app.storage.loading import Loaded
from desktop_app.storage.segments import segment_name, segment_numbers

RECORDS_FILE = "records.json"
DRAFTS_FILE = "drafts.json"
LOCK_FILE = "lock"
PROJECT_FOLDER = "project"


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
            hint=msg("Give a folder created by Proofdesk: it contains a file records.json."),
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
        handle = fs.create(target / name)
        try:
            for chunk in read_chunks(fs, source / name):
                handle.write(chunk)
            handle.fsync()
        finally:
            handle.close()
    fs.sync_dir(target)
    return left_out
