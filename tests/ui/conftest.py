"""Fixtures for tests of the real window, driven by keys, with its own home folder and settings."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
pytest.importorskip("PySide6")

from PySide6.QtCore import QEvent, QLocale, Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui import messages
from desktop_app.ui.app import build
from desktop_app.ui.crash_report import CrashHandler
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import remembered
from desktop_app.ui.theme import Look, Theme
from tests.workspace.projects import Project, items, make_project
from tests.workspace.templates import copy_or_make

NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


PATIENCE = 30_000  # milliseconds: nothing is proved by how busy the machine is


class PatientBot(QtBot):
    """Waits longer than the five seconds of pytest-qt, unless a test sets another time."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitActive(self, widget: QWidget, *, timeout: int = PATIENCE) -> Any:
        return super().waitActive(widget, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE, **more: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitSignals(self, signals: Any, *, timeout: int = PATIENCE, **more: Any) -> Any:
        return super().waitSignals(signals, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """The light look, which styles the widgets of a test that needs no window of the program."""
    # Deletes the widgets of earlier tests, which would all be styled again.
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    made = Theme(Look.LIGHT)
    made.apply(qapp)
    return made


@pytest.fixture
def project(tmp_path: Path) -> Project:
    folder = tmp_path / "project"
    copy_or_make(folder, "six items for three people", lambda at: make_project(at).assign(3))
    return Project(folder, items())


@pytest.fixture
def bundle(project: Project) -> Path:
    """A lead's bundle with six items for ana."""
    return project.pack("ana")


@pytest.fixture
def work(project: Project) -> Path:
    """Ana's workspace, joined but without answers."""
    return project.join("ana")


class Driver:
    """A window, and methods that act like its user."""

    def __init__(self, window: MainWindow, crashes: CrashHandler, qtbot: QtBot) -> None:
        self.window = window
        self.crashes = crashes
        self.qtbot = qtbot

    @property
    def controller(self) -> Any:
        assert self.window.controller is not None
        return self.window.controller

    @property
    def session(self) -> Any:
        return self.controller.session

    @property
    def answers(self) -> dict[str, Any]:
        """The answers that the panel shows."""
        shown = self.controller.panel.answers()
        return {key: value for key, value in shown.items() if value not in (None, "")}

    @property
    def target(self) -> QWidget:
        return QApplication.focusWidget() or self.window

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.target, key, modifiers)

    def type(self, text: str) -> None:
        for letter in text:
            QTest.keyClicks(self.target, letter)

    def open(self, folder: Path) -> None:
        with self.qtbot.waitSignal(self.window.workspace_opened):
            self.window.open_path(folder)

    def go_to_page(self, name: str) -> None:
        """Show a page of the lead by its shortcut, or by its menu entry if it has none."""
        command = self.window.commands[f"lead_{name}"]
        shortcut = command.shortcut()
        if not shortcut.isEmpty():
            self.press(shortcut[0].key(), shortcut[0].keyboardModifiers())
        elif command.isVisible():
            command.trigger()

    def focus(self, question: str) -> None:
        self.controller.panel.focus_question(question)

    def wait_saved(self) -> None:
        self.qtbot.waitUntil(lambda: not self.session.dirty)

    def submit(self) -> None:
        self.press(Qt.Key.Key_Return, CTRL)


def start_program(application: QApplication, qtbot: QtBot) -> Driver:
    """Start the program, and wait until its window is in front."""
    window, crashes = build(application)
    if not remembered().contains("window/geometry"):
        # The screen of the tests is smaller than those for which the pages are designed.
        window.resize(1200, 760)
    window.show()
    qtbot.waitActive(window).__enter__()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return Driver(window, crashes, qtbot)


def choose_language(window: MainWindow, code: str) -> None:
    """Choose a language in the menu, and restart the window in it."""
    window.commands[f"language_{code}"].trigger()
    assert window.language_bar.isVisible()
    window.language_bar.action_button.click()


def end_program(window: MainWindow) -> None:
    """Close a window and delete it, as the end of the program does."""
    window.close()
    window.theme.blockSignals(True)
    window.theme.deleteLater()  # or it dresses the application at the system's next change
    window.deleteLater()


@pytest.fixture
def start(qtbot: QtBot, qapp: QApplication) -> Iterator[Callable[[], Driver]]:
    """A function that starts the program, also again after it was closed."""
    started: list[MainWindow] = []

    def make() -> Driver:
        driver = start_program(qapp, qtbot)
        started.append(driver.window)
        return driver

    yield make
    for window in started:
        end_program(window)
    wait_for_jobs()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def driver(start: Callable[[], Driver]) -> Driver:
    return start()


@pytest.fixture
def desk(driver: Driver, work: Path) -> Driver:
    """The window with ana's work open."""
    driver.open(work)
    return driver


@pytest.fixture(autouse=True)
def exceptions_fail_tests(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let the exceptions that Qt's event loop catches fail the test, even if other code has
    replaced the hook for them.
    """
    before = sys.excepthook
    yield
    capturing = getattr(request.node, "qt_exception_capture_manager", None)
    if capturing is not None and capturing.old_hook is not None:  # else the test has failed
        assert sys.excepthook is before, f"{sys.excepthook} keeps what the event loop catches"


@pytest.fixture(autouse=True, scope="package")
def files_without_delay() -> Iterator[None]:
    """Do not wait for the disk: no test of the window sees what a power failure leaves.

    Tests of the storage prove that each save is flushed.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture(autouse=True)
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "Documents"
    monkeypatch.setattr("platformdirs.user_documents_dir", lambda: str(folder))
    return folder


@pytest.fixture(autouse=True)
def font_is_as_before(qapp: QApplication) -> Iterator[None]:
    """Restore the application's font, which the window sets for its text size."""
    font = qapp.font()
    yield
    qapp.setFont(font)


@pytest.fixture(autouse=True)
def language_is_as_before(qapp: QApplication) -> Iterator[None]:
    """Restore the language, including formats of times and numbers, for the next test."""
    locale, installed = QLocale(), set(qapp.findChildren(QTranslator))
    language = messages.current_language()
    yield
    messages.set_language(language)
    for translator in set(qapp.findChildren(QTranslator)) - installed:
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(locale)
