"""Functions that turn rows of this protocol into records."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from desktop_app.core import row_conversion
from desktop_app.core.protocol.rows import Draft, ImportContext
from plugins.dolomites.shapes import KEY, present


def data(
    what: str,
    row: Mapping[str, Any],
    key: tuple[Any, ...],
    context: ImportContext,
    *,
    label: str = "",
    author: str = "",
) -> Draft:
    """Return a lead-only record of a row without its empty fields, using `kept_row`."""
    return row_conversion.kept_row(
        KEY, what, present(row), key, context, label=label, author=author
    )


# Returns the body of an annotation of any stage. The protocol is filled in.
annotation_body = partial(row_conversion.annotation_body, KEY)
