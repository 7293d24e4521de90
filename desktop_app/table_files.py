"""Tables as files to print or publish: CSV, Markdown, HTML and LaTeX.

CSV has the data, with all digits. The other formats are rounded like the screen, and have the best
values in bold.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from desktop_app import charts
from desktop_app.catalogue import look_up
from desktop_app.core.analysis import Column, Table
from desktop_app.report import kept_columns, numeric_columns, shown_value, table_to_csv

# In characters; longer texts are wrapped.
_LONG_TEXT = 60
_BREAKS = re.compile(r"[ \t-\r\x1c-\x1f\x85\u2028\u2029]+")
FORMATS = ("csv", "md", "html", "tex")


@dataclass(frozen=True)
class _Cell:
    text: str
    bold: bool = False


@dataclass(frozen=True)
class _Printed:
    """A table as texts.

    `groups`: titles above the heads, and over how many columns each extends; empty: no such line
    `numeric`: for each column, whether it holds numbers
    `headings`: texts above rows, by the number of the row
    """

    key: str
    title: str
    note: str
    groups: Sequence[tuple[str, int]]
    heads: Sequence[str]
    numeric: Sequence[bool]
    rows: Sequence[Sequence[_Cell]]
    headings: Mapping[int, str]


def table_to_text(
    table: Table, format_: str, *, percent: bool = False, language: str = "en"
) -> str:
    """Return a table in one of the `FORMATS`.

    `percent`: whether fractions are printed in per cent (never in CSV)
    `language`: language of the program's own words, such as “yes”; titles are translated already
    """
    if format_ == "csv":
        return table_to_csv(table)
    printed = _printed(table, percent, language)
    if format_ == "html":
        return _html(printed, language)
    return {"md": _markdown, "tex": _latex}[format_](printed)


def best_cells(table: Table) -> set[tuple[int, int]]:
    """Return (row, column) of the best values and of those that do not clearly differ from them.

    As in table 4 of the riSum paper, a value is marked if its value ± standard error, or its
    interval, overlaps that of the best one. Without errors, only equal values are marked.
    """
    places = {column.key: index for index, column in enumerate(table.columns)}
    marked: set[tuple[int, int]] = set()
    for index, column in enumerate(table.columns):
        best = column.best
        if best is None:
            continue

        def block(number: int, within: Sequence[str] = best.within) -> tuple[str, ...]:
            return tuple(str(table.rows[number][places[key]]) for key in within)

        sign = 1 if best.higher else -1
        for _, members in groupby(sorted(range(len(table.rows)), key=block), block):
            found = [number for number in members if _is_finite(table.rows[number][index])]
            spans = {
                number: _span(table.rows[number], index, [places[key] for key in best.errors])
                for number in found
                if (number, index) not in table.incomparable
            }
            # The best of one value says nothing.
            if len(found) < 2 or not spans:
                continue
            top = max(spans, key=lambda number: sign * table.rows[number][index])
            low, high = spans[top]
            marked |= {(one, index) for one, (a, b) in spans.items() if a <= high and b >= low}
    return marked


def _span(row: Sequence[Any], index: int, errors: Sequence[int]) -> tuple[float, float]:
    """Return the ends of a value: its interval, value ± standard error, or the value twice."""
    value = row[index]
    ends = [row[place] for place in errors]
    if not ends or not all(map(_is_finite, ends)):
        return value, value
    return (value - ends[0], value + ends[0]) if len(ends) == 1 else (ends[0], ends[1])


def _is_finite(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


def _printed(table: Table, percent: bool, language: str) -> _Printed:
    translate = look_up(language)
    columns = table.columns
    places = {column.key: index for index, column in enumerate(columns)}
    # Such columns are in the cells of others, and headings are above the rows.
    inside = {places[key] for column in columns for key in column.beside}
    above = [index for index, column in enumerate(columns) if column.repeat == "heading"]
    found = range(len(columns)) if table.is_layout else kept_columns(table)
    kept = [index for index in found if index not in inside and index not in above]
    numeric = numeric_columns(table, kept)
    marked = best_cells(table)

    def text(value: Any, column: Column) -> str:
        digits = column.digits
        if table.is_layout and value is None:
            return ""
        if percent and column.fraction and _is_finite(value):
            value = float(value) * 100
            digits = max(0, (digits or 0) - 2)
        return _in_line(shown_value(value, digits, translate))

    def beside(value: Any, column: Column, main: Column) -> str:
        # The head names the unit of the main column only.
        sign = " %" if percent and column.fraction and not main.fraction else ""
        return f"{shown}{sign}" if (shown := text(value, column)) else ""

    def cell(number: int, index: int) -> _Cell:
        row, column = table.rows[number], columns[index]
        if column.repeat == "first" and number and table.rows[number - 1][index] == row[index]:
            return _Cell("")
        shown = text(row[index], column)
        others = [beside(row[places[key]], columns[places[key]], column) for key in column.beside]
        if shown and others and "" not in others:
            shown = column.pattern.format(shown, *others)
        return _Cell(shown, (number, index) in marked)

    def head(column: Column) -> str:
        sign = " %" if percent and column.fraction else ""
        return _in_line(charts.clean(column.title)) + sign

    def heading(number: int) -> str:
        return ", ".join(text(table.rows[number][index], columns[index]) for index in above)

    numbers = range(len(table.rows))
    groups = [
        (_in_line(charts.clean(title)), len(list(members)))
        for title, members in groupby(columns[index].group for index in kept)
    ]
    return _Printed(
        table.key,
        _in_line(charts.clean(table.title)),
        _in_line(charts.clean(table.note)),
        groups if any(title for title, _ in groups) else [],
        [head(columns[index]) for index in kept],
        [index in numeric for index in kept],
        [[cell(number, index) for index in kept] for number in numbers],
        {
            number: heading(number)
            for number in numbers
            if above and (not number or heading(number) != heading(number - 1))
        },
    )


def _in_line(text: str) -> str:
    """Return a text in one line: a break ends a row of Markdown, and a blank line breaks LaTeX.

    No-break spaces stay, because numbers have them between thousands.
    """
    return _BREAKS.sub(" ", text).strip()


def _cells(row: Sequence[_Cell], escape: Callable[[str], str], bold: tuple[str, str]) -> list[str]:
    return [
        f"{bold[0]}{escape(one.text)}{bold[1]}" if one.bold else escape(one.text) for one in row
    ]


# Markdown
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>&|~$#])")


def _in_markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


def _markdown(table: _Printed) -> str:
    # Markdown has one line of heads, so a group is named in the head of each of its columns.
    groups = [title for title, size in table.groups for _ in range(size)] or [""] * len(table.heads)
    heads = [
        f"{group}: {head}" if group else head
        for group, head in zip(groups, table.heads, strict=True)
    ]
    lines = [
        _row([_in_markdown(head) for head in heads]),
        _row(["---:" if one else "---" for one in table.numeric]),
    ]
    for number, row in enumerate(table.rows):
        if number in table.headings:
            heading = f"*{_in_markdown(table.headings[number])}*"
            lines.append(_row([heading, *[""] * (len(table.heads) - 1)]))
        lines.append(_row(_cells(row, _in_markdown, ("**", "**"))))
    note = f"\n{_in_markdown(table.note)}\n" if table.note else ""
    return f"**{_in_markdown(table.title)}**\n\n" + "\n".join(lines) + f"\n{note}"


def _row(cells: Collection[str]) -> str:
    return f"| {' | '.join(cells)} |"


# HTML
def _html(table: _Printed, language: str) -> str:
    def line(tag: str, cells: Sequence[str]) -> str:
        styled = (
            f'<{tag} style="text-align: right">{cell}</{tag}>'
            if right
            else f"<{tag}>{cell}</{tag}>"
            for cell, right in zip(cells, table.numeric, strict=True)
        )
        return f"<tr>{''.join(styled)}</tr>"

    title = html.escape(table.title)
    groups = "".join(
        f'<th colspan="{size}" scope="colgroup">{html.escape(title)}</th>' if title
        # An empty header cell would be announced by screen readers.
        else f'<td colspan="{size}"></td>'
        for title, size in table.groups
    )  # fmt: skip
    body: list[str] = []
    for number, row in enumerate(table.rows):
        if number in table.headings:
            heading = html.escape(table.headings[number])
            body.append(
                f'<tr><th colspan="{len(table.heads)}" style="text-align: left">{heading}</th></tr>'
            )
        body.append(line("td", _cells(row, html.escape, ("<b>", "</b>"))))
    note = [f"<p>{html.escape(table.note)}</p>"] if table.note else []
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{html.escape(language)}">',
        f'<head><meta charset="utf-8"><title>{title}</title></head>',
        "<body>",
        "<table>",
        f"<caption>{title}</caption>",
        f"<thead>{f'<tr>{groups}</tr>' if groups else ''}"
        f"{line('th', [html.escape(head) for head in table.heads])}</thead>",
        "<tbody>",
        *body,
        "</tbody>",
        "</table>",
        *note,
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


# LaTeX
_LATEX: Mapping[str, str] = {
    **{char: f"\\{char}" for char in "_&%$#{}"},
    # After a line break, [ and * would be read as its arguments.
    **{char: f"{{{char}}}" for char in "[]*"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    # babel makes this character active in German.
    '"': r"{\char34}",
    "\u00a0": "~",
    "\u202f": r"\,",
    "–": "--{}",
    "—": "---{}",
    "−": "$-$",
    "’": "'{}",
    "‘": "`{}",
    "“": "``{}",
    "”": "''{}",
    "…": r"\ldots{}",
    "±": r"$\pm$",
    "×": r"$\times$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "→": r"$\rightarrow$",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "√": r"$\surd$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "γ": r"$\gamma$",
    "κ": r"$\kappa$",
    "ν": r"$\nu$",
    "π": r"$\pi$",
    "ρ": r"$\rho$",
    "τ": r"$\tau$",
    "χ": r"$\chi$",
    "₁": "$_1$",
    "²": "$^2$",
    "³": "$^3$",
}  # fmt: skip
_LIGATURE = re.compile("([-,'])(?=[-,'’”–—])")
# Letters that pdfLaTeX knows: Latin-1 and Latin Extended-A.
_LAST_LETTER = "\u017f"


def in_latex(text: str) -> str:
    """Return a text with everything escaped that LaTeX would read as a command."""
    # Braces keep neighbours from forming ligatures, such as a dash of two hyphens.
    text = _LIGATURE.sub("\\1\0", text)
    return "".join("{}" if char == "\0" else _LATEX.get(char, char) for char in text)


def _latex(table: _Printed) -> str:
    columns = "".join(map(_latex_column, table.numeric, zip(*table.rows, strict=True)))
    # Without rows, there are no texts to measure.
    columns = columns or "l" * len(table.heads)
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{in_latex(table.title)}}}",
        rf"\label{{tab:{re.sub(r'[^A-Za-z0-9-]', '-', table.key)}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        *_latex_groups(table),
        " & ".join(map(in_latex, table.heads)) + r" \\",
        r"\midrule",
        *_latex_rows(table),
        r"\bottomrule",
        r"\end{tabular}",
        *([r"\par\smallskip", rf"{{\footnotesize {in_latex(table.note)}}}"] if table.note else []),
        r"\end{table}",
    ]
    text = "\n".join(lines) + "\n"
    head = "% Needs \\usepackage{booktabs}.\n"
    if any(char > _LAST_LETTER for char in text):
        head += "% Has characters that pdfLaTeX lacks: use LuaLaTeX or XeLaTeX.\n"
    return head + text


def _latex_column(is_numeric: bool, cells: Sequence[_Cell]) -> str:
    """Return the type of a column; one with long texts has a width, in which they are wrapped."""
    if is_numeric:
        return "r"
    return r"p{5cm}" if max(len(cell.text) for cell in cells) > _LONG_TEXT else "l"


def _latex_groups(table: _Printed) -> list[str]:
    """Return the line of titles above the heads, and the rules below them."""
    if not table.groups:
        return []
    cells, rules, first = [], [], 1
    for title, size in table.groups:
        cells.append(
            rf"\multicolumn{{{size}}}{{c}}{{{in_latex(title)}}}" if title else "&" * (size - 1)
        )
        if title:
            rules.append(rf"\cmidrule(lr){{{first}-{first + size - 1}}}")
        first += size
    return [" & ".join(cells) + r" \\", " ".join(rules)]


def _latex_rows(table: _Printed) -> Iterator[str]:
    for number, row in enumerate(table.rows):
        if number in table.headings:
            # A line separates the rows from those of the heading above.
            if number:
                yield r"\addlinespace"
            heading = in_latex(table.headings[number])
            yield rf"\multicolumn{{{len(table.heads)}}}{{l}}{{\textit{{{heading}}}}} \\"
        yield " & ".join(_cells(row, in_latex, (r"\textbf{", "}"))) + r" \\"
