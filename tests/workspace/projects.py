"""Small test projects in real files, created with the functions that the command line uses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.workspace.templates import copy_or_make

MODELS = ("gamma-large", "delta-mini", "epsilon-9b")
PEOPLE = ("ana", "ben", "cleo")


def item(group: int, model: str, **changes: Any) -> dict[str, Any]:
    """Return a row of an item with a unique text in every field."""
    return {
        "id": f"ext-{group}-{model}",
        "document": f"Document number {group}.",
        "instruction": f"Shorten text {group}.",
        "answer": f"Short {group} ({len(model)} {sum(map(ord, model))}).",
        "model": model,
        "source": f"paper-{group}",
        "document_id": f"doc-id-{group}",
        **changes,
    }


def items(groups: int = 2, models: Sequence[str] = MODELS) -> list[dict[str, Any]]:
    return [item(group, model) for group in range(groups) for model in models]


def answer(row: Mapping[str, Any], person: str | None = None, **changes: Any) -> dict[str, Any]:
    """Return a row of answers about an item."""
    named = {"item": row["id"], "follows": True, "rating": 4}
    return {**named, **({"annotator": person} if person else {}), **changes}


def jsonl(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


@dataclass
class Project:
    """A lead's workspace in `lead`, with items and people. Other files are written to `folder`."""

    folder: Path
    rows: list[dict[str, Any]]

    @property
    def lead(self) -> Path:
        return self.folder / "lead"

    def assign(self, overlap: int = 3, *more: object, seed: int = 1) -> Any:
        return done("assign", self.lead, "--overlap", overlap, "--seed", seed, *more)

    def pack(self, person: str, *more: object, name: str = "") -> Path:
        bundle = self.folder / f"{name or f'for-{person}'}.proofdesk"
        done("pack", self.lead, "--for", person, "-o", bundle, *more)
        return bundle

    def join(self, person: str) -> Path:
        """Pack a person's bundle, join it in a folder of that name, and return the folder."""
        own = self.folder / person
        done("join", self.pack(person), own)
        return own

    def annotate(self, own: Path, **changes: Any) -> Any:
        """Answer everything that is assigned in `own`, from a file without an annotator column."""
        return done(
            "annotate", own, "--from", jsonl(own / "answers.jsonl", self.answers(own, **changes))
        )

    def answers(self, own: Path, **changes: Any) -> list[dict[str, Any]]:
        mine, keys = assigned(own), self.keys()
        return [answer(row, **changes) for row in self.rows if keys[str(row["id"])] in mine]

    def keys(self) -> dict[str, str]:
        """Return {external id: key} of all items."""
        with Workspace.open(self.lead) as workspace:
            origins = [r.body or {} for r in workspace.records.all_current("origin")]
        return {str(body["external_id"]): str(body["item"]) for body in origins}

    def key(self, row: Mapping[str, Any]) -> str:
        return self.keys()[str(row["id"])]

    def results(self, own: Path, *more: object, name: str = "") -> Path:
        bundle = self.folder / f"{name or f'results-{own.name}'}.proofdesk"
        done("pack", own, "--results", "-o", bundle, *more)
        return bundle


def assigned(folder: Path) -> set[str]:
    """Return the keys of the items assigned to anybody in a workspace."""
    with Workspace.open(folder) as workspace:
        return {str((r.body or {})["item"]) for r in workspace.records.all_current("assignment")}


def make_project(
    folder: Path,
    rows: Sequence[dict[str, Any]] | None = None,
    people: Sequence[str] = PEOPLE,
    *,
    asks: bool = False,
) -> Project:
    """Create a project with items and people in the folder “lead” of `folder`.

    `asks`: whether it has the protocol's background form, which the window shows before the work
    """
    found = list(items() if rows is None else rows)
    copy_or_make(
        folder, f"project {found} {people} {asks}", lambda at: _make(at, found, people, asks=asks)
    )
    return Project(folder, found)


def _make(
    folder: Path, rows: Sequence[dict[str, Any]], people: Sequence[str], *, asks: bool
) -> None:
    folder.mkdir(exist_ok=True)
    lead = folder / "lead"
    done("new", lead, "--title", "Small project", "--protocol", "risum")
    if rows:
        done("import", lead, jsonl(folder / "items.jsonl", rows))
    if not asks:
        done("import", lead, "--what", "background_form", "--none")
    if people:
        rows_of_people = jsonl(folder / "people.jsonl", [{"id": person} for person in people])
        done("import", lead, rows_of_people, "--what", "people")
