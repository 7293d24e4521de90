"""Tests of editing and publishing guidelines, consent text and forms in the window, by keys."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QPushButton

from desktop_app.core.form_editing import parts_of
from desktop_app.core.forms import Form, parse_form
from desktop_app.core.messages import msg
from desktop_app.core.question_types import QUESTION_TYPES
from desktop_app.files import resource
from desktop_app.ui.lead.condition_editor import ConditionEditor
from desktop_app.ui.lead.form_editor import FormEditor
from desktop_app.ui.lead.form_text import BrokenPart
from desktop_app.ui.lead.question_parts import OptionsEditor
from desktop_app.ui.lead.texts import TextsSection
from desktop_app.ui.widgets.question_view import QuestionFrame
from desktop_app.workspace.project_texts import AnswerEffect, Effects, find_text
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.storage.test_store import contents
from tests.ui.conftest import ALT, CTRL, NONE, SHIFT, Driver
from tests.ui.test_lead import Lead, column, listed
from tests.workspace.projects import Project, jsonl

Key = Qt.Key
FORM = "forms/study.yaml"


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    return Lead(driver, monkeypatch)


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """A study with two people, two items each, and answers by one of them."""
    folder = tmp_path / "study"
    form = tmp_path / "form.yaml"
    form.write_text(resource("samples/study/form.yaml").read_text("utf-8"), "utf-8")
    done("new", folder, "--title", "Rules", "--protocol", "study", "--form", form)
    done("import", folder, str(resource("samples/study/items.jsonl")))
    for person in ("ana", "ben"):
        done("people", folder, "add", person)
    done("assign", folder, "--overlap", 2, "--seed", 1)
    return folder


def text_of(folder: Path, path: str) -> str:
    with Workspace.open(folder) as workspace:
        return find_text(workspace, path).text


def form_of(folder: Path) -> Form:
    return parse_form(text_of(folder, FORM), file=FORM)


ABOUT_PEOPLE = """\
form: 1
key: background
version: 1
language: en
title: About you
questions:
  - key: work
    type: single_choice
    text: What do you do?
    options:
      - code: editor
        label: I edit texts
      - code: other
        label: Something else
"""


def open_page(lead: Lead, folder: Path, key: str) -> TextsSection:
    """Open a page of a lead's texts, and wait until the texts are loaded."""
    # In a smaller window, menus replace some of the buttons.
    lead.driver.window.resize(1280, 800)
    lead.open(folder)
    lead.step(key)
    page: TextsSection = getattr(lead.page, key)
    lead.driver.qtbot.waitUntil(lambda: page.shown is not None and not page.desk.is_busy)
    return page


def publish(lead: Lead, page: TextsSection) -> None:
    """Publish with Ctrl+Enter, and confirm the effects for other people."""
    lead.press(Key.Key_Return, CTRL)
    if page.outcome.again.isVisible():
        assert page.outcome.again.hasFocus()
        lead.press(Key.Key_Space)
    lead.driver.qtbot.waitUntil(lambda: not page.desk.is_busy)


def keys_of(editor: FormEditor) -> list[str]:
    form = editor.checked.form
    assert form is not None
    return [question.key for question in form.questions]


def field(editor: FormEditor, name: str) -> QPlainTextEdit | QLineEdit:
    control = editor.properties.controls[name]
    assert isinstance(control, QPlainTextEdit | QLineEdit)
    return control


def write(lead: Lead, editor: FormEditor, name: str, text: str) -> None:
    """Replace the value of a property by typing."""
    control = field(editor, name)
    control.setFocus()
    control.selectAll()
    lead.type(text)
    editor.flush()


