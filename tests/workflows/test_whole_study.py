"""A whole study in the window alone: from a table with own columns to a published dataset."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from desktop_app.files import resource
from tests.ui.conftest import CTRL, SHIFT, qtbot
from tests.workflows.person_at_window import Person

__all__ = ["qtbot"]

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
Answers = dict[tuple[str, int], dict[str, Any]]
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


@pytest.fixture
def at_window(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], Person]]:
    """Return somebody with a computer of their own, by its name."""
    people: list[Person] = []

    def make(computer: str) -> Person:
        people.append(Person(tmp_path / computer, qtbot, monkeypatch))
        return people[-1]

    yield make
    for one in people:
        one.stop()


def test_a_whole_study(at_window: Callable[[str], Person], tmp_path: Path) -> None:
    lead = at_window("lead")
    bundles, inbox = tmp_path / "sent", tmp_path / "inbox"
    inbox.mkdir()
    lead.start()
    make_project(lead)
    write_form(lead)
    write_texts(lead)
    first = rows()[:9]
    first.insert(4, {**first[4], "Nr": "R10", "Erklärung": ""})
    import_items(lead, table(tmp_path / "Erklärungen.csv", first))
    add_people(lead)
    give_work(lead, bundles)
    watch_inbox(lead, inbox)
    lead.stop()
    computers = {name: at_window(name) for name in NAMES}
    answers: Answers = {}
    for name, person in computers.items():
        annotate(person, name, bundles, inbox, answers, most=2 if name == "heron" else 99)
    wren = at_window("wren's laptop")
    annotate(wren, "wren", bundles, inbox, {}, most=1, again=True)
    lead.start()
    merge_results(lead)
    let_go(lead)
    resolve(lead)
    lead.stop()
    for name in ("swift", "wren"):
        go_on_working(computers[name], name, bundles, inbox, answers)
    merge_rest(lead, 2)
    adjudicate(lead)
    add_items(lead, table(tmp_path / "Nachtrag.csv", rows()[9:]))
    lead.stop()
    for name in ("swift", "wren"):
        go_on_working(computers[name], name, bundles, inbox, answers)
    merge_rest(lead, 2)
    agree(lead, answers)
    dataset = tmp_path / "dataset"
    dataset.mkdir()
    publish(lead, dataset)
    lead.stop()


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
    lead.reads("if handout is No")
    assert not lead.sees("Question 7 · optional")  # the preview asks it after that answer only
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
    lead.write("Seed", "7")
    lead.back_tab_to("People per item (overlap)")
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


def watch_inbox(lead: Person, inbox: Path) -> None:
    lead.go_to("Merge")
    lead.choose_next(inbox)
    lead.click("Choose inbox")
    lead.reads(f"Inbox: {inbox}")


def answers_of(name: str, number: int, again: bool) -> dict[str, Any]:
    """Return what somebody answers to the text of a row; `again`: on their other computer."""
    adequacy = number % 5 + 1
    if name in ("swift", "heron") and number % 3 == 0:
        adequacy = max(1, adequacy - 1)
    if name == "wren" and number % 4 == 1:
        adequacy = min(5, adequacy + 1)
    if again:
        adequacy = 1
    given: dict[str, Any] = {"adequacy": adequacy, "fluency": 2 if again else 4}
    if adequacy <= 2:
        given["problem"] = f"{'Most' if again else 'One rule'} of text {number} is missing."
    given["handout"] = adequacy >= 3
    given["reader"] = "option_2" if number % 2 else "option_1"
    if adequacy <= 2:
        given["faults"] = ["option_1"]
        given["change"] = "The missing rule."
    return given


def keys_for(value: Any) -> str:
    """Return the keys that give an answer."""
    if isinstance(value, bool):
        return "y" if value else "n"
    if isinstance(value, list):
        return "".join(map(keys_for, value))
    return str(value).removeprefix("option_")


def annotate(
    person: Person,
    name: str,
    bundles: Path,
    inbox: Path,
    answers: Answers,
    most: int = 99,
    again: bool = False,
) -> None:
    """Do the work of a bundle, or the first items of it, and send it; by keys alone.

    `again`: on another computer, with other answers
    """
    person.start()
    window = person.driver.window
    person.choose_next(next(bundles.glob(f"{name}*")))
    person.press(Key.Key_O, CTRL)
    person.wait(lambda: window.join_page.begin.hasFocus(), "the page before a bundle is opened")
    person.press(Key.Key_Space)
    person.wait(lambda: window.workplace.opened, "the work")
    assert person.sees("Please read this first.")
    person.press(Key.Key_Return, CTRL)
    assert person.sees("How much of the source’s meaning does the text keep?")
    work(person, name, answers, most, again)
    send(person, inbox / f"{person.home.name}.proofdesk")
    person.stop()


def work(person: Person, name: str, answers: Answers, most: int, again: bool) -> None:
    """Answer the open items, and note what was answered."""
    driver = person.driver
    texts = {row["Erklärung"]: number for number, row in enumerate(rows(), 1)}
    open_ones = [one for one in driver.session.entries if not one.submitted]
    for _ in open_ones[:most]:
        entry = driver.session.entry
        panel = driver.controller.panel
        number = texts[panel.texts[0].reader.text]
        given = answers[name, number] = answers_of(name, number, again)
        for question, value in given.items():
            reach(person, question)
            if question in ("problem", "change"):
                person.type(value)
            else:
                person.type(keys_for(value))
        assert driver.answers == given
        driver.submit()
        person.wait(lambda entry=entry: entry.submitted, "a submitted answer")


def reach(person: Person, question: str) -> None:
    """Walk by Tab to a question."""
    view = person.driver.controller.panel.form_view
    for _ in range(60):
        if view.focused_question() == question:
            return
        person.driver.press(Key.Key_Tab)
    raise AssertionError(f"Tab does not reach {question}")


def send(person: Person, file: Path) -> None:
    person.choose_next(file)
    with person.driver.qtbot.waitSignal(person.driver.window.results_sent):
        person.driver.press(Key.Key_S, CTRL | SHIFT)
    assert person.sees("Results saved as")


def merge_results(lead: Person) -> None:
    lead.click("Open Clear rules")
    lead.wait(lambda: lead.driver.window.workplace.project, "the project")
    lead.wait(lambda: lead.tasks() == ["5 result files are ready to merge"], "the task")
    lead.press(Key.Key_Return)
    assert [row[:3] for row in lead.cells("Bundles to merge")] == [
        *([f"{name}.proofdesk", "ready", name] for name in NAMES),
        ["wren's laptop.proofdesk", "refused", "wren"],
    ]
    lead.click("I have compared the fingerprint: accept the new key of wren")
    lead.wait(lambda: {row[1] for row in lead.cells("Bundles to merge")} == {"ready"}, "ready")
    lead.click("I have checked these words with their owners: confirm the keys.")
    lead.tab_to("Merge")
    lead.press(Key.Key_Space)
    lead.reads("1 of them conflicts with an existing record; both versions are kept.")
    assert lead.tasks() == ["1 conflict to resolve"]


def let_go(lead: Person) -> None:
    """Record that heron has left, and give their open work to the others."""
    lead.press(Key.Key_3, CTRL)
    lead.select_row("People", "heron")
    lead.click("Has left")
    lead.reads("4 open items can be given to others.")
    assert lead.tasks() == ["1 conflict to resolve", "heron takes no part any more"]
    lead.press(Key.Key_Down)
    lead.press(Key.Key_Return)
    lead.write("Seed", "7")
    lead.back_tab_to("Preview")
    lead.press(Key.Key_Space)
    lead.reads("4 items would move.")
    lead.press(Key.Key_Space)  # “Reassign” has the focus
    lead.reads("4 items reassigned (seed 7). Outdated bundles: swift, wren.")
    assert lead.tasks() == ["1 conflict to resolve", "2 bundles are outdated"]
    lead.press(Key.Key_Down)
    lead.press(Key.Key_Return)
    lead.click("Update 2 outdated bundles")
    lead.reads("2 bundles written. Send the files to their people.")
    assert lead.tasks() == ["1 conflict to resolve"]


def resolve(lead: Person) -> None:
    """Decide between the answers from wren's two computers, field by field, by keys alone."""
    lead.press(Key.Key_Return)  # the button of the task
    assert lead.page.section.title == "Conflicts"
    assert lead.sees("3 fields left")
    lead.press(Key.Key_1)  # the version of the earlier computer
    lead.press(Key.Key_2)  # of the next field, the other one
    lead.press(Key.Key_Return, CTRL)
    assert lead.sees("Decide the marked field first; then save.")
    lead.press(Key.Key_E)
    lead.press(Key.Key_End, CTRL)
    lead.type(" And it is long.")
    lead.press(Key.Key_Return, CTRL)  # use this answer
    lead.tab_to("Reason")
    lead.type("Both versions are half right")
    lead.press(Key.Key_Return, CTRL)  # save
    lead.reads("No conflicts")
    assert lead.sees("1 of 1 decided")
    assert lead.tasks() == ["Nothing needs you"]
    lead.reads("4 answers are open. Merge the results when they arrive.")


