"""The workspace of a person with an example to post-edit, for tests of that page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from desktop_app.workspace.background import put_off
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.workspace.projects import jsonl
from tests.workspace.templates import copy_or_make

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
    """Return a variant of the example, which its input identifies."""
    return {
        "input": [{"title": "Loaf", "text": f"A loaf of rye by {name}."}],
        "output": [
            {"title": "Finding", "text": f"Large holes, says {name}. They come from water."},
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
    """Return ana's workspace, with an example to edit for each list of variants (one by
    default).
    """
    found = items or (VARIANTS,)
    copy_or_make(
        folder, f"edit {found} {settings} {task}", lambda at: _make(at, found, settings, task)
    )
    return folder / "ana"


def _make(
    folder: Path, items: Sequence[list[dict[str, Any]]], settings: str, task: dict[str, Any]
) -> None:
    folder.mkdir(exist_ok=True)
    lead = folder / "lead"
    rows = [
        {"task": "t1", "variant_set": f"s{number}", "model": f"birch-{place}b", **one}
        for number, variants in enumerate(items, 1)
        for place, one in enumerate(variants, 1)
    ]
    done("new", lead, "--title", "Loaves", "--protocol", "dolomites")
    done("people", lead, "add", "ana")
    tasks = jsonl(folder / "tasks.jsonl", [{"id": "t1", "author": "ana", **task}])
    done("import", lead, tasks, "--what", "tasks")
    done("import", lead, jsonl(folder / "examples.jsonl", rows), "--what", "examples")
    if settings:
        own = lead / "project" / "settings" / "dolomites.yaml"
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(settings, "utf-8")
    done("assign", lead, "--stage", "edit", "--overlap", 1, "--seed", 1)
    done("pack", lead, "--for", "ana", "-o", folder / "ana.proofdesk")
    done("join", folder / "ana.proofdesk", folder / "ana")
    with Workspace.open(folder / "ana", write=True) as workspace:
        put_off(workspace)  # what is asked about the person: not what is tested here
