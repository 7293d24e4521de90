"""The documents in memory, and how to take changes back.

A stored document is never mutated: changing it puts another one in its place. So a shallow copy
of the tables is a frozen view of the whole store.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from desktop_app.storage.lines import Document, Table, Tables
from desktop_app.storage.operations import Operation


class Undo:
    """What takes the changes of a transaction back, newest first."""

    def __init__(self) -> None:
        # A document put: its table, its key, what was there. All tables replaced: the old ones.
        self.steps: list[tuple[Table, str, Document | None] | Tables] = []
        self.copied: set[str] = set()

    def mark(self) -> int:
        """Return a point to come back to."""
        self.copied.clear()  # a part that begins here must be undone by itself
        return len(self.steps)


class Memory:
    """All tables of a store. `generation` grows with every change, so that caches notice."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.generation = 0
        self._max_ids: dict[str, int] = {}

    def table(self, name: str) -> Mapping[str, Document]:
        """Return the live documents of a table by id; for reading only."""
        return self.tables.get(name, {})

    def frozen(self) -> Tables:
        """Return a view that later changes do not reach, at the cost of copying references."""
        return {name: dict(table) for name, table in self.tables.items()}

    def max_id(self, name: str) -> int:
        """Return the highest document id of a table, 0 when it is empty."""
        highest = self._max_ids.get(name)
        if highest is None:
            highest = max(map(int, self.tables.get(name, ())), default=0)
            self._max_ids[name] = highest
        return highest

    def undo(self, undo: Undo, mark: int) -> None:
        """Take back what a transaction did since `mark`."""
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
        """Apply operations that fit the tables, noting in `undo` how to take them back."""
        self.generation += 1
        for operation in operations:
            name = operation.table
            if operation.kind == "p":
                self._put(operation, undo)
                continue
            self._max_ids.pop(name, None)
            if operation.kind == "d":
                if undo is not None and name not in undo.copied:
                    # A whole copy keeps the order of the documents when it is taken back.
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
        if undo is not None and name not in undo.copied:
            undo.steps.append((table, key, table.get(key)))
        table[key] = document
        highest = self._max_ids.get(name)
        if highest is not None:
            if key.isdigit():
                self._max_ids[name] = max(highest, int(key))
            else:
                del self._max_ids[name]

    def _note_tables(self, undo: Undo) -> None:
        before = self.tables
        self.tables = dict(before)
        undo.steps.append(before)
