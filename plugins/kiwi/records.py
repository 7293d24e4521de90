"""Records that rows of this protocol become, and field types these rows share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from desktop_app.core import imported_rows
from desktop_app.core.fields import Blank, Text, Whole
from desktop_app.core.protocol import Draft, ImportContext
from plugins.kiwi.shapes import KEY

Count = Annotated[Annotated[Whole, Field(ge=0, le=100_000)] | None, Blank]


def said(text: str) -> str:
    """Return a text that says something; raises ValueError."""
    if not text.strip():
        raise ValueError("must not be empty")
    return text


Said = Annotated[Text, AfterValidator(said)]


def data(
    what: str,
    row: Mapping[str, Any],
    key: tuple[Any, ...],
    context: ImportContext,
    *,
    label: str = "",
    author: str = "",
) -> Draft:
    """Return a lead-only record of a row, as `kept_row` does."""
    return imported_rows.kept_row(KEY, what, row, key, context, label=label, author=author)


def annotation_body(
    item: str,
    annotator: str,
    stage: str,
    answers: Mapping[str, Any],
    seconds: float | None = None,
    extra: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the body of an annotation of any stage."""
    return imported_rows.annotation_body(KEY, item, annotator, stage, answers, seconds, extra)
