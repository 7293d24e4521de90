"""Appending saves to journal segments, and what to do when the disk refuses."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from desktop_app.core.errors import os_reason
from desktop_app.storage.filesystem import FileSystem, WriteHandle, read_bytes, remove_quietly
from desktop_app.storage.loading import Carry, Loaded
from desktop_app.storage.segments import encode_header, encode_save, segment_name


class JournalWriter:
    """Owns the open segment. Every method leaves what was acknowledged before untouched.

    position  the last acknowledged save; its `segment` is the next free number
    segments  numbers of the segments that belong to the current snapshot, ascending
    bytes     how much is in them
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
        """Whether a segment is open, so that a save has a place to go."""
        return self._handle is not None

    @property
    def sealed(self) -> list[int]:
        """The segments nothing will be appended to any more."""
        return [number for number in self.segments if number != self._number or not self.is_open]

    def file(self, number: int) -> Path:
        """Return the path of a segment."""
        return self._path.with_name(segment_name(self._path.stem, number))

    def open(self, carry: Carry | None = None) -> None:
        """Create the segment the next saves go to, repeating the save to `carry` in it.

        Raises OSError; then none is open.
        """
        number = self.position.segment
        self.position = replace(self.position, segment=number + 1)
        if carry is None:
            start = self.header(number)
        else:
            start = encode_header(carry.seq, carry.chain, number, carry=True)
            start += read_bytes(self._fs, self._path.with_name(carry.file))[carry.start : carry.end]
        handle = self._fs.create(self.file(number))
        try:
            # On the medium before any new save: a segment whose header does not count and that
            # holds nothing new was never finished, one with a new save in it is damaged.
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
        """Put one save on the medium and acknowledge it by returning.

        Raises OSError: then `position` is the old one, and a new segment makes void what the
        failed save left behind, or, if there is no room for that either, `failure` says so.
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
            # What this descriptor holds unsynced is unknown from now on, even to a later fsync.
            self._abandon()
            if isinstance(error, OSError):
                self.failure = os_reason(error)
                with suppress(OSError):
                    self.open()
            raise
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
        """Close the open segment for good and open the next; False, with `failure`, if not.

        Never goes back to the old segment: a half-made new one may already void what would be
        appended to it.
        """
        self._abandon()
        return self.retry()

    def header(self, number: int) -> bytes:
        """Return a segment's header that continues the present state and voids what is beyond."""
        return encode_header(self.position.seq, self.position.chain, number)

    @property
    def number(self) -> int:
        """The number of the open segment."""
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
        """Remove a segment without saves, now that the open one says all that it said."""
        if remove_quietly(self._fs, self.file(number)):
            self.segments.remove(number)

    def close(self) -> None:
        """Close the segment. Never raises.

        If it holds saves, an empty one after it proves to the next opening that they are durable.
        """
        if self._handle is not None and self._saves:
            self.seal()
        self._abandon()

    def _abandon(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            with suppress(OSError):
                handle.close()
