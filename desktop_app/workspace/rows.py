"""Reading rows from JSONL, JSON and CSV; errors state their exact place.

The same content gives the same rows in every format. A file is read completely before its rows are
used, so an invalid line at the end cannot leave an import half done.

The module is longer than most because the readers of three formats must report the same places for
the same content.
"""

from __future__ import annotations

import csv
import difflib
import io
import json
import re
import stat
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from pydantic import ValidationError

from desktop_app.bundles.format import DEFAULT
from desktop_app.core.canonical import canonical_bytes, parse_json
from desktop_app.core.errors import InputError, UsageError, os_reason
from desktop_app.core.fields import Row, first_problem, has_control
from desktop_app.core.messages import msg
from desktop_app.text.spreadsheet import unprotect

# A row becomes records, which must fit into a line of a bundle. The difference is room for the
# other fields of a record.
MAX_ROW_BYTES = DEFAULT.line - (4 << 10)
MAX_ROW_NESTING = DEFAULT.nesting - 10

# Maximum size of a file in bytes, and of a CSV cell in characters.
MAX_FILE_BYTES = 1 << 30
MAX_CELL = 16 << 20
_PIECE = 1 << 20
_LISTED_PROBLEMS = 20
_LINE_END = re.compile(r"\r\n|\r|\n")

Model = TypeVar("Model", bound=Row)


@dataclass(frozen=True)
class RawRow:
    """One row as it is in the file.

    `line`: number of its first line, or of the element of a JSON array, counted from 1
    """

    line: int
    fields: dict[str, Any]


@dataclass(frozen=True)
class RawFile:
    """The rows of a file, with its name in messages."""

    name: str
    rows: list[RawRow]
    is_csv: bool


def read_file(path: str) -> RawFile:
    """Read all rows of a file; “-” is standard input.

    Raises InputError, with file and line, for a missing or empty file, encodings other than UTF-8,
    invalid JSON or CSV, rows that are not objects, and repeated fields.
    """
    name = msg("standard input") if path == "-" else path
    data = read_bytes(path, name)
    if not data.strip():
        raise InputError(
            msg("the file is empty"),
            file=name,
            hint=msg("Expected one JSON object per line, or a CSV table."),
        )
    text = decode_utf8(data, name)
    # A known suffix determines the format; otherwise the first character does.
    suffix = Path(path).suffix.lower()
    if suffix == ".csv" or (suffix not in (".json", ".jsonl") and not looks_like_json(text)):
        return RawFile(name, _read_csv(text, name), is_csv=True)
    return RawFile(name, json_rows(text, name, suffix), is_csv=False)


def looks_like_json(text: str) -> bool:
    """Return whether a text starts like a JSON object or array."""
    return text.lstrip()[:1] in ("{", "[")


def json_rows(text: str, name: str, suffix: str) -> list[RawRow]:
    """Return the rows of a JSON array, a JSON object, or of lines with one object each.

    `suffix`: of the file's name, in lower case; `.jsonl` always has one object per line

    Raises InputError, with file and line, for invalid JSON and rows that are not objects.
    """
    if text.lstrip()[:1] == "[" and suffix != ".jsonl":
        return _read_array(text, name)
    if suffix == ".json" and (whole := _read_object(text, name)) is not None:
        return [whole]
    return _read_lines(text, name)


def read_text(path: str) -> tuple[str, str]:
    """Return the name in messages and the text of a file; “-” is standard input.

    Raises InputError for a file that is missing, not UTF-8, or too large for a record.
    """
    name = msg("standard input") if path == "-" else path
    data = read_bytes(path, name)
    text = decode_utf8(data, name) if len(data) <= MAX_ROW_BYTES else ""
    # In the JSON of a record, a text may need more bytes than in the file.
    if len(data) > MAX_ROW_BYTES or len(canonical_bytes(text)) > MAX_ROW_BYTES:
        raise InputError(msg("larger than 4 MB"), file=name, hint=msg("Shorten it."))
    return name, text.replace("\r\n", "\n")


