"""Rules of post-edits: what an expert makes of an example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plugins.dolomites.settings import Settings


def check_edit(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a post-edit in normal form. Raises ValueError("field: reason")."""
    return dict(answers)


def edit_completed(content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a post-edit as it is submitted. Never raises."""
    return dict(answers)


def edit_incomplete(answers: Mapping[str, Any]) -> str | None:
    """Return what a post-edit that an annotator hands in lacks (“field: reason”), by itself."""
    return None


def edit_about(content: Mapping[str, Any], answers: Mapping[str, Any], settings: Settings) -> None:
    """Judge a post-edit that is submitted about an item. Raises ValueError("field: reason")."""
