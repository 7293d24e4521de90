"""Tests of the items page: filters, selection, actions, and all answers side by side."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.colours import Role, mixed
from desktop_app.ui.lead.answer_table import AnswerTable
from desktop_app.ui.lead.item_list import ItemList
from desktop_app.ui.theme import Look
from desktop_app.ui.widgets.reading_view import ReadingView
from desktop_app.workspace.exclusion import excluded_items
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import CTRL, Driver
from tests.ui.test_lead import ALT, Lead, listed
from tests.workflows import test_risum_making
from tests.workflows.test_risum_making import lab as making_lab
from tests.workspace.projects import Project, items, jsonl, make_project

__all__ = ("making_lab",)

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Six items; ana and ben answered all of them differently, ana twice; cleo has none.

    For the items of the first model, both gave the same answers.
    """
    made = make_project(tmp_path / "small")
    done("assign", made.lead, "--people", "ana,ben", "--overlap", 2, "--seed", 1)
    for person, rating in (("ana", 4), ("ben", 2)):
        own = made.join(person)
        made.annotate(own, rating=3, comment=f"First by {person}")
        rows = made.answers(own, rating=rating, seconds=124, comment=f"<b>{person}</b> says so")
        for row in rows:
            row["rating"] = 3 if "gamma" in row["item"] else rating
        done("annotate", own, "--from", jsonl(own / "again.jsonl", rows))
        done("merge", made.lead, made.results(own))
    return made


@pytest.fixture
def lead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Lead:
    return Lead(driver, monkeypatch)


@pytest.fixture
def opened(lead: Lead, project: Project) -> Lead:
    lead.open(project.lead)
    lead.step("items")
    return lead


def items_of(opened: Lead) -> ItemList:
    return opened.page.items.list


def checked(opened: Lead) -> list[str]:
    return [one.line.name for one in items_of(opened).selected]


def test_automatic_ratings_and_the_request_behind_an_item_are_shown(
    lead: Lead, making_lab: test_risum_making.Lab
) -> None:
    test_risum_making.voted(test_risum_making.instructed(making_lab), "elk")
    making_lab.run("answer", "fir")
    first, *_ = making_lab.rows("items")
    rating = {
        "item": first["id"], "method": "birch choice", "question": "rating", "value": 2.86,
        "distribution": {"3": 0.88, "1": 0.02, "2": 0.1}, "mass": 0.4, "low_mass": True,
    }  # fmt: skip
    making_lab.give("metric_ratings", [rating])
    lead.open(making_lab.lead)
    lead.step("items")
    shown = lead.page.items.item
    assert shown.entry is not None
    while shown.entry.line.name != first["id"]:
        lead.press(Key.Key_Down)
    assert shown.no_answers.isVisible()
    assert shown.ratings_button.text() == "1 automatic rating…"
    QTest.mouseClick(shown.ratings_button, Qt.MouseButton.LeftButton)
    assert "birch choice · How well does it follow the instruction?" in shown.whole.text
    assert "2.86 · 1: 0.02 · 2: 0.10 · 3: 0.88" in shown.whole.text
    assert "Allowed answers together: 0.40 · doubtful" in shown.whole.text
    assert shown.whole.hasFocus()
    lead.press(Key.Key_Escape)
    assert not shown.whole.isVisible()
    assert shown.no_answers.isVisible()
    assert shown.made_button.text().startswith("Made by ")
    assert first["model"] in shown.made_button.text()
    shown.made_button.setFocus()
    lead.press(Key.Key_Space)
    assert first["document"].strip() in shown.whole.text
    assert first["answer"] in shown.whole.text
    # An item without either has no such buttons.
    lead.press(Key.Key_Escape)
    while not shown.ratings_button.isHidden():
        items_of(lead).setFocus()
        lead.press(Key.Key_Down)
    assert shown.made_button.isVisible()


