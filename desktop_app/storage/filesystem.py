"""File system interface of the storage, and its real implementation.

Everything in this package goes through `FileSystem`, so that the tests can replace the disk by
one that loses power, fills up and fails at any chosen operation.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Protocol

from filelock import FileLock, Timeout

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
    """A new file open for appending. After any OSError it must not be used again."""

    def write(self, data: bytes) -> None:
        """Append all of `data`; on OSError any part of it may have arrived."""

    def fsync(self) -> None:
        """Return once everything written is on the medium; on OSError nothing is known."""

    def close(self) -> None: ...


class Lock(Protocol):
    """A held lock."""

    def release(self, force: bool = False) -> None: ...


class FileSystem(Protocol):
    """The operations the storage uses. All raise OSError as the operating system does."""

    def create(self, path: Path) -> WriteHandle:
        """Create a new private file; FileExistsError when the name is taken."""

    def open(self, path: Path) -> ReadHandle: ...

    def size(self, path: Path) -> int: ...

    def stamp(self, path: Path) -> tuple[int, ...]:
        """Return something that changes when another file takes this name."""

    def exists(self, path: Path) -> bool: ...

    def is_dir(self, path: Path) -> bool: ...

    def is_link(self, path: Path) -> bool:
        """Return whether this name stands for something elsewhere; False when it is not there."""

    def listdir(self, path: Path) -> list[str]: ...

    def mkdir(self, path: Path) -> None:
        """Create a private folder; its parent must exist, the name must be free."""

    def replace(self, source: Path, target: Path) -> None: ...

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name; OSError where hard links are not supported."""

    def remove(self, path: Path) -> None: ...

    def rmdir(self, path: Path) -> None: ...

    def sync_dir(self, path: Path) -> None:
        """Return once all names in this folder are on the medium."""

    def lock(self, path: Path) -> Lock | None:
        """Take the kernel lock on this file without waiting; None when another holds it."""


_JUNCTION = 0xA0000003  # how Windows marks a folder that stands for another one


class RealWriteHandle:
    """A descriptor opened for appending, and the name it was made under."""

    def __init__(self, descriptor: int, path: Path) -> None:
        self._descriptor = descriptor
        self._path = path

    def write(self, data: bytes) -> None:
        write_all(self._descriptor, data)

    def fsync(self) -> None:
        sync_descriptor(self._descriptor)
        # A folder that was deleted, or a drive that was taken off, still takes bytes through an
        # open descriptor, and nobody ever sees them again.
        if not os.path.samestat(os.fstat(self._descriptor), self._path.stat()):
            raise FileNotFoundError(errno.ENOENT, msg("another file has taken its name"))

    def close(self) -> None:
        os.close(self._descriptor)


class RealFileSystem:
    """The operating system's files: private (0600, folders 0700), synced for real."""

    def create(self, path: Path) -> WriteHandle:
        return RealWriteHandle(create_descriptor(path), path)

    def open(self, path: Path) -> BinaryIO:
        return path.open("rb", buffering=0)

    def size(self, path: Path) -> int:
        return path.stat().st_size

    def stamp(self, path: Path) -> tuple[int, ...]:
        status = path.stat()
        return status.st_ino, status.st_size, status.st_mtime_ns

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
        return os.listdir(path)  # noqa: PTH208 - names are wanted, not paths

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
        # Not singleton and not thread-local: the store may be closed by another thread.
        lock = FileLock(path, timeout=0, mode=PRIVATE_FILE, thread_local=False)
        try:
            lock.acquire()
        except Timeout:
            return None
        return lock


REAL_FILES = RealFileSystem()


def read_bytes(fs: FileSystem, path: Path) -> bytes:
    """Return a whole file."""
    handle = fs.open(path)
    try:
        parts = []
        while part := handle.read(1 << 20):
            parts.append(part)
        return b"".join(parts)
    finally:
        handle.close()


def write_durably(fs: FileSystem, path: Path, data: bytes) -> None:
    """Create a new file with this content and sync it; its *name* is not synced."""
    handle = fs.create(path)
    try:
        handle.write(data)
        handle.fsync()
    finally:
        handle.close()


def remove_quietly(fs: FileSystem, path: Path) -> bool:
    """Remove a file that is no longer needed; False when that is not possible."""
    try:
        fs.remove(path)
    except OSError:
        return False
    return True
