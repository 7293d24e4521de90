"""Records that rows become, whatever their kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from desktop_app.core import keys
from desktop_app.core.fields import Blank, Identifier, Number
from desktop_app.core.protocol import Draft, ImportContext
from plugins.dolomites.shapes import KEY, present

OptionalId = Annotated[Identifier | None, Blank]
Seconds = Annotated[Annotated[Number, Field(ge=0)] | None, Blank]


def data(
    what: str,
    row: Mapping[str, Any],
    key: tuple[Any, ...],
    context: ImportContext,
    *,
    label: str = "",
    author: str = "",
) -> Draft:
    """Return a lead-only record of a row of this protocol's own.

    key     what tells it from others of its kind
    author  who states it; empty: the lead
    """
    named = keys.row_key(context.project, KEY, what, *key)
    body = {"protocol": KEY, "what": what, "row": present(row)}
    return Draft("data", named, body, author or context.lead, label or f"{what} {named[:8]}")


def external_person(person: str, context: ImportContext) -> Draft:
    """Return somebody who is known through imported rows alone, unless they are known already."""
    body = {"role": "annotator", "external": True}
    return Draft("person", person, body, context.lead, person, only_if_absent=True)


def annotation_body(
    item: str,
    annotator: str,
    stage: str,
    answers: Mapping[str, Any],
    seconds: float | None = None,
    extra: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the body of an annotation of any stage."""
    return present(
        {
            "protocol": KEY,
            "item": item,
            "annotator": annotator,
            "stage": stage,
            "answers": dict(answers),
            "seconds": seconds,
            "extra": dict(extra or {}),
        }
    )
