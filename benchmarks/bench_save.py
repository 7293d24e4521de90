"""Durable save of one annotation, compared with SQLite and with TinyDB's own storage.

Run this benchmark alone: `python -m benchmarks.bench_save`.
"""

from __future__ import annotations

import gc
import random
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson
import tinydb

from benchmarks.storage_data import annotation, make_workspace
from benchmarks.table import Row, p95, show
from desktop_app.storage.store import Store

TARGET = 2.0
Save = Callable[[dict[str, Any]], object]


def _alternate(saves: list[Save], samples: int, warm_up: int = 10) -> list[list[float]]:
    """Return the durations in seconds of each kind of save.

    The kinds take turns, so that other work on the machine slows all of them alike.
    """
    rng = random.Random(1)
    result: list[list[float]] = [[] for _ in saves]
    for number in range(samples + warm_up):
        for save, times in zip(saves, result, strict=True):
            document = annotation(10**7 + number, rng)
            began = time.perf_counter()
            save(document)
            times.append(time.perf_counter() - began)
    return [times[warm_up:] for times in result]


@contextmanager
def _sqlite(folder: Path, table: dict[str, dict[str, Any]]) -> Iterator[Save]:
    connection = sqlite3.connect(folder / "baseline.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE records (id INTEGER PRIMARY KEY, rev TEXT, document BLOB)")
    connection.execute("BEGIN")
    connection.executemany(
        "INSERT INTO records (rev, document) VALUES (?, ?)",
        ((document["rev"], orjson.dumps(document)) for document in table.values()),
    )
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def save(document: dict[str, Any]) -> None:
        connection.execute(
            "INSERT INTO records (rev, document) VALUES (?, ?)",
            (document["rev"], orjson.dumps(document)),
        )

    yield save
    connection.close()


def _stock(folder: Path, table: dict[str, dict[str, Any]]) -> tinydb.TinyDB:
    path = folder / "stock.json"
    path.write_bytes(orjson.dumps({"records": table}))
    return tinydb.TinyDB(path)


def run(quick: bool = False) -> list[Row]:
    """Return the measurements with 1,000, 10,000 and 50,000 records.

    `quick` leaves out 50,000 records and takes fewer samples.
    """
    rows = []
    for count in (1_000, 10_000) if quick else (1_000, 10_000, 50_000):
        folder = Path(tempfile.mkdtemp(prefix="bench-save-"))
        try:
            table = make_workspace(folder / "workspace", count)
            with Store.open(folder / "workspace") as store, _sqlite(folder, table) as sqlite:
                ours = store.records.table("records").insert
                gc.collect()
                mine, theirs = _alternate([ours, sqlite], 60 if quick else 300)
            ratio = p95(mine) / p95(theirs)
            rows.append(
                Row(
                    "durable save",
                    f"1 annotation into {count:,} records",
                    statistics.median(mine),
                    p95(mine),
                    "SQLite WAL, synchronous=FULL (p95)",
                    p95(theirs),
                    ratio,
                    f"p95 ≤ {TARGET:g} ×",
                    ratio <= TARGET,
                )
            )
            if count == 10_000 or (quick and count == 1_000):
                rows.append(_against_stock(folder, table, count, mine))
        finally:
            shutil.rmtree(folder)
    return rows


def _against_stock(
    folder: Path, table: dict[str, dict[str, Any]], count: int, mine: list[float]
) -> Row:
    with _stock(folder, table) as stock:
        (theirs,) = _alternate([stock.table("records").insert], 30, warm_up=1)
    return Row(
        "durable save",
        f"1 annotation into {count:,} records",
        statistics.median(mine),
        p95(mine),
        "TinyDB JSONStorage",
        statistics.median(theirs),
        statistics.median(mine) / statistics.median(theirs),
    )


if __name__ == "__main__":
    print(show(run()))
