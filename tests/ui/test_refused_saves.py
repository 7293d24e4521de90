"""Tests of full disks and missing folders: reported at once, without loss, solved without a
restart.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from desktop_app.core.errors import NotSavedError
from desktop_app.ui import model_turns
from desktop_app.ui.annotate import saving
from desktop_app.workspace.work import load_draft
from tests.cli.command import done
from tests.llm.conftest import connection_to
from tests.llm.server import ModelServer, held, text
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.test_model_calls import set_connections
from tests.ui.turns import taking_turns

Key = Qt.Key
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
needs_root = pytest.mark.skipif(not ROOT, reason="mounting needs root")
needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be moved there")


@pytest.fixture(autouse=True)
def try_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "RETRY_AFTER", 20)


class Disk:
    """A file system of 1 MB."""

    def __init__(self, point: Path) -> None:
        self.point = point
        self.filler = point / "filler"

    def mount(self) -> bool:
        words = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(self.point)]
        return not subprocess.run(words, capture_output=True, check=False).returncode

    def unmount(self) -> None:
        subprocess.run(["umount", "-l", str(self.point)], check=True)

    def remount(self, how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", str(self.point)], check=True)

    def fill(self) -> None:
        """Use up all free space."""
        with self.filler.open("wb", buffering=0) as file:
            for size in (1 << 16, 1 << 12, 1):
                try:
                    while file.write(b"x" * size):
                        pass
                except OSError:
                    continue


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    (tmp_path / "disk").mkdir()
    made = Disk(tmp_path / "disk")
    if not made.mount():
        pytest.skip("mounting is not allowed here")
    yield made
    made.unmount()


@pytest.fixture
def small(disk: Disk, work: Path, driver: Driver) -> Driver:
    """Ana's workspace on the small disk, with some words typed and saved."""
    folder = Path(shutil.copytree(work, disk.point / "work"))
    driver.open(folder)
    driver.type("y")
    driver.focus("comment")
    driver.type("before ")
    driver.wait_saved()
    return driver


def paste(driver: Driver, text: str) -> None:
    """Insert more text than the last block of a full disk can store, with one key."""
    QGuiApplication.clipboard().setText(text)
    driver.press(Key.Key_V, CTRL)


def told(driver: Driver) -> str:
    bar = driver.window.notice_bar
    return f"{bar.text.text()} {bar.hint.text()}" if bar.isVisible() else ""


def wait_refused(driver: Driver) -> None:
    driver.qtbot.waitUntil(lambda: "Not saved since" in driver.controller.page.footer.saved.text())
    words = told(driver)
    assert "Your input is safe in this window" in words
    assert "Save a copy" in words


@needs_root
def test_a_disk_that_fills_up_while_somebody_types(
    small: Driver, disk: Disk, start: Callable[[], Driver]
) -> None:
    folder = small.session.workspace.folder
    disk.fill()
    paste(small, "while the disk is full " * 300)
    small.type("more")
    wait_refused(small)
    assert "No space left on device" in told(small)
    assert str(folder) in told(small)
    typed = small.answers["comment"]
    assert typed == "before " + "while the disk is full " * 300 + "more"
    small.press(Key.Key_Right, ALT)  # what is not saved is not left
    assert small.session.entry.number == 1
    assert small.answers["comment"] == typed
    small.press(Key.Key_Z, CTRL)
    assert small.answers["comment"] == typed[:-4]
    small.press(Key.Key_Z, CTRL | SHIFT)
    disk.filler.unlink()
    small.wait_saved()
    assert small.controller.page.footer.saved.text().startswith("Saved ")
    assert told(small) == ""
    small.window.close()
    second = start()
    second.open(folder)
    assert second.answers == {"follows": True, "comment": typed}
    assert done("check", folder)["ok"]


@needs_root
def test_a_flag_that_still_fits_does_not_say_that_all_is_saved(small: Driver, disk: Disk) -> None:
    disk.fill()
    paste(small, "more than fits " * 500)
    wait_refused(small)
    small.press(Key.Key_F, CTRL | SHIFT)
    small.type("odd")
    small.press(Key.Key_Return)
    assert small.session.dirty
    assert "Not saved since" in small.controller.page.footer.saved.text()
    assert told(small) != ""


