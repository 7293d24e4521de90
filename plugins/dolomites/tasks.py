"""Tasks: imported, or collected from their authors; calls for tasks; the lead's decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from desktop_app.core.protocol import RowKind
from plugins.dolomites.names import Names

ROWS: Mapping[str, RowKind] = {}
EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {}


def check_task(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a task in normal form. Raises ValueError("field: reason")."""
    return dict(answers)
