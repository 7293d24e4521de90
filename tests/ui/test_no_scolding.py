"""Tests that no error is shown before an attempt to submit, and no turn that nobody opened."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from plugins.kiwi.panel.turn_page import AgainPanel
from tests.ui.test_printed_keys import NAMES, packaged, panels, show


def turn(number: int, *, ask: bool) -> dict[str, Any]:
    words = {"instruction": f"Do {number}.", "answer": f"Answer {number}."}
    return {"turn": number, "type": "info", "ask": ask, **words}


SESSION = {
    "question": "Q",
    "papers": [],
    "turns": [turn(1, ask=True), turn(2, ask=False), turn(3, ask=True), turn(4, ask=True)],
}


@pytest.fixture
def again(qtbot: QtBot, theme: Any) -> AgainPanel:
    made = AgainPanel(packaged("kiwi", "again"), "en", theme)
    made.show_item(SESSION, "")
    made.set_answers({})
    shown: AgainPanel = show(qtbot, made)
    shown.await_keys()
    return shown


def red(panel: QWidget) -> list[str]:
    """Return the visible error messages."""
    return [
        label.text()
        for label in panel.findChildren(QLabel)
        if label.property("kind") == "problem" and label.isVisible() and label.text()
    ]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_red_while_one_works(qtbot: QtBot, theme: Any, name: str) -> None:
    panel = show(qtbot, panels(theme, name))
    panel.await_keys()
    assert red(panel) == []
    for _ in range(12):
        focus = QApplication.focusWidget()
        QTest.keyClicks(focus, "1")
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        assert red(panel) == []


def test_the_next_turn_waits_without_a_reproach(again: AgainPanel) -> None:
    again.walk(1)
    assert again.head.title.text() == "Turn 1 of 4"
    assert red(again) == []
    assert "Rate this turn first" in again.head.note.text()


def test_a_turn_nobody_has_seen_is_neither_shown_nor_blamed(again: AgainPanel) -> None:
    QTest.keyClicks(QApplication.focusWidget(), "1")
    again.show_problems(again.missing(again.answers()))  # submitted too early
    assert again.head.title.text() == "Turn 1 of 4"
    assert again.questions_left() == (2, 0)
    assert again.step().primary == "Next turn"
    assert not again.form_view.question_view("rating").problem.isVisible()
    for title in ("Turn 2 of 4", "Turn 3 of 4"):
        assert again.finish_step()
        assert again.head.title.text() == title
        assert not again.form_view.question_view("rating").problem.isVisible()
    QTest.keyClicks(QApplication.focusWidget(), "2")
    assert again.questions_left() == (1, 0)
    again.walk(1)
    QTest.keyClicks(QApplication.focusWidget(), "3")
    assert again.questions_left() == (0, 0)
    assert again.step().primary == ""  # the last step submits
    assert not again.finish_step()
    assert again.missing(again.answers()) == []


def test_the_turn_in_sight_is_marked_once_somebody_tried(again: AgainPanel) -> None:
    again.show_problems(again.missing(again.answers()))
    assert again.form_view.question_view("rating").missing_mark.isVisible()
    QTest.keyClicks(QApplication.focusWidget(), "1")
    assert not again.form_view.question_view("rating").missing_mark.isVisible()
