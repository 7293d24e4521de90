"""Tests of printed tables: what was written is parsed again and compared."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from desktop_app.catalogue import in_language, look_up
from desktop_app.core.analysis import Best, Column, Table
from desktop_app.table_files import best_cells, in_latex, table_to_text
from desktop_app.text.text_metrics import method_title
from desktop_app.workspace.aliased_data import renamer
from desktop_app.workspace.exporting import analyse as run_analysis
from desktop_app.workspace.workspace import Workspace
from plugins.risum.analysis import analyse
from tests.cli.command import done, proofdesk
from tests.latex import Latex
from tests.plugins.risum_data import study
from tests.workspace.projects import make_project

HOSTILE = [
    r"a_b & 50 % $x$ #1 {y} ~ ^ \input{z}",
    "[opt] *star* | pipe ` tick \"quoted\" 'single'",
    "<b>tag</b> &amp; --- ,, ''",
    "größer naïve Łódź – “so” α ≥ κ",
]
# AUC ROC and Kendall's distance of riSum's table 4: method, value, SE, value, SE.
PAPER = [
    ("BLEURT GPT-4", 78.5, 1.9, 41.1, 1.9),
    ("BLEURT F-PaLM", 71.8, 2.3, 48.8, 1.9),
    ("ROUGE GPT-4", 79.5, 1.9, 35.4, 1.9),
    ("T5", 71.9, 2.3, 38.8, 1.9),
    ("PaLM 2-L softmax", 77.8, 2.0, 39.9, 1.9),
    ("Self-Agreement", 81.7, 1.7, 37.1, 1.7),
    ("no intro", 79.7, 1.9, 38.4, 1.8),
    ("random", 80.4, 1.8, 37.0, 1.8),
]


def hostile() -> Table:
    columns = [Column("who", "Who | _where_"), Column("n", "N & %", 3, fraction=True)]
    rows = [[text, value] for text, value in zip(HOSTILE, (0.5, -0.25, None, 1234.5), strict=True)]
    return Table("t_1", "A & B_C", columns, rows, "100 % #\n\nnew")


def like_the_paper() -> Table:
    columns = (
        Column("method", "Method"),
        Column("auc", "AUC", 3, fraction=True, best=Best(errors=("auc_se",))),
        Column("auc_se", "± SE", 3, fraction=True),
        Column("tau", "τ", 3, fraction=True, best=Best(higher=False, errors=("tau_se",))),
        Column("tau_se", "± SE", 3, fraction=True),
    )
    return Table("p", "P", columns, [[name, *(one / 100 for one in more)] for name, *more in PAPER])


class Cells(HTMLParser):
    """Collects the texts of cells by row, and the tags."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: list[str] = []
        self._is_in_cell = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._is_in_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._is_in_cell = False

    def handle_data(self, data: str) -> None:
        if self._is_in_cell:
            self.rows[-1][-1] += data


COMMANDS = {
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textless": "<",
    "textgreater": ">", "textbar": "|", "textasciigrave": "`", "char": '"', "alpha": "α",
    "kappa": "κ", "geq": "≥",
}  # fmt: skip


def typeset(source: str) -> str:
    """Return the characters that LaTeX would print. Fails at unbalanced braces and bad commands."""
    depth, is_math, result = 0, False, ""
    for token in re.findall(r"\\[A-Za-z]+ ?(?:34)?|\\.|``|''|--|.", source, re.DOTALL):
        if re.match(r"\\[A-Za-z]", token):
            result += COMMANDS[token.strip("\\ 34")]
        elif token.startswith("\\"):
            result += " " if token == "\\," else token[1]
        elif token in ("{", "}"):
            depth += 1 if token == "{" else -1
            assert depth >= 0
        elif token == "$":
            is_math = not is_math
        else:
            assert token not in tuple("%#&_^")
            result += {"``": "“", "''": "”", "--": "–", "~": "\u00a0"}.get(token, token)
    assert (depth, is_math) == (0, False)
    return result


@pytest.mark.parametrize("text", HOSTILE)
def test_latex_prints_exactly_the_text(text: str) -> None:
    assert typeset(in_latex(text)) == text


def test_a_latex_table_has_all_cells() -> None:
    text = table_to_text(hostile(), "tex")
    body = text.split("\\toprule\n")[1].split("\n\\bottomrule")[0].splitlines()
    assert body.pop(1) == "\\midrule"
    rows = [re.split(r"(?<!\\) & ", line.removesuffix(" \\\\")) for line in body]
    assert [typeset(row[0]) for row in rows] == ["Who | _where_", *HOSTILE]
    assert [row[1] for row in rows] == ["N \\& \\%", "0.500", "$-$0.250", "--{}", "1\\,234.500"]
    assert not any(line.startswith(("[", "*")) for line in body), "no arguments of \\\\"
    assert "\\begin{tabular}{lr}" in text
    assert "\\label{tab:t-1}" in text
    assert "{\\footnotesize 100 \\% \\# new}" in text
    assert "LuaLaTeX" not in text


