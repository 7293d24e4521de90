"""The result of an analysis (figures and tables as data, one JSON document), and its options.

Nothing here draws or formats. The command line prints the tables and the report draws the figures,
both from the same values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import join, msg


@dataclass(frozen=True)
class Best:
    """How the best values of a column are found, which printed tables mark.

    `higher`: whether the highest value is the best one, or else the lowest
    `errors`: key of the column with its standard error, or of both ends of its interval
    `within`: keys of columns; values are compared only between rows that are equal in these
    `is_comparable`: returns whether an entry's value can be compared with the others; None: all are
    """

    higher: bool = True
    errors: Sequence[str] = ()
    within: Sequence[str] = ()
    is_comparable: Callable[[Any], bool] | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Column:
    """One column of a table.

    `key`: name of the column in CSV
    `title`: name of the column on screen
    `digits`: number of decimals shown; the data keep full precision
    `words`: whether its texts belong to the program (levels, remarks) and are therefore translated;
        texts of other columns are data (ids, labels of a lead's options) and are never translated
    `fraction`: whether its values may be printed in per cent
    `best`: how its best values are found; None: they are not marked
    `read`: returns the value for an entry, if that is not the entry's field named `key`
    `beside`: keys of columns that printed tables show in this column's cell, such as its standard
        error; CSV has a column for each
    `pattern`: how the values of one cell are printed, such as “{} ± {}”; a value without a place in
        it is only in CSV
    `group`: title above this column and its neighbours with the same group
    `repeat`: how printed tables show a text that repeats that of the row above: in every row, only
        in the first one, or as a heading above the rows, without a column
    """

    key: str
    title: str
    digits: int | None = None
    words: bool = False
    fraction: bool = False
    best: Best | None = None
    read: Callable[[Any], Any] | None = field(default=None, repr=False, compare=False)
    beside: Sequence[str] = ()
    pattern: str = "{} ± {}"
    group: str = ""
    repeat: Literal["always", "first", "heading"] = "always"

    def cell(self, entry: Any) -> Any:
        """Return the column's value for an entry of a table."""
        return entry[self.key] if self.read is None else self.read(entry)


@dataclass(frozen=True)
class Table:
    """A table of plain values; None is a missing value. `key` is the name of its CSV file.

    `is_layout`: whether columns without values are printed too, because the table has the layout of
        a published one
    `incomparable`: (row, column) of values that are never marked as best; see `Best`
    """

    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    note: str = ""
    is_layout: bool = False
    incomparable: Collection[tuple[int, int]] = ()

    @classmethod
    def of(
        cls,
        key: str,
        title: str,
        columns: Sequence[Column],
        entries: Iterable[Any],
        note: str = "",
    ) -> Table:
        """Return a table with a row for each entry, whose cells the columns read."""
        kept = list(entries)
        rows = [[column.cell(entry) for column in columns] for entry in kept]
        incomparable = {
            (number, index)
            for index, column in enumerate(columns)
            if column.best is not None and column.best.is_comparable is not None
            for number, entry in enumerate(kept)
            if not column.best.is_comparable(entry)
        }
        return cls(key, title, columns, rows, note, incomparable=incomparable)


def nested(*names: str) -> Callable[[Mapping[str, Any]], Any]:
    """Return a reader of a nested field, for `Column.read`: `nested("score", "mean")`.

    The reader returns None if a field is missing.
    """

    def read(entry: Mapping[str, Any]) -> Any:
        value: Any = entry
        for name in names:
            value = (value or {}).get(name)
        return value

    return read


@dataclass(frozen=True)
class Series:
    """One series of values of a figure, optionally with error bars.

    `errors`: standard errors, in the unit of `values`
    `intervals`: (low, high) of each value; used instead of `errors`, and need not be symmetric
    """

    name: str
    values: Sequence[float | None]
    errors: Sequence[float | None] | None = None
    intervals: Sequence[tuple[float, float] | None] | None = None

    @classmethod
    def of_estimates(cls, name: str, estimates: Sequence[Mapping[str, Any]]) -> Series:
        """Return the series of estimates in JSON: {"value", "se"}."""
        return cls(name, [one["value"] for one in estimates], [one["se"] for one in estimates])


@dataclass(frozen=True)
class Figure:
    """A figure as data.

    `kind`: how `labels` and `series` are read:
      "histogram": `labels` are the bin edges (one more than values), each series holds counts;
      "bars": `labels` name the bars, each series is one colour of bars side by side;
      "stacked": `labels` name the bars, which are all drawn with the same length; each series is
      one step of a scale, in order, with its number of answers (≥ 0) in each bar;
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
class FigureGroup:
    """Figures that are drawn as one picture, one below the other, or side by side.

    `key`: name of the file
    `columns`: number of figures side by side
    """

    key: str
    title: str
    figures: Sequence[Figure]
    columns: int = 1


@dataclass(frozen=True)
class Analysis:
    """The result of a protocol's analysis of a dataset.

    `data` is the JSON document of `analyse --json`. Fractions are from 0 to 1. An undefined figure
    is null and has a field "why" beside it.

    `paper_tables`, `paper_figures`: the same values in the layout of the protocol's paper; see
        `paper_table`
    """

    protocol: str
    title: str
    data: Mapping[str, Any]
    tables: Sequence[Table] = field(default_factory=tuple)
    figures: Sequence[Figure] = field(default_factory=tuple)
    notes: Sequence[str] = field(default_factory=tuple)
    paper_tables: Sequence[Table] = field(default_factory=tuple)
    paper_figures: Sequence[FigureGroup] = field(default_factory=tuple)


# Tables in the layout of a published one.

NO_ROWS = msg("The project has no data for this table.")


def paper_table(
    number: str,
    title: str,
    columns: Sequence[Column],
    entries: Iterable[Any],
    *,
    reasons: Iterable[str | None] = (),
    note: str = "",
) -> Table:
    """Return a table in the layout of a published one.

    `number`: number of the table in the paper
    `reasons`: why values are missing; cells without a value are empty
    `note`: what a reader needs to know besides
    """
    table = Table.of(f"paper-table-{number}", title, columns, entries)
    # Errors are a part of their values' cells, which are not empty without them.
    errors = {key for column in columns for key in column.beside}
    cells = [place for place, column in enumerate(columns) if column.key not in errors]
    empty = any(row[place] is None for row in table.rows for place in cells)
    stated = list(dict.fromkeys(reason for reason in reasons if reason))
    if empty and not stated:
        stated = [NOT_IN_PROJECT]
    parts = [note] if note else []
    if empty:
        parts.append(msg("Empty cells: {reasons}.", reasons=join("; ", stated)))
    words = join(" ", parts) if table.rows else NO_ROWS
    return replace(table, note=words, is_layout=True)


# Parts that the analyses of several protocols have in common.

NOT_IN_PROJECT = msg("the project has no data for them")
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


# The code of the answer in which none of several options was chosen.
EMPTY_SET = "[]"


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

    `data`: the JSON document of the analysis; its fields “conflicts” and “left_out” are read
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


def outdated_note(count: int) -> str:
    """Return a note about automatic ratings that are excluded, because their text or question was
    changed."""
    return msg(
        "Automatic ratings left out because their text or question was changed since: {count}. "
        "Rate again to replace them.",
        count=count,
    )


def low_mass_columns(entries: Iterable[Mapping[str, Any]]) -> tuple[Column, ...]:
    """Return the column with the numbers of doubtful ratings, or () if no entry has any.

    They count, but a figure of which many are doubtful says little about the method.
    """
    if not any(entry.get("low_mass") for entry in entries):
        return ()
    return (Column("low_mass", msg("Low probability"), read=lambda one: one.get("low_mass", 0)),)


def low_mass_note(count: int) -> str:
    """Return a note about ratings whose allowed answers have little probability; “” for none."""
    if not count:
        return ""
    return msg(
        "“Low probability”: ratings whose allowed answers together have little probability, so "
        "that the model may have answered something else. They count: {count}.",
        count=count,
    )


def ends(figure: Mapping[str, Any]) -> list[float | None]:
    """Return both ends of a figure's interval (“ci”) as two cells; None twice without one."""
    return list(figure["ci"]) if figure["ci"] is not None else [None, None]


def annotators_table(
    columns: Sequence[Column],
    rows: Iterable[Sequence[Any] | Mapping[str, Any]],
    ids: Sequence[str] | None,
    note: str = "",
) -> Table:
    """Return the table of annotators, with their pseudonyms in the first column.

    `rows`: the cells in the order of the columns, or entries that the columns read
    `ids`: ids of the annotators, in the order of the rows, for a second column; None omits that
        column
    """
    heads = list(columns)
    cells = [
        [column.cell(row) for column in columns] if isinstance(row, Mapping) else list(row)
        for row in rows
    ]
    if ids is not None:
        heads.insert(1, Column("id", msg("ID")))
        for one, person in zip(cells, ids, strict=True):
            one.insert(1, person)
    return Table("annotators", msg("Annotators"), tuple(heads), cells, note)


# Options of analyses, from the command line or the window. Numbers and booleans may be text.

Given = Mapping[str, Any]


def check_names(
    options: Given, known: Collection[str], protocol: str, *, idle: Collection[str] = ()
) -> None:
    """Raise UsageError for an option that the analysis of a protocol does not know.

    `known`: names of the options of this analysis
    `idle`: options that every caller may set but that have no effect here

    `unanimous=one` is always accepted: it is the default, and analyses that compute nothing per
    group can ignore it.
    """
    for name, value in options.items():
        # A misspelt option must not be ignored, or the figures would seem to take it into account.
        if name not in (*known, *idle) and (name, value) != ("unanimous", "one"):
            raise UsageError(
                msg(
                    "unknown option “{name}” for the analysis of {protocol}",
                    name=name,
                    protocol=protocol,
                ),
                hint=msg("Options: {known}.", known=", ".join(known)),
            )


def truth(options: Given, name: str) -> bool:
    """Return a boolean option, False by default. Raises UsageError if it is not a boolean."""
    value = options.get(name, False)
    if value not in (True, False, "true", "false"):
        raise UsageError(msg("the option “{name}” must be true or false", name=name))
    return value in (True, "true")


def whole(options: Given, name: str, default: int, low: int, high: int) -> int:
    """Return an integer option. Raises UsageError unless it is from `low` to `high`."""
    value = options.get(name, default)
    # Cut the text first: int() raises a different error for a very long number.
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal():
        value = int(value.strip()[:20])
    # True and False are integers in Python, but they are not valid numbers here.
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise UsageError(
            msg(
                "the option “{name}” must be a whole number from {low} to {high}",
                name=name,
                low=low,
                high=high,
            )
        )
    return value
