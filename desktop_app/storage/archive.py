"""Export and import of a whole workspace as one file.

The file is a ZIP archive of uncompressed entries: `manifest.json` (size and SHA-256 of each other
entry), then `project/…`, `keys.age` if keys were requested, `drafts.json`, `records.json`. The
reader rejects everything else: other names, compression, encryption, links, duplicates, comments
and gaps. It never uses a name as a path before the name has matched a fixed pattern.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import shutil
import stat
import struct
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from desktop_app.core.errors import (
    DamagedError,
    InputError,
    NewerVersionError,
    NotSavedError,
    RefusedError,
    os_reason,
)
from desktop_app.core.messages import msg
from desktop_app.files import FULL_DISK_HINT, atomic_file, atomic_write
from desktop_app.storage.filesystem import CHUNK, REAL_FILES, read_chunks
from desktop_app.storage.folders import (
    DRAFTS_FILE,
    LOCK_FILE,
    PROJECT_FOLDER,
    RECORDS_FILE,
    make_folders,
    require_workspace,
    supersede,
    without_place,
)
from desktop_app.storage.loading import Loaded, load_steadily
from desktop_app.storage.memory import Tables
from desktop_app.storage.snapshot import FORMAT, NEWER_HINT, Position, snapshot_blocks

MANIFEST = "manifest.json"
# The person's keys, encrypted with a passphrase. This module never decrypts them.
KEYS_FILE = "keys.age"
MAX_ENTRIES = 2000
MAX_MANIFEST = 1 << 20
# One part of a path: no leading dot or space, no trailing dot or space, 100 characters at most. On
# some systems, names outside this pattern have a special meaning or are invalid.
_PART = re.compile(r"\w(?:[\w .,+()-]{0,98}[\w+)-])?\Z")
_MAX_DEPTH = 8
# Device names on Windows, where even `con.txt` refers to the console.
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|\Z)")
# The earliest time that a ZIP archive can hold. Entries have no time of their own.
_TIME = (1980, 1, 1, 0, 0, 0)
# The exceptions that `zipfile` raises for invalid archives.
_ZIP_ERRORS = (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, struct.error)
_FEWER = msg("Nothing was written. Move files that the project does not need out of the folder.")
_FOREIGN = msg("Nothing was imported. Ask for the file again, or choose another one.")


def _is_allowed(name: str) -> bool:
    if name in (RECORDS_FILE, DRAFTS_FILE, KEYS_FILE):
        return True
    first, *parts = name.split("/")
    return (
        first == PROJECT_FOLDER
        and 1 <= len(parts) <= _MAX_DEPTH
        and all(_PART.match(part) and not _RESERVED.match(part) for part in parts)
    )


def export_backup(folder: Path, file: Path, keys: bytes | None = None) -> None:
    """Write the workspace (or backup) in `folder` to one file; nothing else is changed.

    `keys`: encrypted keys to include, stored as they are

    Raises InputError (no workspace), DamagedError (salvage it first), NewerVersionError,
    RefusedError (a file in the project folder is a link, or has a name that not every system
    accepts, or there are too many of them) and NotSavedError. `file` is unchanged after an error.
    """
    require_workspace(REAL_FILES, folder)
    contents: list[tuple[str, Tables, Position]] = []
    for name in (DRAFTS_FILE, RECORDS_FILE):
        loaded = load_steadily(REAL_FILES, folder / name)
        if loaded.problems:
            raise DamagedError(
                loaded.problems[0], file=name, hint=msg("Salvage the workspace first.")
            )
        # A new origin and no place, so that whoever imports it gets a separate store and a new
        # device.
        contents.append((name, without_place(loaded.tables), Position(0, secrets.token_hex(16), 1)))
    project = list(_project_files(folder))
    _refuse_many([name for name, _ in project])
    manifest: dict[str, Any] = {"format": FORMAT, "entries": {}}
    # The same blocks are generated twice, because the manifest with sizes and digests precedes the
    # entries, and the workspace need not fit into memory.
    for name, path in project:
        manifest["entries"][name] = _measure(read_chunks(REAL_FILES, path))
    if keys is not None:
        manifest["entries"][KEYS_FILE] = _measure(iter([keys]))
    for name, tables, position in contents:
        manifest["entries"][name] = _measure(snapshot_blocks(tables, position))
    listing = orjson.dumps(manifest)
    if len(listing) > MAX_MANIFEST:
        raise RefusedError(
            msg("the names of the files in {folder} are too long", folder=folder / PROJECT_FOLDER),
            hint=_FEWER,
        )
    with atomic_file(file) as target, zipfile.ZipFile(target, "w") as archive:
        _add(archive, MANIFEST, iter([listing]))
        for name, path in project:
            _add(archive, name, read_chunks(REAL_FILES, path))
        if keys is not None:
            _add(archive, KEYS_FILE, iter([keys]))
        for name, tables, position in contents:
            _add(archive, name, snapshot_blocks(tables, position))


def _project_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield entry name and path of each project file. Raises RefusedError for an invalid name."""
    project = folder / PROJECT_FOLDER
    # If the project folder itself is a link, it is refused below and not followed.
    for path in [project] if REAL_FILES.is_link(project) else sorted(project.rglob("*")):
        link = REAL_FILES.is_link(path)
        if path.is_dir() and not link:
            continue
        name = path.relative_to(folder).as_posix()
        if link or not _is_allowed(name):
            raise RefusedError(
                msg("{name}: a file with this name cannot be exported", name=name),
                hint=msg("Use letters, digits, spaces and . , + ( ) - _ in names, and no links."),
            )
        yield name, path