def read_bytes(path: str, name: str) -> bytearray:
    """Return the content of a file or pipe; “-” is standard input.

    `name`: name of the file in messages

    Raises InputError if it is missing, unreadable or larger than `MAX_FILE_BYTES`.
    """
    if path == "-":
        return _bounded(sys.stdin.buffer, name)
    try:
        result = Path(path).stat()
        # The size of a pipe is unknown; `_bounded` limits it while reading.
        if stat.S_ISREG(result.st_mode) and result.st_size > MAX_FILE_BYTES:
            raise too_large(name)
        if not (stat.S_ISREG(result.st_mode) or stat.S_ISFIFO(result.st_mode)):
            raise InputError(
                msg("is neither a file nor a pipe"), file=name, hint=msg("Check the path.")
            )
        with Path(path).open("rb") as file:
            return _bounded(file, name)
    except FileNotFoundError:
        raise InputError(
            msg("there is no such file"), file=name, hint=msg("Check the path.")
        ) from None
    except OSError as error:
        raise InputError(
            msg("cannot be read ({error})", error=os_reason(error)),
            file=name,
            hint=msg("Check the path."),
        ) from error


def _bounded(stream: BinaryIO, name: str) -> bytearray:
    """Return the content of a stream, which may never end. Raises InputError if it is too large."""
    data = bytearray()
    while part := stream.read(_PIECE):
        data += part
        if len(data) > MAX_FILE_BYTES:
            raise too_large(name)
    return data


def too_large(name: str) -> InputError:
    return InputError(msg("the file is larger than 1 GiB"), file=name, hint=msg("Split it."))


def decode_utf8(data: bytearray, name: str) -> str:
    """Return UTF-8 text without its byte order mark. Raises InputError for anything else."""
    # The first bytes of XLSX (a ZIP archive) and of older Excel files.
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise InputError(
            msg("a spreadsheet or an archive, not a table of plain text"),
            file=name,
            hint=msg("Save it as CSV (UTF-8) in the spreadsheet program, and import that file."),
        )
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(
            msg("the file is UTF-16, not UTF-8"),
            file=name,
            line=1,
            hint=msg("Save it as UTF-8 and retry."),
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            msg("not UTF-8 text (byte {start} of the file)", start=error.start),
            file=name,
            line=line,
            hint=msg("Save the file as UTF-8 and try again."),
        ) from None


def _read_object(text: str, name: str) -> RawRow | None:
    """Return the only object of a JSON file; None if the file has one object per line."""
    try:
        value = parse_json(text)
    except ValueError:
        return None
    try:
        _verify(text)
    except ValueError as error:
        raise _refusal(error, name, 1) from None
    return RawRow(1, _as_object(value, name, 1))


def _read_lines(text: str, name: str) -> list[RawRow]:
    rows = []
    # `splitlines` would also split at other characters, which JSON allows in texts.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = parse_json(line)
            _verify(line)
        except ValueError as error:
            raise _refusal(error, name, number) from None
        rows.append(RawRow(number, _as_object(value, name, number)))
    return rows


def _read_array(text: str, name: str) -> list[RawRow]:
    try:
        values = parse_json(text)
    except ValueError as error:
        reason, line = _json_reason(error)
        raise InputError(
            msg("not valid JSON ({reason})", reason=reason),
            file=name,
            line=line,
            hint=msg("Nothing was changed."),
        ) from None
    rows = []
    end = text.index("[") + 1
    for place, value in enumerate(values, 1):
        # Elements are verified one by one, so that an error can state its element.
        try:
            end = _verify(text, end)
        except ValueError as error:
            raise _refusal(error, name, place) from None
        rows.append(RawRow(place, _as_object(value, name, place)))
    return rows


class _RepeatedError(ValueError):
    """An object contains a field twice; the message is the field's name."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of an object. Raises _RepeatedError if one of them is repeated."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        times = Counter(name for name, _ in pairs)
        raise _RepeatedError(times.most_common(1)[0][0])
    return fields


def _kept(digits: str) -> int:
    """Return a whole number. Raises ValueError if 64 bits cannot hold it."""
    # The length is checked first: converting thousands of digits is slow.
    if len(digits) > 20 or not -(2**63) <= int(digits) < 2**64:
        raise ValueError(msg("a whole number beyond 64 bits: write it as text, in quotes"))
    return int(digits)


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_int=_kept)
_BETWEEN = re.compile(r"[ \t\r\n,]*")


def _verify(source: str, start: int = 0) -> int:
    """Check one value in valid JSON for losses that the parser ignores; return its end.

    The parser keeps only the last value of a repeated field, and rounds integers beyond 64 bits.
    Raises ValueError in these cases.
    """
    between = _BETWEEN.match(source, start)
    start = between.end() if between else start
    try:
        return _DECODER.raw_decode(source, start)[1]
    except RecursionError:
        raise ValueError(msg("nested too deeply")) from None


def _refusal(error: ValueError, name: str, line: int) -> InputError:
    if isinstance(error, _RepeatedError):
        return InputError(
            msg("occurs twice in one object"),
            file=name,
            line=line,
            field=str(error),
            hint=msg("Keep only the correct one. Nothing was changed."),
        )
    return InputError(
        msg("not valid JSON ({error})", error=_json_reason(error)[0]),
        file=name,
        line=line,
        hint=msg("Every row must be one complete JSON object. Nothing was changed."),
    )


def _json_reason(error: ValueError) -> tuple[str, int | None]:
    """Return an error's reason without its place, and its line in the parsed text if known."""
    cause = error.__cause__
    if isinstance(cause, json.JSONDecodeError):
        return msg("“{msg}”, at character {colno}", msg=cause.msg, colno=cause.colno), cause.lineno
    return str(error), None


