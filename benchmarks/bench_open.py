"""Opening of a workspace with verification, compared with reading its data by TinyDB and orjson.

Each sample is a process of its own. Run this benchmark alone: `python -m benchmarks.bench_open`.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import orjson

from benchmarks.storage_data import make_workspace
from benchmarks.table import Row, p95, show

TARGET = 1.5
MEMORY_TARGET = 5.0

_COMMON = """
import json, sys, time
from pathlib import Path
path = Path(sys.argv[1])

def peak():  # bytes of this process
    fields = dict(line.split(":", 1) for line in open("/proc/self/status") if ":" in line)
    return int(fields["VmHWM"].split()[0]) * 1024
"""
_OURS = """
from desktop_app.storage.store import Store
before = peak()
began = time.perf_counter()
store = Store.open(path)
took = time.perf_counter() - began
assert not store.report.problems and not store.read_only
count = len(store.records.table("records"))
"""
_STOCK = """
import orjson, tinydb
from tinydb.storages import Storage

class OrjsonStorage(Storage):
    def __init__(self, path):
        self.path = path
    def read(self):
        return orjson.loads(self.path.read_bytes())
    def write(self, data):
        raise NotImplementedError

before = peak()
began = time.perf_counter()
tables = tinydb.TinyDB(path, storage=OrjsonStorage).storage.read()
took = time.perf_counter() - began
count = len(tables["records"])
"""
_END = """
print(json.dumps([took, peak() - before, count]))
"""


def _sample(code: str, path: Path) -> list[float]:
    result = subprocess.run(
        [sys.executable, "-c", _COMMON + code + _END, str(path)],
        check=True,
        capture_output=True,
        cwd=Path(__file__).parents[1],
    )
    values: list[float] = json.loads(result.stdout)
    return values


def run(quick: bool = False) -> list[Row]:
    """Return the measurements with 1,000, 10,000 and 50,000 records.

    `quick` leaves out 50,000 records and takes fewer samples.
    """
    rows = []
    for count in (1_000, 10_000) if quick else (1_000, 10_000, 50_000):
        folder = Path(tempfile.mkdtemp(prefix="bench-open-"))
        try:
            table: dict[str, Any] = make_workspace(folder / "workspace", count)
            plain = folder / "plain.json"
            plain.write_bytes(orjson.dumps({"records": table}))
            del table
            rows += _measure(folder / "workspace", plain, count, 5 if quick else 15)
        finally:
            shutil.rmtree(folder)
    return rows


def _measure(workspace: Path, plain: Path, count: int, samples: int) -> list[Row]:
    size = (workspace / "records.json").stat().st_size
    ours, stock = [], []
    for number in range(samples + 1):
        mine, theirs = _sample(_OURS, workspace), _sample(_STOCK, plain)
        # The first pair warms the page cache.
        if number:
            ours.append(mine)
            stock.append(theirs)
    assert ours[0][2] == stock[0][2] == count
    times = [sample[0] for sample in ours]
    baseline = statistics.median(sample[0] for sample in stock)
    ratio = statistics.median(times) / baseline
    memory = statistics.median(sample[1] for sample in ours) / size
    # With fewer records, most of the time is spent on syncing a few files, so there is no target.
    asked = count >= 10_000
    return [
        Row(
            "open, verified, for writing",
            f"{count:,} records, {size / 1e6:.0f} MB",
            statistics.median(times),
            p95(times),
            "TinyDB + orjson",
            baseline,
            ratio,
            f"≤ {TARGET:g} ×; peak memory ≤ {MEMORY_TARGET:g} × disk (here {memory:.1f} ×)",
            ratio <= TARGET and memory <= MEMORY_TARGET if asked else None,
        )
    ]


if __name__ == "__main__":
    print(show(run()))
