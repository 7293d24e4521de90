"""Tests of the leads' pages with large text and in large windows, by their real sizes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.ui.lead.page import LeadPage
from desktop_app.ui.lead.table import Table
from desktop_app.ui.theme import Look
from tools.stage import ALT, Stage

_WITH_TABLES = [
    "lead-merge-preview",
    "lead-bundles-full",
    "lead-people-full",
    "overview-study",
    "submissions",
]


def is_whole(widget: QWidget) -> bool:
    """Return whether all of a widget can be seen."""
    return widget.visibleRegion().boundingRect() == widget.rect()


def project(stage: Stage) -> LeadPage:
    """Return the lead's page."""
    page = stage.window.workplace.project
    assert page is not None
    return page


def filled_button(stage: Stage) -> QPushButton:
    """Return the filled button of the page, of which there must be one."""
    found = [
        one
        for one in project(stage).section.findChildren(QPushButton)
        if one.isVisible() and one.property("kind") == "primary"
    ]
    assert len(found) == 1, [one.text() for one in found]
    return found[0]


@pytest.mark.parametrize(
    "stage", [(name, "de") for name in _WITH_TABLES], ids=_WITH_TABLES, indirect=True
)
def test_tables_of_pages_do_not_scroll_sideways_in_large_text(stage: Stage) -> None:
    for scale in (1.0, 2.0):
        stage.show_as(Look.LIGHT, scale)
        tables = [one for one in project(stage).section.findChildren(Table) if one.isVisible()]
        assert tables
        for table in tables:
            assert table.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize(
    "stage",
    [(name, "de") for name in ("lead-people-details", "submissions", "overview-study")],
    ids=str,
    indirect=True,
)
def test_names_of_people_are_not_shortened_in_large_text(stage: Stage) -> None:
    stage.show_as(Look.LIGHT, 2.0)
    table = next(
        one
        for one in project(stage).section.findChildren(Table)
        if one.isVisible() and any(column.is_name for column in one.rows.columns)
    )
    place = next(n for n, column in enumerate(table.rows.columns) if column.is_name)
    metrics = QFontMetrics(table.font())
    for row in range(table.rows.rowCount()):
        name = str(table.rows.index(row, place).data())
        assert table.columnWidth(place) >= metrics.horizontalAdvance(name) + 16
    assert table.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("stage", [("lead-merge-preview", "de")], ids=str, indirect=True)
def test_numbers_come_back_when_there_is_room_again(stage: Stage) -> None:
    table = project(stage).merge.table
    places = range(table.rows.columnCount())
    stage.show_as(Look.LIGHT, 1.0)
    widths = [table.columnWidth(place) for place in places]
    stage.show_as(Look.LIGHT, 2.0)
    hidden = [
        table.rows.headerData(place, Qt.Orientation.Horizontal)
        for place in places
        if table.isColumnHidden(place)
    ]
    # Both are 0 in all bundles.
    assert hidden == ["Widersprüchlich", "Abgelehnt"]
    stage.show_as(Look.LIGHT, 1.0)
    assert [table.columnWidth(place) for place in places] == widths


@pytest.mark.parametrize(
    "stage",
    [(name, "de") for name in ("lead-bundles-full", "lead-bundles-outdated")],
    ids=str,
    indirect=True,
)
def test_bundles_are_written_without_scrolling_in_large_text(stage: Stage) -> None:
    bundles = project(stage).bundles
    stage.show_as(Look.LIGHT, 2.0)
    assert is_whole(filled_button(stage))
    # The beginning of the path, and all people without an empty row.
    assert bundles.folder.cursorPosition() == 0
    rows = bundles.people.count() * bundles.people.sizeHintForRow(0)
    assert bundles.people.viewport().height() < rows + bundles.people.sizeHintForRow(0) / 2


@pytest.mark.parametrize(
    "stage",
    [(name, "de") for name in ("lead-assign-full", "lead-reassign", "runs-metrics")],
    ids=str,
    indirect=True,
)
def test_the_filled_button_is_in_sight_in_large_text(stage: Stage) -> None:
    for scale in (1.0, 2.0):
        stage.show_as(Look.LIGHT, scale)
        assert is_whole(filled_button(stage))


@pytest.mark.parametrize("stage", [("lead-assign-full", "de")], ids=str, indirect=True)
def test_the_preview_of_assigning_is_scrolled_to_in_large_text(stage: Stage) -> None:
    stage.show_as(Look.LIGHT, 2.0)
    assign = project(stage).assign
    assign.preview_button.click()
    stage.settle(lambda: assign.assign_button.hasFocus() and is_whole(assign.table))


@pytest.mark.parametrize("stage", [("lead-people-details", "de")], ids=str, indirect=True)
def test_details_of_people_are_saved_without_scrolling(stage: Stage) -> None:
    save = project(stage).people.details.save_button
    for scale in (1.0, 2.0):
        stage.show_as(Look.LIGHT, scale)
        assert is_whole(save)


@pytest.mark.parametrize("stage", [("lead-export-folder", "de")], ids=str, indirect=True)
def test_the_fields_of_a_dataset_card_are_beside_the_options_in_large_text(stage: Stage) -> None:
    export = project(stage).export
    stage.show_as(Look.LIGHT, 2.0)
    assert is_whole(export.license)
    assert is_whole(export.languages)
    left = export.languages.mapTo(export, QPoint()).x()
    assert left > export.comments.mapTo(export, QPoint(export.comments.width(), 0)).x()
    stage.show_as(Look.LIGHT, 1.0)
    bottom = export.no_background.mapTo(export, QPoint(0, export.no_background.height())).y()
    assert export.license.mapTo(export, QPoint()).y() > bottom


@pytest.mark.parametrize("stage", [("lead-items-full", "en")], ids=str, indirect=True)
def test_texts_of_an_item_have_the_height_that_the_answers_do_not_need(stage: Stage) -> None:
    view = project(stage).items.item
    stage.show_as(Look.LIGHT, 1.0, (1920, 1080))
    stage.settle(lambda: view.down.sizes()[0] > 1.5 * view.down.sizes()[1])
    table = view.table
    assert table.verticalScrollBar().maximum() == 0
    before = view.down.sizes()
    stage.press(Qt.Key.Key_Down, ALT)
    assert view.down.sizes()[1] >= before[1]
    # Heights that the person has chosen stay.
    handle = view.down.handle(1)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(50, 4))
    QTest.mouseMove(handle, QPoint(50, -96))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(50, -96))
    assert view.down.sizes()[0] < before[0] - 50
    chosen = view.down.sizes()
    stage.press(Qt.Key.Key_Up, ALT)
    assert view.down.sizes() == chosen


@pytest.mark.parametrize("stage", [("lead-assign-full", "de")], ids=str, indirect=True)
def test_a_list_of_few_people_has_no_empty_rows(stage: Stage) -> None:
    people = project(stage).assign.people
    for scale in (1.0, 2.0):
        stage.show_as(Look.LIGHT, scale)
        row = people.sizeHintForRow(0)
        assert 0 <= people.viewport().height() - people.count() * row < row / 2
