"""Tests of the tour: by keys, on the first page, in an annotator's work, and in a project."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.ui.lead.page import SECTIONS
from tests.ui.conftest import Driver
from tests.workspace.projects import Project

Key = Qt.Key


def ring(driver: Driver) -> QRect:
    tour = driver.window.keys.tour
    return tour._ring.geometry() if tour._ring.isVisible() else QRect()


def place(driver: Driver, part: QWidget) -> QRect:
    return QRect(part.mapTo(driver.window, QPoint()), part.size())


def test_the_tour_of_the_work_goes_on_with_enter_and_covers_nothing_it_explains(
    desk: Driver,
) -> None:
    page, tour = desk.controller.page, desk.window.keys.tour
    before = QApplication.focusWidget()
    desk.window.commands["tour"].trigger()
    parts = [
        page.queue,
        page.panels,
        page.work_bar.submit,
        page.work_bar.skip,
        page.header.guidelines,
        page.header.palette_button,
        page.header.progress,
    ]
    titles = []
    for number, part in enumerate(parts, start=1):
        assert tour.count.text() == f"{number} of {len(parts)}"
        assert ring(desk).contains(place(desk, part))
        if part is not page.panels:
            assert not tour.geometry().intersects(place(desk, part))
        assert desk.window.rect().contains(tour.geometry())
        assert tour.title.text() in tour.next_button.accessibleDescription()
        titles.append(tour.title.text())
        desk.press(Key.Key_Return)
    assert len(set(titles)) == len(parts)
    assert not tour.isVisible()
    assert ring(desk).isNull()
    assert QApplication.focusWidget() is before
    assert desk.answers == {}  # no key reached the item


def test_escape_ends_the_tour_and_back_goes_back(desk: Driver) -> None:
    tour = desk.window.keys.tour
    desk.window.commands["tour"].trigger()
    assert not tour.back_button.isVisible()
    first = tour.title.text()
    desk.press(Key.Key_Return)
    assert tour.title.text() != first
    tour.back_button.setFocus()
    desk.press(Key.Key_Space)
    assert tour.title.text() == first
    desk.press(Key.Key_Escape)
    assert not tour.isVisible()
    desk.type("y")
    assert desk.answers != {}


def test_a_click_on_the_work_ends_the_tour_and_acts(desk: Driver) -> None:
    tour, queue = desk.window.keys.tour, desk.controller.page.queue
    desk.window.commands["tour"].trigger()
    desk.press(Key.Key_Return)
    QTest.mouseClick(queue.search, Qt.MouseButton.LeftButton)
    assert not tour.isVisible()
    assert ring(desk).isNull()
    assert QApplication.focusWidget() is queue.search


def test_the_tour_follows_the_size_of_the_window(desk: Driver) -> None:
    desk.window.commands["tour"].trigger()
    desk.press(Key.Key_Return)
    desk.press(Key.Key_Return)
    submit = desk.controller.page.work_bar.submit
    desk.window.resize(1500, 900)
    desk.qtbot.waitUntil(lambda: ring(desk).contains(place(desk, submit)))
    assert not desk.window.keys.tour.geometry().intersects(place(desk, submit))


def test_the_tour_of_a_project_shows_its_pages(driver: Driver, project: Project) -> None:
    driver.open(project.lead)
    page = driver.window.workplace.project
    assert page is not None
    page.go_to("people")
    driver.window.commands["tour"].trigger()
    tour = driver.window.keys.tour
    seen = []
    while tour.isVisible():
        row = page.rail.place_of(page.rail.key)
        assert row is not None
        shown = QRect(row[0].mapTo(driver.window, row[1].topLeft()), row[1].size())
        assert ring(driver).contains(shown)
        assert tour.title.text() == page.section.page_title()
        seen.append(page.rail.key)
        driver.press(Key.Key_Return)
    assert seen[0] == "overview"
    # All pages that this project has, in the order of the list.
    assert seen == [key for kind in SECTIONS if page.rail.place_of(key := kind.key) is not None]
    assert page.section is page.people, "it ends where it began"
    assert page.isAncestorOf(QApplication.focusWidget())


@pytest.mark.parametrize("by_key", [True, False])
def test_a_tour_of_a_project_that_is_ended_early_returns_to_its_page(
    driver: Driver, project: Project, by_key: bool
) -> None:
    driver.open(project.lead)
    page = driver.window.workplace.project
    assert page is not None
    page.go_to("people")
    driver.window.commands["tour"].trigger()
    for _ in range(3):
        driver.press(Key.Key_Return)
    assert page.section is not page.people
    if by_key:
        driver.press(Key.Key_Escape)
    else:
        tour = driver.window.keys.tour
        QTest.mouseClick(tour.end_button, Qt.MouseButton.LeftButton)
    assert page.section is page.people
    assert page.isAncestorOf(QApplication.focusWidget())


def test_a_click_beside_the_tour_of_a_project_leaves_its_page_open(
    driver: Driver, project: Project
) -> None:
    driver.open(project.lead)
    page = driver.window.workplace.project
    assert page is not None
    driver.window.commands["tour"].trigger()
    driver.press(Key.Key_Return)
    shown = page.section
    assert shown is page.items
    QTest.mouseClick(shown.filters.search, Qt.MouseButton.LeftButton)
    assert not driver.window.keys.tour.isVisible()
    assert page.section is shown


def test_the_first_page_has_a_tour_and_the_guide_has_none(driver: Driver) -> None:
    driver.window.commands["tour"].trigger()
    tour = driver.window.keys.tour
    assert ring(driver).contains(place(driver, driver.window.welcome.open_bundle))
    for _ in range(3):
        driver.press(Key.Key_Return)
    assert not tour.isVisible()
    driver.window.commands["guide"].trigger()
    driver.window.commands["tour"].trigger()
    assert not tour.isVisible()
    last = driver.window.notices.last
    assert last is not None
    assert "tour explains" in last.text