def grouped(*texts: str) -> Table:
    """Return a table with hostile texts everywhere, groups of columns, and headings of rows."""
    first, second, third, fourth = texts
    columns = [
        Column("block", first, repeat="heading"),
        Column("who", second),
        Column("a", third, group=first),
        Column("b", fourth, group=first),
        Column("c", first, group=second),
    ]
    rows = [[text, text, 1, text, 2] for text in texts for _ in range(2)]
    return Table("t#1_%", second, columns, rows, " ".join(texts))


@pytest.mark.parametrize("place", range(4))
def test_latex_is_valid_whatever_the_texts(place: int) -> None:
    texts = [*HOSTILE[place:], *HOSTILE[:place]]
    found = Latex(table_to_text(grouped(*texts), "tex", percent=True))
    assert (found.columns, found.rows) == (4, [4] * 8)
    assert Latex(table_to_text(hostile(), "tex")).rows == [2] * 4
    assert Latex(table_to_text(Table("t", "T", [Column("a", "A")], []), "tex")).rows == []


@pytest.mark.parametrize("char", [one for one in map(chr, range(0x20, 0x180)) if one.isprintable()])
def test_latex_is_valid_with_every_character_of_latin_scripts(char: str) -> None:
    table = Table("t", f"T{char}", [Column("a", char), Column("b", "B")], [[char * 3, f"x{char}y"]])
    assert Latex(table_to_text(table, "tex")).rows == [2]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\\\\\n", "\n"),
        ("\\bottomrule\n", ""),
        ("\\midrule\n", "\\midrule\n\\midrule\n"),
        (" & ", " "),
        ("\\%", "%"),
        ("\\_", "_"),
        ("\\end{tabular}\n", ""),
        ("\\textbackslash{}", "\\unknown{}"),
        ("\\}", "}"),
    ],
)
def test_the_parser_of_latex_refuses_what_is_wrong(old: str, new: str) -> None:
    text = table_to_text(hostile(), "tex")
    assert old in text
    with pytest.raises(AssertionError):
        Latex(text.replace(old, new, 1))


def test_letters_that_pdflatex_lacks_are_announced() -> None:
    table = Table("t", "T", [Column("a", "A")], [["中文"]])
    assert "LuaLaTeX" in table_to_text(table, "tex").splitlines()[1]


def test_numbers_have_the_decimal_point_of_the_language_except_in_csv() -> None:
    columns = [Column("a", "A"), Column("b", "B", 2, fraction=True)]
    table = Table("t", "T", columns, [["x", 0.5], ["1.5", 1234.5]])
    for format_ in ("md", "tex", "html"):
        assert "0.50" in table_to_text(table, format_)
        german = table_to_text(table, format_, language="de")
        assert "0,50" in german
        assert "234,50" in german
        assert "1.5" in german, "a text is not a number"
    assert "0.5" in table_to_text(table, "csv", language="de")


def test_html_has_texts_and_no_further_tags() -> None:
    parser = Cells()
    parser.feed(table_to_text(hostile(), "html", language="de"))
    assert [row[0] for row in parser.rows] == ["Who | _where_", *HOSTILE]
    assert "b" not in parser.tags
    assert parser.tags.count("table") == 1


def test_markdown_cells_survive_pipes() -> None:
    lines = [one for one in table_to_text(hostile(), "md").splitlines() if one.startswith("|")]
    assert lines.pop(1) == "| --- | ---: |"
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
    plain = [re.sub(r"\\([^\w\s]|_)", r"\1", row[0]).strip() for row in rows]
    assert plain == ["Who | _where_", *HOSTILE]
    assert all(len(row) == 2 for row in rows)


def test_values_that_overlap_the_best_are_marked_as_in_the_paper() -> None:
    marked = best_cells(like_the_paper())
    assert [PAPER[row][0] for row, column in sorted(marked) if column == 1] == [
        "BLEURT GPT-4", "ROUGE GPT-4", "Self-Agreement", "no intro", "random",
    ]  # fmt: skip
    assert [PAPER[row][0] for row, column in sorted(marked) if column == 3] == [
        "ROUGE GPT-4", "T5", "Self-Agreement", "no intro", "random",
    ]  # fmt: skip
    text = table_to_text(like_the_paper(), "tex", percent=True)
    assert "Self-Agreement & \\textbf{81.7} & 1.7 & \\textbf{37.1} & 1.7 \\\\" in text
    assert "PaLM 2-L softmax & 77.8 & 2.0 & 39.9 & 1.9 \\\\" in text
    assert "Method & AUC \\% & $\\pm$ SE \\% &" in text
    assert "| Self\\-" not in table_to_text(like_the_paper(), "md")
    assert "**0.817**" in table_to_text(like_the_paper(), "md")
    assert "<b>81.7</b>" in table_to_text(like_the_paper(), "html", percent=True)


