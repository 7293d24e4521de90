"""Tests of importing rows of any kind in the window, by keys; the list shows the stages of
items.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tests.cli.command import done
from tests.ui.conftest import NONE, Driver
from tests.ui.methodical import TASK
from tests.ui.test_lead import Lead, listed
from tests.workspace.projects import jsonl

Key = Qt.Key
VALIDATION = {
    "representativeness": "likely",
    "complexity": "high",
    "time_required": "1_4_weeks",
    "usefulness": "yes",
}


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Lead:
    """The items page of a project with one accepted task."""
    folder = tmp_path / "tasks"
    done("new", folder, "--title", "Methods", "--protocol", "dolomites")
    done("people", folder, "add", "ana")
    row = {"id": "t1", "author": "ana", "decision": "accept", **TASK}
    done("import", folder, jsonl(tmp_path / "t.jsonl", [row]), "--what", "tasks")
    made = Lead(driver, monkeypatch)
    made.open(folder)
    made.step("items")
    return made


def choose_kind(lead: Lead, word: str) -> None:
    """Choose the kind of the file's rows by keys: go to the box, and type its first letters."""
    kind = lead.page.items.kind
    lead.tab_to(kind)
    for _ in range(kind.count()):
        if kind.currentText().startswith(word):
            return
        lead.press(Key.Key_Down)
    raise AssertionError(f"no {word} among the kinds of rows")


def choose_file(lead: Lead, word: str, path: Path) -> None:
    """Choose the kind of a file's rows and the file; a table is then shown on the import page."""
    choose_kind(lead, word)
    lead.choose(path)
    button: QWidget = lead.page.items.import_button
    lead.tab_to(button)
    lead.press(Key.Key_Space, NONE)


def bring(lead: Lead, word: str, path: Path) -> str:
    choose_file(lead, word, path)
    lead.import_shown()
    return lead.page.items.outcome.text.text()


def test_items_come_first_and_people_last(lead: Lead) -> None:
    kind = lead.page.items.kind
    titles = [kind.itemText(place) for place in range(kind.count())]
    assert titles[0] == "Tasks that people described"
    assert titles[-2:] == ["People and their fields", "People's background answers"]
    assert len(set(titles)) == len(titles)
    assert all(title[0].isupper() for title in titles)


def test_validations_that_were_made_elsewhere_come_in(lead: Lead, tmp_path: Path) -> None:
    rows = [{"task": "t1", "annotator": one, **VALIDATION} for one in ("ben", "cleo")]
    path = jsonl(tmp_path / "validations.jsonl", [*rows, {**rows[0], "task": "nowhere"}])
    said = bring(lead, "Validations", path)
    assert "Read 3 rows." in said
    assert "2 new record" in said
    assert "1 row refused; the others were imported." in said
    assert "line 3" in lead.page.items.outcome.list.toPlainText()
    folder = lead.page.desk.folder
    lead.driver.window.close()
    axes = done("analyse", folder)["axes"]
    assert axes["representativeness"]["counts"]["likely"] == 2


def test_decisions_and_people_come_in(lead: Lead, tmp_path: Path) -> None:
    rows = [{"task": "t1", "decision": "reject", "reason": "No output."}]
    bring(lead, "Decisions", jsonl(tmp_path / "decisions.jsonl", rows))
    assert [one.state for one in lead.page.desk.overview.submissions] == ["rejected"]
    people = [{"id": "dora", "fields": ["Law"]}]
    bring(lead, "People", jsonl(tmp_path / "people.jsonl", people))
    assert "dora" in [one.id for one in lead.page.desk.overview.people]


def test_what_is_odd_about_rows_is_listed(lead: Lead, tmp_path: Path) -> None:
    section = {"title": "Finding", "text": "Lawful."}  # no section of the task
    row = {
        "task": "t1",
        "variant_set": "s1",
        "model": "m-1",
        "mode": "single",
        "input": [{"title": "Facts", "text": "A flat."}],
        "output": [section],
    }
    said = bring(lead, "Examples", jsonl(tmp_path / "e.jsonl", [row]))
    found = lead.page.items.outcome.list.toPlainText()
    assert "notes on imported rows" in said
    assert found.startswith("line 1: ")
    # Nothing is left to do about a note, so it goes with the page.
    lead.step("people")
    lead.step("items")
    assert lead.page.items.outcome.isHidden()