def test_words_of_texts_and_answers_are_found_and_bold(opened: Lead) -> None:
    page = opened.page.items
    opened.type('"text 1" gamma OR epsilon "number 0"')
    opened.press(Key.Key_Return)
    assert listed(opened.page) == ["ext-0-epsilon-9b", "ext-1-gamma-large"]
    assert page.facts.text() == "2 of 6 match"
    opened.driver.press(Key.Key_A, CTRL)
    opened.type("ben says")
    opened.press(Key.Key_Return)
    assert len(listed(opened.page)) == 6
    text, spans = page.list.rows.excerpt(page.list.rows.entries[0])
    assert "ben" in [text[start:end] for start, end in spans]
    opened.driver.press(Key.Key_A, CTRL)
    opened.type("nobody wrote this")
    opened.press(Key.Key_Return)
    assert not listed(opened.page)
    assert page.no_match.isVisible()
    assert not page.item.isVisible()
    opened.tab_to(page.filters.clear_button)
    opened.press(Key.Key_Space)
    assert len(listed(opened.page)) == 6
    assert page.facts.text() == "6 items"


def test_the_search_begins_by_itself_after_a_pause(opened: Lead, qtbot: QtBot) -> None:
    opened.type("gamma")
    qtbot.waitUntil(lambda: len(listed(opened.page)) == 2)


def test_esc_clears_the_search_and_then_leaves_it(opened: Lead) -> None:
    page = opened.page.items
    opened.type("gamma")
    opened.press(Key.Key_Return)
    assert len(listed(opened.page)) < 6
    opened.press(Key.Key_Escape)
    assert page.search.text() == ""
    assert len(listed(opened.page)) == 6
    assert page.search.hasFocus()
    opened.press(Key.Key_Escape)
    assert page.list.hasFocus()


def test_the_form_is_imported_beside_the_items_if_there_is_room(
    lead: Lead, tmp_path: Path, qtbot: QtBot
) -> None:
    done("demo", tmp_path / "study", "--protocol", "study")
    window = lead.driver.window
    window.resize(1280, 800)
    lead.open(tmp_path / "study")
    lead.step("items")
    page = lead.page.items

    def is_beside() -> bool:
        return page.form_button.mapTo(page, QPoint()).y() == page.kind.mapTo(page, QPoint()).y()

    assert page.form_button.isVisible()
    qtbot.waitUntil(is_beside)
    window.resize(900, 700)
    qtbot.waitUntil(lambda: not is_beside())
    assert page.form_button.isVisible()
    window.resize(1280, 800)
    qtbot.waitUntil(is_beside)


def test_chips_show_the_filter_and_remove_its_parts(opened: Lead) -> None:
    page = opened.page.items
    menu = page.filters.chips["disagreement"].button.menu()
    menu.aboutToShow.emit()
    next(one for one in menu.actions() if one.text() == "> 0.3").trigger()
    assert page.filters.filter.least_disagreement == 0.3
    assert sorted(listed(opened.page)) == [
        "ext-0-delta-mini",
        "ext-0-epsilon-9b",
        "ext-1-delta-mini",
        "ext-1-epsilon-9b",
    ]
    fields = page.filters.field_button.menu()
    fields.aboutToShow.emit()
    models = next(one for one in fields.actions() if one.text() == "model").menu()
    next(one for one in models.actions() if one.text().startswith("delta-mini")).trigger()
    assert listed(opened.page) == ["ext-0-delta-mini", "ext-1-delta-mini"]
    chip = page.filters._fields["model"]
    assert chip.button.text() == "model: delta-mini"
    assert chip.remove.accessibleName() == "Remove filter: model"
    opened.tab_to(chip.remove)
    opened.press(Key.Key_Space)
    assert len(listed(opened.page)) == 4
    opened.tab_to(page.filters.chips["disagreement"].remove)
    opened.press(Key.Key_Space)
    assert page.filters.filter.is_empty
    assert len(listed(opened.page)) == 6


