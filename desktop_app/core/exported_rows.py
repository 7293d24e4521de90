"""Helpers for exporting records as rows: public names, field order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.aliases import WEIGHTED
from desktop_app.core.fields import Row
from desktop_app.core.protocol.data import Dataset


class Names:
    """Names of items and models in exported files.

    Items appear under their external ids, models under their names or their aliases.
    """

    def __init__(self, dataset: Dataset, reveal_models: bool) -> None:
        self.dataset = dataset
        self.reveal = reveal_models
        self._items = {item.key: item.name for item in dataset.items}

    def item(self, key: Any) -> str:
        """Return an item's name in files: its external id, or its key if it has none."""
        return self._items.get(str(key), str(key))

    def model(self, name: Any) -> Any:
        """Return a model's name if names may be revealed, else its alias.

        A name that is not a model's, such as a person's id, is returned unchanged.
        """
        return name if self.reveal else self.dataset.aliases.get(name, name)

    def rater(self, name: str) -> str:
        """Return a rater's name, with the model's name in it converted as by `model`."""
        model = name.removesuffix(WEIGHTED)
        # Keep the suffix (such as “/weighted”): only the model part has an alias.
        return f"{self.model(model)}{name[len(model) :]}"


def in_order(form: type[Row], body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body with the fields of its row type first, in their order."""
    return {**{name: body[name] for name in form.model_fields if name in body}, **body}


def row_of(
    form: type[Row],
    fields: Mapping[str, Any],
    extra: Mapping[str, Any] | None = None,
    keep: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Return a row with the non-empty fields, in their order, followed by the extra fields.

    Extra fields from imported files never replace known ones.

    `keep`: fields that are present even if they are empty
    """
    row = {name: value for name, value in fields.items() if value is not None or name in keep}
    # A field of the row type counts as known even if it is empty here.
    known = {*form.model_fields, *fields}
    return {**row, **{name: value for name, value in (extra or {}).items() if name not in known}}


def row_by_form(
    form: type[Row], fields: Mapping[str, Any], extra: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return a row with only the fields of its row type, in their order, then the extra fields.

    See `row_of`.
    """
    return row_of(form, {name: fields.get(name) for name in form.model_fields}, extra)
