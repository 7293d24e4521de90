"""Tests that workspaces and bundles of version 0.1 are used as before.

`golden/0.1` was written on 22 November 2026: for each protocol, the sample project with its
bundles, and the workspace of a person who joined it. `expected.json` holds the digests and numbers
of exported rows that this program printed for them.
"""

from __future__ import annotations

import csv
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6")

from tests.cli.command import done
from tests.ui.conftest import Driver, driver, start

__all__ = ["driver", "start"]

GOLDEN = Path(__file__).parent / "golden" / "0.1"
EXPECTED: dict[str, dict[str, Any]] = json.loads((GOLDEN / "expected.json").read_text("utf-8"))


def unpacked(protocol: str, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    subprocess.run(["tar", "-xf", GOLDEN / f"{protocol}.tar.xz", "-C", folder], check=True)
    return folder


def digest(workspace: Path) -> str:
    return str(done("check", workspace)["digest"])


@pytest.mark.parametrize("protocol", EXPECTED)
def test_a_project_of_version_0_1_merges_and_exports_the_same(
    protocol: str, tmp_path: Path
) -> None:
    lead = unpacked(protocol, tmp_path) / "lead"
    expected = EXPECTED[protocol]
    assert digest(lead) == expected["lead"]
    done("merge", lead, lead / "bundles" / "results-chloe.proofdesk")
    assert digest(lead) == expected["merged"]
    done("export", lead, "-o", tmp_path / "data", "--format", "csv")
    rows = {}
    for file in (tmp_path / "data").glob("*.csv"):
        with file.open(encoding="utf-8", newline="") as lines:
            rows[file.stem] = sum(1 for _ in csv.DictReader(lines))
    assert rows == expected["rows"]
    done("analyse", lead, "-o", tmp_path / "report.html")


@pytest.mark.parametrize("protocol", EXPECTED)
def test_a_bundle_of_version_0_1_is_joined_and_its_results_merged(
    protocol: str, tmp_path: Path
) -> None:
    lead = unpacked(protocol, tmp_path) / "lead"
    done("join", lead / "bundles" / "ana.proofdesk", tmp_path / "ana")
    done("pack", tmp_path / "ana", "--results", "-o", tmp_path / "results.proofdesk")
    done("merge", lead, tmp_path / "results.proofdesk", "--accept-new-key")


@pytest.mark.parametrize("protocol", EXPECTED)
def test_work_of_version_0_1_opens_in_the_window(
    protocol: str, tmp_path: Path, driver: Driver
) -> None:
    own = unpacked(protocol, tmp_path) / "own"
    assert digest(own) == EXPECTED[protocol]["own"]
    driver.open(own)
    if driver.window.controller is None:
        driver.submit()  # the questions about her
    assert driver.controller.panel is not None
    last = driver.window.notices.last
    assert last is None or not last.is_error
