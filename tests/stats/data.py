"""Real data collected by other people, read from a folder next to the checkout."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import DATA


def read_rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of a JSONL file in ../shared/data. Skips the test if the file is missing."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"../shared/data/{name} is not here")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
