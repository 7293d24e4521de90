"""Tables of files to import: their columns, and the row with the column names.

`table_reading.py` reads the files. `column_mapping.py` then decides which field each column
becomes. The same content gives the same rows in every format: cells of a spreadsheet are read like
those of a CSV file, values of a Parquet file like those of JSON.
"""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from desktop_app.core.errors import InputError, UsageError
from desktop_app.core.messages import msg
from desktop_app.text.spreadsheet import unprotect
from desktop_app.workspace.document_files import one_line
from desktop_app.workspace.rows import RawFile, RawRow, header_problem, wrong_cells

# Encodings of CSV files, by the name in messages.
ENCODINGS: Mapping[str, str] = {
    "UTF-8": "utf-8-sig",
    "UTF-16": "utf-16",
    "UTF-16LE": "utf-16-le",
    "UTF-16BE": "utf-16-be",
    "Windows-1252": "cp1252",
}
# Delimiters of CSV files, by their names. The first one also applies if none is found.
DELIMITERS: Mapping[str, str] = {
    ",": msg("comma"),
    ";": msg("semicolon"),
    "\t": msg("tab"),
    "|": msg("vertical bar"),
}
# A spreadsheet has at most 1,048,576 rows and 16,384 columns. Files that claim to have more are
# damaged or hostile. Tables of items have far fewer columns.
MOST_ROWS, MOST_COLUMNS = 1 << 20, 1000
# Numbers of sample values per column, and of characters in each.
_SAMPLES, _SAMPLE_LENGTH = 3, 120
# Number of rows that are searched for the delimiter and the column names.
TRIED_ROWS = 60
# Number of rows in which the column names are searched; and of cells that describe such a row, and
# of characters in each.
_TRIED_HEADERS, _SHOWN_CELLS, _SHOWN_LENGTH = 20, 6, 24
# Share of the rows below the column names that have at least two values.
_TABLE_ROWS = 0.8
# A row of the file: its number, and its cells.
Line = tuple[int, list[str]]


@dataclass(frozen=True)
class Column:
    """A column of a file.

    `filled`: number of rows in which it has a value
    `samples`: a few different values as texts, shortened
    `length`: mean length of its values in characters
    `distinct`: number of different values
    """

    name: str
    filled: int
    samples: tuple[str, ...]
    length: float = 0.0
    distinct: int = 0


@dataclass(frozen=True)
class Table:
    """A file read as a table.

    `columns`: in the order of the file
    `layout`: how the file was read, such as “UTF-8, comma”
    `encoding`, `delimiter`: of a CSV or TSV file, else empty
    `sheet`, `sheets`: the sheet of a spreadsheet, or the list inside a JSON object, that was read,
        and the names of all
    `header_row`: the row of the file that has the column names; 0 for JSON and Parquet
    `first_rows`: {row: its first values} of rows that could have the column names
    `problems`: rows that cannot be used, which are not in `file`
    `header_problem`: why the names of the columns are not the file's own
    `notes`, `warnings`: how the file was read, and what may have been misread
    """

    file: RawFile
    columns: tuple[Column, ...]
    layout: str
    encoding: str = ""
    delimiter: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    header_row: int = 0
    first_rows: Mapping[int, str] = field(default_factory=dict)
    problems: tuple[InputError, ...] = ()
    header_problem: InputError | None = None
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def row_count(self) -> int:
        """The number of rows in the file, including those that cannot be used."""
        return len(self.file.rows) + len(self.problems)

    @property
    def cells_hint(self) -> str:
        """What to check if no row has as many cells as the header; else “”."""
        if self.file.rows or not self.problems or not self.delimiter:
            return ""
        return msg(
            "Check the delimiter (--delimiter), the row with the column names (--header-row), and "
            "that texts which contain the delimiter are in quotes."
        )

    def column(self, name: str) -> Column | None:
        """Return the column with this name, or None."""
        return next((one for one in self.columns if one.name == name), None)


