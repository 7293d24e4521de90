"""Shared libraries inside Python packages, for the bill of materials: Qt, ICU, OpenBLAS, Arrow.

A package's version does not say which version of ICU or OpenBLAS it contains, but known
vulnerabilities are listed under their names. The packages with parts written in Rust, and
cryptography, name their own parts in CycloneDX files (PEP 770), which are taken over.
"""

from __future__ import annotations

import ctypes
import json
import re
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import Distribution
from pathlib import Path

from tools.frozen import bill
from tools.frozen.bill import Component

# Modules of Python and plugins of Qt belong to their package and have its version.
_OWN = re.compile(r"\.cpython-|\.abi3\.so|\.pyd$|/plugins/")
_SHARED = re.compile(r"\.(so(\.\d+)*|dll|dylib)$")


def _qt(_: Path) -> str:
    from PySide6.QtCore import qVersion

    return qVersion()


def _icu(file: Path) -> str:
    major = file.name.rpartition(".")[2]
    library = ctypes.CDLL(str(file.with_name(f"libicuuc.so.{major}")))
    parts = (ctypes.c_uint8 * 4)()
    library[f"u_getVersion_{major}"](parts)
    return f"{parts[0]}.{parts[1]}"


def _openblas(_: Path) -> str:
    import numpy as np

    return str(np.show_config(mode="dicts")["Build Dependencies"]["blas"]["version"])


def _arrow(_: Path) -> str:
    import pyarrow as pa

    return str(pa.cpp_version)


def _of_interface(file: Path) -> str:
    """Return the version of the library's interface: these libraries do not state another one."""
    return file.name.partition(".so.")[2]


# (the beginnings of file names, name, licence, the version of a file)
_LIBRARIES: tuple[tuple[tuple[str, ...], str, str, Callable[[Path], str]], ...] = (
    (("libQt6", "Qt6"), "qt", "LGPL-3.0-only", _qt),
    (("libicu", "icu"), "icu", "ICU", _icu),
    (("libscipy_openblas", "libopenblas"), "openblas", "BSD-3-Clause", _openblas),
    (("libgfortran",), "libgfortran", "GPL-3.0-with-GCC-exception", _of_interface),
    (("libquadmath",), "libquadmath", "LGPL-2.1-or-later", _of_interface),
    (("libarrow", "libparquet", "arrow", "parquet"), "apache-arrow-cpp", "Apache-2.0", _arrow),
    (("libpyside6", "libshiboken6", "pyside6", "shiboken6"), "", "", str),
)


def components(files: Iterable[tuple[Path, Distribution]]) -> list[Component]:
    """Return the shared libraries among these files of packages, and the parts of the packages.

    Raises SystemExit for a library that is not known here: it would be missing in the bill. On
    Windows and macOS, where no build has been seen, it is listed by the name of its file.
    """
    found: dict[str, Component] = {}
    owners: dict[str, Distribution] = {}
    for file, owner in sorted(files, key=lambda one: str(one[0])):
        owners[owner.name] = owner
        if not _SHARED.search(file.name) or _OWN.search(file.as_posix()):
            continue
        name, licence, version_of = _library(file, owner)
        if name and not any(one["name"] == name for one in found.values()):
            one = bill.generic_component(name, version_of(file), licence, owner)
            found[str(one["bom-ref"])] = one
    for owner in owners.values():
        for one in _stated(owner):
            found.setdefault(str(one["bom-ref"]), one)
    return list(found.values())


def _library(file: Path, owner: Distribution) -> tuple[str, str, Callable[[Path], str]]:
    for beginnings, name, licence, version_of in _LIBRARIES:
        if file.name.startswith(beginnings):
            return name, licence, version_of
    if sys.platform == "linux":
        raise SystemExit(f"{file.name} in {owner.name} is missing in tools/frozen/embedded.py.")
    return file.name, "see its package", _of_interface


def _stated(owner: Distribution) -> Iterable[Component]:
    """Yield the parts that a package states itself, with references that name the package."""
    for file in owner.files or ():
        if "sboms" not in file.parts or file.suffix != ".json":
            continue
        content = json.loads(Path(str(owner.locate_file(file))).read_text("utf-8"))
        for part in content.get("components") or ():
            # The place from which it was built says nothing, and may be a folder.
            purl = str(part.get("purl") or f"pkg:generic/{part['name']}").partition("?")[0]
            kept = {key: part[key] for key in ("type", "name", "version") if part.get(key)}
            reference = f"{owner.name.lower()}/{purl}"
            licences = part.get("licenses") or [{"license": {"name": "see its package"}}]
            yield {"bom-ref": reference, **kept, "purl": purl, "licenses": licences}