@pytest.mark.parametrize("by_click", [True, False])
def test_items_with_differing_answers_are_decided_on_the_conflicts_page(
    opened: Lead, qtbot: QtBot, by_click: bool
) -> None:
    page, conflicts = opened.page.items, opened.page.conflicts
    same = listed(opened.page).index("ext-0-gamma-large")
    differs = listed(opened.page).index("ext-1-delta-mini")
    page.list.go_to(same)
    assert page.item.decide_button.isHidden(), "both gave the same answers"
    page.list.go_to(differs)
    assert page.item.decide_button.isVisible()
    if by_click:
        QTest.mouseClick(page.item.decide_button, Qt.MouseButton.LeftButton)
    else:
        page.list.setFocus()
        opened.press(Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: conflicts.case_view.case is not None, timeout=20_000)
    opened.settle()
    assert opened.page.section is conflicts
    qtbot.waitUntil(lambda: conflicts.case_view.case.name == "ext-1-delta-mini", timeout=20_000)


def test_items_are_sorted_by_disagreement(opened: Lead) -> None:
    page = opened.page.items
    opened.tab_to(page.sort)
    opened.press(Key.Key_Down)
    names = listed(opened.page)
    assert all("gamma" in name for name in names[-2:])
    assert page.list.rows.entries[0].disagreement == 0.5


def test_no_disagreement_is_an_empty_bar_in_high_contrast(opened: Lead) -> None:
    theme, rows = opened.driver.window.theme, opened.page.items.list
    theme.set_look(Look.HIGH_CONTRAST)
    QApplication.processEvents()
    place = next(n for n, one in enumerate(rows.rows.entries) if one.disagreement == 0)
    image = rows.viewport().grab(rows.visualRect(rows.rows.index(place, 0))).toImage()
    colours = [image.pixel(x, y) for y in range(image.height()) for x in range(image.width())]
    assert colours.count(mixed(theme.color(Role.SURFACE), theme.color(Role.TEXT), 0.15).rgb()) > 50


def test_keys_select_items(opened: Lead) -> None:
    names = listed(opened.page)
    rows = items_of(opened)
    opened.tab_to(rows)
    opened.press(Key.Key_Space)
    assert checked(opened) == names[:1]
    opened.press(Key.Key_Down, SHIFT)
    opened.press(Key.Key_Down, SHIFT)
    assert checked(opened) == names[:3]
    assert "3" in opened.page.items.selection.count.text()
    opened.press(Key.Key_Up)
    opened.press(Key.Key_Space)
    assert checked(opened) == [names[0], names[2]]
    words = rows.rows.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert words.startswith(f"{names[0]}, selected, 2/2 done, disagreement 0.50")
    opened.press(Key.Key_A, CTRL)
    assert checked(opened) == names
    assert opened.page.items.select_all.isChecked()
    opened.press(Key.Key_Escape)
    assert not checked(opened)
    assert not opened.page.items.selection.isVisible()
    select_all = opened.page.items.select_all
    opened.tab_to(select_all)
    opened.press(Key.Key_Space)
    assert checked(opened) == names
    interface = QAccessible.queryAccessibleInterface(select_all)
    assert interface.text(QAccessible.Text.Name) == "Select all 6"


def test_the_mouse_selects_items(opened: Lead) -> None:
    rows, names = items_of(opened), listed(opened.page)

    def click(row: int, across: int, keys: Qt.KeyboardModifier) -> None:
        box = rows.visualRect(rows.rows.index(row, 0))
        at = QPoint(box.left() + across, box.center().y())
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, keys, at)

    none = Qt.KeyboardModifier.NoModifier
    click(1, 20, none)
    assert checked(opened) == names[1:2]
    click(3, 150, none)
    assert checked(opened) == names[1:2], "beside the check box, a click only shows the item"
    assert opened.page.items.item.name.text() == names[3]
    click(5, 150, SHIFT)
    assert checked(opened) == [names[1], *names[3:]]


