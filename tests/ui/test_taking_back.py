"""Tests that undo directly after a submission withdraws it without losing any answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop_app.core.keys import work_key
from desktop_app.core.merging import body_of
from desktop_app.workspace.work_states import State
from tests.cli.command import done
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.workspace.projects import Project

Key = Qt.Key


def undo(desk: Driver) -> None:
    desk.press(Key.Key_Z, CTRL)


def redo(desk: Driver) -> None:
    desk.press(Key.Key_Z, CTRL | SHIFT)


def stated(desk: Driver, place: int) -> dict[str, object] | None:
    """Return the recorded answers to an item; None if nothing is submitted."""
    entry, workspace = desk.session.entries[place], desk.session.workspace
    record = workspace.records.current(
        "annotation", work_key(entry.item, workspace.person, entry.stage)
    )
    return None if record is None else dict(body_of(record)["answers"])


def test_undo_after_submitting_returns_to_the_item(desk: Driver, work: Path) -> None:
    desk.type("y4")
    desk.submit()
    assert (desk.session.position, stated(desk, 0)) == (1, {"follows": True, "rating": 4})
    undo(desk)
    assert desk.session.position == 0
    assert desk.answers == {"follows": True, "rating": 4}
    assert desk.session.entry.state is State.DRAFT
    assert stated(desk, 0) is None
    assert "of item 1 undone" in desk.window.notice_bar.text.text()
    counts = done("status", work)
    assert (counts["annotations"], counts["drafts"]) == (0, 1)
    assert counts["progress"]["ana"]["to_do"] == 6
    assert done("check", work)["problems"] == []


def test_the_notice_goes_when_it_is_no_longer_true(desk: Driver) -> None:
    notice = desk.window.notice_bar

    def submit_and_undo() -> None:
        desk.submit()
        undo(desk)
        assert "undone" in notice.text.text()
        assert notice.isVisible()

    desk.type("y4")
    submit_and_undo()
    redo(desk)  # submitted again
    assert not notice.isVisible()
    undo(desk)
    assert notice.isVisible()
    desk.focus("rating")
    desk.type("2")  # redo would no longer submit
    assert not notice.isVisible()
    submit_and_undo()
    desk.press(Key.Key_Right, ALT)
    assert desk.session.position == 1
    assert not notice.isVisible()
    desk.controller._notices.say("Something else.")
    desk.type("y")
    assert notice.isVisible(), "only this notice goes"


def test_what_was_taken_back_keeps_its_undo_history(desk: Driver) -> None:
    desk.type("y4")
    desk.submit()
    undo(desk)
    undo(desk)
    assert desk.answers == {"follows": True}
    redo(desk)
    assert desk.answers == {"follows": True, "rating": 4}
    assert desk.session.position == 0, "the steps of the item come before its submission"
    redo(desk)
    assert desk.session.position == 1
    assert stated(desk, 0) == {"follows": True, "rating": 4}
    assert desk.session.entries[0].state is State.DONE


def test_an_edit_after_taking_back_is_not_overwritten_by_redo(desk: Driver) -> None:
    desk.type("y4")
    desk.submit()
    undo(desk)
    desk.focus("rating")
    desk.type("2")
    redo(desk)
    assert desk.session.position == 0
    assert (desk.answers["rating"], stated(desk, 0)) == (2, None)


def test_what_is_typed_in_the_next_item_is_undone_first(desk: Driver) -> None:
    desk.type("y4")
    desk.submit()
    desk.type("n")
    undo(desk)
    assert (desk.session.position, desk.answers) == (1, {})
    undo(desk)
    assert desk.session.position == 0


def test_only_the_last_submission_is_taken_back(desk: Driver) -> None:
    for _ in range(2):
        desk.type("y4")
        desk.submit()
    undo(desk)
    assert desk.session.position == 1
    for _ in range(3):
        undo(desk)
    assert desk.session.position == 1
    assert stated(desk, 0) == {"follows": True, "rating": 4}


def test_the_revision_before_holds_again(desk: Driver, work: Path) -> None:
    desk.type("y4")
    desk.submit()
    desk.press(Key.Key_Left, ALT)
    desk.focus("rating")
    desk.type("2")
    desk.submit()
    assert stated(desk, 0) == {"follows": True, "rating": 2}
    undo(desk)
    assert stated(desk, 0) == {"follows": True, "rating": 4}
    assert desk.answers == {"follows": True, "rating": 2}
    assert desk.session.entry.state is State.DRAFT
    assert [one.answers["rating"] for one in desk.session.history()] == [4, 2, 4]
    assert done("status", work)["own_work"]["edited"] == 1


def test_the_last_submission_is_taken_back_from_the_page_that_says_so(desk: Driver) -> None:
    for _ in range(6):
        desk.type("y4")
        desk.submit()
    assert desk.controller.page.is_done_shown
    undo(desk)
    assert not desk.controller.page.is_done_shown
    assert (desk.session.position, desk.session.done) == (5, 5)
    assert desk.answers == {"follows": True, "rating": 4}


def test_a_skipped_item_is_skipped_again(desk: Driver) -> None:
    desk.controller.marking.skip_because("later")
    desk.press(Key.Key_Left, ALT)
    desk.type("y4")
    desk.submit()
    assert desk.session.entries[0].mark == ""
    undo(desk)
    assert (desk.session.entry.mark, desk.session.entry.reason) == ("skipped", "later")


def test_it_survives_closing_and_travels_to_the_lead(
    start: Callable[[], Driver], project: Project, work: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    first = start()
    first.open(work)
    for _ in range(2):
        first.type("y4")
        first.submit()
    with qtbot.waitSignal(first.window.results_sent):
        first.window.send_results_to(tmp_path / "before.proofdesk")
    qtbot.waitUntil(lambda: not first.session.frozen)
    undo(first)
    with qtbot.waitSignal(first.window.results_sent):
        first.window.send_results_to(tmp_path / "after.proofdesk")
    qtbot.waitUntil(lambda: not first.session.frozen)
    assert first.window.close()
    second = start()
    second.open(work)
    assert second.answers == {"follows": True, "rating": 4}
    assert second.session.entry.state is State.DRAFT
    for name in ("after", "before"):  # in whatever order they arrive
        done("merge", project.lead, tmp_path / f"{name}.proofdesk")
    counts = done("status", project.lead)
    assert (counts["annotations"], counts["conflicts"]) == (1, 0)
    assert counts["progress"]["ana"]["to_do"] == 5
