"""The result of an analysis: figures and tables as data, and one JSON document.

Nothing here draws or formats. The command line prints the tables and the report draws the figures,
both from the same values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class Column:
    """One column of a table.

    `key`: name of the column in CSV
    `title`: name of the column on screen
    `digits`: number of decimals shown; the data keep full precision
    `words`: whether its texts belong to the program (levels, remarks) and are therefore translated;
        texts of other columns are data (ids, labels of a lead's options) and are never translated
    """

    key: str
    title: str
    digits: int | None = None
    words: bool = False


@dataclass(frozen=True)
class Table:
    """A table of plain values; None is a missing value. `key` is the name of its CSV file."""

    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    note: str = ""


@dataclass(frozen=True)
class Series:
    """One set of bars, optionally with error bars.

    `errors`: standard errors, in the unit of `values`
    `intervals`: (low, high) of each value; used instead of `errors`, and need not be symmetric
    """

    name: str
    values: Sequence[float | None]
    errors: Sequence[float | None] | None = None
    intervals: Sequence[tuple[float, float] | None] | None = None


@dataclass(frozen=True)
class Figure:
    """A figure as data.

    `kind`: how `labels` and `series` are read:
      "histogram": `labels` are the bin edges (one more than values), each series holds counts;
      "bars": `labels` name the bars, each series is one colour of bars side by side;
      "stacked": `labels` name the bars, all of one length; each series is one step of a scale, in
      order, with its number of answers (≥ 0) in each bar;
      "heat": `labels` name the columns, each series is one row of a heat map
    `reference`: value at which bars get a line to compare with, such as 0.5 for win rates
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
    """The result of a protocol's analysis of a dataset.

    `data` is the JSON document of `analyse --json`. Fractions are from 0 to 1. An undefined figure
    is null and has a field "why" beside it.
    """

    protocol: str
    title: str
    data: Mapping[str, Any]
    tables: Sequence[Table] = field(default_factory=tuple)
    figures: Sequence[Figure] = field(default_factory=tuple)
    notes: Sequence[str] = field(default_factory=tuple)
