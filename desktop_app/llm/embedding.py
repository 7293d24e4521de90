"""Embedding vectors of texts from a server, with a cache.

The endpoint is OpenAI's `/embeddings`, which most servers provide. Requests go through a
`ModelClient`, so its key, limits, retries and stop signal apply. The response is validated: it must
contain as many vectors as texts, all of one size, with finite numbers only.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from typing import Protocol as TypingProtocol

import numpy as np
from numpy.typing import NDArray

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import ModelError, Trouble
from desktop_app.llm.client import ModelClient
from desktop_app.llm.sending import stopped
from desktop_app.llm.stopping import Stop
from desktop_app.llm.transport import storable

Vectors = NDArray[np.float32]

# Maximum number of texts in one request.
MOST_AT_ONCE = 64
# Maximum number of characters in one request, unless a single text is longer.
MOST_CHARACTERS = 200_000
# Maximum number of dimensions of a vector.
LARGEST_SIZE = 65_536
# HTTP statuses of the response to a request with too many or too long texts.
_TOO_MUCH = frozenset((400, 413, 422))


class VectorCache(TypingProtocol):
    """A cache of vectors by a digest of text and model. Used from several threads at once."""

    def get_many(self, keys: Iterable[str]) -> Mapping[str, Vectors]:
        """Return the vectors that are cached under these keys."""

    def put_many(self, vectors: Mapping[str, Vectors]) -> None:
        """Store vectors by key."""


class Embedder:
    """Makes vectors of texts. May be used from several threads at once.

    `model`: the server's name of the model; empty: the connection's embedding model, or else its
        chat model
    `cache`: stores vectors beyond the session
    `asked`, `cached`: numbers of texts whose vectors the server returned, and of texts found in the
        cache
    `tokens`: tokens of the sent texts, as counted by the server
    """

    def __init__(
        self, client: ModelClient, *, model: str = "", cache: VectorCache | None = None
    ) -> None:
        self.client = client
        self.model = model or client.connection.embeddings or client.connection.model
        self.asked = self.cached = self.tokens = 0
        self._cache = cache
        self._lock = threading.Lock()

    def vectors(
        self,
        texts: Sequence[str],
        *,
        stop: Stop | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> Vectors:
        """Return a matrix with one row for each text, in order.

        `progress`: receives (different texts done, total), on the calling thread

        Texts without visible characters are not sent: their rows are all zeros. Raises ModelError;
        the vectors that arrived before the error are cached. Also raises errors on writing the
        cache.
        """
        stop = stop or Stop()
        keys = [self._key(text) if text.strip() else "" for text in texts]
        wanted = {key: text for key, text in zip(keys, texts, strict=True) if key}
        result = self._known(wanted)
        left = [(key, text) for key, text in wanted.items() if key not in result]
        progress(len(result), len(wanted))
        if left:
            for made in self._asked(left, stop):
                result.update(made)
                progress(len(result), len(wanted))
        # Cached and new vectors may come from different models with the same name.
        sizes = {len(vector) for vector in result.values()}
        if len(sizes) > 1:
            raise self._changed()
        matrix = np.zeros((len(texts), sizes.pop() if sizes else 0), dtype=np.float32)
        for row, key in enumerate(keys):
            if key:
                matrix[row] = result[key]
        return matrix

    def vector(self, text: str, *, stop: Stop | None = None) -> Vectors:
        """Return the vector of one text, such as a query; see `vectors`."""
        row: Vectors = self.vectors([text], stop=stop)[0]
        return row

    def _key(self, text: str) -> str:
        """Return the cache key of a text's vector."""
        base = self.client.connection.base_url
        digest = sha256_hex(storable(text).encode())
        return sha256_hex(canonical_bytes(["vector", base, self.model, digest]))

    def _known(self, wanted: Mapping[str, str]) -> dict[str, Vectors]:
        """Return the cached vectors of the wanted texts."""
        if self._cache is None or not wanted:
            return {}
        result = {
            key: vector
            for key, vector in self._cache.get_many(wanted).items()
            if key in wanted and _is_usable(vector)
        }
        # If the server replaced the model behind the name, vectors of two sizes may be cached. In
        # this case none of them is used.
        if len({len(vector) for vector in result.values()}) > 1:
            return {}
        with self._lock:
            self.cached += len(result)
        return result

    # Texts that are not cached
    def _asked(self, left: list[tuple[str, str]], stop: Stop) -> Iterator[dict[str, Vectors]]:
        """Yield vectors batch by batch, with several concurrent requests."""
        batches = list(_batches(left))
        at_once = min(self.client.connection.at_once, len(batches))
        if at_once == 1:
            for batch in batches:
                yield self._batch(batch, stop)
            return
        # After a failure the result cannot be complete, so the remaining batches are not sent.
        failed = threading.Event()

        def work(batch: list[tuple[str, str]]) -> dict[str, Vectors]:
            if failed.is_set():
                raise stopped()
            try:
                return self._batch(batch, stop)
            except BaseException:
                failed.set()
                raise

        with ThreadPoolExecutor(at_once, thread_name_prefix="embedding") as pool:
            futures = [pool.submit(work, batch) for batch in batches]
            errors = []
            for future in futures:
                error = future.exception()
                if error is not None:
                    errors.append(error)
                else:
                    yield future.result()
        if errors:
            # The first error other than the stop that another batch caused.
            raise next((one for one in errors if not _is_stop(one)), errors[0])

    def _batch(self, batch: list[tuple[str, str]], stop: Stop) -> dict[str, Vectors]:
        """Request the vectors of some texts, divided in two if they are too much for the server."""
        texts = [storable(text) for _, text in batch]
        try:
            answer = self.client.call(lambda api: self._answer(api, texts), stop=stop)
        except ModelError as error:
            if error.status in _TOO_MUCH and len(batch) > 1:
                half = len(batch) // 2
                return {**self._batch(batch[:half], stop), **self._batch(batch[half:], stop)}
            raise
        made = dict(zip((key for key, _ in batch), self._read(answer, len(batch)), strict=True))
        with self._lock:
            self.asked += len(batch)
            self.tokens += _tokens(answer)
        if self._cache is not None:
            self._cache.put_many(made)
        return made

    def _answer(self, api: Any, texts: list[str]) -> Mapping[str, Any]:
        """Return the parsed response to one request."""
        # Plain numbers are requested, because not every server supports the library's compact
        # format. The raw response is parsed here, because the library would build objects from any
        # response.
        raw = api.embeddings.with_raw_response
        made = raw.create(model=self.model, input=texts, encoding_format="float")
        result = json.loads(made.content)
        if not isinstance(result, Mapping):
            raise TypeError("object")
        return result

    def _read(self, answer: Mapping[str, Any], count: int) -> list[Vectors]:
        """Return the vectors of a response in the order of the texts. Raises ModelError."""
        data = answer.get("data")
        if not isinstance(data, list) or len(data) != count:
            raise self._unusable(msg("the number of vectors differs from the number of texts"))
        rows: dict[int, Vectors] = {}
        for place, one in enumerate(data):
            named = one.get("index") if isinstance(one, Mapping) else None
            index = named if type(named) is int else place
            vector = _vector(one.get("embedding") if isinstance(one, Mapping) else None)
            if vector is None:
                raise self._unusable(msg("values that are not finite numbers"))
            rows[index] = vector
        if sorted(rows) != list(range(count)):
            raise self._unusable(msg("embeddings without a text"))
        if len({len(vector) for vector in rows.values()}) > 1:
            raise self._unusable(msg("embeddings of different sizes"))
        return [rows[place] for place in range(count)]

    def _changed(self) -> ModelError:
        """Return the error for new and cached vectors of different sizes."""
        if self._cache is None:
            return self._unusable(msg("embeddings of different sizes"))
        return ModelError(
            Trouble.MALFORMED,
            msg(
                "the embeddings from “{name}” cannot be used: their size differs from "
                "earlier ones, which are kept",
                name=self.client.name,
            ),
            hint=msg(
                "If the connection now uses a different embedding model, delete the folder "
                "“cache/vectors” in the project. Otherwise, choose a connection with an embedding "
                "model."
            ),
        )

    def _unusable(self, what: str) -> ModelError:
        """Return the error for an invalid response."""
        return ModelError(
            Trouble.MALFORMED,
            msg(
                "the embeddings from “{name}” cannot be used: {what}",
                name=self.client.name,
                what=what,
            ),
            hint=msg("Use a connection with an embedding model."),
        )


