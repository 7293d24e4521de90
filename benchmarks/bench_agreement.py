"""Agreement of 10 raters on 10,000 items, compared with `knowlyr-datalabel iaa`, and its growth.

Both sides are whole processes that read the same ten result files. The other tool computes exact
agreement, Cohen's κ of each pair, Fleiss' κ and a nominal α. Our process computes α at three
levels, a local α per group of three items, and each rater's agreement with the others. Further rows
show how the time grows with the number of items.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.table import Row, median, p95, show, timed
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.stats import agreement
from desktop_app.stats.ratings import Ratings

RATERS = 10
ITEMS = 10_000
TOOL = "knowlyr-datalabel"
TARGET = 0.5


def run(quick: bool) -> list[Row]:
    """Return the measurements; `quick` takes fewer samples and leaves out the largest size."""
    rows = [_against_tool(quick)]
    sizes = (1_000, 10_000) if quick else (1_000, 10_000, 50_000)
    rows += [_coefficients(size, samples=5 if quick else 30) for size in sizes]
    rows += [_analysis(size, samples=2 if quick else 5) for size in sizes]
    return rows


def _table(items: int) -> np.ndarray:
    rng = np.random.default_rng(20)
    truth = rng.integers(1, 6, size=items)
    noise = rng.integers(1, 6, size=(RATERS, items))
    return np.where(rng.random((RATERS, items)) < 0.6, truth, noise)


def _against_tool(quick: bool) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for rater, ratings in enumerate(_table(ITEMS).tolist()):
            path = Path(folder) / f"rater-{rater}.json"
            responses = [{"task_id": f"item-{i}", "score": r} for i, r in enumerate(ratings)]
            path.write_text(json.dumps({"metadata": {}, "responses": responses}))
            paths.append(str(path))

        def ours() -> None:
            command = [sys.executable, "-m", "benchmarks.bench_agreement", *paths]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

        times = timed(ours, samples=5 if quick else 30)
        beside = Path(sys.executable).with_name(TOOL)
        tool = str(beside) if beside.exists() else shutil.which(TOOL)
        baseline = None
        if tool is not None:
            command = [tool, "iaa", *paths]

            def theirs() -> None:
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

            baseline = median(timed(theirs, samples=2 if quick else 30))
    ratio = None if baseline is None else median(times) / baseline
    return Row(
        what="agreement analysis, whole process",
        workload=f"{RATERS} raters × {ITEMS:,} items",
        median=median(times),
        p95=p95(times),
        baseline=f"{TOOL} iaa" if tool else f"{TOOL} is not installed",
        baseline_value=baseline,
        ratio=ratio,
        target=f"≤ {TARGET} × that tool",
        ok=None if ratio is None else ratio <= TARGET,
    )


def _coefficients(items: int, samples: int) -> Row:
    ratings = Ratings.from_matrix(_table(items))
    times = timed(lambda: all_coefficients(ratings), samples=samples)
    return Row(
        "all coefficients, in memory",
        f"{RATERS} raters × {items:,} items",
        median(times),
        p95(times),
    )


def _analysis(items: int, samples: int) -> Row:
    """Measure the analysis of a whole `risum` project, with all its tables and figures."""
    from plugins.risum.analysis import analyse

    ratings = _table(items).T.tolist()
    content = {"document": "d", "instruction": "i", "answer": "a"}
    data = Dataset(
        project="p" * 32,
        protocol="risum",
        title="Benchmark",
        items=[
            ItemData(f"i{i}", f"g{i // 3}", content, {"model": f"m{i % 3}"}) for i in range(items)
        ],
        annotations=[
            AnnotationData(
                f"i{i}", f"p{rater}", "rate", {"follows": value > 2, "rating": value}, 30.0, ""
            )
            for i, values in enumerate(ratings)
            for rater, value in enumerate(values)
        ],
        documents={"d": "A document."},
        people={},
        background={},
    )
    times = timed(lambda: analyse(data, {}), samples=samples)
    return Row(
        "risum analysis, all of it", f"{RATERS} raters × {items:,} items", median(times), p95(times)
    )


def all_coefficients(ratings: Ratings) -> dict[str, float | None]:
    """Return α at each level, after computing local α and the raters' agreement as well."""
    groups = np.arange(ratings.n_units) // 3
    agreement.local_alpha(ratings, groups, "interval")
    agreement.rater_agreement(ratings, "nominal")
    agreement.rater_agreement(ratings, "interval")
    return {level: agreement.alpha(ratings, level).value for level in agreement.LEVELS}


def _whole_process(paths: list[str]) -> None:
    """Print the coefficients of the ratings in some result files: our side of the comparison."""
    import orjson

    files = [orjson.loads(Path(path).read_bytes())["responses"] for path in paths]
    tasks = {task: None for responses in files for task in (r["task_id"] for r in responses)}
    ratings = Ratings.from_triples(
        (
            (path, r["task_id"], r["score"])
            for path, rs in zip(paths, files, strict=True)
            for r in rs
        ),
        raters=paths,
        units=list(tasks),
    )
    print(all_coefficients(ratings))


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] != "--quick":
        _whole_process(sys.argv[1:])
    else:
        print(show(run(quick="--quick" in sys.argv)))
