"""Table files to import: CSV, TSV, XLSX, JSON, JSONL and Parquet, with their columns.

The delimiter, the encoding and the row with the column names are detected. Reading changes
nothing, and reads the whole file, so an error at its end cannot leave an import half done.
`column_mapping.py` then decides which field each column becomes.

The same content gives the same rows in every format: cells of a spreadsheet are read like those of
a CSV file, values of a Parquet file like those of JSON.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import math
import re
import statistics
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

from desktop_app.core.errors import InputError, UsageError
from desktop_app.core.messages import msg
from desktop_app.files import load_pyarrow
from desktop_app.text.spreadsheet import unprotect
from desktop_app.workspace.document_files import one_line
from desktop_app.workspace.rows import (
    MAX_CELL,
    MAX_FILE_BYTES,
    RawFile,
    RawRow,
    csv_cells,
    decode_utf8,
    header_problem,
    json_rows,
    looks_like_json,
    read_bytes,
    wrong_cells,
)

# Suffixes of the files that can be read as tables.
TABLE_SUFFIXES = (".csv", ".tsv", ".xlsx", ".xlsm", ".json", ".jsonl", ".parquet")
# Encodings of CSV files, by the name in messages.
ENCODINGS: Mapping[str, str] = {
    "UTF-8": "utf-8-sig",
    "UTF-16": "utf-16",
    "UTF-16LE": "utf-16-le",
    "UTF-16BE": "utf-16-be",
    "Windows-1252": "cp1252",
}
# Delimiters of CSV files. The first one also applies if none is found.
DELIMITERS = (",", ";", "\t", "|")
_DELIMITER_NAMES = {
    ",": msg("comma"),
    ";": msg("semicolon"),
    "\t": msg("tab"),
    "|": msg("vertical bar"),
}
# A spreadsheet has at most 1,048,576 rows and 16,384 columns. Files that claim to have more are
# damaged or hostile. Tables of items have far fewer columns.
_MOST_ROWS, MOST_COLUMNS = 1 << 20, 1000
# Numbers of sample values per column, and of characters in each.
_SAMPLES, _SAMPLE_LENGTH = 3, 120
# Numbers of rows and of characters that are searched for the delimiter.
_TRIED_ROWS, _TRIED_LENGTH = 60, 1 << 18
# Number of rows in which the column names are searched; and of cells that describe such a row, and
# of characters in each.
_TRIED_HEADERS, _SHOWN_CELLS, _SHOWN_LENGTH = 20, 6, 24
# Share of the rows below the column names that have at least two values.
_TABLE_ROWS = 0.8
# Maximum number of rows that a warning lists.
_LISTED_ROWS = 20
# Bytes that hardly occur in texts, and the number of bytes in which they are counted.
_CONTROLS, _SAMPLED = bytes({*range(32), 127} - {*b"\t\n\r"}), 1 << 16
_ZIP, _OLD_EXCEL, _PARQUET = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"PAR1"
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z]+[0-9]+:[A-Z]+[0-9]+)"')
# A formula whose result the spreadsheet program has not stored. Results that are empty texts have
# the type “str”.
_UNSTORED = re.compile(
    rb'<c\b(?![^>]*\bt="str")[^>]*><f\b[^>]*(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>'
)


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
    `sheet`, `sheets`: the sheet of a spreadsheet that was read, and the names of all
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

    def column(self, name: str) -> Column | None:
        """Return the column with this name, or None."""
        return next((one for one in self.columns if one.name == name), None)


@dataclass(frozen=True)
class TableOptions:
    """How to read a file, instead of what is detected; empty values are detected.

    `encoding`: a key of `ENCODINGS`
    `delimiter`: one of `DELIMITERS`
    `sheet`: the name of a sheet
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


