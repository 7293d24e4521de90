"""Tests that an item whose texts cannot be read is reported and skipped, and all others can be
answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop_app.core.errors import DamagedError
from desktop_app.ui.annotate.entries import Entry
from desktop_app.workspace.work_states import State
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver

Key = Qt.Key
Break = Callable[..., None]


@pytest.fixture
def break_items(desk: Driver, monkeypatch: pytest.MonkeyPatch) -> Break:
    """A function that makes the texts of some items unreadable."""
    texts = desk.session.items.texts

    def break_these(*places: int) -> None:
        def read(entry: Entry) -> tuple[Mapping[str, Any], str]:
            if entry.number - 1 in places:
                raise DamagedError("the text is damaged", file="items", hint="Ask for it again.")
            result: tuple[Mapping[str, Any], str] = texts(entry)
            return result

        monkeypatch.setattr(desk.session.items, "texts", read)

    return break_these


def passed(desk: Driver, number: int) -> bool:
    bar = desk.window.notice_bar
    said = f"{bar.text.text()} {bar.hint.text()}"
    return f"Item {number} cannot be shown" in said and "damaged" in said and "Ask for it" in said


def test_preparing_a_broken_item_disturbs_nobody(
    desk: Driver, break_items: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []
    break_items(1)
    broken = desk.session.items.texts

    def note(entry: Entry) -> Any:
        tried.append(entry.number - 1)
        return broken(entry)

    monkeypatch.setattr(desk.session.items, "texts", note)
    desk.controller.open(0)
    tried.clear()
    desk.qtbot.waitUntil(lambda: tried == [1])
    assert desk.window.pages.currentWidget() is desk.controller.page
    assert not desk.window.notice_bar.isVisible()


def test_submitting_goes_past_a_broken_item(desk: Driver, break_items: Break) -> None:
    break_items(1, 2)
    desk.type("y4")
    desk.submit()
    assert desk.session.position == 3
    assert desk.controller.panel.isVisible()
    assert passed(desk, 3)
    assert [entry.state for entry in desk.session.entries[:4]] == [
        State.DONE,
        State.TODO,
        State.TODO,
        State.TODO,
    ]
    desk.type("y2")
    desk.submit()
    assert desk.session.position == 4
    assert desk.session.entries[3].state is State.DONE


def test_steps_go_past_a_broken_item_both_ways(desk: Driver, break_items: Break) -> None:
    break_items(1)
    desk.focus("comment")
    desk.type("half a word")
    desk.press(Key.Key_Right, ALT)
    assert desk.session.position == 2
    assert passed(desk, 2)
    desk.press(Key.Key_Left, ALT)
    assert desk.session.position == 0
    assert desk.answers == {"comment": "half a word"}
    desk.press(Key.Key_Right, CTRL | ALT)
    assert desk.session.position == 2
    desk.press(Key.Key_K, CTRL | SHIFT)
    desk.type("later")
    desk.press(Key.Key_Return)
    assert desk.session.position == 3


def test_where_all_others_are_broken_one_stays(desk: Driver, break_items: Break) -> None:
    count = len(desk.session.entries)
    break_items(*range(1, count))
    desk.press(Key.Key_Right, ALT)
    assert desk.session.position == 0
    desk.type("y4")
    desk.submit()
    assert desk.session.position == 0
    assert desk.session.entries[0].state is State.DONE
    assert desk.answers == {"follows": True, "rating": 4}
    assert "damaged" in desk.window.notice_bar.text.text()
    assert not desk.controller.page.is_done_shown


def test_a_broken_item_is_not_passed_over_when_it_was_chosen(
    desk: Driver, break_items: Break
) -> None:
    break_items(1)
    desk.press(Key.Key_L, CTRL)
    desk.type(str(desk.session.entries[1].number))
    desk.press(Key.Key_Return)
    desk.press(Key.Key_Return)
    assert desk.session.position == 0
    assert "damaged" in desk.window.notice_bar.text.text()
