"""Tests of the commands of the lead's pages in a fresh window: each acts, or says why it cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMenu

from desktop_app.ui.lead.page import LEAD_ACTIONS
from desktop_app.ui.lead.reassign import ReassignPanel
from desktop_app.ui.widgets.parts import Outcome
from desktop_app.workspace.export_preview import ExportPreview, Request, preview_of
from desktop_app.workspace.exporting import Source
from desktop_app.workspace.samples import make_demo
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_lead import Lead, lead
from tests.workspace.projects import Project, make_project

__all__ = ["lead"]

Key = Qt.Key
VAGUE = "This is not possible at the moment."


def run(lead: Lead, words: str) -> None:
    """Run a command by the palette."""
    lead.driver.press(Key.Key_K, CTRL)
    lead.type(words)
    lead.press(Key.Key_Return)


def wait_for_notice(lead: Lead, words: str) -> None:
    lead.driver.qtbot.waitUntil(lambda: words in lead.notice, timeout=30_000)


@pytest.fixture
def fresh(driver: Driver, monkeypatch: pytest.MonkeyPatch, project: Project) -> Lead:
    """A project with items assigned, whose pages have not been opened yet."""
    lead = Lead(driver, monkeypatch)
    lead.open(project.lead)
    return lead


class Signs:
    """What shows a user that a command did something: words, a dialog, a menu, or a job."""

    def __init__(self, lead: Lead, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lead = lead
        self.dialogs = 0
        for name in ("getOpenFileName", "getOpenFileNames", "getSaveFileName"):
            monkeypatch.setattr(QFileDialog, name, lambda *_: self._ask(("", "")))
        monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: self._ask(""))
        self.jobs: list[bool] = []
        desk = lead.page.desk
        desk.began.connect(lambda _: self.jobs.append(not desk.is_quiet))

    def _ask(self, answer: object) -> object:
        self.dialogs += 1
        return answer

    def words(self) -> list[str]:
        page = self.lead.page
        return [one.text() for one in page.findChildren(QLabel) if one.isVisible()]

    def of(self, action: QAction) -> str:
        """Run an action, and return what showed that it did something."""
        page, window = self.lead.page, self.lead.driver.window
        page.desk.notices.clear()
        self.dialogs, self.jobs[:] = 0, []
        before, section = self.words(), page.section
        action.trigger()
        self.lead.driver.qtbot.waitUntil(lambda: page.section.is_ready, timeout=30_000)
        QApplication.processEvents()
        self.lead.settle()
        menus = [one for one in window.findChildren(QMenu) if one.isVisible()]
        for menu in menus:
            menu.close()
        found = {
            "notice": bool(self.lead.notice),
            "dialog": bool(self.dialogs),
            "menu": bool(menus),
            "job": any(self.jobs),
            "words": page.section is section and self.words() != before,
            "problem": any(
                one.isVisible() and one.text() and one.property("kind") == "problem"
                for one in page.findChildren(QLabel)
            ),
            "result": any(one.isVisible() for one in page.findChildren(Outcome)),
            "reassigning": any(one.isVisible() for one in page.findChildren(ReassignPanel)),
            "form": page.body.currentWidget() is not page.steps,
        }
        page.go_to(page.section.key or "items")
        return " ".join(name for name, is_there in found.items() if is_there)


@pytest.mark.parametrize("make", ["empty", "items", "risum", "cnr", "dolomites", "kiwi", "study"])
def test_no_command_is_silent_in_a_fresh_window(
    lead: Lead, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, make: str
) -> None:
    folder = tmp_path / make
    if make == "empty":
        folder = make_project(folder, [], ()).lead
    elif make == "items":
        folder = make_project(folder).lead
    else:
        make_demo(folder, [make])
    lead.open(folder)
    lead.settle()
    signs = Signs(lead, monkeypatch)
    silent, vague = [], []
    for _, action in list(lead.driver.window.commands.all()):
        name = action.objectName()
        if not (action.isVisible() and action.isEnabled()):
            continue
        is_button = action.parent() is not lead.driver.window
        # These show a page or put the focus into a field of it.
        if name == "add_person" or name.startswith("lead_"):
            continue
        if not is_button and name not in LEAD_ACTIONS:
            continue
        # The page is opened by the command itself; afterwards it is open.
        for _ in range(2):
            if not signs.of(action):
                silent.append(action.text())
            if VAGUE in lead.notice:
                vague.append(action.text())
    assert not silent
    assert not vague


def test_the_export_is_copied_as_a_command_at_the_first_call(fresh: Lead) -> None:
    QApplication.clipboard().setText("earlier")
    run(fresh, "copy the export")
    wait_for_notice(fresh, "Command copied.")
    assert QApplication.clipboard().text().startswith("proofdesk export")


def test_the_data_are_exported_at_the_first_call(fresh: Lead, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    fresh.choose(target)
    run(fresh, "export the data")
    wait_for_notice(fresh, "Saved ")
    assert list(target.iterdir())


def test_a_command_that_waits_is_dropped_when_another_page_is_shown(
    fresh: Lead, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = Event()

    def slow(source: Source, request: Request, check: Callable[[], None]) -> ExportPreview:
        may_end.wait(30)
        return preview_of(source, request, check)

    monkeypatch.setattr("desktop_app.ui.lead.export.preview_of", slow)
    QApplication.clipboard().setText("earlier")
    run(fresh, "copy the export")
    fresh.step("people")
    may_end.set()
    fresh.step("export")
    fresh.driver.qtbot.waitUntil(fresh.page.export.export_button.isEnabled, timeout=30_000)
    assert QApplication.clipboard().text() == "earlier"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("save tables", "No results yet"),
        ("save report", "No results yet"),
        ("update outdated", "No bundle is outdated."),
        ("pause or resume", "Select a person in the table first."),
        ("remove the selected", "Select a person in the table first."),
        ("person has left", "Select a person in the table first."),
        ("merge the selected", "No bundles chosen"),
        ("undo the last merge", "Nothing has been merged yet."),
        ("previous page", "There is no previous page."),
    ],
)
def test_a_command_says_what_to_do_first(fresh: Lead, command: str, words: str) -> None:
    run(fresh, command)
    assert words in fresh.notice


@pytest.fixture
def merged(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, project: Project, tmp_path: Path
) -> Lead:
    """A project with an inbox, from which the results of ana were merged just now."""
    own = project.join("ana")
    project.annotate(own)
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    project.results(own).rename(inbox / "results-ana.proofdesk")
    lead = Lead(driver, monkeypatch)
    lead.open(project.lead)
    lead.step("merge")
    lead.choose(inbox)
    lead.page.merge.inbox.choose_button.click()
    lead.settle()
    driver.qtbot.waitUntil(lambda: bool(lead.page.merge.lines), timeout=30_000)
    lead.settle()
    lead.page.merge.merge_button.click()
    lead.settle()
    assert lead.page.desk.overview.done
    return lead


def test_the_menu_asks_before_it_undoes_a_merge_and_the_result_stays(merged: Lead) -> None:
    page = merged.page
    merged.step("overview")
    run(merged, "undo the last merge")
    assert page.section is page.merge
    assert page.merge.outcome.text.text().startswith("Do you want to undo the last merge? ")
    assert page.merge.undo_button.hasFocus()
    assert page.desk.overview.done
    merged.press(Key.Key_Return)
    assert not page.desk.overview.done
    # The file in the inbox is offered again, below what was undone.
    merged.driver.qtbot.waitUntil(lambda: bool(page.merge.lines), timeout=30_000)
    merged.settle()
    assert page.merge.outcome.isVisible()
    assert "removed" in page.merge.outcome.text.text()