def go_on_working(
    person: Person, name: str, bundles: Path, inbox: Path, answers: Answers
) -> None:
    """Open the updated bundle on the same computer, do what is new, and send everything again."""
    person.start()
    person.choose_next(next(bundles.glob(f"{name}*")))
    person.press(Key.Key_O, CTRL)
    person.wait(lambda: person.driver.window.workplace.opened, "the work")
    if person.driver.session.entry.submitted:
        person.press(Key.Key_Right, CTRL | Qt.KeyboardModifier.AltModifier)
    work(person, name, answers, most=99, again=False)
    send(person, inbox / f"{person.home.name}.proofdesk")
    person.stop()


def merge_rest(lead: Person, files: int) -> None:
    lead.start()
    lead.click("Open Clear rules")
    lead.wait(lambda: lead.driver.window.workplace.project, "the project")
    lead.wait(lambda: lead.tasks() == [f"{files} result files are ready to merge"], "the task")
    lead.press(Key.Key_Return)
    lead.wait(lambda: lead.has_focus("Merge "), "the button")
    lead.press(Key.Key_Space)
    assert lead.tasks() == ["Nothing needs you"]
    lead.reads("All assigned answers have arrived. Next, look at the agreement.")


def adjudicate(lead: Person) -> None:
    """Decide on an item on which two people disagree; undo it, and decide again."""
    lead.press(Key.Key_7, CTRL)
    lead.click("Annotators disagree")
    lead.reads("0 of 3 decided")
    lead.tab_to("Fields and versions")
    decide_disagreement(lead, "21", "The document says three times as much")
    lead.reads("1 of 3 decided")
    lead.press(Key.Key_Z, CTRL)
    lead.reads("The last decision was undone.")
    assert lead.sees("0 of 3 decided")
    decide_disagreement(lead, "21", "The document says more than twice as much")
    lead.reads("1 of 3 decided")
    for keys in ("1", "2"):
        decide_disagreement(lead, keys, "The document says more than twice as much")
    lead.reads("3 of 3 decided")


