"""Chunked line reading, and the types that snapshot and journal share."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_app.core.canonical import canonical_bytes
from desktop_app.storage.filesystem import FileSystem

# Version of both file layouts. A reader refuses files with a higher version.
FORMAT = 1
# Bytes per read.
CHUNK = 1 << 20

Document = dict[str, Any]
Table = dict[str, Document]
Tables = dict[str, Table]


@dataclass(frozen=True, slots=True)
class Position:
    """The position of a state in the history of its store.

    `seq`: number of the last save in the state
    `chain`: digest of that save's last line; before the first save, the store's random origin
    `segment`: number of the first journal segment that continues the state; lower ones are obsolete
    """

    seq: int
    chain: str
    segment: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file: `number` from 1, `offset` in bytes, `data` without the newline."""

    number: int
    offset: int
    data: bytes
    complete: bool


def read_lines(fs: FileSystem, path: Path) -> Generator[Line, None, None]:
    """Yield the lines of a file. The last one is not `complete` if its newline is missing."""
    number, offset, rest = 0, 0, b""
    for chunk in read_chunks(fs, path):
        parts = (rest + chunk).split(b"\n")
        # The bytes after the last newline may continue in the next chunk.
        rest = parts.pop()
        for part in parts:
            number += 1
            yield Line(number, offset, part, complete=True)
            offset += len(part) + 1
    if rest:
        yield Line(number + 1, offset, rest, complete=False)


def read_chunks(fs: FileSystem, path: Path) -> Iterator[bytes]:
    """Yield the bytes of a file in chunks of at most 1 MiB."""
    handle = fs.open(path)
    try:
        while chunk := handle.read(CHUNK):
            yield chunk
    finally:
        handle.close()


def verified_by_rev(document: Any) -> bool:
    """Return whether the `rev` of a record is the SHA-256 of its canonical bytes."""
    if not isinstance(document, dict) or "rev" not in document:
        return False
    rest = dict(document)
    rev = rest.pop("rev")
    try:
        return bool(hashlib.sha256(canonical_bytes(rest)).hexdigest() == rev)
    except ValueError:
        return False
