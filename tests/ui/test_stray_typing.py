"""Tests that a sentence typed outside a text field changes no answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.ui.typing_focus import StrayKeys, reads_text, stray_keys
from tests.ui.conftest import ALT, CTRL, Driver
from tests.ui.kiwi_work import session_work
from tests.ui.methodical import work
from tests.ui.test_cnr_panel import work as loaves
from tests.ui.test_cnr_shown import review
from tests.ui.test_invalid_answers import study

Key = Qt.Key


@pytest.mark.parametrize("inside", [False, True])
def test_digits_of_a_sentence_change_no_answer(desk: Driver, inside: bool) -> None:
    desk.type("y")
    if inside:
        desk.focus("rating")
    desk.type("4")
    assert desk.answers == {"follows": True, "rating": 4}
    if inside:
        desk.focus("rating")
    else:
        desk.controller.page.queue.setFocus()
    desk.type("add 2 lines, not 5")
    assert desk.answers == {"follows": True, "rating": 4}
    assert "Nothing was typed" in desk.window.brief_notice.text.text()


def test_tab_separates_meant_answers_from_a_sentence(desk: Driver) -> None:
    desk.type("y3")
    desk.press(Key.Key_Tab)
    desk.type("the quote")
    assert desk.answers == {"follows": True, "rating": 3}
    notice = desk.window.notices.brief
    assert notice is not None
    assert "no answer was changed" in notice.text
    assert "Ctrl+Shift+C" in notice.hint  # Tab leads to no text here


def test_an_answer_just_before_a_sentence_may_have_been_meant(desk: Driver) -> None:
    desk.type("y3the quote")
    assert desk.answers == {"follows": True, "rating": 3}
    assert "If keys of it changed an answer" in desk.window.brief_notice.text.text()


def test_a_single_wrong_key_is_no_sentence(desk: Driver) -> None:
    desk.type("xy")
    desk.type("x4")
    assert desk.answers == {"follows": True, "rating": 4}


def test_text_fields_take_everything(desk: Driver) -> None:
    desk.type("y4")
    desk.focus("comment")
    desk.type("add 2 lines")
    assert desk.answers["comment"] == "add 2 lines"
    assert QApplication.focusWidget() is not None


def test_a_digit_after_a_pause_in_the_sentence_changes_no_answer(
    desk: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [10.0]
    monkeypatch.setattr(stray_keys, "_now", lambda: now[0])
    desk.type("y4")
    desk.focus("rating")
    desk.type("add")
    now[0] += 4.0
    desk.type("2")
    assert desk.answers == {"follows": True, "rating": 4}
    assert "Nothing was typed" in desk.window.brief_notice.text.text()
    now[0] += 4.0  # refused once, so the next digit is meant
    desk.type("2")
    assert desk.answers == {"follows": True, "rating": 2}


def test_a_pause_ends_the_sentence_after_a_notice() -> None:
    now = [10.0]
    keys = StrayKeys(lambda: now[0])
    keys.note()
    assert not keys.are_prose
    keys.note()
    assert keys.are_prose
    now[0] += 1.0
    assert keys.are_prose
    keys.note()
    now[0] += 60.0
    assert keys.are_prose  # nobody has said yet that nothing was typed
    keys.note_refused()
    now[0] += 1.6
    assert not keys.are_prose
    # Letters before the pause no longer count.
    keys.note()
    assert not keys.are_prose


@pytest.mark.parametrize("sentence", ["ab cd", "a cd", "ab ", "ab\r"])
def test_spaces_of_a_sentence_choose_no_focused_option(desk: Driver, sentence: str) -> None:
    desk.type("y")
    desk.press(Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    desk.press(Qt.Key.Key_Tab)
    for letter in sentence:
        desk.press(Qt.Key.Key_Return) if letter == "\r" else desk.type(letter)
    assert desk.answers == {"follows": True}
    assert "Nothing was typed" in desk.window.brief_notice.text.text()


def test_a_space_without_letters_chooses_the_focused_option(
    desk: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [10.0]
    monkeypatch.setattr(stray_keys, "_now", lambda: now[0])
    desk.type("y")
    desk.press(Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    desk.press(Qt.Key.Key_Tab)
    desk.type(" ")
    assert desk.answers == {"follows": True, "rating": 1}
    desk.press(Qt.Key.Key_Right)
    desk.type("ab")
    now[0] += 4.0
    desk.type(" ")  # the first space says that nothing was typed
    assert desk.answers["rating"] == 1
    now[0] += 4.0
    desk.type(" ")
    assert desk.answers["rating"] == 2


def test_ticks_changed_by_the_first_keys_of_a_sentence_come_back(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path, "collect", {"number": 1, "of": 2}))
    criteria = driver.controller.panel.criteria
    first, second = list(criteria.ticks.values())[:2]
    for tick in (first, second):
        QTest.mouseClick(tick, Qt.MouseButton.LeftButton)
    # Only what was changed without a pause belongs to the sentence.
    stray_keys._changed_at -= 60.0
    driver.type("1 line")
    text = driver.window.brief_notice.text.text()
    assert text == "Nothing was typed. Ticks that keys had changed are as before."
    assert first.isChecked()
    assert second.isChecked()
    driver.type("lines")
    assert "no answer was changed" in driver.window.brief_notice.text.text()
    assert driver.answers["criteria"] == list(criteria.ticks)[:2]


_TICKS = """
form: 1
key: letters.faults
version: 1
language: en
key_scope: question
title: Letters
questions:
  - key: faults
    type: multiple_choice
    required: true
    text: "What is wrong?"
    options: [{code: late, label: "Too late"}, {code: long, label: "Too long"}]
  - {key: praise, type: long_text, text: "What is good?"}
  - {key: polite, type: yes_no, required: true, text: "Is it polite?"}
