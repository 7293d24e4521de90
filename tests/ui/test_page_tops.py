"""Tests of where the pages of a project open with large text."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from desktop_app.workspace.samples import make_demo
from tests.ui.conftest import ALT
from tests.ui.test_lead import Lead, lead

__all__ = ["lead"]


@pytest.fixture
def large(lead: Lead, tmp_path: Path) -> Lead:
    """A sample project in a window of 1280 × 800 pixels, with text of 200 %."""
    open_sample(lead, tmp_path, "risum")
    # The task about low agreement comes last, and is shown between the others.
    lead.driver.qtbot.waitUntil(
        lambda: "agreement" in [row.task.kind for row in lead.page.home.tasks.rows]
    )
    settle(lead)
    return lead


def open_sample(lead: Lead, folder: Path, *protocols: str, scale: float = 2.0) -> None:
    make_demo(folder / "demo", protocols)
    lead.driver.window.resize(1280, 800)
    lead.driver.window.theme.set_text_scale(scale)
    lead.open(folder / "demo")
    lead.settle()


def settle(lead: Lead) -> None:
    """Wait until the page is loaded and laid out."""
    lead.settle()
    for _ in range(20):
        QApplication.processEvents()
    lead.settle()


def place(lead: Lead) -> tuple[int, int]:
    """Return how far the page is scrolled, in pixels: sideways and down."""
    area = lead.page.section.area
    assert isinstance(area, QScrollArea)
    return area.horizontalScrollBar().value(), area.verticalScrollBar().value()


def visible_height(lead: Lead, widget: QWidget) -> int:
    area = lead.page.section.area
    assert area is not None
    top = widget.mapTo(area.viewport(), QPoint()).y()
    return min(area.viewport().height(), top + widget.height()) - max(0, top)


def test_pages_open_at_their_top_with_large_text(large: Lead) -> None:
    assert place(large) == (0, 0)
    first = large.page.home.tasks.first
    assert first is not None
    assert first.hasFocus()
    assert visible_height(large, first) == first.height()
    for name in ("conflicts", "assign", "bundles", "overview", "conflicts"):
        large.step(name)
        settle(large)
        assert place(large) == (0, 0), name


def test_long_names_of_stages_do_not_widen_the_page(lead: Lead, tmp_path: Path) -> None:
    open_sample(lead, tmp_path, "risum", "cnr", "dolomites")
    lead.step("assign")
    settle(lead)
    area = lead.page.section.area
    assert area is not None
    assert area.horizontalScrollBar().maximum() == 0
    assert lead.page.assign.stage.toolTip() == lead.page.assign.stage.currentText()


def test_long_names_of_stages_are_whole_where_there_is_room(lead: Lead, tmp_path: Path) -> None:
    open_sample(lead, tmp_path, "risum", "cnr", "dolomites", scale=1.0)
    lead.step("assign")
    settle(lead)
    stage, area = lead.page.assign.stage, lead.page.assign.area
    assert area is not None
    assert stage.shown_text() == stage.currentText()
    right = stage.mapTo(area.viewport(), stage.rect().bottomRight()).x()
    assert right < area.viewport().width() * 0.7, "the preview has its room, too"


def test_a_wide_control_is_shown_from_its_beginning(large: Lead) -> None:
    """Texts of leads may still make a page wider than the window."""
    large.step("assign")
    settle(large)
    page, people = large.page.assign, large.page.assign.people
    people.setMinimumWidth(page.width())
    large.step("overview")
    large.step("assign")
    settle(large)
    assert page.area is not None
    assert page.area.horizontalScrollBar().maximum() > 0
    assert people.hasFocus()
    assert place(large) == (0, 0)
    page.focus_on(people)
    settle(large)
    assert place(large)[0] == 0


def test_the_first_key_on_conflicts_shows_the_whole_table(large: Lead) -> None:
    large.step("conflicts")
    settle(large)
    table = large.page.conflicts.case_view.table
    assert table.hasFocus()
    before = visible_height(large, table)
    assert 0 < before < table.height()
    large.press(Qt.Key.Key_Down)
    settle(large)
    assert visible_height(large, table) > before
    # The next case is decided there, too.
    large.press(Qt.Key.Key_PageDown, ALT)
    settle(large)
    assert place(large)[1] > 0


def test_a_control_below_the_visible_part_is_shown(large: Lead) -> None:
    large.driver.window.resize(1280, 620)
    large.step("merge")
    settle(large)
    button = large.page.merge.first_choose
    assert button.hasFocus()
    assert visible_height(large, button) == button.height()
