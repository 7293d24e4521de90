"""Tests of the report: a self-contained, escaped, valid file that is the same every time."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import math
import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.charts import DARK, LIGHT, STYLE, describe
from desktop_app.core.analysis import Analysis, Column, Figure, Series, Table
from desktop_app.core.numbers import number_text
from desktop_app.report import figure_to_svg, render_html, table_to_csv
from plugins.risum.analysis import analyse
from tests.plugins.risum_data import dataset, item, study

HOSTILE = "</style><script>alert(1)</script>\"'&<img src=x onerror=alert(1)>\x00\x1b\ud800\u202e"
SVG = "{http://www.w3.org/2000/svg}"
VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    """Collects tags, attributes and text, and checks that all tags are closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def report(*analyses: Analysis) -> str:
    return render_html(analyses, title="A study", generated_by="Proofdesk 1.2.3")


def small(words: str = "plain") -> Analysis:
    table = Table(
        f"t-{words}",
        words,
        (Column(words, words), Column("v", "Value", 2), Column("none", "Nothing")),
        [[words, 0.123456, None], [words, -1234567.0, None], ["other", None, None]],
        note=words,
    )
    figures = [
        Figure(
            f"t-{words}-a", words, "bars", [words, "b"], [Series(words, [1, None])], words, words
        ),
        Figure("alone", words, "histogram", [0.0, 0.5, 1.0], [Series(words, [2, 3])], note=words),
    ]
    data = {"protocol": "p", "items": 3, "annotations": 2, "annotators": True, "conflicts": 0}
    return Analysis("p", words, data, [table], figures, [words])


