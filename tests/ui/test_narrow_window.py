"""Tests of the annotator's page in a narrow window, and in a wide one afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.workspace.work_states import State
from tests.ui.conftest import ALT, CTRL, Driver, choose_language
from tests.ui.kiwi_work import session_work
from tests.ui.methodical import PAIR, work

Key = Qt.Key


def sizes(driver: Driver) -> list[int]:
    """Return the widths of the queue and of all panes of the item."""
    page, panel = driver.controller.page, driver.controller.panel
    return [page.queue.width(), *panel.across.sizes(), *panel.page.sizes()]


def top_of(driver: Driver, widget: QWidget) -> int:
    return widget.mapTo(driver.window, QPoint()).y()


def test_panes_get_their_widths_back_when_the_window_is_wide_again(
    desk: Driver, qtbot: QtBot
) -> None:
    desk.window.resize(1280, 800)
    qtbot.waitUntil(lambda: desk.controller.page.queue.width() == 196)
    # A width that somebody has chosen.
    handle = desk.controller.page.splitter.handle(2)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(5, 200))
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(45, 200),
        QPointF(handle.mapToGlobal(QPoint(45, 200))),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(handle, move)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(5, 200))
    before = sizes(desk)
    assert before[0] > 200
    desk.window.resize(780, 700)
    qtbot.waitUntil(lambda: desk.controller.page.queue.width() < before[0])
    desk.window.resize(1280, 800)
    qtbot.waitUntil(lambda: sizes(desk) == before)
    for _ in range(8):
        desk.press(Key.Key_Plus, CTRL)
    qtbot.waitUntil(lambda: sizes(desk) != before)
    desk.press(Key.Key_0, CTRL)
    qtbot.waitUntil(lambda: sizes(desk)[0] == before[0])


def test_smaller_text_leaves_no_gap_beside_the_narrow_queue(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(work(tmp_path, "label", PAIR))
    driver.window.resize(1280, 800)
    page = driver.controller.page
    for _ in range(10):
        driver.press(Key.Key_Plus, CTRL)
    qtbot.waitUntil(lambda: page.queue.width() > 100)
    driver.press(Key.Key_0, CTRL)
    qtbot.waitUntil(lambda: page.queue.width() == 52)
    qtbot.waitUntil(lambda: page.splitter.sizes()[0] == 52)


def test_questions_are_below_the_texts_in_a_narrow_window(desk: Driver, qtbot: QtBot) -> None:
    desk.window.resize(1280, 800)
    panel = desk.controller.panel
    qtbot.waitUntil(lambda: panel.page.sizes()[1] == 340)
    beside = panel.page.sizes()
    desk.window.resize(1000, 700)
    qtbot.waitUntil(lambda: top_of(desk, panel.questions) > top_of(desk, panel.document_pane) + 200)
    # The questions have their share, and keys answer them as before.
    qtbot.waitUntil(lambda: panel.questions.height() >= 0.4 * panel.height())
    desk.type("y")
    assert desk.session.answers["follows"] is True
    # In a low page, neither texts nor questions would have enough lines.
    for _ in range(10):
        desk.press(Key.Key_Plus, CTRL)
    qtbot.waitUntil(lambda: top_of(desk, panel.questions) < top_of(desk, panel.document_pane) + 50)
    desk.press(Key.Key_0, CTRL)
    qtbot.waitUntil(lambda: panel.questions.height() >= 0.4 * panel.height())
    # The sizes of a wide window are kept while it is narrow.
    state = panel.save_state()
    desk.window.resize(1280, 800)
    qtbot.waitUntil(lambda: panel.page.sizes() == beside)
    panel.page.setSizes([400, 600])
    panel.restore_state(state)
    qtbot.waitUntil(lambda: panel.page.sizes() == beside)


def enlarge(driver: Driver, qtbot: QtBot) -> None:
    """Set the largest text size in a window of 1280×800."""
    driver.window.resize(1280, 800)
    before = 0.0
    while driver.window.theme.text_scale != before:
        before = driver.window.theme.text_scale
        driver.press(Key.Key_Plus, CTRL)


def lines_of(view: Any) -> float:
    """Return how many lines of its text a view shows."""
    block = view.document().documentLayout().blockBoundingRect(view.document().firstBlock())
    return float(
        view.viewport().height()
        / (block.height() / view.document().firstBlock().layout().lineCount())
    )


def test_one_text_of_risum_is_visible_where_there_is_little_space(
    desk: Driver, qtbot: QtBot
) -> None:
    desk.window.resize(1280, 800)
    panel = desk.controller.panel
    assert panel.document_pane.isVisible()
    assert panel.answer_pane.isVisible()
    assert not panel.tabs[0].isVisible()
    enlarge(desk, qtbot)
    qtbot.waitUntil(lambda: panel.tabs[0].isVisible())
    assert not panel.answer_pane.isVisible()
    qtbot.waitUntil(lambda: lines_of(panel.document_pane.view) >= 8)
    # By key and by mouse.
    desk.press(Key.Key_3, CTRL)
    assert panel.answer_pane.isAncestorOf(desk.target)
    assert panel.instruction.isVisible()
    assert not panel.document_pane.isVisible()
    qtbot.waitUntil(lambda: lines_of(panel.answer_pane.view) >= 4)
    desk.press(Key.Key_F, CTRL)
    assert panel.answer_pane.find_bar.isVisible()
    desk.press(Key.Key_Escape)
    QTest.mouseClick(panel.tabs[0], Qt.MouseButton.LeftButton)
    assert panel.document_pane.isVisible()
    assert not panel.answer_pane.isVisible()
    # Keys answer as before.
    desk.press(Key.Key_4, CTRL)
    desk.type("y4")
    assert desk.session.answers["rating"] == 4
    # In a narrow window, too; both are visible again in a large one.
    desk.press(Key.Key_0, CTRL)
    desk.window.resize(1000, 700)
    qtbot.waitUntil(lambda: panel.form_place.is_below)
    assert not panel.answer_pane.isVisible()
    qtbot.waitUntil(lambda: lines_of(panel.document_pane.view) >= 8)
    desk.press(Key.Key_2, CTRL)
    desk.window.resize(1280, 800)
    qtbot.waitUntil(lambda: panel.document_pane.isVisible())
    assert panel.answer_pane.isVisible()
    assert desk.target is panel.instruction


def test_the_state_of_an_item_takes_one_line_in_a_low_page(desk: Driver, qtbot: QtBot) -> None:
    """Otherwise, the first change of a submitted item would push its question out of sight."""
    bar, view = desk.controller.page.work_bar, desk.controller.panel.form_view
    enlarge(desk, qtbot)
    desk.window.resize(1000, 700)
    for key, question in (("y", "follows"), ("4", "rating")):
        field = view.question_view(question).field
        qtbot.waitUntil(lambda field=field: not field.visibleRegion().isEmpty())
        desk.type(key)
    desk.submit()
    desk.press(Key.Key_Left, ALT)
    qtbot.waitUntil(lambda: bar.state.isVisible())
    height = view.area.height()
    desk.type("n")
    assert desk.session.entry.state is State.DRAFT
    # The tooltip and screen readers have the whole text.
    assert "Submit again to save a new revision." in bar.state.accessibleName()
    assert "Submit again to save a new revision." in bar.state.toolTip()
    qtbot.waitUntil(lambda: bar.state.height() < 2 * bar.state.fontMetrics().lineSpacing())
    assert view.area.height() == height
    desk.press(Key.Key_0, CTRL)
    desk.window.resize(1280, 800)
    qtbot.waitUntil(lambda: bar.state.height() > bar.state.fontMetrics().lineSpacing() * 1.5)


def test_the_comment_of_risum_is_in_sight_in_german(desk: Driver, qtbot: QtBot) -> None:
    choose_language(desk.window, "de")
    desk.window.resize(1280, 800)
    panel = desk.controller.panel
    desk.type("y4")
    area = panel.form_view.area
    box = panel.form_view.findChild(QPlainTextEdit)
    assert box is not None

    def is_in_sight() -> bool:
        bottom = box.mapTo(area.viewport(), box.rect().bottomLeft()).y()
        return bool(box.height() > 30 and 0 < bottom <= area.viewport().height())

    qtbot.waitUntil(is_in_sight)


def test_title_and_figures_are_whole_in_large_text(driver: Driver, tmp_path: Path) -> None:
    driver.open(session_work(tmp_path, initials=[{"item": "q1", "answer": "It helps [0]."}]))
    driver.type("1")
    driver.window.resize(1100, 800)
    driver.window.theme.set_text_scale(2.0)
    page, title = driver.controller.page, driver.controller.panel.row_start.title
    title.setText("Mit dem Modell arbeiten")  # as long as in German
    for _ in range(5):
        QApplication.processEvents()
    assert title.width() >= title.sizeHint().width()
    figures = page.header.figures
    assert page.footer.isAncestorOf(figures)
    assert figures.width() >= figures.sizeHint().width()


def test_headings_are_as_high_as_before_after_larger_text(driver: Driver, tmp_path: Path) -> None:
    driver.open(session_work(tmp_path, initials=[{"item": "q1", "answer": "It helps [0]."}]))
    driver.window.resize(1280, 800)
    panel, theme = driver.controller.panel, driver.window.theme
    heights = []
    for scale in (1.0, 1.7, 1.0):
        theme.set_text_scale(scale)
        for _ in range(10):
            QApplication.processEvents()
        heights.append([pane.caption.height() for pane in (panel.answer, panel.papers)])
    assert heights[2] == heights[0]
