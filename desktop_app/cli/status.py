"""The verb `status`, where Typer answers it; see `status_output.py`."""

from __future__ import annotations

from desktop_app.cli.app import Folder, Json, verb
from desktop_app.cli.output import Outcome
from desktop_app.cli.status_output import status_outcome


@verb("status")
def status(folder: Folder, json: Json = False) -> Outcome:
    """Return how a workspace stands: items, people, progress, drafts, conflicts."""
    return status_outcome(folder)
