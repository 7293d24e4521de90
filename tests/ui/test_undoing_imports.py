"""Tests of undoing imports and new people in the window, by keys and by the menu “Edit”."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.workspace.workspace import Workspace
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_lead import Lead, column, listed
from tests.workspace.projects import Project, item, jsonl, make_project

Key = Qt.Key


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path / "small")


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch, project: Project) -> Lead:
    made = Lead(driver, monkeypatch)
    made.open(project.lead)
    made.step("items")
    return made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    rows = [item(9, "gamma-large", id=f"new-{number}") for number in range(3)]
    rows = [{**row, "answer": f"Answer {place}"} for place, row in enumerate(rows)]
    return jsonl(tmp_path / "more.jsonl", rows)


def test_the_last_import_is_undone_by_keys_and_repeated(lead: Lead, file: Path) -> None:
    page, before = lead.page.items, listed(lead.page)
    lead.drop(file)
    lead.import_shown()
    assert len(listed(lead.page)) == len(before) + 3
    lead.press(Key.Key_Z, CTRL)
    assert listed(lead.page) == before
    assert page.outcome.text.text() == "Import undone: 3 items removed."
    lead.press(Key.Key_Z, CTRL)
    assert page.outcome.text.text() == "Nothing to undo."
    lead.drop(file)
    lead.import_shown()
    assert "3 new items" in page.outcome.text.text()
    assert len(listed(lead.page)) == len(before) + 3


def test_undoing_a_large_import_can_be_cancelled(lead: Lead, tmp_path: Path) -> None:
    page, before = lead.page, listed(lead.page)
    rows = [{**item(9, "gamma-large", id=f"n-{one}"), "answer": f"A {one}"} for one in range(9000)]
    lead.drop(jsonl(tmp_path / "many.jsonl", rows))
    lead.import_shown()
    number = len(before) + len(rows)
    assert len(page.items.overview.items) == number
    totals: list[int] = []
    page.desk.moved.connect(lambda _, total: totals.append(total))
    QTest.keyClick(lead.driver.target, Key.Key_Z, CTRL)
    lead.driver.qtbot.waitUntil(page.job.cancel_button.hasFocus)
    assert page.job.words.text() == "Undoing…"
    lead.press(Key.Key_Space)
    lead.driver.qtbot.waitUntil(lambda: not page.desk.is_busy)
    assert lead.notice == "Cancelled. Nothing was changed. "
    assert totals[0] >= len(rows)
    assert len(page.items.overview.items) == number
    lead.press(Key.Key_Z, CTRL)
    assert page.items.outcome.text.text() == "Import undone: 9000 items removed."
    assert listed(page) == before


def test_an_import_undone_on_another_page_is_not_reported_any_more(lead: Lead, file: Path) -> None:
    lead.drop(file)
    lead.import_shown()
    outcome = lead.page.items.outcome
    # A refused row keeps the notice.
    outcome.say("Read 4 rows. 3 new items.", ["line 4: why"], "warn")
    lead.step("people")
    lead.page.people.table.setFocus()
    lead.press(Key.Key_Z, CTRL)
    lead.step("items")
    assert outcome.isHidden()


def test_undoing_the_only_import_on_the_overview_leads_to_the_items(
    lead: Lead, tmp_path: Path, file: Path
) -> None:
    lead.new_project("Empty")
    lead.drop(file)
    lead.import_shown()
    lead.step("overview")
    home = lead.page.home
    assert lead.page.section is home
    assert not home.content.isHidden()
    home.tasks.first.setFocus()
    lead.press(Key.Key_Z, CTRL)
    lead.settle()
    assert home.content.isHidden()
    assert home.go_on.hasFocus()


def test_assigned_items_are_released_before_their_import_is_undone(
    lead: Lead, project: Project, file: Path
) -> None:
    page, before = lead.page.items, listed(lead.page)
    lead.drop(file)
    lead.import_shown()
    lead.tab_to(page.list)
    lead.press(Key.Key_A, CTRL)
    bar = page.selection
    lead.tab_to(bar.assign_button)
    lead.press(Key.Key_Space)
    lead.press(Key.Key_Space)
    lead.tab_to(bar.assign_now)
    lead.press(Key.Key_Space)
    assert "9 new assignments" in page.outcome.text.text()
    lead.tab_to(bar.release_button)
    lead.press(Key.Key_Space)
    # Both actions are undone, then the import.
    undo = lead.driver.window.commands["lead_undo"]
    assert undo.isVisible()
    assert not lead.driver.window.commands["undo"].isVisible()
    undo.trigger()
    lead.settle()
    assert page.overview.assigned == 9
    undo.trigger()
    lead.settle()
    assert page.overview.assigned == 0
    undo.trigger()
    lead.settle()
    assert listed(lead.page) == before
    lead.driver.window.close()
    with Workspace.open(project.lead) as workspace:
        assert workspace.find_item("risum", "new-1") is None


def test_undoing_the_assignments_on_their_page_keeps_the_focus_there(lead: Lead) -> None:
    lead.step("assign")
    lead.page.assign.preview()
    lead.settle()
    lead.page.assign.apply()
    lead.settle()
    lead.step("bundles")
    page = lead.page.bundles
    assert page.people.hasFocus()
    lead.press(Key.Key_Z, CTRL)
    lead.settle()
    assert page.empty.isVisible()
    assert page.to_assign.hasFocus()


def test_a_bundle_keeps_its_items(lead: Lead, project: Project, file: Path) -> None:
    lead.drop(file)
    lead.import_shown()
    number = len(listed(lead.page))
    lead.step("assign")
    lead.page.assign.preview()
    lead.settle()
    lead.page.assign.apply()
    lead.settle()
    lead.step("bundles")
    lead.page.bundles.pack()
    lead.settle()
    lead.step("items")
    lead.tab_to(lead.page.items.list)
    lead.press(Key.Key_Z, CTRL)
    # The assignments are withdrawn, but the bundles may still come back with answers.
    lead.press(Key.Key_Z, CTRL)
    words = lead.page.items.outcome.text.text()
    assert "items that are in a bundle: 3" in words
    assert "choose Exclude" in words
    assert len(listed(lead.page)) == number


def test_a_new_person_is_taken_out_again(lead: Lead) -> None:
    lead.step("people")
    page = lead.page.people
    before = column(page.table, "Person")
    lead.type("zoe")
    lead.press(Key.Key_Return)
    assert "zoe" in column(page.table, "Person")
    lead.tab_to(page.table)
    lead.press(Key.Key_Z, CTRL)
    assert column(page.table, "Person") == before
