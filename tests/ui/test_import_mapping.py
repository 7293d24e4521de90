"""Tests of importing tables with any columns, by keys, with a preview of the result."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit

from desktop_app.core.forms import parse_form
from desktop_app.files import resource
from desktop_app.ui.lead.import_page import ImportPage
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.ui.conftest import ALT, CTRL, Driver
from tests.ui.test_lead import Lead, cells, listed
from tests.workspace.projects import items, jsonl
from tests.workspace.test_column_mapping import INSTRUCTION, NAMES, row, write

Key = Qt.Key


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Lead:
    folder = tmp_path / "lead"
    done("new", folder, "--title", "News", "--protocol", "risum")
    made = Lead(driver, monkeypatch)
    made.open(folder)
    return made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    rows = [row(number) for number in range(1, 9)]
    rows[3] = row(4, system_output="")
    rows[5] = row(1, article="Another one.")
    return write(tmp_path / "summaries.csv", NAMES, rows)


def page(lead: Lead) -> ImportPage:
    """Wait until the rows have been checked, and return the page."""
    made = lead.page.importing
    lead.driver.qtbot.waitUntil(
        lambda: not made._timer.isActive() and not made._is_stale and not lead.page.desk.is_busy
    )
    return made


def number(lead: Lead, key: str) -> str:
    return page(lead).numbers[key].text()


def constant(made: ImportPage) -> QLineEdit:
    """Return the field for the instruction of every row."""
    return next(one.text for one in made.columns.constants if one.field == "instruction")


def map_all(lead: Lead) -> ImportPage:
    """Enter the instruction, and do not import the last column."""
    made = page(lead)
    assert made.isVisible()
    lead.type(INSTRUCTION)
    lead.tab_to(made.columns.rows[-1].use)
    lead.driver.press(Key.Key_End)
    return page(lead)


def test_a_table_is_mapped_checked_and_imported_by_keys(lead: Lead, file: Path) -> None:
    lead.choose(file)
    lead.press(Key.Key_I, CTRL)
    made = page(lead)
    assert lead.page.section is made
    assert "UTF-8, comma" in made.facts.text()
    assert [one.use.currentText() for one in made.columns.rows[:4]] == [
        "Item ID",
        "Document (required)",
        "Answer (required)",
        "Model (hidden from annotators)",
    ]
    assert made.columns.first_control() is lead.driver.target
    assert "Instruction" in made.note.text()
    assert not made.import_button.isEnabled()
    made = map_all(lead)
    figures = {key: one.text() for key, one in made.numbers.items() if one.isVisible()}
    assert figures == {"rows": "8", "ready": "6", "empty": "1", "duplicate": "1", "unused": "1"}
    assert not made.note.isVisible()
    assert [line[1] for line in cells(made.problems)] == ["system_output", "doc_id"]
    assert made.preview.row is not None
    assert made.preview.row.line == 2
    assert "cnn-1" in made.preview.hidden_facts.text()
    assert not lead.page.desk.overview.items
    lead.press(Key.Key_Return, CTRL)
    assert lead.page.section is lead.page.items
    assert len(lead.page.desk.overview.items) == 6
    assert "6 new item" in lead.page.items.outcome.text.text()
    assert "line 8" in lead.page.items.outcome.list.toPlainText()


def test_a_long_text_of_every_row_shows_its_beginning(lead: Lead, file: Path) -> None:
    lead.drop(file)
    made = page(lead)
    lead.type(text := "Summarise the article for readers who know nothing about it. " * 4)
    field = constant(made)
    assert field.cursorPosition() == len(text)
    lead.press(Key.Key_Tab)
    assert field.cursorPosition() == 0
    lead.tab_to(made.columns.rows[-1].use)
    lead.driver.press(Key.Key_End)
    page(lead)
    lead.press(Key.Key_Return, CTRL)
    assert lead.page.section is lead.page.items
    # The same text is filled in again for the next file.
    lead.drop(file)
    field = constant(page(lead))
    assert field.text() == text.strip()
    assert field.cursorPosition() == 0


def test_rows_that_exist_are_not_counted_and_new_items_are_shown(
    lead: Lead, tmp_path: Path
) -> None:
    rows = [row(number) for number in range(1, 9)]
    for count, new in ((6, 6), (8, 2), (8, 0)):
        lead.page.items.show_filter(ItemFilter(status="done"))
        lead.choose(write(tmp_path / f"{count}-{new}.csv", NAMES, rows[:count]))
        lead.press(Key.Key_I, CTRL)
        made = page(lead)
        if new == 6:
            made = map_all(lead)
        name = made.import_button.accessibleName()
        assert name == f"Import {new} item{'' if new == 1 else 's'}"
        if not new:
            assert not made.import_button.isEnabled()
            assert "All rows have been imported already." in made.import_button.toolTip()
            assert "8 rows already imported, unchanged." in made.about_file.text()
            return
        lead.press(Key.Key_Return, CTRL)
        assert f"{new} new items" in lead.page.items.outcome.text.text()
        assert len(listed(lead.page)) == count, "the filter would hide them"


def test_esc_imports_nothing(lead: Lead, file: Path) -> None:
    folder = lead.page.desk.folder
    lead.drop(file)
    made = map_all(lead)
    lead.press(Key.Key_Escape)
    assert "Discard" in made.outcome.text.text()
    assert made.outcome.again.hasFocus()
    lead.press(Key.Key_Escape)
    assert made.outcome.isHidden()
    assert lead.page.section is made, "the entries are kept"
    assert made.columns.mapping().constants["instruction"] == INSTRUCTION
    lead.press(Key.Key_Escape)
    lead.press(Key.Key_Space)
    assert lead.page.section is lead.page.items
    assert not lead.page.desk.overview.items
    # Nothing was entered, so nothing is asked.
    lead.drop(file)
    page(lead)
    lead.press(Key.Key_Escape)
    assert lead.page.section is lead.page.items
    lead.driver.window.close()
    with Workspace.open(folder) as workspace:
        assert workspace.local("column_mappings") is None
        assert not list(workspace.records.keys("item"))


def test_a_spreadsheet_is_imported_and_its_mapping_remembered(
    lead: Lead, file: Path, tmp_path: Path
) -> None:
    book = openpyxl.Workbook()
    for line in [NAMES, row(21), row(22)]:
        book.active.append(line)
    book.create_sheet("Notes").append(["note"])
    sheet = tmp_path / "a.xlsx"
    book.save(sheet)
    lead.drop(file)
    map_all(lead)
    lead.press(Key.Key_Return, CTRL)
    lead.drop(sheet)
    made = page(lead)
    assert made.numbers["ready"].text() == "2"
    assert made.columns.rows[-1].use.currentText() == "Don't import"
    assert made.columns.mapping().constants == {"instruction": INSTRUCTION}
    lead.press(Key.Key_Return, CTRL)
    assert len(lead.page.desk.overview.items) == 8


def test_another_sheet_can_be_read(lead: Lead, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["note"])
    book.active.append(["read me"])
    book.create_sheet("Items").append(NAMES)
    book["Items"].append(row(1))
    path = tmp_path / "a.xlsx"
    book.save(path)
    lead.drop(path)
    made = page(lead)
    assert [one.column for one in made.columns.rows] == NAMES
    assert "Other sheets of the file: Sheet" in made.about_file.text()
    lead.tab_to(made.change)
    lead.press(Key.Key_Space)
    assert made.options.sheet.hasFocus()
    lead.press(Key.Key_Up)
    page(lead)
    assert [one.column for one in made.columns.rows] == ["note"]
    assert "Sheet" in made.facts.text()


def test_another_list_of_a_json_file_can_be_read(lead: Lead, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    train, test = items(1), [{**one, "id": f"test-{one['id']}"} for one in items(1)]
    path.write_text(json.dumps({"train": train, "test": test}), "utf-8")
    lead.drop(path)
    made = page(lead)
    assert "Other lists of the file: test" in made.about_file.text()
    lead.tab_to(made.change)
    lead.press(Key.Key_Space)
    assert made.options.sheet.hasFocus()
    lead.press(Key.Key_Down)
    page(lead)
    lead.press(Key.Key_Return, CTRL)
    assert {one.name for one in lead.page.desk.overview.items} == {one["id"] for one in test}


def test_a_file_with_the_protocols_own_columns_is_shown_and_imported_by_enter(
    lead: Lead, tmp_path: Path
) -> None:
    lead.choose(jsonl(tmp_path / "items.jsonl", items(1)))
    lead.press(Key.Key_I, CTRL)
    made = page(lead)
    assert lead.page.section is made
    assert not lead.page.desk.overview.items, "nothing is imported before it was seen"
    assert (number(lead, "rows"), number(lead, "ready"), number(lead, "empty")) == ("3", "3", "0")
    assert made.preview.row is not None
    assert made.preview.row.seen is not None, "the first item, as annotators see it"
    assert made.preview.caption.text() == "PREVIEW AS ANNOTATORS SEE IT"
    assert lead.driver.target is made.import_button
    lead.press(Key.Key_Return)
    assert lead.page.section is lead.page.items
    assert len(lead.page.desk.overview.items) == 3


def test_rows_with_empty_texts_are_named_and_imported_only_on_purpose(
    lead: Lead, tmp_path: Path
) -> None:
    rows = items(1)
    rows[1]["document"] = "  "
    rows[2]["answer"] = ""
    file = jsonl(tmp_path / "items.jsonl", rows)
    lead.drop(file)
    made = page(lead)
    assert (number(lead, "ready"), number(lead, "empty")) == ("1", "2")
    assert [line[:2] for line in cells(made.problems)] == [["2", "document"], ["3", "answer"]]
    assert not lead.page.desk.overview.items
    lead.press(Key.Key_Return, CTRL)
    assert len(lead.page.desk.overview.items) == 1
    left_out = lead.page.items.outcome.list.toPlainText()
    assert "line 2, column “document”" in left_out
    assert "line 3, column “answer”" in left_out
    lead.drop(file)
    made = page(lead)
    # The first row is already imported.
    assert number(lead, "ready") == "0"
    lead.tab_to(made.skip)
    lead.press(Key.Key_Space)
    assert number(lead, "ready") == "2", "as many as the button says"
    assert made.import_button.accessibleName() == "Import 2 items"
    lead.import_shown()
    assert len(lead.page.desk.overview.items) == 3


def test_the_lead_comes_to_a_file_of_another_kind_with_the_items_columns(
    lead: Lead, tmp_path: Path
) -> None:
    lead.page.items.kind.setCurrentText("People and their fields")
    lead.drop(jsonl(tmp_path / "items.jsonl", items(1)))
    made = page(lead)
    assert "this is an item of risum, not a person" in made.note.text()
    assert not made.import_button.isEnabled()


def test_an_own_field_gets_another_name(lead: Lead, file: Path) -> None:
    lead.drop(file)
    made = map_all(lead)
    box = made.columns.rows[4].label
    lead.tab_to(box)
    lead.press(Key.Key_A, CTRL)
    lead.type("topic")
    assert made.columns.mapping().uses["section"] == "topic"
    page(lead)
    lead.press(Key.Key_Return, CTRL)
    folder = lead.page.desk.folder
    lead.driver.window.close()
    with Workspace.open(folder) as workspace:
        origins = [r.body or {} for r in workspace.records.all_current("origin")]
    assert {one["extra"]["topic"] for one in origins} == {"transport"}
    assert all("rouge_l" not in one["extra"] for one in origins)


def test_a_long_own_name_shows_its_beginning(lead: Lead, tmp_path: Path) -> None:
    name = "department_of_the_hospital_where_the_letter_was_written"
    lead.drop(jsonl(tmp_path / "letters.jsonl", [{**items(1)[0], name: "surgery"}]))
    row = page(lead).columns.rows[-1]
    assert row.column == name
    lead.tab_to(row.use)
    lead.driver.press(Key.Key_End)
    lead.driver.press(Key.Key_Up)
    assert row.label.text() == name
    assert row.label.cursorPosition() == 0
    assert name in row.label.toolTip()
    lead.tab_to(row.label)
    lead.driver.press(Key.Key_End)
    lead.type("_2")
    assert row.label.cursorPosition() > len(name)
    lead.driver.press(Key.Key_Tab)
    assert row.label.cursorPosition() == 0
    assert f"{name}_2" in row.label.toolTip()


def test_problems_show_their_rows_and_block_the_import_if_not_skipped(
    lead: Lead, file: Path
) -> None:
    lead.drop(file)
    made = map_all(lead)
    lead.tab_to(made.problems)
    lead.press(Key.Key_End, CTRL)
    lead.press(Key.Key_Return)
    assert made.preview.row is not None
    assert made.preview.row.line == 12
    assert "Line 12" in made.preview.place.text()
    lead.tab_to(made.skip)
    lead.press(Key.Key_Space)
    assert not made.import_button.isEnabled()
    assert number(lead, "ready") == "0"
    assert "skip these rows" in made.import_button.accessibleDescription()
    lead.press(Key.Key_Return, CTRL)
    assert not lead.page.desk.overview.items
    lead.press(Key.Key_Space)
    assert made.import_button.isEnabled()


def test_the_preview_goes_through_the_items_and_shows_the_whole_page(
    lead: Lead, file: Path
) -> None:
    lead.drop(file)
    made = map_all(lead)
    lead.tab_to(made.preview.after)
    lead.press(Key.Key_Space)
    assert made.preview.row is not None
    assert made.preview.row.line == 4
    assert made.preview.place.text() == "2 of 6"
    lead.tab_to(made.preview.whole)
    lead.press(Key.Key_Space)
    assert lead.page.body.currentWidget() is lead.page.preview
    lead.press(Key.Key_Escape)
    assert lead.page.section is made
    assert made.preview.whole.hasFocus()


def test_the_preview_names_texts_as_annotators_see_them(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder, form = tmp_path / "study", tmp_path / "form.yaml"
    form.write_text(resource("samples/study/form.yaml").read_text("utf-8"), "utf-8")
    done("new", folder, "--title", "S", "--protocol", "study", "--form", form)
    lead = Lead(driver, monkeypatch)
    lead.open(folder)
    lead.drop(write(tmp_path / "t.csv", ["Beleg-Nr", "Hypothese"], [["1", "The dog is there."]]))
    made = page(lead)

    def captions() -> list[str]:
        labels = made.preview.area.findChildren(QLabel)
        return [one.text() for one in labels if one.isVisible()]

    lead.driver.qtbot.waitUntil(lambda: captions()[:1] == ["TEXT"])


def test_before_a_study_has_a_form_the_preview_leads_to_it(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder, form = tmp_path / "study", tmp_path / "form.yaml"
    done("new", folder, "--title", "S", "--protocol", "study")
    lead = Lead(driver, monkeypatch)
    lead.open(folder)
    lead.settle()
    lead.drop(write(tmp_path / "t.csv", ["Beleg-Nr", "Hypothese"], [["1", "The dog is there."]]))
    preview = page(lead).preview
    assert preview.no_form.isVisible()
    assert not preview.area.isVisible()
    assert not preview.whole.isVisible()
    assert not preview.hidden_facts.text()
    lead.tab_to(preview.to_form)
    lead.press(Key.Key_Space)
    assert lead.page.section is lead.page.form
    form.write_text(resource("samples/study/form.yaml").read_text("utf-8"), "utf-8")
    lead.settle()
    lead.choose(form)
    lead.page.form.choose_file()
    lead.press(Key.Key_Return, CTRL)
    lead.settle()
    lead.press(Key.Key_2, CTRL)
    assert page(lead).preview.area.isVisible()
    assert not preview.no_form.isVisible()


def test_the_page_waits_while_another_page_is_shown(lead: Lead, file: Path) -> None:
    lead.drop(file)
    map_all(lead)
    lead.press(Key.Key_3, CTRL)
    assert lead.page.section is lead.page.people
    lead.press(Key.Key_2, CTRL)
    assert lead.page.section is lead.page.importing
    assert number(lead, "ready") == "6"
    lead.press(Key.Key_Left, ALT)
    assert lead.page.section is lead.page.people


def test_the_keys_work_after_coming_back_from_another_page(lead: Lead, file: Path) -> None:
    lead.drop(file)
    made = map_all(lead)
    lead.press(Key.Key_3, CTRL)
    rail = lead.page.rail
    for key in (Key.Key_Up, Key.Key_Home, Key.Key_Down):
        rail.setFocus()
        lead.press(key)
    assert lead.page.section is made
    assert rail.hasFocus()
    lead.press(Key.Key_Escape)
    assert made.outcome.again.hasFocus()
    lead.press(Key.Key_Escape)
    rail.setFocus()
    lead.press(Key.Key_Return, CTRL)
    assert len(lead.page.desk.overview.items) == 6
    # Not on other pages.
    lead.drop(write(file.with_name("b.csv"), NAMES, [row(41)]))
    page(lead)
    lead.press(Key.Key_3, CTRL)
    rail.setFocus()
    lead.press(Key.Key_Return, CTRL)
    lead.press(Key.Key_Escape)
    assert lead.page.importing.is_open


def test_a_title_and_merged_cells_are_read_and_explained(lead: Lead, tmp_path: Path) -> None:
    names = ["Lfd. Nr.", "Quelltext", "Auftrag", "KI-Antwort", "KI_System"]
    texts = [["The ferry returns on Monday.", "Summarize.", f"A ferry {n}.", "m"] for n in range(4)]
    book = openpyxl.Workbook()
    for cells_of_row in (
        ["Summaries, May"],
        [],
        names,
        *([n, *one] for n, one in enumerate(texts)),
    ):
        book.active.append(cells_of_row)
    book.active.merge_cells("A1:E1")
    book.active.merge_cells("B4:B7")
    book.active.merge_cells("D7:E7")
    path = tmp_path / "a.xlsx"
    book.save(path)
    lead.drop(path)
    made = page(lead)
    assert lead.page.section is made
    assert [one.use.currentData() for one in made.columns.rows] == [
        "id",
        "document",
        "instruction",
        "answer",
        "model",
    ]
    assert "row 3; the rows above" in made.about_file.text()
    assert "merged cells repeated in the rows below: 3" in made.about_file.text()
    assert "row 7" in made.warning.text()
    assert made.note.isHidden()
    lead.tab_to(made.change)
    lead.press(Key.Key_Space)
    assert made.options.header_row.hasFocus()
    assert made.options.header_row.currentText().startswith("3: Lfd. Nr., Quelltext")
    lead.press(Key.Key_Up)
    page(lead)
    assert made.columns.rows[0].column == "Summaries, May"
    lead.press(Key.Key_Down)
    page(lead)
    assert made.columns.rows[0].column == "Lfd. Nr."
    lead.press(Key.Key_Return, CTRL)
    # The last row has no model.
    assert len(lead.page.desk.overview.items) == 3


def test_rows_without_ids_are_compared_as_a_whole(lead: Lead, tmp_path: Path) -> None:
    rows = [row(n)[1:] for n in (1, 2, 1)]
    lead.drop(write(tmp_path / "a.csv", NAMES[1:], rows))
    made = map_all(lead)
    assert made.numbers["duplicate"].text() == "1"
    assert made.numbers["duplicate"].accessibleName() == "duplicate rows"
    lead.press(Key.Key_Escape)
    lead.press(Key.Key_Space)
    lead.drop(write(tmp_path / "b.csv", NAMES, [row(n) for n in (1, 2, 3, 4, 4)]))
    assert page(lead).numbers["duplicate"].accessibleName() == "duplicate IDs"


def test_columns_of_answers_to_a_study_are_its_questions(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder, form = tmp_path / "study", tmp_path / "form.yaml"
    form.write_text(resource("samples/study/form.yaml").read_text("utf-8"), "utf-8")
    done("new", folder, "--title", "S", "--protocol", "study", "--form", form)
    question = next(one for one in parse_form(form.read_text("utf-8"), file="f").questions).key
    lead = Lead(driver, monkeypatch)
    lead.open(folder)
    lead.page.items.kind.setCurrentText("Answers of annotators")
    lead.drop(write(tmp_path / "t.csv", ["Aufgabe", "Rater", question], [["1", "ann", "1"]]))
    made = page(lead)
    assert lead.page.section is made
    assert [one.use.currentData() for one in made.columns.rows] == ["item", "annotator", question]
    assert made.columns.rows[2].use.currentText() == f"Answer to “{question}”"
    assert made.preview.caption.text() == "PREVIEW", "annotators do not see answers"


def test_items_that_exist_are_replaced_only_if_asked(lead: Lead, tmp_path: Path) -> None:
    lead.drop(write(tmp_path / "a.csv", NAMES, [row(1), row(2)]))
    map_all(lead)
    lead.press(Key.Key_Return, CTRL)
    before = [one.name for one in lead.page.desk.overview.items]
    lead.drop(write(tmp_path / "b.csv", NAMES, [row(1), row(2, system_output="New.")]))
    made = page(lead)
    assert "different content" in cells(made.problems)[0][2]
    assert number(lead, "ready") == "0"
    # Nothing is imported while a row cannot be and is not skipped.
    lead.tab_to(made.skip)
    lead.press(Key.Key_Space)
    assert not made.import_button.isEnabled()
    assert made.import_button.accessibleName() == "Import 0 items"
    lead.press(Key.Key_Space)
    lead.tab_to(made.update_box)
    lead.press(Key.Key_Space)
    page(lead)
    assert made.numbers["ready"].text() == "1"
    lead.press(Key.Key_Return, CTRL)
    assert [one.name for one in lead.page.desk.overview.items] == before
    outcome = lead.page.items.outcome.text.text()
    assert "1 item replaced." in outcome
    assert "new item" not in outcome
    folder = lead.page.desk.folder
    lead.driver.window.close()
    assert digest(folder)
    with Workspace.open(folder) as workspace:
        texts = {(r.body or {})["content"]["answer"] for r in workspace.records.all_current("item")}
    assert "New." in texts


def test_the_page_counts_new_and_replacing_rows(lead: Lead, tmp_path: Path) -> None:
    lead.drop(write(tmp_path / "a.csv", NAMES, [row(1), row(2)]))
    map_all(lead)
    assert not page(lead).numbers["replaced"].isVisible()
    lead.press(Key.Key_Return, CTRL)
    lead.drop(write(tmp_path / "b.csv", NAMES, [row(1), row(2, system_output="New."), row(3)]))
    made = page(lead)
    assert number(lead, "ready") == "1"
    assert made.import_button.accessibleName() == "Import 1 item"
    lead.tab_to(made.update_box)
    lead.press(Key.Key_Space)
    page(lead)
    assert made.import_button.accessibleName() == "Import 2 items"
    figures = {key: one.text() for key, one in made.numbers.items() if one.isVisible()}
    assert [figures[key] for key in ("ready", "new", "replaced")] == ["2", "1", "1"]
    # No problem is left, but the choice can still be undone.
    lead.tab_to(made.update_box)
    lead.press(Key.Key_Space)
    page(lead)
    assert not made.numbers["replaced"].isVisible()
    assert "different content" in cells(made.problems)[0][2]


def test_undoing_an_import_says_how_many_items_it_removed_and_restored(
    lead: Lead, tmp_path: Path
) -> None:
    lead.drop(write(tmp_path / "a.csv", NAMES, [row(1), row(2)]))
    map_all(lead)
    lead.press(Key.Key_Return, CTRL)
    lead.drop(write(tmp_path / "b.csv", NAMES, [row(1), row(2, system_output="New."), row(3)]))
    made = page(lead)
    assert "1 row already imported, unchanged." in made.about_file.text()
    lead.tab_to(made.update_box)
    lead.press(Key.Key_Space)
    page(lead)
    lead.press(Key.Key_Return, CTRL)
    lead.press(Key.Key_Z, CTRL)
    outcome = lead.page.items.outcome.text.text()
    assert outcome == "Import undone: 1 item removed. 1 item restored."


def test_another_file_takes_the_place_of_the_first(lead: Lead, file: Path, tmp_path: Path) -> None:
    lead.drop(file)
    map_all(lead)
    lead.drop(jsonl(tmp_path / "items.jsonl", items(1)))
    assert page(lead).path.name == "items.jsonl"
    lead.import_shown()
    assert lead.page.section is lead.page.items
    assert "3 new item" in lead.page.items.outcome.text.text()
    lead.step("people")
    lead.step("items")
    assert lead.page.section is lead.page.items


def test_of_several_files_each_is_mapped_in_turn(lead: Lead, file: Path, tmp_path: Path) -> None:
    own = jsonl(tmp_path / "items.jsonl", items(1))
    other = write(tmp_path / "b.csv", NAMES, [row(31)])
    lead.drop(own, file, other)
    assert page(lead).path == own
    lead.press(Key.Key_Return)
    assert len(lead.page.desk.overview.items) == 3
    assert page(lead).path == file
    map_all(lead)
    lead.press(Key.Key_Return, CTRL)
    assert page(lead).path == other
    lead.press(Key.Key_Return, CTRL)
    assert len(lead.page.desk.overview.items) == 10
    assert lead.page.section is lead.page.items
    outcome = lead.page.items.outcome
    assert "10 new items" in outcome.text.text(), "of all three files"
    assert f"{file.name}, line 8" in outcome.list.toPlainText()


def test_the_files_after_one_that_is_cancelled_are_named(
    lead: Lead, file: Path, tmp_path: Path
) -> None:
    own = [jsonl(tmp_path / f"{n}.jsonl", items(2)[n : n + 1]) for n in range(2)]
    lead.drop(*own, file)
    page(lead)
    lead.press(Key.Key_Return)
    page(lead)
    lead.press(Key.Key_Escape)
    outcome = lead.page.items.outcome
    assert "1 new item. 1 other file not imported." in outcome.text.text()
    assert file.name in outcome.list.toPlainText()


def test_ids_that_are_used_already_are_renamed_before_anything_is_taken(
    lead: Lead, file: Path, tmp_path: Path
) -> None:
    lead.drop(file)
    made = map_all(lead)
    assert (made.numbers["ready"].text(), made.numbers["duplicate"].text()) == ("6", "1")
    lead.tab_to(made.rename_id)
    lead.press(Key.Key_Space)
    assert made.ids.name.hasFocus()
    assert made.ids.name.text() == "cnn-1"
    lead.press(Key.Key_Escape)
    assert made.is_open, "Escape closes the question only"
    assert made.rename_id.hasFocus()
    lead.press(Key.Key_Space)
    lead.type("cnn-1b")
    lead.press(Key.Key_Return)
    assert (number(lead, "ready"), number(lead, "duplicate")) == ("7", "0")
    assert not lead.page.desk.overview.items
    lead.press(Key.Key_Return, CTRL)
    page(lead)
    assert "cnn-1b" in {one.name for one in lead.page.desk.overview.items}
    # Another file with the same ids.
    lead.drop(write(tmp_path / "b.csv", NAMES, [row(1, article="New."), row(2, article="Newer.")]))
    made = page(lead)
    assert number(lead, "ready") == "0"
    lead.tab_to(made.rename_id)
    lead.press(Key.Key_Space)
    lead.tab_to(made.ids.prefix)
    lead.type("second-")
    lead.press(Key.Key_Return)
    assert number(lead, "ready") == "2"
    assert "2 renamed" in made.rename_id.text()
    lead.tab_to(made.rename_id)
    lead.press(Key.Key_Space)
    made.ids.restore_button.click()
    assert number(lead, "ready") == "0", "the ids of the file again"
    lead.tab_to(made.rename_id)
    lead.press(Key.Key_Space)
    lead.tab_to(made.ids.prefix)
    lead.press(Key.Key_Return)
    page(lead)
    lead.press(Key.Key_Return, CTRL)
    page(lead)
    assert {"second-cnn-1", "second-cnn-2"} <= {one.name for one in lead.page.desk.overview.items}


def test_a_cancelled_check_leaves_everything_as_it_was(lead: Lead, file: Path) -> None:
    lead.drop(file)
    made = map_all(lead)
    folder, before = lead.page.desk.folder, lead.page.desk.overview
    # Cancelled before the first row is checked.
    started = lead.page.desk.began.connect(lambda _: lead.page.desk.cancel())
    lead.tab_to(made.update_box if made.update_box.isVisible() else made.skip)
    made._on_changed()
    lead.driver.qtbot.waitUntil(lambda: "not checked" in made.note.text())
    lead.page.desk.began.disconnect(started)
    assert not made.import_button.isEnabled()
    assert lead.page.desk.overview is before
    made._on_changed()
    assert number(lead, "ready") == "6"
    assert made.import_button.isEnabled()
    lead.driver.window.close()
    with Workspace.open(folder) as workspace:
        assert not list(workspace.records.all_current("item"))