@dataclass(frozen=True)
class TableOptions:
    """How to read a file, instead of what is detected; empty values are detected.

    `encoding`: a key of `ENCODINGS`
    `delimiter`: one of `DELIMITERS`
    `sheet`: the name of a sheet, or of a list inside a JSON object
    `header_row`: the row with the column names, counted from 1
    `columns`: names of columns in earlier files, by which the row with the column names is found
    """

    encoding: str = ""
    delimiter: str = ""
    sheet: str = ""
    header_row: int = 0
    columns: Set[str] = frozenset()

    def check(self) -> None:
        """Raise UsageError for an unknown encoding or delimiter."""
        if self.encoding and self.encoding not in ENCODINGS:
            raise UsageError(
                msg("unknown encoding “{encoding}”", encoding=self.encoding),
                hint=msg("Known encodings: {known}.", known=", ".join(ENCODINGS)),
            )
        if self.delimiter and self.delimiter not in DELIMITERS:
            raise UsageError(
                msg("unknown delimiter “{delimiter}”", delimiter=self.delimiter),
                hint=msg("Use a comma, a semicolon, a tab or a vertical bar."),
            )


def columns_of(rows: Sequence[RawRow], names: Iterable[str]) -> tuple[Column, ...]:
    """Return columns with their sample values and numbers of filled rows."""
    filled: Counter[str] = Counter()
    lengths: Counter[str] = Counter()
    samples: dict[str, dict[str, None]] = {name: {} for name in names}
    seen: dict[str, set[int]] = {name: set() for name in samples}
    for row in rows:
        for name, value in row.fields.items():
            if value is None or value == "" or (isinstance(value, str) and not value.strip()):
                continue
            shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            filled[name] += 1
            lengths[name] += len(shown)
            # Hashes suffice to count, and need less memory than the texts.
            seen[name].add(hash(shown))
            if len(samples[name]) < _SAMPLES:
                samples[name][one_line(shown, _SAMPLE_LENGTH)] = None
    return tuple(
        Column(
            name,
            filled[name],
            tuple(samples[name]),
            lengths[name] / max(filled[name], 1),
            len(seen[name]),
        )
        for name in samples
    )


def header_place(lines: Sequence[Line], options: TableOptions, name: str = "") -> int:
    """Return the position of the row with the column names: below titles and empty rows.

    A title has few values, the column names are the first row with several. Files of a single
    column have no such row, or only few, whose texts contain the delimiter.

    Raises UsageError if the row in the options is empty or missing.
    """
    if options.header_row:
        for place, (line, cells) in enumerate(lines):
            if line == options.header_row and filled_count(cells):
                return place
        raise UsageError(
            msg("row {row} of {name} is empty or missing", row=options.header_row, name=name),
            hint=msg("Choose another row for the column names."),
        )
    tried = [cells for _, cells in lines[:_TRIED_HEADERS]]
    for place, cells in enumerate(tried):
        names = {cell.strip() for cell in cells} - {""}
        if len(names & options.columns) >= max(2, len(names) / 2):
            return place
    filled = [filled_count(cells) for cells in tried]
    # Titles may have two or three values, such as a name and a date, in a table with more columns.
    usual = statistics.median(filled_count(cells) for _, cells in lines[:TRIED_ROWS])
    first = next((place for place, number in enumerate(filled) if number), 0)
    several = next((p for p, n in enumerate(filled) if n > max(1, usual / 2)), first)
    below = [filled_count(cells) > 1 for _, cells in lines[several + 1 : several + TRIED_ROWS]]
    if sum(below) < _TABLE_ROWS * len(below):
        return first
    # Of two columns, the first may have no name, such as the row numbers that programs add.
    is_named = any(cells[0].strip() for cells in tried[first:several] if cells)
    return several if is_named or len(tried[several]) > 2 else first


