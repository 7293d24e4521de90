"""Content of exported files: rows as JSONL, CSV or Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from desktop_app.files import load_pyarrow
from desktop_app.text.spreadsheet import protect
from desktop_app.workspace.rows import untyped_cell

Rows = list[dict[str, Any]]

# The largest integer in a Parquet column.
_LARGEST_INTEGER = 2**63 - 1


@dataclass(frozen=True)
class ExportFile:
    """A file of an export, complete in memory.

    `name`: its path in the folder, with “/”
    `rows`: the rows of a table; None for a text
    """

    name: str
    data: bytes
    rows: Rows | None = None

    @property
    def count(self) -> int:
        """The number of rows; a text counts as one."""
        return 1 if self.rows is None else len(self.rows)


def encode(rows: Rows, format_: str, typed: Collection[str] = ()) -> bytes:
    """Return rows as the content of a file.

    `format_`: “jsonl”, “csv” or “parquet”
    `typed`: the declared fields, whose cells in CSV are read back by their type
    """
    if format_ == "jsonl":
        return b"".join(orjson.dumps(row) + b"\n" for row in rows)
    if format_ == "csv":
        return _csv(rows, typed)
    return _parquet(rows)


def columns_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the names of all fields in the order of their first occurrence."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _csv(rows: Rows, typed: Collection[str]) -> bytes:
    lines = _Lines()
    columns = columns_of(rows)
    # With this line end, the writer quotes cells that contain either of its characters.
    writer = csv.writer(lines, lineterminator="\r\n")
    writer.writerow([protect(name) for name in columns])
    for row in rows:
        writer.writerow([_cell(row.get(name), name in typed) for name in columns])
    return "".join(line.removesuffix("\r\n") + "\n" for line in lines).encode("utf-8")


class _Lines(list[str]):
    def write(self, line: str) -> None:
        self.append(line)


def _cell(value: Any, typed: bool) -> str:
    """Return a CSV cell: texts are protected against spreadsheet formulas, the rest is JSON."""
    if isinstance(value, str):
        return protect(value if typed else untyped_cell(value))
    return untyped_cell(value)


def _parquet(rows: Rows) -> bytes:
    pyarrow = load_pyarrow()
    columns = columns_of(rows)
    data = {name: _arrow_column([row.get(name) for row in rows]) for name in columns}
    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(data), out)
    return out.getvalue()


def _arrow_column(values: Sequence[Any]) -> Any:
    """Return a column with the type of its values, or as text if they have several types.

    Lists of texts, such as the answers to a question with several options, are a type, too.
    """
    pyarrow = load_pyarrow()
    kinds = {type(value) for value in values if value is not None}
    # Too large for a column of integers. As text, no digit is lost.
    if any(type(value) is int and abs(value) > _LARGEST_INTEGER for value in values):
        kinds = {object}
    if kinds <= {str} or kinds <= {bool} or kinds <= {int} or kinds <= {int, float}:
        if kinds == {int, float}:
            values = [None if value is None else float(value) for value in values]
        return pyarrow.array(values, type=None if kinds else pyarrow.string())
    if are_lists_of_texts(values):
        return pyarrow.array(values, type=pyarrow.list_(pyarrow.string()))
    texts = [
        value if isinstance(value, str) or value is None else json.dumps(value, ensure_ascii=False)
        for value in values
    ]
    return pyarrow.array(texts, type=pyarrow.string())


def are_lists_of_texts(values: Iterable[Any]) -> bool:
    """Return whether all values that are not missing are lists of texts, and there is one."""
    known = [value for value in values if value is not None]
    return bool(known) and all(
        isinstance(value, list) and all(isinstance(one, str) for one in value) for value in known
    )
