"""dolomites projects for tests, created through the functions that the program itself uses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from desktop_app.core.protocol.data import Dataset
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.exporting import export_rows
from desktop_app.workspace.importing import ImportReport, import_file, import_released
from desktop_app.workspace.workspace import Workspace

TASK: dict[str, Any] = {
    "id": "t1",
    "author": "ana",
    "field": "Law",
    "objective": "Draft a ruling",
    "procedure": "Read the facts, then decide.",
    "input_sections": [{"title": "Facts", "length": "1 paragraph", "description": "what happened"}],
    "output_sections": [
        {"title": "Ruling", "length": "1 sentence", "description": "the decision"},
        {"title": "Reasons", "description": "why"},
    ],
}
INPUT = [{"title": "Facts", "text": "A tenant did not pay."}]
OUTPUT = [
    {"title": "Ruling", "text": "The claim is allowed."},
    {"title": "Reasons", "text": "A contract was made, and rent fell due."},
]


def variant(number: int = 1, variant_set: str = "s1", **changes: Any) -> dict[str, Any]:
    """Return a row of a variant, whose texts and model depend on its number."""
    row = {
        "task": "t1",
        "variant_set": variant_set,
        "model": f"model number {number}",
        "mode": "single",
        "input": INPUT,
        "output": [{"title": "Ruling", "text": f"Ruling {number}."}, OUTPUT[1]],
    }
    return {name: value for name, value in {**row, **changes}.items() if value is not None}


class Project:
    """A lead's workspace, with methods that import rows."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workspace = Workspace.create(folder / "project", title="T", protocols=["dolomites"])

    def file(self, rows: Iterable[Mapping[str, Any]]) -> str:
        path = self.folder / "rows.jsonl"
        lines = (json.dumps(row, ensure_ascii=False) for row in rows)
        path.write_text("\n".join(lines), encoding="utf-8")
        return str(path)

    def take(self, what: str, *rows: Mapping[str, Any], update: bool = False) -> ImportReport:
        return import_file(self.workspace, self.file(rows), what=what, update=update)

    def take_released(self, *rows: Mapping[str, Any], what: str | None = None) -> ImportReport:
        return import_released(self.workspace, self.file(rows), "dolomites-release", what=what)

    def rows(self, what: str, *, reveal: bool = True) -> list[dict[str, Any]]:
        protocol = self.workspace.protocol()
        return list(export_rows(protocol, self.dataset(), what, reveal_models=reveal))

    def dataset(self) -> Dataset:
        return self.dataset_in(self.workspace)

    @staticmethod
    def dataset_in(workspace: Workspace) -> Dataset:
        return dataset_of(workspace)
