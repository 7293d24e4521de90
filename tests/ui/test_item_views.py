"""Tests of saved views, undo and tooltips on the items page, by keys and clicks."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction

from desktop_app.workspace.exclusion import exclude
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.item_views import saved_views
from desktop_app.workspace.workspace import Workspace
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_lead import Lead, listed
from tests.workspace.projects import Project, items, make_project

Key = Qt.Key


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    return Lead(driver, monkeypatch)


@pytest.fixture
def opened(lead: Lead, project: Project) -> Lead:
    lead.open(project.lead)
    lead.step("items")
    return lead


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path / "small", items(2))
    made.assign(1)
    return made


def menu(opened: Lead) -> dict[str, QAction]:
    views = opened.page.items.views
    views.menu.aboutToShow.emit()
    return {one.text(): one for one in views.menu.actions() if not one.isSeparator()}


def test_a_view_is_saved_shown_renamed_and_deleted(opened: Lead, project: Project) -> None:
    page = opened.page.items
    views = page.views
    assert views.menu_button.isHidden()
    assert views.save_button.isHidden()
    opened.type("gamma")
    opened.press(Key.Key_Return)
    opened.tab_to(views.save_button)
    opened.press(Key.Key_Space)
    assert views.name.hasFocus()
    # A name is needed.
    opened.press(Key.Key_Return)
    assert "needs a name" in page.outcome.text.text()
    opened.type("Gamma & <b>co</b>")
    opened.press(Key.Key_Return)
    assert views.isHidden()
    assert views.menu_button.isVisible()
    assert views.menu_button.text() == "View: Gamma && <b>co</b>"
    found = listed(opened.page)
    assert len(found) == 2
    page.filters.clear_button.click()
    assert len(listed(opened.page)) > 2
    assert views.menu_button.text() == "Views"
    menu(opened)["Gamma && <b>co</b>"].trigger()
    assert listed(opened.page) == found
    assert page.list.hasFocus()
    menu(opened)["Rename this view…"].trigger()
    opened.driver.press(Key.Key_A, CTRL)
    opened.type("Only gamma")
    opened.press(Key.Key_Return)
    assert next(iter(menu(opened))) == "Only gamma"
    with Workspace.open(project.lead) as workspace:
        assert [one.name for one in saved_views(workspace)] == ["Only gamma"]
    menu(opened)["Delete this view"].trigger()
    opened.settle()
    assert views.menu_button.isHidden()
    # The filter stays.
    assert listed(opened.page) == found


def test_escape_leaves_the_name_of_a_view(opened: Lead) -> None:
    page = opened.page.items
    page.show_filter(ItemFilter(status="open"))
    opened.tab_to(page.views.save_button)
    opened.press(Key.Key_Space)
    opened.type("draft")
    opened.press(Key.Key_Escape)
    assert page.views.isHidden()
    assert page.views.save_button.hasFocus()
    assert not opened.page.desk.overview.views


def test_actions_on_items_are_undone_one_after_the_other(opened: Lead, project: Project) -> None:
    page = opened.page.items
    entries = page.list.rows.entries
    before = [(one.status, one.line.assigned) for one in entries]
    first, second = entries[0].key, entries[1].key
    opened.tab_to(page.list)
    opened.press(Key.Key_Z, CTRL)
    assert page.outcome.text.text() == "Nothing to undo."
    page.list.rows.check([first], True)
    page.selection.release_button.click()
    opened.settle()
    page.selection.exclude_button.click()
    opened.type("cut off")
    opened.press(Key.Key_Return)
    page.list.rows.check([first], False)
    page.list.rows.check([second], True)
    page.selection.exclude_button.click()
    opened.type("too short")
    opened.press(Key.Key_Return)
    found = {one.key: one.status for one in page.list.rows.entries}
    assert (found[first], found[second]) == ("excluded", "excluded")
    opened.tab_to(page.list)
    opened.press(Key.Key_Z, CTRL)
    found = {one.key: one.status for one in page.list.rows.entries}
    assert (found[first], found[second]) == ("excluded", "open")
    # The exclusion and the removed assignment.
    assert page.outcome.text.text().startswith("Undone: “Excluding items” for “")
    assert page.outcome.text.text().endswith("” (2 changes: 1 item, 1 assignment).")
    opened.press(Key.Key_Z, CTRL)
    opened.press(Key.Key_Z, CTRL)
    assert [(one.status, one.line.assigned) for one in page.list.rows.entries] == before
    opened.press(Key.Key_Z, CTRL)
    assert page.outcome.text.text() == "Nothing to undo."


def test_what_was_changed_again_is_not_undone(opened: Lead, project: Project) -> None:
    page = opened.page.items
    key = page.list.rows.entries[0].key
    page.list.rows.check([key], True)
    page.selection.exclude_button.click()
    opened.type("cut off")
    opened.press(Key.Key_Return)
    opened.page.desk.run(
        "", lambda workspace, progress: exclude(workspace, [key], "other"), lambda _: None
    )
    opened.settle()
    opened.tab_to(page.list)
    opened.press(Key.Key_Z, CTRL)
    assert "can’t be undone" in page.outcome.text.text()
    assert page.list.rows.entries[0].excluded == "other"
