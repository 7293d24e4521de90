"""Spreadsheets (XLSX) as tables."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

from desktop_app.core.errors import InputError, UsageError
from desktop_app.core.messages import msg
from desktop_app.workspace.import_table import (
    MOST_ROWS,
    Line,
    Table,
    TableOptions,
    cells_table,
    filled_count,
    first_rows_of,
    header_notes,
    header_place,
    no_rows,
    plain_value,
)
from desktop_app.workspace.rows import MAX_FILE_BYTES, too_large

# Maximum number of rows that a warning lists.
_LISTED_ROWS = 20
# Rank of a sheet that can be a table: several lines and columns.
_TABLE = 3
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z]+[0-9]+:[A-Z]+[0-9]+)"')
# A formula whose result the spreadsheet program has not stored. Results that are empty texts have
# the type “str”.
_UNSTORED = re.compile(
    rb'<c\b(?![^>]*\bt="str")[^>]*><f\b[^>]*(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>'
)


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
    lines: list[Line]
    wrong: Set[int]
    merged: Sequence[_Merged]


def read_xlsx(data: bytearray, name: str, options: TableOptions) -> Table:
    """Return a sheet of a spreadsheet: the one with this name, else the first that has cells.

    A sheet with a single row or column, such as a cover, is read only if no other has more.
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
                raise too_large(name)
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
        raise no_rows(name)
    return _sheet_table(sheet, sheets, name, options, warnings)


def _sheet_table(
    sheet: _Sheet,
    sheets: tuple[str, ...],
    name: str,
    options: TableOptions,
    warnings: list[str],
) -> Table:
    place = header_place(sheet.lines, options, name)
    if not options.header_row:
        place = _below_groups(sheet, place)
    notes = header_notes(sheet.lines, place)
    if others := ", ".join(one for one in sheets if one != sheet.name):
        notes.append(msg("Other sheets of the file: {others} (--sheet).", others=others))
    first_rows = first_rows_of(sheet.lines)
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
    used = [(row, sheet.lines[place][1][:width])]
    for line, cells in sheet.lines[place + 1 :]:
        if line not in sheet.wrong:
            short = _shortened(cells)
            used.append((line, short + [""] * (width - len(short))))
    reason = msg("a cell contains an error, such as #N/A")
    problems = [InputError(reason, file=name, line=line) for line in sheet.wrong if line > row]
    return cells_table(
        used,
        name,
        msg("XLSX, sheet “{sheet}”", sheet=sheet.name) if len(sheets) > 1 else "XLSX",
        problems,
        sheet=sheet.name,
        sheets=sheets,
        first_rows=first_rows,
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
            and filled_count(rows.get(one.row, [])[one.column : one.column + 1])
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
    # 0: an empty sheet, 1: a single line, 2: several lines in one column
    best, best_rank = _Sheet("", [], frozenset(), ()), 0
    for one in [sheet] if sheet else sheets:
        wrong: set[int] = set()
        lines = list(_sheet_lines(workbook[one], name, wrong))
        # A cover with a single line, or with notes in a single column, is no table.
        is_wide = max((len(cells) for _, cells in lines), default=0) > 1
        rank = _TABLE if len(lines) > 1 and is_wide else min(len(lines), _TABLE - 1)
        if rank > best_rank:
            # The library finds merged cells only if it keeps the whole file in memory.
            merged = _merged(archive.read(workbook[one]._worksheet_path))
            best, best_rank = _Sheet(one, lines, wrong, merged), rank
        if rank == _TABLE:
            break
    return best


def _merged(content: bytes) -> list[_Merged]:
    """Return the ranges of merged cells in the XML of a sheet; they follow its rows."""
    from openpyxl.utils.cell import range_boundaries

    found = []
    for match in _MERGED.finditer(content, max(0, content.rfind(b"sheetData>"))):
        column, row, last_column, last_row = range_boundaries(match[1].decode())
        found.append(_Merged(row, last_row, column - 1, last_column - 1))
    return found


def _sheet_lines(sheet: Any, name: str, wrong: set[int]) -> Iterator[Line]:
    """Yield the number and the cells of each row that is not empty, up to its last value.

    `wrong`: receives the numbers of rows with errors
    """
    # The declared size may be wrong, and would make every row as wide as it claims.
    sheet.reset_dimensions()
    for number, cells in enumerate(sheet.iter_rows(), 1):
        if number > MOST_ROWS:
            raise InputError(
                msg("more than {most} rows", most=f"{MOST_ROWS:,}"),
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
    return str(plain_value(value))
