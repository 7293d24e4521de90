"""Check of output paths: results never overwrite the workspace's own files."""

from __future__ import annotations

import re
from pathlib import Path

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.storage.store import is_workspace

_OWN_FOLDERS = frozenset(("backups", "cache", "project"))
_OWN_FILES = re.compile(r"(records|drafts)\.(json|journal\.).*|lock|\..*\.tmp")


def require_free_output(output: Path) -> None:
    """Raise UsageError when writing to `output` would touch a workspace's own files.

    These are a workspace folder itself, the files of its store, and the folders it keeps for
    itself; other places in it may be used.
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
                    "{output} is a file of the workspace {folder}",
                    output=output,
                    folder=folder,
                ),
                hint=msg("Choose another location. Nothing was written."),
            )
