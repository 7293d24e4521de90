"""Check a release, build its installers, and write its record: `python -m tools.release --out DIR`.

Takes hours, on a machine without other load: all checks of a change, the safety tests at their
release counts, all benchmarks, the known vulnerabilities of the dependencies, the installers. The
record, `docs/releases/VERSION.md`, is committed with the version. A failed check ends the release;
missed targets of benchmarks, unreachable vulnerability data and an impossible installation in a
clean system are stated in the record. With
`--trial`, safety tests and benchmarks run at the small counts of a change, and nothing is recorded
in the checkout but next to the installers.
"""

from __future__ import annotations

import argparse
import platform
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from desktop_app.version import __version__
from tools.columns import ROOT

RECORDS = Path("docs") / "releases"


@dataclass(frozen=True)
class Part:
    """A part of the record, and the command that prints it.

    `command`: a Python module and its arguments, or a script of `.ci`
    `small`: what is added to the command for a trial
    `may_fail`: whether the release goes on if the command fails
    `keeps`: whether the output is recorded, or only that the command succeeded
    """

    title: str
    command: tuple[str, ...]
    small: tuple[str, ...] = ()
    may_fail: bool = False
    keeps: bool = True


PARTS = (
    Part("Checks of every change", ("tools.check", "--program", sys.executable), keeps=False),
    Part("Safety", ("tools.release_checks",), ("--scale", "ci")),
    Part("Benchmarks", ("benchmarks",), ("--quick",), may_fail=True),
    Part(
        "Known vulnerabilities of the dependencies",
        # Without `--strict`, it succeeds even if it could look up none of the packages.
        (
            "pip_audit",
            "--strict",
            "--require-hashes",
            "--disable-pip",
            "-r",
            "requirements/build.txt",
        ),
        may_fail=True,
    ),
)


class ReleaseError(Exception):
    """Why there is no release."""


def problems(version: str, root: Path = ROOT) -> list[str]:
    """Return what has to be corrected in a checkout before a release of this version."""
    found = []
    if _git("status", "--porcelain", root=root):
        found.append("there are changes that are not committed")
    changes = (root / "CHANGELOG.md").read_text("utf-8")
    if not re.search(rf"^## \[{re.escape(version)}\] – \d{{4}}-\d\d-\d\d$", changes, re.MULTILINE):
        found.append(f"CHANGELOG.md has no section “## [{version}] – YYYY-MM-DD”")
    if (root / RECORDS / f"{version}.md").exists():
        found.append(f"version {version} has a record; raise desktop_app/version.py")
    return found


def run(part: Part, *, is_trial: bool, installers: str = "") -> str:
    """Run a part and return its section of the record. Raises ReleaseError if it must not fail.

    `installers`: their folder, which the record does not name
    """
    words = [*part.command, *(part.small if is_trial else ())]
    is_script = words[0].startswith(".ci/")
    shown = " ".join(words) if is_script else f"python -m {' '.join(words)}"
    print(f"== {part.title}: {shown}", flush=True)
    start = time.monotonic()
    # Why a part failed that may fail belongs into the record.
    errors = subprocess.STDOUT if part.may_fail else None
    done = subprocess.run(
        words if is_script else [sys.executable, "-m", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        check=False,
    )
    if done.returncode and not part.may_fail:
        print(done.stdout)
        raise ReleaseError(f"{part.title}: failed with exit status {done.returncode}")
    outcome = f"failed, exit status {done.returncode}" if done.returncode else "passed"
    if done.stdout.startswith("Skipped:"):
        outcome = "skipped"
    minutes = (time.monotonic() - start) / 60
    # The paths of the interpreter and of the installers are those of this machine.
    for path, name in ((sys.executable, "PYTHON"), (installers, "OUT")):
        if path:
            shown = shown.replace(path, name)
    lines = [
        f"## {part.title}",
        f"`{shown}`: {outcome} in {minutes:.0f} min, {datetime.now(UTC):%Y-%m-%d}.",
    ]
    if part.keeps and done.stdout.strip():
        is_table = "|---" in done.stdout
        text = done.stdout.strip()
        lines.append(text if is_table else f"```text\n{text}\n```")
    return "\n\n".join(lines)


def record(version: str, sections: list[str], out: Path, *, is_trial: bool) -> str:
    """Return the record of a release.

    `out`: the folder with the installers and their checksums
    """
    sums = (out / "SHA256SUMS").read_text("utf-8").splitlines()
    rows = [
        f"| {name} | {(out / name).stat().st_size / 1e6:.1f} | `{digest}` |"
        for digest, name in (line.split("  ", 1) for line in sums)
    ]
    kind = "Trial of a release" if is_trial else "Release"
    return "\n\n".join(
        [
            f"# {kind} {version}",
            f"Commit {_git('rev-parse', 'HEAD')}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, "
            f"{platform.system()} {platform.machine()}, Python {platform.python_version()}.",
            *sections,
            "## Installers",
            "\n".join(["| file | MB | SHA-256 |", "|---|---:|---|", *rows]),
            "",
        ]
    )


def _git(*words: str, root: Path = ROOT) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main(words: list[str]) -> int:
    """Make the release, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the installers")
    parser.add_argument("--trial", action="store_true", help="small counts, no record")
    parser.add_argument(
        "--only", action="append", default=[], metavar="WORD", help="in a trial: only these parts"
    )
    options = parser.parse_args(words)
    if options.only and not options.trial:
        parser.error("--only is for a trial")
    out = options.out.resolve()
    try:
        if not options.trial and (found := problems(__version__)):
            raise ReleaseError("; ".join(found))
        parts = [
            part
            for part in PARTS
            if not options.only or any(word in part.title for word in options.only)
        ]
        sections = [run(part, is_trial=options.trial) for part in parts]
        run(Part("Installers", ("tools.installers", "--out", str(out))), is_trial=False)
        installed = Part(
            "Use in a clean Debian", (".ci/installed", "--skip-if-impossible", str(out))
        )
        if sys.platform == "linux" and (
            not options.only or any(word in installed.title for word in options.only)
        ):
            sections.append(run(installed, is_trial=False, installers=str(out)))
    except ReleaseError as error:
        print(f"No release: {error}.", file=sys.stderr)
        return 1
    text = record(__version__, sections, out, is_trial=options.trial)
    target = out / "record.md" if options.trial else ROOT / RECORDS / f"{__version__}.md"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8")
    print(f"Record: {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