def test_best_values_are_found_in_each_block_and_without_errors() -> None:
    columns = (
        Column("question", "Q"),
        Column("value", "V", 2, best=Best(within=("question",))),
        Column("low", "L", best=Best(errors=("value", "high"))),
        Column("high", "H"),
    )
    rows = [["a", 1, 1, 2], ["b", 5, None, None], ["a", 3, 3, 3], ["a", 3, None, 9], ["b", 4, 0, 1]]
    assert {cell for cell in best_cells(Table("t", "T", columns, rows)) if cell[1] == 1} == {
        (2, 1), (3, 1), (1, 1),
    }  # fmt: skip
    alone = Table("t", "T", columns, rows[:2])
    assert not [cell for cell in best_cells(alone) if cell[1] == 1], "nothing to compare with"


def test_the_only_comparable_value_is_the_best_of_several() -> None:
    columns = (Column("value", "V", 2, best=Best()),)
    table = Table("t", "T", columns, [[3], [1], [2]], incomparable={(0, 0), (2, 0)})
    assert best_cells(table) == {(1, 0)}


def test_the_command_writes_each_format(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    words = ("analyse", project.lead, "--tables", tmp_path / "t", "--percent")
    formats = [word for one in ("csv", "md", "html", "tex") for word in ("--table-format", one)]
    done(*words, *formats)
    listed = tmp_path / "listed"
    done("analyse", project.lead, "--tables", listed, "--table-format", "csv, md")
    assert {path.suffix for path in listed.iterdir()} == {".csv", ".md"}
    written: dict[str, set[str]] = {}
    for path in (tmp_path / "t").iterdir():
        written.setdefault(path.suffix, set()).add(path.stem)
    assert set(written) == {".csv", ".md", ".html", ".tex"}
    assert len({frozenset(names) for names in written.values()}) == 1
    text = (tmp_path / "t" / "agreement.csv").read_text("utf-8")
    assert next(csv.reader(io.StringIO(text)))[0] == "question"
    refused = proofdesk("analyse", project.lead, "--tables", tmp_path / "u",
                        "--table-format", "docx", "--json")  # fmt: skip
    assert refused.status == 2
    assert not (tmp_path / "u").exists()


def test_tables_of_a_study_are_in_per_cent_where_they_are_fractions() -> None:
    found = {table.key: table for table in analyse(study(), {"runs": 50}).tables}
    models = found["models"]
    value = [column.key for column in models.columns].index("value")
    lines = table_to_text(models, "md", percent=True).splitlines()
    assert "| Value % | ± SE % |" in lines[2]
    shown = [line.split("|")[value + 1].strip(" *") for line in lines[4 : 4 + len(models.rows)]]
    assert shown == [f"{row[value] * 100:.1f}" for row in models.rows]
    assert "**" in "".join(lines[4:])
    assert "%" not in table_to_text(found["ranks"], "md", percent=True).splitlines()[2]


@pytest.mark.parametrize("protocol", ["risum", "cnr", "dolomites", "kiwi"])
def test_fractions_and_marks_of_the_samples_are_consistent(protocol: str, tmp_path: Path) -> None:
    """Every fraction is between 0 and 1, and every format can be read back with all rows."""
    demo = tmp_path / "demo"
    done("demo", demo, "--protocol", protocol)
    with Workspace.open(demo) as workspace:
        tables = run_analysis(workspace, protocol=protocol).tables
    assert tables
    for table in tables:
        keys = {column.key for column in table.columns}
        for index, column in enumerate(table.columns):
            if column.best is not None:
                assert {*column.best.errors, *column.best.within} <= keys
            values = [row[index] for row in table.rows if row[index] is not None]
            assert not column.fraction or all(0 <= value <= 1 for value in values), table.key
        parser = Cells()
        parser.feed(table_to_text(table, "html", percent=True))
        assert len(parser.rows) == len(table.rows) + 1
        lines = table_to_text(table, "tex", percent=True).split("\\midrule\n")[1].splitlines()
        rows = lines[: lines.index("\\bottomrule")]
        assert len(rows) == len(table.rows)
        for row in rows:
            assert len(re.split(r"(?<!\\) & ", row)) == len(parser.rows[0])


def test_csv_has_the_codes_of_methods_and_other_formats_have_their_titles() -> None:
    names = ("word_count", "rouge_avg:owl", "rouge_1@first-3", "judge choice")
    cells = [[method_title(name)] for name in names]
    table = Table("t", "T", (Column("method", "Method", words=True),), cells)
    # Aliases replace names of models also within a code.
    table = renamer({"owl": "model-1"})(table)
    printed = in_language(table, look_up("de"))
    assert table_to_text(printed, "csv").splitlines() == [
        "method", "word_count", "rouge_avg:model-1", "rouge_1@first-3", "judge choice",
    ]  # fmt: skip
    assert [line.strip("| ") for line in table_to_text(printed, "md").splitlines()[4:]] == [
        "Anzahl der Wörter", "ROUGE-avg (model-1)", "ROUGE-1 (first-3)", "judge choice",
    ]  # fmt: skip