def read_table(path: str, options: TableOptions | None = None) -> Table:
    """Read all rows of a table file; “-” is standard input.

    Raises InputError, with file and line, for a file that is missing, empty, too large, or cannot
    be read as a table, and UsageError for unknown options.
    """
    options = options or TableOptions()
    options.check()
    name = msg("standard input") if path == "-" else path
    data = read_bytes(path, name)
    suffix = Path(path).suffix.lower()
    if not data.strip():
        raise InputError(
            msg("the file is empty"),
            file=name,
            hint=msg("Expected one JSON object per line, or a table."),
        )
    if data.startswith(_PARQUET):
        return _read_parquet(data, name)
    if data.startswith(_ZIP):
        return _read_xlsx(data, name, options)
    if data.startswith(_OLD_EXCEL):
        raise InputError(
            msg("an old spreadsheet format, which cannot be read"),
            file=name,
            hint=msg("Save it as XLSX or CSV (UTF-8) in the spreadsheet program."),
        )
    if suffix in (".xlsx", ".xlsm", ".parquet"):
        raise InputError(
            msg("not a {suffix} file", suffix=suffix.removeprefix(".").upper()),
            file=name,
            hint=msg("Check that the file is complete, and save or download it again."),
        )
    if suffix in (".json", ".jsonl"):
        return _json_table(decode_utf8(data, name), name, suffix)
    text, encoding = _decode(data, name, options.encoding)
    if suffix not in (".csv", ".tsv") and looks_like_json(text):
        # JSON is always UTF-8, which gives the better message for anything else.
        return _json_table(decode_utf8(data, name), name, suffix)
    return _csv_table(text, name, suffix, encoding, options)


# Columns


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


# A row of the file: its number, and its cells
_Line = tuple[int, list[str]]


def _header_place(lines: Sequence[_Line], options: TableOptions, name: str = "") -> int:
    """Return the position of the row with the column names: below titles and empty rows.

    A title has few values, the column names are the first row with several. Files of a single
    column have no such row, or only few, whose texts contain the delimiter.

    Raises UsageError if the row in the options is empty or missing.
    """
    if options.header_row:
        for place, (line, cells) in enumerate(lines):
            if line == options.header_row and _count(cells):
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
    filled = [_count(cells) for cells in tried]
    # Titles may have two or three values, such as a name and a date, in a table with more columns.
    usual = statistics.median(_count(cells) for _, cells in lines[:_TRIED_ROWS])
    first = next((place for place, number in enumerate(filled) if number), 0)
    several = next((p for p, n in enumerate(filled) if n > max(1, usual / 2)), first)
    below = [_count(cells) > 1 for _, cells in lines[several + 1 : several + _TRIED_ROWS]]
    if sum(below) < _TABLE_ROWS * len(below):
        return first
    # Of two columns, the first may have no name, such as the row numbers that programs add.
    is_named = any(cells[0].strip() for cells in tried[first:several] if cells)
    return several if is_named or len(tried[several]) > 2 else first


def _count(cells: Sequence[str]) -> int:
    """Return the number of cells that have a value."""
    return sum(bool(cell.strip()) for cell in cells)


def _first_rows(lines: Sequence[_Line]) -> dict[int, str]:
    """Return the first values of the first rows, by row."""
    found = {}
    for line, cells in lines[:_TRIED_HEADERS]:
        values = [one_line(cell, _SHOWN_LENGTH) for cell in cells if cell.strip()]
        if values:
            found[line] = ", ".join(values[:_SHOWN_CELLS])
    return found


def _header_notes(lines: Sequence[_Line], place: int) -> list[str]:
    """Return a note if rows above the column names have values."""
    if not any(_count(cells) for _, cells in lines[:place]):
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


def _cells_table(
    lines: Sequence[_Line], name: str, problems: list[InputError]
) -> tuple[list[RawRow], list[str], InputError | None]:
    """Return the rows and column names of a table of cells, whose first line is the header.

    `problems`: receives the errors of rows that have more or fewer cells than the header

    Raises InputError if there are no rows below the header.
    """
    (line, header), *below = lines
    # Checked first: a file without line breaks may have millions of cells in its first line.
    if len(header) > MOST_COLUMNS:
        raise InputError(
            msg("more than {most} columns", most=MOST_COLUMNS),
            file=name,
            line=line,
            hint=msg("Remove columns that you do not need, and check the line breaks."),
        )
    trouble = header_problem(header, name, line)
    names = _named(header, [cells for _, cells in below])
    rows = []
    for start, cells in below:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(header):
            problems.append(wrong_cells(cells, header, name, start))
            continue
        fields = {key: cell for key, cell in zip(names, cells, strict=True) if key}
        rows.append(RawRow(start, fields))
    if not rows and not problems:
        raise InputError(
            msg("the file has a header, but no rows"),
            file=name,
            hint=msg("Check that the whole table was saved."),
        )
    return rows, [one for one in names if one], trouble


# CSV and TSV


