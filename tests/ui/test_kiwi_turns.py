"""Tests of sessions with a model in the window, by keys: the server answers, fails or is not
reachable.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.core.merging import body_of
from desktop_app.settings import load_settings, save_settings
from desktop_app.ui.app import Program
from desktop_app.ui.connections.servers import ServerHealth
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.workspace.work import load_draft
from desktop_app.workspace.workspace import Workspace
from tests.llm.conftest import connection_to
from tests.llm.server import MODEL, ModelServer, busy, cut, slow, text
from tests.ui.conftest import ALT, Driver, choose_language
from tests.ui.kiwi_kilns import part, sensible, sessions
from tests.ui.test_model_calls import set_connections

Key = Qt.Key
FIRST = "First of all, How are bowls fired? So it is [1][3]."


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.ui.connections.servers._LOOK_FOR_RETURN", 30)


@pytest.fixture
def connected(model_server: ModelServer) -> ModelServer:
    set_connections(lab=connection_to(model_server, alias="reader"))
    model_server.when(sensible)
    return model_server


@pytest.fixture
def desk(connected: ModelServer, driver: Driver, tmp_path: Path) -> Driver:
    driver.window.preferences.reload()
    driver.open(sessions(tmp_path / "kilns")[1])
    return driver


def current(driver: Driver) -> dict[str, Any]:
    return dict(driver.session.answers.get("current") or {})


def phase(driver: Driver) -> str:
    return str(current(driver).get("phase", ""))


def go(driver: Driver) -> None:
    driver.press(Key.Key_Return, ALT)


def first_answer(driver: Driver, qtbot: QtBot) -> None:
    go(driver)
    qtbot.waitUntil(lambda: "initial" in driver.session.answers)


def instruct(driver: Driver, words: str, kind: str = "1") -> None:
    """Choose the kind of an instruction, type it, and send it."""
    driver.focus("type")
    driver.type(kind)  # goes on to the instruction
    driver.type(words)
    assert current(driver)["instruction"] == words
    go(driver)


def kept(driver: Driver, place: int) -> dict[str, Any]:
    entry = driver.session.entries[place]
    draft = load_draft(driver.session.workspace, entry.item, entry.stage) or {}
    return dict(draft.get("answers") or {})


def test_a_session_by_keys(desk: Driver, connected: ModelServer, qtbot: QtBot) -> None:
    assert desk.session.entry.words.startswith("How are")
    first_answer(desk, qtbot)
    initial = desk.session.answers["initial"]
    about = part(connected.asked[0], "question")
    assert initial["answer"] == f"First of all, {about} So it is [1][3]."
    assert initial["query"] == about
    assert initial["retriever"] == "bm25"
    assert len(initial["passages"]) == 5
    assert {one["paper"] for one in initial["passages"]} >= {1, 3}
    shown = part(connected.asked[0], "documents")
    assert shown.count("[1] Paper 1 on") + shown.count("[3] Paper 3 on") >= 2

    instruct(desk, "name case 2")
    qtbot.waitUntil(lambda: phase(desk) == "answered")
    turn = current(desk)
    assert turn["query"] == "name case 2"
    assert turn["summary"] == "The papers say of name case 2 enough [3]."
    assert turn["answer"] == f"{initial['answer']} Now also name case 2 [1]."
    assert set(turn["calls"]) == {"summary", "answer"}
    assert part(connected.asked[2], "previous") == initial["answer"]
    assert part(connected.asked[2], "summary") == turn["summary"]
    assert desk.controller.panel.answer.text.text == turn["answer"]
    desk.focus("rating")
    desk.type("3")  # bad, and not edited: it is dropped
    desk.focus("comment")
    desk.type("No.")
    go(desk)
    assert len(desk.session.answers["turns"]) == 1

    instruct(desk, "shorter", kind="2")
    qtbot.waitUntil(lambda: phase(desk) == "answered")
    assert part(connected.asked[3], "previous") == initial["answer"]
    assert "name case 2" not in connected.asked[3].text, "the history is never sent"
    assert "<documents>" not in connected.asked[3].text
    assert "passages" not in current(desk)
    records = desk.session.workspace.records
    calls = {one.key: body_of(one) for one in records.all_current("call")}
    assert len(calls) == 4
    assert calls[current(desk)["calls"]["answer"]]["purpose"] == "revise"
    assert all("server" not in call for call in calls.values())
    assert {call["model"] for call in calls.values()} == {"reader"}


def test_a_digit_beyond_the_ratings_is_refused_with_a_notice(
    desk: Driver, connected: ModelServer, qtbot: QtBot
) -> None:
    first_answer(desk, qtbot)
    instruct(desk, "shorter", kind="2")
    qtbot.waitUntil(lambda: phase(desk) == "answered")
    desk.focus("rating")
    desk.type("9")
    notice = desk.window.notices.brief
    assert notice is not None
    assert notice.text == "9 is not an option of the active question."
    assert "rating" not in current(desk)


def test_undo_takes_a_submitted_session_back_with_all_its_turns(
    desk: Driver, connected: ModelServer, qtbot: QtBot
) -> None:
    first_answer(desk, qtbot)
    instruct(desk, "shorter", kind="2")
    qtbot.waitUntil(lambda: phase(desk) == "answered")
    desk.focus("rating")
    desk.type("1")
    desk.focus("comment")
    desk.type("Good.")
    desk.press(Key.Key_Return, ALT | Qt.KeyboardModifier.ShiftModifier)
    held = dict(desk.session.answers)
    assert held["end"] == "ready"
    asked = len(connected.asked)
    desk.submit()
    assert desk.session.position == 1
    records = desk.session.workspace.records
    assert len(list(records.all_current("annotation"))) == 1
    desk.press(Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert desk.session.position == 0
    assert desk.session.answers == held
    assert list(records.all_current("annotation")) == []
    desk.submit()
    (again,) = records.all_current("annotation")
    assert len(body_of(again)["answers"]["turns"]) == 1
    assert len(connected.asked) == asked, "no model is asked for what is there"


def test_the_same_instruction_again_is_asked_again(
    desk: Driver, connected: ModelServer, qtbot: QtBot
) -> None:
    """A bad answer is dropped. Sending the same instruction again must not return the same
    answer.
    """
    first_answer(desk, qtbot)
    for number in range(2):
        instruct(desk, "shorter", kind="2")
        qtbot.waitUntil(lambda: phase(desk) == "answered")
        assert len(connected.asked) == number + 2
        desk.focus("rating")
        desk.type("3")
        desk.focus("comment")
        desk.type("No.")
        go(desk)
    assert connected.asked[1].text == connected.asked[2].text


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ([busy(0.01)] * 3, "busy"),
        ([text("")], "empty"),
        ([text("<think>hm</think>")], "empty"),
        ([cut("It begins well, but")], "cut"),
    ],
)
def test_a_trouble_keeps_the_instruction(
    answers: list[Any], code: str, desk: Driver, connected: ModelServer, qtbot: QtBot
) -> None:
    first_answer(desk, qtbot)
    connected.say(*answers)
    instruct(desk, "shorter", kind="2")
    qtbot.waitUntil(lambda: current(desk).get("trouble") == code)
    assert phase(desk) == "writing"
    assert current(desk)["instruction"] == "shorter"
    go(desk)
    qtbot.waitUntil(lambda: phase(desk) == "answered")
    assert current(desk)["answer"].endswith("In style: shorter.")
    assert "trouble" not in current(desk)


def test_escape_stops_and_keeps_the_instruction(
    desk: Driver, connected: ModelServer, qtbot: QtBot
) -> None:
    first_answer(desk, qtbot)
    connected.say(slow(text("word " * 200), pace=0.05))
    instruct(desk, "shorter", kind="2")
    models = desk.controller.models
    qtbot.waitUntil(lambda: bool((call := models.under_way("revise")) and call.text))
    desk.press(Key.Key_Escape)
    qtbot.waitUntil(lambda: phase(desk) == "writing")
    assert current(desk)["instruction"] == "shorter"
    assert "trouble" not in current(desk)


def test_offline_the_person_goes_on_with_another_session(
    desk: Driver, connected: ModelServer, qtbot: QtBot
) -> None:
    turns = desk.controller.turns
    first_answer(desk, qtbot)
    port = connected.port
    connected.close()
    instruct(desk, "name case 1")
    qtbot.waitUntil(lambda: turns.state() == "queued")
    assert len(current(desk)["passages"]) == 5
    desk.press(Key.Key_Right, ALT)
    go(desk)  # the first answer of another question
    qtbot.waitUntil(lambda: turns.state() == "queued")
    desk.press(Key.Key_Right, ALT)
    assert desk.session.position == 2
    with ModelServer(port=port) as back:
        back.when(sensible)
        qtbot.waitUntil(lambda: kept(desk, 0).get("current", {}).get("phase") == "answered")
        qtbot.waitUntil(lambda: "initial" in kept(desk, 1))
        assert back.most_at_once == 1
        assert len(connected.asked) + len(back.asked) == 4, "nothing is asked twice"
    desk.press(Key.Key_Left, ALT)
    assert desk.controller.panel.answer.text.text == kept(desk, 1)["initial"]["answer"]


def alias_at(driver: Driver, place: int) -> str:
    return str(driver.session.items.texts(driver.session.entries[place])[0]["model"])


def test_a_session_is_for_one_model(
    driver: Driver, model_server: ModelServer, tmp_path: Path, qtbot: QtBot
) -> None:
    model_server.when(sensible)
    set_connections(lab=connection_to(model_server))
    driver.window.preferences.reload()
    own = sessions(tmp_path / "kilns", 2, ("real-a-canary", "real-b-canary"))[1]
    driver.open(own)
    alias = alias_at(driver, 0)
    turns = driver.controller.turns
    assert alias in turns.why_not()
    assert "alias" in turns.why_not()
    go(driver)
    assert model_server.asked == []

    set_connections(lab=connection_to(model_server), own=connection_to(model_server, alias=alias))
    driver.window.servers.reload()
    assert turns.why_not() == ""
    first_answer(driver, qtbot)
    assert model_server.asked[-1].model == MODEL

    set_connections(lab=connection_to(model_server), gate=connection_to(model_server, alias="*"))
    driver.window.servers.reload()
    model_server.models += [alias]
    instruct(driver, "shorter", kind="2")
    qtbot.waitUntil(lambda: phase(driver) == "answered")
    assert model_server.asked[-1].model == alias
    calls = [body_of(one) for one in driver.session.workspace.records.all_current("call")]
    assert {call["model"] for call in calls} == {alias}
    assert {call["connection"] for call in calls} == {"own", "gate"}
    assert not any("canary" in str(call) or MODEL in str(call) for call in calls)


def test_a_connection_that_works_is_offered_for_an_alias_in_place(
    driver: Driver, model_server: ModelServer, tmp_path: Path, qtbot: QtBot
) -> None:
    model_server.when(sensible)
    set_connections(lab=connection_to(model_server, alias="reader"))
    driver.window.preferences.reload()
    own = sessions(tmp_path / "kilns", 2, ("real-a-canary", "real-b-canary"))[1]
    driver.open(own)
    alias = alias_at(driver, 0)
    button = driver.controller.panel.instruction.use_button
    qtbot.waitUntil(button.isVisible)  # once the server has answered
    assert "lab" in driver.controller.panel.instruction.connection.text()
    assert "lab" in button.accessibleName()
    left = driver.controller.page.work_bar.left
    qtbot.waitUntil(lambda: left.text() == "No connection for this model")
    assert "alias" in button.accessibleDescription().casefold()
    button.setFocus()
    driver.press(Key.Key_Return)
    assert driver.controller.turns.why_not() == ""
    assert not button.isVisible()
    first_answer(driver, qtbot)
    assert model_server.asked[-1].model == MODEL
    calls = [body_of(one) for one in driver.session.workspace.records.all_current("call")]
    assert {call["model"] for call in calls} == {alias}, "blind, whoever answers"
    assert load_settings().connections["lab"].alias == "reader"
    assert load_settings().connections["lab"].answers_for == (alias,)


def test_the_notice_that_nothing_was_sent_goes_when_a_connection_is_chosen(
    driver: Driver, model_server: ModelServer, tmp_path: Path, qtbot: QtBot
) -> None:
    model_server.when(sensible)
    set_connections(lab=connection_to(model_server, alias="reader"))
    driver.window.preferences.reload()
    driver.open(sessions(tmp_path / "kilns", 2, ("real-a-canary", "real-b-canary"))[1])
    button = driver.controller.panel.instruction.use_button
    qtbot.waitUntil(button.isVisible)
    driver.submit()
    notices = driver.window.notices
    assert notices.last is not None
    assert "Nothing was sent" in notices.last.text
    button.setFocus()
    driver.press(Key.Key_Return)
    assert notices.last is None
    assert driver.window.notice_bar.isHidden()


def test_no_connection_is_offered_while_its_server_is_away(
    driver: Driver, model_server: ModelServer, tmp_path: Path, qtbot: QtBot
) -> None:
    set_connections(lab=connection_to(model_server))
    model_server.close()
    driver.window.preferences.reload()
    own = sessions(tmp_path / "kilns", 2, ("real-a-canary", "real-b-canary"))[1]
    driver.open(own)
    qtbot.waitUntil(lambda: driver.window.servers.server_health is ServerHealth.AWAY)
    assert not driver.controller.panel.instruction.use_button.isVisible()


def test_passages_by_vectors(
    driver: Driver, model_server: ModelServer, tmp_path: Path, qtbot: QtBot
) -> None:
    model_server.when(sensible)
    set_connections(lab=connection_to(model_server))
    driver.window.preferences.reload()
    driver.open(sessions(tmp_path / "kilns", 1, (), "retriever: dense")[1])
    go(driver)
    qtbot.waitUntil(lambda: current(driver).get("trouble") == "unknown_model")
    words, hint = driver.controller.turns.trouble("unknown_model")
    assert "needs a connection with an embedding model" in words
    assert "embeddings" in hint
    assert model_server.asked == []
    set_connections(
        lab=connection_to(model_server), vectors=connection_to(model_server, embeddings="e-1")
    )
    save_choice("lab")
    driver.window.servers.reload()
    first_answer(driver, qtbot)
    assert driver.session.answers["initial"]["retriever"] == "dense:e-1"
    assert {one.model for one in model_server.embedded} == {"e-1"}
    assert len(driver.session.answers["initial"]["passages"]) == 5


def save_choice(name: str) -> None:
    save_settings(load_settings().model_copy(update={"connection": name}))


@pytest.mark.parametrize("gateway", [False, True])
def test_a_server_that_is_not_in_use_is_looked_for_as_well(
    gateway: bool, driver: Driver, model_server: ModelServer, tmp_path: Path, qtbot: QtBot
) -> None:
    """The model of a session is on another server than the active connection, which is
    reachable.
    """
    own = sessions(tmp_path / "kilns", 1, ("real-a-canary",))[1]
    with Workspace.open(own) as workspace:
        [alias] = {
            str(body_of(one)["content"]["model"]) for one in workspace.records.all_current("item")
        }
    with ModelServer() as other:
        other.models += [alias]
        other.when(sensible)
        port, url = other.port, connection_to(other, alias="*" if gateway else alias)
        set_connections(lab=connection_to(model_server), own=url)
        save_choice("lab")
        driver.window.preferences.reload()
        driver.open(own)
        first_answer(driver, qtbot)
    turns = driver.controller.turns
    instruct(driver, "shorter", kind="2")
    qtbot.waitUntil(lambda: turns.state() == "queued")
    assert "cannot be reached" in turns.words()
    with ModelServer(port=port) as back:
        back.models += [alias]
        back.when(sensible)
        qtbot.waitUntil(lambda: phase(driver) == "answered")
        assert [one.model for one in back.asked] == [alias if gateway else MODEL]
    assert model_server.asked == []


def test_another_language_stops_no_turn(
    connected: ModelServer, qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    """The window is created again, and the turn continues in the new one."""
    own = sessions(tmp_path / "kilns", 1)[1]
    with speaking(qapp) as program:
        with qtbot.waitSignal(program.window.workspace_opened):
            program.window.open_path(own)
        connected.say(slow(text("An answer that takes its time."), pace=0.2))
        program.window.controller.panel.go_on()
        models = program.window.controller.models
        qtbot.waitUntil(lambda: bool((call := models.under_way("initial")) and call.text))
        with qtbot.waitSignal(program.rebuilt):
            choose_language(program.window, "de")
        qtbot.waitUntil(lambda: not program.window.opener.is_busy)
        session = program.window.controller.session
        qtbot.waitUntil(lambda: "initial" in session.answers)
        shown = program.window.controller.panel.answer.text.text
        assert shown == session.answers["initial"]["answer"]


@contextmanager
def speaking(application: QApplication) -> Iterator[Any]:
    """Run the whole program, which creates its window again in another language."""
    settings = load_settings()
    save_settings(settings.model_copy(update={"language": "en"}))
    program = Program(application)
    program.window.show()
    yield program
    program.window.close()
    program.window.theme.blockSignals(True)
    program.window.theme.deleteLater()
    program.window.deleteLater()
    program.deleteLater()
    wait_for_jobs()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
