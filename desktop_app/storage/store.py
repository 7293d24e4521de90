"""The store of one workspace: its folder, its two databases and its lock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from desktop_app.core.errors import InputError, LockedError, NotSavedError, RefusedError, os_reason
from desktop_app.core.messages import msg
from desktop_app.files import FULL_DISK_HINT
from desktop_app.storage import backups
from desktop_app.storage.backups import Backup
from desktop_app.storage.filesystem import REAL_FILES, FileSystem, Lock
from desktop_app.storage.folders import (
    DRAFTS_FILE,
    LOCK_FILE,
    PROJECT_FOLDER,
    RECORDS_FILE,
    is_workspace,
    place_warnings,
    require_workspace,
    supersede,
    without_place,
    write_store,
)
from desktop_app.storage.journal import JournalStorage
from desktop_app.storage.loading import TornTail, load, load_steadily
from desktop_app.storage.open_folder import OpenFolder
from desktop_app.storage.snapshot import Background, in_thread
from desktop_app.storage.table import JournalDB

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the current time as an aware datetime in UTC."""
    return datetime.now(UTC)


@dataclass(slots=True)
class OpenReport:
    """Findings when a store was opened. All of them should be shown to the user.

    `torn`: incomplete saves at the ends of journal segments, and where their copies are
    `problems`: damage, as plain sentences with file and line
    `fell_back_reason`: why the store is read-only although writing was requested, or ""
    `warnings`: risks of the folder's place, and automatic backups that failed
    """

    torn: list[TornTail] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    fell_back_reason: str = ""
    warnings: list[str] = field(default_factory=list)


