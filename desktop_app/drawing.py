"""Drawing primitives of figures: palettes, style sheet, canvas."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from desktop_app.catalogue import in_language
from desktop_app.core.analysis import Figure, Series
from desktop_app.core.messages import LookUp, join, msg
from desktop_app.core.numbers import number_text

# Width of a figure, in pixels.
WIDTH = 420
# Typical width of a character at 12 pixels, used instead of font metrics.
CHARACTER = 6.8

LIGHT = {
    "window": "#F5F6F8",
    "surface": "#FFFFFF",
    "border": "#DADDE3",
    "text": "#1B1F24",
    "secondary": "#59636E",
    "accent": "#2F5FD0",
    "accent-soft": "#E6EDFB",
    "good": "#1A7F4B",
    "warn": "#9A6700",
    "bad": "#B42318",
}
DARK = {
    "window": "#16181D",
    "surface": "#1E2127",
    "border": "#343944",
    "text": "#E6E8EB",
    "secondary": "#A4ACB8",
    "accent": "#7AA2FF",
    "accent-soft": "#26324D",
    "good": "#5BC58A",
    "warn": "#E0B341",
    "bad": "#FF8A7A",
}

# Classes s0 … s5 colour the series. The first three differ only in lightness, so that they can
# be distinguished in print and without colour vision.
STYLE = """\
.chart text{font:12px Inter,"Segoe UI",system-ui,sans-serif;fill:var(--secondary)}
.chart .title{font-size:14px;font-weight:600;fill:var(--text)}
.chart .label,.chart .number{fill:var(--text)}
.chart .number,.chart .tick{font-variant-numeric:tabular-nums}
.chart .grid{stroke:var(--border);stroke-width:1}
.chart .axis{stroke:var(--secondary);stroke-width:1}
.chart .error{stroke:var(--text);stroke-width:1.25;fill:none}
.chart .bar{stroke-width:1}
.chart .s0{fill:var(--accent);stroke:var(--accent)}
.chart .s1{fill:var(--accent);fill-opacity:.5;stroke:var(--accent)}
.chart .s2{fill:var(--accent-soft);stroke:var(--accent)}
.chart .s3{fill:var(--good);stroke:var(--good)}
.chart .s4{fill:var(--warn);stroke:var(--warn)}
.chart .s5{fill:var(--bad);stroke:var(--bad)}
.chart .cell{fill:var(--accent);stroke:var(--accent);stroke-opacity:.45;stroke-width:1}
.chart .none{fill:none;stroke:var(--border);stroke-width:1}
"""
_CLASSES = 6
# Matches characters that XML forbids, and surrogates.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> str:
    """Return a text with U+FFFD instead of characters that XML forbids or UTF-8 cannot encode."""
    return _FORBIDDEN.sub("\ufffd", text)


class Canvas:
    """Collects the SVG elements of one figure, with coordinates in pixels.

    `translate`: translates the messages among the texts that are drawn
    `top`: the y coordinate where the next part of the figure may start
    `bottom`: the y coordinate where the figure ends; set when its last part is drawn
    """

    def __init__(self, top: float, translate: LookUp) -> None:
        self._translate = translate
        self.top = top
        self.bottom = top
        self.parts: list[str] = []

    def text(self, x: float, y: float, words: str, style: str, anchor: str = "start") -> None:
        """Draw a text."""
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}">'
            f"{self._escaped(words)}</text>"
        )

    def bar(self, x: float, y: float, width: float, height: float, style: str, tip: str) -> None:
        """Draw a bar with a tooltip."""
        # Offset by half a pixel, so that the outline is sharp.
        self.parts.append(
            f'<rect x="{x + 0.5:.1f}" y="{y + 0.5:.1f}" width="{max(width - 1, 0.5):.1f}"'
            f' height="{max(height - 1, 0.5):.1f}" rx="1.5" class="bar {style}">'
            f"<title>{self._escaped(tip)}</title></rect>"
        )

    def cell(
        self, x: float, y: float, width: float, height: float, strength: float | None, tip: str
    ) -> None:
        """Draw a cell in the accent colour with a strength from 0 to 1; None means no value."""
        style = "none" if strength is None else "cell"
        # At most about half opaque, because text is drawn on it, on both light and dark pages.
        opacity = "" if strength is None else f' fill-opacity="{0.04 + 0.5 * strength:.3f}"'
        self.parts.append(
            f'<rect x="{x + 0.5:.1f}" y="{y + 0.5:.1f}" width="{max(width - 1, 0.5):.1f}"'
            f' height="{max(height - 1, 0.5):.1f}" class="{style}"{opacity}>'
            f"<title>{self._escaped(tip)}</title></rect>"
        )

    def upright(self, x: float, y: float, words: str, style: str) -> None:
        """Draw a text that runs upwards from a point."""
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" transform="rotate(-90 {x:.1f}'
            f' {y:.1f})">{self._escaped(words)}</text>'
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str) -> None:
        """Draw a straight line."""
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>'
        )

    def path(self, d: str, style: str) -> None:
        """Draw an SVG path."""
        self.parts.append(f'<path d="{d}" class="{style}"/>')

    def legend(self, series: Sequence[Series]) -> None:
        """Draw the names of the series above the plot, if there are several series."""
        if len(series) < 2:
            return
        x, y = 0.0, self.top + 4
        for index, one in enumerate(series):
            width = 26 + len(one.name) * CHARACTER
            if x and x + width > WIDTH:
                x, y = 0.0, y + 20
            self.bar(x, y, 11, 11, style_of(index), one.name)
            self.text(x + 17, y + 10, one.name, "label")
            x += width + 8
        self.top = y + 24

    def _escaped(self, text: str) -> str:
        return escape(clean(in_language(text, self._translate)))


@dataclass(frozen=True)
class Scale:
    """A mapping of values to pixels: the first tick to `start`, the last one to `end`."""

    ticks: Sequence[float]
    start: float
    end: float

    def __call__(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return self.start + (value - low) / (high - low) * (self.end - self.start)


def points(series: Series) -> list[tuple[float | None, float | None]]:
    """Return (value, standard error) of each point of a series; see `point`."""
    return [point(series, index) for index in range(len(series.values))]


def point(series: Series, index: int) -> tuple[float | None, float | None]:
    """Return (value, standard error) at an index; None replaces a missing or infinite number."""
    values = [
        column[index] if column is not None and index < len(column) else None
        for column in (series.values, series.errors)
    ]
    value, error = (None if x is None or not math.isfinite(x) else float(x) for x in values)
    return value, error


def ends_of(series: Series, index: int) -> tuple[float, float] | None:
    """Return both ends of the error bar, or None if the point has no value or no known error.

    They are the point's interval if the series has intervals, otherwise value ± standard error.
    """
    value, error = point(series, index)
    if value is None:
        return None
    if series.intervals is not None:
        ends = series.intervals[index] if index < len(series.intervals) else None
        return ends if ends is not None and all(map(math.isfinite, ends)) else None
    return None if error is None else (value - error, value + error)


def spread_of(series: Series, index: int) -> str:
    """Return the uncertainty of a value as text to be shown after it; empty if unknown."""
    ends = ends_of(series, index)
    if ends is None:
        return ""
    if series.intervals is not None:
        low, high = map(number_text, ends)
        return msg(" ({interval})", interval=msg("{low} to {high}", low=low, high=high))
    return msg(" ± {error}", error=number_text(point(series, index)[1] or 0.0))


def shortened(label: str, most: int = 24) -> str:
    """Return a label, cut with an ellipsis if it has more than `most` characters."""
    return label if len(label) <= most else f"{label[: most - 1]}…"


def style_of(place: int) -> str:
    """Return the CSS class of the series at an index; colours repeat."""
    return f"s{place % _CLASSES}"


def name_of(figure: Figure, index: int) -> str:
    """Return the name of the bar at an index; for a histogram, its range (“1 to 2”)."""
    if figure.kind == "histogram":
        ends = [number_text(float(edge), None) for edge in figure.labels[index : index + 2]]
        return (
            msg("{low} to {high}", low=ends[0], high=ends[1]) if len(ends) > 1 else join("", ends)
        )
    label = figure.labels[index] if index < len(figure.labels) else index + 1
    return str(label)


def tip_of(figure: Figure, series: Series, index: int) -> str:
    """Return the tooltip of a bar, which screen readers read as well."""
    value, _ = point(series, index)
    named = f", {series.name}" if len(figure.series) > 1 else ""
    return msg(
        "{name}{series}: {value}{spread}",
        name=name_of(figure, index),
        series=named,
        value=number_text(value or 0.0),
        spread=spread_of(series, index),
    )
