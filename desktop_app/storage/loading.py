"""Loading of a snapshot and its journal segments into memory, and detection of damage.

One rule separates an interrupted save from damage: segments are synced after every save, so only
the very last save can be incomplete, and only at the end of the last segment. If anything else does
not verify, or if there is any trace of a save two or more beyond the last good one, acknowledged
data are missing. In this case everything that still verifies is salvaged, and every place that does
not verify is reported.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from pathlib import Path

from desktop_app.core.collector import collector_off
from desktop_app.core.errors import DamagedError
from desktop_app.core.messages import msg
from desktop_app.storage.filesystem import FileSystem, read_chunks
from desktop_app.storage.memory import Tables
from desktop_app.storage.segments import (
    SAVE_MARK,
    BadLine,
    SaveLine,
    apply_operations,
    read_header,
    read_saves,
    segment_name,
    segment_numbers,
)
from desktop_app.storage.snapshot import (
    Position,
    SalvagedSnapshot,
    add_loose,
    read_snapshot,
    salvage_snapshot,
)

# In bytes. For smaller stores, excluding the objects from garbage collection is not worthwhile.
_FREEZE_FROM = 8 << 20


# Position of a store that does not exist yet.
_NOWHERE = Position(0, "", 1)


@dataclass(frozen=True, slots=True)
class TornTail:
    """The end of a segment without a complete save: a save that a power cut interrupted.

    `kept_as`: file name of its copy; "" if no copy was made (the store was opened read-only)
    """

    file: str
    offset: int
    size: int
    kept_as: str = ""


@dataclass(frozen=True, slots=True)
class Carry:
    """The last save, if nothing proves that it ever reached the medium.

    If a process is killed, its last save may exist only in the system's memory, from where it can
    be read but can still be lost. The save is in `file` from byte `start` to `end`, and continues
    the state after save `seq` with the digest `chain`.
    """

    file: str
    start: int
    end: int
    seq: int
    chain: str


@dataclass(slots=True)
class Loaded:
    """A store that was loaded from disk.

    `position`: the last save; its `segment` is higher than the number of every segment file
    `empty`: the last segment if it contains no save, which proves that all saves before it are
        durable
    `problems`: plain sentences about damage; if there are any, `tables` contains the data that
        verify
    """

    tables: Tables = field(default_factory=dict)
    position: Position = _NOWHERE
    exists: bool = True
    torn: list[TornTail] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    segments: list[int] = field(default_factory=list)
    obsolete: list[int] = field(default_factory=list)
    snapshot_bytes: int = 0
    journal_bytes: int = 0
    carry: Carry | None = None
    empty: int | None = None


# Number of attempts before a missing file or damage is accepted as a fact.
_READ_ATTEMPTS = 20


class _Damage(Exception):  # noqa: N818 - control flow inside this module, never seen outside
    """Acknowledged data are missing; the caller salvages the rest."""


def load(fs: FileSystem, path: Path) -> Loaded:
    """Load the store whose snapshot is `path`.

    Raises NewerVersionError (nothing is changed) and OSError. Damage raises no exception: see
    `Loaded`. DamagedError is raised for content that verifies but makes no sense, which no version
    ever wrote.
    """
    try:
        # Parsing creates many objects that all stay alive, so passes of the collector take time and
        # free nothing.
        with collector_off():
            result = _load(fs, path)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise DamagedError(
            msg("passes verification, but is not a store"), file=path.name
        ) from error
    # Later collections would traverse these long-lived objects again and again.
    if result.snapshot_bytes + result.journal_bytes >= _FREEZE_FROM:
        gc.freeze()
    return result


def load_steadily(fs: FileSystem, path: Path) -> Loaded:
    """Load a store without a lock; try again if a compaction replaces files in the meantime."""
    attempts = 0
    while True:
        attempts += 1
        before = _stamp(fs, path)
        try:
            loaded = load(fs, path)
        except FileNotFoundError:
            if attempts == _READ_ATTEMPTS:
                raise
            continue
        # Damage counts only if no file changed in the meantime, because a snapshot and segments of
        # different moments do not match.
        if not loaded.problems or _stamp(fs, path) == before or attempts == _READ_ATTEMPTS:
            return loaded


def _stamp(fs: FileSystem, path: Path) -> object:
    try:
        return fs.stamp(path), sorted(fs.listdir(path.parent))
    except FileNotFoundError:
        return None


def _load(fs: FileSystem, path: Path) -> Loaded:
    """Load a store: replay the journal, or salvage everything that is intact if there is damage."""
    names = fs.listdir(path.parent)
    numbers = segment_numbers(path.stem, names)
    if path.name not in names and not numbers:
        return Loaded(exists=False)
    highest = max(numbers, default=0)
    snapshot: SalvagedSnapshot
    if path.name not in names:
        snapshot = SalvagedSnapshot(problems=[msg("{name}: is missing", name=path.name)])
    else:
        try:
            tables, position = read_snapshot(fs, path)
            snapshot = SalvagedSnapshot(tables, position)
        except DamagedError:
            snapshot = salvage_snapshot(fs, path)
    # Segments with lower numbers were made obsolete by the snapshot and are not removed yet.
    first = snapshot.position.segment if snapshot.position is not None else 0
    result = Loaded(
        segments=[number for number in numbers if number >= first],
        obsolete=[number for number in numbers if number < first],
        snapshot_bytes=fs.size(path) if path.name in names else 0,
    )
    result.journal_bytes = sum(_size(fs, path, number) for number in result.segments)
    # Headers are read before any save, because a later header decides where an earlier segment
    # ends.
    headers = {number: _header(fs, path, number) for number in result.segments}
    if not snapshot.problems and snapshot.position is not None:
        try:
            tables, position = snapshot.tables, snapshot.position
            seq, chain = _replay(fs, path, headers, tables, position, result)
        except _Damage:
            # Replaying has already changed the tables, so the snapshot is read again.
            result.torn, result.carry, result.empty = [], None, None
            tables, position = read_snapshot(fs, path)
            snapshot = SalvagedSnapshot(tables, position)
        else:
            result.tables = tables
            result.position = Position(seq, chain, max(highest + 1, first))
            return result
    result.problems = snapshot.problems
    seq, chain = _salvage(fs, path, headers, snapshot, result)
    # After the journal, which may itself store documents under the ids that these records suggest.
    add_loose(snapshot.tables, snapshot.loose)
    result.tables = snapshot.tables
    result.position = Position(seq, chain, max(highest + 1, first))
    return result


def _size(fs: FileSystem, path: Path, number: int) -> int:
    return fs.size(_file(path, number))


def _file(path: Path, number: int) -> Path:
    return path.with_name(segment_name(path.stem, number))


def _header(fs: FileSystem, path: Path, number: int) -> Position | None:
    header = read_header(fs, _file(path, number))
    return header if header is not None and header.segment == number else None


def _replay(
    fs: FileSystem,
    path: Path,
    headers: dict[int, Position | None],
    tables: Tables,
    position: Position,
    result: Loaded,
) -> tuple[int, str]:
    """Apply all segments to `tables` in order; return number and digest of the last save.

    Torn tails, and what is known about the last segment, are stored in `result`. Raises _Damage.
    """
    seq, chain = position.seq, position.chain
    for number, header in headers.items():
        file = _file(path, number)
        # The next segment with a valid header states where the history continued.
        later = next((h for n, h in headers.items() if n > number and h is not None), None)
        if header is None:
            if later is None:
                # A header is synced before any new save. So a new save after an invalid header
                # means damage; without a new save, the segment was never finished.
                if _highest_mark(fs, file, 0) > seq:
                    raise _Damage
                if size := fs.size(file):
                    result.torn.append(TornTail(file.name, 0, size))
            elif (later.seq, later.chain) != (seq, chain):
                raise _Damage
            continue
        if (header.seq, header.chain) != (seq, chain):
            raise _Damage
        seq, chain = _replay_segment(fs, file, tables, header, later, result)
    return seq, chain


def _replay_segment(
    fs: FileSystem,
    file: Path,
    tables: Tables,
    header: Position,
    later: Position | None,
    result: Loaded,
) -> tuple[int, str]:
    """Apply the saves of one segment; return number and digest of the last one.

    `later`: the header of the next segment; None for the last one, which may end with a torn tail

    Raises _Damage.
    """
    seq, chain = header.seq, header.chain
    running = chain
    carry: Carry | None = None
    # Lines of a save that is not complete yet. They are applied together or not at all.
    pending: list[SaveLine] = []
    bad: int | None = None
    for line in read_saves(fs, file):
        if later is not None and seq == later.seq:
            # Void: the next segment states where the history continued.
            break
        if isinstance(line, BadLine) or line.seq != seq + 1 or line.previous != running:
            bad = line.offset
            break
        pending.append(line)
        running = line.digest
        if not line.more:
            for part in pending:
                apply_operations(tables, part.operations)
            # Overwritten by each save, so that the last one remains.
            carry = Carry(file.name, pending[0].offset, line.end, seq, chain)
            pending.clear()
            seq, chain = line.seq, running
    # Every save up to the next segment's header was acknowledged, so all of them must be present.
    if later is not None:
        if (seq, chain) != (later.seq, later.chain):
            raise _Damage
        return seq, chain
    result.carry = carry
    start = pending[0].offset if pending else bad
    if start is not None:
        # A save starts only after the previous one is durable. So a trace of a save two beyond the
        # last good one proves that an acknowledged save is missing.
        if _highest_mark(fs, file, start) >= seq + 2:
            raise _Damage
        result.torn.append(TornTail(file.name, start, fs.size(file) - start))
    elif carry is None:
        result.empty = header.segment
    return seq, chain


def _highest_mark(fs: FileSystem, file: Path, start: int) -> int:
    """Return the highest save number recognisable from byte `start` on; 0 if there is none."""
    highest = 0
    position, rest = 0, b""
    for chunk in read_chunks(fs, file):
        block = rest + chunk[max(0, start - position) :]
        position += len(chunk)
        for mark in SAVE_MARK.finditer(block):
            highest = max(highest, int(mark[1]))
        # A mark may cross the border of two chunks. No mark is longer than 80 bytes.
        rest = block[-80:]
    return highest


def _salvage(
    fs: FileSystem,
    path: Path,
    headers: dict[int, Position | None],
    snapshot: SalvagedSnapshot,
    result: Loaded,
) -> tuple[int, str]:
    """Apply all verified saves to what remains of the snapshot, and report everything else."""
    seq = snapshot.position.seq if snapshot.position is not None else 0
    chain = snapshot.position.chain if snapshot.position is not None else ""
    pending: list[SaveLine] = []

    # Apply the collected lines of one save. An incomplete save is reported here only at the end of
    # the journal: anywhere else, the next line does not follow it and is reported.
    def finish(*, at_end: bool) -> None:
        nonlocal seq, chain
        if pending:
            if pending[-1].more and at_end:
                result.problems.append(
                    msg("save {seq} is incomplete and was skipped", seq=pending[0].seq)
                )
            else:
                for part in pending:
                    apply_operations(snapshot.tables, part.operations)
                seq, chain = pending[-1].seq, pending[-1].digest
            pending.clear()

    for number, header in headers.items():
        file = _file(path, number)
        later = next((h for n, h in headers.items() if n > number and h is not None), None)
        if header is None:
            result.problems.append(msg("{name}, line 1: the header is invalid", name=file.name))
        elif header.seq > max(seq, pending[-1].seq if pending else 0):
            text = msg(
                "{name}: starts after save {seq}, but the preceding journal file is missing "
                "or incomplete",
                name=file.name,
                seq=header.seq,
            )
            result.problems.append(text)
        for line in read_saves(fs, file, pieces=True):
            reached = pending[-1].seq if pending else seq
            if isinstance(line, BadLine):
                # Beyond the state that the next segment continues, an invalid line is void and not
                # damage.
                if later is None or reached < later.seq:
                    result.problems.append(
                        msg(
                            "{name}, line {number}: the checksum is wrong",
                            name=file.name,
                            number=line.number,
                        )
                    )
                continue
            # Already in the snapshot or in an earlier segment (a save that was carried over), or
            # void.
            if line.seq <= seq or (later is not None and line.seq > later.seq):
                continue
            if pending and pending[-1].seq != line.seq:
                finish(at_end=False)
            expected = pending[-1].digest if pending else chain
            # The line itself verifies, so it is applied. Only the gap before it is reported.
            if expected and line.previous != expected:
                text = msg(
                    "{name}, line {number}: does not continue the previous line",
                    name=file.name,
                    number=line.number,
                )
                result.problems.append(text)
            pending.append(line)
    finish(at_end=True)
    return seq, chain
