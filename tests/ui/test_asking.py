"""Tests of the questions to annotators before the work, by keys: consent and background form."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.core.errors import NotSavedError
from desktop_app.ui.annotate.onboarding_pages import AboutPage, ConsentPage
from desktop_app.workspace import background
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.ui.conftest import CTRL, SHIFT, Driver
from tests.workspace.forging import records_in
from tests.workspace.projects import Project, make_project

Key = Qt.Key
TEXT = """# Before you begin

Your judgements become **public**, without your name.
<img src="file:///etc/passwd"> ![x](http://127.0.0.1/x.png)
"""
FORM = """\
form: 1
key: ours
version: 1
language: en
title: {en: About you, de: Über Sie}
questions:
  - key: years
    type: number
    text: {en: "How many years?", de: "Wie viele Jahre?"}
    integer: true
    min: 0
  - key: note
    type: long_text
    text: {en: "Anything else?", de: "Sonst noch etwas?"}
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with a consent text and risum's background form."""
    made = make_project(tmp_path / "project", asks=True)
    made.assign(3)
    give(made, TEXT, "consent")
    return made


def give(project: Project, text: str, what: str) -> None:
    file = project.folder / f"{what}.txt"
    file.write_text(text, "utf-8")
    done("import", project.lead, file, "--what", what)


@pytest.fixture
def asked(driver: Driver, work: Path) -> Driver:
    driver.open(work)
    return driver


def page(driver: Driver) -> Any:
    return driver.window.pages.currentWidget()


def agree(driver: Driver) -> None:
    assert isinstance(page(driver), ConsentPage)
    driver.press(Key.Key_Return, CTRL)


def test_from_the_bundle_to_the_leads_analysis(
    driver: Driver, project: Project, tmp_path: Path, qtbot: QtBot
) -> None:
    bundle = project.pack("ana")
    window = driver.window
    window.open_path(bundle)
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.join_page)
    window.join_page.folder.setFocus()
    driver.press(Key.Key_A, CTRL)
    driver.type(str(tmp_path / "mine"))
    with qtbot.waitSignal(window.workspace_opened):
        driver.press(Key.Key_Return)
    agree(driver)
    assert isinstance(page(driver), AboutPage)
    assert page(driver).form_view.focused_question() == "proficiency"
    driver.type("3")
    page(driver).form_view.focus_question("age_band")
    driver.type("2")
    driver.press(Key.Key_Return, CTRL)
    assert page(driver) is driver.controller.page
    for _ in range(6):
        driver.type("y4")
        driver.submit()
    results = tmp_path / "results.proofdesk"
    with qtbot.waitSignal(window.results_sent):
        window.send_results_to(results)
    (merged,) = done("merge", project.lead, results)["bundles"]
    assert (merged["refused"], merged["first_contact"]) == (0, True)
    kinds = [record.kind for record in records_in(results)]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "annotation": 6,
        "attestation": 1,
        "background": 1,
        "consent": 1,
    }
    counted = done("analyse", project.lead)["background"]
    assert counted["questions"] == {"proficiency": {"Advanced": 1}, "age_band": {"25-34": 1}}
    assert "Annotators’ background" in proofdesk("analyse", project.lead).out
    assert done("status", project.lead)["consent"]["people"]["ana"]["state"] == "agreed"


def test_the_lead_sees_at_the_window_who_agreed(
    driver: Driver, project: Project, work: Path, qtbot: QtBot
) -> None:
    done("consent", work, "--agree")
    done("merge", project.lead, project.results(work))
    driver.open(project.lead)
    lead = driver.window.workplace.project
    assert lead is not None
    table = lead.people.table
    titles = [column.title for column in table.rows.columns]
    place = titles.index("Consent")
    shown = [table.rows.columns[place].text(row) for row in table.rows.rows]
    assert shown[0].startswith("agreed, ")
    assert shown[1:] == ["not yet", "not yet"]


def test_nothing_of_the_work_shows_before_consent(asked: Driver, work: Path) -> None:
    shown = page(asked)
    assert isinstance(shown, ConsentPage)
    assert asked.window.controller is None
    assert asked.target is shown.text
    assert "without your name" in shown.text.toPlainText()
    assert not asked.window.commands["send_results"].isEnabled()
    assert not asked.window.commands["guidelines"].isEnabled()
    assert not shown.withdraw.isVisible()
    asked.type("y4")
    asked.window.close()
    with Workspace.open(work) as workspace:
        assert not list(workspace.records.keys("annotation"))
        assert not list(workspace.records.keys("consent"))


