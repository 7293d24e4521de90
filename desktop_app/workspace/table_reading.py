"""Reading of files with tables: CSV, TSV, JSON, JSONL and Parquet, and XLSX by `xlsx_table.py`.

The format, the delimiter, the encoding and the row with the column names are detected. Reading
changes nothing, and reads the whole file, so an error at its end cannot leave an import half done.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Set
from pathlib import Path
from typing import Any

from desktop_app.core.errors import InputError, UsageError
from desktop_app.core.messages import msg
from desktop_app.files import load_pyarrow
from desktop_app.workspace.import_table import (
    DELIMITERS,
    ENCODINGS,
    MOST_COLUMNS,
    MOST_ROWS,
    TRIED_ROWS,
    Table,
    TableOptions,
    cells_table,
    columns_of,
    first_rows_of,
    header_notes,
    header_place,
    no_rows,
    plain_value,
    too_many_columns,
)
from desktop_app.workspace.rows import (
    MAX_CELL,
    MAX_FILE_BYTES,
    RawFile,
    RawRow,
    csv_cells,
    decode_utf8,
    json_rows,
    looks_like_json,
    read_bytes,
    summary_of,
    too_large,
)
from desktop_app.workspace.xlsx_table import read_xlsx

# Suffixes of the files that can be read as tables.
TABLE_SUFFIXES = (".csv", ".tsv", ".xlsx", ".xlsm", ".json", ".jsonl", ".parquet")
# Usual names of lists of rows inside an object, also of the parts of a dataset.
_LISTS = {"data", "rows", "items", "records", "examples", "entries", "instances"} | {
    "train", "training", "dev", "validation", "valid", "test",
}  # fmt: skip
# Number of characters that are searched for the delimiter.
_TRIED_LENGTH = 1 << 18
# Bytes that hardly occur in texts, and the number of bytes in which they are counted.
_CONTROLS, _SAMPLED = bytes({*range(32), 127} - {*b"\t\n\r"}), 1 << 16
_ZIP, _OLD_EXCEL, _PARQUET = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"PAR1"


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
        return read_xlsx(data, name, options)
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
        return _json_table(decode_utf8(data, name), name, suffix, options)
    text, encoding = _decode(data, name, options.encoding)
    if suffix not in (".csv", ".tsv") and looks_like_json(text):
        # JSON is always UTF-8, which gives the better message for anything else.
        return _json_table(decode_utf8(data, name), name, suffix, options)
    return _csv_table(text, name, suffix, encoding, options)


def read_rows(path: str, columns: Set[str] = frozenset()) -> RawFile:
    """Read the rows of a file whose columns are named like their fields; “-” is standard input.

    `columns`: names of fields, by which the row with the column names is found

    Raises InputError as `read_table` does, and for the first row that cannot be used.
    """
    table = read_table(path, TableOptions(columns=columns))
    problems = [*filter(None, [table.header_problem]), *table.problems]
    if problems:
        raise summary_of(problems)
    return table.file


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
        raise no_rows(name)
    place = header_place(lines, options, name)
    notes, first_rows = header_notes(lines, place), first_rows_of(lines)
    # Detected only because the file is not UTF-8, so it may be another encoding.
    is_guess = encoding == "Windows-1252" and not options.encoding
    warnings = [msg("Read as Windows-1252: check special characters")] if is_guess else []
    return cells_table(
        lines[place:],
        name,
        msg("{encoding}, {delimiter}", encoding=encoding, delimiter=DELIMITERS[delimiter]),
        encoding=encoding,
        delimiter=delimiter,
        first_rows=first_rows,
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
                if len(rows) == TRIED_ROWS:
                    break
        except csv.Error:
            continue
        place = header_place([*enumerate(rows, 1)], TableOptions())
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


# JSON and Parquet


def _json_table(text: str, name: str, suffix: str, options: TableOptions) -> Table:
    rows = json_rows(text, name, suffix)
    lists = _lists_inside(rows, name, options.sheet) if suffix == ".json" else {}
    chosen = options.sheet if options.sheet in lists else next(iter(lists), "")
    others = ", ".join(key for key in lists if key != chosen)
    notes = [msg("Read the rows in “{name}”.", name=chosen)] if chosen else []
    if others:
        notes.append(msg("Other lists of the file: {others} (--sheet).", others=others))
    if chosen:
        rows = [RawRow(number, one) for number, one in enumerate(lists[chosen], 1)]
    names = dict.fromkeys(key for row in rows for key in row.fields)
    if len(names) > MOST_COLUMNS:
        raise too_many_columns(name)
    return Table(
        RawFile(name, rows, is_csv=False),
        columns_of(rows, names),
        "JSON" if suffix == ".json" else "JSONL",
        sheet=chosen,
        sheets=tuple(lists),
        notes=tuple(notes),
    )


def _lists_inside(rows: list[RawRow], name: str, wanted: str) -> dict[str, list[dict[str, Any]]]:
    """Return the lists of rows inside the only object of a file; empty if it is a row itself.

    It is a row unless it has nothing but lists, or all its lists of objects have usual names, or
    one of them is `wanted`. Another list of objects may belong to an item, such as turns.

    Raises UsageError if there is no list that is wanted.
    """
    fields = rows[0].fields if len(rows) == 1 else {}
    lists = {
        key: value
        for key, value in fields.items()
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value)
    }
    if wanted and wanted not in lists:
        raise UsageError(
            msg("{name} has no list of rows “{sheet}”", name=name, sheet=wanted),
            hint=msg("Its lists: {sheets}.", sheets=", ".join(lists)) if lists else "",
        )
    are_rows = all(isinstance(value, list) for value in fields.values()) or all(
        key.casefold() in _LISTS for key in lists
    )
    return lists if wanted or are_rows else {}


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
        if size > MAX_FILE_BYTES or about.num_rows > 10 * MOST_ROWS:
            raise too_large(name)
        names = list(file.schema_arrow.names)
        if len(names) > MOST_COLUMNS:
            raise too_many_columns(name)
        rows: list[RawRow] = []
        for batch in file.iter_batches(batch_size=1000):
            for fields in _in_microseconds(pyarrow, batch).to_pylist():
                plain = {key: plain_value(value) for key, value in fields.items()}
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
        raise no_rows(name)
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
