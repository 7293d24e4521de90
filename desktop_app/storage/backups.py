"""Backups inside the workspace: hard links to files that never change again.

A backup is a folder `backups/<UTC stamp>-<reason>/` that can be opened as a store. Snapshots are
only ever replaced as whole files, and nothing is appended to sealed segments, so a backup costs a
few links whatever the size of the workspace (docs/decisions/0003).

Symbolic links are never followed, because their targets do not belong to the workspace. A link with
the name of a backup is not a backup. If `backups` itself is a link, there are no backups and none
can be made.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import orjson

from desktop_app.core.errors import InputError, NotSavedError
from desktop_app.core.messages import msg
from desktop_app.storage.filesystem import FileSystem, read_chunks, remove_quietly, write_durably
from desktop_app.storage.journal import FrozenFiles
from desktop_app.storage.snapshot import FORMAT

BACKUPS_FOLDER = "backups"
AUTOMATIC = "auto"
AUTOMATIC_EVERY = timedelta(minutes=30)
# How many backups are kept; see `superfluous`. First, the number of automatic backups of any age:
KEEP_NEWEST = 10
# The maximum number of automatic backups of the last day:
KEEP_RECENT = 48
KEEP_DAYS = 14
KEEP_WEEKS = 8
# The number of backups for each other reason:
KEEP_EXPLICIT = 20

# This file is written last, so a folder without it is an unfinished backup.
_MARKER = "backup.json"
_NAME = re.compile(r"(\d{8}T\d{6}Z)(?:-(\d{1,4}))?-([a-z]{1,20})\Z")
_REASON = re.compile(r"[a-z]{1,20}\Z")
# The names of the files in a backup. Except for the marker, no other file in a backup's folder is
# ever removed.
_STORE_FILE = re.compile(r"(records|drafts)\.(json|journal\.\d{6,9}(\.torn-\d+)?)\Z")
_STAMP = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished backup. `time` is UTC, to the second; `path` opens as a read-only store."""

    name: str
    time: datetime
    reason: str
    path: Path


def parse_name(folder: Path, name: str) -> Backup | None:
    """Return the backup that a folder's name describes; None if the name has another form."""
    match = _NAME.match(name)
    if match is None:
        return None
    try:
        time = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        # Fourteen digits are not always a valid date.
        return None
    return Backup(name, time, match[3], folder / BACKUPS_FOLDER / name)


def list_backups(fs: FileSystem, folder: Path) -> list[Backup]:
    """Return the finished backups of a workspace, newest first."""
    return [backup for backup in _all(fs, folder) if fs.exists(backup.path / _MARKER)]


def _all(fs: FileSystem, folder: Path) -> list[Backup]:
    """Return the finished and unfinished backups of a workspace, newest first."""
    if fs.is_link(folder / BACKUPS_FOLDER):
        return []
    try:
        names = fs.listdir(folder / BACKUPS_FOLDER)
    except FileNotFoundError:
        return []
    result = [
        backup
        for name in names
        if (backup := parse_name(folder, name)) is not None and not fs.is_link(backup.path)
    ]
    # Several backups of one second are numbered. The numbers must not be compared as text.
    return sorted(result, key=lambda backup: (backup.time, _NAME.sub(_number, backup.name)))[::-1]


def _number(match: re.Match[str]) -> str:
    return f"{int(match[2] or 1):04d}"


def link_backup(
    fs: FileSystem, folder: Path, sets: Iterable[FrozenFiles], reason: str, now: datetime
) -> Backup:
    """Make a backup of files that will not change.

    `sets`: the files of each database

    Raises OSError, after which the unfinished folder does not count as a backup, NotSavedError if
    the folder of backups is a link, and ValueError if the reason is not one lower-case word.
    """
    if not _REASON.match(reason):
        raise ValueError(msg("a backup's reason is one word of lower-case letters"))
    parent = folder / BACKUPS_FOLDER
    if fs.is_link(parent):
        raise NotSavedError(
            msg(
                "{parent}: no backup could be made (it is a link to somewhere else)", parent=parent
            ),
            hint=msg("Replace it with an ordinary folder, or move the whole workspace instead."),
        )
    if not fs.exists(parent):
        fs.mkdir(parent)
        fs.sync_dir(folder)
    stamp = now.astimezone(UTC).strftime(_STAMP)
    name, number = f"{stamp}-{reason}", 1
    # `exists` is false for a dangling link, although its name is in use.
    while fs.exists(parent / name) or fs.is_link(parent / name):
        number += 1
        name = f"{stamp}-{number}-{reason}"
    target = parent / name
    fs.mkdir(target)
    linked: list[str] = []
    for files in sets:
        for file in files.names:
            _link_or_copy(fs, folder / file, target / file)
            linked.append(file)
        # The header of an empty segment completes the backup. Without it, opening the backup could
        # not prove that the last save is durable.
        if files.header:
            write_durably(fs, target / files.closing_name, [files.header])
            linked.append(files.closing_name)
    # All files must be durable before the marker declares the backup finished.
    fs.sync_dir(target)
    marker = {"format": FORMAT, "time": stamp, "reason": reason, "files": linked}
    write_durably(fs, target / _MARKER, [orjson.dumps(marker) + b"\n"])
    fs.sync_dir(target)
    fs.sync_dir(parent)
    backup = parse_name(folder, name)
    assert backup is not None
    return backup


