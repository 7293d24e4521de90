"""Tests of a running study in the window, by keys: people, reassigning, outdated bundles, inbox."""

from __future__ import annotations

import os
import shutil
import zipfile
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.bundles.keys import identity_path
from desktop_app.ui.lead.table import Table
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.people import add_person
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.ui.conftest import ALT, CTRL, Driver
from tests.ui.test_lead import Lead, cells, column
from tests.workspace.projects import Project, assigned, items, jsonl, make_project

Key = Qt.Key
PEOPLE = ("ana", "ben", "cleo", "dan")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a project in which everybody has a bundle, and each item is assigned to two people."""
    project = make_project(tmp_path / "project", items(groups=4, models=("gamma",)), PEOPLE)
    project.assign(2)
    for person in PEOPLE:
        project.join(person)
    return project


@pytest.fixture
def closed(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    """Return a lead's window before the project is opened."""
    return Lead(driver, monkeypatch)


@pytest.fixture
def lead(closed: Lead, project: Project) -> Lead:
    closed.open(project.lead)
    return closed


def press(lead: Lead, button: QWidget) -> None:
    """Move to a button with Tab and press it."""
    lead.tab_to(button)
    lead.press(Key.Key_Space)


def select(lead: Lead, table: Table, person: str) -> None:
    """Move to a table with Tab, and to the row that begins with a person's id."""
    lead.tab_to(table)
    lead.press(Key.Key_Home, CTRL)
    names = [text.partition(" · ")[0] for text in column(table, table.rows.columns[0].title)]
    for _ in range(names.index(person)):
        lead.press(Key.Key_Down)


def test_with_large_text_the_table_is_as_wide_as_the_page(lead: Lead) -> None:
    lead.step("people")
    page, window = lead.page.people, lead.driver.window
    window.resize(1280, 800)
    window.theme.set_text_scale(2.0)
    QApplication.processEvents()
    assert page.table.horizontalScrollBar().maximum() == 0
    select(lead, page.table, "ben")
    # What has no column is said about the person.
    assert "Last result: " in page.chosen_words.text()
    window.theme.set_text_scale(1.0)
    QApplication.processEvents()
    assert not page.table.isColumnHidden(4)
    assert "Last result: " not in page.chosen_words.text()


def test_details_are_edited_in_place(lead: Lead, project: Project) -> None:
    lead.step("people")
    page = lead.page.people
    select(lead, page.table, "ben")
    details = page.details
    assert not details.save_button.isEnabled()
    lead.tab_to(details.lines["languages"])
    lead.type("en; de")
    # Entries that are not saved stay with their person.
    select(lead, page.table, "ana")
    assert details.lines["languages"].text() == ""
    select(lead, page.table, "ben")
    assert details.lines["languages"].text() == "en; de"
    lead.tab_to(details.new_name)
    lead.type("city")
    lead.tab_to(details.new_value)
    lead.type("Bern")
    lead.tab_to(details.note)
    lead.type("Paid until May")
    press(lead, details.save_button)
    people = done("people", project.lead, "list")["people"]
    [ben] = [one for one in people if one["id"] == "ben"]
    assert (ben["languages"], ben["city"], ben["note"]) == (["en", "de"], "Bern", "Paid until May")
    assert details.own["city"].text() == "Bern"
    assert not details.save_button.isEnabled()


def test_a_value_for_a_new_field_is_kept_before_it_has_a_name(lead: Lead) -> None:
    lead.step("people")
    page = lead.page.people
    select(lead, page.table, "ben")
    lead.tab_to(page.details.new_value)
    lead.type("Bern")
    assert page.details.draft_words.isVisible()
    select(lead, page.table, "ana")
    assert page.details.new_value.text() == ""
    select(lead, page.table, "ben")
    assert page.details.new_value.text() == "Bern"


def test_typed_details_are_kept_as_a_draft_until_saved_or_discarded(
    lead: Lead, project: Project
) -> None:
    lead.step("people")
    page = lead.page.people
    before = digest(project.lead)
    select(lead, page.table, "ben")
    lead.tab_to(page.details.lines["topics"])
    lead.type("sports")
    lead.tab_to(page.details.note)
    lead.type("Paid until May")
    assert page.details.draft_words.isVisible()
    # Within a second, so that nothing is lost if the program is killed.
    lead.driver.qtbot.waitUntil(lambda: "ben" in lead.page.desk.kept_forms("person:"), timeout=1000)
    lead.press(Key.Key_W, CTRL)
    assert digest(project.lead) == before, "a draft is no record"
    lead.open(project.lead)
    lead.step("people")
    page = lead.page.people
    assert "ben · draft" in column(page.table, page.table.rows.columns[0].title)
    select(lead, page.table, "ana")
    assert not page.details.draft_words.isVisible()
    assert page.details.note.toPlainText() == ""
    lead.press(Key.Key_Down)
    assert page.details.lines["topics"].text() == "sports"
    assert page.details.note.toPlainText() == "Paid until May"
    press(lead, page.details.discard_button)
    assert page.details.lines["topics"].text() == ""
    assert not page.details.draft_words.isVisible()
    assert not page.details.save_button.isEnabled()
    lead.press(Key.Key_W, CTRL)
    lead.open(project.lead)
    lead.step("people")
    page = lead.page.people
    select(lead, page.table, "ben")
    assert page.details.note.toPlainText() == ""
    lead.tab_to(page.details.note)
    lead.type("Left a message")
    press(lead, page.details.save_button)
    lead.press(Key.Key_W, CTRL)
    lead.open(project.lead)
    lead.step("people")
    assert not lead.page.people.details.drafts, "saved details are no draft any more"
    people = done("people", project.lead, "list")["people"]
    assert [one["note"] for one in people if one["id"] == "ben"] == ["Left a message"]


