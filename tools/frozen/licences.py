"""Collects the licences of everything in the frozen program, in a folder next to it.

The frozen program contains the work of others, so it must include their licence texts. The owner of
a file is the installed Python package that lists it. For libraries of the system, it is the
package of the system (on Debian and derived systems).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

_LICENCE_WORDS = ("licen", "copying", "notice", "authors")
_QT = ("PySide6_Essentials", "shiboken6")
_HEAD = """\
Proofdesk {version} is licensed under the Apache License 2.0 (LICENSE.txt in this folder).

It comes with the following works of others, each under its own licence. The texts are in the
folders of this name.

Qt, PySide6 and Shiboken are used under the GNU Lesser General Public License, version 3
(qt/LGPL-3.0.txt, with qt/GPL-3.0.txt, which it refers to). They are shared libraries in the folder
of the program and may be replaced there by versions of your own that keep their interfaces. Their
source is at https://download.qt.io/official_releases/ and https://code.qt.io/; Qt's own list of the
works inside it is at https://doc.qt.io/qt-6/licenses-used-in-qt.html.

The program files begin with the loader of PyInstaller, which is under the GNU General Public
License, version 2 or later, with an exception that lets programs of any licence use it.

"""


def write(folder: Path, root: Path, entries: Iterable[tuple[str, str, str]], version: str) -> None:
    """Write the folder `licenses` into the built program.

    `folder`: the built program
    `root`: the repository
    `entries`: the files in the program, from PyInstaller: name, source file, type code
    `version`: version of the program

    Raises SystemExit if the licence of Python is not found.
    """
    target = folder / "licenses"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    shutil.copyfile(root / "LICENSE", target / "LICENSE.txt")
    shutil.copytree(root / "tools" / "frozen" / "texts", target / "qt")
    owners = _owners()
    used: set[Distribution] = {distribution("pyinstaller")}
    foreign: set[Path] = set()
    for _, source, kind in entries:
        path = Path(source)
        if kind == "SYMLINK" or not path.is_absolute():
            continue
        owner = owners.get(path) or owners.get(path.resolve())
        if owner is not None:
            used.add(owner)
        elif kind == "BINARY":
            foreign.add(path.resolve())
    named = {one.name: one for one in used}  # `name` is slow: it reads all metadata of the package.
    named.pop("proofdesk", None)
    lines = [_HEAD.format(version=version), f"{'Python':30}{sys.version.split()[0]:14}PSF-2.0\n"]
    _copy_python(target / "Python")
    for name in sorted(named, key=str.lower):
        lines.append(f"{name:30}{named[name].version:14}{_licence_of(named[name])}\n")
        _copy_texts(named[name], target / name)
    lines += _system_packages(foreign, target)
    (target / "THIRD-PARTY.txt").write_text("".join(lines), "utf-8")


def _owners() -> dict[Path, Distribution]:
    return {
        Path(str(one.locate_file(file))): one for one in distributions() for file in one.files or ()
    }


def _licence_of(one: Distribution) -> str:
    """Return the licence in a package's metadata: its expression, else its classifiers or text."""
    names = one.metadata.get_all("Classifier") or []
    classified = ", ".join(n.rpartition(" :: ")[2] for n in names if n.startswith("License"))
    licence: str
    for licence in (
        *(one.metadata.get_all("License-Expression") or []),
        classified,
        *(one.metadata.get_all("License") or []),
    ):
        if licence:
            return licence.partition("\n")[0]
    return "see its text"


def _copy_texts(one: Distribution, target: Path) -> None:
    for file in one.files or ():
        source = Path(str(one.locate_file(file)))
        if not any(word in file.name.lower() for word in _LICENCE_WORDS) or not source.is_file():
            continue
        if source.suffix in (".py", ".pyc", ".so", ".pyd", ".h"):
            continue
        target.mkdir(exist_ok=True)
        free = target / file.name
        while free.exists():
            free = free.with_name(f"other-{free.name}")
        shutil.copyfile(source, free)


def _copy_python(target: Path) -> None:
    version = sysconfig.get_python_version()
    for place in (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(f"/usr/share/doc/python{version}/copyright"),
    ):
        if place.is_file():
            target.mkdir()
            shutil.copyfile(place, target / "LICENSE.txt")
            return
    raise SystemExit("Python's own licence was not found; it must go with the program.")


def _system_packages(files: Iterable[Path], target: Path) -> list[str]:
    """Copy the copyright files of the system packages that contain these libraries.

    Return a line of the overview for each package; empty on systems without dpkg.
    """
    if shutil.which("dpkg-query") is None:
        return []
    found: dict[str, Path] = {}
    for file in files:
        for name in (str(file), str(file).removeprefix("/usr")):
            done = subprocess.run(
                ["dpkg-query", "-S", name], capture_output=True, text=True, check=False
            )
            if done.returncode == 0:
                package = done.stdout.partition(":")[0]
                text = Path("/usr/share/doc") / package / "copyright"
                if text.is_file():
                    found[package] = text
                break
    for package, text in found.items():
        (target / "system").mkdir(exist_ok=True)
        shutil.copyfile(text, target / "system" / f"{package}.txt")
    return [f"{name:44}see system/{name}.txt\n" for name in sorted(found)]
