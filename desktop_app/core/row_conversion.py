"""Helpers of protocols for importing rows as records and for exporting records as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from desktop_app.core import keys
from desktop_app.core.aliases import model_in
from desktop_app.core.errors import RefusedError
from desktop_app.core.fields import Row
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext


def metric_draft(
    protocol: str,
    row: Any,
    question: str,
    context: ImportContext,
    find: Callable[[str, ImportContext], str] | None = None,
) -> Draft:
    """Return the draft of an automatic rating, whose author is the metric rater.

    `row`: a row with item, method, value and run, and the rated part of the item if it has several
    `question`: the question that the value answers
    `find`: returns the key of the item with a name; None: `known_item`
    """
    item = (find or known_item)(row.item, context)
    body = present({**row.model_dump(exclude=set(row.extra())), "extra": row.extra()})
    # `present` drops empty fields, but an empty value must be kept: the method returned no number.
    body |= {"item": item, "question": question, "value": row.value}
    # Items with one text have the keys of earlier versions of the program.
    part = [str(body.get(name, "")) for name in ("annotator", "part")]
    named = item, row.method, question, row.run or 0, *(part if any(part) else ())
    return Draft(
        "metric_rating",
        keys.row_key(context.project, protocol, "metric", *named),
        body,
        f"metric:{row.method}",
        f"{row.item} by {row.method}",
    )


def present(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the non-empty fields: those that are not None, an empty list or an empty object.

    Empty texts are kept, because they are data.
    """
    # 0 and False are kept: they equal neither None nor an empty container.
    return {name: value for name, value in fields.items() if value not in (None, {}, [])}


def known_item(reference: str, context: ImportContext) -> str:
    """Return the key of an item. Raises RefusedError for an unknown item."""
    result = context.find_item(reference)
    if result is None:
        raise RefusedError(
            msg("unknown item “{reference}”", reference=reference),
            hint=msg("Import its items first, or correct the ID."),
        )
    return result


def rater_of(name: str, context: ImportContext) -> str:
    """Return a rater's name; a model's alias is replaced with the model's name."""
    model = model_in(name)
    return context.model_of(model) + name[len(model) :]


def external_person(person: str, context: ImportContext) -> Draft:
    """Return the draft of a person who is known only from imported rows.

    An existing record of the person is left unchanged.
    """
    body = {"role": "annotator", "external": True}
    # `only_if_absent`: importing answers must not turn a known annotator into an external one.
    return Draft("person", person, body, context.lead, person, only_if_absent=True)


def annotation_body(
    protocol: str,
    item: str,
    annotator: str,
    stage: str,
    answers: Mapping[str, Any],
    seconds: float | None = None,
    extra: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the body of an annotation.

    `answers`: in the protocol's normal form
    `extra`: further fields of the row that are not answers
    """
    return present(
        {
            "protocol": protocol,
            "item": item,
            "annotator": annotator,
            "stage": stage,
            "answers": dict(answers),
            "seconds": seconds,
            "extra": dict(extra or {}),
        }
    )


def external_annotation(
    body: Mapping[str, Any], context: ImportContext, label: str
) -> Iterator[Draft]:
    """Yield an external person and the annotation with this body.

    `label`: the annotation's name in messages
    """
    annotator = str(body["annotator"])
    yield external_person(annotator, context)
    key = keys.work_key(str(body["item"]), annotator, str(body["stage"]))
    yield Draft("annotation", key, body, annotator, label)


def item_drafts(
    key: str,
    row_id: str | None,
    body: Mapping[str, Any],
    origin: Mapping[str, Any],
    extra: Mapping[str, Any],
    context: ImportContext,
) -> Iterator[Draft]:
    """Yield an item and its lead-only origin.

    `row_id`: the id of the row, which becomes the item's external id
    `origin`: what annotators must not see, such as the model
    `extra`: the row's unknown fields
    """
    label = row_id or key
    yield Draft("item", key, body, context.lead, label)
    # An id that equals the item's own key was written by an export of an item without an id.
    external_id = row_id if row_id != key else None
    hidden = {"item": key, "external_id": external_id, **origin, "extra": extra}
    yield Draft("origin", key, present(hidden), context.lead, label)


def kept_row(
    protocol: str,
    what: str,
    row: Mapping[str, Any],
    key: tuple[Any, ...],
    context: ImportContext,
    *,
    label: str = "",
    author: str = "",
) -> Draft:
    """Return the draft of a lead-only record of a protocol-specific row.

    `key`: values that identify the row within its kind
    `label`: name of the row in messages; empty: made from its kind and key
    `author`: the author of the record; empty: the lead
    """
    named = keys.row_key(context.project, protocol, what, *key)
    body = {"protocol": protocol, "what": what, "row": present(row)}
    # By default, the author is the lead, who imported the row.
    return Draft("data", named, body, author or context.lead, label or f"{what} {named[:8]}")


# Exporting
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
        model = model_in(name)
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
    """Return a row with the fields that are not None, in their order, followed by the extra fields.

    Extra fields from imported files never replace known ones.

    `keep`: fields that are present even if they are None
    """
    row = {name: value for name, value in fields.items() if value is not None or name in keep}
    # A field of the row type counts as known even if it is None here.
    known = {*form.model_fields, *fields}
    return {**row, **{name: value for name, value in (extra or {}).items() if name not in known}}


def row_by_form(
    form: type[Row], fields: Mapping[str, Any], extra: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return a row with only the fields of its row type, in their order, then the extra fields.

    See `row_of`.
    """
    return row_of(form, {name: fields.get(name) for name in form.model_fields}, extra)
