"""Raters of any protocol in a lead's window: their jobs, and the comparison with people."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.cli.command import done
from tests.ui.conftest import Driver
from tests.ui.test_lead import Lead


@pytest.mark.parametrize("protocol", ["cnr", "kiwi", "dolomites"])
def test_the_window_has_raters_and_shows_how_they_agree_with_people(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, protocol: str
) -> None:
    done("demo", tmp_path / "sample", "--protocol", protocol)
    done("rate", tmp_path / "sample", "--metric", "word_count")
    lead = Lead(driver, monkeypatch)
    lead.open(tmp_path / "sample")
    lead.step("runs")
    job = lead.page.runs.choices.job
    jobs = [job.itemText(row) for row in range(job.count())]
    assert {"Rate by token probabilities", "Rate repeatedly"} <= set(jobs)
    lead.step("agreement")
    lead.press(Qt.Key.Key_Space)
    section = lead.page.agreement
    driver.qtbot.waitUntil(lambda: section.analysis is not None, timeout=30_000)
    shown = [section.list.itemText(row) for row in range(section.list.count())]
    assert "Do automatic ratings agree with people?" in shown
