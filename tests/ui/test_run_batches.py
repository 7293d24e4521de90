"""Tests of batch files in a lead's window: written and read by clicks, over two rounds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.llm.client import ModelClient
from desktop_app.settings import Settings, save_settings
from desktop_app.workspace.job_runner import asker_for
from desktop_app.workspace.workspace import Workspace
from plugins.risum.protocol import RISUM
from tests.cli.command import digest
from tests.llm.batch import lines_of, processed, write
from tests.llm.conftest import connection_to
from tests.llm.jobs import lent
from tests.llm.server import ModelServer, data, denied, digit
from tests.ui.conftest import Driver
from tests.ui.test_runs import Lead
from tests.workspace.projects import Project
from tests.workspace.test_batches import ChooseOnceJob

GRADE = {"value": 4, "why": "Short."}


@pytest.fixture(autouse=True)
def _jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with lent(monkeypatch):
        yield


class Batches(Lead):
    """A lead's window whose file dialogs return the files of a test."""

    def __init__(self, driver: Driver, project: Project, patch: pytest.MonkeyPatch) -> None:
        super().__init__(driver, project)
        self.patch = patch
        self.requests = project.folder / "requests.jsonl"
        self.results = project.folder / "results.jsonl"

    @property
    def words(self) -> str:
        return self.runs.outcome.text.text()

    @property
    def details(self) -> list[str]:
        return self.runs.outcome.list.toPlainText().splitlines()

    def click(self, widget: QWidget) -> None:
        self.driver.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.settle()

    def write(self, widget: QWidget | None = None) -> None:
        self.patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(self.requests), ""))
        self.click(widget or self.runs.batches.write_button)

    def read(self, results: list[Any]) -> None:
        write(self.results, results)
        self.patch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(self.results), ""))
        self.click(self.runs.batches.read_button)


@pytest.fixture
def lead(
    model_server: ModelServer,
    driver: Driver,
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
) -> Batches:
    # The key is missing, because neither writing nor reading needs it.
    lab = connection_to(model_server, needs_key=True)
    save_settings(Settings(connections={"lab": lab}))
    model_server.when("The answer:", data(GRADE))
    return Batches(driver, project, monkeypatch)


def test_a_batch_file_is_written_and_its_results_are_read(
    lead: Batches, model_server: ModelServer
) -> None:
    lead.write()
    assert lead.words == "6 requests written to requests.jsonl."
    assert model_server.asked == []
    lead.read(processed(model_server, lines_of(lead.requests)))
    assert lead.words == "0 of 6 done. 6 remaining."
    assert "6 further requests needed: write the next file." in lead.details
    # The next step is one click away; the file dialog has asked whether to replace the file.
    again = lead.runs.outcome.again
    assert (again.text(), again.hasFocus()) == ("Write batch file…", True)
    lead.write(again)
    lead.read(processed(model_server, lines_of(lead.requests)))
    assert lead.words == "6 of 6 done."
    lead.write()
    assert lead.words == "There are no requests to write."
    assert len(lead.records("metric_rating")) == 6
    digest(lead.project.lead)


def test_failures_and_unusable_lines_are_listed(lead: Batches, model_server: ModelServer) -> None:
    lead.write()
    model_server.say(denied())
    results = processed(model_server, lines_of(lead.requests))
    lead.read([*results[:2], "{", results[1]])
    assert lead.words == "0 of 6 done. 1 failed. 5 remaining."
    assert "4 written requests without a result." in lead.details
    assert "1 of 4 lines used; 0 read before." in lead.details
    assert "1 line with an error of the server." in lead.details
    assert [line for line in lead.details if line.startswith("Line")] == [
        "Line 1: HTTP status 401 (invalid_api_key)",
        "Line 3: not JSON, or incomplete",
        "Line 4: the same request as in line 2",
    ]
    [(_, error, *_)] = lead.failures
    assert "does not accept the API key" in error
    lead.write(lead.runs.outcome.again)
    assert lead.words == "6 requests written to requests.jsonl."


def test_a_file_that_cannot_be_read_is_reported(lead: Batches, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.jsonl")
    lead.patch.setattr(QFileDialog, "getOpenFileName", lambda *_: (missing, ""))
    lead.click(lead.runs.batches.read_button)
    assert "cannot be read" in lead.words


def test_batch_files_use_cached_answers(lead: Batches) -> None:
    lead.click(lead.runs.choices.fresh)
    lead.write()
    assert lead.words == "Batch files always use cached answers."
    assert not lead.requests.exists()


def test_a_cancelled_file_dialog_changes_nothing(lead: Batches) -> None:
    lead.patch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    lead.patch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    lead.click(lead.runs.batches.write_button)
    lead.press(lead.runs.batches.read_button)
    assert not lead.runs.outcome.isVisible()


def test_batch_files_are_commands_of_the_palette(lead: Batches) -> None:
    lead.patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(lead.requests), ""))
    lead.driver.go_to_page("overview")
    lead.driver.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    lead.driver.type("write batch")
    lead.driver.press(Qt.Key.Key_Return)
    lead.settle()
    assert lead.runs.isVisible()
    assert lead.words == "6 requests written to requests.jsonl."


def test_what_is_known_about_probabilities_is_shown_before_anything_is_sent(
    lead: Batches, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        type(RISUM), "jobs", property(lambda _: {"grade": ChooseOnceJob()}), raising=False
    )
    lead.click(lead.runs.estimate_button)
    assert "A run tests whether the server returns them" in lead.runs.figures.notes.text()
    lead.write()
    assert any("it is unknown whether the server returns them" in one for one in lead.details)
    assert lead.runs.outcome.property("level") == "warn"
    assert model_server.calls == []
    lead.requests.unlink()
    with Workspace.open(lead.project.lead) as workspace:
        lab = workspace.settings.connections["lab"]
        asker_for(workspace, ModelClient("lab", lab)).probabilities.note("", works=False)
    lead.click(lead.runs.estimate_button)
    assert "did not return at the last test" in lead.runs.figures.notes.text()
    lead.write()
    assert any("did not return at the last test" in one for one in lead.details)


def test_doubtful_ratings_of_a_file_are_counted(
    lead: Batches, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        type(RISUM), "jobs", property(lambda _: {"grade": ChooseOnceJob()}), raising=False
    )
    model_server.when("Remark?", digit("4", d4=0.3, d2=0.1, maybe=0.6))
    lead.write()
    lead.read(processed(model_server, lines_of(lead.requests)))
    assert lead.words == "6 of 6 done."
    assert any(one.startswith("6 ratings flagged") for one in lead.details)
