"""Journal segments: the saves since the snapshot, in order, each in one or more lines.

Only the process that created a segment appends to it, and every line is synced before its save is
acknowledged:

    {"h": digest, "r": {"format": 1, "segment": n, "seq": s, "chain": c}}      header
    {"h": digest, "r": [seq, digest of previous line, operations]}             one save
    {"h": digest, "r": [seq, digest of previous line, operations, 1]}          part of a save

A line with the final 1 is followed by more lines of the same save. The header states which state
the segment continues; anything in an older segment beyond that state is void. A header with
`"carry": 1` is valid only together with the segment's first save, which repeats the last save of
the previous segment.

Operations: ["p", table, id, document] put, ["d", table, id] delete, ["c", table] create or empty a
table, ["x", table] drop it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson

from desktop_app.core.errors import NewerVersionError
from desktop_app.core.messages import msg
from desktop_app.storage.filesystem import FileSystem, read_lines
from desktop_app.storage.memory import Tables
from desktop_app.storage.snapshot import FORMAT, NEWER_HINT, Position

# Number of hexadecimal digits of the SHA-256 in each line: 128 bits.
DIGITS = 32
# Matches the beginning of a save line, by which a save is recognised even among damaged bytes.
SAVE_MARK = re.compile(rb'\{"h":"[^"]{32}","r":\[(\d+),"')
_START = b'{"h":"'
_MIDDLE = b'","r":'
# Lines have a fixed layout, so that the body can be hashed as bytes before anything is parsed.
_BODY = len(_START) + DIGITS + len(_MIDDLE)


def segment_name(stem: str, number: int) -> str:
    """Return the file name of a segment, such as records.journal.000012."""
    return f"{stem}.journal.{number:06d}"


def segment_numbers(stem: str, names: Iterable[str]) -> list[int]:
    """Return the numbers of the segments among these file names, ascending."""
    pattern = re.compile(rf"{re.escape(stem)}\.journal\.(\d{{6,9}})\Z")
    return sorted(int(match[1]) for name in names if (match := pattern.match(name)))


def encode_line(body: bytes) -> tuple[str, bytes]:
    """Return the digest of a line's body, and the line with its newline."""
    digest = hashlib.sha256(body).hexdigest()[:DIGITS]
    return digest, b"".join((_START, digest.encode(), _MIDDLE, body, b"}\n"))


def encode_header(seq: int, chain: str, number: int, *, carry: bool = False) -> bytes:
    """Return the header line of segment `number`, which continues the state after save `seq`.

    `chain`: digest of that save's last line
    `carry`: whether the segment repeats the last save of the previous one
    """
    header: dict[str, Any] = {"format": FORMAT, "segment": number, "seq": seq, "chain": chain}
    if carry:
        header["carry"] = 1
    return encode_line(orjson.dumps(header))[1]


def encode_save(
    seq: int, chain: str, operations: list[bytes], limit: int
) -> Iterator[tuple[str, bytes]]:
    """Yield each line of one save, preceded by its digest.

    `chain`: digest of the last line before the save
    `limit`: approximate maximum bytes of a line; a larger operation gets its own line

    This is a generator, so that a large save is not in memory twice.
    """
    start = size = 0
    for index, operation in enumerate(operations):
        # `size` is 0 for the first operation of a line, so an operation above the limit gets a line
        # of its own.
        if size and size + len(operation) > limit:
            chain, line = _save_line(seq, chain, operations[start:index], more=True)
            yield chain, line
            start, size = index, 0
        size += len(operation) + 1
    yield _save_line(seq, chain, operations[start:], more=False)


def _save_line(seq: int, chain: str, operations: list[bytes], *, more: bool) -> tuple[str, bytes]:
    joined = b",".join(operations)
    end = b"],1]" if more else b"]]"
    return encode_line(b'[%d,"%s",[%s%s' % (seq, chain.encode(), joined, end))


def body_of(line: bytes) -> bytes | None:
    """Return the body of a line (without newline) if its digest is correct, else None."""
    if not line.startswith(_START) or line[_BODY - len(_MIDDLE) : _BODY] != _MIDDLE:
        return None
    if line[-1:] != b"}":
        return None
    body = line[_BODY:-1]
    digest = hashlib.sha256(body).hexdigest()[:DIGITS].encode()
    return body if line[len(_START) : len(_START) + DIGITS] == digest else None