@needs_root
def test_looking_around_on_a_full_disk(small: Driver, disk: Disk) -> None:
    """The answers always belong to the visible item, even if a change of items cannot be saved."""
    disk.fill()
    with pytest.raises(NotSavedError):  # from here on, where one is cannot be kept either
        small.session.workspace.set_local("more than fits", "x" * 10_000)
    for key, number in ((Key.Key_Right, 2), (Key.Key_Right, 3), (Key.Key_Left, 2)):
        small.press(key, ALT)
        entry = small.session.entry
        assert entry.number == number
        item = small.session.workspace.records.current("item", entry.item)
        assert small.controller.panel.answer_pane.view.text == item.body["content"]["answer"]
        assert small.answers == {}
    small.press(Key.Key_Left, ALT)
    assert small.answers == {"follows": True, "comment": "before "}
    assert small.window.close()


@needs_root
def test_a_window_that_cannot_save_stays_and_a_copy_elsewhere_has_everything(
    small: Driver, disk: Disk, tmp_path: Path, qtbot: QtBot
) -> None:
    disk.fill()
    paste(small, "unsaved " * 1000)
    small.type("words")
    wait_refused(small)
    typed = small.answers["comment"]
    small.window.notice_bar.hide()
    assert not small.window.close()
    assert small.window.isVisible()
    assert "stays open" in told(small)
    copy = tmp_path / "copy"
    with qtbot.waitSignal(small.window.workspace_opened):
        small.window.opener.copy_to(copy)
    assert small.session.workspace.folder == copy
    assert str(copy) in told(small)
    assert small.session.entry.number == 1
    assert small.answers == {"follows": True, "comment": typed}
    small.press(Key.Key_Z, CTRL)
    assert small.answers["comment"] == typed[: -len("words")]
    small.press(Key.Key_Z, CTRL | SHIFT)
    small.focus("rating")
    small.type("4")
    small.submit()
    assert small.session.done == 1
    assert small.window.close()
    assert done("status", copy)["annotations"] == 1
    assert done("check", copy)["ok"]


@needs_posix
def test_a_folder_that_is_moved_away_and_back(desk: Driver, work: Path, tmp_path: Path) -> None:
    desk.focus("comment")
    desk.type("here ")
    desk.wait_saved()
    shutil.move(work, tmp_path / "elsewhere")
    desk.type("and there")
    wait_refused(desk)
    assert f"{work}: the folder no longer exists" in told(desk)
    assert "move it back" in told(desk)
    assert not work.exists()
    shutil.move(tmp_path / "elsewhere", work)
    desk.wait_saved()
    assert told(desk) == ""
    assert desk.answers == {"comment": "here and there"}
    assert desk.window.close()
    assert done("check", work)["ok"]
    assert done("status", work)["drafts"] == 1


