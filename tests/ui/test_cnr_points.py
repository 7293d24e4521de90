"""Tests of the focus and the marks of a critique's points, with mouse and keys."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.conftest import CTRL, SHIFT, Driver
from tests.ui.test_cnr_panel import sheet, work

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


def test_a_new_point_is_marked_as_empty_only_after_it_was_left(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    driver.submit()
    points = sheet(driver).lists["negative"]
    driver.press(Key.Key_N, CTRL | SHIFT)
    text = points.views[0].text
    assert (text.hasFocus(), text.property("problem") or "") == (True, "")
    assert not points.problem.isVisible()
    driver.press(Key.Key_2, CTRL)  # to the response
    assert text.property("problem") == "missing"
    assert points.problem.text().startswith("A point is empty")
    # A missing text is no error, so nothing is red.
    assert points.problem.property("kind") == "warning"
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.submit()
    assert points.problem.isVisible()


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
