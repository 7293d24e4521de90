"""TinyDB tables whose cost depends on the size of the change, not on the size of the table.

Stock `Table._update_table` rebuilds every table on each write (docs/decisions/0002). Here, an
updater works on a view that records its changes, and only these are saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import AbstractContextManager
from typing import Any, cast

import orjson
from tinydb import TinyDB
from tinydb.queries import QueryLike
from tinydb.storages import Storage
from tinydb.table import Document as FoundDocument
from tinydb.table import Table

from desktop_app.storage.journal import JournalStorage
from desktop_app.storage.memory import Document, Operation, clear, delete, put


class _View(MutableMapping[int, Any]):
    """A table as an updater sees it.

    Reads return copies, so that the documents in memory stay as they were saved.
    """

    def __init__(self, stored: Mapping[str, Document], to_id: Callable[[str], int]) -> None:
        self._stored = stored
        self._to_id = to_id
        # The removed keys (as an ordered set), and the documents that were read or written, by key.
        self._gone: dict[str, None] = {}
        self._seen: dict[str, Any] = {}

    def __getitem__(self, doc_id: int) -> Any:
        key = str(doc_id)
        if key in self._seen:
            return self._seen[key]
        if key in self._gone:
            raise KeyError(doc_id)
        try:
            stored = self._stored[key]
        except KeyError:
            raise KeyError(doc_id) from None
        # An updater may change the document in place. The copy is later compared with the stored
        # document.
        copy = self._seen[key] = orjson.loads(orjson.dumps(stored))
        return copy

    def __setitem__(self, doc_id: int, document: Any) -> None:
        self._seen[str(doc_id)] = document

    def __delitem__(self, doc_id: int) -> None:
        key = str(doc_id)
        if doc_id not in self:
            raise KeyError(doc_id)
        self._seen.pop(key, None)
        # Nothing is recorded for a document that was added and removed again.
        if key in self._stored:
            self._gone[key] = None

    def __contains__(self, doc_id: object) -> bool:
        key = str(doc_id)
        return key in self._seen or (key in self._stored and key not in self._gone)

    def __iter__(self) -> Iterator[int]:
        for key in self._stored:
            if key not in self._gone:
                yield self._to_id(key)
        # A stored document that was deleted and set again moves to the end, as in a dict.
        for key in self._seen:
            if key not in self._stored or key in self._gone:
                yield self._to_id(key)

    def __len__(self) -> int:
        fresh = sum(1 for key in self._seen if key not in self._stored or key in self._gone)
        return len(self._stored) - len(self._gone) + fresh

    def clear(self) -> None:
        self._seen.clear()
        self._gone = dict.fromkeys(self._stored)

    def operations(self, table: str) -> list[Operation]:
        """Return the changes; applying them in this order preserves the documents' order."""
        # If everything was removed, one operation suffices instead of one per document.
        if self._gone and len(self._gone) == len(self._stored):
            result = [clear(table)]
        else:
            result = [delete(table, key) for key in self._gone]
        for key, document in self._seen.items():
            operation = put(table, key, document)
            stored = self._stored.get(key)
            # Compared as bytes: for Python, 1, 1.0 and True are equal, but they are different
            # documents.
            if (
                stored is None
                or key in self._gone
                or orjson.dumps(stored) != orjson.dumps(operation.document)
            ):
                result.append(operation)
        return result


