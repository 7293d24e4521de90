"""Tests that keys act only on visible parts: a page in front of the work intercepts them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.core.errors import UsageError
from desktop_app.ui import open_commands
from desktop_app.ui.annotate.panels import Panels
from desktop_app.ui.jobs import wait_for_jobs
from plugins.risum.panel.rating import RisumPanel
from tests.ui.conftest import ALT, CTRL, NONE, SHIFT, Driver
from tests.workspace.projects import items, make_project

Key = Qt.Key
Go = Callable[[], object]
# What would answer, submit, skip, leave or search the item, or move the focus into it.
KEYS = (
    (Key.Key_Y, NONE),
    (Key.Key_3, NONE),
    (Key.Key_4, CTRL),
    (Key.Key_N, NONE),
    (Key.Key_1, NONE),
    (Key.Key_1, CTRL),
    (Key.Key_F, CTRL),
    (Key.Key_K, CTRL | SHIFT),
    (Key.Key_X, NONE),
    (Key.Key_F, CTRL | SHIFT),
    (Key.Key_X, NONE),
    (Key.Key_Z, CTRL),
    (Key.Key_H, CTRL),
    (Key.Key_L, CTRL),
    (Key.Key_Right, ALT),
    (Key.Key_Return, CTRL),
)


def press(driver: Driver, key: Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press a key as the window system does: the focused widget receives it."""
    QTest.keyClick(driver.window.windowHandle(), key, modifiers)


def state(driver: Driver) -> Any:
    session, page = driver.session, driver.controller.page
    return (
        session.position,
        dict(session.answers),
        [(entry.state, entry.mark) for entry in session.entries],
        page.side.isHidden(),
        driver.controller.marking.reason_page.isVisible(),
    )


@pytest.fixture
def working(desk: Driver) -> Driver:
    """Ana's window with the focus in a comment, and an item that could be submitted."""
    desk.type("y4")
    desk.focus("comment")
    desk.type("first")
    desk.wait_saved()
    return desk


@pytest.fixture
def pages(
    working: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, tuple[Go, Go]]]:
    """For each page in front of the work, a function that opens it and one that leaves it."""
    window = working.window
    other = make_project(tmp_path / "other", items(1))
    other.assign(1)
    bundle, held = other.pack("ana"), Event()

    def join() -> None:
        window.open_path(bundle)
        working.qtbot.waitUntil(lambda: window.pages.currentWidget() is window.join_page)

    def busy() -> None:
        def look(*_: object) -> None:
            held.wait(20)
            raise UsageError("no bundle")

        monkeypatch.setattr(open_commands, "read_manifest", look)
        window.open_path(bundle)

    def crash() -> None:
        try:
            raise RuntimeError
        except RuntimeError as error:
            working.crashes.handle(error)

    yield {
        "join": (join, window.join_page.back.click),
        "busy": (busy, window.pages.busy.cancel.click),
        "new project": (window.commands["new_project"].trigger, window.pages.new_project.left.emit),
        "report": (window.commands["report"].trigger, window.crash_page.go_on.click),
        "crash": (crash, window.crash_page.go_on.click),
    }
    held.set()
    wait_for_jobs()


@pytest.mark.parametrize("name", ["join", "busy", "new project", "report", "crash"])
def test_keys_do_nothing_to_an_item_behind_a_page(
    working: Driver, pages: dict[str, tuple[Go, Go]], name: str
) -> None:
    come, go = pages[name]
    box, before = working.target, state(working)
    come()
    front = working.window.pages.currentWidget()
    assert front is not working.controller.page
    for key, modifiers in KEYS:
        press(working, key, modifiers)
        focus = QApplication.focusWidget()
        assert focus is None or focus.isVisible(), (key, modifiers)
    assert working.window.pages.currentWidget() is front
    assert state(working) == before

    go()
    assert working.window.pages.currentWidget() is working.controller.page
    assert working.target is box, "the focus is where it was"
    press(working, Key.Key_X)
    assert working.session.answers["comment"] == "firstx"
    press(working, Key.Key_1, CTRL)
    assert working.target is not box
    press(working, Key.Key_Return, CTRL)
    assert working.session.position == 1


