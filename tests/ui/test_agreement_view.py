"""The lead's page of agreement: by keys through questions, people, bars and figures."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, Qt
from PySide6.QtGui import QImageReader
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.workspace.item_filter import ItemFilter
from tests.ui.conftest import Driver
from tests.ui.test_lead import Lead, column
from tests.workspace.projects import done

Key = Qt.Key


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot) -> Lead:
    done("demo", tmp_path / "sample")
    made = Lead(driver, monkeypatch)
    made.open(tmp_path / "sample")
    made.step("agreement")
    made.press(Key.Key_Space)
    section = made.page.agreement
    qtbot.waitUntil(lambda: section.analysis is not None, timeout=30_000)
    return made


def test_the_question_with_the_lowest_agreement_is_shown_first(lead: Lead) -> None:
    view = lead.page.agreement.by_question
    assert view.sentence.text() == "Annotators agree moderately on all questions."
    assert view.questions.currentRow() == 0
    lead.tab_to(view.questions)
    assert "α 0.54, moderate" in view.questions.currentItem().text()
    assert len(view.bars.bars) == 4, "two people, Yes and No"
    lead.driver.press(Key.Key_Down)
    assert "α 0.58, moderate" in view.questions.currentItem().text()
    assert len(view.bars.bars) == 10, "two people, five steps"
    assert column(view.items, "Distance") == sorted(column(view.items, "Distance"), reverse=True)


def test_a_bar_and_an_item_open_what_they_are_made_of(lead: Lead) -> None:
    view = lead.page.agreement.by_question
    seen: list[ItemFilter] = []
    view.show_items.connect(seen.append)
    lead.tab_to(view.bars)
    lead.driver.press(Key.Key_Right)
    assert view.bars.accessibleDescription().startswith("ana, ")
    lead.driver.press(Key.Key_Return)
    assert (seen[0].person, seen[0].question, seen[0].answer) == ("ana", "follows", "true")
    assert lead.page.section is lead.page.items
    lead.driver.press(Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert lead.page.section is lead.page.agreement
    lead.tab_to(view.items)
    lead.driver.press(Key.Key_Return)
    assert seen[1].keys is not None
    assert len(seen[1].keys) == 1


def test_a_figure_is_copied_and_saved_in_each_format(lead: Lead, tmp_path: Path) -> None:
    section = lead.page.agreement
    lead.tab_to(section.list)
    for _ in range(section.list.count()):
        lead.driver.press(Key.Key_Down)
    assert section.figure.isVisible()
    lead.tab_to(section.figure.copy_button)
    lead.driver.press(Key.Key_Space)
    copied = QApplication.clipboard().mimeData()
    assert copied.hasImage()
    assert bytes(copied.data("image/svg+xml").data()).startswith(b"<svg")
    for name, start in (("a.svg", b"<svg"), ("a.pdf", b"%PDF-"), ("a.png", b"\x89PNG")):
        lead.choose(tmp_path / name)
        lead.tab_to(section.figure.save_button)
        lead.driver.press(Key.Key_Space)
        content = (tmp_path / name).read_bytes()
        assert content.startswith(start)
    picture = QBuffer()
    picture.setData((tmp_path / "a.png").read_bytes())
    assert QImageReader(picture).size().width() > 1_000
    lead.choose(tmp_path / "missing" / "a.svg")
    lead.driver.press(Key.Key_Space)
    assert section.figure.outcome.isVisible()
    assert "missing" in section.figure.outcome.text.text()
