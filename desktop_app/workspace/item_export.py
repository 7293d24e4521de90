"""The rows of a list of items, with facts, texts and answers, as a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from desktop_app import files
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg, plain
from desktop_app.workspace.export_files import columns_of, encode
from desktop_app.workspace.item_index import ItemEntry, texts_of_item

FORMATS = ("csv", "jsonl")


def item_facts(entry: ItemEntry) -> dict[str, Any]:
    """Return what the list of items shows about an item, as JSON data."""
    line = entry.line
    return {
        "item": line.name,
        "key": line.key,
        "protocol": line.protocol,
        **{name: plain(value) for name, value in entry.fields.items() if name != "protocol"},
        "status": entry.status,
        "assigned": list(dict.fromkeys(line.assigned)),
        "answered": list(dict.fromkeys(one.person for one in entry.answers)),
        "done": list(dict.fromkeys(line.done)),
        "disagreement": entry.disagreement,
        "last_answer": entry.last_answer or None,
        "flagged": [one.person for one in entry.marks if one.state == "flagged"],
        "skipped": [one.person for one in entry.marks if one.state == "skipped"],
        "conflict": entry.is_in_conflict,
        "earlier_text": [one.person for one in entry.answers if one.is_earlier],
        "decisions": [
            {
                "stage": one.stage,
                "reason": one.reason or None,
                "confidence": one.confidence or None,
                "outdated": one.is_outdated,
            }
            for one in entry.decisions
        ],
        "excluded": entry.excluded or None,
    }


def item_rows(
    entries: Iterable[ItemEntry], documents: Mapping[str, str], format_: str
) -> list[dict[str, Any]]:
    """Return a row for each item: facts, texts, and all answers.

    In JSON, the answers are a list; in CSV each answer has its own column, “PERSON/STAGE/QUESTION”.
    The rows contain the names of people and models.
    """
    rows = []
    for entry in entries:
        row = item_facts(entry)
        # A text never replaces a fact of the same name.
        texts = texts_of_item(entry, documents)
        row |= {name if name not in row else f"text {name}": text for name, text in texts}
        if format_ == "csv":
            for one in entry.answers:
                for question, value in one.answers.items():
                    row[f"{one.person}/{one.stage}/{question}"] = value
                row[f"{one.person}/{one.stage}/seconds"] = one.seconds
        else:
            row["answers"] = [
                {
                    "annotator": one.person,
                    "stage": one.stage,
                    "seconds": one.seconds,
                    "time": one.time or None,
                    "answers": one.answers,
                }
                for one in entry.answers
            ]
        rows.append(row)
    return rows


def write_items(path: Path, entries: Iterable[ItemEntry], documents: Mapping[str, str]) -> int:
    """Write the rows of items to a file, CSV or JSONL by its suffix; return their number.

    The file is replaced completely or not at all. Raises UsageError for another suffix,
    and NotSavedError if writing fails.
    """
    format_ = path.suffix.lower().removeprefix(".")
    if format_ not in FORMATS:
        raise UsageError(
            msg("{name} is neither a CSV nor a JSONL file", name=path.name),
            hint=msg("Choose a file name that ends in .csv or .jsonl."),
        )
    rows = item_rows(entries, documents, format_)
    files.atomic_write(path, encode(rows, format_, typed=columns_of(rows)))
    return len(rows)
