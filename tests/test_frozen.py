"""Tests of the contents of the frozen program. Continuous integration builds and starts it."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
from importlib.metadata import distribution, entry_points, version
from pathlib import Path

import pytest

pytest.importorskip("PyInstaller")

from tools.frozen import embedded, licences, metadata, trimming, updates

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


def test_the_bill_of_materials_lists_the_libraries_inside_packages(tmp_path: Path) -> None:
    files = []
    for package in ("PySide6", "numpy", "cryptography", "rouge_score"):
        spec = importlib.util.find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        files.append(Path(spec.origin))
    libraries = [*files[0].parent.glob("Qt/lib/*"), *files[1].parent.parent.glob("numpy.libs/*")]
    entries = [(one.name, str(one), "BINARY") for one in [*files, *libraries]]
    licences.write(tmp_path, ROOT, entries, "1.2.3")
    bill = json.loads((tmp_path / "sbom.cdx.json").read_text("utf-8"))
    versions = {one["name"]: one.get("version", "") for one in bill["components"]}
    assert versions["qt"] == version("PySide6_Essentials")
    assert versions["icu"].startswith(
        next(iter(files[0].parent.glob("Qt/lib/libicuuc*"))).suffix[1:]
    )
    assert re.fullmatch(r"\d+\.\d+\..+", versions["openblas"])
    assert versions["openssl"], "named by the package that contains it"
    texts = tmp_path / "licenses"
    assert "UNICODE, INC." in (texts / "qt" / "ICU.txt").read_text("utf-8")
    # This package has no text of its own. How pip writes its name depends on pip's version.
    text = next(texts.glob("rouge?score/LICENSE.txt"))
    assert "Apache License" in text.read_text("utf-8")


def test_a_library_that_nobody_has_named_stops_the_build(tmp_path: Path) -> None:
    unknown = tmp_path / "libunknown.so.1"
    with pytest.raises(SystemExit, match=r"libunknown\.so\.1 in numpy is missing"):
        embedded.components([(unknown, distribution("numpy"))])


def test_metadata_of_another_version_stop_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "__version__", "99.0.0")
    with pytest.raises(SystemExit, match=r"is installed here, not 99\.0\.0\. Run: pip install"):
        metadata.own_metadata(ROOT)


@pytest.mark.skipif(shutil.which("dpkg") is None, reason="compares versions as Debian does")
def test_outdated_packages_of_the_system_are_named(tmp_path: Path) -> None:
    bill = tmp_path / "sbom.cdx.json"
    parts = (
        "pkg:deb/debian/libssl3@3.0.9-1~deb12u2",
        "pkg:deb/debian/zlib1g@1%3A1.2-1",
        "pkg:pypi/a@1",
    )
    bill.write_text(json.dumps({"components": [{"bom-ref": one} for one in parts]}), "utf-8")
    packages = updates.packages_in(bill)
    assert packages == {"libssl3": "3.0.9-1~deb12u2", "zlib1g": "1:1.2-1"}
    newest = {"libssl3": "3.0.10-1~deb12u1", "zlib1g": "2.0-1"}
    assert updates.outdated(packages, newest.__getitem__) == [
        ("libssl3", "3.0.9-1~deb12u2", "3.0.10-1~deb12u1")
    ]
    assert updates.outdated(packages, packages.__getitem__) == []


def test_a_module_is_assigned_to_its_package_without_a_list_of_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(licences, "_owners", dict)
    spec = importlib.util.find_spec("rouge_score")
    assert spec is not None
    assert spec.origin is not None
    licences.write(tmp_path, ROOT, [("rouge_score", spec.origin, "PYMODULE")], "1.2.3")
    assert list(tmp_path.glob("licenses/rouge?score/LICENSE.txt"))
    nobody = Path(spec.origin).parents[1] / "of_nobody" / "words.py"
    with pytest.raises(SystemExit, match=r"words\.py belongs to no package"):
        licences.write(tmp_path, ROOT, [("of_nobody", str(nobody), "PYMODULE")], "1.2.3")


def test_the_module_that_needs_a_library_under_the_gpl_is_left_out() -> None:
    assert "readline" in trimming.excluded_modules()
