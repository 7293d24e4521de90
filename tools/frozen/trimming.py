"""Files left out of the frozen program, with the reasons.

A shared library of Qt, of pyarrow or of the system is left out if no remaining file is linked with
it. The self-test of the built program checks that the program still works.
"""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from collections.abc import Iterable
from fnmatch import fnmatch
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path, PurePath

Entry = tuple[str, str, str]  # Name in the program, source file, PyInstaller's type code.

# Libraries import these modules if they are installed, but the program never needs them.
_NEVER = (
    *("tkinter", "_tkinter", "turtle", "idlelib", "lib2to3", "ensurepip", "pydoc_data"),
    *("IPython", "matplotlib", "pandas", "scipy", "sklearn", "PIL", "cloudpickle", "threadpoolctl"),
    # Only for parts of nltk other than its stemmer, which ROUGE uses.
    *("datasets", "huggingface_hub", "hf_xet", "networkx", "fsspec", "multiprocess", "dill"),
    *("aiohttp", "mlcroissant", "joblib"),
    # Linked with a library under the GPL 3, which would apply to the whole program.
    "readline",
    *("setuptools", "pkg_resources", "pip", "wheel", "hatchling"),
    *("pytest", "_pytest", "pytestqt", "hypothesis", "mypy", "krippendorff", "coverage"),
    *("numpy.f2py", "numpy.testing", "numpy.distutils", "numpy.tests"),
)
# The modules of pyarrow that are needed to write Parquet files. Its servers, cloud storage, query
# engine, ORC and tests are not needed.
_PYARROW = {"_fs", "_generated_version", "_parquet", "fs", "ipc", "lib", "parquet", "types", "util"}

_DROPPED = (
    # The program draws widgets on a raster surface: no QML, embedded devices or remote displays.
    "PySide6/Qt/qml/*",
    "PySide6/qml/*",
    "PySide6/*plugins/egldeviceintegrations/*",
    "PySide6/*plugins/platforms/*eglfs*",
    "PySide6/*plugins/platforms/*linuxfb*",
    "PySide6/*plugins/platforms/*minimal*",
    "PySide6/*plugins/platforms/*vkkhrdisplay*",
    "PySide6/*plugins/platforms/*vnc*",
    "PySide6/*plugins/platforms/*direct2d*",
    "PySide6/*plugins/wayland-graphics-integration-server/*",
    "PySide6/opengl32sw.dll",  # 20 MB, for OpenGL in software.
    # Input devices without a window system, and the on-screen keyboard, which requires QML.
    "PySide6/*plugins/generic/*",
    "PySide6/*plugins/platforminputcontexts/*virtualkeyboard*",
    # Requires all of GTK. Dialogs and the colour scheme come from the desktop portal instead.
    "PySide6/*plugins/platformthemes/*gtk3*",
    # Qt's network module is used only for local sockets, without TLS and network monitoring.
    "PySide6/*plugins/tls/*",
    "PySide6/*plugins/networkinformation/*",
    # The program's images are SVG and PNG, and PNG is part of QtGui.
    *(
        f"PySide6/*plugins/imageformats/*{name}.*"
        for name in ("gif", "icns", "jpeg", "pdf", "tga", "tiff", "wbmp", "webp")
    ),
    # Needed only to build on these packages, or to test them.
    "pyarrow/include/*",
    "pyarrow/src/*",
    "pyarrow/tests/*",
    "numpy/*/tests/*",
    "numpy/_core/include/*",
    "numpy/_core/lib/*",
    "*.pxd",
    "*.pxi",
    "*.pyx",
    "*.pyi",
    "*/py.typed",
)
_TRANSLATIONS = "PySide6/*translations/*"

# Shared libraries that are kept only if a kept file is linked with them. The exception is
# libpython, which the programs open themselves, so no file is linked with it.
_IF_NEEDED = ("PySide6/Qt/lib/*", "PySide6/Qt6*.dll", "pyarrow/*", "lib*.so*")
_ALWAYS = ("libpython*",)


def excluded_modules() -> list[str]:
    """Return the modules that PyInstaller must not include."""
    import pyarrow

    others = {module.name for module in pkgutil.iter_modules(pyarrow.__path__)} - _PYARROW
    return [*_NEVER, *(f"pyarrow.{name}" for name in sorted(others))]


def trim(
    binaries: Iterable[Entry], datas: Iterable[Entry], root: Path
) -> tuple[list[Entry], list[Entry]]:
    """Return the binaries and the data without files that the program in `root` does not need.

    Raises SystemExit if a required shared library is missing on Linux.
    """
    languages = {path.stem.partition("_")[2] for path in root.glob("resources/i18n/*.ts")} | {"de"}
    candidates = [entry for entry in binaries if not _is_dropped(entry, languages)]
    sure = [entry for entry in candidates if not _is_optional(entry)]
    needed = _linked(Path(source) for _, source, kind in sure if kind != "SYMLINK")
    kept = [
        entry
        for entry in candidates
        if entry[2] != "SYMLINK" and (entry in sure or Path(entry[1]).resolve() in needed)
    ]
    kept_data = [
        entry for entry in datas if entry[2] != "SYMLINK" and not _is_dropped(entry, languages)
    ]
    names = {PurePath(name) for name, _, _ in (*kept, *kept_data)}

    def leads_somewhere(entry: Entry) -> bool:
        return entry[2] == "SYMLINK" and PurePath(entry[0]).parent / entry[1] in names

    return (
        [*kept, *filter(leads_somewhere, binaries)],
        [*kept_data, *filter(leads_somewhere, datas)],
    )


def strip(folder: Path) -> None:
    """Remove the symbols for debuggers from Python's library in the built program.

    Pythons that are compiled from source have 17 MB of them. Libraries from wheels are not touched:
    tools have moved their sections, and `strip` would break them.
    """
    for library in folder.glob("_internal/libpython*.so*"):
        subprocess.run(["strip", "--strip-unneeded", str(library)], check=True)


def _is_dropped(entry: Entry, languages: set[str]) -> bool:
    name = PurePath(entry[0]).as_posix()
    if fnmatch(name, _TRANSLATIONS):  # Qt's texts, kept in the program's languages.
        return not any(fnmatch(name, f"*/qtbase_{language}*.qm") for language in languages)
    return any(fnmatch(name, pattern) for pattern in _DROPPED)


def _is_optional(entry: Entry) -> bool:
    # The type is not sufficient: `pyarrow/lib.cpython-….so`, a module, has the type of a library.
    name = PurePath(entry[0]).as_posix()
    is_module = any(name.endswith(suffix) for suffix in EXTENSION_SUFFIXES if suffix != ".so")
    return (
        entry[2] == "BINARY"
        and not is_module
        and any(fnmatch(name, pattern) for pattern in _IF_NEEDED)
        and not any(fnmatch(name, pattern) for pattern in _ALWAYS)
    )


def _linked(files: Iterable[Path]) -> set[Path]:
    """Return all shared libraries that these files are linked with, directly or through others.

    Raises SystemExit if one is missing on Linux, because the program might not start on other
    computers.
    """
    from PyInstaller.depend.bindepend import get_imports

    found: set[Path] = set()
    missing: set[str] = set()
    left = [file.resolve() for file in files]
    while left:
        for name, library in get_imports(str(left.pop())):
            if library is None:
                missing.add(name)
                continue
            path = Path(library).resolve()
            if path not in found:
                found.add(path)
                left.append(path)
    if missing and sys.platform == "linux":
        names = ", ".join(sorted(missing))
        raise SystemExit(f"Missing libraries (docs/building.md says what to install): {names}")
    return found
