"""Tests of Ctrl+Z on the lead's pages: the last change of the project, wherever it was made."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from desktop_app.workspace.project_texts import find_text, guidelines_path
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import CTRL, SHIFT, Driver
from tests.ui.test_lead import ALT, Lead
from tests.workspace.projects import Project, items, jsonl, make_project

Key = Qt.Key


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path / "small", items(2))


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch, project: Project) -> Lead:
    lead = Lead(driver, monkeypatch)
    lead.open(project.lead)
    return lead


def assigned(project: Project) -> int:
    with Workspace.open(project.lead) as workspace:
        return sum(1 for _ in workspace.records.all_current("assignment"))


def assign(lead: Lead, overlap: str = "1") -> None:
    page = lead.page.assign
    lead.step("assign")
    lead.tab_to(page.overlap)
    lead.type(overlap)
    lead.press(Key.Key_Return)
    assert page.assign_button.hasFocus()
    lead.press(Key.Key_Space)


@pytest.mark.parametrize("name", ["overview", "people", "bundles", "agreement", "export"])
def test_a_change_of_another_page_is_undone_and_named(
    lead: Lead, project: Project, name: str
) -> None:
    assign(lead)
    number = assigned(project)
    assert number
    lead.step(name)
    lead.press(Key.Key_Z, CTRL)
    assert f"Undone: “Assigning” ({number} changes)." in lead.notice
    assert assigned(project) == 0
    lead.press(Key.Key_Z, CTRL)
    assert "Nothing to undo." in lead.notice


def test_undoing_names_items_and_assignments_if_their_numbers_differ(
    lead: Lead, project: Project
) -> None:
    assign(lead, "2")
    lead.step("items")
    page = lead.page.items
    for entry in page.list.rows.entries[:2]:
        page.list.rows.check([entry.key], True)
    page.selection.exclude_button.click()
    lead.type("too short")
    lead.press(Key.Key_Return)
    page.list.setFocus()
    lead.press(Key.Key_Z, CTRL)
    words = "Undone: “Excluding items” (6 changes: 2 items, 4 assignments)."
    assert page.outcome.text.text() == words
    lead.press(Key.Key_Z, CTRL)
    assert page.outcome.text.text() == "Undone: “Assigning” (12 changes: 6 items, 12 assignments)."
    assert assigned(project) == 0


def test_a_field_with_typing_undoes_only_the_typing(lead: Lead, project: Project) -> None:
    assign(lead)
    number = assigned(project)
    lead.step("people")
    assert lead.page.people.id.hasFocus()
    lead.type("dan")
    lead.press(Key.Key_Z, CTRL)
    assert lead.page.people.id.text() == ""
    lead.press(Key.Key_Z, CTRL)
    assert assigned(project) == number, "the key was pressed once too often"


def test_the_menu_undoes_as_the_keys_do(lead: Lead, project: Project) -> None:
    assign(lead)
    lead.step("agreement")
    lead.driver.window.commands["lead_undo"].trigger()
    lead.settle()
    assert "Undone: “Assigning”" in lead.notice
    assert assigned(project) == 0


def test_assignments_in_a_bundle_are_not_undone(lead: Lead, project: Project) -> None:
    assign(lead)
    number = assigned(project)
    lead.step("bundles")
    lead.tab_to(lead.page.bundles.pack_button)
    lead.press(Key.Key_Space)
    page = lead.page.items
    lead.step("items")
    page.list.setFocus()
    lead.press(Key.Key_Z, CTRL)
    said = page.outcome.text.text()
    assert "Not undone: “Assigning”." in said
    assert f"already in a bundle: {number}" in said
    assert assigned(project) == number
    # It can never be undone, so what was done before comes next.
    lead.press(Key.Key_Z, CTRL)
    assert page.outcome.text.text() == "Nothing to undo."


def test_undo_stops_at_a_published_text(lead: Lead, project: Project) -> None:
    assign(lead)
    number = assigned(project)
    lead.step("guidelines")
    lead.driver.qtbot.waitUntil(lambda: lead.page.guidelines.editor is not None)
    lead.page.guidelines.editor.first_control().setFocus()
    lead.type("New. ")
    lead.press(Key.Key_Return, CTRL)
    lead.step("agreement")
    lead.press(Key.Key_Z, CTRL)
    assert "“Publishing the text” can’t be undone. It is a version" in lead.notice
    assert "publish the earlier text again." in lead.notice
    assert "Press Ctrl+Z again to undo the change before it." in lead.notice
    assert assigned(project) == number
    lead.press(Key.Key_Z, CTRL)
    assert "Undone: “Assigning”" in lead.notice
    lead.press(Key.Key_Z, CTRL)
    assert "Nothing to undo." in lead.notice


def test_the_text_before_a_published_one_is_published_again_after_a_question(
    lead: Lead, project: Project
) -> None:
    assign(lead)
    page = lead.page.guidelines
    before = published(project)
    lead.step("guidelines")
    lead.driver.qtbot.waitUntil(lambda: page.editor is not None)
    assert page.editor is not None
    page.editor.first_control().setFocus()
    lead.type("New. ")
    lead.press(Key.Key_Return, CTRL)
    assert published(project) == f"New. {before}"
    # The bundles contain the new text.
    lead.step("bundles")
    lead.tab_to(lead.page.bundles.pack_button)
    lead.press(Key.Key_Space)
    lead.step("agreement")
    lead.press(Key.Key_Z, CTRL)
    bar = lead.driver.window.notice_bar
    assert bar.action_button.text() == "Publish earlier text…"
    lead.driver.qtbot.mouseClick(bar.action_button, Qt.MouseButton.LeftButton)
    lead.settle()
    assert page.isVisible()
    assert page.editor.text() == before
    # It concerns other people as every text does.
    assert page.outcome.text.text() == "Publish this text?"
    assert "Bundles that become outdated: " in page.outcome.list.toPlainText()
    assert published(project) == f"New. {before}"
    assert page.outcome.again.hasFocus()
    lead.press(Key.Key_Space)
    lead.settle()
    assert published(project) == before
    # This, too, can be taken back.
    lead.step("agreement")
    lead.press(Key.Key_Z, CTRL)
    assert bar.action_button.text() == "Publish earlier text…"


def published(project: Project) -> str:
    with Workspace.open(project.lead) as workspace:
        return find_text(workspace, guidelines_path(workspace)).text


@pytest.fixture
def merging(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Lead:
    """A project in which the results of two people were merged in the window just now."""
    project = make_project(tmp_path / "merged", items(1), ("ana", "ben"))
    project.assign(2)
    results = []
    for person, rating in (("ana", 5), ("ben", 1)):
        own = project.join(person)
        project.annotate(own, rating=rating)
        results.append(project.results(own))
    lead = Lead(driver, monkeypatch)
    lead.open(project.lead)
    lead.page.files.take(results)
    lead.settle()
    lead.press(Key.Key_Space)
    assert lead.page.desk.overview.done == 6
    return lead


def test_a_merge_is_undone_on_its_own_page(merging: Lead) -> None:
    page = merging.page
    merging.step("items")
    page.items.list.setFocus()
    merging.press(Key.Key_Z, CTRL)
    assert page.section is page.merge
    # There is no redo, so it asks first.
    assert page.desk.overview.done
    assert page.merge.undo_button.hasFocus()
    asked = page.merge.outcome.text.text()
    assert "(answers: 6)" in asked
    merging.press(Key.Key_Return)
    removed = re.search(r"\d+(?= records)", page.merge.outcome.text.text())
    assert removed
    assert f"It added {removed[0]} records" in asked
    assert "removed" in page.merge.outcome.text.text()
    assert not page.desk.overview.done
    merging.step("items")
    page.items.list.setFocus()
    merging.press(Key.Key_Z, CTRL)
    assert page.items.outcome.text.text() == "Nothing to undo."


def test_a_decision_is_undone_before_what_came_earlier(merging: Lead) -> None:
    page = merging.page
    merging.step("items")
    page.items.list.rows.check([page.items.list.rows.entries[0].key], True)
    page.items.selection.exclude_button.click()
    merging.type("too short")
    merging.press(Key.Key_Return)
    merging.step("conflicts")
    merging.driver.qtbot.waitUntil(lambda: page.conflicts.case_view.case is not None)
    assert page.conflicts.case_view.table.hasFocus(), "the first case waits for a key"
    decided = page.conflicts.case_view.case
    merging.press(Key.Key_2, SHIFT)
    merging.press(Key.Key_Return, CTRL)
    merging.step("items")
    page.items.list.setFocus()
    merging.press(Key.Key_Z, CTRL)
    assert page.section is page.conflicts
    assert page.conflicts.outcome.text.text() == f"The decision on {decided.name} was undone."
    again = page.conflicts.case_view.case
    assert decided is not None
    assert again is not None
    assert again.id == decided.id
    merging.step("items")
    page.items.list.setFocus()
    merging.press(Key.Key_Z, CTRL)
    assert (
        page.items.outcome.text.text()
        == "Undone: “Excluding items” for “ext-0-delta-mini” (1 change)."
    )


@pytest.mark.parametrize("name", ["items", "overview", "conflicts"])
def test_after_a_restart_a_decision_is_undone_before_the_merge(
    merging: Lead, start: Callable[[], Driver], name: str
) -> None:
    page = merging.page
    merging.step("conflicts")
    merging.driver.qtbot.waitUntil(lambda: page.conflicts.case_view.case is not None)
    decided = page.conflicts.case_view.case
    merging.press(Key.Key_2, SHIFT)
    merging.press(Key.Key_Return, CTRL)
    folder = page.desk.folder
    merging.driver.window.close()
    merging.driver = start()
    merging.open(folder)
    page = merging.page
    merging.step(name)
    merging.press(Key.Key_Z, CTRL)
    assert page.section is page.conflicts
    assert page.conflicts.outcome.text.text() == f"The decision on {decided.name} was undone."
    again = page.conflicts.case_view.case
    assert decided is not None
    assert again is not None
    assert again.id == decided.id
    # Before the decision, the results were merged, also by the first start.
    merging.step("items")
    page.items.list.setFocus()
    merging.press(Key.Key_Z, CTRL)
    assert page.section is page.merge
    assert page.merge.undo_button.hasFocus()


def test_after_a_restart_a_merge_is_not_offered_for_a_later_change(
    merging: Lead, start: Callable[[], Driver]
) -> None:
    folder = merging.page.desk.folder
    merging.driver.window.close()
    done("people", folder, "add", "dora")
    merging.driver = start()
    merging.open(folder)
    merging.step("items")
    merging.press(Key.Key_Z, CTRL)
    page = merging.page
    assert page.section is page.items
    assert page.items.outcome.text.text() == "Nothing to undo."


def test_a_refused_undo_of_a_merge_is_said_on_its_page_alone(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    project = make_project(tmp_path / "twice", items(1), ("ana",))
    project.assign(1)
    own, copy = project.join("ana"), project.folder / "copy"
    shutil.copytree(own, copy)
    project.annotate(own)
    project.annotate(copy, rating=1)
    results = [project.results(own), project.results(copy, name="other")]
    done("merge", project.lead, *results, "--accept-new-key")
    decision = {"item": project.rows[0]["id"], "annotator": "ana", "answers": {"rating": 2}}
    done("adjudicate", project.lead, "--from", jsonl(project.folder / "d.jsonl", [decision]))
    lead = Lead(driver, monkeypatch)
    lead.open(project.lead)
    page = lead.page.merge
    lead.step("merge")
    page.ask_undo()
    assert page.outcome.text.text().startswith("Do you want to undo the last merge? It added ")
    lead.press(Key.Key_Space)
    assert "ater records depend" in page.outcome.text.text()
    assert not lead.notice
    lead.step("people")
    assert not lead.notice
    lead.step("merge")
    assert page.outcome.isHidden()


def test_conflicts_that_were_merged_later_wait_for_a_key(merging: Lead) -> None:
    page = merging.page
    page.merge.undo()
    merging.settle()
    merging.step("conflicts")
    # There is nothing to decide yet.
    merging.driver.qtbot.waitUntil(page.conflicts.merge_button.hasFocus)
    merging.press(Key.Key_Space)
    merging.page.files.take(
        [page.desk.folder.parent / f"results-{one}.proofdesk" for one in ("ana", "ben")]
    )
    merging.settle()
    merging.press(Key.Key_Space)
    merging.step("conflicts")
    merging.driver.qtbot.waitUntil(lambda: page.conflicts.case_view.case is not None)
    assert page.conflicts.case_view.table.hasFocus()


def test_the_way_back_to_an_item_leads_to_the_list(merging: Lead) -> None:
    page = merging.page
    merging.step("items")
    page.items.list.setFocus()
    merging.press(Key.Key_Down)
    chosen = page.items.list.current
    merging.step("conflicts")
    merging.press(Key.Key_Left, ALT)
    assert page.section is page.items
    assert page.items.list.hasFocus()
    assert page.items.list.current == chosen
