"""Tests that *Report a problem* copies and saves what it shows, and nothing that is private."""

from __future__ import annotations

import faulthandler
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from desktop_app.ui.crash_report import crash_folder
from tests.ui.conftest import Driver

ANNOTATION, DOCUMENT, KEY, PERSON = "canary-note", "canary-text", "sk-canary", "Ana Canary"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "canary-home"
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    return folder


@pytest.fixture
def report(desk: Driver, home: Path) -> str:
    """The report that is shown after a crash of the window, of a command and of a process."""
    desk.focus("comment")
    desk.type(ANNOTATION)
    document, key, person = DOCUMENT, KEY, PERSON
    try:
        raise RuntimeError(f"{document} {key} {person} {home / 'notes.txt'}")
    except RuntimeError as error:
        desk.crashes.handle(error)
    desk.press(Qt.Key.Key_Space)
    command = f"{home}/lib/{PERSON}/tool.py:12 run\n"
    (crash_folder() / "1-2.txt").write_text(command)
    with (crash_folder() / "died-7.log").open("w") as log:
        faulthandler.dump_traceback(log)
        log.write(f'  File "{home}/{PERSON}/plugin.py", line 3 in press\n')
    desk.window.commands["report"].trigger()
    return desk.window.crash_page.details.toPlainText()


def test_a_report_contains_nothing_private(report: str, home: Path) -> None:
    for secret in (ANNOTATION, DOCUMENT, KEY, PERSON, "Canary", str(home), str(Path.home())):
        assert secret not in report
    # What developers need is there.
    assert "builtins.RuntimeError" in report
    assert "tool.py:12 run" in report
    assert 'File "plugin.py", line 3 in press' in report


def test_copy_and_file_are_what_is_shown(
    desk: Driver, report: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = desk.window.crash_page
    page.copy.setFocus()
    desk.press(Qt.Key.Key_Space)
    assert QApplication.clipboard().text() == report
    target = tmp_path / "report.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    page.save.setFocus()
    desk.press(Qt.Key.Key_Space)
    assert target.read_text("utf-8") == report
    assert page.save.text() == "Saved"


def test_a_report_that_cannot_be_saved_says_why(
    desk: Driver, report: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "file" / "report.txt"
    target.parent.write_text("no folder")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    page = desk.window.crash_page
    page.save.setFocus()
    desk.press(Qt.Key.Key_Space)
    assert "could not be created" in page.words.text()
    assert page.details.toPlainText() == report
