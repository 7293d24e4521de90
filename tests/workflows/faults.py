"""Killing a real merge at random moments: all or nothing, and repeating completes.

The loop is importable, so that release checks can run it with larger counts.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from desktop_app.workspace.checking import check_path
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import CHECKOUT, done, proofdesk
from tests.workspace.forging import Forger
from tests.workspace.projects import make_project

_ITEMS = 400
_SENDERS = ("ana", "ben", "cleo")

# The command itself; it only says when its modules are loaded, so that no kill is wasted on that.
_MERGE = """
import sys
import desktop_app.cli.exchange, desktop_app.workspace.exchange, desktop_app.bundles.sealing
from desktop_app.__main__ import main
print("ready", flush=True)
sys.exit(main(["merge", *sys.argv[1:]]))
"""


@dataclass
class Result:
    """What a series of killed merges came to.

    `runs`: how many there were
    `killed`: how many of them the kill cut short (the others were done before)
    `merged`: how many of those had the whole merge on disk already
    `failures`: sentences on runs in which something was lost, half-applied or not repeatable
    """

    runs: int
    killed: int = 0
    merged: int = 0
    failures: list[str] = field(default_factory=list)


def crash_during_merge(runs: int, seed: int) -> Result:
    """Merge, kill -9 at a random moment, look; `runs` times from the same beginning."""
    chance = random.Random(seed)
    result = Result(runs)
    with _own_home() as folder:
        lead, bundles = _prepare(folder)
        before, after, seconds = _measure(folder, lead, bundles)
        for run in range(runs):
            copy = Path(shutil.copytree(lead, folder / f"run-{run}"))
            delay = chance.uniform(0, 1.2 * seconds)
            cut_short = _kill_after(copy, bundles, delay)
            if cut_short != (delay < seconds):  # the machine is busier than it was, or less so
                seconds = delay
            digest, problem = _look(copy, before, after, bundles)
            result.killed += cut_short
            result.merged += cut_short and digest == after
            if problem:
                result.failures.append(f"run {run}: {problem}")
            shutil.rmtree(copy)
    return result


@contextmanager
def _own_home() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="proofdesk-crash-"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PROOFDESK_HOME", str(folder / "home"))
        try:
            yield folder
        finally:
            shutil.rmtree(folder)


def _prepare(folder: Path) -> tuple[Path, list[Path]]:
    """Return a lead's workspace, which knows one bundle already, and three large bundles."""
    project = make_project(folder, people=_SENDERS)
    with Workspace.open(project.lead) as workspace:
        number = workspace.project
    bundles = []
    for sender in _SENDERS:
        forger = Forger(folder, number, sender)
        records = [forger.annotation(f"{item:032x}") for item in range(_ITEMS)]
        bundles.append(forger.bundle(records))
    known = project.key(project.rows[0])
    first = Forger(folder, number, "dora")
    done("merge", project.lead, first.bundle([first.annotation(known)]))
    return project.lead, bundles


def _measure(folder: Path, lead: Path, bundles: list[Path]) -> tuple[str, str, float]:
    """Return the digest before and after the merge, and the seconds it takes undisturbed."""
    copy = Path(shutil.copytree(lead, folder / "measure"))
    before = _digest(copy)
    with _merging(copy, bundles) as process:
        start = time.perf_counter()
        if process.wait() != 0:
            raise AssertionError("the merge fails even undisturbed")
        seconds = time.perf_counter() - start
    return before, _digest(copy), seconds


def _digest(folder: Path) -> str:
    with Workspace.open(folder) as workspace:
        return workspace.records.digest()


@contextmanager
def _merging(folder: Path, bundles: list[Path]) -> Iterator[subprocess.Popen[bytes]]:
    words = [sys.executable, "-c", _MERGE, str(folder), *map(str, bundles)]
    with subprocess.Popen(words, cwd=CHECKOUT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        if process.stdout.readline() != b"ready\n":
            raise AssertionError("the merge does not start")
        yield process


def _kill_after(folder: Path, bundles: list[Path], seconds: float) -> bool:
    """Kill the merge after so long; return whether it was still at work."""
    with _merging(folder, bundles) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
        return process.wait() < 0


def _look(folder: Path, before: str, after: str, bundles: list[Path]) -> tuple[str, str]:
    """Return the digest a killed merge left, and what is wrong, if anything is."""
    verdict = check_path(folder)
    digest = verdict["digest"]
    if not verdict["ok"] or digest is None:
        return "", f"check found {verdict['problems']}"
    if digest not in (before, after):
        return digest, "a part of the merge is there"
    if proofdesk("status", folder).status:
        return digest, "status fails"
    said = proofdesk("merge", folder, *bundles, "--json")
    if said.status or _digest(folder) != after:
        return digest, f"repeating does not complete: {said.err or said.out}"
    if digest == before:
        undone = proofdesk("unmerge", folder, "--json")
        if undone.status or _digest(folder) != before:
            return digest, f"the repeated merge cannot be undone: {undone.err}"
    return digest, ""
