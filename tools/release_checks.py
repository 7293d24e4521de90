"""Run the safety tests with the counts of a release, and print a table of the results.

`python -m tools.release_checks` takes hours. `--scale ci` uses the counts for every change and
takes minutes. The tests are those of the test suite; only the counts differ. One test runs on each
processor.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.bundles import faults as bundle_faults
from tests.storage import faults as storage_faults
from tests.workflows import faults as workflow_faults

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Check:
    """One test, and a row of the table.

    `what`: its description
    `ci`: its count for every change
    `release`: its count for a release
    `run`: runs it as often as its argument says, and returns the number of runs and the failures
    `passes`: returns whether the test has passed, for a number of runs and a number of failures
    `wanted`: the condition for passing, in words
    """

    what: str
    ci: int
    release: int
    run: Callable[[int], tuple[int, list[str]]]
    passes: Callable[[int, int], bool] = lambda runs, failures: runs > 0 and failures == 0
    wanted: str = "0 failures"


def _storage(
    loop: Callable[..., storage_faults.FaultResult], **options: object
) -> Callable[[int], tuple[int, list[str]]]:
    def run(count: int) -> tuple[int, list[str]]:
        result = loop(count, 20_000, **options)
        return result.runs, result.failures

    return run


def _torn(_: int) -> tuple[int, list[str]]:
    result = storage_faults.torn_tails()
    return result.runs, result.failures


def _kills(count: int) -> tuple[int, list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        result = storage_faults.kills(count, 20_001, Path(folder) / "workspace")
    return result.runs, result.failures


def _flipped_bundles(count: int) -> tuple[int, list[str]]:
    result = bundle_faults.flip_every_byte(all_bits=count > 1)
    return result.runs, result.failures


def _fuzzed_bundles(count: int) -> tuple[int, list[str]]:
    result = bundle_faults.fuzz(count, seed=20_002)
    return result.runs, result.failures


def _merge_crashes(count: int) -> tuple[int, list[str]]:
    result = workflow_faults.crash_during_merge(count, 20_003)
    return result.runs, result.failures


def _pytest(*words: str, environment: dict[str, str] | None = None) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    return 1, [done.stdout[-2000:]] if done.returncode else []


def _merging(count: int) -> tuple[int, list[str]]:
    _, failures = _pytest(
        "tests/core/test_merging.py", environment={"PROOFDESK_MERGE_EXAMPLES": str(count)}
    )
    return count, failures


def _killed_windows(count: int) -> tuple[int, list[str]]:
    _, failures = _pytest(
        "tests/ui/test_killed.py", "-m", "slow", environment={"PROOFDESK_KILLS": str(count)}
    )
    return count, failures


CHECKS = [
    Check("simulated power cut", 2_000, 100_000, _storage(storage_faults.power_cuts)),
    Check(
        "the same with fsync removed (can the test see?)",
        200,
        1_000,
        _storage(storage_faults.power_cuts, fsync=False),
        lambda runs, failures: failures >= 0.9 * runs,
        "at least 90 % fail",
    ),
    Check("the same with I/O errors", 2_000, 100_000, _storage(storage_faults.io_errors)),
    Check("kill -9 at random times", 50, 500, _kills),
    Check("torn tail at every byte offset", 1, 1, _torn),
    Check("bit flips", 1_000, 3_000, _storage(storage_faults.bit_flips)),
    Check("small bundle, every byte flipped (release: every bit)", 1, 8, _flipped_bundles),
    Check("fuzzed bundles, half re-hashed and re-signed", 2_000, 10_000, _fuzzed_bundles),
    Check(
        "hostile bundles, each refused with its reason",
        1,
        1,
        lambda _: _pytest("tests/bundles/test_hostile.py"),
    ),
    Check("merge: order, repetition, splitting, parents, clocks, clones", 500, 2_000, _merging),
    Check("window killed while somebody types, started again", 10, 50, _killed_windows),
    Check("crash during merge", 50, 200, _merge_crashes),
    Check(
        "full disk, read-only folder, two instances, old and newer schemas",
        1,
        1,
        lambda _: _pytest("tests/storage", "-m", "not slow"),
    ),
]


def _run(index: int, scale: str) -> tuple[int, list[str], float]:
    """Run a check in this process. Return the number of runs, the failures and the seconds."""
    check = CHECKS[index]
    start = time.monotonic()
    runs, failures = check.run(check.ci if scale == "ci" else check.release)
    return runs, failures, time.monotonic() - start


def main() -> int:
    """Run all checks, and print a line for each one. Return 1 if one did not pass, else 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", choices=("ci", "release"), default="release")
    parser.add_argument("--only", default="", help="only checks whose names contain this text")
    words = parser.parse_args()
    chosen = [index for index, check in enumerate(CHECKS) if words.only in check.what]
    good = True
    print(
        "| test | runs | failures | wanted | seconds | |\n|---|---:|---:|---|---:|---|", flush=True
    )
    # New processes, because a test may leave threads or settings behind.
    with ProcessPoolExecutor(
        mp_context=multiprocessing.get_context("spawn"), max_tasks_per_child=1
    ) as pool:
        for index, (runs, failures, seconds) in zip(
            chosen, pool.map(_run, chosen, [words.scale] * len(chosen)), strict=True
        ):
            check = CHECKS[index]
            passed = check.passes(runs, len(failures))
            good &= passed
            print(
                f"| {check.what} | {runs:,} | {len(failures):,} | {check.wanted} "
                f"| {seconds:.0f} | {'ok' if passed else 'FAILED'} |",
                flush=True,
            )
            if not passed:
                print("\n".join(failures[:5]), file=sys.stderr, flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
