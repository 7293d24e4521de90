"""Tests of what screen readers get from the annotator's page: roles, names, states, announcements.

`tests/workflows/test_speech.py` reads the same from outside, as a screen reader does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.text.spans import Kind
from desktop_app.ui.accessible import announcer
from desktop_app.ui.widgets.reading_view import ReadingView
from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver

Key = Qt.Key
NAME, NOTE = QAccessible.Text.Name, QAccessible.Text.Description


@pytest.fixture
def spoken(desk: Driver) -> Iterator[list[str]]:
    """The announcements after the first item was opened."""
    texts: list[str] = []
    announcer().announced.connect(texts.append)
    desk.qtbot.waitUntil(lambda: bool(texts))
    assert texts.pop().startswith("Item 1, to do, ")
    assert not texts
    yield texts
    announcer().announced.disconnect(texts.append)


@pytest.fixture
def hear(desk: Driver, spoken: list[str]) -> Callable[[], str]:
    """A function that waits for an announcement and returns it."""

    def wait() -> str:
        desk.qtbot.waitUntil(lambda: bool(spoken))
        return spoken.pop(0)

    return wait


def accessible(widget: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def group(widget: QWidget) -> QAccessibleInterface:
    """Return the innermost group around a widget."""
    around = accessible(widget).parent()
    while around is not None and around.role() is not QAccessible.Role.Grouping:
        around = around.parent()
    assert around is not None
    return around


def test_an_option_is_read_with_its_role_place_state_and_question(desk: Driver) -> None:
    desk.focus("follows")
    option = accessible(desk.target)
    assert option.role() is QAccessible.Role.RadioButton
    assert (option.text(NAME), option.text(NOTE).split(".")[0]) == ("Yes", "1 of 2")
    assert not option.state().checked
    question = group(desk.target).text(NAME)
    assert question == "Question 1: Does the answer follow the instruction?"
    button = desk.target
    desk.press(Key.Key_Y)
    assert accessible(button).state().checked
    # The answer can be cleared, as that of a check box.
    button.setFocus()
    desk.press(Key.Key_Backspace)
    assert not accessible(button).state().checked
    desk.focus("comment")
    assert group(desk.target).text(NAME) == "Question 3 · optional: Comment"


def test_a_submission_that_is_refused_says_how_much_is_missing(
    desk: Driver, hear: Callable[[], str]
) -> None:
    desk.focus("follows")
    desk.submit()
    assert hear() == "2 questions unanswered."
    # Orca reads the name of a group, but not its description.
    question = group(desk.target)
    assert question.text(NAME).startswith("Question 1: ")
    assert question.text(NAME).endswith(" · Not answered")
    assert not question.text(NOTE)
    desk.press(Key.Key_Y)
    assert "Not answered" not in question.text(NAME)


def test_a_submission_and_the_next_item_are_read_together(
    desk: Driver, hear: Callable[[], str]
) -> None:
    desk.focus("follows")
    desk.press(Key.Key_Y)
    desk.press(Key.Key_4)
    assert [hear(), hear()] == ["Selected: Yes.", "Selected: Good."]
    desk.submit()
    assert hear().startswith("Submitted. Item 2, to do, ")


def test_an_answer_is_read_before_the_question_to_which_its_key_goes(
    desk: Driver, spoken: list[str], qapp: QApplication
) -> None:
    desk.focus("follows")

    def note(_before: QWidget | None, now: QWidget | None) -> None:
        spoken.append(accessible(now).text(NAME) if now is not None else "")

    qapp.focusChanged.connect(note)
    desk.press(Key.Key_Y)
    desk.press(Key.Key_4)
    qapp.focusChanged.disconnect(note)
    # The option gets the focus, too, but a screen reader skips what loses it again at once.
    assert spoken == ["Selected: Yes.", "1: Missed", "4: Good", "Selected: Good.", "Submit"]


def test_an_answer_by_key_from_a_text_is_read_with_its_question(
    desk: Driver, spoken: list[str]
) -> None:
    desk.controller.panel.document_pane.view.setFocus()
    desk.press(Key.Key_Y)
    assert spoken == ["Does the answer follow the instruction? Selected: Yes."]


def test_the_pane_with_the_questions_is_no_group_of_which_all_texts_are_read(desk: Driver) -> None:
    pane = accessible(desk.controller.panel.questions)
    assert (pane.text(NAME), pane.role()) == ("Questions", QAccessible.Role.Form)
    # The explanation of an option is its description, too.
    anchor = desk.controller.panel.form_view.question_view("rating").field.anchor
    assert accessible(anchor).role() is QAccessible.Role.Paragraph
    assert accessible(anchor).text(NAME) == anchor.text()


def test_stacks_of_pages_are_not_read(desk: Driver) -> None:
    page = desk.controller.page
    for stack in (page.panels, page.side.stack):
        assert accessible(stack).role() is QAccessible.Role.Client


def test_a_search_field_has_the_focus_before_its_text_is_selected(
    desk: Driver, qapp: QApplication
) -> None:
    desk.press(Key.Key_F, CTRL)
    desk.type("e")
    field = desk.target
    assert isinstance(field, QLineEdit)
    desk.press(Key.Key_Escape)
    selected: list[str] = []

    def note(_before: QWidget | None, _now: QWidget | None) -> None:
        selected.append(field.selectedText())

    qapp.focusChanged.connect(note)
    desk.press(Key.Key_F, CTRL)
    qapp.focusChanged.disconnect(note)
    assert desk.target is field
    # Otherwise, Orca would take a field for read that it has not read yet.
    assert (selected[-1], field.selectedText()) == ("", "e")


def test_the_page_about_the_person_is_read_with_its_purpose(driver: Driver, tmp_path: Path) -> None:
    texts: list[str] = []
    announcer().announced.connect(texts.append)
    try:
        done("demo", tmp_path / "demo", "--protocol", "dolomites")
        done("join", tmp_path / "demo" / "bundles" / "chloe.proofdesk", tmp_path / "work")
        driver.open(tmp_path / "work")
        expected = "About you. Your answers tell the project lead whether you know"
        driver.qtbot.waitUntil(lambda: any(one.startswith(expected) for one in texts))
    finally:
        announcer().announced.disconnect(texts.append)


def test_a_tick_by_key_is_read_although_the_focus_is_elsewhere(
    driver: Driver, tmp_path: Path
) -> None:
    done("demo", tmp_path / "demo", "--protocol", "cnr")
    done("join", tmp_path / "demo" / "bundles" / "chloe.proofdesk", tmp_path / "work")
    driver.open(tmp_path / "work")
    texts: list[str] = []
    announcer().announced.connect(texts.append)
    try:
        driver.press(Key.Key_N)
    finally:
        announcer().announced.disconnect(texts.append)
    assert texts[0] == "Nothing to improve."


def test_guidelines_are_read_line_by_line(desk: Driver) -> None:
    desk.press(Key.Key_F1)
    guidelines = desk.controller.page.side.guidelines
    assert guidelines.hasFocus()
    text = accessible(guidelines).textInterface()
    before = text.cursorPosition()
    desk.press(Key.Key_Down)
    assert text.cursorPosition() > before


def test_typing_and_saving_are_not_announced(
    desk: Driver, spoken: list[str], hear: Callable[[], str]
) -> None:
    desk.focus("comment")
    desk.type("A remark")
    desk.wait_saved()
    # What comes next is the first announcement since.
    desk.window.notices.say("Something happened.", "Do something.", "warn")
    assert hear() == "Something happened. Do something."
    assert not spoken


def test_results_of_searches_are_announced(desk: Driver, hear: Callable[[], str]) -> None:
    desk.press(Key.Key_L, CTRL)
    desk.type("2")
    assert hear() == "1 matching item."
    desk.type("xyz")
    assert hear() == "No matching items."
    desk.press(Key.Key_Escape)
    desk.press(Key.Key_Escape)
    desk.press(Key.Key_F, CTRL)
    desk.type("e")
    assert hear().startswith("1 of ")
    desk.press(Key.Key_Return)
    assert hear().startswith("2 of ")
    desk.press(Key.Key_Escape)
    desk.press(Key.Key_K, CTRL)
    desk.type("submit and")
    assert hear().startswith("Submit and continue, Ctrl+")
    field = desk.target
    assert isinstance(field, QLineEdit)
    desk.type("xyz")
    assert hear() == "No command found. Try another word."
    # Emptied now: when it opens again, the caret must not move before the focus comes.
    desk.press(Key.Key_Escape)
    assert not field.text()


def test_a_mark_is_read_with_its_kind_and_its_words(
    desk: Driver, hear: Callable[[], str], qtbot: QtBot
) -> None:
    legend = desk.controller.panel.legend
    entry = legend.entries[Kind.UNSUPPORTED]
    qtbot.waitUntil(lambda: entry.count > 0)
    entry.setFocus()
    QTest.keyClick(entry, Key.Key_Return)
    board = desk.controller.panel.board
    span = board.matching.spans[board.current]
    words = board.answer_pane.text[span.start : span.end]
    assert hear().startswith(f"Not in the document: “{words}”, ")


def test_no_name_replaces_a_visible_text(desk: Driver) -> None:
    desk.submit()
    labels = [one for one in desk.window.findChildren(QLabel) if one.isVisible() and one.text()]
    assert any(one.text() == "2 required answers missing" for one in labels)
    assert [one.text() for one in labels if one.text() not in accessible(one).text(NAME)] == []


@pytest.fixture
def tasks(driver: Driver, tmp_path: Path) -> Driver:
    """The window with work on writing tasks, of several stages."""
    done("demo", tmp_path / "demo", "--protocol", "dolomites")
    done("join", tmp_path / "demo" / "bundles" / "chloe.proofdesk", tmp_path / "work")
    driver.open(tmp_path / "work")
    driver.submit()  # the questions about her
    driver.qtbot.waitUntil(lambda: driver.controller.page.panels.isAncestorOf(driver.target))
    return driver


def test_another_page_does_not_pass_the_focus_over_the_header(
    tasks: Driver, qapp: QApplication
) -> None:
    driver = tasks
    focused: list[QWidget | None] = []
    qapp.focusChanged.connect(lambda _before, now: focused.append(now))
    before = driver.controller.panel
    driver.controller.step(1)
    assert driver.controller.panel is not before
    header = driver.controller.page.header
    assert driver.controller.panel.isAncestorOf(driver.target)
    assert not any(header.isAncestorOf(one) for one in focused if one is not None)


def test_steps_and_tabs_are_read_as_what_they_are(tasks: Driver) -> None:
    while tasks.session.entry.stage != "edit":
        tasks.controller.step(1)
    submit = accessible(tasks.controller.page.work_bar.submit)
    # The tooltip is read as the description, so it must not be that of *Submit*.
    assert (submit.text(NAME), submit.text(NOTE)) == ("Next: Rate", "Next: Rate (Ctrl+⏎)")
    tabs = [
        accessible(one)
        for one in tasks.controller.panel.findChildren(QPushButton)
        if one.isVisible() and one.text() in ("Task", "Input")
    ]
    assert [one.role() for one in tabs] == [QAccessible.Role.RadioButton] * 2


@pytest.mark.parametrize(
    ("language", "expected"),
    [("it", QLocale.Language.Italian), ("", None), ("klingon", None)],
)
def test_the_language_of_texts_is_told_to_screen_readers(
    desk: Driver, language: str, expected: QLocale.Language | None
) -> None:
    panel = desk.controller.panel
    panel.show_item({"answer": "Un testo.", "language": "de"}, "Ein Text.")
    panel.show_item({"answer": "Un testo.", "language": language}, "Un testo intero.")
    for pane in (panel.document_pane, panel.answer_pane):
        attributes = accessible(pane.view).attributesInterface()
        locale = attributes.attributeValue(QAccessible.Attribute.Locale)
        assert locale.language() == (expected or QLocale().language())
    attributes = accessible(panel.instruction).attributesInterface()
    locale = attributes.attributeValue(QAccessible.Attribute.Locale)
    assert locale.language() == QLocale().language()


def long_texts(panel: QWidget) -> list[ReadingView]:
    views = panel.findChildren(ReadingView)
    return [one for one in views if one.isVisible() and len(one.text) > 80]


@pytest.mark.parametrize("protocol", ["cnr", "dolomites", "kiwi", "study"])
def test_english_texts_are_told_to_be_english_in_a_german_window(
    driver: Driver, tmp_path: Path, protocol: str
) -> None:
    done("demo", tmp_path / "demo", "--protocol", protocol)
    done("join", tmp_path / "demo" / "bundles" / "chloe.proofdesk", tmp_path / "work")
    before = QLocale()
    QLocale.setDefault(QLocale("de"))
    try:
        driver.open(tmp_path / "work")
        if driver.window.controller is None:
            driver.submit()  # the questions about her
        while not (views := long_texts(driver.controller.panel)):
            driver.controller.step(1)  # A task to describe has no texts yet.
        for view in views:
            attributes = accessible(view).attributesInterface()
            locale = attributes.attributeValue(QAccessible.Attribute.Locale)
            assert locale.language() == QLocale.Language.English, view.text
    finally:
        QLocale.setDefault(before)
