"""Tests of tasks on the overview that are computed later, or resolved in a dialog."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.conftest import Driver
from tests.ui.test_lead import Lead
from tests.workspace.projects import items, make_project
from tests.workspace.test_low_agreement import cleo_differs, study

Key = Qt.Key


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
    assert row.text.text().startswith("Agreement is poor on “")
    assert "cleo differs most" in row.detail.text()
    QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
    lead.driver.qtbot.waitUntil(lambda: agreement.analysis is not None)
    assert lead.page.section is agreement
    assert agreement.views.currentWidget() is agreement.by_question


def test_a_reminder_is_copied(lead: Lead, tmp_path: Path) -> None:
    made = make_project(tmp_path / "small", items(3))
    made.assign(1)
    made.pack("ben")
    lead.open(made.lead)
    home = lead.page.home
    assert home.reminder.isHidden()
    lead.tab_to(home.remind_button)
    lead.press(Key.Key_Space)
    box = home.reminder
    assert box.isVisible()
    assert box.person.hasFocus()
    lead.press(Key.Key_Down)
    assert box.text.toPlainText().startswith(f"Hello {box.person.currentText()},")
    # The text can be changed before it is copied.
    lead.tab_to(box.text)
    lead.type("Dear friend! ")
    lead.tab_to(box.copy_button)
    lead.press(Key.Key_Space)
    assert QApplication.clipboard().text() == box.text.toPlainText()
    assert QApplication.clipboard().text().startswith("Dear friend! Hello")
    assert "copied" in lead.notice
    lead.press(Key.Key_Escape)
    assert box.isHidden()
    assert home.remind_button.hasFocus()


def test_without_open_items_there_is_nobody_to_remind(lead: Lead, tmp_path: Path) -> None:
    lead.open(study(tmp_path / "study", cleo_differs))
    assert lead.page.home.people_pane.isVisible()
    assert lead.page.home.remind_button.isHidden()
