"""Tests of the structure of the program, measured by its import graph."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools.structure import draw, find_circle, import_graph, measure, package_graph

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    return import_graph()


@pytest.fixture(scope="module")
def figures(imports: dict[str, set[str]]) -> dict[str, object]:
    return dict(measure(imports))


def test_no_import_circle(imports: dict[str, set[str]]) -> None:
    assert find_circle(imports) == []


def test_a_package_of_a_protocol_runs_no_code() -> None:
    for file in (ROOT / "plugins").glob("*/__init__.py"):
        assert file.read_bytes() == b"", file


def test_an_import_circle_would_be_found(imports: dict[str, set[str]]) -> None:
    low, high = "desktop_app.workspace.workspace", "desktop_app.workspace.importing"
    circular = {**imports, low: imports[low] | {high}}
    assert {low, high} <= set(find_circle(circular))


def test_the_picture_shows_the_imports_of_today(imports: dict[str, set[str]]) -> None:
    picture = (ROOT / "docs" / "pictures" / "packages.svg").read_text("utf-8")
    assert picture == draw(package_graph(imports)), (
        "run: python -m tools.structure docs/pictures/packages.svg"
    )


def test_no_capability_is_found_by_looking_for_a_method(figures: dict[str, object]) -> None:
    assert figures["capabilities found by hasattr or isinstance"] == 0
    assert figures["import cycle"] == "none"


def test_no_class_has_more_than_40_methods(figures: dict[str, object]) -> None:
    assert figures["classes with more than 40 methods"] == "none"


def test_a_module_above_450_lines_says_why_at_its_head() -> None:
    silent = []
    for file in (one for top in ("desktop_app", "plugins") for one in (ROOT / top).rglob("*.py")):
        source = file.read_text("utf-8")
        head = " ".join((ast.get_docstring(ast.parse(source)) or "").split())
        if source.count("\n") > 450 and not ("longer than most" in head or "long because" in head):
            silent.append(str(file.relative_to(ROOT)))
    assert silent == []
