"""Tests of the editor of sections: keys, mouse, pasting, undo, read-only."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.field import MOST
from desktop_app.ui.widgets.section_editor import (
    MOST_SECTIONS,
    SectionEditor,
    SectionField,
    SectionKeys,
)

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
PLANS = (
    SectionField("title", "Title", share=3),
    SectionField("length", "Expected length", share=2),
    SectionField("description", "Description", "What belongs here?", lines=2),
)
TEXTS = (SectionField("title", "Title"), SectionField("text", "Text", lines=3, most=12))


class Page(QWidget):
    """Two editors and their keys, and the signals of the first one."""

    def __init__(self, theme: Theme, fields: Any, most: int) -> None:
        super().__init__()
        self.editor = SectionEditor("Input sections", fields, theme, most=most)
        self.other = SectionEditor("Output sections", fields, theme, most=most)
        self.told: list[tuple[Any, Any]] = []
        self.editor.edited.connect(lambda before, after: self.told.append((before, after)))
        column = QVBoxLayout(self)
        column.addWidget(self.editor)
        column.addWidget(self.other)
        for name, words, keys, slot in SectionKeys([self.editor, self.other], self).commands():
            action = QAction(words, self)
            action.setObjectName(name)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(lambda _on=False, slot=slot: slot())
            self.addAction(action)

    def titles(self) -> list[str]:
        return [section["title"] for section in self.editor.value()]


@pytest.fixture
def make(qtbot: QtBot, theme: Theme) -> Any:
    def made(fields: Any = PLANS, most: int = MOST_SECTIONS, width: int = 640) -> Page:
        page = Page(theme, fields, most)
        qtbot.addWidget(page)
        page.resize(width, 700)
        with qtbot.waitExposed(page):
            page.show()
        page.activateWindow()
        qtbot.waitUntil(page.isActiveWindow)
        return page

    return made


@pytest.fixture
def page(make: Any) -> Page:
    found: Page = make()
    found.editor.go_to(0)
    return found


def focus() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(focus(), key, modifiers)


def type_(text: str) -> None:
    QTest.keyClicks(focus(), text)


def write(page: Page, *titles: str) -> None:
    """Type sections with titles, starting at the first field."""
    page.editor.go_to(0)
    for number, title in enumerate(titles):
        if number:
            press(Key.Key_N, CTRL | SHIFT)
        type_(title)


def at(page: Page) -> tuple[int, str]:
    """Return the section and the field that have the focus."""
    place = page.editor.current()
    return place, page.editor.rows[place].focused_field() if place >= 0 else ""


def test_typing_into_what_waits_makes_a_section_and_tells_it_whole(page: Page) -> None:
    assert page.editor.value() == []
    type_("Fa")
    blank = {"title": "", "length": "", "description": ""}
    assert page.told == [
        ([], [{**blank, "title": "F"}]),
        ([{**blank, "title": "F"}], [{**blank, "title": "Fa"}]),
    ]
    press(Key.Key_Return)
    type_("1 page")
    press(Key.Key_Return)
    type_("Who")
    press(Key.Key_Return)  # a line of the description
    type_("what")
    (section,) = page.editor.value()
    assert section == {"title": "Fa", "length": "1 page", "description": "Who\nwhat"}
    before, after = page.told[-1]
    assert before[0]["description"] == "Who\nwha"
    assert after == [section]


def test_sections_are_added_below_the_one_at_work(page: Page) -> None:
    write(page, "one", "three")
    press(Key.Key_Up, ALT)
    assert at(page) == (0, "title")
    press(Key.Key_N, CTRL | SHIFT)
    type_("two")
    assert page.titles() == ["one", "two", "three"]
    QTest.mouseClick(page.editor.add_button, Qt.MouseButton.LeftButton)
    assert at(page) == (3, "title")
    type_("four")
    assert page.titles() == ["one", "two", "three", "four"]


def test_a_section_moves_by_keys_with_its_focus_and_caret(page: Page) -> None:
    write(page, "one", "two", "three")
    press(Key.Key_Left)
    press(Key.Key_Up, CTRL | SHIFT)
    assert page.titles() == ["one", "three", "two"]
    assert at(page) == (1, "title")
    type_("X")  # where the caret was: before the last letter
    assert page.titles() == ["one", "threXe", "two"]
    press(Key.Key_Up, CTRL | SHIFT)
    count = len(page.told)
    press(Key.Key_Up, CTRL | SHIFT)  # it is the first already
    assert len(page.told) == count
    press(Key.Key_Down, CTRL | SHIFT)
    press(Key.Key_Down, CTRL | SHIFT)
    assert page.titles() == ["one", "two", "threXe"]
    assert at(page) == (2, "title")


def test_removing_leads_to_the_neighbour_and_never_out(page: Page) -> None:
    write(page, "one", "two", "three")
    press(Key.Key_Up, ALT)
    press(Key.Key_Delete, CTRL | SHIFT)
    assert page.titles() == ["one", "three"]
    assert at(page) == (1, "title")
    press(Key.Key_Delete, CTRL | SHIFT)
    assert at(page) == (0, "title")
    press(Key.Key_Delete, CTRL | SHIFT)
    assert page.editor.value() == []
    assert at(page) == (0, "title")
    type_("new")
    assert page.titles() == ["new"]


def test_backspace_takes_an_empty_section_away_and_no_other(page: Page) -> None:
    write(page, "one")
    press(Key.Key_N, CTRL | SHIFT)
    assert len(page.editor.value()) == 2
    press(Key.Key_Backspace)
    assert page.titles() == ["one"]
    assert at(page) == (0, "title")
    press(Key.Key_Tab)
    press(Key.Key_Backspace)  # the length is empty, the section is not
    assert page.titles() == ["one"]


def test_the_keys_lead_from_one_side_to_the_other(page: Page) -> None:
    write(page, "one", "two")
    press(Key.Key_Down, ALT)
    assert page.other.current() == 0
    press(Key.Key_Up, ALT)
    assert at(page) == (1, "title")


def test_tab_goes_in_reading_order_and_back(page: Page) -> None:
    write(page, "one", "two")
    stops = page.editor.stops()
    row = page.editor.rows[0]
    assert stops[0] is row.grip
    stops[0].setFocus()
    seen = [focus()]
    for _ in stops[1:]:
        press(Key.Key_Tab)
        seen.append(focus())
    assert seen == stops
    press(Key.Key_Backtab, SHIFT)
    assert focus() is stops[-2]


def drag(page: Page, place: int, to: QPoint, *, drop: bool = True) -> None:
    grip = page.editor.rows[place].grip
    begin = grip.rect().center()
    QTest.mousePress(grip, Qt.MouseButton.LeftButton, pos=begin)
    end = grip.mapFromGlobal(page.editor.mapToGlobal(to))
    QTest.mouseMove(grip, begin + QPoint(0, 3))
    for step in (1, 2, 3, 4):
        QTest.mouseMove(grip, begin + (end - begin) * step / 4)
    if drop:
        QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, pos=end)


def bottom(page: Page) -> QPoint:
    return QPoint(10, page.editor.rows[-1].geometry().bottom() + 4)


def test_a_section_is_dragged_down_and_up(page: Page) -> None:
    write(page, "one", "two", "three")
    drag(page, 0, bottom(page))
    assert page.titles() == ["two", "three", "one"]
    assert len(page.told[-1][0]) == 3  # told once, as a whole
    drag(page, 2, QPoint(10, page.editor.rows[1].y() + 2))
    assert page.titles() == ["two", "one", "three"]
    assert not page.editor.rows[0].menu.isVisible()


def test_a_drag_is_given_up_with_escape_and_changes_nothing_in_place(page: Page) -> None:
    write(page, "one", "two")
    count = len(page.told)
    drag(page, 0, bottom(page), drop=False)
    QTest.keyClick(page.editor.rows[0].grip, Key.Key_Escape)
    QTest.mouseRelease(page.editor.rows[0].grip, Qt.MouseButton.LeftButton)
    assert page.titles() == ["one", "two"]
    drag(page, 0, page.editor.rows[0].geometry().center())
    assert len(page.told) == count
    page.editor.rows[0].menu.close()


def test_the_grip_offers_what_can_be_done(page: Page, qtbot: QtBot) -> None:
    write(page, "one", "two")
    row = page.editor.rows[0]
    QTest.mouseClick(row.grip, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(row.menu.isVisible)
    able = {action.text().split("  ")[0]: action.isEnabled() for action in row.menu.actions()}
    assert able == {"Move up": False, "Move down": True, "Add one below": True, "Remove": True}
    next(one for one in row.menu.actions() if one.text().startswith("Move down")).trigger()
    row.menu.close()
    assert page.titles() == ["two", "one"]
    QTest.mouseClick(page.editor.rows[0].remove_button, Qt.MouseButton.LeftButton)
    assert page.titles() == ["one"]


def paste(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    press(Key.Key_V, CTRL)


def test_lines_pasted_into_a_title_become_sections(page: Page) -> None:
    write(page, "one", "last")
    press(Key.Key_Up, ALT)
    press(Key.Key_End)
    paste("A\nB\n\n  C \n")
    assert page.titles() == ["oneA", "B", "C", "last"]
    assert at(page) == (2, "title")
    before, after = page.told[-1]
    assert [one["title"] for one in before] == ["one", "last"]
    assert [one["title"] for one in after] == ["oneA", "B", "C", "last"]


def test_lines_pasted_elsewhere_stay_one_text(page: Page) -> None:
    write(page, "one")
    press(Key.Key_Tab)
    paste("1\npage")
    press(Key.Key_Tab)
    paste("a\nb")
    assert page.editor.value() == [{"title": "one", "length": "1 page", "description": "a\nb"}]


def test_too_many_lines_are_told(make: Any) -> None:
    page = make(most=3)
    write(page, "one")
    paste("\n".join("abcde"))
    assert page.titles() == ["onea", "b", "c"]
    assert "3 of 5 lines" in page.editor.message.text()
    assert page.editor.message.isVisible()
    type_("!")
    assert not page.editor.message.isVisible()


def test_no_more_than_so_many_sections_and_words_meant_for_another_go_nowhere(make: Any) -> None:
    page = make(most=2)
    write(page, "one", "two")
    press(Key.Key_N, CTRL | SHIFT)
    type_("three")
    assert page.titles() == ["one", "two"]
    assert page.editor.message.text().startswith("The maximum of 2")
    assert page.editor.accessibleDescription() == page.editor.message.text()


def test_forty_sections_of_long_texts_are_shown_and_edited(make: Any) -> None:
    page = make(TEXTS)
    long = " ".join(f"word{n}" for n in range(1_000))
    page.editor.set_value([{"title": f"Part {n}", "text": long} for n in range(MOST_SECTIONS)])
    assert len(page.editor.rows) == MOST_SECTIONS
    assert page.editor.is_full
    page.editor.go_to(39, "text")
    press(Key.Key_Home, CTRL)
    type_("x")
    assert page.editor.value()[39]["text"] == "x" + long
    assert page.told[-1][0][39]["text"] == long


def test_a_text_beyond_all_measure_is_refused(page: Page) -> None:
    write(page, "one")
    for field in ("length", "description"):
        page.editor.go_to(0, field)
        paste("x" * (MOST + 1))
        assert page.editor.value()[0][field] == ""
        assert page.editor.message.isVisible()


def test_undo_shows_what_was_and_the_caret_where_it_changed(page: Page) -> None:
    write(page, "one", "two")
    page.editor.go_to(1, "description")
    type_("later")
    earlier = page.told[-1][0]
    count = len(page.told)
    page.editor.go_to(0)
    page.editor.change_value(earlier)
    assert page.editor.value() == earlier
    assert at(page) == (1, "description")
    page.editor.change_value(None)
    assert page.editor.value() == []
    assert at(page) == (0, "title")
    assert len(page.told) == count


def test_fields_undo_nothing_by_themselves(page: Page) -> None:
    write(page, "one")
    press(Key.Key_Z, CTRL)
    assert page.titles() == ["one"]


def test_fields_it_does_not_show_stay(page: Page) -> None:
    page.editor.set_value([{"title": "one", "id": 7}, "odd", {"title": None}])
    page.editor.go_to(0)
    type_("!")
    assert page.editor.value() == [{"title": "one!", "id": 7}, {"title": None}]
    press(Key.Key_Down, CTRL | SHIFT)
    assert page.editor.value()[1] == {"title": "one!", "id": 7}


def test_read_only_nothing_can_be_changed(page: Page) -> None:
    page.editor.set_value([{"title": "one"}, {"title": "two"}])
    page.editor.set_editable(False)
    page.editor.go_to(0)
    type_("x")
    press(Key.Key_Backspace)
    for key in (Key.Key_N, Key.Key_Down, Key.Key_Delete):
        press(key, CTRL | SHIFT)
    QTest.mouseClick(page.editor.add_button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(page.editor.rows[0].remove_button, Qt.MouseButton.LeftButton)
    drag(page, 0, bottom(page))
    assert page.titles() == ["one", "two"]
    assert page.told == []
    page.editor.set_editable(True)
    type_("x")
    assert page.titles()[0] != "one"


def test_everything_is_named_for_a_screen_reader(page: Page) -> None:
    write(page, "one", "two")
    names = [stop.accessibleName() or stop.property("text") for stop in page.editor.stops()]
    assert names == [
        "Section 1: move",
        "Section 1: Title",
        "Section 1: Expected length",
        "Section 1: Description",
        "Remove section 1",
        "Section 2: move",
        "Section 2: Title",
        "Section 2: Expected length",
        "Section 2: Description",
        "Remove section 2",
        "Add a section",
    ]


def test_right_to_left_titles_are_kept_and_shown_from_the_right(page: Page) -> None:
    paste("الوقائع")
    box = page.editor.rows[0].boxes["title"]
    assert page.titles() == ["الوقائع"]
    assert box.displayText() == "الوقائع"  # type: ignore[union-attr]
    # The first letter is at the right.
    press(Key.Key_Home)
    first = box.cursorRect().x()  # type: ignore[union-attr]
    press(Key.Key_End)
    assert box.cursorRect().x() < first  # type: ignore[union-attr]


def test_where_there_is_little_room_the_short_fields_stand_below_one_another(make: Any) -> None:
    page = make(width=340)
    title, length = (page.editor.rows[0].boxes[key] for key in ("title", "length"))
    assert length.geometry().top() > title.geometry().bottom()
    wide = make(width=700)
    title, length = (wide.editor.rows[0].boxes[key] for key in ("title", "length"))
    assert length.geometry().left() > title.geometry().right()


def test_problems_are_marked_where_they_are(page: Page) -> None:
    write(page, "one", "two")
    page.editor.set_problems([1], "title")
    marks = [bool(row.boxes["title"].property("problem")) for row in page.editor.rows]
    assert marks == [False, True]
    page.editor.set_problems([], "title")
    assert not page.editor.rows[1].boxes["title"].property("problem")
