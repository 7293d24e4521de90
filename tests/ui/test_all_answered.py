"""Tests that no key changes an answer by surprise once all questions are answered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.workspace.work_states import State
from tests.ui import methodical
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.methodical import TASK
from tests.ui.test_invalid_answers import study

Key = Qt.Key


def test_the_last_answer_leads_to_submit_and_enter_submits(desk: Driver) -> None:
    submit = desk.controller.page.work_bar.submit
    desk.type("y4")
    assert submit.hasFocus()
    assert desk.controller.page.work_bar.left.text() == "1 optional question left"
    desk.type("2n")
    assert desk.answers == {"follows": True, "rating": 4}
    notice = desk.window.notices.brief
    assert notice is not None
    assert notice.text == "All questions are answered."
    desk.press(Key.Key_Return)
    assert desk.session.position == 1
    assert desk.session.entries[0].state is State.DONE
    desk.type("n")  # the next item begins with its first question
    assert desk.answers == {"follows": False}


def test_a_held_key_submits_no_second_item(desk: Driver) -> None:
    # Qt sends no repeated keys to shortcuts in tests.
    assert not desk.window.commands["submit"].autoRepeat()


def test_a_comment_that_begins_with_a_digit_submits_nothing(desk: Driver) -> None:
    desk.type("y4")
    assert desk.controller.page.work_bar.submit.hasFocus()
    desk.type("3 numbers are missing")
    assert desk.session.position == 0
    assert desk.answers == {"follows": True, "rating": 4}
    assert desk.session.entry.state is State.DRAFT


# As the form editor makes it: nothing is required.
FREE = """
form: 1
key: letters.free
version: 1
language: en
title: Letters
questions:
  - {key: clear, type: yes_no, text: "Is it clear?"}
  - key: faults
    type: multiple_choice
    text: "What is wrong?"
    options: [{code: terms, label: Terms}, {code: names, label: Names}]
  - {key: share, type: number, min: 0, max: 100, text: "How much of it?"}
  - {key: name, type: short_text, text: "Who wrote it?"}
  - {key: why, type: long_text, text: "Why?"}
  - {key: words, type: text_list, text: "Which words?"}
  - {key: polite, type: yes_no, text: "Is it polite?"}
