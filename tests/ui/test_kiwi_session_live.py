"""Tests of sessions in the real window with a model server: asked, streamed, stopped, failed,
queued.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QPlainTextEdit, QTextEdit
from pytestqt.qtbot import QtBot

from desktop_app.core.merging import body_of
from desktop_app.ui.open_tasks import send_results
from desktop_app.workspace.workspace import Workspace
from tests.llm.conftest import connection_to
from tests.llm.server import ModelServer, held, slow, text
from tests.ui.conftest import ALT, CTRL, SHIFT, Driver
from tests.ui.kiwi_work import session_work
from tests.ui.test_model_calls import set_connections

Key = Qt.Key
FIRST = "Judges like length [1]. People agree with them [2]. It is not known why."
NEXT = "Judges like length [1]. People mostly agree with them [2]. It is not known why [7]."


@pytest.fixture
def connected(model_server: ModelServer) -> ModelServer:
    set_connections(lab=connection_to(model_server, alias="reader"))
    return model_server


def panel(driver: Driver) -> Any:
    return driver.controller.panel


def shown(driver: Driver) -> str:
    return str(panel(driver).answer.text.text)


def current(driver: Driver) -> dict[str, Any]:
    return dict(driver.session.answers.get("current") or {})


def phase(driver: Driver) -> str:
    return str(panel(driver)._session.phase)


def ask_first(driver: Driver, qtbot: QtBot, connected: ModelServer) -> None:
    connected.say(text(FIRST))
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: phase(driver) == "writing")


def write(driver: Driver, kind: str, words: str) -> None:
    """Choose a kind and type an instruction, by keys."""
    driver.press(Key.Key_4, CTRL)
    driver.type(kind)
    panel(driver).instruction.take_focus()
    driver.type(words)


def test_a_session_is_had_by_keys_and_submitted(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    own = session_work(tmp_path)
    driver.open(own)
    assert panel(driver).step().primary == "Get the first answer"
    ask_first(driver, qtbot, connected)
    assert shown(driver) == FIRST
    assert panel(driver).passages.count == 5
    connected.say(text("They mostly agree [2]."), text(NEXT))
    write(driver, "1", "Do people agree with judges?")
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: phase(driver) == "answered")
    assert "Do people agree" in connected.asked[1].text
    assert panel(driver).answer.status_line.full.startswith("2 of 3 sentences changed")
    driver.type("2")
    driver.focus("comment")
    driver.type("Cites paper 7.")
    driver.press(Key.Key_E, CTRL)
    edit = panel(driver).answer.editor.revision_edit
    assert edit.hasFocus()
    driver.press(Key.Key_End, CTRL)
    for _ in range(5):
        driver.press(Key.Key_Backspace)
    driver.type(".")
    driver.press(Key.Key_Escape)
    driver.press(Key.Key_Return, ALT | SHIFT)
    driver.submit()
    assert driver.controller.page.is_done_shown
    driver.press(Key.Key_W, CTRL)
    with Workspace.open(own) as workspace:
        keys = workspace.records.keys("annotation")
        (head,) = [one for key in keys for one in workspace.records.heads("annotation", key)]
        given = body_of(head)["answers"]
    (turn,) = given["turns"]
    assert given["end"] == "ready"
    assert given["initial"]["answer"] == FIRST
    assert (turn["type"], turn["rating"], turn["comment"]) == ("info", "neutral", "Cites paper 7.")
    assert (turn["summary"], turn["answer"]) == ("They mostly agree [2].", NEXT)
    assert turn["edited"] == NEXT[:-5] + "."
    assert len(turn["passages"]) == 5


def test_finishing_with_an_unsent_instruction_warns_and_sends_nothing(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(session_work(tmp_path))
    ask_first(driver, qtbot, connected)
    write(driver, "1", "Half an instr")
    driver.press(Key.Key_Return, CTRL | SHIFT)
    closing = panel(driver).closing
    assert closing.over.isVisible()
    assert "not been sent" in closing.over.text()
    driver.type("1")
    assert closing.problem.isVisible()
    assert "not been sent" in closing.problem.text()
    driver.submit()
    assert closing.options["ready"].hasFocus()
    assert phase(driver) == "writing"
    assert len(connected.asked) == 1, "only the first answer was asked for"
    driver.press(Key.Key_Escape)
    assert panel(driver).instruction.box.hasFocus()
    assert current(driver)["instruction"] == "Half an instr"


def test_a_comment_is_offered_where_the_turn_has_a_field(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(session_work(tmp_path))
    ask_first(driver, qtbot, connected)
    comment = driver.window.commands["comment"]
    assert not comment.isEnabled()
    connected.say(text(NEXT))
    write(driver, "2", "Longer.")
    driver.submit()
    qtbot.waitUntil(lambda: phase(driver) == "answered")
    assert comment.isEnabled()


def test_text_streams_and_is_stopped_by_escape(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(session_work(tmp_path))
    ask_first(driver, qtbot, connected)
    connected.say(slow(text(" ".join(f"word{n}" for n in range(400))), pace=0.05))
    write(driver, "2", "Longer.")
    driver.press(Key.Key_Return, ALT)
    bar = driver.controller.page.work_bar
    assert bar.cancel.isVisible()
    assert not bar.submit.isVisible()
    qtbot.waitUntil(lambda: shown(driver).startswith("word0 word1"))
    driver.press(Key.Key_Escape)
    qtbot.waitUntil(lambda: phase(driver) == "writing")
    assert current(driver)["instruction"] == "Longer."
    assert shown(driver) == FIRST
    part = panel(driver).instruction
    assert part.box.toPlainText() == "Longer."
    part.partial_button.setFocus()
    driver.press(Key.Key_Space)
    assert shown(driver).startswith("word0 word1")  # what had come is not lost
    driver.press(Key.Key_Space)
    assert shown(driver) == FIRST
    connected.say(text(NEXT))
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: phase(driver) == "answered")
    assert part.partial_button.isHidden()


def test_a_first_answer_that_came_wholly_is_not_offered_as_broken_off(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(session_work(tmp_path))
    button = panel(driver).instruction.partial_button
    connected.say(slow(text(FIRST + " More" * 400), pace=0.05))
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: shown(driver).startswith("Judges like"))
    driver.press(Key.Key_Escape)
    qtbot.waitUntil(lambda: not current(driver))
    assert phase(driver) == "initial"
    assert button.isVisible()  # it was stopped
    connected.say(slow(text(FIRST), pace=0.05))
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: shown(driver).startswith("Judges like"))
    qtbot.waitUntil(lambda: phase(driver) == "writing")
    assert button.isHidden()


def test_a_failure_is_told_and_asked_again(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(session_work(tmp_path))
    ask_first(driver, qtbot, connected)
    connected.say(text(""))
    write(driver, "2", "Shorter.")
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: bool(panel(driver).instruction.trouble.text()))
    part = panel(driver).instruction
    assert "Your instruction is kept." in part.trouble.text()
    assert part.box.toPlainText() == "Shorter."
    assert not driver.window.notice_bar.isVisible()
    connected.say(text(NEXT))
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: phase(driver) == "answered")
    assert panel(driver).answer.text.answer == NEXT
    assert part.trouble.isHidden()


def test_without_a_server_a_turn_waits_and_another_question_goes_on(
    connected: ModelServer,
    driver: Driver,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("desktop_app.ui.connections.servers._LOOK_FOR_RETURN", 30)
    initials = [{"item": f"q{number}", "answer": FIRST} for number in (1, 2)]
    driver.open(session_work(tmp_path, items=2, initials=initials))
    first, port = driver.session.position, connected.port
    connected.close()
    write(driver, "2", "Other words.")
    driver.press(Key.Key_Return, ALT)
    part = panel(driver).instruction
    qtbot.waitUntil(lambda: "cannot be reached" in part.status.text())
    bar = driver.controller.page.work_bar
    assert bar.cancel.isVisible()
    qtbot.waitUntil(lambda: bar.left.text() == "Waiting for the model")
    assert part.box.toPlainText() == "Other words."
    driver.press(Key.Key_Right, ALT)
    assert driver.session.position != first
    assert (phase(driver), shown(driver)) == ("writing", FIRST)
    with ModelServer(port=port) as back:
        back.otherwise(text(NEXT))
        queue = driver.controller.page.queue.model
        entry = driver.session.entries[first]
        qtbot.waitUntil(lambda: len(back.asked) == 1 and queue.state_words(entry) == "draft")
    driver.press(Key.Key_Left, ALT)
    assert phase(driver) == "answered"
    assert panel(driver).answer.text.answer == NEXT


def test_the_heading_of_the_turn_is_in_sight_at_200_percent(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.window.resize(1280, 800)
    driver.open(session_work(tmp_path, initials=[{"item": "q1", "answer": FIRST}]))
    for _ in range(10):
        driver.press(Key.Key_Plus, CTRL)
    bar = panel(driver).form_view.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    qtbot.waitUntil(lambda: bar.value() == 0)


def test_a_waiting_turn_is_stopped_by_its_button(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(session_work(tmp_path, initials=[{"item": "q1", "answer": FIRST}]))
    connected.close()
    write(driver, "2", "Other words.")
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: panel(driver).calls.is_queued())
    bar = driver.controller.page.work_bar
    driver.submit()  # the button is away, and its keys do nothing
    assert phase(driver) == "waiting"
    bar.cancel.setFocus()
    driver.press(Key.Key_Space)
    qtbot.waitUntil(lambda: phase(driver) == "writing")
    assert panel(driver).instruction.box.toPlainText() == "Other words."
    assert bar.submit.isVisible()


def test_undo_goes_not_behind_what_a_model_brought(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(session_work(tmp_path))
    ask_first(driver, qtbot, connected)
    write(driver, "2", "Ab")
    driver.press(Key.Key_Z, CTRL)
    driver.press(Key.Key_Z, CTRL)
    assert current(driver).get("instruction", "") == ""
    assert current(driver)["type"] == "style"
    driver.press(Key.Key_Z, CTRL)
    driver.press(Key.Key_Z, CTRL)
    assert phase(driver) == "writing"
    assert shown(driver) == FIRST


def test_a_session_goes_on_after_a_restart(
    connected: ModelServer, start: Callable[[], Driver], tmp_path: Path, qtbot: QtBot
) -> None:
    own = session_work(tmp_path)
    driver = start()
    driver.open(own)
    ask_first(driver, qtbot, connected)
    connected.say(text(NEXT))
    write(driver, "2", "Other words.")
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: phase(driver) == "answered")
    driver.type("3")
    driver.focus("comment")
    driver.type("No.")
    driver.window.close()
    driver = start()
    driver.open(own)
    assert phase(driver) == "answered"
    assert (current(driver)["rating"], current(driver)["comment"]) == ("bad", "No.")
    assert panel(driver).answer.text.answer == NEXT
    driver.press(Key.Key_Return, ALT)
    assert phase(driver) == "writing"
    assert shown(driver) == FIRST  # what was bad is dropped
    assert "discarded" in panel(driver).head.note.text()
    driver.press(Key.Key_Z, CTRL)  # closing a turn is one step
    assert phase(driver) == "answered"
    assert current(driver)["comment"] == "No."
    driver.press(Key.Key_Z, CTRL | SHIFT)
    assert phase(driver) == "writing"


def test_turns_of_somebody_else_are_rated_again_by_keys(driver: Driver, tmp_path: Path) -> None:
    turn = {"type": "style", "instruction": "Other words.", "answer": NEXT, "rating": "bad",
            "comment": "No."}  # fmt: skip
    session = {"item": "q1", "annotator": "emil", "initial_answer": FIRST, "model": "m",
               "turns": [turn, {**turn, "instruction": "Again."}], "end": "ready"}  # fmt: skip
    own = session_work(tmp_path, stage="again", sessions=[session])
    driver.open(own)
    assert panel(driver).head.title.text() == "Turn 1 of 2"
    assert panel(driver).answer.text.previous == FIRST
    driver.type("3")
    driver.press(Key.Key_PageDown, ALT)
    assert panel(driver).instruction.box.toPlainText() == "Again."
    driver.press(Key.Key_PageUp, ALT)
    driver.focus("rating")
    driver.submit()
    assert panel(driver).head.title.text() == "Turn 2 of 2"  # it has no rating yet
    at = panel(driver).form_view.question_view("rating").field.buttons
    assert at[0].hasFocus(), "not at what was said of the turn before"
    driver.type("3")
    driver.focus("comment")
    driver.type("Same words.")
    assert driver.session.answers["ratings"] == {
        "1": {"rating": "bad"},
        "2": {"rating": "bad", "comment": "Same words."},
    }
    driver.press(Key.Key_Z, CTRL)
    driver.submit()
    assert driver.controller.page.is_done_shown


def test_no_turn_is_seen_before_the_one_it_came_of_is_rated(driver: Driver, tmp_path: Path) -> None:
    fixed_title = "Everything is otherwise, and it was a person who wrote this."
    told = {"type": "style", "instruction": "Other words.", "answer": NEXT, "rating": "neutral",
            "comment": "Why it is not good.", "edited": fixed_title}  # fmt: skip
    turns = [told, {**told, "instruction": "Shorter."}, {**told, "instruction": "Longer."}]
    session = {"item": "q1", "annotator": "emil", "initial_answer": FIRST, "model": "m",
               "turns": turns, "end": "ready"}  # fmt: skip
    own = session_work(tmp_path, stage="again", sessions=[session])
    driver.open(own)
    page = panel(driver)

    def in_sight() -> str:
        parts = (*page.findChildren(QLabel), *page.findChildren(QAbstractButton))
        boxes = (*page.findChildren(QPlainTextEdit), *page.findChildren(QTextEdit))
        return "\n".join([*(one.text() for one in parts), *(one.toPlainText() for one in boxes)])

    assert not page.next_button.isEnabled()
    assert "Rate this turn first" in page.next_button.accessibleDescription()
    before = in_sight()
    for hidden in (fixed_title, "Why it is not good.", "Shorter."):
        assert hidden not in before
    driver.press(Key.Key_PageDown, ALT)
    assert page.head.title.text() == "Turn 1 of 3"
    assert "Rate this turn first" in page.head.note.text()
    assert page.form_view.problems() == [], "nobody has tried to submit yet"
    driver.type("1")
    assert page.form_view.problems() == []
    driver.press(Key.Key_PageDown, ALT)
    # It is what the model was given: nothing says that a person wrote it, or why.
    assert page.answer.text.previous == fixed_title
    assert "Why it is not good." not in in_sight()
    driver.press(Key.Key_PageDown, ALT)
    assert page.head.title.text() == "Turn 2 of 3", "this one is to be rated as well"
    driver.press(Key.Key_PageUp, ALT)
    assert page.head.title.text() == "Turn 1 of 3"
    assert page.next_button.isEnabled()
    driver.submit()
    assert page.head.title.text() == "Turn 2 of 3"
    driver.type("2")
    driver.press(Key.Key_PageDown, ALT)
    driver.type("3")
    driver.press(Key.Key_PageDown, ALT)
    assert page.head.title.text() == "Turn 3 of 3", "the last one"
    assert page.form_view.problems() == [], "it is rated"


def test_what_is_rated_again_is_the_same_however_it_was_rated(tmp_path: Path) -> None:
    """The item of a turn does not reveal the rating, comment or edit of that turn."""
    told = {"type": "style", "instruction": "Other words.", "answer": NEXT, "comment": "Because."}
    shown = []
    for rating, more in (("good", {}), ("neutral", {"edited": "By hand."}), ("bad", {})):
        session = {"item": "q1", "annotator": "emil", "initial_answer": FIRST, "model": "m",
                   "turns": [{**told, "rating": rating, **more}], "end": "ready"}  # fmt: skip
        folder = tmp_path / rating
        folder.mkdir()
        with Workspace.open(session_work(folder, stage="again", sessions=[session])) as workspace:
            bodies = [body_of(one) for one in workspace.records.all_current("item")]
        [turn] = [one["content"]["turns"] for one in bodies if one["stage"] == "again"]
        shown.append(turn)
    assert shown[0] == shown[1] == shown[2]


def test_a_turn_is_labelled_by_keys(driver: Driver, tmp_path: Path) -> None:
    turn = {"type": "style", "instruction": "Other words.", "answer": NEXT, "rating": "bad",
            "comment": "No."}  # fmt: skip
    session = {"item": "q1", "annotator": "emil", "initial_answer": FIRST, "model": "m",
               "turns": [turn], "end": "ready"}  # fmt: skip
    own = session_work(tmp_path, stage="label", sessions=[session])
    driver.open(own)
    page = panel(driver)
    assert page.comment.box.toPlainText() == "No."
    assert page.form_view.visible_questions() == ["instruction_type", "error_type"]
    driver.type("5")
    driver.submit()
    assert [one.question for one in page.form_view.problems()] == ["error_type"]
    driver.type("1")
    assert driver.session.answers == {
        "instruction_type": "specific_edit", "error_type": "unrequested_change"}  # fmt: skip
    driver.submit()
    assert driver.controller.page.is_done_shown


@pytest.mark.parametrize(
    ("opening", "words"),
    [
        ((Key.Key_K, CTRL), "next 2"),
        ((Key.Key_F, CTRL | SHIFT), "2 of them"),
        ((Key.Key_L, CTRL), "2"),
    ],
    ids=["commands", "a reason", "a search"],
)
def test_an_answer_leaves_who_types_elsewhere_to_it(
    opening: Any, words: str, connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(session_work(tmp_path))
    ask_first(driver, qtbot, connected)
    is_typing = threading.Event()
    connected.say(held(text(NEXT), is_typing))
    write(driver, "2", "Say how often.")
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: phase(driver) == "waiting")
    driver.press(*opening)
    field = driver.target
    driver.type(words[:1])
    is_typing.set()
    qtbot.waitUntil(lambda: phase(driver) == "answered")
    driver.type(words[1:])
    assert driver.target is field
    assert field.text() == words  # type: ignore[attr-defined]
    assert "rating" not in current(driver)
    driver.press(Key.Key_Escape)
    driver.press(Key.Key_Escape)  # a search is emptied first
    driver.type("2")
    assert current(driver)["rating"] == "neutral"


def test_why_an_answer_cannot_be_edited_yet_is_said(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(session_work(tmp_path))
    ask_first(driver, qtbot, connected)
    connected.say(text(NEXT))
    write(driver, "2", "Say how often.")
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: phase(driver) == "answered")
    driver.press(Key.Key_E, CTRL)
    assert "Rate this one first" in panel(driver).head.note.text()
    driver.type("1")
    driver.press(Key.Key_E, CTRL)
    assert "Change the rating first" in panel(driver).head.note.text()
    driver.type("3")
    assert not panel(driver).head.note.isVisible()
    driver.press(Key.Key_E, CTRL)
    assert panel(driver).answer.is_editing


def test_no_answer_is_shown_before_it_can_be_put_on_record(
    connected: ModelServer,
    driver: Driver,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver.open(session_work(tmp_path))
    ask_first(driver, qtbot, connected)
    goes = threading.Event()

    def slowly(workspace: Workspace, output: Path) -> dict[str, object]:
        assert goes.wait(30)
        return send_results(workspace, output)

    monkeypatch.setattr("desktop_app.ui.sending.send_results", slowly)
    driver.window.send_results_to(tmp_path / "results.proofdesk")
    connected.say(text(NEXT))
    write(driver, "2", "Say how often.")
    driver.press(Key.Key_Return, ALT)
    models = driver.controller.models
    qtbot.waitUntil(lambda: len(connected.asked) == 2)
    qtbot.waitUntil(lambda: models.under_way("revise") is None)  # it has been answered
    assert phase(driver) == "waiting"
    with qtbot.waitSignal(driver.window.results_sent):
        goes.set()
    qtbot.waitUntil(lambda: phase(driver) == "answered")
    records = driver.session.workspace.records
    known = {one.key for one in records.all_current("call")}
    assert set(current(driver)["calls"].values()) <= known
    assert len(connected.asked) == 2


def test_before_a_server_has_replied_the_page_says_that_it_waits(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    connected.close()
    driver.open(session_work(tmp_path, initials=[{"item": "q1", "answer": FIRST}]))
    write(driver, "2", "Other words.")
    driver.press(Key.Key_Return, ALT)
    status = panel(driver).instruction.status
    assert status.text() == "Waiting for the model. Esc cancels."
    qtbot.waitUntil(lambda: "cannot be reached" in status.text())


def test_until_the_first_words_the_page_waits_for_the_model(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(session_work(tmp_path))
    ask_first(driver, qtbot, connected)
    replies = threading.Event()
    words = slow(text(" ".join(f"word{n}" for n in range(400))), pace=0.05)
    connected.say(held(words, replies))
    write(driver, "2", "Longer.")
    driver.press(Key.Key_Return, ALT)
    page = driver.controller.page
    # The server is known to work, because it has replied before.
    assert page.work_bar.left.text() == "Waiting for the model"
    assert page.footer.models.text() == "Waiting for the model… Esc cancels"
    assert panel(driver).instruction.status.text() == "Waiting for the model. Esc cancels."
    replies.set()
    qtbot.waitUntil(lambda: shown(driver).startswith("word0"))
    qtbot.waitUntil(lambda: bool(page.work_bar.left.text() == "The model is working"))
    assert page.footer.models.text() == "The model is answering… Esc stops it"
    assert panel(driver).instruction.status.text() == "The model is answering. Esc stops it."
    driver.press(Key.Key_Escape)


def test_the_answer_has_half_of_a_narrow_window_and_the_list_ends_below_a_whole_paper(
    driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(session_work(tmp_path, initials=[{"item": "q1", "answer": FIRST}]))
    driver.window.resize(1000, 700)
    parts = panel(driver).parts
    qtbot.waitUntil(lambda: bool(parts.form_place.is_below))
    qtbot.waitUntil(lambda: parts.answer.height() >= parts.work.height() // 2)
    papers = panel(driver).papers.list
    for size in ((1000, 700), (1000, 720), (1280, 800)):
        driver.window.resize(*size)
        driver.press(Key.Key_1, CTRL)
        qtbot.waitUntil(lambda: papers.isVisible())

        def ends_below_a_row() -> bool:
            # The viewport is a few pixels higher than its rows.
            bottom = papers.viewport().height()
            last = papers.itemAt(QPoint(4, bottom - 8))
            return last is None or papers.visualItemRect(last).bottom() <= bottom

        qtbot.waitUntil(ends_below_a_row)


def test_esc_leads_back_after_the_model_was_stopped_while_finishing(
    connected: ModelServer, driver: Driver, tmp_path: Path, qtbot: QtBot
) -> None:
    driver.open(session_work(tmp_path))
    ask_first(driver, qtbot, connected)
    connected.say(held(text(NEXT), threading.Event()))
    write(driver, "2", "Longer.")
    driver.press(Key.Key_Return, ALT)
    qtbot.waitUntil(lambda: len(connected.asked) == 2)
    driver.press(Key.Key_Return, CTRL | SHIFT)
    closing = panel(driver).closing
    assert closing.isAncestorOf(driver.target)
    driver.press(Key.Key_Period, CTRL)
    qtbot.waitUntil(lambda: phase(driver) == "writing")
    assert closing.isAncestorOf(driver.target)
    driver.press(Key.Key_Escape)
    assert panel(driver).instruction.box.hasFocus()
