"""Ratings that compare a text with a reference that was removed from its item since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.merging import RecordSet, body_of
from desktop_app.text.text_metrics import needs_reference


def is_reference_gone(records: RecordSet, rating: Mapping[str, Any]) -> bool:
    """Return whether the reference of a rating was removed from its item.

    `rating`: body of a metric rating

    Ratings of items that never had such a reference come from files, and are kept.
    """
    method, item = str(rating["method"]), str(rating["item"])
    # Most methods need no reference, and looking up the history is slower.
    if not needs_reference(method, ()):
        return False
    current = records.current("origin", item)
    if current is None or not needs_reference(method, _sources(body_of(current))):
        return False
    earlier = (one.body for one in records.history("origin", item))
    return any(body and not needs_reference(method, _sources(body)) for body in earlier)


def _sources(origin: Mapping[str, Any]) -> list[str]:
    return [str(one.get("source") or "") for one in origin.get("references") or ()]