def test_guidelines_are_written_seen_and_published(lead: Lead, project: Project) -> None:
    # Ben has assignments, too, but no bundle that could become outdated.
    done("pack", project.lead, "--for", "ana", "-o", project.folder / "ana.proofdesk")
    page = open_page(lead, project.lead, "guidelines")
    editor = page.editor
    assert editor is not None
    assert editor.edit.hasFocus()
    assert "Rating answers" in editor.text()
    assert not page.publish_button.isEnabled()
    lead.type("Read **all** <img src=x> first. ")
    lead.driver.qtbot.waitUntil(
        lambda: "Read all <img src=x> first" in editor.preview.toPlainText()
    )
    lead.press(Key.Key_Return, CTRL)
    assert page.outcome.list.toPlainText() == "Bundles that become outdated: ana"
    lead.press(Key.Key_Space)
    assert page.outcome.text.text() == "Published. Write new bundles for: ana"
    lead.driver.window.close()
    assert text_of(project.lead, "guidelines/risum.md").startswith(
        "Read **all** <img src=x> first."
    )


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be moved there")
def test_nothing_is_saved_at_the_old_place_of_a_moved_project(lead: Lead, project: Project) -> None:
    page = open_page(lead, project.lead, "guidelines")
    away = project.lead.with_name("moved")
    project.lead.rename(away)
    before = contents(away)
    lead.type("Read all. ")
    publish(lead, page)
    assert f"{project.lead}: the folder no longer exists" in page.outcome.text.text()
    lead.step("bundles")
    lead.press(Key.Key_Return)
    lead.settle()
    assert "the folder no longer exists" in lead.page.bundles.problem.text()
    lead.step("people")
    people = lead.page.people
    lead.tab_to(people.id)
    lead.type("dan")
    lead.press(Key.Key_Return)
    lead.settle()
    assert "the folder no longer exists" in people.problem.text()
    assert not project.lead.exists()
    assert contents(away) == before
    away.rename(project.lead)
    lead.press(Key.Key_Return)
    lead.settle()
    assert "dan" in column(people.table, people.table.rows.columns[0].title)
    lead.step("guidelines")
    lead.tab_to(page.editor.first_control())
    publish(lead, page)
    lead.driver.window.close()
    assert text_of(project.lead, "guidelines/risum.md").startswith("Read all. ")
    assert done("check", project.lead)["ok"]


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be moved there")
def test_text_that_cannot_be_saved_keeps_the_window_open_until_the_lead_discards_it(
    lead: Lead, project: Project
) -> None:
    page = open_page(lead, project.lead, "guidelines")
    window = lead.driver.window
    project.lead.rename(project.lead.with_name("moved"))
    lead.type("Unfinished. ")
    assert not window.close()
    assert window.isVisible()
    assert "is not saved, so the project stays open" in lead.notice
    assert page.editor is not None
    assert page.editor.text().startswith("Unfinished. ")
    lead.tab_to(window.notice_bar.action_button)
    lead.press(Key.Key_Space)
    assert not window.isVisible()


