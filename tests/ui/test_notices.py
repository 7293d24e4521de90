"""Tests of notices: their buttons close them, and screen readers read the visible text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui import notices as notices_module
from desktop_app.ui.accessible import announcer
from desktop_app.ui.notices import NoticeBar, Notices
from desktop_app.ui.theme import Look, Theme
from tests.ui.conftest import Driver


def test_a_notice_whose_button_was_pressed_is_not_taken_for_visible(qtbot: QtBot) -> None:
    notices, acted = Notices(), list[str]()
    bar = NoticeBar(notices, Theme(Look.LIGHT))
    qtbot.addWidget(bar)
    notices.offer("Found", "", "info", "Open", lambda: acted.append("opened"))
    QTest.mouseClick(bar.action_button, Qt.MouseButton.LeftButton)
    assert acted == ["opened"]
    assert notices.last is None
    assert bar.isHidden()
    # The action may post a notice itself: that one stays.
    notices.offer("Found", "", "info", "Open", lambda: notices.say("Opened"))
    QTest.mouseClick(bar.action_button, Qt.MouseButton.LeftButton)
    assert notices.last is not None
    assert (notices.last.text, bar.isHidden()) == ("Opened", False)


def test_a_notice_does_not_move_submit(desk: Driver, qtbot: QtBot) -> None:
    window, button = desk.window, desk.controller.page.work_bar.submit
    qtbot.waitUntil(lambda: button.isVisible() and button.height() > 0)
    before = button.mapTo(window, button.rect().topLeft())
    window.notices.say("3 items imported.", "A hint that needs a line. " * 12, "warn")
    bar = window.notice_bar
    qtbot.waitUntil(lambda: bar.isVisible() and bar.parentWidget().height() >= bar.height() > 30)
    assert button.mapTo(window, button.rect().topLeft()) == before
    # A click where the bar is hits it, and after it was closed the page again.
    place = bar.close_button.mapTo(window, bar.close_button.rect().center())
    assert window.childAt(place) is bar.close_button
    QTest.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.childAt(place) is not bar.parentWidget())
    assert button.mapTo(window, button.rect().topLeft()) == before


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_notice_moves_nothing_on_the_annotators_page(
    desk: Driver, qtbot: QtBot, scale: float
) -> None:
    window, page = desk.window, desk.controller.page
    window.resize(1280, 800)
    window.theme.set_text_scale(scale)
    qtbot.waitUntil(lambda: page.header.height() < 40 * scale + 24)
    parts = (page.header, page.panels, page.queue, page.work_bar.submit, page.footer)

    def places() -> list[QRect]:
        return [QRect(part.mapTo(window, QPoint()), part.size()) for part in parts]

    before = places()
    bar = window.notice_bar
    window.notices.say("Undone.", "A draft again.")
    qtbot.waitUntil(lambda: bar.isVisible() and bar.text.height() > 0)
    QApplication.processEvents()
    below = bar.mapTo(window, QPoint(0, bar.height())).y()
    assert below <= page.header.mapTo(window, QPoint(0, page.header.height())).y() + 4
    window.notices.say("Undone: Rating.", "A hint that needs a line. " * 24, "warn")
    qtbot.waitUntil(lambda: bar.isVisible() and bar.height() > 20 * scale)
    QApplication.processEvents()
    assert places() == before
    # The buttons of the header stay in reach, and so does all of the panel.
    shown = QRect(bar.mapTo(window, QPoint()), bar.size())
    for part in (page.header.guidelines, page.header.palette_button, page.panels):
        assert not shown.intersects(QRect(part.mapTo(window, QPoint()), part.size()))
    assert window.rect().contains(shown)
    # Also while the bar is open and the window gets another width.
    window.resize(1400, 800)
    qtbot.waitUntil(lambda: bar.width() == page.header.report.width())


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_notice_without_a_hint_has_its_text_in_the_middle_beside_its_buttons(
    desk: Driver, qtbot: QtBot, scale: float
) -> None:
    window = desk.window
    window.resize(1280, 800)
    window.theme.set_text_scale(scale)
    bar = window.notice_bar

    def offset() -> int:
        return abs(bar.text.geometry().center().y() - bar.close_button.geometry().center().y())

    window.notices.say("This workspace is open in another window, which is in front now.")
    qtbot.waitUntil(lambda: bar.isVisible() and offset() <= 1)
    QApplication.processEvents()
    # It hides nothing below the header.
    header = desk.controller.page.header
    below = bar.mapTo(window, QPoint(0, bar.height())).y()
    assert below <= header.mapTo(window, QPoint(0, header.height())).y() + 4
    window.notices.say("Undone.", "A draft again.")
    qtbot.waitUntil(lambda: bar.isVisible() and bar.hint.y() > bar.text.y())
    window.notices.say("Undone.")
    qtbot.waitUntil(lambda: offset() <= 1)
    window.notices.say("Undone.", "A draft again.")
    qtbot.waitUntil(lambda: bar.hint.y() >= bar.text.geometry().bottom())


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_notice_about_a_file_is_shown_whole_and_escape_closes_it(
    desk: Driver, qtbot: QtBot, scale: float
) -> None:
    window = desk.window
    window.resize(1280, 800)
    window.theme.set_text_scale(scale)
    bar = window.notice_bar
    window.notices.offer(
        "Results saved as results-ana.proofdesk in the folder Documents.",
        "5 annotated items. Send this file to the project lead, for example by e-mail. You can "
        "write it again at any time. Not included: 2 drafts, 12 items to do.",
        "info",
        "Show in folder",
        lambda: None,
    )
    qtbot.waitUntil(lambda: bar.isVisible() and bar.height() > 30 * scale)
    header = window.controller.page.header
    if scale > 1:
        # In a low window, it stays in the header, above the question, until *More* is pressed.
        end = header.mapTo(window, header.rect().bottomLeft()).y()
        qtbot.waitUntil(bar.more_button.isVisible)
        qtbot.waitUntil(lambda: bar.mapTo(window, bar.rect().bottomLeft()).y() <= end)
        QTest.mouseClick(bar.more_button, Qt.MouseButton.LeftButton)
    assert bar.more_button.isHidden() == (scale == 1)
    for one in (bar.text, bar.hint):
        qtbot.waitUntil(lambda one=one: one.height() >= one.heightForWidth(one.width()))
        assert one.wordWrap()
    desk.press(Qt.Key.Key_Escape)
    assert bar.isHidden()
    assert window.notices.last is None


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_very_long_notice_has_two_lines_until_more_is_pressed(
    desk: Driver, qtbot: QtBot, scale: float
) -> None:
    window = desk.window
    window.resize(1280, 800)
    window.theme.set_text_scale(scale)
    bar = window.notice_bar
    window.notices.say("3 items imported.", "Two.", "warn")
    qtbot.waitUntil(lambda: bar.isVisible() and bar.height() > 30 * scale)
    height, words = bar.height(), "A hint that needs several lines. " * 24
    assert bar.more_button.isHidden()
    window.notices.say("3 items imported.", words, "warn")
    qtbot.waitUntil(bar.more_button.isVisible)
    qtbot.waitUntil(lambda: bar.height() == height)
    assert words.strip() in bar.accessibleDescription()
    QTest.mouseClick(bar.more_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bar.height() > height)
    QTest.mouseClick(bar.more_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bar.height() == height)


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_brief_notice_is_as_high_as_its_texts(desk: Driver, qtbot: QtBot, scale: float) -> None:
    window, brief = desk.window, desk.window.brief_notice
    window.resize(1280, 800)
    window.theme.set_text_scale(scale)
    for text, hint in (
        ("All questions are answered.", "Backspace goes back to the last one."),
        ("9 is not an option of the active question.", ""),
        ("Nothing was typed: keys have changed an answer.", "Click into a text field first. " * 3),
        ("Undone.", ""),
        ("All questions are answered.", "Backspace goes back, or press Enter to go on from here."),
    ):
        window.notices.say_briefly(text, hint)
        qtbot.waitUntil(lambda text=text: brief.isVisible() and brief.text.text() == text)
        QApplication.processEvents()
        shown = [one for one in (brief.text, brief.hint) if one.isVisible()]
        needed = sum(one.heightForWidth(one.width()) for one in shown) + 2 * (len(shown) - 1)
        # The margins, and the border of the style.
        assert brief.height() == needed + 16 + 2


def test_a_brief_notice_goes_when_it_was_read(
    desk: Driver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, brief = desk.window, desk.window.brief_notice
    with qtbot.waitSignal(announcer().announced) as heard:
        window.notices.say_briefly("9 is not an option of the active question.")
    assert heard.args is not None
    assert brief.isVisible()
    # Shown for less time, so that the test need not wait.
    monkeypatch.setattr(notices_module, "_SHOWN", 1)
    monkeypatch.setattr(notices_module, "_SHOWN_PER_CHARACTER", 1)
    window.notices.say_briefly("8 is not an option of the active question.")
    assert brief.isVisible()
    qtbot.waitUntil(brief.isHidden)
    assert window.notices.brief is None
