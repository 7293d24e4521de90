"""Output of `status`. It does not import Typer, so that the most frequent command starts fast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from desktop_app.cli.output import REFUSED, Grid, Outcome, counted, present, report_errors
from desktop_app.workspace.status import status_of
from desktop_app.workspace.workspace import Workspace


def _counts(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the numbers of the status with what they count."""
    yield counted(data["items"], "item", "items")
    progress = data["progress"].values()
    external = sum(one["external"] for one in progress)
    yield counted(data["people"] - external, "person", "people")
    if external:
        yield counted(external, "external person", "external people")
    assigned = sum(one["done"] for one in progress if one["assigned"])
    words = counted(data["assignments"], "assignment", "assignments")
    yield f"{words} ({assigned} done)" if data["assignments"] else words
    words = counted(data["annotations"], "annotation", "annotations")
    yield f"{words} ({data['imported']} imported)" if data["imported"] else words
    yield counted(data["drafts"], "draft", "drafts")
    yield counted(data["conflicts"], "conflict", "conflicts")


def status_outcome(folder: Path) -> Outcome:
    """Return the state of a workspace as an outcome. Raises AppError."""
    # A damaged workspace is opened too: its status shows the damage, and intact data is useful.
    with Workspace.open(folder, damaged=True) as workspace:
        data = status_of(workspace)
    lines: list[str | Grid] = [
        f"{data['title']} ({', '.join(data['protocols'])}), opened as {data['role']} "
        f"“{data['person']}”",
        ", ".join(_counts(data)),
        f"last merge: {data['last_merge'] or 'none'} · {data['bytes'] / 1e6:.1f} MB on disk",
    ]
    consents = data["consent"]["people"]
    shown = ["assigned", "done", "to_do"]
    titles = [">assigned", ">done", ">to do"]
    # The column appears only if someone has to answer items again.
    if any(numbers["anew"] for numbers in data["progress"].values()):
        shown.append("anew")
        titles.append(">answer again")
    rows = [
        [
            person,
            *(numbers[name] for name in shown),
            *([consent_words(consents.get(person))] if consents else []),
        ]
        for person, numbers in data["progress"].items()
    ]
    if rows:
        columns = ["person", *titles, *(["consent"] if consents else [])]
        lines.append(Grid("Progress", columns, rows))
    if data["tasks"]:
        # The commands do not contain the folder: people add it when they type them.
        tasks = [
            [task["text"], task["detail"], f"proofdesk {task['command']}" * bool(task["command"])]
            for task in data["tasks"]
        ]
        lines.append(Grid("Needs attention", ["task", "details", "command"], tasks))
    if not data["items"]:
        lines.append(f"No items yet: proofdesk import {folder} ITEMS.jsonl")
    lines += [*data["not_arrived"], *data["notes"]]
    damage = data["damage"]
    if damage:
        lines.append(
            f"DAMAGED in {counted(len(damage), 'place')}; only intact data is counted here. "
            f"See: proofdesk check {folder}"
        )
    return Outcome(data, lines, status=REFUSED if damage else None)


_CONSENT = {
    "open": "not yet",
    "changed": "to an earlier version",
    "reported": "reported by another lead",
    "withdrawn": "withdrawn",
}


def consent_words(one: Mapping[str, Any] | None) -> str | None:
    """Return a person's consent as text with its date; None if the project asks for none."""
    if one is None or one["state"] == "not_asked":
        return None
    day = str(one["time"])[:10] if one["time"] else ""
    return f"{_CONSENT.get(one['state'], '')} {day}".strip()


def plain_status(words: Sequence[str]) -> Path | None:
    """Return the folder of a plain `status DIR` call, with or without `--json`, else None.

    Everything else (help, a mistyped option) is left to Typer.
    """
    if words[:1] != ["status"]:
        return None
    # Anything else that begins with a dash is an option, or a mistake that Typer reports.
    rest = [word for word in words[1:] if word != "--json"]
    return Path(rest[0]) if len(rest) == 1 and not rest[0].startswith("-") else None


def print_status(folder: Path, *, as_json: bool) -> int:
    """Print the state of a workspace and return the exit status, as the command does."""
    return report_errors(lambda: present(status_outcome(folder), as_json=as_json), as_json=as_json)