def test_a_released_file_comes_in(lead: Lead, tmp_path: Path) -> None:
    row = {
        "example_id": "x1",
        "example_input": "**Facts:** A flat.",
        "task": {
            "task_objective": "Write a letter.",
            "task_procedure": "Read, then write.",
            "task_input": "* Facts: who and what.",
            "task_output": "* Letter: one page.",
            "task_notes": "",
        },
    }
    said = bring(lead, "The layout in which", jsonl(tmp_path / "released.jsonl", [row]))
    assert "Read 1 row." in said
    titles = [one.title for one in lead.page.desk.overview.submissions]
    assert "Write a letter." in titles


def test_documents_of_a_folder_are_gathered(lead: Lead, tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "cap.txt").write_text("A rent may rise by a fifth within three years.", "utf-8")
    (folder / "wait.md").write_text("# Waiting\n\nFifteen months must pass.", "utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 and nothing")
    said = bring(lead, "A folder of documents", folder)
    assert said.startswith("2 new document")
    assert "broken.pdf" in lead.page.items.outcome.list.toPlainText()
    lead.press(Key.Key_Space)  # once more: the button has the focus
    assert lead.page.items.outcome.text.text().startswith("0 new document")
    project = lead.page.desk.folder
    lead.driver.window.close()
    again = done("gather", project, folder, status=1)
    assert (again["added"], again["known"]) == (0, 2)


def test_a_file_of_another_kind_changes_nothing(lead: Lead, tmp_path: Path) -> None:
    path = jsonl(tmp_path / "tasks.jsonl", [{"id": "t2", **TASK}])
    choose_file(lead, "Validations", path)
    page = lead.page.importing
    lead.driver.qtbot.waitUntil(page.note.isVisible)
    assert lead.page.section is page
    assert "No column for “Task”" in page.note.text()
    assert not page.import_button.isEnabled()
    lead.press(Key.Key_Escape)
    assert len(lead.page.desk.overview.items) == 1


def test_items_say_at_which_stage_they_are_worked_on(lead: Lead, tmp_path: Path) -> None:
    assert [one.line.stage for one in lead.page.items.list.rows.entries] == ["Validate a task"]
    lead.tab_to(lead.page.items.search)
    lead.type("validate")
    lead.press(Key.Key_Return)
    assert len(listed(lead.page)) == 1
    lead.type("x")
    lead.press(Key.Key_Return)
    assert not listed(lead.page)


def test_items_of_a_protocol_with_one_stage_say_none(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "ratings"
    done("new", folder, "--title", "Ratings", "--protocol", "risum")
    made = Lead(driver, monkeypatch)
    made.open(folder)
    section = made.page.items
    assert "stage" not in section.overview.index.field_values()
    assert section.kind.itemText(0) == "Items to judge"


def test_rows_are_replaced_as_what_they_were_taken_for(lead: Lead, tmp_path: Path) -> None:
    row = {"task": "t1", "annotator": "ben", **VALIDATION}
    bring(lead, "Validations", jsonl(tmp_path / "v.jsonl", [row]))
    changed = jsonl(tmp_path / "v.jsonl", [{**row, "usefulness": "no"}])
    choose_file(lead, "Validations", changed)
    page = lead.page.importing
    lead.driver.qtbot.waitUntil(page.update_box.isVisible)
    lead.tab_to(page.update_box)
    lead.press(Key.Key_Space, NONE)
    lead.import_shown()
    assert "1 new record" in lead.page.items.outcome.text.text()
    folder = lead.page.desk.folder
    lead.driver.window.close()
    assert done("analyse", folder)["axes"]["usefulness"]["counts"]["no"] == 1