def _decode(data: bytearray, name: str, encoding: str) -> tuple[str, str]:
    """Return the text of a CSV file and the name of its encoding, a key of `ENCODINGS`.

    Raises InputError for bytes that are not text, or not in the encoding.
    """
    if encoding:
        try:
            return data.decode(ENCODINGS[encoding]).removeprefix("\ufeff"), encoding
        except UnicodeDecodeError as error:
            raise InputError(
                msg("not {encoding} text (byte {start})", encoding=encoding, start=error.start),
                file=name,
                hint=msg("Choose another encoding."),
            ) from None
    wide = _wide(data)
    if wide:
        try:
            return data.decode(ENCODINGS[wide]).removeprefix("\ufeff"), wide
        except UnicodeDecodeError:
            raise InputError(
                msg("the UTF-16 text is damaged"),
                file=name,
                hint=msg("Save it as UTF-8 and retry."),
            ) from None
    sample = data[:_SAMPLED]
    # A zero now and then is a damaged cell, and the error should name its row.
    size, controls = len(sample), len(sample) - len(sample.translate(None, _CONTROLS))
    if 2 * controls > size or 10 * sample.count(0) > size:
        raise _no_table(name)
    try:
        return data.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError:
        if b"\0" in data:
            raise _no_table(name) from None
        if _is_damaged_utf8(data):
            # Raises an error with the line.
            return decode_utf8(data, name), "UTF-8"
    try:
        return data.decode("cp1252"), "Windows-1252"
    except UnicodeDecodeError:
        return decode_utf8(data, name), "UTF-8"


def _no_table(name: str) -> InputError:
    return InputError(
        msg("the file is not a table: it contains bytes that are not text"),
        file=name,
        hint=msg("Choose another file. If it is a table, state its encoding."),
    )


