"""Tests of the pages of cnr with large text or in a small window: fewer parts are shown, each as a
whole.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.test_cnr_panel import criticise, select, sheet, work

Key = Qt.Key
LONG = " ".join(f"Sentence {n} says how the loaf is cut before it is baked." for n in range(60))


def enlarge(driver: Driver, qtbot: QtBot) -> None:
    driver.window.resize(1280, 800)
    before = 0.0
    while driver.window.theme.text_scale != before:
        before = driver.window.theme.text_scale
        QTest.keyClick(driver.window, Key.Key_Plus, CTRL)
    qtbot.waitUntil(lambda: panel(driver).prompt_fold.is_scarce)


def shrink(driver: Driver, qtbot: QtBot) -> None:
    QTest.keyClick(driver.window, Key.Key_0, CTRL)
    qtbot.waitUntil(lambda: not panel(driver).prompt_fold.is_scarce)


def panel(driver: Driver) -> Any:
    return driver.controller.panel


def in_sight(driver: Driver) -> list[str]:
    """Return the names of the visible texts."""
    editor = panel(driver).editor
    views = {
        "prompt": panel(driver).prompt,
        "beside": editor.beside,
        "revision": editor.revision_edit,
    }
    return [name for name, view in views.items() if view.isVisible()]


def whole(part: QWidget, room: QWidget) -> bool:
    box = QRect(part.mapTo(room, part.rect().topLeft()), part.size())
    return room.rect().contains(box)


def test_texts_take_turns_where_the_text_is_large(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(work(tmp_path, {"prompt": LONG[:400], "response": LONG}))
    driver.window.resize(1280, 800)
    assert in_sight(driver) == ["prompt", "beside", "revision"]
    driver.press(Key.Key_2, CTRL)
    enlarge(driver, qtbot)
    assert in_sight(driver) == ["beside"]
    line = panel(driver).editor.beside.fontMetrics().lineSpacing()
    assert panel(driver).editor.beside.viewport().height() >= 3 * line
    driver.press(Key.Key_3, CTRL)
    assert in_sight(driver) == ["revision"]
    assert driver.target is panel(driver).editor.revision_edit
    driver.type("So. ")
    driver.press(Key.Key_1, CTRL)
    assert in_sight(driver) == ["prompt"]
    assert driver.target is panel(driver).prompt
    driver.press(Key.Key_F7)  # to the change
    assert in_sight(driver) == ["revision"]
    bar = panel(driver).editor.bar
    for button in panel(driver).editor.controls.stops():
        assert button.isVisible()
        assert whole(button, bar)
    select(driver, "Sentence 1 says")  # with Ctrl+2
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Not so.")
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_Down, ALT)
    driver.press(Key.Key_J, CTRL)  # from the point to its place
    assert in_sight(driver) == ["beside"]
    shrink(driver, qtbot)
    assert in_sight(driver) == ["prompt", "beside", "revision"]
    assert driver.session.answers["revision"].startswith("So. ")


def test_who_types_where_nothing_can_be_written_is_led_to_the_revision(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(work(tmp_path, {"prompt": LONG[:400], "response": LONG}))
    enlarge(driver, qtbot)
    assert in_sight(driver) == ["beside"]
    driver.press(Key.Key_2, CTRL)
    driver.type("so this is what it should be")
    notice = driver.window.brief_notice
    assert notice.text.text().startswith("Nothing was typed")
    assert notice.hint.text() == "To edit the text, press Ctrl+3."
    driver.press(Key.Key_3, CTRL)
    driver.type("So. ")
    driver.wait_saved()
    assert driver.session.answers["revision"].startswith("So. ")


def test_how_the_page_was_divided_outlasts_large_text(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(work(tmp_path, {"prompt": LONG[:400], "response": LONG}))
    driver.window.resize(1280, 800)
    panel(driver).texts.setSizes([240, 400])
    before = panel(driver).texts.sizes()
    enlarge(driver, qtbot)
    saved = panel(driver).save_state()
    shrink(driver, qtbot)
    qtbot.waitUntil(lambda: panel(driver).texts.sizes()[0] == before[0])
    panel(driver).texts.setSizes([120, 500])
    panel(driver).restore_state(saved)
    assert panel(driver).texts.sizes()[0] == before[0]


def test_a_point_that_is_written_stays_in_sight(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(work(tmp_path))
    driver.window.resize(1280, 800)
    area = sheet(driver).form_view.area.viewport()
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Wrong")
    field = driver.target

    def shows() -> bool:
        caret = field.cursorRect()
        return area.rect().contains(
            QRect(field.viewport().mapTo(area, caret.topLeft()), caret.size())
        )

    for change in (
        lambda: driver.window.resize(1000, 640),
        *[lambda: QTest.keyClick(field, Key.Key_Plus, CTRL)] * 8,
        lambda: driver.window.notices.say("Nothing was sent.", "Try again.", "bad"),
        lambda: driver.window.resize(1280, 800),
        *[lambda: QTest.keyClick(field, Key.Key_Minus, CTRL)] * 3,
    ):
        change()
        qtbot.waitUntil(shows, timeout=3000)
        assert driver.target is field
        driver.type("x")
    assert driver.session.answers["negative"][0]["text"].startswith("Wrong")


def test_a_prompt_is_shown_whole_above_short_texts(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(work(tmp_path, {"prompt": LONG[:700], "response": "Short. " * 5}))
    driver.window.resize(1280, 800)
    page = panel(driver)
    bar = page.prompt.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    # The revision has its text and lines to write below it.
    line = page.prompt.fontMetrics().lineSpacing()
    assert page.editor.revision_edit.viewport().height() >= 4 * line
    # Above long texts, it scrolls: they are what is worked on.
    edit = page.editor.revision_edit
    driver.press(Key.Key_3, CTRL)
    edit.insertPlainText(LONG)
    driver.window.resize(1300, 800)
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert page.prompt_pane.height() <= 0.4 * page.texts.height()


def test_opening_a_point_at_large_text_keeps_the_widths(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    driver.window.resize(1280, 800)
    driver.window.theme.set_text_scale(2.0)
    questions = driver.controller.panel.questions
    QApplication.processEvents()
    driver.qtbot.waitUntil(lambda: questions.width() > 400)
    before = questions.width()
    criticise(driver)
    assert driver.controller.panel.sheet.lists["negative"].views[0].is_open
    QApplication.processEvents()
    assert questions.width() == before
    driver.press(Qt.Key.Key_2, CTRL)
    QApplication.processEvents()
    assert questions.width() == before


def test_a_prompt_is_shown_above_the_response_where_there_is_room(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    short = "How is a loaf cut?"
    rows = [{"prompt": words, "response": LONG} for words in (short, LONG)]
    driver.open(work(tmp_path, *rows))
    driver.window.resize(1000, 700)
    qtbot.waitUntil(lambda: panel(driver).form_place.is_below)

    def check() -> None:
        # The order of the items depends on the project.
        is_short = panel(driver).prompt.text == short
        expected = ["prompt", "beside"] if is_short else ["beside"]
        qtbot.waitUntil(lambda: in_sight(driver) == expected)
        assert panel(driver).prompt_fold.button.isVisible() is not is_short
        bar = panel(driver).prompt.verticalScrollBar()
        qtbot.waitUntil(lambda: not is_short or bar.maximum() == 0)

    check()
    driver.press(Key.Key_Right, ALT)
    check()
    driver.press(Key.Key_Left, ALT)
    check()