def test_answers_stand_side_by_side_with_their_history(opened: Lead) -> None:
    page = opened.page.items
    view = page.item
    opened.tab_to(page.list)
    assert view.name.text() == listed(opened.page)[0] == "ext-0-delta-mini"
    assert view.document.text == "Document number 0."
    assert [one.person for one in view.table.rows.grid.columns] == ["ana", "ben"]
    titles = [title for title, _, _ in view.table.rows.rows]
    ratings = next(one for one in view.table.rows.rows if "4 – Good" in one[1][0])
    assert ratings[1][1].startswith("2 – ")
    assert ratings[2] == [True, True]
    comments = view.table.rows.rows[titles.index("Comment")]
    assert comments[1] == ["<b>ana</b> says so", "<b>ben</b> says so"], "literally"
    assert comments[2] == [False, False]
    assert view.table.rows.rows[titles.index("Revisions")][1] == ["2", "2"]
    opened.tab_to(view.table)
    opened.press(Key.Key_Return)
    assert view.versions_bar.isVisible()
    assert "ana" in view.versions_words.text()
    first = next(one for one in view.table.rows.rows if one[0] == "Comment")
    assert first[1] == ["First by ana", "<b>ana</b> says so"]
    opened.press(Key.Key_Escape)
    assert not view.versions_bar.isVisible()
    assert len(view.table.rows.grid.columns) == 2


def test_arrow_keys_and_buttons_go_through_the_list(opened: Lead) -> None:
    view, names = opened.page.items.item, listed(opened.page)
    opened.tab_to(items_of(opened))
    opened.press(Key.Key_Down)
    assert view.name.text() == names[1]
    opened.tab_to(view.after)
    opened.press(Key.Key_Space)
    assert view.name.text() == names[2]
    opened.tab_to(view.before)
    opened.press(Key.Key_Space)
    assert view.name.text() == names[1]


def test_items_are_excluded_with_a_reason_and_put_back(opened: Lead, project: Project) -> None:
    page = opened.page.items
    opened.tab_to(page.list)
    opened.press(Key.Key_Space)
    opened.tab_to(page.selection.exclude_button)
    opened.press(Key.Key_Space)
    assert page.selection.reason.hasFocus()
    opened.press(Key.Key_Return)
    assert "enter a reason" in page.outcome.text.text()
    opened.type("cut off")
    opened.press(Key.Key_Return)
    assert "1 item excluded" in page.outcome.text.text()
    assert page.list.rows.entries[0].status == "excluded"
    assert page.list.hasFocus()
    assert checked(opened) == listed(opened.page)[:1], "the selection is kept"
    opened.tab_to(page.selection.back_button)
    opened.press(Key.Key_Space)
    assert "1 item put back" in page.outcome.text.text()
    assert page.list.rows.entries[0].status == "done"
    assert page.list.hasFocus()
    opened.driver.window.close()
    with Workspace.open(project.lead) as workspace:
        assert not excluded_items(workspace)


def test_selected_items_are_assigned_and_released(opened: Lead) -> None:
    page = opened.page.items
    opened.tab_to(page.list)
    opened.press(Key.Key_Space)
    opened.press(Key.Key_Down, SHIFT)
    assert not page.selection.release_button.isEnabled()
    opened.tab_to(page.selection.assign_button)
    opened.press(Key.Key_Space)
    assert page.selection.people.hasFocus()
    for _ in range(2):
        opened.press(Key.Key_Down)
    opened.press(Key.Key_Space)
    assert page.selection.people.chosen() == ["cleo"]
    opened.tab_to(page.selection.overlap)
    opened.driver.press(Key.Key_A, CTRL)
    opened.type("3")
    opened.tab_to(page.selection.assign_now)
    opened.press(Key.Key_Space)
    assert "2 new assignments" in page.outcome.text.text()
    assert [one.status for one in page.list.rows.entries] == ["partial"] * 2 + ["done"] * 4
    opened.tab_to(page.selection.release_button)
    opened.press(Key.Key_Space)
    assert "2 open assignments removed" in page.outcome.text.text()
    assert {one.status for one in page.list.rows.entries} == {"done"}


