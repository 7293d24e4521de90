"""Tests of table files: every format gives the same columns and rows, broken files a clear
error.
"""

from __future__ import annotations

import csv
import datetime
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.errors import InputError, UsageError
from desktop_app.text.spreadsheet import protect
from desktop_app.workspace import xlsx_table
from desktop_app.workspace.import_table import Table, TableOptions
from desktop_app.workspace.table_reading import read_table

# XML has no control characters, and turns a carriage return into a line feed.
LETTERS = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"])
CELL = st.text(LETTERS, max_size=12).map(str.strip)
NAME = st.from_regex(r"[a-zäß][a-z_ ]{0,8}", fullmatch=True).map(str.strip)
TABLES = st.lists(NAME, min_size=2, max_size=4, unique=True).flatmap(
    lambda names: st.tuples(
        st.just(names),
        st.lists(
            st.lists(CELL, min_size=len(names), max_size=len(names)).filter(any),
            min_size=1,
            max_size=6,
        ),
    )
)


def cells(table: Table) -> list[list[str]]:
    names = [one.name for one in table.columns]
    return [[row.fields.get(name) or "" for name in names] for row in table.file.rows]


def as_csv(names: list[str], rows: list[list[str]], delimiter: str, encoding: str) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerow(map(protect, names))
    writer.writerows([protect(cell) for cell in row] for row in rows)
    return out.getvalue().encode(encoding)


