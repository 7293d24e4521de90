"""Tests of deciding questions that depend on other answers: hidden, required, and their names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop_app.cli.deciding import decide_in_terminal
from desktop_app.core.errors import InputError
from desktop_app.core.form_editing import dump
from desktop_app.core.merging import body_of
from desktop_app.workspace.adjudicating import Choice, Note, decide_case
from desktop_app.workspace.case_fields import MISSING, CaseField
from desktop_app.workspace.cases import CaseId, case_of, disagreement_lines
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.cli.test_deciding import typed
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_conflicts import Page
from tests.ui.test_lead import Lead
from tests.workspace.projects import Project, jsonl, make_project
from tests.workspace.test_adjudicating import ABOUT, insert
from tests.workspace.test_empty_answers import Rows, study

Key = Qt.Key
FORM = dump(
    {
        "form": 1,
        "key": "letters",
        "version": 1,
        "title": "Letters",
        "questions": [
            {"key": "bad", "type": "yes_no", "required": True, "text": "Is anything bad?"},
            {
                "key": "reason",
                "type": "long_text",
                "text": "Why is it bad?",
                "show_if": {"question": "bad", "is": True},
            },
            {
                "key": "praise",
                "type": "long_text",
                "text": "What is good about it?",
                "required_if": {"question": "bad", "is": False},
            },
        ],
    }
)
ANA: Rows = [{"item": "1", "bad": True, "reason": "Too late."}]
BEN: Rows = [{"item": "1", "bad": False, "praise": "Short."}]
REASON, PRAISE = "Why is it bad?", "What is good about it?"


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    return study(tmp_path / "letters", ANA, BEN, form=FORM)


def open_page(driver: Driver, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Page:
    lead = Lead(driver, monkeypatch)
    lead.open(folder)
    return Page(lead, Project(folder.parent, []))


def field(page: Page, heading: str) -> CaseField:
    return next(one for one in page.table.fields if one.heading == heading)


def decided(page: Page, heading: str) -> str:
    """Return what a row shows as the decision, or as a hint."""
    one = field(page, heading)
    return page.table.decided_text(one)[0] or page.table.placeholder(one)


def insert_version(folder: Path, answers: dict[str, Any]) -> None:
    """Add a version of ana's answers from another computer."""
    with Workspace.open(folder, write=True) as workspace:
        like = next(one for one in workspace.records.all_current("annotation") if "ana" in one.key)
        insert(workspace, like, {**body_of(like), "answers": answers}, time="2020-01-01T00:00:00Z")


def test_a_question_that_the_choices_hide_is_marked_until_they_ask_it_again(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, letters: Path
) -> None:
    """In one version, another answer to the first question hides the reason."""
    insert_version(letters, {"bad": False, "praise": "Short.", "hidden": {"reason": "Too late."}})
    page = open_page(driver, monkeypatch, letters)
    assert decided(page, REASON) == "Choose a version or give your own answer (E)"
    page.press(Key.Key_1)
    assert page.decision["Is anything bad?"] == "No"
    assert decided(page, REASON) == "Not asked with these answers"
    assert page.table.field == field(page, PRAISE), "the hidden field is passed over"
    page.press(Key.Key_Up)
    page.press(Key.Key_2)
    assert decided(page, REASON) == "Not asked with these answers", "its versions have no effect"
    page.press(Key.Key_Up)
    page.press(Key.Key_2)
    assert page.decision["Is anything bad?"] == "Yes"
    page.press(Key.Key_2)
    assert decided(page, REASON) == "Too late."
    page.press(Key.Key_Up)
    page.press(Key.Key_Up)
    page.press(Key.Key_1)
    assert decided(page, REASON) == "Not asked with these answers"
    page.press(Key.Key_1)
    page.press(Key.Key_Return, CTRL)
    assert not page.names, "a hidden field needs no decision"
    page.press(Key.Key_W, CTRL)
    with Workspace.open(letters) as workspace:
        record = next(one for one in workspace.records.all_current("annotation"))
        assert body_of(record)["answers"]["bad"] is False
        assert "reason" not in body_of(record)["answers"]


