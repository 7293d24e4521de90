"""Tests of the pages of cnr in the window: points, undo, drafts, a model's critique."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from desktop_app.core.errors import RefusedError
from desktop_app.ui.colours import Role
from desktop_app.workspace.exchange import merge
from desktop_app.workspace.packing import pack
from desktop_app.workspace.work import load_draft, submit
from desktop_app.workspace.work_states import State
from desktop_app.workspace.workspace import Workspace
from plugins.cnr.critiques import MOST_POINTS
from tests.cli.command import done
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.workspace.projects import jsonl
from tests.workspace.templates import copy_or_make

Key = Qt.Key
RESPONSE = "Bakers cut the loaf mainly for decoration. 🍞 The cut is made with a sharp blade."
SAID = {
    "item": "i1",
    "model": "rowan-critic",
    "positive": ["The tool is named."],
    "negative": [
        {"text": "Decoration is not the reason.", "start": 20, "end": 41},
        "It should be longer.",
    ],
}


def work(folder: Path, *rows: dict[str, Any], hints: str = "") -> Path:
    """Return ana's workspace with these items, or one by default; the first has a model's
    critique.
    """
    copy_or_make(folder, f"loaves {rows} {hints}", lambda at: _make(at, rows, hints))
    return folder / "ana"


def _make(folder: Path, rows: Sequence[dict[str, Any]], hints: str) -> None:
    folder.mkdir(exist_ok=True)
    lead = folder / "lead"
    found = rows or [{"prompt": "Why?", "response": RESPONSE}]
    items = [{"id": f"i{n}", "model": "birch-13b", **row} for n, row in enumerate(found, 1)]
    done("new", lead, "--title", "Loaves", "--protocol", "cnr")
    done("import", lead, jsonl(folder / "items.jsonl", items))
    done("import", lead, jsonl(folder / "said.jsonl", [SAID]), "--what", "critiques")
    done("people", lead, "add", "ana")
    done("assign", lead, "--overlap", 1, "--seed", 1)
    if hints:
        own = lead / "project" / "settings" / "critique-hints.yaml"
        own.parent.mkdir(parents=True)
        own.write_text(hints, "utf-8")
    done("pack", lead, "--for", "ana", "-o", folder / "ana.proofdesk")
    done("join", folder / "ana.proofdesk", folder / "ana")


def select(driver: Driver, words: str) -> None:
    driver.press(Key.Key_2, CTRL)
    view = driver.controller.panel.editor.beside
    start = view.text.index(words)
    view.select(start, start + len(words))


def sheet(driver: Driver) -> Any:
    return driver.controller.panel.sheet


def given(driver: Driver) -> dict[str, Any]:
    return {k: v for k, v in driver.session.answers.items() if v not in (None, "", [])}


def criticise(driver: Driver) -> None:
    driver.type("2")
    select(driver, "mainly for decoration")
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Wrong reason.")
    driver.press(Key.Key_D, CTRL)


def test_one_history_for_all_controls_survives_a_restart(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    own = work(tmp_path)
    driver = start()
    driver.open(own)
    trail = [given(driver)]
    driver.type("2")
    trail.append(given(driver))
    select(driver, "mainly for decoration")
    driver.press(Key.Key_N, CTRL | SHIFT)
    trail.append(given(driver))
    driver.type("Wrong")
    trail.append(given(driver))
    driver.press(Key.Key_D, CTRL)
    driver.press(Key.Key_3, CTRL)
    # The model's suggestions appear once the point is written, and belong to its last step.
    trail.append(given(driver))
    assert "model_points" in trail[-1]
    assert "model_points" not in trail[-2]
    driver.press(Key.Key_End, CTRL)
    driver.type("!")
    trail.append(given(driver))
    assert trail[-1]["revision"] == RESPONSE + "!"
    driver.window.close()

    driver = start()
    driver.open(own)
    assert given(driver) == trail[-1]
    assert sheet(driver).editor.revision == RESPONSE + "!"
    for expected in reversed(trail[:-1]):
        driver.press(Key.Key_Z, CTRL)
        found = given(driver)
        if found.get("revision") == RESPONSE:  # the original as a text is no revision
            del found["revision"]
        assert found == expected
        assert sheet(driver).lists["negative"].points == expected.get("negative", [])
    for expected in trail[1:]:
        driver.press(Key.Key_Z, CTRL | SHIFT)
        assert given(driver).get("negative") == expected.get("negative")
    assert given(driver) == trail[-1]


def test_points_are_stepped_through_moved_and_removed_by_keys(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    for words in ("one", "two", "three"):
        driver.press(Key.Key_N, CTRL | SHIFT)
        driver.type(words)
    driver.press(Key.Key_P, CTRL | SHIFT)
    driver.type("good")

    def words() -> list[str]:
        return [point["text"] for point in given(driver)["negative"]]

    lists = sheet(driver).lists
    driver.press(Key.Key_Down, ALT)
    assert lists["negative"].current() == 0
    driver.press(Key.Key_Up, ALT)
    assert lists["positive"].current() == 0
    driver.press(Key.Key_Up, ALT)
    assert lists["negative"].current() == 2
    driver.press(Key.Key_Up, CTRL | SHIFT)
    assert words() == ["one", "three", "two"]
    assert lists["negative"].current() == 1
    driver.press(Key.Key_Delete, CTRL | SHIFT)
    assert words() == ["one", "two"]
    driver.press(Key.Key_Return)  # a new one below
    assert len(given(driver)["negative"]) == 3
    driver.press(Key.Key_Backspace)  # empty: away again
    assert words() == ["one", "two"]
    driver.press(Key.Key_Z, CTRL)
    driver.press(Key.Key_Z, CTRL)
    driver.press(Key.Key_Z, CTRL)
    assert words() == ["one", "three", "two"]


def test_anchors_count_code_points_and_lead_there_and_back(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    select(driver, "sharp blade")
    driver.press(Key.Key_P, CTRL | SHIFT)
    driver.type("The tool is named.")
    (point,) = given(driver)["positive"]
    assert RESPONSE[point["start"] : point["end"]] == "sharp blade"
    editor = sheet(driver).editor
    driver.press(Key.Key_J, CTRL)
    assert editor.beside.hasFocus()
    assert editor.beside.caret() == point["start"]
    driver.press(Key.Key_J, CTRL)
    assert sheet(driver).lists["positive"].current() == 0
    # What is selected in the revision is a place of the response as well.
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_Home, CTRL)
    driver.type("All ")
    edit = editor.revision_edit
    begin = edit.text.index("The cut")
    edit.select(begin, begin + len("The cut"))
    driver.press(Key.Key_N, CTRL | SHIFT)
    (other,) = given(driver)["negative"]
    assert RESPONSE[other["start"] : other["end"]] == "The cut"


def test_line_ends_do_not_move_anchors(driver: Driver, tmp_path: Path) -> None:
    response = "One.\r\nTwo.\r\n\r\nThree."
    driver.open(work(tmp_path, {"prompt": "Count.", "response": response}))
    select(driver, "Three")
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Four is missing.")
    (point,) = given(driver)["negative"]
    assert response[point["start"] : point["end"]] == "Three"
    assert sheet(driver).lists["negative"].quoted(0) == "Three"


def test_nothing_to_improve_and_negative_points_exclude_each_other(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    driver.type("5n")
    assert given(driver) == {"score": 5, "nothing_to_improve": True}
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("No")
    assert given(driver) == {"score": 5, "negative": [{"text": "No"}]}
    assert not sheet(driver).nothing.isEnabled()
    driver.press(Key.Key_Z, CTRL)
    driver.press(Key.Key_Z, CTRL)  # the point and what it brought about, in one step
    assert given(driver) == {"score": 5, "nothing_to_improve": True}
    driver.submit()
    assert driver.controller.page.is_done_shown


@pytest.mark.parametrize("keys", ["5n", "n5"])
def test_nothing_to_improve_leads_to_submit(driver: Driver, tmp_path: Path, keys: str) -> None:
    row = {"prompt": "Why?", "response": RESPONSE}
    driver.open(work(tmp_path, row, row))
    submit = driver.controller.page.work_bar.submit
    driver.type(keys)
    assert submit.hasFocus()
    driver.type("3")  # no digit changes an answer
    assert given(driver) == {"score": 5, "nothing_to_improve": True}
    driver.press(Key.Key_Backspace)
    assert driver.controller.panel.focused_question() == ("negative" if keys == "5n" else "score")
    driver.press(Key.Key_Return, CTRL)
    assert driver.session.entries[0].state is State.DONE
    assert driver.session.position == 1


def test_undo_in_a_text_changes_no_other_item(driver: Driver, tmp_path: Path) -> None:
    row = {"prompt": "Why?", "response": RESPONSE}
    driver.open(work(tmp_path, row, row, row))
    for _ in range(2):
        driver.type("5n")
        driver.press(Key.Key_Return, CTRL)
    driver.controller.open(0)
    driver.press(Key.Key_3, CTRL)
    driver.type("x")
    for _ in range(3):
        driver.press(Key.Key_Z, CTRL)
    assert driver.session.position == 0
    assert driver.session.entries[1].state is State.DONE
    assert driver.window.brief_notice.text.text().startswith("Nothing left to undo on this item.")
    driver.press(Key.Key_Escape)
    driver.press(Key.Key_Z, CTRL)
    assert driver.session.position == 1


def test_all_that_is_missing_is_named_at_once(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    driver.submit()
    form = sheet(driver).form_view
    assert [one.question for one in form.problems()] == ["score", "negative", "revision"]
    assert driver.session.done == 0
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.submit()
    problems = {one.question: one.kind for one in form.problems()}
    assert problems == {"score": "unanswered", "negative": "unanswered", "revision": "unanswered"}
    driver.type("2")  # the first of them has the focus
    driver.controller.panel.focus_question("negative")
    driver.press(Key.Key_Space)  # the focus is on the button that adds a point
    driver.type("A reason is missing.")
    assert [one.question for one in form.problems()] == ["revision"]


def test_what_the_rules_notice_is_asked_once_and_stops_nobody(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    criticise(driver)
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_End, CTRL)
    driver.type(" It is hot.")
    panel = driver.controller.panel
    driver.submit()
    assert driver.session.done == 0
    assert panel.hints_box.isVisible()
    rules = {one.rule for one in panel.hint.targets}
    assert rules == {"not_mended", "unmentioned"}
    panel.hints_box.change_button.click()
    assert sheet(driver).lists["negative"].current() == 0
    driver.submit()
    assert driver.session.done == 1


def test_a_low_score_with_nothing_to_improve_is_asked_about_once(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    panel = driver.controller.panel
    driver.type("1n")
    driver.submit()
    assert driver.session.done == 0
    links = [link.accessibleName() for link in panel.hints_box.stops()[:-2]]
    assert links == ["Low score, but nothing to improve"]
    driver.press(Key.Key_Tab)
    driver.press(Key.Key_Return)  # Review
    driver.type("2")  # the score has the focus
    assert given(driver) == {"score": 2, "nothing_to_improve": True}
    driver.submit()
    assert panel.hints_box.isVisible()  # it is another contradiction
    driver.press(Key.Key_Return)  # as it is
    assert driver.session.done == 1


@pytest.mark.parametrize(("severity", "done"), [("off", 1), ("must_fix", 0)])
def test_a_lead_decides_about_a_low_score_with_nothing_to_improve(
    driver: Driver, tmp_path: Path, severity: str, done: int
) -> None:
    driver.open(work(tmp_path, hints=f"low_score: {severity}\n"))
    driver.type("1n")
    driver.submit()
    assert driver.controller.panel.hints_box.isHidden()
    assert driver.session.done == done
    if severity == "must_fix":
        problem = sheet(driver).lists["negative"].problem
        assert problem.isVisible()
        assert "the score is low" in problem.text()
        driver.focus("score")
        driver.type("4")
        driver.submit()
        assert driver.session.done == 1


def test_a_lead_can_make_a_rule_binding(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path, hints="not_mended: must_fix\nunmentioned: off\n"))
    criticise(driver)
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_End, CTRL)
    driver.type(" It is hot.")
    driver.submit()
    assert [one.question for one in sheet(driver).form_view.problems()] == ["negative"]
    driver.submit()
    assert driver.session.done == 0
    driver.controller.panel.editor.revision_edit.replace(20, 41, "so that it can rise")
    driver.submit()
    assert driver.session.done == 1


def test_a_models_points_are_taken_one_by_one_and_each_taking_is_one_step(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    model = sheet(driver).model
    assert model.views == []  # folded until someone asks
    assert given(driver) == {}
    driver.press(Key.Key_A, CTRL | SHIFT)
    assert [one["happened"] for one in given(driver)["model_points"]] == ["left"] * 3
    assert "positive" not in given(driver)
    driver.press(Key.Key_Space)  # take the first over
    assert given(driver)["positive"] == [{"text": "The tool is named.", "from_model": "taken"}]
    driver.press(Key.Key_Space)
    (point,) = given(driver)["negative"]
    assert RESPONSE[point["start"] : point["end"]] == "mainly for decoration"
    driver.press(Key.Key_Z, CTRL)
    assert "negative" not in given(driver)
    assert [o["happened"] for o in given(driver)["model_points"]] == ["taken", "left", "left"]
    driver.press(Key.Key_Z, CTRL | SHIFT)
    assert [o["happened"] for o in given(driver)["model_points"]] == ["taken", "taken", "left"]
    model.views[2].reject.click()
    sheet(driver).lists["negative"].go_to(0)
    driver.type(" Rising is.")
    assert given(driver)["negative"][0]["from_model"] == "edited"
    driver.controller.panel.focus_question("score")
    driver.type("2")
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_End, CTRL)
    driver.type("!")
    driver.submit()
    driver.submit()
    driver.controller.panel.hints_box.keep_button.click()
    assert driver.session.done == 1
    submitted = driver.session.submitted_answers()
    assert [o["happened"] for o in submitted["model_points"]] == ["taken", "edited", "rejected"]


def test_a_submitted_critique_is_shown_changed_and_listed_with_its_revisions(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    criticise(driver)
    driver.controller.panel.editor.revision_edit.replace(20, 41, "so that it can rise")
    driver.submit()
    assert driver.session.done == 1
    driver.press(Key.Key_Left, ALT)
    assert given(driver)["score"] == 2
    driver.type("3")
    driver.submit()
    assert len(driver.session.history()) == 2
    driver.press(Key.Key_Left, ALT)
    driver.press(Key.Key_H, CTRL)
    rows = dict(driver.controller.panel.answer_rows(driver.session.history()[0].answers))
    assert rows["Negative points"] == "−1 Wrong reason."
    assert "so that it can rise" in rows["Revision"]
    assert [value for name, value in rows.items() if "overall" in name] == ["2 – Poor"]


@pytest.mark.parametrize(
    "response",
    [
        "",
        "   ",
        "وصلت السفينة إلى الميناء في الصباح الباكر.",
        "<b>not bold</b> & 100 %",
        "a\u0000b",
    ],
)
def test_odd_responses_can_be_criticised_and_revised(
    response: str, driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path, {"prompt": "Say it.", "response": response}))
    driver.type("1")
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Three dates are missing.")
    driver.press(Key.Key_D, CTRL)
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_A, CTRL)
    driver.type("New text")
    driver.submit()
    assert driver.session.done == 1
    assert driver.session.submitted_answers()["revision"] == "New text"


def test_nobody_reviews_work_of_their_own(tmp_path: Path) -> None:
    """The program of the author refuses such a review, whatever a bundle contains."""
    own = work(tmp_path)
    lead = tmp_path / "lead"
    row = {"item": "i1", "score": 2, "negative": ["The reason is wrong."], "revision": "r"}
    done("annotate", own, "--from", jsonl(tmp_path / "a.jsonl", [row]))
    done("pack", own, "--results", "-o", tmp_path / "r.proofdesk")
    done("merge", lead, tmp_path / "r.proofdesk")
    review = ("assign", lead, "--stage", "review", "--overlap", 1, "--seed", 1)
    assert done(*review, status=1)["added"] == 0
    # A lead who assigns by hand what the plan leaves out.
    with Workspace.open(lead, write=True) as workspace:
        from desktop_app.core.keys import work_key
        from desktop_app.core.protocol.rows import Draft

        (item,) = [
            record.key
            for record in workspace.records.all_current("item")
            if (record.body or {}).get("stage") == "review"
        ]
        body = {"item": item, "person": "ana", "stage": "review", "order": 9}
        workspace.add(
            [Draft("assignment", work_key(item, "ana", "review"), body, workspace.person, item)]
        )
        pack(workspace, tmp_path / "again.proofdesk", recipient="ana")
    with Workspace.open(own, write=True) as workspace:
        merge(workspace, [tmp_path / "again.proofdesk"])
        with pytest.raises(RefusedError, match="your own work"):
            submit(workspace, item, {"decision": "accept"}, stage="review")


def test_a_very_long_item_opens_and_takes_a_point(driver: Driver, tmp_path: Path) -> None:
    response = " ".join(f"word{n}" for n in range(50_000))
    driver.open(work(tmp_path, {"prompt": "Long.", "response": response}))
    driver.type("2")
    select(driver, "word49990")
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("x")
    (point,) = given(driver)["negative"]
    assert response[point["start"] : point["end"]] == "word49990"


@pytest.mark.parametrize("by", ["shortcut", "enter"])
def test_a_point_too_many_is_told_and_its_words_go_nowhere(
    by: str, driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    points = [{"text": f"Point {n}."} for n in range(MOST_POINTS)]
    driver.type("2")
    negative = sheet(driver).lists["negative"]
    driver.session.edited("negative", None, points)
    driver.controller.panel.set_answer("negative", points)
    negative.go_to(MOST_POINTS - 1)
    before = given(driver)
    if by == "shortcut":
        driver.press(Key.Key_N, CTRL | SHIFT)
    else:
        driver.press(Key.Key_Return)
    assert negative.no_more.isVisible()
    assert str(MOST_POINTS) in negative.no_more.text()
    driver.type("No 14 Reasons!")
    assert given(driver) == before
    driver.press(Key.Key_Tab)
    driver.press(Key.Key_Z, CTRL)  # the keys of the window continue
    assert given(driver) == {"score": 2}
    assert negative.no_more.isHidden()


def test_a_models_point_is_not_taken_over_where_there_is_no_room(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    points = [{"text": f"Point {n}."} for n in range(MOST_POINTS)]
    driver.session.edited("negative", None, points)
    driver.controller.panel.set_answer("negative", points)
    model = sheet(driver).model
    model.reveal()
    before = given(driver)
    model.views[1].take.click()
    assert sheet(driver).lists["negative"].no_more.isVisible()
    assert given(driver) == before


def test_a_point_whose_place_is_changed_is_ticked_with_that_change(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    driver.type("2")
    select(driver, "mainly for decoration")
    driver.press(Key.Key_N, CTRL | SHIFT)
    driver.type("Wrong reason.")
    before = given(driver)
    assert "addressed" not in before["negative"][0]
    driver.press(Key.Key_3, CTRL)
    editor = sheet(driver).editor
    start = RESPONSE.index("mainly for decoration")
    cursor = editor.revision_edit.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(start + len("mainly"), cursor.MoveMode.KeepAnchor)
    editor.revision_edit.setTextCursor(cursor)
    driver.type("n")
    driver.qtbot.waitUntil(lambda: given(driver)["negative"][0].get("addressed") is True)
    driver.press(Key.Key_Z, CTRL)
    assert "addressed" not in given(driver)["negative"][0]
    assert given(driver).get("revision") in (None, RESPONSE)


def test_a_change_beside_a_point_ticks_nothing_and_a_change_taken_back_unticks(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    driver.type("2")
    for words in ("sharp blade", "mainly for decoration"):
        select(driver, words)
        driver.press(Key.Key_N, CTRL | SHIFT)
        driver.type("Wrong.")

    def ticks() -> list[Any]:
        return [one.get("addressed") for one in given(driver)["negative"]]

    driver.press(Key.Key_3, CTRL)
    editor = sheet(driver).editor
    for words in ("loaf", "sharp"):  # the loaf is beside the second point
        editor.revision_edit.moveCursor(QTextCursor.MoveOperation.Start)
        assert editor.revision_edit.find(words)
        driver.type("new")
    driver.qtbot.waitUntil(lambda: ticks() == [True, None])
    driver.press(Key.Key_F7, CTRL | SHIFT)
    driver.qtbot.waitUntil(lambda: not editor.hunks)
    driver.qtbot.waitUntil(lambda: ticks() == [None, None])
    driver.press(Key.Key_Z, CTRL)
    driver.qtbot.waitUntil(lambda: ticks() == [True, None])


def test_praise_of_a_place_that_was_changed_points_nowhere(driver: Driver, tmp_path: Path) -> None:
    driver.open(work(tmp_path))
    driver.type("2")
    driver.press(Key.Key_3, CTRL)
    editor = sheet(driver).editor
    cursor = editor.revision_edit.textCursor()
    cursor.setPosition(RESPONSE.index("decoration"))
    cursor.movePosition(cursor.MoveOperation.EndOfWord, cursor.MoveMode.KeepAnchor)
    editor.revision_edit.setTextCursor(cursor)
    driver.type("steam")
    driver.qtbot.waitUntil(lambda: bool(editor.hunks))
    select(driver, "decoration")
    driver.press(Key.Key_P, CTRL | SHIFT)
    driver.type("The reason is right now.")
    assert "start" not in given(driver)["positive"][0]
    sheet(driver).judge()
    critique = sheet(driver).as_shown(given(driver))
    assert not [one for one in sheet(driver).rules.findings(critique) if one.rule == "not_kept"]


def test_keys_add_points_about_a_selection_and_state_what_was_done(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    driver.type("2")
    select(driver, "sharp blade")
    driver.type("+")
    driver.type("The tool is named.")
    select(driver, "mainly for decoration")
    driver.type("-")
    driver.type("Wrong - 2 reasons are missing.")  # typed as text
    positive, negative = (given(driver)[side][0] for side in ("positive", "negative"))
    assert RESPONSE[positive["start"] : positive["end"]] == "sharp blade"
    assert RESPONSE[negative["start"] : negative["end"]] == "mainly for decoration"
    assert negative["text"] == "Wrong - 2 reasons are missing."
    assert "addressed" not in negative
    driver.press(Key.Key_Tab)
    driver.type("1")
    assert given(driver)["negative"][0]["addressed"] is True
    driver.type("2")
    assert given(driver)["negative"][0]["addressed"] is False
    assert given(driver)["score"] == 2
    view = sheet(driver).lists["negative"].views[0]
    driver.qtbot.mouseClick(view.not_done, Qt.MouseButton.LeftButton)  # takes it back
    assert "addressed" not in given(driver)["negative"][0]
    driver.press(Key.Key_Z, CTRL)
    assert given(driver)["negative"][0]["addressed"] is False


def test_one_point_is_open_and_keys_go_to_the_next_and_its_place(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    for words, key in (("sharp blade", "+"), ("mainly for decoration", "-")):
        select(driver, words)
        driver.type(key)
        driver.type("A point.")
    views = [points.views[0] for points in sheet(driver).lists.values()]
    assert [one.is_open for one in views] == [False, True]
    driver.press(Key.Key_Down, CTRL)
    assert [one.is_open for one in views] == [True, False]
    assert driver.target is views[0].text
    notes = {note.label: note.role for note in sheet(driver).editor.pair._notes["original"]}
    assert notes == {"+1": Role.ACCENT, "−1": Role.SECONDARY}
    driver.press(Key.Key_Up, CTRL)
    assert driver.target is views[1].text
    driver.qtbot.mouseClick(views[0].line, Qt.MouseButton.LeftButton)
    assert driver.target is views[0].text
    assert not views[1].is_open
    driver.qtbot.mouseClick(views[0].bin, Qt.MouseButton.LeftButton)
    assert not given(driver).get("positive")


def test_suggestions_come_after_an_own_point_and_are_decided_by_keys(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    bar, model = driver.controller.page.work_bar, sheet(driver).model
    assert not model.isVisible()
    driver.type("2")
    select(driver, "sharp blade")
    driver.type("+")
    driver.type("Fine.")
    assert not model.isVisible()  # nothing appears while the person is typing
    driver.press(Key.Key_3, CTRL)
    assert model.isVisible()
    assert bar.left.text() == "2 questions left"
    driver.press(Key.Key_End, CTRL)
    driver.type(" Ar")  # typed as text
    assert [one["happened"] for one in given(driver)["model_points"]] == ["left"] * 3
    driver.press(Key.Key_2, CTRL)
    driver.type("r")
    assert given(driver)["model_points"][0]["happened"] == "rejected"
    assert model.count.text() == "2 of 3"
    driver.type("a")
    assert given(driver)["negative"][0]["from_model"] == "taken"
    assert bar.left.text() == "1 suggestion left"
    driver.press(Key.Key_Z, CTRL)
    assert not given(driver).get("negative")


def test_undo_of_typing_keeps_the_suggestions_that_were_shown(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(work(tmp_path))
    model = sheet(driver).model
    driver.type("2")
    select(driver, "sharp blade")
    driver.type("+")
    driver.type("Fine.")
    driver.press(Key.Key_3, CTRL)
    assert model.count.text() == "1 of 3"
    driver.press(Key.Key_Z, CTRL)
    assert "model_points" not in given(driver)
    assert len([one for one in model.views if one.isVisible()]) == 1
    assert model.show_button.isHidden()
    # A decision is recorded, although undo removed the record that the points were shown.
    driver.press(Key.Key_2, CTRL)
    driver.type("r")
    outcomes = [one["happened"] for one in given(driver)["model_points"]]
    assert sorted(outcomes) == ["left", "left", "rejected"]
    driver.press(Key.Key_Z, CTRL)
    assert "model_points" not in given(driver)
    assert model.show_button.isHidden()
    # A written point records again that they were shown.
    select(driver, "sharp blade")
    driver.type("+")
    driver.type("Good.")
    driver.press(Key.Key_3, CTRL)
    assert [one["happened"] for one in given(driver)["model_points"]] == ["left"] * 3


def test_a_submitted_critique_is_submitted_again_when_its_only_change_is_undone(
    driver: Driver, tmp_path: Path
) -> None:
    row = {"prompt": "Why?", "response": RESPONSE}
    driver.open(work(tmp_path, row, row))
    driver.type("5n")
    driver.submit()
    driver.press(Key.Key_Left, ALT)
    entry = driver.session.entry
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_End, CTRL)
    driver.type("!")
    assert entry.state is State.DRAFT
    driver.press(Key.Key_Z, CTRL)
    # The unchanged text is a revision that does not count.
    assert entry.state is State.DONE
    driver.press(Key.Key_Z, CTRL | SHIFT)
    assert entry.state is State.DRAFT
    driver.press(Key.Key_Z, CTRL)
    driver.wait_saved()
    assert load_draft(driver.session.workspace, entry.item, entry.stage) is None
    assert len(driver.session.history()) == 1


def test_after_everything_is_undone_the_item_is_no_draft(
    start: Callable[[], Driver], tmp_path: Path
) -> None:
    own = work(tmp_path)
    driver = start()
    driver.open(own)
    entry = driver.session.entry
    driver.press(Key.Key_3, CTRL)
    driver.press(Key.Key_End, CTRL)
    driver.type("!")
    driver.type("?")
    assert entry.state is State.DRAFT
    for _ in range(2):
        driver.press(Key.Key_Z, CTRL)
    assert sheet(driver).editor.revision == RESPONSE
    assert entry.state is State.TODO
    driver.window.close()

    driver = start()
    driver.open(own)
    entry = driver.session.entry
    assert entry.state is State.TODO
    driver.press(Key.Key_Z, CTRL | SHIFT)  # redo continues
    assert sheet(driver).editor.revision.startswith(f"{RESPONSE}!")
    assert entry.state is State.DRAFT
