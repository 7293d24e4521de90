"""Tests of the texts of the queue, and of moving to its search and back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.core.keys import work_key
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.methodical import PAIR, TASK, work
from tests.workspace.projects import jsonl


def make(place: Path, protocol: str, rows: list[dict[str, str]]) -> Path:
    """Return ana's workspace in a project with these items."""
    lead, own, bundle = place / "lead", place / "own", place / "ana.proofdesk"
    form = place / "form.yaml"
    form.write_text(_FORM, "utf-8")
    more = ["--form", form] if protocol == "study" else []
    done("new", lead, "--title", "x", "--protocol", protocol, *more)
    done("import", lead, jsonl(place / "i.jsonl", rows))
    done("import", lead, "--what", "background_form", "--none")
    done("people", lead, "add", "ana")
    done("assign", lead, "--overlap", 1, "--seed", 1)
    done("pack", lead, "--for", "ana", "-o", bundle)
    done("join", bundle, own)
    return own


_FORM = """\
form: 1
key: mine
version: 1
title: T
questions:
  - {key: first, type: single_choice, text: "How?", options: [{code: 1, key: 1}, {code: 2, key: 2}]}
  - {key: second, type: yes_no, text: "Is it?", options: [{code: true, key: Y}, {code: false}]}
  - {key: third, type: short_text, text: "Who?"}
  - {key: fourth, type: long_text, text: "Why?"}
"""


def test_rows_with_different_prompts_begin_with_the_prompt(driver: Driver, tmp_path: Path) -> None:
    rows = [
        {"id": "1", "prompt": "Why?", "response": "Because.", "model": "m"},
        {"id": "2", "prompt": "How?", "response": "Like this.", "model": "m"},
    ]
    driver.open(make(tmp_path, "cnr", rows))
    model = driver.controller.page.queue.model
    told = {str(model.data(model.index(row)))[5:] for row in range(model.rowCount())}
    assert told == {"Why?", "How?"}


def test_no_row_of_the_queue_is_blank(driver: Driver, tmp_path: Path) -> None:
    rows = [
        {"document": "One.", "instruction": "Say it.", "answer": "Said.", "model": "m"},
        {"document": "Two.", "instruction": " \n", "answer": "Nobody asked.", "model": "m"},
        {"document": "Three.", "instruction": "", "answer": "", "model": "m"},
    ]
    driver.open(make(tmp_path, "risum", rows))
    model = driver.controller.page.queue.model
    told = {str(model.data(model.index(row)))[5:] for row in range(model.rowCount())}
    assert told == {"Say it.", "Nobody asked.", "–"}


def test_a_session_is_known_by_its_question_not_by_the_model(
    driver: Driver, tmp_path: Path
) -> None:
    lead, own, bundle = tmp_path / "lead", tmp_path / "own", tmp_path / "ana.proofdesk"
    papers = [{"title": f"T{n}", "paragraphs": ["Gold is in paper."]} for n in range(4)]
    asked = {"id": "q", "question": "Why is it so?", "documents": papers}
    questions = jsonl(tmp_path / "q.jsonl", [asked])
    models = jsonl(tmp_path / "m.jsonl", [{"model": "lark-7b"}])
    done("new", lead, "--title", "x", "--protocol", "kiwi")
    done("import", lead, models, "--what", "models")
    done("import", lead, questions)
    done("import", lead, "--what", "background_form", "--none")
    done("people", lead, "add", "ana")
    done("assign", lead, "--overlap", 1, "--seed", 1)
    done("pack", lead, "--for", "ana", "-o", bundle)
    done("join", bundle, own)
    driver.open(own)
    model = driver.controller.page.queue.model
    (told,) = [str(model.data(model.index(row))) for row in range(model.rowCount())]
    assert "Why is it so?" in told
    assert "model-" not in told
    # An alias would tell which items have the same model.
    assert search(driver, "model-") == []
    assert search(driver, "gold pap") == ["Why is it so?"]


