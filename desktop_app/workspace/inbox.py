"""The inbox: a folder, usually a synced one, in which result bundles of a project arrive.

Files are only read here; merging them is always a decision of the lead (`exchange.merge`). The
folder is a setting of one computer, so it is in no bundle.
"""

from __future__ import annotations

import stat
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from desktop_app.core.errors import AppError, InputError, UsageError, os_reason
from desktop_app.core.messages import msg
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.bundles.format import Limits
    from desktop_app.bundles.keys import Identity

# Suffix of bundles. Programs that sync folders use other or hidden names for unfinished files.
SUFFIX = ".proofdesk"
_FOLDER = "inbox"
# An unreadable file counts as still being written for this many seconds.
_WRITING = 60.0

FileState = Literal["ready", "locked", "partial", "unreadable", "foreign"]
# Size in bytes and time of the last change in nanoseconds.
Stamp = tuple[int, int]


@dataclass(frozen=True)
class InboxFile:
    """A file in the inbox that was not merged yet.

    `state`: “ready”: a bundle that can be previewed; “locked”: one that needs a passphrase first;
        “partial”: not readable, but still being written; “unreadable”; “foreign”: a bundle of
        another project
    `sender`: id of the person who made it, as the bundle states it; empty: not known
    `digest`: identifies the bundle; of a locked one, the SHA-256 of the file
    `problem`: why it is unreadable; empty: it is not
    """

    path: Path
    state: FileState
    stamp: Stamp
    sender: str = ""
    purpose: str = ""
    created: str = ""
    digest: str = ""
    problem: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether it can be shown on the Merge page."""
        return self.state in ("ready", "locked")

    def to_json(self) -> dict[str, Any]:
        return {
            "file": str(self.path),
            "state": self.state,
            "sender": self.sender or None,
            "purpose": self.purpose or None,
            "created": self.created or None,
            "bytes": self.stamp[0],
            "problem": self.problem or None,
        }


class InboxReader:
    """Reads an inbox repeatedly; files that have not changed are read only once.

    `project`: id of the project
    `limits`: of bundles
    `identities`: keys that may decrypt the bundles
    """

    def __init__(self, project: str, limits: Limits, identities: Sequence[Identity] = ()) -> None:
        self._project = project
        self._limits = limits
        self._identities = identities
        self._known: dict[Path, InboxFile] = {}
        # The folder that was read last; None: none was.
        self._folder: Path | None = None

    def scan(
        self, folder: Path, merged: Collection[str], now: float | None = None
    ) -> list[InboxFile]:
        """Return the files that were not merged yet, the oldest first.

        `merged`: result of `merged_digests`
        `now`: seconds since the epoch; None: by the clock

        Bundles with work for annotators are left out, because leads may write them to the same
        folder. Raises InputError if the folder cannot be read.
        """
        now = time.time() if now is None else now
        before = self._known if folder == self._folder else {}
        is_first = folder != self._folder
        known: dict[Path, InboxFile] = {}
        for path, stamp in _bundle_files(folder):
            earlier = before.get(path)
            same = earlier is not None and earlier.stamp == stamp
            if earlier is not None and same and earlier.state != "partial":
                known[path] = earlier
                continue
            one = self._read(path, stamp)
            # Programs that sync may set an old time, so a changing size counts too.
            growing = not is_first and not same
            if one.state == "unreadable" and (growing or now - stamp[1] / 1e9 < _WRITING):
                one = InboxFile(path, "partial", stamp)
            known[path] = one
        self._known, self._folder = known, folder
        return sorted(
            (
                one
                for one in known.values()
                if one.purpose != "assignment" and one.digest not in merged
            ),
            key=lambda one: (one.stamp[1], one.path.name),
        )

    def _read(self, path: Path, stamp: Stamp) -> InboxFile:
        from desktop_app.bundles.bundle import peek_manifest

        try:
            data = path.read_bytes() if stamp[0] <= self._limits.packed else b""
            seen = peek_manifest(
                data or path,
                name=path.name,
                limits=self._limits,
                identities=self._identities,
            )
        except OSError as error:
            return InboxFile(path, "unreadable", stamp, problem=os_reason(error))
        except AppError as error:
            reason = error.reason if isinstance(error, InputError) else str(error)
            return InboxFile(path, "unreadable", stamp, problem=reason)
        manifest = seen.manifest
        if manifest is None:
            # Its content is not known, so the file itself identifies it.
            return InboxFile(path, "locked", stamp, digest=sha256(data).hexdigest())
        return InboxFile(
            path,
            "ready" if manifest.project == self._project else "foreign",
            stamp,
            manifest.sender,
            manifest.purpose,
            manifest.created,
            seen.digest or "",
        )


def _bundle_files(folder: Path) -> Iterator[tuple[Path, Stamp]]:
    """Yield the bundle files in a folder, with size and time. Raises InputError."""
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise InputError(
            msg("the inbox cannot be read ({reason})", reason=os_reason(error)),
            file=str(folder),
            hint=msg("Check that the folder exists, or choose another one."),
        ) from error
    for path in entries:
        if path.name.startswith((".", "~")) or not path.name.lower().endswith(SUFFIX):
            continue
        try:
            found = path.stat()
        except OSError:
            # It was removed in the meantime.
            continue
        if stat.S_ISREG(found.st_mode):
            yield path, (found.st_size, found.st_mtime_ns)


def inbox_folder(workspace: Workspace) -> str:
    """Return the path of this project's inbox on this computer; empty: none is chosen."""
    return str(workspace.local(_FOLDER, "") or "")


def set_inbox(workspace: Workspace, folder: Path | None) -> None:
    """Choose the inbox of this project, or none.

    Raises UsageError in an annotator's workspace, InputError for a folder that cannot be read.
    """
    workspace.require_lead(msg("Choosing an inbox"))
    if folder is not None:
        folder = folder.absolute()
        # Raises an error if it cannot be read.
        list(_bundle_files(folder))
    workspace.set_local(_FOLDER, str(folder or ""))


def reader_for(project: str, person: str) -> InboxReader:
    """Return the reader for a project's inbox; `person`: id of the lead on this computer."""
    from desktop_app.settings import load_settings
    from desktop_app.workspace.packing import bundle_limits
    from desktop_app.workspace.trust import readable_identity

    own = readable_identity(project, person)
    return InboxReader(project, bundle_limits(load_settings()), [] if own is None else [own])


def merged_digests(workspace: Workspace) -> frozenset[str]:
    """Return the digests of the bundles merged here, and of the encrypted files of some."""
    bundles: Iterator[Mapping[str, Any]] = (
        bundle
        for entry in workspace.store.records.table("merges").all()
        for bundle in entry["bundles"]
    )
    return frozenset(
        str(bundle[name]) for bundle in bundles for name in ("digest", "file") if bundle.get(name)
    )


def scan_inbox(workspace: Workspace, folder: Path | None = None) -> list[InboxFile]:
    """Return the files in the inbox that were not merged yet, the oldest first.

    `folder`: a folder other than the chosen one

    Raises UsageError if no folder is chosen, InputError if it cannot be read.
    """
    workspace.require_lead(msg("Using an inbox"))
    chosen = folder or (Path(inbox_folder(workspace)) if inbox_folder(workspace) else None)
    if chosen is None:
        raise UsageError(
            msg("no inbox is chosen"),
            hint=msg("Choose one on the page Merge (or: proofdesk inbox DIR --folder FOLDER)."),
        )
    reader = reader_for(workspace.project, workspace.person)
    return reader.scan(chosen, merged_digests(workspace))
