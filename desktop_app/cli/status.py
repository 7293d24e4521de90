"""The command `status`, when Typer runs it; see `status_output.py`."""

from __future__ import annotations

from desktop_app.cli.app import Folder, Json, verb
from desktop_app.cli.output import Outcome
from desktop_app.cli.status_output import status_outcome


@verb("status")
def status(folder: Folder, json: Json = False) -> Outcome:
    """Show the state of a workspace: items, people, progress, drafts, conflicts."""
    return status_outcome(folder)