def test_a_field_that_cannot_be_saved_is_named_and_kept(lead: Lead, project: Project) -> None:
    lead.step("people")
    page = lead.page.people
    before = digest(project.lead)
    select(lead, page.table, "ben")
    lead.tab_to(page.details.new_name)
    lead.type("id")
    lead.press(Key.Key_Return)
    assert "“id” cannot be changed" in page.details.problem.text()
    assert page.details.new_name.text() == "id"
    assert digest(project.lead) == before


def test_a_paused_person_is_marked_and_is_offered_no_items(lead: Lead, project: Project) -> None:
    lead.step("people")
    page = lead.page.people
    at = [one.title for one in page.table.rows.columns].index("Status")
    assert page.table.isColumnHidden(at)
    select(lead, page.table, "ben")
    press(lead, page.pause_button)
    assert column(page.table, "Status") == ["active", "paused", "active", "active"]
    assert page.pause_button.text() == "Resume"
    assert [one.id for one in page.overview.active] == ["ana", "cleo", "dan"]
    press(lead, page.left_button)
    assert "has left" in column(page.table, "Status")
    needed = page.table.fontMetrics().horizontalAdvance("has left")
    assert page.table.columnWidth(at) > needed, "the column was hidden before"
    assert page.table.horizontalHeader().length() <= page.table.viewport().width()
    assert "Their answers still count" in page.chosen_words.text()
    press(lead, page.pause_button)
    assert page.table.isColumnHidden(at)


def test_enter_lists_the_items_of_a_person(lead: Lead) -> None:
    lead.step("people")
    page = lead.page.people
    asked: list[ItemFilter] = []
    page.show_items.connect(asked.append)
    select(lead, page.table, "ben")
    lead.press(Key.Key_Return)
    assert [one.person for one in asked] == ["ben"]
    assert lead.page.section is lead.page.items


def test_open_items_move_and_the_bundles_are_updated(lead: Lead, project: Project) -> None:
    lead.step("people")
    people = lead.page.people
    select(lead, people.table, "dan")
    press(lead, people.left_button)
    open_ = next(one.open for one in people.overview.people if one.id == "dan")
    before = digest(project.lead)
    press(lead, people.reassign_button)
    panel = lead.page.assign.reassigning
    assert lead.page.section is lead.page.assign
    assert panel.givers.chosen() == ["dan"]
    press(lead, panel.preview_button)
    assert [row for row in cells(panel.table) if row[0] == "dan"] == [
        ["dan", str(open_), str(-open_), "0"]
    ]
    assert digest(project.lead) == before, "a preview saves nothing"
    plan = cells(panel.table)
    assert panel.reassign_button.hasFocus()
    lead.press(Key.Key_Space)
    totals = {one.id: one.assigned for one in people.overview.people}
    assert {row[0]: int(row[3]) for row in plan} == {person: totals[person] for person in PEOPLE}
    assert "Outdated bundles" in panel.outcome.text.text()
    assert panel.outcome.again.hasFocus()
    outdated = [one.id for one in people.overview.outdated]
    assert outdated
    # The same again, after undoing it: the preview says the same as before.
    lead.tab_to(panel.givers)
    lead.press(Key.Key_Z, CTRL)
    assert not people.overview.outdated
    assert next(one.open for one in people.overview.people if one.id == "dan") == open_
    press(lead, panel.preview_button)
    assert cells(panel.table) == plan
    lead.press(Key.Key_Space)
    assert lead.page.bundles.pill().text == str(len(outdated))
    lead.press(Key.Key_Space)
    assert not people.overview.outdated
    done("merge", project.folder / outdated[0], project.folder / f"for-{outdated[0]}.proofdesk")
    assert len(assigned(project.folder / outdated[0])) == totals[outdated[0]]


