"""Tests that the claims of SECURITY.md name tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_claim_names_a_test_that_exists() -> None:
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)
    assert len(named) > 20
    missing = [
        f"{file}::{name}"
        for file, name in named
        if f"def {name}(" not in (ROOT / file).read_text("utf-8")
    ]
    assert missing == []


def test_every_row_of_a_table_names_its_test() -> None:
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    claims = [row for row in rows if not row.rstrip().endswith("| test |")]
    assert [row for row in claims if "`tests/" not in row] == []
