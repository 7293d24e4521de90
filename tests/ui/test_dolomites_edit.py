"""Tests of the page for choosing, rating and post-editing examples, by keys in the real window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.colours import Role
from desktop_app.workspace.workspace import Workspace
from plugins.dolomites.panel.edit_choose import Cell, VariantHead
from plugins.dolomites.panel.edit_state import EDIT
from plugins.dolomites.shapes import titles
from tests.ui.conftest import ALT, CTRL, NONE, SHIFT, Driver
from tests.ui.dolomites_work import PASSAGE, POINTS, TASK, VARIANTS, edit_work, variant

Key = Qt.Key
BOB = VARIANTS[1]
FIRST = BOB["output"][0]["text"]


def panel(driver: Driver) -> Any:
    return driver.controller.panel


def step(driver: Driver) -> str:
    return str(panel(driver).stepper.step)


def given(driver: Driver) -> dict[str, Any]:
    return {k: v for k, v in driver.session.answers.items() if v not in (None, "", [], {})}


def number_of(driver: Driver, name: str) -> int:
    """Return the number, from 1, of the variant by this model. The order depends on the secret
    seed.
    """
    shown = panel(driver).example.variants
    texts = [one["input"][0]["text"] for one in shown]
    return 1 + next(place for place, text in enumerate(texts) if name in text)


def id_of(driver: Driver, name: str) -> str:
    return str(panel(driver).example.variants[number_of(driver, name) - 1]["id"])


def rate(driver: Driver) -> None:
    """Answer the three rating questions by their keys."""
    for key, question in (("2", "structure"), ("2", "detail"), ("4", "factual")):
        driver.focus(question)
        driver.type(key)


def choose(driver: Driver, name: str) -> None:
    assert step(driver) == "choose"
    driver.type(str(number_of(driver, name)))


def choose_and_rate(driver: Driver, name: str = "bob") -> None:
    choose(driver, name)
    driver.submit()
    assert step(driver) == "rate"
    rate(driver)
    driver.submit()
    assert step(driver) == "edit"


def select(driver: Driver, words: str) -> None:
    """Select words of the final text by keys."""
    final = panel(driver).texts.final
    if not final.isVisible():
        driver.press(Key.Key_T, CTRL)
    while not final.isAncestorOf(driver.target):
        driver.press(Key.Key_F6)
    (view,) = [one.view for one in final.sections if words in one.view.text]
    for _ in range(30):
        if not view.hasFocus():
            driver.press(Key.Key_Tab)
    driver.press(Key.Key_Home, CTRL)
    for _ in range(view.text.index(words)):
        driver.press(Key.Key_Right)
    for _ in words:
        driver.press(Key.Key_Right, SHIFT)
    assert view.selection() == words


def pick(driver: Driver, *phrases: str) -> None:
    """Select phrases of the final text and add them by keys."""
    for words in phrases:
        select(driver, words)
        driver.type("+")


def checks(driver: Driver) -> str:
    """Return the texts of the list of checks."""
    QApplication.processEvents()
    part = panel(driver).own.checks
    assert part.isVisible()
    return "\n".join(one.text() for one in part.findChildren(QLabel) if one.isVisible())


def write(driver: Driver, words: str) -> None:
    """Type words at the end of the current section."""
    assert panel(driver).desk.editor.revision_edit.hasFocus()
    driver.press(Key.Key_End, CTRL)
    driver.type(words)


def test_an_example_is_chosen_rated_edited_and_submitted_by_keys(
    driver: Driver, tmp_path: Path
) -> None:
    own = edit_work(tmp_path, settings="least_edit: 4\n")
    driver.open(own)
    assert step(driver) == "choose"
    driver.submit()
    assert step(driver) == "choose"  # nothing is chosen
    assert panel(driver).own.chosen.problem.isVisible()
    choose_and_rate(driver)
    write(driver, " No: they come from gas.")
    driver.press(Key.Key_PageDown, CTRL)
    assert panel(driver).desk.at == ("output", 1)
    write(driver, " Wait one hour.")
    driver.press(Key.Key_1, ALT)
    driver.press(Key.Key_2, ALT)
    driver.type("An hour is usual.")
    driver.submit()
    assert step(driver) == "check"
    driver.submit()
    asked = [one.question for one in panel(driver).form_view.problems()]
    assert asked == ["all_fixed", "phrases"]
    driver.type("1")
    pick(driver, "come from gas", "Wait one hour")
    driver.submit()
    assert driver.controller.page.is_done_shown
    chosen = id_of(driver, "bob")
    driver.press(Key.Key_W, CTRL)
    row = given_in(own)
    assert row["chosen"] == chosen
    assert (row["structure"], row["detail"]) == (False, "to_some_extent")
    assert row["factual"] == "probably_incorrect"
    assert row["edited"] == {
        "input": BOB["input"],
        "output": [
            {"title": "Finding", "text": FIRST + " No: they come from gas."},
            {"title": "Advice", "text": "Let the dough rest. Wait one hour."},
        ],
    }
    assert row["points"] == [
        {"point": 1, "status": "fixed"},
        {"point": 2, "status": "not_valid", "reason": "An hour is usual."},
    ]
    assert row["phrases"] == ["come from gas", "Wait one hour"]
    assert row["all_fixed"] is True


def given_in(own: Path) -> dict[str, Any]:
    """Return the answers that were submitted in a workspace."""
    with Workspace.open(own) as workspace:
        keys = workspace.records.keys("annotation")
        (head,) = [one for key in keys for one in workspace.records.heads("annotation", key)]
        assert head.body is not None
        return dict(head.body["answers"])


def test_a_draft_survives_a_restart_and_undo_goes_across_steps(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    own = edit_work(tmp_path)
    driver = start()
    driver.open(own)
    trail = [given(driver)]
    choose(driver, "bob")
    trail.append(given(driver))
    driver.press(Key.Key_PageDown, ALT)
    rate(driver)
    trail.append(given(driver))
    driver.press(Key.Key_PageDown, ALT)
    write(driver, "!")
    trail.append(given(driver))
    driver.press(Key.Key_3, ALT)
    trail.append(given(driver))
    driver.window.close()

    driver = start()
    driver.open(own)
    assert given(driver) == trail[-1]
    assert step(driver) == "edit"
    assert panel(driver).desk.text == FIRST + "!"
    driver.press(Key.Key_Z, CTRL)
    assert given(driver) == trail[3]
    driver.press(Key.Key_Z, CTRL)
    assert given(driver) == trail[2]
    assert panel(driver).desk.text == FIRST
    for _ in range(3):
        driver.press(Key.Key_Z, CTRL)
    assert given(driver) == trail[1]
    assert step(driver) == "rate"
    driver.press(Key.Key_Z, CTRL)
    assert given(driver) == trail[0]
    assert step(driver) == "choose"
    for _ in range(6):
        driver.press(Key.Key_Z, CTRL | SHIFT)
    assert given(driver) == trail[-1]
    assert step(driver) == "edit"
    assert panel(driver).desk.text == FIRST + "!"


def test_another_variant_sets_the_edits_aside_and_they_come_back(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    write(driver, " More.")
    before = given(driver)
    driver.press(Key.Key_PageUp, ALT)
    driver.press(Key.Key_PageUp, ALT)
    assert step(driver) == "choose"
    bob, cid = (id_of(driver, name) for name in ("bob", "cid"))
    choose(driver, "cid")
    now = given(driver)
    assert set(now) == {"chosen", "set_aside"}
    assert now["chosen"] == cid
    assert now["set_aside"][bob]["output"][0]["text"] == FIRST + " More."
    note = panel(driver).own.chosen.note
    assert not note.isHidden()
    assert f"Variant {number_of(driver, 'bob')}" in note.text()
    driver.qtbot.waitUntil(lambda: is_whole(note))  # or one would think that the edits are gone
    choose(driver, "bob")
    assert given(driver) == before
    assert panel(driver).desk.text == FIRST + " More."
    driver.press(Key.Key_Z, CTRL)
    assert given(driver) == now
    driver.press(Key.Key_Z, CTRL)
    assert given(driver) == before
    QApplication.processEvents()
    assert panel(driver).desk.text == FIRST + " More."


def test_a_phrase_that_an_edit_takes_away_is_named_at_once(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path, settings="least_edit: 0\n"))
    choose_and_rate(driver)
    driver.press(Key.Key_PageDown, ALT)
    for words in ("come from water", "dough rest"):
        select(driver, words)
        driver.press(Key.Key_P, CTRL | SHIFT)  # the key of earlier versions
    phrases = panel(driver).own.phrases
    assert given(driver)["phrases"] == ["come from water", "dough rest"]
    assert phrases.gone.isHidden()
    pick(driver, "come from water")  # it is here already
    assert given(driver)["phrases"] == ["come from water", "dough rest"]
    driver.press(Key.Key_PageUp, ALT)
    edit = panel(driver).desk.editor.revision_edit
    driver.press(Key.Key_End, CTRL)
    driver.press(Key.Key_Left)
    driver.press(Key.Key_Backspace)
    assert edit.text.endswith("come from wate.")
    assert "come from water" in phrases.gone.text()
    driver.submit()
    driver.submit()
    asked = {one.question: one.kind for one in panel(driver).form_view.problems()}
    assert asked["phrases"] == "not_offered"
    driver.press(Key.Key_Z, CTRL)
    assert edit.text == FIRST
    assert phrases.gone.isHidden()


def test_sections_that_are_not_the_tasks_are_mended_by_one_key(
    driver: Driver, tmp_path: Path
) -> None:
    only = variant("bob", output=[{"title": "Advices", "text": "Wait."}])
    swapped = variant("eve")
    swapped["output"].reverse()
    driver.open(edit_work(tmp_path, [only, swapped]))
    choose_and_rate(driver, "bob")
    desk = panel(driver).desk
    said = [link.accessibleName() for link in desk.fix_box.links]
    assert len(said) == 2
    assert "Add missing section “Finding”" in said[0]
    assert "Restore the title “Advice”" in said[1]
    driver.press(Key.Key_J, CTRL | SHIFT)
    assert titles(desk.now["output"]) == ["Finding", "Advices"]
    assert desk.at == ("output", 0)
    assert desk.editor.revision_edit.hasFocus()
    driver.submit()
    assert "“Finding” is empty" in checks(driver)
    driver.submit()  # what was added is empty
    assert step(driver) == "edit"
    asked = [one.question for one in panel(driver).form_view.problems()]
    assert asked[0] == "edited"
    driver.type("Small holes.")
    assert not desk.editor.original_title.isVisible()
    driver.press(Key.Key_J, CTRL | SHIFT)
    assert titles(desk.now["output"]) == ["Finding", "Advice"]
    assert desk.editor.original == "Wait."  # still compared with what it was made from
    assert desk.editor.original_title.text() == "Original title: Advices"
    assert desk.editor.original_title.isVisible()
    assert desk.fix_box.links == []
    driver.press(Key.Key_Z, CTRL)
    assert titles(desk.now["output"]) == ["Finding", "Advices"]
    assert not desk.sections.rows["output", 1].original_title.isVisible()
    for _ in range(4):
        driver.press(Key.Key_Z, CTRL)
    assert titles(desk.now["output"]) == ["Advices"]

    panel(driver).steps.go_to("choose")
    choose_and_rate(driver, "eve")
    (link,) = desk.fix_box.links
    assert "Restore the order" in link.accessibleName()
    driver.press(Key.Key_J, CTRL | SHIFT)
    assert titles(desk.now["output"]) == ["Finding", "Advice"]


def test_a_missing_section_that_was_just_typed_is_not_added_again(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(
        edit_work(tmp_path, [variant("bob", output=[{"title": "Advice", "text": "Wait."}])])
    )
    choose_and_rate(driver, "bob")
    desk = panel(driver).desk
    run(driver, "add_section")
    driver.type("Finding")
    (link,) = [one for one in desk.fix_box.links if "Add missing section" in one.accessibleName()]
    link.click()  # before the pause in typing that would remove the link
    assert titles(desk.now["output"]) == ["Advice", "Finding"]


def test_sections_are_added_renamed_moved_and_removed(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    desk = panel(driver).desk
    run(driver, "add_section")
    assert desk.editor.title.hasFocus()
    driver.type("Costs")
    assert titles(desk.now["output"]) == ["Finding", "Costs", "Advice"]
    run(driver, "section_down")
    assert titles(desk.now["output"]) == ["Finding", "Advice", "Costs"]
    assert desk.at == ("output", 2)
    run(driver, "remove_section")
    assert titles(desk.now["output"]) == ["Finding", "Advice"]
    driver.press(Key.Key_Z, CTRL)
    assert titles(desk.now["output"]) == ["Finding", "Advice", "Costs"]
    assert given(driver)["edited"]["output"][2]["title"] == "Costs"


def test_heads_and_check_say_the_same_of_sections_that_were_added_or_moved(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(edit_work(tmp_path, [variant("bob", critique=[], evidence=[])]))
    choose_and_rate(driver)
    desk, final = panel(driver).desk, panel(driver).texts.final
    assert desk.head.changes.text() == "No changes"
    run(driver, "section_down")
    assert desk.head.changes.text() == "1 section moved"
    shown = [row.figures.text() for row in desk.sections.ordered_rows()]
    assert sum("Moved" in one for one in shown) == 1
    assert any(one == "No changes" for one in shown)
    run(driver, "add_section")
    driver.type("Costs")
    desk.settle()
    assert desk.head.changes.text() == "2 sections changed"
    assert desk.head.changes.accessibleName() == "1 section added, 1 section moved"
    assert "New section" in desk.editor.figures.text()
    driver.press(Key.Key_PageDown, ALT)
    assert "(1 section added, 1 section moved)" in checks(driver)
    assert sorted(one.count.text() for one in final.sections) == [
        "Moved",
        "New section",
        "No changes",
    ]


def test_keys_go_to_changes_and_to_the_places_of_points(driver: Driver, tmp_path: Path) -> None:
    points = [{"aspect": "depth", "text": "“Large holes” says too little."}, *POINTS]
    driver.open(edit_work(tmp_path, [variant("bob", critique=points)]))
    choose_and_rate(driver)
    shown, desk = panel(driver), panel(driver).desk
    assert shown.own.points.views[0].link.text() == "“Large holes” in Finding"
    write(driver, " One.")
    driver.press(Key.Key_PageDown, CTRL)
    write(driver, " Two.")
    driver.press(Key.Key_F7)
    assert desk.at == ("output", 0)
    assert desk.editor.revision_edit.hasFocus()
    driver.press(Key.Key_F7)
    assert desk.at == ("output", 1)
    driver.press(Key.Key_F7, CTRL)
    assert desk.text == "Let the dough rest."
    driver.press(Key.Key_Down, CTRL)
    assert shown.own.points.open_number == 2
    driver.press(Key.Key_Up, CTRL)  # the caret goes behind the words that the point quotes
    assert desk.at == ("output", 0)
    assert desk.editor.revision_edit.caret() == len("Large holes")
    assert shown.own.points.views[0].note.text() == "The text here is unchanged."
    driver.press(Key.Key_1, ALT)
    assert given(driver)["points"] == [{"point": 1, "status": "fixed"}]
    assert shown.own.points.open_number == 2


def test_one_letter_brings_the_caret_back_into_sight(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path, [variant("bob", critique=[], evidence=[])]))
    choose_and_rate(driver)
    QApplication.clipboard().setText("\n".join(["A line."] * 200))
    sections = panel(driver).desk.sections
    view = panel(driver).desk.editor.revision_edit
    driver.press(Key.Key_V, CTRL)
    driver.wait_saved()
    sections.scroll_to_top()
    assert not view.visibleRegion().contains(view.cursorRect())
    driver.type("x")
    driver.qtbot.waitUntil(lambda: view.visibleRegion().contains(view.cursorRect()))


def test_the_reference_turns_two_texts_into_one(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    row = panel(driver).desk.editor
    assert row.beside.isVisible()
    driver.press(Key.Key_T, CTRL)
    assert panel(driver).body.reference.isVisible()
    assert not row.beside.isVisible()
    driver.press(Key.Key_T, CTRL)
    assert row.beside.isVisible()
    assert row.revision_edit.hasFocus()


def test_the_reference_gets_its_width_back_after_a_small_window(
    driver: Driver, tmp_path: Path
) -> None:
    driver.window.resize(1280, 800)
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    body = panel(driver).body
    driver.press(Key.Key_T, CTRL)
    across, questions = body.across, panel(driver).questions
    # Before the splitters are laid out, the questions are as narrow as possible.
    driver.qtbot.waitUntil(lambda: questions.width() == body.beside[EDIT])
    before = (body.reference.width(), questions.width())

    def turn(chosen: int) -> None:
        driver.window.resize(1000, 700)
        driver.qtbot.waitUntil(lambda: not body.reference.isVisible())
        driver.press(Key.Key_T, CTRL)  # takes the place of the texts
        assert body.reference.width() != chosen
        driver.window.resize(1280, 800)
        driver.qtbot.waitUntil(
            lambda: (body.reference.width(), questions.width()) == (chosen, before[1])
        )

    turn(before[0])
    # A width that the person chose is kept, too.
    handle = across.handle(1)
    middle = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, NONE, middle)
    QTest.mouseMove(handle, middle - QPoint(60, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, NONE, middle - QPoint(60, 0))
    chosen = body.reference.width()
    assert chosen < before[0]
    turn(chosen)
    driver.press(Key.Key_T, CTRL)
    driver.press(Key.Key_T, CTRL)
    assert body.reference.width() == chosen
    saved = panel(driver).save_state()
    body.set_state({"widths": dict.fromkeys(("rate", "edit", "check"), 300)})
    assert body.references["edit"] == before[0]
    panel(driver).restore_state(saved)
    assert body.references["edit"] == chosen


def test_who_types_in_the_evidence_is_led_to_the_text(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    driver.press(Key.Key_E, CTRL)
    driver.type("so this is what it should be")
    assert driver.window.brief_notice.hint.text() == "To edit the text, press Ctrl+2."
    driver.press(Key.Key_2, CTRL)
    driver.type("So ")
    assert "So " in panel(driver).desk.text


def test_one_key_shows_what_was_removed_where_the_revision_is_alone(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    desk = panel(driver).desk
    row, other = desk.sections.ordered_rows()[:2]
    row.revision_edit.select(0, len("Large"))
    driver.type("Small")
    row.settle()
    # Beside the original, which has the words, nothing else needs to show them.
    assert not row.revision_edit.marks[0].replaces
    driver.press(Key.Key_F5)
    assert row.beside.text == FIRST
    driver.press(Key.Key_T, CTRL)
    driver.press(Key.Key_F6, SHIFT)
    assert not row.beside.isVisible()
    assert row.revision_edit.marks[0].replaces
    driver.press(Key.Key_F5)
    assert row.beside.isVisible()
    assert row.beside.text.startswith("LargeSmall holes")
    assert row.beside.y() < row.revision_edit.y()
    assert not other.beside.isVisible()  # nothing was changed there
    # Typing goes on, and the first change of a section shows it, too.
    desk.go_to("output", 1)
    desk.take_focus()
    driver.type("So: ")
    driver.qtbot.waitUntil(other.beside.isVisible)
    assert other.beside.text == f"So: {other.original}"
    driver.press(Key.Key_F5)
    assert not row.beside.isVisible()
    assert not other.beside.isVisible()
    driver.press(Key.Key_F5)
    driver.press(Key.Key_T, CTRL)
    assert row.beside.isVisible()
    assert row.beside.text == FIRST


def test_the_final_text_shows_its_changes_on_demand(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    edit = panel(driver).desk.editor.revision_edit
    edit.select(0, len("Large"))
    driver.type("Small")
    driver.submit()
    view = panel(driver).texts.final.sections[0].view
    assert view.text.startswith("LargeSmall holes")
    driver.press(Key.Key_F5)
    assert view.text.startswith("Small holes")
    select(driver, "Small")
    driver.type("+")
    driver.press(Key.Key_F5)
    view.select(0, len("LargeSmall"))
    view.setFocus()
    driver.type("+")  # what was removed is no part of the phrase
    assert given(driver)["phrases"] == ["Small"]


def drag(view: Any, words: str, held: Qt.KeyboardModifier = NONE) -> None:
    """Select words of a text by mouse, while a key is held."""
    start = view.text.index(words)
    places = []
    for offset in (start, start + len(words)):
        view.set_caret(offset)
        places.append(view.cursorRect().center())
    box, left = view.viewport(), Qt.MouseButton.LeftButton
    QTest.mousePress(box, left, held, places[0])
    move = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(places[1]), box.mapToGlobal(QPointF(places[1])), left, left,
        held,
    )  # fmt: skip
    QApplication.sendEvent(box, move)
    QTest.mouseRelease(box, left, held, places[1])


def test_a_phrase_selected_by_mouse_has_whole_words(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    driver.submit()
    view = panel(driver).texts.final.sections[0].view
    drag(view, "rge ho")
    assert view.selection() == "Large holes"
    driver.type("+")
    drag(view, "rge ho", CTRL)
    assert view.selection() == "rge ho"
    select(driver, "hole")  # letter by letter with Shift
    driver.type("+")
    assert given(driver)["phrases"] == ["Large holes", "hole"]


def highlighted(driver: Driver) -> list[tuple[int, str, int]]:
    """Return the phrases that are highlighted in the final text: section, words and start."""
    fill, painted = driver.window.theme.color(Role.ACCENT_SOFT), set()
    for number, section in enumerate(panel(driver).texts.final.sections):
        for one in section.view.extraSelections():
            if one.format.background().color() == fill:
                cursor = one.cursor
                painted.add((number, cursor.selectedText(), cursor.selectionStart()))
    return sorted(painted)


def add(driver: Driver, words: str, start: int) -> None:
    """Select words in the first section of the final text, with the space after them; add them."""
    view = panel(driver).texts.final.sections[0].view
    view.select(start, start + len(words) + 1)
    view.setFocus()
    driver.type("+")


def test_a_phrase_is_highlighted_where_it_was_selected(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    edit = panel(driver).desk.editor.revision_edit
    edit.select(0, len("Large"))
    driver.type("Small")
    write(driver, " They will come, as a comet will come again.")
    driver.submit()
    view = panel(driver).texts.final.sections[0].view
    for _ in ("with changes", "without"):
        last = view.text.rindex("come")
        add(driver, "come", last)
        assert given(driver)["phrases"] == ["come"]
        assert highlighted(driver) == [(0, "come", last)]
        driver.press(Key.Key_Z, CTRL)
        assert highlighted(driver) == []
        driver.press(Key.Key_F5)
    driver.press(Key.Key_Y, CTRL)
    add(driver, "come", view.text.index("come"))  # it is in the list already
    assert highlighted(driver) == [(0, "come", view.text.rindex("come"))]


def test_a_phrase_of_unknown_place_is_highlighted_as_whole_words(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    own, driver = edit_work(tmp_path), start()
    driver.open(own)
    choose_and_rate(driver)
    write(driver, " A restless dough will rest, and rest again.")
    driver.submit()
    driver.press(Key.Key_F5)
    text = panel(driver).texts.final.sections[0].view.text
    add(driver, "rest", text.rindex("rest"))
    add(driver, "restles", text.index("restles"))
    driver.wait_saved()
    driver.window.close()

    driver = start()
    driver.open(own)
    assert step(driver) == "check"
    driver.press(Key.Key_F5)
    # Not in the section “Advice”, too, where *rest* also occurs.
    expected = [(0, "rest", text.index("rest,")), (0, "restless", text.index("restless"))]
    assert highlighted(driver) == sorted(expected)


def test_tabs_of_the_task_have_room_for_their_names_at_200_percent(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(edit_work(tmp_path))
    driver.window.resize(1280, 800)
    choose_and_rate(driver)
    for _ in range(10):
        driver.press(Key.Key_Plus, CTRL)
    driver.press(Key.Key_T, CTRL)
    reference = panel(driver).body.reference
    tabs = [one for one in reference.buttons.values() if one.isVisible()]
    assert len(tabs) == 3
    qtbot.waitUntil(lambda: all(one.width() >= one.sizeHint().width() for one in tabs))
    button = panel(driver).body.actions_row.button
    assert button.isChecked()
    bold = QFontMetrics(button.font()).horizontalAdvance(button.text())
    assert button.width() >= bold + button.iconSize().width() + 24


def test_enter_goes_from_the_final_text_to_the_questions(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    driver.submit()
    select(driver, "come from water")
    driver.type("+")
    assert driver.controller.page.work_bar.next.isVisible()
    driver.press(Key.Key_Return)
    assert panel(driver).focused_question() is not None
    assert not panel(driver).texts.final.isAncestorOf(driver.target)


def test_only_the_last_selection_of_the_final_text_stays(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    driver.submit()
    first, second = [one.view for one in panel(driver).texts.final.sections]
    select(driver, "come from water")
    select(driver, "dough rest")
    assert first.selection() == ""
    assert second.selection() == "dough rest"
    driver.type("+")
    assert given(driver)["phrases"] == ["dough rest"]


def test_the_ring_follows_the_key_that_chooses_a_variant(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    driver.submit()  # too early
    buttons = panel(driver).own.chosen.buttons
    assert driver.target is buttons[0]
    driver.type("2")
    assert buttons[1].isChecked()
    assert driver.target is buttons[1]
    driver.press(Key.Key_Return)
    assert buttons[1].isChecked()


def test_missing_phrases_are_no_error(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    driver.submit()
    pick(driver, "come from water")
    driver.submit()
    problem = panel(driver).own.phrases.problem
    assert problem.text() == "Please add at least 2 phrases from the output."
    assert problem.property("kind") == "warning"


def test_who_changes_little_says_why(driver: Driver, tmp_path: Path) -> None:
    own = edit_work(
        tmp_path, [variant("bob", critique=[], evidence=[])], settings="least_edit: 3\n"
    )
    driver.open(own)
    choose_and_rate(driver)
    driver.submit()
    assert "0 words changed in all sections and titles. Fewer than 3" in checks(driver)
    # The reason is required from the beginning, not only after a failed submission.
    why = panel(driver).form_view.question_view("unchanged_because")
    assert not [one for one in why.findChildren(QLabel) if "optional" in one.text().lower()]
    assert driver.controller.page.work_bar.left.text() == "3 questions left"
    pick(driver, "come from water", "dough rest")
    driver.focus("all_fixed")
    driver.type("1")
    driver.submit()
    assert [one.question for one in panel(driver).form_view.problems()] == ["unchanged_because"]
    driver.type("It is all right.")
    driver.press(Key.Key_PageUp, ALT)
    write(driver, " One two three.")
    panel(driver).desk.settle()
    driver.submit()
    assert "Words changed, with titles\n3" in checks(driver)
    assert "unchanged_because" not in panel(driver).form_view.visible_questions()
    driver.submit()
    assert driver.controller.page.is_done_shown


def test_changed_words_of_all_sections_count(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path, [variant("bob", critique=[], evidence=[])]))
    choose_and_rate(driver)
    write(driver, " One two.")
    driver.press(Key.Key_PageDown, CTRL)
    write(driver, " Three.")
    driver.submit()
    assert "3 words changed in all sections and titles. Fewer than 20" in checks(driver)


def test_texts_of_models_are_text_whatever_they_look_like(driver: Driver, tmp_path: Path) -> None:
    hostile = "<b>bold</b> <img src='file:///etc/passwd'> [link](https://example.org) \u202eabc"
    one = variant(
        "bob",
        output=[{"title": hostile, "text": hostile}],
        critique=[{"aspect": hostile, "text": hostile}],
        evidence=[{"title": hostile, "source": hostile, "text": hostile}],
    )
    driver.open(edit_work(tmp_path, [one]))
    shown = panel(driver)
    assert any(hostile in cell.text for cell in shown.texts.variants.findChildren(Cell))
    choose(driver, "bob")
    driver.press(Key.Key_PageDown, ALT)
    assert hostile in shown.texts.reader.text
    assert hostile in shown.texts.critique.text
    driver.press(Key.Key_E, CTRL)
    assert shown.body.evidence.passage.text == hostile
    for label in (shown.body.evidence.source, shown.body.evidence.heading):
        assert label.textFormat() == Qt.TextFormat.PlainText
        assert label.text() == hostile
        assert "&lt;" in label.toolTip()
    rate(driver)
    driver.press(Key.Key_PageDown, ALT)
    assert shown.desk.text == hostile
    assert shown.own.points.views[0].words.textFormat() == Qt.TextFormat.PlainText


def test_the_evidence_is_stepped_through_and_leads_to_the_edited_text(
    driver: Driver, tmp_path: Path
) -> None:
    second = {**PASSAGE, "title": "On water", "text": "Water is wet. They come from water."}
    driver.open(edit_work(tmp_path, [variant("bob", evidence=[PASSAGE, second])]))
    choose_and_rate(driver)
    driver.press(Key.Key_E, CTRL)
    evidence = panel(driver).body.evidence
    assert evidence.isVisible()
    assert evidence.passage.text == PASSAGE["text"]
    driver.press(Key.Key_F8)
    assert evidence.passage.text == second["text"]
    assert evidence.heading.text() == "On water"
    place = second["text"].index("come from water")
    evidence.passage.view.set_caret(place)
    driver.press(Key.Key_Return)
    edit = panel(driver).desk.editor.revision_edit
    start, end = edit.selected_span()
    assert "come from water" in edit.text[start:end]
    driver.press(Key.Key_E, CTRL)
    assert not evidence.isVisible()
    assert edit.hasFocus()


def test_the_phrase_that_is_not_in_the_text_is_led_to_and_marked_alone(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(edit_work(tmp_path, [variant("bob", critique=[])], settings="least_edit: 0\n"))
    choose_and_rate(driver)
    driver.press(Key.Key_PageDown, ALT)
    driver.focus("all_fixed")
    driver.type("1")
    pick(driver, "come from water", "dough rest")
    driver.press(Key.Key_PageUp, ALT)
    driver.press(Key.Key_PageDown, CTRL)
    write(driver, "")
    for _ in "rest.":
        driver.press(Key.Key_Backspace)
    driver.submit()
    driver.submit()
    first, second = panel(driver).own.phrases.buttons
    assert second.hasFocus()
    assert "dough rest" in second.accessibleDescription()
    assert first.property("kind") == "phrase"
    assert second.property("kind") == "phrase-lost"
    driver.press(Key.Key_Delete)
    assert given(driver)["phrases"] == ["come from water"]


def test_check_opens_at_a_phrase_that_was_edited_away(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path, [variant("bob", critique=[])], settings="least_edit: 0\n"))
    choose_and_rate(driver)
    driver.press(Key.Key_PageDown, ALT)
    driver.focus("all_fixed")
    driver.type("1")
    pick(driver, "come from water", "dough rest")
    phrases = panel(driver).own.phrases
    driver.focus("phrases")
    driver.press(Key.Key_Down)
    driver.press(Key.Key_PageUp, ALT)
    driver.press(Key.Key_PageDown, CTRL)
    write(driver, "")
    for _ in "rest.":
        driver.press(Key.Key_Backspace)
    driver.submit()
    assert panel(driver).stepper.step == "check"
    assert phrases.buttons[1].hasFocus()
    assert "does not occur" in phrases.problem.text()
    left = driver.controller.page.work_bar.left
    driver.qtbot.waitUntil(lambda: left.text() == "1 answer missing or invalid")
    driver.press(Key.Key_Down)
    assert phrases.line.value.text() == "To correct"


def test_how_many_sections_are_to_be_mended_is_said_where_not_all_are_in_sight(
    driver: Driver, tmp_path: Path
) -> None:
    names = ["Ab", "Cd", "Ef", "Gh", "Ij", "Kl"]
    plans = [{"title": name, "length": "", "description": ""} for name in names]
    task = {**TASK, "output_sections": plans}
    driver.open(edit_work(tmp_path, [variant("bob", critique=[])], task=task))
    driver.window.resize(1280, 800)
    choose_and_rate(driver)
    desk = panel(driver).desk
    shown = [one.text() for one in desk.findChildren(QLabel) if one.isVisible()]
    assert len(desk.fix_box.links) == 4
    assert any(text.startswith("6 section") for text in shown)


def test_what_was_found_for_one_variant_is_not_said_of_one_without_passages(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(edit_work(tmp_path, [variant("ada"), variant("bob", evidence=[])]))
    variants = panel(driver).example.variants
    bare = next(place for place, one in enumerate(variants) if not one.get("evidence"))
    panel(driver).choose(1 - bare)
    driver.press(Key.Key_PageDown, ALT)
    driver.press(Key.Key_E, CTRL)
    evidence = panel(driver).body.evidence
    driver.qtbot.waitUntil(lambda: evidence.found.text().endswith("% found"))
    panel(driver).choose(bare)
    QApplication.processEvents()
    assert evidence.none.isVisible()
    assert evidence.found.isHidden()
    assert evidence.place.isHidden()


def test_the_critique_is_not_matched_with_the_evidence_where_it_stands_above_the_variant(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(edit_work(tmp_path, [variant("bob")]))
    driver.window.resize(1280, 800)
    driver.window.theme.set_text_scale(2.0)
    for _ in range(10):
        QApplication.processEvents()
    panel(driver).choose(0)
    driver.press(Key.Key_PageDown, ALT)
    shown = panel(driver)
    assert POINTS[0]["text"] in shown.texts.reader.text
    driver.press(Key.Key_E, CTRL)
    assert POINTS[0]["text"] not in shown.texts.reader.text
    assert "says bob" in shown.texts.reader.text
    driver.press(Key.Key_E, CTRL)
    assert POINTS[0]["text"] in shown.texts.reader.text


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_icons_grow_with_the_text(driver: Driver, tmp_path: Path, scale: float) -> None:
    driver.open(edit_work(tmp_path, [variant("bob")]))
    driver.window.theme.set_text_scale(scale)
    shown = panel(driver)
    for button in (
        shown.body.reference.close_button,
        shown.body.evidence.next_button,
        shown.desk.head.next_button,
        shown.desk.head.menu_button,
    ):
        assert button.iconSize().width() == round(16 * scale)


def test_the_focus_is_on_what_became_of_a_point(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    driver.focus("points")
    driver.type("l")
    first, second = panel(driver).own.points.views
    assert first.buttons["left"].isChecked()
    # The next point is open, and keys answer it.
    assert second.isAncestorOf(driver.target)
    driver.press(Key.Key_Up, CTRL)
    assert first.buttons["left"].hasFocus()
    driver.type("1")
    assert first.buttons["fixed"].isChecked()


def test_the_task_takes_the_place_of_the_texts_on_a_small_page(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(edit_work(tmp_path))
    page = panel(driver)
    assert page.body.reference.isVisible()
    driver.window.theme.set_text_scale(2.0)
    for _ in range(10):
        QApplication.processEvents()
    assert not page.body.reference.isVisible()
    choose_and_rate(driver)
    assert not page.body.reference.isVisible()
    driver.press(Key.Key_T, CTRL)
    assert TASK["objective"] in page.body.reference.task.text
    assert page.body.reference.isAncestorOf(driver.target)
    assert not page.texts.isVisible()
    driver.press(Key.Key_T, CTRL)
    assert page.texts.isVisible()
    assert page.desk.isAncestorOf(driver.target)


def test_what_is_read_only_can_be_looked_at_and_not_changed(driver: Driver, tmp_path: Path) -> None:
    own = edit_work(tmp_path)
    driver.open(own)
    choose_and_rate(driver)
    write(driver, "!")
    before = given(driver)
    panel(driver).set_enabled_for_editing(False)
    driver.type("more")
    driver.press(Key.Key_J, CTRL | SHIFT)
    run(driver, "add_section")
    driver.press(Key.Key_1, ALT)
    panel(driver).choose(0)
    assert given(driver) == before
    for wanted in ("choose", "rate", "edit", "check"):
        panel(driver).steps.go_to(wanted)
        assert step(driver) == wanted


def test_a_revision_is_told_in_words(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    write(driver, " Fine.")
    driver.press(Key.Key_2, ALT)
    driver.type("No.")
    told = dict(panel(driver).answer_rows(given(driver)))
    assert told["Chosen"] == f"Variant {number_of(driver, 'bob')}"
    assert told["Critique points"] == "1: not valid – No."
    assert f"{FIRST} Fine." in told["Edited output"]
    assert "To some extent" in told.values()


def test_what_is_odd_is_asked_about_once(driver: Driver, tmp_path: Path) -> None:
    only = variant("bob", critique=POINTS[:1])
    only["output"][1]["title"] = "Advices"
    driver.open(edit_work(tmp_path, [only], settings="least_edit: 0\n"))
    choose_and_rate(driver)
    driver.press(Key.Key_3, ALT)
    driver.submit()
    pick(driver, "come from water", "dough rest")
    driver.focus("all_fixed")
    driver.type("1")
    driver.submit()
    box = panel(driver).hints_box
    assert not box.isHidden()
    assert not driver.controller.page.is_done_shown
    said = [one.accessibleName() for one in box.stops()[:2]]
    assert "“Advices” is called “Advice” in the task" in said[0]
    assert "ignored point 1" in said[1]
    driver.qtbot.waitUntil(lambda: is_whole(box.stops()[0]))
    assert "…" not in box.stops()[0].text()  # in as many lines as it takes
    assert box.keep_button.hasFocus()
    driver.press(Key.Key_Space)
    assert driver.controller.page.is_done_shown


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_words_of_a_status_have_room_once_it_is_chosen(
    driver: Driver, tmp_path: Path, scale: float
) -> None:
    driver.open(edit_work(tmp_path, [variant("bob")]))
    driver.window.theme.set_text_scale(scale)
    choose_and_rate(driver)
    view = panel(driver).own.points.views[0]
    for button in view.buttons.values():
        button.click()
        QApplication.processEvents()
        assert button.isChecked()
        words = button.fontMetrics().horizontalAdvance(button.text())
        frame = 2 * (8 + 2)  # padding and frame of a chosen one, in the style sheet
        assert button.width() >= words + frame, button.text()


def is_whole(widget: QWidget) -> bool:
    """Return whether a widget is fully visible."""
    return widget.isVisible() and widget.visibleRegion().boundingRect() == widget.rect()


@pytest.mark.parametrize("evidence", [False, True])
def test_each_step_begins_with_its_first_question(
    driver: Driver, tmp_path: Path, evidence: bool
) -> None:
    points = [{"aspect": "depth", "text": f"Point {n} is shallow."} for n in range(1, 7)]
    driver.open(edit_work(tmp_path, [variant("bob", critique=points)]))
    choose(driver, "bob")
    driver.press(Key.Key_PageDown, ALT)
    if evidence:
        driver.press(Key.Key_E, CTRL)
    rate(driver)
    driver.press(Key.Key_PageDown, ALT)
    for _ in range(10):
        QApplication.processEvents()
    assert step(driver) == "edit"
    assert panel(driver).form_view.area.verticalScrollBar().value() == 0


def test_what_is_missing_is_said_in_sight_below_the_variants(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(edit_work(tmp_path))
    driver.window.resize(1280, 800)
    for _ in range(10):
        QApplication.processEvents()
    driver.submit()
    problem = panel(driver).own.chosen.problem
    driver.qtbot.waitUntil(lambda: is_whole(problem))


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_whether_a_section_is_as_long_as_expected_shows_however_long_that_is_said(
    driver: Driver, tmp_path: Path, scale: float
) -> None:
    length = "1 sentence" + ", and not more than a colleague would want to read of it" * 3
    outputs = [{**TASK["output_sections"][0], "length": length}, TASK["output_sections"][1]]
    task = {**TASK, "output_sections": outputs}
    driver.open(edit_work(tmp_path, task=task))
    driver.window.theme.set_text_scale(scale)
    choose_and_rate(driver)
    chip = panel(driver).desk.editor.expected
    for _ in range(10):
        QApplication.processEvents()
    assert chip.text().startswith("too long · expected: 1 sentence")
    assert chip.fontMetrics().horizontalAdvance("too long · ") < chip.contentsRect().width()
    assert length in chip.toolTip()
    assert length in chip.accessibleName()
    assert chip.geometry().right() <= chip.parentWidget().rect().right()


def in_sight(driver: Driver) -> list[str]:
    """Return the headings of the visible variants."""
    heads = panel(driver).texts.variants.heads.findChildren(VariantHead)
    return [
        one.name.text() + (" " + one.chosen.text() if one.chosen.isVisible() else "")
        for one in heads
        if one.isVisible()
    ]


def test_two_variants_stand_side_by_side_and_keys_show_the_others(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(edit_work(tmp_path))
    driver.window.resize(1280, 800)
    for _ in range(10):
        QApplication.processEvents()
    assert in_sight(driver) == ["Variant 1", "Variant 2"]
    driver.press(Key.Key_Right)
    assert in_sight(driver) == ["Variant 2", "Variant 3"]
    driver.press(Key.Key_Right)
    driver.press(Key.Key_Right)
    assert in_sight(driver) == ["Variant 3", "Variant 4"]
    driver.type("1")
    assert in_sight(driver) == ["Variant 1 ✓ Chosen", "Variant 2"]
    cells = [one for one in panel(driver).texts.variants.findChildren(Cell) if one.isVisible()]
    tops = [one.mapTo(driver.window, QPoint(0, 0)).y() for one in cells]
    assert len(cells) == 6
    assert sorted(tops)[::2] == sorted(tops)[1::2]  # section beside section


def run(driver: Driver, name: str) -> None:
    """Trigger an action of the page, as the command palette does."""
    (action,) = [one for one in panel(driver).actions() if one.objectName() == name]
    action.trigger()


@pytest.mark.parametrize("instead", ["evidence", "task"])
def test_what_is_asked_at_submitting_shows_where_something_else_had_its_place(
    driver: Driver, tmp_path: Path, instead: str
) -> None:
    only = variant("bob", critique=POINTS[:1])
    driver.open(edit_work(tmp_path, [only], settings="least_edit: 0\n"))
    driver.window.theme.set_text_scale(2.0)
    driver.window.resize(1280, 800)
    choose_and_rate(driver)
    driver.press(Key.Key_3, ALT)
    driver.submit()

    def cover() -> None:
        driver.press(Key.Key_E if instead == "evidence" else Key.Key_T, CTRL)
        assert not panel(driver).texts.isVisible()

    cover()
    driver.submit()
    assert panel(driver).questions.isAncestorOf(driver.target)
    assert driver.target.isVisible()
    pick(driver, "come from water", "dough rest")
    driver.focus("all_fixed")
    driver.type("1")
    cover()
    driver.submit()
    box = panel(driver).hints_box
    assert box.isVisible()
    assert box.keep_button.hasFocus()
    driver.qtbot.waitUntil(lambda: is_whole(box.keep_button))


def test_only_open_points_are_marked_as_not_answered(driver: Driver, tmp_path: Path) -> None:
    points = [{"aspect": "depth", "text": f"Point {n} is shallow."} for n in range(1, 4)]
    driver.open(edit_work(tmp_path, [variant("bob", critique=points)]))
    choose_and_rate(driver)
    driver.focus("points")
    driver.type("1")
    driver.submit()
    assert step(driver) == "check"
    driver.submit()
    part = panel(driver).own.points
    assert step(driver) == "edit"
    assert part.open_number == 2
    assert not part.is_marked
    assert [one.is_marked for one in part.views] == [False, True, True]
    texts = [one.head.state.text() for one in part.views]
    assert texts == ["✓ Fixed", "Not answered", "Not answered"]
    driver.type("2")
    assert part.views[1].head.state.text() == "Reason missing"
    assert part.views[1].is_marked
    driver.type("No.")
    assert [one.is_marked for one in part.views] == [False, False, True]


def test_submitting_with_open_points_leads_to_them(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path, settings="least_edit: 1\n"))
    choose_and_rate(driver)
    driver.press(Key.Key_1, ALT)
    panel(driver).steps.go_to("check")
    assert step(driver) == "check"
    driver.type("1")
    pick(driver, "Large holes", "come from")
    driver.submit()
    assert step(driver) == "edit"
    assert not driver.controller.page.is_done_shown
    # The point is open, so that its keys decide it.
    driver.press(Key.Key_1, ALT)
    driver.submit()
    assert step(driver) == "check"


def test_an_empty_section_is_counted_on_the_last_page_and_submitting_says_where_it_is(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(edit_work(tmp_path, settings="least_edit: 1\n"))
    choose_and_rate(driver)
    driver.press(Key.Key_PageDown, CTRL)
    driver.press(Key.Key_PageDown, CTRL)
    assert panel(driver).desk.at == ("input", 0)
    driver.press(Key.Key_A, CTRL)
    driver.press(Key.Key_Delete)
    driver.press(Key.Key_1, ALT)
    driver.press(Key.Key_1, ALT)
    driver.submit()
    assert step(driver) == "check"
    bar, problem = driver.controller.page.work_bar, panel(driver).desk.problem
    assert bar.left.text() == "2 questions left  ·  1 section incomplete"
    driver.type("1")
    pick(driver, "Large holes", "come from")
    assert bar.left.text() == "1 section incomplete"
    driver.submit()
    assert (step(driver), panel(driver).desk.at) == ("edit", ("input", 0))
    assert problem.isVisible()
    assert problem.text() == "Not submitted: “Loaf” is empty."
    write(driver, "A rye loaf.")
    assert not problem.isVisible()
    driver.submit()
    # The question that is left is optional, and the bar says so.
    assert bar.left.text() == "1 optional question left"
    driver.submit()
    assert driver.controller.page.is_done_shown


def test_titles_count_as_changed_words_and_the_check_says_so(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(edit_work(tmp_path, [variant("bob", critique=[], evidence=[])]))
    choose_and_rate(driver)
    panel(driver).desk.do("add")
    driver.type("Three more words")
    panel(driver).desk.settle()
    driver.submit()
    told = "3 words changed in all sections and titles (1 section added). Fewer than 20"
    assert told in checks(driver)


def test_the_critique_is_as_high_as_its_text_and_the_rated_variant_gets_the_rest(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    long = [{"title": "Finding", "text": "Large holes, from water. " * 80}]
    driver.open(edit_work(tmp_path, [variant("bob", output=long, critique=POINTS[:1])]))
    driver.window.resize(1280, 800)
    driver.type("1")
    driver.submit()
    assert step(driver) == "rate"
    texts = panel(driver).body.texts
    critique = texts.critique
    qtbot.waitUntil(lambda: critique.viewport().height() < 80)
    assert critique.verticalScrollBar().maximum() == 0
    assert texts.reader_pane.height() > 3 * texts.critique_pane.height()


def test_an_edited_section_has_height_and_width_where_the_text_is_large(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    long = [{"title": "One", "text": "Large holes, from water. " * 80}]
    driver.open(edit_work(tmp_path, [variant("bob", output=long, critique=POINTS)]))
    driver.window.resize(1280, 800)
    choose_and_rate(driver)
    desk = panel(driver).desk
    assert len(desk.fix_box.links) > 1
    for _ in range(10):
        driver.press(Key.Key_Plus, CTRL)
    view = desk.editor.revision_edit
    line = view.document().firstBlock().layout().lineAt(0).rect().height()
    room = desk.sections.height() - view.mapTo(desk.sections, view.rect().topLeft()).y()
    qtbot.waitUntil(lambda: desk.width() > 1.2 * panel(driver).questions.width())
    assert room >= 6 * line
    # One fix at a time; the next one follows it, and the menu has all.
    assert len(desk.fix_box.links) == 1
    qtbot.waitUntil(lambda: bool(desk.fix_box.links[0].isVisible()))
    first = desk.fix_box.links[0].text()
    driver.press(Key.Key_J, CTRL | SHIFT)
    assert len(desk.fix_box.links) == 1
    assert desk.fix_box.links[0].text() != first


def test_keys_go_to_the_parts_of_the_page(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    assert step(driver) == "edit"
    body = panel(driver).body
    for key, pane in (
        (Key.Key_1, body.reference),
        (Key.Key_2, panel(driver).texts),
        (Key.Key_3, panel(driver).questions),
        (Key.Key_4, body.evidence),
        (Key.Key_1, body.reference.task),
    ):
        driver.press(key, CTRL)
        focus = QApplication.focusWidget()
        assert pane is focus or pane.isAncestorOf(focus)


def test_open_points_are_counted_apart_from_the_questions(driver: Driver, tmp_path: Path) -> None:
    driver.open(edit_work(tmp_path))
    choose_and_rate(driver)
    bar, count = driver.controller.page.work_bar, panel(driver).own.points.left()
    assert count > 1
    assert bar.left.text() == f"{count} points open"
    driver.submit()
    assert step(driver) == "check"
    assert bar.left.text() == f"3 questions left  ·  {count} points open"
    driver.submit()
    assert step(driver) == "edit"
    assert bar.left.text().startswith(f"{count} ")


def test_a_long_title_of_a_section_is_elided(driver: Driver, tmp_path: Path) -> None:
    long = "Section 1 with a rather long title about liability and negligence of bakers"
    sections = [{"title": long, "text": "Large holes."}, {"title": "Advice", "text": "Rest."}]
    driver.open(edit_work(tmp_path, [variant("bob", output=sections)]))
    driver.window.resize(1000, 700)
    choose_and_rate(driver)
    title = panel(driver).desk.editor.title
    title.clearFocus()
    driver.qtbot.waitUntil(lambda: title.shown().endswith("…"))
    assert QFontMetrics(title.font()).horizontalAdvance(title.shown()) < title.width()
    assert long in title.toolTip()
    title.setFocus()
    assert title.text() == long  # what is edited is the whole title


def test_the_buttons_of_a_long_point_are_in_sight_in_a_small_window(
    driver: Driver, tmp_path: Path
) -> None:
    words = "This point explains at length what is wrong here and what should be done about it. "
    points = [{"aspect": "depth", "text": f"{number}. " + words * 3} for number in range(6)]
    driver.open(edit_work(tmp_path, [variant("bob", critique=points)]))
    driver.window.resize(1000, 700)
    choose_and_rate(driver)
    shown, area = panel(driver).own.points, panel(driver).form_view.area.viewport()

    def is_in_sight() -> bool:
        button = shown.views[shown.open_number - 1].buttons["fixed"]
        top = button.mapTo(area, QPoint()).y()
        return top >= 0 and top + button.height() <= area.height()

    for number in (1, 2, 3, 4):
        assert shown.open_number == number
        driver.qtbot.waitUntil(is_in_sight)
        driver.press(Key.Key_Down, CTRL)


def test_the_button_names_no_enter_where_enter_opens_a_match(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(edit_work(tmp_path, [variant("bob")]))
    if step(driver) == "choose":
        driver.type("1")
        driver.submit()
    button, body = driver.controller.page.work_bar.next, panel(driver).body
    assert button.text().endswith("⏎")
    driver.press(Key.Key_E, CTRL)
    body.evidence.passage.view.setFocus()
    assert button.text() == "Next question"
    panel(driver).texts.critique.setFocus()
    assert button.text().endswith("⏎")
    driver.press(Key.Key_Return)
    assert panel(driver).form_view.active_question() == "detail"
