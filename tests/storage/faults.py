"""Fault-injection loops as functions: tests run them with small counts, release checks with large
ones.

Every loop performs random operations on a store and records which saves were acknowledged. A
failure is described by a sentence with the seed that reproduces it.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from desktop_app.core.errors import AppError, NotSavedError
from desktop_app.storage.folders import is_workspace
from desktop_app.storage.store import Store
from tests.storage import damage
from tests.storage.driver import FOLDER, Driver, state_of
from tests.storage.kill_child import text_of
from tests.storage.simfs import PowerCut, SimFS

SCALE = int(os.environ.get("PROOFDESK_FAULT_SCALE", "1"))


@dataclass(slots=True)
class FaultResult:
    """The result of a loop.

    `runs`: number of injected faults
    `failures`: what failed, and in which run
    """

    runs: int = 0
    failures: list[str] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)

    @property
    def ok(self) -> bool:
        return self.runs > 0 and not self.failures


def power_cuts(
    runs: int, seed: int, *, fsync: bool = True, max_failures: int = 1000
) -> FaultResult:
    """Simulate `runs` power cuts at random operations, and check the content found afterwards.

    `fsync`: False never writes anything durably after the workspace was created; then nearly all
        runs must fail, which proves that the loop detects losses
    """
    result = FaultResult()
    life = 0
    while result.runs < runs and len(result.failures) < max_failures:
        life += 1
        rng = random.Random(f"{seed}-{life}")
        fs = SimFS(rng.randrange(2**32))
        fs.mkdir(FOLDER.parent)
        fs.sync_dir(FOLDER.parent.parent)
        driver = Driver(rng, fs)
        wrong = ""
        for cut in range(1 if not fsync else 4):
            if result.runs >= runs:
                break
            result.runs += 1
            try:
                wrong = _one_power_cut(driver, first=cut == 0, fsync=fsync)
            except Exception as error:  # whatever it is, it is a failure of this run
                wrong = f"{type(error).__name__}: {error}"
            if wrong:
                result.failures.append(f"seed {seed}-{life}, cut {cut + 1}: {wrong}")
                break
    return result


def _one_power_cut(driver: Driver, *, first: bool, fsync: bool) -> str:
    rng, fs = driver.rng, driver.fs
    in_creation = fsync and first and rng.random() < 0.05
    try:
        if first:
            if in_creation:
                fs.cut_at = fs.ops + rng.randrange(1, 30)
            driver.create()
        fs.honest = fsync  # without, the workspace itself is there, its saves are at risk
        if not in_creation:
            fs.cut_at = fs.ops + rng.randrange(1 if fsync else 40, 120)
        driver.open()
        for _ in range(25):
            driver.act()
    except PowerCut:
        pass
    driver.fs = fs = fs.after_kill() if rng.random() < 0.2 and fs.honest else fs.after_power_cut()
    if in_creation and not is_workspace(FOLDER, fs):
        if fs.exists(FOLDER):
            for name in fs.listdir(FOLDER):  # begun, never finished: begin again
                fs.remove(FOLDER / name)
        driver.create()
    driver.open()
    wrong = driver.found_wrong()
    driver.store.close()
    return wrong


def io_errors(runs: int, seed: int, *, max_failures: int = 1000) -> FaultResult:
    """Make operations fail `runs` times with EIO or ENOSPC. Memory and disk must stay equal."""
    result = FaultResult()
    life = 0
    while result.runs < runs and len(result.failures) < max_failures:
        life += 1
        rng = random.Random(f"{seed}-{life}-io")
        fs = SimFS(rng.randrange(2**32))
        fs.mkdir(FOLDER.parent)
        fs.sync_dir(FOLDER.parent.parent)
        driver = Driver(rng, fs)
        driver.create()
        driver.open()
        try:
            for _ in range(6):
                if result.runs >= runs:
                    break
                wrong = _one_fault(driver, result)
                if wrong:
                    break
            else:
                driver.fs = driver.fs.after_power_cut()
                driver.open()
                wrong = driver.found_wrong()
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        if wrong:
            result.failures.append(f"seed {seed}-{life}: {wrong}")
    return result


def _one_fault(driver: Driver, result: FaultResult) -> str:
    rng, fs = driver.rng, driver.fs
    fs.failed.clear()
    fs.fail_errno = rng.choice((errno.EIO, errno.ENOSPC))
    fs.fail_from = fs.ops + rng.randrange(1, 30)
    fs.fail_count = rng.choice((1, 1, 1, 2, 3, 8, 1000))
    for _ in range(14):
        try:
            driver.act()
        except NotSavedError:
            result.notes["not saved"] += 1
        except AppError as error:
            if not driver.store.read_only:
                return f"{type(error).__name__}: {error}"
        if fs.failed:
            if wrong := _memory_equals_disk(driver):
                return wrong
            if driver.store.read_only:  # reopened while the disk refused
                result.notes["fell back"] += 1
                break
    result.runs += 1
    for kind in fs.failed[:1]:
        result.notes[kind] += 1
    fs.heal()
    if driver.store.read_only:
        driver.store.close()
        driver.open()
        driver.accept(state_of(driver.store))
    if not driver.store.retry():
        return f"no retry on a healed disk: {driver.store.failure}"
    driver.possible = ([], [])
    return _memory_equals_disk(driver)


def _memory_equals_disk(driver: Driver) -> str:
    store, fs = driver.store, driver.fs
    memory = state_of(store)
    if memory != driver.acknowledged:
        return f"memory: {driver.difference(memory)}"
    if store.failure:
        return ""  # no segment could be opened: what failed may still be on disk
    saved, fs.fail_count = fs.fail_count, 0
    try:
        with Store.open(FOLDER, mode="read", fs=fs) as reader:
            if reader.report.problems:
                return f"damage: {reader.report.problems}"
            found = state_of(reader)
    finally:
        fs.fail_count = saved
    return "" if found == memory else f"disk: {driver.difference(found)}"


def bit_flips(runs: int, seed: int, *, every_bit: bool = False) -> FaultResult:
    """Flip one bit in every byte of the control fields (or every bit), then `runs` random bits.

    A flip must be reported, must not change any document, and may damage only the line that
    contains it.
    """
    result = FaultResult()
    sample = damage.make_sample()
    for name, offset, bit in damage.flips(sample, runs, seed, every_bit):
        result.runs += 1
        try:
            wrong = damage.judge_flip(sample, name, offset, bit)
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        if wrong:
            result.failures.append(f"{name}, byte {offset}, bit {bit}: {wrong}")
    return result


def torn_tails() -> FaultResult:
    """Truncate the last segment at every byte, alone and followed by zeros or random bytes."""
    result = FaultResult()
    sample = damage.make_sample()
    name = max(name for name in sample.files if name.startswith("records.journal."))
    for length in range(len(sample.files[name]) + 1):
        fillers = (b"\0" * 300, b'\xff{"h":"\n\n"}\n') if length % 9 == 0 else ()
        for filler in (b"", *fillers):
            result.runs += 1
            try:
                wrong = damage.judge_cut(sample, name, length, filler)
            except Exception as error:
                wrong = f"{type(error).__name__}: {error}"
            if wrong:
                result.failures.append(f"{name}, cut at {length}, {filler[:1]!r}: {wrong}")
    return result


def kills(runs: int, seed: int, folder: Path) -> FaultResult:
    """Kill a process that saves with SIGKILL, `runs` times. No acknowledged save may be lost.

    All runs use the same workspace in the new `folder`. Opening it again must take at most 2 s.
    """
    result = FaultResult()
    rng = random.Random(seed)
    acknowledged = 0
    slowest = 0.0
    while result.runs < runs:
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.storage.kill_child", str(folder)],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        assert child.stdout is not None
        first = child.stdout.readline() if rng.random() < 0.8 else b""
        time.sleep(rng.random() * 0.25)  # the moment of the kill is what is random here
        child.kill()
        lines = (first + child.stdout.read()).split(b"\n")[:-1]
        child.wait()
        child.stdout.close()
        result.runs += 1
        acknowledged = max([acknowledged, *map(int, lines)])
        result.notes["saves"] += len(lines)
        if not is_workspace(folder):
            if acknowledged:
                result.failures.append(f"run {result.runs}: the workspace is gone")
            shutil.rmtree(folder, ignore_errors=True)
            continue
        began = time.perf_counter()
        store = Store.open(folder)
        took = time.perf_counter() - began
        slowest = max(slowest, took)
        with store:
            wrong = _after_kill(store, acknowledged)
            acknowledged = len(store.records.table("records"))
        if took > 2:
            wrong = wrong or f"reopening took {took:.1f} s"
        if wrong:
            result.failures.append(f"run {result.runs}: {wrong}")
    result.notes["slowest reopening, ms"] = round(slowest * 1000)
    return result


def _after_kill(store: Store, acknowledged: int) -> str:
    if store.report.problems:
        return f"damage: {store.report.problems}"
    saved = store.records.table("meta").get(doc_id=1)
    assert not isinstance(saved, list)
    last = saved["last"] if saved else 0
    if last not in (acknowledged, acknowledged + 1):
        return f"{acknowledged} acknowledged, {last} found"
    found = store.records.journal.table("records")
    expected = {str(n): {"n": n, "text": text_of(n)} for n in range(1, last + 1)}
    return "" if found == expected else "the records differ"


__all__ = [
    "SCALE",
    "Driver",
    "FaultResult",
    "bit_flips",
    "io_errors",
    "kills",
    "power_cuts",
    "torn_tails",
]
