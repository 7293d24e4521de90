"""Functions that turn rows of this protocol into records, and field types that the rows share."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from desktop_app.core import row_conversion
from desktop_app.core.fields import Blank, Text, Whole
from desktop_app.core.messages import msg
from plugins.kiwi.shapes import KEY

Count = Annotated[Annotated[Whole, Field(ge=0, le=100_000)] | None, Blank]


def require_text(text: str) -> str:
    """Return a text that is not blank. Raises ValueError."""
    if not text.strip():
        raise ValueError(msg("must not be empty"))
    return text


RequiredText = Annotated[Text, AfterValidator(require_text)]


def words_in(value: Any) -> Any:
    """Return the list written as “a; b”, as in the cell of a spreadsheet."""
    if isinstance(value, str):
        return [word.strip() for word in value.split(";") if word.strip()]
    return [] if value is None else value


# `data` returns a lead-only record of a row, `annotation_body` the body of an annotation of any
# stage.
data = partial(row_conversion.kept_row, KEY)
annotation_body = partial(row_conversion.annotation_body, KEY)
