"""Tests of the annotator's pages in a window from right to left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.colours import Role
from desktop_app.ui.layouts import STRETCH, in_column
from desktop_app.ui.plain_text import PlainLabel, ShorteningLabel
from desktop_app.ui.theme import Look, Theme
from plugins.cnr.panel.point_view import PointView
from plugins.dolomites.panel.section_row import Original, PointMark
from tests.ui.conftest import Driver
from tests.ui.test_invalid_answers import study


@pytest.fixture
def mirrored(qapp: QApplication, start: Callable[[], Driver], work: Path) -> Iterator[Driver]:
    """The window from right to left, with ana's work open."""
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    driver = start()
    driver.open(work)
    yield driver
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def written(widget: QWidget) -> list[int]:
    """Return the columns of a widget that have dark pixels."""
    image = widget.grab().toImage()
    plain = image.pixelColor(0, 0).lightness()
    return [
        x
        for x in range(image.width())
        if any(abs(image.pixelColor(x, y).lightness() - plain) > 60 for y in range(image.height()))
    ]


def test_the_ends_of_a_scale_are_below_its_ends(mirrored: Driver) -> None:
    field = mirrored.controller.panel.form_view.question_view("rating").field
    low, high = (label for label in field.findChildren(PlainLabel) if label is not field.anchor)
    assert field.buttons[0].x() > field.buttons[-1].x()
    assert low.x() > high.x()
    # Each begins at its outer edge, and has space left inside.
    assert low.width() - written(low)[-1] <= 6
    assert written(low)[0] > 20
    assert written(high)[0] <= 6
    assert high.width() - written(high)[-1] > 20


def test_the_parts_of_a_shortcut_keep_their_order(mirrored: Driver) -> None:
    page = mirrored.controller.page
    # Isolated from the text around it, from U+2066 to U+2069.
    assert page.work_bar.submit.text() == "Submit  \u2066Ctrl+⏎\u2069"
    assert page.header.find_button.text() == "Find  \u2066Ctrl+F\u2069"


@pytest.mark.parametrize(
    "text", ["\u0645\u0631\u062d\u0628\u0627 " * 20, "\u0645\u0631\u062d\u0628\u0627..."]
)
def test_a_title_from_right_to_left_ends_with_its_dots(qtbot: QtBot, text: str) -> None:
    label = ShorteningLabel(text)
    qtbot.addWidget(label)
    label.setFixedWidth(200)
    label.show()
    image = label.grab().toImage()
    plain = image.pixelColor(0, 0).lightness()
    middle = image.height() // 3

    def is_blank_above(columns: range) -> bool:
        return all(
            abs(image.pixelColor(x, y).lightness() - plain) < 60
            for x in columns
            for y in range(middle)
        )

    columns = written(label)
    # Dots have no ink in the upper part of the line; the text ends on the left.
    assert is_blank_above(range(columns[0], columns[0] + 8))


def test_the_key_of_an_option_follows_its_label(mirrored: Driver) -> None:
    yes = mirrored.controller.panel.form_view.question_view("follows").field.buttons[0]
    mirrored.focus("rating")
    columns = written(yes)[2:-2]  # without the frame
    gaps = [(b - a, a, b) for a, b in pairwise(columns)]
    _, end, begin = max(gap for gap in gaps if gap[1] > 4 and gap[2] < yes.width() - 4)
    inside = [x for x in columns if 4 < x < yes.width() - 4]
    # The key Y, which is narrower than the label, is on the left.
    assert end - inside[0] < inside[-1] - begin


