"""Files left out of the frozen program, with the reasons.

A shared library of Qt, of pyarrow or of the system goes where nothing that stays is linked with it.
Whether the program still does all it promises is for the self-test of the built program to say.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterable
from fnmatch import fnmatch
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path, PurePath

Entry = tuple[str, str, str]  # name in the program, file it comes from, PyInstaller's type code

# Imported by libraries where they happen to be installed; the program never asks for them.
_NEVER = (
    *("tkinter", "_tkinter", "turtle", "idlelib", "lib2to3", "ensurepip", "pydoc_data"),
    *("IPython", "matplotlib", "pandas", "scipy", "sklearn", "PIL", "cloudpickle", "threadpoolctl"),
    *("setuptools", "pkg_resources", "pip", "wheel", "hatchling"),
    *("pytest", "_pytest", "pytestqt", "hypothesis", "mypy", "krippendorff", "coverage"),
    *("numpy.f2py", "numpy.testing", "numpy.distutils", "numpy.tests"),
)
# What writing Parquet needs of pyarrow: not its servers, cloud storage, query engine, ORC, tests.
_PYARROW = {"_fs", "_generated_version", "_parquet", "fs", "ipc", "lib", "parquet", "types", "util"}

_DROPPED = (
    # Drawing is by widgets on a raster surface: no QML, no embedded boards, no remote screens.
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
    "PySide6/opengl32sw.dll",  # 20 MB that draw OpenGL in software
    # Input devices without a window system; a keyboard on the screen, which brings QML.
    "PySide6/*plugins/generic/*",
    "PySide6/*plugins/platforminputcontexts/*virtualkeyboard*",
    # Brings all of GTK. Dialogs and the colour scheme come through the desktop portal.
    "PySide6/*plugins/platformthemes/*gtk3*",
    # Qt's network module is here for its local sockets: no TLS, no watching of the network.
    "PySide6/*plugins/tls/*",
    "PySide6/*plugins/networkinformation/*",
    # The program's pictures are SVG, and PNG is part of QtGui.
    *(
        f"PySide6/*plugins/imageformats/*{name}.*"
        for name in ("gif", "icns", "jpeg", "pdf", "tga", "tiff", "wbmp", "webp")
    ),
    # For those who build on these packages, or test them.
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

# Shared libraries that stay where something that stays is linked with them. libpython is opened by
# the programs themselves, so nothing seems to need it.
_IF_NEEDED = ("PySide6/Qt/lib/*", "PySide6/Qt6*.dll", "pyarrow/*", "lib*.so*")
_ALWAYS = ("libpython*",)


def excluded_modules() -> list[str]:
    """Return the modules that PyInstaller shall not follow."""
    import pyarrow

    others = {module.name for module in pkgutil.iter_modules(pyarrow.__path__)} - _PYARROW
    return [*_NEVER, *(f"pyarrow.{name}" for name in sorted(others))]


def trim(
    binaries: Iterable[Entry], datas: Iterable[Entry], root: Path
) -> tuple[list[Entry], list[Entry]]:
    """Return binaries and data without what the program in `root` does not need."""
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


def _is_dropped(entry: Entry, languages: set[str]) -> bool:
    name = PurePath(entry[0]).as_posix()
    if fnmatch(name, _TRANSLATIONS):  # Qt's own texts, in the languages that the program speaks
        return not any(fnmatch(name, f"*/qtbase_{language}*.qm") for language in languages)
    return any(fnmatch(name, pattern) for pattern in _DROPPED)


def _is_optional(entry: Entry) -> bool:
    # Not by the type alone: `pyarrow/lib.cpython-….so`, a module, is collected as a library too.
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

    Raises SystemExit where one is missing (on Linux, where the linker tells): the program would
    start here, and on a machine that lacks it too, not.
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
