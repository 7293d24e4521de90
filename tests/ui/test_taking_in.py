"""Tests of an annotator's further bundles: the program reports their content, and asks about the
sender if necessary.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop_app.bundles.bundle import read_bundle
from desktop_app.bundles.keys import grouped, identity_path
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_window import drop
from tests.workspace.forging import Forger
from tests.workspace.projects import Project, item, jsonl

Key = Qt.Key


def take(driver: Driver, file: Path) -> str:
    """Drop a bundle, wait until it was merged or a question is shown, and return the message."""
    window = driver.window
    window.notices.clear()
    drop(window, file)
    driver.qtbot.waitUntil(
        lambda: window.notice_bar.isVisible() or window.pages.currentWidget() is window.pages.trust
    )
    assert window.pages.currentWidget() in (window.pages.home, window.pages.trust)
    return f"{window.notice_bar.text.text()} {window.notice_bar.hint.text()}"


def tab_to(driver: Driver, widget: object) -> None:
    for _ in range(10):
        if driver.window.focusWidget() is widget:
            return
        driver.press(Key.Key_Tab)
    raise AssertionError("Tab does not reach it")


def test_what_a_bundle_changes_is_told(driver: Driver, project: Project, work: Path) -> None:
    driver.open(work)
    driver.type("y4")
    driver.submit()
    nothing = take(driver, project.pack("ana", name="same"))
    assert "contains nothing new" in nothing
    changed = [{**row, "answer": f"{row['answer']} Corrected."} for row in project.rows[:2]]
    done("import", project.lead, jsonl(project.folder / "c.jsonl", changed), "--update")
    said = take(driver, project.pack("ana", name="changed"))
    numbers = [
        e.number for e in driver.session.entries if e.item in {project.key(r) for r in changed}
    ]
    assert "Texts have changed in 2 items" in said
    assert ", ".join(map(str, numbers)) in said
    assert "contains nothing new" not in said
    rules = project.folder / "rules.md"
    rules.write_text("Answer No if a number is wrong.", "utf-8")
    done("import", project.lead, rules, "--what", "guidelines")
    said = take(driver, project.pack("ana", name="rules"))
    assert said.startswith("The guidelines have changed: read them with F1.")
    assert "have not changed" not in said
    more = jsonl(project.folder / "m.jsonl", [item(7, "alpha-7b")])
    done("import", project.lead, more)
    project.assign(3)
    assert "1 item imported from more.proofdesk" in take(driver, project.pack("ana", name="more"))


def test_edits_that_were_undone_are_not_named(driver: Driver, project: Project, work: Path) -> None:
    rules = project.folder / "rules.md"
    with Workspace.open(work) as workspace:
        body = workspace.records.stated_body("material", "guidelines/risum.md")
    before = str((body or {})["text"])
    driver.open(work)
    changed = [{**row, "answer": f"{row['answer']} Corrected."} for row in project.rows[:2]]
    done("import", project.lead, jsonl(project.folder / "c.jsonl", changed), "--update")
    done("import", project.lead, "--undo")
    for text in ("Answer No if a number is wrong.", before):
        rules.write_text(text, "utf-8")
        done("import", project.lead, rules, "--what", "guidelines")
    said = take(driver, project.pack("ana", name="same"))
    assert "Texts have changed" not in said
    assert "guidelines" not in said


@pytest.fixture
def lead_with_a_new_key(project: Project, work: Path) -> Path:
    """A bundle for ana by the lead, who has lost their keys and created new ones."""
    with Workspace.open(project.lead) as workspace:
        identity_path(workspace.project, "lead").unlink()
    done("keys", project.lead, "--new-key")
    done("import", project.lead, jsonl(project.folder / "m.jsonl", [item(7, "alpha-7b")]))
    project.assign(3)
    return project.pack("ana", name="new-key")


def test_a_leads_new_key_is_taken_after_a_yes(
    driver: Driver, work: Path, lead_with_a_new_key: Path
) -> None:
    driver.open(work)
    driver.type("y")
    items = len(driver.session.entries)
    take(driver, lead_with_a_new_key)
    page = driver.window.pages.trust
    assert driver.window.pages.currentWidget() is page
    signature = read_bundle(lead_with_a_new_key).signature
    assert signature is not None
    assert page.fingerprint.text() == grouped(signature.fingerprint)
    assert page.sure.hasFocus()
    assert not page.take.isEnabled()
    driver.press(Key.Key_Space)
    tab_to(driver, page.take)
    driver.press(Key.Key_Space)
    driver.qtbot.waitUntil(lambda: driver.window.pages.currentWidget() is driver.controller.page)
    assert len(driver.session.entries) == items + 1
    assert driver.session.answers == {"follows": True}
    assert "1 item imported from" in driver.window.notice_bar.text.text()


def test_without_a_yes_nothing_is_taken(
    driver: Driver, work: Path, lead_with_a_new_key: Path, qtbot: QtBot
) -> None:
    driver.open(work)
    driver.type("y")
    driver.wait_saved()
    take(driver, lead_with_a_new_key)
    page = driver.window.pages.trust
    tab_to(driver, page.back)
    driver.press(Key.Key_Space)
    assert driver.window.pages.currentWidget() is driver.controller.page
    assert driver.session.answers == {"follows": True}
    driver.window.close()
    before = digest(work)
    driver.open(work)
    assert digest(work) == before


def test_a_bundle_that_nobody_signed_is_asked_about(
    driver: Driver, project: Project, work: Path
) -> None:
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project, sender="lead")
    unsigned = forger.bundle(
        [],
        purpose="assignment",
        recipient="ana",
        signed=False,
    )
    driver.open(work)
    take(driver, unsigned)
    page = driver.window.pages.trust
    assert driver.window.pages.currentWidget() is page
    assert "is not signed" in page.words.text()
    assert not page.fingerprint.isVisible()
    driver.press(Key.Key_Space)
    tab_to(driver, page.take)
    driver.press(Key.Key_Space)
    driver.qtbot.waitUntil(lambda: driver.window.pages.currentWidget() is driver.controller.page)
    assert "contains nothing new" in driver.window.notice_bar.text.text()


def test_esc_takes_nothing_in(driver: Driver, work: Path, lead_with_a_new_key: Path) -> None:
    driver.open(work)
    driver.type("y")
    items = len(driver.session.entries)
    take(driver, lead_with_a_new_key)
    page = driver.window.pages.trust
    assert page.sure.hasFocus()
    driver.press(Key.Key_Space)
    driver.press(Key.Key_K, CTRL)
    assert driver.window.palette_page.isVisible()
    driver.press(Key.Key_Escape)  # the palette's own
    assert driver.window.pages.currentWidget() is page
    driver.press(Key.Key_Escape)
    assert driver.window.pages.currentWidget() is driver.controller.page
    assert driver.session.answers == {"follows": True}
    assert len(driver.session.entries) == items


def test_esc_leaves_a_new_project(driver: Driver, work: Path, documents: Path) -> None:
    pages = driver.window.pages
    driver.press(Key.Key_N, CTRL)
    assert pages.currentWidget() is pages.new_project
    driver.type("A title")
    assert pages.new_project.title.text() == "A title"
    driver.press(Key.Key_Escape)
    assert pages.currentWidget() is pages.welcome
    driver.open(work)
    driver.press(Key.Key_N, CTRL)
    for _ in range(2):
        driver.press(Key.Key_Tab)
    driver.press(Key.Key_Escape)
    assert pages.currentWidget() is driver.controller.page
    assert not documents.exists()
