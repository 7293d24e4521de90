"""Snapshots: a whole store in one file that stock TinyDB can open.

    {
    "records": {
    "1": {…},                                one document per line
    "2": {…}
    },
    "_integrity": {
    "1": {"format": 1, "seq": …, "chain": …, "segment": …, "lines": {…}, "self": digest},
    "2": (the same again: if one copy is damaged, the other is used to salvage)
    "3": {"format": 1, "digest": SHA-256 of every byte before this digest}
    }
    }

`lines` contains 24 hexadecimal digits of the SHA-256 of each document line, so that salvage can
tell which lines are intact. The layout of the last line will not change in later formats: a reader
can always verify the whole file and then report “newer” instead of “damaged”.

Compaction writes a new snapshot while the store continues to save. The module is longer than most
because all code that depends on the layout is here: writing, reading and salvaging.
"""

from __future__ import annotations

import hashlib
import re
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.errors import DamagedError, NewerVersionError, os_reason
from desktop_app.core.messages import msg
from desktop_app.storage.filesystem import FileSystem, Line, read_chunks, read_lines, remove_quietly
from desktop_app.storage.memory import INTEGRITY, Document, Table, Tables

# Version of both file layouts. A reader refuses files with a higher version.
FORMAT = 1
RECORDS = "records"
# Number of hexadecimal digits of the SHA-256 of each document line: 96 bits.
WITNESS = 24
NEWER_HINT = msg("Open it with the version of Proofdesk that wrote it, or update this one.")

_CLOSING = b'"}\n}\n}\n'
# Number of bytes that the closing digest does not cover: the digest itself and fixed text.
_TAIL = 64 + len(_CLOSING)
_CLOSING_LINE = re.compile(rb'"3": \{"format":(\d+),"digest":"\Z')
_CONTROL_LINE = re.compile(rb'"[12]": (\{"format":.*),"self":"([0-9a-f]{64})"\},?\Z')
# Bytes of one block, and so the amount of work between two steps of a compaction.
_WRITE_CHUNK = 256 << 10


# A compaction is a generator, so that its thread can yield between steps and a test can stop it at
# any step.
Steps = Generator[None, None, None]
Wait = Callable[[], None]
Background = Callable[[Steps], Wait]


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


def write_snapshot(
    fs: FileSystem, path: Path, tables: Tables, position: Position
) -> Generator[None, None, int]:
    """Write and sync a new file in steps, so that a thread can yield between them.

    Returns the size in bytes. The caller renames the file to its final name. Raises OSError.
    """
    handle = fs.create(path)
    try:
        size = 0
        for block in snapshot_blocks(tables, position):
            handle.write(block)
            size += len(block)
            yield
        handle.fsync()
        return size
    finally:
        handle.close()


def snapshot_blocks(tables: Tables, position: Position) -> Iterator[bytes]:
    """Yield the bytes of a snapshot in blocks of about 256 KB."""
    digest = hashlib.sha256()
    buffer: list[bytes] = [b"{\n"]
    # Number of bytes in the buffer.
    filled = 2
    witnesses: dict[str, str] = {}
    for name, table in tables.items():
        buffer.append(orjson.dumps(name) + b": {\n")
        seen: list[str] = []
        last = len(table) - 1
        for index, (key, document) in enumerate(table.items()):
            line = b'"%s": %s' % (key.encode(), orjson.dumps(document))
            seen.append(hashlib.sha256(line).hexdigest()[:WITNESS])
            buffer.append(line + (b",\n" if index < last else b"\n"))
            filled += len(line) + 2
            if filled >= _WRITE_CHUNK:
                block = b"".join(buffer)
                digest.update(block)
                yield block
                buffer.clear()
                filled = 0
        buffer.append(b"},\n")
        witnesses[name] = "".join(seen)
    control = orjson.dumps(
        {
            "format": FORMAT,
            "seq": position.seq,
            "chain": position.chain,
            "segment": position.segment,
            "lines": witnesses,
        }
        # Without the closing brace, because `self` comes last and is the digest of everything
        # before it.
    )[:-1]
    copy = b'%s,"self":"%s"}' % (control, hashlib.sha256(control).hexdigest().encode())
    # Two copies, because salvage depends on the control data more than on anything else.
    buffer.append(
        b'"%s": {\n"1": %s,\n"2": %s,\n"3": {"format":%d,"digest":"'
        % (INTEGRITY.encode(), copy, copy, FORMAT)
    )
    block = b"".join(buffer)
    digest.update(block)
    yield block + digest.hexdigest().encode() + _CLOSING


