"""The package for Debian, Ubuntu and derived systems.

It has no scripts: the triggers of the desktop's own packages update the menus and file types, and
removing the package removes exactly its files.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tools.installers.desktop import ROOT, write_share
from tools.installers.release import Release

_HEAD = """\
Package: {name}
Version: {version}
Section: science
Priority: optional
Architecture: {architecture}
Maintainer: The Proofdesk developers <proofdesk@localhost>
Installed-Size: {kilobytes}
"""
_CONTROL = """\
Depends: {depends}
Recommends: fonts-noto-core | fonts-dejavu-core
Suggests: proofdesk-parquet, gnome-keyring | kwalletmanager
Description: collect expert judgement of text written by language models
 Domain experts annotate, rate, critique and revise text written by language
 models, offline. Leads prepare the work, merge the results, measure agreement
 and publish the data.
 .
 The package contains Python and every library that the program uses.
"""
_PARQUET_CONTROL = """\
Depends: proofdesk (= {version})
Description: Parquet files for Proofdesk
 Leads of projects need this package to import and export Parquet files.
 Annotators do not need it.
"""
# The parts of the frozen program that only Parquet files need.
_PARQUET = "pyarrow*"
_COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Proofdesk
Comment: The package contains works of others. Their names, versions and licences
 are listed in /usr/share/doc/proofdesk/licenses/THIRD-PARTY.txt, next to the texts.

Files: *
Copyright: The Proofdesk developers
License: Apache-2.0
 On Debian systems, the text is in /usr/share/common-licenses/Apache-2.0.
"""
# Data that libraries inside the frozen program read: fonts, input of accents, keyboard layouts.
_DATA = ("fontconfig-config", "libx11-data", "xkb-data")
# Newer systems have renamed these packages, when the size of their times changed.
_RENAMED = {"libglib2.0-0": "libglib2.0-0t64", "libgtk-3-0": "libgtk-3-0t64"}


def build_packages(release: Release) -> list[Path]:
    """Build the packages `proofdesk` and `proofdesk-parquet`, and return their paths.

    The same folder and date always give the same bytes. Raises SystemExit if a library that the
    program needs belongs to no package.
    """
    root, parquet = release.scratch / "proofdesk", release.scratch / "proofdesk-parquet"
    usr = root / "usr"
    shutil.copytree(release.program, usr / "lib" / "proofdesk", symlinks=True)
    inside = Path("usr", "lib", "proofdesk", "_internal")
    (parquet / inside).mkdir(parents=True)
    for path in sorted((root / inside).glob(_PARQUET)):
        path.rename(parquet / inside / path.name)
    write_share(usr / "share", release)
    (usr / "bin").mkdir()
    for name in ("proofdesk", "proofdesk-window"):
        (usr / "bin" / name).symlink_to(f"../lib/proofdesk/{name}")
    for package in (root, parquet):
        _write_documents(package / "usr" / "share" / "doc" / package.name)
    needed = ", ".join(dependencies(usr / "lib" / "proofdesk"))
    return [
        _build(root, release, _CONTROL.format(depends=needed)),
        _build(parquet, release, _PARQUET_CONTROL.format(version=release.version)),
    ]


def _write_documents(doc: Path) -> None:
    doc.mkdir(parents=True)
    (doc / "copyright").write_text(_COPYRIGHT, "utf-8")
    changes = (ROOT / "CHANGELOG.md").read_bytes()
    (doc / "changelog.gz").write_bytes(gzip.compress(changes, mtime=0))
    (doc / "licenses").symlink_to("../../../lib/proofdesk/licenses")


def _build(root: Path, release: Release, about: str) -> Path:
    """Build the package of the files in `root`, and return its path; `about`: further fields."""
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    architecture = _output("dpkg", "--print-architecture").strip()
    head = _HEAD.format(
        name=root.name,
        version=release.version,
        architecture=architecture,
        kilobytes=sum(path.stat().st_size for path in files) // 1024,
    )
    control = root / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(head + about, "utf-8")
    sums = "".join(f"{_md5(path)}  {path.relative_to(root)}\n" for path in files)
    (control / "md5sums").write_text(sums, "utf-8")
    _set_modes(root, release.date)
    target = release.out / f"{root.name}_{release.version}_{architecture}.deb"
    subprocess.run(
        [
            *("dpkg-deb", "--root-owner-group", "-Zxz", f"-z{release.level}"),
            *("--build", str(root), str(target)),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(release.date)},
    )
    return target


def dependencies(folder: Path) -> list[str]:
    """Return the packages that contain the libraries and data a frozen program needs but lacks.

    The programs and libraries name what they are linked with; `dpkg` knows the packages.
    """
    names, versions = _linked(folder)
    # The loader belongs to the C library.
    missing = sorted(name for name in names if not name.startswith("ld-linux"))
    packages = {package for name in missing if (package := _package_of(name)) != "libc6"}
    libc = max(versions, key=lambda version: [int(part) for part in version.split(".")])
    return [f"libc6 (>= {libc})", *sorted([*map(_with_new_name, packages), *_DATA])]


def _linked(folder: Path) -> tuple[set[str], set[str]]:
    """Return the libraries that files in the folder need and it lacks, and versions of glibc."""
    # A module of Python is found by its path, and everything else by its name.
    objects = [path for path in folder.rglob("*") if path.is_file() and _is_elf(path)]
    text = _output("objdump", "-p", *map(str, objects))
    needed = set(re.findall(r"^ +NEEDED +(\S+)$", text, re.MULTILINE))
    versions = set(re.findall(r"\bGLIBC_(\d[\d.]*)$", text, re.MULTILINE))
    return needed - {path.name for path in folder.rglob("*.so*")}, versions


def _is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _package_of(library: str) -> str:
    # The pattern excludes copies of the library that other packages keep in folders of their own.
    found = _output("dpkg-query", "--search", f"*/{library}")
    for line in found.splitlines():
        packages, _, path = line.partition(": ")
        if re.fullmatch(rf"(/usr)?/lib/([^/]+-linux-gnu[^/]*/)?{re.escape(library)}", path):
            return packages.partition(":")[0]
    raise SystemExit(f"No installed package contains {library}, which the program needs.")


def _with_new_name(package: str) -> str:
    renamed = _RENAMED.get(package)
    return f"{package} | {renamed}" if renamed else package


def _set_modes(root: Path, date: int) -> None:
    """Make all files readable for everybody and writable for nobody else, and set their times."""
    for path in _with_folders(root):
        # `dpkg-deb` changes only times after SOURCE_DATE_EPOCH.
        os.utime(path, (date, date), follow_symlinks=False)
        if not path.is_symlink():
            executable = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if executable else 0o644)


def _with_folders(root: Path) -> Iterable[Path]:
    yield root
    yield from root.rglob("*")


def _md5(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()


def _output(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout
