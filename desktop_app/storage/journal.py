"""The durable TinyDB storage: a snapshot, and a journal of what was saved since.

A save is serialised, appended to the journal, forced onto the medium, and only then applied to
memory. Its cost depends on the size of the change, not on the size of the store.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import orjson
from tinydb.storages import Storage

from desktop_app.core.errors import DamagedError, NotSavedError, RefusedError
from desktop_app.files import FULL_DISK_HINT
from desktop_app.storage.filesystem import (
    REAL_FILES,
    FileSystem,
    WriteHandle,
    remove_quietly,
    write_durably,
)
from desktop_app.storage.lines import Document, Position, Table, Tables, read_chunks
from desktop_app.storage.loading import Loaded, TornTail, load
from desktop_app.storage.operations import Operation, drop, encode_document, put
from desktop_app.storage.operations import clear as clear_table
from desktop_app.storage.operations import delete as delete_document
from desktop_app.storage.segments import encode_header, encode_save, segment_name
from desktop_app.storage.snapshot import write_snapshot

LINE_LIMIT = 4 << 20  # bytes of one journal line; a single larger document may exceed it
COMPACT_FROM = 4 << 20  # bytes of journal below which compaction is never worth it
_MANY_SEGMENTS = 64
_READ_ATTEMPTS = 20

Steps = Generator[None, None, None]
Wait = Callable[[], None]


def in_thread(steps: Steps) -> Wait:
    """Run the steps in a thread of their own; the result waits for its end."""

    def run() -> None:
        for _ in steps:
            time.sleep(0)  # let a waiting save have the interpreter

    thread = threading.Thread(target=run, name="compaction")
    thread.start()
    return thread.join


@dataclass(slots=True)
class _Transaction:
    encoded: list[bytes] = field(default_factory=list)
    undo: list[Callable[[], object]] = field(default_factory=list)
    copied: set[str] = field(default_factory=set)


class JournalStorage(Storage):
    """A TinyDB storage whose acknowledged saves survive power cuts and disk errors.

    Use it with `JournalTable` (see `JournalDB`); stock tables work too, at the cost of comparing
    everything on each write. One thread writes at a time; documents handed out share their nested
    values with the store and must be treated as read-only.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        mode: str = "write",
        fs: FileSystem = REAL_FILES,
        background: Callable[[Steps], Wait] = in_thread,
        allow_damaged: bool = False,
        line_limit: int = LINE_LIMIT,
        compact_from: int = COMPACT_FROM,
        on_saved: Callable[[], None] | None = None,
    ) -> None:
        """Open or create the store whose snapshot is `path`.

        mode           "write", or "read": then nothing on disk is ever touched
        allow_damaged  open what verifies of a damaged store, read-only, instead of raising
        background     runs compaction; a test may step through it
        on_saved       called after each acknowledged save

        The caller sees to it that only one process writes. Raises DamagedError,
        NewerVersionError and OSError.
        """
        super().__init__()
        self.path = Path(path)
        self.read_only_reason = "" if mode == "write" else "opened for reading only"
        self.failure = ""
        self.compaction_problem = ""
        self.generation = 0
        self.on_saved = on_saved
        self._fs = fs
        self._background = background
        self._line_limit = line_limit
        self._compact_from = compact_from
        self._mutex = threading.RLock()
        self._handle: WriteHandle | None = None
        self._transaction: _Transaction | None = None
        self._wait: Wait | None = None
        self._max_ids: dict[str, int] = {}
        self._retry_compaction_at = 0
        self._closed = False
        loaded = load(fs, self.path) if mode == "write" else load_steadily(fs, self.path)
        self.problems = loaded.problems
        self.torn: list[TornTail] = loaded.torn
        if loaded.problems and not allow_damaged:
            raise DamagedError(
                f"the file is damaged in {len(loaded.problems)} places; the first: "
                f"{loaded.problems[0]}",
                file=self.path.name,
                hint="Open it read-only to salvage what verifies, or restore a backup.",
            )
        if loaded.problems and mode == "write":
            self.read_only_reason = "the file is damaged"
        self._tables: Tables = loaded.tables
        self._position = loaded.position
        self._segments = loaded.segments
        self._snapshot_bytes = loaded.snapshot_bytes
        self._journal_bytes = loaded.journal_bytes
        self._open_number = 0
        self._open_saves = 0
        self._removable = not loaded.torn
        if not self.read_only_reason:
            self._start_writing(loaded)

    # -- opening -----------------------------------------------------------------------------

    def _start_writing(self, loaded: Loaded) -> None:
        remove_quietly(self._fs, self._temporary)
        if not loaded.exists:
            self._position = Position(0, secrets.token_hex(16), 1)
            self._write_first_snapshot()
        self.torn = [self._set_aside(tail) for tail in loaded.torn]
        self._open_segment()
        for number in loaded.obsolete:
            remove_quietly(self._fs, self._segment_file(number))

    def _write_first_snapshot(self) -> None:
        for _ in write_snapshot(self._fs, self._temporary, {}, self._position):
            pass
        self._fs.replace(self._temporary, self.path)
        self._fs.sync_dir(self.path.parent)

    def _set_aside(self, tail: TornTail) -> TornTail:
        """Copy a torn tail beside its segment, before a new segment makes it void."""
        position, parts = 0, []
        for chunk in read_chunks(self._fs, self.path.with_name(tail.file)):
            parts.append(chunk[max(0, tail.offset - position) :])
            position += len(chunk)
        number = 1
        while self._fs.exists(self.path.with_name(f"{tail.file}.torn-{number}")):
            number += 1
        name = f"{tail.file}.torn-{number}"
        write_durably(self._fs, self.path.with_name(name), b"".join(parts))
        return replace(tail, kept_as=name)

    @property
    def _temporary(self) -> Path:
        return self.path.with_name(f"{self.path.name}.tmp")

    def _segment_file(self, number: int) -> Path:
        return self.path.with_name(segment_name(self.path.stem, number))

    def _open_segment(self) -> None:
        """Create the segment the next saves go to. Raises OSError; nothing is open then."""
        number = self._position.segment
        self._position = replace(self._position, segment=number + 1)
        header = encode_header(self._position, number)
        handle = self._fs.create(self._segment_file(number))
        try:
            handle.write(header)
            handle.fsync()
            self._fs.sync_dir(self.path.parent)
        except BaseException:
            with suppress(OSError):
                handle.close()
            raise
        self._handle = handle
        self._segments = [*self._segments, number]
        self._open_number = number
        self._open_saves = 0
        self._journal_bytes += len(header)
        self.failure = ""

    # -- reading -----------------------------------------------------------------------------

    def read(self) -> dict[str, dict[str, Any]] | None:
        """Return a deep copy of all tables, as stock TinyDB tables expect; None when empty.

        Its cost grows with the store: `JournalTable` uses `table` instead.
        """
        if not self._tables:
            return None
        copy: dict[str, dict[str, Any]] = {
            name: {key: orjson.loads(orjson.dumps(document)) for key, document in table.items()}
            for name, table in self._tables.items()
        }
        return copy

    def table(self, name: str) -> Mapping[str, Document]:
        """Return the live documents of a table by id; for reading only."""
        return self._tables.get(name, {})

    def table_names(self) -> set[str]:
        """Return the names of all tables."""
        return set(self._tables)

    def max_id(self, name: str) -> int:
        """Return the highest document id of a table, 0 when it is empty."""
        highest = self._max_ids.get(name)
        if highest is None:
            highest = max(map(int, self._tables.get(name, ())), default=0)
            self._max_ids[name] = highest
        return highest

    @property
    def seq(self) -> int:
        """The number of the last acknowledged save."""
        return self._position.seq

    @property
    def read_only(self) -> bool:
        """Whether saves are refused for good (mode or damage); `failure` is the passing kind."""
        return bool(self.read_only_reason)

    # -- saving ------------------------------------------------------------------------------

    def write(self, data: dict[str, dict[str, Any]]) -> None:
        """Make the store hold exactly `data`: what differs becomes one save."""
        operations: list[Operation] = [drop(name) for name in self._tables if name not in data]
        for name, table in data.items():
            stored = self._tables.get(name)
            if stored is None:
                operations.append(clear_table(name))
                stored = {}
            wanted = {str(key): document for key, document in table.items()}
            operations += [delete_document(name, key) for key in stored if key not in wanted]
            for key, document in wanted.items():
                before = stored.get(key)
                if before is None or orjson.dumps(before) != encode_document(document):
                    operations.append(put(name, key, document))
        self.apply(operations)

    def drop_table(self, name: str) -> None:
        """Remove a table, if it is there."""
        if name in self._tables:
            self.apply([drop(name)])

    def apply(self, operations: Iterable[Operation]) -> None:
        """Save operations durably, as one save or as part of the running transaction.

        Raises NotSavedError when the disk refuses, RefusedError when the store is read-only; the
        store then holds what it held before.
        """
        operations = list(operations)
        if not operations:
            return
        with self._mutex:
            self._require_writable()
            if self._transaction is not None:
                for operation in operations:
                    self._perform(operation, self._transaction)
                    self._transaction.encoded.append(operation.encoded)
                return
            self._commit([operation.encoded for operation in operations])
            for operation in operations:
                self._perform(operation, None)
            self._after_save()
        self._announce()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Group all saves inside into one: all or nothing, in memory too.

        A transaction inside another joins it; an exception that leaves either undoes exactly
        what was done inside it. Reads inside see the changes.
        """
        with self._mutex:
            outer = self._transaction
            current = outer if outer is not None else _Transaction()
            encoded, undo = len(current.encoded), len(current.undo)
            current.copied.clear()  # so that an inner part can be undone alone
            self._transaction = current
            saved = False
            try:
                yield
                if outer is None and current.encoded:
                    self._commit(current.encoded)
                    saved = True
            except BaseException:
                while len(current.undo) > undo:
                    current.undo.pop()()
                del current.encoded[encoded:]
                current.copied.clear()
                self._max_ids.clear()
                self.generation += 1
                raise
            finally:
                self._transaction = outer
            if saved:
                self._after_save()
        if saved:
            self._announce()

    def _announce(self) -> None:
        if self.on_saved is not None:
            self.on_saved()

    def _require_writable(self) -> None:
        if self._closed:
            raise RefusedError(f"{self.path.name}: is closed")
        if self.read_only_reason:
            raise RefusedError(
                f"{self.path.name}: cannot be changed ({self.read_only_reason})",
                hint="Save a copy elsewhere and work on that, or restore a backup.",
            )

    def _commit(self, encoded: list[bytes]) -> None:
        """Put one save on the medium. Raises NotSavedError; memory is the caller's to keep."""
        position = self._position
        chain, lines = encode_save(position.seq + 1, position.chain, encoded, self._line_limit)
        try:
            if self._handle is None:
                self._open_segment()
            assert self._handle is not None
            for line in lines:
                self._handle.write(line)
            self._handle.fsync()
        except BaseException as error:
            self._distrust()
            if isinstance(error, OSError):
                self._recover(error)
                raise self._not_saved(error) from error
            raise
        self._position = replace(self._position, seq=position.seq + 1, chain=chain)
        self._journal_bytes += sum(map(len, lines))
        self._open_saves += 1

    def _not_saved(self, error: OSError) -> NotSavedError:
        reason = error.strerror or str(error)
        return NotSavedError(f"{self.path.name}: not saved ({reason})", hint=FULL_DISK_HINT)

    def _distrust(self) -> None:
        """Never write through this descriptor again: what it holds unsynced is unknown."""
        handle, self._handle = self._handle, None
        self._removable = False
        if handle is not None:
            with suppress(OSError):
                handle.close()

    def _recover(self, error: OSError) -> None:
        """Open a new segment whose header makes void whatever the failed save left behind."""
        self.failure = error.strerror or str(error)
        with suppress(OSError):
            self._open_segment()

    def retry(self) -> bool:
        """Try to become writable again after a failure; return whether saves will work."""
        with self._mutex:
            if self.read_only_reason or self._closed:
                return False
            if self._handle is None:
                try:
                    self._open_segment()
                except OSError as error:
                    self.failure = error.strerror or str(error)
                    return False
            return True

    def _perform(self, operation: Operation, transaction: _Transaction | None) -> None:
        """Apply one operation to memory, noting how to undo it."""
        self.generation += 1
        name, tables = operation.table, self._tables
        if operation.kind == "p":
            table = tables.get(name)
            if table is None:
                self._note_tables(transaction)
                table = self._tables[name] = {}
            key, document = operation.key, operation.document
            assert document is not None
            if transaction is not None and name not in transaction.copied:
                transaction.undo.append(_undo_put(table, key, table.get(key)))
            table[key] = document
            highest = self._max_ids.get(name)
            if highest is not None:
                try:
                    self._max_ids[name] = max(highest, int(key))
                except ValueError:
                    del self._max_ids[name]
            return
        self._max_ids.pop(name, None)
        if operation.kind == "d":
            if transaction is not None and name not in transaction.copied:
                # A whole copy keeps the order of documents when the transaction is undone.
                self._note_tables(transaction)
                tables = self._tables
                tables[name] = dict(tables[name])
                transaction.copied.add(name)
            del tables[name][operation.key]
            return
        self._note_tables(transaction)
        if transaction is not None:
            transaction.copied.discard(name)
        if operation.kind == "c":
            self._tables[name] = {}
        else:
            self._tables.pop(name, None)

    def _note_tables(self, transaction: _Transaction | None) -> None:
        if transaction is not None:
            before = self._tables
            self._tables = dict(before)
            transaction.undo.append(lambda: setattr(self, "_tables", before))

    # -- compaction --------------------------------------------------------------------------

    def _after_save(self) -> None:
        if self._wait is None and self._journal_bytes > max(
            self._compact_from, self._snapshot_bytes // 2, self._retry_compaction_at
        ):
            self._start_compaction()

    def compact(self, *, wait: bool = True) -> bool:
        """Write a new snapshot and drop the journal before it; with `wait`, return its success.

        A failure leaves the old files, which stay complete; `compaction_problem` says why.
        """
        self._refuse_in_transaction("compacted")
        self._wait_for_compaction()
        with self._mutex:
            self._require_writable()
            self._start_compaction()
        if wait:
            self._wait_for_compaction()
        return not self.compaction_problem

    def _refuse_in_transaction(self, verb: str) -> None:
        if self._transaction is not None:
            raise RefusedError(f"{self.path.name}: cannot be {verb} inside a transaction")

    def _wait_for_compaction(self) -> None:
        wait = self._wait
        if wait is not None:
            wait()

    def _rotate(self) -> bool:
        """Seal the open segment and open the next; False (and `failure`) when that fails."""
        handle, self._handle = self._handle, None
        try:
            if handle is not None:
                handle.close()
            self._open_segment()
        except OSError as error:
            # A half-made segment may already void later appends to the old one: never go back.
            self.failure = error.strerror or str(error)
            self._removable = False
            return False
        return True

    def _start_compaction(self) -> None:
        if not self._rotate():
            self._compaction_failed(self.failure)
            return
        frozen = {name: dict(table) for name, table in self._tables.items()}
        position = replace(self._position, segment=self._open_number)
        old = [number for number in self._segments if number < self._open_number]
        done = threading.Event()
        steps = self._compaction(frozen, position, old, done)
        self._wait = lambda: None
        wait = self._background(steps)
        self._wait = None if done.is_set() else wait

    def _compaction(
        self, frozen: Tables, position: Position, old: list[int], done: threading.Event
    ) -> Steps:
        try:
            remove_quietly(self._fs, self._temporary)
            size = yield from write_snapshot(self._fs, self._temporary, frozen, position)
            yield
            self._fs.replace(self._temporary, self.path)
            yield
            self._fs.sync_dir(self.path.parent)
            yield
        except OSError as error:
            remove_quietly(self._fs, self._temporary)
            with self._mutex:
                self._compaction_failed(error.strerror or str(error))
        else:
            removed = 0
            for number in old:
                with suppress(OSError):
                    removed += self._fs.size(self._segment_file(number))
                remove_quietly(self._fs, self._segment_file(number))
                yield
            with self._mutex:
                self.compaction_problem = ""
                self._retry_compaction_at = 0
                self._snapshot_bytes = size
                self._journal_bytes = max(0, self._journal_bytes - removed)
                self._segments = [number for number in self._segments if number not in old]
        finally:
            with self._mutex:
                done.set()
                self._wait = None

    def _compaction_failed(self, reason: str) -> None:
        self.compaction_problem = reason
        self._retry_compaction_at = 2 * self._journal_bytes

    def save_copy(self, path: Path) -> None:
        """Write what memory holds as a new snapshot file elsewhere. Raises NotSavedError."""
        with self._mutex:
            frozen: Tables = {name: dict(table) for name, table in self._tables.items()}
            position = Position(self._position.seq, secrets.token_hex(16), 1)
        temporary = path.with_name(f"{path.name}.tmp")
        try:
            if self._fs.exists(path):
                raise FileExistsError("a file of this name exists")
            for _ in write_snapshot(self._fs, temporary, frozen, position):
                pass
            self._fs.replace(temporary, path)
            self._fs.sync_dir(path.parent)
        except OSError as error:
            remove_quietly(self._fs, temporary)
            raise NotSavedError(
                f"{path}: could not be written ({error.strerror or error})", hint=FULL_DISK_HINT
            ) from error

    # -- closing -----------------------------------------------------------------------------

    def close(self) -> None:
        """Stop writing; compacts first when that is worth it. Never raises for the disk."""
        self._refuse_in_transaction("closed")
        self._wait_for_compaction()
        if self._closed:
            return
        if self._handle is not None and self._worth_compacting():
            self.compact(wait=True)
        with self._mutex:
            self._closed = True
            handle, self._handle = self._handle, None
            if handle is None:
                return
            with suppress(OSError):
                handle.close()
            if self._removable and not self._open_saves:
                remove_quietly(self._fs, self._segment_file(self._open_number))

    def _worth_compacting(self) -> bool:
        threshold = max(self._compact_from, self._snapshot_bytes // 2) // 2
        return self._journal_bytes > threshold or len(self._segments) >= _MANY_SEGMENTS


def _undo_put(table: Table, key: str, before: Document | None) -> Callable[[], object]:
    if before is None:
        return partial(table.pop, key, None)
    return partial(table.__setitem__, key, before)


def load_steadily(fs: FileSystem, path: Path) -> Loaded:
    """Load without a lock: begin again when a compaction moves files away meanwhile."""
    for attempt in range(_READ_ATTEMPTS):
        before = _stamp(fs, path)
        try:
            loaded = load(fs, path)
        except FileNotFoundError:
            if attempt == _READ_ATTEMPTS - 1:
                raise
            continue
        if not loaded.problems or _stamp(fs, path) == before:
            return loaded
    return loaded


def _stamp(fs: FileSystem, path: Path) -> object:
    try:
        return fs.stamp(path), sorted(fs.listdir(path.parent))
    except FileNotFoundError:
        return None
