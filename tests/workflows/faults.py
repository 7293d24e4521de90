"""A loop that kills a real merge at random moments: either everything is merged or nothing, and a
repetition completes it.

Other modules can import the loop, so that release checks run it with larger counts.
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
    """The result of a series of killed merges.

    `runs`: number of merges
    `killed`: number of merges that were killed before they ended
    `merged`: number of these that had already saved the whole merge
    `failures`: descriptions of runs in which data were lost or merged in part, or the merge could
        not be repeated
    """

    runs: int
    killed: int = 0
    merged: int = 0
    failures: list[str] = field(default_factory=list)


def crash_during_merge(runs: int, seed: int) -> Result:
    """Kill a merge at a random moment and check the result, `runs` times from the same state."""
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
    """Return a lead's workspace, into which one bundle was merged, and three large bundles."""
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
    """Return the digests before and after the merge, and its duration in seconds without a kill."""
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
    """Kill the merge after some seconds; return whether it was still running."""
    with _merging(folder, bundles) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
        return process.wait() < 0


def _look(folder: Path, before: str, after: str, bundles: list[Path]) -> tuple[str, str]:
    """Return the digest after a killed merge, and a description of the error; empty if there is
    none.
    """
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
