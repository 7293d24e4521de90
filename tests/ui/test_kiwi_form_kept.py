"""Tests that text in the form for a question is kept if the window is closed or killed, or saving
fails.
"""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.lead import section
from desktop_app.workspace.importing import kept_form
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest
from tests.ui.conftest import CTRL, Driver
from tests.ui.killing import OPENING, may_be_lost, said_until_killed
from tests.ui.test_kiwi_lead import link, open_form, project, save
from tests.ui.test_lead import Lead, questions
from tests.ui.test_refused_saves import Disk, disk, needs_posix, needs_root

Key = Qt.Key
TEXT = " ".join(str(number) for number in range(400))
__all__ = ["disk"]  # a fixture


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return project(tmp_path)


@pytest.fixture
def opened(
    start: Callable[[], Driver], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], Lead]:
    """A function that starts the program and opens the project, also again after it was closed."""

    def make() -> Lead:
        lead = Lead(start(), monkeypatch)
        lead.open(folder)
        return lead

    return make


def on_disk(folder: Path) -> dict[str, Any] | None:
    """Return the draft that is stored on disk while a window has the project open."""
    with Workspace.open(folder) as workspace:
        return kept_form(workspace, "kiwi")


def question_on_disk(folder: Path) -> str:
    return str((on_disk(folder) or {}).get("question", ""))


def choose(lead: Lead, button: Any) -> None:
    lead.tab_to(button)
    lead.driver.press(Key.Key_Space)


def test_what_is_written_is_on_disk_soon_and_there_again(
    opened: Callable[[], Lead], folder: Path, qtbot: QtBot
) -> None:
    lead, before = opened(), digest(folder)
    form = open_form(lead)
    lead.type(" Why do bridges ")
    qtbot.waitUntil(lambda: question_on_disk(folder) == " Why do bridges ")
    link(lead, form, "wood 3", "wood 1")
    lead.tab_to(form.missing)
    lead.press(Key.Key_A, CTRL)
    lead.type("7 or so")
    lead.driver.window.close()
    assert form.asking.isVisible()
    choose(lead, form.later_button)
    qtbot.waitUntil(lambda: not lead.driver.window.isVisible())

    lead = opened()
    again = open_form(lead)
    assert again.question.toPlainText() == " Why do bridges "
    assert again.papers.names() == ["p3", "p1"]
    assert again.missing.text() == "7 or so"
    assert "Unsaved text" in again.asked.text()
    assert not again.later_button.isVisible()
    choose(lead, again.discard_button)
    assert again.isVisible()
    assert again.question.toPlainText() == ""
    assert again.question.hasFocus()
    qtbot.waitUntil(lambda: on_disk(folder) is None)
    lead.driver.window.close()
    assert not lead.driver.window.isVisible(), "nothing is left to ask about"
    assert digest(folder) == before, "a draft is no record"


def test_what_is_put_off_is_not_asked_about_again_until_it_changes(
    opened: Callable[[], Lead], folder: Path
) -> None:
    lead = opened()
    form = open_form(lead)
    lead.type("Why?")
    lead.press(Key.Key_Escape)
    choose(lead, form.later_button)
    assert lead.page.items.isVisible()
    assert question_on_disk(folder) == "Why?"
    assert open_form(lead) is form
    assert form.question.toPlainText() == "Why?"
    lead.press(Key.Key_Escape)
    choose(lead, form.later_button)
    lead.press(Key.Key_W, CTRL)
    assert lead.driver.window.workplace.project is None


def test_what_is_taken_back_just_before_closing_does_not_come_back(
    opened: Callable[[], Lead], folder: Path, qtbot: QtBot
) -> None:
    lead = opened()
    form = open_form(lead)
    lead.type("Why?")
    qtbot.waitUntil(lambda: question_on_disk(folder) == "Why?")
    for _ in "Why?":
        lead.driver.press(Key.Key_Backspace)
    lead.driver.press(Key.Key_W, CTRL)
    assert not form.asking.isVisible()
    assert lead.driver.window.workplace.project is None
    assert on_disk(folder) is None


