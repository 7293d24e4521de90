"""Exports: rows that can be imported again, and formats of this protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, OwnExport
from desktop_app.core.row_conversion import Names
from plugins.dolomites import (
    decisions,
    draft_rows,
    evaluation,
    examples,
    formats,
    pairs,
    post_edits,
    release,
    sources,
    tasks,
    validations,
)

# Each module exports the kinds of rows that it imports.
EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {
    **tasks.EXPORTS,
    **decisions.EXPORTS,
    **validations.EXPORTS,
    **examples.EXPORTS,
    **post_edits.EXPORTS,
    **evaluation.EXPORTS,
    **pairs.EXPORTS,
    **sources.EXPORTS,
    **draft_rows.EXPORTS,
}
FORMATS: Mapping[str, str] = {
    release.FORMAT: msg("tasks, finished examples and labels of validation in the released layout"),
    "label_pairs": msg("outputs of two models each, for people to compare: to be imported again"),
    "splits": msg("examples split into development and test, by task: to be imported again"),
}
READ_FORMATS: Mapping[str, str] = {
    release.FORMAT: msg("the layout in which DOLOMITES was released")
}


def export_rows(dataset: Dataset, what: str, *, reveal_models: bool) -> Iterable[dict[str, Any]]:
    """Yield the rows of one kind in a stable order. Models have aliases unless revealed.

    Raises KeyError for a kind that this protocol does not have.
    """
    return EXPORTS[what](Names(dataset, reveal_models))


def export_format(
    dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
) -> OwnExport:
    """Return the files of a format of this protocol. Raises UsageError for unknown options."""
    if format_ == "label_pairs":
        return formats.label_pairs(dataset, options, reveal_models=reveal_models)
    if format_ == "splits":
        return formats.splits(dataset, options)
    if options:
        raise UsageError(msg("the format {format} has no options", format=format_))
    return release.written(dataset)
