"""Rows of validations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from desktop_app.core.protocol import RowKind
from plugins.dolomites.names import Names

ROWS: Mapping[str, RowKind] = {}
EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {}


def check_validation(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a validation in normal form. Raises ValueError("field: reason")."""
    return dict(answers)
