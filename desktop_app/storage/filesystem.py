"""File system interface of the storage, and its real implementation.

Everything in this package goes through `FileSystem`, so that tests can replace the disk with one
that loses power, fills up and fails at any chosen operation.
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
        """Append all of `data`; on OSError any part of it may have been written."""

    def fsync(self) -> None:
        """Return once all written bytes are on the medium; after an OSError nothing is certain."""

    def close(self) -> None: ...


class Lock(Protocol):
    """A held lock."""

    def release(self, force: bool = False) -> None: ...


class FileSystem(Protocol):
    """The operations the storage uses. All raise OSError as the operating system does."""

    def create(self, path: Path) -> WriteHandle:
        """Create a new private file; raise FileExistsError when the name is taken."""

    def open(self, path: Path) -> ReadHandle: ...

    def size(self, path: Path) -> int: ...

    def stamp(self, path: Path) -> tuple[int, ...]:
        """Return a value that changes when another file takes this name."""

    def exists(self, path: Path) -> bool: ...

    def is_dir(self, path: Path) -> bool: ...

    def is_link(self, path: Path) -> bool:
        """Return whether this name is a link to another place; False when it does not exist."""

    def listdir(self, path: Path) -> list[str]: ...

    def mkdir(self, path: Path) -> None:
        """Create a private folder. Its parent must exist and the name must be free."""

    def replace(self, source: Path, target: Path) -> None: ...

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name; raise OSError where hard links are not supported."""

    def remove(self, path: Path) -> None: ...

    def rmdir(self, path: Path) -> None: ...

    def sync_dir(self, path: Path) -> None:
        """Return once all names in this folder are on the medium."""

    def lock(self, path: Path) -> Lock | None:
        """Take the kernel lock on this file without waiting; return None when it is held."""


# Reparse tag of a Windows junction, a folder that points to another one. `S_ISLNK` is false for it.
_JUNCTION = 0xA0000003


class RealWriteHandle:
    """A descriptor open for appending, and the path it was created under."""

    def __init__(self, descriptor: int, path: Path) -> None:
        self._descriptor = descriptor
        self._path = path

    def write(self, data: bytes) -> None:
        write_all(self._descriptor, data)

    def fsync(self) -> None:
        sync_descriptor(self._descriptor)
        # A folder that was deleted, or a drive that was unplugged, still accepts bytes through an
        # open descriptor, and nobody ever sees them again.
        if not os.path.samestat(os.fstat(self._descriptor), self._path.stat()):
            raise FileNotFoundError(errno.ENOENT, msg("another file now has its name"))

    def close(self) -> None:
        os.close(self._descriptor)


class RealFileSystem:
    """Files of the operating system: private (0600, folders 0700) and really synced."""

    def create(self, path: Path) -> WriteHandle:
        return RealWriteHandle(create_descriptor(path), path)

    def open(self, path: Path) -> BinaryIO:
        # Unbuffered: callers read whole chunks themselves.
        return path.open("rb", buffering=0)

    def size(self, path: Path) -> int:
        return path.stat().st_size

    def stamp(self, path: Path) -> tuple[int, ...]:
        status = path.stat()
        # The inode changes when a file is replaced; size and time show replacements on file systems
        # that reuse inodes.
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
        # Neither singleton nor thread-local: another thread may close the store.
        lock = FileLock(path, timeout=0, mode=PRIVATE_FILE, thread_local=False)
        try:
            lock.acquire()
        except Timeout:
            return None
        return lock


REAL_FILES = RealFileSystem()


def read_bytes(fs: FileSystem, path: Path) -> bytes:
    """Return the content of a whole file."""
    handle = fs.open(path)
    try:
        parts = []
        while part := handle.read(1 << 20):
            parts.append(part)
        return b"".join(parts)
    finally:
        handle.close()


def write_durably(fs: FileSystem, path: Path, data: bytes) -> None:
    """Create a new file with this content and sync it. Its *name* is not synced."""
    handle = fs.create(path)
    try:
        handle.write(data)
        handle.fsync()
    finally:
        handle.close()


def remove_quietly(fs: FileSystem, path: Path) -> bool:
    """Remove a file that is no longer needed; return False when that fails."""
    try:
        fs.remove(path)
    except OSError:
        return False
    return True
