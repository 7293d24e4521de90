"""Tests of the settings of protocols on the page *Form*: fields with help, beside the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from desktop_app.core.messages import UserMessage
from desktop_app.plugin_loader import load_protocol
from desktop_app.ui.lead.form_section import FormSection
from desktop_app.ui.lead.run_choices import SeveralChoices
from desktop_app.ui.plain_text import PlainCombo
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_lead import Lead

Key = Qt.Key
WITH_SETTINGS = {
    "cnr": "settings/critique-hints.yaml",
    "dolomites": "settings/dolomites.yaml",
    "kiwi": "settings/kiwi.yaml",
}


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    driver.window.resize(1280, 800)
    return Lead(driver, monkeypatch)


def opened(lead: Lead, folder: Path, protocol: str) -> FormSection:
    """Open the settings of a project with one protocol."""
    lead.open(folder)
    lead.step("form")
    page = lead.page.form
    lead.driver.qtbot.waitUntil(lambda: page.shown is not None and not page.desk.is_busy)
    page.picker.setFocus()
    lead.press(Key.Key_End)
    assert page.shown is not None
    assert page.shown.path == WITH_SETTINGS[protocol]
    first = page.settings_editor.first_control()
    lead.driver.qtbot.waitUntil(first.isVisible)
    return page


def project(place: Path, protocol: str) -> Path:
    done("new", place, "--title", "Sample", "--protocol", protocol)
    return place


def file_of(folder: Path, protocol: str) -> Path:
    return folder / "project" / WITH_SETTINGS[protocol]


def publish(lead: Lead, page: FormSection) -> None:
    lead.press(Key.Key_Return, CTRL)
    if page.outcome.again.isVisible():
        lead.press(Key.Key_Space)
    assert "Published" in page.outcome.text.text()


@pytest.mark.parametrize("key", ["risum", "cnr", "dolomites", "kiwi", "study"])
def test_each_setting_has_a_title_a_help_text_and_labels(key: str) -> None:
    file = load_protocol(key, {}).settings_file
    assert (file is not None) == (key in WITH_SETTINGS)
    for name, field in file.model.model_fields.items() if file is not None else ():
        assert isinstance(field.title, UserMessage), name
        assert isinstance(field.description, UserMessage), name
        extra = field.json_schema_extra
        words = [word for one in field.metadata for word in getattr(one, "words", ())]
        labels = extra.get("labels", {}) if isinstance(extra, dict) else {}
        assert isinstance(labels, dict)
        assert list(labels) == words, name


@pytest.mark.parametrize("protocol", WITH_SETTINGS)
def test_every_field_is_written_into_the_file_and_read_again(
    lead: Lead, tmp_path: Path, protocol: str
) -> None:
    folder = project(tmp_path / protocol, protocol)
    page = opened(lead, folder, protocol)
    editor = page.settings_editor
    assert page.facts.text() == "Default settings"
    assert editor.text() == ""
    for control in editor.form.controls.values():
        control.setFocus()
        if isinstance(control, PlainCombo):
            lead.press(Key.Key_Down if control.currentIndex() == 0 else Key.Key_Up)
        elif isinstance(control, SeveralChoices):
            lead.press(Key.Key_Space)
        elif isinstance(control, QPlainTextEdit):
            control.selectAll()
            lead.type("Law")
        else:
            assert isinstance(control, QLineEdit)
            control.selectAll()
            lead.type("2")
    publish(lead, page)
    with Workspace.open(folder) as workspace:
        chosen = workspace.protocol(protocol)
        file = chosen.settings_file
        assert file is not None
        read = file.read({file.path: file_of(folder, protocol).read_text("utf-8")})
    standard = file.model()
    same = [
        name for name in file.model.model_fields if getattr(read, name) == getattr(standard, name)
    ]
    assert not same
    if protocol == "dolomites":
        assert (read.fields, read.degrees, read.least_years) == (("Law",), ("none",), 2)


def test_comments_and_other_settings_of_the_file_are_kept(lead: Lead, tmp_path: Path) -> None:
    folder = project(tmp_path / "kiwi", "kiwi")
    file_of(folder, "kiwi").parent.mkdir(parents=True, exist_ok=True)
    file_of(folder, "kiwi").write_text(
        "# Ours\nleast-papers: 2\npassages: 5 # as in the paper\n", "utf-8"
    )
    page = opened(lead, folder, "kiwi")
    editor = page.settings_editor
    papers = editor.form.controls["least_papers"]
    assert isinstance(papers, QLineEdit)
    assert papers.text() == "2"
    turns = editor.form.controls["most_turns"]
    assert isinstance(turns, QLineEdit)
    turns.setFocus()
    turns.selectAll()
    lead.type("6")
    assert editor.text().startswith("# Ours\n")
    assert "passages: 5 # as in the paper\n" in editor.text()
    assert "least-papers: 2" in editor.text()
    assert "most_turns: 6" in editor.text()
    # Undo works as in the other editors, also away from text fields.
    editor.form.controls["retriever"].setFocus()
    lead.press(Key.Key_Z, CTRL)
    assert "most_turns" not in editor.text()
    assert editor.form.controls["retriever"].hasFocus()


def test_an_invalid_value_is_explained_at_its_field_and_not_published(
    lead: Lead, tmp_path: Path
) -> None:
    folder = project(tmp_path / "kiwi", "kiwi")
    page = opened(lead, folder, "kiwi")
    editor = page.settings_editor
    turns = editor.form.controls["most_turns"]
    assert isinstance(turns, QLineEdit)
    turns.setFocus()
    turns.selectAll()
    lead.type("11")
    assert editor.form.problems["most_turns"].text() == "Expected: a whole number from 1 to 10."
    lead.driver.qtbot.waitUntil(lambda: "1 problem" in page.facts.text())
    editor.yaml.setFocus()
    lead.press(Key.Key_Return, CTRL)
    assert turns.hasFocus()
    assert not file_of(folder, "kiwi").exists()
    # A mistake in the file is shown in its field, too, as it was written.
    editor.yaml.setFocus()
    editor.yaml.selectAll()
    lead.type("passages: 0")
    passages = editor.form.controls["passages"]
    assert isinstance(passages, QLineEdit)
    assert passages.text() == "0"
    assert turns.text() == "10"
    assert editor.form.problems["passages"].text().startswith("Expected: a whole number from 1")
    # A line of the file that no field shows is explained below its name.
    editor.yaml.setFocus()
    editor.yaml.selectAll()
    lead.type("turns: 3")
    assert "there is no setting “turns”" in editor.problem.text()
    lead.press(Key.Key_Return, CTRL)
    assert editor.yaml.hasFocus()
    assert not file_of(folder, "kiwi").exists()


def test_the_command_line_imports_settings_as_the_page_publishes_them(tmp_path: Path) -> None:
    folder, file = project(tmp_path / "kiwi", "kiwi"), tmp_path / "s.yaml"
    file.write_text("most_turns: 60\n", "utf-8")
    refused = proofdesk("import", folder, file, "--what", "settings/kiwi.yaml")
    assert refused.status == 3
    assert "Expected: a whole number from 1 to 10." in refused.err
    assert not file_of(folder, "kiwi").exists()
    file.write_text("most_turns: 6\n", "utf-8")
    done("import", folder, file, "--what", "settings/kiwi.yaml")
    assert file_of(folder, "kiwi").read_text("utf-8") == "most_turns: 6\n"


def test_settings_of_the_first_version_are_shown_and_replaced(lead: Lead, tmp_path: Path) -> None:
    folder = project(tmp_path / "kiwi", "kiwi")
    old = folder / "project" / "forms" / "kiwi.txt"
    old.parent.mkdir(parents=True, exist_ok=True)
    old.write_text("most turns: 3\n".replace(" turns", "_turns"), "utf-8")
    page = opened(lead, folder, "kiwi")
    turns = page.settings_editor.form.controls["most_turns"]
    assert isinstance(turns, QLineEdit)
    assert turns.text() == "3"
    turns.setFocus()
    turns.selectAll()
    lead.type("10")
    publish(lead, page)
    with Workspace.open(folder) as workspace:
        assert workspace.protocol("kiwi").settings.most_turns == 10  # type: ignore[attr-defined]
