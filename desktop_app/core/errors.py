"""The failures Proofdesk foresees.

    AppError                 something a person can act on; has a hint
    ├── InputError           input that cannot be read: file, line, field, reason (exit status 3)
    │   ├── DamagedError     bytes on disk or in a bundle fail verification
    │   ├── NewerVersionError  written by a newer Proofdesk: refused, left untouched
    │   └── LockedError      another program holds the workspace
    ├── RefusedError         understood, but against a rule: nothing was changed (exit status 1)
    │   └── MissingSigningKeyError  the person's own key is not on this computer
    ├── UsageError           the call itself is wrong (exit status 2)
    └── NotSavedError        the disk refused a save; memory still holds the old state

Everything else that is raised is a defect and reaches the crash report.
Messages name places and ids, never the text of a document or an annotation.
"""

from __future__ import annotations


class AppError(Exception):
    """A failure we foresaw: `str(error)` says what happened, `hint` says what to do."""

    exit_status = 3

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class InputError(AppError):
    """Input that cannot be read.

    `file`, `line` (counted from 1) and `field` say where, as far as they are known; `reason` is
    the bare reason without the place.
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
        place = [part for part in (file, f"line {line}" if line else "") if part]
        if field:
            place.append(f"field “{field}”")
        super().__init__(f"{', '.join(place)}: {reason}" if place else reason, hint=hint)


class DamagedError(InputError):
    """Bytes that fail verification. What was read is left exactly as it was."""


class NewerVersionError(InputError):
    """Written by a newer version of Proofdesk; refused and left untouched."""


class LockedError(InputError):
    """Another program has this workspace open for writing."""


class RefusedError(AppError):
    """The request was understood but breaks a rule; nothing was changed."""

    exit_status = 1


class MissingSigningKeyError(RefusedError):
    """The person's own key, which the request needs, is not on this computer."""


class UsageError(AppError):
    """The call is wrong: an unknown name, options that do not go together."""

    exit_status = 2


class NotSavedError(AppError):
    """The disk refused a save. Memory still holds the last saved state, and so does the disk."""

    exit_status = 3
