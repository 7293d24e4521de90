"""Records as interchange rows: what is exported can be imported again; formats of our own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from desktop_app.core.protocol import Dataset, OwnExport
from plugins.kiwi import drafted, labels, questions, rows, sessions
from plugins.kiwi.names import Names

EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {
    **rows.EXPORTS,
    **drafted.EXPORTS,
    **questions.EXPORTS,
    **sessions.EXPORTS,
    **labels.EXPORTS,
    "answers": lambda names: (),  # second ratings and labels, which go out as such
}
FORMATS: Mapping[str, str] = {
    "splits": "rated turns with the three splits that ratings are foretold by",
}


def export_rows(dataset: Dataset, what: str, *, reveal_models: bool) -> Iterable[dict[str, Any]]:
    """Yield the rows of one kind in a stable order; models under aliases unless revealed.

    Raises KeyError for a kind this protocol does not have.
    """
    return EXPORTS[what](Names(dataset, reveal_models))


def export_format(
    dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
) -> OwnExport:
    """Return the files of a format of our own. Raises UsageError for unknown options, and KeyError
    for a format this protocol does not have."""
    if format_ != "splits":
        raise KeyError(format_)
    from plugins.kiwi import splits  # reads all sessions as analyses do

    return splits.exported(dataset, options, reveal_models=reveal_models)
