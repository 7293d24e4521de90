"""Tests of options that several keys choose, one after the other, such as 10 on a scale from 0."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests.ui.conftest import CTRL, Driver
from tests.ui.test_conflict_questions import open_page
from tests.ui.test_invalid_answers import study
from tests.ui.test_keys_list import listed
from tests.workspace.test_empty_answers import Rows
from tests.workspace.test_empty_answers import study as lead_study

Key = Qt.Key
HEAD = """
form: 1
key: ten
version: 1
language: en
key_scope: question
title: Ten
questions:
"""
ENDS = {0: "Worst", 10: "Best", -3: "Too short", 3: "Too long"}


def scale(key: str, first: int, last: int) -> str:
    """Return a question with a scale; both of its ends have labels."""
    steps = "".join(
        f"      - {{code: {code}, label: {ENDS.get(code, code)!r}}}\n"
        if code in (first, last)
        else f"      - {{code: {code}}}\n"
        for code in range(first, last + 1)
    )
    return (
        f"  - key: {key}\n    type: likert\n    required: true\n    text: How {key}?\n"
        f"    options:\n{steps}"
    )


@pytest.fixture
def tens(driver: Driver, tmp_path: Path) -> Driver:
    """Return the page of an item with three scales from 0 to 10."""
    form = HEAD + "".join(scale(key, 0, 10) for key in ("fluent", "right", "polite"))
    driver.open(study(tmp_path, form))
    return driver


def at(driver: Driver) -> str:
    return driver.controller.panel.form_view.active_question()


def test_the_second_digit_belongs_to_the_same_question(tens: Driver) -> None:
    tens.type("10")
    assert tens.answers == {"fluent": 10}
    assert at(tens) == "right"
    tens.type("010")
    assert tens.answers == {"fluent": 10, "right": 0, "polite": 10}
    assert not tens.controller.panel.form_view.active_question(), "all questions are answered"


def test_the_number_of_an_option_may_have_two_digits(driver: Driver, tmp_path: Path) -> None:
    options = "".join(f"      - {{code: c{n}, label: Option {n}}}\n" for n in range(1, 13))
    form = HEAD + "".join(
        f"  - key: {key}\n    type: single_choice\n    text: {key}?\n    options:\n{options}"
        for key in ("first", "second")
    )
    driver.open(study(tmp_path, form))
    driver.type("12")
    assert driver.answers == {"first": "c12"}
    driver.type("9")
    assert driver.answers == {"first": "c12", "second": "c9"}


def test_a_pause_goes_on_after_a_digit_that_may_be_the_first_of_two(tens: Driver) -> None:
    tens.type("1")
    assert tens.answers == {"fluent": 1}
    assert at(tens) == "fluent"
    tens.qtbot.waitUntil(lambda: at(tens) == "right")
    tens.type("0")
    assert tens.answers == {"fluent": 1, "right": 0}
    assert at(tens) == "polite"


def test_another_digit_answers_the_next_question(tens: Driver) -> None:
    tens.type("15")
    assert tens.answers == {"fluent": 1, "right": 5}
    assert at(tens) == "polite"


def test_both_digits_are_undone_together(tens: Driver) -> None:
    tens.type("7")
    tens.press(Key.Key_Up)
    tens.type("10")
    assert tens.answers == {"fluent": 10}
    tens.press(Key.Key_Z, CTRL)
    assert tens.answers == {"fluent": 7}
    tens.type("10")
    tens.press(Key.Key_Z, CTRL)
    tens.type("0")
    assert tens.answers == {"fluent": 0}, "after undo, the digit begins another number"


def test_a_pause_does_not_go_on_from_where_the_person_went(tens: Driver) -> None:
    tens.type("1")
    tens.press(Key.Key_Down)
    assert at(tens) == "right"
    tens.press(Key.Key_Up)
    tens.type("0")
    assert tens.answers == {"fluent": 0}


def test_enter_goes_on_at_once(tens: Driver) -> None:
    tens.type("1")
    tens.press(Key.Key_Return)
    assert at(tens) == "right"
    tens.type("0")
    assert tens.answers == {"fluent": 1, "right": 0}


def test_a_text_that_follows_gets_its_first_letter(driver: Driver, tmp_path: Path) -> None:
    why = '  - {key: why, type: short_text, required: true, text: "Why?"}\n'
    driver.open(study(tmp_path, HEAD + scale("fluent", 0, 10) + why))
    driver.type("1Good")
    assert driver.answers == {"fluent": 1, "why": "Good"}


def test_minus_and_a_digit_choose_a_negative_option(driver: Driver, tmp_path: Path) -> None:
    driver.open(study(tmp_path, HEAD + scale("long", -3, 3) + scale("fluent", 0, 10)))
    driver.type("-7")
    assert driver.answers == {}, "7 is no option, and 3 would be the opposite of -3"
    driver.type("-3")
    assert driver.answers == {"long": -3}
    assert at(driver) == "fluent"


def test_bare_numbers_are_chosen_by_themselves(driver: Driver, tmp_path: Path) -> None:
    codes = ", ".join(f"{{code: {code}}}" for code in range(13))
    form = f'{HEAD}  - {{key: many, type: single_choice, text: "How many?", options: [{codes}]}}\n'
    driver.open(study(tmp_path, form))
    driver.type("12")
    assert driver.answers == {"many": 12}


def test_the_list_of_shortcuts_names_the_digits(tens: Driver) -> None:
    found = listed(tens)
    assert {"0–9", "1 0"} <= set(found)
    tens.window.commands["single_keys"].trigger()
    sections = tens.window.keys_sheet
    tens.window.commands["keys"].trigger()
    chips = [one.text() for one in sections.findChildren(QLabel)]
    assert not {"0–9", "1 0"} & set(chips)


def test_a_lead_types_both_digits_for_an_own_answer(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rows: list[Rows] = [[{"item": "1", "fluent": number}] for number in (3, 7)]
    folder = lead_study(tmp_path / "letters", *rows, form=HEAD + scale("fluent", 0, 10))
    page = open_page(driver, monkeypatch, folder)
    page.section.tabs.buttons["annotators"].click()
    page.wait()
    page.table.setFocus()
    page.press(Key.Key_E)
    page.press(Key.Key_1)
    page.press(Key.Key_0)
    page.press(Key.Key_Return)
    assert page.decision["How fluent?"].startswith("10")
