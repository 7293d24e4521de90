"""The file system interface of the storage, and its implementation for real disks.

All code in this package accesses files through `FileSystem`, so that tests can replace the disk
with one that loses power, fills up, or fails at any chosen operation.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from desktop_app.core.messages import msg
from desktop_app.files import (
    PRIVATE_FILE,
    PRIVATE_FOLDER,
    create_descriptor,
    replace_file,
    sync_descriptor,
    sync_folder,
    write_all,
)


class ReadHandle(Protocol):
    """A file open for reading."""

    def read(self, size: int = -1, /) -> bytes: ...

    def close(self) -> None: ...


class WriteHandle(Protocol):
    """A new file that is open for appending. After an OSError it must not be used again."""

    def write(self, data: bytes) -> None:
        """Append all of `data`. After an OSError, any part of it may have been written."""

    def fsync(self) -> None:
        """Flush all written bytes to the medium. After an OSError, any of them may be lost."""

    def close(self) -> None: ...


class Lock(Protocol):
    """A lock that is held."""

    def release(self, force: bool = False) -> None: ...


class FileSystem(Protocol):
    """The operations that the storage uses. All of them raise OSError."""

    def create(self, path: Path) -> WriteHandle:
        """Create a new private file. Raises FileExistsError if the name is in use."""

    def open(self, path: Path) -> ReadHandle: ...

    def size(self, path: Path) -> int: ...

    def stamp(self, path: Path) -> tuple[int, ...]:
        """Return a value that changes if another file replaces the file with this name."""

    def identity(self, path: Path) -> tuple[int, int]:
        """Return the numbers of the device and of the folder on it.

        The folder keeps both if it is moved or renamed on its device.
        """

    def exists(self, path: Path) -> bool: ...

    def is_dir(self, path: Path) -> bool: ...

    def is_link(self, path: Path) -> bool:
        """Return whether this path is a link to another place; False if it does not exist."""

    def listdir(self, path: Path) -> list[str]: ...

    def mkdir(self, path: Path) -> None:
        """Create a private folder. Its parent must exist, and the name must not be in use."""

    def replace(self, source: Path, target: Path) -> None: ...

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name. Raises OSError if hard links are not supported."""

    def remove(self, path: Path) -> None: ...

    def rmdir(self, path: Path) -> None: ...

    def sync_dir(self, path: Path) -> None:
        """Flush all names in this folder to the medium."""

    def lock(self, path: Path) -> Lock | None:
        """Lock this file in the kernel without waiting; return None if another process holds it."""


# Reparse tag of a Windows junction, a folder that points to another one. `S_ISLNK` does not detect
# it.
_JUNCTION = 0xA0000003


class RealWriteHandle:
    """A descriptor open for appending, with the path at which the file was created."""

    def __init__(self, descriptor: int, path: Path) -> None:
        self._descriptor = descriptor
        self._path = path

    def write(self, data: bytes) -> None:
        write_all(self._descriptor, data)

    def fsync(self) -> None:
        sync_descriptor(self._descriptor)
        # If the folder was deleted or the drive unplugged, an open descriptor still accepts bytes,
        # but they are lost.
        if not os.path.samestat(os.fstat(self._descriptor), self._path.stat()):
            raise FileNotFoundError(errno.ENOENT, msg("another file now has its name"))

    def close(self) -> None:
        os.close(self._descriptor)


class RealFileSystem:
    """Files of the operating system: private (files 0600, folders 0700) and durably synced."""

    def create(self, path: Path) -> WriteHandle:
        return RealWriteHandle(create_descriptor(path), path)

    def open(self, path: Path) -> BinaryIO:
        # Unbuffered, because callers read large chunks themselves.
        return path.open("rb", buffering=0)

    def size(self, path: Path) -> int:
        return path.stat().st_size

    def stamp(self, path: Path) -> tuple[int, ...]:
        status = path.stat()
        # The inode changes when a file is replaced. Size and time reveal replacements on file
        # systems that reuse inodes.
        return status.st_ino, status.st_size, status.st_mtime_ns

    def identity(self, path: Path) -> tuple[int, int]:
        status = path.stat()
        return status.st_dev, status.st_ino

    def exists(self, path: Path) -> bool:
        return path.exists()

    def is_dir(self, path: Path) -> bool:
        return path.is_dir()

    def is_link(self, path: Path) -> bool:
        try:
            status = path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == _JUNCTION

    def listdir(self, path: Path) -> list[str]:
        return os.listdir(path)  # noqa: PTH208 - names are needed, not paths

    def mkdir(self, path: Path) -> None:
        path.mkdir(mode=PRIVATE_FOLDER)

    def replace(self, source: Path, target: Path) -> None:
        replace_file(source, target)

    def link(self, source: Path, target: Path) -> None:
        os.link(source, target)

    def remove(self, path: Path) -> None:
        path.unlink()

    def rmdir(self, path: Path) -> None:
        path.rmdir()

    def sync_dir(self, path: Path) -> None:
        sync_folder(path)

    def lock(self, path: Path) -> Lock | None:
        # Imported here because it imports much, and reading needs no lock.
        from filelock import FileLock, Timeout

        # Neither a singleton nor thread-local, because another thread may close the store.
        lock = FileLock(path, timeout=0, mode=PRIVATE_FILE, thread_local=False)
        try:
            lock.acquire()
        except Timeout:
            return None
        return lock


REAL_FILES = RealFileSystem()


# Bytes per read.
CHUNK = 1 << 20


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


def read_bytes(fs: FileSystem, path: Path) -> bytes:
    """Return the content of a whole file."""
    return b"".join(read_chunks(fs, path))


def write_durably(fs: FileSystem, path: Path, blocks: Iterable[bytes]) -> None:
    """Create a new file with this content and sync it. The *name* is not synced."""
    handle = fs.create(path)
    try:
        for block in blocks:
            handle.write(block)
        handle.fsync()
    finally:
        handle.close()


def remove_quietly(fs: FileSystem, path: Path) -> bool:
    """Remove a file that is no longer needed; return False if that fails."""
    try:
        fs.remove(path)
    except OSError:
        return False
    return True