def test_the_page_needs_nothing_from_outside_and_forbids_it() -> None:
    html = report(analyse(study(), {"runs": 50}))
    page = Page(html)
    policy = next(
        attrs["content"] or ""
        for tag, attrs in page.tags
        if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    style = html.split("<style>")[1].split("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy.startswith("default-src 'none'; ")
    assert f"style-src 'sha256-{digest}'" in policy
    assert {tag for tag, _ in page.tags}.isdisjoint(
        {"script", "link", "img", "iframe", "object", "embed", "base", "form", "use", "image"}
    )
    for _, attrs in page.tags:
        assert not any(name.startswith("on") or name in ("src", "style") for name in attrs)
        assert (attrs.get("href") or "#").startswith("#")
    assert "url(" not in html
    assert "@import" not in html
    outside = set(re.findall(r"https?://[^\s\"<]+", html))
    assert outside <= {"http://www.w3.org/2000/svg"}


def test_ids_are_unique_and_references_lead_somewhere() -> None:
    one, other = analyse(study(), {"runs": 50}), analyse(study(seed=9), {"runs": 50})
    other = Analysis("other", "Another", other.data, other.tables, other.figures)
    for html in (report(one), report(one, other)):
        page = Page(html)
        ids = [attrs["id"] for _, attrs in page.tags if attrs.get("id")]
        assert len(set(ids)) == len(ids)
        for _, attrs in page.tags:
            named = (attrs.get("aria-labelledby") or "").split()
            named += [attrs["href"][1:]] if attrs.get("href") else []  # type: ignore[index]
            assert set(named) <= set(ids)


def test_every_figure_is_told_in_words() -> None:
    page = Page(report(analyse(study(), {"runs": 50})))
    drawings = [attrs for tag, attrs in page.tags if tag == "svg"]
    assert len(drawings) == 6
    assert all(attrs["role"] == "img" and attrs["aria-labelledby"] for attrs in drawings)
    assert "Bar chart of Annotations by Annotator. Annotations: A 2" in page.text


def test_hostile_text_stays_text() -> None:
    html = render_html(small(HOSTILE), title=HOSTILE, generated_by=HOSTILE, generated_at=HOSTILE)
    html.encode("utf-8")
    page = Page(html)
    assert {"script", "img"}.isdisjoint(tag for tag, _ in page.tags)
    assert "<script>alert(1)</script>" in page.text
    assert not re.search("[\x00-\x08\x1b]", html)
    assert html.count("<style>") == html.count("</style>") == 1


def test_the_same_analysis_gives_the_same_bytes() -> None:
    pages = {report(analyse(study(), {"runs": 50})) for _ in range(2)}
    assert len(pages) == 1
    dated = render_html(small(), title="A", generated_by="B", generated_at="1 May 2030")
    assert "B · 1 May 2030" in Page(dated).text


def test_numbers_are_aligned_and_empty_columns_left_out() -> None:
    html = report(small())
    page = Page(html)
    assert "Nothing" not in page.text
    assert '<th scope="col" class="number">Value</th>' in html
    assert '<td class="number">0.12</td>' in html
    assert '<td class="number">−1\u202f234\u202f567.00</td>' in html
    assert '<td class="number">–</td>' in html
    assert '<th scope="row" class="again">plain</th>' in html


def test_a_figure_stands_with_its_table() -> None:
    html = report(small())
    section = html.split('<section id="t-plain"')[1].split("</section>")[0]
    assert section.count("<svg") == 1
    alone = html.split('<section id="alone"')[1].split("</section>")[0]
    assert alone.count("<svg") == 1
    assert "<table" not in alone


def test_a_project_without_ratings_says_so() -> None:
    html = report(analyse(dataset([item("a", "g", "m")]), {}))
    assert "No ratings yet" in Page(html).text
    assert "<svg" not in html
    assert "There is nothing to report yet." in Page(report()).text
    bare = Analysis("p", "P", {"annotations": 4}, [Table("t", "T", [Column("a", "A")], [])])
    assert "Nothing to show here yet." in Page(report(bare)).text


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_text_has_contrast(palette: dict[str, str]) -> None:
    for role in ("text", "secondary", "accent"):
        for ground in ("window", "surface"):
            assert contrast(palette[role], palette[ground]) >= 4.5
    assert contrast(palette["text"], palette["accent-soft"]) >= 4.5
    assert set(re.findall(r"var\(--([\w-]+)\)", STYLE)) <= set(palette)
    assert LIGHT.keys() == DARK.keys()


def parsed(figure: Figure, *, inline: bool = False) -> ET.Element:
    return ET.fromstring(figure_to_svg(figure, inline=inline))


def bars(root: ET.Element) -> list[tuple[str, dict[str, float]]]:
    """Return (tooltip, geometry) of the bars of a figure, without those of the legend."""
    found = []
    for rect in root.iter(f"{SVG}rect"):
        tip = rect.findtext(f"{SVG}title") or ""
        sizes = {name: float(rect.get(name, "0")) for name in ("x", "y", "width", "height")}
        if ":" in tip:
            found.append((tip, sizes))
    return found


def test_a_standing_bar_is_as_high_as_its_value() -> None:
    figure = Figure("f", "F", "bars", ["a", "b", "c"], [Series("s", [10, 40, None], [1, None, 2])])
    found = bars(parsed(figure))
    assert [tip for tip, _ in found] == ["a: 10 ± 1", "b: 40"]
    low, high = (sizes["height"] + 1 for _, sizes in found)
    assert high / low == pytest.approx(4, abs=0.05)


def test_lying_bars_are_as_long_as_their_values_and_carry_them() -> None:
    names = ["a model with a very long name indeed", "b"]
    series = [Series("one", [0.2, 0.8], [0.05, 0.01]), Series("two", [0.4, None])]
    root = parsed(Figure("f", "F", "bars", names, series, y_title="Share"))
    found = dict(bars(root))
    assert list(found) == [
        f"{names[0]}, one: 0.2 ± 0.05", f"{names[0]}, two: 0.4", "b, one: 0.8 ± 0.01",
    ]  # fmt: skip
    widths = [sizes["width"] + 1 for sizes in found.values()]
    assert [width / widths[0] for width in widths] == pytest.approx([1, 2, 4], abs=0.03)
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert {"0.20", "0.40", "0.80", "–", "one", "two", f"{names[0][:33]}…"} <= set(words)


def test_bars_lie_down_when_their_names_would_not_fit() -> None:
    def lies(labels: list[str]) -> bool:
        values = [1.0] * len(labels)
        (_, first), *_, (_, last) = bars(
            parsed(Figure("f", "F", "bars", labels, [Series("s", values)]))
        )
        return first["x"] == last["x"]

    assert not lies(["mail", "news"])
    assert lies([f"system-{n}" for n in range(7)])
    assert not lies([f"A{n}" for n in range(60)])


def test_a_histogram_stacks_its_series() -> None:
    series = [Series("one", [1, 0, 2]), Series("two", [0, 3, 2])]
    found = dict(bars(parsed(Figure("f", "F", "histogram", [-0.5, 0, 0.5, 1], series))))
    assert list(found) == [
        "−0.5 to 0, one: 1", "0 to 0.5, two: 3", "0.5 to 1, one: 2", "0.5 to 1, two: 2",
    ]  # fmt: skip
    top, below = found["0.5 to 1, two: 2"], found["0.5 to 1, one: 2"]
    assert top["x"] == below["x"]
    assert top["y"] + top["height"] == pytest.approx(below["y"], abs=1.5)


def test_negative_bars_hang_below_the_axis() -> None:
    figure = Figure("f", "F", "bars", ["up", "down"], [Series("s", [0.5, -0.25])])
    (_, up), (_, down) = bars(parsed(figure))
    assert down["y"] == pytest.approx(up["y"] + up["height"] + 1, abs=0.2)


def test_a_figure_on_its_own_has_title_and_colours() -> None:
    figure = small("A & B").figures[0]
    alone, inline = figure_to_svg(figure), figure_to_svg(figure, inline=True)
    assert "var(" not in alone
    assert LIGHT["accent"] in alone
    assert '<text x="0" y="14" class="title">A &amp; B</text>' in alone
    assert "<style>" not in inline
    assert figure_to_svg(figure) == alone


def test_without_values_a_figure_says_so() -> None:
    for values in ([], [None], [math.nan]):
        root = parsed(Figure("f", "F", "bars", ["a"] * len(values), [Series("s", values)]))
        assert "No ratings yet" in [element.text for element in root.iter(f"{SVG}text")]
    assert describe(Figure("f", "F", "bars", [], [Series("s", [])])).endswith("s: no values.")


numbers = st.one_of(st.none(), st.floats(-1e9, 1e9), st.integers(0, 10_000))


@given(
    values=st.lists(numbers, min_size=1, max_size=40),
    kind=st.sampled_from(["bars", "histogram"]),
    label=st.text(max_size=40),
)
def test_any_figure_is_well_formed(values: list[float | None], kind: str, label: str) -> None:
    counts = [abs(v) if v is not None and kind == "histogram" else v for v in values]
    edges = [*map(float, range(len(values) + 1))] if kind == "histogram" else None
    labels = edges or [f"{label}{index}" for index in range(len(values))]
    series = [Series(label, counts), Series("two", counts, [1.0] * len(counts))]
    root = parsed(Figure("k", label, kind, labels, series, label, label))  # type: ignore[arg-type]
    for element in root.iter():
        for name in ("x", "y", "width", "height", "x1", "y1", "x2", "y2"):
            assert math.isfinite(float(element.get(name, "0")))
    for _, sizes in bars(root):
        assert sizes["x"] >= -1
        assert sizes["x"] + sizes["width"] <= 460


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (0.12346, None, "0.1235"),
        (12345.678, None, "12\u202f346"),
        (1234567, None, "1\u202f234\u202f567"),
        (-0.0001, 2, "0.00"),
        (-0.5, 2, "−0.50"),
        (2.0, None, "2"),
        (math.nan, 2, "–"),
        (1e300, None, "1e+300"),
    ],
)
def test_numbers_for_reading(value: float, digits: int | None, shown: str) -> None:
    assert number_text(value, digits) == shown


def test_csv_keeps_digits_and_defuses_formulas() -> None:
    columns = [Column("text", "Text"), Column("=key", "Key"), Column("number", "Number", 2)]
    risky = ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "＝1", "＋1", "－1", "＠x"]
    rows = [[text, 'a,"b"\n', 1 / 3] for text in risky]
    rows += [["plain", True, -5], [None, False, math.nan], ["- ", None, math.inf]]
    text = table_to_csv(Table("t", "T", columns, rows))
    read = list(csv.reader(io.StringIO(text, newline="")))
    assert read[0] == ["text", "'=key", "number"]
    assert [row[0] for row in read[1:11]] == [f"'{word}" for word in risky]
    assert all(row[1:] == ['a,"b"\n', repr(1 / 3)] for row in read[1:11])
    assert read[11:] == [["plain", "true", "-5"], ["", "false", ""], ["'- ", "", ""]]
    assert text.count("\r\n") == 14


def test_all_tables_of_a_study_become_csv() -> None:
    for table in analyse(study(), {"runs": 50}).tables:
        read = list(csv.reader(io.StringIO(table_to_csv(table))))
        assert read[0] == [column.key for column in table.columns]
        assert len(read) == len(table.rows) + 1
