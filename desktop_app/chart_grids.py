"""Stacked bars of answers on a scale, and heat maps: shades of one colour, with numbers."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.core.analysis import Figure
from desktop_app.drawing import (
    CHARACTER,
    WIDTH,
    Canvas,
    name_of,
    number,
    point,
    points,
    shortened,
    tip_of,
)

# Heights in pixels.
_BAR = 18
_ROW = 22
# Width in pixels that “100 %” requires.
_PERCENT = 30
# Width in pixels; a narrower cell shows only one decimal.
_NARROW = 30


def stacked_bars(canvas: Canvas, figure: Figure) -> None:
    """Draw each bar divided by the shares of its answers; the first step of the scale is darkest.

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
    right = 12 + max((len(number(total)) for total in totals), default=1) * CHARACTER
    room = WIDTH - left - right
    top = canvas.top + 4
    for index, (name, total) in enumerate(zip(names, totals, strict=True)):
        y = top + index * _ROW
        canvas.text(left - 8, y + _BAR / 2 + 4, name, "label", "end")
        canvas.text(WIDTH - right + 8, y + _BAR / 2 + 4, number(total), "number")
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
        # If all values are equal, they get a medium shade.
        return (value - low) / (high - low) if high > low else 0.5

    rows = [shortened(one.name) for one in figure.series]
    columns = [shortened(name_of(figure, index)) for index in range(len(figure.labels))]
    left = 10 + max(len(name) for name in rows) * CHARACTER
    width = min((WIDTH - left) / max(len(columns), 1), 120.0)
    longest = max(len(name) for name in columns) * CHARACTER
    if low < high:
        steps = [0.0, 0.25, 0.5, 0.75, 1.0]
        named = [number(low + (high - low) * step, 2) for step in steps]
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
                shown = number(value, 1 if width < _NARROW else 2)
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