def test_selected_items_are_exported(opened: Lead, tmp_path: Path) -> None:
    page = opened.page.items
    opened.choose(tmp_path / "some.csv")
    opened.tab_to(page.list)
    opened.press(Key.Key_Space)
    opened.tab_to(page.selection.export_button)
    opened.press(Key.Key_Space)
    assert "1 item written to some.csv" in page.outcome.text.text()
    assert len((tmp_path / "some.csv").read_text("utf-8").splitlines()) == 2
    opened.choose(tmp_path / "all.jsonl")
    opened.tab_to(page.export_button)
    opened.press(Key.Key_Space)
    assert len((tmp_path / "all.jsonl").read_text("utf-8").splitlines()) == 6


def test_other_pages_show_their_items_and_alt_left_returns(opened: Lead) -> None:
    page = opened.page
    entries = page.items.list.rows.entries
    keys = frozenset(one.key for one in entries[2:4])
    day = entries[0].answers[0].day
    filters: list[tuple[ItemFilter, int]] = [
        (ItemFilter(title="Two items", keys=keys), 2),
        (ItemFilter(person="ana", day=day), 6),
        (ItemFilter(person="cleo"), 0),
        (ItemFilter(question="rating", answer="2"), 4),
        (ItemFilter(mark="flagged"), 0),
        (ItemFilter(least_disagreement=0.2), 4),
    ]
    for item_filter, number in filters:
        page.show_items(item_filter)
        assert len(listed(page)) == number, item_filter
        assert page.items.filters.filter == item_filter
    page.show_items(filters[0][0])
    opened.press(Key.Key_Down)
    opened.press(Key.Key_Space)
    second = listed(page)[1]
    assert page.items.filters.chips["keys"].button.text() == "Items: Two items"
    opened.step("people")
    page.items.show_filter(ItemFilter())
    page.items.list.rows.check([], False)
    page.go_back()
    assert page.section is page.items
    assert len(listed(page)) == 2
    assert checked(opened) == [second]
    assert page.items.item.name.text() == second
    opened.step("people")
    opened.press(Key.Key_Left, ALT)
    assert page.section is page.items


def test_a_project_that_is_open_elsewhere_offers_no_changes(
    lead: Lead,
    project: Project,
) -> None:
    with Workspace.open(project.lead, write=True):
        lead.open(project.lead)
        lead.step("items")
        lead.tab_to(lead.page.items.list)
        lead.press(Key.Key_Space)
        selection = lead.page.items.selection
        for one in (selection.assign_button, selection.exclude_button, selection.release_button):
            assert not one.isEnabled()
            assert one.accessibleDescription()
        assert selection.export_button.isEnabled()
        lead.driver.window.close()


def test_a_search_of_many_long_texts_runs_off_the_gui_thread(
    opened: Lead, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.ui.lead.items._FOLDED_AT_ONCE", 0)
    assert not opened.page.desk.overview.index.is_folded
    opened.type("gamma")
    opened.driver.press(Key.Key_Return)
    qtbot.waitUntil(lambda: len(listed(opened.page)) == 2)
    assert opened.page.items.facts.text() == "2 of 6 match"


def test_a_long_answer_is_shortened_and_read_whole(lead: Lead, tmp_path: Path) -> None:
    make_demo(tmp_path / "sessions", ["kiwi"])
    lead.open(tmp_path / "sessions")
    lead.step("items")
    view, rows = lead.page.items.item, lead.page.items.list
    place = next(n for n, one in enumerate(rows.rows.entries) if one.answers)
    rows.go_to(place)
    lead.settle()
    table = view.table
    first = table.rows.index(0, 1)
    assert first.data().endswith(" …")
    assert "Enter" in first.data(Qt.ItemDataRole.ToolTipRole)
    lead.tab_to(table)
    lead.press(Key.Key_Return)
    assert view.whole.isVisible()
    assert view.whole.hasFocus()
    text = view.whole.text
    assert view.entry is not None
    for turn in view.entry.answers[0].answers["turns"]:
        assert turn["answer"] in text
    assert "prepared" not in text
    lead.press(Key.Key_Escape)
    assert not view.whole.isVisible()
    assert table.isVisible()
    assert table.hasFocus()
    at = table.visualRect(first).center()
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at
    )
    assert view.whole.isVisible()
    view.all_button.click()
    assert table.isVisible()


