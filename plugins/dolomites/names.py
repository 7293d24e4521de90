"""Lead-only rows in the form that files have, with ids of items instead of keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from desktop_app.core.fields import Row
from desktop_app.core.row_conversion import Names, in_order

# Fields of rows that contain keys of items.
_ITEMS = ("task", "example")


def kept_rows(
    names: Names, rows: Iterable[Mapping[str, Any]], form: type[Row]
) -> Iterator[dict[str, Any]]:
    """Yield lead-only rows in a form that can be imported again, with items named by id.

    `form`: class of the rows, which determines the order of fields
    """
    for kept in rows:
        row = {name: value for name, value in kept.items() if value is not None}
        row |= {name: names.item(row[name]) for name in _ITEMS if name in row}
        yield in_order(form, row)
