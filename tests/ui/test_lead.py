"""Tests of a lead's whole work in the window, by keys, on real files; annotators work without a
window.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.bundles.keys import identity_path
from desktop_app.files import resource
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.lead.page import LEAD_ACTIONS, OF_SUBMISSIONS, LeadPage
from desktop_app.ui.lead.table import Table
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.plugins.kiwi_rows import question
from tests.ui.conftest import CTRL, NONE, Driver
from tests.workspace.projects import Project, items, jsonl, make_project

Key = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier
PEOPLE = ("ana", "ben", "chloe")


class Lead:
    """A lead's window, and methods that act like its user."""

    def __init__(self, driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
        self.driver = driver
        self._patch = monkeypatch

    @property
    def page(self) -> LeadPage:
        page = self.driver.window.workplace.project
        assert page is not None
        return page

    @property
    def notice(self) -> str:
        bar = self.driver.window.notice_bar
        return f"{bar.text.text()} {bar.hint.text()}" if bar.isVisible() else ""

    def press(self, key: Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Press a key, and wait until everything it started has ended."""
        self.driver.press(key, modifiers)
        self.settle()

    def type(self, text: str) -> None:
        self.driver.type(text)

    def settle(self) -> None:
        window = self.driver.window
        self.driver.qtbot.waitUntil(
            lambda: window.workplace.project is None or not window.workplace.project.desk.is_busy,
            timeout=30_000,
        )

    def step(self, name: str) -> None:
        self.driver.go_to_page(name)
        self.settle()

    def tab_to(self, widget: QWidget) -> None:
        """Press Tab until a control has the focus. Fails after a whole round."""
        for _ in range(60):
            if QApplication.focusWidget() is widget:
                return
            self.driver.press(Key.Key_Tab)
        raise AssertionError(f"Tab does not reach {widget.accessibleName()}")

    def choose(self, *paths: Path) -> None:
        """Let the next file dialog return these paths, because tests cannot use the system's
        dialog.
        """
        several = [str(path) for path in paths]
        self._patch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (several, ""))
        self._patch.setattr(QFileDialog, "getOpenFileName", lambda *_: (several[0], ""))
        self._patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (several[0], ""))
        self._patch.setattr(QFileDialog, "getExistingDirectory", lambda *_: several[0])

    def drop(self, *paths: Path) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        self.page.dropEvent(
            QDropEvent(
                QPointF(10, 10), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, NONE
            )
        )
        self.settle()

    def import_shown(self) -> None:
        """Wait until the rows on the import page are checked, and import them by keys.

        Nothing happens if nothing was shown: forms and published formats are imported at once.
        """
        page = self.page.importing
        if page.is_open:
            self.driver.qtbot.waitUntil(page.import_button.isEnabled)
            self.press(Key.Key_Return, CTRL)

    def new_project(self, title: str) -> Path:
        """Create a project by keys, and return its folder."""
        window = self.driver.window
        self.driver.press(Key.Key_N, CTRL)
        asked = window.pages.new_project
        assert asked.title.hasFocus()
        self.type(title)
        box = next(box for box in asked.boxes if box.face.words.startswith("riSum"))
        if not box.isChecked():
            self.tab_to(box)
            self.driver.press(Key.Key_Space)
        self.tab_to(asked.make)
        with self.driver.qtbot.waitSignal(window.workspace_opened, timeout=30_000):
            self.driver.press(Key.Key_Space)
        return self.page.desk.folder

    def open(self, folder: Path) -> None:
        self.driver.open(folder)


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    return Lead(driver, monkeypatch)


def summary(page: LeadPage, key: str) -> str:
    """Return what the list of pages says about a page to screen readers, after its name."""
    name = page.rail.title_of(key)
    rows = [page.rail.item(place) for place in range(page.rail.count())]
    words: str = next(
        row.data(Qt.ItemDataRole.AccessibleTextRole) for row in rows if row.text() == name
    )
    return words.removeprefix(f"{name}, ")


def cells(table: Table) -> list[list[str]]:
    """Return the texts of a table's visible cells."""
    model = table.rows
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def column(table: Table, title: str) -> list[str]:
    titles = [one.title for one in table.rows.columns]
    return [row[titles.index(title)] for row in cells(table)]


def listed(page: LeadPage) -> list[str]:
    """Return the names in the list of items."""
    return [one.line.name for one in page.items.list.rows.entries]


def questions(page: LeadPage) -> list[str]:
    """Return the questions of the listed items."""
    return [one.line.question for one in page.items.list.rows.entries]


def sample(name: str) -> str:
    return resource(f"samples/risum/{name}").read_text("utf-8")


def annotate(bundle: Path, folder: Path, person: str) -> Path:
    """Join a bundle, give the sample's answers, and pack the results, without a window."""
    done("join", bundle, folder / person)
    with Workspace.open(folder / person) as workspace:
        mine = {str((r.body or {})["item"]) for r in workspace.records.all_current("assignment")}
    rows = [json.loads(line) for line in sample("answers.jsonl").splitlines()]
    with Workspace.open(folder / person) as workspace:
        given = [
            row
            for row in rows
            if row["annotator"] == person and workspace.find_item("risum", row["item"]) in mine
        ]
    done("annotate", folder / person, "--from", jsonl(folder / f"{person}.jsonl", given))
    output = folder / f"results-{person}.proofdesk"
    done("pack", folder / person, "--results", "-o", output)
    return output


def test_enter_on_a_protocol_creates_the_project(lead: Lead, documents: Path) -> None:
    window = lead.driver.window
    lead.driver.press(Key.Key_N, CTRL)
    page = window.pages.new_project
    lead.type("News")
    box = page.boxes[0]
    lead.tab_to(box)
    lead.driver.press(Key.Key_Return)
    assert page.protocol_problem.isVisible()
    lead.driver.press(Key.Key_Space)
    with lead.driver.qtbot.waitSignal(window.workspace_opened, timeout=30_000):
        lead.driver.press(Key.Key_Return)
    assert lead.page.desk.folder == documents / "Proofdesk" / "News"


def test_a_project_from_start_to_end(
    lead: Lead, qtbot: QtBot, tmp_path: Path, documents: Path
) -> None:
    folder = lead.new_project("News summaries")
    assert folder == documents / "Proofdesk" / "News summaries"
    page = lead.page
    assert page.section is page.items
    assert page.items.empty.isVisible()

    rows = tmp_path / "items.jsonl"
    rows.write_text(sample("items.jsonl"), "utf-8")
    lead.choose(rows)
    lead.press(Key.Key_I, CTRL)
    lead.import_shown()
    assert len(listed(page)) == 36
    assert "36" in page.items.outcome.text.text()

    lead.step("people")
    for person in PEOPLE:
        lead.type(person)
        lead.press(Key.Key_Return)
    assert column(page.people.table, "Person") == list(PEOPLE)

    lead.step("assign")
    lead.tab_to(page.assign.overlap)
    lead.type("3")
    lead.press(Key.Key_Return)
    assert cells(page.assign.table) == [[person, "0", "36", "36"] for person in PEOPLE]
    assert page.desk.overview.assigned == 0, "a preview saves nothing"
    assert page.assign.assign_button.hasFocus()
    lead.press(Key.Key_Space)
    assert page.desk.overview.assigned == 108

    lead.press(Key.Key_Space)  # “Go to bundles” has the focus
    assert page.section is page.bundles
    lead.tab_to(page.bundles.pack_button)
    lead.press(Key.Key_Space)
    written = [f"{person}.proofdesk" for person in PEOPLE]
    assert column(page.bundles.table, "File") == written
    assert sorted(file.name for file in (folder / "bundles").iterdir()) == written

    results = [
        annotate(folder / "bundles" / f"{person}.proofdesk", tmp_path, person) for person in PEOPLE
    ]
    lead.choose(*results)
    lead.press(Key.Key_M, CTRL)
    assert page.section is page.merge
    assert column(page.merge.table, "New") == ["36", "36", "36"]
    assert set(column(page.merge.table, "Signature")) == {"signed, first key"}
    assert page.desk.overview.done == 0, "a preview saves nothing"
    assert page.merge.merge_button.hasFocus()
    lead.press(Key.Key_Space)
    assert page.desk.overview.done == 108
    assert not page.merge.lines

    lead.press(Key.Key_Space)  # “Show overview” has the focus
    assert page.section is page.home
    assert column(page.home.table, "Answers") == ["36 of 36"] * 3
    assert column(page.home.table, "Open") == ["0", "0", "0"]
    assert all(time.endswith(" s") for time in column(page.home.table, "Median time"))

    lead.step("agreement")
    lead.press(Key.Key_Space)
    qtbot.waitUntil(lambda: page.agreement.analysis is not None, timeout=30_000)
    found = page.agreement.analysis
    assert found is not None
    said = done("analyse", folder)
    assert json.loads(json.dumps(dict(found.data))) == said
    alphas = [f"{said['agreement'][key]['alpha']:.3f}" for key in ("follows", "rating")]
    assert page.agreement.by_question.isVisible(), "agreement by question comes first"
    assert page.agreement.list.hasFocus()
    lead.press(Key.Key_Down)
    assert column(page.agreement.table, "α") == alphas

    report = tmp_path / "report.html"
    lead.choose(report)
    lead.tab_to(page.agreement.save_report)
    lead.press(Key.Key_Space)
    # What is saved has aliases in place of names.
    done("analyse", folder, "-o", tmp_path / "same.html", "--aliases")
    assert report.read_text("utf-8") == (tmp_path / "same.html").read_text("utf-8")
    lead.press(Key.Key_W, CTRL)
    assert digest(folder)


# What may be wrong, and how it is said


@pytest.fixture
def ready(lead: Lead, project: Project) -> Lead:
    """A lead's window on six items that are assigned to three people."""
    for person in ("ana", "ben"):
        project.join(person)  # before the window holds the project
    lead.open(project.lead)
    return lead


def test_a_new_project_says_beside_each_field_what_is_wrong(
    lead: Lead, tmp_path: Path, qtbot: QtBot
) -> None:
    window = lead.driver.window
    lead.driver.press(Key.Key_N, CTRL)
    page = window.pages.new_project
    for box in page.boxes:
        box.setChecked(False)
    occupied = tmp_path / "occupied"
    occupied.mkdir()
    (occupied / "letter.txt").write_text("mine", "utf-8")
    lead.tab_to(page.folder)
    lead.driver.press(Key.Key_A, CTRL)
    lead.type(str(occupied))
    lead.driver.press(Key.Key_Return)
    assert "title" in page.title_problem.text()
    assert "not empty" in page.folder_problem.text()
    assert "protocol" in page.protocol_problem.text()
    assert page.title.hasFocus()
    assert page.title.accessibleDescription() == page.title_problem.text()
    assert [file.name for file in occupied.iterdir()] == ["letter.txt"]

    lead.type("Second try")
    assert page.title_problem.isHidden()
    assert page.folder.text() == str(occupied), "a folder that was typed stays"
    lead.tab_to(page.boxes[0])
    lead.driver.press(Key.Key_Space)
    lead.tab_to(page.folder)
    lead.driver.press(Key.Key_A, CTRL)
    lead.type(str(occupied / "letter.txt" / "below"))
    lead.driver.press(Key.Key_Return)
    qtbot.waitUntil(lambda: bool(page.folder_problem.text()) and page.make.isEnabled())
    assert page.title.text() == "Second try"
    assert window.workplace.project is None


def test_items_that_cannot_be_read_name_file_line_and_field(ready: Lead, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in sample("items.jsonl").splitlines()[:3]]
    del rows[1]["answer"]
    before = digest(ready.page.desk.folder)
    ready.drop(jsonl(tmp_path / "bad.jsonl", rows))
    page = ready.page.importing
    ready.driver.qtbot.waitUntil(page.import_button.isEnabled)
    assert "bad.jsonl" in page.facts.text()
    assert cells(page.problems) == [["2", "answer", "is missing"]]
    assert digest(ready.page.desk.folder) == before
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"id": "a"}\n{"id": ', "utf-8")
    ready.drop(broken)
    said = ready.page.items.outcome.text.text()
    assert all(word in said for word in ("broken.jsonl", "line 2"))
    assert digest(ready.page.desk.folder) == before


def test_refused_rows_are_listed_and_can_replace_what_is_known(
    ready: Lead, project: Project, tmp_path: Path
) -> None:
    changed = {**project.rows[0], "answer": "Another answer."}
    page = ready.page.items
    file = jsonl(tmp_path / "more.jsonl", [changed, {**changed, "id": "ext-9"}])
    ready.drop(file)
    ready.import_shown()
    assert "ext-0" in page.outcome.list.toPlainText()
    assert page.outcome.again.isHidden(), "the import page offers it"
    assert len(ready.page.desk.overview.items) == 7
    ready.drop(file)
    ready.driver.qtbot.waitUntil(ready.page.importing.update_box.isVisible)
    ready.tab_to(ready.page.importing.update_box)
    ready.press(Key.Key_Space)
    ready.import_shown()
    assert page.outcome.list.isHidden()
    with Workspace.open(project.lead) as workspace:
        item = workspace.records.current("item", project.key(project.rows[0]))
    assert item is not None
    assert (item.body or {})["content"]["answer"] == "Another answer."


def test_broken_and_foreign_bundles_are_shown_and_stay_out(
    ready: Lead, project: Project, tmp_path: Path
) -> None:
    other = make_project(tmp_path / "other")
    other.assign(3)
    theirs = other.join("ana")
    other.annotate(theirs)
    broken = tmp_path / "broken.proofdesk"
    broken.write_bytes(b"PK\x03\x04 broken" * 20)
    before = digest(project.lead)
    ready.drop(broken, other.results(theirs))
    page = ready.page.merge
    assert column(page.table, "Status") == ["cannot be read", "refused"]
    told = page.problems.refused.list.toPlainText()
    assert "broken.proofdesk" in told
    assert "another project" in told
    assert not page.merge_button.isEnabled()
    assert "None of these bundles" in page.merge_button.toolTip()

    own = project.folder / "ben"
    project.annotate(own)
    ready.drop(project.results(own))
    ready.tab_to(page.merge_button)
    ready.press(Key.Key_Space)
    assert ready.page.desk.overview.done == 6
    assert len(page.lines) == 2, "what could not be merged stays in sight"
    ready.tab_to(page.table)
    ready.press(Key.Key_Delete)
    ready.tab_to(page.table)
    ready.press(Key.Key_Delete)
    assert page.empty.isVisible()
    ready.tab_to(page.undo_button)
    ready.press(Key.Key_Space)
    assert ready.page.desk.overview.done == 0
    assert digest(project.lead) == before


def test_files_that_are_not_bundles_and_refused_ones_have_their_own_words(
    ready: Lead, project: Project, tmp_path: Path
) -> None:
    text = tmp_path / "text.proofdesk"
    text.write_text("Not a bundle.", "utf-8")
    ready.drop(text)
    page = ready.page.merge
    assert page.problems.refused.text.text() == "Some files cannot be read."
    told = page.problems.refused.list.toPlainText()
    assert "Not a Proofdesk bundle. Choose a file that Proofdesk has written." in told
    other = make_project(tmp_path / "other")
    other.assign(3)
    theirs = other.join("ana")
    other.annotate(theirs)
    ready.drop(other.results(theirs))
    assert page.problems.refused.text.text() == "Some files cannot be merged."


def test_a_bundle_of_this_project_is_not_offered_and_escape_drops_all(
    ready: Lead, project: Project
) -> None:
    ready.drop(project.folder / "for-ben.proofdesk")
    page = ready.page.merge
    assert column(page.table, "Status") == ["nothing to merge"]
    assert column(page.table, "Signature") == ["signed here"]
    assert (
        "was written here: it contains nothing to merge" in page.problems.notes.list.toPlainText()
    )
    assert not page.merge_button.isEnabled()
    own = project.folder / "ben"
    project.annotate(own)
    ready.drop(project.results(own))
    assert column(page.table, "Status") == ["nothing to merge", "ready"]
    before = digest(project.lead)
    ready.tab_to(page.merge_button)
    ready.press(Key.Key_Escape)
    assert page.lines == []
    assert page.empty.isVisible()
    assert page.first_choose.hasFocus()
    assert digest(project.lead) == before


def test_an_encrypted_bundle_asks_for_its_passphrase_until_it_fits(
    ready: Lead, project: Project, tmp_path: Path
) -> None:
    own = project.folder / "ana"
    project.annotate(own)
    secret = tmp_path / "secret"
    secret.write_text("correct horse battery\n", "utf-8")
    bundle = project.results(own, "--passphrase-file", secret)
    ready.driver.window.open_path(bundle)
    page = ready.page.merge
    ready.driver.qtbot.waitUntil(lambda: bool(page.lines), timeout=30_000)
    assert ready.page.section is page
    assert column(page.table, "Status") == ["encrypted"]
    assert page.questions.passphrase.hasFocus()
    assert page.problems.refused.text.text() == "Some files cannot be read yet."
    ready.step("overview")
    row = next(row for row in ready.page.home.tasks.rows if row.task.kind == "locked")
    assert row.text.text() == "1 encrypted file needs its passphrase"
    row.button.click()
    ready.settle()
    ready.tab_to(page.questions.passphrase)
    ready.type("wrong")
    ready.press(Key.Key_Return)
    assert "passphrase" in page.problems.refused.list.toPlainText()
    assert page.questions.passphrase.hasFocus()
    # Typing replaces the wrong one.
    ready.type("correct horse battery")
    ready.press(Key.Key_Return)
    assert column(page.table, "New") == ["6"]
    ready.press(Key.Key_Space)
    assert ready.page.desk.overview.done == 6
    assert not page.questions.passphrase.text()


def test_a_new_key_is_taken_only_after_a_yes(ready: Lead, project: Project) -> None:
    own = project.folder / "ana"
    project.annotate(own)
    ready.drop(project.results(own, name="first"))
    ready.press(Key.Key_Space)
    with Workspace.open(own) as workspace:
        identity_path(workspace.project, "ana").unlink()
    project.annotate(own, rating=5)
    done("keys", own, "--new-key")
    ready.drop(project.results(own, name="second"))
    page = ready.page.merge
    assert column(page.table, "Status") == ["refused"]
    assert column(page.table, "Signature") == ["signed, new key"]
    assert "--accept" not in page.problems.refused.list.toPlainText()
    assert not page.merge_button.isEnabled()
    assert page.questions.new_key.hasFocus()
    ready.press(Key.Key_Space)
    assert column(page.table, "Status") == ["ready"]
    assert column(page.table, "Signature") == ["signed, new key, accepted"]
    ready.tab_to(page.merge_button)
    ready.press(Key.Key_Space)
    ana = next(one for one in ready.page.desk.overview.people if one.id == "ana")
    assert len(ana.fingerprints) == 2
    assert not page.questions.new_key.isChecked(), "a yes holds once"


def test_bundles_that_cannot_be_written_are_said_in_place(ready: Lead, tmp_path: Path) -> None:
    ready.step("bundles")
    page = ready.page.bundles
    file = tmp_path / "a file"
    file.write_text("mine", "utf-8")
    ready.tab_to(page.folder)
    ready.driver.press(Key.Key_A, CTRL)
    ready.type(str(file / "below"))
    ready.press(Key.Key_Return)
    assert page.problem.isVisible()
    assert "a file" in page.problem.text()
    assert file.read_text("utf-8") == "mine"

    page.lock.setCurrentIndex(1)
    ready.tab_to(page.passphrase)
    ready.type("one two three")
    ready.press(Key.Key_Return)
    assert page.problem.text() == "Repeat the passphrase."
    assert page.again.hasFocus()
    ready.type("one two four")
    ready.press(Key.Key_Return)
    assert "do not match" in page.problem.text()
    page.lock.setCurrentIndex(2)
    ready.tab_to(page.pack_button)
    ready.press(Key.Key_Space)
    assert "ana" in page.problem.text(), "no key is known of anybody yet"


def test_encrypted_bundles_open_with_the_passphrase(ready: Lead, tmp_path: Path) -> None:
    ready.step("bundles")
    page = ready.page.bundles
    page.folder.setText(str(tmp_path / "out"))
    ready.press(Key.Key_Space)  # takes the mark off ana
    page.lock.setCurrentIndex(1)
    for field in (page.passphrase, page.again):
        ready.tab_to(field)
        ready.type("one two three")
    ready.press(Key.Key_Return)
    assert "2 files" in page.said.text()
    # The earlier bundle of ana stays in the list.
    assert column(page.table, "For") == ["ana", "ben", "cleo"]
    secret = tmp_path / "secret"
    secret.write_text("one two three\n", "utf-8")
    done("join", tmp_path / "out" / "ben.proofdesk", tmp_path / "b", "--passphrase-file", secret)


def test_too_few_people_are_said_before_anything_is_assigned(lead: Lead, tmp_path: Path) -> None:
    made = make_project(tmp_path / "small", people=("ana",))
    lead.open(made.lead)
    page = lead.page.assign
    lead.step("overview")
    lead.press(Key.Key_Return)
    assert lead.page.section is page, "the overview leads to what has to be done next"
    lead.tab_to(page.overlap)
    lead.type("2")
    lead.press(Key.Key_Return)
    assert "6 items would have too few people" in page.said.text()
    lead.tab_to(page.overlap)
    lead.driver.press(Key.Key_A, CTRL)
    lead.driver.press(Key.Key_Delete)
    assert not page.assign_button.isEnabled(), "the preview no longer holds"
    lead.driver.press(Key.Key_Return)
    assert "1 to 99" in page.problem.text()


def test_the_number_of_people_an_item_follows_the_stage_until_it_is_typed(
    lead: Lead, tmp_path: Path
) -> None:
    folder = tmp_path / "kiwi"
    done("new", folder, "--title", "Answers", "--protocol", "kiwi")
    done("import", folder, jsonl(tmp_path / "questions.jsonl", [question()]))
    done("people", folder, "add", "ana")
    lead.open(folder)
    page = lead.page.assign
    lead.step("assign")
    assert (page.overlap.text(), page.split.isHidden()) == ("1", True), "one session, one person"
    lead.tab_to(page.stage)
    lead.press(Key.Key_Down)
    assert (page.overlap.text(), page.split.isHidden()) == ("1", False), "one second rating"
    lead.press(Key.Key_Down)
    assert (page.overlap.text(), page.split.isHidden()) == ("2", False), "labellers are compared"
    lead.tab_to(page.overlap)
    lead.driver.press(Key.Key_A, CTRL)
    lead.type("3")
    page.stage.setCurrentIndex(0)
    assert page.overlap.text() == "3"


def test_enter_in_the_list_of_people_previews(ready: Lead) -> None:
    ready.step("assign")
    page = ready.page.assign
    assert page.people.hasFocus()
    ready.press(Key.Key_Return)
    assert "18 earlier assignments unchanged" in page.said.text()


def test_assigning_the_rest_leaves_what_is_out(ready: Lead, tmp_path: Path) -> None:
    before = ready.page.desk.overview.assigned
    ready.drop(jsonl(tmp_path / "more.jsonl", items(3)[6:]))
    ready.import_shown()
    ready.step("assign")
    page = ready.page.assign
    ready.tab_to(page.overlap)
    ready.driver.press(Key.Key_A, CTRL)
    ready.type("1")
    ready.press(Key.Key_Return)
    assert "18 earlier assignments unchanged" in page.said.text()
    ready.press(Key.Key_Space)
    assert ready.page.desk.overview.assigned == before + 3


def test_a_project_open_elsewhere_is_for_reading_and_says_why(lead: Lead, project: Project) -> None:
    with Workspace.open(project.lead, write=True):
        lead.open(project.lead)
        page = lead.page
        assert page.banner.isVisible()
        assert "another program" in page.banner.text()
        for button in (
            page.items.import_button,
            page.people.add_button,
            page.bundles.pack_button,
            page.merge.undo_button,
        ):
            assert not button.isEnabled()
            assert "another program" in button.accessibleDescription()
        lead.step("assign")
        assert lead.driver.window.isActiveWindow()
        lead.tab_to(page.assign.preview_button)
        lead.press(Key.Key_Space)
        assert cells(page.assign.table)
        assert not page.assign.assign_button.isEnabled()


def test_too_little_for_agreement_is_said(ready: Lead, project: Project, qtbot: QtBot) -> None:
    ready.step("agreement")
    page = ready.page.agreement
    assert page.nothing.isVisible()
    own = project.folder / "ana"
    project.annotate(own)
    ready.drop(project.results(own))
    ready.press(Key.Key_Space)
    ready.step("agreement")
    assert "No item has answers by two people" in page.ready.words.text()
    ready.press(Key.Key_Space)
    qtbot.waitUntil(lambda: page.analysis is not None, timeout=30_000)
    assert "Not enough data" in page.state.text()
    assert page.note.text().startswith("No two people have answered the same question")


# While something works


def test_a_long_job_can_be_cancelled_and_gives_the_focus_back(ready: Lead, qtbot: QtBot) -> None:
    ready.step("people")
    page = ready.page

    def endless(workspace: Workspace, progress: Callable[[int, int], None]) -> None:
        while True:
            progress(1, 2)

    assert page.desk.run("Counting…", endless, lambda result: None)
    assert not page.desk.run("Another", endless, lambda result: None), "one job at a time"
    qtbot.waitUntil(page.job.cancel_button.hasFocus)
    assert not page.stack.isEnabled()
    ready.press(Key.Key_Space)
    assert "Cancelled" in ready.notice
    assert page.stack.isEnabled()
    assert page.people.id.hasFocus()


def test_closing_the_window_during_a_job_leaves_a_sound_project(
    ready: Lead, project: Project, qtbot: QtBot
) -> None:
    begun = Event()

    def slow(workspace: Workspace, progress: Callable[[int, int], None]) -> None:
        begun.set()
        while True:
            progress(1, 2)

    ready.page.desk.run("Counting…", slow, lambda result: None)
    begun.wait(10)
    ready.driver.window.close()
    assert wait_for_jobs()
    with Workspace.open(project.lead, write=True) as workspace:
        assert len(list(workspace.records.all_current("item"))) == 6


# The page itself


def test_every_action_is_in_the_palette_and_leads_to_its_step(ready: Lead) -> None:
    window = ready.driver.window
    offered = {action.objectName() for _, action in window.commands.all() if action.isEnabled()}
    assert offered & set(LEAD_ACTIONS) == set(LEAD_ACTIONS) - set(OF_SUBMISSIONS)
    ready.driver.press(Key.Key_K, CTRL)
    ready.type("add a person")
    ready.press(Key.Key_Return)
    assert ready.page.section is ready.page.people
    assert ready.page.people.id.hasFocus()
    ready.driver.press(Key.Key_W, CTRL)
    assert not set(LEAD_ACTIONS) & {
        action.objectName() for _, action in window.commands.all() if action.isEnabled()
    }


def test_a_name_that_is_typed_whole_is_the_first_in_the_palette(ready: Lead) -> None:
    ready.driver.press(Key.Key_K, CTRL)
    ready.type("form")
    ready.press(Key.Key_Return)
    assert ready.page.section is ready.page.form, "and not the sample “A form of your own”"


def test_what_has_a_button_alone_is_in_the_palette_and_says_why_it_cannot_be_done(
    ready: Lead, tmp_path: Path
) -> None:
    commands = ready.driver.window.commands
    ready.choose(jsonl(tmp_path / "people.jsonl", [{"id": "zoe"}]))
    ready.driver.press(Key.Key_K, CTRL)
    ready.type("import people")
    ready.press(Key.Key_Return)
    assert "zoe" in column(ready.page.people.table, "Person")
    ready.driver.press(Key.Key_K, CTRL)
    ready.type("as previewed")
    ready.press(Key.Key_Return)
    assert ready.page.section is ready.page.assign
    assert "Preview the assignment first." in ready.notice
    named = {action.text() for _, action in commands.all() if action.isEnabled()}
    assert {"Save tables…", "Save figures…", "Remove the selected person"} <= named
    assert "Import the form of the study…" not in named, "its questions are no file's"
    in_menus = {action.text() for group in commands.groups for action in group.real()}
    assert "Assign as previewed" not in in_menus


def test_an_item_is_shown_as_annotators_see_it(ready: Lead, project: Project) -> None:
    ready.step("items")
    page = ready.page
    ready.tab_to(page.items.list)
    ready.driver.press(Key.Key_Down)
    ready.press(Key.Key_Return)
    assert page.preview.isVisible()
    assert page.preview.title.text() == listed(page)[1]
    shown = next(row for row in project.rows if row["id"] == page.preview.title.text())
    texts = " ".join(
        edit.toPlainText() for edit in page.preview.panel.findChildren(QPlainTextEdit)
    ) + " ".join(edit.toPlainText() for edit in page.preview.panel.findChildren(QTextEdit))
    assert str(shown["answer"]) in texts
    ready.driver.type("y")
    assert page.preview.panel.answers().get("follows") is None
    ready.driver.press(Key.Key_Escape)
    assert page.items.list.hasFocus()
    assert digest(project.lead)


def test_searching_and_sorting_items(ready: Lead) -> None:
    ready.step("items")
    page = ready.page
    ready.type("gamma paper-1")
    ready.press(Key.Key_Return)
    assert listed(page) == ["ext-1-gamma-large"]
    assert page.items.facts.text() == "1 of 6 match"
    ready.driver.press(Key.Key_A, CTRL)
    ready.driver.press(Key.Key_Delete)
    ready.press(Key.Key_Return)
    names = listed(page)
    assert names == sorted(names)
    assert len(names) == 6


def test_numbers_stand_at_the_right_and_cells_have_names(ready: Lead) -> None:
    model = ready.page.home.table.rows
    for place, one in enumerate(model.columns):
        side = Qt.AlignmentFlag.AlignRight if one.number else Qt.AlignmentFlag.AlignLeft
        index = model.index(0, place)
        assert int(index.data(Qt.ItemDataRole.TextAlignmentRole)) & side.value
        assert str(index.data(Qt.ItemDataRole.AccessibleTextRole)).startswith(one.title)


@pytest.mark.parametrize(
    "step", ["items", "people", "assign", "bundles", "merge", "overview", "agreement"]
)
def test_tab_goes_in_reading_order(ready: Lead, project: Project, step: str) -> None:
    own = project.folder / "ana"
    project.annotate(own)
    ready.drop(project.results(own))
    ready.step(step)
    ready.page.rail.setFocus()
    inside: list[QWidget] = []
    for _ in range(40):
        ready.driver.press(Key.Key_Tab)
        focus = QApplication.focusWidget()
        assert focus is not None
        if focus in inside or (inside and not ready.page.section.isAncestorOf(focus)):
            break
        if ready.page.section.isAncestorOf(focus):
            assert QAccessible.queryAccessibleInterface(focus).text(QAccessible.Text.Name), focus
            inside.append(focus)
    assert inside
    # Where the right pane begins; tasks have their buttons at the right edge of the left one.
    edge = 640 if step == "overview" else 430
    far = [one for one in inside if one.mapTo(ready.page.section, one.rect().topLeft()).x() > edge]
    if step == "items":
        # The item is beside the list, and its texts are beside each other.
        item = ready.page.items.item
        far = [
            one
            for one in inside
            if item.isAncestorOf(one) and not item.text_panes.isAncestorOf(one)
        ]
        inside = [one for one in inside if not item.text_panes.isAncestorOf(one)]
    near = [one for one in inside if one not in far]
    columns = step in ("overview", "items", "assign", "bundles")
    for group in (near, far) if columns else (inside,):
        rows = [one.mapTo(ready.page.section, one.rect().center()).y() // 12 for one in group]
        assert rows == sorted(rows), [one.accessibleName() for one in group]


def test_a_study_is_made_with_its_form_and_takes_a_new_version(
    lead: Lead, tmp_path: Path, qtbot: QtBot
) -> None:
    window = lead.driver.window
    form = tmp_path / "form.yaml"
    text = resource("samples/study/form.yaml").read_text("utf-8")
    form.write_text(text.replace("questions:", "qestions:", 1), "utf-8")
    lead.driver.press(Key.Key_N, CTRL)
    asked = window.pages.new_project
    lead.type("Leaflets")
    for box in asked.boxes:
        if box.isChecked() != box.face.words.startswith("Study"):
            lead.tab_to(box)
            lead.driver.press(Key.Key_Space)
    lead.tab_to(asked.form)
    lead.type(str(form))
    lead.driver.press(Key.Key_Return)
    qtbot.waitUntil(lambda: "qestions" in asked.form_problem.text(), timeout=30_000)
    assert "line" in asked.form_problem.text()
    assert window.workplace.project is None

    form.write_text(text, "utf-8")
    with qtbot.waitSignal(window.workspace_opened, timeout=30_000):
        lead.driver.press(Key.Key_Return)
    rows = tmp_path / "items.jsonl"
    rows.write_text(resource("samples/study/items.jsonl").read_text("utf-8"), "utf-8")
    lead.drop(rows)
    lead.import_shown()
    page = lead.page
    assert page.desk.overview.items
    lead.tab_to(page.items.show_button)
    lead.press(Key.Key_Space)
    assert page.preview.isVisible()
    lead.driver.press(Key.Key_Escape)
    lead.drop(form)
    assert "already been imported" in page.items.outcome.text.text()
    form.write_text(text.replace("required: true", "required: false", 1), "utf-8")
    lead.drop(form)
    assert "not imported" in page.items.outcome.text.text(), "the version is not counted up"
    form.write_text(
        text.replace("required: true", "required: false", 1).replace("version: 1", "version: 2", 1),
        "utf-8",
    )
    lead.drop(form)
    assert "imported" in page.items.outcome.text.text()


def test_a_mistyped_person_is_removed_by_keys(lead: Lead, project: Project) -> None:
    lead.open(project.lead)
    lead.step("people")
    page = lead.page.people
    before = column(page.table, "Person")
    lead.type("anna")
    lead.press(Key.Key_Return)
    assert sorted(column(page.table, "Person")) == sorted([*before, "anna"])
    assert not page.remove_button.isEnabled()
    assert "Select a person" in page.remove_button.accessibleDescription()
    lead.tab_to(page.table)
    for _ in range(len(column(page.table, "Person"))):
        if (index := page.table.currentIndex()).isValid() and page.table.rows.row(
            index
        ).id == "anna":
            break
        lead.press(Key.Key_Down)
    lead.tab_to(page.remove_button)
    lead.press(Key.Key_Space)
    assert column(page.table, "Person") == before


def test_who_has_items_is_removed_at_the_second_yes(ready: Lead) -> None:
    ready.step("people")
    page = ready.page.people
    ready.tab_to(page.table)
    ready.press(Key.Key_Home)
    chosen = page.table.rows.row(page.table.currentIndex()).id
    ready.tab_to(page.remove_button)
    ready.press(Key.Key_Space)
    assert "6 items are assigned" in page.problem.text()
    assert chosen in column(page.table, "Person")
    ready.press(Key.Key_Space)
    assert chosen not in column(page.table, "Person")
    assert not page.problem.isVisible()


def test_a_spreadsheet_is_not_taken_for_a_bundle(ready: Lead, tmp_path: Path) -> None:
    sheet = tmp_path / "items.ods"
    sheet.write_bytes(b"PK")
    ready.drop(sheet)
    assert "items.ods is in a spreadsheet format" in ready.notice
    assert "CSV" in ready.notice
    assert not ready.page.merge.lines
    sheet = sheet.rename(tmp_path / "items.xlsx")
    ready.drop(sheet)
    assert "not a XLSX file" in ready.page.items.outcome.text.text()
    assert not ready.page.merge.lines


def test_the_sample_is_tried_as_its_lead_and_as_an_annotator(lead: Lead) -> None:
    window = lead.driver.window
    welcome = window.pages.welcome
    for button in (welcome.project, welcome.project, welcome.sample):
        lead.tab_to(button)
        with lead.driver.qtbot.waitSignal(window.workspace_opened, timeout=30_000):
            lead.driver.press(Key.Key_Space)
        if button is welcome.project:
            assert len(lead.page.desk.overview.items) == 39
            lead.settle()
        else:
            assert lead.driver.session.entries
        lead.driver.press(Key.Key_W, CTRL)
