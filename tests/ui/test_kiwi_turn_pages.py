"""Tests of the pages about one turn in a small window: what is read stays in sight and still."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.conftest import Driver
from tests.ui.kiwi_work import session_work

INSTRUCTION = "Explain which factor the papers call the most important one."
REASON = "It lacks the numbers that the paper gives."


def settle() -> None:
    for _ in range(6):
        QApplication.processEvents()


def open_turn(
    driver: Driver, folder: Path, stage: str, size: tuple[int, int], scale: float
) -> None:
    turn = {"type": "info", "instruction": INSTRUCTION, "rating": "neutral", "comment": REASON,
            "answer": "The most important factor is the length [1]. " * 20}  # fmt: skip
    session = {"item": "q1", "annotator": "emil", "model": "m", "turns": [turn], "end": "ready",
               "initial_answer": "Hedgerows have been planted for long. " * 40}  # fmt: skip
    driver.window.resize(*size)
    driver.window.theme.set_text_scale(scale)
    driver.open(session_work(folder, stage=stage, sessions=[session]))
    settle()


def is_in_sight(widget: QWidget, window: QWidget) -> bool:
    shown = widget.visibleRegion().boundingRect()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    return shown == widget.rect() and window.rect().contains(place)


@pytest.mark.parametrize("stage", ["label", "again"])
@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 2.0), ((1000, 700), 1.0)])
def test_the_instruction_stays_in_sight_and_nothing_moves(
    driver: Driver, tmp_path: Path, stage: str, size: tuple[int, int], scale: float
) -> None:
    open_turn(driver, tmp_path, stage, size, scale)
    panel = driver.controller.panel
    widths = set()
    for _ in range(3):
        assert is_in_sight(panel.instruction.box, driver.window)
        assert panel.form_view.area.verticalScrollBar().value() == 0 or stage == "label"
        panel.parts.make_room()
        settle()
        widths.add(panel.questions.width())
        driver.type("1")
        settle()
    assert len(widths) == 1


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_an_answer_begins_with_a_whole_line(driver: Driver, tmp_path: Path, scale: float) -> None:
    open_turn(driver, tmp_path, "label", (1280, 800), scale)
    assert driver.controller.panel.answer.text.view.verticalScrollBar().value() == 0


def test_an_answer_to_a_choice_wraps_in_its_line(driver: Driver, tmp_path: Path) -> None:
    open_turn(driver, tmp_path, "label", (1280, 800), 2.0)
    driver.type("1")
    settle()
    line = driver.controller.panel.form_view.question_view("instruction_type").line
    assert line.value.text() == "More information about something"
    assert line.value.isVisible()
    assert line.value.wordWrap()
    assert line.value.height() >= line.value.heightForWidth(line.value.width())


@pytest.mark.parametrize("stage", ["label", "again"])
def test_the_list_of_papers_shows_all_rows_where_the_pane_has_space(
    driver: Driver, tmp_path: Path, stage: str
) -> None:
    open_turn(driver, tmp_path, stage, (1280, 800), 1.0)
    papers = driver.controller.panel.papers
    assert papers.count == 4
    assert papers.list.height() >= papers.list.height_of(4)
