"""Tests of writing results: the workspace stays open meanwhile, and the person is informed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from desktop_app.core.errors import NotSavedError
from desktop_app.files import user_data_dir
from desktop_app.ui import open_tasks
from desktop_app.ui.annotate.entries import QueueFilter
from desktop_app.workspace.maintenance import own_key_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import ALT, CTRL, Driver
from tests.workspace.forging import records_in
from tests.workspace.projects import Project

Key = Qt.Key


class Slow:
    """Writes the results, or fails, only when the test lets it."""

    def __init__(self, error: Exception | None = None) -> None:
        self.go = Event()
        self.error = error

    def __call__(self, workspace: Workspace, output: Path) -> dict[str, object]:
        assert self.go.wait(20)
        if self.error is not None:
            raise self.error
        return open_tasks.send_results(workspace, output)


def begin_to_send(desk: Driver, output: Path, slow: Slow, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("desktop_app.ui.sending.send_results", slow)
    desk.type("y4")
    desk.submit()
    desk.window.send_results_to(output)
    assert desk.controller.page.footer.right.text() == "Writing the results…"


def test_the_window_closes_once_the_results_are_written(
    desk: Driver, work: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, output = Slow(), tmp_path / "results.proofdesk"
    begin_to_send(desk, output, slow, monkeypatch)
    desk.type("n")  # a draft of the next item
    desk.press(Key.Key_Q, CTRL)
    assert desk.window.isVisible()
    assert desk.window.notice_bar.text.text() == "A file is being written."
    assert "closes as soon as" in desk.window.notice_bar.hint.text()
    assert not output.exists()
    desk.type("2")  # and one may continue meanwhile
    slow.go.set()
    qtbot.waitUntil(lambda: not desk.window.isVisible())
    assert [one.kind for one in records_in(output)].count("annotation") == 1
    assert done("check", output)["problems"] == []
    assert done("check", work)["problems"] == []
    assert (done("status", work)["annotations"], done("status", work)["drafts"]) == (1, 1)
    with Workspace.open(work, write=True):
        pass  # the window has let go of it


def test_the_workspace_stays_open_while_its_results_are_written(
    desk: Driver, work: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, output = Slow(), tmp_path / "results.proofdesk"
    begin_to_send(desk, output, slow, monkeypatch)
    desk.press(Key.Key_W, CTRL)
    assert desk.window.pages.currentWidget() is desk.controller.page
    assert "cannot be closed" in desk.window.notice_bar.hint.text()
    with qtbot.waitSignal(desk.window.results_sent):
        slow.go.set()
    qtbot.waitUntil(lambda: not desk.session.frozen)
    assert desk.window.isVisible()
    desk.press(Key.Key_W, CTRL)
    assert desk.window.pages.currentWidget() is desk.window.welcome


def test_a_window_that_was_to_close_stays_when_the_results_could_not_be_written(
    desk: Driver, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(NotSavedError("the disk is full", hint="Free some space."))
    output = tmp_path / "results.proofdesk"
    begin_to_send(desk, output, slow, monkeypatch)
    assert not desk.window.close()
    slow.go.set()
    qtbot.waitUntil(lambda: not desk.session.frozen)
    assert desk.window.isVisible()
    assert desk.window.notice_bar.text.text() == "The disk is full."
    assert list(tmp_path.glob("*results*")) == []


def test_a_damaged_key_is_named_and_the_window_goes_on(
    desk: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.type("y4")
    desk.submit()
    keys = [one for one in (user_data_dir() / "keys").rglob("*") if one.is_file()]
    assert keys
    for one in keys:
        one.write_bytes(b"")
    desk.window.send_results_to(tmp_path / "results.proofdesk")
    qtbot.waitUntil(desk.window.notice_bar.isVisible)
    assert "keys" in desk.window.notice_bar.text.text()
    assert "File ▸ Your key" in desk.window.notice_bar.hint.text()
    assert not (tmp_path / "results.proofdesk").exists()
    assert desk.controller.page.footer.right.text() != "Writing the results…"
    desk.type("y4")
    desk.submit()
    desk.press(Key.Key_Q, CTRL)
    qtbot.waitUntil(lambda: not desk.window.isVisible())


def test_a_project_opens_without_its_damaged_key(driver: Driver, project: Project) -> None:
    for one in (user_data_dir() / "keys").rglob("*.key"):
        one.write_bytes(b"")
    driver.open(project.lead)
    assert driver.window.workplace.project is not None
    assert own_key_of(driver.window.workplace.opened.workspace).state == "missing"


def test_opening_something_else_waits_too(
    desk: Driver, work: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow: Any = Slow()
    begin_to_send(desk, tmp_path / "results.proofdesk", slow, monkeypatch)
    desk.window.commands["sample"].trigger()
    qtbot.waitUntil(lambda: "being written" in desk.window.notice_bar.text.text(), timeout=20_000)
    assert desk.session.workspace.folder == work
    assert desk.window.pages.currentWidget() is desk.controller.page
    with qtbot.waitSignal(desk.window.results_sent):
        slow.go.set()


def test_how_much_was_sent_is_told_in_words_for_one_and_for_more(
    desk: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    for count, told in ((1, "1 annotated item. "), (2, "2 annotated items. ")):
        desk.type("y4")
        desk.submit()
        with qtbot.waitSignal(desk.window.results_sent):
            desk.window.send_results_to(tmp_path / f"results-{count}.proofdesk")
        assert desk.window.notice_bar.hint.text().startswith(told)


def test_an_undone_submission_is_not_counted_as_sent(
    desk: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    for _ in range(2):
        desk.type("y4")
        desk.submit()
    desk.press(Key.Key_Z, CTRL)
    with qtbot.waitSignal(desk.window.results_sent):
        desk.window.send_results_to(tmp_path / "results.proofdesk")
    words = desk.window.notice_bar.hint.text()
    assert words.startswith("1 annotated item. ")
    assert words.endswith("Not included: 1 draft, 4 items to do.")
    assert desk.window.notices.last is not None
    assert desk.window.notices.last.level == "info"


def test_the_focus_is_where_it_was_after_sending(
    desk: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.type("y4")
    submit = desk.controller.page.work_bar.submit
    assert submit.hasFocus()
    with qtbot.waitSignal(desk.window.results_sent):
        desk.window.send_results_to(tmp_path / "results.proofdesk")
        desk.press(Key.Key_Return)  # while the file is written, it presses no other button
    qtbot.waitUntil(lambda: not desk.session.frozen)
    assert submit.hasFocus()
    assert desk.session.position == 0
    desk.press(Key.Key_Return)
    assert desk.session.position == 1


class FileManager(QObject):
    """Replaces the system's file manager, to which Qt passes what the program opens."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(url.toLocalFile())


