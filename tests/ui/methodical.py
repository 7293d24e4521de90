"""A workspace with items of one stage of dolomites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from desktop_app.core.keys import work_key
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.workspace.templates import copy_or_make

TASK: dict[str, Any] = {
    "field": "Law",
    "subfield": "Tenancy",
    "objective": "Say whether a rent increase is lawful.",
    "procedure": "Read the lease first.\n\nThen compare the rent with the cap.",
    "notes": "The waiting period is often forgotten.",
    "input_sections": [
        {"title": "Facts", "length": "2 paragraphs", "description": "Who rents what."},
        {"title": "Clauses", "length": "1 page", "description": "About the rent, word for word."},
    ],
    "output_sections": [
        {"title": "Question", "length": "1 sentence", "description": "What is asked."},
        {"title": "Assessment", "length": "3–5 paragraphs", "description": "Ground by ground."},
    ],
}


def sections(*texts: str) -> list[dict[str, str]]:
    """Return written sections of the task's output."""
    titles = [one["title"] for one in TASK["output_sections"]]
    return [{"title": title, "text": text} for title, text in zip(titles, texts, strict=True)]


PAIR: dict[str, Any] = {
    "task": TASK,
    "input": [
        {"title": "Facts", "text": "A flat, since 2019."},
        {"title": "Clauses", "text": "§ 4"},
    ],
    "left": sections("May he?", "The cap is kept."),
    "right": sections("Is it lawful?", "The waiting period has not passed."),
}


def work(folder: Path, stage: str, *contents: Mapping[str, Any], settings: str = "") -> Path:
    """Return ana's workspace, joined from a lead's bundle, with items of these contents at
    a stage.
    """
    copy_or_make(
        folder,
        f"methods {stage} {contents} {settings}",
        lambda at: _make(at, stage, contents, settings),
    )
    return folder / "ana"


def _make(folder: Path, stage: str, contents: Sequence[Mapping[str, Any]], settings: str) -> None:
    folder.mkdir(exist_ok=True)
    lead = folder / "lead"
    done("new", lead, "--title", "Methods", "--protocol", "dolomites")
    done("import", lead, "--what", "background_form", "--none")
    done("people", lead, "add", "ana")
    if settings:
        own = lead / "project" / "settings" / "dolomites.yaml"
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(settings, "utf-8")
    with Workspace.open(lead, write=True) as workspace:
        drafts = []
        for number, content in enumerate(contents, 1):
            key = f"{number:032x}"
            item = {
                "protocol": "dolomites",
                "stage": stage,
                "group": key,
                "content": dict(content),
            }
            drafts.append(Draft("item", key, item, workspace.person, f"item {number}"))
            body = {"item": key, "person": "ana", "stage": stage, "order": number}
            drafts.append(
                Draft("assignment", work_key(key, "ana", stage), body, workspace.person, key)
            )
        workspace.add(drafts)
    done("pack", lead, "--for", "ana", "-o", folder / "ana.proofdesk")
    done("join", folder / "ana.proofdesk", folder / "ana")