@pytest.mark.parametrize("question", ["first", "second", "third", "fourth"])
def test_leaving_the_search_leads_back_to_where_one_was(
    start: Callable[[], Driver], tmp_path: Path, question: str
) -> None:
    driver = start()
    driver.open(make(tmp_path, "study", [{"text": f"Text {k}"} for k in range(3)]))
    while driver.controller.panel.form_view.focused_question() != question:
        driver.press(Qt.Key.Key_Tab)
    before = QApplication.focusWidget()
    driver.press(Qt.Key.Key_L, CTRL)
    driver.type("Text")
    assert driver.controller.page.queue.search.text() == "Text"
    driver.press(Qt.Key.Key_Escape)
    driver.press(Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is before


def test_leaving_the_search_in_another_item_leads_to_its_first_question(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(make(tmp_path, "study", [{"text": f"Text {k}"} for k in range(3)]))
    form = driver.controller.panel.form_view
    while form.focused_question() != "third":
        driver.press(Qt.Key.Key_Tab)
    driver.press(Qt.Key.Key_L, CTRL)
    driver.type("003")
    driver.press(Qt.Key.Key_Return)
    driver.press(Qt.Key.Key_Return)
    assert driver.session.position == 2
    driver.press(Qt.Key.Key_L, CTRL)
    driver.press(Qt.Key.Key_Escape)
    driver.press(Qt.Key.Key_Escape)
    assert form.focused_question() == "first"
    # From then on it is remembered.
    while form.focused_question() != "second":
        driver.press(Qt.Key.Key_Tab)
    driver.press(Qt.Key.Key_L, CTRL)
    driver.press(Qt.Key.Key_Escape)
    assert form.focused_question() == "second"


def test_the_queue_says_what_is_to_be_done_where_it_has_several_sorts_of_work(
    driver: Driver, tmp_path: Path
) -> None:
    own = work(tmp_path, "validate", {"task": TASK})
    with Workspace.open(own, write=True) as workspace:
        drafts = []
        for number, (stage, content) in enumerate((("collect", {"number": 1}), ("label", PAIR)), 7):
            key = f"{number:032x}"
            item = {"protocol": "dolomites", "stage": stage, "group": key, "content": content}
            drafts.append(Draft("item", key, item, "lead", key))
            body = {"item": key, "person": "ana", "stage": stage, "order": (number - 7) * 2}
            drafts.append(Draft("assignment", work_key(key, "ana", stage), body, "lead", key))
        workspace.add(drafts)
    driver.open(own)
    model = driver.controller.page.queue.model
    rows = [model.index(row) for row in range(model.rowCount())]
    told = {str(model.data(row, Qt.ItemDataRole.AccessibleTextRole)) for row in rows}
    assert told == {
        "1, to do, Describe a task",
        f"2, to do, Validate a task, {TASK['objective']}",
        f"3, to do, Compare two outputs, {TASK['objective']}",
    }
    page = driver.controller.page.queue.list
    driver.press(Qt.Key.Key_B, CTRL)  # the page of a task begins with a narrow list
    page.grab()  # rows of three lines are painted without complaint
    assert page.sizeHintForRow(0) > page.fontMetrics().height() * 3


def test_one_sort_of_work_is_not_named_in_every_row(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path, "validate", {"task": TASK}, {"task": TASK}))
    model = driver.controller.page.queue.model
    assert [entry.work for entry in driver.session.entries] == ["", ""]
    assert model.data(model.index(0)) == f"001  {TASK['objective']}"


def test_calls_for_tasks_say_what_they_are(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path, "collect", {"number": 1, "of": 2}, {"number": 2, "of": 2}))
    model = driver.controller.page.queue.model
    rows = [model.index(row) for row in range(model.rowCount())]
    told = [str(model.data(row, Qt.ItemDataRole.AccessibleTextRole)) for row in rows]
    assert told == ["1, to do, Describe a task", "2, to do, Describe a task"]


def test_what_came_from_a_file_was_not_submitted_in_1970(driver: Driver, tmp_path: Path) -> None:
    lead, own = tmp_path / "lead", tmp_path / "own"
    done("new", lead, "--title", "x", "--protocol", "dolomites")
    done("import", lead, "--what", "background_form", "--none")
    done("people", lead, "add", "ana")
    done("import", lead, "--what", "tasks", jsonl(tmp_path / "t.jsonl", [{"id": "t", **TASK}]))
    codes = {"representativeness": "likely", "complexity": "low", "time_required": "1_4_hours"}
    codes |= {"usefulness": "yes", "workforce_impact": "unsure"}
    axes = ("anonymity", "biased_outcomes", "ethical_considerations", "accessibility")
    codes |= dict.fromkeys(axes, "no")
    texts = {f"{axis}_text": "None." for axis in (*axes, "workforce_impact")}
    row = {"task": "t", "annotator": "ana", **codes, **texts}
    done("assign", lead, "--stage", "validate", "--overlap", 1, "--seed", 1)
    done("import", lead, "--what", "validations", jsonl(tmp_path / "v.jsonl", [row]))
    done("pack", lead, "--for", "ana", "-o", tmp_path / "ana.proofdesk")
    done("join", tmp_path / "ana.proofdesk", own)
    driver.open(own)
    driver.controller.page.queue.requested.emit(0)
    assert driver.session.entry.submitted
    assert driver.controller.page.work_bar.state.text() == "Submitted earlier"


