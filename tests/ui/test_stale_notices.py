"""Tests of notices and results that go when a lead moves to another page or corrects a field."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.ui.conftest import CTRL, Driver
from tests.ui.test_lead import Lead
from tests.workspace.projects import PEOPLE, Project

Key = Qt.Key


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch, project: Project) -> Lead:
    made = Lead(driver, monkeypatch)
    made.open(project.lead)
    return made


def test_a_notice_about_a_finished_action_goes_with_its_page(lead: Lead) -> None:
    lead.step("items")
    lead.page.items.list.setFocus()
    lead.press(Key.Key_Z, CTRL)
    outcome = lead.page.items.outcome
    assert "Nothing to undo" in outcome.text.text()
    assert outcome.isVisible()
    lead.step("people")
    lead.step("items")
    assert outcome.isHidden()
    # The same for the bar of the window.
    notices = lead.page.desk.notices
    notices.say("Undone: 2 changes.")
    assert "Undone" in lead.notice
    lead.step("export")
    assert lead.notice == ""


def test_a_notice_that_offers_an_action_or_lists_problems_stays(lead: Lead) -> None:
    lead.step("items")
    outcome, notices = lead.page.items.outcome, lead.page.desk.notices
    outcome.say("Imported.")
    outcome.offer("Continue")
    notices.offer("Found", "", "info", "Open", lambda: None)
    lead.step("people")
    assert "Found" in lead.notice
    lead.step("items")
    assert outcome.isVisible()
    assert outcome.again.isVisible()
    outcome.say("2 rows were refused.", ["line 3: …", "line 4: …"], "warn")
    notices.say("The disk is full.", "", "bad")
    lead.step("people")
    assert "disk is full" in lead.notice
    lead.step("items")
    assert outcome.isVisible()
    outcome.say("That does not exist.", level="bad")
    lead.step("people")
    lead.step("items")
    assert outcome.isHidden()


def test_correcting_a_field_hides_its_error(lead: Lead) -> None:
    lead.step("assign")
    page = lead.page.assign
    page.overlap.setFocus()
    page.overlap.selectAll()
    lead.type("many")
    lead.press(Key.Key_Return)
    assert page.problem.isVisible()
    page.overlap.selectAll()
    lead.type("2")
    assert page.problem.isHidden()
    # The same for reassigning.
    page.reassign()
    page.reassigning.preview()
    assert page.reassigning.problem.isVisible()
    page.reassigning.seed.setFocus()
    lead.type("1")
    assert page.reassigning.problem.isHidden()


def test_typing_ends_the_question_whether_to_remove_somebody(lead: Lead) -> None:
    lead.step("people")
    people = lead.page.people
    people.table.setFocus()
    people.table.selectRow(0)
    people.remove()
    assert "Press Remove again" in people.problem.text()
    people.id.setFocus()
    lead.type("z")
    assert people.problem.isHidden()
    people.remove()
    assert people.problem.isVisible(), "the question comes again; nobody was removed"
    assert {one.id for one in people.overview.people} >= set(PEOPLE)