def filled_count(cells: Sequence[str]) -> int:
    """Return the number of cells that have a value."""
    return sum(bool(cell.strip()) for cell in cells)


def first_rows_of(lines: Sequence[Line]) -> dict[int, str]:
    """Return the first values of the first rows, by row."""
    found = {}
    for line, cells in lines[:_TRIED_HEADERS]:
        values = [one_line(cell, _SHOWN_LENGTH) for cell in cells if cell.strip()]
        if values:
            found[line] = ", ".join(values[:_SHOWN_CELLS])
    return found


def header_notes(lines: Sequence[Line], place: int) -> list[str]:
    """Return a note if rows above the column names have values."""
    if not any(filled_count(cells) for _, cells in lines[:place]):
        return []
    row = lines[place][0]
    return [msg("Column names are in row {row}; the rows above are not used.", row=row)]


def _named(cells: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return unique names for the columns of a header; "" for an empty column without a name."""
    names: list[str] = []
    for place, cell in enumerate(cells):
        name = cell
        if not name:
            if all(place >= len(row) or not row[place].strip() for row in rows):
                names.append("")
                continue
            name = f"column_{place + 1}"
        number = 1
        while name in names:
            number += 1
            name = f"{cell or f'column_{place + 1}'} ({number})"
        names.append(name)
    return names


def cells_table(
    lines: Sequence[Line],
    name: str,
    layout: str,
    problems: Sequence[InputError] = (),
    **facts: Any,
) -> Table:
    """Return a table of cells, whose first line is the header.

    Exports protect names and cells against spreadsheet formulas; this is undone here.

    `problems`: errors of rows that are not among the lines
    `facts`: further fields of the table

    Raises InputError if there are no rows below the header.
    """
    (line, cells), *below = lines
    # White space around a name is outside of the apostrophe.
    header = [unprotect(cell.strip()) for cell in cells]
    # Checked first: a file without line breaks may have millions of cells in its first line.
    if len(header) > MOST_COLUMNS:
        raise too_many_columns(name, line)
    names = _named(header, [cells for _, cells in below])
    rows = []
    problems = list(problems)
    for start, cells in below:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(header):
            problems.append(wrong_cells(cells, header, name, start))
            continue
        fields = {key: unprotect(cell) for key, cell in zip(names, cells, strict=True) if key}
        rows.append(RawRow(start, fields))
    if not rows and not problems:
        raise InputError(
            msg("the file has a header, but no rows"),
            file=name,
            hint=msg("Check that the whole table was saved."),
        )
    return Table(
        RawFile(name, rows, is_csv=True),
        columns_of(rows, filter(None, names)),
        layout,
        header_row=line,
        problems=tuple(sorted(problems, key=lambda one: one.line or 0)),
        header_problem=header_problem(header, name, line),
        **facts,
    )


def no_rows(name: str) -> InputError:
    return InputError(msg("the file has no rows"), file=name, hint=msg("Check the file."))


def too_many_columns(name: str, line: int | None = None) -> InputError:
    return InputError(
        msg("more than {most} columns", most=MOST_COLUMNS),
        file=name,
        line=line,
        hint=msg("Remove columns that you do not need, and check the line breaks."),
    )


def plain_value(value: Any) -> Any:
    """Return a value of a file as a JSON value."""
    if isinstance(value, str | bool | int) or value is None:
        return value
    if isinstance(value, float):
        # JSON has no such numbers. “Not a number” is how tables write a missing value.
        return None if math.isnan(value) else str(value) if math.isinf(value) else value
    if isinstance(value, Mapping):
        return {str(key): plain_value(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(one) for one in value]
    if isinstance(value, datetime):
        # Spreadsheets store days as midnight.
        midnight = value.time() == time() and value.tzinfo is None
        return value.date().isoformat() if midnight else value.isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else str(value)
    if isinstance(value, bytes):
        return value.decode("utf-8")
    return str(value)
