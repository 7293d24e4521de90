"""Tests of notices: their buttons close them, and screen readers read the visible text."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop_app.ui.notices import NoticeBar, Notices
from desktop_app.ui.theme import Look, Theme


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
