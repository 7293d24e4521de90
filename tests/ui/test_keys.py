"""Tests of keys other than those of the form: from the search to an item, at the ends, on
buttons.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.overlay import overlay_of
from desktop_app.workspace.samples import make_demo
from tests.cli.command import done
from tests.ui.conftest import ALT, CTRL, NONE, SHIFT, Driver


def test_the_search_leads_to_its_first_hit_and_back(desk: Driver) -> None:
    queue = desk.controller.page.queue
    desk.press(Qt.Key.Key_L, CTRL)
    desk.type("00")
    desk.press(Qt.Key.Key_Return)
    assert queue.list.hasFocus()
    assert queue.list.currentIndex().row() == 0
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Return)
    assert desk.session.position == 1
    desk.press(Qt.Key.Key_L, CTRL)
    desk.press(Qt.Key.Key_Down)
    assert queue.list.hasFocus()
    desk.press(Qt.Key.Key_L, CTRL)
    desk.press(Qt.Key.Key_Escape)
    assert queue.search.text() == ""
    assert queue.search.hasFocus()
    desk.press(Qt.Key.Key_Escape)
    assert desk.controller.panel.form_view.focused_question() is not None


def test_keys_for_the_next_item_move_nothing_at_the_ends(desk: Driver) -> None:
    panel = desk.controller.panel
    for end, key in ((0, Qt.Key.Key_Left), (len(desk.session.entries) - 1, Qt.Key.Key_Right)):
        desk.controller.open(end)
        panel.focus_question("rating")
        before = desk.target
        desk.press(key, ALT)
        assert (desk.target, desk.session.position) == (before, end)
    desk.press(Qt.Key.Key_Right)
    assert desk.target is not before  # without Alt it is the question's


def test_enter_presses_the_button_that_has_the_focus(
    qtbot: QtBot, driver: Driver, bundle: Path
) -> None:
    driver.window.open_path(bundle)
    page = driver.window.join_page
    qtbot.waitUntil(page.begin.hasFocus)
    with qtbot.waitSignal(driver.window.workspace_opened):
        driver.press(Qt.Key.Key_Return)


def test_the_caret_goes_where_undo_and_redo_change_something(desk: Driver) -> None:
    desk.focus("comment")
    desk.type("one two three")
    box = desk.target
    assert isinstance(box, QPlainTextEdit)
    desk.press(Qt.Key.Key_Home, CTRL)
    desk.press(Qt.Key.Key_Z, CTRL)
    assert (box.toPlainText(), box.textCursor().position()) == ("one two ", 8)
    desk.press(Qt.Key.Key_Z, CTRL)
    desk.press(Qt.Key.Key_Z, CTRL | SHIFT)
    desk.press(Qt.Key.Key_Home, CTRL)
    desk.press(Qt.Key.Key_Z, CTRL | SHIFT)
    assert (box.toPlainText(), box.textCursor().position()) == ("one two three", 13)


def test_undo_puts_the_caret_where_a_letter_beside_an_equal_one_was(desk: Driver) -> None:
    desk.focus("comment")
    desk.type("hello world")
    box = desk.target
    assert isinstance(box, QPlainTextEdit)
    for _ in range(6):
        desk.press(Qt.Key.Key_Left)
    desk.type(" ")
    desk.press(Qt.Key.Key_Z, CTRL)
    assert (box.toPlainText(), box.textCursor().position()) == ("hello world", 5)
    desk.press(Qt.Key.Key_Z, CTRL | SHIFT)
    assert (box.toPlainText(), box.textCursor().position()) == ("hello  world", 6)
    desk.press(Qt.Key.Key_Z, CTRL)
    desk.type("XYZ ")
    desk.press(Qt.Key.Key_Z, CTRL)  # one word, its space with it
    assert (box.toPlainText(), box.textCursor().position()) == ("hello world", 5)


def test_guidelines_scroll_by_keys_and_esc_closes_them(desk: Driver) -> None:
    desk.focus("comment")
    box = desk.target
    desk.press(Qt.Key.Key_F1)
    side = desk.controller.page.side
    side.guidelines.show_rich_text("<p>word</p>" * 300)
    desk.press(Qt.Key.Key_PageDown)
    assert side.guidelines.verticalScrollBar().value() > 0
    desk.press(Qt.Key.Key_Escape)
    assert box.hasFocus()
    assert not side.isVisible()


def test_a_sheet_keeps_no_keys_when_what_had_the_focus_has_gone(desk: Driver, qtbot: QtBot) -> None:
    def go_while_a_sheet_is_open() -> QWidget:
        had = desk.target
        desk.press(Qt.Key.Key_K, CTRL)
        assert overlay_of(desk.target) is not None
        had.hide()
        desk.press(Qt.Key.Key_Escape)
        had.show()
        assert overlay_of(desk.target) is None
        return desk.target

    panel = desk.controller.panel
    desk.focus("comment")
    desk.press(Qt.Key.Key_K, CTRL)
    had = panel.focusWidget()
    had.setEnabled(False)
    desk.press(Qt.Key.Key_Escape)
    assert panel.isAncestorOf(desk.target), "it can be seen, and takes no keys"
    had.setEnabled(True)
    desk.focus("comment")
    assert panel.isAncestorOf(go_while_a_sheet_is_open()), "the work goes on"
    desk.press(Qt.Key.Key_W, CTRL)
    qtbot.waitUntil(lambda: desk.window.controller is None)
    desk.press(Qt.Key.Key_Tab)
    go_while_a_sheet_is_open()
    desk.press(Qt.Key.Key_Tab)
    assert desk.window.pages.currentWidget().isAncestorOf(desk.target)


@pytest.mark.parametrize("protocol", ["risum", "study", "cnr", "dolomites", "kiwi"])
def test_f6_goes_through_the_panes_of_every_page(
    driver: Driver, tmp_path: Path, protocol: str
) -> None:
    lead, own, bundle = tmp_path / "lead", tmp_path / "ana", tmp_path / "ana.proofdesk"
    make_demo(lead, [protocol])
    if protocol in ("dolomites", "kiwi"):
        done("import", lead, "--what", "background_form", "--none")
    done("pack", lead, "--for", "ana", "-o", bundle)
    done("join", bundle, own)
    driver.window.resize(1280, 800)
    driver.open(own)
    seen: set[type] = set()
    for place, entry in enumerate(driver.session.entries):
        driver.controller.open(place)
        panel = driver.controller.panel
        if type(panel) in seen:
            continue
        seen.add(type(panel))
        visible = [pane for pane, _ in panel.pane_ways if pane.isVisible()]
        assert len(visible) > 1, entry.stage
        for modifier in (NONE, SHIFT):
            reached = []
            for _ in visible:
                driver.press(Qt.Key.Key_F6, modifier)
                inside = [
                    one
                    for one in visible
                    if one is driver.target or one.isAncestorOf(driver.target)
                ]
                reached.append(inside[-1])
            assert set(reached) == set(visible), (entry.stage, modifier)


def test_alt_and_a_digit_answer_from_inside_a_text(driver: Driver) -> None:
    driver.window.commands["sample_critique"].trigger()
    driver.qtbot.waitUntil(lambda: driver.window.controller is not None)
    panel = driver.controller.panel
    before = panel.editor.revision
    driver.press(Qt.Key.Key_3, CTRL)
    assert driver.target is panel.editor.revision_edit
    driver.press(Qt.Key.Key_4, ALT)
    assert driver.answers["score"] == 4
    assert panel.editor.revision == before
    # In a text of the form, the text is the active question, so the list names other texts only.
    words = "The same, from a text outside the questions"
    assert words in [label for _, label in driver.controller.keys.labels()]
