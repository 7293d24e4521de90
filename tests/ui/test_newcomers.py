"""Tests of the first use of the program by a new annotator, by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt

from desktop_app.ui.annotate.entries import QueueFilter
from desktop_app.ui.main_window import first_size
from desktop_app.ui.plain_text import PlainLabel
from tests.ui.conftest import CTRL, SHIFT, Driver
from tests.ui.test_cnr_panel import work as critique_work

Key = Qt.Key
TITLE_BAR = 40


@pytest.mark.parametrize("panel", [0, 24, 48])
def test_the_first_window_fits_a_small_screen_with_its_frame(panel: int) -> None:
    available = QSize(1280, 800 - panel)
    size = first_size(available)
    assert size.width() <= available.width()
    assert size.height() + TITLE_BAR <= available.height()


def test_the_first_window_fits_a_screen_that_is_magnified() -> None:
    available = QSize(640, 376)  # 1280×800 at 200 %, with a taskbar
    size = first_size(available)
    assert size.width() <= available.width()
    assert size.height() + TITLE_BAR <= available.height()


def test_on_a_larger_screen_the_window_is_as_designed() -> None:
    assert first_size(QSize(1920, 1040)) == QSize(1280, 800)


def test_the_work_can_be_as_small_as_the_first_window(desk: Driver) -> None:
    small = first_size(QSize(1280, 752))
    least = desk.window.minimumSizeHint()
    assert least.width() <= small.width()
    assert least.height() <= small.height()


def test_guidelines_are_offered_before_the_first_item_once(
    start: Callable[[], Driver], work: Path
) -> None:
    first = start()
    first.open(work)
    offer, side = first.controller.page.offer, first.controller.page.side
    assert offer.isVisible()
    assert offer.text.text() == "Read the guidelines before you begin."
    offer.open.setFocus()
    first.press(Key.Key_Space)
    assert not offer.isVisible()
    assert side.shows_guidelines
    assert side.guidelines.hasFocus()
    first.press(Key.Key_Escape)
    assert not side.isVisible()
    assert first.controller.panel.isAncestorOf(first.target)
    first.window.close()
    second = start()
    second.open(work)
    assert not second.controller.page.offer.isVisible()


def test_the_offer_goes_with_escape_or_with_the_first_submission(
    start: Callable[[], Driver], work: Path
) -> None:
    first = start()
    first.open(work)
    first.press(Key.Key_Escape)
    assert not first.controller.page.offer.isVisible()
    first.session.workspace.set_local("guidelines_offered", False)
    first.window.close()
    second = start()
    second.open(work)
    assert second.controller.page.offer.isVisible()
    second.type("y4")
    second.submit()
    assert not second.controller.page.offer.isVisible()


def test_work_that_was_begun_is_offered_nothing(start: Callable[[], Driver], work: Path) -> None:
    first = start()
    first.open(work)
    first.type("y4")
    first.submit()
    first.session.workspace.set_local("guidelines_offered", False)
    first.window.close()
    second = start()
    second.open(work)
    assert not second.controller.page.offer.isVisible()


def test_escape_closes_the_guidelines_from_the_form_too(desk: Driver) -> None:
    desk.press(Key.Key_F1)
    side = desk.controller.page.side
    assert side.shows_guidelines
    desk.focus("comment")
    desk.press(Key.Key_Escape)
    assert not side.isVisible()
    assert desk.controller.panel.focused_question() == "comment"
    assert not desk.window.commands["guidelines"].isChecked()


def test_a_comment_has_a_key(desk: Driver) -> None:
    desk.press(Key.Key_C, CTRL | SHIFT)
    assert desk.controller.panel.focused_question() == "comment"
    desk.type("quite so")
    assert desk.answers == {"comment": "quite so"}
    desk.window.keys.show_sheet()
    words = [one.text() for one in desk.window.keys_sheet.findChildren(PlainLabel)]
    assert words[words.index("Write a comment") - 1] == "Ctrl+Shift+C"


def test_a_page_without_a_comment_does_not_list_its_key(driver: Driver, tmp_path: Path) -> None:
    driver.open(critique_work(tmp_path))
    driver.window.keys.show_sheet()
    words = [one.text() for one in driver.window.keys_sheet.findChildren(PlainLabel)]
    assert "Flag with a reason…" in words
    assert "Write a comment" not in words


def test_the_progress_bar_stands_still_while_its_caption_changes(desk: Driver) -> None:
    header = desk.controller.page.header
    header.layout().activate()
    before = header.progress.geometry()
    counts = dict.fromkeys(QueueFilter, 4000)
    header.show_figures(counts, 50_000, "11 h 59 min")
    header.layout().activate()
    assert header.progress.geometry() == before
