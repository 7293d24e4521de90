"""Tests of a critique that was sent back: the item is open again and shows the reviewer's note."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from desktop_app.workspace.work_states import State
from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.workflows.test_cnr_sent_back import NOTE, REVISED, Project

Key = Qt.Key
_CUT = "Just before baking, "


@pytest.fixture
def project(tmp_path: Path) -> Project:
    found = Project(tmp_path)
    found.critique()
    found.review("ben", "send_back", f"{NOTE} <b>bold</b>")
    return found


def returned_count(driver: Driver) -> int:
    """Return the index of the item that was sent back."""
    (place,) = [n for n, entry in enumerate(driver.session.entries) if entry.notes]
    return place


def test_what_came_back_is_to_do_with_its_note_in_sight(project: Project, driver: Driver) -> None:
    own = project.receive("ana")
    driver.open(own)
    place = returned_count(driver)
    entry = driver.session.entries[place]
    assert (entry.state, entry.is_stale) == (State.TODO, True)
    assert driver.session.position == place  # what is open comes first
    note = driver.controller.page.work_bar.earlier
    driver.qtbot.waitUntil(note.isVisible)
    assert note.text().splitlines() == [
        "Returned to you. Please revise your answers and submit again:",
        f"{NOTE} <b>bold</b>",
    ]
    # A name would be read instead of the text.
    assert note.accessibleName() == ""
    assert note.textFormat() == Qt.TextFormat.PlainText
    queue = driver.controller.page.queue
    assert queue.model.state_words(entry) == "answer again"
    panel = driver.controller.panel
    assert panel.editor.revision == REVISED  # what she gave is there to be changed

    # The same again is refused, in words; nothing is lost.
    driver.submit()
    while panel.hints_box.isVisible():
        driver.submit()
    assert "you have not changed it yet" in driver.window.notice_bar.text.text()
    assert (entry.state, entry.is_stale) == (State.TODO, True)

    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_Home, CTRL)
    driver.type(_CUT)
    assert entry.state is State.DRAFT
    driver.submit()
    while panel.hints_box.isVisible():
        driver.submit()
    assert driver.controller.page.is_done_shown
    assert (entry.state, entry.is_stale, entry.notes) == (State.DONE, False, ())
    driver.press(Key.Key_W, CTRL)
    assert project.progress(own) == (2, 0, 0)
    project.hand_in("ana")
    assert done("analyse", project.lead)["standing"]["sent_back"] == 0
    assert f"{_CUT}{REVISED}" in project.texts()


def test_a_bundle_that_brings_something_back_says_so(project: Project, driver: Driver) -> None:
    driver.open(project.folder / "ana")
    assert not driver.controller.page.work_bar.earlier.isVisible()
    driver.open(project.pack("ana"))
    driver.qtbot.waitUntil(driver.window.notice_bar.isVisible)
    assert driver.window.notice_bar.text.text() == "1 item returned to you with a note."
    driver.controller.open(returned_count(driver))  # one is where one was before the bundle came
    assert NOTE in driver.controller.page.work_bar.earlier.text()


def test_taking_the_revision_back_asks_again(project: Project, driver: Driver) -> None:
    own = project.receive("ana")
    driver.open(own)
    place = returned_count(driver)
    entry, panel = driver.session.entries[place], driver.controller.panel
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_Home, CTRL)
    driver.type(_CUT)
    driver.submit()
    while panel.hints_box.isVisible():
        driver.submit()
    assert (entry.state, entry.is_stale) == (State.DONE, False)
    driver.press(Key.Key_Z, CTRL)
    assert (entry.state, entry.is_stale) == (State.DRAFT, True)
    assert entry.notes == (f"{NOTE} <b>bold</b>",)
    assert panel.editor.revision == f"{_CUT}{REVISED}"
    driver.press(Key.Key_W, CTRL)
    driver.open(own)
    assert returned_count(driver) == place
    assert driver.session.entries[place].state is State.DRAFT
    driver.press(Key.Key_W, CTRL)
    project.hand_in("ana")
    assert done("status", project.lead)["progress"]["ana"]["anew"] == 1, "a lead sees it too"
