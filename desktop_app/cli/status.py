"""The verb `status`, where Typer answers it; see `standing.py`."""

from __future__ import annotations

from desktop_app.cli.app import Folder, Json, verb
from desktop_app.cli.output import Outcome
from desktop_app.cli.standing import standing


@verb("status")
def status(folder: Folder, json: Json = False) -> Outcome:
    """Say how a workspace stands: items, people, progress, drafts, conflicts."""
    return standing(folder)
