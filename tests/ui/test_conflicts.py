"""Tests of the conflicts page by keys and clicks: choosing, own answers, saving,
postponing, undo.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from desktop_app.core.errors import NotSavedError
from desktop_app.core.merging import body_of
from desktop_app.ui.lead.case_drafts import kept_drafts
from desktop_app.ui.lead.case_table import CaseTable, excerpt
from desktop_app.ui.lead.conflicts import ConflictsSection
from desktop_app.ui.lead.summaries import Summaries
from desktop_app.ui.messages import moment
from desktop_app.workspace.overview import overview_of
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.ui.conftest import CTRL, SHIFT, Driver
from tests.ui.test_lead import ALT, Lead
from tests.workspace.projects import Project, answer, jsonl
from tests.workspace.test_adjudicating import insert

Key = Qt.Key
ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole
# The items in conflict, in the order of the list.
FIRST, SECOND = "ext-0-delta-mini", "ext-0-gamma-large"
HERE = {"follows": True, "rating": 1, "comment": "Reads well. Nothing is made up."}
THERE = {"follows": False, "rating": 2, "comment": "Reads well. The refund is made up."}


@pytest.fixture
def page(driver: Driver, monkeypatch: pytest.MonkeyPatch, project: Project) -> Page:
    """The page of a project with two conflicts of ana, and items on which ana and ben disagree."""
    ana, ben = project.join("ana"), project.join("ben")
    project.annotate(ana)
    project.annotate(ben, rating=5)
    revised = [{**answer(row), **HERE} for row in project.rows[:2]]
    done("annotate", ana, "--from", jsonl(ana / "r.jsonl", revised))
    for own in (ana, ben):
        done("merge", project.lead, project.results(own))
    with Workspace.open(project.lead, write=True) as workspace:
        for row in project.rows[:2]:
            key = f"{project.key(row)}:ana:rate"
            like = workspace.records.current("annotation", key)
            assert like is not None
            insert(
                workspace, like, {**body_of(like), "answers": THERE}, time="2020-01-01T00:00:00Z"
            )
    lead = Lead(driver, monkeypatch)
    lead.open(project.lead)
    return Page(lead, project)


class Page:
    """The conflicts page, and methods that act like its user."""

    def __init__(self, lead: Lead, project: Project) -> None:
        self.lead, self.project = lead, project
        self.digest = digest(project.lead)
        lead.step("conflicts")
        self.wait()

    @property
    def section(self) -> ConflictsSection:
        return self.lead.page.conflicts

    @property
    def table(self) -> CaseTable:
        return self.section.case_view.table

    @property
    def pill(self) -> str:
        pill = self.section.pill()
        return pill.text if pill is not None else ""

    @property
    def names(self) -> list[str]:
        return [line.name for line in self.section.side.list.rows.lines]

    @property
    def name(self) -> str:
        case = self.section.case_view.case
        return case.name if case is not None else ""

    @property
    def decision(self) -> dict[str, str]:
        """The text of the decision column, by field."""
        return {one.title: self.table.decided_text(one)[0] for one in self.table.fields}

    @property
    def problem(self) -> str:
        label = self.section.case_view.problem
        return label.text() if label.isVisible() else ""

    def press(self, key: Key, modifiers: Any = Qt.KeyboardModifier.NoModifier) -> None:
        self.lead.press(key, modifiers)
        if self.lead.driver.window.workplace.project is not None:
            self.wait()

    def wait(self) -> None:
        """Wait until the page has loaded the displayed data."""
        section = self.section
        self.lead.driver.qtbot.waitUntil(
            lambda: not self.lead.page.desk.is_busy and not section._is_stale
        )
        QApplication.processEvents()
        self.lead.settle()

    def current(self, name: str, person: str = "ana") -> dict[str, Any]:
        """Close the window, and return a person's saved answers to an item."""
        with Workspace.open(self.project.lead) as workspace:
            key = f"{self.project.keys()[name]}:{person}:rate"
            record = workspace.records.current("annotation", key)
            assert record is not None
            return dict(body_of(record)["answers"])


def test_a_conflict_is_decided_field_by_field_with_keys_alone(page: Page) -> None:
    assert page.pill == "2"
    assert page.names == [FIRST, SECOND]
    assert page.table.hasFocus(), "the first field that differs waits for a key"
    assert page.decision == {"Follows": "", "Rating": "", "Comment": ""}
    headings = [one.heading for one in page.table.fields]
    assert headings[:2] == [
        "Does the answer follow the instruction?",
        "How well does it follow the instruction?",
    ]
    # Version 1 is the earlier one.
    page.press(Key.Key_1)
    page.press(Key.Key_2)
    assert page.decision == {"Follows": "No", "Rating": "1 – Missed", "Comment": ""}
    page.press(Key.Key_Return, CTRL)
    assert "marked field" in page.problem
    assert page.table.field is not None
    assert page.table.field.title == "Comment"
    page.press(Key.Key_1)
    page.lead.tab_to(page.section.case_view.reason)
    page.lead.type("The text names no refund")
    page.press(Key.Key_Return, CTRL)
    assert (page.pill, page.names) == ("1", [SECOND])
    assert page.name == SECOND, "the next case follows"
    assert page.table.hasFocus()
    assert page.section.facts.text() == "1 of 2 decided"
    assert page.section.case_view.recent[0].property("reason") == "The text names no refund"
    page.press(Key.Key_W, CTRL)
    assert page.current(FIRST) == {"follows": False, "rating": 1, "comment": THERE["comment"]}


