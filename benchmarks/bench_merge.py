"""Merging of bundles with verification, compared with a tool that verifies nothing.

The baseline merges the same responses, one JSON file per person, by majority vote. It checks no
checksums, schemas or references, and saves one plain file.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.projects import project_with_items, results_bundle
from benchmarks.table import Row, p95
from desktop_app.workspace.exchange import merge
from desktop_app.workspace.workspace import Workspace

BUNDLES = 10


def run(quick: bool) -> list[Row]:
    """Return the measurements; `quick` takes fewer and smaller bundles."""
    sizes = [100, 1_000] if quick else [100, 1_000, 5_000, 10_000]
    rows = [_merge_row(items, samples=3) for items in sizes]
    rows.append(_many_row(30 if quick else 300, 200))
    return rows


def _merge_row(items: int, *, samples: int) -> Row:
    """Measure both commands as whole processes, up to the merged file on the disk."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        environment = {**os.environ, "PROOFDESK_HOME": str(base / "home")}
        keys = project_with_items(base / "project", items)
        with Workspace.open(base / "project") as workspace:
            project = workspace.project
        bundles = [base / f"p{n}.proofdesk" for n in range(BUNDLES)]
        theirs_in = [base / f"theirs{n}.json" for n in range(BUNDLES)]
        for n in range(BUNDLES):
            results_bundle(bundles[n], project, f"p{n}", keys)
            theirs_in[n].write_text(json.dumps(_their_file(f"p{n}", keys)))
        programs = Path(sys.executable).parent
        ours, theirs = [], []
        for sample in range(samples):
            copy = base / f"copy{sample}"
            _copy(base / "project", copy)
            command = [str(programs / "proofdesk"), "merge", str(copy), *map(str, bundles)]
            # Nobody was assigned anything, and so many records would be refused otherwise.
            command += ["--accept-large", "--json"]
            ours.append(_timed(command, environment, items * BUNDLES))
            command = [str(programs / "knowlyr-datalabel"), "merge", *map(str, theirs_in)]
            theirs.append(_timed([*command, "-o", str(base / "merged.json")], environment))
    value = statistics.median(theirs)
    ratio = statistics.median(ours) / value
    asked = items == 10_000
    return Row(
        "merge, verified",
        f"{BUNDLES} bundles × {items:,} annotations",
        statistics.median(ours),
        p95(ours),
        "knowlyr-datalabel merge (verifies nothing)",
        value,
        ratio,
        "≤ 4 ×" if asked else "linear",
        ratio <= 4 if asked else None,
    )


def _timed(command: list[str], environment: dict[str, str], new: int | None = None) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    seconds = time.perf_counter() - start
    assert new is None or json.loads(done.stdout)["new"] == new
    return seconds


def _their_file(person: str, items: list[str]) -> dict[str, object]:
    """Return one person's responses in the other tool's format, with the same fields."""
    return {
        "metadata": {"annotator": person},
        "responses": [
            {
                "task_id": item,
                "protocol": "risum",
                "annotator": person,
                "stage": "rate",
                "follows": n % 7 != 0,
                "score": n % 5 + 1,
                "seconds": 20.5 + n % 60,
            }
            for n, item in enumerate(items)
        ],
    }


def _copy(source: Path, target: Path) -> None:
    target.mkdir()
    for file in source.iterdir():
        if file.is_file():
            (target / file.name).write_bytes(file.read_bytes())


def _many_row(bundles: int, annotations: int) -> Row:
    """Measure a merge of many small bundles in a process of its own, and its peak memory."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        keys = project_with_items(base / "project", bundles * annotations // 10, people=10)
        with Workspace.open(base / "project") as workspace:
            project = workspace.project
        files = []
        data = 0
        for n in range(bundles):
            person = f"p{n % 10}"
            part = n // 10
            file = base / f"b{n:03}.proofdesk"
            chosen = keys[part * annotations : (part + 1) * annotations]
            results_bundle(
                file, project, person, chosen, first_seq=1 + part * annotations, device=f"d{n}"
            )
            files.append(str(file))
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.bench_merge", str(base / "project"), *files],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PROOFDESK_HOME": str(base / "home")},
        )
        figures = json.loads(done.stdout)
        data = (base / "project" / "records.json").stat().st_size + sum(
            file.stat().st_size for file in (base / "project").glob("records.journal*")
        )
    memory = (figures["peak"] - figures["before"]) / data
    return Row(
        "merge many",
        f"{bundles} bundles, {bundles * annotations:,} annotations, {data / 1e6:.0f} MB",
        figures["seconds"],
        figures["seconds"],
        target=f"≤ 15 s, memory ≤ 6 × data (here {memory:.1f} ×)",
        ok=figures["seconds"] <= 15 and memory <= 6,
    )


def _peak() -> int:
    """Return this process's peak memory in bytes. Raises RuntimeError except on Linux.

    `getrusage` cannot be used, because its value may include the peak of the parent process.
    """
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("peak memory is measured on Linux only")


def _main(words: list[str]) -> None:
    """Merge bundles into a workspace, and print duration and peak memory as JSON."""
    before = _peak()
    folder, *bundles = words
    start = time.perf_counter()
    with Workspace.open(Path(folder), write=True) as workspace:
        merge(workspace, [Path(bundle) for bundle in bundles], accept_new_key=True)
    print(json.dumps({"seconds": time.perf_counter() - start, "before": before, "peak": _peak()}))


if __name__ == "__main__":
    _main(sys.argv[1:])
