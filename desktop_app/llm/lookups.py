"""Execution of the lookups of jobs and turns: by words, by vectors from a server, or by both."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Lookup, LookupResult, ModelError, Trouble
from desktop_app.llm.keys import MissingKeyError
from desktop_app.llm.stopping import Stop

if TYPE_CHECKING:
    from desktop_app.llm.embedding import Embedder, Vectors
    from desktop_app.text.retrieval import Index, Method

# Maximum number of cached indices. The texts of one item are searched repeatedly.
_MOST_KEPT = 8


class NoEmbeddingsError(ModelError):
    """No connection has an embedding model, or the key of that connection is missing.

    Every lookup by vectors fails in the same way until this is fixed.
    """

    def __init__(self, trouble: Trouble, message: str, *, hint: str = "") -> None:
        super().__init__(trouble, message, hint=hint)
        self.for_all = True


class Lookups:
    """Finds passages. May be used from several threads at once, but never from the window's thread.

    `embedder`: makes vectors; None if no connection has an embedding model
    """

    def __init__(self, embedder: Embedder | None = None) -> None:
        self.embedder = embedder
        self._kept: OrderedDict[str, Index] = OrderedDict()
        self._lock = threading.Lock()

    def found(self, lookup: Lookup, *, stop: Stop | None = None) -> LookupResult:
        """Return the result of a lookup.

        Raises ModelError if vectors are not available, ValueError for an unknown retriever, and
        errors of the vector cache.
        """
        if lookup.retriever == "bm25":
            index = self._index(lookup.texts, "")
            hits = index.search(lookup.query, lookup.most)
            return LookupResult([(hit.place, hit.score) for hit in hits], "bm25")
        if lookup.retriever not in ("dense", "hybrid"):
            raise ValueError(msg("there is no retriever “{retriever}”", retriever=lookup.retriever))
        embedder = self.embedder
        if embedder is None:
            raise NoEmbeddingsError(
                Trouble.UNKNOWN_MODEL,
                msg("search by meaning needs a connection with an embedding model"),
                hint=msg("Set one for a connection (setting “embeddings”), or search by words."),
            )
        try:
            embedder.client.unlock()
        except MissingKeyError as missing:
            raise NoEmbeddingsError(
                Trouble.DENIED,
                msg(
                    "the API key for the embedding connection “{connection}” is missing",
                    connection=missing.connection,
                ),
                hint=msg(
                    "Enter it under File ▸ Connections to models (or: proofdesk connections "
                    "key {connection}), or search passages by words.",
                    connection=missing.connection,
                ),
            ) from None
        # All vectors come from one call, which checks that they have one size. Cached ones are not
        # requested.
        matrix = embedder.vectors([*lookup.texts, lookup.query], stop=stop)
        # The kind distinguishes indices of the same texts by vectors of different models.
        kind = f"{embedder.client.connection.base_url} {embedder.model} {matrix.shape[1]}"
        index = self._index(lookup.texts, kind, matrix[:-1])
        method: Method = "dense" if lookup.retriever == "dense" else "hybrid"
        hits = index.search(lookup.query, lookup.most, method=method, vector=matrix[-1])
        named = f"{lookup.retriever}:{embedder.model}"
        return LookupResult([(hit.place, hit.score) for hit in hits], named)

    def _index(self, texts: Sequence[str], kind: str, vectors: Vectors | None = None) -> Index:
        """Return the index of some texts, from the cache if possible.

        `kind`: the model of the vectors, which distinguishes indices of the same texts; "" for
            words
        """
        # Imports numpy, which is slow.
        from desktop_app.text.retrieval import Index

        key = sha256_hex(canonical_bytes([kind, list(texts)]))
        with self._lock:
            index = self._kept.get(key)
            if index is not None:
                self._kept.move_to_end(key)
                return index
        named = None
        if vectors is not None:
            named = {str(place): vector for place, vector in enumerate(vectors)}
        index = Index(list(texts), named)
        with self._lock:
            self._kept[key] = index
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return index
