"""Durable TinyDB storage: a snapshot, and a journal of the saves since the snapshot.

A save is serialised, appended to the journal, synced to the medium, and only then applied to
memory. (The changes of a transaction are applied to memory first, and undone if its save fails.)
The cost of a save depends on the size of the change, not on the size of the store
(docs/decisions/0002).

The module is longer than most because its order of writes makes it safe against power cuts, and can
be checked only in one place.
"""

from __future__ import annotations

import errno
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import orjson
from tinydb.storages import Storage

from desktop_app.core.errors import DamagedError, NotSavedError, RefusedError, os_reason
from desktop_app.core.messages import msg
from desktop_app.files import FULL_DISK_HINT
from desktop_app.storage.filesystem import (
    REAL_FILES,
    FileSystem,
    read_chunks,
    remove_quietly,
    write_durably,
)
from desktop_app.storage.loading import Loaded, TornTail, load, load_steadily
from desktop_app.storage.memory import (
    Document,
    Memory,
    Operation,
    Tables,
    Undo,
    drop,
    encode_document,
    put,
)
from desktop_app.storage.memory import clear as clear_table
from desktop_app.storage.memory import delete as delete_document
from desktop_app.storage.open_folder import OpenFolder
from desktop_app.storage.segments import segment_name
from desktop_app.storage.snapshot import (
    Background,
    Compacted,
    Position,
    Wait,
    compaction,
    in_thread,
    replace_snapshot,
    run_all,
    temporary_file,
)
from desktop_app.storage.writer import JournalWriter

# Maximum bytes of one journal line. A single larger document may exceed it.
LINE_LIMIT = 4 << 20
# Bytes of journal below which compaction is never worthwhile.
COMPACT_FROM = 4 << 20
# Each time the store is opened for writing, it leaves a segment, so short sessions fill the folder
# before the journal is large. With this number of segments or more, closing the store compacts it.
_MANY_SEGMENTS = 64


@dataclass(slots=True)
class _Transaction:
    encoded: list[bytes] = field(default_factory=list)
    undo: Undo = field(default_factory=Undo)


@dataclass(frozen=True, slots=True)
class FrozenFiles:
    """A state as files that will never change.

    `names`: files of the state
    `closing_name`: name of a further file with the content `header`, which follows the last
        segment; both are empty if there is none
    """

    names: list[str]
    closing_name: str
    header: bytes