def read_snapshot(fs: FileSystem, path: Path) -> tuple[Tables, Position]:
    """Read and verify a snapshot.

    Raises DamagedError if any byte differs from what was written, NewerVersionError if the file is
    intact but has a later format, and OSError.
    """
    size = fs.size(path)
    covered = size - _TAIL
    if covered < 0:
        raise DamagedError(msg("too short to be a workspace file"), file=path.name)
    digest = hashlib.sha256()
    tables: Tables = {}
    table: Table = {}
    tail = b""
    rest = b""
    done = 0
    failed = False
    # The file is hashed and parsed in one pass, chunk by chunk. There is one document per line, so
    # even a large file is never parsed as a whole.
    for chunk in read_chunks(fs, path):
        # The closing digest covers only the bytes before the tail.
        inside = min(len(chunk), covered - done) if done < covered else 0
        digest.update(memoryview(chunk)[:inside])
        tail += chunk[inside:]
        done += len(chunk)
        # After an error only the digest matters, because it distinguishes newer files from damaged
        # ones.
        if failed:
            continue
        parts = (rest + chunk).split(b"\n")
        rest = parts.pop()
        try:
            for part in parts:
                # A document: `"id": {…}`, with a comma (0x2C) unless it is the last of its table.
                if part.endswith((b"}", b"},")):
                    end = part.find(b'": ', 1)
                    if end > 0:
                        body = part[end + 3 : -1] if part[-1] == 0x2C else part[end + 3 :]
                        table[part[1:end].decode()] = orjson.loads(body)
                elif part.endswith(b'": {'):
                    table = tables.setdefault(orjson.loads(part[:-3]), {})
        except ValueError:
            failed = True
    if done != size or tail != digest.hexdigest().encode() + _CLOSING:
        raise DamagedError(msg("does not match its closing digest"), file=path.name)
    try:
        integrity = tables.pop(INTEGRITY)
        version = integrity["3"]["format"]
        if version == FORMAT and not failed:
            control = integrity["1"]
            return tables, Position(control["seq"], control["chain"], control["segment"])
    except (KeyError, TypeError):
        # An intact file with an unknown layout: only the closing line can still state its version.
        version = _closing_format(fs, path)
    else:
        version = version if isinstance(version, int) else _closing_format(fs, path)
    if version > FORMAT:
        raise NewerVersionError(
            msg(
                "written in format {version}; this version reads formats up to {format}",
                version=version,
                format=FORMAT,
            ),
            file=path.name,
            hint=NEWER_HINT,
        )
    raise DamagedError(msg("does not have the layout of a workspace file"), file=path.name)


def _closing_format(fs: FileSystem, path: Path) -> int:
    """Return the format number in the closing line of a file; 0 if it has another layout.

    The caller has verified the digest in this line.
    """
    tail = b""
    for chunk in read_chunks(fs, path):
        tail = (tail + chunk)[-4096:]
    match = _CLOSING_LINE.search(tail[:-_TAIL])
    return int(match[1]) if match else 0


@dataclass(slots=True)
class SalvagedSnapshot:
    """The verified content of a damaged snapshot.

    `position`: None if no control line is intact
    `loose`: records whose content verifies but whose id does not; they are added last (see
        `add_loose`), so that the journal cannot store another document under their ids
    """

    tables: Tables = field(default_factory=dict)
    position: Position | None = None
    problems: list[str] = field(default_factory=list)
    loose: list[tuple[str, Document]] = field(default_factory=list)


