"""Appending saves to journal segments, and recovering when the disk refuses."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from desktop_app.core.errors import os_reason
from desktop_app.storage.filesystem import FileSystem, WriteHandle, read_bytes, remove_quietly
from desktop_app.storage.loading import Carry, Loaded
from desktop_app.storage.segments import encode_header, encode_save, segment_name


class JournalWriter:
    """Owner of the open segment. No method touches what was acknowledged before.

    position  the last acknowledged save; its `segment` is the next free number
    segments  numbers of the segments that belong to the current snapshot, ascending
    bytes     total size of these segments
    failure   why no segment is open, "" while saves are expected to work
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
        """Whether a segment is open to append to."""
        return self._handle is not None

    @property
    def sealed(self) -> list[int]:
        """Numbers of the segments that nothing will be appended to any more."""
        return [number for number in self.segments if number != self._number or not self.is_open]

    def file(self, number: int) -> Path:
        """Return the path of a segment."""
        return self._path.with_name(segment_name(self._path.stem, number))

    def open(self, carry: Carry | None = None) -> None:
        """Create the segment for the next saves, beginning with the save to `carry`, if any.

        Raises OSError; then no segment is open.
        """
        number = self.position.segment
        # Before anything can fail: a number that was tried is never used again.
        self.position = replace(self.position, segment=number + 1)
        if carry is None:
            start = self.header(number)
        else:
            start = encode_header(carry.seq, carry.chain, number, carry=True)
            # The last save may be in the system's memory only. Repeating it in the new segment
            # makes it durable before anything builds on it.
            start += read_bytes(self._fs, self._path.with_name(carry.file))[carry.start : carry.end]
        handle = self._fs.create(self.file(number))
        try:
            # On the medium before any new save: a segment with an invalid header and no new save
            # was never finished; one with a new save is damaged.
            handle.write(start)
            handle.fsync()
            self._fs.sync_dir(self._path.parent)
        except BaseException:
            with suppress(OSError):
                handle.close()
            raise
        self._handle = handle
        self._number = number
        self._saves = 0 if carry is None else 1
        self.segments.append(number)
        self.bytes += len(start)
        self.failure = ""

    def append(self, operations: list[bytes]) -> None:
        """Put one save on the medium; returning acknowledges it.

        Raises OSError: then `position` is unchanged, and a new segment makes void what the failed
        save left behind. If there is no room for that either, `failure` says so.
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
            # After a failed fsync the state of this descriptor's bytes is unknown, even to a later
            # fsync that succeeds. So it is never used again.
            self._abandon()
            if isinstance(error, OSError):
                self.failure = os_reason(error)
                # The header of a new segment states where history continues, which voids a part of
                # the failed save.
                with suppress(OSError):
                    self.open()
            raise
        # Only after the fsync: `position` is what the next save continues.
        self.position = replace(self.position, seq=before.seq + 1, chain=chain)
        self.bytes += size
        self._saves += 1

    def retry(self) -> bool:
        """Open a segment if none is open; return whether one is."""
        if self._handle is None:
            try:
                self.open()
            except OSError as error:
                self.failure = os_reason(error)
        return self._handle is not None

    def seal(self) -> bool:
        """Close the open segment for good and open the next; return False, with `failure`, if not.

        Never goes back to the old segment: a half-made new one may already void what would be
        appended to it.
        """
        self._abandon()
        return self.retry()

    def header(self, number: int) -> bytes:
        """Return a segment header that continues the present state and voids what is beyond it."""
        return encode_header(self.position.seq, self.position.chain, number)

    @property
    def number(self) -> int:
        """Number of the open segment."""
        return self._number

    @property
    def has_saves(self) -> bool:
        """Whether anything was saved to the open segment."""
        return self._saves > 0

    def forget(self, numbers: list[int], size: int) -> None:
        """Drop segments of `size` bytes in all that a new snapshot has made obsolete."""
        self.segments = [number for number in self.segments if number not in numbers]
        self.bytes = max(0, self.bytes - size)

    def drop(self, number: int) -> None:
        """Remove a segment without saves, whose statement the open segment repeats."""
        if remove_quietly(self._fs, self.file(number)):
            self.segments.remove(number)

    def close(self) -> None:
        """Close the segment. Never raises.

        If it holds saves, an empty segment after it proves to the next opening that they are
        durable.
        """
        if self._handle is not None and self._saves:
            self.seal()
        self._abandon()

    def _abandon(self) -> None:
        # Cleared first, so that a failing close cannot leave an unusable handle in place.
        handle, self._handle = self._handle, None
        if handle is not None:
            with suppress(OSError):
                handle.close()
