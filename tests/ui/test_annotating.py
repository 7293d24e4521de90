"""Tests of an annotator's work in the real window, by keys alone."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from desktop_app.core.errors import AppError, NotSavedError
from desktop_app.core.merging import body_of
from desktop_app.text.matching import Matcher
from desktop_app.ui.annotate.entries import QueueFilter
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.workspace import packing
from desktop_app.workspace import work as working
from desktop_app.workspace.work_states import State
from desktop_app.workspace.workspace import Workspace
from plugins.risum.panel.rating import RisumPanel
from tests.cli.command import done
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.workspace.forging import records_in
from tests.workspace.projects import MODELS, Project, items, jsonl, make_project

Key = Qt.Key
ITEMS = 6


def test_from_a_bundle_to_the_results_by_keys_alone(
    driver: Driver, bundle: Path, project: Project, tmp_path: Path, qtbot: QtBot
) -> None:
    window = driver.window
    window.open_path(bundle)
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.join_page)
    assert "Small project" in window.join_page.heading.text()
    assert not window.join_page.passphrase.isVisible()
    folder = tmp_path / "by keys"
    window.join_page.folder.setFocus()
    driver.press(Key.Key_A, CTRL)
    driver.type(str(folder))
    with qtbot.waitSignal(window.workspace_opened):
        driver.press(Key.Key_Return)
    for number in range(ITEMS):
        assert driver.session.entry.number == number + 1
        driver.type("y")
        driver.type("4" if number % 2 else "5")
        driver.submit()
    assert driver.controller.page.is_done_shown
    assert driver.session.done == ITEMS
    results = tmp_path / "results.proofdesk"
    with qtbot.waitSignal(window.results_sent):
        window.send_results_to(results)
    driver.press(Key.Key_W, CTRL)
    assert window.pages.currentWidget() is window.welcome
    assert done("status", folder)["progress"]["ana"]["to_do"] == 0
    merged = done("merge", project.lead, results)
    assert (merged["new"], merged["conflicts"]) == (ITEMS, 0)


def test_the_results_are_those_that_the_command_line_packs(
    desk: Driver, work: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.type("n2")
    desk.submit()
    desk.controller.marking.flag_because("odd")
    with qtbot.waitSignal(desk.window.results_sent):
        desk.window.send_results_to(tmp_path / "window.proofdesk")
    qtbot.waitUntil(lambda: not desk.session.frozen)
    desk.window.close()
    with Workspace.open(work) as workspace:
        packing.pack(workspace, tmp_path / "headless.proofdesk")
    one, other = (
        sorted(record.rev for record in records_in(tmp_path / f"{name}.proofdesk"))
        for name in ("window", "headless")
    )
    assert one == other
    assert len(one) == 3  # an answer, a mark, and the attestation of both


def test_a_draft_outlives_closing_without_submitting(
    start: Callable[[], Driver], work: Path
) -> None:
    first = start()
    first.open(work)
    first.press(Key.Key_Right, ALT)
    first.type("n")
    first.focus("comment")
    first.type("half a thou")
    assert first.window.close()
    second = start()
    second.open(work)
    assert second.session.entry.number == 2
    assert second.answers == {"follows": False, "comment": "half a thou"}
    assert second.session.entry.state is State.DRAFT
    assert done("status", work)["annotations"] == 0


def test_every_keystroke_is_on_disk_within_a_second(desk: Driver, qtbot: QtBot) -> None:
    desk.focus("comment")
    desk.type("safe")
    qtbot.waitUntil(lambda: not desk.session.dirty, timeout=1000)
    assert desk.controller.page.footer.saved.text().startswith("Saved ")
    entry = desk.session.entry
    kept = working.load_draft(desk.session.workspace, entry.item, entry.stage)
    assert kept is not None
    assert kept["answers"]["comment"] == "safe"


def test_the_focus_follows_an_undone_choice(desk: Driver) -> None:
    desk.type("y")
    desk.focus("rating")
    desk.type("1")
    desk.focus("rating")
    desk.type("4")
    desk.focus("rating")
    desk.press(Key.Key_Z, CTRL)
    buttons = desk.controller.panel.form_view.question_view("rating").field.buttons
    assert desk.answers["rating"] == 1
    assert buttons[0].hasFocus()
    assert buttons[0].shows_focus
    desk.press(Key.Key_Z, CTRL)
    # No answer is left: the question waits, and no option is highlighted.
    assert desk.answers == {"follows": True}
    assert buttons[0].hasFocus()
    assert not buttons[0].shows_focus
    desk.press(Key.Key_Z, CTRL | SHIFT)
    assert buttons[0].hasFocus()
    assert buttons[0].shows_focus


def test_one_history_across_all_controls(desk: Driver) -> None:
    desk.type("y")
    desk.focus("comment")
    desk.type("two words")
    desk.focus("rating")
    desk.type("3")
    desk.press(Key.Key_Z, CTRL)
    assert desk.answers == {"follows": True, "comment": "two words"}
    desk.press(Key.Key_Z, CTRL)
    assert desk.answers == {"follows": True, "comment": "two "}
    desk.press(Key.Key_Z, CTRL)
    desk.press(Key.Key_Z, CTRL)
    assert desk.answers == {}
    for _ in range(4):
        desk.press(Key.Key_Z, CTRL | SHIFT)
    assert desk.answers == {"follows": True, "comment": "two words", "rating": 3}
    assert desk.controller.session.answers == desk.answers


def test_the_history_survives_a_restart(start: Callable[[], Driver], work: Path) -> None:
    first = start()
    first.open(work)
    first.type("y")
    first.focus("comment")
    first.type("one two")
    first.press(Key.Key_Z, CTRL)
    first.window.close()
    second = start()
    second.open(work)
    assert second.answers == {"follows": True, "comment": "one "}
    second.press(Key.Key_Y, CTRL)
    assert second.answers["comment"] == "one two"
    for _ in range(3):
        second.press(Key.Key_Z, CTRL)
    assert second.answers == {}
    assert second.session.entry.state is State.TODO


def test_letters_are_text_while_one_types(desk: Driver) -> None:
    desk.focus("comment")
    desk.type("yn15?")
    assert desk.answers == {"comment": "yn15?"}
    assert not desk.window.keys_sheet.isVisible()
    desk.press(Key.Key_L, CTRL)
    assert desk.target is desk.controller.page.queue.search
    desk.type("3y")
    assert desk.controller.page.queue.search.text() == "3y"
    assert desk.answers == {"comment": "yn15?"}


def test_the_windows_keys_win_over_those_of_fields(desk: Driver) -> None:
    desk.focus("comment")
    desk.type("kept")
    desk.press(Key.Key_K, CTRL)
    assert desk.window.palette_page.isVisible()
    desk.press(Key.Key_Escape)
    assert desk.answers == {"comment": "kept"}


def test_typing_does_not_paint_the_list_of_items(desk: Driver) -> None:
    desk.focus("comment")
    desk.type("a")
    desk.wait_saved()
    QApplication.processEvents()
    box = desk.controller.page.queue.list.viewport()
    painted: list[QEvent.Type] = []

    class Watch(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                painted.append(event.type())
            return False

    watch = Watch()
    box.installEventFilter(watch)
    desk.type("b")
    desk.wait_saved()
    QApplication.processEvents()
    assert not painted
    for _ in range(2):
        desk.press(Key.Key_Z, CTRL)
    assert desk.session.entry.state is State.TODO
    desk.qtbot.waitUntil(lambda: bool(painted))  # the item is no draft any more


def test_the_search_field_keeps_an_undo_of_its_own(desk: Driver) -> None:
    desk.type("y")
    desk.press(Key.Key_L, CTRL)
    desk.type("abc")
    desk.press(Key.Key_Z, CTRL)
    assert desk.controller.page.queue.search.text() != "abc"
    assert desk.answers == {"follows": True}


def test_all_that_is_missing_is_named_at_once(desk: Driver) -> None:
    desk.submit()
    form_view = desk.controller.panel.form_view
    assert [problem.question for problem in form_view.problems()] == ["follows", "rating"]
    assert form_view.focused_question() == "follows"
    assert desk.session.entry.state is State.TODO
    desk.type("y")
    assert [problem.question for problem in form_view.problems()] == ["rating"]


def test_a_hint_asks_once_and_never_blocks(desk: Driver) -> None:
    desk.type("y1")
    desk.submit()
    assert desk.session.position == 0
    assert desk.controller.panel.form_view.hints.asked() == ["yes_but_missed"]
    desk.submit()
    assert desk.session.position == 1
    assert desk.session.entries[0].state is State.DONE


def test_items_are_skipped_and_flagged_with_a_reason(desk: Driver, work: Path) -> None:
    desk.press(Key.Key_F, CTRL | SHIFT)
    assert isinstance(desk.target, QLineEdit)
    desk.type("y is odd")
    desk.press(Key.Key_Return)
    assert desk.session.position == 0
    assert (desk.session.entry.mark, desk.session.counts[QueueFilter.FLAGGED]) == ("flagged", 1)
    desk.press(Key.Key_Right, ALT)
    desk.press(Key.Key_K, CTRL | SHIFT)
    desk.press(Key.Key_Return)  # no reason yet: nothing happens
    assert desk.session.position == 1
    desk.type("not my field")
    desk.press(Key.Key_Return)
    assert desk.session.position == 2
    assert desk.answers == {}
    desk.window.close()
    with Workspace.open(work) as workspace:
        marks = sorted(
            (body_of(record)["state"], body_of(record)["reason"])
            for record in workspace.records.all_current("mark")
        )
    assert marks == [("flagged", "y is odd"), ("skipped", "not my field")]


def test_list_filter_and_header_mean_the_same_by_done_and_draft(desk: Driver, work: Path) -> None:
    """An item edited after its submission is a draft, and not done, in every part of the window."""
    page, queue = desk.controller.page, desk.controller.page.queue
    for _ in range(2):
        desk.type("y4")
        desk.submit()
    desk.press(Key.Key_Left, ALT)
    desk.focus("rating")
    desk.type("2")
    desk.wait_saved()
    assert page.header.figures.text().startswith("1 of 6 done  ·  1 draft")
    assert page.header.progress.value() == 1
    shown = {queue.part.itemText(row).split("  ")[0]: row for row in range(queue.part.count())}
    for part, places in (("Done", [0]), ("Drafts", [1]), ("To do", [2, 3, 4, 5])):
        assert queue.part.itemText(shown[part]) == f"{part}  {len(places)}"
        queue.part.setCurrentIndex(shown[part])
        assert queue.model.rows == places
    assert done("status", work)["own_work"] == {
        "done": 1, "drafts": 1, "to_do": 4, "edited": 1, "skipped": 0
    }  # fmt: skip


def test_what_no_longer_belongs_into_a_filter_goes_with_the_next_item(desk: Driver) -> None:
    queue = desk.controller.page.queue
    queue.part.setCurrentIndex(queue.part.findData(QueueFilter.TODO.value))
    desk.controller.focus.back_to_work()
    desk.type("y4")
    assert queue.model.rows == [0, 1, 2, 3, 4, 5], "the open item stays while one works on it"
    desk.submit()
    assert queue.model.rows == [1, 2, 3, 4, 5]
    assert queue.part.currentText() == "To do  5"


def test_ctrl_enter_in_a_reason_skips_one_item(desk: Driver) -> None:
    desk.press(Key.Key_K, CTRL | SHIFT)
    desk.type("not my field")
    desk.press(Key.Key_Return, CTRL)
    desk.wait_saved()
    assert desk.session.position == 1
    assert desk.session.counts[QueueFilter.SKIPPED] == 1


def test_submitting_a_skipped_item_takes_the_mark_away(desk: Driver) -> None:
    desk.controller.marking.skip_because("later")
    desk.press(Key.Key_Left, ALT)
    assert desk.session.entry.mark == "skipped"
    desk.type("y4")
    desk.submit()
    assert desk.session.entries[0].mark == ""
    assert not list(desk.session.workspace.records.all_current("mark"))


def test_a_submitted_item_is_reopened_as_a_revision(desk: Driver) -> None:
    desk.type("y4")
    desk.submit()
    desk.press(Key.Key_Left, ALT)
    assert desk.answers == {"follows": True, "rating": 4}
    desk.type("3")
    assert desk.session.entry.state is State.DRAFT
    assert "revision" in desk.controller.page.work_bar.state.text()
    desk.submit()
    desk.press(Key.Key_Left, ALT)
    assert [dict(r.answers)["rating"] for r in desk.session.history()] == [4, 3]
    desk.press(Key.Key_H, CTRL)
    assert desk.controller.page.side.shows_history
    desk.controller.editing.restore(desk.session.history()[0])
    assert desk.answers["rating"] == 4
    assert desk.session.entry.state is State.DRAFT
    desk.window.commands["discard"].trigger()
    assert desk.answers["rating"] == 3
    assert desk.session.entry.state is State.DONE


def test_changing_and_changing_back_leaves_no_draft(desk: Driver) -> None:
    desk.type("y4")
    desk.submit()
    desk.press(Key.Key_Left, ALT)
    desk.type("5")
    desk.press(Key.Key_Up)
    desk.type("4")
    assert desk.session.entry.state is State.DONE
    desk.wait_saved()
    entry = desk.session.entry
    assert working.load_draft(desk.session.workspace, entry.item, entry.stage) is None


def test_a_disk_that_refuses_is_said_and_forgotten_once_it_works_again(
    desk: Driver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise NotSavedError("the disk is full", hint="Free some space.")

    monkeypatch.setattr("desktop_app.ui.annotate.saving.RETRY_AFTER", 10)
    with monkeypatch.context() as broken:
        broken.setattr("desktop_app.workspace.work.save_draft", refuse)
        desk.focus("comment")
        desk.type("not lost")
        qtbot.waitUntil(desk.window.notice_bar.isVisible)
        assert "disk is full" in desk.window.notice_bar.text.text()
        assert "Not saved" in desk.controller.page.footer.saved.text()
    desk.wait_saved()
    assert desk.answers == {"comment": "not lost"}
    assert desk.controller.page.footer.saved.text().startswith("Saved ")
    assert not desk.window.notice_bar.isVisible()


def test_the_queue_finds_items_by_number_words_and_state(desk: Driver) -> None:
    queue = desk.controller.page.queue
    desk.type("y4")
    desk.submit()
    desk.press(Key.Key_L, CTRL)
    desk.type("00")
    assert len(queue.model.rows) == ITEMS
    desk.type("3")
    assert queue.model.rows == [2]
    queue.search.clear()
    queue.part.setCurrentIndex(3)
    assert queue.model.rows == [0]
    assert queue.part.currentText().split() == ["Done", "1"]


def test_keys_rate_while_the_queue_has_the_focus(desk: Driver) -> None:
    desk.controller.page.queue.list.setFocus()
    desk.type("n2")
    assert desk.answers == {"follows": False, "rating": 2}
    assert desk.session.position == 0


def test_active_time_is_kept_with_the_annotation(desk: Driver) -> None:
    desk.session.clock.item._counted = 100.0
    desk.type("y4")
    desk.submit()
    key = next(iter(desk.session.workspace.records.keys("annotation")))
    body = body_of(desk.session.workspace.records.heads("annotation", key)[0])
    assert 100.0 <= body["seconds"] < 160.0


# What the panel does ahead, and what it cannot do

LONG = "A lighthouse keeper writes down what the weather does. " * 9_000  # indexed in a job


@pytest.fixture
def long_work(tmp_path: Path) -> Path:
    """Ana's workspace, in which two of six items have a document that is slow to index."""
    rows = items(3, MODELS[:2])
    for row in rows[-2:]:
        row["document"] = LONG
    made = make_project(tmp_path / "long", rows)
    made.assign(3)
    return made.join("ana")


