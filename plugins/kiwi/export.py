"""Records as interchange rows, which can be imported again, and kiwi's own formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, OwnExport
from plugins.kiwi import draft_rows, formats, labels, questions, release, rows, s2orc, sessions
from plugins.kiwi.names import Names

EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {
    **rows.EXPORTS,
    **draft_rows.EXPORTS,
    **questions.EXPORTS,
    **sessions.EXPORTS,
    **labels.EXPORTS,
    # Empty, because the answers of these stages are exported as second ratings and labels.
    "answers": lambda names: (),
}
FORMATS: Mapping[str, str] = {
    release.FORMAT: msg("sessions in the layout in which KIWI was released"),
    **formats.FORMATS,
    "splits": msg("rated turns with the three splits for predicting ratings"),
}
READ_FORMATS: Mapping[str, str] = {
    release.FORMAT: msg("the layout in which KIWI was released"),
    s2orc.FORMAT: msg("papers from S2ORC with full text"),
}


def export_rows(dataset: Dataset, what: str, *, reveal_models: bool) -> Iterable[dict[str, Any]]:
    """Yield the rows of one kind in a stable order, with models under aliases unless revealed.

    Raises KeyError for a kind that this protocol does not have.
    """
    return EXPORTS[what](Names(dataset, reveal_models))


def export_format(
    dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
) -> OwnExport:
    """Return the files of one of kiwi's own formats.

    Raises UsageError for unknown options, and KeyError for a format that does not exist.
    """
    if format_ in formats.FORMATS:
        return formats.exported(dataset, format_, options, reveal_models=reveal_models)
    if format_ == release.FORMAT:
        if options:
            raise UsageError(msg("the format {format} has no options", format=format_))
        return release.written(dataset, reveal_models=reveal_models)
    if format_ != "splits":
        raise KeyError(format_)
    # Imported here because the module reads all sessions, as an analysis does.
    from plugins.kiwi import splits

    return splits.exported(dataset, options, reveal_models=reveal_models)
