"""Workspaces with records of about 3 KB, for the storage benchmarks."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.storage.filesystem import REAL_FILES
from desktop_app.storage.folders import write_store

_TEXT = (
    "the answer cites a paper that does not support its claim while evidence remains weak and "
    "méthode Größe 評価 should be checked by another expert before any decision is made"
)
_WORDS = _TEXT.split()


def annotation(number: int, rng: random.Random) -> dict[str, Any]:
    """Return one record as the workspace stores it, about 3 KB of JSON."""
    text = [" ".join(rng.choices(_WORDS, k=62)) for _ in range(6)]
    body = {
        "project": "0" * 32,
        "kind": "annotation",
        "key": f"{number:032x}:person:rate",
        "parents": [],
        "author": "a" * 32,
        "device": "d" * 16,
        "seq": number,
        "time": "2026-01-05T08:00:00Z",
        "schema": 1,
        "body": {
            "ratings": {name: rng.randrange(1, 6) for name in ("faithful", "useful", "clear")},
            "comments": text[:3],
            "corrected": "\n".join(text[3:]),
            "spans": [{"start": i, "end": i + 9, "label": "error"} for i in range(5)],
        },
    }
    return {**body, "rev": sha256_hex(canonical_bytes(body))}


def records(count: int) -> dict[str, dict[str, Any]]:
    """Return a table with `count` records by id. Equal counts give equal records."""
    rng = random.Random(count)
    return {str(number): annotation(number, rng) for number in range(1, count + 1)}


def make_workspace(folder: Path, count: int) -> dict[str, dict[str, Any]]:
    """Write a closed workspace with `count` records; return its table of records."""
    table = records(count)
    write_store(REAL_FILES, folder, {"records": table}, {})
    return table
