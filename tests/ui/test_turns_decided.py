"""Tests of deciding between two versions of a session turn by turn, on the conflicts page,
by keys.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.workspace.workspace import Workspace
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_lead import Lead
from tests.workspace import test_turn_by_turn as sessions

Key = Qt.Key
lead = sessions.lead


def test_turns_are_chosen_with_keys(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, lead: Path
) -> None:
    with Workspace.open(lead) as workspace:
        made = sessions.the_case(workspace)
        here = sessions.here_of(made)
    window = Lead(driver, monkeypatch)
    window.open(lead)
    window.step("conflicts")
    section = window.page.conflicts

    def wait() -> None:
        driver.qtbot.waitUntil(lambda: not window.page.desk.is_busy and not section._is_stale)
        QApplication.processEvents()
        window.settle()

    wait()
    table, keys = section.case_view.table, (Key.Key_1, Key.Key_2)
    assert table.hasFocus()
    assert table.field is not None
    assert table.field.title == "Turn 2: Instruction"
    assert "own answer" not in section.case_view.hints.text()
    assert section.case_view.left.text() == "3 fields left"
    window.press(keys[1 - here])
    assert table.field.title == "Turn 3: Instruction", "the whole turn is chosen"
    shown = {one.title: table.decided_text(one)[0] for one in table.fields}
    assert (shown["Turn 2: Instruction"], shown["Turn 2: Rating"]) == ("Name them", "Good")
    # An own answer would be one field of a turn only.
    window.press(Key.Key_E)
    assert section.case_view.stack.currentWidget() is section.case_view.decide_page
    window.press(keys[1 - here])
    shown = {one.title: table.decided_text(one)[0] for one in table.fields}
    assert shown["Turn 3: Answer"] == "Left out"
    window.press(Key.Key_Up)
    window.press(keys[here])
    window.press(keys[here])
    window.press(Key.Key_Return, CTRL)
    wait()
    assert section.side.list.rows.lines == []
    driver.window.close()
    with Workspace.open(lead) as workspace:
        result = sessions.answers_of(workspace, made)
        assert [one["instruction"] for one in result["turns"]] == [
            "Shorten it",
            "Name them",
            "Reorder it",
        ]
        assert (result["end"], sessions.revised(result, 3)) == ("ready", "Some know.")
