"""Tests of turns with models during the work: live, queued, stopped, failed, continued."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop_app.core.merging import body_of
from desktop_app.llm.lookups import Lookups
from desktop_app.ui.annotate.queue import STATE_ROLE
from desktop_app.ui.model_turns import ModelTurns
from desktop_app.workspace.work import load_draft
from desktop_app.workspace.workspace import Workspace
from plugins.risum.protocol import RISUM
from tests.llm.conftest import connection_to
from tests.llm.server import ModelServer, busy, cut, error, held, slow, text
from tests.ui.conftest import ALT, CTRL, Driver
from tests.ui.test_model_calls import set_connections
from tests.ui.turns import taking_turns

Key = Qt.Key
WORDS = " ".join(f"word{number}" for number in range(60))


@pytest.fixture(autouse=True)
def live(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("desktop_app.ui.connections.servers._LOOK_FOR_RETURN", 30)
    with taking_turns(monkeypatch):
        assert RISUM.stages[0].has_turns
        yield


@pytest.fixture
def connected(model_server: ModelServer) -> ModelServer:
    set_connections(lab=connection_to(model_server, alias="reader"))
    return model_server


def turns_of(driver: Driver) -> ModelTurns:
    turns: ModelTurns = driver.controller.turns
    assert driver.controller.models.turns is turns
    return turns


def ask(driver: Driver, words: str = "number") -> None:
    """Type a question into the comment, and ask the model."""
    driver.focus("comment")
    driver.type(f"?{words}")
    turns_of(driver).start()


def comment(driver: Driver) -> str:
    assert driver.answers.get("comment", "") == (driver.session.answers.get("comment") or "")
    return str(driver.answers.get("comment", ""))


def kept(driver: Driver, place: int) -> dict[str, Any]:
    """Return the answers to an item that are stored on disk."""
    entry = driver.session.entries[place]
    draft = load_draft(driver.session.workspace, entry.item, entry.stage) or {}
    return dict(draft.get("answers") or {})


def state_words(driver: Driver, place: int) -> str:
    model = driver.controller.page.queue.model
    return str(model.data(model.index(place), STATE_ROLE))


def calls_of(driver: Driver) -> list[dict[str, Any]]:
    records = driver.session.workspace.records
    return [dict(body_of(one)) for one in records.all_current("call")]


def test_a_turn_is_taken_and_nothing_goes_back_behind_it(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    connected.say(text("a summary"), slow(text(WORDS), pace=0.002))
    seen: list[str] = []
    streamed: list[str] = []
    turns = turns_of(desk)

    def on_asked(call: Any) -> None:
        seen.append(call.request.purpose)
        call.text_came.connect(streamed.append)

    desk.controller.models.asked.connect(on_asked)
    desk.type("y4")
    ask(desk)
    assert turns.state() == "asking"
    assert state_words(desk, 0) == "waiting"
    assert kept(desk, 0)["comment"] == "?number"
    desk.press(Key.Key_Z, CTRL)
    assert comment(desk) == "?number"
    qtbot.waitUntil(lambda: comment(desk) == WORDS)
    assert seen == ["summary", "revise"]
    assert "".join(streamed) == f"a summary{WORDS}"
    assert kept(desk, 0)["comment"] == WORDS
    assert kept(desk, 0)["rating"] == 4
    assert turns.state() == turns.words() == ""
    assert state_words(desk, 0) == "draft"
    for _ in range(3):
        desk.press(Key.Key_Z, CTRL)
    assert comment(desk) == WORDS
    assert not desk.window.notice_bar.isVisible()
    assert [call["purpose"] for call in calls_of(desk)] == ["summary", "revise"]
    assert {call["about"]["item"] for call in calls_of(desk)} == {desk.session.entry.item}
    assert "by a summary for number" in connected.asked[1].text
    desk.focus("comment")
    desk.type("x")
    desk.press(Key.Key_Z, CTRL)
    assert comment(desk) == WORDS, "what the person does afterwards is undone alone"


def test_what_was_found_is_kept_before_anything_is_asked(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    connected.otherwise(slow(text("Late."), after=20))
    ask(desk)
    qtbot.waitUntil(lambda: kept(desk, 0).get("comment") == "?number|1")
    assert comment(desk) == "?number|1"
    turns_of(desk).stop()


@pytest.mark.parametrize("by", ["escape", "menu", "panel"])
def test_a_stopped_turn_keeps_what_was_written(
    by: str, connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    connected.otherwise(slow(text(WORDS), pace=0.05))
    ask(desk)
    models = desk.controller.models
    qtbot.waitUntil(lambda: bool((call := models.under_way("summary")) and call.text))
    assert desk.controller.page.footer.models.text() == "The model is answering… Esc stops it"
    if by == "escape":
        desk.press(Key.Key_Escape)
    elif by == "menu":
        desk.press(Key.Key_Period, CTRL)
    else:
        assert turns_of(desk).stop()
    qtbot.waitUntil(lambda: comment(desk) == "number|1")
    assert kept(desk, 0)["comment"] == "number|1"
    assert turns_of(desk).state() == ""
    qtbot.waitUntil(lambda: len(calls_of(desk)) == 1)
    assert calls_of(desk)[0]["error"] == {"trouble": "cancelled"}
    assert not desk.window.commands["stop_model"].isEnabled()


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ([busy(0.01)] * 3, "busy"),
        ([text("Summed up."), text("")], "empty"),
        ([cut("It begins well, but")], "cut"),
        ([error(500)] * 3, "server"),
        ([slow(text("Late."), after=20)] * 3, "timeout"),
    ],
)
def test_a_trouble_keeps_what_was_written_and_can_be_tried_again(
    answers: list[Any], code: str, model_server: ModelServer, driver: Driver, work: Path,
    qtbot: QtBot,
) -> None:  # fmt: skip
    set_connections(lab=connection_to(model_server, read_seconds=1, total_seconds=1, retries=0))
    driver.window.preferences.reload()
    model_server.say(*answers)
    model_server.otherwise(text("Now it works."))
    driver.open(work)
    ask(driver)
    qtbot.waitUntil(lambda: comment(driver) == f"!{code} number|1")
    assert kept(driver, 0)["comment"] == f"!{code} number|1"
    trouble, hint = turns_of(driver).trouble(code)
    assert trouble.endswith(".")
    assert hint
    assert trouble != turns_of(driver).trouble("job")[0]
    assert not driver.window.notice_bar.isVisible(), "the panel tells it"
    driver.press(Key.Key_A, CTRL)
    ask(driver)
    qtbot.waitUntil(lambda: comment(driver) == "Now it works.")


def test_the_answer_goes_into_the_draft_of_an_item_that_was_left(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    was_left = threading.Event()
    connected.say(held(text("Summed up."), was_left), text("Revised."))
    ask(desk)
    qtbot.waitUntil(lambda: desk.controller.models.under_way("summary") is not None)
    desk.press(Key.Key_Right, ALT)
    desk.type("n")
    was_left.set()
    qtbot.waitUntil(lambda: kept(desk, 0).get("comment") == "Revised.")
    assert desk.session.position == 1
    assert "comment" not in desk.answers
    assert state_words(desk, 0) == "draft"
    bar = desk.window.notice_bar
    qtbot.waitUntil(lambda: bar.text.text() == "The model has answered for item 1.")
    bar.action_button.click()
    assert desk.session.position == 0
    assert comment(desk) == "Revised."
    desk.press(Key.Key_Z, CTRL)
    assert comment(desk) == "Revised."


def test_what_was_said_of_an_item_goes_when_somebody_opens_it(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    was_left = threading.Event()
    connected.say(text("Summed up."), held(text("Revised."), was_left))
    ask(desk)
    desk.press(Key.Key_Right, ALT)
    was_left.set()
    bar = desk.window.notice_bar
    qtbot.waitUntil(lambda: bar.text.text() == "The model has answered for item 1.")
    desk.press(Key.Key_Right, ALT)
    assert bar.isVisible()
    desk.press(Key.Key_Left, ALT)
    desk.press(Key.Key_Left, ALT)
    assert desk.session.position == 0
    assert not bar.isVisible()


def test_a_trouble_of_an_item_that_was_left_is_a_notice(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    was_left = threading.Event()
    connected.otherwise(held(busy(300), was_left))
    ask(desk)
    desk.press(Key.Key_Right, ALT)
    was_left.set()
    bar = desk.window.notice_bar
    qtbot.waitUntil(lambda: bar.text.text().startswith("Item 1: "))
    assert kept(desk, 0)["comment"] == "!busy number|1"
    bar.action_button.click()
    assert comment(desk) == "!busy number|1"
    assert "minutes" in turns_of(desk).trouble("busy")[0]


def test_offline_turns_wait_and_are_taken_one_after_the_other(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    port = connected.port
    connected.close()
    turns, footer = turns_of(desk), desk.controller.page.footer.models
    for place in range(3):
        ask(desk)
        qtbot.waitUntil(lambda: turns.state() == "queued")
        assert comment(desk) == "?number|1"
        assert "cannot be reached" in turns.words()
        assert state_words(desk, place) == "waiting"
        desk.press(Key.Key_Right, ALT)
    desk.type("y5")  # everything else works
    assert footer.text().startswith("3 turns are waiting for the model")
    shown: set[str] = set()
    at_once: list[int] = []
    turns.changed.connect(lambda: shown.add(footer.text()))
    with ModelServer(port=port) as back:
        back.otherwise(slow(text("Back again."), after=0.05))
        desk.controller.models.asked.connect(lambda _: at_once.append(len(back.asked)))
        for place in range(3):
            qtbot.waitUntil(
                lambda place=place: kept(desk, place).get("comment") == "Back again."  # type: ignore[misc]
            )
            assert state_words(desk, place) == "draft"
        assert len(back.asked) == 6
        assert back.most_at_once == 1
    assert desk.answers.get("rating") == 5
    assert {f"The model is answering queued turn {number} of 3…" for number in (1, 2, 3)} <= shown
    assert turns.progress == (0, 0)


def test_a_turn_that_waits_is_taken_up_when_the_work_is_opened_again(
    connected: ModelServer, work: Path, start: Callable[[], Driver], qtbot: QtBot
) -> None:
    connected.say(text("Summed up."), slow(text("Never."), after=30))
    connected.otherwise(text("Revised at last."))
    first = start()
    first.open(work)
    ask(first)
    qtbot.waitUntil(lambda: len(connected.asked) == 2)
    first.press(Key.Key_Right, ALT)
    first.window.close()
    second = start()
    second.open(work)
    assert second.session.position == 1
    qtbot.waitUntil(lambda: kept(second, 0).get("comment") == "Revised at last.")
    asked_twice = [one for one in connected.asked if "You read closely" in one.text]
    assert len(asked_twice) == 1, "the summary was answered, and is not asked again"
    assert len(connected.asked) == 3
    with_answer = [call for call in calls_of(second) if call["answer"] == "Summed up."]
    assert len(with_answer) == 1


def test_without_a_connection_the_turn_fails_and_says_so(desk: Driver, qtbot: QtBot) -> None:
    assert "no connection" in turns_of(desk).why_not()
    ask(desk)
    qtbot.waitUntil(lambda: comment(desk) == "!no_connection number")
    assert "no connection" in turns_of(desk).trouble("no_connection")[0]


def test_what_waits_without_a_connection_waits_for_one(
    work: Path, start: Callable[[], Driver], model_server: ModelServer, qtbot: QtBot
) -> None:
    first = start()
    first.open(work)
    first.focus("comment")
    first.type("?number")
    first.window.close()
    second = start()
    second.open(work)
    turns = turns_of(second)
    assert turns.state() == "queued"
    assert turns.words() == "Waiting for a connection to a model."
    model_server.otherwise(text("There."))
    set_connections(lab=connection_to(model_server))
    second.window.servers.reload()
    qtbot.waitUntil(lambda: comment(second) == "There.")


def test_a_person_takes_a_turn_back_by_changing_it(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    was_changed = threading.Event()
    connected.otherwise(held(text("Too late."), was_changed))
    ask(desk)
    qtbot.waitUntil(lambda: len(connected.asked) == 1)
    desk.press(Key.Key_Home)
    desk.press(Key.Key_Delete)
    assert turns_of(desk).state() == ""
    assert state_words(desk, 0) == "draft"
    was_changed.set()
    qtbot.waitUntil(lambda: not desk.controller.models.is_busy)
    assert comment(desk) == "number|1"


def test_a_defect_of_a_protocol_ends_its_turn(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    told: list[Exception] = []
    desk.window.notices.unforeseen.disconnect()
    desk.window.notices.unforeseen.connect(told.append)
    ask(desk, "defect")
    qtbot.waitUntil(lambda: comment(desk) == "!job defect")
    assert [type(one) for one in told] == [KeyError]
    assert connected.asked == []


def test_nothing_is_thrown_away_by_one_key(
    connected: ModelServer, desk: Driver, qtbot: QtBot
) -> None:
    connected.otherwise(text("Said."))
    ask(desk)
    qtbot.waitUntil(lambda: comment(desk) == "Said.")
    assert not desk.window.commands["discard"].isEnabled()


def test_nothing_is_looked_up_on_the_windows_thread(
    connected: ModelServer, desk: Driver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    found = Lookups.found

    def noted(self: Lookups, *args: Any, **more: Any) -> Any:
        threads.append(threading.current_thread())
        return found(self, *args, **more)

    monkeypatch.setattr(Lookups, "found", noted)
    ask(desk)
    qtbot.waitUntil(lambda: turns_of(desk).state() == "")
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


def test_reading_only(connected: ModelServer, driver: Driver, work: Path) -> None:
    with Workspace.open(work, write=True) as workspace:
        assert workspace.person == "ana"
        driver.open(work)
        turns = turns_of(driver)
        assert "read-only" in turns.why_not()
        turns.start()
        assert turns.state() == ""
        driver.window.close()
    assert connected.asked == []