def test_what_is_saved_or_thrown_away_is_no_draft(
    opened: Callable[[], Lead], folder: Path, qtbot: QtBot
) -> None:
    lead = opened()
    form = open_form(lead)
    lead.type("Why do bridges of wood last?")
    link(lead, form, "wood 0", "wood 1", "wood 2", "wood 3")
    qtbot.waitUntil(lambda: len((on_disk(folder) or {}).get("papers", ())) == 4)
    draft = on_disk(folder)
    save(lead, form)
    assert on_disk(folder) is None
    # A window that was killed in between has both: it is no draft any more either.
    form.restore(draft)
    assert form.question.toPlainText() == ""
    assert not form.asking.isVisible()
    lead.tab_to(form.which)
    lead.press(Key.Key_Down)
    lead.tab_to(form.question)
    lead.press(Key.Key_End, CTRL)
    lead.type(" And those of stone?")
    qtbot.waitUntil(lambda: question_on_disk(folder).endswith("stone?"))
    lead.driver.window.close()
    choose(lead, form.later_button)
    qtbot.waitUntil(lambda: not lead.driver.window.isVisible())
    lead = opened()
    again = open_form(lead)
    assert again.title.text().startswith("Question ")
    assert again.name.isReadOnly(), "it is the question that was changed, and no new one"
    save(lead, again)
    asked = questions(lead.page)
    assert "Why do bridges of wood last? And those of stone?" in asked
    assert on_disk(folder) is None


def test_what_is_written_while_a_job_works_is_kept_too(
    opened: Callable[[], Lead], folder: Path, qtbot: QtBot
) -> None:
    lead = opened()
    form = open_form(lead)
    over = Event()
    lead.page.desk.run("Working…", lambda *_: over.wait(30), lambda _: None, changes=False)
    try:
        form.question.insertPlainText("Meanwhile?")
        qtbot.waitUntil(lambda: question_on_disk(folder) == "Meanwhile?")
        assert lead.page.desk.is_busy
    finally:
        over.set()
    lead.settle()
    assert form.question.toPlainText() == "Meanwhile?"


@needs_posix
@needs_root
def test_a_disk_that_refuses_keeps_the_form_in_the_window(
    start: Callable[[], Driver],
    folder: Path,
    disk: Disk,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    monkeypatch.setattr(section, "RETRY_AFTER", 20)
    small = disk.point / "lead"
    shutil.copytree(folder, small)
    lead = Lead(start(), monkeypatch)
    lead.open(small)
    form = open_form(lead)
    disk.fill()
    text = "while the disk is full " * 300
    QGuiApplication.clipboard().setText(text)
    lead.driver.press(Key.Key_V, CTRL)
    qtbot.waitUntil(lambda: "keeps trying" in lead.notice)
    lead.driver.press(Key.Key_Escape)
    choose(lead, form.later_button)
    assert form.isVisible(), "it would be lost"
    assert form.question.toPlainText() == text
    disk.filler.unlink()
    qtbot.waitUntil(lambda: question_on_disk(small) == text)
    qtbot.waitUntil(lambda: lead.notice == "")
    lead.driver.press(Key.Key_Escape)
    choose(lead, form.later_button)
    assert lead.page.items.isVisible()


# A window that says what it finds in the form, then types until someone kills it.
WINDOW = (
    OPENING
    + """
folder, text = Path(sys.argv[1]), sys.argv[2]

def form():
    return window.workplace.project.body.currentWidget()

def begin():
    window.workplace.project.items.prepare_buttons["kiwi"].click()
    waiting.start()

def wait():
    if hasattr(form(), "draft"):
        waiting.stop()
        say(found=form().question.toPlainText())
        if not form().asking.isHidden():
            form().discard_button.click()
        timer.start()

def tick():
    count = len(form().question.toPlainText())
    QTest.keyClicks(form().question, text[count])
    say(at=time.monotonic(), count=len(form().question.toPlainText()))

waiting, timer = QTimer(interval=1), QTimer(interval=10)
waiting.timeout.connect(wait)
timer.timeout.connect(tick)
window.workspace_opened.connect(lambda: QTimer.singleShot(0, window, begin))
window.open_path(folder)
application.exec()
"""
)


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is not there")
def test_a_killed_window_loses_a_second_at_most(folder: Path) -> None:
    chance, kept, losable = random.Random(5), "", []
    for _ in range(4):
        seconds = chance.uniform(0.4, 1.6)
        first, *typed = said_until_killed(WINDOW, [folder, TEXT], seconds)
        assert first["found"] == kept, "what was on disk is shown"
        kept = question_on_disk(folder)
        assert TEXT.startswith(kept)
        moments = [one["at"] for one in typed]
        lost = next((moments[-1] - one["at"] for one in typed if one["count"] > len(kept)), 0.0)
        assert lost <= may_be_lost(moments)
        losable.append(len(typed))
    assert sum(losable) > 50, "there was something to lose"
    assert kept
