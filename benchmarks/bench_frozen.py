"""Start-up time of the frozen program, compared with the same program run from source.

The build must be in `dist/proofdesk`, or in the folder that PROOFDESK_FROZEN names
(docs/building.md). Whole processes with the same clean environment are measured: one that ends
after the first paint of the window, and one for each of two commands. Samples alternate, so that
other work on the machine slows both sides alike.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.table import Row, median, p95

_TARGET = 2.5
_FOLDER_VARIABLE = "PROOFDESK_FROZEN"


def run(quick: bool) -> list[Row]:
    """Return the measurements; none, with a message on standard error, without a build."""
    root = Path(__file__).parents[1]
    folder = Path(os.environ.get(_FOLDER_VARIABLE) or root / "dist" / "proofdesk")
    frozen = [str(folder / "proofdesk")]
    if not (folder / "proofdesk").exists() and not (folder / "proofdesk.exe").exists():
        print(f"no frozen program in {folder}: see docs/building.md", file=sys.stderr)
        return []
    plain = [sys.executable, "-m", "desktop_app"]
    samples = 10 if quick else 30
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        environment = {
            "PATH": os.defpath,
            "PROOFDESK_HOME": f"{scratch}/home",
            "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
        }
        if sys.platform == "win32":
            environment["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
        sample = f"{scratch}/demo"
        _time([*plain, "demo", sample], environment, root)
        for what, words, target in (
            ("frozen: start to the first painting", ["--self-test", scratch, "start"], _TARGET),
            ("frozen: status", ["status", sample], None),
            ("frozen: check", ["check", sample], None),
        ):
            times: list[float] = []
            base: list[float] = []
            # The first two samples of each side only warm the caches of the disk.
            for _ in range(samples + 2):
                times.append(_time([*frozen, *words], environment, root))
                base.append(_time([*plain, *words], environment, root))
            ratio = median(times[2:]) / median(base[2:])
            rows.append(
                Row(
                    what,
                    "whole process",
                    median(times[2:]),
                    p95(times[2:]),
                    "the same, not frozen",
                    median(base[2:]),
                    ratio,
                    "" if target is None else f"≤ {target} ×",
                    None if target is None else ratio <= target,
                )
            )
    return rows


def _time(command: list[str], environment: dict[str, str], folder: Path) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, env=environment, cwd=folder, capture_output=True)
    return time.perf_counter() - start
