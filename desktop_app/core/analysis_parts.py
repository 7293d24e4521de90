"""Helpers shared by the analyses of all protocols: counts, annotator order, exclusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import Column, Table
from desktop_app.core.messages import msg

NO_TIMES = msg("no times were recorded")
INTERVAL = (
    # Confidence interval of the figure in the preceding column.
    Column("low", msg("from"), 3),
    Column("high", msg("to"), 3),
)


def by_times(names: Iterable[str]) -> dict[str, int]:
    """Return how often each name occurs, sorted by descending frequency, then by name.

    Annotators get their pseudonyms in this order.
    """
    times = Counter(names)
    return {name: times[name] for name in sorted(times, key=lambda name: (-times[name], name))}


def code_name(code: Any) -> str:
    """Return an answer's code as a JSON key; booleans become “true” and “false”."""
    if isinstance(code, bool):
        return "true" if code else "false"
    return str(code)


def counted(values: Iterable[Any], scale: Iterable[str] = ()) -> dict[str, int]:
    """Return how often each code occurs: codes of the scale in its order, then others by name.

    None means no answer and is not counted. A code of the scale that does not occur has the count
    0.
    """
    times = Counter(code_name(value) for value in values if value is not None)
    # Codes outside the scale are listed too, so that unexpected answers are not hidden.
    order = list(dict.fromkeys(scale))
    return {code: times[code] for code in [*order, *sorted(set(times) - set(order))]}


def left_out_notes(data: Mapping[str, Any]) -> list[str]:
    """Return notes about annotations that are excluded from an analysis.

    `data`: the JSON document of the analysis, of which “conflicts” and “left_out” are read
    """
    notes = []
    if data["conflicts"]:
        notes.append(
            msg(
                "Annotations excluded because they or their items have unresolved conflicts: "
                "{data}.",
                data=data["conflicts"],
            )
        )
    for reason, number in data["left_out"].items():
        notes.append(
            msg("Annotations left out: {number} ({reason}).", number=number, reason=reason)
        )
    return notes


def ends(figure: Mapping[str, Any]) -> list[float | None]:
    """Return both ends of a figure's interval (“ci”) as two cells; None twice without one."""
    return list(figure["ci"]) if figure["ci"] is not None else [None, None]


def annotators_table(
    columns: Iterable[Column], rows: Iterable[Sequence[Any]], ids: Sequence[str] | None
) -> Table:
    """Return the table of annotators, with their pseudonyms in the first column.

    `ids`: ids of the annotators, in the order of the rows, for a second column; None omits that
        column
    """
    # Copies, because the id column is inserted below.
    heads, cells = list(columns), [list(row) for row in rows]
    if ids is not None:
        heads.insert(1, Column("id", msg("Id")))
        for row, person in zip(cells, ids, strict=True):
            row.insert(1, person)
    return Table("annotators", msg("Annotators"), tuple(heads), cells)