def test_a_decision_that_cannot_be_saved_says_that_its_entries_are_kept(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise NotSavedError("the disk is full", hint="Free some space.")

    for _ in range(3):
        page.press(Key.Key_1)
    before = page.decision
    with monkeypatch.context() as broken:
        broken.setattr(Workspace, "insert", refuse)
        page.press(Key.Key_Return, CTRL)
        assert "The disk is full" in page.problem
        assert "What you entered is kept" in page.problem
        assert page.decision == before
    page.press(Key.Key_Return, CTRL)
    assert page.names == [SECOND]


def test_all_is_taken_from_one_version_and_undone(page: Page) -> None:
    page.press(Key.Key_2, SHIFT)
    assert page.section.case_view.is_complete
    page.press(Key.Key_Return, CTRL)
    assert page.pill == "1"
    page.press(Key.Key_Z, CTRL)
    assert page.pill == "2"
    assert page.name == FIRST
    assert "undone" in page.section.outcome.text.text()
    page.press(Key.Key_W, CTRL)
    assert digest(page.project.lead) == page.digest


def test_an_undone_decision_comes_back_to_be_corrected(page: Page) -> None:
    view = page.section.case_view
    for key in (Key.Key_1, Key.Key_2, Key.Key_1):
        page.press(key)
    page.press(Key.Key_E)
    page.press(Key.Key_End, CTRL)
    page.lead.type(" Mine.")
    page.press(Key.Key_Return, CTRL)
    page.lead.tab_to(view.reason)
    page.lead.type("Clear")
    page.lead.tab_to(view.confidence)
    page.press(Key.Key_Down)
    page.lead.tab_to(view.gap)
    page.press(Key.Key_Space)
    chosen = page.decision
    page.press(Key.Key_Return, CTRL)
    assert page.name == SECOND
    page.press(Key.Key_Z, CTRL)
    assert page.name == FIRST
    assert page.decision == chosen
    assert chosen["Comment"].endswith(" Mine.")
    assert (view.reason.text(), view.confidence.currentData(), view.gap.isChecked()) == (
        "Clear",
        "high",
        True,
    )
    # One field is corrected, and the rest is saved as it was.
    page.press(Key.Key_Up)
    page.press(Key.Key_Up)
    page.press(Key.Key_2)
    page.press(Key.Key_Return, CTRL)
    page.press(Key.Key_W, CTRL)
    saved = page.current(FIRST)
    assert (saved["follows"], saved["rating"]) == (True, 1)
    assert saved["comment"].endswith(" Mine.")


def test_notices_leave_room_for_the_buttons(page: Page) -> None:
    page.lead.driver.window.resize(1280, 800)
    page.press(Key.Key_2, SHIFT)
    page.press(Key.Key_Return, CTRL)
    page.press(Key.Key_Z, CTRL)
    assert page.section.outcome.isVisible()
    page.section.desk.say_busy()
    page.lead.settle()
    save = page.section.case_view.save_button
    assert save.visibleRegion().boundingRect() == save.rect()


def test_a_text_is_put_together_change_by_change(page: Page) -> None:
    page.press(Key.Key_Down)
    page.press(Key.Key_Down)
    page.press(Key.Key_E)
    own = page.section.case_view.own
    assert own.isVisible()
    assert own.diff.revision_edit.hasFocus()
    own.diff.next_change()
    own.diff.restore_here()
    page.press(Key.Key_End, CTRL)
    page.lead.type(" And more.")
    page.press(Key.Key_Return, CTRL)
    assert not own.isVisible()
    assert page.table.hasFocus()
    words = page.decision["Comment"]
    assert words.endswith(" And more.")
    page.press(Key.Key_E)
    page.lead.type("x")
    page.press(Key.Key_Escape)
    assert page.decision["Comment"] == words, "Escape leaves the answer as it was"
    page.press(Key.Key_Escape)
    assert page.decision["Comment"] == "", "and clears the field"


def test_a_scale_is_answered_with_the_field_of_its_form(page: Page) -> None:
    page.press(Key.Key_Down)
    page.press(Key.Key_E)
    own = page.section.case_view.own
    assert own.isVisible()
    page.press(Key.Key_Return, CTRL)
    assert own.problem.text() == "Not answered"
    assert own.isVisible(), "a required question needs an answer"
    page.press(Key.Key_4)
    assert not own.problem.isVisible()
    page.press(Key.Key_Return, CTRL)
    assert page.decision["Rating"].startswith("4")
    assert page.table.field is not None
    assert page.table.field.title == "Comment", "the next field is open"


def test_enter_uses_an_own_answer_below_its_question(page: Page) -> None:
    page.press(Key.Key_Down)
    page.press(Key.Key_E)
    own = page.section.case_view.own
    question = "How well does it follow the instruction?"
    texts = [one.text() for one in own.findChildren(QLabel) if one.isVisible()]
    assert sum(question in text for text in texts) == 1
    page.press(Key.Key_4)
    page.press(Key.Key_Return)
    assert not own.isVisible()
    assert page.decision["Rating"].startswith("4")


def test_later_keeps_what_was_chosen(page: Page) -> None:
    page.press(Key.Key_1)
    chosen = page.decision
    page.press(Key.Key_Right, ALT)
    assert page.name == SECOND
    page.press(Key.Key_Right, ALT)
    assert page.name == FIRST
    assert page.decision == chosen


def test_versions_are_chosen_with_the_mouse(page: Page) -> None:
    view = page.table.viewport()
    box = page.table.visualRect(page.table.cells.index(0, 2))
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=box.center())
    assert page.decision["Follows"] == "Yes"
    # Fields that are equal, and their headings, choose nothing.
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(5, view.height() - 5))
    assert page.decision["Rating"] == ""