class JournalTable(Table):
    """A TinyDB table on a `JournalStorage`.

    Only the top level of returned documents is copied. Nested values are shared with the store and
    must not be changed in place: use `update`, which works on full copies.
    """

    # The generation of the store for which the query cache is valid.
    _seen_generation = -1
    # Stock TinyDB declares the attribute by its first value.
    _next_id: int | None  # type: ignore[assignment]

    @property
    def _journal(self) -> JournalStorage:
        return cast(JournalStorage, self._storage)

    def insert(self, document: Mapping[str, Any]) -> int:
        """Insert one document at a cost that does not depend on the size of the table."""
        # A `Document` may have its own id, which requires the checks of `insert_multiple`.
        if type(document) is not dict:
            return self.insert_multiple([document])[0]
        doc_id = self._get_next_id()
        # Another table object for the same table may have used the id.
        if str(doc_id) in self._read_table():
            self._next_id = None
            doc_id = self._get_next_id()
        self._journal.apply((put(self.name, str(doc_id), document),))
        return doc_id

    def insert_owned(self, documents: Iterable[dict[str, Any]]) -> list[int]:
        """Insert documents without copying them; the caller must not use them any more.

        They must be plain JSON data, such as freshly parsed documents. This takes half the time and
        memory of `insert_multiple`; otherwise it works in the same way.
        """
        return self._insert(documents, owned=True)

    def insert_multiple(self, documents: Iterable[Mapping[str, Any]]) -> list[int]:
        """Insert documents in one save. Raises ValueError and inserts none if an id is in use."""
        return self._insert(documents, owned=False)

    def _insert(self, documents: Iterable[Mapping[str, Any]], *, owned: bool) -> list[int]:
        stored = self._read_table()
        operations: dict[str, Operation] = {}
        doc_ids: list[int] = []
        for document in documents:
            # Nearly all documents are plain dicts; testing for an abstract class takes longer.
            is_plain = type(document) is dict
            if not is_plain and not isinstance(document, Mapping):
                # The same error as in stock TinyDB.
                raise ValueError("Document is not a Mapping")
            if not is_plain and isinstance(document, self.document_class):
                doc_id = document.doc_id
                # The document has its own id, so the counter must be computed again.
                self._next_id = None
            else:
                doc_id = self._next_after(operations)
            key = str(doc_id)
            if key in stored or key in operations:
                raise ValueError(f"Document with ID {key} already exists")
            operations[key] = put(self.name, key, document, owned=owned)
            doc_ids.append(doc_id)
        self._save(list(operations.values()))
        return doc_ids

    def _next_after(self, operations: Mapping[str, Operation]) -> int:
        if self._next_id is None and operations:
            self._next_id = max(self._journal.max_id(self.name), *map(int, operations)) + 1
        return self._get_next_id()

    def search(self, cond: QueryLike) -> list[FoundDocument]:
        """Return all matching documents. A repeated query is cached until the next change."""
        # Another table object, or undoing a transaction, may have changed the documents.
        if self._seen_generation != self._journal.generation:
            self.clear_cache()
            self._seen_generation = self._journal.generation
        documents = super().search(cond)
        # The top level is copied, so that callers may change the documents without changing the
        # cache.
        return [self.document_class(document, document.doc_id) for document in documents]

    def get(  # type: ignore[override]
        self,
        cond: QueryLike | None = None,
        doc_id: int | None = None,
        doc_ids: list[int] | None = None,
    ) -> FoundDocument | list[FoundDocument] | None:
        """Return one document, or with `doc_ids` a list of the existing ones in order of id."""
        if doc_id is None and doc_ids is not None:
            stored = self._read_table()
            existing = sorted({int(doc_id) for doc_id in doc_ids if str(doc_id) in stored})
            return [self.document_class(stored[str(doc_id)], doc_id) for doc_id in existing]
        if doc_id is None and cond is None:
            raise RuntimeError("You have to pass either cond or doc_id or doc_ids")
        return super().get(cond, doc_id)  # type: ignore[arg-type]

    def update(
        self,
        fields: Mapping[str, Any] | Callable[[MutableMapping[str, Any]], None],
        cond: QueryLike | None = None,
        doc_ids: Iterable[int] | None = None,
    ) -> list[int]:
        """Change matching documents in one save; see `tinydb.table.Table.update`."""
        # Stock TinyDB would read, and therefore copy, every document of the view to test the
        # condition.
        if doc_ids is None and cond is not None:
            doc_ids = self._matching(cond)
        return super().update(fields, None, doc_ids)

    def remove(
        self, cond: QueryLike | None = None, doc_ids: Iterable[int] | None = None
    ) -> list[int]:
        """Remove matching documents in one save; see `tinydb.table.Table.remove`."""
        if doc_ids is None and cond is not None:
            doc_ids = self._matching(cond)
        return super().remove(None, doc_ids)

    def _matching(self, cond: QueryLike) -> list[int]:
        to_id = self.document_id_class
        return [to_id(key) for key, document in self._read_table().items() if cond(document)]

    def __iter__(self) -> Iterator[FoundDocument]:
        """Yield the current documents, whatever is saved during the iteration."""
        for key, document in list(self._read_table().items()):
            yield self.document_class(document, self.document_id_class(key))

    def _get_next_id(self) -> int:
        next_id = self._next_id
        if next_id is None:
            next_id = self._journal.max_id(self.name) + 1
        self._next_id = next_id + 1
        return next_id

    def _read_table(self) -> dict[str, Mapping[str, Any]]:
        return cast(dict[str, Mapping[str, Any]], self._journal.table(self.name))

    def _update_table(self, updater: Callable[[dict[int, Mapping[str, Any]]], None]) -> None:
        view = _View(self._journal.table(self.name), self.document_id_class)
        updater(cast(dict[int, Mapping[str, Any]], view))
        self._save(view.operations(self.name))

    def _save(self, operations: list[Operation]) -> None:
        if not operations and self.name not in self._journal.table_names():
            # As with stock tables, a change without any effect still creates the table.
            operations = [clear(self.name)]
        self._journal.apply(operations)


class JournalDB(TinyDB):
    """A TinyDB with durable storage: `JournalDB("records.json")`.

    It has all features of stock TinyDB, and `transaction()`.
    """

    table_class = JournalTable
    # TinyDB accepts any storage class.
    default_storage_class = JournalStorage  # type: ignore[assignment]

    @classmethod
    def on(cls, storage: Storage) -> JournalDB:
        """Return a database on a storage that is already open."""
        return cls(storage=lambda: storage)

    @property
    def journal(self) -> JournalStorage:
        """The storage, for compaction, failures and `retry`."""
        return cast(JournalStorage, self.storage)

    def transaction(self) -> AbstractContextManager[None]:
        """Group saves to any number of tables into one; see `JournalStorage.transaction`."""
        return self.journal.transaction()

    def table(self, name: str, **kwargs: Any) -> JournalTable:
        """Return a table; see `tinydb.TinyDB.table`."""
        return cast(JournalTable, super().table(name, **kwargs))

    def tables(self) -> set[str]:
        """Return the names of all tables."""
        return self.journal.table_names()

    def drop_table(self, name: str) -> None:
        """Drop one table."""
        self._tables.pop(name, None)
        self.journal.drop_table(name)

    def drop_tables(self) -> None:
        """Drop all tables in one save."""
        self.journal.write({})
        self._tables.clear()
