"""Tests of tables and figures in the layout of the papers: the papers' values give their cells."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from desktop_app.catalogue import in_language, look_up
from desktop_app.charts import figure_to_svg, group_to_svg
from desktop_app.core.analysis import Analysis, Figure, FigureGroup, Series, Table
from desktop_app.core.errors import RefusedError
from desktop_app.table_files import table_to_text
from desktop_app.workspace import figure_files
from desktop_app.workspace.exporting import analyse as run_analysis
from desktop_app.workspace.workspace import Workspace
from plugins.cnr import paper_tables as cnr
from plugins.dolomites import analysis as dolomites
from plugins.kiwi import analysis as kiwi
from plugins.risum import paper_tables as risum
from tests.cli.command import done, proofdesk
from tests.latex import Latex
from tests.plugins.risum_data import study
from tests.test_table_files import PAPER, Cells

NUMBERS = {
    "risum": ["1", "2", "3a", "3b", "4", "5", "6"],
    "cnr": ["1", "2", "3"],
    "dolomites": ["2", "3", "4", "5", "7"],
    "kiwi": ["2", "3", "4", "5", "6", "7"],
}
FIGURES = {"kiwi": {"2"}, "dolomites": {"3", "5", "6"}, "risum": set(), "cnr": set()}


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Analysis]:
    """The analyses of the sample project."""
    folder = tmp_path_factory.mktemp("samples")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PROOFDESK_HOME", str(folder / "home"))
        done("demo", folder / "demo")
        with Workspace.open(folder / "demo") as workspace:
            return {key: run_analysis(workspace, protocol=key) for key in NUMBERS}


def table_of(tables: Sequence[Table], number: str) -> Table:
    return next(table for table in tables if table.key == f"paper-table-{number}")


def rows_of(table: Table) -> list[list[str]]:
    """Return the cells of a table as Markdown, with fractions in per cent."""
    lines = table_to_text(table, "md", percent=True).splitlines()[4:]
    return [
        [cell.strip().replace("\\", "") for cell in line.strip("|").split("|")]
        for line in lines
        if line.startswith("|")
    ]


# The published values, as the analysis would compute them


def test_risum_table_4_has_the_cells_of_the_paper() -> None:
    from plugins.risum.analysis import analyse

    names = dict(zip((name for name, *_ in PAPER), (
        "BLEURT a", "BLEURT b", "rouge_avg [GPT-4]", "T5", "PaLM 2-L choice",
        "F-PaLM self-agreement", "F-PaLM self-agreement (no intro)", "F-PaLM discussion",
    ), strict=True))  # fmt: skip
    metrics = {
        names[name]: {
            "auc_roc": {"value": auc / 100, "se": auc_se / 100, "n": 900, "ties": 0},
            "tau_distance": {"value": tau / 100, "se": tau_se / 100, "n": 300},
            "pearson_distance": {"value": None, "se": None, "n": 900, "why": "not in this test"},
            "winners": {"perfect": None, "disagreement": None, "own_family": None},
        }
        for name, auc, auc_se, tau, tau_se in PAPER
    }
    table = table_of(
        risum.paper_tables({**analyse(study(), {"runs": 50}).data, "metrics": metrics}, {}), "4"
    )
    rows = rows_of(table)
    headings = [row[0].strip("*") for row in rows if not any(row[1:])]
    assert headings == [
        "Methods with references", "Methods with a language model", "Other methods",
    ]  # fmt: skip
    cells = {row[0]: row[1:] for row in rows}
    # The paper prints these in bold, because they overlap with the best value of their column.
    assert cells["rouge_avg [GPT-4]"] == [
        "**79.5 ± 1.9**",
        "900",
        "**35.4 ± 1.9**",
        "300",
        "",
        "900",
    ]
    assert cells["F-PaLM self-agreement"] == [
        "**81.7 ± 1.7**", "900", "**37.1 ± 1.7**", "300", "", "900",
    ]  # fmt: skip
    assert cells["T5"][0] == "71.9 ± 2.3"
    assert table.note.endswith("Empty cells: not in this test.")


def test_risum_table_5_has_the_columns_of_the_paper(samples: Mapping[str, Analysis]) -> None:
    table = table_of(samples["risum"].paper_tables, "5")
    assert [str(column.title) for column in table.columns[1:]] == [
        "Perfect agreement", "Disagreement", "Prefers own LM family",
    ]  # fmt: skip


def test_risum_table_3_has_a_column_for_each_model(samples: Mapping[str, Analysis]) -> None:
    found = samples["risum"]
    table = table_of(found.paper_tables, "3a")
    models = found.data["models"]
    assert [column.title for column in table.columns if column.beside] == list(models)
    rows = rows_of(table)
    assert [row[0] for row in rows] == ["Follows the instruction?", "", "", "Quality (1–5)", "", ""]
    for place, name in enumerate(models):
        one = models[name]["rating"]["pooled"]
        assert rows[5][2 + place] == f"{one['value'] * 100:.1f} ± {one['se'] * 100:.1f}"


def test_kiwi_tables_2_and_5_have_the_cells_of_the_paper(samples: Mapping[str, Analysis]) -> None:
    data = dict(samples["kiwi"].data)
    one = data["total"]
    values = {"gpt-4": (370, 55, 4.7, 0.59), "gpt-3.5": (402, 111, 5.2, 0.61)}
    data["models"] = {
        name: {**one, "turns": turns, "edited": edited, "turns_per_session": per, "info": info,
               "style": 1 - info}
        for name, (turns, edited, per, info) in values.items()
    }  # fmt: skip
    data["prediction"] = {
        "human": {
            "accuracy": 0.8, "precision": 0.63, "recall": 0.9, "f1": 0.74, "n": 65,
            "shares": {"good": 0.46, "bad": 0.54},
            "bootstrap": {
                key: {"se": se}
                for key, se in (("accuracy", 0.05), ("precision", 0.09), ("recall", 0.07),
                                ("f1", 0.07))
            },
        }
    }  # fmt: skip
    tables = kiwi.paper_tables(data, {})
    assert rows_of(table_of(tables, "2"))[:2] == [
        ["gpt-4", "370 (55)", "4.7", "59/41"],
        ["gpt-3.5", "402 (111)", "5.2", "61/39"],
    ]
    assert rows_of(table_of(tables, "5")) == [
        ["Second ratings", "80 ± 5", "63 ± 9", "90 ± 7", "74 ± 7", "46/54"]
    ]
    # CSV has a column for each value.
    head = table_to_text(table_of(tables, "2"), "csv").splitlines()[0]
    assert head == "model,turns,edited,turns_per_session,info,style"


def test_the_words_of_kiwi_are_german_in_german(samples: Mapping[str, Analysis]) -> None:
    found = in_language(samples["kiwi"], look_up("de"))
    lines = table_to_text(table_of(found.paper_tables, "2"), "md", language="de").splitlines()
    assert "Informationssuche/Stil" in lines[2].replace("\\", "")
    assert lines[-1].startswith("| Gesamt ")
    assert "Information-seeking" not in group_to_svg(found.paper_figures[0], language="de")


def test_dolomites_table_4_has_a_column_for_each_judge(samples: Mapping[str, Analysis]) -> None:
    def rate(value: float) -> dict[str, Any]:
        ends = [value - 0.03, value + 0.03]
        return {"value": value, "ci": ends, "length_controlled": {"value": value, "ci": ends}}

    rates = {
        "Claude-3 Opus": {"GPT-4": rate(0.481), "Claude": rate(0.527)},
        "Gemini-1.5-0409": {"GPT-4": rate(0.429)},
        "OLMo": {"GPT-4": rate(0.042), "Claude": rate(0.055)},
    }
    data = {
        **samples["dolomites"].data,
        "win_rates": rates,
        "settings": {**samples["dolomites"].data["settings"], "base": "GPT-4"},
    }
    table = table_of(dolomites.paper_tables(data), "4")
    assert rows_of(table) == [
        ["Claude-3 Opus", "**52.7**", "**48.1**"],
        ["GPT-4", "**50.0**", "**50.0**"],
        ["Gemini-1.5-0409", "", "42.9"],
        ["OLMo", "5.5", "4.2"],
    ]
    assert "the judge has not compared the model" in table.note


def test_cnr_table_1_has_the_rows_of_the_paper(samples: Mapping[str, Analysis]) -> None:
    def parts(*rates: float) -> list[dict[str, Any]]:
        settings = ("pir vs picr", "pr vs picr", "pr vs pir")
        return [
            {"setting": setting, "using": "", "iteration": "", "n": 486, "win_rate": rate}
            for setting, rate in zip(settings, rates, strict=True)
        ]

    pair = {
        "people": {"by_condition": parts(0.54, 0.64, 0.585)},
        "judge": {"by_condition": parts(0.569, 0.7, 0.688)},
    }
    data = {**samples["cnr"].data, "pairwise": {"falcon vs falcon": pair}}
    rows = rows_of(table_of(cnr.paper_tables(data), "1"))
    assert rows == [
        ["*falcon*", "", ""],
        ["p → i → r vs p → r", "58.5", "68.8"],
        ["p → i → c → r vs p → r", "64.0", "70.0"],
        ["p → i → c → r vs p → i → r", "54.0", "56.9"],
    ]


# Every table and figure of the sample project


@pytest.mark.parametrize("protocol", list(NUMBERS))
def test_every_table_of_the_samples_is_complete(
    protocol: str, samples: Mapping[str, Analysis]
) -> None:
    tables = samples[protocol].paper_tables
    assert [table.key for table in tables] == [f"paper-table-{n}" for n in NUMBERS[protocol]]
    for table in tables:
        beside = {key for column in table.columns for key in column.beside}
        shown = [column for column in table.columns if column.key not in beside]
        assert beside <= {column.key for column in table.columns}
        places = [list(table.columns).index(column) for column in shown]
        is_empty = any(row[place] is None for row in table.rows for place in places)
        assert ("Empty cells: " in table.note) is is_empty, "a reason is stated for empty cells"
        assert ("no data for this table" in table.note) is (not table.rows)
        width = sum(column.repeat != "heading" for column in shown)
        lines = table_to_text(table, "tex").splitlines()
        body = lines[lines.index("\\midrule") + 1 : lines.index("\\bottomrule")]
        rows = [line for line in body if "multicolumn" not in line and line != "\\addlinespace"]
        assert len(rows) == len(table.rows)
        assert {len(re.split(r"(?<!\\) & ", row)) for row in rows} <= {width}
        parsed = Latex("\n".join(lines) + "\n")
        assert (parsed.columns, parsed.rows) == (width, [width] * len(table.rows))
        parser = Cells()
        parser.feed(table_to_text(table, "html"))
        assert len(parser.rows) >= len(table.rows) + 1
        assert len(parser.rows[-1]) == width


def test_the_command_writes_tables_and_figures_of_the_paper(tmp_path: Path) -> None:
    demo, tables, figures = (tmp_path / name for name in ("demo", "tables", "figures"))
    done("demo", demo, "--protocol", "kiwi")
    done("analyse", demo, "--tables", tables, "--figures", figures, "--paper",
         "--figure-format", "svg,pdf", "--figure-format", "png")  # fmt: skip
    assert {path.stem for path in tables.iterdir()} >= {f"paper-table-{n}" for n in NUMBERS["kiwi"]}
    stems = {path.stem for path in figures.iterdir()}
    assert "paper-figure-2" in stems
    assert len(list(figures.iterdir())) == 3 * len(stems)
    assert (figures / "paper-figure-2.png").read_bytes().startswith(b"\x89PNG")
    page = PdfReader(figures / "paper-figure-2.pdf").pages[0]
    assert "Kinds of instructions by turn" in page.extract_text().replace("\t", " ")
    # Without the option, only the program's own tables are written.
    done("analyse", demo, "--tables", tmp_path / "own")
    assert not list((tmp_path / "own").glob("paper-*"))
    for wrong in (["--paper"], ["--figures", tmp_path / "x", "--figure-format", "gif"]):
        assert proofdesk("analyse", demo, *wrong, "--json").status == 2
    assert not (tmp_path / "x").exists()


# Figures


def figure(title: str, *names: str) -> Figure:
    return Figure("f", title, "bars", list(names), [Series("n", [float(len(n)) for n in names])])


def test_other_scripts_are_text_in_pdf_and_pictures() -> None:
    words = ["模型甲", "модель", "νέο"]
    svg = figure_to_svg(figure("Übersicht", *words))
    [pdf] = figure_files.converted([svg], "pdf")
    text = PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    assert all(word in text for word in (*words, "Übersicht"))
    # Missing characters would be equal boxes.
    pictures = figure_files.converted(
        [figure_to_svg(figure("T", one)) for one in ("甲", "乙")], "png"
    )
    assert pictures[0] != pictures[1]


def test_a_computer_that_cannot_draw_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_files, "this_program", lambda word: ["sh", "-c", "exit 1"])
    assert figure_files.converted(["<svg/>"], "svg") == [b"<svg/>"]
    with pytest.raises(RefusedError, match="cannot draw figures as PDF") as caught:
        figure_files.converted(["<svg/>"], "pdf")
    assert "Use the format svg" in str(caught.value.hint)


@pytest.mark.parametrize("protocol", list(FIGURES))
def test_the_figures_of_a_paper_are_one_picture_each(
    protocol: str, samples: Mapping[str, Analysis]
) -> None:
    groups = samples[protocol].paper_figures
    assert {group.key.removeprefix("paper-figure-") for group in groups} == FIGURES[protocol]
    for group in groups:
        root = ElementTree.fromstring(group_to_svg(group))
        texts = ["".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")]
        for letter, one in zip("abcdefghi", group.figures, strict=False):
            sign = f"({letter}) " if len(group.figures) > 1 else ""
            assert f"{sign}{one.title}" in texts


def test_parts_of_a_picture_do_not_overlap() -> None:
    parts = [figure(f"Part {n}", "a", "b", "c") for n in range(3)]
    root = ElementTree.fromstring(group_to_svg(FigureGroup("g", "G", parts, columns=2)))
    moves = [one.get("transform", "") for one in root.iter("{http://www.w3.org/2000/svg}g")]
    assert len(moves) == len(set(moves)) == 3
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for move in moves:
        x, y = map(float, re.findall(r"[\d.]+", move))
        assert x + 420 <= width
        assert y + 200 <= height


@pytest.mark.parametrize(
    ("step", "bars", "expected"),
    [
        (20.0, 13, [str(20 * n) for n in range(14)]),
        (0.2, 5, ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
    ],
)
def test_a_histogram_shows_each_edge_and_no_label_covers_another(
    step: float, bars: int, expected: list[str]
) -> None:
    edges = [round(step * n, 1) for n in range(bars + 1)]
    one = Figure("h", "H", "histogram", edges, [Series("n", [1.0] * bars)])
    labels = re.findall(
        r'x="([\d.]+)" y="[\d.]+" class="tick" text-anchor="middle">([\d.]+)<',
        figure_to_svg(one).split('class="axis"')[-1],
    )
    assert [words for _, words in labels] == expected
    sides = [(float(x), len(words) * 6.8 / 2) for x, words in labels]
    for (x, half), (after, other) in pairwise(sides):
        assert x + half < after - other
    assert sum(sides[-1]) <= 420, "the last label is within the picture"
