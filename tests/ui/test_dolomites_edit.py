"""The page on which examples are chosen, rated and post-edited, by keys in the real window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.workspace.workspace import Workspace
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.dolomites_work import VARIANTS, edit_work

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
    """Return which variant, from 1 on, is by somebody: their order is the project's secret."""
    shown = panel(driver).content_variants
    texts = [one["input"][0]["text"] for one in shown]
    return 1 + next(place for place, text in enumerate(texts) if name in text)


def id_of(driver: Driver, name: str) -> str:
    return str(panel(driver).content_variants[number_of(driver, name) - 1]["id"])


def rate(driver: Driver) -> None:
    """Answer the three questions, by the keys of each."""
    for key, question in (("2", "structure"), ("2", "detail"), ("4", "factual")):
        driver.focus(question)
        driver.type(key)


def choose(driver: Driver, name: str) -> None:
    assert step(driver) == "choose"
    driver.type(str(number_of(driver, name)))


def choose_and_rate(driver: Driver, name: str = "bob") -> None:
    choose(driver, name)
    driver.press(Key.Key_PageDown, ALT)
    assert step(driver) == "rate"
    rate(driver)
    driver.press(Key.Key_PageDown, ALT)
    assert step(driver) == "edit"


def select(driver: Driver, words: str) -> None:
    """Select words of the edited output by keys, as reading it does."""
    driver.press(Key.Key_2, ALT)
    view = panel(driver).reader.view
    assert view.hasFocus()
    driver.press(Key.Key_Home, CTRL)
    for _ in range(view.text.index(words)):
        driver.press(Key.Key_Right)
    for _ in words:
        driver.press(Key.Key_Right, SHIFT)
    assert view.selection() == words


def write(driver: Driver, words: str) -> None:
    """Write at the end of the section in hand."""
    assert panel(driver).desk.editor.revision_edit.hasFocus()
    driver.press(Key.Key_End, CTRL)
    driver.type(words)


def test_an_example_is_chosen_rated_edited_and_submitted_by_keys(
    driver: Driver, tmp_path: Path
) -> None:
    own = edit_work(tmp_path, settings="least_edit: 4\n")
    driver.open(own)
    assert step(driver) == "choose"
    driver.press(Key.Key_PageDown, ALT)
    assert step(driver) == "choose"  # nothing is chosen
    choose_and_rate(driver)
    write(driver, " No: they come from gas.")
    driver.press(Key.Key_PageDown, CTRL)
    assert panel(driver).desk.at == ("output", 1)
    write(driver, " Wait one hour.")
    driver.press(Key.Key_Down, ALT)
    driver.type("f")
    driver.press(Key.Key_Down, ALT)
    driver.type("v")
    driver.type("An hour is usual.")
    driver.press(Key.Key_PageDown, ALT)
    assert step(driver) == "check"
    driver.submit()
    asked = [one.question for one in panel(driver).form_view.problems()]
    assert asked == ["all_fixed", "phrases"]
    driver.type("1")
    for words in ("come from gas", "Wait one hour"):
        select(driver, words)
        driver.press(Key.Key_P, CTRL | SHIFT)
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
    driver.press(Key.Key_Down, ALT)
    driver.type("l")
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
    note = panel(driver).chosen_part.note
    assert not note.isHidden()
    assert f"Variant {number_of(driver, 'bob')}" in note.text()
    choose(driver, "bob")
    assert given(driver) == before
    assert panel(driver).desk.text == FIRST + " More."
    driver.press(Key.Key_Z, CTRL)
    assert given(driver) == now
    driver.press(Key.Key_Z, CTRL)
    assert given(driver) == before
    QApplication.processEvents()
    assert panel(driver).desk.text == FIRST + " More."
