"""Tests of the page for validating a colleague's task, in the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from plugins.dolomites.shapes import AXES, SOCIETAL_AXES
from tests.ui.conftest import ALT, CTRL, Driver
from tests.ui.methodical import TASK, work

Key = Qt.Key
LONG = " ".join(f"word{n}" for n in range(20_000))


@pytest.fixture
def judged(driver: Driver, tmp_path: Path) -> Driver:
    """The window with a task to validate."""
    driver.open(work(tmp_path, "validate", {"task": TASK}))
    return driver


def panel(driver: Driver) -> Any:
    return driver.controller.panel


def answer_all(driver: Driver, *, texts: bool = True) -> None:
    """Choose the second option of every axis by its key, and enter every required reason.

    Each key moves the focus to the next question, or to the reason if one is required.
    """
    driver.focus(AXES[0])
    for axis in AXES:
        if not texts:
            driver.focus(axis)
        driver.type("2")
        if texts and axis in SOCIETAL_AXES:
            driver.type("Because.")
            driver.press(Key.Key_Tab)


def test_a_task_is_judged_by_keys_alone(judged: Driver) -> None:
    answer_all(judged)
    judged.submit()
    assert judged.session.done == 1
    judged.press(Key.Key_Left, ALT)
    answers = judged.session.submitted_answers()
    assert {axis: answers[axis] for axis in AXES} == {
        "representativeness": "likely",
        "complexity": "medium",
        "time_required": "1_4_hours",
        "usefulness": "maybe",
        "anonymity": "no",
        "biased_outcomes": "no",
        "ethical_considerations": "no",
        "workforce_impact": "unsure",
        "accessibility": "no",
    }
    assert {answers[f"{axis}_text"] for axis in SOCIETAL_AXES} == {"Because."}


def test_the_task_is_shown_with_its_sections_and_lengths(judged: Driver) -> None:
    lines = panel(judged).task.text.splitlines()
    order = [
        "Law · Tenancy",
        "Objective",
        TASK["objective"],
        "Procedure",
        "Additional notes",
        "Input sections",
        "Facts  2 paragraphs",
        "Who rents what.",
        "Clauses  1 page",
        "Output sections",
        "Question  1 sentence",
        "Assessment  3–5 paragraphs",
    ]
    places = [lines.index(line) for line in order]
    assert places == sorted(places)


def test_the_task_stays_in_view_while_the_questions_scroll(judged: Driver) -> None:
    judged.focus("accessibility")
    assert panel(judged).form_view.area.verticalScrollBar().value() > 0
    assert panel(judged).task.view.is_visible(0)


def test_every_rating_needs_its_reason(judged: Driver) -> None:
    answer_all(judged, texts=False)
    judged.submit()
    assert judged.session.done == 0
    problems = [one.question for one in panel(judged).form_view.problems()]
    assert problems == [f"{axis}_text" for axis in SOCIETAL_AXES]
    assert panel(judged).focused_question() == "anonymity_text"


def test_a_lead_can_ask_for_reasons_only_where_there_is_an_issue(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path, "validate", {"task": TASK}, settings="free_texts: when_an_issue\n"))
    answer_all(driver, texts=False)
    driver.focus("anonymity")
    driver.type("1")
    driver.submit()
    assert [one.question for one in panel(driver).form_view.problems()] == ["anonymity_text"]
    driver.type("Names of tenants.")
    driver.submit()
    assert driver.session.done == 1


def test_keys_go_to_the_question_one_is_at(judged: Driver) -> None:
    judged.focus("complexity")
    judged.type("3")
    judged.focus("workforce_impact")
    judged.type("1")
    answers = {k: v for k, v in judged.session.answers.items() if v not in (None, "")}
    assert answers == {"complexity": "low", "workforce_impact": "likely"}
    judged.focus("anonymity_text")
    judged.type("12")  # in a text, digits are text
    assert judged.session.answers["anonymity_text"] == "12"


def test_words_are_found_in_the_task(judged: Driver) -> None:
    judged.press(Key.Key_F, CTRL)
    judged.type("rent")
    text = panel(judged).task.text.casefold()
    assert len(panel(judged).task.hits()) == text.count("rent") > 1


def test_what_is_copied_from_the_task_is_its_text(judged: Driver) -> None:
    view = panel(judged).task.view
    start = view.text.index("Facts")
    judged.press(Key.Key_1, CTRL)
    view.select(start, view.text.index("Clauses"))
    judged.press(Key.Key_C, CTRL)
    assert QApplication.clipboard().text() == "Facts  2 paragraphs\nWho rents what.\n"


@pytest.mark.parametrize(
    "task",
    [
        {},
        {"objective": "<b>bold</b> <img src='file:///etc/passwd'>", "input_sections": "odd"},
        {"objective": 7, "input_sections": [{"title": None}, "odd"], "procedure": ["a"]},
        {"objective": "تقييم", "procedure": "اقرأ العقد.\r\nثم قارن."},
    ],
)
def test_odd_tasks_are_shown_as_plain_text(
    task: dict[str, Any], driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path, "validate", {"task": task}))
    shown = panel(driver).task.text
    if isinstance(task.get("objective"), str):
        assert task["objective"] in shown
    assert "\r" not in shown
    if isinstance(task.get("input_sections"), list):
        assert shown.count("Untitled") == 1


def test_a_very_long_task_opens_and_is_searched(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path, "validate", {"task": {**TASK, "procedure": LONG}}))
    view = panel(driver).task.view
    place = view.text.index("Output sections")
    driver.press(Key.Key_F, CTRL)
    driver.type("word19999")
    (hit,) = panel(driver).task.hits()
    assert view.is_visible(hit.start)
    assert hit.start < place
    driver.focus("complexity")
    driver.type("1")
    assert driver.session.answers["complexity"] == "high"


def test_headings_survive_another_text_size_and_look_unlike_the_text(judged: Driver) -> None:
    view = panel(judged).task.view

    def weight(word: str) -> int:
        cursor = view.textCursor()
        cursor.setPosition(view.text.index(word) + 1)
        return int(cursor.charFormat().font().weight())

    before = weight("Facts"), weight("Who rents")
    judged.window.theme.set_text_scale(1.5)
    assert (weight("Facts"), weight("Who rents")) == before
    assert before[0] > before[1]


def test_read_only_questions_take_no_keys(judged: Driver) -> None:
    panel(judged).set_enabled_for_editing(False)
    judged.focus("complexity")
    assert not panel(judged).press_code_key("1")
    assert judged.session.answers.get("complexity") is None


def test_a_judgement_is_told_in_words(judged: Driver) -> None:
    rows = dict(panel(judged).answer_rows({"complexity": "low", "anonymity_text": "None."}))
    assert rows["How demanding is it?"] == "Low"
    assert "None." in rows.values()


def test_the_list_of_items_is_narrow_until_someone_widens_it(judged: Driver) -> None:
    page = judged.controller.page
    assert page.page_row.isVisible()
    assert page.page_row.flag.isVisible()
    assert not page.work_bar.flag.isVisible(), "it is in the row above"
    assert page.queue.width() <= 60
    assert not page.queue.search.isVisible()
    before = panel(judged).width()
    judged.press(Key.Key_B, CTRL)
    assert page.queue.width() > 120
    assert page.queue.search.isVisible()
    assert panel(judged).width() < before
    judged.press(Key.Key_B, CTRL)
    assert panel(judged).width() == before
    judged.press(Key.Key_L, CTRL)  # searching needs the field
    assert page.queue.search.hasFocus()


def test_the_bar_counts_what_is_left_and_goes_to_it(judged: Driver) -> None:
    bar = judged.controller.page.work_bar
    assert bar.left.text().startswith(f"{len(panel(judged).form.missing({}))} questions left")
    judged.type("2")
    count = len(panel(judged).form.missing(judged.session.answers))
    assert bar.left.text().startswith(f"{count} questions left")
    panel(judged).focus_question(AXES[0])
    bar.next.click()
    assert panel(judged).form_view.active_question() == AXES[1]
    judged.submit()
    assert bar.left.text() == f"{count} required answers missing"


def test_a_reason_grows_with_its_text_up_to_six_lines(judged: Driver, qtbot: QtBot) -> None:
    field = panel(judged).form_view.question_view("anonymity_text").field
    panel(judged).form_view.focus_question("anonymity_text")
    before, line = field.box.height(), field.box.fontMetrics().lineSpacing()
    judged.type("one")
    for _ in range(3):
        judged.press(Key.Key_Return)
    qtbot.waitUntil(lambda: field.box.height() >= before + 2 * line)
    for _ in range(9):
        judged.press(Key.Key_Return)
    qtbot.waitUntil(lambda: field.box.height() <= before + 4 * line + 1)
    assert field.box.height() >= before + 4 * line - 1


def test_the_button_names_enter_only_where_enter_goes_on(judged: Driver) -> None:
    button, axis = judged.controller.page.work_bar.next, SOCIETAL_AXES[0]
    judged.focus(axis)
    assert button.text().split("  ")[1:]
    judged.type("2")
    assert panel(judged).form_view.focused_question() == f"{axis}_text"
    # Here, Enter begins a new line, and Tab goes on.
    assert button.accessibleName() == "Next question"
    assert button.text() == "Next question  Tab"


# Going on


def test_a_draft_goes_on_at_its_first_open_question(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path, "validate", {"task": TASK}, {"task": TASK, "id": "other"}))
    driver.type("222")
    before = driver.answers
    driver.press(Key.Key_Right, ALT)
    assert panel(driver).form_view.active_question() == AXES[0]
    driver.press(Key.Key_Left, ALT)
    assert panel(driver).form_view.active_question() == AXES[3]
    driver.type("1")
    assert {axis: driver.answers[axis] for axis in AXES[:3]} == before
    assert AXES[3] in driver.answers


@pytest.mark.parametrize("from_queue", [False, True])
def test_the_active_question_stays_after_the_guidelines(
    driver: Driver, tmp_path: Path, from_queue: bool
) -> None:
    driver.open(work(tmp_path, "validate", {"task": TASK}, {"task": TASK, "id": "other"}))
    judged = driver
    if from_queue:
        judged.controller.page.queue.list.setFocus()
        judged.press(Key.Key_Down)
    judged.type("222")
    for _ in range(2):
        panel(judged).form_view.keys.step(panel(judged).form_view.active_question(), -1)
    assert panel(judged).form_view.active_question() == AXES[1]
    judged.press(Key.Key_F1)
    assert judged.controller.page.side.isAncestorOf(judged.target)
    judged.press(Key.Key_Escape)
    assert panel(judged).form_view.active_question() == AXES[1]


def test_a_text_field_names_the_key_that_leaves_it(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path, "validate", {"task": TASK}))
    view = driver.controller.panel.form_view
    button = driver.controller.page.work_bar.next
    assert button.text().endswith("⏎")
    text = next(k for k in view.visible_questions() if not view.question_view(k).field.has_keys)
    driver.focus(text)
    width = button.sizeHint().width()
    assert button.text().endswith("Tab")
    driver.type("A reason.")
    driver.press(Key.Key_Tab)
    assert view.focused_question() != text
    assert button.sizeHint().width() == width


def test_enter_goes_on_from_the_text_as_the_button_says(judged: Driver) -> None:
    view, button = panel(judged).form_view, judged.controller.page.work_bar.next
    judged.press(Key.Key_1, CTRL)
    assert panel(judged).task.isAncestorOf(judged.target)
    assert button.text().endswith("⏎")
    assert view.active_question() == AXES[0]
    judged.press(Key.Key_Return)
    assert view.active_question() == AXES[1]
