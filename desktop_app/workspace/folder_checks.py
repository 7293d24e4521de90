"""Folder of a workspace: whether it is free, where it is, how it opened."""

from __future__ import annotations

import socket
import uuid
from pathlib import Path

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import (
    AppError,
    DamagedError,
    InputError,
    NotSavedError,
    UsageError,
    os_reason,
)
from desktop_app.core.messages import msg
from desktop_app.storage.store import Store, is_workspace


def require_empty(folder: Path) -> None:
    """Raise UsageError unless the folder is absent or empty."""
    if folder.is_file():
        raise UsageError(msg("{folder} is a file", folder=folder), hint=msg("Give a new folder."))
    try:
        occupied = folder.exists() and any(folder.iterdir())
    except OSError as error:
        raise InputError(
            msg("cannot be read ({error})", error=os_reason(error)), file=str(folder)
        ) from error
    if occupied and is_workspace(folder):
        raise UsageError(
            msg("{folder} is a workspace already", folder=folder),
            hint=msg(
                "To merge another bundle of this project: proofdesk merge DIR BUNDLE. To "
                "start again, name a new folder. Nothing in this folder was changed."
            ),
        )
    if occupied:
        raise UsageError(
            msg("the folder {folder} is not empty", folder=folder),
            hint=msg("Give a new folder. Nothing in this one was changed."),
        )


def place_of(folder: Path) -> str:
    """Return a fingerprint of a folder's location; it changes when the folder is copied."""
    stat = folder.stat()
    # The inode differs in a copy, the host and its network address on another computer.
    return sha256_hex(
        f"{socket.gethostname()}:{uuid.getnode()}:{stat.st_dev}:{stat.st_ino}".encode()
    )[:32]


def read_only_error(store: Store, folder: Path) -> AppError:
    if store.report.problems:
        return DamagedError(
            msg("damaged, opens read-only: {problems}", problems=store.report.problems[0]),
            file=str(folder),
            hint=msg(
                "Nothing was changed. See everything with “proofdesk check DIR”; then restore a "
                "backup, or move what is intact into a new folder with “proofdesk salvage DIR NEW”."
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
    """Return notes on opening that are no damage but worth knowing."""
    report = store.report
    notes = [
        msg("{file} ends with an incomplete save", file=tail.file)
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
