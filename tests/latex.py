"""A strict parser of printed tables in LaTeX, which needs no TeX and accepts nothing unknown."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
_RULES = ["\\toprule", "\\midrule", "\\bottomrule"]
# Commands without arguments. Those that end with a letter are followed by no letter of the text.
_SYMBOLS = frozenset(
    (
        *("textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater"),
        *("textbar", "textasciigrave", "char", "ldots", "footnotesize", "centering", "par"),
        *("smallskip", "addlinespace", *(rule[1:] for rule in _RULES)),
    )
)
_IN_MATH = frozenset(
    ("pm", "times", "geq", "leq", "rightarrow", "uparrow", "downarrow", "surd", "alpha", "beta",
     "gamma", "kappa", "nu", "pi", "rho", "tau", "chi")
)  # fmt: skip
_WITH_TEXT = frozenset(("caption", "label", "textbf", "textit"))


class Latex:
    """A table, parsed from its text. Raises AssertionError for anything that is not valid.

    `columns`: number of columns
    `rows`: number of cells of each row after the heads, those that span all columns left out
    """

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        while lines[0].startswith("%"):
            assert lines[0].startswith(("% Needs", "% Has characters"))
            lines.pop(0)
        body = "\n".join(lines)
        assert "\n\n" not in body, "a blank line ends a paragraph, also within an argument"
        needs_unicode = any(char > "\u017f" for char in body)
        assert needs_unicode is ("LuaLaTeX" in text.splitlines()[1])
        assert not [char for char in body if ord(char) < 32 and char != "\n"]
        self._check_tokens(body)
        before, tabular, after = self._parts(body)
        assert before.count("\\caption{") == before.count("\\label{") == 1
        assert "&" not in re.sub(r"\\.", "", before + after)
        self.columns = len(re.findall(r"[lrc]|p\{\d+cm\}", tabular[0]))
        assert re.fullmatch(r"(?:[lrc]|p\{\d+cm\})+", tabular[0])
        self.rows = self._rows(tabular[1])

    @staticmethod
    def _parts(body: str) -> tuple[str, tuple[str, str], str]:
        found = re.fullmatch(
            r"\\begin\{table\}\n(.*)\\begin\{tabular\}\{(.*?)\}\n(\\toprule.*)\\end\{tabular\}\n"
            r"(.*)\\end\{table\}\n?",
            body,
            re.DOTALL,
        )
        assert found, "the environments are not nested"
        return found[1], (found[2], found[3]), found[4]

    @staticmethod
    def _check_tokens(body: str) -> None:
        depth, is_math = 0, False
        for match in _TOKEN.finditer(body):
            token, after = match[0], body[match.end() : match.end() + 1]
            name = token[1:] if re.match(r"\\[A-Za-z]", token) else ""
            if name in ("begin", "end", "multicolumn") or name in _WITH_TEXT:
                assert (after, is_math) == ("{", False), token
            elif name == "cmidrule":
                assert re.match(r"\(lr\)\{\d+-\d+\}", body[match.end() :])
            elif name:
                assert name in (_IN_MATH if is_math else _SYMBOLS), token
            elif token[0] == "\\":
                assert token[1] in "_&%$#{},\\", f"unknown command {token}"
                assert token != "\\\\" or after in "\n", "an argument may follow the line break"
            elif token in "{}":
                depth += 1 if token == "{" else -1
                assert depth >= 0
            elif token == "$":
                is_math = not is_math
            else:
                assert is_math or token not in "%#^_", f"{token} has a meaning"
        assert (depth, is_math) == (0, False)

    def _rows(self, body: str) -> list[int]:
        """Return the number of cells of each row, after checking the rules between them."""
        order = [rule for rule in re.findall(r"\\[a-z]+rule\b", body) if rule in _RULES]
        assert order == _RULES, "booktabs has each of the three rules once"
        heads, rest = body.removeprefix("\\toprule\n").split("\\midrule\n")
        rows = rest.removesuffix("\\bottomrule\n").splitlines()
        for line in heads.splitlines():
            if line.startswith("\\cmidrule"):
                ends = [int(one) for one in re.findall(r"\d+", line)]
                assert ends == sorted(ends)
                assert 1 <= ends[0] <= ends[-1] <= self.columns
            else:
                assert self._width(line) == self.columns, line
        counted = []
        for line in rows:
            if line == "\\addlinespace":
                continue
            assert self._width(line) == self.columns, line
            if not line.startswith("\\multicolumn"):
                counted.append(len(self._cells(line)))
        return counted

    def _width(self, line: str) -> int:
        """Return the number of columns that the cells of a line fill."""
        cells = (cell.strip() for cell in self._cells(line))
        spans = (re.match(r"\\multicolumn\{(\d+)\}\{[lrc]\}\{", cell) for cell in cells)
        return sum(int(found[1]) if found else 1 for found in spans)

    @staticmethod
    def _cells(line: str) -> list[str]:
        assert line.endswith(" \\\\"), f"a row without its end: {line}"
        cells, depth = [""], 0
        for match in _TOKEN.finditer(line.removesuffix(" \\\\")):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if match[0] == "&" and depth == 0:
                cells.append("")
            else:
                cells[-1] += match[0]
        assert depth == 0, "a cell has an open brace"
        return cells
