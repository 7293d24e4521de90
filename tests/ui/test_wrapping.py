"""Tests of breaking words that are longer than a line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.theme import Look, Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.word_wrap import WrappingLabel, fitted, height_of, width_of

LONG = "Rechtsschutzversicherungsgesellschaften"


def test_only_words_without_room_are_broken(qapp: QApplication) -> None:
    font = qapp.font()
    metrics = QFontMetrics(font)
    room = metrics.horizontalAdvance(LONG) - 30
    assert fitted("some words that wrap " * 9, font, room) == "some words that wrap " * 9
    lines = fitted(f"about {LONG} and more\n{LONG}", font, room).split("\n")
    assert len(lines) > 4
    assert all(metrics.horizontalAdvance(line) <= room for line in lines)
    assert "".join(lines).replace(" ", "") == f"about{LONG}andmore{LONG}"
    assert lines[0] == "about"


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 1.75, 2.0])
@pytest.mark.parametrize("words", ["Mended", "Kept", "Erledigt", "Nothing to improve", "بقي", "jf"])
def test_an_option_is_as_wide_as_its_words(
    qapp: QApplication, qtbot: QtBot, words: str, scale: float
) -> None:
    theme = Theme(Look.LIGHT)
    theme.set_text_scale(scale)
    for bold in (False, True):
        font = theme.ui_font(13, bold=bold)
        assert fitted(words, font, width_of(words, font)) == words
    tick = TickChoice(theme, Face(words, wide=True))
    qtbot.addWidget(tick)
    assert tick.heightForWidth(tick.sizeHint().width()) == tick.heightForWidth(900)
    for word in words.split():
        alone = TickChoice(theme, Face(word, wide=True))
        qtbot.addWidget(alone)
        least = alone.minimumSizeHint().width()
        assert alone.heightForWidth(least) == alone.heightForWidth(900)


@pytest.mark.parametrize("text", ["👩‍🔬" * 40, "é" * 80, "", "\n", "\ud83d" * 60])
def test_characters_stay_whole(qapp: QApplication, text: str) -> None:
    lines = fitted(text, qapp.font(), 60).split("\n")
    assert "".join(lines) == text.replace("\n", "")
    assert not any(line.startswith(("\u0301", "\u200d")) for line in lines)


@pytest.mark.parametrize("side", [Qt.AlignmentFlag.AlignLeading, Qt.AlignmentFlag.AlignTrailing])
def test_a_label_paints_every_part_of_a_long_word(qtbot: QtBot, side: Qt.AlignmentFlag) -> None:
    label = WrappingLabel(LONG, widest=100)
    qtbot.addWidget(label)
    label.setAlignment(side | Qt.AlignmentFlag.AlignTop)
    assert label.minimumSizeHint().width() == 100
    tall = label.heightForWidth(100)
    frame = tall - height_of(LONG, label.font(), 100)
    assert 0 <= frame <= 4, "what a style sheet of the program puts around it"
    assert tall > 2 * QFontMetrics(label.font()).height()
    label.resize(100, tall)
    label.show()
    picture = label.grab().toImage()
    empty = picture.pixelColor(0, 0)
    line = QFontMetrics(label.font()).height()
    for top in range(0, picture.height() - line + 1, line):
        dark = [
            x
            for x in range(picture.width())
            for y in range(top, top + line)
            if picture.pixelColor(x, y) != empty
        ]
        assert dark
    assert label.text() == LONG
    label.setText("short")
    assert line <= label.heightForWidth(100) <= line + 4