def _wide(data: bytearray) -> str:
    """Return the name of the UTF-16 encoding of a file; "" if it has another encoding."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "UTF-16"
    sample = data[:4096]
    half = len(sample) // 2
    if half < 2:
        return ""
    # Without a byte order mark: Latin letters and delimiters have a zero in every second byte.
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > 0.6 * half and even < 0.1 * half:
        return "UTF-16LE"
    if even > 0.6 * half and odd < 0.1 * half:
        return "UTF-16BE"
    return ""


def _is_damaged_utf8(data: bytearray) -> bool:
    """Return whether most characters beyond ASCII are valid UTF-8.

    Such a file is UTF-8 with a few wrong bytes. Read as Windows-1252, all others would be wrong.
    """
    text = data.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    return sum(not one.isascii() for one in text) - wrong > wrong


def _csv_table(text: str, name: str, suffix: str, encoding: str, options: TableOptions) -> Table:
    delimiter = options.delimiter or _delimiter(text, "\t" if suffix == ".tsv" else ",")
    lines = list(csv_cells(text, name, delimiter))
    if not lines:
        raise InputError(msg("the file has no rows"), file=name, hint=msg("Check the file."))
    place = _header_place(lines, options, name)
    notes, first_rows = _header_notes(lines, place), _first_rows(lines)
    # Detected only because the file is not UTF-8, so it may be another encoding.
    is_guess = encoding == "Windows-1252" and not options.encoding
    warnings = [msg("Read as Windows-1252: check special characters")] if is_guess else []
    # Exports protect names and cells against spreadsheet formulas; this is undone here. White space
    # around a name is outside of the apostrophe.
    (row, header), *below = lines[place:]
    used = [(row, [unprotect(cell.strip()) for cell in header])]
    used += [(line, [unprotect(cell) for cell in cells]) for line, cells in below]
    problems: list[InputError] = []
    rows, names, trouble = _cells_table(used, name, problems)
    return Table(
        RawFile(name, rows, is_csv=True),
        columns_of(rows, names),
        msg("{encoding}, {delimiter}", encoding=encoding, delimiter=_DELIMITER_NAMES[delimiter]),
        encoding=encoding,
        delimiter=delimiter,
        header_row=row,
        first_rows=first_rows,
        problems=tuple(problems),
        header_problem=trouble,
        notes=tuple(notes),
        warnings=tuple(warnings),
    )


def _delimiter(text: str, usual: str) -> str:
    """Return the delimiter that splits most rows into as many cells as the column names.

    `csv.Sniffer` is not used: it counts letters, so it takes a letter for the delimiter of a file
    of texts, and reads only delimiters that occur equally often in every line.

    `usual`: the result if no delimiter splits the header
    """
    csv.field_size_limit(MAX_CELL)
    best, best_score = usual, (0.0, False, 0)
    # The usual one comes first, because only a better one replaces it.
    for one in sorted(DELIMITERS, key=lambda key: key != usual):
        reader = csv.reader(io.StringIO(text[:_TRIED_LENGTH], newline=""), delimiter=one)
        rows = []
        try:
            for cells in reader:
                if cells:
                    rows.append(cells)
                if len(rows) == _TRIED_ROWS:
                    break
        except csv.Error:
            continue
        place = _header_place([*enumerate(rows, 1)], TableOptions())
        header, *below = rows[place:] or [[]]
        # The last row is perhaps incomplete.
        below = below[:-1] or below
        width = len(header)
        if width < 2 or not header[0].strip():
            continue
        even = sum(len(cells) == width for cells in below) / len(below) if below else 1.0
        # Read with a wrong delimiter, the column names can look like a title.
        score = (even, place == 0, width)
        if score > best_score and even > 0:
            best, best_score = one, score
    return best


# JSON


def _json_table(text: str, name: str, suffix: str) -> Table:
    rows = json_rows(text, name, suffix)
    names = dict.fromkeys(key for row in rows for key in row.fields)
    if len(names) > MOST_COLUMNS:
        raise InputError(
            msg("more than {most} columns", most=MOST_COLUMNS),
            file=name,
            hint=msg("Remove the columns that you do not need."),
        )
    return Table(
        RawFile(name, rows, is_csv=False),
        columns_of(rows, names),
        "JSON" if suffix == ".json" else "JSONL",
    )


# XLSX


@dataclass(frozen=True)
class _Merged:
    """A range of merged cells: its first and last row, from 1, and its columns, from 0."""

    row: int
    last_row: int
    column: int
    last_column: int


@dataclass(frozen=True)
class _Sheet:
    """The cells of a sheet.

    `lines`: the rows that are not empty
    `wrong`: the numbers of rows with errors, such as #N/A
    """

    name: str
    lines: list[_Line]
    wrong: Set[int]
    merged: Sequence[_Merged]


def _read_xlsx(data: bytearray, name: str, options: TableOptions) -> Table:
    """Return a sheet of a spreadsheet: the one with this name, else the first that has cells.

    A sheet with a single row, such as a cover, is read only if no other has more.
    """
    broken = InputError(
        msg("not a spreadsheet (XLSX), or damaged"),
        file=name,
        hint=msg("Save it as XLSX or CSV (UTF-8) in the spreadsheet program."),
    )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            # A small archive can claim to contain a huge file.
            if sum(one.file_size for one in archive.infolist()) > MAX_FILE_BYTES:
                raise InputError(
                    msg("the file is larger than 1 GiB"), file=name, hint=msg("Split it.")
                )
            if "xl/workbook.xml" not in archive.namelist():
                raise broken
            warnings = _formula_warnings(archive)
            sheets = tuple(_sheets(data))
            sheet = _chosen_sheet(data, archive, sheets, options.sheet, name)
    except (InputError, UsageError):
        raise
    # The library raises errors of many classes for damaged files, also KeyError and ValueError.
    except Exception:
        raise broken from None
    if not sheet.lines:
        raise InputError(msg("the file has no rows"), file=name, hint=msg("Check the file."))
    return _sheet_table(sheet, sheets, name, options, warnings)


def _sheet_table(
    sheet: _Sheet,
    sheets: tuple[str, ...],
    name: str,
    options: TableOptions,
    warnings: list[str],
) -> Table:
    place = _header_place(sheet.lines, options, name)
    if not options.header_row:
        place = _below_groups(sheet, place)
    notes = _header_notes(sheet.lines, place)
    first_rows = _first_rows(sheet.lines)
    row = sheet.lines[place][0]
    repeated = sum(line > row for line in _repeat_merged(sheet))
    if repeated:
        notes.append(
            msg("Values of merged cells repeated in the rows below: {count}.", count=repeated)
        )
    if wide := _merged_across(sheet, row):
        listed = ", ".join(map(str, wide[:_LISTED_ROWS])) + (
            " …" if len(wide) > _LISTED_ROWS else ""
        )
        warnings.append(
            msg(
                "Cells merged across columns have a value only in the first column: row {listed}.",
                listed=listed,
            )
        )
    width = len(_shortened(sheet.lines[place][1]))
    used = [(row, [cell.strip() for cell in sheet.lines[place][1][:width]])]
    for line, cells in sheet.lines[place + 1 :]:
        if line not in sheet.wrong:
            short = _shortened(cells)
            used.append((line, short + [""] * (width - len(short))))
    reason = msg("a cell contains an error, such as #N/A")
    problems = [InputError(reason, file=name, line=line) for line in sheet.wrong if line > row]
    rows, names, trouble = _cells_table(used, name, problems)
    return Table(
        RawFile(name, rows, is_csv=True),
        columns_of(rows, names),
        msg("XLSX, sheet “{sheet}”", sheet=sheet.name) if len(sheets) > 1 else "XLSX",
        sheet=sheet.name,
        sheets=sheets,
        header_row=row,
        first_rows=first_rows,
        problems=tuple(sorted(problems, key=lambda one: one.line or 0)),
        header_problem=trouble,
        notes=tuple(notes),
        warnings=tuple(warnings),
    )


def _shortened(cells: list[str]) -> list[str]:
    """Return cells without empty ones at the end."""
    used = [place for place, cell in enumerate(cells, 1) if cell.strip()]
    return cells[: used[-1]] if used else []


# Merged cells. The file has a value only in the first cell of such a range


def _below_groups(sheet: _Sheet, place: int) -> int:
    """Return the position of the column names below titles of groups of columns.

    Beside such titles, the names of other columns are merged with the cells below.
    """
    row = sheet.lines[place][0]
    last = max((one.last_row for one in sheet.merged if one.row == row), default=row)
    return next((p for p, (line, _) in enumerate(sheet.lines) if line == last), place)


def _repeat_merged(sheet: _Sheet) -> list[int]:
    """Repeat the values of merged cells in the rows below; return the row of each repetition.

    Empty rows stay empty: in these, all columns are merged.
    """
    starts: dict[int, list[_Merged]] = {}
    for one in sheet.merged:
        if one.last_row > one.row:
            starts.setdefault(one.row, []).append(one)
    # The current value of each column and its last row.
    current: dict[int, tuple[str, int]] = {}
    repeated = []
    for line, cells in sheet.lines:
        for column, (value, last) in [*current.items()]:
            if line > last:
                del current[column]
                continue
            cells += [""] * (column + 1 - len(cells))
            if not cells[column].strip():
                cells[column] = value
                repeated.append(line)
        for one in starts.get(line, ()):
            if cells[one.column : one.column + 1]:
                current[one.column] = cells[one.column], one.last_row
    return repeated


def _merged_across(sheet: _Sheet, header_row: int) -> list[int]:
    """Return the rows below the header in which a value belongs to several columns."""
    rows = dict(sheet.lines)
    return sorted(
        {
            one.row
            for one in sheet.merged
            if one.last_column > one.column
            and one.row > header_row
            and _count(rows.get(one.row, [])[one.column : one.column + 1])
        }
    )


def _formula_warnings(archive: zipfile.ZipFile) -> list[str]:
    """Return a warning if formulas have no stored results, which would be read as empty cells."""
    for one in archive.namelist():
        if one.startswith("xl/worksheets/") and _UNSTORED.search(archive.read(one)):
            return [
                msg(
                    "Some formulas have no stored result and are read as empty cells. Open and save"
                    " the file in a spreadsheet program to store them."
                )
            ]
    return []


def _workbook(data: bytearray) -> Any:
    # Imported here because few imports need it.
    import openpyxl

    return openpyxl.load_workbook(
        io.BytesIO(data), read_only=True, data_only=True, keep_links=False
    )


def _sheets(data: bytearray) -> Iterator[str]:
    for one in _workbook(data).worksheets:
        if one.sheet_state == "visible":
            yield str(one.title)


def _chosen_sheet(
    data: bytearray, archive: zipfile.ZipFile, sheets: Sequence[str], sheet: str, name: str
) -> _Sheet:
    if sheet and sheet not in sheets:
        raise UsageError(
            msg("{name} has no sheet “{sheet}”", name=name, sheet=sheet),
            hint=msg("Its sheets: {sheets}.", sheets=", ".join(sheets)),
        )
    workbook = _workbook(data)
    found = _Sheet("", [], frozenset(), ())
    first: _Sheet | None = None
    for one in [sheet] if sheet else sheets:
        wrong: set[int] = set()
        lines = list(_sheet_lines(workbook[one], name, wrong))
        # The library finds merged cells only if it keeps the whole file in memory.
        found = _Sheet(one, lines, wrong, _merged(archive.read(workbook[one]._worksheet_path)))
        # A cover with a single line is no table.
        if len(lines) > 1:
            return found
        if lines and first is None:
            first = found
    return first or found


def _merged(content: bytes) -> list[_Merged]:
    """Return the ranges of merged cells in the XML of a sheet; they follow its rows."""
    from openpyxl.utils.cell import range_boundaries

    found = []
    for match in _MERGED.finditer(content, max(0, content.rfind(b"sheetData>"))):
        column, row, last_column, last_row = range_boundaries(match[1].decode())
        found.append(_Merged(row, last_row, column - 1, last_column - 1))
    return found


def _sheet_lines(sheet: Any, name: str, wrong: set[int]) -> Iterator[_Line]:
    """Yield the number and the cells of each row that is not empty, up to its last value.

    `wrong`: receives the numbers of rows with errors
    """
    # The declared size may be wrong, and would make every row as wide as it claims.
    sheet.reset_dimensions()
    for number, cells in enumerate(sheet.iter_rows(), 1):
        if number > _MOST_ROWS:
            raise InputError(
                msg("more than {most} rows", most=f"{_MOST_ROWS:,}"),
                file=name,
                hint=msg("Split it."),
            )
        texts = _shortened([_cell_text(cell.value) for cell in cells])
        if not texts:
            continue
        if any(cell.data_type == "e" for cell in cells):
            wrong.add(number)
        yield number, texts


def _cell_text(value: Any) -> str:
    """Return a cell of a spreadsheet as the cell of a CSV file."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return str(int(value))
    if isinstance(value, int | float):
        return json.dumps(value)
    return str(_plain(value))