def test_assign_items_on_the_overview_opens_the_assigning_form(
    lead: Lead, project: Project, qtbot: QtBot
) -> None:
    """Also after open items were moved; results that are no longer true are gone."""
    assign = lead.page.assign
    rows = [{**row, "id": f"late-{row['id']}"} for row in project.rows[:1]]
    lead.drop(jsonl(project.folder / "late.jsonl", rows))
    lead.import_shown()
    lead.page.reassign("dan")
    panel = assign.reassigning
    press(lead, panel.preview_button)
    lead.press(Key.Key_Space)
    assert panel.outcome.isVisible()
    lead.step("overview")
    row = next(one for one in lead.page.home.tasks.rows if one.task.kind == "unassigned")
    QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
    assert assign.content.isVisible()
    assert panel.isHidden()
    assert panel.outcome.isHidden()
    assert assign.people.hasFocus()
    press(lead, assign.preview_button)
    lead.press(Key.Key_Space)
    assert "created" in assign.outcome.text.text()
    assert assign.outcome.isVisible()
    done_before = assign.overview.assigned
    lead.step("people")
    lead.tab_to(lead.page.people.id)
    lead.type("eva")
    lead.press(Key.Key_Return)
    lead.step("assign")
    assert assign.overview.assigned == done_before
    assert assign.outcome.isHidden(), "something else was changed since"


def test_a_refused_id_is_forgotten_when_the_page_is_left(lead: Lead) -> None:
    lead.step("people")
    page = lead.page.people
    lead.tab_to(page.id)
    lead.type("ana")
    lead.press(Key.Key_Return)
    assert "already exists" in page.problem.text()
    assert page.problem.isVisible()
    lead.step("items")
    lead.step("people")
    assert not page.problem.isVisible()
    assert page.id.accessibleDescription() == ""


def test_each_list_of_a_person_has_its_own_example(lead: Lead) -> None:
    lead.step("people")
    lines = lead.page.people.details.lines
    names = ("languages", "fields", "topics")
    assert len({lines[name].placeholderText() for name in names}) == len(names)


def test_the_page_of_assignments_opens_with_assigning(lead: Lead) -> None:
    assign = lead.page.assign
    lead.step("assign")
    press(lead, assign.reassign_button)
    assert assign.reassigning.isVisible()
    lead.step("people")
    lead.step("assign")
    assert assign.content.isVisible()
    assert assign.reassigning.isHidden()
    # Going back restores the page as it was left.
    press(lead, assign.reassign_button)
    lead.step("people")
    lead.press(Key.Key_Left, ALT)
    assert assign.reassigning.isVisible()


@pytest.mark.parametrize("place", ["list of people", "list of pages", "header"])
def test_undo_works_from_the_lists_and_the_header_but_never_leaves_a_text(
    lead: Lead, place: str
) -> None:
    lead.step("people")
    page = lead.page.people
    lead.tab_to(page.id)
    lead.type("eva")
    lead.press(Key.Key_Return)
    assert "eva" in column(page.table, "Person")
    assert page.id.hasFocus()
    lead.type("x")
    for _ in range(2):
        lead.press(Key.Key_Z, CTRL)
        assert page.id.text() == ""
        assert "eva" in column(page.table, "Person")
    if place == "list of pages":
        lead.page.rail.setFocus()
    elif place == "header":
        lead.page.palette_button.setFocus()
    else:
        page.table.setFocus()
    lead.press(Key.Key_Z, CTRL)
    assert column(page.table, "Person") == list(PEOPLE)
    assert page.id.text() == ""


def test_adding_a_person_can_be_undone_from_the_empty_field(lead: Lead, qtbot: QtBot) -> None:
    lead.step("people")
    page = lead.page.people
    bar = lead.driver.window.notice_bar
    for person in ("eva", "fay"):
        lead.tab_to(page.id)
        lead.type(person)
        lead.press(Key.Key_Return)
        assert f"“{person}” was added." in lead.notice
    assert bar.action_button.accessibleName() == "Undo"
    assert page.id.hasFocus()
    lead.driver.press(Key.Key_U, ALT)
    qtbot.waitUntil(lambda: "Undone: “Adding the person” for “fay” (1 change)." in lead.notice)
    lead.settle()
    assert column(page.table, "Person") == [*PEOPLE, "eva"]
    assert page.id.hasFocus()
    # An outdated offer would undo a later change.
    lead.type("gil")
    lead.press(Key.Key_Return)
    assert bar.action_button.isVisible()
    select(lead, page.table, "ben")
    press(lead, page.pause_button)
    assert not bar.isVisible()