@pytest.fixture
def file_manager() -> Iterator[FileManager]:
    manager = FileManager()
    QDesktopServices.setUrlHandler("file", manager, "open")  # type: ignore[arg-type]
    yield manager
    QDesktopServices.unsetUrlHandler("file")


def test_sending_says_what_is_not_in_the_file(
    desk: Driver, tmp_path: Path, qtbot: QtBot, file_manager: FileManager
) -> None:
    output = tmp_path / "out" / "results.proofdesk"
    output.parent.mkdir()
    for _ in range(2):
        desk.type("y4")
        desk.submit()
    desk.press(Key.Key_Left, ALT)
    desk.focus("rating")
    desk.type("2")  # the second one was submitted, and is edited now
    desk.press(Key.Key_Right, ALT)
    desk.type("n")  # the third one is a draft
    desk.press(Key.Key_Right, ALT)
    desk.controller.marking.skip_because("not my field")
    with qtbot.waitSignal(desk.window.results_sent):
        desk.window.send_results_to(output)
    bar = desk.window.notice_bar
    assert bar.hint.text().endswith(
        "Not included: 2 drafts, 1 of them edited after submission (the file contains the "
        "submitted answers), 3 items to do, 1 of them skipped."
    )
    assert desk.session.counts[QueueFilter.DRAFT] == 2, "as the filter counts"
    bar.action_button.setFocus()
    desk.press(Key.Key_Space)
    assert file_manager.opened == [str(output.parent)]


def test_complete_results_are_not_said_to_lack_anything(
    desk: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    for _ in range(6):
        desk.type("y4")
        desk.submit()
    with qtbot.waitSignal(desk.window.results_sent):
        desk.window.send_results_to(tmp_path / "results.proofdesk")
    assert "Not included" not in desk.window.notice_bar.hint.text()
    assert desk.window.notice_bar.property("level") == "info"


def test_a_folder_that_is_gone_is_not_opened(
    desk: Driver, tmp_path: Path, qtbot: QtBot, file_manager: FileManager
) -> None:
    output = tmp_path / "drive" / "results.proofdesk"
    output.parent.mkdir()
    with qtbot.waitSignal(desk.window.results_sent):
        desk.window.send_results_to(output)
    output.unlink()
    output.parent.rmdir()
    desk.window.notice_bar.action_button.click()
    assert file_manager.opened == []
    assert desk.window.notice_bar.text.text() == "The folder could not be opened."
    assert str(output) in desk.window.notice_bar.hint.text()
