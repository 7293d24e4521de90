"""Collects the licences of everything in the frozen program, and writes its bill of materials.

The frozen program contains the work of others, so it must include their licence texts. The owner of
a file is the installed Python package that lists it. For libraries of the system, it is the
package of the system (on Debian and derived systems).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from importlib.metadata import (
    Distribution,
    distribution,
    distributions,
    packages_distributions,
)
from pathlib import Path

from tools.frozen import bill, embedded
from tools.frozen.bill import licence_of

_LICENCE_WORDS = ("licen", "copying", "notice", "authors")
# Their texts are in the folder “qt”.
_QT = ("PySide6_Essentials", "shiboken6")
_HEAD = """\
Proofdesk {version} is licensed under the Apache License 2.0 (LICENSE.txt in this folder).

It comes with the following works of others, each under its own licence. The texts are in the
folders of this name.

Qt, PySide6 and Shiboken are used under the GNU Lesser General Public License, version 3
(qt/LGPL-3.0.txt, with qt/GPL-3.0.txt, which it refers to). They are shared libraries in the folder
of the program and may be replaced there by versions of your own that keep their interfaces. Their
source is at https://download.qt.io/official_releases/ and https://code.qt.io/; Qt's own list of the
works inside it is at https://doc.qt.io/qt-6/licenses-used-in-qt.html. Its packages contain ICU
(qt/ICU.txt).

Libraries of the system were copied from the distribution on which this program was built; the list
names their packages and versions. The distribution offers the source of each of them: on Debian,
with the command `apt-get source PACKAGE=VERSION`. Those under the GNU Lesser General Public
License, such as GLib, may be replaced in the folder of the program, too.

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
    owners, names = _owners(), packages_distributions()
    used: set[Distribution] = {distribution("pyinstaller")}
    foreign: set[Path] = set()
    libraries: list[tuple[Path, Distribution]] = []
    for _, source, kind in entries:
        path = Path(source)
        if kind == "SYMLINK" or not path.is_absolute():
            continue
        owner = owners.get(path) or owners.get(path.resolve()) or _by_name(path, names)
        if owner is not None:
            used.add(owner)
            libraries.append((path, owner))
        elif kind == "BINARY":
            foreign.add(path.resolve())
    named = {one.name: one for one in used}  # `name` is slow: it reads all metadata of the package.
    named.pop("proofdesk", None)
    lines = [_HEAD.format(version=version), _line("Python", sys.version.split()[0], "PSF-2.0")]
    _copy_python(target / "Python")
    for name in sorted(named, key=str.lower):
        lines.append(_line(name, named[name].version, licence_of(named[name])))
        _copy_texts(named[name], target / name, root / "LICENSE")
    system = _system_packages(foreign, target)
    lines += [_line(name, about, f"see system/{name}.txt") for name, about in system.items()]
    (target / "THIRD-PARTY.txt").write_text("".join(lines), "utf-8")
    components = [bill.python_component(), *map(bill.package_component, named.values())]
    components += embedded.components(libraries)
    components += [bill.system_component(name, about) for name, about in system.items()]
    bill.write(folder / "sbom.cdx.json", version, components)


def _owners() -> dict[Path, Distribution]:
    return {
        Path(str(one.locate_file(file))): one for one in distributions() for file in one.files or ()
    }


def _line(name: str, version: str, licence: str) -> str:
    return f"{name:30} {version:14} {licence}\n"


def _by_name(path: Path, names: Mapping[str, list[str]]) -> Distribution | None:
    """Return the package that a module belongs to by its name, or None outside of all packages.

    Older versions of pip install some packages without a list of their files.

    Raises SystemExit if a module among the packages belongs to none of them.
    """
    folder = Path(sysconfig.get_path("purelib"))
    if not path.is_relative_to(folder):
        return None
    found = names.get(path.relative_to(folder).parts[0].partition(".")[0])
    if not found:
        raise SystemExit(f"{path} belongs to no package, so its licence is unknown.")
    return distribution(found[0])


def _copy_texts(one: Distribution, target: Path, apache: Path) -> None:
    """Copy the licence texts of a package.

    `apache`: the text of the Apache License 2.0, for packages without a text of their own

    Raises SystemExit if the package has no text.
    """
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
    if not target.exists() and one.name not in _QT:
        if "apache" not in licence_of(one).lower():
            raise SystemExit(f"{one.name} has no licence text; it must go with the program.")
        target.mkdir()
        shutil.copyfile(apache, target / "LICENSE.txt")


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


def _system_packages(files: Iterable[Path], target: Path) -> dict[str, str]:
    """Copy the copyright files of the system packages that contain these libraries.

    Return the version of each package by its name; empty on systems without dpkg.
    """
    if shutil.which("dpkg-query") is None:
        return {}
    found: dict[str, str] = {}
    for file in files:
        for name in (str(file), str(file).removeprefix("/usr")):
            package = _query("-S", name).partition(":")[0]
            text = Path("/usr/share/doc") / package / "copyright"
            if package and text.is_file():
                (target / "system").mkdir(exist_ok=True)
                shutil.copyfile(text, target / "system" / f"{package}.txt")
                found[package] = _query("-W", "-f", "${Version}", package)
                break
    return dict(sorted(found.items()))


def _query(*words: str) -> str:
    done = subprocess.run(["dpkg-query", *words], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""
