"""Tests of keys in the window: showing, restoring and replacing one's own, confirming those of
others.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.bundles.keys import grouped, identity_path, words_of
from desktop_app.ui.own_key import OwnKeyPage
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.ui.conftest import Driver
from tests.ui.test_lead import Lead, column
from tests.workspace.projects import Project

Key = Qt.Key


def key_file(folder: Path) -> Path:
    with Workspace.open(folder) as workspace:
        return identity_path(workspace.project, workspace.person)


def own_page(desk: Driver) -> OwnKeyPage:
    desk.window.commands["own_key"].trigger()
    desk.qtbot.waitUntil(lambda: isinstance(desk.window.pages.currentWidget(), OwnKeyPage))
    page = desk.window.own_key.page
    assert page is not None
    return page


def test_an_annotator_reads_out_the_words_of_the_own_key(desk: Driver, work: Path) -> None:
    own = done("keys", work)["own"]["fingerprint"]
    page = own_page(desk)
    assert page.fingerprint.text() == grouped(own)
    assert page.in_words.text() == f"In words: {words_of(own)}"
    page.copy.click()
    assert QApplication.clipboard().text() == f"{grouped(own)}\nIn words: {words_of(own)}"
    desk.press(Key.Key_Escape)
    assert desk.window.pages.currentWidget() is desk.controller.page
    desk.type("y4")
    desk.submit()
    assert done("status", work)["annotations"] == 1


def test_a_missing_key_is_brought_back_from_its_file(
    desk: Driver, work: Path, tmp_path: Path
) -> None:
    own, file = done("keys", work)["own"]["fingerprint"], key_file(work)
    kept = tmp_path / "kept.key"
    desk.type("y4")
    desk.submit()
    assert proofdesk("pack", work, "--results", "-o", tmp_path / "before").status == 0
    shutil.move(file, kept)
    output = tmp_path / "results.proofdesk"
    desk.window.send_results_to(output)
    desk.qtbot.waitUntil(lambda: desk.window.notice_bar.action_button.isVisible())
    assert "is not on this computer" in desk.window.notice_bar.text.text()
    assert not output.exists()
    desk.window.notice_bar.action_button.click()
    page = desk.window.own_key.page
    assert page is not None
    desk.qtbot.waitUntil(page.isVisible)
    assert page.fingerprint.text() == grouped(own)
    assert not page.make.isEnabled(), "a new key is made only for somebody who says it is lost"
    notes = tmp_path / "notes.txt"
    notes.write_text("no key\n", "utf-8")
    page.file_chosen.emit(notes)
    desk.qtbot.waitUntil(page.problem.isVisible)
    assert not file.exists()
    page.file_chosen.emit(kept)
    desk.qtbot.waitUntil(page.copy.isVisible)
    assert file.exists()
    desk.press(Key.Key_Escape)
    desk.window.send_results_to(output)
    desk.qtbot.waitUntil(output.exists)


def test_a_lost_key_is_replaced_only_after_saying_so(desk: Driver, work: Path) -> None:
    before, file = done("keys", work)["own"]["fingerprint"], key_file(work)
    file.unlink()
    page = own_page(desk)
    page.make.click()
    assert not file.exists()
    page.is_lost.click()
    page.make.click()
    desk.qtbot.waitUntil(page.copy.isVisible)
    assert page.fingerprint.text() not in ("", grouped(before))


def test_a_restored_lead_opens_the_encrypted_copy_of_the_key(
    driver: Driver, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.results(project.join("ana"))
    own = done("keys", project.lead)["own"]["fingerprint"]
    secret = tmp_path / "passphrase"
    secret.write_text("correct horse battery staple\n", "utf-8")
    backup = tmp_path / "backup.zip"
    done("backup", project.lead, "-o", backup, "--with-keys", "--passphrase-file", secret)
    monkeypatch.setenv("PROOFDESK_HOME", str(tmp_path / "other-home"))
    restored = tmp_path / "restored"
    done("restore", backup, restored)
    lead = Lead(driver, monkeypatch)
    lead.open(restored)
    page = own_page(driver)
    assert page.passphrase.isVisible()
    page.passphrase.setText("wrong")
    page.unlock.click()
    driver.qtbot.waitUntil(page.problem.isVisible)
    page.passphrase.setText("correct horse battery staple")
    lead.press(Key.Key_Return)
    driver.qtbot.waitUntil(page.copy.isVisible)
    assert page.fingerprint.text() == grouped(own)
    assert done("keys", restored)["own"]["fingerprint"] == own


def test_a_lead_confirms_keys_and_requires_that_in_the_window(
    driver: Driver, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    lead = Lead(driver, monkeypatch)
    lead.open(project.lead)
    lead.step("people")
    page = lead.page.people
    key = next(one for one in page.overview.people if one.id == "ana").fingerprints[0]
    at = column(page.table, "Person").index("ana")
    assert "keys of 1 person not confirmed" in page.facts.text()
    page.table.setCurrentIndex(page.table.model().index(at, 0))
    assert f"not confirmed: {grouped(key)}" in page.key_words.text()
    page.confirm_button.click()
    assert words_of(key) in page.problem.text()
    assert done("keys", project.lead)["pinned"][0]["confirmed"] is False
    page.confirm_button.click()
    lead.settle()
    assert "not confirmed" not in page.key_words.text()
    assert "not confirmed" not in page.facts.text()
    page.must_confirm.click()
    lead.settle()
    driver.window.close()
    keys = done("keys", project.lead)
    assert (keys["pinned"][0]["confirmed"], keys["require_confirmed"]) == (True, True)
