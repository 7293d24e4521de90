"""Figures as SVG: bars, histograms and heat maps. Equal figures give equal bytes.

The program draws them itself instead of using a plotting library (docs/decisions/0013): text stays
text, colours follow the page's light or dark palette, and no library has to be imported.

The module is longer than most because all kinds of figures share scales, labels and colours.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from html import escape

from desktop_app.catalogue import in_language, look_up
from desktop_app.core.analysis import Figure, FigureGroup
from desktop_app.core.messages import join, msg
from desktop_app.core.numbers import number_text
from desktop_app.drawing import (
    CHARACTER,
    DARK,
    LIGHT,
    STYLE,
    WIDTH,
    Canvas,
    Scale,
    clean,
    ends_of,
    name_of,
    point,
    points,
    shortened,
    spread_of,
    style_of,
    tip_of,
)

__all__ = ["DARK", "LIGHT", "STYLE", "clean", "describe", "figure_to_svg", "group_to_svg"]

# Height of the title, and distance between the figures of a group, in pixels.
_TITLE = 28.0
_GAP = 28
# Height of the plot area, in pixels.
PLOT_HEIGHT = 190
# Thickness of a horizontal bar, in pixels.
BAR = 11
# Maximum number of values listed in the text alternative.
MAX_NAMED = 40
# In characters. Longer labels make the bars horizontal.
_LONG_LABEL = 8
# Maximum characters of a label beside a horizontal bar, so that bars get about a third of the
# width.
_HORIZONTAL_LABEL = 34
_KINDS = {
    "histogram": msg("Histogram"),
    "bars": msg("Bar chart"),
    "stacked": msg("Stacked bars"),
    "heat": msg("Heat map"),
}


def describe(figure: Figure, language: str = "en") -> str:
    """Return a text alternative for a figure, in a language."""
    parts = []
    for series in figure.series:
        named = [
            msg(
                "{name} {value}{spread}",
                name=name_of(figure, index),
                value=msg("unknown") if value is None else number_text(value),
                spread=spread_of(series, index),
            )
            for index, (value, _) in enumerate(points(series))
        ]
        shown = join(", ", named[:MAX_NAMED]) if named else msg("no values")
        more = len(named) - MAX_NAMED
        if more > 0:
            shown = msg("{values} and {more} more", values=shown, more=more)
        parts.append(msg("{series}: {values}.", series=series.name, values=shown))
    kind, x, y = _KINDS[figure.kind], figure.x_title, figure.y_title
    if x and y:
        kind = msg("{kind} of {values} by {groups}", kind=kind, values=y, groups=x)
    elif x or y:
        kind = msg("{kind} of {values}", kind=kind, values=x or y)
    return clean(in_language(join(". ", [kind, join(" ", parts)]), look_up(language)))


def figure_to_svg(
    figure: Figure, *, inline: bool = False, prefix: str = "", language: str = "en"
) -> str:
    """Return a figure as an SVG element.

    `inline`: whether the SVG goes into a page that already contains `STYLE`, the custom properties
        of the palette, and the title; otherwise the SVG is complete, with its own title and the
        light palette
    `prefix`: precedes the ids, so that they are unique in a page with several analyses
    `language`: of all texts that are messages; others, such as names of models, stay as they are
    """
    # First, because the places of texts depend on their lengths.
    figure = in_language(figure, look_up(language))
    canvas = _drawn(figure, 0.0 if inline else _TITLE, language)
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
        f'<desc id="{ids}-text">{escape(describe(figure, language))}</desc>',
    ]
    if not inline:
        head.append(_style())
        head.append(f'<text x="0" y="14" class="title">{escape(clean(figure.title))}</text>')
    return "\n".join([opening, *head, *canvas.parts, "</svg>"])


def group_to_svg(group: FigureGroup, *, language: str = "en") -> str:
    """Return the figures of a group as one complete SVG, with the light palette.

    The figures have letters, as the parts of a printed figure. `language`: as for one figure
    """
    group = in_language(group, look_up(language))
    parts: list[str] = []
    top = 0.0
    rows = [
        group.figures[start : start + group.columns]
        for start in range(0, len(group.figures), group.columns)
    ]
    letter = 0
    for row in rows:
        drawn = [_drawn(figure, _TITLE, language) for figure in row]
        for column, (figure, canvas) in enumerate(zip(row, drawn, strict=True)):
            sign = f"({chr(ord('a') + letter)}) " if len(group.figures) > 1 else ""
            letter += 1
            parts += [
                f'<g transform="translate({column * (WIDTH + _GAP):.0f} {top:.0f})">',
                f'<text x="0" y="14" class="title">{escape(clean(sign + figure.title))}</text>',
                *canvas.parts,
                "</g>",
            ]
        top += max(canvas.bottom for canvas in drawn) + _GAP
    columns = min(group.columns, len(group.figures))
    width, height = columns * (WIDTH + _GAP) - _GAP + 24, top - _GAP + 24
    ids = re.sub(r"[^A-Za-z0-9-]", "-", group.key)
    described = " ".join(f"{clean(one.title)}. {describe(one, language)}" for one in group.figures)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img"'
            f' viewBox="-12 -12 {width} {height:.0f}" width="{width}" height="{height:.0f}"'
            f' aria-labelledby="{ids}-title {ids}-text">',
            f'<title id="{ids}-title">{escape(clean(group.title))}</title>',
            f'<desc id="{ids}-text">{escape(described)}</desc>',
            _style(),
            *parts,
            "</svg>",
        ]
    )


def _style() -> str:
    """Return the style of a separate SVG file.

    It has no page to define the custom properties, so they are replaced by values.
    """
    style = re.sub(r"var\(--([\w-]+)\)", lambda found: LIGHT[found.group(1)], STYLE)
    return f"<style>{style}</style>"


def _drawn(figure: Figure, top: float, language: str) -> Canvas:
    """Draw a figure without its title."""
    canvas = Canvas(top=top, translate=look_up(language))
    if all(value is None for series in figure.series for value, _ in points(series)):
        canvas.text(WIDTH / 2, canvas.top + 40, msg("No ratings yet"), "label", "middle")
        canvas.bottom = canvas.top + 70
    elif figure.kind == "stacked":
        stacked_bars(canvas, figure)
    elif figure.kind == "heat":
        heat_map(canvas, figure)
    elif figure.kind == "bars" and _is_horizontal(figure):
        _horizontal_bars(canvas, figure)
    else:
        _vertical_bars(canvas, figure)
    return canvas


def _vertical_bars(canvas: Canvas, figure: Figure) -> None:
    """Draw a histogram or vertical bars."""
    canvas.legend(figure.series)
    if figure.y_title:
        canvas.text(0, canvas.top + 11, figure.y_title, "axis-title")
        canvas.top += 22
    # The series of a histogram are stacked. Those of other figures are drawn side by side.
    stacked = figure.kind == "histogram"
    ticks = _ticks(figure, stacked)
    digits = _digits(ticks)
    left = 10 + max(len(number_text(tick, digits)) for tick in ticks) * CHARACTER
    top, base = canvas.top + 4, canvas.top + 4 + PLOT_HEIGHT
    scale = Scale(ticks, base, top)
    slots = max(len(series.values) for series in figure.series)
    # Half of the label below the last edge of a histogram is to the right of its bars.
    right = WIDTH - (_widest_label(figure, slots) / 2 if stacked else 0)
    for tick in ticks:
        canvas.line(left, scale(tick), right, scale(tick), "grid")
        canvas.text(left - 6, scale(tick) + 4, number_text(tick, digits), "tick", "end")
    slot = (right - left) / slots
    inner = slot * (0.94 if stacked else 0.72 if slot > 6 else 0.9)
    width = inner if stacked else inner / len(figure.series)
    for index in range(slots):
        x = left + slot * index + (slot - inner) / 2
        below = 0.0
        for place, series in enumerate(figure.series):
            value, _ = point(series, index)
            if value is None or (stacked and not value):
                continue
            y0, y1 = scale(below), scale(below + value)
            tip = tip_of(figure, series, index)
            canvas.bar(x, min(y0, y1), width, abs(y1 - y0), style_of(place), tip)
            if ends := ends_of(series, index):
                middle = x + width / 2
                _error(canvas, (middle, scale(ends[0])), (middle, scale(ends[1])))
            if stacked:
                below += value
            else:
                x += width
    canvas.line(left, scale(0), right, scale(0), "axis")
    if figure.reference is not None:
        canvas.line(left, scale(figure.reference), right, scale(figure.reference), "axis")
    for index, label in _spread_labels(figure, slots, slot):
        at = left + slot * (index if stacked else index + 0.5)
        canvas.text(at, base + 17, label, "tick", "middle")
    canvas.bottom = base + 26
    if figure.x_title:
        canvas.text(WIDTH, base + 37, figure.x_title, "axis-title", "end")
        canvas.bottom = base + 46


def _horizontal_bars(canvas: Canvas, figure: Figure) -> None:
    """Draw horizontal bars with their values."""
    canvas.legend(figure.series)
    ticks = _ticks(figure, stacked=False)
    names = [shortened(str(label), _HORIZONTAL_LABEL) for label in figure.labels]
    left = 10 + max(len(name) for name in names) * CHARACTER
    scale = Scale(ticks, left, WIDTH - 46)
    # All values of a figure have the same number of decimals, so that there is no “0.00” beside a
    # “5”.
    counts = all(float(v).is_integer() for s in figure.series for v in s.values if v is not None)
    counts = counts and figure.reference is None
    group = BAR * len(figure.series) + 3 * (len(figure.series) - 1)
    top = canvas.top + 4
    base = top + len(names) * (group + 14)
    for tick in ticks:
        canvas.line(scale(tick), top, scale(tick), base, "grid")
        canvas.text(scale(tick), base + 17, number_text(tick, _digits(ticks)), "tick", "middle")
    for index, name in enumerate(names):
        y = top + 7 + index * (group + 14)
        canvas.text(left - 8, y + group / 2 + 4, name, "label", "end")
        for place, series in enumerate(figure.series):
            value, _ = point(series, index)
            at = y + place * (BAR + 3)
            if value is None:
                canvas.text(scale(0) + 4, at + BAR - 1, "–", "number")
                continue
            x0, x1 = sorted((scale(0), scale(value)))
            tip = tip_of(figure, series, index)
            canvas.bar(x0, at, x1 - x0, BAR, style_of(place), tip)
            end = scale(max(value, 0))
            if ends := ends_of(series, index):
                middle = at + BAR / 2
                _error(canvas, (scale(ends[0]), middle), (scale(ends[1]), middle))
                end = max(end, scale(ends[1]))
            shown = number_text(value, 0 if counts else 2)
            canvas.text(end + 6, at + BAR - 1, shown, "number")
    canvas.line(scale(0), top, scale(0), base, "axis")
    if figure.reference is not None:
        canvas.line(scale(figure.reference), top, scale(figure.reference), base, "axis")
    canvas.bottom = base + 26
    if figure.y_title:
        canvas.text(WIDTH, base + 37, figure.y_title, "axis-title", "end")
        canvas.bottom = base + 46


def _error(canvas: Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw an error bar with a cap at each end."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = (0.0, 3.0) if y0 == y1 else (3.0, 0.0)
    canvas.path(
        f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}"
        f"M{x0 - dx:.1f} {y0 - dy:.1f}L{x0 + dx:.1f} {y0 + dy:.1f}"
        f"M{x1 - dx:.1f} {y1 - dy:.1f}L{x1 + dx:.1f} {y1 + dy:.1f}",
        "error",
    )


def _is_horizontal(figure: Figure) -> bool:
    """Return whether bars are horizontal because their labels do not fit below vertical bars.

    Labels of at most three characters (pseudonyms) always stay below vertical bars, where some of
    them are omitted if there are too many.
    """
    longest = max((len(str(label)) for label in figure.labels), default=0)
    room = (WIDTH - 40) / max(len(figure.labels), 1)
    return longest > _LONG_LABEL or (longest > 3 and longest * CHARACTER + 8 > room)


def _ticks(figure: Figure, stacked: bool) -> list[float]:
    """Return round ticks whose range contains 0, all bars and error bars, and the reference line.

    `stacked`: whether the series are stacked, so that their sums count
    """
    if stacked:
        slots = max(len(series.values) for series in figure.series)
        ends = [
            math.fsum(point(series, index)[0] or 0.0 for series in figure.series)
            for index in range(slots)
        ]
    else:
        ends = [
            end
            for series in figure.series
            for index, (value, _) in enumerate(points(series))
            if value is not None
            for end in (value, *(ends_of(series, index) or ()))
        ]
    ends += [] if figure.reference is None else [figure.reference]
    low, high = min(0.0, *ends, 0.0), max(0.0, *ends, 0.0)
    span = high - low if high - low > 1e-300 else 1.0
    # The smallest round step (1, 2, 2.5 or 5 times a power of ten) that fits at most five times
    # into the span.
    power = 10.0 ** math.floor(math.log10(span / 4))
    step = next(power * nice for nice in (1, 2, 2.5, 5, 10) if span / (power * nice) <= 5.0)
    counts = all(float(v).is_integer() for s in figure.series for v in s.values if v is not None)
    # Counts are whole numbers, so ticks between them make no sense.
    if counts and high >= 1:
        step = max(1.0, math.ceil(step))
    first = math.floor(low / step)
    last = max(math.ceil(round(high / step, 9)), first + 1)
    # Rounded to 12 digits, to avoid ticks such as 0.30000000000000004.
    return [float(f"{index * step:.12g}") for index in range(first, last + 1)]


def _digits(ticks: list[float]) -> int | None:
    """Return the number of decimals of all ticks of an axis.

    Returns None for very small or very large values, which are formatted individually.
    """
    if all(abs(tick) < 1e-4 or abs(tick) >= 1e15 for tick in ticks):
        return None
    return max(len(f"{tick:.6f}".rstrip("0").partition(".")[2]) for tick in ticks)


def _bar_labels(figure: Figure, slots: int) -> list[str]:
    """Return the labels below bars: of `slots` bars, or of the edges of the bars of a histogram."""
    shown = [number_text(x) if isinstance(x, int | float) else shortened(x) for x in figure.labels]
    return shown[: slots + 1] if figure.kind == "histogram" else shown[:slots]


def _widest_label(figure: Figure, slots: int) -> float:
    """Return the width of the widest of these labels in pixels."""
    return max((len(label) for label in _bar_labels(figure, slots)), default=1) * CHARACTER


def _spread_labels(figure: Figure, slots: int, slot: float) -> Iterator[tuple[int, str]]:
    """Yield (index, label) of every n-th label, with the smallest n whose labels do not overlap.

    `slot`: width of a bar's place in pixels
    """
    every = max(1, math.ceil((_widest_label(figure, slots) + 8) / slot))
    for index, label in enumerate(_bar_labels(figure, slots)):
        if index % every == 0:
            yield index, label


# Stacked bars of answers on a scale, and heat maps: shades of one colour, with numbers.

# Heights in pixels.
_BAR = 18
_ROW = 22
# Width in pixels that “100 %” requires.
_PERCENT = 30
# Width in pixels; a narrower cell shows only one decimal.
_NARROW = 30


def stacked_bars(canvas: Canvas, figure: Figure) -> None:
    """Draw bars that show the shares of the answers; the first step of the scale is darkest.

    The number after a bar is its number of answers.
    """
    # Strengths from 1 down to 0.1, so that even the lightest step is visible.
    steps = [
        1 - 0.9 * place / max(len(figure.series) - 1, 1) for place in range(len(figure.series))
    ]
    _legend(canvas, [one.name for one in figure.series], steps)
    names = [shortened(str(label)) for label in figure.labels]
    totals = [
        sum(point(one, index)[0] or 0.0 for one in figure.series) for index in range(len(names))
    ]
    left = 10 + max((len(name) for name in names), default=0) * CHARACTER
    right = 12 + max((len(number_text(total)) for total in totals), default=1) * CHARACTER
    room = WIDTH - left - right
    top = canvas.top + 4
    for index, (name, total) in enumerate(zip(names, totals, strict=True)):
        y = top + index * _ROW
        canvas.text(left - 8, y + _BAR / 2 + 4, name, "label", "end")
        canvas.text(WIDTH - right + 8, y + _BAR / 2 + 4, number_text(total), "number")
        x = left
        for one, strength in zip(figure.series, steps, strict=True):
            value = point(one, index)[0]
            if not value or not total:
                continue
            width = room * value / total
            canvas.cell(x, y, width, _BAR, strength, tip_of(figure, one, index))
            if width > _PERCENT:
                percent = f"{round(100 * value / total)} %"
                canvas.text(x + width / 2, y + _BAR / 2 + 4, percent, "number", "middle")
            x += width
    canvas.bottom = top + len(names) * _ROW + 4


def heat_map(canvas: Canvas, figure: Figure) -> None:
    """Draw a row for each series and a column for each label; the highest value is darkest."""
    values = [value for one in figure.series for value, _ in points(one) if value is not None]
    low, high = min(values), max(values)

    def strength(value: float) -> float:
        # If all values are equal, all cells have a medium shade.
        return (value - low) / (high - low) if high > low else 0.5

    rows = [shortened(one.name) for one in figure.series]
    columns = [shortened(name_of(figure, index)) for index in range(len(figure.labels))]
    left = 10 + max(len(name) for name in rows) * CHARACTER
    width = min((WIDTH - left) / max(len(columns), 1), 120.0)
    longest = max(len(name) for name in columns) * CHARACTER
    if low < high:
        steps = [0.0, 0.25, 0.5, 0.75, 1.0]
        named = [number_text(low + (high - low) * step, 2) for step in steps]
        _legend(canvas, named, steps)
    # Column names are written upwards if one of them is too long.
    if longest + 6 <= width:
        top = canvas.top + 20
        for index, name in enumerate(columns):
            canvas.text(left + width * (index + 0.5), top - 6, name, "label", "middle")
    else:
        top = canvas.top + longest + 10
        for index, name in enumerate(columns):
            canvas.upright(left + width * (index + 0.5) + 4, top - 6, name, "label")
    for place, (name, one) in enumerate(zip(rows, figure.series, strict=True)):
        y = top + place * _ROW
        canvas.text(left - 8, y + _ROW / 2 + 4, name, "label", "end")
        for index in range(len(columns)):
            value = point(one, index)[0]
            x = left + index * width
            if value is None:
                canvas.cell(x, y, width, _ROW, None, f"{name_of(figure, index)}, {one.name}: –")
                shown = "–"
            else:
                canvas.cell(x, y, width, _ROW, strength(value), tip_of(figure, one, index))
                shown = number_text(value, 1 if width < _NARROW else 2)
            canvas.text(x + width / 2, y + _ROW / 2 + 4, shown, "number", "middle")
    canvas.bottom = top + len(rows) * _ROW + 4


def _legend(canvas: Canvas, names: Sequence[str], steps: Sequence[float]) -> None:
    """Draw the legend: a shade and a name for each step."""
    x, y = 0.0, canvas.top + 4
    for name, step in zip(map(shortened, names), steps, strict=True):
        width = 24 + len(name) * CHARACTER
        if x and x + width > WIDTH:
            x, y = 0.0, y + 18
        canvas.cell(x, y, 12, 12, step, name)
        canvas.text(x + 17, y + 10, name, "label")
        x += width + 6
    canvas.top = y + 22