def test_the_palette_offers_nothing_that_is_not_in_sight(
    working: Driver, pages: dict[str, tuple[Go, Go]]
) -> None:
    def offered(word: str) -> int:
        press(working, Key.Key_K, CTRL)
        palette = working.window.palette_page
        assert palette.isVisible()
        working.type(word)
        count = palette.list.count()
        press(working, Key.Key_Escape)
        return count

    assert offered("submit")
    assert offered("go to the questions")
    come, go = pages["report"]
    come()
    assert not offered("submit")
    assert not offered("go to the questions")
    assert offered("report a problem")
    go()
    assert offered("submit")
    assert offered("go to the questions")


def test_keys_reach_the_questionnaire_and_not_the_item_behind_it(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    made = make_project(tmp_path / "asking", asks=True)
    made.assign(3)
    window = driver.window
    window.open_path(made.join("ana"))
    qtbot.waitUntil(lambda: window.pages.aside is not None)
    press(driver, Key.Key_Return, CTRL)
    driver.focus("comment")
    box, before = driver.target, state(driver)
    window.commands["about_you"].trigger()
    asked = window.pages.currentWidget()
    assert asked is window.pages.aside
    for key in (Key.Key_1, Key.Key_4):
        press(driver, key, CTRL)
        assert asked.isAncestorOf(driver.target)
    press(driver, Key.Key_3)
    window.commands["report"].trigger()
    press(driver, Key.Key_Return, CTRL)  # neither the item's nor the questionnaire's
    assert window.pages.currentWidget() is window.crash_page
    press(driver, Key.Key_Return)
    assert window.pages.currentWidget() is asked
    press(driver, Key.Key_Return, CTRL)
    assert window.pages.currentWidget() is driver.controller.page
    assert state(driver) == before
    assert driver.target is box


def test_nothing_is_edited_behind_the_page_that_says_all_is_done(
    desk: Driver,
) -> None:
    for _ in range(len(desk.session.entries)):
        desk.type("y4")
        desk.submit()
    page = desk.controller.page
    assert page.is_done_shown
    before = state(desk)
    for key, modifiers in KEYS[:11]:  # undo, which comes next, takes the last submission back
        press(desk, key, modifiers)
        focus = QApplication.focusWidget()
        assert focus is None or focus.isVisible(), (key, modifiers)
    assert page.is_done_shown
    assert state(desk) == before
    assert not page.header.find_button.isEnabled()
    press(desk, Key.Key_Left, ALT)
    assert not page.is_done_shown
    press(desk, Key.Key_4, CTRL)
    press(desk, Key.Key_2)
    assert page.header.find_button.isEnabled()
    assert desk.session.answers["rating"] == 2


# A lead's keys


def test_keys_on_a_new_project_do_nothing_to_the_project_behind_it(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(make_project(tmp_path / "led", items(1)).lead)
    window = driver.window
    project = window.workplace.project
    assert project is not None
    before = [one.id for one in project.desk.overview.people], project.section
    window.commands["new_project"].trigger()
    title = window.pages.new_project.title
    press(driver, Key.Key_3, CTRL)
    for key in (Key.Key_Z, Key.Key_E, Key.Key_D):
        press(driver, key)
    assert title.text() == "zed"
    assert title.hasFocus()
    assert not window.commands["add_person"].isEnabled()
    press(driver, Key.Key_I, CTRL)
    assert ([one.id for one in project.desk.overview.people], project.section) == before
    window.pages.new_project.left.emit()
    press(driver, Key.Key_3, CTRL)
    assert project.section is project.people
    assert project.isAncestorOf(driver.target)


def test_keys_in_an_items_preview_are_the_panels(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(make_project(tmp_path / "led", items(1)).lead)
    project = driver.window.workplace.project
    assert project is not None
    project.go_to("items")
    project.items.list.setFocus()
    press(driver, Key.Key_Down)
    press(driver, Key.Key_Return)
    qtbot.waitUntil(project.preview.isVisible)
    panel = project.preview.panel
    press(driver, Key.Key_3, CTRL)  # Qt warns of keys that two actions claim, which fails the test
    assert panel.answer_pane.isAncestorOf(driver.target)
    press(driver, Key.Key_1, CTRL)
    assert panel.document_pane.isAncestorOf(driver.target)
    press(driver, Key.Key_Escape)
    assert not project.preview.isVisible()
    press(driver, Key.Key_4, CTRL)
    assert project.section is project.assign


# The reason for a flag or a skip


@pytest.mark.parametrize(("key", "mark"), [(Key.Key_F, "flagged"), (Key.Key_K, "skipped")])
def test_ctrl_enter_takes_the_reason_and_does_not_submit(
    working: Driver, key: Key, mark: str
) -> None:
    press(working, key, CTRL | SHIFT)
    working.type("bad language")
    press(working, Key.Key_Return, CTRL)
    entry = working.session.entries[0]
    assert not working.controller.marking.reason_page.isVisible()
    assert (entry.mark, entry.reason, entry.submitted) == (mark, "bad language", False)
    # Not the next item, too, which nobody has seen.
    assert [one.mark for one in working.session.entries[1:]] == [""] * 5
    press(working, Key.Key_Z, CTRL)
    assert entry.mark == ""


def test_no_key_leaves_the_item_while_a_reason_is_typed(working: Driver) -> None:
    reason = working.controller.marking.reason_page
    box, before = working.target, working.session.position
    press(working, Key.Key_F, CTRL | SHIFT)
    working.type("bad")
    for key, modifiers in (
        (Key.Key_Right, ALT),
        (Key.Key_4, CTRL),
        (Key.Key_L, CTRL),
        (Key.Key_K, CTRL | SHIFT),
        (Key.Key_Z, CTRL | SHIFT),
    ):
        press(working, key, modifiers)
        assert reason.field.hasFocus(), (key, modifiers)
    press(working, Key.Key_K, CTRL)  # the palette may lie over it
    assert working.window.palette_page.isVisible()
    press(working, Key.Key_Escape)
    assert reason.field.hasFocus()
    working.type(" word")
    assert (reason.field.text(), working.session.position) == ("bad word", before)
    press(working, Key.Key_Escape)
    assert working.target is box
    press(working, Key.Key_Right, ALT)
    assert working.session.position == before + 1


@pytest.mark.parametrize(
    ("first", "then", "marks"),
    [
        (Key.Key_F, Key.Key_K, ("flagged", "skipped")),
        (Key.Key_K, Key.Key_F, ("skipped", "flagged")),
    ],
)
def test_another_mark_takes_the_reason_over_and_says_so(
    working: Driver, first: Key, then: Key, marks: tuple[str, str]
) -> None:
    reason, entry = working.controller.marking.reason_page, working.session.entries[0]
    press(working, first, CTRL | SHIFT)
    assert not reason.note.isVisible()
    working.type("bad language")
    press(working, Key.Key_Return)
    working.controller.open(0)
    press(working, then, CTRL | SHIFT)
    assert reason.note.isVisible()
    note = {"skipped": "Skipping replaces the flag.", "flagged": "Flagging replaces the skip."}
    assert note[marks[1]] in reason.note.text()
    assert reason.field.text() == "bad language"
    press(working, Key.Key_Escape)
    assert (entry.mark, entry.reason) == (marks[0], "bad language")
    press(working, then, CTRL | SHIFT)
    working.type(", and old")
    press(working, Key.Key_Return)
    assert (entry.mark, entry.reason) == (marks[1], "bad language, and old")


def test_a_typed_reason_is_there_again_after_something_else_closed_its_page(
    working: Driver,
) -> None:
    reason, entry = working.controller.marking.reason_page, working.session.entries[0]
    press(working, Key.Key_F, CTRL | SHIFT)
    working.type("the figures are odd")
    working.controller.open(1)  # as a click on another item does
    assert not reason.isVisible()
    working.controller.open(0)
    press(working, Key.Key_F, CTRL | SHIFT)
    assert reason.field.text() == "the figures are odd"
    # Typing goes on where it ended.
    working.type(" here")
    press(working, Key.Key_Return)
    assert (entry.mark, entry.reason) == ("flagged", "the figures are odd here")
    # Another item has a reason of its own, and a cancelled one is forgotten.
    working.controller.open(1)
    press(working, Key.Key_F, CTRL | SHIFT)
    assert reason.field.text() == ""
    working.type("no")
    reason.cancel.click()
    press(working, Key.Key_F, CTRL | SHIFT)
    assert reason.field.text() == ""


def test_the_button_that_asked_for_a_reason_has_the_focus_again(working: Driver) -> None:
    button = working.controller.page.work_bar.flag
    button.setFocus()
    press(working, Key.Key_Space)
    assert working.controller.marking.reason_page.field.hasFocus()
    press(working, Key.Key_Escape)
    assert button.hasFocus()


# What goes wrong while an item opens


@pytest.fixture
def caught(desk: Driver) -> Iterator[None]:
    desk.crashes.install()
    yield
    desk.crashes.remove()


@pytest.mark.parametrize("fails", ["show_item", "set_answers"])
def test_an_item_that_cannot_be_shown_leaves_the_one_before(
    working: Driver, caught: None, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    panel, calls = working.controller.panel, []
    real = getattr(panel, fails)

    def broken(*given: Any) -> None:
        calls.append(given)
        if len(calls) == 1:
            raise RuntimeError
        real(*given)

    monkeypatch.setattr(panel, fails, broken)
    before = dict(working.session.answers)
    try:
        working.controller.open(1)
    except RuntimeError as error:
        sys.excepthook(RuntimeError, error, error.__traceback__)
    window = working.window
    assert window.pages.currentWidget() is window.crash_page
    press(working, Key.Key_Return)
    assert working.session.position == 0
    assert working.session.answers == before
    assert working.answers == before
    working.focus("comment")
    press(working, Key.Key_X)
    assert working.session.answers["comment"] == working.answers["comment"] == "firstx"
    working.controller.open(1)
    assert working.answers == {}
    press(working, Key.Key_N)
    assert working.session.answers == working.answers == {"follows": False}


def test_a_foreseen_failure_while_an_item_opens_is_told_and_leaves_the_one_before(
    working: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Panels.choose

    def choose(*_: object) -> None:
        monkeypatch.setattr(Panels, "choose", real)
        raise UsageError("its form is not here")

    monkeypatch.setattr(Panels, "choose", choose)
    working.controller.open(1)
    assert "its form is not here" in working.window.notice_bar.text.text().lower()
    assert working.session.position == 0
    press(working, Key.Key_X)
    assert working.session.answers["comment"] == working.answers["comment"] == "firstx"
    working.wait_saved()


def test_a_first_item_that_cannot_be_shown_is_not_said_to_be_done(
    driver: Driver, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError

    driver.crashes.install()
    window = driver.window
    try:
        with monkeypatch.context() as patch, driver.qtbot.capture_exceptions() as raised:
            patch.setattr(RisumPanel, "show_item", broken)
            window.open_path(work)
            driver.qtbot.waitUntil(lambda: bool(raised))
    finally:
        driver.crashes.remove()
    page = driver.controller.page
    assert not page.is_done_shown
    press(driver, Key.Key_Y)
    assert driver.session.entries[0].state.value == "todo"
    driver.controller.open(0)
    driver.type("y")
    assert driver.session.answers == {"follows": True}


def test_where_no_item_can_be_shown_keys_answer_none(
    working: Driver, caught: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = working.controller.panel

    def broken(*_: object) -> None:
        raise RuntimeError

    states = [entry.state for entry in working.session.entries]
    with monkeypatch.context() as patch:
        patch.setattr(panel, "show_item", broken)
        try:
            working.controller.open(1)
        except RuntimeError as error:
            sys.excepthook(RuntimeError, error, error.__traceback__)
    press(working, Key.Key_Return)
    assert working.window.pages.currentWidget() is working.controller.page
    assert not panel.isVisible()
    for key in (Key.Key_N, Key.Key_2):
        press(working, key)
    press(working, Key.Key_4, CTRL)
    press(working, Key.Key_Return, CTRL)
    assert [entry.state for entry in working.session.entries] == states
    working.controller.open(0)
    assert working.answers == {"follows": True, "rating": 4, "comment": "first"}


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be removed there")
def test_a_crash_says_so_where_the_work_could_not_be_saved(working: Driver) -> None:
    page = working.window.crash_page
    working.crashes.handle(RuntimeError())
    assert "saved as a draft" in page.words.text()
    page.go_on.click()
    shutil.rmtree(working.session.workspace.folder)
    press(working, Key.Key_X)
    working.crashes.handle(RuntimeError())
    assert "could not be saved" in page.words.text()
    assert "Save a copy" in page.words.text()
    page.go_on.click()
    assert working.answers["comment"] == "firstx"
    working.window.workplace.abandon()
