"""Tests that an invalid answer is reported when its field is left, apart from missing answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt

from desktop_app.ui.accessible import announcer
from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.workspace.projects import jsonl

Key = Qt.Key
FORM = """
form: 1
key: letters.number
version: 1
language: en
key_scope: question
title: Letters
questions:
  - {key: clear, type: yes_no, required: true, text: "Is it clear?"}
  - {key: share, type: number, required: true, min: 0, max: 100, text: "How much of it?"}
  - {key: short, type: yes_no, required: true, text: "Is it short?"}
  - {key: polite, type: yes_no, required: true, text: "Is it polite?"}
  - {key: name, type: short_text, text: "Who wrote it?"}
"""


def study(tmp_path: Path, text: str = FORM) -> Path:
    """Return ana's folder, with one item and this form."""
    lead = tmp_path / "lead"
    form = tmp_path / "form.yaml"
    form.write_text(text, "utf-8")
    done("new", lead, "--title", "Letters", "--protocol", "study", "--form", form)
    done("import", lead, jsonl(tmp_path / "items.jsonl", [{"id": "a", "text": "Dear all, …"}]))
    done("people", lead, "add", "ana")
    done("assign", lead, "--overlap", 1)
    done("pack", lead, "--for", "ana", "-o", tmp_path / "ana.proofdesk")
    own = tmp_path / "ana"
    done("join", tmp_path / "ana.proofdesk", own)
    return own


def test_a_draft_that_is_opened_again_shows_its_invalid_answers(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    own = study(tmp_path)
    driver = start()
    driver.open(own)
    driver.type("y557")
    driver.press(Key.Key_Return)
    driver.type("y")
    driver.window.close()
    driver = start()
    driver.open(own)
    view, left = driver.controller.panel.form_view, driver.controller.page.work_bar.left
    share = view.question_view("share")
    assert view.active_question() == "share"
    assert share.problem.isVisible()
    assert share.line.value.text() == "To correct"
    driver.qtbot.waitUntil(lambda: left.text() == "1 question left · 1 answer invalid")
    driver.press(Key.Key_A, CTRL)
    driver.type("50")
    assert share.problem.isHidden()
    driver.qtbot.waitUntil(lambda: left.text() == "1 question left")


def test_an_invalid_number_is_reported_when_it_is_left(driver: Driver, tmp_path: Path) -> None:
    driver.open(study(tmp_path))
    view, left = driver.controller.panel.form_view, driver.controller.page.work_bar.left
    share = view.question_view("share")
    driver.press(Key.Key_Y)
    driver.type("557")
    assert share.problem.isHidden(), "nobody is corrected while typing"
    with driver.qtbot.waitSignal(announcer().announced) as heard:
        driver.press(Key.Key_Return)
    assert view.focused_question() == "short"
    assert share.line.value.text() == "To correct"
    assert "Must be at most 100." in share.accessibleDescription()
    assert "How much of it?" in heard.args[0]
    driver.qtbot.waitUntil(lambda: left.text() == "2 questions left · 1 answer invalid")
    # The others were not reported, because nobody has tried to submit.
    assert view.question_view("polite").line.value.text() == ""
    driver.type("yy")
    driver.qtbot.waitUntil(lambda: left.text() == "1 answer invalid")
    driver.submit()
    assert view.focused_question() == "share"
    driver.press(Key.Key_A, CTRL)
    driver.type("55")
    assert share.problem.isHidden()
    driver.press(Key.Key_Return)
    driver.qtbot.waitUntil(lambda: left.text() == "1 optional question left")
    driver.submit()
    assert driver.session.done == 1


def test_invalid_answers_are_counted_apart_from_missing_ones(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(study(tmp_path))
    view, left = driver.controller.panel.form_view, driver.controller.page.work_bar.left
    driver.submit()
    driver.qtbot.waitUntil(lambda: left.text() == "4 required answers missing")
    driver.press(Key.Key_Down)
    driver.type("-1")
    driver.press(Key.Key_Down)
    driver.qtbot.waitUntil(lambda: left.text() == "3 required answers missing · 1 answer invalid")
    assert view.question_view("share").line.value.text() == "To correct"
    assert view.question_view("polite").line.value.text() == "Not answered"


def test_a_cleared_answer_is_no_longer_reported(driver: Driver, tmp_path: Path) -> None:
    driver.open(study(tmp_path))
    view, left = driver.controller.panel.form_view, driver.controller.page.work_bar.left
    driver.press(Key.Key_Y)
    driver.type("557")
    driver.press(Key.Key_Down)
    driver.press(Key.Key_Up)
    assert not view.question_view("share").problem.isHidden()
    driver.press(Key.Key_A, CTRL)
    driver.press(Key.Key_Backspace)
    driver.press(Key.Key_Down)
    assert view.question_view("share").line.value.text() == ""
    driver.qtbot.waitUntil(lambda: left.text() == "3 questions left")


def test_after_the_last_answer_the_focus_goes_to_an_invalid_one(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(study(tmp_path))
    view = driver.controller.panel.form_view
    driver.press(Key.Key_Y)
    driver.type("557")
    driver.press(Key.Key_Return)
    driver.type("yy")
    assert view.focused_question() == "share"
    assert driver.answers["share"] == "557"
    # Enter goes there, too, from an answer that is not changed.
    view.focus_question("polite")
    driver.press(Key.Key_Return)
    assert view.focused_question() == "share"
    driver.press(Key.Key_A, CTRL)
    driver.type("55")
    driver.press(Key.Key_Return)
    assert view.active_question() is None
