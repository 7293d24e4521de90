"""The folder of a workspace: its place, how it opened, output files, the lead's own files."""

from __future__ import annotations

import re
import socket
import uuid
from pathlib import Path

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import (
    AppError,
    DamagedError,
    InputError,
    NotSavedError,
    UsageError,
    os_reason,
)
from desktop_app.core.merging import RecordSet
from desktop_app.core.messages import msg
from desktop_app.files import PRIVATE_FOLDER
from desktop_app.storage.open_folder import folder_gone
from desktop_app.storage.store import Store, is_workspace


def require_empty(folder: Path) -> None:
    """Raise UsageError unless the folder is absent or empty, InputError if it cannot be read."""
    if folder.is_file():
        raise UsageError(msg("{folder} is a file", folder=folder), hint=msg("Choose a new folder."))
    try:
        occupied = folder.exists() and any(folder.iterdir())
    except OSError as error:
        raise InputError(
            msg("cannot be read ({error})", error=os_reason(error)), file=str(folder)
        ) from error
    if occupied and is_workspace(folder):
        raise UsageError(
            msg("{folder} is already a workspace", folder=folder),
            hint=msg(
                "To merge another bundle of this project, open this workspace first (or: proofdesk "
                "merge DIR BUNDLE). To start again, choose a new folder. Nothing was changed."
            ),
        )
    if occupied:
        raise UsageError(
            msg("the folder {folder} is not empty", folder=folder),
            hint=msg("Choose a new folder. Nothing in this one was changed."),
        )


def place_of(folder: Path) -> str:
    """Return a digest of a folder's location, which is different for a copy of the folder."""
    stat = folder.stat()
    # The inode differs in a copy, the host and its network address on another computer.
    return sha256_hex(
        f"{socket.gethostname()}:{uuid.getnode()}:{stat.st_dev}:{stat.st_ino}".encode()
    )[:32]


def read_only_error(store: Store, folder: Path) -> AppError:
    """Return the error for a store that should be writable but is damaged or read-only."""
    if store.report.problems:
        return DamagedError(
            msg("damaged, opens read-only: {problems}", problems=store.report.problems[0]),
            file=str(folder),
            hint=msg(
                "Nothing was changed. See everything with “proofdesk check DIR”; then restore a "
                "backup, or copy what is intact to a new folder with “proofdesk salvage DIR NEW”."
            ),
        )
    return NotSavedError(
        msg(
            "{folder}: opens read-only ({fell_back_reason})",
            folder=folder,
            fell_back_reason=store.report.fell_back_reason,
        ),
        hint=msg(
            "Nothing was changed. Free some space or allow writing to the folder, then retry."
        ),
    )


def opening_notes(store: Store) -> list[str]:
    """Return notes about how a store was opened, for everything that is not damage."""
    report = store.report
    notes = [
        msg(
            "{file} ends with an incomplete save: that last change may be missing, everything "
            "saved before it is there",
            file=tail.file,
        )
        + (msg("; a copy was kept as {kept_as}", kept_as=tail.kept_as) if tail.kept_as else "")
        for tail in report.torn
    ]
    if report.fell_back_reason:
        notes.append(
            msg(
                "opened read-only: {fell_back_reason}",
                fell_back_reason=report.fell_back_reason,
            )
        )
    return [*notes, *report.warnings]


# Output files and folders
_OWN_FOLDERS = frozenset(("backups", "cache", "project"))
_OWN_FILES = re.compile(r"(records|drafts)\.(json|journal\.).*|lock|\..*\.tmp")


def require_free_output(output: Path) -> None:
    """Raise UsageError if writing to `output` could overwrite a workspace's own files.

    These are the workspace folder itself, the files of its store, and its subfolders for backups,
    cache and own texts. Other paths in the folder are allowed.
    """
    # Resolved first: a link may lead into a workspace.
    place = output.resolve()
    for folder in (place, *place.parents):
        if not is_workspace(folder):
            continue
        below = place.relative_to(folder).parts
        if not below or below[0] in _OWN_FOLDERS or _OWN_FILES.fullmatch(below[0]):
            raise UsageError(
                msg(
                    "{output} belongs to the workspace {folder}",
                    output=output,
                    folder=folder,
                ),
                hint=msg("Choose another location. Nothing was written."),
            )


