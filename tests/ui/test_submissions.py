"""Tests of a lead's decisions about submissions, and of asking people for more, by keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton

from desktop_app.workspace.dataset import submissions_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.plugins.dolomites_rows import described
from tests.ui.conftest import CTRL, Driver
from tests.ui.methodical import TASK
from tests.ui.test_lead import Lead, cells, column, summary
from tests.workflows.test_dolomites import Project as Work
from tests.workspace.projects import jsonl

Key = Qt.Key


def task(key: str, objective: str, **changes: Any) -> dict[str, Any]:
    return {"id": key, "author": "ana", **TASK, "objective": objective, **changes}


TASKS = [
    task("t1", "Say whether a rent increase is lawful."),
    task("t2", "Draft the notice that ends a lease for want of repairs.", author="ben"),
    task("t3", "Write an expert opinion about the crumb of a bread.", field="Baking"),
]


def project(folder: Path, rows: list[dict[str, Any]]) -> Path:
    lead = folder / "lead"
    done("new", lead, "--title", "Methods", "--protocol", "dolomites")
    for one in ("ana", "ben"):
        done("people", lead, "add", one)
    if rows:
        # As from authors: what a lead imports as accepted needs no decision.
        done("import", lead, jsonl(folder / "tasks.jsonl", rows), "--what", "tasks")
    return lead


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Lead:
    """The submissions page of a project with three tasks in two fields."""
    made = Lead(driver, monkeypatch)
    made.open(project(tmp_path, TASKS))
    made.step("submissions")
    return made


def go_to_row(lead: Lead, title: str) -> None:
    table = lead.page.submissions.table
    lead.tab_to(table)
    lead.press(Key.Key_Home, CTRL)
    for _ in range(table.rows.rowCount()):
        if table.rows.row(table.currentIndex()).title == title:
            return
        lead.press(Key.Key_Down)
    raise AssertionError(f"{title} is not listed")


def states(lead: Lead) -> dict[str, str]:
    return {one.title: one.state for one in lead.page.desk.overview.submissions}


def press_button(lead: Lead, name: str) -> None:
    lead.tab_to(getattr(lead.page.submissions, name))
    lead.press(Key.Key_Space)


def test_what_was_handed_in_is_listed_by_field(lead: Lead) -> None:
    section = lead.page.submissions
    assert section.table.hasFocus()
    assert sorted(column(section.table, "Author")) == ["ana", "ana", "ben"]
    assert section.fields.text() == "By field: Baking 1  ·  Law 2"


def test_a_rejected_task_that_is_accepted_can_be_validated(lead: Lead) -> None:
    title = TASKS[0]["objective"]
    for one in TASKS:  # what a lead imports counts as accepted until someone says otherwise
        go_to_row(lead, one["objective"])
        lead.tab_to(lead.page.submissions.reason)
        lead.type("No.")
        press_button(lead, "reject_button")
    assert set(states(lead).values()) == {"rejected"}
    go_to_row(lead, title)
    press_button(lead, "accept_button")
    assert states(lead)[title] == "accepted"
    section = lead.page.submissions
    assert title in section.outcome.text.text()
    assert section.table.hasFocus()  # for the next
    folder = lead.page.desk.folder
    lead.driver.window.close()
    done("assign", folder, "--stage", "validate", "--overlap", 1, "--seed", 1)
    assert done("status", folder)["assignments"] == 1  # the other two are out


def test_a_rejection_needs_a_reason(lead: Lead) -> None:
    title = TASKS[1]["objective"]
    go_to_row(lead, title)
    before = states(lead)[title]
    press_button(lead, "reject_button")
    section = lead.page.submissions
    assert "reason" in section.problem.text()
    assert section.problem.isVisible()
    assert section.reason.hasFocus()
    assert states(lead)[title] == before
    lead.type("  ")
    press_button(lead, "reject_button")
    assert states(lead)[title] == before
    lead.tab_to(section.reason)
    lead.type("It needs a workshop.")
    press_button(lead, "reject_button")
    assert states(lead)[title] == "rejected"
    assert not section.problem.isVisible()
    assert section.reason.text() == ""
    go_to_row(lead, title)
    assert "It needs a workshop." in section.notes.text()


def test_a_lead_may_think_otherwise(lead: Lead) -> None:
    title = TASKS[2]["objective"]
    go_to_row(lead, title)
    lead.tab_to(lead.page.submissions.reason)
    lead.type("Not purely textual.")
    press_button(lead, "reject_button")
    assert states(lead)[title] == "rejected"
    go_to_row(lead, title)
    press_button(lead, "accept_button")
    assert states(lead)[title] == "accepted"
    go_to_row(lead, title)
    assert "Not purely textual." not in lead.page.submissions.notes.text()
    folder = lead.page.desk.folder
    lead.driver.window.close()
    with Workspace.open(folder) as workspace:
        assert not workspace.records.conflicts()


def test_a_reason_is_never_given_for_another_submission(lead: Lead) -> None:
    go_to_row(lead, TASKS[0]["objective"])
    lead.tab_to(lead.page.submissions.reason)
    lead.type("Only for this one.")
    go_to_row(lead, TASKS[1]["objective"])
    assert lead.page.submissions.reason.text() == ""
    go_to_row(lead, TASKS[0]["objective"])
    assert lead.page.submissions.reason.text() == "Only for this one."


def test_the_chosen_submission_is_seen_and_the_next_one_follows(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    work = Work(tmp_path)
    work.collect()  # two by ana, to be decided
    work.take("tasks", TASKS)
    made = Lead(driver, monkeypatch)
    made.open(work.lead)
    made.step("submissions")
    section = made.page.submissions
    assert summary(made.page, "submissions").startswith("2 ")
    assert [index.row() for index in section.table.selectionModel().selectedRows()] == [0]
    first, second = section.table.rows.rows[:2]
    assert (first.state, second.state) == ("waiting", "waiting")
    press_button(made, "accept_button")
    current = section.table.rows.row(section.table.currentIndex())
    assert current.item == second.item
    assert [index.row() for index in section.table.selectionModel().selectedRows()] == [0]
    assert states(made)[first.title] == "accepted"
    assert states(made)[second.title] == "waiting"
    press_button(made, "accept_button")
    assert summary(made.page, "submissions").startswith("0 ")
    made.driver.window.close()
    again = described("two, in other words", item="ana-Physics-2", annotator="ana")
    work.annotate("ana", "collect", [again])
    done("merge", work.lead, work.results("ana", "ana-2"))
    with Workspace.open(work.lead) as workspace:
        found = [one.state for _, one in submissions_of(workspace)]
    assert found.count("changed") == 1


def test_after_a_decision_that_was_not_saved_the_same_submission_stays_selected(
    lead: Lead, tmp_path: Path
) -> None:
    title = TASKS[1]["objective"]
    go_to_row(lead, TASKS[0]["objective"])
    lead.tab_to(lead.page.submissions.reason)
    lead.type("No.")
    press_button(lead, "reject_button")
    go_to_row(lead, title)
    section = lead.page.submissions
    folder = lead.page.desk.folder
    folder.rename(tmp_path / "elsewhere")
    press_button(lead, "accept_button")
    assert "no longer exists" in section.problem.text()
    (tmp_path / "elsewhere").rename(folder)
    # With this filter, it is in another row. By keys, filters without rows would come first.
    section.state.setCurrentText("Accepted")
    assert section.table.rows.row(section.table.currentIndex()).title == title


def test_search_and_filter_leave_what_is_looked_for(lead: Lead) -> None:
    section = lead.page.submissions
    lead.tab_to(section.search)
    lead.type("crumb")
    (clear,) = section.search.findChildren(QToolButton)
    assert clear.accessibleName() == "Clear the search"
    assert column(section.table, "Task") == [TASKS[2]["objective"]]
    assert section.count.text() == "1 of 3"
    lead.press(Key.Key_A, CTRL)
    lead.press(Key.Key_Delete)
    go_to_row(lead, TASKS[0]["objective"])
    lead.tab_to(section.reason)
    lead.type("No.")
    press_button(lead, "reject_button")
    lead.tab_to(section.state)
    while section.state.currentText() != "Rejected":
        lead.press(Key.Key_Down)
    assert column(section.table, "Task") == [TASKS[0]["objective"]]
    assert column(section.table, "Status") == ["Rejected"]
    lead.tab_to(section.search)
    lead.type("bread")
    assert cells(section.table) == []
    assert not section.accept_button.isEnabled()


def test_enter_shows_a_submission_and_escape_comes_back(lead: Lead) -> None:
    go_to_row(lead, TASKS[1]["objective"])
    lead.press(Key.Key_Return)
    page = lead.page
    lead.driver.qtbot.waitUntil(page.preview.isVisible)
    lead.press(Key.Key_Escape)
    assert not page.preview.isVisible()
    section = page.submissions
    assert section.isVisible()
    assert section.table.rows.row(section.table.currentIndex()).title == TASKS[1]["objective"]


def test_nearly_the_same_task_is_told(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    again = task("t9", "Say whether a rent increase is lawful!", author="ben")
    made = Lead(driver, monkeypatch)
    made.open(project(tmp_path, [TASKS[0], TASKS[2], again]))
    made.step("submissions")
    go_to_row(made, again["objective"])
    assert TASKS[0]["objective"] in made.page.submissions.notes.text()
    go_to_row(made, TASKS[2]["objective"])
    assert "no similar task in its field" in made.page.submissions.notes.text()


def test_everybody_is_asked_for_tasks_of_a_field(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = Lead(driver, monkeypatch)
    made.open(project(tmp_path, []))
    made.step("submissions")
    section = made.page.submissions
    assert section.empty.isVisible()
    assert QApplication.focusWidget() is section.ask_button
    made.tab_to(section.field)
    made.type("Law")
    made.tab_to(section.number)
    made.press(Key.Key_A, CTRL)
    made.type("0")
    press_button(made, "ask_button")
    assert "1 to 20" in section.problem.text()
    assert section.number.hasFocus()
    assert made.page.desk.overview.items == ()
    made.type("3")  # over the number: it is chosen as a whole
    press_button(made, "ask_button")
    assert not section.problem.isVisible()
    given = [one for item in made.page.desk.overview.items for one in item.assigned]
    assert sorted(given) == ["ana"] * 3 + ["ben"] * 3
    assert section.outcome.list.toPlainText() == "ana: 3 more tasks\nben: 3 more tasks"
    press_button(made, "ask_button")  # for three in all: nobody gets more
    assert len(made.page.desk.overview.items) == 6


def test_projects_without_submissions_have_no_such_page(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "ratings"
    done("new", folder, "--title", "Ratings", "--protocol", "risum")
    made = Lead(driver, monkeypatch)
    made.open(folder)
    before = made.page.section
    made.step("submissions")
    assert made.page.section is before


def test_a_decision_can_be_undone(lead: Lead) -> None:
    title = TASKS[0]["objective"]
    go_to_row(lead, title)
    before = states(lead)
    lead.tab_to(lead.page.submissions.reason)
    lead.type("Too broad")
    press_button(lead, "reject_button")
    assert states(lead)[title] == "rejected"
    outcome = lead.page.submissions.outcome
    assert outcome.isVisible()
    lead.press(Key.Key_Z, CTRL)
    assert states(lead) == before
    assert outcome.isHidden()
    assert "Undone: “Saving the decision”" in lead.notice
