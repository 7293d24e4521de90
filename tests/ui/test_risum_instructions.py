"""Tests of the page on which people compare sets of instructions."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from desktop_app.workspace.background import put_off
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_lead import Lead
from tests.workspace.projects import jsonl

Key = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier
MODELS = ("birch", "cedar", "elm", "fir")
LINE = "The river rose and the mill stood still. "


def comparing(folder: Path, sets: int = 3, documents: int = 2) -> Path:
    """Return ana's workspace with documents and models' sets of instructions for each."""
    lead = folder / "lead"
    rows = [
        {
            "document": f"Report {number}. {LINE * 20}",
            "model": f"{MODELS[place % 4]}-{place}",
            "instructions": [f"Summarize report {number} in {place + 2} words.", "Name the mill."],
        }
        for number in range(documents)
        for place in range(sets)
    ]
    done("new", lead, "--title", "Rivers", "--protocol", "risum")
    done("import", lead, jsonl(folder / "sets.jsonl", rows), "--what", "instruction_sets")
    done("people", lead, "add", "ana")
    done("assign", lead, "--stage", "instructions", "--overlap", 1, "--seed", 1)
    done("pack", lead, "--for", "ana", "-o", folder / "ana.proofdesk")
    done("join", folder / "ana.proofdesk", folder / "ana")
    with Workspace.open(folder / "ana", write=True) as workspace:
        put_off(workspace)
    return folder / "ana"


@pytest.fixture
def opened(driver: Driver, tmp_path: Path) -> Driver:
    """Return a driver of a window with three sets for each of two documents."""
    return open_(driver, comparing(tmp_path))


def open_(driver: Driver, folder: Path) -> Driver:
    driver.open(folder)
    driver.window.resize(1280, 800)
    QTest.qWait(0)
    return driver


def shown(driver: Driver) -> list[Any]:
    return [one for one in driver.controller.panel.sets.panes if one.isVisible()]


def marked(driver: Driver) -> list[int]:
    """Return the indices of the sets that are marked as the one to judge now."""
    panes = driver.controller.panel.sets.panes
    return [place for place, one in enumerate(panes) if one.property("kind") == "overlay"]


def place(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def test_one_key_judges_a_set_and_goes_to_the_next(opened: Driver) -> None:
    assert marked(opened) == [0]
    opened.type("1")
    assert marked(opened) == [1]
    opened.type("3")
    assert marked(opened) == [2]
    opened.type("2")
    assert opened.answers == {"set_a": "good", "set_b": "bad", "set_c": "neutral"}
    assert [one.verdict.text() for one in shown(opened)] == ["Good", "Bad", "Neutral"]
    opened.press(Key.Key_Return, CTRL)
    assert opened.session.done == 1
    assert [one.verdict.text() for one in shown(opened)] == ["", "", ""]
    assert marked(opened) == [0]


def test_arrows_go_to_another_set_and_its_verdict_can_be_changed(opened: Driver) -> None:
    opened.type("11")
    opened.press(Key.Key_Up)
    opened.press(Key.Key_Up)
    assert marked(opened) == [0]
    opened.type("3")
    assert opened.answers == {"set_a": "bad", "set_b": "good"}
    assert marked(opened) == [2], "the next set without a verdict"


def test_keys_judge_while_a_text_has_the_focus(opened: Driver) -> None:
    opened.press(Key.Key_1, CTRL)
    assert opened.controller.panel.document.reader.view.hasFocus()
    opened.type("2")
    assert marked(opened) == [1]
    opened.press(Key.Key_2, CTRL)
    assert shown(opened)[1].reader.view.hasFocus(), "the set that is judged now"
    opened.press(Key.Key_2, CTRL)
    assert shown(opened)[2].reader.view.hasFocus()
    opened.type("1")
    assert opened.answers == {"set_a": "neutral", "set_b": "good"}


def test_undo_shows_the_set_without_its_verdict(opened: Driver) -> None:
    opened.type("1")
    opened.press(Key.Key_Z, CTRL)
    assert not opened.answers.get("set_a")
    assert shown(opened)[0].verdict.text() == ""


def test_every_set_needs_a_verdict_but_the_comment_is_optional(opened: Driver) -> None:
    opened.type("1")
    opened.press(Key.Key_Return, CTRL)
    assert opened.session.done == 0
    assert marked(opened) == [1], "the first set without a verdict"
    panel = opened.controller.panel
    assert {one.question for one in panel.form_view.problems()} == {"set_b", "set_c"}
    opened.type("22")
    opened.focus("comment")
    opened.type("Set A names its length.")
    opened.press(Key.Key_Return, CTRL)
    assert opened.session.done == 1


def test_neither_models_nor_sets_that_do_not_exist_are_shown(opened: Driver) -> None:
    panel = opened.controller.panel
    assert len(shown(opened)) == 3
    assert panel.visible_questions() == ["set_a", "set_b", "set_c", "comment"]
    texts = "".join(one.reader.view.toPlainText() for one in shown(opened))
    assert "1. Summarize report" in texts
    assert not any(model in texts for model in MODELS)


def test_the_sets_are_side_by_side_beside_the_document_and_above_the_questions(
    driver: Driver, tmp_path: Path
) -> None:
    open_(driver, comparing(tmp_path, sets=4))
    panel = driver.controller.panel
    sets = [place(one) for one in shown(driver)]
    assert len(sets) == 4
    assert len({one.top() for one in sets}) == 1
    assert all(one.right() < other.left() for one, other in pairwise(sets))
    assert place(panel.document).right() < sets[0].left()
    assert sets[0].bottom() < place(panel.questions).top()
    # Every question is visible without scrolling.
    assert panel.form_view.area.verticalScrollBar().maximum() == 0


def test_six_sets_are_in_two_rows(driver: Driver, tmp_path: Path) -> None:
    open_(driver, comparing(tmp_path, sets=6))
    tops = [place(one).top() for one in shown(driver)]
    assert tops[:3] == [tops[0]] * 3
    assert tops[3:] == [tops[3]] * 3
    assert tops[0] < tops[3]


def test_in_large_text_the_sets_take_turns(driver: Driver, tmp_path: Path) -> None:
    open_(driver, comparing(tmp_path, sets=4))
    driver.window.theme.set_text_scale(2.0)
    QTest.qWait(0)
    panes = driver.controller.panel.sets.panes
    assert panes[0].isVisible()
    assert not panes[3].isVisible()
    for _ in range(3):
        driver.type("1")
    assert panes[3].isVisible()
    assert not panes[0].isVisible()
    assert marked(driver) == [3]


def test_the_next_item_shows_its_own_document_and_sets(opened: Driver) -> None:
    before = opened.controller.panel.document.reader.view.toPlainText()[:8]
    assert before in shown(opened)[0].reader.view.toPlainText().replace("report", "Report")
    opened.type("111")
    opened.press(Key.Key_Return, CTRL)
    after = opened.controller.panel.document.reader.view.toPlainText()[:8]
    assert {before, after} == {"Report 0", "Report 1"}


@pytest.mark.parametrize("content", [{}, {"sets": 5}, {"sets": [None, "x", [1, {}]]}])
def test_odd_items_are_shown_as_they_are(opened: Driver, content: dict[str, Any]) -> None:
    panel = opened.controller.panel
    panel.show_item(content, "A document.")
    assert panel.document.reader.view.toPlainText() == "A document."
    assert json.dumps(panel.answers())


def test_a_lead_is_offered_the_stage_with_items_for_three_people_each(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lead = Lead(driver, monkeypatch)
    comparing(tmp_path)
    folder = tmp_path / "lead"
    rows = [{"document": LINE, "model": one, "instructions": ["Name the mill."]} for one in MODELS]
    done("import", folder, jsonl(tmp_path / "more.jsonl", rows), "--what", "instruction_sets")
    for person in ("ben", "cem"):
        done("people", folder, "add", person)
    lead.open(folder)
    lead.step("assign")
    page = lead.page.assign
    assert page.stage.currentText() == "Compare instructions"
    assert page.overlap.text() == "3"
    # A lead's own choice is kept.
    lead.tab_to(page.stage)
    lead.press(Key.Key_Up)
    lead.step("items")
    lead.step("assign")
    assert page.stage.currentText() == "Rating"
