"""The verb that is asked most often, apart so that it answers at once."""

from __future__ import annotations

from desktop_app.cli.app import Folder, Json, verb
from desktop_app.cli.output import Grid, Outcome
from desktop_app.workspace.workspace import Workspace

_COUNTED = ("items", "people", "assignments", "annotations", "drafts", "conflicts")


@verb("status")
def status(folder: Folder, json: Json = False) -> Outcome:
    """Say how a workspace stands: items, people, progress, drafts, conflicts."""
    from desktop_app.workspace.status import status_of

    with Workspace.open(folder) as workspace:
        data = status_of(workspace)
    lines: list[str | Grid] = [
        f"{data['title']} ({', '.join(data['protocols'])}), opened as {data['role']} "
        f"“{data['person']}”",
        ", ".join(f"{data[name]} {name}" for name in _COUNTED),
        f"last merge: {data['last_merge'] or 'none'} · {data['bytes'] / 1e6:.1f} MB on disk",
    ]
    rows = [
        [person, *(numbers[name] for name in ("assigned", "done", "to_do"))]
        for person, numbers in data["progress"].items()
    ]
    if rows:
        lines.append(Grid("Progress", ["person", ">assigned", ">done", ">to do"], rows))
    if not data["items"]:
        lines.append(f"No items yet: proofdesk import {folder} ITEMS.jsonl")
    lines += [*data["not_arrived"], *data["notes"], *(f"damaged: {d}" for d in data["damage"])]
    return Outcome(data, lines)
