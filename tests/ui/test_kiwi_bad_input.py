"""Tests of invalid questions, instructions and answers in the real window: reported, and
harmless.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.cli.command import done, proofdesk
from tests.llm.conftest import connection_to
from tests.llm.server import ModelServer, text
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.test_model_calls import set_connections
from tests.workflows.kiwi_project import Project
from tests.workspace.projects import jsonl

Key = Qt.Key
WORDS, SOME = 9_000, 5_000  # the latter fit into 60,000 characters
HOSTILE = (
    "<b>Tea</b> [0] &amp; <img src='http://127.0.0.1:1/x.png'> <script>alert(1)</script> "
    "[evil](http://127.0.0.1:1/) cites what is not there [9]."
)
PAPERS: list[dict[str, Any]] = [
    {"title": "On tea <i>and</i> time", "paragraphs": ["Tea was drunk at five.", "It was hot."]},
    {"title": "A scan without words", "paragraphs": []},
]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    done("import", made.lead, "--what", "background_form", "--none")
    made.take("people", [{"id": "ana"}])
    return made


def question(name: str = "q1") -> dict[str, Any]:
    return {"id": name, "question": "When was <u>tea</u> drunk?", "documents": PAPERS}


def test_few_papers_and_papers_without_text_are_told_and_taken_or_refused(project: Project) -> None:
    notes = " ".join(project.take("items", [question()])["notes"])
    assert "it has 2 papers, but needs at least 4" in notes
    assert "paper [1] has no paragraphs" in notes
    assert project.assign("session")["added"] == 1
    project.settle("papers_rule: refuse\n")
    file = jsonl(project.folder / "more.jsonl", [question("q2")])
    said = proofdesk("import", project.lead, file, "--what", "items")
    assert said.status == 1
    assert "has 2 papers" in said.out + said.err


def test_a_long_instruction_and_a_hostile_answer_are_seen_as_what_they_are(
    project: Project, model_server: ModelServer, start: Callable[[], Driver], qtbot: QtBot
) -> None:
    project.take("items", [question()])
    project.assign("session")
    project.pack("ana")
    set_connections(lab=connection_to(model_server))
    driver = start()
    driver.open(project.folder / "ana")
    panel: Any = driver.controller.panel
    model_server.say(text(HOSTILE))
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: "initial" in driver.session.answers)
    # Only what has text is found and sent; no more passages than there are.
    found = driver.session.answers["initial"]["passages"]
    assert {one["paper"] for one in found} == {0}
    assert len(found) == 2
    view = panel.answer.text
    assert view.text == HOSTILE
    assert [(one.what, one.known) for one in view.cited_view.cited] == [(0, True), (9, False)]
    driver.press(Key.Key_F9, SHIFT)
    assert "There is no paper 9" in panel.answer.status_line.full
    driver.press(Key.Key_Return)
    assert panel.papers.opened == -1
    for label in driver.window.findChildren(QLabel):
        if "<" in label.text():
            assert label.textFormat() is Qt.TextFormat.PlainText

    QGuiApplication.clipboard().setText(" ".join(f"add{n}" for n in range(SOME)))
    driver.press(Key.Key_4, CTRL)
    driver.type("2")
    while not panel.instruction.box.hasFocus():
        driver.press(Key.Key_Tab)
    driver.press(Key.Key_V, CTRL)
    assert "models follow shorter instructions better" in panel.instruction.long.text()
    assert panel.instruction.long.isVisible()
    sent = driver.session.answers["current"]["instruction"]
    assert len(sent.split()) == SOME
    model_server.say(text(f"{HOSTILE} Again."))
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: driver.session.answers["current"]["phase"] == "answered")
    assert sent in model_server.asked[-1].text
    assert view.answer == f"{HOSTILE} Again."

    # 9,000 words do not fit: nothing is cut, and nothing is sent before it is shortened.
    driver.press(Key.Key_4, CTRL)
    driver.type("3")
    while not panel.form_view.question_view("comment").field.hasFocus():
        driver.press(Key.Key_Tab)
    driver.type("No.")
    driver.press(Key.Key_Return, ALT)
    QGuiApplication.clipboard().setText(" ".join(f"add{n}" for n in range(WORDS)))
    driver.press(Key.Key_4, CTRL)
    driver.type("2")
    while not panel.instruction.box.hasFocus():
        driver.press(Key.Key_Tab)
    driver.press(Key.Key_V, CTRL)
    asked = len(model_server.asked)
    driver.press(Key.Key_Return, ALT)
    assert panel.form_view.problems() or panel.instruction.long.isVisible()
    assert driver.session.answers["current"]["phase"] == "writing"
    assert len(model_server.asked) == asked
    assert len(driver.session.answers["current"]["instruction"].split()) == WORDS
    assert "too long" in panel.instruction.problem.text().lower()
