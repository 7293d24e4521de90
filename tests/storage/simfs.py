"""A simulated disk that loses power, fills up and fails in the worst way that real disks may.

Written data become durable only by `fsync`, and names only by syncing their folder. A power cut
decides independently for every page of an unsynced write whether it is written, lost, zeroed or
half written. A name that has changed since its folder was synced may refer to anything it has
referred to since then. No journal keeps these changes in order.
"""

from __future__ import annotations

import errno
import os
import random
from pathlib import Path


class PowerCut(BaseException):
    """A power cut. It is not an Exception, so that no code handles it."""


class _File:
    __slots__ = ("data", "durable", "pending")

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self.durable = bytearray(data)
        self.pending: list[tuple[int, bytes]] = []


class _Folder:
    __slots__ = ("durable", "entries", "history")

    def __init__(self) -> None:
        self.entries: dict[str, _File | _Folder] = {}
        self.durable: dict[str, _File | _Folder] = {}
        self.history: dict[str, list[_File | _Folder | None]] = {}

    def set(self, name: str, node: _File | _Folder | None) -> None:
        if node is None:
            del self.entries[name]
        else:
            self.entries[name] = node
        self.history.setdefault(name, []).append(node)


class _Writer:
    def __init__(self, fs: SimFS, file: _File) -> None:
        self._fs = fs
        self._file = file
        self._life = fs.life

    def _append(self, data: bytes) -> None:
        if data:
            self._file.pending.append((len(self._file.data), data))
            self._file.data += data

    def write(self, data: bytes) -> None:
        data = bytes(data)
        fs = self._fs
        if self._life != fs.life:
            raise PowerCut
        part = data[: fs.rng.randrange(len(data) + 1)]
        fs.step("write", lambda: self._append(part))
        self._append(data)

    def fsync(self) -> None:
        self._fs.step("fsync", self._fail_fsync)
        if self._fs.honest:
            _settle(self._file, self._file.pending)
            self._file.pending = []

    def _fail_fsync(self) -> None:
        """Fail as on Linux: all pages count as clean, but only some of them were written."""
        file, rng = self._file, self._fs.rng
        _settle(file, [write for write in file.pending if rng.random() < 0.5])
        file.pending = []

    def close(self) -> None:
        # Left over from before a power cut or kill: what is dead unwinds nothing.
        if not self._fs.off and self._life == self._fs.life:
            self._fs.step("close", lambda: None)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def read(self, size: int = -1, /) -> bytes:
        end = len(self._data) if size < 0 else self._at + size
        part = self._data[self._at : end]
        self._at += len(part)
        return part

    def close(self) -> None:
        pass


class _Lock:
    def __init__(self, locks: set[str], name: str) -> None:
        self._locks = locks
        self._name = name

    def release(self, force: bool = False) -> None:
        self._locks.discard(self._name)


def _settle(file: _File, writes: list[tuple[int, bytes]]) -> None:
    for offset, data in writes:
        if len(file.durable) < offset:
            file.durable += bytes(offset - len(file.durable))
        file.durable[offset : offset + len(data)] = data


