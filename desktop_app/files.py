"""Files outside the store: atomic writes, bundled resources, the person's own folder.

The lowest layer that touches the disk; `storage` builds on it, never the other way round.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import platformdirs

from desktop_app.core.errors import NotSavedError, os_reason
from desktop_app.core.messages import msg

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

APP_NAME = "proofdesk"
HOME_VARIABLE = "PROOFDESK_HOME"
PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700
FULL_DISK_HINT = msg("Check that the disk has free space and that you may write to this folder.")

_BINARY = getattr(os, "O_BINARY", 0)
_LONGEST_STEM = 100  # bytes of a file's name that its temporary name repeats
_REPLACE_WAITS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8)  # seconds; virus scanners hold files


def sync_descriptor(descriptor: int) -> None:
    """Force a file's data onto the medium; on macOS through the drive's own cache too."""
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError:
            pass  # network and foreign volumes refuse it: plain fsync is the best they have
        else:
            return
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Force a folder's names (created, renamed, removed) onto the medium; no-op on Windows."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        sync_descriptor(descriptor)
    finally:
        os.close(descriptor)


def replace_file(source: Path, target: Path) -> None:
    """Atomically put `source` instead of `target`; retries where a scanner blocks it."""
    for wait in _REPLACE_WAITS:
        try:
            source.replace(target)
        except PermissionError:
            if sys.platform != "win32":
                raise
            time.sleep(wait)
        else:
            return
    source.replace(target)


def create_descriptor(path: Path, *, appending: bool = True) -> int:
    """Create a new private file (0600) for writing; FileExistsError when the name is taken."""
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | _BINARY | (os.O_APPEND if appending else 0)
    return os.open(path, flags, PRIVATE_FILE)


def write_all(descriptor: int, data: bytes | memoryview) -> None:
    """Write all of `data`; OSError when the disk takes only a part."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


@contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a new file to write to; at the end it takes the name `path`, durably.

    The name holds either its old content or all of the new. The file is private (0600). Raises
    NotSavedError, the old file untouched, when the disk refuses; other errors pass through.
    """
    temporary = _temporary_name(path)
    try:
        temporary.unlink(missing_ok=True)
        with os.fdopen(create_descriptor(temporary, appending=False), "wb") as file:
            try:
                yield file
                file.flush()
                sync_descriptor(file.fileno())
            except BaseException:
                _discard(temporary)
                raise
        try:
            replace_file(temporary, path)
        except OSError:
            _discard(temporary)
            raise
        sync_folder(path.parent)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise NotSavedError(
                msg("{path}: could not be written: the name is too long", path=path),
                hint=msg("Choose a shorter name."),
            ) from error
        raise NotSavedError(
            msg("{path}: could not be written ({error})", path=path, error=os_reason(error)),
            hint=FULL_DISK_HINT,
        ) from error


def _temporary_name(path: Path) -> Path:
    """Return the name to write to before the file takes the name `path`, in the same folder."""
    # File systems allow 255 bytes (some: characters) a name. The name of the target may use them
    # all, so of a long one only the beginning and a digest go into the temporary name.
    name = path.name
    raw = os.fsencode(name)
    if len(raw) > _LONGEST_STEM:
        start = raw[:_LONGEST_STEM].decode("utf-8", "ignore")
        name = f"{start}-{sha256(raw).hexdigest()[:16]}"
    return path.with_name(f".{name}.{os.getpid()}.tmp")


def _discard(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def atomic_write(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write bytes, or chunks of bytes, as a whole file; see `atomic_file`."""
    with atomic_file(path) as file:
        for chunk in [data] if isinstance(data, bytes) else data:
            file.write(chunk)


def private_file_write(path: Path, data: bytes) -> None:
    """Write a file only this user may read (0600), its folder created 0700; see `atomic_write`."""
    missing = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
    try:
        path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        # A folder is only as durable as its entry in the one above: without this, a power cut
        # after the first `join` in a fresh home could take the keys along with their folder.
        for folder in reversed(missing):
            sync_folder(folder.parent)
    except OSError as error:
        raise NotSavedError(
            msg(
                "{parent}: could not be created ({error})",
                parent=path.parent,
                error=os_reason(error),
            ),
            hint=FULL_DISK_HINT,
        ) from error
    atomic_write(path, data)


def resource(path: str) -> Traversable:
    """Return a file shipped with the application, such as `icons/flag.svg`.

    Works from a checkout, an installed wheel and a frozen application. Raises FileNotFoundError
    when there is no such resource.
    """
    found = resources.files("resources").joinpath(*path.split("/"))
    if not (found.is_file() or found.is_dir()):
        raise FileNotFoundError(f"no such resource: {path}")
    return found


@cache
def prompt_files(package: str) -> Mapping[str, str]:
    """Return the texts of the prompt files of a plugin's package (`prompts/KEY.md`), by key."""
    folder = resources.files(package).joinpath("prompts")
    found = [file for file in folder.iterdir() if file.name.endswith(".md")]
    return {
        file.name.removesuffix(".md"): file.read_text("utf-8")
        for file in sorted(found, key=lambda file: file.name)
    }


def user_data_dir() -> Path:
    """Return the person's own folder for settings and keys (not created here).

    The environment variable PROOFDESK_HOME overrides the platform's place.
    """
    override = os.environ.get(HOME_VARIABLE)
    if override:
        return Path(override)
    return platformdirs.user_data_path(APP_NAME, appauthor=False)
