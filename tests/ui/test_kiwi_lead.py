"""Tests of preparing questions of kiwi by keys: decisions about models' texts, papers, the form."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from desktop_app.settings import Settings, save_settings
from tests.cli.command import digest, done
from tests.llm.conftest import connection_to
from tests.llm.server import MODEL, ModelServer, text
from tests.plugins.kiwi_rows import papers, question, session, turn
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_import_kinds import choose_kind
from tests.ui.test_lead import Lead, column, listed, questions, summary
from tests.workflows.kiwi_project import given
from tests.workspace.projects import jsonl

Key = Qt.Key
DRAFTED = [
    {"id": "d1", "question": "How do bridges of wood last?", "answerable": "yes"},
    {"id": "d2", "question": "What do the authors build?", "filtered": "anchored"},
    {"id": "d3", "question": "How do the bridges of wood last?", "answerable": "yes"},
    {"id": "d4", "question": "Why do rivers bend?", "answerable": "partially"},
]


def rows_of(folder: Path, what: str) -> list[dict[str, Any]]:
    out = folder.parent / f"{what}-out.jsonl"
    done("export", folder, "--what", what, "--format", "jsonl", "--output", out)
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]


def project(folder: Path) -> Path:
    """A project with a question whose first answer a model wrote, and four drafted questions."""
    lead = folder / "lead"
    done("new", lead, "--title", "Bridges", "--protocol", "kiwi")
    for one in ("ana", "ben"):
        done("people", lead, "add", one)

    def take(what: str, rows: list[dict[str, Any]]) -> None:
        done("import", lead, jsonl(folder / f"{what}.jsonl", rows), "--what", what)

    take("items", [question("q1")])
    answer = "Bridges stand [0] and fall [7]."
    made = {"item": "q1", "answer": answer, "call": "c1", "query": "q1", "retriever": "bm25"}
    take("initials", [{**made, "passages": [{"paper": 0, "paragraph": 1}]}])
    linked = papers("wood", many=5)
    take("papers", [{**one, "id": f"p{n}"} for n, one in enumerate(linked)])
    told = {"id": "g1", "text": "Bridges of wood were studied.", "track": "Bridges"}
    take("paragraphs", [{**told, "papers": [f"p{n}" for n in range(5)]}])
    take("drafted", [{**one, "paragraph": "g1"} for one in DRAFTED])
    return lead


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Lead:
    made = Lead(driver, monkeypatch)
    made.open(project(tmp_path))
    made.step("submissions")
    return made


def go_to_row(lead: Lead, title: str) -> None:
    table = lead.page.submissions.table
    lead.tab_to(table)
    lead.press(Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    for _ in range(table.rows.rowCount()):
        if table.rows.row(table.currentIndex()).title == title:
            return
        lead.press(Key.Key_Down)
    raise AssertionError(f"{title} is not listed")


def press_button(lead: Lead, name: str) -> None:
    lead.tab_to(getattr(lead.page.submissions, name))
    lead.press(Key.Key_Space)


def bring(lead: Lead, word: str, *paths: Path) -> str:
    lead.tab_to(lead.page.items.kind)
    lead.press(Key.Key_Home)
    choose_kind(lead, word)
    lead.choose(*paths)
    lead.tab_to(lead.page.items.import_button)
    lead.press(Key.Key_Space)
    lead.import_shown()
    return lead.page.items.outcome.text.text()


def test_what_models_wrote_is_listed_with_what_filters_dropped(lead: Lead) -> None:
    section = lead.page.submissions
    assert section.table.hasFocus()
    listed = zip(column(section.table, "Question"), column(section.table, "Status"), strict=True)
    states = dict(listed)
    assert states == {
        "What is known about q1?": "Pending",
        DRAFTED[0]["question"]: "Pending",
        DRAFTED[2]["question"]: "Pending",
        DRAFTED[1]["question"]: "Dropped by a filter",
        DRAFTED[3]["question"]: "Dropped by a filter",
    }
    assert set(column(section.table, "Kind")) == {"First answer", "Drafted question"}
    assert summary(lead.page, "submissions").startswith("3 ")
    assert not section.asking.isVisible()  # nobody is asked to submit questions
    go_to_row(lead, DRAFTED[0]["question"])
    told = section.notes.text()
    assert DRAFTED[2]["question"] in told
    assert "can stand alone" in told
    assert "makes sense" in told
    assert "not too narrow" in told
    go_to_row(lead, DRAFTED[3]["question"])
    assert "only partly" in section.notes.text()
    go_to_row(lead, "What is known about q1?")
    assert "[7]" in section.notes.text()


def test_a_first_answer_is_read_and_released_and_its_question_given_out(lead: Lead) -> None:
    go_to_row(lead, "What is known about q1?")
    lead.press(Key.Key_Return)
    page = lead.page
    lead.driver.qtbot.waitUntil(page.preview.isVisible)
    panel = page.preview.panel
    assert panel.answers()["initial"]["answer"] == "Bridges stand [0] and fall [7]."
    assert "written by a model" in page.preview.words.text()
    page.preview.title.setText("What is known about bridges that nobody has looked at since 1850?")
    lead.driver.window.resize(1280, 800)
    lead.driver.window.theme.set_text_scale(2.0)
    title = page.preview.title  # it has room, and not the note beside it
    lead.driver.qtbot.waitUntil(lambda: title.width() > 600)
    lead.driver.window.theme.set_text_scale(1.0)
    lead.press(Key.Key_Escape)
    assert not page.preview.isVisible()
    press_button(lead, "accept_button")
    folder = page.desk.folder
    lead.driver.window.close()
    assert [one["decision"] for one in rows_of(folder, "checks")] == ["release"]
    done("assign", folder, "--overlap", 1, "--seed", 1)
    assert done("status", folder)["assignments"] == 1


def test_a_dropped_first_answer_goes_to_nobody(lead: Lead) -> None:
    go_to_row(lead, "What is known about q1?")
    lead.tab_to(lead.page.submissions.reason)
    lead.type("It cites what is not there.")
    press_button(lead, "reject_button")
    folder = lead.page.desk.folder
    lead.driver.window.close()
    row = rows_of(folder, "checks")[0]
    assert (row["decision"], row["reason"]) == ("drop", "It cites what is not there.")
    done("assign", folder, "--overlap", 1, "--seed", 1)
    assert done("status", folder)["assignments"] == 0


def test_an_accepted_drafted_question_becomes_an_item(lead: Lead) -> None:
    title = DRAFTED[0]["question"]
    go_to_row(lead, title)
    lead.press(Key.Key_Return)
    lead.driver.qtbot.waitUntil(lead.page.preview.isVisible)
    shown = lead.page.preview.panel.instruction
    assert lead.page.preview.panel.step().primary == ""  # nobody asks a model here
    assert "No first answer" in shown.status.text()
    lead.press(Key.Key_Escape)
    before = {one.name for one in lead.page.desk.overview.items}
    press_button(lead, "accept_button")
    assert {one.name for one in lead.page.desk.overview.items} - before == {"d1"}
    go_to_row(lead, DRAFTED[2]["question"])
    press_button(lead, "reject_button")  # nobody asks why: a model wrote it
    folder = lead.page.desk.folder
    lead.driver.window.close()
    decided = {row["drafted"]: row["decision"] for row in rows_of(folder, "decisions")}
    assert decided == {"d1": "accept", "d3": "reject"}


def test_the_palette_finds_what_has_a_button_alone(lead: Lead) -> None:
    lead.driver.press(Key.Key_K, CTRL)
    lead.type("new question")
    lead.press(Key.Key_Return)
    lead.driver.qtbot.waitUntil(lambda: lead.page.body.currentWidget() is not lead.page.steps)
    form = lead.page.body.currentWidget()
    assert form.question.hasFocus()
    lead.press(Key.Key_Escape)
    lead.driver.press(Key.Key_K, CTRL)
    lead.type("read the selected")
    lead.press(Key.Key_Return)
    lead.driver.qtbot.waitUntil(lead.page.preview.isVisible)
    assert lead.page.section is lead.page.submissions
    lead.press(Key.Key_Escape)
    window = lead.driver.window
    before = {action.text() for _, action in window.commands.all() if action.isEnabled()}
    assert "Request tasks" not in before, "nobody hands in questions"
    lead.driver.press(Key.Key_W, CTRL)
    after = {action.text() for _, action in window.commands.all() if action.isEnabled()}
    assert "New question…" in before - after


def test_papers_are_brought_as_files_and_as_s2orc_in_the_window(lead: Lead, tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    for name in ("rain", "snow"):
        (library / f"{name}.txt").write_text(f"{name} falls on bridges. " * 5, "utf-8")
    (library / "nothing.txt").write_bytes(b"\n")
    lead.step("items")
    section = lead.page.items
    said = bring(lead, "Papers as files", library / "rain.txt", library / "nothing.txt")
    assert "1 new document." in said
    assert "1 document could not be read." in said
    assert "nothing.txt" in section.outcome.list.toPlainText()
    assert "1 new document." in bring(lead, "A folder of papers", library)
    row = {"paper_id": "77", "title": "Of hail", "body_text": [{"text": "Hail falls."}]}
    said = bring(lead, "Papers from S2ORC", jsonl(tmp_path / "s2orc.jsonl", [row]))
    assert "Read 1 row." in said
    dropped = tmp_path / "hoar.md"
    dropped.write_text("# Hoar\n\nHoar lies on bridges.", "utf-8")
    lead.drop(dropped)
    assert "1 new document." in section.outcome.text.text()
    folder = lead.page.desk.folder
    lead.driver.window.close()
    there = {row["id"] for row in rows_of(folder, "papers")}
    assert there >= {"rain", "snow", "77", "hoar"}


def test_papers_dropped_together_with_rows_are_offered(lead: Lead, tmp_path: Path) -> None:
    rows = jsonl(tmp_path / "more.jsonl", [question("q2")])
    paper = tmp_path / "hoar.md"
    paper.write_text("# Hoar\n\nHoar lies on bridges.", "utf-8")
    lead.step("items")
    lead.drop(rows, paper)
    lead.import_shown()
    outcome = lead.page.items.outcome.text
    assert "Read 1 row." in outcome.text()
    assert lead.notice.startswith("1 file with texts not imported yet.")
    lead.driver.window.notice_bar.action_button.click()
    lead.settle()
    assert outcome.text() == "1 new document."
    assert not lead.notice


# What models are asked


def run_first_answers(lead: Lead) -> str:
    """Estimate and run the job by keys; return its report."""
    lead.step("runs")
    runs = lead.page.runs
    lead.tab_to(runs.choices.job)
    while "first answers" not in runs.choices.job.currentText():
        lead.press(Key.Key_Down)
    lead.tab_to(runs.estimate_button)
    lead.press(Key.Key_Space)
    estimated = runs.figures.notes.text()
    lead.tab_to(runs.run_button)
    lead.press(Key.Key_Space)
    said = runs.outcome
    return "\n".join((estimated, said.text.text(), said.list.toPlainText()))


def test_a_run_leads_to_what_is_to_be_decided_and_says_when_it_was_not_the_model_meant(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, model_server: ModelServer
) -> None:
    folder = tmp_path / "lead"
    done("new", folder, "--title", "Bridges", "--protocol", "kiwi")
    for what, rows in (("models", [{"model": "other"}]), ("items", [question("q1")])):
        done("import", folder, jsonl(tmp_path / f"{what}.jsonl", rows), "--what", what)
    model_server.otherwise(text("Bridges stand [0]."))
    save_settings(Settings(connections={"lab": connection_to(model_server)}))
    driver.window.servers.reload()
    made = Lead(driver, monkeypatch)
    made.open(folder)
    told = run_first_answers(made)
    assert told.count("Check that you chose") == 2  # before, and after
    runs = made.page.runs
    option = runs.choices.options.controls["model"]
    made.tab_to(option)
    made.type("other")
    assert "look whether" not in run_first_answers(made)
    assert runs.outcome.again.hasFocus()
    made.press(Key.Key_Space)
    assert made.page.submissions.table.hasFocus()
    assert summary(made.page, "submissions") == "1 pending"


def test_a_run_says_how_many_items_it_brought_nothing_for(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, model_server: ModelServer
) -> None:
    folder = tmp_path / "lead"
    done("new", folder, "--title", "Bridges", "--protocol", "kiwi")
    for what, rows in (
        ("models", [{"model": "other"}, {"model": MODEL}]),
        ("items", [question("q1"), question("q2")]),
    ):
        done("import", folder, jsonl(tmp_path / f"{what}.jsonl", rows), "--what", what)
    model_server.otherwise(text("Bridges stand [0]."))
    save_settings(Settings(connections={"lab": connection_to(model_server)}))
    driver.window.servers.reload()
    made = Lead(driver, monkeypatch)
    made.open(folder)
    assert "4 of 4 done. 2 of them added nothing new." in run_first_answers(made)


# Who gets what, and the figures


def test_people_are_asked_about_themselves_before_anything_is_assigned(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "lead"
    done("new", folder, "--title", "Bridges", "--protocol", "kiwi")
    made = Lead(driver, monkeypatch)
    made.open(folder)
    made.step("bundles")
    section = made.page.bundles
    assert section.empty.isVisible()  # nobody is there to be asked
    for person in ("ana", "ben"):
        add_person(made, person)
    made.step("bundles")
    assert section.first.isVisible()
    made.tab_to(section.pack_button)
    made.press(Key.Key_Space)
    written = {person: folder / "bundles" / f"{person}.proofdesk" for person in ("ana", "ben")}
    assert all(bundle.is_file() for bundle in written.values())
    driver.window.close()
    done("join", written["ana"], tmp_path / "ana")
    driver.window.show()
    driver.open(tmp_path / "ana")
    asking = driver.window.workplace.asking
    assert asking is not None
    assert "topics" in {one.key for one in asking.page.form_view.form.questions}
    driver.press(Key.Key_Return, CTRL)
    words = [one.text() for one in driver.controller.page.done_page.findChildren(QLabel)]
    assert words[0] == "No items for you yet"
    with driver.qtbot.waitSignal(driver.window.results_sent):
        driver.window.send_results_to(tmp_path / "ana-results.proofdesk")
    assert (tmp_path / "ana-results.proofdesk").is_file()


def add_person(lead: Lead, person: str) -> None:
    """Add a person to the project."""
    lead.step("people")
    lead.tab_to(lead.page.people.id)
    lead.type(person)
    lead.press(Key.Key_Return)


def test_sessions_of_one_person_each_are_no_reason_to_call_figures_too_little(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = project(tmp_path)
    row = session("q1", "ana")
    done("import", folder, jsonl(tmp_path / "s.jsonl", [row]), "--what", "sessions")
    made = Lead(driver, monkeypatch)
    made.open(folder)
    made.step("agreement")
    section = made.page.agreement
    assert summary(made.page, "agreement") == "1 answer"
    assert "two" not in section.ready.words.text()
    made.press(Key.Key_Space)
    driver.qtbot.waitUntil(lambda: section.analysis is not None)
    assert section.state.text() == "You see names. Copies and saved files contain aliases."


def test_answers_in_conflict_alone_are_no_empty_table(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "lead"
    done("new", folder, "--title", "Bridges", "--protocol", "kiwi")
    done("import", folder, jsonl(tmp_path / "q.jsonl", [question("q1")]), "--what", "items")
    first = {"item": "q1", "answer": "Bridges stand [0]."}
    done("import", folder, jsonl(tmp_path / "i.jsonl", [first]), "--what", "initials")
    done("people", folder, "add", "ana")
    done("assign", folder, "--overlap", 1, "--seed", 1)
    bundle = tmp_path / "ana.proofdesk"
    done("pack", folder, "--for", "ana", "-o", bundle)
    done("join", bundle, tmp_path / "ana")
    shutil.copytree(tmp_path / "ana", tmp_path / "laptop")
    for place, rating in (("ana", "good"), ("laptop", "bad")):
        own = tmp_path / place
        row = {"item": "q1", "initial_answer": first["answer"], "end": "ready"}
        row["turns"] = [turn(rating=rating)]
        row["item"] = next(iter(given(own, "ana", "session")))
        file = jsonl(tmp_path / f"{place}.jsonl", [row])
        done("annotate", own, "--from", file, "--stage", "session")
        done("pack", own, "--results", "-o", tmp_path / f"{place}-results.proofdesk")
        done("merge", folder, tmp_path / f"{place}-results.proofdesk")
    made = Lead(driver, monkeypatch)
    made.open(folder)
    made.step("agreement")
    section = made.page.agreement
    made.press(Key.Key_Space)
    driver.qtbot.waitUntil(lambda: section.analysis is not None)
    assert "Conflicting" in section.state.text()
    assert not section.table.isVisible()
    assert not section.save_report.isVisible()
    assert section.compute_button.hasFocus()


def test_questions_stand_before_what_follows_from_sessions_and_are_found_by_their_words(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "lead"
    done("new", folder, "--title", "Bridges", "--protocol", "kiwi")
    for what, rows in (
        ("items", [question("z9", question="Why do\nbridges hum?"), question("z10")]),
        ("sessions", [session("z9", "ana")]),
    ):
        done("import", folder, jsonl(tmp_path / f"{what}.jsonl", rows), "--what", what)
    made = Lead(driver, monkeypatch)
    made.open(folder)
    made.step("items")
    page = made.page
    asked = dict(zip(listed(page), questions(page), strict=True))
    assert next(iter(asked)) == "z9"
    assert asked["z9"] == "Why do bridges hum?"
    assert asked["z10"] == "What is known about z10?"
    stages = [one.line.stage for one in page.items.list.rows.entries]
    assert stages == sorted(
        stages, key=["Revise with a model", "Rate turns again", "Label turns"].index
    )
    made.type("hum")
    made.press(Key.Key_Return)
    assert set(questions(page)) == {"Why do bridges hum?"}
    assert len(listed(page)) > 1  # its turns, too


# The form for a question


@pytest.fixture
def form(lead: Lead) -> Any:
    return open_form(lead)


def open_form(lead: Lead) -> Any:
    """Open the form for a question by keys."""
    lead.step("items")
    button = lead.page.items.prepare_buttons["kiwi"]
    lead.tab_to(button)
    lead.press(Key.Key_Space)
    page = lead.page.body.currentWidget()
    assert type(page).__name__ == "QuestionPage"
    assert page.question.hasFocus()
    return page


def link(lead: Lead, form: Any, *words: str) -> None:
    """Search for each paper by typing, and link the first result."""
    for word in words:
        lead.tab_to(form.papers.search)
        lead.press(Key.Key_A, CTRL)
        lead.type(word)
        lead.press(Key.Key_Return)
    lead.press(Key.Key_A, CTRL)
    lead.press(Key.Key_Delete)


def save(lead: Lead, form: Any) -> None:
    lead.tab_to(form.save_button)
    lead.press(Key.Key_Space)


def test_a_question_is_written_judged_and_saved_as_the_command_does(
    lead: Lead, form: Any, tmp_path: Path
) -> None:
    lead.type("How are bridges of wood kept dry?")
    assert "Link the papers" in form.verdict.text()
    save(lead, form)
    assert form.problem.isVisible()
    assert lead.page.body.currentWidget() is form
    lead.tab_to(form.source)
    lead.type("A survey of bridges")
    lead.tab_to(form.track)
    lead.type("Bridges")
    lead.tab_to(form.related)
    lead.type("Bridges were kept dry by roofs.")
    lead.tab_to(form.missing)
    lead.press(Key.Key_A, CTRL)
    lead.type("1")
    link(lead, form, "wood 3", "wood 1")
    assert form.papers.names() == ["p3", "p1"]
    assert "3 papers, but needs at least 4" in form.verdict.text()
    assert "save the question anyway" in form.verdict.text()  # this project only warns
    link(lead, form, "wood 0")
    assert "The papers are sufficient" in form.verdict.text()
    name = form.name.text()
    save(lead, form)
    assert "Saved" in form.outcome.text.text()
    assert not form.outcome.list.isVisible()
    assert form.question.hasFocus()
    assert form.question.toPlainText() == ""
    assert form.name.text() != name
    lead.press(Key.Key_Escape)
    assert lead.page.items.isVisible()
    folder = lead.page.desk.folder
    lead.driver.window.close()
    row = {
        "id": name,
        "question": "How are bridges of wood kept dry?",
        "source_paper": "A survey of bridges",
        "related_work": "Bridges were kept dry by roofs.",
        "track": "Bridges",
        "missing": 1,
        "papers": ["p3", "p1", "p0"],
    }
    assert rows_of(folder, "questions") == [row]
    before = digest(folder)
    done("import", folder, jsonl(tmp_path / "same.jsonl", [row]), "--what", "questions")
    assert digest(folder) == before  # the command says the very same


def test_the_next_question_is_in_sight_in_large_text_too(lead: Lead, form: Any) -> None:
    lead.driver.window.theme.set_text_scale(2.0)
    lead.type("How are bridges of wood kept dry?")
    link(lead, form, "wood 3", "wood 1")
    assert form.area.verticalScrollBar().value() > 0  # papers are below
    save(lead, form)
    assert "Saved" in form.outcome.text.text()
    assert form.question.hasFocus()
    assert form.area.verticalScrollBar().value() == 0


def test_papers_are_ordered_and_taken_out_by_keys(lead: Lead, form: Any) -> None:
    link(lead, form, "wood 3", "wood 1", "wood 0")
    lead.tab_to(form.papers.linked)
    lead.press(Key.Key_Home, CTRL)
    lead.press(Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert form.papers.names() == ["p1", "p3", "p0"]
    lead.press(Key.Key_Delete)
    assert form.papers.names() == ["p1", "p0"]
    lead.tab_to(form.papers.all)
    lead.press(Key.Key_End, CTRL)
    lead.press(Key.Key_Return)
    assert form.papers.names() == ["p1", "p0", "p4"]
    link(lead, form, "wood 2", "wood 3")
    assert form.papers.linked.verticalScrollBar().maximum() == 0  # five show without scrolling
    link(lead, form, "wood 2", "wood 3")
    lead.tab_to(form.papers.all)
    lead.press(Key.Key_End, CTRL)
    lead.press(Key.Key_Return)
    assert form.papers.names() == ["p1", "p0"]


def test_escape_asks_before_what_was_written_is_lost(lead: Lead, form: Any) -> None:
    lead.type("Why?")
    lead.press(Key.Key_Escape)
    assert form.asking.isVisible()
    assert form.keep_button.hasFocus()
    lead.press(Key.Key_Escape)  # no answer is no yes
    assert not form.asking.isVisible()
    assert form.question.toPlainText() == "Why?"
    lead.step("people")  # elsewhere meanwhile
    assert not form.isVisible()
    lead.step("items")
    lead.tab_to(lead.page.items.prepare_buttons["kiwi"])
    lead.press(Key.Key_Space)
    assert form.question.toPlainText() == "Why?"
    lead.press(Key.Key_Escape)
    lead.tab_to(form.discard_button)
    lead.press(Key.Key_Space)
    assert lead.page.items.isVisible()
    lead.tab_to(lead.page.items.prepare_buttons["kiwi"])
    lead.press(Key.Key_Space)
    assert form.question.toPlainText() == ""
    lead.press(Key.Key_Escape)  # nothing was written: nothing is asked
    assert lead.page.items.isVisible()


def written_then_closed(lead: Lead, form: Any) -> None:
    """Type half a question, go to another page, and close the window."""
    lead.type("Why?")
    lead.step("people")
    lead.driver.window.close()
    assert lead.driver.window.isVisible()
    assert form.isVisible()
    assert form.asking.isVisible()
    assert form.keep_button.hasFocus()


def test_closing_the_window_asks_about_a_question_that_is_not_saved(
    lead: Lead, form: Any, qtbot: QtBot
) -> None:
    written_then_closed(lead, form)
    lead.press(Key.Key_Space)  # continue writing
    assert form.question.toPlainText() == "Why?"
    assert form.question.hasFocus()
    lead.driver.window.close()
    lead.driver.window.close()  # impatience is no answer
    assert form.asking.isVisible()
    lead.tab_to(form.discard_button)
    lead.driver.press(Key.Key_Space)
    qtbot.waitUntil(lambda: not lead.driver.window.isVisible())


def test_who_goes_on_with_the_project_wanted_to_close_no_more(lead: Lead, form: Any) -> None:
    written_then_closed(lead, form)
    lead.press(Key.Key_Space)
    lead.press(Key.Key_Escape)
    lead.tab_to(form.discard_button)
    lead.press(Key.Key_Space)
    assert lead.page.items.isVisible()
    open_form(lead)
    written_then_closed(lead, form)
    lead.step("people")
    open_form(lead)
    lead.tab_to(form.discard_button)
    lead.press(Key.Key_Space)
    QApplication.processEvents()
    assert lead.page.items.isVisible()


def test_a_question_that_is_saved_when_asked_is_not_closed_away_later(
    lead: Lead, form: Any
) -> None:
    lead.type("Why do bridges of wood last?")
    link(lead, form, "wood 0", "wood 1", "wood 2", "wood 3")
    lead.driver.window.close()
    assert form.asking.isVisible()
    lead.press(Key.Key_S, CTRL)
    assert "Saved" in form.outcome.text.text()
    assert not form.asking.isVisible()
    lead.press(Key.Key_Escape)
    QApplication.processEvents()
    assert lead.page.items.isVisible()
    assert "Why do bridges of wood last?" in questions(lead.page)


def test_a_question_that_is_being_saved_when_asked_about_is_not_closed_away_later(
    lead: Lead, form: Any, qtbot: QtBot
) -> None:
    lead.type("Why do bridges of wood last?")
    link(lead, form, "wood 0", "wood 1", "wood 2", "wood 3")
    lead.driver.press(Key.Key_S, CTRL)
    lead.driver.window.close()  # before it is known whether it could be saved
    assert form.asking.isVisible()
    qtbot.waitUntil(lambda: "Saved" in form.outcome.text.text())
    assert not form.asking.isVisible()
    lead.press(Key.Key_Escape)
    QApplication.processEvents()
    assert lead.page.items.isVisible()


def test_what_is_written_while_a_question_is_saved_is_not_lost(
    lead: Lead, form: Any, qtbot: QtBot
) -> None:
    link(lead, form, "wood 0", "wood 1", "wood 2", "wood 3")
    lead.tab_to(form.question)
    lead.type("Why do bridges of wood last?")
    name = form.name.text()
    lead.driver.press(Key.Key_S, CTRL)
    lead.driver.type(" And how?")  # before it is saved
    qtbot.waitUntil(lambda: "Saved" in form.outcome.text.text())
    assert form.question.toPlainText() == "Why do bridges of wood last? And how?"
    assert "Later changes" in form.outcome.text.text()
    assert form.question.hasFocus()
    lead.type(" Tell me.")
    assert form.title.text() == f"Question {name}"
    save(lead, form)
    asked = questions(lead.page)
    assert [one for one in asked if "last?" in one] == [
        "Why do bridges of wood last? And how? Tell me."
    ]


def test_closing_the_project_asks_about_a_question_that_is_not_saved(lead: Lead, form: Any) -> None:
    lead.type("Why?")
    lead.press(Key.Key_W, CTRL)
    assert form.asking.isVisible()
    lead.tab_to(form.discard_button)
    lead.press(Key.Key_Space)
    lead.press(Key.Key_W, CTRL)
    assert lead.driver.window.workplace.project is None


def test_the_list_of_keys_has_those_of_the_form(lead: Lead, form: Any) -> None:
    def listed() -> set[str]:
        lead.press(Key.Key_Question)
        sheet = lead.driver.window.keys_sheet
        assert sheet.isVisible()
        found = {one.text() for one in sheet.findChildren(QLabel)}
        lead.press(Key.Key_Escape)
        return found

    lead.tab_to(form.save_button)
    assert {"Ctrl+S", "Save the question", "Alt+Up"} <= listed()
    lead.press(Key.Key_Escape)
    lead.tab_to(lead.page.rail)
    assert "Save the question" not in listed()


def test_a_question_like_another_is_pointed_out(lead: Lead, form: Any) -> None:
    lead.type("What is known about q1")
    lead.driver.qtbot.waitUntil(form.same.isVisible)
    assert "q1" in form.same.text()
    lead.press(Key.Key_A, CTRL)
    lead.type("Whence the snow?")
    lead.driver.qtbot.waitUntil(lambda: not form.same.isVisible())


def test_a_question_that_is_there_is_changed(lead: Lead, form: Any) -> None:
    lead.type("How old are bridges of wood?")
    link(lead, form, "wood 0", "wood 1", "wood 2", "wood 3")
    name = form.name.text()
    save(lead, form)
    assert form.which.isVisible()
    lead.tab_to(form.which)
    lead.press(Key.Key_Down)
    assert form.question.toPlainText() == "How old are bridges of wood?"
    assert form.name.isReadOnly()
    lead.tab_to(form.question)
    lead.press(Key.Key_A, CTRL)
    lead.type("How old do bridges of wood get?")
    link(lead, form, "wood 2")  # takes it out
    save(lead, form)
    assert form.outcome.isVisible(), form.problem.text()
    folder = lead.page.desk.folder
    lead.driver.window.close()
    rows = rows_of(folder, "questions")
    assert [(row["id"], row["question"]) for row in rows] == [
        (name, "How old do bridges of wood get?")
    ]
    assert rows[0]["papers"] == ["p0", "p1", "p3"]


def test_files_that_are_added_in_the_form_are_linked(lead: Lead, form: Any, tmp_path: Path) -> None:
    lead.type("What of rain?")
    (tmp_path / "rain.txt").write_text("Rain on bridges.\n\nIt falls on them.", "utf-8")
    (tmp_path / "nothing.txt").write_bytes(b"\n")
    row = {"id": "hail", "title": "Of hail", "paragraphs": ["Hail falls."]}
    bare = {"id": "dew", "title": "Of dew"}
    s2orc = {"paper_id": "77", "title": "Of snow", "body_text": [{"text": "Snow falls."}]}
    lead.choose(
        tmp_path / "rain.txt",
        tmp_path / "nothing.txt",
        jsonl(tmp_path / "p.jsonl", [row, bare]),
        jsonl(tmp_path / "s2orc.jsonl", [s2orc]),
    )
    lead.tab_to(form.papers.files_button)
    lead.press(Key.Key_Space)
    assert sorted(form.papers.names()) == ["77", "dew", "hail", "rain"]
    texts = {one.name: one.paragraphs for one in form.papers.lines()}
    assert texts == {"77": 1, "dew": 0, "hail": 1, "rain": 1}
    told = form.outcome.list.toPlainText()
    assert "nothing.txt" in told
    assert "p.jsonl, line 2: the paper has no paragraphs" in told
    assert form.question.toPlainText() == "What of rain?"


def test_a_project_that_keeps_the_rule_refuses_too_few_papers(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = project(tmp_path)
    settings = folder / "project" / "settings"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "kiwi.yaml").write_text("papers_rule: refuse\ntopics: Bridges; Rivers\n", "utf-8")
    made = Lead(driver, monkeypatch)
    made.open(folder)
    form = open_form(made)
    made.type("How old are bridges of wood?")
    made.tab_to(form.topics)
    made.press(Key.Key_Down)
    made.press(Key.Key_Down)
    assert form.topics.currentText() == "Rivers"
    assert open_form(made).topics.currentText() == "Rivers", "also after looking at another page"
    link(made, form, "wood 0", "wood 1", "wood 2")
    assert "cannot be saved" in form.verdict.text()
    save(made, form)
    assert form.problem.isVisible()
    link(made, form, "wood 3")
    assert "The papers are sufficient" in form.verdict.text()
    save(made, form)
    made.driver.window.close()
    assert [row["track"] for row in rows_of(folder, "questions")] == ["Rivers"]


def test_another_question_is_taken_up_once_what_was_written_is_let_go(
    lead: Lead, form: Any
) -> None:
    lead.type("How old are bridges of wood?")
    link(lead, form, "wood 0", "wood 1", "wood 2", "wood 3")
    save(lead, form)
    lead.type("Half a question")
    lead.tab_to(form.which)
    lead.press(Key.Key_Down)
    assert form.asking.isVisible()
    assert form.question.toPlainText() == "Half a question"
    assert form.which.currentIndex() == 1
    lead.press(Key.Key_Space)  # continue writing
    assert form.question.toPlainText() == "Half a question"
    assert form.which.currentIndex() == 0
    lead.tab_to(form.which)
    lead.press(Key.Key_Down)
    lead.tab_to(form.discard_button)
    lead.press(Key.Key_Space)
    assert form.question.toPlainText() == "How old are bridges of wood?"
    assert form.isVisible()


def test_a_question_without_an_id_is_changed_and_stays_one(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = project(tmp_path)
    asked: dict[str, Any] = {"question": "Why do bridges fall?"}
    asked |= {"papers": ["p0", "p1", "p2", "p3"], "page": 3}  # a field that is not ours
    done("import", folder, jsonl(tmp_path / "q.jsonl", [asked]), "--what", "questions")
    made = Lead(driver, monkeypatch)
    made.open(folder)
    form = open_form(made)
    made.tab_to(form.which)
    made.press(Key.Key_Down)
    made.tab_to(form.related)
    made.type("They fall.")
    save(made, form)
    assert form.outcome.isVisible(), form.problem.text()
    made.driver.window.close()
    (row,) = rows_of(folder, "questions")
    assert row["related_work"] == "They fall."
    assert row["page"] == 3
