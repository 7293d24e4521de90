"""Lead-only rows as they are in files: items by id, models by alias."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from desktop_app.core.exported_rows import Names, in_order
from desktop_app.core.fields import Row

# The fields of rows that hold keys of items, and those that hold names of models.
_ITEMS = ("task", "example")
_MODELS = ("model", "model_1", "model_2", "judge", "labeller", "critic", "scorer")


def kept_rows(
    names: Names, rows: Iterable[Mapping[str, Any]], form: type[Row]
) -> Iterator[dict[str, Any]]:
    """Yield lead-only rows in a form that can be imported again.

    `form`: class of the rows, which gives the order of fields

    Items are named by id, models by name or alias, depending on `names`.
    """
    for kept in rows:
        row = {name: value for name, value in kept.items() if value is not None}
        row |= {name: names.item(row[name]) for name in _ITEMS if name in row}
        row |= {name: names.rater(row[name]) for name in _MODELS if isinstance(row.get(name), str)}
        yield in_order(form, row)
