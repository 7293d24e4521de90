"""Tests of the list of keys: it has only the keys that apply to the visible page."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.ui.preparer_page import PreparerPage
from tests.ui.conftest import CTRL, Driver
from tests.ui.dolomites_work import edit_work
from tests.ui.kiwi_work import session_work
from tests.ui.methodical import TASK, work
from tests.ui.test_kiwi_lead import open_form, project
from tests.ui.test_lead import Lead

Key = Qt.Key


def listed(driver: Driver) -> list[str]:
    """Open the list of keys, and return the keys in the order of its labels."""
    driver.type("?")
    sheet = driver.window.keys_sheet
    assert sheet.isVisible()
    chips = [one.text() for one in sheet.findChildren(QLabel) if one.property("kind") == "chip"]
    driver.press(Key.Key_Escape)
    return chips


def digits(driver: Driver) -> list[str]:
    return [key for key in listed(driver) if key[0].isdigit()]


def test_digits_of_one_question_are_listed_with_their_labels(desk: Driver) -> None:
    assert digits(desk) == ["1", "2", "3", "4", "5"]
    assert ("3", "Fair") in desk.controller.keys.labels()


def test_digits_of_several_questions_are_listed_once(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path, "validate", {"task": TASK}))
    assert digits(driver) == ["1–6"]


def test_a_page_without_questions_lists_none(driver: Driver, tmp_path: Path) -> None:
    driver.open(session_work(tmp_path))
    assert digits(driver) == []


def test_each_step_lists_its_own_keys(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    panel = driver.controller.panel
    assert digits(driver) == [str(n) for n, _ in enumerate(panel.example.variants, 1)]
    driver.type("1")
    driver.press(Key.Key_Return, CTRL)
    assert panel.step().primary == "Next: Edit"
    [keys] = digits(driver)
    assert "–" in keys


def test_the_page_at_the_end_lists_no_keys_of_questions(desk: Driver) -> None:
    for _ in range(6):
        desk.type("y4")
        desk.submit()
    assert desk.controller.page.is_done_shown
    desk.type("?")
    chips = [one.text() for one in desk.window.keys_sheet.findChildren(QLabel)]
    assert "Fair" not in chips


def test_keys_that_move_between_questions_are_listed(desk: Driver) -> None:
    found = listed(desk)
    assert "↑ / ↓" in found
    assert {"⏎", "Backspace"} <= set(found)
    assert "Ctrl+." not in found  # nothing here asks a model


def test_a_page_with_a_model_lists_the_key_that_stops_it(driver: Driver, tmp_path: Path) -> None:
    driver.open(session_work(tmp_path))
    assert "Ctrl+." in listed(driver)


def test_a_form_that_prepares_items_lists_its_keys_and_a_preview_none(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lead = Lead(driver, monkeypatch)
    lead.open(project(tmp_path))
    page = lead.page
    lead.step("items")
    before = page.form_keys()
    assert before == page.section.form_keys()
    open_form(lead)
    assert "Ctrl+S" in [keys for keys, _ in page.form_keys()]
    lead.press(Key.Key_Escape)
    assert page.form_keys() == before
    page.body.open_item(page.desk.overview.items[0])
    lead.settle()
    assert page.preview.isVisible()
    assert page.form_keys() == ()


def test_a_form_without_keys_of_its_own_lists_none(driver: Driver) -> None:
    """A protocol that somebody else writes need not have any."""
    assert PreparerPage().form_keys() == []
