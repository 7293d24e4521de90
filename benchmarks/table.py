"""Measurements as rows of a table: times, the baseline's times, and whether a target was met."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A measurement.

    `what`: the measured operation
    `workload`: the size of its input
    `median`, `p95`: median and 95th percentile, in seconds
    `baseline`: name of the operation it is compared with; empty without one
    `baseline_value`: the baseline's time in seconds, from the same run: its median, or its 95th
        percentile if `baseline` says so
    `ratio`: the time divided by `baseline_value`
    `target`: the target in words; empty without one
    `ok`: whether the target was met; None without a target
    """

    what: str
    workload: str
    median: float
    p95: float
    baseline: str = ""
    baseline_value: float | None = None
    ratio: float | None = None
    target: str = ""
    ok: bool | None = None


def timed(work: Callable[[], object], *, samples: int, warm_up: int = 1) -> list[float]:
    """Return the duration in seconds of each of `samples` calls, after `warm_up` uncounted ones."""
    for _ in range(warm_up):
        work()
    times = []
    for _ in range(samples):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return times


def p95(samples: Sequence[float]) -> float:
    """Return the 95th percentile: the smallest sample that at least 95 % of them do not exceed."""
    ordered = sorted(samples)
    return ordered[max(0, -(-len(ordered) * 95 // 100) - 1)]


def median(samples: Sequence[float]) -> float:
    return statistics.median(samples)


def measured(
    what: str,
    workload: str,
    found: Sequence[float],
    baseline: str = "",
    base: Sequence[float] | None = None,
    target: float | None = None,
) -> Row:
    """Return the row of a measurement from its samples and those of its baseline, in seconds.

    `target`: upper limit of the median, in seconds; None: no target
    """
    value = None if base is None else median(base)
    return Row(
        what,
        workload,
        median(found),
        p95(found),
        baseline,
        value,
        None if value is None else median(found) / value,
        "" if target is None else f"≤ {target * 1e3:g} ms",
        None if target is None else median(found) <= target,
    )


def show(rows: Iterable[Row]) -> str:
    """Return the rows as a table in Markdown, times in milliseconds."""
    lines = [
        "| what | workload | median ms | p95 ms | baseline | baseline ms | ratio | target | |",
        "|---|---|---:|---:|---|---:|---:|---|---|",
    ]
    for row in rows:
        base = "" if row.baseline_value is None else f"{row.baseline_value * 1e3:.2f}"
        ratio = "" if row.ratio is None else f"{row.ratio:.3f}"
        verdict = "" if row.ok is None else "ok" if row.ok else "MISSED"
        lines.append(
            f"| {row.what} | {row.workload} | {row.median * 1e3:.2f} | {row.p95 * 1e3:.2f}"
            f" | {row.baseline} | {base} | {ratio} | {row.target} | {verdict} |"
        )
    return "\n".join(lines)