def marked_in(view: ReadingView) -> list[str]:
    """Return the underlined parts of a text."""
    return [
        one.cursor.selectedText() for one in view.extraSelections() if one.format.fontUnderline()
    ]


def has_marks(table: AnswerTable) -> bool:
    """Return whether something in a table is painted on the colour of search hits."""
    colour = table._theme.color(Role.ACCENT_SOFT).rgb()
    image = table.viewport().grab().toImage()
    return any(
        image.pixel(x, y) == colour for y in range(image.height()) for x in range(image.width())
    )


def test_words_of_a_search_are_marked_in_texts_and_answers(opened: Lead) -> None:
    page, view = opened.page.items, opened.page.items.item
    assert not has_marks(view.table)
    opened.type('docu OR "short 0" OR ben')
    opened.press(Key.Key_Return)
    assert marked_in(view.document.view) == ["Document"], "the whole word is marked"
    assert marked_in(view.text.view) == ["Short 0"]
    assert has_marks(view.table), "in “ben says so”"
    # The next item is marked as well.
    opened.tab_to(page.list)
    opened.press(Key.Key_Down)
    assert marked_in(view.document.view) == ["Document"]
    opened.press(Key.Key_F, CTRL)
    opened.driver.press(Key.Key_A, CTRL)
    opened.type("gamma")
    opened.press(Key.Key_Return)
    assert not marked_in(view.document.view)
    assert not has_marks(view.table)


def test_a_search_keeps_the_selection_and_actions_name_its_size(opened: Lead) -> None:
    page, bar = opened.page.items, opened.page.items.selection
    names = listed(opened.page)
    opened.tab_to(page.list)
    for _ in range(3):
        opened.press(Key.Key_Down, SHIFT)
    assert bar.count.text() == "4 selected"
    opened.press(Key.Key_F, CTRL)
    opened.type("gamma")
    opened.press(Key.Key_Return)
    assert len(listed(opened.page)) == 2
    assert sorted(checked(opened)) == sorted(names[:4])
    hidden = len(set(names[:4]) - set(listed(opened.page)))
    assert bar.count.text() == f"4 selected, {hidden} not in this list"
    opened.tab_to(bar.exclude_button)
    opened.press(Key.Key_Space)
    assert bar.exclude_now.text() == "Exclude 4 items"
    opened.type("cut off")
    opened.press(Key.Key_Return)
    assert page.outcome.text.text() == "For 4 selected items: 4 items excluded."
    opened.press(Key.Key_Z, CTRL)
    # Nothing in the list, but still selected.
    opened.press(Key.Key_F, CTRL)
    opened.driver.press(Key.Key_A, CTRL)
    opened.type("nobody wrote this")
    opened.press(Key.Key_Return)
    assert not listed(opened.page)
    assert bar.count.text() == "4 selected, 4 not in this list"
    assert not page.select_all.isChecked()
    opened.tab_to(bar.deselect)
    opened.press(Key.Key_Space)
    assert not bar.isVisible()


def test_large_text_leaves_room_for_three_rows(opened: Lead) -> None:
    window, page = opened.driver.window, opened.page.items
    window.resize(1280, 800)
    window.theme.set_text_scale(2.0)
    opened.tab_to(page.list)
    opened.press(Key.Key_Down, SHIFT)
    page.outcome.say("2 items assigned.")
    assert page.outcome.isVisible()
    assert page.selection.isVisible()
    opened.settle()
    whole = page.list.viewport().visibleRegion().boundingRect()
    rows = [page.list.visualRect(page.list.rows.index(row, 0)) for row in range(6)]
    assert sum(whole.contains(one.adjusted(0, 0, 0, -1)) for one in rows) >= 3


