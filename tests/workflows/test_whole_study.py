"""A whole study in the window alone: from a table with own columns to a published dataset."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from desktop_app.files import resource
from tests.ui.conftest import CTRL, SHIFT, Driver, documents, driver, qtbot, start
from tests.workflows.person_at_window import Person

__all__ = ["documents", "driver", "qtbot", "start"]

Key = Qt.Key
# What the lead calls people, and what nobody else may learn.
NAMES = {
    "heron": "Dorota Dudek",
    "robin": "Anna Adlerhorst",
    "swift": "Chiara Corvino",
    "wren": "Bernd Birkenau",
}
USES = {
    "Nr": "Item ID",
    "Bereich": "Source",
    "Auftrag": "Instruction",
    "Erklärung": "Text",
    "Regeltext": "Document",
    "Notiz": "Don't import",
}
HEAD = ["Nr", "Bereich", "System", "Auftrag", "Erklärung", "Regeltext", "Notiz"]


def rows() -> list[dict[str, str]]:
    """Return the texts of the built-in study in columns of our own, with the text first."""
    text = resource("samples/study/items.jsonl").read_text("utf-8")
    made = []
    for number, line in enumerate(text.splitlines(), 1):
        one = json.loads(line)
        cells = (f"R{number:02}", one["source"], one["model"], one["instruction"], one["text"],
                 one["document"], f"Zeile {number}: geprüft")
        made.append(dict(zip(HEAD, cells, strict=True)))
    return made


def table(path: Path, rows: list[dict[str, str]]) -> Path:
    """Write a table as a German spreadsheet program does: semicolons, Windows' encoding."""
    with path.open("w", encoding="cp1252", newline="") as file:
        writer = csv.DictWriter(file, HEAD, delimiter=";")
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_a_whole_study(
    start: Callable[[], Driver], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def person(name: str) -> Person:
        return Person(tmp_path / name, start, monkeypatch)

    lead = person("lead")
    robin = person("robin")
    lead.start()
    make_project(lead)
    write_form(lead)
    write_texts(lead)
    first = rows()[:9]
    first.insert(4, {**first[4], "Nr": "R10", "Erklärung": ""})
    import_items(lead, table(tmp_path / "Erklärungen.csv", first))
    add_people(lead)
    bundles = tmp_path / "sent"
    give_work(lead, bundles)
    lead.stop()
    robin.start()
    annotate(robin, "robin", next(bundles.glob("robin*")))


def make_project(lead: Person) -> None:
    lead.press(Key.Key_N, CTRL)
    lead.type("Clear rules")
    lead.tab_to("Study: texts judged with your own form")
    lead.press(Key.Key_Space)
    lead.tab_to("Create project")
    lead.press(Key.Key_Space)
    lead.wait(lambda: lead.driver.window.workplace.project)
    lead.settle()


def write_form(lead: Person) -> None:
    assert lead.page.section.title == "Form"
    assert lead.sees("No form yet")
    lead.pick_from_menu("New from template…", "Adequacy and fluency")
    lead.press(Key.Key_End)  # below the last question of the template
    add_question(lead, "Yes/No", "handout", "Would you hand it out?")
    lead.pick("Answer required", "Always")
    add_question(lead, "Choice", "reader", "Who would struggle with it?")
    for number, words in enumerate(("Nobody", "Some people", "Most people"), 1):
        if number > 2:
            lead.click("Add option")
        lead.write(f"Label of option {number}", words)
    add_question(lead, "Multiple choice", "faults", "What is wrong with it?")
    lead.write("Label of option 1", "Something is missing")
    lead.write("Label of option 2", "Something is made up")
    add_question(lead, "Short text", "change", "What would you change first?")
    lead.pick("Shown", "If…")
    lead.pick("Question of the condition", "handout")
    lead.pick("Value of the condition", "No")
    # The preview asks it after that answer only.
    lead.wait(lambda: not lead.sees("Question 7"), "a preview without the question")
    lead.click("No")
    lead.reads("Question 7 · optional")
    lead.press(Key.Key_Return, CTRL)
    lead.reads("Published.")


def add_question(lead: Person, kind: str, key: str, words: str) -> None:
    """Add a question below the current one, and type its words and its name in the data."""
    lead.click(f"Add: {kind}")
    lead.type(words)
    lead.write("Name in the data", key)
    lead.press(Key.Key_Tab)


def write_texts(lead: Person) -> None:
    lead.go_to("Guidelines")
    lead.click_into(lead.find("Text in Markdown"))
    lead.press(Key.Key_Home, CTRL)
    lead.type("Read the **rule** first. ")
    lead.reads("Read the rule first.")  # the preview, without the marks
    lead.press(Key.Key_Return, CTRL)
    lead.reads("Published.")
    lead.go_to("Consent")
    lead.click("Insert a template")
    lead.press(Key.Key_Return, CTRL)
    lead.reads("Published.")


def import_items(lead: Person, file: Path) -> None:
    lead.choose_next(file)
    lead.press(Key.Key_I, CTRL)
    lead.reads("Windows-1252, semicolon")
    for column, use in USES.items():
        lead.pick(f"Use of column {column}", use)
    lead.wait(lambda: lead.value_of("ready to import") == "9", "nine rows that are ready")
    assert lead.value_of("rows in the file") == "10"
    assert lead.value_of("empty texts") == "1"
    assert lead.value_of("unused columns") == "1"
    assert lead.sees("You can keep books for four weeks")  # the first item, as annotators see it
    lead.press(Key.Key_Return, CTRL)
    lead.reads("9 new items")
    assert lead.page.section.title == "Items"


def add_people(lead: Person) -> None:
    assert lead.tasks() == ["No people yet"]
    lead.click("Add people")
    for person, name in NAMES.items():
        lead.write("Id of the person", person)
        lead.tab_to("Name of the person")
        lead.type(name)
        lead.press(Key.Key_Return)
    assert [row[0] for row in lead.cells("People")] == list(NAMES)
    lead.select_row("People", "wren")
    lead.write("Languages", "en; de")
    lead.write("Expertise", "law")
    lead.write("Name of a new field", "team")
    lead.write("Value of the new field", "B")
    lead.press(Key.Key_Return)
    lead.select_row("People", "robin")
    lead.select_row("People", "wren")
    assert lead.find("Expertise", QLineEdit).text() == "law"
    assert lead.find("team", QLineEdit).text() == "B"


def give_work(lead: Person, folder: Path) -> None:
    assert lead.tasks() == ["9 items are not assigned"]
    lead.press(Key.Key_Return)  # the button of the task has the focus
    lead.tab_to("People per item (overlap)")
    lead.press(Key.Key_A, CTRL)
    lead.type("2")
    lead.press(Key.Key_Return)
    assert sum(int(row[2]) for row in lead.cells("Preview of the load")) == 18
    lead.press(Key.Key_Space)  # “Assign” has the focus, and then “Go to bundles”
    lead.reads("18 assignments created")
    assert lead.tasks() == ["4 people have no bundle yet"]
    lead.press(Key.Key_Return)
    lead.write("Folder for the bundles", str(folder))
    lead.tab_to("Write the bundles")
    lead.press(Key.Key_Space)
    assert [row[:2] for row in lead.cells("Bundles written")] == [[p, "Current"] for p in NAMES]
    assert lead.tasks() == ["Nothing needs you"]


def annotate(person: Person, name: str, bundle: Path, most: int = 99) -> None:
    """Do the work of a bundle, or the first items of it, by keys alone."""
    window = person.driver.window
    person.choose_next(bundle)
    person.press(Key.Key_O, CTRL)
    person.wait(lambda: window.join_page.begin.hasFocus(), "the page before a bundle is opened")
    person.press(Key.Key_Space)
    person.wait(lambda: window.workplace.opened, "the work")
    print(list(person.texts()))
    person.press(Key.Key_Return, CTRL)
    print(list(person.texts()))
