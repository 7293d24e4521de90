"""What one sees on the pages of critique and revise, and what asks before something is submitted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.colours import Role
from desktop_app.ui.widgets.diff_view import DiffView
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.test_cnr_panel import RESPONSE, criticise, given, select, sheet, work

Key = Qt.Key


def painted(view: DiffView, words: str) -> list[list[QColor]]:
    """Return the pixels behind some words of a view, row by row."""
    start = view.text.index(words)
    (box,) = view.boxes(start, start + len(words))
    area = box.toAlignedRect()
    picture = view.viewport().grab(area).toImage()
    return [
        [picture.pixelColor(x, y) for x in range(picture.width())] for y in range(picture.height())
    ]


def test_what_was_removed_at_the_place_of_the_current_point_shows(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(work(tmp_path))
    select(driver, "cut the loaf mainly")
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Wrong.")
    panel = driver.controller.panel
    driver.press(Key.Key_3, ALT)
    start = RESPONSE.index("loaf")
    panel.editor.revision_edit.select(start, start + len("loaf"))
    driver.press(Key.Key_Delete)
    driver.press(Key.Key_Down, ALT)  # at the point again
    assert sheet(driver).lists["negative"].current() == 0
    panel.editor.settle()
    theme, view = driver.window.theme, panel.editor.beside
    rows = painted(view, "loaf")
    fills = Counter(colour.rgb() for row in rows for colour in row)
    assert fills.most_common(1)[0][0] == theme.color(Role.DIFF_REMOVED).rgb()
    dark = [sum(colour.lightness() < 100 for colour in row) for row in rows[: len(rows) * 3 // 4]]
    assert max(dark) >= len(rows[0]) * 0.9, "the line that strikes it through"
    fills = Counter(colour.rgb() for row in painted(view, "mainly") for colour in row)
    assert fills.most_common(1)[0][0] == theme.color(Role.ACCENT_SOFT).rgb()
