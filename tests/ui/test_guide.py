"""The user guide in the window, by keys and clicks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop_app.settings import RecentWorkspace, Settings, load_settings, save_settings
from desktop_app.ui.guide_page import GuidePage
from desktop_app.version import __version__
from tests.ui.conftest import Driver

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


def _guide(desk: Driver) -> GuidePage:
    page = desk.window.pages.currentWidget()
    assert isinstance(page, GuidePage)
    return page


def test_f1_opens_the_guide_on_the_first_page_and_escape_leaves_it(
    start: Callable[[], Driver],
) -> None:
    desk = start()
    desk.press(Key.Key_F1)
    guide = _guide(desk)
    assert guide.search.hasFocus()
    assert guide.shown == "annotating"
    desk.press(Key.Key_Escape)
    assert desk.window.pages.currentWidget() is desk.window.welcome
    desk.press(Key.Key_F1)
    desk.press(Key.Key_F1)
    assert desk.window.pages.currentWidget() is desk.window.welcome


def test_each_page_is_shown_once(start: Callable[[], Driver]) -> None:
    desk = start()
    desk.press(Key.Key_F1)
    guide = _guide(desk)
    # There and back: a page is shown with and without pictures, after a long and after a short one.
    rows = [
        row
        for row in range(guide.list.count())
        if guide.list.item(row).flags() & Qt.ItemFlag.ItemIsSelectable
    ]
    places = [*rows, *reversed(rows)]
    seen: dict[str, str] = {}
    for place in places:
        guide.list.setCurrentRow(place)
        QTest.qWait(1)
        text = guide.text.toPlainText()
        title = text.partition("\n")[0]
        assert text.count(f"{title}\n") == 1, guide.shown
        assert seen.setdefault(guide.shown, text) == text
    assert len(seen) > 20


def test_while_annotating_f1_shows_the_guidelines_and_shift_f1_the_guide(desk: Driver) -> None:
    desk.type("y")
    desk.press(Key.Key_F1)
    assert desk.controller.page.side.shows_guidelines
    desk.press(Key.Key_F1, SHIFT)
    _guide(desk)
    # Letters are words of the search, not answers.
    desk.type("n")
    desk.press(Key.Key_Escape)
    assert desk.window.pages.currentWidget() is desk.controller.page
    assert desk.answers == {"follows": True}
    desk.type("4")
    assert desk.answers["rating"] == 4


def test_the_list_of_pages_keeps_its_width_in_a_wide_window(desk: Driver, qtbot: QtBot) -> None:
    desk.window.resize(1920, 1080)
    desk.press(Key.Key_F1, SHIFT)
    guide = _guide(desk)
    qtbot.waitUntil(lambda: guide.width() > 1_800)
    assert guide.list.width() < 400
    assert guide.text.width() > 800


def test_a_search_opens_the_place_that_it_found(start: Callable[[], Driver]) -> None:
    desk = start()
    desk.press(Key.Key_F1)
    guide = _guide(desk)
    desk.type("merge results")
    assert guide.list.count() > 1
    desk.press(Key.Key_Return)
    assert guide.list.hasFocus()
    assert guide.shown == "leading"
    # The heading is at the top of the text.
    top = guide.text.cursorForPosition(guide.text.viewport().rect().topLeft()).block().text()
    assert top == "How do I merge results?"
    desk.press(Key.Key_Return)
    assert guide.text.hasFocus()
    guide.search.setFocus()
    guide.search.selectAll()
    desk.type("qqqq")
    assert guide.none.isVisible()


def test_a_link_leads_to_another_page(start: Callable[[], Driver]) -> None:
    desk = start()
    desk.press(Key.Key_F1)
    guide = _guide(desk)
    guide.show_place("leading")
    cursor = guide.text.document().find("Decisions, agreement and exports")
    box = guide.text.cursorRect(cursor)
    # The cursor is behind the link.
    QTest.mouseClick(
        guide.text.viewport(), Qt.MouseButton.LeftButton, pos=box.center() - QPoint(8, 0)
    )
    assert guide.shown == "leading-results"
    assert guide.list.currentItem().text() == "Decisions, agreement and exports"


def test_the_guide_leads_back_to_the_page_before(start: Callable[[], Driver]) -> None:
    desk = start()
    desk.window.opener.show_new_project()
    desk.press(Key.Key_F1, SHIFT)
    _guide(desk)
    desk.press(Key.Key_Escape)
    assert desk.window.pages.currentWidget() is desk.window.pages.new_project


def test_an_update_is_told_once_and_its_button_shows_what_is_new(
    start: Callable[[], Driver], work: Path
) -> None:
    save_settings(Settings(version="0.0.9"))
    driver = start()
    assert driver.window.preferences.is_updated
    driver.window.tell_of_update()
    last = driver.window.notices.last
    assert last is not None
    assert last.text == f"Proofdesk was updated to version {__version__}."
    driver.window.notice_bar.action_button.click()
    guide = driver.window.pages.guide
    assert guide.isVisible()
    assert guide.shown == "changelog"
    assert "What you can do with each version" in guide.text.toPlainText()
    driver.press(Qt.Key.Key_Escape)
    assert driver.window.welcome.isVisible()
    assert not driver.window.preferences.is_updated
    assert not start().window.preferences.is_updated


def test_the_first_start_is_no_update(start: Callable[[], Driver], work: Path) -> None:
    driver = start()
    assert not driver.window.preferences.is_updated
    driver.open(work)
    assert load_settings().version == __version__


def test_settings_of_the_first_version_do_not_name_it(start: Callable[[], Driver]) -> None:
    save_settings(Settings(recent=[RecentWorkspace(folder="/gone")]))
    assert start().window.preferences.is_updated is (__version__ != "0.1.0")


def test_the_text_below_a_picture_begins_right_after_it(desk: Driver) -> None:
    desk.press(Key.Key_F1, SHIFT)
    guide = _guide(desk)
    guide.show_place("annotating")
    desk.qtbot.waitUntil(lambda: guide.text.viewport().width() > 400)
    document = guide.text.document()
    layout, block = document.documentLayout(), document.begin()
    pictures = 0
    while block.isValid():
        if "\ufffc" in block.text():
            place, below = layout.blockBoundingRect(block), layout.blockBoundingRect(block.next())
            assert place.height() > 200
            assert below.top() - place.top() < 1.1 * place.height()
            pictures += 1
        block = block.next()
    assert pictures > 0


def test_about_is_not_hidden_behind_an_earlier_search(desk: Driver) -> None:
    desk.press(Key.Key_F1, SHIFT)
    guide = _guide(desk)
    desk.type("qqqq")
    assert guide.none.isVisible()
    desk.window.commands["about"].trigger()
    assert guide.shown == "about"
    assert guide.search.text() == ""
    assert guide.list.currentItem().text() == "About Proofdesk"
    # Leaving it returns to the work, not to the guide.
    desk.press(Key.Key_Escape)
    assert desk.window.pages.currentWidget() is not guide
