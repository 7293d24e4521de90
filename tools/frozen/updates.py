"""Looks for newer versions of the system packages in the program: `python -m tools.frozen.updates`.

The frozen program contains libraries of the system, such as OpenSSL and expat. People who install
it do not get updates of these libraries, so they must be the newest ones when it is built.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import unquote

_SYSTEM = re.compile(r"pkg:deb/[^/]+/(?P<name>[^@]+)@(?P<version>.+)")


def packages_in(bill: Path) -> dict[str, str]:
    """Return the version of each package of the system in a bill of materials, by name."""
    parts = json.loads(bill.read_text("utf-8"))["components"]
    found = filter(None, (_SYSTEM.fullmatch(str(one["bom-ref"])) for one in parts))
    return {one["name"]: unquote(one["version"]) for one in found}


def outdated(
    packages: Mapping[str, str], newest_of: Callable[[str], str]
) -> list[tuple[str, str, str]]:
    """Return (name, version in the program, newest version) of each outdated package.

    `newest_of`: returns the newest version of a package, as `apt-cache` knows it; “”: unknown
    """
    result = []
    for name, version in sorted(packages.items()):
        newest = newest_of(name)
        words = ["dpkg", "--compare-versions", newest, "gt", version]
        if newest and subprocess.run(words, check=False).returncode == 0:
            result.append((name, version, newest))
    return result


def _newest(name: str) -> str:
    done = subprocess.run(["apt-cache", "policy", name], capture_output=True, text=True, check=True)
    found = re.search(r"^  Candidate: (\S+)$", done.stdout, re.MULTILINE)
    return found[1] if found is not None else ""


def main(words: list[str]) -> int:
    """Print the outdated packages; return 1 if there are any, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.frozen.updates", description=__doc__)
    parser.add_argument("bill", type=Path, help="the file sbom.cdx.json of the program")
    bill: Path = parser.parse_args(words).bill
    packages = packages_in(bill)
    if shutil.which("apt-get") is None:
        print("Skipped: this system has no packages of Debian.")
        return 0
    update = ["apt-get", "update", "-qq", "-o", "APT::Update::Error-Mode=any"]
    if subprocess.run(update, check=False).returncode:
        print("Skipped: the lists of packages cannot be updated.")
        return 0
    found = outdated(packages, _newest)
    for name, version, newest in found:
        print(f"{name} {version} is outdated: {newest}. Upgrade the system, then build again.")
    if not found:
        print(f"All {len(packages)} packages of the system in the program are the newest ones.")
    if not sys.base_prefix.startswith("/usr") or sys.base_prefix.startswith("/usr/local"):
        print(
            f"Python {platform.python_version()} is not the system's: look up its updates by hand."
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
