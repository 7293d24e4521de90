"""Tests of an answer that is compared while a real server streams it into a session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.shades import Shade
from tests.llm.conftest import connection_to
from tests.llm.server import ModelServer, slow, text
from tests.ui.conftest import ALT, CTRL, Driver
from tests.ui.kiwi_work import session_work
from tests.ui.test_model_calls import set_connections

Key = Qt.Key
SENTENCES = [
    f"Study {number} says that group{number} reads paper{number} twice [1]." for number in range(60)
]
BEFORE = " ".join(SENTENCES)
# Another word in the third sentence; the fifth is left out; the rest is as it was.
AFTER = " ".join([*SENTENCES[:2], SENTENCES[2].replace("twice", "slowly"), SENTENCES[3],
                  *SENTENCES[5:]])  # fmt: skip


@pytest.fixture
def asked(model_server: ModelServer, driver: Driver, tmp_path: Path) -> Driver:
    """A session whose model answers slowly."""
    set_connections(lab=connection_to(model_server, alias="reader"))
    model_server.say(slow(text(AFTER), pace=0.02))
    driver.open(session_work(tmp_path, initials=[{"item": "q1", "answer": BEFORE}]))
    driver.press(Key.Key_4, CTRL)
    driver.type("2")
    driver.controller.panel.instruction.take_focus()
    driver.type("Leave out what is not needed.")
    driver.press(Key.Key_Return, ALT)
    return driver


def is_waiting(driver: Driver) -> bool:
    return bool(driver.session.answers["current"]["phase"] == "waiting")


def marked(pane: Any) -> list[tuple[Shade, str]]:
    return [
        (mark.shade, pane.text[mark.start : mark.end])
        for mark in pane.cited_view._marks
        if not mark.quiet
    ]


def test_what_has_come_is_compared_and_the_rest_is_not_missing(asked: Driver, qtbot: QtBot) -> None:
    pane = asked.controller.panel.answer.text
    qtbot.waitUntil(lambda: bool(marked(pane)))
    assert is_waiting(asked)
    assert AFTER.startswith(pane.text)
    # Both changes are marked, and nothing else, while more than half is still to come.
    wanted = [(Shade.ADDED, "slowly"), (Shade.REMOVED, "")]
    qtbot.waitUntil(lambda: marked(pane) == wanted)
    assert is_waiting(asked)
    assert len(pane.text) < len(AFTER) / 2
    left_out = pane.cited_view._marks[-1].start
    assert left_out - AFTER.index("Study 5 ") in (-1, 0)
    # It stays so: what has not come is never marked as removed.
    seen = []
    pane.cited_view.set_marks, real = (
        lambda marks: (real(marks), seen.append(marked(pane))),
        pane.cited_view.set_marks,
    )
    qtbot.waitUntil(lambda: len(seen) >= 2)
    assert is_waiting(asked)
    assert seen == [wanted] * len(seen)
    del pane.cited_view.set_marks
    qtbot.waitUntil(lambda: not is_waiting(asked), timeout=20_000)
    assert pane.answer == AFTER
    assert len([hunk for hunk in pane.hunks if not hunk.quiet]) == 2
    assert asked.controller.panel.answer.status_line.full.startswith("2 of 60 sentences changed")


def test_marks_move_neither_focus_nor_caret_nor_what_one_reads(asked: Driver, qtbot: QtBot) -> None:
    panel = asked.controller.panel
    pane, bar = panel.answer.text, panel.answer.text.view.verticalScrollBar()
    qtbot.waitUntil(lambda: 9 < len(pane.text) < 200 and AFTER.startswith(pane.text))
    assert pane.view.caret() == 0
    pane.setFocus()
    pane.view.select(4, 9)
    bar.setValue(0)
    qtbot.waitUntil(lambda: bar.maximum() > 40)
    bar.setValue(10)
    pane.cited_view.set_marks(())
    qtbot.waitUntil(lambda: len(marked(pane)) == 2)
    assert is_waiting(asked)
    assert (bar.value(), pane.view.selected_span(), pane.view.hasFocus()) == (10, (4, 9), True)


def test_what_had_come_when_it_was_stopped_is_compared_too(asked: Driver, qtbot: QtBot) -> None:
    panel = asked.controller.panel
    pane = panel.answer.text
    qtbot.waitUntil(lambda: (Shade.ADDED, "slowly") in marked(pane))
    asked.press(Key.Key_Escape)
    qtbot.waitUntil(lambda: not is_waiting(asked))
    assert marked(pane) == []
    panel.instruction.partial_button.setFocus()
    asked.press(Key.Key_Space)
    qtbot.waitUntil(lambda: (Shade.ADDED, "slowly") in marked(pane))
    asked.press(Key.Key_Space)
    assert (pane.text, marked(pane)) == (BEFORE, [])