def _refuse_many(names: Sequence[str]) -> None:
    """Raise RefusedError for project files that `_checked_entries` would refuse together."""
    # The manifest, the keys and two databases are entries too.
    most = MAX_ENTRIES - 4
    if len(names) > most:
        raise RefusedError(
            msg(
                "a backup file contains at most {most} project files, and there are {files}",
                most=most,
                files=len(names),
            ),
            hint=_FEWER,
        )
    known: dict[str, str] = {}
    for name in names:
        other = known.setdefault(name.casefold(), name)
        if other != name:
            raise RefusedError(
                msg("{other} and {name} differ only in case", other=other, name=name),
                hint=msg("Rename one of them: some systems would take them for one file."),
            )


def _measure(blocks: Iterator[bytes]) -> dict[str, Any]:
    digest, size = hashlib.sha256(), 0
    for block in blocks:
        digest.update(block)
        size += len(block)
    return {"size": size, "sha256": digest.hexdigest()}


def _add(archive: zipfile.ZipFile, name: str, blocks: Iterator[bytes]) -> None:
    info = zipfile.ZipInfo(name, _TIME)
    # A regular file with private permissions, whichever program unpacks it.
    info.external_attr = (stat.S_IFREG | 0o600) << 16
    # The size is not known in advance, so space for large sizes is always reserved.
    with archive.open(info, "w", force_zip64=True) as entry:
        for block in blocks:
            entry.write(block)


def import_backup(file: Path, folder: Path, *, accept: Callable[[], object] = lambda: None) -> None:
    """Create a workspace in a new or empty folder from an exported file.

    `accept`: called when all files are in place; if it raises an exception, all of them are removed

    When the folder is opened as a workspace, it becomes a new device.

    Raises InputError or DamagedError (the file is not exactly what `export_backup` writes),
    NewerVersionError, RefusedError (the folder is not empty), NotSavedError, and whatever `accept`
    raises. After an error the folder is unchanged.
    """
    try:
        with file.open("rb") as source:
            _import(source, file.name, folder, accept)
    except OSError as error:
        raise InputError(
            msg("cannot be imported ({error})", error=os_reason(error)), file=str(file)
        ) from error


def _import(source: BinaryIO, label: str, folder: Path, accept: Callable[[], object]) -> None:
    """Import an open file (see `import_backup`). `label`: its name in messages."""
    try:
        archive = zipfile.ZipFile(source)
    except _ZIP_ERRORS as error:
        raise InputError(
            msg("is not an exported workspace: “{error}”", error=error), file=label
        ) from error
    with archive:
        # Everything that can be checked in advance is checked before the first file is written.
        entries = _checked_entries(archive, source, label)
        existed = folder.exists()
        make_folders(REAL_FILES, folder)
        before = {path.name for path in folder.iterdir()}
        if before - {LOCK_FILE}:
            raise RefusedError(
                msg("{folder}: the folder is not empty", folder=folder),
                hint=msg("Choose a new or an empty folder."),
            )
        try:
            # The records are written last, because `records.json` makes the folder a workspace.
            for name in sorted(entries, key=lambda name: (name == RECORDS_FILE, name)):
                target = folder / name
                target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                atomic_write(target, _checked_blocks(archive, name, entries[name], label))
            # A matching digest only proves that the file arrived as it was sent. The content must
            # also load as a store.
            for name in (DRAFTS_FILE, RECORDS_FILE):
                loaded = load_steadily(REAL_FILES, folder / name)
                if loaded.problems:
                    raise DamagedError(loaded.problems[0], file=label, hint=_FOREIGN)
                # Ids are converted to numbers later. Only plain ASCII digits convert in exactly one
                # way.
                if not all(key.isascii() and key.isdigit() for key in _keys(loaded.tables)):
                    raise InputError(
                        msg("contains invalid document IDs"), file=label, hint=_FOREIGN
                    )
                _rewrite(folder / name, loaded.tables, label)
            accept()
        except BaseException:
            # Before, the folder contained at most a lock, so everything else in it comes from this
            # attempt.
            for path in folder.iterdir():
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                elif path.name not in before:
                    path.unlink(missing_ok=True)
            if not existed:
                shutil.rmtree(folder, ignore_errors=True)
            raise