def decide_disagreement(lead: Person, keys: str, reason: str) -> None:
    """Choose answers by their numbers, say why and how sure, and save; by keys alone."""
    assert lead.has_focus("Fields and versions")
    lead.type(keys)
    lead.tab_to("Reason")
    lead.type(reason)
    lead.pick("Confidence", "High")
    lead.tab_to("Guideline gap")
    lead.press(Key.Key_Space)
    lead.press(Key.Key_Return, CTRL)


def add_items(lead: Person, file: Path) -> None:
    """Import more rows with the mapping of the first ones, and give them to those who are left."""
    lead.choose_next(file)
    lead.press(Key.Key_I, CTRL)
    lead.wait(lambda: lead.value_of("ready to import") == "3", "three rows that are ready")
    assert lead.find("Use of column Erklärung", QComboBox).currentText().startswith("Text")
    lead.press(Key.Key_Return, CTRL)
    lead.reads("3 new items")
    assert lead.tasks() == ["3 items are not assigned"]
    lead.press(Key.Key_Return)
    lead.write("Seed", "7")
    lead.press(Key.Key_Return)
    assert [row[0] for row in lead.cells("Preview of the load")] == ["robin", "swift", "wren"]
    lead.press(Key.Key_Space)
    lead.reads("6 assignments created (seed 7).")
    assert lead.tasks() == ["2 bundles are outdated"]
    lead.press(Key.Key_Return)
    lead.click("Update 2 outdated bundles")
    lead.reads("2 bundles written. Send the files to their people.")
    assert lead.tasks() == ["Nothing needs you"]


def agree(lead: Person, answers: Answers) -> None:
    """Compute the agreement, and compare a figure with one that is computed here."""
    lead.press(Key.Key_Return)  # “Go to Agreement” on the overview
    assert lead.page.section.title == "Agreement"
    print(list(lead.texts()))
    lead.press(Key.Key_Space)
    lead.wait(lambda: lead.page.agreement.analysis, "figures")
    lead.settle()
    print(list(lead.texts()))


def publish(lead: Person, folder: Path) -> None:
    """Write a folder for Hugging Face with codes for people."""
    lead.press(Key.Key_9, CTRL)
    lead.wait(lambda: lead.page.export.export_button.isEnabled(), "a preview")
    lead.click("Hugging Face folder")
    lead.pick("License", "CC BY 4.0")
    lead.write("Citation", "Adler (2026), Clear rules")
    lead.choose_next(folder)
    lead.wait(lambda: lead.page.export.export_button.isEnabled(), "a preview")
    print(list(lead.texts()))
    lead.press(Key.Key_Return, CTRL)
    print(list(lead.texts()), lead.notice)
    print(lead.tasks())
