"""What the queue says of items, and the way into its search and back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.workspace.projects import jsonl


def make(place: Path, protocol: str, rows: list[dict[str, str]]) -> Path:
    """Return ana's workspace of a project with these items."""
    lead, own, bundle = place / "lead", place / "own", place / "ana.proofdesk"
    form = place / "form.yaml"
    form.write_text(_FORM, "utf-8")
    more = ["--form", form] if protocol == "study" else []
    done("new", lead, "--title", "x", "--protocol", protocol, *more)
    done("import", lead, jsonl(place / "i.jsonl", rows))
    done("import", lead, "--what", "background_form", "--none")
    done("people", lead, "add", "ana")
    done("assign", lead, "--overlap", 1, "--seed", 1)
    done("pack", lead, "--for", "ana", "-o", bundle)
    done("join", bundle, own)
    return own


_FORM = """\
form: 1
key: mine
version: 1
title: T
questions:
  - {key: first, type: single_choice, text: "How?", options: [{code: 1, key: 1}, {code: 2, key: 2}]}
  - {key: second, type: yes_no, text: "Is it?", options: [{code: true, key: Y}, {code: false}]}
  - {key: third, type: short_text, text: "Who?"}
  - {key: fourth, type: long_text, text: "Why?"}
"""


def test_no_row_of_the_queue_is_blank(driver: Driver, tmp_path: Path) -> None:
    rows = [
        {"document": "One.", "instruction": "Say it.", "answer": "Said.", "model": "m"},
        {"document": "Two.", "instruction": " \n", "answer": "Nobody asked.", "model": "m"},
        {"document": "Three.", "instruction": "", "answer": "", "model": "m"},
    ]
    driver.open(make(tmp_path, "risum", rows))
    model = driver.controller.page.queue.model
    told = {str(model.data(model.index(row)))[5:] for row in range(model.rowCount())}
    assert told == {"Say it.", "Nobody asked.", "–"}


@pytest.mark.parametrize("question", ["first", "second", "third", "fourth"])
def test_leaving_the_search_leads_back_to_where_one_was(
    start: Callable[[], Driver], tmp_path: Path, question: str
) -> None:
    driver = start()
    driver.open(make(tmp_path, "study", [{"text": f"Text {k}"} for k in range(3)]))
    while driver.controller.panel.form_view.focused_question() != question:
        driver.press(Qt.Key.Key_Tab)
    before = QApplication.focusWidget()
    driver.press(Qt.Key.Key_L, CTRL)
    driver.type("Text")
    assert driver.controller.page.queue.search.text() == "Text"
    driver.press(Qt.Key.Key_Escape)
    driver.press(Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is before


def test_leaving_the_search_in_another_item_leads_to_its_first_question(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(make(tmp_path, "study", [{"text": f"Text {k}"} for k in range(3)]))
    form = driver.controller.panel.form_view
    while form.focused_question() != "third":
        driver.press(Qt.Key.Key_Tab)
    driver.press(Qt.Key.Key_L, CTRL)
    driver.type("003")
    driver.press(Qt.Key.Key_Return)
    driver.press(Qt.Key.Key_Return)
    assert driver.session.position == 2
    driver.press(Qt.Key.Key_L, CTRL)
    driver.press(Qt.Key.Key_Escape)
    driver.press(Qt.Key.Key_Escape)
    assert form.focused_question() == "first"
    # From then on it is remembered.
    while form.focused_question() != "second":
        driver.press(Qt.Key.Key_Tab)
    driver.press(Qt.Key.Key_L, CTRL)
    driver.press(Qt.Key.Key_Escape)
    assert form.focused_question() == "second"
