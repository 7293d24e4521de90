"""Helpers for exporting records as rows: public names, field order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.aliases import WEIGHTED
from desktop_app.core.fields import Row
from desktop_app.core.protocol import Dataset


class Names:
    """What the items and models of one dataset are called in files that go out: items by their
    ids, models by their names or by their aliases."""

    def __init__(self, dataset: Dataset, reveal_models: bool) -> None:
        self.dataset = dataset
        self.reveal = reveal_models
        self._items = {item.key: item.name for item in dataset.items}

    def item(self, key: Any) -> str:
        """Return what an item goes by in files: its external id, else its key."""
        return self._items.get(str(key), str(key))

    def model(self, name: Any) -> Any:
        """Return a model's name if names should be told, else its alias; people stay."""
        return name if self.reveal else self.dataset.aliases.get(name, name)

    def rater(self, name: str) -> str:
        """Return a rater's name under the alias of the model in it."""
        model = name.removesuffix(WEIGHTED)
        return f"{self.model(model)}{name[len(model) :]}"


def in_order(form: type[Row], body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body with the fields of its form first, in their order."""
    return {**{name: body[name] for name in form.model_fields if name in body}, **body}


def row_of(
    form: type[Row],
    fields: Mapping[str, Any],
    extra: Mapping[str, Any] | None = None,
    keep: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Return a row with the fields that hold something, as they come; what someone sent as extra
    fields never is instead of known ones.

    keep  fields that are there even if they hold nothing
    """
    row = {name: value for name, value in fields.items() if value is not None or name in keep}
    known = {*form.model_fields, *fields}
    return {**row, **{name: value for name, value in (extra or {}).items() if name not in known}}


def row_by_form(
    form: type[Row], fields: Mapping[str, Any], extra: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return a row with the fields of its form alone, in their order, and then the extra ones, as
    `row_of` does."""
    return row_of(form, {name: fields.get(name) for name in form.model_fields}, extra)