def test_nothing_in_the_text_becomes_a_picture_or_a_link(asked: Driver) -> None:
    html = page(asked).text.toHtml()
    assert "<img" not in html
    assert "<a " not in html
    assert "file:///etc/passwd" in page(asked).text.toPlainText()


def test_not_now_loses_nothing_and_can_be_undone(asked: Driver, work: Path) -> None:
    asked.press(Key.Key_Tab)
    assert asked.target is page(asked).decline
    asked.press(Key.Key_Space)
    assert page(asked) is asked.window.welcome
    assert "did not agree" in asked.window.notice_bar.text.text()
    assert done("consent", work)["state"] == "open"
    asked.open(work)
    agree(asked)
    assert isinstance(page(asked), AboutPage)
    assert done("consent", work)["state"] == "agreed"


def test_agreeing_is_asked_once(start: Callable[[], Driver], work: Path) -> None:
    first = start()
    first.open(work)
    agree(first)
    first.window.close()
    second = start()
    second.open(work)
    assert isinstance(page(second), AboutPage)


def test_a_changed_text_asks_again_when_it_comes(
    asked: Driver, project: Project, qtbot: QtBot
) -> None:
    agree(asked)
    page(asked).left.emit()
    give(project, TEXT + "\nFor ten years.\n", "consent")
    newer = project.pack("ana", name="newer")
    with qtbot.waitSignal(asked.window.workspace_opened):
        asked.window.open_path(newer)
        qtbot.waitUntil(lambda: isinstance(page(asked), ConsentPage))
    assert "has changed" in page(asked).words.text()
    assert "For ten years" in page(asked).text.toPlainText()
    agree(asked)
    assert page(asked) is asked.controller.page


