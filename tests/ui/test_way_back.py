"""Tests that every item can be opened from the list, also at the end and if no item is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.core.errors import AppError
from tests.ui.conftest import ALT, CTRL, NONE, Driver
from tests.workspace.projects import item, make_project

Key = Qt.Key


@pytest.fixture
def at_the_end(desk: Driver) -> Driver:
    """The window after all items were submitted; the last item is highlighted in the list."""
    for _ in desk.session.entries:
        desk.type("y4")
        desk.submit()
    assert desk.controller.page.is_done_shown
    return desk


def click(driver: Driver, row: int, *, twice: bool = False) -> None:
    rows = driver.controller.page.queue.list
    spot = rows.visualRect(rows.model().index(row, 0)).center()
    press = QTest.mouseDClick if twice else QTest.mouseClick
    press(rows.viewport(), Qt.MouseButton.LeftButton, NONE, spot)


def by_click(driver: Driver) -> None:
    click(driver, driver.session.position)


def by_enter(driver: Driver) -> None:
    driver.controller.page.queue.list.setFocus()
    driver.press(Key.Key_Return)


def by_search(driver: Driver) -> None:
    driver.press(Key.Key_L, CTRL)
    driver.type(str(driver.session.entry.number))
    driver.press(Key.Key_Return)
    driver.press(Key.Key_Return)


@pytest.mark.parametrize("way", [by_click, by_enter, by_search])
def test_the_item_submitted_last_opens_from_the_list(
    at_the_end: Driver, way: Callable[[Driver], None]
) -> None:
    place = at_the_end.session.position
    way(at_the_end)
    controller = at_the_end.controller
    assert not controller.page.is_done_shown
    assert controller.panel.isVisible()
    assert at_the_end.session.position == place
    assert at_the_end.answers == {"follows": True, "rating": 4}
    assert at_the_end.window.commands["submit"].isEnabled()


def test_a_double_click_opens_an_item_once(at_the_end: Driver) -> None:
    opened: list[int] = []
    controller, place = at_the_end.controller, at_the_end.session.position
    controller.opened.connect(lambda: opened.append(controller.session.position))
    click(at_the_end, place)
    click(at_the_end, place, twice=True)
    assert opened == [place]


def test_where_no_item_could_be_opened_the_list_leads_on(
    desk: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.type("y4")
    desk.wait_saved()
    panel = desk.controller.panel

    def fail(*_: object) -> None:
        raise AppError("the item cannot be shown")

    with monkeypatch.context() as broken:
        broken.setattr(panel, "show_item", fail)
        click(desk, 2)
    page = desk.controller.page
    assert desk.session.position == -1
    assert page.blank.words.isVisible()
    assert "cannot be shown" in desk.window.notice_bar.text.text()
    assert not page.queue.list.selectionModel().hasSelection()
    click(desk, 0)
    assert panel.isVisible()
    assert desk.session.position == 0
    assert desk.answers == {"follows": True, "rating": 4}


def test_where_no_item_could_be_opened_keys_lead_on(
    desk: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.focus("comment")
    desk.type("half a word")
    panel = desk.controller.panel

    def fail(*_: object) -> None:
        raise AppError("the item cannot be shown")

    with monkeypatch.context() as broken:
        broken.setattr(panel, "show_item", fail)
        desk.press(Key.Key_Right, ALT)
    assert desk.controller.page.blank.words.isVisible()
    assert desk.target is desk.controller.page.queue.list
    desk.press(Key.Key_Home)
    desk.press(Key.Key_Return)
    assert desk.session.position == 0
    assert desk.answers == {"comment": "half a word"}


def test_the_only_item_opens_again(driver: Driver, tmp_path: Path) -> None:
    project = make_project(tmp_path / "one", [item(0, "alpha-7b")], ["ana"])
    project.assign(1)
    driver.open(project.join("ana"))
    driver.type("y4")
    driver.submit()
    assert driver.controller.page.is_done_shown
    by_click(driver)
    assert driver.controller.panel.isVisible()
