"""Start-up time of the frozen program, compared with the same program run from source.

Looks for a build in `dist/proofdesk`, or where PROOFDESK_FROZEN says (docs/building.md). Both are
whole processes with the same clean environment: until the first painting of the window, and by
command. Samples alternate, so that other work on the machine slows both.
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
    """Return the measurements; none, with a word on standard error, where nothing is built."""
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
            found: list[float] = []
            base: list[float] = []
            for _ in range(samples + 2):
                found.append(_time([*frozen, *words], environment, root))
                base.append(_time([*plain, *words], environment, root))
            ratio = median(found[2:]) / median(base[2:])
            rows.append(
                Row(
                    what,
                    "whole process",
                    median(found[2:]),
                    p95(found[2:]),
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
