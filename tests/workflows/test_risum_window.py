"""Tests of the whole of riSum in the window alone: from 40 documents to the paper's tables."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot
from scipy.stats import kendalltau, pearsonr
from sklearn.metrics import roc_auc_score

from tests.llm import server as say
from tests.llm.reading import number_of, shown
from tests.llm.server import ModelServer
from tests.ui.conftest import ALT, CTRL, SHIFT, qtbot
from tests.workflows.person_at_window import Person

__all__ = ["qtbot"]

Key = Qt.Key
FONT = Qt.ItemDataRole.FontRole
WRITERS, JUDGE = ("elk", "owl"), "judge-9b"
# The number of sentences that each model writes.
LENGTHS = {"birch": 1, "cedar": 2, "fir": 3, "elk": 2}
ANSWERERS = ("birch", "cedar", "fir")
ANNOTATOR, OTHERS = "ana", ("ben", "cem")
# The rows of table 4 in the window.
TITLES = [
    *("ROUGE-1", "ROUGE-2", "ROUGE-avg", "ROUGE-Lsum", "Number of sentences", "Number of words"),
    *(f"{JUDGE} choice", f"{JUDGE} discussion", f"{JUDGE} self-agreement, samples 3"),
]


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def documents(data: Path, folder: Path) -> Path:
    """Write 24 news articles and the beginnings of 16 stories as text files."""
    articles = dict.fromkeys(row["document"] for row in rows_of(data / "newsroom_items.jsonl"))
    stories = {
        one["title"]: "\n\n".join(one["paragraphs"])
        for row in rows_of(data / "story_questions.jsonl")
        for one in row["documents"]
    }
    for source, texts in (
        ("news", list(articles)[:24]),
        ("stories", [" ".join(text.split()[:240]) for text in list(stories.values())[:16]]),
    ):
        (folder / source).mkdir(parents=True)
        for number, text in enumerate(texts, 1):
            (folder / source / f"{number:02}.txt").write_text(text, "utf-8")
    return folder


def reply(asked: say.Asked) -> say.Answer:
    """Answer as the model that was asked, from the texts in the prompt alone."""
    document = shown(asked, "document")
    if "<instruction>" not in asked.text:
        words = ("one sentence", "two sentences", "a list")
        return say.data({"instructions": [f"Tell it in {one} to {asked.model}s." for one in words]})
    if "<answer>" not in asked.text:
        sentences = re.split(r"(?<=[.!?])\s+", document)
        first = number_of(shown(asked, "instruction"), 3)
        return say.text(" ".join(sentences[first : first + LENGTHS[asked.model]]))
    answer = shown(asked, "answer")
    if asked.form is None:
        high = (1 + number_of(answer, 8)) / 10
        if "Yes or No?" in asked.text:
            return say.Answer("Yes", chances={"Yes": high, "No": 0.9 - high})
        return say.Answer("4", chances={"4": high, "2": 0.9 - high})
    value = 1 + number_of(answer + str(asked.body.get("seed")), 5)
    reason = {"reason": "It says so."} if "reason" in asked.form["properties"] else {}
    return say.data({**reason, "value": value})


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


def test_from_forty_documents_to_table_4(
    at_window: Callable[[str], Person],
    tmp_path: Path,
    data_folder: Path,
    model_server: ModelServer,
) -> None:
    model_server.when(reply)
    texts = documents(data_folder, tmp_path / "texts")
    lead = at_window("lead")
    lead.start()
    make_project(lead, texts)
    connect(lead, model_server)
    for writer in WRITERS:
        run(lead, "Draft instructions for documents", writer, 10, **{"Documents per source": "5"})
    add_people(lead)
    ana = at_window(ANNOTATOR)
    compare_instructions(lead, ana, tmp_path)
    for model in ANSWERERS:
        run(lead, "Answer instructions", model, 30)
    run(lead, "Write reference answers", "elk", 30)
    rate_by_people(lead, ana, tmp_path)
    run(lead, "Rate by token probabilities", JUDGE, 180)
    run(lead, "Rate repeatedly", JUDGE, 90, Samples="3")
    run(lead, "Rate in a discussion", JUDGE, 90, Runs="1")
    compute_metrics(lead)
    analyse(lead, tmp_path / "out")
    check_calls(model_server)
    check_table(lead, tmp_path)


def make_project(lead: Person, texts: Path) -> None:
    lead.press(Key.Key_N, CTRL)
    lead.type("Ten documents")
    lead.tab_to("riSum: does the answer follow the instruction?")
    lead.press(Key.Key_Space)
    lead.tab_to("Create project")
    lead.press(Key.Key_Space)
    lead.wait(lambda: lead.driver.window.workplace.project)
    lead.settle()
    lead.pick("Contents of the imported file", "Folder of documents")
    lead.choose_next(texts)
    lead.click("Import…")
    lead.reads("40 new documents.")


def connect(lead: Person, server: ModelServer) -> None:
    lead.go_to("Overview")
    lead.reads("40 documents, no items yet")
    lead.go_to("Items")
    lead.reads("40 documents, no items yet")
    lead.click("Go to Model runs")
    assert lead.page.section.page_title() == "Model runs"
    lead.click("Connections…")
    for name in (*WRITERS, *ANSWERERS, JUDGE):
        server.models.append(name)
        lead.click("Create a connection" if name == WRITERS[0] else "New connection")
        lead.pick("Server type", "Another server")
        lead.write("Name of the connection", name)
        lead.write("Address", server.url)
        lead.write("Model", name)
        lead.click("Save")
        lead.reads("Saved. Test the connection to see what works.")
    lead.click("Back")


def run(lead: Person, job: str, model: str, units: int, **options: str) -> None:
    """Estimate a job, and start it by the keys that the page offers next."""
    lead.go_to("Model runs")
    lead.pick("Job", job)
    lead.pick("Connection", model)
    for name, value in options.items():
        lead.write(name, value)
    lead.click("Estimate")
    lead.reads("Token counts are estimates")
    lead.press(Key.Key_Space)  # “Start” has the focus
    lead.reads(f"{units} of {units} done.")


def add_people(lead: Person) -> None:
    lead.go_to("People")
    lead.write("ID of the person", ANNOTATOR)
    lead.press(Key.Key_Return)


def give(lead: Person, stage: str, count: int, folder: Path) -> Path:
    """Assign the items of a stage to the annotator; return the bundle."""
    lead.go_to("Assignments")
    lead.pick("Stage", stage)
    lead.write("People per item (overlap)", "1")
    lead.write("Seed", "7")
    lead.click("Preview")
    lead.click("Assign")
    lead.reads(f"{count} assignments created (seed 7).")
    lead.go_to("Bundles")
    lead.write("Folder for the bundles", str(folder))
    lead.click("Write the bundles")
    return next(folder.glob(f"{ANNOTATOR}*"))


KINDS = {
    "instruction_sets": "Instructions by models",
    "items": "Items to judge",
    "answers": "Answers of annotators",
    "metric_ratings": "Ratings by metrics",
}


def exported(lead: Person, what: str, folder: Path) -> list[dict[str, Any]]:
    """Export rows of a kind with the names of models to a new folder, and read them."""
    folder = folder / f"export {len(list(folder.iterdir()))}"
    folder.mkdir()
    lead.go_to("Export")
    lead.wait(lead.page.export.export_button.isEnabled, "a preview")
    lead.click("JSONL")
    lead.pick("Kind of rows", KINDS[what])
    if not lead.page.export.reveal.isChecked():
        lead.click("Reveal models")
    lead.wait(lead.page.export.export_button.isEnabled, "a preview")
    lead.choose_next(folder)
    lead.click("Export to folder")
    lead.reads(f"Saved 1 file in {folder}")
    return rows_of(folder / f"{what}.jsonl")


def import_rows(lead: Person, kind: str, rows: list[dict[str, Any]], folder: Path) -> None:
    file = folder / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    lead.go_to("Items")
    lead.pick("Contents of the imported file", kind)
    lead.choose_next(file)
    lead.click("Import…")
    lead.wait(lambda: lead.value_of("ready to import") == str(len(rows)), "rows that are ready")
    lead.press(Key.Key_Return, CTRL)
    lead.reads(f"Read {len(rows)} rows. {len(rows)} new records.")


def open_bundle(person: Person, bundle: Path) -> None:
    person.start()
    window = person.driver.window
    person.choose_next(bundle)
    person.press(Key.Key_O, CTRL)
    person.wait(lambda: window.join_page.begin.hasFocus() or window.workplace.opened, "the bundle")
    if not window.workplace.opened:
        person.press(Key.Key_Space)
        person.wait(lambda: window.workplace.opened, "the work")
    elif person.driver.session.entry.submitted:
        person.press(Key.Key_Right, CTRL | ALT)  # to the next open item


def send(person: Person, file: Path) -> None:
    person.choose_next(file)
    with person.driver.qtbot.waitSignal(person.driver.window.results_sent):
        person.driver.press(Key.Key_S, CTRL | SHIFT)
    person.stop()


def merge(lead: Person, results: Path, count: int) -> None:
    lead.start()
    lead.click("Open Ten documents")
    lead.wait(lambda: lead.driver.window.workplace.project, "the project")
    lead.go_to("Merge")
    lead.choose_next(results)
    lead.click("Choose bundles")
    lead.wait(lambda: lead.has_focus("Merge "), "the button")
    lead.press(Key.Key_Space)
    lead.reads("Merged ")
    assert lead.sees(f"{count} of {count} assignments are done.")


def compare_instructions(lead: Person, person: Person, folder: Path) -> None:
    bundle = give(lead, "Compare instructions", 10, folder / "sent")
    sets = exported(lead, "instruction_sets", folder)
    check_sample(sets)
    lead.stop()
    open_bundle(person, bundle)
    person.type("1")  # knows English as a native speaker
    person.press(Key.Key_Return, CTRL)
    for _ in range(10):
        for pane in person.driver.controller.panel.sets.panes:
            if pane.isVisible():
                person.type("1" if "elks" in pane.reader.text else "3")
        person.driver.submit()
    send(person, folder / "compared.proofdesk")
    merge(lead, folder / "compared.proofdesk", 10)
    votes = [
        {**{key: row[key] for key in ("document", "model", "instructions")}, "evaluator": who,
         "verdict": "good" if row["model"] == "elk" or who == "cem" else "neutral"}
        for row in sets
        for who in OTHERS
    ]  # fmt: skip
    import_rows(lead, "Votes on instructions", votes, folder)


def rate_by_people(lead: Person, person: Person, folder: Path) -> None:
    bundle = give(lead, "Rating", 90, folder / "sent")
    items = exported(lead, "items", folder)
    lead.stop()
    open_bundle(person, bundle)
    for _ in range(90):
        panel = person.driver.controller.panel
        rating = 1 + number_of(panel.answer_pane.text, 5)
        person.type("y" if rating > 2 else "n")
        person.type(str(rating))
        person.driver.submit()
    send(person, folder / "rated.proofdesk")
    merge(lead, folder / "rated.proofdesk", 100)
    answers = [
        {"item": one["id"], "annotator": who, "rating": 1 + number_of(one["answer"] + who, 5),
         "follows": number_of(one["answer"] + who, 5) > 1}
        for one in items
        for who in OTHERS
    ]  # fmt: skip
    import_rows(lead, "Answers of annotators", answers, folder)


def compute_metrics(lead: Person) -> None:
    lead.go_to("Model runs")
    lead.pick("Job", "Compute metrics (no model)")
    lead.click("Start")
    lead.reads("90 of 90 texts rated.")
    lead.reads("ROUGE-1: 90 new or changed")


def analyse(lead: Person, folder: Path) -> None:
    """Look at all tables and figures, and save them in all formats."""
    folder.mkdir()
    lead.go_to("Agreement")
    lead.click("Compute")
    lead.wait(lambda: lead.page.agreement.analysis, "figures")
    lead.settle()
    box = lead.page.agreement.list
    for n in range(box.count()):
        lead.tab_to(box)
        lead.pick(box, box.itemText(n))
    lead.pick(box, "Table 4 of the paper")
    shown = {row[1]: row for row in lead.cells("Agreement of automatic ratings with people")}
    assert list(shown) == TITLES
    assert all(
        re.fullmatch(r"0\.\d{3} ± 0\.\d{3}|\d+", cell) for row in shown.values() for cell in row[2:]
    )
    check_bold(lead)
    assert [row[0] for row in shown.values()].count("Methods with references") == 4
    lead.click("Save in the paper’s layout, too")
    for button, formats in (
        ("Save tables…", ("CSV, all digits", "Markdown", "LaTeX")),
        ("Save figures…", ("SVG", "PDF", "PNG")),
    ):
        for entry in formats:
            lead.choose_next(folder)
            lead.pick_from_menu(button, entry)
            lead.reads("Saved ")
    for number in ("1", "2", "3a", "3b", "4", "5", "6"):
        for suffix in ("csv", "md", "tex"):
            assert (folder / f"paper-table-{number}.{suffix}").stat().st_size
    figures = {path.stem for path in folder.glob("*.svg")}
    assert "models-rating" in figures
    assert figures == {path.stem for path in folder.glob("*.pdf")}
    assert figures == {path.stem for path in folder.glob("*.png")}


def check_bold(lead: Person) -> None:
    """Check that the best value of each column is bold."""
    model = lead.find("Agreement of automatic ratings with people", QTableView).model()
    columns = range(model.columnCount())
    # Beside each figure is the number of its items.
    figures = [one for one in columns if "±" in str(model.index(0, one).data())]
    for column, best in zip(figures, (max, min, min), strict=True):
        cells = [model.index(row, column) for row in range(model.rowCount())]
        bold = [one.data() for one in cells if (font := one.data(FONT)) and font.bold()]
        assert best(one.data() for one in cells) in bold


def check_sample(sets: list[dict[str, Any]]) -> None:
    """Check that both models wrote instructions for the same ten documents of the right length."""
    drawn = {row["document"]: row["source"] for row in sets}
    assert Counter((row["document"], row["model"]) for row in sets) == {
        (document, model): 1 for document in drawn for model in WRITERS
    }
    assert Counter(drawn.values()) == {"news": 5, "stories": 5}
    assert all(100 <= len(document.split()) <= 500 for document in drawn)


def check_calls(server: ModelServer) -> None:
    """Check that nothing was asked twice."""
    assert Counter(one.model for one in server.asked) == {
        "elk": 10 + 30,  # instructions, references
        "owl": 10,
        **dict.fromkeys(ANSWERERS, 30),
        # Two questions, three samples, and three assessors who agree in the first round.
        JUDGE: 90 * (2 + 3 + 3),
    }


def check_table(lead: Person, folder: Path) -> None:
    """Compute table 4 from the exported rows with other programs."""
    items = {row["id"]: row for row in exported(lead, "items", folder)}
    groups = [items[key]["document"] + items[key]["instruction"] for key in items]
    people: dict[str, list[dict[str, Any]]] = {key: [] for key in items}
    for row in exported(lead, "answers", folder):
        people[row["item"]].append(row)
    follows = [mean(row["follows"] for row in rows) > 0.5 for rows in people.values()]
    human = [mean(row["rating"] for row in rows) for rows in people.values()]
    values: dict[str, dict[str, dict[str, float]]] = {}
    for row in exported(lead, "metric_ratings", folder):
        of_method = values.setdefault(row["method"], {})
        of_method.setdefault(row["question"], {})[row["item"]] = row["value"]
    with (folder / "out" / "paper-table-4.csv").open(encoding="utf-8", newline="") as file:
        table = {row["method"]: row for row in csv.DictReader(file)}
    assert set(table) == set(values)
    assert len(table) == 9
    for method, found in table.items():
        by_question = values[method]
        of = {
            question: [by_question.get(question, by_question["rating"])[key] for key in items]
            for question in ("follows", "rating")
        }
        assert float(found["auc_roc"]) == pytest.approx(roc_auc_score(follows, of["follows"]))
        r = pearsonr(human, of["rating"]).statistic
        assert float(found["pearson_distance"]) == pytest.approx(1 - abs(r))
        distances = []
        for group in dict.fromkeys(groups):
            places = [n for n, one in enumerate(groups) if one == group]
            rated = [human[n] for n in places]
            if len(set(rated)) > 1:  # τ needs different ratings by people
                tau = kendalltau(rated, [of["rating"][n] for n in places]).statistic
                distances.append((1 - tau) / 2 if tau == tau else 0.5)
        assert float(found["tau_distance"]) == pytest.approx(mean(distances))
