"""Tests of dropping unsuitable bundles and folders on the window."""

from __future__ import annotations

import io
import random
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop_app.ui.open_tasks import folder_in
from tests.bundles import forge
from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_window import drop
from tests.workspace.forging import Forger, records_in
from tests.workspace.projects import Project, make_project

Key = Qt.Key


def plain_zip(_: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("hello.txt", "hello")
    return made.getvalue()


def newer(_: bytes) -> bytes:
    return forge.bundle(manifest=lambda front: {**front, "version": 2})


BROKEN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "half": (lambda data: data[: len(data) // 2], "Ask the sender for it again"),
    "without its end": (lambda data: data[:-10], "Ask the sender for it again"),
    "with something behind": (lambda data: data + b"x", "Ask the sender"),
    "empty": (lambda data: b"", "Ask the sender for it again"),
    "a text": (lambda data: b"no bundle at all" * 100, "file that Proofdesk has written"),
    "a zip": (plain_zip, "file that Proofdesk has written"),
    "newer": (newer, "newest version of Proofdesk"),
}


def settle(driver: Driver) -> None:
    """Wait until the dropped files have been checked."""
    pages = driver.window.pages
    driver.qtbot.waitUntil(lambda: pages.currentWidget() is not pages.busy)


def still_at_work(driver: Driver, work: Path) -> None:
    """Check that the window shows the same item with the same answers, and accepts input."""
    assert driver.window.pages.currentWidget() is driver.controller.page
    assert driver.session.workspace.folder == work
    assert driver.answers == {"follows": True, "comment": "mine"}
    driver.type("4")
    assert driver.answers["rating"] == 4
    driver.wait_saved()


def begin_to_work(driver: Driver, work: Path) -> None:
    driver.open(work)
    driver.type("y")
    driver.focus("comment")
    driver.type("mine")
    driver.focus("rating")


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_bundle_is_said_and_the_open_work_stays(
    name: str, driver: Driver, project: Project, work: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    change, hint = BROKEN[name]
    begin_to_work(driver, work)
    file = tmp_path / "received.proofdesk"
    file.write_bytes(change((project.folder / "for-ana.proofdesk").read_bytes()))
    drop(driver.window, file)
    settle(driver)
    bar = driver.window.notice_bar
    qtbot.waitUntil(bar.isVisible)
    assert "received.proofdesk" in bar.text.text()
    assert hint in bar.hint.text()
    still_at_work(driver, work)


def test_flipped_bits_are_found_and_the_open_work_stays(
    driver: Driver, project: Project, work: Path, tmp_path: Path
) -> None:
    begin_to_work(driver, work)
    good = (project.folder / "for-ana.proofdesk").read_bytes()
    chance = random.Random(20261120)
    for number in range(12):
        place, bit = chance.randrange(len(good)), chance.randrange(8)
        data = bytearray(good)
        data[place] ^= 1 << bit
        file = tmp_path / f"flipped-{number}.proofdesk"
        file.write_bytes(bytes(data))
        drop(driver.window, file)
        settle(driver)
        driver.qtbot.waitUntil(driver.window.notice_bar.isVisible)
        assert file.name in driver.window.notice_bar.text.text(), (place, bit)
        assert driver.window.pages.currentWidget() is driver.controller.page
        driver.window.notice_bar.hide()
    still_at_work(driver, work)


def test_a_damaged_bundle_makes_no_folder(
    driver: Driver, bundle: Path, documents: Path, qtbot: QtBot
) -> None:
    data = bytearray(bundle.read_bytes())
    data[-len(data) // 3] ^= 4  # in the records: what the bundle says about itself is still fine
    bundle.write_bytes(bytes(data))
    drop(driver.window, bundle)
    page = driver.window.join_page
    qtbot.waitUntil(page.begin.hasFocus)
    driver.press(Key.Key_Space)
    qtbot.waitUntil(lambda: bool(page.problem.text()))
    assert bundle.name in page.problem.text()
    assert not (documents / "Proofdesk").exists()
    assert page.begin.isEnabled()


def test_a_bundle_that_a_mail_program_deletes_meanwhile_is_opened(
    driver: Driver, bundle: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "mail"
    folder.mkdir()
    drop(driver.window, shutil.copy(bundle, folder))
    page = driver.window.join_page
    qtbot.waitUntil(page.begin.hasFocus)
    shutil.rmtree(folder)
    with qtbot.waitSignal(driver.window.workspace_opened):
        driver.press(Key.Key_Space)
    assert driver.session.entry.number == 1


def test_another_persons_bundle_is_not_taken_into_mine(
    driver: Driver, project: Project, work: Path, qtbot: QtBot
) -> None:
    begin_to_work(driver, work)
    drop(driver.window, project.pack("ben"))
    page = driver.window.join_page
    qtbot.waitUntil(lambda: driver.window.pages.currentWidget() is page)
    assert "You are working as ana; this bundle is for ben." in page.words.text()
    page.back.click()
    still_at_work(driver, work)


def test_another_projects_bundle_becomes_a_workspace_of_its_own(
    driver: Driver, project: Project, work: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    other = make_project(tmp_path / "other")
    other.assign(3)
    begin_to_work(driver, work)
    drop(driver.window, other.pack("ana"))
    page = driver.window.join_page
    qtbot.waitUntil(lambda: driver.window.pages.currentWidget() is page)
    page.back.click()
    still_at_work(driver, work)
    drop(driver.window, other.folder / "for-ana.proofdesk")
    qtbot.waitUntil(page.begin.hasFocus)
    with qtbot.waitSignal(driver.window.workspace_opened):
        driver.press(Key.Key_Space)
    assert driver.session.workspace.folder != work
    assert driver.answers == {}
    driver.open(work)
    assert driver.answers == {"follows": True, "rating": 4, "comment": "mine"}


@pytest.mark.parametrize("opened", [False, True], ids=["nothing open", "at work"])
def test_results_are_no_work_to_do(
    opened: bool, driver: Driver, project: Project, work: Path, qtbot: QtBot
) -> None:
    results = project.results(work)
    if opened:
        begin_to_work(driver, work)
    drop(driver.window, results)
    qtbot.waitUntil(driver.window.notice_bar.isVisible)
    assert "results-ana.proofdesk contains results from ana" in driver.window.notice_bar.text.text()
    assert "lead" in driver.window.notice_bar.hint.text()
    if opened:
        still_at_work(driver, work)
    else:
        assert driver.window.pages.currentWidget() is driver.window.welcome


def test_more_items_for_the_open_work_are_counted(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    project = make_project(tmp_path / "project")
    project.assign(3, "--only", "source=paper-0")
    work = project.join("ana")
    begin_to_work(driver, work)
    assert len(driver.session.entries) == 3
    project.assign(3)
    with qtbot.waitSignal(driver.window.workspace_opened):
        drop(driver.window, project.pack("ana", name="more"))
    assert len(driver.session.entries) == 6
    assert driver.window.notice_bar.text.text() == "3 items imported from more.proofdesk."
    driver.focus("rating")
    still_at_work(driver, work)


def test_a_folder_that_is_no_workspace_leaves_the_open_work(
    driver: Driver, work: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    begin_to_work(driver, work)
    drop(driver.window, tmp_path)
    settle(driver)
    qtbot.waitUntil(driver.window.notice_bar.isVisible)
    assert "is not a workspace" in driver.window.notice_bar.text.text()
    still_at_work(driver, work)


def test_dropping_the_open_workspace_changes_nothing(driver: Driver, work: Path) -> None:
    begin_to_work(driver, work)
    (work.parent / "link").symlink_to(work)
    for folder in (work, work.parent / "link"):
        drop(driver.window, folder)
        assert driver.window.pages.currentWidget() is driver.controller.page
    assert not driver.window.notice_bar.isVisible()
    still_at_work(driver, work)


def test_the_wrong_passphrase_then_the_right_one_while_at_work(
    driver: Driver, work: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    other = make_project(tmp_path / "other")
    other.assign(3)
    secret = tmp_path / "secret"
    secret.write_text("correct horse\n", "utf-8")
    begin_to_work(driver, work)
    drop(driver.window, other.pack("ana", "--passphrase-file", secret))
    page = driver.window.join_page
    qtbot.waitUntil(page.passphrase.hasFocus)
    driver.type("wrong horse")
    driver.press(Key.Key_Return)
    qtbot.waitUntil(lambda: bool(page.problem.text()))
    assert "passphrase" in page.problem.text()
    assert "wrong horse" not in page.problem.text()
    qtbot.waitUntil(page.passphrase.hasFocus)
    driver.press(Key.Key_A, CTRL)
    driver.type("correct horse")
    driver.press(Key.Key_Return)
    qtbot.waitUntil(page.begin.hasFocus)
    with qtbot.waitSignal(driver.window.workspace_opened):
        driver.press(Key.Key_Space)
    assert driver.session.workspace.folder != work
    assert driver.session.entry.number == 1


@pytest.mark.parametrize("how", ["passphrase", "key"])
def test_an_encrypted_bundle_for_the_open_work_is_taken_in(
    how: str, driver: Driver, tmp_path: Path, documents: Path, qtbot: QtBot
) -> None:
    project = make_project(tmp_path / "project")
    project.assign(3, "--only", "source=paper-0")
    work = project.join("ana")
    secret = tmp_path / "secret"
    secret.write_text("correct horse\n", "utf-8")
    if how == "passphrase":
        sealed = ("--passphrase-file", secret)
    else:
        done("merge", project.lead, project.results(work))  # ana's key comes with it
        sealed = ("--encrypt-to", "ana")
    project.assign(3)
    more = project.pack("ana", *sealed, name="more")
    begin_to_work(driver, work)
    with qtbot.waitSignal(driver.window.workspace_opened):
        drop(driver.window, more)
        if how == "passphrase":
            page = driver.window.join_page
            qtbot.waitUntil(page.passphrase.hasFocus)
            assert not page.folder.isVisible()
            driver.type("wrong")
            driver.press(Key.Key_Return)
            qtbot.waitUntil(lambda: bool(page.problem.text()))
            qtbot.waitUntil(page.passphrase.hasFocus)
            driver.press(Key.Key_A, CTRL)
            driver.type("correct horse")
            driver.press(Key.Key_Return)
    assert driver.session.workspace.folder == work
    assert len(driver.session.entries) == 6
    assert driver.window.notice_bar.text.text() == "3 items imported from more.proofdesk."
    assert not (documents / "Proofdesk").exists()
    driver.focus("rating")
    still_at_work(driver, work)


def test_what_a_bundle_may_not_bring_is_left_out_and_said(
    driver: Driver, project: Project, tmp_path: Path, qtbot: QtBot
) -> None:
    records = records_in(project.pack("ana"))
    forger = Forger(tmp_path, records[0].project, "lead")
    secret = forger.record("secret", records[0].project, {"alias_seed": "0" * 32})
    drop(driver.window, forger.bundle([*records, secret], purpose="assignment", recipient="ana"))
    qtbot.waitUntil(driver.window.join_page.begin.hasFocus)
    with qtbot.waitSignal(driver.window.workspace_opened):
        driver.press(Key.Key_Space)
    assert len(driver.session.entries) == 6
    said = driver.window.notice_bar.text.text()
    assert said.startswith("1 record of the bundle was excluded: ")


def test_work_can_live_in_a_folder_that_is_chosen(tmp_path: Path) -> None:
    free, used = tmp_path / "free", tmp_path / "used"
    free.mkdir()
    (used / "mine").mkdir(parents=True)
    assert folder_in(free, "work") == free
    assert folder_in(used, "work") == used / "work"


def test_a_path_that_does_not_exist_is_named_as_it_was_given(
    driver: Driver, tmp_path: Path
) -> None:
    driver.window.open_path(tmp_path / "w-ar")
    bar = driver.window.notice_bar
    assert bar.text.text() == "There is no file or folder “w-ar”."
    assert str(tmp_path) in bar.hint.text()
