"""Tests that no key changes an answer by surprise once all questions are answered."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.workspace.work_states import State
from tests.ui.conftest import CTRL, SHIFT, Driver
from tests.ui.methodical import TASK, work

Key = Qt.Key


def test_the_last_answer_leads_to_submit_and_enter_submits(desk: Driver) -> None:
    submit = desk.controller.page.work_bar.submit
    desk.type("y4")
    assert submit.hasFocus()
    assert desk.controller.page.work_bar.left.text() == "1 optional question left"
    desk.type("2n")
    assert desk.answers == {"follows": True, "rating": 4}
    notice = desk.window.notices.last
    assert notice is not None
    assert notice.text == "All questions are answered."
    desk.press(Key.Key_Return)
    assert desk.session.position == 1
    assert desk.session.entries[0].state is State.DONE
    desk.type("n")  # the next item begins with its first question
    assert desk.answers == {"follows": False}


def test_up_and_backspace_go_back_to_the_last_answer(desk: Driver) -> None:
    page = desk.controller.page
    desk.type("y")
    for key in (Key.Key_Up, Key.Key_Backspace):
        desk.focus("rating")
        desk.type("4")
        assert page.work_bar.submit.hasFocus()
        desk.press(key)
        assert desk.controller.panel.focused_question() == "rating"
        assert desk.answers["rating"] == 4
        desk.type("3")
        assert desk.answers["rating"] == 3
        assert page.work_bar.submit.hasFocus()
    desk.press(Key.Key_Z, CTRL)  # undo goes to the question that it changes
    assert desk.answers["rating"] == 4
    assert desk.controller.panel.focused_question() == "rating"
    desk.type("1")
    assert desk.answers["rating"] == 1


def test_tab_and_clicks_go_back_to_any_question(desk: Driver) -> None:
    view = desk.controller.panel.form_view
    desk.type("y4")
    yes, no = view.question_view("follows").field.buttons
    QTest.mouseClick(no, Qt.MouseButton.LeftButton)
    assert desk.answers["follows"] is False
    desk.type("y")
    assert desk.answers["follows"] is True
    desk.press(Key.Key_Backtab, SHIFT)
    desk.press(Key.Key_Backtab, SHIFT)
    desk.press(Key.Key_Tab)
    assert yes.isChecked()


def test_who_reads_goes_on_reading_after_the_last_answer(desk: Driver) -> None:
    desk.press(Key.Key_1, CTRL)
    document = desk.target
    desk.type("y4")
    assert desk.target is document
    assert desk.controller.panel.form_view.active_question() is None
    desk.type("2")
    assert desk.answers == {"follows": True, "rating": 4}
    desk.press(Key.Key_Backspace)
    desk.type("2")
    assert desk.answers == {"follows": True, "rating": 2}


def test_all_questions_of_a_long_form_close_after_the_last(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path, "validate", {"task": TASK}))
    view = driver.controller.panel.form_view
    bar = driver.controller.page.work_bar
    submit = bar.submit
    assert bar.next.isVisible()
    for key in view.visible_questions():
        if key.endswith("_text"):
            driver.focus(key)
            driver.type("Some reason")
    driver.focus(view.visible_questions()[0])
    while not submit.hasFocus():
        active = view.active_question()
        driver.type("1")
        assert view.active_question() != active
    assert submit.hasFocus()
    # Enter submits now.
    assert not bar.next.isVisible()
    assert not view.form.missing(view.answers())
    shown = [view.question_view(key) for key in view.visible_questions()]
    assert not any(one.is_current or one.field.isVisible() for one in shown)
    before = dict(driver.answers)
    driver.type("2")
    assert driver.answers == before
    driver.press(Key.Key_Up)
    assert sum(one.field.isVisible() for one in shown) == 1