def make_folder(folder: Path, store: Store) -> None:
    """Create a folder for output, and its missing parents.

    Raises NotSavedError when that fails. In the folder of the store, it also fails if that folder
    is not the one that was opened, so that a moved workspace is not created again at its old place.
    """
    if folder.resolve().is_relative_to(store.folder.resolve()):
        store.require_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotSavedError(
            msg(
                "the folder {folder} cannot be created ({error})",
                folder=folder,
                error=os_reason(error),
            ),
            hint=msg("Choose another place."),
        ) from error


def make_cache_folder(folder: Path) -> None:
    """Create `cache/NAME` in a workspace folder. Raises NotSavedError if that one does not exist.

    Other errors are ignored: if they matter, writing a file into the folder fails too.
    """
    for one in (folder.parent, folder):
        try:
            one.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        except FileNotFoundError as error:
            raise folder_gone(folder.parents[1]) from error
        except OSError:
            continue


# The lead's own files below `project/`, and texts in records
# Bytes. A text of this size fits into a record even if every character is escaped.
_SMALL = 100_000


def recorded_text(records: RecordSet, path: str) -> str | None:
    """Return the text of a material from the records, or None.

    In a conflict, the text with the lowest rev is used, so that all computers show the same.
    """
    body = records.stated_body("material", path)
    return None if body is None else str(body["text"])


def own_file(folder: Path, path: str) -> str | None:
    """Return the text of a lead's own file below `project/` in a workspace folder, or None.

    Raises InputError for a link, a folder, and a file that cannot be read.
    """
    place = folder / "project"
    refuse_link(place)
    for part in path.split("/"):
        place /= part
        refuse_link(place)
    return read_own(place) if is_file(place) else None


def refuse_link(path: Path) -> None:
    """Raise InputError for a link: its target could be any file on this computer."""
    if path.is_symlink():
        raise InputError(
            msg("is a link whose target would be packed"),
            file=str(path),
            hint=msg("Replace the link with a copy of its target, or move it elsewhere."),
        )


def is_file(path: Path) -> bool:
    """Return whether a lead's own file exists.

    Raises InputError for anything else of that name: if it were ignored, the program's own text
    would be used without notice.
    """
    if path.exists() and not path.is_file():
        raise InputError(
            msg("is not a file, although Proofdesk reads a file with this name"),
            file=str(path),
            hint=msg("Replace it with a file, or move it elsewhere."),
        )
    return path.is_file()


def read_own(file: Path) -> str:
    """Return the text of a file that a lead supplied. Raises InputError if it is unusable."""
    try:
        size = file.stat().st_size
        largest = size if size <= _SMALL else _largest()
        # `utf-8-sig`: some editors begin files with an invisible byte order mark.
        text = file.read_text("utf-8-sig") if size <= largest else ""
    except UnicodeDecodeError:
        raise InputError(
            msg("not UTF-8 text"), file=str(file), hint=msg("Save it as UTF-8.")
        ) from None
    except OSError as error:
        raise InputError(
            msg("cannot be read ({error})", error=os_reason(error)),
            file=str(file),
            hint=msg("Move it elsewhere."),
        ) from error
    if size > _SMALL and (size > largest or len(canonical_bytes(text)) > largest):
        raise InputError(
            msg("larger than 4 MB"),
            file=str(file),
            hint=msg("Shorten the file, or move it elsewhere."),
        )
    return text


def _largest() -> int:
    """Return the maximum size of a text in bytes."""
    # Imported here because it is slow (pydantic, the bundle format) and only large texts need it.
    from desktop_app.workspace.rows import MAX_ROW_BYTES

    return MAX_ROW_BYTES
