"""Tests of the page that compares two responses."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.workspace.projects import jsonl

Key = Qt.Key


def voting(folder: Path) -> Path:
    """Return ana's workspace with two pairs to compare."""
    lead = folder / "lead"
    rows = [
        {
            "id": f"p{number}",
            "prompt": "Why is a loaf cut?",
            "response_1": "So that it can rise.",
            "response_2": "For decoration.",
            "model_1": "birch-13b",
            "model_2": "rowan-7b",
        }
        for number in range(2)
    ]
    done("new", lead, "--title", "Loaves", "--protocol", "cnr")
    done("import", lead, jsonl(folder / "pairs.jsonl", rows), "--what", "pairs")
    done("people", lead, "add", "ana")
    done("assign", lead, "--stage", "compare", "--overlap", 1, "--seed", 1)
    done("pack", lead, "--for", "ana", "-o", folder / "ana.proofdesk")
    done("join", folder / "ana.proofdesk", folder / "ana")
    return folder / "ana"


def place(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def test_two_keys_vote_for_a_pair(driver: Driver, tmp_path: Path) -> None:
    driver.open(voting(tmp_path))
    driver.type("2")
    assert driver.session.answers == {"vote": "right"}
    driver.press(Key.Key_Return, CTRL)
    assert driver.session.done == 1


def test_the_responses_are_side_by_side_above_the_questions(driver: Driver, tmp_path: Path) -> None:
    driver.open(voting(tmp_path))
    driver.window.resize(1280, 800)
    QTest.qWait(0)
    panel = driver.controller.panel
    prompt, left, right = (place(one) for one in (panel.prompt, panel.left, panel.right))
    assert prompt.right() < left.left() < left.right() < right.left()
    assert prompt.top() == left.top() == right.top()
    options = panel.form_view.question_view("vote").field.buttons
    rows = {place(one).top() for one in options}
    assert len(rows) == 1, "the options are the segments of one control"
    assert rows.pop() > left.bottom()
    driver.qtbot.mouseClick(options[0], Qt.MouseButton.LeftButton)
    assert driver.session.answers == {"vote": "left"}
    driver.window.theme.set_text_scale(2.0)
    QTest.qWait(0)
    assert panel.questions.height() >= 0.4 * panel.height()
    assert panel.left.view.isVisible()


def test_in_a_narrow_window_the_responses_are_tabs(driver: Driver, tmp_path: Path) -> None:
    driver.open(voting(tmp_path))
    driver.window.resize(1280, 800)
    QTest.qWait(0)
    panel = driver.controller.panel
    driver.press(Key.Key_3, CTRL)
    assert panel.right.view.hasFocus()
    driver.window.resize(1000, 700)
    QTest.qWait(0)
    # The text that was read stays.
    assert panel.right.view.hasFocus()
    assert not panel.left.isVisible()
    first, second, prompt = panel.two.tabs
    # The prompt leaves its width to them; one key shows it.
    driver.qtbot.waitUntil(prompt.isVisible)
    assert not panel.prompt.isVisible()
    driver.press(Key.Key_1, CTRL)
    assert panel.prompt.view.hasFocus()
    driver.press(Key.Key_3, CTRL)
    assert (first.text(), second.text()) == ("Left response", "Right response")
    assert second.isChecked()
    driver.press(Key.Key_Tab, CTRL)
    assert panel.left.view.hasFocus()
    assert not panel.right.isVisible()
    assert first.isChecked()
    driver.qtbot.waitUntil(lambda: place(panel.left).width() > 500)
    driver.press(Key.Key_3, CTRL)
    assert panel.right.view.hasFocus()
    driver.qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    assert panel.left.isVisible()
    assert not panel.right.isVisible()
    driver.type("1")
    assert driver.session.answers == {"vote": "left"}
    driver.window.resize(1280, 800)
    driver.qtbot.waitUntil(panel.prompt.isVisible)
    assert panel.left.isVisible()
    assert panel.right.isVisible()
    assert not first.isVisible()
    driver.press(Key.Key_2, CTRL)
    driver.press(Key.Key_Tab, CTRL)
    assert panel.right.view.hasFocus()


def test_the_search_opens_in_the_visible_response(driver: Driver, tmp_path: Path) -> None:
    driver.open(voting(tmp_path))
    driver.window.theme.set_text_scale(2.0)
    driver.window.resize(1280, 800)
    QTest.qWait(0)
    panel = driver.controller.panel
    assert panel.two.tabs[0].isVisible()
    driver.press(Key.Key_Tab, CTRL)
    driver.press(Key.Key_4, CTRL)
    driver.press(Key.Key_F, CTRL)
    assert panel.right.isAncestorOf(driver.target)
