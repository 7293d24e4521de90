"""Checks of the place of a workspace folder: cloud folders and network drives."""

from __future__ import annotations

import sys
from pathlib import Path

from desktop_app.core.messages import msg

# Beginnings or ends of folder names of synchronisation clients, with the name of the client.
_CLOUD = (
    ("dropbox", "Dropbox"),
    ("onedrive", "OneDrive"),
    ("google drive", "Google Drive"),
    ("googledrive", "Google Drive"),
    ("my drive", "Google Drive"),
    ("icloud", "iCloud"),
    ("com~apple~clouddocs", "iCloud"),
    ("mobile documents", "iCloud"),
    ("nextcloud", "Nextcloud"),
    ("owncloud", "ownCloud"),
)
# File system types in /proc/mounts on which locking and syncing are not reliable.
_NETWORK = frozenset(
    (
        *("9p", "afs", "ceph", "cifs", "davfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4"),
        *("smb3", "smbfs", "fuse.davfs", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs"),
        "fuse.sshfs",
    )
)
_MOUNTS = Path("/proc/mounts")
_ADVICE = msg("keep the workspace on a local disk and exchange bundles instead")


def place_warnings(folder: Path, mounts: str | None = None) -> list[str]:
    """Return one sentence for each reason why this folder is a risky place for a workspace.

    `mounts`: replaces the content of /proc/mounts, for tests
    """
    path = folder.absolute()
    # A dict removes duplicates and preserves the order.
    clouds = dict.fromkeys(
        name
        for part in path.parts
        for mark, name in _CLOUD
        if part.lower().startswith(mark) or part.lower().endswith(mark)
    )
    warnings = [
        msg(
            "The folder seems to be synchronised by {name}, which may replace files while they are "
            "in use: {advice}.",
            name=name,
            advice=_ADVICE,
        )
        for name in clouds
    ]
    if mounts is None:
        mounts = _read_mounts()
    kind = _mount_type(path, mounts)
    # UNC paths never appear in a mount table, so they are recognised by their prefix.
    if kind in _NETWORK or str(path).startswith(("\\\\", "//")):
        warnings.append(
            msg(
                "The folder is on a network drive ({value}), where locks and synchronous writes "
                "cannot be relied on: {advice}.",
                value=kind or msg("UNC path"),
                advice=_ADVICE,
            )
        )
    return warnings


def _read_mounts() -> str:
    if not sys.platform.startswith("linux"):
        return ""
    try:
        return _MOUNTS.read_text("utf-8", "replace")
    except OSError:
        return ""


def _mount_type(path: Path, mounts: str) -> str:
    """Return the file system type of the longest mount point that contains `path`, or ""."""
    best, kind = -1, ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        # The mount table escapes spaces as an octal code.
        point = Path(fields[1].replace("\\040", " "))
        if len(point.parts) > best and path.is_relative_to(point):
            best, kind = len(point.parts), fields[2]
    return kind
