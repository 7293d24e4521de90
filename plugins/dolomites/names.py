"""Lead-only rows as files have them: items by their ids, models by their aliases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from desktop_app.core.exported_rows import Names, in_order
from desktop_app.core.fields import Row

_ITEMS = ("task", "example")
_MODELS = ("model", "model_1", "model_2", "judge", "labeller", "critic", "scorer")


def kept_rows(
    names: Names, rows: Iterable[Mapping[str, Any]], form: type[Row]
) -> Iterator[dict[str, Any]]:
    """Yield lead-only rows as they can be imported: items by their ids, models by their aliases."""
    for kept in rows:
        row = {name: value for name, value in kept.items() if value is not None}
        row |= {name: names.item(row[name]) for name in _ITEMS if name in row}
        row |= {name: names.rater(row[name]) for name in _MODELS if isinstance(row.get(name), str)}
        yield in_order(form, row)
