"""CSV knows only text: what a field without a type was, it must be again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.fields import Row
from desktop_app.workspace.exporting import encode
from desktop_app.workspace.rows import RawFile, RawRow, read_file, typed_rows

TEXT = st.text(st.characters(codec="utf-8"))
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
def test_any_value_goes_through_a_csv_file_unchanged(path: str, values: list[Any]) -> None:
    rows = [{"known": "k", "odd": value} for value in values]
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(encode(rows, "csv", {"known"}))
    again = [row.extra() for _, row in typed_rows(read_file(path), Known)]
    assert again == [{"odd": value} for value in values]
    assert [type(row["odd"]) for row in again] == [type(value) for value in values]


@given(fields=st.dictionaries(TEXT.map("x{}".format), VALUES, max_size=4))
def test_rows_of_modest_size_and_depth_are_taken_whatever_they_hold(fields: dict[str, Any]) -> None:
    file = RawFile("f", [RawRow(1, fields)], is_csv=False)
    ((line, row),) = typed_rows(file, Known)
    assert (line, row.extra()) == (1, fields)
