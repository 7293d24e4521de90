"""Tests that keys of one character can be switched off, as WCAG 2.1.4 demands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.ui.commands import Commands
from desktop_app.workspace.background import put_off
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import SHIFT, Driver
from tests.ui.test_conflicts import Page, page
from tests.ui.test_key_hints import picture
from tests.ui.test_lead import ALT

Key = Qt.Key
__all__ = ["page"]


def switch_off(driver: Driver) -> None:
    commands: Commands = driver.window.commands
    assert commands["single_keys"].isChecked()
    commands["single_keys"].trigger()


def rows(driver: Driver) -> list[str]:
    """Open the list of shortcuts from the menu, and return the keys that it shows."""
    driver.window.commands["keys"].trigger()
    labels = driver.window.keys_sheet.findChildren(QLabel)
    return [one.text() for one in labels if one.property("kind") == "chip"]


def test_digits_and_letters_do_nothing_while_keys_with_alt_and_tab_answer(desk: Driver) -> None:
    switch_off(desk)
    desk.type("y")
    desk.focus("rating")
    desk.type("n4m")
    desk.press(Key.Key_Question, SHIFT)
    assert not desk.window.keys_sheet.isVisible()
    assert desk.answers == {}
    desk.press(Key.Key_4, ALT)
    assert desk.answers == {"rating": 4}
    desk.focus("follows")
    desk.press(Key.Key_Tab)
    desk.press(Key.Key_Tab, SHIFT)
    desk.press(Key.Key_Space)
    assert desk.answers == {"follows": True, "rating": 4}
    desk.focus("comment")
    desk.type("n4")
    assert desk.answers["comment"] == "n4"
    desk.submit()
    assert desk.session.position == 1


def test_backspace_goes_back_from_a_complete_form(desk: Driver) -> None:
    desk.type("y4")
    switch_off(desk)
    before = desk.controller.panel.is_complete
    assert before
    desk.press(Key.Key_Backspace)
    assert not desk.controller.panel.is_complete


def test_options_show_their_keys_only_while_these_act(desk: Driver) -> None:
    no = desk.controller.panel.form_view.question_view("follows").field.buttons[1]
    before, tip = picture(no), no.toolTip()
    assert "N" in tip.removeprefix("No")
    switch_off(desk)
    assert picture(no) != before
    assert no.toolTip() != tip
    desk.window.commands["single_keys"].trigger()
    assert picture(no) == before
    assert no.toolTip() == tip


def test_the_list_of_shortcuts_says_that_they_are_off(desk: Driver) -> None:
    assert {"?", "1", "5", "Y"} <= {*rows(desk)}
    assert not desk.window.keys_sheet.note.isVisible()
    desk.press(Key.Key_Escape)
    switch_off(desk)
    listed = rows(desk)
    assert desk.window.keys_sheet.note.isVisible()
    # Enter is no character key.
    assert not [one for one in listed if len(one) == 1 and one != "⏎"]
    assert "Alt+1–5" in listed
    assert "Ctrl+K" in listed


def test_the_choice_is_kept(start: Callable[[], Driver], work: Path) -> None:
    first = start()
    switch_off(first)
    first.window.close()
    second = start()
    assert not second.window.commands["single_keys"].isChecked()
    second.open(work)
    second.type("y4")
    assert second.answers == {}
    second.window.commands["single_keys"].trigger()
    second.type("y4")
    assert second.answers == {"follows": True, "rating": 4}


def test_letters_and_digits_decide_no_conflict(page: Page) -> None:
    driver = page.lead.driver
    switch_off(driver)
    page.table.setFocus()
    picks = page.table.decision.picks
    driver.type("1mew")
    driver.press(Key.Key_1, SHIFT)
    assert picks == {}
    listed = rows(driver)
    assert "M" not in listed
    assert "Ctrl+⏎" in listed
    driver.press(Key.Key_Escape)
    driver.window.commands["single_keys"].trigger()
    page.table.setFocus()
    driver.type("1")
    assert len(picks) == 1


@pytest.mark.parametrize("protocol", ["risum", "study", "cnr", "dolomites", "kiwi"])
def test_no_protocol_answers_to_single_keys(protocol: str, driver: Driver, tmp_path: Path) -> None:
    lead, own = tmp_path / "lead", tmp_path / "own"
    done("demo", lead, "--protocol", protocol)
    done("join", lead / "bundles" / "ana.proofdesk", own)
    with Workspace.open(own, write=True) as workspace:
        put_off(workspace)  # the questions about the person
    switch_off(driver)
    driver.open(own)
    before = driver.answers
    driver.controller.page.queue.list.setFocus()
    panel = driver.controller.panel
    for target in (driver.controller.page.queue.list, panel.form_view):
        target.setFocus()
        driver.type("1234567890ynmar+-")
    driver.press(Key.Key_Question, SHIFT)
    assert not driver.window.keys_sheet.isVisible()
    assert driver.answers == before