def test_the_open_item_stays_in_sight_when_the_text_grows(driver: Driver, tmp_path: Path) -> None:
    rows = [
        {"document": f"Text {n}.", "instruction": f"Say {n}.", "answer": "Said.", "model": "m"}
        for n in range(8)
    ]
    driver.open(make(tmp_path, "risum", rows))
    driver.window.resize(1280, 800)
    for _ in range(7):
        driver.press(Qt.Key.Key_Right, ALT)
    queue = driver.controller.page.queue.list
    assert queue.currentIndex().row() == 7
    driver.window.theme.set_text_scale(2.0)
    for _ in range(10):
        QApplication.processEvents()
    shown = queue.visualRect(queue.currentIndex())
    assert queue.viewport().rect().contains(shown)


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_mark_does_not_make_rows_taller(driver: Driver, tmp_path: Path, scale: float) -> None:
    driver.open(make(tmp_path, "study", [{"text": f"Text {k}"} for k in range(3)]))
    driver.window.theme.set_text_scale(scale)
    queue = driver.controller.page.queue
    if queue.is_narrow:
        driver.press(Qt.Key.Key_B, CTRL)
    height, before = queue.list.sizeHintForRow(0), queue.list.grab().toImage()
    driver.press(Qt.Key.Key_F, CTRL | SHIFT)
    driver.type("odd")
    driver.submit()
    assert driver.session.entry.mark == "flagged"
    assert queue.list.sizeHintForRow(0) == height
    # The mark is an icon, which screen readers and the tooltip name.
    index = queue.model.index(driver.session.position)
    for role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
        assert "flagged" in str(queue.model.data(index, role))
    end = queue.list.visualRect(index)
    end.setLeft(end.right() - driver.window.theme.px(24))
    assert queue.list.grab().toImage().copy(end) != before.copy(end)


def search(driver: Driver, text: str) -> list[str]:
    """Search the list by keys, and return the labels of the rows that it shows."""
    driver.press(Qt.Key.Key_L, CTRL)
    driver.type(text)
    model = driver.controller.page.queue.model
    return sorted(str(model.data(model.index(row)))[5:] for row in range(model.rowCount()))


def test_the_list_is_searched_by_words_of_all_texts(driver: Driver, tmp_path: Path) -> None:
    long = "Words of an answer that is cut off. " * 4
    rows = [
        {"document": "A LOAN of books.", "instruction": "Alpha", "answer": "x", "model": "lark"},
        {
            "document": "A LOAN of books.",
            "instruction": "Beta",
            "answer": "y 2019",
            "model": "lark",
        },
        {"document": "Nothing.", "instruction": "Gamma", "answer": f"{long} Zebra.", "model": "m"},
    ]
    driver.open(make(tmp_path, "risum", rows))
    assert search(driver, "loan") == ["Alpha", "Beta"]
    assert search(driver, "book loan") == ["Alpha", "Beta"]
    # One word in the label, the other one in the document.
    assert search(driver, "beta loan") == ["Beta"]
    assert search(driver, "zeb") == ["Gamma"]
    assert search(driver, "loan zebra") == []
    driver.press(Qt.Key.Key_Escape)
    assert len(search(driver, "00")) == 3
    assert len(search(driver, "1")) == 1
    assert search(driver, "2019") == ["Beta"]
    # Nobody could see why an item is found by the key of its document.
    content = driver.session.items.texts(driver.session.entry)[0]
    assert search(driver, str(content["document"])) == []
    tip = driver.controller.page.queue.search.toolTip()
    assert tip == "Search by number or words of the texts (Ctrl+L)"
