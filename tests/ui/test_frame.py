"""Tests of the frame around the work: time, look, missing answers, one window per workspace."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.annotate.session import QueueFilter, Session
from desktop_app.ui.colours import DARK, LIGHT, Role
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import CHECKOUT
from tests.ui.conftest import ALT, CTRL, Driver
from tests.workspace.projects import item, make_project

Key = Qt.Key


class Clock:
    """A clock that advances only when a test sets it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made, load = Clock(), Session.load

    def with_clock(workspace: Workspace, *rest: Any) -> Session:
        return load(workspace, made)

    monkeypatch.setattr(Session, "load", with_clock)
    return made


def test_time_pauses_after_a_minute_without_input_and_is_shown(
    clock: Clock, driver: Driver, work: Path, qtbot: QtBot
) -> None:
    driver.open(work)
    bar = driver.controller.page.work_bar
    driver.type("y")
    clock.now += 50
    driver.type("n")
    assert "paused" not in bar.time.text()
    assert "0:50" in bar.time.text()
    clock.now += 3600  # lunch
    qtbot.waitUntil(lambda: "paused" in bar.time.text())
    assert "1:50" in bar.time.text()
    driver.type("2")
    assert "paused" not in bar.time.text()
    driver.submit()
    driver.press(Key.Key_Left, ALT)
    assert driver.session.clock.item.seconds == pytest.approx(110)
    assert "1 min" in driver.controller.page.header.figures.text()


def test_the_queue_names_every_state_there_is(desk: Driver) -> None:
    """Nothing that was answered has changed, so three states are not offered."""
    combo = desk.controller.page.queue.part
    names = [combo.itemText(place).split("  ")[0] for place in range(combo.count())]
    assert names == ["All", "To do", "Drafts", "Done", "Flagged", "Skipped"]
    rare = (QueueFilter.STALE, QueueFilter.CHANGED, QueueFilter.LEAD)
    shown = [p.value for p in QueueFilter if p not in rare]
    assert [combo.itemData(place) for place in range(combo.count())] == shown


def test_items_that_share_an_instruction_are_told_apart_by_their_answers(
    driver: Driver, tmp_path: Path
) -> None:
    rows = [item(0, model, instruction="Summarise the text.") for model in ("a", "bb")]
    project = make_project(tmp_path / "alike", rows)
    project.assign(1, "--people", "ana")
    driver.open(project.join("ana"))
    names = [entry.words for entry in driver.session.entries]
    assert sorted(names) == sorted(str(row["answer"]) for row in rows)


def test_a_missing_answer_is_one_jump_away_by_keys(desk: Driver) -> None:
    desk.submit()
    assert desk.controller.panel.form_view.focused_question() == "follows"
    assert "2" in desk.controller.page.work_bar.left.text()
    assert desk.controller.page.work_bar.left.property("kind") == "warning-strong"
    desk.press(Key.Key_Return)
    assert desk.controller.panel.form_view.focused_question() == "rating"
    desk.press(Key.Key_4)
    assert "1" in desk.controller.page.work_bar.left.text()
    desk.press(Key.Key_Return)
    assert desk.controller.panel.form_view.focused_question() == "follows"


class SystemLook:
    """Replaces the system's look, which cannot be changed without a screen."""

    def __init__(self, scheme: Qt.ColorScheme) -> None:
        self._scheme = scheme

    def colorScheme(self) -> Qt.ColorScheme:
        return self._scheme

    def accessibility(self) -> Any:
        return QApplication.styleHints().accessibility()


def test_the_window_follows_the_system_from_light_to_dark_and_back(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = driver.window
    for scheme, colours in ((Qt.ColorScheme.Dark, DARK), (Qt.ColorScheme.Light, LIGHT)):
        monkeypatch.setattr(window.theme, "_hints", SystemLook(scheme))
        QApplication.styleHints().colorSchemeChanged.emit(scheme)
        shown = window.grab().toImage().pixelColor(5, window.height() - 5)
        assert shown == colours[Role.WINDOW]
    window.commands["look_light"].trigger()  # what the person chose stays
    monkeypatch.setattr(window.theme, "_hints", SystemLook(Qt.ColorScheme.Dark))
    QApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert window.theme.color(Role.WINDOW) == LIGHT[Role.WINDOW]


def test_one_goes_on_typing_behind_what_is_there(
    desk: Driver, start: Callable[[], Driver], work: Path
) -> None:
    desk.focus("comment")
    desk.type("half a thou")
    desk.window.close()
    second = start()
    second.open(work)
    second.focus("comment")
    second.type("ght")
    assert second.answers == {"comment": "half a thought"}


def test_sending_gives_the_focus_back(desk: Driver, tmp_path: Path, qtbot: QtBot) -> None:
    while not desk.controller.page.is_done_shown:
        desk.type("y4")
        desk.submit()
    send = desk.controller.page.done_page.send
    assert desk.target is send
    with qtbot.waitSignal(desk.window.results_sent):
        desk.window.send_results_to(tmp_path / "results.proofdesk")
    qtbot.waitUntil(lambda: desk.target is send)
    desk.press(Key.Key_Left, ALT)
    assert desk.session.entry.number == len(desk.session.entries)


def test_a_second_program_raises_the_first_window_and_ends(
    desk: Driver, work: Path, qtbot: QtBot
) -> None:
    desk.type("y")
    words = [sys.executable, "-m", "desktop_app", str(work)]
    with (
        subprocess.Popen(
            words, cwd=CHECKOUT, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        ) as other,
        qtbot.waitSignal(desk.window.workplace.raise_requested, timeout=30_000),
    ):
        pass
    assert other.returncode == 0
    assert desk.answers == {"follows": True}


def test_a_second_window_in_this_program_leaves_the_work_to_the_first(
    desk: Driver, start: Callable[[], Driver], work: Path, qtbot: QtBot
) -> None:
    second = start()
    with qtbot.waitSignal(desk.window.workplace.raise_requested):
        second.window.open_path(work)
    assert second.window.workplace.opened is None
    assert "now in front" in second.window.notice_bar.text.text()
    desk.press(Key.Key_W, CTRL)
