"""The store of one workspace: its folder, its two databases, its lock."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from desktop_app.core.errors import (
    AppError,
    InputError,
    LockedError,
    NotSavedError,
    RefusedError,
)
from desktop_app.files import FULL_DISK_HINT
from desktop_app.storage.filesystem import REAL_FILES, FileSystem, Lock
from desktop_app.storage.journal import JournalStorage, Steps, Wait, in_thread
from desktop_app.storage.loading import TornTail
from desktop_app.storage.places import place_warnings
from desktop_app.storage.segments import segment_numbers
from desktop_app.storage.table import JournalDB

RECORDS_FILE = "records.json"
DRAFTS_FILE = "drafts.json"
LOCK_FILE = "lock"
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the current time, aware of being UTC."""
    return datetime.now(UTC)


@dataclass(slots=True)
class OpenReport:
    """What opening a store found; everything in it is worth showing to the person.

    torn              ends of journals that held no whole save, and where copies of them are kept
    problems          damage, as plain sentences with file and line
    fell_back_reason  why the store is read-only although writing was asked for, or ""
    warnings          risks of the place it lies in, backups that failed
    """

    torn: list[TornTail] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    fell_back_reason: str = ""
    warnings: list[str] = field(default_factory=list)


class Store:
    """An open workspace folder. Make one with `Store.create` or `Store.open`.

    records  JournalDB of the records and whatever else must travel with them
    drafts   JournalDB of the drafts, as durable but in files of their own
    """

    records: JournalDB
    drafts: JournalDB

    def __init__(self, folder: Path, fs: FileSystem, clock: Clock) -> None:
        """For `create` and `open` only."""
        self.folder = folder
        self.report = OpenReport()
        self._fs = fs
        self._clock = clock
        self._lock: Lock | None = None

    @classmethod
    def create(
        cls,
        folder: Path,
        *,
        fs: FileSystem = REAL_FILES,
        clock: Clock = utc_now,
        background: Callable[[Steps], Wait] = in_thread,
    ) -> Self:
        """Make a new workspace in a folder that does not exist yet or is empty, and open it.

        Raises RefusedError when there is something in the folder, NotSavedError when the disk
        refuses.
        """
        try:
            _make_folders(fs, folder)
            if set(fs.listdir(folder)) - {LOCK_FILE}:
                raise RefusedError(
                    f"{folder}: the folder is not empty", hint="Choose a new or an empty folder."
                )
            store = cls(folder, fs, clock)
            store._take_lock()
            try:
                # Drafts first: the records file is what makes the folder a workspace.
                for name in (DRAFTS_FILE, RECORDS_FILE):
                    JournalStorage(folder / name, fs=fs, background=background).close()
            finally:
                store._release_lock()
        except OSError as error:
            raise NotSavedError(
                f"{folder}: the workspace could not be created ({error.strerror or error})",
                hint=FULL_DISK_HINT,
            ) from error
        return cls.open(folder, fs=fs, clock=clock, background=background)

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        mode: str = "write",
        fallback_read_only: bool = True,
        fs: FileSystem = REAL_FILES,
        clock: Clock = utc_now,
        background: Callable[[Steps], Wait] = in_thread,
    ) -> Self:
        """Open a workspace.

        mode  "write" takes the lock; "read" takes none and never writes anything

        A damaged store opens read-only with what verifies (`report.problems`). When the disk is
        full or the folder cannot be written to, opens read-only with `report.fell_back_reason`,
        or raises NotSavedError without `fallback_read_only`. Raises InputError when the folder is
        no workspace, LockedError when another program has it open for writing,
        NewerVersionError (files untouched).
        """
        store = cls(folder, fs, clock)
        _require_workspace(fs, folder)
        if mode == "write":
            try:
                store._take_lock()
                store._open_databases("write", background)
            except OSError as error:
                store._release_lock()
                reason = error.strerror or str(error)
                if not fallback_read_only:
                    raise NotSavedError(
                        f"{folder}: cannot be opened for writing ({reason})", hint=FULL_DISK_HINT
                    ) from error
                store.report = OpenReport(fell_back_reason=reason)
                mode = "read"
            except BaseException:
                store._release_lock()
                raise
        if mode == "read":
            try:
                store._open_databases("read", background)
            except OSError as error:
                raise InputError(
                    f"cannot be read ({error.strerror or error})", file=str(folder)
                ) from error
        if store.report.problems:
            store._release_lock()
        store.report.warnings += place_warnings(folder)
        return store

    def _open_databases(self, mode: str, background: Callable[[Steps], Wait]) -> None:
        opened: list[JournalStorage] = []
        with ExitStack() as undo:
            # Damage in either file makes both read-only, before anything is written.
            for name in (RECORDS_FILE, DRAFTS_FILE):
                storage = JournalStorage(
                    self.folder / name,
                    mode=mode,
                    fs=self._fs,
                    background=background,
                    allow_damaged=True,
                )
                undo.callback(storage.close)
                opened.append(storage)
            undo.pop_all()
        records, drafts = opened
        damaged = [storage for storage in opened if storage.problems]
        for storage in opened:
            self.report.torn += storage.torn
            self.report.problems += storage.problems
            if damaged and not storage.read_only:
                storage.close()
                storage.read_only_reason = f"{damaged[0].path.name} is damaged"
        if damaged and mode == "write":
            self.report.fell_back_reason = "the workspace is damaged"
        self.records, self.drafts = JournalDB.on(records), JournalDB.on(drafts)

    def _take_lock(self) -> None:
        lock = self._fs.lock(self.folder / LOCK_FILE)
        if lock is None:
            raise LockedError(
                "another window or program has this workspace open",
                file=str(self.folder),
                hint="Close it there first, or open the workspace read-only here.",
            )
        self._lock = lock

    def _release_lock(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()

    @property
    def read_only(self) -> bool:
        """Whether this opening can save at all."""
        return self.records.journal.read_only

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Group changes of `records` into one save, all or nothing (drafts have their own)."""
        with self.records.transaction():
            yield

    def close(self) -> None:
        """Close both databases and give the lock back."""
        try:
            for database in (self.records, self.drafts):
                database.close()
        finally:
            self._release_lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def is_workspace(folder: Path, fs: FileSystem = REAL_FILES) -> bool:
    """Return whether the folder holds a workspace, damaged or not."""
    try:
        names = fs.listdir(folder)
    except OSError:
        return False
    return RECORDS_FILE in names or bool(segment_numbers("records", names))


def _require_workspace(fs: FileSystem, folder: Path) -> None:
    if not is_workspace(folder, fs):
        what = "is not a workspace" if fs.exists(folder) else "does not exist"
        raise InputError(
            what,
            file=str(folder),
            hint="Name a folder made by Proofdesk: it holds a file records.json.",
        )


def _make_folders(fs: FileSystem, folder: Path) -> None:
    missing = []
    current = folder
    while not fs.exists(current):
        missing.append(current)
        current = current.parent
    if not fs.is_dir(current):
        raise NotADirectoryError(errno.ENOTDIR, "a file is in the way")
    for path in reversed(missing):
        with suppress(FileExistsError):
            fs.mkdir(path)
        fs.sync_dir(path.parent)


__all__ = ["AppError", "OpenReport", "Store", "is_workspace", "utc_now"]
