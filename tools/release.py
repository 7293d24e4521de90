"""Check a release, build its installers, and write its record: `python -m tools.release --out DIR`.

Takes hours, on a machine without other load: the known vulnerabilities of the dependencies, all
checks of a change, the installers, their use in a clean system, the safety tests at their release
counts, all benchmarks. The record, `docs/releases/VERSION.md`, is committed with the version. A
failed check ends the release; missed targets of benchmarks, unreachable vulnerability data and an
impossible installation in a clean system are stated in the record.

The sections of finished parts are kept in `DIR/sections`. After an interruption or a failure, the
same command goes on with the first missing part, as long as the commit is the same.

`--prepare VERSION` only sets the version and the date in the files that name them. With `--trial`,
safety tests and benchmarks run at the small counts of a change, and the record is written next to
the installers, not into the checkout.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from desktop_app.version import __version__
from tools.columns import ROOT

RECORDS = Path("docs") / "releases"
# The parts that each trial needs, because the record lists the installers.
FROZEN, INSTALLERS = "Frozen program", "Installers"
_PROGRAM = "dist/Proofdesk.app" if sys.platform == "darwin" else "dist/proofdesk"


@dataclass(frozen=True)
class Part:
    """A part of the record, and the command that prints it.

    `command`: a Python module and its arguments, or a script of `.ci`
    `small`: what is added to the command for a trial
    `may_fail`: whether the release goes on if the command fails
    `keeps`: whether the output is recorded, or only that the command succeeded
    `needs`: what the output contains, unless the command broke down and must not be recorded
    """

    title: str
    command: tuple[str, ...]
    small: tuple[str, ...] = ()
    may_fail: bool = False
    keeps: bool = True
    needs: str = ""


# The quick parts come first, so that a mistake is found before the hours of the last two. `{out}`
# is the folder of the installers.
PARTS = (
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
    Part("Checks of every change", ("tools.check", "--program", sys.executable), keeps=False),
    # Built where the benchmarks find it.
    Part(FROZEN, ("PyInstaller", "--noconfirm", "--log-level", "WARN", "build.spec"), keeps=False),
    Part(
        INSTALLERS,
        ("tools.installers", "--out", "{out}", "--program", _PROGRAM),
        ("--quick",),
        keeps=False,
    ),
    Part("Packages of the system in the program", ("tools.frozen.updates", "{out}/sbom.cdx.json")),
    Part("Use in a clean Debian", (".ci/installed", "--skip-if-impossible", "{out}")),
    Part("Safety", ("tools.release_checks",), ("--scale", "ci")),
    Part("Benchmarks", ("benchmarks",), ("--quick",), may_fail=True, needs="|---"),
)


class ReleaseError(Exception):
    """Why there is no release."""


def prepare(version: str, root: Path = ROOT) -> None:
    """Set the version and today's date in the files that name them. Raises ReleaseError."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ReleaseError(f"“{version}” is not a version such as 1.2.3")
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    changes = (
        ("CHANGELOG.md", r"^## \[Unreleased\].*$", f"## [{version}] – {today}"),
        ("desktop_app/version.py", r'^__version__ = ".*"$', f'__version__ = "{version}"'),
        (
            "CITATION.cff",
            r"^version: .*$(\ndate-released: .*$)?",
            f"version: {version}\ndate-released: {today}",
        ),
    )
    # All files are checked before the first one is written.
    texts = {}
    for name, old, new in changes:
        texts[name], count = re.subn(old, new, (root / name).read_text("utf-8"), flags=re.MULTILINE)
        if count != 1:
            raise ReleaseError(f"{name} has no line for the version")
    for name, text in texts.items():
        (root / name).write_text(text, "utf-8")


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


def missing_programs() -> list[str]:
    """Return what has to be installed before a release."""
    # The last one is the program that the benchmarks compare with.
    return [
        f"{module} is missing: pip install -e '.[dev,benchmarks,release]'"
        for module in ("pip_audit", "PyInstaller", "datalabel")
        if importlib.util.find_spec(module) is None
    ]


