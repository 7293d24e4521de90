"""Tests that keys answer only what is in sight, and that each key shows its effect."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

from desktop_app.ui.colours import Role
from tests.ui import test_cnr_panel as cnr
from tests.ui import test_dolomites_edit as edit
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.dolomites_work import edit_work
from tests.ui.methodical import PAIR, TASK, sections, work
from tests.ui.test_dolomites_validate import answer_all

Key = Qt.Key
LONG = "One two three four five. " * 100


def panel(driver: Driver) -> Any:
    return driver.controller.panel


def is_seen(widget: QWidget) -> bool:
    """Return whether the whole height of a widget is visible."""
    return widget.isVisible() and widget.visibleRegion().boundingRect().height() == widget.height()


def seen_question(driver: Driver) -> bool:
    """Return whether the question that keys answer is visible."""
    view = panel(driver).form_view
    shown = view.question_view(view.active_question())
    room = view.area.viewport()
    box = QRect(shown.mapTo(room, QPoint()), shown.size())
    return bool(view.isVisible() and room.rect().contains(box))


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_the_task_covers_neither_questions_nor_submit(
    driver: Driver, tmp_path: Path, scale: float
) -> None:
    driver.open(work(tmp_path, "label", PAIR, PAIR))
    driver.window.resize(1280, 800)
    driver.window.theme.set_text_scale(scale)
    page, bar = panel(driver), driver.controller.page.work_bar
    driver.qtbot.waitUntil(lambda: page.reference.isHidden())
    driver.press(Key.Key_T, CTRL)
    driver.qtbot.waitUntil(lambda: is_seen(page.reference))
    assert not page.two.isVisible()
    driver.qtbot.waitUntil(lambda: is_seen(bar.submit))
    driver.submit()
    assert bar.left.text() == "3 required answers missing"
    driver.qtbot.waitUntil(lambda: seen_question(driver))
    assert driver.session.done == 0
    driver.press(Key.Key_T, CTRL)
    driver.qtbot.waitUntil(lambda: is_seen(page.two))
    assert page.reference.isHidden()
    driver.window.theme.set_text_scale(1.0)
    driver.qtbot.waitUntil(lambda: is_seen(page.reference) and is_seen(page.two))
    assert page.reference.geometry().right() < page.two.mapTo(page, QPoint()).x()


def test_the_active_question_stays_in_sight_while_the_layout_changes(
    driver: Driver, tmp_path: Path
) -> None:
    pair = {**PAIR, "left": sections(LONG, LONG), "right": sections(LONG, LONG)}
    driver.open(work(tmp_path, "label", pair))
    driver.window.resize(1000, 700)
    page = panel(driver)
    driver.press(Key.Key_3, CTRL)
    driver.type("12")
    third = page.form_view.active_question()
    driver.qtbot.waitUntil(lambda: seen_question(driver))
    for key in (Key.Key_T, Key.Key_T, Key.Key_Plus, Key.Key_Plus, Key.Key_0):
        driver.press(key, CTRL)
        driver.qtbot.waitUntil(lambda: seen_question(driver))
        assert page.form_view.active_question() == third


def revise(driver: Driver) -> None:
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_End, CTRL)
    driver.type("!")


def test_a_draft_of_a_critique_opens_at_its_first_missing_part(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    own = cnr.work(tmp_path)
    driver = start()
    driver.open(own)
    cnr.criticise(driver)
    driver.window.close()
    driver = start()
    driver.open(own)
    assert panel(driver).editor.revision_edit.hasFocus()
    assert driver.controller.page.work_bar.left.text() == "1 question left"
    revise(driver)
    driver.window.close()
    driver = start()
    driver.open(own)
    # Complete, so it opens at its first question, and not at an optional one.
    before = cnr.given(driver)
    driver.type("1")
    assert cnr.given(driver) == {**before, "score": 1}


def test_a_draft_of_a_critique_without_a_score_opens_at_the_score(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    own = cnr.work(tmp_path)
    driver = start()
    driver.open(own)
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Wrong reason.")
    revise(driver)
    driver.window.close()
    driver = start()
    driver.open(own)
    driver.type("2")
    assert cnr.given(driver)["score"] == 2
    assert "categories" not in cnr.given(driver)


def test_after_the_last_text_tab_goes_to_submit(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path, "validate", {"task": TASK}, {"task": TASK}))
    answer_all(driver)
    view = panel(driver).form_view
    last = view.visible_questions()[-1]
    driver.focus(last)
    driver.type("Because.")
    bar = driver.controller.page.work_bar
    driver.qtbot.waitUntil(lambda: "All questions answered" in bar.left.text())
    driver.press(Key.Key_Tab)
    assert bar.submit.hasFocus()
    driver.press(Key.Key_Return)
    assert driver.session.done == 1


def test_before_you_submit_goes_when_an_answer_is_undone(driver: Driver, tmp_path: Path) -> None:
    only = edit.variant("bob", critique=edit.POINTS[:1])
    driver.open(edit_work(tmp_path, [only], settings="least_edit: 0\n"))
    edit.choose_and_rate(driver)
    driver.press(Key.Key_3, ALT)
    driver.submit()
    edit.pick(driver, "come from water", "dough rest")
    driver.focus("all_fixed")
    driver.type("1")
    driver.submit()
    page = panel(driver)
    assert page.hints_box.isVisible()
    assert not driver.controller.page.work_bar.next.isVisible()
    driver.press(Key.Key_Z, CTRL)
    assert not page.hints_box.isVisible()


def test_an_empty_point_stays_after_submitting_too_early(driver: Driver, tmp_path: Path) -> None:
    driver.open(cnr.work(tmp_path))
    driver.type("2")
    driver.type("-")
    driver.submit()
    assert driver.target is cnr.sheet(driver).lists["negative"].views[0].text
    driver.type("a comment")
    assert cnr.given(driver)["negative"] == [{"text": "a comment"}]


def test_tab_rings_the_chosen_step_of_the_score(driver: Driver, tmp_path: Path) -> None:
    driver.open(cnr.work(tmp_path))
    buttons = panel(driver).form_view.question_view("score").field.buttons
    buttons[0].setFocus()
    driver.type("2")
    driver.press(Key.Key_Left)
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_F6)
    driver.press(Key.Key_Backtab, SHIFT)
    for _ in range(30):
        if driver.target in buttons:
            break
        driver.press(Key.Key_Tab)
    assert driver.target is buttons[1]


def test_the_list_of_keys_scrolls_by_keys(driver: Driver, tmp_path: Path) -> None:
    driver.open(cnr.work(tmp_path))
    driver.window.resize(1000, 600)
    driver.press(Key.Key_4, CTRL)
    driver.type("?")
    sheet = driver.window.keys_sheet
    bar = sheet._area.verticalScrollBar()
    driver.qtbot.waitUntil(lambda: bar.maximum() > 0)
    seen = []
    for key in (Key.Key_PageDown, Key.Key_End, Key.Key_PageUp, Key.Key_Home):
        driver.press(key)
        seen.append(bar.value())
    assert 0 < seen[0] <= seen[1] == bar.maximum()
    assert seen[2] < seen[1]
    assert seen[3] == 0
    assert sheet.isVisible()


def test_a_notice_about_a_key_moves_nothing_and_goes_with_the_next_key(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path, "validate", {"task": TASK}))
    driver.focus("complexity")  # it has three options
    page, brief = panel(driver), driver.window.brief_notice
    before = page.mapTo(driver.window, QPoint())
    for key, held in ((Key.Key_Escape, None), (Key.Key_Return, CTRL), (Key.Key_Down, None)):
        driver.focus("complexity")
        driver.type("9")
        assert is_seen(brief.text)
        assert brief.text.text() == "9 is not an option of the active question."
        assert page.mapTo(driver.window, QPoint()) == before
        driver.press(key, held or Qt.KeyboardModifier.NoModifier)
        assert not brief.isVisible()
    assert driver.answers == {}


def test_after_escape_from_the_revision_no_key_answers_an_optional_question(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(cnr.work(tmp_path))
    cnr.criticise(driver)
    panel(driver).editor.revision_edit.replace(20, 41, "so that it can rise")
    driver.submit()
    driver.press(Key.Key_Left, ALT)
    before = cnr.given(driver)
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_Escape)
    assert panel(driver).form_view.active_question() is None
    driver.type("1")
    assert cnr.given(driver) == before
    driver.press(Key.Key_4, CTRL)  # the score has the focus
    driver.type("4")
    assert cnr.given(driver) == {**before, "score": 4}


def test_a_key_for_a_question_out_of_sight_only_shows_it(driver: Driver, tmp_path: Path) -> None:
    driver.open(cnr.work(tmp_path))
    driver.window.resize(1280, 800)
    view = panel(driver).form_view
    driver.window.theme.set_text_scale(2.0)
    bar, field = view.area.verticalScrollBar(), view.question_view("score").field
    driver.qtbot.waitUntil(lambda: bar.maximum() > 0 and is_seen(field))
    bar.triggerAction(bar.SliderAction.SliderToMaximum)
    driver.qtbot.waitUntil(lambda: field.visibleRegion().isEmpty())
    driver.type("2")
    assert "score" not in cnr.given(driver)
    driver.qtbot.waitUntil(lambda: is_seen(field))
    driver.type("2")
    assert cnr.given(driver)["score"] == 2


def test_the_missing_question_has_a_ring_until_an_option_has_one(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path, "validate", {"task": TASK}, {"task": TASK}))
    form = panel(driver).form_view
    shown = form.question_view(form.active_question())
    accent = driver.window.theme.color(Role.ACCENT)

    def has_ring() -> bool:
        picture = shown.grab().toImage()
        return bool(picture.pixelColor(picture.width() // 2, 1) == accent)

    assert not has_ring()
    driver.submit()
    # The first option has the ring, so the question needs none.
    assert shown.field.buttons[0].hasFocus()
    assert shown.field.buttons[0].shows_focus
    assert not has_ring()
    driver.type("1")
    shown = form.question_view(form.active_question())
    assert has_ring()
    driver.press(Key.Key_Space)  # now the first option has the ring
    assert not has_ring()
    assert len(driver.answers) == 1


def test_tab_from_a_reason_shows_the_whole_next_question(driver: Driver, tmp_path: Path) -> None:
    driver.window.resize(1280, 800)
    driver.open(work(tmp_path, "validate", {"task": TASK}))
    view = driver.controller.panel.form_view
    room = view.area.viewport()

    def is_whole() -> bool:
        part = view.keys.active_part()
        top = part.mapTo(room, QPoint(0, 0))
        return bool(room.rect().contains(QRect(top, part.size())))

    for key in view.visible_questions():
        if key.endswith("_text"):
            driver.focus(key)
            driver.press(Key.Key_Tab)
            driver.qtbot.waitUntil(is_whole)
