"""Tests that changing the language keeps messages and questions about a bundle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.bundles.keys import identity_path
from desktop_app.settings import Settings, save_settings
from desktop_app.ui.app import Program
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import choose_language
from tests.ui.test_window import drop
from tests.workspace.projects import Project, item, jsonl

Key = Qt.Key


class Desk:
    """The program with ana's work, and methods that change the language."""

    def __init__(self, program: Program, qtbot: QtBot) -> None:
        self.program = program
        self.qtbot = qtbot

    @property
    def said(self) -> str:
        bar = self.program.window.notice_bar
        return f"{bar.text.text()} {bar.hint.text()}" if bar.isVisible() else ""

    @property
    def asks(self) -> bool:
        pages = self.program.window.pages
        return pages.currentWidget() is pages.trust

    def open(self, folder: Path) -> None:
        with self.qtbot.waitSignal(self.program.window.workspace_opened):
            self.program.window.open_path(folder)

    def speak(self, language: str) -> None:
        """Choose a language, and wait until the window is in this language and everything is open
        again.
        """
        with self.qtbot.waitSignal(self.program.rebuilt):
            choose_language(self.program.window, language)
        self.qtbot.waitUntil(lambda: not self.program.window.opener.is_busy)

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.program.window, key)


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot, work: Path) -> Iterator[Desk]:
    save_settings(Settings(language="en"))
    program = Program(qapp)
    program.window.show()
    made = Desk(program, qtbot)
    made.open(work)
    yield made
    program.window.close()
    program.window.theme.blockSignals(True)
    program.window.theme.deleteLater()
    program.window.deleteLater()
    program.deleteLater()
    wait_for_jobs()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def more(project: Project, work: Path) -> Path:
    """A second bundle for ana, with one more item."""
    done("import", project.lead, jsonl(project.folder / "m.jsonl", [item(7, "alpha-7b")]))
    project.assign(3)
    return project.pack("ana", name="more")


@pytest.fixture
def by_a_new_key(project: Project, work: Path) -> Path:
    """The same bundle, by the lead, who has lost their keys and created new ones."""
    with Workspace.open(project.lead) as workspace:
        identity_path(workspace.project, "lead").unlink()
    done("keys", project.lead, "--new-key")
    done("import", project.lead, jsonl(project.folder / "m.jsonl", [item(7, "alpha-7b")]))
    project.assign(3)
    return project.pack("ana", name="new-key")


@pytest.mark.parametrize("at_once", [True, False])
def test_what_a_bundle_brought_is_said_in_the_new_language(
    desk: Desk, more: Path, at_once: bool
) -> None:
    drop(desk.program.window, more)  # its job is still at it
    if not at_once:
        desk.qtbot.waitUntil(lambda: "1 item imported from more.proofdesk" in desk.said)
    desk.speak("de")
    assert "1 Aufgabe aus more.proofdesk importiert" in desk.said
    desk.speak("en")
    assert "1 item imported from more.proofdesk" in desk.said
    desk.program.window.notice_bar.close_button.click()
    desk.speak("de")
    assert desk.said == ""


@pytest.mark.parametrize("at_once", [True, False])
def test_whose_a_bundle_is_is_asked_in_the_new_language(
    desk: Desk, by_a_new_key: Path, at_once: bool
) -> None:
    controller = desk.program.window.controller
    assert controller is not None
    items = len(controller.session.entries)
    drop(desk.program.window, by_a_new_key)
    if not at_once:
        desk.qtbot.waitUntil(lambda: desk.asks)
        desk.press(Key.Key_Space)  # a yes in passing is not taken along
    desk.speak("de")
    assert desk.asks
    page = desk.program.window.pages.trust
    assert page.heading.text() == "Kommt dieses Paket von Ihrer Projektleitung?"
    assert page.fingerprint.isVisible()
    assert not page.take.isEnabled()
    desk.qtbot.waitUntil(page.sure.hasFocus)
    desk.press(Key.Key_Space)
    page.take.setFocus()
    desk.press(Key.Key_Space)
    desk.qtbot.waitUntil(lambda: "1 Aufgabe aus new-key.proofdesk importiert" in desk.said)
    controller = desk.program.window.controller
    assert controller is not None
    assert len(controller.session.entries) == items + 1


def test_a_question_that_was_put_off_is_not_asked_again(desk: Desk, by_a_new_key: Path) -> None:
    drop(desk.program.window, by_a_new_key)
    desk.qtbot.waitUntil(lambda: desk.asks)
    desk.program.window.pages.trust.back.click()
    desk.speak("de")
    assert not desk.asks
    assert desk.said == ""


@pytest.mark.parametrize("at_once", [True, False])
def test_why_a_file_could_not_be_read_is_said_in_the_new_language(
    desk: Desk, tmp_path: Path, at_once: bool
) -> None:
    (tmp_path / "letter.proofdesk").write_text("Dear ana")
    drop(desk.program.window, tmp_path / "letter.proofdesk")
    if not at_once:
        desk.qtbot.waitUntil(lambda: "not a Proofdesk bundle" in desk.said)
    desk.speak("de")
    desk.qtbot.waitUntil(lambda: "kein Proofdesk-Paket" in desk.said)


def open_form(desk: Desk) -> Any:
    """Open the form for a question, and return it."""
    page = desk.program.window.workplace.project
    assert page is not None
    page.items.prepare_buttons["kiwi"].click()
    desk.qtbot.waitUntil(lambda: page.body.currentWidget() is not page.steps)
    return page.body.currentWidget()


@pytest.fixture
def asking(desk: Desk, tmp_path: Path) -> Any:
    """The form for a question, which asks about unsaved text because the language is to be
    changed.
    """
    folder = tmp_path / "questions"
    done("new", folder, "--title", "Bridges", "--protocol", "kiwi")
    desk.open(folder)
    window, form = desk.program.window, open_form(desk)
    QTest.keyClicks(form.question, "Why?")
    choose_language(window, "de")
    desk.qtbot.waitUntil(form.asking.isVisible)
    assert desk.program.window is window
    return form


def test_another_language_asks_about_a_question_that_is_not_saved(desk: Desk, asking: Any) -> None:
    with desk.qtbot.waitSignal(desk.program.rebuilt):
        asking.discard_button.click()
    desk.qtbot.waitUntil(lambda: not desk.program.window.opener.is_busy)
    again = desk.program.window.workplace.project
    assert again is not None
    assert again.items.heading.text() == "Aufgaben"


def test_a_question_that_was_kept_for_later_is_there_in_the_new_language(
    desk: Desk, asking: Any
) -> None:
    with desk.qtbot.waitSignal(desk.program.rebuilt):
        asking.later_button.click()
    desk.qtbot.waitUntil(lambda: not desk.program.window.opener.is_busy)
    again = open_form(desk)
    assert again.question.toPlainText() == "Why?"
    assert "wiederhergestellt" in again.asked.text()


def test_the_page_of_the_lead_is_shown_again(desk: Desk, project: Project) -> None:
    desk.open(project.lead)
    page = desk.program.window.workplace.project
    assert page is not None
    page.reassign()
    desk.speak("de")
    again = desk.program.window.workplace.project
    assert again is not None
    assert again is not page
    assert again.section is again.assign
    assert not again.assign.reassigning.isHidden()
