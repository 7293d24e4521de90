"""The workspace of a person with sessions or turns to work on, for tests of these pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from desktop_app.workspace.background import put_off
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.workspace.projects import jsonl
from tests.workspace.templates import copy_or_make

ABOUT = ("bread", "judges who like length", "people who agree", "order of reading")


def item(number: int) -> dict[str, Any]:
    """Return a question with four papers of four paragraphs each."""
    papers = [
        {
            "title": f"Paper {paper} of question {number}",
            "authors": ["A. Meyer"],
            "paragraphs": [f"Part {n} of paper {paper}: {words}." for n, words in enumerate(ABOUT)],
        }
        for paper in range(4)
    ]
    return {"id": f"q{number}", "question": f"Who likes length, {number}?", "documents": papers}


def session_work(
    folder: Path,
    *,
    items: int = 1,
    stage: str = "session",
    initials: list[dict[str, Any]] | None = None,
    sessions: list[dict[str, Any]] | None = None,
) -> Path:
    """Return ana's workspace with questions, or with turns of other people's sessions."""
    rows = {"items": [item(number) for number in range(1, items + 1)]}
    rows |= {"initials": initials} if initials else {}
    rows |= {"sessions": sessions} if sessions else {}
    copy_or_make(folder, f"answers {stage} {rows}", lambda at: _make(at, stage, rows))
    return folder / "ana"


def _make(folder: Path, stage: str, rows: Mapping[str, list[dict[str, Any]]]) -> None:
    folder.mkdir(exist_ok=True)
    lead = folder / "lead"
    done("new", lead, "--title", "Answers", "--protocol", "kiwi")
    done("people", lead, "add", "ana")
    for what, found in rows.items():
        file = jsonl(folder / f"{what}.jsonl", found)
        assert done("import", lead, file, "--what", what)["refused"] == []
    done("assign", lead, "--stage", stage, "--overlap", 1, "--seed", 1)
    done("pack", lead, "--for", "ana", "-o", folder / "ana.proofdesk")
    done("join", folder / "ana.proofdesk", folder / "ana")
    with Workspace.open(folder / "ana", write=True) as workspace:
        put_off(workspace)  # what is asked about the person: not what is tested here
