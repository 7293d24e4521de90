"""Tests that the mouse wheel over a setting scrolls the page and changes nothing."""

from __future__ import annotations

import ast
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.plain_text import PlainCombo, PlainScrollArea, PlainSlider
from desktop_app.ui.theme import Theme

CHECKOUT = Path(__file__).parents[2]
RAW = {
    "QComboBox",
    "QFontComboBox",
    "QSlider",
    "QDial",
    "QSpinBox",
    "QDoubleSpinBox",
    "QDateEdit",
    "QTimeEdit",
    "QDateTimeEdit",
}


def test_the_page_scrolls_and_the_setting_stays(qtbot: QtBot, theme: Theme) -> None:
    combo, slider = PlainCombo(theme), PlainSlider(Qt.Orientation.Horizontal)
    combo.addItems(["one", "two", "three"])
    combo.setCurrentIndex(1)
    slider.setValue(50)
    page = QWidget()
    column = QVBoxLayout(page)
    column.addWidget(combo)
    column.addWidget(slider)
    column.addSpacing(3000)
    area = PlainScrollArea()
    area.set_page(page)
    qtbot.addWidget(area)
    area.resize(300, 300)
    with qtbot.waitExposed(area):
        area.show()
    bar = area.verticalScrollBar()
    for control in (combo, slider):
        for focused in (False, True):
            if focused:
                control.setFocus()
            bar.setValue(0)
            place = control.mapTo(area, control.rect().center())
            QTest.wheelEvent(area.windowHandle(), QPointF(place), QPoint(0, -120))
            assert (combo.currentIndex(), slider.value()) == (1, 50)
            assert bar.value() > 0


def test_settings_are_made_of_the_shared_widgets() -> None:
    """Qt's own classes react to the wheel, so only their subclasses in plain.py may be used."""
    found = []
    for folder in ("desktop_app/ui", "plugins"):
        for path in sorted((CHECKOUT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                made = node.func if isinstance(node, ast.Call) else None
                if isinstance(made, ast.Name) and made.id in RAW:
                    found.append(f"{path.relative_to(CHECKOUT)}:{made.lineno}")
    assert found == []


def test_the_open_list_of_a_combo_box_has_a_frame_on_all_sides(qtbot: QtBot, theme: Theme) -> None:
    box = PlainCombo(theme)
    qtbot.addWidget(box)
    box.addItems(["Choose a field", "Law", "Medicine"])
    with qtbot.waitExposed(box):
        box.show()
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(box.view().isVisible)
    image = box.view().window().grab().toImage()
    right, bottom = image.width() - 1, image.height() - 1
    inside = image.pixelColor(3, bottom // 2)
    for x, y in ((0, bottom // 2), (right, bottom // 2), (right // 2, 0), (right // 2, bottom)):
        assert abs(image.pixelColor(x, y).lightness() - inside.lightness()) > 80
    box.hidePopup()
