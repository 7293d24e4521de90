"""Tests of reading and writing rows: values keep their types, and invalid files get a clear
error.
"""

from __future__ import annotations

import csv
import io
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.core.errors import InputError
from desktop_app.core.fields import Row
from desktop_app.workspace import rows as row_reading
from desktop_app.workspace.export_files import encode
from desktop_app.workspace.rows import RawFile, RawRow, read_file, typed_rows
from plugins.dolomites.protocol import DOLOMITES

TEXT = st.text(st.characters(codec="utf-8"))
NAME = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"])).map("x{}".format)
LOOKS_LIKE_JSON = st.from_regex(r"-?[0-9]{1,25}(\.[0-9]{0,4})?([eE][+-]?[0-9]{1,2})?|\"*[a-z0-9]*\"*|[ \t]*|null|true|\[.?\]|\{\}", fullmatch=True)  # noqa: E501  # fmt: skip
VALUES = st.recursive(
    TEXT
    | LOOKS_LIKE_JSON
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: (
        st.lists(inner | st.none(), max_size=3) | st.dictionaries(TEXT, inner, max_size=3)
    ),
    max_leaves=6,
)


class Known(Row):
    known: str = ""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("rows") / "rows.csv")


@given(values=st.lists(VALUES, min_size=1, max_size=3))
@example(values=["\r0", "0\r", "a\rb", "a\r\n"])
def test_any_value_goes_through_a_csv_file_unchanged(path: str, values: list[Any]) -> None:
    rows = [{"known": "k", "odd": value} for value in values]
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(encode(rows, "csv", {"known"}))
    again = [row.extra() for _, row in typed_rows(read_file(path), Known)]
    assert again == [{"odd": value} for value in values]
    assert [type(row["odd"]) for row in again] == [type(value) for value in values]


@given(fields=st.dictionaries(NAME, VALUES, max_size=4))
def test_rows_of_modest_size_and_depth_are_taken_whatever_they_hold(fields: dict[str, Any]) -> None:
    file = RawFile("f", [RawRow(1, fields)], is_csv=False)
    ((line, row),) = typed_rows(file, Known)
    assert (line, row.extra()) == (1, fields)


@given(
    names=st.sets(NAME.map(str.strip) | st.sampled_from(["=1+1", "@x", "'=x", "＋"]), min_size=1)
)
def test_names_of_columns_go_through_a_csv_file_and_are_no_formulas(
    path: str, names: set[str]
) -> None:
    data = encode([dict.fromkeys(sorted(names), "x")], "csv")
    Path(path).write_bytes(data)
    assert set(read_file(path).rows[0].fields) == names
    assert not data.startswith((b"=", b"@"))


@pytest.mark.parametrize(
    ("suffix", "text"), [("csv", '"a\x1b[31m"\n1\n'), ("jsonl", '{"a\\u0085": 1}\n')]
)
def test_control_characters_in_the_name_of_a_field_are_refused(
    suffix: str, text: str, tmp_path: Path
) -> None:
    file = tmp_path / f"r.{suffix}"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match="name of a field contains control characters"):
        typed_rows(read_file(str(file)), Known)


@pytest.mark.parametrize(
    ("name", "text", "line", "field"),
    [
        ("r.jsonl", '{"a": 1}\n{"a": 1, "b": 2, "a": 1}\n', 2, "a"),
        ("r.jsonl", ' {"a": {"x": 1, "\\u0078": 2}}\n', 1, "x"),
        ("r.json", '[ {"a": 1} ,\n{"a": "]"},{"b": [{"c": 1, "c": 2}]}]', 3, "c"),
    ],
)
def test_a_field_that_stands_twice_is_refused_by_row_and_name(
    name: str, text: str, line: int, field: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match="occurs twice") as caught:
        read_file(str(file))
    assert (caught.value.line, caught.value.field) == (line, field)