def _batches(left: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Yield texts in batches within the limits of a request."""
    batch: list[tuple[str, str]] = []
    size = 0
    for key, text in left:
        if batch and (len(batch) == MOST_AT_ONCE or size + len(text) > MOST_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append((key, text))
        size += len(text)
    if batch:
        yield batch


def _vector(values: Any) -> Vectors | None:
    """Return a vector of a response as an array; None if it is invalid."""
    if not isinstance(values, list) or not 0 < len(values) <= LARGEST_SIZE:
        return None
    if not all(type(value) in (float, int) for value in values):
        return None
    try:
        with np.errstate(over="ignore"):
            vector = np.asarray(values, dtype=np.float64).astype(np.float32)
    except (OverflowError, ValueError):
        return None
    return vector if _is_usable(vector) else None


def _is_usable(vector: Vectors) -> bool:
    """Return whether a vector is one-dimensional, not empty, within the size limit and finite."""
    return vector.ndim == 1 and 0 < len(vector) <= LARGEST_SIZE and bool(np.isfinite(vector).all())


def _tokens(answer: Mapping[str, Any]) -> int:
    """Return the number of tokens that the server counted; 0 without a valid count."""
    usage = answer.get("usage")
    count = usage.get("prompt_tokens") if isinstance(usage, Mapping) else None
    return count if type(count) is int and 0 <= count <= 10**9 else 0


def _is_stop(error: BaseException) -> bool:
    """Return whether an error only says that the request was stopped."""
    return isinstance(error, ModelError) and error.trouble is Trouble.CANCELLED