def test_decisions_are_shown_beside_the_answers_and_outdated_ones_are_named(
    opened: Lead, project: Project
) -> None:
    page, conflicts = opened.page.items, opened.page.conflicts
    opened.step("conflicts")
    if conflicts.tabs.what != "annotators":
        conflicts.tabs.buttons["annotators"].click()
    opened.driver.qtbot.waitUntil(
        lambda: not opened.page.desk.is_busy and conflicts.case_view.case is not None
    )
    case = conflicts.case_view.case
    assert case is not None
    name = case.name
    opened.press(Key.Key_1, SHIFT)
    opened.tab_to(conflicts.case_view.reason)
    opened.type("The text says so")
    opened.tab_to(conflicts.case_view.confidence)
    opened.press(Key.Key_H)
    opened.press(Key.Key_Return, CTRL)
    opened.step("items")
    menu = page.filters.chips["mark"].button.menu()
    menu.aboutToShow.emit()
    next(one for one in menu.actions() if one.text() == "Decided").trigger()
    assert listed(opened.page) == [name]
    table = page.item.table
    texts = [
        [str(table.rows.index(row, column).data()) for column in range(table.rows.columnCount())]
        for row in range(table.rows.rowCount())
    ]
    assert table.rows.headerData(3, Qt.Orientation.Horizontal) == "Decision"
    rating = next(row for row in texts if row[0].startswith("How well"))
    assert rating[3] == rating[1]
    assert texts[-1][0] == "Note"
    assert texts[-1][3] == "The text says so\nconfidence: high"
    table.setCurrentIndex(table.rows.index(0, 3))
    table.setFocus()
    opened.press(Key.Key_Return)
    assert page.item.versions_words.text().startswith("Decision by ")
    opened.press(Key.Key_Escape)
    # Answers that change afterwards make the decision outdated.
    own = project.folder / "ana"
    project.annotate(own, rating=1)
    results = project.results(own)
    opened.press(Key.Key_W, CTRL)
    done("merge", project.lead, results)
    (found,) = done("items", project.lead, "--mark", "outdated")["items"]
    assert found["item"] == name
    assert found["decisions"][0]["outdated"] is True
    opened.open(project.lead)
    opened.step("items")
    page = opened.page.items
    page.show_filter(ItemFilter(mark="outdated"))
    opened.settle()
    assert listed(opened.page) == [name]
    table = page.item.table
    note = str(table.rows.index(table.rows.rowCount() - 1, 3).data())
    assert note.startswith("outdated: answers have changed since")


def test_the_bar_of_selected_items_leaves_the_current_row_in_sight(
    lead: Lead, tmp_path: Path
) -> None:
    lead.open(make_project(tmp_path / "many", items(200)).lead)
    lead.step("items")
    view = lead.page.items.list
    view.setFocus()
    while (
        view.visualRect(view.currentIndex()).bottom() + view.row_height < view.viewport().height()
    ):
        lead.driver.press(Key.Key_Down)
    lead.press(Key.Key_Space)
    assert lead.page.items.selection.isVisible()
    lead.settle()
    row = view.visualRect(view.currentIndex())
    assert view.viewport().rect().contains(row)


def test_a_task_to_be_written_says_so_instead_of_an_empty_text(lead: Lead, tmp_path: Path) -> None:
    folder = tmp_path / "tasks"
    done("new", folder, "--title", "Tasks", "--protocol", "dolomites")
    done("people", folder, "add", "dora")
    calls = jsonl(tmp_path / "calls.jsonl", [{"author": "dora", "field": "Botany", "tasks": 2}])
    done("import", folder, calls, "--what", "calls")
    lead.open(folder)
    lead.step("items")
    text = lead.page.items.item.left.text
    assert text == "Task 1\nThe annotator writes this description."


def test_the_texts_of_an_item_without_answers_have_the_room(lead: Lead, tmp_path: Path) -> None:
    project = make_project(tmp_path / "new")
    project.assign(1)
    lead.open(project.lead)
    lead.step("items")
    item = lead.page.items.item
    assert item.no_answers.isVisible()
    assert item.no_answers.height() < 60
    assert item.text_panes.height() > 0.7 * item.height()


def test_the_answers_of_an_item_keep_their_room_beside_the_texts(opened: Lead) -> None:
    item = opened.page.items.item
    assert item.table.isVisible()
    assert not item.no_answers.isVisible()
    assert item.text_panes.height() < 0.6 * item.height()
