"""Lead-only rows as they are in files: items by id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from desktop_app.core.exported_rows import Names, in_order
from desktop_app.core.fields import Row

# The fields of rows that hold keys of items.
_ITEMS = ("task", "example")


def kept_rows(
    names: Names, rows: Iterable[Mapping[str, Any]], form: type[Row]
) -> Iterator[dict[str, Any]]:
    """Yield lead-only rows in a form that can be imported again.

    `form`: class of the rows, which gives the order of fields

    Items are named by id.
    """
    for kept in rows:
        row = {name: value for name, value in kept.items() if value is not None}
        row |= {name: names.item(row[name]) for name in _ITEMS if name in row}
        yield in_order(form, row)