# Parquet


def _read_parquet(data: bytearray, name: str) -> Table:
    # Imported here because few imports need it.
    pyarrow = load_pyarrow()
    broken = InputError(
        msg("not a Parquet file, or damaged"),
        file=name,
        hint=msg("Check that the file is complete, and save or download it again."),
    )
    try:
        file = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(bytes(data)))
        about = file.metadata
        size = sum(about.row_group(one).total_byte_size for one in range(about.num_row_groups))
        if size > MAX_FILE_BYTES or about.num_rows > 10 * _MOST_ROWS:
            raise InputError(msg("the file is larger than 1 GiB"), file=name, hint=msg("Split it."))
        names = list(file.schema_arrow.names)
        if len(names) > MOST_COLUMNS:
            raise InputError(
                msg("more than {most} columns", most=MOST_COLUMNS),
                file=name,
                hint=msg("Remove the columns that you do not need."),
            )
        rows: list[RawRow] = []
        for batch in file.iter_batches(batch_size=1000):
            for fields in _in_microseconds(pyarrow, batch).to_pylist():
                plain = {key: _plain(value) for key, value in fields.items()}
                rows.append(RawRow(len(rows) + 1, plain))
    except InputError:
        raise
    # Damaged files raise errors of several classes, also OSError and ValueError.
    except Exception:
        raise broken from None
    if len(set(names)) < len(names):
        twice = next(one for one in names if names.count(one) > 1)
        raise InputError(
            msg("column “{twice}” occurs twice", twice=twice),
            file=name,
            hint=msg("Use each column name only once."),
        )
    if not rows:
        raise InputError(msg("the file has no rows"), file=name, hint=msg("Check the file."))
    return Table(RawFile(name, rows, is_csv=False), columns_of(rows, names), "Parquet")


def _in_microseconds(pyarrow: Any, batch: Any) -> Any:
    """Return a batch without times in nanoseconds, which Python cannot hold."""
    types = pyarrow.types
    arrays = [
        column.cast(pyarrow.timestamp("us", column.type.tz), safe=False)
        if types.is_timestamp(column.type) and column.type.unit == "ns"
        else column
        for column in batch.columns
    ]
    return pyarrow.RecordBatch.from_arrays(arrays, names=batch.schema.names)


def _plain(value: Any) -> Any:
    """Return a value of a file as a JSON value."""
    if isinstance(value, str | bool | int) or value is None:
        return value
    if isinstance(value, float):
        # JSON has no such numbers. “Not a number” is how tables write a missing value.
        return None if math.isnan(value) else str(value) if math.isinf(value) else value
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
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
