"""What things are called in the files that go out: items by their ids, models by their aliases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from desktop_app.core.aliases import WEIGHTED
from desktop_app.core.fields import Row
from desktop_app.core.protocol import Dataset, ImportContext


class Names:
    """Names of one dataset's items and models."""

    def __init__(self, dataset: Dataset, reveal_models: bool) -> None:
        self.dataset = dataset
        self.reveal = reveal_models
        self._items = {
            item.key: str(item.origin.get("external_id") or item.key) for item in dataset.items
        }

    def item(self, key: Any) -> str:
        """Return what an item goes by in files: its external id, else its key."""
        return self._items.get(str(key), str(key))

    def model(self, name: Any) -> Any:
        """Return a model's name if names are to be told, else its alias; people stay."""
        return name if self.reveal else self.dataset.aliases.get(name, name)

    def rater(self, name: str) -> str:
        """Return a rater's name under the alias of the model in it."""
        model = name.removesuffix(WEIGHTED)
        return f"{self.model(model)}{name[len(model) :]}"


def rater_of(name: str, context: ImportContext) -> str:
    """Return a rater's name from that name, or from the alias of the model in it."""
    model = name.removesuffix(WEIGHTED)
    return context.model_of(model) + name[len(model) :]


def row_of(
    form: type[Row], fields: Mapping[str, Any], extra: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return a row with the fields of its form first, in their order; what somebody sent as extra
    fields never stands in the place of known ones."""
    known = {name: fields[name] for name in form.model_fields if fields.get(name) is not None}
    more = {name: value for name, value in (extra or {}).items() if name not in form.model_fields}
    return {**known, **more}


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
        yield {**{name: row[name] for name in form.model_fields if name in row}, **row}
