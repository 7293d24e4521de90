"""Records as interchange rows: what is exported can be imported again; formats of our own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from desktop_app.core.protocol import Dataset
from plugins.kiwi import labels, questions, rows, sessions
from plugins.kiwi.names import Names

EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {
    **rows.EXPORTS,
    **questions.EXPORTS,
    **sessions.EXPORTS,
    **labels.EXPORTS,
    "answers": lambda names: (),  # second ratings and labels, which go out as such
}


def export_rows(dataset: Dataset, what: str, *, reveal_models: bool) -> Iterable[dict[str, Any]]:
    """Yield the rows of one kind in a stable order; models under aliases unless revealed.

    Raises KeyError for a kind this protocol does not have.
    """
    return EXPORTS[what](Names(dataset, reveal_models))