def raw_files(fs: FileSystem, folder: Path) -> FrozenFiles:
    """Return all files of a closed store, even damaged ones."""
    names = sorted(name for name in fs.listdir(folder) if _STORE_FILE.match(name))
    return FrozenFiles(names, "", b"")


def _link_or_copy(fs: FileSystem, source: Path, target: Path) -> None:
    try:
        fs.link(source, target)
    except OSError:
        # Some file systems do not support hard links.
        write_durably(fs, target, read_chunks(fs, source))


def find_backup(fs: FileSystem, folder: Path, name: str) -> Backup:
    """Return the finished backup with this name. Raises InputError if there is none."""
    for backup in list_backups(fs, folder):
        if backup.name == name:
            return backup
    raise InputError(
        msg("there is no backup {name}", name=f"{name!r}"),
        file=str(folder),
        hint=msg("Choose one from the list of backups."),
    )


def superfluous(backups: Iterable[Backup], now: datetime) -> list[Backup]:
    """Return the backups that need not be kept.

    Of the automatic backups, these are kept: the newest 10 of any age, all of the last day (at most
    48), the newest of each of the last 14 days, and the newest of each of the last 8 weeks. For
    each other reason, the newest 20 are kept. A backup dated in the future (because the clock was
    wrong) is kept until that time and does not count towards these numbers.
    """
    keep: set[str] = set()
    days: dict[object, str] = {}
    weeks: dict[object, str] = {}
    counts: Counter[str] = Counter()
    recent = 0
    # Sorted from new to old, so that `setdefault` below keeps the newest backup of each day and
    # week.
    everything = sorted(backups, key=lambda backup: backup.time, reverse=True)
    for backup in everything:
        age = now - backup.time
        # The clock was wrong when this backup was made. It must not displace a correctly dated one.
        if age < timedelta(0):
            keep.add(backup.name)
            continue
        counts[backup.reason] += 1
        automatic = backup.reason == AUTOMATIC
        if counts[backup.reason] <= (KEEP_NEWEST if automatic else KEEP_EXPLICIT):
            keep.add(backup.name)
        if not automatic:
            continue
        if age < timedelta(days=1) and recent < KEEP_RECENT:
            recent += 1
            keep.add(backup.name)
        if age < timedelta(days=KEEP_DAYS):
            days.setdefault(backup.time.date(), backup.name)
        if age < timedelta(weeks=KEEP_WEEKS):
            weeks.setdefault(backup.time.isocalendar()[:2], backup.name)
    keep.update(days.values(), weeks.values())
    return [backup for backup in everything if backup.name not in keep]


def thin(fs: FileSystem, folder: Path, now: datetime) -> None:
    """Remove superfluous and unfinished backups. A backup that cannot be removed stays."""
    finished = list_backups(fs, folder)
    names = {backup.name for backup in finished}
    unfinished = [backup for backup in _all(fs, folder) if backup.name not in names]
    for backup in [*superfluous(finished, now), *unfinished]:
        _remove(fs, backup.path)


def _remove(fs: FileSystem, path: Path) -> None:
    """Remove the files of a backup, and then its folder if it is empty."""
    # The marker is removed first, because a partly removed backup must not look finished.
    marker = path / _MARKER
    if not remove_quietly(fs, marker) and fs.exists(marker):
        return
    try:
        for name in fs.listdir(path):
            if _STORE_FILE.match(name):
                remove_quietly(fs, path / name)
        fs.rmdir(path)
    except OSError:
        return
