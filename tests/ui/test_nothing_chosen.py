"""Tests of submitting a multiple choice with nothing chosen, by keys, and of declaring it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.core.form_editing import dump
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_editors import form_of, open_page, publish
from tests.ui.test_form_texts import click, field
from tests.ui.test_lead import Lead
from tests.workspace.projects import jsonl

Key = Qt.Key


def study(tmp_path: Path) -> Path:
    """Return ana's folder, with two items and one question that may stay without a choice."""
    options = [{"code": code, "label": code.title()} for code in ("late", "rude")]
    question = {"key": "faults", "type": "multiple_choice", "text": "Which faults?"}
    form = tmp_path / "form.yaml"
    head: dict[str, Any] = {"form": 1, "key": "letters", "version": 1, "title": "Letters"}
    form.write_text(
        dump({**head, "questions": [{**question, "options": options, "empty": "answer"}]}), "utf-8"
    )
    lead, bundle = tmp_path / "lead", tmp_path / "ana.proofdesk"
    done("new", lead, "--title", "Letters", "--protocol", "study", "--form", form)
    rows = [{"id": number, "text": f"Letter {number}"} for number in ("1", "2")]
    done("import", lead, jsonl(tmp_path / "items.jsonl", rows))
    done("people", lead, "add", "ana")
    done("assign", lead, "--overlap", 1, "--seed", 1)
    done("pack", lead, "--for", "ana", "-o", bundle)
    done("join", bundle, tmp_path / "ana")
    return tmp_path / "ana"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return study(tmp_path)


def submitted(folder: Path) -> list[Any]:
    with Workspace.open(folder) as workspace:
        records = workspace.records.all_current("annotation")
        return [record.body["answers"] for record in records if record.body is not None]


def test_submitting_without_a_choice_is_the_answer_that_nothing_applies(
    driver: Driver, own: Path
) -> None:
    driver.open(own)
    driver.press(Key.Key_Return, CTRL)
    assert submitted(own) == [{"faults": []}]
    # Back on the first item: nothing has changed, and choosing and clearing an option is no change.
    driver.press(Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    driver.session.open(0)
    assert driver.session.entry.submitted
    assert not driver.session.is_changed
    driver.press(Key.Key_1)
    assert driver.session.is_changed
    driver.press(Key.Key_1)
    assert not driver.session.is_changed


def test_the_editor_declares_it_for_new_questions(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead = Lead(driver, monkeypatch)
    folder = tmp_path / "study"
    done("new", folder, "--title", "New", "--protocol", "study")
    page = open_page(lead, folder, "form")
    click(lead, "multiple_choice")
    editor = lead.page.form.form_editor
    field(editor, "text").selectAll()
    lead.type("Which?")
    editor.flush()
    box: Any = editor.properties.controls["empty"]
    assert box.currentText() == "It is an answer"
    assert editor.preview.view is not None
    captions = [one.text() for one in editor.preview.view.findChildren(QLabel)]
    assert "Question 1 · any or none" in captions
    publish(lead, page)
    (question,) = form_of(folder).questions
    assert question.model_dump()["empty"] == "answer"


def test_questions_about_people_can_always_be_skipped(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead = Lead(driver, monkeypatch)
    folder = tmp_path / "study"
    done("new", folder, "--title", "New", "--protocol", "study")
    open_page(lead, folder, "consent")
    consent = lead.page.consent
    consent.tabs["background"].click()
    lead.driver.qtbot.waitUntil(lambda: consent.shown is not None and not consent.desk.is_busy)
    for type_ in ("multiple_choice", "yes_no"):
        consent.form_editor.add(type_)
    consent.form_editor.select(1)
    consent.form_editor._on_type("multiple_choice")
    assert "empty" not in consent.form_editor.text()