class Store:
    """An open workspace folder, made by `Store.create` or `Store.open`.

    `records`: JournalDB of the records and everything that belongs to them
    `drafts`: JournalDB of the drafts, equally durable but in separate files
    `report`: findings when the store was opened
    """

    records: JournalDB
    drafts: JournalDB
    _place: OpenFolder

    def __init__(self, folder: Path, fs: FileSystem, clock: Clock, background: Background) -> None:
        """Prepare a store; use `create` or `open` instead."""
        self.folder = folder
        self.report = OpenReport()
        self._fs = fs
        self._clock = clock
        self._background = background
        self._lock: Lock | None = None
        self._last_backup: datetime | None = None

    @classmethod
    def create(
        cls,
        folder: Path,
        *,
        fs: FileSystem = REAL_FILES,
        clock: Clock = utc_now,
        background: Background = in_thread,
    ) -> Self:
        """Create a workspace in a folder that does not exist yet or is empty, and open it.

        Raises RefusedError if the folder is not empty, and NotSavedError if the disk refuses.
        """
        write_store(fs, folder, {}, {})
        return cls.open(folder, fallback_read_only=False, fs=fs, clock=clock, background=background)

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        mode: str = "write",
        fallback_read_only: bool = True,
        fs: FileSystem = REAL_FILES,
        clock: Clock = utc_now,
        background: Background = in_thread,
    ) -> Self:
        """Open a workspace.

        `mode`: “write” acquires the lock; “read” acquires none and never writes anything
        `fallback_read_only`: whether the store opens read-only, instead of raising NotSavedError,
            if the disk is full or the folder is not writable; `report.fell_back_reason` then has
            the reason

        A damaged store opens read-only with the data that verify (`report.problems`). Raises
        InputError if the folder is not a workspace or cannot be read, LockedError if another
        program has it open for writing, NewerVersionError (the files are not changed), and
        DamagedError for files that verify but are not a store.
        """
        store = cls(folder, fs, clock, background)
        require_workspace(fs, folder)
        try:
            store._place = OpenFolder(fs, folder)
            store._place.came_back = store._came_back
            if mode == "write":
                store._open_for_writing(fallback_read_only)
            else:
                store._open_databases("read")
        except OSError as error:
            raise InputError(
                msg("cannot be read ({error})", error=os_reason(error)), file=str(folder)
            ) from error
        store.report.warnings += place_warnings(folder)
        return store

    def _open_for_writing(self, fallback_read_only: bool) -> None:
        """Acquire the lock and open both databases, read-only if writing is impossible."""
        try:
            # `restore` opens the store again while it holds the lock.
            if self._lock is None:
                self._take_lock()
            self._open_databases("write")
        except OSError as error:
            self._release_lock()
            reason = os_reason(error)
            if not fallback_read_only:
                raise NotSavedError(
                    msg(
                        "{folder}: cannot be opened for writing ({reason})",
                        folder=self.folder,
                        reason=reason,
                    ),
                    hint=FULL_DISK_HINT,
                ) from error
            # The failed attempt may have added to the report, so a new report is started.
            self.report = OpenReport(fell_back_reason=reason)
            self._open_databases("read")
        except BaseException:
            # Whatever failed, a lock that is still held would make every later attempt fail.
            self._release_lock()
            raise

    def _open_databases(self, mode: str) -> None:
        """Load and open both databases, and complete the report.

        If one of them is damaged, both are read-only.
        """
        paths = [self.folder / RECORDS_FILE, self.folder / DRAFTS_FILE]
        read = load if mode == "write" else load_steadily
        # Both are read before anything is written, because damage in one makes both read-only.
        states = [read(self._fs, path) for path in paths]
        self.report.problems = [problem for loaded in states for problem in loaded.problems]
        # A read-only store needs no lock, and holding it would prevent other programs from writing.
        if self.report.problems and mode == "write":
            mode = "read"
            self.report.fell_back_reason = msg("the workspace is damaged")
            self._release_lock()
        # If the second storage cannot be opened, the first one is closed again.
        opened: list[JournalStorage] = []
        with ExitStack() as undo:
            for path, loaded in zip(paths, states, strict=True):
                storage = JournalStorage(
                    path,
                    mode=mode,
                    fs=self._fs,
                    background=self._background,
                    allow_damaged=True,
                    loaded=loaded,
                    folder=self._place,
                )
                undo.callback(storage.close)
                opened.append(storage)
                if self.report.problems:
                    storage.read_only_reason = msg("the workspace is damaged")
                elif self.report.fell_back_reason:
                    storage.read_only_reason = self.report.fell_back_reason
            undo.pop_all()
        for storage in opened:
            self.report.torn += storage.torn
            storage.on_saved = self._saved
        self.records, self.drafts = (JournalDB.on(storage) for storage in opened)
        # A backup dated in the future (because the clock was wrong) does not show when the last one
        # was made.
        now = self._clock()
        automatic = (b.time for b in self.list_backups() if b.reason == backups.AUTOMATIC)
        self._last_backup = next((time for time in automatic if time <= now), None)

    def _came_back(self) -> bool:
        """Return whether the folder is the opened one, on a drive that was put back; lock it."""
        journals = (self.records.journal, self.drafts.journal)
        try:
            if self.read_only or not all(journal.is_complete_on_disk() for journal in journals):
                return False
            # The lock that is held belongs to the drive before.
            lock = self._fs.lock(self.folder / LOCK_FILE)
        except OSError:
            return False
        if lock is None:
            return False
        self._release_lock()
        self._lock = lock
        return True

    def _take_lock(self) -> None:
        lock = self._fs.lock(self.folder / LOCK_FILE)
        if lock is None:
            raise LockedError(
                msg("another window or program has this workspace open"),
                file=str(self.folder),
                hint=msg("Close it there first, or open the workspace read-only here."),
            )
        self._lock = lock

    def _release_lock(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()

    # -- state -------------------------------------------------------------------------------
    @property
    def read_only(self) -> bool:
        """Whether this store can never save; `failure` describes temporary failures."""
        return self.records.journal.read_only

    @property
    def failure(self) -> str:
        """Why the disk currently refuses saves, or ""; see `retry`."""
        return self.records.journal.failure or self.drafts.journal.failure

    def retry(self) -> bool:
        """Try to become writable again after a failure; return whether saves should work."""
        return self.records.journal.retry() and self.drafts.journal.retry()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Group changes of `records` into one save, all or nothing. Drafts are not included."""
        with self.records.transaction():
            yield

    def require_folder(self) -> None:
        """Raise NotSavedError unless the folder is the one that was opened.

        For files that are written beside the two databases.
        """
        self._place.require()

    def compact(self) -> bool:
        """Write new snapshots now; return whether both succeeded."""
        # A list, so that the second one is compacted even if the first one fails.
        done = [database.journal.compact() for database in (self.records, self.drafts)]
        return all(done)

    # -- backups -----------------------------------------------------------------------------
    def list_backups(self) -> list[Backup]:
        """Return the backups, newest first."""
        try:
            return backups.list_backups(self._fs, self.folder)
        except OSError:
            return []

    def make_backup(self, reason: str) -> Backup:
        """Back up records and drafts in their current state, and remove superfluous backups.

        `reason`: one lower-case word: merge, migration, manual…

        Raises NotSavedError if the disk refuses, and RefusedError if the store is read-only or in
        a transaction.
        """
        now = self._clock()
        try:
            # Both databases are frozen at the same time, so that the backup is one state of the
            # workspace.
            with (
                self.records.journal.frozen_files() as records,
                self.drafts.journal.frozen_files() as drafts,
            ):
                sets = (drafts, records)
                made = backups.link_backup(self._fs, self.folder, sets, reason, now)
            if reason == backups.AUTOMATIC:
                self._last_backup = now
            backups.thin(self._fs, self.folder, now)
        except OSError as error:
            raise _not_backed_up(self.folder, error) from error
        return made

    def _saved(self) -> None:
        """Make an automatic backup, unless one was made in the last half hour."""
        now = self._clock()
        last = self._last_backup
        # `abs`, so that after the clock was set back, the next backup is not delayed until the
        # clock catches up.
        if last is not None and abs(now - last) < backups.AUTOMATIC_EVERY:
            return
        if self.records.journal.busy or self.drafts.journal.busy:
            # Freezing the files would wait or be refused now. The next save makes the backup.
            return
        # Set before the attempt: if it fails, the next attempt comes after half an hour, not at
        # every save.
        self._last_backup = now
        try:
            self.make_backup(backups.AUTOMATIC)
        except NotSavedError as error:
            self.report.warnings.append(str(error))

    def restore(self, name: str) -> Backup:
        """Restore a backup; return the backup of the previous state.

        Works on a damaged store too: the new backup contains its files exactly as they are. Both
        databases are opened again, so callers must read `records` and `drafts` from the store
        again. When the folder is next opened as a workspace, it becomes a new device (see
        `without_place`).

        Raises InputError if there is no such backup, RefusedError if the backup itself is damaged,
        LockedError if another program has the workspace open for writing, and NotSavedError if
        the disk refuses.
        """
        self.require_folder()
        chosen = backups.find_backup(self._fs, self.folder, name)
        # Checked before anything is changed.
        states = [load(self._fs, chosen.path / file) for file in (DRAFTS_FILE, RECORDS_FILE)]
        problems = [problem for loaded in states for problem in loaded.problems]
        if problems:
            raise RefusedError(
                msg(
                    "the backup {name} is itself damaged: {problems}",
                    name=name,
                    problems=problems[0],
                ),
                hint=msg(
                    "Choose another backup, or open this one read-only to see what it "
                    "still contains."
                ),
            )
        # A damaged store was opened read-only, so it does not hold the lock yet.
        if self._lock is None:
            try:
                self._take_lock()
            except OSError as error:
                raise _not_backed_up(self.folder, error) from error
        self._close_databases()
        try:
            raw = backups.raw_files(self._fs, self.folder)
            made = backups.link_backup(self._fs, self.folder, [raw], "restore", self._clock())
            # The records come last, because replacing that one file is what makes the restored
            # state current.
            for file, loaded in zip((DRAFTS_FILE, RECORDS_FILE), states, strict=True):
                loaded.tables = without_place(loaded.tables)
                supersede(self._fs, self.folder / file, loaded)
        except OSError as error:
            raise _not_backed_up(self.folder, error) from error
        finally:
            # Whether or not it succeeded, the files on disk are now authoritative, so they are
            # opened again.
            self.report = OpenReport(warnings=self.report.warnings)
            self._open_for_writing(fallback_read_only=True)
        return made

    # -- copies ------------------------------------------------------------------------------
    def salvage_to(self, folder: Path) -> list[str]:
        """Write a healthy store with the content of this store's memory to a new or empty folder.

        For a damaged store, this is everything that verified; on a full disk, everything that was
        saved. The project folder is copied too, without following links: returns a sentence for
        each link. When the copy is opened as a workspace, it becomes a new device.

        Raises RefusedError if the folder is not empty, and NotSavedError if writing fails.
        """
        records = without_place(self.records.journal.frozen())
        drafts = self.drafts.journal.frozen()
        # Not the texts of another project that has taken this place.
        project = self.folder / PROJECT_FOLDER if self._place.problem() is None else None
        return write_store(self._fs, folder, records, drafts, project=project)

    save_copy = salvage_to

    def close(self) -> None:
        """Close both databases and release the lock."""
        try:
            self._close_databases()
        finally:
            self._release_lock()

    def _close_databases(self) -> None:
        for database in (self.records, self.drafts):
            database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _not_backed_up(folder: Path, error: OSError) -> NotSavedError:
    return NotSavedError(
        msg(
            "{folder}: no backup could be made ({error})",
            folder=folder,
            error=os_reason(error),
        ),
        hint=FULL_DISK_HINT,
    )


__all__ = ["OpenReport", "Store", "is_workspace"]