def _as_object(value: Any, name: str, line: int) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(
            msg("contains something other than an object"),
            file=name,
            line=line,
            hint=msg('A row looks like {"field": value, …}.'),
        )
    return value


def csv_cells(text: str, name: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the first line and the cells of every row of a CSV text, the header included.

    Blank lines are skipped. Cells are as written, so `unprotect` has to be applied. Raises
    InputError, with file and line, for invalid CSV.
    """
    # Checked first: the parser would need long for all cells of such a line.
    if len(text) > MAX_CELL and not _LINE_END.search(text, 0, MAX_CELL):
        raise InputError(
            msg("the line has more than 16 million characters"),
            file=name,
            line=1,
            hint=msg("Check the line breaks and quotes of the file."),
        )
    # The default limit of 128 KB is too small for documents in cells.
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=separator)
    # A row may span several lines; errors state the first one.
    start = 1
    try:
        for cells in reader:
            if cells:
                yield start, cells
            start = reader.line_num + 1
    except csv.Error as error:
        raise _csv_problem(error, text, name, separator, start) from None


def _csv_problem(error: csv.Error, text: str, name: str, separator: str, start: int) -> InputError:
    """Return the error for an invalid row, with the line on which its wrong cell begins.

    The parser only knows where it stopped, which for an open quote is the end of the file.

    `start`: the first line of the row
    """
    place = sum(map(len, islice(io.StringIO(text, newline=""), start - 1)))
    end_of_cell = re.escape(separator) + r"\r\n"
    cell = re.compile(rf'"(?:[^"]++|"")*+"|[^"{end_of_cell}][^{end_of_cell}]*+|')
    line = start
    while found := cell.match(text, place):
        after = text[found.end() : found.end() + 1]
        hint = msg("Write a quote inside a quoted cell twice, and close the cell with one.")
        reason = ""
        if len(found[0]) > MAX_CELL:
            reason = msg("a cell has more than 16 million characters")
            hint = msg("Check the line breaks and quotes of the file.")
        elif after == '"' and not found[0]:
            reason = msg("a quoted cell begins here and is never closed")
        elif after not in ("", separator, "\r", "\n"):
            reason = msg("a quoted cell begins here, and text follows its closing quote")
        if reason:
            return InputError(reason, file=name, line=line, hint=hint)
        if not after:
            break
        place = found.end() + (2 if text.startswith("\r\n", found.end()) else 1)
        line += len(_LINE_END.findall(found[0])) + (after != separator)
    return InputError(msg("not valid CSV (“{error}”)", error=error), file=name, line=start)


def header_problem(header: Sequence[str], name: str, line: int) -> InputError | None:
    """Return the error for a header with a repeated or an empty name, or None."""
    twice = {cell for cell in header if header.count(cell) > 1}
    if not twice and "" not in header:
        return None
    if twice:
        what = msg("column “{twice}” occurs twice", twice=min(twice))
        hint = msg("Use each column name only once.")
    else:
        what, hint = msg("a column has no name"), msg("Give every column a name.")
    return InputError(what, file=name, line=line, hint=hint)


def wrong_cells(cells: Sequence[str], header: Sequence[str], name: str, line: int) -> InputError:
    """Return the error for a row that has more or fewer cells than the header."""
    return InputError(
        msg(
            "cells in this row: {count}; columns in the header: {count2}",
            count=len(cells),
            count2=len(header),
        ),
        file=name,
        line=line,
        hint=msg("Check the quotes and commas of this row."),
    )


def _read_csv(text: str, name: str) -> list[RawRow]:
    rows = csv_cells(text, name, _separator(text))
    line, first = next(rows)
    # Exports protect names and cells against spreadsheet formulas; this is undone here.
    header = [unprotect(cell.strip()) for cell in first]
    if problem := header_problem(header, name, line):
        raise problem
    found: list[RawRow] = []
    for start, cells in rows:
        if len(cells) != len(header):
            raise wrong_cells(cells, header, name, start)
        found.append(RawRow(start, dict(zip(header, map(unprotect, cells), strict=True))))
    return found


def _separator(text: str) -> str:
    """Return the separator of the cells.

    Spreadsheets use “;” in countries where numbers contain “,”. A separator other than “,” must be
    in the header, which must not contain “,”, and in the row below it.
    """
    header, _, rest = text.partition("\n")
    below = rest.partition("\n")[0]
    return next((one for one in ";\t" if one in header and one in below and "," not in header), ",")


def parse_map(pairs: Sequence[str]) -> dict[str, str]:
    """Return {column: field} for pairs “field=column”.

    Raises UsageError for a pair of another form.
    """
    mapping: dict[str, str] = {}
    for pair in pairs:
        field, equals, column = pair.partition("=")
        if not (field and equals and column):
            raise UsageError(msg("“{pair}” does not have the form field=column", pair=pair))
        mapping[column] = field
    return mapping


def typed_rows(
    file: RawFile, model: type[Model], mapping: Mapping[str, str] | None = None
) -> list[tuple[int, Model]]:
    """Return (line, row) for every row of a file, validated by `model`.

    `mapping`: {column: field} for columns whose names differ from their fields

    Raises UsageError if no row has such a column, and InputError for the first invalid row; its
    hint lists the lines of the others.
    """
    rows, problems = rows_and_problems(file, model, mapping)
    if problems:
        raise summary_of(problems)
    return rows


def rows_and_problems(
    file: RawFile, model: type[Model], mapping: Mapping[str, str] | None = None
) -> tuple[list[tuple[int, Model]], list[InputError]]:
    """Return (line, row) for every valid row, and the errors of the others.

    Raises UsageError as `typed_rows` does.
    """
    rows: list[tuple[int, Model]] = []
    problems: list[InputError] = []
    columns = mapping or {}
    for column in columns:
        if file.rows and not any(column in raw.fields for raw in file.rows):
            raise UsageError(
                msg("no row of {name} has a column “{column}”", name=file.name, column=column),
                hint=msg("See --map."),
            )
    # Names of fields without control characters, which most rows have in common.
    plain: set[str] = set()
    for raw in file.rows:
        if not plain.issuperset(raw.fields):
            plain.update(name for name in raw.fields if not has_control(name))
        if not plain.issuperset(raw.fields):
            reason = msg("the name of a field contains control characters")
            problems.append(InputError(reason, file=file.name, line=raw.line))
            continue
        fields = {columns.get(name, name): value for name, value in raw.fields.items()}
        # If two columns became one field, one of the values would be lost.
        if len(fields) < len(raw.fields):
            twice = next(field for column, field in columns.items() if field in raw.fields)
            reason = msg("is in the file, but --map also reads it from another column")
            problems.append(InputError(reason, file=file.name, line=raw.line, field=twice))
            continue
        fields = _from_cells(fields, model) if file.is_csv else _from_texts(fields, model)
        # Checked first, because validation may be slow for huge values.
        field, reason = _oversized(fields)
        if reason:
            hint = model.too_long
            result = InputError(reason, file=file.name, line=raw.line, field=field, hint=hint)
            problems.append(result)
            continue
        try:
            rows.append((raw.line, model.model_validate(fields)))
        except ValidationError as error:
            field, reason = first_problem(error)
            if field:
                # “domains.0” is an element of the existing column “domains”.
                meant = "" if field.partition(".")[0] in fields else _alike(field, raw.fields)
            # The error is about the whole row; one of the fields may be spelled differently.
            else:
                meant = _spelled_otherwise(model, fields)
            if meant:
                reason = msg(
                    "{reason}; did you mean the column “{meant}”?", reason=reason, meant=meant
                )
            problems.append(InputError(reason, file=file.name, line=raw.line, field=field))
    return rows, problems


def _alike(field: str, columns: Iterable[str]) -> str:
    """Return the column that was probably meant to be a missing field, or ""."""
    small = {column.casefold().strip().replace(" ", "_"): column for column in columns}
    close = difflib.get_close_matches(field, small, 1, 0.8)
    return small[close[0]] if close else ""


def _spelled_otherwise(model: type[Row], columns: Iterable[str]) -> str:
    """Return a column that differs from a field only in case and spaces, or ""."""
    for column in columns:
        plain = column.casefold().strip().replace(" ", "_")
        if plain != column and plain in model.model_fields and plain not in columns:
            return column
    return ""


def _oversized(fields: Mapping[str, Any]) -> tuple[str, str]:
    """Return (field, reason) if a row would be too large to be sent in a bundle, else ("", "")."""
    characters = 0
    for name, value in fields.items():
        result = _characters(value, MAX_ROW_NESTING)
        if result is None:
            return name, msg(
                "is nested deeper than {max_row_nesting} levels", max_row_nesting=MAX_ROW_NESTING
            )
        characters += result + len(name)
    # A character needs at most six bytes in JSON, so most rows need not be measured exactly.
    if characters * 6 <= MAX_ROW_BYTES or len(canonical_bytes(dict(fields))) <= MAX_ROW_BYTES:
        return "", ""
    longest = max(fields, key=lambda name: _characters(fields[name], MAX_ROW_NESTING) or 0)
    return longest, msg("is too long: a row must fit into 4 MB")


def _characters(value: Any, levels: int) -> int | None:
    """Return the approximate number of characters of a JSON value; None if nested too deeply."""
    if isinstance(value, str):
        return len(value)
    if not isinstance(value, dict | list):
        return 4
    if not levels:
        return None
    total = 2
    for part in (*value.keys(), *value.values()) if isinstance(value, dict) else value:
        result = _characters(part, levels - 1)
        if result is None:
            return None
        total += result + 1
    return total


def summary_of(problems: Sequence[InputError]) -> InputError:
    """Return the first problem as an error whose hint lists the lines of the others."""
    first = problems[0]
    others = [str(problem.line) for problem in problems[1:]]
    hint = first.hint or msg("Nothing was changed: correct it and try again.")
    if others:
        listed = ", ".join(others[:_LISTED_PROBLEMS]) + (
            " …" if len(others) > _LISTED_PROBLEMS else ""
        )
        hint = msg(
            "More rows with problems: {count} (line {listed}). {hint}",
            count=len(others),
            listed=listed,
            hint=hint,
        )
    return InputError(first.reason, file=first.file, line=first.line, field=first.field, hint=hint)


def _from_cells(cells: Mapping[str, Any], model: type[Row]) -> dict[str, Any]:
    """Return CSV cells, which are texts, as the values of their fields.

    Lists that were made from several cells are kept.
    """
    fields: dict[str, Any] = {}
    declared, of_json = model.model_fields, model.json_fields
    for name, cell in cells.items():
        if not isinstance(cell, str):
            fields[name] = cell
        elif name in declared and name not in of_json:
            # An empty cell is a missing value, except in fields where an empty text has a meaning.
            if cell or name in model.text_fields:
                fields[name] = cell
        elif cell.strip():
            fields[name] = _json_or_text(cell)
    return fields


def _from_texts(values: dict[str, Any], model: type[Row]) -> dict[str, Any]:
    """Return values that have types, with lists and objects that are texts, as in Parquet."""
    texts = [name for name in model.json_fields if isinstance(values.get(name), str)]
    if not texts:
        return values
    return {
        name: _json_or_text(value) if name in texts else value for name, value in values.items()
    }


def untyped_cell(value: Any) -> str:
    """Return the CSV cell of an undeclared field, which `_json_or_text` reads back."""
    if value is None:
        return ""
    if isinstance(value, str) and not _is_misread(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _is_misread(text: str) -> bool:
    """Return whether a text would be read back as another value: it is blank or looks like JSON."""
    return not text.strip() or _json_or_text(text) != text


# The characters with which a JSON value begins.
_JSON_STARTS = frozenset('-0123456789"[{tfn')


def _json_or_text(cell: str) -> Any:
    """Return the value of a cell that is exactly a JSON number, boolean, list or object.

    Everything else is a text: numbers in another spelling (1.10, 007, twenty digits), which may be
    names; lists and objects that parsing would change; and JSON strings, except those that
    `untyped_cell` writes.
    """
    # Most texts are not JSON, and raising an error for each of them would be slow.
    if cell.lstrip()[:1] not in _JSON_STARTS:
        return cell
    try:
        value = parse_json(cell)
        if isinstance(value, dict | list):
            _verify(cell)
    except ValueError:
        return cell
    if isinstance(value, str):
        return value if _is_misread(value) else cell
    if value is None or (isinstance(value, int | float) and json.dumps(value) != cell):
        return cell
    return value
