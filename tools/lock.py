"""Lock files with hashes for reproducible installs: `python -m tools.lock [update | check]`.

`requirements/program.txt` has every package that the program needs, `requirements/build.txt` those
for building the frozen program as well, for each supported platform and version of Python:

    pip install --require-hashes -r requirements/program.txt
    pip install --no-deps .

`update` needs the program `uv` and a package index. It keeps the installed versions. `check` works
offline: it finds packages of `pyproject.toml` that are missing or have a version which is not
allowed, and lines without hashes.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "requirements"
# Packages of the extra `dev` that building needs; `build.spec` and `pip wheel` use them.
_BUILD = ("hatchling", "pyinstaller")
_LINE = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)((?: ; .+)?)$")
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}$")


def main(words: list[str]) -> int:
    """Write the lock files, or check them; return the exit status."""
    match words:
        case ["update"]:
            for name, requirements in wanted(ROOT).items():
                _compile(FOLDER / f"{name}.txt", requirements)
            return 0
        case ["check"]:
            problems = [
                f"{name}.txt: {problem}"
                for name, requirements in wanted(ROOT).items()
                for problem in find_problems(
                    (FOLDER / f"{name}.txt").read_text("utf-8"), requirements
                )
            ]
            print(*problems, f"Lock files: {len(problems)} problems.", sep="\n")
            return 1 if problems else 0
    raise SystemExit("usage: python -m tools.lock [update | check]")


def wanted(root: Path) -> dict[str, list[str]]:
    """Return the requirements in `pyproject.toml` for each lock file."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    program = list(project["dependencies"])
    extra = project["optional-dependencies"]["dev"]
    build = [text for text in extra if Requirement(text).name in _BUILD]
    return {"program": program, "build": [*program, *build]}


def find_problems(text: str, requirements: list[str]) -> Iterator[str]:
    """Yield what is wrong with a lock file: its text, and the requirements that it has to meet."""
    locked: dict[str, list[str]] = {}
    # A package and its hashes are one line, continued with backslashes.
    for line in text.replace("\\\n", " ").splitlines():
        pin, *hashes = re.split(r"\s+(?=--hash)", line.partition("#")[0].strip())
        if not pin:
            continue
        found = _LINE.match(pin)
        if found is None:
            yield f"“{pin}” is not an exact version"
            continue
        locked.setdefault(canonicalize_name(found[1]), []).append(found[2])
        if not hashes or not all(map(_HASH.match, hashes)):
            yield f"{found[1]} has no hashes"
    for requirement in map(Requirement, requirements):
        versions = locked.get(canonicalize_name(requirement.name), [])
        if not versions:
            yield f"{requirement.name} is missing"
        for version in versions:
            if not requirement.specifier.contains(version, prereleases=True):
                yield f"{requirement.name} {version} is not allowed ({requirement.specifier})"


def _compile(target: Path, requirements: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, installed = Path(folder) / "requirements.in", Path(folder) / "installed.txt"
        source.write_text("\n".join(requirements) + "\n", "utf-8")
        # Versions that were tested here; other platforms may need further packages. A new
        # environment contains whatever setuptools came with Python, which may be old.
        tested = (one for one in distributions() if one.name != "setuptools")
        installed.write_text("".join(f"{one.name}=={one.version}\n" for one in tested), "utf-8")
        subprocess.run(
            [
                *("uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes"),
                *("--python-version", "3.11", "--no-header", "--no-annotate"),
                *("--constraints", str(installed), "--output-file", str(target), str(source)),
            ],
            check=True,
        )
    head = "# Written by `python -m tools.lock update`; docs/dependencies.md says how to use it.\n"
    target.write_text(head + target.read_text("utf-8"), "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