"""


def test_enter_confirms_ticks_whatever_is_typed_next(driver: Driver, tmp_path: Path) -> None:
    driver.open(study(tmp_path, _TICKS))
    driver.type("12")
    driver.press(Key.Key_Return)
    driver.type("orange")
    assert driver.answers["faults"] == ["late", "long"]


# Leaving a text


def test_escape_leaves_a_text_so_that_keys_answer(desk: Driver) -> None:
    desk.type("y4")
    desk.focus("comment")
    desk.type("note")
    desk.press(Qt.Key.Key_Escape)
    desk.type("n")
    desk.press(Qt.Key.Key_F1)
    assert desk.answers == {"follows": False, "rating": 4, "comment": "note"}


def test_after_escape_arrows_go_to_other_questions_and_tab_into_the_text(desk: Driver) -> None:
    desk.type("y4")
    desk.focus("comment")
    desk.type("note")
    desk.press(Qt.Key.Key_Escape)
    desk.press(Qt.Key.Key_Up)
    desk.type("2")
    assert desk.answers == {"follows": True, "rating": 2, "comment": "note"}
    desk.focus("comment")
    desk.press(Qt.Key.Key_Escape)
    desk.press(Qt.Key.Key_Tab)
    desk.type("s")
    assert desk.answers["comment"] == "notes"


def test_escape_closes_the_guidelines_first(desk: Driver) -> None:
    desk.type("y4")
    desk.press(Qt.Key.Key_F1)
    desk.focus("comment")
    desk.press(Qt.Key.Key_Escape)
    desk.type("4")
    assert desk.answers["comment"] == "4"


def test_ctrl_enter_ends_the_sentence_and_shows_what_keys_answer(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(session_work(tmp_path, initials=[{"item": "q1", "answer": "It helps [0]."}]))
    panel = driver.controller.panel
    kinds = panel.form_view.question_view("type").field
    driver.type("shorter, please")
    driver.submit()
    assert driver.target is kinds.buttons[0]
    assert kinds.buttons[0].shows_focus
    driver.type("1")
    assert driver.session.answers["current"]["type"] == "info"
    assert driver.target is panel.instruction.box


def test_submitting_too_early_shows_where_the_focus_is(desk: Driver) -> None:
    buttons = desk.controller.panel.form_view.question_view("follows").field.buttons
    assert desk.target in buttons
    assert not desk.target.shows_focus  # no option looks chosen at the start
    desk.submit()
    assert desk.target in buttons
    assert desk.target.shows_focus


# Texts for reading


def test_a_letter_in_a_text_for_reading_replaces_no_answer(desk: Driver) -> None:
    desk.press(Key.Key_1, CTRL)
    desk.type("y")
    stray_keys._changed_at -= 60.0
    desk.type("n")
    assert desk.answers == {"follows": True}
    notice = desk.window.notices.brief
    assert notice is not None
    assert notice.text.startswith("Already answered: ")
    assert "Tab" in notice.hint
    desk.type("n no")  # one sentence, of which nothing answers
    assert desk.answers == {"follows": True}
    assert "no answer was changed" in desk.window.brief_notice.text.text()


def test_digits_in_a_text_for_reading_answer_what_is_open(driver: Driver, tmp_path: Path) -> None:
    driver.open(loaves(tmp_path))
    driver.press(Key.Key_2, CTRL)
    assert reads_text()
    text = driver.target
    driver.type("2")
    assert driver.answers["score"] == 2
    driver.type("3")
    assert driver.target is text
    assert driver.answers["score"] == 2
    notice = driver.window.notices.brief
    assert notice is not None
    assert notice.hint == "To change it from here, press Alt+3."
    driver.press(Key.Key_3, ALT)
    assert driver.answers["score"] == 3


@pytest.mark.parametrize("words", ["because", "abc ", "a b"])
def test_words_typed_beside_the_revision_keep_the_decision(
    driver: Driver, tmp_path: Path, words: str
) -> None:
    driver.open(review(tmp_path))
    driver.press(Key.Key_4, CTRL)
    driver.type("c")
    driver.press(Key.Key_2, CTRL)
    assert reads_text()
    text = driver.target
    driver.type(words)
    assert driver.target is text
    assert driver.session.answers["decision"] == "change"
    assert "note" not in driver.answers
    assert driver.window.notices.brief is not None


def test_a_sentence_beside_the_revision_ticks_nothing(driver: Driver, tmp_path: Path) -> None:
    driver.open(loaves(tmp_path))
    driver.type("2")
    driver.press(Key.Key_2, CTRL)
    assert reads_text()
    stray_keys._changed_at -= 60.0  # the score was meant
    driver.type("n")
    assert driver.session.answers["nothing_to_improve"]
    driver.type("o ")
    text = driver.window.brief_notice.text.text()
    assert text == "Nothing was typed. Ticks that keys had changed are as before."
    driver.type("this is")
    assert not driver.session.answers.get("nothing_to_improve")
    assert driver.session.answers["score"] == 2