def run(part: Part, out: Path, *, is_trial: bool) -> str:
    """Run a part and return its section of the record. Raises ReleaseError if it must not fail."""
    words = [*part.command, *(part.small if is_trial else ())]
    is_script = words[0].startswith(".ci/")
    typed = " ".join(words) if is_script else f"python -m {' '.join(words)}"
    shown = _without_paths(typed.format(out="OUT"), out)
    print(f"== {part.title}: {shown}", flush=True)
    words = [word.format(out=out) for word in words]
    start = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="proofdesk-release-") as home,
        tempfile.TemporaryFile("w+", encoding="utf-8") as reasons,
    ):
        # Settings and keys of the person who makes the release are not used, and no screen.
        environment = {**os.environ, "PROOFDESK_HOME": home, "QT_QPA_PLATFORM": "offscreen"}
        with subprocess.Popen(
            words if is_script else [sys.executable, "-m", *words],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            # Reasons of failures go into the record where the release goes on.
            stderr=reasons if part.may_fail else None,
            text=True,
        ) as process:
            assert process.stdout is not None
            lines = []
            for line in process.stdout:
                # Shown at once, because some parts take hours.
                print(line, end="", flush=True)
                lines.append(line)
        reasons.seek(0)
        wrong = reasons.read().strip()
    printed = "".join(lines).strip() or wrong
    status = process.returncode
    if status and (not part.may_fail or part.needs not in printed):
        print(wrong, file=sys.stderr)
        raise ReleaseError(f"{part.title}: failed with exit status {status}")
    outcome = f"failed, exit status {status}" if status else "passed"
    if printed.startswith("Skipped:"):
        outcome = "skipped"
    minutes = (time.monotonic() - start) / 60
    section = [
        f"## {part.title}",
        f"`{shown}`: {outcome} in {minutes:.0f} min, {datetime.now(UTC):%Y-%m-%d}.",
    ]
    if part.keeps and printed:
        text = _without_paths(printed, out)
        section.append(text if "|---" in text else f"```text\n{text}\n```")
    return "\n\n".join(section)


def _without_paths(text: str, out: Path) -> str:
    """Return the text with names for the paths of this machine."""
    for path, name in ((sys.executable, "PYTHON"), (str(out), "OUT"), (f"{ROOT}/", "")):
        text = text.replace(path, name)
    return text


def sections(parts: list[Part], out: Path, *, is_trial: bool) -> list[str]:
    """Return the sections of all parts; those that are finished at this commit are not run again.

    Raises ReleaseError if a part fails that must not, or if the checkout changes meanwhile.
    """
    commit = _git("rev-parse", "HEAD")
    found = []
    for part in parts:
        finished = out / "sections" / f"{part.title}.md"
        head = f"<!-- {commit} -->\n"
        text = finished.read_text("utf-8") if finished.exists() and not is_trial else ""
        if text.startswith(head):
            print(f"== {part.title}: finished before at this commit")
            found.append(text.removeprefix(head))
            continue
        found.append(run(part, out, is_trial=is_trial))
        if is_trial:
            continue  # What is not committed may change between two trials.
        if _git("rev-parse", "HEAD") != commit or _git("status", "--porcelain"):
            raise ReleaseError(f"the checkout has changed during “{part.title}”")
        finished.parent.mkdir(parents=True, exist_ok=True)
        finished.write_text(head + found[-1], "utf-8")
    return found


def record(version: str, found: list[str], out: Path, *, is_trial: bool) -> str:
    """Return the record of a release.

    `found`: the sections of its parts
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
            *found,
            "## Files",
            "\n".join(["| file | MB | SHA-256 |", "|---|---:|---|", *rows]),
            "",
        ]
    )


def _git(*words: str, root: Path | None = None) -> str:
    done = subprocess.run(
        ["git", *words], cwd=root or ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def main(words: list[str]) -> int:
    """Make the release, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for the installers")
    parser.add_argument("--prepare", metavar="VERSION", help="only set the version and the date")
    parser.add_argument("--trial", action="store_true", help="small counts, no record")
    parser.add_argument(
        "--only", action="append", default=[], metavar="WORD", help="in a trial: only these parts"
    )
    options = parser.parse_args(words)
    if options.only and not options.trial:
        parser.error("--only is for a trial")
    if (options.out is None) == (options.prepare is None):
        parser.error("specify either --out or --prepare")
    try:
        if options.prepare is not None:
            prepare(options.prepare)
            print("Commit the changes, then run: python -m tools.release --out DIR")
            return 0
        out = options.out.resolve()
        out.mkdir(parents=True, exist_ok=True)
        if not options.trial and (found := problems(__version__) + missing_programs()):
            raise ReleaseError("; ".join(found))
        parts = [
            part
            for part in PARTS
            if not options.only
            or part.title in (FROZEN, INSTALLERS)
            or any(word in part.title for word in options.only)
        ]
        found = sections(parts, out, is_trial=options.trial)
    except ReleaseError as error:
        print(f"No release: {error}.", file=sys.stderr)
        return 1
    text = record(__version__, found, out, is_trial=options.trial)
    target = out / "record.md" if options.trial else ROOT / RECORDS / f"{__version__}.md"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8")
    print(f"Record: {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
