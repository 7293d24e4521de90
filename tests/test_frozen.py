"""Tests of the contents of the frozen program. Continuous integration builds and starts it."""

from __future__ import annotations

import importlib.util
import json
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

pytest.importorskip("PyInstaller")

from tools.frozen import licences, metadata, trimming

ROOT = Path(__file__).parent.parent


def test_every_protocol_goes_in_without_being_named() -> None:
    points = entry_points(group="proofdesk.protocols")
    assert metadata.plugin_packages(ROOT) == sorted(
        {
            point.module.removesuffix(".protocol")
            for point in points
            if point.dist and point.dist.name == "proofdesk"
        }
    )


def test_no_folder_of_the_building_machine_goes_in() -> None:
    kept = metadata.own_metadata(ROOT)
    assert {"METADATA", "entry_points.txt", "LICENSE"} == {Path(file).name for file, _ in kept}
    assert all("proofdesk" in folder and not Path(folder).is_absolute() for _, folder in kept)


def test_libraries_go_when_nothing_that_stays_is_linked_with_them() -> None:
    spec = importlib.util.find_spec("pyarrow")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent
    module = next(path for path in folder.iterdir() if path.name.startswith("lib.cpython-"))
    entries = [
        (f"pyarrow/{path.name}", str(path), "BINARY")
        for path in [module, *folder.glob("libarrow*.so.*00")]
    ]
    binaries, data = trimming.trim(
        [*entries, ("libarrow.so", "pyarrow/gone.so", "SYMLINK")],
        [
            ("pyarrow/include/arrow/api.h", str(folder), "DATA"),
            ("PySide6/Qt/translations/qtbase_de.qm", "", "DATA"),
            ("PySide6/Qt/translations/qtbase_fr.qm", "", "DATA"),
        ],
        ROOT,
    )
    names = {Path(name).name.partition(".")[0] for name, _, _ in binaries}
    assert {"lib", "libarrow", "libarrow_python"} <= names
    assert not names & {"libarrow_flight", "libarrow_s3", "libarrow_python_flight"}
    assert "SYMLINK" not in {kind for _, _, kind in binaries}
    assert [name for name, _, _ in data] == ["PySide6/Qt/translations/qtbase_de.qm"]


def test_licences_go_along_with_what_they_are_for(tmp_path: Path) -> None:
    spec = importlib.util.find_spec("jinja2")
    assert spec is not None
    licences.write(tmp_path, ROOT, [("jinja2", str(spec.origin), "PYMODULE")], "1.2.3")
    text = (tmp_path / "licenses" / "THIRD-PARTY.txt").read_text("utf-8")
    assert "Proofdesk 1.2.3" in text
    assert any(line.lower().startswith("jinja2 ") for line in text.splitlines())
    for file in ("LICENSE.txt", "qt/LGPL-3.0.txt", "qt/GPL-3.0.txt", "Python/LICENSE.txt"):
        assert (tmp_path / "licenses" / file).stat().st_size > 1000
    assert any((tmp_path / "licenses" / "Jinja2").iterdir())


def test_the_bill_of_materials_lists_what_is_in_the_program(tmp_path: Path) -> None:
    spec = importlib.util.find_spec("jinja2")
    assert spec is not None
    entries = [("jinja2", str(spec.origin), "PYMODULE")]
    licences.write(tmp_path, ROOT, entries, "1.2.3")
    text = (tmp_path / "sbom.cdx.json").read_text("utf-8")
    bill = json.loads(text)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["version"] == "1.2.3"
    assert f"pkg:pypi/jinja2@{version('jinja2')}" in bill["dependencies"][0]["dependsOn"]
    names = {one["name"] for one in bill["components"]}
    assert {"Python", "Jinja2", "pyinstaller"} == {
        name.replace("jinja2", "Jinja2") for name in names
    }
    licences.write(tmp_path, ROOT, entries, "1.2.3")
    assert (tmp_path / "sbom.cdx.json").read_text("utf-8") == text