def test_a_draft_of_guidelines_survives_closing_and_can_be_discarded(
    start: Callable[[], Driver], project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Lead(start(), monkeypatch)
    open_page(first, project.lead, "guidelines")
    first.type("Unfinished ")
    first.driver.window.close()
    assert not text_of(project.lead, "guidelines/risum.md").startswith("Unfinished")
    second = Lead(start(), monkeypatch)
    page = open_page(second, project.lead, "guidelines")
    assert page.editor is not None
    assert page.editor.text().startswith("Unfinished ")
    assert "Draft" in page.facts.text()
    second.tab_to(page.discard_button)
    second.press(Key.Key_Space)
    assert not page.editor.text().startswith("Unfinished")
    second.press(Key.Key_Z, CTRL)
    assert page.editor.text().startswith("Unfinished ")
    page.discard()
    second.driver.window.close()
    third = Lead(start(), monkeypatch)
    again = open_page(third, project.lead, "guidelines")
    assert again.editor is not None
    assert not again.editor.text().startswith("Unfinished")


def test_own_guidelines_return_to_the_default(lead: Lead, project: Project) -> None:
    page = open_page(lead, project.lead, "guidelines")
    lead.type("Mine. ")
    publish(lead, page)
    lead.driver.qtbot.waitUntil(page.standard_button.isVisible)
    assert page.outcome.isVisible()
    assert "Published" in page.outcome.text.text()
    lead.type("M")
    assert page.outcome.isHidden(), "it was about another text"
    lead.press(Key.Key_Backspace)
    page.standard_button.click()
    publish(lead, page)
    with Workspace.open(project.lead) as workspace:
        one = find_text(workspace, "guidelines/risum.md")
    assert not one.is_own
    assert one.text == one.standard


def test_consent_starts_from_a_template(lead: Lead, project: Project) -> None:
    page = open_page(lead, project.lead, "consent")
    assert page.facts.text() == "Consent is not requested"
    lead.page.consent.template_button.click()
    publish(lead, page)
    lead.driver.window.close()
    assert done("consent", project.lead)["text"].startswith("# Consent")


def test_the_menu_undoes_the_project_if_a_text_has_nothing_to_undo(
    lead: Lead, project: Project
) -> None:
    lead.open(project.lead)
    lead.step("people")
    lead.page.people.id.setFocus()
    lead.type("dan")
    lead.press(Key.Key_Return)
    lead.step("guidelines")
    page = lead.page.guidelines
    lead.driver.qtbot.waitUntil(lambda: page.shown is not None)
    page.editor.first_control().setFocus()
    lead.type("New")
    undo = lead.driver.window.commands["lead_undo"]
    undo.trigger()
    lead.settle()
    assert page.editor.text() == page.shown.text
    assert "dan" in [one.id for one in lead.page.desk.overview.people]
    undo.trigger()
    lead.settle()
    assert "Undone: “Adding the person” for “dan”" in lead.notice
    assert "dan" not in [one.id for one in lead.page.desk.overview.people]


def test_undo_from_the_list_of_pages_says_if_there_is_nothing_to_undo(
    lead: Lead, study: Path
) -> None:
    open_page(lead, study, "form")
    for page in (lead.page.form, lead.page.consent):
        lead.step(page.key)
        lead.driver.qtbot.waitUntil(lambda page=page: page.shown is not None)
        lead.page.rail.setFocus()
        lead.page.desk.notices.clear()
        lead.press(Key.Key_Z, CTRL)
        assert lead.notice.strip() == "Nothing to undo."


def test_undo_back_to_no_form_stays_in_the_editor_and_says_when_it_ends(
    lead: Lead, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    done("new", folder, "--title", "New", "--protocol", "study")
    open_page(lead, folder, "form")
    editor = lead.page.form.form_editor
    lead.press(Key.Key_Space)
    lead.type("Good?")
    for _ in range(2):
        lead.press(Key.Key_Z, CTRL)
    assert editor.text() == ""
    assert editor.adding.buttons["yes_no"].hasFocus()
    assert not lead.notice.strip()
    lead.press(Key.Key_Z, CTRL)
    assert lead.notice.startswith("There is nothing to undo in this text.")
    assert "Edit ▸ Undo the last change" in lead.notice
    lead.press(Key.Key_Z, CTRL | SHIFT)
    assert keys_of(editor) == ["yes_no"]


def test_the_questionnaire_offers_no_required_questions(lead: Lead, project: Project) -> None:
    page = open_page(lead, project.lead, "consent")
    lead.page.consent.tabs["background"].click()
    editor = page.editor
    assert isinstance(editor, FormEditor)
    # This tab has no templates.
    empty = [one.text() for one in editor.properties.findChildren(QLabel)]
    assert "Add a question on the left." in empty
    # The lead of this project had turned the questions off.
    assert page.facts.text() == "No questions are asked"
    page.standard_button.click()
    editor.select(0)
    assert "show_if" in editor.properties.controls
    assert "required_if" not in editor.properties.controls
    # In a form that was written by hand, it is shown, so that it can be corrected.
    editor.replace_text(editor.text().replace("    type:", "    required: true\n    type:", 1))
    editor.select(0)
    assert "nobody has to answer" in editor.checked.flaws[0].reason
    lead.press(Key.Key_Return, CTRL)
    assert not page.outcome.again.isVisible()
    required = editor.properties.controls["required_if"]
    assert isinstance(required, ConditionEditor)
    required.mode.setFocus()
    lead.press(Key.Key_Up)
    editor.flush()
    assert not editor.checked.flaws


def test_publishing_questions_about_people_names_the_answers_they_change(
    lead: Lead, project: Project
) -> None:
    form = project.folder / "form.yaml"
    form.write_text(ABOUT_PEOPLE, "utf-8")
    done("import", project.lead, form, "--what", "background_form")
    row = {"person": "ana", "work": "editor"}
    done("import", project.lead, jsonl(project.folder / "b.jsonl", [row]), "--what", "background")
    page = open_page(lead, project.lead, "consent")
    lead.page.consent.tabs["background"].click()
    assert isinstance(page.editor, FormEditor)
    page.editor.replace_text(ABOUT_PEOPLE.replace("code: editor", "code: proofreader"))
    lead.press(Key.Key_Return, CTRL)
    assert page.outcome.text.text() == "Publish these questions?"
    assert "with their earlier codes" in page.outcome.list.toPlainText()
    assert "work (1): had the code “editor”" in page.outcome.list.toPlainText()


def test_a_form_is_edited_by_keys_answered_and_published(lead: Lead, study: Path) -> None:
    page = open_page(lead, study, "form")
    editor = lead.page.form.form_editor
    before = keys_of(editor)
    assert editor.list.hasFocus()
    # Reorder, duplicate, delete, and undo all of it.
    lead.press(Key.Key_Down, ALT)
    assert keys_of(editor)[:2] == [before[1], before[0]]
    lead.press(Key.Key_D, CTRL)
    assert keys_of(editor)[1:3] == [before[0], f"{before[0]}_2"]
    lead.press(Key.Key_Delete)
    assert keys_of(editor) == [before[1], before[0], *before[2:]]
    for _ in range(3):
        lead.press(Key.Key_Z, CTRL)
    assert keys_of(editor) == before
    assert editor.text() == text_of(study, FORM)
    # A new question that is shown only after another answer.
    editor.list.setFocus()
    lead.press(Key.Key_End)
    lead.tab_to(editor.adding.buttons["short_text"])
    lead.press(Key.Key_Space)
    lead.type("Which rule?")
    editor.flush()
    write(lead, editor, "key", "rule")
    lead.press(Key.Key_Tab)
    assert keys_of(editor)[-1] == "rule"
    shown = editor.properties.controls["show_if"]
    assert isinstance(shown, ConditionEditor)
    shown.mode.setFocus()
    lead.press(Key.Key_Down)
    question = shown.rows[0][0]
    question.setFocus()
    while question.currentData() != "misleading":
        lead.press(Key.Key_Up)
        question = shown.rows[0][0]
    editor.flush()
    assert editor.checked.form is not None
    condition = editor.checked.form.question("rule").show_if
    assert condition is not None
    # The preview asks it after the answer.
    view = editor.preview.view
    assert view is not None
    assert "rule" not in view.visible_questions()
    view.focus_question("misleading")
    field = view.question_view("misleading").field
    lead.driver.qtbot.waitUntil(lambda: not field.visibleRegion().isEmpty())
    lead.type("y")
    assert "rule" in view.visible_questions()
    publish(lead, page)
    assert "Published" in page.outcome.text.text()
    lead.driver.window.close()
    form = form_of(study)
    assert form.version == 2
    assert form.text(form.question("rule").text, "en") == "Which rule?"
    # Comments of the file are still there.
    assert text_of(study, FORM).startswith("# A sample study")


def test_an_earlier_form_is_published_again_as_a_new_version(lead: Lead, tmp_path: Path) -> None:
    study = tmp_path / "demo"
    done("demo", study, "--protocol", "study")
    page = open_page(lead, study, "form")
    editor = lead.page.form.form_editor
    before = keys_of(editor)
    lead.press(Key.Key_D, CTRL)
    publish(lead, page)
    assert len(form_of(study).questions) == len(before) + 1
    lead.step("overview")
    lead.press(Key.Key_Z, CTRL)
    bar = lead.driver.window.notice_bar
    lead.driver.qtbot.mouseClick(bar.action_button, Qt.MouseButton.LeftButton)
    lead.settle()
    assert page.outcome.text.text() == "Publish version 3 of the form?"
    assert "Bundles that become outdated: chloe" in page.outcome.list.toPlainText()
    # It can be refused; then it is a draft like any other.
    lead.press(Key.Key_Escape)
    assert form_of(study).version == 2
    publish(lead, page)
    form = form_of(study)
    assert (form.version, [question.key for question in form.questions]) == (3, before)


def test_effects_of_publishing_group_the_digits_of_numbers(
    lead: Lead, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    QLocale.setDefault(QLocale("en_GB"))
    effects = Effects(answers=(AnswerEffect("clarity", msg("is no longer asked"), 12345),))
    monkeypatch.setattr("desktop_app.ui.lead.texts.effects_of", lambda *_: effects)
    page = open_page(lead, study, "form")
    lead.press(Key.Key_D, CTRL)
    lead.press(Key.Key_Return, CTRL)
    assert "clarity (12,345): is no longer asked" in page.outcome.list.toPlainText()


def test_publishing_goes_to_the_first_problem(lead: Lead, study: Path) -> None:
    page = open_page(lead, study, "form")
    editor = lead.page.form.form_editor
    editor.list.setFocus()
    options = editor.properties.controls["options"]
    assert isinstance(options, OptionsEditor)
    code = options.codes[1]
    code.setFocus()
    code.selectAll()
    lead.type("1")
    editor.flush()
    assert editor.checked.flaws[0].reason == "“1” occurs twice"
    lead.step("guidelines")
    lead.step("form")
    editor.select(3)
    editor.list.setFocus()
    lead.press(Key.Key_Return, CTRL)
    assert editor.list.currentRow() == 0
    again = editor.properties.controls["options"]
    assert isinstance(again, OptionsEditor)
    assert again.codes[1].hasFocus()
    assert page.shown is not None
    assert page.shown.version == 1


def test_what_is_typed_at_a_problem_replaces_the_label_of_a_template(
    lead: Lead, study: Path
) -> None:
    open_page(lead, study, "form")
    editor = lead.page.form.form_editor
    editor.add("single_choice")
    write(lead, editor, "text", "What is wrong?")
    flaw = next(one for one in editor.checked.flaws if "options" in one.steps)
    editor.show_problem(flaw)
    lead.type("Terms")
    editor.flush()
    options = editor.properties.controls["options"]
    assert isinstance(options, OptionsEditor)
    assert options.labels[0].text() == "Terms"


@pytest.mark.parametrize("type_", QUESTION_TYPES)
def test_no_property_of_a_question_is_cut_at_the_right(lead: Lead, study: Path, type_: str) -> None:
    open_page(lead, study, "form")
    lead.driver.window.resize(1280, 800)
    editor = lead.page.form.form_editor
    editor.add(type_)
    QApplication.processEvents()
    page, view = editor.properties.widget(), editor.properties.viewport()
    assert page is not None
    assert page.width() <= view.width()


def test_publishing_takes_the_key_that_is_being_typed(lead: Lead, study: Path) -> None:
    page = open_page(lead, study, "form")
    editor = lead.page.form.form_editor
    write(lead, editor, "key", "Two words")
    field(editor, "text").setFocus()
    assert editor.checked.blocking
    field(editor, "key").setFocus()
    field(editor, "key").selectAll()
    lead.type("two_words")
    publish(lead, page)
    assert field(editor, "key").text() == "two_words"
    assert "Published" in page.outcome.text.text()
    assert form_of(study).questions[0].key == "two_words"
    # Only the copy is selected then, and the typed key stays with its question.
    field(editor, "key").setFocus()
    field(editor, "key").selectAll()
    lead.type("renamed")
    lead.press(Key.Key_D, CTRL)
    assert keys_of(editor)[0] == "renamed"
    assert keys_of(editor)[1] == field(editor, "key").text() != "renamed"


def test_problems_call_fields_as_the_editor_does(lead: Lead, study: Path) -> None:
    open_page(lead, study, "form")
    editor = lead.page.form.form_editor
    options = editor.properties.controls["options"]
    assert isinstance(options, OptionsEditor)
    code = options.codes[1]
    code.setFocus()
    code.selectAll()
    lead.type("1")
    editor.flush()
    name = code.accessibleName()
    assert name == "Code of option 2"
    listed = [one.text() for one in editor.preview.problems.findChildren(QLabel)]
    assert f"Question 1: “{name}” “1” occurs twice" in listed
    below = [one.text() for one in editor.properties.findChildren(QLabel)]
    assert f"“{name}” “1” occurs twice" in below
    field(editor, "text").setFocus()
    field(editor, "text").selectAll()
    lead.press(Key.Key_Backspace)
    editor.flush()
    listed = [one.text() for one in editor.preview.problems.findChildren(QLabel)]
    assert any(one.startswith("Question 1: “Question” ") for one in listed)


def test_the_preview_shows_the_place_of_a_question_with_a_problem(lead: Lead, study: Path) -> None:
    open_page(lead, study, "form")
    editor = lead.page.form.form_editor

    def captions() -> list[str]:
        view = editor.preview.view
        assert view is not None
        parts = [one for one in view.findChildren(QuestionFrame) if one.isVisibleTo(view)]
        parts.sort(key=lambda one: one.mapTo(view, QPoint()).y())
        # A long form has numbers only; others have marks, such as “optional”.
        words = [one.findChildren(QLabel)[0].text().split(" · ")[0] for one in parts]
        return [one.removeprefix("Question ") for one in words]

    before = captions()
    assert len(before) > 2
    # The second question, then the first one, have no text.
    for place in (1, 0):
        editor.select(place)
        field(editor, "text").setFocus()
        field(editor, "text").selectAll()
        lead.press(Key.Key_Backspace)
        editor.flush()
    view = editor.preview.view
    assert view is not None
    lead.settle()
    QApplication.processEvents()
    assert captions() == before
    broken = [one for one in view.findChildren(BrokenPart) if one.isVisibleTo(view)]
    assert len(broken) == 2
    assert all("has no text" in one.words.text() for one in broken)
    assert all(one.words.isVisibleTo(view) for one in broken)
    field(editor, "text").setFocus()
    lead.type("Is it clear?")
    editor.flush()
    assert editor.preview.view is not None
    assert len(editor.preview.view.findChildren(BrokenPart)) == 1


def test_the_code_of_a_new_option_follows_its_label(lead: Lead, study: Path) -> None:
    page = open_page(lead, study, "form")
    editor = lead.page.form.form_editor

    def options() -> OptionsEditor:
        editor.flush()
        control = editor.properties.controls["options"]
        assert isinstance(control, OptionsEditor)
        return control

    def label(row: int, text: str) -> str:
        line = options().labels[row]
        line.setFocus()
        line.selectAll()
        lead.type(text)
        assert options().labels[row].text() == text
        return options().codes[row].text()

    place = next(
        row
        for row, part in enumerate(parts_of(editor.checked.data or {}))
        if part["type"] in ("single_choice", "multiple_choice")
    )
    editor.select(place)
    was = options().codes[0].text()
    assert label(0, "Another label") == was, "it is published"
    lead.tab_to(options().add_button)
    lead.press(Key.Key_Space)
    row = next(n for n, one in enumerate(options().codes) if one.text().startswith("option_"))
    lead.driver.qtbot.waitUntil(lambda: options().labels[row].hasFocus())
    assert label(row, "Size, wrong!") == "size_wrong"
    assert label(row, "Another label") == "another_label"
    editor.select(place + 1)
    editor.select(place)
    assert label(row, was.capitalize()) == f"{was}_2", "codes stay different"
    code = options().codes[row]
    width = code.fontMetrics().horizontalAdvance("wrong_negation")
    assert code.width() - 20 >= width
    code.setFocus()
    code.selectAll()
    lead.type("mine")
    assert label(row, "Something else") == "mine"
    code = options().codes[row]
    code.setFocus()
    code.selectAll()
    lead.type("option_9")
    assert label(row, "Wrong number") == "wrong_number"
    code = options().codes[row]
    code.setFocus()
    code.selectAll()
    lead.type("gram")
    assert label(row, "Grammar") == "gram", "the label was equal to the code for a moment"
    code = options().codes[row]
    code.setFocus()
    code.selectAll()
    lead.type("wrong_number")
    publish(lead, page)
    assert "Published" in page.outcome.text.text()
    assert label(row, "Wrong numbers") == "wrong_number", "now it is published"


def test_publishing_names_the_answers_that_no_longer_count(lead: Lead, tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    done("demo", folder, "--protocol", "study")
    page = open_page(lead, folder, "form")
    editor = lead.page.form.form_editor
    editor.select(0)
    options = editor.properties.controls["options"]
    assert isinstance(options, OptionsEditor)
    options.codes[4].setFocus()
    options.codes[4].selectAll()
    lead.type("7")
    lead.press(Key.Key_Return, CTRL)
    words = page.outcome.list.toPlainText()
    assert "stay in exports, but count neither in agreement nor in final answers:" in words
    assert "clarity (24)" in words
    assert "Bundles that become outdated: ana, ben, chloe" in words
    # Cancelling leaves the project as it was, and the draft in the editor.
    lead.press(Key.Key_Escape)
    assert page.outcome.isHidden()
    assert form_of(folder).version == 1
    assert editor.checked.form is not None
    lead.press(Key.Key_Return, CTRL)
    lead.press(Key.Key_Return, CTRL)
    assert form_of(folder).version == 2
    # All pages where a lead would look for these answers say so.
    tasks = {one.kind: one for one in page.desk.overview.state.tasks}
    assert tasks["stale"].text == "24 answers are to be given again"
    assert tasks["stale"].items is not None
    assert tasks["stale"].to_json() in done("status", folder)["tasks"]
    lead.step("agreement")
    lead.press(Key.Key_Space)
    agreement = lead.page.agreement
    lead.driver.qtbot.waitUntil(lambda: agreement.analysis is not None)
    assert "Parts of 24 answers count neither in agreement" in agreement.state.text()
    assert "clarity (24)" in agreement.state.text()
    lead.step("export")
    export = lead.page.export
    lead.driver.qtbot.waitUntil(lambda: export.preview is not None)
    texts = [one.text for one in export.preview.checks] if export.preview else []
    assert "24 answers count only in part" in texts
    review = next(
        one for one in export.checks.buttons if one.accessibleName().endswith("only in part")
    )
    review.setFocus()
    lead.press(Key.Key_Space)
    assert lead.page.section is lead.page.items
    assert len(listed(lead.page)) == 12


def test_yaml_with_errors_is_kept_and_says_where(
    start: Callable[[], Driver], study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Lead(start(), monkeypatch)
    open_page(first, study, "form")
    editor = first.page.form.form_editor
    editor.show_tab(2)
    editor.yaml.setFocus()
    first.press(Key.Key_Home, CTRL)
    first.type("x: [1")
    first.press(Key.Key_Return)
    editor.flush()
    assert editor.checked.data is None
    assert not editor.adding.buttons["likert"].isEnabled()
    assert editor.preview.problems.isVisible()
    first.press(Key.Key_Return, CTRL)
    assert editor.yaml.hasFocus()
    first.driver.window.close()
    second = Lead(start(), monkeypatch)
    open_page(second, study, "form")
    kept = second.page.form.form_editor
    assert kept.text().startswith("x: [1\n")
    kept.yaml.setFocus()
    page = second.page.form
    page.discard()
    assert kept.checked.form is not None


def test_a_study_without_a_form_starts_from_a_template(lead: Lead, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    done("new", folder, "--title", "New", "--protocol", "study")
    page = open_page(lead, folder, "form")
    assert page.facts.text() == "No form yet"
    lead.page.form.use_template("likert")
    editor = lead.page.form.form_editor
    assert keys_of(editor) == ["correct", "complete", "clear", "comment"]
    publish(lead, page)
    assert form_of(folder).key == "likert_set"
    lead.driver.qtbot.waitUntil(lambda: page.facts.text() == "Version 1")


def test_a_study_without_a_form_starts_with_a_question(lead: Lead, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    done("new", folder, "--title", "New", "--protocol", "study")
    page = open_page(lead, folder, "form")
    editor = lead.page.form.form_editor
    assert editor.adding.buttons["yes_no"].hasFocus()
    lead.press(Key.Key_Space)
    lead.type("Good?")
    publish(lead, page)
    form = form_of(folder)
    assert form.text(form.questions[0].text, "en") == "Good?"


def test_texts_are_edited_by_language(lead: Lead, study: Path) -> None:
    open_page(lead, study, "form")
    editor = lead.page.form.form_editor
    editor.language.setFocus()
    lead.press(Key.Key_Down)
    assert editor.language.currentData() == "de"
    write(lead, editor, "text", "Ganz klar?")
    form = editor.checked.form
    assert form is not None
    question = form.questions[0]
    assert form.text(question.text, "de") == "Ganz klar?"
    assert form.text(question.text, "en") != "Ganz klar?"
    assert editor.preview.view is not None
    assert editor.preview.view.question_view(question.key).text == "Ganz klar?"


def test_a_question_moves_by_drag_and_keeps_its_type_change(lead: Lead, study: Path) -> None:
    open_page(lead, study, "form")
    editor = lead.page.form.form_editor
    before = keys_of(editor)
    editor.list.moved.emit(0, 2)
    assert keys_of(editor)[:3] == [before[1], before[2], before[0]]
    editor.select(2)
    types = editor.properties.controls["type"]
    types.setFocus()
    QTest.keyClick(types, Key.Key_Up, NONE)
    form = editor.checked.form
    assert form is not None
    assert form.question(before[0]).type == "single_choice"
    lead.press(Key.Key_Z, CTRL)
    assert editor.checked.form is not None
    assert editor.checked.form.question(before[0]).type == "likert"
    lead.press(Key.Key_Z, CTRL | SHIFT)
    assert editor.checked.form.question(before[0]).type == "single_choice"


def test_other_protocols_edit_only_the_forms_they_may_replace(
    lead: Lead, tmp_path: Path, project: Project
) -> None:
    folder = tmp_path / "methods"
    done("new", folder, "--title", "Methods", "--protocol", "dolomites")
    page = open_page(lead, folder, "form")
    assert page.picker.count() == 6, "with the labels of options and the settings"
    editor = lead.page.form.form_editor
    editor.select(0)
    editor.remove()
    assert editor.checked.flaws
    editor.undo()
    assert not editor.checked.flaws
    page = open_page(lead, project.lead, "form")
    assert [one.kind for one in page._texts.values()] == ["anchors"]


def test_a_draft_is_compared_with_the_published_text(lead: Lead, project: Project) -> None:
    page = open_page(lead, project.lead, "guidelines")
    editor = page.editors["guidelines"]
    assert not page.compare_button.isVisible(), "nothing has changed"
    lead.press(Key.Key_End, CTRL)
    lead.press(Key.Key_Return)
    lead.type("Rate slowly.")
    page.keep_draft()
    assert page.shown is not None
    published, draft = page.shown.text, editor.text()
    lead.tab_to(page.compare_button)
    lead.press(Key.Key_Space)
    shown = page.comparison
    assert shown.isVisible()
    assert (shown.original, shown.revision) == (published, draft)
    assert [draft[one.after.start : one.after.end].strip() for one in shown.hunks] == [
        "Rate slowly."
    ]
    assert shown.revision_edit.isReadOnly()
    page.compare_button.click()
    assert editor.isVisible()
    page.compare_button.click()
    page.discard_button.click()
    assert editor.isVisible(), "without changes there is nothing to compare"
    assert editor.text() == published


def test_nested_conditions_are_edited_as_controls(lead: Lead, study: Path) -> None:
    page = open_page(lead, study, "form")
    editor = page.editor
    assert isinstance(editor, FormEditor)
    keys = keys_of(editor)
    editor.select(len(keys) - 1)
    shown = editor.properties.controls["show_if"]
    assert isinstance(shown, ConditionEditor)
    shown.mode.setFocus()
    lead.press(Key.Key_End)
    before = len(shown.rows)
    assert before >= 1
    shown.group_button.setFocus()
    lead.press(Key.Key_Space)
    assert len(shown.rows) == before + 1
    assert shown.rows[-1][0].hasFocus(), "the new comparison"
    inner = next(
        one for one in shown.findChildren(QPushButton) if "Add condition ·" in one.accessibleName()
    )
    inner.setFocus()
    lead.press(Key.Key_Space)
    assert len(shown.rows) == before + 2
    # None of both in the group.
    join = [one for one in shown.stops() if "Combination" in one.accessibleName()][-1]
    join.setFocus()
    lead.press(Key.Key_End)
    editor.flush()
    data = editor.checked.data
    assert data is not None
    condition = data["questions"][-1]["show_if"]
    assert set(condition) == {"all"}
    assert list(condition["all"][-1]) == ["not"]
    assert len(condition["all"][-1]["not"]["any"]) == 2
    # Opened again, it is not YAML only.
    editor.select(0)
    editor.select(len(keys) - 1)
    again = editor.properties.controls["show_if"]
    assert isinstance(again, ConditionEditor)
    assert len(again.rows) == before + 2
    assert again.nested.isHidden()


def test_hints_are_written_as_controls(lead: Lead, study: Path) -> None:
    page = open_page(lead, study, "form")
    editor = page.editor
    assert isinstance(editor, FormEditor)
    before = list((editor.checked.data or {}).get("hints") or [])
    editor.tab_buttons[1].click()
    hints = editor.hints
    lead.tab_to(hints.add_button)
    lead.press(Key.Key_Space)
    assert hints.messages[-1].hasFocus()
    lead.type("Is that so?")
    condition = hints.conditions[-1]
    condition.add_button.setFocus()
    lead.press(Key.Key_Space)
    editor.flush()
    form = editor.checked.form
    assert form is not None
    made = form.all_hints[-1]
    assert form.text(made.message, "en") == "Is that so?"
    data = editor.checked.data
    assert data is not None
    assert len(data["hints"]) == len(before) + 1
    assert len(data["hints"][-1]["when"]["all"]) == 2
    assert text_of(study, FORM).startswith("# A sample study"), "nothing is published yet"
    assert "# A sample study" in editor.text(), "comments are kept"
    editor.undo()
    editor.undo()
    assert "Is that so?" not in editor.text()
    hints._removers[-1].click()
    editor.flush()
    assert len((editor.checked.data or {}).get("hints") or []) <= len(before)


def test_after_a_question_about_publishing_the_focus_returns_to_the_field(
    lead: Lead, study: Path, tmp_path: Path
) -> None:
    # A bundle becomes outdated by publishing, so that it asks first.
    done("pack", study, "--for", "ana", "-o", tmp_path / "ana.proofdesk")
    page = open_page(lead, study, "form")
    editor = lead.page.form.form_editor
    control = field(editor, "key")
    control.setFocus()
    control.selectAll()
    lead.type("renamed")
    lead.press(Key.Key_Return, CTRL)
    assert page.outcome.again.hasFocus()
    lead.press(Key.Key_Escape)
    assert not page.outcome.isVisible()
    assert field(editor, "key").hasFocus()
    assert field(editor, "key").text() == "renamed"
