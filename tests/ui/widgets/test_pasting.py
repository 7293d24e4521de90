"""Tests of pasting: texts are inserted unchanged or refused with a message, but never truncated."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.field import MOST, LineBox, LongBox


@pytest.mark.parametrize(("length", "taken"), [(MOST, True), (MOST + 1, False)])
def test_a_box_takes_as_many_characters_as_it_says(qtbot: QtBot, length: int, taken: bool) -> None:
    box = LongBox()
    qtbot.addWidget(box)
    refused: list[int] = []
    box.too_long.connect(refused.append)
    data = QMimeData()
    data.setText("x" * length)
    box.insertFromMimeData(data)
    assert (len(box.toPlainText()), refused) == ((length, []) if taken else (0, [length]))


def test_characters_that_count_twice_for_qt_count_once(qtbot: QtBot) -> None:
    box = LineBox()
    qtbot.addWidget(box)
    box.take("😀" * 60_000)
    assert box.text() == "😀" * 60_000


@pytest.mark.parametrize(
    ("pasted", "there"),
    [(" ", "hello world"), ("\n", "hello world"), (" big ", "hello big world"), ("\tx\n", None)],
)
def test_blanks_are_pasted_as_well(qtbot: QtBot, pasted: str, there: str | None) -> None:
    box = LineBox("helloworld")
    qtbot.addWidget(box)
    box.setCursorPosition(5)
    box.take(pasted)
    assert box.text() == (there or "hello\txworld")


def type_text(widget: QWidget, text: str) -> None:
    """Type a text, also with letters for which Qt has no key."""
    for letter in text:
        key = QKeyEvent(
            QEvent.Type.KeyPress, Qt.Key.Key_unknown, Qt.KeyboardModifier.NoModifier, letter
        )
        QApplication.sendEvent(widget, key)


def test_typed_text_is_aligned_where_its_language_begins(qtbot: QtBot) -> None:
    box = LongBox()
    qtbot.addWidget(box)
    box.resize(300, 80)
    box.show()
    type_text(box, "שלום")
    # The caret is at the left end of the word, which starts at the right edge.
    assert box.toPlainText() == "שלום"
    assert box.cursorRect().left() > 150
    box.clear()
    type_text(box, "word")
    assert box.cursorRect().left() < 150
