"""An analysis as one HTML page, its tables as CSV, its figures as SVG.

The page is self-contained: it has no scripts and loads nothing. Its content security policy forbids
both, so that untrusted text cannot change this.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app import charts, files
from desktop_app.catalogue import in_language, look_up
from desktop_app.charts import figure_to_svg
from desktop_app.core.analysis import Analysis, Figure, Table
from desktop_app.core.messages import CodedText, LookUp, msg
from desktop_app.core.numbers import number_text
from desktop_app.text.spreadsheet import protect

__all__ = ["figure_to_svg", "render_html", "table_to_csv"]

_COUNTS = {
    "items": msg("Items"),
    "groups": msg("Groups"),
    "annotations": msg("Annotations"),
    "annotators": msg("Annotators"),
    "conflicts": msg("Conflicts"),
}


_YES, _NO = msg("yes"), msg("no")
_WORDS = {
    "analysis": msg("Analysis"),
    "contents": msg("Contents"),
    "methods": msg("Methods"),
    "nothing_here": msg("Nothing to show here yet."),
    "no_ratings": msg("No ratings yet. This table fills as annotations are merged."),
    "nothing": msg("There is nothing to report yet."),
}


def render_html(
    analysis: Analysis | Sequence[Analysis],
    *,
    title: str,
    generated_by: str,
    generated_at: str = "",
    language: str = "en",
    methods: str = "",
) -> str:
    """Return a report on one or several analyses as one self-contained HTML document.

    `title`: the page's heading, usually the project's title
    `generated_by`: program and version, for the page's footer
    `generated_at`: time to show; omitted if empty, so that equal data give equal bytes
    `language`: language tag of the page
    `methods`: the methods paragraph, already in that language; omitted if empty
    """
    # Jinja is slow to import and needed only for reports.
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    translate = look_up(language)
    analyses = [analysis] if isinstance(analysis, Analysis) else list(analysis)
    analyses = in_language(analyses, translate)
    folder = files.resource("report")
    style = "".join(
        [
            _palette(":root", charts.LIGHT),
            f"@media (prefers-color-scheme: dark){{{_palette(':root', charts.DARK)}}}\n",
            folder.joinpath("report.css").read_text(encoding="utf-8"),
            charts.STYLE,
        ]
        # A checkout on Windows may have CRLF, which would change the bytes and the digest.
    ).replace("\r\n", "\n")
    # The policy allows only the style sheet with exactly this digest.
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    template = environment.from_string(
        folder.joinpath("report.html.j2").read_text(encoding="utf-8")
    )
    page = template.render(
        title=charts.clean(title),
        generated_by=charts.clean(generated_by),
        generated_at=charts.clean(generated_at),
        language=language,
        methods=charts.clean(methods),
        style=Markup(style),  # noqa: S704 - made here from our own files
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none';"
        " form-action 'none'",
        words=in_language(_WORDS, translate),
        parts=[
            _part(one, f"{one.protocol}-" if len(analyses) > 1 else "", language)
            for one in analyses
        ],
    )
    return page if page.endswith("\n") else page + "\n"


def table_to_csv(table: Table) -> str:
    """Return a table as CSV (RFC 4180, CRLF), with the columns' keys as header.

    Numbers keep all their digits. Missing and non-finite values are empty cells, and booleans are
    true and false. A text that a spreadsheet would run as a formula gets a leading apostrophe.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([_csv_cell(column.key) for column in table.columns])
    writer.writerows([_csv_cell(value) for value in row] for row in table.rows)
    return out.getvalue()


