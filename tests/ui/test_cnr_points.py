"""Tests of the focus and the marks of a critique's points, with mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.conftest import CTRL, SHIFT, Driver
from tests.ui.test_cnr_panel import criticise, select, sheet, work

Key = Qt.Key


def click(widget: object) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_a_point_deleted_by_mouse_leaves_the_focus_at_the_points(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    driver.type("2")
    points = sheet(driver).lists["negative"]
    for words in ("One.", "Two."):
        driver.press(Key.Key_N, CTRL | SHIFT)
        driver.type(words)
    click(points.views[1].bin)
    assert points.current() == 0
    click(points.views[0].bin)
    assert points.points == []
    assert points.add_button.hasFocus()


def test_keys_answer_the_score_after_the_only_point_is_gone(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    driver.type("-")
    driver.press(Key.Key_Z, CTRL)
    assert sheet(driver).lists["negative"].points == []
    driver.type("1")
    assert driver.answers["score"] == 1
    driver.press(Key.Key_Z, CTRL)
    driver.type("-")
    click(sheet(driver).lists["negative"].views[0].bin)
    driver.type("3")
    assert driver.answers["score"] == 3


def write_points(driver: Driver, *texts: str) -> Any:
    """Write negative points one after the other with Enter, and return their list."""
    driver.type("2")
    driver.press(Key.Key_N, CTRL | SHIFT)
    for place, words in enumerate(texts):
        if place:
            driver.press(Key.Key_Return)
        driver.type(words)
    return sheet(driver).lists["negative"]


def texts(driver: Driver) -> list[str]:
    """Return the negative points that are saved."""
    return [one["text"] for one in driver.session.answers.get("negative") or ()]


def test_a_point_that_is_left_empty_is_gone(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    points = write_points(driver, "One.", "Two.")
    driver.press(Key.Key_Up, CTRL)
    driver.press(Key.Key_Return)
    assert texts(driver) == ["One.", "", "Two."]
    driver.press(Key.Key_Return)  # no second empty point below an empty one
    assert texts(driver) == ["One.", "", "Two."]
    driver.press(Key.Key_Down, CTRL)
    assert texts(driver) == ["One.", "Two."]
    # The point that was reached keeps the focus, and its keys.
    assert driver.target is points.views[1].text
    assert sheet(driver).anchors.current == ("negative", 1)
    assert [view.is_open for view in points.views] == [False, True]
    driver.type(" More.")
    assert texts(driver) == ["One.", "Two. More."]


def test_an_empty_point_stays_while_its_person_reads(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    write_points(driver, "One.", "")
    driver.press(Key.Key_2, CTRL)
    assert texts(driver) == ["One.", ""]
    assert driver.controller.page.work_bar.left.text() == "1 question left"


def test_an_empty_point_does_not_prevent_submission(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    driver.type("2")
    select(driver, "mainly for decoration")
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Wrong reason.")
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_End, CTRL)
    driver.type("!")
    sheet(driver).lists["negative"].go_to(0)
    driver.press(Key.Key_Return)
    assert texts(driver) == ["Wrong reason.", ""]
    driver.submit()
    assert driver.controller.panel.hints_box.isVisible()
    driver.submit()
    assert driver.session.done == 1
    (point,) = driver.session.submitted_answers()["negative"]
    assert point["text"] == "Wrong reason."


def test_only_an_empty_point_is_no_point(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    points = write_points(driver, "")
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_End, CTRL)
    driver.type("!")
    driver.submit()
    assert texts(driver) == []
    assert points.problem.text().startswith("A negative point is missing")
    # A missing text is no error, so nothing is red.
    assert points.problem.property("kind") == "warning"
    driver.press(Key.Key_N, CTRL | SHIFT)
    assert not points.problem.isVisible()  # it is being written


def test_undo_brings_back_a_text_that_was_deleted(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    write_points(driver, "One.", "Two.")
    driver.press(Key.Key_A, CTRL)
    driver.press(Key.Key_Delete)
    driver.press(Key.Key_Up, CTRL)
    assert texts(driver) == ["One."]
    driver.press(Key.Key_Z, CTRL)
    assert texts(driver) == ["One.", "Two."]


def test_escape_closes_the_hints_and_goes_back(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    criticise(driver)
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_End, CTRL)
    driver.type(" It is hot.")
    driver.controller.page.offer_guidelines(True)
    revision = driver.target
    driver.submit()
    box = driver.controller.panel.hints_box
    assert driver.target is box.keep_button
    driver.press(Key.Key_Escape)
    assert not box.isVisible()
    assert driver.target is revision
    assert driver.controller.page.offer.isVisible()
    assert driver.session.done == 0
    driver.type("!")
    assert driver.answers["revision"].endswith(" It is hot.!")


def test_a_reopened_item_shows_the_first_suggestion_that_is_left(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    own = work(tmp_path)
    driver = start()
    driver.open(own)
    write_points(driver, "One.")
    driver.press(Key.Key_2, CTRL)
    driver.type("r")
    driver.type("a")
    model = sheet(driver).model
    assert model.count.text() == "3 of 3"
    driver.wait_saved()
    driver.window.close()

    driver = start()
    driver.open(own)
    model = sheet(driver).model
    assert model.count.text() == "3 of 3"
    assert [view.take.isHidden() for view in model.views] == [True, True, False]
    model.previous.click()
    assert model.views[1].state.text() == "Added to your critique"
    model.previous.click()
    assert model.views[0].state.text() == "Rejected"


def test_escape_leaves_the_text_of_a_point_so_that_keys_answer(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    driver.type("2")
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("One.")
    driver.press(Key.Key_Escape)
    driver.type("1-")
    points = sheet(driver).lists["negative"]
    assert [one["text"] for one in points.points] == ["One.", ""]
    assert driver.answers["score"] == 2
    assert points.points[0].get("addressed") is True


def test_keys_walk_through_the_points_and_say_which_are_fixed(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    points = write_points(driver, "One.", "Two.", "Three.")
    driver.press(Key.Key_Down, CTRL)  # around to the first
    driver.press(Key.Key_Escape)
    driver.type("2")
    for _ in range(2):
        driver.press(Key.Key_Down, CTRL)
        driver.type("2")
    assert texts(driver) == ["One.", "Two.", "Three."]
    assert [one.get("addressed") for one in points.points] == [False] * 3
    driver.press(Key.Key_J, CTRL)  # and the text is reached as before
    assert driver.target is not points.views[2].body


def test_the_key_n_shows_what_it_ticks(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    driver.window.resize(1280, 800)
    driver.window.theme.set_text_scale(2.0)
    nothing = sheet(driver).nothing
    driver.type("2n")
    assert nothing.isChecked()
    driver.qtbot.waitUntil(
        lambda: nothing.visibleRegion().boundingRect().height() == nothing.height()
    )


def test_submitting_without_a_point_names_the_button_that_has_the_focus(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    driver.type("2")
    driver.submit()
    points = sheet(driver).lists["negative"]
    assert driver.target is points.add_button
    assert points.problem.isVisible()
    for named in (points.add_button.text(), sheet(driver).nothing.face.words):
        assert f"“{named}”" in points.problem.text()


def test_changes_without_a_point_that_are_not_listed_are_counted(
    driver: Driver, tmp_path: Path
) -> None:
    sentences = " ".join(f"Sentence number {n} is about bread and its crust." for n in range(9))
    driver.open(work(tmp_path, {"prompt": "Why?", "response": sentences}))
    part = sheet(driver).unmentioned
    driver.press(Key.Key_3, CTRL)
    for number, words in ((6, ""), (7, "and 1 more change"), (9, "and 3 more changes")):
        text = sheet(driver).editor.revision_edit
        for place in range(number):
            at = text.text.find(f"number {place} ")
            if at >= 0:
                text.select(at, at + len("number"))
                driver.type("no.")
        sheet(driver).editor.settle()
        driver.qtbot.waitUntil(lambda words=words: part.isVisible() and part.rest.text() == words)
        assert len(part.stops()) == 6
        assert part.rest.isVisible() is bool(words)
    assert part.stops()[-1].accessibleDescription() == "and 3 more changes"
