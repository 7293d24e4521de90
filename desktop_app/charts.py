"""Figures as SVG: bars and histograms drawn from data, the same bytes for the same figure.

Our own drawing instead of a plotting library's: text stays text, colours follow the page's light
or dark palette, and nothing needs to be imported.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from desktop_app.core.analysis import Figure, Series

WIDTH = 420
PLOT_HEIGHT = 190
BAR = 11  # thickness of a lying bar
MAX_NAMED = 40  # values spelled out in the text alternative
_CHARACTER = 6.8  # typical width of a character at 12 pixels, for want of font metrics
_LONG_LABEL = 8

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

# Classes s0 … s5 colour the series. The first three differ in lightness alone, so that they can be
# told apart in print and without colour vision.
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
"""
_CLASSES = 6
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> str:
    """Return the text with characters that XML forbids, or UTF-8 cannot carry, as U+FFFD."""
    return _FORBIDDEN.sub("\ufffd", text)


def number(value: float, digits: int | None = None) -> str:
    """Return a number for reading: fixed digits if given, thin spaces, a true minus sign.

    Without `digits`, whole numbers and those from 1,000 on have none, others at most four
    significant ones.
    """
    if not math.isfinite(value):
        return "–"
    if digits is None:
        whole = float(value).is_integer() or abs(value) >= 1000
        shown = f"{value:,.0f}" if whole and abs(value) < 1e15 else f"{value:.4g}"
    else:
        shown = f"{value:,.{digits}f}"
        if not shown.strip("-0.,"):
            shown = shown.lstrip("-")  # no minus zero
    return shown.replace(",", "\u202f").replace("-", "−")


def describe(figure: Figure) -> str:
    """Return what a figure shows, in words, for those who do not see it."""
    parts = []
    for series in figure.series:
        named = [
            f"{_name(figure, index)} {'unknown' if value is None else number(value)}"
            + (f" ± {number(error)}" if error is not None else "")
            for index, (value, error) in enumerate(_points(series))
        ]
        more = len(named) - MAX_NAMED
        shown = ", ".join(named[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")
        parts.append(f"{series.name}: {shown or 'no values'}.")
    axes = [title for title in (figure.x_title, figure.y_title) if title]
    kind = "Histogram" if figure.kind == "histogram" else "Bar chart"
    return clean(f"{kind}{' of ' + ' by '.join(reversed(axes)) if axes else ''}. {' '.join(parts)}")


def figure_to_svg(figure: Figure, *, inline: bool = False, prefix: str = "") -> str:
    """Return a figure as an SVG element.

    inline  for a page that holds `STYLE`, the palette as custom properties and the title; else
            the SVG stands alone, with its own title and the light palette
    prefix  put before the ids, to keep them unique in a page of several analyses
    """
    canvas = _Canvas(top=0.0 if inline else 28.0)
    if all(value is None for series in figure.series for value, _ in _points(series)):
        canvas.text(WIDTH / 2, canvas.top + 40, "No ratings yet", "label", "middle")
        canvas.bottom = canvas.top + 70
    elif figure.kind == "bars" and _lies(figure):
        _lying_bars(canvas, figure)
    else:
        _standing_bars(canvas, figure)
    ids = re.sub(r"[^A-Za-z0-9-]", "-", f"{prefix}{figure.key}")
    edge = 0 if inline else 12
    width, height = WIDTH + 2 * edge, canvas.bottom + 2 * edge
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img"'
        f' viewBox="{-edge} {-edge} {width} {height:.0f}" width="{width}" height="{height:.0f}"'
        f' aria-labelledby="{ids}-title {ids}-text">'
    )
    head = [
        f'<title id="{ids}-title">{escape(clean(figure.title))}</title>',
        f'<desc id="{ids}-text">{escape(describe(figure))}</desc>',
    ]
    if not inline:
        style = re.sub(r"var\(--([\w-]+)\)", lambda found: LIGHT[found.group(1)], STYLE)
        head.append(f"<style>{style}</style>")
        head.append(f'<text x="0" y="14" class="title">{escape(clean(figure.title))}</text>')
    return "\n".join([opening, *head, *canvas.parts, "</svg>"])


class _Canvas:
    """Collects shapes; `top` is where the next thing may start, `bottom` the height so far."""

    def __init__(self, top: float) -> None:
        self.top = top
        self.bottom = top
        self.parts: list[str] = []

    def text(self, x: float, y: float, words: str, style: str, anchor: str = "start") -> None:
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}">'
            f"{escape(clean(words))}</text>"
        )

    def bar(self, x: float, y: float, width: float, height: float, style: str, tip: str) -> None:
        # half a pixel in, so that the outline is sharp
        self.parts.append(
            f'<rect x="{x + 0.5:.1f}" y="{y + 0.5:.1f}" width="{max(width - 1, 0.5):.1f}"'
            f' height="{max(height - 1, 0.5):.1f}" rx="1.5" class="bar {style}">'
            f"<title>{escape(clean(tip))}</title></rect>"
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str) -> None:
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>'
        )

    def path(self, d: str, style: str) -> None:
        self.parts.append(f'<path d="{d}" class="{style}"/>')

    def legend(self, series: Sequence[Series]) -> None:
        """Name the series above the plot, if there is more than one."""
        if len(series) < 2:
            return
        x, y = 0.0, self.top + 4
        for index, one in enumerate(series):
            width = 26 + len(one.name) * _CHARACTER
            if x and x + width > WIDTH:
                x, y = 0.0, y + 20
            self.bar(x, y, 11, 11, _style(index), one.name)
            self.text(x + 17, y + 10, one.name, "label")
            x += width + 8
        self.top = y + 24