def test_a_question_that_the_choices_require_says_so_and_is_refused_without_an_answer(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, letters: Path
) -> None:
    page = open_page(driver, monkeypatch, letters)
    page.section.tabs.buttons["annotators"].click()
    page.wait()
    page.table.setFocus()
    assert decided(page, PRAISE).startswith("Optional")
    ben = next(place for place, one in enumerate(page.table.headings) if one.name == "ben")
    page.press((Key.Key_1, Key.Key_2)[ben])
    assert decided(page, PRAISE) == "Choose a version or give your own answer (E)"
    page.press(Key.Key_Return, CTRL)
    assert "marked field" in page.problem
    assert page.table.field == field(page, PRAISE)
    page.press((Key.Key_2, Key.Key_1)[ben])
    page.press(Key.Key_Return, CTRL)
    assert "“What is good about it?” needs an answer" in page.problem
    page.press(Key.Key_Up)
    page.press(Key.Key_Down)
    page.press((Key.Key_1, Key.Key_2)[ben])
    page.press(Key.Key_Return, CTRL)
    assert not page.problem
    page.press(Key.Key_W, CTRL)
    with Workspace.open(letters) as workspace:
        (record,) = workspace.records.all_current("adjudication")
        assert body_of(record)["answers"] == {"bad": False, "praise": "Short."}


def test_a_required_question_that_no_version_answers_is_refused(tmp_path: Path) -> None:
    """Both found something bad, and the lead alone says that nothing is."""
    rows = [{"item": "1", "bad": True, "reason": words} for words in ("Late.", "Rude.")]
    lead = study(tmp_path, rows[:1], [{**rows[1], "bad": False, "praise": "Short."}], form=FORM)
    with Workspace.open(lead, write=True) as workspace:
        (line,) = disagreement_lines(workspace)
        case = case_of(workspace, line.id, "en")
        choice = Choice({}, {"answers/bad": False, "answers/praise": MISSING})
        with pytest.raises(InputError, match="“What is good about it\\?” needs an answer"):
            decide_case(workspace, case, choice, Note())


def test_a_terminal_asks_for_what_the_choices_require_by_the_name_of_the_window(
    letters: Path,
) -> None:
    prompts: list[str] = []
    answer = typed("2", "2", "", "", "")

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return answer(prompt)

    outcome = decide_in_terminal(letters, items=True, question=None, least=0.0, ask=ask)
    assert outcome.data == {"decided": 1, "left": 0}
    assert prompts[0].startswith("Is anything bad? [")
    assert prompts[1].startswith("What is good about it? [")


def test_the_reason_of_a_decision_is_not_named_like_a_question(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, letters: Path
) -> None:
    row = {"item": "1", "answers": {"bad": True, "reason": "Too late."}, "reason": "Ana is right"}
    done("adjudicate", letters, "--from", jsonl(letters.parent / "d.jsonl", [row]))
    with Workspace.open(letters, write=True) as workspace:
        (like,) = workspace.records.all_current("adjudication")
        body = {**body_of(like), "reason": "Letters must be quick"}
        insert(workspace, like, body, like.parents, time="2020-01-01T00:00:00Z")
        found: CaseId = ("versions", "adjudication", like.key)
        case = case_of(workspace, found, "en")
    assert [one.heading for one in case.fields if one.differs] == ["Reason"]
    before = digest(letters)
    said = proofdesk("conflicts", letters).out
    assert "Reason" in said
    assert "Letters must be quick" in said
    page = open_page(driver, monkeypatch, letters)
    assert [one.heading for one in page.table.fields if one.differs] == ["Reason"]
    assert digest(letters) == before


def test_answers_about_a_person_are_decided_by_a_key_for_each_question(
    tmp_path: Path, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project(tmp_path / "project")
    form = tmp_path / "about.yaml"
    form.write_text(ABOUT, "utf-8")
    done("import", project.lead, form, "--what", "background_form")
    rows = jsonl(tmp_path / "b.jsonl", [{"person": "ana", "profession": "lawyer", "years": 1}])
    done("import", project.lead, rows, "--what", "background")
    with Workspace.open(project.lead, write=True) as workspace:
        (like,) = workspace.records.all_current("background")
        other = {"answers": {"profession": "teacher", "years": 3}}
        insert(workspace, like, other, time="2030-01-01T00:00:00Z")
    page = open_page(driver, monkeypatch, project.lead)
    # Version 1 is the earlier one: the imported one.
    page.press(Key.Key_1)
    page.press(Key.Key_2)
    assert decided(page, "What do you do?") == "Lawyer"
    assert decided(page, "For how many years?") == "3"
    page.press(Key.Key_Return, CTRL)
    page.press(Key.Key_W, CTRL)
    with Workspace.open(project.lead) as workspace:
        current = workspace.records.current("background", "ana")
        assert current is not None
        assert body_of(current)["answers"] == {"profession": "lawyer", "years": 3}
