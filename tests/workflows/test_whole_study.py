"""Tests of a whole study in the window alone: from a table with its own columns to a published
dataset.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6")

from pyarrow import parquet
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop_app.files import resource
from tests.cli.command import done, proofdesk
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
# How the lead's pages call them.
LABELS = {person: f"{person} · {name}" for person, name in NAMES.items()}
USES = {
    "Nr": "Item ID",
    "Bereich": "Source",
    "Auftrag": "Instruction",
    "Erklärung": "Text",
    "Regeltext": "Document",
    "Notiz": "Don't import",
}
Answers = dict[tuple[str, int], dict[str, Any]]
# Rows on which two people disagree.
DISPUTED = (3, 6, 9)
HEAD = ["Nr", "Bereich", "System", "Auftrag", "Erklärung", "Regeltext", "Notiz"]


def rows() -> list[dict[str, str]]:
    """Return the texts of the built-in study with other column names, the text first."""
    text = resource("samples/study/items.jsonl").read_text("utf-8")
    made = []
    for number, line in enumerate(text.splitlines(), 1):
        one = json.loads(line)
        cells = (
            f"R{number:02}",
            one["source"],
            one["model"],
            one["instruction"],
            one["text"],
            one["document"],
            f"Zeile {number}: geprüft",
        )
        made.append(dict(zip(HEAD, cells, strict=True)))
    return made


def table(path: Path, rows: list[dict[str, str]]) -> Path:
    """Write a table as a German spreadsheet program does: with semicolons and Windows encoding."""
    with path.open("w", encoding="cp1252", newline="") as file:
        writer = csv.DictWriter(file, HEAD, delimiter=";")
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.fixture
def at_window(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], Person]]:
    """A function that returns a person with a computer of their own, by its name."""
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
    annotate(wren, "wren", bundles, inbox, dict(answers), most=1, again=True)
    lead.start()
    merge_results(lead)
    takers = let_go(lead)
    disputed = resolve(lead, answers)
    lead.stop()
    for name in takers:
        go_on_working(computers[name], name, bundles, inbox, answers)
    merge_rest(lead, len(takers))
    adjudicate(lead, {disputed, *(f"R{number:02}" for number in DISPUTED)})
    takers = add_items(lead, table(tmp_path / "Nachtrag.csv", rows()[9:]))
    lead.stop()
    for name in takers:
        go_on_working(computers[name], name, bundles, inbox, answers)
    merge_rest(lead, len(takers))
    agree(lead, answers)
    dataset = tmp_path / "dataset"
    dataset.mkdir()
    final = tmp_path / "final"
    final.mkdir()
    publish(lead, dataset, final)
    lead.stop()
    check_dataset(dataset, answers)
    check_final(final / "answers.jsonl", answers)
    check_all(tmp_path)


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
    assert lead.page.section.page_title() == "Form"
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
    """Add a question below the current one, and type its text and its key."""
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
    lead.reads("Placeholders not filled in: [name, institution, contact address]")
    lead.press(Key.Key_Return, CTRL)  # “Publish” all the same
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
    assert lead.page.section.page_title() == "Items"


def add_people(lead: Person) -> None:
    assert lead.tasks() == ["No people yet"]
    lead.click("Add people")
    for person, name in NAMES.items():
        lead.write("ID of the person", person)
        lead.tab_to("Name of the person")
        lead.type(name)
        lead.press(Key.Key_Return)
    assert [row[0] for row in lead.cells("People")] == list(LABELS.values())
    lead.select_row("People", LABELS["wren"])
    lead.write("Languages", "en; de")
    lead.write("Expertise", "law")
    lead.write("Name of a new field", "team")
    lead.write("Value of the new field", "B")
    lead.press(Key.Key_Return)
    lead.select_row("People", LABELS["robin"])
    lead.select_row("People", LABELS["wren"])
    assert lead.find("Expertise", QLineEdit).text() == "law"
    assert lead.find("team", QLineEdit).text() == "B"


def give_work(lead: Person, folder: Path) -> None:
    assert lead.tasks() == ["9 items are not assigned"]
    lead.press(Key.Key_Return)  # the button of the task has the focus
    lead.click("Items of one group may go to different people")
    lead.write("Seed", "7")
    lead.back_tab_to("People per item (overlap)")
    lead.press(Key.Key_A, CTRL)
    lead.type("2")
    lead.press(Key.Key_Return)
    assert sum(int(row[2]) for row in lead.cells("Preview of the workload")) == 18
    lead.press(Key.Key_Space)  # “Assign” has the focus, and then “Go to bundles”
    lead.reads("18 assignments created")
    assert lead.tasks() == ["4 people have no bundle yet"]
    lead.press(Key.Key_Return)
    lead.write("Folder for the bundles", str(folder))
    lead.tab_to("Write the bundles")
    lead.press(Key.Key_Space)
    assert [row[:2] for row in lead.cells("Bundles written")] == [
        [label, "Current"] for label in LABELS.values()
    ]
    assert lead.tasks() == ["Nothing needs your attention"]


def watch_inbox(lead: Person, inbox: Path) -> None:
    lead.go_to("Merge")
    lead.choose_next(inbox)
    lead.click("Choose inbox")
    lead.reads(f"Inbox: {inbox}")


def answers_of(number: int, is_second: bool, again: bool) -> dict[str, Any]:
    """Return a person's answers to the text of a row.

    `is_second`: whether this is the second person who answers it, who may disagree
    `again`: whether the person answers it once more on another computer
    """
    differs = is_second and number in DISPUTED
    adequacy = number % 5 + 1
    if differs:
        adequacy += 1 if adequacy < 5 else -1
    if again:
        adequacy = 1 if adequacy > 1 else 2
    given: dict[str, Any] = {
        "adequacy": adequacy,
        "fluency": 2 if again else 4,
        "problem": f"{'Most' if again else 'One rule'} of text {number} is missing.",
        "handout": (number % 2 == 0) != (differs and number == DISPUTED[-1]),
        "reader": "some_people" if number % 3 else "nobody",
    }
    if not given["handout"]:
        given["faults"] = ["something_is_missing"]
        given["change"] = "The missing rule."
    return given


def keys_for(value: Any) -> str:
    """Return the keys to press for an answer."""
    if isinstance(value, bool):
        return "y" if value else "n"
    if isinstance(value, list):
        return "".join(map(keys_for, value))
    # The codes of options follow their labels; their keys are their numbers.
    return {"nobody": "1", "some_people": "2", "something_is_missing": "1"}.get(value, str(value))


def annotate(
    person: Person,
    name: str,
    bundles: Path,
    inbox: Path,
    answers: Answers,
    most: int = 99,
    again: bool = False,
) -> None:
    """Answer all items of a bundle, or the first `most`, and send the results; by keys alone.

    `again`: whether this is on another computer, with other answers
    """
    person.start()
    window = person.driver.window
    if again:
        # Records have times in whole seconds, by which the lead sees versions sorted.
        begun = int(time.time())
        person.wait(lambda: int(time.time()) > begun, "the next second")
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
    """Answer the open items, and record the answers."""
    driver = person.driver
    texts = {row["Erklärung"]: number for number, row in enumerate(rows(), 1)}
    open_ones = [one for one in driver.session.entries if not one.submitted]
    for _ in open_ones[:most]:
        entry = driver.session.entry
        panel = driver.controller.panel
        number = texts[panel.texts[0].reader.text]
        is_second = any(one == number and who != name for who, one in answers)
        given = answers[name, number] = answers_of(number, is_second, again)
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
    """Press Tab until a question has the focus."""
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
        *([f"{name}.proofdesk", "ready", LABELS[name]] for name in NAMES),
        ["wren's laptop.proofdesk", "refused", LABELS["wren"]],
    ]
    lead.click("I have compared these words with each person: accept the new keys.")
    lead.wait(lambda: {row[1] for row in lead.cells("Bundles to merge")} == {"ready"}, "ready")
    lead.click_all("I have compared these words with the person: confirm the key.")
    lead.tab_to("Merge")
    lead.press(Key.Key_Space)
    lead.reads("1 of them conflicts with an existing record; both versions are kept.")
    assert lead.tasks() == ["1 conflict to resolve"]


def let_go(lead: Person) -> list[str]:
    """Record that heron has left, and reassign the open items; return the people who got them."""
    lead.press(Key.Key_3, CTRL)
    lead.select_row("People", LABELS["heron"])
    lead.click("Has left")
    open_ = int(next(row[2] for row in lead.cells("People") if row[0] == LABELS["heron"]))
    assert open_ >= 2
    lead.reads(f"{open_} open items can be given to others.")
    assert lead.tasks() == ["1 conflict to resolve", "heron no longer takes part"]
    lead.press(Key.Key_Down)
    lead.press(Key.Key_Return)
    lead.write("Seed", "7")
    lead.back_tab_to("Preview")
    lead.press(Key.Key_Space)
    lead.reads(f"{open_} items would move.")
    lead.press(Key.Key_Space)  # “Reassign” has the focus
    lead.reads(f"{open_} items reassigned (seed 7).")
    return update_bundles(lead, ["1 conflict to resolve"])


def update_bundles(lead: Person, other: list[str]) -> list[str]:
    """Write the outdated bundles again, as the overview suggests; return the people they are for.

    `other`: the task that the overview lists first
    """
    *rest, outdated = lead.tasks()
    assert rest == other
    count = re.fullmatch(r"(\d) bundles? (?:is|are) outdated", outdated)
    assert count, outdated
    for _ in other:
        lead.press(Key.Key_Down)
    lead.press(Key.Key_Return)
    lead.click(f"Update {count[1]} outdated bundle")
    lead.reads(f"{count[1]} bundle{'' if count[1] == '1' else 's'} written.")
    written = lead.find("Details", QPlainTextEdit).toPlainText().splitlines()
    assert len(written) == int(count[1])
    assert lead.tasks() == (other or ["Nothing needs your attention"])
    return [Path(line).stem for line in written]


def resolve(lead: Person, answers: Answers) -> str:
    """Decide between wren's answers from two computers, field by field, by keys alone.

    Records the decided answers in place of both versions, and returns the name of the item.
    """
    lead.press(Key.Key_Return)  # the button of the task
    assert lead.page.section.page_title() == "Conflicts"
    lead.reads("3 fields left")
    item = str(lead.page.conflicts.side.list.currentIndex().data())
    of_item = answers["wren", int(item.removeprefix("R"))]
    of_item |= {"fluency": 2, "problem": of_item["problem"] + " And it is long."}
    lead.press(Key.Key_1)  # the version of the earlier computer
    lead.press(Key.Key_2)  # of the next field, the other one
    lead.press(Key.Key_Return, CTRL)
    assert lead.sees("Decide on the marked field first, then save.")
    lead.press(Key.Key_E)
    lead.press(Key.Key_End, CTRL)
    lead.type(" And it is long.")
    lead.press(Key.Key_Return, CTRL)  # use this answer
    lead.tab_to("Reason")
    lead.type("Both versions are half right")
    lead.press(Key.Key_Return, CTRL)  # save
    lead.reads("No conflicts")
    assert lead.sees("1 of 1 decided")
    assert lead.tasks() == ["Nothing needs your attention"]
    return item


def go_on_working(person: Person, name: str, bundles: Path, inbox: Path, answers: Answers) -> None:
    """Open the updated bundle on the same computer, answer the new items, and send all results
    again.
    """
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
    what = "1 result file is" if files == 1 else f"{files} result files are"
    lead.wait(lambda: lead.tasks() == [f"{what} ready to merge"], "the task")
    lead.press(Key.Key_Return)
    lead.wait(lambda: lead.has_focus("Merge "), "the button")
    lead.press(Key.Key_Space)
    assert lead.tasks() == ["Nothing needs your attention"]
    lead.reads("All assigned answers have arrived. Next, look at the agreement.")


def adjudicate(lead: Person, items: set[str]) -> None:
    """Decide on the items on which two people disagree; undo one decision, and correct it."""
    lead.press(Key.Key_7, CTRL)
    lead.click("Annotators disagree")
    count = len(items)
    lead.reads(f"0 of {count} decided")
    side = lead.page.conflicts.side.list
    names = {str(side.model().index(row, 0).data()) for row in range(side.model().rowCount())}
    assert names == items
    lead.tab_to("Fields and versions")
    decide_disagreement(lead, "The document says three times as much")
    lead.reads(f"1 of {count} decided")
    lead.press(Key.Key_Z, CTRL)
    lead.reads(" was undone.")
    assert lead.sees(f"0 of {count} decided")
    # The choices have come back, so that only the reason has to be corrected.
    lead.tab_to("Reason")
    lead.press(Key.Key_A, CTRL)
    lead.type("The document says more than twice as much")
    lead.press(Key.Key_Return, CTRL)
    for number in range(1, count):
        lead.reads(f"{number} of {count} decided")
        decide_disagreement(lead, "The document says more than twice as much")
    lead.reads(f"{count} of {count} decided")


def decide_disagreement(lead: Person, reason: str) -> None:
    """Choose the second person's answers, enter the reason and the confidence, and save; by keys
    alone.
    """
    assert lead.has_focus("Fields and versions")
    lead.press(Key.Key_2, SHIFT)
    lead.tab_to("Reason")
    lead.type(reason)
    lead.pick("Confidence", "High")
    lead.tab_to("Guideline gap")
    lead.press(Key.Key_Space)
    lead.press(Key.Key_Return, CTRL)


def add_items(lead: Person, file: Path) -> list[str]:
    """Import more rows with the mapping of the first ones, and assign them; return the people who
    got them.
    """
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
    assert [row[0] for row in lead.cells("Preview of the workload")] == [
        LABELS[name] for name in ("robin", "swift", "wren")
    ]
    lead.press(Key.Key_Space)
    lead.reads("6 assignments created (seed 7).")
    return update_bundles(lead, [])


def agree(lead: Person, answers: Answers) -> None:
    """Compute the agreement, and compare one figure with a separate computation."""
    lead.press(Key.Key_Return)  # “Go to Agreement” on the overview
    assert lead.page.section.page_title() == "Agreement"
    lead.press(Key.Key_Space)  # “Compute”
    lead.wait(lambda: lead.page.agreement.analysis, "figures")
    lead.settle()
    for question, distance in (("adequacy", ordinal), ("handout", nominal)):
        title = {"adequacy": "How much of the source’s meaning does the text keep?"}
        words = title.get(question, "Would you hand it out?")
        expected = alpha(units_of(answers, question), distance)
        assert 0 < expected < 1
        assert lead.sees(f"{words}: α {expected:.2f}, ")


def units_of(answers: Answers, question: str) -> list[list[Any]]:
    """Return the answers to a question as one list per item."""
    units: dict[int, list[Any]] = {}
    for (_, number), given in answers.items():
        units.setdefault(number, []).append(given[question])
    return list(units.values())


def nominal(one: Any, other: Any, counts: Mapping[Any, int]) -> float:
    return float(one != other)


def ordinal(one: int, other: int, counts: Mapping[int, int]) -> float:
    low, high = sorted((one, other))
    between = sum(counts.get(code, 0) for code in range(low, high + 1))
    return (between - (counts[low] + counts[high]) / 2) ** 2


def alpha(units: list[list[Any]], distance: Callable[..., float]) -> float:
    """Return Krippendorff's α by its definition: 1 − observed disagreement / expected
    disagreement.
    """
    values = [value for unit in units for value in unit]
    counts = Counter(values)
    observed = sum(
        distance(*pair, counts) / (len(unit) - 1)
        for unit in units
        for pair in permutations(unit, 2)
    ) / len(values)
    expected = sum(distance(*pair, counts) for pair in permutations(values, 2))
    return 1 - observed / (expected / (len(values) * (len(values) - 1)))


def publish(lead: Person, dataset: Path, final: Path) -> None:
    """Write a folder for Hugging Face with codes instead of people's names, and the final
    answers.
    """
    lead.press(Key.Key_9, CTRL)
    lead.wait(lambda: lead.page.export.export_button.isEnabled(), "a preview")
    lead.click("Hugging Face folder")
    lead.pick("License", "CC BY 4.0")
    lead.write("Citation", "Adler (2026), Clear rules")
    lead.wait(lambda: lead.page.export.export_button.isEnabled(), "a preview")
    lead.reads("No unresolved conflicts")
    assert lead.sees("Everybody agreed to the consent text")
    assert not lead.sees("an annotator’s name")
    lead.choose_next(dataset)
    lead.press(Key.Key_Return, CTRL)
    lead.reads(f"Saved 9 files in {dataset}")
    lead.click("JSONL")
    lead.click("Final answers")
    lead.pick("Kind of rows", "Answers")
    lead.wait(lambda: lead.page.export.export_button.isEnabled(), "a preview")
    lead.choose_next(final)
    lead.click("Export to folder")
    lead.reads(f"Saved 1 file in {final}")
    assert lead.tasks() == ["Nothing needs your attention"]


def check_dataset(dataset: Path, answers: Answers) -> None:
    """Check that the published files contain every answer once and nobody's name."""
    tables = {file.stem: parquet.read_table(file).to_pylist() for file in dataset.glob("data/*")}
    asked = ("adequacy", "fluency", "problem", "handout", "reader", "faults", "change")
    expected = {
        # A multiple choice with nothing ticked is an answer in forms made by the editor.
        (f"R{number:02}", name): {
            **{key: given.get(key) for key in asked},
            "faults": given.get("faults", []),
        }
        for (name, number), given in answers.items()
    }
    found = {
        (row["item"], row["annotator"]): {
            **{key: row[key] for key in asked},
            "faults": row["faults"],
        }
        for row in tables["answers"]
    }
    assert len(found) == len(tables["answers"]) == len(expected) == 24
    # Nobody but the lead knows whose code is which; those who answered the same items are the same.
    codes = {code: frozenset(item for item, who in found if who == code) for _, code in found}
    people = {frozenset(item for item, who in expected if who == name): name for name in NAMES}
    names = {code: people[items] for code, items in codes.items()}
    assert {(item, names[code]): row for (item, code), row in found.items()} == expected
    assert sorted(names.values()) == list(NAMES)
    assert len([item for item, who in expected if who == "heron"]) == 2, "partial work is there"
    assert {row["confidence"] for row in tables["adjudications"]} == {"high"}
    assert {row["guideline_gap"] for row in tables["adjudications"]} == {True}
    assert {row["state"] for row in tables["consents"]} == {"agreed"}
    assert len(tables["items"]) == 12
    assert all(row["text"] and row["model"].startswith("model-") for row in tables["items"])
    written = [str(tables), *(file.read_text("utf-8") for file in dataset.glob("*.*"))]
    secrets = [*NAMES, *NAMES.values(), "birch-13b", "geprüft"]
    assert not [one for one in secrets if any(one in text for text in written)]
    card = (dataset / "README.md").read_text("utf-8")
    assert "license: cc-by-4.0" in card
    assert "Adler (2026), Clear rules" in card
    assert "We collected 24 answers on 12 items from 4 annotators." in card
    assert "Read the **rule** first." in (dataset / "guidelines.md").read_text("utf-8")
    croissant = json.loads((dataset / "croissant.json").read_text("utf-8"))
    files = {one["contentUrl"]: one["sha256"] for one in croissant["distribution"]}
    assert set(files) >= {f"data/{name}.parquet" for name in tables}
    for name, digest in files.items():
        assert hashlib.sha256((dataset / name).read_bytes()).hexdigest() == digest


def check_final(file: Path, answers: Answers) -> None:
    """Check that the final answers are those decided, and otherwise those that everybody gave."""
    final = {row["item"]: row for row in map(json.loads, file.read_text("utf-8").splitlines())}
    assert len(final) == 12
    for number in range(1, 13):
        row = final[f"R{number:02}"]
        # Where both have answered the same, it is that; else the second person's, as decided.
        wanted = answers[max(who for who, one in answers if one == number), number]
        for question in ("adequacy", "fluency", "handout", "reader"):
            assert row[question] == wanted[question], (number, question)


def check_all(folder: Path) -> None:
    """Check the workspaces of all computers."""
    workspaces = sorted(folder.glob("*/Documents/Proofdesk/*"))
    assert len(workspaces) == 6
    for one in workspaces:
        assert "no problems" in proofdesk("check", one).out
    status = done("status", folder / "lead" / "Documents" / "Proofdesk" / "Clear rules")
    assert (status["conflicts"], status["waiting"], status["tasks"]) == (0, 0, [])
