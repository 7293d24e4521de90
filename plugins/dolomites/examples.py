"""Rows of examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from desktop_app.core.protocol import Dataset, Draft, ImportContext, RowKind
from plugins.dolomites.known import KnownTask
from plugins.dolomites.names import Names

ROWS: Mapping[str, RowKind] = {}
EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {}


def followed_examples(
    dataset: Dataset, context: ImportContext, tasks: Mapping[str, KnownTask]
) -> Iterable[Draft]:
    """Return the items under which examples are post-edited, with their origins."""
    return ()