def test_a_whole_number_beyond_the_parser_is_found_in_its_element(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    file.write_text('[{"a": 1}, {"a": 18446744073709551616}]')
    with pytest.raises(InputError, match="64 bits") as caught:
        read_file(str(file))
    assert caught.value.line == 2


@pytest.mark.parametrize("cell", ['{"a": 1, "a": 2}', "[18446744073709551616]"])
def test_a_cell_that_reading_as_json_would_change_is_a_text(cell: str, path: str) -> None:
    quoted = cell.replace('"', '""')
    Path(path).write_text(f'known,odd\nk,"{quoted}"\n', "utf-8")
    ((_, row),) = typed_rows(read_file(path), Known)
    assert row.extra() == {"odd": cell}
    Path(path).write_bytes(encode([{"known": "k", "odd": cell}], "csv"))
    assert [row.extra() for _, row in typed_rows(read_file(path), Known)] == [{"odd": cell}]


def test_what_has_no_end_is_not_read_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_reading, "MAX_FILE_BYTES", 3 << 20)
    with pytest.raises(InputError, match="neither a file nor a pipe"):
        read_file("/dev/zero")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b" " * (5 << 20))))
    with pytest.raises(InputError, match="larger than"):
        read_file("-")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with _poured(pipe, b'{"a": 1}\n'):
        assert [row.fields for row in read_file(str(pipe)).rows] == [{"a": 1}]
    with _poured(pipe, b" " * (5 << 20)), pytest.raises(InputError, match="larger than"):
        read_file(str(pipe))


@contextmanager
def _poured(pipe: Path, data: bytes) -> Iterator[None]:
    def pour() -> None:
        with suppress(BrokenPipeError):
            pipe.write_bytes(data)

    writer = threading.Thread(target=pour)
    writer.start()
    yield
    writer.join()


class Needed(Row):
    document: str


@pytest.mark.parametrize("separator", [";", "\t", ","])
def test_a_spreadsheets_separator_is_found(separator: str, tmp_path: Path) -> None:
    file = tmp_path / "items.csv"
    file.write_text(f'document{separator}note\n"a;b,c\td"{separator}1\n', "utf-8")
    ((_, row),) = typed_rows(read_file(str(file)), Needed)
    assert row.document == "a;b,c\td"


def test_a_column_that_is_nearly_named_as_the_field_is_pointed_out(tmp_path: Path) -> None:
    file = tmp_path / "items.csv"
    file.write_text("Document,Instruction\na,b\n", "utf-8")
    with pytest.raises(InputError, match="did you mean the column “Document”"):
        typed_rows(read_file(str(file)), Needed)


def test_what_is_wrong_inside_a_column_points_to_no_other(tmp_path: Path) -> None:
    file = tmp_path / "domains.jsonl"
    file.write_text('{"task": "t", "domains": ["no site"]}\n', "utf-8")
    with pytest.raises(InputError) as caught:
        typed_rows(read_file(str(file)), DOLOMITES.row_kinds["domains"].model)
    assert caught.value.field == "domains.0"
    assert "column" not in caught.value.reason


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"])
def test_a_spreadsheets_own_file_is_told_from_a_table_of_text(start: bytes, tmp_path: Path) -> None:
    file = tmp_path / "items.xlsx"
    file.write_bytes(start + b"document,note\n")
    with pytest.raises(InputError, match="not a table of plain text") as caught:
        read_file(str(file))
    assert "CSV" in caught.value.hint


@pytest.mark.parametrize("before", ["\n", "\r\n", "\n\n", " ", "\u00a0", "\v", "\u2028", "'\n"])
@pytest.mark.parametrize("sign", "=+-@＝＋")
def test_a_formula_behind_a_line_break_is_neutralised_and_reversed(
    before: str, sign: str, tmp_path: Path
) -> None:
    text = f"{before}{sign}1+1"
    file = tmp_path / "rows.csv"
    file.write_bytes(encode([{"document": text}], "csv", ["document"]))
    with file.open(encoding="utf-8", newline="") as opened:
        (row,) = csv.DictReader(opened)
    assert row["document"] == f"'{text}"
    ((_, read),) = typed_rows(read_file(str(file)), Needed)
    assert read.document == text
