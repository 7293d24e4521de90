"""Tests that a sentence typed outside a text field changes no answers."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from desktop_app.ui.typing_focus import StrayKeys, stray_keys
from tests.ui.conftest import Driver


@pytest.mark.parametrize("inside", [False, True])
def test_digits_of_a_sentence_change_no_answer(desk: Driver, inside: bool) -> None:
    desk.type("y")
    if inside:
        desk.focus("rating")
    desk.type("4")
    assert desk.answers == {"follows": True, "rating": 4}
    if inside:
        desk.focus("rating")
    else:
        desk.controller.page.queue.setFocus()
    desk.type("add 2 lines, not 5")
    assert desk.answers == {"follows": True, "rating": 4}
    assert "Nothing was typed" in desk.window.notice_bar.text.text()


def test_a_single_wrong_key_is_no_sentence(desk: Driver) -> None:
    desk.type("xy")
    desk.type("x4")
    assert desk.answers == {"follows": True, "rating": 4}


def test_text_fields_take_everything(desk: Driver) -> None:
    desk.type("y4")
    desk.focus("comment")
    desk.type("add 2 lines")
    assert desk.answers["comment"] == "add 2 lines"
    assert QApplication.focusWidget() is not None


def test_a_digit_after_a_pause_in_the_sentence_changes_no_answer(
    desk: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [10.0]
    monkeypatch.setattr(stray_keys, "_now", lambda: now[0])
    desk.type("y4")
    desk.focus("rating")
    desk.type("add")
    now[0] += 4.0
    desk.type("2")
    assert desk.answers == {"follows": True, "rating": 4}
    assert "Nothing was typed" in desk.window.notice_bar.text.text()
    now[0] += 4.0  # refused once, so the next digit is meant
    desk.type("2")
    assert desk.answers == {"follows": True, "rating": 2}


def test_a_pause_ends_the_sentence_after_a_notice() -> None:
    now = [10.0]
    keys = StrayKeys(lambda: now[0])
    keys.note()
    assert not keys.are_prose
    keys.note()
    assert keys.are_prose
    now[0] += 1.0
    assert keys.are_prose
    keys.note()
    now[0] += 60.0
    assert keys.are_prose  # nobody has said yet that nothing was typed
    keys.note_refused()
    now[0] += 1.6
    assert not keys.are_prose
    # Letters before the pause no longer count.
    keys.note()
    assert not keys.are_prose