@dataclass(frozen=True)
class _Scale:
    """Values to pixels: `low` … `high`, both ticks, onto `start` … `end`."""

    ticks: Sequence[float]
    start: float
    end: float

    def __call__(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return self.start + (value - low) / (high - low) * (self.end - self.start)


def _standing_bars(canvas: _Canvas, figure: Figure) -> None:
    canvas.legend(figure.series)
    if figure.y_title:
        canvas.text(0, canvas.top + 11, figure.y_title, "axis-title")
        canvas.top += 22
    stacked = figure.kind == "histogram"
    ticks = _ticks(figure, stacked)
    left = 10 + max(len(number(tick)) for tick in ticks) * _CHARACTER
    top, base = canvas.top + 4, canvas.top + 4 + PLOT_HEIGHT
    scale = _Scale(ticks, base, top)
    for tick in ticks:
        canvas.line(left, scale(tick), WIDTH, scale(tick), "grid")
        canvas.text(left - 6, scale(tick) + 4, number(tick), "tick", "end")
    slots = max(len(series.values) for series in figure.series)
    slot = (WIDTH - left) / slots
    inner = slot * (0.94 if stacked else 0.72 if slot > 6 else 0.9)
    width = inner if stacked else inner / len(figure.series)
    for index in range(slots):
        x = left + slot * index + (slot - inner) / 2
        below = 0.0
        for place, series in enumerate(figure.series):
            value, error = _point(series, index)
            if value is None or (stacked and not value):
                continue
            y0, y1 = scale(below), scale(below + value)
            tip = _tip(figure, series, index)
            canvas.bar(x, min(y0, y1), width, abs(y1 - y0), _style(place), tip)
            if error is not None:
                middle = x + width / 2
                _error(canvas, (middle, scale(value - error)), (middle, scale(value + error)))
            if stacked:
                below += value
            else:
                x += width
    canvas.line(left, scale(0), WIDTH, scale(0), "axis")
    for index, label in _spread_labels(figure, slots, slot):
        at = left + slot * (index if stacked else index + 0.5)
        anchor = "end" if stacked and index == slots else "middle"
        canvas.text(at, base + 17, label, "tick", anchor)
    canvas.bottom = base + 26
    if figure.x_title:
        canvas.text(WIDTH, base + 37, figure.x_title, "axis-title", "end")
        canvas.bottom = base + 46


def _lying_bars(canvas: _Canvas, figure: Figure) -> None:
    canvas.legend(figure.series)
    ticks = _ticks(figure, stacked=False)
    names = [_shortened(str(label)) for label in figure.labels]
    left = 10 + max(len(name) for name in names) * _CHARACTER
    scale = _Scale(ticks, left, WIDTH - 46)
    group = BAR * len(figure.series) + 3 * (len(figure.series) - 1)
    top = canvas.top + 4
    base = top + len(names) * (group + 14)
    for tick in ticks:
        canvas.line(scale(tick), top, scale(tick), base, "grid")
        canvas.text(scale(tick), base + 17, number(tick), "tick", "middle")
    for index, name in enumerate(names):
        y = top + 7 + index * (group + 14)
        canvas.text(left - 8, y + group / 2 + 4, name, "label", "end")
        for place, series in enumerate(figure.series):
            value, error = _point(series, index)
            at = y + place * (BAR + 3)
            if value is None:
                canvas.text(scale(0) + 4, at + BAR - 1, "–", "number")
                continue
            x0, x1 = sorted((scale(0), scale(value)))
            tip = _tip(figure, series, index)
            canvas.bar(x0, at, x1 - x0, BAR, _style(place), tip)
            end = scale(max(value, 0))
            if error is not None:
                middle = at + BAR / 2
                _error(canvas, (scale(value - error), middle), (scale(value + error), middle))
                end = max(end, scale(value + error))
            shown = number(value, None if float(value).is_integer() and value > 1 else 2)
            canvas.text(end + 6, at + BAR - 1, shown, "number")
    canvas.line(scale(0), top, scale(0), base, "axis")
    canvas.bottom = base + 26
    if figure.y_title:
        canvas.text(WIDTH, base + 37, figure.y_title, "axis-title", "end")
        canvas.bottom = base + 46


def _error(canvas: _Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw an error bar with caps across it."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = (0.0, 3.0) if y0 == y1 else (3.0, 0.0)
    canvas.path(
        f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}"
        f"M{x0 - dx:.1f} {y0 - dy:.1f}L{x0 + dx:.1f} {y0 + dy:.1f}"
        f"M{x1 - dx:.1f} {y1 - dy:.1f}L{x1 + dx:.1f} {y1 + dy:.1f}",
        "error",
    )


def _lies(figure: Figure) -> bool:
    """Whether bars lie down: their names would not fit below standing ones.

    Short names (years, pseudonyms) may be thinned out instead.
    """
    longest = max((len(str(label)) for label in figure.labels), default=0)
    room = (WIDTH - 40) / max(len(figure.labels), 1)
    return longest > _LONG_LABEL or (longest > 3 and longest * _CHARACTER + 8 > room)


def _ticks(figure: Figure, stacked: bool) -> list[float]:
    """Return round ticks from 0 (or below) to the largest value and its error."""
    if stacked:
        slots = max(len(series.values) for series in figure.series)
        ends = [
            math.fsum(_point(series, index)[0] or 0.0 for series in figure.series)
            for index in range(slots)
        ]
    else:
        ends = [
            value + sign * (error or 0.0)
            for series in figure.series
            for value, error in _points(series)
            if value is not None
            for sign in (-1, 1)
        ]
    low, high = min(0.0, *ends, 0.0), max(0.0, *ends, 0.0)
    span = high - low if high - low > 1e-300 else 1.0
    power = 10.0 ** math.floor(math.log10(span / 4))
    step = next(power * nice for nice in (1, 2, 2.5, 5, 10) if span / (power * nice) <= 5.0)
    counts = all(float(v).is_integer() for s in figure.series for v in s.values if v is not None)
    if counts and high >= 1:
        step = max(1.0, math.ceil(step))
    first = math.floor(low / step)
    last = max(math.ceil(round(high / step, 9)), first + 1)
    return [float(f"{index * step:.12g}") for index in range(first, last + 1)]


def _spread_labels(figure: Figure, slots: int, slot: float) -> Iterator[tuple[int, str]]:
    """Yield the labels that fit side by side, with their index."""
    stacked = figure.kind == "histogram"
    shown = [number(x) if isinstance(x, int | float) else _shortened(x) for x in figure.labels]
    shown = shown[: slots + 1] if stacked else shown[:slots]
    widest = max((len(label) for label in shown), default=1) * _CHARACTER + 8
    every = max(1, math.ceil(widest / slot))
    for index, label in enumerate(shown):
        if index % every == 0:
            yield index, label


def _points(series: Series) -> list[tuple[float | None, float | None]]:
    return [_point(series, index) for index in range(len(series.values))]


def _point(series: Series, index: int) -> tuple[float | None, float | None]:
    """Return value and standard error; what is not finite is missing."""
    values = [
        found[index] if found is not None and index < len(found) else None
        for found in (series.values, series.errors)
    ]
    value, error = (None if x is None or not math.isfinite(x) else float(x) for x in values)
    return value, error


def _name(figure: Figure, index: int) -> str:
    if figure.kind == "histogram":
        ends = [number(float(edge), None) for edge in figure.labels[index : index + 2]]
        return " to ".join(ends)
    label = figure.labels[index] if index < len(figure.labels) else index + 1
    return str(label)


def _tip(figure: Figure, series: Series, index: int) -> str:
    value, error = _point(series, index)
    spread = f" ± {number(error)}" if error is not None else ""
    named = f", {series.name}" if len(figure.series) > 1 else ""
    return f"{_name(figure, index)}{named}: {number(value or 0.0)}{spread}"


def _shortened(label: str) -> str:
    return label if len(label) <= 24 else f"{label[:23]}…"


def _style(place: int) -> str:
    return f"s{place % _CLASSES}"
