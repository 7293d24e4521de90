"""Store of one workspace: its folder, its two databases and its lock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from desktop_app.core.errors import InputError, LockedError, NotSavedError, RefusedError, os_reason
from desktop_app.core.messages import msg
from desktop_app.files import FULL_DISK_HINT
from desktop_app.storage import backups
from desktop_app.storage.backups import Backup
from desktop_app.storage.clock import Clock, utc_now
from desktop_app.storage.compaction import Background, in_thread
from desktop_app.storage.filesystem import REAL_FILES, FileSystem, Lock
from desktop_app.storage.folders import (
    DRAFTS_FILE,
    LOCK_FILE,
    PROJECT_FOLDER,
    RECORDS_FILE,
    is_workspace,
    require_workspace,
    supersede,
    without_place,
    write_store,
)
from desktop_app.storage.journal import JournalStorage
from desktop_app.storage.loading import TornTail, load, load_steadily
from desktop_app.storage.places import place_warnings
from desktop_app.storage.table import JournalDB


@dataclass(slots=True)
class OpenReport:
    """Findings of opening a store, all of them worth showing to the user.

    torn              journal ends without a complete save, and where copies of them are kept
    problems          damage, as plain sentences with file and line
    fell_back_reason  why the store is read-only although writing was requested, or ""
    warnings          risks of the folder's location, automatic backups that failed
    """

    torn: list[TornTail] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    fell_back_reason: str = ""
    warnings: list[str] = field(default_factory=list)


class Store:
    """An open workspace folder, made by `Store.create` or `Store.open`.

    records  JournalDB of the records and whatever else belongs to them
    drafts   JournalDB of the drafts, as durable but in files of their own
    report   findings of opening
    """

    records: JournalDB
    drafts: JournalDB

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

        Raises RefusedError when the folder is not empty, NotSavedError when the disk refuses.
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

        mode                "write" takes the lock; "read" takes none and never writes anything
        fallback_read_only  whether a disk that refuses writing gives a read-only store

        A damaged store opens read-only with what verifies (`report.problems`). When the disk is
        full or the folder is not writable, the store opens read-only with
        `report.fell_back_reason`; without `fallback_read_only`, NotSavedError is raised. Raises
        InputError when the folder is no workspace or cannot be read, LockedError when another
        program has it open for writing, NewerVersionError (files stay untouched).
        """
        store = cls(folder, fs, clock, background)
        require_workspace(fs, folder)
        try:
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
        try:
            # `restore` opens again while it holds the lock.
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
            # The failed attempt may have left findings in the report; start again without them.
            self.report = OpenReport(fell_back_reason=reason)
            self._open_databases("read")
        except BaseException:
            # Whatever failed, a held lock would keep every later attempt out.
            self._release_lock()
            raise

    def _open_databases(self, mode: str) -> None:
        paths = [self.folder / RECORDS_FILE, self.folder / DRAFTS_FILE]
        read = load if mode == "write" else load_steadily
        # Both are read before anything is written: damage in one makes both read-only.
        matches = [read(self._fs, path) for path in paths]
        self.report.problems = [problem for loaded in matches for problem in loaded.problems]
        # A read-only store needs no lock, and holding it would keep other programs out.
        if self.report.problems and mode == "write":
            mode = "read"
            self.report.fell_back_reason = msg("the workspace is damaged")
            self._release_lock()
        # If the second storage cannot be opened, the first is closed again.
        opened: list[JournalStorage] = []
        with ExitStack() as undo:
            for path, loaded in zip(paths, matches, strict=True):
                storage = JournalStorage(
                    path,
                    mode=mode,
                    fs=self._fs,
                    background=self._background,
                    allow_damaged=True,
                    loaded=loaded,
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
        # A backup dated in the future (wrong clock) does not show when the last one was made.
        now = self._clock()
        automatic = (b.time for b in self.list_backups() if b.reason == backups.AUTOMATIC)
        self._last_backup = next((time for time in automatic if time <= now), None)

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
        """Whether this store can never save; `failure` describes failures that may pass."""
        return self.records.journal.read_only

    @property
    def failure(self) -> str:
        """Why the disk refuses saves at the moment, or ""; see `retry`."""
        return self.records.journal.failure or self.drafts.journal.failure

    def retry(self) -> bool:
        """Try to become writable again after a failure; return whether saves should work."""
        return self.records.journal.retry() and self.drafts.journal.retry()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Group changes of `records` into one save, all or nothing; drafts are not included."""
        with self.records.transaction():
            yield

    def compact(self) -> bool:
        """Write new snapshots now; return whether both succeeded."""
        # A list, so that the second is compacted even if the first fails.
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
        """Make a backup of records and drafts as they are now, and remove superfluous old ones.

        `reason` is one lower-case word: merge, migration, manual… Raises NotSavedError.
        """
        now = self._clock()
        try:
            # Both databases are frozen at once, so that the backup is one state of the workspace.
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
        """Make the automatic backup once half an hour of work has passed since the last one."""
        now = self._clock()
        last = self._last_backup
        # `abs`: after the clock was set back, the next backup is not put off until it catches up.
        if last is not None and abs(now - last) < backups.AUTOMATIC_EVERY:
            return
        if self.records.journal.busy or self.drafts.journal.busy:
            # Freezing the files would wait or be refused. The next save makes the backup.
            return
        # Set before the attempt: if it fails, the next one comes in half an hour, not at every
        # save.
        self._last_backup = now
        try:
            self.make_backup(backups.AUTOMATIC)
        except NotSavedError as error:
            self.report.warnings.append(str(error))

    def restore(self, name: str) -> Backup:
        """Restore a backup; return the backup of the state before.

        Works on a damaged store too: the new backup keeps its files exactly as they are. Both
        databases are opened again, so take `records` and `drafts` from the store again. When next
        opened as a workspace, the folder becomes a new device (see `without_place`). Raises
        InputError (no such backup), RefusedError (the backup is damaged itself), LockedError,
        NotSavedError.
        """
        chosen = backups.find_backup(self._fs, self.folder, name)
        # Checked before anything is changed.
        matches = [load(self._fs, chosen.path / file) for file in (DRAFTS_FILE, RECORDS_FILE)]
        problems = [problem for loaded in matches for problem in loaded.problems]
        if problems:
            raise RefusedError(
                msg(
                    "the backup {name} is damaged itself: {problems}",
                    name=name,
                    problems=problems[0],
                ),
                hint=msg("Choose another backup, or open this one read-only to see what is left."),
            )
        # A damaged store was opened read-only, so it has no lock yet.
        if self._lock is None:
            try:
                self._take_lock()
            except OSError as error:
                raise _not_backed_up(self.folder, error) from error
        self._close_databases()
        try:
            raw = backups.raw_files(self._fs, self.folder)
            made = backups.link_backup(self._fs, self.folder, [raw], "restore", self._clock())
            # Records last: replacing that one file is the moment everything changes.
            for file, loaded in zip((DRAFTS_FILE, RECORDS_FILE), matches, strict=True):
                loaded.tables = without_place(loaded.tables)
                supersede(self._fs, self.folder / file, loaded)
        except OSError as error:
            raise _not_backed_up(self.folder, error) from error
        finally:
            # Whether it succeeded or not, the files on disk are the truth now: open them again.
            self.report = OpenReport(warnings=self.report.warnings)
            self._open_for_writing(fallback_read_only=True)
        return made

    # -- copies ------------------------------------------------------------------------------
    def salvage_to(self, folder: Path) -> list[str]:
        """Write a healthy store with what this one holds in memory to a new or empty folder.

        For a damaged store that is everything that verified; on a full disk, everything saved. The
        project folder is copied too, without following links: returns a sentence for each link.
        Opened as a workspace, the copy becomes a new device. Raises RefusedError, NotSavedError.
        """
        records = without_place(self.records.journal.frozen())
        drafts = self.drafts.journal.frozen()
        project = self.folder / PROJECT_FOLDER
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