def test_annotators_who_disagree_are_decided_and_filtered(page: Page) -> None:
    page.lead.tab_to(page.section.tabs.buttons["versions"])
    page.section.tabs.buttons["annotators"].click()
    page.wait()
    assert len(page.names) == 4
    assert page.section.facts.text() == "0 of 4 decided"
    assert page.section.tabs.buttons["annotators"].text() == "Annotators disagree  4"
    page.section.filter_button.click()
    page.press(Key.Key_F, CTRL)
    assert page.section.side.question.hasFocus()
    side = page.section.side.question
    assert [side.itemText(place) for place in range(side.count())] == [
        "All questions",
        "Does the answer follow the instruction?",
        "How well does it follow the instruction?",
    ]
    page.section.side.least.setCurrentIndex(page.section.side.least.findData(0.67))
    page.wait()
    assert not page.names, "Follows is equal, so the mean is 0.5"
    page.section.side.question.setCurrentIndex(page.section.side.question.findData("rating"))
    page.wait()
    assert len(page.names) == 4
    first = page.name
    page.table.setFocus()
    page.press(Key.Key_M)
    assert page.decision["Rating"] == "", "one against one is no majority"
    page.press(Key.Key_2)
    page.section.case_view.gap.click()
    page.press(Key.Key_Return, CTRL)
    assert page.section.facts.text() == "1 of 4 decided"
    assert page.section.tabs.buttons["annotators"].text() == "Annotators disagree  3"
    assert page.name != first
    page.press(Key.Key_W, CTRL)
    with Workspace.open(page.project.lead) as workspace:
        (record,) = workspace.records.all_current("adjudication")
        body = body_of(record)
    assert body["answers"]["rating"] == 5
    assert body["guideline_gap"] is True
    assert len(body["compared"]) == 2


def test_columns_have_the_names_of_people(page: Page) -> None:
    lead, people = page.lead, page.lead.page.people
    lead.step("people")
    lead.tab_to(people.table)
    assert people.chosen_name.text() == "ana"
    lead.tab_to(people.details.lines["name"])
    lead.type("Ana Klarname")
    lead.tab_to(people.details.save_button)
    lead.press(Key.Key_Space)
    lead.step("conflicts")
    page.wait()
    page.section.tabs.buttons["annotators"].click()
    page.wait()
    heads = [page.table.cells.headerData(place, Qt.Orientation.Horizontal) for place in range(1, 3)]
    assert heads == ["ana · Ana Klarname", "ben"]
    # The decision names its source briefly.
    page.table.setFocus()
    page.press(Key.Key_1)
    field = next(one for one in page.table.fields if one.differs)
    assert page.table.decided_text(field)[1] == "ana"


def test_what_is_said_about_a_decision_does_not_go_on_to_the_next(page: Page) -> None:
    view = page.section.case_view
    page.press(Key.Key_2, SHIFT)
    page.lead.tab_to(view.reason)
    page.lead.type("Clear")
    page.lead.tab_to(view.confidence)
    page.press(Key.Key_Down)
    page.lead.tab_to(view.gap)
    page.press(Key.Key_Space)
    page.press(Key.Key_Return, CTRL)
    assert page.name == SECOND
    assert not view.gap.isChecked()
    assert view.confidence.currentData() == ""
    assert (view.draft.reason, view.draft.confidence, view.draft.gap) == ("", "", False)


def test_buttons_are_whole_with_large_text_in_a_narrow_window(page: Page) -> None:
    window, section = page.lead.driver.window, page.section
    view = section.case_view
    buttons = (section.latest_button, view.later_button, view.save_button)

    def show(width: int) -> None:
        window.resize(width, 800)
        for _ in range(5):
            QApplication.processEvents()

    window.theme.set_text_scale(2.0)
    show(1100)
    commands = page.lead.page.palette_button
    for one in (*buttons, commands):
        assert one.isVisible()
        assert one.mapTo(window, one.rect().bottomRight()).x() < 1100, one.text()
    # Below the tabs, and next after them.
    page.lead.tab_to(section.latest_button)
    below = section.tabs.mapTo(section, section.tabs.rect().bottomLeft()).y()
    assert section.latest_button.mapTo(section, QPoint()).y() > below
    show(1280)
    assert section.latest_button.hasFocus()
    assert section.latest_button.mapTo(section, QPoint()).y() < below
    page.press(Key.Key_Space)
    assert section.outcome.isVisible()


def test_the_latest_version_of_all_is_taken_after_a_yes(page: Page) -> None:
    page.section.latest_button.click()
    assert page.pill == "2", "nothing happens before the yes"
    outcome = page.section.outcome
    assert outcome.close_button.text() == "Cancel"
    page.press(Key.Key_Escape)
    assert not outcome.isVisible()
    assert page.pill == "2"
    assert page.table.hasFocus()
    page.section.latest_button.click()
    again = outcome.again
    assert again.hasFocus()
    page.press(Key.Key_Space)
    assert page.pill == ""
    assert page.section.empty.isVisible()
    assert page.section.facts.text() == "2 of 2 decided"
    assert page.section.other_button.hasFocus(), "the focus stays on the page"
    page.press(Key.Key_Z, CTRL)
    assert page.pill == "2"
    page.section.latest_button.click()
    page.press(Key.Key_Space)
    assert page.pill == ""
    page.press(Key.Key_W, CTRL)
    assert [page.current(row)["rating"] for row in (FIRST, SECOND)] == [1, 1]


