"""Result of an analysis: figures and tables as data, and one JSON document.

Nothing here draws or formats: the command line prints tables, the report draws figures, and both
read the same values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class Column:
    """One column: `key` names it in CSV, `title` on screen; `digits` rounds for show only.

    words  its texts are the program's own (levels, remarks) and are said in the window's language;
           texts of other columns are data (ids, labels of a lead's options) and stay as they are
    """

    key: str
    title: str
    digits: int | None = None
    words: bool = False


@dataclass(frozen=True)
class Table:
    """A table of plain values; None is a missing value. `key` becomes the CSV's file name."""

    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    note: str = ""


@dataclass(frozen=True)
class Series:
    """One set of bars, with lines across their ends where the uncertainty is known.

    errors     standard errors, in the unit of `values`
    intervals  (low, high) of each value instead, which need not lie symmetrically around it
    """

    name: str
    values: Sequence[float | None]
    errors: Sequence[float | None] | None = None
    intervals: Sequence[tuple[float, float] | None] | None = None


@dataclass(frozen=True)
class Figure:
    """A figure as data.

    kind "histogram": `labels` are the bin edges (one more than values), each series holds counts
    kind "bars":      `labels` name the bars, each series is one colour of bars side by side
    kind "stacked":   `labels` name the bars, all of one length; each series is one step of a scale,
                      in order, with its number of answers in each bar, ≥ 0
    kind "heat":      `labels` name the columns, each series is one row of a map
    reference         value at which bars get a line to compare with, such as 0.5 of win rates
    """

    key: str
    title: str
    kind: Literal["histogram", "bars", "stacked", "heat"]
    labels: Sequence[str | float]
    series: Sequence[Series]
    x_title: str = ""
    y_title: str = ""
    note: str = ""
    reference: float | None = None


@dataclass(frozen=True)
class Analysis:
    """Everything a protocol has to say about a dataset.

    `data` is the JSON document of `analyse --json`: fractions 0–1, undefined figures null with a
    sibling "why".
    """

    protocol: str
    title: str
    data: Mapping[str, Any]
    tables: Sequence[Table] = field(default_factory=tuple)
    figures: Sequence[Figure] = field(default_factory=tuple)
    notes: Sequence[str] = field(default_factory=tuple)