def test_a_refused_file_in_the_inbox_is_a_task_of_its_own(
    lead: Lead, project: Project, inbox: Path, qtbot: QtBot
) -> None:
    send(project, "ana", inbox)
    lead.step("merge")
    page = lead.page.merge
    lead.choose(inbox)
    press(lead, page.inbox.choose_button)
    qtbot.waitUntil(lambda: [one.sender for one in page.lines] == ["ana"], timeout=20_000)
    lead.settle()
    press(lead, page.merge_button)
    shutil.move(
        project.results(project.folder / "ana", "--unsigned", name="again"),
        inbox / "again.proofdesk",
    )
    page.inbox.check()
    qtbot.waitUntil(lambda: column(page.table, "Status") == ["refused"], timeout=20_000)
    lead.settle()
    lead.step("overview")
    kinds = [row.task.kind for row in lead.page.home.tasks.rows]
    assert "inbox" not in kinds
    row = lead.page.home.tasks.rows[kinds.index("refused")]
    assert row.text.text() == "1 result file was refused"
    assert row.detail.text().startswith("ana: is not signed, although a key of “ana” is known")
    QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
    assert lead.page.section is page


def test_the_first_task_keeps_the_focus_if_another_one_comes_first(
    closed: Lead, project: Project, inbox: Path, qtbot: QtBot
) -> None:
    lead = closed
    done("inbox", project.lead, "--folder", inbox)
    send(project, "ana", inbox)
    lead.open(project.lead)
    rows = lead.page.home.tasks.rows
    lead.step("overview")
    assert lead.page.home.tasks.rows[0].button.hasFocus()
    qtbot.waitUntil(
        lambda: any(row.task.kind == "inbox" for row in lead.page.home.tasks.rows), timeout=20_000
    )
    assert lead.page.home.tasks.rows != rows
    assert lead.page.home.tasks.rows[0].task.kind == "inbox"
    assert lead.page.home.tasks.rows[0].button.hasFocus()


def test_changes_of_people_are_undone_one_after_the_other(lead: Lead, project: Project) -> None:
    lead.step("people")
    page = lead.page.people
    before = done("people", project.lead, "list")["people"]
    select(lead, page.table, "ben")
    press(lead, page.pause_button)
    assert column(page.table, "Status") == ["active", "paused", "active", "active"]
    select(lead, page.table, "cleo")
    press(lead, page.remove_button)
    press(lead, page.remove_button)  # a second time, to confirm
    assert column(page.table, "Person") == ["ana", "ben", "dan"]
    assert "“cleo” was removed." in lead.notice
    assert page.table.hasFocus()
    assert not page.remove_button.isVisible(), "nobody is selected"
    lead.press(Key.Key_Z, CTRL)
    assert "Undone: “Removing the person” for “cleo”" in lead.notice
    assert column(page.table, "Person") == list(PEOPLE)
    lead.press(Key.Key_Z, CTRL)
    assert "Undone: “Changing the status” for “ben” (1 change)." in lead.notice
    assert done("people", project.lead, "list")["people"] == before
    lead.press(Key.Key_Z, CTRL)
    assert "Nothing to undo." in lead.notice


