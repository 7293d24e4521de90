"""Tests that undo and redo include flags and their removal, in order with the answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from desktop_app.core.errors import NotSavedError
from desktop_app.core.merging import body_of
from desktop_app.ui.annotate import entries
from desktop_app.ui.annotate.entries import QueueFilter
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.dolomites_work import edit_work
from tests.ui.kiwi_work import session_work
from tests.ui.methodical import PAIR, TASK
from tests.ui.methodical import work as task_work
from tests.ui.test_cnr_panel import work as critique_work
from tests.ui.test_nothing_chosen import study
from tests.ui.test_taking_back import redo, undo

Key = Qt.Key


def flag(desk: Driver, reason: str) -> None:
    desk.press(Key.Key_F, CTRL | SHIFT)
    desk.press(Key.Key_A, CTRL)
    desk.type(reason)
    desk.press(Key.Key_Return)


def mark(desk: Driver) -> tuple[str, str]:
    entry = desk.session.entry
    return entry.mark, entry.reason


def test_a_flag_is_undone_in_order_with_the_answers(desk: Driver, work: Path) -> None:
    desk.type("y")
    flag(desk, "y is odd")
    desk.type("4")
    flag(desk, "y is wrong")
    desk.window.commands["unmark"].trigger()
    assert mark(desk) == ("", "")
    undo(desk)
    assert mark(desk) == ("flagged", "y is wrong")
    undo(desk)
    assert mark(desk) == ("flagged", "y is odd")
    assert desk.answers == {"follows": True, "rating": 4}
    undo(desk)
    assert (mark(desk), desk.answers) == (("flagged", "y is odd"), {"follows": True})
    undo(desk)
    assert (mark(desk), desk.answers) == (("", ""), {"follows": True})
    assert desk.session.counts[QueueFilter.FLAGGED] == 0
    assert "flagged" not in desk.controller.page.header.figures.text()
    undo(desk)
    assert desk.answers == {}
    for _ in range(5):
        redo(desk)
    assert (mark(desk), desk.answers) == (("", ""), {"follows": True, "rating": 4})
    undo(desk)
    desk.window.close()
    assert done("check", work)["problems"] == []
    with Workspace.open(work) as workspace:
        marks = [body_of(record) for record in workspace.records.all_current("mark")]
    assert [(one["state"], one["reason"]) for one in marks] == [("flagged", "y is wrong")]


def test_undo_of_a_flag_survives_a_restart(start: Callable[[], Driver], work: Path) -> None:
    desk = start()
    desk.open(work)
    flag(desk, "a")
    flag(desk, "ab")
    flag(desk, "abc")
    desk.window.close()

    desk = start()
    desk.open(work)
    assert mark(desk) == ("flagged", "abc")
    undo(desk)
    undo(desk)
    assert mark(desk) == ("flagged", "a")
    undo(desk)
    assert mark(desk) == ("", "")
    redo(desk)
    assert mark(desk) == ("flagged", "a")


def test_a_flag_of_the_next_item_is_undone_before_the_submission(desk: Driver) -> None:
    desk.type("y4")
    desk.submit()
    flag(desk, "odd")
    undo(desk)
    assert (desk.session.position, mark(desk)) == (1, ("", ""))
    undo(desk)
    assert desk.session.position == 0


WORKS: dict[str, Callable[[Path], Path]] = {
    "critique": critique_work,
    "task": lambda folder: task_work(folder, "validate", {"task": TASK}),
    "labels": lambda folder: task_work(folder, "label", PAIR),
    "edit": edit_work,
    "session": session_work,
    "study": study,
}


@pytest.mark.parametrize("name", WORKS)
def test_a_flag_is_undone_in_every_protocol(driver: Driver, tmp_path: Path, name: str) -> None:
    driver.open(WORKS[name](tmp_path))
    flag(driver, "odd")
    assert mark(driver) == ("flagged", "odd")
    undo(driver)
    assert mark(driver) == ("", "")
    redo(driver)
    assert mark(driver) == ("flagged", "odd")


def test_a_flag_that_cannot_be_removed_stays_and_is_undone_later(
    desk: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.type("y")
    flag(desk, "odd")

    def refuse(*_args: object, **_named: object) -> None:
        raise NotSavedError("no space left")

    with monkeypatch.context() as full:
        full.setattr(entries, "unmark", refuse)
        undo(desk)
    assert mark(desk) == ("flagged", "odd")
    assert desk.answers == {"follows": True}
    assert "Not saved since" in desk.controller.page.footer.saved.text()
    undo(desk)
    assert (mark(desk), desk.answers) == (("", ""), {"follows": True})
    undo(desk)
    assert desk.answers == {}


def test_a_skip_is_undone_before_an_earlier_submission(desk: Driver) -> None:
    desk.type("y4")
    desk.submit()
    skipped = desk.session.position
    desk.press(Key.Key_K, CTRL | SHIFT)
    desk.type("cut off")
    desk.press(Key.Key_Return)
    assert desk.session.position != skipped
    assert desk.session.entries[skipped].mark == "skipped"
    undo(desk)
    assert desk.session.position == skipped
    assert mark(desk) == ("", "")
    assert desk.session.entries[0].submitted, "the submission before the skip stays"
    undo(desk)
    assert desk.session.position == 0
    assert not desk.session.entries[0].submitted


def test_a_correction_goes_on_to_the_next_answer(desk: Driver) -> None:
    desk.type("y4")
    desk.submit()
    desk.press(Key.Key_Left, ALT)
    assert desk.session.position == 0
    # Both answers are corrected as they were given.
    desk.type("n2")
    desk.submit()
    entry = desk.session.entries[0]
    with Workspace.open(desk.session.workspace.folder) as workspace:
        (record,) = (
            one
            for one in workspace.records.all_current("annotation")
            if body_of(one)["item"] == entry.item
        )
    assert body_of(record)["answers"] == {"follows": False, "rating": 2}
