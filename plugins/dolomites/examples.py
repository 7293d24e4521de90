"""Rows of examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from desktop_app.core.protocol import RowKind
from plugins.dolomites.names import Names

ROWS: Mapping[str, RowKind] = {}
EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {}
