"""Tests of the export page, by keys and clicks, on real files."""

from __future__ import annotations

import csv
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from pyarrow import parquet
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.protocol.rows import Draft
from desktop_app.ui.lead.export import ExportSection
from desktop_app.workspace.export_preview import ExportPreview, Request, last_export, preview_of
from desktop_app.workspace.exporting import Source
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.ui.conftest import CTRL
from tests.ui.test_lead import Lead, cells, lead, listed
from tests.workspace.projects import Project, answer, jsonl, make_project

__all__ = ["lead"]

Key = Qt.Key


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a project in which A and B answered two items; one comment contains a name."""
    project = make_project(tmp_path)
    rows = [
        answer(row, person, follows=person == "A" or n == 0, seconds=20, comment=comment)
        for n, row in enumerate(project.rows[:2])
        for person, comment in (("A", "Short."), ("B", "Cleo would disagree."))
    ]
    done("import", project.lead, jsonl(tmp_path / "a.jsonl", rows), "--what", "answers")
    return project


def _open(lead: Lead, folder: Path) -> ExportSection:
    """Open the export page by its key, and wait for the preview."""
    lead.open(folder)
    lead.press(Key.Key_9, CTRL)
    page = lead.page.export
    assert lead.page.section is page
    _wait(lead, page)
    return page


def _wait(lead: Lead, page: ExportSection) -> None:
    lead.settle()
    lead.driver.qtbot.waitUntil(page.export_button.isEnabled, timeout=30_000)


def _card(page: ExportSection, key: str) -> QWidget:
    return next(card for card in page.cards.cards if card.key == key)


def _choose_format(lead: Lead, page: ExportSection, key: str) -> None:
    """Move to a format with the arrow keys."""
    if not _card(page, page.cards.key).hasFocus():
        lead.tab_to(_card(page, page.cards.key))
    for _ in page.cards.cards:
        if page.cards.key == key:
            break
        lead.driver.press(Key.Key_Right)
    assert page.cards.key == key
    _wait(lead, page)


def _click(one: QPushButton) -> None:
    QTest.mouseClick(one, Qt.MouseButton.LeftButton)


def _file(page: ExportSection, name: str) -> None:
    _click(page.view.tabs.buttons[page.view.tabs.names.index(name)])


def test_the_preview_is_the_file_that_is_written(
    lead: Lead, project: Project, tmp_path: Path
) -> None:
    page = _open(lead, project.lead)
    out = tmp_path / "out"
    out.mkdir()
    assert page.view.tabs.name == "answers.csv"
    shown = cells(page.view.table)
    assert all("annotator_" in row[1] for row in shown)
    lead.choose(out)
    lead.press(Key.Key_Return, CTRL)
    with (out / "answers.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = list(csv.reader(file))
    assert [[cell or "–" for cell in row] for row in rows] == shown
    assert head == [one.title for one in page.view.table.rows.columns]
    assert "seconds" not in head
    assert "Last export" in page.facts.text()
    with Workspace.open(project.lead) as workspace:
        assert last_export(workspace)["format"] == "csv"


def test_the_keys_of_the_button_work_in_the_list_of_pages(
    lead: Lead, project: Project, tmp_path: Path
) -> None:
    page = _open(lead, project.lead)
    lead.choose(tmp_path / "out")
    lead.page.rail.setFocus()
    lead.press(Key.Key_Return, CTRL)
    _wait(lead, page)
    assert list((tmp_path / "out").iterdir())


def test_a_preview_that_takes_long_shows_it_and_is_cancelled(
    lead: Lead, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = Event()

    def slow(source: Source, request: Request, check: Callable[[], None]) -> ExportPreview:
        may_end.wait(30)
        return preview_of(source, request, check)

    monkeypatch.setattr("desktop_app.ui.lead.export.preview_of", slow)
    lead.open(project.lead)
    lead.press(Key.Key_9, CTRL)
    page = lead.page.export
    lead.driver.qtbot.waitUntil(page.progress.isVisible)
    assert page.progress.bar.isVisible()
    lead.tab_to(page.progress.button)
    lead.driver.press(Key.Key_Space)
    assert page.progress.words.text() == "The preview was cancelled."
    assert not page.export_button.isEnabled()
    may_end.set()
    lead.driver.press(Key.Key_Space)
    _wait(lead, page)
    assert page.progress.isHidden()
    assert page.view.tabs.name == "answers.csv"


def test_options_change_the_preview(lead: Lead, project: Project) -> None:
    page = _open(lead, project.lead)
    for option, column, there in (
        (page.times, "seconds", True),
        (page.comments, "comment", False),
    ):
        lead.tab_to(option)
        lead.press(Key.Key_Space)
        _wait(lead, page)
        heads = [one.title for one in page.view.table.rows.columns]
        assert (column in heads) is there
    lead.tab_to(page.codes)
    lead.press(Key.Key_Space)
    _wait(lead, page)
    assert {row[1] for row in cells(page.view.table)} == {"A", "B"}
    lead.tab_to(page.all_answers)
    lead.press(Key.Key_Down)
    _wait(lead, page)
    assert page.final.isChecked()
    assert len(cells(page.view.table)) == 2


def test_existing_files_are_replaced_only_after_a_question(
    lead: Lead, project: Project, tmp_path: Path
) -> None:
    page = _open(lead, project.lead)
    out = tmp_path / "out"
    out.mkdir()
    (out / "answers.csv").write_text("dear")
    lead.choose(out)
    lead.press(Key.Key_Return, CTRL)
    assert "already exists" in lead.notice
    assert [path.name for path in out.iterdir()] == ["answers.csv"]
    assert (out / "answers.csv").read_text() == "dear"
    bar = lead.driver.window.notice_bar
    replace = next(b for b in bar.findChildren(QPushButton) if b.text() == "Replace")
    _click(replace)
    lead.settle()
    assert (out / "answers.csv").read_text("utf-8").startswith("item,")
    assert (out / "items.csv").exists()
    assert page.preview is not None


def test_a_folder_to_publish_has_the_card_that_was_filled_in(
    lead: Lead, project: Project, tmp_path: Path
) -> None:
    page = _open(lead, project.lead)
    assert not page.card_part.isVisible()
    _choose_format(lead, page, "hf")
    assert page.card_part.isVisible()
    texts = [check.text for check in page.preview.checks] if page.preview else []
    assert "No license chosen" in texts
    lead.tab_to(page.license)
    lead.press(Key.Key_Down)
    lead.tab_to(page.languages)
    assert page.languages.placeholderText()
    lead.type("en,de")
    lead.tab_to(page.citation)
    lead.type("Osei (2026)")
    out = tmp_path / "hub"
    out.mkdir()
    lead.choose(out)
    # What is shown is still without the citation, so it must not be written.
    lead.press(Key.Key_Return, CTRL)
    assert not list(out.iterdir())
    _wait(lead, page)
    lead.press(Key.Key_Return, CTRL)
    card = (out / "README.md").read_text("utf-8")
    assert "license: cc-by-4.0" in card
    assert "Osei" in card
    assert 'language:\n  - "en"\n  - "de"\n' in card
    rows = parquet.read_table(out / "data" / "answers.parquet").to_pylist()
    assert len(rows) == 4
    assert json.loads((out / "croissant.json").read_text("utf-8"))["citeAs"] == "Osei (2026)"
    # The card is remembered: the command line uses it as well.
    done("export", project.lead, "-o", tmp_path / "again", "--format", "hf")
    assert "license: cc-by-4.0" in (tmp_path / "again" / "README.md").read_text("utf-8")


def test_the_copied_command_writes_the_same_files(
    lead: Lead, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = _open(lead, project.lead)
    _choose_format(lead, page, "jsonl")
    out = tmp_path / "window"
    out.mkdir()
    lead.choose(out)
    lead.press(Key.Key_Return, CTRL)
    _click(page.copy_command)
    words = shlex.split(QApplication.clipboard().text())
    monkeypatch.chdir(tmp_path)
    assert words[0] == "proofdesk"
    assert proofdesk(*words[1:]).status == 0
    written = {path.name: path.read_bytes() for path in (tmp_path / "export").iterdir()}
    assert written == {path.name: path.read_bytes() for path in out.iterdir()}


def test_who_asks_for_no_consent_is_led_to_its_page(lead: Lead, project: Project) -> None:
    page = _open(lead, project.lead)
    consent = next(
        one
        for one in page.checks.findChildren(QPushButton)
        if one.accessibleName().endswith("does not ask for consent")
    )
    lead.driver.qtbot.waitUntil(consent.isVisible)
    _click(consent)
    lead.settle()
    assert lead.page.section is lead.page.consent


def test_a_warning_leads_to_its_items(lead: Lead, project: Project) -> None:
    page = _open(lead, project.lead)
    assert page.preview is not None
    check = next(one for one in page.preview.checks if one.kind == "names")
    assert "2 texts" in check.text
    review = next(
        one
        for one in page.checks.findChildren(QPushButton)
        if one.accessibleName().endswith(check.text)
    )
    # The layout shows new rows after the current event.
    lead.driver.qtbot.waitUntil(review.isVisible)
    _click(review)
    lead.settle()
    assert lead.page.section is lead.page.items


def test_decisions_left_out_after_a_withdrawal_lead_to_their_items(
    lead: Lead, project: Project
) -> None:
    name = str(project.rows[0]["id"])
    decision = {"item": name, "answers": {"follows": False, "rating": 1}}
    done("adjudicate", project.lead, "--from", jsonl(project.folder / "d.jsonl", [decision]))
    with Workspace.open(project.lead, write=True) as workspace:
        body = {"annotator": "A", "text": sha256_hex(b"I agree."), "agreed": False}
        key = f"{body['text'][:32]}:A"
        workspace.add([Draft("consent", key, body, "A", "")])
    page = _open(lead, project.lead)
    assert page.preview is not None
    check = next(one for one in page.preview.checks if one.kind == "withdrawn_decisions")
    assert check.text == "1 decision is left out of the export"
    review = next(
        one
        for one in page.checks.findChildren(QPushButton)
        if one.accessibleName().endswith(check.text)
    )
    lead.driver.qtbot.waitUntil(review.isVisible)
    _click(review)
    lead.settle()
    assert lead.page.section is lead.page.items
    assert listed(lead.page) == [name]


def test_the_methods_paragraph_is_copied_in_the_chosen_language(
    lead: Lead, project: Project
) -> None:
    page = _open(lead, project.lead)
    _file(page, "Methods")
    assert page.view.text.toPlainText().startswith("We collected 4 answers")
    page.view.language.setCurrentIndex(page.view.language.findData("de"))
    _click(page.view.copy_button)
    assert QApplication.clipboard().text().startswith("Wir haben 4 Antworten")
    assert (
        QApplication.clipboard().text()
        == done("methods", project.lead, "--language", "de")["methods"]
    )


def test_formats_of_the_protocol_and_the_report(lead: Lead, tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    make_demo(folder, ["cnr"])
    page = _open(lead, folder)
    _choose_format(lead, page, "report")
    _file(page, "report.html")
    assert page.preview is not None
    assert b"Krippendorff" in page.preview.prepared.files[0].data
    shown = page.view.text.toPlainText()
    assert "Krippendorff" in shown
    assert "<" not in shown
    assert "tables and charts are in the file" in page.view.below.text()
    lead.tab_to(_card(page, "report"))
    lead.driver.press(Key.Key_Right)
    lead.settle()
    assert page.own.isVisible()
    _wait(lead, page)
    assert {"train.jsonl", "validation.jsonl"} <= {file.name for file in page.preview.files}
    # A format that needs data that the project does not have says so, in place of the preview.
    page.own.setCurrentIndex(page.own.findData("pairs"))
    lead.driver.qtbot.waitUntil(lambda: page.preview is None, timeout=30_000)
    lead.driver.qtbot.waitUntil(lambda: bool(page.view.problem.text()), timeout=30_000)
    assert "revisions" in page.view.problem.text()
    assert not page.export_button.isEnabled()


def test_an_empty_project_says_what_will_be_here(lead: Lead, tmp_path: Path) -> None:
    folder = tmp_path / "fresh"
    Workspace.create(folder, title="T", protocols=["risum"]).close()
    lead.open(folder)
    lead.press(Key.Key_9, CTRL)
    page = lead.page.export
    assert page.to_items.hasFocus()
    lead.press(Key.Key_Space)
    assert lead.page.section is lead.page.items


def test_new_answers_appear_when_the_page_is_opened_again(
    lead: Lead, project: Project, tmp_path: Path
) -> None:
    page = _open(lead, project.lead)
    before = page.preview.answers if page.preview else 0
    lead.press(Key.Key_2, CTRL)
    path = str(jsonl(tmp_path / "more.jsonl", [answer(project.rows[3], "A")]))
    lead.page.desk.run(
        "Importing",
        lambda workspace, progress: import_file(workspace, path, what="answers"),
        lambda result: None,
    )
    lead.settle()
    lead.press(Key.Key_9, CTRL)
    lead.driver.qtbot.waitUntil(
        lambda: page.preview is not None and page.preview.answers == before + 1, timeout=30_000
    )


def test_a_row_of_the_preview_opens_its_item(lead: Lead, project: Project) -> None:
    page = _open(lead, project.lead)
    for file, place in (("answers.csv", 0), ("items.csv", 0)):
        _file(page, file)
        name = cells(page.view.table)[1][place]
        lead.tab_to(page.view.table)
        lead.press(Key.Key_Down)
        page.view.table.setCurrentIndex(page.view.table.rows.index(1, 0))
        lead.press(Key.Key_Return)
        assert lead.page.section is lead.page.items
        assert listed(lead.page) == [name]
        lead.press(Key.Key_9, CTRL)
        _wait(lead, page)


def test_a_report_names_models_only_if_they_are_revealed(
    lead: Lead, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "demo"
    make_demo(folder, ["risum"])
    page = _open(lead, folder)
    _choose_format(lead, page, "report")
    assert page.preview is not None
    assert b"alder-7b" not in page.preview.prepared.files[0].data
    assert page.reveal.isVisible()
    lead.tab_to(page.reveal)
    lead.press(Key.Key_Space)
    _wait(lead, page)
    assert b"alder-7b" in page.preview.prepared.files[0].data
    lead.tab_to(page.reveal)
    lead.press(Key.Key_Space)
    _wait(lead, page)
    # The copied command writes the same report.
    _click(page.copy_command)
    words = shlex.split(QApplication.clipboard().text())
    monkeypatch.chdir(tmp_path)
    assert proofdesk(*words[1:]).status == 0
    assert (tmp_path / "report.html").read_bytes() == (page.preview.prepared.files[0].data)


def test_custom_fields_are_included_except_in_a_folder_to_publish(
    lead: Lead, tmp_path: Path
) -> None:
    rows = tmp_path / "items.jsonl"
    row = {"id": "i1", "document": "Rain.", "instruction": "Sum up.", "answer": "Rain."}
    row |= {"model": "m", "note": "private"}
    rows.write_text(json.dumps(row) + "\n", "utf-8")
    with Workspace.create(tmp_path / "own", title="Own", protocols=["risum"]):
        pass
    done("import", tmp_path / "own", rows)
    page = _open(lead, tmp_path / "own")

    def check() -> list[str]:
        assert page.preview is not None
        return [str(one.text) for one in page.preview.checks if one.kind == "fields"]

    assert check() == ["Custom fields are in the data: note"]
    _choose_format(lead, page, "hf")
    assert not page.custom_fields.isChecked()
    assert check() == []
    _click(page.copy_command)
    assert "--no-custom-fields" in QApplication.clipboard().text()
    lead.tab_to(page.custom_fields)
    lead.press(Key.Key_Space)
    _wait(lead, page)
    assert check() == ["Custom fields are in the data: note"]
    _choose_format(lead, page, "csv")
    assert page.custom_fields.isChecked()
    lead.tab_to(page.custom_fields)
    lead.press(Key.Key_Space)
    _wait(lead, page)
    _file(page, "items.csv")
    assert "note" not in [one.title for one in page.view.table.rows.columns]