def as_xlsx(names: list[str], rows: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    for line in (names, *rows):
        book.active.append(line)
    for row in book.active.iter_rows():
        for cell in row:
            # A text that begins with “=” is a text here, no formula.
            if isinstance(cell.value, str):
                cell.data_type = "s"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def as_parquet(names: list[str], rows: list[list[Any]]) -> bytes:
    out = io.BytesIO()
    columns = {name: [row[place] for row in rows] for place, name in enumerate(names)}
    pyarrow.parquet.write_table(pyarrow.table(columns), out)
    return out.getvalue()


def objects(names: list[str], rows: list[list[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(names, row, strict=True)) for row in rows]


FORMATS: dict[str, Callable[[list[str], list[list[str]]], bytes]] = {
    "comma.csv": lambda names, rows: as_csv(names, rows, ",", "utf-8"),
    "semicolon.csv": lambda names, rows: as_csv(names, rows, ";", "utf-8-sig"),
    "tab.tsv": lambda names, rows: as_csv(names, rows, "\t", "utf-16"),
    "table.xlsx": as_xlsx,
    "array.json": lambda names, rows: json.dumps(objects(names, rows)).encode(),
    "lines.jsonl": lambda names, rows: b"".join(
        json.dumps(one).encode() + b"\n" for one in objects(names, rows)
    ),
    "table.parquet": as_parquet,
}


@pytest.mark.parametrize("name", FORMATS)
@given(made=TABLES)
def test_a_table_goes_through_every_format(
    name: str, made: tuple[list[str], list[list[str]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    names, rows = made
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(FORMATS[name](names, rows))
    table = read_table(str(path))
    assert [one.name for one in table.columns] == names
    assert cells(table) == rows
    assert [one.filled for one in table.columns] == [
        sum(bool(row[place].strip()) for row in rows) for place in range(len(names))
    ]
    assert not table.problems


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16LE"),
        ("utf-16-be", "UTF-16BE"),
        ("cp1252", "Windows-1252"),
    ],
)
def test_delimiter_and_encoding_are_detected(
    delimiter: str, encoding: str, shown: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    text = f'id{delimiter}größe\n1{delimiter}"a, b; c | d\te"\n2{delimiter}ça\n'
    path.write_bytes(text.encode(encoding))
    table = read_table(str(path))
    assert (table.encoding, table.delimiter) == (shown, delimiter)
    assert cells(table) == [["1", "a, b; c | d\te"], ["2", "ça"]]
    assert [row.line for row in table.file.rows] == [2, 3]
    # A guess, unless somebody has chosen it.
    assert bool(table.warnings) == (shown == "Windows-1252")
    assert not read_table(str(path), TableOptions(encoding=shown)).warnings


def test_utf8_with_a_wrong_byte_is_not_read_as_windows_1252(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("id,text\n1,größer über alles\n2,".encode() + b"\xff\n")
    with pytest.raises(InputError, match="not UTF-8") as caught:
        read_table(str(path))
    assert caught.value.line == 3
    assert read_table(str(path), TableOptions(encoding="Windows-1252")).row_count == 2


def test_rows_with_other_numbers_of_cells_are_problems_by_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('id,text\n1,"a\nb"\n2,b,c\n,\n3\n4,d\n')
    table = read_table(str(path))
    assert [problem.line for problem in table.problems] == [4, 6]
    assert [row.line for row in table.file.rows] == [2, 7]
    assert table.row_count == 4


def test_columns_without_names_or_with_the_same_name_get_names(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("text,,text,\n1,2,3,\n")
    table = read_table(str(path))
    assert [one.name for one in table.columns] == ["text", "column_2", "text (2)"]
    assert table.header_problem is not None


def test_cells_of_a_spreadsheet_are_read_like_those_of_a_csv_file(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    # Spreadsheets know no time zones, and store a day as its midnight.
    day, moment = map(datetime.datetime.fromisoformat, ("2025-11-21", "2025-11-21T09:30"))
    path.write_bytes(
        as_xlsx(
            ["text", "n", "x", "yes", "day", "at"],
            [["a", 7, 0.5, True, day, moment], [None, None, None, None, None, None], ["b", 8.0]],
        )
    )
    table = read_table(str(path))
    assert cells(table) == [
        ["a", "7", "0.5", "true", "2025-11-21", "2025-11-21T09:30:00"],
        ["b", "8", "", "", "", ""],
    ]
    assert [row.line for row in table.file.rows] == [2, 4]


def test_the_first_sheet_with_cells_is_read_or_the_named_one(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.create_sheet("Items").append(["text"])
    book["Items"].append(["a"])
    book.create_sheet("Notes").append(["note"])
    book["Notes"].append(["b"])
    path = tmp_path / "a.xlsx"
    book.save(path)
    table = read_table(str(path))
    assert (table.sheet, table.sheets) == ("Items", ("Sheet", "Items", "Notes"))
    assert [one.name for one in read_table(str(path), TableOptions(sheet="Notes")).columns] == [
        "note"
    ]
    with pytest.raises(UsageError, match="no sheet “Answers”"):
        read_table(str(path), TableOptions(sheet="Answers"))
    # A cover with a single line is not the table.
    book["Sheet"].append(["Texts of the year"])
    book.save(path)
    assert read_table(str(path)).sheet == "Items"
    assert read_table(str(path), TableOptions(sheet="Notes")).sheet == "Notes"


def test_a_sheet_of_notes_is_not_the_table_and_the_others_are_named(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for line in ("Read me", "How the texts were chosen", "Who chose them"):
        book["Sheet"].append([line])
    book.create_sheet("Data").append(["id", "text"])
    book["Data"].append(["1", "a"])
    path = tmp_path / "a.xlsx"
    book.save(path)
    table = read_table(str(path))
    assert [one.name for one in table.columns] == ["id", "text"]
    assert "Other sheets of the file: Sheet (--sheet)." in table.notes
    notes = read_table(str(path), TableOptions(sheet="Sheet"))
    assert [one.name for one in notes.columns] == ["Read me"]


def test_errors_and_unstored_formulas_in_cells_are_reported(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for line in (["id", "text"], ["1", "=1+1"], ["2", "#N/A"]):
        book.active.append(line)
    path = tmp_path / "a.xlsx"
    book.save(path)
    table = read_table(str(path))
    assert [problem.line for problem in table.problems] == [3]
    assert "formulas" in table.warnings[0]


TITLE = "Auswertung, Stand: Mai 2026"


def sheet(path: Path, rows: list[list[Any]], *merged: str) -> str:
    book = openpyxl.Workbook()
    for cells in rows:
        book.active.append(cells)
    for one in merged:
        book.active.merge_cells(one)
    book.save(path)
    return str(path)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (f"{TITLE}\nid;text\n1;Ja, gut\n2;Nein\n", 2),
        (f"{TITLE};;\n;;\nid;text;model\n1;Ja, gut;m\n2;Nein;m\n", 3),
        ('\n \n"Auswertung, Mai"\n\nid,text\n1,Ja\n2,Nein\n', 5),
        ("\n\nid,text\n1,Ja\n2,Nein\n", 3),
        ("sep=;\nid;text\n1;Ja, gut\n2;Nein\n", 2),
        ("Auswertung;;;Mai\nid;text;a;b\n1;Ja;x;y\n2;Nein;x;y\n3;Nein;x;y\n", 2),
        # No titles: columns without names, and a single column.
        (",text\n1,Ja\n2,Nein\n", 1),
        ("text\nJa\nYes, please\nNein\n", 1),
    ],
)
def test_column_names_are_found_below_titles(text: str, row: int, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, "utf-8")
    table = read_table(str(path))
    assert table.header_row == row
    names = [one.name for one in table.columns]
    assert "text" in names
    has_title = "Auswertung" in text or "sep=" in text
    assert has_title == any("the rows above" in one for one in table.notes)
    first = table.file.rows[0]
    assert first.fields["text"].startswith("Ja")
    assert first.line == row + 1


def test_another_row_can_have_the_column_names(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old id,old text\n\nid,text\n1,Ja\n2,Nein\n", "utf-8")
    assert read_table(str(path)).first_rows == {
        1: "old id, old text",
        3: "id, text",
        4: "1, Ja",
        5: "2, Nein",
    }
    table = read_table(str(path), TableOptions(header_row=3))
    assert [one.name for one in table.columns] == ["id", "text"]
    assert cells(table) == [["1", "Ja"], ["2", "Nein"]]
    # The names of earlier files are recognised.
    known = TableOptions(columns={"id", "text", "model"})
    assert read_table(str(path), known).header_row == 3
    for row in (2, 9):
        with pytest.raises(UsageError, match=f"row {row} of .* is empty or missing"):
            read_table(str(path), TableOptions(header_row=row))


def test_column_names_of_a_spreadsheet_are_found_below_a_merged_title(tmp_path: Path) -> None:
    rows = [[TITLE], [], ["Nr", "Text", "Modell"], [1, "Ja", "m"], [2, "Nein", "m"]]
    table = read_table(sheet(tmp_path / "a.xlsx", rows, "A1:C2"))
    assert table.header_row == 3
    assert [one.name for one in table.columns] == ["Nr", "Text", "Modell"]
    assert cells(table) == [["1", "Ja", "m"], ["2", "Nein", "m"]]
    assert table.notes == ("Column names are in row 3; the rows above are not used.",)
    assert not table.problems


def test_column_names_below_titles_of_groups_are_used(tmp_path: Path) -> None:
    rows = [["Nr", "Texte", None], [None, "Quelle", "Antwort"], [1, "a", "b"], [2, "c", "d"]]
    table = read_table(sheet(tmp_path / "a.xlsx", rows, "A1:A2", "B1:C1"))
    assert [one.name for one in table.columns] == ["Nr", "Quelle", "Antwort"]
    assert cells(table) == [["1", "a", "b"], ["2", "c", "d"]]


def test_values_of_merged_cells_are_repeated_in_the_rows_below(tmp_path: Path) -> None:
    rows = [
        ["id", "document", "text", "model"],
        [1, "Long text", "A", "m"],
        [2, None, "B", "n"],
        [3, None, "C", None],
        [4, "Other", "D", "o"],
        [5, "Both", None, "p"],
        [],
    ]
    path = sheet(tmp_path / "a.xlsx", rows, "B2:B4", "D3:D4", "B6:C6", "A6:A7", "D6:D7")
    table = read_table(path)
    assert cells(table) == [
        ["1", "Long text", "A", "m"],
        ["2", "Long text", "B", "n"],
        ["3", "Long text", "C", "n"],
        ["4", "Other", "D", "o"],
        ["5", "Both", "", "p"],
    ]
    assert table.notes == ("Values of merged cells repeated in the rows below: 3.",)
    assert table.warnings == (
        "Cells merged across columns have a value only in the first column: row 6.",
    )


def test_values_of_parquet_become_json_values(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    columns = {
        "n": pyarrow.array([1, None]),
        "x": pyarrow.array([0.5, float("nan")]),
        "day": pyarrow.array([datetime.date(2025, 1, 2), None]),
        "at": pyarrow.array([1735787040 * 10**9, None], pyarrow.timestamp("ns")),
        "tags": pyarrow.array([["a"], []]),
        "about": pyarrow.array([{"k": 1}, None]),
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
    rows = [row.fields for row in read_table(str(path)).file.rows]
    assert rows[0] == {
        "n": 1,
        "x": 0.5,
        "day": "2025-01-02",
        "at": "2025-01-02T03:04:00",
        "tags": ["a"],
        "about": {"k": 1},
    }
    assert rows[1]["x"] is None


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.xlsx", b"PK\x03\x04 cut", "not a spreadsheet"),
        ("a.xlsx", b"id,text\n1,a\n", "not a XLSX file"),
        ("a.xls", b"\xd0\xcf\x11\xe0 old", "old spreadsheet"),
        ("a.parquet", b"PAR1 cut PAR1", "not a Parquet file"),
        ("a.parquet", b"{}", "not a PARQUET file"),
        ("a.csv", b"id,text\n1,\0\xff\xff\n", "not a table"),
        ("a.csv", bytes(range(256)) * 20, "not a table"),
        ("a.csv", b"\1\2\3\4\5 a", "not a table"),
        ("a.csv", b"id,text\n", "a header, but no rows"),
        ("a.csv", b" \n", "empty"),
        ("a.csv", (",".join(f"c{n}" for n in range(1001)) + "\n").encode(), "1000 columns"),
        # Files without line breaks.
        ("a.csv", b"a,b," * (1 << 20), "1000 columns"),
        ("a.csv", b"a,b," * (5 << 20), "the line has more than 16 million"),
        ("a.csv", b'id,"' + b"a b\n" * (5 << 20) + b'"\n', "a cell has more than 16 million"),
    ],
)
def test_files_that_cannot_be_read_are_named(
    name: str, data: bytes, words: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(InputError, match=words) as caught:
        read_table(str(path))
    assert caught.value.file == str(path)
    assert caught.value.hint


def _changed(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, change(content) if name.endswith(part) else content)
    return out.getvalue()


BOMB = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaaaaaaaa">' + b"".join(
    f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 16}">'.encode() for n in range(9)
)


@pytest.mark.parametrize(
    ("part", "change"),
    [
        # Entities that expand to 10 GB.
        ("sheet1.xml", lambda xml: BOMB + b"]><worksheet>&j;</worksheet>"),
        # A file of this computer.
        (
            "sheet1.xml",
            lambda xml: b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w>&a;</w>',
        ),
        # Rows far beyond the last one of any spreadsheet.
        ("sheet1.xml", lambda xml: xml.replace(b'r="2"', b'r="99999999999"')),
        ("sheet1.xml", lambda xml: xml[: len(xml) // 2]),
        ("workbook.xml", lambda xml: b""),
    ],
)
def test_a_hostile_spreadsheet_is_refused_quickly(
    part: str, change: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(_changed(as_xlsx(["id"], [["a"]]), part, change))
    with pytest.raises(InputError) as caught:
        read_table(str(path))
    assert "root:" not in str(caught.value)


def test_a_wrong_size_of_a_sheet_makes_no_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    data = as_xlsx(["id"], [["a"]])
    path.write_bytes(_changed(data, "sheet1.xml", lambda x: x.replace(b"A1:A2", b"A1:XFD1048576")))
    assert cells(read_table(str(path))) == [["a"]]


def test_what_would_be_huge_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(as_xlsx(["id"], [["a" * 30000]] * 40))
    monkeypatch.setattr(xlsx_table, "MAX_FILE_BYTES", 20000)
    with pytest.raises(InputError, match="larger than"):
        read_table(str(path))


@pytest.mark.parametrize(
    ("data", "texts", "notes"),
    [
        ({"data": [{"text": "a"}, {"text": "b"}], "version": 1}, ["a", "b"], ["data"]),
        ({"answers": [{"text": "a"}]}, ["a"], ["answers"]),
        # An item of its own, with a list that belongs to it.
        ({"text": "a", "turns": [{"text": "b"}]}, ["a"], []),
        ({"text": "a", "data": [{"text": "b"}], "turns": [{"text": "c"}]}, ["a"], []),
        ({"texts": [{"text": "a"}], "tags": ["x"], "authors": []}, ["a"], ["texts"]),
        ({}, [None], []),
    ],
)
def test_a_list_of_rows_inside_an_object_is_read(
    tmp_path: Path, data: dict[str, Any], texts: list[str], notes: list[str]
) -> None:
    file = tmp_path / "rows.json"
    file.write_text(json.dumps(data), "utf-8")
    table = read_table(str(file))
    assert [row.fields.get("text") for row in table.file.rows] == texts
    assert list(table.notes) == [f"Read the rows in “{name}”." for name in notes]


@pytest.mark.parametrize("more", [{}, {"version": "1", "about": {"by": "us"}}])
def test_one_of_several_lists_of_rows_is_read(tmp_path: Path, more: dict[str, Any]) -> None:
    file = tmp_path / "rows.json"
    lists = {"train": [{"text": "a"}, {"text": "b"}], "test": [{"text": "c"}]}
    file.write_text(json.dumps({**more, **lists}), "utf-8")
    table = read_table(str(file))
    assert [row.fields for row in table.file.rows] == lists["train"]
    assert (table.sheet, table.sheets) == ("train", ("train", "test"))
    assert [str(one) for one in table.notes] == [
        "Read the rows in “train”.",
        "Other lists of the file: test (--sheet).",
    ]
    table = read_table(str(file), TableOptions(sheet="test"))
    assert [row.fields for row in table.file.rows] == lists["test"]
    with pytest.raises(UsageError, match="no list of rows “dev”") as caught:
        read_table(str(file), TableOptions(sheet="dev"))
    assert caught.value.hint == "Its lists: train, test."


def test_a_list_that_may_belong_to_an_item_is_read_if_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    file.write_text(json.dumps({"id": "1", "turns": [{"text": "a"}]}), "utf-8")
    table = read_table(str(file), TableOptions(sheet="turns"))
    assert [row.fields for row in table.file.rows] == [{"text": "a"}]
