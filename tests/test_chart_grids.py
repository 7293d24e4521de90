"""Tests of stacked bars and heat maps: all data are drawn, and nothing is outside the picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from desktop_app.charts import describe, figure_to_svg
from desktop_app.core.analysis import Figure, Series
from desktop_app.drawing import CHARACTER, WIDTH

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script>\x00 & a very long name of a field"


def drawn(figure: Figure) -> ET.Element:
    return ET.fromstring(figure_to_svg(figure))


def cells(root: ET.Element) -> dict[str, ET.Element]:
    """Return the cells by their tooltips, without those of the legend."""
    found = {}
    for rect in root.iter(f"{SVG}rect"):
        tip = rect.findtext(f"{SVG}title") or ""
        if ":" in tip:
            found[tip] = rect
    return found


def words(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def size(rect: ET.Element, name: str) -> float:
    return float(rect.get(name, "nan"))


def test_the_text_alternative_and_tooltips_are_in_the_language_of_the_figure() -> None:
    series = [Series("Ja", [3, 1.5], intervals=[(2, 4), None]), Series("Nein", [None, None])]
    figure = Figure("f", "Bild", "bars", ["a", "b"], series, "Fach", "Antworten")
    assert describe(figure) == (
        "Bar chart of Antworten by Fach. Ja: a 3 (2 to 4), b 1.5. Nein: a unknown, b unknown."
    )
    assert describe(figure, "de") == (
        "Balkendiagramm: Antworten nach Fach. Ja: a 3 (2 bis 4), b 1,5. "
        "Nein: a unbekannt, b unbekannt."
    )
    many = [Series("Ja", [1] * 42)]
    counts = Figure("f", "Bild", "histogram", [float(edge) for edge in range(43)], many)
    assert describe(counts, "de").endswith("39 bis 40 1 und 2 weitere.")
    shown = figure_to_svg(counts, language="de")
    assert "<title>0 bis 1: 1</title>" in shown
    assert "<title>0 to 1: 1</title>" in figure_to_svg(counts)


def test_figures_have_the_decimal_point_of_their_language() -> None:
    series = [Series("Ja", [0.25, 0.75], [0.125, None])]
    figure = Figure("f", "Bild", "bars", ["a", "b"], series)
    english, german = figure_to_svg(figure), figure_to_svg(figure, language="de")
    for shown in (">0.4</text>", "a: 0.25 ± 0.125"):
        assert shown in english
        assert shown not in german
        assert shown.replace(".", ",") in german


def test_parts_of_a_stacked_bar_are_as_wide_as_their_shares() -> None:
    series = [Series("Yes", [30, 1]), Series("Maybe", [10, 0]), Series("No", [60, 1])]
    root = drawn(Figure("f", "F", "stacked", ["All", "Law"], series))
    found = cells(root)
    assert list(found) == [
        "All, Yes: 30",
        "All, Maybe: 10",
        "All, No: 60",
        "Law, Yes: 1",
        "Law, No: 1",
    ]
    widths = [size(rect, "width") + 1 for rect in found.values()]
    whole = sum(widths[:3])
    assert [width / whole for width in widths[:3]] == pytest.approx([0.3, 0.1, 0.6], abs=0.01)
    # both bars are of one length, whatever their numbers, and these stand behind them
    assert sum(widths[3:]) == pytest.approx(whole, abs=0.5)
    assert {"30 %", "10 %", "60 %", "50 %", "100", "2", "Yes", "Maybe", "No"} <= set(words(root))
    shades = [size(rect, "fill-opacity") for rect in found.values()]
    assert shades[0] > shades[1] > shades[2] > 0


def test_a_bar_without_answers_is_empty() -> None:
    series = [Series("Yes", [0, 2]), Series("No", [0, None])]
    found = cells(drawn(Figure("f", "F", "stacked", ["None", "Some"], series)))
    assert list(found) == ["Some, Yes: 2"]


def test_the_highest_value_of_a_map_is_darkest_and_a_missing_one_is_told() -> None:
    series = [Series("Law", [1.5, 4.25]), Series("Physics", [None, 2.0])]
    root = drawn(Figure("f", "F", "heat", ["gamma", "delta"], series))
    found = cells(root)
    shades = {
        tip: size(rect, "fill-opacity")
        for tip, rect in found.items()
        if rect.get("class") == "cell"
    }
    assert sorted(shades, key=shades.__getitem__) == [
        "gamma, Law: 1.5",
        "delta, Physics: 2",
        "delta, Law: 4.25",
    ]
    assert max(shades.values()) < 0.6  # words on it can be read
    assert found["gamma, Physics: –"].get("class") == "none"
    assert {"1.50", "4.25", "2.00", "–", "gamma", "delta", "Law", "Physics"} <= set(words(root))


def test_a_map_of_equal_values_needs_no_legend() -> None:
    root = drawn(Figure("f", "F", "heat", ["a", "b"], [Series("r", [3.0, 3.0])]))
    assert words(root).count("3.00") == 2


@pytest.mark.parametrize("kind", ["stacked", "heat"])
def test_many_long_and_hostile_names_stay_within_the_picture(kind: str) -> None:
    labels = [f"{HOSTILE} {place}" for place in range(25)]
    series = [
        Series(f"{HOSTILE} {place}", [1.0 + (place + n) % 5 for n in range(25)])
        for place in range(11)
    ]
    figure = Figure("f", "F", kind, labels, series)  # type: ignore[arg-type]
    root = drawn(figure)
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    for rect in root.iter(f"{SVG}rect"):
        assert size(rect, "x") >= -0.1
        assert size(rect, "x") + size(rect, "width") <= WIDTH + 0.6
        assert size(rect, "y") + size(rect, "height") <= height
    for text in root.iter(f"{SVG}text"):
        if text.get("transform"):
            # upwards: it ends above where it starts
            assert size(text, "y") - len(text.text or "") * CHARACTER > 0
        else:
            assert 0 <= size(text, "x") <= width
    svg = figure_to_svg(figure)
    assert "<script" not in svg
    assert not re.search("[\x00-\x08]", svg)


@pytest.mark.parametrize(("kind", "name"), [("stacked", "Stacked bars"), ("heat", "Heat map")])
def test_what_is_shown_is_told_in_words(kind: str, name: str) -> None:
    figure = Figure("f", "F", kind, ["a"], [Series("one", [2]), Series("two", [None])])  # type: ignore[arg-type]
    told = describe(figure)
    assert told.startswith(name)
    assert "one: a 2." in told
    assert "two: a unknown." in told


@pytest.mark.parametrize("kind", ["stacked", "heat"])
def test_nothing_to_show_is_said(kind: str) -> None:
    figure = Figure("f", "F", kind, ["a"], [Series("one", [None])])  # type: ignore[arg-type]
    assert "No ratings yet" in words(drawn(figure))


@pytest.mark.parametrize("name", ["a", "a bar with a long name"])
def test_lines_across_bars_end_where_their_intervals_end(name: str) -> None:
    # Bars stand with short names and lie with long ones.
    series = Series("Rate", [0.25, 0.5], intervals=[(0.0, 1.0), None])
    figure = Figure("f", "F", "bars", [name, f"{name} 2"], [series])
    assert f"{name} 0.25 (0 to 1)" in describe(figure)
    root = drawn(figure)
    lines = [one.get("d", "") for one in root.iter(f"{SVG}path") if one.get("class") == "error"]
    assert len(lines) == 1
    x0, y0, x1, y1 = map(float, re.findall(r"-?\d+\.\d", lines[0])[:4])
    (bar, other) = (rect for tip, rect in cells(root).items())
    lies = y0 == y1
    # A value of a quarter lies at a quarter of the line from 0 to 1, not in its middle.
    side, length = ("width", abs(x1 - x0)) if lies else ("height", abs(y1 - y0))
    assert lies == (len(name) > 8)
    assert (size(bar, side) + 1) / length == pytest.approx(0.25, abs=0.01)
    assert (size(other, side) + 1) / length == pytest.approx(0.5, abs=0.01)


def test_values_of_one_figure_have_the_same_digits_and_a_line_to_compare_with() -> None:
    counts = Figure("c", "C", "bars", ["a long name", "another name"], [Series("n", [5, 0])])
    drawn = figure_to_svg(counts)
    assert ">0.00<" not in drawn
    rates = Figure("r", "R", "bars", ["a long name", "another name"],
                   [Series("n", [0.3, 0.25])], reference=0.5)  # fmt: skip
    with_line, without = (figure_to_svg(f) for f in (rates, replace(rates, reference=None)))
    assert with_line.count('class="axis"') == without.count('class="axis"') + 1
    assert ">0.5<" in with_line
    assert ">0.0<" in with_line


def test_names_beside_bars_are_whole_where_there_is_room() -> None:
    name = "alder-7b vs birch-13b (picr, 2)"
    figure = Figure("w", "Win rates", "bars", [name, "other"], [Series("Rate", [0.5, 1.0])])
    assert f">{name}<" in figure_to_svg(figure)
