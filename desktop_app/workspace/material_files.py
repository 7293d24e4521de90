"""A project's texts as a lead's files below `project/`, and as records."""

from __future__ import annotations

from pathlib import Path

from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.errors import InputError, os_reason
from desktop_app.core.merging import RecordSet
from desktop_app.core.messages import msg

# Bytes that fit into a record however they are escaped.
_SMALL = 100_000


def recorded_text(records: RecordSet, path: str) -> str | None:
    """Return a text from the records, or None where there is none.

    If two leads gave different texts and nobody has decided yet, the one with the lowest rev is
    used, so that all computers show the same.
    """
    heads = records.heads("material", path)
    return next((str(head.body["text"]) for head in heads if head.body is not None), None)


def own_file(folder: Path, path: str) -> str | None:
    """Return the text of a lead's own file below `project/` of a workspace folder, else None.

    Raises InputError for a link, for something that is no file, and for unreadable files.
    """
    place = folder / "project"
    refuse_link(place)
    for part in path.split("/"):
        place /= part
        refuse_link(place)
    return read_own(place) if is_file(place) else None


def refuse_link(path: Path) -> None:
    """Raise InputError for a link: its target may be any file of this computer."""
    if path.is_symlink():
        raise InputError(
            msg("is a link whose target would be packed"),
            file=str(path),
            hint=msg("Replace the link with a copy of its target, or move it elsewhere."),
        )


def is_file(path: Path) -> bool:
    """Return whether a lead's own file is there; raise InputError for anything else in its place.

    Ignoring it would silently use the program's own text.
    """
    if path.exists() and not path.is_file():
        raise InputError(
            msg("is not a file, but has the name of a file that is read from here"),
            file=str(path),
            hint=msg("Replace it with a file, or move it elsewhere."),
        )
    return path.is_file()


def read_own(file: Path) -> str:
    """Return the text of a lead's own file. Raises InputError."""
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
            msg("larger than 4 MB"), file=str(file), hint=msg("Shorten it or move it away.")
        )
    return text


def _largest() -> int:
    """Return the most bytes a text may have.

    Only large texts need the limit, because importing it also imports the bundle format.
    """
    from desktop_app.workspace.limits import MAX_ROW_BYTES

    return MAX_ROW_BYTES
