"""Tests of the page for describing a task, in the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.conftest import ALT, CTRL, NONE, SHIFT, Driver
from tests.ui.methodical import TASK, work

Key = Qt.Key
CALL = {"number": 1, "of": 2}
COMPLETE = {**TASK, "criteria": ["textual", "expertise", "no_equipment", "routine", "duration"]}


@pytest.fixture
def called(driver: Driver, tmp_path: Path) -> Driver:
    """The window with a call for two tasks."""
    driver.open(work(tmp_path, "collect", CALL, {"number": 2, "of": 2}))
    return driver


def panel(driver: Driver) -> Any:
    return driver.controller.panel


def given(driver: Driver) -> dict[str, Any]:
    return {k: v for k, v in driver.session.answers.items() if v not in (None, "", [])}


def steps(driver: Driver) -> dict[str, bool]:
    return {step.question: step.is_done for step in panel(driver).completeness.steps}


def choose_field(driver: Driver, name: str) -> None:
    driver.focus("field")
    combo = panel(driver).field.combo
    place = combo.findText(name)
    for _ in range(place):
        driver.press(Key.Key_Down)


def describe(driver: Driver) -> None:
    """Describe a task by keys alone."""
    driver.focus("objective")
    driver.type("Judge a lease.")
    driver.press(Key.Key_Tab)
    driver.type("Read it.")
    for key in ("input_sections", "output_sections"):
        driver.focus(key)
        driver.type("Facts")
        driver.press(Key.Key_Return)
        driver.type("1 page")
        driver.press(Key.Key_Return)
        driver.type("What happened.")


def test_a_task_is_described_and_submitted_by_keys_alone(called: Driver) -> None:
    choose_field(called, "Law")
    describe(called)
    called.press(Key.Key_2, CTRL)
    for digit in "12345":
        called.type(digit)
    assert all(steps(called).values())
    called.submit()
    assert called.session.done == 1
    called.press(Key.Key_Left, ALT)
    answers = called.session.submitted_answers()
    assert answers["field"] == "Law"
    section = {"title": "Facts", "length": "1 page", "description": "What happened."}
    assert answers["output_sections"] == [section]
    assert panel(called).sections["output_sections"].editor.value() == [section]
    assert [tick.isChecked() for tick in panel(called).criteria.ticks.values()] == [True] * 5


def test_enter_goes_on_from_the_field_and_other_keys_open_its_list(called: Driver) -> None:
    combo = panel(called).field.combo
    for key, held in ((Key.Key_Space, NONE), (Key.Key_Down, ALT)):
        called.focus("field")
        called.press(key, held)
        assert combo.view().isVisible()
        called.press(Key.Key_Down)
        called.press(Key.Key_Return)
        assert not combo.view().isVisible()
        assert combo.hasFocus(), "Enter chooses in the open list"
    assert combo.currentIndex() == 2
    called.press(Key.Key_Return)
    assert called.controller.panel.focused_question() == "objective"


def test_a_task_that_is_not_described_has_no_words_in_the_title(called: Driver) -> None:
    row = called.controller.page.page_row
    assert (row.title.text(), row.item.text()) == ("Describe a task", "")


def test_the_call_is_named(called: Driver) -> None:
    assert panel(called).call_title.text() == "Task 1 of 2"
    called.press(Key.Key_Right, ALT)
    assert panel(called).call_title.text() == "Task 2 of 2"


def test_a_field_that_the_call_gives_is_shown_and_not_asked_for(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path, "collect", {**CALL, "field": "Law", "subfield": "Tenancy"}))
    assert panel(driver).field.given.text() == "Law"
    assert not panel(driver).field.combo.isVisible()
    assert panel(driver).call_words.text() == "Law · Tenancy"
    assert "field" not in steps(driver)
    describe(driver)
    driver.press(Key.Key_2, CTRL)
    for digit in "12345":
        driver.type(digit)
    driver.submit()
    assert driver.session.done == 1


def test_the_fields_are_those_the_lead_names(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path, "collect", CALL, settings="fields: Astronomy; Botany\n"))
    combo = panel(driver).field.combo
    names = [combo.itemText(place) for place in range(combo.count())]
    assert names[1:] == ["Astronomy", "Botany"]
    choose_field(driver, "Botany")
    assert given(driver) == {"field": "Botany"}


def test_criteria_that_are_not_all_ticked_are_marked_to_be_looked_at(called: Driver) -> None:
    def state() -> str:
        return panel(called).completeness.links[-1].accessibleName()

    assert state() == "Criteria (missing)"
    called.press(Key.Key_2, CTRL)
    called.type("1")
    assert state() == "Criteria: 1 of 5 (to look at)"
    called.type("2345")
    assert state() == "Criteria: 5 of 5 (done)"


def test_what_is_missing_is_shown_live_and_leads_there(called: Driver) -> None:
    assert not any(steps(called).values())
    assert panel(called).completeness.caption.text() == "6 still missing"
    called.focus("objective")
    called.type("Judge.")
    assert steps(called)["objective"]
    assert panel(called).completeness.caption.text() == "5 still missing"
    called.press(Key.Key_3, CTRL)
    called.press(Key.Key_Tab)  # from the field to what follows: the objective
    called.press(Key.Key_Tab)
    called.press(Key.Key_Space)
    assert panel(called).focused_question() == "procedure"
    called.focus("input_sections")
    called.type("x")
    called.press(Key.Key_Return)
    called.type("1 page")
    panel(called).sections["input_sections"].editor.go_to(0, "title")
    called.press(Key.Key_Backspace)
    (words,) = [s.words for s in panel(called).completeness.steps if s.question == "input_sections"]
    assert "number 1 has no title" in words


def test_all_that_is_missing_is_named_at_once_where_it_is(called: Driver) -> None:
    called.submit()
    assert called.session.done == 0
    form = panel(called).form_view
    assert {one.question for one in form.problems()} == {
        "field_choice",
        "objective",
        "procedure",
        "input_sections",
        "output_sections",
    }
    assert panel(called).criteria.problem.isVisible()
    # A missing answer, like the others.
    assert panel(called).criteria.problem.property("kind") == "warning"
    assert panel(called).focused_question() == "field"
    assert not form.missing_line.isVisible()  # the list is beside the form already
    choose_field(called, "Law")
    describe(called)
    assert form.problems() == []
    called.submit()
    assert panel(called).focused_question() == "criteria"
    called.type("1")
    assert not panel(called).criteria.problem.isVisible()


def test_a_section_without_a_title_is_where_one_is_led(called: Driver) -> None:
    called.focus("output_sections")
    called.type("Facts")
    called.press(Key.Key_N, CTRL | SHIFT)
    called.submit()
    editor = panel(called).sections["output_sections"].editor
    called.focus("output_sections")
    assert editor.current() == 1
    assert editor.rows[1].boxes["title"].property("problem")
    assert not editor.rows[0].boxes["title"].property("problem")


def test_two_sections_of_one_title_are_told_apart_first(called: Driver) -> None:
    choose_field(called, "Law")
    describe(called)
    called.focus("output_sections")
    called.press(Key.Key_N, CTRL | SHIFT)
    called.type("facts")
    called.submit()
    part = panel(called).sections["output_sections"]
    assert "“Facts”" in part.problem.text()
    assert part.editor.current() == 1
    called.type(" again")
    assert not part.problem.isVisible()


def test_a_title_as_long_as_a_text_is_said_to_be_one(called: Driver) -> None:
    choose_field(called, "Law")
    describe(called)
    panel(called).sections["input_sections"].editor.go_to(0, "title")
    QGuiApplication.clipboard().setText("x" * 300)
    called.press(Key.Key_V, CTRL)
    called.submit()
    part = panel(called).sections["input_sections"]
    assert "too long" in part.problem.text()
    assert part.editor.rows[0].boxes["title"].property("problem")


def test_doubts_are_asked_about_once_and_stop_nobody(called: Driver) -> None:
    choose_field(called, "Law")
    describe(called)
    called.press(Key.Key_2, CTRL)
    called.type("1")
    called.submit()
    box = panel(called).doubt_box
    assert box.isVisible()
    assert called.session.done == 0
    QTest.mouseClick(box.change_button, Qt.MouseButton.LeftButton)
    assert panel(called).focused_question() == "criteria"
    assert not box.isVisible()
    called.submit()
    assert called.session.done == 1


def test_keeping_what_is_in_doubt_submits(called: Driver) -> None:
    choose_field(called, "Law")
    describe(called)
    called.press(Key.Key_2, CTRL)
    called.type("1")
    called.submit()
    called.press(Key.Key_Space)  # on “Submit as it is”, which has the focus
    assert called.session.done == 1


def test_one_history_for_all_of_it_survives_a_restart(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    own = work(tmp_path, "collect", CALL)
    driver = start()
    driver.open(own)
    trail = [given(driver)]

    def note() -> None:
        trail.append(given(driver))

    choose_field(driver, "Anthropology")
    note()
    driver.focus("input_sections")
    driver.type("F")
    note()
    driver.press(Key.Key_N, CTRL | SHIFT)
    note()
    driver.press(Key.Key_Up, CTRL | SHIFT)
    note()
    driver.press(Key.Key_Delete, CTRL | SHIFT)
    note()
    driver.press(Key.Key_2, CTRL)
    driver.type("3")
    note()
    driver.focus("objective")
    driver.type("Go")
    note()
    driver.window.close()

    driver = start()
    driver.open(own)
    assert given(driver) == trail[-1]
    for expected in reversed(trail[:-1]):
        driver.press(Key.Key_Z, CTRL)
        assert given(driver) == expected
        shown = panel(driver)
        value = shown.sections["input_sections"].editor.value()
        assert value == expected.get("input_sections", [])
        assert shown.criteria.chosen() == expected.get("criteria", [])
        assert (shown.field.combo.currentData() or None) == expected.get("field")
    for expected in trail[1:]:
        driver.press(Key.Key_Z, CTRL | SHIFT)
        assert given(driver) == expected


def test_lines_pasted_are_sections_and_one_step(called: Driver) -> None:
    called.focus("input_sections")
    QGuiApplication.clipboard().setText("Facts\nClauses\nLetters")
    called.press(Key.Key_V, CTRL)
    assert [one["title"] for one in given(called)["input_sections"]] == [
        "Facts",
        "Clauses",
        "Letters",
    ]
    called.press(Key.Key_Z, CTRL)
    assert given(called) == {}
    assert panel(called).sections["input_sections"].editor.value() == []


def test_criteria_are_read_as_codes_and_as_yes_or_no(called: Driver) -> None:
    page = panel(called)
    page.set_answers({"criteria": {"textual": True, "routine": False, "duration": True}})
    assert page.criteria.chosen() == ["textual", "duration"]
    page.set_answers({"criteria": ["routine"]})
    assert page.criteria.chosen() == ["routine"]
    page.set_answers({})
    assert page.criteria.chosen() == []


def test_a_task_is_told_in_words(called: Driver) -> None:
    rows = dict(
        panel(called).answer_rows({**COMPLETE, "criteria": {"textual": True, "routine": False}})
    )
    assert rows["Input sections"].splitlines()[0] == "1. Facts (2 paragraphs): Who rents what."
    assert rows["Objective"] == TASK["objective"]
    (criteria,) = [value for name, value in rows.items() if "true of the task" in name]
    assert criteria == "Input and output are text only"


@pytest.mark.parametrize("answers", [{}, {"input_sections": "odd", "criteria": 7, "field": ["x"]}])
def test_odd_answers_are_shown_without_harm(called: Driver, answers: dict[str, Any]) -> None:
    page = panel(called)
    page.set_answers(answers)
    assert page.answers() == answers
    assert {one.question for one in page.missing(answers)} >= {"objective", "input_sections"}


def test_read_only_shows_everything_and_changes_nothing(called: Driver) -> None:
    page = panel(called)
    page.set_answers(COMPLETE)
    page.set_enabled_for_editing(False)
    told: list[Any] = []
    page.edited.connect(lambda *edit: told.append(edit))
    for key in ("objective", "procedure", "input_sections"):
        page.focus_question(key)
        called.press(Key.Key_X, NONE)
        called.press(Key.Key_Backspace)
    assert not page.press_code_key("1")
    assert not page.field.combo.isEnabled()
    assert told == []
    assert page.answers() == COMPLETE


def test_very_long_texts_and_forty_sections_stay_editable(called: Driver) -> None:
    page = panel(called)
    long = " ".join(f"word{n}" for n in range(20_000))
    many = [{"title": f"Part {n}", "length": "", "description": "x"} for n in range(40)]
    page.set_answers({**COMPLETE, "procedure": long[:20_000], "input_sections": many})
    page.focus_question("input_sections")
    called.press(Key.Key_N, CTRL | SHIFT)
    editor = page.sections["input_sections"].editor
    assert len(editor.value()) == 40
    assert editor.message.isVisible()
    page.set_answers({**COMPLETE, "procedure": long})
    assert {one.question for one in page.missing(page.answers())} == {"procedure"}


def test_the_wheel_changes_no_field(called: Driver) -> None:
    from PySide6.QtCore import QPoint, QPointF
    from PySide6.QtGui import QWheelEvent
    from PySide6.QtWidgets import QApplication

    combo = panel(called).field.combo
    middle = QPointF(combo.rect().center())
    event = QWheelEvent(
        middle,
        combo.mapToGlobal(middle),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        NONE,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(combo, event)
    assert combo.currentIndex() == 0
    assert given(called) == {}


def test_a_section_that_is_added_shows_as_a_whole_at_large_text(called: Driver) -> None:
    called.window.theme.set_text_scale(2.0)
    called.window.resize(1280, 800)
    called.focus("output_sections")
    for title in ("Advice", "Reasons", "Risks"):
        called.type(title)
        called.press(Key.Key_N, CTRL | SHIFT)
    for _ in range(10):
        QApplication.processEvents()
    field = called.target
    assert "4" in field.accessibleName()
    assert field.visibleRegion().boundingRect().size() == field.size()


def test_required_questions_have_no_mark_and_others_are_optional(called: Driver) -> None:
    page = panel(called)
    parts = (*page.sections.values(), page.field)
    assert not [one for one in parts if "required" in one.caption.text().lower()]
    notes = page.form_view.question_view("notes")
    assert notes.caption.text().endswith("optional")