def first_long(desk: Driver) -> int:
    """Return the index of the first item with the long document."""
    session = desk.session
    entries = session.entries
    return next(n for n in range(ITEMS) if len(session.items.texts(entries[n])[1]) > 100_000)


def test_the_next_document_is_indexed_while_one_reads(
    driver: Driver, long_work: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[int] = []
    prepare = RisumPanel.prepare_item

    def note(panel: RisumPanel, content: Any, document: str) -> None:
        prepared.append(len(document))
        prepare(panel, content, document)

    monkeypatch.setattr(RisumPanel, "prepare_item", note)
    driver.open(long_work)
    place = first_long(driver)
    before = [(place - 2) % ITEMS, (place - 1) % ITEMS]
    for earlier in before:  # the first is passed by: what it would prepare is outdated
        assert len(driver.session.items.texts(driver.session.entries[earlier])[1]) < 100
        driver.controller.open(earlier)
    qtbot.waitUntil(lambda: bool(prepared))
    assert prepared == [len(LONG)]
    assert wait_for_jobs()
    QApplication.processEvents()
    driver.press(Key.Key_Right, CTRL | ALT)  # the next open one: round, if need be
    assert driver.session.position == place
    assert not driver.controller.panel.board.is_busy
    assert driver.controller.panel.board.matching is not None


def test_texts_that_cannot_be_matched_are_said_and_can_be_rated(
    driver: Driver, long_work: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(document: str, *more: Any) -> Matcher:
        if len(document) < len(LONG):
            return Matcher(document, *more)
        raise AppError("this text cannot be matched", hint="Rate it without.")

    # From the start: a long text may be the first to show, or be matched ahead of its turn.
    monkeypatch.setattr("desktop_app.ui.widgets.match_board.Matcher", refuse)
    driver.open(long_work)
    driver.controller.open(first_long(driver))
    qtbot.waitUntil(driver.window.notice_bar.isVisible)
    assert "cannot be matched" in driver.window.notice_bar.text.text()
    driver.type("y4")
    assert driver.answers == {"follows": True, "rating": 4}


def test_an_item_says_that_two_leads_have_sent_different_texts(
    driver: Driver, project: Project, tmp_path: Path
) -> None:
    work, other = project.join("ana"), tmp_path / "other"
    shutil.copytree(project.lead, other)
    for lead, answer in ((project.lead, "One."), (other, "Two.")):
        row = {**project.rows[0], "answer": answer}
        done("import", lead, jsonl(tmp_path / f"{answer}jsonl", [row]), "--update")
        bundle = tmp_path / f"{answer}proofdesk"
        done("pack", lead, "--for", "ana", "-o", bundle)
        done("merge", work, bundle)
    driver.open(work)
    earlier, entries = driver.controller.page.work_bar.earlier, driver.session.entries
    place = next(n for n, one in enumerate(entries) if one.item == project.key(project.rows[0]))
    driver.controller.open(place)
    assert "Two leads have sent different texts" in earlier.text()
    driver.qtbot.waitUntil(earlier.isVisible)
    driver.controller.open(place + 1 if place == 0 else place - 1)
    assert earlier.isHidden()
