"""Start-up times of two commands, compared with that of Python alone."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.table import Row, p95


def run(quick: bool) -> list[Row]:
    """Return the measurements; `quick` takes fewer samples."""
    samples = 10 if quick else 30
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PROOFDESK_HOME": f"{folder}/home"}
        sample = f"{folder}/demo"
        proofdesk = str(Path(sys.executable).with_name("proofdesk"))
        subprocess.run(
            [proofdesk, "demo", sample], check=True, env=environment, capture_output=True
        )
        base = _times([sys.executable, "-c", "pass"], samples, environment)
        version = _times([proofdesk, "--version"], samples, environment)
        status = _times([proofdesk, "status", sample], samples, environment)
    value = statistics.median(base)
    rows = []
    for name, times, most in (("--version", version, 3), ("status", status, 20)):
        ratio = statistics.median(times) / value
        rows.append(
            Row(
                f"proofdesk {name}",
                "sample project",
                statistics.median(times),
                p95(times),
                "python -c pass",
                value,
                ratio,
                f"≤ {most} ×",
                ratio <= most,
            )
        )
    return rows


def _times(command: list[str], samples: int, environment: dict[str, str]) -> list[float]:
    times = []
    for sample in range(samples + 2):
        start = time.perf_counter()
        subprocess.run(command, check=True, env=environment, capture_output=True)
        # The first two runs only warm the caches of the disk.
        if sample >= 2:
            times.append(time.perf_counter() - start)
    return times