class SimFS:
    """The simulated file system.

    `honest`: False makes `fsync` and syncing folders do nothing (the negative control)
    `cut_at`: number of the operation during which power fails
    `fail_from`: number of the first operation that fails
    `fail_count`: number of operations that fail
    `fail_errno`: the error of these operations; ENOSPC only affects those that need space
    `links`: False refuses hard links
    """

    page = 256
    sector = 64

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)
        self.root = _Folder()
        self.honest = True
        self.ops = 0
        self.cut_at: int | None = None
        self.fail_from: int | None = None
        self.fail_count = 0
        self.fail_errno = errno.EIO
        self.links = True
        self.off = False
        self.life = 0
        self.failed: list[str] = []
        self._locks: set[str] = set()

    # -- faults ------------------------------------------------------------------------------

    # The operations that a full disk refuses.
    needs_space = frozenset(("create", "write", "mkdir", "link", "fsync"))

    def step(self, kind: str, partly: object) -> None:
        """Count one operation, and raise PowerCut or OSError if it is meant to fail.

        `partly`: performs a part of the operation; called at random before a failure
        """
        if self.off:
            raise PowerCut
        self.ops += 1
        if self.cut_at is not None and self.ops >= self.cut_at:
            if self.rng.random() < 0.5:
                partly()  # type: ignore[operator]
            self.off = True
            raise PowerCut
        if self.fail_from is None or self.ops < self.fail_from or self.fail_count <= 0:
            return
        if self.fail_errno == errno.ENOSPC and kind not in self.needs_space:
            return
        self.fail_count -= 1
        self.failed.append(kind)
        if kind == "fsync" or self.rng.random() < 0.5:
            partly()  # type: ignore[operator]
        raise OSError(self.fail_errno, os.strerror(self.fail_errno))

    def heal(self) -> None:
        """Stop failing."""
        self.fail_from, self.fail_count = None, 0

    def after_kill(self) -> SimFS:
        """Return the disk after only the process was killed: all written data can be read."""
        self.off, self.cut_at = False, None
        self.life += 1
        self._locks.clear()
        return self

    def after_power_cut(self) -> SimFS:
        """Return the disk as it is after a power cut."""
        self.off = True
        after = SimFS()
        after.rng = self.rng
        mode = self.rng.choice(("lost",) * 4 + ("kept",) + ("mixed",) * 19)
        after.root = self._cut_folder(self.root, mode, {})
        after.honest, after.links = self.honest, self.links
        return after

    def _cut_folder(self, folder: _Folder, mode: str, files: dict[int, _File]) -> _Folder:
        result = _Folder()
        for name in {**folder.durable, **folder.history}:
            states = [folder.durable.get(name), *folder.history.get(name, ())]
            if mode == "lost":
                node = states[0]
            elif mode == "kept":
                node = states[-1]
            else:
                node = self.rng.choice(states)
            if node is None:
                continue
            kept: _File | _Folder
            if isinstance(node, _Folder):
                kept = self._cut_folder(node, mode, files)
            else:
                known = files.get(id(node))
                if known is None:
                    known = files[id(node)] = _File(self._cut_file(node, mode))
                kept = known
            result.entries[name] = result.durable[name] = kept
        return result

    def _cut_file(self, file: _File, mode: str) -> bytes:
        if mode == "kept":
            return bytes(file.data)
        if mode == "lost" or not file.pending:
            return bytes(file.durable)
        rng, page = self.rng, self.page
        content = bytearray(file.durable)
        for offset, data in file.pending:
            end = offset + len(data)
            at = offset
            while at < end:
                stop = min(end, at - at % page + page)
                fate = rng.random()
                if fate < 0.4:
                    piece = data[at - offset : stop - offset]
                elif fate < 0.6:
                    piece = bytes(stop - at)
                elif fate < 0.8:
                    cut = rng.randrange(0, stop - at + 1)
                    cut -= cut % self.sector if rng.random() < 0.5 else 0
                    piece = data[at - offset : at - offset + cut]
                else:
                    piece = b""
                if piece:
                    if len(content) < at:
                        content += bytes(at - len(content))
                    content[at : at + len(piece)] = piece
                at = stop
        if rng.random() < 0.3:  # the new size was recorded, the data was not
            content += bytes(max(0, len(file.data) - len(content)))
        return bytes(content)

    # -- names -------------------------------------------------------------------------------

    def _find(self, path: Path) -> _File | _Folder:
        node: _File | _Folder = self.root
        for part in path.parts[1:]:
            if not isinstance(node, _Folder) or part not in node.entries:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
            node = node.entries[part]
        return node

    def _folder(self, path: Path) -> _Folder:
        node = self._find(path)
        if not isinstance(node, _Folder):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
        return node

    def _file(self, path: Path) -> _File:
        node = self._find(path)
        if not isinstance(node, _File):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        return node

    # -- the operations the storage knows -----------------------------------------------------

    def create(self, path: Path) -> _Writer:
        folder, name = self._folder(path.parent), path.name
        if name in folder.entries:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        file = _File()
        self.step("create", lambda: folder.set(name, file))
        folder.set(name, file)
        return _Writer(self, file)

    def open(self, path: Path) -> _Reader:
        if self.off:
            raise PowerCut
        return _Reader(bytes(self._file(path).data))

    def size(self, path: Path) -> int:
        return len(self._file(path).data)

    def stamp(self, path: Path) -> tuple[int, ...]:
        file = self._file(path)
        return id(file), len(file.data)

    def identity(self, path: Path) -> tuple[int, int]:
        return 0, id(self._folder(path))

    def exists(self, path: Path) -> bool:
        try:
            self._find(path)
        except OSError:
            return False
        return True

    def is_dir(self, path: Path) -> bool:
        return self.exists(path) and isinstance(self._find(path), _Folder)

    def is_link(self, path: Path) -> bool:
        return False  # there are none on this disk

    def listdir(self, path: Path) -> list[str]:
        if self.off:
            raise PowerCut
        return list(self._folder(path).entries)

    def mkdir(self, path: Path) -> None:
        folder, name = self._folder(path.parent), path.name
        if name in folder.entries:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        self.step("mkdir", lambda: None)
        folder.set(name, _Folder())

    def replace(self, source: Path, target: Path) -> None:
        file = self._file(source)

        def rename() -> None:
            self._folder(source.parent).set(source.name, None)
            self._folder(target.parent).set(target.name, file)

        self.step("replace", rename)
        rename()

    def link(self, source: Path, target: Path) -> None:
        file, folder = self._file(source), self._folder(target.parent)
        if not self.links:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM), str(target))
        self.step("link", lambda: None)
        folder.set(target.name, file)

    def remove(self, path: Path) -> None:
        folder, _ = self._folder(path.parent), self._file(path)
        self.step("remove", lambda: folder.set(path.name, None))
        folder.set(path.name, None)

    def rmdir(self, path: Path) -> None:
        if self._folder(path).entries:
            raise OSError(errno.ENOTEMPTY, os.strerror(errno.ENOTEMPTY), str(path))
        self.step("rmdir", lambda: None)
        self._folder(path.parent).set(path.name, None)

    def sync_dir(self, path: Path) -> None:
        folder = self._folder(path)
        self.step("sync_dir", lambda: None)
        if self.honest:
            folder.durable = dict(folder.entries)
            folder.history.clear()

    def lock(self, path: Path) -> _Lock | None:
        folder = self._folder(path.parent)
        if path.name not in folder.entries:
            self.step("create", lambda: None)
            folder.set(path.name, _File())
        if str(path) in self._locks:
            return None
        self._locks.add(str(path))
        return _Lock(self._locks, str(path))

    # -- for tests that damage files ------------------------------------------------------------

    def peek(self, path: Path) -> bytes:
        """Return a file's bytes."""
        return bytes(self._file(path).data)

    def poke(self, path: Path, data: bytes) -> None:
        """Set the bytes of a file durably, without counting an operation."""
        folder = self._folder(path.parent)
        folder.entries[path.name] = folder.durable[path.name] = _File(data)
