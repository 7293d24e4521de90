"""A lead's whole work in the window, by keys, on real files; annotators work headless."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.files import resource
from desktop_app.ui.lead.page import LeadPage
from desktop_app.ui.lead.table import Table
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.ui.conftest import CTRL, NONE, Driver
from tests.workspace.projects import jsonl

Key = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier
PEOPLE = ("ana", "ben", "chloe")


class Lead:
    """Somebody who leads a project in a window."""

    def __init__(self, driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
        self.driver = driver
        self._patch = monkeypatch

    @property
    def page(self) -> LeadPage:
        page = self.driver.window.workplace.project
        assert page is not None
        return page

    @property
    def notice(self) -> str:
        bar = self.driver.window.notice_bar
        return f"{bar.text.text()} {bar.hint.text()}" if bar.isVisible() else ""

    def press(self, key: Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Press a key, and wait until what it began is over."""
        self.driver.press(key, modifiers)
        self.settle()

    def type(self, text: str) -> None:
        self.driver.type(text)

    def settle(self) -> None:
        window = self.driver.window
        self.driver.qtbot.waitUntil(
            lambda: window.workplace.project is None or not window.workplace.project.desk.is_busy,
            timeout=30_000,
        )

    def step(self, number: int) -> None:
        self.press(Key(Key.Key_0.value + number), ALT)

    def tab_to(self, widget: QWidget) -> None:
        """Walk by Tab until a control has the focus; fails after a whole round."""
        for _ in range(60):
            if QApplication.focusWidget() is widget:
                return
            self.driver.press(Key.Key_Tab)
        raise AssertionError(f"Tab does not reach {widget.accessibleName()}")

    def choose(self, *paths: Path) -> None:
        """Let the next file dialog give these paths: the system's dialog is not ours to drive."""
        several = [str(path) for path in paths]
        self._patch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (several, ""))
        self._patch.setattr(QFileDialog, "getOpenFileName", lambda *_: (several[0], ""))
        self._patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (several[0], ""))
        self._patch.setattr(QFileDialog, "getExistingDirectory", lambda *_: several[0])

    def drop(self, *paths: Path) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        self.page.dropEvent(
            QDropEvent(
                QPointF(10, 10), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, NONE
            )
        )
        self.settle()

    def new_project(self, title: str) -> Path:
        """Make a project by keys; returns its folder."""
        window = self.driver.window
        self.driver.press(Key.Key_N, CTRL)
        asked = window.pages.new_project
        assert asked.title.hasFocus()
        self.type(title)
        box = next(box for box in asked.boxes if box.text().startswith("riSum"))
        if not box.isChecked():
            self.tab_to(box)
            self.driver.press(Key.Key_Space)
        self.tab_to(asked.make)
        with self.driver.qtbot.waitSignal(window.workspace_opened, timeout=30_000):
            self.driver.press(Key.Key_Space)
        return self.page.desk.folder

    def open(self, folder: Path) -> None:
        self.driver.open(folder)


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    return Lead(driver, monkeypatch)


def cells(table: Table) -> list[list[str]]:
    """Return what a table shows."""
    model = table.rows
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def column(table: Table, title: str) -> list[str]:
    titles = [one.title for one in table.rows.columns]
    return [row[titles.index(title)] for row in cells(table)]


def sample(name: str) -> str:
    return resource(f"samples/risum/{name}").read_text("utf-8")


def annotate(bundle: Path, folder: Path, person: str) -> Path:
    """Join a bundle, give the sample's answers, and pack the results; headless."""
    done("join", bundle, folder / person)
    with Workspace.open(folder / person) as workspace:
        mine = {str((r.body or {})["item"]) for r in workspace.records.all_current("assignment")}
    rows = [json.loads(line) for line in sample("answers.jsonl").splitlines()]
    with Workspace.open(folder / person) as workspace:
        given = [
            row
            for row in rows
            if row["annotator"] == person and workspace.find_item("risum", row["item"]) in mine
        ]
    done("annotate", folder / person, "--from", jsonl(folder / f"{person}.jsonl", given))
    output = folder / f"results-{person}.proofdesk"
    done("pack", folder / person, "--results", "-o", output)
    return output


def test_a_project_from_start_to_end(
    lead: Lead, qtbot: QtBot, tmp_path: Path, documents: Path
) -> None:
    folder = lead.new_project("News summaries")
    assert folder == documents / "Proofdesk" / "News summaries"
    page = lead.page
    assert page.section is page.items
    assert page.items.empty.isVisible()

    rows = tmp_path / "items.jsonl"
    rows.write_text(sample("items.jsonl"), "utf-8")
    lead.choose(rows)
    lead.press(Key.Key_I, CTRL)
    assert len(cells(page.items.table)) == 36
    assert "36" in page.items.outcome.text.text()

    lead.step(2)
    for person in PEOPLE:
        lead.type(person)
        lead.press(Key.Key_Return)
    assert column(page.people.table, "Id") == list(PEOPLE)

    lead.step(3)
    lead.tab_to(page.assign.overlap)
    lead.type("3")
    lead.press(Key.Key_Return)
    assert cells(page.assign.table) == [[person, "0", "36", "36"] for person in PEOPLE]
    assert page.desk.overview.assigned == 0, "a preview saves nothing"
    assert page.assign.assign_button.hasFocus()
    lead.press(Key.Key_Space)
    assert page.desk.overview.assigned == 108

    lead.press(Key.Key_Space)  # “Go to the bundles” has the focus
    assert page.section is page.bundles
    lead.tab_to(page.bundles.pack_button)
    lead.press(Key.Key_Space)
    written = [f"{person}.proofdesk" for person in PEOPLE]
    assert column(page.bundles.table, "File") == written
    assert sorted(file.name for file in (folder / "bundles").iterdir()) == written

    results = [
        annotate(folder / "bundles" / f"{person}.proofdesk", tmp_path, person) for person in PEOPLE
    ]
    lead.choose(*results)
    lead.press(Key.Key_M, CTRL)
    assert page.section is page.merge
    assert column(page.merge.table, "New") == ["36", "36", "36"]
    assert set(column(page.merge.table, "Signature")) == {"signed, first time"}
    assert page.desk.overview.done == 0, "a preview saves nothing"
    assert page.merge.merge_button.hasFocus()
    lead.press(Key.Key_Space)
    assert page.desk.overview.done == 108
    assert not page.merge.lines

    lead.press(Key.Key_Space)  # “See the progress” has the focus
    assert page.section is page.progress
    assert column(page.progress.table, "Done") == ["36", "36", "36"]
    assert column(page.progress.table, "To do") == ["0", "0", "0"]
    assert all(":" in time for time in column(page.progress.table, "Median time"))

    lead.step(7)
    lead.press(Key.Key_Space)
    qtbot.waitUntil(lambda: page.agreement.analysis is not None, timeout=30_000)
    found = page.agreement.analysis
    assert found is not None
    said = done("analyse", folder)
    assert json.loads(json.dumps(dict(found.data))) == said
    alphas = [f"{said['agreement'][key]['alpha']:.3f}" for key in ("follows", "rating")]
    assert column(page.agreement.table, "α") == alphas

    report = tmp_path / "report.html"
    lead.choose(report)
    lead.tab_to(page.agreement.save_report)
    lead.press(Key.Key_Space)
    done("analyse", folder, "-o", tmp_path / "same.html")
    assert report.read_text("utf-8") == (tmp_path / "same.html").read_text("utf-8")
    lead.press(Key.Key_W, CTRL)
    assert digest(folder)
