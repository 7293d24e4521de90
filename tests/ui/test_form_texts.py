"""Tests of what the form editor says about texts that nobody has replaced, and about scales."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from desktop_app.core.template_texts import NEW_QUESTION, NEW_SECTION, template_texts
from desktop_app.ui.lead.question_list import QuestionLine
from desktop_app.ui.lead.question_parts import OptionsEditor
from desktop_app.ui.messages import install_language
from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_editors import FORM, field, form_of, open_page, text_of
from tests.ui.test_lead import Lead

Key = Qt.Key


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    return Lead(driver, monkeypatch)


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """A study without a form."""
    folder = tmp_path / "study"
    done("new", folder, "--title", "New", "--protocol", "study")
    return folder


def lines_of(lead: Lead) -> list[QuestionLine]:
    questions = lead.page.form.form_editor.list
    return [questions.item(row).data(Qt.ItemDataRole.UserRole) for row in range(questions.count())]


def options_of(lead: Lead) -> OptionsEditor:
    options = lead.page.form.form_editor.properties.controls["options"]
    assert isinstance(options, OptionsEditor)
    return options


def click(lead: Lead, type_: str) -> None:
    button = lead.page.form.form_editor.adding.buttons[type_]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_new_question_needs_its_own_text_and_options_are_asked_about(
    lead: Lead, study: Path
) -> None:
    page = open_page(lead, study, "form")
    editor = lead.page.form.form_editor
    click(lead, "single_choice")
    text = field(editor, "text")
    assert "is still the template text “New question”" in text.accessibleDescription()
    lead.driver.qtbot.waitUntil(lambda: "3 problems" in page.facts.text())
    lead.press(Key.Key_Return, CTRL)
    assert text_of(study, FORM) == "", "the question would be unreadable for annotators"
    assert page.outcome.isHidden()
    assert field(editor, "text").hasFocus()
    field(editor, "text").selectAll()
    lead.type("Why?")
    lead.press(Key.Key_Return, CTRL)
    lead.driver.qtbot.waitUntil(page.outcome.again.isVisible)
    words = page.outcome.list.toPlainText()
    assert "why: Option 1, why: Option 2" in words
    # Cancelling leaves the draft; publishing it anyway is possible.
    lead.press(Key.Key_Escape)
    assert text_of(study, FORM) == ""
    assert editor.checked.blocking == ()
    lead.press(Key.Key_Return, CTRL)
    lead.driver.qtbot.waitUntil(page.outcome.again.isVisible)
    lead.press(Key.Key_Space)
    lead.driver.qtbot.waitUntil(lambda: not page.desk.is_busy)
    assert [question.key for question in form_of(study).questions] == ["why"]


def test_a_new_question_is_named_by_its_text_until_it_is_published(lead: Lead, study: Path) -> None:
    page = open_page(lead, study, "form")
    editor = lead.page.form.form_editor

    def key() -> QLineEdit:
        control = editor.properties.controls["key"]
        assert isinstance(control, QLineEdit)
        return control

    click(lead, "number")
    field(editor, "text").selectAll()
    lead.type("Wie viele Fehler?")
    lead.press(Key.Key_Tab)
    lead.driver.qtbot.waitUntil(lambda: key().text() == "wie_viele_fehler")
    # The text and the name are one step of undo.
    lead.press(Key.Key_Z, CTRL)
    assert key().text() == "number"
    lead.press(Key.Key_Y, CTRL)
    assert key().text() == "wie_viele_fehler"
    field(editor, "text").setFocus()
    field(editor, "text").selectAll()
    lead.type("Wie viele noch?")
    lead.press(Key.Key_Tab)
    assert key().text() == "wie_viele_fehler", "the first text named it"
    # A typed name stays, and a name of a new question is asked about.
    click(lead, "number")
    key().setFocus()
    key().selectAll()
    lead.type("mine")
    lead.press(Key.Key_Tab)
    field(editor, "text").setFocus()
    field(editor, "text").selectAll()
    lead.type("How long?")
    click(lead, "short_text")
    field(editor, "text").setPlainText("何？")
    lead.press(Key.Key_Return, CTRL)
    lead.driver.qtbot.waitUntil(page.outcome.again.isVisible)
    assert page.outcome.list.toPlainText().endswith("short_text")
    lead.press(Key.Key_Space)
    lead.driver.qtbot.waitUntil(lambda: not page.desk.is_busy)
    keys = ["wie_viele_fehler", "mine", "short_text"]
    assert [question.key for question in form_of(study).questions] == keys
    field(editor, "text").setFocus()
    field(editor, "text").selectAll()
    lead.type("What?")
    lead.press(Key.Key_Return, CTRL)
    lead.driver.qtbot.waitUntil(lambda: not page.desk.is_busy)
    assert [question.key for question in form_of(study).questions] == keys


def test_a_copied_question_is_named_by_its_own_text(lead: Lead, study: Path) -> None:
    open_page(lead, study, "form")
    editor = lead.page.form.form_editor
    click(lead, "number")

    def say(text: str, name: str) -> None:
        """Type the text of the question, leave the field, and wait for its name."""
        field(editor, "text").setFocus()
        field(editor, "text").selectAll()
        lead.type(text)
        lead.press(Key.Key_Tab)
        control = editor.properties.controls["key"]
        assert isinstance(control, QLineEdit)
        lead.driver.qtbot.waitUntil(lambda: control.text() == name)

    say("How fluent?", "how_fluent")
    editor.list.setFocus()
    lead.press(Key.Key_D, CTRL)
    say("How fluent?", "how_fluent_2")
    say("How coherent?", "how_coherent")


def test_questions_with_the_same_text_are_told_apart_in_the_list(lead: Lead, study: Path) -> None:
    open_page(lead, study, "form")
    click(lead, "yes_no")
    click(lead, "likert")
    editor = lead.page.form.form_editor
    titles = [line.text for line in lines_of(lead)]
    assert titles == ["New question (yes_no)", "New question (likert)"]
    assert [line.is_blocked for line in lines_of(lead)] == [True, True]
    assert editor.checked.form is not None


def test_a_removed_step_changes_the_range_and_the_marked_number(lead: Lead, study: Path) -> None:
    open_page(lead, study, "form")
    click(lead, "likert")
    assert lines_of(lead)[0].facts == "Scale 1–5, required"
    assert marked(lead) == [5]
    QTest.mouseClick(options_of(lead).removers[4], Qt.MouseButton.LeftButton)
    lead.page.form.form_editor.flush()
    assert lines_of(lead)[0].facts == "Scale 1–4, required"
    assert marked(lead) == [4]
    assert [one.text() for one in options_of(lead).labels] == ["Lowest", "", "", "Highest"]
    # Removing a step in the middle keeps the codes, which answers contain.
    QTest.mouseClick(options_of(lead).removers[1], Qt.MouseButton.LeftButton)
    lead.page.form.form_editor.flush()
    assert lines_of(lead)[0].facts == "Scale 1, 3, 4, required"
    assert marked(lead) == []
    # The number of points renumbers them.
    QTest.mouseClick(options_of(lead).step_buttons[3], Qt.MouseButton.LeftButton)
    lead.page.form.form_editor.flush()
    assert lines_of(lead)[0].facts == "Scale 1–3, required"
    assert marked(lead) == [3]
    # Undo shows each earlier state again.
    lead.page.form.form_editor.list.setFocus()
    lead.press(Key.Key_Z, CTRL)
    assert lines_of(lead)[0].facts == "Scale 1, 3, 4, required"
    assert marked(lead) == []


def marked(lead: Lead) -> list[int]:
    """Return the numbers of points whose buttons are checked."""
    return [number for number, one in options_of(lead).step_buttons.items() if one.isChecked()]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_editor_writes_the_texts_that_are_searched_for(
    qapp: QApplication, language: str
) -> None:
    install_language(qapp, language)
    assert translated("New question") == NEW_QUESTION[language]
    assert translated("New section") == NEW_SECTION[language]
    option = translated("Option {number}").format(number=3)
    label = {"options": [{"code": 1, "label": option}]}
    assert [text for _, text in template_texts({"questions": [label]})] == [option]


def translated(text: str) -> str:
    return QCoreApplication.translate("FormEditor", text)
