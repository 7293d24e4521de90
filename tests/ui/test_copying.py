"""Tests that nothing changes the workspace while a copy is written, and that the copy has unsaved
text.
"""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop_app.core.question_types import options_of
from desktop_app.ui import open_tasks
from desktop_app.ui.app import Program
from desktop_app.ui.jobs import wait_for_jobs
from tests.ui.conftest import CTRL, Driver, choose_language
from tests.workspace.projects import Project, make_project


class Slow:
    """Copies only when the test lets it."""

    def __init__(self) -> None:
        self.began, self.go = Event(), Event()

    def __call__(self, *arguments: Any) -> None:
        self.began.set()
        assert self.go.wait(20)
        open_tasks.copy_to_folder(*arguments)


@pytest.mark.parametrize("was_there", [False, True])
def test_a_cancelled_copy_keeps_the_workspace_to_itself_until_it_is_over(
    driver: Driver,
    work: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    was_there: bool,
) -> None:
    slow, folder = Slow(), tmp_path / "copy"
    if was_there:
        folder.mkdir()
    monkeypatch.setattr("desktop_app.ui.open_commands.copy_to_folder", slow)
    driver.open(work)
    window = driver.window
    window.opener.copy_to(folder)
    qtbot.waitUntil(slow.began.is_set)
    driver.press(Qt.Key.Key_W, CTRL)
    assert window.workplace.opened is not None, "the copy still reads it"
    window.pages.busy.cancel.click()
    assert window.pages.currentWidget() is window.pages.busy
    window.opener.open_sample("risum")
    assert "being written" in window.notice_bar.text.text()
    slow.go.set()
    qtbot.waitUntil(lambda: window.pages.currentWidget() is driver.controller.page)
    assert folder.exists() == was_there
    assert not was_there or not any(folder.iterdir())
    driver.type("y4")
    driver.submit()
    assert driver.session.entries[0].submitted


def test_a_copy_has_what_was_said_on_the_questionnaire(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    project = make_project(tmp_path / "p", asks=True)
    project.assign(3)
    own = project.join("ana")
    driver.open(own)
    asking = driver.window.workplace.asking
    assert asking is not None
    assert asking.about is not None
    question = asking.about.form.questions[0]
    own.rename(tmp_path / "gone")
    driver.press(Qt.Key.Key_1)
    qtbot.waitUntil(lambda: bool(asking.about and asking.about.workspace.store.failure))
    before = dict(asking.about.answers)
    assert before[question.key] == options_of(question)[0].code
    with qtbot.waitSignal(driver.window.workspace_opened, timeout=10_000):
        driver.window.opener.copy_to(tmp_path / "copy")
    copied = driver.window.workplace.asking
    assert copied is not None
    assert copied.about is not None
    assert copied.about.answers == before


def test_another_language_waits_for_a_leads_job(
    qtbot: QtBot, qapp: Any, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Program(qapp)
    window = program.window
    window.show()
    with qtbot.waitSignal(window.workspace_opened):
        window.open_path(project.lead)
    page = window.workplace.project
    assert page is not None
    began, go = Event(), Event()

    def task(workspace: Any, progress: Any) -> None:
        began.set()
        assert go.wait(20)

    page.desk.run("Counting…", task, lambda result: None)
    qtbot.waitUntil(began.is_set)
    choose_language(window, "de")
    qtbot.waitUntil(lambda: "still running" in window.notice_bar.text.text())
    assert program.window is window
    window.commands["close_workspace"].trigger()
    assert window.workplace.project is page
    go.set()
    qtbot.waitUntil(lambda: not page.desk.is_busy)
    window.commands["close_workspace"].trigger()
    with qtbot.waitSignal(window.workspace_opened):
        window.open_path(project.lead)
    assert window.workplace.project is not None
    assert window.workplace.project.desk.can_write
    window.close()
    assert wait_for_jobs()
