"""Tests that a lead's pages are created when they are first needed, and then show the project."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.ui.lead.merge import MergeSection
from desktop_app.ui.lead.overview import OverviewSection
from desktop_app.ui.lead.page import SECTIONS
from desktop_app.ui.lead.people import PeopleSection
from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_lead import Lead, summary
from tests.workspace.projects import Project, jsonl

Key = Qt.Key


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch, project: Project) -> Lead:
    made = Lead(driver, monkeypatch)
    made.open(project.lead)
    return made


def returned(project: Project) -> Path:
    """Return the results of ana, who has answered everything."""
    own = project.join("ana")
    project.annotate(own)
    return project.results(own)


def shown_font(widget: QWidget) -> int:
    widget.ensurePolished()
    return widget.font().pixelSize()


def test_opening_a_project_creates_only_the_page_that_is_shown(lead: Lead) -> None:
    assert set(lead.page.created) == {OverviewSection}
    lead.step("people")
    assert set(lead.page.created) == {OverviewSection, PeopleSection}
    before = lead.page.section
    lead.step("overview")
    lead.step("people")
    assert lead.page.section is before


def test_each_page_is_created_by_its_command(lead: Lead) -> None:
    for section, name in SECTIONS.items():
        if section.is_needed(lead.page.desk.overview):
            lead.driver.window.commands[f"lead_{section.key}"].trigger()
            lead.settle()
            assert lead.page.section is getattr(lead.page, name)
            assert lead.page.section.isVisible()
            assert lead.page.isAncestorOf(QApplication.focusWidget())


def test_the_list_of_pages_says_the_same_before_and_after_a_page_is_created(lead: Lead) -> None:
    keys = [kind.key for kind in SECTIONS if kind.is_needed(lead.page.desk.overview)]
    before = {key: summary(lead.page, key) for key in keys}
    assert before["people"] == "3 people"
    for key in keys:
        lead.page.go_to(key)
        lead.settle()
    assert {key: summary(lead.page, key) for key in keys} == before


def test_a_page_shows_what_was_merged_before_it_was_created(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, project: Project
) -> None:
    results = returned(project)
    lead = Lead(driver, monkeypatch)
    lead.open(project.lead)
    lead.drop(results)
    lead.step("merge")
    lead.press(Key.Key_Return)
    assert "ana" in lead.page.merge.last.text()
    assert lead.page.desk.overview.done == 6
    assert PeopleSection not in lead.page.created
    lead.step("people")
    rows = lead.page.people.table.rows.rows
    assert {row.id: row.done for row in rows}["ana"] == 6


def test_a_page_is_created_with_the_text_size_and_colours_of_the_window(lead: Lead) -> None:
    lead.step("people")
    lead.driver.window.commands["larger"].trigger()
    lead.driver.window.commands["look_dark"].trigger()
    lead.step("assign")
    lead.step("people")
    old, new = lead.page.people.heading, lead.page.assign.heading
    assert shown_font(new) == shown_font(old)
    assert new.palette().windowText() == old.palette().windowText()


def test_undo_in_the_list_of_pages_undoes_a_change_of_a_page_that_was_not_shown(
    lead: Lead, project: Project
) -> None:
    lead.step("people")
    lead.type("dora")
    lead.press(Key.Key_Return)
    assert "dora" in [one.id for one in lead.page.desk.overview.people]
    lead.step("export")
    lead.page.rail.setFocus()
    lead.press(Key.Key_Z, CTRL)
    assert "dora" not in [one.id for one in lead.page.desk.overview.people]


def test_a_click_on_a_page_leads_into_it(lead: Lead) -> None:
    rail = lead.page.rail
    # The second click is on the page that is shown.
    for _ in range(2):
        rail.setFocus()
        place = rail.place_of("people")
        assert place is not None
        viewport, box = place
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=box.center())
        lead.settle()
        assert lead.page.section is lead.page.people
        assert lead.page.people.first_control() is QApplication.focusWidget()
    lead.type("cora")
    lead.press(Key.Key_Return)
    assert "cora" in [one.id for one in lead.page.desk.overview.people]


def test_letters_in_the_list_of_pages_open_no_other_page(lead: Lead) -> None:
    rail = lead.page.rail
    lead.step("assign")
    rail.setFocus()
    lead.press(Key.Key_Up)
    assert lead.page.section is lead.page.people
    assert rail.hasFocus()
    lead.type("conflicts export")
    assert lead.page.section is lead.page.people
    lead.press(Key.Key_Down)
    assert lead.page.section is lead.page.assign


def test_the_palette_presses_a_button_of_a_page_that_does_not_exist_yet(
    lead: Lead, tmp_path: Path
) -> None:
    lead.choose(jsonl(tmp_path / "people.jsonl", [{"id": "dora"}]))
    lead.driver.press(Key.Key_K, CTRL)
    lead.type("Import people")
    lead.press(Key.Key_Return)
    assert lead.page.section is lead.page.people
    assert "dora" in [one.id for one in lead.page.people.table.rows.rows]


def test_the_inbox_is_watched_from_the_start(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, project: Project, tmp_path: Path
) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    results = returned(project)
    done("inbox", project.lead, "--folder", inbox)
    lead = Lead(driver, monkeypatch)
    lead.open(project.lead)
    assert MergeSection in lead.page.created
    results.rename(inbox / "ana.proofdesk")
    driver.qtbot.waitUntil(lambda: summary(lead.page, "merge") == "1 bundle to merge")
    assert lead.page.section.key == "overview"