"""


def test_where_nothing_is_required_enter_goes_to_each_question_in_order(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(study(tmp_path, FREE))
    view, submit = driver.controller.panel.form_view, driver.controller.page.work_bar.submit
    driver.type("y1")
    assert view.active_question() == "faults", "another option may be wrong, too"
    driver.press(Key.Key_Return)
    assert view.focused_question() == "share"
    driver.type("7")
    driver.press(Key.Key_Return)
    assert view.focused_question() == "name"
    driver.press(Key.Key_Return)
    assert view.focused_question() == "why", "the name was left out"
    driver.type("So.")
    driver.press(Key.Key_Return)  # a new line
    driver.type("1")
    driver.press(Key.Key_Tab)
    driver.type("twice")
    driver.press(Key.Key_Down)
    driver.press(Key.Key_Down)
    assert view.active_question() == "polite"
    driver.type("n")
    assert submit.hasFocus()
    assert driver.answers == {
        "clear": True,
        "faults": ["terms"],
        "share": "7",
        "why": "So.\n1",
        "words": ["twice"],
        "polite": False,
    }


def test_optional_questions_that_were_left_out_are_not_asked_again(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(study(tmp_path, FREE))
    view, submit = driver.controller.panel.form_view, driver.controller.page.work_bar.submit
    driver.type("y")
    for expected in ("share", "name", "why"):
        driver.press(Key.Key_Return)
        assert view.focused_question() == expected
    driver.press(Key.Key_Tab)
    driver.press(Key.Key_Down)
    driver.type("y")
    assert submit.hasFocus()
    assert driver.answers == {"clear": True, "polite": True}
    driver.press(Key.Key_Return)
    assert driver.session.done == 1


def test_optional_texts_between_required_questions_are_skipped(
    driver: Driver, tmp_path: Path
) -> None:
    required = FREE.replace("type: yes_no,", "type: yes_no, required: true,")
    driver.open(study(tmp_path, required))
    view, submit = driver.controller.panel.form_view, driver.controller.page.work_bar.submit
    driver.type("y1")
    driver.press(Key.Key_Return)
    assert view.active_question() == "polite"
    driver.type("n")
    assert submit.hasFocus()


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


def test_a_key_changes_the_answer_of_the_question_that_was_reached(desk: Driver) -> None:
    desk.type("y4")
    for _ in range(2):
        desk.press(Key.Key_Up)
    desk.type("n")
    assert desk.answers == {"follows": False, "rating": 4}
    button = desk.controller.panel.form_view.question_view("rating").field.buttons[2]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert desk.answers["rating"] == 3
    desk.type("2")
    assert desk.answers["rating"] == 2


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
    driver.open(methodical.work(tmp_path, "validate", {"task": TASK}))
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


def test_escape_from_a_text_lets_digits_answer_the_next_question(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(methodical.work(tmp_path, "validate", {"task": TASK}))
    view = driver.controller.panel.form_view
    shown = view.visible_questions()
    text = next(key for key in shown if not view.question_view(key).field.has_keys)
    following = next(
        key for key in shown[shown.index(text) :] if view.question_view(key).field.has_keys
    )
    driver.focus(text)
    driver.type("Some reason 1")
    driver.press(Key.Key_Escape)
    assert view.active_question() == following
    driver.type("2")
    assert driver.answers[text] == "Some reason 1"
    assert driver.answers.keys() == {text, following}


def test_escape_from_a_text_overwrites_no_answer(desk: Driver) -> None:
    desk.type("y4")
    desk.focus("comment")
    desk.type("Fine.")
    desk.press(Key.Key_Escape)
    assert desk.controller.panel.focused_question() == "comment"
    assert desk.answers == {"follows": True, "rating": 4, "comment": "Fine."}


@pytest.mark.parametrize("is_submitted", [False, True])
def test_the_same_keys_correct_a_complete_draft_and_a_submitted_item(
    start: Callable[[], Driver], work: Path, is_submitted: bool
) -> None:
    driver = start()
    driver.open(work)
    driver.type("y4")
    assert driver.controller.page.work_bar.submit.hasFocus()
    driver.wait_saved()
    if is_submitted:
        driver.press(Key.Key_Return)
    driver.window.close()

    driver = start()
    driver.open(work)
    if driver.session.position:
        driver.press(Key.Key_Left, ALT)
    assert driver.controller.panel.form_view.active_question() == "follows"
    driver.type("n1")
    assert driver.answers == {"follows": False, "rating": 1}
    assert driver.controller.page.work_bar.submit.hasFocus()
    driver.press(Key.Key_Return)
    assert driver.session.entries[0].state is State.DONE


@pytest.mark.parametrize("page", ["connections", "guide", "palette", "own_key"])
def test_other_pages_give_the_focus_back_to_submit(desk: Driver, page: str) -> None:
    desk.type("y4")
    submit = desk.controller.page.work_bar.submit
    desk.window.commands[page].trigger()
    desk.qtbot.waitUntil(lambda: not submit.hasFocus())
    desk.press(Key.Key_Escape)
    desk.qtbot.waitUntil(submit.hasFocus)
    desk.type("2")
    assert desk.answers == {"follows": True, "rating": 4}


_HIDES = """
form: 1
key: letters.why
version: 1
language: en
title: Letters
questions:
  - {key: clear, type: yes_no, required: true, text: "Is it clear?"}
  - {key: share, type: number, required: true, text: "How much of it?"}
  - {key: why, type: short_text, text: "Why?", show_if: {question: clear, is: true}}
"""


def test_submit_gets_the_focus_from_a_question_that_the_last_answer_hides(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(study(tmp_path, _HIDES))
    submit = driver.controller.page.work_bar.submit
    driver.type("y55")
    driver.press(Key.Key_Return)
    assert submit.hasFocus()
    driver.focus("why")
    driver.type("Short.")
    driver.press(Key.Key_Escape)
    driver.type("n")
    assert driver.answers["clear"] is False
    assert submit.hasFocus()
