"""Tasks on the overview that are computed later, or resolved in a dialog."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.conftest import Driver
from tests.ui.test_lead import Lead
from tests.workspace.test_low_agreement import cleo_differs, study


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    return Lead(driver, monkeypatch)


def test_low_agreement_opens_the_question_on_the_agreement_page(lead: Lead, tmp_path: Path) -> None:
    lead.open(study(tmp_path / "study", cleo_differs))
    home, agreement = lead.page.home, lead.page.agreement
    lead.driver.qtbot.waitUntil(
        lambda: any(row.task.kind == "agreement" for row in home.tasks.rows)
    )
    row = next(row for row in home.tasks.rows if row.task.kind == "agreement")
    assert "is low" in row.text.text()
    assert "cleo differs most" in row.detail.text()
    QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
    lead.driver.qtbot.waitUntil(lambda: agreement.analysis is not None)
    assert lead.page.section is agreement
    assert agreement.views.currentWidget() is agreement.by_question