class JournalStorage(Storage):
    """A TinyDB storage whose acknowledged saves survive power cuts and disk errors.

    Use it with `JournalTable` (see `JournalDB`). Stock tables work too, but compare the whole
    content on each write. Only one thread may write at a time. Returned documents share their
    nested values with the store and must be treated as read-only.

    `read_only_reason`: why saves are permanently refused (mode, damage), or ""
    `compaction_problem`: why the last compaction failed, or ""; no save was affected
    `problems`, `torn`: findings during loading, see `loading.Loaded`
    `on_saved`: called after each acknowledged save, outside any lock
    """

    def __init__(
        self,
        path: str | Path,
        *,
        mode: str = "write",
        fs: FileSystem = REAL_FILES,
        background: Background = in_thread,
        allow_damaged: bool = False,
        loaded: Loaded | None = None,
        folder: OpenFolder | None = None,
        line_limit: int = LINE_LIMIT,
        compact_from: int = COMPACT_FROM,
    ) -> None:
        """Open or create the store whose snapshot is `path`.

        `mode`: “write”, or “read”, which never changes anything on disk
        `background`: runs compactions; a test may run them step by step
        `allow_damaged`: whether a damaged store is opened read-only, with the data that verify,
            instead of raising DamagedError
        `loaded`: result of `load` for this path, if the caller already has it
        `folder`: the folder of `path`, if another storage in it is open too
        `line_limit`: maximum bytes of one journal line
        `compact_from`: bytes of journal below which compaction is never worthwhile

        The caller ensures that only one process writes. Raises DamagedError, NewerVersionError and
        OSError.
        """
        super().__init__()
        self.path = Path(path)
        self.read_only_reason = "" if mode == "write" else msg("opened read-only")
        self.compaction_problem = ""
        self.on_saved: Callable[[], None] | None = None
        self._fs = fs
        self._folder = folder or OpenFolder(fs, self.path.parent)
        self._background = background
        self._compact_from = compact_from
        # Reentrant, because saves inside a transaction acquire it again in the same thread.
        self._mutex = threading.RLock()
        self._transaction: _Transaction | None = None
        self._wait: Wait | None = None
        self._retry_compaction_at = 0
        self._closed = False
        if loaded is None:
            loaded = load(fs, self.path) if mode == "write" else load_steadily(fs, self.path)
        self.problems = loaded.problems
        self.torn: list[TornTail] = loaded.torn
        if loaded.problems:
            if not allow_damaged:
                raise DamagedError(
                    msg(
                        "damaged places: {count}; the first: {problems}",
                        count=len(loaded.problems),
                        problems=loaded.problems[0],
                    ),
                    file=self.path.name,
                    hint=msg("Open it read-only to salvage the intact data, or restore a backup."),
                )
            self.read_only_reason = self.read_only_reason or msg("the file is damaged")
        self._memory = Memory(loaded.tables)
        self._snapshot_bytes = loaded.snapshot_bytes
        self._writer = JournalWriter(fs, self.path, loaded, line_limit)
        if not self.read_only_reason:
            self._start_writing(loaded)

    def _start_writing(self, loaded: Loaded) -> None:
        """Create the store if necessary, open a segment, and remove unneeded files."""
        # A compaction that was interrupted by a crash may have left this file.
        remove_quietly(self._fs, temporary_file(self.path))
        if not loaded.exists:
            self._writer.position = Position(0, secrets.token_hex(16), 1)
            run_all(replace_snapshot(self._fs, self.path, {}, self._writer.position))
        # Torn tails are copied before the new segment makes them void.
        self.torn = [self._set_aside(tail) for tail in loaded.torn]
        self._writer.open(loaded.carry)
        # The new segment now proves what the empty one proved. If the empty one stayed, every
        # opening would add a file.
        if loaded.empty is not None:
            self._writer.drop(loaded.empty)
        for number in loaded.obsolete:
            remove_quietly(self._fs, self.path.with_name(segment_name(self.path.stem, number)))

    def _set_aside(self, tail: TornTail) -> TornTail:
        """Copy a torn tail to a file beside its segment, before a new segment makes it void."""
        position, parts = 0, []
        for chunk in read_chunks(self._fs, self.path.with_name(tail.file)):
            # Only the bytes from the tail's offset on are copied; earlier chunks contribute
            # nothing.
            parts.append(chunk[max(0, tail.offset - position) :])
            position += len(chunk)
        number = 1
        while self._fs.exists(self.path.with_name(f"{tail.file}.torn-{number}")):
            number += 1
        name = f"{tail.file}.torn-{number}"
        write_durably(self._fs, self.path.with_name(name), [b"".join(parts)])
        return replace(tail, kept_as=name)

    # -- reading -----------------------------------------------------------------------------
    def read(self) -> dict[str, dict[str, Any]] | None:
        """Return a deep copy of all tables for stock TinyDB tables; None for an empty store.

        The cost grows with the store, so `JournalTable` uses `table` instead.
        """
        if not self._memory.tables:
            return None
        copy: dict[str, dict[str, Any]] = {
            name: {key: orjson.loads(orjson.dumps(document)) for key, document in table.items()}
            for name, table in self._memory.tables.items()
        }
        return copy

    def table(self, name: str) -> Mapping[str, Document]:
        """Return the live documents of a table by id. Callers must not change them."""
        return self._memory.table(name)

    def table_names(self) -> set[str]:
        """Return the names of all tables."""
        return set(self._memory.tables)

    def frozen(self) -> Tables:
        """Return all tables in their current state; later saves do not affect the result."""
        with self._mutex:
            return self._memory.frozen()

    def max_id(self, name: str) -> int:
        """Return the highest document id of a table; 0 if it is empty."""
        return self._memory.max_id(name)

    @property
    def generation(self) -> int:
        """A counter that grows with every change in memory."""
        return self._memory.generation

    @property
    def seq(self) -> int:
        """The number of the last acknowledged save."""
        return self._writer.position.seq

    @property
    def read_only(self) -> bool:
        """Whether saves are permanently refused; `failure` describes temporary failures."""
        return bool(self.read_only_reason)

    @property
    def failure(self) -> str:
        """Why the disk currently refuses saves, or ""; see `retry`."""
        return self._writer.failure or str(self._folder.problem() or "")

    # -- saving ------------------------------------------------------------------------------
    def write(self, data: dict[str, dict[str, Any]]) -> None:
        """Replace the content of the store with `data`; the differences become one save."""
        tables = self._memory.tables
        operations: list[Operation] = [drop(name) for name in tables if name not in data]
        for name, table in data.items():
            stored = tables.get(name)
            if stored is None:
                operations.append(clear_table(name))
                stored = {}
            documents = {str(key): document for key, document in table.items()}
            operations += [delete_document(name, key) for key in stored if key not in documents]
            for key, document in documents.items():
                before = stored.get(key)
                # Compared as bytes: for Python, 1, 1.0 and True are equal, but they are different
                # documents.
                if before is None or orjson.dumps(before) != encode_document(document):
                    operations.append(put(name, key, document))
        self.apply(operations)

    def drop_table(self, name: str) -> None:
        """Remove a table, if it exists."""
        if name in self._memory.tables:
            self.apply([drop(name)])

    def apply(self, operations: Iterable[Operation]) -> None:
        """Save operations durably, as one save or as part of the current transaction.

        Raises NotSavedError if the disk refuses, and RefusedError if the store is read-only or
        closed. In both cases the content of the store is unchanged.
        """
        operations = list(operations)
        if not operations:
            return
        with self._mutex:
            self._require_writable()
            # Inside a transaction, memory changes immediately, so that reads see the changes. The
            # disk follows at the end of the outermost transaction.
            if self._transaction is not None:
                self._memory.perform(operations, self._transaction.undo)
                self._transaction.encoded += [operation.encoded for operation in operations]
                return
            # The disk comes first, because a save that fails there must not be visible in memory.
            self._commit([operation.encoded for operation in operations])
            self._memory.perform(operations)
            self._compact_if_due()
        # Called outside the lock, because a callback may itself save or make a backup.
        self._announce()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Group all saves in the block into one, which is executed completely or not at all.

        A nested transaction becomes part of the outer one. An exception that leaves the block of
        either undoes exactly what was done in that block, in memory too. Reads in the block see the
        changes. Raises as `apply` does.
        """
        with self._mutex:
            outer = self._transaction
            current = outer if outer is not None else _Transaction()
            # The position at which an inner transaction starts, so that its failure undoes only its
            # own changes.
            encoded, mark = len(current.encoded), current.undo.mark()
            self._transaction = current
            try:
                yield
                if outer is None and current.encoded:
                    self._commit(current.encoded)
            except BaseException:
                # BaseException, because an interrupted transaction must not stay half-applied in
                # memory either.
                self._memory.undo(current.undo, mark)
                del current.encoded[encoded:]
                raise
            finally:
                self._transaction = outer
            if outer is not None or not current.encoded:
                return
            # Free the memory of a large save before a compaction needs it.
            current.encoded.clear()
            current.undo.steps.clear()
            self._compact_if_due()
        self._announce()

    def _announce(self) -> None:
        if self.on_saved is not None:
            self.on_saved()

    def _require_writable(self) -> None:
        if self._closed or self.read_only_reason:
            reason = self.read_only_reason or msg("it is closed")
            raise RefusedError(
                msg("{name}: cannot be changed ({reason})", name=self.path.name, reason=reason),
                hint=msg("Save a copy and continue there, or restore a backup."),
            )

    def _refuse_in_transaction(self, verb: str) -> None:
        if self._transaction is not None:
            raise RefusedError(
                msg("{name}: cannot be {verb} inside a transaction", name=self.path.name, verb=verb)
            )

    def _commit(self, encoded: list[bytes]) -> None:
        """Write operations to the disk as one save. Raises NotSavedError."""
        # Checked first, because the open segment follows a folder that is moved.
        self._require_folder()
        try:
            self._writer.append(encoded)
        except OSError as error:
            # The folder may be lost during a save, too: a drive that is unplugged.
            self._require_folder()
            raise NotSavedError(
                msg(
                    "{parent}: not saved ({error})",
                    parent=self.path.parent,
                    error=os_reason(error),
                ),
                hint=msg("Earlier work is safe. {hint}", hint=FULL_DISK_HINT),
            ) from error

    def _require_folder(self) -> None:
        """Raise NotSavedError unless the folder is still the one that was opened."""
        problem = self._folder.problem()
        if problem is not None:
            # If the folder comes back on a drive that was put back, this file belongs to the drive
            # before.
            self._writer.abandon()
            raise problem

    def retry(self) -> bool:
        """Try to become writable again after a failure; return whether saves should work."""
        with self._mutex:
            if self.read_only_reason or self._closed or self._folder.problem() is not None:
                return False
            return self._writer.retry()

    def is_complete_on_disk(self) -> bool:
        """Return whether the files end with the last save, and no other program has added any.

        Raises OSError.
        """
        return self._writer.is_complete_on_disk()

    # -- compaction --------------------------------------------------------------------------
    def _compact_if_due(self) -> None:
        # The threshold is proportional to the snapshot, so that the total cost of compactions stays
        # linear in the amount saved. After a failure, the journal must first double.
        due = max(self._compact_from, self._snapshot_bytes // 2, self._retry_compaction_at)
        if self._wait is None and self._writer.bytes > due:
            self._start_compaction()

    def compact(self, *, wait: bool = True) -> bool:
        """Write a new snapshot and remove the journal before it.

        `wait`: whether to wait for the end and return whether the compaction succeeded; otherwise
            the returned value has no meaning

        After a failure the files on disk still contain the complete state, and
        `compaction_problem` has the reason. Raises RefusedError inside a transaction, and if the
        store is read-only, and NotSavedError if the folder is not the one that was opened.
        """
        self._refuse_in_transaction(msg("compacted"))
        # Outside the mutex, which the running compaction needs in order to finish.
        self._wait_for_compaction()
        with self._mutex:
            self._require_writable()
            self._require_folder()
            self._start_compaction()
        if wait:
            self._wait_for_compaction()
        return not self.compaction_problem

    def _wait_for_compaction(self) -> None:
        wait = self._wait
        if wait is not None:
            wait()

    def _start_compaction(self) -> None:
        """Seal the open segment and start to write a snapshot. The caller holds the mutex."""
        self.compaction_problem = ""
        # New saves go to a new segment. The new snapshot replaces the sealed ones.
        if not self._writer.seal():
            self._compaction_finished([], Compacted(problem=self._writer.failure))
            return
        # The snapshot states that the open segment continues it and that older segments are
        # obsolete.
        position = replace(self._writer.position, segment=self._writer.number)
        old = self._writer.sealed
        done = threading.Event()

        def finished(result: Compacted) -> None:
            with self._mutex:
                self._compaction_finished(old, result)
                done.set()
                self._wait = None

        # The frozen state is taken under the mutex together with `position`, so that both describe
        # the same save.
        files = [self._writer.file(number) for number in old]
        frozen = self._memory.frozen()
        wait = self._background(compaction(self._fs, self.path, frozen, position, files, finished))
        # If it runs in a thread, `finished` cannot have been called yet, because it needs the mutex
        # held here.
        if not done.is_set():
            self._wait = wait

    def _compaction_finished(self, old: list[int], result: Compacted) -> None:
        self.compaction_problem = result.problem
        if result.problem:
            self._retry_compaction_at = 2 * self._writer.bytes
            return
        self._retry_compaction_at = 0
        self._snapshot_bytes = result.size
        self._writer.forget(old, result.freed)

    @property
    def busy(self) -> bool:
        """Whether a compaction or a transaction is in progress."""
        return self._wait is not None or self._transaction is not None

    @contextmanager
    def frozen_files(self) -> Iterator[FrozenFiles]:
        """Yield the files that contain the current state; saves wait until the block ends.

        Raises NotSavedError if the open segment cannot be sealed or the folder is not the one that
        was opened, and RefusedError if the store is read-only or in a transaction.
        """
        self._refuse_in_transaction(msg("backed up"))
        self._wait_for_compaction()
        with self._mutex:
            self._require_writable()
            self._require_folder()
            # Files that may still grow must not be linked. An open segment without saves is not
            # needed in the backup.
            if self._writer.has_saves and not self._writer.seal():
                raise NotSavedError(
                    msg(
                        "{name}: not backed up ({failure})",
                        name=self.path.name,
                        failure=self._writer.failure,
                    ),
                    hint=FULL_DISK_HINT,
                )
            names = [self.path.name, *(self._writer.file(n).name for n in self._writer.sealed)]
            number = self._writer.position.segment
            header = self._writer.header(number)
            yield FrozenFiles(names, self._writer.file(number).name, header)

    def save_copy(self, path: Path) -> None:
        """Write the in-memory tables to a new snapshot file.

        Raises NotSavedError if the file exists or writing fails.
        """
        try:
            if self._fs.exists(path):
                raise FileExistsError(errno.EEXIST, msg("a file with this name exists"))
            # A random origin: the copy starts a new history, which no segment of this store
            # continues.
            position = Position(self.seq, secrets.token_hex(16), 1)
            run_all(replace_snapshot(self._fs, path, self.frozen(), position))
        except OSError as error:
            raise NotSavedError(
                msg(
                    "{path}: could not be written ({error})",
                    path=path,
                    error=os_reason(error),
                ),
                hint=FULL_DISK_HINT,
            ) from error

    def close(self) -> None:
        """Stop writing, after a compaction if that is worthwhile. Never raises disk errors."""
        self._refuse_in_transaction(msg("closed"))
        self._wait_for_compaction()
        if self._folder.problem() is not None:
            # No closing segment: a folder that has taken this place must stay as it is.
            self._writer.abandon()
        if not self._closed and self._writer.is_open and self._worth_compacting():
            self.compact(wait=True)
        with self._mutex:
            self._closed = True
            self._writer.close()

    def _worth_compacting(self) -> bool:
        # Half of the usual threshold, because nobody waits for a save now and the next opening is
        # faster.
        half_due = max(self._compact_from, self._snapshot_bytes // 2) // 2
        many = len(self._writer.segments) >= _MANY_SEGMENTS
        return self._writer.bytes > half_due or many