def read_header(fs: FileSystem, path: Path) -> Position | None:
    """Return the state that a segment continues; None if its header is not valid.

    A header is not valid if it does not verify, or if the save that it should carry is incomplete.
    `Position.segment` is the segment's own number. Raises NewerVersionError and OSError.
    """
    lines = read_lines(fs, path)
    try:
        first = next(lines, None)
    finally:
        lines.close()
    body = body_of(first.data) if first is not None and first.complete else None
    if body is None or not body.startswith(b"{"):
        return None
    header = orjson.loads(body)
    if header["format"] > FORMAT:
        raise NewerVersionError(
            msg(
                "written in format {header}; this version reads formats up to {format}",
                header=header["format"],
                format=FORMAT,
            ),
            file=path.name,
            hint=NEWER_HINT,
        )
    if header.get("carry") and not _carries(fs, path, header["seq"], header["chain"]):
        return None
    return Position(header["seq"], header["chain"], header["segment"])


def _carries(fs: FileSystem, path: Path, seq: int, chain: str) -> bool:
    """Return whether the first save of a segment is complete and continues save `seq`."""
    for line in read_saves(fs, path):
        if isinstance(line, BadLine) or (line.seq, line.previous) != (seq + 1, chain):
            return False
        if not line.more:
            return True
        chain = line.digest
    return False


@dataclass(frozen=True, slots=True)
class SaveLine:
    """A verified line of a save.

    `offset`, `end`: its range in the file, in bytes
    `previous`: digest of the previous line
    """

    number: int
    offset: int
    end: int
    digest: str
    seq: int
    previous: str
    operations: list[list[Any]]
    more: bool


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that does not verify."""

    number: int
    offset: int


def read_saves(fs: FileSystem, path: Path, *, pieces: bool = False) -> Iterator[SaveLine | BadLine]:
    """Yield the lines after the header.

    `pieces`: whether complete lines inside damaged ones are also yielded
    """
    for line in read_lines(fs, path):
        # For salvage, the save after a damaged header may be part of the same line.
        if line.number == 1 and not pieces:
            continue
        body = body_of(line.data) if line.complete else None
        if body is not None and body.startswith(b"["):
            yield _save(line.number, line.offset, line.data, body)
        elif body is None:
            # The caller reports a damaged header.
            if not (line.number == 1 and pieces):
                yield BadLine(line.number, line.offset)
            if pieces:
                for piece in _pieces(line.data):
                    if (body := body_of(piece)) is not None and body.startswith(b"["):
                        yield _save(line.number, line.offset, piece, body)


def _save(number: int, offset: int, data: bytes, body: bytes) -> SaveLine:
    digest = data[len(_START) : len(_START) + DIGITS].decode()
    seq, previous, operations, *more = orjson.loads(body)
    # Plus one for the newline, which `data` does not include.
    end = offset + len(data) + 1
    return SaveLine(number, offset, end, digest, seq, previous, operations, bool(more))


def _pieces(data: bytes) -> Iterator[bytes]:
    """Yield the parts of a line that may be whole lines if the newline between them is damaged."""
    starts = [mark.start() for mark in SAVE_MARK.finditer(data)]
    for start, end in pairwise([*starts, len(data) + 1]):
        # The candidate without the damaged byte that replaced the newline.
        piece = data[start : end - 1]
        if start or piece != data:
            yield piece


def apply_operations(tables: Tables, operations: Iterable[list[Any]]) -> None:
    """Apply the operations of a save. `tables` is changed in place, so nothing else may use it."""
    for operation in operations:
        kind, name = operation[0], operation[1]
        if kind == "p":
            table = tables.get(name)
            if table is None:
                table = tables[name] = {}
            table[operation[2]] = operation[3]
        elif kind == "d":
            # No error for a missing document, because salvage applies saves to incomplete tables.
            tables.get(name, {}).pop(operation[2], None)
        elif kind == "c":
            tables[name] = {}
        else:
            tables.pop(name, None)
