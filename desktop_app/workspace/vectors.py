"""Cache of embedding vectors in a workspace, so that none is requested twice.

The vectors are in packs, one for each answer of a server, in the workspace's `cache` folder, which
may be deleted at any time. A pack consists of

    8 bytes “PDVECT01” · count and size as uint32 · count keys of 32 bytes
    · count rows of `size` float32 · count CRC-32 of key and row as uint32

all little-endian. Files with another layout are ignored.
"""

from __future__ import annotations

import struct
import threading
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from desktop_app import files
from desktop_app.core.canonical import sha256_hex
from desktop_app.core.messages import msg
from desktop_app.workspace.folder import make_cache_folder

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.llm.client import ModelClient
    from desktop_app.llm.embedding import Embedder
    from desktop_app.workspace.workspace import Workspace

Vectors = NDArray[np.float32]

_MAGIC = b"PDVECT01"
_HEAD = struct.Struct("<8sII")
# Size of a key in bytes.
_KEY = 32
# Maximum size of a pack in bytes.
_LARGEST = 64 << 20
# Maximum number of packs that are indexed.
_MOST_PACKS = 50_000


class PackedVectors:
    """Vectors by key (64 hexadecimal digits); see the module docstring for the files.

    May be used from several threads at once. Packs that another program writes in the meantime may
    be missed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "cache" / "vectors"
        self._lock = threading.Lock()
        # File and row of each key, read on first use.
        self._places: dict[bytes, tuple[Path, int]] | None = None

    def get_many(self, keys: Iterable[str]) -> dict[str, Vectors]:
        """Return the vectors of those keys that are in the cache."""
        by_file: dict[Path, list[tuple[str, bytes, int]]] = defaultdict(list)
        with self._lock:
            if self._places is None:
                self._places = self._listed()
            for key in keys:
                spelled = _spelled(key)
                place = self._places.get(spelled)
                if place is not None:
                    by_file[place[0]].append((key, spelled, place[1]))
        # Outside the lock, so that other threads need not wait while files are read.
        result = {}
        for file, rows in by_file.items():
            data = _read(file)
            for key, spelled, row in rows:
                vector = _row(data, spelled, row)
                if vector is not None:
                    result[key] = vector
        return result

    def put_many(self, vectors: Mapping[str, Vectors]) -> None:
        """Save vectors of equal size.

        Raises NotSavedError, because a vector that is not saved has to be paid for again.
        """
        if not vectors:
            return
        keys = [_spelled(key) for key in vectors]
        rows = np.stack([np.asarray(one, dtype="<f4") for one in vectors.values()])
        sums = [zlib.crc32(key + row.tobytes()) for key, row in zip(keys, rows, strict=True)]
        data = b"".join(
            (
                _HEAD.pack(_MAGIC, *rows.shape),
                *keys,
                rows.tobytes(),
                np.asarray(sums, dtype="<u4").tobytes(),
            )
        )
        # Named by a hash of the content, so that two programs never write different packs to one
        # file.
        file = self._folder / f"{sha256_hex(data)}.pack"
        make_cache_folder(self._folder)
        files.private_file_write(file, data)
        with self._lock:
            if self._places is not None:
                self._places.update((key, (file, row)) for row, key in enumerate(keys))

    def _listed(self) -> dict[bytes, tuple[Path, int]]:
        """Return the file and row of each vector, read from the headers of all packs."""
        places: dict[bytes, tuple[Path, int]] = {}
        try:
            packs = sorted(self._folder.glob("*.pack"))[:_MOST_PACKS]
        except OSError:
            return places
        for file in packs:
            with suppress(OSError):
                length = file.stat().st_size
                if length > _LARGEST:
                    continue
                with file.open("rb") as opened:
                    shape = _shape(opened.read(_HEAD.size), length)
                    keys = opened.read(shape[0] * _KEY) if shape is not None else b""
                for row in range(len(keys) // _KEY):
                    places[keys[row * _KEY : (row + 1) * _KEY]] = (file, row)
        return places


def embedder_for(workspace: Workspace, client: ModelClient, *, model: str = "") -> Embedder:
    """Return an embedder that stores its vectors in this workspace's cache.

    `model`: name of the model on the server; empty: the connection's embedding model
    """
    from desktop_app.llm.embedding import Embedder

    return Embedder(client, model=model, cache=PackedVectors(workspace.folder))


def _spelled(key: str) -> bytes:
    spelled = bytes.fromhex(key)
    if len(spelled) != _KEY:
        raise ValueError(msg("a key has 64 hexadecimal digits"))
    return spelled


def _shape(head: bytes, length: int) -> tuple[int, int] | None:
    """Return (count, size) of a pack of `length` bytes; None if its layout is invalid."""
    if len(head) < _HEAD.size:
        return None
    magic, count, size = _HEAD.unpack_from(head)
    right = magic == _MAGIC and count and size and length == _length(count, size)
    return (count, size) if right else None


def _length(count: int, size: int) -> int:
    return _HEAD.size + count * (_KEY + 4 * size + 4)


def _read(file: Path) -> bytes:
    with suppress(OSError), file.open("rb") as opened:
        return opened.read(_LARGEST)
    return b""


def _row(data: bytes, key: bytes, row: int) -> Vectors | None:
    """Return a row of a pack; None if the file has been replaced or is damaged."""
    shape = _shape(data, len(data))
    if shape is None or row >= shape[0]:
        return None
    count, size = shape
    start = _HEAD.size + count * _KEY
    spelled = data[start + row * 4 * size : start + (row + 1) * 4 * size]
    [stored] = struct.unpack_from("<I", data, start + count * 4 * size + row * 4)
    # The checksum includes the key, because nothing else would reveal a vector with a wrong key.
    if zlib.crc32(key + spelled) != stored:
        return None
    return np.frombuffer(spelled, dtype="<f4").astype(np.float32)
