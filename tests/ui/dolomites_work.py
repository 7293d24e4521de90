"""A workspace of somebody who is to post-edit an example, for tests of that page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from desktop_app.core import keys
from desktop_app.core.protocol import Draft
from desktop_app.workspace.background import put_off
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done

TASK: dict[str, Any] = {
    "field": "Baking",
    "objective": "Judge a bread from its crumb.",
    "procedure": "Look at the holes, then at the crust.",
    "input_sections": [{"title": "Loaf", "length": "1 sentence", "description": "What it is."}],
    "output_sections": [
        {"title": "Finding", "length": "1-2 sentences", "description": "What one sees."},
        {"title": "Advice", "length": "1 sentence", "description": "What to do."},
    ],
}
POINTS = [
    {"aspect": "factual", "text": "Holes come from gas, not from water."},
    {"aspect": "depth", "text": "It does not say how long to wait."},
]
PASSAGE = {
    "title": "On crumbs",
    "source": "https://example.org/crumb",
    "text": "Holes in bread are made by gas. The dough is to rest for one hour.",
    "rank": 1,
}


def variant(name: str, **changes: Any) -> dict[str, Any]:
    """Return a variant of the example; its texts tell which one it is."""
    return {
        "id": f"v-{name}",
        "input": [{"title": "Loaf", "text": f"A loaf of rye by {name}."}],
        "output": [
            {
                "title": "Finding",
                "text": f"The holes are large, says {name}. They come from water.",
            },
            {"title": "Advice", "text": "Let the dough rest."},
        ],
        "critique": POINTS,
        "evidence": [PASSAGE],
        **changes,
    }


VARIANTS = [variant("ada"), variant("bob"), variant("cid"), variant("dan")]


def edit_work(
    folder: Path, *items: list[dict[str, Any]], settings: str = "", task: dict[str, Any] = TASK
) -> Path:
    """Return ana's workspace with an example to edit for each list of variants, or one."""
    lead = folder / "lead"
    done("new", lead, "--title", "Loaves", "--protocol", "dolomites")
    with Workspace.open(lead, write=True) as workspace:
        rows = []
        for number, variants in enumerate(items or (VARIANTS,), 1):
            content = {"task": task, "variants": variants}
            key = keys.external_item_key(workspace.project, "dolomites", f"i{number}")
            group = keys.group_key(workspace.project, "dolomites", "a task")
            body = {"protocol": "dolomites", "group": group, "content": content, "stage": "edit"}
            rows.append([Draft("item", key, body, "lead", f"i{number}")])
        workspace.add_rows(rows)
    done("people", lead, "add", "ana")
    done("assign", lead, "--stage", "edit", "--overlap", 1, "--seed", 1)
    if settings:
        own = lead / "project" / "forms" / "dolomites.txt"
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(settings, "utf-8")
    done("pack", lead, "--for", "ana", "-o", folder / "ana.proofdesk")
    done("join", folder / "ana.proofdesk", folder / "ana")
    with Workspace.open(folder / "ana", write=True) as workspace:
        put_off(workspace)  # what is asked about the person: not what is tested here
    return folder / "ana"
