"""Files outside the store: atomic writes, the program's resources, the person's own folder.

This is the lowest layer that accesses the disk: `storage` builds on it, and it never uses
`storage`.
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
from typing import TYPE_CHECKING, Any, BinaryIO

import platformdirs

from desktop_app.core.errors import NotSavedError, UsageError, os_reason
from desktop_app.core.messages import msg

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

APP_NAME = "proofdesk"
HOME_VARIABLE = "PROOFDESK_HOME"
# Modes of new files and folders, which give access only to their owner.
PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700
FULL_DISK_HINT = msg("Check that the disk has free space and that you may write to this folder.")

# On Windows, line ends would be converted without this flag.
_BINARY = getattr(os, "O_BINARY", 0)
# Maximum bytes of a file's name that its temporary name repeats.
_LONGEST_STEM = 100
# Seconds between attempts, because virus scanners block files for a short time.
_REPLACE_WAITS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8)


def sync_descriptor(descriptor: int) -> None:
    """Flush a file's data to the disk; on macOS, also through the cache of the drive."""
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError:
            # Network volumes and foreign file systems refuse it. A plain fsync is the best they
            # offer.
            pass
        else:
            return
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Flush changes to a folder's entries (created, renamed, removed). Does nothing on Windows."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        sync_descriptor(descriptor)
    finally:
        os.close(descriptor)


def replace_file(source: Path, target: Path) -> None:
    """Atomically replace `target` with `source`.

    On Windows, this is retried for up to 1.6 seconds while a virus scanner blocks the file.
    """
    for wait in _REPLACE_WAITS:
        try:
            source.replace(target)
        except PermissionError:
            # On other systems this error is permanent: the person has no write permission.
            if sys.platform != "win32":
                raise
            time.sleep(wait)
        else:
            return
    # The last attempt, whose error is raised to the caller.
    source.replace(target)


def create_descriptor(path: Path, *, appending: bool = True) -> int:
    """Create a private file (0600) for writing. Raises FileExistsError if the name is in use.

    `appending`: whether every write goes to the end of the file
    """
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | _BINARY | (os.O_APPEND if appending else 0)
    return os.open(path, flags, PRIVATE_FILE)


def write_all(descriptor: int, data: bytes | memoryview) -> None:
    """Write all of `data`. Raises OSError if the disk accepts only a part."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


@contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a new file to write to; at the end of the block, it is durably renamed to `path`.

    At any time, the name refers to either the complete old content or the complete new one. The
    file is private (0600). Raises NotSavedError for every OSError, including those raised in the
    block; other exceptions are passed on. An exception in the block leaves the old file unchanged.
    """
    temporary = _temporary_name(path)
    try:
        # If an earlier process with the same id crashed, it may have left a file with this name.
        temporary.unlink(missing_ok=True)
        with os.fdopen(create_descriptor(temporary, appending=False), "wb") as file:
            try:
                yield file
                file.flush()
                # The data must be on disk before the file is renamed, or a power cut could leave an
                # empty file.
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
    """Return the name of the temporary file for `path`, which is in the same folder."""
    # File systems allow 255 bytes (some: characters) per name, and the target's name may use all of
    # them. So the temporary name contains only the beginning of a long name and a digest.
    name = path.name
    raw = os.fsencode(name)
    if len(raw) > _LONGEST_STEM:
        start = raw[:_LONGEST_STEM].decode("utf-8", "ignore")
        name = f"{start}-{sha256(raw).hexdigest()[:16]}"
    return path.with_name(f".{name}.{os.getpid()}.tmp")


def _discard(path: Path) -> None:
    """Delete a file, ignoring errors."""
    with suppress(OSError):
        path.unlink()


def atomic_write(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write bytes, or chunks of bytes, as a complete file; see `atomic_file`."""
    with atomic_file(path) as file:
        for chunk in [data] if isinstance(data, bytes) else data:
            file.write(chunk)


def private_file_write(path: Path, data: bytes) -> None:
    """Write a file that only this user may read (0600); see `atomic_write`.

    A missing folder is created with mode 0700. Raises NotSavedError if writing fails.
    """
    missing = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
    try:
        path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        # A new folder is durable only when its entry in the parent folder is. Without this, a power
        # cut after the first `join` in a new home folder could lose the keys together with their
        # folder.
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
    """Return a file or folder shipped with the application, such as `icons/flag.svg`.

    Works in a checkout, an installed wheel and a frozen application. Raises FileNotFoundError if
    there is no such resource.
    """
    result = resources.files("resources").joinpath(*path.split("/"))
    if not (result.is_file() or result.is_dir()):
        raise FileNotFoundError(f"no such resource: {path}")
    return result


@cache
def prompt_files(package: str) -> Mapping[str, str]:
    """Return the texts of a plugin package's prompt files (`prompts/KEY.md`), by key."""
    folder = resources.files(package).joinpath("prompts")
    result = [file for file in folder.iterdir() if file.name.endswith(".md")]
    return {
        file.name.removesuffix(".md"): file.read_text("utf-8")
        for file in sorted(result, key=lambda file: file.name)
    }


def anchor_files(package: str) -> Mapping[str, str]:
    """Return a plugin package's files of labels (`forms/anchors.NAME.yaml`), by name."""
    found = {}
    for file in sorted(resources.files(package).joinpath("forms").iterdir(), key=lambda f: f.name):
        start, _, rest = file.name.partition(".")
        if start == "anchors":
            found[rest.removesuffix(".yaml")] = file.read_text("utf-8")
    return found


def this_program(word: str) -> list[str]:
    """Return the command that runs this program with an argument, in another process.

    `-P` keeps the current folder, which may contain downloaded files, out of the import path.
    """
    # A frozen program is its own interpreter and has no option -m.
    if getattr(sys, "frozen", False):
        program = Path(sys.executable)
        # The program for the window has no standard output on Windows.
        return [str(program.with_name("proofdesk" + program.suffix)), word]
    place = str(Path(__file__).parents[1])
    start = f"import sys; sys.path.append({place!r}); from desktop_app.__main__ import main; main()"
    return [sys.executable, "-P", "-c", start, word]


def user_data_dir() -> Path:
    """Return the person's own folder for settings and keys, which may not exist yet.

    The environment variable PROOFDESK_HOME overrides the platform's default.
    """
    override = os.environ.get(HOME_VARIABLE)
    if override:
        return Path(override)
    return platformdirs.user_data_path(APP_NAME, appauthor=False)


def load_pyarrow() -> Any:
    """Import the library for Parquet files. It is large, and installers leave it out or ask.

    Raises UsageError if it is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError(
            msg("Parquet files need a part of the program that is not installed."),
            hint=msg(
                "Use another format, such as CSV or JSONL, or install this part: the package "
                "“proofdesk-parquet” on Linux, “Parquet files” in the setup program on Windows. "
                "Then start the program again."
            ),
        ) from None
    return pyarrow
