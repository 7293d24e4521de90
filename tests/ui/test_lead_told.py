"""Tests that the result of a job is reported, even after Cancel, and that files dropped meanwhile
are not lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop_app.core.errors import DamagedError
from desktop_app.core.forms import parse_form
from desktop_app.ui.lead import bundles, import_page, section
from desktop_app.ui.lead.bundles import file_names
from desktop_app.ui.lead.preparing import seen_of
from desktop_app.workspace.overview import overview_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import Driver
from tests.ui.test_lead import Lead, column, listed
from tests.workspace.projects import Project, item, jsonl, make_project

Key = Qt.Key


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    return Lead(driver, monkeypatch)


@pytest.fixture
def results(project: Project) -> Path:
    own = project.join("ana")
    project.annotate(own)
    return project.results(own)


@pytest.fixture
def cancelling(lead: Lead, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str, int], None]:
    """A function that lets the person press Cancel during a step of a job, at its nth call."""

    def arrange(module: Any, step: str, nth: int) -> None:
        real, calls = getattr(module, step), []

        def watched(*words: Any, **more: Any) -> Any:
            calls.append(step)
            if len(calls) == nth:
                lead.page.desk.cancel()
            return real(*words, **more)

        monkeypatch.setattr(module, step, watched)

    return arrange


@pytest.fixture
def at_work(lead: Lead) -> Callable[[], Event]:
    """A function that starts a job, which runs until the returned event is set."""

    def begin() -> Event:
        begun, go = Event(), Event()

        def task(workspace: Workspace, progress: object) -> None:
            begun.set()
            assert go.wait(20)

        assert lead.page.desk.run("at work", task, lambda _: None)
        lead.driver.qtbot.waitUntil(begun.is_set)
        return go

    return begin


def test_cancelling_between_two_bundles_lists_what_was_written(
    lead: Lead,
    project: Project,
    tmp_path: Path,
    cancelling: Callable[[Any, str, int], None],
) -> None:
    lead.open(project.lead)
    lead.step("bundles")
    page = lead.page.bundles
    page.folder.setText(str(tmp_path / "out"))
    cancelling(bundles, "pack", 1)
    lead.tab_to(page.pack_button)
    lead.press(Key.Key_Space)
    written = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert written == ["ana.proofdesk"]
    assert column(page.table, "File") == written
    assert page.problem.text() == "Cancelled. These files were written."
    assert "Nothing was changed" not in lead.notice


def test_cancelling_before_the_first_bundle_changes_nothing(
    lead: Lead, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead.open(project.lead)
    lead.step("bundles")
    page = lead.page.bundles
    page.folder.setText(str(tmp_path / "out"))
    lead.page.desk.began.connect(lambda _: lead.page.desk.cancel())
    lead.tab_to(page.pack_button)
    lead.press(Key.Key_Space)
    assert "Nothing was changed" in lead.notice
    assert not (tmp_path / "out").exists()


def test_cancelling_the_second_of_two_files_keeps_the_first(
    lead: Lead, tmp_path: Path, cancelling: Callable[[Any, str, int], None]
) -> None:
    project = make_project(tmp_path / "p", rows=[])
    lead.open(project.lead)
    files = [jsonl(tmp_path / f"{n}.jsonl", [item(n, "gamma-large")]) for n in (1, 2)]
    cancelling(import_page, "import_planned", 2)
    lead.drop(*files)
    lead.import_shown()
    lead.import_shown()
    assert len(lead.page.desk.overview.items) == 1
    assert "Nothing was changed" in lead.notice
    assert lead.page.section is lead.page.importing, "the second file is still shown"
    lead.press(Key.Key_Escape)
    assert listed(lead.page) == ["ext-1-gamma-large"]
    assert "1 new item" in lead.page.items.outcome.text.text()
    lead.driver.window.close()
    assert done("status", project.lead)["items"] == 1


def test_what_is_saved_is_not_called_a_failure(
    lead: Lead, project: Project, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead.open(project.lead)
    lead.drop(results)

    def failing(workspace: Workspace) -> Any:
        raise DamagedError("a file cannot be read", hint="Look at the disk.")

    monkeypatch.setattr(section, "overview_of", failing)
    lead.press(Key.Key_Space)
    assert "Merged 6 new records from ana." in lead.page.merge.outcome.text.text()
    assert "Done and saved" in lead.notice
    assert "a file cannot be read" in lead.notice.casefold()
    monkeypatch.setattr(section, "overview_of", overview_of)
    lead.driver.window.close()
    assert done("status", project.lead)["annotations"] == 6


def test_bundles_that_come_while_a_job_works_are_looked_at_after(
    lead: Lead, project: Project, results: Path, at_work: Callable[[], Event]
) -> None:
    lead.open(project.lead)
    go = at_work()
    lead.page.files.take([results])
    assert "1 bundle will be checked on the Merge page" in lead.notice
    assert not lead.page.merge.lines
    go.set()
    lead.driver.qtbot.waitUntil(lambda: bool(lead.page.merge.lines), timeout=30_000)
    assert column(lead.page.merge.table, "New") == ["6"]


def test_other_actions_are_refused_with_words_while_a_job_works(
    lead: Lead, project: Project, results: Path, tmp_path: Path, at_work: Callable[[], Event]
) -> None:
    lead.open(project.lead)
    more = jsonl(tmp_path / "more.jsonl", [item(9, "gamma-large")])
    actions: list[Callable[[], None]] = [
        lambda: lead.page.files.take([more]),
        lambda: lead.page.files.take([more, results]),
        lambda: lead.driver.window.commands["pack"].trigger(),
    ]
    go = at_work()
    for action in actions:
        lead.page.desk.notices.clear()
        assert not lead.notice
        action()
        assert "this one was not started" in lead.notice
    go.set()
    lead.settle()
    assert len(lead.page.desk.overview.items) == 6
    assert not lead.page.merge.lines


def test_items_and_a_bundle_dropped_together_both_come_in(
    lead: Lead, project: Project, results: Path, tmp_path: Path
) -> None:
    lead.open(project.lead)
    lead.drop(jsonl(tmp_path / "more.jsonl", [item(9, "gamma-large")]), results)
    lead.import_shown()
    lead.driver.qtbot.waitUntil(lambda: bool(lead.page.merge.lines), timeout=30_000)
    assert len(lead.page.desk.overview.items) == 7
    assert lead.page.section is lead.page.items
    assert "1 new item" in lead.page.items.outcome.text.text()
    assert "1 bundle ready to review on the Merge page." in lead.notice
    lead.page.go_to("merge")
    assert column(lead.page.merge.table, "New") == ["6"]


def test_items_dropped_on_a_project_for_reading_only_are_said_not_to_come_in(
    lead: Lead, project: Project, tmp_path: Path
) -> None:
    more = jsonl(tmp_path / "more.jsonl", [item(9, "gamma-large")])
    with Workspace.open(project.lead, write=True):
        lead.open(project.lead)
        lead.drop(more)
        assert "Nothing was imported" in lead.page.items.outcome.text.text()
        assert "more.jsonl" in lead.page.items.outcome.list.toPlainText()


def test_passphrases_do_not_stay_in_the_form(lead: Lead, project: Project, tmp_path: Path) -> None:
    lead.open(project.lead)
    lead.step("bundles")
    page = lead.page.bundles
    page.folder.setText(str(tmp_path / "out"))
    page.lock.setCurrentIndex(1)
    for field in (page.passphrase, page.again):
        lead.tab_to(field)
        lead.type("one two three")
    lead.press(Key.Key_Return)
    assert len(column(page.table, "File")) == 3
    assert (page.passphrase.text(), page.again.text()) == ("", "")


def test_a_preview_shows_the_form_as_it_is_now(lead: Lead, tmp_path: Path) -> None:
    folder, form = tmp_path / "study", tmp_path / "form.yaml"
    text = "form: 1\nkey: mine\nversion: 1\ntitle: T\nquestions:\n"
    question = "  - {key: a, type: yes_no, text: %s}\n"
    done("new", folder, "--title", "Forms", "--protocol", "study")
    form.write_text(text + question % "Before", "utf-8")
    done("import", folder, form, "--what", "form")
    done("import", folder, jsonl(tmp_path / "i.jsonl", [{"id": "1", "text": "t"}]))
    lead.open(folder)
    page = lead.page
    # A section that was never shown cannot take the focus.
    lead.step("items")
    page.items.list.setFocus()
    lead.press(Key.Key_Return)
    assert page.preview.panel.form_view.form.questions[0].text == "Before"
    with Workspace.open(folder) as workspace:
        (key,) = workspace.records.keys("item")
        seen = seen_of(workspace, key)
    # As it comes from another lead, who wrote the same version in other words.
    other = parse_form(text + question % "After", file="form.yaml")
    page.preview.show_item("1", replace(seen, form=other))
    assert page.preview.panel.form_view.form.questions[0].text == "After"


def test_answers_of_people_who_took_their_consent_back_are_told_apart(tmp_path: Path) -> None:
    project = make_project(tmp_path / "p")
    (tmp_path / "consent.md").write_text("May we?\n", "utf-8")
    done("import", project.lead, tmp_path / "consent.md", "--what", "consent")
    project.assign(3)
    for person in ("ana", "ben"):
        own = project.join(person)
        done("consent", own, "--agree")
        project.annotate(own)
        done("merge", project.lead, project.results(own))
    with Workspace.open(project.lead) as workspace:
        before = overview_of(workspace)
    assert (before.annotations, before.withdrawn, before.shared) == (12, 0, 6)
    done("consent", project.folder / "ana", "--withdraw")
    done("merge", project.lead, project.results(project.folder / "ana", name="again"))
    with Workspace.open(project.lead) as workspace:
        after = overview_of(workspace)
    assert (after.annotations, after.withdrawn, after.shared) == (6, 6, 0)
    assert done("analyse", project.lead)["annotations"] == after.annotations


def test_no_two_people_share_a_file() -> None:
    people = ["a?", "a*", "Ana", "ana", "a_", "ben", "../../etc"]
    names = file_names(people)
    assert list(names) == people
    assert len({name.casefold() for name in names.values()}) == len(people)
    assert names["ben"] == "ben.proofdesk"
    assert file_names(["a*"])["a*"] == names["a*"], "the next time it is the same file"
    assert not any("/" in name for name in names.values())