def test_the_selection_stays_on_the_person(lead: Lead) -> None:
    lead.step("people")
    page = lead.page.people
    select(lead, page.table, "ben")
    press(lead, page.remove_button)
    press(lead, page.remove_button)
    lead.press(Key.Key_Down)
    select(lead, page.table, "dan")
    lead.press(Key.Key_Z, CTRL)
    assert column(page.table, "Person") == list(PEOPLE)
    assert page.chosen_name.text() == "dan", "although a row was inserted above"
    header = page.table.horizontalHeader()
    for expected in ([*PEOPLE], [*reversed(PEOPLE)]):
        place = header.sectionViewportPosition(0) + 20
        where = QPoint(place, header.height() // 2)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=where)
        lead.settle()
        assert column(page.table, "Person") == expected
        assert page.chosen_name.text() == "dan"
        assert page.table.currentIndex().row() == expected.index("dan")
    press(lead, page.remove_button)
    press(lead, page.remove_button)
    assert page.chosen_name.isHidden()


def test_outdated_bundles_are_listed_with_their_reasons_and_updated(
    closed: Lead, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead = closed
    done("reassign", project.lead, "dan", "--seed", 1)
    lead.open(project.lead)
    lead.step("bundles")
    page = lead.page.bundles
    assert page.update_button.hasFocus(), "Enter writes them"
    assert column(page.table, "Status")[-1] == "Outdated"
    select(lead, page.table, "dan")
    assert "items removed" in page.why.text()
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(opened.append(url)) or True)
    press(lead, page.show_button)
    assert [Path(url.toLocalFile()) for url in opened] == [project.folder]
    press(lead, page.update_button)
    assert "bundle" in page.outcome.text.text()
    assert "Outdated" not in column(page.table, "Status")


def test_only_the_latest_result_of_writing_is_shown(
    closed: Lead, project: Project, tmp_path: Path
) -> None:
    lead = closed
    done("reassign", project.lead, "dan", "--seed", 1)
    lead.open(project.lead)
    lead.step("bundles")
    page = lead.page.bundles
    page.folder.setText(str(tmp_path / "out"))
    # The bundle of ana is not ticked, so it stays outdated.
    lead.tab_to(page.people)
    lead.press(Key.Key_Space)
    press(lead, page.pack_button)
    assert page.said.text() == f"2 files in {tmp_path / 'out'}"
    assert page.said.isVisible()
    press(lead, page.update_button)
    assert "written" in page.outcome.text.text()
    assert page.said.isHidden(), "the folder of the earlier file"
    page.pack_project(tmp_path / "whole.proofdesk")
    lead.settle()
    assert page.said.isVisible()
    assert page.outcome.isHidden(), "what was said about the people's bundles"


def test_an_update_without_the_key_of_the_lead_says_so_first(
    closed: Lead, project: Project
) -> None:
    lead = closed
    done("reassign", project.lead, "dan", "--seed", 1)
    with Workspace.open(project.lead) as workspace:
        identity_path(workspace.project, workspace.person).unlink()
    lead.open(project.lead)
    lead.step("bundles")
    page = lead.page.bundles
    press(lead, page.update_button)
    text = page.outcome.text.text()
    assert text.startswith("The key of “lead” is not on this computer")
    assert "File ▸ Your key" in text
    assert text.endswith("No new bundle for: ana, cleo, dan.")
    assert "written" not in text


@pytest.fixture
def encrypted(closed: Lead, project: Project) -> Lead:
    """A project with bundles that are encrypted with a passphrase, some of them outdated."""
    secret = project.folder / "secret"
    secret.write_text("one two three\n", "utf-8")
    for person in PEOPLE:
        project.pack(person, "--passphrase-file", secret)
    done("reassign", project.lead, "dan", "--seed", 1)
    closed.open(project.lead)
    return closed


def test_encrypted_bundles_stay_encrypted_unless_the_lead_agrees(
    encrypted: Lead, project: Project
) -> None:
    lead = encrypted
    lead.step("bundles")
    page = lead.page.bundles
    assert page.lock.currentData() == "passphrase", "as the last bundles, also after a restart"
    page.folder.setText(str(project.folder))
    page.lock.setCurrentIndex(0)
    press(lead, page.pack_button)
    assert "Replace 3 encrypted bundles" in page.outcome.text.text()
    assert page.outcome.again.hasFocus()
    assert {one.bundle.lock for one in page.overview.givable if one.bundle} == {"passphrase"}
    lead.press(Key.Key_Escape)
    assert page.outcome.isHidden()
    press(lead, page.pack_button)
    lead.press(Key.Key_Space)
    assert "3 files" in page.said.text()
    locks = {one.id: one.bundle.lock for one in page.overview.givable if one.bundle}
    assert locks == {"ana": "", "ben": "", "cleo": "", "dan": "passphrase"}


def test_updating_encrypted_bundles_asks_for_the_passphrase_and_enter_writes_them(
    encrypted: Lead, project: Project
) -> None:
    lead = encrypted
    lead.step("bundles")
    page = lead.page.bundles
    page.outcome.say("Some bundles were not written.", ["ana: Why"], "warn")
    press(lead, page.update_button)
    assert page.passphrase.hasFocus()
    assert "Enter the passphrase twice" in page.problem.text()
    assert page.outcome.isHidden(), "what an earlier attempt has said"
    lead.type("one two three")
    lead.press(Key.Key_Tab)
    lead.type("one two three")
    lead.press(Key.Key_Return)
    assert page.outcome.text.text().endswith("bundles written. Send each person their file.")
    assert not page.overview.outdated
    assert {one.bundle.lock for one in page.overview.givable if one.bundle} == {"passphrase"}


def test_the_result_of_an_earlier_attempt_goes_when_bundles_are_written(
    encrypted: Lead, tmp_path: Path
) -> None:
    lead = encrypted
    lead.step("bundles")
    page = lead.page.bundles
    page.folder.setText(str(tmp_path / "out"))
    page.outcome.say("Some bundles were not written.", ["ana: Why"], "warn")
    for field in (page.passphrase, page.again):
        lead.tab_to(field)
        lead.type("one two three")
    press(lead, page.pack_button)
    assert "3 files" in page.said.text()
    assert page.outcome.isHidden()


def test_reassigning_leads_to_the_passphrase_of_the_bundles(
    encrypted: Lead, project: Project
) -> None:
    lead = encrypted
    lead.step("people")
    people = lead.page.people
    select(lead, people.table, "ana")
    press(lead, people.reassign_button)
    panel = lead.page.assign.reassigning
    press(lead, panel.preview_button)
    lead.press(Key.Key_Space)
    assert panel.outcome.again.hasFocus()
    lead.press(Key.Key_Space)
    page = lead.page.bundles
    assert lead.page.section is page
    assert page.passphrase.hasFocus()
    lead.type("one two three")
    lead.press(Key.Key_Tab)
    lead.type("one two three")
    lead.press(Key.Key_Return)
    assert not people.overview.outdated


@pytest.fixture
def inbox(project: Project) -> Path:
    folder = project.folder / "inbox"
    folder.mkdir()
    return folder


def send(project: Project, person: str, inbox: Path) -> Path:
    """Answer all items of a person, and put the results into the inbox."""
    own = project.folder / person
    project.annotate(own)
    return shutil.move(project.results(own), inbox / f"{person}.proofdesk")


def test_bundles_are_chosen_first_in_the_last_folder_else_in_the_inbox(
    closed: Lead, project: Project, inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began: list[str] = []

    def choose(_parent: object, _title: str, folder: str, _kinds: str) -> tuple[list[str], str]:
        began.append(folder)
        return [str(tmp_path / "elsewhere" / "ana.proofdesk")], ""

    closed.open(project.lead)
    closed.step("merge")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", choose)
    merge = closed.page.merge
    merge.choose()
    closed.settle()
    # The chosen folder is gone.
    merge.inbox.set_folder(inbox)
    closed.settle()
    merge.choose()
    closed.settle()
    (tmp_path / "elsewhere").mkdir()
    merge.choose()
    closed.settle()
    assert began == [str(Path.home()), str(inbox), str(tmp_path / "elsewhere")]


def test_results_in_the_inbox_are_previewed_and_merged_by_one_press(
    lead: Lead, project: Project, inbox: Path, qtbot: QtBot
) -> None:
    lead.step("merge")
    page = lead.page.merge
    lead.choose(inbox)
    press(lead, page.inbox.choose_button)
    assert str(inbox) in page.inbox.words.toolTip()
    before = digest(project.lead)
    send(project, "ana", inbox)
    broken = inbox / "broken.proofdesk"
    broken.write_bytes(b"PK broken" * 50)
    os.utime(broken, (0, 0))
    page.inbox.check()
    qtbot.waitUntil(lambda: [one.sender for one in page.lines] == ["ana"], timeout=20_000)
    lead.settle()
    assert digest(project.lead) == before, "nothing is merged unasked"
    assert page.pill().text == "1"
    press(lead, page.merge_button)
    assert digest(project.lead) != before
    assert not page.waiting
    assert page.pill() is None
    qtbot.waitUntil(lambda: "broken.proofdesk cannot be read" in page.inbox.problem.text())
    tasks = [row.task for row in lead.page.home.tasks.rows]
    (task,) = [one for one in tasks if one.kind == "unreadable"]
    assert task.text == "1 file in the inbox cannot be read"
    assert (task.page, task.command) == ("merge", "inbox")
    # Undoing brings the file back.
    lead.tab_to(page.undo_button)
    lead.press(Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: [one.sender for one in page.lines] == ["ana"], timeout=20_000)
    lead.settle()
    # A file that is deleted from the inbox leaves the list.
    (inbox / "ana.proofdesk").unlink()
    page.inbox.check()
    qtbot.waitUntil(lambda: not page.lines, timeout=20_000)
    lead.settle()
    assert page.pill() is None
    assert page.empty.isVisible()


def test_elsewhere_arriving_results_are_only_counted(
    closed: Lead, project: Project, inbox: Path, qtbot: QtBot
) -> None:
    lead = closed
    done("inbox", project.lead, "--folder", inbox)
    lead.open(project.lead)
    lead.step("people")
    page = lead.page.merge
    lead.tab_to(lead.page.people.id)
    send(project, "ben", inbox)
    qtbot.waitUntil(lambda: page.pill() is not None, timeout=20_000)
    assert not page.lines
    assert "arrived" in lead.notice
    assert lead.page.people.id.hasFocus()
    lead.press(Key.Key_6, CTRL)
    qtbot.waitUntil(lambda: [one.sender for one in page.lines] == ["ben"], timeout=20_000)
    lead.settle()
    # What was excluded does not come back by itself, but stays in sight.
    page.table.selectRow(0)
    page.remove()
    lead.settle()
    lead.step("people")
    lead.step("merge")
    lead.settle()
    assert not page.lines
    assert page.pill().text == "1"
    press(lead, page.inbox.preview_button)
    qtbot.waitUntil(lambda: [one.sender for one in page.lines] == ["ben"], timeout=20_000)
    lead.settle()
    press(lead, page.inbox.leave_button)
    assert page.inbox.words.text().startswith("No inbox")


def test_results_in_the_inbox_stay_in_sight_after_escape(
    closed: Lead, project: Project, inbox: Path, qtbot: QtBot
) -> None:
    lead = closed
    done("inbox", project.lead, "--folder", inbox)
    for person in ("ana", "ben"):
        send(project, person, inbox)
    lead.open(project.lead)
    lead.step("merge")
    page = lead.page.merge
    qtbot.waitUntil(lambda: len(page.lines) == 2, timeout=20_000)
    lead.settle()
    assert page.inbox.preview_button.isHidden()
    lead.tab_to(page.merge_button)
    lead.press(Key.Key_Escape)
    assert not page.lines
    assert page.pill().text == "2"
    assert "inbox" in {row.task.kind for row in lead.page.home.tasks.rows}
    assert page.inbox.preview_button.hasFocus()
    lead.press(Key.Key_Space)
    qtbot.waitUntil(lambda: len(page.lines) == 2, timeout=20_000)
    lead.settle()
    lead.press(Key.Key_Escape)
    lead.step("people")
    lead.step("merge")
    qtbot.waitUntil(lambda: len(page.lines) == 2, timeout=20_000)


def test_the_name_of_a_person_is_shown_in_all_lists_of_people_and_in_no_file(
    lead: Lead, project: Project, tmp_path: Path
) -> None:
    page = lead.page
    lead.step("people")
    select(lead, page.people.table, "ana")
    lead.tab_to(page.people.details.lines["name"])
    lead.type("Ana Klarname")
    press(lead, page.people.details.save_button)
    label = "ana · Ana Klarname"
    assert column(page.people.table, "Person") == [label, "ben", "cleo", "dan"]
    assert page.people.chosen_name.text() == label
    assert column(page.home.table, "Name")[0] == label
    lead.step("assign")
    assert page.assign.people.item(0).text() == label
    assert page.assign.people.chosen()[0] == "ana"
    lead.step("bundles")
    assert page.bundles.people.item(0).text().startswith(f"{label}  ·  ")
    assert column(page.bundles.table, "For")[0] == label
    lead.step("items")
    menu = page.items.filters.chips["person"].button.menu()
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    assert [one.text() for one in menu.actions()] == [label, "ben", "cleo", "dan"]
    menu.actions()[0].trigger()
    chip = page.items.filters.chips["person"].button
    assert chip.text() == f"Person: {label}"
    assert page.items.filters.filter.person == "ana"
    page.bundles.folder.setText(str(tmp_path / "out"))
    lead.step("bundles")
    press(lead, page.bundles.pack_button)
    lead.press(Key.Key_W, CTRL)
    # Only ana's own bundle may contain it.
    others = [file for file in (tmp_path / "out").iterdir() if file.stem != "ana"]
    assert len(others) == 3
    for file in others:
        with zipfile.ZipFile(file) as archive:
            assert not any(b"Klarname" in archive.read(name) for name in archive.namelist())
    done("export", project.lead, "--what", "answers", "-o", tmp_path / "answers.jsonl")
    assert b"Klarname" not in (tmp_path / "answers.jsonl").read_bytes()


def test_the_list_of_people_for_bundles_uses_the_height_of_the_page(
    closed: Lead, project: Project
) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        for number in range(6):
            add_person(workspace, f"guest{number}")
    closed.open(project.lead)
    closed.driver.window.resize(1280, 800)
    closed.step("bundles")
    page = closed.page.bundles
    closed.driver.qtbot.waitUntil(lambda: page.people.verticalScrollBar().maximum() == 0)
    assert page.people.count() == 10
    assert page.folder.isVisible()
    assert not page.folder.visibleRegion().isEmpty(), "what follows the list is in sight"
    # In a low window the list scrolls, and the buttons stay visible.
    closed.driver.window.resize(1280, 560)
    closed.driver.qtbot.waitUntil(lambda: page.people.verticalScrollBar().maximum() > 0)
    assert page.people.height() >= 150


def test_the_page_that_is_open_is_whole_in_the_list_of_pages_at_any_text_size(lead: Lead) -> None:
    lead.driver.window.resize(1280, 800)
    lead.step("export")
    rail = lead.page.rail
    for _ in range(10):
        lead.driver.press(Key.Key_Plus, CTRL)
        lead.driver.qtbot.waitUntil(
            lambda: rail.viewport().rect().contains(rail.visualItemRect(rail.currentItem()))
        )
    assert rail.is_compact


def test_bars_of_all_people_have_the_same_length(lead: Lead) -> None:
    lead.step("people")
    table = lead.page.people.table
    people = table.rows.rows
    # Longer figures leave no less room to their bar.
    table.show_rows([replace(one, done=1, assigned=10 ** (2 * n)) for n, one in enumerate(people)])
    table.setColumnWidth(1, 180)
    picture = table.viewport().grab().toImage()
    lengths = set()
    for row in range(len(people)):
        cell = table.visualRect(table.rows.index(row, 1))
        y = cell.center().y() + 1
        empty = picture.pixelColor(cell.left() + 2, cell.top() + 4)
        drawn = [x for x in range(cell.left(), cell.right()) if picture.pixelColor(x, y) != empty]
        gap = next(n for n, (x, after) in enumerate(pairwise(drawn)) if after - x > 5)
        lengths.add(drawn[gap] - drawn[0])
    assert len(lengths) == 1


def test_the_state_of_a_bundle_and_its_day_are_whole(lead: Lead) -> None:
    lead.driver.window.resize(1280, 800)
    lead.step("people")
    table = lead.page.people.table
    # As with long names and more columns; the bars then are shorter.
    table.setColumnWidth(0, 420)
    table.show_rows(table.rows.rows)
    place = len(table.rows.columns) - 1
    # As in the table: the pill, the day, the arrow, and the space around them.
    word, _, day = table.rows.columns[place].text(table.rows.rows[0]).partition(", ")
    assert day.startswith("written ")
    texts = QFontMetrics(table.font())
    least = texts.horizontalAdvance(word + day) + 2 * 14 + 16 + 8 + 14
    assert table.columnWidth(place) >= least - 12, "the pill has smaller letters"
    assert table.width() > 900, "below the options"
    assert table.horizontalScrollBar().maximum() == 0


def test_the_columns_of_the_bundles_fit_at_1280(lead: Lead) -> None:
    lead.driver.window.resize(1280, 800)
    lead.step("bundles")
    table = lead.page.bundles.table
    QApplication.processEvents()  # the page is arranged once it is shown
    assert table.width() > 900, "below the options"
    assert table.horizontalScrollBar().maximum() == 0
    for row in range(table.rows.rowCount()):
        place = table.visualRect(table.rows.index(row, table.rows.columnCount() - 1))
        words = QFontMetrics(table.font()).horizontalAdvance(f"{PEOPLE[row]}.proofdesk")
        assert place.width() >= words


def test_names_and_dates_of_people_fit_at_1280(closed: Lead, project: Project) -> None:
    done("people", project.lead, "set", "ana", "--name", "Ana Klarname-Lindqvist")
    lead = closed
    lead.driver.window.resize(1280, 800)
    lead.open(project.lead)
    lead.step("people")
    table = lead.page.people.table
    QApplication.processEvents()
    bold = QFont(table.font())
    bold.setBold(True)
    name = table.visualRect(table.rows.index(0, 0)).width()
    assert name >= QFontMetrics(bold).horizontalAdvance("ana · Ana Klarname-Lindqvist") + 28
    last = table.rows.columnCount() - 1
    text = str(table.rows.index(0, last).data())
    state = table.visualRect(table.rows.index(0, last)).width()
    assert state >= QFontMetrics(table.font()).horizontalAdvance(text) + 28


def test_reassigning_can_record_that_somebody_has_left(lead: Lead) -> None:
    lead.step("assign")
    page = lead.page.assign
    press(lead, page.reassign_button)
    panel = page.reassigning
    panel.givers.setFocus()
    panel.show_people(["dan"])
    press(lead, panel.preview_button)
    lead.press(Key.Key_Space)
    said = panel.outcome.list.toPlainText()
    assert "New items can still be assigned to dan." in said
    assert "choose Has left on the page People" in said
    lead.tab_to(panel.givers)
    lead.press(Key.Key_Z, CTRL)
    panel.show_people(["dan"])
    press(lead, panel.leaving)
    press(lead, panel.preview_button)
    lead.press(Key.Key_Space)
    people = {one.id: one for one in page.overview.people}
    assert people["dan"].participation == "left"
    assert not people["dan"].open
    said = panel.outcome.list.toPlainText()
    assert "Recorded as having left, so no new items: dan." in said
    assert "can still be assigned" not in said
    # Both are one change.
    lead.tab_to(panel.givers)
    lead.press(Key.Key_Z, CTRL)
    people = {one.id: one for one in page.overview.people}
    assert people["dan"].participation == "active"
    assert people["dan"].open


def test_who_gives_items_is_not_offered_as_receiver(lead: Lead) -> None:
    lead.step("assign")
    page = lead.page.assign
    press(lead, page.reassign_button)
    panel = page.reassigning

    def offered() -> list[str]:
        return [panel.takers.item(row).text().split()[0] for row in range(panel.takers.count())]

    assert not panel.givers.chosen()
    assert offered() == list(PEOPLE)
    lead.tab_to(panel.givers)
    lead.press(Key.Key_Space)
    giver = panel.givers.chosen()[0]
    assert offered() == [one for one in PEOPLE if one != giver]
    assert giver not in panel.takers.chosen()
    lead.press(Key.Key_Space)
    assert offered() == list(PEOPLE)
    assert panel.takers.chosen() == list(PEOPLE)


def test_too_many_people_per_item_are_explained(lead: Lead) -> None:
    lead.step("assign")
    page = lead.page.assign
    lead.tab_to(page.overlap)
    lead.press(Key.Key_A, CTRL)
    lead.type("9")
    lead.press(Key.Key_Return)
    number = len(page.people.chosen())
    assert page.more.text() == f"{number} people are chosen, but 9 per item are requested."


def test_the_list_of_people_to_assign_to_shows_all_rows_if_there_is_room(lead: Lead) -> None:
    lead.driver.window.resize(1920, 1080)

    lead.step("assign")
    people = lead.page.assign.people
    people.show_rows([(f"p{n}", f"Person {n}", True) for n in range(9)])
    lead.page.assign._fit_people()
    last = people.visualItemRect(people.item(8))
    assert people.viewport().rect().contains(last)