def _csv_cell(value: Any) -> Any:
    """Return a value as it appears in a CSV cell."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return value
    return protect(str(value.values["code"] if isinstance(value, CodedText) else value))


@dataclass(frozen=True)
class _Cell:
    """A table cell in the page.

    `heads`: whether the cell is the header of its row (true in the first column)
    """

    text: str
    style: str
    heads: bool = False


def _part(analysis: Analysis, prefix: str, language: str) -> dict[str, Any]:
    """Return one analysis as the template requires it.

    A figure is placed in the section of the table whose key is the beginning of the figure's key
    (`agreement` and `agreement-rating`), or else in a separate section.
    """
    translate = look_up(language)
    sections: list[dict[str, Any]] = []
    homes: dict[str, dict[str, Any]] = {}
    for table in analysis.tables:
        homes[table.key] = _section(table, prefix, translate)
        sections.append(homes[table.key])
    for figure in analysis.figures:
        drawn = _drawn(figure, prefix, language)
        home = next((homes[key] for key in homes if figure.key.startswith(f"{key}-")), None)
        if home is None:
            sections.append({**_empty_section(figure, prefix), "figures": [drawn]})
        else:
            home["figures"].append(drawn)
    counts = [
        (label, number_text(value))
        for key, label in in_language(_COUNTS, translate).items()
        if isinstance(value := analysis.data.get(key), int) and (value or key != "conflicts")
    ]
    return {
        "title": charts.clean(analysis.title),
        "protocol": charts.clean(analysis.protocol),
        "id": _identifier(f"analysis-{analysis.protocol}"),
        "counts": counts,
        "notes": [charts.clean(note) for note in analysis.notes],
        "sections": sections,
        "rated": analysis.data.get("annotations") != 0,
    }


def kept_columns(table: Table) -> list[int]:
    """Return the positions of the first column and of those that have values."""
    return [
        index
        for index, _ in enumerate(table.columns)
        if index == 0 or any(_is_known(row[index]) for row in table.rows)
    ]


def numeric_columns(table: Table, kept: Sequence[int]) -> set[int]:
    """Return those of the positions `kept` whose columns hold numbers."""
    return {
        index
        for index in kept
        if any(_is_known(row[index]) for row in table.rows)
        and all(_is_number(row[index]) or row[index] is None for row in table.rows)
    }


def _section(table: Table, prefix: str, translate: LookUp) -> dict[str, Any]:
    """Return a table's section, without columns that have no values."""
    kept = kept_columns(table)
    numeric = numeric_columns(table, kept)
    rows: list[dict[str, Any]] = []
    above: Sequence[Any] | None = None
    for row in table.rows:
        cells: list[_Cell] = []
        again = above is not None
        for place, index in enumerate(kept):
            # Values that repeat those of the row above are dimmed, from the left up to the first
            # difference.
            repeats = above is not None and row[index] == above[index]
            again = again and repeats and index not in numeric
            style = "number" if index in numeric else "again" if again else "text"
            digits = table.columns[index].digits
            text = shown_value(row[index], digits, translate)
            cells.append(_Cell(text, style, heads=place == 0))
        # A new value in the first column starts a group, which the template separates by a line.
        starts = above is not None and row[kept[0]] != above[kept[0]]
        rows.append({"cells": cells, "starts": starts})
        above = row
    grouped = any(cell.style == "again" for row in rows for cell in row["cells"])
    return {
        "id": _identifier(f"{prefix}{table.key}"),
        "title": charts.clean(table.title),
        "note": charts.clean(table.note),
        "columns": [
            {
                "title": charts.clean(table.columns[index].title),
                "style": "number" if index in numeric else "text",
            }
            for index in kept
        ],
        "rows": rows,
        "grouped": grouped,
        "figures": [],
    }


def _empty_section(figure: Figure, prefix: str) -> dict[str, Any]:
    """Return a section without a table, for a figure."""
    return {
        "id": _identifier(f"{prefix}{figure.key}"),
        "title": charts.clean(figure.title),
        "note": "",
        "columns": [],
        "rows": [],
        "grouped": False,
        "figures": [],
    }


def _drawn(figure: Figure, prefix: str, language: str) -> dict[str, Any]:
    """Return a figure as the template requires it."""
    from markupsafe import Markup

    return {
        "title": charts.clean(figure.title),
        "note": charts.clean(figure.note),
        # `figure_to_svg` escapes every text that it draws.
        "svg": Markup(  # noqa: S704
            figure_to_svg(figure, inline=True, prefix=f"{prefix}figure-", language=language)
        ),
    }


def shown_value(value: Any, digits: int | None, translate: LookUp) -> str:
    """Return a value as text for the page."""
    if not _is_known(value):
        return "–"
    if isinstance(value, bool):
        return in_language(_YES if value else _NO, translate)
    if _is_number(value):
        return in_language(
            number_text(value, None if isinstance(value, int) else digits), translate
        )
    return charts.clean(str(value))


def _is_known(value: Any) -> bool:
    """Return whether a value is neither missing nor infinite nor NaN."""
    return value is not None and not (isinstance(value, float) and not math.isfinite(value))


def _is_number(value: Any) -> bool:
    """Return whether a value is a number; booleans are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _palette(selector: str, roles: dict[str, str]) -> str:
    """Return CSS custom properties for a palette."""
    return f"{selector}{{{';'.join(f'--{role}:{colour}' for role, colour in roles.items())}}}\n"


def _identifier(text: str) -> str:
    """Return a text as an HTML id."""
    return re.sub(r"[^A-Za-z0-9-]", "-", text)
