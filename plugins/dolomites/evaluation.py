"""Rows of evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from desktop_app.core.protocol import RowKind
from plugins.dolomites.names import Names

ROWS: Mapping[str, RowKind] = {}
EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {}


def check_label(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a person's label of a pair in normal form. Raises ValueError("field: reason")."""
    return dict(answers)


def label_about(content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
    """Judge a label that is submitted about a pair. Raises ValueError("field: reason")."""


def label_completed(content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a label as it is submitted. Never raises."""
    return dict(answers)


def label_incomplete(answers: Mapping[str, Any]) -> str | None:
    """Return what a label that an annotator hands in lacks (“field: reason”), by itself alone."""
    return None
