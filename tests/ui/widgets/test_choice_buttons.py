"""Tests of the look of options: selected, focused, and both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.colours import Role
from desktop_app.ui.theme import Look, Theme
from desktop_app.ui.widgets.choice_buttons import Face, RadioChoice, TickChoice


@pytest.fixture(params=[Look.LIGHT, Look.DARK])
def theme(qapp: object, request: pytest.FixtureRequest) -> Theme:
    made = Theme(request.param)
    made.apply(qapp)  # type: ignore[arg-type]
    return made


def picture(qtbot: QtBot, button: RadioChoice | TickChoice, *, chosen: bool, focus: bool) -> QImage:
    qtbot.addWidget(button)
    button.resize(200, 40)
    button.setCheckable(True)
    button.setChecked(chosen)
    button.show()
    button.activateWindow()
    (button.setFocus if focus else button.clearFocus)()
    qtbot.waitUntil(lambda: button.hasFocus() is focus)
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)  # wherever the pointer rests
    return button.grab().toImage()


def across(image: QImage) -> list[str]:
    """Return the colours from the left edge inwards, at half of the height."""
    return [image.pixelColor(x, image.height() // 2).name() for x in range(6)]


def test_the_ring_of_the_focus_stands_apart_from_the_choice(qtbot: QtBot, theme: Theme) -> None:
    accent, soft, surface = (
        theme.color(role).name() for role in (Role.ACCENT, Role.ACCENT_SOFT, Role.SURFACE)
    )
    face = Face("Often", key="1", wide=True)
    both = picture(qtbot, RadioChoice(theme, face), chosen=True, focus=True)
    assert across(both) == [accent, accent, *across(both)[2:4], accent, soft]
    assert soft not in across(both)[:4], "a gap between ring and choice"
    chosen = picture(qtbot, RadioChoice(theme, face), chosen=True, focus=False)
    assert across(chosen) == [accent, accent, soft, soft, soft, soft]
    focused = picture(qtbot, RadioChoice(theme, face), chosen=False, focus=True)
    assert across(focused)[:2] == [accent, accent]
    assert across(focused)[3:] == [surface] * 3


def test_only_the_focus_puts_a_ring_around_a_check_box(qtbot: QtBot, theme: Theme) -> None:
    accent = theme.color(Role.ACCENT).name()
    for chosen in (True, False):
        for focus in (True, False):
            box = TickChoice(theme, Face("Often", wide=True))
            ring = across(picture(qtbot, box, chosen=chosen, focus=focus))[:4]
            assert (accent in ring) is focus


def test_options_of_one_answer_look_alike_in_rows_and_columns(qtbot: QtBot, theme: Theme) -> None:
    """Options have no circle before their texts, in rows as in columns."""
    accent = theme.color(Role.ACCENT).name()
    for wide in (True, False):
        image = picture(
            qtbot, RadioChoice(theme, Face("Often or not", wide=wide)), chosen=True, focus=False
        )
        inside = {
            image.pixelColor(x, y).name()
            for x in range(4, image.width() - 4)
            for y in range(4, image.height() - 4)
        }
        assert accent not in inside
    ticked = picture(qtbot, TickChoice(theme, Face("Often", wide=True)), chosen=True, focus=False)
    row = ticked.height() // 2
    assert accent in {ticked.pixelColor(x, row).name() for x in range(8, 32)}


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_label_and_help_change_sides_from_right_to_left(
    qtbot: QtBot, theme: Theme, application: QApplication
) -> None:
    button = RadioChoice(theme, Face("High", "1", "It needs deep knowledge.", wide=True))
    qtbot.addWidget(button)
    button.resize(600, 40)

    def written(picture: QImage, left: int, right: int) -> int:
        """Return how many pixels of a part of the button, without its frame, are text."""
        plain = picture.pixelColor(picture.width() // 2, 8).lightness()
        return sum(
            abs(picture.pixelColor(x, y).lightness() - plain) > 100
            for x in range(left, right)
            for y in range(8, picture.height() - 8)
        )

    shown = {}
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        # Qt mirrors alignments by the direction of the application.
        application.setLayoutDirection(direction)
        shown[direction] = button.grab().toImage()
    before, after = shown.values()
    width = before.width()
    # The label is at the beginning, and its other side is empty.
    assert written(before, 8, width // 4) > 20
    assert written(before, 3 * width // 4, width - 8) == 0
    assert written(after, 3 * width // 4, width - 8) > 20
    assert written(after, 8, width // 4) == 0
