"""The folder of a workspace: whether it is free, where it is, how it opened."""

from __future__ import annotations

import socket
import uuid
from pathlib import Path

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import AppError, DamagedError, InputError, NotSavedError, UsageError
from desktop_app.storage.store import Store, is_workspace


def require_empty(folder: Path) -> None:
    """Raise UsageError unless the folder is absent or empty."""
    if folder.is_file():
        raise UsageError(f"{folder} is a file", hint="Name a new folder.")
    try:
        occupied = folder.exists() and any(folder.iterdir())
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", file=str(folder)) from error
    if occupied and is_workspace(folder):
        raise UsageError(
            f"{folder} is a workspace already",
            hint="A further bundle of its project is taken in by: proofdesk merge DIR BUNDLE. To "
            "begin anew, name a new folder. Nothing in this one was touched.",
        )
    if occupied:
        raise UsageError(
            f"the folder {folder} is not empty",
            hint="Name a new folder; nothing in this one was touched.",
        )


def place_of(folder: Path) -> str:
    """Return a fingerprint of where a folder is: it changes when the folder is copied."""
    stat = folder.stat()
    return sha256_hex(
        f"{socket.gethostname()}:{uuid.getnode()}:{stat.st_dev}:{stat.st_ino}".encode()
    )[:32]


def read_only_error(store: Store, folder: Path) -> AppError:
    if store.report.problems:
        return DamagedError(
            f"damaged, opens for reading only: {store.report.problems[0]}",
            file=str(folder),
            hint="Nothing was changed. See everything with “proofdesk check DIR”; then restore a "
            "backup, or move what is intact into a new folder with “proofdesk salvage DIR NEW”.",
        )
    return NotSavedError(
        f"{folder}: opens for reading only ({store.report.fell_back_reason})",
        hint="Nothing was changed. Free some space or allow writing to the folder, then retry.",
    )


def opening_notes(store: Store) -> list[str]:
    """Return sentences on what opening found that is no damage, but worth knowing."""
    report = store.report
    notes = [
        f"{tail.file} ended in a save that was never finished"
        + (f"; a copy of it was kept as {tail.kept_as}" if tail.kept_as else "")
        for tail in report.torn
    ]
    if report.fell_back_reason:
        notes.append(f"opened for reading only: {report.fell_back_reason}")
    return [*notes, *report.warnings]
