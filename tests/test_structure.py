"""The structure of the program, read from its import graph."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """Modules by module: what each imports, in functions and for type checkers too."""
    graph = grimp.build_graph("desktop_app", "plugins", cache_dir=None)
    return {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}


def test_no_import_circle(imports: dict[str, set[str]]) -> None:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(reversed(error.args[1])))


def test_a_package_of_a_protocol_runs_no_code() -> None:
    for file in (ROOT / "plugins").glob("*/__init__.py"):
        assert file.read_bytes() == b"", file


def test_an_import_circle_would_be_found(imports: dict[str, set[str]]) -> None:
    low, high = "desktop_app.workspace.workspace", "desktop_app.workspace.importing"
    circular = {**imports, low: imports[low] | {high}}
    with pytest.raises(CycleError):
        TopologicalSorter(circular).prepare()
