"""Real data other people collected, read where it lies beside the checkout."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import DATA


def read_rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of a JSONL file of ../shared/data; skips the test where it is absent."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"../shared/data/{name} is not here")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