def _rewrite(path: Path, tables: Tables, label: str) -> None:
    """Rewrite a checked store with new control data and without the old place."""
    try:
        supersede(REAL_FILES, path, Loaded(tables=without_place(tables)))
    except TypeError as error:
        reason = msg("contains a document that Proofdesk cannot have written")
        raise DamagedError(reason, file=label, field=path.name, hint=_FOREIGN) from error
    except OSError as error:
        raise NotSavedError(
            msg("{path}: could not be written ({error})", path=path, error=os_reason(error)),
            hint=FULL_DISK_HINT,
        ) from error


def _keys(tables: Tables) -> Iterator[str]:
    return (key for table in tables.values() for key in table)


def _checked_entries(
    archive: zipfile.ZipFile, source: BinaryIO, label: str
) -> dict[str, dict[str, Any]]:
    """Check that the archive contains exactly what its manifest lists; return the entries."""

    def refuse(reason: str, field: str = "") -> InputError:
        return InputError(reason, file=label, field=field, hint=_FOREIGN)

    infos = archive.infolist()
    names = [info.filename for info in infos]
    # The file must end with the archive's end record (22 bytes), so that nothing can hide after it.
    source.seek(-22, 2)
    ended = source.read(4) == b"PK\x05\x06"
    if (
        not ended
        or archive.comment
        or len(infos) > MAX_ENTRIES
        or not names
        or names[0] != MANIFEST
    ):
        raise refuse(msg("is not an exported workspace"))
    # On file systems that ignore case, one of these entries would overwrite the other.
    if len({name.casefold() for name in names}) != len(names):
        raise refuse(msg("contains two entries with the same name"))
    expected = 0
    for info in infos:
        if info.filename != MANIFEST and not _is_allowed(info.filename):
            raise refuse(msg("contains an unexpected entry"))
        mode = info.external_attr >> 16
        # Bit 11 (0x800) marks UTF-8 names and is the only flag allowed, which excludes encryption.
        if (
            info.compress_type != zipfile.ZIP_STORED
            or info.flag_bits & ~0x800
            or info.comment
            or info.file_size != info.compress_size
            or mode not in (0, stat.S_IFREG | 0o600)
        ):
            raise refuse(msg("an entry is not stored plainly"), info.filename)
        # In a local header (30 bytes), the lengths of name and extra field start at offset 26.
        source.seek(info.header_offset + 26)
        lengths = source.read(4)
        expected_start = info.header_offset == expected
        header = 30 + int.from_bytes(lengths[:2], "little") + int.from_bytes(lengths[2:], "little")
        expected += header + info.compress_size
        if not expected_start:
            raise refuse(msg("entries overlap or leave gaps"), info.filename)
    if expected != archive.start_dir:
        raise refuse(msg("entries overlap or leave gaps"))
    # The manifest is the only entry that is read into memory as a whole.
    if infos[0].file_size > MAX_MANIFEST:
        raise refuse(msg("is too large"), MANIFEST)
    try:
        manifest = orjson.loads(archive.read(infos[0]))
        version, entries = manifest["format"], manifest["entries"]
        # A newer format may have another layout, so the format is checked before the entries.
        newer = version > FORMAT
    except (*_ZIP_ERRORS, KeyError, TypeError) as error:
        raise refuse(msg("cannot be read"), MANIFEST) from error
    if newer:
        raise NewerVersionError(msg("written by a newer Proofdesk"), file=label, hint=NEWER_HINT)
    sizes = {info.filename: info.file_size for info in infos[1:]}
    try:
        listed = {name: entry["size"] for name, entry in entries.items()}
    except (AttributeError, KeyError, TypeError) as error:
        raise refuse(msg("cannot be read"), MANIFEST) from error
    if listed != sizes or not {RECORDS_FILE, DRAFTS_FILE} <= sizes.keys():
        raise refuse(msg("the entries do not match the manifest"))
    checked: dict[str, dict[str, Any]] = entries
    return checked


def _checked_blocks(
    archive: zipfile.ZipFile, name: str, entry: dict[str, Any], label: str
) -> Iterator[bytes]:
    """Yield an entry's content; raise DamagedError at its end if it does not match the manifest."""
    digest = hashlib.sha256()
    try:
        with archive.open(name) as content:
            while block := content.read(CHUNK):
                digest.update(block)
                yield block
    except _ZIP_ERRORS as error:
        raise DamagedError(
            msg("cannot be read: “{error}”", error=error), file=label, field=name, hint=_FOREIGN
        ) from error
    if digest.hexdigest() != entry.get("sha256"):
        raise DamagedError(
            msg("does not match its checksum"), file=label, field=name, hint=_FOREIGN
        )