@pytest.mark.parametrize(
    "direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft]
)
def test_the_number_of_a_point_is_behind_its_passage(
    qapp: QApplication, qtbot: QtBot, direction: Qt.LayoutDirection
) -> None:
    qapp.setLayoutDirection(direction)
    try:
        theme = Theme(Look.LIGHT)
        view = Original(theme, "Original")
        qtbot.addWidget(view)
        view.resize(600, 100)
        view.show_text("A stiff layer of clay")
        view.show()

        def place(offset: int) -> int:
            cursor = QTextCursor(view.document())
            cursor.setPosition(offset)
            return view.cursorRect(cursor).left()

        before = place(13)
        view.set_numbers([PointMark(2, 7, 1, is_current=True)])
        QApplication.processEvents()
        assert place(13) > before
        image = view.viewport().grab().toImage()
        accent = theme.color(Role.ACCENT).name()
        number = [
            x
            for x in range(image.width())
            if any(image.pixelColor(x, y).name() == accent for y in range(12))
        ]
        assert number
        assert place(7) <= number[0] <= number[-1] <= place(8)
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_a_text_from_right_to_left_in_the_list_ends_with_its_full_stop(desk: Driver) -> None:
    queue, entry = desk.controller.page.queue, desk.session.entries[3]
    queue.set_narrow(False)
    QApplication.processEvents()
    entry.words = "\u0645\u0631\u062d\u0628\u0627....."
    box = queue.list.visualRect(queue.model.index(queue.model.row_of(3)))
    image = queue.list.viewport().grab(box.adjusted(6, box.height() // 2 + 2, -6, -3)).toImage()
    plain = image.pixelColor(0, 0).lightness()
    ink = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if abs(image.pixelColor(x, y).lightness() - plain) > 60
    ]
    left = min(x for x, _ in ink)
    # Dots are lower than the letters, which are on the right.
    assert min(y for x, y in ink if x < left + 8) > min(y for _, y in ink) + 3


def test_a_point_is_aligned_where_its_language_begins(qtbot: QtBot, theme: Theme) -> None:
    view, around = PointView(theme, positive=False), QWidget()
    qtbot.addWidget(around)
    in_column(view, STRETCH, on=around)
    around.resize(400, 400)
    around.show()

    def is_on_the_right(part: QWidget) -> bool:
        columns = written(part)[4:-4]  # without the frame of the text box
        return columns[0] > part.width() - columns[-1]

    for text, on_the_right in (("\u0645\u0631\u062d\u0628\u0627", True), ("Hello", False)):
        view.set_open(False)
        view.show_point(1, {"text": text}, text)
        QApplication.processEvents()
        assert is_on_the_right(view.line.short) is on_the_right
        assert not is_on_the_right(view.line.place), "beside its number"
        view.set_open(True)
        QApplication.processEvents()
        assert is_on_the_right(view.text) is on_the_right
        # Also while it is typed.
        view.text.clear()
        view.text.textCursor().insertText(text)
        assert is_on_the_right(view.text) is on_the_right


_HEBREW = """
form: 1
key: letters.hebrew
version: 1
language: en
key_scope: question
title: Letters
questions:
  - key: fluent
    type: likert
    required: true
    text: "עד כמה הטקסט שוטף?"
    options:
      - {code: 1, label: "גרוע"}
      - {code: 2}
      - {code: 3, label: "מצוין"}
  - {key: clear, type: yes_no, required: true, text: "האם הטקסט ברור?"}
  - {key: short, type: yes_no, text: "Is it short?"}
  - {key: polite, type: yes_no, text: "Is it polite?"}
  - {key: true_, type: yes_no, text: "Is it true?"}
"""


def test_a_question_from_right_to_left_has_one_direction(driver: Driver, tmp_path: Path) -> None:
    driver.open(study(tmp_path, _HEBREW))
    view = driver.controller.panel.form_view
    fluent, clear, short = (view.question_view(key) for key in ("fluent", "clear", "short"))
    driver.qtbot.waitUntil(lambda: fluent.number.isVisible())
    low, high = (
        one for one in fluent.field.findChildren(PlainLabel) if one is not fluent.field.anchor
    )
    assert fluent.number.x() > fluent.title.x()
    assert fluent.field.buttons[0].x() > fluent.field.buttons[-1].x()
    # The words of both ends begin at the outer edges.
    assert low.width() - written(low)[-1] <= 6
    assert written(high)[0] <= 6
    for view, is_mirrored in ((clear, True), (short, False)):
        assert (view.line.number.x() > view.line.title.x()) is is_mirrored
    driver.press(Qt.Key.Key_1)
    yes, no = clear.field.buttons
    assert yes.x() > no.x()
    # The first arrow key reaches the first option, the next one that on its left.
    driver.press(Qt.Key.Key_Left)
    assert yes.hasFocus()
    driver.press(Qt.Key.Key_Left)
    assert no.hasFocus()
