"""Tests of a second start, such as by a double-click, while a window is open."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, Qt
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalServer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.settings import load_settings
from desktop_app.ui.single_instance import FileOpenEvents, hand_over, name_of, raise_other
from tests.ui.conftest import Driver
from tests.workspace.projects import Project, done, item, jsonl


@pytest.fixture
def more(project: Project, work: Path) -> Path:
    """A second bundle for ana, with one more item."""
    done("import", project.lead, jsonl(project.folder / "m.jsonl", [item(7, "alpha-7b")]))
    project.assign(3)
    return project.pack("ana", name="mehr Aufgäben")


def start_with(path: Path, qtbot: QtBot) -> int:
    """Start the program in another process, as a desktop does, and return its exit status."""
    process = QProcess()
    with qtbot.waitSignal(process.finished):
        process.start(sys.executable, ["-m", "desktop_app", os.fspath(path)])
    return process.exitCode()


def test_a_bundle_is_opened_by_the_window_that_has_its_workspace_open(
    desk: Driver, more: Path, qtbot: QtBot
) -> None:
    assert start_with(more, qtbot) == 0
    bar = desk.window.notice_bar
    qtbot.waitUntil(lambda: "1 item imported" in bar.text.text())
    assert len(desk.session.entries) == 7


def test_a_bundle_with_a_passphrase_is_asked_for_once_in_the_window_that_is_open(
    desk: Driver, project: Project, more: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("correct horse\n", "utf-8")
    locked = project.pack("ana", "--passphrase-file", secret, name="locked")
    assert start_with(locked, qtbot) == 0
    page = desk.window.join_page
    qtbot.waitUntil(page.passphrase.hasFocus)
    desk.type("correct horse")
    desk.press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "1 item imported" in desk.window.notice_bar.text.text())
    assert len(desk.session.entries) == 7


def test_results_are_opened_by_the_window_of_the_lead(
    driver: Driver, project: Project, work: Path, qtbot: QtBot
) -> None:
    project.annotate(work)
    results = project.folder / "results.proofdesk"
    done("pack", work, "--results", "-o", results)
    driver.open(project.lead)
    assert start_with(results, qtbot) == 0
    page = driver.window.workplace.project
    assert page is not None
    qtbot.waitUntil(page.merge.isVisible)


def test_a_bundle_of_somebody_else_is_not_handed_over(
    desk: Driver, project: Project, qtbot: QtBot
) -> None:
    others = project.pack("ben")
    with qtbot.assertNotEmitted(desk.window.workplace.raise_requested, wait=200):
        assert not hand_over(others, load_settings().recent)
        assert not hand_over(others.with_name("missing.proofdesk"), load_settings().recent)


@pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a file away"
)
def test_a_server_of_another_account_is_not_asked(work: Path, qtbot: QtBot) -> None:
    """Otherwise, somebody else could keep the program from starting, and see names of bundles."""
    server = QLocalServer()
    assert server.listen(name_of(work))
    assert raise_other(work)
    os.chown(server.fullServerName(), 12_345, 12_345)
    assert not raise_other(work)
    server.close()


def test_files_named_in_events_are_opened(qapp: QApplication, bundle: Path, qtbot: QtBot) -> None:
    events = FileOpenEvents(qapp)
    qapp.installEventFilter(events)
    with qtbot.waitSignal(events.requested) as requested:
        qapp.sendEvent(qapp, QFileOpenEvent(str(bundle)))
    qapp.removeEventFilter(events)
    assert requested.args == [bundle]