def test_after_the_last_conflict_the_disagreements_are_offered(page: Page) -> None:
    for _ in (FIRST, SECOND):
        page.press(Key.Key_1, SHIFT)
        page.press(Key.Key_Return, CTRL)
    section = page.section
    assert section.empty.isVisible()
    assert not section.merge_button.isVisible()
    assert section.other_button.hasFocus()
    assert section.other_button.text() == "Show disagreements"
    page.press(Key.Key_Space)
    assert section.tabs.what == "annotators"
    assert page.name == FIRST
    assert page.table.hasFocus()


def test_the_item_of_a_case_is_shown_and_the_way_back_leads_here(page: Page) -> None:
    page.press(Key.Key_Down)
    page.section.case_view.item_button.click()
    page.lead.settle()
    assert page.lead.page.section is page.lead.page.items
    page.press(Key.Key_Left, ALT)
    assert page.lead.page.section is page.section
    assert page.name == FIRST


def test_versions_of_one_person_name_their_devices(page: Page) -> None:
    headings = page.table.headings
    assert [one.title for one in headings] == ["Version 1", "Version 2"]
    facts = [one.facts.split(", ") for one in headings]
    assert [one[0] for one in facts] == ["ana", "ana"]
    assert all(one[1].startswith("device ") for one in facts)
    assert facts[0][1] != facts[1][1]


def test_a_screen_reader_hears_a_row_at_once(page: Page) -> None:
    index = page.table.currentIndex()
    words = str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert "1, Version 1: No" in words
    assert "2, Version 2: Yes" in words
    assert "Your decision" in words
    view = QAccessible.queryAccessibleInterface(page.table)
    assert view is not None
    assert view.text(QAccessible.Text.Name) == "Fields and versions"


def test_conflicts_of_other_kinds_are_decided_as_a_whole(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, project: Project
) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        like = workspace.records.current("person", "ana")
        assert like is not None
        insert(workspace, like, {**body_of(like), "name": "Ana <b>B</b>\nC"})
    lead = Lead(driver, monkeypatch)
    lead.open(project.lead)
    page = Page(lead, project)
    assert page.names == ["ana"]
    assert "E own answer" not in page.section.case_view.hints.text()
    page.press(Key.Key_E)
    assert page.problem == "You cannot answer this field yourself. Choose a version."
    page.press(Key.Key_2)
    assert page.problem == ""
    page.press(Key.Key_Return, CTRL)
    assert page.pill == ""
    page.press(Key.Key_W, CTRL)
    with Workspace.open(project.lead) as workspace:
        record = workspace.records.current("person", "ana")
        assert record is not None
        assert body_of(record)["name"] == "Ana <b>B</b>\nC"


def test_a_read_only_project_shows_conflicts_but_decides_none(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, project: Project, tmp_path: Path
) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        like = workspace.records.current("person", "ana")
        assert like is not None
        insert(workspace, like, {**body_of(like), "name": "Other"})
    with Workspace.open(project.lead, write=True):
        lead = Lead(driver, monkeypatch)
        lead.open(project.lead)
        page = Page(lead, project)
        assert page.names == ["ana"]
        page.press(Key.Key_1)
        assert not page.section.case_view.is_complete
        assert not page.section.case_view.save_button.isEnabled()
        assert not page.section.latest_button.isEnabled()


