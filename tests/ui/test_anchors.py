"""Tests of labels of options on the page Form: chosen, edited, published, and refused later."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.ui.lead.form_section import FormSection
from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_editors import open_page
from tests.ui.test_lead import Lead
from tests.workspace.projects import make_project

Key = Qt.Key


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    return Lead(driver, monkeypatch)


def choose_the_paper(lead: Lead) -> FormSection:
    page = lead.page.form
    lead.tab_to(page.sets_button)
    lead.press(Key.Key_Space)
    lead.driver.qtbot.waitUntil(page.sets.isVisible)
    for _ in range(2):
        lead.driver.qtbot.keyClick(page.sets, Key.Key_Down)
    lead.driver.qtbot.keyClick(page.sets, Key.Key_Return)
    return page


def publish(lead: Lead) -> None:
    lead.driver.qtbot.waitUntil(lead.page.form.publish_button.isEnabled)
    QTest.mouseClick(lead.page.form.publish_button, Qt.MouseButton.LeftButton)
    lead.driver.qtbot.waitUntil(lambda: not lead.page.desk.is_busy, timeout=30_000)


def test_a_lead_chooses_the_labels_of_a_paper(lead: Lead, tmp_path: Path) -> None:
    project = make_project(tmp_path)
    open_page(lead, project.lead, "form")
    page = lead.page.form
    assert "Missed (1)" in page.anchors_editor.preview.toPlainText()
    assert page.facts.text() == "Default text"
    assert page.template_button.isHidden()
    choose_the_paper(lead)
    lead.driver.qtbot.waitUntil(lambda: "Strictly (5)" in page.anchors_editor.preview.toPlainText())
    publish(lead)
    lead.driver.qtbot.waitUntil(lambda: page.facts.text() == "Published")
    assert done("anchors", project.lead)["used"] == "paper"


def test_labels_that_do_not_fit_the_form_are_shown_with_their_line(
    lead: Lead, tmp_path: Path
) -> None:
    project = make_project(tmp_path)
    open_page(lead, project.lead, "form")
    editor = lead.page.form.anchors_editor
    text = editor.text()
    editor.edit.setFocus()
    lead.press(Key.Key_A, CTRL)
    lead.type("rate: {rating: []}")
    lead.driver.qtbot.waitUntil(lambda: "codes in this order" in editor.preview.toPlainText())
    lead.driver.qtbot.waitUntil(lambda: "1 problem" in lead.page.form.facts.text())
    publish(lead)
    assert editor.edit.hasFocus()
    assert done("anchors", project.lead)["used"] == "standard"
    page = lead.page.form
    lead.tab_to(page.discard_button)
    lead.press(Key.Key_Space)
    assert editor.text() == text


def test_labels_cannot_change_after_a_bundle_was_written(lead: Lead, tmp_path: Path) -> None:
    project = make_project(tmp_path)
    done("pack", project.lead, "--for", "ana", "-o", tmp_path / "ana.proofdesk")
    open_page(lead, project.lead, "form")
    page = choose_the_paper(lead)
    publish(lead)
    assert "cannot change after bundles were written (ana)" in page.outcome.text.text()
    assert done("anchors", project.lead)["used"] == "standard"
