"""Measure the structure of the program, and draw it: `python -m tools.structure [PICTURE.svg]`.

Without an argument, print the figures. Many small modules, functions with a single caller and
modules with a single importer make readers jump from file to file. The picture shows the packages,
each above the packages that it imports.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).parent.parent
TOP = ("desktop_app", "plugins")
_MOST_METHODS = 40
_SMALL = 100  # lines
# Sizes in the picture, in pixels.
_BOX, _HIGH, _GAP, _MARGIN = 128, 34, 16, 20


def import_graph() -> dict[str, set[str]]:
    """Return {module: modules it imports}, also in functions and for type checkers."""
    graph = grimp.build_graph(*TOP, cache_dir=None)
    return {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}


def find_circle(imports: Mapping[str, set[str]]) -> list[str]:
    """Return the modules of an import cycle, each followed by one that it imports; else empty."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def measure(imports: Mapping[str, set[str]]) -> Iterator[tuple[str, object]]:
    """Yield the name and the value of each figure."""
    files = sorted(file for top in TOP for file in (ROOT / top).rglob("*.py"))
    sources = {file: file.read_text("utf-8") for file in files}
    trees = {file: ast.parse(source) for file, source in sources.items()}
    lines = {file: source.count("\n") for file, source in sources.items()}
    total = sum(lines.values())
    yield "modules", len(files)
    yield "lines", total
    functions = [
        node
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    ]
    lengths = [(node.end_lineno or node.lineno) - node.lineno + 1 for node in functions]
    yield "lines of a function, mean", round(sum(lengths) / len(lengths), 1)
    code, comments = map(sum, zip(*map(_code_and_comments, sources.values()), strict=True))
    yield "comment lines per 100 lines of code", round(100 * comments / code, 1)
    import_lines = sum(
        (node.end_lineno or 0) - node.lineno + 1
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    )
    yield "import lines per 100 lines", round(100 * import_lines / total, 1)
    once = private = 0
    for file, tree in trees.items():
        names = [n.name for n in tree.body if isinstance(n, ast.FunctionDef) and n.name[0] == "_"]
        uses = Counter(re.findall(r"\b_\w+", sources[file]))
        private += len(names)
        once += sum(uses[name] == 2 for name in names)  # The definition and one use.
    yield "private module functions used once", f"{once} of {private}"
    importers = Counter(name for found in imports.values() for name in found)
    alone = [name for name, count in importers.items() if count == 1 and not _is_package(name)]
    small = [name for name in alone if lines[_file_of(name)] < _SMALL]
    yield "modules with a single importer", f"{len(alone)} ({len(small)} under {_SMALL} lines)"
    yield "import cycle", " → ".join(find_circle(imports)) or "none"
    large = [
        f"{node.name} ({count})"
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and (count := sum(isinstance(one, ast.FunctionDef) for one in node.body)) > _MOST_METHODS
    ]
    yield f"classes with more than {_MOST_METHODS} methods", ", ".join(sorted(large)) or "none"
    capabilities = re.compile(r"\bruntime_checkable\b|hasattr\(\w*(?:panel|protocol)\w*,")
    found = sum(len(capabilities.findall(source)) for source in sources.values())
    yield "capabilities found by hasattr or isinstance", found


def _code_and_comments(source: str) -> tuple[int, int]:
    """Return the number of lines with code, and the number of lines with a comment."""
    no_code = (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    code: set[int] = set()
    comments: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in no_code:
            found = comments if token.type == tokenize.COMMENT else code
            found.update(range(token.start[0], token.end[0] + 1))
    return len(code), len(comments)


def _file_of(module: str) -> Path:
    path = ROOT / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _is_package(module: str) -> bool:
    return (ROOT / module.replace(".", "/")).is_dir()


def package_graph(imports: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return {package: packages it imports}, with protocols as one and their pages as another."""

    def package(module: str) -> str:
        first, *rest = module.split(".")
        if first == "plugins":
            return "protocol pages" if "panel" in rest else "protocols"
        return rest[0] if rest else first

    result: dict[str, set[str]] = {}
    for module, found in imports.items():
        if module not in TOP:
            known = result.setdefault(package(module), set())
            known |= {package(one) for one in found if one not in TOP} - {package(module)}
    return result


def draw(packages: Mapping[str, set[str]]) -> str:
    """Return an SVG picture of the packages, each above the packages that it imports.

    An arrow is left out if an indirect import through other packages leads to the same package.
    Raises CycleError for an import cycle.
    """
    levels: dict[str, int] = {}
    for name in TopologicalSorter(packages).static_order():
        levels[name] = 1 + max((levels[one] for one in packages.get(name, ())), default=-1)
    top = max(levels.values())
    rows = [sorted(name for name in levels if levels[name] == top - row) for row in range(top + 1)]
    widest = max(map(len, rows))
    width = 2 * _MARGIN + widest * (_BOX + _GAP) - _GAP
    step = _HIGH + 2 * _GAP
    place = {
        name: (
            (width - len(row) * (_BOX + _GAP) + _GAP) // 2 + index * (_BOX + _GAP),
            _MARGIN + number * step,
        )
        for number, row in enumerate(rows)
        for index, name in enumerate(row)
    }
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}"'
        f' height="{2 * _MARGIN + (top + 1) * step - 2 * _GAP}" font-family="sans-serif"'
        ' font-size="14" text-anchor="middle">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
        ' markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#6b7785"/></marker></defs>',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for name in sorted(packages):
        for used in sorted(_direct(name, packages)):
            (x, y), (to_x, to_y) = place[name], place[used]
            parts.append(
                f'<line x1="{x + _BOX // 2}" y1="{y + _HIGH}" x2="{to_x + _BOX // 2}" y2="{to_y}"'
                ' stroke="#6b7785" marker-end="url(#tip)"/>'
            )
    for name, (x, y) in sorted(place.items()):
        parts.append(
            f'<rect x="{x}" y="{y}" width="{_BOX}" height="{_HIGH}" rx="6" fill="#eef2f7"'
            f' stroke="#3b5bdb"/><text x="{x + _BOX // 2}" y="{y + 22}">{escape(name)}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _direct(name: str, packages: Mapping[str, set[str]]) -> set[str]:
    """Return the imported packages that are not also imported through another package."""

    def reached(one: str) -> set[str]:
        found: set[str] = set()
        for used in packages.get(one, ()):
            found |= {used} | reached(used)
        return found

    used = packages[name]
    return used - {far for one in used for far in reached(one)}


def main(words: list[str]) -> int:
    imports = import_graph()
    if words:
        Path(words[0]).write_text(draw(package_graph(imports)), "utf-8")
        return 0
    for name, value in measure(imports):
        print(f"{name}: {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