def test_the_keys_work_after_the_page_was_opened_with_the_mouse(page: Page) -> None:
    lead, section = page.lead, page.section
    lead.step("people")
    rail = lead.page.rail
    box = rail.visualItemRect(rail._items["conflicts"])
    QTest.mouseClick(rail.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    page.wait()
    assert page.table.hasFocus()
    page.press(Key.Key_1)
    assert page.decision["Follows"] == "No"
    rail.setFocus()
    page.press(Key.Key_2, SHIFT)
    assert section.case_view.is_complete
    rail.setFocus()
    page.press(Key.Key_Return, CTRL)
    assert (page.pill, page.name) == ("1", SECOND)
    rail.setFocus()
    tab = section.tabs.buttons["annotators"]
    QTest.mouseClick(tab, Qt.MouseButton.LeftButton)
    page.wait()
    page.press(Key.Key_2)
    assert page.decision["Rating"].startswith("5")
    page.press(Key.Key_Escape)
    section.side.list.setFocus()
    page.press(Key.Key_1)
    assert page.decision["Rating"]
    page.lead.tab_to(section.case_view.reason)
    page.lead.type("1 and 2")
    assert section.case_view.reason.text() == "1 and 2"
    page.lead.tab_to(section.case_view.confidence)
    page.press(Key.Key_M)
    assert section.case_view.confidence.currentData() == "medium"
    rail.setFocus()
    page.press(Key.Key_Return, CTRL)
    assert section.facts.text().startswith("1 of ")


def test_an_excerpt_keeps_the_marks_at_their_words() -> None:
    text = "a" * 2000 + "NEW" + "b" * 2000
    words, marks = excerpt(text, [(2000, 2003)])
    ((start, end),) = marks
    assert words[start:end] == "NEW"
    assert words.startswith("… ")
    assert words.endswith(" …")
    assert json.dumps(excerpt("short", [(0, 2)])[0]) == '"short"'


def test_the_keys_of_the_page_are_listed_and_none_does_two_things(page: Page) -> None:
    keys = [name for one in page.section.page_keys() for name in one.keys]
    assert len(keys) == len(set(keys))
    window = page.lead.driver.window
    page.press(Key.Key_Question)
    listed = {
        one.text() for one in window.keys.sheet.findChildren(QLabel) if one.isVisibleTo(window)
    }
    for one in page.section.page_keys():
        assert {one.shown, one.words} <= listed


def test_changes_are_stepped_through_and_reverted_with_keys(page: Page) -> None:
    """“Nothing” became “The refund”: the change before it is reverted, the one after it stays."""
    page.press(Key.Key_Down)
    page.press(Key.Key_Down)
    assert page.table.field is not None
    both = {text for text in page.table.field.values if isinstance(text, str)}
    page.press(Key.Key_E)
    editor = page.section.case_view.own.diff
    before, hunks = editor.revision, editor.hunks
    assert {editor.original, before} == both
    assert hunks
    page.press(Key.Key_F7)
    page.press(Key.Key_F7, CTRL)
    assert len(editor.hunks) == len(hunks) - 1
    page.press(Key.Key_F7, CTRL | SHIFT)
    assert editor.revision == editor.original
    look = editor.look
    page.press(Key.Key_F5)
    assert editor.look is not look
    page.press(Key.Key_Return, CTRL)
    assert page.decision["Comment"] == editor.original


def test_matches_are_marked_in_the_texts_beside_the_case(page: Page) -> None:
    texts = page.section.case_view.texts
    matching = texts.board.matching
    assert matching is not None
    assert texts.document.text.startswith("Document number")
    spans = [texts.judged.text[one.start : one.end] for one in matching.spans]
    assert spans
    assert texts.judged.view.painted(), "its words are marked"
    assert [one.isVisible() for one in texts.views()] == [True] * len(texts.views())
    page.section.side.list.setFocus()
    for view in texts.views():
        page.lead.press(Key.Key_Tab)
        assert view.hasFocus(), "Tab goes from the list through the texts"


def test_a_question_sorts_the_queue_by_its_own_distance(page: Page) -> None:
    page.section.tabs.buttons["annotators"].click()
    page.wait()
    side = page.section.side
    side.question.setCurrentIndex(side.question.findData("rating"))
    page.wait()
    lines = side.list.rows.lines
    assert lines
    shares = [line.by_question["rating"] for line in lines]
    assert shares == sorted(shares, reverse=True)
    assert side.list.words(lines[0])[1] == f"{shares[0]:.2f}"
    side.question.setCurrentIndex(side.question.findData("follows"))
    page.wait()
    assert all(line.by_question["follows"] > 0 for line in side.list.rows.lines)
    assert len(side.list.rows.lines) < len(lines)


def test_a_resolved_conflict_counts_among_the_disagreements_at_once(page: Page) -> None:
    tabs = page.section.tabs.buttons
    tabs["annotators"].click()
    page.wait()
    assert FIRST not in page.names
    tabs["versions"].click()
    page.wait()
    page.press(Key.Key_1, SHIFT)
    page.press(Key.Key_Return, CTRL)
    assert page.names == [SECOND]
    tabs["annotators"].click()
    page.wait()
    assert FIRST in page.names, "ana and ben disagree on it"


def test_items_shows_when_the_answer_was_given_and_when_the_conflict_was_resolved(
    page: Page,
) -> None:
    page.press(Key.Key_1, SHIFT)
    page.press(Key.Key_Return, CTRL)
    assert page.pill == "1"
    lead = page.lead
    lead.step("items")
    items = lead.page.items
    lead.driver.qtbot.waitUntil(
        lambda: items.item.entry is not None and items.item.entry.line.name == FIRST
    )
    entry = items.item.entry
    assert entry is not None
    made = next(one for one in entry.answers if one.person == "ana")
    assert made.resolution is not None
    assert made.resolution.time > "2026"
    assert made.day.startswith(("2019", "2020")), "the chart counts the answer on its own day"
    rows = lead.page.items.item.table.rows
    texts = {row[0]: row[1] for row in rows.rows}
    place = next(n for n, one in enumerate(rows.grid.columns) if one.person == "ana")
    assert texts["Submitted"][place] == moment("2020-01-01T00:00:00Z")
    resolved = moment(made.resolution.time)
    assert texts["Note"][place] == f"conflict resolved by lead, {resolved}"
    # The revisions say who made which.
    table = items.item.table
    table.setCurrentIndex(table.rows.index(0, place + 1))
    table.setFocus()
    lead.press(Key.Key_Return)
    columns = table.rows.grid.columns
    assert [one.person for one in columns] == ["ana"] * (len(columns) - 1) + ["lead"]
    texts = {row[0]: row[1] for row in table.rows.rows}
    assert texts["Submitted"][-1] == ""
    assert texts["Note"][-1] == f"conflict resolved by lead, {resolved}"


def test_a_revision_is_put_together_change_by_change(lead_of_critiques: Lead) -> None:
    page = lead_of_critiques.page
    section = page.conflicts
    table = section.case_view.table
    place = next(n for n, one in enumerate(table.fields) if one.path[-1] == "revision")
    lead_of_critiques.tab_to(table)
    while table.currentIndex().row() != place:
        lead_of_critiques.press(Key.Key_Down if table.currentIndex().row() < place else Key.Key_Up)
    revision = table.fields[place]
    assert "Comments" not in table.placeholder(revision)
    lead_of_critiques.press(Key.Key_W)
    assert table.is_shown_whole(revision)
    lead_of_critiques.press(Key.Key_E)
    own = section.case_view.own
    assert own.isVisible()
    lead_of_critiques.press(Key.Key_End, CTRL)
    lead_of_critiques.type(" And more.")
    lead_of_critiques.press(Key.Key_Return, CTRL)
    assert table.decided_text(revision)[0].endswith(" And more.")


@pytest.fixture
def lead_of_critiques(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Lead:
    """The disagreements about critiques."""
    make_demo(tmp_path / "critiques", ["cnr"])
    lead = Lead(driver, monkeypatch)
    lead.open(tmp_path / "critiques")
    lead.step("conflicts")
    section = lead.page.conflicts
    section.tabs.buttons["annotators"].click()
    lead.driver.qtbot.waitUntil(
        lambda: not lead.page.desk.is_busy and bool(section.case_view.table.fields)
    )
    return lead


def test_the_task_on_the_overview_opens_the_conflicts(page: Page) -> None:
    page.section.tabs.buttons["annotators"].click()
    page.wait()
    assert page.section.tabs.what == "annotators"
    page.lead.step("overview")
    tasks = page.lead.page.home.tasks.rows
    next(row for row in tasks if row.task.kind == "conflicts").button.click()
    page.wait()
    assert page.section.tabs.what == "versions"
    assert page.names == [FIRST, SECOND]
    assert page.table.hasFocus()


def test_excluded_items_are_not_counted_as_shared(page: Page) -> None:
    before = page.lead.page.desk.overview.shared
    with Workspace.open(page.project.lead) as workspace:
        assert overview_of(workspace).shared == before
    page.lead.step("items")
    items = page.lead.page.items
    shared = next(iter(page.lead.page.desk.overview.shared_items))
    items.list.rows.check([shared], True)
    items.selection.exclude_button.click()
    page.lead.type("too short")
    page.lead.press(Key.Key_Return)
    assert page.lead.page.desk.overview.shared == before - 1


def test_items_with_answers_in_conflict_are_named_apart_from_shared_ones(page: Page) -> None:
    lead = page.lead
    overview = lead.page.desk.overview
    assert overview.shared_in_conflict == 2
    lead.step("overview")
    words = lead.page.home.figures["shared"].caption.text()
    assert words == "items with two or more answers; 2 more are in conflict"
    lead.step("agreement")
    assert lead.page.agreement.facts.text() == (
        f"{overview.shared} items with two or more answers; 2 more are in conflict. "
        "Conflicting answers are excluded."
    )
    lead.page.agreement.compute_button.click()
    lead.settle()
    found = done("agreement", page.project.lead)["questions"]
    assert {one["items"] for one in found} == {overview.shared}


def test_undo_says_why_there_is_nothing_to_undo(page: Page) -> None:
    page.press(Key.Key_Z, CTRL)
    said = page.section.outcome.text.text()
    assert said == "There is no decision to undo. To change one, decide again."


def test_undoing_a_packed_decision_says_why_not_on_the_page_where_one_is(page: Page) -> None:
    lead = page.lead
    page.press(Key.Key_2, SHIFT)
    page.press(Key.Key_Return, CTRL)
    lead.step("bundles")
    lead.page.bundles.pack_project(page.project.folder / "whole.proofdesk")
    lead.settle()
    lead.step("overview")
    lead.press(Key.Key_Z, CTRL)
    assert lead.page.section is lead.page.home
    assert lead.notice.strip() == (
        "A bundle was written after the last decision. To change the answers, ask their author for "
        "a revision."
    )
    # The merge before it cannot be undone either: the decision depends on what it added.
    lead.press(Key.Key_Z, CTRL)
    assert lead.page.section is lead.page.home
    assert "Nothing to undo" in lead.notice
    lead.step("conflicts")
    page.press(Key.Key_Z, CTRL)
    assert "bundle was written after" in page.section.outcome.text.text()


def typed_reason(page: Page, words: str) -> None:
    page.lead.tab_to(page.section.case_view.reason)
    page.lead.type(words)


def test_a_decision_that_was_begun_is_kept_but_decides_nothing(page: Page) -> None:
    view = page.section.case_view
    page.press(Key.Key_1)
    page.press(Key.Key_Down)
    page.press(Key.Key_E)
    page.press(Key.Key_End, CTRL)
    page.lead.type(" Mine.")
    page.press(Key.Key_Return, CTRL)
    typed_reason(page, "Clear")
    page.lead.tab_to(view.confidence)
    page.press(Key.Key_Down)
    assert view.left.text() == "Draft · 1 field left"
    assert (
        page.section.side.list.rows.index(0, 0).data(ACCESSIBLE).endswith("draft · 3 fields differ")
    )
    chosen = page.decision
    assert chosen["Comment"].endswith(" Mine.")
    page.press(Key.Key_W, CTRL)
    assert digest(page.project.lead) == page.digest, "there is no record"
    page.lead.open(page.project.lead)
    page.lead.step("conflicts")
    page.wait()
    view = page.section.case_view
    assert (page.name, page.pill) == (FIRST, "2")
    assert page.decision == chosen
    assert (view.reason.text(), view.confidence.currentData()) == ("Clear", "high")
    assert view.left.text() == "Draft · 1 field left"
    # It can be finished as if the window had stayed open.
    assert page.table.field is not None
    assert page.table.field.title == "Rating"
    page.press(Key.Key_2)
    assert view.left.text() == "Draft, not yet decided"
    page.press(Key.Key_Return, CTRL)
    assert (page.name, page.pill) == (SECOND, "1")
    assert not view.left.text().startswith("Draft")
    page.press(Key.Key_W, CTRL)
    assert page.current(FIRST)["comment"].endswith(" Mine.")
    with Workspace.open(page.project.lead) as workspace:
        assert not kept_drafts(workspace)


def test_an_answer_that_is_being_typed_is_kept_in_its_editor(page: Page) -> None:
    page.press(Key.Key_Down)
    page.press(Key.Key_Down)
    page.press(Key.Key_E)
    page.press(Key.Key_End, CTRL)
    page.lead.type(" Half a sen")
    page.press(Key.Key_W, CTRL)
    page.lead.open(page.project.lead)
    page.lead.step("conflicts")
    page.wait()
    own = page.section.case_view.own
    assert own.isVisible()
    assert own.diff.revision.endswith(" Half a sen")
    assert own.diff.revision_edit.hasFocus()
    page.press(Key.Key_Escape)
    assert not own.isVisible()
    assert page.decision["Comment"] == ""
    assert page.section.case_view.left.text() == "3 fields left", "nothing is left of the draft"


def test_a_draft_without_its_choices_is_none(page: Page) -> None:
    page.press(Key.Key_1)
    page.press(Key.Key_Up)
    page.press(Key.Key_Escape)
    assert page.section.case_view.left.text() == "3 fields left"
    page.press(Key.Key_W, CTRL)
    with Workspace.open(page.project.lead) as workspace:
        assert not kept_drafts(workspace)


def test_a_draft_is_discarded_if_the_answers_change(page: Page) -> None:
    page.press(Key.Key_1)
    typed_reason(page, "Clear")
    page.press(Key.Key_W, CTRL)
    with Workspace.open(page.project.lead, write=True) as workspace:
        key = f"{page.project.keys()[FIRST]}:ana:rate"
        like = workspace.records.heads("annotation", key)[0]
        answers = {**THERE, "comment": "A third answer."}
        insert(workspace, like, {**body_of(like), "answers": answers}, time="2021-01-01T00:00:00Z")
    page.lead.open(page.project.lead)
    page.lead.step("conflicts")
    page.wait()
    outcome = page.section.outcome
    assert outcome.text.text() == "1 draft discarded: the answers have changed."
    assert outcome.list.toPlainText() == FIRST
    assert set(page.decision.values()) == {""}
    assert page.section.case_view.reason.text() == ""


def test_bundles_contain_no_draft(page: Page) -> None:
    typed_reason(page, "Secret reason")
    page.press(Key.Key_W, CTRL)
    with Workspace.open(page.project.lead) as workspace:
        assert len(kept_drafts(workspace)) == 1
    for number, recipient in enumerate((["--for", "ana"], ["--results"])):
        file = page.project.folder / f"out{number}.proofdesk"
        done("pack", page.project.lead, "-o", file, *recipient)
        with ZipFile(file) as packed:
            assert all(b"Secret reason" not in packed.read(name) for name in packed.namelist())


def test_the_field_that_a_message_is_about_stays_in_sight(lead_of_critiques: Lead) -> None:
    lead_of_critiques.driver.window.resize(1280, 760)
    table = lead_of_critiques.page.conflicts.case_view.table
    lead_of_critiques.tab_to(table)
    while table.visualRect(table.currentIndex()).bottom() < table.viewport().height() - 12:
        before = table.currentIndex().row()
        lead_of_critiques.press(Key.Key_1)
        assert table.currentIndex().row() != before
    lead_of_critiques.press(Key.Key_Return, CTRL)
    assert lead_of_critiques.page.conflicts.case_view.problem.isVisible()
    lead_of_critiques.settle()
    row = table.visualRect(table.currentIndex())
    assert row.bottom() <= table.viewport().height()


def test_with_large_text_a_case_can_be_worked_with_below_its_list(page: Page) -> None:
    window = page.lead.driver.window
    window.resize(1280, 800)
    window.theme.set_text_scale(2.0)
    page.wait()
    section = page.section
    view, side = section.case_view, section.side
    assert is_whole(view.save_button), "without scrolling"
    assert side.list.viewport().height() >= 2 * side.list.sizeHintForRow(0), "rows are whole"
    assert side.height() < 180
    page.lead.tab_to(side.list)
    section.area.verticalScrollBar().setValue(0)
    page.press(Key.Key_Return)
    assert is_whole(view.table)
    page.press(Key.Key_Down)
    page.press(Key.Key_Down)
    page.press(Key.Key_E)
    assert is_whole(view.own.use_button)
    assert not view.save_button.isVisible()
    assert is_whole(view.own.diff.revision_edit)
    # With small text, the buttons are below the table again.
    window.theme.set_text_scale(1.0)
    page.wait()
    assert view.isAncestorOf(view.own.use_button)


def is_whole(widget: QWidget) -> bool:
    """Return whether no part of a widget is out of sight."""
    return widget.visibleRegion().boundingRect() == widget.rect()


def test_with_large_text_the_headings_of_the_table_stay_in_sight(lead_of_critiques: Lead) -> None:
    window = lead_of_critiques.driver.window
    window.resize(1280, 800)
    window.theme.set_text_scale(2.0)
    lead_of_critiques.settle()
    section = lead_of_critiques.page.conflicts
    table = section.case_view.table
    lead_of_critiques.tab_to(table)
    area, heads = section.scrolled.area, table.horizontalHeader()
    # As after a look at the buttons below.
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    lead_of_critiques.press(Key.Key_Right, ALT)
    lead_of_critiques.settle()
    QApplication.processEvents()
    top = heads.mapTo(area.viewport(), QPoint()).y()
    assert top >= 0
    assert top + heads.height() < area.viewport().height()


def test_the_keys_are_shown_whole(page: Page) -> None:
    page.lead.driver.window.resize(1280, 800)
    QApplication.processEvents()
    hints = page.section.case_view.hints
    # German with three answers, the longest line, takes about a third more than this one.
    needed = hints.fontMetrics().horizontalAdvance(hints.text()) * 4 // 3
    assert hints.isVisible()
    assert hints.width() >= needed


def decide_first(page: Page, reason: str) -> str:
    """Decide about the first item on which annotators disagree; return its name."""
    page.section.tabs.buttons["annotators"].click()
    page.wait()
    name = page.name
    page.table.setFocus()
    page.press(Key.Key_2)
    typed_reason(page, reason)
    page.lead.tab_to(page.section.case_view.confidence)
    page.press(Key.Key_Down)
    page.press(Key.Key_Return, CTRL)
    return name


@pytest.fixture
def outdated(page: Page, monkeypatch: pytest.MonkeyPatch) -> tuple[Page, str, Path]:
    """An item whose decision is outdated by results of ben that are not merged yet."""
    name = decide_first(page, "The text says so")
    ben = page.project.folder / "ben"
    page.project.annotate(ben, rating=2)
    return page, name, page.project.results(ben)


def test_a_merge_that_outdates_a_decision_says_so_and_the_overview_leads_to_it(
    outdated: tuple[Page, str, Path],
) -> None:
    page, name, results = outdated
    merge = page.lead.page.merge
    page.lead.step("merge")
    merge.add_bundles([results])
    page.lead.settle()
    merge.merge_button.click()
    page.lead.settle()
    assert (
        "1 decision outdated, because answers have changed: decide again on Conflicts."
        in merge.outcome.text.text()
    )
    page.lead.step("overview")
    row = next(row for row in page.lead.page.home.tasks.rows if row.task.kind == "decisions")
    assert row.task.text == "1 decision outdated"
    assert page.pill == "3", "two conflicts and this decision"
    summary = Summaries().of(page.lead.page.home.overview)["conflicts"]
    assert summary == "2 conflicts, 1 outdated"
    row.button.click()
    page.wait()
    assert page.section.tabs.what == "annotators"
    assert page.names == [name]
    assert page.name == name
    line = page.section.side.list.rows.index(0, 0)
    assert "outdated · ana, ben" in str(line.data(ACCESSIBLE))
    assert page.section.facts.text() == "0 of 4 decided  ·  1 outdated"
    view = page.section.case_view
    assert view.outdated.isVisible()
    assert "Check the choices that it has filled in" in view.outdated.text()
    assert (view.reason.text(), view.confidence.currentData()) == ("The text says so", "high")
    page.table.setFocus()
    page.press(Key.Key_1)
    page.press(Key.Key_Return, CTRL)
    assert page.section.facts.text() == "1 of 4 decided"
    assert page.section.outcome.text.text() == "Nothing is outdated any more."
    assert len(page.names) == 3, "the undecided ones, no list that is empty after the last one"
    assert name not in page.names
    assert page.name in page.names
    assert page.table.hasFocus()
    assert not view.outdated.isVisible()


def test_a_decision_of_which_one_answer_is_left_is_decided_again(page: Page) -> None:
    name = decide_first(page, "The text says so")
    page.press(Key.Key_W, CTRL)
    # The last merge was that of ben's results.
    done("unmerge", page.project.lead)
    tasks = done("status", page.project.lead)["tasks"]
    assert [one["count"] for one in tasks if one["kind"] == "decisions"] == [1]
    page.lead.open(page.project.lead)
    page.lead.step("overview")
    home = page.lead.page.home
    next(row for row in home.tasks.rows if row.task.kind == "decisions").button.click()
    page.wait()
    assert page.names == [name]
    view = page.section.case_view
    assert view.outdated.isVisible()
    assert [one.title for one in page.table.headings] == ["ana"]
    # What was decided cannot be filled in again, so its reason would be that of ana's answers.
    assert "4 – Good" in page.decision.values()
    assert (view.reason.text(), view.confidence.currentData()) == ("", "")
    assert "so its reason and confidence are left out" in view.outdated.text()
    line = page.section.side.list.rows.index(0, 0)
    assert "outdated · ana" in str(line.data(ACCESSIBLE))
    page.table.setFocus()
    page.press(Key.Key_Return, CTRL)
    assert page.problem == ""
    assert page.names == []
    assert not [one for one in home.overview.state.tasks if one.kind == "decisions"]


def test_equal_answers_after_a_decision_are_decided_again_from_export(
    outdated: tuple[Page, str, Path],
) -> None:
    page, name, _ = outdated
    # Now both say the same, so the item is no disagreement any more.
    ben = page.project.folder / "ben"
    rating = HERE["rating"] if name in (FIRST, SECOND) else 4
    page.project.annotate(ben, rating=rating)
    results = page.project.results(ben, name="equal")
    page.press(Key.Key_W, CTRL)
    done("merge", page.project.lead, results)
    tasks = done("status", page.project.lead)["tasks"]
    assert [one["count"] for one in tasks if one["kind"] == "decisions"] == [1]
    page.lead.open(page.project.lead)
    page.lead.step("export")
    page.lead.settle()
    checks = page.lead.page.export.checks
    page.lead.driver.qtbot.waitUntil(lambda: bool(checks.findChildren(QPushButton)))
    buttons = checks.findChildren(QPushButton)
    next(one for one in buttons if one.text() == "Decide again").click()
    page.wait()
    assert page.names == [name]
    assert page.section.case_view.outdated.isVisible()
    page.table.setFocus()
    page.press(Key.Key_Return, CTRL)
    assert page.names == []
    tasks = page.lead.page.home.overview.state.tasks
    assert not [one for one in tasks if one.kind == "decisions"]
