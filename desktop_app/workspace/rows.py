"""Reading rows from JSONL, JSON and CSV, and saying exactly where a row is wrong.

The same content gives the same rows whatever the format. A file is read whole before anything is
done with it, so a broken line at the end leaves nothing half-applied.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from desktop_app.core.canonical import parse_json
from desktop_app.core.errors import InputError, UsageError
from desktop_app.core.fields import Row, first_problem
from desktop_app.text.spreadsheet import unprotect

MAX_FILE_BYTES = 1 << 30
MAX_CELL = 16 << 20
_LISTED_PROBLEMS = 20

Model = TypeVar("Model", bound=Row)


@dataclass(frozen=True)
class RawRow:
    """One row as it stood in the file. `line` counts from 1 (in a JSON array: the element)."""

    line: int
    fields: dict[str, Any]


@dataclass(frozen=True)
class RawFile:
    """The rows of a file, its name for messages, and whether its cells were CSV text."""

    name: str
    rows: list[RawRow]
    is_csv: bool


def read_file(path: str) -> RawFile:
    """Read all rows of a file; “-” is standard input.

    Raises InputError with file, line and reason: missing file, empty file, not UTF-8, broken JSON,
    a row that is not an object, a CSV row longer than its header.
    """
    name = "standard input" if path == "-" else path
    data = _read_bytes(path, name)
    if not data.strip():
        raise InputError(
            "the file is empty", file=name, hint="Expected one JSON object a line, or a CSV table."
        )
    text = _decode(data, name)
    start = text.lstrip()[:1]
    suffix = Path(path).suffix.lower()
    if suffix == ".csv" or (suffix not in (".json", ".jsonl") and start not in ("{", "[")):
        return RawFile(name, _read_csv(text, name), is_csv=True)
    if start == "[" and suffix != ".jsonl":
        return RawFile(name, _read_array(text, name), is_csv=False)
    return RawFile(name, _read_lines(text, name), is_csv=False)


def _read_bytes(path: str, name: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read()
    file = Path(path)
    try:
        if file.stat().st_size > MAX_FILE_BYTES:
            raise InputError("the file is larger than 1 GiB", file=name, hint="Split it.")
        return file.read_bytes()
    except FileNotFoundError:
        raise InputError("there is no such file", file=name, hint="Check the path.") from None
    except OSError as error:
        raise InputError(
            f"cannot be read ({error.strerror or error})", file=name, hint="Check the path."
        ) from error


def _decode(data: bytes, name: str) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise InputError(
            "the file is UTF-16, not UTF-8", file=name, line=1, hint="Save it as UTF-8 and retry."
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"not UTF-8 text (byte {error.start} of the file)",
            file=name,
            line=line,
            hint="Save the file as UTF-8 and try again.",
        ) from None


def _read_lines(text: str, name: str) -> list[RawRow]:
    rows = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = parse_json(line)
        except ValueError as error:
            raise InputError(
                f"not valid JSON ({error})",
                file=name,
                line=number,
                hint="Every line must be one complete JSON object. Nothing was changed.",
            ) from None
        rows.append(RawRow(number, _as_object(value, name, number)))
    return rows


def _read_array(text: str, name: str) -> list[RawRow]:
    try:
        values = parse_json(text)
    except ValueError as error:
        raise InputError(
            f"not valid JSON ({error})", file=name, hint="Nothing was changed."
        ) from None
    return [RawRow(place, _as_object(value, name, place)) for place, value in enumerate(values, 1)]


def _as_object(value: Any, name: str, line: int) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(
            f"holds a {type(value).__name__}, not an object",
            file=name,
            line=line,
            hint='A row looks like {"field": value, …}.',
        )
    return value


def _read_csv(text: str, name: str) -> list[RawRow]:
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[RawRow] = []
    try:
        header = [cell.strip() for cell in next(reader)]
        twice = {cell for cell in header if header.count(cell) > 1}
        if twice or "" in header:
            what = f"column “{min(twice)}” stands twice" if twice else "a column has no name"
            raise InputError(what, file=name, line=1, hint="Name every column once.")
        start = reader.line_num + 1
        for cells in reader:
            if cells and len(cells) != len(header):
                raise InputError(
                    f"{len(cells)} cells, but the header names {len(header)} columns",
                    file=name,
                    line=start,
                    hint="Check the quotes and commas of this row.",
                )
            if cells:
                rows.append(RawRow(start, dict(zip(header, map(unprotect, cells), strict=True))))
            start = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"not valid CSV ({error})", file=name, line=reader.line_num) from None
    return rows


def parse_map(pairs: Sequence[str]) -> dict[str, str]:
    """Return {column: field} from “field=column” words; raises UsageError."""
    mapping: dict[str, str] = {}
    for pair in pairs:
        field, equals, column = pair.partition("=")
        if not (field and equals and column):
            raise UsageError(f"“{pair}” is not of the form field=column")
        mapping[column] = field
    return mapping


def typed_rows(
    file: RawFile, model: type[Model], mapping: Mapping[str, str] | None = None
) -> list[tuple[int, Model]]:
    """Return (line, row) for every row of the file, validated by `model`.

    Raises InputError for the first row that is wrong; its hint names the lines of the others.
    """
    rows: list[tuple[int, Model]] = []
    problems: list[InputError] = []
    for raw in file.rows:
        fields = {(mapping or {}).get(name, name): value for name, value in raw.fields.items()}
        if file.is_csv:
            fields = _from_cells(fields, model)
        try:
            rows.append((raw.line, model.model_validate(fields)))
        except ValidationError as error:
            field, reason = first_problem(error)
            problems.append(InputError(reason, file=file.name, line=raw.line, field=field))
    if problems:
        raise summary_of(problems)
    return rows


def summary_of(problems: Sequence[InputError]) -> InputError:
    """Return one error that says the first problem and names the lines of the others."""
    first = problems[0]
    others = [str(problem.line) for problem in problems[1:]]
    hint = "Nothing was changed; correct it and try again."
    if others:
        listed = ", ".join(others[:_LISTED_PROBLEMS]) + (
            " …" if len(others) > _LISTED_PROBLEMS else ""
        )
        hint = f"{len(others)} more rows have problems (line {listed}). {hint}"
    return InputError(first.reason, file=first.file, line=first.line, field=first.field, hint=hint)


def _from_cells(cells: Mapping[str, str], model: type[Row]) -> dict[str, Any]:
    """Give CSV cells the types their fields have: CSV itself knows only text."""
    fields: dict[str, Any] = {}
    for name, cell in cells.items():
        if name in model.model_fields and name not in model.json_fields:
            if cell or name in model.texts:
                fields[name] = cell
        elif cell.strip():
            fields[name] = _json_or_text(cell)
    return fields


def _json_or_text(cell: str) -> Any:
    """Read a cell as a JSON number, boolean, list or object where it is exactly that."""
    try:
        value = parse_json(cell)
    except ValueError:
        return cell
    return cell if value is None or isinstance(value, str) else value
