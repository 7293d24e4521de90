"""The documents in memory, and the undo log of a transaction.

A stored document is never modified: a change replaces it with another one. A shallow copy of the
tables is therefore a frozen view of the whole store.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from desktop_app.storage.lines import Document, Table, Tables
from desktop_app.storage.operations import Operation


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