def salvage_snapshot(fs: FileSystem, path: Path) -> SalvagedSnapshot:
    """Return every document whose line verifies, and a sentence for each line that does not."""
    result = SalvagedSnapshot()
    control = _surviving_control(fs, path)
    # The places of each line, by its digest. Equal lines may occur in several tables.
    witnesses: dict[str, list[tuple[str, int]]] = {}
    if control is not None:
        result.position = Position(control["seq"], control["chain"], control["segment"])
        for name, digits in control["lines"].items():
            for start in range(0, len(digits), WITNESS):
                place = (name, start // WITNESS)
                witnesses.setdefault(digits[start : start + WITNESS], []).append(place)
    # By table and by index within the table, so that the original order can be restored.
    matches: dict[str, dict[int, tuple[str, Document]]] = {}
    loose = result.loose
    current = ""
    for line in read_lines(fs, path):
        data = line.data
        if data in (b"{", b"}", b"},", b""):
            continue
        if data.endswith(b'": {'):
            # A line that opens a table.
            try:
                current = str(orjson.loads(data[:-3]))
            except ValueError:
                result.problems.append(_sentence(path, line, msg("the name of a table is damaged")))
            else:
                if control is not None and current not in (*control["lines"], INTEGRITY):
                    reason = msg("the name of a table is damaged")
                    result.problems.append(_sentence(path, line, reason))
            continue
        # Control lines have their own digests. The closing line is verified with the whole file.
        if current == INTEGRITY and data.startswith((b'"1": ', b'"2": ', b'"3": ')):
            if data.startswith((b'"1": ', b'"2": ')) and _control_of(data) is None:
                reason = msg("a copy of the control data is damaged")
                result.problems.append(_sentence(path, line, reason))
            continue
        unverified = False
        # Even if no digest of its line is available, a record can be verified by its `rev`.
        for part in _parts(data, witnesses):
            places = witnesses.get(_witness(part))
            if places:
                entry = _parse(part)
                for name, index in places:
                    matches.setdefault(name, {})[index] = entry
                continue
            entry_or_none = _record_by_rev(part)
            if entry_or_none is not None and (control is None or current == RECORDS):
                loose.append(entry_or_none)
                # If there are control data, a record whose digest they do not contain is in a line
                # that was changed.
                unverified = unverified or control is not None
            else:
                unverified = True
        if unverified:
            result.problems.append(_sentence(path, line, msg("the checksum is wrong")))
    for name in control["lines"] if control is not None else ():
        # All tables that existed, even those without any intact line.
        result.tables[name] = dict(entry for _, entry in sorted(matches.get(name, {}).items()))
    # Without control data, the ids cannot be verified. The first record with an id gets it, and
    # further ones are added later under new ids.
    if control is None:
        table = result.tables.setdefault(RECORDS, {})
        result.loose = [entry for entry in loose if table.setdefault(*entry) is not entry[1]]
        result.problems.append(
            msg("{name}: its control data is damaged or missing", name=path.name)
        )
    # The damage is between the lines, where no data are lost, but the file differs from what was
    # written.
    if not result.problems:
        result.problems.append(msg("{name}: does not match its closing digest", name=path.name))
    return result


def _sentence(path: Path, line: Line, reason: str) -> str:
    return msg("{name}, line {number}: {reason}", name=path.name, number=line.number, reason=reason)


def _witness(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest()[:WITNESS]


def _parse(line: bytes) -> tuple[str, Document]:
    end = line.index(b'": ', 1)
    return line[1:end].decode(), orjson.loads(line[end + 3 :])


def _parts(data: bytes, witnesses: dict[str, list[tuple[str, int]]]) -> list[bytes]:
    """Return a line without its comma, or its parts if its newline or comma is damaged."""
    line = data[:-1] if data.endswith(b",") else data
    if _witness(line) in witnesses:
        return [line]
    # The last byte is a damaged comma.
    if _witness(data[:-1]) in witnesses:
        return [data[:-1]]
    parts, start = [], 0
    # A damaged newline joins two lines. Cut wherever a line could end, if that part verifies.
    for cut in re.finditer(rb'\},.(?=")', data, re.DOTALL):
        part = data[start : cut.start() + 1]
        if _witness(part) in witnesses:
            parts.append(part)
            start = cut.end()
    rest = data[start:]
    return [*parts, rest[:-1] if rest.endswith(b",") else rest]


def _record_by_rev(line: bytes) -> tuple[str, Document] | None:
    try:
        key, document = _parse(line)
    except ValueError:
        return None
    return (key, document) if verified_by_rev(document) else None


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


def add_loose(tables: Tables, loose: list[tuple[str, Document]]) -> None:
    """Add the records that are not present yet; one whose id is in use gets a new id."""
    if not loose:
        return
    table = tables.setdefault(RECORDS, {})
    revs = {document["rev"] for document in table.values()}
    for key, document in loose:
        if document["rev"] in revs:
            continue
        revs.add(document["rev"])
        # The id is damaged or in use, so the next free one is used.
        if not key.isdigit() or key in table:
            key = str(max((int(other) for other in table if other.isdigit()), default=0) + 1)
        table[key] = document


def _control_of(data: bytes) -> dict[str, Any] | None:
    match = _CONTROL_LINE.match(data)
    if match is None or hashlib.sha256(match[1]).hexdigest().encode() != match[2]:
        return None
    control: dict[str, Any] = orjson.loads(match[1] + b"}")
    return control


def _surviving_control(fs: FileSystem, path: Path) -> dict[str, Any] | None:
    for line in read_lines(fs, path):
        # A cheap test comes first, because computing the digest of every line of a large file would
        # be slow.
        if b',"self":"' in line.data[-80:] and (control := _control_of(line.data)) is not None:
            return control
    return None


def in_thread(steps: Steps) -> Wait:
    """Run the steps in a new thread; return a function that waits for its end."""

    def run() -> None:
        for _ in steps:
            # Let a thread that waits to save run first.
            time.sleep(0)

    thread = threading.Thread(target=run, name="proofdesk-compaction")
    thread.start()
    return thread.join


@dataclass(frozen=True, slots=True)
class Compacted:
    """The result of a compaction: bytes written and bytes freed, or the `problem`."""

    size: int = 0
    freed: int = 0
    problem: str = ""


def temporary_file(path: Path) -> Path:
    """Return the path of a new snapshot until it is renamed to `path`."""
    return path.with_name(f"{path.name}.tmp")


def replace_snapshot(
    fs: FileSystem, path: Path, tables: Tables, position: Position
) -> Generator[None, None, int]:
    """Write a snapshot and durably replace `path` with it, in steps; return its size in bytes.

    A power cut before the end of the last step may leave either the old or the new file. Raises
    OSError.
    """
    temporary = temporary_file(path)
    # Without this, `create` would fail if an interrupted attempt has left a file.
    remove_quietly(fs, temporary)
    try:
        size = yield from write_snapshot(fs, temporary, tables, position)
        yield
        fs.replace(temporary, path)
    except OSError:
        remove_quietly(fs, temporary)
        raise
    # Unless the folder is synced, a power cut could restore the old file under this name.
    yield
    fs.sync_dir(path.parent)
    return size


def compaction(
    fs: FileSystem,
    path: Path,
    frozen: Tables,
    position: Position,
    old: list[Path],
    finished: Callable[[Compacted], None],
) -> Steps:
    """Replace the snapshot with a frozen state, and remove the segments that become obsolete.

    `finished`: called in every case, with the result

    After a failure, snapshot and segments on disk still contain the complete state.
    """
    # The result if the generator is closed before its end.
    result = Compacted(problem=msg("it was interrupted"))
    try:
        size = yield from replace_snapshot(fs, path, frozen, position)
        freed = 0
        # The segments are removed only now, because they were needed while the new snapshot could
        # be lost.
        for file in old:
            yield
            with suppress(OSError):
                freed += fs.size(file)
            remove_quietly(fs, file)
        result = Compacted(size, freed)
    except OSError as error:
        result = Compacted(problem=os_reason(error))
    finally:
        finished(result)


def run_all(steps: Generator[None, None, int]) -> int:
    """Run all steps without pauses and return the generator's return value."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return int(end.value)