@needs_posix
def test_a_folder_that_is_deleted_can_be_written_anew(
    desk: Driver, work: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.type("y4")
    desk.submit()
    desk.focus("comment")
    desk.type("here ")
    desk.wait_saved()
    shutil.rmtree(work)
    desk.type("and there")
    wait_refused(desk)
    with qtbot.waitSignal(desk.window.workspace_opened):
        desk.window.opener.copy_to(tmp_path / "rescued")
    assert desk.session.entry.number == 2
    assert desk.answers == {"comment": "here and there"}
    assert desk.session.done == 1
    assert done("check", tmp_path / "rescued")["ok"]


@needs_root
def test_a_drive_that_is_taken_off(small: Driver, disk: Disk, tmp_path: Path) -> None:
    folder = small.session.workspace.folder
    disk.unmount()
    small.type("after")
    wait_refused(small)
    assert f"{folder}: the folder no longer exists" in told(small)
    assert not small.window.close()
    disk.mount()  # another drive at the same place is not the one that was taken off
    small.qtbot.wait(60)
    assert small.session.dirty
    assert small.answers["comment"] == "before after"


@needs_root
def test_a_read_only_folder_says_so_and_takes_nothing(
    driver: Driver, disk: Disk, work: Path
) -> None:
    folder = Path(shutil.copytree(work, disk.point / "work"))
    disk.remount("ro")
    driver.open(folder)
    assert "opens read-only" in told(driver)
    assert driver.controller.page.footer.saved.text() == "Read-only"
    driver.type("y4")
    driver.submit()
    assert driver.answers == {}
    driver.press(Key.Key_Right, ALT)
    assert driver.session.entry.number == 2
    driver.press(Key.Key_W, CTRL)
    disk.remount("rw")
    driver.open(folder)
    driver.type("y4")
    driver.submit()
    assert driver.session.done == 1


def test_a_copy_of_work_that_is_saved_changes_nothing(
    desk: Driver, work: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.type("y")
    desk.window.opener.copy_to(tmp_path / "copy")
    qtbot.waitUntil(lambda: "Copy saved in" in told(desk))
    assert desk.session.workspace.folder == work
    assert desk.window.pages.currentWidget() is desk.controller.page
    assert done("status", tmp_path / "copy")["drafts"] == 1


@needs_root
def test_an_answer_for_an_item_that_was_left_survives_a_full_disk(
    disk: Disk,
    work: Path,
    driver: Driver,
    model_server: ModelServer,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing can be saved, so the turn waits, and no request is sent until there is space."""
    monkeypatch.setattr(model_turns, "SAVE_AGAIN", 20)
    set_connections(lab=connection_to(model_server))
    driver.window.preferences.reload()
    is_full = threading.Event()
    model_server.otherwise(held(text("An answer. " * 500), is_full))
    with taking_turns(monkeypatch):
        driver.open(Path(shutil.copytree(work, disk.point / "work")))
        driver.focus("comment")
        paste(
            driver, "?number " + "and so on " * 1_000
        )  # more than what the last block has room for
        driver.controller.turns.start()
        entry = driver.session.entry
        qtbot.waitUntil(lambda: len(model_server.asked) == 1)
        driver.press(Key.Key_Right, ALT)
        disk.fill()
        is_full.set()
        turns = driver.controller.turns
        qtbot.waitUntil(lambda: driver.session.entries[0].waits and not turns.is_asking)
        qtbot.waitUntil(lambda: turns.progress == (0, 1))
        asked = len(model_server.asked)
        qtbot.wait(300)  # some tries to save
        assert len(model_server.asked) == asked
        disk.filler.unlink()

        def answered() -> bool:
            draft = load_draft(driver.session.workspace, entry.item, entry.stage) or {}
            return str(draft.get("answers", {}).get("comment", "")).startswith("An answer.")

        qtbot.waitUntil(answered)
        driver.press(Key.Key_Left, ALT)
        assert driver.answers["comment"].startswith("An answer.")
        driver.window.close()


def test_an_answer_that_the_disk_refuses_is_not_paid_for_twice(
    work: Path,
    driver: Driver,
    model_server: ModelServer,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Typed text can be saved, but not the answer, so the turn waits until it can be saved."""
    monkeypatch.setattr(model_turns, "SAVE_AGAIN", 20)
    set_connections(lab=connection_to(model_server))
    driver.window.preferences.reload()
    model_server.say(text("Summed up."))
    model_server.otherwise(text("Revised."))
    in_the_way = work / "cache" / "answers"
    in_the_way.parent.mkdir(exist_ok=True)
    in_the_way.write_bytes(b"")  # no folder can be made here
    with taking_turns(monkeypatch):
        driver.open(work)
        driver.focus("comment")
        driver.type("?number")
        turns = driver.controller.turns
        troubles: list[object] = []
        turns.unsaved.connect(troubles.append)
        tries: list[int] = []
        turns.restated.connect(tries.append)
        turns.start()
        qtbot.waitUntil(lambda: len(tries) >= 8)  # it was tried again, and again
        assert len(troubles) == 1, "said once"
        assert len(model_server.asked) == 1
        assert driver.session.entries[0].waits
        qtbot.waitUntil(lambda: not turns.is_asking)
        assert turns.progress == (0, 1), "it is no further, however often it was tried"
        assert driver.answers["comment"].startswith("?number")
        driver.focus("rating")
        driver.type("4")
        assert driver.answers["rating"] == 4
        tried = len(tries)
        qtbot.waitUntil(lambda: len(tries) >= tried + 8)
        driver.press(Key.Key_Z, CTRL)
        assert "rating" not in driver.answers, "trying is no step behind which nothing is undone"
        in_the_way.unlink()
        qtbot.waitUntil(lambda: driver.answers["comment"] == "Revised.")
        assert len(model_server.asked) == 2, "the summary was not asked for again"
        driver.window.close()
