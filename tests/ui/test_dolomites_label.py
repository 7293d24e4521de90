"""Tests of the page for comparing two outputs of a task, in the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.methodical import PAIR, sections, work

Key = Qt.Key
REFERENCE = sections("May the rent rise?", "No: fifteen months have not passed.")


@pytest.fixture
def pair(driver: Driver, tmp_path: Path) -> Driver:
    """The window with two pairs, one of which has a reference."""
    driver.open(work(tmp_path, "label", {**PAIR, "reference": REFERENCE}, PAIR))
    return driver


def panel(driver: Driver) -> Any:
    return driver.controller.panel


def test_a_pair_is_compared_by_keys_alone(pair: Driver) -> None:
    for axis, key in (("adherence", "1"), ("correctness", "2"), ("depth", "3")):
        pair.focus(axis)
        pair.type(key)
    pair.submit()
    assert pair.session.done == 1
    pair.press(Key.Key_Left, ALT)
    answers = pair.session.submitted_answers()
    found = {axis: answers[axis] for axis in ("adherence", "correctness", "depth")}
    assert found == {"adherence": "left", "correctness": "tie", "depth": "right"}


def test_all_that_is_missing_is_named_and_the_whole_is_optional(pair: Driver) -> None:
    pair.focus("overall")
    pair.type("1")
    pair.submit()
    problems = [one.question for one in panel(pair).form_view.problems()]
    assert problems == ["adherence", "correctness", "depth"]


def test_both_outputs_are_shown_section_by_section(pair: Driver) -> None:
    page = panel(pair)
    assert page.left.text == "Question\nMay he?\nAssessment\nThe cap is kept."
    assert page.right.titles == ["Question", "Assessment"]
    assert [page.right.text[at:][:8] for at in page.right.anchors] == ["Question", "Assessme"]


def test_the_reference_shows_on_demand_only(pair: Driver) -> None:
    page = panel(pair)
    assert page.reference.tab == "task"
    assert page.reference.task.text.startswith("Law")
    assert not page.answer.isVisible()
    pair.press(Key.Key_6, CTRL)
    assert page.answer.text.startswith("Question\nMay the rent rise?")
    assert page.answer.view.hasFocus()
    pair.press(Key.Key_Right, ALT)  # the next pair begins with its task, and has no reference
    assert page.reference.tab == "task"
    assert not page.reference.buttons["reference"].isVisible()
    pair.press(Key.Key_6, CTRL)
    assert not page.answer.isVisible()


def test_the_keys_lead_to_every_text(pair: Driver) -> None:
    page = panel(pair)
    wanted = {
        Key.Key_1: page.reference.task.view,
        Key.Key_2: page.reference.input.view,
        Key.Key_3: page.left.view,
        Key.Key_4: page.right.view,
    }
    for key, view in wanted.items():
        pair.press(key, CTRL)
        assert view.hasFocus()
        assert view.isVisible()
    pair.press(Key.Key_5, CTRL)
    assert page.focused_question() == "adherence"


def test_the_task_closes_and_gives_its_room(pair: Driver) -> None:
    page = panel(pair)
    pair.press(Key.Key_1, CTRL)
    before = page.left.width()
    QTest.mouseClick(page.reference.close_button, Qt.MouseButton.LeftButton)
    pair.qtbot.waitUntil(lambda: page.left.width() > before)
    assert not page.reference.isVisible()
    assert page.left.view.hasFocus()  # the keys are not lost with what is hidden
    pair.press(Key.Key_T, CTRL)
    assert page.reference.task.view.hasFocus()
    pair.press(Key.Key_T, CTRL)
    assert not page.reference.isVisible()
    pair.press(Key.Key_2, CTRL)  # a way to a text opens it
    assert page.reference.input.view.hasFocus()


def test_the_closed_task_is_remembered(pair: Driver) -> None:
    page = panel(pair)
    page.open_reference(False)
    saved = page.save_state()
    page.open_reference(True)
    page.restore_state(saved)
    assert page.reference.isHidden()
    page.restore_state(b"{}")
    page.restore_state(b'{"state": 1, "open": "x"}')
    assert page.reference.isHidden()


def test_the_other_output_follows_by_section(driver: Driver, tmp_path: Path) -> None:
    long, short = "One two three four five. " * 200, "Six seven eight nine ten. " * 30
    driver.open(
        work(
            tmp_path,
            "label",
            {**PAIR, "left": sections(long, long), "right": sections(short, long)},
        )
    )
    page = panel(driver)
    page.left.view.scroll_to(page.left.anchors[1] + 400)
    at_left = page.left.view.visible_range()[0]
    at_right = page.right.view.visible_range()[0]
    assert at_left > 0
    share = at_left / page.left.anchors[1]
    if share < 1:
        wanted = share * page.right.anchors[1]
    else:
        wanted = page.right.anchors[1] + (at_left - page.left.anchors[1])
    line = 80  # characters, at most: both are told by whole lines
    assert abs(at_right - wanted) <= 2 * line


def test_sections_are_paired_by_title_whatever_their_order(driver: Driver, tmp_path: Path) -> None:
    left = [{"title": title, "text": "x" * 40} for title in ("A", "B", "C")]
    right = [{"title": title, "text": "x" * 10} for title in ("a ", "Z", "c")]
    driver.open(work(tmp_path, "label", {**PAIR, "left": left, "right": right}))
    page = panel(driver)
    places = page.places
    assert places.to_right(page.left.anchors[0]) == page.right.anchors[0]
    assert places.to_right(page.left.anchors[2]) == page.right.anchors[2]
    assert places.to_left(page.right.anchors[2]) == page.left.anchors[2]
    found = [places.to_right(at) for at in range(len(page.left.text) + 1)]
    assert found == sorted(found)
    assert found[-1] == len(page.right.text)


def test_nothing_tells_whose_or_how_long(pair: Driver) -> None:
    labels = " ".join(
        label.text() for label in panel(pair).findChildren(QLabel) if label.isVisible()
    )
    assert "word" not in labels
    chips = [one for one in pair.window.findChildren(QLabel) if one.property("kind") == "chip"]
    shown = [one.text() for one in chips if one.isVisibleTo(pair.window)]
    assert "Models hidden, random order" in shown
    assert not any(text[0].isdigit() for text in shown)


def test_only_the_title_of_the_current_question_is_bold(pair: Driver) -> None:
    pair.window.resize(1280, 800)
    pair.focus("correctness")
    form = panel(pair).form_view
    bold = [key for key in form.visible_questions() if form.question_view(key).title.font().bold()]
    assert bold == ["correctness"]


def test_the_outputs_show_twelve_lines_in_a_small_window(pair: Driver, qtbot: QtBot) -> None:
    pair.window.resize(1280, 800)
    pair.controller.page.offer_guidelines(False)
    view = panel(pair).left.view
    line = view.fontMetrics().height()
    qtbot.waitUntil(lambda: view.viewport().height() >= 12 * line)


def test_words_are_found_in_the_text_one_is_at(pair: Driver) -> None:
    page = panel(pair)
    pair.press(Key.Key_4, CTRL)
    pair.press(Key.Key_F, CTRL)
    pair.type("period")
    assert len(page.right.hits()) == 1
    assert page.left.hits() == []


@pytest.mark.parametrize("odd", [{}, {"left": "text", "right": 7}, {"left": [], "right": [{}]}])
def test_odd_and_empty_outputs_are_shown_without_harm(
    odd: dict[str, Any], driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path, "label", odd))
    page = panel(driver)
    assert page.left.text == ""
    driver.focus("depth")
    driver.type("2")
    assert driver.session.answers["depth"] == "tie"


def test_very_long_outputs_open_and_scroll_together(driver: Driver, tmp_path: Path) -> None:
    long = " ".join(f"word{n}" for n in range(20_000))
    driver.open(
        work(tmp_path, "label", {**PAIR, "left": sections("a", long), "right": sections("b", long)})
    )
    page = panel(driver)
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_End, CTRL)
    last = page.right.text.index("word19999")
    driver.qtbot.waitUntil(lambda: page.right.view.visible_range()[1] >= last)
    assert page.left.view.visible_range()[1] >= page.left.text.index("word19999")


def test_with_large_text_the_outputs_have_the_room(pair: Driver) -> None:
    page = panel(pair)
    pair.window.resize(1280, 800)
    pair.window.theme.set_text_scale(2.0)
    pair.qtbot.waitUntil(lambda: page.reference.isHidden())
    pair.press(Key.Key_T, CTRL)  # it takes the place of the outputs
    assert page.reference.isVisible()
    assert not page.left.isVisible()
    pair.press(Key.Key_3, CTRL)
    assert page.left.view.hasFocus()
    pair.window.theme.set_text_scale(1.0)
    pair.qtbot.waitUntil(lambda: page.reference.isVisible() and page.left.isVisible())


def test_a_page_that_opens_with_large_text_shows_the_outputs(
    driver: Driver, tmp_path: Path
) -> None:
    driver.window.resize(1280, 800)
    driver.window.theme.set_text_scale(2.0)
    driver.open(work(tmp_path, "label", PAIR))
    page = panel(driver)
    driver.qtbot.waitUntil(page.left.isVisible)
    assert page.reference.isHidden()
    driver.type("1")
    assert driver.answers == {"adherence": "left"}


def test_undo_takes_a_verdict_back(pair: Driver) -> None:
    pair.focus("depth")
    pair.type("1")
    pair.press(Key.Key_Z, CTRL)
    assert pair.session.answers.get("depth") is None
    pair.press(Key.Key_Z, CTRL | SHIFT)
    assert pair.session.answers["depth"] == "left"


def test_at_200_percent_the_outputs_are_tabs(pair: Driver) -> None:
    page = panel(pair)
    pair.window.resize(1280, 800)
    pair.window.theme.set_text_scale(2.0)
    pair.qtbot.waitUntil(lambda: page.two.tabs[0].isVisible())
    pair.press(Key.Key_Tab, CTRL)
    assert page.right.view.hasFocus()
    assert not page.left.isVisible()
    pair.press(Key.Key_1, CTRL)  # the task takes the place of the outputs
    pair.press(Key.Key_Tab, CTRL)
    assert page.left.view.hasFocus()
    assert not page.reference.isVisible()


def test_a_click_on_an_answer_shows_the_next_question(pair: Driver, qtbot: QtBot) -> None:
    pair.window.resize(1280, 560)
    pair.window.theme.set_text_scale(2.0)
    view = panel(pair).form_view
    bar = view.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)

    def part_in_sight(axis: str) -> float:
        for _ in range(10):  # a form gets its size, wraps its texts, and then gets another size
            QApplication.processEvents()
        part = view.question_view(axis)
        return part.visibleRegion().boundingRect().height() / part.height()

    assert part_in_sight("adherence") == 1
    for axis, following in (("adherence", "correctness"), ("correctness", "depth")):
        assert part_in_sight(following) < 1
        button = view.question_view(axis).field.buttons[2]
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert part_in_sight(following) == 1
        assert button.hasFocus()
    # What is in sight already stays where it is.
    before = bar.value()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert part_in_sight(following) == 1
    assert bar.value() == before > 0


def test_a_narrow_window_shows_the_task_on_demand(pair: Driver) -> None:
    panel = pair.controller.panel
    pair.window.resize(1280, 800)
    pair.qtbot.waitUntil(panel.reference.isVisible)
    pair.window.resize(1000, 700)
    pair.qtbot.waitUntil(lambda: not panel.reference.isVisible())
    assert panel.left.isVisible()
    pair.qtbot.waitUntil(panel.right.isVisible)
    pair.press(Key.Key_T, CTRL)
    assert panel.reference.isVisible()
    pair.press(Key.Key_T, CTRL)
    assert panel.left.isVisible()
