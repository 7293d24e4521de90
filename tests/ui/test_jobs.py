"""Tests of work outside the GUI thread: its errors are always reported."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, current_thread, main_thread

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui import crash_report
from desktop_app.ui.jobs import Job, cancel_computations, unless_cancelled, wait_for_jobs
from tests.workspace.projects import Project


def fail(*_: object) -> None:
    raise ArithmeticError("work")


def test_an_error_nobody_expects_reaches_the_crash_page(qtbot: QtBot, qapp: QApplication) -> None:
    job = Job(fail, qapp)
    with qtbot.captureExceptions() as caught, qtbot.waitSignal(job.finished):
        job.start()
    assert [kind for kind, _, _ in caught] == [ArithmeticError]
    # An error somebody expects goes there, and nowhere else.
    job = Job(fail, qapp)
    with qtbot.captureExceptions() as caught, qtbot.waitSignal(job.failed) as failed:
        job.start()
    assert isinstance(failed.args[0], ArithmeticError)
    assert caught == []


def test_the_latest_reports_include_those_of_processes_that_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crash_report, "crash_folder", lambda: tmp_path)
    for age, name in enumerate(("died-7.log", "report-2.txt", "1-9.txt", "report-1.txt")):
        (tmp_path / name).write_text(name)
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    assert crash_report.last_reports() == ["died-7.log", "report-2.txt", "1-9.txt"]


def test_steps_run_on_the_gui_thread_before_the_result_is_given(
    qapp: QApplication, qtbot: QtBot
) -> None:
    seen: list[object] = []

    def steps(result: object) -> Iterator[None]:
        for number in range(2):
            seen.append((number, result, current_thread() is main_thread()))
            yield

    job = Job(lambda *_: "read", qapp, steps=steps)
    job.succeeded.connect(seen.append)
    with qtbot.waitSignal(job.finished):
        job.start()
    assert seen == [(0, "read", True), (1, "read", True), "read"]


@pytest.mark.parametrize("how", ["fails", "is cancelled"])
def test_the_result_is_dropped_if_a_step_does_not_end(
    how: str, qapp: QApplication, qtbot: QtBot
) -> None:
    dropped: list[object] = []
    given: list[object] = []

    def steps(_: object) -> Iterator[None]:
        yield
        if how == "fails":
            raise ArithmeticError("step")
        job.cancel()
        yield

    job = Job(lambda *_: "read", qapp, on_dropped=dropped.append, steps=steps)
    job.succeeded.connect(given.append)
    job.failed.connect(lambda error: given.append(type(error)))
    with qtbot.waitSignal(job.finished):
        job.start()
    assert dropped == ["read"]
    assert given == ([ArithmeticError] if how == "fails" else [])


_IMPORTS = """
import sys, threading
from importlib.abc import MetaPathFinder
from pathlib import Path
from PySide6.QtWidgets import QApplication
from desktop_app.ui.app import build
from desktop_app.llm.keys import KeyRing
elsewhere = set()
class Watch(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if threading.current_thread() is not threading.main_thread():
            elsewhere.add(name)
sys.meta_path.insert(0, Watch())
application = QApplication([])
window, _ = build(application, KeyRing())
window.workspace_opened.connect(application.quit)
window.open_path(Path(sys.argv[1]))
application.exec()
print([name for name in sorted(elsewhere) if "PySide6" in dir(sys.modules.get(name)) or any(
    str(getattr(value, "__module__", "")).startswith("PySide6")
    for value in vars(sys.modules.get(name, sys)).values())])
window.close()
"""


@pytest.mark.parametrize("role", ["lead", "annotator"])
def test_modules_with_qt_classes_are_imported_on_the_gui_thread(
    role: str, project: Project, work: Path
) -> None:
    """Defining Qt classes on another thread crashed the program now and then."""
    folder = project.lead if role == "lead" else work
    done = subprocess.run(
        [sys.executable, "-c", _IMPORTS, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("[]"), done.stdout


@pytest.mark.parametrize("kept", [True, False])
def test_an_error_after_an_update_says_so(
    kept: bool, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = crash_report.CrashPage()
    page.show_crash("A report.", kept)
    assert page.heading.text() == "Something went wrong"
    # As after an update: the file of the program is another one.
    monkeypatch.setattr(sys, "executable", str(tmp_path / "proofdesk"))
    page.show_crash("A report.", kept)
    assert page.heading.text() == "Proofdesk was updated or removed while it was open"
    assert "start the program again" in page.words.text()
    assert ("saved as a draft" in page.words.text()) is kept
    assert ("Save a copy" in page.words.text()) is not kept


def test_a_log_that_cannot_be_read_hides_no_later_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crash_report, "crash_folder", lambda: tmp_path)
    # Nobody has a process with this id; the link leads nowhere, so looking at it fails.
    (tmp_path / "fault-a.log").symlink_to(tmp_path / "absent")
    (tmp_path / "fault-b.log").write_text("Segmentation fault")
    (tmp_path / "fault-c.log").touch()
    handler = crash_report.CrashHandler(lambda: None)
    try:
        assert handler.install() == [tmp_path / "died-b.log"]
    finally:
        handler.remove()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["died-b.log", "fault-a.log"]


def test_long_computations_hold_up_no_job_and_can_be_cancelled(
    qtbot: QtBot, qapp: QApplication
) -> None:
    release, done = Event(), []

    def wait(_: object, cancelled: Callable[[], bool]) -> None:
        check = unless_cancelled(cancelled)
        release.wait(30)
        check()
        done.append("computed")

    computations = [Job(wait, qapp) for _ in range(5)]  # more than run at once
    for job in computations:
        job.succeeded.connect(lambda _: done.append("told"))
        job.start_computing()
    short = Job(lambda *_: "read", qapp)
    with qtbot.waitSignal(short.succeeded) as read:
        short.start()
    assert read.args == ["read"]
    cancel_computations()
    with qtbot.waitSignals([job.finished for job in computations]):
        release.set()
    assert done == []
    assert wait_for_jobs()
