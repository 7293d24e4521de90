"""Output files: check of their paths, their folders, and rows as JSONL, CSV or Parquet."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from desktop_app.core.errors import NotSavedError, UsageError, os_reason
from desktop_app.core.messages import msg
from desktop_app.storage.store import is_workspace
from desktop_app.text.spreadsheet import protect
from desktop_app.workspace.rows import untyped_cell

Rows = list[dict[str, Any]]

# Of a Parquet column.
_LARGEST_INTEGER = 2**63 - 1

_OWN_FOLDERS = frozenset(("backups", "cache", "project"))
_OWN_FILES = re.compile(r"(records|drafts)\.(json|journal\.).*|lock|\..*\.tmp")


def require_free_output(output: Path) -> None:
    """Raise UsageError when writing to `output` would touch a workspace's own files.

    These are a workspace folder itself, the files of its store, and the folders it keeps for
    itself; other places in it may be used.
    """
    # Resolved first: a link may lead into a workspace.
    place = output.resolve()
    for folder in (place, *place.parents):
        if not is_workspace(folder):
            continue
        below = place.relative_to(folder).parts
        if not below or below[0] in _OWN_FOLDERS or _OWN_FILES.fullmatch(below[0]):
            raise UsageError(
                msg(
                    "{output} is a file of the workspace {folder}",
                    output=output,
                    folder=folder,
                ),
                hint=msg("Choose another location. Nothing was written."),
            )


def encode(rows: Rows, format_: str, typed: Collection[str] = ()) -> bytes:
    """Return rows as the bytes of a file.

    `typed`: fields whose CSV cells need no quotes to be read back with their type.
    """
    if format_ == "jsonl":
        return b"".join(orjson.dumps(row) + b"\n" for row in rows)
    if format_ == "csv":
        return _csv(rows, typed)
    return _parquet(rows)


def columns_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return all field names in the order of their first appearance."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _csv(rows: Rows, typed: Collection[str]) -> bytes:
    lines = _Lines()
    columns = columns_of(rows)
    # The line end that makes the writer quote cells with either character in them.
    writer = csv.writer(lines, lineterminator="\r\n")
    writer.writerow([protect(name) for name in columns])
    for row in rows:
        writer.writerow([_cell(row.get(name), name in typed) for name in columns])
    return "".join(line.removesuffix("\r\n") + "\n" for line in lines).encode("utf-8")


class _Lines(list[str]):
    def write(self, line: str) -> None:
        self.append(line)


def _cell(value: Any, typed: bool) -> str:
    """Return a CSV cell: texts protected from spreadsheets, everything else as JSON."""
    if isinstance(value, str):
        return protect(value if typed else untyped_cell(value))
    return untyped_cell(value)


def _parquet(rows: Rows) -> bytes:
    import pyarrow
    from pyarrow import parquet

    columns = columns_of(rows)
    data = {name: _arrow_column([row.get(name) for row in rows]) for name in columns}
    out = io.BytesIO()
    parquet.write_table(pyarrow.table(data), out)
    return out.getvalue()


def _arrow_column(values: Sequence[Any]) -> Any:
    """Return one column: of one type if its values have one, else as text."""
    import pyarrow

    kinds = {type(value) for value in values if value is not None}
    # Too large for a column of integers; as text, no digit is lost.
    if any(type(value) is int and abs(value) > _LARGEST_INTEGER for value in values):
        kinds = {object}
    if kinds <= {str} or kinds <= {bool} or kinds <= {int} or kinds <= {int, float}:
        if kinds == {int, float}:
            values = [None if value is None else float(value) for value in values]
        return pyarrow.array(values, type=None if kinds else pyarrow.string())
    texts = [
        value if isinstance(value, str) or value is None else json.dumps(value, ensure_ascii=False)
        for value in values
    ]
    return pyarrow.array(texts, type=pyarrow.string())


def make_folder(folder: Path) -> None:
    """Create a folder and its missing parents; raise NotSavedError when that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotSavedError(
            msg(
                "the folder {folder} cannot be made ({error})",
                folder=folder,
                error=os_reason(error),
            ),
            hint=msg("Choose another place."),
        ) from error