def test_consent_is_taken_back_and_only_that_goes_home(
    asked: Driver, project: Project, work: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    agree(asked)
    page(asked).left.emit()
    asked.type("y4")
    asked.submit()
    asked.window.commands["consent"].trigger()
    shown = page(asked)
    assert "You agreed" in shown.words.text()
    assert not shown.agree.isVisible()
    shown.withdraw.setFocus()
    asked.press(Key.Key_Space)
    assert "Nothing is deleted" in shown.warning.text()
    assert asked.target is shown.keep
    asked.press(Key.Key_Space)
    assert done("consent", work)["state"] == "agreed"
    asked.press(Key.Key_Space)  # the focus is where it was
    shown.really.setFocus()
    with qtbot.waitSignal(asked.window.workspace_opened):
        asked.press(Key.Key_Space)
        qtbot.waitUntil(lambda: page(asked) is not shown and isinstance(page(asked), ConsentPage))
    assert asked.window.controller is None
    assert "withdrew your consent" in page(asked).words.text()
    assert page(asked).send.isVisible()
    with qtbot.waitSignal(asked.window.results_sent):
        asked.window.send_results_to(tmp_path / "home.proofdesk")
    assert {record.kind for record in records_in(tmp_path / "home.proofdesk")} == {"consent"}
    qtbot.waitUntil(page(asked).agree.isEnabled)
    agree(asked)
    assert page(asked) is asked.controller.page
    assert asked.session.done == 1


def test_the_text_can_be_read_again_and_the_work_goes_on(asked: Driver) -> None:
    agree(asked)
    page(asked).left.emit()
    asked.type("y")
    asked.window.commands["consent"].trigger()
    assert isinstance(page(asked), ConsentPage)
    asked.press(Key.Key_Return, CTRL)  # agrees to nothing twice, submits nothing
    assert isinstance(page(asked), ConsentPage)
    page(asked).decline.setFocus()
    asked.press(Key.Key_Space)
    assert page(asked) is asked.controller.page
    assert asked.answers == {"follows": True}
    asked.type("4")
    asked.submit()
    assert asked.session.done == 1


# The questionnaire


@pytest.fixture
def questions(asked: Driver) -> Driver:
    agree(asked)
    assert isinstance(page(asked), AboutPage)
    return asked


def answers(driver: Driver) -> dict[str, Any]:
    shown = page(driver).form_view.answers()
    return {key: value for key, value in shown.items() if value not in (None, "")}


def test_it_is_answered_by_keys_and_can_be_changed_later(
    questions: Driver, work: Path, qtbot: QtBot
) -> None:
    questions.type("2")
    questions.press(Key.Key_Return, CTRL)
    assert page(questions) is questions.controller.page
    assert questions.controller.panel.form_view.focused_question() == "follows"
    questions.window.commands["about_you"].trigger()
    assert answers(questions) == {"proficiency": "Near native"}
    assert "Saved" in page(questions).state.text()
    questions.type("1")
    qtbot.waitUntil(lambda: "Changed" in page(questions).state.text(), timeout=1000)
    questions.press(Key.Key_Return, CTRL)
    assert page(questions) is questions.controller.page
    questions.window.close()
    with Workspace.open(work) as workspace:
        said = [
            (record.body or {})["answers"]
            for record in workspace.records.history("background", "ana")
        ]
    assert said == [{"proficiency": "Near native"}, {"proficiency": "Native"}]


def test_the_last_answer_leads_to_the_button_and_enter_goes_on(questions: Driver) -> None:
    asked = page(questions)
    for _ in asked.form_view.visible_questions():
        assert not asked.save.hasFocus()
        questions.type("1")
    assert asked.save.hasFocus()
    before = answers(questions)
    questions.type("2")
    assert answers(questions) == before
    questions.press(Key.Key_Return)
    assert page(questions) is questions.controller.page


def test_skipping_leads_on_and_is_not_asked_again(start: Callable[[], Driver], work: Path) -> None:
    first = start()
    first.open(work)
    agree(first)
    page(first).leave.setFocus()
    first.press(Key.Key_Space)
    assert page(first) is first.controller.page
    first.window.close()
    second = start()
    second.open(work)
    assert page(second) is second.controller.page
    second.press(Key.Key_K, CTRL)
    second.type("about you")
    second.press(Key.Key_Return)
    assert isinstance(page(second), AboutPage)
    assert done("background", work)["answers"] == {}


def test_one_history_that_survives_a_restart(start: Callable[[], Driver], work: Path) -> None:
    first = start()
    first.open(work)
    agree(first)
    first.type("3")
    page(first).form_view.focus_question("proficiency")
    first.type("4")  # leads on to the next question
    first.type("1")
    first.press(Key.Key_Z, CTRL)
    assert answers(first) == {"proficiency": "Intermediate"}
    first.press(Key.Key_Z, CTRL)
    assert answers(first) == {"proficiency": "Advanced"}
    first.window.close()
    second = start()
    second.open(work)
    assert isinstance(page(second), AboutPage)
    assert answers(second) == {"proficiency": "Advanced"}
    second.press(Key.Key_Z, CTRL | SHIFT)
    second.press(Key.Key_Z, CTRL | SHIFT)
    assert answers(second) == {"proficiency": "Intermediate", "education": "Graduate"}
    assert done("background", work)["answers"] == {}


def test_a_draft_is_on_disk_within_a_second(questions: Driver, qtbot: QtBot) -> None:
    questions.type("3")
    asking = questions.window.workplace.asking
    assert asking is not None
    assert asking.about is not None
    qtbot.waitUntil(lambda: not asking.about.dirty, timeout=1000)
    kept = background.load_draft(asking.about.workspace) or {}
    assert kept["answers"] == {"proficiency": "Advanced"}
    assert page(questions).state.text().startswith("Draft saved")


def test_the_item_keeps_its_own_history_while_the_questionnaire_is_open(
    questions: Driver,
) -> None:
    page(questions).left.emit()
    questions.type("y4")
    questions.window.commands["about_you"].trigger()
    questions.type("5")
    questions.press(Key.Key_Z, CTRL)
    assert answers(questions) == {}
    questions.press(Key.Key_Z, CTRL)  # nothing left here; the item is not touched
    page(questions).leave.setFocus()
    questions.press(Key.Key_Space)
    assert questions.answers == {"follows": True, "rating": 4}
    questions.press(Key.Key_Z, CTRL)
    assert questions.answers == {"follows": True}


def test_a_disk_that_refuses_is_said_and_nothing_is_lost(
    questions: Driver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise NotSavedError("the disk is full", hint="Free some space.")

    monkeypatch.setattr("desktop_app.ui.annotate.onboarding.RETRY_AFTER", 10)
    with monkeypatch.context() as broken:
        broken.setattr("desktop_app.workspace.background.save_draft", refuse)
        broken.setattr("desktop_app.workspace.background.answer", refuse)
        questions.type("3")
        qtbot.waitUntil(questions.window.notice_bar.isVisible)
        assert "Not saved" in page(questions).state.text()
        questions.press(Key.Key_Return, CTRL)
        assert isinstance(page(questions), AboutPage)
        assert not questions.window.close()
    assert answers(questions) == {"proficiency": "Advanced"}
    qtbot.waitUntil(lambda: page(questions).state.text().startswith("Draft saved"))


@pytest.fixture
def ours(project: Project) -> None:
    give(project, FORM, "background_form")


@pytest.mark.usefixtures("ours")
def test_a_leads_own_form_with_its_rules(questions: Driver, work: Path) -> None:
    assert page(questions).words.isVisible()
    questions.type("-3")
    questions.press(Key.Key_Return, CTRL)
    assert [one.question for one in page(questions).form_view.problems()] == ["years"]
    questions.press(Key.Key_A, CTRL)
    questions.type("12")
    page(questions).form_view.focus_question("note")
    questions.type("12?")
    questions.press(Key.Key_Return, CTRL)
    assert page(questions) is questions.controller.page
    questions.window.close()
    assert done("background", work)["answers"] == {"years": 12, "note": "12?"}


WITH_FOLLOW_UP = """\
form: 1
key: ours
version: 1
language: en
title: About you
questions:
  - key: profession
    type: single_choice
    text: What do you do?
    options: [{code: lawyer, label: Lawyer}, {code: other, label: Something else}]
  - key: which
    type: short_text
    text: What exactly?
    show_if: {question: profession, is: other}
  - key: years
    type: number
    text: How many years?
  - key: reads
    type: multiple_choice
    text: Which languages do you read?
    options: [{code: de, label: German}, {code: en, label: English}]
"""


@pytest.fixture
def follow_up(project: Project) -> None:
    give(project, WITH_FOLLOW_UP, "background_form")


@pytest.mark.usefixtures("follow_up")
def test_texts_and_numbers_are_answered_in_order(questions: Driver, work: Path) -> None:
    form = page(questions).form_view
    questions.type("1")
    assert form.focused_question() == "years", "no question is skipped"
    form.focus_question("profession")
    questions.type("2")
    assert form.focused_question() == "which", "the question that the answer shows"
    questions.type("Bees 1")
    questions.press(Key.Key_Tab)
    assert form.focused_question() == "years"
    questions.type("3")
    questions.press(Key.Key_Return, CTRL)
    questions.window.close()
    said = {"profession": "other", "which": "Bees 1", "years": 3}
    assert done("background", work)["answers"] == said


def test_every_control_has_a_name_and_is_reached_by_tab(questions: Driver) -> None:
    shown = page(questions)
    seen = set()
    for _ in range(60):
        focus = QApplication.focusWidget()
        assert focus is not None
        assert focus.accessibleName() or (isinstance(focus, QPushButton) and focus.text())
        seen.add(focus)
        questions.press(Key.Key_Tab)
    assert {shown.leave, shown.save} <= seen


def test_a_workspace_for_reading_only_asks_nothing_it_cannot_keep(
    start: Callable[[], Driver], work: Path
) -> None:
    done("consent", work, "--agree")
    with Workspace.open(work, write=True):
        driver = start()
        driver.open(work)
        assert page(driver) is driver.controller.page
        driver.window.commands["about_you"].trigger()
        assert not page(driver).save.isEnabled()
        driver.type("3")
        assert answers(driver) == {}
        driver.window.close()


CHILD = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from desktop_app.ui.app import build

application = QApplication([])
window, crashes = build(application)
window.show()

def tick():
    QTest.keyClicks(QApplication.focusWidget(), "ab ")
    form = window.workplace.asking.page.form_view
    print(len(form.answers()["note"]), flush=True)

def begin():
    window.workplace.asking.page.form_view.focus_question("note")
    timer.start()

timer = QTimer(interval=40)
timer.timeout.connect(tick)
window.workspace_opened.connect(begin)
window.open_path(Path(sys.argv[1]))
application.exec()
"""


@pytest.fixture
def child(work: Path) -> Iterator[subprocess.Popen[str]]:
    done("consent", work, "--agree")
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(work)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    yield process
    process.kill()
    process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is not there")
@pytest.mark.usefixtures("ours")
def test_a_killed_window_comes_back_with_what_was_begun(
    child: subprocess.Popen[str], start: Callable[[], Driver], work: Path
) -> None:
    assert child.stdout is not None
    typed = [int(child.stdout.readline()) for _ in range(60)]  # 40 ms each
    child.send_signal(signal.SIGKILL)
    child.wait()
    driver = start()
    driver.open(work)
    note = answers(driver)["note"]
    assert note == ("ab " * 1000)[: len(note)]
    assert len(note) >= typed[-26]  # what was there a second before
    driver.press(Key.Key_Z, CTRL)
    assert len(answers(driver).get("note", "")) < len(note)


def test_the_questions_begin_below_their_introduction_with_large_text(
    asked: Driver, qtbot: QtBot
) -> None:
    asked.window.resize(1000, 620)
    asked.window.theme.set_text_scale(2.0)
    agree(asked)
    form_view = page(asked).form_view
    bar = form_view.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    for _ in range(5):
        QApplication.processEvents()
    assert bar.value() == 0
    assert form_view.focused_question() == "proficiency"
    # The next question is followed again.
    asked.type("3")
    qtbot.waitUntil(lambda: bar.value() > 0)
