"""The documents in memory, the operations that make up a save, and the log to undo them.

A stored document is never modified: a change replaces it with another one. A shallow copy of the
tables is therefore a frozen view of the whole store.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import orjson

from desktop_app.core.canonical import message_text, require_finite
from desktop_app.core.messages import msg

Document = dict[str, Any]
Table = dict[str, Document]
Tables = dict[str, Table]

# Name of the table with the checksums of a snapshot. No table of a store may use it.
INTEGRITY = "_integrity"

# Without these options, orjson would silently write dataclasses, datetimes and subclasses of str as
# plain JSON. They must be refused, because reading them back would return something else.
_OPTIONS = (
    orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
    | orjson.OPT_PASSTHROUGH_SUBCLASS
)
# Keys are written between quotes without escaping, so characters that JSON would escape are not
# allowed.
_KEY = re.compile(r"[^\"\\\x00-\x1f\ud800-\udfff]+\Z")
# The encoded names of tables, of which there are only a few.
_TABLE_NAMES: dict[str, bytes] = {}


class Operation(NamedTuple):
    """One change: kind “p” put, “d” delete, “c” create or empty a table, “x” drop it.

    `encoded` is the operation as it is written to the journal.
    """

    kind: str
    table: str
    key: str
    document: Document | None
    encoded: bytes


def encode_document(document: Mapping[str, Any]) -> bytes:
    """Return a document as JSON.

    Raises ValueError for anything JSON cannot represent, such as NaN.
    """
    plain = document if type(document) is dict else dict(document)
    try:
        data = orjson.dumps(plain, default=message_text, option=_OPTIONS)
    except (TypeError, orjson.JSONEncodeError) as error:
        raise ValueError(msg("not a JSON document: {error}", error=error)) from error
    # orjson writes non-finite numbers as null, so only documents with a null can contain one.
    if b"null" in data:
        require_finite(plain)
    return data


def put(table: str, key: str, document: Mapping[str, Any], *, owned: bool = False) -> Operation:
    """Return the operation that stores a document.

    `owned`: whether the operation holds the document itself instead of a copy. It must be plain
        JSON data, and the caller must not use it any more

    Otherwise, the operation holds a copy: the document as parsed from its JSON.
    """
    if not _KEY.match(key):
        raise ValueError(msg("a document ID must be plain text without quotes"))
    data = encode_document(document)
    encoded = b'["p",%s,"%s",%s]' % (_encoded(table), key.encode(), data)
    # Parsing the encoded bytes makes a deep copy, so memory equals what a reader would load.
    held = document if owned and type(document) is dict else orjson.loads(data)
    return Operation("p", table, key, held, encoded)


def delete(table: str, key: str) -> Operation:
    """Return the operation that removes an existing document."""
    encoded = b'["d",%s,"%s"]' % (_encoded(table), key.encode())
    return Operation("d", table, key, None, encoded)


def clear(table: str) -> Operation:
    """Return the operation that creates a table, or empties it."""
    return Operation("c", table, "", None, b'["c",%s]' % _encoded(table))


def drop(table: str) -> Operation:
    """Return the operation that removes a table."""
    return Operation("x", table, "", None, b'["x",%s]' % _encoded(table))


def _encoded(table: str) -> bytes:
    """Return a table's name as JSON. Raises ValueError if it is reserved or not a text."""
    data = _TABLE_NAMES.get(table)
    if data is None:
        if table == INTEGRITY:
            raise ValueError(
                msg(
                    "the table name {integrity} is reserved",
                    integrity=f"{INTEGRITY!r}",
                )
            )
        try:
            data = orjson.dumps(table)
        except orjson.JSONEncodeError as error:
            raise ValueError(msg("a table name must be text")) from error
        # Limited, so that a caller with ever new table names cannot fill the memory.
        if len(_TABLE_NAMES) < 1000:
            _TABLE_NAMES[table] = data
    return data


class Undo:
    """The undo log of a transaction. The newest step is undone first."""

    def __init__(self) -> None:
        # Steps are of two types. A replaced document: its table, its key and the old document (None
        # if there was none). Replaced tables: all the old tables.
        self.steps: list[tuple[Table, str, Document | None] | Tables] = []
        # Tables copied as a whole since the last mark: `steps` contains the old tables, so changes
        # to these tables need no steps of their own.
        self.copied: set[str] = set()

    def mark(self) -> int:
        """Return the current position, to which `Memory.undo` can go back."""
        # Later changes must be undoable separately, so tables copied before the mark are copied
        # again.
        self.copied.clear()
        return len(self.steps)


class Memory:
    """All tables of a store. `generation` grows with every change, so that caches can detect it."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.generation = 0
        # The highest id per table, computed on first use: scanning the table for every insert would
        # make inserting quadratic.
        self._max_ids: dict[str, int] = {}

    def table(self, name: str) -> Mapping[str, Document]:
        """Return the live documents of a table by id. Callers must not change them."""
        return self.tables.get(name, {})

    def frozen(self) -> Tables:
        """Return a view that later changes do not affect. Only references are copied."""
        return {name: dict(table) for name, table in self.tables.items()}

    def max_id(self, name: str) -> int:
        """Return the highest document id of a table; 0 if it is empty."""
        highest = self._max_ids.get(name)
        if highest is None:
            highest = max(map(int, self.tables.get(name, ())), default=0)
            self._max_ids[name] = highest
        return highest

    def undo(self, undo: Undo, mark: int) -> None:
        """Undo everything a transaction did since `mark`."""
        while len(undo.steps) > mark:
            step = undo.steps.pop()
            if isinstance(step, dict):
                self.tables = step
                continue
            table, key, before = step
            if before is None:
                del table[key]
            else:
                table[key] = before
        undo.copied.clear()
        self._max_ids.clear()
        self.generation += 1

    def perform(self, operations: Iterable[Operation], undo: Undo | None = None) -> None:
        """Apply operations that are valid for the tables, and log in `undo` how to undo them."""
        self.generation += 1
        for operation in operations:
            name = operation.table
            if operation.kind == "p":
                self._put(operation, undo)
                continue
            self._max_ids.pop(name, None)
            if operation.kind == "d":
                if undo is not None and name not in undo.copied:
                    # Undoing a deletion by inserting the key again would move it to the end of the
                    # table. Restoring a copy of the whole table preserves the order of the
                    # documents.
                    self._note_tables(undo)
                    self.tables[name] = dict(self.tables[name])
                    undo.copied.add(name)
                del self.tables[name][operation.key]
            else:
                if undo is not None:
                    self._note_tables(undo)
                    undo.copied.discard(name)
                if operation.kind == "c":
                    self.tables[name] = {}
                else:
                    self.tables.pop(name, None)

    def _put(self, operation: Operation, undo: Undo | None) -> None:
        name, key, document = operation.table, operation.key, operation.document
        assert document is not None
        table = self.tables.get(name)
        if table is None:
            if undo is not None:
                self._note_tables(undo)
            table = self.tables[name] = {}
        # A table that was copied since the mark is restored as a whole, so its puts need no steps.
        if undo is not None and name not in undo.copied:
            undo.steps.append((table, key, table.get(key)))
        table[key] = document
        highest = self._max_ids.get(name)
        # Only keys of digits have an order. Any other key invalidates the cached maximum.
        if highest is not None:
            if key.isdigit():
                self._max_ids[name] = max(highest, int(key))
            else:
                del self._max_ids[name]

    def _note_tables(self, undo: Undo) -> None:
        # The outer dict is replaced, so that the logged one still has the old tables.
        before = self.tables
        self.tables = dict(before)
        undo.steps.append(before)
