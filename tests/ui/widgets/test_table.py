"""Tests of a table of the lead's pages: sorting by keys, and widths for rows added later."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.lead.table import Col, Table
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import set_kind

Key = Qt.Key
Row = tuple[str, int, str]
ROWS: list[Row] = [("ben", 2, "x"), ("ana", 30, "y"), ("chloe", 1, "z")]


@pytest.fixture
def table(qtbot: QtBot, theme: Theme) -> Iterator[Table]:
    page = QWidget()
    qtbot.addWidget(page)
    made = Table(
        [
            Col("ID", lambda row: row[0]),
            Col("Done", lambda row: row[1], number=True),
            Col("Key", lambda row: row[2], stretch=True),
        ],
        "People",
        theme,
    )
    column = QVBoxLayout(page)
    column.addWidget(QLineEdit())
    column.addWidget(made)
    column.addWidget(QLineEdit())
    made.show_rows(ROWS)
    page.resize(700, 300)
    with qtbot.waitExposed(page):
        page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    yield made
    page.close()


def press(key: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key)


def ids(table: Table) -> list[str]:
    model = table.rows
    return [str(model.data(model.index(row, 0))) for row in range(model.rowCount())]


def test_rows_are_sorted_by_keys(table: Table) -> None:
    page = table.parentWidget()
    assert page is not None
    page.findChildren(QLineEdit)[0].setFocus()
    press(Key.Key_Tab)
    assert table.heads.hasFocus()
    assert table.heads.accessibleName() == "Column ID"
    press(Key.Key_Space)
    assert ids(table) == ["ana", "ben", "chloe"]
    assert table.heads.accessibleName() == "Column ID, sorted in ascending order"
    press(Key.Key_Return)
    assert ids(table) == ["chloe", "ben", "ana"]
    press(Key.Key_Right)
    press(Key.Key_Space)
    assert ids(table) == ["chloe", "ben", "ana"]  # 1, 2, 30: numbers, not their digits
    press(Key.Key_Space)
    assert ids(table) == ["ana", "ben", "chloe"]
    press(Key.Key_Space)
    assert ids(table) == ["ben", "ana", "chloe"]  # as they came
    press(Key.Key_Down)
    assert table.hasFocus()
    press(Key.Key_Backtab)
    assert table.heads.hasFocus()
    press(Key.Key_Tab)
    press(Key.Key_Tab)
    assert page.findChildren(QLineEdit)[1].hasFocus()


def test_heads_without_rows_are_no_stop(table: Table) -> None:
    table.show_rows([])
    page = table.parentWidget()
    assert page is not None
    page.findChildren(QLineEdit)[0].setFocus()
    press(Key.Key_Tab)
    assert not table.heads.hasFocus()


def test_columns_grow_with_later_rows_unless_a_person_set_them(table: Table) -> None:
    long = "maximiliane-von-hohenlohe"
    before = table.columnWidth(0)
    table.show_rows([*ROWS, (long, 0, "w")])
    assert table.columnWidth(0) > max(before, table.fontMetrics().horizontalAdvance(long))
    assert sum(table.columnWidth(place) for place in range(3)) <= table.viewport().width()
    head = table.heads.viewport()
    edge = table.heads.sectionPosition(1) - 1
    at, to = head.rect().topLeft(), head.rect().topLeft()
    at.setX(edge)
    to.setX(edge - 60)
    middle = head.height() // 2
    at.setY(middle)
    to.setY(middle)
    QTest.mousePress(head, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(head, to)
    QTest.mouseRelease(head, Qt.MouseButton.LeftButton, pos=to)
    chosen = table.columnWidth(0)
    table.show_rows([*ROWS, (long + long, 0, "w")])
    assert table.columnWidth(0) == chosen


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("kind", ["table", "flush"])
def test_cells_begin_below_their_headers(
    table: Table, theme: Theme, qapp: QApplication, kind: str, scale: float
) -> None:
    theme.set_text_scale(scale)
    set_kind(table, kind)
    table.setStyleSheet(theme.style_sheet())
    table.show_columns([Col("I", lambda row: "I"), Col("", lambda row: "", stretch=True)], ROWS)
    table.focus_empty()
    qapp.processEvents()

    def first_ink(widget: QWidget, y: int) -> int:
        picture = widget.grab().toImage()
        empty = picture.pixelColor(2, y)
        return next(
            x
            for x in range(2, picture.width())
            if abs(picture.pixelColor(x, y).lightness() - empty.lightness()) > 60
        )

    cell = table.visualRect(table.rows.index(1, 0))
    header = first_ink(table.heads.viewport(), table.heads.height() // 2)
    # Letters of a header are bold.
    assert abs(first_ink(table.viewport(), cell.center().y()) - header) <= 1
