"""Appending of saves to journal segments, and recovery after the disk has refused."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from desktop_app.core.errors import os_reason
from desktop_app.storage.filesystem import FileSystem, WriteHandle, read_bytes, remove_quietly
from desktop_app.storage.loading import Carry, Loaded
from desktop_app.storage.segments import (
    SaveLine,
    encode_header,
    encode_save,
    read_header,
    read_saves,
    segment_name,
    segment_numbers,
)


class JournalWriter:
    """The owner of the open segment. No method changes what was acknowledged before.

    `position`: the last acknowledged save; its `segment` is the next free number
    `segments`: numbers of the segments that belong to the current snapshot, ascending
    `bytes`: total size of these segments
    `failure`: why no segment is open; "" while saves are expected to work
    """

    def __init__(self, fs: FileSystem, path: Path, loaded: Loaded, line_limit: int) -> None:
        self.position = loaded.position
        self.segments = list(loaded.segments)
        self.bytes = loaded.journal_bytes
        self.failure = ""
        self._fs = fs
        self._path = path
        self._line_limit = line_limit
        self._handle: WriteHandle | None = None
        self._number = 0
        self._saves = 0

    @property
    def is_open(self) -> bool:
        """Whether a segment is open for appending."""
        return self._handle is not None

    @property
    def sealed(self) -> list[int]:
        """The numbers of the segments to which nothing will be appended any more."""
        return [number for number in self.segments if number != self._number or not self.is_open]

    def file(self, number: int) -> Path:
        """Return the path of a segment."""
        return self._path.with_name(segment_name(self._path.stem, number))

    def open(self, carry: Carry | None = None) -> None:
        """Create the segment for the next saves, starting with the save to `carry`, if any.

        Raises OSError, after which no segment is open.
        """
        number = self.position.segment
        # Increased before anything can fail, because a number that was tried is never used again.
        self.position = replace(self.position, segment=number + 1)
        if carry is None:
            start = self.header(number)
        else:
            start = encode_header(carry.seq, carry.chain, number, carry=True)
            # The last save may exist only in the system's memory. Repeating it in the new segment
            # makes it durable before later saves build on it.
            start += read_bytes(self._fs, self._path.with_name(carry.file))[carry.start : carry.end]
        handle = self._fs.create(self.file(number))
        try:
            # The header reaches the medium before any new save. So a segment with an invalid header
            # is unfinished if it has no new save, and damaged if it has one.
            handle.write(start)
            handle.fsync()
            self._fs.sync_dir(self._path.parent)
        except BaseException:
            with suppress(OSError):
                handle.close()
            # It contains no new save, and on a full disk each attempt would leave a file. If the
            # file cannot be removed, or comes back after a power cut, it is unfinished, or its
            # header states the position from which the next segment continues as well.
            remove_quietly(self._fs, self.file(number))
            raise
        self._handle = handle
        self._number = number
        self._saves = 0 if carry is None else 1
        self.segments.append(number)
        self.bytes += len(start)
        self.failure = ""

    def append(self, operations: list[bytes]) -> None:
        """Write one save to the medium. When this method returns, the save is acknowledged.

        Raises OSError, after which the previous save is still the last acknowledged one, and a new
        segment makes the remains of the failed save void. If no new segment can be created either,
        `failure` has the reason, and no segment is open.
        """
        before = self.position
        chain, size = before.chain, 0
        try:
            if self._handle is None:
                self.open()
            assert self._handle is not None
            lines = encode_save(before.seq + 1, before.chain, operations, self._line_limit)
            for after, line in lines:
                self._handle.write(line)
                chain = after
                size += len(line)
            self._handle.fsync()
        except BaseException as error:
            # After a failed fsync, the state of the bytes of this descriptor is unknown, even if a
            # later fsync succeeds. So the descriptor is never used again.
            self.abandon()
            if isinstance(error, OSError):
                self.failure = os_reason(error)
                # The header of a new segment states where the history continues, so any part of the
                # failed save is void.
                with suppress(OSError):
                    self.open()
            raise
        # Only after the fsync, because the next save continues `position`.
        self.position = replace(self.position, seq=before.seq + 1, chain=chain)
        self.bytes += size
        self._saves += 1

    def retry(self) -> bool:
        """Open a segment if none is open; return whether one is open now."""
        if self._handle is None:
            try:
                self.open()
            except OSError as error:
                self.failure = os_reason(error)
        return self._handle is not None

    def seal(self) -> bool:
        """Close the open segment permanently and open the next one; return whether that succeeded.

        After a failure, `failure` has the reason. The old segment is never used again, because an
        unfinished new segment may already make void whatever would be appended to the old one.
        """
        self.abandon()
        return self.retry()

    def header(self, number: int) -> bytes:
        """Return a header that continues the current state; everything beyond becomes void."""
        return encode_header(self.position.seq, self.position.chain, number)

    @property
    def number(self) -> int:
        """The number of the open segment."""
        return self._number

    @property
    def has_saves(self) -> bool:
        """Whether the open segment contains any save."""
        return self._saves > 0

    def forget(self, numbers: list[int], size: int) -> None:
        """Drop segments, of `size` bytes in total, that a new snapshot has made obsolete."""
        self.segments = [number for number in self.segments if number not in numbers]
        self.bytes = max(0, self.bytes - size)

    def drop(self, number: int) -> None:
        """Remove a segment that contains no saves.

        Nothing is lost, because the header of the open segment states the same position.
        """
        if remove_quietly(self._fs, self.file(number)):
            self.segments.remove(number)

    def close(self) -> None:
        """Close the segment. Never raises an exception.

        If the segment contains saves, an empty segment is added after it. The next opening takes
        the empty segment as proof that the saves are durable.
        """
        if self._handle is not None and self._saves:
            self.seal()
        self.abandon()

    def is_complete_on_disk(self) -> bool:
        """Return whether the files end with the last save, and no other program has added any.

        Raises OSError.
        """
        numbers = segment_numbers(self._path.stem, self._fs.listdir(self._path.parent))
        if not self._fs.exists(self._path) or max(numbers, default=0) >= self.position.segment:
            return False
        last = (self.position.seq, self.position.chain)
        header = read_header(self._fs, self.file(self._number))
        if header is not None and (header.seq, header.chain) == last:
            return True
        lines = read_saves(self._fs, self.file(self._number))
        return any(isinstance(line, SaveLine) and (line.seq, line.digest) == last for line in lines)

    def abandon(self) -> None:
        """Close the segment, to which nothing is appended any more; the next save opens another."""
        # Cleared first, so that a close that fails cannot leave an unusable handle in place.
        handle, self._handle = self._handle, None
        if handle is not None:
            with suppress(OSError):
                handle.close()
