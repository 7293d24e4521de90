"""The errors that Proofdesk expects and handles.

    AppError                 a person can do something about it; has a hint
    ├── InputError           unreadable input: file, line, field, reason (exit status 3)
    │   ├── DamagedError     bytes on disk or in a bundle fail verification
    │   ├── NewerVersionError  written by a newer Proofdesk: refused, left untouched
    │   └── LockedError      another program has the workspace open for writing
    ├── RefusedError         understood, but against a rule: nothing was changed (exit status 1)
    │   └── MissingSigningKeyError  the person's own key is not on this computer
    ├── UsageError           the call itself is wrong (exit status 2)
    └── NotSavedError        saving to disk failed; memory still holds the old state

Every other exception is a bug and ends in a crash report. Messages contain places and ids, never
the text of a document or an annotation.
"""

from __future__ import annotations

import errno

from desktop_app.core.messages import UserMessage, join, msg


class AppError(Exception):
    """An expected error: `str(error)` describes the problem, `hint` suggests what to do."""

    exit_status = 3

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class InputError(AppError):
    """Input that cannot be read.

    `file`, `line` (counted from 1) and `field` state the place, as far as it is known. `reason` is
    the message without the place.
    """

    exit_status = 3

    def __init__(
        self,
        reason: str,
        *,
        file: str = "",
        line: int | None = None,
        field: str = "",
        hint: str = "",
    ) -> None:
        self.reason = reason
        self.file = file
        self.line = line
        self.field = field
        place = [part for part in (file, msg("line {line}", line=line) if line else "") if part]
        if field:
            place.append(msg("field “{field}”", field=field))
        message = msg("{place}: {reason}", place=join(", ", place), reason=reason)
        super().__init__(message if place else reason, hint=hint)


class DamagedError(InputError):
    """Bytes that fail verification. The damaged file is left exactly as it was."""


class NewerVersionError(InputError):
    """Input written by a newer version of Proofdesk; refused and left untouched."""


class LockedError(InputError):
    """Another program has this workspace open for writing."""


class RefusedError(AppError):
    """The request was understood but breaks a rule; nothing was changed."""

    exit_status = 1


class MissingSigningKeyError(RefusedError):
    """The person's own signing key, which the request needs, is not on this computer."""


class UsageError(AppError):
    """The call is wrong: an unknown name, or options that cannot be combined."""

    exit_status = 2

    def __init__(self, message: str, *, hint: str = "", field: str = "") -> None:
        super().__init__(message, hint=hint)
        self.field = field


class NotSavedError(AppError):
    """Saving to disk failed. Memory and disk both hold the last saved state."""

    exit_status = 3


class FieldError(ValueError):
    """A value that is invalid for a field.

    Functions that validate answers and rows raise it. Functions that read files convert it into an
    `InputError`, which also states the file and the line.
    """

    def __init__(self, field: str, reason: str) -> None:
        self.field = field
        self.reason = reason
        super().__init__(msg("{field}: {reason}", field=field, reason=reason))


def field_and_reason(error: ValueError) -> tuple[str, str]:
    """Return the field with the invalid value ("" if the error names none) and the reason."""
    if isinstance(error, FieldError):
        return error.field, error.reason
    return "", str(error)


def error_within(field: str, error: ValueError) -> FieldError:
    """Return an error about a part of a field as an error about “field.part”."""
    part, reason = field_and_reason(error)
    return FieldError(f"{field}.{part}" if part else field, reason)


def os_reason(error: OSError) -> str:
    """Return the operating system's reason for an error, without the path."""
    if isinstance(error.strerror, UserMessage):
        return error.strerror
    return _OS_REASONS.get(error.errno or 0) or error.strerror or str(error)


_OS_REASONS = {
    errno.ENOSPC: msg("No space left on device"),
    errno.EACCES: msg("Permission denied"),
    errno.ENOENT: msg("No such file or directory"),
    errno.EROFS: msg("Read-only file system"),
    errno.EISDIR: msg("Is a directory"),
    errno.ENOTDIR: msg("Not a directory"),
    errno.EDQUOT: msg("Disk quota exceeded"),
    errno.EIO: msg("Input/output error"),
    errno.ENAMETOOLONG: msg("File name too long"),
}
