"""Tests that kinds of marks differ without colour, and that little moves by itself."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPainter, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from desktop_app.ui.colours import Role
from desktop_app.ui.theme import Look, Theme
from desktop_app.ui.widgets.shades import Shade, char_format, diff_format

CHECKOUT = Path(__file__).parents[3]
# What Qt offers to animate widgets. Progress bars are the only motion.
ANIMATION = re.compile(r"Q\w+Animation\b|\bQTimeLine\b|\bQMovie\b|\bsetAnimated\b")
# The marks that occur together in one text.
MATCHES = (None, Shade.EXACT, Shade.INFLECTED, Shade.NEAR, Shade.UNSUPPORTED)
SEARCHES = (None, Shade.FOUND, Shade.FOUND_NOW)
CHANGES = (None, Shade.ADDED, Shade.REMOVED, Shade.MOVED, Shade.MOVED_AWAY, Shade.NOTED)
CITATIONS = (None, Shade.CITED, Shade.CITED_NOTHING)
# Of 255: pixels of lines and fills that a reader sees as different.
VISIBLE = 16
# The least share of pixels that differ between two marks, which is that of a dotted line.
LEAST = 0.005


def grey(theme: Theme, shade: Shade | None) -> QImage:
    """Return some words with a mark, in shades of grey."""
    document = QTextDocument()
    document.setDefaultFont(theme.reading_font())
    cursor = QTextCursor(document)
    made = QTextCharFormat()
    made.setForeground(theme.color(Role.TEXT))
    if shade is not None:
        changes = shade in CHANGES
        made.merge(diff_format(theme, shade) if changes else char_format(theme, shade))
    cursor.insertText("walked along the harbour", made)
    image = QImage(260, 40, QImage.Format.Format_RGB32)
    image.fill(theme.color(Role.SURFACE))
    painter = QPainter(image)
    document.drawContents(painter)
    painter.end()
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


def difference(one: QImage, other: QImage) -> float:
    """Return the share of pixels that are visibly different."""
    different = sum(
        abs(one.pixelColor(x, y).red() - other.pixelColor(x, y).red()) >= VISIBLE
        for x in range(one.width())
        for y in range(one.height())
    )
    return different / (one.width() * one.height())


@pytest.mark.parametrize("look", [Look.LIGHT, Look.DARK, Look.HIGH_CONTRAST])
@pytest.mark.parametrize("shades", [MATCHES, SEARCHES, CHANGES, CITATIONS])
def test_marks_of_one_text_differ_in_greyscale(
    qapp: QApplication, look: Look, shades: tuple[Shade | None, ...]
) -> None:
    theme = Theme(look)
    theme.apply(qapp)
    images = {shade: grey(theme, shade) for shade in shades}
    alike = [
        (one, other, round(share, 4))
        for one, other in combinations(shades, 2)
        if (share := difference(images[one], images[other])) < LEAST
    ]
    assert alike == []


def test_only_the_pulse_of_a_match_is_animated() -> None:
    # It can be switched off: tests/ui/widgets/test_match_pane.py
    sources = [*CHECKOUT.glob("desktop_app/**/*.py"), *CHECKOUT.glob("plugins/**/*.py")]
    assert len(sources) > 100
    animated = [one.name for one in sources if ANIMATION.search(one.read_text("utf-8"))]
    assert animated == ["match_pane.py"]
